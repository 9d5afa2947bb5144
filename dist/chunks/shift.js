import { computeRangeMedian, describeChanges, findChangePoints, interpolateQuantile } from "./judging.js";
import { formatCaseId } from "./choices.js";
import { UserError } from "./core.js";

// src/domain/history/history-records.ts
function computePointValue({ samples }) {
	return interpolateQuantile(Float64Array.from(samples.filter(Number.isFinite)).toSorted(), .5);
}
function sortPoints(points) {
	return points.toSorted((one, other) => one.order - other.order || Date.parse(one.time) - Date.parse(other.time));
}
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
function splitByTestbed(points) {
	return [...Map.groupBy(sortPoints(points), formatSeriesId).values()].flatMap((own) => {
		const [first] = own;
		return first ? [{
			testbedId: first.testbedId,
			conditions: first.conditions,
			points: own
		}] : [];
	});
}
function formatSeriesId({ testbedId, conditions }) {
	return JSON.stringify([testbedId, conditions]);
}
function findHistoryChanges(points, options) {
	return splitByTestbed(points).flatMap((series) => findSeriesChanges(series, options));
}
function findSeriesChanges(series, { minEffect, confirmations, ...rest }) {
	const values = series.points.map(computePointValue);
	const found = findChangePoints(values, minEffect);
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
function computeMetricState(history, rules) {
	const changes = findHistoryChanges(history.points, rules);
	return {
		shifts: changes.flatMap((change, index) => buildShift(history, change, changes.slice(index + 1), rules) ?? []),
		now: computeCurrentLevel(history, changes.at(-1)?.at ?? 0)
	};
}
function computeWorsening(level, reference, betterWhen) {
	if (level === reference) return 0;
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
function buildShift(history, change, later, { minEffect }) {
	const { points } = change.series;
	const [first, last] = change.where;
	const good = points.slice(0, first).findLast((point) => Number.isFinite(computePointValue(point)));
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
		isWorse: computeWorsening(change.after.level, change.before.level, betterWhen) > 0,
		isLasting: !later.some(({ after }) => isBack(after))
	};
}
function computeCurrentLevel(history, from) {
	const recent = history.points.slice(from).filter((point) => Number.isFinite(computePointValue(point)));
	const [since] = recent;
	return since ? {
		history,
		level: computeRangeMedian(Float64Array.from(recent.map(computePointValue))),
		since
	} : null;
}
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

export { collectContinuedHistories, collectMetricHistories, computeMetricState, computePointValue, computeWidth, computeWorsening, findAnchor, formatRecordIdentity, formatSeriesName, groupCauses, isBackAt, isSharp, parseRevisionRange, selectDistinctRecords, selectEvery, withoutAbandoned };