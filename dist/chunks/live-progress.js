import { logUpdateStderr } from "./log-update.js";
import { createLineProgress, cutToWidth, formatFailure, formatProgress, formatProgressBar, measureWidth, startProgress, withEndedTrial, withStartedTrial, wrap } from "./measuring.js";
import { computeMedian } from "./core.js";
import { drawTextBar, formatPair, formatValue$1 as formatValue, isContaminated, toPlainText } from "./judging.js";
import { mayAnimate, say, sayThrough } from "./version.js";

// src/reporters/terminal/live-view.ts
const widestBar = 40;
const narrowBar = 10;
const wideEnough = 70;
const labelWidth = 7;
const mostGpus = 8;
function renderLiveView(view, nowMs, columns) {
	const { progress, trials, standing } = view;
	const barWidth = Math.max(narrowBar, Math.min(widestBar, Math.floor(columns / 4)));
	const { current } = progress;
	const doing = current ? [`now    ${formatCurrent(view, nowMs)}`] : [];
	const lastTrial = formatLast(trials);
	const lines = [
		`${formatProgressBar(progress, barWidth)} ${formatProgress({
			...progress,
			current: null
		}, nowMs)}`,
		...doing,
		...lastTrial === null ? [] : [`last   ${lastTrial}`],
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
	if (!current) return "";
	const run = current.isWarmup ? "warm-up" : `run ${current.index - current.planned.warmups + 1}`;
	const elapsed = trialStartedMs === null ? "" : `, ${Math.floor((nowMs - trialStartedMs) / 1e3)} s`;
	return `${toPlainText(current.planned.id)}, ${run}${elapsed}`;
}
function formatLast(trials) {
	const last = trials.at(-1);
	if (!last) return null;
	const name = toPlainText(last.caseId);
	if (last.failure) return `${name}: failed (${last.failure.kind})`;
	if (isContaminated(last)) return `${name}: excluded: ${toPlainText(last.contamination[0] ?? "", 400)}`;
	const times = trials.filter((trial) => trial.caseId === last.caseId && isSample(trial)).flatMap(({ wallSeconds }) => wallSeconds ?? []);
	const took = formatValue(last.wallSeconds, "s");
	if (times.length < 2) return `${name}: ${took}${last.isWarmup ? " (warm-up)" : ""}`;
	const range = formatPair(Math.min(...times), Math.max(...times), "s").join(" to ");
	return `${name}: ${took}; ${times.length} runs, median ${formatValue(computeMedian(times), "s")} (${range})`;
}
function isSample(trial) {
	return !trial.isWarmup && trial.failure === null && !isContaminated(trial);
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

// src/cli/live-progress.ts
const frameMs = 250;
const readingMs = 1e3;
function createTerminalProgress() {
	return mayAnimate(process.stderr) ? createLiveProgress() : {
		...createLineProgress(say),
		watch: null
	};
}
const readNothing = () => [];
function openScreen(linesNow) {
	const stream = process.stderr;
	let drawn = [];
	const draw = () => {
		const { columns, rows } = measureWindow(stream);
		drawn = linesNow(columns).slice(0, rows);
		logUpdateStderr(drawn.join("\n"));
	};
	const writeAbove = (text) => {
		logUpdateStderr.persist(text);
		draw();
	};
	const redraw = () => {
		stream.write(eraseWrapped(drawn, measureWindow(stream).columns));
		logUpdateStderr.done();
		draw();
	};
	const timer = setInterval(draw, frameMs);
	stream.on("resize", redraw);
	sayThrough(writeAbove);
	return {
		draw,
		writeAbove,
		close() {
			clearInterval(timer);
			stream.off("resize", redraw);
			draw();
			logUpdateStderr.done();
			sayThrough(null);
		}
	};
}
function createLiveProgress() {
	let view = null;
	let screen = null;
	let read = readNothing;
	let readAtMs = Number.NEGATIVE_INFINITY;
	const change = (changed) => {
		if (view) view = {
			...view,
			...changed(view)
		};
		screen?.draw();
	};
	const renderLines = (columns) => {
		const nowMs = performance.now();
		if (view && nowMs - readAtMs >= readingMs) {
			readAtMs = nowMs;
			view = {
				...view,
				gpus: read()
			};
		}
		return view ? renderLiveView(view, nowMs, columns) : [];
	};
	const showLine = (line) => screen?.writeAbove(line);
	return {
		onLiveLine: showLine,
		onStart({ totalTrials: total, doneTrials: done, isMaximum, cases }) {
			view = {
				progress: startProgress({
					total,
					isMaximum,
					done,
					cases,
					nowMs: performance.now()
				}),
				trials: [],
				trialStartedMs: null,
				gpus: [],
				standing: null
			};
			screen = openScreen(renderLines);
			screen.draw();
		},
		onTrialStart: (next) => change(({ progress }) => ({
			progress: withStartedTrial(progress, next),
			trialStartedMs: performance.now()
		})),
		onTrialEnd(trial) {
			const failure = formatFailure(trial);
			if (failure !== null) showLine(failure);
			change(({ progress, trials }) => {
				return {
					progress: withEndedTrial(progress, trial),
					trials: [...trials, trial],
					trialStartedMs: null
				};
			});
		},
		onStanding: (standing) => change(() => ({ standing })),
		watch(monitor, gpus) {
			read = () => monitor.readLatest(gpus);
		},
		onEnd() {
			read = readNothing;
			change(() => ({ gpus: [] }));
			screen?.close();
			screen = null;
			view = null;
		}
	};
}
function measureWindow({ columns, rows }) {
	return {
		columns: Math.max(20, (columns || 80) - 1),
		rows: Math.max(1, (rows || 24) - 2)
	};
}
function eraseWrapped(lines, columns) {
	const height = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(measureWidth(line) / (columns + 1))), 0);
	return height > 0 ? `\u001B[${height}F\u001B[J` : "";
}

export { createTerminalProgress };