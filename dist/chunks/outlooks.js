import { formatCaseId, hasAxes } from "./choices.js";
import { computeRangeMedian, computeRatioInterval, findLastLevelStart, fitRecentTrend, formatNames, isMet, refuseOtherMetric, selectFiniteValues } from "./judging.js";
import { computePointValue } from "./shift.js";

// src/domain/history/forecast-crossing.ts
const confidence = .95;
const fewestValues = 8;
function forecastCrossing(values, limit, { operator }) {
	if (!Number.isFinite(limit)) throw new RangeError(`the limit is ${limit}; give a finite number`);
	const from = findLastLevelStart(values);
	const { places, finite } = selectFiniteValues(values.map((value, index) => index < from ? NaN : value));
	const recent = Float64Array.from(places.slice(-100));
	const recentValues = finite.slice(-100);
	const count = recentValues.length;
	if (count < fewestValues) return forecastFewValues(recentValues, limit, operator);
	const line = fitRecentTrend(recent, recentValues, confidence);
	const isFlat = line.slopeInterval[0] <= 0 && line.slopeInterval[1] >= 0;
	const last = values.length - 1;
	const level = isFlat ? line.center.value : line.intercept + line.slope * last;
	if (!isMet(level, operator, limit)) return {
		kind: "already-crossed",
		level,
		count
	};
	const trend = {
		level,
		from: recent[0] ?? 0,
		count,
		slope: line.slope,
		slopeInterval: line.slopeInterval
	};
	if (isFlat) return {
		kind: "no-trend",
		...trend
	};
	const isUpper = operator === "<" || operator === "<=";
	return line.slope > 0 === isUpper ? forecastLineCrossing(line, trend, limit, last) : {
		kind: "moving-away",
		...trend
	};
}
function forecastFewValues(values, limit, operator) {
	const count = values.length;
	if (count === 0) return {
		kind: "too-few-values",
		level: null,
		count,
		needed: fewestValues
	};
	const level = computeRangeMedian(values);
	if (!isMet(level, operator, limit)) return {
		kind: "already-crossed",
		level,
		count
	};
	return {
		kind: "too-few-values",
		level,
		count,
		needed: fewestValues
	};
}
function forecastLineCrossing(line, trend, limit, last) {
	const way = {
		value: limit - line.center.value,
		variance: line.center.variance
	};
	const [shallow, steep] = line.slopeInterval;
	const slope = {
		value: line.slope,
		variance: ((steep - shallow) / 2 / line.quantile) ** 2
	};
	const countFromLast = (runs) => Math.max(0, runs + line.middle - last);
	const ends = computeRatioInterval(way, slope, line.quantile);
	const runs = countFromLast(way.value / line.slope);
	const fastest = line.slope > 0 ? steep : shallow;
	return {
		kind: runs <= 1 ? "within-one-run" : "approaching",
		runs,
		interval: ends ? [countFromLast(ends[0]), countFromLast(ends[1])] : [countFromLast(way.value / fastest), null],
		...trend
	};
}

// src/domain/tracking/outlooks.ts
function forecastLimits(histories, limits) {
	return histories.flatMap((history) => limits.flatMap((limit) => forecastLimit(history, limit) ?? [])).toSorted((one, other) => getRunsUntil(one) - getRunsUntil(other));
}
function forecastLimit(history, limit) {
	const { operator } = limit;
	const { key, metric } = history;
	if (!(limit.suite === key.suite && limit.value === metric.name && hasAxes(key.axes, limit.axes)) || operator === "==") return null;
	const forecast = forecastCrossing(history.points.map(computePointValue), limit.limit, { operator });
	return [
		"already-crossed",
		"within-one-run",
		"approaching"
	].includes(forecast.kind) ? {
		history,
		limit,
		forecast
	} : null;
}
function getRunsUntil({ forecast }) {
	return "runs" in forecast ? forecast.runs : 0;
}
function findRestartedCases(records, latest) {
	return latest.cases.flatMap((item) => {
		const id = formatCaseId(item);
		const before = records.filter((record) => record !== latest && record.order <= latest.order).findLast((record) => record.cases.some((other) => formatCaseId(other) === id));
		const was = before?.cases.find((other) => formatCaseId(other) === id);
		if (!before || !was) return [];
		const { conditions: now } = item;
		const { conditions: then } = was;
		const known = new Map(was.metrics.map((one) => [one.name, one]));
		const others = item.metrics.filter((one) => refuseOtherMetric(known.get(one.name), one) !== null);
		const what = [
			...before.testbed.sha256 === latest.testbed.sha256 ? [] : ["the testbed"],
			...then.datasetSha256 === now.datasetSha256 ? [] : ["the dataset"],
			...then.commandSha256 === now.commandSha256 ? [] : ["the command"],
			...then.filesSha256 === now.filesSha256 ? [] : ["the model files"],
			...then.resultRows === now.resultRows ? [] : ["the number of result rows"],
			...others.length === 0 ? [] : [`the unit or direction of ${formatNames(others.map(({ name }) => name))}`]
		];
		const { suite, benchmark, axes } = item;
		return what.length === 0 ? [] : [{
			suite,
			benchmark,
			axes,
			what
		}];
	});
}

export { findRestartedCases, forecastLimits };