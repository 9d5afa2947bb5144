import { loadBaselines, loadCommitted, loadCommittedReference, loadNoise, loadRules, parseRules } from "./judging.js";

export { parseRules };