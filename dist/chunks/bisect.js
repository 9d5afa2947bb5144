import { addBisect } from "./commands.js";

export { addBisect };