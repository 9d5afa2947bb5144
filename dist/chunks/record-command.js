import { EnvironmentError, UserError, formatCount, formatCounted, formatPercent, formatValue$1 as formatValue } from "./core.js";
import { openTemporaryDirectory } from "./foundation.js";
import { kernelRecords, renderTerminalBlocks, runAttached } from "./measuring.js";
import { buildKernelSection, buildSection, createText, kernelRecord, say, shortenKernel, tabulate, toCode } from "./judging.js";
import { inspectTerminal, print, say as say$1 } from "./version.js";
import { readFile } from "node:fs/promises";

// src/reporters/kernels.ts
const shownKernels = 30;
const nameLength = 200;
function buildKernelBlocks(record, base) {
	const { kernels, launches, seconds, processes, busySeconds, windowSeconds } = record;
	const hidden = kernels.length - shownKernels;
	const lead = [say`${formatValue(seconds, "s")} in kernels; GPU busy ${formatValue(busySeconds, "s")} of ${formatValue(windowSeconds, "s")} from the first to the last work; ${formatCounted(processes, "process")}.`, say`Copied ${formatValue(record.toDevice, "B")} to the GPU and ${formatValue(record.toHost, "B")} back; peak of allocated memory ${formatValue(record.peakBytes, "B")}; ${formatCounted(record.modules, "module")} with machine code ${record.code}.`];
	const notes = [
		...hidden > 0 ? [say`${formatCount(hidden)} more kernels: --json has all, with complete names.`] : [],
		...record.unfinished > 0 ? [say`${record.unfinished} of ${processes} processes ended without a last flush; their launches are at least these.`] : [],
		...record.problems.map((text) => say`${text}.`)
	];
	const names = new Set(kernels.map(({ name }) => name));
	const frame = {
		title: say`${formatCounted(launches, "launch").replace(/launchs$/, "launches")} of ${formatCounted(names.size, "kernel")}`,
		lead,
		notes
	};
	const table = tabulate(kernels.slice(0, shownKernels), {
		kernel: ({ name }) => toCode(shortenKernel(name), nameLength),
		"#launches": (use) => formatCount(use.launches),
		"#time": (use) => formatValue(use.seconds, "s"),
		"#share": (use) => formatPercent(seconds > 0 ? use.seconds / seconds : 0),
		grid: ({ grid }) => grid.join("×"),
		block: ({ block }) => block.join("×"),
		"#GPU": ({ device }) => String(device)
	}, frame);
	return [...base ? [buildSection(buildKernelSection("compared with the base", base, record), false)] : [], ...table.length > 0 ? table : [createText(frame)]];
}

// src/cli/record-command.ts
async function printKernels(argv, { json, base: file }) {
	const base = file === void 0 ? null : await readRecord(file);
	const { exitCode, record } = await recordCommand(argv, json ? "stderr" : "stdout");
	if (record === null && exitCode === 0) throw new UserError("no process of the command initialized CUDA, so there is nothing to show", "Check that it uses an NVIDIA GPU, and that CUDA_INJECTION64_PATH is not set by the command itself.");
	if (record === null) say$1(`the command ended with exit code ${exitCode} before any process initialized CUDA; its output is above`);
	else if (json) print(JSON.stringify(record, null, 1));
	else say$1(renderTerminalBlocks(buildKernelBlocks(record, base), inspectTerminal(process.stderr)).trimEnd());
	return exitCode;
}
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

export { printKernels };