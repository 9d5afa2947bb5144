import { addHistory } from "./commands.js";

export { addHistory };