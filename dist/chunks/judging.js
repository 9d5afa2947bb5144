import { i as __toESM, n as __exportAll, t as __commonJSMin } from "./rolldown-runtime.js";
import { f as EnvironmentError, p as UserError } from "./foundation.js";
import { t as require_jstat } from "./jstat.js";
import { c as number, d as record, f as strictObject, h as toJSONSchema, i as boolean, m as union, n as _enum, o as int, p as string, r as array, s as literal, t as datetime, u as partialRecord } from "./zod.js";
import { t as clocksEventReasons } from "./gpu.js";
import { t as require_dist } from "./yaml.js";
import { createHash } from "node:crypto";
import { join } from "node:path";

// src/domain/trial.ts
function isContaminated({ contamination }) {
	return contamination.length > 0;
}

// src/domain/container.ts
const containerKinds = [
	"docker",
	"podman",
	"kubernetes",
	"none"
];
function containerOf(traces) {
	const { cgroup } = traces;
	if (traces.isKubernetesHostSet || cgroup?.includes("kubepods")) return "kubernetes";
	if (traces.hasPodmanMark || cgroup?.includes("libpod")) return "podman";
	if (traces.hasDockerMark || /[/:-]docker[/-]/.test(cgroup ?? "")) return "docker";
	if (cgroup === null) return null;
	return /init\.scope|system\.slice|user\.slice/.test(cgroup) ? "none" : null;
}

// src/config/record-parts.ts
var record_parts_exports = /* @__PURE__ */ __exportAll({
	argv: () => argv$1,
	axes: () => axes$2,
	boundedRecord: () => boundedRecord,
	commit: () => commit$1,
	count: () => count$2,
	detail: () => detail$1,
	fileHashes: () => fileHashes$1,
	limits: () => limits$1,
	name: () => name$2,
	relativePath: () => relativePath$1,
	seconds: () => seconds$2,
	sha256: () => sha256$1,
	slug: () => slug$2,
	testbed: () => testbed,
	time: () => time$1
});
const limits$1 = {
	trials: 2e4,
	samples: 1e5,
	cases: 2e3,
	argv: 1500,
	few: 1024
};
const name$2 = string().max(200).regex(/^\P{Cc}*$/u, "must be free of control characters");
const detail$1 = string().max(4e3);
const slug$2 = string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, "must be a lower-case name without slashes");
const commit$1 = string().regex(/^[0-9a-f]{40}$/, "must be a commit of 40 hexadecimal digits");
const sha256$1 = string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 of 64 hexadecimal digits");
const time$1 = datetime();
const count$2 = int().min(0);
const seconds$2 = number().min(0);
const argv$1 = array(string().max(4e3)).max(limits$1.argv);
const relativePath$1 = string().min(1).max(1e3).regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\p{Cc}]*$/u, "must be a relative path without \"..\"");
function boundedRecord(value, entries) {
	return record(string().max(1e3), value).refine((record) => Object.keys(record).length <= entries, `must have at most ${entries} entries`).meta({ maxProperties: entries });
}
const axes$2 = boundedRecord(union([name$2, number()]), 50);
const fileHashes$1 = boundedRecord(sha256$1, limits$1.few);
const amount$1 = number().min(0);
const gpuSettings = strictObject({
	powerLimitWatts: amount$1.nullable(),
	isPersistent: boolean().nullable(),
	isEccOn: boolean().nullable(),
	isMigOn: boolean().nullable(),
	maxSmClockMhz: amount$1.nullable(),
	lockedSmClockMhz: amount$1.nullable()
});
const device = strictObject({
	id: count$2,
	physicalIndex: count$2.nullable().default(null),
	model: name$2,
	uuid: name$2.nullable(),
	memoryBytes: amount$1.nullable(),
	migProfile: name$2.nullable().default(null),
	settings: gpuSettings.nullable().default(null)
});
const testbed = strictObject({
	id: string().regex(/^[a-z0-9][a-z0-9.-]{0,79}$/, "must be the id of a testbed, such as 2x-nvidia-h200"),
	deviceKind: _enum(["gpu", "cpu"]),
	devices: array(device).max(limits$1.few),
	driverVersion: name$2.nullable(),
	cudaVersion: name$2.nullable(),
	topology: name$2.nullable().default(null),
	container: _enum(containerKinds).nullable().default(null),
	cpuModel: name$2,
	cpuCores: count$2,
	memoryBytes: number().min(0),
	kernel: name$2,
	architecture: name$2
});

// src/config/telemetry-schema.ts
const maxGpus = 1024;
const maxEvents = 1024;
const amount = number().min(0).max(0xde0b6b3a7640000);
const share$1 = number().min(0).max(1.01);
const celsius = number().min(-100).max(1e3);
function spread(value) {
	return strictObject({
		mean: value,
		min: value,
		max: value,
		p5: value,
		p50: value,
		p95: value
	}).nullable();
}
const amounts = spread(amount);
const shares = spread(share$1);
const gpuUse = strictObject({
	gpu: count$2,
	samples: count$2,
	utilizationPercent: spread(number().min(0).max(101)),
	memoryUsedBytes: amounts,
	memoryTotalBytes: amount.nullable(),
	ownMemoryPeakBytes: amount.nullable(),
	powerWatts: amounts,
	energyJoules: amount.nullable(),
	energySource: _enum(["counter", "integrated"]).nullable(),
	smClockMhz: amounts,
	memoryClockMhz: amounts,
	temperatureCelsius: spread(celsius),
	smUtilization: shares,
	smOccupancy: shares,
	tensorActivity: shares,
	dramBandwidthUtilization: shares,
	pcieReceiveBytesPerSecond: amounts,
	pcieSendBytesPerSecond: amounts,
	nvlinkReceiveBytesPerSecond: amounts,
	nvlinkSendBytesPerSecond: amounts,
	clocksEventShares: partialRecord(_enum(clocksEventReasons), share$1).nullable()
});
const hostUse = strictObject({
	cpuSeconds: amount.nullable(),
	userCpuSeconds: amount.nullable(),
	cpuCores: amounts,
	residentBytes: amounts,
	readBytes: amount.nullable(),
	writtenBytes: amount.nullable(),
	ioWaitShare: share$1.nullable(),
	pageCacheBytes: amounts
});
const event = strictObject({
	gpu: count$2,
	timeMs: amount,
	kind: _enum([
		"xid",
		"ecc",
		"lost"
	]),
	detail: detail$1
});
const foreignProcess = strictObject({
	gpu: count$2,
	pid: count$2,
	name: name$2.nullable(),
	memoryBytes: amount.nullable()
});
const telemetrySummary = strictObject({
	monitor: name$2,
	intervalMs: amount,
	startedMs: amount,
	endedMs: amount,
	samples: count$2,
	lateSamples: count$2,
	lostSamples: count$2,
	overheadCpuShare: share$1.nullable(),
	gpus: array(gpuUse).max(maxGpus),
	host: hostUse.nullable(),
	events: array(event).max(maxEvents),
	foreignProcesses: array(foreignProcess).max(maxEvents),
	logFile: relativePath$1.nullable(),
	hdf5File: relativePath$1.nullable(),
	problems: array(detail$1).max(limits$1.few)
});
const stageGpuUse = strictObject({
	stage: name$2,
	gpu: count$2,
	seconds: amount,
	timeShare: share$1,
	utilizationPercent: number().min(0).max(101).nullable(),
	smUtilization: share$1.nullable(),
	memoryPeakBytes: amount.nullable(),
	energyJoules: amount.nullable()
});
const stageAttribution = strictObject({
	source: _enum(["times", "durations"]),
	rows: array(stageGpuUse).max(limits$1.few * 8),
	notes: array(detail$1).max(limits$1.few)
});

// src/config/json-amount.ts
const [quote, backslash] = ["\"".charCodeAt(0), "\\".charCodeAt(0)];
const starters = new Set([
	",",
	"[",
	"{"
].map((character) => character.charCodeAt(0)));
function hasMoreValuesThan(text, most) {
	let values = 1;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === quote) index = endOfText(text, index);
		else if (starters.has(code) && (values += 1) > most) return true;
	}
	return values > most;
}
function endOfText(text, start) {
	for (let index = start + 1; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === quote) return index;
		if (code === backslash) index += 1;
	}
	return text.length;
}

