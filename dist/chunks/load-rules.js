import { M as loadRules, N as parseRules } from "./judging.js";

export { parseRules };