import { addJudge } from "./commands.js";

export { addJudge };