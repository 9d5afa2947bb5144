import { addRecord, addToHistory } from "./history-add2.js";

export { addToHistory };