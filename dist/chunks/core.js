import { createRequire } from "node:module";

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

// src/io/process/load-koffi.ts
function loadKoffi() {
	return createRequire(import.meta.url)("koffi");
}

// src/domain/telemetry/gpu.ts
const clocksEventReasons = [
	"gpu-idle",
	"applications-clocks-setting",
	"sw-power-cap",
	"hw-slowdown",
	"sync-boost",
	"sw-thermal-slowdown",
	"hw-thermal-slowdown",
	"hw-power-brake-slowdown",
	"display-clock-setting"
];

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

export { findCause as _, sumValues as a, loadKoffi as c, OutageError as d, RevisionError as f, UserError as g, UnrecordableError as h, normalPerMad as i, EnvironmentError as l, UnansweredError as m, computeMedian as n, summarize as o, SupersededError as p, computeQuantile as r, clocksEventReasons as s, computeMean as t, NoDeviceError as u, isOfMachine as v, machineHint as y };