// src/config/problem.ts
const shownCharacters = 80;
function pathText(path) {
	return path.map(segmentText).join("").replace(/^\./, "");
}
function shown(value) {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
function valueAt(root, path) {
	let value = root;
	for (const segment of path) {
		if (!isContainer(value) || !Object.hasOwn(value, segment)) return void 0;
		value = value[segment];
	}
	return value;
}
function isContainer(value) {
	return typeof value === "object" && value !== null;
}
function segmentText(segment) {
	if (typeof segment === "number") return `[${segment}]`;
	const text = String(segment);
	return /^[\w-]{1,80}$/.test(text) ? `.${text}` : `[${shown(text)}]`;
}

// src/config/untrusted-json.ts
const maxValues = 25e5;
const maxListLength = 1e5;
const maxTextLength = 8e3;
const shownIssues = 10;
function readUntrusted(text, schema, source) {
	refuseSize$1(text, source);
	if (hasMoreValuesThan(text, maxValues)) throw broken(source, `more than ${maxValues} values`);
	const value = parseJson(text, source);
	const excess = findExcess(value);
	if (excess !== null) throw broken(source, excess);
	refuseNewer(value, source);
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const { issues } = result.error;
	const lines = issues.slice(0, shownIssues).map((issue) => `${placeOf$1(issue)}: ${issue.message.slice(0, 300)}`);
	const more = issues.length > shownIssues ? [`and ${issues.length - shownIssues} more`] : [];
	throw broken(source, [...lines.map((line, index) => withValue(line, issues[index], value)), ...more].join("\n  "));
}
function refuseSize$1(text, { path, maxBytes }) {
	if (!(text.length > maxBytes || Buffer.byteLength(text) > maxBytes)) return;
	throw new UserError(`${path} is larger than ${maxBytes} bytes`, "warpgauge does not write such files; make it anew");
}
function parseJson(text, source) {
	try {
		return JSON.parse(text);
	} catch (cause) {
		const message = cause instanceof Error ? cause.message : String(cause);
		throw broken(source, `not JSON: ${shown(message.slice(0, 300))}`, { cause });
	}
}
function findExcess(root) {
	const open = [root];
	while (open.length > 0) {
		const value = open.pop();
		if (typeof value === "string" && value.length > maxTextLength) return `a text of ${value.length} characters`;
		if (typeof value !== "object" || value === null) continue;
		const keys = Object.keys(value);
		if (keys.length > maxListLength) return `a list or map of ${keys.length} items`;
		if (keys.includes("__proto__")) return "the key \"__proto__\"";
		for (const item of Object.values(value)) open.push(item);
	}
	return null;
}
function refuseNewer(value, { path }) {
	const version = valueAt(value, ["schemaVersion"]);
	if (typeof version !== "number" || !Number.isInteger(version) || version <= 1) return;
	const message = `${path} has schemaVersion ${version}; this warpgauge reads version 1`;
	throw new UserError(message, "Use the version of warpgauge that wrote it, or a newer one");
}
function placeOf$1({ path }) {
	return path.length > 0 ? pathText(path) : "the whole file";
}
function withValue(line, issue, root) {
	const value = issue && valueAt(root, issue.path);
	return value === void 0 || typeof value === "object" ? line : `${line} (it is ${shown(value)})`;
}
function broken({ path }, what, options) {
	return new UserError(`${path} cannot be used: ${what}`, "Restore the file or make it anew with warpgauge", options);
}

// src/domain/baseline.ts
function conditionDifferences(base, head) {
	const differences = [];
	if (base.datasetSha256 !== head.datasetSha256) differences.push(`dataset ${short(base.datasetSha256)} → ${short(head.datasetSha256)}`);
	if (base.command.join("\0") !== head.command.join("\0")) differences.push(`command \`${base.command.join(" ")}\` → \`${head.command.join(" ")}\``);
	if (base.resultRows !== head.resultRows) differences.push(`result rows ${base.resultRows ?? "unknown"} → ${head.resultRows ?? "unknown"}`);
	return [...differences, ...identityDifferences(base.identity, head.identity)];
}
function identityDifferences(base, head) {
	return [.../* @__PURE__ */ new Set([...Object.keys(base), ...Object.keys(head)])].toSorted().filter((path) => base[path] !== head[path]).map((path) => `${path}: ${short(base[path])} → ${short(head[path])}`);
}
function short(sha256) {
	return sha256 ? sha256.slice(0, 12) : "absent";
}

// src/config/baseline-schema.ts
const provenance$1 = strictObject({
	commit: commit$1,
	runId: name$2,
	recordedAt: time$1,
	tool: name$2,
	configSha256: sha256$1,
	reason: detail$1
});
const conditions = strictObject({
	datasetSha256: sha256$1,
	sequences: count$2,
	command: argv$1,
	resultRows: count$2.nullable(),
	identity: fileHashes$1
});
const metric = strictObject({
	name: name$2,
	unit: name$2,
	betterWhen: _enum(["lower", "higher"]),
	samples: array(number()).max(limits$1.samples)
});
const baselineCase = strictObject({
	benchmark: name$2,
	axes: axes$2,
	conditions,
	metrics: array(metric).max(limits$1.few)
});
const baselineSchema = strictObject({
	schemaVersion: literal(1),
	suite: slug$2,
	testbed,
	provenance: provenance$1,
	cases: array(baselineCase).max(limits$1.cases)
});
const maxBytes$1 = 16 * 2 ** 20;
function parseBaseline(text, path) {
	return readUntrusted(text, baselineSchema, {
		path,
		maxBytes: maxBytes$1
	});
}

// src/config/run-record-schema.ts
const { argv, axes: axes$1, commit, count: count$1, detail, fileHashes, limits, name: name$1, relativePath, seconds: seconds$1, sha256, slug: slug$1, time } = record_parts_exports;
const yardstick = strictObject({
	path: string().max(1e3),
	sha256,
	origin: _enum([
		"base",
		"head",
		"local"
	]),
	commit: commit.nullable()
});
const revision$2 = strictObject({
	label: name$1,
	ref: name$1,
	commit: commit.nullable(),
	problem: detail.nullable()
});
const dataset$1 = strictObject({
	name: name$1,
	kind: _enum(["synthetic", "real"]),
	sha256,
	sequences: count$1,
	bytes: count$1,
	parameters: axes$1
});
const caseId$1 = string().max(1e3);
const key = strictObject({
	suite: slug$1,
	benchmark: name$1,
	axes: axes$1
});
const plannedCase = strictObject({
	id: caseId$1,
	key,
	revision: name$1,
	dataset: name$1,
	gpus: array(count$1).max(limits.few),
	warmups: count$1,
	repeats: count$1,
	maxReruns: count$1.default(0),
	timeoutSeconds: seconds$1,
	interleaveGroup: caseId$1,
	samplesFrom: _enum(["fresh", "cached"])
});
const plan = strictObject({
	cases: array(plannedCase).max(limits.cases),
	notTested: array(strictObject({
		key,
		reason: detail
	})).max(limits.cases)
});
const failure = strictObject({
	kind: _enum([
		"not-started",
		"exit-code",
		"partial",
		"out-of-memory",
		"signal",
		"timed-out",
		"cancelled",
		"no-proof",
		"resumed"
	]),
	detail
});
const timeMs = number().min(0).max(864e13);
const stage = strictObject({
	stage: name$1,
	seconds: seconds$1.nullable(),
	startedMs: timeMs.nullable().default(null),
	endedMs: timeMs.nullable().default(null)
});
const trial = strictObject({
	caseId: caseId$1,
	index: count$1,
	isWarmup: boolean(),
	commit,
	argv,
	startedAt: time,
	wallSeconds: seconds$1.nullable(),
	exitCode: int().nullable(),
	signal: name$1.nullable(),
	failure: failure.nullable(),
	resultRows: count$1.nullable(),
	stages: array(stage).max(limits.few),
	contamination: array(detail).max(100).default([]),
	telemetry: telemetrySummary.nullable().default(null),
	gpuByStage: stageAttribution.nullable().default(null),
	cachedFromRun: name$1.nullable(),
	stdoutPath: relativePath,
	stderrPath: relativePath
});
const runRecordSchema = strictObject({
	schemaVersion: literal(1),
	tool: strictObject({
		name: name$1,
		version: name$1
	}),
	runId: name$1,
	startedAt: time,
	finishedAt: time.nullable(),
	status: _enum([
		"running",
		"finished",
		"interrupted",
		"failed"
	]),
	statusDetail: detail.nullable(),
	repository: name$1.nullable(),
	event: name$1,
	pullRequest: int().positive().nullable(),
	yardstick,
	testbed,
	revisions: array(revision$2).max(limits.few),
	datasets: array(dataset$1).max(limits.few),
	identity: boundedRecord(fileHashes, limits.few),
	commands: boundedRecord(argv, limits.few),
	plan,
	trials: array(trial).max(limits.trials)
});
const cachedTrialsSchema = array(trial).max(limits.trials);
function parseRunRecord(text) {
	return readUntrusted(text, runRecordSchema, {
		path: "run.json",
		maxBytes: 64 * 2 ** 20
	});
}
function parseCachedTrials(text, ofCase) {
	const trials = readUntrusted(text, cachedTrialsSchema, {
		path: "cached trials",
		maxBytes: 16 * 2 ** 20
	});
	if (trials.every((one) => one.caseId === ofCase && one.failure === null && !isContaminated(one) && one.cachedFromRun !== null)) return trials;
	throw new UserError(`cached trials: not all are samples of ${ofCase} that count`, "Delete the cached file");
}

// src/domain/statistics.ts
function summarize(samples) {
	if (samples.length === 0) throw new RangeError("summarize needs at least one sample");
	const mean = meanOf(samples);
	return {
		count: samples.length,
		median: median(samples),
		mean,
		standardDeviation: standardDeviation(samples, mean),
		min: Math.min(...samples),
		max: Math.max(...samples)
	};
}
function median(samples) {
	return quantile(samples.toSorted((a, b) => a - b), .5);
}
function quantile(sorted, share) {
	const position = (sorted.length - 1) * share;
	const below = sorted[Math.floor(position)];
	const above = sorted[Math.ceil(position)];
	if (below === void 0 || above === void 0) throw new RangeError("quantile needs at least one sample");
	return below + (above - below) * (position - Math.floor(position));
}
function meanOf(samples) {
	return samples.reduce((sum, value) => sum + value, 0) / samples.length;
}
function standardDeviation(samples, mean = meanOf(samples)) {
	if (samples.length < 2) return null;
	return Math.sqrt(samples.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (samples.length - 1));
}

// src/domain/case.ts
function caseId(key) {
	return [`${key.suite}/${key.benchmark}`, ...axisTexts(key.axes)].join(" ");
}
function axesText(axes) {
	return axisTexts(axes).join(" ");
}
function matchesAxes(axes, filter) {
	return Object.entries(filter).every(([name, value]) => axes[name] === value);
}
function axisTexts(axes) {
	return Object.keys(axes).toSorted().map((name) => `${name}=${axes[name]}`);
}

// src/domain/metric.ts
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
const stagePrefix = "stage:";
function stageTime(stage) {
	return {
		name: `${stagePrefix}${stage}`,
		unit: "s",
		betterWhen: "lower"
	};
}
function stageOf(metricName) {
	return metricName.startsWith(stagePrefix) ? metricName.slice(6) : null;
}

// src/domain/outcome.ts
function outcomeOf(planned, trials) {
	const own = trials.filter((trial) => trial.caseId === planned.id && !trial.isWarmup);
	const clean = own.filter((trial) => !isContaminated(trial));
	const counted = clean.filter((trial) => trial.failure === null && isPositive(trial.wallSeconds));
	const failures = trials.filter((trial) => trial.caseId === planned.id && trial.failure !== null && !isContaminated(trial));
	const contaminated = own.filter(isContaminated);
	if (contaminated.length > 0 && clean.length < planned.repeats && !hasGivenUp(planned, trials)) return {
		status: "contaminated",
		planned,
		failures,
		reason: contaminationText(contaminated)
	};
	if (counted.length > 0) return measured(planned, counted, {
		failures,
		contaminated
	});
	const last = failures.at(-1)?.failure;
	if (last) return {
		status: "failed",
		planned,
		failures,
		reason: `${last.kind}: ${last.detail}`
	};
	return {
		status: "missing",
		planned,
		reason: "no trial of this case was recorded"
	};
}
function hasGivenUp(planned, trials) {
	const clean = trials.filter((trial) => trial.caseId === planned.id && !isContaminated(trial)).slice(-2);
	return clean.length === 2 && clean.every((trial) => trial.failure !== null);
}
function contaminationText(contaminated) {
	const reasons = [...new Set(contaminated.flatMap((trial) => trial.contamination))];
	const more = reasons.length > 3 ? `; and ${reasons.length - 3} more` : "";
	return `${contaminated.length === 1 ? "1 run was" : `${contaminated.length} runs were`} contaminated: ${reasons.slice(0, 3).join("; ")}${more}`;
}
function measured(planned, trials, uncounted) {
	const rows = [...new Set(trials.map((trial) => trial.resultRows))];
	if (rows.length > 1) {
		const reason = `trials of one case wrote different numbers of result rows: ${rows.join(", ")}`;
		return {
			status: "failed",
			planned,
			failures: uncounted.failures,
			reason
		};
	}
	const resultRows = rows[0] ?? null;
	return {
		status: "measured",
		planned,
		trials,
		...uncounted,
		resultRows,
		measurements: measurementsOf(trials)
	};
}
function measurementsOf(trials) {
	const wall = {
		metric: wallTime,
		samples: trials.map((trial) => trial.wallSeconds).filter(isPositive)
	};
	const rates = trials.map((trial) => (trial.resultRows ?? 0) / (trial.wallSeconds ?? NaN)).filter(isPositive);
	return [
		wall,
		...rates.length === trials.length ? [{
			metric: throughput,
			samples: rates
		}] : [],
		...stageMeasurements(trials)
	];
}
function stageMeasurements(trials) {
	return (trials[0]?.stages.map((stage) => stage.stage) ?? []).flatMap((name) => {
		const samples = trials.map((trial) => trial.stages.find((stage) => stage.stage === name)?.seconds ?? null).filter(isDuration);
		return samples.length === trials.length ? [{
			metric: stageTime(name),
			samples
		}] : [];
	});
}
function isDuration(value) {
	return value !== null && Number.isFinite(value) && value >= 0;
}
function isPositive(value) {
	return typeof value === "number" && Number.isFinite(value) && value > 0;
}

// src/domain/bootstrap.ts
var import_jstat = /* @__PURE__ */ __toESM(require_jstat(), 1);
const resamples$1 = 2e3;
function relativeEffectInterval(base, head, confidence) {
	if (base.length < 2 || head.length < 2) return null;
	const logBase = base.map(Math.log);
	const logHead = head.map(Math.log);
	const center = meanOf(logHead) - meanOf(logBase);
	const random = seededRandom(2654435769);
	const [low, high] = percentiles(Array.from({ length: resamples$1 }, () => resampledMean(logHead, random) - resampledMean(logBase, random)), confidence);
	const widening = smallSampleWidening(Math.min(base.length, head.length), base.length + head.length - 2, confidence);
	return [Math.expm1(center + (low - center) * widening), Math.expm1(center + (high - center) * widening)];
}
function relativeEffect(base, head) {
	return Math.expm1(meanOf(head.map(Math.log)) - meanOf(base.map(Math.log)));
}
function resample(items, random) {
	return items.map(() => items[Math.floor(random() * items.length)]);
}
function seededRandom(seed) {
	let state = seed >>> 0;
	return () => {
		state = state + 1831565813 >>> 0;
		let mixed = Math.imul(state ^ state >>> 15, state | 1);
		mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
		return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
	};
}
function resampledMean(values, random) {
	let sum = 0;
	for (let count = 0; count < values.length; count += 1) sum += values[Math.floor(random() * values.length)];
	return sum / values.length;
}
function percentiles(draws, confidence) {
	const sorted = draws.toSorted((a, b) => a - b);
	return [quantile(sorted, (1 - confidence) / 2), quantile(sorted, (1 + confidence) / 2)];
}
function smallSampleWidening(count, degreesOfFreedom, confidence) {
	const probability = (1 + confidence) / 2;
	return import_jstat.default.studentt.inv(probability, degreesOfFreedom) / import_jstat.default.normal.inv(probability, 0, 1) * Math.sqrt(count / (count - 1));
}

// src/domain/comparison.ts
function compareSamples(metric, base, head, policy) {
	const unusable = [...base, ...head].find((value) => !Number.isFinite(value) || value <= 0);
	if (unusable !== void 0) return undecided("not comparable", `a sample is ${unusable}; only positive numbers can be compared`);
	if (base.length === 0 || head.length === 0) return undecided("missing", `no samples on the ${base.length === 0 ? "reference" : "head"} side`);
	const effect = relativeEffect(base, head);
	const interval = relativeEffectInterval(base, head, policy.confidence);
	const summaries = {
		base: summarize(base),
		head: summarize(head),
		effect,
		interval
	};
	if (!interval) return {
		...summaries,
		verdict: "inconclusive",
		resolution: null,
		reason: "single run: without a second sample there is no spread to judge by"
	};
	const resolution = Math.max(interval[1] - effect, effect - interval[0]);
	const verdict = decide$1(worsening(metric, effect), worseningInterval(metric, interval), policy.minEffect);
	return {
		...summaries,
		resolution,
		verdict,
		reason: explain(verdict, interval, policy, `${base.length} against ${head.length} runs`)
	};
}
function undecided(verdict, reason) {
	return {
		verdict,
		reason,
		effect: null,
		interval: null,
		resolution: null,
		base: null,
		head: null
	};
}
function decide$1(worse, [low, high], minEffect) {
	if (low > 0 && worse >= minEffect) return "regression";
	if (high < 0 && -worse >= minEffect) return "improvement";
	if (high < minEffect) return "unchanged";
	return "inconclusive";
}
function worsening(metric, effect) {
	return metric.betterWhen === "lower" ? effect : 1 / (1 + effect) - 1;
}
function worseningInterval(metric, [low, high]) {
	return metric.betterWhen === "lower" ? [low, high] : [worsening(metric, high), worsening(metric, low)];
}
function explain(verdict, interval, { minEffect }, runs) {
	const limit = percent$1(minEffect);
	const range = `${percent$1(interval[0])} to ${percent$1(interval[1])}`;
	if (verdict === "unchanged") return `a change for the worse of ${limit} is ruled out (${range}, ${runs})`;
	if (verdict === "inconclusive") return `the interval ${range} does not settle whether it changed by ${limit} (${runs})`;
	return `the interval ${range} excludes no change, and the effect reaches the minimum of ${limit} (${runs})`;
}
function percent$1(share) {
	return `${share > 0 ? "+" : ""}${(share * 100).toFixed(1)} %`;
}

// src/domain/testbed-fields.ts
const comparedFields = [
	{
		label: "device kind",
		isDecisive: true,
		read: (testbed) => testbed.deviceKind
	},
	{
		label: "devices",
		isDecisive: true,
		read: (testbed) => testbed.devices.map((device) => device.model).join(", ")
	},
	{
		label: "MIG slices",
		isDecisive: true,
		read: migSlices
	},
	{
		label: "driver",
		isDecisive: true,
		read: (testbed) => testbed.driverVersion
	},
	{
		label: "CUDA",
		isDecisive: true,
		read: (testbed) => testbed.cudaVersion
	},
	setting("power limit", true, ({ powerLimitWatts }) => powerLimitWatts === null ? null : `${Math.round(powerLimitWatts)} W`),
	{
		label: "locked SM clock",
		isDecisive: true,
		read: lockedClocks
	},
	setting("MIG mode", true, ({ isMigOn }) => onOff(isMigOn)),
	setting("ECC", false, ({ isEccOn }) => onOff(isEccOn)),
	setting("persistence mode", false, ({ isPersistent }) => onOff(isPersistent)),
	{
		label: "topology",
		isDecisive: false,
		read: (testbed) => testbed.topology
	},
	{
		label: "container",
		isDecisive: false,
		read: (testbed) => testbed.container
	},
	{
		label: "CPU",
		isDecisive: true,
		read: (testbed) => testbed.cpuModel
	},
	{
		label: "CPU cores",
		isDecisive: true,
		read: (testbed) => testbed.cpuCores
	},
	{
		label: "architecture",
		isDecisive: true,
		read: (testbed) => testbed.architecture
	}
];
function setting(label, isDecisive, read) {
	return {
		label,
		isDecisive,
		read: ({ devices }) => summary(devices.map(({ settings }) => settings === null ? null : read(settings)))
	};
}
function summary(values) {
	const [first = null] = values;
	if (values.every((value) => value === first)) return first;
	return values.map((value) => value ?? "unknown").join(", ");
}
function lockedClocks({ devices }) {
	return summary(devices.map(({ settings }) => settings?.lockedSmClockMhz ?? null).map((clock) => clock === null ? "none" : `${clock} MHz`)) ?? "none";
}
function migSlices({ devices }) {
	return summary(devices.map(({ migProfile }) => migProfile ?? "none")) ?? "none";
}
function onOff(value) {
	return value === null ? null : value ? "on" : "off";
}

// src/domain/testbed.ts
function testbedId(kind, devices, cpuModel) {
	const model = kind === "gpu" ? devices[0]?.model ?? "none" : cpuModel;
	const count = kind === "gpu" ? `${devices.length}x` : `${devices.length}-core`;
	const profiles = [...new Set(devices.map((device) => device.migProfile).filter((profile) => profile !== null))];
	const slices = profiles.length > 0 ? `-mig-${profiles.join("-")}` : "";
	return slug(`${count}-${model}`, slug(slices));
}
function testbedDifferences(base, head) {
	return comparedFields.map((field) => ({
		...field,
		values: [field.read(base), field.read(head)]
	})).filter(({ values: [one, other] }) => one !== other).filter(({ isDecisive, values }) => isDecisive || !values.includes(null)).map(({ label, values: [one, other] }) => `${label}: ${one ?? "unknown"} → ${other ?? "unknown"}`);
}
function slug(text, ending = "") {
	const words = text.toLowerCase().replaceAll(/\(r\)|\(tm\)|@.*$/g, " ").replaceAll(/[^a-z0-9.]+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "").slice(0, 80);
	return ending === "" ? words : `${words.slice(0, 79 - Math.min(ending.length, 40))}-${ending.slice(0, 40)}`;
}

// src/domain/baseline-comparison.ts
function compareWithBaseline(input) {
	const strange = testbedDifferences(input.baseline.testbed, input.testbed);
	return input.baseline.cases.flatMap((stored) => {
		const head = input.cases.find((item) => idOf(item.key) === idOf({
			suite: input.baseline.suite,
			...stored
		}));
		return head ? compareCase(stored, head, strange, input) : [gone(stored, input, "the baseline has this case and the plan of this run does not")];
	});
}
function casesWithoutBaseline(baseline, cases) {
	const known = new Set(baseline.cases.map((stored) => idOf({
		suite: baseline.suite,
		...stored
	})));
	return cases.filter((item) => !known.has(idOf(item.key)));
}
function compareCase(stored, { conditions, measurements, problem, isContaminated = false }, strange, input) {
	if (problem !== null && isContaminated) return [{
		...describe$1(stored, wallTime, input),
		...undecided("inconclusive", problem)
	}];
	if (problem !== null) return [gone(stored, input, problem)];
	const differences = [...strange.map((item) => `testbed: ${item}`), ...conditionDifferences(stored.conditions, conditions)];
	return stored.metrics.map((metric) => {
		const head = measurements.find((item) => item.metric.name === metric.name);
		return {
			...describe$1(stored, metric, input),
			...decide(metric, head, differences, input.policy)
		};
	});
}
function decide(metric, head, differences, policy) {
	if (differences.length > 0) return undecided("not comparable", differences.join("; "));
	if (!head) return undecided("missing", `this run has no samples of ${metric.name}`);
	return compareSamples(metric, metric.samples, head.samples, policy);
}
function gone(stored, input, reason) {
	return {
		...describe$1(stored, wallTime, input),
		...undecided("missing", reason)
	};
}
function describe$1(stored, metric, { baseline, gate }) {
	return {
		suite: baseline.suite,
		benchmark: stored.benchmark,
		axes: stored.axes,
		metric: metric.name,
		unit: metric.unit,
		betterWhen: metric.betterWhen,
		reference: `baseline ${baseline.provenance.commit.slice(0, 7)}`,
		isGate: gate.includes(metric.name)
	};
}
function idOf({ suite, benchmark, axes }) {
	return caseId({
		suite,
		benchmark,
		axes
	});
}

// src/domain/requirement.ts
function evaluateRequirement(requirement, derived) {
	const subjects = derived.filter((item) => isSubject(requirement, item));
	if (subjects.length === 0) return [missing(requirement)];
	return subjects.map((subject) => evaluateOn(requirement, subject));
}
function isSubject(requirement, item) {
	return item.suite === requirement.suite && item.name === requirement.value && matchesAxes(item.axes, requirement.axes);
}
function evaluateOn(requirement, subject) {
	const common = {
		...base(requirement),
		benchmark: subject.benchmark,
		axes: subject.axes,
		actual: subject.value
	};
	if (subject.value === null || !Number.isFinite(subject.value)) return {
		...common,
		actual: null,
		status: "not evaluated",
		reason: subject.reason ?? "the value is missing"
	};
	if (subject.isSuspicious) return {
		...common,
		status: "not evaluated",
		reason: subject.reason ?? "the value is implausible"
	};
	const status = holds(subject.value, requirement.operator, requirement.limit) ? "pass" : "fail";
	return {
		...common,
		status,
		reason: reasonFor(requirement, subject)
	};
}
function holds(value, operator, limit) {
	switch (operator) {
		case "<": return value < limit;
		case "<=": return value <= limit;
		case ">": return value > limit;
		case ">=": return value >= limit;
		case "==": return value === limit;
		default: return operator;
	}
}
function reasonFor(requirement, subject) {
	return [
		subject.reason,
		subject.isDeclared ? "rests on a declared figure, not a measured one" : null,
		straddles(requirement, subject)
	].filter((note) => note !== null).join("; ");
}
function straddles(requirement, subject) {
	if (!subject.interval) return null;
	const [low, high] = subject.interval.map((edge) => holds(edge, requirement.operator, requirement.limit));
	return low === high ? null : "close call: the interval includes the limit";
}
function missing(requirement) {
	const reason = `nothing in this run gives ${requirement.value} for suite ${requirement.suite}`;
	return {
		...base(requirement),
		benchmark: "",
		axes: requirement.axes,
		actual: null,
		status: "not evaluated",
		reason
	};
}
function base({ id, suite, value, operator, limit, unit, severity, rule }) {
	return {
		id,
		suite,
		value,
		operator,
		limit,
		unit,
		severity,
		rule
	};
}

// src/steps/case-figures.ts
function caseFigures(outcome) {
	if (outcome.status !== "measured") return [];
	const { suite, benchmark, axes } = outcome.planned.key;
	const common = {
		suite,
		benchmark,
		axes,
		interval: null,
		reason: null,
		isSuspicious: false,
		isDeclared: false
	};
	const wall = outcome.measurements.find((item) => item.metric.name === wallTime.name);
	return outcome.measurements.flatMap(({ metric, samples }) => {
		const value = median(samples);
		const figure = {
			...common,
			name: metric.name,
			value,
			unit: metric.unit
		};
		if (stageOf(metric.name) === null || !wall) return [figure];
		return [figure, {
			...common,
			name: `share:${stageOf(metric.name)}`,
			value: value / median(wall.samples),
			unit: "share"
		}];
	});
}

// src/domain/conclusion.ts
function conclude(evidence, isStrict) {
	const failures = failuresOf(evidence);
	if (failures.length > 0) return {
		verdict: "fail",
		conclusion: "failure",
		exitCode: 1,
		reasons: failures
	};
	const errors = errorsOf(evidence);
	if (errors.length > 0) return {
		verdict: "error",
		conclusion: "failure",
		exitCode: 2,
		reasons: errors
	};
	const doubts = doubtsOf(evidence);
	if (doubts.length === 0) return {
		verdict: "pass",
		conclusion: "success",
		exitCode: 0,
		reasons: []
	};
	return {
		verdict: "inconclusive",
		conclusion: isStrict ? "failure" : "neutral",
		exitCode: exitCodeOfDoubt(evidence, isStrict),
		reasons: doubts
	};
}
function exitCodeOfDoubt({ status }, isStrict) {
	if (status !== "finished") return 2;
	return isStrict ? 1 : 0;
}
function failuresOf({ comparisons, requirements }) {
	const regressions = comparisons.filter((item) => item.isGate && item.verdict === "regression");
	const broken = requirements.filter((item) => item.severity === "fail" && item.status === "fail");
	return [...regressions.map((item) => `regression of ${item.metric}`), ...broken.map((item) => `${item.id} failed`)];
}
function errorsOf({ outcomes, status, statusDetail }) {
	if (status === "failed") return [statusDetail ?? "the run failed"];
	if (status === "interrupted") return [];
	const heads = outcomes.filter((outcome) => outcome.planned.revision === "head");
	if (heads.length === 0) return ["no case could be measured"];
	return heads.flatMap((outcome) => outcome.status === "measured" || outcome.status === "contaminated" ? [] : [caseReason(outcome)]);
}
function caseReason({ planned, reason }) {
	return `${planned.id}: ${reason}`;
}
function doubtsOf(evidence) {
	const { comparisons, requirements, status, statusDetail, yardstick, obstacles } = evidence;
	const gates = comparisons.filter((item) => item.isGate);
	const open = gates.filter((item) => !["unchanged", "improvement"].includes(item.verdict));
	const unevaluated = requirements.filter((item) => item.severity === "fail" && item.status === "not evaluated");
	const isJudged = gates.length > 0 || requirements.some((item) => item.status !== "not evaluated");
	return [
		...status === "interrupted" || status === "running" ? [statusDetail ?? "the run was interrupted"] : [],
		...yardstick.origin === "head" ? ["the config comes from the head itself: the base has none yet"] : [],
		...obstacles,
		...evidence.outcomes.flatMap((outcome) => outcome.status === "contaminated" ? [caseReason(outcome)] : []),
		...open.map((item) => `${item.metric} against ${item.reference}: ${item.verdict}`),
		...unevaluated.map((item) => `${item.id} not evaluated: ${item.reason}`),
		...isJudged ? [] : ["there was nothing to judge by: no baseline for this testbed and no evaluated requirement"]
	];
}

// src/domain/sentence.ts
function verdictSentence$1({ verdict, reasons }, comparisons, requirements) {
	const regression = worst(comparisons.filter((item) => item.isGate && item.verdict === "regression"));
	if (regression) return `${change(regression)}${stageShare(regression, comparisons)}`;
	if (verdict === "fail") return failedRequirements(requirements);
	if (verdict === "error") return `could not be measured: ${listed(reasons)}`;
	if (verdict === "inconclusive") return `could not tell: ${listed(reasons)}`;
	const best = worst(comparisons.filter((item) => item.isGate && item.verdict === "improvement"));
	if (best) return `${change(best)}; nothing got worse`;
	return passed(comparisons, requirements);
}
function worst(comparisons) {
	return comparisons.toSorted((a, b) => Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0))[0];
}
function change(item) {
	const where = axesText(item.axes);
	const range = item.interval ? ` (${percent(item.interval[0])} to ${percent(item.interval[1])})` : "";
	return `${`${item.metric} of ${item.suite}${where ? ` (${where})` : ""}`} changed by ${percent(item.effect ?? 0)}${range} against ${item.reference}`;
}
function stageShare(regression, comparisons) {
	if (regression.unit !== "s" || !regression.base || !regression.head) return "";
	const whole = regression.head.median - regression.base.median;
	const largest = comparisons.filter((item) => sameCase(item, regression) && stageOf(item.metric) !== null).flatMap(({ metric, head, base }) => head && base ? [{
		stage: stageOf(metric) ?? "",
		added: head.median - base.median
	}] : []).toSorted((a, b) => b.added - a.added)[0];
	if (!largest || largest.added <= 0) return "";
	return `, most of it in stage ${largest.stage} (${seconds(largest.added)} of ${seconds(whole)})`;
}
function sameCase(one, other) {
	return one.suite === other.suite && one.reference === other.reference && axesText(one.axes) === axesText(other.axes);
}
function failedRequirements(requirements) {
	const failed = requirements.filter((item) => item.severity === "fail" && item.status === "fail");
	const parts = failed.map((item) => `${item.id}: ${item.value} is ${figure(item.actual, item.limit)} ${item.unit}, required ${item.operator} ${item.limit} ${item.unit}`);
	return `${failed.length === 1 ? "a requirement fails" : `${failed.length} requirements fail`}: ${listed(parts.map((part) => part.trim()))}`;
}
function figure(actual, limit) {
	if (actual === null) return "unknown";
	for (let digits = 3; digits < 15; digits += 1) {
		const text = actual.toPrecision(digits);
		if (Number(text) !== limit) return String(Number(text));
	}
	return String(actual);
}
function passed(comparisons, requirements) {
	const compared = comparisons.filter((item) => item.isGate).length;
	const met = requirements.filter((item) => item.status === "pass").length;
	const missed = requirements.filter((item) => item.status === "fail").length;
	const parts = [
		compared > 0 ? `${count(compared, "comparison")} without a change that matters` : "",
		met > 0 ? `${count(met, "requirement")} met` : "",
		missed > 0 ? `${count(missed, "limit")} missed that only warn${missed === 1 ? "s" : ""}` : ""
	];
	return `${compared > 0 ? "no regression" : "nothing failed"}: ${parts.filter((part) => part !== "").join(", ")}`;
}
function count(number, noun) {
	return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
function listed(parts) {
	const shown = parts.slice(0, 3).join("; ");
	return parts.length > 3 ? `${shown}; and ${parts.length - 3} more` : shown;
}
function percent(share) {
	return `${share > 0 ? "+" : ""}${(share * 100).toFixed(1)} %`;
}
function seconds(value) {
	return `${value > 0 ? "+" : ""}${value < 10 ? value.toFixed(2) : value.toFixed(1)} s`;
}

// src/steps/compose-report.ts
function composeReport(judged) {
	const { record, config, comparisons, requirements } = judged;
	const conclusion = conclude({
		...judged,
		...statusOf(record),
		yardstick: record.yardstick
	}, config.comparison.strict);
	const head = record.revisions.find((revision) => revision.label === "head");
	return {
		schemaVersion: 1,
		title: config.name,
		runId: record.runId,
		verdict: conclusion.verdict,
		conclusion: conclusion.conclusion,
		exitCode: conclusion.exitCode,
		sentence: verdictSentence$1(conclusion, comparisons, requirements),
		counts: countsOf(comparisons, requirements),
		yardstick: record.yardstick,
		head: {
			ref: head?.ref ?? "unknown",
			commit: head?.commit ?? null
		},
		pullRequest: record.pullRequest,
		testbed: record.testbed,
		comparisons,
		requirements,
		derived: judged.derived,
		sections: judged.sections,
		findings: judged.findings,
		cases: judged.outcomes.map(summaryOf),
		nextSteps: nextSteps$1(conclusion, judged)
	};
}
function statusOf(record) {
	return {
		status: record.status,
		statusDetail: record.statusDetail
	};
}
function countsOf(comparisons, requirements) {
	const verdicts = (verdict) => comparisons.filter((item) => item.isGate && item.verdict === verdict).length;
	const statuses = (status) => requirements.filter((item) => item.status === status).length;
	return {
		regression: verdicts("regression"),
		improvement: verdicts("improvement"),
		unchanged: verdicts("unchanged"),
		inconclusive: verdicts("inconclusive"),
		"not comparable": verdicts("not comparable"),
		missing: verdicts("missing"),
		"requirements passed": statuses("pass"),
		"requirements failed": statuses("fail"),
		"requirements not evaluated": statuses("not evaluated")
	};
}
function summaryOf(outcome) {
	const { key, revision } = outcome.planned;
	const failedTrials = outcome.status === "missing" ? 0 : outcome.failures.length;
	if (outcome.status !== "measured") return {
		...key,
		revision,
		failedTrials,
		resultRows: null,
		wallSeconds: null
	};
	const wall = outcome.measurements.find((item) => item.metric.name === wallTime.name);
	return {
		...key,
		revision,
		failedTrials,
		resultRows: outcome.resultRows,
		wallSeconds: wall ? summarize(wall.samples) : null
	};
}
function nextSteps$1({ verdict }, { record, comparisons, findings }) {
	const again = {
		text: "Measure again on the same kind of machine",
		command: `warpgauge run --config ${record.yardstick.path}`
	};
	const accept = {
		text: "If the change is meant, refresh the baseline once it is merged and say why",
		command: "warpgauge baseline refresh RUN_FOLDER --reason \"…\""
	};
	const first = {
		text: "Commit a first baseline for this testbed",
		command: "warpgauge baseline refresh RUN_FOLDER --reason \"first baseline\""
	};
	const look = {
		text: "Look at the raw output of the failed trials in the run folder",
		command: null
	};
	const lacksBaseline = comparisons.length === 0 && findings.some((item) => item.reason.startsWith("no committed baseline"));
	switch (verdict) {
		case "fail": return [again, accept];
		case "error": return [look, again];
		case "inconclusive": return lacksBaseline ? [first] : [again];
		case "pass": return lacksBaseline ? [first] : [];
		default: return verdict;
	}
}

// src/steps/telemetry-figures.ts
function usedGpus(outcome, devices) {
	if (outcome.status !== "measured") return [];
	const windows = outcome.trials.flatMap((trial) => trial.telemetry ?? []);
	return outcome.planned.gpus.flatMap((id) => {
		const gpu = devices.find((device) => device.id === id)?.physicalIndex ?? id;
		const uses = windows.flatMap(({ gpus }) => gpus.find((use) => use.gpu === gpu) ?? []);
		return uses.length === windows.length && uses.length > 0 ? [usedGpu(gpu, uses)] : [];
	});
}
function telemetryFigures(outcome, devices) {
	const { suite, benchmark, axes } = outcome.planned.key;
	return usedGpus(outcome, devices).flatMap(({ gpu, use, memoryPeakBytes, energyJoules }) => {
		const common = {
			suite,
			benchmark,
			axes: {
				...axes,
				gpu
			},
			interval: null,
			isSuspicious: false,
			isDeclared: false
		};
		const figure = (name, unit, value) => {
			const reason = value === null ? "not offered by the monitor of this run" : null;
			return {
				...common,
				name,
				unit,
				value,
				reason
			};
		};
		const total = use.memoryTotalBytes;
		return [
			figure("gpu_utilization", "%", use.utilizationPercent?.mean ?? null),
			figure("sm_utilization", "share", use.smUtilization?.mean ?? null),
			figure("gpu_memory_peak", "B", memoryPeakBytes),
			figure("gpu_memory_peak_share", "share", memoryPeakBytes === null || total === null ? null : memoryPeakBytes / total),
			figure("gpu_energy", "J", energyJoules)
		];
	});
}
function usedGpu(gpu, uses) {
	const [first] = uses;
	if (!first) throw new RangeError("a used GPU needs at least one window");
	const spread = (read) => joined$1(uses.map(read));
	return {
		gpu,
		memoryPeakBytes: largest(uses.map((use) => use.memoryUsedBytes?.max ?? use.ownMemoryPeakBytes)),
		energyJoules: middle(uses.map((use) => use.energyJoules)),
		use: {
			...first,
			utilizationPercent: spread((use) => use.utilizationPercent),
			smUtilization: spread((use) => use.smUtilization),
			smOccupancy: spread((use) => use.smOccupancy),
			tensorActivity: spread((use) => use.tensorActivity),
			powerWatts: spread((use) => use.powerWatts),
			smClockMhz: spread((use) => use.smClockMhz),
			temperatureCelsius: spread((use) => use.temperatureCelsius)
		}
	};
}
function joined$1(spreads) {
	const known = spreads.filter((spread) => spread !== null);
	if (known.length === 0 || known.length < spreads.length) return null;
	const mean = (read) => meanOf(known.map(read));
	return {
		mean: mean((spread) => spread.mean),
		min: Math.min(...known.map((spread) => spread.min)),
		max: Math.max(...known.map((spread) => spread.max)),
		p5: mean((spread) => spread.p5),
		p50: mean((spread) => spread.p50),
		p95: mean((spread) => spread.p95)
	};
}
function largest(values) {
	const known = values.filter((value) => value !== null);
	return known.length === values.length && known.length > 0 ? Math.max(...known) : null;
}
function middle(values) {
	const known = values.filter((value) => value !== null);
	return known.length === values.length && known.length > 0 ? median(known) : null;
}

// src/domain/stage-attribution.ts
const clockToleranceMs = 1e3;
const mostUnexplained = .2;
function stageIntervals(stages, trial) {
	const ran = stages.flatMap(({ seconds, ...stage }) => seconds === null ? [] : [{
		...stage,
		seconds
	}]);
	if (ran.length === 0 || trial.endedMs <= trial.startedMs) return null;
	const timed = ran.flatMap((stage) => toInterval(stage, trial) ?? []);
	if (timed.length === ran.length) return {
		source: "times",
		intervals: timed,
		notes: pauses(timed)
	};
	return laidEndToEnd(ran, trial);
}
function attributeStages({ source, intervals, notes }, trial, summarize) {
	const wallMs = trial.endedMs - trial.startedMs;
	const rows = intervals.flatMap((interval) => summarize(interval.startedMs, interval.endedMs).map((use) => rowOf$1(interval, use, wallMs)));
	const short = intervals.filter(({ stage }) => !rows.some((row) => row.stage === stage && isSeen(row))).map(({ stage, seconds }) => `${stage} (${seconds} s) was too short for a sample`);
	return {
		source,
		rows,
		notes: [...notes, ...short]
	};
}
function gpuByStageSection(id, title, attribution) {
	if (!attribution || attribution.rows.length === 0) return null;
	return {
		id,
		title,
		columns: [
			"Stage",
			"GPU",
			"Time",
			"Share of time",
			"Utilisation",
			"SM utilisation",
			"Peak memory",
			"Energy"
		],
		rows: attribution.rows.map((row) => [
			row.stage,
			String(row.gpu),
			cell$1(row.seconds, "s"),
			cell$1(row.timeShare, "share"),
			cell$1(row.utilizationPercent, "%"),
			cell$1(row.smUtilization, "share"),
			cell$1(row.memoryPeakBytes, "B"),
			cell$1(row.energyJoules, "J")
		]),
		notes: [attribution.source === "times" ? "Stages by the times that the pipeline told." : "The pipeline tells how long its stages took, not when: they are laid end to end, back from the end of the run.", ...attribution.notes]
	};
}
function cell$1(value, unit) {
	return value === null ? null : {
		value,
		unit
	};
}
function toInterval(stage, trial) {
	const { startedMs, endedMs, seconds } = stage;
	if (startedMs === null || endedMs === null || endedMs < startedMs) return null;
	return startedMs >= trial.startedMs - clockToleranceMs && endedMs <= trial.endedMs + clockToleranceMs ? {
		stage: stage.stage,
		seconds,
		startedMs,
		endedMs
	} : null;
}
function pauses(intervals) {
	return intervals.flatMap(({ stage, seconds, startedMs, endedMs }) => {
		const otherSeconds = (endedMs - startedMs) / 1e3 - seconds;
		if (otherSeconds <= Math.max(1, seconds * .05)) return [];
		return [`${stage} ran with pauses: its figures cover ${otherSeconds.toFixed(1)} s between its parts as well`];
	});
}
function laidEndToEnd(ran, trial) {
	const wallSeconds = (trial.endedMs - trial.startedMs) / 1e3;
	const restSeconds = wallSeconds - ran.reduce((sum, { seconds }) => sum + seconds, 0);
	if (restSeconds < -.01 * wallSeconds || restSeconds > mostUnexplained * wallSeconds) return null;
	let startedMs = trial.startedMs + Math.max(0, restSeconds) * 1e3;
	return {
		source: "durations",
		intervals: ran.map(({ stage, seconds }) => {
			const interval = {
				stage,
				seconds,
				startedMs,
				endedMs: startedMs + seconds * 1e3
			};
			startedMs = interval.endedMs;
			return interval;
		}),
		notes: [`each stage may lie up to ${Math.max(0, restSeconds).toFixed(1)} s earlier, which no stage accounts for`]
	};
}
function rowOf$1({ stage, seconds }, use, wallMs) {
	return {
		stage,
		gpu: use.gpu,
		seconds,
		timeShare: Math.min(1, seconds * 1e3 / wallMs),
		utilizationPercent: use.utilizationPercent?.mean ?? null,
		smUtilization: use.smUtilization?.mean ?? null,
		memoryPeakBytes: use.memoryUsedBytes?.max ?? use.ownMemoryPeakBytes,
		energyJoules: use.energyJoules
	};
}
function isSeen({ utilizationPercent, smUtilization, memoryPeakBytes, energyJoules }) {
	return [
		utilizationPercent,
		smUtilization,
		memoryPeakBytes,
		energyJoules
	].some((value) => value !== null);
}

// src/steps/telemetry-sections.ts
const columns$1 = [
	"Case",
	"GPU",
	"Utilisation",
	"SM activity",
	"SM occupancy",
	"Tensor cores",
	"Peak memory",
	"Power",
	"Energy per run",
	"SM clock",
	"Hottest"
];
function telemetrySections(outcomes, devices) {
	const heads = outcomes.filter((outcome) => outcome.status === "measured" && outcome.planned.revision === "head");
	const rows = heads.flatMap((outcome) => usedGpus(outcome, devices).map((use) => rowOf(outcome, use)));
	if (rows.length === 0) return [];
	const notes = ["Means over the runs that count. Utilisation is the share of time in which any kernel ran; SM activity says how much of the GPU it kept busy. Memory is that of the whole GPU.", ...new Set(heads.flatMap(problemsOf$1))];
	return [{
		id: "gpus",
		title: "GPUs",
		columns: columns$1,
		rows,
		notes
	}, ...heads.flatMap((outcome) => stageSection(outcome, devices) ?? [])];
}
function rowOf({ planned }, { gpu, use, energyJoules, memoryPeakBytes }) {
	return [
		`${planned.key.suite} ${axesText(planned.key.axes)}`,
		String(gpu),
		mean(use.utilizationPercent, "%"),
		mean(use.smUtilization, "share"),
		mean(use.smOccupancy, "share"),
		mean(use.tensorActivity, "share"),
		memoryPeakBytes === null ? null : {
			value: memoryPeakBytes,
			unit: "B"
		},
		mean(use.powerWatts, "W"),
		energyJoules === null ? null : {
			value: energyJoules,
			unit: "J"
		},
		use.smClockMhz ? {
			value: use.smClockMhz.p50,
			unit: "MHz"
		} : null,
		use.temperatureCelsius ? {
			value: use.temperatureCelsius.max,
			unit: "°C"
		} : null
	];
}
function mean(spread, unit) {
	return spread ? {
		value: spread.mean,
		unit
	} : null;
}
function stageSection(outcome, devices) {
	if (outcome.status !== "measured") return null;
	const { key } = outcome.planned;
	const attribution = outcome.trials.at(-1)?.gpuByStage;
	if (!attribution) return null;
	const given = usedGpus(outcome, devices).map(({ gpu }) => gpu);
	const rows = attribution.rows.filter(({ gpu }) => given.includes(gpu));
	const title = `GPU by stage: ${key.suite} ${axesText(key.axes)}`;
	const section = gpuByStageSection(`gpu-stages-${outcome.planned.id}`, title, {
		...attribution,
		rows
	});
	return section && {
		...section,
		isDetail: true
	};
}
function problemsOf$1(outcome) {
	if (outcome.status !== "measured") return [];
	return outcome.trials.flatMap((trial) => trial.telemetry?.problems ?? []).slice(0, 5);
}

// src/domain/projection.ts
const resamples = 1e3;
function project(sizes, sequences, confidence) {
	const model = fitCost(sizes);
	const draws = hasSpread(sizes) ? redraw(sizes) : [];
	const widening = wideningOf(sizes, confidence);
	const hours = hoursFor(model, sequences);
	return {
		...model,
		hours,
		hoursInterval: interval(draws.map((draw) => hoursFor(draw, sequences)), hours, widening, confidence),
		fixedSecondsInterval: interval(draws.flatMap((draw) => draw.fixedSeconds ?? []), model.fixedSeconds, widening, confidence),
		extrapolation: sequences / Math.max(...sizes.map((size) => size.sequences))
	};
}
function fitCost(sizes) {
	const points = sizes.map((size) => ({
		x: size.sequences,
		y: median(size.seconds)
	}));
	const largest = points.reduce((one, other) => other.x > one.x ? other : one);
	const proportional = {
		fixedSeconds: null,
		secondsPerSequence: largest.y / largest.x
	};
	if (new Set(points.map((point) => point.x)).size < 2) return proportional;
	const { intercept, slope } = weightedLine(points);
	return slope > 0 ? {
		fixedSeconds: intercept,
		secondsPerSequence: slope
	} : proportional;
}
function hoursFor(model, sequences) {
	return ((model.fixedSeconds ?? 0) + model.secondsPerSequence * sequences) / 3600;
}
function weightedLine(points) {
	const weights = points.map((point) => 1 / point.y ** 2);
	const total = sum(weights);
	const meanX = sum(points.map((point, index) => point.x * weights[index])) / total;
	const meanY = sum(points.map((point, index) => point.y * weights[index])) / total;
	const slope = sum(points.map((point, index) => weights[index] * (point.x - meanX) * (point.y - meanY))) / sum(points.map((point, index) => weights[index] * (point.x - meanX) ** 2));
	return {
		slope,
		intercept: meanY - slope * meanX
	};
}
function hasSpread(sizes) {
	return sizes.every((size) => size.seconds.length >= 2);
}
function redraw(sizes) {
	const random = seededRandom(3266489909);
	return Array.from({ length: resamples }, () => fitCost(sizes.map((size) => ({
		...size,
		seconds: resample(size.seconds, random)
	}))));
}
function interval(draws, center, widening, confidence) {
	if (draws.length === 0 || center === null) return null;
	const sorted = draws.toSorted((a, b) => a - b);
	const low = quantile(sorted, (1 - confidence) / 2);
	const high = quantile(sorted, (1 + confidence) / 2);
	return [center + Math.min(0, low - center) * widening, center + Math.max(0, high - center) * widening];
}
function wideningOf(sizes, confidence) {
	const count = Math.min(...sizes.map((size) => size.seconds.length));
	return count < 2 ? 1 : smallSampleWidening(count, count - 1, confidence);
}
function sum(values) {
	return values.reduce((total, value) => total + value, 0);
}

// src/suites/outcomes.ts
function isMeasured(outcome) {
	return outcome?.status === "measured";
}
function samplesOf(outcome, metricName) {
	return outcome.measurements.find((item) => item.metric.name === metricName)?.samples ?? [];
}
function wallSummary(outcome) {
	return summarize(samplesOf(outcome, wallTime.name));
}
function whyNot(outcome) {
	if (!outcome) return "this case is not part of the run";
	return outcome.status === "measured" ? "measured" : outcome.reason;
}

// src/suites/planned-case.ts
function planCase(request) {
	const { config, suite, key } = request;
	return {
		id: caseId(key),
		key,
		revision: request.revision ?? "head",
		dataset: request.dataset ?? suite.dataset,
		gpus: request.devices.slice(0, request.gpuCount).map((device) => device.id),
		warmups: suite.warmups ?? config.run.warmups,
		repeats: suite.repeats ?? config.run.repeats,
		maxReruns: config.run.maxReruns,
		timeoutSeconds: (suite.timeoutMinutes ?? config.pipeline.timeoutMinutes) * 60,
		interleaveGroup: request.group,
		samplesFrom: request.samplesFrom ?? "fresh"
	};
}
function lackingDevices(key, gpuCount, devices) {
	if (gpuCount <= devices.length) return null;
	return {
		key,
		reason: `needs ${gpuCount} devices, this runner has ${devices.length}`
	};
}

// src/suites/end-to-end.ts
const endToEnd$1 = {
	usesBaselines: true,
	plan(input) {
		const requests = datasetsOf(input.suite).map((dataset) => ({
			dataset,
			key: keyOf$2(input, dataset)
		}));
		const notTested = requests.flatMap(({ key }) => lackingDevices(key, input.suite.gpus, input.devices) ?? []);
		if (notTested.length > 0) return {
			cases: [],
			notTested
		};
		const { config, suite, devices } = input;
		return {
			cases: requests.map(({ dataset, key }) => planCase({
				config,
				suite,
				devices,
				gpuCount: suite.gpus,
				key,
				dataset,
				group: "end-to-end"
			})),
			notTested: []
		};
	},
	judge(input) {
		const measured = input.outcomes.filter(isMeasured);
		const rates = measured.map((outcome) => rateOf(outcome, input));
		const projected = input.suite.goal ? projectionFigures(input.suite.goal, measured, input) : [];
		const derived = [...rates, ...projected];
		const requirements = input.suite.goal ? [goalRequirement(input.suite.goal, input.suite)] : [];
		return {
			derived,
			requirements,
			comparisons: [],
			findings: [],
			sections: sectionsOf(derived, requirements, input)
		};
	}
};
function datasetsOf(suite) {
	return [.../* @__PURE__ */ new Set([suite.dataset, ...suite.moreDatasets])];
}
function keyOf$2({ config, suite }, dataset) {
	return {
		suite: "end-to-end",
		benchmark: config.pipeline.name,
		axes: {
			dataset,
			gpus: suite.gpus
		}
	};
}
function rateOf(outcome, input) {
	const sequences = sequencesOf(outcome, input);
	const value = sequences === null ? null : sequences / wallSummary(outcome).median * 3600;
	const reason = sequences === null ? "the size of the dataset is unknown" : null;
	const { suite, benchmark, axes } = outcome.planned.key;
	return {
		suite,
		benchmark,
		axes,
		name: "sequences_per_hour",
		unit: "sequences/h",
		value,
		reason,
		interval: null,
		isSuspicious: false,
		isDeclared: false
	};
}
function sequencesOf(outcome, input) {
	return input.datasets.find((dataset) => dataset.name === outcome.planned.dataset)?.sequences ?? null;
}
function projectionFigures(goal, measured, input) {
	const common = {
		suite: "end-to-end",
		benchmark: input.config.pipeline.name,
		axes: { gpus: input.suite.gpus },
		interval: null,
		isSuspicious: false,
		isDeclared: false
	};
	const reason = whyNotProjected(goal, measured, input);
	if (reason !== null) return [{
		...common,
		name: "projected_hours",
		unit: "h",
		value: null,
		reason
	}];
	const projection = project(measured.flatMap((outcome) => sized(outcome, input)), goal.sequences, input.policy.confidence);
	return [
		{
			...common,
			name: "projected_hours",
			unit: "h",
			value: projection.hours,
			interval: projection.hoursInterval,
			reason: caveat(projection)
		},
		{
			...common,
			name: "fixed_cost",
			unit: "s",
			value: projection.fixedSeconds,
			interval: projection.fixedSecondsInterval,
			reason: noFixedCost(projection)
		},
		{
			...common,
			name: "seconds_per_sequence",
			unit: "s",
			value: projection.secondsPerSequence,
			reason: null
		}
	];
}
function whyNotProjected(goal, measured, input) {
	if (goal.gpus !== input.suite.gpus) return `the goal is for ${goal.gpus} GPUs, this suite measures ${input.suite.gpus}`;
	if (goal.gpus > input.devices.length) return `the goal is for ${goal.gpus} GPUs, this runner has ${input.devices.length}`;
	if (measured.length === 0) return whyNot(input.outcomes[0]);
	return measured.find((outcome) => sequencesOf(outcome, input) === null) ? "the size of the dataset is unknown" : null;
}
function sized(outcome, input) {
	const sequences = sequencesOf(outcome, input);
	return sequences === null ? [] : [{
		sequences,
		seconds: samplesOf(outcome, wallTime.name)
	}];
}
function caveat(projection) {
	const notes = [projection.extrapolation > 1 ? `projected to ${projection.extrapolation.toPrecision(3)} times the largest measured size` : null, projection.hoursInterval === null ? "single runs: no interval" : null].filter((note) => note !== null);
	return notes.length > 0 ? notes.join("; ") : null;
}
function noFixedCost(projection) {
	if (projection.fixedSeconds !== null) return null;
	return "one size does not separate the fixed cost; name a second dataset in moreDatasets";
}
function goalRequirement(goal, suite) {
	return {
		id: "PERF-01",
		suite: "end-to-end",
		value: "projected_hours",
		axes: {},
		operator: goal.tolerance > 0 ? "<=" : "<",
		limit: goal.hours * (1 + goal.tolerance),
		unit: "h",
		severity: suite.severity,
		rule: `goal of ${goal.sequences} sequences on ${goal.gpus} GPUs`
	};
}
function sectionsOf(derived, requirements, input) {
	const sizes = {
		id: "end-to-end",
		title: "End to end",
		columns: [
			"Dataset",
			"Sequences",
			"GPUs",
			"Time (median)",
			"Result rows",
			"Throughput",
			"Sequences per hour"
		],
		rows: input.outcomes.map((outcome) => sizeRow(outcome.planned.dataset, isMeasured(outcome) ? outcome : null, derived, input)),
		notes: []
	};
	const results = requirements.flatMap((requirement) => evaluateRequirement(requirement, derived));
	return input.suite.goal ? [sizes, goalSection(input.suite.goal, derived, results[0]?.status ?? "not evaluated")] : [sizes];
}
function sizeRow(dataset, outcome, derived, input) {
	const size = input.datasets.find((item) => item.name === dataset)?.sequences;
	const start = [
		dataset,
		size === void 0 ? null : String(size),
		String(input.suite.gpus)
	];
	if (!outcome) return [
		...start,
		null,
		null,
		null,
		null
	];
	const rates = samplesOf(outcome, throughput.name);
	const rate = rates.length > 0 ? {
		value: median(rates),
		unit: throughput.unit
	} : null;
	const perHour = derived.find((item) => item.name === "sequences_per_hour" && item.axes["dataset"] === dataset);
	return [
		...start,
		{
			value: wallSummary(outcome).median,
			unit: "s"
		},
		outcome.resultRows === null ? null : String(outcome.resultRows),
		rate,
		cell(perHour)
	];
}
function goalSection(goal, derived, status) {
	const hours = derived.find((item) => item.name === "projected_hours");
	const fixed = derived.find((item) => item.name === "fixed_cost");
	const range = hours?.interval ? {
		interval: hours.interval,
		unit: hours.unit
	} : null;
	return {
		id: "goal",
		title: "Goal",
		columns: [
			"Sequences",
			"GPUs",
			"Goal",
			"Projected",
			"Interval",
			"Fixed cost",
			"Verdict"
		],
		rows: [[
			String(goal.sequences),
			String(goal.gpus),
			{
				value: goal.hours,
				unit: "h"
			},
			cell(hours),
			range,
			cell(fixed),
			status
		]],
		notes: [hours, fixed].flatMap((item) => item?.reason ? [`${item.name}: ${item.reason}`] : [])
	};
}
function cell(item) {
	return item && item.value !== null ? {
		value: item.value,
		unit: item.unit
	} : null;
}

// src/suites/revision-figures.ts
function againstRevision(label, input, keyOf) {
	const declared = input.config.revisions[label]?.declared;
	const head = find(input, "head");
	if (declared) return againstDeclared(label, declared, head, keyOf(label));
	const other = find(input, label);
	const resolved = input.revisions.find((item) => item.label === label);
	if (!isMeasured(head) || !isMeasured(other)) {
		const reason = resolved?.problem ?? (isMeasured(head) ? `${label}: ${whyNot(other)}` : `head: ${whyNot(head)}`);
		return {
			derived: [speedupOf(keyOf(label), null, reason)],
			comparisons: [withoutFigures(keyOf(label), label, reason, input)],
			sections: [],
			findings: []
		};
	}
	const reference = `${label} (${resolved?.commit?.slice(0, 7) ?? "unknown"})`;
	const doubts = conditionDifferences(conditionsOf$1(other, label, input), conditionsOf$1(head, "head", input));
	const comparisons = compareMetrics({
		head,
		other,
		reference
	}, doubts, input);
	const value = wallSummary(other).median / wallSummary(head).median;
	const doubt = doubts.length > 0 ? `not comparable: ${doubts.join("; ")}` : null;
	const speedup = {
		...speedupOf(keyOf(label), value, doubt),
		isSuspicious: doubts.length > 0
	};
	return {
		derived: [speedup],
		comparisons: relevant(comparisons, label, input),
		sections: [sectionOf$1(label, reference, comparisons, speedup)],
		findings: cachedNote(other, label)
	};
}
function relevant(comparisons, label, { config }) {
	const isMergeBase = config.revisions[label]?.ref === "merge-base";
	return comparisons.filter((item) => isMergeBase || item.isGate);
}
function find(input, label) {
	return input.outcomes.find((outcome) => outcome.planned.key.axes["revision"] === label);
}
function speedupOf(key, value, reason) {
	return {
		...key,
		name: "speedup",
		unit: "×",
		value,
		reason,
		interval: null,
		isSuspicious: false,
		isDeclared: false
	};
}
function againstDeclared(label, declared, head, key) {
	const value = isMeasured(head) ? declared.wallSeconds / wallSummary(head).median : null;
	const speedup = {
		...speedupOf(key, value, isMeasured(head) ? `declared: ${declared.source}` : `head: ${whyNot(head)}`),
		isDeclared: true
	};
	const row = [
		`${label} (declared, not measured)`,
		{
			value: declared.wallSeconds,
			unit: "s"
		},
		head && isMeasured(head) ? {
			value: wallSummary(head).median,
			unit: "s"
		} : null,
		value === null ? null : {
			value,
			unit: "×"
		}
	];
	const section = {
		id: `revision-${label}`,
		title: `Against ${label}`,
		columns: [
			"Reference",
			"Declared time",
			"Head (median)",
			"Speed-up"
		],
		rows: [row],
		notes: [`${label}: ${declared.source}`]
	};
	return {
		derived: [speedup],
		comparisons: [],
		sections: [section],
		findings: []
	};
}
function conditionsOf$1(outcome, label, input) {
	const dataset = input.datasets.find((item) => item.name === outcome.planned.dataset);
	const identity = input.identity[label] ?? {};
	return {
		datasetSha256: dataset?.sha256 ?? "",
		sequences: dataset?.sequences ?? 0,
		command: [],
		resultRows: outcome.resultRows,
		identity
	};
}
function compareMetrics(pair, doubts, input) {
	return pair.head.measurements.map(({ metric, samples }) => {
		const base = samplesOf(pair.other, metric.name);
		const decision = doubts.length > 0 ? undecided("not comparable", doubts.join("; ")) : compareSamples(metric, base, samples, input.policy);
		return {
			...describe(pair.head.planned.key, pair.reference, input, metric),
			...decision
		};
	});
}
function withoutFigures(key, label, reason, input) {
	const isUnfit = [find(input, "head"), find(input, label)].every((side) => side?.status === "measured" || side?.status === "contaminated");
	return {
		...describe(key, label, input, wallTime),
		...undecided(isUnfit ? "inconclusive" : "missing", reason)
	};
}
function describe(key, reference, input, metric) {
	const isGate = input.config.comparison.gate.includes(metric.name);
	return {
		...key,
		metric: metric.name,
		unit: metric.unit,
		betterWhen: metric.betterWhen,
		reference,
		isGate
	};
}
function sectionOf$1(label, reference, comparisons, speedup) {
	const rows = comparisons.filter((item) => item.base && item.head).map((item) => {
		const [base, head] = [item.base?.median ?? 0, item.head?.median ?? 0];
		const ratio = item.betterWhen === "lower" ? base / head : head / base;
		return [
			stageOf(item.metric) ?? item.metric,
			{
				value: base,
				unit: item.unit
			},
			{
				value: head,
				unit: item.unit
			},
			Number.isFinite(ratio) ? {
				value: ratio,
				unit: "×"
			} : null,
			item.verdict
		];
	});
	const notes = speedup.reason ? [speedup.reason] : [];
	return {
		id: `revision-${label}`,
		title: `Against ${label}`,
		columns: [
			"Metric or stage",
			reference,
			"Head",
			"Speed-up",
			"Verdict"
		],
		rows,
		notes
	};
}
function cachedNote(other, label) {
	const runs = [...new Set(other.trials.flatMap((trial) => trial.cachedFromRun ?? []))];
	if (runs.length === 0) return [];
	return [{
		kind: "caution",
		subject: label,
		reason: `samples reused from run ${runs.join(", ")}: taken at another time, not interleaved with the head`
	}];
}

// src/suites/revision.ts
const revision$1 = {
	usesBaselines: false,
	plan(input) {
		const lacking = lackingDevices(keyOf$1(input, "head"), input.suite.gpus, input.devices);
		if (lacking) return {
			cases: [],
			notTested: [lacking]
		};
		const others = input.suite.against.filter((label) => mayRun(input, label));
		return {
			notTested: input.suite.against.flatMap((label) => unresolved(input, label) ?? []),
			cases: ["head", ...others].map((label) => planRevision(input, label))
		};
	},
	judge(input) {
		const parts = input.suite.against.map((label) => againstRevision(label, input, (name) => keyOf$1(input, name)));
		return {
			derived: parts.flatMap((part) => part.derived),
			requirements: input.suite.against.flatMap((label) => requirementFor(label, input) ?? []),
			comparisons: parts.flatMap((part) => part.comparisons),
			findings: parts.flatMap((part) => part.findings),
			sections: parts.flatMap((part) => part.sections)
		};
	}
};
function keyOf$1({ config, suite }, label) {
	return {
		suite: "revision",
		benchmark: config.pipeline.name,
		axes: {
			gpus: suite.gpus,
			revision: label
		}
	};
}
function planRevision(input, label) {
	const { config, suite, devices } = input;
	const samplesFrom = label === "head" ? "fresh" : suite.baseline;
	return planCase({
		config,
		suite,
		devices,
		gpuCount: suite.gpus,
		key: keyOf$1(input, label),
		revision: label,
		group: "revision",
		samplesFrom
	});
}
function mayRun(input, label) {
	return input.revisions.some((item) => item.label === label && item.commit !== null) && !input.config.revisions[label]?.declared;
}
function unresolved(input, label) {
	if (input.config.revisions[label]?.declared || mayRun(input, label)) return null;
	const problem = input.revisions.find((item) => item.label === label)?.problem;
	return {
		key: keyOf$1(input, label),
		reason: problem ?? `revision ${label} was not resolved`
	};
}
function requirementFor(label, { suite }) {
	const limit = suite.minSpeedup[label];
	if (limit === void 0) return null;
	return {
		id: `SPEEDUP-${label}`,
		suite: "revision",
		value: "speedup",
		axes: {
			gpus: suite.gpus,
			revision: label
		},
		operator: ">=",
		limit,
		unit: "×",
		severity: suite.severity,
		rule: "config"
	};
}

// src/domain/scaling.ts
const profiles = {
	"perf-03": {
		version: 1,
		bands: { 2: {
			min: 1.9,
			usualMax: null
		} },
		minEfficiencyElsewhere: .9
	},
	realistic: {
		version: 1,
		bands: {
			2: {
				min: 1.8,
				usualMax: 1.95
			},
			4: {
				min: 3.5,
				usualMax: 3.8
			},
			8: {
				min: 6.8,
				usualMax: 7.4
			}
		},
		minEfficiencyElsewhere: null
	},
	target: {
		version: 1,
		bands: {
			2: {
				min: 1.7,
				usualMax: 1.9
			},
			4: {
				min: 3.4,
				usualMax: 3.8
			},
			8: {
				min: 6.8,
				usualMax: 7.6
			}
		},
		minEfficiencyElsewhere: .85
	},
	"research-summary": {
		version: 1,
		bands: {
			2: {
				min: 1.8,
				usualMax: null
			},
			4: {
				min: 3.5,
				usualMax: null
			},
			8: {
				min: 7,
				usualMax: null
			}
		},
		minEfficiencyElsewhere: null
	},
	"legacy-range": {
		version: 1,
		bands: {
			2: {
				min: 1.6,
				usualMax: 2
			},
			4: {
				min: 3,
				usualMax: 4
			},
			8: {
				min: 6,
				usualMax: 8
			}
		},
		minEfficiencyElsewhere: null
	}
};
function minimumSpeedup(profile, gpus) {
	const { bands, minEfficiencyElsewhere } = profiles[profile];
	const band = bands[gpus];
	if (band) return band.min;
	return minEfficiencyElsewhere === null ? null : minEfficiencyElsewhere * gpus;
}
function usualMaximum(profile, gpus) {
	return profiles[profile].bands[gpus]?.usualMax ?? null;
}
function scalingRequirement(profile, gpus, severity) {
	const limit = minimumSpeedup(profile, gpus);
	if (limit === null) return null;
	const rule = `${profile}@${profiles[profile].version}`;
	return {
		id: profile === "perf-03" ? "PERF-03" : `SCALING-${profile}`,
		suite: "scaling",
		value: "speedup",
		axes: { gpus },
		operator: ">=",
		limit,
		unit: "×",
		severity,
		rule
	};
}
function amdahlCeiling(parallelShare, gpus) {
	return 1 / (1 - parallelShare + parallelShare / gpus);
}

// src/suites/scaling-figures.ts
function scalingFigures(points, input) {
	const base = points.find((point) => point.gpus === 1)?.outcome;
	const parallelShare = isMeasured(base) ? shareOf(base, input.suite.parallelStages) : null;
	return points.filter(({ gpus }) => gpus > 1).flatMap((point) => figuresOf(point, base, parallelShare, input));
}
function figuresOf(point, base, parallelShare, input) {
	const ceiling = parallelShare === null ? null : amdahlCeiling(parallelShare, point.gpus);
	const common = {
		...point.key,
		isDeclared: false,
		isSuspicious: false,
		interval: null,
		reason: null
	};
	const limitOfReach = {
		...common,
		name: "ceiling",
		unit: "×",
		value: ceiling,
		reason: ceiling === null ? noCeiling(input) : null
	};
	if (!isMeasured(point.outcome) || !isMeasured(base)) {
		const reason = whyNoSpeedup(point, base, input);
		const absent = {
			...common,
			value: null,
			reason
		};
		return [
			{
				...absent,
				name: "speedup",
				unit: "×"
			},
			{
				...absent,
				name: "efficiency",
				unit: "share"
			},
			limitOfReach
		];
	}
	const speedup = wallSummary(base).median / wallSummary(point.outcome).median;
	const interval = speedupInterval(base, point.outcome, speedup, input.policy.confidence);
	const doubt = doubtAbout({
		point,
		base,
		speedup,
		interval,
		ceiling,
		input
	});
	const judged = {
		...common,
		...doubt
	};
	return [
		{
			...judged,
			name: "speedup",
			unit: "×",
			value: speedup,
			interval
		},
		{
			...judged,
			name: "efficiency",
			unit: "share",
			value: speedup / point.gpus,
			interval: scaled(interval, 1 / point.gpus)
		},
		limitOfReach
	];
}
function whyNoSpeedup(point, base, { devices }) {
	if (point.gpus > devices.length) return `needs ${point.gpus} devices, this runner has ${devices.length}`;
	return isMeasured(base) ? whyNot(point.outcome) : `no 1-GPU run to compare with: ${whyNot(base)}`;
}
function doubtAbout({ point, base, speedup, interval, ceiling, input }) {
	const rows = isMeasured(point.outcome) ? point.outcome.resultRows : null;
	if (rows !== base.resultRows) return unfit(`wrote ${rows ?? "unknown"} result rows, the 1-GPU run ${base.resultRows ?? "unknown"}: different work`);
	const sequences = input.datasets.find((dataset) => dataset.name === input.suite.dataset)?.sequences;
	if (sequences === void 0) return unfit(`the size of dataset ${input.suite.dataset} is unknown`);
	if (sequences < input.suite.minSequences) return unfit(`${sequences} sequences are dominated by overhead; ${input.suite.minSequences} are needed to judge scaling`);
	if ((interval?.[0] ?? speedup) > point.gpus) return unfit(`faster than ${point.gpus} GPUs can be (efficiency above 100 %): check that both runs did the same work`);
	return {
		reason: remarks(point.gpus, speedup, ceiling, input),
		isSuspicious: false
	};
}
function unfit(reason) {
	return {
		reason,
		isSuspicious: true
	};
}
function remarks(gpus, speedup, ceiling, { suite }) {
	const usual = usualMaximum(suite.profile, gpus);
	const limit = minimumSpeedup(suite.profile, gpus);
	const notes = [usual !== null && speedup > usual ? `above the usual ${usual}×: plausible, worth a second look` : null, ceiling !== null && limit !== null && limit > ceiling ? `the limit of ${limit}× is out of reach: the 1-GPU shares allow ${ceiling.toFixed(2)}×` : null].filter((note) => note !== null);
	return notes.length > 0 ? notes.join("; ") : null;
}
function noCeiling({ suite }) {
	return suite.parallelStages.length === 0 ? "parallelStages names no stage that can use more GPUs" : "the 1-GPU run reported no times for the stages in parallelStages";
}
function shareOf(base, stages) {
	const seconds = stages.map((stage) => samplesOf(base, stageTime(stage).name));
	if (seconds.length === 0 || seconds.some((samples) => samples.length === 0)) return null;
	const parallel = seconds.reduce((sum, samples) => sum + median(samples), 0);
	return Math.min(1, parallel / wallSummary(base).median);
}
function speedupInterval(base, other, speedup, confidence) {
	const [baseSamples, otherSamples] = [samplesOf(base, wallTime.name), samplesOf(other, wallTime.name)];
	const relative = relativeEffectInterval(otherSamples, baseSamples, confidence);
	if (!relative) return null;
	const center = Math.sqrt((1 + relative[0]) * (1 + relative[1]));
	return [(1 + relative[0]) / center * speedup, (1 + relative[1]) / center * speedup];
}
function scaled(interval, factor) {
	return interval ? [interval[0] * factor, interval[1] * factor] : null;
}

// src/suites/scaling.ts
const scaling$1 = {
	usesBaselines: true,
	plan(input) {
		const counts = gpuCounts(input.suite);
		const tested = counts.filter((count) => count <= input.devices.length);
		return {
			notTested: counts.flatMap((count) => lackingDevices(keyOf(input, count), count, input.devices) ?? []),
			cases: tested.map((count) => planScalingCase(input, count))
		};
	},
	judge(input) {
		const points = gpuCounts(input.suite).map((gpus) => ({
			gpus,
			key: keyOf(input, gpus),
			outcome: outcomeFor(input, gpus)
		}));
		const derived = scalingFigures(points, input);
		const requirements = requirementsOf(input, points);
		return {
			derived,
			requirements,
			comparisons: [],
			findings: [],
			sections: [sectionOf(points, derived, requirements, input)]
		};
	}
};
function gpuCounts(suite) {
	return [.../* @__PURE__ */ new Set([1, ...suite.gpus])].toSorted((a, b) => a - b);
}
function keyOf(input, gpus) {
	return {
		suite: "scaling",
		benchmark: input.config.pipeline.name,
		axes: { gpus }
	};
}
function planScalingCase({ config, suite, devices, ...input }, gpuCount) {
	return planCase({
		config,
		suite,
		devices,
		gpuCount,
		key: keyOf({
			config,
			...input
		}, gpuCount),
		group: "scaling"
	});
}
function outcomeFor(input, gpus) {
	return input.outcomes.find((outcome) => outcome.planned.key.axes["gpus"] === gpus);
}
function requirementsOf(input, points) {
	return points.filter(({ gpus }) => gpus > 1).flatMap(({ gpus, outcome }) => scalingRequirement(input.suite.profile, gpus, outcome ? input.suite.severity : "info") ?? []);
}
function sectionOf(points, derived, requirements, input) {
	const results = requirements.flatMap((requirement) => evaluateRequirement(requirement, derived));
	return {
		id: "scaling",
		title: "Scaling",
		columns: [
			"GPUs",
			"Time (median)",
			"Speed-up",
			"Efficiency",
			"Ceiling",
			`Limit (${input.suite.profile})`,
			"Verdict"
		],
		rows: points.map((point) => {
			const figure = (name) => derived.find((item) => item.name === name && item.axes["gpus"] === point.gpus);
			const result = results.find((item) => item.axes["gpus"] === point.gpus);
			const time = isMeasured(point.outcome) ? {
				value: wallSummary(point.outcome).median,
				unit: "s"
			} : null;
			const limit = result ? {
				value: result.limit,
				unit: "×"
			} : null;
			const figures = [
				"speedup",
				"efficiency",
				"ceiling"
			].map((name) => cellOf(figure(name)));
			return [
				String(point.gpus),
				time,
				...figures,
				limit,
				verdictText(point, result, input)
			];
		}),
		notes: derived.flatMap((item) => item.name === "speedup" && item.value !== null && item.reason ? [`${item.axes["gpus"]} GPUs: ${item.reason}`] : [])
	};
}
function cellOf(item) {
	return item && item.value !== null ? {
		value: item.value,
		unit: item.unit
	} : null;
}
function verdictText(point, result, input) {
	if (point.gpus > input.devices.length) return `not tested: this runner has ${input.devices.length}`;
	if (!isMeasured(point.outcome)) return `not evaluated: ${whyNot(point.outcome)}`;
	if (point.gpus === 1) return "base";
	if (!result) return "no limit for this count";
	return result.status === "fail" && result.severity !== "fail" ? "missed (warning)" : result.status;
}

// src/suites/index.ts
const suites = {
	scaling: scaling$1,
	"end-to-end": endToEnd$1,
	revision: revision$1
};
const suiteNames = [
	"scaling",
	"end-to-end",
	"revision"
];

// src/steps/plan-run.ts
function planRun(config, devices, revisions) {
	const plans = configuredSuites(config).map(({ suite, settings }) => suite.plan({
		config,
		suite: settings,
		devices,
		revisions
	}));
	return {
		cases: plans.flatMap((plan) => plan.cases),
		notTested: plans.flatMap((plan) => plan.notTested)
	};
}
function configuredSuites(config) {
	return suiteNames.flatMap((name) => {
		const settings = config.suites[name];
		return settings ? [{
			name,
			settings,
			suite: suites[name]
		}] : [];
	});
}

// src/steps/judge-run.ts
function judgeRun(input) {
	const { record, config } = input;
	const plan = planRun(config, record.testbed.devices, record.revisions);
	const trials = ownTrials(record, plan);
	const outcomes = plan.cases.map((planned) => outcomeOf(planned, trials));
	const findings = configuredSuites(config).map((entry) => judgeSuite(entry, outcomes, input));
	const stored = configuredSuites(config).flatMap((entry) => entry.suite.usesBaselines ? [compareStored(entry, outcomes, input)] : []);
	const derived = [
		...outcomes.flatMap(caseFigures),
		...outcomes.flatMap((outcome) => telemetryFigures(outcome, record.testbed.devices)),
		...findings.flatMap((item) => item.derived)
	];
	const rules = [...findings.flatMap((item) => item.requirements), ...config.requirements.map(configRequirement(config))];
	return composeReport({
		record,
		config,
		outcomes,
		derived,
		comparisons: [...stored.flatMap((item) => item.comparisons), ...findings.flatMap((item) => item.comparisons)],
		requirements: rules.flatMap((rule) => evaluateRequirement(rule, derived)),
		sections: [...findings.flatMap((item) => item.sections), ...telemetrySections(outcomes, record.testbed.devices)],
		findings: [
			...stored.flatMap((item) => item.findings),
			...findings.flatMap((item) => item.findings),
			...gaps(plan, outcomes)
		],
		obstacles: [
			...input.obstacles,
			...stored.flatMap((item) => item.obstacles),
			...outcomes.flatMap(lostTrials)
		]
	});
}
function ownTrials(record, plan) {
	const cases = new Map(plan.cases.map((planned) => [planned.id, planned.revision]));
	return record.trials.filter((trial) => {
		const label = cases.get(trial.caseId);
		return record.revisions.find((revision) => revision.label === label)?.commit === trial.commit;
	});
}
function judgeSuite(entry, outcomes, { record, config }) {
	return entry.suite.judge({
		config,
		suite: entry.settings,
		outcomes: outcomes.filter((outcome) => outcome.planned.key.suite === entry.name),
		datasets: record.datasets,
		revisions: record.revisions,
		identity: record.identity,
		devices: record.testbed.devices,
		policy: config.comparison
	});
}
function compareStored(entry, outcomes, input) {
	const loaded = input.baselines.find((item) => item.suite === entry.name);
	const cases = outcomes.filter((outcome) => outcome.planned.key.suite === entry.name).map((outcome) => headCase(outcome, input.record));
	if (!loaded?.baseline) return withoutBaseline(entry.name, loaded);
	const { testbed } = input.record;
	const { gate } = input.config.comparison;
	return {
		comparisons: compareWithBaseline({
			baseline: loaded.baseline,
			testbed,
			cases,
			gate,
			policy: input.config.comparison
		}),
		findings: casesWithoutBaseline(loaded.baseline, cases).map(({ key }) => ({
			kind: "caution",
			subject: caseId(key),
			reason: "no committed samples of this case yet"
		})),
		obstacles: []
	};
}
function withoutBaseline(suite, loaded) {
	const problem = loaded && loaded.baseline === null ? loaded.problem : null;
	return {
		comparisons: [],
		findings: [{
			kind: "caution",
			subject: suite,
			reason: problem ?? `no committed baseline for this testbed (${loaded?.path ?? "none looked for"})`
		}],
		obstacles: problem ? [problem] : []
	};
}
function headCase(outcome, record) {
	const common = {
		key: outcome.planned.key,
		conditions: conditionsOf(outcome, record)
	};
	const isContaminated = outcome.status === "contaminated";
	if (outcome.status !== "measured") return {
		...common,
		measurements: [],
		problem: outcome.reason,
		isContaminated
	};
	return {
		...common,
		measurements: outcome.measurements,
		problem: null
	};
}
function conditionsOf(outcome, record) {
	const { revision, dataset } = outcome.planned;
	const identity = record.datasets.find((item) => item.name === dataset);
	return {
		datasetSha256: identity?.sha256 ?? "",
		sequences: identity?.sequences ?? 0,
		command: record.commands[revision] ?? [],
		resultRows: outcome.status === "measured" ? outcome.resultRows : null,
		identity: record.identity[revision] ?? {}
	};
}
function configRequirement(config) {
	return (rule) => ({
		...rule,
		rule: `config@${config.rulesVersion}`
	});
}
function lostTrials(outcome) {
	if (outcome.status !== "measured") return [];
	const { planned, trials, failures } = outcome;
	const recorded = trials.length + failures.filter((trial) => !trial.isWarmup).length;
	if (recorded >= planned.repeats) return [];
	return [`${planned.id}: ${recorded} of ${planned.repeats} planned runs were recorded`];
}
function gaps(plan, outcomes) {
	const notTested = plan.notTested.map((item) => ({
		kind: "not-tested",
		subject: caseId(item.key),
		reason: item.reason
	}));
	const lost = outcomes.flatMap((outcome) => outcome.status === "measured" ? [] : [{
		kind: outcome.status,
		subject: outcome.planned.id,
		reason: outcome.reason
	}]);
	return [
		...notTested,
		...lost,
		...outcomes.flatMap(voidedRuns)
	];
}
function voidedRuns(outcome) {
	if (outcome.status !== "measured" || outcome.contaminated.length === 0) return [];
	const reasons = [...new Set(outcome.contaminated.flatMap((trial) => trial.contamination))];
	const reason = `${outcome.contaminated.length === 1 ? "1 run does" : `${outcome.contaminated.length} runs do`} not count, because the machine was not fit: ${reasons.slice(0, 3).join("; ")}`;
	return [{
		kind: "caution",
		subject: outcome.planned.id,
		reason
	}];
}

// src/steps/load-baselines.ts
async function loadBaselines(config, testbedId, read) {
	const names = configuredSuites(config).filter((entry) => entry.suite.usesBaselines).map((entry) => entry.name);
	return await Promise.all(names.map((suite) => loadBaseline(suite, `${config.comparison.baselines}/${testbedId}/${suite}.json`, read)));
}
async function loadBaseline(suite, path, read) {
	try {
		const text = await read(path);
		if (text === null) return {
			suite,
			path,
			baseline: null,
			problem: null
		};
		const baseline = parseBaseline(text, path);
		if (baseline.suite === suite) return {
			suite,
			path,
			baseline
		};
		return {
			suite,
			path,
			baseline: null,
			problem: `${path} holds samples of suite ${baseline.suite}`
		};
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			suite,
			path,
			baseline: null,
			problem: error.message
		};
	}
}

