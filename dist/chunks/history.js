import { l as addHistory } from "./commands.js";

export { addHistory };