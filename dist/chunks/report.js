import { n as addReport } from "./commands.js";

export { addReport };