import { logUpdateStderr } from "./log-update.js";
import { createLineProgress, formatFailure, startProgress, withEndedTrial, withStartedTrial } from "./measuring.js";
import { measureWidth } from "./layout.js";
import { renderLiveView } from "./live-view.js";
import { mayAnimate, say, sayThrough } from "./version.js";

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