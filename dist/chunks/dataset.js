import { f as addDataset } from "./commands.js";

export { addDataset };