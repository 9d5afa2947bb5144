import { buildHistoryReports, printHistoryChanges, readHistory, showHistory, writeHistoryDashboard } from "./show-history2.js";

export { printHistoryChanges, showHistory, writeHistoryDashboard };