import { measureLocally, runLocally } from "./run-locally2.js";

export { runLocally };