import { formatCount, formatCounted, formatPercent, formatValue } from "./core.js";
import { buildKernelSection, buildSection, createTable, createText, say, shortenKernel, toCode } from "./judging.js";

// src/reporters/kernels.ts
const shownKernels = 30;
const nameLength = 200;
function buildKernelBlocks(record, base) {
	const { kernels, launches, seconds, processes, busySeconds, windowSeconds } = record;
	const shown = kernels.slice(0, shownKernels);
	const rows = shown.map(({ name, grid, block, device, ...use }) => [
		toCode(shortenKernel(name), nameLength),
		say`${formatCount(use.launches)}`,
		say`${formatValue(use.seconds, "s")}`,
		say`${formatPercent(seconds > 0 ? use.seconds / seconds : 0)}`,
		say`${grid.join("×")}`,
		say`${block.join("×")}`,
		say`${device}`
	]);
	const lead = [say`${formatValue(seconds, "s")} in kernels; GPU busy ${formatValue(busySeconds, "s")} of ${formatValue(windowSeconds, "s")} from the first to the last work; ${formatCounted(processes, "process")}.`, say`Copied ${formatValue(record.toDevice, "B")} to the GPU and ${formatValue(record.toHost, "B")} back; peak of allocated memory ${formatValue(record.peakBytes, "B")}; ${formatCounted(record.modules, "module")} with machine code ${record.code}.`];
	const notes = [
		...kernels.length > shown.length ? [say`${formatCount(kernels.length - shown.length)} more kernels: --json has all, with complete names.`] : [],
		...record.unfinished > 0 ? [say`${record.unfinished} of ${processes} processes ended without a last flush; their launches are at least these.`] : [],
		...record.problems.map((text) => say`${text}.`)
	];
	const title = say`${formatCounted(launches, "launch").replace(/launchs$/, "launches")} of ${formatCounted(new Set(kernels.map(({ name }) => name)).size, "kernel")}`;
	return [...base ? [buildSection(buildKernelSection("compared with the base", base, record), false)] : [], rows.length > 0 ? createTable([
		"kernel",
		"#launches",
		"#time",
		"#share",
		"grid",
		"block",
		"#GPU"
	], rows, {
		title,
		lead,
		notes
	}) : createText({
		title,
		lead,
		notes
	})];
}

export { buildKernelBlocks };