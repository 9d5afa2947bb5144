import { addIngest } from "./commands.js";

export { addIngest };