import { a as addMerge } from "./commands.js";

export { addMerge };