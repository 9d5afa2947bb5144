import { addReport } from "./commands.js";

export { addReport };