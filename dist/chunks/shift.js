import { rt as caseId } from "./foundation.js";
import { Cn as describeChanges, En as changePoints, Mr as rangeMedian, jr as quantileOfSorted } from "./judging.js";

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

export { widthOf as a, seriesName as i, isSharp as n, worseBy as o, metricState as r, pointValue as s, isBackAt as t };