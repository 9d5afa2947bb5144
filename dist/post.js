import { refuseOldNode } from "./chunks/node-version.js";

// src/post.ts
const problem = refuseOldNode(true);
if (problem !== null) process.stdout.write(`::warning::${problem}\n`);
else {
	const { cleanUp } = await import("./chunks/action-post.js");
	const { openProcessStep } = await import("./chunks/action-step.js");
	await cleanUp(openProcessStep());
}

export {  };