// node_modules/fastest-levenshtein/mod.js
var require_fastest_levenshtein = /* @__PURE__ */ __commonJSMin(((exports) => {
	exports.__esModule = true;
	exports.distance = exports.closest = void 0;
	var peq = /* @__PURE__ */ new Uint32Array(65536);
	var myers_32 = function(a, b) {
		var n = a.length;
		var m = b.length;
		var lst = 1 << n - 1;
		var pv = -1;
		var mv = 0;
		var sc = n;
		var i = n;
		while (i--) peq[a.charCodeAt(i)] |= 1 << i;
		for (i = 0; i < m; i++) {
			var eq = peq[b.charCodeAt(i)];
			var xv = eq | mv;
			eq |= (eq & pv) + pv ^ pv;
			mv |= ~(eq | pv);
			pv &= eq;
			if (mv & lst) sc++;
			if (pv & lst) sc--;
			mv = mv << 1 | 1;
			pv = pv << 1 | ~(xv | mv);
			mv &= xv;
		}
		i = n;
		while (i--) peq[a.charCodeAt(i)] = 0;
		return sc;
	};
	var myers_x = function(b, a) {
		var n = a.length;
		var m = b.length;
		var mhc = [];
		var phc = [];
		var hsize = Math.ceil(n / 32);
		var vsize = Math.ceil(m / 32);
		for (var i = 0; i < hsize; i++) {
			phc[i] = -1;
			mhc[i] = 0;
		}
		var j = 0;
		for (; j < vsize - 1; j++) {
			var mv_1 = 0;
			var pv_1 = -1;
			var start_1 = j * 32;
			var vlen_1 = Math.min(32, m) + start_1;
			for (var k = start_1; k < vlen_1; k++) peq[b.charCodeAt(k)] |= 1 << k;
			for (var i = 0; i < n; i++) {
				var eq = peq[a.charCodeAt(i)];
				var pb = phc[i / 32 | 0] >>> i & 1;
				var mb = mhc[i / 32 | 0] >>> i & 1;
				var xv = eq | mv_1;
				var xh = ((eq | mb) & pv_1) + pv_1 ^ pv_1 | eq | mb;
				var ph = mv_1 | ~(xh | pv_1);
				var mh = pv_1 & xh;
				if (ph >>> 31 ^ pb) phc[i / 32 | 0] ^= 1 << i;
				if (mh >>> 31 ^ mb) mhc[i / 32 | 0] ^= 1 << i;
				ph = ph << 1 | pb;
				mh = mh << 1 | mb;
				pv_1 = mh | ~(xv | ph);
				mv_1 = ph & xv;
			}
			for (var k = start_1; k < vlen_1; k++) peq[b.charCodeAt(k)] = 0;
		}
		var mv = 0;
		var pv = -1;
		var start = j * 32;
		var vlen = Math.min(32, m - start) + start;
		for (var k = start; k < vlen; k++) peq[b.charCodeAt(k)] |= 1 << k;
		var score = m;
		for (var i = 0; i < n; i++) {
			var eq = peq[a.charCodeAt(i)];
			var pb = phc[i / 32 | 0] >>> i & 1;
			var mb = mhc[i / 32 | 0] >>> i & 1;
			var xv = eq | mv;
			var xh = ((eq | mb) & pv) + pv ^ pv | eq | mb;
			var ph = mv | ~(xh | pv);
			var mh = pv & xh;
			score += ph >>> m - 1 & 1;
			score -= mh >>> m - 1 & 1;
			if (ph >>> 31 ^ pb) phc[i / 32 | 0] ^= 1 << i;
			if (mh >>> 31 ^ mb) mhc[i / 32 | 0] ^= 1 << i;
			ph = ph << 1 | pb;
			mh = mh << 1 | mb;
			pv = mh | ~(xv | ph);
			mv = ph & xv;
		}
		for (var k = start; k < vlen; k++) peq[b.charCodeAt(k)] = 0;
		return score;
	};
	var distance = function(a, b) {
		if (a.length < b.length) {
			var tmp = b;
			b = a;
			a = tmp;
		}
		if (b.length === 0) return a.length;
		if (a.length <= 32) return myers_32(a, b);
		return myers_x(a, b);
	};
	exports.distance = distance;
	var closest = function(str, arr) {
		var min_distance = 1e400;
		var min_index = 0;
		for (var i = 0; i < arr.length; i++) {
			var dist = distance(str, arr[i]);
			if (dist < min_distance) {
				min_distance = dist;
				min_index = i;
			}
		}
		return arr[min_index];
	};
	exports.closest = closest;
}));

