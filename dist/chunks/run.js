import { addRun } from "./commands.js";

export { addRun };