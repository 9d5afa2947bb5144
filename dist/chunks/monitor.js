import { i as addMonitor } from "./commands.js";

export { addMonitor };