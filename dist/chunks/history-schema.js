import { ht as UserError, rt as caseId } from "./foundation.js";
import { c as number, f as strictObject, i as boolean, n as _enum, o as int, p as string, r as array, s as literal } from "./zod.js";
import { $r as readUntrusted, Dn as finiteValues, Mn as noiseAroundTwoLevels, Mr as rangeMedian, Mt as tracking, On as fromScale, Tn as levelsBetween, di as testbed, fi as time, ii as count, jn as leastLoneRatio, kn as seriesScale, li as sha256, lr as isGateMetric, oi as limits, ri as commit, si as name, ti as axes, ui as slug } from "./judging.js";
import { n as isSharp, o as worseBy, r as metricState, s as pointValue } from "./shift.js";
import { t as slowCreep } from "./slow-creep.js";

// src/domain/tracking/history-record.ts
function recordIdentity({ runId, commit, testbed }) {
	return JSON.stringify([
		runId,
		commit,
		testbed.id
	]);
}
function distinctRecords(records) {
	const known = /* @__PURE__ */ new Map();
	for (const record of records) {
		const identity = recordIdentity(record);
		if (!known.has(identity)) known.set(identity, record);
	}
	return [...known.values()].toSorted((one, other) => one.order - other.order || Date.parse(one.measuredAt) - Date.parse(other.measuredAt));
}

// src/domain/tracking/cause.ts
function causesOf(shifts) {
	const blamed = shifts.filter((shift) => shift.isWorse && shift.isLasting && isSharp(shift));
	const groups = [];
	for (const shift of blamed.toSorted((one, other) => one.bad.order - other.bad.order)) {
		const open = groups.at(-1);
		if (open && shift.good.order < firstEnd(open)) open.push(shift);
		else groups.push([shift]);
	}
	return absorbed(groups).map(causeOf);
}
const besideCommits = 3;
const fewBeside = 4;
function absorbed(groups) {
	const bySize = groups.toSorted((one, other) => other.length - one.length);
	const kept = [];
	for (const group of bySize) {
		const host = kept.find(({ core }) => core.length >= fewBeside * group.length && distance(core, group) <= besideCommits);
		if (host) host.beside.push(...group);
		else kept.push({
			core: group,
			beside: []
		});
	}
	return kept;
}
function distance(one, other) {
	return Math.max(lastStart(one) - firstEnd(other), lastStart(other) - firstEnd(one)) + 1;
}
function lastStart(group) {
	return Math.max(...group.map(({ good }) => good.order));
}
function firstEnd(group) {
	return Math.min(...group.map(({ bad }) => bad.order));
}
function causeOf({ core, beside }) {
	const shifts = core.toSorted((one, other) => sizeOf(other) - sizeOf(one));
	const good = shifts.map((shift) => shift.good).toSorted((one, other) => other.order - one.order)[0];
	const bad = shifts.map((shift) => shift.bad).toSorted((one, other) => one.order - other.order)[0];
	const isInside = ({ change }) => change.point.order > good.order && change.point.order <= bad.order;
	const status = shifts.some(({ change }) => change.status === "confirmed") ? "confirmed" : "candidate";
	return {
		good,
		bad,
		at: shifts.find(isInside)?.change.point ?? bad,
		status,
		shifts: [...shifts, ...beside]
	};
}
function sizeOf({ change: { effect, interval } }) {
	if (effect === null || interval === null) return 1e400;
	return Math.min(...interval.map(Math.abs)) * (Math.sign(interval[0]) === Math.sign(interval[1]) ? 1 : 0);
}

