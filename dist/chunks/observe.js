import { computeDetectableStep, computeRangeMedian, isGateMetric } from "./judging.js";
import { computeMetricState, computePointValue, computeWorsening, isSharp } from "./shift.js";
import { measureCreep } from "./slow-creep.js";
import { collectContinuedHistories, collectMetricHistories } from "./metric-history.js";

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

export { observe };