import { EnvironmentError, UserError } from "./core.js";
import { openTemporaryDirectory } from "./foundation.js";
import { kernelRecords, runAttached } from "./measuring.js";
import { kernelRecord } from "./judging.js";
import { readFile } from "node:fs/promises";

// src/cli/record-command.ts
async function recordCommand(argv, output) {
	await using scratch = await openTemporaryDirectory("kernels");
	const variables = await kernelRecords.prepare(scratch.path);
	if (variables === null) throw new EnvironmentError(`there is no kernel recorder for ${process.arch}`, "Use a machine with x64 or arm64.");
	const outcome = await runAttached({
		argv,
		env: {
			...process.env,
			...variables
		},
		output,
		onStart: () => void 0
	});
	if (outcome.status !== "ended") throw new UserError(outcome.problem, "Give the command after --, as in: warpgauge kernels -- python train.py");
	return {
		exitCode: outcome.exitCode,
		record: await kernelRecords.read(scratch.path)
	};
}
async function readRecord(path) {
	const hint = "Write one: warpgauge kernels --json -- COMMAND > FILE";
	const text = await readFile(path, "utf8").catch((cause) => {
		throw new UserError(`cannot read ${path}`, hint, { cause });
	});
	try {
		return kernelRecord.parse(JSON.parse(text));
	} catch (cause) {
		throw new UserError(`${path} is not a record of kernels`, hint, { cause });
	}
}

export { readRecord, recordCommand };