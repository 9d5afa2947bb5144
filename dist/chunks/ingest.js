import { c as addIngest } from "./commands.js";

export { addIngest };