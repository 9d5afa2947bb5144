import { t as chooseMonitor } from "./choose-monitor.js";

export { chooseMonitor };