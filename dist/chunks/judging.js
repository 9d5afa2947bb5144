import { __commonJSMin, __exportAll, __toESM } from "./rolldown-runtime.js";
import { buildClaim, completeCheck, confirmCheck, deriveCheckName, describeSubject, isPartial, parseCopiedPull, parseQueueBranch, restrictConfig } from "./foundation.js";
import { EnvironmentError, SupersededError, UserError, clocksEventReasons, computeMean as computeMean$2, computeMedian as computeMedian$1, computeQuantile, isSeen as isSeen$1, normalPerMad, sumValues, summarize } from "./core.js";
import { _enum, array, boolean, datetime, discriminatedUnion, int, literal, number, object, partialRecord, record, strictObject, string, toJSONSchema, tuple, union } from "./zod.js";
import { formatAxes, formatCaseId, groupComparedCases, hasAxes } from "./choices.js";
import { require_jstat } from "./jstat.js";
import { require_dist } from "./yaml.js";
import { gpuQuantities } from "./telemetry.js";
import { createHash } from "node:crypto";
import { basename, join } from "node:path";

// src/domain/core/shell-words.ts
var import_dist = require_dist();
function splitShellWords(line) {
	const words = [];
	let rest = line.trim();
	while (rest !== "") {
		const word = /^(?:"[^"\\$`]*"|'[^']*'|[\w./:=+@%,-]|\{[\w-]+\})+(?=\s|$)/.exec(rest)?.[0];
		if (word === void 0) return null;
		words.push(word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_all, double, single) => double ?? single ?? ""));
		rest = rest.slice(word.length).trimStart();
	}
	return words;
}
function quoteShellWord(word) {
	return /^[\w./:=+@%,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
function joinShellWords(words) {
	return words.map(quoteShellWord).join(" ");
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

// src/config/validation/find-nearest.ts
var import_fastest_levenshtein = require_fastest_levenshtein();
function findNearest(word, candidates) {
	if (!/\w/.test(word)) return null;
	const limit = Math.max(2, Math.floor(word.length / 3));
	return candidates.map((candidate) => ({
		candidate,
		edits: (0, import_fastest_levenshtein.distance)(word.toLowerCase(), candidate.toLowerCase())
	})).filter(({ candidate, edits }) => edits <= limit && edits < candidate.length).toSorted((a, b) => a.edits - b.edits)[0]?.candidate ?? null;
}
function formatSuggestion(word, candidates) {
	const near = findNearest(word, candidates);
	if (near !== null) return ` — did you mean ${JSON.stringify(near)}?`;
	return candidates.length > 0 ? ` — known: ${candidates.join(", ")}` : "";
}
function findNearestFew(word, candidates, count) {
	return candidates.toSorted((a, b) => (0, import_fastest_levenshtein.distance)(a, word) - (0, import_fastest_levenshtein.distance)(b, word)).slice(0, count);
}

// src/config/validation/placeholders.ts
const known$1 = [
	"{dataset}",
	"{gpus}",
	"{gpuCount}",
	"{output}",
	"{nodes}",
	"{totalGpus}",
	"{host}"
];
function describeUnknownPlaceholders(text) {
	return listPlaceholders(text).filter((placeholder) => !isKnown(placeholder)).map((placeholder) => `${placeholder} is not a placeholder${formatSuggestion(placeholder, known$1)}`);
}
function escapeUnknownPlaceholders(text) {
	return text.replaceAll(placeholderForm, (all) => isKnown(all) ? all : `{${all}}`);
}
function listKnownPlaceholders(text) {
	return listPlaceholders(text).filter(isKnown);
}
const placeholderForm = /(?<!\$)(?:\{\{[A-Za-z][\w-]{0,40}\}\}|\{[A-Za-z][\w-]{0,40}\})/g;
function listPlaceholders(text) {
	return (text.match(placeholderForm) ?? []).filter((placeholder) => !placeholder.startsWith("{{"));
}
function isKnown(placeholder) {
	return known$1.some((name) => name === placeholder);
}

// src/config/ab/ab-config.ts
const abConfigName = "warpgauge-ab.yml";
const adaptiveRuns = {
	least: 3,
	most: 20
};
const moreMinutes = 10;
function buildAbConfig(request) {
	const { otherCommand, setup, metrics, gpus, runs, passEnv, proofs, directory } = request;
	const place = (argv) => [...directory === "" ? [] : ["env", `--chdir=${directory}`], ...argv];
	const placeCommand = (argv) => place(argv).map(escapeUnknownPlaceholders);
	const label = otherCommand === null ? "base" : "command-a";
	const budget = runs === null ? { gpuMinutes: moreMinutes * Math.max(1, gpus) } : {};
	return {
		version: 1,
		pipeline: {
			name: chooseName(request),
			command: placeCommand(request.command),
			...setup.length > 0 && { setup: setup.map(place) },
			...passEnv.length > 0 && { passEnv: [...passEnv] },
			...proofs.length > 0 && { proof: { stdout: [...proofs] } },
			devices: gpus === 0 ? "cpu" : "gpu"
		},
		revisions: { [label]: otherCommand === null ? { ref: "merge-base" } : {
			ref: "HEAD",
			command: placeCommand(otherCommand)
		} },
		suites: { revision: {
			against: [label],
			gpus: Math.max(1, gpus)
		} },
		run: {
			warmups: request.warmups,
			repeats: runs ?? adaptiveRuns.least,
			maxRepeats: runs ?? adaptiveRuns.most,
			...budget
		},
		...metrics.length > 0 && { comparison: { gate: [...metrics] } }
	};
}
function formatAbConfig(request) {
	return (0, import_dist.stringify)(buildAbConfig(request), { lineWidth: 118 });
}
function parseCommandText(text) {
	const words = splitShellWords(text);
	return words !== null && words.length > 0 && !/^\w+=/.test(words[0] ?? "") ? words : [
		"sh",
		"-c",
		text
	];
}
const interpreters = /^(?:python[\d.]*|node|bash|sh|uv|poetry|env|time|nice|torchrun|accelerate|cargo|go|npx|run)$/;
function chooseName({ command }) {
	const words = command.flatMap((word) => word.split(/\s+/)).filter((word) => !word.startsWith("-")).map((word) => word.split("/").at(-1) ?? "");
	const name = (words.find((item) => !interpreters.test(item)) ?? words[0] ?? "").replace(/\.\w{1,4}$/, "").toLowerCase().replaceAll(/[^a-z0-9._-]+/g, "-").replaceAll(/^[^a-z0-9]+/g, "").slice(0, 40);
	return name === "" ? "command" : name;
}

// src/domain/testbed/container.ts
const containerKinds = [
	"docker",
	"podman",
	"kubernetes",
	"none"
];
function detectContainer(traces) {
	const { cgroup } = traces;
	if (traces.isKubernetesHostSet || cgroup?.includes("kubepods")) return "kubernetes";
	if (traces.hasPodmanMark || cgroup?.includes("libpod")) return "podman";
	if (traces.hasDockerMark || /[/:-]docker[/-]/.test(cgroup ?? "")) return "docker";
	if (cgroup === null) return null;
	return /init\.scope|system\.slice|user\.slice/.test(cgroup) ? "none" : null;
}

// src/domain/testbed/testbed.ts
function formatTestbedId(kind, devices, cpuModel) {
	if (kind === "cpu") return toSlug(`${devices.length}-core-${cpuModel}`);
	const groups = [...Map.groupBy(devices, ({ model, migProfile }) => JSON.stringify([model, migProfile])).values()];
	if (groups.length > 1) return formatMixedId(groups);
	return groups.map(formatModelId).join() || "0x-none";
}
function formatMixedId(groups) {
	const names = ["mixed", ...groups.map(formatModelId)].join("-");
	const count = groups.reduce((sum, group) => sum + group.length, 0);
	return names.length <= maxIdLength ? names : toSlug(`mixed-${count}x-gpu-of-${groups.length}-kinds-${names.slice(6)}`);
}
function formatModelId(group) {
	const [{ model, migProfile } = {
		model: "none",
		migProfile: null
	}] = group;
	return toSlug(`${group.length}x-${model}`, migProfile === null ? "" : toSlug(`mig-${migProfile}`));
}
const maxIdLength = 80;
function toSlug(text, ending = "") {
	const words = text.toLowerCase().replaceAll(/\(r\)|\(tm\)|@.*$/g, " ").replaceAll(/[^a-z0-9.]+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "").slice(0, maxIdLength);
	return ending === "" ? words : `${words.slice(0, 79 - Math.min(ending.length, 40))}-${ending.slice(0, 40)}`;
}

// src/domain/core/memory-unit.ts
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

// src/domain/core/metric.ts
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
const wallTime = {
	name: "wall_time",
	unit: "s",
	betterWhen: "lower"
};
const throughput$1 = {
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
const polledBusyTime = {
	name: "gpu_busy_time_polled",
	unit: "s",
	betterWhen: "lower"
};
function isBusyTime(metricName) {
	return metricName === gpuBusyTime.name || metricName === polledBusyTime.name;
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
	return metricName.startsWith("gpu_");
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

// src/domain/detection/noise/finite-share.ts
function toFiniteShare(logRatio) {
	return Math.min(Number.MAX_VALUE, Math.expm1(logRatio));
}

// src/domain/detection/noise/order-statistics.ts
function sortRange(values, from = 0, to = values.length) {
	return values.subarray(from, to).toSorted();
}
function interpolateQuantile(sorted, share) {
	const position = (sorted.length - 1) * share;
	const below = sorted[Math.floor(position)] ?? NaN;
	return below + ((sorted[Math.ceil(position)] ?? NaN) - below) * (position - Math.floor(position));
}
function computeRangeMedian(values, from = 0, to = values.length) {
	return interpolateQuantile(sortRange(values, from, to), .5);
}

// src/domain/detection/noise/center.ts
function computeMedian(values) {
	return computeRangeMedian(Float64Array.from(values));
}
function computeResiduals(values, center) {
	return values.map((value) => value - center);
}
function sumSquaresAboutMean(values) {
	const center = computeMean$2(values);
	return values.reduce((sum, value) => sum + (value - center) ** 2, 0);
}

// src/domain/detection/noise/noise-prior.ts
const guessedDeviation = .01;
const guessWeight = .5;
const guessedSessionVariance = .004 ** 2;
const fewestDegreesOfFreedom$2 = 4;
const fewestSessions$1 = 3;
const historyShare = .5;
const largestWeight = 12;
const clipDeviations$3 = 4;
const ordinaryShare = .8;
const medianInefficiency$1 = Math.PI / 2;
function estimateNoisePrior(history, placeOf = Math.log, guess = guessedDeviation) {
	const guessedVariance = guess ** 2;
	const sessions = history.map((session) => session.map((value) => placeOf(value)).filter(Number.isFinite)).filter((session) => session.length >= 2);
	const degreesOfFreedom = sessions.reduce((sum, session) => sum + session.length - 1, 0);
	const variance = degreesOfFreedom >= fewestDegreesOfFreedom$2 ? computePooledVariance(sessions, degreesOfFreedom) : 0;
	if (!(variance > 0)) return withoutHistory({
		sessionVariance: guessedSessionVariance,
		guessedVariance
	});
	return {
		variance,
		weight: computeHistoryWeight(degreesOfFreedom),
		sessionVariance: estimateSessionVariance(sessions, variance),
		guessedVariance
	};
}
function withoutHistory({ sessionVariance, guessedVariance }) {
	return {
		variance: guessedVariance,
		weight: guessWeight,
		sessionVariance,
		guessedVariance
	};
}
function computeHistoryWeight(degreesOfFreedom) {
	return Math.min(largestWeight, historyShare * degreesOfFreedom);
}
function computePooledVariance(sessions, degreesOfFreedom) {
	const residuals = sessions.flatMap((session) => computeResiduals(session, computeMedian(session)));
	const distances = Float64Array.from(residuals, Math.abs).toSorted();
	const correction = Math.sqrt(residuals.length / degreesOfFreedom);
	const limit = Math.max(clipDeviations$3 * normalPerMad * interpolateQuantile(distances, .5) * correction, interpolateQuantile(distances, ordinaryShare));
	return distances.reduce((sum, distance) => sum + Math.min(limit, distance) ** 2, 0) / degreesOfFreedom;
}
function estimateSessionVariance(sessions, variance) {
	if (sessions.length < fewestSessions$1) return guessedSessionVariance;
	const medians = sessions.map((session) => computeMedian(session));
	const spread = sumSquaresAboutMean(medians) / (medians.length - 1);
	const runs = computeMean$2(sessions.map((session) => session.length));
	return Math.max(0, spread - medianInefficiency$1 * variance / runs);
}

// src/domain/detection/noise/variance-ratio.ts
var import_jstat = /* @__PURE__ */ __toESM(require_jstat(), 1);
function computeVarianceRatioProbability(ratio, upperDegrees, lowerDegrees) {
	return import_jstat.default.ibeta(lowerDegrees / (lowerDegrees + upperDegrees * ratio), lowerDegrees / 2, upperDegrees / 2);
}

// src/domain/detection/pair/pair-difference.ts
const winsorDeviations = 3;
const fewestPairs = 5;
const pairingGain = .6;
const noisierLevel = .05;
const quieterLevel = .002;
const fewestQuieter = 5;
const roundingVariance = 1e-24;
function estimateDifference(base, head, design, history) {
	const mayBeQuieter = Math.min(base.length, head.length) >= fewestQuieter;
	const prior = isContradicted(history, chooseSpread(base, head, design), mayBeQuieter) ? withoutHistory(history) : history;
	const [trimmedBase, trimmedHead] = winsorizeSides(base, head, prior);
	const spread = chooseSpread(trimmedBase, trimmedHead, design);
	const degreesOfFreedom = spread.degreesOfFreedom + prior.weight;
	const runVariance = (prior.weight * prior.variance + spread.squares) / degreesOfFreedom;
	const sessionVariance = design === "stored" ? 2 * prior.sessionVariance : 0;
	return {
		estimate: computeMean$2(trimmedHead) - computeMean$2(trimmedBase),
		standardError: Math.sqrt(runVariance * (1 / base.length + 1 / head.length) + sessionVariance),
		degreesOfFreedom,
		runVariance,
		sessionVariance,
		ownDegrees: spread.degreesOfFreedom,
		priorDegrees: prior.weight,
		isPaired: spread.isPaired
	};
}
function isContradicted({ variance, weight }, spread, mayBeQuieter) {
	const ratio = Math.max(0, computeVariance(spread) - roundingVariance) / variance;
	const probability = computeVarianceRatioProbability(ratio, spread.degreesOfFreedom, weight);
	return probability < noisierLevel || mayBeQuieter && 1 - probability < quieterLevel;
}
function winsorizeSides(base, head, prior) {
	const residuals = [base, head].map((values) => computeResiduals(values, computeMedian(values)));
	const pooled = computeRobustVariance(residuals.flat(), 2);
	const free = base.length + head.length - 2;
	const [ofBase, ofHead] = residuals.map((own) => {
		const variance = Math.max(pooled, computeRobustVariance(own, 1));
		return winsorDeviations * Math.sqrt((prior.weight * prior.variance + free * variance) / (prior.weight + free));
	});
	return hasOutlierNear(base, ofBase, computeMedian(head)) && hasOutlierNear(head, ofHead, computeMedian(base)) ? [[...base], [...head]] : [winsorize(base, ofBase), winsorize(head, ofHead)];
}
function hasOutlierNear(values, limit, other) {
	const own = computeMedian(values);
	return values.some((value) => Math.abs(value - own) > limit && Math.abs(value - other) < Math.abs(value - own));
}
function computeRobustVariance(residuals, sides) {
	return (normalPerMad * computeMedian(residuals.map(Math.abs))) ** 2 * (residuals.length / (residuals.length - sides));
}
function winsorize(values, limit) {
	const center = computeMedian(values);
	return values.map((value) => center + Math.max(-limit, Math.min(limit, value - center)));
}
function chooseSpread(base, head, design) {
	const pooled = {
		isPaired: false,
		squares: sumSquaresAboutMean(base) + sumSquaresAboutMean(head),
		degreesOfFreedom: base.length + head.length - 2
	};
	if (design !== "interleaved" || base.length !== head.length || base.length < fewestPairs) return pooled;
	const paired = {
		isPaired: true,
		squares: sumSquaresAboutMean(head.map((value, index) => value - base[index])) / 2,
		degreesOfFreedom: base.length - 1
	};
	return computeVariance(paired) < pairingGain * computeVariance(pooled) - roundingVariance ? paired : pooled;
}
function computeVariance(spread) {
	return spread.squares / spread.degreesOfFreedom;
}

// src/domain/detection/noise/student-quantile.ts
const known = /* @__PURE__ */ new Map();
function computeStudentQuantile(probability, degreesOfFreedom) {
	const key = `${probability}/${degreesOfFreedom}`;
	const remembered = known.get(key);
	if (remembered !== void 0) return remembered;
	const quantile = import_jstat.default.studentt.inv(probability, degreesOfFreedom);
	known.set(key, quantile);
	return quantile;
}

// src/domain/detection/pair/pair-rule.ts
const slowerBound = 4.5;
const slowerLevel = .01;
const notSlowerProbability = .95;
function createSequentialRule(gates = 1) {
	const upperBound = slowerBound + Math.log(gates);
	return (difference, minEffect) => {
		const evidence = computeLogLikelihoodRatio(difference, minEffect);
		if (evidence >= upperBound) return "slower";
		return evidence <= -2.5 ? "not slower" : "open";
	};
}
function createSingleLookRule(gates = 1) {
	return ({ estimate, standardError, degreesOfFreedom }, minEffect) => {
		if (estimate >= computeStudentQuantile(1 - slowerLevel / gates, degreesOfFreedom) * standardError && estimate > minEffect / 2) return "slower";
		const excludes = computeStudentQuantile(notSlowerProbability, degreesOfFreedom) * standardError;
		return minEffect - estimate >= excludes ? "not slower" : "open";
	};
}
function decideLeaning(rule, difference, { minEffect, clearEffect }) {
	if (rule(difference, minEffect) === "slower") return "slower";
	return rule(difference, clearEffect) === "not slower" ? "not slower" : "open";
}
function findSmallestSlower(rule, difference, minEffect) {
	return findSmallest((estimate) => rule({
		...difference,
		estimate
	}, minEffect) === "slower", Math.max(minEffect, difference.standardError));
}
function findSmallestExcluded(rule, difference) {
	const isExcluded = (effect) => rule(difference, effect) === "not slower";
	return isExcluded(0) ? 0 : findSmallest(isExcluded, Math.abs(difference.estimate) + difference.standardError);
}
function findSmallest(passes, start) {
	let [low, high] = [0, start];
	while (!passes(high) && high < Number.MAX_VALUE / 2) [low, high] = [high, high * 2];
	for (let step = 0; step < 30; step += 1) {
		const middle = (low + high) / 2;
		if (passes(middle)) high = middle;
		else low = middle;
	}
	return high;
}
function computeLogLikelihoodRatio({ estimate, standardError, degreesOfFreedom }, minEffect) {
	const scale = degreesOfFreedom * standardError ** 2;
	const fromZero = Math.max(0, estimate) ** 2 / scale;
	const toMinimum = Math.max(0, minEffect - estimate) ** 2 / scale;
	return (degreesOfFreedom + 1) / 2 * (Math.log1p(fromZero) - Math.log1p(toMinimum));
}

// src/domain/detection/pair/measure-pair.ts
const defaultMinEffect = .03;
function measurePair(request, scale) {
	const sign = request.isLowerBetter === false ? -1 : 1;
	const toScale = (value) => sign * scale.toScale(value);
	const [base, head] = [request.base.map(toScale), request.head.map(toScale)];
	const prior = withSessions(estimateNoisePrior(request.history ?? [], scale.toScale, request.guessedNoise), request.sessionDeviation ?? 0);
	return {
		sign,
		base,
		head,
		difference: estimateDifference(base, head, request.design ?? "interleaved", prior),
		minEffect: scale.toDifference(readMinEffect(request)),
		clearEffect: scale.toDifference(readClearEffect(request)),
		rule: chooseRule(request)
	};
}
function withSessions(prior, deviation) {
	return {
		...prior,
		sessionVariance: Math.max(prior.sessionVariance, deviation ** 2)
	};
}
function readMinEffect({ minEffect = defaultMinEffect }) {
	if (!(minEffect >= 0) || !Number.isFinite(minEffect)) throw new RangeError(`minEffect is ${minEffect}; give a share of zero or more, such as 0.03`);
	return minEffect;
}
function readClearEffect(request) {
	const minEffect = readMinEffect(request);
	const { clearEffect = minEffect } = request;
	if (!(clearEffect >= 0) || !Number.isFinite(clearEffect)) throw new RangeError(`clearEffect is ${clearEffect}; give a share of zero or more, such as 0.05`);
	return Math.max(minEffect, clearEffect);
}
function isCapped({ base, head, maxRuns: cap }) {
	return cap === void 0 || Math.min(base.length, head.length) >= cap;
}
function readGates({ gates = 1 }) {
	if (!(gates >= 1) || !Number.isFinite(gates)) throw new RangeError(`gates is ${gates}; give the number of gate metrics, one or more`);
	return gates;
}
function chooseRule(request) {
	const gates = readGates(request);
	return isCapped(request) ? createSingleLookRule(gates) : createSequentialRule(gates);
}

// src/domain/detection/pair/sign-flip-test.ts
const largestExact$1 = 14;
const rounding$1 = 1e-9;
function computeSignFlipProbability(lower, upper) {
	const differences = upper.map((value, index) => value - (lower[index] ?? NaN));
	const sum = differences.reduce((total, difference) => total + difference, 0);
	if (differences.length > largestExact$1) return computeNormalTail(sum, differences);
	const sizes = differences.map(Math.abs);
	const slack = rounding$1 * sizes.reduce((total, size) => total + size, 0);
	const sums = listSignSums(sizes);
	return sums.reduce((count, each) => count + Number(each >= sum - slack), 0) / sums.length;
}
function listSignSums(sizes) {
	const sums = new Float64Array(2 ** sizes.length);
	for (const [place, size] of sizes.entries()) {
		const known = 2 ** place;
		for (let index = 0; index < known; index += 1) {
			const before = sums[index] ?? 0;
			sums[index] = before + size;
			sums[index + known] = before - size;
		}
	}
	return sums;
}
function computeNormalTail(sum, differences) {
	const variance = differences.reduce((total, difference) => total + difference ** 2, 0);
	return variance === 0 ? 1 : 1 - import_jstat.default.normal.cdf(sum / Math.sqrt(variance), 0, 1);
}

// src/domain/detection/pair/exact-confirmation.ts
const fewestExactPairs = 7;
const totalLevel = .008;
function confirmExactly(pair, request) {
	const { base, head, minEffect, difference } = pair;
	const level = computeExactLevel(request);
	const isConfirmed = (lower, upper, estimate) => estimate > minEffect / 2 && computeSignFlipProbability(lower, upper) <= level;
	const isShown = (effect) => isConfirmed(base, head.map((value) => value - difference.estimate + effect), effect);
	return {
		isSlower: level > 0 && isConfirmed(base, head, difference.estimate),
		isFaster: level > 0 && isConfirmed(head, base, -difference.estimate),
		resolution: level > 0 ? findSmallest(isShown, Math.max(minEffect, difference.standardError)) : null
	};
}
function computeExactLevel(request) {
	const { base, head, design = "interleaved" } = request;
	const pairs = base.length;
	if (design !== "interleaved" || head.length !== pairs || pairs < 7) return 0;
	const total = totalLevel / readGates(request);
	const firstPairs = Math.max(7, Math.ceil(Math.log2(2 / total)));
	if (!isCapped(request)) return pairs >= firstPairs ? 2 ** -pairs : 0;
	const left = request.maxRuns === void 0 || pairs <= firstPairs ? total : total - 2 ** -firstPairs;
	return left >= 2 ** -pairs ? left : 0;
}

// src/domain/detection/pair/pair-reason.ts
function explainPair(answer, request, context) {
	return `${formatRuns(request)}: ${formatConclusion$1(answer, request, context)}`;
}
function formatRuns({ base, head }) {
	return `${base.length} against ${head.length} runs`;
}
function formatSignedEffect$1(effect, hundredth) {
	return `${effect > 0 ? "+" : ""}${formatEffectSize(effect, hundredth)}`;
}
const unreadable = 1e6;
function formatEffectSize(effect, hundredth) {
	const hundredths = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, effect * 100));
	const size = Math.abs(hundredths);
	if (size >= unreadable) return `${hundredths.toPrecision(3)} ${hundredth}`;
	if (size >= 100) return `${Number(hundredths.toPrecision(3))} ${hundredth}`;
	return `${size < 1 ? hundredths.toFixed(2) : hundredths.toFixed(1)} ${hundredth}`;
}
function formatConclusion$1({ verdict, resolution, excluded }, request, context) {
	const { minEffect, scale, terms } = context;
	if (verdict === "inconclusive") return describeOpen(resolution, request, context);
	if (verdict === "unchanged") return describeCleared(resolution, excluded, context);
	return `significantly ${verdict === "regression" ? terms.worse : terms.better}${minEffect > 0 ? `, by more than half of the minimum effect of ${formatEffectSize(minEffect, scale.hundredth)}` : ""}`;
}
function describeCleared(resolution, excluded, context) {
	const { clearEffect, scale, isWidened } = context;
	const bound = formatBound(excluded ?? clearEffect, context);
	if (isWidened) return `${bound}; these runs cannot rule out ${formatLoss(clearEffect, context)}`;
	const reach = resolution !== null && resolution < clearEffect ? `; one of ${formatEffectSize(resolution, scale.hundredth)} would have been detected` : "";
	return `${bound}, so ${formatLoss(clearEffect, context)} is ruled out${reach}`;
}
function formatBound(excluded, { scale, terms }) {
	return `${excluded > 0 ? `at most ${formatEffectSize(excluded, scale.hundredth)} ${terms.worse}` : `not ${terms.worse}`} (one-sided bound)`;
}
const unconfirmedText = "more runs must confirm this change: the noise of this machine is unknown, and processes of one program may run at two speeds";
function describeOpen(resolution, request, context) {
	const { minEffect, scale, terms, isOverlapping, isUnconfirmed } = context;
	if (isUnconfirmed) return unconfirmedText;
	const limit = minEffect > 0 ? ` by ${formatEffectSize(minEffect, scale.hundredth)}` : "";
	const overlap = isOverlapping ? " because the runs of the sides overlap" : "";
	const reach = resolution === null ? `too few runs to detect ${formatLoss(0, context)}` : `these runs can detect ${formatLoss(resolution, context)}`;
	const end = request.maxRuns !== void 0 && isCapped(request) ? ", and the maximum number of runs is reached" : "";
	return `undecided whether it is ${terms.worse}${limit}${overlap}; ${reach}${end}`;
}
function formatLoss(effect, { scale, terms }) {
	return effect > 0 ? `${terms.loss} of ${formatEffectSize(effect, scale.hundredth)}` : terms.loss.replace(/^an? /, "any ");
}

// src/domain/detection/pair/rank-test.ts
const rankLevel$1 = .06;
const largestExact = 50;
const largestExactWithTies = 24;
const untied = /* @__PURE__ */ new Map();
function computeRankProbability(lower, upper) {
	const ranks = computeDoubledMidranks(lower, upper);
	const size = ranks.length;
	const hasTies = ranks.some((rank, index) => rank !== 2 * (index + 1));
	const sum = computeDoubledRankSum(lower, upper);
	if (size > (hasTies ? largestExactWithTies : largestExact)) return estimateProbability(ranks, lower.length, upper.length, sum);
	return computeTail(hasTies ? countSums(ranks, upper.length) : countUntiedSums(lower.length, upper.length), sum);
}
function computeSeparationProbability(lowerCount, upperCount) {
	let probability = 1;
	for (let taken = 1; taken <= lowerCount; taken += 1) probability *= taken / (upperCount + taken);
	return probability;
}
function computeDoubledMidranks(lower, upper) {
	const pooled = [...lower, ...upper].toSorted((a, b) => a - b);
	const ranks = [];
	for (let start = 0; start < pooled.length;) {
		let end = start + 1;
		while (end < pooled.length && isTied(pooled[end] ?? NaN, pooled[start] ?? NaN)) end += 1;
		while (ranks.length < end) ranks.push(start + 1 + end);
		start = end;
	}
	return ranks;
}
function isTied(one, other) {
	return Math.abs(one - other) <= 1e-12 * Math.max(1, Math.abs(one), Math.abs(other));
}
function computeDoubledRankSum(lower, upper) {
	let doubledU = 0;
	for (const high of upper) for (const low of lower) doubledU += isTied(high, low) ? 1 : 2 * Number(high > low);
	return doubledU + upper.length * (upper.length + 1);
}
function countUntiedSums(lowerCount, upperCount) {
	const key = `${lowerCount}/${upperCount}`;
	const remembered = untied.get(key);
	if (remembered) return remembered;
	const counts = countSums(Array.from({ length: lowerCount + upperCount }, (_, index) => 2 * (index + 1)), upperCount);
	untied.set(key, counts);
	return counts;
}
function countSums(ranks, chosen) {
	const largest = ranks.slice(ranks.length - chosen).reduce((sum, rank) => sum + rank, 0);
	const ways = Array.from({ length: chosen + 1 }, () => new Float64Array(largest + 1));
	ways[0]?.fill(1, 0, 1);
	for (const rank of ranks) for (let taken = chosen; taken >= 1; taken -= 1) addShifted(ways, taken, rank);
	return Array.from(ways[chosen] ?? []);
}
function addShifted(ways, taken, rank) {
	const target = ways[taken];
	const source = ways[taken - 1];
	for (let sum = target.length - 1; sum >= rank; sum -= 1) target[sum] = (target[sum] ?? 0) + (source[sum - rank] ?? 0);
}
function computeTail(counts, from) {
	let above = 0;
	let all = 0;
	for (const [sum, count] of counts.entries()) {
		all += count;
		if (sum >= from) above += count;
	}
	return above / all;
}
function estimateProbability(ranks, lowerCount, upperCount, sum) {
	const size = lowerCount + upperCount;
	const squares = ranks.reduce((total, rank) => total + (rank / 2 - (size + 1) / 2) ** 2, 0);
	const variance = lowerCount * upperCount * squares / (size * (size - 1));
	if (variance === 0) return 1;
	const excess = (sum - upperCount * (size + 1)) / 2;
	return 1 - import_jstat.default.normal.cdf((excess - .5) / Math.sqrt(variance), 0, 1);
}

// src/domain/detection/pair/judge-on-scale.ts
const largestSpeedGap = Math.log(1.3);
const knownDegrees = 2;
function judgeOnScale(request, scale, terms) {
	const pair = measurePair(request, scale);
	const exact = request.confirm === "exact" ? confirmExactly(pair, request) : null;
	const limits = computeLimits(pair, exact);
	const { verdict, isOverlapping, isUnconfirmed = false, isWidened } = widenDecision(exact ? decideExactly(pair, exact) : confirmDecision(decide$4(pair, request), pair, request), limits, () => mayWiden(pair, request));
	const answer = {
		verdict,
		effect: scale.toEffect(pair.sign * pair.difference.estimate) + 0,
		interval: computeInterval$1(pair.difference, pair.sign, scale),
		resolution: limits && scale.toEffect(limits.resolution),
		excluded: limits && scale.toEffect(limits.excluded)
	};
	const [minEffect, clearEffect] = [scale.toEffect(pair.minEffect), scale.toEffect(pair.clearEffect)];
	return {
		...answer,
		reason: explainPair(answer, request, {
			minEffect,
			clearEffect,
			scale,
			terms,
			isOverlapping,
			isUnconfirmed,
			isWidened
		})
	};
}
function decide$4(pair, request) {
	const { base, head, difference, minEffect, rule } = pair;
	const leaning = isPossiblySlower(pair, request) ? "open" : decideLeaning(rule, difference, pair);
	if (leaning === "slower") return confirmByRanks("regression", base, head, difference);
	const faster = rule({
		...difference,
		estimate: -difference.estimate
	}, minEffect) === "slower" ? confirmByRanks("improvement", head, base, difference) : null;
	if (faster?.isOverlapping === false) return faster;
	return leaning === "not slower" && computeSeparationProbability(base.length, head.length) <= .06 ? {
		verdict: "unchanged",
		isOverlapping: false
	} : {
		verdict: "inconclusive",
		isOverlapping: faster !== null
	};
}
function isPossiblySlower(pair, request) {
	const { rule, difference, minEffect } = pair;
	if (isCapped(request) || difference.estimate < minEffect / 2) return false;
	return decideLeaning(rule, difference, pair) === "not slower" && rule(difference, minEffect) === "open";
}
function confirmDecision(decision, { difference }, request) {
	const { base, head, maxRuns, minRuns: leastRuns } = request;
	if (leastRuns === void 0 || maxRuns === void 0) return decision;
	if (decision.verdict !== "regression" && decision.verdict !== "improvement") return decision;
	if (difference.priorDegrees >= knownDegrees || Math.abs(difference.estimate) >= largestSpeedGap || Math.min(base.length, head.length) >= Math.min(leastRuns, maxRuns)) return decision;
	return {
		verdict: "inconclusive",
		isOverlapping: false,
		isUnconfirmed: true
	};
}
function decideExactly(pair, { isSlower, isFaster, resolution }) {
	if (isSlower) return {
		verdict: "regression",
		isOverlapping: false
	};
	if (isFaster) return {
		verdict: "improvement",
		isOverlapping: false
	};
	const leaning = decideLeaning(pair.rule, pair.difference, pair);
	return {
		verdict: leaning === "not slower" && resolution !== null ? "unchanged" : "inconclusive",
		isOverlapping: leaning === "slower" && resolution !== null
	};
}
function confirmByRanks(verdict, lower, upper, { isPaired }) {
	const isOverlapping = !(isPaired && computeSignFlipProbability(lower, upper) <= .06) && computeRankProbability(lower, upper) > .06;
	return {
		verdict: isOverlapping ? "inconclusive" : verdict,
		isOverlapping
	};
}
function computeInterval$1(difference, sign, scale) {
	const margin = computeMargin(difference);
	const center = sign * difference.estimate;
	return [scale.toEffect(center - margin), scale.toEffect(center + margin)];
}
function computeMargin({ degreesOfFreedom, standardError }) {
	return computeStudentQuantile(1.95 / 2, degreesOfFreedom) * standardError;
}
function computeLimits({ base, head, rule, difference, minEffect }, exact) {
	const excluded = findSmallestExcluded(rule, difference);
	if (exact) return exact.resolution === null ? null : {
		resolution: exact.resolution,
		excluded
	};
	if (computeSeparationProbability(base.length, head.length) > .06) return null;
	return {
		resolution: findSmallestSlower(rule, difference, minEffect),
		excluded
	};
}
function widenDecision(decision, limits, canWiden) {
	const isWidened = decision.verdict === "inconclusive" && !decision.isOverlapping && !decision.isUnconfirmed && limits !== null && canWiden();
	return {
		...decision,
		verdict: isWidened ? "unchanged" : decision.verdict,
		isWidened
	};
}
function mayWiden({ difference, minEffect }, request) {
	if (request.widen !== true) return false;
	const { estimate } = difference;
	return request.maxRuns === void 0 || isCapped(request) ? estimate <= computeMargin(difference) : estimate < minEffect;
}

// src/domain/detection/pair/pair-scale.ts
const ratioScale = {
	toScale: Math.log,
	toEffect: toFiniteShare,
	toDifference: Math.log1p,
	hundredth: "%"
};
function createPointScale(fullValue) {
	return {
		toScale: (value) => isPart$1(value, fullValue) ? value / fullValue : NaN,
		toEffect: (difference) => Math.max(-1, Math.min(1, difference)),
		toDifference: (effect) => effect,
		hundredth: "points"
	};
}
function isPart$1(value, fullValue) {
	return value >= 0 && value <= fullValue * 1.000001;
}

// src/domain/detection/pair/pair-terms.ts
const speedTerms = {
	worse: "slower",
	better: "faster",
	loss: "a slowdown"
};
const fallTerms = {
	worse: "lower",
	better: "higher",
	loss: "a decrease"
};
const riseTerms = {
	worse: "higher",
	better: "lower",
	loss: "an increase"
};
function chooseTerms(metric) {
	const usual = {
		duration: "lower",
		rate: "higher"
	};
	const kind = inferMetricKind(metric);
	if ((kind === "duration" || kind === "rate") && metric.betterWhen === usual[kind]) return speedTerms;
	return metric.betterWhen === "lower" ? riseTerms : fallTerms;
}

// src/domain/detection/pair/unjudged.ts
function createUnjudgedAnswer(verdict, effect, reason) {
	return {
		verdict,
		effect: effect === null ? null : effect + 0,
		interval: null,
		resolution: null,
		excluded: null,
		reason
	};
}
function answerWithoutRuns(base, head) {
	if (base.length > 0 && head.length > 0) return null;
	return createUnjudgedAnswer("inconclusive", null, `no runs on the ${base.length === 0 ? "base" : "head"} side`);
}
const singleRunReason = "a single run on a side has no spread; run it again";

// src/domain/detection/pair/judge-pair.ts
function judgePair(request) {
	return judgeRatio(request, speedTerms);
}
function judgeRatio(request, terms) {
	readMinEffect(request);
	return answerWithoutRatio(request) ?? judgeOnScale(request, ratioScale, terms);
}
function answerWithoutRatio(request) {
	const { base, head } = request;
	const unusable = [...base, ...head].find((value) => !Number.isFinite(value) || value < 0);
	if (unusable !== void 0 && base.length > 0 && head.length > 0) return createUnjudgedAnswer("inconclusive", null, `a value is ${unusable}; only positive numbers have a ratio`);
	return answerWithoutRuns(base, head) ?? answerZeros(request) ?? answerSingleRuns(base, head);
}
function answerZeros({ base, head, isLowerBetter }) {
	const values = [...base, ...head];
	if (!values.includes(0)) return null;
	const isMeasured = base.length > 1 && head.length > 1;
	if (isLowerBetter === false && !base.includes(0) && head.every((value) => value === 0) && computeSeparationProbability(base.length, head.length) <= .06) return createUnjudgedAnswer("regression", -1, "every value of the head is zero");
	return isMeasured && values.every((value) => value === 0) ? createUnjudgedAnswer("unchanged", 0, "every value is zero on both sides") : createUnjudgedAnswer("inconclusive", null, "a value is zero; a change from or to zero has no ratio");
}
function answerSingleRuns(base, head) {
	if (base.length > 1 && head.length > 1) return null;
	const effect = toFiniteShare(computeMean$2(head.map(Math.log)) - computeMean$2(base.map(Math.log)));
	return createUnjudgedAnswer("inconclusive", effect, singleRunReason);
}

// src/domain/detection/pair/judge-count.ts
function judgeCount(metric, request) {
	readMinEffect(request);
	const { base, head } = request;
	const empty = answerWithoutRuns(base, head);
	if (empty) return empty;
	const unusable = [...base, ...head].find((value) => !Number.isFinite(value) || value < 0);
	if (unusable !== void 0) return createUnjudgedAnswer("inconclusive", null, `a value is ${unusable}; a count is a number of zero or more`);
	return isConstant(request) ? compareExactly(metric, request) : judgeRatio(request, chooseTerms(metric));
}
function isConstant({ base, head, history = [] }) {
	return [
		base,
		head,
		...history
	].every((values) => values.every((value) => value === values[0]));
}
function compareExactly(metric, request) {
	const [from = 0, to = 0] = [request.base[0], request.head[0]];
	const effect = computeEffect(from, to);
	const summary = describeCounts(from, to, request);
	if (request.base.length < 2 || request.head.length < 2) return createUnjudgedAnswer("inconclusive", effect, `${summary}: a single run on a side does not show that it is constant`);
	const figures = {
		effect,
		interval: effect === null ? null : [effect, effect]
	};
	const isBelievable = computeSeparationProbability(request.base.length, request.head.length) <= rankLevel$1;
	const resolution = isBelievable ? computeSmallestStep(from) : null;
	if (from === to) return {
		verdict: "unchanged",
		...figures,
		resolution,
		excluded: 0,
		reason: `${summary}: constant in all runs`
	};
	if (!isBelievable) return {
		verdict: "inconclusive",
		...figures,
		resolution,
		excluded: null,
		reason: `${summary}: too few runs to show that it is constant`
	};
	const { worse, better } = chooseTerms(metric);
	const isWorse = to > from === (metric.betterWhen === "lower");
	const reason = `${summary}: ${isWorse ? worse : better}; constant counts are compared exactly`;
	const excluded = isWorse ? null : 0;
	return {
		verdict: isWorse ? "regression" : "improvement",
		...figures,
		resolution,
		excluded,
		reason
	};
}
function computeEffect(from, to) {
	if (from === to) return 0;
	return from === 0 ? null : Math.min(Number.MAX_VALUE, to / from - 1);
}
function computeSmallestStep(from) {
	if (from === 0) return null;
	return Number.isInteger(from) ? 1 / from : 0;
}
function describeCounts(from, to, request) {
	if (from === to) return `${from} on both sides (${formatRuns(request)})`;
	const effect = computeEffect(from, to);
	return `from ${from} to ${to} (${effect === null ? "" : `${formatSignedEffect$1(effect, "%")}, `}${formatRuns(request)})`;
}

// src/domain/detection/pair/allocation-step.ts
const pageBytes$1 = 2 * 2 ** 20;
const mostSteps = 2;
const rounding = 1e-9;
function estimateAllocationStep({ unit }, { base, head }) {
	const page = Object.hasOwn(memoryUnits, unit) ? pageBytes$1 / (memoryUnits[unit] ?? 1) : 0;
	const isPaged = Math.min(...base, ...head) >= page;
	const differences = [...listSteps(base), ...listSteps(head)];
	return Math.max(isPaged ? page : 0, differences.length > 0 ? Math.min(...differences) : 0);
}
function isStepped({ base, head, history = [] }, step) {
	return [
		base,
		head,
		...history.filter((session) => session.length > 0)
	].every((values) => Math.max(...values) - Math.min(...values) <= mostSteps * step * 1.000000001);
}
function formatStep$1({ unit }, step) {
	const bytes = step * (Object.hasOwn(memoryUnits, unit) ? memoryUnits[unit] ?? 1 : NaN);
	if (Number.isNaN(bytes)) return `${Number(step.toPrecision(3))} ${unit}`;
	return bytes < 2 ** 20 ? `${Math.round(bytes)} B` : `${Number((bytes / 2 ** 20).toPrecision(3))} MiB`;
}
function listSteps(values) {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted.map((value, index) => value - (sorted[index - 1] ?? value)).filter((difference, index) => difference > rounding * (sorted[index] ?? 0));
}

// src/domain/detection/pair/judge-memory.ts
function judgeMemory(metric, request) {
	readMinEffect(request);
	const refusal = answerWithoutRatio(request);
	if (refusal) return refusal;
	const step = estimateAllocationStep(metric, request);
	return isStepped(request, step) ? judgeRanges(metric, request, step) : judgeScattered(metric, request, step);
}
function judgeScattered(metric, request, step) {
	const answer = judgeRatio(request, chooseTerms(metric));
	if (!(answer.verdict === "regression" || answer.verdict === "improvement") || Math.abs(computeMedian(request.head) - computeMedian(request.base)) > step) return answer;
	const reason = `${`${formatSignedEffect$1(answer.effect ?? 0, "%")} (${formatRuns(request)})`}: at most one allocation step of ${formatStep$1(metric, step)}, which does not prove a change`;
	return {
		...answer,
		verdict: "inconclusive",
		reason
	};
}
function judgeRanges(metric, request, step) {
	const sign = request.isLowerBetter === false ? -1 : 1;
	const ranges = computeRanges(request, step, sign);
	const minEffect = readMinEffect(request);
	const ends = [ranges.low, ranges.high].map((end) => toFiniteShare(sign * end) + 0).toSorted((a, b) => a - b);
	const isEnough = computeSeparationProbability(request.base.length, request.head.length) <= rankLevel$1;
	const numbers = {
		verdict: decide$3(ranges, Math.log1p(minEffect), Math.log1p(readClearEffect(request))),
		effect: toFiniteShare(sign * ranges.estimate) + 0,
		interval: [ends[0] ?? 0, ends[1] ?? 0],
		excluded: toFiniteShare(Math.max(0, ranges.high)),
		resolution: isEnough ? Math.max(minEffect, toFiniteShare(ranges.estimate - ranges.low)) : null
	};
	return {
		...numbers,
		reason: explain(numbers, {
			metric,
			request,
			step
		})
	};
}
function computeRanges(request, step, sign) {
	const toScale = (value) => sign * Math.log(value);
	const [base, head] = [request.base.map(toScale), request.head.map(toScale)];
	const margin = Math.log1p(step / Math.min(...request.base, ...request.head));
	return {
		base,
		head,
		estimate: computeMedian(head) - computeMedian(base),
		low: Math.min(...head) - Math.max(...base) - margin,
		high: Math.max(...head) - Math.min(...base) + margin
	};
}
function decide$3({ base, head, estimate, low, high }, minEffect, clearEffect) {
	const isAtLeast = Math.abs(estimate) >= minEffect;
	if (low > 0 && isAtLeast && computeRankProbability(base, head) <= .06) return "regression";
	if (high < 0 && isAtLeast && computeRankProbability(head, base) <= .06) return "improvement";
	return high < clearEffect ? "unchanged" : "inconclusive";
}
function explain(numbers, { metric, request, step }) {
	const [low, high] = numbers.interval ?? [0, 0];
	const ends = `${formatSignedEffect$1(low, "%")} to ${formatSignedEffect$1(high, "%")}`;
	const within = step > 0 ? ` with one allocation step of ${formatStep$1(metric, step)}` : "";
	return `${`${formatSignedEffect$1(numbers.effect ?? 0, "%")} (ranges ${ends}${within}, ${formatRuns(request)})`}: ${formatConclusion(numbers, metric, request)}`;
}
function formatConclusion({ verdict, resolution }, metric, request) {
	const limit = formatEffectSize(readMinEffect(request), "%");
	const { worse, better, loss } = chooseTerms(metric);
	switch (verdict) {
		case "regression":
		case "improvement": return `${verdict === "regression" ? worse : better} by at least the minimum effect of ${limit}, and the ranges do not overlap`;
		case "unchanged": return `${loss} of ${formatEffectSize(readClearEffect(request), "%")} is ruled out`;
		case "inconclusive": return `undecided whether it is ${worse} by ${limit}; ${resolution === null ? `too few runs to detect ${loss}` : `these runs can detect ${loss} of ${formatEffectSize(resolution, "%")}`}`;
		default: return verdict;
	}
}

// src/domain/detection/pair/judge-share.ts
function judgeShare(metric, request) {
	readMinEffect(request);
	const { base, head } = request;
	const fullValue = getFullValue(metric);
	const empty = answerWithoutRuns(base, head);
	if (empty) return empty;
	const unusable = [...base, ...head].find((value) => !isPart$1(value, fullValue));
	if (unusable !== void 0) return createUnjudgedAnswer("inconclusive", null, `a value is ${unusable}; a share lies between 0 and ${fullValue}`);
	if (base.length < 2 || head.length < 2) return createUnjudgedAnswer("inconclusive", (computeMean$2(head) - computeMean$2(base)) / fullValue, singleRunReason);
	return judgeOnScale(request, createPointScale(fullValue), chooseTerms(metric));
}
function getFullValue({ unit }) {
	return unit === "%" ? 100 : 1;
}

// src/domain/detection/pair/judge-metric.ts
function judgeMetric(metric, input) {
	const request = buildPairRequest(metric, input);
	const kind = inferMetricKind(metric);
	switch (kind) {
		case "count": return judgeCount(metric, request);
		case "memory": return judgeMemory(metric, request);
		case "share": return judgeShare(metric, request);
		case "duration":
		case "rate":
		case null: return judgeRatio(request, chooseTerms(metric));
		default: return kind;
	}
}
function buildPairRequest(metric, input) {
	return {
		...input,
		unit: metric.unit,
		isLowerBetter: metric.betterWhen === "lower"
	};
}

// src/domain/verdict/comparison.ts
function doesFailCheck({ isGate, verdict, toleratedBecause }) {
	return isGate && verdict === "regression" && toleratedBecause === void 0;
}
const unknownSessionDeviation = .05;
function createPlainRules({ minEffect }) {
	return {
		minEffect,
		design: "interleaved",
		sessions: [],
		sessionDeviation: null,
		maxRuns: null,
		gates: 1
	};
}
function compareSamples(metric, samples, rules) {
	return refuseUnfit(samples) ?? buildDecision(judgeMetric(metric, buildRequest(samples, rules)), samples);
}
function buildRequest({ base, head }, rules) {
	return {
		base,
		head,
		minEffect: rules.minEffect,
		design: rules.design,
		history: rules.sessions,
		sessionDeviation: rules.sessionDeviation ?? void 0,
		maxRuns: rules.maxRuns ?? void 0,
		gates: rules.gates,
		clearEffect: rules.clearEffect,
		widen: rules.mayWiden,
		minRuns: rules.leastRuns,
		guessedNoise: rules.guessedNoise
	};
}
function buildDecision(answer, { base, head }) {
	return {
		...answer,
		base: summarize(base),
		head: summarize(head)
	};
}
function refuseUnfit({ base, head }) {
	const unusable = [...base, ...head].find((value) => !Number.isFinite(value) || value < 0);
	if (unusable !== void 0) return createUndecided("not comparable", `a sample is ${unusable}; only positive numbers can be compared`);
	if (base.length > 0 && head.length > 0) return null;
	return createUndecided("missing", `no samples on the ${base.length === 0 ? "reference" : "head"} side`);
}
function refuseOtherMetric(base, head) {
	if (!base || !head) return null;
	const units = [base, head].map(({ unit }) => unit || "none");
	const changes = [...base.unit === head.unit ? [] : [`the unit changed from ${units.join(" to ")}`], ...base.betterWhen === head.betterWhen ? [] : [`the wanted direction changed from ${base.betterWhen} to ${head.betterWhen}`]];
	return changes.length === 0 ? null : createUndecided("not comparable", changes.join("; "));
}
function createUndecided(verdict, reason) {
	return {
		verdict,
		reason,
		effect: null,
		interval: null,
		resolution: null,
		excluded: null,
		base: null,
		head: null
	};
}

// src/domain/core/metric-label.ts
const labels = {
	wall_time: "wall time",
	cpu_time: "CPU time",
	gpu_busy_time: "GPU busy time",
	gpu_busy_time_polled: "GPU busy time (polled)",
	gpu_in_use_time: "GPU in use",
	gpu_dram_time: "GPU memory activity",
	gpu_graphics_time: "GPU engine activity",
	gpu_energy: "GPU energy",
	gpu_energy_above_idle: "GPU energy above idle",
	gpu_utilization: "GPU utilization",
	gpu_memory_peak: "peak GPU memory"
};
function formatMetricLabel(name) {
	const stage = parseStageName(name);
	if (stage !== null) return `stage ${stage}`;
	const [gpu, busyStage] = [parseBusyGpu(name), parseBusyStage(name)];
	if (gpu !== null) return `GPU busy time of GPU ${gpu}`;
	if (busyStage !== null) return `GPU busy time in stage ${busyStage}`;
	return Object.hasOwn(labels, name) ? labels[name] ?? name : name;
}

// src/domain/core/share-text.ts
function formatShare(share) {
	return `${roundToTwoDigits(share * 100)} %`;
}
function roundToTwoDigits(value) {
	return Number(value.toPrecision(2));
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
function toCode(text, maxLength = 120) {
	return [{
		style: "code",
		text,
		maxLength
	}];
}
function toCommand(text) {
	return [{
		style: "command",
		text
	}];
}
function toLink(text, url) {
	return [{
		style: "link",
		text,
		url
	}];
}
function toStatus(icon, text, tone) {
	return [{
		style: "status",
		icon,
		text,
		tone
	}];
}
function toCase(text, id) {
	return [{
		style: "case",
		text,
		id
	}];
}
function joinContents(contents, separator) {
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
const usualDigits = 3;
const allDigits = 17;
const uncertaintyDigits = 2;
const maxDecimals = 5;
function formatValue$1(value, unit) {
	return value === null ? "–" : formatScaled(value, chooseScale$2(value, unit), usualDigits);
}
function formatPair(one, other, unit) {
	const scale = chooseScale$2(Math.max(Math.abs(one), Math.abs(other)), unit);
	const decimals = computeDecimals([one * scale.factor, other * scale.factor]);
	if (decimals === null) return [formatScaled(one, scale, usualDigits), formatScaled(other, scale, usualDigits)];
	const format = (value) => `${formatFixed(value * scale.factor || 0, decimals)}${scale.label}`;
	return [format(one), format(other)];
}
function formatUncertain(value, uncertainty, unit) {
	const scale = chooseScale$2(Math.max(Math.abs(value), uncertainty), unit);
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
	if (Math.abs(actual) * 100 < Math.abs(limit) || Math.abs(limit) * 100 < Math.abs(actual)) return [formatValue$1(actual, unit), formatValue$1(limit, unit)];
	const scale = chooseScale$2(limit, unit);
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
function formatFactor$1(effect, unit = "") {
	if (effect === null || !Number.isFinite(effect) || effect < 1 || inferMetricKind({ unit }) === "share") return null;
	return `${formatSignificant(effect + 1, 2, 1)}×`;
}
function formatInterval(interval, unit = "") {
	return interval === null ? "–" : `${formatEffect(interval[0], unit)} to ${formatEffect(interval[1], unit)}`;
}
function chooseChartScale(largest, unit) {
	const { factor, label } = chooseScale$2(largest, unit);
	return {
		factor,
		unit: label.trim()
	};
}
function formatCount$3(count) {
	return formatFixed(count, 0);
}
function chooseScale$2(value, unit) {
	const seconds = Object.hasOwn(timeUnits, unit) ? timeUnits[unit] : void 0;
	if (seconds !== void 0) return chooseTimeScale(Math.abs(value) * seconds, seconds);
	if (byteUnits.includes(unit)) return chooseByteScale(Math.abs(value));
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
	return seconds >= .001 ? {
		factor: ownSeconds * 1e3,
		label: " ms"
	} : {
		factor: ownSeconds * 1e6,
		label: " µs"
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
	const known = formatters.get(key) ?? new Intl.NumberFormat("en-US", style);
	formatters.set(key, known);
	return known;
}

// src/reporters/part.ts
function createPart(given) {
	return {
		isFolded: false,
		lead: [],
		chart: null,
		body: { kind: "none" },
		minorFrom: Number.POSITIVE_INFINITY,
		noun: "rows",
		notes: [],
		...given
	};
}
function createColumns(...titles) {
	return titles.map((title) => ({
		title: [{
			style: "ours",
			text: title.replace(/^#/, "")
		}],
		isNumeric: title.startsWith("#")
	}));
}
function countRows(body) {
	return body.kind === "none" ? 0 : body.rows.length;
}

// src/reporters/parts/comparison-cells.ts
function formatChange$1({ effect, interval, unit }) {
	const factor = formatFactor$1(effect, unit);
	const end = factor === null ? "" : `, ${factor}`;
	if (interval === null) return toOwnText(`${formatEffect(effect, unit)}${end}`);
	const [low, high] = interval.map((edge) => formatEffect(edge, unit).replace(/ (?:%|points)$/, ""));
	return toOwnText(`${formatEffect(effect, unit)} (${low} to ${high})${end}`);
}
function formatCost(cost) {
	return toOwnText(cost === null ? "–" : formatEffect(cost));
}
function formatBeforeAfter({ base, head, unit }) {
	if (!base || !head) return say`${formatValue$1(base?.median ?? null, unit)} → ${formatValue$1(head?.median ?? null, unit)}`;
	return say`${formatTransition(base.median, head.median, unit)}`;
}
function isChange$2({ verdict }) {
	return verdict === "regression" || verdict === "improvement";
}
const rank$1 = {
	regression: 0,
	inconclusive: 1,
	"not comparable": 2,
	missing: 3,
	improvement: 4,
	unchanged: 5
};
function compareByWeight(a, b) {
	return rank$1[a.verdict] - rank$1[b.verdict] || Number(b.isGate) - Number(a.isGate) || Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0);
}
function toOwnText(text) {
	return [{
		style: "ours",
		text
	}];
}

// src/domain/core/describe-case.ts
const namelessAxes = /* @__PURE__ */ new Set([
	"dataset",
	"revision",
	"variant"
]);
function describeCase({ suite, benchmark, axes }, deviceKind = "gpu") {
	const { gpus, gpu, ...others } = axes;
	const name = suite === "command" && benchmark !== "" ? benchmark : suite;
	const devices = gpus === void 0 ? [] : [describeDevices(gpus, deviceKind)];
	const device = gpu === void 0 ? [] : [`GPU ${gpu}`];
	const rest = Object.keys(others).filter((axis) => axis !== "revision" || others[axis] !== "head").toSorted().map((axis) => namelessAxes.has(axis) ? String(others[axis]) : `${axis} ${others[axis]}`);
	return [
		name,
		...devices,
		...device,
		...rest
	].join(", ");
}
function describeDevices(count, deviceKind) {
	return `${count} ${deviceKind === "gpu" ? "GPU" : "core"}${Number(count) === 1 ? "" : "s"}`;
}

// src/reporters/parts/labels.ts
const mostJoined = 4;
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
		"🟡",
		"Inconclusive",
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
function formatOverallVerdict(verdict) {
	return toStatus(...overall[verdict]);
}
function formatComparisonVerdict(verdict) {
	const [icon, tone] = compared[verdict];
	return toStatus(icon, verdict, tone);
}
function formatRowVerdict({ verdict, toleratedBecause, unit }) {
	const kind = inferMetricKind({ unit });
	const isSpeed = kind === "duration" || kind === "rate";
	const [icon, tone] = compared[verdict];
	if (verdict === "regression" && toleratedBecause !== void 0) return toStatus("🟠", "tolerated", "unsure");
	return toStatus(icon, verdict === "unchanged" ? isSpeed ? "not slower" : "not worse" : verdict, tone);
}
function addVerdictIcon(verdict, text) {
	const [icon, tone] = compared[verdict];
	return toStatus(icon, text, tone);
}
function formatRequirementStatus({ status: result, severity }) {
	if (result === "pass") return toStatus("✅", "pass", "good");
	if (result === "not evaluated") return toStatus("🟡", "not evaluated", "unsure");
	if (severity === "fail") return toStatus("❌", "fail", "bad");
	return toStatus("⚠️", severity === "warn" ? "missed (warning)" : "missed (information)", "unsure");
}
function formatCaseName(key, testbed) {
	return toCase(describeCase(key, testbed?.deviceKind), formatId$2(key));
}
function createCaseNamer({ comparisons, requirements, cases, testbed }) {
	const ids = /* @__PURE__ */ new Map();
	const ambiguous = /* @__PURE__ */ new Set();
	for (const key of [
		...comparisons,
		...requirements,
		...cases
	]) {
		const [name, id] = [describeCase(key, testbed.deviceKind), formatId$2(key)];
		if ((ids.get(name) ?? id) !== id) ambiguous.add(name);
		ids.set(name, id);
	}
	return (key) => {
		const name = describeCase(key, testbed.deviceKind);
		return ambiguous.has(name) ? toCase(name, formatId$2(key)) : say`${name}`;
	};
}
function inferTestbed({ id }) {
	return { deviceKind: /^\d+-core-/.test(id) ? "cpu" : "gpu" };
}
function formatCaseCode(key) {
	return toCode(formatId$2(key));
}
function formatId$2({ suite, benchmark, axes }) {
	return [benchmark === "" ? suite : `${suite}/${benchmark}`, formatAxes(axes)].filter((text) => text !== "").join(" ");
}
function formatMetricName(metric) {
	const stage = parseStageName(metric);
	if (stage !== null) return say`stage ${toCode(stage)}`;
	const label = formatMetricLabel(metric);
	return label === metric ? toCode(metric) : say`${label}`;
}
function formatCommit(commit) {
	return commit === null ? say`an unknown commit` : toCode(commit.slice(0, 7));
}
function joinFirst(contents, separator = ", ") {
	const rest = contents.length - mostJoined;
	const shown = joinContents(contents.slice(0, mostJoined), separator);
	return rest > 0 ? say`${shown} and ${rest} more` : shown;
}

// src/reporters/parts/all-comparisons.ts
function buildAllComparisons({ comparisons, testbed }) {
	if (comparisons.length === 0) return [];
	const hasCost = comparisons.some(({ cost }) => cost !== void 0);
	const rows = comparisons.toSorted((a, b) => Number(isChange$2(b)) - Number(isChange$2(a)) || compareByWeight(a, b)).map((item) => [
		formatRowVerdict(item),
		formatCaseName(item, testbed),
		item.isGate ? formatMetricName(item.metric) : say`↳ ${formatMetricName(item.metric)}`,
		formatBeforeAfter(item),
		formatChange$1(item),
		...hasCost ? [formatCost(item.cost ?? null)] : [],
		toOwnText(item.excluded === null || isChange$2(item) ? "–" : formatRuledOut(item.excluded)),
		say`${item.reference}`,
		say`${[item.reason, ...item.toleratedBecause === void 0 ? [] : [item.toleratedBecause]].join("; ")}`
	]);
	const columns = createColumns(...[
		"Verdict",
		"Case",
		"Metric",
		"#Before → after",
		"#Change (95 % interval)"
	], ...hasCost ? ["#Effect on the run"] : [], "#Ruled out", "Reference", "Reason");
	return [createPart({
		title: say`All comparisons`,
		importance: 8,
		isFolded: true,
		noun: "comparisons",
		body: {
			kind: "table",
			columns,
			rows
		},
		notes: [say`Before and after are medians. “Ruled out” is the smallest slowdown that these runs exclude. Rows marked ↳ explain; they do not decide the verdict.`]
	})];
}
function formatRuledOut(excluded) {
	return excluded > 0 ? `≥ ${formatShare(excluded)}` : "any";
}

// src/domain/verdict/headlined.ts
const mostReasons$1 = 3;
function chooseHeadlined(source) {
	const { verdict, comparisons, requirements } = source;
	switch (verdict) {
		case "fail": return toHeadlined(findMostImportant(comparisons.filter(doesFailCheck))) ?? findWorstMiss(requirements);
		case "pass": return toHeadlined(findMostImportant(comparisons.filter((item) => item.isGate && item.verdict === "improvement")));
		case "inconclusive": return selectTitleReasons(source.reasons).some(({ code }) => code === "undecided") ? toHeadlined(findMostImportant(comparisons.filter(isOpenWithEffect))) : null;
		case "error": return null;
		default: return verdict;
	}
}
function selectTitleReasons(reasons) {
	return reasons.slice(0, mostReasons$1);
}
function findMostImportant(comparisons) {
	return comparisons.toSorted((a, b) => rankComparison(b) - rankComparison(a))[0] ?? null;
}
function isOpenWithEffect({ isGate, verdict, effect }) {
	return isGate && verdict === "inconclusive" && effect !== null;
}
function computeMiss({ actual, limit }) {
	return actual === null ? 0 : Math.abs(actual - limit) / (Math.abs(limit) || 1);
}
function rankComparison({ metric, cost, effect }) {
	return metric === wallTime.name ? Number.MAX_VALUE : Math.abs(cost ?? effect ?? 0);
}
function toHeadlined(item) {
	return item && {
		kind: "comparison",
		item
	};
}
function findWorstMiss(requirements) {
	const [worst] = requirements.filter((item) => item.severity === "fail" && item.status === "fail").toSorted((a, b) => computeMiss(b) - computeMiss(a));
	return worst ? {
		kind: "limit",
		item: worst
	} : null;
}

// src/reporters/visible-text.ts
const nameLength = 120;
function toVisibleText(text, maxLength = 120) {
	const start = text.slice(0, maxLength * 8);
	const line = start.replaceAll(/[\s\u0085\u2028\u2029]+/g, " ").replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu, "").replaceAll(/ {2,}/g, " ").trim();
	const characters = [...line];
	if (characters.length <= maxLength && start.length === text.length) return line;
	return `${characters.slice(0, maxLength - 1).join("")}…`;
}
function toPlainText(text, maxLength = 120) {
	return toVisibleText(text, maxLength).replaceAll(/(?<!\w)::/g, ": :").replaceAll("##[", "## [").replaceAll(/<(?=[a-z/!?])/gi, "‹").replaceAll(/(?<!\w)@(?=\w)/g, "@ ");
}

// src/reporters/terminal/plain.ts
function toPlain(content) {
	return content.map(formatSpan$1).join("");
}
function toPlainCell(content) {
	return content.map((span) => span.style === "case" ? toPlainText(span.id) : formatSpan$1(span)).join("");
}
function findTone(content) {
	return content.find((span) => span.style === "status")?.tone ?? null;
}
function formatSpan$1(span) {
	switch (span.style) {
		case "ours":
		case "status": return span.text;
		case "prose": return toPlainText(span.text, 400);
		case "code": return toPlainText(span.text, span.maxLength) || "(empty)";
		case "command": return ` ${toPlainText(span.text, 500)}`;
		case "case": return `${toPlainText(span.text)} (${toPlainText(span.id)})`;
		case "link": return `${span.text} ${toPlainText(span.url, 400)}`;
		default: return span;
	}
}

// src/reporters/parts/findings.ts
const kinds = {
	failed: {
		rank: 0,
		label: toStatus("❌", "failed", "bad")
	},
	contaminated: {
		rank: 1,
		label: toStatus("🟡", "contaminated", "unsure")
	},
	missing: {
		rank: 1,
		label: toStatus("🟡", "missing", "unsure")
	},
	caution: {
		rank: 2,
		label: toStatus("⚠️", "caution", "unsure")
	},
	"not-tested": {
		rank: 3,
		label: toStatus("⬜", "not tested", "quiet")
	}
};
const leastRank = 4;
const mostOpen = 4;
const mostImportant = 3;
function buildFindings(report) {
	const important = selectImportant(report);
	const others = report.findings.filter((item) => !important.includes(item) && !isHeadlined(item.reason, report));
	const groups = [...Map.groupBy(others, ({ kind, reason }) => `${kind}\0${shortenReason(reason)}`).values()];
	const names = groups.length > 0 ? formatCaseNames(report) : /* @__PURE__ */ new Map();
	const rows = groups.toSorted((a, b) => getRank(a) - getRank(b)).map((group) => [formatFinding(group, names)]);
	const build = (shown, isFolded) => {
		const body = {
			kind: "list",
			rows: shown
		};
		const title = isFolded ? say`More findings` : null;
		return shown.length === 0 ? [] : [createPart({
			title,
			importance: 5,
			noun: "findings",
			isFolded,
			body
		})];
	};
	return [...build(rows.slice(0, mostOpen), false), ...build(rows.slice(mostOpen), true)];
}
function selectImportant({ findings }) {
	return findings.filter(({ isProminent }) => isProminent === true).slice(0, mostImportant);
}
function isHeadlined(reason, { sentence }) {
	return reason !== "" && sentence.includes(reason);
}
function buildNextSteps(report) {
	if (report.nextSteps.length === 0) return [];
	const rows = report.nextSteps.map((step) => [formatStep(step)]);
	return [createPart({
		title: say`Next steps`,
		importance: 6,
		noun: "steps",
		body: {
			kind: "list",
			rows
		}
	})];
}
function formatCaseNames(report) {
	const { cases, comparisons, requirements, derived } = report;
	const formatCase = createCaseNamer(report);
	return new Map([
		...cases,
		...comparisons,
		...requirements,
		...derived
	].map((key) => [formatCaseId(key), formatCase(key)]));
}
function formatFinding(group, names) {
	const [first] = group;
	if (!first) return [];
	const reason = group.every(({ reason }) => reason === first.reason) ? first.reason : shortenReason(first.reason);
	const subjects = group.map(({ subject }) => names.get(subject) ?? toCode(subject));
	return say`${kinds[first.kind].label}: ${joinFirst(subjects, "; ")}: ${reason}`;
}
function shortenReason(reason) {
	return reason.replace(/ \([^()]*\)$/, "");
}
function formatStep({ text, command }) {
	return command === null ? say`${text}.` : say`${text}:${toCommand(command)}`;
}
function getRank([first]) {
	if (!first || first.isProminent === true) return 0;
	return first.code === "no-baseline" ? leastRank : kinds[first.kind].rank;
}

// src/reporters/parts/headline.ts
const ownReasons = [
	"run-incomplete",
	"config-from-head",
	"dataset-from-head",
	"rules-changed",
	"not-judged"
];
const mostReasons = 3;
function buildHeadline(report) {
	const facts = [...formatHeadlined(report), ...formatCounts(report)];
	const remarks = [...formatOtherReasons(report), ...formatCautions(report)];
	return createPart({
		title: formatVerdictTitle(report),
		importance: 0,
		lead: facts.length > 0 ? [joinContents(facts, " ")] : [],
		noun: "remarks",
		body: remarks.length > 0 ? {
			kind: "list",
			rows: remarks.map((remark) => [remark])
		} : { kind: "none" }
	});
}
function formatVerdictTitle({ verdict, title, sentence }) {
	const label = formatOverallVerdict(verdict);
	const prefix = `${toPlain(label).toLowerCase()}: `;
	return say`${label} · ${title}: ${sentence.startsWith(prefix) ? sentence.slice(prefix.length) : sentence}`;
}
function formatHeadlined(report) {
	const headlined = chooseHeadlined(report);
	if (headlined?.kind === "limit") {
		const { id, reason } = headlined.item;
		return reason === "" ? [] : [say`${id}: ${reason}.`];
	}
	const { base = null, head = null, unit = "", verdict } = headlined?.item ?? {};
	if (!base || !head) return [];
	const runs = verdict === "inconclusive" ? [] : say` (${base.count} against ${head.count} runs)`;
	return [say`Median ${formatTransition(base.median, head.median, unit)}${runs}.`];
}
function formatOtherReasons({ reasons }) {
	const named = selectTitleReasons(reasons);
	const others = reasons.filter((reason) => ownReasons.includes(reason.code) && !named.includes(reason));
	const rest = others.length - mostReasons;
	return [...others.slice(0, mostReasons).map(({ text }) => say`${toStatus("🟡", "not judged", "unsure")}: ${text}.`), ...rest > 0 ? [say`${formatCount$3(rest)} more reasons are in the JSON report.`] : []];
}
function formatCautions(report) {
	return selectImportant(report).map(({ subject, reason }) => say`${toStatus("⚠️", "caution", "unsure")}: ${subject} ${reason}.`);
}
function formatCounts({ counts, verdict }) {
	const compared = [
		formatCounted(counts.regression, "regression", "regressions"),
		formatCounted(counts.tolerated, "tolerated slowdown", "tolerated slowdowns"),
		formatCounted(counts.improvement, "improvement", "improvements"),
		formatCounted(counts.unchanged, "not slower", "not slower"),
		formatCounted(counts.inconclusive, "inconclusive", "inconclusive"),
		formatCounted(counts["not comparable"], "not comparable", "not comparable"),
		formatCounted(counts.missing, "missing", "missing")
	].flat();
	const limits = [
		formatCounted(counts["requirements failed"], "missed", "missed"),
		formatCounted(counts["requirements not evaluated"], "not evaluated", "not evaluated"),
		formatCounted(counts["requirements passed"], "met", "met")
	].flat();
	if (verdict === "pass" && compared.length <= 1 && counts["requirements not evaluated"] === 0 && counts["requirements failed"] === 0) return [];
	if (compared.length + limits.length === 0) return [];
	return [...compared.length > 0 ? [say`Compared: ${joinContents(compared, " · ")}.`] : [say`Nothing was compared.`], ...limits.length > 0 ? [say`Limits: ${joinContents(limits, " · ")}.`] : []];
}
function formatCounted(count, one, many) {
	return count === 0 ? [] : [say`${formatCount$3(count)} ${count === 1 ? one : many}`];
}

// src/domain/verdict/effect-text.ts
function formatSignedEffect({ effect, interval, unit }) {
	const label = getPercentLabel(unit);
	const range = interval ? ` (${interval.map(formatSigned).join(" to ")} ${label})` : "";
	return `${formatSigned(effect ?? 0)} ${label}${range}`;
}
function describeChange(change) {
	const kind = inferMetricKind(change);
	const { effect, base, head, unit } = change;
	const isWorse = change.verdict === "regression";
	if (effect === null) return `${[base, head].map((side) => side ? String(Number(side.median.toPrecision(4))) : "unknown").join(" → ")} ${unit}, which is ${isWorse ? "worse" : "better"}`;
	if (kind !== "duration" && kind !== "rate") return formatSize$1(effect, change, `${effect > 0 ? "higher" : "lower"}, which is ${isWorse ? "worse" : "better"}`);
	const direction = isWorse ? "slower" : "faster";
	return formatFactor(effect, change, direction) ?? formatSize$1(effect, change, direction);
}
function formatSize$1(effect, { interval, unit }, direction) {
	const label = getPercentLabel(unit);
	const edges = (interval ?? []).map((edge) => edge * (Math.sign(effect) || 1)).toSorted((a, b) => a - b);
	const range = edges.length > 0 ? ` (${edges.map(formatPercent$4).join(" to ")} ${label})` : "";
	return `${formatPercent$4(Math.abs(effect))} ${label} ${direction}${range}`;
}
function formatFactor(effect, { interval }, direction) {
	const ratio = 1 + effect;
	if (!(ratio >= 2 || ratio > 0 && ratio <= .5)) return null;
	const [factor = ratio, ...edges] = [effect, ...interval ?? []].map((value) => ratio >= 2 ? 1 + value : 1 / (1 + value));
	const range = edges.length > 0 && edges.every((edge) => Number.isFinite(edge) && edge > 0) ? ` (${edges.toSorted((a, b) => a - b).map(formatRatio).join(" to ")}×)` : "";
	return `${formatRatio(factor)}× ${direction}${range}`;
}
function getPercentLabel(unit) {
	return inferMetricKind({ unit }) === "share" ? "points" : "%";
}
function formatRatio(ratio) {
	return ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0);
}
function formatSigned(share) {
	const text = formatPercent$4(share);
	return `${Number(text) > 0 ? "+" : ""}${text}`;
}
function formatPercent$4(share) {
	const percent = share * 100;
	const size = Math.abs(percent);
	const text = size >= 100 ? percent.toFixed(0) : percent.toFixed(size >= .1 || size === 0 ? 1 : 2);
	return Number(text) === 0 ? text.replace("-", "") : text;
}

// src/domain/verdict/open-gates.ts
function isOpen$1({ verdict }) {
	return ![
		"unchanged",
		"improvement",
		"regression"
	].includes(verdict);
}
function describeOpenGates(open, deviceKind) {
	const main = findMostImportant(open.filter(isOpenWithEffect));
	const others = Map.groupBy(open.filter((item) => item !== main), ({ verdict }) => verdict);
	return [...main ? [describeMain(main, deviceKind)] : [], ...[...others].map(([verdict, group]) => describeOthers(group, verdict, main === null ? deviceKind : null))];
}
function describeMain(item, deviceKind) {
	const { excluded } = item;
	const limit = excluded === null || excluded <= 0 ? [] : [describeUnexcluded(excluded)];
	return [`${formatSignedEffect(item)}: ${describeGate(item, deviceKind)}`, ...limit].join("; ");
}
function describeUnexcluded(share) {
	return `a slowdown below ${formatShare(share)} cannot be excluded`;
}
function describeOthers(group, verdict, deviceKind) {
	const [first] = group;
	if (first && group.length === 1 && deviceKind !== null) return `${verdict}: ${describeGate(first, deviceKind)}`;
	const more = deviceKind === null ? " more" : "";
	return `${group.length}${more} ${group.length === 1 ? "comparison" : "comparisons"} ${verdict}`;
}
function describeGate(item, deviceKind) {
	return `${formatMetricLabel(item.metric)} of ${describeCase(item, deviceKind)}, against ${item.reference}`;
}

// src/domain/verdict/stage-attribution.ts
function attributeToStages(regression, comparisons) {
	if (regression.metric !== wallTime.name && regression.metric !== cpuTime.name) return null;
	const own = comparisons.filter((item) => isSameCase$1(item, regression));
	const stages = own.flatMap((item) => {
		const stage = parseStageName(item.metric);
		const seconds = computeAddedTime(item);
		return stage === null || seconds === null ? [] : [{
			stage,
			seconds
		}];
	});
	const [largest] = stages.toSorted((a, b) => b.seconds - a.seconds);
	const ofStages = sumValues(stages.map(({ seconds }) => seconds));
	const run = own.find((item) => item.metric === wallTime.name);
	const added = (run && computeAddedTime(run)) ?? ofStages;
	if (!largest || !(added > 0)) return null;
	if (largest.seconds > added / 2) return {
		place: "stage",
		stage: largest.stage
	};
	return { place: ofStages > added / 2 ? "several stages" : "outside the stages" };
}
function isSameCase$1(one, other) {
	return formatCaseId(one) === formatCaseId(other) && one.reference === other.reference;
}
function computeAddedTime({ base, head }) {
	return base && head ? head.median - base.median : null;
}

// src/reporters/parts/changes.ts
const mostRows = 6;
const mostOpenGates = 3;
const mostStages$1 = 3;
function buildComparedGates(report) {
	const rows = selectRows(report);
	if (rows.length === 0) return [];
	const references = new Set(rows.map((item) => item.reference));
	const [reference] = references;
	const shown = rows.slice(0, mostRows).map((item) => ({
		item,
		cost: computeCost$1(item, report)
	}));
	const hasCost = shown.some(({ cost }) => cost !== null);
	const title = references.size === 1 ? say`Compared with ${reference ?? ""}` : say`Compared`;
	const formatGate = createGateNamer(report);
	const formatReference = (item) => references.size > 1 ? say`, against ${item.reference}` : [];
	return [createPart({
		title: null,
		importance: 1,
		noun: "comparisons",
		body: {
			kind: "table",
			columns: [{
				title,
				isNumeric: false
			}, ...createColumns("#Before → after", "#Change (95 % interval)", ...hasCost ? ["#Effect on the run"] : [])],
			rows: shown.map(({ item, cost }) => [
				say`${formatRowVerdict(item)}: ${formatGate(item)}${formatReference(item)}`,
				formatBeforeAfter(item),
				formatChange$1(item),
				...hasCost ? [formatCost(cost)] : []
			])
		},
		notes: buildHiddenNote(rows.length - shown.length)
	})];
}
function selectRows(report) {
	const { comparisons } = report;
	const headlined = findHeadlined(report);
	const gates = comparisons.filter((item) => item.isGate && item !== headlined && !isOpen$1(item));
	const stages = headlined ? selectChangedStages(headlined, comparisons) : [];
	return [...gates, ...stages].toSorted(compareByWeight);
}
function selectChangedStages(headlined, comparisons) {
	return comparisons.filter((item) => !item.isGate && isChange$2(item) && parseStageName(item.metric) !== null).filter((item) => isSameCase$1(item, headlined)).toSorted((a, b) => Math.abs(computeDifference(b)) - Math.abs(computeDifference(a))).slice(0, mostStages$1);
}
function findHeadlined(report) {
	const headlined = chooseHeadlined(report);
	return headlined?.kind === "comparison" ? headlined.item : null;
}
function computeCost$1(item, { comparisons }) {
	if (item.cost !== void 0) return item.cost;
	const seconds = comparisons.find((other) => other.metric === wallTime.name && isSameCase$1(other, item))?.base?.median ?? 0;
	return parseStageName(item.metric) === null || !(seconds > 0) ? null : computeDifference(item) / seconds;
}
function computeDifference({ base, head }) {
	return base && head ? head.median - base.median : 0;
}
function buildUndecidedGates(report) {
	const headlined = findHeadlined(report);
	const unexplained = report.comparisons.filter((item) => item.isGate && isOpen$1(item)).filter((item) => !isExplained(item.reason, report));
	const groups = [...Map.groupBy(unexplained, ({ verdict, reason }) => `${verdict}\0${reason}`).values()];
	if (groups.length === 0) return [];
	const shown = groups.slice(0, mostOpenGates);
	const formatGate = createGateNamer(report);
	return [createPart({
		title: null,
		importance: 2,
		noun: "undecided comparisons",
		body: {
			kind: "list",
			rows: shown.map((group) => [formatUndecided(group, headlined, formatGate)])
		},
		notes: buildHiddenNote(groups.length - shown.length)
	})];
}
function isExplained(reason, { findings, sentence }) {
	return sentence.includes(reason) || findings.some((finding) => reason.includes(finding.reason));
}
function createGateNamer(report) {
	const hasCases = new Set(report.comparisons.map(formatCaseId)).size > 1;
	const formatCase = createCaseNamer(report);
	return (item) => {
		const metric = formatMetricName(item.metric);
		return hasCases ? say`${metric} of ${formatCase(item)}` : metric;
	};
}
function formatUndecided(group, headlined, formatGate) {
	const [first] = group;
	if (!first) return [];
	const names = group.map((item) => {
		const figures = item !== headlined && isOpenWithEffect(item) ? say`, ${formatBeforeAfter(item)}, ${formatChange$1(item)}` : [];
		return say`${formatGate(item)}${figures}`;
	});
	const reference = headlined !== null && first.reference === headlined.reference ? [] : say`; against ${first.reference}`;
	return say`${formatRowVerdict(first)}: ${joinFirst(names, "; ")}${reference}: ${first.reason}.`;
}
function buildHiddenNote(hidden) {
	return hidden > 0 ? [say`${formatCount$3(hidden)} more: see “All comparisons” in the details.`] : [];
}

// src/domain/trial/isolation.ts
const enableSandbox = "Install the package bubblewrap and allow user namespaces (docs/security.md#the-sandbox lists containers and Ubuntu 24.04).";
const outside = "outside the sandbox";
function isOutsideSandbox(reason) {
	return reason?.endsWith(outside) ?? false;
}
const engines = [
	"docker",
	"podman",
	"nerdctl",
	"enroot",
	"kubectl",
	"systemd-run",
	"srun",
	"sbatch",
	"ssh"
];
function explainOutsideStart(command, launcher) {
	const custom = launcher?.kind === "custom" ? launcher.command[0] : void 0;
	const starters = [
		launcher?.kind,
		launcher?.kind === "torchrun" ? launcher.startedBy : void 0,
		custom,
		command[0]
	];
	const starter = starters.map((program) => program?.slice(program.lastIndexOf("/") + 1)).find(isEngine);
	if (starter !== void 0) return `${starter} starts the program through a service ${outside}`;
	return launcher !== void 0 && launcher.nodes > 1 && starters.includes("mpirun") ? `mpirun starts the program on other nodes, ${outside}` : null;
}
function listAbsolutePaths(texts) {
	const found = texts.flatMap((text) => text.split(/[:=,;\s]+/)).filter((part) => /^\/[^/]/.test(part));
	return [...new Set(found)];
}
function isEngine(program) {
	return program !== void 0 && engines.includes(program);
}

// src/reporters/parts/provenance.ts
function buildProvenance(report, location) {
	const lines = [
		formatTestbed(report.testbed),
		...formatVersions(report.versions ?? {}),
		formatHead(report, location),
		...report.yardstick.origin === "head" ? [formatRuleSource(report.yardstick)] : []
	];
	return createPart({
		title: null,
		importance: 0,
		lead: lines
	});
}
function buildTelemetrySummary({ telemetry, testbed }) {
	const lead = telemetry && testbed.deviceKind === "gpu" ? formatTelemetry(telemetry) : [];
	return lead.length === 0 ? [] : [createPart({
		title: null,
		importance: 9,
		isFolded: true,
		noun: "GPUs",
		lead
	})];
}
function formatRuleSource(yardstick) {
	const { ruleSet } = yardstick;
	const set = ruleSet === void 0 ? say`` : say` with rule set ${toCode(ruleSet)}`;
	const rules = say`${toCode(yardstick.path)} (sha256 ${toCode(yardstick.sha256.slice(0, 12))})${set}`;
	switch (yardstick.origin) {
		case "base": return say`Config: ${rules} from the base branch at ${formatCommit(yardstick.commit)}.`;
		case "head": return say`Config: ${rules} from the head itself at ${formatCommit(yardstick.commit)}. Review it before you trust the verdict, because it is part of the change.`;
		case "local": return say`Config: ${rules} from this machine.`;
		default: return yardstick.origin;
	}
}
function formatHead(report, { runUrl }) {
	const { runId, baseCommit } = report;
	const run = runUrl === null ? say`run ${toCode(runId)}` : say`${toLink("run", runUrl)} ${toCode(runId)}`;
	const base = baseCommit === null || report.testMerge ? say`` : say`, compared with ${formatCommit(baseCommit)} of the base branch`;
	return say`Measured: ${formatMeasured(report)}${base}, ${run}.`;
}
function formatMeasured({ head, pullRequest, testMerge }) {
	if (!testMerge) return say`${toCode(head.ref)} at ${formatCommit(head.commit)}`;
	const pull = pullRequest === null ? say`` : say` (pull request #${pullRequest})`;
	const branch = testMerge.branch === null ? say`the base` : toCode(testMerge.branch);
	const sides = say`${formatCommit(testMerge.head)}${pull} into ${branch} at ${formatCommit(testMerge.base)}`;
	return say`the merge of ${sides}, which is ${formatCommit(testMerge.commit)}`;
}
function formatTestbed(testbed) {
	if (testbed.deviceKind === "cpu") return say`Hardware: ${formatCpu(testbed)}, ${testbed.devices.length} used (testbed ${toCode(testbed.id)}).`;
	const facts = [
		formatDevices(testbed),
		...testbed.driverVersion === null ? [] : [say`driver ${testbed.driverVersion}`],
		...testbed.cudaVersion === null ? [] : [say`CUDA ${testbed.cudaVersion}`],
		formatCpu(testbed)
	];
	return say`Hardware: ${joinContents(facts, ", ")} (testbed ${toCode(testbed.id)}).`;
}
function formatVersions(versions) {
	const sets = Map.groupBy(Object.entries(versions), ([, own]) => JSON.stringify(own));
	return [...sets.values()].flatMap((same) => {
		const facts = Object.entries(same[0]?.[1] ?? {}).map(([name, version]) => say`${name} ${toCode(version)}`);
		if (facts.length === 0) return [];
		const labels = sets.size === 1 ? say`` : say` of ${same.map(([label]) => label).join(", ")}`;
		return [say`Versions${labels}: ${joinContents(facts, ", ")}.`];
	});
}
function formatCpu({ cpuModel, cpuCores }) {
	return cpuCores > 0 ? say`${cpuModel}, ${describeDevices(cpuCores, "cpu")}` : say`CPU ${cpuModel}`;
}
function formatDevices({ devices }) {
	if (devices.length === 0) return say`no GPU`;
	const models = [...Map.groupBy(devices, (device) => device.model)];
	return joinFirst(models.map(([model, same]) => say`${same.length} × ${model}`));
}
function formatTelemetry({ gpus, ...digest }) {
	const facts = [
		...formatRange(digest.utilizationPercent, "%").map((text) => say`utilization ${text}`),
		...digest.memoryPeakBytes === null ? [] : [say`memory up to ${formatValue$1(digest.memoryPeakBytes, "B")}`],
		...formatRange(digest.powerWatts, "W").map((text) => say`power ${text}`),
		...digest.hottestCelsius === null ? [] : [say`temperature up to ${formatValue$1(digest.hottestCelsius, "°C")}`]
	];
	if (facts.length === 0) return [];
	return [say`${gpus === 1 ? "GPU" : "GPUs"} during the run: ${joinContents(facts, ", ")}.`];
}
function formatRange(range, unit) {
	if (range === null) return [];
	const [low, high] = range.map(Math.round);
	return [low === high ? `${low} ${unit}` : `${low} to ${high} ${unit}`];
}

// src/reporters/chart.ts
const blocks$1 = "▁▂▃▄▅▆▇█";
function drawSparkline(values) {
	const finite = values.filter(Number.isFinite);
	const low = Math.min(...finite);
	const step = (Math.max(...finite) - low) / 7;
	return values.map((value) => Number.isFinite(value) ? blocks$1[step === 0 ? 0 : Math.round((value - low) / step)] ?? "" : " ").join("");
}
function drawTextBar(share, width) {
	if (!(share > 0)) return "";
	const eighths = Math.max(1, Math.round(Math.min(share, 1) * width * 8));
	const rest = eighths % 8;
	return "█".repeat(Math.floor(eighths / 8)) + (rest === 0 ? "" : String.fromCodePoint(9616 - rest));
}

// src/reporters/parts/stages.ts
const barWidth = 20;
const mostStages = 12;
const fewestStages = 2;
function buildStageTimes(report) {
	const { key, stages } = chooseCase(report) ?? {
		key: null,
		stages: []
	};
	const total = stages.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
	if (!key || !(total > 0)) return [];
	const shown = selectLongest(stages);
	const hidden = stages.length - shown.length;
	return [createPart({
		title: say`Time per stage: ${formatCaseName(key, report.testbed)}`,
		importance: 9,
		isFolded: true,
		noun: "stages",
		body: {
			kind: "table",
			columns: createColumns("Stage", "#Time", "#Share", "Of all stages"),
			rows: shown.map((stage) => buildRow$5(stage, (stage.seconds ?? 0) / total))
		},
		notes: hidden > 0 ? [say`${hidden} shorter ${hidden === 1 ? "stage is" : "stages are"} not shown.`] : []
	})];
}
function listStageSeconds(report) {
	return chooseCase(report)?.stages.flatMap(({ seconds }) => seconds ?? []) ?? [];
}
function buildRow$5({ name, seconds }, share) {
	return [
		toCode(name),
		say`${formatValue$1(seconds, "s")}`,
		say`${(share * 100).toFixed(1)} %`,
		say`${drawTextBar(share, barWidth)}`
	];
}
function chooseCase(report) {
	const cases = groupStages(report);
	return report.comparisons.filter((item) => item.isGate && isChange$2(item)).toSorted(compareByWeight).map((item) => cases.get(formatCaseKey(item))).find((found) => found !== void 0) ?? [...cases.values()][0] ?? null;
}
function groupStages({ derived, comparisons }) {
	const compared = comparisons.filter(({ metric, unit }) => unit === "s" && parseStageName(metric) !== null);
	const measured = derived.filter(({ name, unit }) => unit === "s" && parseStageName(name) !== null);
	const cases = Map.groupBy([...compared, ...measured], formatCaseKey);
	const comparedBy = Map.groupBy(compared, formatCaseKey);
	const measuredBy = Map.groupBy(measured, formatCaseKey);
	const found = [...cases].flatMap(([text, [key]]) => {
		const stages = listStages(measuredBy.get(text) ?? [], comparedBy.get(text) ?? []);
		return key && stages.length >= fewestStages ? [[text, {
			key,
			stages
		}]] : [];
	});
	return new Map(found);
}
function listStages(measured, compared) {
	return [.../* @__PURE__ */ new Set([...measured.map(({ name }) => name), ...compared.map(({ metric }) => metric)])].map((metric) => {
		const comparison = compared.find((item) => item.metric === metric && item.head !== null) ?? null;
		const seconds = measured.find(({ name }) => name === metric)?.value ?? comparison?.head?.median ?? null;
		return {
			name: parseStageName(metric) ?? metric,
			seconds
		};
	});
}
function selectLongest(stages) {
	const kept = new Set(stages.toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0)).slice(0, mostStages));
	return stages.filter((stage) => kept.has(stage));
}
function formatCaseKey({ suite, benchmark, axes }) {
	return JSON.stringify([
		suite,
		benchmark,
		formatAxes(axes)
	]);
}

// src/reporters/parts/verdict-details.ts
function buildVerdictDetails(report) {
	const rows = [
		[say`Verdict ${toCode(report.verdict)}: check conclusion ${toCode(report.conclusion)}, exit code ${report.exitCode}. Check, comment, summary and exit code use the same verdict.`],
		[formatGates(report)],
		[formatLimits(report)],
		...report.requirements.length > 0 ? [[formatLimitSources(report)]] : [],
		...report.yardstick.origin === "head" ? [] : [[formatRuleSource(report.yardstick)]],
		...report.isolation ? [[formatIsolation(report.isolation)]] : [],
		[say`Verdicts are computed from unrounded raw samples; only the displayed numbers are rounded.`]
	];
	return createPart({
		title: say`How the verdict was reached`,
		importance: 7,
		isFolded: true,
		noun: "rules of the verdict",
		body: {
			kind: "list",
			rows
		}
	});
}
function formatIsolation({ mode, reason }) {
	if (mode === "bubblewrap") return say`Isolation: each trial and setup ran in a bubblewrap sandbox.`;
	if (isOutsideSandbox(reason)) return say`Isolation: none (${reason}).`;
	return say`Isolation: none (${reason ?? "no reason is stated"}). ${enableSandbox}`;
}
function buildCases(report) {
	if (report.cases.length === 0) return [];
	const titles = [
		"Case",
		"Revision",
		"#Runs",
		"#Median time",
		"#Min to max",
		"#Spread",
		"#Failed runs",
		"#Result rows"
	];
	const rows = report.cases.map((item) => buildCaseRow(item, report.testbed));
	const body = {
		kind: "table",
		columns: createColumns(...titles),
		rows
	};
	const notes = [say`Spread is the standard deviation divided by the mean. Warm-up runs are not counted.`];
	return [createPart({
		title: say`Cases`,
		importance: 10,
		isFolded: true,
		noun: "cases",
		body,
		notes
	})];
}
function buildDerivedFigures(report) {
	const shown = listShownValues(report);
	const rows = report.derived.filter((item) => !isShown(item, shown)).map(buildDerivedRow);
	if (rows.length === 0) return [];
	const body = {
		kind: "table",
		columns: createColumns("Case", "Figure", "#Value", "#Interval", "Status"),
		rows
	};
	return [createPart({
		title: say`Derived figures`,
		importance: 11,
		isFolded: true,
		noun: "figures",
		body
	})];
}
function listShownValues(report) {
	const { requirements, sections, cases, comparisons } = report;
	const cells = sections.flatMap(({ rows }) => rows.flat());
	return /* @__PURE__ */ new Set([
		...requirements.flatMap(({ actual }) => actual ?? []),
		...cells.flatMap((cell) => typeof cell === "object" && cell !== null && "value" in cell ? cell.value : []),
		...cases.flatMap(({ wallSeconds }) => wallSeconds?.median ?? []),
		...comparisons.flatMap(({ head }) => head?.median ?? []),
		...listStageSeconds(report)
	]);
}
function isShown({ value, reason, isDeclared, isSuspicious }, shown) {
	return value !== null && reason === null && !isDeclared && !isSuspicious && shown.has(value);
}
function buildCaseRow(item, testbed) {
	const { wallSeconds: wall } = item;
	const deviation = wall?.standardDeviation ?? null;
	const spread = wall && deviation !== null ? deviation / wall.mean : null;
	return [
		formatCaseName(item, testbed),
		toCode(item.revision),
		say`${wall?.count ?? 0}`,
		say`${formatValue$1(wall?.median ?? null, "s")}`,
		say`${wall ? formatPair(wall.min, wall.max, "s").join(" to ") : "–"}`,
		say`${formatValue$1(spread, "share")}`,
		say`${formatCount$3(item.failedTrials)}`,
		say`${item.resultRows === null ? "–" : formatCount$3(item.resultRows)}`
	];
}
function buildDerivedRow(item) {
	const interval = item.interval ? formatPair(...item.interval, item.unit).join(" to ") : "–";
	return [
		formatCaseCode(item),
		toCode(item.name),
		say`${formatValue$1(item.value, item.unit)}`,
		say`${interval}`,
		joinContents(listLabels(item), "; ")
	];
}
function listLabels({ isDeclared, isSuspicious, value, reason }) {
	const labels = [
		isDeclared ? [say`declared, not measured`] : value === null ? [say`not available`] : [],
		isSuspicious ? [say`implausible, not judged`] : [],
		reason === null ? [] : [say`${reason}`]
	].flat();
	return labels.length > 0 ? labels : [say`measured`];
}
function formatGates({ comparisons }) {
	const gates = comparisons.filter((comparison) => comparison.isGate);
	const regressed = gates.filter(doesFailCheck);
	if (gates.length === 0) return say`No comparison is a gate, so none can fail this run.`;
	if (regressed.length === 0) return say`${formatCount$3(gates.length)} gate ${gates.length === 1 ? "comparison" : "comparisons"}, no regression.`;
	const names = joinFirst(regressed.map((comparison) => say`${toCode(comparison.metric)} of ${formatCaseCode(comparison)}`));
	return say`${formatCount$3(gates.length)} gate ${gates.length === 1 ? "comparison" : "comparisons"}, ${formatCount$3(regressed.length)} ${regressed.length === 1 ? "regression" : "regressions"}: ${names}.`;
}
function formatLimits({ requirements }) {
	const failed = requirements.filter((result) => result.status === "fail" && result.severity === "fail");
	if (requirements.length === 0) return say`No limits are configured.`;
	if (failed.length === 0) return say`No limit with severity “fail” was missed.`;
	return say`Missed limits with severity “fail”: ${joinFirst(failed.map((result) => say`${toCode(result.id)} of ${formatCaseCode(result)}`))}.`;
}
function formatLimitSources({ requirements }) {
	const rules = [...Map.groupBy(requirements, (result) => result.rule)];
	return say`Rules of the limits: ${joinFirst(rules.map(([rule, same]) => say`${toCode(rule)} (${formatCount$3(same.length)})`))}.`;
}

// src/reporters/parts/past-runs.ts
function buildPastRuns(report) {
	const known = sortByDistance(report);
	const [first] = known;
	if (!first) return [];
	const lead = [say`Median ${formatMetricName(first.metric)} of ${formatCaseName(first, report.testbed)}. The last point is this run; the others are runs of unchanged code on this testbed.`];
	return [createPart({
		title: say`Earlier runs`,
		importance: 10,
		isFolded: true,
		noun: "earlier runs",
		lead,
		chart: buildChart$1(first)
	}), createPart({
		title: say`Earlier runs as text`,
		importance: 10,
		isFolded: true,
		noun: "earlier runs",
		body: {
			kind: "table",
			columns: createColumns("Case", "Metric", "Earlier runs and this run", "#Earlier range", "#This run"),
			rows: known.map((past) => buildRow$4(past, report.testbed))
		}
	})];
}
function buildChart$1(past) {
	const values = listPoints(past);
	const { factor, unit } = chooseChartScale(Math.max(...values.map(Math.abs)), past.unit);
	return {
		title: past.metric,
		xTitle: "sessions, newest last",
		points: null,
		yTitle: unit === "" ? "value" : unit,
		series: [{
			kind: "line",
			name: "median of a session",
			values: values.map((value) => value * factor)
		}]
	};
}
function buildRow$4(past, testbed) {
	const { medians, now, unit } = past;
	const range = formatPair(Math.min(...medians), Math.max(...medians), unit).join(" to ");
	return [
		formatCaseName(past, testbed),
		formatMetricName(past.metric),
		say`${drawSparkline(listPoints(past))}`,
		say`${range}`,
		say`${formatValue$1(now, unit)}`
	];
}
function listPoints({ medians, now }) {
	return [...medians.slice(-59), now];
}
function sortByDistance({ pastRuns: known = [] }) {
	return known.toSorted((a, b) => computeDistance(b) - computeDistance(a));
}
function computeDistance({ medians, now }) {
	const middle = medians.toSorted((a, b) => a - b)[Math.floor(medians.length / 2)] ?? now;
	return middle === 0 ? 0 : Math.abs(now / middle - 1);
}

// src/reporters/parts/requirements.ts
const operators$1 = {
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
const mostOfOneLimit = 3;
const mostOpenRows$1 = 4;
function buildRequirements(report) {
	const headlined = chooseHeadlined(report);
	const sorted = report.requirements.toSorted((a, b) => results[a.status] - results[b.status] || severities[a.severity] - severities[b.severity] || computeMiss(b) - computeMiss(a));
	const missed = sorted.filter((item) => item.status === "fail" && item !== headlined?.item);
	const shown = selectOpen(missed);
	return [...buildOpenTable(shown, missed.length - shown.length, report), ...buildFoldedTable(sorted.filter((result) => !shown.includes(result)), report.testbed)];
}
function selectOpen(missed) {
	const groups = Map.groupBy(missed, ({ id, value, severity }) => [
		id,
		value,
		severity
	].join("\0"));
	const few = new Set([...groups.values()].flatMap((group) => group.slice(0, mostOfOneLimit)));
	return missed.filter((result) => few.has(result)).slice(0, mostOpenRows$1);
}
function buildOpenTable(rows, hidden, report) {
	if (rows.length === 0) return [];
	const formatCase = createCaseNamer(report);
	const body = {
		kind: "table",
		columns: createColumns("Limit", "#Required", "#Measured"),
		rows: rows.map((result) => {
			const [measured, limit] = formatFigures(result);
			const place = result.benchmark === "" ? say`${result.suite}` : formatCase(result);
			const name = say`${toCode(result.id)} ${toCode(result.value)} of ${place}`;
			return [
				say`${formatRequirementStatus(result)}: ${name}`,
				say`${operators$1[result.operator]} ${limit}`,
				say`${measured}`
			];
		})
	};
	const notes = hidden > 0 ? [say`${formatCount$3(hidden)} more missed: see “Limits” in the details.`] : [];
	return [createPart({
		title: null,
		importance: 3,
		noun: "limits",
		body,
		notes
	})];
}
function buildFoldedTable(rows, testbed) {
	if (rows.length === 0) return [];
	const body = {
		kind: "table",
		columns: createColumns(...[
			"Status",
			"Limit",
			"Case",
			"#Required",
			"#Measured",
			"Reason"
		]),
		rows: rows.map((row) => buildRow$3(row, testbed))
	};
	return [createPart({
		title: say`Limits`,
		importance: 9,
		isFolded: true,
		noun: "limits",
		body
	})];
}
function buildRow$3(result, testbed) {
	const [measured, limit] = formatFigures(result);
	return [
		formatRequirementStatus(result),
		say`${toCode(result.id)} ${toCode(result.value)}`,
		formatCaseName(result, testbed),
		say`${operators$1[result.operator]} ${limit}`,
		say`${measured}`,
		say`${result.reason === "" ? "–" : result.reason}`
	];
}
function formatFigures({ actual, limit, unit }) {
	return actual === null ? ["–", formatValue$1(limit, unit)] : formatAgainstLimit(actual, limit, unit);
}

// src/reporters/parts/scaling-curve.ts
const mostCurves = 2;
const ceilingName = "ceiling set by the stages that do not scale";
const figures = [
	"speedup",
	"ceiling",
	"wall_time"
];
function buildScalingCurves({ derived, testbed }) {
	const ofCount = derived.filter(({ name, axes }) => figures.includes(name) && typeof axes["gpus"] === "number");
	return [...Map.groupBy(ofCount, ({ suite, benchmark, axes }) => JSON.stringify([
		suite,
		benchmark,
		formatAxes(withoutGpus(axes))
	])).values()].flatMap((group) => buildCurve(group, testbed)).slice(0, mostCurves);
}
function buildCurve(group, testbed) {
	const [first] = group;
	const speedups = selectFigures(group, "speedup");
	const base = Math.min(...selectFigures(group, "wall_time").map(({ gpus }) => gpus));
	if (!first || !Number.isFinite(base)) return [];
	const measured = [{
		gpus: base,
		value: 1
	}, ...speedups.filter(({ gpus }) => gpus > base)];
	if (measured.length < 3) return [];
	const subject = formatCaseName({
		...first,
		axes: withoutGpus(first.axes)
	});
	const ceilings = findCeilings(group, measured);
	const lead = [say`Speed-up of ${subject} relative to ${describeDevices(base, testbed.deviceKind)}.`];
	const xTitle = testbed.deviceKind === "gpu" ? "GPUs" : "cores";
	const chart = {
		...buildChart(measured, base, ceilings),
		xTitle
	};
	return [createPart({
		title: say`Scaling curve`,
		importance: 9,
		isFolded: true,
		noun: "scaling",
		lead,
		chart
	})];
}
function buildChart(measured, base, ceilings) {
	return {
		title: "Speed-up",
		points: measured.map(({ gpus }) => String(gpus)),
		yTitle: "speed-up (×)",
		series: [
			{
				kind: "bar",
				name: "measured",
				values: measured.map(({ value }) => value)
			},
			{
				kind: "line",
				name: "perfect scaling",
				values: measured.map(({ gpus }) => gpus / base)
			},
			...ceilings ? [{
				kind: "line",
				name: ceilingName,
				values: ceilings
			}] : []
		]
	};
}
function findCeilings(group, measured) {
	const known = new Map(selectFigures(group, "ceiling").map(({ gpus, value }) => [gpus, value]));
	const found = measured.map(({ gpus }, index) => index === 0 ? 1 : known.get(gpus)).filter((value) => value !== void 0);
	return found.length === measured.length ? found : null;
}
function selectFigures(group, name) {
	return group.flatMap((item) => {
		const gpus = item.axes["gpus"];
		const isSound = !item.isSuspicious && !item.isDeclared && item.value !== null && Number.isFinite(item.value);
		return item.name === name && typeof gpus === "number" && isSound ? [{
			gpus,
			value: item.value ?? 0
		}] : [];
	}).toSorted((a, b) => a.gpus - b.gpus);
}
function withoutGpus(axes) {
	return Object.fromEntries(Object.entries(axes).filter(([name]) => name !== "gpus"));
}

// src/reporters/parts/sections.ts
const mostColumns = 16;
const mostNotes = 8;
const mostOpenTables = 2;
const mostOpenRows = 12;
const mostOpenColumns = 9;
function buildSections$1(report) {
	let [tables, rows] = isResultElsewhere(report) ? [0, 0] : [mostOpenTables, mostOpenRows];
	return report.sections.map((section) => {
		const isShort = section.rows.length <= rows && section.columns.length <= mostOpenColumns;
		const isOpen = section.isDetail !== true && isShort && tables > 0;
		if (isOpen) [tables, rows] = [tables - 1, rows - section.rows.length];
		return buildSection$2(section, !isOpen);
	});
}
function isResultElsewhere({ comparisons, requirements }) {
	return comparisons.some(({ isGate }) => isGate) || requirements.some(({ status }) => status === "fail");
}
function buildSection$2(original, isFolded) {
	const section = withoutEmptyColumns(original);
	const columns = section.columns.slice(0, mostColumns).map((title, index) => buildColumn(title, section.rows, index));
	const rows = section.rows.map((row) => columns.map((_, index) => formatCell(row[index] ?? null)));
	const body = rows.length > 0 ? {
		kind: "table",
		columns,
		rows
	} : { kind: "none" };
	const importance = isFolded ? 11 : 7;
	return createPart({
		title: say`${section.title}`,
		importance,
		isFolded,
		body,
		notes: buildNotes(section)
	});
}
function withoutEmptyColumns(section) {
	const { columns, rows } = section;
	const isUsed = columns.map((_, index) => rows.length === 0 || rows.some((row) => (row[index] ?? "") !== ""));
	const keepUsed = (items) => items.filter((_, index) => isUsed[index]);
	return {
		...section,
		columns: keepUsed(columns),
		rows: rows.map(keepUsed)
	};
}
function buildColumn(title, rows, index) {
	const cells = rows.map((row) => row[index] ?? null).filter((cell) => cell !== null);
	return {
		title: say`${title}`,
		isNumeric: cells.length > 0 && cells.every((cell) => typeof cell === "object")
	};
}
function formatCell(cell) {
	if (cell === null) return say`–`;
	if (typeof cell === "string") return say`${cell}`;
	if ("value" in cell) return say`${formatValue$1(cell.value, cell.unit)}`;
	const [low, high] = formatPair(...cell.interval, cell.unit);
	return say`${low} to ${high}`;
}
function buildNotes({ columns, notes }) {
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
function buildParts(report, location) {
	const limits = buildRequirements(report);
	const tables = buildSections$1(report);
	const findings = buildFindings(report);
	return [
		buildHeadline(report),
		...buildComparedGates(report),
		...buildUndecidedGates(report),
		...limits.filter(isOpen),
		...tables.filter(isOpen),
		...findings.filter(isOpen),
		buildProvenance(report, location),
		...buildNextSteps(report),
		buildVerdictDetails(report),
		...findings.filter(isFolded),
		...buildAllComparisons(report),
		...buildStageTimes(report),
		...buildScalingCurves(report),
		...tables.filter(isFolded),
		...limits.filter(isFolded),
		...buildPastRuns(report),
		...buildTelemetrySummary(report),
		...buildCases(report),
		...buildDerivedFigures(report)
	];
}
function isFolded(part) {
	return part.isFolded;
}
function isOpen(part) {
	return !part.isFolded;
}

// src/reporters/non-breaking.ts
function preventBreaks(cell) {
	return cell.replaceAll(/(?<=\d) (?!→|to |\()|(?<=^(?:[<≤≥>=]|&lt;|&gt;)) (?=[\d.])/g, "\xA0");
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
	return escapeVisible(toVisibleText(text, maxLength));
}
function formatCodeSpan(text, maxLength = 120) {
	const visible = toVisibleText(text, maxLength);
	if (visible === "") return "(empty)";
	return unsafeInCode.test(visible) ? escapeVisible(visible) : `\`${visible}\``;
}
function formatLink(text, url) {
	return url.length <= 500 && webAddress.test(url) ? `[${escapeText(text)}](${url})` : escapeText(text);
}
function escapeVisible(visible) {
	return visible.replaceAll(special, (match) => entities[match] ?? disarm(match)).replace(/^([-+](?![\d.])|[=#:])/, String.raw`\$&`).replace(/^(\d+)([.)])(?=\s|$)/, String.raw`$1\$2`);
}
function disarm(match) {
	if (match === "::") return ":&#58;";
	return /^[*_~[\]!]$/.test(match) ? `\\${match}` : `${match}${zeroWidthSpace}`;
}

// src/reporters/markdown/mermaid.ts
const longestLabel = 80;
const look = "%%{init: {\"xyChart\": {\"width\": 640, \"height\": 260}, \"themeVariables\": {\"xyChart\": {\"plotColorPalette\": \"#4184e4, #9a6700, #8c959f\"}}}}%%";
function renderMermaidChart({ title, xTitle, points, yTitle, series }) {
	const count = Math.max(0, ...series.map(({ values }) => values.length));
	const bounds = computeBounds(series.flatMap(({ values }) => values), series.some(({ kind }) => kind === "bar"));
	const names = points?.map((point) => `"${formatMermaidLabel(point)}"`).join(", ");
	return [
		"```mermaid",
		look,
		"xychart-beta",
		`    title "${formatMermaidLabel(title)}"`,
		`    x-axis "${formatMermaidLabel(xTitle)}" ${names === void 0 ? `1 --> ${Math.max(2, count)}` : `[${names}]`}`,
		`    y-axis "${formatMermaidLabel(yTitle)}" ${bounds.map(formatMermaidNumber).join(" --> ")}`,
		...series.map(({ kind, values }) => `    ${kind} [${values.map(formatMermaidNumber).join(", ")}]`),
		"```"
	].join("\n");
}
function formatMermaidLabel(text) {
	const label = text.slice(0, 640).replaceAll(/[^A-Za-z0-9 .,:=/_()+×µ%-]|:(?=:)/g, " ").replaceAll(/-{2,}|%{2,}/g, " ").replaceAll(/ {2,}/g, " ").trim().slice(0, longestLabel);
	return label === "" ? "(no name)" : label;
}
function formatMermaidNumber(value) {
	const rounded = Number(value.toPrecision(6));
	const text = String(rounded);
	if (!text.includes("e")) return text;
	return Math.abs(rounded) < 1 ? rounded.toFixed(20).replace(/\.?0+$/, "") : String(BigInt(Math.round(rounded)));
}
function computeBounds(values, hasBars) {
	const [low, high] = [Math.min(...values), Math.max(...values)];
	const padding = (high - low) * .1 || Math.abs(high) * .05 || 1;
	if (hasBars && low >= 0) return [0, high + padding];
	return [low >= 0 ? Math.max(0, low - padding) : low - padding, high + padding];
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
function formatTableHead(headings) {
	return formatTableLines(headings, []).slice(0, 2).join("\n");
}
function formatTableRow(headings, cells) {
	return formatTableLines(headings, cells)[2] ?? "";
}
function formatTableLines(headings, cells) {
	const align = headings.map((heading) => heading.isNumeric ? "r" : "l");
	const rows = cells.length > 0 ? [cells] : [];
	return markdownTable([headings.map(({ title }) => title), ...rows], {
		align,
		alignDelimiters: false
	}).split("\n");
}

// src/reporters/markdown/blocks.ts
const plainCommand = /^(?!.*::)[A-Za-z0-9/][A-Za-z0-9 /_.,:=%+"…-]*$/;
function toBlock(part) {
	const title = part.title ? toMarkdown(part.title) : "";
	const lead = part.lead.map(toMarkdown);
	const chart = part.chart ? [renderMermaidChart(part.chart), ...formatLegend(part.chart)].join("\n\n") : "";
	const rows = formatRows$2(part.body);
	const notes = part.notes.map(toMarkdown);
	return {
		name: escapeText((part.title ?? []).map(({ text }) => text).join(""), 60),
		importance: part.importance,
		isFolded: part.isFolded,
		head: [
			formatHeading(part, title),
			...lead,
			chart,
			rows.head
		].filter((text) => text !== "").join("\n\n"),
		rows: {
			count: countRows(part.body),
			minorFrom: part.minorFrom,
			at: rows.at
		},
		tail: notes.map((text) => `\n\n${text}`).join(""),
		noun: part.noun
	};
}
function toMarkdown(content) {
	return content.map(formatSpan).join("");
}
function formatLegend({ series }) {
	if (series.length < 2) return [];
	const bars = series.filter(({ kind }) => kind === "bar").map(({ name }) => `Bars: ${name}.`);
	const lines = series.filter(({ kind }) => kind === "line").toSorted((x, y) => getLastValue(y) - getLastValue(x));
	const names = lines.map(({ name }) => name).join("; ");
	return [[...bars, `${lines.length > 1 ? "Lines, the highest first" : "Line"}: ${names}.`].join(" ")];
}
function getLastValue({ values }) {
	return values.at(-1) ?? 0;
}
function formatHeading({ importance, title }, text) {
	if (title === null) return "";
	return `${importance === 0 ? "##" : "###"} ${text}`;
}
function formatRows$2(body) {
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
		head: formatTableHead(headings),
		at: (index) => {
			const cells = body.rows[index]?.map(toMarkdown) ?? [];
			return formatTableRow(headings, cells.map((cell, column) => headings[column]?.isNumeric ? preventBreaks(cell) : cell));
		}
	};
}
function formatCommandBlock(text) {
	return text.startsWith("/") || !plainCommand.test(text) || text.length > 500 ? ` ${formatCodeSpan(text, 500)}` : `\n  \`\`\`sh\n  ${text}\n  \`\`\``;
}
function formatSpan(span) {
	switch (span.style) {
		case "ours": return span.text;
		case "prose": return escapeText(span.text, 400);
		case "code": return formatCodeSpan(span.text, span.maxLength);
		case "link": return formatLink(span.text, span.url);
		case "status": return `${span.icon} ${span.text}`;
		case "command": return formatCommandBlock(span.text);
		case "case": return `${escapeText(span.text)} (${formatCodeSpan(span.id)})`;
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
	const reserve = createBudget(maxBytes - reserveBytes - countBytes(where));
	for (const item of open) show(item, reserve, where);
	for (const item of open) fill(item, reserve, Math.min(firstRows, item.block.rows.minorFrom));
	for (const item of open) fill(item, reserve, item.block.rows.minorFrom);
	for (const item of open) if (item.rows.length >= item.block.rows.minorFrom) fill(item, reserve, item.block.rows.count);
	for (const item of byImportance.filter(({ block }) => block.isFolded)) {
		show(item, reserve, where);
		fill(item, reserve, item.block.rows.count);
	}
	return [...gatherTexts(kept.filter(({ isShown }) => isShown), where), ...listOmissions(kept, where)].join("\n\n");
}
function gatherTexts(shown, where) {
	const [open, folded] = [false, true].map((isFolded) => shown.filter(({ block }) => block.isFolded === isFolded));
	const writeAll = (items = []) => items.map((item) => write(item, where));
	if (!folded || folded.length === 0) return writeAll(open);
	const nouns = [...new Set(folded.map(({ block }) => block.noun))].filter((noun) => noun !== "rows");
	const summary = `<details>\n<summary>Details${nouns.length > 0 ? `: ${nouns.join(", ")}` : ""}</summary>`;
	return [
		...writeAll(open),
		summary,
		...writeAll(folded),
		"</details>"
	];
}
function countBytes(text) {
	return Buffer.byteLength(text, "utf8");
}
function createBudget(maxBytes) {
	let free = maxBytes;
	return (bytes) => {
		if (bytes > free) return false;
		free -= bytes;
		return true;
	};
}
function show(item, reserve, where) {
	const { block } = item;
	const separators = 4;
	const line = block.rows.count > 0 ? countBytes(formatOmission(block, 0, where)) : 0;
	item.isShown = reserve(countBytes(block.head) + countBytes(block.tail) + line + separators);
}
function fill(item, reserve, upTo) {
	if (!item.isShown) return;
	const { rows } = item.block;
	while (item.rows.length < Math.min(upTo, rows.count)) {
		const row = rows.at(item.rows.length);
		if (!reserve(countBytes(row) + 1)) return;
		item.rows.push(row);
	}
}
function write({ block, rows }, where) {
	const separator = block.head === "" ? "" : block.head.endsWith(" |") ? "\n" : "\n\n";
	const body = rows.length === 0 ? "" : `${separator}${rows.join("\n")}`;
	const rest = rows.length < block.rows.count ? `\n\n${formatOmission(block, rows.length, where)}` : "";
	return `${block.head}${body}${rest}${block.tail}`;
}
function formatOmission({ noun, rows }, shown, where) {
	const total = rows.count.toLocaleString("en-US");
	return `${(rows.count - shown).toLocaleString("en-US")} of ${total} ${noun} are not shown here; see the full report in ${where}.`;
}
function listOmissions(kept, where) {
	const hidden = kept.filter(({ isShown }) => !isShown).map(({ block }) => block);
	if (hidden.length === 0) return [];
	const rows = hidden.reduce((sum, block) => sum + block.rows.count, 0).toLocaleString("en-US");
	const most = 3;
	const names = hidden.slice(0, most).map(({ name, noun }) => name || noun);
	const more = hidden.length > most ? ` and ${hidden.length - most} more parts` : "";
	return [`Not shown for length: ${names.join(", ")}${more}, ${rows} rows in all; see the full report in ${where}.`];
}

// src/reporters/markdown/document.ts
function renderMarkdown(report, location, { maxBytes, fullVersion }) {
	return fitBlocks(buildParts(report, location).map(toBlock), maxBytes, locateFullReport(location, fullVersion));
}
function locateFullReport({ runUrl, runFolderHint }, fullVersion) {
	const places = [...runUrl === null ? [] : [toLink(`${fullVersion} of this run`, runUrl)], ...runFolderHint === null ? [] : [say`the run folder (${runFolderHint})`]];
	return toMarkdown(places.length > 0 ? joinContents(places, " and in ") : say`the JSON report of this run`);
}

// src/reporters/job-summary.ts
function renderJobSummary(report, location) {
	return `${renderMarkdown(report, location, {
		maxBytes: 999999,
		fullVersion: "the artifacts"
	})}\n`;
}

// src/domain/plan/plan.ts
function createPlan(cases, notTested = []) {
	return {
		cases,
		notTested,
		comparisons: []
	};
}

// src/domain/noise/calibration-plan.ts
const arm = "arm";
const again = "again";
function buildCalibrationPlan(plan, rounds) {
	const cases = plan.cases.filter((planned) => planned.revision === "head" && !isTwin(planned)).map((planned) => ({
		...planned,
		repeats: rounds,
		maxRepeats: rounds,
		samplesFrom: "fresh"
	}));
	return createPlan(cases.flatMap((planned) => [planned, createTwin(planned)]), plan.notTested);
}
function isCalibration({ cases }) {
	return cases.some(isTwin);
}
function countRounds({ cases }) {
	return Math.max(1, ...cases.filter(isTwin).map(({ repeats }) => repeats));
}
function createTwin(planned) {
	const key = {
		...planned.key,
		axes: {
			...planned.key.axes,
			[arm]: again
		}
	};
	return {
		...planned,
		id: formatCaseId(key),
		key
	};
}
function isTwin({ key }) {
	return key.axes[arm] === again;
}

// src/domain/core/dataset.ts
function formatManifest(names, hashes) {
	return names.map((name, index) => `${hashes[index]}  ${JSON.stringify(name)}\n`).join("");
}
const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
function findDatasetSha256(name, datasets) {
	return name === "" ? emptySha256 : datasets.find((item) => item.name === name)?.sha256 ?? null;
}

// src/domain/detection/pair/reachable-effect.ts
const foundShare = .9;
function computeReachableEffect(noise, limits) {
	const { maxRuns: runs } = limits;
	if (computeSeparationProbability(runs, runs) > .06) return null;
	return toFiniteShare(findSmallestDetectable(predictPrecision(noise, runs), readGates(limits)));
}
function predictPrecision(noise, runs) {
	const runVariance = Math.log1p(noise.cv ** 2);
	const sessionVariance = noise.sessionDeviation === void 0 ? 0 : 2 * Math.log1p(noise.sessionDeviation ** 2);
	return {
		estimate: 0,
		standardError: Math.sqrt(2 * runVariance / runs + sessionVariance),
		degreesOfFreedom: 2 * runs - 2 + computeHistoryWeight(noise.degreesOfFreedom ?? Number.POSITIVE_INFINITY)
	};
}
function findSmallestDetectable(precision, gates) {
	const { standardError, degreesOfFreedom } = precision;
	if (standardError === 0) return 0;
	const shortfall = computeStudentQuantile(foundShare, degreesOfFreedom) * standardError;
	const rule = createSingleLookRule(gates);
	const isFound = (effect) => rule({
		...precision,
		estimate: effect - shortfall
	}, effect) === "slower";
	return findSmallest(isFound, standardError);
}

// src/domain/noise/noise-floor.ts
const fewestDegreesOfFreedom$1 = 6;
const fewestSessions = 3;
const quietCv = .01;
const quietSessionDeviation = .01;
function estimateNoiseFloor(sessions) {
	const usable = sessions.map((session) => session.filter((value) => Number.isFinite(value) && value > 0)).filter((session) => session.length > 0);
	const runs = usable.reduce((sum, session) => sum + session.length, 0);
	const degreesOfFreedom = runs - usable.length;
	if (degreesOfFreedom < 1) return null;
	const squares = usable.flatMap((session) => computeShares(session, computeMean$2(session))).reduce((sum, x) => sum + x * x, 0);
	return {
		runs,
		sessions: usable.length,
		cv: Math.sqrt(squares / degreesOfFreedom),
		robustCv: computeRobustDeviation(usable, runs / degreesOfFreedom),
		sessionDeviation: computeMedianDeviation(usable)
	};
}
function isWellKnown(floor) {
	return floor !== null && floor.runs - floor.sessions >= fewestDegreesOfFreedom$1;
}
function isQuiet(floor) {
	if (!isWellKnown(floor) || floor.sessions < fewestSessions || floor.sessionDeviation === null) return false;
	return floor.cv <= quietCv && floor.sessionDeviation <= quietSessionDeviation;
}
function computeShares(session, center) {
	return session.map((value) => value / center - 1);
}
function computeRobustDeviation(sessions, correction) {
	const deviations = sessions.filter((session) => session.length > 1).flatMap((session) => computeShares(session, computeMedian$1(session)).map(Math.abs));
	return normalPerMad * computeMedian$1(deviations) * Math.sqrt(correction);
}
function computeMedianDeviation(sessions) {
	if (sessions.length < fewestSessions) return null;
	const medians = sessions.map((session) => computeMedian$1(session));
	const squares = computeShares(medians, computeMean$2(medians)).reduce((sum, x) => sum + x * x, 0);
	return Math.sqrt(squares / (medians.length - 1));
}

// src/domain/noise/effective-min-effect.ts
const widestGate = .1;
function computeEffectiveMinEffect(configured, floor, maxRepeats, gates = 1) {
	if (!isWellKnown(floor)) return {
		minEffect: configured,
		note: null,
		reach: "as asked"
	};
	const least = computeReachableEffect(toKnownNoise(floor), {
		maxRuns: maxRepeats,
		gates
	});
	if (least === null) return {
		minEffect: configured,
		note: `${formatRunsPerSide(maxRepeats)} cannot detect any change: set run.maxRepeats to 3 or more`,
		reach: "out of reach"
	};
	if (least <= configured) return {
		minEffect: configured,
		note: null,
		reach: "as asked"
	};
	const noise = `because runs of the same code vary by ${formatShare(floor.cv)}`;
	const limits = `${formatShare(configured)} is below what ${formatRunsPerSide(maxRepeats)} can detect here (${formatShare(least)}), ${noise}`;
	if (least <= Math.max(widestGate, configured)) return {
		minEffect: least,
		note: `${limits}: judged at ${formatShare(least)}`,
		reach: "widened"
	};
	return {
		minEffect: configured,
		note: `${limits}: out of reach; gate on a stage or a synchronized region instead`,
		reach: "out of reach"
	};
}
function toKnownNoise({ cv, runs, sessions }) {
	return {
		cv,
		degreesOfFreedom: runs - sessions
	};
}
function formatRunsPerSide(runs) {
	return `${runs} run${runs === 1 ? "" : "s"} per side`;
}

// src/domain/core/bootstrap.ts
const resamples$1 = 2e3;
function computeEffectInterval(base, head, confidence) {
	if (base.length < 2 || head.length < 2) return null;
	const logBase = base.map(Math.log);
	const logHead = head.map(Math.log);
	const center = computeMean$2(logHead) - computeMean$2(logBase);
	const random = createSeededRandom(2654435769);
	const [low, high] = computePercentileInterval(Array.from({ length: resamples$1 }, () => computeResampledMean(logHead, random) - computeResampledMean(logBase, random)), confidence);
	const widening = computeSmallSampleWidening(Math.min(base.length, head.length), base.length + head.length - 2, confidence);
	return [Math.expm1(center + (low - center) * widening), Math.expm1(center + (high - center) * widening)];
}
function resample(items, random) {
	return items.map(() => items[Math.floor(random() * items.length)]);
}
function createSeededRandom(seed) {
	let state = seed >>> 0;
	return () => {
		state = state + 1831565813 >>> 0;
		let mixed = Math.imul(state ^ state >>> 15, state | 1);
		mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
		return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
	};
}
function computeResampledMean(values, random) {
	let sum = 0;
	for (let count = 0; count < values.length; count += 1) sum += values[Math.floor(random() * values.length)];
	return sum / values.length;
}
function computePercentileInterval(draws, confidence) {
	const sorted = draws.toSorted((a, b) => a - b);
	return [computeQuantile(sorted, (1 - confidence) / 2), computeQuantile(sorted, (1 + confidence) / 2)];
}
function computeSmallSampleWidening(count, degreesOfFreedom, confidence) {
	const probability = (1 + confidence) / 2;
	return import_jstat.default.studentt.inv(probability, degreesOfFreedom) / import_jstat.default.normal.inv(probability, 0, 1) * Math.sqrt(count / (count - 1));
}

// src/domain/history/theil-sen.ts
function fitTheilSen(x, y, options) {
	const slopes = computeSlopes(x, y);
	if (slopes.length === 0) throw new RangeError("a slope needs two points with different x");
	const slope = interpolateQuantile(slopes, .5);
	const reach = import_jstat.default.normal.inv((1 + options.confidence) / 2, 0, 1) * Math.sqrt(computeScoreVariance(x, y) * (options.longRunFactor ?? 1));
	const low = Math.max(0, Math.round((slopes.length - reach) / 2) - 1);
	const high = Math.min(slopes.length - 1, Math.round((slopes.length + reach) / 2));
	return {
		slope,
		intercept: computeRangeMedian(y.map((value, index) => value - slope * (x[index] ?? 0))),
		slopeInterval: [slopes[low] ?? slope, slopes[high] ?? slope]
	};
}
function computeSlopes(x, y) {
	const slopes = new Float64Array(x.length * (x.length - 1) / 2);
	let count = 0;
	for (let one = 0; one < x.length; one++) for (let other = one + 1; other < x.length; other++) {
		const distance = (x[other] ?? 0) - (x[one] ?? 0);
		if (distance !== 0) slopes[count++] = ((y[other] ?? 0) - (y[one] ?? 0)) / distance;
	}
	return slopes.subarray(0, count).toSorted();
}
function computeScoreVariance(x, y) {
	const ties = [...countTies(x), ...countTies(y)].reduce((sum, size) => sum + computeScoreTerm(size), 0);
	return Math.max(0, computeScoreTerm(x.length) - ties) / 18;
}
function computeScoreTerm(count) {
	return count * (count - 1) * (2 * count + 5);
}
function countTies(values) {
	return [...Map.groupBy(values, (value) => value).values()].map((same) => same.length);
}

// src/domain/verdict/auto-gate.ts
const autoGates = {
	gpu: "auto:gpu",
	cpu: "auto:cpu"
};
const minShare$1 = .1;
function selectAutoGates(kind, sides) {
	const names = [...sides[0]?.keys() ?? []].filter((name) => sides.every((side) => side.has(name)));
	const wholes = [wallTime.name, ...names.filter((name) => name !== wallTime.name && isWhole(name, kind))];
	const parts = names.filter((name) => isPart(name, kind)).filter((name) => isLarge(name, sides));
	const isGpuDeciding = parts.some(isBusyTime);
	return [...wholes.map((metric) => ({
		metric,
		share: null,
		isDeciding: !isGpuDeciding
	})), ...parts.map((metric) => ({
		metric,
		share: computeRunShare(metric, sides[0] ?? /* @__PURE__ */ new Map()),
		isDeciding: isBusyTime(metric)
	}))];
}
function mayBeAutoGate(metric, kind) {
	return isWhole(metric, kind) || isPart(metric, kind);
}
function isAutoGate(pattern) {
	return pattern === autoGates.gpu || pattern === autoGates.cpu;
}
function isWhole(metric, kind) {
	return metric === wallTime.name || kind === autoGates.cpu && metric === cpuTime.name;
}
function isPart(metric, kind) {
	return kind === autoGates.gpu && isPartOfRun(metric);
}
function isLarge(metric, sides) {
	return sides.some((side) => computeRunShare(metric, side) >= minShare$1);
}
function isPartOfRun(metric) {
	return isBusyTime(metric) || parseStageName(metric) !== null;
}
function computeRunShare(metric, side) {
	const wall = side.get(wallTime.name) ?? 0;
	const isBusy = isBusyTime(metric);
	const seconds = (isBusy ? side.get(gpuInUseTime.name) : void 0) ?? side.get(metric) ?? 0;
	const gpus = isBusy ? Math.max(1, countGpus(side)) : 1;
	return wall > 0 ? Math.min(1, seconds / gpus / wall) : 0;
}
function computeGpuShare(gpuMetric, busyTime, side) {
	const own = side.get(gpuMetric) ?? 0;
	const total = listGpuMetrics(side).reduce((sum, name) => sum + (side.get(name) ?? 0), 0);
	return total > 0 ? Math.min(1, computeRunShare(busyTime, side) * countGpus(side) * own / total) : 0;
}
function countGpus(side) {
	return listGpuMetrics(side).length;
}
function listGpuMetrics(side) {
	return [...side.keys()].filter((name) => parseBusyGpu(name) !== null);
}

// src/domain/verdict/gate.ts
function buildGateTerms({ gate, minEffect, minCost = 0 }, sides) {
	const auto = gate.filter(isAutoGate).flatMap((kind) => selectAutoGates(kind, sides)).map(({ metric, share, isDeciding }) => {
		const costly = share === null || share === 0 ? minEffect : minCost / share;
		const smallest = isBusyTime(metric) ? Math.min(minCost, minEffect) : costly;
		const mayWiden = !isBusyTime(metric);
		return [metric, {
			minEffect: smallest,
			clearEffect: Math.max(minEffect, costly),
			isDeciding,
			mayWiden,
			minCost
		}];
	});
	const named = sides.flatMap((side) => [...side.keys()]).filter((name) => isNamedGate(name, gate)).map((name) => [name, {
		minEffect,
		clearEffect: minEffect,
		isDeciding: true,
		mayWiden: false,
		minCost: null
	}]);
	return new Map([...auto, ...named]);
}
function selectGates(gate, levels) {
	return new Set(buildGateTerms({
		gate,
		minEffect: 0
	}, [levels]).keys());
}
function computeMedianLevels(metrics) {
	return new Map(metrics.flatMap(({ name, samples }) => samples.length > 0 ? [[name, computeMedian$1(samples)]] : []));
}
function isGateMetric(metric, patterns) {
	return isNamedGate(metric, patterns) || patterns.filter(isAutoGate).some((kind) => mayBeAutoGate(metric, kind));
}
function isNamedGate(metric, patterns) {
	return patterns.some((pattern) => pattern.endsWith("*") ? metric.startsWith(pattern.slice(0, -1)) : pattern === metric);
}
function listUnmatchedGates(patterns, metrics, key) {
	return patterns.filter((pattern) => !metrics.some((metric) => isGateMetric(metric, [pattern]))).map((pattern) => ({
		...key,
		metric: pattern,
		unit: "",
		betterWhen: "lower",
		isGate: true,
		...createUndecided("missing", explainUnmatched(pattern, metrics))
	}));
}
function explainUnmatched(pattern, metrics) {
	return `the gate names ${pattern}, but no run measured it; correct the gate, or make the pipeline report it (known: ${metrics.slice(0, 8).join(", ")}${metrics.length > 8 ? ` and ${metrics.length - 8} more` : ""})`;
}

// src/domain/core/reviewed-json.ts
function formatReviewedJson(value) {
	return `${JSON.stringify(value, null, 2).replaceAll(/\[\n\s+((?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null)(?:,\n\s+(?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null))*)\n\s+\]/g, (_, items) => `[${items.replaceAll(/,\n\s+/g, ", ")}]`)}\n`;
}

// src/domain/testbed/testbed-fields.ts
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
		read: formatMigSlices
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
	buildSettingField("power limit", true, ({ powerLimitWatts }) => powerLimitWatts === null ? null : `${Math.round(powerLimitWatts)} W`),
	{
		label: "locked SM clock",
		isDecisive: true,
		read: formatLockedClocks
	},
	buildSettingField("MIG mode", true, ({ isMigOn }) => formatSwitch(isMigOn)),
	buildSettingField("ECC", false, ({ isEccOn }) => formatSwitch(isEccOn)),
	buildSettingField("persistence mode", false, ({ isPersistent }) => formatSwitch(isPersistent)),
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
function buildSettingField(label, isDecisive, read) {
	return {
		label,
		isDecisive,
		read: ({ devices }) => summarizeValues(devices.map(({ settings }) => settings === null ? null : read(settings)))
	};
}
function summarizeValues(values) {
	const [first = null] = values;
	if (values.every((value) => value === first)) return first;
	return values.map((value) => value ?? "unknown").join(", ");
}
function formatLockedClocks({ devices }) {
	return summarizeValues(devices.map(({ settings }) => settings?.lockedSmClockMhz ?? null).map((clock) => clock === null ? "none" : `${clock} MHz`)) ?? "none";
}
function formatMigSlices({ devices }) {
	return summarizeValues(devices.map(({ migProfile }) => migProfile ?? "none")) ?? "none";
}
function formatSwitch(value) {
	return value === null ? null : value ? "on" : "off";
}
function listTestbedDifferences(base, head) {
	return comparedFields.map((field) => ({
		...field,
		values: [field.read(base), field.read(head)]
	})).filter(({ values: [one, other] }) => one !== other).filter(({ isDecisive, values }) => isDecisive || !values.includes(null)).map(({ label, values: [one, other] }) => `${label}: ${one ?? "unknown"} → ${other ?? "unknown"}`);
}

// src/domain/noise/noise.ts
const noiseVersion = 1;
function buildNoiseKey({ suite, benchmark, axes }) {
	const kept = Object.entries(axes).filter(([name]) => name !== "revision" && name !== "arm");
	return {
		suite,
		benchmark,
		axes: Object.fromEntries(kept.toSorted(([a], [b]) => compareTexts(a, b)))
	};
}
function listSessionSamples(noise, key, metricName, datasetSha256) {
	const wanted = formatCaseId(buildNoiseKey(key));
	return (((noise?.cases.find((item) => item.datasetSha256 === datasetSha256 && formatCaseId(item) === wanted))?.metrics.find((item) => item.name === metricName))?.sessions ?? []).map((session) => session.samples);
}
function addSessions(noise, testbed, fresh, provenance) {
	const isSameMachine = noise !== null && listTestbedDifferences(noise.testbed, testbed).length === 0;
	const cases = new Map((isSameMachine ? noise.cases : []).map((item) => [formatNoiseCaseId(item), item]));
	for (const item of fresh) cases.set(formatNoiseCaseId(item), mergeCase(cases.get(formatNoiseCaseId(item)), item, provenance));
	const sorted = [...cases].toSorted(([a], [b]) => compareTexts(a, b)).map(([, item]) => item);
	return {
		schemaVersion: 1,
		testbed,
		cases: sorted
	};
}
function formatNoise(noise) {
	return formatReviewedJson(noise);
}
function mergeCase(known, fresh, provenance) {
	const metrics = new Map((known?.metrics ?? []).map((metric) => [metric.name, metric]));
	for (const { samples, ...metric } of fresh.metrics) if (samples.length > 0) metrics.set(metric.name, mergeMetric(metrics.get(metric.name), metric, {
		...provenance,
		samples
	}));
	const sorted = [...metrics.values()].toSorted((a, b) => compareTexts(a.name, b.name));
	return {
		...buildNoiseKey(fresh),
		datasetSha256: fresh.datasetSha256,
		metrics: sorted
	};
}
function mergeMetric(known, { name, unit, betterWhen }, { recordedAt, runId, commit, samples }) {
	return {
		name,
		unit,
		betterWhen,
		sessions: [...known?.unit === unit && known.betterWhen === betterWhen ? known.sessions.filter((session) => session.runId !== runId) : [], {
			recordedAt,
			runId,
			commit,
			samples
		}].toSorted((a, b) => Date.parse(a.recordedAt) - Date.parse(b.recordedAt)).slice(-12)
	};
}
function formatNoiseCaseId(item) {
	return `${formatCaseId(buildNoiseKey(item))} ${item.datasetSha256}`;
}
function compareTexts(a, b) {
	return a < b ? -1 : Number(a > b);
}

// src/domain/trial/contamination.ts
const maxThrottledShare = .01;
const maxLostShare = .5;
const maxLostShareWithoutGaps = .1;
const minBlindMs = 2e3;
const minBlindIntervals = 5;
const idlePercent = 1;
const busyPercent$1 = 10;
const harmless = ["gpu-idle", "applications-clocks-setting"];
const habitual = [
	"sw-power-cap",
	"sync-boost",
	"display-clock-setting"
];
const applicationXids = [
	"13",
	"31",
	"43",
	"45",
	"69",
	"109"
];
const maxNamed = 5;
const notObserved = "not observed: ";
function findContamination(input) {
	const { failure } = input;
	if (failure) return [...isOutOfMemory$1(failure) ? describeForeignProcesses(input) : [], ...describeEvents(input)];
	return [
		...describeMonitorLoss(input),
		...describeForeignProcesses(input),
		...describeThrottling(input),
		...describeEvents(input),
		...describeMismatch(input)
	];
}
function deriveUsualState(warmup) {
	const reasons = warmup.gpus.flatMap((use) => listActiveReasons(use).map(({ reason }) => reason));
	return { clocksEventReasons: [...new Set(reasons)].filter((reason) => reason === "unknown" || habitual.includes(reason)) };
}
function isOutOfMemory$1({ kind, detail }) {
	return kind === "out-of-memory" || /last output:[^]*out of memory/i.test(detail);
}
function describeForeignProcesses({ telemetry, gpus }) {
	return telemetry.foreignProcesses.filter(({ gpu }) => gpus.includes(gpu)).slice(0, maxNamed).map(({ gpu, pid, name, memoryBytes }) => {
		const size = memoryBytes === null ? "" : `, ${(memoryBytes / 2 ** 20).toFixed(0)} MiB`;
		return `another process used GPU ${gpu}: ${name ?? "of another container or user"} (pid ${pid}${size})`;
	});
}
function describeThrottling({ telemetry, gpus, usual }) {
	const normal = [...harmless, ...usual?.clocksEventReasons ?? habitual];
	return telemetry.gpus.filter(({ gpu }) => gpus.includes(gpu)).flatMap((use) => listActiveReasons(use).filter(({ reason }) => !normal.includes(reason)).map(({ reason, share }) => `clocks of GPU ${use.gpu} were lowered: ${reason} for ${formatPercent$3(share)} of the time`));
}
function listActiveReasons({ clocksEventShares }) {
	return Object.entries(clocksEventShares ?? {}).map(([reason, share]) => ({
		reason,
		share
	})).filter(({ reason, share }) => share > (/^hw-|thermal/.test(reason) ? 0 : maxThrottledShare));
}
function describeEvents({ telemetry, gpus, failure }) {
	const counted = telemetry.events.filter((event) => gpus.includes(event.gpu) && !(failure && isOwnFault(event)));
	return [...new Set(counted.map(describeEvent))].slice(0, maxNamed);
}
function isOwnFault({ kind, detail }) {
	const number = /\d+/.exec(detail)?.[0];
	return kind === "xid" && number !== void 0 && applicationXids.includes(number);
}
function describeEvent({ kind, gpu, detail }) {
	switch (kind) {
		case "xid": return `the driver reported XID ${detail.replace(/^xid\s*/i, "")} on GPU ${gpu}`;
		case "ecc": return `memory errors (ECC) on GPU ${gpu}: ${detail}`;
		case "lost": return `GPU ${gpu} was lost: ${detail}`;
		default: return kind;
	}
}
function describeMismatch({ telemetry, gpus }) {
	const others = telemetry.gpus.filter((use) => !gpus.includes(use.gpu) && getPeakUtilization(use) > busyPercent$1);
	const own = others.filter((use) => (use.ownMemoryPeakBytes ?? 0) > 0);
	const idle = telemetry.gpus.filter((use) => gpus.includes(use.gpu) && use.utilizationPercent !== null && getPeakUtilization(use) < idlePercent && !wasBusy(use));
	const elsewhere = own.length > 0 ? own : idle.length > 0 ? others : [];
	const assigned = `the trial was given GPU ${gpus.join(", ")}`;
	return [...elsewhere.length > 0 ? [`${assigned}, but GPU ${formatGpuIds(elsewhere)} was busy`] : [], ...idle.length > 0 ? [`${assigned}, but GPU ${formatGpuIds(idle)} stayed idle`] : []];
}
function formatGpuIds(uses) {
	return uses.map(({ gpu }) => gpu).join(", ");
}
function wasBusy({ work }) {
	return work?.busySource === "driver-samples" && (work.busySeconds ?? 0) > 0;
}
function getPeakUtilization({ utilizationPercent }) {
	return utilizationPercent?.max ?? 0;
}
function describeMonitorLoss({ telemetry, gpus }) {
	const { samples, lostSamples, longestGapMs, intervalMs, monitor } = telemetry;
	const cause = formatCause(telemetry);
	const unseen = gpus.filter((gpu) => !telemetry.gpus.some((use) => use.gpu === gpu && isSeen$1(use)));
	if (unseen.length > 0) return [`not observed: no reading of GPU ${unseen.join(", ")}${cause}`];
	const halfMs = maxLostShare * (telemetry.endedMs - telemetry.startedMs);
	const blindMs = Math.max(minBlindIntervals * intervalMs, Math.min(minBlindMs, halfMs));
	if (longestGapMs !== null && longestGapMs >= blindMs) return [`not observed: ${monitor} recorded nothing for ${(longestGapMs / 1e3).toFixed(1)} s${cause}`];
	const share = lostSamples / Math.max(1, samples + lostSamples);
	return share > (longestGapMs === null ? maxLostShareWithoutGaps : maxLostShare) ? [`not observed: ${monitor} lost ${formatPercent$3(share)} of its samples${cause}`] : [];
}
function formatCause({ monitor, problems }) {
	const cause = problems.find((problem) => [
		monitor,
		"the GPU monitor",
		"GPU figures",
		"GPUs could"
	].some((start) => problem.startsWith(start)));
	return cause === void 0 ? "" : ` (${cause})`;
}
function formatPercent$3(share) {
	return `${Number((share * 100).toPrecision(2))} %`;
}

// src/domain/telemetry/own-gpu-uses.ts
function selectOwnGpuUses({ telemetry, gpus }) {
	const uses = telemetry?.gpus ?? [];
	if (gpus) return uses.filter(({ gpu }) => gpus.includes(gpu));
	const held = uses.filter(({ ownMemoryPeakBytes }) => (ownMemoryPeakBytes ?? 0) > 0);
	if (held.length > 0) return held;
	const busy = uses.filter(({ utilizationPercent }) => (utilizationPercent?.max ?? 0) > 0);
	return busy.length > 0 ? busy : uses;
}

// src/domain/telemetry/gpu-work-measurements.ts
function collectGpuMeasurements(trials) {
	const busy = sumOverGpus(gpuBusyTime, trials, getBufferedSeconds);
	return [
		...busy.length > 0 ? busy : sumOverGpus(polledBusyTime, trials, computePolledSeconds),
		...sumOverGpus(gpuInUseTime, trials, ({ work }) => work?.inUseSeconds ?? null),
		...collectBusyPerGpu(trials),
		...collectBusyPerStage(trials),
		...sumOverGpus(gpuDramTime, trials, ({ work }) => work?.dramActiveSeconds ?? null),
		...sumOverGpus(gpuGraphicsTime, trials, ({ work }) => work?.graphicsActiveSeconds ?? null),
		...sumOverGpus(gpuEnergy, trials, ({ energyJoules, energySource }) => energySource === "counter" ? energyJoules : null),
		...sumOverGpus(gpuEnergyAboveIdle, trials, ({ work }) => work?.energyAboveIdleJoules ?? null)
	];
}
function getBufferedSeconds({ work }) {
	return work?.busySource === "driver-samples" ? work.busySeconds : null;
}
function computePolledSeconds({ work, utilizationPercent }, { wallSeconds }) {
	if (work?.busySource === "mean-utilization") return work.busySeconds;
	if (!utilizationPercent || wallSeconds === null) return null;
	return utilizationPercent.mean / 100 * wallSeconds;
}
function collectBusyPerGpu(trials) {
	const gpus = new Set(trials.flatMap((trial) => selectOwnGpuUses(trial).map(({ gpu }) => gpu)));
	if (gpus.size < 2) return [];
	return [...gpus].flatMap((gpu) => collectSamples(createGpuBusyMetric(gpu), trials, (trial) => {
		const use = selectOwnGpuUses(trial).find((item) => item.gpu === gpu);
		return use ? getBufferedSeconds(use) : null;
	}));
}
function collectBusyPerStage(trials) {
	return [...new Set((trials[0]?.gpuByStage?.rows ?? []).map(({ stage }) => stage))].flatMap((stage) => collectSamples(createStageBusyMetric(stage), trials, (trial) => {
		const own = selectOwnGpuUses(trial).map(({ gpu }) => gpu);
		const rows = (trial.gpuByStage?.rows ?? []).filter((row) => row.stage === stage && own.includes(row.gpu));
		return rows.length === own.length ? sumOfAll(rows.map(({ work }) => getStageBusySeconds(work))) : null;
	}));
}
function getStageBusySeconds(work) {
	return work?.busySource === "driver-samples" ? work.busySeconds : null;
}
function sumOverGpus(metric, trials, read) {
	return collectSamples(metric, trials, (trial) => sumOfAll(selectOwnGpuUses(trial).map((use) => read(use, trial))));
}
function collectSamples(metric, trials, read) {
	const samples = trials.map(read).filter((value) => value !== null);
	return samples.length > 0 && samples.length === trials.length ? [{
		metric,
		samples
	}] : [];
}
function sumOfAll(values) {
	const known = values.filter((value) => value !== null);
	return known.length === 0 || known.length < values.length ? null : sumValues(known);
}

// src/domain/trial/token-rate.ts
function computeTokenRate({ shards, workers }) {
	const rates = ([...Map.groupBy(shards, ({ stage }) => stage).values()].toSorted((one, other) => countTokens(other) - countTokens(one))[0] ?? []).map(({ tokens, seconds }) => tokens === null || !seconds ? null : tokens / seconds);
	const own = rates.length > 0 ? rates : workers.map(({ tokensPerSecond }) => tokensPerSecond);
	return own.length === 0 || own.includes(null) ? null : own.reduce((sum, one) => sum + (one ?? 0), 0);
}
function countTokens(shards) {
	return shards.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
}

// src/domain/trial/observed-measurements.ts
const observed = [
	{
		metric: {
			name: "tokens_per_second",
			unit: "tokens/s",
			betterWhen: "higher"
		},
		read: ({ pipeline }) => pipeline ? computeTokenRate(pipeline) : null
	},
	{
		metric: {
			name: "packing_efficiency",
			unit: "share",
			betterWhen: "higher"
		},
		read: ({ pipeline }) => pipeline?.packing?.bounds ? null : pipeline?.packing?.efficiency ?? null
	},
	{
		metric: gpuUtilization,
		read: computeUtilization$1
	},
	{
		metric: {
			name: "gpu_memory_peak",
			unit: "B",
			betterWhen: "lower"
		},
		read: findMemoryPeak
	}
];
function collectObservedMeasurements(trials) {
	return observed.flatMap(({ metric, read }) => {
		const samples = trials.map(read).filter(isFinite$1);
		return samples.length > 0 && samples.length === trials.length ? [{
			metric,
			samples
		}] : [];
	});
}
function computeUtilization$1(trial) {
	const means = selectOwnGpuUses(trial).map(({ utilizationPercent }) => utilizationPercent?.mean ?? NaN);
	return means.length === 0 ? null : computeMean$2(means);
}
function findMemoryPeak(trial) {
	const peaks = selectOwnGpuUses(trial).map(({ ownMemoryPeakBytes, memoryUsedBytes }) => ownMemoryPeakBytes ?? memoryUsedBytes?.max ?? NaN);
	return peaks.length === 0 ? null : Math.max(...peaks);
}
function isFinite$1(value) {
	return value !== null && Number.isFinite(value);
}

// src/domain/core/format-value.ts
const shownCharacters = 80;
const shownNames = 5;
function formatValue(value) {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
function formatNames(names) {
	const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : "";
	return `${names.slice(0, shownNames).join(", ")}${more}`;
}

// src/domain/trial/trial-readings.ts
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
const readingPrefix = "bench:";
function buildReadingMetric({ name, axes, metric }) {
	const last = metric.name === name ? "" : metric.name;
	const words = [
		`${readingPrefix}${name}`,
		formatAxes(axes),
		last
	].filter((word) => word !== "");
	return {
		...metric,
		name: words.join(" ")
	};
}
function keepReadings(readings) {
	const kept = [];
	const dropped = [];
	let characters = 0;
	for (const reading of readings) {
		const problem = reading.status === "failed" ? reading.problem : findDropReason(reading, kept.length, characters);
		if (problem !== null) dropped.push({
			problem,
			name: reading.name
		});
		else if (reading.status === "measured") {
			kept.push(reading);
			characters += buildReadingMetric(reading).name.length;
		}
	}
	const share = Math.max(1, Math.floor(readingLimits.samples / Math.max(1, kept.length)));
	const sentences = [...Map.groupBy(dropped, ({ problem }) => problem)].map(([problem, group]) => `${problem}: ${formatNames(group.map(({ name }) => name))}`);
	return {
		benchmarks: kept.map((reading) => keepOne(reading, share)),
		...sentences.length > 0 && { dropped: keepSentences(sentences) }
	};
}
function findDropReason(reading, count, characters) {
	const { name, unit, readings, names } = readingLimits;
	const { length } = buildReadingMetric(reading).name;
	if (!reading.samples.every(Number.isFinite)) return "a value is not a finite number";
	if (length > name) return `a name has more than ${name} characters`;
	if (reading.metric.unit.length > unit) return `a unit has more than ${unit} characters`;
	if (count >= readings) return `one run keeps ${readings} values`;
	return characters + length > names ? `one run keeps names of ${names} characters` : null;
}
function keepOne({ name, axes, metric, samples, source }, most) {
	const { length } = samples;
	const kept = length > most ? Array.from({ length: most }, (_, index) => samples[Math.floor(index * length / most)]) : samples;
	return {
		name: toOneLine(name),
		axes: Object.fromEntries(Object.entries(axes).map(([axis, value]) => [toOneLine(axis), toAxis(value)])),
		metric: {
			...metric,
			name: toOneLine(metric.name),
			unit: toOneLine(metric.unit)
		},
		median: computeMedian$1(samples),
		count: length,
		samples: kept.filter((value) => value !== void 0),
		source
	};
}
function toAxis(value) {
	return typeof value === "number" ? value : toOneLine(value);
}
function toOneLine(text) {
	return text.replaceAll(/\p{Cc}+/gu, " ").replaceAll(/ at 0x[\da-f]+(?=>)/gi, "");
}
function keepFacts(context) {
	const facts = Object.entries(context).slice(0, readingLimits.facts);
	return Object.fromEntries(facts.map(([name, value]) => [toOneLine(name), value.slice(0, readingLimits.text)]));
}
function keepSentences(sentences) {
	return [...new Set(sentences)].slice(0, readingLimits.problems).map((text) => text.slice(0, readingLimits.text));
}
function computeProcessValue({ samples, count, median: reported }) {
	return samples.length === count && count > 0 ? computeMedian$1(samples) : reported;
}

// src/domain/trial/reading-measurements.ts
function collectReadingMeasurements(trials) {
	const [first, ...others] = trials.map(indexByMetric);
	if (!first) return [];
	return [...first].flatMap(([name, { metric, value }]) => {
		const rest = others.map((found) => found.get(name));
		return rest.every((found) => found?.metric.unit === metric.unit && found.metric.betterWhen === metric.betterWhen) ? [{
			metric,
			samples: [value, ...rest.flatMap((found) => found?.value ?? [])]
		}] : [];
	});
}
function listUnsteadyReadings(trials) {
	const steady = new Set(collectReadingMeasurements(trials).map(({ metric }) => metric.name));
	const all = trials.flatMap(({ readings }) => readings?.benchmarks ?? []).map((one) => buildReadingMetric(one).name);
	return [...new Set(all)].filter((name) => !steady.has(name));
}
function indexByMetric({ readings }) {
	const single = [...Map.groupBy(readings?.benchmarks ?? [], (reading) => buildReadingMetric(reading).name)].flatMap(([name, group]) => group.length === 1 ? [[name, toFigure(group)]] : []);
	return new Map(single.flatMap(([name, figure]) => figure ? [[name, figure]] : []));
}
function toFigure([reading]) {
	if (!reading) return null;
	const value = computeProcessValue(reading);
	return Number.isFinite(value) ? {
		metric: buildReadingMetric(reading),
		value
	} : null;
}

// src/domain/trial/trial.ts
function isContaminated({ contamination }) {
	return contamination.length > 0;
}
function hasFigures({ wallSeconds, readings }) {
	return wallSeconds !== null && Number.isFinite(wallSeconds) && wallSeconds > 0 || (readings?.benchmarks.length ?? 0) > 0;
}

// src/domain/trial/collect-throughput.ts
function collectThroughput(trials) {
	const units = new Set(trials.map(({ work }) => work?.unit ?? null));
	const [unit = null] = units;
	if (units.size !== 1) return [];
	const rates = trials.map(({ work, resultRows, wallSeconds }) => {
		return ((unit === null ? resultRows : work?.count ?? null) ?? 0) / (wallSeconds ?? NaN);
	});
	if (!rates.every((rate) => Number.isFinite(rate) && rate > 0)) return [];
	return [{
		metric: unit === null ? throughput$1 : {
			...throughput$1,
			unit: `${unit}/s`
		},
		samples: rates
	}];
}

// src/domain/trial/outcome.ts
function summarizeOutcome(planned, trials) {
	const own = trials.filter((trial) => trial.caseId === planned.id && !trial.isWarmup);
	const clean = own.filter((trial) => !isContaminated(trial));
	const counted = clean.filter((trial) => trial.failure === null && hasFigures(trial));
	const failures = trials.filter((trial) => trial.caseId === planned.id && trial.failure !== null && !isContaminated(trial));
	const contaminated = own.filter(isContaminated);
	const hasOnlyFailed = failures.length > 0 && (counted.length === 0 || hasGivenUp$1(planned, trials));
	if (contaminated.length > 0 && clean.length < planned.repeats && !hasOnlyFailed) return {
		status: "contaminated",
		planned,
		failures,
		reason: describeContamination(contaminated)
	};
	if (counted.length > 0) return buildMeasuredOutcome(planned, counted, {
		failures,
		contaminated
	});
	const last = failures.at(-1)?.failure;
	if (last) return {
		status: "failed",
		planned,
		failures,
		failureKind: last.kind,
		reason: `${last.kind}: ${last.detail}`
	};
	return {
		status: "missing",
		planned,
		reason: "no trial of this case was recorded"
	};
}
function hasGivenUp$1(planned, trials) {
	const clean = trials.filter((trial) => trial.caseId === planned.id && !isContaminated(trial)).slice(-2);
	return clean.length === 2 && clean.every((trial) => trial.failure !== null);
}
function describeContamination(contaminated) {
	const reasons = [...new Set(contaminated.flatMap((trial) => trial.contamination))];
	const isUnobserved = contaminated.every((trial) => trial.contamination[0]?.startsWith(notObserved));
	const what = isUnobserved ? reasons.map((reason) => reason.replace(notObserved, "")) : reasons;
	const more = reasons.length > 3 ? `; and ${reasons.length - 3} more` : "";
	return `${contaminated.length === 1 ? "1 run was" : `${contaminated.length} runs were`} ${isUnobserved ? notObserved : "contaminated: "}${what.slice(0, 3).join("; ")}${more}`;
}
function buildMeasuredOutcome(planned, trials, uncounted) {
	const rows = [...new Set(trials.map((trial) => trial.resultRows))];
	if (rows.length > 1) {
		const reason = `trials of one case wrote different numbers of result rows: ${rows.join(", ")}`;
		return {
			status: "failed",
			planned,
			failures: uncounted.failures,
			failureKind: null,
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
		measurements: collectMeasurements(trials)
	};
}
function collectMeasurements(trials) {
	const seconds = trials.map((trial) => trial.wallSeconds).filter(isPositive);
	return [
		...seconds.length === trials.length ? [{
			metric: wallTime,
			samples: seconds
		}] : [],
		...collectThroughput(trials),
		...collectCpuTime(trials),
		...collectStageTimes(trials),
		...collectGpuMeasurements(trials),
		...collectObservedMeasurements(trials),
		...collectReadingMeasurements(trials)
	];
}
function collectCpuTime(trials) {
	const samples = trials.map(({ host }) => (host?.userCpuSeconds ?? NaN) + (host?.systemCpuSeconds ?? 0));
	return samples.every(isPositive) ? [{
		metric: cpuTime,
		samples
	}] : [];
}
function collectStageTimes(trials) {
	return (trials[0]?.stages.map((stage) => stage.stage) ?? []).flatMap((name) => {
		const samples = trials.map((trial) => trial.stages.find((stage) => stage.stage === name)?.seconds ?? null).filter(isDuration);
		return samples.length === trials.length ? [{
			metric: createStageMetric(name),
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

// src/domain/plan/interleaved-runs.ts
function isCounted(trial) {
	return !trial.isWarmup && trial.failure === null && !isContaminated(trial) && hasFigures(trial);
}
function selectInterleavedRuns(comparison, head, trials, known) {
	const own = trials.filter((trial) => trial.caseId === comparison.head && isCounted(trial));
	return {
		base: trials.filter((trial) => trial.caseId === comparison.base && isCounted(trial)),
		head: own.slice(countScreeningRuns(comparison, head, trials, known))
	};
}
function countScreeningRuns({ head, base, isScreened }, { repeats }, trials, known) {
	if (!isScreened || known.screen(head, []) === null) return 0;
	const joined = trials.findIndex((trial) => trial.caseId === base);
	const alone = (joined < 0 ? trials : trials.slice(0, joined)).filter((trial) => trial.caseId === head && isCounted(trial)).length;
	return alone >= repeats ? alone : 0;
}
function trimToEqual({ base, head }) {
	const count = Math.min(base.length, head.length);
	return {
		base: base.slice(0, count),
		head: head.slice(0, count)
	};
}

// src/suites/choose-gate.ts
function chooseGate({ comparison, pipeline, suites }, suite) {
	const named = (suite === "command" ? suites.command?.gate : void 0) ?? comparison.gate;
	return named === "auto" ? [autoGates[pipeline.devices]] : named;
}

// src/domain/verdict/answered-failure.ts
function isAnswer(outcome) {
	if (outcome.status !== "failed") return false;
	return outcome.failureKind !== null && (outcome.planned.answers ?? []).includes(outcome.failureKind);
}

// src/domain/trial/failure-text.ts
const start = "; last output:\n";
function addOutput(summary, output) {
	const shown = output.split("\n").map((line) => line.replace(/^│ ?/, "")).filter((line) => line.trim() !== "").slice(-10);
	return shown.length === 0 ? summary : `${summary}${start}${shown.join("\n").slice(-1500)}`;
}
function shortenFailure(text) {
	const [summary = "", output] = text.split(start);
	if (output === void 0) return text;
	const lines = output.split("\n").map((line) => line.trim());
	return `${summary}; last output: ${(lines.findLast((line) => /^[\w.:]*(?:Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? "").slice(0, 200)}`;
}

// src/domain/verdict/conclusion.ts
function conclude(evidence, isStrict) {
	const { mismatches = [] } = evidence;
	const failures = listFailures(evidence);
	if (failures.length > 0) return {
		verdict: "fail",
		conclusion: "failure",
		exitCode: 1,
		reasons: failures
	};
	const errors = listErrors(evidence);
	if (errors.length > 0) return {
		verdict: "error",
		conclusion: "failure",
		exitCode: 2,
		reasons: errors
	};
	const doubts = listDoubts(evidence);
	if (doubts.length === 0) return {
		verdict: "pass",
		conclusion: "success",
		exitCode: 0,
		reasons: []
	};
	if (isCutShort(evidence)) return {
		verdict: "inconclusive",
		conclusion: "cancelled",
		exitCode: 2,
		reasons: doubts
	};
	if (mismatches.length > 0) return {
		verdict: "inconclusive",
		conclusion: "failure",
		exitCode: 2,
		reasons: doubts
	};
	return {
		verdict: "inconclusive",
		conclusion: isStrict ? "failure" : "neutral",
		exitCode: isStrict ? 1 : 0,
		reasons: doubts
	};
}
function concludeStored(comparisons, doubts, deviceKind) {
	const gates = comparisons.filter((item) => item.isGate);
	const regressions = gates.filter(doesFailCheck);
	const open = gates.filter(isOpen$1);
	const reasons = [...toReasons("not-judged", doubts), ...toReasons("undecided", describeOpenGates(open, deviceKind))];
	if (regressions.length > 0) return {
		verdict: "fail",
		conclusion: "failure",
		exitCode: 1,
		reasons
	};
	if (gates.length === 0 || open.some(({ verdict }) => verdict !== "inconclusive") || doubts.length > 0) return {
		verdict: "inconclusive",
		conclusion: "neutral",
		exitCode: 2,
		reasons
	};
	if (open.length > 0) return {
		verdict: "inconclusive",
		conclusion: "neutral",
		exitCode: 0,
		reasons
	};
	return {
		verdict: "pass",
		conclusion: "success",
		exitCode: 0,
		reasons: []
	};
}
function toReasons(code, texts) {
	return texts.map((text) => ({
		code,
		text
	}));
}
function isCutShort({ status }) {
	return status === "interrupted" || status === "running";
}
function listFailures({ comparisons, requirements }) {
	const regressions = comparisons.filter(doesFailCheck);
	const broken = requirements.filter((item) => item.severity === "fail" && item.status === "fail");
	return [...toReasons("regression", regressions.map((item) => `regression of ${formatMetricLabel(item.metric)}`)), ...toReasons("limit-missed", broken.map((item) => `${item.id} failed`))];
}
function listErrors({ outcomes, status, statusDetail, deviceKind }) {
	if (status === "failed") return toReasons("not-measured", [statusDetail ?? "the run failed"]);
	if (status === "interrupted") return [];
	const heads = outcomes.filter((outcome) => outcome.planned.revision === "head");
	if (heads.length === 0) return toReasons("not-measured", ["no case could be measured"]);
	return toReasons("not-measured", describeLostCases(heads.filter((outcome) => outcome.status === "failed" || outcome.status === "missing").filter((outcome) => !isAnswer(outcome)), deviceKind));
}
function describeLostCases(outcomes, deviceKind) {
	const lost = outcomes.filter((outcome) => outcome.status !== "measured");
	return [...Map.groupBy(lost, ({ reason }) => reason)].map(([reason, group]) => {
		const names = group.map(({ planned }) => describeCase(planned.key, deviceKind));
		const more = names.length === 1 ? "" : ` and ${names.length - 1} more ${names.length === 2 ? "case" : "cases"}`;
		return `${names[0]}${more}: ${shortenFailure(reason)}`;
	});
}
function listDoubts(evidence) {
	const { comparisons, requirements, statusDetail, yardstick, deviceKind } = evidence;
	const { ownDatasets = [], mismatches = [], obstacles } = evidence;
	const gates = comparisons.filter((item) => item.isGate);
	const unevaluated = requirements.filter((item) => item.severity === "fail" && item.status === "not evaluated");
	const isJudged = gates.length > 0 || requirements.some(isJudging);
	const contaminated = evidence.outcomes.filter((outcome) => outcome.status === "contaminated");
	return [
		...toReasons("run-incomplete", isCutShort(evidence) ? [statusDetail ?? "the run was interrupted"] : []),
		...toReasons("config-from-head", yardstick.origin === "head" ? ["the config comes from the head, because the base has none"] : []),
		...toReasons("dataset-from-head", ownDatasets),
		...toReasons("rules-changed", mismatches),
		...toReasons("not-judged", obstacles),
		...toReasons("contaminated", describeLostCases(contaminated, deviceKind)),
		...toReasons("undecided", describeOpenGates(gates.filter(isOpen$1), deviceKind ?? "gpu")),
		...toReasons("limit-not-evaluated", unevaluated.map(({ id, reason }) => {
			return `${id} not evaluated${contaminated.some((outcome) => outcome.reason === reason) ? "" : `: ${reason}`}`;
		})),
		...toReasons("nothing-judged", isJudged || contaminated.length > 0 ? [] : ["nothing could be judged: no baseline for this testbed and no limit with a measured value"])
	];
}
function isJudging({ severity, status }) {
	return severity !== "info" && status !== "not evaluated";
}

// src/domain/verdict/sentence.ts
function formatVerdict$5(source, deviceKind) {
	const { verdict, reasons, comparisons, requirements } = source;
	const headlined = chooseHeadlined(source);
	if (verdict === "error") return `could not be measured: ${formatReasons(reasons)}`;
	if (verdict === "inconclusive") return `inconclusive: ${formatReasons(reasons)}`;
	if (headlined?.kind === "limit") return describeMissedLimits(headlined.item, requirements, deviceKind);
	const change = headlined && describeHeadlined(headlined.item, comparisons, deviceKind);
	if (verdict === "fail") return [change ?? formatReasons(reasons), ...countOtherCases(source)].join("; ");
	const gates = comparisons.filter((item) => item.isGate);
	const tolerated = gates.filter((item) => item.toleratedBecause !== void 0).map(describeTolerated);
	return [change === null ? describePass(gates, requirements) : `${change}${describeUnresolved$2(gates)}`, ...tolerated].join("; ");
}
function describeHeadlined(item, comparisons, deviceKind) {
	const isFailure = item.verdict === "regression";
	return [
		`${describeChange(item)}: ${formatMetricLabel(item.metric)} of ${describeCase(item, deviceKind)}, against ${item.reference}`,
		...isFailure ? describeSlowerGpus(item, comparisons) : [],
		...isFailure && item.cost !== void 0 ? [`costs ${formatShare(item.cost)} of the run`] : [],
		...isFailure ? describeStages(item, comparisons) : [],
		...describeClocks(item, comparisons),
		...isFailure ? describeUndecidedRun(item, comparisons) : []
	].join("; ");
}
function describeSlowerGpus(change, comparisons) {
	if (!isBusyTime(change.metric)) return [];
	const gpus = comparisons.filter((item) => parseBusyGpu(item.metric) !== null && isSameCase$1(item, change));
	const slower = gpus.filter(({ verdict }) => verdict === "regression");
	if (slower.length === 0 || slower.length === gpus.length) return [];
	const most = Math.max(...slower.map(({ effect }) => effect ?? 0));
	const [name, bound] = slower.length === 1 ? ["GPU", ""] : ["GPUs", "up to "];
	return [`${name} ${slower.map((item) => parseBusyGpu(item.metric)).join(", ")}: ${bound}${formatShare(most)} slower`];
}
function countOtherCases({ comparisons }) {
	const others = new Set(comparisons.filter(doesFailCheck).map(formatCaseId)).size - 1;
	return others > 0 ? [`regressions in ${formatCount$2(others, "more case")}`] : [];
}
function describeStages(regression, comparisons) {
	const found = attributeToStages(regression, comparisons);
	if (found === null) return [];
	if (found.place === "stage") return [`most of it in stage ${found.stage}`];
	return [found.place === "several stages" ? "spread over several stages" : "most of it outside the reported stages"];
}
function describeClocks(change, comparisons) {
	const busy = comparisons.find((item) => isSameCase$1(item, change) && item.workCause?.caution !== void 0);
	if (!busy?.workCause || (busy.effect ?? 0) > 0 !== (change.verdict === "regression")) return [];
	const { label } = busy.workCause;
	return [busy === change ? label : `${formatMetricLabel(busy.metric)}: ${label}`];
}
function describeUndecidedRun(change, comparisons) {
	const run = comparisons.find((item) => item.metric === wallTime.name && isSameCase$1(item, change));
	return run?.isGate === true && run !== change && run.verdict === "inconclusive" ? ["wall time is inconclusive"] : [];
}
function describeTolerated({ metric, toleratedBecause }) {
	return `${formatMetricLabel(metric)} is slower, tolerated because ${toleratedBecause}`;
}
function describeUnresolved$2(gates) {
	const worst = findLeastExcluded(gates);
	return worst ? `; ${formatMetricLabel(worst.metric)}: ${describeUnexcluded(worst.excluded)}` : "";
}
function findLeastExcluded(gates) {
	return gates.flatMap(({ verdict, metric, excluded }) => verdict !== "unchanged" || excluded === null || excluded <= 0 ? [] : [{
		metric,
		excluded
	}]).toSorted((a, b) => b.excluded - a.excluded)[0] ?? null;
}
function describeMissedLimits(worst, requirements, deviceKind) {
	const failed = requirements.filter((item) => item.severity === "fail" && item.status === "fail");
	const others = new Set(failed.filter(({ id }) => id !== worst.id).map(({ id }) => id)).size;
	const same = failed.filter(({ id }) => id === worst.id).length;
	const place = same > 1 ? `${worst.id}, worst of ${same} cases` : worst.id;
	const { operator, unit, limit, actual, value } = worst;
	const rest = others > 0 ? `; ${formatCount$2(others, "more limit")} missed` : "";
	const subject = worst.benchmark === "" ? worst.suite : describeCase(worst, deviceKind);
	if (value === "same_answer") return `different results of ${subject} (${place})${rest}`;
	const { factor, label } = chooseScale$1(limit, unit);
	const shown = roundLimit(limit * factor, unit, computeMiss(worst) <= .01);
	return `${`${formatFigure(actual === null ? null : actual * factor, shown)}${label} ${value} of ${subject}, ${operators[operator](`${shown}${label}`)} (${place})`}${rest}`;
}
function roundLimit(limit, unit, isClose) {
	const integerDigits = Math.floor(Math.log10(Math.abs(limit))) + 1;
	return Number(limit.toPrecision(isClose ? 10 : Math.max(unit === "B" ? 3 : 4, integerDigits)));
}
const operators = {
	"<": (limit) => `less than ${limit} is required`,
	"<=": (limit) => `at most ${limit} is allowed`,
	">": (limit) => `more than ${limit} is required`,
	">=": (limit) => `at least ${limit} is required`,
	"==": (limit) => `exactly ${limit} is required`
};
function chooseScale$1(limit, unit) {
	if (unit === "share") return {
		factor: 100,
		label: " %"
	};
	if (unit === "×" || unit === "") return {
		factor: 1,
		label: unit
	};
	if (unit !== "B") return {
		factor: 1,
		label: ` ${unit}`
	};
	const power = Math.min(4, Math.max(0, Math.floor(Math.log2(Math.max(Math.abs(limit), 1)) / 10)));
	return {
		factor: 1024 ** -power,
		label: ` ${[
			"B",
			"KiB",
			"MiB",
			"GiB",
			"TiB"
		][power]}`
	};
}
function formatFigure(actual, limit) {
	if (actual === null) return "unknown";
	for (let digits = 3; digits < 15; digits += 1) {
		const text = actual.toPrecision(digits);
		if (Number(text) !== limit) return String(Number(text));
	}
	return String(actual);
}
function describePass(gates, requirements) {
	const met = requirements.filter((item) => item.status === "pass").length;
	const missed = requirements.filter((item) => item.status === "fail").length;
	const parts = [
		gates.length > 0 ? formatCount$2(gates.length, "comparison") : "",
		met > 0 ? `${formatCount$2(met, "limit")} met` : "",
		missed > 0 ? `${formatCount$2(missed, "limit")} missed (warning only)` : ""
	];
	const worst = findLeastExcluded(gates);
	const bound = worst ? ` by ${formatShare(worst.excluded)} or more (${formatMetricLabel(worst.metric)})` : "";
	return `${gates.some(({ verdict }) => verdict === "unchanged") ? `not slower${bound}` : "nothing failed"}: ${parts.filter((part) => part !== "").join(", ")}`;
}
function formatCount$2(number, noun) {
	return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
function formatReasons(reasons) {
	const shown = selectTitleReasons(reasons);
	const rest = reasons.length - shown.length;
	const text = shown.map((reason) => reason.text).join("; ");
	return rest > 0 ? `${text}; and ${rest} more` : text;
}

// src/judging/findings/dataset-differences.ts
const mostShown$2 = 5;
function listOwnDatasets({ datasetDifferences = [], yardstick }) {
	if (yardstick.origin === "local") return [];
	return datasetDifferences.filter(({ used }) => used === "head").map((difference) => `dataset ${difference.name} ${describeDifference(difference)}; merge it first`);
}
function listDifferenceCautions(source) {
	const { datasetDifferences = [], changedInputs = {}, yardstick, revisions } = source;
	const stated = datasetDifferences.filter(({ used }) => used === "base" || yardstick.origin === "local");
	const isMergeBase = (name) => revisions.some(({ label, ref }) => label === name && ref === "merge-base");
	return [...stated.map((item) => createCaution(`dataset ${item.name}`, describeDifference(item), true)), ...Object.entries(changedInputs).map(([label, paths]) => createCaution(`inputs of ${label}`, describeInputs(paths), isMergeBase(label)))];
}
function createCaution(subject, reason, isProminent) {
	return {
		kind: "caution",
		subject,
		reason,
		...isProminent && { isProminent }
	};
}
function describeInputs(paths) {
	const shown = paths.slice(0, mostShown$2);
	const more = paths.length - shown.length;
	return `differ from those of the head, and each revision read its own: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
function describeDifference({ used, problem }) {
	if (used === "head") return `comes from the head, because the base cannot provide it (${problem ?? "unknown"})`;
	if (problem !== null) return `comes from the base, because the head cannot provide it (${problem})`;
	return "differs between base and head; all revisions were measured with the base's";
}

// src/domain/init/yaml-text.ts
const width = 118;
const reserved = /^(?:true|false|null|yes|no|on|off|y|n|~|[-+.\d][\d_.eExXoO:+-]*)$/i;
const plainWord = /^(?:(?:--?(?=[A-Za-z]))?[\w./$][\w./:+=@%$-]*|[A-Za-z][\w./-]*(?: [\w./-]+)+)$/;
function formatScalar(text) {
	if (plainWord.test(text) && !reserved.test(text) && !text.endsWith(":")) return text;
	if (/^[\x20-\x7e\u00a0-\ud7ff]*$/.test(text)) return `'${text.replaceAll("'", "''")}'`;
	return JSON.stringify(text);
}
function formatList(key, items, indent) {
	const line = `${indent}${key}: [${items.map(formatFlowItem).join(", ")}]`;
	if (line.length <= width && !items.some((item) => item.includes("\n"))) return line;
	return [`${indent}${key}:`, ...items.map((item) => formatBlockItem(item, `${indent}  `))].join("\n");
}
function formatLists(key, items, indent) {
	const lines = items.map((item) => {
		const line = `${indent}  - [${item.map(formatFlowItem).join(", ")}]`;
		if (line.length <= width && !item.some((text) => text.includes("\n"))) return line;
		const [first = "", ...rest] = item.map((text) => formatBlockItem(text, `${indent}    `));
		return [`${indent}  - ${first.trimStart()}`, ...rest].join("\n");
	});
	return [`${indent}${key}:`, ...lines].join("\n");
}
function formatMapping(key, entries, indent) {
	const lines = Object.entries(entries).map(([name, value]) => `${indent}  ${formatScalar(name)}: ${formatScalar(value)}`);
	return [`${indent}${key}:`, ...lines].join("\n");
}
function formatComment(text, indent = "") {
	const plain = text.replaceAll(/[\p{Cc}\u2028\u2029\ufeff]+/gu, " ").trim();
	return `${indent}# ${plain.length > 200 ? `${plain.slice(0, 199)}…` : plain}`;
}
function formatFlowItem(text) {
	const plain = formatScalar(text);
	return plain.startsWith("'") || plain.startsWith("\"") || !/[,[\]{}]/.test(plain) ? plain : `'${plain}'`;
}
function formatBlockItem(text, indent) {
	if (!text.includes("\n") || !isBlock(text)) return `${indent}- ${formatScalar(text)}`;
	const lines = text.slice(0, -1).split("\n");
	return [`${indent}- |`, ...lines.map((line) => line === "" ? "" : `${indent}  ${line}`)].join("\n");
}
function isBlock(text) {
	return /^\S/.test(text) && /[^\n]\n$/.test(text) && /^[\n\x20-\x7e]*$/.test(text) && !/[ \t]\n/.test(text);
}

// src/domain/verdict/suggest-proof.ts
const minLineLength = 4;
function suggestProof(traces) {
	const files = listCommonFiles(traces);
	const table = files.find(({ rows }) => (rows[0] ?? 0) > 0);
	if (table) return `proof: { results: { path: ${formatScalar(table.path)}, ${formatRows$1(table.rows)} } }`;
	const [largest] = files.toSorted((a, b) => b.minBytes - a.minBytes);
	if (largest) return `proof: { files: [{ path: ${formatScalar(largest.path)}, minBytes: ${largest.minBytes} }] }`;
	const line = findCommonLine(traces.map(({ lastLine }) => lastLine ?? ""));
	return line === null ? null : `proof: { stdout: [${quote$1(line)}] }`;
}
function listCommonFiles([first, ...others]) {
	return (first?.files ?? []).flatMap((file) => {
		const same = [file, ...others.flatMap(({ files }) => files.find(({ path }) => path === file.path) ?? [])];
		if (same.length <= others.length) return [];
		const sizes = new Set(same.map(({ bytes }) => bytes));
		const minBytes = sizes.size === 1 ? file.bytes : Math.max(1, Math.floor(Math.min(...sizes) / 2));
		return [{
			path: file.path,
			rows: listRows(same),
			minBytes
		}];
	});
}
function listRows(files) {
	const rows = files.flatMap((file) => file.rows === null || file.rows === 0 ? [] : [file.rows]);
	return rows.length === files.length ? rows.toSorted((a, b) => a - b) : [];
}
function formatRows$1(rows) {
	const [smallest = 1, largest = 1] = [rows[0], rows.at(-1)];
	return smallest === largest ? `rows: ${smallest}` : `minRows: ${Math.max(1, Math.floor(smallest / 2))}`;
}
function findCommonLine(lines) {
	const [first = ""] = lines;
	const common = lines.length > 1 && lines.every((line) => line === first) ? first : first.replace(/\d.*$/su, "").trim();
	return common.length >= minLineLength && /\p{L}/u.test(common) && !/\p{C}/u.test(common) && lines.every((line) => line.includes(common)) ? common : null;
}
function quote$1(text) {
	return `'${text.replaceAll("'", "''")}'`;
}

// src/judging/verdict/next-steps.ts
const inComment = "with a comment on this pull request, where comment commands are set up";
function suggestNextSteps(input) {
	const { verdict, record } = input;
	if (basename(record.yardstick.path) === "warpgauge-ab.yml") return verdict === "pass" ? [] : [repeatAb];
	return [...suggestByVerdict(input), ...suggestVerification(input)];
}
const repeatAb = {
	text: "Repeat the same `warpgauge ab` command, with --runs for more runs",
	command: null
};
function suggestByVerdict(input) {
	const { verdict } = input;
	switch (verdict) {
		case "fail": return [
			suggestReproduction(input),
			...suggestBisect(input),
			...suggestAccept(input),
			...suggestRefresh(input)
		];
		case "error": return [checkOutput$1, suggestReproduction(input)];
		case "inconclusive":
			if (listOwnDatasets(input.record).length > 0) return [mergeDataset];
			return needsBaseline(input) ? [suggestFirstBaseline(input)] : [suggestRerun(input)];
		case "pass": return needsBaseline(input) ? [suggestFirstBaseline(input)] : [];
		default: return verdict;
	}
}
function suggestVerification({ unverified }) {
	if (unverified.length === 0) return [];
	const command = [unverified.flat(), ...unverified].map(suggestProof).find((proof) => proof !== null) ?? null;
	return [{
		text: command === null ? "To verify the work of each run, let the program write its result to {output} or print a line at its end, and name it in pipeline.proof" : "To verify the work of each run, add this line below pipeline: in the config, and check that it fits every run",
		command
	}];
}
const mergeDataset = {
	text: "Merge the dataset, or the repair of its command, in a pull request of its own, and measure this one again",
	command: null
};
const checkOutput$1 = {
	text: "Check the raw output of the failed trials in the run folder",
	command: null
};
function suggestReproduction({ record, comparisons }) {
	const suite = findWorstRegression(comparisons)?.suite;
	const mergeBase = findMergeBase$1(record);
	return {
		text: "Reproduce the run on the same kind of machine",
		command: [
			...formatMergeFetch(record),
			...record.testMerge ? ["git switch --detach FETCH_HEAD &&"] : [],
			`warpgauge run --config ${record.yardstick.path}`,
			...suite === void 0 ? [] : [`--suite ${suite}`],
			...mergeBase === null ? [] : [`--base ${shortenCommit$1(mergeBase)}`]
		].join(" ")
	};
}
function formatMergeFetch({ pullRequest, testMerge }) {
	return testMerge && pullRequest !== null ? [`git fetch origin refs/pull/${pullRequest}/merge &&`] : [];
}
function findMergeBase$1({ revisions }) {
	return revisions.find(({ ref }) => ref === "merge-base")?.commit ?? null;
}
function suggestRerun(input) {
	if (input.record.pullRequest === null) return suggestReproduction(input);
	return {
		text: `Run it again ${inComment}`,
		command: "/warpgauge run"
	};
}
function suggestBisect({ record, comparisons }) {
	const regression = findWorstRegression(comparisons);
	const { yardstick } = record;
	const ofBase = yardstick.origin === "base" ? record.baseCommit ?? yardstick.commit : null;
	const good = findMergeBase$1(record) ?? ofBase;
	const bad = record.revisions.find(({ label }) => label === "head")?.commit ?? null;
	if (!regression || good === null || bad === null || good === bad) return [];
	return [{
		text: "Find the commit that introduced the regression",
		command: [
			...formatMergeFetch(record),
			`warpgauge bisect --good ${shortenCommit$1(good)} --bad ${shortenCommit$1(bad)}`,
			`--suite ${regression.suite} --metric ${quoteShellWord(regression.metric)}`,
			...yardstick.path === usualConfig ? [] : [`--config ${quoteShellWord(yardstick.path)}`]
		].join(" ")
	}];
}
const usualConfig = ".github/warpgauge.yml";
function suggestAccept({ record }) {
	if (record.pullRequest === null) return [];
	return [{
		text: `If the change is intended, accept it and state the reason, ${inComment}`,
		command: "/warpgauge accept \"REASON\""
	}];
}
function suggestRefresh({ record, comparisons }) {
	if (!findWorstRegression(comparisons)) return [];
	return [{
		text: "After an intended change was merged, refresh the baseline",
		command: record.pullRequest === null ? "warpgauge baseline refresh RUN_FOLDER --reason \"REASON\"" : "/warpgauge refresh \"REASON\""
	}];
}
function suggestFirstBaseline({ record }) {
	return {
		text: "Commit a first baseline for this testbed, so that the next run can be compared",
		command: record.pullRequest === null ? "warpgauge baseline refresh RUN_FOLDER --reason \"first baseline\"" : "/warpgauge refresh \"first baseline\""
	};
}
function needsBaseline({ comparisons, findings, outcomes }) {
	const isDisturbed = outcomes.some(({ status }) => status === "contaminated");
	return comparisons.length === 0 && !isDisturbed && findings.some(({ code }) => code === "no-baseline");
}
function findWorstRegression(comparisons) {
	return comparisons.filter(doesFailCheck).toSorted((a, b) => Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0))[0];
}
function shortenCommit$1(commit) {
	return commit.slice(0, 12);
}

// src/domain/verdict/unverified-gain.ts
const maxPlausibleGain = .2;
const minWorkShare = .5;
function explainUnverifiedGain(results, sides) {
	const work = computeGpuWork(results);
	if (work !== null && work < minWorkShare) return `the GPUs were busy for ${formatShare(work)} of the time of the reference`;
	const lessWork = explainLessCounted(sides) ?? explainLessOutput(sides);
	const isCounted = sides.base.counts.length > 0 && sides.head.counts.length > 0;
	if (lessWork !== null || work !== null || isCounted) return lessWork;
	const [saved, time] = findLargestSaving(results);
	if (saved <= .2) return null;
	return `the run takes ${formatShare(saved)} less ${time}, and nothing shows that it did the same work`;
}
function findLargestSaving(results) {
	const find = ({ name }) => -(results.find(({ metric }) => metric === name)?.effect ?? 0);
	const [wall, cpu] = [find(wallTime), find(cpuTime)];
	return cpu > wall ? [cpu, "CPU time"] : [wall, "time"];
}
function computeGpuWork(results) {
	const busy = results.find(({ metric, base, head }) => isBusyTime(metric) && base && head && base.median > 0);
	return busy?.base && busy.head ? busy.head.median / busy.base.median : null;
}
function explainLessCounted({ base, head }) {
	if (base.counts.length === 0) return null;
	if (head.counts.length === 0) return "the head reported no count of its work, the reference did";
	const [baseCount, headCount] = [computeMedian$1(base.counts), computeMedian$1(head.counts)];
	return headCount < baseCount ? `the head counted ${headCount} units of work, the reference ${baseCount}` : null;
}
function explainLessOutput({ base: { traces: base }, head: { traces: head } }) {
	if (base.length === 0 || head.length === 0) return null;
	const [baseFiles, headFiles] = [countFiles(base), countFiles(head)];
	if (headFiles < baseFiles) return `the head wrote ${formatCount$1(headFiles, "file")}, the reference ${baseFiles}`;
	const [baseLines, headLines] = [countLines(base), countLines(head)];
	if (headLines >= baseLines * minWorkShare) return null;
	return `the head printed ${formatCount$1(headLines, "line")}, the reference ${baseLines}`;
}
function countFiles(traces) {
	return computeMedian$1(traces.map(({ files }) => files.length));
}
function countLines(traces) {
	return computeMedian$1(traces.map(({ stdoutLines }) => stdoutLines));
}
function formatCount$1(count, noun) {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// src/judging/verdict/unverified-work.ts
function isWorkVerified({ tool, tables }, { pipeline }) {
	return pipeline.proof !== void 0 || tool !== void 0 || tables !== void 0;
}
function refuseUnverifiedGains(judged, outcomes, config) {
	return judged.map((item) => {
		if (isWorkVerified(item.head, config) || isOtherCommand(item.base, config)) return item;
		const work = {
			base: findWork(item.base.id, outcomes),
			head: findWork(item.head.id, outcomes)
		};
		const results = item.decisions.map(({ metric, decision }) => ({
			...decision,
			metric: metric.name
		}));
		const doubt = explainUnverifiedGain(results, work);
		const decisions = item.decisions.map((one) => ({
			...one,
			decision: rejectGain(one.decision, one.metric.betterWhen, doubt)
		}));
		return {
			...item,
			decisions
		};
	});
}
function isOtherCommand({ revision }, { revisions }) {
	const settings = revisions[revision];
	return settings?.ref === "HEAD" && settings.command !== void 0;
}
function refuseUnverifiedStoredGains(stored, outcomes, config) {
	return stored.map((item) => {
		const id = formatCaseId(item);
		const planned = outcomes.find((outcome) => outcome.planned.id === id)?.planned;
		if (!planned || isWorkVerified(planned, config)) return item;
		const results = stored.filter((other) => formatCaseId(other) === id && other.reference === item.reference);
		return rejectGain(item, item.betterWhen, explainUnverifiedGain(results, {
			base: unknownWork,
			head: unknownWork
		}));
	});
}
function rejectGain(result, betterWhen, doubt) {
	if (doubt === null || !isGain(result, betterWhen)) return result;
	return {
		...result,
		verdict: "inconclusive",
		reason: `${result.reason}; not verified: ${doubt}`
	};
}
function isGain({ verdict, effect, interval }, betterWhen) {
	if (verdict !== "unchanged" || effect === null || interval === null) return verdict === "improvement";
	return betterWhen === "lower" ? effect < -.2 && interval[1] < 0 : effect > 1 / (1 - .2) - 1 && interval[0] > 0;
}
const unknownWork = {
	traces: [],
	counts: []
};
function findWork(id, outcomes) {
	const outcome = outcomes.find(({ planned }) => planned.id === id);
	if (outcome?.status !== "measured") return unknownWork;
	const counts = outcome.trials.flatMap(({ work }) => work?.count ?? []);
	return {
		traces: listTraces(id, outcomes),
		counts
	};
}
function listTraces(id, outcomes) {
	const outcome = outcomes.find(({ planned }) => planned.id === id);
	return outcome?.status === "measured" ? outcome.trials.flatMap(({ workTrace }) => workTrace ?? []) : [];
}
function listUnverifiedTraces({ outcomes, config }) {
	return outcomes.filter(({ planned }) => !isWorkVerified(planned, config)).toSorted((a, b) => Number(b.planned.revision === "head") - Number(a.planned.revision === "head")).map(({ planned }) => listTraces(planned.id, outcomes)).filter((traces) => traces.length > 0);
}
function listUnverifiedCautions(outcomes, config) {
	if (outcomes.filter(({ status, planned }) => status === "measured" && !isWorkVerified(planned, config)).length === 0) return [];
	return [{
		kind: "caution",
		subject: "work",
		reason: "not verified: runs count by their exit code, because the config has no pipeline.proof",
		isProminent: true
	}];
}

// src/judging/verdict/compose-report.ts
function composeReport(judged) {
	const { record, config, comparisons, requirements } = judged;
	const conclusion = conclude({
		...judged,
		...getStatus(record),
		yardstick: record.yardstick,
		ownDatasets: listOwnDatasets(record),
		deviceKind: record.testbed.deviceKind
	}, config.comparison.strict);
	const head = record.revisions.find((revision) => revision.label === "head");
	return {
		schemaVersion: 1,
		title: config.name,
		runId: record.runId,
		verdict: conclusion.verdict,
		conclusion: conclusion.conclusion,
		exitCode: conclusion.exitCode,
		sentence: formatVerdict$5({
			...conclusion,
			comparisons,
			requirements
		}, record.testbed.deviceKind),
		reasons: conclusion.reasons,
		counts: countResults(comparisons, requirements),
		yardstick: record.yardstick,
		head: {
			ref: head?.ref ?? "unknown",
			commit: head?.commit ?? null
		},
		measuredCommit: head?.commit ?? null,
		baseCommit: record.baseCommit ?? null,
		...record.testMerge && { testMerge: record.testMerge },
		pullRequest: record.pullRequest,
		testbed: record.testbed,
		...record.versions && { versions: record.versions },
		...record.isolation && { isolation: record.isolation },
		comparisons,
		requirements,
		derived: judged.derived,
		sections: judged.sections,
		findings: judged.findings,
		cases: judged.outcomes.map(summarizeCase),
		nextSteps: suggestNextSteps({
			...judged,
			verdict: conclusion.verdict,
			unverified: listUnverifiedTraces(judged)
		})
	};
}
function getStatus(record) {
	return {
		status: record.status,
		statusDetail: record.statusDetail
	};
}
function countResults(comparisons, requirements) {
	const countVerdicts = (verdict) => comparisons.filter((item) => item.isGate && item.verdict === verdict).length;
	const countStatuses = (status) => requirements.filter((item) => item.status === status).length;
	return {
		regression: comparisons.filter(doesFailCheck).length,
		tolerated: comparisons.filter((item) => item.isGate && item.toleratedBecause !== void 0).length,
		improvement: countVerdicts("improvement"),
		unchanged: countVerdicts("unchanged"),
		inconclusive: countVerdicts("inconclusive"),
		"not comparable": countVerdicts("not comparable"),
		missing: countVerdicts("missing"),
		"requirements passed": countStatuses("pass"),
		"requirements failed": countStatuses("fail"),
		"requirements not evaluated": countStatuses("not evaluated")
	};
}
function summarizeCase(outcome) {
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

// src/suites/revision/merge-base-runs.ts
const mergeBaseLabel = "merge-base";
function findMergeBase(config, revisions) {
	if (config.comparison.reference === "baseline") return null;
	const head = revisions.find(({ label }) => label === "head");
	const found = revisions.find(({ label, ref }) => label !== "head" && ref === "merge-base");
	return found && found.commit !== null && found.commit !== head?.commit ? found : null;
}
function addMergeBaseRuns(plan, config, mergeBase) {
	if (mergeBase === null) return plan;
	const pairs = plan.cases.map((head) => ({
		head,
		base: toRevisionCase(head, mergeBase.label)
	}));
	return {
		...plan,
		cases: pairs.flatMap(({ head, base }) => [head, base]),
		comparisons: [...plan.comparisons, ...pairs.map(({ head, base }) => ({
			head: head.id,
			base: base.id,
			...getEffectRules(config),
			gate: chooseGate(config, head.key.suite),
			maxRepeats: head.maxRepeats,
			isScreened: config.comparison.reference === "auto"
		}))]
	};
}
function getEffectRules({ comparison }) {
	const { minEffect, minCost, whenBelowFloor, confirm } = comparison;
	return {
		minEffect,
		minCost,
		mayWiden: whenBelowFloor === "widen",
		...confirm === "exact" && { confirm }
	};
}
function toRevisionCase(head, label) {
	const key = {
		...head.key,
		axes: {
			...head.key.axes,
			revision: label
		}
	};
	return {
		...head,
		id: formatCaseId(key),
		key,
		revision: label
	};
}

// src/suites/outcomes.ts
function isMeasured(outcome) {
	return outcome?.status === "measured";
}
function getSamples(outcome, metricName) {
	return outcome.measurements.find((item) => item.metric.name === metricName)?.samples ?? [];
}
function summarizeWallTime(outcome) {
	return summarize(getSamples(outcome, wallTime.name));
}
function explainAbsence(outcome) {
	if (!outcome) return "this case is not part of the run";
	return outcome.status === "measured" ? "measured" : outcome.reason;
}

// src/suites/equivalence/table-rules.ts
function buildTableRules({ suites: { equivalence }, pipeline }) {
	if (!equivalence) return [];
	const results = pipeline.proof?.results;
	const tolerance = {
		rtol: equivalence.rtol,
		atol: equivalence.atol
	};
	const named = Object.entries(equivalence.tables);
	const usual = results ? [["results", { path: results.path }]] : [];
	return (named.length > 0 ? named : usual).map(([name, table]) => ({
		name,
		path: table.path,
		id: table.id ?? null,
		labels: table.labels ?? null,
		scores: listScoreColumns(table.scores),
		tolerance,
		tolerances: buildTolerances(table.scores, tolerance)
	}));
}
function listScoreColumns(scores) {
	if (scores === void 0) return null;
	return Array.isArray(scores) ? scores : Object.keys(scores);
}
function buildTolerances(scores, common) {
	if (scores === void 0 || Array.isArray(scores)) return {};
	return Object.fromEntries(Object.entries(scores).map(([column, own]) => [column, {
		rtol: own.rtol ?? common.rtol,
		atol: own.atol ?? common.atol
	}]));
}

// src/domain/tables/compared-columns.ts
const usualLabels = /^(?:label|class|prediction|is_virus)$/i;
const usualScores = /^(?:score_?\d*|max_score_?\d+|prob(?:ability)?_?\d*)$/i;
function selectComparedColumns(rule, subject, reference) {
	const problem = findHeaderProblem(rule, subject, "the table") ?? findHeaderProblem(rule, reference, "the reference");
	if (problem !== null) return problem;
	const id = {
		subject: rule.id ?? subject[0] ?? "",
		reference: rule.id ?? reference[0] ?? ""
	};
	const common = subject.filter((column) => reference.includes(column) && column !== id.subject && column !== id.reference);
	const labels = common.filter((column) => rule.labels?.includes(column) ?? usualLabels.test(column));
	const scores = common.filter((column) => !labels.includes(column) && (rule.scores?.includes(column) ?? usualScores.test(column)));
	if (labels.length + scores.length === 0) return "no column to compare: no label or score column is in both tables";
	if (labels.length > 32 || scores.length > 32) return `more than ${32} columns to compare`;
	return {
		id,
		labels,
		scores: scores.map((column) => ({
			column,
			...rule.tolerances[column] ?? rule.tolerance
		}))
	};
}
function listLabelColumns({ labels }, columns) {
	return labels === null ? columns.filter((column) => usualLabels.test(column)) : [];
}
function findHeaderProblem({ id }, header, side) {
	if (id !== null && !header.includes(id)) return `${side} has no column ${id}`;
	const twice = header.find((column, place) => header.indexOf(column) !== place);
	return twice === void 0 ? null : `${side} has two columns ${twice.slice(0, 32)}`;
}
function listIgnoredColumns(header, columns, id) {
	const compared = [
		id,
		...columns.labels,
		...columns.scores.map(({ column }) => column)
	];
	return header.filter((column) => !compared.includes(column)).slice(0, 32);
}

// src/domain/tables/findings-problem.ts
function checkFindings(findings, rule) {
	const { subject, reference, joined, labels, scores, labelMismatches, scoreMismatches } = findings;
	const most = Math.min(countUsableRows(subject), countUsableRows(reference));
	if (joined > most) return `${joined} rows are joined, the tables have ${most}`;
	const lost = countLostRows(subject, reference, joined) ?? countLostRows(reference, subject, joined);
	if (lost !== null) return `${lost} rows are neither joined nor unmatched`;
	return findMismatchProblem("labels", labelMismatches, collectCounts(labels, "differing"), joined) ?? findMismatchProblem("scores", scoreMismatches, collectCounts(scores, "beyond"), joined) ?? findIdentityProblem(findings) ?? findRuleProblem(findings, rule) ?? describeLostColumns(findings, rule);
}
function describeLostColumns({ subject, reference }, rule) {
	const lost = listLabelColumns(rule, reference.ignoredColumns).filter((column) => !subject.ignoredColumns.includes(column));
	if (lost.length === 0) return null;
	return `the table lacks ${lost.slice(0, 5).join(", ")}, which the reference has; set labels to compare only the other columns`;
}
function countLostRows(side, other, joined) {
	const lost = countUsableRows(side) - joined - side.unmatchedIds;
	return lost > Math.floor(other.duplicateRows / 2) ? lost : null;
}
function countUsableRows({ rows, malformedRows, duplicateRows }) {
	return rows - malformedRows - duplicateRows;
}
function collectCounts(columns, key) {
	return columns.map((column) => column[key]);
}
function findMismatchProblem(what, rows, byColumn, joined) {
	if (rows === null !== (byColumn.length === 0)) return `${what} are counted without a column`;
	if (rows === null) return null;
	const [least, most] = [Math.max(...byColumn), byColumn.reduce((sum, count) => sum + count, 0)];
	return rows >= least && rows <= Math.min(most, joined) ? null : `${rows} rows with other ${what} do not follow from ${byColumn.join(", ")} by column`;
}
function findIdentityProblem({ subject, reference, labelMismatches, scores }) {
	if (subject.sha256 !== reference.sha256) return null;
	return (labelMismatches ?? 0) === 0 && scores.every(({ beyond, unreadable }) => beyond === unreadable) ? null : "two identical files are reported as different";
}
function findRuleProblem({ labels, scores }, rule) {
	const lacking = [...listMissing(rule.labels, labels.map(({ column }) => column)), ...listMissing(rule.scores, scores.map(({ column }) => column))];
	if (lacking.length > 0) return `${lacking.join(", ")} is not in both tables`;
	const other = scores.find((score) => !hasTolerance(score, rule));
	if (other) return `${other.column} was compared with rtol ${other.rtol} and atol ${other.atol}`;
	const odd = scores.find((score) => !isCoherent(score));
	return odd ? `the worst row of ${odd.column} contradicts the number of rows beyond its tolerance` : null;
}
function listMissing(wanted, found) {
	return (wanted ?? []).filter((column) => !found.includes(column));
}
function isCoherent({ beyond, unreadable, worstRatio }) {
	return beyond > unreadable ? (worstRatio ?? 0) >= 1 : beyond === unreadable && (worstRatio ?? 0) <= 1;
}
function hasTolerance({ column, rtol, atol }, rule) {
	const expected = rule.tolerances[column] ?? rule.tolerance;
	return rtol === expected.rtol && atol === expected.atol;
}

// src/suites/equivalence/table-verdict.ts
function judgeTable(rule, sides, trials) {
	const nothing = {
		rule,
		findings: null,
		unmatchedRows: null,
		labelAgreement: null,
		scoreAgreement: null
	};
	const comparisons = selectComparisons(rule, sides, trials);
	const problem = comparisons.length === 0 ? explainNoComparison(sides, trials) : findFirstProblem(comparisons, rule, trials);
	const worst = comparisons.flatMap(({ findings }) => findings ?? []).toSorted((a, b) => countDisagreements(b) - countDisagreements(a))[0];
	if (problem !== null || !worst) return {
		...nothing,
		problem: problem ?? "the tables were not compared"
	};
	return {
		rule,
		findings: worst,
		problem: null,
		unmatchedRows: countUnmatchedRows(worst.subject) + countUnmatchedRows(worst.reference),
		labelAgreement: computeAgreement(worst.labelMismatches, worst.joined),
		scoreAgreement: computeAgreement(worst.scoreMismatches, worst.joined)
	};
}
function countUnmatchedRows({ malformedRows, duplicateRows, unmatchedIds }) {
	return malformedRows + duplicateRows + unmatchedIds;
}
function countDisagreements(findings) {
	const { subject, reference, labelMismatches, scoreMismatches } = findings;
	return countUnmatchedRows(subject) + countUnmatchedRows(reference) + (labelMismatches ?? 0) + (scoreMismatches ?? 0);
}
function computeAgreement(mismatches, joined) {
	return mismatches === null || joined === 0 ? null : (joined - mismatches) / joined;
}
function selectComparisons(rule, sides, trials) {
	return trials.flatMap((trial) => trial.resultTables?.comparisons ?? []).filter(({ table, subject, reference }) => table === rule.name && isSameOrigin(subject, { caseId: sides.subject }) && isSameOrigin(reference, sides.reference));
}
function isSameOrigin(origin, side) {
	if ("caseId" in origin) return "caseId" in side && origin.caseId === side.caseId;
	return "stored" in side && origin.stored === side.stored && origin.sha256 === side.sha256;
}
function explainNoComparison({ subject, reference }, trials) {
	const idle = ("caseId" in reference ? [subject, reference.caseId] : [subject]).find((id) => !trials.some((trial) => trial.caseId === id));
	return idle ? `${idle} has no counted run` : "the record contains no comparison of the two tables";
}
function findFirstProblem(comparisons, rule, trials) {
	return comparisons.map((comparison) => {
		if (comparison.findings === null) return comparison.problem ?? "the tables were not compared";
		return findOriginProblem(comparison, comparison.findings, trials) ?? checkFindings(comparison.findings, rule);
	}).find((problem) => problem !== null) ?? null;
}
function findOriginProblem({ table, subject, reference }, findings, trials) {
	const unknown = [{
		origin: subject,
		found: findings.subject
	}, {
		origin: reference,
		found: findings.reference
	}].find(({ origin, found }) => findDigest(origin, table, trials) !== found.sha256);
	return unknown ? `a table with SHA-256 ${unknown.found.sha256.slice(0, 12)} was not written by a counted run` : null;
}
function findDigest(origin, table, trials) {
	if ("stored" in origin) return origin.sha256;
	return trials.find(({ caseId, index }) => caseId === origin.caseId && index === origin.index)?.resultTables?.written.find((item) => item.table === table)?.sha256;
}

// src/suites/equivalence/answer-checks.ts
function planAnswerChecks(plan, config) {
	const rules = buildTableRules(config);
	const pairs = plan.comparisons.filter((comparison) => isAnswerChecked(comparison, plan, config));
	if (rules.length === 0 || pairs.length === 0) return plan;
	return {
		...plan,
		cases: plan.cases.map((planned) => {
			const against = pairs.filter(({ head }) => head === planned.id).map(({ base }) => base);
			const standsFor = pairs.filter(({ base }) => base === planned.id).map(({ head }) => head);
			if (against.length === 0 && standsFor.length === 0) return planned;
			return {
				...planned,
				tables: {
					rules,
					against,
					standsFor,
					stored: []
				}
			};
		})
	};
}
function isAnswerChecked({ head, base }, { cases }, { suites }) {
	const find = (id) => cases.find((planned) => planned.id === id);
	const [one, other] = [find(head), find(base)];
	if (!one || !other || one.dataset !== other.dataset) return false;
	return one.revision === other.revision || (suites.equivalence?.against.includes(other.revision) ?? false);
}
function findAnswerProblem(head, base, outcomes, config) {
	return judgeTables(head, base, outcomes, config).map((verdict) => describeAnswerDifference(verdict, config)).find((problem) => problem !== null) ?? null;
}
function hasSameAnswers(head, base, outcomes, config) {
	const verdicts = judgeTables(head, base, outcomes, config);
	if (verdicts.some((verdict) => verdict.findings && describeAnswerDifference(verdict, config) !== null)) return false;
	return verdicts.length === 0 || verdicts.some(({ findings }) => findings === null) ? null : true;
}
function judgeTables(head, base, outcomes, config) {
	if (!head.tables?.against.includes(base.id)) return [];
	const trials = outcomes.filter(isMeasured).flatMap((outcome) => outcome.trials);
	const sides = {
		subject: head.id,
		reference: { caseId: base.id }
	};
	return buildTableRules(config).map((rule) => judgeTable(rule, sides, trials));
}
function describeAnswerDifference({ rule, problem, findings, unmatchedRows, ...verdict }, { suites: { equivalence } }) {
	if (!findings || !equivalence) return `the answers could not be compared (${rule.name}): ${problem ?? "unknown"}`;
	const { labelAgreement, scoreAgreement } = verdict;
	const differences = [
		unmatchedRows === 0 ? null : `${unmatchedRows} ${unmatchedRows === 1 ? "row" : "rows"} without exactly one partner`,
		isBelow(labelAgreement, equivalence.minLabelAgreement) ? formatRows(findings.labelMismatches, "labels") : null,
		isBelow(scoreAgreement, equivalence.minScoreAgreement) ? formatRows(findings.scoreMismatches, "scores") : null,
		findings.joined === 0 ? "no row has a partner" : null
	].filter((difference) => difference !== null);
	return differences.length > 0 ? `the answers differ (${rule.name}, ${findings.joined} rows): ${differences.join(", ")}` : null;
}
function isBelow(agreement, least) {
	return agreement !== null && agreement < least;
}
function formatRows(rows, what) {
	return `${rows ?? 0} ${rows === 1 ? "row" : "rows"} with different ${what}`;
}
function refuseDifferentAnswers(judged, outcomes, config) {
	return judged.map((item) => {
		const problem = findAnswerProblem(item.head, item.base, outcomes, config);
		if (problem === null) return item;
		const decision = createUndecided("not comparable", problem);
		return {
			...item,
			decisions: item.decisions.map((one) => ({
				...one,
				decision
			}))
		};
	});
}

// src/suites/command/command-findings.ts
function listToolCautions({ planned, trials }) {
	const subject = formatCaseId(planned.key);
	const reported = [...new Set(trials.flatMap(({ readings }) => readings?.problems ?? []))];
	const unsteady = listUnsteadyReadings(trials);
	const lost = unsteady.length > 0 ? [`not reported by every run, so not judged: ${formatNames(unsteady)}`] : [];
	const dropped = new Set(trials.flatMap(({ readings }) => readings?.dropped ?? []));
	return [
		...reported,
		...lost,
		...[...dropped].map((reason) => `dropped, because ${reason}`)
	].map((reason) => ({
		kind: "caution",
		subject,
		reason
	}));
}
const processNote = "One value per process: the median of the values that the tool measured in it. Values of one process share its memory layout and clocks, so they count as one.";
function buildCommandSection({ planned, trials, measurements }) {
	const given = measurements.filter(({ metric }) => metric.name.startsWith(readingPrefix));
	if (given.length === 0) return null;
	const all = trials.flatMap((trial) => trial.readings?.benchmarks ?? []);
	const readings = Map.groupBy(all, (reading) => buildReadingMetric(reading).name);
	const tools = [...new Set(trials.flatMap((trial) => trial.readings?.tool ?? []))];
	return {
		id: `command-${planned.key.benchmark}`,
		title: `${planned.key.benchmark}${tools.length > 0 ? ` (${tools.join(", ")})` : ""}`,
		columns: [
			"Figure",
			"Median",
			"Processes",
			"Between processes",
			"Within a process",
			"Values per process"
		],
		rows: given.map(({ metric, samples }) => {
			const own = readings.get(metric.name) ?? [];
			return [
				metric.name.slice(readingPrefix.length),
				{
					value: computeMedian$1(samples),
					unit: metric.unit
				},
				String(samples.length),
				computeSpread$1([samples]),
				computeSpread$1(own.map((reading) => reading.samples)),
				formatValueCounts(own)
			];
		}),
		notes: [processNote]
	};
}
function computeSpread$1(groups) {
	const spreads = groups.filter((group) => group.length > 1 && computeMedian$1(group) !== 0).map(computeRelativeRange);
	return spreads.length === 0 ? null : {
		value: computeMedian$1(spreads),
		unit: "share"
	};
}
function computeRelativeRange(values) {
	const [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
	return (high - low) / Math.abs(computeMedian$1(values));
}
function formatValueCounts(readings) {
	const counts = [...new Set(readings.map(({ count }) => count))];
	const isSummed = readings.some(({ source }) => source === "aggregate");
	return `${counts.join(", ")}${isSummed ? " (aggregated by the tool)" : ""}`;
}

// src/suites/planned-case.ts
function planCase(request) {
	const { config, suite, key } = request;
	return {
		id: formatCaseId(key),
		key,
		revision: request.revision ?? "head",
		dataset: chooseDataset(request),
		gpus: request.devices.slice(0, request.gpuCount).map((device) => device.id),
		warmups: suite.warmups ?? config.run.warmups,
		repeats: suite.repeats ?? config.run.repeats,
		maxRepeats: suite.maxRepeats ?? config.run.maxRepeats,
		maxReruns: config.run.maxReruns,
		timeoutSeconds: (suite.timeoutMinutes ?? config.pipeline.timeoutMinutes) * 60,
		sampleIntervalMs: suite.sampleIntervalMs ?? config.run.sampleIntervalMs ?? null,
		interleaveGroup: request.group,
		samplesFrom: request.samplesFrom ?? "fresh",
		...request.placement,
		...request.options && { options: request.options },
		...request.tables && { tables: request.tables }
	};
}
function chooseDataset({ dataset, suite }) {
	return dataset ?? suite.dataset ?? "";
}
function checkDeviceCount(key, gpuCount, devices) {
	if (gpuCount <= devices.length) return null;
	return {
		key,
		reason: `needs ${gpuCount} devices, this runner has ${devices.length}`
	};
}

// src/suites/command/command.ts
const command$2 = {
	usesBaselines: true,
	plan(input) {
		const requests = input.suite.benchmarks.map((benchmark) => ({
			benchmark,
			key: buildCaseKey$9(benchmark)
		}));
		const notTested = requests.flatMap(({ benchmark, key }) => checkDeviceCount(key, benchmark.gpus, input.devices) ?? []);
		const fitting = requests.filter(({ benchmark }) => benchmark.gpus <= input.devices.length);
		return createPlan(fitting.map(({ benchmark }) => planToolCase(benchmark, input)), notTested);
	},
	judge({ outcomes }) {
		const measured = outcomes.filter(isMeasured);
		const findings = measured.flatMap(listToolCautions);
		return {
			derived: [],
			requirements: [],
			comparisons: [],
			sections: measured.flatMap((outcome) => buildCommandSection(outcome) ?? []),
			findings
		};
	}
};
function buildCaseKey$9({ name, gpus }) {
	return {
		suite: "command",
		benchmark: name,
		axes: { gpus }
	};
}
function planToolCase(benchmark, { config, suite, devices }) {
	const { gpus, command: argv, adapter, files } = benchmark;
	return {
		...planCase({
			config,
			suite: {
				...suite,
				...benchmark
			},
			devices,
			gpuCount: gpus,
			key: buildCaseKey$9(benchmark),
			group: `command ${benchmark.name}`
		}),
		tool: {
			command: argv,
			adapter,
			files
		}
	};
}

// src/domain/scaling/projection.ts
const resamples = 1e3;
function project(sizes, sequences, confidence) {
	const model = fitCost(sizes);
	const draws = hasSpread(sizes) ? redraw$1(sizes) : [];
	const widening = computeWidening(sizes, confidence);
	const hours = computeHours(model, sequences);
	return {
		...model,
		hours,
		hoursInterval: computeInterval(draws.map((draw) => computeHours(draw, sequences)), hours, widening, confidence),
		fixedSecondsInterval: computeInterval(draws.flatMap((draw) => draw.fixedSeconds ?? []), model.fixedSeconds, widening, confidence),
		extrapolation: sequences / Math.max(...sizes.map((size) => size.sequences))
	};
}
function fitCost(sizes) {
	const points = sizes.map((size) => ({
		x: size.sequences,
		y: computeMedian$1(size.seconds)
	}));
	const largest = points.reduce((one, other) => other.x > one.x ? other : one);
	const proportional = {
		fixedSeconds: null,
		secondsPerSequence: largest.y / largest.x
	};
	if (new Set(points.map((point) => point.x)).size < 2) return proportional;
	const { intercept, slope } = fitWeightedLine(points);
	return slope > 0 ? {
		fixedSeconds: intercept,
		secondsPerSequence: slope
	} : proportional;
}
function computeHours(model, sequences) {
	return ((model.fixedSeconds ?? 0) + model.secondsPerSequence * sequences) / 3600;
}
function fitWeightedLine(points) {
	const weights = points.map((point) => 1 / point.y ** 2);
	const total = sumValues(weights);
	const meanX = sumValues(points.map((point, index) => point.x * weights[index])) / total;
	const meanY = sumValues(points.map((point, index) => point.y * weights[index])) / total;
	const slope = sumValues(points.map((point, index) => weights[index] * (point.x - meanX) * (point.y - meanY))) / sumValues(points.map((point, index) => weights[index] * (point.x - meanX) ** 2));
	return {
		slope,
		intercept: meanY - slope * meanX
	};
}
function hasSpread(sizes) {
	return sizes.every((size) => size.seconds.length >= 2);
}
function redraw$1(sizes) {
	const random = createSeededRandom(3266489909);
	return Array.from({ length: resamples }, () => fitCost(sizes.map((size) => ({
		...size,
		seconds: resample(size.seconds, random)
	}))));
}
function computeInterval(draws, center, widening, confidence) {
	if (draws.length === 0 || center === null) return null;
	const sorted = draws.toSorted((a, b) => a - b);
	const low = computeQuantile(sorted, (1 - confidence) / 2);
	const high = computeQuantile(sorted, (1 + confidence) / 2);
	return [center + Math.min(0, low - center) * widening, center + Math.max(0, high - center) * widening];
}
function computeWidening(sizes, confidence) {
	const count = Math.min(...sizes.map((size) => size.seconds.length));
	return count < 2 ? 1 : computeSmallSampleWidening(count, count - 1, confidence);
}

// src/suites/end-to-end/goal-requirement.ts
function buildGoalRequirement(goal, judged) {
	return {
		id: "PERF-01",
		...judged,
		axes: {},
		operator: goal.tolerance > 0 ? "<=" : "<",
		limit: goal.hours * (1 + goal.tolerance),
		unit: "h",
		rule: `goal of ${goal.sequences} sequences on ${goal.gpus} GPUs`
	};
}

// src/domain/verdict/requirement.ts
function evaluateRequirement(requirement, derived) {
	const subjects = derived.filter((item) => isSubject$1(requirement, item));
	if (subjects.length === 0) return [buildMissingResult(requirement)];
	return subjects.map((subject) => evaluateOn(requirement, subject));
}
function isSubject$1(requirement, item) {
	return item.suite === requirement.suite && item.name === requirement.value && hasAxes(item.axes, requirement.axes);
}
function evaluateOn(requirement, subject) {
	const common = {
		...pickCommonFields(requirement),
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
	const otherUnit = findUnitProblem(requirement, subject);
	if (otherUnit !== null) return {
		...common,
		actual: null,
		status: "not evaluated",
		reason: otherUnit
	};
	if (subject.isRange && isCloseCall(requirement, subject)) return {
		...common,
		status: "not evaluated",
		reason: `${subject.reason ?? "known as a range"}; the limit is inside`
	};
	const status = isMet(subject.value, requirement.operator, requirement.limit) ? "pass" : "fail";
	return {
		...common,
		status,
		reason: explainResult(requirement, subject)
	};
}
function findUnitProblem({ rule, unit, limit }, subject) {
	if (!(rule.startsWith("config") && unit !== "") || subject.unit === "" || subject.unit === unit) return null;
	return `the limit is ${limit} ${unit}, but the value is in ${subject.unit}: state the limit in ${subject.unit}`;
}
function isMet(value, operator, limit) {
	switch (operator) {
		case "<": return value < limit;
		case "<=": return value <= limit;
		case ">": return value > limit;
		case ">=": return value >= limit;
		case "==": return value === limit;
		default: return operator;
	}
}
function explainResult(requirement, subject) {
	return [
		subject.reason,
		subject.isDeclared ? "based on a declared value, not a measurement" : null,
		describeCloseCall(requirement, subject)
	].filter((note) => note !== null).join("; ");
}
function describeCloseCall(requirement, subject) {
	return isCloseCall(requirement, subject) ? "borderline: the interval includes the limit" : null;
}
function isCloseCall({ operator, limit }, { interval }) {
	return interval !== null && isMet(interval[0], operator, limit) !== isMet(interval[1], operator, limit);
}
function buildMissingResult(requirement) {
	const reason = `no value of ${requirement.value} from suite ${requirement.suite}`;
	return {
		...pickCommonFields(requirement),
		benchmark: "",
		axes: requirement.axes,
		actual: null,
		status: "not evaluated",
		reason
	};
}
function pickCommonFields({ id, suite, value, operator, limit, unit, severity, rule }) {
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

// src/suites/judge-requirement.ts
const selfProving = ["command", "equivalence"];
function judgeRequirement(requirement, derived, { pipeline }) {
	const results = evaluateRequirement(requirement, derived);
	return pipeline.proof !== void 0 || selfProving.includes(requirement.suite) ? results : results.map(rejectPass);
}
function rejectPass(result) {
	if (result.status !== "pass") return result;
	return {
		...result,
		status: "not evaluated",
		reason: "work not verified; add pipeline.proof to the config"
	};
}

// src/suites/end-to-end/sustained-rate.ts
function deriveSustainedRate(input) {
	const { config, suite } = input;
	if (!suite.sustained) return [];
	const large = computeRate(suite.sustained.dataset, input);
	const typical = computeRate(suite.dataset ?? "", input);
	const isKnown = large.rate !== null && typical.rate !== null;
	return [{
		suite: "end-to-end",
		benchmark: config.pipeline.name,
		axes: { gpus: suite.gpus },
		name: "sustained_rate",
		unit: "share",
		value: isKnown ? large.rate / typical.rate : null,
		reason: isKnown ? `${suite.sustained.dataset} against ${suite.dataset}` : large.problem ?? typical.problem,
		interval: null,
		isSuspicious: false,
		isDeclared: false
	}];
}
function listSustainedRequirements({ sustained, severity }) {
	if (!sustained) return [];
	return [{
		id: "SUSTAINED",
		suite: "end-to-end",
		value: "sustained_rate",
		axes: {},
		operator: ">=",
		limit: sustained.minRate,
		unit: "share",
		severity,
		rule: `rate of ${sustained.dataset} against the typical sample`
	}];
}
function computeRate(name, { outcomes, datasets }) {
	const outcome = outcomes.find(({ planned }) => planned.dataset === name);
	if (!outcome || !isMeasured(outcome)) return {
		rate: null,
		problem: `${name}: ${explainAbsence(outcome)}`
	};
	const bytes = datasets.find((dataset) => dataset.name === name)?.bytes ?? 0;
	if (bytes <= 0) return {
		rate: null,
		problem: `the size of ${name} is unknown`
	};
	return {
		rate: bytes / summarizeWallTime(outcome).median,
		problem: null
	};
}

// src/suites/end-to-end/end-to-end.ts
const endToEnd$1 = {
	usesBaselines: true,
	plan(input) {
		const requests = listDatasets(input.suite).map((dataset) => ({
			dataset,
			key: buildCaseKey$8(input, dataset)
		}));
		const notTested = requests.flatMap(({ key }) => checkDeviceCount(key, input.suite.gpus, input.devices) ?? []);
		if (notTested.length > 0) return createPlan([], notTested);
		const { config, suite, devices } = input;
		const cases = requests.map(({ dataset, key }) => planCase({
			config,
			suite,
			devices,
			gpuCount: suite.gpus,
			key,
			dataset,
			group: "end-to-end"
		}));
		return createPlan(cases);
	},
	judge(input) {
		const measured = input.outcomes.filter(isMeasured);
		const rates = measured.filter(({ planned }) => hasSequences(planned.dataset, input)).map((outcome) => deriveSequenceRate(outcome, input));
		const projected = input.suite.goal ? deriveProjection(input.suite.goal, measured, input) : [];
		const derived = [
			...rates,
			...projected,
			...deriveSustainedRate(input)
		];
		const { goal, severity } = input.suite;
		const requirements = [...goal ? [buildGoalRequirement(goal, {
			suite: "end-to-end",
			value: "projected_hours",
			severity
		})] : [], ...listSustainedRequirements(input.suite)];
		return {
			derived,
			requirements,
			comparisons: [],
			findings: [],
			sections: buildSections(derived, requirements, input)
		};
	}
};
function listDatasets(suite) {
	return [.../* @__PURE__ */ new Set([
		suite.dataset ?? "",
		...suite.moreDatasets,
		...suite.sustained ? [suite.sustained.dataset] : []
	])];
}
function buildCaseKey$8({ config, suite }, dataset) {
	return {
		suite: "end-to-end",
		benchmark: config.pipeline.name,
		axes: {
			...dataset !== "" && { dataset },
			gpus: suite.gpus
		}
	};
}
function deriveSequenceRate(outcome, input) {
	const sequences = findSequences$1(outcome, input);
	const value = sequences === null ? null : sequences / summarizeWallTime(outcome).median * 3600;
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
function hasSequences(dataset, { datasets }) {
	return dataset !== "" && datasets.find(({ name }) => name === dataset)?.sequences !== null;
}
function findSequences$1(outcome, input) {
	return input.datasets.find((dataset) => dataset.name === outcome.planned.dataset)?.sequences ?? null;
}
function deriveProjection(goal, measured, input) {
	const common = {
		suite: "end-to-end",
		benchmark: input.config.pipeline.name,
		axes: { gpus: input.suite.gpus },
		interval: null,
		isSuspicious: false,
		isDeclared: false
	};
	const reason = explainNoProjection(goal, measured, input);
	if (reason !== null) return [{
		...common,
		name: "projected_hours",
		unit: "h",
		value: null,
		reason
	}];
	const projection = project(measured.flatMap((outcome) => toSizedSamples(outcome, input)), goal.sequences, input.policy.confidence);
	return [
		{
			...common,
			name: "projected_hours",
			unit: "h",
			value: projection.hours,
			interval: projection.hoursInterval,
			reason: describeCaveats(projection)
		},
		{
			...common,
			name: "fixed_cost",
			unit: "s",
			value: projection.fixedSeconds,
			interval: projection.fixedSecondsInterval,
			isSuspicious: (projection.fixedSeconds ?? 0) < 0,
			reason: explainFixedCost(projection)
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
function explainNoProjection(goal, measured, input) {
	if (goal.gpus !== input.suite.gpus) return `the goal is for ${goal.gpus} GPUs, this suite measures ${input.suite.gpus}`;
	if (goal.gpus > input.devices.length) return `the goal is for ${goal.gpus} GPUs, this runner has ${input.devices.length}`;
	if (measured.length === 0) return explainAbsence(input.outcomes[0]);
	return measured.find((outcome) => findSequences$1(outcome, input) === null) ? "the size of the dataset is unknown" : null;
}
function toSizedSamples(outcome, input) {
	const sequences = findSequences$1(outcome, input);
	return sequences === null ? [] : [{
		sequences,
		seconds: getSamples(outcome, wallTime.name)
	}];
}
const unlikeSizes = "the larger dataset costs more per sequence, so the sizes are noisy or their sequences differ; use datasets of one shape";
function describeCaveats(projection) {
	const notes = [
		projection.extrapolation > 1 ? `projected to ${projection.extrapolation.toPrecision(3)} times the largest measured size` : null,
		projection.hoursInterval === null ? "single runs: no interval" : null,
		(projection.fixedSeconds ?? 0) < 0 ? `the fixed cost is negative: ${unlikeSizes}` : null
	].filter((note) => note !== null);
	return notes.length > 0 ? notes.join("; ") : null;
}
function explainFixedCost({ fixedSeconds }) {
	if (fixedSeconds !== null) return fixedSeconds < 0 ? `negative: ${unlikeSizes}` : null;
	return "one dataset size cannot separate the fixed cost; add a second one in moreDatasets";
}
function buildSections(derived, requirements, input) {
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
		rows: input.outcomes.map((outcome) => buildSizeRow(outcome.planned.dataset, isMeasured(outcome) ? outcome : null, derived, input)),
		notes: []
	};
	const results = requirements.flatMap((requirement) => judgeRequirement(requirement, derived, input.config));
	return input.suite.goal ? [sizes, buildGoalSection(input.suite.goal, derived, results[0]?.status ?? "not evaluated")] : [sizes];
}
function buildSizeRow(dataset, outcome, derived, input) {
	const size = input.datasets.find((item) => item.name === dataset)?.sequences;
	const start = [
		dataset === "" ? null : dataset,
		size === void 0 || size === null ? null : String(size),
		String(input.suite.gpus)
	];
	if (!outcome) return [
		...start,
		null,
		null,
		null,
		null
	];
	const rates = outcome.measurements.find(({ metric }) => metric.name === throughput$1.name);
	const rate = rates ? {
		value: computeMedian$1(rates.samples),
		unit: rates.metric.unit
	} : null;
	const perHour = derived.find((item) => item.name === "sequences_per_hour" && item.axes["dataset"] === dataset);
	return [
		...start,
		{
			value: summarizeWallTime(outcome).median,
			unit: "s"
		},
		outcome.resultRows === null ? null : String(outcome.resultRows),
		rate,
		toCell$5(perHour)
	];
}
function buildGoalSection(goal, derived, status) {
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
			toCell$5(hours),
			range,
			toCell$5(fixed),
			status
		]],
		notes: [hours, fixed].flatMap((item) => item?.reason ? [`${item.name}: ${item.reason}`] : [])
	};
}
function toCell$5(item) {
	return item && item.value !== null ? {
		value: item.value,
		unit: item.unit
	} : null;
}

// src/suites/case-options.ts
function normalizeCaseOptions(written) {
	if (written === void 0) return {
		args: [],
		env: {}
	};
	return "args" in written ? written : {
		args: written,
		env: {}
	};
}

// src/domain/baselines/baseline.ts
function listConditionDifferences(base, head) {
	const differences = [];
	if (base.datasetSha256 !== head.datasetSha256) differences.push(`dataset ${shortenHash(base.datasetSha256)} → ${shortenHash(head.datasetSha256)}`);
	else if (base.sequences !== head.sequences) differences.push(`sequences ${base.sequences} → ${head.sequences}`);
	if (base.command.join("\0") !== head.command.join("\0")) differences.push(`command \`${base.command.join(" ")}\` → \`${head.command.join(" ")}\``);
	differences.push(...listVariableDifferences(base.variables, head.variables));
	if (base.resultRows !== head.resultRows) differences.push(`result rows ${base.resultRows ?? "unknown"} → ${head.resultRows ?? "unknown"}`);
	return [...differences, ...listIdentityDifferences$1(base.identity, head.identity)];
}
function listVariableDifferences(base, head) {
	if (!base || !head) return [];
	return [.../* @__PURE__ */ new Set([...Object.keys(base), ...Object.keys(head)])].toSorted().filter((name) => base[name] !== head[name]).map((name) => `variable ${name} ${formatVariable(base[name])} → ${formatVariable(head[name])}`);
}
function formatVariable(value) {
	return value === void 0 ? "not set" : JSON.stringify(value);
}
function listIdentityDifferences$1(base, head) {
	return [.../* @__PURE__ */ new Set([...Object.keys(base), ...Object.keys(head)])].toSorted().filter((path) => base[path] !== head[path]).map((path) => `${path}: ${shortenHash(base[path])} → ${shortenHash(head[path])}`);
}
function shortenHash(sha256) {
	return sha256 ? sha256.slice(0, 12) : "absent";
}

// src/suites/equivalence/model-difference.ts
function describeModelDifference({ subject, reference }, { outcomes, identity }) {
	if (!("caseId" in reference)) return null;
	const findFiles = (id) => {
		const revision = outcomes.find(({ planned }) => planned.id === id)?.planned.revision;
		return revision && identity[revision] || {};
	};
	const differences = listIdentityDifferences$1(findFiles(reference.caseId), findFiles(subject));
	return differences.length > 0 ? `not comparable: ${differences.join("; ")}` : null;
}

// src/domain/core/agreement.ts
function computeAgreementInterval(agreeing, count, confidence) {
	if (count === 0) return null;
	const z = import_jstat.default.normal.inv((1 + confidence) / 2, 0, 1);
	const share = agreeing / count;
	const denominator = 1 + z ** 2 / count;
	const center = (share + z ** 2 / (2 * count)) / denominator;
	const half = z * Math.sqrt(share * (1 - share) / count + z ** 2 / (4 * count ** 2)) / denominator;
	return [share === 0 ? 0 : center - half, share === 1 ? 1 : center + half];
}

// src/suites/equivalence/equivalence-figures.ts
function deriveAgreementFigures(key, verdict, confidence) {
	const { findings, labelAgreement, scoreAgreement } = verdict;
	const common = {
		...key,
		unit: "share",
		interval: null,
		isSuspicious: false,
		isDeclared: false
	};
	const buildFigure = (name, value, reason) => {
		return {
			...common,
			name,
			value,
			reason: value === null ? reason : null
		};
	};
	const joined = findings?.joined ?? 0;
	const estimateElsewhere = (name, mismatches) => {
		if (typeof mismatches !== "number" || joined === 0) return [];
		const interval = computeAgreementInterval(joined - mismatches, joined, confidence);
		return [{
			...buildFigure(name, (joined - mismatches) / joined, null),
			interval
		}];
	};
	return [
		{
			...buildFigure("unmatched_rows", verdict.unmatchedRows, verdict.problem),
			unit: "rows"
		},
		buildFigure("label_agreement", labelAgreement, explainMissingFigure(verdict, "label")),
		buildFigure("score_agreement", scoreAgreement, explainMissingFigure(verdict, "score")),
		...estimateElsewhere("label_agreement_elsewhere", findings?.labelMismatches),
		...estimateElsewhere("score_agreement_elsewhere", findings?.scoreMismatches)
	];
}
function listAgreementRequirements(key, verdict, limits) {
	const { rule, labelAgreement, scoreAgreement } = verdict;
	const { severity } = limits;
	const common = {
		suite: key.suite,
		axes: key.axes,
		unit: "share",
		rule: "config"
	};
	const labels = isRequired(rule.labels, labelAgreement, scoreAgreement) ? severity : "info";
	const scores = isRequired(rule.scores, scoreAgreement, labelAgreement) ? severity : "info";
	return [
		{
			...common,
			id: "EQUIVALENCE-rows",
			value: "unmatched_rows",
			operator: "==",
			limit: 0,
			unit: "rows",
			severity
		},
		{
			...common,
			id: "EQUIVALENCE-labels",
			value: "label_agreement",
			operator: ">=",
			limit: limits.minLabelAgreement,
			severity: labels
		},
		{
			...common,
			id: "EQUIVALENCE-scores",
			value: "score_agreement",
			operator: ">=",
			limit: limits.minScoreAgreement,
			severity: scores
		}
	];
}
function isRequired(columns, agreement, other) {
	return columns !== null || agreement !== null || other === null;
}
function explainMissingFigure({ problem, findings }, what) {
	if (!findings) return problem ?? "the tables were not compared";
	if (findings.joined === 0) return "no row has a partner on the other side";
	return `no ${what} column is in both tables`;
}

// src/suites/equivalence/equivalence-details.ts
const maxRows$1 = 40;
function buildScoreSections(tables) {
	const rows = tables.flatMap(({ side, verdict: { rule, findings } }) => (findings?.scores ?? []).map(({ column, beyond, unreadable, difference, worstRatio }) => {
		const beyondText = unreadable > 0 ? `${beyond} (${unreadable} without a number)` : String(beyond);
		const spread = [
			difference?.mean,
			difference?.median,
			difference?.p99,
			difference?.max
		].map(formatDigits);
		return [
			side.name,
			rule.name,
			column,
			beyondText,
			...spread,
			formatDigits(worstRatio)
		];
	}));
	if (rows.length === 0) return [];
	return [{
		id: "equivalence-scores",
		title: "Differences of scores",
		columns: [
			"Against",
			"Table",
			"Score",
			"Beyond",
			"Mean",
			"Median",
			"p99",
			"Largest",
			"Worst ÷ tolerance"
		],
		rows,
		notes: ["Mean to largest: |this side − reference|. Median and p99 are accurate to 1 %."],
		isDetail: true
	}];
}
function buildDifferenceSections(tables) {
	const rows = tables.flatMap(({ side, verdict: { rule, findings } }) => [...(findings?.labels ?? []).flatMap(({ column, examples }) => examples.map(({ id, subject, reference }) => [
		side.name,
		rule.name,
		id,
		column,
		subject,
		reference,
		null
	])), ...(findings?.scores ?? []).flatMap(({ column, worst }) => worst.filter(({ ratio }) => ratio === null || ratio > 1).map(({ id, subject, reference, ratio }) => [
		side.name,
		rule.name,
		id,
		column,
		subject,
		reference,
		ratio === null ? "no number" : ratio.toPrecision(3)
	]))]);
	if (rows.length === 0) return [];
	const more = rows.length > maxRows$1 ? [`and ${rows.length - maxRows$1} more`] : [];
	return [{
		id: "equivalence-rows",
		title: "Rows that differ",
		columns: [
			"Against",
			"Table",
			"Id",
			"Column",
			"This side",
			"Reference",
			"÷ tolerance"
		],
		rows: rows.slice(0, maxRows$1),
		notes: ["The largest differences of each column; the table above has all counts.", ...more],
		isDetail: true
	}];
}
function formatDigits(value) {
	return typeof value === "number" ? value.toPrecision(3) : null;
}

// src/suites/equivalence/equivalence-findings.ts
function buildEquivalenceFindings(sides, input) {
	const trials = input.outcomes.filter(isMeasured).flatMap((outcome) => outcome.trials);
	const tables = sides.flatMap((side) => side.rules.map((rule) => {
		const key = buildTableKey(side, rule.name, input);
		const found = judgeTable(rule, side, trials);
		const model = describeModelDifference(side, input);
		const verdict = model ? withoutFindings(rule, model) : found.findings ? found : withoutFindings(rule, explainMissing(side, input) ?? found.problem);
		return {
			side,
			key,
			verdict,
			figures: deriveAgreementFigures(key, verdict, input.policy.confidence)
		};
	}));
	return {
		derived: tables.flatMap(({ figures }) => figures),
		requirements: tables.flatMap(({ key, verdict }) => listAgreementRequirements(key, verdict, input.suite)),
		comparisons: [],
		sections: [
			buildSummarySection(tables, input),
			...buildScoreSections(tables),
			...buildDifferenceSections(tables)
		],
		findings: tables.flatMap((table) => listTableCautions(table))
	};
}
function buildTableKey(side, table, { config, suite }) {
	return {
		suite: "equivalence",
		benchmark: config.pipeline.name,
		axes: {
			gpus: suite.gpus,
			against: side.name,
			table
		}
	};
}
function withoutFindings(rule, problem) {
	return {
		rule,
		problem,
		findings: null,
		unmatchedRows: null,
		labelAgreement: null,
		scoreAgreement: null
	};
}
function explainMissing({ subject, reference }, { outcomes, revisions }) {
	const ids = "caseId" in reference ? [subject, reference.caseId] : [subject];
	for (const id of ids) {
		const outcome = outcomes.find(({ planned }) => planned.id === id);
		if (!outcome) return revisions.find(({ label, problem }) => problem && id.endsWith(`revision=${label}`))?.problem ?? `${id} is not part of the run`;
		if (!isMeasured(outcome)) return `${id}: ${explainAbsence(outcome)}`;
	}
	return null;
}
function buildSummarySection(tables, { config }) {
	return {
		id: "equivalence",
		title: "Answers",
		columns: [
			"Against",
			"Table",
			"Rows",
			"Without partner",
			"Same labels",
			"Same scores",
			"Elsewhere",
			"Verdict"
		],
		rows: tables.map(({ side, verdict, figures }) => {
			const { rule, findings } = verdict;
			const getValue = (name) => toCell$4(figures.find((figure) => figure.name === name));
			const interval = figures.find(({ name }) => name === "label_agreement_elsewhere")?.interval;
			return [
				side.name,
				rule.name,
				findings ? String(findings.joined) : null,
				verdict.unmatchedRows === null ? null : String(verdict.unmatchedRows),
				getValue("label_agreement"),
				getValue("score_agreement"),
				interval ? {
					interval,
					unit: "share"
				} : null,
				formatVerdict$4(verdict, config)
			];
		}),
		notes: ["Elsewhere: interval for the label agreement on other data of the same kind.", ...new Set(tables.flatMap((table) => [formatTolerance(table.verdict.rule), ...describeIgnoredColumns(table)]))]
	};
}
function formatTolerance({ name, tolerance: { rtol, atol }, tolerances }) {
	const others = Object.keys(tolerances);
	return `${name}: scores agree within ${atol} + ${rtol} · |reference|${others.length > 0 ? `; separate tolerances for ${others.join(", ")}` : ""}.`;
}
function formatVerdict$4(verdict, config) {
	if (!verdict.findings) return `not evaluated: ${verdict.problem ?? "not compared"}`;
	return describeAnswerDifference(verdict, config) === null ? "same" : "different";
}
function toCell$4(figure) {
	return figure && figure.value !== null ? {
		value: figure.value,
		unit: figure.unit
	} : null;
}
function listTableCautions({ side, verdict: { rule, findings } }) {
	if (!findings) return [];
	const subject = `${rule.name} against ${side.name}`;
	const toCautions = (reason) => reason === null ? [] : [{
		kind: "caution",
		subject,
		reason
	}];
	return [
		...toCautions(describeSide("this side", findings.subject)),
		...toCautions(describeSide(side.name, findings.reference)),
		...toCautions(describeOneSidedColumns(findings.subject.ignoredColumns, findings.reference.ignoredColumns))
	];
}
function describeSide(side, found) {
	const { malformed, duplicate, unmatched } = found.examples;
	const parts = [
		describeCount(found.malformedRows, "unreadable", malformed),
		describeCount(found.duplicateRows, "with a duplicate id", duplicate),
		describeCount(found.unmatchedIds, "without a partner on the other side", unmatched)
	].filter((part) => part !== null);
	return parts.length > 0 ? `${side}: ${found.rows} rows: ${parts.join("; ")}` : null;
}
function describeCount(count, what, examples) {
	if (count === 0) return null;
	return `${count} ${what} (${examples.join(", ")}${count > examples.length ? " …" : ""})`;
}
function describeOneSidedColumns(subject, reference) {
	const texts = [...subject.filter((column) => !reference.includes(column)).map((column) => `${column} (the reference lacks it)`), ...reference.filter((column) => !subject.includes(column)).map((column) => `${column} (only the reference has it)`)];
	return texts.length > 0 ? `columns that could not be compared: ${texts.join(", ")}` : null;
}
function describeIgnoredColumns({ verdict: { rule, findings } }) {
	const { subject, reference } = findings ?? {};
	const columns = subject?.ignoredColumns.filter((column) => reference?.ignoredColumns.includes(column)) ?? [];
	return columns.length > 0 ? [`${rule.name}: not compared: ${columns.join(", ")}.`] : [];
}

// src/suites/equivalence/equivalence.ts
const equivalence$1 = {
	usesBaselines: false,
	plan(input) {
		const lacking = checkDeviceCount(buildCaseKey$7(input, head), input.suite.gpus, input.devices);
		if (lacking) return createPlan([], [lacking]);
		const revisions = input.suite.against.filter((label) => isResolved(input, label)).map(toRevisionRun);
		const notTested = input.suite.against.flatMap((label) => describeUnresolved$1(input, label) ?? []);
		const variants = Object.keys(input.suite.options).map(toVariantRun);
		const cases = [
			head,
			...revisions,
			...variants
		].map((side) => planComparedRun(input, side, {
			revisions,
			variants
		}));
		return createPlan(cases, notTested);
	},
	judge(input) {
		return buildEquivalenceFindings(listAnswerPairs(input), input);
	}
};
const head = { revision: "head" };
function toRevisionRun(revision) {
	return { revision };
}
function toVariantRun(variant) {
	return { variant };
}
function buildCaseKey$7({ config, suite }, side) {
	return {
		suite: "equivalence",
		benchmark: config.pipeline.name,
		axes: {
			gpus: suite.gpus,
			...side
		}
	};
}
function planComparedRun(input, side, others) {
	const { config, devices, suite } = input;
	const repeats = suite.repeats ?? 1;
	return planCase({
		config,
		devices,
		suite: {
			...suite,
			repeats,
			maxRepeats: repeats,
			warmups: suite.warmups ?? 0
		},
		gpuCount: suite.gpus,
		key: buildCaseKey$7(input, side),
		group: "equivalence",
		revision: "revision" in side ? side.revision : "head",
		options: normalizeCaseOptions("variant" in side ? suite.options[side.variant] : []),
		tables: buildTableDuty(input, side, others)
	});
}
function buildTableDuty(input, side, { revisions, variants }) {
	const listIds = (sides) => sides.map((other) => formatCaseId(buildCaseKey$7(input, other)));
	const rules = buildTableRules(input.config);
	if ("variant" in side) return {
		rules,
		against: listIds([head]),
		standsFor: [],
		stored: []
	};
	if (side !== head) return {
		rules,
		against: [],
		standsFor: listIds([head]),
		stored: []
	};
	return {
		rules,
		against: listIds(revisions),
		standsFor: listIds(variants),
		stored: listStoredAnswers(input)
	};
}
function listStoredAnswers({ config, suite }) {
	const [first] = buildTableRules(config);
	return Object.entries(suite.references).map(([name, { path, sha256, table }]) => {
		return {
			name,
			path,
			sha256,
			table: table ?? first?.name ?? ""
		};
	});
}
function listAnswerPairs(input) {
	const rules = buildTableRules(input.config);
	const formatId = (side) => formatCaseId(buildCaseKey$7(input, side));
	const revisions = input.suite.against.map((label) => {
		return {
			name: label,
			rules,
			subject: formatId(head),
			reference: { caseId: formatId(toRevisionRun(label)) }
		};
	});
	const variants = Object.keys(input.suite.options).map((label) => {
		return {
			name: label,
			rules,
			subject: formatId(toVariantRun(label)),
			reference: { caseId: formatId(head) }
		};
	});
	const stored = listStoredAnswers(input).map(({ name, sha256, table }) => {
		return {
			name,
			rules: rules.filter((rule) => rule.name === table),
			subject: formatId(head),
			reference: {
				stored: name,
				sha256
			}
		};
	});
	const itself = {
		name: "itself",
		rules,
		subject: formatId(head),
		reference: { caseId: formatId(head) }
	};
	return [
		...(input.suite.repeats ?? 1) > 1 ? [itself] : [],
		...revisions,
		...variants,
		...stored
	];
}
function isResolved({ revisions }, label) {
	return revisions.some((item) => item.label === label && item.commit !== null);
}
function describeUnresolved$1(input, label) {
	if (isResolved(input, label)) return null;
	const problem = input.revisions.find((item) => item.label === label)?.problem;
	return {
		key: buildCaseKey$7(input, toRevisionRun(label)),
		reason: problem ?? `revision ${label} was not resolved`
	};
}

// src/domain/trial/out-of-memory.ts
function classifyOutOfMemory(trial) {
	const signs = trial.pipeline?.outOfMemory ?? null;
	const first = signs?.lines[0];
	const quoted = first ? `${first.where}: ${first.line}` : null;
	if (trial.failure?.kind === "out-of-memory") return {
		kind: "crashed",
		evidence: [trial.failure.detail.split(";")[0], quoted].filter(Boolean).join("; ")
	};
	if (signs && signs.count > 0) return classifySigns(trial, signs, quoted ?? "");
	return classifySilence(trial, signs);
}
function classifySigns(trial, signs, quoted) {
	const { failure, resultRows } = trial;
	if (failure) return {
		kind: "crashed",
		evidence: `${quoted}; the trial failed: ${failure.kind}`
	};
	return {
		kind: "handled",
		evidence: `${quoted}${signs.reductions > 0 ? `; batches were reduced ${formatTimes(signs.reductions)}` : ""}; ${resultRows === null ? "its proof of work is complete" : `all ${resultRows} result rows are present`}`
	};
}
function classifySilence({ failure }, signs) {
	if (signs === null) return {
		kind: "unknown",
		evidence: "the output was not searched"
	};
	if (signs.unread.length > 0) return {
		kind: "unknown",
		evidence: `could not be searched: ${signs.unread.join(", ")}`
	};
	if (failure?.kind === "signal") return {
		kind: "unknown",
		evidence: failure.detail.split(";")[0] ?? "killed"
	};
	return {
		kind: "absent",
		evidence: "no sign of it in any output"
	};
}
function formatTimes(count) {
	return count === 1 ? "once" : `${count} times`;
}

// src/suites/memory/memory-exhaustion.ts
function classifyExhaustion(outcome, isPressed) {
	const verdicts = listTrials$1(outcome).map(classifyOutOfMemory);
	const kind = [
		"crashed",
		"unknown",
		"handled",
		"absent"
	].find((one) => verdicts.some((verdict) => verdict.kind === one)) ?? "unknown";
	const chosen = verdicts.find((verdict) => verdict.kind === kind);
	return {
		outcome,
		isPressed,
		kind,
		runs: verdicts.filter((verdict) => verdict.kind === kind).length,
		evidence: chosen?.evidence ?? "no run of this case was recorded"
	};
}
function listTrials$1(outcome) {
	if (outcome.status === "missing") return [];
	return outcome.status === "measured" ? [...outcome.trials, ...outcome.failures] : outcome.failures;
}
function deriveExhaustionFigures(row) {
	const { suite, benchmark, axes } = row.outcome.planned.key;
	const common = {
		suite,
		benchmark,
		axes,
		interval: null,
		isSuspicious: false,
		isDeclared: false
	};
	const isTold = row.kind !== "unknown";
	const crashes = {
		...common,
		name: "oom_crashes",
		unit: "runs",
		value: isTold ? row.kind === "crashed" ? row.runs : 0 : null,
		reason: row.evidence
	};
	if (!row.isPressed) return [crashes];
	const hasMet = row.kind === "handled" || row.kind === "crashed";
	const reason = hasMet ? row.evidence : row.kind === "absent" ? "memory did not run out; increase the load of suites.memory.pressure" : row.evidence;
	const value = hasMet ? row.kind === "handled" ? row.runs : 0 : null;
	return [crashes, {
		...common,
		name: "oom_handled",
		unit: "runs",
		value,
		reason
	}];
}

// src/domain/detection/series/autocorrelated-noise.ts
const highestCorrelation = .9;
const fewestDegreesOfFreedom = 2;
const fewestPerParameter = 4;
function estimateAutocorrelatedNoise(levels, fitted = 1) {
	const count = levels.reduce((sum, level) => sum + level.length, 0);
	const squares = levels.reduce((sum, level) => sum + sumLaggedProducts(level, 0), 0);
	if (squares === 0) return {
		variance: 0,
		correlation: 0,
		degreesOfFreedom: Math.max(fewestDegreesOfFreedom, count - levels.length)
	};
	const correlation = estimateCorrelation(levels, squares, fitted);
	const free = levels.reduce((sum, { length }) => sum + length - computeMeanVarianceFactor(length, correlation), 0);
	return {
		variance: squares / Math.max(1, free),
		correlation,
		degreesOfFreedom: Math.max(fewestDegreesOfFreedom, (count - levels.length) / (1 + 2 * (1 + correlation) / (1 - correlation)))
	};
}
function computeMeanVarianceFactor(count, correlation) {
	const rest = 1 - correlation;
	return (1 + correlation) / rest - 2 * correlation * (1 - correlation ** count) / (count * rest ** 2);
}
function estimateCorrelation(levels, squares, fitted) {
	const count = levels.reduce((sum, level) => sum + level.length, 0);
	const pairs = count - levels.length;
	const perParameter = count / (levels.length * fitted);
	if (perParameter < fewestPerParameter) return 0;
	const raw = levels.reduce((sum, level) => sum + sumLaggedProducts(level, 1), 0) / squares * (count / pairs);
	return Math.min(highestCorrelation, Math.max(0, (raw * perParameter + 1) / Math.max(2, perParameter - 3)));
}
function sumLaggedProducts(values, lag) {
	let sum = 0;
	for (let index = lag; index < values.length; index++) sum += (values[index] ?? 0) * (values[index - lag] ?? 0);
	return sum;
}

// src/domain/detection/series/level-partition.ts
const evenLevels = 120;
const quantileLevels = 160;
function partitionLevels(values, fitCosts) {
	const levels = buildLevelGrid(values);
	const costs = new Float64Array(levels.length);
	const openedAt = new Int32Array(levels.length);
	const startBefore = new Int32Array(values.length);
	let best = 0;
	for (const [index, value] of values.entries()) {
		const jumpCost = (costs[best] ?? 0) + fitCosts.penaltyPerChange;
		startBefore[index] = openedAt[best] ?? 0;
		best = extendLevels({
			levels,
			costs,
			openedAt
		}, value, {
			index,
			cost: index === 0 ? 1e400 : jumpCost
		}, fitCosts.cap ** 2);
	}
	return listSegmentStarts(openedAt[best] ?? 0, startBefore);
}
function extendLevels({ levels, costs, openedAt }, value, jump, mostPerValue) {
	let best = 0;
	let bestCost = 1e400;
	for (let level = 0; level < levels.length; level++) {
		let cost = costs[level] ?? 0;
		if (jump.cost < cost) {
			cost = jump.cost;
			openedAt[level] = jump.index;
		}
		const distance = (levels[level] ?? 0) - value;
		cost += Math.min(distance * distance, mostPerValue);
		costs[level] = cost;
		if (cost < bestCost) {
			bestCost = cost;
			best = level;
		}
	}
	return best;
}
function listSegmentStarts(last, startBefore) {
	const starts = [];
	for (let start = last; start > 0; start = startBefore[start] ?? 0) starts.push(start);
	return starts.toReversed();
}
function buildLevelGrid(values) {
	const sorted = sortRange(values);
	const low = interpolateQuantile(sorted, 0);
	const high = interpolateQuantile(sorted, 1);
	const grid = /* @__PURE__ */ new Set();
	for (let step = 0; step < evenLevels; step++) grid.add(low + (high - low) * step / 119);
	for (let step = 0; step < quantileLevels; step++) grid.add(interpolateQuantile(sorted, step / 159));
	return Float64Array.from(grid).toSorted();
}

// src/domain/detection/series/rank-scan.ts
const permutations = 999;
const seed$1 = 24301;
function computePermutationProbability(values, fewest, level) {
	const ranks = computeCenteredMidranks(values);
	const observed = findLargestContrast(ranks, fewest) * .999999999;
	const random = createSeededRandom(seed$1);
	let reached = 0;
	for (let round = 0; round < permutations; round++) {
		shuffle(ranks, random);
		if (findLargestContrast(ranks, fewest) >= observed) reached += 1;
		if (reached + 1 > level * 1e3) return 1;
	}
	return (reached + 1) / 1e3;
}
function computeCenteredMidranks(values) {
	const sorted = values.toSorted();
	return values.map((value) => {
		let [below, equal] = [0, 0];
		for (const other of sorted) if (other < value) below += 1;
		else if (other === value) equal += 1;
		else break;
		return below + (equal - 1) / 2 - (values.length - 1) / 2;
	});
}
function findLargestContrast(ranks, fewest) {
	let [sum, largest] = [0, 0];
	for (let count = 1; count <= ranks.length - fewest; count++) {
		sum += ranks[count - 1] ?? 0;
		if (count >= fewest) largest = Math.max(largest, Math.abs(sum) / Math.sqrt(count * (ranks.length - count)));
	}
	return largest;
}
function shuffle(values, random) {
	for (let last = values.length - 1; last > 0; last--) {
		const other = Math.floor(random() * (last + 1));
		const kept = values[last] ?? 0;
		values[last] = values[other] ?? 0;
		values[other] = kept;
	}
}

// src/domain/detection/series/lone-step.ts
const fewestPerLevel = 5;
const longestLoneStep = 100;
const shareOfLine = .85;
const rankLevel = .02;
const clipDeviations$2 = 3;
function computeLeastLoneRatio(count) {
	return 4.3 + 16 / count;
}
function findLoneStep(values, minStep) {
	const count = values.length;
	if (!isShort(count)) return null;
	const step = fitTwoLevels(values);
	if (step.clip === 0 || Math.abs(step.after - step.before) < minStep) return null;
	const clipped = clipToLevels(values, step);
	if (computeStandardRatio(clipped, step.at) < computeLeastLoneRatio(count)) return null;
	if (!isBetterThanLine(clipped, step.at)) return null;
	return computePermutationProbability(values, fewestPerLevel, rankLevel) <= rankLevel ? step.at : null;
}
function estimateTwoLevelNoise(values) {
	if (!isShort(values.length)) return null;
	const step = fitTwoLevels(values);
	return estimateSideNoise(clipToLevels(values, step), step.at);
}
function isShort(count) {
	return count >= 10 && count <= longestLoneStep;
}
function fitTwoLevels(values) {
	let best = {
		at: fewestPerLevel,
		before: 0,
		after: 0,
		cost: 1e400
	};
	for (let at = fewestPerLevel; at <= values.length - fewestPerLevel; at++) {
		const [before, after] = [computeRangeMedian(values, 0, at), computeRangeMedian(values, at)];
		const cost = values.reduce((sum, value, index) => sum + Math.abs(value - (index < at ? before : after)), 0);
		if (cost < best.cost * (1 - 1e-9)) best = {
			at,
			before,
			after,
			cost
		};
	}
	const { at, before, after } = best;
	const distances = values.map((value, index) => Math.abs(value - (index < at ? before : after)));
	return {
		at,
		before,
		after,
		clip: clipDeviations$2 * normalPerMad * computeRangeMedian(distances)
	};
}
function clipToLevels(values, { at, before, after, clip }) {
	return values.map((value, index) => {
		const level = index < at ? before : after;
		return Math.min(level + clip, Math.max(level - clip, value));
	});
}
function computeStandardRatio(values, at) {
	const [before, after] = [values.subarray(0, at), values.subarray(at)];
	const [low, high] = [computeMean$1(before), computeMean$1(after)];
	const { variance, correlation } = estimateSideNoise(values, at);
	const longRunVariance = variance * (1 + correlation) / (1 - correlation);
	return Math.abs(high - low) / Math.sqrt(longRunVariance * (1 / before.length + 1 / after.length));
}
function estimateSideNoise(values, at) {
	return estimateAutocorrelatedNoise([values.subarray(0, at), values.subarray(at)].map((side) => {
		const mean = computeMean$1(side);
		return side.map((value) => value - mean);
	}));
}
function isBetterThanLine(values, at) {
	const [low, high] = [computeMean$1(values.subarray(0, at)), computeMean$1(values.subarray(at))];
	const ofStep = values.reduce((sum, value, index) => sum + (value - (index < at ? low : high)) ** 2, 0);
	const [mean, middle] = [computeMean$1(values), (values.length - 1) / 2];
	const total = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
	const moment = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
	const spread = values.length * (values.length ** 2 - 1) / 12;
	return ofStep <= shareOfLine * (total - moment ** 2 / spread);
}
function computeMean$1(values) {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

// src/domain/detection/series/place-boundaries.ts
const farthestMove = 6;
const rounds = 2;
const tieShare = 1e-6;
function placeBoundaries(values, starts, cap) {
	const placed = [...starts];
	for (let round = 0; round < rounds; round++) for (const [index, at] of placed.entries()) placed[index] = findBestPosition(values, {
		from: placed[index - 1] ?? 0,
		at,
		to: placed[index + 1] ?? values.length
	}, cap);
	return placed;
}
function findBestPosition(values, { from, at, to }, cap) {
	const left = computeRangeMedian(values, from, at);
	const right = computeRangeMedian(values, at, to);
	const first = Math.max(from + 1, at - farthestMove);
	const last = Math.min(to - 1, at + farthestMove);
	let best = {
		place: first,
		cost: 0
	};
	let cost = 0;
	for (let place = first + 1; place <= last; place++) {
		const value = values[place - 1] ?? 0;
		cost += Math.min(Math.abs(value - left), cap) - Math.min(Math.abs(value - right), cap);
		if (cost < best.cost - cap * tieShare) best = {
			place,
			cost
		};
	}
	return best.place;
}

// src/domain/detection/series/series-noise.ts
const medianToSigma = 1.4826 / Math.SQRT2;
const lags = [
	1,
	2,
	3,
	4,
	5,
	6
];
function estimateSeriesNoise(values) {
	const scratch = new Float64Array(values.length);
	const spreads = lags.filter((lag) => lag < values.length).map((lag) => computeSpreadAtLag(values, lag, scratch));
	const [near = 0] = spreads;
	if (near === 0) return {
		sigma: computeRootMeanSquareStep(values),
		longRunFactor: 1
	};
	const far = Float64Array.from(spreads.slice(3));
	const farMedian = far.length > 0 ? computeRangeMedian(far) : near;
	const sigma = Math.max(near, Math.min(farMedian, 2.5 * near));
	const correlation = Math.min(.8, 1 - (near / sigma) ** 2);
	return {
		sigma,
		longRunFactor: (1 + correlation) / (1 - correlation)
	};
}
function computeSpreadAtLag(values, lag, scratch) {
	const distances = scratch.subarray(0, values.length - lag);
	for (let index = 0; index < distances.length; index++) distances[index] = Math.abs((values[index + lag] ?? 0) - (values[index] ?? 0));
	distances.sort();
	return medianToSigma * interpolateQuantile(distances, .5);
}
function computeRootMeanSquareStep(values) {
	let sum = 0;
	for (let index = 1; index < values.length; index++) sum += ((values[index] ?? 0) - (values[index - 1] ?? 0)) ** 2;
	return Math.sqrt(sum / 2 / (values.length - 1));
}

// src/domain/detection/series/series-scale.ts
function selectFiniteValues(values) {
	const places = [];
	for (const [index, value] of values.entries()) if (Number.isFinite(value)) places.push(index);
	return {
		places,
		finite: Float64Array.from(places, (place) => values[place] ?? NaN)
	};
}
function scaleSeries(values, widestRatio) {
	const [low, high] = findExtremes(values);
	if (low > 0 && high / low < widestRatio) return {
		scaled: values.map((value) => Math.log(value / low)),
		isLog: true,
		unit: low
	};
	const largest = Math.max(Math.abs(low), Math.abs(high)) || 1;
	return {
		scaled: values.map((value) => value / largest),
		isLog: false,
		unit: largest
	};
}
function toSeriesUnit({ isLog, unit }, place) {
	return unit * (isLog ? Math.exp(place) : place);
}
function toScaleDistance({ scaled, isLog }, share) {
	return isLog ? Math.log1p(share) : share * Math.abs(computeRangeMedian(scaled));
}
function findExtremes(values) {
	return [values.reduce((low, value) => Math.min(low, value), 1e400), values.reduce((high, value) => Math.max(high, value), -1e400)];
}

// src/domain/detection/series/significant-boundaries.ts
const leastZ = 4;
const shareOfMinStep = .6;
const medianVarianceFactor = 1.3;
const nearbyValues = 12;
const leastNearbyShare = .5;
function selectSignificantBoundaries(values, starts, bar) {
	const judge = (before, at, after) => judgeBoundary(values, [
		before,
		at,
		after
	], bar);
	const boundaries = starts.map((at, index) => judge(starts[index - 1] ?? 0, at, starts[index + 1] ?? values.length));
	for (let weakest = findWeakest(boundaries); weakest >= 0; weakest = findWeakest(boundaries)) {
		boundaries.splice(weakest, 1);
		for (const index of [weakest - 1, weakest]) {
			const at = boundaries[index]?.at;
			if (at === void 0) continue;
			boundaries[index] = judge(boundaries[index - 1]?.at ?? 0, at, boundaries[index + 1]?.at ?? values.length);
		}
	}
	return boundaries.map(({ at }) => at);
}
function findWeakest(boundaries) {
	let weakest = -1;
	let weakestZ = 1e400;
	for (const [index, { isKept, z }] of boundaries.entries()) {
		if (isKept || z >= weakestZ) continue;
		weakest = index;
		weakestZ = z;
	}
	return weakest;
}
function judgeBoundary(values, span, bar) {
	const [from, at, to] = span;
	const step = Math.abs(computeRangeMedian(values, at, to) - computeRangeMedian(values, from, at));
	const variance = medianVarianceFactor * bar.noise.longRunFactor * (1 / (at - from) + 1 / (to - at));
	const z = step / (bar.noise.sigma * Math.sqrt(variance));
	const nearStep = Math.abs(computeRangeMedian(values, at, Math.min(to, at + nearbyValues)) - computeRangeMedian(values, Math.max(from, at - nearbyValues), at));
	const isLong = at - from >= 2 && to - at >= 2;
	const isLarge = z >= leastZ && step >= shareOfMinStep * bar.minStep;
	return {
		at,
		z,
		isKept: isLong && isLarge && nearStep >= leastNearbyShare * step
	};
}

// src/domain/detection/series/change-points.ts
const fewestSeriesValues = 8;
const widestRatio = 50;
const cap = 3;
const penaltyPerLogLength = 4;
function findChangePoints(values, minEffect) {
	const { places, finite } = selectFiniteValues(values);
	if (finite.length < 8) return [];
	const scale = scaleSeries(finite, widestRatio);
	return findSteps(scale.scaled, toScaleDistance(scale, minEffect ?? 0)).flatMap((index) => places[index] ?? []);
}
function findSteps(values, minStep) {
	const noise = estimateSeriesNoise(values);
	if (noise.sigma === 0) return [];
	const starts = partitionLevels(values.map((value) => value / noise.sigma), {
		cap,
		penaltyPerChange: penaltyPerLogLength * Math.log(values.length) * Math.sqrt(noise.longRunFactor)
	});
	const found = placeBoundaries(values, selectSignificantBoundaries(values, starts, {
		noise,
		minStep
	}), cap * noise.sigma);
	if (found.length > 0) return found;
	const lone = findLoneStep(values, minStep);
	return lone === null ? [] : [lone];
}

// src/domain/detection/series/levels.ts
const clipDeviations$1 = 3;
function fitLevels(values, starts) {
	const clip = clipDeviations$1 * estimateSeriesNoise(values).sigma;
	const levels = [];
	const residuals = [];
	for (const [index, from] of [0, ...starts].entries()) {
		const to = starts[index] ?? values.length;
		const trimmed = clipValues(values.subarray(from, to), computeRangeMedian(values, from, to), clip);
		const mean = trimmed.reduce((sum, value) => sum + value, 0) / trimmed.length;
		levels.push({
			from,
			to,
			mean
		});
		residuals.push(trimmed.map((value) => value - mean));
	}
	return {
		levels,
		noise: estimateAutocorrelatedNoise(residuals),
		clip
	};
}
function clipValues(values, center, clip) {
	return values.map((value) => Math.min(center + clip, Math.max(center - clip, value)));
}

// src/domain/detection/series/step-location.ts
const likelihoodDrop = -2 * Math.log(1 - Math.sqrt(.95));
function locateStep(values, [before, after], { noise, clip, widening }) {
	const [low, high] = [Math.min(before.mean, after.mean) - clip, Math.max(before.mean, after.mean) + clip];
	const span = values.subarray(before.from, after.to).map((value) => Math.min(high, Math.max(low, value)) - before.mean);
	const gains = computeStepGains(span);
	const best = gains.reduce((most, gain) => Math.max(most, gain), 0);
	const longRunVariance = noise.variance * (1 + noise.correlation) / (1 - noise.correlation);
	const bar = best * .999999999999 - likelihoodDrop * widening ** 2 * longRunVariance;
	const isPlausible = (gain) => gain >= bar;
	return {
		first: Math.min(after.from, before.from + 1 + gains.findIndex(isPlausible)),
		last: Math.max(after.from, before.from + 1 + gains.findLastIndex(isPlausible)),
		isLikeALine: computeLineGain(span) > best
	};
}
function computeStepGains(span) {
	const total = span.reduce((sum, value) => sum + value, 0);
	let left = 0;
	return Float64Array.from({ length: span.length - 1 }, (_, index) => {
		left += span[index] ?? 0;
		return left ** 2 / (index + 1) + (total - left) ** 2 / (span.length - 1 - index);
	});
}
function computeLineGain(span) {
	const middle = (span.length - 1) / 2;
	let [total, moment] = [0, 0];
	for (const [index, value] of span.entries()) {
		total += value;
		moment += (index - middle) * value;
	}
	return total ** 2 / span.length + 12 * moment ** 2 / (span.length * (span.length ** 2 - 1));
}

// src/domain/detection/series/fieller.ts
function computeRatioInterval(numerator, denominator, quantile) {
	const ratio = numerator.value / denominator.value;
	const doubt = quantile * Math.sqrt(denominator.variance) / Math.abs(denominator.value);
	const rest = 1 - doubt ** 2;
	if (!(rest > 0)) return null;
	const spread = quantile * Math.sqrt(numerator.variance) / Math.abs(denominator.value);
	const root = Math.hypot(ratio * doubt, spread * Math.sqrt(rest));
	const ends = [(ratio - root) / rest, (ratio + root) / rest];
	return ends.every(Number.isFinite) ? ends : null;
}

// src/domain/detection/series/step-size.ts
function computeStepSize(before, after, quantile, { isLog }) {
	if (isLog) {
		const step = after.value - before.value;
		const margin = quantile * Math.sqrt(before.variance + after.variance);
		return {
			effect: toFiniteShare(step),
			interval: [toFiniteShare(step - margin), toFiniteShare(step + margin)]
		};
	}
	if (before.value <= 0) return {
		effect: null,
		interval: null
	};
	const ratios = computeRatioInterval(after, before, quantile);
	return {
		effect: clampFinite(after.value / before.value - 1),
		interval: ratios && [ratios[0] - 1, ratios[1] - 1]
	};
}
function clampFinite(share) {
	return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, share));
}

// src/domain/detection/series/describe-changes.ts
const defaultSettledAfter = 12;
function describeChanges(values, changePoints, options = {}) {
	if (changePoints.length === 0) return [];
	const { places, finite } = selectFiniteValues(values);
	const scale = scaleSeries(finite, 1e400);
	const found = fitLevels(scale.scaled, locateStarts(changePoints, places));
	return changePoints.map((at, order) => {
		const sides = [found.levels[order], found.levels[order + 1]];
		const { first, last, ...described } = describeStep(scale, found, sides);
		const known = {
			at,
			where: [places[first] ?? at, places[last] ?? at],
			...described
		};
		return {
			...known,
			status: decideStatus(known, options)
		};
	});
}
function locateStarts(changePoints, places) {
	let start = 0;
	return changePoints.map((at) => {
		start = places.indexOf(at, start + 1);
		if (start > 0) return start;
		throw new RangeError(`${at} is not a change point: give ascending indices of finite values after the first`);
	});
}
function describeStep(scale, { noise, clip }, sides) {
	const quantile = computeStudentQuantile(1.95 / 2, Math.floor(noise.degreesOfFreedom));
	const widening = quantile / import_jstat.default.normal.inv(1.95 / 2, 0, 1);
	const [before, after] = sides.map(({ from, to, mean }) => {
		return {
			value: mean,
			variance: noise.variance * computeMeanVarianceFactor(to - from, noise.correlation) / (to - from)
		};
	});
	return {
		...locateStep(scale.scaled, sides, {
			noise,
			clip,
			widening
		}),
		...computeStepSize(before, after, quantile, scale),
		before: summarizeLevel(scale, sides[0]),
		after: summarizeLevel(scale, sides[1])
	};
}
function summarizeLevel(scale, { from, to, mean }) {
	return {
		level: toSeriesUnit(scale, mean),
		count: to - from
	};
}
function decideStatus({ at, effect, after, isLikeALine }, { settledAfter = defaultSettledAfter, confirmations }) {
	const answer = confirmations?.get(at);
	if (answer && answer.verdict !== "inconclusive") return answer.verdict !== "unchanged" && (answer.effect ?? 0) * (effect ?? 0) > 0 ? "confirmed" : "candidate";
	return after.count >= settledAfter && !isLikeALine ? "confirmed" : "candidate";
}

// src/domain/history/recent-trend.ts
const parametersOfLine = 2;
const clipDeviations = 3;
const medianInefficiency = Math.PI / 2;
function findLastLevelStart(values) {
	return describeChanges(values, findChangePoints(values, null)).filter(({ isLikeALine }) => !isLikeALine).at(-1)?.at ?? 0;
}
function fitRecentTrend(places, values, confidence) {
	const plain = fitTheilSen(places, values, { confidence });
	const residuals = values.map((value, index) => value - plain.intercept - plain.slope * (places[index] ?? 0));
	const clip = clipDeviations * normalPerMad * computeRangeMedian(residuals.map(Math.abs));
	const trimmed = residuals.map((value) => Math.min(clip, Math.max(-clip, value)));
	const noise = estimateAutocorrelatedNoise([trimmed], parametersOfLine);
	const quantile = computeStudentQuantile((1 + confidence) / 2, Math.floor(noise.degreesOfFreedom));
	const factor = computeMeanVarianceFactor(values.length, noise.correlation);
	const line = fitTheilSen(places, values, {
		confidence,
		longRunFactor: factor
	});
	const middle = computeRangeMedian(places);
	return {
		...line,
		middle,
		quantile,
		center: {
			value: line.intercept + line.slope * middle,
			variance: medianInefficiency * noise.variance * factor / values.length
		}
	};
}

// src/domain/trial/memory-growth.ts
const minLevels = 5;
const warmUpShare = .25;
const maxNoiseSteps = 2;
const segments = 5;
const minRises = 3;
function computeMemoryGrowth(request) {
	const levels = listLevels(request);
	const leftOut = Math.max(1, Math.ceil(levels.length * warmUpShare));
	const counted = levels.slice(leftOut);
	if (counted.length < minLevels) return null;
	const positions = Float64Array.from(counted, ({ position }) => position);
	const values = Float64Array.from(counted, ({ bytes }) => bytes);
	const { slope, slopeInterval } = fitRecentTrend(positions, values, request.confidence);
	const span = (positions.at(-1) ?? 0) - (positions[0] ?? 0);
	const growthInterval = [slopeInterval[0] * span, slopeInterval[1] * span];
	const figures = {
		slope,
		slopeInterval,
		growthBytes: slope * span,
		growthInterval,
		levels: counted.length,
		leftOut
	};
	const decision = decide$2(figures, [...values], request);
	return {
		...figures,
		...decision
	};
}
function explainMissingGrowth(request) {
	return `${listLevels(request).length} ${request.repeatEnds === null ? "moments" : "repeats"} are too few: at least ${Math.ceil(minLevels / .75)} are needed, of which the first quarter is left out as warm-up`;
}
function listLevels({ points, repeatEnds }) {
	if (repeatEnds === null) return points.map(({ seconds, bytes }) => ({
		position: seconds,
		bytes
	}));
	return repeatEnds.flatMap((end, index) => {
		const start = repeatEnds[index - 1] ?? 0;
		const inside = points.filter(({ seconds }) => seconds > start && seconds <= end).map(({ bytes }) => bytes);
		return inside.length > 0 ? [{
			position: index,
			bytes: computeMedian$1(inside)
		}] : [];
	});
}
function decide$2(figures, values, request) {
	const [low, high] = figures.growthInterval;
	const noise = maxNoiseSteps * Math.max(request.pageBytes, findSmallestStep(values));
	const what = request.repeatEnds === null ? "moments" : "repeats";
	const over = `over ${figures.levels} ${what} (the first ${figures.leftOut} left out as warm-up)`;
	if (low > noise && countRises(values) >= minRises) return {
		verdict: "leak",
		reason: `it grew ${over}`
	};
	if (low > noise) return {
		verdict: "stepped",
		reason: `it rose and then stayed constant ${over}: a cache that filled, or a leak that happens rarely`
	};
	if (high <= Math.max(noise, request.limitBytes)) return {
		verdict: "no leak",
		reason: `no relevant growth ${over}`
	};
	return {
		verdict: "inconclusive",
		reason: `noise is too large ${over} to exclude growth above the limit`
	};
}
function findSmallestStep(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const steps = sorted.slice(1).map((value, index) => value - (sorted[index] ?? value));
	const real = steps.filter((step) => step > 0);
	return real.length === steps.length || real.length === 0 ? 0 : Math.min(...real);
}
function countRises(values) {
	const levels = Array.from({ length: segments }, (_, index) => {
		const [from, to] = [index, index + 1].map((edge) => Math.round(edge * values.length / segments));
		return values.slice(from, to);
	}).filter((part) => part.length > 0).map(computeMedian$1);
	return levels.slice(1).filter((level, index) => level > (levels[index] ?? level)).length;
}

// src/suites/memory/memory-leak.ts
const pageBytes = {
	device: 2 * 2 ** 20,
	own: 2 * 2 ** 20,
	resident: 4096,
	allocated: 512,
	reserved: 2 * 2 ** 20
};
function buildLeakRows({ trials }, rules) {
	const followed = new Map(trials.flatMap(getSeries).map((series) => [formatSeriesKey(series), series]));
	return [...followed.values()].filter(({ quantity, gpu }) => quantity !== "device" || !followed.has(`own ${gpu}`)).map((series) => buildLeakRow(series, trials, rules));
}
function getSeries({ memory }) {
	return memory?.series ?? [];
}
function formatSeriesKey({ quantity, gpu }) {
	return `${quantity} ${gpu}`;
}
function buildLeakRow(series, trials, { suite, confidence }) {
	const requests = trials.flatMap(({ memory }) => {
		const found = memory?.series.find((one) => formatSeriesKey(one) === formatSeriesKey(series));
		if (!memory || !found) return [];
		const limitBytes = suite.maxGrowthMegabytes * 1e6;
		const repeatEnds = computeRepeatEnds(memory, found, suite);
		return [{
			points: found.points,
			repeatEnds,
			pageBytes: pageBytes[series.quantity],
			limitBytes,
			confidence
		}];
	});
	const grown = requests.flatMap((request) => computeMemoryGrowth(request) ?? []);
	const common = {
		quantity: series.quantity,
		gpu: series.gpu,
		isRepeated: suite.repeat !== void 0
	};
	const [request] = requests;
	const [first] = grown;
	if (!first || grown.length < requests.length) return {
		...common,
		growth: null,
		reason: request ? explainMissingGrowth(request) : "not sampled"
	};
	const growth = computeMedianGrowth(grown, first);
	return {
		...common,
		growth,
		reason: growth.reason
	};
}
function computeRepeatEnds({ visits }, { points }, { repeat }) {
	if (!repeat) return null;
	const reported = visits.filter(({ stage }) => repeat.stage === void 0 || stage === repeat.stage).filter(({ endsSeconds }) => endsSeconds.length === repeat.count).at(-1);
	if (reported) return [...reported.endsSeconds];
	const last = points.at(-1)?.seconds ?? 0;
	return Array.from({ length: repeat.count }, (_, index) => last * (index + 1) / repeat.count);
}
function computeMedianGrowth(grown, first) {
	const takeMedian = (read) => computeMedian$1(grown.map(read));
	const takeMedianInterval = (key) => [takeMedian((one) => one[key][0]), takeMedian((one) => one[key][1])];
	const growthBytes = takeMedian((one) => one.growthBytes);
	const computeDistance = (one) => Math.abs(one.growthBytes - growthBytes);
	return {
		...grown.reduce((best, one) => computeDistance(one) < computeDistance(best) ? one : best, first),
		slope: takeMedian((one) => one.slope),
		slopeInterval: takeMedianInterval("slopeInterval"),
		growthBytes,
		growthInterval: takeMedianInterval("growthInterval")
	};
}
function deriveLeakFigures({ planned }, rows, rules) {
	const { suite, benchmark, axes } = planned.key;
	return rows.flatMap((row) => {
		const own = {
			...axes,
			memory: row.quantity,
			...row.gpu !== null && { gpu: row.gpu }
		};
		const common = {
			suite,
			benchmark,
			axes: own,
			isSuspicious: false,
			isDeclared: false,
			interval: null
		};
		const { growth } = row;
		if (!growth) return [{
			...common,
			name: "memory_growth",
			unit: "B",
			value: null,
			reason: row.reason
		}];
		const limit = rules.suite.maxGrowthMegabytes * 1e6;
		const total = {
			...common,
			name: "memory_growth",
			unit: "B",
			value: growth.growthBytes,
			interval: growth.growthInterval,
			reason: `${growth.reason}${row.isRepeated ? "" : singlePassNote}`,
			isSuspicious: isUndecided(growth, limit)
		};
		return row.isRepeated ? [total, ...deriveRateFigures$1(common, growth)] : [total];
	});
}
const singlePassNote = "; in a single pass, accumulating results look the same; see suites.memory.repeat";
function isUndecided({ verdict, growthBytes, growthInterval: [low, high] }, limit) {
	if (verdict === "stepped") return growthBytes > limit;
	return low <= limit && high > limit;
}
function deriveRateFigures$1(common, growth) {
	const [low] = growth.growthInterval;
	const isLeak = growth.verdict === "leak";
	return [{
		...common,
		name: "memory_slope",
		unit: "B/repeat",
		value: growth.slope,
		interval: growth.slopeInterval,
		reason: growth.reason
	}, {
		...common,
		name: "certain_growth",
		unit: "B",
		value: low,
		reason: isLeak ? "the lower end of the interval of a steady growth" : growth.reason,
		isSuspicious: growth.verdict === "stepped"
	}];
}
function deriveRemainderFigures({ planned, trials }) {
	const { suite, benchmark, axes } = planned.key;
	const all = trials.flatMap(({ memory }) => memory?.remainders ?? []);
	return [...new Set(all.map(({ gpu }) => gpu))].map((gpu) => {
		const left = all.filter((one) => one.gpu === gpu).map(({ beforeBytes, afterBytes }) => afterBytes - beforeBytes);
		const common = {
			interval: null,
			reason: null,
			isSuspicious: false,
			isDeclared: false
		};
		return {
			suite,
			benchmark,
			axes: {
				...axes,
				gpu
			},
			...common,
			name: "memory_left",
			unit: "B",
			value: computeMedian$1(left)
		};
	});
}

// src/suites/memory/memory-peaks.ts
function buildPeakRows({ planned, trials }, devices) {
	return planned.gpus.map((id) => devices.find((device) => device.id === id)?.physicalIndex ?? id).flatMap((gpu) => {
		const capacityBytes = findCapacity(gpu, trials, devices);
		const overall = findMaximum$1(trials.map(({ telemetry }) => telemetry?.gpus.find((use) => use.gpu === gpu)).map((use) => use?.memoryUsedBytes?.max ?? use?.ownMemoryPeakBytes ?? null));
		return [...[...new Set(trials.flatMap(({ gpuByStage }) => gpuByStage?.rows.map(({ stage }) => stage) ?? []))].flatMap((stage) => {
			const peakBytes = findMaximum$1(trials.map((trial) => findStagePeak(trial, stage, gpu)));
			return peakBytes === null ? [] : [{
				stage,
				gpu,
				peakBytes,
				capacityBytes
			}];
		}), ...overall === null ? [] : [{
			stage: null,
			gpu,
			peakBytes: overall,
			capacityBytes
		}]];
	});
}
function findStagePeak({ gpuByStage }, stage, gpu) {
	return gpuByStage?.rows.find((row) => row.stage === stage && row.gpu === gpu)?.memoryPeakBytes ?? null;
}
function findCapacity(gpu, trials, devices) {
	const seen = trials.map(({ telemetry }) => telemetry?.gpus.find((use) => use.gpu === gpu)?.memoryTotalBytes ?? null);
	const device = devices.find(({ id, physicalIndex }) => (physicalIndex ?? id) === gpu);
	return seen.find((bytes) => bytes !== null) ?? device?.memoryBytes ?? null;
}
function findMaximum$1(values) {
	const known = values.filter((value) => value !== null);
	return known.length > 0 ? Math.max(...known) : null;
}
function derivePeakFigures$1({ planned }, rows) {
	const { suite, benchmark, axes } = planned.key;
	return rows.map(({ stage, gpu, peakBytes, capacityBytes }) => ({
		suite,
		benchmark,
		axes: {
			...axes,
			gpu,
			stage: stage ?? "(whole run)"
		},
		name: "memory_peak_share",
		unit: "share",
		value: capacityBytes ? peakBytes / capacityBytes : null,
		interval: null,
		reason: capacityBytes ? null : "the capacity of the GPU is unknown",
		isSuspicious: false,
		isDeclared: false
	}));
}
function deriveAllocatorFigures({ planned, trials }) {
	const { suite, benchmark, axes } = planned.key;
	const readings = trials.flatMap(({ pipeline }) => pipeline?.allocator.filter(({ when }) => when === "peak") ?? []);
	const common = {
		suite,
		benchmark,
		name: "allocator_efficiency",
		unit: "share",
		interval: null,
		isDeclared: false
	};
	if (readings.length === 0) {
		const reason = "the pipeline does not report its allocator";
		return [{
			...common,
			axes,
			value: null,
			reason,
			isSuspicious: false
		}];
	}
	return [...Map.groupBy(readings, ({ stage, gpu }) => `${stage}\n${gpu}`).values()].flatMap((all) => {
		const [first] = all;
		if (!first) return [];
		const own = {
			...axes,
			...first.stage !== null && { stage: first.stage },
			...first.gpu !== null && { gpu: first.gpu }
		};
		const shares = all.flatMap(({ allocatedBytes, reservedBytes }) => reservedBytes > 0 ? [allocatedBytes / reservedBytes] : []);
		if (shares.length === 0) return [{
			...common,
			axes: own,
			value: null,
			reason: "nothing was reserved",
			isSuspicious: false
		}];
		const value = Math.min(...shares);
		const isPossible = Math.max(...shares) <= 1;
		const reason = isPossible ? null : "more is allocated than reserved, which is impossible";
		return [{
			...common,
			axes: own,
			value,
			reason,
			isSuspicious: !isPossible
		}];
	});
}

// src/suites/memory/memory-sections.ts
function buildMemorySections(report) {
	return [
		buildGrowthTable(report),
		...buildPeakTable(report),
		buildExhaustionTable(report)
	];
}
const quantityNames = {
	device: "GPU, total by the driver",
	own: "GPU, own processes",
	resident: "main memory, own processes",
	allocated: "GPU, allocated",
	reserved: "GPU, reserved by the allocator"
};
function buildGrowthTable({ leaks, repeats, derived }) {
	return {
		id: "memory-growth",
		title: "Memory growth",
		columns: [
			"Memory",
			"GPU",
			repeats === null ? "Slope (per hour)" : "Slope (per repeat)",
			"Growth",
			"Interval",
			"Verdict",
			"Reason"
		],
		rows: leaks.map(({ quantity, gpu, growth, reason, isRepeated }) => [
			quantityNames[quantity],
			gpu === null ? "" : String(gpu),
			growth ? {
				value: growth.slope * (isRepeated ? 1 : 3600),
				unit: "B"
			} : null,
			growth ? {
				value: growth.growthBytes,
				unit: "B"
			} : null,
			growth ? {
				interval: growth.growthInterval,
				unit: "B"
			} : null,
			growth ? formatVerdict$3(growth, isRepeated) : "not evaluated",
			reason
		]),
		notes: [
			repeats === null ? "One pass per process: accumulating results look like a leak. suites.memory.repeat distinguishes them." : `${repeats} repeats in one process, each by its median.`,
			...leaks.length === 0 ? ["No memory series was recorded."] : [],
			...derived.flatMap(describeRemainder)
		]
	};
}
function formatVerdict$3({ verdict }, isRepeated) {
	return verdict === "leak" && !isRepeated ? "grows" : verdict;
}
function describeRemainder({ name, value, axes }) {
	if (name !== "memory_left" || value === null) return [];
	return [`GPU ${axes["gpu"]}: memory in use after the process − before it: ${(value / 1e6).toFixed(0)} MB.`];
}
function buildPeakTable({ peaks, derived }) {
	const allocator = derived.filter(({ name }) => name === "allocator_efficiency");
	const note = allocator.every(({ value }) => value === null) ? `Allocator efficiency not evaluated: ${allocator[0]?.reason ?? "not reported"}.` : `Lowest allocator efficiency (allocated / reserved): ${formatLowest(allocator)} %.`;
	if (peaks.length === 0) return [];
	return [{
		id: "memory-peaks",
		title: "Peak memory",
		columns: [
			"Stage",
			"GPU",
			"Peak",
			"Share of capacity"
		],
		rows: peaks.map(({ stage, gpu, peakBytes, capacityBytes }) => [
			stage ?? "complete run",
			String(gpu),
			{
				value: peakBytes,
				unit: "B"
			},
			capacityBytes ? {
				value: peakBytes / capacityBytes,
				unit: "share"
			} : null
		]),
		notes: ["Highest sampled value; peaks between two samples are not visible.", note]
	}];
}
function formatLowest(items) {
	return (Math.min(...items.flatMap(({ value }) => value ?? [])) * 100).toFixed(1);
}
function buildExhaustionTable({ exhaustion }) {
	return {
		id: "out-of-memory",
		title: "Out of memory",
		columns: [
			"Case",
			"Outcome",
			"Runs",
			"Evidence"
		],
		rows: exhaustion.map(({ isPressed, kind, runs, evidence }) => [
			isPressed ? "under pressure" : "as configured",
			kind,
			String(runs),
			evidence
		]),
		notes: []
	};
}

// src/suites/memory/memory.ts
const memory$1 = {
	usesBaselines: false,
	plan(input) {
		const notTested = [buildCaseKey$6(input), ...input.suite.pressure ? [buildCaseKey$6(input, "pressure")] : []].flatMap((key) => checkDeviceCount(key, input.suite.gpus, input.devices) ?? []);
		if (notTested.length > 0) return createPlan([], notTested);
		return createPlan([planMainCase(input), ...input.suite.pressure ? [planPressureCase(input)] : []]);
	},
	judge(input) {
		const main = input.outcomes.find((outcome) => !isPressed(outcome));
		const leaks = isMeasured(main) ? buildLeakRows(main, getLeakRules(input)) : [];
		const peaks = isMeasured(main) ? buildPeakRows(main, input.devices) : [];
		const exhaustion = input.outcomes.map((outcome) => classifyExhaustion(outcome, isPressed(outcome)));
		const derived = [...isMeasured(main) ? [
			...deriveLeakFigures(main, leaks, getLeakRules(input)),
			...deriveRemainderFigures(main),
			...derivePeakFigures$1(main, peaks),
			...deriveAllocatorFigures(main)
		] : [], ...exhaustion.flatMap(deriveExhaustionFigures)];
		const repeats = input.suite.repeat?.count ?? null;
		return {
			derived,
			requirements: listRequirements$2(input, derived),
			comparisons: [],
			findings: [],
			sections: buildMemorySections({
				leaks,
				peaks,
				exhaustion,
				derived,
				repeats
			})
		};
	}
};
function buildCaseKey$6({ config, suite }, load) {
	return {
		suite: "memory",
		benchmark: config.pipeline.name,
		axes: {
			gpus: suite.gpus,
			...load && { load }
		}
	};
}
function planMainCase(input) {
	const { repeat } = input.suite;
	return {
		...planMemoryCase(input, buildCaseKey$6(input), repeat && { options: normalizeCaseOptions(repeat.options) }),
		watchesHost: true,
		keepsMemory: true
	};
}
function planPressureCase(input) {
	const options = normalizeCaseOptions(input.suite.pressure);
	return {
		...planMemoryCase(input, buildCaseKey$6(input, "pressure"), { options }),
		warmups: 0,
		answers: ["out-of-memory"]
	};
}
function planMemoryCase({ config, suite, devices }, key, more) {
	const group = `memory ${key.axes["load"] ?? ""}`.trim();
	return planCase({
		config,
		suite,
		devices,
		gpuCount: suite.gpus,
		key,
		group,
		...more
	});
}
function isPressed({ planned: { key } }) {
	return key.axes["load"] === "pressure";
}
function getLeakRules({ suite, policy }) {
	return {
		suite,
		confidence: policy.confidence
	};
}
function listRequirements$2({ suite }, derived) {
	const limit = suite.maxGrowthMegabytes * 1e6;
	const hasFigure = (name) => derived.some((item) => item.name === name);
	const buildRequirement = (id, value, more) => ({
		id,
		suite: "memory",
		value,
		axes: {},
		severity: suite.severity,
		rule: "config",
		...more
	});
	const noticeable = suite.noticeableMegabytes * 1e6;
	const isAllocatorTold = derived.some(({ name, value }) => name === "allocator_efficiency" && value !== null);
	return [
		buildRequirement("LEAK", "memory_growth", {
			operator: "<=",
			limit,
			unit: "B"
		}),
		...suite.repeat ? [buildRequirement("LEAK-slope", "certain_growth", {
			operator: "<=",
			limit: noticeable,
			unit: "B"
		})] : [],
		...hasFigure("memory_left") ? [buildRequirement("LEAK-device", "memory_left", {
			operator: "<=",
			limit,
			unit: "B"
		})] : [],
		...hasFigure("memory_peak_share") ? [buildRequirement("PEAK", "memory_peak_share", {
			operator: "<",
			limit: suite.maxPeakShare,
			unit: "share"
		})] : [],
		{
			...buildRequirement("ALLOCATOR", "allocator_efficiency", {
				operator: ">=",
				limit: suite.minAllocatorEfficiency,
				unit: "share"
			}),
			severity: isAllocatorTold ? suite.severity : "info"
		},
		buildRequirement("OOM", "oom_crashes", {
			operator: "==",
			limit: 0,
			unit: "runs"
		}),
		...suite.pressure ? [buildRequirement("OOM-handled", "oom_handled", {
			operator: ">=",
			limit: 1,
			unit: "runs"
		})] : []
	];
}

// src/domain/production/live-figures.ts
function computeLivePacking({ tokens, tokenBudget }) {
	return tokenBudget > 0 && tokens <= tokenBudget * 1.001 ? Math.min(1, tokens / tokenBudget) : null;
}
function computeStarvedShare$1({ waits, starved }) {
	return waits > 0 ? starved / waits : null;
}

// src/domain/production/progress-curve.ts
const mostPoints = 400;
function addProgressPoint(curves, { stage, total, seconds, done }) {
	const current = curves.at(-1);
	const last = current?.points.at(-1);
	if (!current || !last || current.stage !== stage || done < last.done) return [...curves, {
		stage,
		total,
		points: [{
			seconds,
			done
		}]
	}];
	if (seconds <= last.seconds) return [...curves];
	return [...curves.slice(0, -1), {
		stage,
		total,
		points: downsamplePoints([...current.points, {
			seconds,
			done
		}])
	}];
}
function downsamplePoints(points) {
	if (points.length <= 400) return points;
	return points.filter((_, index) => index % 2 === 0 || index === points.length - 1);
}
function computeWindowRates({ points }, windows) {
	const [first, last] = [points[0], points.at(-1)];
	if (!first || !last || points.length <= windows || last.seconds <= first.seconds) return /* @__PURE__ */ new Float64Array();
	const length = (last.seconds - first.seconds) / windows;
	const edges = Array.from({ length: windows + 1 }, (_, index) => interpolateDone(points, first.seconds + index * length));
	return Float64Array.from({ length: windows }, (_, index) => ((edges[index + 1] ?? 0) - (edges[index] ?? 0)) / length);
}
function interpolateDone(points, seconds) {
	const after = points.findIndex((point) => point.seconds >= seconds);
	const [to, from] = [points.at(after), points[Math.max(0, after - 1)]];
	if (!to || !from || after <= 0) return to?.done ?? 0;
	return from.done + (to.done - from.done) * (seconds - from.seconds) / (to.seconds - from.seconds);
}

// src/domain/production/project-finish.ts
const fewestWindows = 8;
const mostWindows = 24;
const batchSizes = [
	1,
	2,
	3
];
function projectFinish(curve, confidence) {
	const last = curve.points.at(-1);
	if (curve.total === null) return {
		projection: null,
		reason: "the pipeline does not report its total"
	};
	const windows = Math.min(mostWindows, curve.points.length - 1);
	const rates = windows < fewestWindows ? /* @__PURE__ */ new Float64Array() : computeWindowRates(curve, windows);
	if (!last || rates.length === 0) return {
		projection: null,
		reason: `${curve.points.length} of 9 progress readings needed for a projection`
	};
	const left = Math.max(0, curve.total - last.done);
	const elapsed = last.seconds - (curve.points[0]?.seconds ?? 0);
	const rate = computeMean(rates);
	if (rate <= 0) return {
		projection: null,
		reason: "no progress between the first and the last reading"
	};
	const windowsLeft = Math.max(1, left / rate / elapsed * windows);
	const noise = {
		...estimateLongRunNoise(rates),
		windowsLeft,
		confidence
	};
	const all = computeRateBounds(rates, noise);
	const later = computeRateBounds(rates.slice(Math.floor(windows / 2)), noise);
	const interval = [last.seconds + computeSecondsLeft(left, Math.max(all[1], later[1])), last.seconds + computeSecondsLeft(left, Math.min(all[0], later[0]))];
	return {
		projection: {
			rate,
			seconds: last.seconds + left / rate,
			interval,
			windows
		},
		reason: null
	};
}
function computeRateBounds(rates, { variance, degreesOfFreedom, windowsLeft, confidence }) {
	const center = computeMean(rates);
	const error = Math.sqrt(variance * (1 / rates.length + 1 / windowsLeft));
	const reach = computeStudentQuantile((1 + confidence) / 2, degreesOfFreedom) * error;
	return [center - reach, center + reach];
}
function estimateLongRunNoise(rates) {
	const center = computeMean(rates);
	const { variance, correlation } = estimateAutocorrelatedNoise([rates.map((rate) => rate - center)]);
	const correlated = variance * (1 + correlation) / (1 - correlation);
	const fewest = Math.floor(rates.length / Math.max(...batchSizes));
	return {
		variance: Math.max(correlated, ...batchSizes.map((size) => computeBatchVariance(rates, size))),
		degreesOfFreedom: Math.max(2, fewest - 1)
	};
}
function computeBatchVariance(rates, size) {
	const count = Math.floor(rates.length / size);
	const batches = Float64Array.from({ length: count }, (_, index) => computeMean(rates.slice(index * size, (index + 1) * size)));
	const center = computeMean(batches);
	return size * batches.reduce((sum, value) => sum + (value - center) ** 2, 0) / Math.max(1, count - 1);
}
function computeSecondsLeft(left, rate) {
	if (left === 0) return 0;
	return rate > 0 ? left / rate : Number.POSITIVE_INFINITY;
}
function computeMean(values) {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

// src/suites/production/production-figures.ts
const paceWindows = 10;
function deriveProductionFigures(input) {
	const [outcome] = input.outcomes;
	const benchmark = input.config.pipeline.name;
	const axes = outcome?.planned.key.axes ?? buildAxes(input.suite);
	const buildFigure = (name, unit, result) => ({
		suite: "production",
		benchmark,
		axes,
		name,
		unit,
		interval: null,
		isSuspicious: false,
		isDeclared: false,
		...result
	});
	const trial = outcome ? findLastTrial(outcome) : null;
	const hours = checkDatasetSize(computeTotalHours(outcome, input), input);
	const progress = trial?.progress ?? null;
	return [
		buildFigure("total_hours", "h", hours),
		buildFigure("sequences_per_hour", "1/h", computeRatePerHour(hours, input)),
		buildFigure("packing_efficiency", "share", computePacking(trial)),
		buildFigure("starved_share", "share", findStarvedShare(trial)),
		buildFigure("pace_held", "share", computePaceRatio(progress))
	];
}
function buildAxes({ gpus, dataset }) {
	return {
		gpus,
		...dataset !== void 0 && { dataset }
	};
}
function findLastTrial(outcome) {
	if (outcome.status === "measured") return outcome.trials.at(-1) ?? null;
	return outcome.status === "missing" ? null : outcome.failures.findLast((trial) => !isContaminated(trial)) ?? null;
}
function selectMainCurve(progress) {
	return (progress?.curves ?? []).toSorted((a, b) => computeSpan(b) - computeSpan(a))[0] ?? null;
}
function computeSpan({ points }) {
	return (points.at(-1)?.seconds ?? 0) - (points[0]?.seconds ?? 0);
}
function computeTotalHours(outcome, input) {
	if (isMeasured(outcome)) {
		const hours = outcome.trials.map(({ wallSeconds }) => (wallSeconds ?? 0) / 3600);
		return {
			value: computeMedian$1(hours),
			reason: null
		};
	}
	const trial = outcome ? findLastTrial(outcome) : null;
	if (trial?.failure?.kind === "stopped") return projectTotalHours(trial, input);
	if (trial?.failure?.kind === "resumed") return sumAttemptHours(trial, input);
	return {
		value: null,
		reason: explainAbsence(outcome)
	};
}
function projectTotalHours({ progress }, { suite }) {
	const curve = progress?.curves.at(-1);
	const found = curve ? projectFinish(curve, suite.stopConfidence) : null;
	if (!curve || !found?.projection) return {
		value: null,
		reason: found?.reason ?? "stopped without recorded progress"
	};
	const lost = sumLostSeconds(progress ?? null);
	const { seconds, interval, windows } = found.projection;
	const reached = (curve.points.at(-1)?.seconds ?? 0) / 60;
	const part = curve.stage === null ? "" : ` for the end of stage ${curve.stage}, without later stages`;
	const value = (seconds + lost) / 3600;
	return {
		value,
		isSuspicious: value <= computeLimitHours(suite),
		interval: [(interval[0] + lost) / 3600, toFiniteHours(interval, lost)],
		reason: `not measured: projected from ${windows} windows of the first ${reached.toPrecision(3)} min${part}; the run was stopped`
	};
}
function toFiniteHours([, latest], lost) {
	return Number.isFinite(latest) ? (latest + lost) / 3600 : Number.MAX_SAFE_INTEGER;
}
function sumAttemptHours({ progress, wallSeconds }, { suite }) {
	const lost = progress?.lostAttempts ?? [];
	if (lost.length === 0 || wallSeconds === null) return {
		value: null,
		reason: "resumed, and the earlier run time was not recorded"
	};
	const unseen = lost.length * (progress?.heartbeatSeconds ?? 0);
	const hours = (sumLostSeconds(progress ?? null) + wallSeconds + unseen) / 3600;
	return {
		value: hours,
		isSuspicious: hours >= computeLimitHours(suite),
		reason: `sum of ${lost.length + 1} attempts, including up to ${unseen} s that were not observed: an upper bound for an uninterrupted run`
	};
}
function computeLimitHours({ goal }) {
	return goal ? goal.hours * (1 + goal.tolerance) : Number.POSITIVE_INFINITY;
}
function sumLostSeconds(progress) {
	return (progress?.lostAttempts ?? []).reduce((sum, { seconds }) => sum + seconds, 0);
}
function checkDatasetSize(hours, { suite, datasets }) {
	if (hours.value === null || suite.dataset === void 0) return hours;
	const found = datasets.find(({ name }) => name === suite.dataset);
	if (found?.sequences === null && !suite.goal) return hours;
	const sequences = found?.sequences ?? 0;
	const minSequences = Math.max(suite.minSequences, suite.goal?.sequences ?? 0);
	if (sequences >= minSequences) return hours;
	const reason = `${sequences} sequences are fewer than the ${minSequences} of the goal`;
	return {
		...hours,
		isSuspicious: true,
		reason: hours.reason === null ? reason : `${hours.reason}; ${reason}`
	};
}
function computeRatePerHour({ value, reason }, { suite, datasets }) {
	const sequences = datasets.find(({ name }) => name === suite.dataset)?.sequences ?? 0;
	if (value === null || value <= 0 || sequences === 0) return {
		value: null,
		reason: reason ?? "the size of the dataset is unknown"
	};
	return {
		value: sequences / value,
		reason
	};
}
function computePacking(trial) {
	const progress = trial?.progress;
	if (!progress || progress.tokenBudget === 0) return readLoggedPacking(trial?.pipeline?.packing ?? null);
	const value = computeLivePacking(progress);
	return {
		value,
		reason: value === null ? "more tokens than the token budget allows: the two values do not match" : null
	};
}
function readLoggedPacking(packing) {
	const value = packing?.bounds ? null : packing?.efficiency ?? null;
	if (value !== null) return {
		value,
		reason: null
	};
	return {
		value,
		reason: packing?.reason ?? "no batch reported its tokens and token budget"
	};
}
function findStarvedShare(trial) {
	const value = (trial?.progress ? computeStarvedShare$1(trial.progress) : null) ?? trial?.pipeline?.dataLoader?.starvedShare ?? null;
	return {
		value,
		reason: value === null ? "no batch reported its wait time" : null
	};
}
function computePaceRatio(progress) {
	const curve = selectMainCurve(progress);
	const rates = curve ? computeWindowRates(curve, paceWindows) : /* @__PURE__ */ new Float64Array();
	const [, early] = rates;
	const late = rates.at(-1);
	if (!early || late === void 0) return {
		value: null,
		reason: "the pipeline reported its progress too rarely"
	};
	return {
		value: late / early,
		reason: null
	};
}

// src/suites/production/production-sections.ts
function buildProductionSections(derived, input) {
	const [outcome] = input.outcomes;
	const trial = outcome ? findLastTrial(outcome) : null;
	return [
		buildFiguresSection(derived, input),
		...buildPaceSections(trial),
		...buildExecutionSections(trial)
	];
}
const titles = {
	total_hours: "Total time",
	sequences_per_hour: "Sequences per hour",
	packing_efficiency: "Packing",
	starved_share: "Starved batches",
	pace_held: "Pace at the end / at the start"
};
function buildFiguresSection(derived, { suite, datasets }) {
	const sequences = datasets.find(({ name }) => name === suite.dataset)?.sequences;
	return {
		id: "production",
		title: "Full size",
		columns: [
			"Figure",
			"Value",
			"Interval",
			"Note"
		],
		rows: [[
			"Sequences",
			sequences === void 0 || sequences === null ? null : String(sequences),
			null,
			""
		], ...derived.map(({ name, value, unit, interval, reason }) => [
			titles[name] ?? name,
			value === null ? null : {
				value,
				unit
			},
			interval && {
				interval,
				unit
			},
			reason ?? ""
		])],
		notes: []
	};
}
function buildPaceSections(trial) {
	const curve = selectMainCurve(trial?.progress ?? null);
	const rates = curve ? computeWindowRates(curve, 10) : /* @__PURE__ */ new Float64Array();
	const [first, last] = [curve?.points[0], curve?.points.at(-1)];
	if (!curve || !first || !last || rates.length === 0) return [];
	const length = (last.seconds - first.seconds) / rates.length;
	const rows = [...rates].map((rate, index) => [
		{
			value: first.seconds + index * length,
			unit: "s"
		},
		{
			value: first.seconds + (index + 1) * length,
			unit: "s"
		},
		{
			value: rate,
			unit: "1/s"
		}
	]);
	return [{
		id: "production-pace",
		title: curve.stage === null ? "Pace" : `Pace of ${curve.stage}`,
		columns: [
			"From",
			"To",
			"Rate"
		],
		rows,
		notes: [],
		isDetail: true
	}];
}
function buildExecutionSections(trial) {
	const lost = trial?.progress?.lostAttempts ?? [];
	if (!trial || lost.length === 0) return [];
	const rows = lost.map(({ startedAt, seconds }) => [
		startedAt,
		{
			value: seconds,
			unit: "s"
		},
		"lost"
	]);
	const last = [
		trial.startedAt,
		trial.wallSeconds === null ? null : {
			value: trial.wallSeconds,
			unit: "s"
		},
		"resumed from a checkpoint"
	];
	return [{
		id: "production-executions",
		title: "Attempts",
		columns: [
			"Started",
			"Observed run time",
			"Outcome"
		],
		rows: [...rows, last],
		notes: []
	}];
}

// src/suites/production/production.ts
const production$2 = {
	usesBaselines: false,
	plan(input) {
		const { config, suite, devices } = input;
		const key = buildCaseKey$5(input);
		const lacking = checkDeviceCount(key, suite.gpus, devices);
		if (lacking) return createPlan([], [lacking]);
		const once = {
			...suite,
			warmups: suite.warmups ?? 0,
			repeats: suite.repeats ?? 1
		};
		const planned = planCase({
			config,
			suite: once,
			devices,
			gpuCount: suite.gpus,
			key,
			group: "production"
		});
		return createPlan([{
			...planned,
			answers: ["stopped", "resumed"],
			longRun: buildLongRun(suite)
		}]);
	},
	judge(input) {
		const derived = deriveProductionFigures(input);
		return {
			derived,
			requirements: listRequirements$1(input.suite),
			comparisons: [],
			findings: listFindings$1(input),
			sections: buildProductionSections(derived, input)
		};
	}
};
function buildCaseKey$5({ config, suite }) {
	return {
		suite: "production",
		benchmark: config.pipeline.name,
		axes: buildAxes(suite)
	};
}
function buildLongRun(suite) {
	const { goal, stop, stopConfidence, firstLookMinutes, updateSeconds, resume } = suite;
	const error = Math.round((1 - stopConfidence) * 1e9) / 1e9;
	return {
		lookSeconds: 10,
		updateSeconds,
		resumeArgs: resume ?? null,
		stop: goal && stop ? {
			limitSeconds: goal.hours * (1 + goal.tolerance) * 3600,
			error,
			firstLookSeconds: firstLookMinutes * 60
		} : null
	};
}
function listRequirements$1({ goal, severity, gpus }) {
	if (!goal) return [];
	return [buildGoalRequirement({
		...goal,
		gpus
	}, {
		suite: "production",
		value: "total_hours",
		severity
	})];
}
function listFindings$1(input) {
	const [outcome] = input.outcomes;
	const failure = outcome && findLastTrial(outcome)?.failure;
	if (!outcome || !failure || failure.kind !== "stopped" && failure.kind !== "resumed") return [];
	return [{
		kind: "caution",
		subject: outcome.planned.id,
		reason: `${failure.kind}: ${failure.detail}`
	}];
}

// src/domain/detection/pair/next-look.ts
const looks = [
	3,
	4,
	5,
	6,
	8,
	10,
	13,
	16,
	20
];
const stepBeyond = 5;
function computeNextLook(taken, repeats, most) {
	if (taken < repeats) return repeats;
	const later = looks.find((look) => look > taken) ?? (Math.floor(taken / stepBeyond) + 1) * stepBeyond;
	return Math.min(Math.max(repeats, most), later);
}

// src/domain/testbed/host-load.ts
const maxOthersShare = .5;
const minIdleShare = .15;
function computeHostLoad(trials) {
	const uses = trials.map(computeTrialUse);
	if (uses.length === 0 || uses.some((use) => use === null)) return null;
	const known = uses.filter((use) => use !== null);
	const sumUses = (read) => known.reduce((sum, use) => sum + read(use), 0);
	const seconds = sumUses((use) => use.seconds);
	return {
		processors: Math.max(...known.map(({ processors }) => processors)),
		others: sumUses(({ othersSeconds }) => othersSeconds) / seconds,
		own: sumUses(({ ownSeconds }) => ownSeconds) / seconds
	};
}
function isMostlyTaken({ processors, others }) {
	return others >= maxOthersShare * processors;
}
function isCrowded(load) {
	const { processors, others, own } = load;
	return isMostlyTaken(load) && processors - others - own < minIdleShare * processors;
}
function formatLoad({ processors, others }) {
	return `${others.toFixed(1)} of ${processors} processors`;
}
function computeTrialUse({ host, wallSeconds }) {
	if (!host || !wallSeconds) return null;
	const { processors = null, otherCpuSeconds, userCpuSeconds, systemCpuSeconds, stolenCpuSeconds } = host;
	if (processors === null || otherCpuSeconds === null || userCpuSeconds === null || systemCpuSeconds === null) return null;
	return {
		seconds: wallSeconds,
		processors,
		othersSeconds: otherCpuSeconds + (stolenCpuSeconds ?? 0),
		ownSeconds: userCpuSeconds + systemCpuSeconds
	};
}

// src/domain/verdict/busy-host-doubt.ts
const minRuns = 10;
const maxLoadEffect = Math.log(2);
function findBusyHostDoubt(metric, effect, { base, head }, sessions) {
	if (effect !== null && Math.abs(Math.log1p(effect)) >= maxLoadEffect) return null;
	if (Math.min(base.length, head.length) >= minRuns || !isByWallClock(metric) || isWellKnown(estimateNoiseFloor(sessions))) return null;
	const load = computeHostLoad([...base, ...head]);
	if (load === null || !isCrowded(load)) return null;
	return `other programs used ${formatLoad(load)} and the noise of this machine is unknown: reporting a change requires ${minRuns} runs per side`;
}
function isByWallClock(metric) {
	const kind = inferMetricKind(metric);
	return (kind === "duration" || kind === "rate") && !isGpuCounter(metric.name) && metric.name !== cpuTime.name;
}

// src/domain/verdict/confirmed-work.ts
const minConfirmingRuns = 6;
function chooseLeastRuns(metric, hasWorkChanged) {
	const kind = inferMetricKind(metric);
	return (kind === "duration" || kind === "rate") && !hasWorkChanged ? minConfirmingRuns : void 0;
}
const minFollowedShare = .5;
function isWorkChanged(ask) {
	const [ofBusy, ofDram] = [ask(gpuBusyTime), ask(gpuDramTime)];
	if (!ofBusy || !ofDram) return false;
	const [busy, dram] = [judgeMetric(gpuBusyTime, ofBusy), judgeMetric(gpuDramTime, ofDram)];
	if (busy.verdict !== "regression" && busy.verdict !== "improvement") return false;
	if (busy.effect === null || dram.effect === null || dram.interval === null) return false;
	const [low, high] = dram.interval;
	return (low > 0 || high < 0) && dram.effect / busy.effect >= minFollowedShare;
}

// src/domain/detection/noise/student-probability.ts
const farthest = 1e8;
function computeStudentProbability(value, degreesOfFreedom) {
	return import_jstat.default.studentt.cdf(Math.max(-1e8, Math.min(farthest, value)), degreesOfFreedom);
}

// src/domain/detection/noise/within-arm-fit.ts
function fitWithinArms(base, head) {
	const covariateSquares = sumSquaresAboutMean(base.covariate) + sumSquaresAboutMean(head.covariate);
	const valueSquares = sumSquaresAboutMean(base.values) + sumSquaresAboutMean(head.values);
	const products = sumProductsAboutMeans(base) + sumProductsAboutMeans(head);
	const covariateGap = computeMean$2(head.covariate) - computeMean$2(base.covariate);
	if (!(covariateSquares > 0) || !(valueSquares > 0)) return {
		slope: 0,
		correlation: 0,
		covariateGap,
		covariateSquares
	};
	return {
		slope: products / covariateSquares,
		correlation: products / Math.sqrt(covariateSquares * valueSquares),
		covariateGap,
		covariateSquares
	};
}
function adjustToCommonCovariate(base, head, fit, spentDegrees) {
	const center = (computeMean$2(base.covariate) + computeMean$2(head.covariate)) / 2;
	const degrees = base.values.length + head.values.length - 2;
	const leverage = fit.covariateGap ** 2 / fit.covariateSquares / (1 / base.values.length + 1 / head.values.length);
	const widening = Math.sqrt(degrees / (degrees - spentDegrees) * (1 + leverage));
	return [adjustArm(base, fit.slope, center, widening), adjustArm(head, fit.slope, center, widening)];
}
function adjustArm({ values, covariate }, slope, center, widening) {
	const level = computeMean$2(values) - slope * (computeMean$2(covariate) - center);
	return values.map((value, index) => value - slope * ((covariate[index] ?? center) - center)).map((value) => level + widening * (value - level));
}
function sumProductsAboutMeans({ values, covariate }) {
	const [valueMean, covariateMean] = [computeMean$2(values), computeMean$2(covariate)];
	return values.reduce((sum, value, index) => sum + (value - valueMean) * ((covariate[index] ?? 0) - covariateMean), 0);
}

// src/domain/detection/pair/adjust-for-covariate.ts
const fewestRuns$1 = 5;
const leastCorrelation = .7;
const gapLevel = .001;
const spentDegrees = 2;
function adjustForCovariate(base, head, covariateBase, covariateHead) {
	const sides = {
		base,
		head,
		covariateBase,
		covariateHead
	};
	const refusal = explainRefusal(sides);
	if (refusal) return keepUnadjusted(refusal);
	if (Math.min(base.length, head.length) < fewestRuns$1) return keepUnadjusted(`a slope needs at least ${fewestRuns$1} runs per side; there are ${base.length} and ${head.length}`);
	return adjustLogs(...buildArms$1(sides));
}
function mayAdjustLater(sides, maxRuns) {
	if (!(Math.min(sides.base.length, sides.head.length) < fewestRuns$1 && maxRuns >= fewestRuns$1) || sides.base.length === 0 || sides.head.length === 0 || explainRefusal(sides)) return false;
	return Math.abs(fitWithinArms(...buildArms$1(sides)).correlation) >= leastCorrelation;
}
function explainRefusal({ base, head, covariateBase, covariateHead }) {
	if (covariateBase.length !== base.length || covariateHead.length !== head.length) return "the covariate is missing in some runs";
	if (![...base, ...head].every((value) => value > 0 && Number.isFinite(value))) return "only positive numbers have a logarithm to adjust";
	return [...covariateBase, ...covariateHead].every(Number.isFinite) ? null : "the covariate is not a number in every run";
}
function buildArms$1({ base, head, covariateBase, covariateHead }) {
	const isPositive = [...covariateBase, ...covariateHead].every((value) => value > 0);
	const toScale = (value) => isPositive ? Math.log(value) : value;
	return [{
		values: base.map(Math.log),
		covariate: covariateBase.map(toScale)
	}, {
		values: head.map(Math.log),
		covariate: covariateHead.map(toScale)
	}];
}
function adjustLogs(base, head) {
	const fit = fitWithinArms(base, head);
	const { correlation, slope } = fit;
	if (Math.abs(correlation) < leastCorrelation) return keepUnadjusted(`the covariate explains too little inside the sides (r = ${correlation.toFixed(2)})`);
	if (computeGapProbability(base, head, fit) < gapLevel) return keepUnadjusted("the covariate itself differs between the sides, so it may be an effect of the change", true);
	const [adjustedBase, adjustedHead] = adjustToCommonCovariate(base, head, fit, spentDegrees);
	return {
		isAdjusted: true,
		base: adjustedBase.map(Math.exp),
		head: adjustedHead.map(Math.exp),
		slope,
		correlation
	};
}
function computeGapProbability(base, head, { covariateGap, covariateSquares }) {
	const degrees = base.values.length + head.values.length - 2;
	const variance = covariateSquares / degrees * (1 / base.values.length + 1 / head.values.length);
	return 2 * computeStudentProbability(-Math.abs(covariateGap) / Math.sqrt(variance), degrees);
}
function keepUnadjusted(reason, isConfounded = false) {
	return {
		isAdjusted: false,
		isConfounded,
		reason
	};
}

// src/domain/detection/noise/clock-states.ts
const leastGap = .03;
function splitClockStates(clocks) {
	if (clocks.length < 2 || !clocks.every((clock) => clock > 0 && Number.isFinite(clock))) return null;
	const sorted = clocks.toSorted((a, b) => a - b);
	const steps = sorted.slice(1).map((clock, index) => Math.log(clock / (sorted[index] ?? clock)));
	const gap = Math.max(...steps);
	const below = sorted.slice(0, steps.indexOf(gap) + 1);
	const above = sorted.slice(below.length);
	if (gap < Math.log1p(leastGap) || gap <= Math.max(computeSpread(below), computeSpread(above))) return null;
	const boundary = above[0] ?? Number.POSITIVE_INFINITY;
	return {
		low: computeMean$2(below),
		high: computeMean$2(above),
		isHigh: clocks.map((clock) => clock >= boundary)
	};
}
function computeSpread(sorted) {
	return Math.log((sorted.at(-1) ?? 1) / (sorted[0] ?? 1));
}

// src/domain/detection/pair/judge-within-states.ts
function judgeWithinStates(metric, input, clocks) {
	const states = findClockStates(metric, input, clocks);
	if (!states) return judgeMetric(metric, input);
	const within = joinStates(input, states);
	if (!within) return answerConfounded(metric, input, clocks);
	const answer = judgeMetric(metric, within);
	const clocksText = `${Math.round(states.low)} and ${Math.round(states.high)} MHz`;
	return {
		...answer,
		reason: `${answer.reason}; compared inside each of two clock states (${clocksText})`
	};
}
function adjustForClockStates(metric, input, clocks) {
	const states = findClockStates(metric, input, clocks);
	return (states && joinStates(input, states)) ?? input;
}
function joinStates(input, states) {
	const [base, head] = buildArms(input, states);
	const fit = fitWithinArms(base, head);
	if (fit.covariateSquares === 0) return null;
	const [inBase, inHead] = adjustToCommonCovariate(base, head, fit, 1);
	return {
		...input,
		base: inBase.map(Math.exp),
		head: inHead.map(Math.exp)
	};
}
function findClockStates(metric, input, { base, head }) {
	const kind = inferMetricKind(metric);
	const isKnown = base.length === input.base.length && head.length === input.head.length;
	if (kind !== "duration" && kind !== "rate" || !isKnown) return null;
	return answerWithoutRatio(buildPairRequest(metric, input)) ? null : splitClockStates([...base, ...head]);
}
function buildArms({ base, head }, { isHigh }) {
	const states = isHigh.map(Number);
	return [{
		values: base.map(Math.log),
		covariate: states.slice(0, base.length)
	}, {
		values: head.map(Math.log),
		covariate: states.slice(base.length)
	}];
}
function answerConfounded(metric, input, clocks) {
	const power = inferMetricKind(metric) === "rate" ? -1 : 1;
	const change = computeMeanLog(input.head) - computeMeanLog(input.base);
	const clockChange = computeMeanLog(clocks.head) - computeMeanLog(clocks.base);
	const inCycles = toFiniteShare(change + power * clockChange);
	const [from, to] = [computeMean$2(clocks.base), computeMean$2(clocks.head)].map(Math.round);
	const what = power === 1 ? "in clock cycles it is" : "per clock cycle it is";
	const reason = `${`${formatSignedEffect$1(toFiniteShare(change), "%")} (${formatRuns(input)})`}: base ran at ${from} MHz and head at ${to} MHz, so the clock may explain the difference; ${what} ${formatSignedEffect$1(inCycles, "%")}`;
	return createUnjudgedAnswer("inconclusive", toFiniteShare(change), reason);
}
function computeMeanLog(values) {
	return computeMean$2(values.map(Math.log));
}

// src/domain/verdict/gate-family.ts
function judgeFamily(metrics, family, answer) {
	const { terms } = family;
	const strict = metrics.map((metric) => ({
		...answer(metric, false),
		metric,
		isGate: terms.has(metric.name)
	}));
	const slowerGpus = strict.filter(isSlowerGpu);
	const isCleared = strict.some((item) => isClearing(item, family, slowerGpus));
	const judged = strict.map((item) => isCleared && isWidenable(terms.get(item.metric.name), item.decision) ? {
		...item,
		...answer(item.metric, true)
	} : item);
	const run = judged.find(({ metric }) => metric.name === wallTime.name);
	const isRunFaster = run?.isGate === true && run.decision.verdict === "improvement";
	return judged.map((item) => ({
		...item,
		...weighCost(item, family, slowerGpus, isRunFaster)
	}));
}
function isClearing(item, family, slowerGpus) {
	const { verdict } = item.decision;
	if (family.terms.get(item.metric.name)?.isDeciding !== true) return false;
	if (verdict === "unchanged" || verdict === "improvement") return true;
	return verdict === "regression" && weighCost(item, family, slowerGpus, false).toleratedBecause !== void 0;
}
function isWidenable(terms, { verdict }) {
	return terms?.mayWiden === true && verdict === "inconclusive";
}
function isSlowerGpu({ metric, decision }) {
	return parseBusyGpu(metric.name) !== null && decision.verdict === "regression";
}
function weighCost({ metric, decision }, { terms, baseLevels }, slowerGpus, isRunFaster) {
	if (!isPartOfRun(metric.name) || decision.effect === null) return {};
	const ofGpus = isBusyTime(metric.name) && decision.verdict === "regression" ? slowerGpus : [];
	const cost = Math.max(decision.effect * computeRunShare(metric.name, baseLevels), ...ofGpus.map((gpu) => (gpu.decision.effect ?? 0) * computeGpuShare(gpu.metric.name, metric.name, baseLevels)));
	const minCost = terms.get(metric.name)?.minCost ?? null;
	if (decision.verdict !== "regression" || minCost === null) return { cost };
	const toleratedBecause = explainTolerance(cost, minCost, isRunFaster);
	return {
		cost,
		...toleratedBecause !== null && { toleratedBecause }
	};
}
function explainTolerance(cost, minCost, isRunFaster) {
	if (cost < minCost) return `it costs ${formatShare(cost)} of the run, less than comparison.minCost (${formatShare(minCost)})`;
	return isRunFaster ? "the complete run is faster" : null;
}

// src/domain/trial/run-facts.ts
const covariates = [{
	name: "the speed of the core before the run",
	read: ({ host }) => host?.probeSeconds ?? null
}, {
	name: "the CPU use of other processes",
	read: computeOtherCores
}];
const minBusyReadings = 5;
function computeMeanClockMhz(trial) {
	const active = selectOwnGpuUses(trial).filter(({ utilizationPercent }) => (utilizationPercent?.max ?? 0) > 0);
	if (active.some(({ work }) => isTooShort(work?.busySeconds ?? null, trial))) return null;
	const clocks = active.flatMap(({ smClockMhz, work }) => (work ? work.busyClockMhz : smClockMhz?.mean) ?? []);
	return clocks.length === 0 ? null : computeMean$2(clocks);
}
function isTooShort(busySeconds, { telemetry }) {
	return busySeconds !== null && telemetry !== null && busySeconds * 1e3 < minBusyReadings * telemetry.intervalMs;
}
function computeOtherCores({ host, wallSeconds }) {
	const seconds = host?.otherCpuSeconds ?? null;
	return seconds === null || !wallSeconds ? null : seconds / wallSeconds;
}

// src/domain/verdict/interleaved-pair.ts
const quietNoise = .004;
function buildInterleavedPair(comparison, head, trials, known) {
	const runs = trimToEqual(selectInterleavedRuns(comparison, head, trials, known));
	const measurements = {
		base: collectRunMeasurements(runs.base),
		head: collectRunMeasurements(runs.head)
	};
	const [baseLevels, headLevels] = [computeLevels(measurements.base), computeLevels(measurements.head)];
	const terms = buildGateTerms(comparison, [baseLevels, headLevels]);
	const isStored = runs.base.some((trial) => trial.cachedFromRun !== null);
	const maxRuns = comparison.maxRepeats > head.repeats ? comparison.maxRepeats : null;
	const common = {
		sessionDeviation: isStored ? unknownSessionDeviation : null,
		design: isStored ? "stored" : "interleaved",
		maxRuns,
		gates: Math.max(1, terms.size)
	};
	const chooseRules = (metric) => {
		const sessions = known.sessionsOf(comparison.head, metric.name);
		const guessedNoise = isQuietCounter(metric.name) ? quietNoise : void 0;
		return {
			...common,
			sessions,
			guessedNoise,
			...chooseEffects(metric, comparison, sessions, terms)
		};
	};
	return {
		comparison,
		runs,
		...measurements,
		baseLevels,
		headLevels,
		terms,
		chooseRules
	};
}
function computeLevels(side) {
	return computeMedianLevels(side.map(({ metric, samples }) => ({
		name: metric.name,
		samples
	})));
}
function chooseEffects({ name }, comparison, sessions, terms) {
	const gate = terms.get(name);
	const widened = widenEffect(comparison, sessions, Math.max(1, terms.size));
	if (gate === void 0 || gate.minCost === null) return widened;
	const clearEffect = Math.max(gate.clearEffect, widened.minEffect);
	return {
		minEffect: gate.minEffect,
		clearEffect,
		note: clearEffect > gate.clearEffect ? widened.note : null
	};
}
function widenEffect({ minEffect, maxRepeats, mayWiden }, sessions, gates) {
	return mayWiden ? computeEffectiveMinEffect(minEffect, estimateNoiseFloor(sessions), maxRepeats, gates) : {
		minEffect,
		note: null
	};
}
function decide$1(sides, only) {
	const metrics = listMetrics(sides).filter(({ name }) => sides.terms.has(name) || parseBusyGpu(name) !== null || only === "all" && !isContextMetric(name));
	const isConfirmed = isWorkChanged((metric) => buildPlainRequest(metric, sides));
	const judged = judgeFamily(metrics, sides, (metric, mayWiden) => {
		const answer = answerMetric(metric, sides, { mayWiden });
		const leastRuns = isTolerable(metric, answer.decision, sides) ? void 0 : chooseLeastRuns(metric, isConfirmed);
		return leastRuns === void 0 ? answer : answerMetric(metric, sides, {
			mayWiden,
			leastRuns
		});
	});
	return only === "all" ? judged : judged.filter(({ isGate }) => isGate);
}
function isTolerable({ name }, { effect }, sides) {
	const minCost = sides.terms.get(name)?.minCost ?? null;
	if (minCost === null || !isPartOfRun(name) || effect === null) return false;
	const cost = effect * computeRunShare(name, sides.baseLevels);
	return Math.max(cost, ...isBusyTime(name) ? listGpuCosts(name, sides) : []) < minCost;
}
function listGpuCosts(busyTime, { baseLevels, headLevels }) {
	return [...baseLevels].flatMap(([name, base]) => {
		const head = headLevels.get(name);
		if (parseBusyGpu(name) === null || head === void 0 || base <= 0) return [];
		return [(head / base - 1) * computeGpuShare(name, busyTime, baseLevels)];
	});
}
function buildPlainRequest(metric, sides) {
	const { samples, refused } = collectSides(metric, sides);
	return refused ? null : buildRequest(samples, sides.chooseRules(metric));
}
function collectSides({ name }, sides) {
	const [base, head] = [sides.base, sides.head].map((side) => side.find(({ metric }) => metric.name === name));
	const samples = {
		base: base?.samples ?? [],
		head: head?.samples ?? []
	};
	return {
		samples,
		refused: refuseOtherMetric(base?.metric, head?.metric) ?? refuseUnfit(samples)
	};
}
function listMetrics({ base, head }) {
	return [...new Map([...head, ...base].map(({ metric }) => [metric.name, metric])).values()];
}
function answerMetric(metric, sides, more) {
	const { samples, refused } = collectSides(metric, sides);
	const rules = sides.chooseRules(metric);
	const isExact = sides.comparison.confirm === "exact";
	const original = {
		...buildRequest(samples, {
			...rules,
			...more
		}),
		...isExact && { confirm: "exact" }
	};
	if (refused) return {
		request: original,
		decision: refused
	};
	const { request, note } = isExact ? {
		request: original,
		note: ""
	} : explainByCovariate(metric, original, sides.runs);
	const clocks = collectClocks(sides.runs);
	const answer = isExact ? judgeMetric(metric, original) : judgeWithinStates(metric, request, clocks);
	const doubt = (answer.verdict === "regression" || answer.verdict === "improvement") && !isExact ? findBusyHostDoubt(metric, answer.effect, sides.runs, rules.sessions) : null;
	const verdict = doubt === null ? answer.verdict : "inconclusive";
	const notes = [doubt, rules.note].filter((text) => text !== null).map((text) => `; ${text}`);
	const reason = `${answer.reason}${note}${notes.join("")}`;
	return {
		request: isExact ? original : adjustForClockStates(metric, request, clocks),
		decision: buildDecision({
			...answer,
			verdict,
			reason
		}, samples)
	};
}
function explainByCovariate(metric, original, runs) {
	const slowerSign = metric.betterWhen === "lower" ? 1 : -1;
	const [best] = collectCovariates(metric, runs).flatMap(({ name, base, head }) => {
		const adjusted = adjustForCovariate(original.base, original.head, base, head);
		return adjusted.isAdjusted && adjusted.correlation * slowerSign > 0 ? [{
			name,
			adjusted
		}] : [];
	}).toSorted((a, b) => Math.abs(b.adjusted.correlation) - Math.abs(a.adjusted.correlation));
	if (!best) return {
		request: original,
		note: ""
	};
	const { base, head, correlation } = best.adjusted;
	const note = `; adjusted for ${best.name} (r = ${correlation.toFixed(2)})`;
	return {
		request: {
			...original,
			base,
			head,
			history: []
		},
		note
	};
}
function mayAdjustWithMoreRuns(metric, original, runs, maxRuns) {
	return collectCovariates(metric, runs).some(({ base, head }) => mayAdjustLater({
		base: original.base,
		head: original.head,
		covariateBase: base,
		covariateHead: head
	}, maxRuns));
}
function collectCovariates(metric, runs) {
	const kind = inferMetricKind(metric);
	if (kind !== "duration" && kind !== "rate" || isGpuCounter(metric.name)) return [];
	return covariates.flatMap(({ name, read }) => {
		const [base, head] = [collectValues(runs.base, read), collectValues(runs.head, read)];
		return base && head ? [{
			name,
			base,
			head
		}] : [];
	});
}
function collectClocks(runs) {
	return {
		base: collectValues(runs.base, computeMeanClockMhz) ?? [],
		head: collectValues(runs.head, computeMeanClockMhz) ?? []
	};
}
function collectValues(trials, read) {
	const values = trials.map(read).filter((value) => value !== null);
	return values.length === trials.length ? values : null;
}
function collectRunMeasurements(trials) {
	return trials.length === 0 ? [] : collectMeasurements(trials);
}

// src/domain/detection/pair/pair-evidence.ts
function weighEvidence(metric, input) {
	const request = buildPairRequest(metric, input);
	const scale = chooseScale(metric, request);
	return scale && weighOnScale(request, scale);
}
function weighOnScale(request, scale) {
	const pair = measurePair(request, scale);
	const { difference, minEffect, rule } = pair;
	const { estimate, standardError, degreesOfFreedom } = difference;
	const isFaster = rule({
		...difference,
		estimate: -estimate
	}, minEffect) === "slower";
	return {
		...difference,
		minEffect,
		slowerPValue: computeStudentProbability(-estimate / standardError, degreesOfFreedom),
		fasterPValue: computeStudentProbability(estimate / standardError, degreesOfFreedom),
		leaning: isFaster ? "faster" : decideLeaning(rule, difference, pair)
	};
}
function chooseScale(metric, request) {
	const kind = inferMetricKind(metric);
	const scale = kind === "share" ? createPointScale(getFullValue(metric)) : ratioScale;
	const { base, head } = request;
	if (!(base.length > 1 && head.length > 1) || ![...base, ...head].every((value) => Number.isFinite(scale.toScale(value)))) return null;
	if (kind === "count" && isConstant(request)) return null;
	return kind === "memory" && isStepped(request, estimateAllocationStep(metric, request)) ? null : scale;
}
function computeUncertainty({ estimate, standardError, degreesOfFreedom, minEffect }) {
	const probability = computeStudentProbability((estimate - minEffect / 2) / standardError, degreesOfFreedom);
	return probability * (1 - probability);
}

// src/domain/detection/pair/projected-precision.ts
function projectPrecision(now, { base, head, design }, runs) {
	const taken = Math.min(base.length, head.length);
	const baseRuns = design === "stored" ? base.length : runs;
	return {
		estimate: now.estimate,
		standardError: Math.sqrt(now.runVariance * (1 / baseRuns + 1 / runs) + now.sessionVariance),
		degreesOfFreedom: now.ownDegrees * (runs - 1) / (taken - 1) + now.priorDegrees
	};
}

// src/domain/detection/pair/out-of-reach.ts
const margin = .75;
function isLikelyOpen(pair, request, runs) {
	const rule = createSingleLookRule(readGates(request));
	const precision = projectPrecision(pair.difference, request, runs);
	const { estimate, standardError } = pair.difference;
	return [
		-.75,
		0,
		margin
	].map((errors) => estimate + errors * standardError).every((place) => decideLeaning(rule, {
		...precision,
		estimate: place
	}, pair) === "open");
}
function isOutOfReach(pair, request, scale, runs) {
	if (!isLikelyOpen(pair, request, runs)) return false;
	const { history = [] } = request;
	return history.length === 0 || isLikelyOpen(measurePair({
		...request,
		history: []
	}, scale), request, runs);
}
function computeMaxRuns$1({ base, head }, maxRuns) {
	return Math.max(maxRuns, base.length, head.length);
}

// src/domain/detection/pair/explain-out-of-reach.ts
const mostRuns = 1e3;
function explainOutOfReach(metric, input, maxRuns) {
	const request = buildPairRequest(metric, input);
	const scale = chooseScale(metric, request);
	if (!scale) return null;
	const now = measurePair(request, scale);
	const most = computeMaxRuns$1(request, maxRuns);
	if (!isOutOfReach(now, request, scale, most)) return null;
	const reachableEffect = scale.toEffect(computeDetectableEffect(now, request, most));
	const runsNeeded = findFewestRuns(now, request, most);
	return {
		runsNeeded,
		reachableEffect,
		reason: formatReason({
			most,
			runsNeeded,
			reachableEffect
		}, now, scale)
	};
}
function computeDetectableEffect(now, request, runs) {
	return findSmallestDetectable(projectPrecision(now.difference, request, runs), readGates(request));
}
function findFewestRuns(now, request, most) {
	let [low, high] = [most, mostRuns];
	if (computeDetectableEffect(now, request, high) > now.minEffect) return null;
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (computeDetectableEffect(now, request, middle) <= now.minEffect) high = middle;
		else low = middle;
	}
	return high;
}
function formatReason({ most, runsNeeded, reachableEffect }, now, scale) {
	const limit = formatEffectSize(scale.toEffect(now.minEffect), scale.hundredth);
	return `out of reach at this noise: ${most} runs per side can detect ${formatEffectSize(reachableEffect, scale.hundredth)}; detecting ${limit} needs ${runsNeeded === null ? `more than ${mostRuns}` : `about ${runsNeeded}`}`;
}

// src/domain/verdict/outlook.ts
function estimateOutlook({ comparison, runs }, decisions) {
	const open = decisions.filter(({ decision }) => decision.verdict === "inconclusive").map(({ metric, request }) => {
		const evidence = weighEvidence(metric, request);
		return {
			uncertainty: evidence ? computeUncertainty(evidence) : 0,
			isWeighed: evidence !== null,
			isOutOfReach: request.widen !== true && explainOutOfReach(metric, request, comparison.maxRepeats) !== null && !mayAdjustWithMoreRuns(metric, request, runs, comparison.maxRepeats)
		};
	});
	const near = open.filter(({ isWeighed, isOutOfReach }) => isWeighed && !isOutOfReach);
	const relevant = near.length > 0 ? near : open;
	return {
		uncertainty: Math.max(0, ...relevant.map((item) => item.uncertainty)),
		isOutOfReach: near.length === 0 && open.some(({ isOutOfReach }) => isOutOfReach)
	};
}

// src/domain/verdict/comparison-progress.ts
function determineProgress(comparison, head, trials, known) {
	if (isCleared(comparison, head, trials, known)) return { state: "cleared" };
	const runs = selectInterleavedRuns(comparison, head, trials, known);
	const taken = Math.min(runs.base.length, runs.head.length);
	const first = computeFirstLook(comparison, head);
	const next = computeNextLook(taken - 1, first, comparison.maxRepeats);
	if (taken < next) return {
		state: "measuring",
		wanted: next
	};
	if (runs.head.length < runs.base.length) return {
		state: "measuring",
		wanted: computeNextLook(taken, first, comparison.maxRepeats)
	};
	return determineAtLook(buildInterleavedPair(comparison, head, trials, known), head, taken);
}
function computeFirstLook({ confirm, maxRepeats }, { repeats }) {
	return confirm === "exact" ? Math.max(repeats, Math.min(7, maxRepeats)) : repeats;
}
function isCleared(comparison, head, trials, known) {
	if (!comparison.isScreened || trials.some((trial) => trial.caseId === comparison.base)) return false;
	const own = trials.filter((trial) => trial.caseId === comparison.head && isCounted(trial));
	return own.length >= head.repeats && known.screen(comparison.head, own) === true;
}
function determineAtLook(sides, head, taken) {
	const decisions = decide$1(sides, "gate");
	if (isSettled(decisions)) return { state: "settled" };
	const { maxRepeats } = sides.comparison;
	if (taken >= maxRepeats) return { state: "at the cap" };
	const outlook = estimateOutlook(sides, decisions);
	if (outlook.isOutOfReach) return { state: "out of reach" };
	return {
		state: "open",
		wanted: computeNextLook(taken, computeFirstLook(sides.comparison, head), maxRepeats),
		outlook
	};
}
function isSettled(decisions) {
	return decisions.some((item) => item.decision.verdict === "regression" && item.toleratedBecause === void 0) || decisions.every(({ decision }) => decision.verdict !== "inconclusive");
}

// src/domain/verdict/judged-comparison.ts
function judgeComparisons(plan, trials, known) {
	const find = (id) => plan.cases.find((item) => item.id === id);
	return plan.comparisons.flatMap((planned) => {
		const [head, base] = [find(planned.head), find(planned.base)];
		if (!head || !base) return [];
		const sides = buildInterleavedPair(planned, head, trials, known);
		const decisions = sides.runs.base.length === 0 || sides.runs.head.length === 0 ? [] : decide$1(sides, "all");
		return [{
			planned,
			head,
			base,
			progress: determineProgress(planned, head, trials, known),
			decisions
		}];
	});
}
function toComparisons(judged, reference, axes) {
	const { suite, benchmark } = judged.head.key;
	const key = {
		suite,
		benchmark,
		axes,
		reference
	};
	const decided = judged.decisions.map((item) => ({
		...key,
		metric: item.metric.name,
		unit: item.metric.unit,
		betterWhen: item.metric.betterWhen,
		isGate: item.isGate,
		...item.cost !== void 0 && { cost: item.cost },
		...item.toleratedBecause !== void 0 && { toleratedBecause: item.toleratedBecause },
		...item.workCause !== void 0 && { workCause: item.workCause },
		...item.decision,
		reason: withLimits(item, judged)
	}));
	const names = judged.decisions.map(({ metric }) => metric.name);
	return [...decided, ...listUnmatchedGates(judged.planned.gate, names, key)];
}
function withLimits({ metric, request, decision }, { progress, planned }) {
	const { verdict, reason } = decision;
	if (verdict !== "inconclusive") return reason;
	switch (progress.state) {
		case "out of reach": {
			const limit = explainOutOfReach(metric, request, planned.maxRepeats);
			return limit ? `${reason}; ${limit.reason}` : reason;
		}
		case "open": return `${reason}; the budget is used up; the next look needs ${progress.wanted} runs per side`;
		case "at the cap":
		case "measuring":
		case "settled":
		case "cleared": return reason;
		default: return progress;
	}
}

// src/suites/revision/revision-figures.ts
function compareWithRevision(label, input, buildCaseKey) {
	const declared = input.config.revisions[label]?.declared;
	const head = findOutcome$1(input, "head");
	if (declared) return compareWithDeclared(label, declared, head, buildCaseKey(label));
	const other = findOutcome$1(input, label);
	const resolved = input.revisions.find((item) => item.label === label);
	const judged = input.comparisons.find(({ base }) => base.revision === label);
	if (!isMeasured(head) || !isMeasured(other) || !judged || judged.decisions.length === 0) return withoutAnswer(label, resolved?.problem ?? (isMeasured(head) ? `${label}: ${explainAbsence(other)}` : `head: ${explainAbsence(head)}`), input, buildCaseKey);
	return compareMeasured(label, {
		head,
		other,
		judged
	}, input, buildCaseKey);
}
function withoutAnswer(label, reason, input, buildCaseKey) {
	return {
		derived: [buildSpeedup(buildCaseKey(label), null, reason)],
		comparisons: [withoutFigures$1(buildCaseKey(label), label, reason, input)],
		sections: [],
		findings: []
	};
}
function compareMeasured(label, { head, other, judged }, input, buildCaseKey) {
	const reference = `${label} (${input.revisions.find((item) => item.label === label)?.commit?.slice(0, 7) ?? "unknown"})`;
	const doubts = listConditionDifferences(getConditions(other, label, input), getConditions(head, "head", input));
	const comparisons = compareMetrics(judged, reference, doubts, head.planned.key);
	const value = summarizeWallTime(other).median / summarizeWallTime(head).median;
	const doubt = doubts.length > 0 ? `not comparable: ${doubts.join("; ")}` : null;
	const speedup = {
		...buildSpeedup(buildCaseKey(label), value, doubt),
		isSuspicious: doubts.length > 0
	};
	return {
		derived: [speedup],
		comparisons: selectRelevant(comparisons, label, input),
		sections: [buildSection$1(label, reference, comparisons, speedup)],
		findings: listCacheCautions(other, label)
	};
}
function selectRelevant(comparisons, label, { config }) {
	const isMergeBase = config.revisions[label]?.ref === "merge-base";
	return comparisons.filter((item) => isMergeBase || item.isGate);
}
function findOutcome$1(input, label) {
	return input.outcomes.find((outcome) => outcome.planned.key.axes["revision"] === label);
}
function buildSpeedup(key, value, reason) {
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
function compareWithDeclared(label, declared, head, key) {
	const value = isMeasured(head) ? declared.wallSeconds / summarizeWallTime(head).median : null;
	const speedup = {
		...buildSpeedup(key, value, isMeasured(head) ? `declared: ${declared.source}` : `head: ${explainAbsence(head)}`),
		isDeclared: true
	};
	const row = [
		`${label} (declared, not measured)`,
		{
			value: declared.wallSeconds,
			unit: "s"
		},
		head && isMeasured(head) ? {
			value: summarizeWallTime(head).median,
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
function getConditions(outcome, label, input) {
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
function compareMetrics(judged, reference, doubts, key) {
	const comparisons = toComparisons(judged, reference, key.axes);
	if (doubts.length === 0) return comparisons;
	return comparisons.map((item) => ({
		...item,
		...createUndecided("not comparable", doubts.join("; "))
	}));
}
function withoutFigures$1(key, label, reason, input) {
	const isUnfit = [findOutcome$1(input, "head"), findOutcome$1(input, label)].every((side) => side?.status === "measured" || side?.status === "contaminated");
	const { name: metric, unit, betterWhen } = wallTime;
	const decision = createUndecided(isUnfit ? "inconclusive" : "missing", reason);
	return {
		...key,
		metric,
		unit,
		betterWhen,
		reference: label,
		isGate: true,
		...decision
	};
}
function buildSection$1(label, reference, comparisons, speedup) {
	const rows = comparisons.filter((item) => item.base && item.head).map((item) => {
		const [base, head] = [item.base?.median ?? 0, item.head?.median ?? 0];
		const ratio = item.betterWhen === "lower" ? base / head : head / base;
		return [
			parseStageName(item.metric) ?? item.metric,
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
function listCacheCautions(other, label) {
	const runs = [...new Set(other.trials.flatMap((trial) => trial.cachedFromRun ?? []))];
	if (runs.length === 0) return [];
	return [{
		kind: "caution",
		subject: label,
		reason: `samples reused from run ${runs.join(", ")}: measured earlier, not interleaved with the head`
	}];
}

// src/suites/revision/revision.ts
const revision$2 = {
	usesBaselines: false,
	plan(input) {
		const lacking = checkDeviceCount(buildCaseKey$4(input, "head"), input.suite.gpus, input.devices);
		if (lacking) return createPlan([], [lacking]);
		const others = input.suite.against.filter((label) => mayRun(input, label));
		const notTested = input.suite.against.flatMap((label) => describeUnresolved(input, label) ?? []);
		const head = planRevisionCase(input, "head");
		const bases = others.map((label) => planRevisionCase(input, label));
		return {
			notTested,
			cases: [head, ...bases],
			comparisons: bases.map((base) => planComparison$1(head, base, input))
		};
	},
	judge(input) {
		const parts = input.suite.against.map((label) => compareWithRevision(label, input, (name) => buildCaseKey$4(input, name)));
		return {
			derived: parts.flatMap((part) => part.derived),
			requirements: input.suite.against.flatMap((label) => buildRequirement$2(label, input) ?? []),
			comparisons: parts.flatMap((part) => part.comparisons),
			findings: parts.flatMap((part) => part.findings),
			sections: parts.flatMap((part) => part.sections)
		};
	}
};
function buildCaseKey$4({ config, suite }, label) {
	return {
		suite: "revision",
		benchmark: config.pipeline.name,
		axes: {
			gpus: suite.gpus,
			revision: label
		}
	};
}
function planRevisionCase(input, label) {
	const { config, suite, devices } = input;
	const samplesFrom = label === "head" ? "fresh" : suite.baseline;
	return planCase({
		config,
		suite,
		devices,
		gpuCount: suite.gpus,
		key: buildCaseKey$4(input, label),
		revision: label,
		group: "revision",
		samplesFrom
	});
}
function planComparison$1(head, base, { config }) {
	const gate = chooseGate(config, "revision");
	const maxRepeats = base.samplesFrom === "cached" ? head.repeats : head.maxRepeats;
	return {
		head: head.id,
		base: base.id,
		...getEffectRules(config),
		gate,
		maxRepeats,
		isScreened: false
	};
}
function mayRun(input, label) {
	return input.revisions.some((item) => item.label === label && item.commit !== null) && !input.config.revisions[label]?.declared;
}
function describeUnresolved(input, label) {
	if (input.config.revisions[label]?.declared || mayRun(input, label)) return null;
	const problem = input.revisions.find((item) => item.label === label)?.problem;
	return {
		key: buildCaseKey$4(input, label),
		reason: problem ?? `revision ${label} was not resolved`
	};
}
function buildRequirement$2(label, { suite }) {
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

// src/domain/scaling/scaling.ts
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
function getMinimumSpeedup(profile, gpus) {
	const { bands, minEfficiencyElsewhere } = profiles[profile];
	const band = bands[gpus];
	if (band) return band.min;
	return minEfficiencyElsewhere === null ? null : minEfficiencyElsewhere * gpus;
}
function getUsualMaximum(profile, gpus) {
	return profiles[profile].bands[gpus]?.usualMax ?? null;
}
function buildScalingRequirement(profile, gpus, severity) {
	const limit = getMinimumSpeedup(profile, gpus);
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
function computeAmdahlCeiling(parallelShare, gpus) {
	return 1 / (1 - parallelShare + parallelShare / gpus);
}

// src/suites/scaling/host-bound-cautions.ts
const minRestShare = .5;
const minAdvantage = 1.1;
function listHostBoundCautions(points) {
	const base = splitTime(points.find(({ gpus }) => gpus === 1));
	if (base === null) return [];
	return points.filter(({ gpus }) => gpus > 1).flatMap((point) => {
		const time = splitTime(point);
		if (time === null || !isHostBound(base, time)) return [];
		return [{
			kind: "caution",
			subject: describeCase(point.key),
			reason: describe$1(base, time)
		}];
	}).slice(0, 1);
}
function isHostBound(base, time) {
	const runScale = (base.busy + base.rest) / (time.busy + time.rest);
	return time.rest > minRestShare * (time.busy + time.rest) && base.busy / time.busy > minAdvantage * runScale;
}
function describe$1(base, time) {
	const [busy, rest] = [[base.busy, time.busy], [base.rest, time.rest]].map(([one = 0, more = 0]) => `${one.toPrecision(3)} to ${more.toPrecision(3)} s`);
	return `GPU work scaled ${`${(base.busy / time.busy).toPrecision(3)}×`} (busy time of each GPU ${busy}), but the rest of the run, such as start-up, took ${rest}: give each run more GPU work to measure its scaling`;
}
function splitTime(point) {
	const outcome = point?.outcome;
	if (!point || (point.nodes ?? 1) > 1 || !isMeasured(outcome)) return null;
	const [wall, sums] = [wallTime, gpuBusyTime].map(({ name }) => getSamples(outcome, name));
	if (!wall?.length || !sums?.length) return null;
	const busy = computeMedian$1(sums) / point.gpus;
	return busy > 0 ? {
		busy,
		rest: Math.max(0, computeMedian$1(wall) - busy)
	} : null;
}

// src/domain/scaling/speedup.ts
function computeSpeedup(base, other, confidence) {
	if (base.length === 0 || other.length === 0 || [...base, ...other].some((value) => !(value > 0))) return null;
	const value = computeMedian$1(base) / computeMedian$1(other);
	const relative = computeEffectInterval(other, base, confidence);
	if (!relative) return {
		value,
		interval: null
	};
	const center = Math.sqrt((1 + relative[0]) * (1 + relative[1]));
	return {
		value,
		interval: [(1 + relative[0]) / center * value, (1 + relative[1]) / center * value]
	};
}

// src/suites/scaling/scaling-figures.ts
const maxEfficiency = 1.05;
function deriveScalingFigures(points, input) {
	const base = points.find((point) => point.gpus === 1)?.outcome;
	const parallelShare = isMeasured(base) ? computeParallelShare(base, input.suite.parallelStages) : null;
	return points.filter(({ gpus }) => gpus > 1).flatMap((point) => derivePointFigures$1(point, base, parallelShare, input));
}
function derivePointFigures$1(point, base, parallelShare, input) {
	const ceiling = parallelShare === null ? null : computeAmdahlCeiling(parallelShare, point.gpus);
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
		reason: ceiling === null ? explainNoCeiling(input) : null
	};
	if (!isMeasured(point.outcome) || !isMeasured(base)) {
		const reason = explainNoSpeedup(point, base, input);
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
	const { value: speedup, interval } = computeTotalSpeedup(base, point.outcome, input.policy.confidence);
	const doubt = findDoubt$1({
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
			interval: scaleInterval(interval, 1 / point.gpus)
		},
		limitOfReach
	];
}
function explainNoSpeedup(point, base, { devices }) {
	if (point.perNode > devices.length) return `needs ${point.perNode} devices, this runner has ${devices.length}`;
	return isMeasured(base) ? explainAbsence(point.outcome) : `no 1-GPU run to compare with: ${explainAbsence(base)}`;
}
function findDoubt$1({ point, base, speedup, interval, ceiling, input }) {
	const rows = isMeasured(point.outcome) ? point.outcome.resultRows : null;
	if (rows !== base.resultRows) return markUnfit(`wrote ${rows ?? "unknown"} result rows, the 1-GPU run ${base.resultRows ?? "unknown"}: different work`);
	const tooSmall = explainSize(input);
	if (tooSmall !== null) return markUnfit(tooSmall);
	const impossible = `faster than ${point.gpus} GPUs can be (efficiency above 100 %)`;
	if ((interval?.[0] ?? speedup) > point.gpus) return markUnfit(`${impossible}: check that both runs did the same work`);
	if (speedup > point.gpus * maxEfficiency) return markUnfit(`${impossible}: the noise of these runs is too large to judge it`);
	return {
		reason: describeRemarks(point.gpus, speedup, ceiling, input),
		isSuspicious: false
	};
}
function explainSize({ suite: { dataset, minSequences }, datasets }) {
	if (dataset === void 0) return null;
	const sequences = datasets.find(({ name }) => name === dataset)?.sequences;
	if (sequences === void 0) return `the size of dataset ${dataset} is unknown`;
	if (sequences === null || sequences >= minSequences) return null;
	return `${sequences} sequences are dominated by overhead; ${minSequences} are needed to judge scaling`;
}
function markUnfit(reason) {
	return {
		reason,
		isSuspicious: true
	};
}
function describeRemarks(gpus, speedup, ceiling, { suite }) {
	const usual = getUsualMaximum(suite.profile, gpus);
	const limit = getMinimumSpeedup(suite.profile, gpus);
	const isSuperlinear = speedup > gpus;
	const look = isSuperlinear ? `the excess over ${gpus}× is within the noise` : "check that both runs did the same work";
	const notes = [
		usual !== null && speedup > usual ? `above the usual ${usual}×: ${look}` : null,
		usual === null && isSuperlinear ? `efficiency above 100 %: ${look}` : null,
		ceiling !== null && limit !== null && limit > ceiling ? `the limit of ${limit}× exceeds the ceiling: the 1-GPU shares allow ${ceiling.toFixed(2)}×` : null
	].filter((note) => note !== null);
	return notes.length > 0 ? notes.join("; ") : null;
}
function explainNoCeiling({ suite }) {
	return suite.parallelStages.length === 0 ? "parallelStages names no stage that can use more GPUs" : "the 1-GPU run reported no times for the stages in parallelStages";
}
function computeParallelShare(base, stages) {
	const seconds = stages.map((stage) => getSamples(base, createStageMetric(stage).name));
	if (seconds.length === 0 || seconds.some((samples) => samples.length === 0)) return null;
	const parallel = seconds.reduce((sum, samples) => sum + computeMedian$1(samples), 0);
	return Math.min(1, parallel / summarizeWallTime(base).median);
}
function computeTotalSpeedup(base, other, confidence) {
	const [one, more] = [base, other].map((outcome) => getSamples(outcome, wallTime.name));
	const found = computeSpeedup(one ?? [], more ?? [], confidence);
	if (!found) throw new RangeError("a measured case has wall times");
	return found;
}
function scaleInterval(interval, factor) {
	return interval ? [interval[0] * factor, interval[1] * factor] : null;
}

// src/suites/scaling/scaling.ts
const scaling$1 = {
	usesBaselines: true,
	plan(input) {
		const sizes = listSizes(input);
		const tested = sizes.filter(({ perNode }) => perNode <= input.devices.length);
		const notTested = sizes.flatMap((size) => checkDeviceCount(buildCaseKey$3(input, size), size.perNode, input.devices) ?? []);
		return createPlan(tested.map((size) => planScalingCase(input, size)), notTested);
	},
	judge(input) {
		const points = listSizes(input).map((size) => ({
			...size,
			key: buildCaseKey$3(input, size),
			outcome: findOutcome(input, buildCaseKey$3(input, size))
		}));
		const derived = deriveScalingFigures(points, input);
		const requirements = listRequirements(input, points);
		return {
			derived,
			requirements,
			comparisons: [],
			findings: listHostBoundCautions(points),
			sections: [buildSection(points, derived, requirements, input)]
		};
	}
};
function listSizes({ suite, devices }) {
	const counts = [.../* @__PURE__ */ new Set([1, ...suite.gpus])].toSorted((a, b) => a - b);
	const nodes = suite.nodes ? 1 : null;
	const perNode = counts.findLast((count) => count <= devices.length) ?? 1;
	const across = [...new Set(suite.nodes ?? [])].toSorted((a, b) => a - b);
	return [...counts.map((gpus) => ({
		gpus,
		perNode: gpus,
		nodes
	})), ...across.map((count) => ({
		gpus: count * perNode,
		perNode,
		nodes: count
	}))];
}
function buildCaseKey$3({ config }, { gpus, nodes }) {
	return {
		suite: "scaling",
		benchmark: config.pipeline.name,
		axes: {
			gpus,
			...nodes !== null && { nodes }
		}
	};
}
function planScalingCase({ config, suite, devices, ...input }, size) {
	return planCase({
		config,
		suite,
		devices,
		gpuCount: size.perNode,
		key: buildCaseKey$3({
			config,
			...input
		}, size),
		group: "scaling",
		placement: size.nodes === null ? {} : { nodes: size.nodes }
	});
}
function findOutcome(input, { axes }) {
	return input.outcomes.find((outcome) => hasAxes(outcome.planned.key.axes, axes));
}
function listRequirements(input, points) {
	return points.filter(({ gpus }) => gpus > 1).flatMap(({ gpus, key, outcome }) => {
		const requirement = buildScalingRequirement(input.suite.profile, gpus, outcome ? input.suite.severity : "info");
		return requirement ? [{
			...requirement,
			axes: key.axes
		}] : [];
	});
}
function buildSection(points, derived, requirements, input) {
	const results = requirements.flatMap((requirement) => judgeRequirement(requirement, derived, input.config));
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
			const findFigure = (name) => derived.find((item) => item.name === name && hasAxes(item.axes, point.key.axes));
			const result = results.find((item) => hasAxes(item.axes, point.key.axes));
			const time = isMeasured(point.outcome) ? {
				value: summarizeWallTime(point.outcome).median,
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
			].map((name) => toCell$3(findFigure(name)));
			return [
				formatSize(point),
				time,
				...figures,
				limit,
				formatVerdict$2(point, result, input)
			];
		}),
		notes: derived.flatMap((item) => item.name === "speedup" && item.value !== null && item.reason ? [`${formatAxesSize(item.axes)}: ${item.reason}`] : [])
	};
}
function formatSize({ gpus, nodes }) {
	return nodes === null || nodes === 1 ? String(gpus) : `${gpus} (${nodes} nodes)`;
}
function formatAxesSize({ gpus, nodes = 1 }) {
	return nodes === 1 ? `${gpus} GPUs` : `${gpus} GPUs on ${nodes} nodes`;
}
function toCell$3(item) {
	return item && item.value !== null ? {
		value: item.value,
		unit: item.unit
	} : null;
}
function formatVerdict$2(point, result, input) {
	if (point.perNode > input.devices.length) return `not tested: this runner has ${input.devices.length}`;
	if (!isMeasured(point.outcome)) return `not evaluated: ${explainAbsence(point.outcome)}`;
	if (point.gpus === 1) return "base";
	if (!result) return "no limit for this count";
	return result.status === "fail" && result.severity !== "fail" ? "missed (warning)" : result.status;
}

// src/domain/stages/load-balance.ts
const mostImbalance = .1;
function computeLoadBalance(shards, workers) {
	const byStage = [...Map.groupBy(shards, ({ stage }) => stage)].flatMap(([stage, parts]) => parts.length > 1 ? [computeBalance(stage, parts.map(({ gpu, seconds }) => ({
		who: `GPU ${gpu ?? "?"}`,
		seconds
	})))] : []);
	if (byStage.length > 0 || workers.length < 2) return byStage;
	return [computeBalance("run", workers.map(({ worker, seconds }) => ({
		who: `worker ${worker}`,
		seconds
	})))];
}
function computeBalance(part, times) {
	const silent = times.filter(({ seconds }) => seconds === null).map(({ who }) => who);
	const known = times.flatMap(({ who, seconds }) => seconds === null ? [] : [{
		who,
		seconds
	}]);
	const all = known.map(({ seconds }) => seconds);
	const [least, most] = [Math.min(...all), Math.max(...all)];
	if (silent.length > 0 || !(most > 0)) return {
		part,
		imbalance: null,
		seconds: known,
		reason: `no run time is reported by ${silent.join(", ") || "any worker"}`
	};
	return {
		part,
		imbalance: (most - least) / most,
		seconds: known,
		reason: null
	};
}

// src/domain/stages/stage-causes.ts
const busyPercent = 80;
const criticalPercent = 50;
const lowSmActivity = .4;
const ioCores = .5;
const ioShare = .1;
const saturatedShare = .9;
const waitingShare = .1;
const fewestStarved = .1;
const serialCores = [.75, 1.15];
const poorPadding = .8;
const unevenShare = .1;
const poorScaling = .75;
function findStageCauses(stage) {
	const found = rules.flatMap((rule) => rule(stage) ?? []);
	return found.length > 0 ? found : [describeUnknownCause(stage)];
}
const detectIoBound = ({ ioWaitShare, hostCores, readBytesPerSecond }) => {
	if (ioWaitShare === null) return null;
	if (!(hostCores === null ? ioWaitShare >= ioShare : ioWaitShare * hostCores >= ioCores)) return null;
	const rate = readBytesPerSecond === null ? "" : ` while it read ${(readBytesPerSecond / 1e6).toFixed(0)} MB/s`;
	return {
		kind: "io-bound",
		evidence: `the processors waited for storage ${formatPercent$2(ioWaitShare)} of their time${rate}`,
		advice: "Read from a faster or local disk, read fewer and larger files, or start reading before the stage needs it"
	};
};
const detectSaturatedHost = ({ cpuCores, hostCores }) => {
	if (cpuCores === null || hostCores === null || cpuCores < saturatedShare * hostCores) return null;
	return {
		kind: "host-saturated",
		evidence: `${cpuCores.toFixed(1)} of ${hostCores} cores were busy`,
		advice: "More loader processes cannot help: use more cores, or move work off them (prepare data once, tokenize on the GPU)"
	};
};
const detectStarvation = (stage) => {
	const { waitShare, starvedShare, utilizationPercent } = stage;
	if (!((waitShare ?? 0) >= waitingShare || (starvedShare ?? 0) >= fewestStarved)) return null;
	const evidence = [
		waitShare === null ? null : `the model waited for data ${formatPercent$2(waitShare)} of the stage`,
		starvedShare === null ? null : `${formatPercent$2(starvedShare)} of the batches came late`,
		utilizationPercent !== null && utilizationPercent < criticalPercent ? `critical: the GPU was ${utilizationPercent.toFixed(0)} % busy` : null
	].filter((part) => part !== null);
	const advice = detectSaturatedHost(stage) !== null || detectIoBound(stage) !== null ? "The data comes too late for the reasons above; more loader processes alone will not help" : "The host has free capacity: increase the number of loader processes or their prefetch depth, and pin memory";
	return {
		kind: "starved",
		evidence: evidence.join("; "),
		advice
	};
};
const detectSerialHost = (stage) => {
	const { cpuCores, hostCores } = stage;
	if (cpuCores === null || hostCores !== null && hostCores <= 1 || isBusy(stage) || isScaling(stage)) return null;
	if (cpuCores < serialCores[0] || cpuCores > serialCores[1]) return null;
	return {
		kind: "serial-host",
		evidence: `one core was busy (${cpuCores.toFixed(2)})${stage.hostCores === null ? "" : ` of ${stage.hostCores}`} while the rest waited`,
		advice: stage.isGpuStage ? "One thread feeds the GPU or launches its kernels: take Python work out of the loop, capture CUDA graphs, or load in processes" : "The stage runs on one core: spread it over processes or threads"
	};
};
const detectTinyKernels = (stage) => {
	const { smActivity, utilizationPercent } = stage;
	if (smActivity === null || !isBusy(stage) || smActivity >= lowSmActivity) return null;
	return {
		kind: "tiny-kernels",
		evidence: `a kernel ran ${(utilizationPercent ?? 0).toFixed(0)} % of the time, but kept only ${formatPercent$2(smActivity)} of the multiprocessors at work`,
		advice: "The kernels are too small for this GPU: make batches larger, fuse kernels (torch.compile), or run several streams"
	};
};
const detectPadding = ({ paddingEfficiency }) => {
	if (paddingEfficiency === null || paddingEfficiency >= poorPadding) return null;
	return {
		kind: "padding",
		evidence: `${formatPercent$2(1 - paddingEfficiency)} of the computed tokens were padding`,
		advice: "Put sequences of similar length into one batch (sort or bucket them), or pack several into a row"
	};
};
const detectImbalance = (stage) => {
	if (stage.imbalance === null || stage.imbalance <= unevenShare) return null;
	return {
		kind: "imbalance",
		evidence: `the first worker finished ${formatPercent$2(stage.imbalance)} of the time before the last`,
		advice: "Share the work out by its size (tokens, not files or every n-th sequence), or hand it out piece by piece"
	};
};
const detectPoorScaling = ({ scalingEfficiency }) => {
	if (scalingEfficiency === null || scalingEfficiency >= poorScaling) return null;
	return {
		kind: "does-not-scale",
		evidence: `its parallel efficiency with more GPUs is ${formatPercent$2(scalingEfficiency)}`,
		advice: "It does not spread over the GPUs: share its work out, or keep it to one GPU and run other stages on the rest"
	};
};
const detectBusyGpu = (stage) => {
	const { smActivity, utilizationPercent } = stage;
	if (!stage.isGpuStage || !isBusy(stage) || smActivity !== null && smActivity < lowSmActivity) return null;
	const sm = smActivity === null ? "" : `, its multiprocessors ${formatPercent$2(smActivity)}`;
	return {
		kind: "gpu-busy",
		evidence: `the GPU was ${(utilizationPercent ?? 0).toFixed(0)} % busy${sm}`,
		advice: "The computation itself is the limit: use more GPUs, a lower precision or faster kernels"
	};
};
const rules = [
	detectIoBound,
	detectSaturatedHost,
	detectStarvation,
	detectSerialHost,
	detectTinyKernels,
	detectPadding,
	detectImbalance,
	detectPoorScaling,
	detectBusyGpu
];
function describeUnknownCause(stage) {
	const isSeen = [
		stage.utilizationPercent,
		stage.cpuCores,
		stage.waitShare
	].some((value) => value !== null);
	return {
		kind: "unknown",
		evidence: isSeen ? "no measurement explains it" : "not monitored, or too short for a sample",
		advice: isSeen ? "Record a profiler trace" : "Run it under the monitor, on more data"
	};
}
function isScaling({ scalingEfficiency }) {
	return scalingEfficiency !== null && scalingEfficiency >= poorScaling;
}
function isBusy({ utilizationPercent }) {
	return utilizationPercent !== null && utilizationPercent >= busyPercent;
}
function formatPercent$2(share) {
	return `${Number((share * 100).toPrecision(3))} %`;
}

// src/suites/stages/stage-figures.ts
function buildStageFigures(point, devices) {
	const { outcome } = point;
	if (!isMeasured(outcome)) return [];
	const wall = computeMedian$1(getSamples(outcome, wallTime.name));
	const given = outcome.planned.gpus.flatMap((id) => findPhysicalGpu(id, devices) ?? []);
	return outcome.measurements.flatMap(({ metric, samples }) => {
		const stage = parseStageName(metric.name);
		if (stage === null) return [];
		const seconds = computeMedian$1(samples);
		return [{
			stage,
			samples,
			seconds,
			share: Math.min(1, seconds / wall),
			...summarizeUse(stage, outcome, given)
		}];
	});
}
function findPhysicalGpu(id, devices) {
	const device = devices.find((one) => one.id === id);
	return device ? device.physicalIndex : id;
}
function summarizeUse(stage, { trials }, given) {
	const host = trials.map((trial) => trial.gpuByStage?.host?.find((use) => use.stage === stage));
	const averageUse = (read) => computeMeanIfComplete(host.map((use) => use ? read(use) : null));
	const rates = trials.map((trial, index) => computeReadRate(trial, stage, host[index]));
	return {
		gpus: summarizeGpus(stage, given, trials),
		cpuCores: averageUse(({ cpuCores }) => cpuCores),
		ioWaitShare: averageUse(({ ioWaitShare }) => ioWaitShare),
		readBytesPerSecond: computeMeanIfComplete(rates),
		shards: trials.at(-1)?.pipeline?.shards.filter((shard) => shard.stage === stage) ?? []
	};
}
function computeReadRate(trial, stage, use) {
	const seconds = trial.stages.find((one) => one.stage === stage)?.seconds ?? null;
	return use && use.readBytes !== null && seconds !== null && seconds > 0 ? use.readBytes / seconds : null;
}
function summarizeGpus(stage, given, trials) {
	const found = given.map((gpu) => summarizeGpu$1(stage, gpu, trials));
	if (found.every((one) => one === null)) return [];
	return given.map((gpu, place) => found[place] ?? {
		gpu,
		...notSampled
	});
}
const notSampled = {
	utilizationPercent: null,
	smActivity: null,
	memoryPeakBytes: null
};
function summarizeGpu$1(stage, gpu, trials) {
	const rows = trials.map((trial) => trial.gpuByStage?.rows.find((row) => row.stage === stage && row.gpu === gpu));
	if (rows.every((row) => row === void 0)) return null;
	const listValues = (read) => rows.map((row) => row ? read(row) : null);
	const peaks = listValues(({ memoryPeakBytes }) => memoryPeakBytes).filter((peak) => peak !== null);
	return {
		gpu,
		utilizationPercent: computeMeanIfComplete(listValues(({ utilizationPercent }) => utilizationPercent)),
		smActivity: computeMeanIfComplete(listValues(({ smUtilization }) => smUtilization)),
		memoryPeakBytes: peaks.length > 0 ? Math.max(...peaks) : null
	};
}
function computeMeanIfComplete(values) {
	const known = values.filter((value) => value !== null);
	return known.length > 0 && known.length === values.length ? computeMean$2(known) : null;
}
function findMinimum$1(values) {
	const known = values.filter((value) => value !== null);
	return known.length > 0 ? Math.min(...known) : null;
}

// src/suites/stages/stage-diagnosis.ts
const gpuStageMinPercent = 10;
function diagnoseStage(gpus, figures, base, rules) {
	const utilizationPercent = findMinimum$1(figures.gpus.map((gpu) => gpu.utilizationPercent));
	const isGpuStage = rules.gpuStages.length > 0 ? rules.gpuStages.includes(figures.stage) : figures.gpus.some((gpu) => (gpu.utilizationPercent ?? 0) >= gpuStageMinPercent);
	const evidence = collectEvidence(gpus, figures, base, {
		isGpuStage,
		utilizationPercent,
		hostCores: rules.cpuCores
	});
	return {
		gpus,
		figures,
		isGpuStage,
		utilizationPercent,
		isBottleneck: figures.share > rules.maxShare,
		isUnderused: isGpuStage && utilizationPercent !== null && utilizationPercent < rules.minUtilization,
		causes: findStageCauses(evidence)
	};
}
function needsAttention({ isBottleneck, isUnderused, causes }) {
	return isBottleneck || isUnderused || causes.some(({ kind }) => kind === "tiny-kernels");
}
function collectEvidence(gpus, figures, base, seen) {
	const { shards } = figures;
	const speedup = base && gpus > 1 ? computeSpeedup(base.samples, figures.samples, .95) : null;
	const [balance] = computeLoadBalance(shards, []);
	return {
		...seen,
		smActivity: findMinimum$1(figures.gpus.map((gpu) => gpu.smActivity)),
		cpuCores: figures.cpuCores,
		ioWaitShare: figures.ioWaitShare,
		readBytesPerSecond: figures.readBytesPerSecond,
		waitShare: computeWaitShare(figures),
		starvedShare: computeStarvedShare(figures),
		paddingEfficiency: computePaddingEfficiency(shards),
		imbalance: balance?.imbalance ?? null,
		scalingEfficiency: speedup ? speedup.value / gpus : null
	};
}
function computeWaitShare({ shards, seconds }) {
	const waits = shards.map(({ waitSeconds }) => waitSeconds);
	if (waits.length === 0 || waits.includes(null) || !(seconds > 0)) return null;
	return Math.min(1, Math.max(...waits.map((wait) => wait ?? 0)) / seconds);
}
function computeStarvedShare({ shards }) {
	const loaders = shards.flatMap(({ dataLoader }) => dataLoader ?? []);
	const batches = loaders.reduce((sum, one) => sum + one.batches, 0);
	return batches > 0 ? loaders.reduce((sum, one) => sum + one.starved, 0) / batches : null;
}
function computePaddingEfficiency(shards) {
	const sum = (key) => shards.reduce((total, shard) => {
		const part = shard[key];
		return total === null || part === null ? null : total + part;
	}, 0);
	const [tokens, padded] = [sum("tokens"), sum("paddedTokens")];
	return tokens !== null && padded !== null && padded > 0 && tokens <= padded ? tokens / padded : null;
}

// src/suites/stages/stage-requirements.ts
const defaultMinPacking = .9;
const starvedBands = [.1, .2];
const rule = "config";
function listStageRequirements(suite, diagnoses, { derived, points }) {
	const isTold = (name) => derived.some((item) => item.name === name && item.value !== null);
	const wantsPacking = suite.minPacking !== void 0 || isTold("packing_efficiency") || isPackingRefused(points);
	return [
		...limitUtilization(suite, diagnoses),
		...wantsPacking ? [limitPacking(suite)] : [],
		...isTold("starved_share") ? limitStarvation(suite) : [],
		...derived.some(({ name }) => name === "load_imbalance") ? [limitImbalance(suite)] : [],
		captured
	];
}
function isPackingRefused(points) {
	return points.some(({ outcome }) => isMeasured(outcome) && outcome.trials.some(({ pipeline }) => (pipeline?.packing?.reason ?? null) !== null));
}
function limitUtilization({ gpuStages, minUtilization, severity }, diagnoses) {
	const common = {
		...buildRequirement$1("PERF-02", "gpu_stage_utilization", severity),
		operator: ">=",
		limit: minUtilization,
		unit: "%"
	};
	if (gpuStages.length > 0) return gpuStages.map((stage) => ({
		...common,
		axes: { stage }
	}));
	return diagnoses.some(({ isGpuStage }) => isGpuStage) ? [common] : [];
}
function limitPacking({ minPacking, severity }) {
	const limit = minPacking ?? defaultMinPacking;
	return {
		...buildRequirement$1("PERF-05", "packing_efficiency", severity),
		operator: ">=",
		limit,
		unit: "share"
	};
}
function limitStarvation({ severity }) {
	const [usual, most] = starvedBands;
	return [{
		...buildRequirement$1("PERF-05-starved", "starved_share", "warn"),
		operator: "<",
		limit: usual,
		unit: "share"
	}, {
		...buildRequirement$1("PERF-05-starved", "starved_share", severity),
		operator: "<=",
		limit: most,
		unit: "share"
	}];
}
function limitImbalance({ maxImbalance, severity }) {
	return {
		...buildRequirement$1("BALANCE", "load_imbalance", severity),
		operator: "<=",
		limit: maxImbalance,
		unit: "share"
	};
}
const captured = {
	...buildRequirement$1("PERF-05-captured", "telemetry_captured", "info"),
	operator: ">=",
	limit: 1,
	unit: "share"
};
function buildRequirement$1(id, value, severity) {
	return {
		id,
		suite: "stages",
		value,
		axes: {},
		severity,
		rule
	};
}

// src/domain/scaling/scalability-law.ts
const draws = 1e3;
const fewestCounts = 3;
function fitScalabilityLaw(points, confidence) {
	const counts = points.filter(({ seconds }) => seconds.length > 0);
	if (new Set(counts.map(({ gpus }) => gpus)).size < fewestCounts || !counts.some(({ gpus }) => gpus === 1)) return null;
	const fitted = fit(counts);
	const fewest = Math.min(...counts.map(({ seconds }) => seconds.length));
	const drawn = fewest < 2 ? null : redraw(counts);
	const total = counts.reduce((sum, { seconds }) => sum + seconds.length, 0);
	const widening = fewest < 2 ? 1 : computeSmallSampleWidening(fewest, total - counts.length, confidence);
	const computeInterval = (read) => drawn && computeWidenedInterval(drawn.map(read), read(fitted), {
		confidence,
		widening,
		least: 0
	});
	return {
		...fitted,
		contentionInterval: computeInterval(({ contention }) => contention),
		coherencyInterval: computeInterval(({ coherency }) => coherency),
		peak: findPeak(fitted, drawn, {
			confidence,
			widening
		})
	};
}
function computeLawSpeedup({ contention, coherency }, gpus) {
	return gpus / (1 + contention * (gpus - 1) + coherency * gpus * (gpus - 1));
}
function redraw(points) {
	const random = createSeededRandom(1554098974);
	return Array.from({ length: draws }, () => fit(points.map(({ gpus, seconds }) => ({
		gpus,
		seconds: resample(seconds, random)
	}))));
}
function fit(points) {
	const times = points.map(({ gpus, seconds }) => ({
		gpus,
		time: Math.exp(computeMean$2(seconds.map(Math.log)))
	}));
	const one = times.find(({ gpus }) => gpus === 1)?.time ?? NaN;
	return fitNonNegative(times.filter(({ gpus }) => gpus > 1).map(({ gpus, time }) => {
		const cost = gpus * time / one;
		return {
			a: (gpus - 1) / cost,
			b: gpus * (gpus - 1) / cost,
			y: (cost - 1) / cost
		};
	}));
}
function fitNonNegative(rows) {
	const sum = (read) => rows.reduce((total, row) => total + read(row), 0);
	const [aa, bb, ab] = [
		sum(({ a }) => a * a),
		sum(({ b }) => b * b),
		sum(({ a, b }) => a * b)
	];
	const [ay, by] = [sum(({ a, y }) => a * y), sum(({ b, y }) => b * y)];
	const determinant = aa * bb - ab * ab;
	const contention = (ay * bb - by * ab) / determinant;
	const coherency = (by * aa - ay * ab) / determinant;
	if (contention >= 0 && coherency >= 0) return {
		contention,
		coherency
	};
	const alone = [{
		contention: Math.max(0, ay / aa),
		coherency: 0
	}, {
		contention: 0,
		coherency: Math.max(0, by / bb)
	}];
	const computeError = (one) => sum(({ a, b, y }) => (y - one.contention * a - one.coherency * b) ** 2);
	return computeError(alone[0]) <= computeError(alone[1]) ? alone[0] : alone[1];
}
function findPeak(fitted, drawn, width) {
	if (drawn === null) return createUnidentifiedPeak("single runs have no spread");
	const place = computePeakGpus(fitted);
	if (place === null) return createUnidentifiedPeak("the speed-up shows no saturation within the measured counts");
	const places = drawn.map(computePeakGpus).filter((one) => one !== null);
	const without = 1 - places.length / drawn.length;
	if (without > (1 - width.confidence) / 2) return createUnidentifiedPeak(`${(without * 100).toFixed(0)} % of the resampled runs have no peak`);
	const [low, high] = computeWidenedInterval(places.map(Math.log), Math.log(place), {
		...width,
		least: 0
	});
	return {
		isIdentified: true,
		gpus: place,
		interval: [Math.exp(low), Math.exp(high)],
		speedup: computeLawSpeedup(fitted, place)
	};
}
function createUnidentifiedPeak(reason) {
	return {
		isIdentified: false,
		reason: `not identifiable: ${reason}`
	};
}
function computePeakGpus({ contention, coherency }) {
	return coherency > 0 && contention < 1 ? Math.sqrt((1 - contention) / coherency) : null;
}
function computeWidenedInterval(values, center, { confidence, widening, least }) {
	const sorted = values.toSorted((a, b) => a - b);
	const [low = center, high = center] = [(1 - confidence) / 2, (1 + confidence) / 2].map((share) => computeQuantile(sorted, share)).map((edge) => Math.max(least, center + (edge - center) * widening));
	return [Math.min(low, center), Math.max(high, center)];
}

// src/suites/stages/stage-scaling.ts
function deriveStageScaling(points, rules) {
	const base = points.find(({ gpus }) => gpus === 1);
	const more = points.filter(({ gpus }) => gpus > 1);
	if (more.length === 0) return {
		derived: [],
		parallelStages: null,
		parallelShare: null
	};
	const parallelStages = base && base.stages.length > 0 ? selectParallelStages(base, more, rules) : null;
	const parallelShare = base && parallelStages ? sumShares(base.stages, parallelStages) : null;
	return {
		derived: [...more.flatMap((point) => [
			...deriveTotalSpeedup(point, base, rules),
			...point.stages.flatMap((stage) => deriveStageSpeedup(point, stage, base, rules)),
			...deriveCeiling(point, parallelShare)
		]), ...deriveLawFigures(points, rules)],
		parallelStages,
		parallelShare
	};
}
const plain$1 = {
	interval: null,
	reason: null,
	isSuspicious: false,
	isDeclared: false
};
function deriveTotalSpeedup(point, base, rules) {
	const getWallSamples = (one) => isMeasured(one?.outcome) ? getSamples(one.outcome, wallTime.name) : [];
	const found = computeSpeedup(getWallSamples(base), getWallSamples(point), rules.confidence);
	if (found) return [{
		...point.key,
		...plain$1,
		name: "speedup",
		unit: "×",
		value: found.value,
		interval: found.interval
	}];
	const reason = isMeasured(base?.outcome) ? explainAbsence(point.outcome) : `no 1-GPU run to compare with: ${explainAbsence(base?.outcome)}`;
	return [{
		...point.key,
		...plain$1,
		name: "speedup",
		unit: "×",
		value: null,
		reason
	}];
}
function deriveStageSpeedup(point, { stage, samples }, base, { confidence }) {
	const one = base?.stages.find((other) => other.stage === stage)?.samples ?? [];
	const found = computeSpeedup(one, samples, confidence);
	const key = {
		...point.key,
		axes: {
			...point.key.axes,
			stage
		}
	};
	if (!found) {
		const reason = one.length === 0 ? "the 1-GPU run has no time for this stage" : "the stage time is 0 s";
		return [{
			...key,
			...plain$1,
			name: "stage_speedup",
			unit: "×",
			value: null,
			reason
		}];
	}
	const { value, interval } = found;
	const common = {
		...key,
		...plain$1,
		reason: isSlowerThanOneGpu(found) ? "slower than on 1 GPU" : null
	};
	const scaled = interval && [interval[0] / point.gpus, interval[1] / point.gpus];
	return [{
		...common,
		name: "stage_speedup",
		unit: "×",
		value,
		interval
	}, {
		...common,
		name: "stage_efficiency",
		unit: "share",
		value: value / point.gpus,
		interval: scaled
	}];
}
function isSlowerThanOneGpu({ value, interval }) {
	const highest = interval?.[1] ?? value;
	return highest !== null && highest < 1;
}
function deriveCeiling({ key, gpus }, parallelShare) {
	const reason = parallelShare === null ? "the 1-GPU run reported no stage times" : null;
	const value = parallelShare === null ? null : computeAmdahlCeiling(parallelShare, gpus);
	return [{
		...key,
		...plain$1,
		name: "ceiling",
		unit: "×",
		value,
		reason
	}];
}
function selectParallelStages(base, more, rules) {
	const names = base.stages.map(({ stage }) => stage);
	if (rules.parallelStages.length > 0) return names.filter((name) => rules.parallelStages.includes(name));
	const largest = more.filter(({ stages }) => stages.length > 0).at(-1);
	return names.filter((name) => {
		const [one, other] = [base, largest].map((point) => point?.stages.find(({ stage }) => stage === name)?.samples ?? []);
		const found = computeSpeedup(one ?? [], other ?? [], rules.confidence);
		return found !== null && largest !== void 0 && found.value >= (1 + largest.gpus) / 2;
	});
}
function sumShares(stages, names) {
	return Math.min(1, stages.filter(({ stage }) => names.includes(stage)).reduce((sum, { share }) => sum + share, 0));
}
function deriveLawFigures(points, { suite, benchmark, confidence }) {
	const samples = points.flatMap(({ gpus, outcome }) => isMeasured(outcome) ? [{
		gpus,
		seconds: getSamples(outcome, wallTime.name)
	}] : []);
	const law = fitScalabilityLaw(samples, confidence);
	const common = {
		suite,
		benchmark,
		axes: {},
		...plain$1
	};
	if (!law) {
		const reason = "fewer than three GPU counts were measured, or 1 is not among them";
		return [{
			...common,
			name: "usl_peak",
			unit: "GPUs",
			value: null,
			reason
		}];
	}
	return [
		{
			...common,
			name: "usl_contention",
			unit: "share",
			value: law.contention,
			interval: law.contentionInterval
		},
		{
			...common,
			name: "usl_coherency",
			unit: "",
			value: law.coherency,
			interval: law.coherencyInterval
		},
		...derivePeakFigures(law, Math.max(...samples.map(({ gpus }) => gpus))).map((item) => ({
			...common,
			...item
		}))
	];
}
function derivePeakFigures({ peak }, largest) {
	if (!peak.isIdentified) return [{
		name: "usl_peak",
		unit: "GPUs",
		value: null,
		interval: null,
		reason: peak.reason
	}];
	const reason = peak.gpus > largest ? `beyond the ${largest} GPUs that were measured` : null;
	return [{
		name: "usl_peak",
		unit: "GPUs",
		value: peak.gpus,
		interval: peak.interval,
		reason
	}, {
		name: "usl_peak_speedup",
		unit: "×",
		value: peak.speedup,
		interval: null,
		reason
	}];
}
function computeFittedSpeedup(derived, gpus) {
	const findValue = (name) => derived.find((item) => item.name === name)?.value ?? null;
	const [contention, coherency] = [findValue("usl_contention"), findValue("usl_coherency")];
	return contention === null || coherency === null ? null : computeLawSpeedup({
		contention,
		coherency
	}, gpus);
}

// src/suites/stages/stage-sections.ts
function buildStageSections(report) {
	return [
		buildStageTable(report),
		buildBottleneckTable(report),
		...buildScalingTable(report),
		buildThroughputTable(report)
	];
}
function buildStageTable({ diagnoses, derived, maxShare }) {
	return {
		id: "stages",
		title: "Stages",
		columns: [
			"Stage",
			"GPUs",
			"Time",
			"Share",
			"Rate",
			"Utilization",
			"SM activity",
			"Peak memory",
			"Cores",
			"Assessment"
		],
		rows: diagnoses.map((one) => [
			one.figures.stage,
			String(one.gpus),
			{
				value: one.figures.seconds,
				unit: "s"
			},
			{
				value: one.figures.share,
				unit: "share"
			},
			toFigureCell(findFigure(derived, "stage_rate", one)),
			toCell$2(one.utilizationPercent, "%"),
			toCell$2(findMinimum(one, (gpu) => gpu.smActivity), "share"),
			toCell$2(findMaximum(one, (gpu) => gpu.memoryPeakBytes), "B"),
			toCell$2(one.figures.cpuCores, "cores"),
			formatVerdict$1(one, maxShare)
		]),
		notes: ["Medians over the counted runs; utilization and SM activity of the least busy GPU, memory of the fullest GPU.", ...listRateNotes(derived)]
	};
}
function formatVerdict$1(one, maxShare) {
	const remarks = [
		one.isBottleneck ? `more than ${Number((maxShare * 100).toPrecision(3))} % of the time` : null,
		one.isUnderused ? "low GPU utilization" : null,
		one.causes.some(({ kind }) => kind === "tiny-kernels") ? "kernels too small" : null
	].filter((remark) => remark !== null);
	return remarks.length > 0 ? remarks.join(", ") : "ok";
}
function listRateNotes(derived) {
	const reasons = derived.flatMap((item) => item.name === "stage_rate" && item.reason ? [item.reason] : []);
	return [...new Set(reasons)].map((reason) => `Rates: ${reason}.`);
}
function buildBottleneckTable({ diagnoses }) {
	const flagged = diagnoses.filter(needsAttention);
	return {
		id: "bottlenecks",
		title: "Bottlenecks",
		columns: [
			"Stage",
			"GPUs",
			"Share",
			"Cause",
			"Evidence",
			"Advice"
		],
		rows: flagged.flatMap((one) => one.causes.map(({ kind, evidence, advice }) => [
			one.figures.stage,
			String(one.gpus),
			{
				value: one.figures.share,
				unit: "share"
			},
			kind,
			evidence,
			advice
		])),
		notes: flagged.length === 0 ? ["No bottleneck found."] : []
	};
}
function buildScalingTable({ scaling, derived, points }) {
	const counts = points.filter(({ gpus }) => gpus > 1);
	if (counts.length === 0) return [];
	const names = [...new Set(points.flatMap(({ stages }) => stages.map(({ stage }) => stage)))];
	const findCell = (name, gpus, stage) => toFigureCell(derived.find((item) => item.name === name && item.axes["gpus"] === gpus && item.axes["stage"] === stage));
	const buildRow = (title, read) => [title, ...counts.map(({ gpus }) => read(gpus))];
	const fitted = counts.some(({ gpus }) => computeFittedSpeedup(derived, gpus) !== null);
	return [{
		id: "stage-scaling",
		title: "Scaling by stage",
		columns: ["Speed-up of", ...counts.map(({ gpus }) => `${gpus} GPUs`)],
		rows: [
			...names.map((stage) => buildRow(stage, (gpus) => findCell("stage_speedup", gpus, stage))),
			buildRow("total", (gpus) => findCell("speedup", gpus)),
			buildRow("ceiling", (gpus) => findCell("ceiling", gpus)),
			...fitted ? [buildRow("scalability law", (gpus) => toCell$2(computeFittedSpeedup(derived, gpus), "×"))] : []
		],
		notes: listScalingNotes(scaling, derived)
	}];
}
function listScalingNotes({ parallelStages, parallelShare }, derived) {
	const rest = parallelShare === null ? null : 1 / (1 - parallelShare);
	const limit = rest === null ? "" : Number.isFinite(rest) ? ` and at most ${rest.toPrecision(3)}×` : "";
	const ceiling = parallelStages === null || parallelShare === null ? "No ceiling: the 1-GPU run reported no stage times." : `Ceiling from the 1-GPU shares: ${(parallelShare * 100).toFixed(1)} % of the time is in stages that use more GPUs (${parallelStages.join(", ") || "none"})${limit}.`;
	const peak = derived.find((item) => item.name === "usl_peak");
	const peakNote = peak ? [`Peak of the Universal Scalability Law: ${formatPeak(peak)}.`] : [];
	const slower = derived.filter((item) => item.name === "stage_speedup" && isSlowerThanOneGpu(item));
	return [
		ceiling,
		...peakNote,
		...slower.map(({ axes }) => `${axes["stage"]} is slower on ${axes["gpus"]} GPUs than on 1.`)
	];
}
function formatPeak({ value, interval, reason }) {
	if (value === null) return reason ?? "not identifiable";
	const range = interval ? ` (${interval[0].toFixed(1)} to ${interval[1].toFixed(1)})` : "";
	return `${value.toFixed(1)} GPUs${range}${reason ? `, ${reason}` : ""}`;
}
const throughputNames = [
	["sequences_per_second", "Sequences per second"],
	["tokens_per_second", "Tokens per second"],
	["packing_efficiency", "Packing: tokens / token budget"],
	["packing_lowest", "Packing of the worst batch"],
	["badly_packed_batches", "Batches below 80 %"],
	["padding_efficiency", "Tokens / (rows × longest row)"],
	["loader_wait_mean", "Wait for data, mean"],
	["loader_wait_p95", "Wait for data, 95th percentile"],
	["starved_share", "Starved batches"],
	["utilization_warnings", "Utilization warnings per check"],
	["load_imbalance", "Imbalance of workers"],
	["telemetry_captured", "Available figures of PERF-05"]
];
function buildThroughputTable({ derived }) {
	return {
		id: "throughput",
		title: "Throughput",
		columns: [
			"Figure",
			"GPUs",
			"Value",
			"Note"
		],
		rows: throughputNames.flatMap(([name, title]) => derived.filter((item) => item.name === name).map((item) => [
			item.axes["stage"] === void 0 ? title : `${title}: ${item.axes["stage"]}`,
			String(item.axes["gpus"] ?? ""),
			toFigureCell(item) ?? "unavailable",
			item.reason ?? ""
		])),
		notes: []
	};
}
function findFigure(derived, name, { gpus, figures }) {
	return derived.find((item) => item.name === name && item.axes["gpus"] === gpus && item.axes["stage"] === figures.stage);
}
function findMinimum({ figures }, read) {
	const known = figures.gpus.map(read).filter((value) => value !== null);
	return known.length > 0 ? Math.min(...known) : null;
}
function findMaximum({ figures }, read) {
	const known = figures.gpus.map(read).filter((value) => value !== null);
	return known.length > 0 ? Math.max(...known) : null;
}
function toFigureCell(item) {
	return item ? toCell$2(item.value, item.unit) : null;
}
function toCell$2(value, unit) {
	return value === null ? null : {
		value,
		unit
	};
}

// src/domain/trial/pipeline-figures.ts
const silentFigures = {
	counts: {
		sequences: null,
		predictions: null,
		consensus: null
	},
	workers: [],
	packing: null,
	dataLoader: null,
	warnings: null,
	shards: [],
	allocator: [],
	outOfMemory: null
};

// src/suites/stages/throughput-figures.ts
function deriveThroughputFigures(input) {
	const pipelines = input.outcome.trials.map(({ pipeline }) => pipeline ?? silentFigures);
	const figures = [
		...deriveRateFigures(input, pipelines),
		...derivePackingFigures(input.key, pipelines),
		...deriveLoaderFigures(input.key, pipelines),
		...deriveBalanceFigures(input.key, pipelines)
	];
	return [...figures, deriveCapturedShare(input, figures)];
}
function buildFigure(key, name, unit, { value, reason }) {
	return {
		...key,
		name,
		unit,
		value,
		reason,
		interval: null,
		isSuspicious: false,
		isDeclared: false
	};
}
function computeRunMedian$1(items, read, reason) {
	const values = items.map(read).filter((value) => value !== null);
	return values.length > 0 && values.length === items.length ? {
		value: computeMedian$1(values),
		reason: null
	} : {
		value: null,
		reason
	};
}
function deriveRateFigures({ key, outcome, sequences }, pipelines) {
	const wall = computeMedian$1(getSamples(outcome, wallTime.name));
	const rate = sequences === null ? null : sequences / wall;
	const tokens = computeRunMedian$1(pipelines, computeTokenRate, "the pipeline reports neither batch tokens nor worker rates");
	return [buildFigure(key, "sequences_per_second", "sequences/s", {
		value: rate,
		reason: rate === null ? "the size of the dataset is unknown" : "input sequences / wall time"
	}), buildFigure(key, "tokens_per_second", "tokens/s", {
		value: tokens.value,
		reason: tokens.reason ?? "all workers during inference, without start-up"
	})];
}
function derivePackingFigures(key, pipelines) {
	const why = pipelines.map(({ packing }) => packing?.reason ?? null).find((reason) => reason !== null) ?? "the pipeline does not report the tokens of its batches";
	return [
		{
			...buildFigure(key, "packing_efficiency", "share", computeRunMedian$1(pipelines, ({ packing }) => packing?.efficiency ?? null, why)),
			...computePackingRange(pipelines)
		},
		buildFigure(key, "packing_lowest", "share", computeRunMedian$1(pipelines, ({ packing }) => packing?.lowest ?? null, why)),
		buildFigure(key, "badly_packed_batches", "batches", computeRunMedian$1(pipelines, ({ packing }) => packing?.batchesBelow80 ?? null, why)),
		buildFigure(key, "padding_efficiency", "share", computeRunMedian$1(pipelines, ({ shards }) => shards.length > 0 ? computePaddingEfficiency(shards) : null, "the pipeline does not report rows and longest row"))
	];
}
function computePackingRange(pipelines) {
	const packings = pipelines.flatMap(({ packing }) => packing?.efficiency === null || !packing ? [] : [packing]);
	if (packings.length < pipelines.length || packings.every(({ bounds }) => bounds === void 0)) return {};
	const edges = packings.flatMap(({ efficiency, bounds }) => bounds ?? [efficiency ?? 0]);
	const interval = [Math.min(...edges), Math.min(1, Math.max(...edges))];
	const [low, high] = interval.map((edge) => (edge * 100).toFixed(1));
	return {
		interval,
		isRange: true,
		reason: `the rounded rates of the log allow ${low} to ${high} %`
	};
}
function deriveLoaderFigures(key, pipelines) {
	const why = "the pipeline does not report its data-loader waits";
	const read = (name) => computeRunMedian$1(pipelines, ({ dataLoader }) => dataLoader?.[name] ?? null, why);
	return [
		buildFigure(key, "loader_wait_mean", "s", read("waitMeanSeconds")),
		buildFigure(key, "loader_wait_p95", "s", read("waitP95Seconds")),
		buildFigure(key, "starved_share", "share", read("starvedShare")),
		...deriveWarningFigures(key, pipelines)
	];
}
function deriveWarningFigures(key, pipelines) {
	if (pipelines.every(({ warnings }) => warnings === null)) return [];
	return [buildFigure(key, "utilization_warnings", "share", computeRunMedian$1(pipelines, computeWarnedShare, "the pipeline does not report the number of checks"))];
}
function computeWarnedShare({ warnings }) {
	return warnings?.checks ? (warnings.mild + warnings.critical) / warnings.checks : null;
}
function deriveBalanceFigures(key, pipelines) {
	const runs = pipelines.map(({ shards, workers }) => computeLoadBalance(shards, workers));
	return [...new Set(runs.flatMap((run) => run.map(({ part }) => part)))].map((part) => {
		const found = runs.map((run) => run.find((one) => one.part === part));
		const reason = found.find((one) => one?.reason)?.reason ?? "not reported in every run";
		const axes = part === "run" ? key.axes : {
			...key.axes,
			stage: part
		};
		return buildFigure({
			...key,
			axes
		}, "load_imbalance", "share", computeRunMedian$1(found, (one) => one?.imbalance ?? null, reason));
	});
}
const requiredFigures = [
	"sequences_per_second",
	"tokens_per_second",
	"packing_efficiency",
	"loader_wait_mean"
];
function deriveCapturedShare({ key, outcome }, figures) {
	const missing = requiredFigures.filter((name) => figures.every((item) => item.name !== name || item.value === null));
	const isSeen = outcome.trials.every(({ telemetry }) => {
		const uses = telemetry?.gpus ?? [];
		return uses.length > 0 && uses.every(({ utilizationPercent }) => utilizationPercent !== null);
	});
	const unavailable = [...missing, ...isSeen ? [] : ["gpu_utilization"]];
	return buildFigure(key, "telemetry_captured", "share", {
		value: 1 - unavailable.length / (requiredFigures.length + 1),
		reason: unavailable.length > 0 ? `unavailable: ${unavailable.join(", ")}` : null
	});
}

// src/suites/stages/unreachable-limits.ts
function listUnreachableLimits(derived, config) {
	return derived.filter((item) => item.name === "ceiling").flatMap(({ axes, value: ceiling }) => {
		if (ceiling === null) return [];
		return listLimits(Number(axes["gpus"]), config).filter(({ limit }) => limit > ceiling).map(({ id, limit }) => ({
			kind: "caution",
			subject: `${id} on ${axes["gpus"]} GPUs`,
			reason: `requires ${limit}×, which exceeds the ceiling: the 1-GPU shares of the stages allow ${ceiling.toFixed(2)}×`
		}));
	});
}
function listLimits(gpus, { suites, requirements }) {
	const ofProfile = suites.scaling ? getMinimumSpeedup(suites.scaling.profile, gpus) : null;
	const own = requirements.flatMap(({ id, value, operator, limit, axes }) => {
		if (!operator.startsWith(">") || !hasAxes({ gpus }, axes)) return [];
		if (value === "speedup") return [{
			id,
			limit
		}];
		return value === "efficiency" ? [{
			id,
			limit: limit * gpus
		}] : [];
	});
	return [...suites.scaling ? [{
		id: `scaling profile ${suites.scaling.profile}`,
		limit: ofProfile ?? 0
	}] : [], ...own];
}

// src/suites/stages/stages.ts
const stages$1 = {
	usesBaselines: true,
	plan(input) {
		const counts = listGpuCounts(input.suite);
		const notTested = counts.flatMap((count) => checkDeviceCount(buildCaseKey$2(input, count), count, input.devices) ?? []);
		const { config, suite, devices } = input;
		const cases = counts.filter((count) => count <= devices.length).map((gpuCount) => ({
			...planCase({
				config,
				suite,
				devices,
				gpuCount,
				key: buildCaseKey$2(input, gpuCount),
				group: "stages"
			}),
			watchesHost: true
		}));
		return createPlan(cases, notTested);
	},
	judge(input) {
		const points = listStagedPoints(input);
		const diagnoses = diagnosePoints(points, input);
		const scaling = deriveStageScaling(points, {
			suite: "stages",
			benchmark: input.config.pipeline.name,
			parallelStages: input.suite.parallelStages,
			confidence: input.policy.confidence
		});
		const derived = [
			...diagnoses.flatMap((one) => deriveStageFigures(one, points, input)),
			...points.flatMap((point) => derivePointFigures(point, input)),
			...scaling.derived
		];
		return {
			derived,
			requirements: listStageRequirements(input.suite, diagnoses, {
				derived,
				points
			}),
			comparisons: [],
			findings: [...listUnreportedPoints(points), ...listUnreachableLimits(scaling.derived, input.config)],
			sections: buildStageSections({
				diagnoses,
				derived,
				scaling,
				points,
				maxShare: input.suite.maxShare
			})
		};
	}
};
function listGpuCounts({ gpus }) {
	const counts = new Set(gpus);
	return [...counts.size > 1 ? /* @__PURE__ */ new Set([1, ...counts]) : counts].toSorted((a, b) => a - b);
}
function buildCaseKey$2({ config }, gpus) {
	return {
		suite: "stages",
		benchmark: config.pipeline.name,
		axes: { gpus }
	};
}
function listStagedPoints(input) {
	return listGpuCounts(input.suite).map((gpus) => {
		const outcome = input.outcomes.find(({ planned }) => planned.key.axes["gpus"] === gpus);
		const point = {
			gpus,
			key: buildCaseKey$2(input, gpus),
			outcome
		};
		return {
			...point,
			stages: buildStageFigures(point, input.devices)
		};
	});
}
function diagnosePoints(points, { suite, cpuCores }) {
	const base = points.find(({ gpus }) => gpus === 1)?.stages ?? [];
	const findBase = (stage) => base.find((one) => one.stage === stage.stage) ?? null;
	const rules = {
		...suite,
		cpuCores: cpuCores ?? null
	};
	return points.flatMap(({ gpus, stages: all }) => all.map((stage) => diagnoseStage(gpus, stage, findBase(stage), rules)));
}
function deriveStageFigures({ figures, gpus: count, isGpuStage }, points, input) {
	const key = buildCaseKey$2(input, count);
	const common = {
		...key,
		interval: null,
		isSuspicious: false,
		isDeclared: false
	};
	const axes = {
		...key.axes,
		stage: figures.stage
	};
	const ofGpu = figures.gpus.flatMap(({ gpu, utilizationPercent, smActivity, memoryPeakBytes }) => {
		const buildFigure = (name, unit, value) => {
			const reason = value === null ? "not offered by the monitor, or the stage was too short for a sample" : null;
			return {
				...common,
				axes: {
					...axes,
					gpu
				},
				name,
				unit,
				value,
				reason
			};
		};
		return [
			buildFigure(isGpuStage ? "gpu_stage_utilization" : "stage_utilization", "%", utilizationPercent),
			buildFigure("stage_sm_activity", "share", smActivity),
			buildFigure("stage_memory_peak", "B", memoryPeakBytes)
		];
	});
	return [deriveStageRate(figures, {
		...common,
		axes
	}, points, input), ...ofGpu];
}
function deriveStageRate({ shards, seconds }, common, points, input) {
	const counted = shards.map(({ sequences }) => sequences);
	const own = counted.length > 0 && !counted.includes(null) ? counted.reduce((sum, one) => sum + (one ?? 0), 0) : null;
	const count = own ?? findSequences(points, input);
	const named = {
		...common,
		name: "stage_rate",
		unit: "sequences/s"
	};
	if (count === null) return {
		...named,
		value: null,
		reason: "the size of the dataset is unknown"
	};
	if (!(seconds > 0)) return {
		...named,
		value: null,
		reason: "the stage time is 0 s"
	};
	const reason = own === null ? "input sequences / stage time" : "sequences in the batches of the stage / stage time";
	return {
		...named,
		value: count / seconds,
		reason
	};
}
function findSequences(points, input) {
	const name = points.find(({ outcome }) => outcome)?.outcome?.planned.dataset;
	return input.datasets.find((dataset) => dataset.name === name)?.sequences ?? null;
}
function derivePointFigures({ outcome, key, stages: own }, input) {
	if (!isMeasured(outcome)) return [];
	const sequences = input.datasets.find(({ name }) => name === outcome.planned.dataset)?.sequences ?? null;
	return deriveThroughputFigures({
		key,
		outcome,
		stages: own,
		sequences
	});
}
function listUnreportedPoints(points) {
	return points.flatMap(({ outcome, stages: own, gpus }) => isMeasured(outcome) && own.length === 0 ? [{
		kind: "missing",
		subject: `stages gpus=${gpus}`,
		reason: "the pipeline reported no stage times; see pipeline.telemetry"
	}] : []);
}

// src/domain/sweep/setting-options.ts
function buildOptions(setting, { options, env }) {
	const args = options ? options.map((text) => fillParameters(text, setting)) : buildPlainOptions(setting);
	const variables = Object.entries(env).map(([name, text]) => [name, fillParameters(text, setting)]);
	return {
		args,
		env: Object.fromEntries(variables)
	};
}
function listParameters(text) {
	return [...text.matchAll(placeholder)].map(([, name = ""]) => name);
}
const placeholder = /(?<!\$)\{param\.([A-Za-z0-9][\w.-]{0,63})\}/g;
function fillParameters(text, setting) {
	return text.replaceAll(placeholder, (found, name) => String(setting[name] ?? found));
}
function buildPlainOptions(setting) {
	return Object.entries(setting).flatMap(([name, value]) => {
		if (value === "true") return [`--${name}`];
		return value === "false" ? [] : [`--${name}`, String(value)];
	});
}

// src/domain/sweep/settings.ts
function countSettings(grid) {
	return Object.values(grid).reduce((product, values) => product * values.length, 1);
}
function listSettings(grid) {
	return Object.entries(grid).reduce((settings, [name, values]) => settings.flatMap((setting) => values.map((value) => ({
		...setting,
		[name]: toPlainValue(value)
	}))), [{}]);
}
function formatSetting(setting) {
	return Object.entries(setting).map(([name, value]) => `${name}=${value}`).join(" ");
}
function isSameSetting(one, other) {
	return Object.entries(one).every(([name, value]) => other[name] === value);
}
function toPlainValue(value) {
	return typeof value === "boolean" ? String(value) : value;
}

// src/suites/sweep/sweep-ladder.ts
function buildLadder(cases, { config, suite }) {
	return {
		cases: cases.map(({ id }) => id),
		metric: suite.objective,
		factor: 2,
		finalists: 2,
		maxRepeats: Math.max(...cases.map(({ repeats, maxRepeats }) => Math.max(repeats, maxRepeats))),
		gpuMinutes: suite.gpuMinutes ?? config.run.gpuMinutes ?? null
	};
}

// src/domain/sweep/interactions.ts
function computeInteractions(grid, measured, confidence) {
	const varied = Object.keys(grid).filter((name) => (grid[name]?.length ?? 0) > 1);
	const pairs = varied.flatMap((first, index) => varied.slice(index + 1).map((second) => [first, second]));
	const cells = measured.map(({ setting, samples }) => ({
		setting,
		mean: computeMean$2(samples.map(Math.log)),
		count: samples.length
	}));
	const found = pairs.map((parameters) => ({
		parameters,
		contrasts: listContrasts(parameters, cells)
	}));
	const looks = found.reduce((sum, { contrasts }) => sum + contrasts.length, 0);
	const noise = estimateNoise(measured, 1 - (1 - confidence) / Math.max(1, looks));
	return found.map(({ parameters, contrasts }) => {
		const [strongest] = contrasts.toSorted((a, b) => Math.abs(b.log) - Math.abs(a.log));
		if (strongest) return {
			parameters,
			strongest: toContrast(strongest, noise),
			reason: null
		};
		return {
			parameters,
			strongest: null,
			reason: "no complete set of four settings was measured"
		};
	});
}
function listContrasts([first, second], cells) {
	return listValuePairs(cells, first).flatMap((one) => listValuePairs(cells, second).flatMap((other) => {
		const complete = listCompleteQuads([one[0], one[1]].flatMap((a) => [other[0], other[1]].map((b) => ({
			[first]: a,
			[second]: b
		}))), cells, [first, second]);
		return complete.length > 0 ? [computeContrast({
			first: one,
			second: other
		}, complete)] : [];
	}));
}
function listCompleteQuads(corners, cells, names) {
	const [start] = corners;
	return cells.filter(({ setting }) => start && isSameSetting(start, setting)).flatMap(({ setting }) => {
		const others = Object.fromEntries(Object.entries(setting).filter(([name]) => !names.includes(name)));
		const quad = corners.flatMap((corner) => cells.find((cell) => isSameSetting({
			...others,
			...corner
		}, cell.setting)) ?? []);
		return quad.length === 4 ? [quad] : [];
	});
}
function computeContrast(values, quads) {
	const computeChange = (from, to) => computeMean$2(quads.map((quad) => (quad[to]?.mean ?? 0) - (quad[from]?.mean ?? 0)));
	const logs = [computeChange(0, 2), computeChange(1, 3)];
	const inverses = quads.flat().reduce((sum, { count }) => sum + 1 / count, 0);
	return {
		...values,
		logs,
		log: logs[1] - logs[0],
		varianceFactor: inverses / quads.length ** 2
	};
}
function estimateNoise(measured, confidence) {
	const residuals = measured.flatMap(({ samples }) => {
		const logs = samples.map(Math.log);
		const mean = computeMean$2(logs);
		return logs.map((log) => log - mean);
	});
	const degreesOfFreedom = residuals.length - measured.length;
	if (degreesOfFreedom < 1) return null;
	return {
		variance: residuals.reduce((sum, value) => sum + value ** 2, 0) / degreesOfFreedom,
		quantile: computeStudentQuantile((1 + confidence) / 2, degreesOfFreedom)
	};
}
function toContrast({ first, second, logs, log, varianceFactor }, noise) {
	const reach = noise && noise.quantile * Math.sqrt(noise.variance * varianceFactor);
	return {
		first,
		second,
		effects: [Math.exp(logs[0]), Math.exp(logs[1])],
		dependence: Math.expm1(log),
		interval: reach === null ? null : [Math.expm1(log - reach), Math.expm1(log + reach)]
	};
}
function listValuePairs(cells, name) {
	const values = [...new Set(cells.flatMap(({ setting }) => setting[name] ?? []))];
	return values.flatMap((from, index) => values.slice(index + 1).map((to) => [from, to]));
}

// src/domain/sweep/pareto-front.ts
function selectParetoFront(items) {
	const ordered = items.toSorted((a, b) => a.cost - b.cost || a.price - b.price);
	const front = [];
	for (const item of ordered) {
		const last = front.at(-1);
		if (!last || item.price < last.price || item.price === last.price && item.cost === last.cost) front.push(item);
	}
	return front;
}

// src/domain/core/command.ts
const optionsPlaceholder = "{options}";
function withOptions(template, args) {
	return replacePlaceholder(optionsPlaceholder, template, args);
}
const resumePlaceholder = "{resume}";
function withResume(template, args) {
	return replacePlaceholder(resumePlaceholder, template, args);
}
function replacePlaceholder(placeholder, template, args) {
	if (!template.includes(placeholder)) return [...template, ...args];
	return template.flatMap((argument) => argument === placeholder ? args : [argument]);
}
function fillCommand(template, values) {
	return template.flatMap((argument) => {
		if (argument === "{dataset}") return [...values.dataset];
		return [fillPlaceholders(argument, values)];
	});
}
function fillPlaceholders(text, values) {
	const filled = /* @__PURE__ */ new Map([
		["dataset", values.dataset[0] ?? ""],
		["gpuCount", String(values.gpus.length)],
		["gpus", values.gpus.join(",")],
		["nodes", String(values.nodes ?? 1)],
		["totalGpus", String((values.nodes ?? 1) * values.gpus.length)],
		["host", values.host ?? "localhost"],
		["output", values.output]
	]);
	return text.replaceAll(/(?<!\$)\{\{([A-Za-z][\w-]{0,40})\}\}|\{([A-Za-z]+)\}/g, (all, literal, name) => literal === void 0 ? filled.get(name ?? "") ?? all : `{${literal}}`);
}

// src/suites/sweep/sweep-patch.ts
function buildPatchSection(setting, { config, suite }) {
	const { options = null, env } = suite;
	const change = buildOptions(setting, {
		options,
		env
	});
	const before = config.pipeline.command;
	const variables = Object.entries(change.env);
	return {
		id: "sweep-patch",
		title: "Config change for the best setting",
		columns: ["Key", "Change"],
		rows: [...listCommandLines(before, change.args).map(([sign, argument]) => ["pipeline.command", `${sign} - ${formatYaml(argument)}`]), ...variables.flatMap(([name, value]) => listEnvLines(name, value, config.pipeline.env[name]))],
		notes: [...change.args.length > 0 ? [`Options of the best setting: ${change.args.join(" ")}`] : [], ...variables.length > 0 ? [`Environment of the best setting: ${variables.map(([name, value]) => `${name}=${value}`).join(" ")}`] : []]
	};
}
function listCommandLines(command, args) {
	const pairs = groupOptions(args);
	const isSet = ({ name }) => command.includes(name);
	const inPlace = pairs.filter(isSet);
	const added = pairs.filter((pair) => !isSet(pair)).flatMap(({ name, values }) => [name, ...values]);
	const hasPlace = command.includes(optionsPlaceholder);
	const marked = hasPlace ? command : [...command, optionsPlaceholder];
	return marked.flatMap((argument, index) => {
		if (argument === "{options}") return [...added.map((text) => ["+", text]), ...hasPlace ? [[" ", argument]] : []];
		const value = inPlace.find(({ name, values }) => values.length > 0 && marked[index - 1] === name)?.values[0];
		return value === void 0 || value === argument ? [[" ", argument]] : [["-", argument], ["+", value]];
	});
}
function groupOptions(args) {
	const pairs = [];
	for (const arg of args) {
		const last = pairs.at(-1);
		if (arg.startsWith("-") || !last) pairs.push({
			name: arg,
			values: []
		});
		else last.values.push(arg);
	}
	return pairs;
}
function listEnvLines(name, value, before) {
	if (before === value) return [];
	return [...before === void 0 ? [] : [["pipeline.env", `- ${name}: ${formatYaml(before)}`]], ["pipeline.env", `+ ${name}: ${formatYaml(value)}`]];
}
function formatYaml(text) {
	return /^[A-Za-z./_-][\w./-]*$/.test(text) ? text : JSON.stringify(text);
}

// src/suites/sweep/sweep-sections.ts
function buildSweepSections(standings, input) {
	const { best } = standings;
	const rated = listResults(standings);
	return [
		buildSettingsSection(standings, input),
		...standings.ladder ? [buildLadderSection(standings.ladder, standings, input)] : [],
		...best ? [buildFrontSection(standings, rated, "memory"), buildFrontSection(standings, rated, "energy")] : [],
		...buildInteractionSections$1(rated, input),
		...best ? [buildPatchSection(best.setting, input)] : []
	];
}
function listResults({ best, others }) {
	return [...best ? [best] : [], ...others.flatMap(({ rated }) => rated ?? [])];
}
function buildSettingsSection({ best, others, metric }, { suite }) {
	const names = Object.keys(suite.parameters);
	const listValues = (setting) => names.map((name) => String(setting[name] ?? ""));
	const buildFigureCells = (rated) => [rated && String(rated.samples.length), rated && metric && {
		value: rated.value,
		unit: metric.unit
	}];
	const buildRow = ({ setting, rated, place, interval }) => [
		...listValues(setting),
		...buildFigureCells(rated),
		interval && {
			interval,
			unit: "share"
		},
		...buildCostCells(rated),
		place
	];
	const ties = others.filter(({ place }) => place === "tie");
	return {
		id: "sweep",
		title: "Settings",
		columns: [
			...names,
			"Runs",
			suite.objective,
			"Worse than best",
			"Peak GPU memory",
			"Energy",
			"Place"
		],
		rows: [...best ? [[
			...listValues(best.setting),
			...buildFigureCells(best),
			null,
			...buildCostCells(best),
			"best"
		]] : [], ...others.map(buildRow)],
		notes: [
			...describeTies(best, ties),
			...describeQueueDepth(best),
			...others.flatMap(describeLoss)
		]
	};
}
function buildCostCells(rated) {
	return [rated && rated.memoryBytes !== null ? {
		value: rated.memoryBytes,
		unit: "B"
	} : null, rated && rated.energyJoules !== null ? {
		value: rated.energyJoules,
		unit: "J"
	} : null];
}
function describeTies(best, ties) {
	if (!best) return [];
	if (ties.length === 0) return [`${formatSetting(best.setting)} is the best; all other settings are worse beyond the noise.`];
	const names = ties.map(({ setting }) => formatSetting(setting));
	const more = names.length > 10 ? ` and ${names.length - 10} more` : "";
	return [`Ties with the best setting, ${formatSetting(best.setting)}: ${names.slice(0, 10).join("; ")}${more}.`];
}
function describeQueueDepth(best) {
	const values = Object.entries(best?.setting ?? {});
	const [workers, prefetch] = [/workers/i, /prefetch/i].map((form) => values.find(([name]) => form.test(name))?.[1]);
	const depth = Number(workers) * Number(prefetch);
	if (!Number.isFinite(depth)) return [];
	return [`Queue depth of the best setting: ${workers} workers × ${prefetch} prefetched batches = ${depth} batches.`];
}
function describeLoss({ setting, place, reason }) {
	return place === "failed" || place === "missing" ? [`${formatSetting(setting)}: ${reason}`] : [];
}
function buildLadderSection({ rungs, ended }, standings, { suite }) {
	const rows = rungs.map(({ cases, runs, isComplete }, index) => {
		const kept = rungs[index + 1]?.cases.length ?? cases.length;
		return [
			String(index + 1),
			String(cases.length),
			String(runs),
			isComplete ? String(kept) : "not complete"
		];
	});
	const dropped = listResults(standings).length - (rungs.findLast(({ isComplete }) => isComplete)?.cases.length ?? 0);
	return {
		id: "sweep-rungs",
		title: "Successive halving",
		columns: [
			"Rung",
			"Settings",
			"Runs each",
			"Kept"
		],
		rows,
		notes: [endings[ended], ...dropped > 0 && suite.method === "halving" ? ["Settings that were dropped early have few runs: a tie of such a setting means unknown rather than equal."] : []]
	};
}
const endings = {
	climbing: "The run ended before the last rung was complete.",
	finalists: "The last rung has the finalists.",
	runs: "The settings reached maxRepeats.",
	budget: "The next rung would have exceeded gpuMinutes."
};
function buildFrontSection({ metric, best }, rated, price) {
	const isLower = metric?.betterWhen === "lower";
	const points = rated.flatMap((item) => {
		const spent = price === "memory" ? item.memoryBytes : item.energyJoules;
		return spent === null ? [] : [{
			item,
			cost: isLower ? item.value : -item.value,
			price: spent
		}];
	});
	const unit = price === "memory" ? "B" : "J";
	const rows = selectParetoFront(points).map(({ item, price: spent }) => [
		formatSetting(item.setting),
		{
			value: item.value,
			unit: metric?.unit ?? ""
		},
		{
			value: spent,
			unit
		},
		item.id === best?.id ? "best" : ""
	]);
	const unseen = rated.length - points.length;
	const notes = [...points.length > 0 ? ["Pareto front of the medians: for each setting that is not listed, a listed one is at least as fast and as cheap."] : [], ...unseen > 0 ? [`${price} of ${unseen} of ${rated.length} settings was not sampled, so they are left out.`] : []];
	const title = `Speed versus ${price}`;
	return {
		id: `sweep-${price}`,
		title,
		columns: [
			"Setting",
			metric?.name ?? "",
			price,
			""
		],
		rows,
		notes
	};
}
function buildInteractionSections$1(rated, { suite, policy }) {
	const found = computeInteractions(suite.parameters, rated, policy.confidence);
	if (found.length === 0) return [];
	return [{
		id: "sweep-interactions",
		title: "Parameters that depend on each other",
		columns: [
			"Parameters",
			"Strongest case",
			"Dependence",
			"Interval",
			"Significant"
		],
		rows: found.map(buildInteractionRow),
		notes: ["Ratio of the effects of the first parameter at two values of the second, computed on logarithms; the intervals hold for all pairs jointly."]
	}];
}
function buildInteractionRow({ parameters, strongest, reason }) {
	const name = parameters.join(" × ");
	if (!strongest) return [
		name,
		reason,
		null,
		null,
		"unknown"
	];
	const { dependence, interval } = strongest;
	return [
		name,
		formatContrast(parameters, strongest),
		{
			value: dependence,
			unit: "share"
		},
		interval && {
			interval,
			unit: "share"
		},
		interval === null ? "unknown: no setting was run twice" : interval[0] > 0 || interval[1] < 0 ? "yes" : "not beyond the noise"
	];
}
function formatContrast([one, other], { first, second, effects }) {
	const [at, then] = effects.map((effect) => `×${effect.toPrecision(3)}`);
	return `${one} ${first[0]} → ${first[1]}: ${at} at ${other} ${second[0]}, ${then} at ${other} ${second[1]}`;
}

// src/domain/plan/case-finished.ts
function isFinished(planned, done, before) {
	const contaminated = done.filter((trial) => isContaminated(trial) && !trial.isWarmup).length;
	const wanted = planned.warmups + planned.repeats + before;
	return done.length >= wanted + Math.min(contaminated, planned.maxReruns) || hasGivenUp(done);
}
function hasGivenUp(done) {
	const own = done.filter((trial) => !isContaminated(trial)).slice(-2);
	return own.length === 2 && own.every((trial) => trial.failure !== null);
}

// src/domain/plan/ladder.ts
function climb(ladder, cases, trials) {
	const first = ladder.cases.flatMap((id) => cases.find((planned) => planned.id === id) ?? []);
	return climbFrom(ladder, {
		rungs: [],
		left: []
	}, buildContenders(first, trials, countFirstRuns(first)));
}
function withLadderRuns(cases, ladders, trials) {
	if (ladders.length === 0) return cases;
	const runs = new Map(ladders.flatMap((ladder) => climb(ladder, cases, trials).rungs.flatMap((rung) => rung.cases.map((id) => [id, rung.runs]))));
	return cases.map((planned) => ({
		...planned,
		repeats: runs.get(planned.id) ?? planned.repeats
	}));
}
function climbFrom(ladder, below, contenders) {
	const runs = countFirstRuns(contenders.map(({ planned }) => planned));
	const ids = contenders.map(({ planned }) => planned.id);
	if (contenders.some(({ taken }) => taken === null)) return {
		rungs: [...below.rungs, {
			cases: ids,
			runs,
			isComplete: false
		}],
		ended: "climbing"
	};
	const { ranked, failed } = rankContenders(contenders, ladder.metric);
	const order = [...ranked, ...failed];
	const rungs = [...below.rungs, {
		cases: order.map(({ planned }) => planned.id),
		runs,
		isComplete: true
	}];
	const keep = Math.max(ladder.finalists, Math.ceil(ranked.length / ladder.factor));
	if (ranked.length <= keep) return {
		rungs,
		ended: "finalists"
	};
	const more = Math.min(ladder.maxRepeats, Math.floor(runs * ladder.factor));
	if (more <= runs) return {
		rungs,
		ended: "runs"
	};
	const left = [...below.left, ...order.slice(keep)];
	const kept = ranked.slice(0, keep);
	if (!isAffordable(ladder, [...left, ...kept], estimateDeviceSeconds(kept, more - runs))) return {
		rungs,
		ended: "budget"
	};
	const next = kept.map(({ planned, all }) => buildContender({
		...planned,
		repeats: more
	}, all));
	return climbFrom(ladder, {
		rungs,
		left
	}, next);
}
function buildContenders(cases, trials, runs) {
	const byCase = Map.groupBy(trials, ({ caseId }) => caseId);
	return cases.map((planned) => buildContender({
		...planned,
		repeats: runs
	}, byCase.get(planned.id) ?? []));
}
function buildContender(planned, trials) {
	const all = trials.filter((trial) => !trial.isWarmup || trial.failure !== null && !isContaminated(trial));
	const own = {
		...planned,
		warmups: all.filter((trial) => trial.isWarmup).length
	};
	const end = all.findIndex((_, index) => isFinished(own, all.slice(0, index + 1), 0));
	return {
		planned,
		all,
		taken: end < 0 ? null : all.slice(0, end + 1)
	};
}
function countFirstRuns(cases) {
	return Math.max(1, ...cases.map(({ repeats }) => repeats));
}
function rankContenders(contenders, metric) {
	const rated = contenders.map((item) => ({
		item,
		rating: computeRating(item, metric)
	}));
	return {
		ranked: rated.filter(({ rating }) => rating !== null).toSorted((a, b) => Number(a.rating) - Number(b.rating)).map(({ item }) => item),
		failed: rated.filter(({ rating }) => rating === null).map(({ item }) => item)
	};
}
function computeRating({ taken }, metric) {
	const values = (taken ?? []).filter(isCounted).flatMap((trial) => readRatedValue(trial, metric) ?? []);
	return values.length > 0 ? computeMedian$1(values) : null;
}
function readRatedValue(trial, name) {
	const found = collectMeasurements([trial]).find(({ metric }) => metric.name === name);
	const [value] = found?.samples ?? [];
	if (!found || value === void 0) return null;
	return found.metric.betterWhen === "lower" ? value : -value;
}
function isAffordable({ gpuMinutes }, ran, moreSeconds) {
	if (gpuMinutes === null) return true;
	return ran.reduce((sum, item) => sum + sumDeviceSeconds(item), 0) + moreSeconds <= gpuMinutes * 60;
}
function estimateDeviceSeconds(kept, moreRuns) {
	return kept.reduce((sum, item) => sum + computeRunSeconds(item) * moreRuns * countDevices(item), 0);
}
function sumDeviceSeconds(item) {
	return ((item.taken ?? []).reduce((sum, trial) => sum + (trial.wallSeconds ?? 0), 0) + item.planned.warmups * computeRunSeconds(item)) * countDevices(item);
}
function computeRunSeconds({ taken }) {
	const seconds = (taken ?? []).map((trial) => trial.wallSeconds ?? 0);
	return seconds.length > 0 ? computeMean$2(seconds) : 0;
}
function countDevices({ planned }) {
	return Math.max(1, planned.gpus.length);
}

// src/suites/sweep/sweep-costs.ts
function computeSettingCosts(outcome, devices) {
	const given = outcome.planned.gpus.map((id) => devices.find((device) => device.id === id)?.physicalIndex ?? id);
	const runs = outcome.trials.map(({ telemetry }) => given.flatMap((gpu) => telemetry?.gpus.find((use) => use.gpu === gpu) ?? []));
	const isSeen = runs.every((uses) => uses.length === given.length);
	const computeRunMedian = (read, join) => {
		if (!isSeen || given.length === 0) return null;
		const values = runs.map((uses) => uses.map(read));
		const known = values.flatMap((row) => row.every((value) => value !== null) ? [join(row)] : []);
		return known.length === values.length && known.length > 0 ? computeMedian$1(known) : null;
	};
	return {
		memoryBytes: computeRunMedian((use) => use.memoryUsedBytes?.max ?? use.ownMemoryPeakBytes, (values) => Math.max(...values)),
		energyJoules: computeRunMedian((use) => use.energyJoules, (values) => values.reduce((sum, value) => sum + value, 0))
	};
}

// src/suites/sweep/sweep-standings.ts
function rankSettings(subjects, input) {
	const metric = findMetric(subjects, input.suite.objective);
	const sound = subjects.filter(({ outcome }) => describeOtherWork(outcome, subjects) === null);
	const rated = metric ? sound.flatMap((subject) => rateSetting(subject, metric, input) ?? []) : [];
	const ladder = rebuildLadder(subjects, input);
	const best = metric ? selectBest(rated, metric, ladder) : null;
	return {
		metric,
		best,
		ladder,
		others: subjects.filter(({ outcome }) => best === null || outcome?.planned.id !== best.id).map((subject) => rankSetting(subject, {
			rated,
			best,
			metric,
			subjects
		}, input)).toSorted(compareEffects)
	};
}
function compareEffects(a, b) {
	if (a.effect === null || b.effect === null) return Number(a.effect === null) - Number(b.effect === null);
	return a.effect - b.effect;
}
function describeOtherWork(outcome, subjects) {
	if (!isMeasured(outcome)) return null;
	const rows = subjects.flatMap((subject) => isMeasured(subject.outcome) ? [subject.outcome.resultRows] : []);
	const usual = [...Map.groupBy(rows, (count) => count).values()].toSorted((a, b) => b.length - a.length)[0]?.[0] ?? null;
	return outcome.resultRows === usual ? null : `wrote ${outcome.resultRows} result rows, most settings ${usual}`;
}
function findMetric(subjects, name) {
	return subjects.flatMap(({ outcome }) => isMeasured(outcome) ? outcome.measurements : []).find(({ metric }) => metric.name === name)?.metric ?? null;
}
function rateSetting({ setting, outcome }, metric, { devices }) {
	if (!isMeasured(outcome)) return null;
	const own = outcome.measurements.find((item) => item.metric.name === metric.name);
	const samples = refuseOtherMetric(metric, own?.metric) ? [] : own?.samples ?? [];
	if (samples.length === 0) return null;
	return {
		setting,
		samples,
		id: outcome.planned.id,
		value: computeMedian$1(samples),
		...computeSettingCosts(outcome, devices)
	};
}
function rebuildLadder(subjects, input) {
	const outcomes = subjects.flatMap(({ outcome }) => outcome ?? []);
	const cases = outcomes.map(({ planned }) => planned);
	if (input.suite.method === "grid" || cases.length === 0) return null;
	return climb(buildLadder(cases, input), cases, outcomes.flatMap(listTrials));
}
function listTrials(outcome) {
	if (outcome.status === "missing") return [];
	const counted = outcome.status === "measured" ? [...outcome.trials, ...outcome.contaminated] : [];
	return [...outcome.failures, ...counted].toSorted((a, b) => a.index - b.index);
}
function selectBest(rated, { betterWhen }, ladder) {
	const last = ladder?.rungs.findLast(({ isComplete }) => isComplete)?.cases;
	const finalists = last ? rated.filter(({ id }) => last.includes(id)) : rated;
	const sign = betterWhen === "lower" ? 1 : -1;
	return finalists.toSorted((a, b) => sign * (a.value - b.value))[0] ?? null;
}
function rankSetting(subject, field, { policy }) {
	const { setting, outcome } = subject;
	const rated = field.rated.find(({ id }) => id === outcome?.planned.id) ?? null;
	if (!rated || !field.best || !field.metric) return {
		...withoutFigures(subject, field),
		setting
	};
	const rules = {
		...createPlainRules(policy),
		design: "interleaved",
		gates: Math.max(1, field.rated.length - 1)
	};
	const samples = {
		base: field.best.samples,
		head: rated.samples
	};
	const decision = compareSamples(field.metric, samples, rules);
	const isLower = field.metric.betterWhen === "lower";
	const place = decision.verdict === "regression" ? "worse" : "tie";
	const toCost = (share) => isLower ? share : 1 / (1 + share) - 1;
	const { effect, interval, reason } = decision;
	return {
		setting,
		rated,
		place,
		effect: effect === null ? null : toCost(effect),
		interval: interval && orderInterval(toCost(interval[0]), toCost(interval[1])),
		reason
	};
}
function orderInterval(one, other) {
	return one <= other ? [one, other] : [other, one];
}
function withoutFigures({ outcome }, { subjects }) {
	const absent = describeOtherWork(outcome, subjects) ?? "did not give this metric in every run";
	const common = {
		rated: null,
		effect: null,
		interval: null,
		reason: isMeasured(outcome) ? absent : explainAbsence(outcome)
	};
	if (!outcome || outcome.status === "missing" || outcome.status === "contaminated") return {
		...common,
		place: "missing"
	};
	return {
		...common,
		place: isOutOfMemory(outcome) ? "out of memory" : "failed"
	};
}
function isOutOfMemory(outcome) {
	return outcome.status === "failed" && outcome.failureKind === "out-of-memory";
}

// src/suites/sweep/sweep.ts
const sweep$1 = {
	usesBaselines: false,
	plan(input) {
		const cases = listSettings(input.suite.parameters).map((setting) => planSettingCase(input, setting));
		const [first] = cases;
		const lacking = first && checkDeviceCount({
			...first.key,
			axes: { gpus: input.suite.gpus }
		}, input.suite.gpus, input.devices);
		if (lacking) return createPlan([], [lacking]);
		const plan = createPlan(cases);
		return input.suite.method === "grid" ? plan : {
			...plan,
			ladders: [buildLadder(cases, input)]
		};
	},
	judge(input) {
		const subjects = listSettings(input.suite.parameters).map((setting) => ({
			setting,
			key: buildCaseKey$1(input, setting)
		})).map(({ setting, key }) => ({
			setting,
			outcome: input.outcomes.find(({ planned }) => planned.id === formatCaseId(key))
		}));
		const standings = rankSettings(subjects, input);
		return {
			derived: deriveFigures(standings, input),
			requirements: [],
			comparisons: [],
			findings: listFindings(standings, input),
			sections: buildSweepSections(standings, input)
		};
	}
};
function buildCaseKey$1({ config, suite }, setting) {
	return {
		suite: "sweep",
		benchmark: config.pipeline.name,
		axes: {
			gpus: suite.gpus,
			...setting
		}
	};
}
function planSettingCase(input, setting) {
	const { config, suite, devices } = input;
	const { options = null, env } = suite;
	return {
		...planCase({
			config,
			suite,
			devices,
			gpuCount: suite.gpus,
			key: buildCaseKey$1(input, setting),
			group: "sweep",
			options: buildOptions(setting, {
				options,
				env
			})
		}),
		answers: ["out-of-memory"]
	};
}
function deriveFigures({ best, others, metric }, input) {
	const common = {
		suite: "sweep",
		benchmark: input.config.pipeline.name,
		isSuspicious: false,
		isDeclared: false
	};
	if (!best || !metric) {
		const reason = `no setting gave ${input.suite.objective}`;
		const axes = { gpus: input.suite.gpus };
		return [{
			...common,
			axes,
			name: "best_objective",
			value: null,
			unit: "",
			interval: null,
			reason
		}];
	}
	const buildAxes = (setting) => ({
		gpus: input.suite.gpus,
		...setting
	});
	return [{
		...common,
		axes: buildAxes(best.setting),
		name: "best_objective",
		value: best.value,
		unit: metric.unit,
		interval: null,
		reason: null
	}, ...others.flatMap(({ setting, effect, interval, reason }) => effect === null ? [] : [{
		...common,
		axes: buildAxes(setting),
		name: "against_best",
		value: effect,
		unit: "share",
		interval,
		reason
	}])];
}
function listFindings({ best }, { suite }) {
	const varied = Object.entries(suite.parameters).filter(([, values]) => values.length > 1);
	const [only] = varied;
	return [...best ? [] : [{
		kind: "failed",
		subject: "sweep",
		reason: `no setting gave ${suite.objective}, so none is the best`
	}], ...best && only && varied.length === 1 ? [{
		kind: "caution",
		subject: "sweep",
		reason: `only ${only[0]} was varied; the best value may differ with other settings`
	}] : []];
}

// src/domain/core/combined-options.ts
function findCombinedVariants(name, base, variants) {
	const [common, target] = [variants[base], variants[name]];
	if (!common || !target) return [];
	const wanted = listAddedItems(target, common);
	const parts = Object.entries(variants).filter(([other]) => other !== name && other !== base).map(([other, options]) => ({
		other,
		items: listAddedItems(options, common)
	})).filter(({ items }) => items.length > 0 && items.length < wanted.length && isSubset(items, wanted));
	const all = parts.flatMap(({ items }) => items);
	return parts.length > 1 && all.length === wanted.length && isSubset(all, wanted) ? parts.map(({ other }) => other) : [];
}
function listAddedItems(options, base) {
	return without(listItems(options), listItems(base));
}
function listItems({ args, env }) {
	return [...args, ...Object.entries(env).map(([name, value]) => `\0${name}=${value}`)];
}
function isSubset(items, all) {
	return without(items, all).length === 0;
}
function without(items, taken) {
	const left = [...items];
	for (const item of taken) {
		const index = left.indexOf(item);
		if (index >= 0) left.splice(index, 1);
	}
	return left;
}

// src/domain/core/log-contrast.ts
function computeLogContrast(groups, confidence) {
	if (groups.some(({ samples }) => samples.length === 0 || samples.some((value) => !(value > 0)))) return null;
	const parts = groups.map(({ samples, weight }) => ({
		weight,
		log: summarize(samples.map(Math.log))
	}));
	const center = parts.reduce((sum, { weight, log }) => sum + weight * log.mean, 0);
	const half = computeHalfWidth(parts, confidence);
	return {
		value: Math.exp(center),
		interval: half === null ? null : [Math.exp(center - half), Math.exp(center + half)]
	};
}
function computeHalfWidth(parts, confidence) {
	if (parts.some(({ log }) => log.standardDeviation === null)) return null;
	const variances = parts.map(({ weight, log }) => (weight * (log.standardDeviation ?? 0)) ** 2 / log.count);
	const variance = variances.reduce((sum, part) => sum + part, 0);
	if (variance === 0) return 0;
	const spread = parts.reduce((sum, { log }, index) => sum + (variances[index] ?? 0) ** 2 / (log.count - 1), 0);
	return computeStudentQuantile((1 + confidence) / 2, variance ** 2 / spread) * Math.sqrt(variance);
}

// src/domain/cost/trade-off.ts
const tradeOffRule = "persistent-models@1";
const heavyOverhead = .5;
const speedupForHeavyOverhead = 1.2;
function classifyTradeOff(speedup, memoryOverhead) {
	if (memoryOverhead > .5) return speedup > 1.2 ? "acceptable" : "inefficient";
	return speedup > 1.1 && memoryOverhead < .3 ? "recommended" : "no advice";
}
function classifyTradeOffInterval(interval, memoryOverhead) {
	const [low, high] = interval.map((speedup) => classifyTradeOff(speedup, memoryOverhead));
	return low === void 0 || low !== high ? "no advice" : low;
}

// src/suites/variants/variant-memory.ts
function readPeakMemory(outcomes, devices, deviceKind) {
	for (const { source, read } of listReaders(devices, deviceKind)) {
		const peaks = outcomes.map((outcome) => outcome.trials.map((trial) => read(trial, outcome)));
		const known = peaks.map((values) => values.filter((value) => value !== null));
		if (known.every((values, place) => values.length > 0 && values.length === peaks[place]?.length)) return known.map((peaksBytes) => ({
			peaksBytes,
			source
		}));
	}
	return null;
}
function listReaders(devices, deviceKind) {
	if (deviceKind === "cpu") return [{
		source: "resident memory",
		read: ({ telemetry }) => telemetry?.host?.residentBytes?.max ?? null
	}];
	const sumOverGpus = (peak) => {
		return ({ telemetry }, { planned }) => sumIfComplete(listGpuUses(telemetry, planned.gpus, devices)?.map(peak) ?? null);
	};
	return [{
		source: "memory of its own processes",
		read: sumOverGpus((use) => use.ownMemoryPeakBytes)
	}, {
		source: "memory in use on its GPUs",
		read: sumOverGpus((use) => use.memoryUsedBytes?.max ?? null)
	}];
}
function computeUtilization(outcome, devices) {
	const means = outcome.trials.map(({ telemetry }) => {
		const uses = listGpuUses(telemetry, outcome.planned.gpus, devices);
		const total = sumIfComplete(uses?.map((use) => use.utilizationPercent?.mean ?? null) ?? null);
		return total === null || !uses ? null : total / uses.length;
	});
	const known = means.filter((mean) => mean !== null);
	return known.length > 0 && known.length === means.length ? computeMean$2(known) : null;
}
function listGpuUses(telemetry, ids, devices) {
	const uses = ids.map((id) => devices.find((device) => device.id === id)?.physicalIndex ?? id).flatMap((gpu) => telemetry?.gpus.find((use) => use.gpu === gpu) ?? []);
	return uses.length > 0 && uses.length === ids.length ? uses : null;
}
function sumIfComplete(values) {
	const known = values?.filter((value) => value !== null) ?? [];
	return values && known.length === values.length ? known.reduce((sum, value) => sum + value, 0) : null;
}

// src/suites/variants/variant-figures.ts
function compareVariants(name, base, input) {
	const [outcome, baseOutcome] = [findVariant(name, input), findVariant(base, input)];
	const judged = input.comparisons.find((item) => getVariantName(item.head) === name && getVariantName(item.base) === base);
	const decision = judged?.decisions.find(({ metric }) => metric.name === wallTime.name)?.decision;
	const common = {
		name,
		base,
		outcome,
		baseOutcome,
		judged
	};
	const absent = {
		...common,
		isSameAnswer: null,
		speedup: null,
		interval: null,
		memory: null
	};
	if (!isMeasured(outcome)) return {
		...absent,
		verdict: "missing",
		problem: `${name}: ${explainAbsence(outcome)}`
	};
	if (!isMeasured(baseOutcome)) return {
		...absent,
		verdict: "missing",
		problem: `${base}: ${explainAbsence(baseOutcome)}`
	};
	const other = findMissingOption(outcome) ?? findMissingOption(baseOutcome);
	if (other !== null) return {
		...absent,
		verdict: "not comparable",
		problem: other
	};
	const isSameAnswer = hasSameResult(outcome, baseOutcome, input);
	const problem = describeRowDifference(outcome, baseOutcome);
	if (problem !== null) return {
		...absent,
		isSameAnswer,
		verdict: "not comparable",
		problem
	};
	if (!decision) return {
		...absent,
		verdict: "missing",
		problem: `${name} and ${base} have no interleaved runs`
	};
	if (decision.verdict === "not comparable") return {
		...absent,
		isSameAnswer,
		verdict: decision.verdict,
		problem: decision.reason
	};
	const speedup = decision.effect === null ? summarizeWallTime(baseOutcome).median / summarizeWallTime(outcome).median : 1 / (1 + decision.effect);
	const interval = decision.interval && invertInterval(decision.interval);
	const memory = compareMemory(outcome, baseOutcome, input);
	return {
		...common,
		isSameAnswer,
		verdict: decision.verdict,
		speedup,
		interval,
		problem: null,
		memory
	};
}
function invertInterval([low, high]) {
	return [1 / (1 + high), 1 / (1 + low)];
}
function findVariant(name, { outcomes }) {
	return outcomes.find(({ planned }) => getVariantName(planned) === name);
}
function getVariantName({ key }) {
	return key.axes["variant"];
}
function hasSameResult(outcome, base, { outcomes, config }) {
	if (describeRowDifference(outcome, base) !== null) return false;
	if (outcome.planned.tables) return hasSameAnswers(outcome.planned, base.planned, outcomes, config);
	return outcome.resultRows === null ? null : true;
}
function describeRowDifference(outcome, base) {
	if (outcome.resultRows === base.resultRows) return null;
	return `wrote ${outcome.resultRows ?? "unknown"} result rows, ${String(base.planned.key.axes["variant"])} ${base.resultRows ?? "unknown"}: different work`;
}
function findMissingOption({ planned, trials }) {
	const expected = (planned.options?.args ?? []).filter((argument) => !argument.includes("{"));
	return trials.flatMap(({ argv, index }) => {
		const absent = expected.filter((argument) => !argv.includes(argument));
		return absent.length > 0 ? [`run ${index} of ${planned.id} was started without ${absent.join(" ")}`] : [];
	})[0] ?? null;
}
function compareMemory(outcome, baseOutcome, { devices, config }) {
	const [own, base] = readPeakMemory([outcome, baseOutcome], devices, config.pipeline.devices) ?? [];
	if (!own || !base || !(computeMedian$1(base.peaksBytes) > 0)) return null;
	return {
		own,
		base,
		overhead: computeMedian$1(own.peaksBytes) / computeMedian$1(base.peaksBytes) - 1
	};
}

// src/suites/variants/variant-costs.ts
const plain = {
	isSuspicious: false,
	isDeclared: false
};
function deriveGainFigures(pair, key) {
	const { verdict, speedup, interval, problem, memory, base } = pair;
	const common = {
		...key,
		...plain,
		interval: null
	};
	const doubt = verdict === "inconclusive" ? "inconclusive: the noise hides whether it is faster" : null;
	const none = verdict === "unchanged" ? `no difference from ${base} beyond the noise` : null;
	return [
		{
			...common,
			name: "speedup",
			unit: "×",
			value: speedup,
			interval,
			reason: problem ?? doubt
		},
		{
			...common,
			name: "proven_gain",
			unit: "share",
			value: computeProvenGain(pair),
			reason: problem ?? doubt ?? none,
			isSuspicious: doubt !== null
		},
		{
			...common,
			name: "same_answer",
			unit: "1",
			...deriveAnswerFigure(pair)
		},
		{
			...common,
			name: "memory_overhead",
			unit: "share",
			value: memory?.overhead ?? null,
			reason: memory ? null : problem ?? "the memory of both variants was not sampled in every run"
		}
	];
}
function deriveAnswerFigure({ isSameAnswer, problem }) {
	return isSameAnswer === null ? {
		value: null,
		reason: problem ?? "no row counts or tables to compare the results"
	} : {
		value: Number(isSameAnswer),
		reason: isSameAnswer ? null : problem
	};
}
function computeProvenGain({ verdict, speedup, interval }) {
	if (speedup === null) return null;
	if (verdict === "unchanged") return 0;
	const [low, high] = interval ?? [speedup, speedup];
	return (verdict === "regression" ? high : low) - 1;
}
function buildGainRequirement(key, { suite }) {
	return {
		id: "VARIANT-gain",
		suite: key.suite,
		value: "proven_gain",
		axes: key.axes,
		operator: ">",
		limit: 0,
		unit: "share",
		severity: suite.severity,
		rule: "config"
	};
}
function listAnswerRequirements(key, pair, input) {
	if (!(input.config.pipeline.proof?.results !== void 0 || pair.outcome?.planned.tables !== void 0)) return [];
	const rule = {
		value: "same_answer",
		operator: "==",
		limit: 1,
		unit: "1",
		severity: "fail"
	};
	return [{
		...buildGainRequirement(key, input),
		...rule,
		id: "VARIANT-answer"
	}];
}
function findTradeOff({ speedup, interval, memory, verdict }) {
	if (speedup === null || memory === null) return null;
	if (verdict === "inconclusive" && interval === null) return "no advice";
	return classifyTradeOffInterval(interval ?? [speedup, speedup], memory.overhead);
}
function listTradeOffRequirements(key, { memory }, input) {
	if (memory && memory.overhead <= .5) return [];
	return [{
		...buildGainRequirement(key, input),
		id: "VARIANT-memory",
		value: memory ? "speedup" : "memory_overhead",
		operator: memory ? ">" : "<=",
		limit: memory ? speedupForHeavyOverhead : heavyOverhead,
		unit: memory ? "×" : "share",
		rule: tradeOffRule
	}];
}
function deriveCheckpointFigures(input, buildCaseKey) {
	const { checkpointing, base } = input.suite;
	if (!checkpointing) return [];
	const isReversed = checkpointing.with === base;
	const pair = isReversed ? compareVariants(checkpointing.without, base, input) : compareVariants(checkpointing.with, checkpointing.without, input);
	const computeLoss = (speedup) => 1 - (isReversed ? 1 / speedup : speedup);
	const value = pair.speedup === null ? null : computeLoss(pair.speedup);
	const ends = pair.interval?.map(computeLoss).toSorted((a, b) => a - b);
	const interval = ends ? [ends[0] ?? NaN, ends[1] ?? NaN] : null;
	const reason = pair.problem ?? (interval === null ? "single runs: no interval" : null);
	return [{
		...buildCaseKey(checkpointing.with),
		...plain,
		name: "checkpoint_overhead",
		unit: "share",
		value,
		interval,
		reason
	}];
}
function listCheckpointRequirements(input, buildCaseKey) {
	const { checkpointing, severity } = input.suite;
	if (!checkpointing) return [];
	const { suite, axes } = buildCaseKey(checkpointing.with);
	return [{
		suite,
		axes,
		severity,
		id: "CHECKPOINT-overhead",
		value: "checkpoint_overhead",
		operator: "<=",
		limit: checkpointing.maxOverhead,
		unit: "share",
		rule: "config"
	}];
}
function listInteractions(pairs, input) {
	const { base, options } = input.suite;
	const all = Object.fromEntries(Object.entries(options).map(([name, written]) => [name, normalizeCaseOptions(written)]));
	return Object.keys(options).flatMap((name) => {
		const parts = findCombinedVariants(name, base, all);
		return parts.length > 0 ? [{
			name,
			parts,
			contrast: computeInteraction(name, parts, pairs, input)
		}] : [];
	});
}
function computeInteraction(name, parts, pairs, { policy, suite }) {
	const involved = pairs.filter((pair) => pair.base === suite.base && [name, ...parts].includes(pair.name));
	if (involved.length !== parts.length + 1 || involved.some(({ speedup }) => speedup === null)) return null;
	const samples = [{
		outcome: involved[0]?.baseOutcome,
		weight: 1 - parts.length
	}, ...involved.map(({ name: own, outcome }) => ({
		outcome,
		weight: own === name ? -1 : 1
	}))].map(({ outcome, weight }) => {
		return {
			weight,
			samples: isMeasured(outcome) ? getSamples(outcome, wallTime.name) : []
		};
	});
	return computeLogContrast(samples, policy.confidence);
}

// src/domain/core/case-options.ts
function isSameOptions(one, other) {
	return formatOptionsKey(one) === formatOptionsKey(other);
}
function formatOptions({ args, env }) {
	return [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...args].join(" ") || "(none)";
}
function formatOptionsKey({ args, env }) {
	return JSON.stringify([args, Object.entries(env).toSorted(([one], [other]) => one < other ? -1 : 1)]);
}

// src/suites/variants/variant-sections.ts
function buildMatrix(pairs, input) {
	const { base, options } = input.suite;
	return {
		id: "variants",
		title: "Variants",
		columns: [
			"Variant",
			"Options",
			"Time (median)",
			"Speed-up",
			"Interval",
			"GPU utilization",
			"Peak memory",
			"Verdict"
		],
		rows: [base, ...pairs.map(({ name }) => name)].map((name) => {
			const pair = pairs.find((item) => item.name === name);
			const outcome = input.outcomes.find(({ planned }) => planned.key.axes["variant"] === name);
			const texts = [name, formatOptions(normalizeCaseOptions(options[name]))];
			if (!isMeasured(outcome)) return [
				...texts,
				null,
				null,
				null,
				null,
				null,
				`not measured: ${explainAbsence(outcome)}`
			];
			const utilization = computeUtilization(outcome, input.devices);
			const peaks = readPeakMemory([outcome], input.devices, input.config.pipeline.devices)?.[0]?.peaksBytes;
			return [
				...texts,
				{
					value: summarizeWallTime(outcome).median,
					unit: "s"
				},
				typeof pair?.speedup === "number" ? {
					value: pair.speedup,
					unit: "×"
				} : null,
				pair?.interval ? {
					interval: pair.interval,
					unit: "×"
				} : null,
				utilization === null ? null : {
					value: utilization,
					unit: "%"
				},
				peaks ? {
					value: computeMedian$1(peaks),
					unit: "B"
				} : null,
				pair ? formatVerdict(pair) : "base"
			];
		}),
		notes: []
	};
}
function formatVerdict({ verdict, problem }) {
	switch (verdict) {
		case "improvement": return "faster";
		case "regression": return "slower";
		case "unchanged": return "no difference";
		case "inconclusive": return "inconclusive";
		case "not comparable":
		case "missing": return `${verdict}: ${problem ?? "unknown"}`;
		default: return verdict;
	}
}
function buildTradeOffSections(paying) {
	if (paying.length === 0) return [];
	return [{
		id: "trade-off",
		title: "Memory for speed",
		columns: [
			"Variant",
			"Speed-up",
			"More memory",
			"Memory source",
			"Advice"
		],
		rows: paying.map((pair) => [
			pair.name,
			pair.speedup === null ? null : {
				value: pair.speedup,
				unit: "×"
			},
			pair.memory ? {
				value: pair.memory.overhead,
				unit: "share"
			} : null,
			pair.memory?.own.source ?? null,
			findTradeOff(pair) ?? `not evaluated: ${pair.problem ?? "the memory of both was not sampled in every run"}`
		]),
		notes: ["Recommended: above 1.1× for less than 30 % more memory. Above 50 % more memory: acceptable above 1.2×, otherwise inefficient. No advice in between, or when the interval crosses a limit."]
	}];
}
function buildInteractionSections(interactions, base) {
	if (interactions.length === 0) return [];
	return [{
		id: "interactions",
		title: "Combined options",
		columns: [
			"Variant",
			"Parts",
			"Relative to the product",
			"Interval",
			"Verdict"
		],
		rows: interactions.map(({ name, parts, contrast }) => [
			name,
			parts.join(" + "),
			contrast ? {
				value: contrast.value,
				unit: "×"
			} : null,
			contrast?.interval ? {
				interval: contrast.interval,
				unit: "×"
			} : null,
			formatInteraction(contrast)
		]),
		notes: [`1× is the product of the speed-ups that the parts have over ${base} separately.`]
	}];
}
function formatInteraction(contrast) {
	if (!contrast) return "unknown: not all parts were measured";
	if (!contrast.interval) return "unknown: single runs";
	const [low, high] = contrast.interval;
	if (low > 1) return "more than the product";
	return high < 1 ? "less than the product" : "no detectable interaction";
}

// src/suites/variants/variant-findings.ts
const memoryToleranceShare = .02;
function buildVariantFindings(input, buildCaseKey) {
	const { base, options, tradeOff } = input.suite;
	const pairs = Object.keys(options).filter((name) => name !== base).map((name) => compareVariants(name, base, input));
	const interactions = listInteractions(pairs, input);
	const paying = pairs.filter(({ name }) => tradeOff.includes(name));
	const checkpoints = deriveCheckpointFigures(input, buildCaseKey);
	return {
		derived: [
			...pairs.flatMap((pair) => deriveGainFigures(pair, buildCaseKey(pair.name))),
			...checkpoints,
			...interactions.map((item) => deriveInteraction(item, buildCaseKey))
		],
		requirements: [
			...pairs.map(({ name }) => buildGainRequirement(buildCaseKey(name), input)),
			...pairs.flatMap((pair) => listAnswerRequirements(buildCaseKey(pair.name), pair, input)),
			...paying.flatMap((pair) => listTradeOffRequirements(buildCaseKey(pair.name), pair, input)),
			...listCheckpointRequirements(input, buildCaseKey)
		],
		comparisons: pairs.flatMap((pair) => buildVariantComparisons(pair, buildCaseKey(pair.name))),
		sections: [
			buildMatrix(pairs, input),
			...buildTradeOffSections(paying),
			...buildInteractionSections(interactions, base)
		],
		findings: [...pairs.flatMap(listPairFindings), ...checkpoints.flatMap((item) => listCheckpointCautions(item, input))]
	};
}
function buildVariantComparisons({ judged, base, verdict, problem }, key) {
	if (!judged) return [];
	return toComparisons(judged, `variant ${base}`, key.axes).filter((item) => item.isGate).map((item) => {
		const isRefused = problem !== null && (verdict === "not comparable" || verdict === "missing");
		return {
			...item,
			...isRefused ? createUndecided(verdict, problem) : {},
			isGate: false
		};
	});
}
function deriveInteraction({ name, parts, contrast }, buildCaseKey) {
	const reason = contrast ? contrast.interval === null ? "single runs: no interval" : `against the product of ${parts.join(", ")}` : "not all of its parts were measured";
	return {
		...buildCaseKey(name),
		name: "interaction",
		unit: "×",
		value: contrast?.value ?? null,
		interval: contrast?.interval ?? null,
		reason,
		isSuspicious: false,
		isDeclared: false
	};
}
function listPairFindings(pair) {
	const { name, base, verdict, problem } = pair;
	if (verdict === "not comparable") return [{
		kind: "failed",
		subject: `variant ${name}`,
		reason: problem ?? verdict
	}];
	return hasNoEffect(pair) ? [{
		kind: "caution",
		subject: `variant ${name}`,
		reason: describeNoEffect(base)
	}] : [];
}
function describeNoEffect(base) {
	return `no detectable effect: time, stages and memory equal those of ${base}; check that the pipeline reads this option`;
}
function hasNoEffect({ judged, verdict, memory }) {
	const isSame = (judged?.decisions ?? []).map(({ decision }) => decision.verdict).every((one) => one === "unchanged" || one === "inconclusive");
	return verdict === "unchanged" && isSame && Math.abs(memory?.overhead ?? 0) < memoryToleranceShare;
}
function listCheckpointCautions({ value, interval }, { suite: { checkpointing } }) {
	const limit = checkpointing?.maxOverhead ?? 1;
	if (value === null || value <= limit || interval && interval[0] <= limit) return [];
	const reason = `checkpoints cost ${(value * 100).toFixed(1)} % of the throughput, above ${Number((limit * 100).toPrecision(3))} %; write them less often`;
	return [{
		kind: "caution",
		subject: `variant ${checkpointing?.with ?? ""}`,
		reason
	}];
}

// src/suites/variants/variants.ts
const variants$1 = {
	usesBaselines: false,
	plan(input) {
		const names = listVariantNames(input.suite);
		const lacking = names.flatMap((name) => checkDeviceCount(buildCaseKey(input, name), input.suite.gpus, input.devices) ?? []);
		if (lacking.length > 0) return createPlan([], lacking);
		const cases = names.map((name) => planVariantCase(input, name));
		const comparisons = listPairs(input.suite).map(([head, base]) => planComparison(input, head, base));
		return planAnswerChecks({
			cases,
			notTested: [],
			comparisons
		}, input.config);
	},
	judge(input) {
		const comparisons = refuseDifferentAnswers(input.comparisons, input.outcomes, input.config);
		return buildVariantFindings({
			...input,
			comparisons
		}, (name) => buildCaseKey(input, name));
	}
};
function listVariantNames({ base, options }) {
	return [base, ...Object.keys(options).filter((name) => name !== base)];
}
function buildCaseKey({ config, suite }, variant) {
	return {
		suite: "variants",
		benchmark: config.pipeline.name,
		axes: {
			gpus: suite.gpus,
			variant
		}
	};
}
function planVariantCase(input, name) {
	const { config, suite, devices } = input;
	const options = normalizeCaseOptions(suite.options[name]);
	return planCase({
		config,
		suite,
		devices,
		options,
		gpuCount: suite.gpus,
		key: buildCaseKey(input, name),
		group: "variants"
	});
}
function listPairs(suite) {
	const [base, ...others] = listVariantNames(suite);
	const pairs = others.map((name) => [name, base ?? ""]);
	const { checkpointing } = suite;
	return !checkpointing || checkpointing.with === base || checkpointing.without === base ? pairs : [...pairs, [checkpointing.with, checkpointing.without]];
}
function planComparison(input, head, base) {
	const gate = chooseGate(input.config, "variants");
	const maxRepeats = input.suite.maxRepeats ?? input.config.run.maxRepeats;
	const formatId = (name) => formatCaseId(buildCaseKey(input, name));
	return {
		head: formatId(head),
		base: formatId(base),
		...getEffectRules(input.config),
		gate,
		maxRepeats,
		isScreened: false
	};
}

// src/suites/index.ts
const suites = {
	scaling: scaling$1,
	"end-to-end": endToEnd$1,
	revision: revision$2,
	stages: stages$1,
	memory: memory$1,
	variants: variants$1,
	equivalence: equivalence$1,
	sweep: sweep$1,
	production: production$2,
	command: command$2
};
const suiteNames = [
	"scaling",
	"end-to-end",
	"revision",
	"stages",
	"memory",
	"variants",
	"equivalence",
	"sweep",
	"production",
	"command"
];

// src/judging/plan/plan-run.ts
function planRun(config, devices, revisions) {
	const plans = listConfiguredSuites(config).map(({ suite, settings }) => {
		const plan = suite.plan({
			config,
			suite: settings,
			devices,
			revisions
		});
		return suite.usesBaselines ? addMergeBaseRuns(plan, config, findMergeBase(config, revisions)) : plan;
	});
	const ladders = plans.flatMap((plan) => plan.ladders ?? []);
	const plan = {
		cases: plans.flatMap((one) => one.cases),
		notTested: plans.flatMap((one) => one.notTested),
		comparisons: plans.flatMap((one) => one.comparisons),
		...ladders.length > 0 && { ladders }
	};
	return planAnswerChecks(plan, config);
}
function withMergeBase(config, revisions, { head, mergeBase }) {
	const isNamed = revisions.some(({ label, ref }) => label === "merge-base" || ref === "merge-base");
	const isAsked = config.comparison.reference !== "baseline" && listConfiguredSuites(config).some(needsBaselines);
	if (isNamed || !isAsked || mergeBase === null || mergeBase === head.commit) return [...revisions];
	return [...revisions, {
		label: mergeBaseLabel,
		ref: "merge-base",
		commit: mergeBase,
		problem: null
	}];
}
function needsBaselines({ suite }) {
	return suite.usesBaselines;
}
function listConfiguredSuites(config) {
	return suiteNames.flatMap((name) => {
		const settings = config.suites[name];
		return settings ? [{
			name,
			settings,
			suite: suites[name]
		}] : [];
	});
}

// src/domain/baselines/stored-limit.ts
const fewestRuns = 3;
function applyStoredLimit(decision, { betterWhen }, { base, head }, limit) {
	if (Math.min(base.length, head.length) < fewestRuns || decision.base === null) return decision;
	const [before = [], after = []] = [base, head].map((samples) => samples.map((value) => betterWhen === "lower" ? value : 1 / value));
	const change = computeMedian$1(after) / computeMedian$1(before) - 1;
	const runs = `${head.length} against ${base.length} runs`;
	const rule = `the limit of ${formatShare(limit)} for committed samples`;
	if (change > limit && Math.min(...after) > Math.max(...before)) {
		const reason = `the median is ${formatShare(change)} worse, above ${rule}; ${runs} without overlap`;
		return {
			...decision,
			verdict: "regression",
			reason
		};
	}
	if (!(decision.verdict === "regression" ? change <= limit : Math.max(...after) / Math.min(...before) - 1 <= limit) || decision.verdict === "improvement") return decision;
	return {
		...decision,
		verdict: "unchanged",
		reason: `no change above ${rule}; ${runs}`
	};
}

// src/domain/baselines/baseline-comparison.ts
function compareWithBaseline(input) {
	const strange = listTestbedDifferences(input.baseline.testbed, input.testbed);
	return input.baseline.cases.flatMap((stored) => {
		const head = input.cases.find((item) => formatId$1(item.key) === formatId$1({
			suite: input.baseline.suite,
			...stored
		}));
		return head ? compareCase(stored, head, strange, input) : [createMissingComparison(stored, input, "the baseline has this case, but the plan of this run does not")];
	});
}
function judgeByBaseline(input) {
	const measured = new Map(input.cases.filter(({ problem }) => problem === null).map((item) => [formatId$1(item.key), item]));
	const unmatched = input.baseline.cases.flatMap((stored) => {
		const head = measured.get(formatId$1({
			suite: input.baseline.suite,
			...stored
		}));
		if (!head) return [];
		const names = stored.metrics.map(({ name }) => name);
		return [...listUnmatchedGates(input.gate, names, getCaseFields(stored, input)), ...listNewGateMetrics(stored, head, input)];
	});
	return [...compareWithBaseline(input), ...unmatched];
}
function listNewGateMetrics(stored, { measurements }, input) {
	const known = new Set(stored.metrics.map(({ name }) => name));
	const terms = computeTerms(stored, measurements, input);
	return measurements.filter(({ metric: { name } }) => !known.has(name) && !input.gate.includes(name) && terms.has(name)).map(({ metric }) => ({
		...getMetricFields(stored, metric, input),
		isGate: true,
		...createUndecided("missing", `the baseline has no samples of ${metric.name}`)
	}));
}
function computeTerms({ metrics }, measurements, { gate, policy }) {
	const head = measurements.map(({ metric, samples }) => ({
		name: metric.name,
		samples
	}));
	return buildGateTerms({
		...policy,
		gate
	}, [computeMedianLevels(metrics), computeMedianLevels(head)]);
}
function listCasesWithoutBaseline(baseline, cases) {
	const known = new Set(baseline.cases.map((stored) => formatId$1({
		suite: baseline.suite,
		...stored
	})));
	return cases.filter((item) => !known.has(formatId$1(item.key)));
}
function compareCase(stored, { conditions, measurements, problem, isContaminated = false }, strange, input) {
	if (problem !== null && isContaminated) return [{
		...getMetricFields(stored, wallTime, input),
		isGate: true,
		...createUndecided("inconclusive", problem)
	}];
	if (problem !== null) return [createMissingComparison(stored, input, problem)];
	const differences = [...strange.map((item) => `testbed: ${item}`), ...listConditionDifferences(stored.conditions, conditions)];
	const terms = computeTerms(stored, measurements, input);
	const metrics = stored.metrics.filter(({ name }) => terms.has(name) || !isContextMetric(name));
	return judgeFamily(metrics, {
		terms,
		baseLevels: computeMedianLevels(stored.metrics)
	}, (metric, mayWiden) => {
		const base = stored.metrics.find(({ name }) => name === metric.name)?.samples ?? [];
		const own = measurements.find((item) => item.metric.name === metric.name);
		const key = {
			suite: input.baseline.suite,
			...stored
		};
		const pair = {
			base,
			head: own?.samples,
			key,
			differences,
			terms,
			mayWiden
		};
		return { decision: refuseOtherMetric(metric, own?.metric) ?? decide(metric, pair, input) };
	}).map(({ metric, decision, isGate, cost, toleratedBecause }) => ({
		...getMetricFields(stored, metric, input),
		isGate,
		...cost !== void 0 && { cost },
		...toleratedBecause !== void 0 && { toleratedBecause },
		...decision
	}));
}
function decide(metric, { base, head, key, differences, terms, mayWiden }, { policy, sessions }) {
	if (differences.length > 0) return createUndecided("not comparable", differences.join("; "));
	if (!head) return createUndecided("missing", `this run has no samples of ${metric.name}`);
	const known = sessions?.(key, metric.name) ?? [];
	const sessionDeviation = (estimateNoiseFloor(known)?.sessionDeviation ?? null) !== null ? null : unknownSessionDeviation;
	const rules = {
		...createPlainRules(policy),
		design: "stored",
		sessions: known,
		sessionDeviation,
		gates: Math.max(1, terms.size),
		...terms.get(metric.name),
		mayWiden
	};
	const decision = compareSamples(metric, {
		base,
		head
	}, rules);
	const { storedLimit } = policy;
	return storedLimit === void 0 ? decision : applyStoredLimit(decision, metric, {
		base,
		head
	}, storedLimit);
}
function createMissingComparison(stored, input, reason) {
	return {
		...getMetricFields(stored, wallTime, input),
		isGate: true,
		...createUndecided("missing", reason)
	};
}
function getMetricFields(stored, metric, input) {
	return {
		...getCaseFields(stored, input),
		metric: metric.name,
		unit: metric.unit,
		betterWhen: metric.betterWhen
	};
}
function getCaseFields(stored, { baseline }) {
	return {
		suite: baseline.suite,
		benchmark: stored.benchmark,
		axes: stored.axes,
		reference: `baseline ${(stored.provenance ?? baseline.provenance).commit.slice(0, 7)}`
	};
}
function formatId$1({ suite, benchmark, axes }) {
	return formatCaseId({
		suite,
		benchmark,
		axes
	});
}

// src/domain/telemetry/lowered-clocks.ts
const minShare = .01;
function describeLoweredClocks({ base, head }) {
	const [ofBase, ofHead] = [base, head].map(computeMeanShares);
	if (!ofBase || !ofHead) return "why clocks were lowered is not recorded for every run";
	const texts = clocksEventReasons.flatMap((reason) => {
		const [inBase, inHead] = [ofBase[reason] ?? 0, ofHead[reason] ?? 0];
		if (reason === "gpu-idle" || Math.max(inBase, inHead) < minShare) return [];
		return [`${reason} for ${formatPercent$1(inBase)} of the time on the base and ${formatPercent$1(inHead)} on the head`];
	});
	return texts.length === 0 ? "the driver gave no reason for lowered clocks" : `clocks lowered by ${texts.join(", ")}`;
}
function computeMeanShares(trials) {
	const all = trials.flatMap((trial) => selectOwnGpuUses(trial).map(({ clocksEventShares }) => clocksEventShares));
	const known = all.filter((shares) => shares !== null);
	if (known.length === 0 || known.length < all.length) return null;
	return Object.fromEntries(clocksEventReasons.map((reason) => [reason, computeMean$2(known.map((one) => one[reason] ?? 0))]));
}
function formatPercent$1(share) {
	return `${Math.round(100 * share)} %`;
}

// src/domain/telemetry/gpu-work-cause.ts
const [followingShare, unchangedShare] = [2 / 3, 1 / 3];
function findWorkCause({ base, head }) {
	const busy = computeLogChange(base, head, getBusySeconds$1);
	if (busy === null || busy === 0) return null;
	const changes = {
		busy,
		cycles: computeLogChange(base, head, computeBusyCycles),
		dram: computeLogChange(base, head, getDramSeconds)
	};
	const [from = null, to = null] = [base, head].map((side) => computeMedianOfAll(side, computeBusyClockMhz));
	const clocks = from === null || to === null ? null : [from, to];
	const kind = classify(changes);
	const cause = {
		kind,
		label: describeCause(kind, busy),
		figures: describeFigures(kind, changes, clocks)
	};
	if (clocks === null || kind === "work" || kind === "not known") return cause;
	return {
		...cause,
		caution: describeCaution({
			kind,
			busy,
			clocks
		}, {
			base,
			head
		})
	};
}
function classify({ busy, cycles, dram }) {
	const [ofCycles = null, ofDram = null] = [cycles, dram].map((change) => change && change / busy);
	if ((ofCycles ?? 0) >= followingShare || (ofDram ?? 0) >= followingShare) return "work";
	if (ofCycles === null || ofDram === null) return "not known";
	if (Math.max(Math.abs(ofCycles), Math.abs(ofDram)) <= unchangedShare) return "clocks";
	return Math.min(ofCycles, ofDram) > unchangedShare ? "both" : "not known";
}
function describeCause(kind, busy) {
	const [work, clocks] = busy > 0 ? ["more work", "lower clocks"] : ["less work", "higher clocks"];
	return {
		work,
		clocks: `${clocks}, not ${work}`,
		both: `${work} and ${clocks}`,
		"not known": `unknown whether ${work} or ${clocks}`
	}[kind];
}
function describeFigures(kind, { cycles, dram }, clocks) {
	const missing = kind === "not known" ? "is not recorded for every run" : "not recorded";
	return [
		...clocks && kind !== "work" ? [`SM clock ${formatChange(Math.log(clocks[1] / clocks[0]))} (${formatMhz$1(clocks[0])} to ${formatMhz$1(clocks[1])} while busy)`] : [],
		cycles === null ? `the SM clock while busy ${missing}` : `clock cycles ${formatChange(cycles)}`,
		dram === null ? `memory activity ${missing}` : `memory activity ${formatChange(dram)}`
	].join(", ");
}
function describeCaution({ kind, busy, clocks }, runs) {
	const what = `the GPU busy time ${busy > 0 ? "rose" : "fell"}`;
	const why = kind === "both" ? `${what} in part with the clock` : `${what} with the clock, not with the work`;
	return `ran at ${formatMhz$1(clocks[0])} on the base and ${formatMhz$1(clocks[1])} on the head while busy: ${why}; ${describeLoweredClocks(runs)}`;
}
function computeLogChange(base, head, read) {
	const [from, to] = [base, head].map((side) => computeMedianOfAll(side, (trial) => sumOfUses(trial, read)));
	return from && to ? Math.log(to / from) : null;
}
function getBusySeconds$1({ work }) {
	return work?.busySource === "driver-samples" ? work.busySeconds : null;
}
function computeBusyCycles(use) {
	const [seconds, clock] = [getBusySeconds$1(use), use.work?.busyClockMhz ?? null];
	if (seconds === 0) return 0;
	return seconds === null || clock === null ? null : seconds * clock;
}
function getDramSeconds({ work }) {
	return work?.dramActiveSeconds ?? null;
}
function computeBusyClockMhz(trial) {
	const [cycles, seconds] = [sumOfUses(trial, computeBusyCycles), sumOfUses(trial, getBusySeconds$1)];
	return cycles && seconds ? cycles / seconds : null;
}
function sumOfUses(trial, read) {
	const values = selectOwnGpuUses(trial).map(read);
	const known = values.filter((value) => value !== null);
	return known.length === 0 || known.length < values.length ? null : sumValues(known);
}
function computeMedianOfAll(trials, read) {
	const values = trials.flatMap((trial) => read(trial) ?? []);
	return values.length > 0 && values.length === trials.length ? computeMedian$1(values) : null;
}
function formatMhz$1(clock) {
	return `${Math.round(clock)} MHz`;
}
function formatChange(change) {
	const text = (100 * Math.expm1(change)).toFixed(1);
	return `${Number(text) > 0 ? "+" : ""}${Number(text) === 0 ? "0.0" : text} %`;
}

// src/domain/verdict/explain-busy-time.ts
function explainBusyTime(judged, runs) {
	const busy = judged.decisions.find(({ metric }) => metric.name === gpuBusyTime.name);
	if (!busy || !(isChange$1(busy) || isSeparate(busy))) return judged;
	const workCause = findWorkCause(runs);
	if (!workCause || !isChange$1(busy) && workCause.caution === void 0) return judged;
	const reason = `${busy.decision.reason}; ${workCause.label}: ${workCause.figures}`;
	const explained = {
		...busy,
		decision: {
			...busy.decision,
			reason
		},
		workCause
	};
	return {
		...judged,
		decisions: judged.decisions.map((item) => item === busy ? explained : item)
	};
}
function isChange$1({ decision: { verdict } }) {
	return verdict === "regression" || verdict === "improvement";
}
function isSeparate({ decision, request }) {
	const { verdict, effect, base, head } = decision;
	if (verdict !== "inconclusive" || !base || !head || effect === null) return false;
	return Math.abs(effect) >= (request.minEffect ?? 0) && (base.max < head.min || head.max < base.min);
}

// src/domain/detection/pair/implied-total.ts
const mostCovered = 1.02;
function computeImpliedTotal(stages, total) {
	const computeShare = ({ baseTime }) => baseTime / total.baseTime;
	const covered = stages.reduce((sum, stage) => sum + computeShare(stage), 0);
	const changed = stages.flatMap((stage) => toChange(stage, computeShare(stage)));
	if (changed.length === 0 || !(covered <= mostCovered)) return null;
	const effect = sumValues(changed.map(({ onTotal }) => onTotal));
	const interval = [sumValues(changed.map(({ low }) => low)), sumValues(changed.map(({ high }) => high))];
	const implied = {
		effect,
		interval,
		parts: changed.map(({ stage, effect: own, onTotal }) => ({
			stage,
			effect: own,
			onTotal
		})).toSorted((a, b) => Math.abs(b.onTotal) - Math.abs(a.onTotal)),
		undecidedShare: sumValues(stages.filter(({ verdict }) => verdict === "inconclusive").map(computeShare)),
		agrees: total.interval && interval[1] >= total.interval[0] && interval[0] <= total.interval[1]
	};
	return {
		...implied,
		sentence: formatSentence(implied)
	};
}
function toChange({ stage, verdict, effect, interval }, share) {
	if (verdict !== "regression" && verdict !== "improvement" || effect === null || interval === null) return [];
	return [{
		stage,
		effect,
		onTotal: effect * share,
		low: interval[0] * share,
		high: interval[1] * share
	}];
}
function formatSentence({ effect, interval, parts, undecidedShare, agrees }) {
	const named = parts.slice(0, 3).map((part) => `${part.stage} (${formatSignedEffect$1(part.effect, "%")})`);
	const more = parts.length > 3 ? ` and ${parts.length - 3} more` : "";
	const range = `${formatSignedEffect$1(interval[0], "%")} to ${formatSignedEffect$1(interval[1], "%")}`;
	const verb = parts.length === 1 ? "implies" : "imply";
	const open = undecidedShare > 0 ? `, without the inconclusive stages (${formatEffectSize(undecidedShare, "%")} of its time)` : "";
	const check = agrees === false ? "; the total does not confirm it" : "";
	return `${named.join(", ")}${more} ${verb} ${formatSignedEffect$1(effect, "%")} of the total (${range})${open}${check}`;
}

// src/domain/verdict/explain-total.ts
function explainTotal(judged) {
	const total = judged.decisions.find(({ metric }) => metric.name === wallTime.name);
	if (total?.decision.verdict !== "inconclusive" || !total.decision.base) return judged;
	const implied = computeImpliedTotal(judged.decisions.flatMap(toJudgedStages), {
		baseTime: total.decision.base.median,
		interval: total.decision.interval
	});
	if (!implied) return judged;
	const explained = {
		...total,
		decision: {
			...total.decision,
			reason: `${total.decision.reason}; ${implied.sentence}`
		}
	};
	return {
		...judged,
		decisions: judged.decisions.map((item) => item === total ? explained : item)
	};
}
function toJudgedStages({ metric, decision }) {
	const stage = parseStageName(metric.name);
	const { verdict, effect, interval, base } = decision;
	if (stage === null || !base || !isJudged(verdict)) return [];
	return [{
		stage,
		verdict,
		effect,
		interval,
		baseTime: base.median
	}];
}
function isJudged(verdict) {
	return verdict !== "missing" && verdict !== "not comparable";
}

// src/domain/verdict/another-session.ts
function withoutOtherSessionGain(item) {
	if (item.isGate || item.verdict !== "improvement") return item;
	const reason = `${item.reason}; the base is from another session, so a quieter host may explain it`;
	return {
		...item,
		verdict: "inconclusive",
		reason
	};
}

// src/domain/detection/pair/false-discovery.ts
function controlFalseDiscovery(pValues, level = .05) {
	const sorted = pValues.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
	const threshold = sorted[sorted.findLastIndex((value, index) => value <= (index + 1) / sorted.length * level)] ?? Number.NEGATIVE_INFINITY;
	return pValues.map((value) => value <= threshold);
}

// src/domain/verdict/watched-metrics.ts
const falseShare = .05;
function controlWatched(judged) {
	const weighed = judged.flatMap(({ decisions }) => decisions.filter((item) => !item.isGate)).flatMap((item) => {
		const pValue = computePValue(item);
		return pValue === null ? [] : [{
			item,
			pValue
		}];
	});
	const stands = controlFalseDiscovery(weighed.map(({ pValue }) => pValue), weighed.every(({ item }) => isNoiseKnown(item)) ? falseShare : falseShare / computeHarmonic(weighed.length));
	const doubtful = new Set(weighed.filter((_, index) => !stands[index]).map(({ item }) => item));
	return judged.map((one) => ({
		...one,
		decisions: one.decisions.map((item) => withoutStoredGain(doubtful.has(item) && isChange(item) ? toDoubt(item, weighed.length) : item))
	}));
}
function withoutStoredGain(item) {
	if (item.request.design !== "stored") return item;
	const { verdict, reason } = withoutOtherSessionGain({
		isGate: item.isGate,
		...item.decision
	});
	return {
		...item,
		decision: {
			...item.decision,
			verdict,
			reason
		}
	};
}
function isNoiseKnown({ request }) {
	return (request.history ?? []).length > 0;
}
function computeHarmonic(count) {
	return Array.from({ length: Math.max(1, count) }, (_, index) => 1 / (index + 1)).reduce((sum, value) => sum + value, 0);
}
function computePValue({ metric, request, decision }) {
	if (decision.verdict === "not comparable" || decision.verdict === "missing") return null;
	const evidence = weighEvidence(metric, request);
	return evidence && Math.min(1, 2 * Math.min(evidence.slowerPValue, evidence.fasterPValue));
}
function isChange({ decision }) {
	return decision.verdict === "regression" || decision.verdict === "improvement";
}
function toDoubt(item, count) {
	const reason = `${item.decision.reason}; not significant among ${count} watched metrics`;
	return {
		...item,
		decision: {
			...item.decision,
			verdict: "inconclusive",
			reason
		}
	};
}

// src/domain/core/revision.ts
const unknownCommit = "0".repeat(40);
const workingTreeName = "working tree";

// src/judging/findings/missing-model-files.ts
function listMissingModelFiles({ identity }) {
	return Object.entries(identity["head"] ?? {}).filter(([, sha256]) => sha256 === "absent").map(([path]) => `pipeline.identity: ${path} does not exist at the head, so the model that ran is unknown`);
}

// src/judging/findings/clock-cautions.ts
function listClockCautions(comparisons) {
	return comparisons.flatMap((item) => {
		const caution = item.workCause?.caution;
		if (caution === void 0 || item.verdict === "not comparable") return [];
		return [{
			kind: "caution",
			subject: `GPUs of ${formatCaseId(item)}`,
			reason: caution,
			isProminent: true
		}];
	});
}

// src/judging/findings/case-figures.ts
function deriveCaseFigures(outcome) {
	if (outcome.status !== "measured") return [];
	const { suite, benchmark, axes } = outcome.planned.key;
	const common = {
		suite,
		benchmark,
		axes,
		interval: null,
		isDeclared: false,
		...findDoubt(outcome)
	};
	const wall = outcome.measurements.find((item) => item.metric.name === wallTime.name);
	return outcome.measurements.flatMap(({ metric, samples }) => {
		const value = computeMedian$1(samples);
		const figure = {
			...common,
			name: metric.name,
			value,
			unit: metric.unit
		};
		if (parseStageName(metric.name) === null || !wall) return [figure];
		return [figure, {
			...common,
			name: `share:${parseStageName(metric.name)}`,
			value: value / computeMedian$1(wall.samples),
			unit: "share"
		}];
	});
}
function findDoubt({ trials }) {
	const differences = [...new Set(trials.flatMap(({ origin }) => origin?.differences ?? []))];
	if (differences.length === 0) return {
		reason: null,
		isSuspicious: false
	};
	return {
		reason: `not comparable: ${differences.join("; ")}`,
		isSuspicious: true
	};
}

// src/judging/findings/telemetry-figures.ts
function listUsedGpus(outcome, devices) {
	if (outcome.status !== "measured") return [];
	const windows = outcome.trials.flatMap((trial) => trial.telemetry ?? []);
	return outcome.planned.gpus.flatMap((id) => {
		const gpu = devices.find((device) => device.id === id)?.physicalIndex ?? id;
		const uses = windows.flatMap(({ gpus }) => gpus.find((use) => use.gpu === gpu) ?? []);
		return uses.length === windows.length && uses.length > 0 ? [summarizeGpu(gpu, uses)] : [];
	});
}
function deriveTelemetryFigures(outcome, devices) {
	const { suite, benchmark, axes } = outcome.planned.key;
	return listUsedGpus(outcome, devices).flatMap(({ gpu, use, memoryPeakBytes, energyJoules }) => {
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
		const buildFigure = (name, unit, value) => {
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
			buildFigure("gpu_utilization", "%", use.utilizationPercent?.mean ?? null),
			buildFigure("sm_utilization", "share", use.smUtilization?.mean ?? null),
			buildFigure("gpu_memory_peak", "B", memoryPeakBytes),
			buildFigure("gpu_memory_peak_share", "share", memoryPeakBytes === null || total === null ? null : memoryPeakBytes / total),
			buildFigure("gpu_energy", "J", energyJoules)
		];
	});
}
function summarizeGpu(gpu, uses) {
	const [first] = uses;
	if (!first) throw new RangeError("a used GPU needs at least one window");
	const spread = (read) => joinSpreads(uses.map(read));
	return {
		gpu,
		memoryPeakBytes: findMaximumIfComplete(uses.map((use) => use.memoryUsedBytes?.max ?? use.ownMemoryPeakBytes)),
		energyJoules: computeMedianIfComplete$1(uses.map((use) => use.energyJoules)),
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
function joinSpreads(spreads) {
	const known = spreads.filter((spread) => spread !== null);
	if (known.length === 0 || known.length < spreads.length) return null;
	const averageField = (read) => computeMean$2(known.map(read));
	return {
		mean: averageField((spread) => spread.mean),
		min: Math.min(...known.map((spread) => spread.min)),
		max: Math.max(...known.map((spread) => spread.max)),
		p5: averageField((spread) => spread.p5),
		p50: averageField((spread) => spread.p50),
		p95: averageField((spread) => spread.p95)
	};
}
function findMaximumIfComplete(values) {
	const known = values.filter((value) => value !== null);
	return known.length === values.length && known.length > 0 ? Math.max(...known) : null;
}
function computeMedianIfComplete$1(values) {
	const known = values.filter((value) => value !== null);
	return known.length === values.length && known.length > 0 ? computeMedian$1(known) : null;
}

// src/judging/findings/log-figures.ts
function deriveLogFigures(outcome, devices) {
	if (outcome.status !== "measured") return [];
	const { suite, benchmark, axes } = outcome.planned.key;
	const common = {
		suite,
		benchmark,
		axes,
		interval: null,
		isSuspicious: false,
		isDeclared: false,
		reason: null
	};
	const deriveFigure = (name, unit, read) => {
		const value = computeRunMedian(outcome, read);
		return value === null ? [] : [{
			...common,
			name,
			unit,
			value
		}];
	};
	return [
		...deriveStageTotal(outcome, common),
		...deriveLowestUtilization(outcome, devices, common),
		...deriveFigure("inference_rate", "sequences/s", sumInferenceRates),
		...deriveFigure("loader_wait_max", "s", ({ dataLoader }) => dataLoader?.waitMaxSeconds ?? null),
		...deriveFigure("packing_printed", "share", ({ packing }) => packing?.printed ?? null).map(markAsPrinted)
	];
}
function deriveStageTotal({ trials }, common) {
	const value = computeMedianIfComplete(trials.map(({ stages }) => stages.length === 0 || stages.some(({ seconds }) => seconds === null) ? null : stages.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)));
	return value === null ? [] : [{
		...common,
		name: "stage_total",
		unit: "s",
		value
	}];
}
function deriveLowestUtilization(outcome, devices, common) {
	const given = outcome.planned.gpus.length;
	const known = listUsedGpus(outcome, devices).map(({ use }) => use.utilizationPercent?.mean ?? null).filter((value) => value !== null);
	const figure = {
		...common,
		name: "lowest_gpu_utilization",
		unit: "%"
	};
	if (given === 0) return [];
	if (known.length === given) return [{
		...figure,
		value: Math.min(...known)
	}];
	const reason = `the utilization of ${given - known.length} of ${given} GPUs is unknown`;
	return [{
		...figure,
		value: null,
		reason
	}];
}
function sumInferenceRates({ workers }) {
	const rates = workers.map(({ sequencesPerSecond }) => sequencesPerSecond);
	return rates.length === 0 || rates.includes(null) ? null : rates.reduce((sum, rate) => sum + (rate ?? 0), 0);
}
function markAsPrinted(figure) {
	const reason = (figure.value ?? 0) > 1 ? "printed by the pipeline; more than 100 % is impossible" : "printed by the pipeline";
	return {
		...figure,
		isDeclared: true,
		reason
	};
}
function computeRunMedian({ trials }, read) {
	return computeMedianIfComplete(trials.map(({ pipeline }) => pipeline ? read(pipeline) : null));
}
function computeMedianIfComplete(values) {
	const known = values.filter((value) => value !== null);
	return known.length > 0 && known.length === values.length ? computeMedian$1(known) : null;
}
const smallStageShare = .1;
function deriveLogSpeedups(outcomes) {
	const measured = outcomes.filter((outcome) => outcome.status === "measured");
	return measured.flatMap((outcome) => {
		const { key } = outcome.planned;
		const base = findBase$1(outcome, measured);
		if (!base) return [];
		const common = {
			...key,
			unit: "×",
			interval: null,
			isSuspicious: false,
			isDeclared: false
		};
		const [one, other] = [computeRunMedian(base, sumInferenceRates), computeRunMedian(outcome, sumInferenceRates)];
		return [...one && other ? [{
			...common,
			name: "inference_speedup",
			value: other / one,
			reason: "inference only, without start-up"
		}] : [], ...deriveRestSpeedup(outcome, base, common)];
	});
}
function findBase$1({ planned }, measured) {
	const { suite, benchmark, axes } = planned.key;
	if (typeof axes["gpus"] !== "number" || axes["gpus"] <= 1) return null;
	const id = formatCaseId({
		suite,
		benchmark,
		axes: {
			...axes,
			gpus: 1
		}
	});
	return measured.find((outcome) => outcome.planned.id === id) ?? null;
}
function deriveRestSpeedup(outcome, base, common) {
	const total = computeMedianIfComplete(base.trials.map(({ wallSeconds }) => wallSeconds));
	const small = base.measurements.flatMap(({ metric, samples }) => parseStageName(metric.name) !== null && total && computeMedian$1(samples) < total * smallStageShare ? [metric.name] : []);
	const [one, other] = [base, outcome].map(({ measurements }) => small.reduce((sum, name) => {
		const samples = measurements.find(({ metric }) => metric.name === name)?.samples ?? [];
		return samples.length > 0 ? sum + computeMedian$1(samples) : NaN;
	}, 0));
	if (!one || !other || !Number.isFinite(one / other)) return [];
	const reason = `sum of ${small.length === 1 ? "1 stage" : `${small.length} stages`} below ${smallStageShare * 100} % of the 1-GPU time`;
	return [{
		...common,
		name: "small_stages_speedup",
		value: one / other,
		reason
	}];
}
function deriveMonitoredShare(outcomes, { deviceKind }) {
	if (deviceKind !== "gpu") return [];
	const counted = outcomes.filter(({ planned }) => planned.gpus.length > 0).flatMap((outcome) => outcome.status === "measured" ? outcome.trials.filter((trial) => !isToolFromFiles(outcome, trial)) : []);
	const figure = {
		suite: "monitor",
		benchmark: "",
		axes: {},
		interval: null,
		isSuspicious: false,
		isDeclared: false,
		name: "gpu_samples_logged",
		unit: "share"
	};
	if (counted.length === 0) return [{
		...figure,
		value: null,
		reason: "no counted run used a GPU"
	}];
	const seen = counted.filter(({ telemetry }) => (telemetry?.gpus ?? []).some(({ samples }) => samples > 0)).length;
	const reason = `${seen} of ${counted.length} runs have GPU samples`;
	return [{
		...figure,
		value: seen / counted.length,
		reason
	}];
}
function isToolFromFiles({ planned }, { origin }) {
	return planned.tool !== void 0 && origin !== void 0;
}

// src/judging/findings/missing-figures.ts
function deriveMissingFigures(outcomes, requirements) {
	const cases = outcomes.flatMap((outcome) => {
		const { key, revision } = outcome.planned;
		const names = new Set(deriveCaseFigures(outcome).map(({ name }) => name));
		return outcome.status === "measured" && revision === "head" ? [{
			key,
			names
		}] : [];
	});
	const found = requirements.flatMap(({ suite, value, axes }) => {
		const covered = cases.filter(({ key }) => key.suite === suite && hasAxes(key.axes, axes));
		const lacking = covered.filter(({ names }) => !names.has(value));
		return lacking.length === covered.length ? [] : lacking.map(({ key }) => ({
			key,
			value
		}));
	});
	return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()].map(({ key, value }) => ({
		...key,
		name: value,
		value: null,
		unit: "",
		interval: null,
		reason: `some runs of this case lack ${value}, which other cases of the suite have`,
		isSuspicious: false,
		isDeclared: false
	}));
}

// src/judging/findings/common-figures.ts
function deriveCommonFigures(own, { testbed }, { requirements }) {
	return [
		...own.flatMap(deriveCaseFigures),
		...deriveMissingFigures(own, requirements),
		...own.flatMap((outcome) => deriveLogFigures(outcome, testbed.devices)),
		...deriveLogSpeedups(own),
		...deriveMonitoredShare(own, testbed),
		...own.flatMap((outcome) => deriveTelemetryFigures(outcome, testbed.devices))
	];
}

// src/judging/findings/lost-gpus.ts
function listLostGpus(trials, devices) {
	const lost = trials.flatMap(({ telemetry }) => telemetry?.events ?? []).filter(({ kind, gpu }) => kind === "lost" && !devices.some(({ physicalIndex }) => physicalIndex === gpu));
	return [...new Map(lost.map(({ gpu, detail }) => [gpu, detail]))].map(([gpu, detail]) => ({
		kind: "caution",
		subject: `GPU ${gpu}`,
		reason: `was lost: ${detail}; it is missing in this testbed of ${devices.length}`
	}));
}

// src/judging/findings/join-figures.ts
function joinFigures(common, own) {
	const valued = new Set(own.filter(({ value }) => value !== null).map(identify));
	const kept = common.filter((figure) => !valued.has(identify(figure)));
	const known = new Set(kept.filter(({ value }) => value !== null).map(identify));
	return [...kept, ...own.filter((figure) => !known.has(identify(figure)))];
}
function identify(figure) {
	return `${formatCaseId(figure)}\n${figure.name}`;
}

// src/judging/findings/dataset-cautions.ts
const smallPart = .5;
function listDatasetCautions(outcomes, datasets) {
	return [...listDroppedInput(outcomes, datasets), ...listSyntheticPacking(outcomes, datasets)];
}
function listDroppedInput(outcomes, datasets) {
	return datasets.flatMap(({ name, sequences }) => {
		const rows = outcomes.flatMap((outcome) => outcome.status === "measured" && outcome.planned.dataset === name && outcome.resultRows !== null ? [outcome.resultRows] : []);
		const fewest = rows.length === 0 ? null : Math.min(...rows);
		if (fewest === null || sequences === null || fewest >= smallPart * sequences) return [];
		const reason = `${`${fewest} result rows from ${sequences} sequences (${formatShare(fewest / sequences)})`}: the pipeline dropped most of the input, so times and projections describe little of the work; use sequences that the pipeline keeps, such as orfShare of a synthetic dataset`;
		return [{
			kind: "caution",
			subject: `dataset ${name}`,
			reason
		}];
	});
}
function listSyntheticPacking(outcomes, datasets) {
	const synthetic = new Set(datasets.filter(({ kind }) => kind === "synthetic").map(({ name }) => name));
	const packed = outcomes.filter((outcome) => outcome.status === "measured" && synthetic.has(outcome.planned.dataset) && outcome.trials.some(({ pipeline }) => (pipeline?.packing?.efficiency ?? null) !== null));
	if (packed.length === 0) return [];
	return [{
		kind: "caution",
		subject: "packing",
		reason: `packing was measured on synthetic sequences (${[...new Set(packed.map(({ planned }) => planned.dataset))].join(", ")}), which can fill batches better than real ones: above 95 % here does not exclude below 85 % in production; measure it on production data`
	}];
}

// src/judging/findings/host-load-cautions.ts
function listHostLoadCautions(outcomes) {
	const measured = outcomes.filter((outcome) => outcome.status === "measured");
	const crowded = measured.filter(({ trials }) => isCrowdedIn(trials));
	const load = computeHostLoad(crowded.flatMap(({ trials }) => trials));
	if (load === null) return [];
	const where = crowded.length === measured.length ? "every case" : `${crowded.length} of ${measured.length} cases`;
	return [{
		kind: "caution",
		subject: "other programs",
		reason: `used ${formatLoad(load)} while ${where} ran; they affect wall-clock times much more than cpu_time`,
		isProminent: true
	}];
}
function isCrowdedIn(trials) {
	const load = computeHostLoad(trials);
	return load !== null && isCrowded(load);
}

// src/judging/ingest/ingest-machine.ts
const unknown = "unknown";
const maxDevices$1 = 1024;
function buildIngestedTestbed(manifest, readings, { pipeline }) {
	const { testbed: stated } = manifest;
	const cpuModel = findFact(readings, "cpu") ?? stated.cpuModel ?? unknown;
	const devices = buildDevices(manifest, readings, {
		kind: pipeline.devices,
		cpuModel
	});
	return {
		id: formatTestbedId(pipeline.devices, devices, cpuModel),
		deviceKind: pipeline.devices,
		devices,
		driverVersion: stated.driver ?? null,
		cudaVersion: stated.cuda ?? null,
		topology: stated.topology ?? null,
		container: null,
		cpuModel,
		architecture: findFact(readings, "machine") ?? stated.architecture ?? unknown,
		...buildHostFacts(stated)
	};
}
function buildHostFacts(stated) {
	return {
		cpuCores: stated.cpuCores ?? 0,
		memoryBytes: stated.hostMemoryBytes ?? 0,
		kernel: stated.kernel ?? unknown
	};
}
function buildDevices({ testbed: stated, cases }, readings, { kind, cpuModel }) {
	const isGpu = kind === "gpu";
	const model = isGpu ? findModel(readings) ?? stated.model ?? unknown : cpuModel;
	const memoryBytes = isGpu ? findMemory(readings) ?? stated.memoryBytes ?? null : null;
	const logged = isGpu ? readings.flatMap(({ gpuReadings }) => gpuReadings.map(({ gpu }) => gpu + 1)) : [];
	const given = cases.map(({ axes }) => Number(axes["gpus"] ?? 1)).filter(Number.isInteger);
	const count = [...logged, ...given].reduce((most, value) => Math.max(most, value), stated.devices ?? 1);
	return Array.from({ length: Math.min(count, maxDevices$1) }, (_, id) => ({
		id,
		physicalIndex: isGpu ? id : null,
		model,
		uuid: null,
		memoryBytes,
		migProfile: null,
		settings: null
	}));
}
function describeUnknownFacts({ devices, driverVersion, cpuModel }) {
	const missing = [
		...devices.some(({ model }) => model === unknown) ? ["device model"] : [],
		...driverVersion === null ? ["driver"] : [],
		...cpuModel === unknown ? ["CPU"] : []
	];
	return missing.length === 0 ? null : `unknown machine facts: ${missing.join(", ")}`;
}
function findModel(readings) {
	return readings.flatMap(({ context }) => Object.entries(context).flatMap(([name, value]) => /^(?:gpu|device) \d+$/.test(name) ? value : []))[0]?.slice(0, 200) ?? null;
}
function findMemory(readings) {
	return readings.flatMap(({ gpuReadings }) => gpuReadings.flatMap(({ memoryTotalBytes }) => memoryTotalBytes ?? []))[0] ?? null;
}
function findFact(readings, name) {
	return readings.flatMap(({ context }) => context[name] ?? [])[0]?.slice(0, 200) ?? null;
}

// src/judging/findings/ingest-cautions.ts
function isIngested(outcome) {
	return outcome.status === "measured" && outcome.trials.every(({ origin }) => origin?.kind === "ingested");
}
function listIngestCautions(outcomes, { testbed }) {
	const ingested = outcomes.filter(isIngested);
	if (ingested.length === 0) return [];
	const machine = describeUnknownFacts(testbed);
	return [
		...machine === null ? [] : [{
			kind: "caution",
			subject: "testbed",
			reason: machine
		}],
		...ingested.map(buildIngestCaution),
		...listUnlikeRuns(ingested)
	];
}
const decisiveFacts = [
	"model",
	"model_path",
	"expectedLength",
	"expected_length",
	"config_hash",
	"architecture"
];
function listUnlikeRuns(outcomes) {
	return [...Map.groupBy(outcomes, ({ planned }) => `${planned.key.suite}/${planned.key.benchmark}`)].flatMap(([subject, group]) => decisiveFacts.flatMap((name) => {
		const logged = group.flatMap((outcome) => outcome.status === "measured" ? outcome.trials.flatMap(({ readings }) => readings?.context[name] ?? []) : []);
		const values = [...new Set(logged)];
		if (values.length < 2) return [];
		return [{
			kind: "caution",
			subject,
			reason: `its runs differ in ${name}: ${values.join(", ")}`
		}];
	}));
}
function buildIngestCaution(outcome) {
	const trials = outcome.status === "measured" ? outcome.trials : [];
	const notes = [...new Set(trials.flatMap(({ origin }) => origin?.notes ?? []))];
	const single = trials.length === 1 ? ["a single run, so the spread is unknown"] : [];
	const reason = [
		"read from existing files, not measured by warpgauge",
		...notes,
		...single
	].join("; ");
	return {
		kind: "caution",
		subject: formatCaseId(outcome.planned.key),
		reason
	};
}

// src/judging/findings/report-cautions.ts
const mostShown$1 = 5;
function listReportCautions(outcomes) {
	return outcomes.flatMap((outcome) => {
		if (outcome.status !== "measured" || outcome.planned.tool) return [];
		const problems = [...new Set(outcome.trials.flatMap(({ readings }) => readings?.problems ?? []))];
		const more = problems.length > mostShown$1 ? [`and ${problems.length - mostShown$1} more`] : [];
		const reason = [...problems.slice(0, mostShown$1), ...more].join("; ");
		return reason === "" ? [] : [{
			kind: "caution",
			subject: formatCaseId(outcome.planned.key),
			reason
		}];
	});
}

// src/judging/verdict/case-conditions.ts
function buildCaseConditions({ revision, dataset, tool, options }, resultRows, { datasets, commands, identity, variables }) {
	const template = commands[revision] ?? [];
	const data = datasets.find((item) => item.name === dataset);
	return {
		datasetSha256: data?.sha256 ?? "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		sequences: data?.sequences ?? 0,
		command: tool?.command ?? (options ? withOptions(template, options.args) : template),
		...variables && { variables: {
			...variables,
			...options?.env
		} },
		resultRows,
		identity: identity[revision] ?? {}
	};
}

// src/judging/verdict/join-comparisons.ts
function joinComparisons(stored, judged, outcomes, record) {
	const measured = judged.filter(({ progress }) => progress.state !== "cleared");
	const interleaved = new Set(measured.map(({ head }) => formatCaseId(head.key)));
	const shown = stored.map((item) => withoutOtherSessionGain(interleaved.has(formatCaseId(item)) ? toDrift(item) : item));
	return [...measured.flatMap((item) => compareOne(item, outcomes, record)), ...shown];
}
function toDrift(item) {
	return {
		...item,
		isGate: false,
		reason: `${item.reason}; the interleaved runs of the merge base decide`
	};
}
function compareOne(judged, outcomes, record) {
	const { head, base, decisions } = judged;
	const commit = record.revisions.find(({ label }) => label === base.revision)?.commit;
	const reference = `${base.revision} (${commit?.slice(0, 7) ?? "unknown"})`;
	if (decisions.length === 0) return [withoutRuns(judged, reference, outcomes)];
	const comparisons = toComparisons(judged, reference, head.key.axes);
	const doubts = listConditionDifferences(findConditions(base.id, outcomes, record), findConditions(head.id, outcomes, record));
	if (doubts.length === 0) return comparisons;
	return comparisons.map((item) => ({
		...item,
		...createUndecided("not comparable", doubts.join("; "))
	}));
}
function findConditions(id, outcomes, record) {
	const outcome = outcomes.find(({ planned }) => planned.id === id);
	if (!outcome) throw new Error(`${id} is compared and not planned`);
	return buildCaseConditions(outcome.planned, outcome.status === "measured" ? outcome.resultRows : null, record);
}
function withoutRuns({ head, base }, reference, outcomes) {
	const sides = [head, base].map((planned) => outcomes.find((outcome) => outcome.planned.id === planned.id));
	const lost = sides.find((side) => side && side.status !== "measured");
	const reason = lost && lost.status !== "measured" ? `${lost.planned.id}: ${lost.reason}` : "the two sides have no interleaved runs";
	const isUnfit = sides.every((side) => side?.status === "measured" || side?.status === "contaminated");
	return {
		...head.key,
		metric: wallTime.name,
		unit: wallTime.unit,
		betterWhen: wallTime.betterWhen,
		reference,
		isGate: true,
		...createUndecided(isUnfit ? "inconclusive" : "missing", reason)
	};
}

// src/domain/core/launcher.ts
function buildLaunchCommand(command, launcher, { devices, variables }) {
	if (!launcher) return [...command];
	switch (launcher.kind) {
		case "srun": return [
			...buildSrunCommand(launcher.nodes, launcher.tasksPerNode, devices),
			...launcher.args,
			...command
		];
		case "mpirun": return [
			...buildMpirunCommand(launcher, variables),
			...launcher.args,
			...command
		];
		case "torchrun": return [
			...buildTorchrunStarter(launcher, devices, variables),
			...buildTorchrunCommand(launcher),
			...command
		];
		case "custom": return [...launcher.command, ...command];
		default: return launcher;
	}
}
function buildNodeCommand(command, launcher, { devices, variables }) {
	const starter = launcher.kind === "torchrun" ? launcher.startedBy : launcher.kind;
	if (starter === "srun") {
		const shared = [
			"--overlap",
			"--relative=0",
			"--mem=0",
			"--mpi=none",
			"--immediate=10"
		];
		return [
			...buildSrunCommand(launcher.nodes, 1, devices),
			...shared,
			...command
		];
	}
	if (starter !== "mpirun") return null;
	const { hostfile, args } = launcher.kind === "mpirun" ? launcher : {
		hostfile: void 0,
		args: []
	};
	return [
		...buildMpirunCommand({
			nodes: launcher.nodes,
			tasksPerNode: 1,
			hostfile
		}, variables),
		...args,
		...command
	];
}
function listLauncherPrograms(launcher) {
	if (!launcher) return [];
	if (launcher.kind === "custom") return launcher.command.slice(0, 1);
	const starter = launcher.kind === "torchrun" ? launcher.startedBy ?? null : null;
	return [...starter === null ? [] : [starter], launcher.kind];
}
function buildSrunCommand(nodes, tasksPerNode, devices) {
	return [
		"srun",
		`--nodes=${nodes}`,
		`--ntasks-per-node=${formatTaskCount(tasksPerNode)}`,
		...devices === "gpu" ? ["--gpus-per-node={gpuCount}"] : [],
		"--kill-on-bad-exit=1",
		"--unbuffered",
		"--immediate=60"
	];
}
function buildMpirunCommand({ nodes, tasksPerNode, hostfile }, variables) {
	return [
		"mpirun",
		"-np",
		tasksPerNode === "gpu" ? "{totalGpus}" : String(nodes * tasksPerNode),
		"--map-by",
		`ppr:${formatTaskCount(tasksPerNode)}:node`,
		"--bind-to",
		"none",
		...hostfile === void 0 ? [] : ["--hostfile", hostfile],
		...variables.flatMap((name) => ["-x", name])
	];
}
function buildTorchrunStarter({ nodes, startedBy }, devices, variables) {
	if (startedBy === "srun") return buildSrunCommand(nodes, 1, devices);
	return startedBy === "mpirun" ? buildMpirunCommand({
		nodes,
		tasksPerNode: 1
	}, variables) : [];
}
function buildTorchrunCommand({ nodes, args, rendezvous }) {
	const meeting = nodes === 1 ? ["--standalone"] : [
		"--rdzv-backend=c10d",
		`--rdzv-endpoint=${rendezvous}`,
		"--rdzv-id=warpgauge",
		"--max-restarts=0"
	];
	return [
		"torchrun",
		`--nnodes=${nodes}`,
		"--nproc-per-node={gpuCount}",
		...meeting,
		...args
	];
}
function formatTaskCount(tasks) {
	return tasks === "gpu" ? "{gpuCount}" : String(tasks);
}
const batchVariables = /^(?:SLURM|SLURMD|OMPI|OPAL|PRTE|PMIX|PBS|LSB|LSF)_\w+$/;
const secretVariables = /(?:JWT|TOKEN|SECRET|PASSWORD|KEY|COOKIE|CREDENTIALS?)(?:_|$)/;
function listLauncherVariables(environment, launcher) {
	if (!launcher) return [];
	return Object.keys(environment).filter((name) => batchVariables.test(name) && !secretVariables.test(name));
}
function describeNodeScope(launcher) {
	if (!launcher || launcher.nodes < 2) return null;
	return `the pipeline spans ${launcher.nodes} nodes (${launcher.kind}): GPU, memory and host values cover only the node that warpgauge ran on; times cover the complete run`;
}

// src/domain/merge/parts-by-testbed.ts
function listTestbedParts({ testbed, elsewhere = [] }) {
	return [{
		testbed,
		suites: null,
		otherSuites: new Set(elsewhere.flatMap(({ suites }) => suites))
	}, ...elsewhere.map((other) => ({
		testbed: other.testbed,
		suites: new Set(other.suites),
		otherSuites: /* @__PURE__ */ new Set()
	}))];
}
function isMeasuredThere({ suites, otherSuites }, suite) {
	return suites === null ? !otherSuites.has(suite) : suites.has(suite);
}
function findTestbed(record, suite) {
	return listTestbedParts(record).find((part) => isMeasuredThere(part, suite))?.testbed ?? record.testbed;
}
function selectMainPart(record) {
	const [main] = listTestbedParts(record);
	return main ? selectPart(record, main) : record;
}
function selectPart(record, part) {
	const { elsewhere, ...rest } = record;
	if (!elsewhere) return record;
	const cases = record.plan.cases.filter(({ key }) => isMeasuredThere(part, key.suite));
	const ids = new Set(cases.map(({ id }) => id));
	return {
		...rest,
		testbed: part.testbed,
		plan: {
			...record.plan,
			cases,
			notTested: record.plan.notTested.filter(({ key }) => isMeasuredThere(part, key.suite)),
			comparisons: record.plan.comparisons.filter(({ head, base }) => ids.has(head) && ids.has(base))
		},
		trials: record.trials.filter(({ caseId }) => isMeasuredThere(part, parseSuite(caseId)))
	};
}
function parseSuite(id) {
	return id.slice(0, Math.max(0, id.indexOf("/")));
}

// src/domain/plan/partition-by-weight.ts
function partitionByWeight(items, count) {
	const hands = Array.from({ length: count }, () => ({
		weight: 0,
		items: []
	}));
	for (const item of items.toSorted((one, other) => other.weight - one.weight)) {
		const lightest = hands.reduce((least, hand) => hand.weight < least.weight ? hand : least);
		lightest.items.push(item);
		lightest.weight += item.weight;
	}
	return hands.map((hand) => items.filter((item) => hand.items.includes(item)));
}

// src/domain/plan/selection.ts
function selectCaseIds(fullPlan, { only, shard }) {
	const weighed = groupComparedCases(fullPlan).filter((group) => only.length === 0 || group.some((planned) => only.some((pattern) => isPatternMatch(planned.id, pattern)))).map((group) => ({
		ids: group.map(({ id }) => id),
		weight: group.reduce((sum, { warmups, repeats }) => sum + warmups + repeats, 0)
	}));
	const dealt = shard === null ? weighed : partitionByWeight(weighed, shard.of)[shard.index - 1] ?? [];
	return new Set(dealt.flatMap(({ ids }) => ids));
}
function selectPlanPart(plan, fullPlan, selection) {
	const ids = selectCaseIds(fullPlan, selection);
	const ladders = (plan.ladders ?? []).filter(({ cases }) => cases.every((id) => ids.has(id)));
	const known = new Set(fullPlan.cases.map(({ id }) => id));
	const isMissedHere = (key) => known.has(formatCaseId(key)) ? ids.has(formatCaseId(key)) : isSuiteHere(key, fullPlan, ids, selection);
	return {
		cases: plan.cases.filter(({ id }) => ids.has(id)),
		notTested: plan.notTested.filter(({ key }) => isMissedHere(key)),
		comparisons: plan.comparisons.filter(({ head, base }) => ids.has(head) && ids.has(base)),
		...ladders.length > 0 && { ladders }
	};
}
function isSuiteHere(key, fullPlan, ids, { only, shard }) {
	const ofSuite = fullPlan.cases.filter((planned) => planned.key.suite === key.suite);
	if (ofSuite.length > 0) return ofSuite.some(({ id }) => ids.has(id));
	return (only.length === 0 || only.some((pattern) => isPatternMatch(formatCaseId(key), pattern))) && (shard === null || shard.index === 1);
}
function isPatternMatch(id, pattern) {
	const [first = "", ...rest] = pattern.split("*");
	if (rest.length === 0) return id === pattern;
	if (!id.startsWith(first)) return false;
	const last = rest.at(-1) ?? "";
	let from = first.length;
	for (const piece of rest.slice(0, -1)) {
		const at = id.indexOf(piece, from);
		if (at < 0) return false;
		from = at + piece.length;
	}
	return id.length - last.length >= from && id.endsWith(last);
}
function formatShard({ index, of }) {
	return `${index}/${of}`;
}
function formatSelection({ only, shard }) {
	const what = only.length === 0 ? "all cases" : only.length > 3 ? `${only.length} patterns` : only.join(", ");
	return shard === null ? what : `shard ${formatShard(shard)} of ${what}`;
}

// src/judging/verdict/node-section.ts
const columns$4 = [
	"Case",
	"Node",
	"GPUs",
	"GPU utilization (mean)",
	"GPU energy",
	"CPU time",
	"Memory peak"
];
const maxRows = 200;
function buildNodeSection(trials) {
	const last = new Map(trials.filter(({ nodes, isWarmup }) => nodes && !isWarmup).map((trial) => [trial.caseId, trial]));
	if (last.size === 0) return null;
	const shown = [...last.values()].flatMap(({ caseId, nodes = [] }) => nodes.map((node) => ({
		caseId,
		...node
	})));
	return {
		id: "nodes",
		title: "Nodes",
		columns: columns$4,
		rows: shown.slice(0, maxRows).map((row) => [
			row.caseId,
			row.node,
			...buildCells(row.telemetry)
		]),
		notes: [...new Set(shown.flatMap(describeProblem))].slice(0, 20),
		isDetail: true
	};
}
function describeProblem({ node, problem }) {
	return problem === null ? [] : [`${node} has no telemetry: ${problem}`];
}
function buildCells(telemetry) {
	if (!telemetry) return [
		null,
		null,
		null,
		null,
		null
	];
	const { gpus, host } = telemetry;
	const use = average(gpus.map(({ utilizationPercent }) => utilizationPercent?.mean ?? null));
	const joules = sum(gpus.map(({ energyJoules }) => energyJoules));
	return [
		String(gpus.length),
		toCell$1(use === null ? null : use / 100, "share"),
		toCell$1(joules, "J"),
		toCell$1(host?.cpuSeconds ?? null, "s"),
		toCell$1(host?.residentBytes?.max ?? null, "B")
	];
}
function toCell$1(value, unit) {
	return value === null ? null : {
		value,
		unit
	};
}
function sum(values) {
	const known = values.filter((value) => value !== null);
	return known.length === 0 || known.length < values.length ? null : known.reduce((total, value) => total + value, 0);
}
function average(values) {
	const total = sum(values);
	return total === null ? null : total / values.length;
}

// src/judging/plan/plan-part.ts
const maxDevices = 1024;
function planPart(config, devices, revisions, selection) {
	const plan = planRun(config, devices, revisions);
	return selection === null ? plan : selectPlanPart(plan, planCompleteRun(config, revisions), selection);
}
function planCompleteRun(config, revisions) {
	return planRun(config, Array.from({ length: maxDevices }, (_, id) => createDevice(id)), revisions);
}
function createDevice(id) {
	return {
		id,
		physicalIndex: id,
		model: "any",
		uuid: null,
		memoryBytes: null,
		migProfile: null,
		settings: null
	};
}
function requireSelected(plan, selection, planAll) {
	if (!selection || plan.cases.length > 0 || plan.notTested.length > 0) return plan;
	const { cases } = planAll();
	const groups = groupComparedCases({
		cases,
		notTested: [],
		comparisons: []
	}).length;
	throw new UserError(`${formatSelection(selection)} contains no case`, `The config has ${cases.length} cases in at most ${groups} parts: ${cases.slice(0, 5).map(({ id }) => id).join(", ")} …`);
}

// src/domain/rules/rule-set.ts
function listSources(suites, value) {
	return suites.map((suite) => ({
		suite,
		value
	}));
}
const wholeRuns = [
	"production",
	"end-to-end",
	"scaling",
	"stages"
];
const scalingRuns = ["scaling", "stages"];
const hoursAtFullSize = [{
	suite: "production",
	value: "total_hours"
}, {
	suite: "end-to-end",
	value: "projected_hours"
}];
const monitored = {
	id: "MON-01",
	sources: [{
		suite: "monitor",
		value: "gpu_samples_logged"
	}],
	operator: "==",
	limit: 1,
	unit: "share"
};
function buildSpeedupFloors(limits) {
	return Object.entries(limits).map(([gpus, limit]) => ({
		id: "PERF-03",
		sources: listSources(scalingRuns, "speedup"),
		axes: { gpus: Number(gpus) },
		operator: ">=",
		limit,
		unit: "×",
		...Number(gpus) > 2 && { isOptional: true }
	}));
}
function buildThroughputFloor(sequencesPerHour) {
	return {
		id: "PERF-04",
		sources: listSources(["production", "end-to-end"], "sequences_per_hour"),
		operator: ">=",
		limit: sequencesPerHour,
		unit: "sequences/h"
	};
}
const speedupOverFirstRelease = {
	id: "SPEEDUP-v1.0",
	sources: listSources(["revision"], "speedup"),
	axes: { revision: "v1.0" },
	operator: ">=",
	limit: 4,
	unit: "×"
};

// src/domain/rules/first-phase.ts
const firstPhase = {
	version: 1,
	source: "phase 6 summaries, 2026-01-26",
	rules: [
		{
			id: "PERF-01",
			sources: hoursAtFullSize,
			operator: "<=",
			limit: 11,
			unit: "h"
		},
		{
			id: "PERF-02",
			sources: listSources(["stages"], "gpu_stage_utilization"),
			operator: ">=",
			limit: 80,
			unit: "%"
		},
		{
			id: "PERF-02",
			sources: listSources(wholeRuns, "lowest_gpu_utilization"),
			operator: ">=",
			limit: 70,
			unit: "%"
		},
		...buildSpeedupFloors({
			2: 1.6,
			4: 3,
			8: 6
		}),
		buildThroughputFloor(500),
		monitored
	]
};

// src/domain/rules/production.ts
const production$1 = {
	version: 1,
	source: "phase 10 research, 2026-02-06",
	rules: [
		{
			id: "PERF-01",
			sources: hoursAtFullSize,
			operator: "<",
			limit: 10,
			unit: "h"
		},
		{
			id: "PERF-02",
			sources: listSources(wholeRuns, "lowest_gpu_utilization"),
			operator: ">=",
			limit: 70,
			unit: "%"
		},
		{
			id: "PERF-02",
			sources: [{
				suite: "stages",
				value: "gpu_stage_utilization"
			}],
			operator: ">=",
			limit: 80,
			unit: "%",
			isOptional: true
		},
		...buildSpeedupFloors({
			2: 1.9,
			4: 3.6,
			8: 7.2
		}),
		buildThroughputFloor(6e5),
		{
			id: "PERF-05",
			sources: listSources(["production", "stages"], "packing_efficiency"),
			operator: ">=",
			limit: .9,
			unit: "share"
		},
		{
			id: "PERF-05-captured",
			sources: listSources(["stages"], "telemetry_captured"),
			operator: ">=",
			limit: 1,
			unit: "share",
			severity: "info"
		},
		{
			id: "PERF-05-starved",
			sources: listSources(["production", "stages"], "starved_share"),
			operator: "<",
			limit: .1,
			unit: "share",
			severity: "warn",
			isOptional: true
		},
		{
			id: "PERF-05-starved",
			sources: listSources(["production", "stages"], "starved_share"),
			operator: "<=",
			limit: .2,
			unit: "share",
			isOptional: true
		},
		speedupOverFirstRelease,
		monitored
	]
};

// src/domain/rules/subset-goals.ts
const hour = 3600;
const common$2 = [
	{
		id: "TIME-1-GPU",
		sources: listWallTimeSources(1),
		operator: "<",
		limit: hour,
		unit: "s"
	},
	{
		id: "TIME-2-GPU",
		sources: listWallTimeSources(2),
		operator: "<",
		limit: hour / 2,
		unit: "s"
	},
	...buildSpeedupFloors({ 2: 1.9 }),
	speedupOverFirstRelease,
	{
		id: "AGREEMENT",
		sources: [{
			suite: "equivalence",
			value: "label_agreement"
		}, {
			suite: "command",
			value: "bench:consensus agreement",
			axes: { gpus: 2 }
		}],
		operator: ">=",
		limit: .99,
		unit: "share"
	},
	{
		id: "PERF-02",
		sources: listSources(scalingRuns, "lowest_gpu_utilization"),
		axes: { gpus: 2 },
		operator: ">",
		limit: 80,
		unit: "%"
	}
];
const published = {
	version: 1,
	source: "phase 10 context, 2026-02-08",
	rules: [...common$2, buildPackingRule("packing_printed")]
};
const subset = {
	version: 1,
	source: "phase 10 context, 2026-02-08; packing from tokens",
	rules: [...common$2, buildPackingRule("packing_efficiency")]
};
function listWallTimeSources(gpus) {
	return listSources(wholeRuns, "wall_time").map((source) => ({
		...source,
		axes: { gpus }
	}));
}
function buildPackingRule(value) {
	return {
		id: "PERF-05",
		sources: listSources(["stages"], value),
		axes: { gpus: 1 },
		operator: ">",
		limit: .9,
		unit: "share"
	};
}

// src/domain/rules/index.ts
const ruleSets = {
	production: production$1,
	"first-phase": firstPhase,
	subset,
	published
};
const ruleSetNames = [
	"production",
	"first-phase",
	"subset",
	"published"
];
function formatRuleSetTitle(name) {
	return `${name}@${ruleSets[name].version}`;
}

// src/domain/rules/apply-rules.ts
function applyRules(choice, { suites, derived, others }) {
	const title = formatRuleSetTitle(choice.name);
	const own = ruleSets[choice.name].rules.map((rule) => buildRequirement(rule, title, {
		choice,
		suites,
		derived
	}));
	const kept = choice.isAlone ? [] : others.filter((other) => !own.some((rule) => isReplacedBy(other, rule)));
	return [...own, ...kept];
}
function buildRequirement(rule, name, { choice, suites, derived }) {
	const { id, operator, limit, unit } = rule;
	const source = chooseSource(rule, suites, derived);
	const { suite, value } = source;
	const axes = source.axes ?? rule.axes ?? {};
	const isGiven = derived.some((item) => item.suite === suite && item.name === value && item.value !== null && hasAxes(item.axes, axes));
	const isPart = suites.includes(suite) || derived.some((item) => item.suite === suite && item.name === value);
	const isAsked = isGiven || !rule.isOptional && isPart;
	const severity = choice.severities[id] ?? rule.severity ?? "fail";
	return {
		id,
		suite,
		value,
		axes,
		operator,
		limit,
		unit,
		severity: isAsked ? severity : "info",
		rule: name
	};
}
function chooseSource(rule, suites, derived) {
	const [first, ...rest] = rule.sources;
	if (!first) throw new RangeError(`rule ${rule.id} has no source`);
	const all = [first, ...rest];
	const hasFigure = ({ suite, value, axes }) => derived.some((item) => item.suite === suite && item.name === value && hasAxes(item.axes, axes ?? rule.axes ?? {}));
	return all.find(hasFigure) ?? all.find(({ suite }) => suites.includes(suite)) ?? first;
}
function isReplacedBy(other, rule) {
	if (other.id !== rule.id || other.suite !== rule.suite || other.value !== rule.value) return false;
	return hasAxes(other.axes, rule.axes);
}

// src/judging/plan/collect-requirements.ts
function collectRequirements(config, implied, derived) {
	const rule = `config@${config.rulesVersion}`;
	const others = [...implied, ...config.requirements.map((own) => ({
		...own,
		rule
	}))];
	const { ruleSet } = config;
	if (!ruleSet) return others;
	const choice = {
		name: ruleSet.name,
		severities: ruleSet.severities,
		isAlone: ruleSet.only
	};
	return applyRules(choice, {
		suites: Object.keys(config.suites),
		derived,
		others
	});
}

// src/judging/verdict/judged-parts.ts
function splitParts(input) {
	const { noise, noiseElsewhere = [], config, baselines } = input;
	return listTestbedParts(input.record).map((part, index) => {
		const own = index === 0 ? noise : noiseElsewhere[index - 1];
		const record = selectPart(input.record, part);
		const plan = planTestbed(input, part);
		const suites = listConfiguredSuites(config).filter(({ name }) => isMeasuredThere(part, name));
		return {
			record,
			config,
			baselines: input.record.selection ? baselines.map((loaded) => restrictBaseline(loaded, plan)) : baselines,
			...own && { noise: own },
			plan,
			suites: input.record.selection ? suites.filter(({ name }) => isPlanned(name, plan)) : suites
		};
	});
}
function planTestbed({ record, config }, part) {
	const plan = planPart(config, part.testbed.devices, record.revisions, record.selection ?? null);
	return selectPart({
		...record,
		plan
	}, part).plan;
}
function isPlanned(suite, { cases, notTested }) {
	return [...cases, ...notTested].some(({ key }) => key.suite === suite);
}
function restrictBaseline(loaded, { cases, notTested }) {
	if (!loaded.baseline) return loaded;
	const ids = /* @__PURE__ */ new Set([...cases.map(({ id }) => id), ...notTested.map(({ key }) => formatCaseId(key))]);
	const { baseline, suite } = loaded;
	return {
		...loaded,
		baseline: {
			...baseline,
			cases: baseline.cases.filter((one) => ids.has(formatCaseId({
				suite,
				...one
			})))
		}
	};
}
function joinParts({ record, config, obstacles, mismatches = [] }, parts) {
	const derived = parts.flatMap((part) => part.derived);
	const rules = collectRequirements(config, parts.flatMap((part) => part.implied), derived);
	const [telemetry = null] = parts.map((part) => part.telemetry);
	const pastRuns = parts.flatMap((part) => part.pastRuns);
	return {
		...composeReport({
			record,
			config,
			outcomes: parts.flatMap((part) => part.outcomes),
			derived,
			comparisons: parts.flatMap((part) => part.comparisons),
			requirements: rules.flatMap((rule) => judgeRequirement(rule, derived, config)),
			sections: [...parts.flatMap((part, index) => index === 0 ? part.sections : part.sections.map(labelSection(part.testbed))), ...[buildNodeSection(record.trials)].filter((section) => section !== null)],
			findings: [
				...listWorkingTreeCautions(record),
				...listDifferenceCautions(record),
				...parts.flatMap((part) => part.findings),
				...listTestbedCautions(record),
				...listDriverCautions(record),
				...listJoinCautions(record),
				...listNodeCautions(describeNodeScope(config.pipeline.launcher))
			],
			mismatches,
			obstacles: [
				...obstacles,
				...listSelectionObstacles(record),
				...parts.flatMap((part) => part.obstacles)
			]
		}),
		...telemetry && { telemetry },
		...pastRuns.length > 0 && { pastRuns }
	};
}
function labelSection({ id }) {
	return (section) => ({
		...section,
		id: `${section.id}-${id}`,
		title: `${section.title} (${id})`
	});
}
function listSelectionObstacles({ selection }) {
	if (!selection) return [];
	return [`only ${formatSelection(selection)} was measured; join it with the other parts by \`warpgauge merge\``];
}
function listWorkingTreeCautions({ revisions }) {
	const head = revisions.find(({ label }) => label === "head");
	if (head?.ref !== "working tree") return [];
	return [{
		kind: "caution",
		subject: "The head",
		reason: `is the uncommitted working tree (temporary commit ${head.commit?.slice(0, 7)}), not a commit of the repository`,
		isProminent: true
	}];
}
function listTestbedCautions({ testbed, elsewhere = [] }) {
	return elsewhere.map((other) => ({
		kind: "caution",
		subject: other.suites.join(", "),
		reason: `measured on another testbed, ${other.testbed.id} (${listTestbedDifferences(testbed, other.testbed).join("; ")}), and compared with its baselines`,
		isProminent: true
	}));
}
function listDriverCautions({ testbed: { deviceKind, driverVersion }, trials }) {
	const isIngested = trials.some(({ origin }) => origin?.kind === "ingested");
	if (deviceKind === "cpu" || isIngested || driverVersion !== null) return [];
	return [{
		kind: "caution",
		subject: "testbed",
		reason: "the version of the GPU driver is unknown, so a change of it is not noticed",
		isProminent: true
	}];
}
function listJoinCautions({ joinedFrom = [], plan }) {
	return [...Map.groupBy(plan.cases, ({ key }) => key.suite)].flatMap(([suite, cases]) => {
		const ids = new Set(cases.map(({ id }) => id));
		const runs = joinedFrom.filter((run) => run.cases.some((id) => ids.has(id))).map(({ runId }) => runId);
		if (runs.length < 2) return [];
		return [{
			kind: "caution",
			subject: suite,
			reason: `its cases were measured by ${runs.length} jobs (runs ${runs.slice(0, 4).join(", ")}${runs.length > 4 ? " …" : ""}): figures across these jobs, such as a speed-up, assume equal runners`
		}];
	});
}
function listNodeCautions(reason) {
	return reason === null ? [] : [{
		kind: "caution",
		subject: "telemetry",
		reason
	}];
}

// src/judging/findings/lost-figures.ts
function listLostFigures(outcome, config) {
	if (outcome.status !== "measured") return [];
	const { planned, trials } = outcome;
	const gate = chooseGate(config, planned.key.suite);
	const lost = listPartialMetrics(trials).filter((name) => isNamedGate(name, gate));
	const dropped = gate.some(mayNameReadings) ? trials.flatMap(({ readings }) => readings?.dropped ?? []) : [];
	return [...lost.length > 0 ? [`${formatNames(lost)} without one value in every run`] : [], ...[...new Set(dropped)].map((reason) => `dropped, because ${reason}`)].map((text) => `${planned.id}: not compared: ${text}`);
}
function listGatedLosses(outcomes, comparisons, config) {
	const gated = new Set(comparisons.filter(({ isGate }) => isGate).map(({ suite }) => suite));
	return outcomes.flatMap((outcome) => gated.has(outcome.planned.key.suite) ? listLostFigures(outcome, config) : []);
}
function listHeadLosses({ plan, trials }, config) {
	const suites = listConfiguredSuites(config).filter(({ suite }) => suite.usesBaselines);
	return plan.cases.filter((one) => one.revision === "head" && !isTwin(one) && suites.some(({ name }) => name === one.key.suite)).map((planned) => summarizeOutcome(planned, trials)).flatMap((outcome) => outcome.status === "measured" ? listLostFigures(outcome, config) : [`${outcome.planned.id}: not compared: ${outcome.reason}`]);
}
function listPartialMetrics(trials) {
	const whole = new Set(collectMeasurements(trials).map(({ metric }) => metric.name));
	const some = trials.flatMap((trial) => collectMeasurements([trial]).map(({ metric }) => metric.name));
	return [.../* @__PURE__ */ new Set([...some, ...listUnsteadyReadings(trials)])].filter((name) => !whole.has(name));
}
function mayNameReadings(pattern) {
	if (!pattern.endsWith("*")) return false;
	const prefix = pattern.slice(0, -1);
	return prefix.startsWith("bench:") || "bench:".startsWith(prefix);
}

// src/judging/findings/past-runs.ts
const minSessions = 2;
function listPastRuns(comparisons, { sessionsOf }) {
	return [...Map.groupBy(comparisons.filter((item) => item.isGate), (item) => `${formatCaseId(item)}\0${item.metric}`).values()].flatMap(([first]) => {
		if (!first?.head) return [];
		const { suite, benchmark, axes, metric, unit, head } = first;
		const sessions = sessionsOf(formatCaseId(first), metric).filter((samples) => samples.length > 0);
		if (sessions.length < minSessions) return [];
		return [{
			suite,
			benchmark,
			axes,
			metric,
			unit,
			medians: sessions.map(computeMedian$1),
			now: head.median
		}];
	});
}

// src/domain/cost/device-minutes.ts
function chooseMinutesUnit({ deviceKind }) {
	return deviceKind === "gpu" ? "GPU-minutes" : "device-minutes";
}
function computeDeviceMinutes({ gpus }, runs, seconds) {
	return runs * seconds * Math.max(1, gpus.length) / 60;
}

// src/domain/plan/budget.ts
function isWithinBudget(budget, { plan, trials, suite, moreDeviceSeconds }) {
	const ofSuite = plan.cases.filter((planned) => planned.key.suite === suite);
	const isWithin = (minutes, cases) => minutes === null || minutes === void 0 || computeSpentSeconds(cases, trials) + moreDeviceSeconds <= minutes * 60;
	return isWithin(budget.run, plan.cases) && isWithin(budget.suites[suite], ofSuite);
}
function computeSpentSeconds(cases, trials) {
	const devices = new Map(cases.map((planned) => [planned.id, Math.max(1, planned.gpus.length)]));
	return trials.filter((trial) => trial.cachedFromRun === null).reduce((sum, trial) => sum + (trial.wallSeconds ?? 0) * (devices.get(trial.caseId) ?? 0), 0);
}

// src/domain/cost/run-cost.ts
function computeRunCost({ plan, trials, comparisons }) {
	const made = trials.filter((trial) => trial.cachedFromRun === null);
	return {
		suites: [...Map.groupBy(plan.cases, ({ key }) => key.suite)].map(([suite, cases]) => {
			const own = made.filter((trial) => cases.some(({ id }) => id === trial.caseId));
			return {
				suite,
				trials: own.length,
				counted: own.filter(isCounted).length,
				minutes: computeSpentSeconds(cases, trials) / 60
			};
		}),
		open: comparisons.filter((item) => item.isGate && item.verdict === "inconclusive").map((comparison) => estimateOpenComparison(comparison, plan, trials))
	};
}
function buildRunCostSection({ suites, open }, unit) {
	return {
		id: "spent",
		title: "Cost of this run",
		columns: [
			"Suite",
			"Runs",
			"Counted runs",
			"Cost"
		],
		rows: suites.map(({ suite, trials, counted, minutes }) => [
			suite,
			String(trials),
			String(counted),
			{
				value: roundToTwoDigits(minutes),
				unit
			}
		]),
		notes: open.map((item) => formatOpenComparison(item, unit)),
		isDetail: true
	};
}
function estimateOpenComparison(comparison, plan, trials) {
	const head = plan.cases.find((planned) => planned.revision === "head" && planned.id === findHeadId(comparison, plan));
	const runs = comparison.head?.count ?? 0;
	const own = trials.filter((trial) => trial.caseId === head?.id && isCounted(trial));
	const isPaired = plan.comparisons.some((item) => item.head === head?.id);
	const seconds = own.length > 0 ? computeMedian$1(own.map((trial) => trial.wallSeconds ?? 0)) : null;
	return {
		comparison,
		runs,
		resolutionOfTwice: comparison.resolution === null ? null : comparison.resolution / Math.SQRT2,
		moreMinutes: head && seconds !== null ? computeDeviceMinutes(head, runs * (isPaired ? 2 : 1), seconds) : null
	};
}
function findHeadId(comparison, { comparisons }) {
	const id = formatCaseId(comparison);
	return comparisons.find((item) => item.base === id)?.head ?? id;
}
function formatOpenComparison({ comparison, runs, resolutionOfTwice, moreMinutes }, unit) {
	const subject = `${comparison.metric} of ${formatCaseId(comparison)} is inconclusive after ${runs} ${runs === 1 ? "run" : "runs"}`;
	if (comparison.resolution === null || resolutionOfTwice === null) return `${subject}: too few to estimate what more would detect`;
	const cost = moreMinutes === null ? "" : ` for about ${roundToTwoDigits(moreMinutes)} ${unit} more`;
	return `${subject}, which can detect ${formatShare(comparison.resolution)}; twice as many would detect ${formatShare(resolutionOfTwice)}${cost}`;
}

// src/domain/cost/gate-estimate.ts
function estimateGate(comparison, head, noise, datasetSha256) {
	const samples = ((noise?.cases.find((item) => item.datasetSha256 === datasetSha256 && isSameCase(item, head.key)))?.metrics ?? []).map(({ name, sessions }) => ({
		name,
		samples: sessions.flatMap((session) => session.samples)
	}));
	const names = [...selectGates(comparison.gate, computeMedianLevels(samples))];
	const maxRuns = Math.max(comparison.maxRepeats, head.repeats);
	const known = names.flatMap((name) => {
		const floor = estimateNoiseFloor(listSessionSamples(noise, head.key, name, datasetSha256));
		if (!isWellKnown(floor)) return [];
		const effective = computeEffectiveMinEffect(comparison.minEffect, floor, maxRuns, names.length);
		const reachable = computeReachableEffect(toKnownNoise(floor), {
			maxRuns,
			gates: names.length
		});
		return [{
			name,
			floor,
			...effective,
			reachable
		}];
	});
	return {
		known,
		unknown: comparison.gate.filter((pattern) => !known.some(({ name }) => isGateMetric(name, [pattern])))
	};
}
function isSameCase(one, other) {
	return formatCaseId(buildNoiseKey(one)) === formatCaseId(buildNoiseKey(other));
}

// src/domain/cost/cost-estimate.ts
function estimateCost(input) {
	const minutes = input.plan.cases.map((planned) => estimateMinutes(planned, input));
	const known = minutes.filter((value) => value !== null);
	return {
		comparisons: input.plan.comparisons.flatMap((planned) => estimateComparison(planned, input) ?? []),
		largest: {
			minutes: sumValues(known),
			unknownCases: minutes.length - known.length
		}
	};
}
function estimateComparison(planned, input) {
	const head = input.plan.cases.find((item) => item.id === planned.head);
	const base = input.plan.cases.find((item) => item.id === planned.base);
	if (!head || !base) return null;
	const { known, unknown } = estimateGate(planned, head, input.noise, input.datasets.get(head.dataset) ?? "");
	return {
		planned,
		head,
		against: base.revision,
		maxRuns: Math.max(planned.maxRepeats, head.repeats),
		noisiest: known.toSorted((a, b) => b.floor.cv - a.floor.cv)[0] ?? null,
		unknownMetrics: unknown,
		notes: known.flatMap(({ name, note }) => note === null ? [] : [`${head.id}, ${name}: ${note}`])
	};
}
function estimateMinutes(planned, input) {
	const seconds = estimateRunSeconds(planned, input);
	return seconds === null ? null : computeDeviceMinutes(planned, countMostRuns(planned, input.plan), seconds);
}
function countMostRuns({ id, warmups, repeats, maxReruns }, { comparisons }) {
	const own = comparisons.filter(({ head, base }) => id === head || id === base);
	return warmups + (own.some(({ head, isScreened }) => isScreened && id === head) ? repeats : 0) + Math.max(repeats, ...own.map(({ maxRepeats }) => maxRepeats)) + maxReruns;
}
function estimateRunSeconds({ key, dataset }, { noise, baselines, datasets }) {
	const sha256 = datasets.get(dataset) ?? "";
	const sessions = listSessionSamples(noise, key, wallTime.name, sha256);
	if (sessions.length > 0) return computeMedian$1(sessions.map((session) => computeMedian$1(session)));
	const samples = baselines.filter((baseline) => baseline.suite === key.suite).flatMap((baseline) => baseline.cases).find((item) => item.conditions.datasetSha256 === sha256 && isSameCase({
		suite: key.suite,
		...item
	}, key))?.metrics.find((metric) => metric.name === wallTime.name)?.samples ?? [];
	return samples.length > 0 ? computeMedian$1(samples) : null;
}

// src/domain/cost/describe-cost-estimate.ts
const columns$3 = [
	"Case",
	"Against",
	"Metric",
	"Noise (CV)",
	"Minimum effect",
	"Effective minimum effect",
	"Minimum detectable effect",
	"Most runs per side"
];
function describeCostEstimate(estimate, unit, budget) {
	return [
		describeTotal(estimate, unit),
		...describeBudget(estimate, unit, budget),
		...estimate.comparisons.flatMap(describeComparison)
	];
}
function buildCostEstimateSection(estimate, unit, budget) {
	const notes = estimate.comparisons.flatMap((item) => item.notes);
	const sentences = [
		describeTotal(estimate, unit),
		...describeBudget(estimate, unit, budget),
		...notes
	];
	return {
		id: "price",
		title: "Cost and sensitivity of this run",
		columns: columns$3,
		rows: estimate.comparisons.map(buildRow$2),
		notes: sentences,
		isDetail: true
	};
}
function buildRow$2({ head, against, noisiest, unknownMetrics, planned, maxRuns }) {
	return [
		head.id,
		against,
		noisiest?.name ?? unknownMetrics.join(", "),
		toShareCell(noisiest?.floor.cv ?? null),
		toShareCell(planned.minEffect),
		noisiest && toShareCell(noisiest.minEffect),
		toShareCell(noisiest?.reachable ?? null),
		String(maxRuns)
	];
}
function describeComparison(item) {
	const subject = `${item.head.id} against ${item.against}`;
	const { noisiest } = item;
	const known = noisiest?.note === null ? [`${subject}: ${describeMetric(noisiest, item.maxRuns)}.`] : [];
	const notes = item.notes.map((note) => `${note}.`);
	if (item.unknownMetrics.length === 0) return [...known, ...notes];
	const unknown = `no history of ${item.unknownMetrics.join(", ")} on this testbed, so its noise is unknown`;
	return [
		...known,
		...notes,
		`${subject}: ${unknown}; measure it with \`warpgauge run --calibrate\`.`
	];
}
function describeMetric({ name, floor, reachable }, maxRuns) {
	return `${`${name} varies by ${formatShare(floor.cv)} between runs (${formatCount(floor.runs, "run")}, ${formatCount(floor.sessions, "session")})`}${reachable === null ? "" : `; ${formatCount(maxRuns, "run")} per side can detect ${formatShare(reachable)}`}`;
}
function describeTotal({ largest }, unit) {
	if (largest.unknownCases === 0) return `This run takes at most about ${formatMinutes(largest, unit)}.`;
	if (largest.minutes === 0) return `The cost of this run cannot be estimated: ${formatUnknownCases(largest)}.`;
	return `${formatUnknownCases(largest)}; the other cases of this run take at most about ${formatMinutes(largest, unit)}.`;
}
function describeBudget({ largest }, unit, { run }) {
	if (run === null || largest.minutes <= run) return [];
	return [`The budget of ${run} ${unit} may end it earlier; comparisons that are open then stay inconclusive.`];
}
function formatMinutes({ minutes }, unit) {
	return `${roundToTwoDigits(minutes)} ${unit}`;
}
function formatUnknownCases({ unknownCases }) {
	return unknownCases === 1 ? "1 case has no history on this testbed" : `${unknownCases} cases have no history on this testbed`;
}
function formatCount(count, noun) {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
function toShareCell(share) {
	return share === null ? null : {
		value: roundToTwoDigits(share),
		unit: "share"
	};
}

// src/judging/plan/run-cost.ts
function buildCostSections(facts, trials, comparisons) {
	const unit = chooseMinutesUnit(facts.testbed);
	const spending = computeRunCost({
		plan: facts.plan,
		trials,
		comparisons
	});
	return [buildCostEstimateSection(estimateRunCost(facts), unit, getBudget(facts.config)), buildRunCostSection(spending, unit)];
}
function getBudget({ run, suites }) {
	const limits = Object.entries(suites).map(([name, suite]) => [name, suite?.gpuMinutes ?? null]);
	return {
		run: run.gpuMinutes ?? null,
		suites: Object.fromEntries(limits)
	};
}
function estimateRunCost({ plan, noise, baselines, datasets }) {
	return estimateCost({
		plan,
		noise,
		baselines: baselines.flatMap(({ baseline }) => baseline ?? []),
		datasets: new Map([["", emptySha256], ...datasets.map(({ name, sha256 }) => [name, sha256])])
	});
}

// src/judging/verdict/prior-knowledge.ts
function buildPriorKnowledge(sources) {
	const { plan, record, noise } = sources;
	const cases = new Map(plan.cases.map((planned) => [planned.id, planned]));
	const listCaseSessions = (planned, metric) => {
		const dataset = findDatasetSha256(planned.dataset, record.datasets);
		return dataset === null ? [] : listSessionSamples(noise, planned.key, metric, dataset);
	};
	return {
		sessionsOf: (id, metric) => {
			const planned = cases.get(id);
			return planned ? listCaseSessions(planned, metric) : [];
		},
		screen: (id, runs) => {
			const planned = cases.get(id);
			return planned ? screenCase(planned, runs, sources, (metric) => listCaseSessions(planned, metric)) : null;
		}
	};
}
function screenCase(planned, runs, { config, record, baselines }, sessions) {
	const baseline = baselines.find(({ suite }) => suite === planned.key.suite)?.baseline;
	const names = baseline ? selectGateMetrics(baseline, planned, config) : [];
	if (!baseline || names.length === 0 || !names.every((name) => isQuiet(estimateNoiseFloor(sessions(name))))) return null;
	if (runs.length === 0) return false;
	const cases = [buildHeadCase$1(planned, runs, record)];
	const gate = chooseGate(config, planned.key.suite);
	const own = judgeByBaseline({
		baseline,
		testbed: record.testbed,
		cases,
		gate,
		policy: config.comparison,
		sessions: (_, metric) => sessions(metric)
	}).filter((item) => item.isGate && formatCaseId(item) === planned.id);
	return own.length > 0 && own.every(({ verdict }) => verdict === "unchanged");
}
function selectGateMetrics(baseline, { key }, config) {
	const stored = baseline.cases.find((item) => formatCaseId({
		suite: key.suite,
		...item
	}) === formatCaseId(key));
	return [...selectGates(chooseGate(config, key.suite), computeMedianLevels(stored?.metrics ?? []))];
}
function buildHeadCase$1(planned, runs, record) {
	const conditions = buildCaseConditions(planned, runs[0]?.resultRows ?? null, record);
	return {
		key: planned.key,
		conditions,
		measurements: collectMeasurements(runs),
		problem: null
	};
}

// src/judging/findings/run-gaps.ts
function listLostTrials(outcome, { yardstick }) {
	if (yardstick.origin === "local" && isIngested(outcome)) return [];
	if (outcome.status !== "measured") return [];
	const { planned, trials, failures } = outcome;
	const recorded = trials.length + failures.filter((trial) => !trial.isWarmup).length;
	if (recorded >= planned.repeats) return [];
	return [`${planned.id}: ${recorded} of ${planned.repeats} planned runs were recorded`];
}
function listFailedRuns(outcome) {
	const { planned } = outcome;
	if (outcome.status !== "measured" || planned.revision !== "head") return [];
	return describeFailedRuns(outcome).map((text) => `${planned.id}: ${text}`);
}
function describeFailedRuns(outcome) {
	const { planned } = outcome;
	const failed = outcome.failures.flatMap(({ failure }) => failure && !(planned.answers ?? []).includes(failure.kind) ? [failure] : []);
	const [first] = failed;
	if (!first) return [];
	const [detail = ""] = shortenFailure(first.detail).split("\n");
	const runs = failed.length === 1 ? "1 run" : `${failed.length} runs`;
	const others = `${outcome.trials.length} ${outcome.trials.length === 1 ? "run counts" : "runs count"}`;
	return [`${runs} failed (${first.kind}: ${detail}); ${others}`];
}
function listHeadDoubts(record) {
	const cut = record.status === "finished" ? [] : [record.statusDetail ?? "the run was interrupted"];
	const outcomes = record.plan.cases.filter(({ revision }) => revision === "head").map((planned) => summarizeOutcome(planned, record.trials));
	return [...cut, ...outcomes.flatMap((outcome) => [...listLostTrials(outcome, record), ...listFailedRuns(outcome)])];
}
function listGaps(plan, outcomes) {
	const notTested = plan.notTested.map((item) => ({
		kind: "not-tested",
		subject: formatCaseId(item.key),
		reason: item.reason
	}));
	const lost = outcomes.flatMap((outcome) => outcome.status === "measured" || isAnswer(outcome) ? [] : [{
		kind: outcome.status,
		subject: outcome.planned.id,
		reason: outcome.reason
	}]);
	return [
		...notTested,
		...lost,
		...outcomes.flatMap(listVoidedRuns),
		...outcomes.flatMap(listFailedReferences)
	];
}
function listFailedReferences(outcome) {
	const { planned } = outcome;
	if (outcome.status !== "measured" || planned.revision === "head") return [];
	return describeFailedRuns(outcome).map((reason) => ({
		kind: "caution",
		subject: planned.id,
		reason
	}));
}
function listVoidedRuns(outcome) {
	if (outcome.status !== "measured" || outcome.contaminated.length === 0) return [];
	const reasons = [...new Set(outcome.contaminated.flatMap((trial) => trial.contamination))];
	const reason = `${outcome.contaminated.length === 1 ? "1 run is" : `${outcome.contaminated.length} runs are`} excluded because of the machine state: ${reasons.slice(0, 3).join("; ")}`;
	return [{
		kind: "caution",
		subject: outcome.planned.id,
		reason
	}];
}

// src/judging/findings/restored-cautions.ts
const mostShown = 5;
function listRestoredCautions(trials) {
	const restored = trials.flatMap(({ restoredFiles }) => restoredFiles ?? []);
	if (restored.length === 0) return [];
	const names = [...new Set(restored.flatMap(({ first }) => first))].toSorted();
	const count = Math.max(names.length, ...restored.map((files) => files.count));
	const shown = names.slice(0, mostShown).join(", ");
	const more = count > mostShown ? `, and ${count - mostShown} more` : "";
	return [{
		kind: "caution",
		subject: "trials",
		reason: `changed ${count === 1 ? "a tracked file" : `${count} tracked files`} (${shown}${more}); restored after each run`
	}];
}

// src/judging/findings/short-run-cautions.ts
const startUpVariationSeconds = .005;
function listShortRunCautions({ suite, outcomes, gate, minEffect }) {
	if (!isGateMetric(wallTime.name, gate)) return [];
	const short = outcomes.flatMap((outcome) => {
		const seconds = computeMedianSeconds(outcome);
		return seconds === null ? [] : [{
			id: outcome.planned.id,
			seconds
		}];
	}).filter(({ seconds }) => minEffect > 0 && minEffect * seconds < startUpVariationSeconds).toSorted((one, other) => one.seconds - other.seconds);
	const [shortest] = short;
	if (!shortest) return [];
	const subject = short.length === 1 ? shortest.id : `${suite} (${short.length} cases)`;
	const least = short.length === 1 ? "a run takes" : "the shortest runs take";
	const part = `a change of ${formatShare(minEffect)} is ${formatMilliseconds(minEffect * shortest.seconds)}`;
	const start = `start-up times vary by about ${formatMilliseconds(startUpVariationSeconds)}`;
	return [{
		kind: "caution",
		subject,
		reason: `${least} ${formatMilliseconds(shortest.seconds)} including process start-up: ${part}, but ${start}; use a larger dataset or repeat the work in each run`
	}];
}
function computeMedianSeconds(outcome) {
	if (outcome.status !== "measured") return null;
	const samples = outcome.measurements.find(({ metric }) => metric.name === wallTime.name)?.samples ?? [];
	return samples.length === 0 ? null : computeMedian$1(samples);
}
function formatMilliseconds(seconds) {
	return `${Number((seconds * 1e3).toPrecision(2))} ms`;
}

// src/domain/telemetry/slow-gpus.ts
const minBusyDeviation = .05;
function findSlowGpus(trials, getModel) {
	return [...new Set(trials.flatMap((trial) => selectOwnGpuUses(trial).map(({ gpu }) => gpu)))].flatMap((gpu) => {
		const groups = trials.map((trial) => findPeers(trial, gpu, getModel));
		if (groups.some((group) => group === null || group.others.length === 0)) return [];
		const known = groups.filter((group) => group !== null);
		const clock = computeDeviation$1(known, ({ work }) => work?.busyClockMhz ?? null, (share) => share <= -.03);
		const busy = computeDeviation$1(known, getBusySeconds, (share) => share >= minBusyDeviation);
		const dram = busy && computeDeviation$1(known, ({ work }) => work?.dramActiveSeconds ?? null, () => true);
		const others = Math.max(...known.map((group) => group.others.length));
		return clock || busy ? [{
			gpu,
			runs: trials.length,
			others,
			clock,
			busy,
			dram
		}] : [];
	});
}
function findPeers(trial, gpu, getModel) {
	const uses = selectOwnGpuUses(trial);
	const own = uses.find((use) => use.gpu === gpu);
	return own ? {
		own,
		others: uses.filter((use) => use !== own && getModel(use.gpu) === getModel(gpu))
	} : null;
}
function computeDeviation$1(groups, read, deviates) {
	const pairs = groups.flatMap(({ own, others }) => {
		const [value, rest] = [read(own), others.map(read).filter((other) => other !== null)];
		if (!value || rest.length < others.length) return [];
		const middle = computeMedian$1(rest);
		return middle > 0 && deviates(value / middle - 1) ? [{
			own: value,
			others: middle,
			share: value / middle - 1
		}] : [];
	});
	if (pairs.length < groups.length) return null;
	const computeFieldMedian = (key) => computeMedian$1(pairs.map((pair) => pair[key]));
	return {
		own: computeFieldMedian("own"),
		others: computeFieldMedian("others"),
		share: computeFieldMedian("share")
	};
}
function getBusySeconds({ work }) {
	return work?.busySource === "driver-samples" ? work.busySeconds : null;
}

// src/judging/findings/slow-gpu-cautions.ts
const minMemoryActivityRatio = 2 / 3;
function listSlowGpuCautions(outcomes, devices) {
	const findModel = (gpu) => devices.find(({ physicalIndex }) => physicalIndex === gpu)?.model ?? null;
	const found = outcomes.flatMap((outcome) => outcome.status === "measured" ? findSlowGpus(outcome.trials, findModel).map((slow) => ({
		slow,
		id: formatCaseId(outcome.planned.key)
	})) : []);
	return [...Map.groupBy(found, ({ slow }) => slow.gpu).values()].flatMap((cases) => {
		const [worst] = cases.toSorted((a, b) => computeDeviation(b.slow) - computeDeviation(a.slow));
		if (!worst) return [];
		const others = cases.length === 2 ? "1 other case" : `${cases.length - 1} other cases`;
		const more = cases.length > 1 ? `; the same GPU also deviates in ${others}` : "";
		return [{
			kind: "caution",
			subject: `GPU ${worst.slow.gpu}`,
			reason: `${describe(worst.slow)} of ${worst.id}${more}`,
			...cases.some(({ slow }) => slow.clock !== null) && { isProminent: true }
		}];
	});
}
function computeDeviation({ clock, busy }) {
	return Math.max(Math.abs(clock?.share ?? 0), Math.abs(busy?.share ?? 0));
}
function describe({ clock, busy, dram, others, runs }) {
	const rest = others === 1 ? "the other GPU" : `the median of the other ${others} GPUs`;
	return `${[
		...clock ? [`ran ${formatPercent(clock)} below ${rest} (${formatMhz(clock.own)} against ${formatMhz(clock.others)} while busy)`] : [],
		...busy ? [`was busy ${formatPercent(busy)} longer than ${rest} (${formatSeconds(busy.own)} against ${formatSeconds(busy.others)})`] : [],
		...busy && dram && dram.share >= busy.share * minMemoryActivityRatio ? [`had more work (memory activity +${formatPercent(dram)})`] : []
	].join(" and ")} in ${runs === 1 ? "the run" : `all ${runs} runs`}`;
}
function formatPercent({ share }) {
	return `${Math.abs(share * 100).toFixed(1)} %`;
}
function formatMhz(clock) {
	return `${Math.round(clock)} MHz`;
}
function formatSeconds(value) {
	return `${value.toPrecision(3)} s`;
}

// src/judging/findings/telemetry-digest.ts
function buildTelemetryDigest(outcomes, devices) {
	const cases = outcomes.filter(({ planned }) => planned.revision === "head").map((outcome) => listUsedGpus(outcome, devices));
	const gpus = cases.flat();
	if (gpus.length === 0) return null;
	return {
		gpus: Math.max(...cases.map((used) => used.length)),
		utilizationPercent: computeRange(gpus.map(({ use }) => use.utilizationPercent?.mean)),
		powerWatts: computeRange(gpus.map(({ use }) => use.powerWatts?.mean)),
		memoryPeakBytes: computeRange(gpus.map(({ memoryPeakBytes }) => memoryPeakBytes))?.[1] ?? null,
		hottestCelsius: computeRange(gpus.map(({ use }) => use.temperatureCelsius?.max))?.[1] ?? null
	};
}
function computeRange(values) {
	const known = values.filter((value) => value !== null && value !== void 0);
	return known.length > 0 ? [Math.min(...known), Math.max(...known)] : null;
}

// src/domain/stages/stage-attribution.ts
const clockToleranceMs = 1e3;
const mostUnexplained = .2;
function buildStageIntervals(stages, trial) {
	const ran = stages.flatMap(({ seconds, ...stage }) => seconds === null ? [] : [{
		...stage,
		seconds
	}]);
	if (ran.length === 0 || trial.endedMs <= trial.startedMs) return null;
	const timed = ran.flatMap((stage) => toInterval(stage, trial) ?? []);
	if (timed.length === ran.length) return {
		source: "times",
		intervals: timed,
		notes: describePauses(timed)
	};
	return arrangeEndToEnd(ran, trial);
}
function attributeStages({ source, intervals, notes }, trial, summarize) {
	const wallMs = trial.endedMs - trial.startedMs;
	const rows = intervals.flatMap((interval) => summarize(interval.startedMs, interval.endedMs).map((use) => buildRow$1(interval, use, wallMs)));
	const short = intervals.filter(({ stage }) => !rows.some((row) => row.stage === stage && isSeen(row))).map(({ stage, seconds }) => `${stage} (${seconds} s) was too short for a sample`);
	return {
		source,
		rows,
		notes: [...notes, ...short]
	};
}
function toStageHostUse(stage, use) {
	return {
		stage,
		cpuCores: use.cpuCores?.mean ?? null,
		ioWaitShare: use.ioWaitShare,
		readBytes: use.readBytes,
		residentPeakBytes: use.residentBytes?.max ?? null
	};
}
function buildGpuByStageSection(id, title, attribution) {
	if (!attribution || attribution.rows.length === 0) return null;
	return {
		id,
		title,
		columns: [
			"Stage",
			"GPU",
			"Time",
			"Share of time",
			"Utilization",
			"SM utilization",
			"Peak memory",
			"Energy"
		],
		rows: attribution.rows.map((row) => [
			row.stage,
			String(row.gpu),
			toCell(row.seconds, "s"),
			toCell(row.timeShare, "share"),
			toCell(row.utilizationPercent, "%"),
			toCell(row.smUtilization, "share"),
			toCell(row.memoryPeakBytes, "B"),
			toCell(row.energyJoules, "J")
		]),
		notes: [attribution.source === "times" ? "Stage times as reported by the pipeline." : "The pipeline reports durations, not times: the stages are arranged end to end, backward from the end of the run.", ...attribution.notes]
	};
}
function toCell(value, unit) {
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
function describePauses(intervals) {
	return intervals.flatMap(({ stage, seconds, startedMs, endedMs }) => {
		const otherSeconds = (endedMs - startedMs) / 1e3 - seconds;
		if (otherSeconds <= Math.max(1, seconds * .05)) return [];
		return [`${stage} ran with pauses: its values include ${otherSeconds.toFixed(1)} s between its parts`];
	});
}
function arrangeEndToEnd(ran, trial) {
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
		notes: [`no stage accounts for ${Math.max(0, restSeconds).toFixed(1)} s: each stage may lie up to that much earlier`]
	};
}
function buildRow$1({ stage, seconds }, use, wallMs) {
	return {
		stage,
		gpu: use.gpu,
		seconds,
		timeShare: Math.min(1, seconds * 1e3 / wallMs),
		utilizationPercent: use.utilizationPercent?.mean ?? null,
		smUtilization: use.smUtilization?.mean ?? null,
		memoryPeakBytes: use.memoryUsedBytes?.max ?? use.ownMemoryPeakBytes,
		energyJoules: use.energyJoules,
		...use.work && { work: use.work }
	};
}
function isSeen({ utilizationPercent, smUtilization, memoryPeakBytes, energyJoules, work }) {
	return [
		utilizationPercent,
		smUtilization,
		memoryPeakBytes,
		energyJoules,
		work?.busySeconds ?? null
	].some((value) => value !== null);
}

// src/judging/findings/machine-section.ts
const columns$2 = [
	"Case",
	"Revision",
	"CPU time",
	"Kernel time",
	"Other processes",
	"Stolen time",
	"CPU stall",
	"I/O stall",
	"Memory stall",
	"Major faults",
	"Involuntary switches",
	"Probe"
];
const notes = ["Medians over the counted runs. CPU time and kernel time are those of the pipeline. Other processes, stolen time and stall times cover the entire host; a stall is time in which a process waited for CPU, storage or memory.", "The probe is the time of a fixed workload before each run. If it differs between revisions, the machine state differed."];
function buildMachineSections(outcomes) {
	const rows = outcomes.flatMap(buildRows);
	if (rows.length === 0) return [];
	return [{
		id: "machine",
		title: "Host load during the runs",
		columns: columns$2,
		rows,
		notes,
		isDetail: true
	}];
}
function buildRows(outcome) {
	if (outcome.status !== "measured") return [];
	const hosts = outcome.trials.flatMap(({ host }) => host ?? []);
	if (hosts.length === 0) return [];
	const { key, revision } = outcome.planned;
	const toSecondsCell = (read) => toMedianCell(hosts, "s", read);
	const toCountCell = (read) => toMedianCell(hosts, "", read);
	return [[
		`${key.suite} ${formatAxes(key.axes)}`,
		revision,
		toSecondsCell(sumCpuSeconds),
		toSecondsCell(({ systemCpuSeconds }) => systemCpuSeconds),
		toSecondsCell(({ otherCpuSeconds }) => otherCpuSeconds),
		toSecondsCell(({ stolenCpuSeconds }) => stolenCpuSeconds),
		toSecondsCell(({ cpuStallSeconds }) => cpuStallSeconds),
		toSecondsCell(({ ioStallSeconds }) => ioStallSeconds),
		toSecondsCell(({ memoryStallSeconds }) => memoryStallSeconds),
		toCountCell(({ majorPageFaults }) => majorPageFaults),
		toCountCell(({ involuntaryContextSwitches }) => involuntaryContextSwitches),
		toSecondsCell(({ probeSeconds }) => probeSeconds)
	]];
}
function sumCpuSeconds({ userCpuSeconds, systemCpuSeconds }) {
	return userCpuSeconds === null || systemCpuSeconds === null ? null : userCpuSeconds + systemCpuSeconds;
}
function toMedianCell(hosts, unit, read) {
	const known = hosts.map(read).filter((value) => value !== null);
	return known.length === hosts.length ? {
		value: computeMedian$1(known),
		unit
	} : null;
}

// src/judging/findings/telemetry-sections.ts
const columns$1 = [
	"Case",
	"GPU",
	"Utilization",
	"SM activity",
	"SM occupancy",
	"Tensor cores",
	"Peak memory",
	"Power",
	"Energy per run",
	"SM clock",
	"Peak temperature"
];
function buildTelemetrySections(outcomes, devices) {
	return [...buildGpuSections(outcomes, devices), ...buildMachineSections(outcomes)];
}
function buildGpuSections(outcomes, devices) {
	const heads = outcomes.filter((outcome) => outcome.status === "measured" && outcome.planned.revision === "head");
	const rows = heads.flatMap((outcome) => listUsedGpus(outcome, devices).map((use) => buildRow(outcome, use)));
	if (rows.length === 0) return [];
	const notes = [
		"Means over the counted runs. Utilization is the share of time in which any kernel ran; SM activity is the share of SMs in use. Memory is the total of the GPU.",
		...describeOverhead(heads),
		...new Set(heads.flatMap(listProblems))
	];
	return [{
		id: "gpus",
		title: "GPUs",
		columns: columns$1,
		rows,
		notes,
		isDetail: true
	}, ...heads.flatMap((outcome) => buildStageSection(outcome, devices) ?? [])];
}
function buildRow({ planned }, { gpu, use, energyJoules, memoryPeakBytes }) {
	return [
		`${planned.key.suite} ${formatAxes(planned.key.axes)}`,
		String(gpu),
		toMeanCell(use.utilizationPercent, "%"),
		toMeanCell(use.smUtilization, "share"),
		toMeanCell(use.smOccupancy, "share"),
		toMeanCell(use.tensorActivity, "share"),
		memoryPeakBytes === null ? null : {
			value: memoryPeakBytes,
			unit: "B"
		},
		toMeanCell(use.powerWatts, "W"),
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
function toMeanCell(spread, unit) {
	return spread ? {
		value: spread.mean,
		unit
	} : null;
}
function buildStageSection(outcome, devices) {
	if (outcome.status !== "measured") return null;
	const { key } = outcome.planned;
	const attribution = outcome.trials.at(-1)?.gpuByStage;
	if (!attribution) return null;
	const given = listUsedGpus(outcome, devices).map(({ gpu }) => gpu);
	const rows = attribution.rows.filter(({ gpu }) => given.includes(gpu));
	const title = `GPU by stage: ${key.suite} ${formatAxes(key.axes)}`;
	const section = buildGpuByStageSection(`gpu-stages-${outcome.planned.id}`, title, {
		...attribution,
		rows
	});
	return section && {
		...section,
		isDetail: true
	};
}
const maxOverheadShare = .01;
function describeOverhead(outcomes) {
	const shares = outcomes.flatMap((outcome) => outcome.status === "measured" ? outcome.trials : []).map(({ telemetry }) => telemetry?.overheadCpuShare ?? null).filter((share) => share !== null);
	if (shares.length === 0) return [];
	const most = Math.max(...shares);
	const judged = most > maxOverheadShare ? `above the allowed ${maxOverheadShare * 100} %` : `at most ${maxOverheadShare * 100} % is allowed`;
	return [`The sampling used up to ${(most * 100).toFixed(2)} % of one core; ${judged}.`];
}
function listProblems(outcome) {
	if (outcome.status !== "measured") return [];
	return outcome.trials.flatMap((trial) => trial.telemetry?.problems ?? []).slice(0, 5);
}

// src/judging/verdict/head-case.ts
function buildHeadCase(outcome, record) {
	const resultRows = outcome.status === "measured" ? outcome.resultRows : null;
	const common = {
		key: outcome.planned.key,
		conditions: buildCaseConditions(outcome.planned, resultRows, record)
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

// src/judging/verdict/judge-run.ts
function judgeRun(input) {
	return joinParts(input, splitParts(input).map(judgePart));
}
function judgePart(input) {
	const { record, config, suites, plan } = input;
	const trials = selectTrials(record, plan);
	const noise = input.noise?.noise ?? null;
	const known = buildPriorKnowledge({
		config,
		plan,
		record,
		baselines: input.baselines,
		noise
	});
	const found = controlWatched(judgeComparisons(plan, trials, known)).map(explainTotal).map((item) => explainBusyTime(item, trimToEqual(selectInterleavedRuns(item.planned, item.head, trials, known))));
	const outcomes = listOutcomes(plan, trials, found);
	const material = {
		outcomes,
		judged: refuseUnverifiedGains(refuseDifferentAnswers(found, outcomes, config), outcomes, config),
		known
	};
	const findings = suites.map((entry) => judgeSuite(entry, material, input));
	const stored = suites.flatMap((entry) => entry.suite.usesBaselines ? [compareStored(entry, material, input)] : []);
	const own = outcomes.filter((outcome) => isSubject(outcome, config));
	const comparisons = [...stored, ...findings].flatMap((item) => item.comparisons);
	return {
		testbed: record.testbed,
		telemetry: buildTelemetryDigest(own, record.testbed.devices),
		pastRuns: listPastRuns(comparisons, known),
		outcomes,
		comparisons,
		implied: findings.flatMap((item) => item.requirements),
		derived: joinFigures(deriveCommonFigures(own, record, config), findings.flatMap((item) => item.derived)),
		sections: [
			...findings.flatMap((item) => item.sections),
			...buildTelemetrySections(own, record.testbed.devices),
			...buildCostSections({
				...input,
				...record,
				plan,
				noise
			}, trials, comparisons)
		],
		findings: [
			...listUnverifiedCautions(outcomes, config),
			...listHostLoadCautions(outcomes),
			...listDatasetCautions(outcomes, record.datasets),
			...listClockCautions(comparisons),
			...listSlowGpuCautions(outcomes, record.testbed.devices),
			...listNoiseCautions(input.noise),
			...stored.flatMap((item) => item.findings),
			...findings.flatMap((item) => item.findings),
			...listIngestCautions(outcomes, record),
			...listReportCautions(outcomes),
			...listRestoredCautions(trials),
			...listLostGpus(trials, record.testbed.devices),
			...listGaps(plan, outcomes),
			...suites.flatMap((entry) => checkShortRuns(entry, outcomes, comparisons, config))
		],
		obstacles: [
			...input.noise?.problem ? [input.noise.problem] : [],
			...listMissingModelFiles(record),
			...stored.flatMap((item) => item.obstacles),
			...outcomes.flatMap((outcome) => [...listLostTrials(outcome, record), ...listFailedRuns(outcome)]),
			...listGatedLosses(outcomes, comparisons, config)
		]
	};
}
function checkShortRuns({ name: suite, suite: { usesBaselines } }, outcomes, comparisons, config) {
	if (!usesBaselines && !comparisons.some((item) => item.suite === suite && item.isGate)) return [];
	const own = outcomes.filter((outcome) => outcome.planned.key.suite === suite && isOfHead$1(outcome));
	return listShortRunCautions({
		suite,
		outcomes: own,
		gate: chooseGate(config, suite),
		minEffect: config.comparison.minEffect
	});
}
function listNoiseCautions(noise) {
	return noise?.note ? [{
		kind: "caution",
		subject: "noise",
		reason: noise.note
	}] : [];
}
function selectTrials(record, plan) {
	const cases = new Map(plan.cases.map((planned) => [planned.id, planned.revision]));
	return record.trials.filter((trial) => {
		const label = cases.get(trial.caseId);
		const revision = record.revisions.find((item) => item.label === label);
		return revision !== void 0 && (revision.commit ?? unknownCommit) === trial.commit;
	});
}
function listOutcomes(plan, trials, judged) {
	const cleared = judged.filter(({ progress }) => progress.state === "cleared").map(({ base }) => base.id);
	return plan.cases.filter(({ id }) => !cleared.includes(id)).map((planned) => summarizeOutcome(planned, trials));
}
function judgeSuite({ name, suite, settings }, { outcomes, judged }, { record, config }) {
	const own = outcomes.filter(({ planned }) => planned.key.suite === name);
	return suite.judge({
		config,
		suite: settings,
		outcomes: suite.usesBaselines ? own.filter(isOfHead$1) : own,
		comparisons: judged.filter(({ head }) => head.key.suite === name),
		datasets: record.datasets,
		revisions: record.revisions,
		identity: record.identity,
		devices: record.testbed.devices,
		...record.testbed.cpuCores > 0 && { cpuCores: record.testbed.cpuCores },
		policy: config.comparison
	});
}
function isSubject(outcome, config) {
	return !listConfiguredSuites(config).find(({ name }) => name === outcome.planned.key.suite)?.suite.usesBaselines || isOfHead$1(outcome);
}
function isOfHead$1({ planned }) {
	return planned.revision === "head";
}
const noBaseline = { code: "no-baseline" };
function compareStored({ name }, { outcomes, judged, known }, { record, config, baselines }) {
	const loaded = baselines.find((item) => item.suite === name);
	const cases = outcomes.filter((outcome) => outcome.planned.key.suite === name && isOfHead$1(outcome)).map((outcome) => buildHeadCase(outcome, record));
	const interleaved = judged.filter(({ head }) => head.key.suite === name);
	const join = (stored) => joinComparisons(stored, interleaved, outcomes, record);
	if (!loaded?.baseline) return {
		...withoutBaseline(name, loaded),
		comparisons: join([])
	};
	const stored = judgeByBaseline({
		baseline: loaded.baseline,
		testbed: record.testbed,
		cases,
		gate: chooseGate(config, name),
		policy: config.comparison,
		sessions: (key, metric) => known.sessionsOf(formatCaseId(key), metric)
	});
	const plausible = refuseUnverifiedStoredGains(stored, outcomes, config);
	const findings = listCasesWithoutBaseline(loaded.baseline, cases).map(({ key }) => ({
		kind: "caution",
		subject: formatCaseId(key),
		reason: "no committed samples for this case yet",
		...noBaseline
	}));
	return {
		comparisons: join(plausible),
		findings,
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
			reason: problem ?? `no committed baseline for this testbed (${loaded?.path ?? "no file"})`,
			...problem === null && noBaseline
		}],
		obstacles: problem ? [problem] : []
	};
}

// src/config/records/record-parts.ts
var record_parts_exports = /* @__PURE__ */ __exportAll({
	argv: () => argv$1,
	axes: () => axes$2,
	commit: () => commit$1,
	count: () => count$1,
	createBoundedRecord: () => createBoundedRecord,
	detail: () => detail$1,
	fileHashes: () => fileHashes$1,
	limits: () => limits$1,
	metricName: () => metricName$1,
	name: () => name$2,
	relativePath: () => relativePath$1,
	seconds: () => seconds$1,
	sha256: () => sha256$2,
	slug: () => slug$1,
	testbed: () => testbed,
	time: () => time$1,
	variables: () => variables$1
});
const limits$1 = {
	trials: 2e4,
	samples: 1e5,
	cases: 2e3,
	argv: 1500,
	few: 1024,
	metrics: 5e3
};
const line = string().regex(/^\P{Cc}*$/u, "must be free of control characters");
const name$2 = line.max(200);
const metricName$1 = line.max(readingLimits.name);
const detail$1 = string().max(4e3);
const slug$1 = string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, "must be a lower-case name without slashes");
const commit$1 = string().regex(/^[0-9a-f]{40}$/, "must be a commit of 40 hexadecimal digits");
const sha256$2 = string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 of 64 hexadecimal digits");
const time$1 = datetime();
const count$1 = int().min(0);
const seconds$1 = number().min(0);
const argv$1 = array(string().max(4e3)).max(limits$1.argv);
const relativePath$1 = string().min(1).max(1e3).regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\p{Cc}]*$/u, "must be a relative path without \"..\"");
function createBoundedRecord(value, entries, key = string().max(1e3)) {
	return record(key, value).refine((record) => Object.keys(record).length <= entries, `must have at most ${entries} entries`).meta({ maxProperties: entries });
}
const axes$2 = createBoundedRecord(union([name$2, number()]), 50);
const fileHashes$1 = createBoundedRecord(sha256$2, limits$1.few);
const variables$1 = createBoundedRecord(string().max(262144), limits$1.few);
const amount$5 = number().min(0);
const gpuSettings = strictObject({
	powerLimitWatts: amount$5.nullable(),
	isPersistent: boolean().nullable(),
	isEccOn: boolean().nullable(),
	isMigOn: boolean().nullable(),
	maxSmClockMhz: amount$5.nullable(),
	lockedSmClockMhz: amount$5.nullable()
});
const device = strictObject({
	id: count$1,
	physicalIndex: count$1.nullable().default(null),
	model: name$2,
	uuid: name$2.nullable(),
	memoryBytes: amount$5.nullable(),
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
	cpuCores: count$1,
	memoryBytes: number().min(0),
	kernel: name$2,
	architecture: name$2
});

// src/config/records/pipeline-figures-schema.ts
const amount$4 = number().min(0).max(0xde0b6b3a7640000);
const maybe = amount$4.nullable();
const share$6 = number().min(0).max(1.01).nullable();
const worker = int().min(0).max(1e6);
const counts = strictObject({
	sequences: maybe,
	predictions: maybe,
	consensus: maybe
});
const workerReading = strictObject({
	worker,
	status: _enum([
		"completed",
		"failed",
		"unfinished"
	]),
	sequences: maybe,
	sequencesPerSecond: maybe,
	tokensPerSecond: maybe,
	seconds: maybe,
	error: detail$1.nullable()
});
const packing = strictObject({
	efficiency: share$6,
	bounds: tuple([amount$4, amount$4]).exactOptional(),
	tokens: maybe,
	batches: maybe,
	tokenBudget: maybe,
	lowest: maybe,
	batchesBelow80: maybe,
	printed: maybe,
	reason: detail$1.nullable()
});
const dataLoader = strictObject({
	waitMeanSeconds: maybe,
	waitP95Seconds: maybe,
	waitMaxSeconds: maybe,
	batches: count$1,
	full: count$1,
	normal: count$1,
	starved: count$1,
	starvedShare: share$6
});
const shard = strictObject({
	stage: name$2,
	gpu: worker.nullable(),
	batches: count$1,
	sequences: maybe,
	tokens: maybe,
	paddedTokens: maybe,
	packing: packing.nullable(),
	dataLoader: dataLoader.nullable(),
	waitSeconds: maybe,
	seconds: maybe
});
const allocator = strictObject({
	stage: name$2.nullable(),
	gpu: worker.nullable(),
	allocatedBytes: amount$4,
	reservedBytes: amount$4,
	when: _enum(["peak", "failure"])
});
const outOfMemory = strictObject({
	lines: array(strictObject({
		where: string().max(1e3),
		line: string().max(1e3)
	})).max(20),
	count: count$1,
	reductions: count$1,
	unread: array(string().max(1e3)).max(limits$1.few)
});
const pipelineFigures = strictObject({
	counts,
	workers: array(workerReading).max(limits$1.few),
	packing: packing.nullable(),
	dataLoader: dataLoader.nullable(),
	warnings: strictObject({
		mild: count$1,
		critical: count$1,
		checks: count$1.nullable()
	}).nullable(),
	shards: array(shard).max(limits$1.few),
	allocator: array(allocator).max(limits$1.few * 2),
	outOfMemory: outOfMemory.nullable()
});
const point = strictObject({
	seconds: seconds$1,
	bytes: amount$4
});
const series = strictObject({
	quantity: _enum([
		"device",
		"own",
		"resident",
		"allocated",
		"reserved"
	]),
	gpu: worker.nullable(),
	points: array(point).max(limits$1.few)
});
const trialMemory = strictObject({
	series: array(series).max(limits$1.few * 3),
	remainders: array(strictObject({
		gpu: worker,
		beforeBytes: amount$4,
		afterBytes: amount$4
	})).max(limits$1.few),
	visits: array(strictObject({
		stage: name$2,
		endsSeconds: array(seconds$1).max(2e3)
	})).max(limits$1.few)
});

// src/config/records/telemetry-schema.ts
const maxGpus = 1024;
const maxEvents = 1024;
const amount$3 = number().min(0).max(0xde0b6b3a7640000);
const share$5 = number().min(0).max(1.01);
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
function createSpread(quantity) {
	return spread(number().min(0).max(gpuQuantities[quantity].range[1]));
}
const amounts = spread(amount$3);
const gpuWork = strictObject({
	busySeconds: amount$3.nullable(),
	busySource: _enum(["driver-samples", "mean-utilization"]).nullable(),
	inUseSeconds: amount$3.nullable(),
	busyClockMhz: amount$3.nullable().exactOptional(),
	dramActiveSeconds: amount$3.nullable(),
	graphicsActiveSeconds: amount$3.nullable(),
	energyAboveIdleJoules: amount$3.nullable()
});
const gpuUse = strictObject({
	gpu: count$1,
	samples: count$1,
	utilizationPercent: createSpread("utilizationPercent"),
	memoryUsedBytes: createSpread("memoryUsedBytes"),
	memoryTotalBytes: amount$3.nullable(),
	ownMemoryPeakBytes: amount$3.nullable(),
	powerWatts: createSpread("powerWatts"),
	energyJoules: amount$3.nullable(),
	energySource: _enum(["counter", "integrated"]).nullable(),
	smClockMhz: createSpread("smClockMhz"),
	memoryClockMhz: createSpread("memoryClockMhz"),
	temperatureCelsius: createSpread("temperatureCelsius"),
	smUtilization: createSpread("smUtilization"),
	smOccupancy: createSpread("smOccupancy"),
	tensorActivity: createSpread("tensorActivity"),
	dramBandwidthUtilization: createSpread("dramBandwidthUtilization"),
	pcieReceiveBytesPerSecond: createSpread("pcieReceiveBytesPerSecond"),
	pcieSendBytesPerSecond: createSpread("pcieSendBytesPerSecond"),
	nvlinkReceiveBytesPerSecond: createSpread("nvlinkReceiveBytesPerSecond"),
	nvlinkSendBytesPerSecond: createSpread("nvlinkSendBytesPerSecond"),
	clocksEventShares: partialRecord(_enum(clocksEventReasons), share$5).nullable(),
	work: gpuWork.exactOptional()
});
const hostUse = strictObject({
	cpuSeconds: amount$3.nullable(),
	userCpuSeconds: amount$3.nullable(),
	cpuCores: amounts,
	residentBytes: amounts,
	readBytes: amount$3.nullable(),
	writtenBytes: amount$3.nullable(),
	ioWaitShare: share$5.nullable(),
	pageCacheBytes: amounts
});
const trialHost = strictObject({
	probeSeconds: amount$3,
	userCpuSeconds: amount$3.nullable(),
	systemCpuSeconds: amount$3.nullable(),
	otherCpuSeconds: amount$3.nullable(),
	processors: count$1.nullable().exactOptional(),
	stolenCpuSeconds: amount$3.nullable(),
	cpuStallSeconds: amount$3.nullable(),
	ioStallSeconds: amount$3.nullable(),
	memoryStallSeconds: amount$3.nullable(),
	majorPageFaults: count$1.nullable(),
	voluntaryContextSwitches: count$1.nullable(),
	involuntaryContextSwitches: count$1.nullable()
});
const event = strictObject({
	gpu: count$1,
	timeMs: amount$3,
	kind: _enum([
		"xid",
		"ecc",
		"lost"
	]),
	detail: detail$1
});
const foreignProcess = strictObject({
	gpu: count$1,
	pid: count$1,
	name: name$2.nullable(),
	memoryBytes: amount$3.nullable()
});
const telemetrySummary = strictObject({
	monitor: name$2,
	intervalMs: amount$3,
	startedMs: amount$3,
	endedMs: amount$3,
	samples: count$1,
	lateSamples: count$1,
	lostSamples: count$1,
	longestGapMs: number().min(0).nullable().default(null),
	overheadCpuShare: share$5.nullable(),
	gpus: array(gpuUse).max(maxGpus),
	host: hostUse.nullable(),
	events: array(event).max(maxEvents),
	foreignProcesses: array(foreignProcess).max(maxEvents),
	logFile: relativePath$1.nullable(),
	hdf5File: relativePath$1.nullable(),
	problems: array(detail$1).max(limits$1.few)
});
const nodeTelemetry = strictObject({
	node: name$2,
	telemetry: telemetrySummary.nullable(),
	problem: detail$1.nullable()
});
const monitorOutput = object({ telemetry: telemetrySummary });
const stageGpuUse = strictObject({
	stage: name$2,
	gpu: count$1,
	seconds: amount$3,
	timeShare: share$5,
	utilizationPercent: number().min(0).max(101).nullable(),
	smUtilization: share$5.nullable(),
	memoryPeakBytes: amount$3.nullable(),
	energyJoules: amount$3.nullable(),
	work: gpuWork.exactOptional()
});
const stageHostUse = strictObject({
	stage: name$2,
	cpuCores: amount$3.nullable(),
	ioWaitShare: share$5.nullable(),
	readBytes: amount$3.nullable(),
	residentPeakBytes: amount$3.nullable()
});
const stageAttribution = strictObject({
	source: _enum(["times", "durations"]),
	rows: array(stageGpuUse).max(limits$1.few * 8),
	host: array(stageHostUse).max(limits$1.few).exactOptional(),
	notes: array(detail$1).max(limits$1.few)
});

// src/config/records/tables-schema.ts
const caseId$1 = string().max(1e3);
const path$3 = string().min(1).max(4e3);
const columns = array(name$2).max(32);
const amount$2 = number().min(0);
const tolerance = strictObject({
	rtol: amount$2,
	atol: amount$2
});
const most = {
	tables: 16,
	cases: 200
};
const caseOptions = strictObject({
	args: argv$1,
	env: createBoundedRecord(string().max(4e3), limits$1.few)
});
const tableRule = strictObject({
	name: name$2,
	path: path$3,
	id: name$2.nullable(),
	labels: columns.nullable(),
	scores: columns.nullable(),
	tolerance,
	tolerances: createBoundedRecord(tolerance, 32)
});
const tableDuty = strictObject({
	rules: array(tableRule).max(most.tables),
	against: array(caseId$1).max(most.cases),
	standsFor: array(caseId$1).max(most.cases),
	stored: array(strictObject({
		name: name$2,
		table: name$2,
		path: path$3,
		sha256: sha256$2
	})).max(most.cases)
});
const examples = array(name$2).max(5);
const side = strictObject({
	sha256: sha256$2,
	rows: count$1,
	malformedRows: count$1,
	duplicateRows: count$1,
	unmatchedIds: count$1,
	examples: strictObject({
		malformed: examples,
		duplicate: examples,
		unmatched: examples
	}),
	ignoredColumns: columns
});
const differing = {
	id: name$2,
	subject: name$2,
	reference: name$2
};
const labelFindings = strictObject({
	column: name$2,
	differing: count$1,
	examples: array(strictObject(differing)).max(5)
});
const scoreFindings = strictObject({
	column: name$2,
	...tolerance.shape,
	beyond: count$1,
	unreadable: count$1,
	difference: strictObject({
		mean: amount$2,
		median: amount$2,
		p99: amount$2,
		max: amount$2
	}).nullable(),
	worstRatio: amount$2.nullable(),
	worst: array(strictObject({
		...differing,
		ratio: amount$2.nullable()
	})).max(5)
});
const findings = strictObject({
	idColumns: strictObject({
		subject: name$2,
		reference: name$2
	}),
	subject: side,
	reference: side,
	joined: count$1,
	labelMismatches: count$1.nullable(),
	scoreMismatches: count$1.nullable(),
	labels: array(labelFindings).max(32),
	scores: array(scoreFindings).max(32)
});
const origin = union([strictObject({
	caseId: caseId$1,
	index: count$1
}), strictObject({
	stored: name$2,
	sha256: sha256$2
})]);
const comparison$1 = strictObject({
	table: name$2,
	subject: origin,
	reference: origin,
	findings: findings.nullable(),
	problem: detail$1.nullable()
});
const trialTables = strictObject({
	written: array(strictObject({
		table: name$2,
		sha256: sha256$2
	})).max(most.tables),
	comparisons: array(comparison$1).max(most.tables * most.cases)
});

// src/config/records/readings-schema.ts
const path$2 = string().min(1).max(4e3);
const mostFiles = 1024;
const plannedTool = strictObject({
	command: argv$1,
	adapter: name$2,
	files: array(path$2).max(mostFiles)
});
const reading = strictObject({
	name: metricName$1,
	axes: createBoundedRecord(union([metricName$1, number()]), limits$1.few, metricName$1),
	metric: strictObject({
		name: metricName$1,
		unit: name$2,
		betterWhen: _enum(["lower", "higher"]),
		kind: _enum([
			"duration",
			"rate",
			"count",
			"memory",
			"share"
		]).exactOptional()
	}),
	median: number(),
	count: count$1.min(1),
	samples: array(number()).min(1).max(readingLimits.samples),
	source: _enum(["samples", "aggregate"])
});
const facts$1 = createBoundedRecord(string().max(readingLimits.text), readingLimits.facts);
const sentences = array(detail$1).max(readingLimits.problems);
const trialReadings = strictObject({
	tool: name$2.nullable(),
	benchmarks: array(reading).max(readingLimits.readings),
	context: facts$1,
	problems: sentences,
	dropped: sentences.exactOptional()
}).refine(({ benchmarks }) => benchmarks.every(({ samples, count: total }) => samples.length <= total), { message: "a reading must not have more values than its count" });
const trialOrigin = strictObject({
	kind: literal("ingested"),
	adapter: name$2,
	files: array(strictObject({
		path: path$2,
		sha256: sha256$2,
		bytes: count$1
	})).max(mostFiles),
	notes: sentences,
	differences: sentences
});

// src/config/records/json-amount.ts
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
		if (code === quote) index = findTextEnd(text, index);
		else if (starters.has(code) && (values += 1) > most) return true;
	}
	return values > most;
}
function findTextEnd(text, start) {
	for (let index = start + 1; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === quote) return index;
		if (code === backslash) index += 1;
	}
	return text.length;
}

// src/config/validation/problem.ts
function formatPath(path) {
	return path.map(formatSegment).join("").replace(/^\./, "");
}
function findValue(root, path) {
	let value = root;
	for (const segment of path) {
		if (!isContainer$1(value) || !Object.hasOwn(value, segment)) return void 0;
		value = value[segment];
	}
	return value;
}
function isContainer$1(value) {
	return typeof value === "object" && value !== null;
}
function formatSegment(segment) {
	if (typeof segment === "number") return `[${segment}]`;
	const text = String(segment);
	return /^[\w-]{1,80}$/.test(text) ? `.${text}` : `[${formatValue(text)}]`;
}

// src/config/records/untrusted-json.ts
const maxValues = 25e5;
const maxListLength = 1e5;
const maxTextLength = 8e3;
const shownIssues = 10;
function readUntrusted(text, schema, source) {
	refuseSize$1(text, source);
	if (hasMoreValuesThan(text, maxValues)) throw createUnusableError(source, `more than ${maxValues} values`);
	const value = parseJson(text, source);
	const excess = findExcess(value);
	if (excess !== null) throw createUnusableError(source, excess);
	refuseNewer(value, source);
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const { issues } = result.error;
	const lines = issues.slice(0, shownIssues).map((issue) => `${formatIssuePath(issue)}: ${issue.message.slice(0, 300)}`);
	const more = issues.length > shownIssues ? [`and ${issues.length - shownIssues} more`] : [];
	throw createUnusableError(source, [...lines.map((line, index) => withValue(line, issues[index], value)), ...more].join("\n  "));
}
function refuseSize$1(text, { path, maxBytes }) {
	if (!(text.length > maxBytes || Buffer.byteLength(text) > maxBytes)) return;
	throw new UserError(`${path} is larger than ${maxBytes} bytes`, "warpgauge does not write files of this size; create it again with warpgauge");
}
function parseJson(text, source) {
	try {
		return JSON.parse(text);
	} catch (cause) {
		const message = cause instanceof Error ? cause.message : String(cause);
		throw createUnusableError(source, `not JSON: ${formatValue(message.slice(0, 300))}`, { cause });
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
function refuseNewer(value, { path, newestVersion = 1 }) {
	const version = findValue(value, ["schemaVersion"]);
	if (typeof version !== "number" || !Number.isInteger(version) || version <= newestVersion) return;
	const message = `${path} has schemaVersion ${version}; this warpgauge reads ${newestVersion === 1 ? "version 1" : `versions 1 to ${newestVersion}`}`;
	throw new UserError(message, "Use the version of warpgauge that wrote it, or a newer one");
}
function formatIssuePath({ path }) {
	return path.length > 0 ? formatPath(path) : "the root value";
}
function withValue(line, issue, root) {
	const value = issue && findValue(root, issue.path);
	return value === void 0 || typeof value === "object" ? line : `${line} (it is ${formatValue(value)})`;
}
function createUnusableError({ path }, what, options) {
	return new UserError(`${path} cannot be used: ${what}`, "Restore the file, or create it again with warpgauge", options);
}

// src/config/records/attempt-schema.ts
const lostAttempt = strictObject({
	startedAt: time$1,
	seconds: seconds$1
});
const attemptsSchema = strictObject({ attempts: array(lostAttempt).max(100) });
function parseAttempts(text) {
	return readUntrusted(text, attemptsSchema, {
		path: "attempts.json",
		maxBytes: 65536
	}).attempts;
}

// src/config/records/progress-schema.ts
const amount$1 = number().min(0).max(0xde0b6b3a7640000);
const curve = strictObject({
	stage: name$2.nullable(),
	total: amount$1.nullable(),
	points: array(strictObject({
		seconds: seconds$1,
		done: amount$1
	})).max(400 + 1)
});
const trialProgress = strictObject({
	curves: array(curve).max(64),
	tokens: amount$1,
	tokenBudget: amount$1,
	waits: count$1,
	starved: count$1,
	lostAttempts: array(lostAttempt).max(100),
	heartbeatSeconds: seconds$1
});
const stop = strictObject({
	limitSeconds: number().positive(),
	error: number().gt(0).lt(1),
	firstLookSeconds: number().positive()
});
const longRun = strictObject({
	lookSeconds: number().positive(),
	updateSeconds: number().positive(),
	resumeArgs: argv$1.nullable(),
	stop: stop.nullable()
});

// src/config/records/trial-files-schema.ts
const tracedFile = strictObject({
	path: string().max(1e3),
	bytes: count$1,
	rows: count$1.nullable()
});
const workTrace = strictObject({
	files: array(tracedFile).max(20),
	stdoutLines: count$1,
	lastLine: string().max(200).nullable()
});
const restoredFiles = strictObject({
	count: count$1.min(1),
	first: array(string().max(500)).max(20)
});

// src/config/records/baseline-schema.ts
const provenance = strictObject({
	commit: commit$1,
	runId: name$2,
	recordedAt: time$1,
	tool: name$2,
	configSha256: sha256$2,
	reason: detail$1,
	rulesVersion: name$2.exactOptional(),
	workflowRunUrl: string().max(500).regex(/^https?:\/\/\S+$/u, "must be a web address").exactOptional()
});
const conditions = strictObject({
	datasetSha256: sha256$2,
	sequences: count$1,
	command: argv$1,
	variables: variables$1.exactOptional(),
	resultRows: count$1.nullable(),
	identity: fileHashes$1
});
const metric$1 = strictObject({
	name: metricName$1,
	unit: name$2,
	betterWhen: _enum(["lower", "higher"]),
	samples: array(number()).max(limits$1.samples),
	anchor: strictObject({
		median: number(),
		commit: commit$1,
		recordedAt: time$1
	}).optional()
});
const baselineCase = strictObject({
	benchmark: name$2,
	axes: axes$2,
	conditions,
	metrics: array(metric$1).max(limits$1.metrics),
	provenance: provenance.exactOptional()
});
const baselineSchema = strictObject({
	schemaVersion: literal(1),
	suite: slug$1,
	testbed,
	provenance,
	cases: array(baselineCase).max(limits$1.cases)
});
const maxBytes$2 = 16 * 2 ** 20;
function parseBaseline(text, path) {
	return readUntrusted(text, baselineSchema, {
		path,
		maxBytes: maxBytes$2
	});
}

// src/config/records/run-record-schema.ts
const { argv, axes: axes$1, commit, count, detail, fileHashes, limits, metricName, name: name$1, relativePath, seconds, sha256: sha256$1, slug, time, variables } = record_parts_exports;
const yardstick = strictObject({
	path: string().max(1e3),
	sha256: sha256$1,
	origin: _enum([
		"base",
		"head",
		"local"
	]),
	commit: commit.nullable(),
	ruleSet: name$1.exactOptional()
});
const testMerge = strictObject({
	commit,
	head: commit,
	base: commit,
	branch: string().max(1e3).nullable()
});
const revision$1 = strictObject({
	label: name$1,
	ref: name$1,
	commit: commit.nullable(),
	problem: detail.nullable()
});
const dataset$2 = strictObject({
	name: name$1,
	kind: _enum([
		"synthetic",
		"real",
		"files",
		"generated"
	]),
	sha256: sha256$1,
	sequences: count.nullable(),
	bytes: count,
	parameters: axes$1
});
const datasetDifference = strictObject({
	name: name$1,
	used: _enum(["base", "head"]),
	problem: detail.nullable()
});
const caseId = string().max(1e3);
const key = strictObject({
	suite: slug,
	benchmark: name$1,
	axes: axes$1
});
const failureKind = _enum([
	"not-started",
	"exit-code",
	"partial",
	"out-of-memory",
	"signal",
	"timed-out",
	"cancelled",
	"no-proof",
	"resumed",
	"stopped",
	"failed-benchmark"
]);
const plannedCase = strictObject({
	id: caseId,
	key,
	revision: name$1,
	dataset: name$1,
	gpus: array(count).max(limits.few),
	nodes: count.min(1).exactOptional(),
	warmups: count,
	repeats: count,
	maxRepeats: count.default(0),
	maxReruns: count.default(0),
	timeoutSeconds: seconds,
	sampleIntervalMs: count.nullable().default(null),
	interleaveGroup: caseId,
	samplesFrom: _enum(["fresh", "cached"]),
	answers: array(failureKind).max(limits.few).exactOptional(),
	options: caseOptions.exactOptional(),
	longRun: longRun.exactOptional(),
	tables: tableDuty.exactOptional(),
	tool: plannedTool.exactOptional(),
	watchesHost: literal(true).exactOptional(),
	keepsMemory: literal(true).exactOptional()
});
const plannedComparison = strictObject({
	head: caseId,
	base: caseId,
	minEffect: number().gt(0).lt(1),
	mayWiden: boolean(),
	gate: array(metricName).max(limits.few),
	minCost: number().min(0).lt(1).exactOptional(),
	maxRepeats: count,
	isScreened: boolean(),
	confirm: literal("exact").exactOptional()
});
const ladder = strictObject({
	cases: array(caseId).max(limits.cases),
	metric: name$1,
	factor: number().gt(1).max(100),
	finalists: count.min(1),
	maxRepeats: count,
	gpuMinutes: number().positive().nullable()
});
const plan = strictObject({
	cases: array(plannedCase).max(limits.cases),
	notTested: array(strictObject({
		key,
		reason: detail
	})).max(limits.cases),
	comparisons: array(plannedComparison).max(limits.cases).default([]),
	ladders: array(ladder).max(limits.few).exactOptional()
});
const failure = strictObject({
	kind: failureKind,
	detail
});
const selection = strictObject({
	only: array(caseId).max(limits.few),
	shard: strictObject({
		index: count.min(1),
		of: count.min(1).max(limits.few)
	}).nullable()
});
const timeMs = number().min(0).max(864e13);
const stage = strictObject({
	stage: name$1,
	seconds: seconds.nullable(),
	startedMs: timeMs.nullable().default(null),
	endedMs: timeMs.nullable().default(null)
});
const trial = strictObject({
	caseId,
	index: count,
	isWarmup: boolean(),
	commit,
	argv,
	startedAt: time,
	wallSeconds: seconds.nullable(),
	exitCode: int().nullable(),
	signal: name$1.nullable(),
	failure: failure.nullable(),
	resultRows: count.nullable(),
	stages: array(stage).max(limits.few),
	contamination: array(detail).max(100).default([]),
	host: trialHost.nullable().default(null),
	telemetry: telemetrySummary.nullable().default(null),
	gpuByStage: stageAttribution.nullable().default(null),
	nodes: array(nodeTelemetry).max(limits.few).exactOptional(),
	gpus: array(count).max(limits.few).exactOptional(),
	pipeline: pipelineFigures.exactOptional(),
	memory: trialMemory.exactOptional(),
	readings: trialReadings.exactOptional(),
	origin: trialOrigin.exactOptional(),
	resultTables: trialTables.exactOptional(),
	progress: trialProgress.exactOptional(),
	work: strictObject({
		count: number().min(0).max(0x38d7ea4c68000),
		unit: name$1
	}).exactOptional(),
	workTrace: workTrace.exactOptional(),
	restoredFiles: restoredFiles.exactOptional(),
	cachedFromRun: name$1.nullable(),
	stdoutPath: relativePath,
	stderrPath: relativePath
});
const runRecordSchema = strictObject({
	schemaVersion: literal([1, 2]),
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
	baseCommit: commit.exactOptional(),
	testMerge: testMerge.exactOptional(),
	testbed,
	revisions: array(revision$1).max(limits.few),
	datasets: array(dataset$2).max(limits.few),
	datasetDifferences: array(datasetDifference).max(limits.few).exactOptional(),
	changedInputs: createBoundedRecord(array(string().max(1e3)).max(limits.few), limits.few).exactOptional(),
	identity: createBoundedRecord(fileHashes, limits.few),
	versions: createBoundedRecord(createBoundedRecord(string().max(200), limits.few), limits.few).exactOptional(),
	commands: createBoundedRecord(argv, limits.few),
	variables: variables.exactOptional(),
	isolation: strictObject({
		mode: _enum(["bubblewrap", "none"]),
		reason: detail.nullable()
	}).exactOptional(),
	plan,
	trials: array(trial).max(limits.trials),
	comparedWith: fileHashes.exactOptional(),
	selection: selection.exactOptional(),
	elsewhere: array(strictObject({
		testbed,
		suites: array(slug).min(1).max(limits.few)
	})).max(limits.few).exactOptional(),
	joinedFrom: array(strictObject({
		runId: name$1,
		selection: selection.nullable(),
		cases: array(caseId).max(limits.cases)
	})).max(limits.few).exactOptional()
});
const cachedTrialsSchema = array(trial).max(limits.trials);
function parseRunRecord(text) {
	return {
		...readUntrusted(text, runRecordSchema, {
			path: "run.json",
			maxBytes: 64 * 2 ** 20,
			newestVersion: 2
		}),
		schemaVersion: 2
	};
}
function parseCachedTrials(text, ofCase) {
	const trials = readUntrusted(text, cachedTrialsSchema, {
		path: "cached trials",
		maxBytes: 16 * 2 ** 20
	});
	if (trials.every((one) => one.caseId === ofCase && one.failure === null && !isContaminated(one) && one.cachedFromRun !== null)) return trials;
	throw new UserError(`cached trials: not all are samples of ${ofCase} that count`, "Delete the cached file");
}

// src/steps/baselines/load-baselines.ts
async function loadBaselines(config, testbedId, read) {
	const names = listConfiguredSuites(config).filter((entry) => entry.suite.usesBaselines).map((entry) => entry.name);
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

// src/config/records/noise-schema.ts
const session = strictObject({
	recordedAt: time$1,
	runId: name$2,
	commit: commit$1,
	samples: array(number()).min(1).max(2e3)
});
const metric = strictObject({
	name: metricName$1,
	unit: name$2,
	betterWhen: _enum(["lower", "higher"]),
	sessions: array(session).max(12)
});
const noiseCase = strictObject({
	suite: slug$1,
	benchmark: name$2,
	axes: axes$2,
	datasetSha256: sha256$2,
	metrics: array(metric).max(limits$1.metrics)
});
const noiseSchema = strictObject({
	schemaVersion: literal(1),
	testbed,
	cases: array(noiseCase).max(limits$1.cases)
});
const maxBytes$1 = 16 * 2 ** 20;
function parseNoise(text, path) {
	return readUntrusted(text, noiseSchema, {
		path,
		maxBytes: maxBytes$1
	});
}

// src/judging/baselines/committed-reference.ts
const noiseFile = "noise.json";

// src/steps/baselines/load-noise.ts
async function loadNoise(config, testbed, read) {
	const path = `${config.comparison.baselines}/${testbed.id}/${noiseFile}`;
	const nothing = {
		path,
		noise: null,
		problem: null,
		note: null
	};
	try {
		const text = await read(path);
		if (text === null) return nothing;
		const noise = parseNoise(text, path);
		const differences = listTestbedDifferences(noise.testbed, testbed);
		if (differences.length === 0) return {
			...nothing,
			noise
		};
		return {
			...nothing,
			note: `${path} was recorded on this machine with other settings (${differences.join("; ")})`
		};
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			...nothing,
			problem: error.message
		};
	}
}

// src/steps/baselines/load-committed.ts
async function loadCommittedReference(record, config, read) {
	const parts = await Promise.all(listTestbedParts(record).map(async (part) => ({
		part,
		committed: await loadCommitted(config, part.testbed, read)
	})));
	const [main, ...others] = parts;
	if (!main) throw new Error("a run has no testbed");
	if (others.length === 0) return main.committed;
	return {
		baselines: parts.flatMap(({ part, committed }) => committed.baselines.filter(({ suite }) => isMeasuredThere(part, suite))),
		noise: main.committed.noise,
		noiseElsewhere: others.map(({ committed }) => committed.noise)
	};
}
async function loadCommitted(config, testbed, read) {
	const [baselines, noise] = await Promise.all([loadBaselines(config, testbed.id, read), loadNoise(config, testbed, read)]);
	return {
		baselines,
		noise
	};
}

// src/steps/measure/run-folder.ts
const runRecordFile = "run.json";
const previousRecordFile = "run.previous.json";
const configCopy = "warpgauge.yml";
const baselineCopies = "baselines";
const reportFiles = ["report.json", "report.md"];
async function forgetEarlierRun(path, files) {
	for (const name of [
		runRecordFile,
		previousRecordFile,
		...reportFiles
	]) await files.remove(join(path, name));
	const copies = join(path, baselineCopies);
	const stale = (await files.list(copies)).filter((name) => name.endsWith(".json"));
	for (const name of stale) await files.remove(join(copies, name));
}
async function openRunFolder(path, files, isResume = false) {
	await files.makeDirectory(path);
	await files.removeDrafts(path);
	return {
		path,
		save: async (record) => {
			const previous = join(path, previousRecordFile);
			await files.replaceText(join(path, runRecordFile), `${JSON.stringify(record, null, 1)}\n`, previous);
			if (record.status === "finished") await files.remove(previous);
		},
		makeTrialDirectory: async (next, caseNumber) => {
			const directory = join(path, "trials", formatTrialDirectory(next, caseNumber));
			if (!(isResume && (next.planned.longRun?.resumeArgs ?? null) !== null)) await files.remove(directory);
			await files.makeDirectory(directory);
			return directory;
		}
	};
}
function formatTrialDirectory({ planned, index }, caseNumber) {
	const readable = planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 100);
	return join(`${String(caseNumber).padStart(3, "0")}-${readable}`, `trial-${index}`);
}

// src/config/validation/command-checks.ts
function checkCommands(parts) {
	const { pipeline } = parts;
	const proofTexts = pipeline?.proof ? listProofPaths(pipeline.proof) : [];
	const needsOutput = proofTexts.some(({ text }) => text.includes("{output}"));
	const inputs = listSuiteInputs(parts);
	return [
		...listCommands(parts).flatMap((command) => [
			...checkPlaceholders$2(command),
			...checkInput(command, inputs),
			...inputs.length > 0 ? checkOutput(command, needsOutput) : [],
			...checkSplitDatasets(command, parts)
		]),
		...proofTexts.flatMap(({ path, text }) => describeUnknownPlaceholders(text).map((problem) => createProblem$1(path, problem))),
		...listSetups(parts).flatMap(({ path, argv }) => checkUnfilledPlaceholders(path, argv))
	];
}
function listCommands({ pipeline, revisions }) {
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
function listSetups({ pipeline, revisions }) {
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
function listProofPaths(proof) {
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
const wholeArguments = [optionsPlaceholder, resumePlaceholder];
function checkPlaceholders$2({ path, argv }) {
	return argv.flatMap((argument, index) => {
		if (wholeArguments.includes(argument)) return argv.indexOf(argument) === index ? [] : [createProblem$1([...path, index], "is repeated")];
		const embedded = wholeArguments.find((placeholder) => listPlaceholders(argument).includes(placeholder));
		return (embedded ? [`write "${embedded}" as a separate argument`] : describeUnknownPlaceholders(argument)).map((problem) => createProblem$1([...path, index], problem));
	});
}
function listSuiteInputs({ suites }) {
	return Object.entries(suites).flatMap(([suite, settings]) => settings && suite !== "command" ? [{
		suite,
		hasDataset: isDatasetNamed(settings)
	}] : []);
}
function isDatasetNamed(settings) {
	return "dataset" in settings && settings.dataset !== void 0;
}
function checkInput({ path, argv }, inputs) {
	if (argv.length === 0) return [];
	const index = argv.findIndex((argument) => listKnownPlaceholders(argument).includes("{dataset}"));
	const text = "{dataset} is missing, so the command would not read the dataset";
	if (index === -1) return inputs.some(({ hasDataset }) => hasDataset) ? [createProblem$1(path, text)] : [];
	const lacking = inputs.find(({ hasDataset }) => !hasDataset);
	if (!lacking) return [];
	return [createProblem$1([...path, index], `{dataset} needs a dataset; set dataset of suite ${lacking.suite}`)];
}
function checkOutput({ path, argv }, needsOutput) {
	if (!needsOutput || argv.flatMap(listKnownPlaceholders).includes("{output}")) return [];
	return [createProblem$1(path, "{output} is missing, but the proof checks files in it")];
}
function checkSplitDatasets({ path, argv }, { datasets }) {
	const split = Object.entries(datasets ?? {}).find(([, dataset]) => dataset && hasSeveralFiles(dataset));
	const isEmbedded = argv.some((argument) => argument !== "{dataset}" && listKnownPlaceholders(argument).includes("{dataset}"));
	if (!split || !isEmbedded && argv.includes("{dataset}")) return [];
	return [createProblem$1(path, `dataset ${split[0]} has several files; write {dataset} as a separate argument, so that every file is passed`)];
}
function hasSeveralFiles(dataset) {
	return "files" in dataset && dataset.files > 1 || "paths" in dataset && dataset.paths.length > 1;
}
function checkUnfilledPlaceholders(path, argv) {
	return argv.flatMap((argument, index) => listKnownPlaceholders(argument).map((placeholder) => createProblem$1([...path, index], `${placeholder} is replaced only in command`)));
}
function createProblem$1(path, text) {
	return {
		path,
		at: "value",
		text
	};
}

// src/config/validation/confirm-checks.ts
function checkConfirmation({ comparison, run, suites }) {
	if (comparison?.confirm !== "exact") return [];
	return [{
		path: ["run", "maxRepeats"],
		most: run ? Math.max(run.maxRepeats, run.repeats) : void 0
	}, ...Object.entries(suites).map(([suite, config]) => ({
		path: [
			"suites",
			suite,
			"maxRepeats"
		],
		most: config && "maxRepeats" in config ? config.maxRepeats : void 0
	}))].flatMap(({ path, most }) => most === void 0 || most >= 7 ? [] : [{
		path,
		at: "value",
		text: `is ${most}; comparison.confirm: exact needs ${7} or more`
	}]);
}

// src/config/validation/launcher-checks.ts
function checkLauncher(parts) {
	return [...checkNodeCounts(parts), ...checkLaunchedCommands(parts)];
}
function checkNodeCounts({ pipeline, suites }) {
	const most = pipeline?.launcher?.nodes ?? 1;
	return (suites.scaling?.nodes ?? []).flatMap((nodes, index) => {
		if (nodes <= most) return [];
		const text = `${nodes} nodes are more than pipeline.launcher.nodes (${most}); set it to the nodes of the allocation`;
		return [{
			path: [
				"suites",
				"scaling",
				"nodes",
				index
			],
			at: "value",
			text
		}];
	});
}
function checkLaunchedCommands({ pipeline, revisions }) {
	if (!pipeline?.launcher) return [];
	const { launcher } = pipeline;
	const path = ["pipeline", "launcher"];
	if (launcher.kind === "custom") return checkPlaceholders$1(launcher.command, [...path, "command"]);
	const hasNoStarter = launcher.kind === "torchrun" && launcher.nodes > 1 && launcher.startedBy === void 0;
	return [
		...checkPlaceholders$1(launcher.args, [...path, "args"]),
		...hasNoStarter ? [{
			path,
			at: "value",
			text: "torchrun must start on every node; set startedBy to srun or mpirun"
		}] : [],
		...launcher.kind === "torchrun" ? checkPython(pipeline.command, [
			"pipeline",
			"command",
			0
		]) : [],
		...launcher.kind === "torchrun" ? Object.entries(revisions).flatMap(([name, revision]) => checkPython(revision?.command ?? [], [
			"revisions",
			name,
			"command",
			0
		])) : []
	];
}
function checkPlaceholders$1(argv, path) {
	return argv.flatMap((argument, index) => describeUnknownPlaceholders(argument).map((text) => ({
		path: [...path, index],
		at: "value",
		text
	})));
}
function checkPython([program = ""], path) {
	return /^(?:.*\/)?python[\d.]*$/.test(program) ? [{
		path,
		at: "value",
		text: "torchrun starts Python itself: begin with the script, or with -m"
	}] : [];
}

// src/config/validation/option-checks.ts
function checkOptions(parts) {
	const { variants, equivalence } = parts.suites;
	return [...variants ? checkVariants(variants, parts) : [], ...equivalence ? checkEquivalence(equivalence, parts) : []];
}
function checkVariants(variants, parts) {
	const path = ["suites", "variants"];
	const names = Object.keys(variants.options);
	const references = [
		{
			path: [...path, "base"],
			name: variants.base
		},
		...variants.tradeOff.map((name, index) => ({
			path: [
				...path,
				"tradeOff",
				index
			],
			name
		})),
		...["with", "without"].flatMap((key) => {
			const name = variants.checkpointing?.[key];
			return name === void 0 ? [] : [{
				path: [
					...path,
					"checkpointing",
					key
				],
				name
			}];
		})
	];
	return [
		...names.length > 1 ? [] : [createProblem([...path, "options"], "name the base and at least one other variant")],
		...references.flatMap((reference) => checkName$2("variant", reference.name, names, reference.path)),
		...checkVariantPairs(variants, [...path, "tradeOff"]),
		...checkOptionSets(variants.options, [...path, "options"], parts)
	];
}
function checkVariantPairs({ base, tradeOff, checkpointing }, path) {
	const position = tradeOff.indexOf(base);
	const isOne = checkpointing && checkpointing.with === checkpointing.without;
	return [...position >= 0 ? [createProblem([...path, position], `${formatValue(base)} is the base, so it has no trade-off with itself`)] : [], ...isOne ? [createProblem([
		...path.slice(0, -1),
		"checkpointing",
		"without"
	], `${formatValue(checkpointing.without)} is also the value of with`)] : []];
}
function checkEquivalence(equivalence, parts) {
	const path = ["suites", "equivalence"];
	const { against, options, references, tables } = equivalence;
	const sides = [
		...against,
		...Object.keys(options),
		...Object.keys(references)
	];
	const hasTable = Object.keys(tables).length > 0 || parts.pipeline === null || parts.pipeline.proof?.results;
	return [
		...sides.length > 0 ? [] : [createProblem(path, "no reference; add revisions to against, option sets to options, or stored tables to references")],
		...hasTable ? [] : [createProblem(path, "no table to compare; add tables, or results to pipeline.proof")],
		...sides.flatMap((side, index) => side === "head" || sides.indexOf(side) !== index ? [createProblem(path, `${formatValue(side)} is used twice; use another name`)] : []),
		...against.flatMap((name, index) => checkRevision(name, [
			...path,
			"against",
			index
		], parts)),
		...checkTables(equivalence, path),
		...checkOptionSets(options, [...path, "options"], parts, {
			args: [],
			env: {}
		})
	];
}
function checkRevision(name, path, { revisions }) {
	const missing = checkName$2("revision", name, Object.keys(revisions), path);
	if (missing.length > 0 || !revisions[name]?.declared) return missing;
	return [createProblem(path, `${formatValue(name)} is declared and does not run, so it has no table to compare`)];
}
function checkTables({ tables, references }, path) {
	const names = Object.keys(tables);
	const paths = Object.entries(tables).flatMap(([name, table]) => {
		const at = [
			...path,
			"tables",
			name,
			"path"
		];
		return [...table.path.includes("{output}") ? [] : [createProblem(at, "must contain {output}; another path could have a table of an older run")], ...describeUnknownPlaceholders(table.path).map((problem) => createProblem(at, problem))];
	});
	const answers = Object.entries(references).flatMap(([name, { table }]) => {
		const at = [
			...path,
			"references",
			name
		];
		if (table !== void 0) return checkName$2("table", table, names, [...at, "table"]);
		return names.length > 1 ? [createProblem(at, `name the table it belongs to: ${names.join(", ")}`)] : [];
	});
	return [...paths, ...answers];
}
function checkOptionSets(written, path, parts, ...others) {
	const sets = Object.entries(written).map(([name, options]) => ({
		name,
		options: toCaseOptions(options)
	}));
	return [...sets.flatMap(({ name, options }, index) => {
		const duplicate = sets.slice(0, index).find((other) => isSameOptions(other.options, options));
		if (duplicate) return [createProblem([...path, name], `has the same options as ${formatValue(duplicate.name)}, so it would run the same command twice`)];
		return others.some((other) => isSameOptions(other, options)) ? [createProblem([...path, name], "sets no option, so it would repeat the plain command")] : [];
	}), ...sets.flatMap(({ name, options }) => checkOptionSet(options, [...path, name], parts))];
}
function checkOptionSet({ args, env }, path, { pipeline }) {
	const wrong = [...args, ...Object.values(env)].flatMap(describeUnknownPlaceholders).map((problem) => createProblem(path, problem));
	const command = pipeline?.command ?? [];
	const isHidden = args.length > 0 && command.includes("--") && !command.includes("{options}");
	const text = `the command ends its options with --, so these would be read as inputs; write "${optionsPlaceholder}" before it`;
	return [...wrong, ...isHidden ? [createProblem(path, text)] : []];
}
function toCaseOptions(written) {
	return "args" in written ? written : {
		args: written,
		env: {}
	};
}
function checkName$2(kind, name, names, path) {
	return names.includes(name) ? [] : [createProblem(path, `unknown ${kind} ${formatValue(name)}${formatSuggestion(name, names)}`)];
}
function createProblem(path, text) {
	return {
		path,
		at: "value",
		text
	};
}

// src/config/validation/memory-checks.ts
function checkMemory(parts) {
	const { memory } = parts.suites;
	return [{
		path: [
			"suites",
			"memory",
			"repeat",
			"options"
		],
		written: memory?.repeat?.options
	}, {
		path: [
			"suites",
			"memory",
			"pressure"
		],
		written: memory?.pressure
	}].flatMap(({ path, written }) => {
		if (written === void 0) return [];
		const options = toCaseOptions(written);
		return options.args.length === 0 && Object.keys(options.env).length === 0 ? [{
			path,
			at: "value",
			text: "sets no option, so it would repeat the plain command"
		}] : checkOptionSet(options, path, parts);
	});
}

// src/config/validation/report-file-checks.ts
function checkReportFiles({ pipeline }) {
	const logs = (pipeline?.logs ?? []).map((file, index) => ({
		file,
		path: ["logs", index]
	}));
	const telemetry = (pipeline?.telemetry ?? []).flatMap((source, index) => typeof source === "string" ? [] : source.files.map((file, position) => ({
		file,
		path: [
			"telemetry",
			index,
			"files",
			position
		]
	})));
	return [...logs, ...telemetry].flatMap(({ file, path }) => {
		return [...file.includes("{output}") ? [] : ["must contain {output}; another path could have a log of an older run"], ...describeUnknownPlaceholders(file)].map((text) => ({
			path: ["pipeline", ...path],
			at: "value",
			text
		}));
	});
}

// src/config/validation/tool-checks.ts
function checkTools(parts) {
	const benchmarks = parts.suites.command?.benchmarks ?? [];
	return benchmarks.flatMap((benchmark, index) => {
		const path = [
			"suites",
			"command",
			"benchmarks",
			index
		];
		return [
			...checkName$1(benchmark, benchmarks.slice(0, index), path),
			...checkDataset(benchmark, parts, path),
			...checkPlaceholders(benchmark, path)
		];
	});
}
function checkName$1({ name, gpus }, earlier, path) {
	const isRepeated = earlier.some((other) => other.name === name && other.gpus === gpus);
	const text = `${formatValue(name)} with gpus: ${gpus} is repeated`;
	return isRepeated ? [{
		path: [...path, "name"],
		at: "value",
		text
	}] : [];
}
function checkDataset({ dataset, command }, { datasets }, path) {
	if (dataset === void 0) {
		const index = command.findIndex((argument) => listKnownPlaceholders(argument).includes("{dataset}"));
		const text = "{dataset} needs a dataset; set dataset of this benchmark";
		return index === -1 ? [] : [{
			path: [
				...path,
				"command",
				index
			],
			at: "value",
			text
		}];
	}
	const names = datasets === null ? [dataset] : Object.keys(datasets);
	if (names.includes(dataset)) return [];
	const text = `unknown dataset ${formatValue(dataset)}${formatSuggestion(dataset, names)}`;
	return [{
		path: [...path, "dataset"],
		at: "value",
		text
	}];
}
function checkPlaceholders({ command, files }, path) {
	const unknown = Object.entries({
		command,
		files
	}).flatMap(([key, texts]) => texts.flatMap((text, index) => describeUnknownPlaceholders(text).map((problem) => ({
		path: [
			...path,
			key,
			index
		],
		at: "value",
		text: problem
	}))));
	const isWritten = command.some((argument) => listKnownPlaceholders(argument).includes("{output}"));
	const isRead = files.some((file) => listKnownPlaceholders(file).includes("{output}"));
	const text = "{output} is missing from the command, but files are read from it";
	return isRead && !isWritten ? [...unknown, {
		path: [...path, "command"],
		at: "value",
		text
	}] : unknown;
}

// src/config/schema/run-schema.ts
const positive$5 = number().positive();
const sampleIntervalMs = int().min(10).max(6e4);
const preflight = strictObject({
	severity: _enum(["refuse", "warn"]).default("refuse").describe("refuse: no run on an unsuitable machine; warn: measure and report the problem"),
	waitMinutes: number().min(0).max(1440).default(10).describe("Longest wait in minutes for GPUs that are in use, locked by another run, busy or hot"),
	maxIdleTemperatureCelsius: positive$5.default(75).describe("Highest GPU temperature before the first run"),
	maxIdleUtilizationPercent: number().min(0).max(100).default(5).describe("Highest GPU utilization before the first run"),
	settleSeconds: positive$5.max(60).default(2).describe("Observation time of the GPUs in seconds"),
	minFreeDiskGigabytes: number().min(0).default(5).describe("Smallest free space for the run folder and the work directory; less than 10 % of the disk is a warning")
});
const run = strictObject({
	warmups: int().min(0).max(20).default(1).describe("Warm-up runs of each case; recorded, never compared"),
	repeats: int().min(1).max(1e3).default(3).describe("Measured runs of each case"),
	maxRepeats: int().min(1).max(1e3).default(10).describe("Largest number of runs of each side while a comparison is inconclusive; a value up to repeats adds none"),
	gpuMinutes: positive$5.optional().describe("Device-minutes (wall time × devices) for all runs beyond the repeats"),
	keepOutputs: boolean().default(false).describe("Keep the output files of the pipeline, not only its logs; actions/upload-artifact fails when a file name contains \", :, * or similar"),
	maxOutputMegabytes: positive$5.default(100).describe("Largest kept size of one output stream of a trial"),
	maxReruns: int().min(0).max(100).default(2).describe("Contaminated runs of a case (throttled, foreign process …) that are repeated; with more the case is inconclusive"),
	monitor: _enum([
		"auto",
		"nvml",
		"nvidia-smi",
		"amd-smi",
		"rocm-smi",
		"none"
	]).default("auto").describe("Monitor of the GPUs; auto: the best available one"),
	sampleIntervalMs: sampleIntervalMs.optional().describe("Milliseconds between two samples of a GPU; a suite may override it. Default: 500; with NVML 1000 for 3 or 4 GPUs, 1500 for 5 or 6, 2000 for more, and 250 in the suite memory"),
	isolation: _enum([
		"auto",
		"bubblewrap",
		"none"
	]).default("auto").describe("Isolation of trials and setups; auto: a sandbox where available. See docs/security.md#the-sandbox"),
	writable: array(string().regex(/^\/[^/]/, "use an absolute path")).max(50).default([]).describe("Writable directories in the sandbox, such as a model cache, shared by all revisions; and devices besides GPUs and interconnects, such as /dev/fuse"),
	caches: array(_enum([
		"go",
		"cargo",
		"pip",
		"ccache"
	])).default([
		"go",
		"cargo",
		"pip",
		"ccache"
	]).describe("Package and build caches that setups inherit from earlier setups of the base; see docs/caches.md"),
	preflight: preflight.prefault({})
});

// src/config/schema/suite-common.ts
const name = string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, "use lower-case letters, digits, dots, dashes and underscores");
const severity = _enum([
	"fail",
	"warn",
	"info"
]);
const positive$4 = number().positive();
const suiteCommon = {
	dataset: name.optional().describe("Name from datasets; none for a program without an input file"),
	warmups: int().min(0).max(20).optional().describe("Overrides run.warmups"),
	repeats: int().min(1).max(1e3).optional().describe("Overrides run.repeats"),
	maxRepeats: int().min(1).max(1e3).optional().describe("Overrides run.maxRepeats"),
	gpuMinutes: positive$4.optional().describe("Device-minutes of this suite for runs beyond its repeats"),
	timeoutMinutes: positive$4.optional().describe("Overrides pipeline.timeoutMinutes"),
	sampleIntervalMs: sampleIntervalMs.optional().describe("Overrides run.sampleIntervalMs")
};

// src/config/schema/command-schema.ts
const readerNames = [
	"auto",
	"pipeline-log",
	"pipeline-state",
	"events",
	"worker-logs",
	"shard-manifest",
	"gpu-metrics",
	"batch-size-profile",
	"virnucpro-report",
	"virnucpro-compare",
	"pytest-benchmark",
	"google-benchmark",
	"go-benchmark",
	"asv",
	"hyperfine",
	"nvbench",
	"torch-benchmark",
	"chrome-trace",
	"nsys",
	"lightning",
	"transformers",
	"customSmallerIsBetter",
	"customBiggerIsBetter",
	"plain"
];
const { dataset: dataset$1, ...common$1 } = suiteCommon;
const benchmark = strictObject({
	...common$1,
	name: name.describe("Name of the case in every table"),
	command: array(string()).min(1).describe("Argument list of the tool; {dataset} {gpus} {gpuCount} {output} are replaced. {output} is an empty directory"),
	adapter: _enum(readerNames).default("auto").describe("Format of the output; auto: detected from the content of each file"),
	files: array(string().min(1)).min(1).max(64).describe("Files that every run must write; may contain {output} and *"),
	dataset: dataset$1.describe("Name from datasets, for a tool that reads a dataset"),
	gpus: int().min(0).max(1024).default(1).describe("Number of devices; 0 for a tool without devices")
});
const command$1 = strictObject({
	...common$1,
	benchmarks: array(benchmark).min(1).max(200).describe("Tools to run, each in a fresh process"),
	gate: array(string()).default(["bench:*"]).describe("Metrics whose regression fails the check, instead of comparison.gate")
});

// src/domain/commands/role.ts
const roles = [
	"read",
	"triage",
	"write",
	"maintain",
	"admin"
];
function hasRole({ role, permission }, needed) {
	const exact = rank(role);
	return (exact < 0 ? rank(permission) : exact) >= rank(needed);
}
function rank(role) {
	return roles.indexOf(role);
}

// src/config/schema/commands-schema.ts
const role = _enum(roles.slice(1)).default("write");
const workflow = string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.ya?ml$/, "must be the file name of a workflow");
const commands = strictObject({
	roles: strictObject({
		help: role.describe("Role required for help"),
		run: role.describe("Role required for run"),
		compare: role.describe("Role required for compare"),
		accept: role.describe("Role required for accept"),
		refresh: role.describe("Role required for refresh"),
		bisect: role.describe("Role required for bisect"),
		cancel: role.describe("Role required for cancel")
	}).prefault({}),
	measureLabel: string().min(1).max(50).default("warpgauge-measure").describe("Pull requests with this label are measured even if they change no file of the program"),
	workflows: strictObject({
		run: workflow.default("warpgauge-run.yml").describe("Workflow that run and compare start"),
		refresh: workflow.default("warpgauge-refresh.yml").describe("Workflow that refresh starts"),
		bisect: workflow.default("warpgauge-bisect.yml").describe("Workflow that bisect starts")
	}).prefault({})
});

// src/config/schema/comparison-schema.ts
const share$4 = number().gt(0).lt(1);
const comparison = strictObject({
	baselines: string().default("baselines").describe("Directory of committed baselines; for a config in another folder than `.github`, `baselines` in that folder"),
	reference: _enum([
		"auto",
		"merge-base",
		"baseline"
	]).default("auto").describe("Reference of the head where the event has a merge base. merge-base: run it interleaved with the head; baseline: use committed samples only; auto: use committed samples, and run the merge base only when they cannot show that the head is unchanged"),
	measure: _enum(["merge", "head"]).default("merge").describe("Measured commit of a pull request. merge: the test merge of GitHub, compared with its base commit; head: the head commit, compared with its merge base"),
	minEffect: share$4.default(.03).describe("Smallest relative change worth reporting"),
	storedLimit: share$4.optional().describe("Fixed limit for comparisons with committed samples, such as 0.1: from three runs per side on, a median that is worse by more fails if no runs overlap. Without it, a change must exceed the assumed difference between sessions"),
	whenBelowFloor: _enum(["widen", "refuse"]).default("widen").describe("Handling of a gate below the noise floor of the machine. widen: judge at the resolvable change, up to 10 %, and state it; refuse: stop before the first trial"),
	confidence: share$4.default(.95).describe("Confidence of the intervals of derived figures: speed-ups, slopes, agreement; comparisons always use 95 %"),
	gate: union([literal("auto"), array(string())]).default("auto").describe("Metrics whose regression fails the check; others are informational. auto: wall_time, gpu_busy_time and every reported stage of at least 10 % of the run; for devices: cpu only wall_time and cpu_time"),
	minCost: number().min(0).lt(1).default(.01).describe("Smallest share of the run time that a slowdown of GPU busy time or of a stage must add to fail the check, with gate: auto"),
	confirm: _enum(["default", "exact"]).default("default").describe("Confirmation of a regression. default: few runs, with false alarms under periodic noise; exact: at least seven pairs in random order and a sign-flip test, which is valid for every kind of noise"),
	strict: boolean().default(false).describe("Fail an inconclusive check instead of reporting it as neutral")
});

// src/config/schema/dataset-schema.ts
const seed = int().min(0).max(2 ** 32 - 1).default(1);
const fileCount = int().min(1).max(1e3).default(1);
const baseCount = int().min(1).max(2 ** 21 - 1);
const sha256 = string().regex(/^[0-9a-f]{64}$/);
const dataset = union([
	strictObject({
		preset: _enum([
			"tiny",
			"small",
			"medium",
			"large",
			"typical",
			"long"
		]).describe("Size of a synthetic dataset: 10, 100, 1000, 10 000, 5000 (long tail) or 1000 (long) sequences"),
		seed: seed.describe("Seed of the random bases"),
		sequences: int().positive().optional().describe("Number of sequences, instead of that of the preset"),
		minLength: baseCount.optional().describe("Shortest length in bases, instead of that of the preset"),
		maxLength: baseCount.optional().describe("Longest length; equal to minLength for sequences of one length"),
		files: fileCount.describe("Number of files that share the sequences"),
		gc: number().gt(0).lt(1).default(.5).describe("Share of G and C"),
		orfShare: number().min(0).max(1).optional().describe("Share of the sequences with an open reading frame (no stop codon) on a random strand"),
		orfLength: int().min(3).max(2 ** 21 - 1).optional().describe("Length of these frames in bases; without it, the complete sequence")
	}),
	strictObject({
		path: string().describe("FASTA file in the repository, or an absolute path on the runner; plain or .gz"),
		sha256: sha256.optional().describe("Expected SHA-256; another file is refused"),
		sample: strictObject({
			sequences: int().positive().describe("Number of sequences to draw; the distribution of lengths is kept"),
			seed: seed.describe("Seed of the draw"),
			files: fileCount.describe("Number of files that share the sample")
		}).optional().describe("Use a random sample of the file")
	}),
	strictObject({
		paths: array(string().min(1)).min(1).max(100).describe("Files and directories of any type, in the repository or absolute; one argument each for {dataset}"),
		sha256: sha256.optional().describe("Expected SHA-256 of the content; other content is refused")
	}),
	strictObject({
		command: array(string()).min(1).describe("Argument list that writes the input into {output}, an empty directory; runs in checkouts of base and head. {dataset} becomes the written file, or the directory"),
		version: string().max(100).default("1").describe("The input is cached by command, the content of files named in it, and this version")
	})
]);

// src/config/schema/variants-schema.ts
const options$1 = union([array(string()).describe("Arguments"), strictObject({
	args: array(string()).default([]).describe("Arguments"),
	env: record(string(), string()).default({}).describe("Environment variables")
})]);
const checkpointing = strictObject({
	with: name.describe("Variant with checkpoints"),
	without: name.describe("The same variant without checkpoints"),
	maxOverhead: number().gt(0).lt(1).default(.1).describe("Largest loss of throughput by checkpoints, as a share")
});
const variants = strictObject({
	...suiteCommon,
	gpus: int().min(1).max(1024).default(1).describe("Number of GPUs"),
	base: name.describe("Variant that all others are compared with"),
	options: record(name, options$1).describe("Variants by name, including the base: environment variables, and arguments that replace {options} in command or are appended"),
	tradeOff: array(name).default([]).describe("Variants that trade memory for speed, such as persistent models; the report advises by speed-up and memory"),
	checkpointing: checkpointing.optional().describe("Cost of writing checkpoints"),
	severity: severity.default("warn").describe("Effect of a variant without gain, or of a cost above its limit")
});

// src/config/schema/equivalence-schema.ts
const column = string().min(1).max(80);
const amount = number().min(0);
const rtol = amount.describe("Relative tolerance: |a − b| ≤ atol + rtol · |b|, where b is the reference");
const atol = amount.describe("Absolute tolerance");
const share$3 = number().min(0).max(1);
const table = strictObject({
	path: string().min(1).describe("Table with one header line, separated by tabs or commas; may contain *"),
	id: column.optional().describe("Column that joins rows; default: the first column"),
	labels: array(column).max(32).optional().describe("Columns that must agree as text; default: Prediction, Is_Virus, label and class"),
	scores: union([array(column).max(32), record(column, strictObject({
		rtol: rtol.optional(),
		atol: atol.optional()
	}))]).optional().describe("Columns that must agree as numbers, optionally with their own tolerances; default: score1, max_score_0 …")
});
const reference = strictObject({
	path: string().min(1).describe("A stored table: absolute, or in the repository"),
	sha256: string().regex(/^[0-9a-f]{64}$/).describe("SHA-256 of the table, so that a change cannot replace it"),
	table: name.optional().describe("Name from tables that it belongs to, when there are several")
});
const equivalence = strictObject({
	...suiteCommon,
	gpus: int().min(1).max(1024).default(1).describe("Number of GPUs"),
	tables: record(name, table).default({}).describe("Result tables to compare; default: that of pipeline.proof.results"),
	against: array(name).default([]).describe("Names from revisions whose results the head must reproduce"),
	options: record(name, options$1).default({}).describe("Option sets that must reproduce the results of the plain command"),
	references: record(name, reference).default({}).describe("Stored tables that the head must agree with"),
	rtol: rtol.default(.001),
	atol: atol.default(.001),
	minLabelAgreement: share$3.default(1).describe("Smallest share of rows with the same labels"),
	minScoreAgreement: share$3.default(1).describe("Smallest share of rows with all scores within the tolerance"),
	severity: severity.default("fail").describe("Effect of different results")
});

// src/config/schema/memory-schema.ts
const positive$3 = number().positive();
const share$2 = number().gt(0).lt(1);
const repeat = strictObject({
	options: options$1.describe("Arguments that make the command repeat its work in one process"),
	count: int().min(2).max(1e3).describe("Number of repeats; detecting a leak needs at least 7"),
	stage: string().optional().describe("Stage that ends a repeat; default: the last stage with that many visits, otherwise equal parts of the time")
});
const memory = strictObject({
	...suiteCommon,
	gpus: int().min(1).max(1024).default(1).describe("Number of GPUs"),
	repeat: repeat.optional().describe("Repeats of the work in one process; distinguishes a leak from accumulated results"),
	maxGrowthMegabytes: positive$3.default(100).describe("Growth above this is a leak, in MB (10⁶ bytes)"),
	noticeableMegabytes: positive$3.default(10).describe("Steady growth significantly above this is also a leak, with repeats in one process, in MB"),
	maxPeakShare: share$2.default(.95).describe("Largest peak of each stage, as a share of the GPU memory"),
	minAllocatorEfficiency: share$2.default(.7).describe("Smallest share of its reserved memory that the allocator of the pipeline must use, where the pipeline reports it"),
	pressure: options$1.optional().describe("Options that exhaust the memory, such as very large batches; the pipeline must still finish"),
	severity: severity.default("fail").describe("Effect of a leak, a crash or a missed limit")
});

// src/config/schema/launcher-schema.ts
const argument$1 = string().min(1).max(4e3);
const args = array(argument$1).max(100).default([]);
const common = {
	nodes: int().min(1).max(4096).default(1).describe("Number of nodes of one run"),
	args: args.describe("Further arguments of the launcher, as a list")
};
const tasksPerNode = union([int().min(1).max(1024), literal("gpu")]).default(1).describe("Processes on each node; gpu: one for each GPU of the case");
const srun = strictObject({
	kind: literal("srun"),
	...common,
	tasksPerNode
});
const mpirun = strictObject({
	kind: literal("mpirun"),
	...common,
	tasksPerNode,
	hostfile: argument$1.optional().describe("Host file; default: mpirun asks the batch system")
});
const torchrun = strictObject({
	kind: literal("torchrun"),
	...common,
	startedBy: _enum(["srun", "mpirun"]).optional().describe("Launcher that starts torchrun on every node; required for two or more nodes"),
	rendezvous: string().regex(/^(?:\{host\}|[A-Za-z0-9.-]{1,253}):\d{1,5}$/, "write host:port; {host} is the node that warpgauge runs on").default("{host}:29500").describe("Rendezvous address of the nodes")
});
const custom = strictObject({
	kind: literal("custom"),
	nodes: common.nodes,
	command: array(argument$1).min(1).max(100).describe("Argument list before the command; {nodes}, {gpuCount} and {host} are replaced")
});
const launcher = discriminatedUnion("kind", [
	srun,
	mpirun,
	torchrun,
	custom
]);

// src/config/schema/paths-schema.ts
const glob = string().max(200).regex(/^!?(?![!/])(?!(?:.*\/)?\.{1,2}(?:\/|$))(?!.*\/\/)[^\p{Cc}\\]+$/u, "use a path or glob relative to the repository root, such as src/** or \"!src/docs/**\"");
const programPaths = array(glob).max(200).refine((globs) => globs.length === 0 || globs.some((text) => !text.startsWith("!")), { message: "every glob excludes files; add one without \"!\"" });

// src/config/schema/telemetry-sources-schema.ts
const placedFormats = [
	"events",
	"pipeline-state",
	"pipeline-log",
	"lightning",
	"transformers"
];
const fileFormats = [
	...placedFormats,
	"chrome-trace",
	"nsys"
];
const telemetryFile = strictObject({
	format: _enum(fileFormats).describe("Format of the files"),
	files: array(string().min(1)).min(1).max(16).describe("Files that the program writes; may contain {output} and *. Of several files the longest stage time counts")
});
const telemetry = array(union([_enum(placedFormats), telemetryFile])).max(16).default([
	"events",
	"pipeline-state",
	"pipeline-log"
]).describe("Sources of stage times, formats or { format, files }; the first one with stage times is used");

// src/config/schema/throughput-schema.ts
const throughput = strictObject({
	unit: string().regex(/^[A-Za-z][A-Za-z0-9 _-]{0,39}$/, "use a plural noun, such as tokens").default("items").describe("What the program processes: items, tokens, samples, steps …; throughput is in this unit per second"),
	event: string().min(1).max(200).optional().describe("Name of the metric events whose values add up to the count; progress: the largest `done` of each worker"),
	line: string().max(500).regex(/^(?:(?!\{count\}).)*\{count\}(?:(?!\{count\}).)*$/, "write {count} once, in the place of the number").optional().describe("Part of a log line with {count}, such as \"processed {count} samples\"; the last such line counts")
}).refine((value) => value.event === void 0 !== (value.line === void 0), { message: "set either event or line" });

// src/config/schema/pipeline-schema.ts
const argument = string();
const command = array(argument).min(1);
const positive$2 = number().positive();
const exitMeaning = _enum([
	"success",
	"failure",
	"partial",
	"out-of-memory"
]);
const proof = strictObject({
	results: strictObject({
		path: string().describe("Table with one row per result and one header line; may contain {output} and *"),
		rows: int().positive().optional().describe("Exact number of rows"),
		minRows: int().positive().optional().describe("Smallest number of rows")
	}).optional().describe("Table whose data rows prove the work; throughput is computed from it"),
	files: array(strictObject({
		path: string().describe("May contain {output} and *"),
		minBytes: int().positive().default(1).describe("Smallest size")
	})).default([]).describe("Files that must exist and be newer than the start of the trial"),
	stdout: array(string().min(1)).default([]).describe("Texts that standard output must contain")
}).refine((value) => value.results || value.files.length > 0 || value.stdout.length > 0, { message: "name at least one of results, files or stdout: exit code 0 alone proves no work" });
const pipeline = strictObject({
	name: name.default("program").describe("Name of the benchmark in every table"),
	command: command.default([]).describe("Argument list; {dataset} {gpus} {gpuCount} {output} {options} are replaced. Required by every suite but command"),
	setup: array(command).default([]).describe("Commands that prepare a fresh checkout, not timed; cached by commit"),
	env: record(string(), string()).default({}).describe("Environment variables set for setup and command"),
	passEnv: array(string()).default([]).describe("Environment variables passed through from warpgauge"),
	timeoutMinutes: positive$2.default(60).describe("Time limit of one trial in minutes; a suite may override it"),
	setupTimeoutMinutes: positive$2.default(60).describe("Time limit of one setup command in minutes"),
	exitCodes: record(string().regex(/^\d{1,3}$/), exitMeaning).default({ "0": "success" }).describe("Meaning of exit codes; other codes are failures"),
	proof: proof.optional().describe("Proof that the work was done. Without it, runs count by their exit code and the report says \"work not verified\"; see docs/gate.md#work-that-is-not-verified"),
	throughput: throughput.optional().describe("Throughput in the unit of the program, instead of result rows per second"),
	telemetry,
	logs: array(string()).max(20).default([]).describe("Further log files, such as {output}/esm_v2/logs/worker_*.log; may contain {output} and *"),
	identity: array(string()).default([]).describe("Files of the checkout that must be identical in compared runs, such as model weights"),
	paths: programPaths.default([]).describe("Globs of the files that the program consists of; a change of other files is not measured. Empty: every change is measured"),
	versions: record(name, command).default({}).describe("Commands that print a version for the report, such as that of PyTorch; run once per checkout, not timed"),
	devices: _enum(["gpu", "cpu"]).default("gpu").describe("Meaning of the ids in {gpus}: GPUs, or CPU cores of a pipeline without GPUs"),
	placeholder: literal(true).optional().describe("The command is not known yet (set by `warpgauge init`); nothing is measured until this key is removed"),
	launcher: launcher.optional().describe("Launcher for several nodes or processes: srun, mpirun …")
});

// src/config/schema/rule-set-schema.ts
const ruleSet = strictObject({
	name: _enum(ruleSetNames).default("production").describe("production: limits of the latest document; first-phase: of the first documents; subset: goals for one million sequences; published: as subset, with packing as the pipeline prints it"),
	severities: record(string(), severity).default({}).describe("Severity by rule id, instead of that of the rule set, such as PERF-02: warn"),
	only: boolean().default(false).describe("Ignore the limits from suite settings and from requirements")
});

// src/config/schema/runners-schema.ts
const label = string().regex(/^[A-Za-z0-9][A-Za-z0-9._:=+/-]{0,99}$/, "use letters, digits, dots, dashes and underscores");
const runners = record(name, strictObject({
	labels: array(label).min(1).max(20).describe("Labels for runs-on"),
	gpus: int().min(1).max(1024).describe("Devices of one runner: GPUs, or cores of a pipeline without GPUs"),
	count: int().min(1).max(256).default(1).describe("Number of runners of this kind")
}));

// src/config/schema/stages-schema.ts
const share$1 = number().gt(0).lt(1);
const stageNames = array(string().min(1).max(200)).max(500);
const stages = strictObject({
	...suiteCommon,
	gpus: array(int().min(1).max(1024)).min(1).default([1]).describe("GPU counts; several counts must include 1 and show the scaling of each stage"),
	gpuStages: stageNames.default([]).describe("Stages that must keep their GPUs busy; default: those with a GPU busy for at least 10 % of the time"),
	parallelStages: stageNames.default([]).describe("Stages that can use several GPUs, for the upper bound of the total speed-up; default: those with a measured efficiency of at least 50 %"),
	minUtilization: number().gt(0).max(100).default(80).describe("Smallest utilization of every GPU in a GPU stage, in percent"),
	maxShare: share$1.default(.3).describe("A stage with a larger share of the run time is reported as a bottleneck"),
	minPacking: share$1.optional().describe("Smallest share of the token budget that batches must fill; default: 0.9 where the pipeline reports its tokens"),
	maxImbalance: share$1.default(mostImbalance).describe("Largest difference between worker run times, as a share of the longest"),
	severity: severity.default("fail").describe("Effect of a missed limit; 10 to 20 % starved batches only warn")
});

// src/config/schema/production-schema.ts
const positive$1 = number().positive();
const production = strictObject({
	...suiteCommon,
	gpus: int().min(1).max(1024).default(1).describe("Number of GPUs"),
	goal: strictObject({
		sequences: int().positive().describe("Full size; a smaller dataset is measured, but not judged by the goal"),
		hours: positive$1.describe("Largest run time in hours"),
		tolerance: number().min(0).max(1).default(0).describe("Accepted excess as a share; with 0 the run must be faster than the goal")
	}).optional().describe("Requirement PERF-01: run time at full size"),
	stop: boolean().default(true).describe("Stop the run when the goal can no longer be met"),
	stopConfidence: number().gt(.5).lt(1).default(.95).describe("Confidence of a stop: at most the remaining share of runs that would meet the goal is stopped, over all interim checks"),
	firstLookMinutes: positive$1.default(10).describe("Earliest interim check"),
	updateSeconds: int().min(30).max(3600).default(30).describe("Seconds between two reports of live figures"),
	resume: array(string()).optional().describe("Arguments that resume from the checkpoints in {output} after a lost runner; they replace {resume} in command, or are appended. Empty: the pipeline resumes without arguments. Without this key a lost run restarts"),
	minSequences: int().min(0).default(1e4).describe("With fewer sequences, figures are shown but not judged, because start-up dominates them"),
	severity: severity.default("fail").describe("Effect of a missed goal")
});

// src/config/schema/sweep-schema.ts
const value = union([
	string().min(1).max(200),
	number(),
	boolean()
]);
const parameter = string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/, "use letters, digits, dots, dashes and underscores");
const sweep = strictObject({
	...suiteCommon,
	gpus: int().min(1).max(1024).default(1).describe("Number of GPUs"),
	parameters: record(parameter, array(value).min(1).max(50)).describe("Values by parameter; every combination is a setting. true and false switch an option on and off"),
	options: array(string()).optional().describe("Arguments with {param.NAME}; they replace {options} in command, or are appended. Default: --NAME VALUE for every parameter"),
	env: record(string(), string()).default({}).describe("Environment variables; {param.NAME} is replaced"),
	method: _enum(["grid", "halving"]).default("grid").describe("grid: run all repeats of every setting; halving: run all settings, then repeatedly the better half with twice the repeats, within gpuMinutes and maxRepeats"),
	objective: string().min(1).default("wall_time").describe("Metric to optimize: wall_time, throughput, cpu_time or stage:NAME")
});

// src/config/schema/tracking-schema.ts
const share = number().gt(0).lt(1);
const text$2 = string().min(1).max(200);
const branch = string().max(100).regex(/^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*(?<!\.)$/, "must be the plain name of a branch");
const tracking = strictObject({
	branch: branch.default("warpgauge-data").describe("Branch of the history; created when missing"),
	anchors: array(text$2).max(10).default(["latest-release"]).describe("Tags, commits or latest-release: fixed references for slow drift"),
	metrics: array(text$2).min(1).max(100).default(["*"]).describe("Tracked metrics: names, or prefixes followed by *"),
	minEffect: share.optional().describe("Smallest change that opens an issue; overrides comparison.minEffect"),
	openWhen: _enum(["confirmed", "candidate"]).default("confirmed").describe("confirmed: open an issue after settledAfter runs confirm the change; candidate: open it at the first detection"),
	settledAfter: int().min(2).max(100).default(12).describe("Runs at the new level that confirm a change"),
	runs: int().min(20).max(5e3).default(400).describe("Number of newest runs of a testbed that are analyzed"),
	issues: boolean().default(true).describe("Open, update and close an issue for each regression"),
	label: string().min(1).max(50).regex(/^[^,\p{Cc}]+$/u, "must be a label without commas").default("performance-regression").describe("Label of these issues; warpgauge finds them by it")
});

// src/config/schema/schema.ts
const axes = record(string(), union([string(), number()])).default({});
const positive = number().positive();
const operator = _enum([
	"<",
	"<=",
	">",
	">=",
	"=="
]);
const revision = strictObject({
	ref: string().min(1).describe("Tag, branch or commit of the base repository, merge-base, or HEAD for the measured commit"),
	command: command.optional().describe("Argument list of this revision, if its options differ"),
	setup: array(command).optional().describe("Overrides pipeline.setup"),
	declared: strictObject({
		wallSeconds: positive.describe("Declared wall time in seconds"),
		source: string().min(1).describe("Document that declares it")
	}).optional().describe("Figure from a document instead of a measurement; always marked as declared")
});
const scaling = strictObject({
	...suiteCommon,
	gpus: array(int().min(1).max(1024)).min(1).default([
		1,
		2,
		4,
		8
	]).describe("GPU counts to measure; counts above those of the runner are listed as not tested"),
	nodes: array(int().min(2).max(4096)).max(100).optional().describe("Node counts to measure in addition, each with the largest GPU count on every node; `gpus` then use one node"),
	profile: _enum([
		"perf-03",
		"realistic",
		"target",
		"research-summary",
		"legacy-range"
	]).default("perf-03").describe("Limits by GPU count; see docs/config.md"),
	severity: severity.default("fail").describe("Effect of a missed limit"),
	minSequences: int().min(0).default(1e3).describe("With fewer sequences, figures are shown but not judged"),
	parallelStages: array(string()).default([]).describe("Stages that can use several GPUs; they give the upper bound of the speed-up")
});
const endToEnd = strictObject({
	...suiteCommon,
	moreDatasets: array(name).default([]).describe("Datasets of further sizes; two or more sizes give the fixed cost"),
	sustained: strictObject({
		dataset: name.describe("The large dataset"),
		minRate: number().positive().max(1).default(.8).describe("Smallest rate, as a share of the rate of `dataset`")
	}).optional().describe("Requirement SUSTAINED: rate of a large dataset (bytes of FASTA per second) compared with that of `dataset`"),
	gpus: int().min(1).max(1024).default(1).describe("Number of GPUs"),
	goal: strictObject({
		sequences: int().positive().describe("Full size"),
		gpus: int().positive().describe("Number of GPUs of the goal"),
		hours: positive.describe("Largest run time in hours"),
		tolerance: number().min(0).max(1).default(0).describe("Accepted excess as a share; with 0 the run must be faster than the goal")
	}).optional().describe("Requirement PERF-01: projected run time at full size"),
	severity: severity.default("fail").describe("Effect of a missed goal")
});
const revisionSuite = strictObject({
	...suiteCommon,
	against: array(name).min(1).describe("Names from revisions"),
	baseline: _enum(["fresh", "cached"]).default("fresh").describe("fresh: run the other revision together with the head; cached: reuse its samples from an earlier run when nothing differs"),
	gpus: int().min(1).max(1024).default(1).describe("Number of GPUs"),
	minSpeedup: record(name, positive).default({}).describe("Smallest speed-up over a revision, by revision name"),
	severity: severity.default("fail").describe("Effect of a missed speed-up")
});
const requirement = strictObject({
	id: string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/).describe("Id of the requirement, such as PERF-05"),
	suite: string().describe("Suite of the judged figure"),
	value: string().describe("Name of a derived value or metric: speedup, efficiency, wall_time, throughput …"),
	axes: axes.describe("Axes of the judged cases, such as gpus: 2"),
	operator: operator.describe("Relation of the figure to the limit"),
	limit: number().describe("Limit in the unit of the figure"),
	unit: string().default("").describe("Unit of the limit; with another unit than the figure the limit is not evaluated"),
	severity: severity.default("fail").describe("fail, warn or info")
});
const configSchema = strictObject({
	version: literal(1).describe("Version of this format"),
	name: name.default("warpgauge").describe("Distinguishes several configs of one repository in titles; checks and comments are named by the path of the config"),
	rulesVersion: string().default("1").describe("Your version of the requirements; recorded with every verdict"),
	pipeline: pipeline.prefault({}),
	datasets: record(name, dataset).default({}).describe("Inputs by name; none for a program without an input file"),
	revisions: record(name, revision).default({}),
	suites: strictObject({
		scaling: scaling.optional(),
		"end-to-end": endToEnd.optional(),
		revision: revisionSuite.optional(),
		stages: stages.optional(),
		memory: memory.optional(),
		sweep: sweep.optional(),
		production: production.optional(),
		variants: variants.optional(),
		equivalence: equivalence.optional(),
		command: command$1.optional()
	}),
	requirements: array(requirement).default([]),
	ruleSet: ruleSet.optional().describe("Requirements PERF-01 to PERF-05 and MON-01 from a versioned set of limits, as a table in every report"),
	runners: runners.default({}).describe("Kinds of runners for the job matrix of `warpgauge plan`"),
	run: run.prefault({}),
	comparison: comparison.prefault({}),
	commands: commands.prefault({}),
	tracking: tracking.optional().describe("Tracking of the default branch; see docs/tracking.md")
});

// src/config/validation/production-checks.ts
const path$1 = ["suites", "production"];
function checkProduction({ suites: { production }, pipeline }) {
	if (!production) return [];
	const { goal, timeoutMinutes, firstLookMinutes } = production;
	const limit = timeoutMinutes ?? pipeline?.timeoutMinutes ?? null;
	if (!goal) return [];
	const goalMinutes = goal.hours * (1 + goal.tolerance) * 60;
	const early = limit !== null && limit <= goalMinutes ? [{
		path: [...path$1, ...timeoutMinutes === void 0 ? [] : ["timeoutMinutes"]],
		at: timeoutMinutes === void 0 ? "key" : "value",
		text: `would be stopped after ${limit} minutes, before its goal of ${goal.hours} h; set timeoutMinutes to ${Math.ceil(goalMinutes * 1.5)} or more`
	}] : [];
	const late = firstLookMinutes >= goalMinutes ? [{
		path: [...path$1, "firstLookMinutes"],
		at: "value",
		text: "is later than the goal, so no check would happen before it"
	}] : [];
	return [...early, ...late];
}

// src/config/validation/sweep-checks.ts
const mostSettings = 500;
const mostParameters = 8;
const objectives = [
	wallTime.name,
	throughput$1.name,
	cpuTime.name
];
const taken = [
	"gpus",
	"revision",
	"arm",
	"gpu"
];
const path = ["suites", "sweep"];
function checkSweep({ suites: { sweep }, pipeline }) {
	if (!sweep) return [];
	const counts = pipeline?.proof?.results ?? pipeline?.throughput;
	return [
		...checkSize(sweep),
		...checkNames(sweep),
		...checkParameterUse(sweep),
		...checkSwitches(sweep, pipeline?.command ?? []),
		...checkObjective(sweep, pipeline === null || counts !== void 0)
	];
}
function checkSize({ parameters }) {
	const names = Object.keys(parameters);
	const at = {
		path: [...path, "parameters"],
		at: "key"
	};
	const settings = countSettings(parameters);
	if (names.length > mostParameters) return [{
		...at,
		text: `has ${names.length} parameters, at most ${mostParameters}`
	}];
	if (settings > mostSettings) return [{
		...at,
		text: `gives ${settings} settings, at most ${mostSettings}; use fewer values`
	}];
	if (settings < 2) return [{
		...at,
		text: "gives only one setting; add a value to a parameter"
	}];
	return [];
}
function checkNames({ parameters }) {
	return Object.entries(parameters).flatMap(([name, values]) => {
		const own = [
			...path,
			"parameters",
			name
		];
		if (taken.includes(name)) return [{
			path: own,
			at: "key",
			text: `${formatValue(name)} is an axis of every case; use another name`
		}];
		return values.flatMap((value, index) => {
			return values.slice(0, index).some((other) => String(other) === String(value)) ? [{
				path: [...own, index],
				at: "value",
				text: `${formatValue(value)} is repeated`
			}] : [];
		});
	});
}
function checkParameterUse({ parameters, options, env }) {
	const names = Object.keys(parameters);
	const texts = [...(options ?? []).map((text, index) => ({
		path: [
			...path,
			"options",
			index
		],
		text
	})), ...Object.entries(env).map(([name, text]) => ({
		path: [
			...path,
			"env",
			name
		],
		text
	}))];
	const unknown = texts.flatMap(({ path: own, text }) => listParameters(text).flatMap((name) => names.includes(name) ? [] : [{
		path: own,
		at: "value",
		text: `unknown parameter ${formatValue(name)}${formatSuggestion(name, names)}`
	}]));
	const used = new Set(texts.flatMap(({ text }) => listParameters(text)));
	const idle = options === void 0 ? [] : names.filter((name) => !used.has(name));
	return [...unknown, ...idle.map((name) => ({
		path: [
			...path,
			"parameters",
			name
		],
		at: "key",
		text: `is not used; write {param.${name}} into options or env`
	}))];
}
function checkSwitches({ parameters, options }, command) {
	if (options !== void 0) return [];
	return Object.entries(parameters).flatMap(([name, values]) => {
		if (!values.includes(false) || !command.includes(`--${name}`)) return [];
		const text = `pipeline.command already contains --${name}, so false has no effect; remove it there`;
		return [{
			path: [
				...path,
				"parameters",
				name
			],
			at: "key",
			text
		}];
	});
}
function checkObjective({ objective }, hasResults) {
	const own = {
		path: [...path, "objective"],
		at: "value"
	};
	if (objective === throughput$1.name && !hasResults) return [{
		...own,
		text: "throughput needs pipeline.throughput, or the rows of pipeline.proof.results"
	}];
	if (objectives.includes(objective) || parseStageName(objective)) return [];
	const hint = formatSuggestion(objective, objectives);
	return [{
		...own,
		text: `${formatValue(objective)} is neither a metric of a run nor stage:NAME${hint}`
	}];
}

// src/config/validation/cross-checks.ts
function checkConfig(parts) {
	return [
		...checkSuiteCount(parts),
		...checkPipelineCommand(parts),
		...checkDatasetReferences(parts),
		...checkSizedInputs(parts),
		...checkOpenFrames(parts),
		...checkRevisionReferences(parts),
		...checkRequirementReferences(parts),
		...checkRepetitions(parts),
		...checkRevisions(parts),
		...checkConfirmation(parts),
		...checkCommands(parts),
		...checkLauncher(parts),
		...checkTools(parts),
		...checkOptions(parts),
		...checkMemory(parts),
		...checkReportFiles(parts),
		...checkSweep(parts),
		...checkProduction(parts)
	];
}
const knownSuites = Object.keys(configSchema.shape.suites.shape);
function checkSuiteCount({ suiteNames }) {
	if (suiteNames.length > 0) return [];
	return [{
		path: ["suites"],
		at: "value",
		text: `configure at least one suite: ${knownSuites.join(", ")}`
	}];
}
function checkPipelineCommand({ pipeline, suiteNames }) {
	const suite = suiteNames.find((name) => name !== "command" && knownSuites.includes(name));
	if (suite === void 0 || pipeline === null || pipeline.command.length > 0) return [];
	return [{
		path: ["pipeline", "command"],
		at: "value",
		text: `required; suite ${suite} runs it`
	}];
}
function checkSizedInputs({ suites: { production, ...suites } }) {
	const endToEnd = suites["end-to-end"];
	return [
		{
			suite: "end-to-end",
			option: "moreDatasets",
			isSet: (endToEnd?.moreDatasets.length ?? 0) > 0,
			from: endToEnd
		},
		{
			suite: "end-to-end",
			option: "sustained",
			isSet: endToEnd?.sustained !== void 0,
			from: endToEnd
		},
		{
			suite: "end-to-end",
			option: "goal",
			isSet: endToEnd?.goal !== void 0,
			from: endToEnd
		},
		{
			suite: "production",
			option: "goal",
			isSet: production?.goal !== void 0,
			from: production
		}
	].flatMap(({ suite, option, isSet, from }) => {
		if (!isSet || from?.dataset !== void 0) return [];
		return [{
			path: [
				"suites",
				suite,
				option
			],
			at: "key",
			text: "needs a dataset; set dataset of this suite"
		}];
	});
}
function checkDatasetReferences({ datasets, suites }) {
	if (datasets === null) return [];
	const names = Object.keys(datasets);
	const single = Object.entries(suites).map(([suite, config]) => ({
		path: [
			"suites",
			suite,
			"dataset"
		],
		name: config && "dataset" in config ? config.dataset : void 0
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
	const large = {
		path: [
			"suites",
			"end-to-end",
			"sustained",
			"dataset"
		],
		name: suites["end-to-end"]?.sustained?.dataset
	};
	return [
		...single,
		...more,
		large
	].flatMap(({ path, name }) => name === void 0 ? [] : checkName("dataset", path, name, names));
}
function checkOpenFrames({ datasets }) {
	return Object.entries(datasets ?? {}).flatMap(([name, dataset]) => {
		if (!dataset || !("orfLength" in dataset) || dataset.orfLength === void 0) return [];
		if (dataset.orfShare !== void 0) return [];
		return [{
			path: [
				"datasets",
				name,
				"orfLength"
			],
			at: "key",
			text: "has no effect without orfShare"
		}];
	});
}
function checkRevisionReferences({ revisions, suites: { revision } }) {
	if (!revision) return [];
	const names = Object.keys(revisions);
	const path = ["suites", "revision"];
	const against = revision.against.flatMap((name, index) => checkName("revision", [
		...path,
		"against",
		index
	], name, names));
	const speedups = Object.keys(revision.minSpeedup).flatMap((name) => {
		const unknown = checkName("revision", [
			...path,
			"minSpeedup",
			name
		], name, names);
		if (unknown.length > 0 || revision.against.includes(name)) return unknown.map((problem) => ({
			...problem,
			at: "key"
		}));
		const text = `${formatValue(name)} is not in against, so it would not be compared`;
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
function checkRequirementReferences({ requirements, suiteNames }) {
	return requirements.flatMap((requirement, index) => {
		if (requirement === null || suiteNames.includes(requirement.suite)) return [];
		const path = [
			"requirements",
			index,
			"suite"
		];
		const text = knownSuites.includes(requirement.suite) ? `is not configured under suites` : `is not a suite${formatSuggestion(requirement.suite, suiteNames)}`;
		return [{
			path,
			at: "value",
			text: `${formatValue(requirement.suite)} ${text}`
		}];
	});
}
function checkRepetitions({ suites }) {
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
				"stages",
				"gpus"
			],
			items: suites.stages?.gpus ?? [],
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
			before: endToEnd?.dataset === void 0 ? [] : [endToEnd.dataset]
		}
	].flatMap(({ path, items, before }) => items.flatMap((item, index) => {
		return [...before, ...items.slice(0, index)].includes(item) ? [{
			path: [...path, index],
			at: "value",
			text: `${formatValue(item)} is repeated`
		}] : [];
	}));
}
function checkRevisions({ revisions }) {
	return Object.entries(revisions).flatMap(([name, revision]) => {
		const path = ["revisions", name];
		if (name === "head") return [{
			path,
			at: "key",
			text: "\"head\" is reserved for the revision under test; use another name"
		}];
		if (!revision?.declared) return [];
		return ["command", "setup"].filter((key) => revision[key] !== void 0).map((key) => ({
			path: [...path, key],
			at: "key",
			text: "has no effect, because a declared revision does not run"
		}));
	});
}
function checkName(kind, path, name, names) {
	if (names.includes(name)) return [];
	return [{
		path,
		at: "value",
		text: `unknown ${kind} ${formatValue(name)}${formatSuggestion(name, names)}`
	}];
}

// src/config/records/json-schemas.ts
const dialect = "https://json-schema.org/draft/2020-12/schema";
const options = {
	io: "input",
	target: "draft-2020-12"
};
function buildConfigJsonSchema() {
	return publish$1(configSchema, "config:1", "Config of warpgauge");
}
function publish$1(schema, name, title) {
	const { $schema: _, ...rest } = toJSONSchema(schema, {
		...options,
		override: addProofRule
	});
	return {
		$schema: dialect,
		$id: `urn:warpgauge:schema:${name}`,
		title,
		...rest
	};
}
function addProofRule({ zodSchema, jsonSchema }) {
	if (zodSchema !== configSchema.shape.pipeline.unwrap().shape.proof.unwrap()) return;
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

// src/config/validation/known-keys.ts
let root = null;
function listKnownKeys(path) {
	root ??= buildConfigJsonSchema();
	let schemas = [root];
	for (const segment of path) schemas = schemas.flatMap(listBranches).flatMap((schema) => findChild(schema, segment));
	return schemas.flatMap(listBranches).flatMap((schema) => Object.keys(schema.properties ?? {}));
}
function listBranches(schema) {
	return schema.anyOf && !schema.properties ? (schema.anyOf ?? []).filter(isSchema).flatMap(listBranches) : [schema];
}
function findChild(schema, segment) {
	const next = typeof segment === "number" ? schema.items : findProperty(schema, String(segment));
	return isSchema(next) ? [next] : [];
}
function isSchema(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function findProperty({ properties, additionalProperties }, name) {
	return properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}

// src/config/validation/flat-issues.ts
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
	return branches.toSorted((a, b) => computeCost(a) - computeCost(b))[0] ?? [];
}
function computeCost(issues) {
	return withoutTypos(issues).map((issue) => issue.code === "unrecognized_keys" ? issue.keys.length : 1).reduce((sum, count) => sum + count, 0);
}
function withoutExplained(issues, root) {
	const kept = withoutTypos(issues);
	return issues.filter((issue) => kept.includes(issue) || findValue(root, issue.path) !== void 0);
}
function withoutTypos(issues) {
	const unknown = issues.filter((issue) => issue.code === "unrecognized_keys");
	return issues.filter((issue) => {
		const missing = String(issue.path.at(-1));
		return !unknown.filter(({ path }) => isParent(path, issue.path)).some(({ path, keys }) => keys.some((key) => findNearest(key, listKnownKeys(path)) === missing));
	});
}
function isParent(parent, path) {
	return path.length === parent.length + 1 && parent.every((segment, index) => segment === path[index]);
}

// src/config/validation/command-hint.ts
function formatAsList(text) {
	const words = splitShellWords(text);
	return `[${(words !== null && !/^\w+=/.test(words[0] ?? "") ? words : [
		"bash",
		"-c",
		text
	]).map((word) => JSON.stringify(word)).join(", ")}]`;
}
function formatCommandHint(path, text) {
	const last = path.at(-1);
	if (last === "command") return `command: ${formatAsList(text)}`;
	if (last === "setup") return `setup: [${formatAsList(text)}]`;
	return path.at(-2) === "setup" ? `- ${formatAsList(text)}` : null;
}

// src/config/validation/issue-text.ts
function describeValue(issue, value) {
	switch (issue.code) {
		case "invalid_type": return `${formatValue(value)} is not ${describeExpectation(issue)}${formatTypeHint(issue, value)}`;
		case "invalid_union": return `${formatValue(value)} is not ${describeExpectation(issue)}`;
		case "invalid_value": return `${formatValue(value)} is not ${describeExpectation(issue)}${formatChoiceHint(issue, value)}`;
		case "too_small":
		case "too_big": return `${formatValue(value)} is not ${formatLimit(issue)}`;
		case "invalid_format": return `${formatValue(value)}: ${formatText(issue)}`;
		case "custom":
		case "invalid_element":
		case "invalid_key":
		case "not_multiple_of":
		case "unrecognized_keys": return issue.message;
		default: return issue;
	}
}
const nouns = {
	string: "a string",
	number: "a number",
	int: "an integer",
	boolean: "true or false",
	array: "a list",
	object: "a mapping",
	record: "a mapping"
};
function describeExpectation(issue) {
	if (issue.code === "invalid_type") return nouns[issue.expected] ?? issue.expected;
	if (issue.code === "invalid_value") return issue.values.length > 1 ? `one of ${issue.values.join(", ")}` : formatValue(issue.values[0]);
	if (issue.code !== "invalid_union") return "needed";
	const expected = issue.errors.flatMap((branch) => branch.slice(0, 1)).map((error) => describeExpectation(error));
	return [...new Set(expected)].join(" or ");
}
function formatChoiceHint(issue, value) {
	const near = typeof value === "string" ? findNearest(value, issue.values.map(String)) : null;
	return near === null ? "" : ` — did you mean ${formatValue(near)}?`;
}
function formatTypeHint(issue, value) {
	if (issue.expected === "array" && typeof value === "string") {
		const form = formatCommandHint(issue.path, value);
		return form === null ? "" : `; commands run without a shell, so write a list of arguments: ${form}`;
	}
	if (issue.expected !== "string" || value === null) return "";
	if (typeof value === "number" || typeof value === "boolean") return ` — write it in quotes: "${value}"`;
	if (typeof value !== "object") return "";
	const [key, ...more] = Object.keys(value);
	return key !== void 0 && more.length === 0 && Object.values(value)[0] === null ? ` — YAML reads braces as a mapping; write it in quotes: "{${key}}"` : "";
}
function formatLimit(issue) {
	const isSmall = issue.code === "too_small";
	const limit = String(isSmall ? issue.minimum : issue.maximum);
	if (issue.origin === "string") return isSmall ? `a string of at least ${limit} characters` : `within ${limit} characters`;
	if (issue.origin === "array") return `a list of at ${isSmall ? "least" : "most"} ${limit} items`;
	if (issue.inclusive === false) return `${isSmall ? "above" : "below"} ${limit}`;
	return `at ${isSmall ? "least" : "most"} ${limit}`;
}
function formatText(issue) {
	return issue.message.startsWith("Invalid") ? `does not match ${issue.pattern ?? issue.format}` : issue.message;
}

// src/config/validation/issue-problems.ts
function describeIssues(issues, root) {
	const flat = issues.flatMap((issue) => flatten(issue));
	return withoutExplained(flat, root).flatMap((issue) => describeIssue(issue, root));
}
function describeIssue(issue, root) {
	const { path } = issue;
	if (issue.code === "unrecognized_keys") {
		const known = listKnownKeys(path);
		return issue.keys.map((key) => ({
			path: [...path, key],
			at: "key",
			text: `unknown key${formatSuggestion(key, known)}`
		}));
	}
	if (issue.code === "invalid_key") {
		const reason = issue.issues[0]?.message ?? issue.message;
		return [{
			path,
			at: "key",
			text: `${formatValue(path.at(-1))} is not a valid name: ${reason}`
		}];
	}
	const value = findValue(root, path);
	return [{
		path,
		at: "value",
		text: value === void 0 ? `required; expected ${describeExpectation(issue)}` : describeValue(issue, value)
	}];
}

// src/config/validation/valid-parts.ts
const { shape } = configSchema;
function extractValidParts(root) {
	const datasets = listEntries(findValue(root, ["datasets"]) ?? {});
	const suites = listEntries(findValue(root, ["suites"])) ?? [];
	const requirements = findValue(root, ["requirements"]);
	return {
		pipeline: parseOrNull(shape.pipeline, findValue(root, ["pipeline"])),
		datasets: datasets && parseEntries(shape.datasets.unwrap().valueType, datasets),
		revisions: parseEntries(shape.revisions.unwrap().valueType, listEntries(findValue(root, ["revisions"])) ?? []),
		suites: parseSuites(root),
		comparison: parseOrNull(shape.comparison, findValue(root, ["comparison"])),
		run: parseOrNull(shape.run, findValue(root, ["run"])),
		suiteNames: suites.map(([name]) => name),
		requirements: Array.isArray(requirements) ? requirements.map((item) => parseOrNull(shape.requirements.unwrap().element, item)) : []
	};
}
function parseSuites(root) {
	const { shape: suites } = shape.suites;
	return {
		scaling: suites.scaling.safeParse(findValue(root, ["suites", "scaling"])).data,
		"end-to-end": suites["end-to-end"].safeParse(findValue(root, ["suites", "end-to-end"])).data,
		revision: suites.revision.safeParse(findValue(root, ["suites", "revision"])).data,
		stages: suites.stages.safeParse(findValue(root, ["suites", "stages"])).data,
		memory: suites.memory.safeParse(findValue(root, ["suites", "memory"])).data,
		sweep: suites.sweep.safeParse(findValue(root, ["suites", "sweep"])).data,
		production: suites.production.safeParse(findValue(root, ["suites", "production"])).data,
		variants: suites.variants.safeParse(findValue(root, ["suites", "variants"])).data,
		equivalence: suites.equivalence.safeParse(findValue(root, ["suites", "equivalence"])).data,
		command: suites.command.safeParse(findValue(root, ["suites", "command"])).data
	};
}
function parseEntries(schema, entries) {
	return Object.fromEntries(entries.map(([name, value]) => [name, parseOrNull(schema, value)]));
}
function parseOrNull(schema, value) {
	const result = schema.safeParse(value);
	return result.success ? result.data : null;
}
function listEntries(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
}

// src/config/yaml-document.ts
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
		...toPosition(lines, tooDeep.pos[0]),
		text: "lists and mappings are nested too deeply"
	}];
	const problems = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
		...toPosition(lines, pos[0]),
		text: message.slice(0, 200)
	}));
	if (problems.length > 0) return problems;
	const unusable = [...checkVersion(document), ...checkNodes(document, lines)];
	return unusable.length > 0 ? unusable : unfold(document, lines);
}
function checkVersion(document) {
	const { version } = document.directives?.yaml ?? { version: "1.2" };
	return version === "1.2" ? [] : [{
		line: 1,
		column: 1,
		text: `the config is YAML 1.2, not ${version}`
	}];
}
function checkNodes(document, lines) {
	const problems = [];
	const report = (node, text) => problems.push({
		...toPosition(lines, getStart(node)),
		text
	});
	(0, import_dist.visit)(document, {
		Map: (_, map) => checkKeys(map, report),
		Alias: (_, alias, above) => {
			const anchored = alias.resolve(document);
			if (!anchored) report(alias, `unknown anchor *${alias.source}`);
			else if (above.includes(anchored)) report(alias, `*${alias.source} contains itself`);
		}
	});
	return problems;
}
function checkKeys({ items }, report) {
	const seen = /* @__PURE__ */ new Set();
	for (const { key } of items) {
		const name = (0, import_dist.isScalar)(key) ? String(key.value) : null;
		if (name === null) report(key, "a key must be a scalar, not a list, a mapping or an alias");
		else if (seen.has(name)) report(key, `${formatValue(name)} is repeated`);
		else seen.add(name);
	}
}
function unfold(document, lines) {
	try {
		return {
			value: document.toJS({ maxAliasCount }),
			locate: (path, at) => toPosition(lines, findOffset(document, path, at))
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
function findOffset(document, path, at) {
	let node = document.contents;
	let key = null;
	for (const segment of path) {
		const next = step(document, node, segment);
		if (!next) return getStart(key ?? node);
		key = next.key;
		node = next.value;
	}
	return getStart(at === "key" ? key ?? node : node ?? key);
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
function getStart(node) {
	return (0, import_dist.isNode)(node) ? node.range?.[0] ?? 0 : 0;
}
function toPosition(lines, offset) {
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
	if (!("value" in yaml)) throw createProblemsError(path, yaml);
	if (yaml.value === null) throw new UserError(`${path} is empty`, "Write a config; docs/config.md contains an example");
	const result = configSchema.safeParse(yaml.value);
	const problems = [...result.success ? [] : describeIssues(result.error.issues, yaml.value), ...checkConfig(extractValidParts(yaml.value))];
	if (!result.success || problems.length > 0) throw createProblemsError(path, locateProblems(problems, yaml), problems.length);
	return withOwnBaselines(result.data, yaml.value, path);
}
function withOwnBaselines(config, value, path) {
	const folder = path.replace(/^(?:\.\/+)+/u, "").replace(/\/*[^/]*$/u, "");
	if (readField(readField(value, "comparison"), "baselines") !== void 0 || folder === "" || folder === ".github" || /^(?:\/|\.\.)/u.test(folder)) return config;
	return {
		...config,
		comparison: {
			...config.comparison,
			baselines: `${folder}/baselines`
		}
	};
}
function readField(value, name) {
	return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : void 0;
}
function refuseSize(text, path) {
	if (text.length <= maxBytes && Buffer.byteLength(text) <= maxBytes) return;
	throw new UserError(`${path} is larger than ${maxBytes} bytes`, "Move data out of the config and refer to files");
}
function locateProblems(problems, yaml) {
	return problems.slice(0, placedProblems).map(({ path, at, text }) => ({
		...yaml.locate(path, at),
		text: path.length > 0 ? `${formatPath(path)}: ${text}` : text
	})).toSorted((a, b) => a.line - b.line || a.column - b.column);
}
function createProblemsError(path, problems, count = problems.length) {
	const lines = problems.slice(0, shownProblems).map(({ line, column, text }) => `${path}:${line}:${column}  ${text.replaceAll(/\p{Cc}+/gu, " ")}`);
	const more = count > lines.length ? [`and ${count - lines.length} more`] : [];
	const title = `${path} has ${count} ${count === 1 ? "problem" : "problems"}:`;
	return new UserError([
		title,
		...lines,
		...more
	].join("\n"), "Correct these lines; docs/config.md describes every key");
}

// src/steps/baselines/load-rules.ts
async function loadRules({ path, trustedCommit, headCommit, read }) {
	const trusted = trustedCommit === null ? null : await read(trustedCommit, path);
	if (trusted !== null) return parseRules(trusted, path, {
		origin: "base",
		commit: trustedCommit
	});
	const own = await read(headCommit, path);
	if (own !== null) return parseRules(own, path, {
		origin: "head",
		commit: headCommit
	});
	throw new UserError(`there is no ${path} in ${headCommit.slice(0, 7)}${trustedCommit ? ` nor in its base ${trustedCommit.slice(0, 7)}` : ""}`, "Write one (see docs/config.md), or name another file with --config or the input config.");
}
function parseRules(text, path, source) {
	const sha256 = createHash("sha256").update(text).digest("hex");
	const config = parseConfig(text, path);
	const ruleSet = config.ruleSet && formatRuleSetTitle(config.ruleSet.name);
	const { origin, commit } = source;
	return {
		config,
		yardstick: {
			path,
			sha256,
			origin,
			commit,
			...ruleSet && { ruleSet }
		},
		text
	};
}

// src/domain/core/canonical-json.ts
function formatCanonicalJson(value) {
	return JSON.stringify(value, (_key, item) => item !== null && typeof item === "object" && !Array.isArray(item) ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => a < b ? -1 : 1)) : item);
}

// src/steps/measure/resume.ts
const maxRecordBytes$1 = 67108864;
async function readRunRecord(folder, files) {
	return await readRecord(folder, runRecordFile, files);
}
async function readRecord(folder, name, files) {
	const text = await files.readForeignText(folder, name, maxRecordBytes$1);
	if (text === null) throw new UserError(`${join(folder, name)} does not exist`, "Give a run folder of warpgauge.");
	return parseRunRecord(text);
}
async function resumeFrom(folder, fresh, { files, logger }) {
	const stored = await readRunRecord(folder, files).catch(async (cause) => {
		if (!(cause instanceof UserError)) throw cause;
		const previous = await readRecord(folder, previousRecordFile, files).catch(() => null);
		if (!previous) throw cause;
		logger.warning(`${cause.message}. Resuming from ${previousRecordFile}; trials kept: ${previous.trials.length}.`);
		await files.writeText(join(folder, runRecordFile), `${JSON.stringify(previous, null, 1)}\n`);
		return previous;
	});
	const changed = listChanges(stored, fresh);
	if (changed.length > 0) throw new UserError(`${folder} cannot be resumed: ${changed.join(", ")} changed`, "Start a new run without --resume; the old folder can still be reported.");
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
	"plan",
	"selection"
];
function listChanges(stored, fresh) {
	const fields = decisive.filter((field) => formatCanonicalJson(stored[field]) !== formatCanonicalJson(fresh[field]));
	return !stored.isolation || stored.isolation.mode === fresh.isolation?.mode ? fields : [...fields, `isolation (${stored.isolation?.mode} then)`];
}

// src/steps/publish/trusted-files.ts
function compareTrustedFiles(readAt, { used, others }) {
	const [paths, changed] = [/* @__PURE__ */ new Set(), /* @__PURE__ */ new Set()];
	const further = [...new Set(others)].filter((commit) => commit !== used);
	const read = async (path) => {
		paths.add(path);
		const [text, ...texts] = await Promise.all([used, ...further].map((commit) => readAt(commit, path)));
		if (texts.some((other) => other !== text)) changed.add(path);
		return text ?? null;
	};
	return {
		commit: used,
		read,
		paths,
		changed
	};
}
function compareWithTip({ testMerge, base, mergeBase }, readAt) {
	if (base === null || mergeBase === null) return null;
	return testMerge === null ? compareTrustedFiles(readAt, {
		used: base.tip,
		others: [mergeBase]
	}) : compareTrustedFiles(readAt, {
		used: testMerge.base,
		others: [base.tip]
	});
}
function describeOutdated({ changed }, { mergeBase, base }) {
	if (changed.size === 0) return [];
	const branch = base?.branch ?? "the base";
	const since = mergeBase?.slice(0, 7) ?? "the merge base";
	return [`${[...changed].toSorted().join(", ")} changed on ${branch} after ${since}, the commit that this run was compared with: merge ${branch} into the branch of the pull request`];
}

// src/domain/verdict/acceptance.ts
function isInForce({ until }, now) {
	return until === null || now.toISOString().slice(0, 10) <= until;
}
function formatAcceptance({ by, at, reason, until }) {
	const end = until === null ? "until this commit is merged or replaced" : `until ${until}`;
	return `${by} accepted this on ${at.slice(0, 10)} ${end}: "${reason}"`;
}
function applyAcceptance(report, acceptance) {
	if (report.verdict !== "fail") return report;
	return {
		...report,
		conclusion: "neutral",
		exitCode: 0,
		sentence: `accepted by ${acceptance.by}; ${report.sentence}`,
		findings: [{
			kind: "caution",
			subject: "accepted",
			reason: formatAcceptance(acceptance)
		}, ...report.findings]
	};
}

// src/steps/commands/bind-to-head.ts
async function bindToHead(number, wish, authority) {
	const pull = await openPull(number, authority);
	const { headCommit } = pull;
	if (wish.pinnedHead !== null) {
		if (headCommit.startsWith(wish.pinnedHead)) return pull;
		throw createMovedError(`the head is ${headCommit.slice(0, 7)}, not ${wish.pinnedHead.slice(0, 7)}`);
	}
	const arrivedAt = await authority.readHeadArrival(pull);
	if (arrivedAt === null) throw new UserError(`it is unknown when ${headCommit.slice(0, 7)} was pushed`, `Review this commit and name it: /warpgauge@${headCommit.slice(0, 7)} …`);
	if (Date.parse(arrivedAt) < Date.parse(wish.createdAt)) return pull;
	throw createMovedError(`${headCommit.slice(0, 7)} was pushed after the comment was written`);
}
async function requireSameHead(bound, authority) {
	const now = await openPull(bound.number, authority);
	if (now.headCommit !== bound.headCommit) throw createMovedError(`the head changed to ${now.headCommit.slice(0, 7)}`);
}
async function openPull(number, authority) {
	const pull = await authority.readPullRequest(number);
	if (pull?.isOpen) return pull;
	throw new UserError(pull ? `#${number} is closed` : `#${number} is not a pull request`, "This command works on open pull requests.");
}
function createMovedError(what) {
	return new UserError(what, "Review the new head, and repeat the command if it still applies.");
}

// node_modules/commonmark/lib/node.js
function isContainer(node) {
	switch (node._type) {
		case "document":
		case "block_quote":
		case "list":
		case "item":
		case "paragraph":
		case "heading":
		case "emph":
		case "strong":
		case "link":
		case "image":
		case "custom_inline":
		case "custom_block": return true;
		default: return false;
	}
}
var resumeAt = function(node, entering) {
	this.current = node;
	this.entering = entering === true;
};
var next = function() {
	var cur = this.current;
	var entering = this.entering;
	if (cur === null) return null;
	var container = isContainer(cur);
	if (entering && container) {
		if (cur._firstChild) {
			this.current = cur._firstChild;
			this.entering = true;
		} else this.entering = false;
	} else if (cur === this.root) this.current = null;
	else if (cur._next === null) {
		this.current = cur._parent;
		this.entering = false;
	} else {
		this.current = cur._next;
		this.entering = true;
	}
	return {
		entering,
		node: cur
	};
};
var NodeWalker = function(root) {
	return {
		current: root,
		root,
		entering: true,
		next,
		resumeAt
	};
};
var Node = function(nodeType, sourcepos) {
	this._type = nodeType;
	this._parent = null;
	this._firstChild = null;
	this._lastChild = null;
	this._prev = null;
	this._next = null;
	this._sourcepos = sourcepos;
	this._open = true;
	this._string_content = null;
	this._literal = null;
	this._listData = {};
	this._info = null;
	this._destination = null;
	this._title = null;
	this._isFenced = false;
	this._fenceChar = null;
	this._fenceLength = 0;
	this._fenceOffset = null;
	this._level = null;
	this._onEnter = null;
	this._onExit = null;
};
var proto = Node.prototype;
Object.defineProperty(proto, "isContainer", { get: function() {
	return isContainer(this);
} });
Object.defineProperty(proto, "type", { get: function() {
	return this._type;
} });
Object.defineProperty(proto, "firstChild", { get: function() {
	return this._firstChild;
} });
Object.defineProperty(proto, "lastChild", { get: function() {
	return this._lastChild;
} });
Object.defineProperty(proto, "next", { get: function() {
	return this._next;
} });
Object.defineProperty(proto, "prev", { get: function() {
	return this._prev;
} });
Object.defineProperty(proto, "parent", { get: function() {
	return this._parent;
} });
Object.defineProperty(proto, "sourcepos", { get: function() {
	return this._sourcepos;
} });
Object.defineProperty(proto, "literal", {
	get: function() {
		return this._literal;
	},
	set: function(s) {
		this._literal = s;
	}
});
Object.defineProperty(proto, "destination", {
	get: function() {
		return this._destination;
	},
	set: function(s) {
		this._destination = s;
	}
});
Object.defineProperty(proto, "title", {
	get: function() {
		return this._title;
	},
	set: function(s) {
		this._title = s;
	}
});
Object.defineProperty(proto, "info", {
	get: function() {
		return this._info;
	},
	set: function(s) {
		this._info = s;
	}
});
Object.defineProperty(proto, "level", {
	get: function() {
		return this._level;
	},
	set: function(s) {
		this._level = s;
	}
});
Object.defineProperty(proto, "listType", {
	get: function() {
		return this._listData.type;
	},
	set: function(t) {
		this._listData.type = t;
	}
});
Object.defineProperty(proto, "listTight", {
	get: function() {
		return this._listData.tight;
	},
	set: function(t) {
		this._listData.tight = t;
	}
});
Object.defineProperty(proto, "listStart", {
	get: function() {
		return this._listData.start;
	},
	set: function(n) {
		this._listData.start = n;
	}
});
Object.defineProperty(proto, "listDelimiter", {
	get: function() {
		return this._listData.delimiter;
	},
	set: function(delim) {
		this._listData.delimiter = delim;
	}
});
Object.defineProperty(proto, "onEnter", {
	get: function() {
		return this._onEnter;
	},
	set: function(s) {
		this._onEnter = s;
	}
});
Object.defineProperty(proto, "onExit", {
	get: function() {
		return this._onExit;
	},
	set: function(s) {
		this._onExit = s;
	}
});
Node.prototype.appendChild = function(child) {
	child.unlink();
	child._parent = this;
	if (this._lastChild) {
		this._lastChild._next = child;
		child._prev = this._lastChild;
		this._lastChild = child;
	} else {
		this._firstChild = child;
		this._lastChild = child;
	}
};
Node.prototype.prependChild = function(child) {
	child.unlink();
	child._parent = this;
	if (this._firstChild) {
		this._firstChild._prev = child;
		child._next = this._firstChild;
		this._firstChild = child;
	} else {
		this._firstChild = child;
		this._lastChild = child;
	}
};
Node.prototype.unlink = function() {
	if (this._prev) this._prev._next = this._next;
	else if (this._parent) this._parent._firstChild = this._next;
	if (this._next) this._next._prev = this._prev;
	else if (this._parent) this._parent._lastChild = this._prev;
	this._parent = null;
	this._next = null;
	this._prev = null;
};
Node.prototype.insertAfter = function(sibling) {
	sibling.unlink();
	sibling._next = this._next;
	if (sibling._next) sibling._next._prev = sibling;
	sibling._prev = this;
	this._next = sibling;
	sibling._parent = this._parent;
	if (!sibling._next) sibling._parent._lastChild = sibling;
};
Node.prototype.insertBefore = function(sibling) {
	sibling.unlink();
	sibling._prev = this._prev;
	if (sibling._prev) sibling._prev._next = sibling;
	sibling._next = this;
	this._prev = sibling;
	sibling._parent = this._parent;
	if (!sibling._prev) sibling._parent._firstChild = sibling;
};
Node.prototype.walker = function() {
	return new NodeWalker(this);
};

// node_modules/mdurl/encode.js
var require_encode$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var encodeCache = {};
	function getEncodeCache(exclude) {
		var i, ch, cache = encodeCache[exclude];
		if (cache) return cache;
		cache = encodeCache[exclude] = [];
		for (i = 0; i < 128; i++) {
			ch = String.fromCharCode(i);
			if (/^[0-9a-z]$/i.test(ch)) cache.push(ch);
			else cache.push("%" + ("0" + i.toString(16).toUpperCase()).slice(-2));
		}
		for (i = 0; i < exclude.length; i++) cache[exclude.charCodeAt(i)] = exclude[i];
		return cache;
	}
	function encode(string, exclude, keepEscaped) {
		var i, l, code, nextCode, cache, result = "";
		if (typeof exclude !== "string") {
			keepEscaped = exclude;
			exclude = encode.defaultChars;
		}
		if (typeof keepEscaped === "undefined") keepEscaped = true;
		cache = getEncodeCache(exclude);
		for (i = 0, l = string.length; i < l; i++) {
			code = string.charCodeAt(i);
			if (keepEscaped && code === 37 && i + 2 < l) {
				if (/^[0-9a-f]{2}$/i.test(string.slice(i + 1, i + 3))) {
					result += string.slice(i, i + 3);
					i += 2;
					continue;
				}
			}
			if (code < 128) {
				result += cache[code];
				continue;
			}
			if (code >= 55296 && code <= 57343) {
				if (code >= 55296 && code <= 56319 && i + 1 < l) {
					nextCode = string.charCodeAt(i + 1);
					if (nextCode >= 56320 && nextCode <= 57343) {
						result += encodeURIComponent(string[i] + string[i + 1]);
						i++;
						continue;
					}
				}
				result += "%EF%BF%BD";
				continue;
			}
			result += encodeURIComponent(string[i]);
		}
		return result;
	}
	encode.defaultChars = ";/?:@&=+$,-_.!~*'()#";
	encode.componentChars = "-_.!~*'()";
	module.exports = encode;
}));

// node_modules/entities/lib/generated/decode-data-html.js
var require_decode_data_html = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.default = new Uint16Array([
		14866,
		60,
		237,
		340,
		721,
		1312,
		1562,
		1654,
		1838,
		1957,
		2183,
		2239,
		2301,
		2958,
		3037,
		3893,
		4123,
		4298,
		4330,
		4801,
		5191,
		5395,
		5752,
		5903,
		5943,
		5972,
		6050,
		0,
		0,
		0,
		0,
		0,
		0,
		6135,
		6565,
		7422,
		8183,
		8738,
		9242,
		9503,
		9938,
		10189,
		10573,
		10637,
		10715,
		11950,
		12246,
		13539,
		13950,
		14445,
		14533,
		15364,
		16514,
		16980,
		17390,
		17763,
		17849,
		18036,
		18125,
		4096,
		69,
		77,
		97,
		98,
		99,
		102,
		103,
		108,
		109,
		110,
		111,
		112,
		114,
		115,
		116,
		117,
		92,
		100,
		106,
		115,
		122,
		137,
		142,
		151,
		157,
		163,
		167,
		182,
		196,
		204,
		220,
		229,
		108,
		105,
		103,
		33024,
		198,
		59,
		32768,
		198,
		80,
		33024,
		38,
		59,
		32768,
		38,
		99,
		117,
		116,
		101,
		33024,
		193,
		59,
		32768,
		193,
		114,
		101,
		118,
		101,
		59,
		32768,
		258,
		512,
		105,
		121,
		127,
		134,
		114,
		99,
		33024,
		194,
		59,
		32768,
		194,
		59,
		32768,
		1040,
		114,
		59,
		32896,
		55349,
		56580,
		114,
		97,
		118,
		101,
		33024,
		192,
		59,
		32768,
		192,
		112,
		104,
		97,
		59,
		32768,
		913,
		97,
		99,
		114,
		59,
		32768,
		256,
		100,
		59,
		32768,
		10835,
		512,
		103,
		112,
		172,
		177,
		111,
		110,
		59,
		32768,
		260,
		102,
		59,
		32896,
		55349,
		56632,
		112,
		108,
		121,
		70,
		117,
		110,
		99,
		116,
		105,
		111,
		110,
		59,
		32768,
		8289,
		105,
		110,
		103,
		33024,
		197,
		59,
		32768,
		197,
		512,
		99,
		115,
		209,
		214,
		114,
		59,
		32896,
		55349,
		56476,
		105,
		103,
		110,
		59,
		32768,
		8788,
		105,
		108,
		100,
		101,
		33024,
		195,
		59,
		32768,
		195,
		109,
		108,
		33024,
		196,
		59,
		32768,
		196,
		2048,
		97,
		99,
		101,
		102,
		111,
		114,
		115,
		117,
		253,
		278,
		282,
		310,
		315,
		321,
		327,
		332,
		512,
		99,
		114,
		258,
		267,
		107,
		115,
		108,
		97,
		115,
		104,
		59,
		32768,
		8726,
		583,
		271,
		274,
		59,
		32768,
		10983,
		101,
		100,
		59,
		32768,
		8966,
		121,
		59,
		32768,
		1041,
		768,
		99,
		114,
		116,
		289,
		296,
		306,
		97,
		117,
		115,
		101,
		59,
		32768,
		8757,
		110,
		111,
		117,
		108,
		108,
		105,
		115,
		59,
		32768,
		8492,
		97,
		59,
		32768,
		914,
		114,
		59,
		32896,
		55349,
		56581,
		112,
		102,
		59,
		32896,
		55349,
		56633,
		101,
		118,
		101,
		59,
		32768,
		728,
		99,
		114,
		59,
		32768,
		8492,
		109,
		112,
		101,
		113,
		59,
		32768,
		8782,
		3584,
		72,
		79,
		97,
		99,
		100,
		101,
		102,
		104,
		105,
		108,
		111,
		114,
		115,
		117,
		368,
		373,
		380,
		426,
		461,
		466,
		487,
		491,
		495,
		533,
		593,
		695,
		701,
		707,
		99,
		121,
		59,
		32768,
		1063,
		80,
		89,
		33024,
		169,
		59,
		32768,
		169,
		768,
		99,
		112,
		121,
		387,
		393,
		419,
		117,
		116,
		101,
		59,
		32768,
		262,
		512,
		59,
		105,
		398,
		400,
		32768,
		8914,
		116,
		97,
		108,
		68,
		105,
		102,
		102,
		101,
		114,
		101,
		110,
		116,
		105,
		97,
		108,
		68,
		59,
		32768,
		8517,
		108,
		101,
		121,
		115,
		59,
		32768,
		8493,
		1024,
		97,
		101,
		105,
		111,
		435,
		441,
		449,
		454,
		114,
		111,
		110,
		59,
		32768,
		268,
		100,
		105,
		108,
		33024,
		199,
		59,
		32768,
		199,
		114,
		99,
		59,
		32768,
		264,
		110,
		105,
		110,
		116,
		59,
		32768,
		8752,
		111,
		116,
		59,
		32768,
		266,
		512,
		100,
		110,
		471,
		478,
		105,
		108,
		108,
		97,
		59,
		32768,
		184,
		116,
		101,
		114,
		68,
		111,
		116,
		59,
		32768,
		183,
		114,
		59,
		32768,
		8493,
		105,
		59,
		32768,
		935,
		114,
		99,
		108,
		101,
		1024,
		68,
		77,
		80,
		84,
		508,
		513,
		520,
		526,
		111,
		116,
		59,
		32768,
		8857,
		105,
		110,
		117,
		115,
		59,
		32768,
		8854,
		108,
		117,
		115,
		59,
		32768,
		8853,
		105,
		109,
		101,
		115,
		59,
		32768,
		8855,
		111,
		512,
		99,
		115,
		539,
		562,
		107,
		119,
		105,
		115,
		101,
		67,
		111,
		110,
		116,
		111,
		117,
		114,
		73,
		110,
		116,
		101,
		103,
		114,
		97,
		108,
		59,
		32768,
		8754,
		101,
		67,
		117,
		114,
		108,
		121,
		512,
		68,
		81,
		573,
		586,
		111,
		117,
		98,
		108,
		101,
		81,
		117,
		111,
		116,
		101,
		59,
		32768,
		8221,
		117,
		111,
		116,
		101,
		59,
		32768,
		8217,
		1024,
		108,
		110,
		112,
		117,
		602,
		614,
		648,
		664,
		111,
		110,
		512,
		59,
		101,
		609,
		611,
		32768,
		8759,
		59,
		32768,
		10868,
		768,
		103,
		105,
		116,
		621,
		629,
		634,
		114,
		117,
		101,
		110,
		116,
		59,
		32768,
		8801,
		110,
		116,
		59,
		32768,
		8751,
		111,
		117,
		114,
		73,
		110,
		116,
		101,
		103,
		114,
		97,
		108,
		59,
		32768,
		8750,
		512,
		102,
		114,
		653,
		656,
		59,
		32768,
		8450,
		111,
		100,
		117,
		99,
		116,
		59,
		32768,
		8720,
		110,
		116,
		101,
		114,
		67,
		108,
		111,
		99,
		107,
		119,
		105,
		115,
		101,
		67,
		111,
		110,
		116,
		111,
		117,
		114,
		73,
		110,
		116,
		101,
		103,
		114,
		97,
		108,
		59,
		32768,
		8755,
		111,
		115,
		115,
		59,
		32768,
		10799,
		99,
		114,
		59,
		32896,
		55349,
		56478,
		112,
		512,
		59,
		67,
		713,
		715,
		32768,
		8915,
		97,
		112,
		59,
		32768,
		8781,
		2816,
		68,
		74,
		83,
		90,
		97,
		99,
		101,
		102,
		105,
		111,
		115,
		743,
		758,
		763,
		768,
		773,
		795,
		809,
		821,
		826,
		910,
		1295,
		512,
		59,
		111,
		748,
		750,
		32768,
		8517,
		116,
		114,
		97,
		104,
		100,
		59,
		32768,
		10513,
		99,
		121,
		59,
		32768,
		1026,
		99,
		121,
		59,
		32768,
		1029,
		99,
		121,
		59,
		32768,
		1039,
		768,
		103,
		114,
		115,
		780,
		786,
		790,
		103,
		101,
		114,
		59,
		32768,
		8225,
		114,
		59,
		32768,
		8609,
		104,
		118,
		59,
		32768,
		10980,
		512,
		97,
		121,
		800,
		806,
		114,
		111,
		110,
		59,
		32768,
		270,
		59,
		32768,
		1044,
		108,
		512,
		59,
		116,
		815,
		817,
		32768,
		8711,
		97,
		59,
		32768,
		916,
		114,
		59,
		32896,
		55349,
		56583,
		512,
		97,
		102,
		831,
		897,
		512,
		99,
		109,
		836,
		891,
		114,
		105,
		116,
		105,
		99,
		97,
		108,
		1024,
		65,
		68,
		71,
		84,
		852,
		859,
		877,
		884,
		99,
		117,
		116,
		101,
		59,
		32768,
		180,
		111,
		581,
		864,
		867,
		59,
		32768,
		729,
		98,
		108,
		101,
		65,
		99,
		117,
		116,
		101,
		59,
		32768,
		733,
		114,
		97,
		118,
		101,
		59,
		32768,
		96,
		105,
		108,
		100,
		101,
		59,
		32768,
		732,
		111,
		110,
		100,
		59,
		32768,
		8900,
		102,
		101,
		114,
		101,
		110,
		116,
		105,
		97,
		108,
		68,
		59,
		32768,
		8518,
		2113,
		920,
		0,
		0,
		0,
		925,
		946,
		0,
		1139,
		102,
		59,
		32896,
		55349,
		56635,
		768,
		59,
		68,
		69,
		931,
		933,
		938,
		32768,
		168,
		111,
		116,
		59,
		32768,
		8412,
		113,
		117,
		97,
		108,
		59,
		32768,
		8784,
		98,
		108,
		101,
		1536,
		67,
		68,
		76,
		82,
		85,
		86,
		961,
		978,
		996,
		1080,
		1101,
		1125,
		111,
		110,
		116,
		111,
		117,
		114,
		73,
		110,
		116,
		101,
		103,
		114,
		97,
		108,
		59,
		32768,
		8751,
		111,
		1093,
		985,
		0,
		0,
		988,
		59,
		32768,
		168,
		110,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8659,
		512,
		101,
		111,
		1001,
		1034,
		102,
		116,
		768,
		65,
		82,
		84,
		1010,
		1017,
		1029,
		114,
		114,
		111,
		119,
		59,
		32768,
		8656,
		105,
		103,
		104,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8660,
		101,
		101,
		59,
		32768,
		10980,
		110,
		103,
		512,
		76,
		82,
		1041,
		1068,
		101,
		102,
		116,
		512,
		65,
		82,
		1049,
		1056,
		114,
		114,
		111,
		119,
		59,
		32768,
		10232,
		105,
		103,
		104,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		10234,
		105,
		103,
		104,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		10233,
		105,
		103,
		104,
		116,
		512,
		65,
		84,
		1089,
		1096,
		114,
		114,
		111,
		119,
		59,
		32768,
		8658,
		101,
		101,
		59,
		32768,
		8872,
		112,
		1042,
		1108,
		0,
		0,
		1115,
		114,
		114,
		111,
		119,
		59,
		32768,
		8657,
		111,
		119,
		110,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8661,
		101,
		114,
		116,
		105,
		99,
		97,
		108,
		66,
		97,
		114,
		59,
		32768,
		8741,
		110,
		1536,
		65,
		66,
		76,
		82,
		84,
		97,
		1152,
		1179,
		1186,
		1236,
		1272,
		1288,
		114,
		114,
		111,
		119,
		768,
		59,
		66,
		85,
		1163,
		1165,
		1170,
		32768,
		8595,
		97,
		114,
		59,
		32768,
		10515,
		112,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8693,
		114,
		101,
		118,
		101,
		59,
		32768,
		785,
		101,
		102,
		116,
		1315,
		1196,
		0,
		1209,
		0,
		1220,
		105,
		103,
		104,
		116,
		86,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10576,
		101,
		101,
		86,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10590,
		101,
		99,
		116,
		111,
		114,
		512,
		59,
		66,
		1229,
		1231,
		32768,
		8637,
		97,
		114,
		59,
		32768,
		10582,
		105,
		103,
		104,
		116,
		805,
		1245,
		0,
		1256,
		101,
		101,
		86,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10591,
		101,
		99,
		116,
		111,
		114,
		512,
		59,
		66,
		1265,
		1267,
		32768,
		8641,
		97,
		114,
		59,
		32768,
		10583,
		101,
		101,
		512,
		59,
		65,
		1279,
		1281,
		32768,
		8868,
		114,
		114,
		111,
		119,
		59,
		32768,
		8615,
		114,
		114,
		111,
		119,
		59,
		32768,
		8659,
		512,
		99,
		116,
		1300,
		1305,
		114,
		59,
		32896,
		55349,
		56479,
		114,
		111,
		107,
		59,
		32768,
		272,
		4096,
		78,
		84,
		97,
		99,
		100,
		102,
		103,
		108,
		109,
		111,
		112,
		113,
		115,
		116,
		117,
		120,
		1344,
		1348,
		1354,
		1363,
		1386,
		1391,
		1396,
		1405,
		1413,
		1460,
		1475,
		1483,
		1514,
		1527,
		1531,
		1538,
		71,
		59,
		32768,
		330,
		72,
		33024,
		208,
		59,
		32768,
		208,
		99,
		117,
		116,
		101,
		33024,
		201,
		59,
		32768,
		201,
		768,
		97,
		105,
		121,
		1370,
		1376,
		1383,
		114,
		111,
		110,
		59,
		32768,
		282,
		114,
		99,
		33024,
		202,
		59,
		32768,
		202,
		59,
		32768,
		1069,
		111,
		116,
		59,
		32768,
		278,
		114,
		59,
		32896,
		55349,
		56584,
		114,
		97,
		118,
		101,
		33024,
		200,
		59,
		32768,
		200,
		101,
		109,
		101,
		110,
		116,
		59,
		32768,
		8712,
		512,
		97,
		112,
		1418,
		1423,
		99,
		114,
		59,
		32768,
		274,
		116,
		121,
		1060,
		1431,
		0,
		0,
		1444,
		109,
		97,
		108,
		108,
		83,
		113,
		117,
		97,
		114,
		101,
		59,
		32768,
		9723,
		101,
		114,
		121,
		83,
		109,
		97,
		108,
		108,
		83,
		113,
		117,
		97,
		114,
		101,
		59,
		32768,
		9643,
		512,
		103,
		112,
		1465,
		1470,
		111,
		110,
		59,
		32768,
		280,
		102,
		59,
		32896,
		55349,
		56636,
		115,
		105,
		108,
		111,
		110,
		59,
		32768,
		917,
		117,
		512,
		97,
		105,
		1489,
		1504,
		108,
		512,
		59,
		84,
		1495,
		1497,
		32768,
		10869,
		105,
		108,
		100,
		101,
		59,
		32768,
		8770,
		108,
		105,
		98,
		114,
		105,
		117,
		109,
		59,
		32768,
		8652,
		512,
		99,
		105,
		1519,
		1523,
		114,
		59,
		32768,
		8496,
		109,
		59,
		32768,
		10867,
		97,
		59,
		32768,
		919,
		109,
		108,
		33024,
		203,
		59,
		32768,
		203,
		512,
		105,
		112,
		1543,
		1549,
		115,
		116,
		115,
		59,
		32768,
		8707,
		111,
		110,
		101,
		110,
		116,
		105,
		97,
		108,
		69,
		59,
		32768,
		8519,
		1280,
		99,
		102,
		105,
		111,
		115,
		1572,
		1576,
		1581,
		1620,
		1648,
		121,
		59,
		32768,
		1060,
		114,
		59,
		32896,
		55349,
		56585,
		108,
		108,
		101,
		100,
		1060,
		1591,
		0,
		0,
		1604,
		109,
		97,
		108,
		108,
		83,
		113,
		117,
		97,
		114,
		101,
		59,
		32768,
		9724,
		101,
		114,
		121,
		83,
		109,
		97,
		108,
		108,
		83,
		113,
		117,
		97,
		114,
		101,
		59,
		32768,
		9642,
		1601,
		1628,
		0,
		1633,
		0,
		0,
		1639,
		102,
		59,
		32896,
		55349,
		56637,
		65,
		108,
		108,
		59,
		32768,
		8704,
		114,
		105,
		101,
		114,
		116,
		114,
		102,
		59,
		32768,
		8497,
		99,
		114,
		59,
		32768,
		8497,
		3072,
		74,
		84,
		97,
		98,
		99,
		100,
		102,
		103,
		111,
		114,
		115,
		116,
		1678,
		1683,
		1688,
		1701,
		1708,
		1729,
		1734,
		1739,
		1742,
		1748,
		1828,
		1834,
		99,
		121,
		59,
		32768,
		1027,
		33024,
		62,
		59,
		32768,
		62,
		109,
		109,
		97,
		512,
		59,
		100,
		1696,
		1698,
		32768,
		915,
		59,
		32768,
		988,
		114,
		101,
		118,
		101,
		59,
		32768,
		286,
		768,
		101,
		105,
		121,
		1715,
		1721,
		1726,
		100,
		105,
		108,
		59,
		32768,
		290,
		114,
		99,
		59,
		32768,
		284,
		59,
		32768,
		1043,
		111,
		116,
		59,
		32768,
		288,
		114,
		59,
		32896,
		55349,
		56586,
		59,
		32768,
		8921,
		112,
		102,
		59,
		32896,
		55349,
		56638,
		101,
		97,
		116,
		101,
		114,
		1536,
		69,
		70,
		71,
		76,
		83,
		84,
		1766,
		1783,
		1794,
		1803,
		1809,
		1821,
		113,
		117,
		97,
		108,
		512,
		59,
		76,
		1775,
		1777,
		32768,
		8805,
		101,
		115,
		115,
		59,
		32768,
		8923,
		117,
		108,
		108,
		69,
		113,
		117,
		97,
		108,
		59,
		32768,
		8807,
		114,
		101,
		97,
		116,
		101,
		114,
		59,
		32768,
		10914,
		101,
		115,
		115,
		59,
		32768,
		8823,
		108,
		97,
		110,
		116,
		69,
		113,
		117,
		97,
		108,
		59,
		32768,
		10878,
		105,
		108,
		100,
		101,
		59,
		32768,
		8819,
		99,
		114,
		59,
		32896,
		55349,
		56482,
		59,
		32768,
		8811,
		2048,
		65,
		97,
		99,
		102,
		105,
		111,
		115,
		117,
		1854,
		1861,
		1874,
		1880,
		1884,
		1897,
		1919,
		1934,
		82,
		68,
		99,
		121,
		59,
		32768,
		1066,
		512,
		99,
		116,
		1866,
		1871,
		101,
		107,
		59,
		32768,
		711,
		59,
		32768,
		94,
		105,
		114,
		99,
		59,
		32768,
		292,
		114,
		59,
		32768,
		8460,
		108,
		98,
		101,
		114,
		116,
		83,
		112,
		97,
		99,
		101,
		59,
		32768,
		8459,
		833,
		1902,
		0,
		1906,
		102,
		59,
		32768,
		8461,
		105,
		122,
		111,
		110,
		116,
		97,
		108,
		76,
		105,
		110,
		101,
		59,
		32768,
		9472,
		512,
		99,
		116,
		1924,
		1928,
		114,
		59,
		32768,
		8459,
		114,
		111,
		107,
		59,
		32768,
		294,
		109,
		112,
		533,
		1940,
		1950,
		111,
		119,
		110,
		72,
		117,
		109,
		112,
		59,
		32768,
		8782,
		113,
		117,
		97,
		108,
		59,
		32768,
		8783,
		3584,
		69,
		74,
		79,
		97,
		99,
		100,
		102,
		103,
		109,
		110,
		111,
		115,
		116,
		117,
		1985,
		1990,
		1996,
		2001,
		2010,
		2025,
		2030,
		2034,
		2043,
		2077,
		2134,
		2155,
		2160,
		2167,
		99,
		121,
		59,
		32768,
		1045,
		108,
		105,
		103,
		59,
		32768,
		306,
		99,
		121,
		59,
		32768,
		1025,
		99,
		117,
		116,
		101,
		33024,
		205,
		59,
		32768,
		205,
		512,
		105,
		121,
		2015,
		2022,
		114,
		99,
		33024,
		206,
		59,
		32768,
		206,
		59,
		32768,
		1048,
		111,
		116,
		59,
		32768,
		304,
		114,
		59,
		32768,
		8465,
		114,
		97,
		118,
		101,
		33024,
		204,
		59,
		32768,
		204,
		768,
		59,
		97,
		112,
		2050,
		2052,
		2070,
		32768,
		8465,
		512,
		99,
		103,
		2057,
		2061,
		114,
		59,
		32768,
		298,
		105,
		110,
		97,
		114,
		121,
		73,
		59,
		32768,
		8520,
		108,
		105,
		101,
		115,
		59,
		32768,
		8658,
		837,
		2082,
		0,
		2110,
		512,
		59,
		101,
		2086,
		2088,
		32768,
		8748,
		512,
		103,
		114,
		2093,
		2099,
		114,
		97,
		108,
		59,
		32768,
		8747,
		115,
		101,
		99,
		116,
		105,
		111,
		110,
		59,
		32768,
		8898,
		105,
		115,
		105,
		98,
		108,
		101,
		512,
		67,
		84,
		2120,
		2127,
		111,
		109,
		109,
		97,
		59,
		32768,
		8291,
		105,
		109,
		101,
		115,
		59,
		32768,
		8290,
		768,
		103,
		112,
		116,
		2141,
		2146,
		2151,
		111,
		110,
		59,
		32768,
		302,
		102,
		59,
		32896,
		55349,
		56640,
		97,
		59,
		32768,
		921,
		99,
		114,
		59,
		32768,
		8464,
		105,
		108,
		100,
		101,
		59,
		32768,
		296,
		828,
		2172,
		0,
		2177,
		99,
		121,
		59,
		32768,
		1030,
		108,
		33024,
		207,
		59,
		32768,
		207,
		1280,
		99,
		102,
		111,
		115,
		117,
		2193,
		2206,
		2211,
		2217,
		2232,
		512,
		105,
		121,
		2198,
		2203,
		114,
		99,
		59,
		32768,
		308,
		59,
		32768,
		1049,
		114,
		59,
		32896,
		55349,
		56589,
		112,
		102,
		59,
		32896,
		55349,
		56641,
		820,
		2222,
		0,
		2227,
		114,
		59,
		32896,
		55349,
		56485,
		114,
		99,
		121,
		59,
		32768,
		1032,
		107,
		99,
		121,
		59,
		32768,
		1028,
		1792,
		72,
		74,
		97,
		99,
		102,
		111,
		115,
		2253,
		2258,
		2263,
		2269,
		2283,
		2288,
		2294,
		99,
		121,
		59,
		32768,
		1061,
		99,
		121,
		59,
		32768,
		1036,
		112,
		112,
		97,
		59,
		32768,
		922,
		512,
		101,
		121,
		2274,
		2280,
		100,
		105,
		108,
		59,
		32768,
		310,
		59,
		32768,
		1050,
		114,
		59,
		32896,
		55349,
		56590,
		112,
		102,
		59,
		32896,
		55349,
		56642,
		99,
		114,
		59,
		32896,
		55349,
		56486,
		2816,
		74,
		84,
		97,
		99,
		101,
		102,
		108,
		109,
		111,
		115,
		116,
		2323,
		2328,
		2333,
		2374,
		2396,
		2775,
		2780,
		2797,
		2804,
		2934,
		2954,
		99,
		121,
		59,
		32768,
		1033,
		33024,
		60,
		59,
		32768,
		60,
		1280,
		99,
		109,
		110,
		112,
		114,
		2344,
		2350,
		2356,
		2360,
		2370,
		117,
		116,
		101,
		59,
		32768,
		313,
		98,
		100,
		97,
		59,
		32768,
		923,
		103,
		59,
		32768,
		10218,
		108,
		97,
		99,
		101,
		116,
		114,
		102,
		59,
		32768,
		8466,
		114,
		59,
		32768,
		8606,
		768,
		97,
		101,
		121,
		2381,
		2387,
		2393,
		114,
		111,
		110,
		59,
		32768,
		317,
		100,
		105,
		108,
		59,
		32768,
		315,
		59,
		32768,
		1051,
		512,
		102,
		115,
		2401,
		2702,
		116,
		2560,
		65,
		67,
		68,
		70,
		82,
		84,
		85,
		86,
		97,
		114,
		2423,
		2470,
		2479,
		2530,
		2537,
		2561,
		2618,
		2666,
		2683,
		2690,
		512,
		110,
		114,
		2428,
		2441,
		103,
		108,
		101,
		66,
		114,
		97,
		99,
		107,
		101,
		116,
		59,
		32768,
		10216,
		114,
		111,
		119,
		768,
		59,
		66,
		82,
		2451,
		2453,
		2458,
		32768,
		8592,
		97,
		114,
		59,
		32768,
		8676,
		105,
		103,
		104,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8646,
		101,
		105,
		108,
		105,
		110,
		103,
		59,
		32768,
		8968,
		111,
		838,
		2485,
		0,
		2498,
		98,
		108,
		101,
		66,
		114,
		97,
		99,
		107,
		101,
		116,
		59,
		32768,
		10214,
		110,
		805,
		2503,
		0,
		2514,
		101,
		101,
		86,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10593,
		101,
		99,
		116,
		111,
		114,
		512,
		59,
		66,
		2523,
		2525,
		32768,
		8643,
		97,
		114,
		59,
		32768,
		10585,
		108,
		111,
		111,
		114,
		59,
		32768,
		8970,
		105,
		103,
		104,
		116,
		512,
		65,
		86,
		2546,
		2553,
		114,
		114,
		111,
		119,
		59,
		32768,
		8596,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10574,
		512,
		101,
		114,
		2566,
		2591,
		101,
		768,
		59,
		65,
		86,
		2574,
		2576,
		2583,
		32768,
		8867,
		114,
		114,
		111,
		119,
		59,
		32768,
		8612,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10586,
		105,
		97,
		110,
		103,
		108,
		101,
		768,
		59,
		66,
		69,
		2604,
		2606,
		2611,
		32768,
		8882,
		97,
		114,
		59,
		32768,
		10703,
		113,
		117,
		97,
		108,
		59,
		32768,
		8884,
		112,
		768,
		68,
		84,
		86,
		2626,
		2638,
		2649,
		111,
		119,
		110,
		86,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10577,
		101,
		101,
		86,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10592,
		101,
		99,
		116,
		111,
		114,
		512,
		59,
		66,
		2659,
		2661,
		32768,
		8639,
		97,
		114,
		59,
		32768,
		10584,
		101,
		99,
		116,
		111,
		114,
		512,
		59,
		66,
		2676,
		2678,
		32768,
		8636,
		97,
		114,
		59,
		32768,
		10578,
		114,
		114,
		111,
		119,
		59,
		32768,
		8656,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8660,
		115,
		1536,
		69,
		70,
		71,
		76,
		83,
		84,
		2716,
		2730,
		2741,
		2750,
		2756,
		2768,
		113,
		117,
		97,
		108,
		71,
		114,
		101,
		97,
		116,
		101,
		114,
		59,
		32768,
		8922,
		117,
		108,
		108,
		69,
		113,
		117,
		97,
		108,
		59,
		32768,
		8806,
		114,
		101,
		97,
		116,
		101,
		114,
		59,
		32768,
		8822,
		101,
		115,
		115,
		59,
		32768,
		10913,
		108,
		97,
		110,
		116,
		69,
		113,
		117,
		97,
		108,
		59,
		32768,
		10877,
		105,
		108,
		100,
		101,
		59,
		32768,
		8818,
		114,
		59,
		32896,
		55349,
		56591,
		512,
		59,
		101,
		2785,
		2787,
		32768,
		8920,
		102,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8666,
		105,
		100,
		111,
		116,
		59,
		32768,
		319,
		768,
		110,
		112,
		119,
		2811,
		2899,
		2904,
		103,
		1024,
		76,
		82,
		108,
		114,
		2821,
		2848,
		2860,
		2887,
		101,
		102,
		116,
		512,
		65,
		82,
		2829,
		2836,
		114,
		114,
		111,
		119,
		59,
		32768,
		10229,
		105,
		103,
		104,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		10231,
		105,
		103,
		104,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		10230,
		101,
		102,
		116,
		512,
		97,
		114,
		2868,
		2875,
		114,
		114,
		111,
		119,
		59,
		32768,
		10232,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		10234,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		10233,
		102,
		59,
		32896,
		55349,
		56643,
		101,
		114,
		512,
		76,
		82,
		2911,
		2922,
		101,
		102,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8601,
		105,
		103,
		104,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8600,
		768,
		99,
		104,
		116,
		2941,
		2945,
		2948,
		114,
		59,
		32768,
		8466,
		59,
		32768,
		8624,
		114,
		111,
		107,
		59,
		32768,
		321,
		59,
		32768,
		8810,
		2048,
		97,
		99,
		101,
		102,
		105,
		111,
		115,
		117,
		2974,
		2978,
		2982,
		3007,
		3012,
		3022,
		3028,
		3033,
		112,
		59,
		32768,
		10501,
		121,
		59,
		32768,
		1052,
		512,
		100,
		108,
		2987,
		2998,
		105,
		117,
		109,
		83,
		112,
		97,
		99,
		101,
		59,
		32768,
		8287,
		108,
		105,
		110,
		116,
		114,
		102,
		59,
		32768,
		8499,
		114,
		59,
		32896,
		55349,
		56592,
		110,
		117,
		115,
		80,
		108,
		117,
		115,
		59,
		32768,
		8723,
		112,
		102,
		59,
		32896,
		55349,
		56644,
		99,
		114,
		59,
		32768,
		8499,
		59,
		32768,
		924,
		2304,
		74,
		97,
		99,
		101,
		102,
		111,
		115,
		116,
		117,
		3055,
		3060,
		3067,
		3089,
		3201,
		3206,
		3874,
		3880,
		3889,
		99,
		121,
		59,
		32768,
		1034,
		99,
		117,
		116,
		101,
		59,
		32768,
		323,
		768,
		97,
		101,
		121,
		3074,
		3080,
		3086,
		114,
		111,
		110,
		59,
		32768,
		327,
		100,
		105,
		108,
		59,
		32768,
		325,
		59,
		32768,
		1053,
		768,
		103,
		115,
		119,
		3096,
		3160,
		3194,
		97,
		116,
		105,
		118,
		101,
		768,
		77,
		84,
		86,
		3108,
		3121,
		3145,
		101,
		100,
		105,
		117,
		109,
		83,
		112,
		97,
		99,
		101,
		59,
		32768,
		8203,
		104,
		105,
		512,
		99,
		110,
		3128,
		3137,
		107,
		83,
		112,
		97,
		99,
		101,
		59,
		32768,
		8203,
		83,
		112,
		97,
		99,
		101,
		59,
		32768,
		8203,
		101,
		114,
		121,
		84,
		104,
		105,
		110,
		83,
		112,
		97,
		99,
		101,
		59,
		32768,
		8203,
		116,
		101,
		100,
		512,
		71,
		76,
		3168,
		3184,
		114,
		101,
		97,
		116,
		101,
		114,
		71,
		114,
		101,
		97,
		116,
		101,
		114,
		59,
		32768,
		8811,
		101,
		115,
		115,
		76,
		101,
		115,
		115,
		59,
		32768,
		8810,
		76,
		105,
		110,
		101,
		59,
		32768,
		10,
		114,
		59,
		32896,
		55349,
		56593,
		1024,
		66,
		110,
		112,
		116,
		3215,
		3222,
		3238,
		3242,
		114,
		101,
		97,
		107,
		59,
		32768,
		8288,
		66,
		114,
		101,
		97,
		107,
		105,
		110,
		103,
		83,
		112,
		97,
		99,
		101,
		59,
		32768,
		160,
		102,
		59,
		32768,
		8469,
		3328,
		59,
		67,
		68,
		69,
		71,
		72,
		76,
		78,
		80,
		82,
		83,
		84,
		86,
		3269,
		3271,
		3293,
		3312,
		3352,
		3430,
		3455,
		3551,
		3589,
		3625,
		3678,
		3821,
		3861,
		32768,
		10988,
		512,
		111,
		117,
		3276,
		3286,
		110,
		103,
		114,
		117,
		101,
		110,
		116,
		59,
		32768,
		8802,
		112,
		67,
		97,
		112,
		59,
		32768,
		8813,
		111,
		117,
		98,
		108,
		101,
		86,
		101,
		114,
		116,
		105,
		99,
		97,
		108,
		66,
		97,
		114,
		59,
		32768,
		8742,
		768,
		108,
		113,
		120,
		3319,
		3327,
		3345,
		101,
		109,
		101,
		110,
		116,
		59,
		32768,
		8713,
		117,
		97,
		108,
		512,
		59,
		84,
		3335,
		3337,
		32768,
		8800,
		105,
		108,
		100,
		101,
		59,
		32896,
		8770,
		824,
		105,
		115,
		116,
		115,
		59,
		32768,
		8708,
		114,
		101,
		97,
		116,
		101,
		114,
		1792,
		59,
		69,
		70,
		71,
		76,
		83,
		84,
		3373,
		3375,
		3382,
		3394,
		3404,
		3410,
		3423,
		32768,
		8815,
		113,
		117,
		97,
		108,
		59,
		32768,
		8817,
		117,
		108,
		108,
		69,
		113,
		117,
		97,
		108,
		59,
		32896,
		8807,
		824,
		114,
		101,
		97,
		116,
		101,
		114,
		59,
		32896,
		8811,
		824,
		101,
		115,
		115,
		59,
		32768,
		8825,
		108,
		97,
		110,
		116,
		69,
		113,
		117,
		97,
		108,
		59,
		32896,
		10878,
		824,
		105,
		108,
		100,
		101,
		59,
		32768,
		8821,
		117,
		109,
		112,
		533,
		3437,
		3448,
		111,
		119,
		110,
		72,
		117,
		109,
		112,
		59,
		32896,
		8782,
		824,
		113,
		117,
		97,
		108,
		59,
		32896,
		8783,
		824,
		101,
		512,
		102,
		115,
		3461,
		3492,
		116,
		84,
		114,
		105,
		97,
		110,
		103,
		108,
		101,
		768,
		59,
		66,
		69,
		3477,
		3479,
		3485,
		32768,
		8938,
		97,
		114,
		59,
		32896,
		10703,
		824,
		113,
		117,
		97,
		108,
		59,
		32768,
		8940,
		115,
		1536,
		59,
		69,
		71,
		76,
		83,
		84,
		3506,
		3508,
		3515,
		3524,
		3531,
		3544,
		32768,
		8814,
		113,
		117,
		97,
		108,
		59,
		32768,
		8816,
		114,
		101,
		97,
		116,
		101,
		114,
		59,
		32768,
		8824,
		101,
		115,
		115,
		59,
		32896,
		8810,
		824,
		108,
		97,
		110,
		116,
		69,
		113,
		117,
		97,
		108,
		59,
		32896,
		10877,
		824,
		105,
		108,
		100,
		101,
		59,
		32768,
		8820,
		101,
		115,
		116,
		101,
		100,
		512,
		71,
		76,
		3561,
		3578,
		114,
		101,
		97,
		116,
		101,
		114,
		71,
		114,
		101,
		97,
		116,
		101,
		114,
		59,
		32896,
		10914,
		824,
		101,
		115,
		115,
		76,
		101,
		115,
		115,
		59,
		32896,
		10913,
		824,
		114,
		101,
		99,
		101,
		100,
		101,
		115,
		768,
		59,
		69,
		83,
		3603,
		3605,
		3613,
		32768,
		8832,
		113,
		117,
		97,
		108,
		59,
		32896,
		10927,
		824,
		108,
		97,
		110,
		116,
		69,
		113,
		117,
		97,
		108,
		59,
		32768,
		8928,
		512,
		101,
		105,
		3630,
		3645,
		118,
		101,
		114,
		115,
		101,
		69,
		108,
		101,
		109,
		101,
		110,
		116,
		59,
		32768,
		8716,
		103,
		104,
		116,
		84,
		114,
		105,
		97,
		110,
		103,
		108,
		101,
		768,
		59,
		66,
		69,
		3663,
		3665,
		3671,
		32768,
		8939,
		97,
		114,
		59,
		32896,
		10704,
		824,
		113,
		117,
		97,
		108,
		59,
		32768,
		8941,
		512,
		113,
		117,
		3683,
		3732,
		117,
		97,
		114,
		101,
		83,
		117,
		512,
		98,
		112,
		3694,
		3712,
		115,
		101,
		116,
		512,
		59,
		69,
		3702,
		3705,
		32896,
		8847,
		824,
		113,
		117,
		97,
		108,
		59,
		32768,
		8930,
		101,
		114,
		115,
		101,
		116,
		512,
		59,
		69,
		3722,
		3725,
		32896,
		8848,
		824,
		113,
		117,
		97,
		108,
		59,
		32768,
		8931,
		768,
		98,
		99,
		112,
		3739,
		3757,
		3801,
		115,
		101,
		116,
		512,
		59,
		69,
		3747,
		3750,
		32896,
		8834,
		8402,
		113,
		117,
		97,
		108,
		59,
		32768,
		8840,
		99,
		101,
		101,
		100,
		115,
		1024,
		59,
		69,
		83,
		84,
		3771,
		3773,
		3781,
		3793,
		32768,
		8833,
		113,
		117,
		97,
		108,
		59,
		32896,
		10928,
		824,
		108,
		97,
		110,
		116,
		69,
		113,
		117,
		97,
		108,
		59,
		32768,
		8929,
		105,
		108,
		100,
		101,
		59,
		32896,
		8831,
		824,
		101,
		114,
		115,
		101,
		116,
		512,
		59,
		69,
		3811,
		3814,
		32896,
		8835,
		8402,
		113,
		117,
		97,
		108,
		59,
		32768,
		8841,
		105,
		108,
		100,
		101,
		1024,
		59,
		69,
		70,
		84,
		3834,
		3836,
		3843,
		3854,
		32768,
		8769,
		113,
		117,
		97,
		108,
		59,
		32768,
		8772,
		117,
		108,
		108,
		69,
		113,
		117,
		97,
		108,
		59,
		32768,
		8775,
		105,
		108,
		100,
		101,
		59,
		32768,
		8777,
		101,
		114,
		116,
		105,
		99,
		97,
		108,
		66,
		97,
		114,
		59,
		32768,
		8740,
		99,
		114,
		59,
		32896,
		55349,
		56489,
		105,
		108,
		100,
		101,
		33024,
		209,
		59,
		32768,
		209,
		59,
		32768,
		925,
		3584,
		69,
		97,
		99,
		100,
		102,
		103,
		109,
		111,
		112,
		114,
		115,
		116,
		117,
		118,
		3921,
		3927,
		3936,
		3951,
		3958,
		3963,
		3972,
		3996,
		4002,
		4034,
		4037,
		4055,
		4071,
		4078,
		108,
		105,
		103,
		59,
		32768,
		338,
		99,
		117,
		116,
		101,
		33024,
		211,
		59,
		32768,
		211,
		512,
		105,
		121,
		3941,
		3948,
		114,
		99,
		33024,
		212,
		59,
		32768,
		212,
		59,
		32768,
		1054,
		98,
		108,
		97,
		99,
		59,
		32768,
		336,
		114,
		59,
		32896,
		55349,
		56594,
		114,
		97,
		118,
		101,
		33024,
		210,
		59,
		32768,
		210,
		768,
		97,
		101,
		105,
		3979,
		3984,
		3989,
		99,
		114,
		59,
		32768,
		332,
		103,
		97,
		59,
		32768,
		937,
		99,
		114,
		111,
		110,
		59,
		32768,
		927,
		112,
		102,
		59,
		32896,
		55349,
		56646,
		101,
		110,
		67,
		117,
		114,
		108,
		121,
		512,
		68,
		81,
		4014,
		4027,
		111,
		117,
		98,
		108,
		101,
		81,
		117,
		111,
		116,
		101,
		59,
		32768,
		8220,
		117,
		111,
		116,
		101,
		59,
		32768,
		8216,
		59,
		32768,
		10836,
		512,
		99,
		108,
		4042,
		4047,
		114,
		59,
		32896,
		55349,
		56490,
		97,
		115,
		104,
		33024,
		216,
		59,
		32768,
		216,
		105,
		573,
		4060,
		4067,
		100,
		101,
		33024,
		213,
		59,
		32768,
		213,
		101,
		115,
		59,
		32768,
		10807,
		109,
		108,
		33024,
		214,
		59,
		32768,
		214,
		101,
		114,
		512,
		66,
		80,
		4085,
		4109,
		512,
		97,
		114,
		4090,
		4094,
		114,
		59,
		32768,
		8254,
		97,
		99,
		512,
		101,
		107,
		4101,
		4104,
		59,
		32768,
		9182,
		101,
		116,
		59,
		32768,
		9140,
		97,
		114,
		101,
		110,
		116,
		104,
		101,
		115,
		105,
		115,
		59,
		32768,
		9180,
		2304,
		97,
		99,
		102,
		104,
		105,
		108,
		111,
		114,
		115,
		4141,
		4150,
		4154,
		4159,
		4163,
		4166,
		4176,
		4198,
		4284,
		114,
		116,
		105,
		97,
		108,
		68,
		59,
		32768,
		8706,
		121,
		59,
		32768,
		1055,
		114,
		59,
		32896,
		55349,
		56595,
		105,
		59,
		32768,
		934,
		59,
		32768,
		928,
		117,
		115,
		77,
		105,
		110,
		117,
		115,
		59,
		32768,
		177,
		512,
		105,
		112,
		4181,
		4194,
		110,
		99,
		97,
		114,
		101,
		112,
		108,
		97,
		110,
		101,
		59,
		32768,
		8460,
		102,
		59,
		32768,
		8473,
		1024,
		59,
		101,
		105,
		111,
		4207,
		4209,
		4251,
		4256,
		32768,
		10939,
		99,
		101,
		100,
		101,
		115,
		1024,
		59,
		69,
		83,
		84,
		4223,
		4225,
		4232,
		4244,
		32768,
		8826,
		113,
		117,
		97,
		108,
		59,
		32768,
		10927,
		108,
		97,
		110,
		116,
		69,
		113,
		117,
		97,
		108,
		59,
		32768,
		8828,
		105,
		108,
		100,
		101,
		59,
		32768,
		8830,
		109,
		101,
		59,
		32768,
		8243,
		512,
		100,
		112,
		4261,
		4267,
		117,
		99,
		116,
		59,
		32768,
		8719,
		111,
		114,
		116,
		105,
		111,
		110,
		512,
		59,
		97,
		4278,
		4280,
		32768,
		8759,
		108,
		59,
		32768,
		8733,
		512,
		99,
		105,
		4289,
		4294,
		114,
		59,
		32896,
		55349,
		56491,
		59,
		32768,
		936,
		1024,
		85,
		102,
		111,
		115,
		4306,
		4313,
		4318,
		4323,
		79,
		84,
		33024,
		34,
		59,
		32768,
		34,
		114,
		59,
		32896,
		55349,
		56596,
		112,
		102,
		59,
		32768,
		8474,
		99,
		114,
		59,
		32896,
		55349,
		56492,
		3072,
		66,
		69,
		97,
		99,
		101,
		102,
		104,
		105,
		111,
		114,
		115,
		117,
		4354,
		4360,
		4366,
		4395,
		4417,
		4473,
		4477,
		4481,
		4743,
		4764,
		4776,
		4788,
		97,
		114,
		114,
		59,
		32768,
		10512,
		71,
		33024,
		174,
		59,
		32768,
		174,
		768,
		99,
		110,
		114,
		4373,
		4379,
		4383,
		117,
		116,
		101,
		59,
		32768,
		340,
		103,
		59,
		32768,
		10219,
		114,
		512,
		59,
		116,
		4389,
		4391,
		32768,
		8608,
		108,
		59,
		32768,
		10518,
		768,
		97,
		101,
		121,
		4402,
		4408,
		4414,
		114,
		111,
		110,
		59,
		32768,
		344,
		100,
		105,
		108,
		59,
		32768,
		342,
		59,
		32768,
		1056,
		512,
		59,
		118,
		4422,
		4424,
		32768,
		8476,
		101,
		114,
		115,
		101,
		512,
		69,
		85,
		4433,
		4458,
		512,
		108,
		113,
		4438,
		4446,
		101,
		109,
		101,
		110,
		116,
		59,
		32768,
		8715,
		117,
		105,
		108,
		105,
		98,
		114,
		105,
		117,
		109,
		59,
		32768,
		8651,
		112,
		69,
		113,
		117,
		105,
		108,
		105,
		98,
		114,
		105,
		117,
		109,
		59,
		32768,
		10607,
		114,
		59,
		32768,
		8476,
		111,
		59,
		32768,
		929,
		103,
		104,
		116,
		2048,
		65,
		67,
		68,
		70,
		84,
		85,
		86,
		97,
		4501,
		4547,
		4556,
		4607,
		4614,
		4671,
		4719,
		4736,
		512,
		110,
		114,
		4506,
		4519,
		103,
		108,
		101,
		66,
		114,
		97,
		99,
		107,
		101,
		116,
		59,
		32768,
		10217,
		114,
		111,
		119,
		768,
		59,
		66,
		76,
		4529,
		4531,
		4536,
		32768,
		8594,
		97,
		114,
		59,
		32768,
		8677,
		101,
		102,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8644,
		101,
		105,
		108,
		105,
		110,
		103,
		59,
		32768,
		8969,
		111,
		838,
		4562,
		0,
		4575,
		98,
		108,
		101,
		66,
		114,
		97,
		99,
		107,
		101,
		116,
		59,
		32768,
		10215,
		110,
		805,
		4580,
		0,
		4591,
		101,
		101,
		86,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10589,
		101,
		99,
		116,
		111,
		114,
		512,
		59,
		66,
		4600,
		4602,
		32768,
		8642,
		97,
		114,
		59,
		32768,
		10581,
		108,
		111,
		111,
		114,
		59,
		32768,
		8971,
		512,
		101,
		114,
		4619,
		4644,
		101,
		768,
		59,
		65,
		86,
		4627,
		4629,
		4636,
		32768,
		8866,
		114,
		114,
		111,
		119,
		59,
		32768,
		8614,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10587,
		105,
		97,
		110,
		103,
		108,
		101,
		768,
		59,
		66,
		69,
		4657,
		4659,
		4664,
		32768,
		8883,
		97,
		114,
		59,
		32768,
		10704,
		113,
		117,
		97,
		108,
		59,
		32768,
		8885,
		112,
		768,
		68,
		84,
		86,
		4679,
		4691,
		4702,
		111,
		119,
		110,
		86,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10575,
		101,
		101,
		86,
		101,
		99,
		116,
		111,
		114,
		59,
		32768,
		10588,
		101,
		99,
		116,
		111,
		114,
		512,
		59,
		66,
		4712,
		4714,
		32768,
		8638,
		97,
		114,
		59,
		32768,
		10580,
		101,
		99,
		116,
		111,
		114,
		512,
		59,
		66,
		4729,
		4731,
		32768,
		8640,
		97,
		114,
		59,
		32768,
		10579,
		114,
		114,
		111,
		119,
		59,
		32768,
		8658,
		512,
		112,
		117,
		4748,
		4752,
		102,
		59,
		32768,
		8477,
		110,
		100,
		73,
		109,
		112,
		108,
		105,
		101,
		115,
		59,
		32768,
		10608,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8667,
		512,
		99,
		104,
		4781,
		4785,
		114,
		59,
		32768,
		8475,
		59,
		32768,
		8625,
		108,
		101,
		68,
		101,
		108,
		97,
		121,
		101,
		100,
		59,
		32768,
		10740,
		3328,
		72,
		79,
		97,
		99,
		102,
		104,
		105,
		109,
		111,
		113,
		115,
		116,
		117,
		4827,
		4842,
		4849,
		4856,
		4889,
		4894,
		4949,
		4955,
		4967,
		4973,
		5059,
		5065,
		5070,
		512,
		67,
		99,
		4832,
		4838,
		72,
		99,
		121,
		59,
		32768,
		1065,
		121,
		59,
		32768,
		1064,
		70,
		84,
		99,
		121,
		59,
		32768,
		1068,
		99,
		117,
		116,
		101,
		59,
		32768,
		346,
		1280,
		59,
		97,
		101,
		105,
		121,
		4867,
		4869,
		4875,
		4881,
		4886,
		32768,
		10940,
		114,
		111,
		110,
		59,
		32768,
		352,
		100,
		105,
		108,
		59,
		32768,
		350,
		114,
		99,
		59,
		32768,
		348,
		59,
		32768,
		1057,
		114,
		59,
		32896,
		55349,
		56598,
		111,
		114,
		116,
		1024,
		68,
		76,
		82,
		85,
		4906,
		4917,
		4928,
		4940,
		111,
		119,
		110,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8595,
		101,
		102,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8592,
		105,
		103,
		104,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8594,
		112,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8593,
		103,
		109,
		97,
		59,
		32768,
		931,
		97,
		108,
		108,
		67,
		105,
		114,
		99,
		108,
		101,
		59,
		32768,
		8728,
		112,
		102,
		59,
		32896,
		55349,
		56650,
		1091,
		4979,
		0,
		0,
		4983,
		116,
		59,
		32768,
		8730,
		97,
		114,
		101,
		1024,
		59,
		73,
		83,
		85,
		4994,
		4996,
		5010,
		5052,
		32768,
		9633,
		110,
		116,
		101,
		114,
		115,
		101,
		99,
		116,
		105,
		111,
		110,
		59,
		32768,
		8851,
		117,
		512,
		98,
		112,
		5016,
		5033,
		115,
		101,
		116,
		512,
		59,
		69,
		5024,
		5026,
		32768,
		8847,
		113,
		117,
		97,
		108,
		59,
		32768,
		8849,
		101,
		114,
		115,
		101,
		116,
		512,
		59,
		69,
		5043,
		5045,
		32768,
		8848,
		113,
		117,
		97,
		108,
		59,
		32768,
		8850,
		110,
		105,
		111,
		110,
		59,
		32768,
		8852,
		99,
		114,
		59,
		32896,
		55349,
		56494,
		97,
		114,
		59,
		32768,
		8902,
		1024,
		98,
		99,
		109,
		112,
		5079,
		5102,
		5155,
		5158,
		512,
		59,
		115,
		5084,
		5086,
		32768,
		8912,
		101,
		116,
		512,
		59,
		69,
		5093,
		5095,
		32768,
		8912,
		113,
		117,
		97,
		108,
		59,
		32768,
		8838,
		512,
		99,
		104,
		5107,
		5148,
		101,
		101,
		100,
		115,
		1024,
		59,
		69,
		83,
		84,
		5120,
		5122,
		5129,
		5141,
		32768,
		8827,
		113,
		117,
		97,
		108,
		59,
		32768,
		10928,
		108,
		97,
		110,
		116,
		69,
		113,
		117,
		97,
		108,
		59,
		32768,
		8829,
		105,
		108,
		100,
		101,
		59,
		32768,
		8831,
		84,
		104,
		97,
		116,
		59,
		32768,
		8715,
		59,
		32768,
		8721,
		768,
		59,
		101,
		115,
		5165,
		5167,
		5185,
		32768,
		8913,
		114,
		115,
		101,
		116,
		512,
		59,
		69,
		5176,
		5178,
		32768,
		8835,
		113,
		117,
		97,
		108,
		59,
		32768,
		8839,
		101,
		116,
		59,
		32768,
		8913,
		2816,
		72,
		82,
		83,
		97,
		99,
		102,
		104,
		105,
		111,
		114,
		115,
		5213,
		5221,
		5227,
		5241,
		5252,
		5274,
		5279,
		5323,
		5362,
		5368,
		5378,
		79,
		82,
		78,
		33024,
		222,
		59,
		32768,
		222,
		65,
		68,
		69,
		59,
		32768,
		8482,
		512,
		72,
		99,
		5232,
		5237,
		99,
		121,
		59,
		32768,
		1035,
		121,
		59,
		32768,
		1062,
		512,
		98,
		117,
		5246,
		5249,
		59,
		32768,
		9,
		59,
		32768,
		932,
		768,
		97,
		101,
		121,
		5259,
		5265,
		5271,
		114,
		111,
		110,
		59,
		32768,
		356,
		100,
		105,
		108,
		59,
		32768,
		354,
		59,
		32768,
		1058,
		114,
		59,
		32896,
		55349,
		56599,
		512,
		101,
		105,
		5284,
		5300,
		835,
		5289,
		0,
		5297,
		101,
		102,
		111,
		114,
		101,
		59,
		32768,
		8756,
		97,
		59,
		32768,
		920,
		512,
		99,
		110,
		5305,
		5315,
		107,
		83,
		112,
		97,
		99,
		101,
		59,
		32896,
		8287,
		8202,
		83,
		112,
		97,
		99,
		101,
		59,
		32768,
		8201,
		108,
		100,
		101,
		1024,
		59,
		69,
		70,
		84,
		5335,
		5337,
		5344,
		5355,
		32768,
		8764,
		113,
		117,
		97,
		108,
		59,
		32768,
		8771,
		117,
		108,
		108,
		69,
		113,
		117,
		97,
		108,
		59,
		32768,
		8773,
		105,
		108,
		100,
		101,
		59,
		32768,
		8776,
		112,
		102,
		59,
		32896,
		55349,
		56651,
		105,
		112,
		108,
		101,
		68,
		111,
		116,
		59,
		32768,
		8411,
		512,
		99,
		116,
		5383,
		5388,
		114,
		59,
		32896,
		55349,
		56495,
		114,
		111,
		107,
		59,
		32768,
		358,
		5426,
		5417,
		5444,
		5458,
		5473,
		0,
		5480,
		5485,
		0,
		0,
		0,
		0,
		0,
		5494,
		5500,
		5564,
		5579,
		0,
		5726,
		5732,
		5738,
		5745,
		512,
		99,
		114,
		5421,
		5429,
		117,
		116,
		101,
		33024,
		218,
		59,
		32768,
		218,
		114,
		512,
		59,
		111,
		5435,
		5437,
		32768,
		8607,
		99,
		105,
		114,
		59,
		32768,
		10569,
		114,
		820,
		5449,
		0,
		5453,
		121,
		59,
		32768,
		1038,
		118,
		101,
		59,
		32768,
		364,
		512,
		105,
		121,
		5462,
		5469,
		114,
		99,
		33024,
		219,
		59,
		32768,
		219,
		59,
		32768,
		1059,
		98,
		108,
		97,
		99,
		59,
		32768,
		368,
		114,
		59,
		32896,
		55349,
		56600,
		114,
		97,
		118,
		101,
		33024,
		217,
		59,
		32768,
		217,
		97,
		99,
		114,
		59,
		32768,
		362,
		512,
		100,
		105,
		5504,
		5548,
		101,
		114,
		512,
		66,
		80,
		5511,
		5535,
		512,
		97,
		114,
		5516,
		5520,
		114,
		59,
		32768,
		95,
		97,
		99,
		512,
		101,
		107,
		5527,
		5530,
		59,
		32768,
		9183,
		101,
		116,
		59,
		32768,
		9141,
		97,
		114,
		101,
		110,
		116,
		104,
		101,
		115,
		105,
		115,
		59,
		32768,
		9181,
		111,
		110,
		512,
		59,
		80,
		5555,
		5557,
		32768,
		8899,
		108,
		117,
		115,
		59,
		32768,
		8846,
		512,
		103,
		112,
		5568,
		5573,
		111,
		110,
		59,
		32768,
		370,
		102,
		59,
		32896,
		55349,
		56652,
		2048,
		65,
		68,
		69,
		84,
		97,
		100,
		112,
		115,
		5595,
		5624,
		5635,
		5648,
		5664,
		5671,
		5682,
		5712,
		114,
		114,
		111,
		119,
		768,
		59,
		66,
		68,
		5606,
		5608,
		5613,
		32768,
		8593,
		97,
		114,
		59,
		32768,
		10514,
		111,
		119,
		110,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8645,
		111,
		119,
		110,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8597,
		113,
		117,
		105,
		108,
		105,
		98,
		114,
		105,
		117,
		109,
		59,
		32768,
		10606,
		101,
		101,
		512,
		59,
		65,
		5655,
		5657,
		32768,
		8869,
		114,
		114,
		111,
		119,
		59,
		32768,
		8613,
		114,
		114,
		111,
		119,
		59,
		32768,
		8657,
		111,
		119,
		110,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8661,
		101,
		114,
		512,
		76,
		82,
		5689,
		5700,
		101,
		102,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8598,
		105,
		103,
		104,
		116,
		65,
		114,
		114,
		111,
		119,
		59,
		32768,
		8599,
		105,
		512,
		59,
		108,
		5718,
		5720,
		32768,
		978,
		111,
		110,
		59,
		32768,
		933,
		105,
		110,
		103,
		59,
		32768,
		366,
		99,
		114,
		59,
		32896,
		55349,
		56496,
		105,
		108,
		100,
		101,
		59,
		32768,
		360,
		109,
		108,
		33024,
		220,
		59,
		32768,
		220,
		2304,
		68,
		98,
		99,
		100,
		101,
		102,
		111,
		115,
		118,
		5770,
		5776,
		5781,
		5785,
		5798,
		5878,
		5883,
		5889,
		5895,
		97,
		115,
		104,
		59,
		32768,
		8875,
		97,
		114,
		59,
		32768,
		10987,
		121,
		59,
		32768,
		1042,
		97,
		115,
		104,
		512,
		59,
		108,
		5793,
		5795,
		32768,
		8873,
		59,
		32768,
		10982,
		512,
		101,
		114,
		5803,
		5806,
		59,
		32768,
		8897,
		768,
		98,
		116,
		121,
		5813,
		5818,
		5866,
		97,
		114,
		59,
		32768,
		8214,
		512,
		59,
		105,
		5823,
		5825,
		32768,
		8214,
		99,
		97,
		108,
		1024,
		66,
		76,
		83,
		84,
		5837,
		5842,
		5848,
		5859,
		97,
		114,
		59,
		32768,
		8739,
		105,
		110,
		101,
		59,
		32768,
		124,
		101,
		112,
		97,
		114,
		97,
		116,
		111,
		114,
		59,
		32768,
		10072,
		105,
		108,
		100,
		101,
		59,
		32768,
		8768,
		84,
		104,
		105,
		110,
		83,
		112,
		97,
		99,
		101,
		59,
		32768,
		8202,
		114,
		59,
		32896,
		55349,
		56601,
		112,
		102,
		59,
		32896,
		55349,
		56653,
		99,
		114,
		59,
		32896,
		55349,
		56497,
		100,
		97,
		115,
		104,
		59,
		32768,
		8874,
		1280,
		99,
		101,
		102,
		111,
		115,
		5913,
		5919,
		5925,
		5930,
		5936,
		105,
		114,
		99,
		59,
		32768,
		372,
		100,
		103,
		101,
		59,
		32768,
		8896,
		114,
		59,
		32896,
		55349,
		56602,
		112,
		102,
		59,
		32896,
		55349,
		56654,
		99,
		114,
		59,
		32896,
		55349,
		56498,
		1024,
		102,
		105,
		111,
		115,
		5951,
		5956,
		5959,
		5965,
		114,
		59,
		32896,
		55349,
		56603,
		59,
		32768,
		926,
		112,
		102,
		59,
		32896,
		55349,
		56655,
		99,
		114,
		59,
		32896,
		55349,
		56499,
		2304,
		65,
		73,
		85,
		97,
		99,
		102,
		111,
		115,
		117,
		5990,
		5995,
		6e3,
		6005,
		6014,
		6027,
		6032,
		6038,
		6044,
		99,
		121,
		59,
		32768,
		1071,
		99,
		121,
		59,
		32768,
		1031,
		99,
		121,
		59,
		32768,
		1070,
		99,
		117,
		116,
		101,
		33024,
		221,
		59,
		32768,
		221,
		512,
		105,
		121,
		6019,
		6024,
		114,
		99,
		59,
		32768,
		374,
		59,
		32768,
		1067,
		114,
		59,
		32896,
		55349,
		56604,
		112,
		102,
		59,
		32896,
		55349,
		56656,
		99,
		114,
		59,
		32896,
		55349,
		56500,
		109,
		108,
		59,
		32768,
		376,
		2048,
		72,
		97,
		99,
		100,
		101,
		102,
		111,
		115,
		6066,
		6071,
		6078,
		6092,
		6097,
		6119,
		6123,
		6128,
		99,
		121,
		59,
		32768,
		1046,
		99,
		117,
		116,
		101,
		59,
		32768,
		377,
		512,
		97,
		121,
		6083,
		6089,
		114,
		111,
		110,
		59,
		32768,
		381,
		59,
		32768,
		1047,
		111,
		116,
		59,
		32768,
		379,
		835,
		6102,
		0,
		6116,
		111,
		87,
		105,
		100,
		116,
		104,
		83,
		112,
		97,
		99,
		101,
		59,
		32768,
		8203,
		97,
		59,
		32768,
		918,
		114,
		59,
		32768,
		8488,
		112,
		102,
		59,
		32768,
		8484,
		99,
		114,
		59,
		32896,
		55349,
		56501,
		5938,
		6159,
		6168,
		6175,
		0,
		6214,
		6222,
		6233,
		0,
		0,
		0,
		0,
		6242,
		6267,
		6290,
		6429,
		6444,
		0,
		6495,
		6503,
		6531,
		6540,
		0,
		6547,
		99,
		117,
		116,
		101,
		33024,
		225,
		59,
		32768,
		225,
		114,
		101,
		118,
		101,
		59,
		32768,
		259,
		1536,
		59,
		69,
		100,
		105,
		117,
		121,
		6187,
		6189,
		6193,
		6196,
		6203,
		6210,
		32768,
		8766,
		59,
		32896,
		8766,
		819,
		59,
		32768,
		8767,
		114,
		99,
		33024,
		226,
		59,
		32768,
		226,
		116,
		101,
		33024,
		180,
		59,
		32768,
		180,
		59,
		32768,
		1072,
		108,
		105,
		103,
		33024,
		230,
		59,
		32768,
		230,
		512,
		59,
		114,
		6226,
		6228,
		32768,
		8289,
		59,
		32896,
		55349,
		56606,
		114,
		97,
		118,
		101,
		33024,
		224,
		59,
		32768,
		224,
		512,
		101,
		112,
		6246,
		6261,
		512,
		102,
		112,
		6251,
		6257,
		115,
		121,
		109,
		59,
		32768,
		8501,
		104,
		59,
		32768,
		8501,
		104,
		97,
		59,
		32768,
		945,
		512,
		97,
		112,
		6271,
		6284,
		512,
		99,
		108,
		6276,
		6280,
		114,
		59,
		32768,
		257,
		103,
		59,
		32768,
		10815,
		33024,
		38,
		59,
		32768,
		38,
		1077,
		6295,
		0,
		0,
		6326,
		1280,
		59,
		97,
		100,
		115,
		118,
		6305,
		6307,
		6312,
		6315,
		6322,
		32768,
		8743,
		110,
		100,
		59,
		32768,
		10837,
		59,
		32768,
		10844,
		108,
		111,
		112,
		101,
		59,
		32768,
		10840,
		59,
		32768,
		10842,
		1792,
		59,
		101,
		108,
		109,
		114,
		115,
		122,
		6340,
		6342,
		6345,
		6349,
		6391,
		6410,
		6422,
		32768,
		8736,
		59,
		32768,
		10660,
		101,
		59,
		32768,
		8736,
		115,
		100,
		512,
		59,
		97,
		6356,
		6358,
		32768,
		8737,
		2098,
		6368,
		6371,
		6374,
		6377,
		6380,
		6383,
		6386,
		6389,
		59,
		32768,
		10664,
		59,
		32768,
		10665,
		59,
		32768,
		10666,
		59,
		32768,
		10667,
		59,
		32768,
		10668,
		59,
		32768,
		10669,
		59,
		32768,
		10670,
		59,
		32768,
		10671,
		116,
		512,
		59,
		118,
		6397,
		6399,
		32768,
		8735,
		98,
		512,
		59,
		100,
		6405,
		6407,
		32768,
		8894,
		59,
		32768,
		10653,
		512,
		112,
		116,
		6415,
		6419,
		104,
		59,
		32768,
		8738,
		59,
		32768,
		197,
		97,
		114,
		114,
		59,
		32768,
		9084,
		512,
		103,
		112,
		6433,
		6438,
		111,
		110,
		59,
		32768,
		261,
		102,
		59,
		32896,
		55349,
		56658,
		1792,
		59,
		69,
		97,
		101,
		105,
		111,
		112,
		6458,
		6460,
		6463,
		6469,
		6472,
		6476,
		6480,
		32768,
		8776,
		59,
		32768,
		10864,
		99,
		105,
		114,
		59,
		32768,
		10863,
		59,
		32768,
		8778,
		100,
		59,
		32768,
		8779,
		115,
		59,
		32768,
		39,
		114,
		111,
		120,
		512,
		59,
		101,
		6488,
		6490,
		32768,
		8776,
		113,
		59,
		32768,
		8778,
		105,
		110,
		103,
		33024,
		229,
		59,
		32768,
		229,
		768,
		99,
		116,
		121,
		6509,
		6514,
		6517,
		114,
		59,
		32896,
		55349,
		56502,
		59,
		32768,
		42,
		109,
		112,
		512,
		59,
		101,
		6524,
		6526,
		32768,
		8776,
		113,
		59,
		32768,
		8781,
		105,
		108,
		100,
		101,
		33024,
		227,
		59,
		32768,
		227,
		109,
		108,
		33024,
		228,
		59,
		32768,
		228,
		512,
		99,
		105,
		6551,
		6559,
		111,
		110,
		105,
		110,
		116,
		59,
		32768,
		8755,
		110,
		116,
		59,
		32768,
		10769,
		4096,
		78,
		97,
		98,
		99,
		100,
		101,
		102,
		105,
		107,
		108,
		110,
		111,
		112,
		114,
		115,
		117,
		6597,
		6602,
		6673,
		6688,
		6701,
		6707,
		6768,
		6773,
		6891,
		6898,
		6999,
		7023,
		7309,
		7316,
		7334,
		7383,
		111,
		116,
		59,
		32768,
		10989,
		512,
		99,
		114,
		6607,
		6652,
		107,
		1024,
		99,
		101,
		112,
		115,
		6617,
		6623,
		6632,
		6639,
		111,
		110,
		103,
		59,
		32768,
		8780,
		112,
		115,
		105,
		108,
		111,
		110,
		59,
		32768,
		1014,
		114,
		105,
		109,
		101,
		59,
		32768,
		8245,
		105,
		109,
		512,
		59,
		101,
		6646,
		6648,
		32768,
		8765,
		113,
		59,
		32768,
		8909,
		583,
		6656,
		6661,
		101,
		101,
		59,
		32768,
		8893,
		101,
		100,
		512,
		59,
		103,
		6667,
		6669,
		32768,
		8965,
		101,
		59,
		32768,
		8965,
		114,
		107,
		512,
		59,
		116,
		6680,
		6682,
		32768,
		9141,
		98,
		114,
		107,
		59,
		32768,
		9142,
		512,
		111,
		121,
		6693,
		6698,
		110,
		103,
		59,
		32768,
		8780,
		59,
		32768,
		1073,
		113,
		117,
		111,
		59,
		32768,
		8222,
		1280,
		99,
		109,
		112,
		114,
		116,
		6718,
		6731,
		6738,
		6743,
		6749,
		97,
		117,
		115,
		512,
		59,
		101,
		6726,
		6728,
		32768,
		8757,
		59,
		32768,
		8757,
		112,
		116,
		121,
		118,
		59,
		32768,
		10672,
		115,
		105,
		59,
		32768,
		1014,
		110,
		111,
		117,
		59,
		32768,
		8492,
		768,
		97,
		104,
		119,
		6756,
		6759,
		6762,
		59,
		32768,
		946,
		59,
		32768,
		8502,
		101,
		101,
		110,
		59,
		32768,
		8812,
		114,
		59,
		32896,
		55349,
		56607,
		103,
		1792,
		99,
		111,
		115,
		116,
		117,
		118,
		119,
		6789,
		6809,
		6834,
		6850,
		6872,
		6879,
		6884,
		768,
		97,
		105,
		117,
		6796,
		6800,
		6805,
		112,
		59,
		32768,
		8898,
		114,
		99,
		59,
		32768,
		9711,
		112,
		59,
		32768,
		8899,
		768,
		100,
		112,
		116,
		6816,
		6821,
		6827,
		111,
		116,
		59,
		32768,
		10752,
		108,
		117,
		115,
		59,
		32768,
		10753,
		105,
		109,
		101,
		115,
		59,
		32768,
		10754,
		1090,
		6840,
		0,
		0,
		6846,
		99,
		117,
		112,
		59,
		32768,
		10758,
		97,
		114,
		59,
		32768,
		9733,
		114,
		105,
		97,
		110,
		103,
		108,
		101,
		512,
		100,
		117,
		6862,
		6868,
		111,
		119,
		110,
		59,
		32768,
		9661,
		112,
		59,
		32768,
		9651,
		112,
		108,
		117,
		115,
		59,
		32768,
		10756,
		101,
		101,
		59,
		32768,
		8897,
		101,
		100,
		103,
		101,
		59,
		32768,
		8896,
		97,
		114,
		111,
		119,
		59,
		32768,
		10509,
		768,
		97,
		107,
		111,
		6905,
		6976,
		6994,
		512,
		99,
		110,
		6910,
		6972,
		107,
		768,
		108,
		115,
		116,
		6918,
		6927,
		6935,
		111,
		122,
		101,
		110,
		103,
		101,
		59,
		32768,
		10731,
		113,
		117,
		97,
		114,
		101,
		59,
		32768,
		9642,
		114,
		105,
		97,
		110,
		103,
		108,
		101,
		1024,
		59,
		100,
		108,
		114,
		6951,
		6953,
		6959,
		6965,
		32768,
		9652,
		111,
		119,
		110,
		59,
		32768,
		9662,
		101,
		102,
		116,
		59,
		32768,
		9666,
		105,
		103,
		104,
		116,
		59,
		32768,
		9656,
		107,
		59,
		32768,
		9251,
		770,
		6981,
		0,
		6991,
		771,
		6985,
		0,
		6988,
		59,
		32768,
		9618,
		59,
		32768,
		9617,
		52,
		59,
		32768,
		9619,
		99,
		107,
		59,
		32768,
		9608,
		512,
		101,
		111,
		7004,
		7019,
		512,
		59,
		113,
		7009,
		7012,
		32896,
		61,
		8421,
		117,
		105,
		118,
		59,
		32896,
		8801,
		8421,
		116,
		59,
		32768,
		8976,
		1024,
		112,
		116,
		119,
		120,
		7032,
		7037,
		7049,
		7055,
		102,
		59,
		32896,
		55349,
		56659,
		512,
		59,
		116,
		7042,
		7044,
		32768,
		8869,
		111,
		109,
		59,
		32768,
		8869,
		116,
		105,
		101,
		59,
		32768,
		8904,
		3072,
		68,
		72,
		85,
		86,
		98,
		100,
		104,
		109,
		112,
		116,
		117,
		118,
		7080,
		7101,
		7126,
		7147,
		7182,
		7187,
		7208,
		7233,
		7240,
		7246,
		7253,
		7274,
		1024,
		76,
		82,
		108,
		114,
		7089,
		7092,
		7095,
		7098,
		59,
		32768,
		9559,
		59,
		32768,
		9556,
		59,
		32768,
		9558,
		59,
		32768,
		9555,
		1280,
		59,
		68,
		85,
		100,
		117,
		7112,
		7114,
		7117,
		7120,
		7123,
		32768,
		9552,
		59,
		32768,
		9574,
		59,
		32768,
		9577,
		59,
		32768,
		9572,
		59,
		32768,
		9575,
		1024,
		76,
		82,
		108,
		114,
		7135,
		7138,
		7141,
		7144,
		59,
		32768,
		9565,
		59,
		32768,
		9562,
		59,
		32768,
		9564,
		59,
		32768,
		9561,
		1792,
		59,
		72,
		76,
		82,
		104,
		108,
		114,
		7162,
		7164,
		7167,
		7170,
		7173,
		7176,
		7179,
		32768,
		9553,
		59,
		32768,
		9580,
		59,
		32768,
		9571,
		59,
		32768,
		9568,
		59,
		32768,
		9579,
		59,
		32768,
		9570,
		59,
		32768,
		9567,
		111,
		120,
		59,
		32768,
		10697,
		1024,
		76,
		82,
		108,
		114,
		7196,
		7199,
		7202,
		7205,
		59,
		32768,
		9557,
		59,
		32768,
		9554,
		59,
		32768,
		9488,
		59,
		32768,
		9484,
		1280,
		59,
		68,
		85,
		100,
		117,
		7219,
		7221,
		7224,
		7227,
		7230,
		32768,
		9472,
		59,
		32768,
		9573,
		59,
		32768,
		9576,
		59,
		32768,
		9516,
		59,
		32768,
		9524,
		105,
		110,
		117,
		115,
		59,
		32768,
		8863,
		108,
		117,
		115,
		59,
		32768,
		8862,
		105,
		109,
		101,
		115,
		59,
		32768,
		8864,
		1024,
		76,
		82,
		108,
		114,
		7262,
		7265,
		7268,
		7271,
		59,
		32768,
		9563,
		59,
		32768,
		9560,
		59,
		32768,
		9496,
		59,
		32768,
		9492,
		1792,
		59,
		72,
		76,
		82,
		104,
		108,
		114,
		7289,
		7291,
		7294,
		7297,
		7300,
		7303,
		7306,
		32768,
		9474,
		59,
		32768,
		9578,
		59,
		32768,
		9569,
		59,
		32768,
		9566,
		59,
		32768,
		9532,
		59,
		32768,
		9508,
		59,
		32768,
		9500,
		114,
		105,
		109,
		101,
		59,
		32768,
		8245,
		512,
		101,
		118,
		7321,
		7326,
		118,
		101,
		59,
		32768,
		728,
		98,
		97,
		114,
		33024,
		166,
		59,
		32768,
		166,
		1024,
		99,
		101,
		105,
		111,
		7343,
		7348,
		7353,
		7364,
		114,
		59,
		32896,
		55349,
		56503,
		109,
		105,
		59,
		32768,
		8271,
		109,
		512,
		59,
		101,
		7359,
		7361,
		32768,
		8765,
		59,
		32768,
		8909,
		108,
		768,
		59,
		98,
		104,
		7372,
		7374,
		7377,
		32768,
		92,
		59,
		32768,
		10693,
		115,
		117,
		98,
		59,
		32768,
		10184,
		573,
		7387,
		7399,
		108,
		512,
		59,
		101,
		7392,
		7394,
		32768,
		8226,
		116,
		59,
		32768,
		8226,
		112,
		768,
		59,
		69,
		101,
		7406,
		7408,
		7411,
		32768,
		8782,
		59,
		32768,
		10926,
		512,
		59,
		113,
		7416,
		7418,
		32768,
		8783,
		59,
		32768,
		8783,
		6450,
		7448,
		0,
		7523,
		7571,
		7576,
		7613,
		0,
		7618,
		7647,
		0,
		0,
		7764,
		0,
		0,
		7779,
		0,
		0,
		7899,
		7914,
		7949,
		7955,
		0,
		8158,
		0,
		8176,
		768,
		99,
		112,
		114,
		7454,
		7460,
		7509,
		117,
		116,
		101,
		59,
		32768,
		263,
		1536,
		59,
		97,
		98,
		99,
		100,
		115,
		7473,
		7475,
		7480,
		7487,
		7500,
		7505,
		32768,
		8745,
		110,
		100,
		59,
		32768,
		10820,
		114,
		99,
		117,
		112,
		59,
		32768,
		10825,
		512,
		97,
		117,
		7492,
		7496,
		112,
		59,
		32768,
		10827,
		112,
		59,
		32768,
		10823,
		111,
		116,
		59,
		32768,
		10816,
		59,
		32896,
		8745,
		65024,
		512,
		101,
		111,
		7514,
		7518,
		116,
		59,
		32768,
		8257,
		110,
		59,
		32768,
		711,
		1024,
		97,
		101,
		105,
		117,
		7531,
		7544,
		7552,
		7557,
		833,
		7536,
		0,
		7540,
		115,
		59,
		32768,
		10829,
		111,
		110,
		59,
		32768,
		269,
		100,
		105,
		108,
		33024,
		231,
		59,
		32768,
		231,
		114,
		99,
		59,
		32768,
		265,
		112,
		115,
		512,
		59,
		115,
		7564,
		7566,
		32768,
		10828,
		109,
		59,
		32768,
		10832,
		111,
		116,
		59,
		32768,
		267,
		768,
		100,
		109,
		110,
		7582,
		7589,
		7596,
		105,
		108,
		33024,
		184,
		59,
		32768,
		184,
		112,
		116,
		121,
		118,
		59,
		32768,
		10674,
		116,
		33280,
		162,
		59,
		101,
		7603,
		7605,
		32768,
		162,
		114,
		100,
		111,
		116,
		59,
		32768,
		183,
		114,
		59,
		32896,
		55349,
		56608,
		768,
		99,
		101,
		105,
		7624,
		7628,
		7643,
		121,
		59,
		32768,
		1095,
		99,
		107,
		512,
		59,
		109,
		7635,
		7637,
		32768,
		10003,
		97,
		114,
		107,
		59,
		32768,
		10003,
		59,
		32768,
		967,
		114,
		1792,
		59,
		69,
		99,
		101,
		102,
		109,
		115,
		7662,
		7664,
		7667,
		7742,
		7745,
		7752,
		7757,
		32768,
		9675,
		59,
		32768,
		10691,
		768,
		59,
		101,
		108,
		7674,
		7676,
		7680,
		32768,
		710,
		113,
		59,
		32768,
		8791,
		101,
		1074,
		7687,
		0,
		0,
		7709,
		114,
		114,
		111,
		119,
		512,
		108,
		114,
		7695,
		7701,
		101,
		102,
		116,
		59,
		32768,
		8634,
		105,
		103,
		104,
		116,
		59,
		32768,
		8635,
		1280,
		82,
		83,
		97,
		99,
		100,
		7719,
		7722,
		7725,
		7730,
		7736,
		59,
		32768,
		174,
		59,
		32768,
		9416,
		115,
		116,
		59,
		32768,
		8859,
		105,
		114,
		99,
		59,
		32768,
		8858,
		97,
		115,
		104,
		59,
		32768,
		8861,
		59,
		32768,
		8791,
		110,
		105,
		110,
		116,
		59,
		32768,
		10768,
		105,
		100,
		59,
		32768,
		10991,
		99,
		105,
		114,
		59,
		32768,
		10690,
		117,
		98,
		115,
		512,
		59,
		117,
		7771,
		7773,
		32768,
		9827,
		105,
		116,
		59,
		32768,
		9827,
		1341,
		7785,
		7804,
		7850,
		0,
		7871,
		111,
		110,
		512,
		59,
		101,
		7791,
		7793,
		32768,
		58,
		512,
		59,
		113,
		7798,
		7800,
		32768,
		8788,
		59,
		32768,
		8788,
		1086,
		7809,
		0,
		0,
		7820,
		97,
		512,
		59,
		116,
		7814,
		7816,
		32768,
		44,
		59,
		32768,
		64,
		768,
		59,
		102,
		108,
		7826,
		7828,
		7832,
		32768,
		8705,
		110,
		59,
		32768,
		8728,
		101,
		512,
		109,
		120,
		7838,
		7844,
		101,
		110,
		116,
		59,
		32768,
		8705,
		101,
		115,
		59,
		32768,
		8450,
		824,
		7854,
		0,
		7866,
		512,
		59,
		100,
		7858,
		7860,
		32768,
		8773,
		111,
		116,
		59,
		32768,
		10861,
		110,
		116,
		59,
		32768,
		8750,
		768,
		102,
		114,
		121,
		7877,
		7881,
		7886,
		59,
		32896,
		55349,
		56660,
		111,
		100,
		59,
		32768,
		8720,
		33280,
		169,
		59,
		115,
		7892,
		7894,
		32768,
		169,
		114,
		59,
		32768,
		8471,
		512,
		97,
		111,
		7903,
		7908,
		114,
		114,
		59,
		32768,
		8629,
		115,
		115,
		59,
		32768,
		10007,
		512,
		99,
		117,
		7918,
		7923,
		114,
		59,
		32896,
		55349,
		56504,
		512,
		98,
		112,
		7928,
		7938,
		512,
		59,
		101,
		7933,
		7935,
		32768,
		10959,
		59,
		32768,
		10961,
		512,
		59,
		101,
		7943,
		7945,
		32768,
		10960,
		59,
		32768,
		10962,
		100,
		111,
		116,
		59,
		32768,
		8943,
		1792,
		100,
		101,
		108,
		112,
		114,
		118,
		119,
		7969,
		7983,
		7996,
		8009,
		8057,
		8147,
		8152,
		97,
		114,
		114,
		512,
		108,
		114,
		7977,
		7980,
		59,
		32768,
		10552,
		59,
		32768,
		10549,
		1089,
		7989,
		0,
		0,
		7993,
		114,
		59,
		32768,
		8926,
		99,
		59,
		32768,
		8927,
		97,
		114,
		114,
		512,
		59,
		112,
		8004,
		8006,
		32768,
		8630,
		59,
		32768,
		10557,
		1536,
		59,
		98,
		99,
		100,
		111,
		115,
		8022,
		8024,
		8031,
		8044,
		8049,
		8053,
		32768,
		8746,
		114,
		99,
		97,
		112,
		59,
		32768,
		10824,
		512,
		97,
		117,
		8036,
		8040,
		112,
		59,
		32768,
		10822,
		112,
		59,
		32768,
		10826,
		111,
		116,
		59,
		32768,
		8845,
		114,
		59,
		32768,
		10821,
		59,
		32896,
		8746,
		65024,
		1024,
		97,
		108,
		114,
		118,
		8066,
		8078,
		8116,
		8123,
		114,
		114,
		512,
		59,
		109,
		8073,
		8075,
		32768,
		8631,
		59,
		32768,
		10556,
		121,
		768,
		101,
		118,
		119,
		8086,
		8104,
		8109,
		113,
		1089,
		8093,
		0,
		0,
		8099,
		114,
		101,
		99,
		59,
		32768,
		8926,
		117,
		99,
		99,
		59,
		32768,
		8927,
		101,
		101,
		59,
		32768,
		8910,
		101,
		100,
		103,
		101,
		59,
		32768,
		8911,
		101,
		110,
		33024,
		164,
		59,
		32768,
		164,
		101,
		97,
		114,
		114,
		111,
		119,
		512,
		108,
		114,
		8134,
		8140,
		101,
		102,
		116,
		59,
		32768,
		8630,
		105,
		103,
		104,
		116,
		59,
		32768,
		8631,
		101,
		101,
		59,
		32768,
		8910,
		101,
		100,
		59,
		32768,
		8911,
		512,
		99,
		105,
		8162,
		8170,
		111,
		110,
		105,
		110,
		116,
		59,
		32768,
		8754,
		110,
		116,
		59,
		32768,
		8753,
		108,
		99,
		116,
		121,
		59,
		32768,
		9005,
		4864,
		65,
		72,
		97,
		98,
		99,
		100,
		101,
		102,
		104,
		105,
		106,
		108,
		111,
		114,
		115,
		116,
		117,
		119,
		122,
		8221,
		8226,
		8231,
		8267,
		8282,
		8296,
		8327,
		8351,
		8366,
		8379,
		8466,
		8471,
		8487,
		8621,
		8647,
		8676,
		8697,
		8712,
		8720,
		114,
		114,
		59,
		32768,
		8659,
		97,
		114,
		59,
		32768,
		10597,
		1024,
		103,
		108,
		114,
		115,
		8240,
		8246,
		8252,
		8256,
		103,
		101,
		114,
		59,
		32768,
		8224,
		101,
		116,
		104,
		59,
		32768,
		8504,
		114,
		59,
		32768,
		8595,
		104,
		512,
		59,
		118,
		8262,
		8264,
		32768,
		8208,
		59,
		32768,
		8867,
		572,
		8271,
		8278,
		97,
		114,
		111,
		119,
		59,
		32768,
		10511,
		97,
		99,
		59,
		32768,
		733,
		512,
		97,
		121,
		8287,
		8293,
		114,
		111,
		110,
		59,
		32768,
		271,
		59,
		32768,
		1076,
		768,
		59,
		97,
		111,
		8303,
		8305,
		8320,
		32768,
		8518,
		512,
		103,
		114,
		8310,
		8316,
		103,
		101,
		114,
		59,
		32768,
		8225,
		114,
		59,
		32768,
		8650,
		116,
		115,
		101,
		113,
		59,
		32768,
		10871,
		768,
		103,
		108,
		109,
		8334,
		8339,
		8344,
		33024,
		176,
		59,
		32768,
		176,
		116,
		97,
		59,
		32768,
		948,
		112,
		116,
		121,
		118,
		59,
		32768,
		10673,
		512,
		105,
		114,
		8356,
		8362,
		115,
		104,
		116,
		59,
		32768,
		10623,
		59,
		32896,
		55349,
		56609,
		97,
		114,
		512,
		108,
		114,
		8373,
		8376,
		59,
		32768,
		8643,
		59,
		32768,
		8642,
		1280,
		97,
		101,
		103,
		115,
		118,
		8390,
		8418,
		8421,
		8428,
		8433,
		109,
		768,
		59,
		111,
		115,
		8398,
		8400,
		8415,
		32768,
		8900,
		110,
		100,
		512,
		59,
		115,
		8407,
		8409,
		32768,
		8900,
		117,
		105,
		116,
		59,
		32768,
		9830,
		59,
		32768,
		9830,
		59,
		32768,
		168,
		97,
		109,
		109,
		97,
		59,
		32768,
		989,
		105,
		110,
		59,
		32768,
		8946,
		768,
		59,
		105,
		111,
		8440,
		8442,
		8461,
		32768,
		247,
		100,
		101,
		33280,
		247,
		59,
		111,
		8450,
		8452,
		32768,
		247,
		110,
		116,
		105,
		109,
		101,
		115,
		59,
		32768,
		8903,
		110,
		120,
		59,
		32768,
		8903,
		99,
		121,
		59,
		32768,
		1106,
		99,
		1088,
		8478,
		0,
		0,
		8483,
		114,
		110,
		59,
		32768,
		8990,
		111,
		112,
		59,
		32768,
		8973,
		1280,
		108,
		112,
		116,
		117,
		119,
		8498,
		8504,
		8509,
		8556,
		8570,
		108,
		97,
		114,
		59,
		32768,
		36,
		102,
		59,
		32896,
		55349,
		56661,
		1280,
		59,
		101,
		109,
		112,
		115,
		8520,
		8522,
		8535,
		8542,
		8548,
		32768,
		729,
		113,
		512,
		59,
		100,
		8528,
		8530,
		32768,
		8784,
		111,
		116,
		59,
		32768,
		8785,
		105,
		110,
		117,
		115,
		59,
		32768,
		8760,
		108,
		117,
		115,
		59,
		32768,
		8724,
		113,
		117,
		97,
		114,
		101,
		59,
		32768,
		8865,
		98,
		108,
		101,
		98,
		97,
		114,
		119,
		101,
		100,
		103,
		101,
		59,
		32768,
		8966,
		110,
		768,
		97,
		100,
		104,
		8578,
		8585,
		8597,
		114,
		114,
		111,
		119,
		59,
		32768,
		8595,
		111,
		119,
		110,
		97,
		114,
		114,
		111,
		119,
		115,
		59,
		32768,
		8650,
		97,
		114,
		112,
		111,
		111,
		110,
		512,
		108,
		114,
		8608,
		8614,
		101,
		102,
		116,
		59,
		32768,
		8643,
		105,
		103,
		104,
		116,
		59,
		32768,
		8642,
		563,
		8625,
		8633,
		107,
		97,
		114,
		111,
		119,
		59,
		32768,
		10512,
		1088,
		8638,
		0,
		0,
		8643,
		114,
		110,
		59,
		32768,
		8991,
		111,
		112,
		59,
		32768,
		8972,
		768,
		99,
		111,
		116,
		8654,
		8666,
		8670,
		512,
		114,
		121,
		8659,
		8663,
		59,
		32896,
		55349,
		56505,
		59,
		32768,
		1109,
		108,
		59,
		32768,
		10742,
		114,
		111,
		107,
		59,
		32768,
		273,
		512,
		100,
		114,
		8681,
		8686,
		111,
		116,
		59,
		32768,
		8945,
		105,
		512,
		59,
		102,
		8692,
		8694,
		32768,
		9663,
		59,
		32768,
		9662,
		512,
		97,
		104,
		8702,
		8707,
		114,
		114,
		59,
		32768,
		8693,
		97,
		114,
		59,
		32768,
		10607,
		97,
		110,
		103,
		108,
		101,
		59,
		32768,
		10662,
		512,
		99,
		105,
		8725,
		8729,
		121,
		59,
		32768,
		1119,
		103,
		114,
		97,
		114,
		114,
		59,
		32768,
		10239,
		4608,
		68,
		97,
		99,
		100,
		101,
		102,
		103,
		108,
		109,
		110,
		111,
		112,
		113,
		114,
		115,
		116,
		117,
		120,
		8774,
		8788,
		8807,
		8844,
		8849,
		8852,
		8866,
		8895,
		8929,
		8977,
		8989,
		9004,
		9046,
		9136,
		9151,
		9171,
		9184,
		9199,
		512,
		68,
		111,
		8779,
		8784,
		111,
		116,
		59,
		32768,
		10871,
		116,
		59,
		32768,
		8785,
		512,
		99,
		115,
		8793,
		8801,
		117,
		116,
		101,
		33024,
		233,
		59,
		32768,
		233,
		116,
		101,
		114,
		59,
		32768,
		10862,
		1024,
		97,
		105,
		111,
		121,
		8816,
		8822,
		8835,
		8841,
		114,
		111,
		110,
		59,
		32768,
		283,
		114,
		512,
		59,
		99,
		8828,
		8830,
		32768,
		8790,
		33024,
		234,
		59,
		32768,
		234,
		108,
		111,
		110,
		59,
		32768,
		8789,
		59,
		32768,
		1101,
		111,
		116,
		59,
		32768,
		279,
		59,
		32768,
		8519,
		512,
		68,
		114,
		8857,
		8862,
		111,
		116,
		59,
		32768,
		8786,
		59,
		32896,
		55349,
		56610,
		768,
		59,
		114,
		115,
		8873,
		8875,
		8883,
		32768,
		10906,
		97,
		118,
		101,
		33024,
		232,
		59,
		32768,
		232,
		512,
		59,
		100,
		8888,
		8890,
		32768,
		10902,
		111,
		116,
		59,
		32768,
		10904,
		1024,
		59,
		105,
		108,
		115,
		8904,
		8906,
		8914,
		8917,
		32768,
		10905,
		110,
		116,
		101,
		114,
		115,
		59,
		32768,
		9191,
		59,
		32768,
		8467,
		512,
		59,
		100,
		8922,
		8924,
		32768,
		10901,
		111,
		116,
		59,
		32768,
		10903,
		768,
		97,
		112,
		115,
		8936,
		8941,
		8960,
		99,
		114,
		59,
		32768,
		275,
		116,
		121,
		768,
		59,
		115,
		118,
		8950,
		8952,
		8957,
		32768,
		8709,
		101,
		116,
		59,
		32768,
		8709,
		59,
		32768,
		8709,
		112,
		512,
		49,
		59,
		8966,
		8975,
		516,
		8970,
		8973,
		59,
		32768,
		8196,
		59,
		32768,
		8197,
		32768,
		8195,
		512,
		103,
		115,
		8982,
		8985,
		59,
		32768,
		331,
		112,
		59,
		32768,
		8194,
		512,
		103,
		112,
		8994,
		8999,
		111,
		110,
		59,
		32768,
		281,
		102,
		59,
		32896,
		55349,
		56662,
		768,
		97,
		108,
		115,
		9011,
		9023,
		9028,
		114,
		512,
		59,
		115,
		9017,
		9019,
		32768,
		8917,
		108,
		59,
		32768,
		10723,
		117,
		115,
		59,
		32768,
		10865,
		105,
		768,
		59,
		108,
		118,
		9036,
		9038,
		9043,
		32768,
		949,
		111,
		110,
		59,
		32768,
		949,
		59,
		32768,
		1013,
		1024,
		99,
		115,
		117,
		118,
		9055,
		9071,
		9099,
		9128,
		512,
		105,
		111,
		9060,
		9065,
		114,
		99,
		59,
		32768,
		8790,
		108,
		111,
		110,
		59,
		32768,
		8789,
		1082,
		9077,
		0,
		0,
		9081,
		109,
		59,
		32768,
		8770,
		97,
		110,
		116,
		512,
		103,
		108,
		9088,
		9093,
		116,
		114,
		59,
		32768,
		10902,
		101,
		115,
		115,
		59,
		32768,
		10901,
		768,
		97,
		101,
		105,
		9106,
		9111,
		9116,
		108,
		115,
		59,
		32768,
		61,
		115,
		116,
		59,
		32768,
		8799,
		118,
		512,
		59,
		68,
		9122,
		9124,
		32768,
		8801,
		68,
		59,
		32768,
		10872,
		112,
		97,
		114,
		115,
		108,
		59,
		32768,
		10725,
		512,
		68,
		97,
		9141,
		9146,
		111,
		116,
		59,
		32768,
		8787,
		114,
		114,
		59,
		32768,
		10609,
		768,
		99,
		100,
		105,
		9158,
		9162,
		9167,
		114,
		59,
		32768,
		8495,
		111,
		116,
		59,
		32768,
		8784,
		109,
		59,
		32768,
		8770,
		512,
		97,
		104,
		9176,
		9179,
		59,
		32768,
		951,
		33024,
		240,
		59,
		32768,
		240,
		512,
		109,
		114,
		9189,
		9195,
		108,
		33024,
		235,
		59,
		32768,
		235,
		111,
		59,
		32768,
		8364,
		768,
		99,
		105,
		112,
		9206,
		9210,
		9215,
		108,
		59,
		32768,
		33,
		115,
		116,
		59,
		32768,
		8707,
		512,
		101,
		111,
		9220,
		9230,
		99,
		116,
		97,
		116,
		105,
		111,
		110,
		59,
		32768,
		8496,
		110,
		101,
		110,
		116,
		105,
		97,
		108,
		101,
		59,
		32768,
		8519,
		4914,
		9262,
		0,
		9276,
		0,
		9280,
		9287,
		0,
		0,
		9318,
		9324,
		0,
		9331,
		0,
		9352,
		9357,
		9386,
		0,
		9395,
		9497,
		108,
		108,
		105,
		110,
		103,
		100,
		111,
		116,
		115,
		101,
		113,
		59,
		32768,
		8786,
		121,
		59,
		32768,
		1092,
		109,
		97,
		108,
		101,
		59,
		32768,
		9792,
		768,
		105,
		108,
		114,
		9293,
		9299,
		9313,
		108,
		105,
		103,
		59,
		32768,
		64259,
		1082,
		9305,
		0,
		0,
		9309,
		103,
		59,
		32768,
		64256,
		105,
		103,
		59,
		32768,
		64260,
		59,
		32896,
		55349,
		56611,
		108,
		105,
		103,
		59,
		32768,
		64257,
		108,
		105,
		103,
		59,
		32896,
		102,
		106,
		768,
		97,
		108,
		116,
		9337,
		9341,
		9346,
		116,
		59,
		32768,
		9837,
		105,
		103,
		59,
		32768,
		64258,
		110,
		115,
		59,
		32768,
		9649,
		111,
		102,
		59,
		32768,
		402,
		833,
		9361,
		0,
		9366,
		102,
		59,
		32896,
		55349,
		56663,
		512,
		97,
		107,
		9370,
		9375,
		108,
		108,
		59,
		32768,
		8704,
		512,
		59,
		118,
		9380,
		9382,
		32768,
		8916,
		59,
		32768,
		10969,
		97,
		114,
		116,
		105,
		110,
		116,
		59,
		32768,
		10765,
		512,
		97,
		111,
		9399,
		9491,
		512,
		99,
		115,
		9404,
		9487,
		1794,
		9413,
		9443,
		9453,
		9470,
		9474,
		0,
		9484,
		1795,
		9421,
		9426,
		9429,
		9434,
		9437,
		0,
		9440,
		33024,
		189,
		59,
		32768,
		189,
		59,
		32768,
		8531,
		33024,
		188,
		59,
		32768,
		188,
		59,
		32768,
		8533,
		59,
		32768,
		8537,
		59,
		32768,
		8539,
		772,
		9447,
		0,
		9450,
		59,
		32768,
		8532,
		59,
		32768,
		8534,
		1285,
		9459,
		9464,
		0,
		0,
		9467,
		33024,
		190,
		59,
		32768,
		190,
		59,
		32768,
		8535,
		59,
		32768,
		8540,
		53,
		59,
		32768,
		8536,
		775,
		9478,
		0,
		9481,
		59,
		32768,
		8538,
		59,
		32768,
		8541,
		56,
		59,
		32768,
		8542,
		108,
		59,
		32768,
		8260,
		119,
		110,
		59,
		32768,
		8994,
		99,
		114,
		59,
		32896,
		55349,
		56507,
		4352,
		69,
		97,
		98,
		99,
		100,
		101,
		102,
		103,
		105,
		106,
		108,
		110,
		111,
		114,
		115,
		116,
		118,
		9537,
		9547,
		9575,
		9582,
		9595,
		9600,
		9679,
		9684,
		9694,
		9700,
		9705,
		9725,
		9773,
		9779,
		9785,
		9810,
		9917,
		512,
		59,
		108,
		9542,
		9544,
		32768,
		8807,
		59,
		32768,
		10892,
		768,
		99,
		109,
		112,
		9554,
		9560,
		9572,
		117,
		116,
		101,
		59,
		32768,
		501,
		109,
		97,
		512,
		59,
		100,
		9567,
		9569,
		32768,
		947,
		59,
		32768,
		989,
		59,
		32768,
		10886,
		114,
		101,
		118,
		101,
		59,
		32768,
		287,
		512,
		105,
		121,
		9587,
		9592,
		114,
		99,
		59,
		32768,
		285,
		59,
		32768,
		1075,
		111,
		116,
		59,
		32768,
		289,
		1024,
		59,
		108,
		113,
		115,
		9609,
		9611,
		9614,
		9633,
		32768,
		8805,
		59,
		32768,
		8923,
		768,
		59,
		113,
		115,
		9621,
		9623,
		9626,
		32768,
		8805,
		59,
		32768,
		8807,
		108,
		97,
		110,
		116,
		59,
		32768,
		10878,
		1024,
		59,
		99,
		100,
		108,
		9642,
		9644,
		9648,
		9667,
		32768,
		10878,
		99,
		59,
		32768,
		10921,
		111,
		116,
		512,
		59,
		111,
		9655,
		9657,
		32768,
		10880,
		512,
		59,
		108,
		9662,
		9664,
		32768,
		10882,
		59,
		32768,
		10884,
		512,
		59,
		101,
		9672,
		9675,
		32896,
		8923,
		65024,
		115,
		59,
		32768,
		10900,
		114,
		59,
		32896,
		55349,
		56612,
		512,
		59,
		103,
		9689,
		9691,
		32768,
		8811,
		59,
		32768,
		8921,
		109,
		101,
		108,
		59,
		32768,
		8503,
		99,
		121,
		59,
		32768,
		1107,
		1024,
		59,
		69,
		97,
		106,
		9714,
		9716,
		9719,
		9722,
		32768,
		8823,
		59,
		32768,
		10898,
		59,
		32768,
		10917,
		59,
		32768,
		10916,
		1024,
		69,
		97,
		101,
		115,
		9734,
		9737,
		9751,
		9768,
		59,
		32768,
		8809,
		112,
		512,
		59,
		112,
		9743,
		9745,
		32768,
		10890,
		114,
		111,
		120,
		59,
		32768,
		10890,
		512,
		59,
		113,
		9756,
		9758,
		32768,
		10888,
		512,
		59,
		113,
		9763,
		9765,
		32768,
		10888,
		59,
		32768,
		8809,
		105,
		109,
		59,
		32768,
		8935,
		112,
		102,
		59,
		32896,
		55349,
		56664,
		97,
		118,
		101,
		59,
		32768,
		96,
		512,
		99,
		105,
		9790,
		9794,
		114,
		59,
		32768,
		8458,
		109,
		768,
		59,
		101,
		108,
		9802,
		9804,
		9807,
		32768,
		8819,
		59,
		32768,
		10894,
		59,
		32768,
		10896,
		34304,
		62,
		59,
		99,
		100,
		108,
		113,
		114,
		9824,
		9826,
		9838,
		9843,
		9849,
		9856,
		32768,
		62,
		512,
		99,
		105,
		9831,
		9834,
		59,
		32768,
		10919,
		114,
		59,
		32768,
		10874,
		111,
		116,
		59,
		32768,
		8919,
		80,
		97,
		114,
		59,
		32768,
		10645,
		117,
		101,
		115,
		116,
		59,
		32768,
		10876,
		1280,
		97,
		100,
		101,
		108,
		115,
		9867,
		9882,
		9887,
		9906,
		9912,
		833,
		9872,
		0,
		9879,
		112,
		114,
		111,
		120,
		59,
		32768,
		10886,
		114,
		59,
		32768,
		10616,
		111,
		116,
		59,
		32768,
		8919,
		113,
		512,
		108,
		113,
		9893,
		9899,
		101,
		115,
		115,
		59,
		32768,
		8923,
		108,
		101,
		115,
		115,
		59,
		32768,
		10892,
		101,
		115,
		115,
		59,
		32768,
		8823,
		105,
		109,
		59,
		32768,
		8819,
		512,
		101,
		110,
		9922,
		9932,
		114,
		116,
		110,
		101,
		113,
		113,
		59,
		32896,
		8809,
		65024,
		69,
		59,
		32896,
		8809,
		65024,
		2560,
		65,
		97,
		98,
		99,
		101,
		102,
		107,
		111,
		115,
		121,
		9958,
		9963,
		10015,
		10020,
		10026,
		10060,
		10065,
		10085,
		10147,
		10171,
		114,
		114,
		59,
		32768,
		8660,
		1024,
		105,
		108,
		109,
		114,
		9972,
		9978,
		9982,
		9988,
		114,
		115,
		112,
		59,
		32768,
		8202,
		102,
		59,
		32768,
		189,
		105,
		108,
		116,
		59,
		32768,
		8459,
		512,
		100,
		114,
		9993,
		9998,
		99,
		121,
		59,
		32768,
		1098,
		768,
		59,
		99,
		119,
		10005,
		10007,
		10012,
		32768,
		8596,
		105,
		114,
		59,
		32768,
		10568,
		59,
		32768,
		8621,
		97,
		114,
		59,
		32768,
		8463,
		105,
		114,
		99,
		59,
		32768,
		293,
		768,
		97,
		108,
		114,
		10033,
		10048,
		10054,
		114,
		116,
		115,
		512,
		59,
		117,
		10041,
		10043,
		32768,
		9829,
		105,
		116,
		59,
		32768,
		9829,
		108,
		105,
		112,
		59,
		32768,
		8230,
		99,
		111,
		110,
		59,
		32768,
		8889,
		114,
		59,
		32896,
		55349,
		56613,
		115,
		512,
		101,
		119,
		10071,
		10078,
		97,
		114,
		111,
		119,
		59,
		32768,
		10533,
		97,
		114,
		111,
		119,
		59,
		32768,
		10534,
		1280,
		97,
		109,
		111,
		112,
		114,
		10096,
		10101,
		10107,
		10136,
		10141,
		114,
		114,
		59,
		32768,
		8703,
		116,
		104,
		116,
		59,
		32768,
		8763,
		107,
		512,
		108,
		114,
		10113,
		10124,
		101,
		102,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8617,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8618,
		102,
		59,
		32896,
		55349,
		56665,
		98,
		97,
		114,
		59,
		32768,
		8213,
		768,
		99,
		108,
		116,
		10154,
		10159,
		10165,
		114,
		59,
		32896,
		55349,
		56509,
		97,
		115,
		104,
		59,
		32768,
		8463,
		114,
		111,
		107,
		59,
		32768,
		295,
		512,
		98,
		112,
		10176,
		10182,
		117,
		108,
		108,
		59,
		32768,
		8259,
		104,
		101,
		110,
		59,
		32768,
		8208,
		5426,
		10211,
		0,
		10220,
		0,
		10239,
		10255,
		10267,
		0,
		10276,
		10312,
		0,
		0,
		10318,
		10371,
		10458,
		10485,
		10491,
		0,
		10500,
		10545,
		10558,
		99,
		117,
		116,
		101,
		33024,
		237,
		59,
		32768,
		237,
		768,
		59,
		105,
		121,
		10226,
		10228,
		10235,
		32768,
		8291,
		114,
		99,
		33024,
		238,
		59,
		32768,
		238,
		59,
		32768,
		1080,
		512,
		99,
		120,
		10243,
		10247,
		121,
		59,
		32768,
		1077,
		99,
		108,
		33024,
		161,
		59,
		32768,
		161,
		512,
		102,
		114,
		10259,
		10262,
		59,
		32768,
		8660,
		59,
		32896,
		55349,
		56614,
		114,
		97,
		118,
		101,
		33024,
		236,
		59,
		32768,
		236,
		1024,
		59,
		105,
		110,
		111,
		10284,
		10286,
		10300,
		10306,
		32768,
		8520,
		512,
		105,
		110,
		10291,
		10296,
		110,
		116,
		59,
		32768,
		10764,
		116,
		59,
		32768,
		8749,
		102,
		105,
		110,
		59,
		32768,
		10716,
		116,
		97,
		59,
		32768,
		8489,
		108,
		105,
		103,
		59,
		32768,
		307,
		768,
		97,
		111,
		112,
		10324,
		10361,
		10365,
		768,
		99,
		103,
		116,
		10331,
		10335,
		10357,
		114,
		59,
		32768,
		299,
		768,
		101,
		108,
		112,
		10342,
		10345,
		10351,
		59,
		32768,
		8465,
		105,
		110,
		101,
		59,
		32768,
		8464,
		97,
		114,
		116,
		59,
		32768,
		8465,
		104,
		59,
		32768,
		305,
		102,
		59,
		32768,
		8887,
		101,
		100,
		59,
		32768,
		437,
		1280,
		59,
		99,
		102,
		111,
		116,
		10381,
		10383,
		10389,
		10403,
		10409,
		32768,
		8712,
		97,
		114,
		101,
		59,
		32768,
		8453,
		105,
		110,
		512,
		59,
		116,
		10396,
		10398,
		32768,
		8734,
		105,
		101,
		59,
		32768,
		10717,
		100,
		111,
		116,
		59,
		32768,
		305,
		1280,
		59,
		99,
		101,
		108,
		112,
		10420,
		10422,
		10427,
		10444,
		10451,
		32768,
		8747,
		97,
		108,
		59,
		32768,
		8890,
		512,
		103,
		114,
		10432,
		10438,
		101,
		114,
		115,
		59,
		32768,
		8484,
		99,
		97,
		108,
		59,
		32768,
		8890,
		97,
		114,
		104,
		107,
		59,
		32768,
		10775,
		114,
		111,
		100,
		59,
		32768,
		10812,
		1024,
		99,
		103,
		112,
		116,
		10466,
		10470,
		10475,
		10480,
		121,
		59,
		32768,
		1105,
		111,
		110,
		59,
		32768,
		303,
		102,
		59,
		32896,
		55349,
		56666,
		97,
		59,
		32768,
		953,
		114,
		111,
		100,
		59,
		32768,
		10812,
		117,
		101,
		115,
		116,
		33024,
		191,
		59,
		32768,
		191,
		512,
		99,
		105,
		10504,
		10509,
		114,
		59,
		32896,
		55349,
		56510,
		110,
		1280,
		59,
		69,
		100,
		115,
		118,
		10521,
		10523,
		10526,
		10531,
		10541,
		32768,
		8712,
		59,
		32768,
		8953,
		111,
		116,
		59,
		32768,
		8949,
		512,
		59,
		118,
		10536,
		10538,
		32768,
		8948,
		59,
		32768,
		8947,
		59,
		32768,
		8712,
		512,
		59,
		105,
		10549,
		10551,
		32768,
		8290,
		108,
		100,
		101,
		59,
		32768,
		297,
		828,
		10562,
		0,
		10567,
		99,
		121,
		59,
		32768,
		1110,
		108,
		33024,
		239,
		59,
		32768,
		239,
		1536,
		99,
		102,
		109,
		111,
		115,
		117,
		10585,
		10598,
		10603,
		10609,
		10615,
		10630,
		512,
		105,
		121,
		10590,
		10595,
		114,
		99,
		59,
		32768,
		309,
		59,
		32768,
		1081,
		114,
		59,
		32896,
		55349,
		56615,
		97,
		116,
		104,
		59,
		32768,
		567,
		112,
		102,
		59,
		32896,
		55349,
		56667,
		820,
		10620,
		0,
		10625,
		114,
		59,
		32896,
		55349,
		56511,
		114,
		99,
		121,
		59,
		32768,
		1112,
		107,
		99,
		121,
		59,
		32768,
		1108,
		2048,
		97,
		99,
		102,
		103,
		104,
		106,
		111,
		115,
		10653,
		10666,
		10680,
		10685,
		10692,
		10697,
		10702,
		10708,
		112,
		112,
		97,
		512,
		59,
		118,
		10661,
		10663,
		32768,
		954,
		59,
		32768,
		1008,
		512,
		101,
		121,
		10671,
		10677,
		100,
		105,
		108,
		59,
		32768,
		311,
		59,
		32768,
		1082,
		114,
		59,
		32896,
		55349,
		56616,
		114,
		101,
		101,
		110,
		59,
		32768,
		312,
		99,
		121,
		59,
		32768,
		1093,
		99,
		121,
		59,
		32768,
		1116,
		112,
		102,
		59,
		32896,
		55349,
		56668,
		99,
		114,
		59,
		32896,
		55349,
		56512,
		5888,
		65,
		66,
		69,
		72,
		97,
		98,
		99,
		100,
		101,
		102,
		103,
		104,
		106,
		108,
		109,
		110,
		111,
		112,
		114,
		115,
		116,
		117,
		118,
		10761,
		10783,
		10789,
		10799,
		10804,
		10957,
		11011,
		11047,
		11094,
		11349,
		11372,
		11382,
		11409,
		11414,
		11451,
		11478,
		11526,
		11698,
		11711,
		11755,
		11823,
		11910,
		11929,
		768,
		97,
		114,
		116,
		10768,
		10773,
		10777,
		114,
		114,
		59,
		32768,
		8666,
		114,
		59,
		32768,
		8656,
		97,
		105,
		108,
		59,
		32768,
		10523,
		97,
		114,
		114,
		59,
		32768,
		10510,
		512,
		59,
		103,
		10794,
		10796,
		32768,
		8806,
		59,
		32768,
		10891,
		97,
		114,
		59,
		32768,
		10594,
		4660,
		10824,
		0,
		10830,
		0,
		10838,
		0,
		0,
		0,
		0,
		0,
		10844,
		10850,
		0,
		10867,
		10870,
		10877,
		0,
		10933,
		117,
		116,
		101,
		59,
		32768,
		314,
		109,
		112,
		116,
		121,
		118,
		59,
		32768,
		10676,
		114,
		97,
		110,
		59,
		32768,
		8466,
		98,
		100,
		97,
		59,
		32768,
		955,
		103,
		768,
		59,
		100,
		108,
		10857,
		10859,
		10862,
		32768,
		10216,
		59,
		32768,
		10641,
		101,
		59,
		32768,
		10216,
		59,
		32768,
		10885,
		117,
		111,
		33024,
		171,
		59,
		32768,
		171,
		114,
		2048,
		59,
		98,
		102,
		104,
		108,
		112,
		115,
		116,
		10894,
		10896,
		10907,
		10911,
		10915,
		10919,
		10923,
		10928,
		32768,
		8592,
		512,
		59,
		102,
		10901,
		10903,
		32768,
		8676,
		115,
		59,
		32768,
		10527,
		115,
		59,
		32768,
		10525,
		107,
		59,
		32768,
		8617,
		112,
		59,
		32768,
		8619,
		108,
		59,
		32768,
		10553,
		105,
		109,
		59,
		32768,
		10611,
		108,
		59,
		32768,
		8610,
		768,
		59,
		97,
		101,
		10939,
		10941,
		10946,
		32768,
		10923,
		105,
		108,
		59,
		32768,
		10521,
		512,
		59,
		115,
		10951,
		10953,
		32768,
		10925,
		59,
		32896,
		10925,
		65024,
		768,
		97,
		98,
		114,
		10964,
		10969,
		10974,
		114,
		114,
		59,
		32768,
		10508,
		114,
		107,
		59,
		32768,
		10098,
		512,
		97,
		107,
		10979,
		10991,
		99,
		512,
		101,
		107,
		10985,
		10988,
		59,
		32768,
		123,
		59,
		32768,
		91,
		512,
		101,
		115,
		10996,
		10999,
		59,
		32768,
		10635,
		108,
		512,
		100,
		117,
		11005,
		11008,
		59,
		32768,
		10639,
		59,
		32768,
		10637,
		1024,
		97,
		101,
		117,
		121,
		11020,
		11026,
		11040,
		11044,
		114,
		111,
		110,
		59,
		32768,
		318,
		512,
		100,
		105,
		11031,
		11036,
		105,
		108,
		59,
		32768,
		316,
		108,
		59,
		32768,
		8968,
		98,
		59,
		32768,
		123,
		59,
		32768,
		1083,
		1024,
		99,
		113,
		114,
		115,
		11056,
		11060,
		11072,
		11090,
		97,
		59,
		32768,
		10550,
		117,
		111,
		512,
		59,
		114,
		11067,
		11069,
		32768,
		8220,
		59,
		32768,
		8222,
		512,
		100,
		117,
		11077,
		11083,
		104,
		97,
		114,
		59,
		32768,
		10599,
		115,
		104,
		97,
		114,
		59,
		32768,
		10571,
		104,
		59,
		32768,
		8626,
		1280,
		59,
		102,
		103,
		113,
		115,
		11105,
		11107,
		11228,
		11231,
		11250,
		32768,
		8804,
		116,
		1280,
		97,
		104,
		108,
		114,
		116,
		11119,
		11136,
		11157,
		11169,
		11216,
		114,
		114,
		111,
		119,
		512,
		59,
		116,
		11128,
		11130,
		32768,
		8592,
		97,
		105,
		108,
		59,
		32768,
		8610,
		97,
		114,
		112,
		111,
		111,
		110,
		512,
		100,
		117,
		11147,
		11153,
		111,
		119,
		110,
		59,
		32768,
		8637,
		112,
		59,
		32768,
		8636,
		101,
		102,
		116,
		97,
		114,
		114,
		111,
		119,
		115,
		59,
		32768,
		8647,
		105,
		103,
		104,
		116,
		768,
		97,
		104,
		115,
		11180,
		11194,
		11204,
		114,
		114,
		111,
		119,
		512,
		59,
		115,
		11189,
		11191,
		32768,
		8596,
		59,
		32768,
		8646,
		97,
		114,
		112,
		111,
		111,
		110,
		115,
		59,
		32768,
		8651,
		113,
		117,
		105,
		103,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8621,
		104,
		114,
		101,
		101,
		116,
		105,
		109,
		101,
		115,
		59,
		32768,
		8907,
		59,
		32768,
		8922,
		768,
		59,
		113,
		115,
		11238,
		11240,
		11243,
		32768,
		8804,
		59,
		32768,
		8806,
		108,
		97,
		110,
		116,
		59,
		32768,
		10877,
		1280,
		59,
		99,
		100,
		103,
		115,
		11261,
		11263,
		11267,
		11286,
		11298,
		32768,
		10877,
		99,
		59,
		32768,
		10920,
		111,
		116,
		512,
		59,
		111,
		11274,
		11276,
		32768,
		10879,
		512,
		59,
		114,
		11281,
		11283,
		32768,
		10881,
		59,
		32768,
		10883,
		512,
		59,
		101,
		11291,
		11294,
		32896,
		8922,
		65024,
		115,
		59,
		32768,
		10899,
		1280,
		97,
		100,
		101,
		103,
		115,
		11309,
		11317,
		11322,
		11339,
		11344,
		112,
		112,
		114,
		111,
		120,
		59,
		32768,
		10885,
		111,
		116,
		59,
		32768,
		8918,
		113,
		512,
		103,
		113,
		11328,
		11333,
		116,
		114,
		59,
		32768,
		8922,
		103,
		116,
		114,
		59,
		32768,
		10891,
		116,
		114,
		59,
		32768,
		8822,
		105,
		109,
		59,
		32768,
		8818,
		768,
		105,
		108,
		114,
		11356,
		11362,
		11368,
		115,
		104,
		116,
		59,
		32768,
		10620,
		111,
		111,
		114,
		59,
		32768,
		8970,
		59,
		32896,
		55349,
		56617,
		512,
		59,
		69,
		11377,
		11379,
		32768,
		8822,
		59,
		32768,
		10897,
		562,
		11386,
		11405,
		114,
		512,
		100,
		117,
		11391,
		11394,
		59,
		32768,
		8637,
		512,
		59,
		108,
		11399,
		11401,
		32768,
		8636,
		59,
		32768,
		10602,
		108,
		107,
		59,
		32768,
		9604,
		99,
		121,
		59,
		32768,
		1113,
		1280,
		59,
		97,
		99,
		104,
		116,
		11425,
		11427,
		11432,
		11440,
		11446,
		32768,
		8810,
		114,
		114,
		59,
		32768,
		8647,
		111,
		114,
		110,
		101,
		114,
		59,
		32768,
		8990,
		97,
		114,
		100,
		59,
		32768,
		10603,
		114,
		105,
		59,
		32768,
		9722,
		512,
		105,
		111,
		11456,
		11462,
		100,
		111,
		116,
		59,
		32768,
		320,
		117,
		115,
		116,
		512,
		59,
		97,
		11470,
		11472,
		32768,
		9136,
		99,
		104,
		101,
		59,
		32768,
		9136,
		1024,
		69,
		97,
		101,
		115,
		11487,
		11490,
		11504,
		11521,
		59,
		32768,
		8808,
		112,
		512,
		59,
		112,
		11496,
		11498,
		32768,
		10889,
		114,
		111,
		120,
		59,
		32768,
		10889,
		512,
		59,
		113,
		11509,
		11511,
		32768,
		10887,
		512,
		59,
		113,
		11516,
		11518,
		32768,
		10887,
		59,
		32768,
		8808,
		105,
		109,
		59,
		32768,
		8934,
		2048,
		97,
		98,
		110,
		111,
		112,
		116,
		119,
		122,
		11543,
		11556,
		11561,
		11616,
		11640,
		11660,
		11667,
		11680,
		512,
		110,
		114,
		11548,
		11552,
		103,
		59,
		32768,
		10220,
		114,
		59,
		32768,
		8701,
		114,
		107,
		59,
		32768,
		10214,
		103,
		768,
		108,
		109,
		114,
		11569,
		11596,
		11604,
		101,
		102,
		116,
		512,
		97,
		114,
		11577,
		11584,
		114,
		114,
		111,
		119,
		59,
		32768,
		10229,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		10231,
		97,
		112,
		115,
		116,
		111,
		59,
		32768,
		10236,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		10230,
		112,
		97,
		114,
		114,
		111,
		119,
		512,
		108,
		114,
		11627,
		11633,
		101,
		102,
		116,
		59,
		32768,
		8619,
		105,
		103,
		104,
		116,
		59,
		32768,
		8620,
		768,
		97,
		102,
		108,
		11647,
		11651,
		11655,
		114,
		59,
		32768,
		10629,
		59,
		32896,
		55349,
		56669,
		117,
		115,
		59,
		32768,
		10797,
		105,
		109,
		101,
		115,
		59,
		32768,
		10804,
		562,
		11671,
		11676,
		115,
		116,
		59,
		32768,
		8727,
		97,
		114,
		59,
		32768,
		95,
		768,
		59,
		101,
		102,
		11687,
		11689,
		11695,
		32768,
		9674,
		110,
		103,
		101,
		59,
		32768,
		9674,
		59,
		32768,
		10731,
		97,
		114,
		512,
		59,
		108,
		11705,
		11707,
		32768,
		40,
		116,
		59,
		32768,
		10643,
		1280,
		97,
		99,
		104,
		109,
		116,
		11722,
		11727,
		11735,
		11747,
		11750,
		114,
		114,
		59,
		32768,
		8646,
		111,
		114,
		110,
		101,
		114,
		59,
		32768,
		8991,
		97,
		114,
		512,
		59,
		100,
		11742,
		11744,
		32768,
		8651,
		59,
		32768,
		10605,
		59,
		32768,
		8206,
		114,
		105,
		59,
		32768,
		8895,
		1536,
		97,
		99,
		104,
		105,
		113,
		116,
		11768,
		11774,
		11779,
		11782,
		11798,
		11817,
		113,
		117,
		111,
		59,
		32768,
		8249,
		114,
		59,
		32896,
		55349,
		56513,
		59,
		32768,
		8624,
		109,
		768,
		59,
		101,
		103,
		11790,
		11792,
		11795,
		32768,
		8818,
		59,
		32768,
		10893,
		59,
		32768,
		10895,
		512,
		98,
		117,
		11803,
		11806,
		59,
		32768,
		91,
		111,
		512,
		59,
		114,
		11812,
		11814,
		32768,
		8216,
		59,
		32768,
		8218,
		114,
		111,
		107,
		59,
		32768,
		322,
		34816,
		60,
		59,
		99,
		100,
		104,
		105,
		108,
		113,
		114,
		11841,
		11843,
		11855,
		11860,
		11866,
		11872,
		11878,
		11885,
		32768,
		60,
		512,
		99,
		105,
		11848,
		11851,
		59,
		32768,
		10918,
		114,
		59,
		32768,
		10873,
		111,
		116,
		59,
		32768,
		8918,
		114,
		101,
		101,
		59,
		32768,
		8907,
		109,
		101,
		115,
		59,
		32768,
		8905,
		97,
		114,
		114,
		59,
		32768,
		10614,
		117,
		101,
		115,
		116,
		59,
		32768,
		10875,
		512,
		80,
		105,
		11890,
		11895,
		97,
		114,
		59,
		32768,
		10646,
		768,
		59,
		101,
		102,
		11902,
		11904,
		11907,
		32768,
		9667,
		59,
		32768,
		8884,
		59,
		32768,
		9666,
		114,
		512,
		100,
		117,
		11916,
		11923,
		115,
		104,
		97,
		114,
		59,
		32768,
		10570,
		104,
		97,
		114,
		59,
		32768,
		10598,
		512,
		101,
		110,
		11934,
		11944,
		114,
		116,
		110,
		101,
		113,
		113,
		59,
		32896,
		8808,
		65024,
		69,
		59,
		32896,
		8808,
		65024,
		3584,
		68,
		97,
		99,
		100,
		101,
		102,
		104,
		105,
		108,
		110,
		111,
		112,
		115,
		117,
		11978,
		11984,
		12061,
		12075,
		12081,
		12095,
		12100,
		12104,
		12170,
		12181,
		12188,
		12204,
		12207,
		12223,
		68,
		111,
		116,
		59,
		32768,
		8762,
		1024,
		99,
		108,
		112,
		114,
		11993,
		11999,
		12019,
		12055,
		114,
		33024,
		175,
		59,
		32768,
		175,
		512,
		101,
		116,
		12004,
		12007,
		59,
		32768,
		9794,
		512,
		59,
		101,
		12012,
		12014,
		32768,
		10016,
		115,
		101,
		59,
		32768,
		10016,
		512,
		59,
		115,
		12024,
		12026,
		32768,
		8614,
		116,
		111,
		1024,
		59,
		100,
		108,
		117,
		12037,
		12039,
		12045,
		12051,
		32768,
		8614,
		111,
		119,
		110,
		59,
		32768,
		8615,
		101,
		102,
		116,
		59,
		32768,
		8612,
		112,
		59,
		32768,
		8613,
		107,
		101,
		114,
		59,
		32768,
		9646,
		512,
		111,
		121,
		12066,
		12072,
		109,
		109,
		97,
		59,
		32768,
		10793,
		59,
		32768,
		1084,
		97,
		115,
		104,
		59,
		32768,
		8212,
		97,
		115,
		117,
		114,
		101,
		100,
		97,
		110,
		103,
		108,
		101,
		59,
		32768,
		8737,
		114,
		59,
		32896,
		55349,
		56618,
		111,
		59,
		32768,
		8487,
		768,
		99,
		100,
		110,
		12111,
		12118,
		12146,
		114,
		111,
		33024,
		181,
		59,
		32768,
		181,
		1024,
		59,
		97,
		99,
		100,
		12127,
		12129,
		12134,
		12139,
		32768,
		8739,
		115,
		116,
		59,
		32768,
		42,
		105,
		114,
		59,
		32768,
		10992,
		111,
		116,
		33024,
		183,
		59,
		32768,
		183,
		117,
		115,
		768,
		59,
		98,
		100,
		12155,
		12157,
		12160,
		32768,
		8722,
		59,
		32768,
		8863,
		512,
		59,
		117,
		12165,
		12167,
		32768,
		8760,
		59,
		32768,
		10794,
		564,
		12174,
		12178,
		112,
		59,
		32768,
		10971,
		114,
		59,
		32768,
		8230,
		112,
		108,
		117,
		115,
		59,
		32768,
		8723,
		512,
		100,
		112,
		12193,
		12199,
		101,
		108,
		115,
		59,
		32768,
		8871,
		102,
		59,
		32896,
		55349,
		56670,
		59,
		32768,
		8723,
		512,
		99,
		116,
		12212,
		12217,
		114,
		59,
		32896,
		55349,
		56514,
		112,
		111,
		115,
		59,
		32768,
		8766,
		768,
		59,
		108,
		109,
		12230,
		12232,
		12240,
		32768,
		956,
		116,
		105,
		109,
		97,
		112,
		59,
		32768,
		8888,
		97,
		112,
		59,
		32768,
		8888,
		6144,
		71,
		76,
		82,
		86,
		97,
		98,
		99,
		100,
		101,
		102,
		103,
		104,
		105,
		106,
		108,
		109,
		111,
		112,
		114,
		115,
		116,
		117,
		118,
		119,
		12294,
		12315,
		12364,
		12376,
		12393,
		12472,
		12496,
		12547,
		12553,
		12636,
		12641,
		12703,
		12725,
		12747,
		12752,
		12876,
		12881,
		12957,
		13033,
		13089,
		13294,
		13359,
		13384,
		13499,
		512,
		103,
		116,
		12299,
		12303,
		59,
		32896,
		8921,
		824,
		512,
		59,
		118,
		12308,
		12311,
		32896,
		8811,
		8402,
		59,
		32896,
		8811,
		824,
		768,
		101,
		108,
		116,
		12322,
		12348,
		12352,
		102,
		116,
		512,
		97,
		114,
		12329,
		12336,
		114,
		114,
		111,
		119,
		59,
		32768,
		8653,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8654,
		59,
		32896,
		8920,
		824,
		512,
		59,
		118,
		12357,
		12360,
		32896,
		8810,
		8402,
		59,
		32896,
		8810,
		824,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8655,
		512,
		68,
		100,
		12381,
		12387,
		97,
		115,
		104,
		59,
		32768,
		8879,
		97,
		115,
		104,
		59,
		32768,
		8878,
		1280,
		98,
		99,
		110,
		112,
		116,
		12404,
		12409,
		12415,
		12420,
		12452,
		108,
		97,
		59,
		32768,
		8711,
		117,
		116,
		101,
		59,
		32768,
		324,
		103,
		59,
		32896,
		8736,
		8402,
		1280,
		59,
		69,
		105,
		111,
		112,
		12431,
		12433,
		12437,
		12442,
		12446,
		32768,
		8777,
		59,
		32896,
		10864,
		824,
		100,
		59,
		32896,
		8779,
		824,
		115,
		59,
		32768,
		329,
		114,
		111,
		120,
		59,
		32768,
		8777,
		117,
		114,
		512,
		59,
		97,
		12459,
		12461,
		32768,
		9838,
		108,
		512,
		59,
		115,
		12467,
		12469,
		32768,
		9838,
		59,
		32768,
		8469,
		836,
		12477,
		0,
		12483,
		112,
		33024,
		160,
		59,
		32768,
		160,
		109,
		112,
		512,
		59,
		101,
		12489,
		12492,
		32896,
		8782,
		824,
		59,
		32896,
		8783,
		824,
		1280,
		97,
		101,
		111,
		117,
		121,
		12507,
		12519,
		12525,
		12540,
		12544,
		833,
		12512,
		0,
		12515,
		59,
		32768,
		10819,
		111,
		110,
		59,
		32768,
		328,
		100,
		105,
		108,
		59,
		32768,
		326,
		110,
		103,
		512,
		59,
		100,
		12532,
		12534,
		32768,
		8775,
		111,
		116,
		59,
		32896,
		10861,
		824,
		112,
		59,
		32768,
		10818,
		59,
		32768,
		1085,
		97,
		115,
		104,
		59,
		32768,
		8211,
		1792,
		59,
		65,
		97,
		100,
		113,
		115,
		120,
		12568,
		12570,
		12575,
		12596,
		12602,
		12608,
		12623,
		32768,
		8800,
		114,
		114,
		59,
		32768,
		8663,
		114,
		512,
		104,
		114,
		12581,
		12585,
		107,
		59,
		32768,
		10532,
		512,
		59,
		111,
		12590,
		12592,
		32768,
		8599,
		119,
		59,
		32768,
		8599,
		111,
		116,
		59,
		32896,
		8784,
		824,
		117,
		105,
		118,
		59,
		32768,
		8802,
		512,
		101,
		105,
		12613,
		12618,
		97,
		114,
		59,
		32768,
		10536,
		109,
		59,
		32896,
		8770,
		824,
		105,
		115,
		116,
		512,
		59,
		115,
		12631,
		12633,
		32768,
		8708,
		59,
		32768,
		8708,
		114,
		59,
		32896,
		55349,
		56619,
		1024,
		69,
		101,
		115,
		116,
		12650,
		12654,
		12688,
		12693,
		59,
		32896,
		8807,
		824,
		768,
		59,
		113,
		115,
		12661,
		12663,
		12684,
		32768,
		8817,
		768,
		59,
		113,
		115,
		12670,
		12672,
		12676,
		32768,
		8817,
		59,
		32896,
		8807,
		824,
		108,
		97,
		110,
		116,
		59,
		32896,
		10878,
		824,
		59,
		32896,
		10878,
		824,
		105,
		109,
		59,
		32768,
		8821,
		512,
		59,
		114,
		12698,
		12700,
		32768,
		8815,
		59,
		32768,
		8815,
		768,
		65,
		97,
		112,
		12710,
		12715,
		12720,
		114,
		114,
		59,
		32768,
		8654,
		114,
		114,
		59,
		32768,
		8622,
		97,
		114,
		59,
		32768,
		10994,
		768,
		59,
		115,
		118,
		12732,
		12734,
		12744,
		32768,
		8715,
		512,
		59,
		100,
		12739,
		12741,
		32768,
		8956,
		59,
		32768,
		8954,
		59,
		32768,
		8715,
		99,
		121,
		59,
		32768,
		1114,
		1792,
		65,
		69,
		97,
		100,
		101,
		115,
		116,
		12767,
		12772,
		12776,
		12781,
		12785,
		12853,
		12858,
		114,
		114,
		59,
		32768,
		8653,
		59,
		32896,
		8806,
		824,
		114,
		114,
		59,
		32768,
		8602,
		114,
		59,
		32768,
		8229,
		1024,
		59,
		102,
		113,
		115,
		12794,
		12796,
		12821,
		12842,
		32768,
		8816,
		116,
		512,
		97,
		114,
		12802,
		12809,
		114,
		114,
		111,
		119,
		59,
		32768,
		8602,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8622,
		768,
		59,
		113,
		115,
		12828,
		12830,
		12834,
		32768,
		8816,
		59,
		32896,
		8806,
		824,
		108,
		97,
		110,
		116,
		59,
		32896,
		10877,
		824,
		512,
		59,
		115,
		12847,
		12850,
		32896,
		10877,
		824,
		59,
		32768,
		8814,
		105,
		109,
		59,
		32768,
		8820,
		512,
		59,
		114,
		12863,
		12865,
		32768,
		8814,
		105,
		512,
		59,
		101,
		12871,
		12873,
		32768,
		8938,
		59,
		32768,
		8940,
		105,
		100,
		59,
		32768,
		8740,
		512,
		112,
		116,
		12886,
		12891,
		102,
		59,
		32896,
		55349,
		56671,
		33536,
		172,
		59,
		105,
		110,
		12899,
		12901,
		12936,
		32768,
		172,
		110,
		1024,
		59,
		69,
		100,
		118,
		12911,
		12913,
		12917,
		12923,
		32768,
		8713,
		59,
		32896,
		8953,
		824,
		111,
		116,
		59,
		32896,
		8949,
		824,
		818,
		12928,
		12931,
		12934,
		59,
		32768,
		8713,
		59,
		32768,
		8951,
		59,
		32768,
		8950,
		105,
		512,
		59,
		118,
		12942,
		12944,
		32768,
		8716,
		818,
		12949,
		12952,
		12955,
		59,
		32768,
		8716,
		59,
		32768,
		8958,
		59,
		32768,
		8957,
		768,
		97,
		111,
		114,
		12964,
		12992,
		12999,
		114,
		1024,
		59,
		97,
		115,
		116,
		12974,
		12976,
		12983,
		12988,
		32768,
		8742,
		108,
		108,
		101,
		108,
		59,
		32768,
		8742,
		108,
		59,
		32896,
		11005,
		8421,
		59,
		32896,
		8706,
		824,
		108,
		105,
		110,
		116,
		59,
		32768,
		10772,
		768,
		59,
		99,
		101,
		13006,
		13008,
		13013,
		32768,
		8832,
		117,
		101,
		59,
		32768,
		8928,
		512,
		59,
		99,
		13018,
		13021,
		32896,
		10927,
		824,
		512,
		59,
		101,
		13026,
		13028,
		32768,
		8832,
		113,
		59,
		32896,
		10927,
		824,
		1024,
		65,
		97,
		105,
		116,
		13042,
		13047,
		13066,
		13077,
		114,
		114,
		59,
		32768,
		8655,
		114,
		114,
		768,
		59,
		99,
		119,
		13056,
		13058,
		13062,
		32768,
		8603,
		59,
		32896,
		10547,
		824,
		59,
		32896,
		8605,
		824,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8603,
		114,
		105,
		512,
		59,
		101,
		13084,
		13086,
		32768,
		8939,
		59,
		32768,
		8941,
		1792,
		99,
		104,
		105,
		109,
		112,
		113,
		117,
		13104,
		13128,
		13151,
		13169,
		13174,
		13179,
		13194,
		1024,
		59,
		99,
		101,
		114,
		13113,
		13115,
		13120,
		13124,
		32768,
		8833,
		117,
		101,
		59,
		32768,
		8929,
		59,
		32896,
		10928,
		824,
		59,
		32896,
		55349,
		56515,
		111,
		114,
		116,
		1086,
		13137,
		0,
		0,
		13142,
		105,
		100,
		59,
		32768,
		8740,
		97,
		114,
		97,
		108,
		108,
		101,
		108,
		59,
		32768,
		8742,
		109,
		512,
		59,
		101,
		13157,
		13159,
		32768,
		8769,
		512,
		59,
		113,
		13164,
		13166,
		32768,
		8772,
		59,
		32768,
		8772,
		105,
		100,
		59,
		32768,
		8740,
		97,
		114,
		59,
		32768,
		8742,
		115,
		117,
		512,
		98,
		112,
		13186,
		13190,
		101,
		59,
		32768,
		8930,
		101,
		59,
		32768,
		8931,
		768,
		98,
		99,
		112,
		13201,
		13241,
		13254,
		1024,
		59,
		69,
		101,
		115,
		13210,
		13212,
		13216,
		13219,
		32768,
		8836,
		59,
		32896,
		10949,
		824,
		59,
		32768,
		8840,
		101,
		116,
		512,
		59,
		101,
		13226,
		13229,
		32896,
		8834,
		8402,
		113,
		512,
		59,
		113,
		13235,
		13237,
		32768,
		8840,
		59,
		32896,
		10949,
		824,
		99,
		512,
		59,
		101,
		13247,
		13249,
		32768,
		8833,
		113,
		59,
		32896,
		10928,
		824,
		1024,
		59,
		69,
		101,
		115,
		13263,
		13265,
		13269,
		13272,
		32768,
		8837,
		59,
		32896,
		10950,
		824,
		59,
		32768,
		8841,
		101,
		116,
		512,
		59,
		101,
		13279,
		13282,
		32896,
		8835,
		8402,
		113,
		512,
		59,
		113,
		13288,
		13290,
		32768,
		8841,
		59,
		32896,
		10950,
		824,
		1024,
		103,
		105,
		108,
		114,
		13303,
		13307,
		13315,
		13319,
		108,
		59,
		32768,
		8825,
		108,
		100,
		101,
		33024,
		241,
		59,
		32768,
		241,
		103,
		59,
		32768,
		8824,
		105,
		97,
		110,
		103,
		108,
		101,
		512,
		108,
		114,
		13330,
		13344,
		101,
		102,
		116,
		512,
		59,
		101,
		13338,
		13340,
		32768,
		8938,
		113,
		59,
		32768,
		8940,
		105,
		103,
		104,
		116,
		512,
		59,
		101,
		13353,
		13355,
		32768,
		8939,
		113,
		59,
		32768,
		8941,
		512,
		59,
		109,
		13364,
		13366,
		32768,
		957,
		768,
		59,
		101,
		115,
		13373,
		13375,
		13380,
		32768,
		35,
		114,
		111,
		59,
		32768,
		8470,
		112,
		59,
		32768,
		8199,
		2304,
		68,
		72,
		97,
		100,
		103,
		105,
		108,
		114,
		115,
		13403,
		13409,
		13415,
		13420,
		13426,
		13439,
		13446,
		13476,
		13493,
		97,
		115,
		104,
		59,
		32768,
		8877,
		97,
		114,
		114,
		59,
		32768,
		10500,
		112,
		59,
		32896,
		8781,
		8402,
		97,
		115,
		104,
		59,
		32768,
		8876,
		512,
		101,
		116,
		13431,
		13435,
		59,
		32896,
		8805,
		8402,
		59,
		32896,
		62,
		8402,
		110,
		102,
		105,
		110,
		59,
		32768,
		10718,
		768,
		65,
		101,
		116,
		13453,
		13458,
		13462,
		114,
		114,
		59,
		32768,
		10498,
		59,
		32896,
		8804,
		8402,
		512,
		59,
		114,
		13467,
		13470,
		32896,
		60,
		8402,
		105,
		101,
		59,
		32896,
		8884,
		8402,
		512,
		65,
		116,
		13481,
		13486,
		114,
		114,
		59,
		32768,
		10499,
		114,
		105,
		101,
		59,
		32896,
		8885,
		8402,
		105,
		109,
		59,
		32896,
		8764,
		8402,
		768,
		65,
		97,
		110,
		13506,
		13511,
		13532,
		114,
		114,
		59,
		32768,
		8662,
		114,
		512,
		104,
		114,
		13517,
		13521,
		107,
		59,
		32768,
		10531,
		512,
		59,
		111,
		13526,
		13528,
		32768,
		8598,
		119,
		59,
		32768,
		8598,
		101,
		97,
		114,
		59,
		32768,
		10535,
		9252,
		13576,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		13579,
		0,
		13596,
		13617,
		13653,
		13659,
		13673,
		13695,
		13708,
		0,
		0,
		13713,
		13750,
		0,
		13788,
		13794,
		0,
		13815,
		13890,
		13913,
		13937,
		13944,
		59,
		32768,
		9416,
		512,
		99,
		115,
		13583,
		13591,
		117,
		116,
		101,
		33024,
		243,
		59,
		32768,
		243,
		116,
		59,
		32768,
		8859,
		512,
		105,
		121,
		13600,
		13613,
		114,
		512,
		59,
		99,
		13606,
		13608,
		32768,
		8858,
		33024,
		244,
		59,
		32768,
		244,
		59,
		32768,
		1086,
		1280,
		97,
		98,
		105,
		111,
		115,
		13627,
		13632,
		13638,
		13642,
		13646,
		115,
		104,
		59,
		32768,
		8861,
		108,
		97,
		99,
		59,
		32768,
		337,
		118,
		59,
		32768,
		10808,
		116,
		59,
		32768,
		8857,
		111,
		108,
		100,
		59,
		32768,
		10684,
		108,
		105,
		103,
		59,
		32768,
		339,
		512,
		99,
		114,
		13663,
		13668,
		105,
		114,
		59,
		32768,
		10687,
		59,
		32896,
		55349,
		56620,
		1600,
		13680,
		0,
		0,
		13684,
		0,
		13692,
		110,
		59,
		32768,
		731,
		97,
		118,
		101,
		33024,
		242,
		59,
		32768,
		242,
		59,
		32768,
		10689,
		512,
		98,
		109,
		13699,
		13704,
		97,
		114,
		59,
		32768,
		10677,
		59,
		32768,
		937,
		110,
		116,
		59,
		32768,
		8750,
		1024,
		97,
		99,
		105,
		116,
		13721,
		13726,
		13741,
		13746,
		114,
		114,
		59,
		32768,
		8634,
		512,
		105,
		114,
		13731,
		13735,
		114,
		59,
		32768,
		10686,
		111,
		115,
		115,
		59,
		32768,
		10683,
		110,
		101,
		59,
		32768,
		8254,
		59,
		32768,
		10688,
		768,
		97,
		101,
		105,
		13756,
		13761,
		13766,
		99,
		114,
		59,
		32768,
		333,
		103,
		97,
		59,
		32768,
		969,
		768,
		99,
		100,
		110,
		13773,
		13779,
		13782,
		114,
		111,
		110,
		59,
		32768,
		959,
		59,
		32768,
		10678,
		117,
		115,
		59,
		32768,
		8854,
		112,
		102,
		59,
		32896,
		55349,
		56672,
		768,
		97,
		101,
		108,
		13800,
		13804,
		13809,
		114,
		59,
		32768,
		10679,
		114,
		112,
		59,
		32768,
		10681,
		117,
		115,
		59,
		32768,
		8853,
		1792,
		59,
		97,
		100,
		105,
		111,
		115,
		118,
		13829,
		13831,
		13836,
		13869,
		13875,
		13879,
		13886,
		32768,
		8744,
		114,
		114,
		59,
		32768,
		8635,
		1024,
		59,
		101,
		102,
		109,
		13845,
		13847,
		13859,
		13864,
		32768,
		10845,
		114,
		512,
		59,
		111,
		13853,
		13855,
		32768,
		8500,
		102,
		59,
		32768,
		8500,
		33024,
		170,
		59,
		32768,
		170,
		33024,
		186,
		59,
		32768,
		186,
		103,
		111,
		102,
		59,
		32768,
		8886,
		114,
		59,
		32768,
		10838,
		108,
		111,
		112,
		101,
		59,
		32768,
		10839,
		59,
		32768,
		10843,
		768,
		99,
		108,
		111,
		13896,
		13900,
		13908,
		114,
		59,
		32768,
		8500,
		97,
		115,
		104,
		33024,
		248,
		59,
		32768,
		248,
		108,
		59,
		32768,
		8856,
		105,
		573,
		13917,
		13924,
		100,
		101,
		33024,
		245,
		59,
		32768,
		245,
		101,
		115,
		512,
		59,
		97,
		13930,
		13932,
		32768,
		8855,
		115,
		59,
		32768,
		10806,
		109,
		108,
		33024,
		246,
		59,
		32768,
		246,
		98,
		97,
		114,
		59,
		32768,
		9021,
		5426,
		13972,
		0,
		14013,
		0,
		14017,
		14053,
		0,
		14058,
		14086,
		0,
		0,
		14107,
		14199,
		0,
		14202,
		0,
		0,
		14229,
		14425,
		0,
		14438,
		114,
		1024,
		59,
		97,
		115,
		116,
		13981,
		13983,
		13997,
		14009,
		32768,
		8741,
		33280,
		182,
		59,
		108,
		13989,
		13991,
		32768,
		182,
		108,
		101,
		108,
		59,
		32768,
		8741,
		1082,
		14003,
		0,
		0,
		14007,
		109,
		59,
		32768,
		10995,
		59,
		32768,
		11005,
		59,
		32768,
		8706,
		121,
		59,
		32768,
		1087,
		114,
		1280,
		99,
		105,
		109,
		112,
		116,
		14028,
		14033,
		14038,
		14043,
		14046,
		110,
		116,
		59,
		32768,
		37,
		111,
		100,
		59,
		32768,
		46,
		105,
		108,
		59,
		32768,
		8240,
		59,
		32768,
		8869,
		101,
		110,
		107,
		59,
		32768,
		8241,
		114,
		59,
		32896,
		55349,
		56621,
		768,
		105,
		109,
		111,
		14064,
		14074,
		14080,
		512,
		59,
		118,
		14069,
		14071,
		32768,
		966,
		59,
		32768,
		981,
		109,
		97,
		116,
		59,
		32768,
		8499,
		110,
		101,
		59,
		32768,
		9742,
		768,
		59,
		116,
		118,
		14092,
		14094,
		14103,
		32768,
		960,
		99,
		104,
		102,
		111,
		114,
		107,
		59,
		32768,
		8916,
		59,
		32768,
		982,
		512,
		97,
		117,
		14111,
		14132,
		110,
		512,
		99,
		107,
		14117,
		14128,
		107,
		512,
		59,
		104,
		14123,
		14125,
		32768,
		8463,
		59,
		32768,
		8462,
		118,
		59,
		32768,
		8463,
		115,
		2304,
		59,
		97,
		98,
		99,
		100,
		101,
		109,
		115,
		116,
		14152,
		14154,
		14160,
		14163,
		14168,
		14179,
		14182,
		14188,
		14193,
		32768,
		43,
		99,
		105,
		114,
		59,
		32768,
		10787,
		59,
		32768,
		8862,
		105,
		114,
		59,
		32768,
		10786,
		512,
		111,
		117,
		14173,
		14176,
		59,
		32768,
		8724,
		59,
		32768,
		10789,
		59,
		32768,
		10866,
		110,
		33024,
		177,
		59,
		32768,
		177,
		105,
		109,
		59,
		32768,
		10790,
		119,
		111,
		59,
		32768,
		10791,
		59,
		32768,
		177,
		768,
		105,
		112,
		117,
		14208,
		14216,
		14221,
		110,
		116,
		105,
		110,
		116,
		59,
		32768,
		10773,
		102,
		59,
		32896,
		55349,
		56673,
		110,
		100,
		33024,
		163,
		59,
		32768,
		163,
		2560,
		59,
		69,
		97,
		99,
		101,
		105,
		110,
		111,
		115,
		117,
		14249,
		14251,
		14254,
		14258,
		14263,
		14336,
		14348,
		14367,
		14413,
		14418,
		32768,
		8826,
		59,
		32768,
		10931,
		112,
		59,
		32768,
		10935,
		117,
		101,
		59,
		32768,
		8828,
		512,
		59,
		99,
		14268,
		14270,
		32768,
		10927,
		1536,
		59,
		97,
		99,
		101,
		110,
		115,
		14283,
		14285,
		14293,
		14302,
		14306,
		14331,
		32768,
		8826,
		112,
		112,
		114,
		111,
		120,
		59,
		32768,
		10935,
		117,
		114,
		108,
		121,
		101,
		113,
		59,
		32768,
		8828,
		113,
		59,
		32768,
		10927,
		768,
		97,
		101,
		115,
		14313,
		14321,
		14326,
		112,
		112,
		114,
		111,
		120,
		59,
		32768,
		10937,
		113,
		113,
		59,
		32768,
		10933,
		105,
		109,
		59,
		32768,
		8936,
		105,
		109,
		59,
		32768,
		8830,
		109,
		101,
		512,
		59,
		115,
		14343,
		14345,
		32768,
		8242,
		59,
		32768,
		8473,
		768,
		69,
		97,
		115,
		14355,
		14358,
		14362,
		59,
		32768,
		10933,
		112,
		59,
		32768,
		10937,
		105,
		109,
		59,
		32768,
		8936,
		768,
		100,
		102,
		112,
		14374,
		14377,
		14402,
		59,
		32768,
		8719,
		768,
		97,
		108,
		115,
		14384,
		14390,
		14396,
		108,
		97,
		114,
		59,
		32768,
		9006,
		105,
		110,
		101,
		59,
		32768,
		8978,
		117,
		114,
		102,
		59,
		32768,
		8979,
		512,
		59,
		116,
		14407,
		14409,
		32768,
		8733,
		111,
		59,
		32768,
		8733,
		105,
		109,
		59,
		32768,
		8830,
		114,
		101,
		108,
		59,
		32768,
		8880,
		512,
		99,
		105,
		14429,
		14434,
		114,
		59,
		32896,
		55349,
		56517,
		59,
		32768,
		968,
		110,
		99,
		115,
		112,
		59,
		32768,
		8200,
		1536,
		102,
		105,
		111,
		112,
		115,
		117,
		14457,
		14462,
		14467,
		14473,
		14480,
		14486,
		114,
		59,
		32896,
		55349,
		56622,
		110,
		116,
		59,
		32768,
		10764,
		112,
		102,
		59,
		32896,
		55349,
		56674,
		114,
		105,
		109,
		101,
		59,
		32768,
		8279,
		99,
		114,
		59,
		32896,
		55349,
		56518,
		768,
		97,
		101,
		111,
		14493,
		14513,
		14526,
		116,
		512,
		101,
		105,
		14499,
		14508,
		114,
		110,
		105,
		111,
		110,
		115,
		59,
		32768,
		8461,
		110,
		116,
		59,
		32768,
		10774,
		115,
		116,
		512,
		59,
		101,
		14520,
		14522,
		32768,
		63,
		113,
		59,
		32768,
		8799,
		116,
		33024,
		34,
		59,
		32768,
		34,
		5376,
		65,
		66,
		72,
		97,
		98,
		99,
		100,
		101,
		102,
		104,
		105,
		108,
		109,
		110,
		111,
		112,
		114,
		115,
		116,
		117,
		120,
		14575,
		14597,
		14603,
		14608,
		14775,
		14829,
		14865,
		14901,
		14943,
		14966,
		15e3,
		15139,
		15159,
		15176,
		15182,
		15236,
		15261,
		15267,
		15309,
		15352,
		15360,
		768,
		97,
		114,
		116,
		14582,
		14587,
		14591,
		114,
		114,
		59,
		32768,
		8667,
		114,
		59,
		32768,
		8658,
		97,
		105,
		108,
		59,
		32768,
		10524,
		97,
		114,
		114,
		59,
		32768,
		10511,
		97,
		114,
		59,
		32768,
		10596,
		1792,
		99,
		100,
		101,
		110,
		113,
		114,
		116,
		14623,
		14637,
		14642,
		14650,
		14672,
		14679,
		14751,
		512,
		101,
		117,
		14628,
		14632,
		59,
		32896,
		8765,
		817,
		116,
		101,
		59,
		32768,
		341,
		105,
		99,
		59,
		32768,
		8730,
		109,
		112,
		116,
		121,
		118,
		59,
		32768,
		10675,
		103,
		1024,
		59,
		100,
		101,
		108,
		14660,
		14662,
		14665,
		14668,
		32768,
		10217,
		59,
		32768,
		10642,
		59,
		32768,
		10661,
		101,
		59,
		32768,
		10217,
		117,
		111,
		33024,
		187,
		59,
		32768,
		187,
		114,
		2816,
		59,
		97,
		98,
		99,
		102,
		104,
		108,
		112,
		115,
		116,
		119,
		14703,
		14705,
		14709,
		14720,
		14723,
		14727,
		14731,
		14735,
		14739,
		14744,
		14748,
		32768,
		8594,
		112,
		59,
		32768,
		10613,
		512,
		59,
		102,
		14714,
		14716,
		32768,
		8677,
		115,
		59,
		32768,
		10528,
		59,
		32768,
		10547,
		115,
		59,
		32768,
		10526,
		107,
		59,
		32768,
		8618,
		112,
		59,
		32768,
		8620,
		108,
		59,
		32768,
		10565,
		105,
		109,
		59,
		32768,
		10612,
		108,
		59,
		32768,
		8611,
		59,
		32768,
		8605,
		512,
		97,
		105,
		14756,
		14761,
		105,
		108,
		59,
		32768,
		10522,
		111,
		512,
		59,
		110,
		14767,
		14769,
		32768,
		8758,
		97,
		108,
		115,
		59,
		32768,
		8474,
		768,
		97,
		98,
		114,
		14782,
		14787,
		14792,
		114,
		114,
		59,
		32768,
		10509,
		114,
		107,
		59,
		32768,
		10099,
		512,
		97,
		107,
		14797,
		14809,
		99,
		512,
		101,
		107,
		14803,
		14806,
		59,
		32768,
		125,
		59,
		32768,
		93,
		512,
		101,
		115,
		14814,
		14817,
		59,
		32768,
		10636,
		108,
		512,
		100,
		117,
		14823,
		14826,
		59,
		32768,
		10638,
		59,
		32768,
		10640,
		1024,
		97,
		101,
		117,
		121,
		14838,
		14844,
		14858,
		14862,
		114,
		111,
		110,
		59,
		32768,
		345,
		512,
		100,
		105,
		14849,
		14854,
		105,
		108,
		59,
		32768,
		343,
		108,
		59,
		32768,
		8969,
		98,
		59,
		32768,
		125,
		59,
		32768,
		1088,
		1024,
		99,
		108,
		113,
		115,
		14874,
		14878,
		14885,
		14897,
		97,
		59,
		32768,
		10551,
		100,
		104,
		97,
		114,
		59,
		32768,
		10601,
		117,
		111,
		512,
		59,
		114,
		14892,
		14894,
		32768,
		8221,
		59,
		32768,
		8221,
		104,
		59,
		32768,
		8627,
		768,
		97,
		99,
		103,
		14908,
		14934,
		14938,
		108,
		1024,
		59,
		105,
		112,
		115,
		14918,
		14920,
		14925,
		14931,
		32768,
		8476,
		110,
		101,
		59,
		32768,
		8475,
		97,
		114,
		116,
		59,
		32768,
		8476,
		59,
		32768,
		8477,
		116,
		59,
		32768,
		9645,
		33024,
		174,
		59,
		32768,
		174,
		768,
		105,
		108,
		114,
		14950,
		14956,
		14962,
		115,
		104,
		116,
		59,
		32768,
		10621,
		111,
		111,
		114,
		59,
		32768,
		8971,
		59,
		32896,
		55349,
		56623,
		512,
		97,
		111,
		14971,
		14990,
		114,
		512,
		100,
		117,
		14977,
		14980,
		59,
		32768,
		8641,
		512,
		59,
		108,
		14985,
		14987,
		32768,
		8640,
		59,
		32768,
		10604,
		512,
		59,
		118,
		14995,
		14997,
		32768,
		961,
		59,
		32768,
		1009,
		768,
		103,
		110,
		115,
		15007,
		15123,
		15127,
		104,
		116,
		1536,
		97,
		104,
		108,
		114,
		115,
		116,
		15022,
		15039,
		15060,
		15086,
		15099,
		15111,
		114,
		114,
		111,
		119,
		512,
		59,
		116,
		15031,
		15033,
		32768,
		8594,
		97,
		105,
		108,
		59,
		32768,
		8611,
		97,
		114,
		112,
		111,
		111,
		110,
		512,
		100,
		117,
		15050,
		15056,
		111,
		119,
		110,
		59,
		32768,
		8641,
		112,
		59,
		32768,
		8640,
		101,
		102,
		116,
		512,
		97,
		104,
		15068,
		15076,
		114,
		114,
		111,
		119,
		115,
		59,
		32768,
		8644,
		97,
		114,
		112,
		111,
		111,
		110,
		115,
		59,
		32768,
		8652,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		115,
		59,
		32768,
		8649,
		113,
		117,
		105,
		103,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8605,
		104,
		114,
		101,
		101,
		116,
		105,
		109,
		101,
		115,
		59,
		32768,
		8908,
		103,
		59,
		32768,
		730,
		105,
		110,
		103,
		100,
		111,
		116,
		115,
		101,
		113,
		59,
		32768,
		8787,
		768,
		97,
		104,
		109,
		15146,
		15151,
		15156,
		114,
		114,
		59,
		32768,
		8644,
		97,
		114,
		59,
		32768,
		8652,
		59,
		32768,
		8207,
		111,
		117,
		115,
		116,
		512,
		59,
		97,
		15168,
		15170,
		32768,
		9137,
		99,
		104,
		101,
		59,
		32768,
		9137,
		109,
		105,
		100,
		59,
		32768,
		10990,
		1024,
		97,
		98,
		112,
		116,
		15191,
		15204,
		15209,
		15229,
		512,
		110,
		114,
		15196,
		15200,
		103,
		59,
		32768,
		10221,
		114,
		59,
		32768,
		8702,
		114,
		107,
		59,
		32768,
		10215,
		768,
		97,
		102,
		108,
		15216,
		15220,
		15224,
		114,
		59,
		32768,
		10630,
		59,
		32896,
		55349,
		56675,
		117,
		115,
		59,
		32768,
		10798,
		105,
		109,
		101,
		115,
		59,
		32768,
		10805,
		512,
		97,
		112,
		15241,
		15253,
		114,
		512,
		59,
		103,
		15247,
		15249,
		32768,
		41,
		116,
		59,
		32768,
		10644,
		111,
		108,
		105,
		110,
		116,
		59,
		32768,
		10770,
		97,
		114,
		114,
		59,
		32768,
		8649,
		1024,
		97,
		99,
		104,
		113,
		15276,
		15282,
		15287,
		15290,
		113,
		117,
		111,
		59,
		32768,
		8250,
		114,
		59,
		32896,
		55349,
		56519,
		59,
		32768,
		8625,
		512,
		98,
		117,
		15295,
		15298,
		59,
		32768,
		93,
		111,
		512,
		59,
		114,
		15304,
		15306,
		32768,
		8217,
		59,
		32768,
		8217,
		768,
		104,
		105,
		114,
		15316,
		15322,
		15328,
		114,
		101,
		101,
		59,
		32768,
		8908,
		109,
		101,
		115,
		59,
		32768,
		8906,
		105,
		1024,
		59,
		101,
		102,
		108,
		15338,
		15340,
		15343,
		15346,
		32768,
		9657,
		59,
		32768,
		8885,
		59,
		32768,
		9656,
		116,
		114,
		105,
		59,
		32768,
		10702,
		108,
		117,
		104,
		97,
		114,
		59,
		32768,
		10600,
		59,
		32768,
		8478,
		6706,
		15391,
		15398,
		15404,
		15499,
		15516,
		15592,
		0,
		15606,
		15660,
		0,
		0,
		15752,
		15758,
		0,
		15827,
		15863,
		15886,
		16e3,
		16006,
		16038,
		16086,
		0,
		16467,
		0,
		0,
		16506,
		99,
		117,
		116,
		101,
		59,
		32768,
		347,
		113,
		117,
		111,
		59,
		32768,
		8218,
		2560,
		59,
		69,
		97,
		99,
		101,
		105,
		110,
		112,
		115,
		121,
		15424,
		15426,
		15429,
		15441,
		15446,
		15458,
		15463,
		15482,
		15490,
		15495,
		32768,
		8827,
		59,
		32768,
		10932,
		833,
		15434,
		0,
		15437,
		59,
		32768,
		10936,
		111,
		110,
		59,
		32768,
		353,
		117,
		101,
		59,
		32768,
		8829,
		512,
		59,
		100,
		15451,
		15453,
		32768,
		10928,
		105,
		108,
		59,
		32768,
		351,
		114,
		99,
		59,
		32768,
		349,
		768,
		69,
		97,
		115,
		15470,
		15473,
		15477,
		59,
		32768,
		10934,
		112,
		59,
		32768,
		10938,
		105,
		109,
		59,
		32768,
		8937,
		111,
		108,
		105,
		110,
		116,
		59,
		32768,
		10771,
		105,
		109,
		59,
		32768,
		8831,
		59,
		32768,
		1089,
		111,
		116,
		768,
		59,
		98,
		101,
		15507,
		15509,
		15512,
		32768,
		8901,
		59,
		32768,
		8865,
		59,
		32768,
		10854,
		1792,
		65,
		97,
		99,
		109,
		115,
		116,
		120,
		15530,
		15535,
		15556,
		15562,
		15566,
		15572,
		15587,
		114,
		114,
		59,
		32768,
		8664,
		114,
		512,
		104,
		114,
		15541,
		15545,
		107,
		59,
		32768,
		10533,
		512,
		59,
		111,
		15550,
		15552,
		32768,
		8600,
		119,
		59,
		32768,
		8600,
		116,
		33024,
		167,
		59,
		32768,
		167,
		105,
		59,
		32768,
		59,
		119,
		97,
		114,
		59,
		32768,
		10537,
		109,
		512,
		105,
		110,
		15578,
		15584,
		110,
		117,
		115,
		59,
		32768,
		8726,
		59,
		32768,
		8726,
		116,
		59,
		32768,
		10038,
		114,
		512,
		59,
		111,
		15597,
		15600,
		32896,
		55349,
		56624,
		119,
		110,
		59,
		32768,
		8994,
		1024,
		97,
		99,
		111,
		121,
		15614,
		15619,
		15632,
		15654,
		114,
		112,
		59,
		32768,
		9839,
		512,
		104,
		121,
		15624,
		15629,
		99,
		121,
		59,
		32768,
		1097,
		59,
		32768,
		1096,
		114,
		116,
		1086,
		15640,
		0,
		0,
		15645,
		105,
		100,
		59,
		32768,
		8739,
		97,
		114,
		97,
		108,
		108,
		101,
		108,
		59,
		32768,
		8741,
		33024,
		173,
		59,
		32768,
		173,
		512,
		103,
		109,
		15664,
		15681,
		109,
		97,
		768,
		59,
		102,
		118,
		15673,
		15675,
		15678,
		32768,
		963,
		59,
		32768,
		962,
		59,
		32768,
		962,
		2048,
		59,
		100,
		101,
		103,
		108,
		110,
		112,
		114,
		15698,
		15700,
		15705,
		15715,
		15725,
		15735,
		15739,
		15745,
		32768,
		8764,
		111,
		116,
		59,
		32768,
		10858,
		512,
		59,
		113,
		15710,
		15712,
		32768,
		8771,
		59,
		32768,
		8771,
		512,
		59,
		69,
		15720,
		15722,
		32768,
		10910,
		59,
		32768,
		10912,
		512,
		59,
		69,
		15730,
		15732,
		32768,
		10909,
		59,
		32768,
		10911,
		101,
		59,
		32768,
		8774,
		108,
		117,
		115,
		59,
		32768,
		10788,
		97,
		114,
		114,
		59,
		32768,
		10610,
		97,
		114,
		114,
		59,
		32768,
		8592,
		1024,
		97,
		101,
		105,
		116,
		15766,
		15788,
		15796,
		15808,
		512,
		108,
		115,
		15771,
		15783,
		108,
		115,
		101,
		116,
		109,
		105,
		110,
		117,
		115,
		59,
		32768,
		8726,
		104,
		112,
		59,
		32768,
		10803,
		112,
		97,
		114,
		115,
		108,
		59,
		32768,
		10724,
		512,
		100,
		108,
		15801,
		15804,
		59,
		32768,
		8739,
		101,
		59,
		32768,
		8995,
		512,
		59,
		101,
		15813,
		15815,
		32768,
		10922,
		512,
		59,
		115,
		15820,
		15822,
		32768,
		10924,
		59,
		32896,
		10924,
		65024,
		768,
		102,
		108,
		112,
		15833,
		15839,
		15857,
		116,
		99,
		121,
		59,
		32768,
		1100,
		512,
		59,
		98,
		15844,
		15846,
		32768,
		47,
		512,
		59,
		97,
		15851,
		15853,
		32768,
		10692,
		114,
		59,
		32768,
		9023,
		102,
		59,
		32896,
		55349,
		56676,
		97,
		512,
		100,
		114,
		15868,
		15882,
		101,
		115,
		512,
		59,
		117,
		15875,
		15877,
		32768,
		9824,
		105,
		116,
		59,
		32768,
		9824,
		59,
		32768,
		8741,
		768,
		99,
		115,
		117,
		15892,
		15921,
		15977,
		512,
		97,
		117,
		15897,
		15909,
		112,
		512,
		59,
		115,
		15903,
		15905,
		32768,
		8851,
		59,
		32896,
		8851,
		65024,
		112,
		512,
		59,
		115,
		15915,
		15917,
		32768,
		8852,
		59,
		32896,
		8852,
		65024,
		117,
		512,
		98,
		112,
		15927,
		15952,
		768,
		59,
		101,
		115,
		15934,
		15936,
		15939,
		32768,
		8847,
		59,
		32768,
		8849,
		101,
		116,
		512,
		59,
		101,
		15946,
		15948,
		32768,
		8847,
		113,
		59,
		32768,
		8849,
		768,
		59,
		101,
		115,
		15959,
		15961,
		15964,
		32768,
		8848,
		59,
		32768,
		8850,
		101,
		116,
		512,
		59,
		101,
		15971,
		15973,
		32768,
		8848,
		113,
		59,
		32768,
		8850,
		768,
		59,
		97,
		102,
		15984,
		15986,
		15996,
		32768,
		9633,
		114,
		566,
		15991,
		15994,
		59,
		32768,
		9633,
		59,
		32768,
		9642,
		59,
		32768,
		9642,
		97,
		114,
		114,
		59,
		32768,
		8594,
		1024,
		99,
		101,
		109,
		116,
		16014,
		16019,
		16025,
		16031,
		114,
		59,
		32896,
		55349,
		56520,
		116,
		109,
		110,
		59,
		32768,
		8726,
		105,
		108,
		101,
		59,
		32768,
		8995,
		97,
		114,
		102,
		59,
		32768,
		8902,
		512,
		97,
		114,
		16042,
		16053,
		114,
		512,
		59,
		102,
		16048,
		16050,
		32768,
		9734,
		59,
		32768,
		9733,
		512,
		97,
		110,
		16058,
		16081,
		105,
		103,
		104,
		116,
		512,
		101,
		112,
		16067,
		16076,
		112,
		115,
		105,
		108,
		111,
		110,
		59,
		32768,
		1013,
		104,
		105,
		59,
		32768,
		981,
		115,
		59,
		32768,
		175,
		1280,
		98,
		99,
		109,
		110,
		112,
		16096,
		16221,
		16288,
		16291,
		16295,
		2304,
		59,
		69,
		100,
		101,
		109,
		110,
		112,
		114,
		115,
		16115,
		16117,
		16120,
		16125,
		16137,
		16143,
		16154,
		16160,
		16166,
		32768,
		8834,
		59,
		32768,
		10949,
		111,
		116,
		59,
		32768,
		10941,
		512,
		59,
		100,
		16130,
		16132,
		32768,
		8838,
		111,
		116,
		59,
		32768,
		10947,
		117,
		108,
		116,
		59,
		32768,
		10945,
		512,
		69,
		101,
		16148,
		16151,
		59,
		32768,
		10955,
		59,
		32768,
		8842,
		108,
		117,
		115,
		59,
		32768,
		10943,
		97,
		114,
		114,
		59,
		32768,
		10617,
		768,
		101,
		105,
		117,
		16173,
		16206,
		16210,
		116,
		768,
		59,
		101,
		110,
		16181,
		16183,
		16194,
		32768,
		8834,
		113,
		512,
		59,
		113,
		16189,
		16191,
		32768,
		8838,
		59,
		32768,
		10949,
		101,
		113,
		512,
		59,
		113,
		16201,
		16203,
		32768,
		8842,
		59,
		32768,
		10955,
		109,
		59,
		32768,
		10951,
		512,
		98,
		112,
		16215,
		16218,
		59,
		32768,
		10965,
		59,
		32768,
		10963,
		99,
		1536,
		59,
		97,
		99,
		101,
		110,
		115,
		16235,
		16237,
		16245,
		16254,
		16258,
		16283,
		32768,
		8827,
		112,
		112,
		114,
		111,
		120,
		59,
		32768,
		10936,
		117,
		114,
		108,
		121,
		101,
		113,
		59,
		32768,
		8829,
		113,
		59,
		32768,
		10928,
		768,
		97,
		101,
		115,
		16265,
		16273,
		16278,
		112,
		112,
		114,
		111,
		120,
		59,
		32768,
		10938,
		113,
		113,
		59,
		32768,
		10934,
		105,
		109,
		59,
		32768,
		8937,
		105,
		109,
		59,
		32768,
		8831,
		59,
		32768,
		8721,
		103,
		59,
		32768,
		9834,
		3328,
		49,
		50,
		51,
		59,
		69,
		100,
		101,
		104,
		108,
		109,
		110,
		112,
		115,
		16322,
		16327,
		16332,
		16337,
		16339,
		16342,
		16356,
		16368,
		16382,
		16388,
		16394,
		16405,
		16411,
		33024,
		185,
		59,
		32768,
		185,
		33024,
		178,
		59,
		32768,
		178,
		33024,
		179,
		59,
		32768,
		179,
		32768,
		8835,
		59,
		32768,
		10950,
		512,
		111,
		115,
		16347,
		16351,
		116,
		59,
		32768,
		10942,
		117,
		98,
		59,
		32768,
		10968,
		512,
		59,
		100,
		16361,
		16363,
		32768,
		8839,
		111,
		116,
		59,
		32768,
		10948,
		115,
		512,
		111,
		117,
		16374,
		16378,
		108,
		59,
		32768,
		10185,
		98,
		59,
		32768,
		10967,
		97,
		114,
		114,
		59,
		32768,
		10619,
		117,
		108,
		116,
		59,
		32768,
		10946,
		512,
		69,
		101,
		16399,
		16402,
		59,
		32768,
		10956,
		59,
		32768,
		8843,
		108,
		117,
		115,
		59,
		32768,
		10944,
		768,
		101,
		105,
		117,
		16418,
		16451,
		16455,
		116,
		768,
		59,
		101,
		110,
		16426,
		16428,
		16439,
		32768,
		8835,
		113,
		512,
		59,
		113,
		16434,
		16436,
		32768,
		8839,
		59,
		32768,
		10950,
		101,
		113,
		512,
		59,
		113,
		16446,
		16448,
		32768,
		8843,
		59,
		32768,
		10956,
		109,
		59,
		32768,
		10952,
		512,
		98,
		112,
		16460,
		16463,
		59,
		32768,
		10964,
		59,
		32768,
		10966,
		768,
		65,
		97,
		110,
		16473,
		16478,
		16499,
		114,
		114,
		59,
		32768,
		8665,
		114,
		512,
		104,
		114,
		16484,
		16488,
		107,
		59,
		32768,
		10534,
		512,
		59,
		111,
		16493,
		16495,
		32768,
		8601,
		119,
		59,
		32768,
		8601,
		119,
		97,
		114,
		59,
		32768,
		10538,
		108,
		105,
		103,
		33024,
		223,
		59,
		32768,
		223,
		5938,
		16538,
		16552,
		16557,
		16579,
		16584,
		16591,
		0,
		16596,
		16692,
		0,
		0,
		0,
		0,
		0,
		16731,
		16780,
		0,
		16787,
		16908,
		0,
		0,
		0,
		16938,
		1091,
		16543,
		0,
		0,
		16549,
		103,
		101,
		116,
		59,
		32768,
		8982,
		59,
		32768,
		964,
		114,
		107,
		59,
		32768,
		9140,
		768,
		97,
		101,
		121,
		16563,
		16569,
		16575,
		114,
		111,
		110,
		59,
		32768,
		357,
		100,
		105,
		108,
		59,
		32768,
		355,
		59,
		32768,
		1090,
		111,
		116,
		59,
		32768,
		8411,
		108,
		114,
		101,
		99,
		59,
		32768,
		8981,
		114,
		59,
		32896,
		55349,
		56625,
		1024,
		101,
		105,
		107,
		111,
		16604,
		16641,
		16670,
		16684,
		835,
		16609,
		0,
		16624,
		101,
		512,
		52,
		102,
		16614,
		16617,
		59,
		32768,
		8756,
		111,
		114,
		101,
		59,
		32768,
		8756,
		97,
		768,
		59,
		115,
		118,
		16631,
		16633,
		16638,
		32768,
		952,
		121,
		109,
		59,
		32768,
		977,
		59,
		32768,
		977,
		512,
		99,
		110,
		16646,
		16665,
		107,
		512,
		97,
		115,
		16652,
		16660,
		112,
		112,
		114,
		111,
		120,
		59,
		32768,
		8776,
		105,
		109,
		59,
		32768,
		8764,
		115,
		112,
		59,
		32768,
		8201,
		512,
		97,
		115,
		16675,
		16679,
		112,
		59,
		32768,
		8776,
		105,
		109,
		59,
		32768,
		8764,
		114,
		110,
		33024,
		254,
		59,
		32768,
		254,
		829,
		16696,
		16701,
		16727,
		100,
		101,
		59,
		32768,
		732,
		101,
		115,
		33536,
		215,
		59,
		98,
		100,
		16710,
		16712,
		16723,
		32768,
		215,
		512,
		59,
		97,
		16717,
		16719,
		32768,
		8864,
		114,
		59,
		32768,
		10801,
		59,
		32768,
		10800,
		116,
		59,
		32768,
		8749,
		768,
		101,
		112,
		115,
		16737,
		16741,
		16775,
		97,
		59,
		32768,
		10536,
		1024,
		59,
		98,
		99,
		102,
		16750,
		16752,
		16757,
		16762,
		32768,
		8868,
		111,
		116,
		59,
		32768,
		9014,
		105,
		114,
		59,
		32768,
		10993,
		512,
		59,
		111,
		16767,
		16770,
		32896,
		55349,
		56677,
		114,
		107,
		59,
		32768,
		10970,
		97,
		59,
		32768,
		10537,
		114,
		105,
		109,
		101,
		59,
		32768,
		8244,
		768,
		97,
		105,
		112,
		16793,
		16798,
		16899,
		100,
		101,
		59,
		32768,
		8482,
		1792,
		97,
		100,
		101,
		109,
		112,
		115,
		116,
		16813,
		16868,
		16873,
		16876,
		16883,
		16889,
		16893,
		110,
		103,
		108,
		101,
		1280,
		59,
		100,
		108,
		113,
		114,
		16828,
		16830,
		16836,
		16850,
		16853,
		32768,
		9653,
		111,
		119,
		110,
		59,
		32768,
		9663,
		101,
		102,
		116,
		512,
		59,
		101,
		16844,
		16846,
		32768,
		9667,
		113,
		59,
		32768,
		8884,
		59,
		32768,
		8796,
		105,
		103,
		104,
		116,
		512,
		59,
		101,
		16862,
		16864,
		32768,
		9657,
		113,
		59,
		32768,
		8885,
		111,
		116,
		59,
		32768,
		9708,
		59,
		32768,
		8796,
		105,
		110,
		117,
		115,
		59,
		32768,
		10810,
		108,
		117,
		115,
		59,
		32768,
		10809,
		98,
		59,
		32768,
		10701,
		105,
		109,
		101,
		59,
		32768,
		10811,
		101,
		122,
		105,
		117,
		109,
		59,
		32768,
		9186,
		768,
		99,
		104,
		116,
		16914,
		16926,
		16931,
		512,
		114,
		121,
		16919,
		16923,
		59,
		32896,
		55349,
		56521,
		59,
		32768,
		1094,
		99,
		121,
		59,
		32768,
		1115,
		114,
		111,
		107,
		59,
		32768,
		359,
		512,
		105,
		111,
		16942,
		16947,
		120,
		116,
		59,
		32768,
		8812,
		104,
		101,
		97,
		100,
		512,
		108,
		114,
		16956,
		16967,
		101,
		102,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8606,
		105,
		103,
		104,
		116,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8608,
		4608,
		65,
		72,
		97,
		98,
		99,
		100,
		102,
		103,
		104,
		108,
		109,
		111,
		112,
		114,
		115,
		116,
		117,
		119,
		17016,
		17021,
		17026,
		17043,
		17057,
		17072,
		17095,
		17110,
		17119,
		17139,
		17172,
		17187,
		17202,
		17290,
		17330,
		17336,
		17365,
		17381,
		114,
		114,
		59,
		32768,
		8657,
		97,
		114,
		59,
		32768,
		10595,
		512,
		99,
		114,
		17031,
		17039,
		117,
		116,
		101,
		33024,
		250,
		59,
		32768,
		250,
		114,
		59,
		32768,
		8593,
		114,
		820,
		17049,
		0,
		17053,
		121,
		59,
		32768,
		1118,
		118,
		101,
		59,
		32768,
		365,
		512,
		105,
		121,
		17062,
		17069,
		114,
		99,
		33024,
		251,
		59,
		32768,
		251,
		59,
		32768,
		1091,
		768,
		97,
		98,
		104,
		17079,
		17084,
		17090,
		114,
		114,
		59,
		32768,
		8645,
		108,
		97,
		99,
		59,
		32768,
		369,
		97,
		114,
		59,
		32768,
		10606,
		512,
		105,
		114,
		17100,
		17106,
		115,
		104,
		116,
		59,
		32768,
		10622,
		59,
		32896,
		55349,
		56626,
		114,
		97,
		118,
		101,
		33024,
		249,
		59,
		32768,
		249,
		562,
		17123,
		17135,
		114,
		512,
		108,
		114,
		17128,
		17131,
		59,
		32768,
		8639,
		59,
		32768,
		8638,
		108,
		107,
		59,
		32768,
		9600,
		512,
		99,
		116,
		17144,
		17167,
		1088,
		17150,
		0,
		0,
		17163,
		114,
		110,
		512,
		59,
		101,
		17156,
		17158,
		32768,
		8988,
		114,
		59,
		32768,
		8988,
		111,
		112,
		59,
		32768,
		8975,
		114,
		105,
		59,
		32768,
		9720,
		512,
		97,
		108,
		17177,
		17182,
		99,
		114,
		59,
		32768,
		363,
		33024,
		168,
		59,
		32768,
		168,
		512,
		103,
		112,
		17192,
		17197,
		111,
		110,
		59,
		32768,
		371,
		102,
		59,
		32896,
		55349,
		56678,
		1536,
		97,
		100,
		104,
		108,
		115,
		117,
		17215,
		17222,
		17233,
		17257,
		17262,
		17280,
		114,
		114,
		111,
		119,
		59,
		32768,
		8593,
		111,
		119,
		110,
		97,
		114,
		114,
		111,
		119,
		59,
		32768,
		8597,
		97,
		114,
		112,
		111,
		111,
		110,
		512,
		108,
		114,
		17244,
		17250,
		101,
		102,
		116,
		59,
		32768,
		8639,
		105,
		103,
		104,
		116,
		59,
		32768,
		8638,
		117,
		115,
		59,
		32768,
		8846,
		105,
		768,
		59,
		104,
		108,
		17270,
		17272,
		17275,
		32768,
		965,
		59,
		32768,
		978,
		111,
		110,
		59,
		32768,
		965,
		112,
		97,
		114,
		114,
		111,
		119,
		115,
		59,
		32768,
		8648,
		768,
		99,
		105,
		116,
		17297,
		17320,
		17325,
		1088,
		17303,
		0,
		0,
		17316,
		114,
		110,
		512,
		59,
		101,
		17309,
		17311,
		32768,
		8989,
		114,
		59,
		32768,
		8989,
		111,
		112,
		59,
		32768,
		8974,
		110,
		103,
		59,
		32768,
		367,
		114,
		105,
		59,
		32768,
		9721,
		99,
		114,
		59,
		32896,
		55349,
		56522,
		768,
		100,
		105,
		114,
		17343,
		17348,
		17354,
		111,
		116,
		59,
		32768,
		8944,
		108,
		100,
		101,
		59,
		32768,
		361,
		105,
		512,
		59,
		102,
		17360,
		17362,
		32768,
		9653,
		59,
		32768,
		9652,
		512,
		97,
		109,
		17370,
		17375,
		114,
		114,
		59,
		32768,
		8648,
		108,
		33024,
		252,
		59,
		32768,
		252,
		97,
		110,
		103,
		108,
		101,
		59,
		32768,
		10663,
		3840,
		65,
		66,
		68,
		97,
		99,
		100,
		101,
		102,
		108,
		110,
		111,
		112,
		114,
		115,
		122,
		17420,
		17425,
		17437,
		17443,
		17613,
		17617,
		17623,
		17667,
		17672,
		17678,
		17693,
		17699,
		17705,
		17711,
		17754,
		114,
		114,
		59,
		32768,
		8661,
		97,
		114,
		512,
		59,
		118,
		17432,
		17434,
		32768,
		10984,
		59,
		32768,
		10985,
		97,
		115,
		104,
		59,
		32768,
		8872,
		512,
		110,
		114,
		17448,
		17454,
		103,
		114,
		116,
		59,
		32768,
		10652,
		1792,
		101,
		107,
		110,
		112,
		114,
		115,
		116,
		17469,
		17478,
		17485,
		17494,
		17515,
		17526,
		17578,
		112,
		115,
		105,
		108,
		111,
		110,
		59,
		32768,
		1013,
		97,
		112,
		112,
		97,
		59,
		32768,
		1008,
		111,
		116,
		104,
		105,
		110,
		103,
		59,
		32768,
		8709,
		768,
		104,
		105,
		114,
		17501,
		17505,
		17508,
		105,
		59,
		32768,
		981,
		59,
		32768,
		982,
		111,
		112,
		116,
		111,
		59,
		32768,
		8733,
		512,
		59,
		104,
		17520,
		17522,
		32768,
		8597,
		111,
		59,
		32768,
		1009,
		512,
		105,
		117,
		17531,
		17537,
		103,
		109,
		97,
		59,
		32768,
		962,
		512,
		98,
		112,
		17542,
		17560,
		115,
		101,
		116,
		110,
		101,
		113,
		512,
		59,
		113,
		17553,
		17556,
		32896,
		8842,
		65024,
		59,
		32896,
		10955,
		65024,
		115,
		101,
		116,
		110,
		101,
		113,
		512,
		59,
		113,
		17571,
		17574,
		32896,
		8843,
		65024,
		59,
		32896,
		10956,
		65024,
		512,
		104,
		114,
		17583,
		17589,
		101,
		116,
		97,
		59,
		32768,
		977,
		105,
		97,
		110,
		103,
		108,
		101,
		512,
		108,
		114,
		17600,
		17606,
		101,
		102,
		116,
		59,
		32768,
		8882,
		105,
		103,
		104,
		116,
		59,
		32768,
		8883,
		121,
		59,
		32768,
		1074,
		97,
		115,
		104,
		59,
		32768,
		8866,
		768,
		101,
		108,
		114,
		17630,
		17648,
		17654,
		768,
		59,
		98,
		101,
		17637,
		17639,
		17644,
		32768,
		8744,
		97,
		114,
		59,
		32768,
		8891,
		113,
		59,
		32768,
		8794,
		108,
		105,
		112,
		59,
		32768,
		8942,
		512,
		98,
		116,
		17659,
		17664,
		97,
		114,
		59,
		32768,
		124,
		59,
		32768,
		124,
		114,
		59,
		32896,
		55349,
		56627,
		116,
		114,
		105,
		59,
		32768,
		8882,
		115,
		117,
		512,
		98,
		112,
		17685,
		17689,
		59,
		32896,
		8834,
		8402,
		59,
		32896,
		8835,
		8402,
		112,
		102,
		59,
		32896,
		55349,
		56679,
		114,
		111,
		112,
		59,
		32768,
		8733,
		116,
		114,
		105,
		59,
		32768,
		8883,
		512,
		99,
		117,
		17716,
		17721,
		114,
		59,
		32896,
		55349,
		56523,
		512,
		98,
		112,
		17726,
		17740,
		110,
		512,
		69,
		101,
		17732,
		17736,
		59,
		32896,
		10955,
		65024,
		59,
		32896,
		8842,
		65024,
		110,
		512,
		69,
		101,
		17746,
		17750,
		59,
		32896,
		10956,
		65024,
		59,
		32896,
		8843,
		65024,
		105,
		103,
		122,
		97,
		103,
		59,
		32768,
		10650,
		1792,
		99,
		101,
		102,
		111,
		112,
		114,
		115,
		17777,
		17783,
		17815,
		17820,
		17826,
		17829,
		17842,
		105,
		114,
		99,
		59,
		32768,
		373,
		512,
		100,
		105,
		17788,
		17809,
		512,
		98,
		103,
		17793,
		17798,
		97,
		114,
		59,
		32768,
		10847,
		101,
		512,
		59,
		113,
		17804,
		17806,
		32768,
		8743,
		59,
		32768,
		8793,
		101,
		114,
		112,
		59,
		32768,
		8472,
		114,
		59,
		32896,
		55349,
		56628,
		112,
		102,
		59,
		32896,
		55349,
		56680,
		59,
		32768,
		8472,
		512,
		59,
		101,
		17834,
		17836,
		32768,
		8768,
		97,
		116,
		104,
		59,
		32768,
		8768,
		99,
		114,
		59,
		32896,
		55349,
		56524,
		5428,
		17871,
		17891,
		0,
		17897,
		0,
		17902,
		17917,
		0,
		0,
		17920,
		17935,
		17940,
		17945,
		0,
		0,
		17977,
		17992,
		0,
		18008,
		18024,
		18029,
		768,
		97,
		105,
		117,
		17877,
		17881,
		17886,
		112,
		59,
		32768,
		8898,
		114,
		99,
		59,
		32768,
		9711,
		112,
		59,
		32768,
		8899,
		116,
		114,
		105,
		59,
		32768,
		9661,
		114,
		59,
		32896,
		55349,
		56629,
		512,
		65,
		97,
		17906,
		17911,
		114,
		114,
		59,
		32768,
		10234,
		114,
		114,
		59,
		32768,
		10231,
		59,
		32768,
		958,
		512,
		65,
		97,
		17924,
		17929,
		114,
		114,
		59,
		32768,
		10232,
		114,
		114,
		59,
		32768,
		10229,
		97,
		112,
		59,
		32768,
		10236,
		105,
		115,
		59,
		32768,
		8955,
		768,
		100,
		112,
		116,
		17951,
		17956,
		17970,
		111,
		116,
		59,
		32768,
		10752,
		512,
		102,
		108,
		17961,
		17965,
		59,
		32896,
		55349,
		56681,
		117,
		115,
		59,
		32768,
		10753,
		105,
		109,
		101,
		59,
		32768,
		10754,
		512,
		65,
		97,
		17981,
		17986,
		114,
		114,
		59,
		32768,
		10233,
		114,
		114,
		59,
		32768,
		10230,
		512,
		99,
		113,
		17996,
		18001,
		114,
		59,
		32896,
		55349,
		56525,
		99,
		117,
		112,
		59,
		32768,
		10758,
		512,
		112,
		116,
		18012,
		18018,
		108,
		117,
		115,
		59,
		32768,
		10756,
		114,
		105,
		59,
		32768,
		9651,
		101,
		101,
		59,
		32768,
		8897,
		101,
		100,
		103,
		101,
		59,
		32768,
		8896,
		2048,
		97,
		99,
		101,
		102,
		105,
		111,
		115,
		117,
		18052,
		18068,
		18081,
		18087,
		18092,
		18097,
		18103,
		18109,
		99,
		512,
		117,
		121,
		18058,
		18065,
		116,
		101,
		33024,
		253,
		59,
		32768,
		253,
		59,
		32768,
		1103,
		512,
		105,
		121,
		18073,
		18078,
		114,
		99,
		59,
		32768,
		375,
		59,
		32768,
		1099,
		110,
		33024,
		165,
		59,
		32768,
		165,
		114,
		59,
		32896,
		55349,
		56630,
		99,
		121,
		59,
		32768,
		1111,
		112,
		102,
		59,
		32896,
		55349,
		56682,
		99,
		114,
		59,
		32896,
		55349,
		56526,
		512,
		99,
		109,
		18114,
		18118,
		121,
		59,
		32768,
		1102,
		108,
		33024,
		255,
		59,
		32768,
		255,
		2560,
		97,
		99,
		100,
		101,
		102,
		104,
		105,
		111,
		115,
		119,
		18145,
		18152,
		18166,
		18171,
		18186,
		18191,
		18196,
		18204,
		18210,
		18216,
		99,
		117,
		116,
		101,
		59,
		32768,
		378,
		512,
		97,
		121,
		18157,
		18163,
		114,
		111,
		110,
		59,
		32768,
		382,
		59,
		32768,
		1079,
		111,
		116,
		59,
		32768,
		380,
		512,
		101,
		116,
		18176,
		18182,
		116,
		114,
		102,
		59,
		32768,
		8488,
		97,
		59,
		32768,
		950,
		114,
		59,
		32896,
		55349,
		56631,
		99,
		121,
		59,
		32768,
		1078,
		103,
		114,
		97,
		114,
		114,
		59,
		32768,
		8669,
		112,
		102,
		59,
		32896,
		55349,
		56683,
		99,
		114,
		59,
		32896,
		55349,
		56527,
		512,
		106,
		110,
		18221,
		18224,
		59,
		32768,
		8205,
		106,
		59,
		32768,
		8204
	]);
}));

// node_modules/entities/lib/generated/decode-data-xml.js
var require_decode_data_xml = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.default = new Uint16Array([
		1024,
		97,
		103,
		108,
		113,
		9,
		23,
		27,
		31,
		1086,
		15,
		0,
		0,
		19,
		112,
		59,
		32768,
		38,
		111,
		115,
		59,
		32768,
		39,
		116,
		59,
		32768,
		62,
		116,
		59,
		32768,
		60,
		117,
		111,
		116,
		59,
		32768,
		34
	]);
}));

// node_modules/entities/lib/decode_codepoint.js
var require_decode_codepoint = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	var decodeMap = /* @__PURE__ */ new Map([
		[0, 65533],
		[128, 8364],
		[130, 8218],
		[131, 402],
		[132, 8222],
		[133, 8230],
		[134, 8224],
		[135, 8225],
		[136, 710],
		[137, 8240],
		[138, 352],
		[139, 8249],
		[140, 338],
		[142, 381],
		[145, 8216],
		[146, 8217],
		[147, 8220],
		[148, 8221],
		[149, 8226],
		[150, 8211],
		[151, 8212],
		[152, 732],
		[153, 8482],
		[154, 353],
		[155, 8250],
		[156, 339],
		[158, 382],
		[159, 376]
	]);
	var fromCodePoint = String.fromCodePoint || function(codePoint) {
		var output = "";
		if (codePoint > 65535) {
			codePoint -= 65536;
			output += String.fromCharCode(codePoint >>> 10 & 1023 | 55296);
			codePoint = 56320 | codePoint & 1023;
		}
		output += String.fromCharCode(codePoint);
		return output;
	};
	function decodeCodePoint(codePoint) {
		var _a;
		if (codePoint >= 55296 && codePoint <= 57343 || codePoint > 1114111) return "�";
		return fromCodePoint((_a = decodeMap.get(codePoint)) !== null && _a !== void 0 ? _a : codePoint);
	}
	exports.default = decodeCodePoint;
}));

// node_modules/entities/lib/decode.js
var require_decode = /* @__PURE__ */ __commonJSMin(((exports, module, this$3) => {
	var __importDefault = this$3 && this$3.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.decodeXML = exports.decodeHTMLStrict = exports.decodeHTML = exports.determineBranch = exports.JUMP_OFFSET_BASE = exports.BinTrieFlags = exports.xmlDecodeTree = exports.htmlDecodeTree = void 0;
	var decode_data_html_1 = __importDefault(require_decode_data_html());
	exports.htmlDecodeTree = decode_data_html_1.default;
	var decode_data_xml_1 = __importDefault(require_decode_data_xml());
	exports.xmlDecodeTree = decode_data_xml_1.default;
	var decode_codepoint_1 = __importDefault(require_decode_codepoint());
	var BinTrieFlags;
	(function(BinTrieFlags) {
		BinTrieFlags[BinTrieFlags["HAS_VALUE"] = 32768] = "HAS_VALUE";
		BinTrieFlags[BinTrieFlags["BRANCH_LENGTH"] = 32512] = "BRANCH_LENGTH";
		BinTrieFlags[BinTrieFlags["MULTI_BYTE"] = 128] = "MULTI_BYTE";
		BinTrieFlags[BinTrieFlags["JUMP_TABLE"] = 127] = "JUMP_TABLE";
	})(BinTrieFlags = exports.BinTrieFlags || (exports.BinTrieFlags = {}));
	exports.JUMP_OFFSET_BASE = 47;
	function getDecoder(decodeTree) {
		return function decodeHTMLBinary(str, strict) {
			var ret = "";
			var lastIdx = 0;
			var strIdx = 0;
			while ((strIdx = str.indexOf("&", strIdx)) >= 0) {
				ret += str.slice(lastIdx, strIdx);
				lastIdx = strIdx;
				strIdx += 1;
				if (str.charCodeAt(strIdx) === 35) {
					var start = strIdx + 1;
					var base = 10;
					var cp = str.charCodeAt(start);
					if ((cp | 32) === 120) {
						base = 16;
						strIdx += 1;
						start += 1;
					}
					while ((cp = str.charCodeAt(++strIdx)) >= 48 && cp <= 57 || base === 16 && (cp | 32) >= 97 && (cp | 32) <= 102);
					if (start !== strIdx) {
						var entity = str.substring(start, strIdx);
						var parsed = parseInt(entity, base);
						if (str.charCodeAt(strIdx) === 59) strIdx += 1;
						else if (strict) continue;
						ret += decode_codepoint_1.default(parsed);
						lastIdx = strIdx;
					}
					continue;
				}
				var result = null;
				var excess = 1;
				var treeIdx = 0;
				var current = decodeTree[treeIdx];
				for (; strIdx < str.length; strIdx++, excess++) {
					treeIdx = determineBranch(decodeTree, current, treeIdx + 1, str.charCodeAt(strIdx));
					if (treeIdx < 0) break;
					current = decodeTree[treeIdx];
					if (current & BinTrieFlags.HAS_VALUE) {
						if (strict && str.charCodeAt(strIdx) !== 59) treeIdx += 1;
						else {
							result = current & BinTrieFlags.MULTI_BYTE ? String.fromCharCode(decodeTree[++treeIdx], decodeTree[++treeIdx]) : String.fromCharCode(decodeTree[++treeIdx]);
							excess = 0;
						}
					}
				}
				if (result != null) {
					ret += result;
					lastIdx = strIdx - excess + 1;
				}
			}
			return ret + str.slice(lastIdx);
		};
	}
	function determineBranch(decodeTree, current, nodeIdx, char) {
		if (current <= 128) return char === current ? nodeIdx : -1;
		var branchCount = (current & BinTrieFlags.BRANCH_LENGTH) >> 8;
		if (branchCount === 0) return -1;
		if (branchCount === 1) return char === decodeTree[nodeIdx] ? nodeIdx + 1 : -1;
		var jumpOffset = current & BinTrieFlags.JUMP_TABLE;
		if (jumpOffset) {
			var value = char - exports.JUMP_OFFSET_BASE - jumpOffset;
			return value < 0 || value > branchCount ? -1 : decodeTree[nodeIdx + value] - 1;
		}
		var lo = nodeIdx;
		var hi = lo + branchCount - 1;
		while (lo <= hi) {
			var mid = lo + hi >>> 1;
			var midVal = decodeTree[mid];
			if (midVal < char) lo = mid + 1;
			else if (midVal > char) hi = mid - 1;
			else return decodeTree[mid + branchCount];
		}
		return -1;
	}
	exports.determineBranch = determineBranch;
	var htmlDecoder = getDecoder(decode_data_html_1.default);
	var xmlDecoder = getDecoder(decode_data_xml_1.default);
	function decodeHTML(str) {
		return htmlDecoder(str, false);
	}
	exports.decodeHTML = decodeHTML;
	function decodeHTMLStrict(str) {
		return htmlDecoder(str, true);
	}
	exports.decodeHTMLStrict = decodeHTMLStrict;
	function decodeXML(str) {
		return xmlDecoder(str, true);
	}
	exports.decodeXML = decodeXML;
}));

// node_modules/entities/lib/maps/xml.json
var require_xml = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = {
		"amp": "&",
		"apos": "'",
		"gt": ">",
		"lt": "<",
		"quot": "\""
	};
}));

// node_modules/entities/lib/maps/entities.json
var require_entities = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = {
		"Aacute": "Á",
		"aacute": "á",
		"Abreve": "Ă",
		"abreve": "ă",
		"ac": "∾",
		"acd": "∿",
		"acE": "∾̳",
		"Acirc": "Â",
		"acirc": "â",
		"acute": "´",
		"Acy": "А",
		"acy": "а",
		"AElig": "Æ",
		"aelig": "æ",
		"af": "⁡",
		"Afr": "𝔄",
		"afr": "𝔞",
		"Agrave": "À",
		"agrave": "à",
		"alefsym": "ℵ",
		"aleph": "ℵ",
		"Alpha": "Α",
		"alpha": "α",
		"Amacr": "Ā",
		"amacr": "ā",
		"amalg": "⨿",
		"amp": "&",
		"AMP": "&",
		"andand": "⩕",
		"And": "⩓",
		"and": "∧",
		"andd": "⩜",
		"andslope": "⩘",
		"andv": "⩚",
		"ang": "∠",
		"ange": "⦤",
		"angle": "∠",
		"angmsdaa": "⦨",
		"angmsdab": "⦩",
		"angmsdac": "⦪",
		"angmsdad": "⦫",
		"angmsdae": "⦬",
		"angmsdaf": "⦭",
		"angmsdag": "⦮",
		"angmsdah": "⦯",
		"angmsd": "∡",
		"angrt": "∟",
		"angrtvb": "⊾",
		"angrtvbd": "⦝",
		"angsph": "∢",
		"angst": "Å",
		"angzarr": "⍼",
		"Aogon": "Ą",
		"aogon": "ą",
		"Aopf": "𝔸",
		"aopf": "𝕒",
		"apacir": "⩯",
		"ap": "≈",
		"apE": "⩰",
		"ape": "≊",
		"apid": "≋",
		"apos": "'",
		"ApplyFunction": "⁡",
		"approx": "≈",
		"approxeq": "≊",
		"Aring": "Å",
		"aring": "å",
		"Ascr": "𝒜",
		"ascr": "𝒶",
		"Assign": "≔",
		"ast": "*",
		"asymp": "≈",
		"asympeq": "≍",
		"Atilde": "Ã",
		"atilde": "ã",
		"Auml": "Ä",
		"auml": "ä",
		"awconint": "∳",
		"awint": "⨑",
		"backcong": "≌",
		"backepsilon": "϶",
		"backprime": "‵",
		"backsim": "∽",
		"backsimeq": "⋍",
		"Backslash": "∖",
		"Barv": "⫧",
		"barvee": "⊽",
		"barwed": "⌅",
		"Barwed": "⌆",
		"barwedge": "⌅",
		"bbrk": "⎵",
		"bbrktbrk": "⎶",
		"bcong": "≌",
		"Bcy": "Б",
		"bcy": "б",
		"bdquo": "„",
		"becaus": "∵",
		"because": "∵",
		"Because": "∵",
		"bemptyv": "⦰",
		"bepsi": "϶",
		"bernou": "ℬ",
		"Bernoullis": "ℬ",
		"Beta": "Β",
		"beta": "β",
		"beth": "ℶ",
		"between": "≬",
		"Bfr": "𝔅",
		"bfr": "𝔟",
		"bigcap": "⋂",
		"bigcirc": "◯",
		"bigcup": "⋃",
		"bigodot": "⨀",
		"bigoplus": "⨁",
		"bigotimes": "⨂",
		"bigsqcup": "⨆",
		"bigstar": "★",
		"bigtriangledown": "▽",
		"bigtriangleup": "△",
		"biguplus": "⨄",
		"bigvee": "⋁",
		"bigwedge": "⋀",
		"bkarow": "⤍",
		"blacklozenge": "⧫",
		"blacksquare": "▪",
		"blacktriangle": "▴",
		"blacktriangledown": "▾",
		"blacktriangleleft": "◂",
		"blacktriangleright": "▸",
		"blank": "␣",
		"blk12": "▒",
		"blk14": "░",
		"blk34": "▓",
		"block": "█",
		"bne": "=⃥",
		"bnequiv": "≡⃥",
		"bNot": "⫭",
		"bnot": "⌐",
		"Bopf": "𝔹",
		"bopf": "𝕓",
		"bot": "⊥",
		"bottom": "⊥",
		"bowtie": "⋈",
		"boxbox": "⧉",
		"boxdl": "┐",
		"boxdL": "╕",
		"boxDl": "╖",
		"boxDL": "╗",
		"boxdr": "┌",
		"boxdR": "╒",
		"boxDr": "╓",
		"boxDR": "╔",
		"boxh": "─",
		"boxH": "═",
		"boxhd": "┬",
		"boxHd": "╤",
		"boxhD": "╥",
		"boxHD": "╦",
		"boxhu": "┴",
		"boxHu": "╧",
		"boxhU": "╨",
		"boxHU": "╩",
		"boxminus": "⊟",
		"boxplus": "⊞",
		"boxtimes": "⊠",
		"boxul": "┘",
		"boxuL": "╛",
		"boxUl": "╜",
		"boxUL": "╝",
		"boxur": "└",
		"boxuR": "╘",
		"boxUr": "╙",
		"boxUR": "╚",
		"boxv": "│",
		"boxV": "║",
		"boxvh": "┼",
		"boxvH": "╪",
		"boxVh": "╫",
		"boxVH": "╬",
		"boxvl": "┤",
		"boxvL": "╡",
		"boxVl": "╢",
		"boxVL": "╣",
		"boxvr": "├",
		"boxvR": "╞",
		"boxVr": "╟",
		"boxVR": "╠",
		"bprime": "‵",
		"breve": "˘",
		"Breve": "˘",
		"brvbar": "¦",
		"bscr": "𝒷",
		"Bscr": "ℬ",
		"bsemi": "⁏",
		"bsim": "∽",
		"bsime": "⋍",
		"bsolb": "⧅",
		"bsol": "\\",
		"bsolhsub": "⟈",
		"bull": "•",
		"bullet": "•",
		"bump": "≎",
		"bumpE": "⪮",
		"bumpe": "≏",
		"Bumpeq": "≎",
		"bumpeq": "≏",
		"Cacute": "Ć",
		"cacute": "ć",
		"capand": "⩄",
		"capbrcup": "⩉",
		"capcap": "⩋",
		"cap": "∩",
		"Cap": "⋒",
		"capcup": "⩇",
		"capdot": "⩀",
		"CapitalDifferentialD": "ⅅ",
		"caps": "∩︀",
		"caret": "⁁",
		"caron": "ˇ",
		"Cayleys": "ℭ",
		"ccaps": "⩍",
		"Ccaron": "Č",
		"ccaron": "č",
		"Ccedil": "Ç",
		"ccedil": "ç",
		"Ccirc": "Ĉ",
		"ccirc": "ĉ",
		"Cconint": "∰",
		"ccups": "⩌",
		"ccupssm": "⩐",
		"Cdot": "Ċ",
		"cdot": "ċ",
		"cedil": "¸",
		"Cedilla": "¸",
		"cemptyv": "⦲",
		"cent": "¢",
		"centerdot": "·",
		"CenterDot": "·",
		"cfr": "𝔠",
		"Cfr": "ℭ",
		"CHcy": "Ч",
		"chcy": "ч",
		"check": "✓",
		"checkmark": "✓",
		"Chi": "Χ",
		"chi": "χ",
		"circ": "ˆ",
		"circeq": "≗",
		"circlearrowleft": "↺",
		"circlearrowright": "↻",
		"circledast": "⊛",
		"circledcirc": "⊚",
		"circleddash": "⊝",
		"CircleDot": "⊙",
		"circledR": "®",
		"circledS": "Ⓢ",
		"CircleMinus": "⊖",
		"CirclePlus": "⊕",
		"CircleTimes": "⊗",
		"cir": "○",
		"cirE": "⧃",
		"cire": "≗",
		"cirfnint": "⨐",
		"cirmid": "⫯",
		"cirscir": "⧂",
		"ClockwiseContourIntegral": "∲",
		"CloseCurlyDoubleQuote": "”",
		"CloseCurlyQuote": "’",
		"clubs": "♣",
		"clubsuit": "♣",
		"colon": ":",
		"Colon": "∷",
		"Colone": "⩴",
		"colone": "≔",
		"coloneq": "≔",
		"comma": ",",
		"commat": "@",
		"comp": "∁",
		"compfn": "∘",
		"complement": "∁",
		"complexes": "ℂ",
		"cong": "≅",
		"congdot": "⩭",
		"Congruent": "≡",
		"conint": "∮",
		"Conint": "∯",
		"ContourIntegral": "∮",
		"copf": "𝕔",
		"Copf": "ℂ",
		"coprod": "∐",
		"Coproduct": "∐",
		"copy": "©",
		"COPY": "©",
		"copysr": "℗",
		"CounterClockwiseContourIntegral": "∳",
		"crarr": "↵",
		"cross": "✗",
		"Cross": "⨯",
		"Cscr": "𝒞",
		"cscr": "𝒸",
		"csub": "⫏",
		"csube": "⫑",
		"csup": "⫐",
		"csupe": "⫒",
		"ctdot": "⋯",
		"cudarrl": "⤸",
		"cudarrr": "⤵",
		"cuepr": "⋞",
		"cuesc": "⋟",
		"cularr": "↶",
		"cularrp": "⤽",
		"cupbrcap": "⩈",
		"cupcap": "⩆",
		"CupCap": "≍",
		"cup": "∪",
		"Cup": "⋓",
		"cupcup": "⩊",
		"cupdot": "⊍",
		"cupor": "⩅",
		"cups": "∪︀",
		"curarr": "↷",
		"curarrm": "⤼",
		"curlyeqprec": "⋞",
		"curlyeqsucc": "⋟",
		"curlyvee": "⋎",
		"curlywedge": "⋏",
		"curren": "¤",
		"curvearrowleft": "↶",
		"curvearrowright": "↷",
		"cuvee": "⋎",
		"cuwed": "⋏",
		"cwconint": "∲",
		"cwint": "∱",
		"cylcty": "⌭",
		"dagger": "†",
		"Dagger": "‡",
		"daleth": "ℸ",
		"darr": "↓",
		"Darr": "↡",
		"dArr": "⇓",
		"dash": "‐",
		"Dashv": "⫤",
		"dashv": "⊣",
		"dbkarow": "⤏",
		"dblac": "˝",
		"Dcaron": "Ď",
		"dcaron": "ď",
		"Dcy": "Д",
		"dcy": "д",
		"ddagger": "‡",
		"ddarr": "⇊",
		"DD": "ⅅ",
		"dd": "ⅆ",
		"DDotrahd": "⤑",
		"ddotseq": "⩷",
		"deg": "°",
		"Del": "∇",
		"Delta": "Δ",
		"delta": "δ",
		"demptyv": "⦱",
		"dfisht": "⥿",
		"Dfr": "𝔇",
		"dfr": "𝔡",
		"dHar": "⥥",
		"dharl": "⇃",
		"dharr": "⇂",
		"DiacriticalAcute": "´",
		"DiacriticalDot": "˙",
		"DiacriticalDoubleAcute": "˝",
		"DiacriticalGrave": "`",
		"DiacriticalTilde": "˜",
		"diam": "⋄",
		"diamond": "⋄",
		"Diamond": "⋄",
		"diamondsuit": "♦",
		"diams": "♦",
		"die": "¨",
		"DifferentialD": "ⅆ",
		"digamma": "ϝ",
		"disin": "⋲",
		"div": "÷",
		"divide": "÷",
		"divideontimes": "⋇",
		"divonx": "⋇",
		"DJcy": "Ђ",
		"djcy": "ђ",
		"dlcorn": "⌞",
		"dlcrop": "⌍",
		"dollar": "$",
		"Dopf": "𝔻",
		"dopf": "𝕕",
		"Dot": "¨",
		"dot": "˙",
		"DotDot": "⃜",
		"doteq": "≐",
		"doteqdot": "≑",
		"DotEqual": "≐",
		"dotminus": "∸",
		"dotplus": "∔",
		"dotsquare": "⊡",
		"doublebarwedge": "⌆",
		"DoubleContourIntegral": "∯",
		"DoubleDot": "¨",
		"DoubleDownArrow": "⇓",
		"DoubleLeftArrow": "⇐",
		"DoubleLeftRightArrow": "⇔",
		"DoubleLeftTee": "⫤",
		"DoubleLongLeftArrow": "⟸",
		"DoubleLongLeftRightArrow": "⟺",
		"DoubleLongRightArrow": "⟹",
		"DoubleRightArrow": "⇒",
		"DoubleRightTee": "⊨",
		"DoubleUpArrow": "⇑",
		"DoubleUpDownArrow": "⇕",
		"DoubleVerticalBar": "∥",
		"DownArrowBar": "⤓",
		"downarrow": "↓",
		"DownArrow": "↓",
		"Downarrow": "⇓",
		"DownArrowUpArrow": "⇵",
		"DownBreve": "̑",
		"downdownarrows": "⇊",
		"downharpoonleft": "⇃",
		"downharpoonright": "⇂",
		"DownLeftRightVector": "⥐",
		"DownLeftTeeVector": "⥞",
		"DownLeftVectorBar": "⥖",
		"DownLeftVector": "↽",
		"DownRightTeeVector": "⥟",
		"DownRightVectorBar": "⥗",
		"DownRightVector": "⇁",
		"DownTeeArrow": "↧",
		"DownTee": "⊤",
		"drbkarow": "⤐",
		"drcorn": "⌟",
		"drcrop": "⌌",
		"Dscr": "𝒟",
		"dscr": "𝒹",
		"DScy": "Ѕ",
		"dscy": "ѕ",
		"dsol": "⧶",
		"Dstrok": "Đ",
		"dstrok": "đ",
		"dtdot": "⋱",
		"dtri": "▿",
		"dtrif": "▾",
		"duarr": "⇵",
		"duhar": "⥯",
		"dwangle": "⦦",
		"DZcy": "Џ",
		"dzcy": "џ",
		"dzigrarr": "⟿",
		"Eacute": "É",
		"eacute": "é",
		"easter": "⩮",
		"Ecaron": "Ě",
		"ecaron": "ě",
		"Ecirc": "Ê",
		"ecirc": "ê",
		"ecir": "≖",
		"ecolon": "≕",
		"Ecy": "Э",
		"ecy": "э",
		"eDDot": "⩷",
		"Edot": "Ė",
		"edot": "ė",
		"eDot": "≑",
		"ee": "ⅇ",
		"efDot": "≒",
		"Efr": "𝔈",
		"efr": "𝔢",
		"eg": "⪚",
		"Egrave": "È",
		"egrave": "è",
		"egs": "⪖",
		"egsdot": "⪘",
		"el": "⪙",
		"Element": "∈",
		"elinters": "⏧",
		"ell": "ℓ",
		"els": "⪕",
		"elsdot": "⪗",
		"Emacr": "Ē",
		"emacr": "ē",
		"empty": "∅",
		"emptyset": "∅",
		"EmptySmallSquare": "◻",
		"emptyv": "∅",
		"EmptyVerySmallSquare": "▫",
		"emsp13": " ",
		"emsp14": " ",
		"emsp": " ",
		"ENG": "Ŋ",
		"eng": "ŋ",
		"ensp": " ",
		"Eogon": "Ę",
		"eogon": "ę",
		"Eopf": "𝔼",
		"eopf": "𝕖",
		"epar": "⋕",
		"eparsl": "⧣",
		"eplus": "⩱",
		"epsi": "ε",
		"Epsilon": "Ε",
		"epsilon": "ε",
		"epsiv": "ϵ",
		"eqcirc": "≖",
		"eqcolon": "≕",
		"eqsim": "≂",
		"eqslantgtr": "⪖",
		"eqslantless": "⪕",
		"Equal": "⩵",
		"equals": "=",
		"EqualTilde": "≂",
		"equest": "≟",
		"Equilibrium": "⇌",
		"equiv": "≡",
		"equivDD": "⩸",
		"eqvparsl": "⧥",
		"erarr": "⥱",
		"erDot": "≓",
		"escr": "ℯ",
		"Escr": "ℰ",
		"esdot": "≐",
		"Esim": "⩳",
		"esim": "≂",
		"Eta": "Η",
		"eta": "η",
		"ETH": "Ð",
		"eth": "ð",
		"Euml": "Ë",
		"euml": "ë",
		"euro": "€",
		"excl": "!",
		"exist": "∃",
		"Exists": "∃",
		"expectation": "ℰ",
		"exponentiale": "ⅇ",
		"ExponentialE": "ⅇ",
		"fallingdotseq": "≒",
		"Fcy": "Ф",
		"fcy": "ф",
		"female": "♀",
		"ffilig": "ﬃ",
		"fflig": "ﬀ",
		"ffllig": "ﬄ",
		"Ffr": "𝔉",
		"ffr": "𝔣",
		"filig": "ﬁ",
		"FilledSmallSquare": "◼",
		"FilledVerySmallSquare": "▪",
		"fjlig": "fj",
		"flat": "♭",
		"fllig": "ﬂ",
		"fltns": "▱",
		"fnof": "ƒ",
		"Fopf": "𝔽",
		"fopf": "𝕗",
		"forall": "∀",
		"ForAll": "∀",
		"fork": "⋔",
		"forkv": "⫙",
		"Fouriertrf": "ℱ",
		"fpartint": "⨍",
		"frac12": "½",
		"frac13": "⅓",
		"frac14": "¼",
		"frac15": "⅕",
		"frac16": "⅙",
		"frac18": "⅛",
		"frac23": "⅔",
		"frac25": "⅖",
		"frac34": "¾",
		"frac35": "⅗",
		"frac38": "⅜",
		"frac45": "⅘",
		"frac56": "⅚",
		"frac58": "⅝",
		"frac78": "⅞",
		"frasl": "⁄",
		"frown": "⌢",
		"fscr": "𝒻",
		"Fscr": "ℱ",
		"gacute": "ǵ",
		"Gamma": "Γ",
		"gamma": "γ",
		"Gammad": "Ϝ",
		"gammad": "ϝ",
		"gap": "⪆",
		"Gbreve": "Ğ",
		"gbreve": "ğ",
		"Gcedil": "Ģ",
		"Gcirc": "Ĝ",
		"gcirc": "ĝ",
		"Gcy": "Г",
		"gcy": "г",
		"Gdot": "Ġ",
		"gdot": "ġ",
		"ge": "≥",
		"gE": "≧",
		"gEl": "⪌",
		"gel": "⋛",
		"geq": "≥",
		"geqq": "≧",
		"geqslant": "⩾",
		"gescc": "⪩",
		"ges": "⩾",
		"gesdot": "⪀",
		"gesdoto": "⪂",
		"gesdotol": "⪄",
		"gesl": "⋛︀",
		"gesles": "⪔",
		"Gfr": "𝔊",
		"gfr": "𝔤",
		"gg": "≫",
		"Gg": "⋙",
		"ggg": "⋙",
		"gimel": "ℷ",
		"GJcy": "Ѓ",
		"gjcy": "ѓ",
		"gla": "⪥",
		"gl": "≷",
		"glE": "⪒",
		"glj": "⪤",
		"gnap": "⪊",
		"gnapprox": "⪊",
		"gne": "⪈",
		"gnE": "≩",
		"gneq": "⪈",
		"gneqq": "≩",
		"gnsim": "⋧",
		"Gopf": "𝔾",
		"gopf": "𝕘",
		"grave": "`",
		"GreaterEqual": "≥",
		"GreaterEqualLess": "⋛",
		"GreaterFullEqual": "≧",
		"GreaterGreater": "⪢",
		"GreaterLess": "≷",
		"GreaterSlantEqual": "⩾",
		"GreaterTilde": "≳",
		"Gscr": "𝒢",
		"gscr": "ℊ",
		"gsim": "≳",
		"gsime": "⪎",
		"gsiml": "⪐",
		"gtcc": "⪧",
		"gtcir": "⩺",
		"gt": ">",
		"GT": ">",
		"Gt": "≫",
		"gtdot": "⋗",
		"gtlPar": "⦕",
		"gtquest": "⩼",
		"gtrapprox": "⪆",
		"gtrarr": "⥸",
		"gtrdot": "⋗",
		"gtreqless": "⋛",
		"gtreqqless": "⪌",
		"gtrless": "≷",
		"gtrsim": "≳",
		"gvertneqq": "≩︀",
		"gvnE": "≩︀",
		"Hacek": "ˇ",
		"hairsp": " ",
		"half": "½",
		"hamilt": "ℋ",
		"HARDcy": "Ъ",
		"hardcy": "ъ",
		"harrcir": "⥈",
		"harr": "↔",
		"hArr": "⇔",
		"harrw": "↭",
		"Hat": "^",
		"hbar": "ℏ",
		"Hcirc": "Ĥ",
		"hcirc": "ĥ",
		"hearts": "♥",
		"heartsuit": "♥",
		"hellip": "…",
		"hercon": "⊹",
		"hfr": "𝔥",
		"Hfr": "ℌ",
		"HilbertSpace": "ℋ",
		"hksearow": "⤥",
		"hkswarow": "⤦",
		"hoarr": "⇿",
		"homtht": "∻",
		"hookleftarrow": "↩",
		"hookrightarrow": "↪",
		"hopf": "𝕙",
		"Hopf": "ℍ",
		"horbar": "―",
		"HorizontalLine": "─",
		"hscr": "𝒽",
		"Hscr": "ℋ",
		"hslash": "ℏ",
		"Hstrok": "Ħ",
		"hstrok": "ħ",
		"HumpDownHump": "≎",
		"HumpEqual": "≏",
		"hybull": "⁃",
		"hyphen": "‐",
		"Iacute": "Í",
		"iacute": "í",
		"ic": "⁣",
		"Icirc": "Î",
		"icirc": "î",
		"Icy": "И",
		"icy": "и",
		"Idot": "İ",
		"IEcy": "Е",
		"iecy": "е",
		"iexcl": "¡",
		"iff": "⇔",
		"ifr": "𝔦",
		"Ifr": "ℑ",
		"Igrave": "Ì",
		"igrave": "ì",
		"ii": "ⅈ",
		"iiiint": "⨌",
		"iiint": "∭",
		"iinfin": "⧜",
		"iiota": "℩",
		"IJlig": "Ĳ",
		"ijlig": "ĳ",
		"Imacr": "Ī",
		"imacr": "ī",
		"image": "ℑ",
		"ImaginaryI": "ⅈ",
		"imagline": "ℐ",
		"imagpart": "ℑ",
		"imath": "ı",
		"Im": "ℑ",
		"imof": "⊷",
		"imped": "Ƶ",
		"Implies": "⇒",
		"incare": "℅",
		"in": "∈",
		"infin": "∞",
		"infintie": "⧝",
		"inodot": "ı",
		"intcal": "⊺",
		"int": "∫",
		"Int": "∬",
		"integers": "ℤ",
		"Integral": "∫",
		"intercal": "⊺",
		"Intersection": "⋂",
		"intlarhk": "⨗",
		"intprod": "⨼",
		"InvisibleComma": "⁣",
		"InvisibleTimes": "⁢",
		"IOcy": "Ё",
		"iocy": "ё",
		"Iogon": "Į",
		"iogon": "į",
		"Iopf": "𝕀",
		"iopf": "𝕚",
		"Iota": "Ι",
		"iota": "ι",
		"iprod": "⨼",
		"iquest": "¿",
		"iscr": "𝒾",
		"Iscr": "ℐ",
		"isin": "∈",
		"isindot": "⋵",
		"isinE": "⋹",
		"isins": "⋴",
		"isinsv": "⋳",
		"isinv": "∈",
		"it": "⁢",
		"Itilde": "Ĩ",
		"itilde": "ĩ",
		"Iukcy": "І",
		"iukcy": "і",
		"Iuml": "Ï",
		"iuml": "ï",
		"Jcirc": "Ĵ",
		"jcirc": "ĵ",
		"Jcy": "Й",
		"jcy": "й",
		"Jfr": "𝔍",
		"jfr": "𝔧",
		"jmath": "ȷ",
		"Jopf": "𝕁",
		"jopf": "𝕛",
		"Jscr": "𝒥",
		"jscr": "𝒿",
		"Jsercy": "Ј",
		"jsercy": "ј",
		"Jukcy": "Є",
		"jukcy": "є",
		"Kappa": "Κ",
		"kappa": "κ",
		"kappav": "ϰ",
		"Kcedil": "Ķ",
		"kcedil": "ķ",
		"Kcy": "К",
		"kcy": "к",
		"Kfr": "𝔎",
		"kfr": "𝔨",
		"kgreen": "ĸ",
		"KHcy": "Х",
		"khcy": "х",
		"KJcy": "Ќ",
		"kjcy": "ќ",
		"Kopf": "𝕂",
		"kopf": "𝕜",
		"Kscr": "𝒦",
		"kscr": "𝓀",
		"lAarr": "⇚",
		"Lacute": "Ĺ",
		"lacute": "ĺ",
		"laemptyv": "⦴",
		"lagran": "ℒ",
		"Lambda": "Λ",
		"lambda": "λ",
		"lang": "⟨",
		"Lang": "⟪",
		"langd": "⦑",
		"langle": "⟨",
		"lap": "⪅",
		"Laplacetrf": "ℒ",
		"laquo": "«",
		"larrb": "⇤",
		"larrbfs": "⤟",
		"larr": "←",
		"Larr": "↞",
		"lArr": "⇐",
		"larrfs": "⤝",
		"larrhk": "↩",
		"larrlp": "↫",
		"larrpl": "⤹",
		"larrsim": "⥳",
		"larrtl": "↢",
		"latail": "⤙",
		"lAtail": "⤛",
		"lat": "⪫",
		"late": "⪭",
		"lates": "⪭︀",
		"lbarr": "⤌",
		"lBarr": "⤎",
		"lbbrk": "❲",
		"lbrace": "{",
		"lbrack": "[",
		"lbrke": "⦋",
		"lbrksld": "⦏",
		"lbrkslu": "⦍",
		"Lcaron": "Ľ",
		"lcaron": "ľ",
		"Lcedil": "Ļ",
		"lcedil": "ļ",
		"lceil": "⌈",
		"lcub": "{",
		"Lcy": "Л",
		"lcy": "л",
		"ldca": "⤶",
		"ldquo": "“",
		"ldquor": "„",
		"ldrdhar": "⥧",
		"ldrushar": "⥋",
		"ldsh": "↲",
		"le": "≤",
		"lE": "≦",
		"LeftAngleBracket": "⟨",
		"LeftArrowBar": "⇤",
		"leftarrow": "←",
		"LeftArrow": "←",
		"Leftarrow": "⇐",
		"LeftArrowRightArrow": "⇆",
		"leftarrowtail": "↢",
		"LeftCeiling": "⌈",
		"LeftDoubleBracket": "⟦",
		"LeftDownTeeVector": "⥡",
		"LeftDownVectorBar": "⥙",
		"LeftDownVector": "⇃",
		"LeftFloor": "⌊",
		"leftharpoondown": "↽",
		"leftharpoonup": "↼",
		"leftleftarrows": "⇇",
		"leftrightarrow": "↔",
		"LeftRightArrow": "↔",
		"Leftrightarrow": "⇔",
		"leftrightarrows": "⇆",
		"leftrightharpoons": "⇋",
		"leftrightsquigarrow": "↭",
		"LeftRightVector": "⥎",
		"LeftTeeArrow": "↤",
		"LeftTee": "⊣",
		"LeftTeeVector": "⥚",
		"leftthreetimes": "⋋",
		"LeftTriangleBar": "⧏",
		"LeftTriangle": "⊲",
		"LeftTriangleEqual": "⊴",
		"LeftUpDownVector": "⥑",
		"LeftUpTeeVector": "⥠",
		"LeftUpVectorBar": "⥘",
		"LeftUpVector": "↿",
		"LeftVectorBar": "⥒",
		"LeftVector": "↼",
		"lEg": "⪋",
		"leg": "⋚",
		"leq": "≤",
		"leqq": "≦",
		"leqslant": "⩽",
		"lescc": "⪨",
		"les": "⩽",
		"lesdot": "⩿",
		"lesdoto": "⪁",
		"lesdotor": "⪃",
		"lesg": "⋚︀",
		"lesges": "⪓",
		"lessapprox": "⪅",
		"lessdot": "⋖",
		"lesseqgtr": "⋚",
		"lesseqqgtr": "⪋",
		"LessEqualGreater": "⋚",
		"LessFullEqual": "≦",
		"LessGreater": "≶",
		"lessgtr": "≶",
		"LessLess": "⪡",
		"lesssim": "≲",
		"LessSlantEqual": "⩽",
		"LessTilde": "≲",
		"lfisht": "⥼",
		"lfloor": "⌊",
		"Lfr": "𝔏",
		"lfr": "𝔩",
		"lg": "≶",
		"lgE": "⪑",
		"lHar": "⥢",
		"lhard": "↽",
		"lharu": "↼",
		"lharul": "⥪",
		"lhblk": "▄",
		"LJcy": "Љ",
		"ljcy": "љ",
		"llarr": "⇇",
		"ll": "≪",
		"Ll": "⋘",
		"llcorner": "⌞",
		"Lleftarrow": "⇚",
		"llhard": "⥫",
		"lltri": "◺",
		"Lmidot": "Ŀ",
		"lmidot": "ŀ",
		"lmoustache": "⎰",
		"lmoust": "⎰",
		"lnap": "⪉",
		"lnapprox": "⪉",
		"lne": "⪇",
		"lnE": "≨",
		"lneq": "⪇",
		"lneqq": "≨",
		"lnsim": "⋦",
		"loang": "⟬",
		"loarr": "⇽",
		"lobrk": "⟦",
		"longleftarrow": "⟵",
		"LongLeftArrow": "⟵",
		"Longleftarrow": "⟸",
		"longleftrightarrow": "⟷",
		"LongLeftRightArrow": "⟷",
		"Longleftrightarrow": "⟺",
		"longmapsto": "⟼",
		"longrightarrow": "⟶",
		"LongRightArrow": "⟶",
		"Longrightarrow": "⟹",
		"looparrowleft": "↫",
		"looparrowright": "↬",
		"lopar": "⦅",
		"Lopf": "𝕃",
		"lopf": "𝕝",
		"loplus": "⨭",
		"lotimes": "⨴",
		"lowast": "∗",
		"lowbar": "_",
		"LowerLeftArrow": "↙",
		"LowerRightArrow": "↘",
		"loz": "◊",
		"lozenge": "◊",
		"lozf": "⧫",
		"lpar": "(",
		"lparlt": "⦓",
		"lrarr": "⇆",
		"lrcorner": "⌟",
		"lrhar": "⇋",
		"lrhard": "⥭",
		"lrm": "‎",
		"lrtri": "⊿",
		"lsaquo": "‹",
		"lscr": "𝓁",
		"Lscr": "ℒ",
		"lsh": "↰",
		"Lsh": "↰",
		"lsim": "≲",
		"lsime": "⪍",
		"lsimg": "⪏",
		"lsqb": "[",
		"lsquo": "‘",
		"lsquor": "‚",
		"Lstrok": "Ł",
		"lstrok": "ł",
		"ltcc": "⪦",
		"ltcir": "⩹",
		"lt": "<",
		"LT": "<",
		"Lt": "≪",
		"ltdot": "⋖",
		"lthree": "⋋",
		"ltimes": "⋉",
		"ltlarr": "⥶",
		"ltquest": "⩻",
		"ltri": "◃",
		"ltrie": "⊴",
		"ltrif": "◂",
		"ltrPar": "⦖",
		"lurdshar": "⥊",
		"luruhar": "⥦",
		"lvertneqq": "≨︀",
		"lvnE": "≨︀",
		"macr": "¯",
		"male": "♂",
		"malt": "✠",
		"maltese": "✠",
		"Map": "⤅",
		"map": "↦",
		"mapsto": "↦",
		"mapstodown": "↧",
		"mapstoleft": "↤",
		"mapstoup": "↥",
		"marker": "▮",
		"mcomma": "⨩",
		"Mcy": "М",
		"mcy": "м",
		"mdash": "—",
		"mDDot": "∺",
		"measuredangle": "∡",
		"MediumSpace": " ",
		"Mellintrf": "ℳ",
		"Mfr": "𝔐",
		"mfr": "𝔪",
		"mho": "℧",
		"micro": "µ",
		"midast": "*",
		"midcir": "⫰",
		"mid": "∣",
		"middot": "·",
		"minusb": "⊟",
		"minus": "−",
		"minusd": "∸",
		"minusdu": "⨪",
		"MinusPlus": "∓",
		"mlcp": "⫛",
		"mldr": "…",
		"mnplus": "∓",
		"models": "⊧",
		"Mopf": "𝕄",
		"mopf": "𝕞",
		"mp": "∓",
		"mscr": "𝓂",
		"Mscr": "ℳ",
		"mstpos": "∾",
		"Mu": "Μ",
		"mu": "μ",
		"multimap": "⊸",
		"mumap": "⊸",
		"nabla": "∇",
		"Nacute": "Ń",
		"nacute": "ń",
		"nang": "∠⃒",
		"nap": "≉",
		"napE": "⩰̸",
		"napid": "≋̸",
		"napos": "ŉ",
		"napprox": "≉",
		"natural": "♮",
		"naturals": "ℕ",
		"natur": "♮",
		"nbsp": "\xA0",
		"nbump": "≎̸",
		"nbumpe": "≏̸",
		"ncap": "⩃",
		"Ncaron": "Ň",
		"ncaron": "ň",
		"Ncedil": "Ņ",
		"ncedil": "ņ",
		"ncong": "≇",
		"ncongdot": "⩭̸",
		"ncup": "⩂",
		"Ncy": "Н",
		"ncy": "н",
		"ndash": "–",
		"nearhk": "⤤",
		"nearr": "↗",
		"neArr": "⇗",
		"nearrow": "↗",
		"ne": "≠",
		"nedot": "≐̸",
		"NegativeMediumSpace": "​",
		"NegativeThickSpace": "​",
		"NegativeThinSpace": "​",
		"NegativeVeryThinSpace": "​",
		"nequiv": "≢",
		"nesear": "⤨",
		"nesim": "≂̸",
		"NestedGreaterGreater": "≫",
		"NestedLessLess": "≪",
		"NewLine": "\n",
		"nexist": "∄",
		"nexists": "∄",
		"Nfr": "𝔑",
		"nfr": "𝔫",
		"ngE": "≧̸",
		"nge": "≱",
		"ngeq": "≱",
		"ngeqq": "≧̸",
		"ngeqslant": "⩾̸",
		"nges": "⩾̸",
		"nGg": "⋙̸",
		"ngsim": "≵",
		"nGt": "≫⃒",
		"ngt": "≯",
		"ngtr": "≯",
		"nGtv": "≫̸",
		"nharr": "↮",
		"nhArr": "⇎",
		"nhpar": "⫲",
		"ni": "∋",
		"nis": "⋼",
		"nisd": "⋺",
		"niv": "∋",
		"NJcy": "Њ",
		"njcy": "њ",
		"nlarr": "↚",
		"nlArr": "⇍",
		"nldr": "‥",
		"nlE": "≦̸",
		"nle": "≰",
		"nleftarrow": "↚",
		"nLeftarrow": "⇍",
		"nleftrightarrow": "↮",
		"nLeftrightarrow": "⇎",
		"nleq": "≰",
		"nleqq": "≦̸",
		"nleqslant": "⩽̸",
		"nles": "⩽̸",
		"nless": "≮",
		"nLl": "⋘̸",
		"nlsim": "≴",
		"nLt": "≪⃒",
		"nlt": "≮",
		"nltri": "⋪",
		"nltrie": "⋬",
		"nLtv": "≪̸",
		"nmid": "∤",
		"NoBreak": "⁠",
		"NonBreakingSpace": "\xA0",
		"nopf": "𝕟",
		"Nopf": "ℕ",
		"Not": "⫬",
		"not": "¬",
		"NotCongruent": "≢",
		"NotCupCap": "≭",
		"NotDoubleVerticalBar": "∦",
		"NotElement": "∉",
		"NotEqual": "≠",
		"NotEqualTilde": "≂̸",
		"NotExists": "∄",
		"NotGreater": "≯",
		"NotGreaterEqual": "≱",
		"NotGreaterFullEqual": "≧̸",
		"NotGreaterGreater": "≫̸",
		"NotGreaterLess": "≹",
		"NotGreaterSlantEqual": "⩾̸",
		"NotGreaterTilde": "≵",
		"NotHumpDownHump": "≎̸",
		"NotHumpEqual": "≏̸",
		"notin": "∉",
		"notindot": "⋵̸",
		"notinE": "⋹̸",
		"notinva": "∉",
		"notinvb": "⋷",
		"notinvc": "⋶",
		"NotLeftTriangleBar": "⧏̸",
		"NotLeftTriangle": "⋪",
		"NotLeftTriangleEqual": "⋬",
		"NotLess": "≮",
		"NotLessEqual": "≰",
		"NotLessGreater": "≸",
		"NotLessLess": "≪̸",
		"NotLessSlantEqual": "⩽̸",
		"NotLessTilde": "≴",
		"NotNestedGreaterGreater": "⪢̸",
		"NotNestedLessLess": "⪡̸",
		"notni": "∌",
		"notniva": "∌",
		"notnivb": "⋾",
		"notnivc": "⋽",
		"NotPrecedes": "⊀",
		"NotPrecedesEqual": "⪯̸",
		"NotPrecedesSlantEqual": "⋠",
		"NotReverseElement": "∌",
		"NotRightTriangleBar": "⧐̸",
		"NotRightTriangle": "⋫",
		"NotRightTriangleEqual": "⋭",
		"NotSquareSubset": "⊏̸",
		"NotSquareSubsetEqual": "⋢",
		"NotSquareSuperset": "⊐̸",
		"NotSquareSupersetEqual": "⋣",
		"NotSubset": "⊂⃒",
		"NotSubsetEqual": "⊈",
		"NotSucceeds": "⊁",
		"NotSucceedsEqual": "⪰̸",
		"NotSucceedsSlantEqual": "⋡",
		"NotSucceedsTilde": "≿̸",
		"NotSuperset": "⊃⃒",
		"NotSupersetEqual": "⊉",
		"NotTilde": "≁",
		"NotTildeEqual": "≄",
		"NotTildeFullEqual": "≇",
		"NotTildeTilde": "≉",
		"NotVerticalBar": "∤",
		"nparallel": "∦",
		"npar": "∦",
		"nparsl": "⫽⃥",
		"npart": "∂̸",
		"npolint": "⨔",
		"npr": "⊀",
		"nprcue": "⋠",
		"nprec": "⊀",
		"npreceq": "⪯̸",
		"npre": "⪯̸",
		"nrarrc": "⤳̸",
		"nrarr": "↛",
		"nrArr": "⇏",
		"nrarrw": "↝̸",
		"nrightarrow": "↛",
		"nRightarrow": "⇏",
		"nrtri": "⋫",
		"nrtrie": "⋭",
		"nsc": "⊁",
		"nsccue": "⋡",
		"nsce": "⪰̸",
		"Nscr": "𝒩",
		"nscr": "𝓃",
		"nshortmid": "∤",
		"nshortparallel": "∦",
		"nsim": "≁",
		"nsime": "≄",
		"nsimeq": "≄",
		"nsmid": "∤",
		"nspar": "∦",
		"nsqsube": "⋢",
		"nsqsupe": "⋣",
		"nsub": "⊄",
		"nsubE": "⫅̸",
		"nsube": "⊈",
		"nsubset": "⊂⃒",
		"nsubseteq": "⊈",
		"nsubseteqq": "⫅̸",
		"nsucc": "⊁",
		"nsucceq": "⪰̸",
		"nsup": "⊅",
		"nsupE": "⫆̸",
		"nsupe": "⊉",
		"nsupset": "⊃⃒",
		"nsupseteq": "⊉",
		"nsupseteqq": "⫆̸",
		"ntgl": "≹",
		"Ntilde": "Ñ",
		"ntilde": "ñ",
		"ntlg": "≸",
		"ntriangleleft": "⋪",
		"ntrianglelefteq": "⋬",
		"ntriangleright": "⋫",
		"ntrianglerighteq": "⋭",
		"Nu": "Ν",
		"nu": "ν",
		"num": "#",
		"numero": "№",
		"numsp": " ",
		"nvap": "≍⃒",
		"nvdash": "⊬",
		"nvDash": "⊭",
		"nVdash": "⊮",
		"nVDash": "⊯",
		"nvge": "≥⃒",
		"nvgt": ">⃒",
		"nvHarr": "⤄",
		"nvinfin": "⧞",
		"nvlArr": "⤂",
		"nvle": "≤⃒",
		"nvlt": "<⃒",
		"nvltrie": "⊴⃒",
		"nvrArr": "⤃",
		"nvrtrie": "⊵⃒",
		"nvsim": "∼⃒",
		"nwarhk": "⤣",
		"nwarr": "↖",
		"nwArr": "⇖",
		"nwarrow": "↖",
		"nwnear": "⤧",
		"Oacute": "Ó",
		"oacute": "ó",
		"oast": "⊛",
		"Ocirc": "Ô",
		"ocirc": "ô",
		"ocir": "⊚",
		"Ocy": "О",
		"ocy": "о",
		"odash": "⊝",
		"Odblac": "Ő",
		"odblac": "ő",
		"odiv": "⨸",
		"odot": "⊙",
		"odsold": "⦼",
		"OElig": "Œ",
		"oelig": "œ",
		"ofcir": "⦿",
		"Ofr": "𝔒",
		"ofr": "𝔬",
		"ogon": "˛",
		"Ograve": "Ò",
		"ograve": "ò",
		"ogt": "⧁",
		"ohbar": "⦵",
		"ohm": "Ω",
		"oint": "∮",
		"olarr": "↺",
		"olcir": "⦾",
		"olcross": "⦻",
		"oline": "‾",
		"olt": "⧀",
		"Omacr": "Ō",
		"omacr": "ō",
		"Omega": "Ω",
		"omega": "ω",
		"Omicron": "Ο",
		"omicron": "ο",
		"omid": "⦶",
		"ominus": "⊖",
		"Oopf": "𝕆",
		"oopf": "𝕠",
		"opar": "⦷",
		"OpenCurlyDoubleQuote": "“",
		"OpenCurlyQuote": "‘",
		"operp": "⦹",
		"oplus": "⊕",
		"orarr": "↻",
		"Or": "⩔",
		"or": "∨",
		"ord": "⩝",
		"order": "ℴ",
		"orderof": "ℴ",
		"ordf": "ª",
		"ordm": "º",
		"origof": "⊶",
		"oror": "⩖",
		"orslope": "⩗",
		"orv": "⩛",
		"oS": "Ⓢ",
		"Oscr": "𝒪",
		"oscr": "ℴ",
		"Oslash": "Ø",
		"oslash": "ø",
		"osol": "⊘",
		"Otilde": "Õ",
		"otilde": "õ",
		"otimesas": "⨶",
		"Otimes": "⨷",
		"otimes": "⊗",
		"Ouml": "Ö",
		"ouml": "ö",
		"ovbar": "⌽",
		"OverBar": "‾",
		"OverBrace": "⏞",
		"OverBracket": "⎴",
		"OverParenthesis": "⏜",
		"para": "¶",
		"parallel": "∥",
		"par": "∥",
		"parsim": "⫳",
		"parsl": "⫽",
		"part": "∂",
		"PartialD": "∂",
		"Pcy": "П",
		"pcy": "п",
		"percnt": "%",
		"period": ".",
		"permil": "‰",
		"perp": "⊥",
		"pertenk": "‱",
		"Pfr": "𝔓",
		"pfr": "𝔭",
		"Phi": "Φ",
		"phi": "φ",
		"phiv": "ϕ",
		"phmmat": "ℳ",
		"phone": "☎",
		"Pi": "Π",
		"pi": "π",
		"pitchfork": "⋔",
		"piv": "ϖ",
		"planck": "ℏ",
		"planckh": "ℎ",
		"plankv": "ℏ",
		"plusacir": "⨣",
		"plusb": "⊞",
		"pluscir": "⨢",
		"plus": "+",
		"plusdo": "∔",
		"plusdu": "⨥",
		"pluse": "⩲",
		"PlusMinus": "±",
		"plusmn": "±",
		"plussim": "⨦",
		"plustwo": "⨧",
		"pm": "±",
		"Poincareplane": "ℌ",
		"pointint": "⨕",
		"popf": "𝕡",
		"Popf": "ℙ",
		"pound": "£",
		"prap": "⪷",
		"Pr": "⪻",
		"pr": "≺",
		"prcue": "≼",
		"precapprox": "⪷",
		"prec": "≺",
		"preccurlyeq": "≼",
		"Precedes": "≺",
		"PrecedesEqual": "⪯",
		"PrecedesSlantEqual": "≼",
		"PrecedesTilde": "≾",
		"preceq": "⪯",
		"precnapprox": "⪹",
		"precneqq": "⪵",
		"precnsim": "⋨",
		"pre": "⪯",
		"prE": "⪳",
		"precsim": "≾",
		"prime": "′",
		"Prime": "″",
		"primes": "ℙ",
		"prnap": "⪹",
		"prnE": "⪵",
		"prnsim": "⋨",
		"prod": "∏",
		"Product": "∏",
		"profalar": "⌮",
		"profline": "⌒",
		"profsurf": "⌓",
		"prop": "∝",
		"Proportional": "∝",
		"Proportion": "∷",
		"propto": "∝",
		"prsim": "≾",
		"prurel": "⊰",
		"Pscr": "𝒫",
		"pscr": "𝓅",
		"Psi": "Ψ",
		"psi": "ψ",
		"puncsp": " ",
		"Qfr": "𝔔",
		"qfr": "𝔮",
		"qint": "⨌",
		"qopf": "𝕢",
		"Qopf": "ℚ",
		"qprime": "⁗",
		"Qscr": "𝒬",
		"qscr": "𝓆",
		"quaternions": "ℍ",
		"quatint": "⨖",
		"quest": "?",
		"questeq": "≟",
		"quot": "\"",
		"QUOT": "\"",
		"rAarr": "⇛",
		"race": "∽̱",
		"Racute": "Ŕ",
		"racute": "ŕ",
		"radic": "√",
		"raemptyv": "⦳",
		"rang": "⟩",
		"Rang": "⟫",
		"rangd": "⦒",
		"range": "⦥",
		"rangle": "⟩",
		"raquo": "»",
		"rarrap": "⥵",
		"rarrb": "⇥",
		"rarrbfs": "⤠",
		"rarrc": "⤳",
		"rarr": "→",
		"Rarr": "↠",
		"rArr": "⇒",
		"rarrfs": "⤞",
		"rarrhk": "↪",
		"rarrlp": "↬",
		"rarrpl": "⥅",
		"rarrsim": "⥴",
		"Rarrtl": "⤖",
		"rarrtl": "↣",
		"rarrw": "↝",
		"ratail": "⤚",
		"rAtail": "⤜",
		"ratio": "∶",
		"rationals": "ℚ",
		"rbarr": "⤍",
		"rBarr": "⤏",
		"RBarr": "⤐",
		"rbbrk": "❳",
		"rbrace": "}",
		"rbrack": "]",
		"rbrke": "⦌",
		"rbrksld": "⦎",
		"rbrkslu": "⦐",
		"Rcaron": "Ř",
		"rcaron": "ř",
		"Rcedil": "Ŗ",
		"rcedil": "ŗ",
		"rceil": "⌉",
		"rcub": "}",
		"Rcy": "Р",
		"rcy": "р",
		"rdca": "⤷",
		"rdldhar": "⥩",
		"rdquo": "”",
		"rdquor": "”",
		"rdsh": "↳",
		"real": "ℜ",
		"realine": "ℛ",
		"realpart": "ℜ",
		"reals": "ℝ",
		"Re": "ℜ",
		"rect": "▭",
		"reg": "®",
		"REG": "®",
		"ReverseElement": "∋",
		"ReverseEquilibrium": "⇋",
		"ReverseUpEquilibrium": "⥯",
		"rfisht": "⥽",
		"rfloor": "⌋",
		"rfr": "𝔯",
		"Rfr": "ℜ",
		"rHar": "⥤",
		"rhard": "⇁",
		"rharu": "⇀",
		"rharul": "⥬",
		"Rho": "Ρ",
		"rho": "ρ",
		"rhov": "ϱ",
		"RightAngleBracket": "⟩",
		"RightArrowBar": "⇥",
		"rightarrow": "→",
		"RightArrow": "→",
		"Rightarrow": "⇒",
		"RightArrowLeftArrow": "⇄",
		"rightarrowtail": "↣",
		"RightCeiling": "⌉",
		"RightDoubleBracket": "⟧",
		"RightDownTeeVector": "⥝",
		"RightDownVectorBar": "⥕",
		"RightDownVector": "⇂",
		"RightFloor": "⌋",
		"rightharpoondown": "⇁",
		"rightharpoonup": "⇀",
		"rightleftarrows": "⇄",
		"rightleftharpoons": "⇌",
		"rightrightarrows": "⇉",
		"rightsquigarrow": "↝",
		"RightTeeArrow": "↦",
		"RightTee": "⊢",
		"RightTeeVector": "⥛",
		"rightthreetimes": "⋌",
		"RightTriangleBar": "⧐",
		"RightTriangle": "⊳",
		"RightTriangleEqual": "⊵",
		"RightUpDownVector": "⥏",
		"RightUpTeeVector": "⥜",
		"RightUpVectorBar": "⥔",
		"RightUpVector": "↾",
		"RightVectorBar": "⥓",
		"RightVector": "⇀",
		"ring": "˚",
		"risingdotseq": "≓",
		"rlarr": "⇄",
		"rlhar": "⇌",
		"rlm": "‏",
		"rmoustache": "⎱",
		"rmoust": "⎱",
		"rnmid": "⫮",
		"roang": "⟭",
		"roarr": "⇾",
		"robrk": "⟧",
		"ropar": "⦆",
		"ropf": "𝕣",
		"Ropf": "ℝ",
		"roplus": "⨮",
		"rotimes": "⨵",
		"RoundImplies": "⥰",
		"rpar": ")",
		"rpargt": "⦔",
		"rppolint": "⨒",
		"rrarr": "⇉",
		"Rrightarrow": "⇛",
		"rsaquo": "›",
		"rscr": "𝓇",
		"Rscr": "ℛ",
		"rsh": "↱",
		"Rsh": "↱",
		"rsqb": "]",
		"rsquo": "’",
		"rsquor": "’",
		"rthree": "⋌",
		"rtimes": "⋊",
		"rtri": "▹",
		"rtrie": "⊵",
		"rtrif": "▸",
		"rtriltri": "⧎",
		"RuleDelayed": "⧴",
		"ruluhar": "⥨",
		"rx": "℞",
		"Sacute": "Ś",
		"sacute": "ś",
		"sbquo": "‚",
		"scap": "⪸",
		"Scaron": "Š",
		"scaron": "š",
		"Sc": "⪼",
		"sc": "≻",
		"sccue": "≽",
		"sce": "⪰",
		"scE": "⪴",
		"Scedil": "Ş",
		"scedil": "ş",
		"Scirc": "Ŝ",
		"scirc": "ŝ",
		"scnap": "⪺",
		"scnE": "⪶",
		"scnsim": "⋩",
		"scpolint": "⨓",
		"scsim": "≿",
		"Scy": "С",
		"scy": "с",
		"sdotb": "⊡",
		"sdot": "⋅",
		"sdote": "⩦",
		"searhk": "⤥",
		"searr": "↘",
		"seArr": "⇘",
		"searrow": "↘",
		"sect": "§",
		"semi": ";",
		"seswar": "⤩",
		"setminus": "∖",
		"setmn": "∖",
		"sext": "✶",
		"Sfr": "𝔖",
		"sfr": "𝔰",
		"sfrown": "⌢",
		"sharp": "♯",
		"SHCHcy": "Щ",
		"shchcy": "щ",
		"SHcy": "Ш",
		"shcy": "ш",
		"ShortDownArrow": "↓",
		"ShortLeftArrow": "←",
		"shortmid": "∣",
		"shortparallel": "∥",
		"ShortRightArrow": "→",
		"ShortUpArrow": "↑",
		"shy": "­",
		"Sigma": "Σ",
		"sigma": "σ",
		"sigmaf": "ς",
		"sigmav": "ς",
		"sim": "∼",
		"simdot": "⩪",
		"sime": "≃",
		"simeq": "≃",
		"simg": "⪞",
		"simgE": "⪠",
		"siml": "⪝",
		"simlE": "⪟",
		"simne": "≆",
		"simplus": "⨤",
		"simrarr": "⥲",
		"slarr": "←",
		"SmallCircle": "∘",
		"smallsetminus": "∖",
		"smashp": "⨳",
		"smeparsl": "⧤",
		"smid": "∣",
		"smile": "⌣",
		"smt": "⪪",
		"smte": "⪬",
		"smtes": "⪬︀",
		"SOFTcy": "Ь",
		"softcy": "ь",
		"solbar": "⌿",
		"solb": "⧄",
		"sol": "/",
		"Sopf": "𝕊",
		"sopf": "𝕤",
		"spades": "♠",
		"spadesuit": "♠",
		"spar": "∥",
		"sqcap": "⊓",
		"sqcaps": "⊓︀",
		"sqcup": "⊔",
		"sqcups": "⊔︀",
		"Sqrt": "√",
		"sqsub": "⊏",
		"sqsube": "⊑",
		"sqsubset": "⊏",
		"sqsubseteq": "⊑",
		"sqsup": "⊐",
		"sqsupe": "⊒",
		"sqsupset": "⊐",
		"sqsupseteq": "⊒",
		"square": "□",
		"Square": "□",
		"SquareIntersection": "⊓",
		"SquareSubset": "⊏",
		"SquareSubsetEqual": "⊑",
		"SquareSuperset": "⊐",
		"SquareSupersetEqual": "⊒",
		"SquareUnion": "⊔",
		"squarf": "▪",
		"squ": "□",
		"squf": "▪",
		"srarr": "→",
		"Sscr": "𝒮",
		"sscr": "𝓈",
		"ssetmn": "∖",
		"ssmile": "⌣",
		"sstarf": "⋆",
		"Star": "⋆",
		"star": "☆",
		"starf": "★",
		"straightepsilon": "ϵ",
		"straightphi": "ϕ",
		"strns": "¯",
		"sub": "⊂",
		"Sub": "⋐",
		"subdot": "⪽",
		"subE": "⫅",
		"sube": "⊆",
		"subedot": "⫃",
		"submult": "⫁",
		"subnE": "⫋",
		"subne": "⊊",
		"subplus": "⪿",
		"subrarr": "⥹",
		"subset": "⊂",
		"Subset": "⋐",
		"subseteq": "⊆",
		"subseteqq": "⫅",
		"SubsetEqual": "⊆",
		"subsetneq": "⊊",
		"subsetneqq": "⫋",
		"subsim": "⫇",
		"subsub": "⫕",
		"subsup": "⫓",
		"succapprox": "⪸",
		"succ": "≻",
		"succcurlyeq": "≽",
		"Succeeds": "≻",
		"SucceedsEqual": "⪰",
		"SucceedsSlantEqual": "≽",
		"SucceedsTilde": "≿",
		"succeq": "⪰",
		"succnapprox": "⪺",
		"succneqq": "⪶",
		"succnsim": "⋩",
		"succsim": "≿",
		"SuchThat": "∋",
		"sum": "∑",
		"Sum": "∑",
		"sung": "♪",
		"sup1": "¹",
		"sup2": "²",
		"sup3": "³",
		"sup": "⊃",
		"Sup": "⋑",
		"supdot": "⪾",
		"supdsub": "⫘",
		"supE": "⫆",
		"supe": "⊇",
		"supedot": "⫄",
		"Superset": "⊃",
		"SupersetEqual": "⊇",
		"suphsol": "⟉",
		"suphsub": "⫗",
		"suplarr": "⥻",
		"supmult": "⫂",
		"supnE": "⫌",
		"supne": "⊋",
		"supplus": "⫀",
		"supset": "⊃",
		"Supset": "⋑",
		"supseteq": "⊇",
		"supseteqq": "⫆",
		"supsetneq": "⊋",
		"supsetneqq": "⫌",
		"supsim": "⫈",
		"supsub": "⫔",
		"supsup": "⫖",
		"swarhk": "⤦",
		"swarr": "↙",
		"swArr": "⇙",
		"swarrow": "↙",
		"swnwar": "⤪",
		"szlig": "ß",
		"Tab": "	",
		"target": "⌖",
		"Tau": "Τ",
		"tau": "τ",
		"tbrk": "⎴",
		"Tcaron": "Ť",
		"tcaron": "ť",
		"Tcedil": "Ţ",
		"tcedil": "ţ",
		"Tcy": "Т",
		"tcy": "т",
		"tdot": "⃛",
		"telrec": "⌕",
		"Tfr": "𝔗",
		"tfr": "𝔱",
		"there4": "∴",
		"therefore": "∴",
		"Therefore": "∴",
		"Theta": "Θ",
		"theta": "θ",
		"thetasym": "ϑ",
		"thetav": "ϑ",
		"thickapprox": "≈",
		"thicksim": "∼",
		"ThickSpace": "  ",
		"ThinSpace": " ",
		"thinsp": " ",
		"thkap": "≈",
		"thksim": "∼",
		"THORN": "Þ",
		"thorn": "þ",
		"tilde": "˜",
		"Tilde": "∼",
		"TildeEqual": "≃",
		"TildeFullEqual": "≅",
		"TildeTilde": "≈",
		"timesbar": "⨱",
		"timesb": "⊠",
		"times": "×",
		"timesd": "⨰",
		"tint": "∭",
		"toea": "⤨",
		"topbot": "⌶",
		"topcir": "⫱",
		"top": "⊤",
		"Topf": "𝕋",
		"topf": "𝕥",
		"topfork": "⫚",
		"tosa": "⤩",
		"tprime": "‴",
		"trade": "™",
		"TRADE": "™",
		"triangle": "▵",
		"triangledown": "▿",
		"triangleleft": "◃",
		"trianglelefteq": "⊴",
		"triangleq": "≜",
		"triangleright": "▹",
		"trianglerighteq": "⊵",
		"tridot": "◬",
		"trie": "≜",
		"triminus": "⨺",
		"TripleDot": "⃛",
		"triplus": "⨹",
		"trisb": "⧍",
		"tritime": "⨻",
		"trpezium": "⏢",
		"Tscr": "𝒯",
		"tscr": "𝓉",
		"TScy": "Ц",
		"tscy": "ц",
		"TSHcy": "Ћ",
		"tshcy": "ћ",
		"Tstrok": "Ŧ",
		"tstrok": "ŧ",
		"twixt": "≬",
		"twoheadleftarrow": "↞",
		"twoheadrightarrow": "↠",
		"Uacute": "Ú",
		"uacute": "ú",
		"uarr": "↑",
		"Uarr": "↟",
		"uArr": "⇑",
		"Uarrocir": "⥉",
		"Ubrcy": "Ў",
		"ubrcy": "ў",
		"Ubreve": "Ŭ",
		"ubreve": "ŭ",
		"Ucirc": "Û",
		"ucirc": "û",
		"Ucy": "У",
		"ucy": "у",
		"udarr": "⇅",
		"Udblac": "Ű",
		"udblac": "ű",
		"udhar": "⥮",
		"ufisht": "⥾",
		"Ufr": "𝔘",
		"ufr": "𝔲",
		"Ugrave": "Ù",
		"ugrave": "ù",
		"uHar": "⥣",
		"uharl": "↿",
		"uharr": "↾",
		"uhblk": "▀",
		"ulcorn": "⌜",
		"ulcorner": "⌜",
		"ulcrop": "⌏",
		"ultri": "◸",
		"Umacr": "Ū",
		"umacr": "ū",
		"uml": "¨",
		"UnderBar": "_",
		"UnderBrace": "⏟",
		"UnderBracket": "⎵",
		"UnderParenthesis": "⏝",
		"Union": "⋃",
		"UnionPlus": "⊎",
		"Uogon": "Ų",
		"uogon": "ų",
		"Uopf": "𝕌",
		"uopf": "𝕦",
		"UpArrowBar": "⤒",
		"uparrow": "↑",
		"UpArrow": "↑",
		"Uparrow": "⇑",
		"UpArrowDownArrow": "⇅",
		"updownarrow": "↕",
		"UpDownArrow": "↕",
		"Updownarrow": "⇕",
		"UpEquilibrium": "⥮",
		"upharpoonleft": "↿",
		"upharpoonright": "↾",
		"uplus": "⊎",
		"UpperLeftArrow": "↖",
		"UpperRightArrow": "↗",
		"upsi": "υ",
		"Upsi": "ϒ",
		"upsih": "ϒ",
		"Upsilon": "Υ",
		"upsilon": "υ",
		"UpTeeArrow": "↥",
		"UpTee": "⊥",
		"upuparrows": "⇈",
		"urcorn": "⌝",
		"urcorner": "⌝",
		"urcrop": "⌎",
		"Uring": "Ů",
		"uring": "ů",
		"urtri": "◹",
		"Uscr": "𝒰",
		"uscr": "𝓊",
		"utdot": "⋰",
		"Utilde": "Ũ",
		"utilde": "ũ",
		"utri": "▵",
		"utrif": "▴",
		"uuarr": "⇈",
		"Uuml": "Ü",
		"uuml": "ü",
		"uwangle": "⦧",
		"vangrt": "⦜",
		"varepsilon": "ϵ",
		"varkappa": "ϰ",
		"varnothing": "∅",
		"varphi": "ϕ",
		"varpi": "ϖ",
		"varpropto": "∝",
		"varr": "↕",
		"vArr": "⇕",
		"varrho": "ϱ",
		"varsigma": "ς",
		"varsubsetneq": "⊊︀",
		"varsubsetneqq": "⫋︀",
		"varsupsetneq": "⊋︀",
		"varsupsetneqq": "⫌︀",
		"vartheta": "ϑ",
		"vartriangleleft": "⊲",
		"vartriangleright": "⊳",
		"vBar": "⫨",
		"Vbar": "⫫",
		"vBarv": "⫩",
		"Vcy": "В",
		"vcy": "в",
		"vdash": "⊢",
		"vDash": "⊨",
		"Vdash": "⊩",
		"VDash": "⊫",
		"Vdashl": "⫦",
		"veebar": "⊻",
		"vee": "∨",
		"Vee": "⋁",
		"veeeq": "≚",
		"vellip": "⋮",
		"verbar": "|",
		"Verbar": "‖",
		"vert": "|",
		"Vert": "‖",
		"VerticalBar": "∣",
		"VerticalLine": "|",
		"VerticalSeparator": "❘",
		"VerticalTilde": "≀",
		"VeryThinSpace": " ",
		"Vfr": "𝔙",
		"vfr": "𝔳",
		"vltri": "⊲",
		"vnsub": "⊂⃒",
		"vnsup": "⊃⃒",
		"Vopf": "𝕍",
		"vopf": "𝕧",
		"vprop": "∝",
		"vrtri": "⊳",
		"Vscr": "𝒱",
		"vscr": "𝓋",
		"vsubnE": "⫋︀",
		"vsubne": "⊊︀",
		"vsupnE": "⫌︀",
		"vsupne": "⊋︀",
		"Vvdash": "⊪",
		"vzigzag": "⦚",
		"Wcirc": "Ŵ",
		"wcirc": "ŵ",
		"wedbar": "⩟",
		"wedge": "∧",
		"Wedge": "⋀",
		"wedgeq": "≙",
		"weierp": "℘",
		"Wfr": "𝔚",
		"wfr": "𝔴",
		"Wopf": "𝕎",
		"wopf": "𝕨",
		"wp": "℘",
		"wr": "≀",
		"wreath": "≀",
		"Wscr": "𝒲",
		"wscr": "𝓌",
		"xcap": "⋂",
		"xcirc": "◯",
		"xcup": "⋃",
		"xdtri": "▽",
		"Xfr": "𝔛",
		"xfr": "𝔵",
		"xharr": "⟷",
		"xhArr": "⟺",
		"Xi": "Ξ",
		"xi": "ξ",
		"xlarr": "⟵",
		"xlArr": "⟸",
		"xmap": "⟼",
		"xnis": "⋻",
		"xodot": "⨀",
		"Xopf": "𝕏",
		"xopf": "𝕩",
		"xoplus": "⨁",
		"xotime": "⨂",
		"xrarr": "⟶",
		"xrArr": "⟹",
		"Xscr": "𝒳",
		"xscr": "𝓍",
		"xsqcup": "⨆",
		"xuplus": "⨄",
		"xutri": "△",
		"xvee": "⋁",
		"xwedge": "⋀",
		"Yacute": "Ý",
		"yacute": "ý",
		"YAcy": "Я",
		"yacy": "я",
		"Ycirc": "Ŷ",
		"ycirc": "ŷ",
		"Ycy": "Ы",
		"ycy": "ы",
		"yen": "¥",
		"Yfr": "𝔜",
		"yfr": "𝔶",
		"YIcy": "Ї",
		"yicy": "ї",
		"Yopf": "𝕐",
		"yopf": "𝕪",
		"Yscr": "𝒴",
		"yscr": "𝓎",
		"YUcy": "Ю",
		"yucy": "ю",
		"yuml": "ÿ",
		"Yuml": "Ÿ",
		"Zacute": "Ź",
		"zacute": "ź",
		"Zcaron": "Ž",
		"zcaron": "ž",
		"Zcy": "З",
		"zcy": "з",
		"Zdot": "Ż",
		"zdot": "ż",
		"zeetrf": "ℨ",
		"ZeroWidthSpace": "​",
		"Zeta": "Ζ",
		"zeta": "ζ",
		"zfr": "𝔷",
		"Zfr": "ℨ",
		"ZHcy": "Ж",
		"zhcy": "ж",
		"zigrarr": "⇝",
		"zopf": "𝕫",
		"Zopf": "ℤ",
		"Zscr": "𝒵",
		"zscr": "𝓏",
		"zwj": "‍",
		"zwnj": "‌"
	};
}));

// node_modules/entities/lib/encode-trie.js
var require_encode_trie = /* @__PURE__ */ __commonJSMin(((exports, module, this$2) => {
	var __importDefault = this$2 && this$2.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.getTrie = exports.encodeHTMLTrieRe = exports.getCodePoint = void 0;
	var entities_json_1 = __importDefault(require_entities());
	function isHighSurrugate(c) {
		return (c & 64512) === 55296;
	}
	exports.getCodePoint = String.prototype.codePointAt != null ? function(str, index) {
		return str.codePointAt(index);
	} : function(c, index) {
		return isHighSurrugate(c.charCodeAt(index)) ? (c.charCodeAt(index) - 55296) * 1024 + c.charCodeAt(index + 1) - 56320 + 65536 : c.charCodeAt(index);
	};
	var htmlTrie = getTrie(entities_json_1.default);
	function encodeHTMLTrieRe(regExp, str) {
		var _a;
		var ret = "";
		var lastIdx = 0;
		var match;
		while ((match = regExp.exec(str)) !== null) {
			var i = match.index;
			var char = str.charCodeAt(i);
			var next = htmlTrie.get(char);
			if (next) {
				if (next.next != null && i + 1 < str.length) {
					var value = (_a = next.next.get(str.charCodeAt(i + 1))) === null || _a === void 0 ? void 0 : _a.value;
					if (value != null) {
						ret += str.substring(lastIdx, i) + value;
						regExp.lastIndex += 1;
						lastIdx = i + 2;
						continue;
					}
				}
				ret += str.substring(lastIdx, i) + next.value;
				lastIdx = i + 1;
			} else {
				ret += str.substring(lastIdx, i) + "&#x" + exports.getCodePoint(str, i).toString(16) + ";";
				lastIdx = regExp.lastIndex += Number(isHighSurrugate(char));
			}
		}
		return ret + str.substr(lastIdx);
	}
	exports.encodeHTMLTrieRe = encodeHTMLTrieRe;
	function getTrie(map) {
		var _a, _b, _c, _d;
		var trie = /* @__PURE__ */ new Map();
		for (var _i = 0, _e = Object.keys(map); _i < _e.length; _i++) {
			var value = _e[_i];
			var key = map[value];
			var lastMap = trie;
			for (var i = 0; i < key.length - 1; i++) {
				var char = key.charCodeAt(i);
				var next = (_a = lastMap.get(char)) !== null && _a !== void 0 ? _a : {};
				lastMap.set(char, next);
				lastMap = (_b = next.next) !== null && _b !== void 0 ? _b : next.next = /* @__PURE__ */ new Map();
			}
			var val = (_c = lastMap.get(key.charCodeAt(key.length - 1))) !== null && _c !== void 0 ? _c : {};
			(_d = val.value) !== null && _d !== void 0 || (val.value = "&" + value + ";");
			lastMap.set(key.charCodeAt(key.length - 1), val);
		}
		return trie;
	}
	exports.getTrie = getTrie;
}));

// node_modules/entities/lib/encode.js
var require_encode = /* @__PURE__ */ __commonJSMin(((exports, module, this$1) => {
	var __importDefault = this$1 && this$1.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.escapeUTF8 = exports.escape = exports.encodeNonAsciiHTML = exports.encodeHTML = exports.encodeXML = void 0;
	var xml_json_1 = __importDefault(require_xml());
	var encode_trie_1 = require_encode_trie();
	var htmlReplacer = getCharRegExp(__importDefault(require_entities()).default, true);
	var xmlReplacer = getCharRegExp(xml_json_1.default, true);
	var xmlInvalidChars = getCharRegExp(xml_json_1.default, false);
	var xmlCodeMap = new Map(Object.keys(xml_json_1.default).map(function(k) {
		return [xml_json_1.default[k].charCodeAt(0), "&" + k + ";"];
	}));
	function encodeXML(str) {
		var ret = "";
		var lastIdx = 0;
		var match;
		while ((match = xmlReplacer.exec(str)) !== null) {
			var i = match.index;
			var char = str.charCodeAt(i);
			var next = xmlCodeMap.get(char);
			if (next) {
				ret += str.substring(lastIdx, i) + next;
				lastIdx = i + 1;
			} else {
				ret += str.substring(lastIdx, i) + "&#x" + encode_trie_1.getCodePoint(str, i).toString(16) + ";";
				lastIdx = xmlReplacer.lastIndex += Number((char & 65408) === 55296);
			}
		}
		return ret + str.substr(lastIdx);
	}
	exports.encodeXML = encodeXML;
	function encodeHTML(data) {
		return encode_trie_1.encodeHTMLTrieRe(htmlReplacer, data);
	}
	exports.encodeHTML = encodeHTML;
	function encodeNonAsciiHTML(data) {
		return encode_trie_1.encodeHTMLTrieRe(xmlReplacer, data);
	}
	exports.encodeNonAsciiHTML = encodeNonAsciiHTML;
	function getCharRegExp(map, nonAscii) {
		var chars = Object.keys(map).map(function(k) {
			return "\\" + map[k].charAt(0);
		}).filter(function(v) {
			return !nonAscii || v.charCodeAt(1) < 128;
		}).sort(function(a, b) {
			return a.charCodeAt(1) - b.charCodeAt(1);
		}).filter(function(v, i, a) {
			return v !== a[i + 1];
		});
		for (var start = 0; start < chars.length - 1; start++) {
			var end = start;
			while (end < chars.length - 1 && chars[end].charCodeAt(1) + 1 === chars[end + 1].charCodeAt(1)) end += 1;
			var count = 1 + end - start;
			if (count < 3) continue;
			chars.splice(start, count, chars[start] + "-" + chars[end]);
		}
		return new RegExp("[" + chars.join("") + (nonAscii ? "\\x80-\\uFFFF" : "") + "]", "g");
	}
	exports.escape = encodeXML;
	function escapeUTF8(data) {
		var match;
		var lastIdx = 0;
		var result = "";
		while (match = xmlInvalidChars.exec(data)) {
			if (lastIdx !== match.index) result += data.substring(lastIdx, match.index);
			result += xmlCodeMap.get(match[0].charCodeAt(0));
			lastIdx = match.index + 1;
		}
		return result + data.substring(lastIdx);
	}
	exports.escapeUTF8 = escapeUTF8;
}));

// node_modules/entities/lib/index.js
var require_lib = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.decodeXMLStrict = exports.decodeHTML5Strict = exports.decodeHTML4Strict = exports.decodeHTML5 = exports.decodeHTML4 = exports.decodeHTMLStrict = exports.decodeHTML = exports.decodeXML = exports.encodeHTML5 = exports.encodeHTML4 = exports.escapeUTF8 = exports.escape = exports.encodeNonAsciiHTML = exports.encodeHTML = exports.encodeXML = exports.encode = exports.decodeStrict = exports.decode = exports.EncodingMode = exports.DecodingMode = exports.EntityLevel = void 0;
	var decode_1 = require_decode();
	var encode_1 = require_encode();
	var EntityLevel;
	(function(EntityLevel) {
		EntityLevel[EntityLevel["XML"] = 0] = "XML";
		EntityLevel[EntityLevel["HTML"] = 1] = "HTML";
	})(EntityLevel = exports.EntityLevel || (exports.EntityLevel = {}));
	var DecodingMode;
	(function(DecodingMode) {
		DecodingMode[DecodingMode["Legacy"] = 0] = "Legacy";
		DecodingMode[DecodingMode["Strict"] = 1] = "Strict";
	})(DecodingMode = exports.DecodingMode || (exports.DecodingMode = {}));
	var EncodingMode;
	(function(EncodingMode) {
		EncodingMode[EncodingMode["UTF8"] = 0] = "UTF8";
		EncodingMode[EncodingMode["ASCII"] = 1] = "ASCII";
		EncodingMode[EncodingMode["Extensive"] = 2] = "Extensive";
	})(EncodingMode = exports.EncodingMode || (exports.EncodingMode = {}));
	function decode(data, options) {
		if (options === void 0) options = EntityLevel.XML;
		var opts = typeof options === "number" ? { level: options } : options;
		if (opts.level === EntityLevel.HTML) {
			if (opts.mode === DecodingMode.Strict) return decode_1.decodeHTMLStrict(data);
			return decode_1.decodeHTML(data);
		}
		return decode_1.decodeXML(data);
	}
	exports.decode = decode;
	function decodeStrict(data, options) {
		if (options === void 0) options = EntityLevel.XML;
		var opts = typeof options === "number" ? { level: options } : options;
		if (opts.level === EntityLevel.HTML) {
			if (opts.mode === DecodingMode.Legacy) return decode_1.decodeHTML(data);
			return decode_1.decodeHTMLStrict(data);
		}
		return decode_1.decodeXML(data);
	}
	exports.decodeStrict = decodeStrict;
	function encode(data, options) {
		if (options === void 0) options = EntityLevel.XML;
		var opts = typeof options === "number" ? { level: options } : options;
		if (opts.mode === EncodingMode.UTF8) return encode_1.escapeUTF8(data);
		if (opts.level === EntityLevel.HTML) {
			if (opts.mode === EncodingMode.ASCII) return encode_1.encodeNonAsciiHTML(data);
			return encode_1.encodeHTML(data);
		}
		return encode_1.encodeXML(data);
	}
	exports.encode = encode;
	var encode_2 = require_encode();
	Object.defineProperty(exports, "encodeXML", {
		enumerable: true,
		get: function() {
			return encode_2.encodeXML;
		}
	});
	Object.defineProperty(exports, "encodeHTML", {
		enumerable: true,
		get: function() {
			return encode_2.encodeHTML;
		}
	});
	Object.defineProperty(exports, "encodeNonAsciiHTML", {
		enumerable: true,
		get: function() {
			return encode_2.encodeNonAsciiHTML;
		}
	});
	Object.defineProperty(exports, "escape", {
		enumerable: true,
		get: function() {
			return encode_2.escape;
		}
	});
	Object.defineProperty(exports, "escapeUTF8", {
		enumerable: true,
		get: function() {
			return encode_2.escapeUTF8;
		}
	});
	Object.defineProperty(exports, "encodeHTML4", {
		enumerable: true,
		get: function() {
			return encode_2.encodeHTML;
		}
	});
	Object.defineProperty(exports, "encodeHTML5", {
		enumerable: true,
		get: function() {
			return encode_2.encodeHTML;
		}
	});
	var decode_2 = require_decode();
	Object.defineProperty(exports, "decodeXML", {
		enumerable: true,
		get: function() {
			return decode_2.decodeXML;
		}
	});
	Object.defineProperty(exports, "decodeHTML", {
		enumerable: true,
		get: function() {
			return decode_2.decodeHTML;
		}
	});
	Object.defineProperty(exports, "decodeHTMLStrict", {
		enumerable: true,
		get: function() {
			return decode_2.decodeHTMLStrict;
		}
	});
	Object.defineProperty(exports, "decodeHTML4", {
		enumerable: true,
		get: function() {
			return decode_2.decodeHTML;
		}
	});
	Object.defineProperty(exports, "decodeHTML5", {
		enumerable: true,
		get: function() {
			return decode_2.decodeHTML;
		}
	});
	Object.defineProperty(exports, "decodeHTML4Strict", {
		enumerable: true,
		get: function() {
			return decode_2.decodeHTMLStrict;
		}
	});
	Object.defineProperty(exports, "decodeHTML5Strict", {
		enumerable: true,
		get: function() {
			return decode_2.decodeHTMLStrict;
		}
	});
	Object.defineProperty(exports, "decodeXMLStrict", {
		enumerable: true,
		get: function() {
			return decode_2.decodeXML;
		}
	});
}));

// node_modules/commonmark/lib/common.js
var import_encode = /* @__PURE__ */ __toESM(require_encode$1(), 1);
var import_lib = require_lib();
var C_BACKSLASH$1 = 92;
var ENTITY$1 = "&(?:#x[a-f0-9]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]{1,31});";
var TAGNAME = "[A-Za-z][A-Za-z0-9-]*";
var OPENTAG = "<" + TAGNAME + "(?:\\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\\s*=\\s*(?:[^\"'=<>`\\x00-\\x20]+|'[^']*'|\"[^\"]*\"))?)*\\s*/?>";
var CLOSETAG = "</" + TAGNAME + "\\s*[>]";
var HTMLTAG = "(?:" + OPENTAG + "|" + CLOSETAG + "|<!-->|<!--->|<!--[\\s\\S]*?-->|[<][?][\\s\\S]*?[?][>]|<![A-Za-z]+[^>]*>|<!\\[CDATA\\[[\\s\\S]*?\\]\\]>)";
var reHtmlTag$1 = new RegExp("^" + HTMLTAG);
var reBackslashOrAmp = /[\\&]/;
var ESCAPABLE$1 = "[!\"#$%&'()*+,./:;<=>?@[\\\\\\]^_`{|}~-]";
var reEntityOrEscapedChar = new RegExp("\\\\" + ESCAPABLE$1 + "|" + ENTITY$1, "gi");
var reXmlSpecial = /* @__PURE__ */ new RegExp("[&<>\"]", "g");
var unescapeChar = function(s) {
	if (s.charCodeAt(0) === C_BACKSLASH$1) return s.charAt(1);
	else return (0, import_lib.decodeHTMLStrict)(s);
};
var unescapeString$1 = function(s) {
	if (reBackslashOrAmp.test(s)) return s.replace(reEntityOrEscapedChar, unescapeChar);
	else return s;
};
var normalizeURI$1 = function(uri) {
	try {
		return (0, import_encode.default)(uri);
	} catch (err) {
		return uri;
	}
};
var replaceUnsafeChar = function(s) {
	switch (s) {
		case "&": return "&amp;";
		case "<": return "&lt;";
		case ">": return "&gt;";
		case "\"": return "&quot;";
		default: return s;
	}
};
var escapeXml = function(s) {
	if (reXmlSpecial.test(s)) return s.replace(reXmlSpecial, replaceUnsafeChar);
	else return s;
};

// node_modules/commonmark/lib/from-code-point.js
/*! http://mths.be/fromcodepoint v0.2.1 by @mathias */
var _fromCodePoint;
function fromCodePoint(_) {
	return _fromCodePoint(_);
}
if (String.fromCodePoint) _fromCodePoint = function(_) {
	try {
		return String.fromCodePoint(_);
	} catch (e) {
		if (e instanceof RangeError) return String.fromCharCode(65533);
		throw e;
	}
};
else {
	var stringFromCharCode = String.fromCharCode;
	var floor = Math.floor;
	_fromCodePoint = function() {
		var MAX_SIZE = 16384;
		var codeUnits = [];
		var highSurrogate;
		var lowSurrogate;
		var index = -1;
		var length = arguments.length;
		if (!length) return "";
		var result = "";
		while (++index < length) {
			var codePoint = Number(arguments[index]);
			if (!isFinite(codePoint) || codePoint < 0 || codePoint > 1114111 || floor(codePoint) !== codePoint) return String.fromCharCode(65533);
			if (codePoint <= 65535) codeUnits.push(codePoint);
			else {
				codePoint -= 65536;
				highSurrogate = (codePoint >> 10) + 55296;
				lowSurrogate = codePoint % 1024 + 56320;
				codeUnits.push(highSurrogate, lowSurrogate);
			}
			if (index + 1 === length || codeUnits.length > MAX_SIZE) {
				result += stringFromCharCode.apply(null, codeUnits);
				codeUnits.length = 0;
			}
		}
		return result;
	};
}

// node_modules/commonmark/lib/inlines.js
var normalizeURI = normalizeURI$1;
var unescapeString = unescapeString$1;
var C_NEWLINE$1 = 10;
var C_ASTERISK = 42;
var C_UNDERSCORE = 95;
var C_BACKTICK = 96;
var C_OPEN_BRACKET$1 = 91;
var C_CLOSE_BRACKET = 93;
var C_LESSTHAN$1 = 60;
var C_BANG = 33;
var C_BACKSLASH = 92;
var C_AMPERSAND = 38;
var C_OPEN_PAREN = 40;
var C_CLOSE_PAREN = 41;
var C_COLON = 58;
var C_SINGLEQUOTE = 39;
var C_DOUBLEQUOTE = 34;
var ESCAPABLE = ESCAPABLE$1;
var ESCAPED_CHAR = "\\\\" + ESCAPABLE;
var ENTITY = ENTITY$1;
var reHtmlTag = reHtmlTag$1;
var rePunctuation = /* @__PURE__ */ new RegExp(/^[!"#$%&'()*+,\-./:;<=>?@\[\]\\^_`{|}~\p{P}\p{S}]/u);
var reLinkTitle = new RegExp("^(?:\"(" + ESCAPED_CHAR + "|\\\\[^\\\\]|[^\\\\\"\\x00])*\"|'(" + ESCAPED_CHAR + "|\\\\[^\\\\]|[^\\\\'\\x00])*'|\\((" + ESCAPED_CHAR + "|\\\\[^\\\\]|[^\\\\()\\x00])*\\))");
var reLinkDestinationBraces = /^(?:<(?:[^<>\n\\\x00]|\\.)*>)/;
var reEscapable = new RegExp("^" + ESCAPABLE);
var reEntityHere = new RegExp("^" + ENTITY, "i");
var reTicks = /`+/;
var reTicksHere = /^`+/;
var reEllipses = /\.\.\./g;
var reDash = /--+/g;
var reEmailAutolink = /^<([a-zA-Z0-9.!#$%&'*+\/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*)>/;
var reAutolink = /^<[A-Za-z][A-Za-z0-9.+-]{1,31}:[^<>\x00-\x20]*>/i;
var reSpnl = /^ *(?:\n *)?/;
var reWhitespaceChar = /^[ \t\n\x0b\x0c\x0d]/;
var reUnicodeWhitespaceChar = /^\s/;
var reFinalSpace = / *$/;
var reInitialSpace = /^ */;
var reSpaceAtEndOfLine = /^ *(?:\n|$)/;
var reLinkLabel = /^\[(?:[^\\\[\]]|\\.){0,1000}\]/s;
var reMain = /^[^\n`\[\]\\!<&*_'"]+/m;
var text$1 = function(s) {
	var node = new Node("text");
	node._literal = s;
	return node;
};
var normalizeReference = function(string) {
	return string.slice(1, string.length - 1).trim().replace(/[ \t\r\n]+/g, " ").toLowerCase().toUpperCase();
};
var match = function(re) {
	var m = re.exec(this.subject.slice(this.pos));
	if (m === null) return null;
	else {
		this.pos += m.index + m[0].length;
		return m[0];
	}
};
var peek$1 = function() {
	if (this.pos < this.subject.length) return this.subject.charCodeAt(this.pos);
	else return -1;
};
var spnl = function() {
	this.match(reSpnl);
	return true;
};
var parseBackticks = function(block) {
	var ticks = this.match(reTicksHere);
	if (ticks === null) return false;
	var afterOpenTicks = this.pos;
	var matched;
	var node;
	var contents;
	while ((matched = this.match(reTicks)) !== null) if (matched === ticks) {
		node = new Node("code");
		contents = this.subject.slice(afterOpenTicks, this.pos - ticks.length).replace(/\n/gm, " ");
		if (contents.length > 0 && contents.match(/[^ ]/) !== null && contents[0] == " " && contents[contents.length - 1] == " ") node._literal = contents.slice(1, contents.length - 1);
		else node._literal = contents;
		block.appendChild(node);
		return true;
	}
	this.pos = afterOpenTicks;
	block.appendChild(text$1(ticks));
	return true;
};
var parseBackslash = function(block) {
	var subj = this.subject;
	var node;
	this.pos += 1;
	if (this.peek() === C_NEWLINE$1) {
		this.pos += 1;
		node = new Node("linebreak");
		block.appendChild(node);
	} else if (reEscapable.test(subj.charAt(this.pos))) {
		block.appendChild(text$1(subj.charAt(this.pos)));
		this.pos += 1;
	} else block.appendChild(text$1("\\"));
	return true;
};
var parseAutolink = function(block) {
	var m;
	var dest;
	var node;
	if (m = this.match(reEmailAutolink)) {
		dest = m.slice(1, m.length - 1);
		node = new Node("link");
		node._destination = normalizeURI("mailto:" + dest);
		node._title = "";
		node.appendChild(text$1(dest));
		block.appendChild(node);
		return true;
	} else if (m = this.match(reAutolink)) {
		dest = m.slice(1, m.length - 1);
		node = new Node("link");
		node._destination = normalizeURI(dest);
		node._title = "";
		node.appendChild(text$1(dest));
		block.appendChild(node);
		return true;
	} else return false;
};
var parseHtmlTag = function(block) {
	var m = this.match(reHtmlTag);
	if (m === null) return false;
	else {
		var node = new Node("html_inline");
		node._literal = m;
		block.appendChild(node);
		return true;
	}
};
var scanDelims = function(cc) {
	var numdelims = 0;
	var char_before, char_after, cc_after;
	var startpos = this.pos;
	var left_flanking, right_flanking, can_open, can_close;
	var after_is_whitespace, after_is_punctuation, before_is_whitespace, before_is_punctuation;
	if (cc === C_SINGLEQUOTE || cc === C_DOUBLEQUOTE) {
		numdelims++;
		this.pos++;
	} else while (this.peek() === cc) {
		numdelims++;
		this.pos++;
	}
	if (numdelims === 0) return null;
	char_before = startpos === 0 ? "\n" : this.subject.charAt(startpos - 1);
	cc_after = this.peek();
	if (cc_after === -1) char_after = "\n";
	else char_after = fromCodePoint(cc_after);
	after_is_whitespace = reUnicodeWhitespaceChar.test(char_after);
	after_is_punctuation = rePunctuation.test(char_after);
	before_is_whitespace = reUnicodeWhitespaceChar.test(char_before);
	before_is_punctuation = rePunctuation.test(char_before);
	left_flanking = !after_is_whitespace && (!after_is_punctuation || before_is_whitespace || before_is_punctuation);
	right_flanking = !before_is_whitespace && (!before_is_punctuation || after_is_whitespace || after_is_punctuation);
	if (cc === C_UNDERSCORE) {
		can_open = left_flanking && (!right_flanking || before_is_punctuation);
		can_close = right_flanking && (!left_flanking || after_is_punctuation);
	} else if (cc === C_SINGLEQUOTE || cc === C_DOUBLEQUOTE) {
		can_open = left_flanking && !right_flanking;
		can_close = right_flanking;
	} else {
		can_open = left_flanking;
		can_close = right_flanking;
	}
	this.pos = startpos;
	return {
		numdelims,
		can_open,
		can_close
	};
};
var handleDelim = function(cc, block) {
	var res = this.scanDelims(cc);
	if (!res) return false;
	var numdelims = res.numdelims;
	var startpos = this.pos;
	var contents;
	this.pos += numdelims;
	if (cc === C_SINGLEQUOTE) contents = "’";
	else if (cc === C_DOUBLEQUOTE) contents = "“";
	else contents = this.subject.slice(startpos, this.pos);
	var node = text$1(contents);
	block.appendChild(node);
	if ((res.can_open || res.can_close) && (this.options.smart || cc !== C_SINGLEQUOTE && cc !== C_DOUBLEQUOTE)) {
		this.delimiters = {
			cc,
			numdelims,
			origdelims: numdelims,
			node,
			previous: this.delimiters,
			next: null,
			can_open: res.can_open,
			can_close: res.can_close
		};
		if (this.delimiters.previous !== null) this.delimiters.previous.next = this.delimiters;
	}
	return true;
};
var removeDelimiter = function(delim) {
	if (delim.previous !== null) delim.previous.next = delim.next;
	if (delim.next === null) this.delimiters = delim.previous;
	else delim.next.previous = delim.previous;
};
var removeDelimitersBetween = function(bottom, top) {
	if (bottom.next !== top) {
		bottom.next = top;
		top.previous = bottom;
	}
};
var processEmphasis = function(stack_bottom) {
	var opener, closer, old_closer;
	var opener_inl, closer_inl;
	var tempstack;
	var use_delims;
	var tmp, next;
	var opener_found;
	var openers_bottom = [];
	var openers_bottom_index;
	var odd_match = false;
	for (var i = 0; i < 14; i++) openers_bottom[i] = stack_bottom;
	closer = this.delimiters;
	while (closer !== null && closer.previous !== stack_bottom) closer = closer.previous;
	while (closer !== null) {
		var closercc = closer.cc;
		if (!closer.can_close) closer = closer.next;
		else {
			opener = closer.previous;
			opener_found = false;
			switch (closercc) {
				case C_SINGLEQUOTE:
					openers_bottom_index = 0;
					break;
				case C_DOUBLEQUOTE:
					openers_bottom_index = 1;
					break;
				case C_UNDERSCORE:
					openers_bottom_index = 2 + (closer.can_open ? 3 : 0) + closer.origdelims % 3;
					break;
				case C_ASTERISK: openers_bottom_index = 8 + (closer.can_open ? 3 : 0) + closer.origdelims % 3;
			}
			while (opener !== null && opener !== stack_bottom && opener !== openers_bottom[openers_bottom_index]) {
				odd_match = (closer.can_open || opener.can_close) && closer.origdelims % 3 !== 0 && (opener.origdelims + closer.origdelims) % 3 === 0;
				if (opener.cc === closer.cc && opener.can_open && !odd_match) {
					opener_found = true;
					break;
				}
				opener = opener.previous;
			}
			old_closer = closer;
			if (closercc === C_ASTERISK || closercc === C_UNDERSCORE) {
				if (!opener_found) closer = closer.next;
				else {
					use_delims = closer.numdelims >= 2 && opener.numdelims >= 2 ? 2 : 1;
					opener_inl = opener.node;
					closer_inl = closer.node;
					opener.numdelims -= use_delims;
					closer.numdelims -= use_delims;
					opener_inl._literal = opener_inl._literal.slice(0, opener_inl._literal.length - use_delims);
					closer_inl._literal = closer_inl._literal.slice(0, closer_inl._literal.length - use_delims);
					var emph = new Node(use_delims === 1 ? "emph" : "strong");
					tmp = opener_inl._next;
					while (tmp && tmp !== closer_inl) {
						next = tmp._next;
						tmp.unlink();
						emph.appendChild(tmp);
						tmp = next;
					}
					opener_inl.insertAfter(emph);
					removeDelimitersBetween(opener, closer);
					if (opener.numdelims === 0) {
						opener_inl.unlink();
						this.removeDelimiter(opener);
					}
					if (closer.numdelims === 0) {
						closer_inl.unlink();
						tempstack = closer.next;
						this.removeDelimiter(closer);
						closer = tempstack;
					}
				}
			} else if (closercc === C_SINGLEQUOTE) {
				closer.node._literal = "’";
				if (opener_found) opener.node._literal = "‘";
				closer = closer.next;
			} else if (closercc === C_DOUBLEQUOTE) {
				closer.node._literal = "”";
				if (opener_found) opener.node.literal = "“";
				closer = closer.next;
			}
			if (!opener_found) {
				openers_bottom[openers_bottom_index] = old_closer.previous;
				if (!old_closer.can_open) this.removeDelimiter(old_closer);
			}
		}
	}
	while (this.delimiters !== null && this.delimiters !== stack_bottom) this.removeDelimiter(this.delimiters);
};
var parseLinkTitle = function() {
	var title = this.match(reLinkTitle);
	if (title === null) return null;
	else return unescapeString(title.slice(1, -1));
};
var parseLinkDestination = function() {
	var res = this.match(reLinkDestinationBraces);
	if (res === null) {
		if (this.peek() === C_LESSTHAN$1) return null;
		var savepos = this.pos;
		var openparens = 0;
		var c;
		while ((c = this.peek()) !== -1) if (c === C_BACKSLASH && reEscapable.test(this.subject.charAt(this.pos + 1))) {
			this.pos += 1;
			if (this.peek() !== -1) this.pos += 1;
		} else if (c === C_OPEN_PAREN) {
			this.pos += 1;
			openparens += 1;
		} else if (c === C_CLOSE_PAREN) {
			if (openparens < 1) break;
			else {
				this.pos += 1;
				openparens -= 1;
			}
		} else if (reWhitespaceChar.exec(fromCodePoint(c)) !== null) break;
		else this.pos += 1;
		if (this.pos === savepos && c !== C_CLOSE_PAREN) return null;
		if (openparens !== 0) return null;
		res = this.subject.slice(savepos, this.pos);
		return normalizeURI(unescapeString(res));
	} else return normalizeURI(unescapeString(res.slice(1, -1)));
};
var parseLinkLabel = function() {
	var m = this.match(reLinkLabel);
	if (m === null || m.length > 1001) return 0;
	else return m.length;
};
var parseOpenBracket = function(block) {
	var startpos = this.pos;
	this.pos += 1;
	var node = text$1("[");
	block.appendChild(node);
	this.addBracket(node, startpos, false);
	return true;
};
var parseBang = function(block) {
	var startpos = this.pos;
	this.pos += 1;
	if (this.peek() === C_OPEN_BRACKET$1) {
		this.pos += 1;
		var node = text$1("![");
		block.appendChild(node);
		this.addBracket(node, startpos + 1, true);
	} else block.appendChild(text$1("!"));
	return true;
};
var parseCloseBracket = function(block) {
	var startpos;
	var is_image;
	var dest;
	var title;
	var matched = false;
	var reflabel;
	var opener;
	this.pos += 1;
	startpos = this.pos;
	opener = this.brackets;
	if (opener === null) {
		block.appendChild(text$1("]"));
		return true;
	}
	if (!opener.active) {
		block.appendChild(text$1("]"));
		this.removeBracket();
		return true;
	}
	is_image = opener.image;
	var savepos = this.pos;
	if (this.peek() === C_OPEN_PAREN) {
		this.pos++;
		if (this.spnl() && (dest = this.parseLinkDestination()) !== null && this.spnl() && (reWhitespaceChar.test(this.subject.charAt(this.pos - 1)) && (title = this.parseLinkTitle()) || true) && this.spnl() && this.peek() === C_CLOSE_PAREN) {
			this.pos += 1;
			matched = true;
		} else this.pos = savepos;
	}
	if (!matched) {
		var beforelabel = this.pos;
		var n = this.parseLinkLabel();
		if (n > 2) reflabel = this.subject.slice(beforelabel, beforelabel + n);
		else if (!opener.bracketAfter) reflabel = this.subject.slice(opener.index, startpos);
		if (n === 0) this.pos = savepos;
		if (reflabel) {
			var link = this.refmap[normalizeReference(reflabel)];
			if (link) {
				dest = link.destination;
				title = link.title;
				matched = true;
			}
		}
	}
	if (matched) {
		var node = new Node(is_image ? "image" : "link");
		node._destination = dest;
		node._title = title || "";
		var tmp = opener.node._next, next;
		while (tmp) {
			next = tmp._next;
			tmp.unlink();
			node.appendChild(tmp);
			tmp = next;
		}
		block.appendChild(node);
		this.processEmphasis(opener.previousDelimiter);
		this.removeBracket();
		opener.node.unlink();
		if (!is_image) {
			opener = this.brackets;
			while (opener !== null) {
				if (!opener.image) opener.active = false;
				opener = opener.previous;
			}
		}
		return true;
	} else {
		this.removeBracket();
		this.pos = startpos;
		block.appendChild(text$1("]"));
		return true;
	}
};
var addBracket = function(node, index, image) {
	if (this.brackets !== null) this.brackets.bracketAfter = true;
	this.brackets = {
		node,
		previous: this.brackets,
		previousDelimiter: this.delimiters,
		index,
		image,
		active: true
	};
};
var removeBracket = function() {
	this.brackets = this.brackets.previous;
};
var parseEntity = function(block) {
	var m;
	if (m = this.match(reEntityHere)) {
		block.appendChild(text$1((0, import_lib.decodeHTMLStrict)(m)));
		return true;
	} else return false;
};
var parseString = function(block) {
	var m;
	if (m = this.match(reMain)) {
		if (this.options.smart) block.appendChild(text$1(m.replace(reEllipses, "…").replace(reDash, function(chars) {
			var enCount = 0;
			var emCount = 0;
			if (chars.length % 3 === 0) emCount = chars.length / 3;
			else if (chars.length % 2 === 0) enCount = chars.length / 2;
			else if (chars.length % 3 === 2) {
				enCount = 1;
				emCount = (chars.length - 2) / 3;
			} else {
				enCount = 2;
				emCount = (chars.length - 4) / 3;
			}
			return "—".repeat(emCount) + "–".repeat(enCount);
		})));
		else block.appendChild(text$1(m));
		return true;
	} else return false;
};
var parseNewline = function(block) {
	this.pos += 1;
	var lastc = block._lastChild;
	if (lastc && lastc.type === "text" && lastc._literal[lastc._literal.length - 1] === " ") {
		var hardbreak = lastc._literal[lastc._literal.length - 2] === " ";
		lastc._literal = lastc._literal.replace(reFinalSpace, "");
		block.appendChild(new Node(hardbreak ? "linebreak" : "softbreak"));
	} else block.appendChild(new Node("softbreak"));
	this.match(reInitialSpace);
	return true;
};
var parseReference = function(s, refmap) {
	this.subject = s;
	this.pos = 0;
	var rawlabel;
	var dest;
	var title;
	var matchChars;
	var startpos = this.pos;
	matchChars = this.parseLinkLabel();
	if (matchChars === 0) return 0;
	else rawlabel = this.subject.slice(0, matchChars);
	if (this.peek() === C_COLON) this.pos++;
	else {
		this.pos = startpos;
		return 0;
	}
	this.spnl();
	dest = this.parseLinkDestination();
	if (dest === null) {
		this.pos = startpos;
		return 0;
	}
	var beforetitle = this.pos;
	this.spnl();
	if (this.pos !== beforetitle) title = this.parseLinkTitle();
	if (title === null) this.pos = beforetitle;
	var atLineEnd = true;
	if (this.match(reSpaceAtEndOfLine) === null) {
		if (title === null) atLineEnd = false;
		else {
			title = null;
			this.pos = beforetitle;
			atLineEnd = this.match(reSpaceAtEndOfLine) !== null;
		}
	}
	if (!atLineEnd) {
		this.pos = startpos;
		return 0;
	}
	var normlabel = normalizeReference(rawlabel);
	if (normlabel === "") {
		this.pos = startpos;
		return 0;
	}
	if (!refmap[normlabel]) refmap[normlabel] = {
		destination: dest,
		title: title === null ? "" : title
	};
	return this.pos - startpos;
};
var parseInline = function(block) {
	var res = false;
	var c = this.peek();
	if (c === -1) return false;
	switch (c) {
		case C_NEWLINE$1:
			res = this.parseNewline(block);
			break;
		case C_BACKSLASH:
			res = this.parseBackslash(block);
			break;
		case C_BACKTICK:
			res = this.parseBackticks(block);
			break;
		case C_ASTERISK:
		case C_UNDERSCORE:
			res = this.handleDelim(c, block);
			break;
		case C_SINGLEQUOTE:
		case C_DOUBLEQUOTE:
			res = this.options.smart && this.handleDelim(c, block);
			break;
		case C_OPEN_BRACKET$1:
			res = this.parseOpenBracket(block);
			break;
		case C_BANG:
			res = this.parseBang(block);
			break;
		case C_CLOSE_BRACKET:
			res = this.parseCloseBracket(block);
			break;
		case C_LESSTHAN$1:
			res = this.parseAutolink(block) || this.parseHtmlTag(block);
			break;
		case C_AMPERSAND:
			res = this.parseEntity(block);
			break;
		default: res = this.parseString(block);
	}
	if (!res) {
		this.pos += 1;
		block.appendChild(text$1(fromCodePoint(c)));
	}
	return true;
};
var parseInlines = function(block) {
	this.subject = block._string_content.trim();
	this.pos = 0;
	this.delimiters = null;
	this.brackets = null;
	while (this.parseInline(block));
	block._string_content = null;
	this.processEmphasis(null);
};
function InlineParser(options) {
	return {
		subject: "",
		delimiters: null,
		brackets: null,
		pos: 0,
		refmap: {},
		match,
		peek: peek$1,
		spnl,
		parseBackticks,
		parseBackslash,
		parseAutolink,
		parseHtmlTag,
		scanDelims,
		handleDelim,
		parseLinkTitle,
		parseLinkDestination,
		parseLinkLabel,
		parseOpenBracket,
		parseBang,
		parseCloseBracket,
		addBracket,
		removeBracket,
		parseEntity,
		parseString,
		parseNewline,
		parseReference,
		parseInline,
		processEmphasis,
		removeDelimiter,
		options: options || {},
		parse: parseInlines
	};
}

// node_modules/commonmark/lib/blocks.js
var CODE_INDENT = 4;
var C_TAB = 9;
var C_NEWLINE = 10;
var C_GREATERTHAN = 62;
var C_LESSTHAN = 60;
var C_SPACE = 32;
var C_OPEN_BRACKET = 91;
var reHtmlBlockOpen = [
	/./,
	/^<(?:script|pre|textarea|style)(?:\s|>|$)/i,
	/^<!--/,
	/^<[?]/,
	/^<![A-Za-z]/,
	/^<!\[CDATA\[/,
	/^<[/]?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[123456]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|section|search|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|[/]?[>]|$)/i,
	new RegExp("^(?:" + OPENTAG + "|" + CLOSETAG + ")\\s*$", "i")
];
var reHtmlBlockClose = [
	/./,
	/<\/(?:script|pre|textarea|style)>/i,
	/-->/,
	/\?>/,
	/>/,
	/\]\]>/
];
var reThematicBreak = /^(?:\*[ \t]*){3,}$|^(?:_[ \t]*){3,}$|^(?:-[ \t]*){3,}$/;
var reMaybeSpecial = /^[#`~*+_=<>0-9-]/;
var reNonSpace = /[^ \t\f\v\r\n]/;
var reBulletListMarker = /^[*+-]/;
var reOrderedListMarker = /^(\d{1,9})([.)])/;
var reATXHeadingMarker = /^#{1,6}(?:[ \t]+|$)/;
var reCodeFence = /^`{3,}(?!.*`)|^~{3,}/;
var reClosingCodeFence = /^(?:`{3,}|~{3,})(?=[ \t]*$)/;
var reSetextHeadingLine = /^(?:=+|-+)[ \t]*$/;
var reLineEnding = /\r\n|\n|\r/;
var isBlank = function(s) {
	return !reNonSpace.test(s);
};
var isSpaceOrTab = function(c) {
	return c === C_SPACE || c === C_TAB;
};
var peek = function(ln, pos) {
	if (pos < ln.length) return ln.charCodeAt(pos);
	else return -1;
};
var endsWithBlankLine = function(block) {
	return block.next && block.sourcepos[1][0] !== block.next.sourcepos[0][0] - 1;
};
var addLine = function() {
	if (this.partiallyConsumedTab) {
		this.offset += 1;
		var charsToTab = 4 - this.column % 4;
		this.tip._string_content += " ".repeat(charsToTab);
	}
	this.tip._string_content += this.currentLine.slice(this.offset) + "\n";
};
var addChild = function(tag, offset) {
	while (!this.blocks[this.tip.type].canContain(tag)) this.finalize(this.tip, this.lineNumber - 1);
	var column_number = offset + 1;
	var newBlock = new Node(tag, [[this.lineNumber, column_number], [0, 0]]);
	newBlock._string_content = "";
	this.tip.appendChild(newBlock);
	this.tip = newBlock;
	return newBlock;
};
var parseListMarker = function(parser, container) {
	var rest = parser.currentLine.slice(parser.nextNonspace);
	var match;
	var nextc;
	var spacesStartCol;
	var spacesStartOffset;
	var data = {
		type: null,
		tight: true,
		bulletChar: null,
		start: null,
		delimiter: null,
		padding: null,
		markerOffset: parser.indent
	};
	if (parser.indent >= 4) return null;
	if (match = rest.match(reBulletListMarker)) {
		data.type = "bullet";
		data.bulletChar = match[0][0];
	} else if ((match = rest.match(reOrderedListMarker)) && (container.type !== "paragraph" || match[1] == 1)) {
		data.type = "ordered";
		data.start = parseInt(match[1]);
		data.delimiter = match[2];
	} else return null;
	nextc = peek(parser.currentLine, parser.nextNonspace + match[0].length);
	if (!(nextc === -1 || nextc === C_TAB || nextc === C_SPACE)) return null;
	if (container.type === "paragraph" && !parser.currentLine.slice(parser.nextNonspace + match[0].length).match(reNonSpace)) return null;
	parser.advanceNextNonspace();
	parser.advanceOffset(match[0].length, true);
	spacesStartCol = parser.column;
	spacesStartOffset = parser.offset;
	do {
		parser.advanceOffset(1, true);
		nextc = peek(parser.currentLine, parser.offset);
	} while (parser.column - spacesStartCol < 5 && isSpaceOrTab(nextc));
	var blank_item = peek(parser.currentLine, parser.offset) === -1;
	var spaces_after_marker = parser.column - spacesStartCol;
	if (spaces_after_marker >= 5 || spaces_after_marker < 1 || blank_item) {
		data.padding = match[0].length + 1;
		parser.column = spacesStartCol;
		parser.offset = spacesStartOffset;
		if (isSpaceOrTab(peek(parser.currentLine, parser.offset))) parser.advanceOffset(1, true);
	} else data.padding = match[0].length + spaces_after_marker;
	return data;
};
var listsMatch = function(list_data, item_data) {
	return list_data.type === item_data.type && list_data.delimiter === item_data.delimiter && list_data.bulletChar === item_data.bulletChar;
};
var closeUnmatchedBlocks = function() {
	if (!this.allClosed) {
		while (this.oldtip !== this.lastMatchedContainer) {
			var parent = this.oldtip._parent;
			this.finalize(this.oldtip, this.lineNumber - 1);
			this.oldtip = parent;
		}
		this.allClosed = true;
	}
};
var removeLinkReferenceDefinitions = function(parser, tree) {
	var event, node;
	var walker = tree.walker();
	var emptyNodes = [];
	while (event = walker.next()) {
		node = event.node;
		if (event.entering && node.type === "paragraph") {
			var pos;
			var hasReferenceDefs = false;
			while (peek(node._string_content, 0) === C_OPEN_BRACKET && (pos = parser.inlineParser.parseReference(node._string_content, parser.refmap))) {
				const removedText = node._string_content.slice(0, pos);
				node._string_content = node._string_content.slice(pos);
				hasReferenceDefs = true;
				const lines = removedText.split("\n");
				node.sourcepos[0][0] += lines.length - 1;
			}
			if (hasReferenceDefs && isBlank(node._string_content)) emptyNodes.push(node);
		}
	}
	for (node of emptyNodes) node.unlink();
};
var blocks = {
	document: {
		continue: function() {
			return 0;
		},
		finalize: function(parser, block) {
			removeLinkReferenceDefinitions(parser, block);
		},
		canContain: function(t) {
			return t !== "item";
		},
		acceptsLines: false
	},
	list: {
		continue: function() {
			return 0;
		},
		finalize: function(parser, block) {
			var item = block._firstChild;
			while (item) {
				if (item._next && endsWithBlankLine(item)) {
					block._listData.tight = false;
					break;
				}
				var subitem = item._firstChild;
				while (subitem) {
					if (subitem._next && endsWithBlankLine(subitem)) {
						block._listData.tight = false;
						break;
					}
					subitem = subitem._next;
				}
				item = item._next;
			}
			block.sourcepos[1] = block._lastChild.sourcepos[1];
		},
		canContain: function(t) {
			return t === "item";
		},
		acceptsLines: false
	},
	block_quote: {
		continue: function(parser) {
			var ln = parser.currentLine;
			if (!parser.indented && peek(ln, parser.nextNonspace) === C_GREATERTHAN) {
				parser.advanceNextNonspace();
				parser.advanceOffset(1, false);
				if (isSpaceOrTab(peek(ln, parser.offset))) parser.advanceOffset(1, true);
			} else return 1;
			return 0;
		},
		finalize: function() {},
		canContain: function(t) {
			return t !== "item";
		},
		acceptsLines: false
	},
	item: {
		continue: function(parser, container) {
			if (parser.blank) {
				if (container._firstChild == null) return 1;
				else parser.advanceNextNonspace();
			} else if (parser.indent >= container._listData.markerOffset + container._listData.padding) parser.advanceOffset(container._listData.markerOffset + container._listData.padding, true);
			else return 1;
			return 0;
		},
		finalize: function(parser, block) {
			if (block._lastChild) block.sourcepos[1] = block._lastChild.sourcepos[1];
			else {
				block.sourcepos[1][0] = block.sourcepos[0][0];
				block.sourcepos[1][1] = block._listData.markerOffset + block._listData.padding;
			}
		},
		canContain: function(t) {
			return t !== "item";
		},
		acceptsLines: false
	},
	heading: {
		continue: function() {
			return 1;
		},
		finalize: function() {},
		canContain: function() {
			return false;
		},
		acceptsLines: false
	},
	thematic_break: {
		continue: function() {
			return 1;
		},
		finalize: function() {},
		canContain: function() {
			return false;
		},
		acceptsLines: false
	},
	code_block: {
		continue: function(parser, container) {
			var ln = parser.currentLine;
			var indent = parser.indent;
			if (container._isFenced) {
				var match = indent <= 3 && ln.charAt(parser.nextNonspace) === container._fenceChar && ln.slice(parser.nextNonspace).match(reClosingCodeFence);
				if (match && match[0].length >= container._fenceLength) {
					parser.lastLineLength = parser.offset + indent + match[0].length;
					parser.finalize(container, parser.lineNumber);
					return 2;
				} else {
					var i = container._fenceOffset;
					while (i > 0 && isSpaceOrTab(peek(ln, parser.offset))) {
						parser.advanceOffset(1, true);
						i--;
					}
				}
			} else if (indent >= CODE_INDENT) parser.advanceOffset(CODE_INDENT, true);
			else if (parser.blank) parser.advanceNextNonspace();
			else return 1;
			return 0;
		},
		finalize: function(parser, block) {
			if (block._isFenced) {
				var content = block._string_content;
				var newlinePos = content.indexOf("\n");
				var firstLine = content.slice(0, newlinePos);
				var rest = content.slice(newlinePos + 1);
				block.info = unescapeString$1(firstLine.trim());
				block._literal = rest;
			} else {
				var lines = block._string_content.split("\n");
				while (/^[ \t]*$/.test(lines[lines.length - 1])) lines.pop();
				block._literal = lines.join("\n") + "\n";
				block.sourcepos[1][0] = block.sourcepos[0][0] + lines.length - 1;
				block.sourcepos[1][1] = block.sourcepos[0][1] + lines[lines.length - 1].length - 1;
			}
			block._string_content = null;
		},
		canContain: function() {
			return false;
		},
		acceptsLines: true
	},
	html_block: {
		continue: function(parser, container) {
			return parser.blank && (container._htmlBlockType === 6 || container._htmlBlockType === 7) ? 1 : 0;
		},
		finalize: function(parser, block) {
			block._literal = block._string_content.replace(/\n$/, "");
			block._string_content = null;
		},
		canContain: function() {
			return false;
		},
		acceptsLines: true
	},
	paragraph: {
		continue: function(parser) {
			return parser.blank ? 1 : 0;
		},
		finalize: function() {},
		canContain: function() {
			return false;
		},
		acceptsLines: true
	}
};
var blockStarts = [
	function(parser) {
		if (!parser.indented && peek(parser.currentLine, parser.nextNonspace) === C_GREATERTHAN) {
			parser.advanceNextNonspace();
			parser.advanceOffset(1, false);
			if (isSpaceOrTab(peek(parser.currentLine, parser.offset))) parser.advanceOffset(1, true);
			parser.closeUnmatchedBlocks();
			parser.addChild("block_quote", parser.nextNonspace);
			return 1;
		} else return 0;
	},
	function(parser) {
		var match;
		if (!parser.indented && (match = parser.currentLine.slice(parser.nextNonspace).match(reATXHeadingMarker))) {
			parser.advanceNextNonspace();
			parser.advanceOffset(match[0].length, false);
			parser.closeUnmatchedBlocks();
			var container = parser.addChild("heading", parser.nextNonspace);
			container.level = match[0].trim().length;
			container._string_content = parser.currentLine.slice(parser.offset).replace(/^[ \t]*#+[ \t]*$/, "").replace(/[ \t]+#+[ \t]*$/, "");
			parser.advanceOffset(parser.currentLine.length - parser.offset);
			return 2;
		} else return 0;
	},
	function(parser) {
		var match;
		if (!parser.indented && (match = parser.currentLine.slice(parser.nextNonspace).match(reCodeFence))) {
			var fenceLength = match[0].length;
			parser.closeUnmatchedBlocks();
			var container = parser.addChild("code_block", parser.nextNonspace);
			container._isFenced = true;
			container._fenceLength = fenceLength;
			container._fenceChar = match[0][0];
			container._fenceOffset = parser.indent;
			parser.advanceNextNonspace();
			parser.advanceOffset(fenceLength, false);
			return 2;
		} else return 0;
	},
	function(parser, container) {
		if (!parser.indented && peek(parser.currentLine, parser.nextNonspace) === C_LESSTHAN) {
			var s = parser.currentLine.slice(parser.nextNonspace);
			var blockType = 1;
			for (; blockType <= 7; blockType++) if (reHtmlBlockOpen[blockType].test(s) && (blockType < 7 || container.type !== "paragraph" && !(!parser.allClosed && !parser.blank && parser.tip.type === "paragraph"))) {
				parser.closeUnmatchedBlocks();
				var b = parser.addChild("html_block", parser.offset);
				b._htmlBlockType = blockType;
				return 2;
			}
		}
		return 0;
	},
	function(parser, container) {
		var match;
		if (!parser.indented && container.type === "paragraph" && (match = parser.currentLine.slice(parser.nextNonspace).match(reSetextHeadingLine))) {
			parser.closeUnmatchedBlocks();
			var pos;
			while (peek(container._string_content, 0) === C_OPEN_BRACKET && (pos = parser.inlineParser.parseReference(container._string_content, parser.refmap))) container._string_content = container._string_content.slice(pos);
			if (container._string_content.length > 0) {
				var heading = new Node("heading", container.sourcepos);
				heading.level = match[0][0] === "=" ? 1 : 2;
				heading._string_content = container._string_content;
				container.insertAfter(heading);
				container.unlink();
				parser.tip = heading;
				parser.advanceOffset(parser.currentLine.length - parser.offset, false);
				return 2;
			} else return 0;
		} else return 0;
	},
	function(parser) {
		if (!parser.indented && reThematicBreak.test(parser.currentLine.slice(parser.nextNonspace))) {
			parser.closeUnmatchedBlocks();
			parser.addChild("thematic_break", parser.nextNonspace);
			parser.advanceOffset(parser.currentLine.length - parser.offset, false);
			return 2;
		} else return 0;
	},
	function(parser, container) {
		var data;
		if ((!parser.indented || container.type === "list") && (data = parseListMarker(parser, container))) {
			parser.closeUnmatchedBlocks();
			if (parser.tip.type !== "list" || !listsMatch(container._listData, data)) {
				container = parser.addChild("list", parser.nextNonspace);
				container._listData = data;
			}
			container = parser.addChild("item", parser.nextNonspace);
			container._listData = data;
			return 1;
		} else return 0;
	},
	function(parser) {
		if (parser.indented && parser.tip.type !== "paragraph" && !parser.blank) {
			parser.advanceOffset(CODE_INDENT, true);
			parser.closeUnmatchedBlocks();
			parser.addChild("code_block", parser.offset);
			return 2;
		} else return 0;
	}
];
var advanceOffset = function(count, columns) {
	var currentLine = this.currentLine;
	var charsToTab, charsToAdvance;
	var c;
	while (count > 0 && (c = currentLine[this.offset])) if (c === "	") {
		charsToTab = 4 - this.column % 4;
		if (columns) {
			this.partiallyConsumedTab = charsToTab > count;
			charsToAdvance = charsToTab > count ? count : charsToTab;
			this.column += charsToAdvance;
			this.offset += this.partiallyConsumedTab ? 0 : 1;
			count -= charsToAdvance;
		} else {
			this.partiallyConsumedTab = false;
			this.column += charsToTab;
			this.offset += 1;
			count -= 1;
		}
	} else {
		this.partiallyConsumedTab = false;
		this.offset += 1;
		this.column += 1;
		count -= 1;
	}
};
var advanceNextNonspace = function() {
	this.offset = this.nextNonspace;
	this.column = this.nextNonspaceColumn;
	this.partiallyConsumedTab = false;
};
var findNextNonspace = function() {
	var currentLine = this.currentLine;
	var i = this.offset;
	var cols = this.column;
	var c;
	while ((c = currentLine.charAt(i)) !== "") if (c === " ") {
		i++;
		cols++;
	} else if (c === "	") {
		i++;
		cols += 4 - cols % 4;
	} else break;
	this.blank = c === "\n" || c === "\r" || c === "";
	this.nextNonspace = i;
	this.nextNonspaceColumn = cols;
	this.indent = this.nextNonspaceColumn - this.column;
	this.indented = this.indent >= CODE_INDENT;
};
var incorporateLine = function(ln) {
	var all_matched = true;
	var t;
	var container = this.doc;
	this.oldtip = this.tip;
	this.offset = 0;
	this.column = 0;
	this.blank = false;
	this.partiallyConsumedTab = false;
	this.lineNumber += 1;
	if (ln.indexOf("\0") !== -1) ln = ln.replace(/\0/g, "�");
	this.currentLine = ln;
	var lastChild;
	while ((lastChild = container._lastChild) && lastChild._open) {
		container = lastChild;
		this.findNextNonspace();
		switch (this.blocks[container.type].continue(this, container)) {
			case 0: break;
			case 1:
				all_matched = false;
				break;
			case 2: return;
			default: throw "continue returned illegal value, must be 0, 1, or 2";
		}
		if (!all_matched) {
			container = container._parent;
			break;
		}
	}
	this.allClosed = container === this.oldtip;
	this.lastMatchedContainer = container;
	var matchedLeaf = container.type !== "paragraph" && blocks[container.type].acceptsLines;
	var starts = this.blockStarts;
	var startsLen = starts.length;
	while (!matchedLeaf) {
		this.findNextNonspace();
		if (!this.indented && !reMaybeSpecial.test(ln.slice(this.nextNonspace))) {
			this.advanceNextNonspace();
			break;
		}
		var i = 0;
		while (i < startsLen) {
			var res = starts[i](this, container);
			if (res === 1) {
				container = this.tip;
				break;
			} else if (res === 2) {
				container = this.tip;
				matchedLeaf = true;
				break;
			} else i++;
		}
		if (i === startsLen) {
			this.advanceNextNonspace();
			break;
		}
	}
	if (!this.allClosed && !this.blank && this.tip.type === "paragraph") this.addLine();
	else {
		this.closeUnmatchedBlocks();
		t = container.type;
		if (this.blocks[t].acceptsLines) {
			this.addLine();
			if (t === "html_block" && container._htmlBlockType >= 1 && container._htmlBlockType <= 5 && reHtmlBlockClose[container._htmlBlockType].test(this.currentLine.slice(this.offset))) {
				this.lastLineLength = ln.length;
				this.finalize(container, this.lineNumber);
			}
		} else if (this.offset < ln.length && !this.blank) {
			container = this.addChild("paragraph", this.offset);
			this.advanceNextNonspace();
			this.addLine();
		}
	}
	this.lastLineLength = ln.length;
};
var finalize = function(block, lineNumber) {
	var above = block._parent;
	block._open = false;
	block.sourcepos[1] = [lineNumber, this.lastLineLength];
	this.blocks[block.type].finalize(this, block);
	this.tip = above;
};
var processInlines = function(block) {
	var node, event, t;
	var walker = block.walker();
	this.inlineParser.refmap = this.refmap;
	this.inlineParser.options = this.options;
	while (event = walker.next()) {
		node = event.node;
		t = node.type;
		if (!event.entering && (t === "paragraph" || t === "heading")) this.inlineParser.parse(node);
	}
};
var Document = function() {
	return new Node("document", [[1, 1], [0, 0]]);
};
var parse = function(input) {
	this.doc = new Document();
	this.tip = this.doc;
	this.refmap = {};
	this.lineNumber = 0;
	this.lastLineLength = 0;
	this.offset = 0;
	this.column = 0;
	this.lastMatchedContainer = this.doc;
	this.currentLine = "";
	if (this.options.time) console.time("preparing input");
	var lines = input.split(reLineEnding);
	var len = lines.length;
	if (input.charCodeAt(input.length - 1) === C_NEWLINE) len -= 1;
	if (this.options.time) console.timeEnd("preparing input");
	if (this.options.time) console.time("block parsing");
	for (var i = 0; i < len; i++) this.incorporateLine(lines[i]);
	while (this.tip) this.finalize(this.tip, len);
	if (this.options.time) console.timeEnd("block parsing");
	if (this.options.time) console.time("inline parsing");
	this.processInlines(this.doc);
	if (this.options.time) console.timeEnd("inline parsing");
	return this.doc;
};
function Parser(options) {
	return {
		doc: new Document(),
		blocks,
		blockStarts,
		tip: this.doc,
		oldtip: this.doc,
		currentLine: "",
		lineNumber: 0,
		offset: 0,
		column: 0,
		nextNonspace: 0,
		nextNonspaceColumn: 0,
		indent: 0,
		indented: false,
		blank: false,
		partiallyConsumedTab: false,
		allClosed: true,
		lastMatchedContainer: this.doc,
		refmap: {},
		lastLineLength: 0,
		inlineParser: new InlineParser(options),
		findNextNonspace,
		advanceOffset,
		advanceNextNonspace,
		addLine,
		addChild,
		incorporateLine,
		finalize,
		processInlines,
		closeUnmatchedBlocks,
		parse,
		options: options || {}
	};
}

// node_modules/commonmark/lib/render/renderer.js
function Renderer() {}
function render$1(ast) {
	var walker = ast.walker(), event, type;
	this.buffer = "";
	this.lastOut = "\n";
	while (event = walker.next()) {
		type = event.node.type;
		if (this[type]) this[type](event.node, event.entering);
	}
	return this.buffer;
}
function lit(str) {
	this.buffer += str;
	this.lastOut = str;
}
function cr$1() {
	if (this.lastOut !== "\n") this.lit("\n");
}
function out$2(str) {
	this.lit(str);
}
function esc(str) {
	return str;
}
Renderer.prototype.render = render$1;
Renderer.prototype.out = out$2;
Renderer.prototype.lit = lit;
Renderer.prototype.cr = cr$1;
Renderer.prototype.esc = esc;

// node_modules/commonmark/lib/render/html.js
var reUnsafeProtocol = /^javascript:|vbscript:|file:|data:/i;
var reSafeDataProtocol = /^data:image\/(?:png|gif|jpeg|webp)/i;
var potentiallyUnsafe = function(url) {
	return reUnsafeProtocol.test(url) && !reSafeDataProtocol.test(url);
};
function tag$1(name, attrs, selfclosing) {
	if (this.disableTags > 0) return;
	this.buffer += "<" + name;
	if (attrs && attrs.length > 0) {
		var i = 0;
		var attrib;
		while ((attrib = attrs[i]) !== void 0) {
			this.buffer += " " + attrib[0] + "=\"" + attrib[1] + "\"";
			i++;
		}
	}
	if (selfclosing) this.buffer += " /";
	this.buffer += ">";
	this.lastOut = ">";
}
function HtmlRenderer(options) {
	options = options || {};
	options.softbreak = options.softbreak || "\n";
	this.esc = options.esc || escapeXml;
	this.disableTags = 0;
	this.lastOut = "\n";
	this.options = options;
}
function text(node) {
	this.out(node.literal);
}
function softbreak() {
	this.lit(this.options.softbreak);
}
function linebreak() {
	this.tag("br", [], true);
	this.cr();
}
function link(node, entering) {
	var attrs = this.attrs(node);
	if (entering) {
		if (!(this.options.safe && potentiallyUnsafe(node.destination))) attrs.push(["href", this.esc(node.destination)]);
		if (node.title) attrs.push(["title", this.esc(node.title)]);
		this.tag("a", attrs);
	} else this.tag("/a");
}
function image(node, entering) {
	if (entering) {
		if (this.disableTags === 0) {
			if (this.options.safe && potentiallyUnsafe(node.destination)) this.lit("<img src=\"\" alt=\"");
			else this.lit("<img src=\"" + this.esc(node.destination) + "\" alt=\"");
		}
		this.disableTags += 1;
	} else {
		this.disableTags -= 1;
		if (this.disableTags === 0) {
			if (node.title) this.lit("\" title=\"" + this.esc(node.title));
			this.lit("\" />");
		}
	}
}
function emph(node, entering) {
	this.tag(entering ? "em" : "/em");
}
function strong(node, entering) {
	this.tag(entering ? "strong" : "/strong");
}
function paragraph(node, entering) {
	var grandparent = node.parent.parent, attrs = this.attrs(node);
	if (grandparent !== null && grandparent.type === "list") {
		if (grandparent.listTight) return;
	}
	if (entering) {
		this.cr();
		this.tag("p", attrs);
	} else {
		this.tag("/p");
		this.cr();
	}
}
function heading(node, entering) {
	var tagname = "h" + node.level, attrs = this.attrs(node);
	if (entering) {
		this.cr();
		this.tag(tagname, attrs);
	} else {
		this.tag("/" + tagname);
		this.cr();
	}
}
function code(node) {
	this.tag("code");
	this.out(node.literal);
	this.tag("/code");
}
function code_block(node) {
	var info_words = node.info ? node.info.split(/\s+/) : [], attrs = this.attrs(node);
	if (info_words.length > 0 && info_words[0].length > 0) {
		var cls = this.esc(info_words[0]);
		if (!/^language-/.exec(cls)) cls = "language-" + cls;
		attrs.push(["class", cls]);
	}
	this.cr();
	this.tag("pre");
	this.tag("code", attrs);
	this.out(node.literal);
	this.tag("/code");
	this.tag("/pre");
	this.cr();
}
function thematic_break(node) {
	var attrs = this.attrs(node);
	this.cr();
	this.tag("hr", attrs, true);
	this.cr();
}
function block_quote(node, entering) {
	var attrs = this.attrs(node);
	if (entering) {
		this.cr();
		this.tag("blockquote", attrs);
		this.cr();
	} else {
		this.cr();
		this.tag("/blockquote");
		this.cr();
	}
}
function list(node, entering) {
	var tagname = node.listType === "bullet" ? "ul" : "ol", attrs = this.attrs(node);
	if (entering) {
		var start = node.listStart;
		if (start !== null && start !== 1) attrs.push(["start", start.toString()]);
		this.cr();
		this.tag(tagname, attrs);
		this.cr();
	} else {
		this.cr();
		this.tag("/" + tagname);
		this.cr();
	}
}
function item(node, entering) {
	var attrs = this.attrs(node);
	if (entering) this.tag("li", attrs);
	else {
		this.tag("/li");
		this.cr();
	}
}
function html_inline(node) {
	if (this.options.safe) this.lit("<!-- raw HTML omitted -->");
	else this.lit(node.literal);
}
function html_block(node) {
	this.cr();
	if (this.options.safe) this.lit("<!-- raw HTML omitted -->");
	else this.lit(node.literal);
	this.cr();
}
function custom_inline(node, entering) {
	if (entering && node.onEnter) this.lit(node.onEnter);
	else if (!entering && node.onExit) this.lit(node.onExit);
}
function custom_block(node, entering) {
	this.cr();
	if (entering && node.onEnter) this.lit(node.onEnter);
	else if (!entering && node.onExit) this.lit(node.onExit);
	this.cr();
}
function out$1(s) {
	this.lit(this.esc(s));
}
function attrs(node) {
	var att = [];
	if (this.options.sourcepos) {
		var pos = node.sourcepos;
		if (pos) att.push(["data-sourcepos", String(pos[0][0]) + ":" + String(pos[0][1]) + "-" + String(pos[1][0]) + ":" + String(pos[1][1])]);
	}
	return att;
}
HtmlRenderer.prototype = Object.create(Renderer.prototype);
HtmlRenderer.prototype.text = text;
HtmlRenderer.prototype.html_inline = html_inline;
HtmlRenderer.prototype.html_block = html_block;
HtmlRenderer.prototype.softbreak = softbreak;
HtmlRenderer.prototype.linebreak = linebreak;
HtmlRenderer.prototype.link = link;
HtmlRenderer.prototype.image = image;
HtmlRenderer.prototype.emph = emph;
HtmlRenderer.prototype.strong = strong;
HtmlRenderer.prototype.paragraph = paragraph;
HtmlRenderer.prototype.heading = heading;
HtmlRenderer.prototype.code = code;
HtmlRenderer.prototype.code_block = code_block;
HtmlRenderer.prototype.thematic_break = thematic_break;
HtmlRenderer.prototype.block_quote = block_quote;
HtmlRenderer.prototype.list = list;
HtmlRenderer.prototype.item = item;
HtmlRenderer.prototype.custom_inline = custom_inline;
HtmlRenderer.prototype.custom_block = custom_block;
HtmlRenderer.prototype.esc = escapeXml;
HtmlRenderer.prototype.out = out$1;
HtmlRenderer.prototype.tag = tag$1;
HtmlRenderer.prototype.attrs = attrs;

// node_modules/commonmark/lib/render/xml.js
var reXMLTag = /\<[^>]*\>/;
function toTagName(s) {
	return s.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
}
function XmlRenderer(options) {
	options = options || {};
	this.disableTags = 0;
	this.lastOut = "\n";
	this.indentLevel = 0;
	this.indent = "  ";
	this.esc = options.esc || escapeXml;
	this.options = options;
}
function render(ast) {
	this.buffer = "";
	var attrs;
	var tagname;
	var walker = ast.walker();
	var event, node, entering;
	var container;
	var selfClosing;
	var nodetype;
	var options = this.options;
	if (options.time) console.time("rendering");
	this.buffer += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
	this.buffer += "<!DOCTYPE document SYSTEM \"CommonMark.dtd\">\n";
	while (event = walker.next()) {
		entering = event.entering;
		node = event.node;
		nodetype = node.type;
		container = node.isContainer;
		selfClosing = nodetype === "thematic_break" || nodetype === "linebreak" || nodetype === "softbreak";
		tagname = toTagName(nodetype);
		if (entering) {
			attrs = [];
			switch (nodetype) {
				case "document":
					attrs.push(["xmlns", "http://commonmark.org/xml/1.0"]);
					break;
				case "list":
					if (node.listType !== null) attrs.push(["type", node.listType.toLowerCase()]);
					if (node.listStart !== null) attrs.push(["start", String(node.listStart)]);
					if (node.listTight !== null) attrs.push(["tight", node.listTight ? "true" : "false"]);
					var delim = node.listDelimiter;
					if (delim !== null) {
						var delimword = "";
						if (delim === ".") delimword = "period";
						else delimword = "paren";
						attrs.push(["delimiter", delimword]);
					}
					break;
				case "code_block":
					if (node.info) attrs.push(["info", node.info]);
					break;
				case "heading":
					attrs.push(["level", String(node.level)]);
					break;
				case "link":
				case "image":
					attrs.push(["destination", node.destination]);
					attrs.push(["title", node.title]);
					break;
				case "custom_inline":
				case "custom_block":
					attrs.push(["on_enter", node.onEnter]);
					attrs.push(["on_exit", node.onExit]);
			}
			if (options.sourcepos) {
				var pos = node.sourcepos;
				if (pos) attrs.push(["sourcepos", String(pos[0][0]) + ":" + String(pos[0][1]) + "-" + String(pos[1][0]) + ":" + String(pos[1][1])]);
			}
			this.cr();
			this.out(this.tag(tagname, attrs, selfClosing));
			if (container) this.indentLevel += 1;
			else if (!container && !selfClosing) {
				var lit = node.literal;
				if (lit) this.out(this.esc(lit));
				this.out(this.tag("/" + tagname));
			}
		} else {
			this.indentLevel -= 1;
			this.cr();
			this.out(this.tag("/" + tagname));
		}
	}
	if (options.time) console.timeEnd("rendering");
	this.buffer += "\n";
	return this.buffer;
}
function out(s) {
	if (this.disableTags > 0) this.buffer += s.replace(reXMLTag, "");
	else this.buffer += s;
	this.lastOut = s;
}
function cr() {
	if (this.lastOut !== "\n") {
		this.buffer += "\n";
		this.lastOut = "\n";
		for (var i = this.indentLevel; i > 0; i--) this.buffer += this.indent;
	}
}
function tag(name, attrs, selfclosing) {
	var result = "<" + name;
	if (attrs && attrs.length > 0) {
		var i = 0;
		var attrib;
		while ((attrib = attrs[i]) !== void 0) {
			result += " " + attrib[0] + "=\"" + this.esc(attrib[1]) + "\"";
			i++;
		}
	}
	if (selfclosing) result += " /";
	result += ">";
	return result;
}
XmlRenderer.prototype = Object.create(Renderer.prototype);
XmlRenderer.prototype.render = render;
XmlRenderer.prototype.out = out;
XmlRenderer.prototype.cr = cr;
XmlRenderer.prototype.tag = tag;
XmlRenderer.prototype.esc = escapeXml;

// src/adapters/comment/tag-depth.ts
const voidElements = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
function createTagDepth() {
	const open = [];
	let isBroken = false;
	return {
		read(html) {
			const rest = html.replaceAll(/<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|<![a-z][^>]*>/giu, "").replaceAll(/<(\/?)([a-z][^\s/>]*)(?:[^<>"']|"[^"]*"|'[^']*')*>/giu, (_all, slash, tag) => {
				const name = tag.toLowerCase();
				if (slash !== "") open.splice(open.includes(name) ? open.lastIndexOf(name) : open.length);
				else if (!voidElements.has(name)) open.push(name);
				return "";
			});
			isBroken ||= /<[a-z/!?]/iu.test(rest);
		},
		isInside: () => isBroken || open.length > 0
	};
}

// src/adapters/comment/comment-lines.ts
const longestComment = 7e4;
const otherThanText = "\0";
function readVisibleLines(body) {
	if (body.length > longestComment) return [];
	const source = body.split(/\r\n|\n|\r/u);
	const lines = [];
	const tags = createTagDepth();
	for (const block of listChildren(new Parser().parse(body))) {
		if (block.type === "html_block") tags.read(block.literal ?? "");
		const isText = block.type === "paragraph" || block.type === "heading";
		const own = isText ? readBlockLines(block, tags) : [];
		if (!isText) for (const html of listHtml(block)) tags.read(html);
		if (!isFootnoteOrFormula(sliceSource(block, source))) lines.push(...own);
	}
	return lines;
}
function isFootnoteOrFormula(lines) {
	return lines.some((line) => /^ {0,3}(?:\[\^|\$\$)/u.test(line));
}
function sliceSource({ sourcepos: [[first], [last]] }, source) {
	const above = source.slice(0, first - 1).findLastIndex((line) => line.trim() === "");
	return source.slice(above + 1, last);
}
function readBlockLines(block, tags) {
	const lines = [{
		text: "",
		isInside: tags.isInside()
	}];
	for (const inline of listChildren(block)) {
		if (inline.type === "softbreak" || inline.type === "linebreak") {
			lines.push({
				text: "",
				isInside: tags.isInside()
			});
			continue;
		}
		for (const html of listHtml(inline)) tags.read(html);
		const last = lines.at(-1);
		const text = last?.text === "" && inline.type !== "text" ? otherThanText : readInlineText(inline);
		if (last) last.text += text;
	}
	return lines.map(({ text, isInside }) => isInside ? "" : text);
}
function readInlineText(node) {
	if (node.type === "text" || node.type === "code") return node.literal ?? "";
	if (node.type === "softbreak" || node.type === "linebreak") return otherThanText;
	if (node.type === "html_inline" || node.type === "image") return otherThanText;
	return listChildren(node).map(readInlineText).join("");
}
function listHtml(node) {
	if (node.type === "html_inline" || node.type === "html_block") return [node.literal ?? ""];
	const found = [];
	const walker = node.walker();
	for (let event = walker.next(); event !== null; event = walker.next()) {
		const { type, literal } = event.node;
		if (event.entering && (type === "html_inline" || type === "html_block")) found.push(literal ?? "");
	}
	return found;
}
function listChildren(node) {
	const children = [];
	for (let child = node.firstChild; child !== null; child = child.next) children.push(child);
	return children;
}

// src/domain/commands/command.ts
const commandNames = [
	"help",
	"run",
	"compare",
	"accept",
	"refresh",
	"bisect",
	"cancel"
];
const commandForms = {
	help: {
		form: "/warpgauge help",
		does: "lists the commands"
	},
	run: {
		form: "/warpgauge run [SUITE]",
		does: "measures this head again, all suites or one"
	},
	compare: {
		form: "/warpgauge compare REV",
		does: "compares this head with a tag, branch or commit"
	},
	accept: {
		form: "/warpgauge accept [until YYYY-MM-DD] \"REASON\"",
		does: "makes the failed check of this head neutral and records who and why"
	},
	refresh: {
		form: "/warpgauge refresh [\"REASON\"]",
		does: "measures the default branch and proposes new baselines; regressions require the reason"
	},
	bisect: {
		form: "/warpgauge bisect [SUITE]",
		does: "finds the commit that caused a slowdown"
	},
	cancel: {
		form: "/warpgauge cancel",
		does: "cancels the runs behind the open checks of this head"
	}
};
function isCommandName(text) {
	return commandNames.includes(text);
}

// src/domain/commands/parse-comment.ts
const maxLineLength = 400;
const maxReasonLength = 200;
const minReasonLength = 3;
function parseCommand(visibleLines) {
	const [line, ...others] = visibleLines.filter(isCommandLine);
	if (line === void 0) return { kind: "none" };
	if (others.length > 0) return rejectComment("the comment contains more than one command", "Write one command per comment.");
	return readLine(line.trimEnd());
}
function mayContainCommand(body) {
	return body.includes("/warpgauge");
}
function isCommandLine(line) {
	return /^\/warpgauge(?=$|[ @\t])/u.test(line);
}
function readLine(line) {
	if (line.length > maxLineLength) return rejectComment(`the command has ${line.length} characters`, `Use at most ${maxLineLength} characters.`);
	if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line)) return rejectComment("the command contains invisible characters", "Type it instead of pasting it.");
	const [, pin = null, name = "", rest = ""] = /^\/warpgauge(?:@([^ ]*))?(?: +([^ ]+)(?: +(.*))?)?$/u.exec(line) ?? [];
	if (pin !== null && !/^[0-9a-f]{7,40}$/u.test(pin)) return rejectComment("/warpgauge@ must be followed by 7 to 40 hexadecimal digits of a commit", "For example: /warpgauge@1a2b3c4 run");
	if (!isCommandName(name)) return rejectComment(describeUnknownName(name), `Available commands: ${Object.keys(commandForms).join(", ")}.`);
	const command = readers[name](rest);
	if (command === null) return rejectComment(`invalid syntax for ${name}`, `Expected: ${commandForms[name].form}`);
	return {
		kind: "command",
		command,
		pinnedHead: pin
	};
}
function describeUnknownName(name) {
	return name === "" ? "no command follows /warpgauge" : "unknown command";
}
function rejectComment(problem, hint) {
	return {
		kind: "malformed",
		problem,
		hint
	};
}
const readers = {
	help: withoutArguments({ name: "help" }),
	run: withSuite("run"),
	compare: (rest) => isRevision(rest) ? {
		name: "compare",
		revision: rest
	} : null,
	accept: (rest) => {
		const [, until = null, quoted = ""] = /^(?:until (\d{4}-\d{2}-\d{2}) +)?(.*)$/u.exec(rest) ?? [];
		const reason = parseReason(quoted);
		if (reason === null || until !== null && !isDay(until)) return null;
		return {
			name: "accept",
			reason,
			until
		};
	},
	refresh: (rest) => {
		if (rest === "") return {
			name: "refresh",
			reason: null
		};
		const reason = parseReason(rest);
		return reason === null ? null : {
			name: "refresh",
			reason
		};
	},
	bisect: withSuite("bisect"),
	cancel: withoutArguments({ name: "cancel" })
};
function withSuite(name) {
	return (rest) => {
		if (rest === "") return {
			name,
			suite: null
		};
		return /^[a-z0-9][a-z0-9._-]{0,63}$/u.test(rest) ? {
			name,
			suite: rest
		} : null;
	};
}
function withoutArguments(command) {
	return (rest) => rest === "" ? command : null;
}
function parseReason(quoted) {
	const [, inner = ""] = /^["“]([^"“”]*)["”]$/u.exec(quoted) ?? [];
	const reason = inner.trim();
	return reason.length >= minReasonLength && reason.length <= maxReasonLength ? reason : null;
}
function isRevision(text) {
	if (!/^[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}$/u.test(text) || /\.\.|\/\/|\.$|\/$/u.test(text)) return false;
	return text.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}
function isDay(text) {
	const time = /* @__PURE__ */ new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

// src/steps/commands/read-comment.ts
function readComment(body) {
	return mayContainCommand(body) ? parseCommand(readVisibleLines(body)) : { kind: "none" };
}

// src/steps/commands/find-acceptance.ts
async function withAcceptance(report, acceptable, config, ports) {
	if (report.verdict !== "fail" || ports === null) return report;
	const head = await findHeadToAccept(acceptable, ports);
	if (head === null) return report;
	const acceptance = await findAcceptance(head, config, ports);
	return acceptance === null ? report : applyAcceptance(report, acceptance);
}
async function findHeadToAccept({ pullRequest, queuedPull, headCommit }, { authority }) {
	if (pullRequest !== null) return {
		pullRequest,
		headCommit
	};
	const pull = queuedPull === null ? null : await authority.readPullRequest(queuedPull);
	return pull?.isOpen ? {
		pullRequest: pull.number,
		headCommit: pull.headCommit
	} : null;
}
async function findAcceptance(head, config, ports) {
	const comments = await ports.comments.listComments(head.pullRequest);
	const asking = {
		...ports,
		authority: withCachedRoles(ports.authority)
	};
	for (const comment of comments.toReversed()) {
		const acceptance = await readAcceptance(comment, head, config, asking);
		if (acceptance !== null) return acceptance;
	}
	return null;
}
function withCachedRoles(authority) {
	const known = /* @__PURE__ */ new Map();
	return {
		...authority,
		readRole: (login) => {
			const role = known.get(login) ?? authority.readRole(login);
			known.set(login, role);
			return role;
		}
	};
}
async function readAcceptance(comment, { pullRequest, headCommit }, config, { comments, authority, clock }) {
	const { author, createdAt, url } = comment;
	if (!author.isPerson || comment.isEdited) return null;
	const parsed = readComment(comment.body);
	if (parsed.kind !== "command" || parsed.command.name !== "accept") return null;
	const { reason, until } = parsed.command;
	if (!isInForce({ until }, clock.now())) return null;
	const granted = await authority.readRole(author.login);
	if (granted === null || !hasRole(granted, config.commands.roles.accept)) return null;
	if (!await isOfHead(pullRequest, headCommit, {
		createdAt,
		pinnedHead: parsed.pinnedHead
	}, authority)) return null;
	if (!await comments.hasBotReaction(comment.id, "rocket")) return null;
	if (!await isOfBase(pullRequest, createdAt, authority)) return null;
	return {
		by: author.login,
		at: createdAt,
		reason,
		until,
		headCommit,
		url
	};
}
async function isOfBase(pullRequest, createdAt, authority) {
	const changedAt = await authority.readBaseChange(pullRequest);
	return changedAt === null || Date.parse(changedAt) < Date.parse(createdAt);
}
async function isOfHead(pullRequest, headCommit, wish, authority) {
	try {
		return (await bindToHead(pullRequest, wish, authority)).headCommit === headCommit;
	} catch (error) {
		if (error instanceof UserError) return false;
		throw error;
	}
}

// src/judging/plan/trial-command.ts
function buildCommandTemplate(config, label) {
	return withLauncher(getRevisionCommand(config, label), config);
}
function buildCaseCommand({ revision, options, tool, nodes }, resumeArgs, config) {
	if (tool) return tool.command;
	const command = withOptions(getRevisionCommand(config, revision), options?.args ?? []);
	return withLauncher(withResume(command, resumeArgs), config, nodes);
}
function getRevisionCommand({ pipeline, revisions }, label) {
	return revisions[label]?.command ?? pipeline.command;
}
function listPassedVariables({ pipeline }, environment) {
	return [...pipeline.passEnv, ...listLauncherVariables(environment, pipeline.launcher)];
}
function buildMonitorCommand(command, { nodes }, config) {
	const launcher = chooseNodes(config.pipeline.launcher, nodes);
	if (!launcher || launcher.nodes < 2) return null;
	const { devices, variables } = listLaunchSettings(config);
	return buildNodeCommand(command, launcher, {
		devices,
		variables: [...variables, "WARPGAUGE_WATCHED_TRIAL"]
	});
}
function withLauncher(command, config, nodes) {
	return buildLaunchCommand(command, chooseNodes(config.pipeline.launcher, nodes), listLaunchSettings(config));
}
function chooseNodes(launcher, nodes) {
	return launcher && nodes !== void 0 ? {
		...launcher,
		nodes
	} : launcher;
}
function listLaunchSettings({ pipeline: { devices, env, passEnv } }) {
	return {
		devices,
		variables: [
			...Object.keys(env),
			...passEnv,
			"WARPGAUGE_EVENTS",
			"WARPGAUGE_TRIAL_ID"
		]
	};
}

// src/judging/plan/find-row-problem.ts
function findRowProblem(rows, expected) {
	if (rows === 0) return "the result table has no rows";
	if (expected.rows !== void 0 && rows !== expected.rows) return `${rows} result rows instead of ${expected.rows}`;
	if (expected.minRows !== void 0 && rows < expected.minRows) return `${rows} result rows, at least ${expected.minRows} are required`;
	return null;
}

// src/reporters/command-answer.ts
function renderAnswer(outcome, { login, commentUrl }) {
	return toMarkdown(say`${describeOutcome(outcome)} (${toLink(`requested by ${login}`, commentUrl)})`);
}
function renderPlainAnswer(outcome) {
	return toPlain(describeOutcome(outcome));
}
function renderFinding(sentence, url) {
	return toMarkdown(url === null ? say`📏 ${sentence}` : say`📏 ${sentence} (${toLink("details", url)})`);
}
function renderSentence(text) {
	return toMarkdown(say`${text}`);
}
function isFailedVerdict(title) {
	return title.startsWith(`${toPlain(formatOverallVerdict("fail"))} · `);
}
function describeOutcome(outcome) {
	switch (outcome.kind) {
		case "helped": return describeHelp();
		case "started": return describeStart(outcome);
		case "accepted": return say`${toStatus("🤝", "accepted", "unsure")}: ${formatAcceptance(outcome.acceptance)}`;
		case "cancelled": return say`${toStatus("⏹", "cancelled", "quiet")}: ${joinContents(outcome.runUrls.map((url) => toLink("run", url)), ", ")}`;
		case "refused": return say`${toStatus("🚫", "refused", "bad")}: ${outcome.problem}. ${outcome.hint}`;
		default: return outcome;
	}
}
function describeHelp() {
	const forms = Object.values(commandForms).map(({ form, does }) => say`${toCode(form)} ${does}`);
	return say`Commands, one per line of a comment: ${joinContents(forms, "; ")}.`;
}
function describeStart({ command, headCommit, reference, runUrl }) {
	const run = runUrl === null ? say`a run` : toLink("a run", runUrl);
	const of = headCommit === null ? say`` : say` of ${toCode(headCommit.slice(0, 7))}`;
	const against = reference === null ? say`` : say` against ${toCode(reference.name)} (${toCode(reference.commit.slice(0, 7))})`;
	return say`${toStatus("⏳", doing[command.name], "quiet")}${of}${against}: ${run} has started`;
}
const doing = {
	help: "help",
	run: "measurement",
	compare: "comparison",
	accept: "acceptance",
	refresh: "baseline refresh",
	bisect: "bisect",
	cancel: "cancellation"
};

// src/reporters/check-run.ts
const maxTitleBytes = 255;
const maxSummaryBytes = 62e3;
function renderCheckRun(report, location) {
	return {
		title: cutToBytes(toPlain(formatVerdictTitle(report)), maxTitleBytes),
		summary: renderMarkdown(report, location, {
			maxBytes: maxSummaryBytes,
			fullVersion: "the summary"
		})
	};
}
function cutToBytes(text, maxBytes) {
	if (countBytes(text) <= maxBytes) return text;
	const characters = [...text].slice(0, maxBytes);
	while (countBytes(characters.join("")) + countBytes("…") > maxBytes) characters.pop();
	return `${characters.join("")}…`;
}

// src/reporters/comment.ts
const maxCommentBytes = 65e3;
function renderComment(report, options) {
	const ending = `\n\n${options.marker}\n`;
	return `${renderMarkdown(report, options, {
		maxBytes: maxCommentBytes - countBytes(ending),
		fullVersion: "the summary"
	})}${ending}`;
}

// src/reporters/deliveries.ts
function buildDeliveries(report, target, mayWrite) {
	const location = {
		runUrl: target.runUrl,
		runFolderHint: null
	};
	const summary = {
		kind: "job-summary",
		body: renderJobSummary(report, location)
	};
	if (!mayWrite) return [summary];
	const { name, headCommit, pullRequest } = target;
	const check = {
		kind: "check-run",
		name,
		headCommit,
		conclusion: report.conclusion,
		isUnjudged: report.reasons.length > 0 && report.reasons.every(({ code }) => code === "nothing-judged"),
		...renderCheckRun(report, location)
	};
	if (pullRequest === null) return [check, summary];
	const marker = formatCommentMarker(name);
	return [
		check,
		{
			kind: "sticky-comment",
			pullRequest,
			marker,
			body: renderComment(report, {
				...location,
				marker
			})
		},
		summary
	];
}
function formatCommentMarker(name) {
	return `<!-- warpgauge:${name.replaceAll(" / ", "___").replaceAll(/[^A-Za-z0-9._/~-]/g, "_")} -->`;
}

// src/steps/commands/answer-command.ts
async function answerCommand({ commanded, pullRequest, asker }, { marker, line }, comments, logger) {
	const [comment, issue] = [commanded?.comment ?? asker?.comment, pullRequest ?? asker?.issue];
	if (comment === void 0 || issue === void 0 || comments === null) return;
	try {
		await comments.answer(issue, marker, {
			id: comment,
			line
		});
	} catch (error) {
		if (!(error instanceof EnvironmentError)) throw error;
		logger.warning(`The command was not answered: ${error.message} ${error.hint}`);
	}
}
function choosePullToComment({ commanded }, pullRequest) {
	return commanded && isPartial(commanded) ? null : pullRequest;
}

// src/steps/deliver/deliver.ts
async function deliver(deliveries, announcement, ports) {
	const receipts = [];
	for (const delivery of deliveries) receipts.push(await attempt(delivery, announcement, ports));
	const check = deliveries.find(({ kind }) => kind === "check-run");
	const isWritten = announcement.pullRequest !== null && receipts.some(({ kind, status }) => kind === "check-run" && status !== "refused");
	if (check?.kind === "check-run" && isWritten) await confirm(check, announcement, ports);
	return receipts;
}
async function confirm(check, announcement, { gitHub, logger }) {
	if (!gitHub) return;
	try {
		await confirmCheck(claimForDelivery(check, announcement), gitHub);
	} catch (error) {
		if (!(error instanceof EnvironmentError)) throw error;
		logger.warning(`The check was written, but could not be read back: ${error.message}`);
	}
}
function claimForDelivery({ title, summary, conclusion, isUnjudged }, announcement) {
	const isAlone = isUnjudged && announcement.pullRequest === null && !announcement.isProvisional;
	return buildClaim(announcement, {
		title,
		summary,
		result: isAlone ? conclusion === "failure" ? "unjudged_strict" : "unjudged" : conclusion
	});
}
async function attempt(delivery, announcement, ports) {
	try {
		return await perform(delivery, announcement, ports);
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
async function perform(delivery, announcement, ports) {
	const { kind } = delivery;
	switch (kind) {
		case "check-run": {
			if (!ports.gitHub) return withoutAccess(kind);
			const claim = claimForDelivery(delivery, announcement);
			const written = await completeCheck(claim, {
				...ports,
				gitHub: ports.gitHub
			});
			if (written.held !== null) ports.logger.notice(written.held);
			return buildReceipt(kind, written);
		}
		case "sticky-comment":
			if (!ports.gitHub) return withoutAccess(kind);
			return buildReceipt(kind, await ports.gitHub.upsertComment(delivery.pullRequest, delivery.marker, delivery.body));
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
function buildReceipt(kind, done) {
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

// src/modes/conclude-check.ts
async function concludeCheck({ context, configPath, report, announcement, runUrl, mayWrite, runFolder }, ports) {
	const pullRequest = choosePullToComment(context, announcement.pullRequest);
	const deliveries = buildDeliveries(report, {
		...announcement,
		pullRequest,
		runUrl
	}, mayWrite);
	const receipts = await deliver(deliveries, announcement, ports);
	const url = receipts.find(({ kind }) => kind === "check-run")?.url ?? null;
	const answer = {
		marker: formatCommentMarker(deriveCheckName(configPath)),
		line: renderFinding(report.sentence, url)
	};
	await answerCommand(context, answer, ports.acceptances?.comments ?? null, ports.logger);
	return {
		report,
		receipts,
		runFolder
	};
}

// src/domain/merge/join-testbeds.ts
function joinTestbeds(runs) {
	const places = [];
	for (const { testbed, suite, name } of runs.flatMap(listSuites)) {
		const known = places.find((place) => listTestbedDifferences(place.testbed, testbed).length === 0);
		const other = places.find((place) => place !== known && place.suites.has(suite));
		if (other) throw createScatteredError(suite, other, {
			testbed,
			name
		});
		if (known) known.suites.add(suite);
		else places.push({
			testbed,
			suites: /* @__PURE__ */ new Set([suite]),
			name
		});
	}
	const [main, ...others] = places;
	const testbed = main?.testbed ?? runs[0]?.record.testbed;
	if (!testbed) throw new UserError("there is no run to join", "Name at least one run folder.");
	if (others.length === 0) return { testbed };
	return {
		testbed,
		elsewhere: others.map((place) => ({
			testbed: place.testbed,
			suites: [...place.suites]
		}))
	};
}
function listSuites({ record, name }) {
	const { cases, notTested } = record.plan;
	return [...new Set([...cases, ...notTested].map(({ key }) => key.suite))].map((suite) => ({
		suite,
		name,
		testbed: findTestbed(record, suite)
	}));
}
function createScatteredError(suite, one, other) {
	return new UserError([`${suite} was measured on different testbeds, ${one.testbed.id} (${one.name}) and ${other.testbed.id} (${other.name}):`, ...listTestbedDifferences(one.testbed, other.testbed)].join("\n  "), "Measure all cases of a suite on one kind of machine (`warpgauge plan` does); other suites may be elsewhere.");
}

// src/domain/merge/join-trials.ts
function joinTrials(runs) {
	const known = /* @__PURE__ */ new Map();
	const owners = /* @__PURE__ */ new Map();
	for (const run of runs) for (const trial of run.record.trials) {
		const place = JSON.stringify([trial.caseId, trial.index]);
		const before = known.get(place);
		if (before?.run === run) {
			known.set(`${place} ${known.size}`, {
				trial,
				run
			});
			continue;
		}
		if (before && serializeContent(before.trial) === serializeContent(trial)) continue;
		const owner = owners.get(trial.caseId) ?? run;
		if (before || owner.record.runId !== run.record.runId) throw createDuplicateError(trial, owner, run);
		owners.set(trial.caseId, run);
		known.set(place, {
			trial,
			run
		});
	}
	return [...known.values()].map(({ trial, run }) => relocateTrial(trial, run.prefix));
}
function serializeContent({ stdoutPath: _stdout, stderrPath: _stderr, ...content }) {
	return formatCanonicalJson(content);
}
function relocateTrial(trial, prefix) {
	return {
		...trial,
		stdoutPath: `${prefix}${trial.stdoutPath}`,
		stderrPath: `${prefix}${trial.stderrPath}`
	};
}
function createDuplicateError({ caseId, index }, one, other) {
	const differences = listTestbedDifferences(one.record.testbed, other.record.testbed);
	const machines = differences.length > 0 ? `, on other testbeds (${differences.join("; ")})` : "";
	return new UserError(`${caseId} was measured twice with different results${machines}: run ${index} of ${other.record.runId} in ${other.name} is not that of ${one.record.runId} in ${one.name}`, "Leave one of the two folders out, or compare them with `warpgauge compare`.");
}

// src/domain/merge/question-differences.ts
const facts = [
	{
		label: "config",
		read: ({ yardstick }) => `${yardstick.path} (sha256 ${yardstick.sha256.slice(0, 12)})`
	},
	{
		label: "rules from",
		read: ({ yardstick }) => `${yardstick.origin} ${shortenCommit(yardstick.commit)}`
	},
	{
		label: "repository",
		read: ({ repository }) => repository ?? "unknown"
	},
	{
		label: "pull request",
		read: ({ pullRequest }) => String(pullRequest ?? "none")
	},
	{
		label: "version of warpgauge",
		read: ({ tool }) => tool.version
	}
];
function listQuestionDifferences(one, other) {
	const [a, b] = [one.record, other.record];
	return [
		...facts.filter(({ read }) => read(a) !== read(b)).map(({ label, read }) => `${label}: ${read(a)} → ${read(b)}`),
		...listRevisionDifferences(a, b),
		...listDataDifferences(a, b),
		...listIdentityDifferences(a, b)
	];
}
function listRevisionDifferences(a, b) {
	return [...new Set([...a.revisions, ...b.revisions].map(({ label }) => label))].flatMap((label) => {
		const [one, other] = [a, b].map((record) => formatRevisionCommit(record, label));
		const commands = [a, b].map((record) => formatCanonicalJson(record.commands[label] ?? null));
		return [...one === other ? [] : [`commit of ${label}: ${one} → ${other}`], ...commands[0] === commands[1] ? [] : [`command of ${label}: ${commands[0]} → ${commands[1]}`]];
	});
}
function formatRevisionCommit({ revisions }, label) {
	const found = revisions.find((revision) => revision.label === label);
	return found ? shortenCommit(found.commit) : "not known";
}
function listDataDifferences(a, b) {
	return a.datasets.flatMap(({ name, sha256 }) => {
		const other = b.datasets.find((dataset) => dataset.name === name);
		if (!other || other.sha256 === sha256) return [];
		return [`dataset ${name}: sha256 ${sha256.slice(0, 12)} → ${other.sha256.slice(0, 12)}`];
	});
}
function listIdentityDifferences(a, b) {
	return Object.entries(a.identity).flatMap(([label, files]) => Object.entries(files).flatMap(([path, hash]) => {
		const other = b.identity[label]?.[path];
		return other === void 0 || other === hash ? [] : [`${path} of ${label}: sha256 ${hash.slice(0, 12)} → ${other.slice(0, 12)}`];
	}));
}
function shortenCommit(commit) {
	return commit?.slice(0, 12) ?? "no commit";
}

// src/domain/merge/merge-records.ts
function mergeRecords(runs, runId) {
	const [first] = runs;
	if (!first) throw new UserError("there is no run to join", "Name at least one run folder.");
	for (const run of runs.slice(1)) requireSameQuestion(first, run);
	const records = runs.map(({ record }) => record);
	const common = withoutRunFields(first.record);
	const finished = records.flatMap(({ finishedAt }) => finishedAt ?? []);
	return {
		...common,
		runId,
		startedAt: findEarliest(records.map(({ startedAt }) => startedAt)),
		finishedAt: finished.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null,
		...joinStatus(selectNewestRuns(runs)),
		...joinTestbeds(runs),
		...joinIsolation(records),
		datasets: deduplicateBy(records.flatMap(({ datasets }) => datasets), ({ name }) => name),
		...joinDatasetDifferences(records),
		...joinChangedInputs(records),
		identity: joinIdentities(records),
		plan: joinPlans(records.map(({ plan }) => plan)),
		trials: joinTrials(runs),
		joinedFrom: deduplicateBy(records.flatMap(listJoinedRuns), (run) => `${run.runId} ${run.cases.join(" ")}`)
	};
}
function withoutRunFields(record) {
	const { selection: _selection, elsewhere: _elsewhere, joinedFrom: _joinedFrom, comparedWith: _comparedWith, isolation: _isolation, datasetDifferences: _datasetDifferences, changedInputs: _changedInputs, ...common } = record;
	return common;
}
function joinIsolation(records) {
	const stated = records.flatMap(({ isolation }) => isolation ?? []);
	const weakest = stated.find(({ mode }) => mode === "none") ?? stated[0];
	return weakest && stated.length === records.length ? { isolation: weakest } : {};
}
function joinDatasetDifferences(records) {
	const differences = deduplicateBy(records.flatMap(({ datasetDifferences = [] }) => datasetDifferences).toSorted((one, other) => Number(one.used === "base") - Number(other.used === "base")), ({ name }) => name);
	return differences.length > 0 ? { datasetDifferences: differences } : {};
}
function joinChangedInputs(records) {
	const stated = records.flatMap(({ changedInputs = {} }) => Object.entries(changedInputs));
	if (stated.length === 0) return {};
	const groups = Map.groupBy(stated, ([label]) => label);
	const joinPaths = (group) => [...new Set(group.flatMap(([, paths]) => paths))].toSorted();
	return { changedInputs: Object.fromEntries([...groups].map(([label, group]) => [label, joinPaths(group)])) };
}
function requireSameQuestion(first, run) {
	const differences = listQuestionDifferences(first, run);
	if (differences.length === 0) return;
	throw new UserError([`${run.name} does not belong to ${first.name}:`, ...differences].join("\n  "), "Join runs of one commit, config and dataset only; measure the part that differs again.");
}
function selectNewestRuns(runs) {
	return [...Map.groupBy(runs, ({ record }) => record.runId).values()].flatMap((own) => own.toSorted((one, other) => other.record.trials.length - one.record.trials.length)[0] ?? []);
}
function joinStatus(runs) {
	const unfinished = runs.filter(({ record }) => record.status !== "finished");
	if (unfinished.length === 0) return {
		status: "finished",
		statusDetail: null
	};
	return {
		status: unfinished.some(({ record }) => record.status === "failed") ? "failed" : "interrupted",
		statusDetail: unfinished.map(({ record, name }) => {
			return `${record.selection ? formatSelection(record.selection) : name}: ${record.statusDetail ?? `the run is ${record.status}`}`;
		}).join("; ").slice(0, 4e3)
	};
}
function joinPlans(plans) {
	const cases = deduplicateBy(plans.flatMap((plan) => plan.cases), ({ id }) => id);
	const measured = new Set(cases.map(({ id }) => id));
	const ladders = deduplicateBy(plans.flatMap((plan) => plan.ladders ?? []), (ladder) => ladder.cases.join("\n"));
	return {
		cases,
		notTested: deduplicateBy(plans.flatMap((plan) => plan.notTested), formatId).filter((one) => !measured.has(formatId(one))),
		comparisons: deduplicateBy(plans.flatMap((plan) => plan.comparisons), ({ head, base }) => `${head}\n${base}`),
		...ladders.length > 0 && { ladders }
	};
}
function listJoinedRuns({ runId, selection, plan, joinedFrom }) {
	return joinedFrom ?? [{
		runId,
		selection: selection ?? null,
		cases: plan.cases.map(({ id }) => id)
	}];
}
function joinIdentities(records) {
	const labels = new Set(records.flatMap(({ identity }) => Object.keys(identity)));
	const mergeFiles = (label) => Object.assign({}, ...records.map(({ identity }) => identity[label] ?? {}));
	return Object.fromEntries([...labels].map((label) => [label, mergeFiles(label)]));
}
function deduplicateBy(items, keyOf) {
	const known = /* @__PURE__ */ new Map();
	for (const item of items) if (!known.has(keyOf(item))) known.set(keyOf(item), item);
	return [...known.values()];
}
function findEarliest(times) {
	return times.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? "";
}
function formatId({ key }) {
	return formatCaseId(key);
}

// src/domain/merge/missing-parts.ts
const mostNamed = 5;
function withMissingParts(record, planned) {
	const there = new Set(record.plan.cases.map(({ id }) => id));
	const missing = planned.cases.filter(({ id }) => !there.has(id)).map(({ id }) => id);
	if (missing.length === 0) return record;
	const shards = listMissingShards(record.joinedFrom ?? []);
	const cases = `${missing.slice(0, mostNamed).join(", ")}${missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : ""}`;
	const detail = [`${shards.length > 0 ? `${shards.join(", ")} is missing` : "a part of the run is missing"}: ${cases} was not measured`, ...record.statusDetail === null ? [] : [record.statusDetail]];
	const status = record.status === "failed" ? "failed" : "interrupted";
	return {
		...record,
		status,
		statusDetail: detail.join("; ").slice(0, 4e3)
	};
}
function listMissingShards(runs) {
	const sharded = runs.flatMap(({ selection }) => selection?.shard ? [{
		...selection,
		shard: selection.shard
	}] : []);
	return [...Map.groupBy(sharded, ({ only, shard }) => JSON.stringify([only, shard.of])).values()].flatMap((set) => {
		const [first] = set;
		if (!first) return [];
		const { only, shard } = first;
		const present = new Set(set.map((one) => one.shard.index));
		return Array.from({ length: shard.of }, (_unused, index) => index + 1).filter((index) => !present.has(index)).map((index) => formatSelection({
			only,
			shard: {
				index,
				of: shard.of
			}
		}));
	});
}

// src/judging/plan/merge-runs.ts
function mergeRuns(runs, config) {
	const calibration = runs.find(({ record }) => isCalibration(record.plan));
	if (calibration) throw new UserError(`${calibration.name} is a calibration and cannot be merged`, "Store it with `warpgauge baseline refresh`; noise belongs to one machine.");
	const merged = mergeRecords(runs, deriveRunId(runs));
	return withMissingParts(merged, { cases: listPlannedCases(merged, config) });
}
function deriveRunId(runs) {
	const ids = [...new Set(runs.map(({ record }) => record.runId))].toSorted();
	const [only] = ids;
	if (ids.length === 1 && only !== void 0) return only;
	return `joined-${createHash("sha256").update(JSON.stringify(ids)).digest("hex").slice(0, 12)}`;
}
function listPlannedCases(merged, config) {
	return listTestbedParts(merged).flatMap((part) => planPart(config, part.testbed.devices, merged.revisions, null).cases.filter(({ key }) => isMeasuredThere(part, key.suite)));
}

// src/steps/publish/measured-origin.ts
async function findMeasuredOrigin(run, eventPull, gitHub) {
	if (run.event === "merge_group") return findQueueOrigin(run);
	const copied = run.event === "push" ? parseCopiedPull(run.headBranch) : null;
	if (copied === null && !run.event.startsWith("pull_request")) return {
		pulls: [],
		queueBase: null,
		queuedPull: null
	};
	const pulls = await findPulls(run, eventPull ?? copied, gitHub);
	if (pulls.length > 0) return {
		pulls,
		queueBase: null,
		queuedPull: null
	};
	throw new SupersededError(`no open pull request has the head ${run.headCommit}`, "It was closed or has newer commits; the run of its newest commit is published instead.");
}
async function findPulls(run, eventPull, gitHub) {
	const { headCommit, headRepositoryId } = run;
	const number = eventPull ?? run.pullRequest ?? null;
	const named = number === null ? null : await gitHub.findOpenPullRequest(number);
	if (named?.headCommit === headCommit) return [named];
	if (eventPull !== null) return [];
	return (await gitHub.listPullRequests(headCommit)).filter((pull) => pull.headRepositoryId === headRepositoryId);
}
function findQueueOrigin({ headBranch }) {
	const queue = parseQueueBranch(headBranch);
	if (queue) return {
		pulls: [],
		queueBase: queue.baseCommit,
		queuedPull: queue.pullRequest
	};
	throw new UserError(`${JSON.stringify(headBranch)} is not the name of a branch of a merge queue`, "Publish a run of the event merge_group.");
}

// src/steps/publish/verify-commits.ts
async function verifyCommits(stated, headCommit, origin, gitHub) {
	const heads = new Set(stated.map(({ revisions }) => revisions.find(({ label }) => label === "head")?.commit ?? null));
	const [measured = null, ...others] = heads;
	if (others.length > 0) throw createCommitMismatch([...heads].join(" and "), headCommit);
	return await verifyMeasuredCommit(measured, headCommit, origin, gitHub);
}
async function verifyMeasuredCommit(measured, headCommit, origin, gitHub) {
	const places = {
		headCommit,
		origin,
		gitHub
	};
	if (measured === headCommit) return await verifyHead(places);
	if (measured === null || origin.pulls.length === 0) throw createCommitMismatch(measured ?? "unknown", headCommit);
	return await verifyMerge(measured, places);
}
async function verifyHead({ headCommit, origin, gitHub }) {
	const [pull = null] = origin.pulls;
	const base = await findBase(origin, gitHub);
	const mergeBase = base === null ? null : await gitHub.findMergeBase(base.tip, headCommit);
	return {
		pull,
		head: {
			ref: headCommit,
			commit: headCommit
		},
		mergeBase,
		checked: headCommit,
		base,
		testMerge: null
	};
}
async function findBase({ pulls: [pull], queueBase }, gitHub) {
	if (pull !== void 0) return {
		branch: pull.baseBranch,
		tip: await requireTip(pull, gitHub)
	};
	return queueBase === null ? null : {
		branch: null,
		tip: queueBase
	};
}
async function verifyMerge(measured, { headCommit, origin, gitHub }) {
	const [base, head, ...others] = await gitHub.listParents(measured) ?? [];
	if (base === void 0 || head !== headCommit || others.length > 0) throw createCommitMismatch(measured, headCommit);
	const tips = await Promise.all(origin.pulls.map(async (pull) => ({
		pull,
		tip: await requireTip(pull, gitHub)
	})));
	const chosen = (await Promise.all(tips.map(async (one) => base === one.tip || await gitHub.findMergeBase(base, one.tip) === base ? [one] : []))).flat().toSorted((one, other) => Number(other.tip === base) - Number(one.tip === base))[0];
	if (!chosen) throw createBaseMismatch(measured, base, origin);
	const { pull, tip } = chosen;
	const testMerge = {
		commit: measured,
		head,
		base,
		branch: pull.baseBranch
	};
	return {
		pull,
		head: {
			ref: `refs/pull/${pull.number}/merge`,
			commit: measured
		},
		mergeBase: base,
		checked: headCommit,
		base: {
			branch: pull.baseBranch,
			tip
		},
		testMerge
	};
}
async function requireTip({ number, baseBranch }, gitHub) {
	const tip = await gitHub.findBranchTip(baseBranch);
	if (tip !== null) return tip;
	throw new UserError(`#${number} targets ${baseBranch}, which does not exist`, "Choose another base branch for the pull request.");
}
const hint = "Publish only the artifact of the run that started this workflow.";
function createCommitMismatch(measured, headCommit) {
	return new UserError(`the run folder is of commit ${measured}, but the event is of ${headCommit}, and neither is a merge of the other`, hint);
}
function createBaseMismatch(measured, base, { pulls }) {
	const branches = [...new Set(pulls.map(({ baseBranch }) => baseBranch))].join(" or ");
	return new UserError(`the run folder is of ${measured}, a merge into ${base}, which is not a commit of ${branches}`, hint);
}

// src/steps/publish/reference-mismatch.ts
async function listMeasureMismatches({ measure }, { testMerge, base, mergeBase, pull }, gitHub) {
	if (testMerge !== null) return measure === "head" ? ["the merge into the base was measured, and comparison.measure asks for the head"] : [];
	if (measure === "head" || base === null || pull === null || mergeBase === base.tip) return [];
	if ((await gitHub.findOpenPullRequest(pull.number))?.isMergeable === false) return [];
	const branch = base.branch ?? "the base";
	return [`the head was measured without ${branch}, although GitHub reports no conflict: measure it again, or merge ${branch} into the branch of the pull request`];
}

// src/judging/plan/refuse-contradictions.ts
const maxShownContradictions = 5;
function refuseContradictions(record, config) {
	const found = [...listScatteredSuites(record), ...listTestbedParts(record).flatMap((part) => listContradictions(part, record, config))];
	if (found.length === 0) return;
	const more = found.length > maxShownContradictions ? [`and ${found.length - maxShownContradictions} more`] : [];
	throw new UserError([
		"run.json contradicts itself or the config:",
		...found.slice(0, maxShownContradictions),
		...more
	].join("\n  "), "Publish the run folder unchanged; measure again if it is damaged.");
}
function listScatteredSuites({ elsewhere = [] }) {
	const suites = elsewhere.flatMap((other) => other.suites);
	return suites.filter((suite, index) => suites.indexOf(suite) !== index).map((suite) => `elsewhere: ${suite} was measured on two testbeds`);
}
function listContradictions(part, record, config) {
	const plan = planRun(config, part.testbed.devices, record.revisions);
	const own = plan.cases.filter(({ key }) => isMeasuredThere(part, key.suite));
	return [...listTestbedContradictions(part, config), ...own.flatMap((planned) => listCaseContradictions(planned, plan, record.trials, config))];
}
function listTestbedContradictions({ testbed }, { pipeline }) {
	const expected = formatTestbedId(testbed.deviceKind, testbed.devices, testbed.cpuModel);
	return [...testbed.deviceKind === pipeline.devices ? [] : [`testbed: measured on a ${testbed.deviceKind}, the config requires a ${pipeline.devices}`], ...testbed.id === expected ? [] : [`testbed.id: ${testbed.id}, its devices give ${expected}`]];
}
function listCaseContradictions(planned, plan, trials, config) {
	const own = trials.filter((trial) => trial.caseId === planned.id);
	const seen = /* @__PURE__ */ new Set();
	return own.flatMap((trial) => {
		const isRepeated = seen.has(trial.index);
		seen.add(trial.index);
		const problem = isRepeated ? "recorded twice" : findIndexProblem(trial, {
			planned,
			plan,
			own
		}) ?? findContaminationProblem(trial) ?? findClaimProblem(trial, planned, config);
		return problem === null ? [] : [`${planned.id}, run ${trial.index}: ${problem}`];
	});
}
function computeMaxRuns(planned, plan) {
	const { id, repeats, maxRepeats } = planned;
	const { comparisons } = plan;
	const isScreened = comparisons.some((item) => item.head === id && item.isScreened);
	return (isCompared(planned, plan) ? Math.max(repeats, maxRepeats) : repeats) + (isScreened ? repeats : 0);
}
function isCompared({ id }, { comparisons }) {
	return comparisons.some((item) => item.head === id || item.base === id);
}
function findIndexProblem({ index, isWarmup, cachedFromRun }, { planned, plan, own }) {
	if (cachedFromRun !== null) return planned.samplesFrom === "cached" ? null : "reused from an earlier run; the config requires fresh samples";
	const contaminated = own.filter((trial) => isContaminated(trial) && !trial.isWarmup).length;
	const failed = isCompared(planned, plan) ? own.filter((trial) => trial.failure !== null).length : 0;
	const total = planned.warmups + computeMaxRuns(planned, plan) + Math.min(contaminated, planned.maxReruns) + failed;
	if (index >= total) return `at most ${total} are planned`;
	if (isWarmup === index < planned.warmups) return null;
	return isWarmup ? "marked as a warm-up, but planned as a counted run" : "counted, but planned as a warm-up";
}
function findContaminationProblem(trial) {
	return isContaminated(trial) && trial.telemetry === null ? "marked as contaminated without telemetry" : null;
}
function findClaimProblem(trial, { tool }, config) {
	if (trial.origin) return "read from files instead of measured";
	if (trial.failure !== null || isContaminated(trial)) return null;
	const { exitCodes, proof } = config.pipeline;
	const ended = findEndingProblem(trial, tool ? { "0": "success" } : exitCodes);
	if (ended !== null) return ended;
	if (tool) return findFigureProblem(trial);
	return proof?.results ? findRowProblem(trial.resultRows ?? 0, proof.results) : null;
}
function findEndingProblem({ wallSeconds, exitCode, signal }, meaning) {
	if (wallSeconds === null || wallSeconds <= 0) return `counted with a time of ${wallSeconds ?? "none"}`;
	return exitCode !== null && signal === null && meaning[exitCode] === "success" ? null : `counted although its exit code was ${exitCode ?? "none"}`;
}
function findFigureProblem({ readings }) {
	return (readings?.benchmarks.length ?? 0) > 0 ? null : "counted without a benchmark figure";
}

// src/steps/publish/join-runs.ts
async function joinRuns(runs, config, { joinedFolder }, files) {
	const [only] = runs;
	if (only && runs.length === 1 && !only.record.selection) return {
		record: only.record,
		runFolder: only.folder
	};
	const record = mergeRuns(runs.map((run) => ({
		name: run.folder,
		prefix: "",
		record: run.record
	})), config);
	await files.writeText(join(joinedFolder, runRecordFile), `${JSON.stringify(record, null, 1)}\n`);
	return {
		record,
		runFolder: joinedFolder
	};
}

// src/steps/publish/read-runs.ts
const maxFolders = 256;
const maxRecordBytes = 64 * 2 ** 20;
const maxTotalBytes = 192 * 2 ** 20;
async function readRuns(paths, files) {
	const [only] = paths;
	if (paths.length === 1 && only !== void 0 && !only.endsWith("/*")) return [{
		folder: only,
		record: await readRunRecord(only, files)
	}];
	const folders = (await Promise.all(paths.map((path) => listFolders(path, files)))).flat();
	if (folders.length > maxFolders) throw new UserError(`there are ${folders.length} run folders`, `At most ${maxFolders} run folders of one matrix can be joined.`);
	const runs = await readEach(folders, files);
	if (runs.length > 0) return runs;
	throw new UserError(`there is no run folder in ${paths.join(", ")}`, "Download the artifacts of all measuring jobs there, each into its own directory.");
}
async function listFolders(path, files) {
	if (!path.endsWith("/*")) return [{
		named: path,
		inside: "."
	}];
	const named = path.slice(0, -2);
	const names = await files.list(named);
	return names.includes("run.json") ? [{
		named,
		inside: "."
	}] : names.map((inside) => ({
		named,
		inside
	}));
}
async function readEach(folders, files) {
	const runs = [];
	let left = maxTotalBytes;
	for (const { named, inside } of folders) {
		const text = await files.readForeignText(named, join(inside, runRecordFile), Math.min(maxRecordBytes, left));
		if (text === null) continue;
		left -= Buffer.byteLength(text);
		runs.push({
			folder: join(named, inside),
			record: parseRunRecord(text)
		});
	}
	return runs;
}

// src/steps/publish/trusted-inputs.ts
async function readTrustedInputs({ path, commits, commanded }, gitHub) {
	const read = (commit, file) => gitHub.readAt(commit, file);
	const headCommit = commits.head.commit;
	const base = compareWithTip(commits, read);
	const trustedCommit = base?.commit ?? headCommit;
	const [loaded] = await Promise.all([loadRules({
		path,
		trustedCommit,
		headCommit,
		read
	}), base?.read(path)]);
	const rules = {
		...loaded,
		config: restrictConfig(loaded.config, commanded)
	};
	return {
		rules,
		revisions: await findRevisions(rules.config, commits, gitHub),
		base
	};
}
function listOtherCommits(stated, trusted) {
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
		const commit = ref === "merge-base" ? known.mergeBase : await gitHub.findCommit(ref);
		return {
			label,
			ref,
			commit,
			problem: commit === null ? `the repository has no ${ref} for this run` : null
		};
	});
	return withMergeBase(config, [{
		label: "head",
		...known.head,
		problem: null
	}, ...await Promise.all(others)], known);
}

// src/modes/publish.ts
async function publish(request, ports) {
	const { measuredBy, announcement } = request;
	const { headCommit } = announcement;
	const origin = await findMeasuredOrigin(measuredBy, request.context.pullRequest, ports.gitHub);
	const [pull, ...others] = origin.pulls;
	if (pull && others.length === 0) request.identify({
		pullRequest: pull.number,
		base: {
			branch: pull.baseBranch,
			commit: null
		}
	});
	const { judged, rules, runFolder, commits } = await judgeRecord(request, origin, ports);
	const subject = describeSubject(commits.pull?.number ?? null, commits);
	const about = {
		...announcement,
		...subject,
		isProvisional: false
	};
	const report = await withAcceptance(markTimedOut(judged, measuredBy), {
		pullRequest: about.pullRequest,
		queuedPull: origin.queuedPull,
		headCommit
	}, rules.config, ports.acceptances ?? null);
	const runUrl = measuredBy.url;
	return await concludeCheck({
		...request,
		report,
		announcement: about,
		runUrl,
		mayWrite: true,
		runFolder
	}, ports);
}
async function judgeRecord(request, origin, { gitHub, files }) {
	const { configPath: path, context, announcement } = request;
	const { headCommit } = announcement;
	const stated = await readRuns(request.runFolders, files);
	const records = stated.map(({ record: own }) => own);
	const commits = await verifyCommits(records, headCommit, origin, gitHub);
	request.identify(describeSubject(commits.pull?.number ?? null, commits));
	const trusted = await readTrustedInputs({
		path,
		commits,
		commanded: context.commanded
	}, gitHub);
	const { rules, base } = trusted;
	const differences = [...new Set(records.flatMap((own) => listObstacles(own, trusted)))];
	const ruled = stated.map(({ folder, record: own }) => ({
		folder,
		record: applyTrustedRules(own, trusted, commits)
	}));
	const { record, runFolder } = await joinRuns(ruled, rules.config, request, files);
	if (differences.length === 0) refuseContradictions(record, rules.config);
	const readHead = (file) => gitHub.readAt(headCommit, file);
	const committed = await loadCommittedReference(record, rules.config, base?.read ?? readHead);
	const mismatches = [
		...differences,
		...base ? describeOutdated(base, commits) : [],
		...await listMeasureMismatches(rules.config.comparison, commits, gitHub)
	];
	return {
		judged: judgeRun({
			record,
			config: rules.config,
			...committed,
			obstacles: [],
			mismatches
		}),
		rules,
		runFolder,
		commits
	};
}
function markTimedOut(report, { conclusion }) {
	return report.conclusion === "cancelled" && conclusion === "timed_out" ? {
		...report,
		conclusion: "timed_out"
	} : report;
}
function applyTrustedRules({ baseCommit: _base, testMerge: _merge, ...record }, { rules, revisions }, { pull, mergeBase, testMerge }) {
	const { config, yardstick } = rules;
	const commands = Object.fromEntries(revisions.map(({ label }) => [label, buildCommandTemplate(config, label)]));
	return {
		...record,
		yardstick,
		...mergeBase !== null && { baseCommit: mergeBase },
		...testMerge && { testMerge },
		revisions,
		commands,
		variables: config.pipeline.env,
		pullRequest: pull?.number ?? null
	};
}
function listObstacles(stated, { rules, revisions }) {
	return [...compareRules(stated, rules), ...listOtherCommits(stated.revisions, revisions)];
}
function compareRules(record, { yardstick }) {
	if (record.yardstick.sha256 === yardstick.sha256) return [];
	return ["it was measured with another config than that of the base"];
}

export { abConfigName, adaptiveRuns, addOutput, addProgressPoint, addSessions, addVerdictIcon, answerCommand, attributeStages, axes$2 as axes, baselineCopies, bindToHead, buildAllComparisons, buildCalibrationPlan, buildCaseCommand, buildCaseConditions, buildCases, buildCommandTemplate, buildComparedGates, buildDerivedFigures, buildFindings, buildHeadCase, buildHeadline, buildIngestedTestbed, buildMonitorCommand, buildNextSteps, buildNoiseKey, buildParts, buildPastRuns, buildPriorKnowledge, buildProvenance, buildRequirements, buildSections$1 as buildSections, buildStageIntervals, buildStageTimes, buildTelemetrySummary, buildUndecidedGates, buildVerdictDetails, chooseChartScale, chooseGate, chooseMinutesUnit, collectMeasurements, commit$1 as commit, compareByWeight, compareSamples, compareTrustedFiles, compareWithBaseline, compareWithTip, comparedFields, composeReport, computeHostLoad, computeLawSpeedup, computeLeastLoneRatio, computeLivePacking, computeMeanVarianceFactor, computeMedian, computeMedianLevels, computeRangeMedian, computeRatioInterval, computeReachableEffect, computeResiduals, computeStarvedShare$1 as computeStarvedShare, computeStudentQuantile, concludeCheck, concludeStored, configCopy, configSchema, count$1 as count, countRounds, countScreeningRuns, cpuTime, createBoundedRecord, createColumns, createPart, createSeededRandom, createStageMetric, createTwin, createUndecided, deriveUsualState, describeChanges, describeCostEstimate, describeOutdated, detail$1 as detail, detectContainer, determineProgress, doesFailCheck, drawSparkline, drawTextBar, enableSandbox, estimateNoiseFloor, estimateRunCost, estimateSeriesNoise, estimateTwoLevelNoise, explainOutsideStart, fillCommand, fillPlaceholders, findChangePoints, findContamination, findDatasetSha256, findLastLevelStart, findMeasuredOrigin, findNearestFew, findRowProblem, findTestbed, findTone, fitBlocks, fitLevels, fitRecentTrend, fitScalabilityLaw, fitTheilSen, forgetEarlierRun, formatAbConfig, formatAcceptance, formatAgainstLimit, formatCanonicalJson, formatCaseName, formatCodeSpan, formatComment, formatCommentMarker, formatCommit, formatComparisonVerdict, formatCount$3 as formatCount, formatEffect, formatFactor$1 as formatFactor, formatInterval, formatList, formatLists, formatLoad, formatManifest, formatMapping, formatMetricLabel, formatMetricName, formatNames, formatNoise, formatOverallVerdict, formatPair, formatReviewedJson, formatScalar, formatSelection, formatShare, formatTestbedId, formatUncertain, formatValue, formatValue$1, formatVerdict$5 as formatVerdict, formatVerdictTitle, getBudget, getRevisionCommand, hasGivenUp, hasRole, inferMetricKind, inferTestbed, interpolateQuantile, isCalibration, isChange$2 as isChange, isCleared, isContaminated, isCounted, isFailedVerdict, isFinished, isGateMetric, isInForce, isMet, isMostlyTaken, isPatternMatch, isTwin, isWithinBudget, joinContents, joinShellWords, judgeByBaseline, judgeComparisons, judgePair, judgeRun, keepFacts, keepReadings, keepSentences, limits$1 as limits, listAbsolutePaths, listConditionDifferences, listConfiguredSuites, listHeadDoubts, listHeadLosses, listIgnoredColumns, listLauncherPrograms, listPassedVariables, listSessionSamples, listTestbedDifferences, listTestbedParts, loadCommitted, loadCommittedReference, loadRules, mergeRuns, metricName$1 as metricName, monitorOutput, name$2 as name, noiseFile, notObserved, openRunFolder, parseAttempts, parseBaseline, parseCachedTrials, parseCommandText, parseConfig, parseNoise, parseRules, parseStageName, planCompleteRun, planPart, planRun, preventBreaks, previousRecordFile, projectFinish, publish, quoteShellWord, readComment, readRunRecord, readUntrusted, readYaml, readerNames, readingPrefix, refuseContradictions, refuseOtherMetric, relativePath$1 as relativePath, renderAnswer, renderFinding, renderJobSummary, renderMermaidChart, renderPlainAnswer, renderSentence, requireSameHead, requireSelected, resumeFrom, roundToTwoDigits, runRecordFile, say, scaleSeries, selectComparedColumns, selectFiniteValues, selectGates, selectInterleavedRuns, selectMainPart, selectParetoFront, sha256$2 as sha256, shortenFailure, silentFigures, slug$1 as slug, splitShellWords, sumSquaresAboutMean, summarizeOutcome, testbed, time$1 as time, toBlock, toCode, toFiniteShare, toKnownNoise, toLink, toMarkdown, toPlain, toPlainCell, toPlainText, toSeriesUnit, toStageHostUse, toStatus, toVisibleText, tracking, unknownCommit, unknownSessionDeviation, verifyMeasuredCommit, wallTime, withAcceptance, withLadderRuns, withMergeBase, workingTreeName };