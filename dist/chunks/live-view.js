import { computeMedian, formatPair, formatPercent, formatValue } from "./core.js";
import { formatProgress, formatProgressBar } from "./measuring.js";
import { drawTextBar, isContaminated, toPlainText } from "./judging.js";
import { cutToWidth, measureWidth, wrap } from "./layout.js";

// src/reporters/terminal/live-view.ts
const widestBar = 40;
const narrowBar = 10;
const wideEnough = 70;
const labelWidth = 7;
const mostGpus = 8;
function renderLiveView(view, nowMs, columns) {
	const { progress, trials, standing } = view;
	const barWidth = Math.max(narrowBar, Math.min(widestBar, Math.floor(columns / 4)));
	const lines = [
		`${formatProgressBar(progress, barWidth)} ${formatProgress({
			...progress,
			current: null
		}, nowMs)}`,
		...formatCurrent(view, nowMs),
		...formatLast(trials),
		...standing === null ? [] : [`so far ${toPlainText(standing, 400)}`]
	];
	const gpus = formatGpus(view.gpus, columns).map((line) => cutToWidth(line, columns));
	return [...lines.flatMap((line) => indentLine(line, columns)), ...gpus];
}
function indentLine(line, columns) {
	const [first = "", ...rest] = wrap(line, columns);
	return [first, ...(rest.length > 0 ? wrap(rest.join(" "), columns - labelWidth) : []).map((text) => `${" ".repeat(labelWidth)}${text}`)];
}
function formatCurrent({ progress: { current }, trialStartedMs }, nowMs) {
	if (!current) return [];
	const run = current.isRecorded ? "recorded run" : current.isWarmup ? "warm-up" : `run ${current.index - current.planned.warmups + 1}`;
	const elapsed = trialStartedMs === null ? "" : `, ${Math.floor((nowMs - trialStartedMs) / 1e3)} s`;
	return [`now    ${toPlainText(current.planned.id)}, ${run}${elapsed}`];
}
function formatLast(trials) {
	const last = trials.at(-1);
	if (!last) return [];
	const name = `last   ${toPlainText(last.caseId)}`;
	if (last.failure) return [`${name}: failed (${last.failure.kind})`];
	if (isContaminated(last)) return [`${name}: excluded: ${toPlainText(last.contamination[0] ?? "", 400)}`];
	const times = trials.filter((trial) => trial.caseId === last.caseId && !trial.isWarmup && trial.failure === null && !isContaminated(trial)).flatMap(({ wallSeconds }) => wallSeconds ?? []);
	const took = formatValue(last.wallSeconds, "s");
	if (times.length < 2) return [`${name}: ${took}${last.isRecorded ? " (recorded)" : last.isWarmup ? " (warm-up)" : ""}`];
	const range = formatPair(Math.min(...times), Math.max(...times), "s").join(" to ");
	return [`${name}: ${took}; ${times.length} runs, median ${formatValue(computeMedian(times), "s")} (${range})`];
}
function formatGpus(gpus, columns) {
	const shown = gpus.slice(0, mostGpus).map((reading) => formatGpu(reading, columns));
	const hidden = gpus.length - shown.length;
	return hidden > 0 ? [...shown, `and ${hidden} more ${hidden === 1 ? "GPU" : "GPUs"}`] : shown;
}
function formatGpu(reading, columns) {
	const { gpu, utilizationPercent: busy, memoryUsedBytes, memoryTotalBytes, powerWatts, temperatureCelsius } = reading;
	const width = columns >= wideEnough ? 20 : narrowBar;
	const filled = busy === null ? "" : drawTextBar(busy / 100, width);
	const bar = `${filled}${"░".repeat(width - measureWidth(filled))}`;
	const total = memoryTotalBytes === null ? "" : ` of ${formatGibibytes(memoryTotalBytes, 0)}`;
	const used = memoryUsedBytes === null ? "–" : formatGibibytes(memoryUsedBytes, 1);
	return `GPU ${gpu} ${bar} ${[
		`${busy === null ? "–" : Math.round(busy)} %`.padStart(5),
		`${used.padStart(4)}${total} GiB`,
		...powerWatts === null ? [] : [`${Math.round(powerWatts)} W`],
		...temperatureCelsius === null ? [] : [`${Math.round(temperatureCelsius)} °C`]
	].join("  ")}`;
}
function formatGibibytes(bytes, decimals) {
	return (bytes / 1024 ** 3).toFixed(decimals);
}
function formatLiveGpus(readings, elapsedSeconds, columns) {
	const gpus = readings.length > 0 ? readings.map(formatGpuFigures) : ["GPU figures unavailable"];
	const text = [`${Math.floor(elapsedSeconds)} s`, ...gpus].join(" | ");
	return measureWidth(text) <= columns ? text : `${[...text].slice(0, Math.max(0, columns - 1)).join("")}…`;
}
function formatGpuFigures(reading) {
	const { utilizationPercent, smUtilization, memoryUsedBytes, powerWatts } = reading;
	const parts = [
		utilizationPercent === null ? "util –" : `util ${Math.round(utilizationPercent)} %`,
		smUtilization === null ? "" : `SM ${formatPercent(smUtilization, 0)}`,
		memoryUsedBytes === null ? "mem –" : `mem ${formatGibibytes(memoryUsedBytes, 1)} GiB`,
		powerWatts === null ? "" : `${Math.round(powerWatts)} W`
	];
	return `GPU ${reading.gpu}: ${parts.filter((part) => part !== "").join(" ")}`;
}

export { formatLiveGpus, renderLiveView };