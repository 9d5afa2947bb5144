import { publish, publishUnmeasured } from "./judging.js";

export { publish, publishUnmeasured };