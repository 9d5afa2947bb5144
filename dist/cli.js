#!/usr/bin/env node
// src/cli.ts
const neededNode = 24;
const [major = "0"] = process.versions.node.split(".");
if (Number(major) < neededNode) {
	process.stderr.write(`warpgauge needs Node ${neededNode} or newer, this is ${process.versions.node}\n`);
	process.exitCode = 2;
} else {
	const { runCli } = await import("./chunks/program.js");
	process.exitCode = await runCli(process.argv);
}

export {  };