import { openProcessStep } from "./chunks/action.js";
import { cleanUp } from "./chunks/action-post.js";

// src/post.ts
await cleanUp(openProcessStep());

export {  };