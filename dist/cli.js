#!/usr/bin/env node
import { refuseOldNode } from "./chunks/node-version.js";

// src/cli.ts
let exitCode = null;
process.on("exit", (code) => {
	if (code === exitCode) return;
	if (code === 0) process.stderr.write("error: warpgauge ended without a result: an awaited event never came\n");
	process.exitCode = 2;
});
async function start() {
	const { runCli } = await import("./chunks/program.js");
	exitCode = await runCli(process.argv);
	process.exitCode = exitCode;
	setTimeout(() => process.exit(), 2e3).unref();
}
const problem = refuseOldNode(false);
if (problem === null) start();
else {
	process.stderr.write(`${problem}\n`);
	process.exitCode = 2;
}

export {  };