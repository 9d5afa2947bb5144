import { r as addPlan } from "./commands.js";

export { addPlan };