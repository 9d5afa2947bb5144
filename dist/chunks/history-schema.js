import { j as UserError } from "./core.js";
import { rt as formatCaseId } from "./foundation.js";
import { c as number, f as strictObject, i as boolean, n as _enum, o as int, p as string, r as array, s as literal } from "./zod.js";
import { $ as readUntrusted, L as tracking, _n as selectFiniteValues, bn as computeLeastLoneRatio, ct as name, dt as slug, ft as testbed, gn as scaleSeries, mn as fitLevels, nt as commit, ot as limits, pt as time, rt as count, sr as isGateMetric, st as metricName, tt as axes, ut as sha256, vn as toSeriesUnit, xn as estimateTwoLevelNoise, zi as computeRangeMedian } from "./judging.js";
import { o as isSharp, r as computeWorsening, s as computePointValue, t as computeMetricState } from "./shift.js";
import { t as measureCreep } from "./slow-creep.js";

// src/domain/tracking/history-record.ts
function formatRecordIdentity({ runId, commit, testbed }) {
	return JSON.stringify([
		runId,
		commit,
		testbed.id
	]);
}
function selectDistinctRecords(records) {
	const known = /* @__PURE__ */ new Map();
	for (const record of records) {
		const identity = formatRecordIdentity(record);
		if (!known.has(identity)) known.set(identity, record);
	}
	return [...known.values()].toSorted((one, other) => one.order - other.order || Date.parse(one.measuredAt) - Date.parse(other.measuredAt));
}
function withoutAbandoned(records) {
	const isOnBranch = /* @__PURE__ */ new Map();
	const newestFirst = records.toSorted((one, other) => Date.parse(other.measuredAt) - Date.parse(one.measuredAt));
	for (const { commit, abandoned = [] } of newestFirst) {
		if (isOnBranch.get(commit) === false) continue;
		isOnBranch.set(commit, true);
		for (const other of abandoned) if (!isOnBranch.has(other)) isOnBranch.set(other, false);
	}
	return records.filter(({ commit }) => isOnBranch.get(commit) !== false);
}

// src/domain/tracking/cause.ts
function groupCauses(shifts) {
	const blamed = shifts.filter((shift) => shift.isWorse && shift.isLasting && isSharp(shift));
	const groups = [];
	for (const shift of blamed.toSorted((one, other) => one.bad.order - other.bad.order)) {
		const open = groups.at(-1);
		if (open && shift.good.order < findFirstEnd(open)) open.push(shift);
		else groups.push([shift]);
	}
	return mergeNearbyGroups(groups).map(buildCause);
}
const nearbyCommits = 3;
const minSizeRatio = 4;
function mergeNearbyGroups(groups) {
	const bySize = groups.toSorted((one, other) => other.length - one.length);
	const kept = [];
	for (const group of bySize) {
		const host = kept.find(({ core }) => core.length >= minSizeRatio * group.length && computeDistance(core, group) <= nearbyCommits);
		if (host) host.nearby.push(...group);
		else kept.push({
			core: group,
			nearby: []
		});
	}
	return kept;
}
function computeDistance(one, other) {
	return Math.max(findLastStart(one) - findFirstEnd(other), findLastStart(other) - findFirstEnd(one)) + 1;
}
function findLastStart(group) {
	return Math.max(...group.map(({ good }) => good.order));
}
function findFirstEnd(group) {
	return Math.min(...group.map(({ bad }) => bad.order));
}
function buildCause({ core, nearby }) {
	const shifts = core.toSorted((one, other) => computeSize(other) - computeSize(one));
	const good = shifts.map((shift) => shift.good).toSorted((one, other) => other.order - one.order)[0];
	const bad = shifts.map((shift) => shift.bad).toSorted((one, other) => one.order - other.order)[0];
	const isInside = ({ change }) => change.point.order > good.order && change.point.order <= bad.order;
	const status = shifts.some(({ change }) => change.status === "confirmed") ? "confirmed" : "candidate";
	return {
		good,
		bad,
		at: shifts.find(isInside)?.change.point ?? bad,
		status,
		shifts: [...shifts, ...nearby]
	};
}
function computeSize({ change: { effect, interval } }) {
	if (effect === null || interval === null) return 1e400;
	return Math.min(...interval.map(Math.abs)) * (Math.sign(interval[0]) === Math.sign(interval[1]) ? 1 : 0);
}

