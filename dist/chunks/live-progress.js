import { t as logUpdateStderr } from "./log-update.js";
import { $ as wrap, J as cutToWidth, Y as displayWidth, c as progressBar, d as withEndedTrial, f as withStartedTrial, l as progressText, o as lineProgress, s as failureText, u as startProgress } from "./measuring.js";
import { Ci as median, P as textBar, Zr as isContaminated, ct as formatPair, lt as formatValue, yt as plainText } from "./judging.js";
import { o as say, r as mayAnimate, s as sayThrough } from "./terminal.js";

// src/reporters/terminal/live-view.ts
const widestBar = 40;
const narrowBar = 10;
const wideEnough = 70;
const labelWidth = 7;
const mostGpus = 8;
function liveView(view, nowMs, columns) {
	const { progress, trials, standing } = view;
	const barWidth = Math.max(narrowBar, Math.min(widestBar, Math.floor(columns / 4)));
	const { current } = progress;
	const doing = current ? [`now    ${nowText(view, nowMs)}`] : [];
	const seen = lastText(trials);
	const lines = [
		`${progressBar(progress, barWidth)} ${progressText({
			...progress,
			current: null
		}, nowMs)}`,
		...doing,
		...seen === null ? [] : [`last   ${seen}`],
		...standing === null ? [] : [`so far ${plainText(standing, 400)}`]
	];
	const gpus = gpuLines(view.gpus, columns).map((line) => cutToWidth(line, columns));
	return [...lines.flatMap((line) => indented(line, columns)), ...gpus];
}
function indented(line, columns) {
	const [first = "", ...rest] = wrap(line, columns);
	return [first, ...(rest.length > 0 ? wrap(rest.join(" "), columns - labelWidth) : []).map((text) => `${" ".repeat(labelWidth)}${text}`)];
}
function nowText({ progress: { current }, trialStartedMs }, nowMs) {
	if (!current) return "";
	const run = current.isWarmup ? "warm-up" : `run ${current.index - current.planned.warmups + 1}`;
	const elapsed = trialStartedMs === null ? "" : `, ${Math.floor((nowMs - trialStartedMs) / 1e3)} s`;
	return `${plainText(current.planned.id)}, ${run}${elapsed}`;
}
function lastText(trials) {
	const last = trials.at(-1);
	if (!last) return null;
	const name = plainText(last.caseId);
	if (last.failure) return `${name}: failed (${last.failure.kind})`;
	if (isContaminated(last)) return `${name}: does not count: ${plainText(last.contamination[0] ?? "", 400)}`;
	const times = trials.filter((trial) => trial.caseId === last.caseId && isSample(trial)).flatMap(({ wallSeconds }) => wallSeconds ?? []);
	const took = formatValue(last.wallSeconds, "s");
	if (times.length < 2) return `${name}: ${took}${last.isWarmup ? " (warm-up)" : ""}`;
	const range = formatPair(Math.min(...times), Math.max(...times), "s").join(" to ");
	return `${name}: ${took}; ${times.length} runs, median ${formatValue(median(times), "s")} (${range})`;
}
function isSample(trial) {
	return !trial.isWarmup && trial.failure === null && !isContaminated(trial);
}
function gpuLines(gpus, columns) {
	const shown = gpus.slice(0, mostGpus).map((reading) => gpuLine(reading, columns));
	const hidden = gpus.length - shown.length;
	return hidden > 0 ? [...shown, `and ${hidden} more ${hidden === 1 ? "GPU" : "GPUs"}`] : shown;
}
function gpuLine(reading, columns) {
	const { gpu, utilizationPercent: busy, memoryUsedBytes, memoryTotalBytes, powerWatts, temperatureCelsius } = reading;
	const width = columns >= wideEnough ? 20 : narrowBar;
	const filled = busy === null ? "" : textBar(busy / 100, width);
	const bar = `${filled}${"░".repeat(width - displayWidth(filled))}`;
	const total = memoryTotalBytes === null ? "" : ` of ${gibibytes(memoryTotalBytes, 0)}`;
	const used = memoryUsedBytes === null ? "–" : gibibytes(memoryUsedBytes, 1);
	return `GPU ${gpu} ${bar} ${[
		`${busy === null ? "–" : Math.round(busy)} %`.padStart(5),
		`${used.padStart(4)}${total} GiB`,
		...powerWatts === null ? [] : [`${Math.round(powerWatts)} W`],
		...temperatureCelsius === null ? [] : [`${Math.round(temperatureCelsius)} °C`]
	].join("  ")}`;
}
function gibibytes(bytes, decimals) {
	return (bytes / 1024 ** 3).toFixed(decimals);
}

