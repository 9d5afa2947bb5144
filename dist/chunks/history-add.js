import { n as addToHistory, t as addRecord } from "./history-add2.js";

export { addToHistory };