import { EnvironmentError, UserError, formatCount, formatCounted, formatPercent, formatValue } from "./core.js";
import { openTemporaryDirectory } from "./foundation.js";
import { createFileInspector, createInspectedFile, kernelRecords, readFormats, runAttached } from "./measuring.js";
import { buildKernelSection, buildSection, createText, kernelRecord, kernelTable, say, shortenKernel, summarizeKernels, tabulate, tabulateProfile, toCode } from "./judging.js";
import { renderTerminalBlocks } from "./terminal.js";
import { inspectTerminal, print, say as say$1 } from "./version.js";
import { resolve } from "node:path";
import { readFile, stat } from "node:fs/promises";

// src/reporters/kernels.ts
const shownKernels = 30;
const nameLength = 200;
function buildKernelBlocks(record, base) {
	const { kernels, launches, seconds, processes, busySeconds, windowSeconds } = record;
	const lead = [say`${formatValue(seconds, "s")} in kernels; GPU busy ${formatValue(busySeconds, "s")} of ${formatValue(windowSeconds, "s")} from the first to the last work; ${formatCounted(processes, "process")}.`, say`Copied ${formatValue(record.toDevice, "B")} to the GPU, ${formatValue(record.toHost, "B")} back${record.onDevice === void 0 ? "" : say` and ${formatValue(record.onDevice, "B")} on it`}; peak of allocated memory ${formatValue(record.peakBytes, "B")}; ${formatCounted(record.modules, "module")} with machine code ${record.code}.`];
	const unfinished = `${record.unfinished} of ${processes} processes ended without a last flush; their launches are at least these`;
	const problems = [...record.unfinished > 0 ? [unfinished] : [], ...record.problems];
	const names = new Set(kernels.map(({ name }) => name));
	const frame = {
		title: say`${formatCounted(launches, "launch")} of ${formatCounted(names.size, "kernel")}`,
		lead,
		notes: listNotes(kernels.length, problems)
	};
	const table = tabulate(kernels.slice(0, shownKernels), {
		...createColumns(seconds),
		grid: ({ grid }) => grid.join("×"),
		block: ({ block }) => block.join("×"),
		"#GPU": ({ device }) => String(device)
	}, frame);
	return [...compareWithBase(base, summarizeKernels(record, null)), ...table.length > 0 ? table : [createText(frame)]];
}
function buildTableBlocks(table, base) {
	const { kernels, launches, seconds, problems } = table;
	const longest = kernels.toSorted((one, other) => other[2] - one[2]).slice(0, shownKernels);
	const title = say`${formatCounted(launches, "launch")} of ${formatCounted(kernels.length, "kernel")}`;
	const lead = [say`${formatValue(seconds, "s")} in kernels.`];
	const rows = longest.map(([name, own, time]) => ({
		name,
		launches: own,
		seconds: time
	}));
	const frame = {
		title,
		lead,
		notes: listNotes(kernels.length, problems)
	};
	return [...compareWithBase(base, table), ...tabulate(rows, createColumns(seconds), frame)];
}
function createColumns(all) {
	return {
		kernel: ({ name }) => toCode(shortenKernel(name), nameLength),
		"#launches": ({ launches }) => formatCount(launches),
		"#time": ({ seconds }) => formatValue(seconds, "s"),
		"#share": ({ seconds }) => formatPercent(all > 0 ? seconds / all : 0)
	};
}
function listNotes(kernels, problems) {
	const hidden = kernels - shownKernels;
	const more = say`${formatCount(hidden)} more kernels: --json has all, with complete names.`;
	return [...hidden > 0 ? [more] : [], ...problems.map((text) => say`${text}.`)];
}
function compareWithBase(base, head) {
	return base ? [buildSection(buildKernelSection("compared with the base", base, head), false)] : [];
}

// src/cli/record-command.ts
async function printKernels(argv, { json, base: file, from }) {
	if (from === void 0 === (argv.length === 0)) throw new UserError("pass either a command or --from FILE", "As in: warpgauge kernels -- python train.py");
	const base = file === void 0 ? null : await readTable(file);
	if (from !== void 0) {
		const table = await readTable(from);
		if (json) print(JSON.stringify(table, null, 1));
		else printBlocks(buildTableBlocks(table, base));
		return 0;
	}
	const { exitCode, record } = await recordCommand(argv, json ? "stderr" : "stdout");
	const unseen = explainUnseen(record);
	if (unseen && exitCode === 0) throw unseen;
	if (unseen) say$1(`the command ended with exit code ${exitCode}, its output is above: ${unseen.message}\n  → ${unseen.hint}`);
	else if (json) print(JSON.stringify(record, null, 1));
	else if (record) printBlocks(buildKernelBlocks(record, base));
	return exitCode;
}
function explainUnseen(record) {
	if (record === null) return new UserError("no process of the command initialized CUDA, so there is nothing to show", "Check that it uses an NVIDIA GPU, and that CUDA_INJECTION64_PATH is not set by the command itself.");
	if (record.processes > 0 || record.problems.length === 0) return null;
	return new EnvironmentError(record.problems.join("; "), "If CUPTI is missing: pip install nvidia-cuda-cupti-cu12 (or -cu11, -cu13), or extras/CUPTI of the toolkit. End other profilers.");
}
function printBlocks(blocks) {
	say$1(renderTerminalBlocks(blocks, inspectTerminal(process.stderr)).trimEnd());
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
async function readTable(path) {
	const inspector = createFileInspector(null);
	const file = createInspectedFile(await inspector.resolveRealPath(resolve(path)), path, inspector);
	const printed = await readPrinted(path);
	const record = kernelRecord.safeParse(printed);
	if (record.success) return summarizeKernels(record.data, null);
	const table = kernelTable.safeParse(printed);
	if (table.success) return table.data;
	const { reading } = await readFormats("auto", [file]).catch((cause) => {
		if (!(cause instanceof UserError)) throw cause;
		throw new UserError(`${path} is not a record of kernels: ${cause.message}`, hint, { cause });
	});
	const profile = tabulateProfile(reading);
	if (profile) return profile;
	throw new UserError([`${path} has no times of kernels`, ...reading.problems].join("; "), hint);
}
const hint = "Write one: warpgauge kernels --json -- COMMAND > FILE, or pass a profile with kernels";
const maxPrintedBytes = 64 * 2 ** 20;
async function readPrinted(path) {
	try {
		const { size } = await stat(path);
		return size > maxPrintedBytes ? void 0 : JSON.parse(await readFile(path, "utf8"));
	} catch {
		return;
	}
}

export { printKernels };