// src/cli/live-progress.ts
const frameMs = 250;
const readingMs = 1e3;
function terminalProgress() {
	return mayAnimate(process.stderr) ? liveProgress() : {
		...lineProgress(say),
		watch: null
	};
}
const noReadings = () => [];
function openScreen(linesNow) {
	const stream = process.stderr;
	let drawn = [];
	const draw = () => {
		const { columns, rows } = windowOf(stream);
		drawn = linesNow(columns).slice(0, rows);
		logUpdateStderr(drawn.join("\n"));
	};
	const above = (text) => {
		logUpdateStderr.persist(text);
		draw();
	};
	const redraw = () => {
		stream.write(eraseWrapped(drawn, windowOf(stream).columns));
		logUpdateStderr.done();
		draw();
	};
	const timer = setInterval(draw, frameMs);
	stream.on("resize", redraw);
	sayThrough(above);
	return {
		draw,
		above,
		close() {
			clearInterval(timer);
			stream.off("resize", redraw);
			draw();
			logUpdateStderr.done();
			sayThrough(null);
		}
	};
}
function liveProgress() {
	let view = null;
	let screen = null;
	let read = noReadings;
	let readAtMs = Number.NEGATIVE_INFINITY;
	const change = (changed) => {
		if (view) view = {
			...view,
			...changed(view)
		};
		screen?.draw();
	};
	const linesNow = (columns) => {
		const nowMs = performance.now();
		if (view && nowMs - readAtMs >= readingMs) {
			readAtMs = nowMs;
			view = {
				...view,
				gpus: read()
			};
		}
		return view ? liveView(view, nowMs, columns) : [];
	};
	const live = (line) => screen?.above(line);
	return {
		live,
		started(total, done, cases) {
			view = {
				progress: startProgress({
					total,
					done,
					cases,
					nowMs: performance.now()
				}),
				trials: [],
				trialStartedMs: null,
				gpus: [],
				standing: null
			};
			screen = openScreen(linesNow);
			screen.draw();
		},
		trialStarted: (next) => change(({ progress }) => ({
			progress: withStartedTrial(progress, next),
			trialStartedMs: performance.now()
		})),
		trialEnded(trial) {
			const failure = failureText(trial);
			if (failure !== null) live(failure);
			change(({ progress, trials }) => {
				return {
					progress: withEndedTrial(progress, trial),
					trials: [...trials, trial],
					trialStartedMs: null
				};
			});
		},
		standing: (standing) => change(() => ({ standing })),
		watch(monitor, gpus) {
			read = () => monitor.latest(gpus);
		},
		ended() {
			read = noReadings;
			change(() => ({ gpus: [] }));
			screen?.close();
			screen = null;
			view = null;
		}
	};
}
function windowOf({ columns, rows }) {
	return {
		columns: Math.max(20, (columns || 80) - 1),
		rows: Math.max(1, (rows || 24) - 2)
	};
}
function eraseWrapped(lines, columns) {
	const height = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / (columns + 1))), 0);
	return height > 0 ? `\u001B[${height}F\u001B[J` : "";
}

export { terminalProgress as t };