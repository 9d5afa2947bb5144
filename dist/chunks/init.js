import { s as addInit } from "./commands.js";

export { addInit };