import { n as runLocally, t as measureLocally } from "./run-locally2.js";

export { runLocally };