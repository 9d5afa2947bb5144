import { createRequire } from "node:module";
import { Worker, isMainThread } from "node:worker_threads";
import { dirname, isAbsolute, normalize, sep } from "node:path";
import { performance as performance$1 } from "node:perf_hooks";
import { hostname } from "node:os";
import { closeSync, constants as constants$1, fstatSync, openSync, readFileSync, readSync, readdirSync, readlinkSync } from "node:fs";
import { constants as constants$2, copyFile, link, lstat, mkdir, open, readFile, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { randomUUID } from "node:crypto";

// src/domain/core/statistics.ts
const normalPerMad = 1.4826;
function summarize(samples) {
	if (samples.length === 0) throw new RangeError("summarize needs at least one sample");
	const mean = computeMean(samples);
	return {
		count: samples.length,
		median: computeMedian(samples),
		mean,
		standardDeviation: samples.length < 2 ? null : Math.sqrt(sumValues(samples.map((value) => (value - mean) ** 2)) / (samples.length - 1)),
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
function sumValues(values) {
	return values.reduce((sum, value) => sum + value, 0);
}
function countBefore(sorted, bound, length = sorted.length) {
	let [low, high] = [0, length];
	while (low < high) {
		const middle = low + high >>> 1;
		if ((sorted[middle] ?? 0) < bound) low = middle + 1;
		else high = middle;
	}
	return low;
}
function takeComplete(values) {
	const known = values.filter((value) => value !== null && value !== void 0);
	return known.length > 0 && known.length === values.length ? known : null;
}
function computeCompleteSum(values) {
	const known = takeComplete(values);
	return known && sumValues(known);
}
function computeCompleteMean(values) {
	const known = takeComplete(values);
	return known && computeMean(known);
}
function computeCompleteMedian(values) {
	const known = takeComplete(values);
	return known && computeMedian(known);
}
function findRange(values) {
	const known = values.filter((value) => typeof value === "number");
	return known.length > 0 ? [Math.min(...known), Math.max(...known)] : null;
}
function sampleEvenly(items, most) {
	if (items.length <= most) return items;
	const step = (items.length - 1) / (most - 1);
	return Array.from({ length: most }, (_, index) => items[Math.round(index * step)]);
}

// src/domain/core/metric.ts
function collectSamples(metric, trials, read, isPossible = () => true) {
	const samples = takeComplete(trials.map(read));
	return samples?.every((value) => Number.isFinite(value) && isPossible(value)) ? [{
		metric,
		samples
	}] : [];
}
const durationUnits = [
	"ns",
	"us",
	"µs",
	"μs",
	"ms",
	"s",
	"min",
	"h"
];
const countUnits = [
	"1",
	"count",
	"rows",
	"sequences",
	"files"
];
const shareUnits$1 = ["%", "share"];
function inferMetricKind({ kind, unit }) {
	if (kind) return kind;
	if (durationUnits.includes(unit)) return "duration";
	if (Object.hasOwn(memoryUnits, unit)) return "memory";
	if (shareUnits$1.includes(unit)) return "share";
	if (countUnits.includes(unit)) return "count";
	return /.\/(?:ns|us|µs|μs|ms|s|min|h)$/.test(unit) ? "rate" : null;
}
function isTimed(metric) {
	return ["duration", "rate"].includes(inferMetricKind(metric) ?? "");
}
const wallTime = {
	name: "wall_time",
	unit: "s",
	betterWhen: "lower"
};
const throughput = {
	name: "throughput",
	unit: "rows/s",
	betterWhen: "higher"
};
const cpuTime = {
	name: "cpu_time",
	unit: "s",
	betterWhen: "lower"
};
const gpuBusyTime = {
	name: "gpu_busy_time",
	unit: "s",
	betterWhen: "lower"
};
const gpuInUseTime = {
	name: "gpu_in_use_time",
	unit: "s",
	betterWhen: "lower"
};
const startUpTime = {
	name: "start_up_time",
	unit: "s",
	betterWhen: "lower"
};
function isHostPart(metricName) {
	return metricName === gpuInUseTime.name || metricName === startUpTime.name;
}
const polledBusyTime = {
	name: "gpu_busy_time_polled",
	unit: "s",
	betterWhen: "lower"
};
const gpuKernelTime = {
	name: "gpu_kernel_time",
	unit: "s",
	betterWhen: "lower"
};
const gpuLaunches = {
	name: "gpu_launches",
	unit: "count",
	betterWhen: "lower"
};
const gpuCopiedBytes = {
	name: "gpu_copied_bytes",
	unit: "B",
	betterWhen: "lower",
	kind: "count"
};
const gpuAllocatedPeak = {
	name: "gpu_memory_allocated_peak",
	unit: "B",
	betterWhen: "lower"
};
function isBusyTime(metricName) {
	return [
		gpuBusyTime,
		polledBusyTime,
		gpuKernelTime
	].some(({ name }) => name === metricName);
}
const gpuBusyPrefix = `${gpuBusyTime.name}:gpu=`;
const stageBusyPrefix = `${gpuBusyTime.name}:stage=`;
function createGpuBusyMetric(gpu) {
	return {
		...gpuBusyTime,
		name: `${gpuBusyPrefix}${gpu}`
	};
}
function parseBusyGpu(metricName) {
	return metricName.startsWith(gpuBusyPrefix) ? metricName.slice(gpuBusyPrefix.length) : null;
}
function createStageBusyMetric(stage) {
	return {
		...gpuBusyTime,
		name: `${stageBusyPrefix}${stage}`
	};
}
function parseBusyStage(metricName) {
	return metricName.startsWith(stageBusyPrefix) ? metricName.slice(stageBusyPrefix.length) : null;
}
const gpuDramTime = {
	name: "gpu_dram_time",
	unit: "s",
	betterWhen: "lower"
};
const gpuGraphicsTime = {
	name: "gpu_graphics_time",
	unit: "s",
	betterWhen: "lower"
};
const gpuEnergy = {
	name: "gpu_energy",
	unit: "J",
	betterWhen: "lower"
};
const gpuEnergyAboveIdle = {
	name: "gpu_energy_above_idle",
	unit: "J",
	betterWhen: "lower"
};
function isGpuCounter(metricName) {
	return metricName.startsWith("gpu_") && !isHostPart(metricName);
}
function isQuietCounter(metricName) {
	return metricName === gpuBusyTime.name || metricName === gpuDramTime.name;
}
const gpuUtilization = {
	name: "gpu_utilization",
	unit: "%",
	betterWhen: "higher"
};
function isContextMetric(metricName) {
	return metricName === gpuUtilization.name || metricName === gpuInUseTime.name;
}
const stagePrefix = "stage:";
function createStageMetric(stage) {
	return {
		name: `${stagePrefix}${stage}`,
		unit: "s",
		betterWhen: "lower"
	};
}
function parseStageName(metricName) {
	return metricName.startsWith(stagePrefix) ? metricName.slice(6) : null;
}
const memoryUnits = {
	B: 1,
	kB: 1e3,
	KB: 1e3,
	MB: 1e6,
	GB: 1e9,
	TB: 0xe8d4a51000,
	KiB: 1024,
	MiB: 2 ** 20,
	GiB: 2 ** 30,
	TiB: 2 ** 40
};
const labels = {
	wall_time: "wall time",
	cpu_time: "CPU time",
	gpu_busy_time: "GPU busy time",
	gpu_busy_time_polled: "GPU busy time (polled)",
	gpu_in_use_time: "GPU time in use",
	start_up_time: "start-up time",
	gpu_kernel_time: "GPU kernel time",
	gpu_launches: "GPU kernel launches",
	gpu_copied_bytes: "bytes copied to, from, on and between GPUs",
	gpu_memory_allocated_peak: "peak of allocated GPU memory",
	gpu_dram_time: "GPU memory activity",
	gpu_graphics_time: "GPU engine activity",
	gpu_energy: "GPU energy",
	gpu_energy_above_idle: "GPU energy above idle",
	gpu_utilization: "GPU utilization",
	gpu_memory_peak: "peak GPU memory",
	gpu_memory_used_peak: "peak GPU memory in use",
	gpu_memory_peak_share: "share of the GPU memory in use",
	lowest_gpu_utilization: "lowest GPU utilization",
	total_hours: "run time",
	projected_hours: "projected run time",
	sequences_per_hour: "throughput",
	projected_sequences_per_hour: "projected throughput",
	sequences_per_second: "sequence rate",
	tokens_per_second: "token rate",
	inference_rate: "inference rate",
	seconds_per_sequence: "time per sequence",
	fixed_cost: "start-up time",
	speedup: "speed-up",
	efficiency: "scaling efficiency",
	ceiling: "largest possible speed-up",
	stage_speedup: "speed-up of the stage",
	stage_efficiency: "scaling efficiency of the stage",
	stage_rate: "rate of the stage",
	stage_total: "time in all stages",
	packing_efficiency: "packing",
	packing_printed: "printed packing",
	packing_lowest: "packing of the worst batch",
	badly_packed_batches: "batches packed below 80 %",
	padding_efficiency: "share of tokens without padding",
	starved_share: "share of starved batches",
	loader_wait_mean: "mean wait for data",
	loader_wait_p95: "95th percentile of the waits for data",
	loader_wait_max: "longest wait for data",
	utilization_warnings: "utilization warnings per check",
	telemetry_captured: "available share of the throughput figures",
	label_agreement: "share of equal labels",
	score_agreement: "share of equal scores",
	unmatched_rows: "rows without a partner",
	same_answer: "equal results",
	gpu_stage_utilization: "GPU utilization of the stage",
	stage_utilization: "GPU utilization of the stage",
	oom_crashes: "crashes out of memory",
	oom_handled: "runs that recovered from exhausted memory",
	label_agreement_elsewhere: "share of equal labels on other data",
	score_agreement_elsewhere: "share of equal scores on other data",
	best_objective: "best value",
	against_best: "difference from the best setting",
	memory_slope: "memory growth per repeat",
	stage_sm_activity: "SM activity of the stage",
	stage_memory_peak: "peak memory of the stage",
	usl_contention: "contention",
	usl_coherency: "coherency",
	usl_peak: "GPU count of the largest speed-up",
	usl_peak_speedup: "largest speed-up",
	gpu_samples_logged: "share of the runs with GPU samples",
	pace_held: "pace at the end, relative to the start,"
};
const sharePrefix = "share:";
function formatMetricLabel(name) {
	const stage = parseStageName(name);
	if (stage !== null) return `stage ${stage}`;
	if (name.startsWith(sharePrefix)) return `share of stage ${name.slice(6)}`;
	const [gpu, busyStage] = [parseBusyGpu(name), parseBusyStage(name)];
	if (gpu !== null) return `GPU busy time of GPU ${gpu}`;
	if (busyStage !== null) return `GPU busy time in stage ${busyStage}`;
	return Object.hasOwn(labels, name) ? labels[name] ?? name : name;
}

// src/domain/core/numbers.ts
const timeUnits = {
	ns: 1e-9,
	us: 1e-6,
	µs: 1e-6,
	ms: .001,
	s: 1,
	min: 60,
	h: 3600
};
const byteUnits = ["B", "bytes"];
const byteRateUnit = "B/s";
const shareUnits = ["share", "fraction"];
const ratioUnits = [
	"×",
	"x",
	"ratio"
];
const usualDigits = 3;
const allDigits = 17;
const uncertaintyDigits = 2;
const maxDecimals = 5;
function formatValue(value, unit) {
	return value === null ? "–" : formatScaled(value, chooseScale(value, unit), usualDigits);
}
function formatPair(one, other, unit) {
	const scale = chooseScale(Math.max(Math.abs(one), Math.abs(other)), unit);
	const decimals = computeDecimals([one * scale.factor, other * scale.factor]);
	if (decimals === null) return [formatScaled(one, scale, usualDigits), formatScaled(other, scale, usualDigits)];
	const format = (value) => `${formatFixed(value * scale.factor || 0, decimals)}${scale.label}`;
	return [format(one), format(other)];
}
function formatUncertain(value, uncertainty, unit) {
	const scale = chooseScale(Math.max(Math.abs(value), uncertainty), unit);
	const decimals = Math.max(0, 1 - Math.floor(Math.log10(uncertainty * scale.factor)));
	if (!(decimals <= maxDecimals)) return [formatScaled(value, scale, usualDigits), formatScaled(uncertainty, scale, uncertaintyDigits)];
	const format = (one) => `${formatFixed(one * scale.factor || 0, decimals)}${scale.label}`;
	return [format(value), format(uncertainty)];
}
function formatTransition(before, after, unit) {
	const [one, other] = formatPair(before, after, unit);
	const label = /[^\d.]+$/.exec(other)?.[0] ?? "";
	return `${label !== "" && one.endsWith(label) ? one.slice(0, -label.length) : one} → ${other}`;
}
function computeDecimals(values) {
	const largest = Math.max(...values.map(Math.abs));
	if (!Number.isFinite(largest) || largest >= 0x38d7ea4c68000) return null;
	const integerDigits = largest < 1 ? 1 : Math.floor(Math.log10(largest)) + 1;
	const most = Math.max(0, usualDigits - integerDigits);
	const texts = values.map((value) => value.toFixed(most));
	if (values.some((value, index) => value !== 0 && Number(texts[index]) === 0)) return null;
	const endings = texts.map((text) => (/0*$/.exec(text.split(".")[1] ?? "")?.[0] ?? "").length);
	return Math.max(0, most - Math.min(...endings));
}
function formatAgainstLimit(actual, limit, unit) {
	if (Math.abs(actual) * 100 < Math.abs(limit) || Math.abs(limit) * 100 < Math.abs(actual)) return [formatValue(actual, unit), formatValue(limit, unit)];
	const scale = chooseScale(limit, unit);
	for (let digits = usualDigits; digits <= allDigits; digits += 1) {
		const texts = [formatScaled(actual, scale, digits), formatScaled(limit, scale, digits)];
		if (actual === limit || texts[0] !== texts[1]) return texts;
	}
	return [`${actual} ${unit}`.trim(), `${limit} ${unit}`.trim()];
}
function formatEffect(effect, unit = "") {
	if (effect === null) return "–";
	if (!Number.isFinite(effect)) return String(effect);
	const percent = effect * 100;
	const text = formatFixed(Math.abs(percent), Math.abs(percent) >= 100 ? 0 : Math.abs(percent) >= .1 ? 1 : 2);
	return `${/[1-9]/.test(text) ? percent < 0 ? "-" : "+" : ""}${text} ${inferMetricKind({ unit }) === "share" ? "points" : "%"}`;
}
function formatFactor(effect, unit = "") {
	if (effect === null || !Number.isFinite(effect) || effect < 1 || inferMetricKind({ unit }) === "share") return null;
	return `${formatSignificant(effect + 1, 2, 1)}×`;
}
function formatInterval(interval, unit = "") {
	return interval === null ? "–" : `${formatEffect(interval[0], unit)} to ${formatEffect(interval[1], unit)}`;
}
function chooseChartScale(values, unit) {
	const { factor, label } = chooseScale(values.filter(Number.isFinite).reduce((most, value) => Math.max(most, Math.abs(value)), 0), unit);
	return {
		factor,
		unit: label.trim()
	};
}
function formatCount(count) {
	return formatFixed(count, 0);
}
function formatCounted(count, noun) {
	return `${formatCount(count)} ${noun}${count === 1 ? "" : /(?:s|x|ch|sh)$/u.test(noun) ? "es" : "s"}`;
}
function formatShare(share) {
	return `${roundToTwoDigits(share * 100)} %`;
}
function formatPercent(share, decimals = 1) {
	return `${(share * 100).toFixed(decimals)} %`;
}
function roundToTwoDigits(value) {
	return Number(value.toPrecision(2));
}
function chooseScale(value, unit) {
	const seconds = Object.hasOwn(timeUnits, unit) ? timeUnits[unit] : void 0;
	if (seconds !== void 0) return chooseTimeScale(Math.abs(value) * seconds, seconds);
	if (byteUnits.includes(unit)) return chooseByteScale(Math.abs(value));
	if (unit === byteRateUnit) return chooseByteRateScale(Math.abs(value));
	if (shareUnits.includes(unit)) return {
		factor: 100,
		label: " %"
	};
	if (ratioUnits.includes(unit)) return {
		factor: 1,
		label: "×"
	};
	return {
		factor: 1,
		label: unit === "" || unit === "1" ? "" : ` ${unit}`
	};
}
function chooseTimeScale(seconds, ownSeconds) {
	if (seconds >= 7200) return {
		factor: ownSeconds / 3600,
		label: " h"
	};
	if (seconds >= 120) return {
		factor: ownSeconds / 60,
		label: " min"
	};
	if (seconds >= 1 || seconds === 0) return {
		factor: ownSeconds,
		label: " s"
	};
	if (seconds >= .001) return {
		factor: ownSeconds * 1e3,
		label: " ms"
	};
	return seconds >= 1e-6 ? {
		factor: ownSeconds * 1e6,
		label: " µs"
	} : {
		factor: ownSeconds * 1e9,
		label: " ns"
	};
}
function chooseByteScale(bytes) {
	const labels = [
		" B",
		" KiB",
		" MiB",
		" GiB",
		" TiB"
	];
	const power = Math.min(labels.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)));
	return {
		factor: 1 / 1024 ** power,
		label: labels[power] ?? " B"
	};
}
function chooseByteRateScale(rate) {
	const labels = [
		" B/s",
		" kB/s",
		" MB/s",
		" GB/s",
		" TB/s"
	];
	const power = Math.min(labels.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(rate, 1)) / 3)));
	return {
		factor: 1 / 1e3 ** power,
		label: labels[power] ?? " B/s"
	};
}
function formatScaled(value, { factor, label }, digits, leastDigits = 1) {
	if (!Number.isFinite(value)) return String(value);
	return `${formatSignificant(value * factor, digits, leastDigits)}${label}`;
}
function formatSignificant(value, digits, leastDigits) {
	const size = Math.abs(value);
	if (size >= 0x38d7ea4c68000 || size > 0 && size < 1e-6) return String(Number(value.toPrecision(digits)));
	const integerDigits = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1;
	const most = Math.min(21, Math.max(digits, integerDigits));
	const style = {
		minimumSignificantDigits: leastDigits,
		maximumSignificantDigits: most
	};
	return getFormatter(`significant ${leastDigits} ${most}`, style).format(value === 0 ? 0 : value);
}
function formatFixed(value, digits) {
	const style = {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits
	};
	return getFormatter(`fixed ${digits}`, style).format(value);
}
const formatters = /* @__PURE__ */ new Map();
function getFormatter(key, style) {
	const known = formatters.get(key);
	if (known) return known;
	const created = new Intl.NumberFormat("en-US", style);
	formatters.set(key, created);
	return created;
}
function preventBreaks(cell) {
	return cell.replaceAll(/(?<=\d) (?!→|to |\()|(?<=^(?:[<≤≥>=]|&lt;|&gt;)) (?=[\d.])/g, "\xA0");
}

// src/record/limits.ts
const limits = {
	trials: 2e4,
	samples: 1e5,
	cases: 2e3,
	argv: 1500,
	few: 1024,
	metrics: 25e3
};
const [mostKernels, mostKernelText] = [5e3, 1e6];
const [mostTableKernels, mostTableText] = [2e3, 4e5];
const readingLimits = {
	readings: 2e4,
	samples: 5e3,
	facts: 50,
	problems: 50,
	text: 1e3,
	name: 4096,
	unit: 200,
	names: 4e6
};
const [maxRestoredNames, maxRestoredName] = [20, 500];
const [maxTracedFiles, maxTracedLine, maxTracedForms] = [
	20,
	200,
	20
];
const [maxReportedErrors, maxReportedError] = [20, 200];
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
const observedQuantities = [
	"utilizationPercent",
	"memoryUsedBytes",
	"ownMemoryBytes",
	"powerWatts",
	"smClockMhz",
	"memoryClockMhz",
	"temperatureCelsius",
	"pcieReceiveBytesPerSecond",
	"pcieSendBytesPerSecond",
	"nvlinkReceiveBytesPerSecond",
	"nvlinkSendBytesPerSecond",
	"smUtilization",
	"smOccupancy",
	"tensorActivity",
	"dramBandwidthUtilization",
	"clocksEventReasons",
	"processes"
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
const machinePrograms = /(?:^|\/)nvidia-cuda-mps-(?:server|control)$/;
function dropMachinePrograms(processes) {
	return processes.filter(({ name }) => name === null || !machinePrograms.test(name));
}
function decodeClocksEvents(low, high) {
	const firstUnknown = clocksEventReasons.indexOf("unknown");
	const isUnknown = high !== 0 || low >>> firstUnknown !== 0;
	return clocksEventReasons.filter((reason, bit) => reason === "unknown" ? isUnknown : (low & 1 << bit) !== 0);
}
function createUnavailableReading(gpu, timeMs) {
	return {
		gpu,
		timeMs,
		utilizationPercent: null,
		memoryUsedBytes: null,
		memoryTotalBytes: null,
		powerWatts: null,
		smClockMhz: null,
		memoryClockMhz: null,
		temperatureCelsius: null,
		clocksEventReasons: null,
		pcieReceiveBytesPerSecond: null,
		pcieSendBytesPerSecond: null,
		nvlinkReceiveBytesPerSecond: null,
		nvlinkSendBytesPerSecond: null,
		smUtilization: null,
		smOccupancy: null,
		tensorActivity: null,
		dramBandwidthUtilization: null,
		eccErrors: null,
		retiredPages: null,
		processes: null
	};
}
const unknownSettings = {
	powerLimitWatts: null,
	isPersistent: null,
	isEccOn: null,
	isMigOn: null,
	maxSmClockMhz: null,
	lockedSmClockMhz: null
};

// src/domain/core/errors.ts
var ExplainedError = class extends Error {
	hint;
	constructor(message, hint, options) {
		super(message, options);
		this.hint = hint;
	}
};
var UserError = class extends ExplainedError {
	name = "UserError";
};
var EnvironmentError = class extends ExplainedError {
	name = "EnvironmentError";
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
	const isExpected = error instanceof ExplainedError && !(error instanceof UnansweredError);
	return signal.aborted && !isExpected ? signal.reason : error;
}
function hasErrorCode(error, ...codes) {
	return error instanceof Error && "code" in error && codes.includes(String(error.code));
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
	return hasErrorCode(error, ...machineCodes);
}
function handleUserError(answer) {
	return (error) => {
		if (error instanceof UserError) return answer(error);
		throw error;
	};
}
function attempt(work) {
	try {
		return work();
	} catch {
		return null;
	}
}
const shownCharacters = 80;
function formatShortJson(value) {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
function formatNames(names, most = 5) {
	const more = names.length > most ? ` and ${names.length - most} more` : "";
	return `${names.slice(0, most).join(", ")}${more}`;
}

// src/io/files/regular-file.ts
const chunkBytes = 1 << 17;
const maxReadMs = 6e5;
const minBytesPerMs = 14e3;
const readOnly = constants$1.O_RDONLY | constants$1.O_NONBLOCK;
async function openRegular(path, isLinkAllowed) {
	return await ensureRegular(path, await open(path, isLinkAllowed ? readOnly : readOnly | constants$1.O_NOFOLLOW));
}
async function openBelow(folder, name) {
	const parts = normalize(name).split(sep);
	if (isAbsolute(name) || parts.includes("..")) throw new UserError(`${name} lies outside ${folder}`, "Give a path inside that directory.");
	const path = `${folder}${sep}${parts.join(sep)}`;
	const file = parts.pop() ?? "";
	let directory = await open(folder, constants$1.O_RDONLY | constants$1.O_DIRECTORY);
	try {
		for (const part of parts) {
			const next = await openWithoutLink(directory, part, constants$1.O_RDONLY | constants$1.O_DIRECTORY, path);
			await directory.close();
			directory = next;
		}
		return await ensureRegular(path, await openWithoutLink(directory, file, readOnly, path));
	} finally {
		await directory.close();
	}
}
const reachOnly = 2097152;
async function openWithin(path, roots) {
	const reached = await open(path, reachOnly);
	try {
		const handle = `/proc/self/fd/${reached.fd}`;
		if (!isBelow(await readlink(handle), await resolveRoots(roots))) throw createOutsideError(path);
		if (!(await reached.stat()).isFile()) throw createNotFileError(path);
		return await open(handle, readOnly);
	} finally {
		await reached.close();
	}
}
async function resolveRoots(roots) {
	return (await Promise.all(roots.map((root) => realpath(root).catch(() => [])))).flat();
}
function isBelow(path, roots) {
	return roots.some((root) => path === root || path.startsWith(root === sep ? root : `${root}${sep}`));
}
function createOutsideError(path) {
	return new UserError(`${path} points outside the directories of its trial`, "Write a regular file there, or link to a file that the same trial wrote.");
}
async function openWithoutLink(directory, name, flags, path) {
	const place = `/proc/self/fd/${directory.fd}/${name}`;
	return await open(place, flags | constants$1.O_NOFOLLOW).catch(async (error) => {
		const code = error instanceof Error && "code" in error ? error.code : null;
		if (code === "ELOOP" || code === "ENOTDIR" && (await lstat(place).catch(() => null))?.isSymbolicLink()) throw new UserError(`${path} is a symbolic link, or a parent directory is one`, "Replace the link with the file; warpgauge writes no links.", { cause: error });
		throw error;
	});
}
function readText(path) {
	return attempt(() => readFileSync(path, "utf8"));
}
function readOwnFile(path) {
	const file = attempt(() => openSync(path, readOnly | constants$1.O_NOFOLLOW));
	if (file === null) return null;
	const content = attempt(() => fstatSync(file).isFile() ? readFileSync(file) : null);
	closeSync(file);
	return content;
}
async function ensureRegular(path, file) {
	if ((await file.stat().catch(() => null))?.isFile()) return file;
	await file.close();
	throw createNotFileError(path);
}
function createNotFileError(path) {
	return new UserError(`${path} is not a file`, "Give the path of a regular file.");
}
async function* readChunks(file, path, bounds) {
	const { size, blocks } = await file.stat();
	if (size > bounds.maxBytes) throw createTooLargeError(path, size, blocks * 512, bounds.maxBytes);
	const buffer = Buffer.allocUnsafe(chunkBytes);
	const started = performance.now();
	const limitMs = Math.max(maxReadMs, size / minBytesPerMs);
	for (let done = 0;;) {
		bounds.signal?.throwIfAborted();
		if (performance.now() - started > limitMs) throw new EnvironmentError(`${path} was not read within ${Math.round(limitMs / 1e3)} s: ${done} of ${size} bytes came`, "Use a faster file system, or write a smaller file.");
		const { bytesRead } = await file.read(buffer, 0, chunkBytes, null);
		if (bytesRead === 0) return;
		done += bytesRead;
		if (done > bounds.maxBytes) throw createTooLargeError(path, done, done, bounds.maxBytes);
		yield buffer.subarray(0, bytesRead);
	}
}
async function* readNamed(path, bounds, roots = null, isLinkAllowed = true) {
	const file = await (roots ? openWithin(path, roots) : openRegular(path, isLinkAllowed)).catch((error) => {
		throw explainRead(path, error);
	});
	try {
		yield* readChunks(file, path, bounds);
	} finally {
		await file.close();
	}
}
function explainRead(path, error) {
	if (!(error instanceof Error) || !("code" in error) || error instanceof UserError) return error;
	const message = `cannot read ${path}: ${error.message}`;
	if (isOfMachine(error)) return new EnvironmentError(message, machineHint, { cause: error });
	return new UserError(message, "Check that the file exists and that this user can read it.", { cause: error });
}
function createTooLargeError(path, size, allocated, maxBytes) {
	const holes = allocated < size / 2 ? `, of which ${allocated} are on the disk (the rest are holes)` : "";
	return new UserError(`${path} has ${size} bytes${holes}; at most ${maxBytes} are read`, "Check that this is the intended file, or write a smaller one.");
}

// src/io/process/proc-files.ts
const ticksPerSecond = 100;
const statLine = Buffer.alloc(4096);
function readProcessStat(pid) {
	const descriptor = attempt(() => openSync(`/proc/${pid}/stat`, "r"));
	if (descriptor === null) return null;
	const text = attempt(() => statLine.toString("latin1", 0, readSync(descriptor, statLine)));
	closeSync(descriptor);
	if (text === null) return null;
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	const number = (index) => Number(fields[index]);
	const [state, startTicks] = [fields[0], fields[19]];
	if (!state || !startTicks) return null;
	return {
		pid,
		state,
		parent: number(1),
		group: number(2),
		session: number(3),
		startTicks,
		user: number(11) / 100,
		system: number(12) / 100,
		childUser: number(13) / 100,
		childSystem: number(14) / 100,
		childMajorPageFaults: number(10),
		residentPages: number(21)
	};
}
function readProcessIo(pid) {
	const text = readText(`/proc/${pid}/io`);
	if (text === null) return null;
	const [readBytes, writtenBytes] = [parseAmount(text, "read_bytes"), parseAmount(text, "write_bytes")];
	return readBytes === null || writtenBytes === null ? null : {
		readBytes,
		writtenBytes
	};
}
function readEnvironmentEntry(pid, name) {
	return (readText(`/proc/${pid}/environ`)?.split("\0") ?? []).find((entry) => entry.startsWith(`${name}=`)) ?? null;
}
function countProcessors() {
	const count = readText("/proc/stat")?.match(/^cpu\d+ /gm)?.length ?? 0;
	return count === 0 ? null : count;
}
function readHostTicks() {
	const fields = readText("/proc/stat")?.split("\n")[0]?.trim().split(/\s+/).slice(1, 9).map(Number);
	if (!fields || fields.length < 5) return null;
	const all = fields.reduce((total, ticks) => total + ticks, 0);
	const getField = (index) => fields[index] ?? 0;
	return {
		all,
		busy: all - getField(3) - getField(4) - getField(7),
		ioWait: getField(4),
		stolen: getField(7)
	};
}
function readStallSeconds(resource) {
	const microseconds = /^some .*total=(\d+)/m.exec(readText(`/proc/pressure/${resource}`) ?? "")?.[1];
	return microseconds === void 0 ? null : Number(microseconds) / 1e6;
}
function readOutOfMemoryKills(read = readText) {
	const groups = read("/proc/self/cgroup") ?? "";
	const unified = /^0::(\/.*)$/m.exec(groups)?.[1] ?? "/";
	const memory = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(\/.*)$/m.exec(groups)?.[1] ?? "/";
	const files = [...[unified, "/"].map((path) => `/sys/fs/cgroup${path}/memory.events`), ...[memory, "/"].map((path) => `/sys/fs/cgroup/memory${path}/memory.oom_control`)];
	for (const file of files) {
		const count = /^oom_kill (\d+)$/m.exec(read(file) ?? "")?.[1];
		if (count !== void 0) return Number(count);
	}
	return null;
}
function readPageCacheBytes() {
	const kibibytes = parseAmount(readText("/proc/meminfo") ?? "", "Cached");
	return kibibytes === null ? null : kibibytes * 1024;
}
function readPageBytes() {
	const kibibytes = parseAmount(readText("/proc/self/status") ?? "", "VmRSS");
	const pages = Number(readText("/proc/self/statm")?.split(" ")[1]);
	return kibibytes !== null && pages > 0 ? 2 ** Math.round(Math.log2(kibibytes * 1024 / pages)) : 4096;
}
function parseAmount(text, name) {
	const found = new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(text);
	return found ? Number(found[1]) : null;
}
const ownTools = /* @__PURE__ */ new Set();
const markerName = "WARPGAUGE_TRIAL_ID";
const watchedName = "WARPGAUGE_WATCHED_TRIAL";
var ProcessFamily = class {
	root;
	#marker;
	#ownSession = readProcessStat(process.pid)?.session;
	#ever = /* @__PURE__ */ new Map();
	#members = /* @__PURE__ */ new Map();
	#strangers = /* @__PURE__ */ new Set();
	constructor(root) {
		this.root = root;
		const watched = readEnvironmentEntry(root.pid, watchedName);
		this.#marker = watched?.replace(watchedName, markerName) ?? readEnvironmentEntry(root.pid, markerName);
	}
	update() {
		const before = this.#members;
		const present = (attempt(() => readdirSync("/proc")) ?? []).filter((name) => /^\d/.test(name)).map(Number);
		const alive = /* @__PURE__ */ new Map();
		for (const [pid, last] of before) {
			const stat = readProcessStat(pid);
			if (stat?.startTicks === last.startTicks) alive.set(pid, stat);
		}
		this.#adopt(present, alive);
		this.#members = alive;
		for (const { pid, startTicks } of alive.values()) this.#ever.set(pid, startTicks);
		return {
			alive,
			exited: [...before.values()].filter(({ pid, startTicks }) => alive.get(pid)?.startTicks !== startTicks)
		};
	}
	has(pid) {
		const stat = readProcessStat(pid);
		if (!stat || this.#ever.get(pid) === stat.startTicks) return this.#ever.has(pid);
		this.#ever.delete(pid);
		if (!this.#isMember(stat, this.#members)) return false;
		this.#ever.set(pid, stat.startTicks);
		this.#strangers.delete(pid);
		return true;
	}
	#adopt(present, alive) {
		const strangers = new Set(present.filter((pid) => this.#strangers.has(pid)));
		let unknown = present.flatMap((pid) => alive.has(pid) || strangers.has(pid) ? [] : readProcessStat(pid) ?? []);
		for (let isGrowing = true; isGrowing;) {
			const found = unknown.filter((stat) => this.#isMember(stat, alive));
			for (const stat of found) alive.set(stat.pid, stat);
			unknown = unknown.filter((stat) => !found.includes(stat));
			isGrowing = found.length > 0;
		}
		for (const { pid } of unknown) strangers.add(pid);
		this.#strangers = strangers;
	}
	#isMember(stat, members) {
		const { pid, startTicks } = this.root;
		if (stat.pid === pid) return stat.startTicks === startTicks;
		if (members.has(stat.parent)) return true;
		if (stat.session === pid || stat.group === pid) return true;
		if (Number(stat.startTicks) > Number(startTicks) && !ownTools.has(stat.pid) && stat.parent === process.pid && stat.session !== this.#ownSession) return true;
		return this.#marker !== null && readEnvironmentEntry(stat.pid, markerName) === this.#marker;
	}
};
const nothing = {
	user: 0,
	system: 0
};
var ProcessTreeUsage = class {
	#family;
	#ownPid;
	#before = /* @__PURE__ */ new Map();
	#ownBefore;
	#ownIoBefore;
	#left = nothing;
	#io = /* @__PURE__ */ new Map();
	#isIoKnown = false;
	#leftIo = {
		readBytes: 0,
		writtenBytes: 0
	};
	constructor(family, ownPid) {
		this.#family = family;
		this.#ownPid = ownPid;
		this.#ownBefore = readProcessStat(ownPid);
		this.#ownIoBefore = readProcessIo(ownPid);
	}
	update() {
		const { alive, exited } = this.#family.update();
		const own = readProcessStat(this.#ownPid);
		const ownIo = readProcessIo(this.#ownPid);
		for (const ancestor of this.#groupByLivingAncestor(exited, alive)) this.#settleCpu(ancestor, alive, own);
		for (const { pid } of alive.values()) this.#recordIo(pid);
		for (const { pid } of exited) this.#settleIo(pid, alive, ownIo);
		this.#before = new Map(alive);
		this.#ownBefore = own;
		this.#ownIoBefore = ownIo;
		return this.#computeTotals([...alive.values()]);
	}
	#computeTotals(alive) {
		const cpu = sum(this.#left, ...alive.map(withChildren));
		const sumIo = (name) => this.#isIoKnown ? [...this.#io.values()].reduce((bytes, io) => bytes + io[name], this.#leftIo[name]) : null;
		return {
			...cpu,
			readBytes: sumIo("readBytes"),
			writtenBytes: sumIo("writtenBytes"),
			residentPages: alive.reduce((pages, { residentPages }) => pages + residentPages, 0)
		};
	}
	#groupByLivingAncestor(exited, alive) {
		const byAncestor = /* @__PURE__ */ new Map();
		for (const member of exited) {
			let parent = member.parent;
			for (let up = this.#before.get(parent); up && !alive.has(parent); up = this.#before.get(parent)) parent = up.parent;
			const ancestor = alive.has(parent) || parent === this.#ownPid ? parent : null;
			byAncestor.set(ancestor, [...byAncestor.get(ancestor) ?? [], member]);
		}
		return byAncestor;
	}
	#settleCpu([ancestor, exited], alive, own) {
		const lastSeen = sum(...exited.map(withChildren));
		if (ancestor !== null && ancestor === this.#ownPid) {
			const inherited = subtract$1(getChildTimes(own), getChildTimes(this.#ownBefore));
			this.#left = sum(this.#left, pickLarger(inherited, lastSeen));
			return;
		}
		const inherited = ancestor === null ? nothing : subtract$1(getChildTimes(alive.get(ancestor)), getChildTimes(this.#before.get(ancestor)));
		this.#left = sum(this.#left, pickLarger(subtract$1(lastSeen, inherited), nothing));
	}
	#recordIo(pid) {
		const io = readProcessIo(pid);
		if (io) this.#isIoKnown = true;
		const known = this.#io.get(pid);
		if (io && io.readBytes + io.writtenBytes >= (known ? known.readBytes + known.writtenBytes : 0)) this.#io.set(pid, io);
	}
	#settleIo(pid, alive, ownIo) {
		const lastSeen = this.#io.get(pid) ?? {
			readBytes: 0,
			writtenBytes: 0
		};
		this.#io.delete(pid);
		const parent = this.#before.get(pid)?.parent;
		if (parent !== void 0 && (alive.has(parent) || this.#before.has(parent))) return;
		const before = this.#ownIoBefore;
		const computeLeft = (name) => {
			const inherited = parent === this.#ownPid && ownIo && before ? ownIo[name] - before[name] : 0;
			return this.#leftIo[name] + Math.max(inherited, lastSeen[name]);
		};
		this.#leftIo = {
			readBytes: computeLeft("readBytes"),
			writtenBytes: computeLeft("writtenBytes")
		};
	}
};
function withChildren(stat) {
	return {
		user: stat.user + stat.childUser,
		system: stat.system + stat.childSystem
	};
}
function getChildTimes(stat) {
	return stat ? {
		user: stat.childUser,
		system: stat.childSystem
	} : nothing;
}
function sum(...parts) {
	return parts.reduce((all, part) => ({
		user: all.user + part.user,
		system: all.system + part.system
	}), nothing);
}
function subtract$1(a, b) {
	return {
		user: a.user - b.user,
		system: a.system - b.system
	};
}
function pickLarger(a, b) {
	return {
		user: Math.max(a.user, b.user),
		system: Math.max(a.system, b.system)
	};
}

// src/io/process/own-process.ts
const [setDumpable, setChildSubreaper] = [4, 36];
const noHang = 1;
const punchHole = 3;
const [setDescriptorFlags, closeOnExec] = [2, 1];
let libc = null;
let isReaper = false;
function hideProcess() {
	return openLibc()?.prctl(setDumpable, 0, 0, 0, 0) === 0;
}
function adoptOrphans() {
	isReaper ||= openLibc()?.prctl(setChildSubreaper, 1, 0, 0, 0) === 0;
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
function openLibc() {
	libc ??= attempt(() => {
		const library = loadKoffi().load("libc.so.6");
		return {
			prctl: library.func("int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)"),
			fcntl: library.func("int fcntl(int descriptor, int command, ...)"),
			waitpid: library.func("int waitpid(int pid, void *status, int options)"),
			exitGroup: library.func("_exit", "void", ["int"]),
			fallocate: library.func("int fallocate(int descriptor, int mode, int64 offset, int64 length)")
		};
	}) ?? "absent";
	return libc === "absent" ? null : libc;
}
function loadKoffi() {
	return createRequire(import.meta.url)("koffi");
}
const ofChildren = -1;
const rusage = {
	bytes: 144,
	user: 0,
	system: 16,
	majorPageFaults: 72,
	voluntary: 128,
	involuntary: 136
};
let reader = null;
let before = null;
function takeReapedUsage() {
	reader ??= loadLibcReader() ?? readOwnStat;
	const now = reader();
	const last = before;
	before = now;
	if (!now || !last) return null;
	return {
		userCpuSeconds: now.userCpuSeconds - last.userCpuSeconds,
		systemCpuSeconds: now.systemCpuSeconds - last.systemCpuSeconds,
		majorPageFaults: now.majorPageFaults - last.majorPageFaults,
		voluntaryContextSwitches: subtract(now.voluntaryContextSwitches, last.voluntaryContextSwitches),
		involuntaryContextSwitches: subtract(now.involuntaryContextSwitches, last.involuntaryContextSwitches)
	};
}
function subtract(from, other) {
	return from === null || other === null ? null : from - other;
}
function excludeReaped() {
	if (reader) before = reader();
}
function forgetReaped() {
	before = null;
}
function loadLibcReader() {
	return attempt(() => {
		const getrusage = loadKoffi().load(null).func("getrusage", "int", ["int", "void *"]);
		const out = Buffer.alloc(rusage.bytes);
		const readLong = (at) => Number(out.readBigInt64LE(at));
		const readSeconds = (at) => readLong(at) + readLong(at + 8) / 1e6;
		const read = () => {
			if (getrusage(ofChildren, out) !== 0) return null;
			return {
				userCpuSeconds: readSeconds(rusage.user),
				systemCpuSeconds: readSeconds(rusage.system),
				majorPageFaults: readLong(rusage.majorPageFaults),
				voluntaryContextSwitches: readLong(rusage.voluntary),
				involuntaryContextSwitches: readLong(rusage.involuntary)
			};
		};
		return read() && read;
	});
}
function readOwnStat() {
	const own = readProcessStat(process.pid);
	if (!own) return null;
	const { childUser: userCpuSeconds, childSystem: systemCpuSeconds, childMajorPageFaults: majorPageFaults } = own;
	return {
		userCpuSeconds,
		systemCpuSeconds,
		majorPageFaults,
		voluntaryContextSwitches: null,
		involuntaryContextSwitches: null
	};
}
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
	if (running.size > 0) openLibc()?.exitGroup(Number(process.exitCode ?? code));
}

// src/io/process/process-tree.ts
const noGroup = -1;
const graceMs = 2e3;
const deadlineMs = 4500;
const pollMs = 20;
const burstMs = 50;
const tickMs = 10;
const runningLeaders = /* @__PURE__ */ new Set();
let ownStartTicks = null;
async function endProcessTree(tree, grace = graceMs) {
	const known = /* @__PURE__ */ new Map();
	const startedAt = performance$1.now();
	let alive = findAlive(tree, known);
	const signalled = new Set(alive);
	if (grace > 0) {
		for (const pid of alive) if (!tree.isSandbox || pid !== tree.leader) kill(pid, "SIGTERM");
	}
	if (grace === 0) killAll(alive, tree, known);
	while (alive.length > 0 && performance$1.now() - startedAt < deadlineMs) {
		await setTimeout$1(pollMs);
		alive = findAlive(tree, known);
		if (performance$1.now() - startedAt >= grace || !alive.some((pid) => signalled.has(pid))) killAll(alive, tree, known);
	}
	return alive;
}
function killAll(alive, tree, known) {
	for (const pid of alive) kill(pid, "SIGKILL");
	const until = performance$1.now() + burstMs;
	for (let orphans = listOwnOrphans(tree, known); orphans.length > 0; orphans = listOwnOrphans(tree, known)) {
		for (const { pid } of orphans) kill(pid, "SIGKILL");
		if (performance$1.now() >= until) return;
	}
}
async function endMarked(marker) {
	const tree = {
		leader: noGroup,
		earliestTicks: 0,
		marker
	};
	const found = findAlive(tree, /* @__PURE__ */ new Map());
	return {
		found,
		alive: found.length === 0 ? [] : await endProcessTree(tree)
	};
}
function computeCurrentTicks() {
	ownStartTicks ??= Number(readStartTicks(process.pid) ?? 0);
	return ownStartTicks === 0 ? 0 : ownStartTicks + Math.floor(performance$1.now() / tickMs);
}
function readStartTicks(pid) {
	const entry = readProcessStat(pid);
	return entry && isAlive(entry) ? entry.startTicks : null;
}
function findAlive(tree, known) {
	const entries = readdirSync("/proc").filter((name) => /^\d/.test(name)).flatMap((pid) => readProcessStat(Number(pid)) ?? []).filter((entry) => isAlive(entry) && Number(entry.startTicks) >= tree.earliestTicks);
	const orphans = listOwnOrphans(tree, known);
	const members = new Map(entries.filter((entry) => isMember(entry, tree, known)).map((entry) => [entry.pid, entry]));
	for (const orphan of orphans) members.set(orphan.pid, orphan);
	for (const member of members.values()) {
		for (const entry of entries) if (entry.parent === member.pid) members.set(entry.pid, entry);
		known.set(member.pid, member.startTicks);
	}
	return [...members.keys()];
}
function isMember(entry, tree, known) {
	if (entry.group === tree.leader || known.get(entry.pid) === entry.startTicks) return true;
	return attempt(() => readFileSync(`/proc/${entry.pid}/environ`).includes(tree.marker)) ?? false;
}
function listOwnOrphans(tree, known) {
	if (!runningLeaders.has(tree.leader)) return [];
	const isAlone = runningLeaders.size === 1;
	return findOrphans(runningLeaders).filter((entry) => Number(entry.startTicks) >= tree.earliestTicks && (isAlone || isMember(entry, tree, known)));
}
const maxSearchMs = 50;
const pausesMs = .2;
let ownSession = null;
function registerTool(pid) {
	if (pid !== void 0) ownTools.add(pid);
}
function findOrphans(keep) {
	ownSession ??= readProcessStat(process.pid)?.session ?? null;
	const until = performance$1.now() + maxSearchMs;
	for (;;) {
		const orphans = readChildren().flatMap((pid) => keep.has(pid) || ownTools.has(pid) ? [] : readProcessStat(pid) ?? []).filter(({ session }) => ownSession !== null && session !== ownSession);
		const alive = orphans.filter(isAlive);
		const reaped = orphans.filter(({ pid, state }) => state === "Z" && reapChild(pid) === pid);
		if (alive.length > 0 || reaped.length === 0) return alive;
		if (performance$1.now() >= until) return reaped;
	}
}
function awaitAdopted(pid, limitMs) {
	const pause = new Int32Array(new SharedArrayBuffer(4));
	const until = performance$1.now() + limitMs;
	for (;;) {
		const found = reapChild(pid);
		if (found !== 0) return found === pid || adoptOrphans();
		if (performance$1.now() >= until) return false;
		Atomics.wait(pause, 0, 0, pausesMs);
	}
}
function isAlive({ state }) {
	return state !== "Z" && state !== "X";
}
function kill(pid, signal) {
	try {
		process.kill(pid, signal);
	} catch {}
}
function readChildren() {
	const text = attempt(() => readFileSync(`/proc/self/task/${process.pid}/children`, "latin1").trim());
	return text ? text.split(" ").map(Number) : [];
}

// src/io/files/create-directory.ts
async function createDirectory(path) {
	try {
		await createBelowParent(path);
	} catch (error) {
		const parent = dirname(path);
		if (!hasErrorCode(error, "ENOENT") || parent === path) throw error;
		await createDirectory(parent);
		await createBelowParent(path);
	}
}
async function createBelowParent(path) {
	await mkdir(path).catch(async (error) => {
		if (!(await stat(path).catch(() => null))?.isDirectory()) throw error;
	});
}

// src/io/files/file-claims.ts
function createOwnMark() {
	return {
		host: hostname(),
		namespace: readPidNamespace(),
		pid: process.pid,
		startTicks: readStartTicks(process.pid)
	};
}
function parseMark(text) {
	const { host, namespace, pid, startTicks } = attempt(() => JSON.parse(text)) ?? {};
	return typeof host === "string" && Number.isInteger(pid) && typeof startTicks === "string" ? {
		host,
		namespace: String(namespace),
		pid,
		startTicks
	} : null;
}
function isGone(mark) {
	return isVisible(mark) && readStartTicks(mark.pid) !== mark.startTicks;
}
function isVisible({ host, namespace }) {
	return host === hostname() && namespace === readPidNamespace();
}
function readPidNamespace() {
	return attempt(() => /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0]) ?? "0";
}
const maxClaimMs = 1728e5;
const fileClaims = { async take(path, maxUnseenMs = maxClaimMs) {
	const draft = `${path}.${randomUUID()}`;
	try {
		await createDirectory(dirname(path));
		await writeFile(draft, JSON.stringify({
			...createOwnMark(),
			claim: randomUUID()
		}));
	} catch (cause) {
		const message = `cannot write to ${dirname(path)}: ${cause instanceof Error ? cause.message : String(cause)}`;
		throw new EnvironmentError(message, "Check free space and permissions of that directory.", { cause });
	}
	try {
		await removeStale(path, maxUnseenMs);
		return await isLinked(draft, path) ? { [Symbol.asyncDispose]: () => rm(path, { force: true }) } : null;
	} finally {
		await rm(draft, { force: true });
	}
} };
async function isLinked(draft, path) {
	try {
		await link(draft, path).catch(async (error) => {
			if (error.code === "EEXIST") throw error;
			await copyFile(draft, path, constants$2.COPYFILE_EXCL);
		});
		return true;
	} catch (cause) {
		if (hasErrorCode(cause, "EEXIST")) return false;
		throw cause;
	}
}
async function removeStale(path, maxUnseenMs) {
	const text = await readFile(path, "utf8").catch(() => null);
	const found = await stat(path).catch(() => null);
	if (text === null || found === null) return;
	const mark = parseMark(text);
	const isOld = maxUnseenMs === 0 || Date.now() - found.mtimeMs > maxUnseenMs;
	if (!(mark && isVisible(mark) ? isGone(mark) : isOld)) return;
	const aside = `${path}.${randomUUID()}`;
	try {
		await rename(path, aside);
	} catch {
		return;
	}
	if (await readFile(aside, "utf8").catch(() => null) !== text) await link(aside, path).catch(() => {});
	await rm(aside, { force: true });
}

export { EnvironmentError, ExplainedError, NoDeviceError, OutageError, ProcessFamily, ProcessTreeUsage, RevisionError, SupersededError, UnansweredError, UnrecordableError, UserError, adoptOrphans, attempt, awaitAdopted, awaitMessage, cancelOnSignals, chooseChartScale, clocksEventReasons, collectSamples, computeCompleteMean, computeCompleteMedian, computeCompleteSum, computeCurrentTicks, computeMean, computeMedian, computeQuantile, containerKinds, countBefore, countProcessors, cpuTime, createCancellation, createDirectory, createGpuBusyMetric, createOutsideError, createOwnMark, createStageBusyMetric, createStageMetric, createUnavailableReading, decodeClocksEvents, dropMachinePrograms, endMarked, endProcessTree, excludeReaped, fileClaims, findCause, findOrphans, findRange, forgetReaped, formatAgainstLimit, formatCount, formatCounted, formatEffect, formatFactor, formatInterval, formatMetricLabel, formatNames, formatPair, formatPercent, formatShare, formatShortJson, formatTransition, formatUncertain, formatValue, freeFileRange, getStopSignal, gpuAllocatedPeak, gpuBusyTime, gpuCopiedBytes, gpuDramTime, gpuEnergy, gpuEnergyAboveIdle, gpuGraphicsTime, gpuInUseTime, gpuKernelTime, gpuLaunches, gpuUtilization, handleUserError, hasErrorCode, hideProcess, highest, inferMetricKind, isAlive, isBelow, isBusyTime, isContextMetric, isGone, isGpuCounter, isHostPart, isOfMachine, isQuietCounter, isSeen, isStopSignal, isTimed, keepInheritedFiles, keptExamples, leaveThread, limits, loadKoffi, machineHint, maxColumns, maxReportedError, maxReportedErrors, maxRestoredName, maxRestoredNames, maxTracedFiles, maxTracedForms, maxTracedLine, memoryUnits, mostAttempts, mostCurves, mostKernelText, mostKernels, mostPoints, mostTableKernels, mostTableText, normalPerMad, observedQuantities, openBelow, openRegular, parseBusyGpu, parseMark, parseStageName, polledBusyTime, preventBreaks, readChunks, readHostTicks, readNamed, readOutOfMemoryKills, readOwnFile, readPageBytes, readPageCacheBytes, readPidNamespace, readProcessStat, readStallSeconds, readText, readingLimits, registerTool, resolveRoots, roundToTwoDigits, runUntilStopped, runningLeaders, sampleEvenly, startThread, startUpTime, sumValues, summarize, takeComplete, takeReapedUsage, throughput, unknownSettings, vitals, wallTime };