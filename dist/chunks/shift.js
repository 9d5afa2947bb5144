import { formatCaseId } from "./choices.js";
import { computeRangeMedian, describeChanges, findChangePoints, interpolateQuantile } from "./judging.js";

// src/domain/history/history-point.ts
function computePointValue({ samples }) {
	return interpolateQuantile(Float64Array.from(samples.filter(Number.isFinite)).toSorted(), .5);
}
function sortPoints(points) {
	return points.toSorted((one, other) => one.order - other.order || Date.parse(one.time) - Date.parse(other.time));
}

// src/domain/history/split-by-testbed.ts
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

// src/domain/history/history-changes.ts
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

// src/domain/tracking/shift.ts
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

export { computeMetricState, computePointValue, computeWidth, computeWorsening, formatSeriesName, isBackAt, isSharp };