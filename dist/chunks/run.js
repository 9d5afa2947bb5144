import { t as addRun } from "./commands.js";

export { addRun };