import { n as printHistoryChanges, t as buildHistoryReports } from "./history-changes2.js";

export { printHistoryChanges };