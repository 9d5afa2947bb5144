import { addDemo } from "./commands.js";

export { addDemo };