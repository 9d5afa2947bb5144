import { UserError, attempt, computeMean, computeQuantile, cpuTime, createStageMetric, createUnavailableReading, formatPercent, formatValue, sampleEvenly, sumValues, wallTime } from "./core.js";
import { fillPlaceholders, formatManifest, kernelTimeName, mergePipelineReadings, mergeStageTimes, silentFigures, silentPipeline } from "./judging.js";
import { adjustPreset, formatAxes } from "./choices.js";
import { NEVER, _enum, array, custom, int, lazy, literal, map, nan as nan$1, number, object, preprocess, string, transform, tuple, unknown } from "./zod.js";
import { parseAmount as parseAmount$1, parseReadingLine, readingFields, splitLine } from "./measuring.js";
import { ImpossibleValues } from "./telemetry.js";
import { GpuLogRows, isGpuMetricsLog } from "./gpu-log-rows.js";
import { hashFiles, listSampleParameters, listSyntheticParameters, openFasta, prepareCached, readDirectory, sampleFasta, scanFasta, toPreparedDataset, writeSynthetic } from "./datasets.js";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { createHash, hash } from "node:crypto";
import { readFile, readdir, realpath, stat } from "node:fs/promises";

// src/adapters/bounded-lines.ts
const still = /[^\P{Cc}\r\n\t](?:\[(?:[\d;:]{0,20}m|0?K|\?\d{1,5}[hl])|\([A-Z\d])/gu;
const moving = /[^\P{Cc}\r\n\t](?:\[[\d;:?]{0,20}[@-~]|\]\P{Cc}{0,2000}\p{Cc}\\?)?/gu;
const joint = /(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - )|(?<=\[\d{1,3}:\d\d(?::\d\d)?(?:<[^[\]]{1,100}|, [^[\]]{1,100})\])/;
const hasControls = /[^\P{Cc}\r\n\t]/u;
const mayBeJoint = /.\d{4}-\d\d-\d\d \d\d:|\[[\d:]{4,9}[<,]/;
function* splitBoundedLines(text) {
	const plain = hasControls.test(text) ? text.replaceAll(still, "").replaceAll(moving, "\n") : text;
	for (let from = 0, to = 0; from < plain.length; from = to + 1) {
		to = plain.indexOf("\n", from);
		if (to === -1) to = plain.length;
		for (const line of plain.slice(from, to).split("\r")) yield* splitJoints(line);
	}
}
function* splitJoints(line) {
	const isWhole = line.startsWith("{") || !mayBeJoint.test(line);
	for (const part of isWhole ? [line] : line.split(joint)) if (part !== "") yield part.slice(-4096);
}
function openEntry(map, key, most, create) {
	const known = map.get(key);
	if (known !== void 0 || map.size >= most) return known ?? null;
	const fresh = create();
	map.set(key, fresh);
	return fresh;
}

// src/adapters/fields.ts
var Faulty = class {
	value;
	constructor(value) {
		this.value = value;
	}
};
const anything = unknown().optional();
const nothing = transform(() => null);
const amount$1 = number().min(0);
const name$2 = transform((value, context) => toLine(value) ?? refuse$1(context, value, "a name"));
const shortText = custom((value) => typeof value === "string" && value.trim() !== "" && value.length <= 500 && !/\p{Cc}/u.test(value), "a text of 1 to 500 characters in one line");
const figure = transform(toFigure);
const maybeFigure = transform((value) => isAbsent(value) ? null : toFigure(value));
const maybeText = transform((value) => toLine(value));
const maybePrinted = transform((value) => isAbsent(value) ? null : String(value).slice(0, 500));
const maybeAmount = transform((value) => toAmount(value));
const numbers = transform((value, context) => {
	if (!Array.isArray(value)) return refuse$1(context, value, "a list");
	const hint = "A benchmark needs at least one sample; run it again";
	if (value.length === 0) return refuse$1(context, value, "", {
		problem: "is empty",
		hint
	});
	const odd = value.findIndex((item) => !Number.isFinite(item));
	return odd < 0 ? value : refuse$1(context, value[odd], "a finite number", { path: [odd] });
});
function group$2(shape) {
	return preprocess((value) => isMap(value) ? value : {}, object(shape));
}
function repeat(form, ...names) {
	return Object.fromEntries(names.map((one) => [one, form]));
}
function list(item, hint) {
	return transform((value, context) => {
		return hint !== void 0 && Array.isArray(value) && value.length === 0 ? refuse$1(context, value, "", {
			problem: "is empty",
			hint
		}) : value;
	}).pipe(array(item, "a list"));
}
function listOptional(item) {
	return preprocess((value) => isAbsent(value) ? [] : value, array(item, "a list"));
}
const entries$1 = transform((value, context) => isMap(value) ? new Map(Object.entries(value)) : refuse$1(context, value, "an object"));
function index(form) {
	if (typeof form !== "function") return entries$1.pipe(map(string(), form));
	return entries$1.transform((all, context) => new Map([...all].map(([key, value]) => [key, readInto(context, form(key), value, [key])])));
}
const parameters = entries$1.nullish();
function choose(select) {
	return transform((value, context) => readInto(context, select(value), value, []));
}
function readInto(context, form, value, path) {
	const result = form.safeParse(value, options);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	if (!issue) throw result.error;
	const params = issue.code === "custom" ? issue.params ?? {} : {};
	return refuse$1(context, issue.input, issue.message, {
		...params,
		path: [...path, ...issue.path]
	});
}
function refuse$1(context, value, expected, { path = [], ...params } = {}) {
	context.issues.push({
		code: "custom",
		message: expected,
		input: value,
		path: [...path],
		params
	});
	return NEVER;
}
const options = {
	reportInput: true,
	error: ({ code }) => code === "too_small" ? "a number of at least 0" : "a finite number"
};
function read$1(form, value, file, path = "") {
	const result = form.safeParse(value, options);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	if (!issue) throw result.error;
	const { path: inner, message, ...found } = issue;
	const { problem, hint = "" } = found.code === "custom" ? found.params ?? {} : {};
	const where = joinPath(path, inner);
	if (problem !== void 0) throw new UserError(`${file}: ${where || "the list"} ${problem}`, hint);
	throw createError(file, where, found.input, message);
}
function createError(file, path, value, expected) {
	const where = `${file}: ${path || "the root value"}`;
	const message = value === void 0 ? `${where} is missing; expected ${expected}` : `${where} is ${showValue(value)}, not ${expected}`;
	return new UserError(message, "Check that the adapter matches the tool and that the file is complete and unedited");
}
function showValue(value) {
	return typeof value === "number" ? String(value) : formatValue(value);
}
function findFaultyPaths(values) {
	const found = /* @__PURE__ */ new Map();
	const open = values.map((value) => [value, ""]);
	for (let next = open.pop(); next; next = open.pop()) {
		const [inner, path] = next;
		if (inner instanceof Faulty) found.set(inner, path);
		else if (typeof inner === "object" && inner !== null) {
			const own = inner instanceof Map ? inner : Array.isArray(inner) ? inner.entries() : Object.entries(inner);
			for (const [key, one] of own) if (typeof one === "object") open.push([one, joinPath(path, [key])]);
		}
	}
	return found;
}
function joinPath(path, keys) {
	return keys.reduce((joined, key) => {
		if (typeof key === "number") return `${joined}[${key}]`;
		if (!/^[\w-]{1,80}$/.test(String(key))) return `${joined}[${formatValue(key)}]`;
		return joined === "" ? String(key) : `${joined}.${String(key)}`;
	}, path);
}
function isAbsent(value) {
	return value === void 0 || value === null;
}
function has(value, key) {
	return isMap(value) && Object.hasOwn(value, key) && !isAbsent(value[key]);
}
function isMap(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function toLine(value) {
	return typeof value === "string" && value.trim() !== "" ? value.replaceAll(/\p{Cc}+/gu, " ").trim() : null;
}
function toFigure(value) {
	return typeof value === "number" && Number.isFinite(value) ? value : new Faulty(value);
}
function toAmount(value, limit = Number.POSITIVE_INFINITY) {
	return typeof value === "number" && Number.isFinite(value) && value >= 0 && value < limit ? value : null;
}
const maxContainers = 2e6;
function parseJson(text, file) {
	let containers = 0;
	for (const bracket of "{[") for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) containers += 1;
	if (containers > maxContainers) throw new UserError(`${file} has more than ${maxContainers} lists and objects`, "Pass the file of one run");
	try {
		return parseJsonText(text);
	} catch (cause) {
		const detail = cause instanceof Error ? cause.message.replaceAll(/\p{Cc}+/gu, " ").slice(0, 300) : String(cause);
		throw new UserError(`${file} is not JSON: ${detail}`, "Write the file again; it may have been cut off", { cause });
	}
}
const nan = "\0NaN";
function parseJsonText(text) {
	try {
		return JSON.parse(text);
	} catch (cause) {
		const replaced = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|([+-]?)(?:inf(?:inity)?|(nan)(?:\(\w*\))?)(?!\w)/gi, (found, sign, isNan) => {
			if (sign === void 0) return found;
			return isNan === void 0 ? `${sign.replace("+", "")}1e999` : JSON.stringify(nan);
		});
		if (replaced === text) throw cause;
		return JSON.parse(replaced, (_key, value) => value === nan ? NaN : value);
	}
}

// src/adapters/readings.ts
const time = {
	name: "time",
	unit: "s",
	betterWhen: "lower"
};
function buildReadings(rows, { joins, findPaths = () => /* @__PURE__ */ new Map() } = {}) {
	let paths = null;
	const describe = (faulty) => {
		paths ??= findPaths();
		return `${paths.get(faulty) ?? "a value"} is ${showValue(faulty.value)}, not a finite number`;
	};
	const readings = [];
	const skipped = [];
	for (const row of rows) {
		const reading = buildReading(row, describe);
		if ("reason" in reading) skipped.push(reading);
		else readings.push(reading);
	}
	const benchmarks = joins ? joinRepetitions(readings, skipped) : readings;
	const isJoined = joins === "runs" && benchmarks.length < readings.length;
	return {
		benchmarks: failDuplicates(benchmarks),
		problems: listReasons(skipped),
		isJoined
	};
}
function buildReading(row, describe) {
	const { axes = {} } = row;
	const name = row.name.length > longestName ? shortenName(row.name) : row.name;
	const found = "metric" in row ? measure(row, describe) : row;
	if ("skipped" in found) return {
		subject: formatSubject({
			...row,
			name
		}),
		reason: found.skipped.slice(0, 500)
	};
	if ("failed" in found) return {
		status: "failed",
		name,
		axes,
		problem: found.failed.slice(0, 500)
	};
	return {
		status: "measured",
		name,
		axes,
		...found
	};
}
const longestName = 3500;
function shortenName(name) {
	const hash = createHash("sha256").update(name).digest("hex").slice(0, 16);
	return `${name.slice(0, 3480)} … ${hash}`;
}
function measure(row, describe) {
	const { metric, factor = 1 } = row;
	const given = "value" in row ? [row.value] : row.samples;
	const faulty = given.find((value) => value instanceof Faulty);
	if (faulty instanceof Faulty) return { failed: describe(faulty) };
	const samples = given.map((value) => Number(value) * factor);
	if (samples.length === 0) return { failed: "the file has no value of it" };
	const odd = samples.find((value) => !Number.isFinite(value));
	if (odd !== void 0) return { failed: `${metric.name} is ${odd}, not a finite number` };
	return findImpossible(row, samples) ?? {
		metric,
		samples,
		...describeSource(row)
	};
}
const limits = /* @__PURE__ */ new Map([["s", 9e9], ["B", 0x7ce66c50e2840000]]);
function findImpossible(row, samples) {
	const { name, unit } = row.metric;
	const least = samples.reduce((one, other) => Math.min(one, other));
	const most = samples.reduce((one, other) => Math.max(one, other));
	if (least < 0 && isAmount(row) || most > (limits.get(unit) ?? most)) return { failed: `a ${name} of ${least < 0 ? least : most} ${unit} is not a measurement` };
	const isUnmeasured = row.zero === "skips" || unit === "s" && row.zero !== "counts";
	if (least > 0 || !isUnmeasured) return null;
	return row.zero === "skips" && name !== time.name ? { skipped: "a value of 0 is not a measurement" } : { failed: `a ${name} of 0 s is not a measurement` };
}
function isAmount({ metric: { unit }, zero }) {
	return zero !== "counts" && (limits.has(unit) || unit.endsWith("/s"));
}
function describeSource(row) {
	const { factor = 1, spread = {}, iterations = null, notes = [] } = row;
	const scale = (value = null) => value && value * factor;
	const declaredSpread = {
		standardDeviation: scale(spread.standardDeviation),
		low: scale(spread.low),
		high: scale(spread.high),
		count: spread.count ?? null,
		text: spread.text ?? null
	};
	return "value" in row ? {
		source: "aggregate",
		declaredSpread,
		iterations,
		notes
	} : {
		source: "samples",
		declaredSpread: null,
		iterations,
		notes
	};
}
const mostSubjects = 10;
const mostReasons = 20;
function listReasons(skipped) {
	const sentences = [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, group]) => {
		const subjects = [...new Set(group.map(({ subject }) => subject))];
		const more = subjects.length > mostSubjects ? ` and ${subjects.length - mostSubjects} more` : "";
		return `${subjects.slice(0, mostSubjects).join(", ")}${more}: ${reason}`;
	});
	const more = sentences.length > mostReasons ? [`${sentences.length - mostReasons} more reasons of missing figures`] : [];
	return [...sentences.slice(0, mostReasons), ...more];
}
function failDuplicates(readings) {
	if (new Set(readings.map(formatShortKey)).size === readings.length) return [...readings];
	if (new Set(readings.map(formatKey$1)).size === readings.length) return [...readings];
	return [...Map.groupBy(readings, formatKey$1).values()].flatMap((group) => {
		const [first, ...others] = group;
		if (!first || others.length === 0) return first ?? [];
		const problems = new Set(group.flatMap((one) => one.status === "failed" ? one.problem : []));
		const twice = `${first.status === "measured" ? first.metric.name : ""} appears ${group.length} times; use distinct names or parameters`;
		const problem = problems.size > 0 ? [...problems].join("; ") : twice;
		return {
			status: "failed",
			name: first.name,
			axes: first.axes,
			problem: problem.slice(0, 500)
		};
	});
}
function joinRepetitions(readings, skipped) {
	const groups = [...Map.groupBy(readings, (one) => one.status === "measured" ? formatKey$1(one) : one).values()];
	const ofBenchmark = Map.groupBy(groups, ([one]) => one && formatBenchmark(one));
	return groups.flatMap((group) => {
		const [first, ...others] = group.filter((one) => one.status === "measured");
		if (!first) return group;
		const most = Math.max(...(ofBenchmark.get(formatBenchmark(first)) ?? []).map(({ length }) => length));
		if (group.length < most) {
			skipped.push({
				subject: formatSubject(first),
				reason: "some repetitions lack it"
			});
			return [];
		}
		const samples = [first, ...others].flatMap((one) => one.samples);
		return others.length === 0 ? group : [{
			...first,
			samples,
			source: "samples",
			declaredSpread: null
		}];
	});
}
function formatBenchmark({ name, axes = {} }) {
	return `${name} ${formatAxes(axes)}`.trim();
}
function formatSubject(one) {
	return one.metric ? `${formatBenchmark(one)} ${one.metric.name}` : formatBenchmark(one);
}
function formatShortKey(one) {
	return `${one.name}\0${one.status === "measured" ? one.metric.name : ""}`;
}
function formatKey$1(one) {
	return `${formatShortKey(one)}\0${formatAxes(one.axes)}`;
}
function toAxes(entries) {
	const axes = {};
	for (const [given, value] of entries ?? []) {
		const line = given.replaceAll(/\p{Cc}+/gu, " ").trim();
		const name = isGpuCount(line) ? "gpus" : line;
		if (name !== "" && name !== "__proto__") axes[name] = toAxisValue(value);
	}
	return axes;
}
function isGpuCount(name) {
	return /^(?:(?:num_?|n_?)gpus?|gpus|gpu_?count)$/i.test(name);
}
function toAxisValue(value) {
	if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
	return (typeof value === "string" ? value : JSON.stringify(value) ?? "").replaceAll(/\p{Cc}+/gu, " ");
}
const simpleUnits = new Map(Object.entries({
	s: [
		[1e-12, "ps"],
		[1e-9, "ns nsec nanoseconds"],
		[1e-6, "us µs μs usec microseconds"],
		[.001, "ms msec milliseconds"],
		[1, "s sec secs second seconds"],
		[60, "min minutes"],
		[3600, "h hr hours"],
		[86400, "day days"]
	],
	B: [
		[1, "B byte bytes"],
		[1e3, "kB KB kilobytes Kilobytes"],
		[1e6, "MB megabytes Megabytes"],
		[1e9, "GB gigabytes Gigabytes"],
		[0xe8d4a51000, "TB"],
		[1024, "KiB"],
		[2 ** 20, "MiB"],
		[2 ** 30, "GiB"],
		[2 ** 40, "TiB"]
	],
	J: [[1, "J Joules"]]
}).flatMap(([unit, rows]) => rows.flatMap(([factor, names]) => names.split(" ").map((name) => [name, {
	unit,
	factor
}]))));
const events$1 = [
	"op",
	"ops",
	"iter",
	"iters",
	"iterations",
	"item",
	"items",
	"1"
];
function toBaseUnit(printed) {
	const kept = {
		unit: printed.trim(),
		factor: 1
	};
	const [above = "", below, ...more] = kept.unit.split(/\s*\/\s*|\s+per\s+/);
	if (more.length > 0) return kept;
	const amount = simpleUnits.get(above);
	if (below === void 0 || events$1.includes(below)) return amount ?? kept;
	const per = simpleUnits.get(below);
	if (per?.unit !== "s") return kept;
	if (events$1.includes(above)) return {
		unit: "1/s",
		factor: 1 / per.factor
	};
	const { unit, factor } = amount ?? {
		unit: above,
		factor: 1
	};
	return {
		unit: `${unit}/s`,
		factor: factor / per.factor
	};
}
function inferDirection(unit) {
	if (unit === "s" || unit === "B") return "lower";
	return /.\/s$/.test(unit) ? "higher" : null;
}

// src/adapters/pipeline/batches.ts
const wellPacked = .8;
const starvedAboveMs = 50;
const fullBelowMs = 1;
const countTolerance = 1e-6;
function computePacking(batches, run) {
	if (batches.length === 0 && run.totals === null && run.printed === null) return null;
	const filled = batches.flatMap(({ tokens, tokenBudget }) => {
		const budget = tokenBudget ?? run.tokenBudget;
		return tokens === null || budget === null || budget <= 0 ? [] : [{
			tokens,
			budget
		}];
	});
	const { computed, atLeast, ranges, ...extent } = run.totals !== null && filled.length < run.totals.batches[1] ? computePart(filled, run.totals, run.tokenBudget ?? 0) : computeAll(filled);
	const isPossible = computed !== null && atLeast <= 1.001;
	return {
		efficiency: isPossible ? Math.min(1, computed) : null,
		...isPossible && ranges,
		...extent,
		tokenBudget: run.tokenBudget,
		...computeLowest(filled),
		printed: run.printed,
		reason: isPossible ? null : explainRefusal(computed === null ? null : atLeast, run.printed)
	};
}
function computeAll(filled) {
	const computed = computeShareOfBatches(filled);
	if (computed === null) return {
		computed,
		atLeast: 0,
		ranges: {},
		tokens: null,
		batches: null
	};
	return {
		computed,
		atLeast: computed,
		ranges: {},
		tokens: sumField(filled, "tokens"),
		batches: filled.length
	};
}
function computePart(filled, totals, budget) {
	const { tokens, room } = totals.covered;
	const bounds = computeShareRange(totals);
	const logged = computeShareOfBatches(filled);
	const estimate = room > 0 ? (tokens[0] + Math.min(tokens[1], room)) / 2 / room : logged ?? bounds[0];
	return {
		computed: Math.min(Math.max(estimate, bounds[0]), bounds[1]),
		atLeast: Math.max(logged ?? 0, room > 0 ? tokens[0] / room : 0),
		ranges: {
			bounds,
			sample: describeSample(filled, totals, budget)
		},
		tokens: null,
		batches: totals.batches[0]
	};
}
const allBatches = {
	totals: null,
	tokenBudget: null,
	printed: null
};
function computeShareRange({ tokens, unused }) {
	return [tokens[0] / (tokens[0] + unused[1]), tokens[1] / (tokens[1] + unused[0])];
}
function computeShareOfBatches(filled) {
	return filled.length === 0 ? null : sumField(filled, "tokens") / sumField(filled, "budget");
}
function computeLowest(filled) {
	if (filled.length === 0) return {
		lowest: null,
		batchesBelow80: null
	};
	const shares = filled.map(({ tokens, budget }) => tokens / budget);
	return {
		lowest: shares.reduce((least, share) => Math.min(least, share)),
		batchesBelow80: shares.filter((share) => share < wellPacked).length
	};
}
function describeSample(filled, totals, budget) {
	const { lowest, batchesBelow80 } = computeLowest(filled);
	const logged = {
		batches: filled.length,
		tokens: sumField(filled, "tokens"),
		unused: 0
	};
	logged.unused = logged.batches * budget - logged.tokens;
	const subtract = (key) => [Math.max(0, totals[key][0] - logged[key]), Math.max(0, totals[key][1] - logged[key])];
	const [others, tokens, unused] = [
		subtract("batches"),
		subtract("tokens"),
		subtract("unused")
	];
	const badlyPacked = [others[0] - tokens[1] / (wellPacked * budget), Math.min(others[1], unused[1] / (.19999999999999996 * budget))];
	const below = batchesBelow80 ?? 0;
	return {
		logged: filled.length,
		batches: [...totals.batches],
		lowest: [Math.max(0, Math.min(lowest ?? 1, 1 - unused[1] / budget)), Math.min(lowest ?? 1, computeShareRange({
			tokens,
			unused
		})[1] || 0)],
		batchesBelow80: [below + Math.max(0, Math.ceil(badlyPacked[0] - countTolerance)), below + Math.floor(badlyPacked[1] + countTolerance)]
	};
}
function explainRefusal(computed, printed) {
	if (computed !== null) return `${formatPercent(computed)} of the token budget is impossible; tokens and budget do not match`;
	return `cannot be computed: the pipeline does not report the tokens of its batches or their budget${printed !== null && printed > 1 ? ` and the printed ${formatPercent(printed)} is impossible` : ""}`;
}
function summarizeWaits(batches) {
	const waited = batches.flatMap(({ waitMs, queue }) => waitMs === null ? [] : [{
		waitMs,
		queue
	}]);
	if (waited.length === 0) return null;
	const sorted = waited.map(({ waitMs }) => waitMs).toSorted((a, b) => a - b);
	const states = waited.map(({ waitMs, queue }) => queue ?? inferQueueState(waitMs));
	const starved = states.filter((state) => state === "starved").length;
	const full = states.filter((state) => state === "full").length;
	return {
		waitMeanSeconds: computeMean(sorted) / 1e3,
		waitP95Seconds: computeQuantile(sorted, .95) / 1e3,
		waitMaxSeconds: (sorted.at(-1) ?? 0) / 1e3,
		batches: sorted.length,
		full,
		normal: sorted.length - full - starved,
		starved,
		starvedShare: starved / sorted.length
	};
}
function inferQueueState(waitMs) {
	if (waitMs > starvedAboveMs) return "starved";
	return waitMs < fullBelowMs ? "full" : "normal";
}
function computeStarvedRange(workers) {
	const shares = workers.map(computeWorkerRange);
	const [fewest, most] = [0, 1].map((edge) => sumValues(workers.map(({ batches }) => batches[edge] ?? 0)));
	const sumStarved = (edge) => sumValues(workers.map(({ batches }, index) => batches[edge] * (shares[index]?.[edge] ?? edge)));
	return [Math.max(sumStarved(0) / (most || 1), Math.min(...shares.map(([low]) => low))), Math.min(sumStarved(1) / (fewest || 1), Math.max(...shares.map(([, high]) => high)))];
}
function computeWorkerRange({ batches, logged, starved, closing }) {
	const range = [starved / batches[1], 1 - (logged - starved) / batches[1]];
	if (!closing) return range;
	const { meanMs, maxMs } = closing;
	if (maxMs <= starvedAboveMs) return [0, 0];
	const fewest = (meanMs[0] - starvedAboveMs) / (maxMs - starvedAboveMs);
	return [Math.max(range[0], fewest), Math.max(range[0], Math.min(range[1], meanMs[1] / starvedAboveMs))];
}
function sumField(items, key) {
	return sumValues(items.map((item) => item[key]));
}
function sumKnown(values) {
	return values.reduce((sum, value) => sum === null || value === null ? null : sum + value, 0);
}

// src/domain/trial/tool-reading.ts
const emptyReading = {
	tool: null,
	benchmarks: [],
	pipeline: null,
	trace: null,
	gpuReadings: [],
	context: {},
	problems: []
};
function mergeToolReadings(readings) {
	const pipelines = readings.flatMap(({ pipeline }) => pipeline ?? []);
	const traces = readings.flatMap(({ trace }) => trace ?? []);
	const tools = [...new Set(readings.flatMap(({ tool }) => tool ?? []))];
	return {
		tool: tools.length > 0 ? tools.join(", ") : null,
		benchmarks: readings.flatMap(({ benchmarks }) => benchmarks),
		pipeline: pipelines.length > 0 ? mergePipelineReadings(pipelines) : null,
		trace: traces.length === 1 ? traces[0] ?? null : null,
		gpuReadings: readings.flatMap(({ gpuReadings }) => gpuReadings).toSorted((one, other) => one.timeMs - other.timeMs),
		context: Object.assign({}, ...readings.map(({ context }) => context).toReversed()),
		problems: [...new Set(traces.map(({ rank }) => rank)).size < traces.length ? [`${traces.length} traces do not state ranks of their own (distributedInfo); pass the trace of one rank`] : [], ...new Set(readings.flatMap(({ problems }) => problems))],
		...readings.some(({ isJoined }) => isJoined) && { isJoined: true }
	};
}

// src/adapters/reader.ts
function createRunReader(format) {
	return {
		...format,
		takes: "files of one run",
		read: async (files) => finish(await format.toReadings(files))
	};
}
function createFileReader(format) {
	return {
		...format,
		takes: "one file",
		read: async (files) => {
			const [file] = files;
			if (file && files.length === 1) return finish(await format.toReadings(file));
			const paths = files.map(({ path }) => path).join(", ") || "none";
			throw new UserError(`expected one file, got ${files.length}: ${paths}`, `Pass ${format.wants}`);
		}
	};
}
function createTextReader(format) {
	return createFileReader({
		...format,
		toReadings: async (file) => format.toReadings(await readFileText(file, maxBytes$1, format.isLog), file.path)
	});
}
function createJsonReader(format) {
	return createTextReader({
		...format,
		toReadings: (text, path) => {
			const data = read$1(format.schema, parseJson(text, path), path);
			return {
				sources: [data],
				...format.toReadings(data, path)
			};
		}
	});
}
const repeated = "the file holds several runs: they are read as repetitions of one";
function finish({ rows, joins, isJoined, sources = [], remarks = [], ...output }) {
	const { isJoined: hasJoined, ...found } = rows ? buildReadings(rows, {
		joins,
		findPaths: () => findFaultyPaths(sources)
	}) : {
		problems: [],
		isJoined: false
	};
	const joined = isJoined || hasJoined ? { isJoined: true } : null;
	const { tool = null, context = {}, problems: own = [] } = output;
	const name = typeof tool === "object" && tool ? tool.filter((part) => part !== null).join(" ") : tool;
	const facts = Object.entries(context).flatMap(([fact, text]) => text === null ? [] : [[fact, text]]);
	const problems = [
		...own,
		...found.problems,
		...joined ? [repeated] : [],
		...remarks
	];
	return {
		...emptyReading,
		...output,
		...found,
		tool: name,
		context: Object.fromEntries(facts),
		problems,
		...joined
	};
}
async function parseEach(files, parse, isLog = false) {
	const parts = [];
	for (const file of files) parts.push(parse(await readFileText(file, maxBytes$1, isLog), file.path));
	return parts;
}
const maxBytes$1 = 64 * 2 ** 20;
async function readFileText(file, limitBytes, isLog = false) {
	const chunks = [];
	let size = 0;
	for await (const chunk of readTextBytes(file)) {
		size += chunk.length;
		if (size > limitBytes) throw new UserError(`${file.path} is larger than ${limitBytes} bytes`, "Pass the file of one run, or fewer samples");
		chunks.push(chunk);
	}
	const text = cleanText(isLog ? new TextDecoder().decode(Buffer.concat(chunks)) : decode(chunks, file.path));
	if (text.trim() === "") throw new UserError(`${file.path} is empty`, "The tool wrote nothing; check its log");
	return text;
}
async function readHead(file, maxCharacters) {
	const decoder = new TextDecoder();
	let text = "";
	for await (const chunk of readTextBytes(file)) {
		text += decoder.decode(chunk, { stream: true });
		if (text.length >= maxCharacters) break;
	}
	return cleanText(text.slice(0, maxCharacters));
}
async function readTail(file, maxCharacters) {
	const decoder = new TextDecoder();
	let [text, size] = ["", 0];
	for await (const chunk of readTextBytes(file)) {
		size += chunk.length;
		if (size > maxBytes$1) return "";
		text = (text + decoder.decode(chunk, { stream: true })).slice(-maxCharacters);
	}
	return cleanText(text);
}
function cleanText(text) {
	const lines = text.replaceAll("\r\n", "\n");
	return lines.includes("\x1B") ? lines.replaceAll(/[^\P{Cc}\r\n\t]\[[\d;]*m/gu, "") : lines;
}
function decode(chunks, path) {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
	} catch (cause) {
		throw new UserError(`${path} is not UTF-8 text`, "Pass the text file that the tool wrote", { cause });
	}
}
async function* readTextBytes(file) {
	let convert;
	for await (const chunk of readPlainBytes(file)) {
		convert ??= createUtf8Converter(chunk);
		yield convert(chunk);
	}
}
function createUtf8Converter([first, second]) {
	if (!(first === 255 && second === 254 || first === 254 && second === 255)) return (chunk) => chunk;
	const decoder = new TextDecoder(first === 255 ? "utf-16le" : "utf-16be");
	return (chunk) => Buffer.from(decoder.decode(chunk, { stream: true }));
}
async function* readPlainBytes(file) {
	const chunks = file.readBytes()[Symbol.asyncIterator]();
	try {
		const first = await chunks.next();
		if (first.done) return;
		const all = resumeChunks(first.value, chunks);
		if (first.value[0] === 31 && first.value[1] === 139) yield* unpackGzip(all, file.path);
		else yield* all;
	} finally {
		await chunks.return?.();
	}
}
async function* resumeChunks(first, rest) {
	yield first;
	for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
async function* unpackGzip(packed, path) {
	let size = 0;
	async function* countBytes() {
		for await (const chunk of packed) {
			size += chunk.length;
			yield chunk;
		}
	}
	try {
		const gunzip = pipeline(countBytes(), createGunzip(), () => void 0);
		yield* gunzip;
		if (gunzip.bytesWritten < size) throw new Error("other bytes after its end");
	} catch (cause) {
		const detail = cause instanceof Error ? cause.message : String(cause);
		throw new UserError(`${path} is damaged gzip: ${detail}`, "Copy or write the file again", { cause });
	}
}

// src/adapters/pipeline/stages.ts
function createStageReader({ tool, adapter, readFigures, ...format }) {
	return createTextReader({
		...format,
		toReadings: (text, path) => {
			const telemetry = adapter.parse(text);
			if (!telemetry) throw new UserError(`${path} does not match its adapter: it has no stage`, "Use another adapter, or auto");
			const { stages, isResumed, problems } = telemetry;
			const { context = {}, benchmarks = telemetry.benchmarks ?? [], ...figures } = readFigures?.(text, path) ?? {};
			const open = problems.filter((problem) => problem.endsWith("started and did not end"));
			const resumed = isResumed ? ["stages were taken from an earlier run"] : [];
			const invalid = [.../* @__PURE__ */ new Set([
				...figures.invalid ?? [],
				...resumed,
				...open
			])];
			return {
				tool,
				context,
				benchmarks,
				pipeline: {
					...silentPipeline,
					...figures,
					stages,
					isResumed,
					invalid
				},
				problems
			};
		}
	});
}
const maxStages = 500;
const maxNameCharacters = 200;
const maxProblems = 20;
var StageTimes = class {
	#times = /* @__PURE__ */ new Map();
	#windows = /* @__PURE__ */ new Map();
	problems = [];
	get stages() {
		const unplaced = {
			startedMs: null,
			endedMs: null
		};
		return [...this.#times].map(([stage, seconds]) => ({
			stage,
			seconds,
			...this.#windows.get(stage) ?? unplaced
		}));
	}
	open(stage) {
		if (this.#times.has(stage)) return true;
		if (!(stage.length > 0 && stage.length <= maxNameCharacters && !/\p{Cc}/u.test(stage)) || this.#times.size >= maxStages) return false;
		this.#times.set(stage, null);
		return true;
	}
	has(stage) {
		return this.#times.has(stage);
	}
	getSeconds(stage) {
		return this.#times.get(stage) ?? null;
	}
	add(stage, seconds) {
		this.#times.set(stage, (this.#times.get(stage) ?? 0) + seconds);
	}
	extendWindow(stage, startedMs, endedMs) {
		const known = this.#windows.get(stage) ?? {
			startedMs,
			endedMs
		};
		const [first, last] = [Math.min(known.startedMs, startedMs), Math.max(known.endedMs, endedMs)];
		this.#windows.set(stage, {
			startedMs: first,
			endedMs: last
		});
	}
	withdraw(stage) {
		this.#times.set(stage, null);
		this.#windows.delete(stage);
	}
	note(problem) {
		if (this.problems.length < maxProblems) this.problems.push(problem);
	}
};
const longestSeconds = 31622400;
function computeStageSpan(edges) {
	const problem = findUnpairedEdge(edges);
	if (problem !== null) return refuse(problem);
	const unixTimes = edges.filter(({ t }) => isEpoch(t)).length;
	return unixTimes === 0 || unixTimes === edges.length ? sumVisits(edges) : refuse("has times of two clocks");
}
function isEpoch(t) {
	return t >= 1e9 && t < 1e10;
}
function findUnpairedEdge(edges) {
	let depth = 0;
	for (const { isStart } of edges) {
		depth += isStart ? 1 : -1;
		if (depth < 0) return "ended without a start";
	}
	return depth > 0 ? "started and did not end" : null;
}
function sumVisits(edges) {
	const sorted = edges.toSorted((one, other) => one.t - other.t || Number(other.isStart) - Number(one.isStart));
	const window = {
		start: sorted.at(0)?.t ?? 0,
		end: sorted.at(-1)?.t ?? 0
	};
	let [depth, since, seconds] = [
		0,
		0,
		0
	];
	for (const [index, { isStart, t }] of sorted.entries()) {
		if (isStart && depth === 0) since = t;
		depth += isStart ? 1 : -1;
		if (depth < 0) return refuse(describeReversal(t, sorted.slice(index)));
		if (depth === 0) seconds += t - since;
	}
	if (seconds > longestSeconds) return refuse(`took ${seconds} s, so its times are damaged`);
	return {
		seconds,
		window,
		problem: null
	};
}
function describeReversal(end, later) {
	const start = later.find(({ isStart }) => isStart)?.t ?? end;
	return `ended ${Number((start - end).toPrecision(3))} s before it started`;
}
function refuse(problem) {
	return {
		seconds: null,
		window: null,
		problem
	};
}
const mostRegions$1 = 500;
const mostVisits$1 = 2e5;
var RegionAccumulator = class {
	#edges = /* @__PURE__ */ new Map();
	#visits = 0;
	#isCut = false;
	add(name, start, end) {
		const known = this.#edges.get(name);
		if (this.#visits >= mostVisits$1 || !known && this.#edges.size >= mostRegions$1) {
			this.#isCut = true;
			return;
		}
		this.#visits += 1;
		const edges = known ?? [];
		this.#edges.set(name, edges);
		edges.push({
			isStart: true,
			t: start
		});
		if (end !== null) edges.push({
			isStart: false,
			t: end
		});
	}
	computeStages(offset) {
		const times = new StageTimes();
		if (this.#isCut) return {
			stages: [],
			problems: [`no stage times: more than ${mostRegions$1} regions or ${mostVisits$1} visits`]
		};
		for (const [name, edges] of this.#edges) {
			const { seconds, window, problem } = computeStageSpan(edges);
			if (problem !== null) times.note(`stage ${JSON.stringify(name.slice(0, 80))} ${problem}`);
			if (!times.open(name) || seconds === null) continue;
			times.add(name, seconds);
			const [started, ended] = [offset + window.start, offset + window.end];
			if (isEpoch(started)) times.extendWindow(name, started * 1e3, ended * 1e3);
		}
		return times;
	}
};

