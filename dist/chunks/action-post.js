import { cleanUp } from "./action-post2.js";

export { cleanUp };