// src/domain/tracking/metric-history.ts
function collectContinuedHistories(records, latest, isTracked) {
	const histories = collectMetricHistories([latest], isTracked);
	const points = new Map(histories.map(({ id }) => [id, []]));
	const directions = new Map(histories.map(({ id, metric }) => [id, metric.betterWhen]));
	for (const record of records) collect(record, isTracked, (id, point, { metric }) => {
		if (metric.betterWhen === directions.get(id)) points.get(id)?.push(point);
	});
	return histories.map((history) => ({
		...history,
		points: points.get(history.id) ?? []
	}));
}
function collectMetricHistories(records, isTracked) {
	const found = /* @__PURE__ */ new Map();
	for (const record of records) collect(record, isTracked, (id, point, of) => {
		const series = `${id} ${of.metric.betterWhen}`;
		const known = found.get(series) ?? {
			id,
			...of,
			points: []
		};
		known.points.push(point);
		found.set(series, known);
	});
	return [...found.values()];
}
function collect(record, isTracked, add) {
	for (const item of record.cases) {
		const { suite, benchmark, axes } = item;
		const key = {
			suite,
			benchmark,
			axes
		};
		const name = formatCaseId(key);
		const conditions = formatConditions(record, item);
		for (const { samples, ...metric } of item.metrics) {
			if (!isTracked(metric)) continue;
			add(JSON.stringify([
				name,
				metric.name,
				metric.unit,
				record.testbed.id,
				conditions
			]), toPoint(record, conditions, samples), {
				key,
				metric
			});
		}
	}
}
function formatConditions({ testbed }, { conditions }) {
	const { datasetSha256, commandSha256, filesSha256, resultRows } = conditions;
	return JSON.stringify([
		testbed.sha256,
		datasetSha256,
		commandSha256,
		filesSha256,
		resultRows
	]);
}
function toPoint(record, conditions, samples) {
	const { commit, order, measuredAt, testbed } = record;
	return {
		commit,
		order,
		time: measuredAt,
		testbedId: testbed.id,
		conditions,
		samples
	};
}

// src/domain/tracking/creep-report.ts
function measureCreepDistances(histories, shifts, anchors, rules) {
	return anchors.flatMap(({ label, record, around }) => {
		if (!record) return [];
		const levels = new Map(collectMetricHistories(around, () => true).map((item) => [item.id, item]));
		return histories.flatMap((history) => {
			const values = (levels.get(history.id)?.points ?? []).map(computePointValue).filter(Number.isFinite);
			if (values.length === 0) return [];
			return measureDistance(history, shifts, {
				label,
				order: record.order,
				good: computeRangeMedian(Float64Array.from(values))
			}, rules) ?? [];
		});
	});
}
function selectCreepFindings(distances, shifts, rules, needsConfirmation) {
	const isFar = ({ creep, beyond }) => creep.verdict === "regression" && beyond >= rules.minEffect;
	return distances.filter((distance) => {
		if (!isFar(distance)) return false;
		if (!needsConfirmation) return true;
		const { history, from } = distance;
		const then = measureDistance({
			...history,
			points: history.points.slice(0, -rules.settledAfter)
		}, shifts, from, rules);
		return then !== null && isFar(then);
	});
}
function measureDistance(history, shifts, from, { minEffect }) {
	const later = history.points.filter(({ order }) => order > from.order);
	if (later.length === 0) return null;
	const anchor = {
		label: from.label,
		samples: [from.good]
	};
	const creep = measureCreep(later.map(computePointValue), anchor, {
		minEffect,
		betterWhen: history.metric.betterWhen
	});
	return {
		history,
		from,
		creep,
		beyond: computeUnexplained(creep, history, shifts, from.order)
	};
}
function computeUnexplained(creep, history, shifts, anchorOrder) {
	if (creep.effect === null) return 0;
	const explained = shifts.filter((shift) => shift.history.id === history.id && shift.bad.order > anchorOrder && shift.change.at < history.points.length && isSharp(shift)).reduce((ratio, { change }) => ratio * computeJump(history, change.at), 1);
	const { betterWhen } = history.metric;
	return Math.min(computeWorsening(1 + creep.effect, 1, betterWhen), computeWorsening(1 + creep.effect, explained, betterWhen));
}
const valuesAroundStep = 8;
function computeJump({ points }, at) {
	const computeValuesMedian = (from, to) => computeRangeMedian(Float64Array.from(points.slice(Math.max(0, from), to).map(computePointValue).filter(Number.isFinite)));
	const ratio = computeValuesMedian(at, at + valuesAroundStep) / computeValuesMedian(at - valuesAroundStep, at);
	return Number.isFinite(ratio) && ratio > 0 ? ratio : 1;
}

