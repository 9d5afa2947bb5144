import { addPlan } from "./commands.js";

export { addPlan };