import { u as addDoctor } from "./commands.js";

export { addDoctor };