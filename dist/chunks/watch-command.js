import { UserError, cancelOnSignals } from "./core.js";
import { chooseIntervalMs, explainStartFailure, explainUnexpectedUse, openTemporaryDirectory, resolveCommandDevices, resolveVisibleDevices } from "./measuring.js";
import { chooseMonitor } from "./choose-monitor.js";
import { formatLiveGpus } from "./live-view.js";
import { mayAnimate, measureColumns } from "./version.js";
import { performance as performance$1 } from "node:perf_hooks";
import { join } from "node:path";
import { constants } from "node:os";
import { spawn } from "node:child_process";
import { isatty } from "node:tty";

// src/io/process/run-attached.ts
const always = ["SIGTERM", "SIGHUP"];
const ofTerminal = ["SIGINT", "SIGQUIT"];
function runAttached({ argv, env, output, onStart }) {
	const { promise, resolve } = Promise.withResolvers();
	const [program = "", ...args] = argv;
	if (program === "") return Promise.resolve({
		status: "not-started",
		problem: "the command is empty"
	});
	const startedAt = performance$1.now();
	const release = passSignals((signal) => child.kill(signal));
	const child = spawn(program, args, {
		env: { ...env },
		stdio: [
			"inherit",
			output === "stdout" ? 1 : 2,
			2
		]
	});
	child.once("error", (error) => {
		release();
		const command = {
			argv,
			cwd: process.cwd(),
			env: present(env)
		};
		resolve({
			status: "not-started",
			problem: explainStartFailure(command, error.code, error.message)
		});
	});
	child.once("exit", (code, signal) => {
		release();
		const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
		resolve({
			status: "ended",
			exitCode,
			signal,
			wallSeconds: (performance$1.now() - startedAt) / 1e3
		});
	});
	if (child.pid !== void 0) onStart(child.pid);
	return promise;
}
function passSignals(send) {
	const ours = isatty(0) ? ignore : send;
	for (const signal of always) process.on(signal, send);
	for (const signal of ofTerminal) process.on(signal, ours);
	return () => {
		for (const signal of always) process.off(signal, send);
		for (const signal of ofTerminal) process.off(signal, ours);
	};
}
function ignore() {}
function present(env) {
	return Object.fromEntries(Object.entries(env).filter((entry) => entry[1] !== void 0));
}

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