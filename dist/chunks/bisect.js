import { m as addBisect } from "./commands.js";

export { addBisect };