// src/domain/detection/series/detectable-step.ts
const powerQuantile = .84;
const lossOfSearch = 1.25;
function computeDetectableStep(values) {
	const { finite } = selectFiniteValues(values);
	if (finite.length < 8) return null;
	const scale = scaleSeries(finite, 1e400);
	const level = toSeriesUnit(scale, computeRangeMedian(scale.scaled));
	if (!(level > 0)) return null;
	const noise = estimateTwoLevelNoise(scale.scaled) ?? fitLevels(scale.scaled, []).noise;
	const longRunVariance = noise.variance * (1 + noise.correlation) / (1 - noise.correlation);
	const half = Math.floor(finite.length / 2);
	const standardError = Math.sqrt(longRunVariance * (1 / half + 1 / (finite.length - half)));
	const step = lossOfSearch * (computeLeastRatio(finite.length) + powerQuantile) * standardError;
	return scale.isLog ? Math.expm1(step) : step * scale.unit / level;
}
function computeLeastRatio(count) {
	return Math.max(computeLeastLoneRatio(count), 2.4 * Math.sqrt(Math.log(count)));
}

// src/domain/tracking/unresolved.ts
function selectUnresolvedHistories(histories, shifts, minEffect) {
	const changed = new Set(shifts.map(({ history }) => history.id));
	return histories.flatMap((history) => {
		const values = history.points.map(computePointValue).filter(Number.isFinite);
		if (changed.has(history.id) || values.length === 0) return [];
		const detectable = computeDetectableStep(values);
		return detectable !== null && detectable <= minEffect ? [] : [{
			history,
			runs: values.length,
			minEffect,
			detectable
		}];
	});
}

// src/domain/tracking/observe.ts
function observe(records, latest, anchors, rules) {
	const histories = collectContinuedHistories(records, latest, ({ name }) => isGateMetric(name, rules.metrics));
	const states = histories.map((history) => computeMetricState(history, rules));
	const shifts = states.flatMap((state) => state.shifts);
	const distances = measureCreepDistances(histories, shifts, anchors, rules);
	return {
		latest,
		histories,
		shifts,
		causes: groupCauses(shifts),
		creeps: selectCreepFindings(distances, shifts, rules, rules.openWhen === "confirmed"),
		distances,
		unresolved: selectUnresolvedHistories(histories, shifts, rules.minEffect),
		now: new Map(states.flatMap(({ now }) => now ? [[now.history.id, now]] : []))
	};
}

// src/judging/baselines/tracking-rules.ts
function getTracking(config) {
	return config.tracking ?? tracking.parse({});
}
function buildTrackingRules(config) {
	const { metrics, minEffect, openWhen, settledAfter } = getTracking(config);
	return {
		metrics,
		minEffect: minEffect ?? config.comparison.minEffect,
		openWhen,
		settledAfter
	};
}

