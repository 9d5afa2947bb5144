import { o as addJudge } from "./commands.js";

export { addJudge };