import { C as caseId, M as UserError } from "./foundation.js";
import { w as thinned } from "./measuring.js";
import { En as isGateMetric, Fn as quantileOfSorted, Fr as comparedFields, Hn as outcomeOf, In as rangeMedian, Jn as isTwin, Rn as mainPart, bt as tracking, mn as caseConditions, qn as isCalibration, rn as changePoints, tn as describeChanges } from "./judging.js";
import { t as slowCreep } from "./slow-creep.js";
import { createHash } from "node:crypto";

// src/steps/record-of-run.ts
const mostMetrics = 1e3;
function recordOfRun({ record: whole, place, runUrl }) {
	const record = mainPart(whole);
	const { runId, testbed, yardstick, tool, event } = record;
	const commit = requireRecordable(record);
	const cases = record.plan.cases.filter((planned) => planned.revision === "head" && !isTwin(planned)).flatMap((planned) => caseOf(outcomeOf(planned, record.trials), record) ?? []);
	if (cases.length === 0) throw new UserError(`run ${runId} has no measured case to keep`, "Look at what failed in its report, and run it again.");
	return {
		schemaVersion: 1,
		runId,
		commit,
		...place,
		measuredAt: new Date(record.finishedAt ?? record.startedAt).toISOString(),
		testbed: {
			id: testbed.id,
			sha256: fingerprint(testbed)
		},
		provenance: {
			tool: `${tool.name} ${tool.version}`,
			event,
			runUrl,
			configPath: yardstick.path,
			configSha256: yardstick.sha256
		},
		cases
	};
}
function requireRecordable({ runId, status, plan, revisions }) {
	const commit = revisions.find(({ label }) => label === "head")?.commit ?? null;
	if (status !== "finished") throw new UserError(`run ${runId} is ${status}, not finished`, "Finish it with --resume, or run it again.");
	if (isCalibration(plan)) throw new UserError(`run ${runId} measured the noise of a machine`, "Record an ordinary run instead.");
	if (commit === null) throw new UserError(`run ${runId} does not tell which commit ran`, "Name the commit in the manifest of the ingest.");
	return commit;
}
function caseOf(outcome, record) {
	if (outcome.status !== "measured") return null;
	const { key } = outcome.planned;
	const { datasetSha256, command, identity, resultRows } = caseConditions(outcome.planned, outcome.resultRows, record);
	const metrics = outcome.measurements.map(({ metric, samples }) => ({
		...metric,
		samples: thinned(samples.filter(Number.isFinite), 50)
	})).filter(({ samples }) => samples.length > 0).slice(0, mostMetrics);
	if (metrics.length === 0) return null;
	const conditions = {
		datasetSha256,
		commandSha256: sha256(command),
		filesSha256: sha256(sortedPairs(identity))
	};
	return {
		...key,
		conditions: {
			...conditions,
			resultRows
		},
		metrics
	};
}
function fingerprint(testbed) {
	return sha256(comparedFields.filter(({ isDecisive }) => isDecisive).map(({ label, read }) => [label, read(testbed)]));
}
function sortedPairs(map) {
	return Object.entries(map).toSorted(([one], [other]) => one < other ? -1 : 1);
}
function sha256(value) {
	return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

// src/domain/history/history-point.ts
function pointValue({ samples }) {
	return quantileOfSorted(Float64Array.from(samples.filter(Number.isFinite)).toSorted(), .5);
}
function inOrder(points) {
	return points.toSorted((one, other) => one.order - other.order || Date.parse(one.time) - Date.parse(other.time));
}

// src/domain/history/split-by-testbed.ts
function splitByTestbed(points) {
	return [...Map.groupBy(inOrder(points), seriesId).values()].flatMap((own) => {
		const [first] = own;
		return first ? [{
			testbedId: first.testbedId,
			conditions: first.conditions,
			points: own
		}] : [];
	});
}
function seriesId({ testbedId, conditions }) {
	return JSON.stringify([testbedId, conditions]);
}

// src/domain/history/history-changes.ts
function historyChanges(points, options) {
	return splitByTestbed(points).flatMap((series) => changesOf(series, options));
}
function changesOf(series, { minEffect, confirmations, ...rest }) {
	const values = series.points.map(pointValue);
	const found = changePoints(values, minEffect);
	const known = found.flatMap((at) => {
		const answer = confirmations?.get(series.points[at]?.commit ?? "");
		return answer ? [[at, answer]] : [];
	});
	return describeChanges(values, found, {
		...rest,
		confirmations: new Map(known)
	}).flatMap((change) => {
		const point = series.points[change.at];
		const previous = series.points.slice(0, change.at).findLast((_, index) => Number.isFinite(values[index]));
		return point && previous ? [{
			...change,
			series,
			point,
			previous
		}] : [];
	});
}

// src/domain/tracking/shift.ts
function metricState(history, rules) {
	const changes = historyChanges(history.points, rules);
	return {
		shifts: changes.flatMap((change, index) => shiftOf(history, change, changes.slice(index + 1), rules) ?? []),
		now: levelNow(history, changes.at(-1)?.at ?? 0)
	};
}
function worseBy(level, reference, betterWhen) {
	if (level === reference) return 0;
	const share = level / reference - 1;
	if (!Number.isFinite(share) || reference <= 0) return level > reference === (betterWhen === "lower") ? 1e400 : -1e400;
	return betterWhen === "lower" ? share : -share;
}
function isBackAt(level, { good, bad, minEffect, betterWhen }) {
	return worseBy(level, good, betterWhen) < Math.min(minEffect, worseBy(bad, good, betterWhen) / 2);
}
function widthOf({ change: { where } }) {
	return where[1] - where[0] + 1;
}
const widestPlace = 20;
function isSharp(shift) {
	return !shift.change.isLikeALine && widthOf(shift) <= widestPlace;
}
function seriesName(key, metric) {
	return `${caseId(key)} ${metric.name}`;
}
function shiftOf(history, change, later, { minEffect }) {
	const { points } = change.series;
	const [first, last] = change.where;
	const good = points.slice(0, first).findLast((point) => Number.isFinite(pointValue(point)));
	const bad = points[last];
	if (!good || !bad) return null;
	const { betterWhen } = history.metric;
	const levels = {
		good: change.before.level,
		bad: change.after.level,
		minEffect,
		betterWhen
	};
	const isBack = ({ level }) => isBackAt(level, levels);
	return {
		history,
		change,
		good,
		bad,
		isWorse: worseBy(change.after.level, change.before.level, betterWhen) > 0,
		isLasting: !later.some(({ after }) => isBack(after))
	};
}
function levelNow(history, from) {
	const recent = history.points.slice(from).filter((point) => Number.isFinite(pointValue(point)));
	const [since] = recent;
	return since ? {
		history,
		level: rangeMedian(Float64Array.from(recent.map(pointValue))),
		since
	} : null;
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
		now: new Map(states.flatMap(({ now }) => now ? [[now.history.id, now]] : []))
	};
}

// src/steps/tracking-rules.ts
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

export { isBackAt as a, pointValue as c, metricHistories as i, recordOfRun as l, trackingRules as n, seriesName as o, observe as r, widthOf as s, trackingOf as t };