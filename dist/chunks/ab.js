import { addAb } from "./commands.js";

export { addAb };