// src/domain/tracking/metric-history.ts
function continuedHistories(records, latest, isTracked) {
	const histories = metricHistories([latest], isTracked);
	const points = new Map(histories.map(({ id }) => [id, []]));
	for (const record of records) collect(record, isTracked, (id, point) => points.get(id)?.push(point));
	return histories.map((history) => ({
		...history,
		points: points.get(history.id) ?? []
	}));
}
function metricHistories(records, isTracked) {
	const found = /* @__PURE__ */ new Map();
	for (const record of records) collect(record, isTracked, (id, point, of) => {
		const known = found.get(id) ?? {
			...of,
			points: []
		};
		known.points.push(point);
		found.set(id, known);
	});
	return [...found].map(([id, history]) => ({
		id,
		...history
	}));
}
function collect(record, isTracked, add) {
	for (const item of record.cases) {
		const { suite, benchmark, axes } = item;
		const key = {
			suite,
			benchmark,
			axes
		};
		const name = caseId(key);
		const conditions = conditionsText(record, item);
		for (const { samples, ...metric } of item.metrics) {
			if (!isTracked(metric)) continue;
			add(JSON.stringify([
				name,
				metric.name,
				metric.unit,
				record.testbed.id,
				conditions
			]), pointOf(record, conditions, samples), {
				key,
				metric
			});
		}
	}
}
function conditionsText({ testbed }, { conditions }) {
	const { datasetSha256, commandSha256, filesSha256, resultRows } = conditions;
	return JSON.stringify([
		testbed.sha256,
		datasetSha256,
		commandSha256,
		filesSha256,
		resultRows
	]);
}
function pointOf(record, conditions, samples) {
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
function creepDistances(histories, shifts, anchors, rules) {
	return anchors.flatMap(({ label, record, around }) => {
		if (!record) return [];
		const levels = new Map(metricHistories(around, () => true).map((item) => [item.id, item]));
		return histories.flatMap((history) => {
			const values = (levels.get(history.id)?.points ?? []).map(pointValue).filter(Number.isFinite);
			if (values.length === 0) return [];
			return distanceOf(history, shifts, {
				label,
				order: record.order,
				good: rangeMedian(Float64Array.from(values))
			}, rules) ?? [];
		});
	});
}
function creepFindings(distances, shifts, rules, isSurenessAsked) {
	const isFar = ({ creep, beyond }) => creep.verdict === "regression" && beyond >= rules.minEffect;
	return distances.filter((distance) => {
		if (!isFar(distance)) return false;
		if (!isSurenessAsked) return true;
		const { history, from } = distance;
		const then = distanceOf({
			...history,
			points: history.points.slice(0, -rules.settledAfter)
		}, shifts, from, rules);
		return then !== null && isFar(then);
	});
}
function distanceOf(history, shifts, from, { minEffect }) {
	const later = history.points.filter(({ order }) => order > from.order);
	if (later.length === 0) return null;
	const anchor = {
		label: from.label,
		samples: [from.good]
	};
	const creep = slowCreep(later.map(pointValue), anchor, {
		minEffect,
		betterWhen: history.metric.betterWhen
	});
	return {
		history,
		from,
		creep,
		beyond: unexplained(creep, history, shifts, from.order)
	};
}
function unexplained(creep, history, shifts, anchorOrder) {
	if (creep.effect === null) return 0;
	const explained = shifts.filter((shift) => shift.history.id === history.id && shift.bad.order > anchorOrder && shift.change.at < history.points.length && isSharp(shift)).reduce((ratio, { change }) => ratio * jumpAt(history, change.at), 1);
	const { betterWhen } = history.metric;
	return Math.min(worseBy(1 + creep.effect, 1, betterWhen), worseBy(1 + creep.effect, explained, betterWhen));
}
const valuesBesideStep = 8;
function jumpAt({ points }, at) {
	const medianOf = (from, to) => rangeMedian(Float64Array.from(points.slice(Math.max(0, from), to).map(pointValue).filter(Number.isFinite)));
	const ratio = medianOf(at, at + valuesBesideStep) / medianOf(at - valuesBesideStep, at);
	return Number.isFinite(ratio) && ratio > 0 ? ratio : 1;
}

// src/domain/detection/series/detectable-step.ts
const powerQuantile = .84;
const lossOfSearch = 1.25;
function detectableStep(values) {
	const { finite } = finiteValues(values);
	if (finite.length < 8) return null;
	const scale = seriesScale(finite, 1e400);
	const level = fromScale(scale, rangeMedian(scale.scaled));
	if (!(level > 0)) return null;
	const noise = noiseAroundTwoLevels(scale.scaled) ?? levelsBetween(scale.scaled, []).noise;
	const longRunVariance = noise.variance * (1 + noise.correlation) / (1 - noise.correlation);
	const half = Math.floor(finite.length / 2);
	const standardError = Math.sqrt(longRunVariance * (1 / half + 1 / (finite.length - half)));
	const step = lossOfSearch * (leastRatio(finite.length) + powerQuantile) * standardError;
	return scale.isLog ? Math.expm1(step) : step * scale.unit / level;
}
function leastRatio(count) {
	return Math.max(leastLoneRatio(count), 2.4 * Math.sqrt(Math.log(count)));
}

// src/domain/tracking/unresolved.ts
function unresolvedHistories(histories, shifts, minEffect) {
	const changed = new Set(shifts.map(({ history }) => history.id));
	return histories.flatMap((history) => {
		const values = history.points.map(pointValue).filter(Number.isFinite);
		if (changed.has(history.id) || values.length === 0) return [];
		const detectable = detectableStep(values);
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
	const histories = continuedHistories(records, latest, ({ name }) => isGateMetric(name, rules.metrics));
	const states = histories.map((history) => metricState(history, rules));
	const shifts = states.flatMap((state) => state.shifts);
	const distances = creepDistances(histories, shifts, anchors, rules);
	return {
		latest,
		histories,
		shifts,
		causes: causesOf(shifts),
		creeps: creepFindings(distances, shifts, rules, rules.openWhen === "confirmed"),
		distances,
		unresolved: unresolvedHistories(histories, shifts, rules.minEffect),
		now: new Map(states.flatMap(({ now }) => now ? [[now.history.id, now]] : []))
	};
}

// src/judging/baselines/tracking-rules.ts
function trackingOf(config) {
	return config.tracking ?? tracking.parse({});
}
function trackingRules(config) {
	const { metrics, minEffect, openWhen, settledAfter } = trackingOf(config);
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
	name,
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
	metrics: array(metric).max(limits.few)
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
	cases: array(historyCase).max(limits.cases)
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
		name: string().max(2e3),
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
const maxLineBytes = 2 * 2 ** 20;
const maxLedgerBytes = 8 * 2 ** 20;
function parseHistory(text, path) {
	const records = [];
	const problems = [];
	if (text.trim() === "") problems.push(`${path} is empty: its records are lost; restore it from its branch or a backup`);
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

export { trackingOf as a, metricHistories as c, withEntries as i, distinctRecords as l, parseHistoryRecord as n, trackingRules as o, parseLedger as r, observe as s, parseHistory as t, recordIdentity as u };