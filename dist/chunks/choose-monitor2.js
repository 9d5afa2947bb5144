import { chooseMonitor, createNoMonitor } from "./choose-monitor.js";

export { chooseMonitor };