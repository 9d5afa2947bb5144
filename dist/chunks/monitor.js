import { addMonitor } from "./commands.js";

export { addMonitor };