// src/config/nearest.ts
var import_fastest_levenshtein = require_fastest_levenshtein();
function nearest(word, candidates) {
	if (!/\w/.test(word)) return null;
	const limit = Math.max(2, Math.floor(word.length / 3));
	return candidates.map((candidate) => ({
		candidate,
		edits: (0, import_fastest_levenshtein.distance)(word.toLowerCase(), candidate.toLowerCase())
	})).filter(({ candidate, edits }) => edits <= limit && edits < candidate.length).toSorted((a, b) => a.edits - b.edits)[0]?.candidate ?? null;
}
function suggestion(word, candidates) {
	const near = nearest(word, candidates);
	if (near !== null) return ` — did you mean ${JSON.stringify(near)}?`;
	return candidates.length > 0 ? ` — there is ${candidates.join(", ")}` : "";
}
function nearestFew(word, candidates, count) {
	return candidates.toSorted((a, b) => (0, import_fastest_levenshtein.distance)(a, word) - (0, import_fastest_levenshtein.distance)(b, word)).slice(0, count);
}

// src/config/placeholders.ts
const known = [
	"{dataset}",
	"{gpus}",
	"{gpuCount}",
	"{output}"
];
function placeholderProblems(text) {
	return placeholdersIn(text).filter((placeholder) => !isKnown(placeholder)).map((placeholder) => `${placeholder} is no placeholder${suggestion(placeholder, known)}`);
}
function filledIn(text) {
	return placeholdersIn(text).filter(isKnown);
}
function placeholdersIn(text) {
	return text.match(/(?<!\$)\{[A-Za-z][\w-]{0,40}\}/g) ?? [];
}
function isKnown(placeholder) {
	return known.some((name) => name === placeholder);
}

