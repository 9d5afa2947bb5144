import { computeRangeMedian, describeChanges, findChangePoints, interpolateQuantile } from "./judging.js";
import { formatCaseId } from "./choices.js";
import { UserError } from "./core.js";

// src/domain/history/history-records.ts
function computePointValue({ samples }) {
	return interpolateQuantile(Float64Array.from(samples.filter(Number.isFinite)).toSorted(), .5);
}
function formatRecordIdentity({ runId, commit, testbed }) {
	return JSON.stringify([
		runId,
		commit,
		testbed.id
	]);
}
function selectDistinctRecords(records) {
	return [...Map.groupBy(records, formatRecordIdentity).values()].flatMap(([first]) => first ?? []).toSorted((one, other) => one.order - other.order || Date.parse(one.measuredAt) - Date.parse(other.measuredAt));
}
function withoutAbandoned(records) {
	const isOnBranch = /* @__PURE__ */ new Map();
	const newestFirst = records.toSorted((one, other) => Date.parse(other.measuredAt) - Date.parse(one.measuredAt));
	for (const { commit, abandoned = [] } of newestFirst) {
		if (!isOnBranch.has(commit)) isOnBranch.set(commit, abandoned.every((other) => isOnBranch.get(other) !== true));
		if (isOnBranch.get(commit) === false) continue;
		for (const other of abandoned) if (!isOnBranch.has(other)) isOnBranch.set(other, false);
	}
	return records.filter(({ commit }) => isOnBranch.get(commit) !== false);
}
function collectContinuedHistories(records, latest, isTracked) {
	const toSeries = ({ id, metric }) => `${id} ${metric.betterWhen}`;
	const known = new Map(collectMetricHistories(records, isTracked).map((history) => [toSeries(history), history]));
	return collectMetricHistories([latest], isTracked).map((history) => known.get(toSeries(history)) ?? history);
}
function collectMetricHistories(records, isTracked) {
	const found = /* @__PURE__ */ new Map();
	for (const record of records) for (const { point, ...of } of listPoints(record, isTracked)) {
		const series = `${of.id} ${of.metric.betterWhen}`;
		const known = found.get(series) ?? {
			...of,
			points: []
		};
		known.points.push(point);
		found.set(series, known);
	}
	return [...found.values()];
}
function listPoints(record, isTracked) {
	const { commit, order, measuredAt, testbed } = record;
	return record.cases.flatMap(({ suite, benchmark, axes, conditions: own, metrics }) => {
		const key = {
			suite,
			benchmark,
			axes
		};
		const { datasetSha256, commandSha256, filesSha256, resultRows } = own;
		const conditions = JSON.stringify([
			testbed.sha256,
			datasetSha256,
			commandSha256,
			filesSha256,
			resultRows
		]);
		return metrics.filter(isTracked).map(({ samples, ...metric }) => ({
			id: JSON.stringify([
				formatCaseId(key),
				metric.name,
				metric.unit,
				testbed.id,
				conditions
			]),
			key,
			metric,
			point: {
				commit,
				order,
				time: measuredAt,
				testbedId: testbed.id,
				conditions,
				samples
			}
		}));
	});
}
const runsAround = 4;
function findAnchor(records, label, commit) {
	const at = records.findLastIndex((record) => record.commit === commit);
	const around = at < 0 ? [] : records.slice(Math.max(0, at - runsAround), at + runsAround + 1);
	return {
		label,
		record: records[at] ?? null,
		around
	};
}
function parseRevisionRange(text) {
	const [, from, to] = /^(.+?)(?<!\.)\.\.(?!\.)(.*)$/u.exec(text) ?? [];
	if (from !== void 0 && to !== void 0 && !to.includes("..")) return {
		from,
		to: to === "" ? "HEAD" : to
	};
	throw new UserError(`${JSON.stringify(text)} is not a range`, "Write A..B: the commits of B after A, such as v1.0..main.");
}
function selectEvery(commits, every) {
	return commits.filter((_commit, index) => (commits.length - 1 - index) % every === 0);
}

