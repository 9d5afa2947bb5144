import { UserError, attempt, cancelOnSignals, formatPercent, formatValue } from "./core.js";
import { chooseIntervalMs, describeUnreadGpus, explainUnexpectedUse, listGpuDevices, resolveCommandDevices, resolveVisibleDevices, runAttached } from "./measuring.js";
import { openTemporaryDirectory } from "./foundation.js";
import { chooseMonitor } from "./choose-monitor.js";
import { formatLiveGpus } from "./live-view.js";
import { toPlainText } from "./judging.js";
import { fitWidths, formatRowLines, measureColumns } from "./layout.js";
import { parseWholeNumber } from "./option-numbers.js";
import { mayAnimate, measureTerminalWidth, print, say } from "./version.js";
import { dirname, join, resolve } from "node:path";
import { statSync } from "node:fs";

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
		cell: formatEnergy
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
	const isNumeric = widths.map(() => true);
	const rows = table.flatMap((row) => formatRowLines(row, widths, isNumeric, (text) => text));
	const lines = summary.gpus.length > 0 ? rows : ["GPU figures: unavailable"];
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
		...notes.map((note) => `note: ${toPlainText(note, 400)}`)
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

// src/cli/watch-command.ts
async function printGpuUse(argv, options) {
	const { interval, log, json } = options;
	const watched = await watchCommand({
		argv,
		wanted: options.monitor,
		intervalMs: interval === void 0 ? null : parseWholeNumber("--interval", interval, 10, 6e4),
		logPath: log === void 0 ? null : parseLogPath(log),
		output: json ? "stderr" : "stdout"
	});
	const { exitCode, wallSeconds, monitor, gpus, telemetry } = watched;
	const { reason } = monitor;
	if (json) print(JSON.stringify(watched, null, 2));
	else say(renderMonitorTable(telemetry, {
		columns: measureTerminalWidth(process.stderr),
		wallSeconds,
		gpus,
		reason
	}));
	if (log !== void 0 && telemetry.logFile !== null) say(`samples: ${dirname(log)}/${telemetry.logFile}`);
	return exitCode;
}
function parseLogPath(file) {
	const path = resolve(file);
	if (attempt(() => statSync(dirname(path)).isDirectory())) return path;
	throw new UserError(`--log ${file}: the directory ${dirname(path)} does not exist or cannot be reached`, "Create it, or give another file.");
}
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
	using _ = showLive(monitor, gpus);
	const outcome = await runAttached({
		argv,
		env: process.env,
		output,
		onStart: (pid) => window.follow(pid)
	});
	window.markEnded();
	if (outcome.status === "ended") return outcome;
	throw new UserError(outcome.problem, "Give the command after --, as in: warpgauge monitor -- python train.py");
}
function showLive(monitor, gpus) {
	if (!mayAnimate(process.stderr) || process.stderr.rows <= 3) return null;
	const line = openStatusLine(process.stderr);
	const startedMs = performance.now();
	const indices = gpus.map(({ index }) => index);
	const timer = setInterval(() => {
		const elapsedSeconds = (performance.now() - startedMs) / 1e3;
		line.draw(formatLiveGpus(monitor.readLatest(indices), elapsedSeconds, measureTerminalWidth(process.stderr)));
	}, frameMs);
	return { [Symbol.dispose]() {
		clearInterval(timer);
		line[Symbol.dispose]();
	} };
}
function listDeviceProblems({ kind }, gpus, { argv, summary }) {
	if (kind === "none") return [describeUnreadGpus(listGpuDevices())].filter((problem) => problem !== null);
	const visible = resolveVisibleDevices(gpus, process.env, kind);
	const selected = resolveCommandDevices(argv, visible);
	const used = summary.gpus.filter(({ ownMemoryPeakBytes }) => (ownMemoryPeakBytes ?? 0) > 0).map(({ gpu }) => gpu);
	return [
		...visible.problems,
		...selected?.problems ?? [],
		...explainUnexpectedUse(selected ?? visible, used)
	];
}
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

export { printGpuUse };