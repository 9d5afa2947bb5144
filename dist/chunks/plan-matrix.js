import { planMatrix } from "./plan-matrix2.js";

export { planMatrix };