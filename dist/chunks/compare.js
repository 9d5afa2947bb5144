import { addCompare } from "./commands.js";

export { addCompare };