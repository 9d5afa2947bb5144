import { C as runUntilStopped, S as isStopSignal, b as createCancellation, x as getStopSignal, y as cancelOnSignals } from "./core.js";

export { runUntilStopped };