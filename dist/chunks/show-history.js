import { buildHistoryReports, printHistoryChanges, showHistory, writeHistoryDashboard } from "./show-history2.js";

export { printHistoryChanges, showHistory, writeHistoryDashboard };