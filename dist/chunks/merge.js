import { addMerge } from "./commands.js";

export { addMerge };