// src/domain/tracking/ledger.ts
function withEntries(ledger, changed) {
	const byId = new Map(ledger.entries.map((entry) => [entry.id, entry]));
	for (const entry of changed) byId.set(entry.id, entry);
	const all = [...byId.values()];
	const healed = all.filter(({ state }) => state === "healed").slice(0, -200);
	return {
		...ledger,
		entries: all.filter((entry) => !healed.includes(entry))
	};
}

// src/config/records/history-schema.ts
const testbedId = testbed.shape.id;
const figure = number();
const address = string().max(500).regex(/^https?:\/\/[^\s\p{Cc}]+$/u, "must be a web address");
const order = int().min(0).max(1e9);
const conditions = strictObject({
	datasetSha256: sha256,
	commandSha256: sha256,
	filesSha256: sha256,
	resultRows: count.nullable()
});
const metric = strictObject({
	name: metricName,
	unit: name,
	betterWhen: _enum(["lower", "higher"]),
	kind: _enum([
		"duration",
		"rate",
		"count",
		"memory",
		"share"
	]).exactOptional(),
	samples: array(figure).max(50)
});
const historyCase = strictObject({
	suite: slug,
	benchmark: name,
	axes,
	conditions,
	metrics: array(metric).max(limits.metrics)
});
const provenance = strictObject({
	tool: name,
	event: name,
	runUrl: address.nullable(),
	configPath: name,
	configSha256: sha256
});
const historyRecordSchema = strictObject({
	schemaVersion: literal(1),
	runId: name,
	commit,
	order,
	committedAt: time,
	measuredAt: time,
	testbed: strictObject({
		id: testbedId,
		sha256
	}),
	provenance,
	cases: array(historyCase).max(limits.cases),
	abandoned: array(commit).max(5e3).optional()
});
const ledgerEntry = strictObject({
	id: string().regex(/^[a-z0-9][a-z0-9.-]{0,79}@(?:[0-9a-f]{12}|creep)$/, "must name a testbed and a commit"),
	kind: _enum(["step", "creep"]),
	state: _enum(["open", "healed"]),
	issue: int().positive().nullable(),
	claim: strictObject({
		by: name,
		at: time
	}),
	isTold: boolean(),
	goodCommit: commit,
	badCommit: commit,
	reach: strictObject({
		from: order,
		to: order
	}),
	minEffect: figure,
	metrics: array(strictObject({
		history: string().max(8e3),
		name: string().max(4e3),
		good: figure,
		bad: figure
	})).max(limits.few),
	healed: strictObject({
		order,
		commit
	}).nullable()
});
const ledgerSchema = strictObject({
	schemaVersion: literal(1),
	testbedId,
	entries: array(ledgerEntry).max(limits.cases)
});
const maxLineBytes = 4 * 2 ** 20;
const maxLedgerBytes = 8 * 2 ** 20;
function parseHistory(text, path) {
	const records = [];
	const problems = [];
	if (text.trim() === "") problems.push(`${path} is empty, so its records are lost; restore it from its branch or a backup`);
	for (const [index, line] of text.split("\n").entries()) {
		if (line.trim() === "") continue;
		try {
			records.push(parseHistoryRecord(line, `${path}:${index + 1}`));
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			problems.push(error.message);
		}
	}
	return {
		records,
		problems
	};
}
function parseHistoryRecord(line, path) {
	return readUntrusted(line, historyRecordSchema, {
		path,
		maxBytes: maxLineBytes
	});
}
function parseLedger(text, path) {
	return readUntrusted(text, ledgerSchema, {
		path,
		maxBytes: maxLedgerBytes
	});
}

export { buildTrackingRules as a, collectMetricHistories as c, withoutAbandoned as d, withEntries as i, formatRecordIdentity as l, parseHistoryRecord as n, getTracking as o, parseLedger as r, observe as s, parseHistory as t, selectDistinctRecords as u };