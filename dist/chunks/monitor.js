import { i as Option } from "./commander.js";
import { j as UserError, y as cancelOnSignals } from "./core.js";
import { Qr as toPlainText, bi as formatValue } from "./judging.js";
import { a as measureColumns, i as formatRowLines, o as measureWidth, r as fitWidths } from "./layout.js";
import { a as measureColumns$1, o as print, r as mayAnimate, s as say } from "./terminal.js";
import { H as resolveCommandDevices, U as resolveVisibleDevices, V as explainUnexpectedUse, ht as openTemporaryDirectory, r as explainStartFailure, u as chooseIntervalMs } from "./measuring.js";
import { t as chooseMonitor } from "./choose-monitor.js";
import { performance as performance$1 } from "node:perf_hooks";
import { dirname, join, resolve } from "node:path";
import { statSync } from "node:fs";
import { constants as constants$1 } from "node:os";
import { spawn } from "node:child_process";
import { isatty } from "node:tty";

// src/reporters/terminal/monitor-table.ts
const none = "–";
const columns = [
	{
		title: "GPU",
		cell: (use) => String(use.gpu)
	},
	{
		title: "util mean",
		cell: (use) => formatPercent(use.utilizationPercent?.mean)
	},
	{
		title: "max",
		cell: (use) => formatPercent(use.utilizationPercent?.max)
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
function formatPercent(value) {
	return value === void 0 ? none : `${value.toFixed(1)} %`;
}
function formatAmount(value, unit) {
	return formatValue(value ?? null, unit);
}
function formatShare(value) {
	return value === null || value === void 0 ? none : `${(value * 100).toFixed(1)} %`;
}
function formatRounded(value, unit) {
	return value === void 0 ? none : `${Math.round(value)} ${unit}`;
}

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
		const exitCode = code ?? 128 + (signal === null ? 0 : constants$1.signals[signal]);
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

// src/reporters/terminal/live-gpu-text.ts
const bytesPerGibibyte = 1024 ** 3;
function formatLiveGpus(readings, elapsedSeconds, columns) {
	const gpus = readings.length > 0 ? readings.map(formatGpu) : ["GPU figures unavailable"];
	const text = [`${Math.floor(elapsedSeconds)} s`, ...gpus].join(" | ");
	return measureWidth(text) <= columns ? text : `${[...text].slice(0, Math.max(0, columns - 1)).join("")}…`;
}
function formatGpu(reading) {
	const { utilizationPercent, smUtilization, memoryUsedBytes, powerWatts } = reading;
	const parts = [
		utilizationPercent === null ? "util –" : `util ${Math.round(utilizationPercent)} %`,
		smUtilization === null ? "" : `SM ${(smUtilization * 100).toFixed(0)} %`,
		memoryUsedBytes === null ? "mem –" : `mem ${(memoryUsedBytes / bytesPerGibibyte).toFixed(1)} GiB`,
		powerWatts === null ? "" : `${Math.round(powerWatts)} W`
	];
	return `GPU ${reading.gpu}: ${parts.filter((part) => part !== "").join(" ")}`;
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
		line.draw(formatLiveGpus(monitor.readLatest(indices), elapsedSeconds, measureColumns$1(process.stderr)));
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

// src/cli/monitor.ts
const kinds = [
	"auto",
	"nvml",
	"nvidia-smi",
	"amd-smi",
	"rocm-smi",
	"none"
];
function addMonitor(program, exit) {
	program.command("monitor").description("Run a command under the GPU monitor and print what it used; the exit code is that of the command").usage("[options] -- COMMAND...").argument("<command...>", "command with its arguments, after --").option("--interval <ms>", "sampling interval in milliseconds, 10 to 60000 (default: 500; with NVML 1000 to 2000 for 3 or more GPUs)").addOption(new Option("--monitor <kind>", "what reads the GPUs").choices(kinds).default("auto")).option("--json", "print the results as JSON to stdout; stdout of the command goes to stderr").option("--log <file>", "write every sample to this file; an existing file is never overwritten").action(async (argv, options) => {
		const watched = await watchCommand({
			argv,
			wanted: options.monitor,
			intervalMs: options.interval === void 0 ? null : parseInterval(options.interval),
			logPath: options.log === void 0 ? null : parseLogPath(options.log),
			output: options.json ? "stderr" : "stdout"
		});
		const { exitCode, wallSeconds, monitor, gpus, telemetry } = watched;
		if (options.json) print(JSON.stringify(watched, null, 2));
		else {
			const { reason } = monitor;
			say(renderMonitorTable(telemetry, {
				columns: measureColumns$1(process.stderr),
				wallSeconds,
				gpus,
				reason
			}));
		}
		if (options.log !== void 0 && telemetry.logFile !== null) say(`samples: ${dirname(options.log)}/${telemetry.logFile}`);
		exit(exitCode);
	});
}
function parseInterval(text) {
	const value = Number(text);
	if (Number.isInteger(value) && value >= 10 && value <= 6e4) return value;
	throw new UserError(`--interval ${text} is not a whole number from 10 to 60000`, "Give milliseconds, such as 500.");
}
function parseLogPath(file) {
	const path = resolve(file);
	if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) return path;
	throw new UserError(`--log ${file}: the directory ${dirname(path)} does not exist`, "Create it, or give another file.");
}

export { addMonitor };