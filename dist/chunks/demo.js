import { d as addDemo } from "./commands.js";

export { addDemo };