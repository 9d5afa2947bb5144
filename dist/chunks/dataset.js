import { addDataset } from "./commands.js";

export { addDataset };