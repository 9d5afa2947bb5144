import { addDoctor } from "./commands.js";

export { addDoctor };