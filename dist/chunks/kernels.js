import { addKernels } from "./commands.js";

export { addKernels };