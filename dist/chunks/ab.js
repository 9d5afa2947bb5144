import { g as addAb } from "./commands.js";

export { addAb };