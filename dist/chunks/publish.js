import { t as publish } from "./judging.js";

export { publish };