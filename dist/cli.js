#!/usr/bin/env node
// src/cli.ts
const neededNode = 24;
const [major = "0"] = process.versions.node.split(".");
let exitCode = null;
process.on("exit", (code) => {
	if (code !== exitCode) process.exitCode = 2;
});
if (Number(major) < neededNode) process.stderr.write(`warpgauge needs Node ${neededNode} or newer, this is ${process.versions.node}\n`);
else {
	const { runCli } = await import("./chunks/program.js");
	exitCode = await runCli(process.argv);
	process.exitCode = exitCode;
	setTimeout(() => process.exit(), 2e3).unref();
}

export {  };