import { buildHistoryReports, printHistoryChanges } from "./history-changes2.js";

export { printHistoryChanges };