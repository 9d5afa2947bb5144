import { addBaseline } from "./commands.js";

export { addBaseline };