import { p as addCompare } from "./commands.js";

export { addCompare };