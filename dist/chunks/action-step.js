import { openProcessStep } from "./action.js";

export { openProcessStep };