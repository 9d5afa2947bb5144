import { computeDetectableStep, forecastCrossing, isGateMetric, refuseOtherMetric } from "./judging.js";
import { collectContinuedHistories, collectMetricHistories, computeMetricState, computePointValue, groupCauses } from "./shift.js";
import { measureCreepDistances, selectCreepFindings } from "./creep.js";
import { formatCaseId, hasAxes } from "./choices.js";
import { formatNames, gpuCopiedBytes, gpuLaunches } from "./core.js";

// src/domain/history/observe.ts
const explaining = [gpuLaunches.name, gpuCopiedBytes.name];
function observe(records, latest, anchors, rules) {
	const isKept = ({ name }) => isGateMetric(name, rules.metrics);
	const isTracked = ({ name }) => rules.metrics.includes(name) || !explaining.includes(name);
	const histories = collectContinuedHistories(records, latest, isKept);
	const tracked = histories.filter(({ metric }) => isTracked(metric));
	const states = tracked.map((history) => computeMetricState(history, rules));
	const shifts = states.flatMap((state) => state.shifts);
	const distances = measureCreepDistances(tracked, shifts, anchors, rules);
	return {
		latest,
		histories,
		shifts,
		causes: groupCauses(shifts),
		creeps: selectCreepFindings(distances, shifts, rules, rules.openWhen === "confirmed"),
		distances,
		unresolved: selectUnresolvedHistories(tracked, shifts, rules.minEffect),
		lost: findLostMetrics(records, latest, (metric) => isKept(metric) && isTracked(metric)),
		now: new Map(states.flatMap(({ now }) => now ? [[now.history.id, now]] : []))
	};
}
function findLostMetrics(records, latest, isTracked) {
	return latest.cases.flatMap((item) => {
		const isSame = (other) => formatCaseId(other) === formatCaseId(item);
		const before = records.findLast((record) => record !== latest && record.order <= latest.order && record.cases.some(isSame));
		const known = new Set(item.metrics.flatMap(({ name, samples }) => samples.length > 0 ? [name] : []));
		const own = before ? [{
			...before,
			cases: before.cases.filter(isSame)
		}] : [];
		return collectMetricHistories(own, (metric) => isTracked(metric) && !known.has(metric.name));
	});
}
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
function forecastLimits(histories, limits) {
	const outlooks = histories.flatMap((history) => limits.flatMap((limit) => {
		const { operator } = limit;
		const { key, metric, points } = history;
		if (!(limit.suite === key.suite && limit.value === metric.name && hasAxes(key.axes, limit.axes)) || limit.unit !== "" && limit.unit !== metric.unit || operator === "==") return [];
		const forecast = forecastCrossing(points.map(computePointValue), limit.limit, { operator });
		return [
			"already-crossed",
			"within-one-run",
			"approaching"
		].includes(forecast.kind) ? [{
			history,
			limit,
			forecast
		}] : [];
	}));
	const getRunsUntil = ({ forecast }) => "runs" in forecast ? forecast.runs : 0;
	return outlooks.toSorted((one, other) => getRunsUntil(one) - getRunsUntil(other));
}
function findRestartedCases(records, latest) {
	return latest.cases.flatMap((item) => {
		const id = formatCaseId(item);
		const find = ({ cases }) => cases.find((other) => formatCaseId(other) === id);
		const before = records.findLast((record) => record !== latest && record.order <= latest.order && find(record));
		const was = before && find(before);
		if (!before || !was) return [];
		const { conditions: now } = item;
		const { conditions: then } = was;
		const known = new Map(was.metrics.map((one) => [one.name, one]));
		const others = item.metrics.filter((one) => refuseOtherMetric(known.get(one.name), one) !== null);
		const what = [
			[before.testbed.sha256 === latest.testbed.sha256, "the testbed"],
			[then.datasetSha256 === now.datasetSha256, "the dataset"],
			[then.commandSha256 === now.commandSha256, "the command"],
			[then.filesSha256 === now.filesSha256, "the model files"],
			[then.resultRows === now.resultRows, "the number of result rows"],
			[others.length === 0, `the unit or direction of ${formatNames(others.map(({ name }) => name))}`]
		].flatMap(([isSame, name]) => isSame ? [] : [name]);
		const { suite, benchmark, axes } = item;
		return what.length === 0 ? [] : [{
			suite,
			benchmark,
			axes,
			what
		}];
	});
}

export { findRestartedCases, forecastLimits, observe };