import { addRead } from "./commands.js";

export { addRead };