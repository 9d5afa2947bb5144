import { publish } from "./judging.js";

export { publish };