// src/adapters/pipeline/events.ts
const otherKinds$1 = [
	"batch",
	"metric",
	"progress"
];
const memoryMetrics = [
	"peak-allocated",
	"peak-reserved",
	"token-budget-reductions"
];
const maxBatches = 2e6;
const mostMetrics = 1e3;
const mostUndirected = 20;
const maxWorkers = 1e4;
const events = {
	source: "file",
	parse: (text) => {
		const valid = [];
		const malformed = [];
		for (const line of splitBoundedLines(text)) {
			const event = parseEvent(line);
			if (event) valid.push(event);
			else malformed.push(line);
		}
		if (valid.every(({ event }) => event === "unknown")) return null;
		const { stages, problems } = readStages$2(valid, malformed);
		const metrics = readEventMetrics(text, memoryMetrics);
		return {
			stages,
			isResumed: false,
			problems: [...problems, ...metrics.problems],
			benchmarks: metrics.benchmarks
		};
	}
};
const eventsReader = createStageReader({
	tool: "events",
	adapter: events,
	isLog: true,
	wants: "the file that WARPGAUGE_EVENTS named",
	detect: (head) => /^\s*\{[^\n]*"event"\s*:\s*"(?:stage-start|stage-end|batch|metric|progress)"/.test(head),
	readFigures: (text) => {
		const { benchmarks, packing, dataLoader } = readEventFigures(text);
		return {
			benchmarks,
			packing,
			dataLoader
		};
	}
});
function parseEvent(line) {
	const { t, event, stage, failed } = readEvent$2(line);
	if (typeof t !== "number" || !Number.isFinite(t) || typeof event !== "string") return null;
	if (otherKinds$1.includes(event)) return { event: "other" };
	if (event !== "stage-start" && event !== "stage-end") return { event: "unknown" };
	return typeof stage === "string" ? {
		event: "stage",
		isStart: event === "stage-start",
		t,
		stage,
		hasFailed: failed === true
	} : null;
}
function readStages$2(valid, malformed) {
	const times = new StageTimes();
	const { length } = malformed;
	if (length > 0) times.note(`${length} of ${valid.length + length} lines are not events`);
	const stageEvents = valid.filter((event) => event.event === "stage");
	for (const [stage, own] of Map.groupBy(stageEvents, (event) => event.stage)) addStage(stage, own, times);
	withdrawDamaged(malformed, times);
	return times;
}
function addStage(stage, own, times) {
	const { seconds, window, problem } = computeStageSpan(own);
	const failures = own.filter(({ hasFailed }) => hasFailed).length;
	const name = JSON.stringify(stage.slice(0, 80));
	if (problem !== null) times.note(`stage ${name} ${problem}`);
	if (failures > 0) times.note(`stage ${name} failed in ${failures} of ${Math.ceil(own.length / 2)} visits`);
	if (!own.some(({ isStart }) => isStart) || !times.open(stage) || seconds === null || failures > 0) return;
	times.add(stage, seconds);
	if (isEpoch(window.start)) times.extendWindow(stage, window.start * 1e3, window.end * 1e3);
}
function withdrawDamaged(malformed, times) {
	const edges = malformed.filter((line) => line.includes("\"stage-")).map((line) => [...line.matchAll(/"stage"\s*:\s*"([^"\\\p{Cc}]{1,200})"/gu)].flatMap(([, stage]) => stage ?? []));
	const known = times.stages.map(({ stage }) => stage);
	const unnamed = edges.filter((stages) => stages.length === 0).length;
	for (const stage of /* @__PURE__ */ new Set([...edges.flat(), ...unnamed > 1 ? known : []])) {
		times.withdraw(stage);
		times.note(`stage ${JSON.stringify(stage.slice(0, 80))} may have an event that cannot be read`);
	}
}
function readEvent$2(line) {
	const value = /^\s*\{/.test(line) ? attempt(() => parseJsonText(line)) : null;
	return isMap(value) ? value : {};
}
function* listEvents(text, kind) {
	for (const line of splitBoundedLines(text)) {
		const event = line.includes(`"${kind}"`) ? readEvent$2(line) : {};
		if (event["event"] === kind) yield event;
	}
}
function readEventFigures(text) {
	const batches = [];
	for (const event of listEvents(text, "batch")) if (batches.length < maxBatches) batches.push(readBatch(event));
	const packing = computePacking(batches, allBatches);
	return {
		...readEventMetrics(text),
		packing,
		dataLoader: summarizeWaits(batches)
	};
}
function toCount(value) {
	return toAmount(value, 0x38d7ea4c68000);
}
function readBatch({ tokens, tokenBudget, waitMs }) {
	return {
		tokens: toCount(tokens),
		tokenBudget: toCount(tokenBudget),
		waitMs: toCount(waitMs)
	};
}
function readEventMetrics(text, ignored = []) {
	const metrics = /* @__PURE__ */ new Map();
	const undirected = /* @__PURE__ */ new Set();
	for (const event of listEvents(text, "metric")) if (!ignored.includes(event["name"])) addMetric(event, metrics, undirected);
	const rows = [...metrics.values()].map((one) => ({
		...one,
		zero: "counts"
	}));
	const problems = [...undirected].map((name) => `metric ${name} has no known direction (betterWhen), so it is not compared`);
	return {
		benchmarks: buildReadings(rows).benchmarks,
		problems
	};
}
function addMetric(event, metrics, undirected) {
	const { name, unit: printed, value, betterWhen: direction } = event;
	if (typeof name !== "string" || !/^[^\p{Cc}]{1,200}$/u.test(name)) return;
	if (typeof value !== "number" || !Number.isFinite(value) || typeof printed !== "string") return;
	const { unit, factor } = toBaseUnit(printed.slice(0, 40));
	const betterWhen = direction === "lower" || direction === "higher" ? direction : inferDirection(unit);
	if (betterWhen === null) {
		if (undirected.size < mostUndirected) undirected.add(name);
		return;
	}
	const given = [
		"stage",
		"gpu",
		"rank"
	].map((axis) => [axis, event[axis]]);
	const axes = toAxes(given.filter(([, one]) => typeof one === "string" || typeof one === "number"));
	const create = () => ({
		name,
		axes,
		metric: {
			name,
			unit,
			betterWhen
		},
		samples: []
	});
	openEntry(metrics, `${name} ${formatAxes(axes)} ${unit}`, mostMetrics, create)?.samples.push(value * factor);
}
function countEventWork(text, event) {
	if (event === "progress") return countProgress(text);
	let sum = null;
	for (const { name, value } of listEvents(text, "metric")) {
		const count = name === event ? toCount(value) : null;
		if (count !== null) sum = (sum ?? 0) + count;
	}
	return sum;
}
function countProgress(text) {
	const stages = /* @__PURE__ */ new Map();
	for (const event of listEvents(text, "progress")) {
		const done = toCount(event["done"]);
		const workers = done === null ? null : openEntry(stages, String(event["stage"]), maxWorkers, () => /* @__PURE__ */ new Map());
		const worker = [
			"rank",
			"worker",
			"gpu"
		].map((key) => String(event[key])).join(" ");
		if (!workers || done === null || !workers.has(worker) && workers.size >= maxWorkers) continue;
		workers.set(worker, Math.max(done, workers.get(worker) ?? 0));
	}
	const sums = [...stages.values()].map((workers) => sumValues([...workers.values()]));
	return sums.length === 0 ? null : Math.max(...sums);
}

// src/adapters/tools/go-benchmark.ts
const metrics$1 = /* @__PURE__ */ new Map([
	["ns/op", {
		metric: time,
		factor: 1e-9
	}],
	["MB/s", {
		metric: {
			name: "bytes_per_second",
			unit: "B/s",
			betterWhen: "higher"
		},
		factor: 1e6
	}],
	["B/op", { metric: {
		name: "allocated_bytes",
		unit: "B",
		betterWhen: "lower"
	} }],
	["allocs/op", { metric: {
		name: "allocations",
		unit: "",
		betterWhen: "lower"
	} }]
]);
const goBenchmark = createTextReader({
	wants: "the output of go test -bench, also with -json",
	detect: (head) => /^(?:goos|pkg): \S/m.test(head) && /^(?:goarch|cpu|Benchmark|---|PASS|ok)\b/m.test(head) || /^Benchmark\S*\s+\d+\s+[\d.]+ ns\/op/.test(head) || eventLine.test(head),
	toReadings: (text, path) => {
		const { outputs, problems } = eventLine.test(text) ? joinEvents(text, path) : {
			outputs: [text],
			problems: []
		};
		const packages = outputs.flatMap(readPackages);
		const open = packages.find(({ hasEnded }) => !hasEnded);
		if (open || packages.length === 0) throw new UserError(`${path} ends before the result of package ${open?.name || "?"}`, "Pass the complete output");
		const rows = [
			...packages.flatMap(({ lines }) => lines.flatMap(readFigures)),
			...packages.flatMap(({ failed }) => [...failed].map(([name, problem]) => ({
				name,
				failed: problem
			}))),
			...packages.flatMap(({ skipped }) => skipped.map((name) => ({
				name,
				skipped: "skipped"
			})))
		];
		if (rows.length === 0) throw new UserError(`${path} contains no benchmark`, "Check the pattern of -bench and the package");
		const ends = outputs.flatMap((output) => [...output.matchAll(/^(?:ok|FAIL)\s+(\S+)/gm)].map(([, name]) => name));
		return {
			tool: "go test",
			problems,
			rows,
			joins: "samples",
			isJoined: [packages.map(({ name }) => name), ends].some((names) => new Set(names).size < names.length)
		};
	}
});
const eventLine = /^\{(?:"Time":"[^"]*",|"ImportPath":"[^"]*",)?"Action":"[a-z-]+"/m;
function joinEvents(text, path) {
	const outputs = /* @__PURE__ */ new Map();
	const open = /* @__PURE__ */ new Set();
	const foreign = [];
	for (const [line] of text.matchAll(/[^\r\n]+/g)) if (!line.startsWith("{")) foreign.push(line);
	else readEvent$1(read$1(goEvent, parseJson(line, path), path), outputs, open);
	const [first] = open;
	if (first !== void 0) throw new UserError(`${path} ends before the result of package ${first}`, "Pass the complete output");
	const problems = foreign.length > 0 ? [`${foreign.length} lines are not events, such as ${formatValue(foreign[0])}`] : [];
	return {
		outputs: [...outputs.values()],
		problems
	};
}
const goEvent = group$2({
	Package: maybeText,
	...repeat(anything, "ImportPath", "Test", "Action", "Output")
});
function readEvent$1(event, outputs, open) {
	const { ImportPath, Package, Test, Action: action, Output: output } = event;
	if (ImportPath !== void 0 && ImportPath !== null) return;
	const key = Package ?? "";
	const isLast = (Test === void 0 || Test === null) && [
		"pass",
		"fail",
		"skip"
	].includes(String(action));
	if (isLast) open.delete(key);
	else open.add(key);
	const printed = typeof output === "string" ? output : isLast && action === "fail" ? "\nFAIL\n" : "";
	outputs.set(key, (outputs.get(key) ?? "") + printed);
}
function readPackages(text) {
	const packages = [];
	for (const [line] of text.matchAll(/[^\r\n]+/g)) {
		const named = /^pkg: (\S+)/.exec(line);
		if (named || packages.length === 0) packages.push({
			name: named?.[1] ?? "",
			lines: [],
			failed: /* @__PURE__ */ new Map(),
			skipped: [],
			open: null,
			hasEnded: false
		});
		const last = packages.at(-1);
		if (last && !readResult$1(line, last, packages)) readLine(line, last);
	}
	return packages.filter(({ name, lines, failed }) => name !== "" || lines.length > 0 || failed.size > 0);
}
function readResult$1(line, into, packages) {
	const [isResult, failed] = /^(?:PASS|FAIL|(?:ok|FAIL)\s+(\S+)\s+(?:[\d.]+s|[[(]).*)\s*$/.exec(line) ?? [];
	if (isResult === void 0) return false;
	closeBenchmark(into);
	into.hasEnded = true;
	const isKnown = failed === void 0 ? packages.some((one) => one.failed.size > 0) : into.failed.size > 0;
	if (line.startsWith("FAIL") && !isKnown) into.failed.set(failed ?? into.name, "go test reports FAIL; see its output");
	return true;
}
function readLine(line, into) {
	const [, outcome, subject = ""] = /(?:^|\s)--- (FAIL|SKIP): (\S+)/.exec(line) ?? [];
	if (outcome === "FAIL") into.failed.set(formatName(into, subject), "the benchmark failed");
	if (outcome === "SKIP" && subject.startsWith("Benchmark")) into.skipped.push(formatName(into, subject));
	const name = /^Benchmark(?![a-z])\S*(?=\s)/.exec(line)?.[0] ?? "";
	const figures = findFigures(line.slice(name.length), name !== "");
	if (name !== "" && (figures || /^ *\t|^\s+\d+\s.* ns\/op\b/.test(line.slice(name.length)))) {
		closeBenchmark(into);
		into.open = formatName(into, name);
	}
	if (figures) addFigures(into, figures, line);
}
function addFigures(into, figures, line) {
	if (into.open === null) into.failed.set(formatName(into, formatValue(line.trim())), "the line has figures and no name");
	else into.lines.push({
		name: into.open,
		figures
	});
	into.hasEnded = false;
	into.open = null;
}
function formatName({ name }, title) {
	return name === "" ? title : `${name}.${title}`;
}
function closeBenchmark(into) {
	const { open, failed } = into;
	if (open !== null && !failed.has(open)) failed.set(open, "has a name and no figure");
	into.open = null;
}
function findFigures(text, hasName) {
	const words = /^\s+\S+\.go:\d+: /.test(text) ? [] : text.trim().split(/\s+/);
	const figures = /* @__PURE__ */ new Map();
	let at = words.length;
	for (; at >= 3 && isFigure(words.slice(at - 2, at)); at -= 2) {
		const [value = "", unit = ""] = words.slice(at - 2, at);
		figures.set(unit, Number(value.replace("Inf", "Infinity")));
	}
	if (figures.size === 0 || !/^\d+$/.test(words[at - 1] ?? "")) return null;
	return hasName && at === 1 || figures.has("ns/op") ? figures : null;
}
function isFigure([value = "", unit = ""]) {
	const number = /^(?:[+-]?(?:\d[\d.]*(?:e[+-]?\d+)?|Inf)|NaN)$/;
	return number.test(value) && !number.test(unit);
}
function readFigures({ name, figures }) {
	return [...figures].map(([unit, value]) => {
		const known = metrics$1.get(unit);
		return known ? {
			name,
			...known,
			samples: [value]
		} : {
			name,
			skipped: `${unit} is not judged: its direction is unknown`
		};
	});
}

// node_modules/@rgrove/parse-xml/dist/lib/StringScanner.js
const emptyString$1 = "";
const surrogatePair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;
var StringScanner = class {
	constructor(string) {
		this.charCount = this.charLength(string, true);
		this.charIndex = 0;
		this.length = string.length;
		this.multiByteMode = this.charCount !== this.length;
		this.string = string;
		if (this.multiByteMode) {
			let charsToBytes = [];
			for (let byteIndex = 0, charIndex = 0; charIndex < this.charCount; ++charIndex) {
				charsToBytes[charIndex] = byteIndex;
				byteIndex += string.codePointAt(byteIndex) > 65535 ? 2 : 1;
			}
			this.charsToBytes = charsToBytes;
		}
	}
	get isEnd() {
		return this.charIndex >= this.charCount;
	}
	charLength(string, multiByteSafe = this.multiByteMode) {
		return multiByteSafe ? string.replace(surrogatePair, "_").length : string.length;
	}
	advance(count = 1) {
		this.charIndex = Math.min(this.charCount, this.charIndex + count);
	}
	charIndexToByteIndex(charIndex = this.charIndex) {
		return this.multiByteMode ? this.charsToBytes[charIndex] ?? 1e400 : charIndex;
	}
	consume(charCount = 1) {
		let chars = this.peek(charCount);
		this.advance(charCount);
		return chars;
	}
	consumeBytes(byteCount) {
		let byteIndex = this.charIndexToByteIndex();
		let result = this.string.slice(byteIndex, byteIndex + byteCount);
		this.advance(this.charLength(result));
		return result;
	}
	consumeMatchFn(fn) {
		let { length, multiByteMode, string } = this;
		let startByteIndex = this.charIndexToByteIndex();
		let endByteIndex = startByteIndex;
		if (multiByteMode) while (endByteIndex < length) {
			let char = string[endByteIndex];
			let isSurrogatePair = char >= "\ud800" && char <= "\udbff";
			if (isSurrogatePair) char += string[endByteIndex + 1];
			if (!fn(char)) break;
			endByteIndex += isSurrogatePair ? 2 : 1;
		}
		else while (endByteIndex < length && fn(string[endByteIndex])) ++endByteIndex;
		return this.consumeBytes(endByteIndex - startByteIndex);
	}
	consumeString(stringToConsume) {
		let { length } = stringToConsume;
		let byteIndex = this.charIndexToByteIndex();
		if (stringToConsume === this.string.slice(byteIndex, byteIndex + length)) {
			this.advance(length === 1 ? 1 : this.charLength(stringToConsume));
			return stringToConsume;
		}
		return emptyString$1;
	}
	consumeUntilMatch(regex) {
		let matchByteIndex = this.string.slice(this.charIndexToByteIndex()).search(regex);
		return matchByteIndex > 0 ? this.consumeBytes(matchByteIndex) : emptyString$1;
	}
	consumeUntilString(searchString) {
		let byteIndex = this.charIndexToByteIndex();
		let matchByteIndex = this.string.indexOf(searchString, byteIndex);
		return matchByteIndex > 0 ? this.consumeBytes(matchByteIndex - byteIndex) : emptyString$1;
	}
	peek(count = 1) {
		let { charIndex, string } = this;
		return this.multiByteMode ? string.slice(this.charIndexToByteIndex(charIndex), this.charIndexToByteIndex(charIndex + count)) : string.slice(charIndex, charIndex + count);
	}
	reset(index = 0) {
		this.charIndex = index >= 0 ? Math.min(this.charCount, index) : Math.max(0, this.charIndex + index);
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/syntax.js
const attValueCharDoubleQuote = /["&<]/;
const attValueCharSingleQuote = /['&<]/;
const attValueNormalizedWhitespace = /\r\n|[\n\r\t]/g;
const endCharData = /<|&|]]>/;
const predefinedEntities = Object.freeze(Object.assign(Object.create(null), {
	amp: "&",
	apos: "'",
	gt: ">",
	lt: "<",
	quot: "\""
}));
function isNameChar(char) {
	let cp = char.codePointAt(0);
	return cp >= 97 && cp <= 122 || cp >= 65 && cp <= 90 || cp >= 48 && cp <= 57 || cp === 45 || cp === 46 || cp === 183 || cp >= 768 && cp <= 879 || cp === 8255 || cp === 8256 || isNameStartChar(char, cp);
}
function isNameStartChar(char, cp = char.codePointAt(0)) {
	return cp >= 97 && cp <= 122 || cp >= 65 && cp <= 90 || cp === 58 || cp === 95 || cp >= 192 && cp <= 214 || cp >= 216 && cp <= 246 || cp >= 248 && cp <= 767 || cp >= 880 && cp <= 893 || cp >= 895 && cp <= 8191 || cp === 8204 || cp === 8205 || cp >= 8304 && cp <= 8591 || cp >= 11264 && cp <= 12271 || cp >= 12289 && cp <= 55295 || cp >= 63744 && cp <= 64975 || cp >= 65008 && cp <= 65533 || cp >= 65536 && cp <= 983039;
}
function isReferenceChar(char) {
	return char === "#" || isNameChar(char);
}
function isWhitespace(char) {
	let cp = char.codePointAt(0);
	return cp === 32 || cp === 9 || cp === 10 || cp === 13;
}
function isXmlCodePoint(cp) {
	return cp >= 32 && cp <= 55295 || cp === 10 || cp === 9 || cp === 13 || cp >= 57344 && cp <= 65533 || cp >= 65536 && cp <= 1114111;
}

// node_modules/@rgrove/parse-xml/dist/lib/XmlNode.js
var XmlNode = class XmlNode {
	constructor() {
		this.parent = null;
		this.start = -1;
		this.end = -1;
	}
	get document() {
		return this.parent?.document ?? null;
	}
	get isRootNode() {
		return this.parent !== null && this.parent === this.document && this.type === XmlNode.TYPE_ELEMENT;
	}
	get preserveWhitespace() {
		return !!this.parent?.preserveWhitespace;
	}
	get type() {
		return "";
	}
	toJSON() {
		let json = { type: this.type };
		if (this.isRootNode) json.isRootNode = true;
		if (this.preserveWhitespace) json.preserveWhitespace = true;
		if (this.start !== -1) {
			json.start = this.start;
			json.end = this.end;
		}
		return json;
	}
};
XmlNode.TYPE_CDATA = "cdata";
XmlNode.TYPE_COMMENT = "comment";
XmlNode.TYPE_DOCUMENT = "document";
XmlNode.TYPE_DOCUMENT_TYPE = "doctype";
XmlNode.TYPE_ELEMENT = "element";
XmlNode.TYPE_PROCESSING_INSTRUCTION = "pi";
XmlNode.TYPE_TEXT = "text";
XmlNode.TYPE_XML_DECLARATION = "xmldecl";

// node_modules/@rgrove/parse-xml/dist/lib/XmlText.js
var XmlText = class extends XmlNode {
	constructor(text = "") {
		super();
		this.text = text;
	}
	get type() {
		return XmlNode.TYPE_TEXT;
	}
	toJSON() {
		return Object.assign(XmlNode.prototype.toJSON.call(this), { text: this.text });
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlCdata.js
var XmlCdata = class extends XmlText {
	get type() {
		return XmlNode.TYPE_CDATA;
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlComment.js
var XmlComment = class extends XmlNode {
	constructor(content = "") {
		super();
		this.content = content;
	}
	get type() {
		return XmlNode.TYPE_COMMENT;
	}
	toJSON() {
		return Object.assign(XmlNode.prototype.toJSON.call(this), { content: this.content });
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlDeclaration.js
var XmlDeclaration = class extends XmlNode {
	constructor(version, encoding, standalone) {
		super();
		this.version = version;
		this.encoding = encoding ?? null;
		this.standalone = standalone ?? null;
	}
	get type() {
		return XmlNode.TYPE_XML_DECLARATION;
	}
	toJSON() {
		let json = XmlNode.prototype.toJSON.call(this);
		json.version = this.version;
		for (let key of ["encoding", "standalone"]) if (this[key] !== null) json[key] = this[key];
		return json;
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlElement.js
var XmlElement = class XmlElement extends XmlNode {
	constructor(name, attributes = Object.create(null), children = []) {
		super();
		this.name = name;
		this.attributes = attributes;
		this.children = children;
	}
	get isEmpty() {
		return this.children.length === 0;
	}
	get preserveWhitespace() {
		let node = this;
		while (node instanceof XmlElement) {
			if ("xml:space" in node.attributes) return node.attributes["xml:space"] === "preserve";
			node = node.parent;
		}
		return false;
	}
	get text() {
		return this.children.map((child) => "text" in child ? child.text : "").join("");
	}
	get type() {
		return XmlNode.TYPE_ELEMENT;
	}
	toJSON() {
		return Object.assign(XmlNode.prototype.toJSON.call(this), {
			name: this.name,
			attributes: this.attributes,
			children: this.children.map((child) => child.toJSON())
		});
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlDocument.js
var XmlDocument = class extends XmlNode {
	constructor(children = []) {
		super();
		this.children = children;
	}
	get document() {
		return this;
	}
	get root() {
		for (let child of this.children) if (child instanceof XmlElement) return child;
		return null;
	}
	get text() {
		return this.children.map((child) => "text" in child ? child.text : "").join("");
	}
	get type() {
		return XmlNode.TYPE_DOCUMENT;
	}
	toJSON() {
		return Object.assign(XmlNode.prototype.toJSON.call(this), { children: this.children.map((child) => child.toJSON()) });
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlDocumentType.js
var XmlDocumentType = class extends XmlNode {
	constructor(name, publicId, systemId, internalSubset) {
		super();
		this.name = name;
		this.publicId = publicId ?? null;
		this.systemId = systemId ?? null;
		this.internalSubset = internalSubset ?? null;
	}
	get type() {
		return XmlNode.TYPE_DOCUMENT_TYPE;
	}
	toJSON() {
		let json = XmlNode.prototype.toJSON.call(this);
		json.name = this.name;
		for (let key of [
			"publicId",
			"systemId",
			"internalSubset"
		]) if (this[key] !== null) json[key] = this[key];
		return json;
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlError.js
var XmlError = class extends Error {
	constructor(message, charIndex, xml) {
		let column = 1;
		let excerpt = "";
		let line = 1;
		for (let i = 0; i < charIndex; ++i) {
			let char = xml[i];
			if (char === "\n") {
				column = 1;
				excerpt = "";
				line += 1;
			} else {
				column += 1;
				excerpt += char;
			}
		}
		let eol = xml.indexOf("\n", charIndex);
		excerpt += eol === -1 ? xml.slice(charIndex) : xml.slice(charIndex, eol);
		let excerptStart = 0;
		if (excerpt.length > 50) {
			if (column < 40) excerpt = excerpt.slice(0, 50);
			else {
				excerptStart = column - 20;
				excerpt = excerpt.slice(excerptStart, column + 30);
			}
		}
		super(`${message} (line ${line}, column ${column})\n  ${excerpt}\n` + " ".repeat(column - excerptStart + 1) + "^\n");
		this.column = column;
		this.excerpt = excerpt;
		this.line = line;
		this.name = "XmlError";
		this.pos = charIndex;
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlProcessingInstruction.js
var XmlProcessingInstruction = class extends XmlNode {
	constructor(name, content = "") {
		super();
		this.name = name;
		this.content = content;
	}
	get type() {
		return XmlNode.TYPE_PROCESSING_INSTRUCTION;
	}
	toJSON() {
		return Object.assign(XmlNode.prototype.toJSON.call(this), {
			name: this.name,
			content: this.content
		});
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/Parser.js
const emptyString = "";
var Parser = class {
	constructor(xml, options = {}) {
		let doc = this.document = new XmlDocument();
		this.currentNode = doc;
		this.options = options;
		this.scanner = new StringScanner(xml);
		if (this.options.includeOffsets) {
			doc.start = 0;
			doc.end = xml.length;
		}
		this.parse();
	}
	addNode(node, charIndex) {
		node.parent = this.currentNode;
		if (this.options.includeOffsets) {
			node.start = this.scanner.charIndexToByteIndex(charIndex);
			node.end = this.scanner.charIndexToByteIndex();
		}
		this.currentNode.children.push(node);
		return true;
	}
	addText(text, charIndex, normalize = true) {
		let { children } = this.currentNode;
		let { length } = children;
		if (normalize) text = normalizeLineBreaks(text);
		if (length > 0) {
			let prevNode = children[length - 1];
			if (prevNode?.type === XmlNode.TYPE_TEXT) {
				let textNode = prevNode;
				textNode.text += text;
				if (this.options.includeOffsets) textNode.end = this.scanner.charIndexToByteIndex();
				return true;
			}
		}
		return this.addNode(new XmlText(text), charIndex);
	}
	consumeAttributes() {
		let attributes = Object.create(null);
		while (this.consumeWhitespace()) {
			let attrName = this.consumeName();
			if (!attrName) break;
			let attrValue = this.consumeEqual() && this.consumeAttributeValue();
			if (attrValue === false) throw this.error("Attribute value expected");
			if (attrName in attributes) throw this.error(`Duplicate attribute: ${attrName}`);
			if (attrName === "xml:space" && attrValue !== "default" && attrValue !== "preserve") throw this.error("Value of the `xml:space` attribute must be \"default\" or \"preserve\"");
			attributes[attrName] = attrValue;
		}
		if (this.options.sortAttributes) {
			let attrNames = Object.keys(attributes).sort();
			let sortedAttributes = Object.create(null);
			for (let i = 0; i < attrNames.length; ++i) {
				let attrName = attrNames[i];
				sortedAttributes[attrName] = attributes[attrName];
			}
			attributes = sortedAttributes;
		}
		return attributes;
	}
	consumeAttributeValue() {
		let { scanner } = this;
		let quote = scanner.peek();
		if (quote !== "\"" && quote !== "'") return false;
		scanner.advance();
		let chars;
		let isClosed = false;
		let value = emptyString;
		let regex = quote === "\"" ? attValueCharDoubleQuote : attValueCharSingleQuote;
		matchLoop: while (!scanner.isEnd) {
			chars = scanner.consumeUntilMatch(regex);
			if (chars) {
				this.validateChars(chars);
				value += chars.replace(attValueNormalizedWhitespace, " ");
			}
			switch (scanner.peek()) {
				case quote:
					isClosed = true;
					break matchLoop;
				case "&":
					value += this.consumeReference();
					continue;
				case "<": throw this.error("Unescaped `<` is not allowed in an attribute value");
				default: break matchLoop;
			}
		}
		if (!isClosed) throw this.error("Unclosed attribute");
		scanner.advance();
		return value;
	}
	consumeCdataSection() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<![CDATA[")) return false;
		let text = scanner.consumeUntilString("]]>");
		this.validateChars(text);
		if (!scanner.consumeString("]]>")) throw this.error("Unclosed CDATA section");
		return this.options.preserveCdata ? this.addNode(new XmlCdata(normalizeLineBreaks(text)), startIndex) : this.addText(text, startIndex);
	}
	consumeCharData() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		let charData = scanner.consumeUntilMatch(endCharData);
		if (!charData) return false;
		this.validateChars(charData);
		if (scanner.peek(3) === "]]>") throw this.error("Element content may not contain the CDATA section close delimiter `]]>`");
		return this.addText(charData, startIndex);
	}
	consumeComment() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<!--")) return false;
		let content = scanner.consumeUntilString("--");
		this.validateChars(content);
		if (!scanner.consumeString("-->")) {
			if (scanner.peek(2) === "--") throw this.error("The string `--` isn't allowed inside a comment");
			throw this.error("Unclosed comment");
		}
		return this.options.preserveComments ? this.addNode(new XmlComment(normalizeLineBreaks(content)), startIndex) : true;
	}
	consumeContentReference() {
		let startIndex = this.scanner.charIndex;
		let ref = this.consumeReference();
		return ref ? this.addText(ref, startIndex, false) : false;
	}
	consumeDoctypeDeclaration() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<!DOCTYPE")) return false;
		let name = this.consumeWhitespace() && this.consumeName();
		if (!name) throw this.error("Expected a name");
		let publicId;
		let systemId;
		if (this.consumeWhitespace()) {
			if (scanner.consumeString("PUBLIC")) {
				publicId = this.consumeWhitespace() && this.consumePubidLiteral();
				if (publicId === false) throw this.error("Expected a public identifier");
				this.consumeWhitespace();
			}
			if (publicId !== void 0 || scanner.consumeString("SYSTEM")) {
				this.consumeWhitespace();
				systemId = this.consumeSystemLiteral();
				if (systemId === false) throw this.error("Expected a system identifier");
				this.consumeWhitespace();
			}
		}
		let internalSubset;
		if (scanner.consumeString("[")) {
			internalSubset = scanner.consumeUntilMatch(/\][\x20\t\r\n]*>/);
			if (!scanner.consumeString("]")) throw this.error("Unclosed internal subset");
			this.consumeWhitespace();
		}
		if (!scanner.consumeString(">")) throw this.error("Unclosed doctype declaration");
		return this.options.preserveDocumentType ? this.addNode(new XmlDocumentType(name, publicId, systemId, internalSubset), startIndex) : true;
	}
	consumeElement() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<")) return false;
		let name = this.consumeName();
		if (!name) {
			scanner.reset(startIndex);
			return false;
		}
		let attributes = this.consumeAttributes();
		let isEmpty = !!scanner.consumeString("/>");
		let element = new XmlElement(name, attributes);
		element.parent = this.currentNode;
		if (!isEmpty) {
			if (!scanner.consumeString(">")) throw this.error(`Unclosed start tag for element \`${name}\``);
			this.currentNode = element;
			do
				this.consumeCharData();
			while (this.consumeElement() || this.consumeContentReference() || this.consumeCdataSection() || this.consumeProcessingInstruction() || this.consumeComment());
			let endTagMark = scanner.charIndex;
			let endTagName;
			if (!scanner.consumeString("</") || !(endTagName = this.consumeName()) || endTagName !== name) {
				scanner.reset(endTagMark);
				throw this.error(`Missing end tag for element ${name}`);
			}
			this.consumeWhitespace();
			if (!scanner.consumeString(">")) throw this.error(`Unclosed end tag for element ${name}`);
			this.currentNode = element.parent;
		}
		return this.addNode(element, startIndex);
	}
	consumeEqual() {
		this.consumeWhitespace();
		if (this.scanner.consumeString("=")) {
			this.consumeWhitespace();
			return true;
		}
		return false;
	}
	consumeMisc() {
		return this.consumeComment() || this.consumeProcessingInstruction() || this.consumeWhitespace();
	}
	consumeName() {
		return isNameStartChar(this.scanner.peek()) ? this.scanner.consumeMatchFn(isNameChar) : emptyString;
	}
	consumeProcessingInstruction() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<?")) return false;
		let name = this.consumeName();
		if (name) {
			if (name.toLowerCase() === "xml") {
				scanner.reset(startIndex);
				throw this.error("XML declaration isn't allowed here");
			}
		} else throw this.error("Invalid processing instruction");
		if (!this.consumeWhitespace()) {
			if (scanner.consumeString("?>")) return this.addNode(new XmlProcessingInstruction(name), startIndex);
			throw this.error("Whitespace is required after a processing instruction name");
		}
		let content = scanner.consumeUntilString("?>");
		this.validateChars(content);
		if (!scanner.consumeString("?>")) throw this.error("Unterminated processing instruction");
		return this.addNode(new XmlProcessingInstruction(name, normalizeLineBreaks(content)), startIndex);
	}
	consumeProlog() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		this.consumeXmlDeclaration();
		while (this.consumeMisc());
		if (this.consumeDoctypeDeclaration()) while (this.consumeMisc());
		return startIndex < scanner.charIndex;
	}
	consumePubidLiteral() {
		let startIndex = this.scanner.charIndex;
		let value = this.consumeSystemLiteral();
		if (value !== false && !/^[-\x20\r\na-zA-Z0-9'()+,./:=?;!*#@$_%]*$/.test(value)) {
			this.scanner.reset(startIndex);
			throw this.error("Invalid character in public identifier");
		}
		return value;
	}
	consumeReference() {
		let { scanner } = this;
		if (!scanner.consumeString("&")) return false;
		let ref = scanner.consumeMatchFn(isReferenceChar);
		if (scanner.consume() !== ";") throw this.error("Unterminated reference (a reference must end with `;`)");
		let parsedValue;
		if (ref[0] === "#") {
			let codePoint = ref[1] === "x" ? parseInt(ref.slice(2), 16) : parseInt(ref.slice(1), 10);
			if (isNaN(codePoint) || !/^#(?:x[0-9A-Fa-f]+|[0-9]+)$/.test(ref)) throw this.error("Invalid character reference");
			if (!isXmlCodePoint(codePoint)) throw this.error("Character reference resolves to an invalid character");
			parsedValue = String.fromCodePoint(codePoint);
		} else {
			parsedValue = predefinedEntities[ref];
			if (parsedValue === void 0) {
				let { ignoreUndefinedEntities, resolveUndefinedEntity } = this.options;
				let wrappedRef = `&${ref};`;
				if (resolveUndefinedEntity) {
					let resolvedValue = resolveUndefinedEntity(wrappedRef);
					if (resolvedValue !== null && resolvedValue !== void 0) {
						let type = typeof resolvedValue;
						if (type !== "string") throw new TypeError(`\`resolveUndefinedEntity()\` must return a string, \`null\`, or \`undefined\`, but returned a value of type ${type}`);
						return resolvedValue;
					}
				}
				if (ignoreUndefinedEntities) return wrappedRef;
				scanner.reset(-wrappedRef.length);
				throw this.error(`Named entity isn't defined: ${wrappedRef}`);
			}
		}
		return parsedValue;
	}
	consumeSystemLiteral() {
		let { scanner } = this;
		let quote = scanner.consumeString("\"") || scanner.consumeString("'");
		if (!quote) return false;
		let value = scanner.consumeUntilString(quote);
		this.validateChars(value);
		if (!scanner.consumeString(quote)) throw this.error("Missing end quote");
		return value;
	}
	consumeWhitespace() {
		return !!this.scanner.consumeMatchFn(isWhitespace);
	}
	consumeXmlDeclaration() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<?xml")) return false;
		if (isNameChar(scanner.peek())) {
			scanner.reset(startIndex);
			return false;
		}
		if (!this.consumeWhitespace()) throw this.error("Invalid XML declaration");
		let version = !!scanner.consumeString("version") && this.consumeEqual() && this.consumeSystemLiteral();
		if (version === false) throw this.error("XML version is missing or invalid");
		else if (!/^1\.[0-9]+$/.test(version)) throw this.error("Invalid character in version number");
		let encoding;
		let standalone;
		if (this.consumeWhitespace()) {
			encoding = !!scanner.consumeString("encoding") && this.consumeEqual() && this.consumeSystemLiteral();
			if (encoding) {
				if (!/^[A-Za-z][\w.-]*$/.test(encoding)) throw this.error("Invalid character in encoding name");
				this.consumeWhitespace();
			}
			standalone = !!scanner.consumeString("standalone") && this.consumeEqual() && this.consumeSystemLiteral();
			if (standalone) {
				if (standalone !== "yes" && standalone !== "no") throw this.error("Only \"yes\" and \"no\" are permitted as values of `standalone`");
				this.consumeWhitespace();
			}
		}
		if (!scanner.consumeString("?>")) throw this.error("Invalid or unclosed XML declaration");
		return this.options.preserveXmlDeclaration ? this.addNode(new XmlDeclaration(version, encoding || void 0, standalone || void 0), startIndex) : true;
	}
	error(message) {
		let { scanner } = this;
		return new XmlError(message, scanner.charIndex, scanner.string);
	}
	parse() {
		this.scanner.consumeString("﻿");
		this.consumeProlog();
		if (!this.consumeElement()) throw this.error("Root element is missing or invalid");
		while (this.consumeMisc());
		if (!this.scanner.isEnd) throw this.error("Extra content at the end of the document");
	}
	validateChars(string) {
		let { length } = string;
		for (let i = 0; i < length; ++i) {
			let cp = string.codePointAt(i);
			if (!isXmlCodePoint(cp)) {
				this.scanner.reset(-([...string].length - i));
				throw this.error("Invalid character");
			}
			if (cp > 65535) i += 1;
		}
	}
};
function normalizeLineBreaks(text) {
	let i = 0;
	while ((i = text.indexOf("\r", i)) !== -1) text = text[i + 1] === "\n" ? text.slice(0, i) + text.slice(i + 1) : text.slice(0, i) + "\n" + text.slice(i + 1);
	return text;
}

// node_modules/@rgrove/parse-xml/dist/index.js
function parseXml(xml, options) {
	return new Parser(xml, options).document;
}

// src/adapters/tools/catch2.ts
const catch2 = createTextReader({
	wants: "the file of Catch2 -r xml",
	detect: (head) => /^(?:\s*<\?xml[^>]*>)?\s*<(?:Catch|Catch2TestRun)[\s>]/.test(head),
	toReadings: (text, path) => {
		const root = parseRoot(text, path);
		const rows = readElement(root, []);
		if (rows.length === 0) throw new UserError(`${path} contains no benchmark`, "Check the filter, and that --skip-benchmarks is not set");
		return {
			tool: ["Catch2", root.attributes["catch2-version"] ?? null],
			rows
		};
	}
});
function parseRoot(text, path) {
	try {
		const { root } = parseXml(text.trim());
		if (root && root.name.startsWith("Catch")) return root;
	} catch (cause) {
		const detail = cause instanceof Error ? cause.message.split("\n")[0] ?? "" : String(cause);
		throw new UserError(`${path} is not complete XML: ${detail}`, "The program may have crashed, or printed into it; write the report to a file with --out", { cause });
	}
	throw new UserError(`${path} is XML, but not of Catch2`, "Pass the file of -r xml");
}
function readElement(parent, names) {
	return listElements(parent).flatMap((child) => {
		const inner = [...names, (child.attributes["name"] ?? "").trim()];
		if (child.name === "Group") return readElement(child, names);
		if (child.name === "TestCase" || child.name === "Section") return readElement(child, inner);
		if (child.name === "BenchmarkResults") return [readBenchmark(child, inner.join("/"))];
		if (child.name !== "OverallResult") return [];
		const name = names.join("/");
		if (child.attributes["success"] !== "true") return [{
			name,
			failed: "the test case failed"
		}];
		return Number(child.attributes["skips"] ?? 0) > 0 ? [{
			name,
			skipped: "skipped by the test case"
		}] : [];
	});
}
function listElements(parent) {
	return parent.children.filter((child) => child instanceof XmlElement);
}
const toNumber = (text) => text ? Number(text) : void 0;
function readBenchmark(element, name) {
	const find = (tag) => listElements(element).find((child) => child.name === tag);
	const failed = find("failed");
	if (failed) return {
		name,
		failed: failed.attributes["message"] || "the benchmark threw an exception"
	};
	const value = toNumber(find("mean")?.attributes["value"]);
	if (!Number.isFinite(value)) return {
		name,
		failed: `the mean of ${name} is ${value}, not a finite number`
	};
	return {
		name,
		metric: time,
		factor: 1e-9,
		value: Number(value),
		spread: {
			standardDeviation: toAmount(toNumber(find("standardDeviation")?.attributes["value"])),
			count: toAmount(toNumber(element.attributes["samples"]))
		},
		iterations: toAmount(toNumber(element.attributes["iterations"])),
		notes: ["the mean of the samples; Catch2 does not write them"]
	};
}

// src/adapters/tools/javascript.ts
const task = group$2({
	name: name$2,
	samples: listOptional(figure),
	...repeat(maybeFigure, "median", "mean"),
	...repeat(maybeAmount, "sd", "min", "max", "sampleCount")
});
const group$1 = group$2({
	fullName: name$2,
	benchmarks: list(task)
});
const files = group$2({ files: list(group$2({ groups: list(group$1) }), "vitest found no benchmark; check its filter") }).transform((root) => root.files.flatMap(({ groups }) => groups.flatMap(({ fullName, benchmarks }) => benchmarks.map((one) => ({
	name: `${fullName} > ${one.name}`,
	...readTask(one)
})))));
const latency = group$2({
	samples: listOptional(figure),
	...repeat(maybeFigure, "p50", "mean"),
	...repeat(maybeAmount, "sd", "min", "max", "samplesCount")
}).transform(({ p50, samplesCount, ...one }) => ({
	...one,
	median: p50,
	sampleCount: samplesCount
}));
const stored = literal(true).transform(() => ({ skipped: "a stored result is not a measurement" }));
const newTask = group$2({
	name: name$2,
	fromStore: stored.or(nothing),
	latency
});
const testFile = group$2({
	...repeat(maybeText, "name", "status", "message"),
	assertionResults: listOptional(group$2({
		fullName: name$2,
		status: maybeText,
		failureMessages: listOptional(anything),
		benchmarks: listOptional(group$2({
			name: name$2,
			tasks: list(newTask)
		}))
	}))
});
const report = group$2({ testResults: list(testFile) }).transform(({ testResults }) => testResults.flatMap(readTestFile));
const vitest = createJsonReader({
	wants: "the file of vitest bench --outputJson, or --reporter=json --outputFile",
	detect: (head) => /^\s*\{\s*"files"\s*:\s*\[\s*\{\s*"filepath"\s*:/.test(head) || /^\s*\{\s*"numTotalTestSuites"/.test(head) && head.includes("\"benchmarks\""),
	schema: choose((root) => has(root, "testResults") ? report : files),
	toReadings: (rows, path) => {
		if (rows.length === 0) throw createError(path, "files", [], "files with at least one benchmark");
		return {
			tool: "vitest",
			rows
		};
	}
});
function readTestFile({ name: path, status, message, assertionResults: tests }) {
	const file = path?.split(/[/\\]/).at(-1) ?? "vitest";
	const rows = tests.flatMap(({ fullName, status: outcome, failureMessages: [reason], benchmarks }) => {
		const name = `${file} > ${fullName}`;
		if (outcome === "failed") return [{
			name,
			failed: toLine(reason) ?? "the test failed"
		}];
		if (outcome !== "passed") return [{
			name,
			skipped: `the test is ${outcome}`
		}];
		return benchmarks.flatMap((one) => one.tasks.map((own) => ({
			name: `${file} > ${one.name} > ${own.name}`,
			...own.fromStore ?? readTask(own.latency)
		})));
	});
	const isNamed = rows.some((row) => "failed" in row);
	return status === "failed" && !isNamed ? [...rows, {
		name: file,
		failed: message ?? "the file failed"
	}] : rows;
}
function readTask({ samples, median, mean, sd, min, max, sampleCount }) {
	if (samples.length > 0) return {
		metric: time,
		factor: .001,
		samples
	};
	const value = median ?? mean;
	if (value === null) return { failed: "vitest has no figure of it, so it failed" };
	return {
		metric: time,
		factor: .001,
		value,
		spread: {
			standardDeviation: sd,
			low: min,
			high: max,
			count: sampleCount
		},
		notes: [`the ${median === null ? "mean" : "median"} of the samples of one process`]
	};
}
const run = group$2({
	args: parameters,
	error: anything,
	stats: group$2({
		samples: listOptional(figure),
		p50: maybeFigure,
		avg: figure,
		...repeat(maybeAmount, "min", "max"),
		...repeat(anything, "gc", "heap", "counters")
	})
});
const mitata = createJsonReader({
	wants: "what mitata prints with run({ format: 'json' })",
	detect: (head) => /^\s*\{\s*"layout"\s*:\s*\[/.test(head) && head.includes("\"benchmarks\""),
	schema: group$2({
		layout: list(group$2({ name: maybeText })),
		context: group$2({ runtime: maybeText }),
		benchmarks: list(group$2({
			group: anything,
			alias: name$2,
			runs: list(run)
		}), "mitata ran no benchmark; check its filter")
	}),
	toReadings: ({ layout, context, benchmarks }) => ({
		tool: "mitata",
		context,
		rows: benchmarks.flatMap(({ group: place, alias, runs }) => {
			const title = typeof place === "number" ? layout[place]?.name ?? null : null;
			const name = title === null ? alias : `${title} > ${alias}`;
			if (runs.length === 0) return [{
				name,
				failed: "mitata has no run of it"
			}];
			return runs.flatMap((one) => readMitata({
				name,
				axes: toAxes(one.args)
			}, one));
		})
	})
});
function readMitata(key, { error, stats }) {
	const message = toLine(isMap(error) ? error["message"] : error);
	if (!isAbsent(error)) return [{
		...key,
		failed: message ?? "the benchmark threw an error"
	}];
	const { samples, p50, avg, min: low, max: high } = stats;
	const notes = [`the ${p50 === null ? "mean" : "median"} of the samples of one process`];
	const timed = samples.length > 0 ? { samples } : {
		value: p50 ?? avg,
		spread: {
			low,
			high
		},
		notes
	};
	const others = [
		"gc",
		"heap",
		"counters"
	].filter((name) => has(stats, name));
	return [{
		...key,
		metric: time,
		factor: 1e-9,
		...timed
	}, ...others.map((name) => ({
		...key,
		skipped: `${name} of mitata is not judged`
	}))];
}

// src/adapters/tools/jvm-dotnet.ts
const throughput = {
	name: "throughput",
	unit: "1/s",
	betterWhen: "higher"
};
const allocated = {
	name: "allocated_bytes",
	unit: "B",
	betterWhen: "lower"
};
const timeNames = /* @__PURE__ */ new Map([["sample", "sample_time"], ["ss", "single_shot_time"]]);
const forks = listOptional(list(figure));
const score$1 = group$2({
	scoreUnit: shortText,
	score: figure,
	rawData: forks,
	rawDataHistogram: listOptional(list(list(list(amount$1))))
});
const isAllocation = (label) => /^\W?gc\.alloc\.rate\.norm$/.test(label);
const allocation = group$2({ rawData: forks }).transform(({ rawData }) => rawData.flat());
const jmhItem = group$2({
	...repeat(maybeText, "jmhVersion", "jdkVersion", "vmName", "vmVersion"),
	benchmark: name$2,
	mode: shortText,
	threads: anything,
	params: parameters,
	primaryMetric: score$1,
	secondaryMetrics: index((label) => isAllocation(label) ? allocation : nothing).nullish()
});
const jmh = createJsonReader({
	wants: "the file of JMH -rf json",
	detect: (head) => /^\s*\[\s*\{/.test(head) && head.includes("\"primaryMetric\"") && head.includes("\"scoreUnit\""),
	schema: list(jmhItem, "JMH measured nothing; check its pattern, and its log for exceptions"),
	toReadings: (all) => {
		const { jmhVersion = null, jdkVersion = null, vmName = null, vmVersion = null } = all[0] ?? {};
		return {
			tool: ["JMH", jmhVersion],
			rows: all.flatMap(readJmh),
			context: {
				jdkVersion,
				vmName,
				vmVersion
			}
		};
	}
});
function readJmh({ benchmark, mode, threads, params, ...item }) {
	const { primaryMetric, secondaryMetrics } = item;
	const axes = toAxes([...threads === void 0 || threads === null || threads === 1 ? [] : [["threads", threads]], ...params ?? []]);
	const { unit, factor } = toBaseUnit(primaryMetric.scoreUnit);
	const key = {
		name: benchmark,
		axes
	};
	const isRate = unit === throughput.unit;
	if (!isRate && unit !== time.unit) return [{
		...key,
		failed: `${primaryMetric.scoreUnit} is not a unit of JMH`
	}];
	const metric = isRate ? throughput : {
		...time,
		name: timeNames.get(mode) ?? time.name
	};
	return [{
		...key,
		metric,
		factor,
		...readScore(primaryMetric)
	}, ...[...secondaryMetrics ?? []].toSorted(([one], [other]) => Number(isPercentile(other)) - Number(isPercentile(one))).map((one) => ({
		...key,
		...readSecondary(one)
	}))];
}
function readScore({ rawData, rawDataHistogram, score: value }) {
	const samples = rawData.flat();
	if (samples.length > 0) return { samples };
	const means = rawDataHistogram.flat().flatMap((pairs) => {
		const count = pairs.reduce((sum, [, times = 0]) => sum + times, 0);
		const total = pairs.reduce((sum, [one = 0, times = 0]) => sum + one * times, 0);
		return count > 0 ? [total / count] : [];
	});
	return means.length > 0 ? {
		samples: means,
		notes: ["each sample is the mean of the histogram of an iteration"]
	} : {
		value,
		notes: ["the score of JMH; the file has no raw data"]
	};
}
const isPercentile = (label) => /(?:^|·|:)p\d\.\d+$/.test(label);
function readSecondary([label, samples]) {
	if (samples) return {
		metric: allocated,
		samples
	};
	const isOfSamples = isPercentile(label);
	return { skipped: `${isOfSamples ? "percentiles of the same samples are" : `${label} is`} not judged${isOfSamples ? "" : ": its direction is unknown"}` };
}
const result = group$2({
	Nanoseconds: amount$1,
	Operations: amount$1
});
const measurements = listOptional(choose((one) => isMap(one) && (one["IterationStage"] === "Result" || one["IterationMode"] === "Result") ? result : nothing)).transform((all) => all.flatMap((one) => one ? [one.Nanoseconds / one.Operations] : []));
const dotNetItem = group$2({
	...repeat(maybeText, ...[
		"Namespace",
		"Type",
		"Method",
		"Parameters",
		"FullName",
		"DisplayInfo"
	]),
	Statistics: group$2({
		OriginalValues: list(figure).nullish(),
		Median: figure,
		...repeat(maybeAmount, "StandardDeviation", "Min", "Max", "N")
	}).nullish(),
	Measurements: anything,
	Memory: group$2({ BytesAllocatedPerOperation: maybeFigure }),
	Metrics: listOptional(group$2({
		Descriptor: group$2({
			Id: name$2,
			TheGreaterTheBetter: anything,
			Unit: maybeText
		}),
		Value: figure
	}))
}).transform((item, context) => {
	const key = readDotNetKey(item) ?? refuse$1(context, void 0, "a name", { path: ["FullName"] });
	const read = () => readInto(context, measurements, item.Measurements, ["Measurements"]);
	return {
		...item,
		key,
		samples: item.Statistics ? item.Statistics.OriginalValues ?? read() : []
	};
});
const benchmarkDotNet = createJsonReader({
	wants: "a report of a JSON exporter of BenchmarkDotNet",
	detect: (head) => /^\s*\{/.test(head) && head.includes("\"HostEnvironmentInfo\"") && head.includes("\"BenchmarkDotNet"),
	schema: group$2({
		HostEnvironmentInfo: group$2(repeat(maybeText, "BenchmarkDotNetVersion", "RuntimeVersion", "Architecture", "Configuration")),
		Benchmarks: list(dotNetItem, "BenchmarkDotNet ran no benchmark; check --filter")
	}),
	toReadings: ({ HostEnvironmentInfo: { BenchmarkDotNetVersion: version, ...context }, Benchmarks }) => ({
		tool: ["BenchmarkDotNet", version],
		rows: Benchmarks.flatMap(readDotNet),
		context
	})
});
function readDotNet({ key, Statistics: own, samples, Metrics, Memory }) {
	if (!own) return [{
		...key,
		failed: "BenchmarkDotNet has no result of it"
	}];
	const spread = {
		standardDeviation: own.StandardDeviation,
		low: own.Min,
		high: own.Max,
		count: own.N
	};
	const timed = samples.length > 0 ? { samples } : {
		value: own.Median,
		spread,
		notes: ["the median; a full JSON exporter keeps each iteration"]
	};
	const bytes = Memory.BytesAllocatedPerOperation;
	const memory = Metrics.length === 0 && bytes !== null ? [{
		...key,
		metric: allocated,
		value: bytes
	}] : [];
	const others = Metrics.map(({ Descriptor: { Id: name, TheGreaterTheBetter: isGreater, Unit }, Value: value }) => {
		if (typeof isGreater !== "boolean") return {
			...key,
			skipped: `${name} is not judged: its direction is unknown`
		};
		const { unit, factor } = toBaseUnit(Unit ?? "");
		return {
			...key,
			metric: {
				name,
				unit,
				betterWhen: isGreater ? "higher" : "lower"
			},
			value,
			factor
		};
	});
	return [
		{
			...key,
			metric: time,
			factor: 1e-9,
			...timed
		},
		...memory,
		...others
	];
}
function readDotNetKey({ FullName: full, ...item }) {
	const name = [
		item.Namespace,
		item.Type,
		item.Method
	].filter((part) => part !== null).join(".");
	const axes = (item.Parameters ?? "").split(/&|, /).filter((part) => part !== "").map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]);
	const isWhole = axes.every(([axis, value]) => axis !== "" && !/\(\.\.\.\)|\.\.\. \[\d+\]/.test(value));
	const job = readJob(item.DisplayInfo ?? "");
	if (name !== "" && (isWhole || full === null)) return {
		name,
		axes: {
			...job,
			...toAxes(axes)
		}
	};
	return full === null ? null : {
		name: full,
		axes: job
	};
}
function readJob(display) {
	const [, settings, title] = /: (?:Job-\w+\((.*?)\)|(\S.*?))(?: \[.*\])?$/.exec(display) ?? [];
	const text = settings ?? title ?? "";
	return text === "" || text === "DefaultJob" ? {} : { job: text };
}

// src/adapters/tools/rust.ts
const estimate = group$2({ point_estimate: figure }).nullish();
const criterionFile = group$2({
	...repeat(maybeText, "group_id", "function_id", "full_id"),
	value_str: anything,
	iters: list(maybeAmount).nullish(),
	times: list(figure).nullish(),
	...repeat(estimate, "median", "Median", "std_dev", "StdDev")
}).transform((file, context) => {
	const { iters, times } = file;
	if (!iters) return {
		...file,
		times: null
	};
	if (iters.length !== times?.length) {
		const expected = times ? `${iters.length} values, one for each of iters` : "a list";
		refuse$1(context, times ?? void 0, expected, { path: ["times"] });
	}
	const toSample = (one, index) => typeof one === "number" ? figure.parse(one / (iters[index] ?? 0)) : one;
	return {
		...file,
		times: times?.map(toSample) ?? null
	};
});
const statistics$1 = "tukey.json";
const isStatistics$1 = (path) => path.split("/").at(-1) === statistics$1;
const wants = "the JSON files in the folders \"new\" below target/criterion";
const criterion = createRunReader({
	wants,
	detect: (head) => /^\s*\{\s*"(?:group_id"\s*:|sampling_mode"\s*:|iters"\s*:\s*\[|[Mm]ean"\s*:\s*\{\s*"confidence_interval")/.test(head),
	isSidecar: isStatistics$1,
	toReadings: async (files) => {
		const own = files.filter(({ path }) => !isStatistics$1(path));
		const parsed = await parseEach(own, (text, path) => {
			const [slot = "", ...folders] = path.split("/").toReversed().slice(1);
			return {
				path,
				data: read$1(criterionFile, parseJson(text, path), path),
				benchmark: folders.toReversed().join("/"),
				slot
			};
		});
		if (parsed.length === 0) throw new UserError(`only ${statistics$1} of criterion`, `Pass ${wants}`);
		return {
			tool: "criterion",
			rows: [...Map.groupBy(parsed, ({ benchmark }) => benchmark).values()].flatMap(readSlots),
			sources: parsed.map(({ data }) => data)
		};
	}
});
function readSlots(files) {
	const slots = Map.groupBy(files, ({ slot }) => slot);
	return [...slots].map(([slot, group]) => {
		const key = readCriterionKey(group);
		if (slot === "change") return {
			...key,
			skipped: "relative changes are not a measurement"
		};
		if (slots.has("new") && slot !== "new") return {
			...key,
			skipped: `an earlier measurement (${slot}) is not read`
		};
		return {
			...key,
			...readCriterion(group)
		};
	});
}
function readCriterionKey(group) {
	const named = group.find(({ data }) => data.group_id !== null)?.data;
	if (named) {
		const parts = [
			named.group_id,
			named.function_id,
			toLine(named.value_str)
		];
		const full = named.full_id ?? parts.filter((part) => part !== null).join("/");
		const end = `/${String(named.value_str)}`;
		if (!has(named, "value_str") || !full.endsWith(end)) return { name: full };
		return {
			name: full.slice(0, -end.length),
			axes: toAxes([["parameter", named.value_str]])
		};
	}
	const [first] = group;
	const folder = first?.benchmark.replace(/^(?:.*\/)?criterion\//, "") ?? "";
	if (folder !== "") return { name: folder };
	throw new UserError(`${first?.path} does not name its benchmark`, "Also pass the benchmark.json next to it");
}
function readCriterion(group) {
	const all = group.map(({ data }) => data);
	const samples = all.find(({ times }) => times)?.times;
	if (samples) return {
		metric: time,
		factor: 1e-9,
		samples
	};
	const { median, Median, std_dev: deviation, StdDev } = all.find((data) => data.median ?? data.Median) ?? {};
	const value = (median ?? Median)?.point_estimate;
	if (value === void 0) return { failed: "criterion left neither sample.json nor estimates.json" };
	return {
		metric: time,
		factor: 1e-9,
		value,
		spread: { standardDeviation: toAmount((deviation ?? StdDev)?.point_estimate) },
		notes: ["the median of criterion; pass sample.json to keep each sample"]
	};
}
const bytesPerSecond = {
	name: "bytes_per_second",
	unit: "B/s",
	betterWhen: "higher"
};
const libtestFigure = /bench:\s+([\d,.]+) (\S+) \(\+\/- ([\d,.]+)\)(?: = ([\d,.]+) MB\/s)?$/;
const criterionFigure = /^(.*?)\s+time:\s+\[([\d.]+ \S+) ([\d.]+) (\S+) ([\d.]+ \S+)\]$/;
const cargoBench = createTextReader({
	wants: "the output of cargo bench",
	isLog: true,
	detect: (head) => /^test .* \.\.\. bench:\s+[\d,.]+ \S+ \(\+\/- /m.test(head) || /^(?:\S.*)?\s+time:\s+\[[\d.]+ [pnµum]?s [\d.]+ [pnµum]?s [\d.]+ [pnµum]?s\]\s*$/m.test(head),
	toReadings: (text, path) => {
		const log = {
			rows: [],
			title: "",
			open: null,
			target: "",
			measured: null,
			started: /* @__PURE__ */ new Set(),
			finished: /* @__PURE__ */ new Set()
		};
		for (const line of splitBoundedLines(text)) {
			const [form, read] = lineRules.find(([one]) => one.test(line.trimEnd())) ?? [];
			const found = form?.exec(line.trimEnd());
			if (found) read?.(log, found);
		}
		closeTest(log);
		if (log.measured !== null) throw new UserError(`${path} ends before a line "test result"`, "Pass the complete output of cargo bench");
		const lost = [...log.started].filter((name) => !log.finished.has(name));
		const rows = [...log.rows, ...lost.map((name) => ({
			name,
			failed: "criterion started it and printed no time"
		}))];
		if (rows.length === 0) throw new UserError(`${path} contains no benchmark`, "Check the filter and the target of cargo bench");
		return {
			tool: "cargo bench",
			rows
		};
	}
});
const lineRules = [
	[/^\s*Running (?:.*[/\\(])?deps[/\\](.+?)-[\da-f]{16}(?:\.exe)?\)?$/, (log, [, target = ""]) => void (log.target = target)],
	[/^Benchmarking (.+): (?:Warming up|Collecting|Analyzing)/, (log, [, name = ""]) => void log.started.add(formatTitle(log, name))],
	[/^running \d+ tests?$/, (log) => void (log.measured = 0)],
	[/^test result: (\S+?)\. .*?(\d+) failed;.*?(\d+) measured/, endSection],
	[/^(?:thread '.*' .*panicked at|error: (?:bench failed|test failed|could not compile|aborting due to|process didn't exit|\d+ targets? failed))/, (log, { input }) => void log.rows.push({
		name: log.target || "cargo bench",
		failed: input
	})],
	[/^test (.+?) +\.\.\. ?(.*)$/, (log, [, name = "", rest = ""]) => {
		closeTest(log);
		log.open = formatTitle(log, name);
		readOutcome(log, rest);
	}],
	[criterionFigure, readCriterionFigure],
	[/^(?!\s+(?:change|thrpt):)(.*?)\s+time:\s+\[[^\]%]*$/, (log, [, title = ""]) => {
		const name = formatTitle(log, title.trim() || log.title) || "cargo bench";
		log.rows.push({
			name,
			failed: "its time is cut off"
		});
	}],
	[/^(?:Benchmarking |Found \d+ outliers )/, (log) => void (log.title = "")],
	[/^\S/, (log, { input }) => readOutcome(log, input)]
];
function readOutcome(log, text) {
	log.title = text;
	if (log.open === null) return;
	const name = log.open;
	const [outcome] = /^(?:ok|ignored|FAILED|failed)(?=$|,| )/.exec(text) ?? [];
	const figure = libtestFigure.exec(text);
	if (!figure && outcome === void 0) return;
	log.open = null;
	if (outcome === "ignored") log.rows.push({
		name,
		skipped: text
	});
	else if (outcome?.toLowerCase() === "failed") log.rows.push({
		name,
		failed: "the benchmark failed"
	});
	else if (figure) readLibtestFigure(log, name, figure);
}
function readLibtestFigure(log, name, [, value = "", unit = "", deviation, rate]) {
	if (log.measured !== null) log.measured += 1;
	const printed = {
		value,
		unit,
		text: `± ${deviation} ${unit}`
	};
	log.rows.push(createTimeRow(name, printed, "the median of libtest"));
	if (rate !== void 0) log.rows.push({
		name,
		metric: bytesPerSecond,
		samples: [parseFigure(rate) * 1e6]
	});
}
function readCriterionFigure(log, [, title = "", low, value = "", unit = "", high]) {
	const name = formatTitle(log, title.trim() || log.title);
	log.finished.add(name);
	log.title = "";
	const printed = {
		value,
		unit,
		text: `${low} to ${high}`
	};
	log.rows.push(createTimeRow(name, printed, "the estimate of criterion; its JSON files have each sample"));
}
function createTimeRow(name, { value: given, unit: printed, text }, note) {
	const { unit, factor } = toBaseUnit(printed);
	if (name === "") return {
		name: "cargo bench",
		failed: `a time of ${given} ${printed} has no name`
	};
	if (unit !== "s") return {
		name,
		skipped: `a value in ${printed} is not judged: its direction is unknown`
	};
	const value = parseFigure(given);
	if (!Number.isFinite(value)) return {
		name,
		failed: `${given} ${printed} is not a time`
	};
	return {
		name,
		metric: time,
		value,
		factor,
		spread: { text },
		notes: [note]
	};
}
function formatTitle({ target }, title) {
	return target === "" || title === "" ? title : `${target}::${title}`;
}
function parseFigure(text) {
	return /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(text) ? Number(text.replaceAll(",", "")) : NaN;
}
function closeTest(log) {
	if (log.open !== null) log.rows.push({
		name: log.open,
		failed: "has a name and no result"
	});
	log.open = null;
}
function endSection(log, [line, result, failed, counted]) {
	closeTest(log);
	const isWhole = result === "ok" && failed === "0" && Number(counted) <= (log.measured ?? 0);
	const problem = `"${line}", after ${log.measured ?? 0} figures`;
	if (!isWhole) log.rows.push({
		name: log.target || "cargo bench",
		failed: problem
	});
	log.measured = null;
}

// src/adapters/tools/python.ts
const maxCombinations = 1e4;
const memory$1 = {
	name: "memory",
	unit: "B",
	betterWhen: "lower"
};
const asvValue = number().or(nan$1()).nullish();
function toAsvCells(columns, row) {
	if (Array.isArray(row)) return row;
	return columns.map((column) => isMap(row) ? row[String(column)] : column === "result" ? [row] : null);
}
function createAsvRow(columns) {
	return preprocess((row) => toAsvCells(columns, row), list(anything)).transform((cells, context) => {
		const read = (column, form) => {
			const at = columns.indexOf(column);
			return readInto(context, form, cells[at], [at]);
		};
		const values = read("result", list(asvValue).nullish());
		if (!values) return null;
		const lists = read("params", listOptional(list(name$2)));
		const samples = read("samples", listOptional(numbers.nullish()));
		const refuse = (column, expected) => refuse$1(context, cells[columns.indexOf(column)], expected, { path: [columns.indexOf(column)] });
		if (context.issues.length > 0) return NEVER;
		const count = lists.reduce((product, texts) => product * texts.length, 1);
		if (count > maxCombinations) return refuse("params", `at most ${maxCombinations} combinations`);
		if (values.length !== count) return refuse("result", `${count} values, one for each combination of parameters`);
		return listCombinations(lists).map((axes, index) => ({
			axes,
			value: values[index],
			raw: samples[index]
		}));
	});
}
const asvColumns = [
	"result",
	"params",
	"samples"
];
const asvFirst = /^\s*\{\s*"results"\s*:\s*\{\s*"[^"]+"\s*:\s*(?:\{\s*"(?:params|result|samples|stats)"\s*:\s*\[|[\dNn])/;
const asv = createJsonReader({
	wants: "a result file of asv run, such as results/MACHINE/COMMIT-existing.json",
	detect: (head) => head.includes("\"commit_hash\"") && head.includes("\"env_name\"") || asvFirst.test(head),
	schema: choose((root) => {
		const isFirst = isMap(root) && root["version"] === 1;
		const columns = isMap(root) && Array.isArray(root["result_columns"]) ? root["result_columns"] : asvColumns;
		return group$2({
			commit_hash: maybeText,
			result_columns: isFirst ? nothing : list(shortText),
			results: index(createAsvRow(columns)).transform((rows, context) => {
				if (rows.size === 0) refuse$1(context, {}, "at least one benchmark");
				return rows;
			})
		});
	}),
	toReadings: ({ commit_hash: commit, results }) => ({
		tool: "asv",
		context: { commit },
		rows: [...results].flatMap(([name, points]) => {
			const metric = chooseMetric(name);
			if (!points) return [{
				name,
				failed: "asv reports no result"
			}];
			return points.map(({ axes, value, raw }) => {
				if (Number.isNaN(value)) return {
					name,
					axes,
					skipped: "skipped in asv"
				};
				if (value === void 0 || value === null) return {
					name,
					axes,
					failed: "asv reports no result"
				};
				return {
					name,
					axes,
					metric,
					...raw ? { samples: raw } : {
						value,
						notes: ["the median of asv"]
					}
				};
			});
		})
	})
});
function chooseMetric(name) {
	const method = name.split(".").at(-1) ?? "";
	if (/^(?:time|timeraw)_?|^Time/.test(method)) return time;
	if (/^(?:peakmem|mem)_?|^(?:Peak)?Mem/.test(method)) return memory$1;
	return {
		name: "value",
		unit: "",
		betterWhen: "lower"
	};
}
function listCombinations(lists) {
	return lists.reduce((all, texts, index) => all.flatMap((axes) => texts.map((text) => {
		const value = text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
		return {
			...axes,
			[`param${index + 1}`]: /^(['"])(.*)\1$/.exec(text)?.[2] ?? value
		};
	})), [{}]);
}
const rounds = group$2({
	data: numbers,
	rounds: amount$1,
	iterations: maybeAmount
}).transform((stats, context) => {
	const { length } = stats.data;
	if (length !== stats.rounds) refuse$1(context, stats.rounds, `the ${length} values of data`, { path: ["rounds"] });
	return stats;
});
const withoutRounds = group$2({
	...repeat(amount$1, "rounds", "median"),
	...repeat(maybeAmount, "iterations", "stddev", "min", "max")
});
const pytestKey = {
	params: parameters,
	extra_info: parameters
};
const stats = choose((one) => has(one, "data") ? rounds : withoutRounds);
const [failedTest, namedFailure, measuredTest, namedTest] = [
	group$2({
		...pytestKey,
		fullname: name$2,
		stats: nothing
	}),
	group$2({
		...pytestKey,
		name: name$2,
		stats: nothing
	}),
	group$2({
		...pytestKey,
		fullname: name$2,
		stats
	}),
	group$2({
		...pytestKey,
		name: name$2,
		stats
	})
];
const pytestTest = choose((test) => {
	const isFull = has(test, "fullname");
	if (isMap(test) && test["has_error"] === true) return isFull ? failedTest : namedFailure;
	return isFull ? measuredTest : namedTest;
});
const pytestBenchmark = createJsonReader({
	wants: "the file of pytest --benchmark-json",
	detect: (head) => head.includes("\"machine_info\"") && head.includes("\"commit_info\""),
	schema: group$2({
		version: maybeText,
		machine_info: group$2({
			...repeat(anything, "system", "machine", "python_version"),
			cpu: group$2({ brand_raw: anything })
		}),
		benchmarks: list(pytestTest, "pytest collected no benchmark; check its selection")
	}),
	toReadings: ({ version, machine_info: { cpu, ...machine }, benchmarks }) => {
		const facts = Object.entries({
			...machine,
			cpu: cpu.brand_raw
		}).map(([fact, value]) => [fact, typeof value === "string" ? formatValue(value).slice(1, -1) : null]);
		return {
			tool: ["pytest-benchmark", version],
			rows: benchmarks.map(readTest),
			context: Object.fromEntries(facts)
		};
	}
});
function readTest(test) {
	const key = readPytestKey(test);
	if (test.stats === null) return {
		...key,
		failed: "the benchmark raised an error"
	};
	const { iterations } = test.stats;
	if ("data" in test.stats) return {
		...key,
		metric: time,
		samples: test.stats.data,
		iterations
	};
	const { median: value, stddev: standardDeviation, min: low, max: high, rounds: count } = test.stats;
	const notes = ["the median of the rounds; use --benchmark-json, or --benchmark-save-data, to keep each of them"];
	return {
		...key,
		metric: time,
		value,
		spread: {
			standardDeviation,
			low,
			high,
			count
		},
		iterations,
		notes
	};
}
function readPytestKey({ params: given, extra_info: extra, ...test }) {
	const name = "fullname" in test ? test.fullname : test.name;
	const params = toAxes(given);
	const gpus = toAxes([...extra ?? []].filter(([key, value]) => typeof value === "number" && isGpuCount(key)));
	const values = Object.values(params);
	if (values.length === 0 || values.some((value) => / at 0x[\da-f]+>/i.test(String(value)))) return {
		name,
		axes: gpus
	};
	return {
		name: name.replace(/^((?:.*?::)?[^[]*)\[.*\]$/, "$1"),
		axes: {
			...gpus,
			...params
		}
	};
}
const measurement = {
	...repeat(anything, "sub_label", "stmt", "description", "env", "num_threads"),
	number_per_run: number().min(1, "a count from 1"),
	raw_times: numbers
};
const labelled = group$2({
	...measurement,
	label: name$2
});
const unlabelled = group$2({
	...measurement,
	stmt: name$2
});
const torchBenchmark = createJsonReader({
	wants: "the JSON that three lines of Python write of torch.utils.benchmark measurements",
	detect: (head) => head.includes("\"raw_times\"") && head.includes("\"number_per_run\""),
	schema: group$2({
		torch_version: maybeText,
		measurements: list(choose((one) => has(one, "label") ? labelled : unlabelled), "No measurement was taken")
	}),
	toReadings: ({ torch_version: version, measurements }) => ({
		tool: ["torch.utils.benchmark", version],
		rows: measurements.map(({ raw_times: times, number_per_run: iterations, ...one }) => {
			const named = [
				"label" in one && !has(one, "sub_label") ? "stmt" : "sub_label",
				"description",
				"env",
				"num_threads"
			].filter((axis) => has(one, axis));
			const axes = toAxes(named.map((axis) => [axis, one[axis]]));
			return {
				name: "label" in one ? one.label : one.stmt,
				axes,
				metric: time,
				samples: times.map((seconds) => seconds / iterations),
				iterations
			};
		})
	})
});
const metadata = group$2({
	name: anything,
	unit: maybeText,
	loops: maybeAmount,
	perf_version: maybeText
});
const pyperfMetrics = /* @__PURE__ */ new Map([["second", time], ["byte", memory$1]]);
const pyperf = createJsonReader({
	wants: "the file of pyperf -o, such as pyperf timeit -o FILE",
	detect: (head) => /^\s*\{\s*"benchmarks"\s*:\s*\[\s*\{\s*"(?:metadata|runs)"\s*:/.test(head) && /"(?:warmups|values)"\s*:\s*\[/.test(head) || /^\s*\{\s*"(?:version|metadata)"\s*:/.test(head) && head.includes("\"perf_version\""),
	schema: group$2({
		metadata,
		benchmarks: list(group$2({
			metadata,
			runs: list(group$2({ values: listOptional(figure) }))
		}), "pyperf measured nothing")
	}),
	toReadings: ({ metadata: common, benchmarks }, path) => ({
		tool: ["pyperf", common.perf_version],
		rows: benchmarks.map(({ metadata: own, runs }, index) => {
			const place = has(own, "name") ? `benchmarks[${index}].metadata.name` : "metadata.name";
			const name = read$1(name$2, own.name ?? common.name, path, place);
			const unit = own.unit ?? common.unit ?? "second";
			const metric = pyperfMetrics.get(unit);
			if (!metric) return {
				name,
				skipped: `a value in ${unit} is not judged: its direction is unknown`
			};
			return {
				name,
				metric,
				samples: runs.flatMap(({ values }) => values),
				iterations: own.loops ?? common.loops
			};
		})
	})
});

// src/adapters/tools/commands.ts
const peakMemory$1 = {
	name: "peak_memory",
	unit: "B",
	betterWhen: "lower"
};
const runKey = {
	command: name$2,
	parameters,
	exit_codes: listOptional(anything)
};
const runFields = {
	...runKey,
	...repeat(amount$1, "user", "system"),
	...repeat(maybeAmount, "stddev", "min", "max"),
	memory_usage_byte: listOptional(amount$1)
};
const failedRun = group$2(runKey).transform((one) => ({
	...one,
	hasFailed: true
}));
const timedRun = group$2({
	...runFields,
	times: numbers
});
const summarizedRun = group$2({
	...runFields,
	median: amount$1
});
const hyperfineRun = choose((run) => {
	const codes = has(run, "exit_codes") ? run["exit_codes"] : [];
	if (Array.isArray(codes) && codes.some((code) => code !== 0)) return failedRun;
	return has(run, "times") ? timedRun : summarizedRun;
}).transform((run, context) => {
	const codes = run.exit_codes;
	if (!(!("times" in run) || codes.length === 0 || codes.length === run.times.length)) refuse$1(context, run.times, `${codes.length} values, one for each exit code`, { path: ["times"] });
	return run;
});
const hyperfine = createJsonReader({
	wants: "the file of hyperfine --export-json",
	detect: (head) => /^\s*\{\s*"results"/.test(head) && head.includes("\"command\""),
	schema: group$2({ results: list(hyperfineRun, "hyperfine measured no command") }),
	toReadings: ({ results }) => ({
		tool: "hyperfine",
		rows: results.flatMap(readRun$1)
	})
});
function readRun$1(run) {
	const key = {
		name: run.command,
		axes: toAxes(run.parameters)
	};
	if ("hasFailed" in run) {
		const codes = run.exit_codes;
		const bad = codes.filter((code) => code !== 0);
		const how = typeof bad[0] === "number" ? `exit code ${bad[0]}` : "a signal";
		return [{
			...key,
			failed: `${bad.length} of ${codes.length} runs failed, the first with ${how}`
		}];
	}
	const { stddev, min, max, memory_usage_byte: bytes } = run;
	const count = "times" in run ? run.times.length : null;
	const spread = {
		standardDeviation: stddev,
		low: min,
		high: max
	};
	const timed = "times" in run ? { samples: run.times } : {
		value: run.median,
		spread,
		notes: ["the median of the runs"]
	};
	const notes = ["user and system time, mean of the runs"];
	return [
		{
			...key,
			metric: time,
			...timed
		},
		{
			...key,
			metric: cpuTime,
			value: run.user + run.system,
			spread: { count },
			notes,
			zero: "skips"
		},
		...bytes.length > 0 ? [{
			...key,
			metric: peakMemory$1,
			samples: bytes,
			zero: "skips"
		}] : []
	];
}
const plainFields = {
	unit: shortText,
	name: name$2,
	axes: parameters,
	metric: shortText.nullish(),
	betterWhen: _enum(["lower", "higher"], "lower or higher").nullish()
};
const sampledRow = group$2({
	...plainFields,
	samples: numbers,
	value: anything
});
const valueRow = group$2({
	...plainFields,
	value: number().nullish()
});
const plainRow = choose((one) => has(one, "samples") ? sampledRow : valueRow).transform(({ value, ...one }, context) => {
	const hasValue = !isAbsent(value);
	if (hasValue === "samples" in one) refuse$1(context, hasValue && "samples" in one ? one.samples : void 0, "one of value and samples", { path: [hasValue ? "samples" : "value"] });
	const { unit, factor } = toBaseUnit(one.unit);
	const metricName = one.metric ?? "value";
	const betterWhen = one.betterWhen ?? (metricName === time.name && unit === time.unit ? time.betterWhen : null);
	if (betterWhen === null) return refuse$1(context, void 0, "", {
		path: ["betterWhen"],
		problem: "is missing, so the direction is unknown",
		hint: "Add \"betterWhen\": \"lower\" or \"higher\", or set the adapter customSmallerIsBetter or customBiggerIsBetter"
	});
	const key = {
		name: one.name,
		axes: toAxes(one.axes),
		metric: {
			name: metricName,
			unit,
			betterWhen
		},
		factor
	};
	return "samples" in one ? {
		...key,
		samples: one.samples
	} : {
		...key,
		value: Number(value)
	};
});
const plainBenchmark = createJsonReader({
	wants: "JSON of {name, unit, value or samples, betterWhen}, one or a list",
	detect: (head) => /^\s*(?:\[\s*)?\{\s*"(?:name|unit|value|samples|betterWhen|metric|axes)"\s*:/.test(head) && /"unit"/.test(head) && /"(?:value|samples)"/.test(head) && !/"(?:event|ph|benchmarks)"/.test(head),
	schema: choose((root) => Array.isArray(root) ? list(plainRow, "The tool measured nothing") : plainRow.transform((one) => [one])),
	toReadings: (rows) => ({ rows })
});
const customRow = group$2({
	unit: shortText,
	name: name$2,
	value: number(),
	range: anything,
	extra: maybePrinted
});
function createCustomReader(betterWhen) {
	return createJsonReader({
		wants: "a JSON list of {name, unit, value}",
		schema: list(customRow, "The tool measured nothing"),
		toReadings: (all) => ({ rows: all.map((one) => readCustom(one, betterWhen)) })
	});
}
const customSmallerIsBetter = createCustomReader("lower");
const customBiggerIsBetter = createCustomReader("higher");
function readCustom({ name, value, range: given, extra, ...one }, betterWhen) {
	const { unit, factor } = toBaseUnit(one.unit);
	const range = typeof given === "number" ? `± ${given}` : maybePrinted.parse(given) ?? "";
	const deviation = Number(/^(?:±|\+\/-)\s*(\d[\d.e+-]*)$/.exec(range)?.[1]);
	return {
		name,
		metric: {
			name: "value",
			unit,
			betterWhen
		},
		value,
		factor,
		spread: {
			standardDeviation: Number.isFinite(deviation) ? deviation : null,
			text: range || null
		},
		notes: extra === null ? [] : [extra]
	};
}
const measures$1 = /* @__PURE__ */ new Map([
	["latency", {
		metric: time,
		factor: 1e-9
	}],
	["throughput", { metric: {
		name: "throughput",
		unit: "1/s",
		betterWhen: "higher"
	} }],
	["build-time", { metric: {
		name: "build_time",
		unit: "s",
		betterWhen: "lower"
	} }],
	["file-size", { metric: {
		name: "file_size",
		unit: "B",
		betterWhen: "lower"
	} }]
]);
const text = String.raw`"(?:[^"\\]|\\.)*"\s*:\s*`;
const bound = String.raw`"(?:value|lower_value|upper_value)"\s*:\s*(?:-?\d[\d.eE+-]*|null)\s*`;
const metricFormat = new RegExp(String.raw`^\s*\{\s*${text}\{\s*${text}\{\s*${bound}(?:,\s*${bound}){0,2}\}`);
const bencher = createJsonReader({
	wants: "JSON in the Bencher Metric Format",
	detect: (head) => metricFormat.test(head),
	schema: index(index(group$2({
		value: figure,
		lower_value: maybeAmount,
		upper_value: maybeAmount
	}))),
	toReadings: (root, path) => {
		const rows = [...root].flatMap(([name, own]) => [...own].map(([slug, { value, lower_value: low, upper_value: high }]) => {
			const measure = measures$1.get(slug.toLowerCase().replaceAll(/[ _]/g, "-"));
			if (!measure) return {
				name,
				skipped: `${slug} is not judged: its direction is unknown`
			};
			return {
				name,
				...measure,
				value,
				spread: {
					low,
					high
				}
			};
		}));
		if (rows.some((row) => !("skipped" in row))) return { rows };
		throw new UserError(`${path} has none of the measures ${[...measures$1.keys()].join(", ")}`, "The direction of other measures is unknown; print them in the format plain");
	}
});

// src/adapters/tools/google-benchmark.ts
const metrics = /* @__PURE__ */ new Map([
	["real_time", time],
	["cpu_time", cpuTime],
	["bytes_per_second", {
		name: "bytes_per_second",
		unit: "B/s",
		betterWhen: "higher"
	}],
	["items_per_second", {
		name: "items_per_second",
		unit: "1/s",
		betterWhen: "higher"
	}]
]);
const isTime = (name) => name.endsWith("_time");
const ownFields = /^(?:family_index|per_family_instance_index|repetitions|repetition_index|threads|iterations|real_time|cpu_time)$/;
const rowFields = group$2({
	name: name$2,
	run_name: name$2.nullish(),
	...repeat(anything, "run_type", "error_occurred", "skipped", "repetition_index"),
	...repeat(maybeText, "error_message", "skip_message"),
	...repeat(maybeAmount, "repetitions", "iterations")
});
const timeFactor = shortText.transform((printed, context) => {
	const { unit, factor } = toBaseUnit(printed);
	return unit === "s" ? factor : refuse$1(context, printed, "a unit of time such as ns, us, ms or s");
});
const amountFields = new Map([...metrics.keys()].map((name) => {
	const fields = {
		[name]: amount$1,
		time_unit: isTime(name) ? timeFactor : nothing
	};
	return [name, group$2(fields).transform((one) => Number(one[name]) * (one.time_unit ?? 1))];
}));
const aggregateFields = group$2({ aggregate_name: name$2 });
const unitFields = group$2({ time_unit: timeFactor });
function createItem(raw, file, place) {
	return {
		...read$1(rowFields, raw, file, place),
		raw: isMap(raw) ? raw : {},
		read: (form) => read$1(form, raw, file, place)
	};
}
function readAmount(item, name) {
	return item.read(amountFields.get(name) ?? amount$1);
}
const googleBenchmark = createTextReader({
	wants: "the file of --benchmark_out with --benchmark_out_format=json or csv",
	detect: (head) => /"library_build_type"|"mhz_per_cpu"/.test(head) && head.includes("\"context\"") || csvHeader.test(head),
	toReadings: (text, path) => {
		const { items, version, problems } = text.trimStart().startsWith("{") ? readJson(text, path) : readCsv(text, path);
		const lines = findAggregates(items).filter(({ aggregate }) => aggregate === null || !fits.includes(aggregate));
		const rows = [...Map.groupBy(lines, ({ name }) => name)].flatMap(([name, group]) => readGroup(name, group));
		return {
			tool: ["Google Benchmark", version],
			problems,
			rows
		};
	}
});
const jsonFile = group$2({
	context: group$2({
		library_version: maybeText,
		library_build_type: anything,
		cpu_scaling_enabled: anything
	}),
	benchmarks: list(anything, "The program ran no benchmark; check --benchmark_filter")
});
function readJson(text, path) {
	const { context, benchmarks } = read$1(jsonFile, parseJson(text, path), path);
	const warnings = [context.library_build_type === "debug" && "the benchmark library is a debug build, so times differ from a release build", context.cpu_scaling_enabled === true && "CPU frequency scaling was enabled, so times have additional noise"];
	return {
		items: benchmarks.map((raw, index) => createItem(raw, path, `benchmarks[${index}]`)),
		version: context.library_version,
		problems: warnings.filter((warning) => warning !== false)
	};
}
const csvHeader = /^"?name"?,"?iterations"?,"?real_time"?,"?cpu_time"?,"?time_unit"?,/m;
const textColumns = [
	"name",
	"time_unit",
	"label",
	"error_message"
];
function readCsv(text, path) {
	const lines = text.split("\n");
	const start = lines.findIndex((line) => csvHeader.test(line));
	if (start < 0) throw new UserError(`${path} has no header of Google Benchmark`, `Pass ${googleBenchmark.wants}`);
	const header = splitLine(lines[start] ?? "", ",") ?? [];
	const items = lines.flatMap((line, index) => {
		if (index <= start || line === "" || line === lines[start]) return [];
		const cells = splitLine(line, ",");
		const isError = cells?.[header.indexOf("error_occurred")] === "true";
		if (cells?.length === (isError ? header.indexOf("error_message") + 1 : header.length)) return createItem(toRow(header, cells), path, `line ${index + 1}`);
		const found = cells === null ? "has an open quote" : `has ${cells.length} fields instead of ${header.length}`;
		throw new UserError(`${path}: line ${index + 1} ${found}`, "The file is cut off, or the program prints into it; write it with --benchmark_out");
	});
	if (items.length === 0) throw new UserError(`${path} has no row`, "The program ran no benchmark; check --benchmark_filter");
	return {
		items,
		version: null,
		problems: lines.slice(0, start).flatMap((line) => /^\*{3}WARNING\*{3} (.*)/.exec(line)?.[1] ?? [])
	};
}
function toRow(header, cells) {
	const given = header.map((column, index) => [column, cells[index] ?? ""]).filter(([, cell]) => cell !== "");
	return Object.fromEntries(given.map(([column, cell]) => {
		if (column === "error_occurred") return [column, cell === "true"];
		const number = /^[+-]?(?:inf|nan)/i.test(cell) ? NaN : Number.isNaN(Number(cell)) ? cell : Number(cell);
		return [column, textColumns.includes(column) ? cell : number];
	}));
}
const fits = ["BigO", "RMS"];
function findAggregates(items) {
	const all = new Set(items.map(({ name }) => name));
	return items.map((item) => {
		const { name, run_type: type, run_name: ofRun } = item;
		if (!isAbsent(type)) {
			const aggregate = type === "aggregate" ? item.read(aggregateFields).aggregate_name : null;
			return {
				item,
				name: ofRun ?? name,
				aggregate
			};
		}
		const [, stem = "", kind = ""] = /^(.*)_(mean|median|stddev|cv|BigO|RMS)$/.exec(name) ?? [];
		const pair = fits.includes(kind) ? fits : ["mean", "stddev"];
		const isAggregate = kind !== "" && pair.every((other) => all.has(`${stem}_${other}`));
		return {
			item,
			name: isAggregate ? stem : name,
			aggregate: isAggregate ? kind : null
		};
	});
}
function readGroup(name, lines) {
	const items = lines.map(({ item }) => item);
	const fault = items.find((item) => item.error_occurred === true);
	if (fault) return [{
		name,
		failed: fault.error_message ?? "an error occurred"
	}];
	const skip = items.find((item) => item.skipped === true);
	if (skip) return [{
		name,
		skipped: `skipped: ${skip.skip_message ?? "no reason given"}`
	}];
	if (isAmbiguous(lines)) return [{
		name,
		failed: "several benchmarks share this name; use distinct names or parameters"
	}];
	const runs = lines.flatMap(({ item, aggregate }) => aggregate === null ? [item] : []);
	const asked = runs[0]?.repetitions ?? runs.length;
	if (runs.length < asked) return [{
		name,
		failed: `has ${runs.length} of ${asked} repetitions`
	}];
	const figures = runs.length > 0 ? readRuns(name, runs) : readAggregates(name, lines);
	return [...figures, ...listCounters(name, items, figures)];
}
function isAmbiguous(lines) {
	const hasMean = lines.some(({ aggregate }) => aggregate === "mean");
	const keys = lines.map(({ item, aggregate }, index) => aggregate ?? item.repetition_index ?? (hasMean ? index : "run"));
	return new Set(keys).size < keys.length;
}
function listCounters(name, items, figures) {
	const read = new Set(figures.map((row) => "metric" in row ? row.metric.name : ""));
	return [...new Set(items.flatMap(({ raw }) => Object.keys(raw).filter((counter) => typeof raw[counter] === "number")))].filter((counter) => !ownFields.test(counter) && !read.has(counter)).map((counter) => {
		return {
			name,
			skipped: `${counter} is not judged: ${metrics.has(counter) ? "some runs lack it" : "its direction is unknown"}`
		};
	});
}
function readRuns(name, runs) {
	const [iterations = null, ...others] = new Set(runs.map((run) => run.iterations));
	return [...metrics].filter(([one]) => isTime(one) || runs.every(({ raw }) => has(raw, one))).map(([one, metric]) => ({
		name,
		metric,
		samples: runs.map((run) => readAmount(run, one)),
		iterations: others.length === 0 ? iterations : null,
		zero: "skips"
	}));
}
function readAggregates(name, lines) {
	const find = (kind) => lines.find(({ aggregate }) => aggregate === kind)?.item;
	const median = find("median");
	const middle = median ?? find("mean");
	if (!middle) return [{
		name,
		failed: "the file has neither runs nor their median or mean"
	}];
	const deviation = find("stddev");
	const notes = [`the ${median ? "median" : "mean"} of the repetitions`];
	return [...metrics].filter(([one]) => has(middle.raw, one)).map(([one, metric]) => {
		const declared = toAmount(deviation?.raw[one]);
		const factor = isTime(one) ? middle.read(unitFields).time_unit : 1;
		const spread = {
			standardDeviation: declared === null ? null : declared * factor,
			count: middle.repetitions
		};
		return {
			name,
			metric,
			value: readAmount(middle, one),
			spread,
			notes,
			zero: "skips"
		};
	});
}

// src/adapters/tools/k6.ts
const ownTimes = /^(?:http_req_(?:duration|blocked|connecting|tls_handshaking|sending|waiting|receiving|looking_up)|iteration_duration|group_duration|grpc_req_duration|ws_(?:connecting|ping|session_duration)|browser_(?:http_req_duration|web_vital_(?:fcp|fid|inp|lcp|ttfb)))$/;
const statistics = /^(?:avg|min|med|max|p\(?[\d.]+\)?)$/;
const rate$1 = {
	name: "rate",
	unit: "1/s",
	betterWhen: "higher"
};
function createNamed(getForm) {
	const item = choose((raw) => group$2({ name: name$2 }).transform(({ name }, context) => [name, readInto(context, getForm(name), raw, [])]));
	return choose((value) => Array.isArray(value) ? list(item) : index(getForm).transform((found) => [...found]));
}
const finite = number();
const notRead = nothing;
function createValues(name, isTime, seconds) {
	const [base = ""] = /^[^{]*/.exec(name) ?? [];
	if (base === "checks") return group$2({
		fails: maybeAmount,
		total: maybeAmount,
		matches: maybeAmount
	}).transform(({ fails, total, matches }) => {
		const failed = fails ?? (total === null || matches === null ? null : total - matches);
		if (failed === null) return [{
			name,
			failed: "the file does not say how many checks failed"
		}];
		return failed > 0 ? [{
			name,
			failed: `${failed} checks failed`
		}] : [];
	});
	if (base === "http_req_failed") return choose((values) => has(values, "rate") ? group$2({ rate: amount$1 }) : group$2({ value: amount$1 })).transform((one) => {
		const share = "rate" in one ? one.rate : one.value;
		return share > 0 ? [{
			name,
			failed: `${(100 * share).toFixed(3)} % of the requests failed`
		}] : [];
	});
	if (base === "dropped_iterations") return group$2({ count: amount$1 }).transform(({ count }) => {
		const skipped = `${count} iterations did not start: the load was lower than asked`;
		return count > 0 ? [{
			name,
			skipped
		}] : [];
	});
	if (base === "http_reqs" || base === "iterations") return seconds ? group$2({ count: amount$1 }).transform(({ count }) => [{
		name,
		metric: rate$1,
		value: count / seconds
	}]) : group$2({ rate: amount$1 }).transform((one) => [{
		name,
		metric: rate$1,
		value: one.rate
	}]);
	if (!isTime && !ownTimes.test(base)) return unknown().transform(() => [{
		name,
		skipped: "not judged: it describes the load, or its direction is unknown"
	}]);
	return index((statistic) => statistics.test(statistic) ? finite : notRead).transform((values) => [...values].flatMap(([statistic, value]) => {
		if (statistic === "thresholds") return [];
		if (value === null) return {
			name,
			skipped: `${statistic} is not judged: it is no time`
		};
		return {
			name,
			metric: {
				name: `time_${statistic.replaceAll(/[()]/g, "")}`,
				unit: "s",
				betterWhen: "lower"
			},
			value: value / 1e3,
			zero: "skips"
		};
	}));
}
const thresholdFields = group$2({ thresholds: parameters });
function createMetric(name, seconds) {
	return anything.transform((metric, context) => {
		const { type, contains } = isMap(metric) ? metric : {};
		const { thresholds } = readInto(context, thresholdFields, metric, []);
		const failed = [...thresholds ?? []].filter(([, state]) => state === true || isMap(state) && state["ok"] === false);
		const values = createValues(name, type === "trend" && contains === "time", seconds);
		const [given, path] = has(metric, "values") ? [metric["values"], ["values"]] : [metric, []];
		const rows = readInto(context, values, given, path);
		if (context.issues.length > 0) return [];
		return [...failed.map(([condition]) => ({
			name,
			failed: `the threshold ${condition} failed`
		})), ...rows];
	});
}
const group = lazy(() => group$2({
	checks: createNamed(() => check).nullish(),
	results: createNamed(() => check).nullish(),
	groups: createNamed(() => group).nullish()
})).transform(({ checks, results, groups }) => [
	...checks ?? [],
	...results ?? [],
	...groups ?? []
].flatMap(([, rows]) => rows));
const check = group$2({
	path: maybeText,
	name: maybeText,
	fails: amount$1,
	passes: amount$1
}).transform(({ path, name, fails, passes }, context) => {
	const own = path ?? name ?? refuse$1(context, void 0, "a name", { path: ["name"] });
	return fails > 0 ? [{
		name: own,
		failed: `the check failed ${fails} of ${fails + passes} times`
	}] : [];
});
const k6 = createJsonReader({
	wants: "the file of k6 run --summary-export, or JSON.stringify(data) of handleSummary",
	detect: (head) => /^\s*\{/.test(head) && (/"(?:root_group|testRunDurationMs|k6_version)"\s*:/.test(head) || /"metrics"\s*:\s*\{/.test(head) && /"(?:vus_max|iteration_duration|http_req_duration|data_sent)"\s*:\s*\{/.test(head)),
	schema: choose((root) => {
		const config = isMap(root) && isMap(root["config"]) ? root["config"] : {};
		const seconds = toAmount(config["duration"]);
		const results = {
			metrics: createNamed((name) => createMetric(name, seconds)).transform((found, context) => {
				if (found.length === 0) refuse$1(context, {}, "at least one metric");
				return found.flatMap(([, rows]) => rows);
			}),
			checks: group.nullish()
		};
		return has(root, "results") ? group$2({
			results: group$2(results),
			root_group: group.nullish()
		}).transform((one) => ({
			...one.results,
			root_group: one.root_group
		})) : group$2({
			...results,
			root_group: group.nullish()
		});
	}),
	toReadings: ({ metrics, root_group: checks, checks: more }) => ({
		tool: "k6",
		rows: [
			...metrics,
			...checks ?? [],
			...more ?? []
		]
	})
});

// src/adapters/tools/mlperf.ts
const summaryTitle = "MLPerf Results Summary";
const mlperf = createTextReader({
	wants: "the log of an MLPerf training run, or mlperf_log_summary.txt of LoadGen",
	isLog: true,
	detect: (head) => head.includes(summaryTitle) || /^.{0,200}:::MLL(?:OG \{"| [\d.]+ \w+: \{")/m.test(head),
	toReadings: (text, path) => text.includes(summaryTitle) ? readSummary$1(text, path) : readLog(text, path)
});
function readSummary$1(text, path) {
	if (text.indexOf(summaryTitle) < text.lastIndexOf(summaryTitle)) throw new UserError(`${path} holds the summaries of several runs`, "Pass the summary of one run");
	const errors = /^(?:No|(\d+)) errors? encountered/im.exec(text);
	if (!errors) throw new UserError(`${path} ends before the number of errors`, "Pass the complete summary of LoadGen");
	const [measured = "", parameters = ""] = text.split("Test Parameters Used");
	const context = Object.fromEntries(listPairs(parameters));
	const pairs = listPairs(measured);
	const find = (label) => pairs.find(([name]) => name === label)?.[1] ?? "";
	const key = {
		name: find("SUT name") || "system under test",
		axes: { scenario: find("Scenario") }
	};
	const tool = "MLPerf LoadGen";
	if (find("Mode").startsWith("Accuracy")) return {
		tool,
		context,
		rows: [{
			...key,
			skipped: "the mode AccuracyOnly measures no performance"
		}]
	};
	const faults = [
		...find("Result is") === "VALID" ? [] : [`the result is ${find("Result is") || "missing"}`],
		...pairs.flatMap(([name, state]) => name.endsWith("satisfied") && /^no$/i.test(state) ? [`not satisfied: ${name}`] : []),
		...errors[1] === void 0 ? [] : [`${errors[1]} errors, see the detailed log`]
	];
	const figures = [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()].flatMap(([label, value]) => readResult(key, label, value));
	if (figures.length === 0) throw new UserError(`${path} has no figure`, "Run LoadGen in the mode PerformanceOnly");
	return {
		tool,
		context,
		rows: faults.length > 0 ? [{
			...key,
			failed: faults.join("; ")
		}] : figures
	};
}
function listPairs(text) {
	return [...text.matchAll(/^[ *]*([^\s:*][^:\n]*?)\s*:+[ :\t]*(\S[^\n]*)$/gm)].map(([, label = "", value = ""]) => [label, value.trim()]);
}
function readResult(key, label, value) {
	const name = label.replace(/^result_/, "").replace(/\s*\(ns\)$|_ns$/, "").replaceAll(/[^\w.]+/g, "_").toLowerCase();
	const isTime = /(?:\(ns\)|_ns)$|^Early stopping .*estimate$/.test(label) && !/^target|^min_duration/.test(label);
	const isRate = /(?:per[_ ]sec(?:ond)?\b|^QPS |_(?:qps|with_loadgen_overhead|without_loadgen_overhead)$)/.test(label);
	const amount = value === "" ? NaN : Number(value);
	if (!/^[-+\d.e]+$|^-?(?:nan|inf)$/i.test(value)) return isTime || isRate ? [{
		...key,
		failed: `${name} is ${formatValue(value)}, not a number`
	}] : [];
	if (!Number.isFinite(amount)) return [{
		...key,
		skipped: `${name} is ${value}, not a finite number`
	}];
	if (isTime) return [{
		...key,
		metric: {
			name,
			unit: "s",
			betterWhen: "lower"
		},
		value: amount / 1e9,
		zero: "skips"
	}];
	if (!isRate || /scheduled/i.test(label)) return [{
		name,
		skipped: "not judged: it describes the load, or its direction is unknown"
	}];
	return [{
		...key,
		metric: {
			name,
			unit: "1/s",
			betterWhen: "higher"
		},
		value: amount
	}];
}
const logEvent = group$2({
	key: name$2,
	time_ms: amount$1,
	value: anything,
	metadata: group$2({
		status: maybeText,
		is_error: anything
	})
});
function readLog(text, path) {
	const parts = text.split(/:::MLL(?:OG (?=\{)| (?=[\d.]+ \w+: \{))/).slice(1);
	const events = parts.flatMap((part, index) => {
		const [line = ""] = part.split("\n");
		const place = `${path} event ${index + 1}`;
		try {
			const value = parseJson(line.slice(line.indexOf("{"), line.lastIndexOf("}") + 1), place);
			const [, seconds, key] = /^([\d.]+) (\w+): /.exec(line) ?? [];
			const old = key === void 0 ? {} : {
				key,
				time_ms: Number(seconds) * 1e3
			};
			return [{
				...read$1(logEvent, isMap(value) ? {
					...value,
					...old
				} : value, place),
				place
			}];
		} catch (error) {
			if (index === parts.length - 1 || !(error instanceof UserError)) throw error;
			return [];
		}
	});
	const broken = parts.length - events.length;
	const isRun = events.some(({ key }) => /^run_st(?:art|op)$/.test(key));
	const problems = broken > 0 ? [`${broken} lines of the log are damaged and do not count`] : [];
	return {
		...isRun ? readRun(events) : readDetail(events, path),
		problems
	};
}
function findText(events, key) {
	return toLine(events.findLast((event) => event.key === key)?.value);
}
function readRun(events) {
	const key = { name: findText(events, "submission_benchmark") ?? "training" };
	const bad = events.filter((event) => event.key === "run_stop").map(({ metadata }) => metadata.status ?? "unknown").find((status) => status !== "success");
	const stems = new Set(events.flatMap((event) => /^(.+)_st(?:art|op)$/.exec(event.key)?.[1] ?? []));
	const facts = events.flatMap(({ key: name, value }) => {
		return /^(?:submission_|global_batch_size$|seed$|opt_name$)/.test(name) && (typeof value === "string" || typeof value === "number") ? [[name, String(value)]] : [];
	});
	return {
		tool: "MLPerf training",
		context: Object.fromEntries(facts),
		isJoined: events.filter((event) => event.key === "run_start").length > 1,
		rows: [
			...bad === void 0 ? [] : [{
				...key,
				failed: `the run ended with the status ${bad}`
			}],
			...[...stems].map((stem) => readIntervals(key, stem, events)),
			...readStatistics$1(key, events)
		]
	};
}
function readIntervals(key, stem, all) {
	const own = all.filter((event) => event.key === `${stem}_start` || event.key === `${stem}_stop`);
	const alternates = own.length % 2 === 0 && own.every((event, index) => event.key.endsWith(index % 2 === 0 ? "start" : "stop"));
	const name = `${stem}_time`;
	if (!alternates) {
		const reason = `${stem}_start and ${stem}_stop do not alternate: the log is cut off, or of several processes`;
		return stem === "run" ? {
			...key,
			failed: reason
		} : {
			...key,
			skipped: `${name} is not known: ${reason}`
		};
	}
	const samples = own.flatMap(({ time_ms: end }, index) => index % 2 === 1 ? [(end - (own[index - 1]?.time_ms ?? 0)) / 1e3] : []);
	if (stem !== "run" && samples.some((seconds) => seconds <= 0)) return {
		...key,
		skipped: `${name} of ${Math.min(...samples)} s is not a measurement`
	};
	return {
		...key,
		metric: {
			name,
			unit: "s",
			betterWhen: "lower"
		},
		samples,
		zero: "skips"
	};
}
function readStatistics$1(key, events) {
	const values = events.filter((event) => event.key === "tracked_stats" || event.key === "throughput").flatMap(({ key: own, value, place }) => {
		return [...typeof value === "number" ? /* @__PURE__ */ new Map([[own, value]]) : read$1(index(anything), value, place, "value")].map(([name, one]) => {
			const at = typeof value === "number" ? "value" : joinPath("value", [name]);
			return {
				name,
				amount: /throughput|per_sec/.test(name) ? read$1(amount$1, one, place, at) : null
			};
		});
	});
	const figures = [...Map.groupBy(values, ({ name }) => name)].map(([name, group]) => {
		const samples = group.flatMap(({ amount }) => amount ?? []);
		if (samples.length === 0) return {
			name,
			skipped: "not judged: its direction is unknown"
		};
		return {
			...key,
			metric: {
				name,
				unit: "samples/s",
				betterWhen: "higher"
			},
			samples
		};
	});
	const skipped = "not judged: its direction depends on the benchmark";
	const hasQuality = events.some((event) => event.key === "eval_accuracy");
	return [...figures, ...hasQuality ? [{
		name: "eval_accuracy",
		skipped
	}] : []];
}
function readDetail(events, path) {
	const find = (key) => findText(events, key) ?? "";
	const validity = find("result_validity");
	const isWhole = events.some(({ key }) => key === "num_errors" || key === "result_99.90_percentile_latency_ns");
	if (validity === "" || !isWhole) throw new UserError(`${path} has no run_start, and no complete result of LoadGen`, "Pass the complete log of one run");
	const key = {
		name: find("sut_name") || "system under test",
		axes: { scenario: find("effective_scenario") || "unknown" }
	};
	const errors = events.filter(({ metadata }) => metadata.is_error === true).length;
	const reason = find("result_invalid_reason");
	const failed = `the result is ${validity}, with ${errors} errors${reason === "" ? "" : `: ${reason}`}`;
	const results = events.flatMap(({ key: name, value }) => name.startsWith("result_") && typeof value === "number" ? readResult(key, name, String(value)) : []);
	return {
		tool: "MLPerf LoadGen",
		rows: validity !== "VALID" || errors > 0 ? [{
			...key,
			failed
		}] : results
	};
}

// src/adapters/tools/nvbench.ts
function createTime(metric, kind, where, hasFile) {
	return {
		metric,
		mean: `nv/${kind}/time/${where}/mean`,
		deviation: `nv/${kind}/time/${where}/stdev/relative`,
		count: `nv/${kind}/sample_size`,
		...hasFile && { samples: `nv/json/bin:nv/${kind}/sample_times` }
	};
}
const bandwidth = {
	name: "bandwidth",
	unit: "B/s",
	betterWhen: "higher"
};
const itemRate = {
	name: "item_rate",
	unit: "1/s",
	betterWhen: "higher"
};
const measures = [
	createTime(time, "cold", "gpu", true),
	createTime(cpuTime, "cold", "cpu", false),
	{
		metric: {
			name: "batch_time",
			unit: "s",
			betterWhen: "lower"
		},
		mean: "nv/batch/time/gpu/mean",
		count: "nv/batch/sample_size"
	},
	createTime(cpuTime, "cpu_only", "cpu", true),
	...["cold", "cpu_only"].flatMap((kind) => [{
		metric: bandwidth,
		mean: `nv/${kind}/bw/global/bytes_per_second`
	}, {
		metric: itemRate,
		mean: `nv/${kind}/bw/item_rate`
	}])
];
const maxSamples = 4e6;
const means = new Set(measures.map(({ mean }) => mean));
const extras$1 = new Set(measures.flatMap(({ deviation, count }) => [deviation, count]));
const binaries = new Set(measures.flatMap(({ samples }) => samples ?? []));
function parseNumber(value) {
	const number = typeof value === "string" && value.trim() !== "" ? Number(value) : NaN;
	return Number.isNaN(number) ? value : number;
}
const sampleCount = preprocess((value) => Number(value), int(`a count from 1 to ${maxSamples}`).min(1, `a count from 1 to ${maxSamples}`).max(maxSamples, `a count from 1 to ${maxSamples}`));
const entries = list(group$2({
	name: anything,
	value: anything
}));
const summary = group$2({
	tag: shortText,
	data: anything
}).transform(({ tag, data }, context) => {
	const read = (name, form) => {
		const all = readInto(context, entries, data, ["data"]);
		if (context.issues.length > 0) return NEVER;
		const at = all.findIndex((item) => item.name === name);
		if (at < 0) return refuse$1(context, data, `a list with an entry named ${name}`, { path: ["data"] });
		return readInto(context, form, all[at]?.value, [
			"data",
			at,
			"value"
		]);
	};
	return {
		tag,
		mean: means.has(tag) ? read("value", preprocess(parseNumber, amount$1)) : null,
		extra: extras$1.has(tag) ? read("value", preprocess(parseNumber, maybeAmount)) : null,
		binary: binaries.has(tag) ? {
			name: read("filename", shortText),
			count: read("size", sampleCount)
		} : null
	};
});
const state = group$2({
	axis_values: listOptional(group$2({
		name: name$2,
		type: anything,
		value: anything
	})),
	device: anything,
	is_skipped: anything,
	skip_reason: maybeText,
	summaries: listOptional(summary).transform((all) => new Map(all.map((one) => [one.tag, one])))
});
const root = group$2({
	meta: group$2({ version: group$2({ nvbench: group$2({ string: maybeText }) }) }),
	devices: listOptional(group$2({
		id: anything,
		name: maybeText
	})),
	benchmarks: list(group$2({
		name: name$2,
		states: listOptional(state)
	}), "The program ran no benchmark; check --benchmark")
});
const nvbench = createRunReader({
	wants: "the file of --json, with the .bin files of --jsonbin next to it",
	detect: (head) => head.includes("\"nvbench\"") && head.includes("\"meta\""),
	isSidecar: (path) => path.endsWith(".bin"),
	toReadings: async (files) => {
		const jsons = files.filter(({ path }) => !path.endsWith(".bin"));
		const [data, ...others] = await parseEach(jsons, (text, path) => read$1(root, parseJson(text, path), path));
		if (!data || others.length > 0) throw new UserError(`${jsons.length} JSON files for one run of NVBench`, "Pass the file of --json once");
		const rows = [];
		for (const { name, states } of data.benchmarks) {
			if (states.length === 0) rows.push({
				name,
				failed: "has no state, so it did not run"
			});
			for (const one of states) rows.push(...await readState({
				name,
				axes: readAxes(one)
			}, one, files));
		}
		return {
			tool: `NVBench ${data.meta.version.nvbench.string ?? "of unknown version"}`,
			rows,
			context: Object.fromEntries(data.devices.map(({ id, name }) => [`device ${String(id)}`, name ?? "unknown"]))
		};
	}
});
function readAxes({ axis_values: axes, device }) {
	const values = axes.map(({ name, type, value }) => {
		const number = type === "string" ? NaN : parseNumber(value);
		return [name, Number.isFinite(number) ? number : value];
	});
	return toAxes(isAbsent(device) ? values : [["device", device], ...values]);
}
async function readState(key, one, files) {
	const { summaries, skip_reason: reason } = one;
	if (one.is_skipped === true) {
		const text = reason ?? "no reason given";
		return [{
			...key,
			.../^Unexpected error\b/.test(text) ? { failed: text } : { skipped: `skipped: ${text}` }
		}];
	}
	const rows = [];
	for (const measure of measures) rows.push(...(await readMeasure(measure, one, files)).map((row) => ({
		...key,
		...row
	})));
	if (rows.length === 0 && summaries.size === 0) return [{
		...key,
		failed: "has no measure"
	}];
	const own = [...summaries.keys()].filter((tag) => !tag.startsWith("nv/"));
	return [...rows.length > 0 ? rows : [{
		...key,
		skipped: "not judged: no known measure"
	}], ...own.map((tag) => ({
		...key,
		skipped: `${tag} is not judged: its direction is unknown`
	}))];
}
async function readMeasure({ metric, ...tags }, { summaries }, files) {
	const get = (tag = "") => summaries.get(tag);
	const binary = get(tags.samples)?.binary;
	const file = binary && files.find(({ path }) => path === binary.name || path.endsWith(`/${binary.name}`));
	if (file) return [{
		metric,
		samples: await readSamples(file, binary.count),
		iterations: 1
	}];
	const [value, relative, count] = [
		get(tags.mean)?.mean,
		get(tags.deviation)?.extra,
		get(tags.count)?.extra
	];
	if (typeof value !== "number") return [];
	return [{
		metric,
		value,
		spread: {
			standardDeviation: typeof relative === "number" ? relative * value : null,
			count: count ?? null
		},
		notes: ["the mean of the samples", ...binary ? [`its samples are in ${binary.name}, which is missing`] : []]
	}];
}
const bytesPerSample = 4;
async function readSamples(file, count) {
	const createDamage = (what) => new UserError(`${file.path} ${what}`, "Pass the .bin files of the same run as the JSON");
	const chunks = [];
	let size = 0;
	for await (const chunk of readPlainBytes(file)) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > count * bytesPerSample) break;
	}
	if (size !== count * bytesPerSample) throw createDamage(`has ${size} bytes, not ${count} samples of ${bytesPerSample}`);
	const bytes = Buffer.concat(chunks);
	const seconds = Array.from({ length: count }, (_, index) => bytes.readFloatLE(index * bytesPerSample));
	const odd = seconds.findIndex((value) => !Number.isFinite(value));
	if (odd >= 0) throw createDamage(`sample ${odd} is ${seconds[odd]}`);
	return seconds;
}

// src/adapters/tools/otava.ts
const attributes = /^(?:time|timestamp|date|commit|commit_?(?:hash|id|sha|time|date)|branch|version|tag|run_?id|build|host|test|suite)$/i;
const times = /^(?:time|timestamp|date)$/i;
const commits = /^commit(?:_?(?:hash|id|sha))?$/i;
const otava = createTextReader({
	wants: "a CSV file of Apache Otava with the columns time and commit",
	detect: (head) => {
		const [first = "", second = ""] = head.split("\n");
		const columns = splitLine(first, findDelimiter(first)) ?? [];
		const cells = splitLine(second, findDelimiter(first)) ?? [];
		const at = columns.findIndex((name) => times.test(name.trim()));
		return at >= 0 && columns.some((name) => commits.test(name.trim())) && !Number.isNaN(parseTime$1(cells[at] ?? ""));
	},
	toReadings: (text, path) => {
		const { columns, rows } = readTable(text, path);
		const { newest, older } = selectNewest(columns, rows, path);
		const names = columns.filter((name) => !attributes.test(name));
		if (names.length === 0) throw new UserError(`${path} has no column of a metric`, "Add one column per metric");
		const facts = columns.flatMap((name, index) => attributes.test(name) ? [[commits.test(name) ? "commit" : name, newest.at(-1)?.[index] ?? ""]] : []);
		return {
			tool: "Apache Otava",
			rows: names.map((name) => readColumn(name, columns.indexOf(name), newest)),
			context: Object.fromEntries(facts),
			remarks: older > 0 ? [`${older} earlier rows are the history of other runs: only the newest is read`] : []
		};
	}
});
function findDelimiter(header) {
	return header.includes("	") ? "	" : header.includes(",") ? "," : ";";
}
function readTable(text, path) {
	const [header = "", ...lines] = text.split("\n");
	const delimiter = findDelimiter(header);
	const columns = (splitLine(header, delimiter) ?? []).map((name) => name.trim());
	if (new Set(columns).size < columns.length) throw new UserError(`${path} names a column twice`, "Give each metric its own name");
	const rows = lines.flatMap((line, index) => {
		if (line.trim() === "") return [];
		const cells = splitLine(line, delimiter);
		if (cells?.length === columns.length) return [cells.map((cell) => cell.trim())];
		const what = `${path} line ${index + 2} has ${cells?.length ?? "unclosed"} fields, not ${columns.length}`;
		throw new UserError(what, "Write the file again; it may have been cut off");
	});
	if (rows.length === 0) throw new UserError(`${path} has no row`, "Run the benchmark first");
	return {
		columns,
		rows
	};
}
function selectNewest(columns, rows, path) {
	const at = columns.findIndex((name) => times.test(name));
	const stamps = rows.map((row) => parseTime$1(row[at] ?? ""));
	const odd = stamps.findIndex((stamp) => Number.isNaN(stamp));
	if (odd >= 0) {
		const what = at < 0 ? "has no column time" : `line ${odd + 2} has the time ${rows[odd]?.[at]}`;
		throw new UserError(`${path} ${what}`, "Otava needs a column time with dates or seconds since the epoch");
	}
	const latest = Math.max(...stamps);
	const commit = columns.findIndex((name) => commits.test(name));
	const last = rows[stamps.lastIndexOf(latest)];
	const newest = rows.filter((row, index) => commit < 0 ? stamps[index] === latest : row[commit] === last?.[commit]);
	return {
		newest,
		older: rows.length - newest.length
	};
}
function parseTime$1(text) {
	if (/^\d{9,11}(?:\.\d+)?$/.test(text)) return Number(text) * 1e3;
	if (!/^\d{4}[-./]\d\d?[-./]\d\d?/.test(text)) return NaN;
	const [, date = "", hour = "00", rest = ""] = /^(\S{8,10})(?:[ T](\d\d?)(.*))?$/.exec(text) ?? [];
	const [year = "", month = "", day = ""] = date.split(/[-./]/);
	const clock = rest === "" ? ":00:00Z" : rest.replace(/\s+/, "");
	return Date.parse(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${hour.padStart(2, "0")}${clock}`);
}
function readColumn(name, index, rows) {
	const cells = rows.map((row) => row[index] ?? "");
	const samples = cells.map((cell) => cell === "" ? NaN : Number(cell));
	const odd = samples.findIndex((value) => !Number.isFinite(value));
	if (odd >= 0) return {
		name,
		skipped: `${cells[odd] || "an empty cell"} is not a number`
	};
	const { unit, factor, betterWhen } = describeColumn(name);
	if (betterWhen === null) return {
		name,
		skipped: "not judged: its direction is in the configuration of Otava"
	};
	return {
		name,
		metric: {
			name: "value",
			unit,
			betterWhen
		},
		samples,
		factor,
		zero: "skips"
	};
}
function describeColumn(name) {
	const [, printed = ""] = /(?:_|\s*\(|\s*\[)([\w/]+)[)\]]?$/.exec(name) ?? [];
	const { unit, factor } = toBaseUnit(printed);
	const betterWhen = inferDirection(unit);
	if (betterWhen !== null) return {
		unit,
		factor,
		betterWhen
	};
	const isRate = /(?:^|[_ ])(?:throughput|qps|rps|tps)(?:[_ ]|$)/i.test(name);
	const isTime = /(?:^|[_ ])(?:latency|duration|elapsed)(?:[_ ]|$)/i.test(name);
	return {
		unit: "",
		factor: 1,
		betterWhen: isRate ? "higher" : isTime ? "lower" : null
	};
}

// src/adapters/tools/perf-stat.ts
const costs = /^(?:(?:ref-|bus-)?cycles|cpu-cycles|instructions|stalled-cycles-\w+|.*[-_.]miss(?:es)?|(?:page-|minor-|major-)?faults|context-switches|cs|cpu-migrations|migrations|(?:alignment|emulation)-faults)$/i;
const perfStat = createTextReader({
	wants: "the output of perf stat, better with -j",
	isLog: true,
	detect: (head) => {
		const lines = head.split("\n", 200);
		return sectionTitle.test(head) || lines.some((line) => /^\{.*"counter-value" ?: ?"/.test(line) || parseColumns(line) !== null);
	},
	toReadings: (text, path) => {
		const { events, others } = sectionTitle.test(text) ? parseText(text, path) : parseRows(text, path);
		if (events.some(({ interval }, index) => interval < (events[index - 1]?.interval ?? 0))) throw new UserError(`${path} holds the intervals of several runs`, "Pass the output of one run");
		if (events.length === 0) throw new UserError(`${path} has no row of perf stat`, "Run perf stat with -j or -x, and without --metric-only");
		const more = `${others.length} lines are not rows of perf stat, the first is ${formatValue(others[0])}`;
		return {
			tool: "perf stat",
			rows: readEvents(events),
			joins: "runs",
			remarks: others.length > 0 ? [more] : []
		};
	}
});
const sectionTitle = /^ Performance counter stats for /m;
function parseText(text, path) {
	const [, ...sections] = text.split(sectionTitle);
	const titles = sections.map((section) => /^(.*?)(?: \(\d+ runs\))?:?\s*$/m.exec(section)?.[1] ?? "");
	const isOne = new Set(titles).size === 1;
	const others = [];
	return {
		events: sections.flatMap((section, index) => {
			if (!section.includes(" seconds time elapsed")) throw new UserError(`${path} ends before the elapsed time`, "Pass the complete output of perf stat");
			return section.split("\n").flatMap((line, at) => {
				const event = at === 0 ? null : parseTextRow(line, isOne ? {} : { command: titles[index] ?? "" });
				if (at > 0 && !event && !/^\s*(?:#|$)/.test(line)) others.push(line);
				return event ?? [];
			});
		}),
		others
	};
}
function parseTextRow(line, axes) {
	const error = /\( \+- +([\d.,]+)% \)/.exec(line)?.[1];
	const counted = /\(([\d.,]+)%\)\s*$/.exec(line)?.[1];
	const found = /^\s+(<not \w+>|\d\S*)(?: \+- \S+)?\s+(?:([A-Za-z]+) +)?(\S+|time elapsed)(?: \((\w+)\))?\s*$/.exec(line.replace(/#.*$|\( \+- .*$|\([\d.,]+%\)\s*$/, ""));
	const [, printed = "", unit, event = "", former] = found ?? [];
	const value = printed.startsWith("<") ? printed : parseTextNumber(printed, unit === "seconds");
	if (!found || value === null) return null;
	return {
		event,
		axes,
		value,
		unit: unit ?? former ?? "",
		counted: toShare(counted) ?? 100,
		error: toShare(error),
		interval: NaN
	};
}
function toShare(text) {
	return text === void 0 ? null : Number(parseTextNumber(text, true));
}
function parseTextNumber(text, hasNoGroups) {
	const [, whole = "", fraction] = (hasNoGroups ? /^(\d+)[.,](\d+)$/ : /^(\d+|\d{1,3}(?:[.,'’\u00A0\u202F]\d{3})+)(?:[.,](\d{1,2}|\d{4,}))?$/).exec(text) ?? [];
	if (whole === "") return null;
	return `${whole.replaceAll(/\D/g, "")}${fraction === void 0 ? "" : `.${fraction}`}`;
}
function parseRows(text, path) {
	const [lines, events, others] = [
		text.split("\n"),
		[],
		[]
	];
	for (const [index, line] of lines.entries()) {
		const row = line.startsWith("{") ? parseObject(line, `${path} line ${index + 1}`) : parseColumns(line);
		const isOther = !row && line.trim() !== "" && !notEvents.test(line);
		if (index === lines.length - 1 && (isOther || row?.interval)) throw new UserError(`${path} ends inside line ${index + 1}`, "Pass the complete output");
		if (row) events.push(row);
		else if (isOther) others.push(line);
	}
	return {
		events,
		others
	};
}
const notEvents = /^# started on |^\{"?(?:metric-|interval|\}|[\w-]+" : "[^"]*", "(?:aggregate-number|metric))|([,;|\t])\1{3}/;
const places = [
	"cpu",
	"core",
	"cluster",
	"cache",
	"die",
	"socket",
	"node",
	"thread",
	"cgroup"
];
const counterFields = group$2({
	event: name$2,
	...repeat(anything, "counter-value", "interval", ...places),
	...repeat(maybeAmount, "pcnt-running", "variance"),
	unit: maybeText
}).transform((one, context) => {
	const value = String(one["counter-value"]);
	if (!/^(?:-?\d+(?:\.\d+)?|<not \w+>)$/.test(value)) refuse$1(context, one["counter-value"], "a number or <not counted>", { path: ["counter-value"] });
	const found = places.flatMap((place) => {
		const own = one[place];
		return typeof own === "string" || typeof own === "number" ? [[place, own]] : [];
	});
	return {
		event: one.event,
		axes: Object.fromEntries(found),
		value,
		unit: one.unit ?? "",
		counted: one["pcnt-running"] ?? 100,
		error: one.variance,
		interval: Number(one.interval)
	};
});
const counter = choose((raw) => has(raw, "counter-value") ? counterFields : nothing);
const parseObject = (line, file) => read$1(counter, parseJson(line.replace(/,\s*\}\s*$/, "}"), file), file);
const amount = String.raw`(?<value>-?\d+(?:\.\d+)?|<not counted>|<not supported>)`;
const place = String.raw`(?<place>[^\d<\s][^,;|\t]*)`;
function parseColumns(line) {
	const [, separator = ""] = /(?:[\d>])([,;|:\t])/.exec(line) ?? [];
	const s = separator === "|" ? String.raw`\|` : separator;
	if (s === "") return null;
	const head = String.raw`^(?:\s*(?<interval>\d+\.\d{6,9})${s})?(?:${place}${s}(?:\d+${s})?)?`;
	const tail = String.raw`${s}(?<unit>[A-Za-z]*)${s}(?<event>\D.*?)(?:${s}(?<error>[\d.]+)%)?${s}\d+${s}(?<counted>\d+[.]\d\d)(?:${s}.*)?$`;
	const groups = new RegExp(head + amount + tail).exec(line)?.groups;
	if (!groups) return null;
	return {
		event: groups["event"] ?? "",
		axes: groups["place"] === void 0 ? {} : { [describePlace(groups["place"])]: groups["place"] },
		value: groups["value"] ?? "",
		unit: groups["unit"] ?? "",
		counted: Number(groups["counted"]),
		error: groups["error"] === void 0 ? null : Number(groups["error"]),
		interval: Number(groups["interval"])
	};
}
const kinds = [
	[/^CPU\d/, "cpu"],
	[/^S\d+-D\d+-C\d+/, "core"],
	[/^S\d+-D\d+/, "die"],
	[/^S\d/, "socket"],
	[/^N\d/, "node"]
];
const describePlace = (text) => kinds.find(([pattern]) => pattern.test(text))?.[1] ?? "thread";
function readEvents(events) {
	const groups = [...Map.groupBy(events, ({ event, axes }) => JSON.stringify([event, axes])).values()];
	const intervals = Map.groupBy(groups, ([one]) => JSON.stringify(one?.axes));
	return groups.flatMap((group) => {
		const [first] = group;
		if (!first) return [];
		const most = Math.max(...(intervals.get(JSON.stringify(first.axes)) ?? []).map((one) => one.length));
		if (first.interval && group.length < most) {
			const failed = `has ${group.length} of ${most} intervals: the output is cut off`;
			return [{
				name: first.event,
				axes: first.axes,
				failed
			}];
		}
		const missing = group.filter(({ value }) => value.startsWith("<"));
		const reason = missing[0]?.value.slice(1, -1);
		const part = group.length > 1 ? ` in ${missing.length} of ${group.length} rows` : "";
		if (reason !== void 0) return [{
			name: first.event,
			axes: first.axes,
			skipped: `${reason}${part}`
		}];
		return first.interval ? [readEvent(first, group)] : group.map((one) => readEvent(one, [one]));
	});
}
const names = /* @__PURE__ */ new Map([["s", "duration"], ["J", "energy"]]);
const rare = /faults$|switches$|migrations$|^cs$/;
function readEvent({ event, axes, unit: printed, counted, error }, intervals) {
	const key = {
		name: event,
		axes
	};
	const [, inner = event] = /^(?:[\w-]+\/)?([^/:]+)/.exec(event) ?? [];
	const { unit, factor } = toBaseUnit(/^(?:duration|user|system)_time$/.test(inner) ? "ns" : printed);
	const name = names.get(unit) ?? (costs.test(inner) ? "count" : null);
	if (name === null) return {
		...key,
		skipped: "not judged: its direction is unknown"
	};
	const notes = [...intervals.length > 1 ? [`the sum of ${intervals.length} intervals`] : [], ...counted < 100 ? [`scaled: counted ${counted} % of the time`] : []];
	return {
		...key,
		metric: {
			name,
			unit,
			betterWhen: "lower"
		},
		value: intervals.reduce((sum, { value }) => sum + Number(value), 0),
		factor,
		spread: { text: error === null ? null : `± ${error} % (standard error of the mean)` },
		notes,
		zero: rare.test(inner) ? "counts" : "skips"
	};
}

// src/adapters/tools/serving.ts
const loadFields = "backend endpoint_type label tag dataset_name request_rate burstiness max_concurrency num_prompts random_input_len random_output_len random_range_ratio sharegpt_output_len".split(" ");
const loadCounts = /^(?:completed|failed|concurrency|num_\w+|total_(?:input|output|generated)\w*|max_concurrent_requests|best_of)$/;
const requests = group$2({
	model_id: anything,
	completed: amount$1,
	...repeat(maybeAmount, "failed", "num_prompts"),
	errors: listOptional(anything)
});
const servingRun = choose((raw) => requests.transform((run, context) => {
	const own = new Map(Object.entries(isMap(raw) ? raw : {}));
	const named = [
		"model_id",
		"model",
		"backend"
	].find((one) => has(raw, one));
	const load = loadFields.filter((one) => has(raw, one)).map((one) => [one, own.get(one)]);
	const key = {
		name: named === void 0 ? refuse$1(context, void 0, "the name of the model", { path: ["model_id"] }) : readInto(context, name$2, own.get(named), [named]),
		axes: toAxes(load)
	};
	const tool = has(run, "model_id") ? "vllm bench serve" : "SGLang bench_serving";
	const isLabel = (one) => typeof own.get(one) === "string" && ![
		named,
		"date",
		...loadFields
	].includes(one);
	const labels = new Map([...own].filter(([one]) => isLabel(one)));
	const failed = findFailedRequests(run);
	if (failed !== null) return {
		tool,
		labels,
		rows: [{
			...key,
			failed
		}]
	};
	return {
		tool,
		labels,
		rows: [...own].flatMap(([one, value]) => {
			if (typeof value !== "number" || loadFields.includes(one) || loadCounts.test(one)) return [];
			const read = (form, name = one) => readInto(context, form, own.get(name), [name]);
			return readServingFigure(key, one, read);
		})
	};
}));
const servingRuns = choose((root) => Array.isArray(root) ? list(servingRun, "The run measured nothing") : servingRun.transform((one) => [one]));
const benchServe = createTextReader({
	wants: "the JSON of vllm bench serve --save-result or of sglang.bench_serving",
	detect: (head) => /^\s*[[{]/.test(head) && /"completed"\s*:\s*\d/.test(head) && /"request_throughput"\s*:\s*[\d.N]/.test(head) && /"total_input\w*"\s*:/.test(head),
	toReadings: (text, path) => {
		const lines = text.split("\n").filter((line) => line.trim() !== "");
		const isOnePerLine = /^\s*\{.*\}\s*$/.test(lines[0] ?? "");
		const runs = (isOnePerLine ? lines : [text]).flatMap((part, index) => read$1(servingRuns, parseJson(part, path), path, isOnePerLine ? `line ${index + 1}` : ""));
		const tool = [...new Set(runs.map((run) => run.tool))].join(", ");
		const differing = [...new Set(runs.flatMap(({ labels }) => [...labels.keys()]))].filter((name) => new Set(runs.map(({ labels }) => labels.get(name))).size > 1);
		return {
			tool,
			rows: runs.flatMap(({ labels, rows: own }) => {
				const axes = toAxes([...labels].filter(([name]) => differing.includes(name)));
				return own.map((row) => ({
					...row,
					axes: {
						...row.axes,
						...axes
					}
				}));
			}),
			joins: "runs"
		};
	}
});
function findFailedRequests({ completed, failed: reported, ...run }) {
	const errors = run.errors.filter((error) => error !== "" && error !== null);
	const failed = Math.max(reported ?? 0, errors.length);
	const asked = run.num_prompts ?? completed + failed;
	if (failed === 0 && completed >= asked && completed > 0) return null;
	const first = toLine(errors[0]);
	return `${Math.max(failed, asked - completed)} of ${asked} requests failed${first === null ? "" : `, the first: ${first}`}`;
}
function readServingFigure(key, name, read) {
	const [, statistic, quantity = ""] = /^(mean|median|std|max|min|p[\d.]+)_(\w+)_ms$/.exec(name) ?? [];
	if (statistic === void 0) return [readServingRate(key, name, read)];
	if (statistic === "std") return [];
	const isMedian = statistic === "median";
	const metric = {
		name: isMedian ? quantity : `${quantity}_${statistic}`,
		unit: "s",
		betterWhen: "lower"
	};
	const raw = isMedian ? read(listOptional(anything), `${quantity}s`) : [];
	if (raw.length > 0 && raw.every((one) => typeof one === "number")) return [{
		...key,
		metric,
		samples: raw.map(Number),
		zero: "skips"
	}];
	const deviation = read(maybeAmount, `std_${quantity}_ms`);
	const spread = { standardDeviation: deviation === null ? null : deviation / 1e3 };
	return [{
		...key,
		metric,
		value: read(amount$1) / 1e3,
		spread,
		zero: "skips"
	}];
}
function readServingRate(key, name, read) {
	if (name === "duration") return {
		...key,
		metric: {
			name,
			unit: "s",
			betterWhen: "lower"
		},
		value: read(amount$1),
		zero: "skips"
	};
	if (!/_throughput(?:_\w+)?$|_goodput$|_per_s$|^rtfx$/.test(name)) return {
		name,
		skipped: "not judged: its direction is unknown"
	};
	const unit = name === "rtfx" ? "" : name.startsWith("request_") ? "requests/s" : "tokens/s";
	return {
		...key,
		metric: {
			name,
			unit,
			betterWhen: "higher"
		},
		value: read(amount$1),
		zero: "skips"
	};
}
const requestTimes = /latency|^time_to_|^http_req_|^decode_duration$|^network_rtt$|^video_inference_time$/;
const rates = /throughput|goodput|^rtfx$/;
const load = group$2(repeat(anything, "concurrency", "request_rate", "rate"));
const aiperfSummary = group$2({
	...repeat(maybeText, "aiperf_version", "incomplete_reason"),
	...repeat(anything, "schema_version", "was_cancelled", "is_complete"),
	error_summary: listOptional(group$2({
		count: maybeAmount,
		error_details: group$2({ message: maybeText })
	})),
	error_request_count: group$2({ avg: maybeAmount }),
	input_config: group$2({
		...repeat(anything, "model", "model_names", "models", "concurrency", "request_rate"),
		endpoint: group$2({ model_names: anything }),
		loadgen: load,
		perf_analyzer: group$2({ stimulus: load }),
		phases: listOptional(load)
	})
});
const aiperfUnit = group$2({
	unit: shortText,
	std: maybeAmount,
	count: maybeAmount
});
const aiperfMetric = choose((one) => has(one, "unit") ? aiperfUnit.transform((known) => ({
	...known,
	statistics: one
})) : nothing);
const aiperf = createJsonReader({
	wants: "profile_export_aiperf.json of AIPerf or profile_export_genai_perf.json of GenAI-Perf",
	detect: (head) => /^\s*\{/.test(head) && /"request_(?:throughput|latency|count)"\s*:\s*\{\s*"(?:unit|avg)"/.test(head) && !/"(?:timeslices|metrics)"\s*:/.test(head),
	schema: choose((root) => aiperfSummary.transform((run, context) => ({
		run,
		metrics: readInto(context, index(aiperfMetric), root, [])
	}))),
	toReadings: ({ run, metrics }, path) => {
		const isAiperf = has(run, "schema_version") || has(run, "was_cancelled");
		const key = {
			name: "requests",
			axes: toAxes(readAiperfLoad(run.input_config))
		};
		const failed = findAiperfFault(run);
		const rows = [...metrics].flatMap(([tag, metric]) => metric ? readAiperfMetric(key, tag, metric) : []);
		if (rows.length === 0) throw createError(path, "", run, "metrics with a unit and statistics");
		return {
			tool: isAiperf ? ["AIPerf", run.aiperf_version] : "GenAI-Perf",
			rows: failed === null ? rows : [{
				...key,
				failed
			}]
		};
	}
});
function readAiperfLoad({ endpoint, models, phases, ...config }) {
	const { loadgen, perf_analyzer: analyzer } = config;
	const phase = phases.at(-1);
	const listed = isMap(models) ? models["items"] : void 0;
	const found = {
		model: [
			endpoint.model_names,
			config.model_names,
			listed,
			models,
			config.model
		],
		concurrency: [
			phase,
			loadgen,
			analyzer.stimulus,
			config
		].map((part) => part?.concurrency),
		request_rate: [
			phase?.rate,
			loadgen.request_rate,
			analyzer.stimulus.request_rate,
			config.request_rate
		]
	};
	return Object.entries(found).flatMap(([name, values]) => {
		const value = values.find((one) => !isAbsent(one));
		if (value === void 0) return [];
		const [first = value] = Array.isArray(value) && value.length === 1 ? value : [];
		return [[name, first !== value && has(first, "name") ? first["name"] : first]];
	});
}
function findAiperfFault(run) {
	if (run.was_cancelled === true) return "the run was cancelled";
	if (run.is_complete === false) return `the run is not complete: ${run.incomplete_reason ?? "no reason given"}`;
	const counted = run.error_summary.reduce((sum, { count }) => sum + (count ?? 1), 0);
	const failed = Math.max(run.error_request_count.avg ?? 0, counted);
	const first = run.error_summary[0]?.error_details.message ?? null;
	return failed === 0 ? null : `${failed} requests failed${first === null ? "" : `, the first: ${first}`}`;
}
function readAiperfMetric(key, tag, metric) {
	const { unit, factor } = toBaseUnit(metric.unit);
	const betterWhen = rates.test(tag) ? "higher" : unit === "s" && requestTimes.test(tag) ? inferDirection(unit) : null;
	if (betterWhen === null) return [{
		name: tag,
		skipped: "not judged: it describes the load, or its direction is unknown"
	}];
	const spread = {
		standardDeviation: metric.std,
		count: metric.count
	};
	const statistics = Object.entries(metric.statistics).filter(([name, value]) => /^(?:avg|min|max|p[\d.]+)$/.test(name) && value !== null);
	return statistics.map(([statistic, value]) => {
		const name = statistics.length === 1 ? tag : `${tag}_${statistic}`;
		if (typeof value !== "number" || !Number.isFinite(value)) return {
			name,
			skipped: `${String(value)} is not a finite number`
		};
		return {
			...key,
			metric: {
				name,
				unit,
				betterWhen
			},
			value,
			factor,
			spread,
			zero: "skips"
		};
	});
}

// src/adapters/smi/gpu-metrics-log.ts
const milliwattsFrom = 2e3;
function parseGpuMetricsLog(text) {
	if (!isGpuMetricsLog(text)) return null;
	const log = new GpuLogRows();
	const distinct = /* @__PURE__ */ new Map();
	for (const line of splitBoundedLines(text)) {
		const row = log.read(line);
		if (row) distinct.set(formatKey(row), row);
	}
	const rows = [...distinct.values()];
	const impossible = new ImpossibleValues();
	const amounts = log.isOurs ? [] : rows.flatMap(({ powerWatts }) => powerWatts || []);
	const milliwatts = amounts.every((amount) => amount >= milliwattsFrom) ? amounts.length : 0;
	const readings = shareCapacities(sortByTime((milliwatts > 0 ? rows.map((row) => ({
		...row,
		powerWatts: row.powerWatts && row.powerWatts / 1e3
	})) : rows).map((row) => impossible.drop(row))));
	const problems = [...listProblems$2(log, rows), ...impossible.list()];
	if (milliwatts > 0) problems.push(`power of ${milliwatts} rows was in milliwatts instead of watts`);
	return {
		readings,
		problems
	};
}
function shareCapacities(readings) {
	const fullest = /* @__PURE__ */ new Map();
	for (const reading of readings) {
		const known = fullest.get(reading.gpu);
		if (reading.memoryTotalBytes !== null && (reading.memoryUsedBytes ?? 0) > (known?.memoryUsedBytes ?? -1)) fullest.set(reading.gpu, reading);
	}
	return readings.map((reading) => ({
		...reading,
		memoryTotalBytes: fullest.get(reading.gpu)?.memoryTotalBytes ?? null
	}));
}
function mergeGpuMetricsLogs(logs) {
	return {
		readings: sortByTime([...new Map(logs.flatMap((log) => log.readings).map((reading) => [formatKey(reading), reading])).values()]),
		problems: [...new Set(logs.flatMap((log) => log.problems))]
	};
}
function listProblems$2({ isFallback, broken, promised }, rows) {
	const problems = [];
	if (isFallback) problems.push("the log was written without nvitop, so its GPU utilization of 0 means unavailable");
	if (broken > 0) problems.push(`${broken} incomplete rows of the log were skipped`);
	for (const [gpu, samples] of promised) {
		const found = rows.filter((row) => row.gpu === gpu).length;
		if (found < samples) problems.push(`the footer counts ${samples} samples of GPU ${gpu}, but the log has only ${found} rows`);
	}
	return problems;
}
function formatKey({ gpu, timeMs, stage }) {
	return `${gpu} ${timeMs} ${stage ?? ""}`;
}
function sortByTime(readings) {
	return readings.toSorted((one, other) => one.timeMs - other.timeMs || one.gpu - other.gpu);
}
const gpuMetrics = createRunReader({
	wants: "the gpu_metrics_*.log files of a run",
	detect: isGpuMetricsLog,
	toReadings: async (files) => {
		const { readings, problems } = mergeGpuMetricsLogs(await parseEach(files, (text, path) => {
			const log = parseGpuMetricsLog(text);
			if (log && log.readings.length > 0) return log;
			throw new UserError(`${path} ${log ? "has no sample" : "is not a log of GPU metrics"}`, "Pass the gpu_metrics_*.log of a run");
		}));
		return {
			tool: "gpu_metrics log",
			gpuReadings: readings,
			problems
		};
	}
});

// src/adapters/smi/monitor-logs.ts
const smiHeader = /^[a-z][\w.]*(?: \[[A-Za-z%]+\])?$/;
const smiQuantity = /^(?:utilization\.gpu|memory\.used|power\.draw|temperature\.gpu|clocks\.)/;
const smiUnits = [
	[/^utilization\./, "%"],
	[/^memory\./, "MiB"],
	[/^power\./, "W"],
	[/^clocks\.(?:sm|mem)$/, "MHz"]
];
const leastStepBackMs = 5e3;
const printedNames = /* @__PURE__ */ new Map([
	["clocks.current.sm", "clocks.sm"],
	["clocks.current.memory", "clocks.mem"],
	["retired_pages.single_bit_ecc.count", "retired_pages.sbe"],
	["retired_pages.double_bit.count", "retired_pages.dbe"],
	["gpu_uuid", "uuid"],
	["gpu_bus_id", "pci.bus_id"]
]);
const identities = [
	"index",
	"uuid",
	"pci.bus_id",
	"serial",
	"gpu_serial"
];
const nvidiaSmi = createTextReader({
	wants: "the output of nvidia-smi --query-gpu=timestamp,index,… --format=csv, with its header",
	isLog: true,
	detect: (head) => head.trimStart().split("\n", 5).map(splitCells).some((cells) => cells.length > 1 && isSmiHeader(cells)),
	toReadings: (text, path) => {
		const { rows, broken, fields } = parseSmiRows(text, path);
		const [odd] = broken;
		if (rows.length === 0) throw new UserError(`${path} has no complete row${odd === void 0 ? "" : `, such as ${formatValue(odd)}`}`, "A row has a time such as 2026/01/31 14:00:00.123 and as many cells as the header; let the monitor run longer");
		const problems = [
			...describeBroken(broken),
			...describeStepBack(rows),
			...listSilentColumns(rows)
		];
		const ignored = fields.filter((name) => !readFields.has(name) && !identities.includes(name));
		if (ignored.length > 0) problems.push(`columns without a quantity that is read: ${ignored.join(", ")}`);
		return finishLog("nvidia-smi", readSmiRows(rows, path, problems), problems);
	}
});
function describeBroken(lines) {
	const [first] = lines;
	return first === void 0 ? [] : [`lines that are no complete rows: ${lines.length}, such as ${formatValue(first.trim())}`];
}
function describeStepBack(rows) {
	const steps = rows.slice(1).map(({ timeMs }, index) => (rows[index]?.timeMs ?? timeMs) - timeMs);
	const longest = Math.max(0, ...steps);
	if (longest < leastStepBackMs) return [];
	return [`the times of the log go back by ${Math.round(longest / 1e3)} s after row ${steps.indexOf(longest) + 1}: a clock was set, or it holds several runs`];
}
function listSilentColumns(rows) {
	const silent = /* @__PURE__ */ new Map();
	const heard = /* @__PURE__ */ new Set();
	for (const { fields, cells } of rows) for (const [index, name] of fields.entries()) {
		const cell = cells[index] ?? "";
		if (parseAmount$1(cell) !== null || cell.startsWith("0x")) heard.add(name);
		else if (smiQuantity.test(name) || Object.hasOwn(dcgmColumns, name)) silent.set(name, cell);
	}
	const never = [...silent].filter(([name]) => !heard.has(name));
	const [first] = never;
	return first === void 0 ? [] : [`no row has a value of ${never.map(([name]) => name).join(", ")}, such as ${formatValue(first[1])}`];
}
function parseSmiRows(text, path) {
	const [rows, broken] = [[], []];
	let fields = [];
	const lines = text.split("\n");
	for (const [index, line] of lines.entries()) {
		const cells = splitCells(line);
		if (line.trim() === "") continue;
		if (isSmiHeader(cells)) {
			fields = cells.map((cell) => parseColumn(cell, path));
			if (!fields.includes("timestamp")) throw new UserError(`${path} has no column timestamp`, "Add timestamp and index to --query-gpu");
		} else if (fields.length === 0) broken.push(line);
		else {
			const timeMs = parseStamp(cells[fields.indexOf("timestamp")] ?? "");
			if (cells.length === fields.length && !Number.isNaN(timeMs) && index < lines.length - 1) rows.push({
				fields,
				cells,
				timeMs
			});
			else broken.push(line);
		}
	}
	if (fields.length === 0) throw new UserError(`${path} has no header, so its columns are unknown`, "Run nvidia-smi with --format=csv or csv,nounits, not noheader");
	return {
		rows,
		broken,
		fields
	};
}
function parseColumn(cell, path) {
	const [, printed = "", unit] = /^(\S+)(?: \[(.*)\])?$/.exec(cell) ?? [];
	const name = printedNames.get(printed) ?? printed;
	const expected = smiUnits.find(([names]) => names.test(name))?.[1];
	if (unit === void 0 || expected === void 0 || unit === expected) return name;
	throw new UserError(`${path}: ${printed} is in ${unit}, not in ${expected}`, "Pass the log as nvidia-smi wrote it");
}
function parseStamp(stamp) {
	const [, day = "", time = ""] = /^(\d{4}\/\d\d\/\d\d) (\d\d:\d\d:\d\d(?:\.\d{3})?)$/.exec(stamp) ?? [];
	return Date.parse(`${day.replaceAll("/", "-")}T${time}Z`);
}
const readFields = new Set(readingFields.flat());
function splitCells(line) {
	return line.split(",").map((cell) => cell.trim());
}
function isSmiHeader(cells) {
	return cells.every((cell) => smiHeader.test(cell)) && cells.some((cell) => smiQuantity.test(cell));
}
function readSmiRows(rows, path, problems) {
	const identity = identities.find((name) => rows.every(({ fields }) => fields.includes(name)));
	const known = [];
	if (identity === void 0) requireOneGpu(rows, path);
	const readings = rows.flatMap(({ fields, cells, timeMs }) => {
		const id = identity === void 0 ? "" : cells[fields.indexOf(identity)] ?? "";
		if (identity === "index") return parseReadingLine(cells.join(","), fields, timeMs) ?? [];
		if (!known.includes(id)) known.push(id);
		return parseReadingLine([known.indexOf(id), ...cells].join(","), ["index", ...fields], timeMs) ?? [];
	});
	if (readings.length < rows.length) problems.push(`${rows.length - readings.length} rows have no index of a GPU`);
	if (identity === void 0) problems.push("no column tells GPUs apart; the rows are read as GPU 0");
	else if (identity !== "index") problems.push(`GPUs are numbered as they appear: ${known.map((id, gpu) => `${gpu} is ${id}`).join(", ")}`);
	return readings.map((reading) => ({
		...reading,
		stage: null
	}));
}
function requireOneGpu(rows, path) {
	const pauses = rows.slice(1).map(({ timeMs }, index) => timeMs - (rows[index]?.timeMs ?? 0));
	const longest = Math.max(0, ...pauses);
	const short = pauses.filter((pause) => pause < Math.min(50, longest / 10)).length;
	if (short > 0 && short >= (rows.length - 1) / 3) throw new UserError(`${path} has several rows per sample, and no column tells GPUs apart`, "Add index to --query-gpu");
}
const dcgmColumns = {
	GPUTL: ["utilizationPercent", 1],
	FBUSD: ["memoryUsedBytes", 2 ** 20],
	FBTTL: ["memoryTotalBytes", 2 ** 20],
	POWER: ["powerWatts", 1],
	SMCLK: ["smClockMhz", 1],
	MMCLK: ["memoryClockMhz", 1],
	TMPTR: ["temperatureCelsius", 1],
	SMACT: ["smUtilization", 1],
	SMOCC: ["smOccupancy", 1],
	TENSO: ["tensorActivity", 1],
	DRAMA: ["dramBandwidthUtilization", 1],
	PCIRX: ["pcieReceiveBytesPerSecond", 1],
	PCITX: ["pcieSendBytesPerSecond", 1],
	NVLRX: ["nvlinkReceiveBytesPerSecond", 1],
	NVLTX: ["nvlinkSendBytesPerSecond", 1]
};
const dcgmHeader = /^#\s*Entity(?:Id)?[\s,]+(\S.*)$/;
const dcgm = createTextReader({
	wants: "the output of dcgmi dmon -e FIELDS",
	isLog: true,
	detect: (head) => dcgmHeader.test(head.trimStart().split("\n")[0] ?? ""),
	toReadings: (text, path) => {
		const { readings, columns, rows, broken, slices } = parseDcgmRows(text);
		if (readings.length === 0) throw new UserError(`${path} has no complete row of a GPU${broken[0] === void 0 ? "" : `, such as ${formatValue(broken[0])}`}`, "Pass the output of dcgmi dmon -e 203,252,155");
		const ignored = columns.filter((name) => !Object.hasOwn(dcgmColumns, name));
		return finishLog("dcgmi dmon", readings, [
			"the log has no times: its samples count as one second apart",
			...describeBroken(broken),
			...listSilentColumns(rows),
			...slices > 0 ? [`${slices} rows of slices of a GPU (MIG) are not read`] : [],
			...ignored.length > 0 ? [`columns without a quantity that is read: ${ignored.join(", ")}`] : []
		]);
	}
});
function parseDcgmRows(text) {
	const samples = /* @__PURE__ */ new Map();
	const rows = {
		readings: [],
		columns: [],
		rows: [],
		broken: [],
		slices: 0
	};
	const lines = text.split("\n");
	for (const [index, line] of lines.entries()) {
		rows.columns = (dcgmHeader.exec(line.trim())?.[1])?.split(/[\s,]+/) ?? rows.columns;
		if (/^\s*(?:#|$|Id\b)/i.test(line)) continue;
		const row = index < lines.length - 1 ? parseDcgmRow(line) : null;
		if (row?.isSlice) rows.slices += 1;
		else if (row?.cells.length !== rows.columns.length) rows.broken.push(line);
		else {
			const sample = samples.get(row.gpu) ?? 0;
			samples.set(row.gpu, sample + 1);
			rows.rows.push({
				fields: rows.columns,
				cells: row.cells
			});
			rows.readings.push(readDcgmRow(row.gpu, sample * 1e3, rows.columns, row.cells));
		}
	}
	return rows;
}
function parseDcgmRow(line) {
	const [, kind = "GPU", id, rest = ""] = /^\s*(?:(GPU(?:-C?I)?)[\s,]+)?(\d+)[\s,]+(.*)$/.exec(line) ?? [];
	return id === void 0 ? null : {
		gpu: Number(id),
		cells: rest.trim().split(/[\s,]+/),
		isSlice: kind !== "GPU"
	};
}
function readDcgmRow(gpu, timeMs, columns, cells) {
	const found = columns.flatMap((name, index) => {
		const [quantity, factor] = Object.hasOwn(dcgmColumns, name) && dcgmColumns[name] || [];
		const amount = parseAmount$1(cells[index] ?? "");
		return quantity === void 0 || factor === void 0 || amount === null ? [] : [[quantity, amount * factor]];
	});
	return {
		...createUnavailableReading(gpu, timeMs),
		stage: null,
		...Object.fromEntries(found)
	};
}
function finishLog(tool, readings, problems) {
	const impossible = new ImpossibleValues();
	return {
		tool,
		gpuReadings: readings.map((reading) => impossible.drop(reading)).toSorted((one, other) => one.timeMs - other.timeMs || one.gpu - other.gpu),
		problems: [...problems, ...impossible.list()]
	};
}

// src/adapters/trace/trace-accumulator.ts
const mostSeen = 20;
const mostActivities = 2 ** 22;
const mostNames = 2e4;
const mostRegions = 1e3;
const mostRegionSamples = 1e4;
const mostNameCharacters = 64 * 2 ** 20;
const otherNames = "(further names)";
const longestMicros = 6048e8;
const gpuKinds = /* @__PURE__ */ new Map([
	["kernel", true],
	["Kernel", true],
	["gpu_memcpy", false],
	["Memcpy", false],
	["gpu_memset", false],
	["Memset", false]
]);
const regionKind = "user_annotation";
const shadows = [
	"Trace",
	"overhead",
	"gpu_user_annotation"
];
const launchKind = /^(?:[a-z\d]{1,20}_)?(?:runtime|driver)$/i;
const kernelLaunch = /launch\w{0,20}kernel|kernel_?launch|graph_?launch/i;
const copyCall = /mem(?:cpy|set)/i;
const captureEdge = /stream(begin|end)capture/i;
const otherKinds = [
	"cpu_op",
	"Operator",
	"python_function",
	"cuda_sync",
	"cpu_instant_event"
];
var TraceAccumulator = class {
	file;
	gpus = /* @__PURE__ */ new Map();
	launches = new Launches();
	names = [];
	regions = /* @__PURE__ */ new Map();
	stages = new RegionAccumulator();
	startMicros = Number.POSITIVE_INFINITY;
	endMicros = Number.NEGATIVE_INFINITY;
	events = 0;
	damaged = 0;
	damagedActivities = 0;
	known = 0;
	unknownKinds = /* @__PURE__ */ new Set();
	unknownCalls = /* @__PURE__ */ new Set();
	processes = /* @__PURE__ */ new Set();
	hasCopyCalls = false;
	regionsLeftOut = 0;
	#toPath;
	#positions = /* @__PURE__ */ new Map();
	#activities = 0;
	#nameCharacters = 0;
	constructor(file, toPath) {
		this.file = file;
		this.#toPath = toPath;
	}
	add(value, index) {
		this.events += 1;
		const fields = toFields(value);
		const { ph, cat: kind, ts: startMicros, dur: durationMicros } = fields;
		if (ph !== "X") return gpuKinds.has(kind) ? this.#addDamaged({
			fields,
			index
		}) : void 0;
		if (isKnownKind(kind)) this.known += 1;
		if (shadows.includes(kind)) return;
		if (!(typeof startMicros === "number" && typeof durationMicros === "number") || !Number.isFinite(startMicros) || !(durationMicros >= 0 && durationMicros <= 6048e8)) return this.#addDamaged({
			fields,
			index
		});
		this.startMicros = Math.min(this.startMicros, startMicros);
		this.endMicros = Math.max(this.endMicros, startMicros + durationMicros);
		this.#addWork({
			fields,
			index,
			startMicros,
			durationMicros
		});
	}
	#addDamaged(event) {
		const { cat: kind } = event.fields;
		this.damaged += 1;
		if (gpuKinds.has(kind)) this.damagedActivities += 1;
		if (kind === regionKind) this.stages.add(this.#readRegionName(event), NaN, null);
	}
	#addWork(work) {
		const { cat: kind, args } = work.fields;
		const isKernel = gpuKinds.get(kind);
		if (isKernel !== void 0) this.#addActivity(work, isKernel);
		else if (typeof kind === "string" && launchKind.test(kind)) this.#addLaunch(work);
		else if (kind === regionKind) this.#addRegion(work);
		else if (!otherKinds.includes(kind)) this.#addUnknown(String(kind).slice(0, 40), toFields(args));
	}
	#addUnknown(kind, args) {
		const kinds = "stream" in args || "device" in args ? this.unknownKinds : "correlation" in args ? this.unknownCalls : null;
		if (kinds && kinds.size < mostSeen) kinds.add(kind);
	}
	#addActivity(work, isKernel) {
		const { fields, startMicros, durationMicros } = work;
		this.#activities += 1;
		if (this.#activities > mostActivities) throw new UserError(`${this.file} has more than ${mostActivities} kernels and copies`, "Profile fewer steps");
		const args = toFields(fields["args"]);
		const { correlation } = args;
		const readIndex = (inArgs, own) => {
			const [path, value] = inArgs in args ? [`args.${inArgs}`, args[inArgs]] : [own, fields[own]];
			if (isBelow(value, 0, 2 ** 32)) return value;
			throw this.#createError(work, path, value, "the number of a GPU or stream");
		};
		const own = openEntry(this.gpus, readIndex("device", "pid"), mostActivities, () => {
			const [starts, ends, correlations] = [
				new NumberColumn(),
				new NumberColumn(),
				new NumberColumn()
			];
			return {
				starts,
				ends,
				correlations,
				names: new NumberColumn(),
				streams: new NumberColumn(),
				owners: /* @__PURE__ */ new Set()
			};
		});
		if (!own) return;
		if (own.owners.size < mostSeen) own.owners.add(fields["pid"]);
		own.starts.push(startMicros);
		own.ends.push(startMicros + durationMicros);
		own.correlations.push(isBelow(correlation, 1, idRange) ? correlation : 0);
		own.streams.push(readIndex("stream", "tid"));
		own.names.push(this.#addName(work, isKernel));
	}
	#createError({ index }, path, value, expected) {
		return createError(this.file, `${this.#toPath(index)}.${path}`, value, expected);
	}
	#addName(work, isKernel) {
		const { name: given } = work.fields;
		if (typeof given !== "string") throw this.#createError(work, "name", given, "a name");
		const name = (this.names.length >= mostNames || this.#nameCharacters + given.length > mostNameCharacters) && !this.#positions.has(given) ? otherNames : given;
		const position = this.#positions.get(name) ?? this.names.length;
		const total = this.names[position] ?? {
			name: name.replaceAll(/\p{Cc}+/gu, " "),
			isKernel,
			calls: 0,
			micros: 0
		};
		if (position === this.names.length) {
			this.#positions.set(name, position);
			this.#nameCharacters += name.length;
			this.names.push(total);
		}
		total.calls += 1;
		total.micros += work.durationMicros;
		return position;
	}
	#addLaunch({ fields, startMicros }) {
		const [{ correlation }, name] = [toFields(fields["args"]), String(fields["name"])];
		const [, edge] = captureEdge.exec(name) ?? [];
		if (edge !== void 0) this.launches.addCapture(startMicros, edge.toLowerCase() === "begin");
		if (copyCall.test(name)) this.hasCopyCalls = true;
		const isKernel = kernelLaunch.test(name);
		if (isKernel && this.processes.size < mostSeen) this.processes.add(fields["pid"]);
		if (isBelow(correlation, 1, idRange)) this.launches.add(correlation, startMicros, isKernel);
	}
	#addRegion(work) {
		const { startMicros, durationMicros } = work;
		const region = this.#readRegionName(work);
		this.stages.add(region, startMicros / 1e6, (startMicros + durationMicros) / 1e6);
		const samples = openEntry(this.regions, region, mostRegions, () => []);
		if (samples && samples.length < mostRegionSamples) samples.push(durationMicros);
		else this.regionsLeftOut += 1;
	}
	#readRegionName(event) {
		const { name: given } = event.fields;
		const name = toLine(given);
		if (name === null) throw this.#createError(event, "name", given, "a name");
		return name.replace(/^(ProfilerStep)#\d+$/, "$1");
	}
};
function toFields(value) {
	return isMap(value) ? value : {};
}
function isBelow(value, least, limit) {
	return typeof value === "number" && Number.isInteger(value) && value >= least && value < limit;
}
function isKnownKind(kind) {
	return gpuKinds.has(kind) || shadows.includes(kind) || otherKinds.includes(kind) || kind === regionKind || typeof kind === "string" && launchKind.test(kind);
}
const idRange = 2 ** 31;
const indexRange = 2 ** 22;
var Launches = class {
	#keys = new NumberColumn();
	#starts = new NumberColumn();
	#areKernels = new NumberColumn();
	#captures = {
		begins: new NumberColumn(),
		ends: new NumberColumn()
	};
	#found = /* @__PURE__ */ new Set();
	#sorted = null;
	add(id, startMicros, isKernel) {
		if (this.#keys.length >= indexRange) return;
		this.#keys.push(id * indexRange + this.#keys.length);
		this.#starts.push(startMicros);
		this.#areKernels.push(Number(isKernel));
	}
	addCapture(startMicros, isStart) {
		this.#captures[isStart ? "begins" : "ends"].push(startMicros);
	}
	findStart(id) {
		this.#sorted ??= this.#keys.toSorted();
		const key = this.#sorted[countBefore(this.#sorted, id * indexRange)];
		if (key === void 0 || Math.floor(key / indexRange) !== id) return null;
		this.#found.add(id);
		return this.#starts.get(key % indexRange);
	}
	countFaults() {
		const [begins, ends] = [this.#captures.begins.toSorted(), this.#captures.ends.toSorted()];
		let [lost, shared, latest] = [
			0,
			0,
			0
		];
		for (const key of this.#keys.toSorted()) {
			const [id, index] = [Math.floor(key / indexRange), key % indexRange];
			const start = this.#starts.get(index);
			if (this.#areKernels.get(index) === 0 || countBefore(begins, start) > countBefore(ends, start)) continue;
			if (id === latest) shared += 1;
			else if (!this.#found.has(id)) lost += 1;
			latest = id;
		}
		return {
			lost,
			shared
		};
	}
};
function countBefore(sorted, bound) {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = low + high >>> 1;
		if ((sorted[middle] ?? 0) < bound) low = middle + 1;
		else high = middle;
	}
	return low;
}
const blockLength = 2 ** 16;
var NumberColumn = class {
	#blocks = [];
	length = 0;
	push(value) {
		const offset = this.length % blockLength;
		if (offset === 0) this.#blocks.push(new Float64Array(blockLength));
		const block = this.#blocks.at(-1);
		if (block) block[offset] = value;
		this.length += 1;
	}
	get(index) {
		return this.#blocks[Math.floor(index / blockLength)]?.[index % blockLength] ?? NaN;
	}
	toSorted() {
		return Float64Array.from({ length: this.length }, (_, index) => this.get(index)).toSorted();
	}
};

// src/adapters/trace/trace-figures.ts
const busyShare = {
	name: "gpu_busy_share",
	unit: "share",
	betterWhen: "higher"
};
const hostBoundShare = {
	name: "host_bound_share",
	unit: "share",
	betterWhen: "lower"
};
const idleTime = {
	name: "gpu_idle_time",
	unit: "s",
	betterWhen: "lower"
};
const kernelTime = {
	name: kernelTimeName,
	unit: "s",
	betterWhen: "lower"
};
const kernelsTime = {
	name: "kernels",
	unit: "s",
	betterWhen: "lower"
};
const copiesTime = {
	name: "copies",
	unit: "s",
	betterWhen: "lower"
};
const shownKernels = 20;
const microsPerSecond = 1e6;
function computeTraceFigures(accumulator, rank = null) {
	const windowMicros = accumulator.endMicros - accumulator.startMicros;
	if (!(windowMicros > 0)) return null;
	const swept = [...accumulator.gpus].toSorted(([one], [other]) => one - other).map(([gpu, activities]) => sweepGpu(accumulator, gpu, activities));
	const doubts = listGpuDoubts(accumulator);
	const windowSeconds = windowMicros / microsPerSecond;
	const whole = {
		rank,
		windowSeconds,
		events: accumulator.events
	};
	if (doubts.length > 0 || swept.length === 0) {
		const unknown = {
			gpus: [],
			streams: [],
			topKernels: [],
			kernelSeconds: null,
			copySeconds: null
		};
		return {
			trace: {
				...whole,
				...unknown
			},
			kernels: [],
			doubts
		};
	}
	const { kernels = [], copies = [] } = Object.groupBy(accumulator.names, ({ isKernel }) => isKernel ? "kernels" : "copies");
	const byTime = listKernels(kernels);
	const isCopyLost = copies.length === 0 && accumulator.hasCopyCalls;
	return {
		trace: {
			...whole,
			gpus: swept.map(({ gpu, total: { busySeconds, idle } }) => ({
				gpu,
				busySeconds,
				busyShare: busySeconds / windowSeconds,
				hostBoundShare: idle.withoutLaunch > 0 ? null : idle.hostSeconds / windowSeconds,
				idle
			})),
			streams: swept.flatMap(({ streams }) => streams),
			topKernels: byTime.slice(0, shownKernels),
			kernelSeconds: kernels.length > 0 ? sumMicros(kernels) / microsPerSecond : null,
			copySeconds: isCopyLost ? null : sumMicros(copies) / microsPerSecond
		},
		kernels: byTime,
		doubts
	};
}
function listGpuDoubts({ gpus, launches, processes, unknownKinds, ...found }) {
	const { lost, shared } = launches.countFaults();
	const sharedGpus = [...gpus].flatMap(([gpu, { owners }]) => owners.size > 1 ? [gpu] : []);
	return [
		[found.damagedActivities, "kernels and copies have no usable time"],
		[lost, "launches have no kernel in the trace: their records were lost, or they ran outside of the profiled steps"],
		[processes.size > 1 ? processes.size : 0, "processes launched kernels; pass the trace of one rank"],
		[shared, "launches have the correlation of another one, as in merged traces of several ranks"],
		[sharedGpus.length, "GPUs belong to several processes of a merged trace"],
		[unknownKinds.size, `categories of GPU events are not known (${[...unknownKinds].join(", ")})`]
	].flatMap(([count, reason]) => count > 0 ? [`no figures of the GPUs: ${count} ${reason}`] : []);
}
function sweepGpu(accumulator, gpu, { starts, ends, ...own }) {
	const total = new IdleSweep(accumulator.startMicros);
	const byStream = /* @__PURE__ */ new Map();
	for (const row of sortRows(starts)) {
		const stream = own.streams.get(row);
		const sweep = byStream.get(stream) ?? new IdleSweep(accumulator.startMicros);
		byStream.set(stream, sweep);
		const activity = {
			startMicros: starts.get(row),
			endMicros: ends.get(row),
			launchMicros: accumulator.launches.findStart(own.correlations.get(row)),
			name: accumulator.names[own.names.get(row)]?.name ?? ""
		};
		total.add(activity);
		sweep.add(activity);
	}
	const streams = [...byStream].toSorted(([one], [other]) => one - other);
	return {
		gpu,
		total: total.summarize(),
		streams: streams.map(([stream, one]) => ({
			gpu,
			stream,
			...one.summarize()
		}))
	};
}
function sortRows(starts) {
	const rows = new Uint32Array(starts.length).map((_, row) => row);
	return rows.every((row) => row === 0 || starts.get(row) >= starts.get(row - 1)) ? rows : rows.toSorted((one, other) => starts.get(one) - starts.get(other) || one - other);
}
function listKernels(kernels) {
	const allMicros = sumMicros(kernels);
	return kernels.toSorted((one, other) => other.micros - one.micros || (one.name < other.name ? -1 : 1)).map(({ name, calls, micros }) => {
		return {
			name,
			calls,
			seconds: micros / microsPerSecond,
			share: allMicros > 0 ? micros / allMicros : 0
		};
	});
}
function sumMicros(names) {
	return names.reduce((sum, { micros }) => sum + micros, 0);
}
function buildGpuRows({ gpus, kernelSeconds, copySeconds }) {
	return [
		...listRow(kernelsTime, kernelSeconds),
		...listRow(copiesTime, copySeconds),
		...gpus.flatMap(({ gpu, ...one }) => [
			...listRow(busyShare, one.busyShare, { gpu }),
			...listRow(hostBoundShare, one.hostBoundShare, { gpu }),
			...listRow(idleTime, one.idle.seconds, { gpu })
		])
	];
}
function listRow(metric, value, axes = {}) {
	return value === null ? [] : [{
		name: "trace",
		axes,
		metric,
		value,
		zero: "counts"
	}];
}
function buildKernelRows({ kernels }) {
	return kernels.map(({ name, calls, seconds }) => ({
		name,
		metric: kernelTime,
		value: seconds,
		iterations: calls
	}));
}
const shownGaps = 5;
const longestHandoverMicros = 5;
var IdleSweep = class {
	#originMicros;
	#sums = {
		busy: 0,
		host: 0,
		kernel: 0,
		other: 0,
		gaps: 0,
		withoutLaunch: 0
	};
	#longest = [];
	#reachedMicros = null;
	constructor(originMicros) {
		this.#originMicros = originMicros;
	}
	add(activity) {
		const { startMicros, endMicros } = activity;
		const reached = this.#reachedMicros ?? startMicros;
		if (startMicros > reached) this.#addGap(activity, reached);
		this.#sums.busy += Math.max(0, endMicros - Math.max(startMicros, reached));
		this.#reachedMicros = Math.max(reached, endMicros);
	}
	#addGap({ startMicros, launchMicros, name }, reached) {
		const [sums, gapMicros] = [this.#sums, startMicros - reached];
		sums.gaps += 1;
		if (launchMicros === null) sums.withoutLaunch += 1;
		if (launchMicros !== null && launchMicros > reached) sums.host += gapMicros;
		else if (launchMicros !== null && gapMicros <= longestHandoverMicros) sums.kernel += gapMicros;
		else sums.other += gapMicros;
		const seconds = gapMicros / microsPerSecond;
		if (this.#longest.length >= shownGaps && seconds <= (this.#longest.at(-1)?.seconds ?? 0)) return;
		const gap = {
			startSeconds: (reached - this.#originMicros) / microsPerSecond,
			seconds,
			before: name
		};
		this.#longest = [...this.#longest, gap].toSorted((one, other) => other.seconds - one.seconds).slice(0, shownGaps);
	}
	summarize() {
		const { busy, host, kernel, other, gaps, withoutLaunch } = this.#sums;
		const idle = {
			seconds: (host + kernel + other) / microsPerSecond,
			hostSeconds: host / microsPerSecond,
			kernelSeconds: kernel / microsPerSecond,
			otherSeconds: other / microsPerSecond,
			withoutLaunch,
			gaps,
			longest: this.#longest
		};
		return {
			busySeconds: busy / microsPerSecond,
			idle
		};
	}
};

// src/adapters/trace/json-list-scan.ts
const [quote, backslash, comma, colon] = [
	"\"",
	"\\",
	",",
	":"
].map((text) => text.charCodeAt(0));
const [openBrace, closeBrace, openBracket, closeBracket] = [
	"{",
	"}",
	"[",
	"]"
].map((text) => text.charCodeAt(0));
const blanks = [
	32,
	9,
	10,
	13
];
const byteOrderMark = [
	239,
	187,
	191
];
const maxItemBytes = 4 * 2 ** 20;
const maxRestBytes = 4 * 2 ** 20;
var JsonListScan = class {
	#options;
	#mode = "outside";
	#depth = 0;
	#inString = false;
	#escaped = false;
	#text = "";
	#key = "";
	#rest = [];
	#pending = [];
	#pendingBytes = 0;
	#items = 0;
	#lists = 0;
	#expects = "item or end";
	#offset = 0;
	constructor(options) {
		this.#options = options;
	}
	push(chunk) {
		let index = 0;
		while (index < chunk.length) {
			const byte = chunk[index] ?? 0;
			if (this.#mode === "item") index = this.#readItem(chunk, index);
			else if (this.#mode === "outside") index = this.#readOutside(byte, index);
			else if (blanks.includes(byte) || this.#readBetween(byte, this.#offset + index)) index += 1;
		}
		this.#offset += chunk.length;
	}
	end() {
		if (this.#mode !== "outside" || this.#depth > 0) throw this.#createError(this.#offset, "the file is incomplete");
		if (this.#lists === 0) throw this.#createError(this.#offset, `no list ${JSON.stringify(this.#options.key)}`);
		return this.#parse(Buffer.from(this.#rest), this.#offset);
	}
	#readItem(chunk, from) {
		const after = this.#findItemEnd(chunk, from);
		const piece = chunk.subarray(from, after === -1 ? chunk.length : after);
		this.#pendingBytes += piece.length;
		if (this.#pendingBytes > maxItemBytes) throw this.#createError(this.#offset + from, `an item is larger than ${maxItemBytes} bytes`);
		if (after === -1) {
			this.#pending.push(piece.slice());
			return chunk.length;
		}
		const bytes = this.#pending.length === 0 ? piece : Buffer.concat([...this.#pending, piece]);
		this.#pending = [];
		this.#pendingBytes = 0;
		this.#options.onItem(this.#parse(bytes, this.#offset + from), this.#items);
		this.#items += 1;
		this.#mode = "list";
		this.#expects = "comma or end";
		return after;
	}
	#findItemEnd(chunk, from) {
		let [depth, inString, escaped] = [
			this.#depth,
			this.#inString,
			this.#escaped
		];
		for (let index = from; index < chunk.length; index += 1) {
			const byte = chunk[index];
			if (inString) {
				if (escaped) escaped = false;
				else if (byte === backslash) escaped = true;
				else if (byte === quote) inString = false;
			} else if (byte === quote) inString = true;
			else if (byte === openBrace || byte === openBracket) depth += 1;
			else if ((byte === closeBrace || byte === closeBracket) && (depth -= 1) === 0) {
				this.#setState(0, false, false);
				return index + 1;
			}
		}
		this.#setState(depth, inString, escaped);
		return -1;
	}
	#setState(depth, inString, escaped) {
		this.#depth = depth;
		this.#inString = inString;
		this.#escaped = escaped;
	}
	#readBetween(byte, position) {
		if (byte === openBrace && this.#expects !== "comma or end") {
			this.#mode = "item";
			return false;
		}
		if (byte === comma && this.#expects === "comma or end") this.#expects = "item";
		else if (byte === closeBracket && this.#expects !== "item") {
			this.#rest.push(byte);
			this.#mode = "outside";
			this.#depth = this.#rest[0] === openBracket ? 0 : 1;
		} else {
			const found = JSON.stringify(String.fromCharCode(byte));
			throw this.#createError(position, `${found} found where ${this.#expects} is expected`);
		}
		return true;
	}
	#readOutside(byte, index) {
		const position = this.#offset + index;
		const isIgnored = byteOrderMark[position] === byte || blanks.includes(byte);
		if (this.#rest.length === 0 && isIgnored) return index + 1;
		this.#rest.push(byte);
		if (this.#rest.length > maxRestBytes) throw this.#createError(position, `more than ${maxRestBytes} bytes besides the list`);
		if (this.#inString) this.#readText(byte);
		else this.#readFrame(byte, position);
		return index + 1;
	}
	#readText(byte) {
		if (this.#escaped) this.#escaped = false;
		else if (byte === backslash) this.#escaped = true;
		else if (byte === quote) this.#inString = false;
		if (this.#inString && this.#text.length < 64) this.#text += String.fromCharCode(byte);
	}
	#readFrame(byte, position) {
		if (byte === quote) {
			this.#inString = true;
			this.#text = "";
		} else if (byte === colon && this.#depth === 1) this.#key = this.#text;
		else if (byte === comma && this.#depth === 1) this.#key = "";
		else if (byte === openBracket && this.#isList()) this.#enterList(position);
		else if (byte === openBrace || byte === openBracket) this.#depth += 1;
		else if (byte === closeBrace || byte === closeBracket) this.#depth -= 1;
	}
	#isList() {
		return this.#depth === 0 ? this.#rest.length === 1 : this.#depth === 1 && this.#key === this.#options.key;
	}
	#enterList(position) {
		this.#lists += 1;
		if (this.#lists > 1) throw this.#createError(position, `a second list ${JSON.stringify(this.#options.key)}`);
		this.#mode = "list";
		this.#depth = 0;
		this.#expects = "item or end";
	}
	#parse(bytes, position) {
		try {
			return parseJsonText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
		} catch (cause) {
			const detail = cause instanceof Error ? cause.message.replaceAll(/\p{Cc}+/gu, " ").slice(0, 200) : String(cause);
			throw this.#createError(position, detail, {
				hint: "It is complete but not valid JSON; names must escape quotes and control characters",
				cause
			});
		}
	}
	#createError(position, what, { hint = "Write the file again; it may have been cut off", ...options } = {}) {
		const message = `${this.#options.file} cannot be read near byte ${position}, after ${this.#items} items: ${what}`;
		return new UserError(message, hint, options);
	}
};

// src/adapters/trace/chrome-trace.ts
const maxBytes = 16 * 2 ** 30;
const frame = group$2({
	baseTimeNanoseconds: transform((value) => (toAmount(value, 0x8ac7230489e80000) ?? 0) / 1e9),
	distributedInfo: group$2({
		world_size: maybeAmount,
		rank: maybeAmount
	}),
	deviceProperties: listOptional(group$2({
		id: anything,
		name: anything
	}))
});
const chromeTrace = createFileReader({
	wants: "the trace of torch.profiler, .json or .json.gz",
	detect: (head) => head.includes("\"traceEvents\"") || /^\s*\[\s*\{/.test(head) && /"ph"\s*:\s*"/.test(head),
	toReadings: readTrace$1
});
async function readTrace$1(file) {
	const accumulator = new TraceAccumulator(file.path, (index) => `traceEvents[${index}]`);
	const onItem = (value, index) => accumulator.add(value, index);
	const scan = new JsonListScan({
		file: file.path,
		key: "traceEvents",
		onItem
	});
	let bytes = 0;
	for await (const chunk of readTextBytes(file)) {
		bytes += chunk.length;
		if (bytes > maxBytes) throw new UserError(`${file.path} unpacks to more than ${maxBytes} bytes`, "Profile fewer steps");
		scan.push(chunk);
	}
	const rest = read$1(frame, scan.end(), file.path);
	if (accumulator.events > 0 && accumulator.known === 0) throw new UserError(`${file.path} has no event of torch.profiler`, "Pass what export_chrome_trace wrote");
	const rank = (rest.distributedInfo.world_size ?? 0) > 1 ? rest.distributedInfo.rank : null;
	const figures = computeTraceFigures(accumulator, rank);
	if (!figures) throw new UserError(`${file.path} has no event with a duration`, "Profile at least one step");
	const { trace } = figures;
	if (trace.windowSeconds > 6048e8 / 1e6) throw new UserError(`${file.path} has events ${Math.round(trace.windowSeconds / 86400)} days apart, so a ts in it is damaged`, "Profile again, for example with a newer profiler");
	const { stages, problems: unread } = accumulator.stages.computeStages(rest.baseTimeNanoseconds);
	const notes = ["measured under the profiler, which slows the host"];
	const regions = [...accumulator.regions].map(([name, micros]) => {
		return {
			name,
			metric: time,
			samples: micros.map((value) => value / 1e6),
			iterations: 1,
			notes
		};
	});
	const axes = rank === null ? {} : { rank };
	const rows = [
		...regions,
		...buildGpuRows(trace),
		...buildKernelRows(figures)
	].map((row) => ({
		...row,
		axes: {
			...axes,
			...row.axes
		}
	}));
	const problems = [...listProblems$1(accumulator, figures), ...unread];
	if (rows.length === 0) throw new UserError(`${file.path} has no figure: ${problems.join("; ")}`, "Profile the steps of one rank on a GPU");
	const devices = rest.deviceProperties.flatMap(({ id, name }) => typeof id === "number" && typeof name === "string" ? [[`gpu ${id}`, name.slice(0, 100)]] : []);
	return {
		tool: "Chrome trace",
		pipeline: stages.length > 0 ? {
			...silentPipeline,
			stages
		} : null,
		rows,
		trace,
		context: Object.fromEntries(devices),
		problems
	};
}
function listProblems$1(accumulator, { trace, doubts }) {
	const calls = [...accumulator.unknownCalls].join(", ");
	const unseen = trace.gpus.reduce((sum, { idle }) => sum + idle.withoutLaunch, 0);
	return [
		...doubts,
		...accumulator.gpus.size === 0 ? ["the trace has no GPU; record with ProfilerActivity.CUDA to get busy and idle time"] : [],
		...accumulator.damaged > 0 ? [`${accumulator.damaged} events without a usable time were skipped`] : [],
		...accumulator.regionsLeftOut > 0 ? [`${accumulator.regionsLeftOut} regions above the limit were skipped`] : [],
		...unseen > 0 ? [`the trace has no launch for ${unseen} gaps, so host_bound_share is not known`] : [],
		...calls !== "" ? [`the categories ${calls} are not known; their events may be launches`] : []
	];
}

// src/adapters/trace/nsys.ts
const rangeKinds = [59, 60];
const rangeColumns = [
	"start",
	"end",
	"eventType",
	"text",
	"textId"
];
const nanosecondsPerSecond = 1e9;
const nsys = createFileReader({
	wants: "the .sqlite file that nsys exported",
	detect: (head) => head.startsWith("SQLite format 3\0"),
	toReadings: readExport
});
async function readExport(file) {
	const { ranges, names, session, sums } = await readTables$1(file);
	const kernels = readKernels(sums, names);
	const found = readStages$1(ranges, names, session);
	if (found.stages.length === 0 && kernels.rows.length === 0) throw new UserError(`${file.path} has no launch of a kernel, and ${[found.missing, ...kernels.problems].join("; ")}`, "Profile a run that uses the GPU, or mark each stage with one NVTX range name; if it did, this version of nsys exports another schema");
	const pipeline = found.stages.length > 0 ? {
		...silentPipeline,
		stages: found.stages
	} : null;
	const problems = [...pipeline ? found.problems : [`the file ${found.missing}`], ...kernels.problems];
	return {
		tool: "Nsight Systems",
		rows: kernels.rows,
		pipeline,
		problems
	};
}
async function readTables$1(file) {
	const [own = null, plain = null, strings = null, session = null, sums = null] = await file.readTables?.([
		{
			table: "NVTX_EVENTS",
			columns: rangeColumns
		},
		{
			table: "NVTX_EVENTS",
			columns: rangeColumns.slice(0, 4)
		},
		{
			table: "StringIds",
			columns: ["id", "value"]
		},
		{
			table: "TARGET_INFO_SESSION_START_TIME",
			columns: ["utcEpochNs"]
		},
		{
			table: "CUPTI_ACTIVITY_KIND_KERNEL",
			columns: [
				"demangledName",
				"start",
				"end"
			],
			isSum: true
		}
	]) ?? [];
	const names = new Map(strings?.map(([id = null, value = null]) => [id, value]));
	return {
		ranges: own ?? plain,
		names,
		session,
		sums: sums ?? []
	};
}
function readStages$1(ranges, names, session) {
	const columns = rangeColumns.slice(0, 4).join(", ");
	if (!ranges) return {
		stages: [],
		problems: [],
		missing: `has no table NVTX_EVENTS with the columns ${columns}`
	};
	const { regions, unnamed } = readRanges(ranges, names);
	const { stages, problems: unread } = regions.computeStages(readStartSeconds(session));
	const problems = [...unread, ...unnamed > 0 ? [`${unnamed} ranges have no name, so they count for no stage`] : []];
	return {
		stages,
		problems,
		missing: `has no NVTX range that can be read${formatProblem(problems)}`
	};
}
function readKernels(sums, names) {
	const damaged = sums.reduce((sum, [, launches, timed]) => sum + Number(launches) - Number(timed), 0);
	if (damaged > 0) return {
		rows: [],
		problems: [`no figures of the GPUs: ${damaged} launches of kernels have no usable time`]
	};
	return {
		rows: sums.map(([id = null, launches, , total]) => {
			const name = String(names.get(id) ?? `kernel ${String(id)}`).replaceAll(/\p{Cc}+/gu, " ");
			const seconds = Number(total) / nanosecondsPerSecond;
			return {
				name,
				metric: kernelTime,
				value: seconds,
				iterations: Number(launches),
				zero: "counts"
			};
		}),
		problems: []
	};
}
function formatProblem([problem]) {
	return problem === void 0 ? "" : `: ${problem}`;
}
function readStartSeconds(session) {
	const [nanoseconds] = session?.at(0) ?? [];
	return typeof nanoseconds === "number" && nanoseconds > 0 ? nanoseconds / nanosecondsPerSecond : 0;
}
function readRanges(ranges, names) {
	const regions = new RegionAccumulator();
	let unnamed = 0;
	for (const [start, end, kind, text, textId] of ranges) {
		if (!rangeKinds.includes(kind ?? null)) continue;
		const name = typeof text === "string" ? text : names.get(textId ?? null);
		if (typeof name !== "string") {
			unnamed += 1;
			continue;
		}
		const [from, to] = [start, end].map((time) => typeof time === "number" ? time / nanosecondsPerSecond : null);
		regions.add(name, from ?? NaN, to ?? null);
	}
	return {
		regions,
		unnamed
	};
}

// src/adapters/trace/rocprof.ts
const rocprof = createTextReader({
	wants: "*_kernel_trace.csv, *_kernel_stats.csv or the JSON of rocprofv3",
	detect: (head) => /^(?:"?Guid"?,)?"?Kind"?,"?Agent_Id"?,/.test(head) || isStatistics(head) || /^\s*\{\s*"rocprofiler-sdk-tool"/.test(head),
	toReadings: (text, path) => {
		if (/^\s*\{/.test(text)) return readTrace(listDispatches(read$1(tools, parseJson(text, path), path), path), path);
		const rows = readRows(text, path);
		return isStatistics(text) ? readStatistics(rows, path) : readTrace(listTraceRows(rows), path);
	}
});
function isStatistics(text) {
	return /^"?Name"?,"?Calls"?,"?TotalDurationNs"?,/.test(text);
}
function readTrace(dispatches, path) {
	const valid = dispatches.filter(({ start, end }) => start > 0n && end > start);
	const [first] = valid;
	if (!first) throw new UserError(`${path} has no kernel with a duration`, "Run rocprofv3 with --kernel-trace");
	const origin = valid.reduce((least, { start }) => start < least ? start : least, first.start);
	const accumulator = new TraceAccumulator(path, (index) => `kernel ${index + 1}`);
	accumulator.hasCopyCalls = true;
	for (const [index, one] of dispatches.entries()) {
		const isValid = one.start > 0n && one.end > one.start;
		const value = {
			ph: "X",
			cat: one.isKernel ? "kernel" : "gpu_memcpy",
			name: one.name,
			ts: isValid ? Number(one.start - origin) / 1e3 : NaN,
			dur: Number(one.end - one.start) / 1e3,
			pid: one.process,
			args: {
				device: one.gpu,
				stream: one.stream
			}
		};
		accumulator.add(value, index);
	}
	const figures = computeTraceFigures(accumulator);
	if (!figures) throw new UserError(`${path} has no kernel with a duration`, "Run rocprofv3 with --kernel-trace");
	const trace = {
		...figures.trace,
		gpus: figures.trace.gpus.map((one) => ({
			...one,
			hostBoundShare: null
		}))
	};
	return {
		tool: "rocprofv3",
		rows: [...buildGpuRows(trace), ...buildKernelRows(figures)],
		trace,
		problems: [...figures.doubts, "the trace has no launch of a kernel, so host_bound_share is not known"]
	};
}
function readRows(text, path) {
	const [header = "", ...lines] = text.split("\n");
	const columns = splitLine(header, ",") ?? [];
	return lines.flatMap((line, index) => {
		if (line.trim() === "") return [];
		if (line === header) throw new UserError(`${path} holds the tables of several runs`, "Pass the table of one run");
		const cells = splitLine(line, ",");
		if (cells?.length !== columns.length) throw new UserError(`${path} line ${index + 2} is not complete`, "Copy the file again; it may have been cut off");
		return [(name) => cells[columns.indexOf(name)] ?? ""];
	});
}
function listTraceRows(rows) {
	const streams = /* @__PURE__ */ new Map();
	return rows.map((read) => ({
		name: read("Kernel_Name"),
		gpu: Number(/\d+$/.exec(read("Agent_Id"))?.[0]),
		stream: numberKey(streams, `${read("Agent_Id")} ${read("Stream_Id")} ${read("Queue_Id")}`),
		process: 0,
		start: parseNanoseconds(read("Start_Timestamp")),
		end: parseNanoseconds(read("End_Timestamp")),
		isKernel: true
	}));
}
function parseNanoseconds(text) {
	return /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}
function numberKey(known, key) {
	const index = known.get(key) ?? known.size;
	known.set(key, index);
	return index;
}
const handle = group$2({ handle: anything });
const interval = {
	start_timestamp: amount$1,
	end_timestamp: amount$1
};
const tools = group$2({ "rocprofiler-sdk-tool": list(group$2({
	kernel_symbols: list(group$2({
		kernel_id: anything,
		...repeat(maybeText, "formatted_kernel_name", "demangled_kernel_name", "kernel_name")
	})),
	agents: list(group$2({
		id: handle,
		node_id: maybeAmount
	})),
	buffer_records: group$2({
		kernel_dispatch: listOptional(group$2({
			...interval,
			dispatch_info: group$2({
				kernel_id: anything,
				agent_id: handle,
				queue_id: handle
			})
		})),
		memory_copy: listOptional(group$2({
			...interval,
			src_agent_id: handle,
			dst_agent_id: handle
		}))
	})
}), "Run a program under rocprofv3") });
function listDispatches(root, path) {
	const streams = /* @__PURE__ */ new Map();
	return root["rocprofiler-sdk-tool"].flatMap(({ kernel_symbols: symbols, agents, buffer_records: records }, process) => {
		const names = new Map(symbols.map((one) => [one.kernel_id, one.formatted_kernel_name ?? one.demangled_kernel_name ?? one.kernel_name ?? "unknown"]));
		const nodes = new Map(agents.map(({ id, node_id: node }) => [id.handle, node]));
		const place = (one, agent, stream) => ({
			gpu: nodes.get(agent) ?? [...nodes.keys()].indexOf(agent),
			stream: numberKey(streams, `${process} ${String(agent)} ${stream}`),
			process,
			start: BigInt(Math.round(one.start_timestamp)),
			end: BigInt(Math.round(one.end_timestamp))
		});
		const kernels = records.kernel_dispatch.map((record, index) => {
			const { kernel_id: id, agent_id: agent, queue_id: queue } = record.dispatch_info;
			const name = names.get(id);
			if (name !== void 0) return {
				...place(record, agent.handle, String(queue.handle)),
				name,
				isKernel: true
			};
			const at = `rocprofiler-sdk-tool[${process}].buffer_records.kernel_dispatch[${index}].dispatch_info.kernel_id`;
			throw createError(path, at, id, "the id of a kernel symbol");
		});
		const copies = records.memory_copy.map((record) => {
			const [source, target] = [record.src_agent_id.handle, record.dst_agent_id.handle];
			const name = `copy ${String(source)} to ${String(target)}`;
			return {
				...place(record, target, `copy from ${String(source)}`),
				name,
				isKernel: false
			};
		});
		return [...kernels, ...copies];
	});
}
const notKernels = /^(?:(?:hip|hsa_|roctx|rccl|nccl|rocdecode|rocjpeg|omp)\w*|[A-Z]+(?:_[A-Z]+)+)$/;
function readStatistics(rows, path) {
	const percent = rows.reduce((sum, read) => sum + Number.parseFloat(read("Percentage")), 0);
	if (Math.abs(percent - 100) > .1 + rows.length / 100) throw new UserError(`${path} has ${percent.toFixed(1)} % of the time`, "Copy the file again; it may have been cut off");
	return {
		tool: "rocprofv3",
		rows: rows.map((read) => {
			const [name, total, calls] = [
				read("Name"),
				Number(read("TotalDurationNs")),
				Number(read("Calls"))
			];
			if (notKernels.test(name)) return {
				name,
				skipped: "not judged: calls and whole domains are no kernels"
			};
			if (!Number.isFinite(total)) return {
				name,
				skipped: `${read("TotalDurationNs")} is not a duration`
			};
			return {
				name,
				metric: kernelTime,
				value: total / 1e9,
				iterations: calls > 0 ? calls : null
			};
		})
	};
}

// src/adapters/training.ts
const leastShare = .01;
const title$1 = /^[A-Z]{1,20} ?Profiler Report$/i;
const row$1 = /^\|\s{1,4}(\S.{0,400}?)\s{0,400}\|\s{1,4}(\S{1,20})\s{1,40}\|\s{1,4}(\d{1,15})\s{1,40}\|\s{1,4}(\d\S{0,20})\s{1,40}\|\s{1,4}(\d[\d.e-]{0,20})(?: %)?\s{1,40}\|$/;
const lightning = {
	source: "streams",
	parse: (text) => {
		const rows = readLastReport(text);
		const total = rows?.find(({ action }) => action === "Total")?.seconds;
		if (!rows || total === void 0) return null;
		const times = new StageTimes();
		for (const { action, seconds } of rows) {
			if (action === "Total" || seconds < leastShare * total) continue;
			if (times.has(action)) times.note(`action ${JSON.stringify(action.slice(0, 80))} appears twice`);
			else if (times.open(action)) times.add(action, seconds);
		}
		return {
			stages: times.stages,
			isResumed: false,
			problems: times.problems
		};
	}
};
function readLastReport(text) {
	let rows = null;
	for (const line of splitBoundedLines(text)) {
		if (title$1.test(line.trim())) rows = [];
		const [, action, , , total] = row$1.exec(line.trimEnd()) ?? [];
		if (action !== void 0 && Number.isFinite(Number(total))) rows?.push({
			action,
			seconds: Number(total)
		});
	}
	return rows;
}
const name$1 = /^([a-z]\w{0,60})_(runtime|samples_per_second|steps_per_second)$/i;
const logged = /'(\w{1,80})': '?([^\s',{}]{0,40})'?([,}]?)/g;
const transformers = {
	source: "streams",
	parse: (text) => {
		const found = {
			runtimes: /* @__PURE__ */ new Map(),
			rates: /* @__PURE__ */ new Map()
		};
		for (const [key, value] of readJsonEntries(text) ?? readLogEntries(text)) addFigure(found, key, value);
		if (found.runtimes.size === 0) return null;
		const times = new StageTimes();
		for (const [stage, seconds] of found.runtimes) {
			if (!times.open(stage)) continue;
			if (seconds.some(Number.isNaN)) times.note(`${stage}_runtime is not a number of seconds`);
			else for (const one of seconds) times.add(stage, one);
		}
		const rows = [...found.rates].map(([key, samples]) => {
			const [stage = "", kind = ""] = key.split(" ");
			return {
				name: stage,
				metric: {
					name: kind,
					unit: kind === "steps_per_second" ? "steps/s" : "samples/s",
					betterWhen: "higher"
				},
				samples
			};
		});
		return {
			stages: times.stages,
			isResumed: false,
			problems: times.problems,
			benchmarks: buildReadings(rows).benchmarks
		};
	}
};
function readJsonEntries(text) {
	const root = text.trimStart().startsWith("{") ? attempt(() => parseJsonText(text)) : null;
	if (!isMap(root)) return null;
	const { log_history: logs } = root;
	return (Array.isArray(logs) ? logs : [root]).flatMap((part) => Object.entries(part ?? {}));
}
function* readLogEntries(text) {
	for (const line of splitBoundedLines(text)) {
		if (!line.includes("{") || !/_(?:runtime|per_second)':/.test(line)) continue;
		for (const [, key = "", value, end] of line.matchAll(logged)) yield [key, value === "" || end === "" ? NaN : Number(value)];
	}
}
function addFigure({ runtimes, rates }, key, value) {
	const [, stage, kind] = name$1.exec(key) ?? [];
	const isUsable = typeof value === "number" && Number.isFinite(value) && value >= 0;
	if (stage === void 0 || !isUsable && kind !== "runtime") return;
	const [group, place] = kind === "runtime" ? [runtimes, stage] : [rates, `${stage} ${kind}`];
	const values = group.get(place) ?? [];
	values.push(isUsable ? value : NaN);
	group.set(place, values);
}
const lightningReader = createStageReader({
	tool: "Lightning",
	adapter: lightning,
	isLog: true,
	wants: "the log with the report of Lightning's simple profiler, or the file that it wrote",
	detect: (head) => /^[A-Z]{1,20} ?Profiler Report\s*$/im.test(head)
});
const transformersReader = createStageReader({
	tool: "Transformers",
	adapter: transformers,
	isLog: true,
	wants: "the log of the Trainer, or its all_results.json",
	detect: (head) => /["'](?:train|eval|test)_runtime["']: /.test(head)
});

// src/datasets/read-files-dataset.ts
const maxFiles$1 = 1e5;
async function readFilesDataset(source) {
	const { name, kind, paths, parameters, signal } = source;
	const found = await listFiles(source);
	const hashes = [];
	let bytes = 0;
	for (const { path } of found) {
		await refusePointer(path, name);
		hashes.push(await hashFiles([path], signal));
		bytes += (await stat(path)).size;
	}
	const [only = ""] = hashes;
	const names = found.map((file) => file.name);
	const isSingle = paths.length === 1 && found[0]?.path === paths[0];
	const sha256 = isSingle ? only : hash("sha256", formatManifest(names, hashes));
	if (source.sha256 !== void 0 && source.sha256 !== sha256) throw new UserError(`datasets.${name}: the content has SHA-256 ${sha256}, the config requires ${source.sha256}`, `Restore it, or set datasets.${name}.sha256 to its new value if the change is intended`);
	return {
		identity: {
			name,
			kind,
			sha256,
			sequences: null,
			bytes,
			parameters
		},
		files: found.map(({ path }) => path),
		paths,
		...!isSingle && { names },
		list: async () => (await listFiles(source)).map(({ path }) => path)
	};
}
async function refusePointer(path, name) {
	if ((await stat(path)).size > 1023) return;
	if (!(await readFile(path, "latin1")).startsWith("version https://git-lfs.")) return;
	throw new UserError(`datasets.${name}: ${path} is a Git LFS pointer; its content is not there`, "Run `git lfs pull` in its repository");
}
async function listFiles({ name, paths, root }) {
	const found = [];
	for (const [index, path] of paths.entries()) {
		const own = await listBelow(path, `${index}:${basename(path)}`, name);
		if (own.length === 0) throw new UserError(`datasets.${name}: ${path} contains no file`, "Name a directory with files");
		found.push(...own);
		if (found.length > maxFiles$1) throw new UserError(`datasets.${name}: more than ${maxFiles$1} files`, "Pack them into fewer files, such as shards");
	}
	const inside = found.map(({ path }) => path).filter((path) => path.startsWith(`${root}/`));
	if (root !== void 0) await refuseOutside(inside, root, name);
	return found;
}
async function listBelow(path, shown, name) {
	const status = await stat(path).catch(() => null);
	if (!status) throw new UserError(`datasets.${name}: ${path} does not exist`, "Correct the path, or create it in pipeline.setup");
	if (status.isFile()) return [{
		path,
		name: shown
	}];
	if (!status.isDirectory()) throw new UserError(`datasets.${name}: ${path} is neither a file nor a directory`, "Name files and directories");
	const entries = (await readdir(path)).toSorted();
	const below = [];
	for (const entry of entries) {
		below.push(...await listBelow(join(path, entry), `${shown}/${entry}`, name));
		if (below.length > maxFiles$1) break;
	}
	return below;
}
async function refuseOutside(paths, root, name) {
	const realRoot = await realpath(root);
	for (const path of paths) {
		const real = await realpath(path).catch(() => null);
		if (real === null || real.startsWith(`${realRoot}/`)) continue;
		throw new UserError(`datasets.${name}: ${path} leads out of the checkout`, "Name files outside the repository by absolute paths");
	}
}
function resolvePath(name, path, workspace) {
	if (isAbsolute(path)) return path;
	const resolved = resolve(workspace, path);
	const inside = relative(resolve(workspace), resolved);
	if (inside !== ".." && !inside.startsWith("../")) return resolved;
	throw new UserError(`datasets.${name}.path: ${JSON.stringify(path)} leaves the workspace`, "Use a path inside the repository, or an absolute path on the runner");
}

// src/programs/fasta/fasta.ts
const prepareFasta = (name, config, place) => {
	if ("preset" in config) return prepareSynthetic(name, config, place);
	return "path" in config ? prepareFile(name, config, place) : null;
};
async function prepareSynthetic(name, config, { caches }) {
	const { preset, seed, files, gc, orfShare, orfLength, ...changes } = config;
	const openFrames = orfShare === void 0 ? void 0 : {
		share: orfShare,
		length: orfLength ?? null
	};
	const spec = {
		name,
		preset,
		...adjustPreset(preset, changes),
		gc,
		...openFrames && { openFrames },
		seed,
		files
	};
	const parameters = listSyntheticParameters(spec);
	return await prepareCached(caches, {
		name: `${preset}-${hash("sha256", JSON.stringify(parameters)).slice(0, 16)}`,
		make: async (draft) => toPreparedDataset(draft, await writeSynthetic(draft, spec)),
		read: (directory) => readDirectory(directory, name, parameters)
	});
}
async function prepareFile(name, config, { workspace, signal, caches }) {
	const source = {
		name,
		path: resolvePath(name, config.path, workspace),
		sha256: config.sha256,
		signal
	};
	if (!isAbsolute(config.path)) await refuseOutside([source.path], workspace, name);
	const { sample } = config;
	if (!sample) return await readFastaDataset(source);
	const sha256 = await hashFiles([source.path], signal).catch(() => null);
	signal?.throwIfAborted();
	if (sha256 !== null) refuseOtherBytes(source, sha256);
	const own = listSampleParameters(sample);
	const key = hash("sha256", JSON.stringify(own)).slice(0, 16);
	return await prepareCached(caches, {
		name: `sample-${key}-${(sha256 ?? "unread").slice(0, 16)}`,
		make: async (draft) => {
			const file = {
				setting: formatSetting(source),
				path: source.path,
				signal
			};
			const metadata = await sampleFasta(draft, {
				...sample,
				name,
				source: file
			});
			refuseOtherBytes(source, metadata.source.sha256);
			return toPreparedDataset(draft, metadata);
		},
		read: (directory) => readDirectory(directory, name, {
			source: sha256 ?? "",
			...own
		})
	});
}
async function readFastaDataset(source) {
	const { name, path, signal } = source;
	await using file = await openFasta({
		setting: formatSetting(source),
		path,
		signal
	});
	let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
	const { sha256, bytes, sequences } = await scanFasta(file, (_start, _end, length) => {
		if (length < shortest) shortest = length;
		if (length > longest) longest = length;
	});
	refuseOtherBytes(source, sha256);
	return {
		identity: {
			name,
			kind: "real",
			sha256,
			sequences,
			lengths: [shortest, longest],
			bytes,
			parameters: {}
		},
		files: [path]
	};
}
function formatSetting({ name }) {
	return `datasets.${name}.path`;
}
function refuseOtherBytes(source, sha256) {
	if (source.sha256 === void 0 || source.sha256 === sha256) return;
	throw new UserError(`${formatSetting(source)}: ${source.path} has SHA-256 ${sha256}, the config requires ${source.sha256}`, `Restore the file, or set datasets.${source.name}.sha256 to its new value if the change is intended`);
}

// src/programs/virnucpro/commands.ts
const title = /^VirNucPro Output Comparison - (\S{1,40}) MODE$/;
const count = /^(Matching predictions|Mismatching predictions|Missing in refactored|Missing in vanilla): (\d[\d,]{0,15})(?= |$)/;
const score = /^\s{2}(Mean|Median|Max): (\d(?:\.\d{1,12})?e[+-]\d{1,3})$/;
const tolerance = /^Score tolerance: (\S{1,40})$/;
const agreement = {
	name: "agreement",
	unit: "share",
	betterWhen: "higher"
};
const virnucproCompare = createTextReader({
	isLog: true,
	wants: "what compare_virnucpro_outputs.py printed",
	detect: (head) => /^VirNucPro Output Comparison - /m.test(head),
	toReadings: (text, path) => {
		const found = readLines(text);
		const rows = computeFigures(found);
		if (rows.length > 0) return {
			tool: "compare_virnucpro_outputs",
			rows,
			...describeComparison(found)
		};
		throw new UserError(`${path} has no count of predictions`, "Pass the complete output of the comparison");
	}
});
function readLines(text) {
	const found = {
		mode: "comparison",
		tolerance: null,
		hasScores: true,
		counts: /* @__PURE__ */ new Map(),
		scores: /* @__PURE__ */ new Map()
	};
	for (const line of splitBoundedLines(text)) {
		found.mode = title.exec(line)?.[1]?.toLowerCase() ?? found.mode;
		found.tolerance = tolerance.exec(line)?.[1] ?? found.tolerance;
		if (line.startsWith("Score comparison: N/A")) found.hasScores = false;
		const [, counted, amount] = count.exec(line) ?? [];
		if (counted !== void 0) found.counts.set(counted, Number(String(amount).replaceAll(",", "")));
		const [, statistic, value] = score.exec(line) ?? [];
		if (statistic !== void 0) found.scores.set(statistic.toLowerCase(), Number(value));
	}
	return found;
}
function computeFigures({ mode, counts, scores }) {
	const [matching, mismatching] = [counts.get("Matching predictions"), counts.get("Mismatching predictions")];
	if (matching === void 0 || mismatching === void 0 || counts.size < 4) return [];
	const total = matching + mismatching + countMissing(counts);
	const share = {
		name: mode,
		metric: agreement,
		value: matching / total,
		spread: { count: total }
	};
	const differences = [...scores].map(([statistic, value]) => {
		return {
			name: mode,
			metric: {
				name: `score_difference_${statistic}`,
				unit: "score",
				betterWhen: "lower"
			},
			value
		};
	});
	return total > 0 ? [share, ...differences] : differences;
}
function countMissing(counts) {
	return (counts.get("Missing in refactored") ?? 0) + (counts.get("Missing in vanilla") ?? 0);
}
function describeComparison({ counts, hasScores, ...found }) {
	const missing = countMissing(counts);
	return {
		context: { compared: hasScores ? `labels, and scores within ${found.tolerance ?? "an unknown tolerance"}` : "labels alone" },
		problems: missing > 0 ? [`${missing} sequences are in only one table and count as different`] : []
	};
}
const name = "batch-size-profile";
const rate = {
	name: "throughput",
	unit: "seq/s",
	betterWhen: "higher"
};
const memory = {
	name: "memory",
	unit: "B",
	betterWhen: "lower"
};
const bytesPerGibibyte = 2 ** 30;
const curve = list(tuple([amount$1, amount$1], "a pair of batch size and value"), "No batch size fitted; check the log of the profiler");
const batchSizeProfile = createJsonReader({
	wants: "the JSON of virnucpro profile --output",
	detect: (head) => head.includes("\"optimal_batch_size\"") && head.includes("\"throughput_curve\""),
	schema: group$2({
		throughput_curve: curve,
		memory_curve: curve,
		...repeat(amount$1.nullish(), "optimal_batch_size", "max_batch_size"),
		bf16_enabled: anything,
		device: maybePrinted
	}),
	toReadings: ({ throughput_curve: rates, memory_curve: memories, ...root }) => {
		return {
			tool: "virnucpro profile",
			rows: [...rates.map(([size, value]) => createPoint(rate, size, value)), ...memories.map(([size, value]) => createPoint(memory, size, value * bytesPerGibibyte))],
			context: {
				optimalBatchTokens: root.optimal_batch_size?.toString() ?? null,
				maxBatchTokens: root.max_batch_size?.toString() ?? null,
				bf16: has(root, "bf16_enabled") ? String(root.bf16_enabled === true) : null,
				device: root.device?.slice(0, 40) ?? null
			},
			problems: ["each figure is one cold call of the 650M model; do not use it as a baseline for production"]
		};
	}
});
function createPoint(metric, batchTokens, value) {
	const key = {
		name,
		axes: { batchTokens }
	};
	if (metric === rate && value <= 0) return {
		...key,
		failed: "a throughput of 0 seq/s is not a measurement"
	};
	return {
		...key,
		metric,
		value,
		iterations: 1,
		spread: { count: 1 }
	};
}

// src/programs/virnucpro/pipeline-state.ts
const maxCharacters = 8 * 2 ** 20;
const longestGapSeconds = 60;
const statuses$1 = [
	"not_started",
	"in_progress",
	"completed",
	"failed"
];
const pipelineState = {
	source: "file",
	path: ".checkpoints/pipeline_state.json",
	parse: (text) => {
		if (text.length > maxCharacters) return null;
		const stages = listStages(attempt(() => parseJsonText(text)));
		return stages.length > 0 ? read(stages) : null;
	}
};
const pipelineStateReader = createStageReader({
	tool: "pipeline state",
	adapter: pipelineState,
	wants: "the .checkpoints/pipeline_state.json of the pipeline",
	detect: (head) => head.includes("\"pipeline_config\"") || /"CHUNKING"\s*:\s*\{\s*"status"/.test(head),
	readFigures: (text, path) => readPipelineStateFigures(parseJson(text, path))
});
function listStages(state) {
	if (!isMap(state)) return [];
	const stages = isMap(state["stages"]) ? state["stages"] : state;
	return Object.entries(stages).filter((entry) => isStageState(entry[1]));
}
function isStageState(value) {
	return isMap(value) && statuses$1.includes(value["status"]);
}
function read(states) {
	const times = new StageTimes();
	for (const [key, state] of states) {
		const stage = virnucproStages.get(key) ?? key;
		if (state.status !== "not_started" && times.open(stage)) readStage(stage, state, times);
	}
	notePauses(states, times);
	return {
		stages: times.stages,
		isResumed: false,
		problems: times.problems
	};
}
function readStage(stage, state, times) {
	if (state.status === "failed") return times.note(`stage "${stage}" failed`);
	if (state.status === "in_progress") return times.note(`stage "${stage}" started and did not end`);
	const seconds = state.duration_seconds;
	if (typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0) {
		const [startedMs, endedMs] = [parseTime(state.started_at), parseTime(state.completed_at)];
		if (startedMs > 0 && endedMs >= startedMs) times.extendWindow(stage, startedMs, endedMs);
		return times.add(stage, seconds);
	}
	return times.note(`stage "${stage}" is completed, but its duration_seconds is not a number of seconds`);
}
function notePauses(states, times) {
	for (const [index, [key, state]] of states.entries()) {
		const before = states[index - 1];
		if (!before) continue;
		const pauseSeconds = (parseTime(state.started_at) - parseTime(before[1].completed_at)) / 1e3;
		if (pauseSeconds > longestGapSeconds) times.note(`${Math.round(pauseSeconds)} s passed between ${before[0]} and ${key}; the run may have been resumed`);
	}
}
function parseTime(value) {
	return typeof value === "string" && value.length < 40 ? Date.parse(`${value}Z`) : NaN;
}
const facts$2 = [
	"model_path",
	"expected_length",
	"config_hash"
];
function readPipelineStateFigures(root) {
	const state = isMap(root) ? root : {};
	const stages = state["stages"] ?? state;
	const failed = Object.entries(isMap(stages) ? stages : {}).filter(([, one]) => isMap(one) && one["status"] === "failed");
	const config = isMap(state["pipeline_config"]) ? state["pipeline_config"] : {};
	const entries = facts$2.flatMap((name) => {
		const value = config[name];
		return typeof value === "string" || typeof value === "number" ? [[name, String(value).slice(0, 200)]] : [];
	});
	return {
		invalid: failed.map(([name]) => `stage ${name} failed`),
		context: Object.fromEntries(entries)
	};
}
const virnucproStages = /* @__PURE__ */ new Map([
	["CHUNKING", "Sequence Chunking"],
	["TRANSLATION", "Six-Frame Translation"],
	["NUCLEOTIDE_SPLITTING", "Nucleotide File Splitting"],
	["PROTEIN_SPLITTING", "Protein File Splitting"],
	["NUCLEOTIDE_FEATURES", "DNABERT-S Feature Extraction"],
	["PROTEIN_FEATURES", "ESM-2 Feature Extraction"],
	["FEATURE_MERGING", "Feature Merging"],
	["PREDICTION", "Model Prediction"],
	["CONSENSUS", "Consensus Scoring"]
]);

// src/programs/virnucpro/pipeline-log.ts
const toleranceSeconds = .0501;
const pipelineLog = {
	source: "stdout",
	parse: (text) => {
		const lines = [...readStageLines(text)];
		return lines.some(({ kind }) => kind === "completed" || kind === "summary") || lines.filter(({ kind }) => kind === "start").length === 1 ? readStages(lines) : null;
	}
};
const pipelineLogReader = createStageReader({
	tool: "pipeline log",
	adapter: pipelineLog,
	isLog: true,
	wants: "the main log of the pipeline (standard output)",
	detect: (head) => /=== Stage \d+: |PIPELINE SUMMARY| - virnucpro\.pipeline\.telemetry - /.test(head),
	readFigures: readPipelineLogFigures
});
function readStages(lines) {
	const times = new StageTimes();
	const skipped = /* @__PURE__ */ new Set();
	const ended = addCompletions(lines, times, skipped);
	const torn = withdrawTorn(lines, times);
	readSummary(lines, times, skipped);
	for (const { stage, seconds } of times.stages) if (seconds === null && !skipped.has(stage) && !torn.has(stage)) times.note(`stage "${stage}" started and did not end`);
	for (const [stage, count] of ended) if (count > 1 && !torn.has(stage)) times.note(`stage "${stage}" completed ${count} times; its times are summed`);
	const absent = listMissingStages(times);
	if (absent.length > 0) times.note(`stages are missing, as after a resume: ${absent.join(", ")}`);
	return {
		stages: times.stages,
		isResumed: skipped.size > 0 || absent.length > 0,
		problems: times.problems
	};
}
function addCompletions(lines, times, skipped) {
	const ended = /* @__PURE__ */ new Map();
	const hasStarts = lines.some((line) => line.kind === "start");
	for (const line of lines) {
		if (line.kind === "start") times.open(line.stage);
		if (line.kind !== "completed") continue;
		if (!(line.isTelemetry || line.isSkipped || !hasStarts || times.has(line.stage)) || !times.open(line.stage)) continue;
		if (line.isSkipped) skipped.add(line.stage);
		else {
			ended.set(line.stage, (ended.get(line.stage) ?? 0) + 1);
			times.add(line.stage, line.seconds);
		}
	}
	return ended;
}
function withdrawTorn(lines, times) {
	const texts = lines.flatMap((line) => line.kind === "torn" ? [line.text] : []);
	const stages = times.stages.map(({ stage }) => stage);
	const torn = new Set(stages.filter((stage) => texts.some((text) => text.includes(`  ${stage} completed in `))));
	for (const stage of torn) {
		times.withdraw(stage);
		times.note(`a line of stage "${stage}" cannot be read, so its time is not known`);
	}
	return torn;
}
function readSummary(lines, times, skipped) {
	for (const line of lines) {
		if (line.kind !== "summary" || !times.open(line.stage)) continue;
		const { stage, seconds } = line;
		const known = times.getSeconds(stage);
		if (seconds === null) skipped.add(stage);
		else if (known === null) times.add(stage, seconds);
		else if (Math.abs(known - seconds) > toleranceSeconds) times.note(`stage "${stage}" took ${known} s according to its line, but ${seconds} s according to the summary`);
	}
}
function listMissingStages(times) {
	const expected = [...virnucproStages.values()];
	const present = expected.filter((stage) => times.has(stage));
	if (present.length < 5 || present.length < times.stages.length) return [];
	const last = expected.findLastIndex((stage) => times.has(stage));
	return expected.slice(0, last).filter((stage) => !times.has(stage));
}
const prefix$1 = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - (\S{1,200}) - [A-Z]{1,10} - /;
const start = /^=== Stage \d{1,4}: (.{1,200}) ===$/;
const completed = /^\s{2}(\S.{0,199}) completed in (\d{1,9}(?:\.\d{1,9})?)s(?: \[(.*)\])?$/;
const row = /^\s{2}\d{1,4}\. (\S.{0,199}?) \.{4,100}\s{1,20}(?:(skipped)|(\d{1,9}\.\d)s \(\s{0,4}\d{1,3}\.\d%\))$/;
function* readStageLines(text) {
	for (const line of splitBoundedLines(text)) {
		const logger = prefix$1.exec(line);
		const parsed = parseMessage(logger ? line.slice(logger[0].length) : line, logger?.[1] ?? "");
		if (parsed) yield parsed;
	}
}
function parseMessage(message, logger) {
	const [, started] = start.exec(message) ?? [];
	if (started !== void 0) return {
		kind: "start",
		stage: started
	};
	if (message.includes(" completed in ")) {
		const [, stage, seconds, extra] = completed.exec(message) ?? [];
		if (stage === void 0) return {
			kind: "torn",
			text: message
		};
		const isSkipped = extra?.startsWith("skipped") ?? false;
		return {
			kind: "completed",
			stage,
			seconds: Number(seconds),
			isSkipped,
			isTelemetry: logger.endsWith("telemetry")
		};
	}
	const [, stage, skipped, seconds] = message.includes(" ....") ? row.exec(message) ?? [] : [];
	return stage === void 0 ? null : {
		kind: "summary",
		stage,
		seconds: skipped ? null : Number(seconds)
	};
}
const extras = /^\s{2}\S.{0,199} completed in \d{1,9}(?:\.\d{1,9})?s \[(.{1,500})\]$/;
const wall = /^Total wall time: [\d:]{5,12} \((\d{1,9}(?:\.\d{1,3})?)s\)/;
const facts$1 = [
	["architecture", /^(?:Architecture|\s{2}ESM-2 architecture): (.{1,200})$/],
	["model", /^\s{2}Model: (.{1,200})$/],
	["expectedLength", /^\s{2}Expected length: (.{1,40})$/],
	["dnabertBatchSize", /DNABERT batch size: (\d{1,9})/],
	["tokenBudget", /^Dynamic token budget: (\d{1,9})/],
	["hdf5Conversion", /^HDF5-to-PT conversion: (\d[\d.]{0,12}s) for /],
	["declaredBaseline", /^\s{2}v1\.0 baseline: (.{1,80})$/],
	["memoryAtFailure", /^Memory at failure: (.{1,200})$/],
	["fragmentation", /^Fragmentation ratio: (.{1,40})$/]
];
const failedParts = [
	[/Pipeline completed with ([1-9]\d{0,8}) failures/, ([, count]) => `the pipeline completed with ${count} failures`],
	[/\bInference complete: (\d{1,9}) successful, ([1-9]\d{0,8}) failed/, ([, done, failed]) => `${failed} of ${Number(done) + Number(failed)} workers failed`],
	[/\bcomplete: (\d{1,9}) processed, ([1-9]\d{0,8}) failed/, ([, done, failed]) => `${failed} of ${Number(done) + Number(failed)} files failed`],
	[/\bFailed to (process|merge) ([1-9]\d{0,8} [\w -]{1,40})/, ([, verb, what]) => `failed to ${verb} ${what}`]
];
const faults = [...failedParts, [/OUT OF MEMORY ERROR/, () => "the pipeline ran out of memory"]];
function listFailedParts$1(text) {
	const lines = [...splitBoundedLines(text)].filter((line) => /^virnucpro\b/.test(prefix$1.exec(line)?.[1] ?? ""));
	return [...new Set(lines.flatMap((line) => findFaults(line, failedParts)))];
}
function findFaults(line, forms) {
	return forms.flatMap(([form, describe]) => {
		const found = form.exec(line);
		return found ? [describe(found)] : [];
	});
}
function readPipelineLogFigures(text) {
	const counts = /* @__PURE__ */ new Map();
	const context = {};
	const invalid = /* @__PURE__ */ new Set();
	const lines = [...splitBoundedLines(text)].map((raw) => raw.replace(prefix$1, ""));
	const ends = [...new Set(lines.flatMap((line) => Number(wall.exec(line)?.[1] ?? 0) || []))];
	for (const line of lines) {
		for (const [name, value] of readCounts(line)) if (!counts.has(name)) counts.set(name, value);
		for (const [name, form] of facts$1) {
			const value = form.exec(line)?.[1];
			if (value !== void 0) context[name] ??= value;
		}
		for (const fault of findFaults(line, faults)) invalid.add(fault);
	}
	if (ends.length > 1) invalid.add(`the log has the ends of ${ends.length} runs`);
	const readCount = (name) => counts.get(name) ?? null;
	return {
		counts: {
			sequences: readCount("sequences"),
			predictions: readCount("predictions"),
			consensus: readCount("consensus_sequences")
		},
		wallSeconds: ends.at(-1) ?? null,
		invalid: [...invalid],
		context
	};
}
function readCounts(line) {
	if (!line.includes(" completed in ")) return [];
	return (extras.exec(line)?.[1]?.split(", ") ?? []).flatMap((entry) => {
		const [, name = "", value] = /^([a-z_]{1,40}): (\d[\d,]{0,19})$/.exec(entry) ?? [];
		return value === void 0 ? [] : [[name, Number(value.replaceAll(",", ""))]];
	});
}
const form = /Memory at failure: (\d{1,6}(?:\.\d{1,4})?) ?GB allocated, (\d{1,6}(?:\.\d{1,4})?) ?GB reserved/;
function readMemoryAtFailure(text) {
	const found = form.exec(text);
	if (!found) return [];
	const [allocatedBytes = 0, reservedBytes = 0] = found.slice(1).map((gigabytes) => Number(gigabytes) * 2 ** 30);
	return reservedBytes > 0 ? [{
		stage: null,
		gpu: null,
		allocatedBytes,
		reservedBytes,
		when: "failure"
	}] : [];
}

// src/programs/virnucpro/report.ts
const sequenceRate = {
	name: "throughput",
	unit: "seq/s",
	betterWhen: "higher"
};
const utilization = {
	name: "gpu_utilization",
	unit: "%",
	betterWhen: "higher"
};
const peakMemory = {
	name: "gpu_memory_peak",
	unit: "B",
	betterWhen: "lower"
};
const memoryGrowth = {
	name: "memory_growth",
	unit: "B",
	betterWhen: "lower"
};
const reservedMemory = {
	name: "gpu_memory_reserved",
	unit: "B",
	betterWhen: "lower"
};
const [mebibyte, gibibyte] = [2 ** 20, 2 ** 30];
const maybe = amount$1.nullish();
const repeatAmounts = (...names) => repeat(maybe, ...names);
function createForm(keys, schema, toRows) {
	return {
		keys,
		read: (root, path) => toRows(read$1(schema, root, path), path)
	};
}
const forms$1 = [
	createForm([
		"metadata",
		"performance",
		"status"
	], group$2({ performance: group$2({
		gpu_scaling: index(maybe).nullish(),
		stage_throughput: createStages("time", "seq_per_sec", "gpu_util").nullish(),
		total_time: maybe,
		memory_usage: group$2(repeatAmounts("peak"))
	}) }), ({ performance: { gpu_scaling: scaling, stage_throughput: stages, ...whole } }, path) => [
		...[...scaling ?? []].flatMap(([gpus, seconds]) => {
			const place = joinPath("performance.gpu_scaling", [gpus]);
			if (!/^[1-9]\d{0,3}$/.test(gpus)) throw createError(path, place, gpus, "a number of GPUs");
			return listFigures({
				name: "gpu_scaling",
				axes: { gpus: Number(gpus) }
			}, [[seconds, wallTime]]);
		}),
		...[...stages ?? []].flatMap(([stage, own]) => listStageFigures(stage, [
			own.time,
			own.seq_per_sec,
			own.gpu_util
		])),
		...listFigures({ name: "total" }, [[whole.total_time, wallTime], [
			whole.memory_usage.peak,
			peakMemory,
			gibibyte
		]])
	]),
	createForm([
		"test_name",
		"duration",
		"dataset",
		"performance"
	], group$2({
		test_name: name$2,
		system: group$2(repeatAmounts("num_gpus")),
		duration: group$2(repeatAmounts("seconds")),
		dataset: group$2(repeatAmounts("total_sequences"))
	}), ({ test_name: name, system: { num_gpus: gpus }, duration: { seconds }, dataset: { total_sequences: sequences } }, path) => {
		const key = {
			name,
			axes: typeof gpus === "number" ? { gpus } : {}
		};
		const whole = typeof sequences === "number" ? read$1(amount$1, seconds, path, "duration.seconds") : 0;
		return listFigures(key, [[seconds, wallTime], [whole > 0 ? (sequences ?? 0) / whole : null, sequenceRate]]);
	}),
	createForm(["memory_increase_mb", "baseline_memory_mb"], group$2({
		test_name: name$2.nullish(),
		memory_increase_mb: anything,
		...repeatAmounts("peak_allocated_mb", "duration_seconds", "reserved_mb")
	}), ({ test_name: name, memory_increase_mb: growth, ...one }, path) => {
		const key = { name: name ?? "memory_stability" };
		const readGrowth = () => read$1(number(), growth, path, "memory_increase_mb");
		const failed = "the test measured its own process instead of the pipeline; peak memory is 0";
		return [
			...listFigures(key, [[one.duration_seconds, wallTime]]),
			one.peak_allocated_mb ? {
				...key,
				metric: memoryGrowth,
				value: readGrowth() * mebibyte,
				spread: { count: 1 },
				zero: "counts"
			} : {
				...key,
				failed
			},
			...listFigures(key, [[
				one.peak_allocated_mb,
				peakMemory,
				mebibyte
			], [
				one.reserved_mb,
				reservedMemory,
				mebibyte
			]])
		];
	}),
	createForm(["overall_peak_gb", "per_stage_stats"], group$2({
		overall_peak_gb: maybe,
		per_stage_stats: index(group$2(repeatAmounts("peak_memory_gb")))
	}), ({ overall_peak_gb: peak, per_stage_stats: stages }) => [...listFigures({ name: "memory_per_stage" }, [[
		peak,
		peakMemory,
		gibibyte
	]]), ...[...stages].flatMap(([name, own]) => listFigures({ name }, [[
		own.peak_memory_gb,
		peakMemory,
		gibibyte
	]]))]),
	createForm([
		"batch_size",
		"allocated_gb",
		"reserved_gb"
	], group$2({
		batch_size: amount$1,
		oom_detected: anything,
		exit_code: maybePrinted,
		...repeatAmounts("peak_memory_gb", "reserved_gb")
	}), ({ batch_size: batchSize, oom_detected: isFull, exit_code: code, ...one }) => {
		const key = {
			name: "memory_large_batches",
			axes: { batchSize }
		};
		if (isFull === true) return [{
			...key,
			failed: "ran out of memory"
		}];
		if (code !== null && code !== "0") return [{
			...key,
			failed: `exit code ${code}`
		}];
		return listFigures(key, [[
			one.peak_memory_gb,
			peakMemory,
			gibibyte
		], [
			one.reserved_gb,
			reservedMemory,
			gibibyte
		]]);
	}),
	createForm(["standard_mode", "persistent_mode"], group$2({
		standard_mode: group$2(repeatAmounts("duration_seconds", "peak_memory_gb")),
		persistent_mode: group$2(repeatAmounts("duration_seconds", "peak_memory_gb"))
	}), (root) => ["standard", "persistent"].flatMap((variant) => {
		const { duration_seconds: seconds, peak_memory_gb: peak } = root[`${variant}_mode`];
		return listFigures({
			name: "persistent_models_memory",
			axes: { variant }
		}, [[seconds, wallTime], [
			peak,
			peakMemory,
			gibibyte
		]]);
	})),
	createForm([
		"elapsed_seconds",
		"status",
		"name"
	], list(group$2({
		name: name$2,
		status: name$2,
		...repeatAmounts("elapsed_seconds", "avg_gpu_utilization", "peak_memory_gb")
	})), (variants) => variants.flatMap(({ name: variant, status, ...one }) => {
		const key = {
			name: "optimization_impact",
			axes: { variant }
		};
		if (status !== "SUCCESS") return [{
			...key,
			failed: `ended as ${status}`
		}];
		return listFigures(key, [
			[one.elapsed_seconds, wallTime],
			[one.avg_gpu_utilization, utilization],
			[
				one.peak_memory_gb,
				peakMemory,
				gibibyte
			]
		]);
	})),
	createForm(["num_gpus", "time_seconds"], index(group$2({
		num_gpus: amount$1,
		time_seconds: maybe
	})), (root) => [...root.values()].flatMap(({ num_gpus: gpus, time_seconds: seconds }) => listFigures({
		name: "gpu_scaling",
		axes: { gpus }
	}, [[seconds, wallTime]]))),
	createForm(["stage_name", "sequences_per_second"], createStages("total_time", "sequences_per_second", "gpu_util_avg", "memory_peak_gb"), (root) => [...root].flatMap(([stage, own]) => [...listStageFigures(stage, [
		own.total_time,
		own.sequences_per_second,
		own.gpu_util_avg
	]), ...listFigures({ name: stage }, [[
		own.memory_peak_gb,
		peakMemory,
		gibibyte
	]])]))
];
const facts = group$2({
	status: group$2({ failures: listOptional(name$2) }),
	metadata: group$2(repeatAmounts("num_sequences")),
	dataset: group$2(repeatAmounts("total_sequences", "min_length", "max_length")),
	system: group$2({
		gpu_names: listOptional(name$2),
		...repeat(maybePrinted, "cuda_version", "pytorch_version")
	})
});
const virnucproReport = createTextReader({
	wants: "a JSON or markdown report of virnucpro benchmark",
	detect: (head) => isTable(head) || /^\s*[[{]/.test(head) && forms$1.some(({ keys }) => hasKeys(head, keys)),
	toReadings: (text, path) => {
		const tool = "virnucpro benchmark";
		if (isTable(text)) return {
			tool,
			rows: readTables(text, path)
		};
		const root = parseJson(text, path);
		const rows = forms$1.find(({ keys }) => hasKeys(text, keys))?.read(root, path) ?? [];
		if (rows.length === 0) throw new UserError(`${path} is not a report with a measured figure`, `Pass an unedited report of ${tool}`);
		return {
			tool,
			rows,
			...readFacts(read$1(facts, root, path))
		};
	}
});
function readFacts({ status, metadata, dataset, system }) {
	const sequences = (dataset.total_sequences ?? metadata.num_sequences) || null;
	const { min_length: min = null, max_length: max = null } = dataset;
	return {
		pipeline: sequences === null ? null : {
			...silentPipeline,
			counts: {
				...silentPipeline.counts,
				sequences
			}
		},
		context: {
			...Object.fromEntries(system.gpu_names.map((model, index) => [`gpu ${index}`, model])),
			sequenceLengths: min === null || max === null ? null : `${min} to ${max} bp`,
			cuda: system.cuda_version?.slice(0, 40) ?? null,
			pytorch: system.pytorch_version?.slice(0, 40) ?? null
		},
		problems: status.failures.map((failure) => `the report lists a failure: ${failure}`)
	};
}
function isTable(text) {
	return /^\| (?:GPUs|Stage) \| Time \(s\) \|/m.test(text);
}
function hasKeys(text, keys) {
	return keys.every((key) => text.includes(`"${key}"`));
}
function listFigures(key, all) {
	return all.flatMap(([value, metric, factor = 1]) => {
		if (value === void 0 || value === null) return [];
		if (value > 0) return [{
			...key,
			metric,
			value: value * factor,
			spread: { count: 1 }
		}];
		return [{
			...key,
			failed: `${metric.name} is 0 in the report, so it was not measured`
		}];
	});
}
function createStages(...names) {
	const stage = group$2(repeatAmounts(...names));
	return index((name) => toLine(name) === null ? stage.transform((_, context) => refuse$1(context, name, "a name")) : stage);
}
function listStageFigures(stage, [time, rate, used]) {
	return listFigures({ name: toLine(stage) ?? "" }, [
		[time, createStageMetric(stage)],
		[rate, sequenceRate],
		[used, utilization]
	]);
}
function readTables(text, path) {
	const rows = [];
	let columns = [];
	for (const line of splitBoundedLines(text)) {
		const [, inner = ""] = /^\|(.*)\|\s*$/.exec(line) ?? [];
		const cells = inner === "" ? [] : inner.split("|").map((cell) => cell.trim());
		if (cells[0] === "GPUs" || cells[0] === "Stage") columns = cells;
		else if (cells.length === columns.length && cells.length > 0 && !/^[-: ]+$/.test(cells.join(""))) rows.push(...readRow((name) => cells[columns.indexOf(name)], path));
	}
	if (rows.length > 0) return rows;
	throw new UserError(`${path} has a table without rows`, "The suite measured nothing; check its log");
}
function readRow(getCell, path) {
	const readCell = (column) => {
		const cell = getCell(column) ?? "";
		const found = /^(\d[\d,]*(?:\.\d+)?)\s*(?:s|%|x)?$/.exec(cell)?.[1];
		if (found !== void 0) return Number(found.replaceAll(",", ""));
		const shown = JSON.stringify(cell.slice(0, 80));
		throw new UserError(`${path}: ${shown} in the column ${column} is not a number`, "Pass the unedited report");
	};
	const stage = getCell("Stage")?.slice(0, 200);
	if (stage === void 0) {
		const key = {
			name: "gpu_scaling",
			axes: { gpus: readCell("GPUs") }
		};
		if (/not tested/i.test(getCell("Status") ?? "")) return [{
			...key,
			failed: "not tested"
		}];
		return listFigures(key, [[readCell("Time (s)"), wallTime]]);
	}
	return [
		[createStageMetric(stage), "Time (s)"],
		[sequenceRate, "Seq/s"],
		[utilization, "GPU Util"]
	].filter(([, name]) => name === "Time (s)" || /\d/.test(getCell(name) ?? "")).flatMap(([metric, name]) => listFigures({ name: stage }, [[readCell(name), metric]]));
}

// src/programs/virnucpro/shard-manifest.ts
const statuses = /* @__PURE__ */ new Map([
	["complete", "completed"],
	["failed", "failed"],
	["in_progress", "unfinished"]
]);
const timeMs = shortText.transform((text, context) => {
	const time = Date.parse(text);
	return Number.isNaN(time) ? refuse$1(context, text, "a time such as 2026-11-20T14:06:36+00:00") : time;
}).nullish();
const shard = group$2({
	status: anything.transform((value, context) => statuses.get(value) ?? refuse$1(context, value, [...statuses.keys()].join(", "))),
	completed_at: timeMs,
	...repeat(amount$1.nullish(), "original_rank", "assigned_rank", "total_sequences", "retry_count"),
	error: name$2.nullish()
});
const shardManifest = createJsonReader({
	wants: "the manifest.json of a sharded run",
	detect: (head) => head.includes("\"shards\"") && head.includes("\"world_size\""),
	schema: group$2({
		version: name$2.nullish(),
		world_size: amount$1.refine((size) => Number.isInteger(size) && size > 0, "a count from 1"),
		created_at: timeMs,
		shards: index((key) => /^\d{1,6}$/.test(key) ? shard : shard.transform((_, context) => refuse$1(context, key, "the number of a shard")))
	}),
	toReadings: ({ version, world_size: size, created_at: createdMs, shards: all }) => {
		const shards = [...all].map(([key, one]) => toShard(Number(key), one, createdMs ?? NaN));
		const pipeline = {
			...silentPipeline,
			workers: shards.map(({ worker }) => worker).toSorted((one, other) => one.worker - other.worker),
			invalid: [...shards.flatMap(describeFault), ...describeMissing(shards.length, size)]
		};
		return {
			tool: ["shard manifest", version ?? null],
			pipeline
		};
	}
});
function toShard(worker, one, createdMs) {
	const seconds = ((one.completed_at ?? NaN) - createdMs) / 1e3;
	const [first, last] = [one.original_rank ?? null, one.assigned_rank ?? null];
	return {
		worker: {
			worker,
			status: one.status,
			sequences: one.total_sequences ?? null,
			sequencesPerSecond: null,
			tokensPerSecond: null,
			seconds: seconds > 0 ? seconds : null,
			error: one.error ?? null
		},
		retries: one.retry_count ?? 0,
		isMoved: first !== null && last !== null && first !== last
	};
}
function describeFault({ worker: { worker, status, error }, retries, isMoved }) {
	if (status === "failed") return [`shard ${worker} failed: ${error ?? "no error reported"}`];
	if (status === "unfinished") return [`shard ${worker} is not complete`];
	if (retries > 0) return [`shard ${worker} needed ${retries + 1} attempts`];
	return isMoved ? [`shard ${worker} was finished by another worker`] : [];
}
function describeMissing(found, size) {
	return found < size ? [`${size - found} of ${size} shards are missing`] : [];
}

// src/programs/virnucpro/worker-lines.ts
const prefix = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - Worker (\d{1,6}) - \S{1,200} - [A-Z]{1,10} - /;
const integer = String.raw`(\d[\d,]{0,19})`;
const decimal = String.raw`(\d[\d,]{0,19}(?:\.\d{1,9})?)`;
const forms = [
	[
		"progress",
		`Batch ${integer}: ${integer}/${integer} \\(${decimal}%\\) \\| ${decimal}% pack eff, ${decimal} tok/s, ${decimal} seq/s`,
		[
			"batch",
			"done",
			"total",
			"percent",
			"packingPercent",
			"tokensPerSecond",
			"sequencesPerSecond"
		]
	],
	[
		"batch",
		`Batch ${integer}: wait=${decimal}ms, seqs=${integer}, tokens=${integer}, queue_state=(\\w{1,20})`,
		[
			"batch",
			"waitMs",
			"sequences",
			"tokens",
			"state"
		]
	],
	[
		"flushed",
		`Flush called: .{0,200}, total returned so far: ${integer}`,
		["before"]
	],
	[
		"returned",
		`Flush returned ${integer} batches`,
		["batches"]
	],
	[
		"inferred",
		`Async inference complete: ${integer} sequences, ${decimal} seq/s, ${decimal} tokens/s`,
		[
			"sequences",
			"sequencesPerSecond",
			"tokensPerSecond"
		]
	],
	[
		"loader",
		`DataLoader stats: avg_wait=${decimal}ms, max_wait=${decimal}ms`,
		["meanMs", "maxMs"]
	],
	[
		"budget",
		`Dynamic token budget: ${integer}`,
		["tokens"]
	],
	[
		"started",
		String.raw`Worker \d+\/(\d{1,6}) starting`,
		["workers"]
	],
	[
		"indexed",
		`Worker \\d+/\\d{1,6}: ${integer} sequences, ${integer} tokens`,
		["sequences", "residues"]
	],
	[
		"assigned",
		`Assigned ${integer} sequences`,
		["sequences"]
	],
	[
		"completed",
		String.raw`Worker \d+ completed successfully`,
		[]
	],
	[
		"failed",
		String.raw`Worker \d+ failed: (.{0,300})`,
		["error"]
	],
	[
		"failed",
		String.raw`Rank \d+: ((?:NaN\/Inf detected in batch \d+|CUDA OOM error|CUDA runtime error|Runtime error|Unexpected error).{0,300})`,
		["error"]
	],
	[
		"warning",
		"(Mild|CRITICAL) I/O bottleneck: GPU utilization",
		["level"]
	],
	[
		"resumed",
		String.raw`=== Resume at \S+ ===`,
		[]
	]
];
const texts = [
	"state",
	"error",
	"level"
];
const expressions = forms.map(([kind, form, names]) => ({
	kind,
	form: new RegExp(`^${form}`),
	names
}));
function* readWorkerLines(text) {
	for (const line of splitBoundedLines(text)) {
		const start = prefix.exec(line);
		if (!start) continue;
		const message = line.slice(start[0].length);
		for (const { kind, form, names } of expressions) {
			const found = form.exec(message);
			if (!found) continue;
			const fields = names.map((name, index) => {
				const value = found[index + 1];
				return [name, texts.includes(name) ? value : parseAmount(value)];
			});
			yield {
				worker: Number(start[1]),
				kind,
				...Object.fromEntries(fields)
			};
			break;
		}
	}
}
const queueStates = [
	"full",
	"normal",
	"starved"
];
function readQueue({ state }) {
	return queueStates.find((known) => known === state) ?? null;
}
function parseAmount(text) {
	return Number((text ?? "").replaceAll(",", ""));
}
function selectLines(lines, kind) {
	return lines.filter((line) => line.kind === kind);
}
function findLastLine(lines, kind) {
	return selectLines(lines, kind).at(-1) ?? null;
}

// src/adapters/pipeline/batch-events.ts
const mostBatchRows = 2e5;
const fields = [
	["allocatedBytes", "allocated"],
	["reservedBytes", "reserved"],
	["residentBytes", "resident"]
];
const mostSeries = 1e3;
const mostPoints = 1e6;
const pointsKept = 200;
const mostShards = 1e3;
const mostBatches = 2e6;
const mostStages = 200;
const mostVisits = 2e3;
function readBatchEvents(text, { startedSeconds, keepsRows = false }) {
	const found = new BatchAccumulator(keepsRows);
	let origin = null;
	for (const line of splitBoundedLines(text)) {
		const event = readEvent$2(line);
		const { t, event: kind, stage, gpu } = event;
		if (typeof t !== "number" || !Number.isFinite(t)) continue;
		origin ??= isEpoch(t) ? startedSeconds : t;
		const moment = {
			event,
			stage: typeof stage === "string" && /^\P{Cc}{1,200}$/u.test(stage) ? stage : null,
			gpu: Number.isInteger(gpu) ? toAmount(gpu, 1e6) : null,
			seconds: Math.max(0, t - origin)
		};
		found.add(moment, kind);
	}
	return found.summarize();
}
var BatchAccumulator = class {
	#shards = /* @__PURE__ */ new Map();
	#starts = /* @__PURE__ */ new Map();
	#series = /* @__PURE__ */ new Map();
	#peaks = /* @__PURE__ */ new Map();
	#visits = /* @__PURE__ */ new Map();
	#rows = [];
	#last = /* @__PURE__ */ new Map();
	#dropped = 0;
	#batches = 0;
	#points = 0;
	#reductions = null;
	#keepsRows;
	constructor(keepsRows) {
		this.#keepsRows = keepsRows;
	}
	add(moment, kind) {
		const { stage, seconds } = moment;
		if (kind === "metric") this.#addMetric(moment);
		if (kind === "batch") this.#addBatch(moment);
		if (stage !== null && kind === "stage-end") this.#endStage(stage, seconds);
		if (stage !== null && kind === "stage-start") this.#startStage(stage, seconds);
	}
	#addMetric({ event, stage, gpu }) {
		const { name, unit } = event;
		const value = toAmount(event["value"], 0xde0b6b3a7640000);
		if (value === null) return;
		if (name === "token-budget-reductions") this.#reductions = (this.#reductions ?? 0) + value;
		if (name !== "peak-allocated" && name !== "peak-reserved" || unit !== "B") return;
		const create = () => ({
			stage,
			gpu,
			allocated: null,
			reserved: null
		});
		const peaks = openEntry(this.#peaks, `${stage}\n${gpu}`, mostSeries, create);
		const side = name === "peak-allocated" ? "allocated" : "reserved";
		if (peaks) peaks[side] = Math.max(peaks[side] ?? 0, value);
	}
	#addBatch(moment) {
		const { event, stage, gpu, seconds } = moment;
		this.#addMemory(moment);
		const batch = {
			...readBatch(event),
			sequences: toCount(event["sequences"])
		};
		if (this.#keepsRows) this.#addRow(moment, batch);
		if (stage === null) return;
		const create = () => ({
			stage,
			gpu,
			batches: [],
			lastSeconds: 0
		});
		const shard = openEntry(this.#shards, `${stage}\n${gpu}`, mostShards, create);
		if (!shard || this.#batches >= mostBatches) return;
		this.#batches += 1;
		const [rows, longest] = [toCount(event["rows"]), toCount(event["longest"])];
		const paddedTokens = toCount(event["paddedTokens"]) ?? (rows === null || longest === null ? null : rows * longest);
		shard.batches.push({
			...batch,
			paddedTokens
		});
		shard.lastSeconds = Math.max(shard.lastSeconds, seconds);
	}
	#addMemory({ event, gpu, seconds }) {
		for (const [name, quantity] of fields) {
			const bytes = toAmount(event[name], 0xde0b6b3a7640000);
			if (bytes === null) continue;
			const create = () => ({
				quantity,
				gpu: quantity === "resident" ? null : gpu,
				points: []
			});
			const series = openEntry(this.#series, `${quantity} ${gpu}`, mostSeries, create);
			if (!series || this.#points >= mostPoints) continue;
			this.#points += 1;
			series.points.push({
				seconds,
				bytes
			});
		}
	}
	#addRow({ stage, gpu, seconds }, batch) {
		if (this.#rows.length >= 2e5) {
			this.#dropped += 1;
			return;
		}
		const { waitMs, queue = waitMs === null ? null : inferQueueState(waitMs) } = batch;
		const key = JSON.stringify([stage, gpu]);
		const last = this.#last.get(key);
		const elapsed = seconds - (last?.seconds ?? seconds);
		const computeRate = (amount) => amount === null || elapsed <= 0 ? null : amount / elapsed;
		const row = {
			stage,
			gpu,
			batch: last ? last.batch + 1 : 0,
			seconds,
			tokens: batch.tokens,
			tokenBudget: batch.tokenBudget,
			sequences: batch.sequences,
			waitMs,
			queue,
			tokensPerSecond: computeRate(batch.tokens),
			sequencesPerSecond: computeRate(batch.sequences)
		};
		this.#last.set(key, row);
		this.#rows.push(row);
	}
	#startStage(stage, seconds) {
		openEntry(this.#starts, stage, mostShards, () => seconds);
		const visits = openEntry(this.#visits, stage, mostStages, () => ({
			depth: 0,
			endsSeconds: []
		}));
		if (visits) visits.depth += 1;
	}
	#endStage(stage, seconds) {
		const visits = this.#visits.get(stage);
		if (!visits || visits.depth === 0) return;
		visits.depth -= 1;
		if (visits.depth === 0 && visits.endsSeconds.length < mostVisits) visits.endsSeconds.push(seconds);
	}
	summarize() {
		const shards = [...this.#shards.values()].map((shard) => summarizeShard(shard, this.#starts.get(shard.stage)));
		const batches = [...this.#shards.values()].flatMap((shard) => shard.batches);
		const refused = shards.find(({ packing }) => packing?.efficiency === null)?.packing;
		return {
			shards,
			packing: refused ? {
				...refused,
				tokens: null,
				batches: null
			} : computePacking(batches, allBatches),
			dataLoader: summarizeWaits(batches),
			allocator: [...this.#peaks.values()].flatMap(({ stage, gpu, allocated, reserved }) => allocated === null || reserved === null ? [] : [{
				stage,
				gpu,
				allocatedBytes: allocated,
				reservedBytes: reserved,
				when: "peak"
			}]),
			memory: [...this.#series.values()].map((one) => ({
				...one,
				points: sampleEvenly(one.points, pointsKept)
			})),
			visits: [...this.#visits].flatMap(([stage, { endsSeconds }]) => endsSeconds.length > 1 ? [{
				stage,
				endsSeconds: endsSeconds.toSorted((a, b) => a - b)
			}] : []),
			reductions: this.#reductions,
			batches: {
				rows: this.#rows,
				dropped: this.#dropped
			}
		};
	}
};
function summarizeShard({ stage, gpu, batches, lastSeconds }, start = lastSeconds) {
	const waitMs = sumKnown(batches.map((batch) => batch.waitMs));
	return {
		stage,
		gpu,
		batches: batches.length,
		sequences: sumKnown(batches.map(({ sequences }) => sequences)),
		tokens: sumKnown(batches.map(({ tokens }) => tokens)),
		paddedTokens: sumKnown(batches.map(({ paddedTokens }) => paddedTokens)),
		packing: computePacking(batches, allBatches),
		dataLoader: summarizeWaits(batches),
		waitSeconds: waitMs === null ? null : waitMs / 1e3,
		seconds: lastSeconds > start ? lastSeconds - start : null
	};
}

// src/programs/virnucpro/worker-totals.ts
const unlimited = Number.MAX_SAFE_INTEGER;
function countBatches(lines) {
	const { done, total, covered } = readProgress$2(lines);
	const logged = selectLines(lines, "batch").map(({ batch }) => batch);
	const seen = logged.reduce((most, batch) => Math.max(most, batch + 1), covered);
	const [flushed, returned] = [findLastLine(lines, "flushed"), findLastLine(lines, "returned")];
	const loopTotal = flushed?.before ?? total;
	const hasEnded = flushed !== null || lines.some(({ kind }) => kind === "inferred" || kind === "loader" || kind === "completed");
	const further = Math.min(hasEnded ? findDistance(logged) - 1 : unlimited, covered + loopTotal - done - seen);
	const left = flushed ? total - flushed.before : total - done;
	const fromBuffer = returned?.batches ?? null;
	return {
		loop: [seen, seen + Math.max(0, further)],
		flushed: [fromBuffer ?? (flushed && left > 0 ? 1 : 0), fromBuffer ?? Math.max(0, left)]
	};
}
function readProgress$2(lines) {
	const progress = findLastLine(lines, "progress");
	const total = progress?.total ?? findLastLine(lines, "assigned")?.sequences ?? unlimited;
	return {
		covered: progress ? progress.batch + 1 : 0,
		done: progress?.done ?? 0,
		total
	};
}
function findDistance(batches) {
	return batches.slice(1).map((batch, index) => batch - (batches[index] ?? 0)).filter((one) => one > 0).reduce((least, one) => Math.min(least, one), unlimited);
}
const addedTokens = 2;
function countTokens({ residues, sequences }) {
	return residues + addedTokens * sequences;
}
function sumTotals(workers, tokenBudget) {
	const isReported = workers.some(({ lines }) => lines.some(({ kind }) => kind === "progress" || kind === "batch"));
	if (!tokenBudget || !isReported) return null;
	const totals = workers.map(({ lines }) => computeTotals(lines, tokenBudget));
	const sum = (read) => [sumValues(totals.map((one) => read(one)[0])), sumValues(totals.map((one) => read(one)[1]))];
	return {
		batches: sum(({ batches }) => batches),
		tokens: sum(({ tokens }) => tokens),
		unused: sum(({ unused }) => unused),
		covered: {
			tokens: sum(({ covered }) => covered.tokens),
			room: sumValues(totals.map(({ covered }) => covered.room))
		}
	};
}
function computeTotals(lines, budget) {
	const { covered, done, total } = readProgress$2(lines);
	const { loop, flushed } = countBatches(lines);
	const fewest = loop[0] + flushed[0];
	const batches = [fewest, Math.max(fewest, Math.min(loop[1] + flushed[1], covered + total - done))];
	const listTokens = (isEarly) => selectLines(lines, "batch").flatMap(({ batch, tokens }) => batch < covered === isEarly ? [tokens] : []);
	const [early, late] = [listTokens(true), listTokens(false)];
	const tokens = computeCoveredTokens(lines, early, budget);
	const open = (batches[1] - covered - late.length) * budget;
	const known = sumValues(late);
	const room = covered * budget;
	return restrictByIndex({
		batches,
		covered: {
			tokens,
			room
		},
		tokens: [tokens[0] + known, tokens[1] + known + open],
		unused: [room - tokens[1] + late.length * budget - known, room - tokens[0] + late.length * budget - known + open]
	}, lines, budget);
}
const [tokenRounding, sequenceRounding] = [.5, .05];
function computeCoveredTokens(lines, logged, budget) {
	const progress = findLastLine(lines, "progress");
	if (!progress) return [0, 0];
	const { batch, done, tokensPerSecond, sequencesPerSecond } = progress;
	const rates = sequencesPerSecond > sequenceRounding ? [done * (tokensPerSecond - tokenRounding) / (sequencesPerSecond + sequenceRounding), done * (tokensPerSecond + tokenRounding) / (sequencesPerSecond - sequenceRounding)] : [0, unlimited];
	const known = sumValues(logged);
	return intersect(rates, [known, known + (batch + 1 - logged.length) * budget]) ?? rates;
}
function restrictByIndex(totals, lines, budget) {
	const indexed = findLastLine(lines, "indexed");
	const { total } = readProgress$2(lines);
	if (indexed?.sequences !== total) return totals;
	const exact = countTokens(indexed);
	const tokens = intersect(totals.tokens, [exact, exact]);
	const unused = intersect(totals.unused, [totals.batches[0] * budget - exact, totals.batches[1] * budget - exact]);
	return tokens && unused ? {
		...totals,
		tokens,
		unused
	} : totals;
}
function intersect(one, other) {
	const [low, high] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])];
	return low <= high ? [low, high] : null;
}

// src/programs/virnucpro/worker-logs.ts
const workerStage = "ESM-2 Feature Extraction";
const workerLogs = createRunReader({
	wants: "the worker_*.log files of a run, or its standard error; the main log may be added",
	detect: (head) => / - Worker \d+ - \S+ - [A-Z]+ - /.test(head),
	toReadings: async (files) => {
		const texts = await parseEach(files, (text) => text, true);
		const lines = texts.flatMap((text) => [...readWorkerLines(text)]);
		const paths = files.map(({ path }) => path).join(", ");
		if (lines.length === 0) throw new UserError(`${paths}: it has no worker line`, "Pass the worker_*.log files of the run");
		const budget = texts.map(findTokenBudget).find((found) => found !== null) ?? null;
		const pipeline = readWorkers(Map.groupBy(lines, ({ worker }) => worker), budget);
		return {
			tool: "worker logs",
			pipeline,
			problems: listProblems(pipeline)
		};
	}
});
function readWorkers(all, tokenBudget) {
	const histories = [...all].toSorted(([one], [other]) => one - other);
	const current = histories.map(([worker, lines]) => {
		return {
			worker,
			lines: lines.slice(lines.findLastIndex(({ kind }) => kind === "resumed") + 1)
		};
	});
	const lines = current.flatMap((entry) => entry.lines);
	const workers = current.map(({ worker, lines: own }) => {
		const error = findLastLine(own, "failed")?.error ?? null;
		const ended = selectLines(own, "completed").length > 0 ? "completed" : "unfinished";
		return {
			worker,
			status: error === null ? ended : "failed",
			...computeRates(own),
			error
		};
	});
	const resumed = histories.filter(([, written]) => selectLines(written, "resumed").length > 0);
	const packingPercent = findLastLine(lines, "progress")?.packingPercent;
	return {
		...silentPipeline,
		workerStage,
		isResumed: resumed.length > 0,
		workers,
		invalid: [
			...resumed.map(([worker]) => `worker ${worker} was resumed, so its times cover only a part`),
			...workers.flatMap(({ worker, status, error }) => {
				if (status === "failed") return [`worker ${worker} failed: ${error}`];
				return status === "unfinished" ? [`worker ${worker} started and did not complete`] : [];
			}),
			...listShortfalls(workers, histories.flatMap(([, written]) => written))
		],
		packing: computePacking(listBatches(lines), {
			totals: sumTotals(current, tokenBudget),
			tokenBudget,
			printed: packingPercent === void 0 ? null : packingPercent / 100
		}),
		dataLoader: summarizeLoader(current),
		warnings: countWarnings(lines)
	};
}
function computeRates(lines) {
	const inferred = findLastLine(lines, "inferred");
	const unknown = {
		sequencesPerSecond: null,
		tokensPerSecond: null,
		seconds: null
	};
	if (!inferred) return {
		sequences: null,
		...unknown
	};
	const { sequences, sequencesPerSecond, tokensPerSecond } = inferred;
	if (sequencesPerSecond === 0) return {
		sequences,
		...unknown
	};
	const [indexed, flushed] = [findLastLine(lines, "indexed"), findLastLine(lines, "flushed")];
	const counted = flushed?.before ?? 0;
	if (indexed?.sequences !== sequences || counted === 0 || counted > sequences) return {
		sequences,
		sequencesPerSecond,
		tokensPerSecond,
		seconds: sequences / sequencesPerSecond
	};
	const seconds = counted / sequencesPerSecond;
	const tokens = countTokens(indexed);
	return {
		sequences,
		sequencesPerSecond: sequences / seconds,
		tokensPerSecond: tokens / seconds,
		seconds
	};
}
function listShortfalls(workers, lines) {
	const announced = Math.max(0, ...selectLines(lines, "started").map((line) => line.workers));
	const absent = announced > workers.length ? [`${announced - workers.length} of ${announced} workers left no log`] : [];
	const short = workers.flatMap(({ worker, sequences }) => {
		const assigned = selectLines(lines, "assigned").findLast((line) => line.worker === worker);
		if (!assigned || sequences === null || sequences === assigned.sequences) return [];
		return [`worker ${worker} computed ${sequences} of ${assigned.sequences} sequences`];
	});
	return [...absent, ...short];
}
function listBatches(lines) {
	return selectLines(lines, "batch").map((line) => {
		const queue = readQueue(line);
		return {
			tokens: line.tokens,
			tokenBudget: null,
			waitMs: line.waitMs,
			...queue && { queue }
		};
	});
}
const waitRoundingMs = .05;
function summarizeLoader(workers) {
	const closing = workers.flatMap(({ lines }) => findLastLine(lines, "loader") ?? []);
	const byBatches = summarizeWaits(workers.flatMap(({ lines }) => listBatches(lines)));
	const sample = byBatches && describeWaitSample(workers);
	const none = {
		waitP95Seconds: null,
		batches: 0,
		full: 0,
		normal: 0,
		starved: 0,
		starvedShare: null
	};
	if (closing.length === 0) return byBatches && {
		...byBatches,
		...sample
	};
	return {
		...byBatches ?? none,
		...sample,
		waitMeanSeconds: computeMean(closing.map(({ meanMs }) => meanMs)) / 1e3,
		waitMaxSeconds: Math.max(...closing.map(({ maxMs }) => maxMs)) / 1e3
	};
}
function describeWaitSample(workers) {
	const waits = workers.map(({ lines }) => {
		const { batches: logged, starved } = summarizeWaits(listBatches(lines)) ?? {
			batches: 0,
			starved: 0
		};
		const closing = findLastLine(lines, "loader");
		return {
			batches: countBatches(lines).loop,
			logged,
			starved,
			closing: closing && {
				meanMs: [closing.meanMs - waitRoundingMs, closing.meanMs + waitRoundingMs],
				maxMs: closing.maxMs + waitRoundingMs
			}
		};
	});
	const sum = (edge) => sumValues(waits.map(({ batches }) => batches[edge]));
	if (waits.every(({ batches: [, most], logged }) => logged >= most)) return {};
	return { sample: {
		batches: [sum(0), sum(1)],
		starvedShare: [...computeStarvedRange(waits)]
	} };
}
function countWarnings(lines) {
	const [warnings, checked] = [selectLines(lines, "warning"), selectLines(lines, "batch").length];
	if (warnings.length === 0 && checked === 0) return null;
	const critical = warnings.filter(({ level }) => level === "CRITICAL").length;
	return {
		mild: warnings.length - critical,
		critical,
		checks: checked > 0 ? checked : null
	};
}
function listProblems({ packing, workers }) {
	const printed = packing?.printed ?? null;
	const silent = workers.filter(({ sequencesPerSecond }) => sequencesPerSecond === null).map(({ worker }) => worker);
	return [...printed !== null && printed > 1 ? [`the log prints a packing of ${formatPercent(printed)}, which is impossible, so it was ignored`] : [], ...silent.length > 0 ? [`no rate reported by worker ${silent.join(", ")}`] : []];
}
function readWorkerBatches(text) {
	const tokenBudget = findTokenBudget(text);
	const rows = /* @__PURE__ */ new Map();
	let dropped = 0;
	for (const line of readWorkerLines(text)) {
		if (line.kind !== "batch" && line.kind !== "progress") continue;
		const { worker, batch } = line;
		const key = `${worker} ${batch}`;
		const known = rows.get(key) ?? {
			...unknownBatch,
			gpu: worker,
			batch,
			tokenBudget
		};
		const figures = line.kind === "progress" ? {
			tokensPerSecond: line.tokensPerSecond,
			sequencesPerSecond: line.sequencesPerSecond
		} : {
			tokens: line.tokens,
			sequences: line.sequences,
			waitMs: line.waitMs,
			queue: readQueue(line)
		};
		if (rows.size >= 2e5 && !rows.has(key)) dropped += 1;
		else rows.set(key, {
			...known,
			...figures
		});
	}
	return {
		rows: [...rows.values()],
		dropped
	};
}
const unknownBatch = {
	stage: workerStage,
	gpu: null,
	batch: 0,
	seconds: null,
	tokens: null,
	tokenBudget: null,
	sequences: null,
	waitMs: null,
	queue: null,
	tokensPerSecond: null,
	sequencesPerSecond: null
};
function findTokenBudget(text) {
	const found = /Dynamic token budget: (\d[\d,]{0,19})/.exec(text)?.[1];
	return found === void 0 ? null : parseAmount(found);
}

// src/programs/virnucpro/virnucpro.ts
const virnucpro = {
	adapters: {
		"pipeline-log": pipelineLog,
		"pipeline-state": pipelineState
	},
	readers: {
		"pipeline-log": pipelineLogReader,
		"pipeline-state": pipelineStateReader,
		"worker-logs": workerLogs,
		"shard-manifest": shardManifest,
		"batch-size-profile": batchSizeProfile,
		"virnucpro-report": virnucproReport,
		"virnucpro-compare": virnucproCompare
	},
	readLogs: readLogs$1,
	readProgress: readProgress$1,
	readBatches: readBatches$1,
	stageAliases: {
		merge: ["Feature Merging"],
		esm2: ["Protein Feature Extraction"],
		inference: ["ESM-2 Feature Extraction"]
	},
	listFailedParts: listFailedParts$1
};
async function readLogs$1(stdout, others) {
	const sources = selectWorkerLogs(others).filter(hasWorkerLine);
	const files = [...sources, ...sources.length === 0 || hasWorkerLine(stdout) ? [] : [stdout]].filter(({ text }) => text?.trim()).map(({ where, text }) => {
		const readBytes = async function* () {
			yield Buffer.from(text ?? "");
		};
		return {
			path: where,
			readBytes
		};
	});
	const { workers, workerStage, packing, dataLoader, warnings } = (files.length === 0 ? null : await workerLogs.read(files).catch(() => null))?.pipeline ?? silentFigures;
	const counts = stdout.text === null ? silentFigures.counts : readPipelineLogFigures(stdout.text).counts;
	const allocator = [stdout, ...others].flatMap(({ text }) => readMemoryAtFailure(text ?? "")).slice(0, 1);
	return {
		counts,
		workers,
		...workerStage === void 0 ? {} : { workerStage },
		packing,
		dataLoader,
		warnings,
		allocator
	};
}
function readBatches$1(stdout, others) {
	return readWorkerBatches([stdout, ...selectWorkerLogs(others)].map(({ text }) => text ?? "").join("\n"));
}
function selectWorkerLogs([stderr, ...logs]) {
	const own = logs.filter(hasWorkerLine);
	return own.length > 0 || !stderr ? own : [stderr];
}
function hasWorkerLine({ text }) {
	return / - Worker \d+ - \S+ - [A-Z]+ - /.test(text ?? "");
}
function* readProgress$1(text) {
	for (const line of readStageLines(text)) if (line.kind === "start") yield {
		kind: "stage",
		stage: line.stage
	};
	for (const line of text.includes("Worker ") ? readWorkerLines(text) : []) {
		const worker = `worker ${line.worker}`;
		if (line.kind === "started") yield {
			kind: "workers",
			count: line.workers
		};
		if (line.kind === "progress") yield {
			kind: "share",
			worker,
			done: line.done,
			total: line.total
		};
		const queue = line.kind === "batch" ? readQueue(line) : null;
		if (queue !== null) yield {
			kind: "wait",
			isStarved: queue === "starved"
		};
	}
}

// src/programs/index.ts
const adapters = {
	...virnucpro.adapters,
	events,
	lightning,
	transformers
};
const readers = {
	...virnucpro.readers,
	events: eventsReader,
	"gpu-metrics": gpuMetrics,
	"pytest-benchmark": pytestBenchmark,
	"google-benchmark": googleBenchmark,
	"go-benchmark": goBenchmark,
	asv,
	hyperfine,
	nvbench,
	"torch-benchmark": torchBenchmark,
	criterion,
	"cargo-bench": cargoBench,
	jmh,
	benchmarkdotnet: benchmarkDotNet,
	catch2,
	pyperf,
	vitest,
	mitata,
	bencher,
	"chrome-trace": chromeTrace,
	nsys,
	rocprof,
	"nvidia-smi": nvidiaSmi,
	dcgm,
	"bench-serve": benchServe,
	aiperf,
	k6,
	mlperf,
	"perf-stat": perfStat,
	otava,
	lightning: lightningReader,
	transformers: transformersReader,
	customSmallerIsBetter,
	customBiggerIsBetter,
	plain: plainBenchmark
};
const { readBatches, readLogs, readProgress, listFailedParts, stageAliases } = virnucpro;
const datasetFormats = [prepareFasta];
const headCharacters = 65536;
function isReaderName(name) {
	return name === "auto" || Object.hasOwn(readers, name);
}
async function readOutput(name, files) {
	try {
		const { reading } = await readFormats(name, files);
		return reading;
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		const hint = `${error.hint.replace(/\.$/, "")}; \`warpgauge read FILE\` prints what is understood of a file`;
		throw new UserError(error.message, hint, { cause: error });
	}
}
async function readFormats(name, files) {
	if (files.length === 0) throw new UserError(`the adapter ${name} got no file`, "Pass the output of the tool");
	if (name !== "auto") return {
		formats: [{
			format: name,
			files
		}],
		reading: await readers[name].read(files)
	};
	const formats = await groupByReader(files);
	const readings = [];
	for (const { reader, files: own } of formats) readings.push(await reader.read(own));
	const merged = mergeToolReadings(readings);
	return {
		formats,
		reading: {
			...merged,
			benchmarks: failDuplicates(merged.benchmarks)
		}
	};
}
async function groupByReader(files) {
	const groups = [];
	const sidecars = files.filter((file) => isSidecar(file));
	for (const file of files) {
		if (sidecars.includes(file)) continue;
		const [format, reader] = await findReader(file);
		const open = reader.takes === "files of one run" ? groups.find((group) => group.reader === reader) : void 0;
		if (open) open.files.push(file);
		else groups.push({
			format,
			reader,
			files: [file]
		});
	}
	for (const file of sidecars) {
		const group = groups.find(({ reader }) => reader.isSidecar?.(file.path) ?? false);
		if (!group) throw new UserError(`${file.path} belongs to none of the other files`, "Also pass the file that names it");
		group.files.push(file);
	}
	return groups;
}
function isSidecar({ path }) {
	return Object.values(readers).some((reader) => reader.isSidecar?.(path) ?? false);
}
async function findLogReaders(file) {
	const tail = await readTail(file, headCharacters);
	return Object.entries(readers).filter(([, reader]) => reader.isLog === true && (reader.detect?.(tail) ?? false));
}
async function findReader(file) {
	const head = await readHead(file, headCharacters);
	if (head.trim() === "") throw new UserError(`${file.path} is empty`, "The tool wrote nothing; check its log");
	const known = Object.entries(readers).filter(([, reader]) => reader.detect?.(head) ?? false);
	const found = known.length > 0 ? known : await findLogReaders(file);
	const [first] = found;
	if (first && found.length === 1) return first;
	const names = (found.length > 0 ? found.map(([name]) => name) : Object.keys(readers)).join(", ");
	const what = found.length > 0 ? "matches several formats" : "has no known format";
	throw new UserError(`${file.path} ${what}`, `Set one of ${names} instead of auto`);
}

// src/steps/trial/read-telemetry.ts
const maxTelemetryBytes = 67108864;
const maxFiles = 64;
async function readTelemetry(sources, places, inspector) {
	const results = [];
	for (const source of sources) {
		const found = typeof source === "string" ? await readPlaced(source, places.files, inspector) : await readNamed(source, places, inspector);
		if (found) results.push(found);
	}
	return {
		stages: results.find((result) => result.stages.length > 0)?.stages ?? [],
		isResumed: results.some((result) => result.isResumed),
		benchmarks: results.flatMap(({ benchmarks = [] }) => benchmarks),
		problems: results.flatMap(({ problems }) => problems)
	};
}
async function readPlaced(name, files, inspector) {
	const adapter = adapters[name];
	const { source, path: named } = adapter;
	const streams = source === "stdout" ? [files.stdoutPath] : [files.stdoutPath, files.stderrPath];
	const file = named === void 0 ? files.eventsPath : join(files.output, named);
	const texts = [];
	try {
		for (const path of source === "stdout" || source === "streams" ? streams : [file]) texts.push(await inspector.readText(path, maxTelemetryBytes) ?? "");
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			stages: [],
			isResumed: false,
			problems: [`${name} was not read: ${error.message.replace(files.stdoutPath, "standard output").replace(files.stderrPath, "standard error").replace(files.output, "{output}")}`]
		};
	}
	return adapter.parse(texts.join("\n"));
}
async function readNamed({ format, files }, { values, directory }, inspector) {
	const reader = readers[format];
	const parts = [];
	try {
		for (const path of await findFiles(files, {
			values,
			directory
		}, inspector)) {
			const { pipeline, problems, benchmarks } = await reader.read([createInspectedFile(path, path, inspector)]);
			const { stages = [], isResumed = false } = pipeline ?? {};
			parts.push({
				stages,
				isResumed,
				problems,
				benchmarks: format === "transformers" ? benchmarks : []
			});
		}
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			stages: [],
			isResumed: false,
			problems: [`${format}: ${error.message} (${error.hint})`]
		};
	}
	return {
		stages: mergeStageTimes(parts.map(({ stages }) => stages)),
		isResumed: parts.some(({ isResumed }) => isResumed),
		problems: parts.flatMap(({ problems }) => problems),
		benchmarks: parts.flatMap(({ benchmarks = [] }) => benchmarks)
	};
}
async function findFiles(patterns, { values, directory }, inspector) {
	const found = /* @__PURE__ */ new Set();
	for (const pattern of patterns) for (const path of await inspector.find(resolve(directory, fillPlaceholders(pattern, values)))) found.add(path);
	if (found.size === 0) throw new UserError(`no file matches ${patterns.join(", ")}`, "Check pipeline.telemetry");
	if (found.size > maxFiles) throw new UserError(`${found.size} files match ${patterns.join(", ")}`, `Name at most ${maxFiles} files`);
	return [...found];
}
function createInspectedFile(path, shown, inspector) {
	return {
		path: shown,
		readBytes: () => inspector.streamBytes(path),
		readTables: (selections) => inspector.readTables(path, selections)
	};
}

export { countEventWork, createInspectedFile, datasetFormats, isReaderName, listFailedParts, parseEvent, readBatch, readBatchEvents, readBatches, readEvent$2 as readEvent, readFilesDataset, readFormats, readLogs, readOutput, readProgress, readTelemetry, readers, resolvePath, splitBoundedLines, stageAliases, toCount, toLine };