// src/config/command-checks.ts
function commandChecks(parts) {
	const { pipeline } = parts;
	const proofTexts = pipeline ? proofPaths(pipeline) : [];
	const needsOutput = proofTexts.some(({ text }) => text.includes("{output}"));
	return [
		...commandsOf(parts).flatMap((command) => [
			...unknownPlaceholders(command),
			...missingPlaceholders(command, needsOutput),
			...splitDatasets(command, parts)
		]),
		...proofTexts.flatMap(({ path, text }) => placeholderProblems(text).map((problem) => value(path, problem))),
		...setupsOf(parts).flatMap(({ path, argv }) => unfilled(path, argv))
	];
}
function commandsOf({ pipeline, revisions }) {
	const own = pipeline ? [{
		path: ["pipeline", "command"],
		argv: pipeline.command
	}] : [];
	const others = Object.entries(revisions).flatMap(([name, revision]) => revision?.command ? [{
		path: [
			"revisions",
			name,
			"command"
		],
		argv: revision.command
	}] : []);
	return [...own, ...others];
}
function setupsOf({ pipeline, revisions }) {
	return [{
		path: ["pipeline", "setup"],
		commands: pipeline?.setup ?? []
	}, ...Object.entries(revisions).map(([name, one]) => ({
		path: [
			"revisions",
			name,
			"setup"
		],
		commands: one?.setup ?? []
	}))].flatMap(({ path, commands }) => commands.map((argv, index) => ({
		path: [...path, index],
		argv
	})));
}
function proofPaths({ proof }) {
	const results = proof.results ? [{
		path: [
			"pipeline",
			"proof",
			"results",
			"path"
		],
		text: proof.results.path
	}] : [];
	const files = proof.files.map((file, index) => ({
		path: [
			"pipeline",
			"proof",
			"files",
			index,
			"path"
		],
		text: file.path
	}));
	return [...results, ...files];
}
function unknownPlaceholders({ path, argv }) {
	return argv.flatMap((argument, index) => placeholderProblems(argument).map((problem) => value([...path, index], problem)));
}
function missingPlaceholders({ path, argv }, needsOutput) {
	const used = argv.flatMap(filledIn);
	const hasDataset = used.includes("{dataset}");
	const hasOutput = used.includes("{output}") || !needsOutput;
	return [...hasDataset ? [] : [value(path, "{dataset} is missing: the command would not read the dataset")], ...hasOutput ? [] : [value(path, "{output} is missing: the proof looks for what the command writes there")]];
}
function splitDatasets({ path, argv }, { datasets }) {
	const split = Object.entries(datasets ?? {}).find(([, dataset]) => dataset && "files" in dataset && dataset.files > 1);
	const isEmbedded = argv.some((argument) => argument !== "{dataset}" && filledIn(argument).includes("{dataset}"));
	if (!split || !isEmbedded && argv.includes("{dataset}")) return [];
	return [value(path, `dataset ${split[0]} has several files; write {dataset} as an argument of its own, so that every file is passed`)];
}
function unfilled(path, argv) {
	return argv.flatMap((argument, index) => filledIn(argument).map((placeholder) => value([...path, index], `${placeholder} is filled in only in command`)));
}
function value(path, text) {
	return {
		path,
		at: "value",
		text
	};
}

// src/config/run-schema.ts
const positive$1 = number().positive();
const preflight = strictObject({
	severity: _enum(["refuse", "warn"]).default("refuse").describe("refuse: no run on an unfit machine; warn: measure and say so"),
	waitMinutes: number().min(0).max(1440).default(10).describe("How long to wait for GPUs that are in use, locked by another run, busy or hot"),
	maxIdleTemperatureCelsius: positive$1.default(75).describe("Hottest a GPU may be before the first run"),
	maxIdleUtilizationPercent: number().min(0).max(100).default(5).describe("Busiest a GPU may be before the first run"),
	settleSeconds: positive$1.max(60).default(2).describe("How long the GPUs are looked at"),
	minFreeDiskGigabytes: number().min(0).default(5).describe("Least free space for the run folder and the work directory; less than 10 % is a warning")
});
const run = strictObject({
	warmups: int().min(0).max(20).default(1).describe("Runs before the first that counts; recorded, never compared"),
	repeats: int().min(1).max(1e3).default(3).describe("Runs that count, for each case"),
	keepOutputs: boolean().default(false).describe("Keep what the pipeline wrote, not only its logs"),
	maxOutputMegabytes: positive$1.default(100).describe("Most that is kept of one output stream of a trial"),
	maxReruns: int().min(0).max(100).default(2).describe("Contaminated runs (throttled, foreign process …) of a case that are run again; then it is inconclusive"),
	monitor: _enum([
		"auto",
		"nvml",
		"nvidia-smi",
		"amd-smi",
		"rocm-smi",
		"none"
	]).default("auto").describe("What watches the GPUs; auto takes the best that works here"),
	sampleIntervalMs: int().min(10).max(6e4).optional().describe("Time between two samples; without it 100 with NVML and 500 otherwise"),
	preflight: preflight.prefault({})
});

// src/config/schema.ts
const name = string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, "use lower-case letters, digits, dots, dashes and underscores");
const argument = string();
const command = array(argument).min(1);
const axes = record(string(), union([string(), number()])).default({});
const positive = number().positive();
const share = number().gt(0).lt(1);
const severity = _enum([
	"fail",
	"warn",
	"info"
]);
const operator = _enum([
	"<",
	"<=",
	">",
	">=",
	"=="
]);
const exitMeaning = _enum([
	"success",
	"failure",
	"partial",
	"out-of-memory"
]);
const proof = strictObject({
	results: strictObject({
		path: string().describe("Table with one row per result and one header line; may hold {output} and *"),
		rows: int().positive().optional().describe("Exact number of rows"),
		minRows: int().positive().optional().describe("Smallest number of rows")
	}).optional().describe("A table whose data rows count the work that was done; throughput is computed from it"),
	files: array(strictObject({
		path: string().describe("May hold {output} and *"),
		minBytes: int().positive().default(1).describe("Smallest size")
	})).default([]).describe("Files that must exist afterwards and be newer than the start"),
	stdout: array(string().min(1)).default([]).describe("Texts that standard output must contain")
}).refine((value) => value.results || value.files.length > 0 || value.stdout.length > 0, { message: "name at least one of results, files or stdout: exit code 0 alone proves no work" });
const pipeline = strictObject({
	name: name.describe("Name of the benchmark in every table"),
	command: command.describe("Argument list; {dataset} {gpus} {gpuCount} {output} are filled in"),
	setup: array(command).default([]).describe("Commands that prepare a fresh checkout, outside the clock; cached by commit"),
	env: record(string(), string()).default({}).describe("Environment variables set for setup and command"),
	passEnv: array(string()).default([]).describe("Names of variables taken over from the environment of warpgauge"),
	timeoutMinutes: positive.default(60).describe("Longest time of one trial; a suite may set its own"),
	setupTimeoutMinutes: positive.default(60).describe("Longest time of one setup command"),
	exitCodes: record(string().regex(/^\d{1,3}$/), exitMeaning).default({ "0": "success" }).describe("Meaning of exit codes; codes not named are failures"),
	proof: proof.describe("What shows that the work was really done"),
	telemetry: array(_enum([
		"pipeline-log",
		"pipeline-state",
		"events"
	])).default([
		"events",
		"pipeline-state",
		"pipeline-log"
	]).describe("Where stage times come from, first source that has them wins"),
	identity: array(string()).default([]).describe("Files of the checkout whose bytes must agree between compared runs, such as model weights"),
	devices: _enum(["gpu", "cpu"]).default("gpu").describe("What the ids in {gpus} mean: GPUs, or cores of a pipeline that runs without GPUs")
});
const dataset = union([strictObject({
	preset: _enum([
		"tiny",
		"small",
		"medium",
		"large",
		"typical",
		"long"
	]).describe("Size of a synthetic dataset: 10, 100, 1000, 10 000, 5000 (long tail) or 1000 (long) sequences"),
	seed: int().min(0).max(2 ** 32 - 1).default(1).describe("Seed of the random bases"),
	sequences: int().positive().optional().describe("Number of sequences instead of the preset’s"),
	files: int().min(1).max(1e3).default(1).describe("Number of files the sequences are spread over"),
	gc: share.default(.5).describe("Share of G and C")
}), strictObject({
	path: string().describe("FASTA file in the repository, or an absolute path on the runner; plain or .gz"),
	sha256: string().regex(/^[0-9a-f]{64}$/).optional().describe("Refuse the file when its bytes are others")
})]);
const revision = strictObject({
	ref: string().min(1).describe("Tag, branch or commit of the base repository, or merge-base"),
	command: command.optional().describe("Argument list of this revision when its options differ"),
	setup: array(command).optional().describe("Instead of pipeline.setup"),
	declared: strictObject({
		wallSeconds: positive.describe("The declared time"),
		source: string().min(1).describe("Where it is written")
	}).optional().describe("A figure from a document instead of a measurement; shown as declared everywhere")
});
const suiteCommon = {
	dataset: name.describe("Name from datasets"),
	warmups: int().min(0).max(20).optional().describe("Instead of run.warmups"),
	repeats: int().min(1).max(1e3).optional().describe("Instead of run.repeats"),
	timeoutMinutes: positive.optional().describe("Instead of pipeline.timeoutMinutes")
};
const scaling = strictObject({
	...suiteCommon,
	gpus: array(int().min(1).max(1024)).min(1).default([
		1,
		2,
		4,
		8
	]).describe("GPU counts to measure; those the runner lacks are listed as not tested"),
	profile: _enum([
		"perf-03",
		"realistic",
		"target",
		"research-summary",
		"legacy-range"
	]).default("perf-03").describe("Limits by GPU count; see docs/config.md"),
	severity: severity.default("fail").describe("What a missed limit does"),
	minSequences: int().min(0).default(1e3).describe("Below this many sequences figures are shown and not judged"),
	parallelStages: array(string()).default([]).describe("Stages that can use more GPUs; gives the ceiling of the speed-up")
});
const endToEnd = strictObject({
	...suiteCommon,
	moreDatasets: array(name).default([]).describe("Further sizes; two or more sizes give the fixed cost"),
	gpus: int().min(1).max(1024).default(1).describe("Number of GPUs"),
	goal: strictObject({
		sequences: int().positive().describe("Full size"),
		gpus: int().positive().describe("GPUs the goal is meant for"),
		hours: positive.describe("Hours it may take"),
		tolerance: number().min(0).max(1).default(0).describe("Share it may take longer; without one it must be undercut")
	}).optional().describe("Requirement PERF-01: the projected time at full size"),
	severity: severity.default("fail").describe("What a missed goal does")
});
const revisionSuite = strictObject({
	...suiteCommon,
	against: array(name).min(1).describe("Names from revisions"),
	baseline: _enum(["fresh", "cached"]).default("fresh").describe("fresh: run the other revision beside the head; cached: reuse its samples of an earlier run when nothing differs"),
	gpus: int().min(1).max(1024).default(1).describe("Number of GPUs"),
	minSpeedup: record(name, positive).default({}).describe("Smallest speed-up over a revision, by its name"),
	severity: severity.default("fail").describe("What a missed speed-up does")
});
const requirement = strictObject({
	id: string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/).describe("Your name for it, such as PERF-05"),
	suite: string().describe("Suite whose figure it judges"),
	value: string().describe("Name of a derived value or metric: speedup, efficiency, wall_time, throughput …"),
	axes: axes.describe("Only cases with these axes, such as gpus: 2"),
	operator: operator.describe("How the figure must stand to the limit"),
	limit: number().describe("In the unit of the figure"),
	unit: string().default("").describe("Shown beside the limit"),
	severity: severity.default("fail").describe("fail, warn or info")
});
const comparison = strictObject({
	baselines: string().default("baselines").describe("Directory of committed baselines"),
	minEffect: share.default(.03).describe("Smallest relative change worth reporting"),
	confidence: share.default(.95).describe("Confidence of every interval"),
	gate: array(string()).default(["wall_time"]).describe("Metrics whose regression fails the check; others explain"),
	strict: boolean().default(false).describe("Fail what could not be told, instead of a neutral check")
});
const configSchema = strictObject({
	version: literal(1).describe("Version of this format"),
	name: name.default("warpgauge").describe("Tells several configs of one repository apart, in check names and comments"),
	rulesVersion: string().default("1").describe("Your version of the requirements; recorded with every verdict"),
	pipeline,
	datasets: record(name, dataset),
	revisions: record(name, revision).default({}),
	suites: strictObject({
		scaling: scaling.optional(),
		"end-to-end": endToEnd.optional(),
		revision: revisionSuite.optional()
	}),
	requirements: array(requirement).default([]),
	run: run.prefault({}),
	comparison: comparison.prefault({})
});

