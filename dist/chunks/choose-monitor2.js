import { chooseMonitor } from "./choose-monitor.js";

export { chooseMonitor };