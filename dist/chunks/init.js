import { addInit } from "./commands.js";

export { addInit };