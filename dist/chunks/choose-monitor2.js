import { NoMonitor, chooseMonitor } from "./choose-monitor.js";

export { chooseMonitor };