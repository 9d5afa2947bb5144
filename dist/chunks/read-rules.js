import { readLocalRules } from "./read-rules2.js";

export { readLocalRules };