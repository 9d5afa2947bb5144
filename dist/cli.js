#!/usr/bin/env node
import { refuseOldNode } from "./chunks/node-version.js";

// src/cli.ts
let exitCode = null;
process.on("exit", (code) => {
	if (code !== exitCode) process.exitCode = 2;
});
const problem = refuseOldNode(false);
if (problem !== null) process.stderr.write(`${problem}\n`);
else {
	const { runCli } = await import("./chunks/program.js");
	exitCode = await runCli(process.argv);
	process.exitCode = exitCode;
	setTimeout(() => process.exit(), 2e3).unref();
}

export {  };