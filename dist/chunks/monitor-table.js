import { formatPercent, formatValue } from "./core.js";
import { toPlainText } from "./judging.js";
import { fitWidths, formatRowLines, measureColumns } from "./measuring.js";

// src/reporters/terminal/monitor-table.ts
const none = "–";
const columns = [
	{
		title: "GPU",
		cell: (use) => String(use.gpu)
	},
	{
		title: "util mean",
		cell: (use) => formatShare(use.utilizationPercent && use.utilizationPercent.mean / 100)
	},
	{
		title: "max",
		cell: (use) => formatShare(use.utilizationPercent && use.utilizationPercent.max / 100)
	},
	{
		title: "SM active",
		cell: (use) => formatShare(use.smUtilization?.mean)
	},
	{
		title: "tensor",
		cell: (use) => formatShare(use.tensorActivity?.mean)
	},
	{
		title: "DRAM",
		cell: (use) => formatShare(use.dramBandwidthUtilization?.mean)
	},
	{
		title: "memory peak",
		cell: (use) => formatValue(use.memoryUsedBytes?.max ?? null, "B")
	},
	{
		title: "own peak",
		cell: (use) => formatValue(use.ownMemoryPeakBytes, "B")
	},
	{
		title: "power mean",
		cell: (use) => formatRounded(use.powerWatts?.mean, "W")
	},
	{
		title: "energy",
		cell: (use) => formatEnergy(use)
	},
	{
		title: "SM clock",
		cell: (use) => formatRounded(use.smClockMhz?.mean, "MHz")
	},
	{
		title: "max temp",
		cell: (use) => formatRounded(use.temperatureCelsius?.max, "°C")
	}
];
function renderMonitorTable(summary, options) {
	const shown = columns.filter(({ title, cell }) => title === "GPU" || summary.gpus.some((use) => cell(use) !== none));
	const table = [shown.map(({ title }) => title), ...summary.gpus.map((use) => shown.map(({ cell }) => cell(use)))];
	const widths = fitWidths(measureColumns(table), options.columns);
	const rows = table.flatMap((row) => formatRowLines(row, widths, row.map(() => true), (text) => text));
	const lines = summary.gpus.length > 0 ? rows : [`GPU figures: unavailable`];
	const notes = [
		...formatThrottling(summary.gpus),
		...summary.foreignProcesses.map(({ gpu, pid, name }) => `GPU ${gpu} was also used by process ${pid} (${name ?? "another container"})`),
		...summary.events.map(({ gpu, kind, detail }) => `GPU ${gpu}: ${kind} ${detail}`),
		...options.reason === null || summary.monitor === "none" ? [] : [`no better monitor: ${options.reason}`],
		...summary.problems
	];
	return [
		formatHeading(summary, options),
		...lines,
		formatHost(summary.host, options.wallSeconds),
		...notes.map(formatNote)
	].join("\n");
}
function formatHeading({ monitor, samples, intervalMs, lostSamples }, { gpus }) {
	const models = [...new Set(gpus.map(({ model }) => model))];
	const what = gpus.length > 0 ? `${gpus.length} × ${models.map((model) => toPlainText(model)).join(", ")}` : "no GPU";
	const lost = lostSamples > 0 ? `, ${lostSamples} lost` : "";
	return `${what}, ${monitor === "none" ? "no GPU monitor" : monitor}: ${samples} samples at ${intervalMs} ms${lost}`;
}
function formatHost(host, wallSeconds) {
	const cores = host?.cpuCores ? `${host.cpuCores.mean.toFixed(2)} cores` : none;
	return `host: ${[
		`${formatValue(wallSeconds, "s")} elapsed`,
		`CPU ${formatAmount(host?.cpuSeconds, "s")} (${cores})`,
		`memory peak ${formatAmount(host?.residentBytes?.max, "B")}`,
		`read ${formatAmount(host?.readBytes, "B")}, written ${formatAmount(host?.writtenBytes, "B")}`,
		`I/O wait ${formatShare(host?.ioWaitShare)}`
	].join("; ")}`;
}
function formatThrottling(gpus) {
	return gpus.flatMap(({ gpu, clocksEventShares }) => {
		const parts = Object.entries(clocksEventShares ?? {}).filter(([reason, part]) => reason !== "gpu-idle" && part > 0).map(([reason, part]) => `${reason} ${formatShare(part)} of the time`);
		return parts.length > 0 ? [`GPU ${gpu} lowered its clocks: ${parts.join(", ")}`] : [];
	});
}
function formatNote(note) {
	return `note: ${toPlainText(note, 400)}`;
}
function formatEnergy({ energyJoules, energySource }) {
	return energyJoules === null ? none : `${energySource === "integrated" ? "≈" : ""}${formatValue(energyJoules, "J")}`;
}
function formatAmount(value, unit) {
	return formatValue(value ?? null, unit);
}
function formatShare(value) {
	return value === null || value === void 0 ? none : formatPercent(value);
}
function formatRounded(value, unit) {
	return value === void 0 ? none : `${Math.round(value)} ${unit}`;
}

export { renderMonitorTable };