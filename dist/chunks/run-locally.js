import { measureLocally, runCommitted, runLocally } from "./run-locally2.js";

export { runCommitted };