// src/domain/history/shift.ts
function computeMetricState(history, { minEffect, settledAfter }) {
	const { points, metric } = history;
	const { betterWhen } = metric;
	const values = points.map(computePointValue);
	const changes = describeChanges(values, findChangePoints(values, minEffect), settledAfter);
	const shifts = changes.flatMap((change, index) => {
		const [first, last] = change.where;
		const good = points[values.findLastIndex((value, place) => place < first && Number.isFinite(value))];
		const [point, bad] = [points[change.at], points[last]];
		if (!point || !good || !bad) return [];
		const levels = {
			good: change.before.level,
			bad: change.after.level,
			minEffect
		};
		const isWorse = computeWorsening(levels.bad, levels.good, betterWhen) > 0;
		const direction = isWorse === (betterWhen === "lower") ? "lower" : "higher";
		const isBack = ({ level }) => isBackAt(level, {
			...levels,
			betterWhen: direction
		});
		const isLasting = !changes.slice(index + 1).some(({ after }) => isBack(after));
		return [{
			history,
			change: {
				...change,
				point
			},
			good,
			bad,
			isWorse,
			isLasting
		}];
	});
	const recent = points.slice(changes.at(-1)?.at ?? 0).filter((point) => Number.isFinite(computePointValue(point)));
	const [since] = recent;
	if (!since) return {
		shifts,
		now: null
	};
	return {
		shifts,
		now: {
			history,
			level: computeRangeMedian(Float64Array.from(recent.map(computePointValue))),
			since
		}
	};
}
function computeWorsening(level, reference, betterWhen) {
	if (level === reference) return 0;
	if (Number.isNaN(level - reference)) return NaN;
	const share = level / reference - 1;
	if (!Number.isFinite(share) || reference <= 0) return level > reference === (betterWhen === "lower") ? 1e400 : -1e400;
	return betterWhen === "lower" ? share : -share;
}
function isBackAt(level, { good, bad, minEffect, betterWhen }) {
	return computeWorsening(level, good, betterWhen) < Math.min(minEffect, computeWorsening(bad, good, betterWhen) / 2);
}
function computeWidth({ change: { where } }) {
	return where[1] - where[0] + 1;
}
const widestPlace = 20;
function isSharp(shift) {
	return !shift.change.isLikeALine && computeWidth(shift) <= widestPlace;
}
function formatSeriesName(key, metric) {
	return `${formatCaseId(key)} ${metric.name}`;
}
const nearbyCommits = 3;
const minSizeRatio = 4;
function groupCauses(shifts) {
	const blamed = shifts.filter((shift) => shift.isWorse && shift.isLasting && isSharp(shift));
	const groups = [];
	for (const shift of blamed.toSorted((one, other) => one.bad.order - other.bad.order)) {
		const open = groups.at(-1);
		if (open && shift.good.order < findFirstEnd(open)) open.push(shift);
		else groups.push([shift]);
	}
	const kept = [];
	for (const group of groups.toSorted((one, other) => other.length - one.length)) {
		const host = kept.find(({ core }) => core.length >= minSizeRatio * group.length && computeDistance(core, group) <= nearbyCommits);
		if (host) host.nearby.push(...group);
		else kept.push({
			core: group,
			nearby: []
		});
	}
	return kept.map(({ core, nearby }) => buildCause(core, nearby));
}
function computeDistance(one, other) {
	const findLastStart = (group) => Math.max(...group.map(({ good }) => good.order));
	return Math.max(findLastStart(one) - findFirstEnd(other), findLastStart(other) - findFirstEnd(one)) + 1;
}
function findFirstEnd(group) {
	return Math.min(...group.map(({ bad }) => bad.order));
}
function buildCause(core, nearby) {
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

export { collectContinuedHistories, collectMetricHistories, computeMetricState, computePointValue, computeWidth, computeWorsening, findAnchor, formatRecordIdentity, formatSeriesName, groupCauses, isBackAt, isSharp, parseRevisionRange, selectDistinctRecords, selectEvery, withoutAbandoned };