import { checkStore, formatBaselineLines, formatNoiseLines, formatNoiseProvenance, formatProvenance, listStore, readNoise, readStore, showTestbed } from "./show-store2.js";

export { checkStore, listStore, showTestbed };