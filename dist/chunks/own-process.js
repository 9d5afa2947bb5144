import { adoptOrphans, awaitMessage, cancelOnSignals, createCancellation, excludeReaped, forgetReaped, freeFileRange, getStopSignal, hideProcess, isStopSignal, keepInheritedFiles, leaveThread, loadKoffi, reapChild, runUntilStopped, startThread, takeReapedUsage } from "./core.js";

export { runUntilStopped };