// src/config/cross-checks.ts
function crossChecks(parts) {
	return [
		...suiteCount(parts),
		...datasetReferences(parts),
		...revisionReferences(parts),
		...requirementReferences(parts),
		...repetitions(parts),
		...revisionChecks(parts),
		...commandChecks(parts)
	];
}
const knownSuites = Object.keys(configSchema.shape.suites.shape);
function suiteCount({ suiteNames }) {
	if (suiteNames.length > 0) return [];
	return [{
		path: ["suites"],
		at: "value",
		text: `configure at least one suite: ${knownSuites.join(", ")}`
	}];
}
function datasetReferences({ datasets, suites }) {
	if (datasets === null) return [];
	const names = Object.keys(datasets);
	const single = Object.entries(suites).map(([suite, config]) => ({
		path: [
			"suites",
			suite,
			"dataset"
		],
		name: config?.dataset
	}));
	const more = (suites["end-to-end"]?.moreDatasets ?? []).map((name, index) => ({
		path: [
			"suites",
			"end-to-end",
			"moreDatasets",
			index
		],
		name
	}));
	return [...single, ...more].flatMap(({ path, name }) => name === void 0 ? [] : unknownName("dataset", path, name, names));
}
function revisionReferences({ revisions, suites: { revision } }) {
	if (!revision) return [];
	const names = Object.keys(revisions);
	const path = ["suites", "revision"];
	const against = revision.against.flatMap((name, index) => unknownName("revision", [
		...path,
		"against",
		index
	], name, names));
	const speedups = Object.keys(revision.minSpeedup).flatMap((name) => {
		const unknown = unknownName("revision", [
			...path,
			"minSpeedup",
			name
		], name, names);
		if (unknown.length > 0 || revision.against.includes(name)) return unknown.map((problem) => ({
			...problem,
			at: "key"
		}));
		const text = `${shown(name)} is not in against, so nothing would be compared with it`;
		return [{
			path: [
				...path,
				"minSpeedup",
				name
			],
			at: "key",
			text
		}];
	});
	return [...against, ...speedups];
}
function requirementReferences({ requirements, suiteNames }) {
	return requirements.flatMap((requirement, index) => {
		if (requirement === null || suiteNames.includes(requirement.suite)) return [];
		const path = [
			"requirements",
			index,
			"suite"
		];
		const text = knownSuites.includes(requirement.suite) ? `is not configured under suites` : `is no suite${suggestion(requirement.suite, suiteNames)}`;
		return [{
			path,
			at: "value",
			text: `${shown(requirement.suite)} ${text}`
		}];
	});
}
function repetitions({ suites }) {
	const endToEnd = suites["end-to-end"];
	return [
		{
			path: [
				"suites",
				"scaling",
				"gpus"
			],
			items: suites.scaling?.gpus ?? [],
			before: []
		},
		{
			path: [
				"suites",
				"revision",
				"against"
			],
			items: suites.revision?.against ?? [],
			before: []
		},
		{
			path: [
				"suites",
				"end-to-end",
				"moreDatasets"
			],
			items: endToEnd?.moreDatasets ?? [],
			before: endToEnd ? [endToEnd.dataset] : []
		}
	].flatMap(({ path, items, before }) => items.flatMap((item, index) => {
		return [...before, ...items.slice(0, index)].includes(item) ? [{
			path: [...path, index],
			at: "value",
			text: `${shown(item)} is there already`
		}] : [];
	}));
}
function revisionChecks({ revisions }) {
	return Object.entries(revisions).flatMap(([name, revision]) => {
		const path = ["revisions", name];
		if (name === "head") return [{
			path,
			at: "key",
			text: "\"head\" is the name of the revision under test; take another"
		}];
		if (!revision?.declared) return [];
		return ["command", "setup"].filter((key) => revision[key] !== void 0).map((key) => ({
			path: [...path, key],
			at: "key",
			text: "has no use: a declared figure stands instead of a run"
		}));
	});
}
function unknownName(kind, path, name, names) {
	if (names.includes(name)) return [];
	return [{
		path,
		at: "value",
		text: `there is no ${kind} ${shown(name)}${suggestion(name, names)}`
	}];
}

// src/config/json-schemas.ts
const dialect = "https://json-schema.org/draft/2020-12/schema";
const options = {
	io: "input",
	target: "draft-2020-12"
};
function configJsonSchema() {
	return publish$1(configSchema, "config", "Config of warpgauge");
}
function publish$1(schema, name, title) {
	const { $schema: _, ...rest } = toJSONSchema(schema, {
		...options,
		override: addProofRule
	});
	return {
		$schema: dialect,
		$id: `urn:warpgauge:schema:${name}:1`,
		title,
		...rest
	};
}
function addProofRule({ zodSchema, jsonSchema }) {
	if (zodSchema !== configSchema.shape.pipeline.shape.proof) return;
	jsonSchema.anyOf = [
		{ required: ["results"] },
		{
			required: ["files"],
			properties: { files: { minItems: 1 } }
		},
		{
			required: ["stdout"],
			properties: { stdout: { minItems: 1 } }
		}
	];
}

