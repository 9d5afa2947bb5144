import { UserError, cancelOnSignals } from "./core.js";
import { chooseIntervalMs, explainUnexpectedUse, resolveCommandDevices, resolveVisibleDevices, runAttached } from "./measuring.js";
import { openTemporaryDirectory } from "./foundation.js";
import { chooseMonitor } from "./choose-monitor.js";
import { formatLiveGpus } from "./live-view.js";
import { mayAnimate, measureColumns } from "./version.js";
import { join } from "node:path";

// src/cli/status-line.ts
const save = "\x1B7";
const restore = "\x1B8";
const clearLine = "\x1B[2K";
const wholeScreen = "\x1B[r";
function openStatusLine(stream) {
	let rows = 0;
	let last = "";
	const reserve = () => {
		rows = stream.rows;
		stream.write(`\n${save}\u001B[1;${rows - 1}r${restore}\u001B[1A`);
		draw(last);
	};
	const draw = (text) => {
		last = text;
		stream.write(`${save}\u001B[${rows};1H${clearLine}${text}${restore}`);
	};
	reserve();
	stream.on("resize", reserve);
	return {
		draw,
		[Symbol.dispose]() {
			stream.off("resize", reserve);
			stream.write(`${save}${wholeScreen}\u001B[${rows};1H${clearLine}${restore}`);
		}
	};
}
function mayHaveStatusLine(stream) {
	return mayAnimate(stream) && stream.rows > 3;
}

// src/cli/watch-command.ts
const frameMs = 500;
async function watchCommand(request) {
	const { argv, wanted, logPath } = request;
	const opening = cancelOnSignals();
	await using monitor = await chooseMonitor({
		wanted,
		environment: process.env,
		mayBeBlind: true
	});
	const gpus = await monitor.identify();
	await using scratch = await openTemporaryDirectory("monitor");
	await using window = await monitor.open({
		gpus: gpus.map(({ index }) => index),
		intervalMs: request.intervalMs ?? chooseIntervalMs(monitor.kind, gpus.length),
		logPath: logPath ?? join(scratch.path, "gpu_metrics.log"),
		hdf5Path: null
	});
	opening.release();
	opening.signal.throwIfAborted();
	const { exitCode, signal, wallSeconds } = await runUnder(window, monitor, {
		...request,
		gpus
	});
	const summary = await window.close();
	const problems = [...summary.problems, ...listDeviceProblems(monitor, gpus, {
		argv,
		summary
	})];
	const telemetry = {
		...summary,
		logFile: logPath && summary.logFile,
		problems
	};
	const { kind, reason } = monitor;
	return {
		command: argv,
		exitCode,
		signal,
		wallSeconds,
		monitor: {
			kind,
			reason
		},
		gpus,
		telemetry
	};
}
async function runUnder(window, monitor, { argv, output, gpus }) {
	const live = showLive(monitor, gpus);
	const outcome = await runAttached({
		argv,
		env: process.env,
		output,
		onStart: (pid) => window.follow(pid)
	});
	window.markEnded();
	live[Symbol.dispose]();
	if (outcome.status === "ended") return outcome;
	throw new UserError(outcome.problem, "Give the command after --, as in: warpgauge monitor -- python train.py");
}
function showLive(monitor, gpus) {
	if (!mayHaveStatusLine(process.stderr)) return { [Symbol.dispose]: () => void 0 };
	const line = openStatusLine(process.stderr);
	const startedMs = performance.now();
	const indices = gpus.map(({ index }) => index);
	const timer = setInterval(() => {
		const elapsedSeconds = (performance.now() - startedMs) / 1e3;
		line.draw(formatLiveGpus(monitor.readLatest(indices), elapsedSeconds, measureColumns(process.stderr)));
	}, frameMs);
	return { [Symbol.dispose]() {
		clearInterval(timer);
		line[Symbol.dispose]();
	} };
}
function listDeviceProblems({ kind }, gpus, { argv, summary }) {
	if (kind === "none") return [];
	const visible = resolveVisibleDevices(gpus, process.env, kind === "amd-smi" || kind === "rocm-smi" ? "amd" : "nvidia");
	const selected = resolveCommandDevices(argv, visible);
	const used = summary.gpus.filter(({ ownMemoryPeakBytes }) => (ownMemoryPeakBytes ?? 0) > 0).map(({ gpu }) => gpu);
	return [
		...visible.problems,
		...selected?.problems ?? [],
		...explainUnexpectedUse(selected ?? visible, used)
	];
}

export { watchCommand };