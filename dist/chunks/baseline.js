import { h as addBaseline } from "./commands.js";

export { addBaseline };