// src/config/known-keys.ts
let root = null;
function knownKeys(path) {
	root ??= configJsonSchema();
	let schemas = [root];
	for (const segment of path) schemas = schemas.flatMap(branches).flatMap((schema) => child(schema, segment));
	return schemas.flatMap(branches).flatMap((schema) => Object.keys(schema.properties ?? {}));
}
function branches(schema) {
	return schema.anyOf && !schema.properties ? (schema.anyOf ?? []).filter(isSchema).flatMap(branches) : [schema];
}
function child(schema, segment) {
	const next = typeof segment === "number" ? schema.items : propertyOf(schema, String(segment));
	return isSchema(next) ? [next] : [];
}
function isSchema(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function propertyOf({ properties, additionalProperties }, name) {
	return properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}

// src/config/flat-issues.ts
function flatten(issue, above = []) {
	const path = [...above, ...issue.path];
	if (issue.code !== "invalid_union" || issue.errors.length === 0) return [{
		...issue,
		path
	}];
	const branches = issue.errors.map((errors) => errors.flatMap((error) => flatten(error, path)));
	if (branches.every((branch) => branch.length === 1 && branch[0]?.path.length === path.length)) return [{
		...issue,
		path
	}];
	return branches.toSorted((a, b) => cost(a) - cost(b))[0] ?? [];
}
function cost(issues) {
	return withoutTypos(issues).map((issue) => issue.code === "unrecognized_keys" ? issue.keys.length : 1).reduce((sum, count) => sum + count, 0);
}
function withoutExplained(issues, root) {
	const kept = withoutTypos(issues);
	return issues.filter((issue) => kept.includes(issue) || valueAt(root, issue.path) !== void 0);
}
function withoutTypos(issues) {
	const unknown = issues.filter((issue) => issue.code === "unrecognized_keys");
	return issues.filter((issue) => {
		const missing = String(issue.path.at(-1));
		return !unknown.filter(({ path }) => isParent(path, issue.path)).some(({ path, keys }) => keys.some((key) => nearest(key, knownKeys(path)) === missing));
	});
}
function isParent(parent, path) {
	return path.length === parent.length + 1 && parent.every((segment, index) => segment === path[index]);
}

// src/config/command-hint.ts
function listForm(text) {
	if (/[|&;<>$`\n*]/.test(text)) return JSON.stringify([
		"bash",
		"-c",
		text
	]);
	return `[${[...text.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map((word) => JSON.stringify(word[1] ?? word[2] ?? word[3])).join(", ")}]`;
}
function commandHint(path, text) {
	const last = path.at(-1);
	if (last === "command") return `command: ${listForm(text)}`;
	if (last === "setup") return `setup: [${listForm(text)}]`;
	return path.at(-2) === "setup" ? `- ${listForm(text)}` : null;
}

// src/config/issue-text.ts
function valueText(issue, value) {
	switch (issue.code) {
		case "invalid_type": return `${shown(value)} is not ${expectation(issue)}${typeHint(issue, value)}`;
		case "invalid_union": return `${shown(value)} is not ${expectation(issue)}`;
		case "invalid_value": return `${shown(value)} is not ${expectation(issue)}${choiceHint(issue, value)}`;
		case "too_small":
		case "too_big": return `${shown(value)} is not ${limitText(issue)}`;
		case "invalid_format": return `${shown(value)}: ${formatText(issue)}`;
		case "custom":
		case "invalid_element":
		case "invalid_key":
		case "not_multiple_of":
		case "unrecognized_keys": return issue.message;
		default: return issue;
	}
}
const nouns = {
	string: "a text",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	array: "a list",
	object: "a map",
	record: "a map"
};
function expectation(issue) {
	if (issue.code === "invalid_type") return nouns[issue.expected] ?? issue.expected;
	if (issue.code === "invalid_value") return issue.values.length > 1 ? `one of ${issue.values.join(", ")}` : shown(issue.values[0]);
	if (issue.code !== "invalid_union") return "needed";
	const expected = issue.errors.flatMap((branch) => branch.slice(0, 1)).map((error) => expectation(error));
	return [...new Set(expected)].join(" or ");
}
function choiceHint(issue, value) {
	const near = typeof value === "string" ? nearest(value, issue.values.map(String)) : null;
	return near === null ? "" : ` — did you mean ${shown(near)}?`;
}
function typeHint(issue, value) {
	if (issue.expected === "array" && typeof value === "string") {
		const form = commandHint(issue.path, value);
		return form === null ? "" : `; no shell splits it, so write each argument by itself: ${form}`;
	}
	if (issue.expected !== "string" || value === null) return "";
	if (typeof value === "number" || typeof value === "boolean") return ` — write it in quotes: "${value}"`;
	if (typeof value !== "object") return "";
	const [key, ...more] = Object.keys(value);
	return key !== void 0 && more.length === 0 && Object.values(value)[0] === null ? ` — in YAML braces make a map; write it in quotes: "{${key}}"` : "";
}
function limitText(issue) {
	const isSmall = issue.code === "too_small";
	const limit = String(isSmall ? issue.minimum : issue.maximum);
	if (issue.origin === "string") return isSmall ? `a text of at least ${limit} characters` : `within ${limit} characters`;
	if (issue.origin === "array") return `a list of at ${isSmall ? "least" : "most"} ${limit} items`;
	if (issue.inclusive === false) return `${isSmall ? "above" : "below"} ${limit}`;
	return `at ${isSmall ? "least" : "most"} ${limit}`;
}
function formatText(issue) {
	return issue.message.startsWith("Invalid") ? `does not match ${issue.pattern ?? issue.format}` : issue.message;
}

// src/config/issue-problems.ts
function issueProblems(issues, root) {
	const flat = issues.flatMap((issue) => flatten(issue));
	return withoutExplained(flat, root).flatMap((issue) => problemsOf(issue, root));
}
function problemsOf(issue, root) {
	const { path } = issue;
	if (issue.code === "unrecognized_keys") {
		const known = knownKeys(path);
		return issue.keys.map((key) => ({
			path: [...path, key],
			at: "key",
			text: `unknown key${suggestion(key, known)}`
		}));
	}
	if (issue.code === "invalid_key") {
		const reason = issue.issues[0]?.message ?? issue.message;
		return [{
			path,
			at: "key",
			text: `${shown(path.at(-1))} is no usable name: ${reason}`
		}];
	}
	const value = valueAt(root, path);
	return [{
		path,
		at: "value",
		text: value === void 0 ? `is missing; it is ${expectation(issue)}` : valueText(issue, value)
	}];
}

// src/config/salvage.ts
const { shape } = configSchema;
function salvage(root) {
	const datasets = entriesOf(valueAt(root, ["datasets"]));
	const suites = entriesOf(valueAt(root, ["suites"])) ?? [];
	const requirements = valueAt(root, ["requirements"]);
	return {
		pipeline: soundOrNull(shape.pipeline, valueAt(root, ["pipeline"])),
		datasets: datasets && soundEntries(shape.datasets.valueType, datasets),
		revisions: soundEntries(shape.revisions.unwrap().valueType, entriesOf(valueAt(root, ["revisions"])) ?? []),
		suites: soundSuites(root),
		suiteNames: suites.map(([name]) => name),
		requirements: Array.isArray(requirements) ? requirements.map((item) => soundOrNull(shape.requirements.unwrap().element, item)) : []
	};
}
function soundSuites(root) {
	const { shape: suites } = shape.suites;
	return {
		scaling: suites.scaling.safeParse(valueAt(root, ["suites", "scaling"])).data,
		"end-to-end": suites["end-to-end"].safeParse(valueAt(root, ["suites", "end-to-end"])).data,
		revision: suites.revision.safeParse(valueAt(root, ["suites", "revision"])).data
	};
}
function soundEntries(schema, entries) {
	return Object.fromEntries(entries.map(([name, value]) => [name, soundOrNull(schema, value)]));
}
function soundOrNull(schema, value) {
	const result = schema.safeParse(value);
	return result.success ? result.data : null;
}
function entriesOf(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
}

// src/config/yaml-document.ts
var import_dist = require_dist();
const maxAliasCount = 100;
function readYaml(text) {
	const lines = new import_dist.LineCounter();
	const document = (0, import_dist.parseDocument)(text, {
		version: "1.2",
		schema: "core",
		lineCounter: lines,
		prettyErrors: false,
		uniqueKeys: false
	});
	const tooDeep = document.errors.find(({ code }) => code === "RESOURCE_EXHAUSTION");
	if (tooDeep) return [{
		...positionAt(lines, tooDeep.pos[0]),
		text: "lists and maps are nested too deeply"
	}];
	const problems = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
		...positionAt(lines, pos[0]),
		text: message.slice(0, 200)
	}));
	if (problems.length > 0) return problems;
	const unusable = [...versionProblems(document), ...nodeProblems(document, lines)];
	return unusable.length > 0 ? unusable : unfold(document, lines);
}
function versionProblems(document) {
	const { version } = document.directives?.yaml ?? { version: "1.2" };
	return version === "1.2" ? [] : [{
		line: 1,
		column: 1,
		text: `the config is YAML 1.2, not ${version}`
	}];
}
function nodeProblems(document, lines) {
	const problems = [];
	const report = (node, text) => problems.push({
		...positionAt(lines, startOf(node)),
		text
	});
	(0, import_dist.visit)(document, {
		Map: (_, map) => keyProblems(map, report),
		Alias: (_, alias) => {
			if (!alias.resolve(document)) report(alias, `there is no anchor for *${alias.source}`);
		}
	});
	return problems;
}
function keyProblems({ items }, report) {
	const seen = /* @__PURE__ */ new Set();
	for (const { key } of items) {
		const name = (0, import_dist.isScalar)(key) ? String(key.value) : null;
		if (name === null) report(key, "a key is one word, not a list, a map or an alias");
		else if (seen.has(name)) report(key, `${shown(name)} is there twice`);
		else seen.add(name);
	}
}
function unfold(document, lines) {
	try {
		return {
			value: document.toJS({ maxAliasCount }),
			positionOf: (path, at) => positionAt(lines, offsetOf(document, path, at))
		};
	} catch (error) {
		if (!(error instanceof ReferenceError)) throw error;
		return [{
			line: 1,
			column: 1,
			text: `aliases unfold to too much: ${error.message}`
		}];
	}
}
function offsetOf(document, path, at) {
	let node = document.contents;
	let key = null;
	for (const segment of path) {
		const next = step(document, node, segment);
		if (!next) return startOf(key ?? node);
		key = next.key;
		node = next.value;
	}
	return startOf(at === "key" ? key ?? node : node ?? key);
}
function step(document, node, segment) {
	const target = (0, import_dist.isAlias)(node) ? node.resolve(document) : node;
	if ((0, import_dist.isSeq)(target)) return {
		key: target.items[Number(segment)],
		value: target.items[Number(segment)]
	};
	if (!(0, import_dist.isMap)(target)) return null;
	return target.items.find(({ key }) => (0, import_dist.isScalar)(key) && String(key.value) === String(segment)) ?? null;
}
function startOf(node) {
	return (0, import_dist.isNode)(node) ? node.range?.[0] ?? 0 : 0;
}
function positionAt(lines, offset) {
	const { line, col } = lines.linePos(offset);
	return {
		line: Math.max(line, 1),
		column: Math.max(col, 1)
	};
}

// src/config/load.ts
const maxBytes = 262144;
const shownProblems = 50;
const placedProblems = 500;
function parseConfig(text, path) {
	refuseSize(text, path);
	const yaml = readYaml(text);
	if (!("value" in yaml)) throw listing(path, yaml);
	if (yaml.value === null) throw new UserError(`${path} is empty`, "Write a config; docs/config.md has one to start from");
	const result = configSchema.safeParse(yaml.value);
	const problems = [...result.success ? [] : issueProblems(result.error.issues, yaml.value), ...crossChecks(salvage(yaml.value))];
	if (!result.success || problems.length > 0) throw listing(path, placed(problems, yaml), problems.length);
	return result.data;
}
function refuseSize(text, path) {
	if (text.length <= maxBytes && Buffer.byteLength(text) <= maxBytes) return;
	throw new UserError(`${path} is larger than ${maxBytes} bytes`, "Keep data out of the config; name files instead");
}
function placed(problems, yaml) {
	return problems.slice(0, placedProblems).map(({ path, at, text }) => ({
		...yaml.positionOf(path, at),
		text: path.length > 0 ? `${pathText(path)}: ${text}` : text
	})).toSorted((a, b) => a.line - b.line || a.column - b.column);
}
function listing(path, problems, count = problems.length) {
	const lines = problems.slice(0, shownProblems).map(({ line, column, text }) => `${path}:${line}:${column}  ${text.replaceAll(/\p{Cc}+/gu, " ")}`);
	const more = count > lines.length ? [`and ${count - lines.length} more`] : [];
	const title = `${path} has ${count} ${count === 1 ? "problem" : "problems"}:`;
	return new UserError([
		title,
		...lines,
		...more
	].join("\n"), "Correct these places; docs/config.md explains every key");
}

// src/steps/load-rules.ts
async function loadRules({ path, trustedCommit, headCommit, read }) {
	const trusted = trustedCommit === null ? null : await read(trustedCommit, path);
	if (trusted !== null) return rulesFrom(trusted, path, {
		origin: "base",
		commit: trustedCommit
	});
	const own = await read(headCommit, path);
	if (own !== null) return rulesFrom(own, path, {
		origin: "head",
		commit: headCommit
	});
	throw new UserError(`there is no ${path} in ${headCommit.slice(0, 7)}${trustedCommit ? ` nor in its base ${trustedCommit.slice(0, 7)}` : ""}`, "Write one (see docs/config.md), or name another file with --config or the input config.");
}
function rulesFrom(text, path, source) {
	const sha256 = createHash("sha256").update(text).digest("hex");
	return {
		config: parseConfig(text, path),
		yardstick: {
			path,
			sha256,
			...source
		},
		text
	};
}

// src/steps/run-folder.ts
const runRecordFile = "run.json";
const configCopy = "warpgauge.yml";
const baselineCopies = "baselines";
const reportFiles = ["report.json", "report.md"];
async function forgetEarlierRun(path, files) {
	for (const name of [runRecordFile, ...reportFiles]) await files.remove(join(path, name));
	const copies = join(path, baselineCopies);
	const stale = (await files.list(copies)).filter((name) => name.endsWith(".json"));
	for (const name of stale) await files.remove(join(copies, name));
}
async function openRunFolder(path, files) {
	await files.makeDirectory(path);
	return {
		path,
		save: (record) => files.writeText(join(path, runRecordFile), `${JSON.stringify(record, null, 1)}\n`),
		makeTrialDirectory: async (next, caseNumber) => {
			const directory = join(path, "trials", trialDirectoryName(next, caseNumber));
			await files.remove(directory);
			await files.makeDirectory(directory);
			return directory;
		}
	};
}
function trialDirectoryName({ planned, index }, caseNumber) {
	const readable = planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 100);
	return join(`${String(caseNumber).padStart(3, "0")}-${readable}`, `trial-${index}`);
}

// src/steps/resume.ts
const maxRecordBytes = 67108864;
async function readRunRecord(folder, files) {
	const path = join(folder, runRecordFile);
	const text = await files.readForeignText(path, maxRecordBytes);
	if (text === null) throw new UserError(`${path} does not exist`, "Give the directory that a run of warpgauge left behind.");
	return parseRunRecord(text);
}
async function resumeFrom(folder, fresh, files) {
	const stored = await readRunRecord(folder, files);
	const changed = changes$1(stored, fresh);
	if (changed.length > 0) throw new UserError(`${folder} cannot be resumed: ${changed.join(", ")} changed since`, "Start a new run without --resume; the old folder can still be reported.");
	return {
		...stored,
		status: "running",
		statusDetail: null,
		finishedAt: null
	};
}
const decisive = [
	"yardstick",
	"testbed",
	"revisions",
	"datasets",
	"identity",
	"commands",
	"plan"
];
function changes$1(stored, fresh) {
	return decisive.filter((field) => canonical(stored[field]) !== canonical(fresh[field]));
}
function canonical(value) {
	return JSON.stringify(value, (_, item) => item !== null && typeof item === "object" && !Array.isArray(item) ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => a < b ? -1 : 1)) : item);
}

// src/reporters/content.ts
function say(literals, ...values) {
	return literals.flatMap((literal, index) => {
		const value = values[index];
		const own = literal === "" ? [] : [{
			style: "ours",
			text: literal
		}];
		if (value === void 0) return own;
		return typeof value === "object" ? [...own, ...value] : [...own, {
			style: "prose",
			text: String(value)
		}];
	});
}
function code(text, maxLength = 120) {
	return [{
		style: "code",
		text,
		maxLength
	}];
}
function link(text, url) {
	return [{
		style: "link",
		text,
		url
	}];
}
function status(icon, text, tone) {
	return [{
		style: "status",
		icon,
		text,
		tone
	}];
}
function joined(contents, separator) {
	return contents.flatMap((content, index) => index === 0 ? content : [{
		style: "ours",
		text: separator
	}, ...content]);
}

// src/reporters/markdown/numbers.ts
const timeUnits = {
	us: 1e-6,
	µs: 1e-6,
	ms: .001,
	s: 1,
	min: 60,
	h: 3600
};
const byteUnits = ["B", "bytes"];
const shareUnits = ["share", "fraction"];
const ratioUnits = [
	"×",
	"x",
	"ratio"
];
const usualDigits = 4;
const allDigits = 17;
function formatValue(value, unit) {
	return value === null ? "–" : withScale(value, scaleFor(value, unit), usualDigits);
}
function formatPair(one, other, unit) {
	const scale = scaleFor(Math.max(Math.abs(one), Math.abs(other)), unit);
	const texts = [withScale(one, scale, usualDigits), withScale(other, scale, usualDigits)];
	if (!texts.some((text) => text.includes("."))) return texts;
	return [withScale(one, scale, usualDigits, usualDigits), withScale(other, scale, usualDigits, usualDigits)];
}
function formatAgainstLimit(actual, limit, unit) {
	if (Math.abs(actual) * 100 < Math.abs(limit) || Math.abs(limit) * 100 < Math.abs(actual)) return [formatValue(actual, unit), formatValue(limit, unit)];
	const scale = scaleFor(limit, unit);
	for (let digits = usualDigits; digits <= allDigits; digits += 1) {
		const texts = [withScale(actual, scale, digits), withScale(limit, scale, digits)];
		if (actual === limit || texts[0] !== texts[1]) return texts;
	}
	return [`${actual} ${unit}`.trim(), `${limit} ${unit}`.trim()];
}
function formatEffect(effect) {
	if (effect === null) return "–";
	if (!Number.isFinite(effect)) return String(effect);
	const percent = effect * 100;
	const text = fixed(Math.abs(percent), Math.abs(percent) >= 100 ? 0 : Math.abs(percent) >= .1 ? 1 : 2);
	return `${/[1-9]/.test(text) ? percent < 0 ? "-" : "+" : ""}${text} %`;
}
function formatInterval(interval) {
	return interval === null ? "–" : `${formatEffect(interval[0])} to ${formatEffect(interval[1])}`;
}
function formatCount(count) {
	return fixed(count, 0);
}
function scaleFor(value, unit) {
	const seconds = Object.hasOwn(timeUnits, unit) ? timeUnits[unit] : void 0;
	if (seconds !== void 0) return timeScale(Math.abs(value) * seconds, seconds);
	if (byteUnits.includes(unit)) return byteScale(Math.abs(value));
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
		label: unit === "" ? "" : ` ${unit}`
	};
}
function timeScale(seconds, ownSeconds) {
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
	return seconds >= .001 ? {
		factor: ownSeconds * 1e3,
		label: " ms"
	} : {
		factor: ownSeconds * 1e6,
		label: " µs"
	};
}
function byteScale(bytes) {
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
function withScale(value, { factor, label }, digits, leastDigits = 1) {
	if (!Number.isFinite(value)) return String(value);
	return `${significant(value * factor, digits, leastDigits)}${label}`;
}
function significant(value, digits, leastDigits) {
	const size = Math.abs(value);
	if (size >= 0x38d7ea4c68000 || size > 0 && size < 1e-6) return String(Number(value.toPrecision(digits)));
	const integerDigits = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1;
	const most = Math.min(21, Math.max(digits, integerDigits));
	const style = {
		minimumSignificantDigits: leastDigits,
		maximumSignificantDigits: most
	};
	return formatter(`significant ${leastDigits} ${most}`, style).format(value === 0 ? 0 : value);
}
function fixed(value, digits) {
	const style = {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits
	};
	return formatter(`fixed ${digits}`, style).format(value);
}
const formatters = /* @__PURE__ */ new Map();
function formatter(key, style) {
	const known = formatters.get(key) ?? new Intl.NumberFormat("en-US", style);
	formatters.set(key, known);
	return known;
}

// src/reporters/part.ts
function part(given) {
	return {
		isFolded: false,
		lead: [],
		body: { kind: "none" },
		minorFrom: Number.POSITIVE_INFINITY,
		noun: "rows",
		notes: [],
		...given
	};
}
function columns(...titles) {
	return titles.map((title) => ({
		title: [{
			style: "ours",
			text: title.replace(/^#/, "")
		}],
		isNumeric: title.startsWith("#")
	}));
}
function rowCount(body) {
	return body.kind === "none" ? 0 : body.rows.length;
}

// src/reporters/parts/words.ts
const overall = {
	pass: [
		"✅",
		"Passed",
		"good"
	],
	fail: [
		"❌",
		"Failed",
		"bad"
	],
	inconclusive: [
		"❔",
		"Could not tell",
		"unsure"
	],
	error: [
		"🛑",
		"Could not be measured",
		"bad"
	]
};
const compared = {
	regression: ["🔴", "bad"],
	improvement: ["🟢", "good"],
	unchanged: ["⚪", "quiet"],
	inconclusive: ["🟡", "unsure"],
	"not comparable": ["🟡", "unsure"],
	missing: ["🟡", "unsure"]
};
function overallStatus(verdict) {
	return status(...overall[verdict]);
}
function comparisonStatus(verdict) {
	const [icon, tone] = compared[verdict];
	return status(icon, verdict, tone);
}
function requirementStatus({ status: result, severity }) {
	if (result === "pass") return status("✅", "pass", "good");
	if (result === "not evaluated") return status("🟡", "not evaluated", "unsure");
	if (severity === "fail") return status("❌", "fail", "bad");
	return status("⚠️", severity === "warn" ? "missed (warning)" : "missed (information)", "unsure");
}
function caseName(key) {
	const place = key.benchmark === "" ? key.suite : `${key.suite}/${key.benchmark}`;
	return code([place, axesText(key.axes)].filter((text) => text !== "").join(" "));
}
function metricName(metric) {
	const stage = stageOf(metric);
	return stage === null ? code(metric) : say`stage ${code(stage)}`;
}
function commitName(commit) {
	return commit === null ? say`an unknown commit` : code(commit.slice(0, 7));
}
function firstFew(contents, most = 4) {
	const rest = contents.length - most;
	return rest > 0 ? say`${joined(contents.slice(0, most), ", ")} and ${rest} more` : joined(contents, ", ");
}

// src/reporters/parts/changes.ts
function changes({ comparisons }) {
	const changed = comparisons.filter(isChange).toSorted(byWeight);
	if (changed.length === 0) return [];
	const explains = changed.some((comparison) => !comparison.isGate);
	return [part({
		title: say`What changed`,
		importance: 1,
		noun: "changes",
		body: {
			kind: "table",
			columns: columns("Verdict", "Case", "Metric", "#Median, before → after", "#Change", "Interval", "Against"),
			rows: changed.map((comparison) => changeRow(comparison))
		},
		notes: explains ? [say`Rows marked ↳ explain where the time went; they do not decide the verdict.`] : []
	})];
}
function undecidedGates({ comparisons }) {
	const undecided = comparisons.filter((comparison) => comparison.isGate && isUndecided(comparison));
	const groups = [...Map.groupBy(undecided, ({ verdict, reason }) => `${verdict}\0${reason}`).values()];
	if (groups.length === 0) return [];
	const rows = groups.map((group) => [undecidedLine(group)]);
	return [part({
		title: say`Could not tell`,
		importance: 2,
		noun: "undecided comparisons",
		body: {
			kind: "list",
			rows
		}
	})];
}
function allComparisons({ comparisons }) {
	if (comparisons.length === 0) return [];
	const rows = comparisons.toSorted((a, b) => Number(isChange(b)) - Number(isChange(a)) || byWeight(a, b)).map((comparison) => [...changeRow(comparison), say`${comparison.reason}`]);
	return [part({
		title: say`All comparisons`,
		importance: 12,
		isFolded: true,
		noun: "comparisons",
		body: {
			kind: "table",
			columns: columns(...[
				"Verdict",
				"Case",
				"Metric",
				"#Median, before → after",
				"#Change",
				"Interval",
				"Against",
				"Why"
			]),
			rows
		}
	})];
}
function changeRow(comparison) {
	const metric = metricName(comparison.metric);
	return [
		comparisonStatus(comparison.verdict),
		caseName(comparison),
		comparison.isGate ? metric : say`↳ ${metric}`,
		beforeAfter(comparison),
		ours(formatEffect(comparison.effect)),
		ours(formatInterval(comparison.interval)),
		say`${comparison.reference}`
	];
}
function beforeAfter({ base, head, unit }) {
	if (!base || !head) return say`${formatValue(base?.median ?? null, unit)} → ${formatValue(head?.median ?? null, unit)}`;
	const [before, after] = formatPair(base.median, head.median, unit);
	return say`${before} → ${after}`;
}
function undecidedLine(group) {
	const [first] = group;
	if (!first) return [];
	const names = firstFew(group.map((comparison) => say`${metricName(comparison.metric)} of ${caseName(comparison)}`));
	const reach = group.length === 1 && first.resolution !== null ? say` These samples could have shown a change of ${formatValue(first.resolution, "share")}.` : [];
	return say`${comparisonStatus(first.verdict)}: ${names} against ${first.reference}: ${first.reason}.${reach}`;
}
function isChange({ verdict }) {
	return verdict === "regression" || verdict === "improvement";
}
function isUndecided({ verdict }) {
	return verdict !== "unchanged" && verdict !== "regression" && verdict !== "improvement";
}
const rank = {
	regression: 0,
	inconclusive: 1,
	"not comparable": 2,
	missing: 3,
	improvement: 4,
	unchanged: 5
};
function byWeight(a, b) {
	return rank[a.verdict] - rank[b.verdict] || Number(b.isGate) - Number(a.isGate) || Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0);
}
function ours(text) {
	return [{
		style: "ours",
		text
	}];
}

// src/reporters/parts/details.ts
function howItWasReached(report) {
	const rows = [
		[say`Verdict ${code(report.verdict)}: check conclusion ${code(report.conclusion)}, exit code ${report.exitCode}. Check, comment, summary and exit code come from this one value.`],
		[gateLine(report)],
		[limitLine(report)],
		[rulesLine(report)],
		[say`Every verdict was taken on unrounded figures from the raw samples; rounding is for reading only.`]
	];
	return part({
		title: say`How the verdict was reached`,
		importance: 9,
		isFolded: true,
		noun: "steps",
		body: {
			kind: "list",
			rows
		}
	});
}
function cases(report) {
	if (report.cases.length === 0) return [];
	const titles = [
		"Case",
		"Revision",
		"#Runs",
		"#Median time",
		"#Fastest to slowest",
		"#Spread",
		"#Failed runs",
		"#Rows"
	];
	const rows = report.cases.map(caseRow);
	const body = {
		kind: "table",
		columns: columns(...titles),
		rows
	};
	const notes = [say`Spread is the sample standard deviation as a share of the mean; warm-up runs are not counted.`];
	return [part({
		title: say`Cases`,
		importance: 10,
		isFolded: true,
		noun: "cases",
		body,
		notes
	})];
}
function derivedFigures(report) {
	if (report.derived.length === 0) return [];
	const rows = report.derived.map(derivedRow);
	const body = {
		kind: "table",
		columns: columns("Case", "Figure", "#Value", "#Interval", "Standing"),
		rows
	};
	return [part({
		title: say`Derived figures`,
		importance: 11,
		isFolded: true,
		noun: "figures",
		body
	})];
}
function caseRow(item) {
	const { wallSeconds: wall } = item;
	const deviation = wall?.standardDeviation ?? null;
	const spread = wall && deviation !== null ? deviation / wall.mean : null;
	return [
		caseName(item),
		code(item.revision),
		say`${wall?.count ?? 0}`,
		say`${formatValue(wall?.median ?? null, "s")}`,
		say`${wall ? formatPair(wall.min, wall.max, "s").join(" to ") : "–"}`,
		say`${formatValue(spread, "share")}`,
		say`${formatCount(item.failedTrials)}`,
		say`${item.resultRows === null ? "–" : formatCount(item.resultRows)}`
	];
}
function derivedRow(item) {
	const interval = item.interval ? formatPair(...item.interval, item.unit).join(" to ") : "–";
	return [
		caseName(item),
		code(item.name),
		say`${formatValue(item.value, item.unit)}`,
		say`${interval}`,
		joined(standing(item), "; ")
	];
}
function standing({ isDeclared, isSuspicious, value, reason }) {
	const labels = [
		isDeclared ? [say`declared, not measured`] : value === null ? [say`not available`] : [],
		isSuspicious ? [say`implausible, judged neither way`] : [],
		reason === null ? [] : [say`${reason}`]
	].flat();
	return labels.length > 0 ? labels : [say`measured`];
}
function gateLine({ comparisons }) {
	const gates = comparisons.filter((comparison) => comparison.isGate);
	const regressed = gates.filter((comparison) => comparison.verdict === "regression");
	if (gates.length === 0) return say`No comparison could fail this run.`;
	if (regressed.length === 0) return say`Of ${formatCount(gates.length)} gating comparisons none is a regression.`;
	const names = firstFew(regressed.map((comparison) => say`${code(comparison.metric)} of ${caseName(comparison)}`));
	return say`Of ${formatCount(gates.length)} gating comparisons ${formatCount(regressed.length)} regressed: ${names}.`;
}
function limitLine({ requirements }) {
	const failed = requirements.filter((result) => result.status === "fail" && result.severity === "fail");
	if (requirements.length === 0) return say`No requirement was set.`;
	if (failed.length === 0) return say`No requirement that fails a run was missed.`;
	return say`Missed requirements that fail a run: ${firstFew(failed.map((result) => say`${code(result.id)} of ${caseName(result)}`))}.`;
}
function rulesLine({ requirements }) {
	const rules = [...Map.groupBy(requirements, (result) => result.rule)];
	if (rules.length === 0) return say`No rule set was used.`;
	return say`Limits come from ${firstFew(rules.map(([rule, same]) => say`${code(rule)} (${formatCount(same.length)})`))}.`;
}

// src/reporters/parts/findings.ts
const kinds = {
	failed: {
		rank: 0,
		label: status("❌", "failed", "bad")
	},
	contaminated: {
		rank: 1,
		label: status("🟡", "contaminated", "unsure")
	},
	missing: {
		rank: 1,
		label: status("🟡", "missing", "unsure")
	},
	"not-tested": {
		rank: 2,
		label: status("⬜", "not tested", "quiet")
	},
	caution: {
		rank: 3,
		label: status("⚠️", "caution", "unsure")
	}
};
function findings(report) {
	const groups = [...Map.groupBy(report.findings, ({ kind, reason }) => `${kind}\0${reason}`).values()];
	if (groups.length === 0) return [];
	const rows = groups.toSorted((a, b) => rankOf(a) - rankOf(b)).map((group) => [findingLine(group)]);
	const title = report.findings.some((finding) => finding.kind !== "caution") ? say`What was not measured` : say`Take with care`;
	return [part({
		title,
		importance: 5,
		noun: "findings",
		body: {
			kind: "list",
			rows
		}
	})];
}
function nextSteps(report) {
	if (report.nextSteps.length === 0) return [];
	const rows = report.nextSteps.map((step) => [stepLine(step)]);
	return [part({
		title: say`Next steps`,
		importance: 6,
		noun: "steps",
		body: {
			kind: "list",
			rows
		}
	})];
}
function findingLine(group) {
	const [first] = group;
	if (!first) return [];
	return say`${kinds[first.kind].label}: ${firstFew(group.map(({ subject }) => code(subject)))}: ${first.reason}`;
}
function stepLine({ text, command }) {
	return command === null ? say`${text}` : say`${text}: ${code(command, 500)}`;
}
function rankOf([first]) {
	return first ? kinds[first.kind].rank : 0;
}

// src/reporters/parts/headline.ts
function headline(report) {
	return part({
		title: verdictSentence(report),
		importance: 0,
		lead: [countsLine(report.counts)]
	});
}
function verdictSentence(report) {
	return say`${overallStatus(report.verdict)} · ${report.title}: ${report.sentence}`;
}
function countsLine(counts) {
	const compared = [
		counted(counts.regression, "regression", "regressions"),
		counted(counts.improvement, "improvement", "improvements"),
		counted(counts.unchanged, "unchanged", "unchanged"),
		counted(counts.inconclusive, "inconclusive", "inconclusive"),
		counted(counts["not comparable"], "not comparable", "not comparable"),
		counted(counts.missing, "missing", "missing")
	].flat();
	const comparisons = compared.length > 0 ? joined(compared, " · ") : say`nothing was compared`;
	return say`Comparisons: ${comparisons}. Requirements: ${requirementCounts(counts)}.`;
}
function requirementCounts(counts) {
	const parts = [
		counted(counts["requirements failed"], "failed", "failed"),
		counted(counts["requirements passed"], "passed", "passed"),
		counted(counts["requirements not evaluated"], "not evaluated", "not evaluated")
	].flat();
	return parts.length > 0 ? joined(parts, " · ") : say`none were set`;
}
function counted(count, one, many) {
	return count === 0 ? [] : [say`${formatCount(count)} ${count === 1 ? one : many}`];
}

// src/reporters/parts/provenance.ts
function provenance(report, whereabouts) {
	const lines = [
		headLine(report, whereabouts),
		testbedLine(report.testbed),
		yardstickLine(report.yardstick)
	];
	return part({
		title: null,
		importance: 0,
		lead: lines
	});
}
function headLine({ head, runId }, { runUrl }) {
	const run = runUrl === null ? say`run ${code(runId)}` : say`${link("run", runUrl)} ${code(runId)}`;
	return say`Measured: ${code(head.ref)} at ${commitName(head.commit)}, ${run}.`;
}
function testbedLine(testbed) {
	const facts = [
		deviceText(testbed),
		...testbed.driverVersion === null ? [] : [say`driver ${testbed.driverVersion}`],
		...testbed.cudaVersion === null ? [] : [say`CUDA ${testbed.cudaVersion}`],
		say`${testbed.cpuModel}, ${testbed.cpuCores} cores`
	];
	return say`Testbed: ${code(testbed.id)} (${joined(facts, ", ")}).`;
}
function deviceText({ devices, deviceKind }) {
	if (deviceKind === "cpu") return say`no GPU, ${devices.length} cores used`;
	if (devices.length === 0) return say`no GPU`;
	const models = [...Map.groupBy(devices, (device) => device.model)];
	return firstFew(models.map(([model, same]) => say`${same.length} × ${model}`));
}
function yardstickLine(yardstick) {
	const rules = say`${code(yardstick.path)} (sha256 ${code(yardstick.sha256.slice(0, 12))})`;
	switch (yardstick.origin) {
		case "base": return say`Yardstick: ${rules} as it stands on the base side at ${commitName(yardstick.commit)}.`;
		case "head": return say`Yardstick: ${rules} as this head brings it at ${commitName(yardstick.commit)}: read it before you trust the verdict, it cannot vouch for itself.`;
		case "local": return say`Yardstick: ${rules} as it lies on this machine.`;
		default: return yardstick.origin;
	}
}

// src/reporters/parts/requirements.ts
const operators = {
	"<": "<",
	"<=": "≤",
	">": ">",
	">=": "≥",
	"==": "="
};
const severities = {
	fail: 0,
	warn: 1,
	info: 2
};
const results = {
	fail: 0,
	"not evaluated": 1,
	pass: 2
};
function requirements(report) {
	if (report.requirements.length === 0) return [];
	const sorted = report.requirements.toSorted((a, b) => results[a.status] - results[b.status] || severities[a.severity] - severities[b.severity]);
	const firstPass = sorted.findIndex((result) => result.status === "pass");
	return [part({
		title: say`Requirements`,
		importance: 3,
		noun: "requirements",
		minorFrom: firstPass === -1 ? sorted.length : firstPass,
		body: {
			kind: "table",
			columns: columns("Status", "Requirement", "What", "Case", "#Limit", "#Measured", "Why"),
			rows: sorted.map(requirementRow)
		}
	})];
}
function requirementRow(result) {
	const [measured, limit] = figures(result);
	return [
		requirementStatus(result),
		code(result.id),
		code(result.value),
		caseName(result),
		say`${operators[result.operator]} ${limit}`,
		say`${measured}`,
		say`${result.reason === "" ? "–" : result.reason}`
	];
}
function figures({ actual, limit, unit }) {
	return actual === null ? ["–", formatValue(limit, unit)] : formatAgainstLimit(actual, limit, unit);
}

// src/reporters/visible-text.ts
const nameLength = 120;
function visibleText(text, maxLength = 120) {
	const start = text.slice(0, maxLength * 8);
	const line = start.replaceAll(/[\s\u0085\u2028\u2029]+/g, " ").replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu, "").replaceAll(/ {2,}/g, " ").trim();
	const characters = [...line];
	if (characters.length <= maxLength && start.length === text.length) return line;
	return `${characters.slice(0, maxLength - 1).join("")}…`;
}
function plainText(text, maxLength = 120) {
	return visibleText(text, maxLength).replaceAll(/(?<!\w)::/g, ": :").replaceAll("##[", "## [").replaceAll(/<(?=[a-z/!?])/gi, "‹").replaceAll(/(?<!\w)@(?=\w)/g, "@ ");
}

// src/reporters/parts/sections.ts
const mostColumns = 16;
const mostNotes = 8;
function sections(report) {
	return report.sections.map(sectionPart);
}
function sectionPart(section) {
	const columns = section.columns.slice(0, mostColumns).map((title, index) => columnOf(title, section.rows, index));
	const rows = section.rows.map((row) => columns.map((_, index) => cellContent(row[index] ?? null)));
	const body = rows.length > 0 ? {
		kind: "table",
		columns,
		rows
	} : { kind: "none" };
	const isFolded = section.isDetail ?? false;
	const importance = isFolded ? 11 : 7;
	return part({
		title: say`${section.title}`,
		importance,
		isFolded,
		body,
		notes: notesOf(section)
	});
}
function columnOf(title, rows, index) {
	const cells = rows.map((row) => row[index] ?? null).filter((cell) => cell !== null);
	return {
		title: say`${title}`,
		isNumeric: cells.length > 0 && cells.every((cell) => typeof cell === "object")
	};
}
function cellContent(cell) {
	if (cell === null) return say`–`;
	if (typeof cell === "string") return say`${cell}`;
	if ("value" in cell) return say`${formatValue(cell.value, cell.unit)}`;
	const [low, high] = formatPair(...cell.interval, cell.unit);
	return say`${low} to ${high}`;
}
function notesOf({ columns, notes }) {
	const hidden = columns.length - mostColumns;
	const width = hidden > 0 ? [say`${hidden} more columns are in the JSON report.`] : [];
	const rest = notes.length > mostNotes ? [say`${notes.length - mostNotes} more notes are in the JSON report.`] : [];
	return [
		...notes.slice(0, mostNotes).map((note) => say`${note.slice(0, 400 * 2)}`),
		...rest,
		...width
	];
}

// src/reporters/parts/index.ts
function partsOf(report, whereabouts) {
	return [
		headline(report),
		...changes(report),
		...undecidedGates(report),
		...requirements(report),
		...sections(report),
		provenance(report, whereabouts),
		...findings(report),
		...nextSteps(report),
		howItWasReached(report),
		...cases(report),
		...derivedFigures(report),
		...allComparisons(report)
	];
}

// src/reporters/markdown/escape.ts
const zeroWidthSpace = "&#8203;";
const entities = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"|": "&#124;",
	"\\": "&#92;",
	"`": "&#96;",
	$: "&#36;"
};
const special = /[&<>|\\`$]|[*_~[\]!]|[@#](?=\w)|(?<!\w)::|:(?=\/\/)|www(?=\.)|gh-(?=\d)|[0-9a-f]{6}(?=[0-9a-f])/giu;
const webAddress = /^https?:\/\/[\w.-]+(:\d+)?(\/[\w./~%?=&#+-]*)?$/;
const unsafeInCode = /[`|\\<>&]|(?<!\w)@|(?<!\w)::|##\[/;
function escapeText(text, maxLength = 120) {
	return escapeVisible(visibleText(text, maxLength));
}
function codeSpan(text, maxLength = 120) {
	const visible = visibleText(text, maxLength);
	if (visible === "") return "(empty)";
	return unsafeInCode.test(visible) ? escapeVisible(visible) : `\`${visible}\``;
}
function linkTo(text, url) {
	return url.length <= 500 && webAddress.test(url) ? `[${escapeText(text)}](${url})` : escapeText(text);
}
function escapeVisible(visible) {
	return visible.replaceAll(special, (match) => entities[match] ?? disarm(match)).replace(/^([-+](?![\d.])|[=#:])/, String.raw`\$&`).replace(/^(\d+)([.)])(?=\s|$)/, String.raw`$1\$2`);
}
function disarm(match) {
	if (match === "::") return ":&#58;";
	return /^[*_~[\]!]$/.test(match) ? `\\${match}` : `${match}${zeroWidthSpace}`;
}

// node_modules/markdown-table/index.js
function defaultStringLength(value) {
	return value.length;
}
function markdownTable(table, options) {
	const settings = options || {};
	const align = (settings.align || []).concat();
	const stringLength = settings.stringLength || defaultStringLength;
	const alignments = [];
	const cellMatrix = [];
	const sizeMatrix = [];
	const longestCellByColumn = [];
	let mostCellsPerRow = 0;
	let rowIndex = -1;
	while (++rowIndex < table.length) {
		const row = [];
		const sizes = [];
		let columnIndex = -1;
		if (table[rowIndex].length > mostCellsPerRow) mostCellsPerRow = table[rowIndex].length;
		while (++columnIndex < table[rowIndex].length) {
			const cell = serialize(table[rowIndex][columnIndex]);
			if (settings.alignDelimiters !== false) {
				const size = stringLength(cell);
				sizes[columnIndex] = size;
				if (longestCellByColumn[columnIndex] === void 0 || size > longestCellByColumn[columnIndex]) longestCellByColumn[columnIndex] = size;
			}
			row.push(cell);
		}
		cellMatrix[rowIndex] = row;
		sizeMatrix[rowIndex] = sizes;
	}
	let columnIndex = -1;
	if (typeof align === "object" && "length" in align) while (++columnIndex < mostCellsPerRow) alignments[columnIndex] = toAlignment(align[columnIndex]);
	else {
		const code = toAlignment(align);
		while (++columnIndex < mostCellsPerRow) alignments[columnIndex] = code;
	}
	columnIndex = -1;
	const row = [];
	const sizes = [];
	while (++columnIndex < mostCellsPerRow) {
		const code = alignments[columnIndex];
		let before = "";
		let after = "";
		if (code === 99) {
			before = ":";
			after = ":";
		} else if (code === 108) before = ":";
		else if (code === 114) after = ":";
		let size = settings.alignDelimiters === false ? 1 : Math.max(1, longestCellByColumn[columnIndex] - before.length - after.length);
		const cell = before + "-".repeat(size) + after;
		if (settings.alignDelimiters !== false) {
			size = before.length + size + after.length;
			if (size > longestCellByColumn[columnIndex]) longestCellByColumn[columnIndex] = size;
			sizes[columnIndex] = size;
		}
		row[columnIndex] = cell;
	}
	cellMatrix.splice(1, 0, row);
	sizeMatrix.splice(1, 0, sizes);
	rowIndex = -1;
	const lines = [];
	while (++rowIndex < cellMatrix.length) {
		const row = cellMatrix[rowIndex];
		const sizes = sizeMatrix[rowIndex];
		const cellsInRow = settings.fillRows === false ? Math.max(1, cellMatrix[rowIndex === 1 ? 0 : rowIndex].length) : mostCellsPerRow;
		columnIndex = -1;
		const line = [];
		while (++columnIndex < cellsInRow) {
			const cell = row[columnIndex] || "";
			let before = "";
			let after = "";
			if (settings.alignDelimiters !== false) {
				const size = longestCellByColumn[columnIndex] - (sizes[columnIndex] || 0);
				const code = alignments[columnIndex];
				if (code === 114) before = " ".repeat(size);
				else if (code === 99) {
					const half = size / 2;
					if (size % 2) {
						before = " ".repeat(half + .5);
						after = " ".repeat(half - .5);
					} else {
						before = " ".repeat(half);
						after = before;
					}
				} else after = " ".repeat(size);
			}
			if (settings.delimiterStart !== false && !columnIndex) line.push("|");
			if (settings.padding !== false && !(settings.alignDelimiters === false && cell === "") && (settings.delimiterStart !== false || columnIndex)) line.push(" ");
			if (settings.alignDelimiters !== false) line.push(before);
			line.push(cell);
			if (settings.alignDelimiters !== false) line.push(after);
			if (settings.padding !== false) line.push(" ");
			if (settings.delimiterEnd !== false || columnIndex !== cellsInRow - 1) line.push("|");
		}
		lines.push(settings.delimiterEnd === false ? line.join("").replace(/ +$/, "") : line.join(""));
	}
	return lines.join("\n");
}
function serialize(value) {
	return value === null || value === void 0 ? "" : String(value);
}
function toAlignment(value) {
	const code = typeof value === "string" ? value.codePointAt(0) : 0;
	return code === 67 || code === 99 ? 99 : code === 76 || code === 108 ? 108 : code === 82 || code === 114 ? 114 : 0;
}

// src/reporters/markdown/tables.ts
function tableHead(headings) {
	return tableLines(headings, []).slice(0, 2).join("\n");
}
function tableRow(headings, cells) {
	return tableLines(headings, cells)[2] ?? "";
}
function tableLines(headings, cells) {
	const align = headings.map((heading) => heading.isNumeric ? "r" : "l");
	const rows = cells.length > 0 ? [cells] : [];
	return markdownTable([headings.map(({ title }) => title), ...rows], {
		align,
		alignDelimiters: false
	}).split("\n");
}

// src/reporters/markdown/blocks.ts
function blockOf(part) {
	const title = part.title ? toMarkdown(part.title) : "";
	const open = part.isFolded ? `<details>\n<summary>${title}${countOf(part.body)}</summary>` : headingOf(part, title);
	const lead = part.lead.map(toMarkdown);
	const rows = rowsOf(part.body);
	const notes = part.notes.map(toMarkdown);
	return {
		name: escapeText((part.title ?? []).map(({ text }) => text).join(""), 60),
		importance: part.importance,
		isFolded: part.isFolded,
		head: [
			open,
			...lead,
			...rows.head === "" ? [] : [rows.head]
		].filter((text) => text !== "").join("\n\n"),
		rows: {
			count: rowCount(part.body),
			minorFrom: part.minorFrom,
			at: rows.at
		},
		tail: [...notes, ...part.isFolded ? ["</details>"] : []].map((text) => `\n\n${text}`).join(""),
		noun: part.noun
	};
}
function toMarkdown(content) {
	return content.map(spanToMarkdown).join("");
}
function countOf(body) {
	return body.kind === "table" ? ` (${body.rows.length.toLocaleString("en-US")})` : "";
}
function headingOf({ importance, title }, text) {
	if (title === null) return "";
	return `${importance === 0 ? "##" : "###"} ${text}`;
}
function rowsOf(body) {
	if (body.kind === "none") return {
		head: "",
		at: () => ""
	};
	if (body.kind === "list") return {
		head: "",
		at: (index) => `- ${body.rows[index]?.map(toMarkdown).join(" ") ?? ""}`
	};
	const headings = body.columns.map(({ title, isNumeric }) => ({
		title: toMarkdown(title),
		isNumeric
	}));
	return {
		head: tableHead(headings),
		at: (index) => tableRow(headings, body.rows[index]?.map(toMarkdown) ?? [])
	};
}
function spanToMarkdown(span) {
	switch (span.style) {
		case "ours": return span.text;
		case "prose": return escapeText(span.text, 400);
		case "code": return codeSpan(span.text, span.maxLength);
		case "link": return linkTo(span.text, span.url);
		case "status": return `${span.icon} ${span.text}`;
		default: return span;
	}
}

// src/reporters/markdown/budget.ts
const firstRows = 10;
const reserveBytes = 1600;
function fitBlocks(blocks, maxBytes, where) {
	const kept = blocks.map((block) => ({
		block,
		rows: [],
		isShown: false
	}));
	const byImportance = kept.toSorted((a, b) => a.block.importance - b.block.importance);
	const open = byImportance.filter(({ block }) => !block.isFolded);
	const room = roomOf(maxBytes - reserveBytes - byteLength(where));
	for (const item of open) show(item, room, where);
	for (const item of open) fill(item, room, Math.min(firstRows, item.block.rows.minorFrom));
	for (const item of open) fill(item, room, item.block.rows.minorFrom);
	for (const item of open) if (item.rows.length >= item.block.rows.minorFrom) fill(item, room, item.block.rows.count);
	for (const item of byImportance.filter(({ block }) => block.isFolded)) {
		show(item, room, where);
		fill(item, room, item.block.rows.count);
	}
	return [...kept.filter(({ isShown }) => isShown).map((item) => write(item, where)), ...leftOut(kept, where)].join("\n\n");
}
function byteLength(text) {
	return Buffer.byteLength(text, "utf8");
}
function roomOf(maxBytes) {
	let free = maxBytes;
	return (bytes) => {
		if (bytes > free) return false;
		free -= bytes;
		return true;
	};
}
function show(item, room, where) {
	const { block } = item;
	const separators = 4;
	const line = block.rows.count > 0 ? byteLength(leftOutLine(block, 0, where)) : 0;
	item.isShown = room(byteLength(block.head) + byteLength(block.tail) + line + separators);
}
function fill(item, room, upTo) {
	if (!item.isShown) return;
	const { rows } = item.block;
	while (item.rows.length < Math.min(upTo, rows.count)) {
		const row = rows.at(item.rows.length);
		if (!room(byteLength(row) + 1)) return;
		item.rows.push(row);
	}
}
function write({ block, rows }, where) {
	const isTable = block.head.endsWith(" |");
	const body = rows.length === 0 ? "" : `${isTable ? "\n" : "\n\n"}${rows.join("\n")}`;
	const rest = rows.length < block.rows.count ? `\n\n${leftOutLine(block, rows.length, where)}` : "";
	return `${block.head}${body}${rest}${block.tail}`;
}
function leftOutLine({ noun, rows }, shown, where) {
	const total = rows.count.toLocaleString("en-US");
	return `${(rows.count - shown).toLocaleString("en-US")} of ${total} ${noun} are left out here; the full report is in ${where}.`;
}
function leftOut(kept, where) {
	const hidden = kept.filter(({ isShown }) => !isShown).map(({ block }) => block);
	if (hidden.length === 0) return [];
	const rows = hidden.reduce((sum, block) => sum + block.rows.count, 0).toLocaleString("en-US");
	const most = 3;
	const names = hidden.slice(0, most).map(({ name, noun }) => name || noun);
	const more = hidden.length > most ? ` and ${hidden.length - most} more parts` : "";
	return [`Left out for length: ${names.join(", ")}${more}, ${rows} rows in all; the full report is in ${where}.`];
}

// src/reporters/markdown/document.ts
function markdownDocument(report, whereabouts, { maxBytes, fuller }) {
	return fitBlocks(partsOf(report, whereabouts).map(blockOf), maxBytes, placeOf(whereabouts, fuller));
}
function placeOf({ runUrl, runFolderHint }, fuller) {
	const places = [...runUrl === null ? [] : [link(`${fuller} of this run`, runUrl)], ...runFolderHint === null ? [] : [say`the run folder (${runFolderHint})`]];
	return toMarkdown(places.length > 0 ? joined(places, " and in ") : say`the JSON report of this run`);
}

// src/reporters/job-summary.ts
function renderJobSummary(report, whereabouts) {
	return `${markdownDocument(report, whereabouts, {
		maxBytes: 999999,
		fuller: "the artifacts"
	})}\n`;
}

// src/reporters/terminal/plain.ts
function toPlain(content) {
	return content.map(spanToPlain).join("");
}
function toneOf(content) {
	return content.find((span) => span.style === "status")?.tone ?? null;
}
function spanToPlain(span) {
	switch (span.style) {
		case "ours":
		case "status": return span.text;
		case "prose": return plainText(span.text, 400);
		case "code": return plainText(span.text, span.maxLength) || "(empty)";
		case "link": return `${span.text} ${plainText(span.url, 400)}`;
		default: return span;
	}
}

// src/reporters/check-run.ts
const maxTitleBytes = 255;
const maxSummaryBytes = 65535;
function renderCheckRun(report, whereabouts) {
	return {
		title: cutToBytes(toPlain(verdictSentence(report)), maxTitleBytes),
		summary: markdownDocument(report, whereabouts, {
			maxBytes: maxSummaryBytes,
			fuller: "the summary"
		})
	};
}
function cutToBytes(text, maxBytes) {
	if (byteLength(text) <= maxBytes) return text;
	const characters = [...text].slice(0, maxBytes);
	while (byteLength(characters.join("")) + byteLength("…") > maxBytes) characters.pop();
	return `${characters.join("")}…`;
}

// src/reporters/comment.ts
const maxCommentBytes = 65e3;
function renderComment(report, options) {
	const ending = `\n\n${options.marker}\n`;
	return `${markdownDocument(report, options, {
		maxBytes: maxCommentBytes - byteLength(ending),
		fuller: "the summary"
	})}${ending}`;
}

// src/reporters/deliveries.ts
function deliveriesOf(report, addressee, mayWrite) {
	const whereabouts = {
		runUrl: addressee.runUrl,
		runFolderHint: null
	};
	const summary = {
		kind: "job-summary",
		body: renderJobSummary(report, whereabouts)
	};
	if (!mayWrite) return [summary];
	const { name, headCommit, pullRequest } = addressee;
	const check = {
		kind: "check-run",
		name,
		headCommit,
		conclusion: report.conclusion,
		...renderCheckRun(report, whereabouts)
	};
	if (pullRequest === null) return [check, summary];
	const marker = commentMarker(name);
	return [
		check,
		{
			kind: "sticky-comment",
			pullRequest,
			marker,
			body: renderComment(report, {
				...whereabouts,
				marker
			})
		},
		summary
	];
}
function commentMarker(name) {
	return `<!-- warpgauge:${name.replaceAll(/[^A-Za-z0-9._-]/g, "_")} -->`;
}

// src/steps/deliver.ts
async function deliver(deliveries, identity, ports) {
	const receipts = [];
	for (const delivery of deliveries) receipts.push(await attempt(delivery, identity, ports));
	return receipts;
}
async function attempt(delivery, identity, ports) {
	try {
		return await perform(delivery, identity, ports);
	} catch (error) {
		if (!(error instanceof EnvironmentError)) throw error;
		const problem = `${error.message} ${error.hint}`;
		ports.logger.warning(`${delivery.kind} was not delivered: ${problem}`);
		return {
			kind: delivery.kind,
			status: "refused",
			url: null,
			problem
		};
	}
}
async function perform(delivery, identity, ports) {
	const { kind } = delivery;
	switch (kind) {
		case "check-run": {
			if (!ports.gitHub) return withoutAccess(kind);
			const { name, headCommit, title, summary, conclusion } = delivery;
			return receipt(kind, await ports.gitHub.upsertCheckRun({
				name,
				headCommit,
				title,
				summary,
				...identity,
				state: {
					status: "completed",
					conclusion
				}
			}));
		}
		case "sticky-comment":
			if (!ports.gitHub) return withoutAccess(kind);
			return receipt(kind, await ports.gitHub.upsertComment(delivery.pullRequest, delivery.marker, delivery.body));
		case "job-summary":
			await ports.jobSummary?.write(delivery.body);
			return {
				kind,
				status: "written",
				url: null,
				problem: null
			};
		default: return kind;
	}
}
function receipt(kind, done) {
	return {
		kind,
		status: done.wasCreated ? "created" : "updated",
		url: done.url,
		problem: null
	};
}
function withoutAccess(kind) {
	return {
		kind,
		status: "refused",
		url: null,
		problem: "no token was given, so nothing is written to GitHub"
	};
}

// src/steps/row-problem.ts
function rowProblem(rows, expected) {
	if (rows === 0) return "the result table has no rows";
	if (expected.rows !== void 0 && rows !== expected.rows) return `${rows} result rows instead of ${expected.rows}`;
	if (expected.minRows !== void 0 && rows < expected.minRows) return `${rows} result rows, at least ${expected.minRows} are required`;
	return null;
}

// src/steps/refuse-contradictions.ts
const shownContradictions = 5;
function refuseContradictions(record, config) {
	const plan = planRun(config, record.testbed.devices, record.revisions);
	const found = [...testbedContradictions(record, config), ...plan.cases.flatMap((planned) => caseContradictions(planned, record.trials, config))];
	if (found.length === 0) return;
	const more = found.length > shownContradictions ? [`and ${found.length - shownContradictions} more`] : [];
	throw new UserError([
		"run.json contradicts itself or the rules:",
		...found.slice(0, shownContradictions),
		...more
	].join("\n  "), "Publish the run folder as warpgauge left it; measure again if it was damaged.");
}
function testbedContradictions({ testbed }, { pipeline }) {
	const expected = testbedId(testbed.deviceKind, testbed.devices, testbed.cpuModel);
	return [...testbed.deviceKind === pipeline.devices ? [] : [`testbed: measured on a ${testbed.deviceKind}, the config asks for a ${pipeline.devices}`], ...testbed.id === expected ? [] : [`testbed.id: ${testbed.id}, its devices give ${expected}`]];
}
function caseContradictions(planned, trials, config) {
	const own = trials.filter((trial) => trial.caseId === planned.id);
	const seen = /* @__PURE__ */ new Set();
	return own.flatMap((trial) => {
		const isRepeated = seen.has(trial.index);
		seen.add(trial.index);
		const problem = isRepeated ? "is there twice" : placeProblem(trial, planned, own) ?? excuseProblem(trial) ?? claimProblem(trial, config);
		return problem === null ? [] : [`${planned.id}, run ${trial.index}: ${problem}`];
	});
}
function placeProblem({ index, isWarmup, cachedFromRun }, planned, own) {
	if (cachedFromRun !== null) return planned.samplesFrom === "cached" ? null : "reused from an earlier run, fresh ones are asked for";
	const contaminated = own.filter((trial) => isContaminated(trial) && !trial.isWarmup).length;
	const total = planned.warmups + planned.repeats + Math.min(contaminated, planned.maxReruns);
	if (index >= total) return `at most ${total} are planned`;
	if (isWarmup === index < planned.warmups) return null;
	return isWarmup ? "marked as a warm-up, which it is not" : "a warm-up that is counted";
}
function excuseProblem(trial) {
	return isContaminated(trial) && trial.telemetry === null ? "called contaminated, and nothing watched the machine" : null;
}
function claimProblem(trial, config) {
	const { failure, wallSeconds, exitCode, signal, resultRows } = trial;
	const { exitCodes, proof } = config.pipeline;
	if (failure !== null || isContaminated(trial)) return null;
	if (wallSeconds === null || wallSeconds <= 0) return `counted with a time of ${wallSeconds ?? "none"}`;
	if (exitCode === null || signal !== null || exitCodes[exitCode] !== "success") return `counted although its exit code was ${exitCode ?? "none"}`;
	return proof.results ? rowProblem(resultRows ?? 0, proof.results) : null;
}

// src/steps/trusted-side.ts
async function readTrustedSide({ path, headCommit, pull }, gitHub) {
	const mergeBase = pull ? await gitHub.mergeBase(pull.baseCommit, headCommit) : null;
	const read = (commit, file) => gitHub.readAt(commit, file);
	const rules = await loadRules({
		path,
		trustedCommit: mergeBase ?? headCommit,
		headCommit,
		read
	});
	const known = {
		head: {
			ref: headCommit,
			commit: headCommit
		},
		mergeBase
	};
	return {
		rules,
		revisions: await findRevisions(rules.config, known, gitHub)
	};
}
function otherCommits(stated, trusted) {
	return trusted.flatMap(({ label, commit }) => {
		const measured = stated.find((revision) => revision.label === label)?.commit ?? null;
		if (commit === null || measured === commit) return [];
		return [`${label} was measured at ${measured?.slice(0, 7) ?? "no commit"} and is ${commit.slice(0, 7)}`];
	});
}
async function findRevisions(config, known, gitHub) {
	const others = Object.entries(config.revisions).map(async ([label, { ref, declared }]) => {
		if (declared) return {
			label,
			ref,
			commit: null,
			problem: null
		};
		const commit = ref === "merge-base" ? known.mergeBase : await gitHub.commitOf(ref);
		return {
			label,
			ref,
			commit,
			problem: commit === null ? `the repository has no ${ref} for this run` : null
		};
	});
	return [{
		label: "head",
		...known.head,
		problem: null
	}, ...await Promise.all(others)];
}

// src/modes/publish.ts
async function publish(request, ports) {
	const { measuredBy, announcement } = request;
	const { name, headCommit } = announcement;
	const pull = await pullRequestOf(measuredBy, ports.gitHub);
	const trusted = await readTrustedSide({
		path: request.configPath,
		headCommit,
		pull
	}, ports.gitHub);
	const { rules } = trusted;
	const stated = await readRunRecord(request.runFolder, ports.files);
	requireHead(stated, headCommit);
	const record = underRules(stated, trusted, pull);
	const obstacles = [...otherRules(stated, rules), ...otherCommits(stated.revisions, trusted.revisions)];
	if (obstacles.length === 0) refuseContradictions(record, rules.config);
	const baselines = await loadBaselines(rules.config, record.testbed.id, (path) => ports.gitHub.readAt(rules.yardstick.commit ?? headCommit, path));
	const report = judgeRun({
		record,
		config: rules.config,
		baselines,
		obstacles
	});
	const addressee = {
		name,
		headCommit,
		pullRequest: pull?.number ?? null,
		runUrl: measuredBy.url
	};
	return {
		report,
		receipts: await deliver(deliveriesOf(report, addressee, true), announcement.identity, ports),
		runFolder: request.runFolder
	};
}
async function pullRequestOf(measuredBy, gitHub) {
	if (!measuredBy.event.startsWith("pull_request")) return null;
	const pull = await gitHub.findPullRequest(measuredBy.headCommit, measuredBy.headRepositoryId);
	if (pull) return pull;
	throw new UserError(`no open pull request has the head ${measuredBy.headCommit}`, "It was closed or got new commits since; the run of its newest commit will be published instead.");
}
function requireHead(record, headCommit) {
	const stated = record.revisions.find((revision) => revision.label === "head")?.commit;
	if (stated === headCommit) return;
	throw new UserError(`the run folder is of commit ${stated ?? "unknown"}, the event of ${headCommit}`, "Publish the artifact of the run that started this workflow, and no other.");
}
function underRules(record, { rules, revisions }, pull) {
	const { config, yardstick } = rules;
	const labels = ["head", ...Object.keys(config.revisions)];
	const commands = Object.fromEntries(labels.map((label) => [label, config.revisions[label]?.command ?? config.pipeline.command]));
	return {
		...record,
		yardstick,
		revisions,
		commands,
		pullRequest: pull?.number ?? null
	};
}
function otherRules(record, { yardstick }) {
	if (record.yardstick.sha256 === yardstick.sha256) return [];
	return ["it was measured under another config than the base has"];
}

export { configuredSuites as A, parseCachedTrials as B, runRecordFile as C, loadBaselines as D, nearestFew as E, testbedId as F, containerOf as H, outcomeOf as I, axesText as L, attributeStages as M, stageIntervals as N, headCase as O, compareWithBaseline as P, caseId as R, openRunFolder as S, rulesFrom as T, isContaminated as U, parseBaseline as V, readRunRecord as _, toPlain as a, configCopy as b, partsOf as c, allComparisons as d, undecidedGates as f, formatValue as g, formatInterval as h, deliveriesOf as i, planRun as j, judgeRun as k, plainText as l, formatEffect as m, rowProblem as n, toneOf as o, formatAgainstLimit as p, deliver as r, renderJobSummary as s, publish as t, visibleText as u, resumeFrom as v, loadRules as w, forgetEarlierRun as x, baselineCopies as y, summarize as z };