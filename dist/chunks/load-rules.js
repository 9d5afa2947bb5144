import { loadRules, parseRules } from "./judging.js";

export { parseRules };