import { createRequire } from "node:module";
import { Worker, isMainThread } from "node:worker_threads";
import { readdirSync } from "node:fs";

// src/domain/core/errors.ts
var UserError = class extends Error {
	name = "UserError";
	hint;
	constructor(message, hint, options) {
		super(message, options);
		this.hint = hint;
	}
};
var EnvironmentError = class extends Error {
	name = "EnvironmentError";
	hint;
	constructor(message, hint, options) {
		super(message, options);
		this.hint = hint;
	}
};
var UnansweredError = class extends EnvironmentError {};
var OutageError = class extends EnvironmentError {
	retryAfterSeconds;
	constructor(message, hint, options) {
		super(message, hint, options);
		this.retryAfterSeconds = options.retryAfterSeconds;
	}
};
var NoDeviceError = class extends EnvironmentError {};
var SupersededError = class extends UserError {};
var RevisionError = class extends UserError {
	label;
	constructor(label, message, hint) {
		super(message, hint);
		this.label = label;
	}
};
var UnrecordableError = class extends UserError {};
function findCause(error, signal) {
	const isExpected = error instanceof UserError || error instanceof EnvironmentError && !(error instanceof UnansweredError);
	return signal.aborted && !isExpected ? signal.reason : error;
}
const machineCodes = [
	"EMFILE",
	"ENFILE",
	"ENOMEM",
	"ENOSPC",
	"EDQUOT",
	"EFBIG",
	"EIO",
	"EROFS",
	"EAGAIN",
	"ENOBUFS"
];
const machineHint = "Check free disk space and memory, and the limits of this user (ulimit -a); then run it again.";
function isOfMachine(error) {
	return error instanceof Error && "code" in error && machineCodes.includes(String(error.code));
}

// src/io/process/cancel-on-signals.ts
const signals = [
	"SIGINT",
	"SIGTERM",
	"SIGHUP"
];
let stopSignal = null;
function isStopSignal(signal) {
	return signals.some((name) => name === signal);
}
function createCancellation() {
	return new EnvironmentError("warpgauge received a stop signal", "Start it again; --resume (input resume) continues a run.");
}
function getStopSignal() {
	return stopSignal;
}
async function runUntilStopped(work) {
	const { signal, release } = cancelOnSignals();
	const { promise, reject } = Promise.withResolvers();
	signal.addEventListener("abort", () => reject(signal.reason));
	return await Promise.race([work(signal), promise]).finally(release);
}
function cancelOnSignals() {
	const controller = new AbortController();
	const abort = () => controller.abort(createCancellation());
	for (const signal of signals) process.on(signal, abort);
	const outer = stopSignal;
	stopSignal = controller.signal;
	return {
		signal: controller.signal,
		release: () => {
			stopSignal = outer;
			for (const signal of signals) process.off(signal, abort);
		}
	};
}

// src/io/process/load-koffi.ts
function loadKoffi() {
	return createRequire(import.meta.url)("koffi");
}

// src/io/process/own-process.ts
const option = {
	setDumpable: 4,
	setChildSubreaper: 36
};
const noHang = 1;
const punchHole = 3;
const setDescriptorFlags = 2;
const closeOnExec = 1;
let libc;
let isReaper = false;
function hideProcess() {
	return callPrctl(option.setDumpable, 0);
}
function adoptOrphans() {
	isReaper ||= callPrctl(option.setChildSubreaper, 1);
	return isReaper;
}
function keepInheritedFiles() {
	const names = readdirSync("/proc/self/fd").map(Number);
	for (const descriptor of names.filter((number) => number > 2)) openLibc()?.fcntl(descriptor, setDescriptorFlags, "int", closeOnExec);
}
function freeFileRange(descriptor, from, to) {
	return openLibc()?.fallocate(descriptor, punchHole, from, to - from) === 0;
}
function reapChild(pid) {
	return openLibc()?.waitpid(pid, null, noHang) ?? -1;
}
function endProcess(code) {
	openLibc()?.exitGroup(code);
}
function callPrctl(what, value) {
	return openLibc()?.prctl(what, value, 0, 0, 0) === 0;
}
function openLibc() {
	if (libc !== void 0) return libc;
	libc = process.platform === "linux" ? loadLibc() : null;
	return libc;
}
function loadLibc() {
	try {
		const library = loadKoffi().load("libc.so.6");
		return {
			prctl: library.func("int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)"),
			fcntl: library.func("int fcntl(int descriptor, int command, ...)"),
			waitpid: library.func("int waitpid(int pid, void *status, int options)"),
			exitGroup: library.func("_exit", "void", ["int"]),
			fallocate: library.func("int fallocate(int descriptor, int mode, int64 offset, int64 length)")
		};
	} catch {
		return null;
	}
}

