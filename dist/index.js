import { refuseOldNode } from "./chunks/node-version.js";

// src/index.ts
const problem = refuseOldNode(true);
if (problem === null) {
	const { main } = await import("./chunks/main.js");
	await main();
} else {
	process.stdout.write(`::error::${problem}\n`);
	process.exitCode = 1;
}

export {  };