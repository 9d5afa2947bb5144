import { cancelOnSignals, createCancellation, getStopSignal, isStopSignal, runUntilStopped } from "./core.js";

export { runUntilStopped };