// src/record/limits.ts
const limits = {
	trials: 2e4,
	samples: 1e5,
	cases: 2e3,
	argv: 1500,
	few: 1024,
	metrics: 5e3
};
const readingLimits = {
	readings: 2e3,
	samples: 5e3,
	facts: 50,
	problems: 50,
	text: 1e3,
	name: 2e3,
	unit: 200,
	names: 5e5
};
const [maxRestoredNames, maxRestoredName] = [20, 500];
const [maxTracedFiles, maxTracedLine] = [20, 200];
const [mostCurves, mostPoints, mostAttempts] = [
	64,
	400,
	100
];
const [keptExamples, maxColumns] = [5, 32];
const containerKinds = [
	"docker",
	"podman",
	"kubernetes",
	"none"
];
const clocksEventReasons = [
	"gpu-idle",
	"applications-clocks-setting",
	"sw-power-cap",
	"hw-slowdown",
	"sync-boost",
	"sw-thermal-slowdown",
	"hw-thermal-slowdown",
	"hw-power-brake-slowdown",
	"display-clock-setting",
	"unknown"
];
const highest = {
	percent: 100,
	bytes: 2 ** 44,
	watts: 5e3,
	mhz: 1e4,
	celsius: 150,
	bytesPerSecond: 0x9184e72a000,
	share: 1
};

// src/domain/telemetry/gpu.ts
const vitals = [
	"utilizationPercent",
	"memoryUsedBytes",
	"powerWatts",
	"smClockMhz",
	"temperatureCelsius"
];
function isSeen(values) {
	return vitals.some((name) => values[name] !== null);
}
function decodeClocksEvents(low, high) {
	const firstUnknown = clocksEventReasons.indexOf("unknown");
	const isUnknown = high !== 0 || low >>> firstUnknown !== 0;
	return clocksEventReasons.filter((reason, bit) => reason === "unknown" ? isUnknown : (low & 1 << bit) !== 0);
}

// src/domain/core/statistics.ts
const normalPerMad = 1.4826;
function summarize(samples) {
	if (samples.length === 0) throw new RangeError("summarize needs at least one sample");
	const mean = computeMean(samples);
	return {
		count: samples.length,
		median: computeMedian(samples),
		mean,
		standardDeviation: computeStandardDeviation(samples, mean),
		min: Math.min(...samples),
		max: Math.max(...samples)
	};
}
function computeMedian(samples) {
	return computeQuantile(samples.toSorted((a, b) => a - b), .5);
}
function computeQuantile(sorted, share) {
	const position = (sorted.length - 1) * share;
	const below = sorted[Math.floor(position)];
	const above = sorted[Math.ceil(position)];
	if (below === void 0 || above === void 0) throw new RangeError("quantile needs at least one sample");
	return below + (above - below) * (position - Math.floor(position));
}
function computeMean(samples) {
	return sumValues(samples) / samples.length;
}
function computeStandardDeviation(samples, mean = computeMean(samples)) {
	if (samples.length < 2) return null;
	return Math.sqrt(samples.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (samples.length - 1));
}
function sumValues(values) {
	return values.reduce((sum, value) => sum + value, 0);
}

// src/io/process/start-thread.ts
const running = /* @__PURE__ */ new Set();
function startThread(url, name, workerData) {
	const worker = new Worker(url, {
		workerData,
		execArgv: [],
		name,
		resourceLimits: {
			maxYoungGenerationSizeMb: 4,
			maxOldGenerationSizeMb: 256
		}
	});
	if (!isMainThread) return worker;
	running.add(worker);
	worker.once("exit", () => running.delete(worker));
	process.off("exit", endDespiteThreads);
	process.on("exit", endDespiteThreads);
	return worker;
}
function awaitMessage(worker, limitMs) {
	const { promise, resolve } = Promise.withResolvers();
	const stopWaiting = () => resolve(null);
	const timer = setTimeout(stopWaiting, limitMs);
	const stop = getStopSignal();
	stop?.addEventListener("abort", stopWaiting);
	worker.once("message", resolve);
	worker.once("exit", stopWaiting);
	return promise.finally(() => {
		clearTimeout(timer);
		stop?.removeEventListener("abort", stopWaiting);
	});
}
function leaveThread(worker) {
	worker.terminate();
	worker.unref();
}
function endDespiteThreads(code) {
	if (running.size > 0) endProcess(Number(process.exitCode ?? code));
}

export { EnvironmentError, NoDeviceError, OutageError, RevisionError, SupersededError, UnansweredError, UnrecordableError, UserError, adoptOrphans, awaitMessage, cancelOnSignals, clocksEventReasons, computeMean, computeMedian, computeQuantile, containerKinds, createCancellation, decodeClocksEvents, findCause, freeFileRange, getStopSignal, hideProcess, highest, isOfMachine, isSeen, isStopSignal, keepInheritedFiles, keptExamples, leaveThread, limits, loadKoffi, machineHint, maxColumns, maxRestoredName, maxRestoredNames, maxTracedFiles, maxTracedLine, mostAttempts, mostCurves, mostPoints, normalPerMad, readingLimits, reapChild, runUntilStopped, startThread, sumValues, summarize };