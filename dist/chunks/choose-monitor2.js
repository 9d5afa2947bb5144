import { n as defaultIntervalMs, t as chooseMonitor } from "./choose-monitor.js";

export { chooseMonitor };