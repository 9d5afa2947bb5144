import { computeMeanVarianceFactor, computeMedian, computeRangeMedian, computeResiduals, computeStudentQuantile, describeChanges, estimateSeriesNoise, findChangePoints, selectFiniteValues, sumSquaresAboutMean, toFiniteShare } from "./judging.js";
import { formatCounted, formatPercent } from "./core.js";
import { collectMetricHistories, computePointValue, computeWorsening, isSharp } from "./shift.js";

// src/domain/history/creep.ts
const fewestValues = 8;
const nothing = {
	effect: null,
	interval: null,
	largestStep: null,
	isGradual: false
};
function measureCreep(values, anchor, options) {
	const { minEffect, betterWhen } = options;
	const { places, finite } = selectFiniteValues(values);
	const problem = findProblem(finite, anchor);
	if (problem !== null) return {
		verdict: "inconclusive",
		...nothing,
		reason: problem
	};
	const logs = finite.map(Math.log);
	const starts = findChangePoints([...finite], null);
	const steps = describeChanges([...finite], starts).filter(({ isLikeALine }) => !isLikeALine);
	const noise = estimateDriftingNoise(logs);
	const [now, then] = [estimateCurrentLevel(logs, noise, steps.at(-1)?.at ?? 0), estimateAnchorLevel(anchor, noise)];
	const gap = now.value - then.value;
	const margin = computeStudentQuantile(1.95 / 2, Math.floor(noise.degreesOfFreedom)) * Math.sqrt(now.variance + then.variance);
	const verdict = chooseVerdict(betterWhen === "lower" ? gap : -gap, margin, Math.log1p(minEffect));
	const [largest] = [{
		at: null,
		way: computeRangeMedian(logs, 0, starts[0]) - then.value
	}, ...steps.map(({ at, before, after }) => ({
		at: places[at] ?? at,
		way: Math.log(after.level / before.level)
	}))].filter(({ way }) => way * Math.sign(gap) > 0).toSorted((one, other) => Math.abs(other.way) - Math.abs(one.way));
	const isMoved = verdict === "regression" || verdict === "improvement";
	const creep = {
		verdict,
		effect: toFiniteShare(gap),
		interval: [toFiniteShare(gap - margin), toFiniteShare(gap + margin)],
		largestStep: largest ? {
			at: largest.at,
			effect: toFiniteShare(largest.way)
		} : null,
		isGradual: isMoved && Math.abs(largest?.way ?? 0) < Math.abs(gap) / 2
	};
	return {
		...creep,
		reason: explainCreep(creep, anchor.label, minEffect)
	};
}
function findProblem(finite, { label, samples }) {
	if (samples.length === 0) return `${label} has no samples`;
	const unusable = samples.find((sample) => !Number.isFinite(sample) || sample <= 0);
	if (unusable !== void 0) return `a sample of ${label} is ${unusable}; only positive numbers have a ratio`;
	const notPositive = finite.find((value) => value <= 0);
	if (notPositive !== void 0) return `a value is ${notPositive}; only positive numbers have a ratio`;
	const count = formatCounted(finite.length, "value");
	return finite.length < fewestValues ? `${count}; ${fewestValues} are needed to estimate the noise` : null;
}
function chooseVerdict(worse, margin, minEffect) {
	if (worse >= minEffect && worse > margin) return "regression";
	if (-worse >= minEffect && -worse > margin) return "improvement";
	return worse + margin < minEffect ? "unchanged" : "inconclusive";
}
const recentValues = 8;
const clipDeviations = 3;
const valuesPerDegreeOfFreedom = 3;
function estimateDriftingNoise(logs) {
	const { sigma, longRunFactor } = estimateSeriesNoise(logs);
	return {
		variance: sigma ** 2,
		correlation: (longRunFactor - 1) / (longRunFactor + 1),
		degreesOfFreedom: Math.max(2, logs.length / valuesPerDegreeOfFreedom)
	};
}
function estimateCurrentLevel(logs, noise, lastStep) {
	const recent = [...logs.subarray(Math.max(lastStep, logs.length - recentValues))];
	const center = computeMedian(recent);
	const clip = clipDeviations * Math.sqrt(noise.variance);
	const trimmed = computeResiduals(recent, center).map((residual) => Math.min(clip, Math.max(-clip, residual)));
	const factor = computeMeanVarianceFactor(recent.length, noise.correlation);
	return {
		value: center + trimmed.reduce((sum, residual) => sum + residual, 0) / recent.length,
		variance: noise.variance * factor / recent.length
	};
}
function estimateAnchorLevel({ samples }, noise) {
	const logs = samples.map(Math.log);
	const ownVariance = logs.length < 2 ? 0 : sumSquaresAboutMean(logs) / (logs.length - 1) / logs.length;
	return {
		value: computeMedian(logs),
		variance: Math.max(noise.variance, Math.PI / 2 * ownVariance)
	};
}
function explainCreep({ verdict, effect, interval, largestStep, isGradual }, label, minEffect) {
	const [low, high] = interval ?? [0, 0];
	const summary = `${formatSigned(effect ?? 0)} against ${label} (95 % interval ${formatSigned(low)} to ${formatSigned(high)})`;
	if (verdict === "unchanged") return `${summary}: a change for the worse of ${formatPercent(minEffect)} is ruled out`;
	if (verdict === "inconclusive") return `${summary}: undecided whether it is worse by ${formatPercent(minEffect)}`;
	const size = `${verdict === "regression" ? "worse" : "better"} by at least ${formatPercent(minEffect)}`;
	if (isGradual) return `${summary}: ${size}, and no single step explains half of it`;
	return `${summary}: ${size}, most of it in one step ${largestStep?.at === null ? "before the first value" : `at value ${largestStep?.at}`} (${formatSigned(largestStep?.effect ?? 0)})`;
}
function formatSigned(value) {
	return `${value > 0 ? "+" : ""}${formatPercent(value)}`;
}
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
	const isFar = (distance) => distance?.creep.verdict === "regression" && distance.beyond >= rules.minEffect;
	return distances.filter((distance) => {
		const { history, from } = distance;
		const before = {
			...history,
			points: history.points.slice(0, -rules.settledAfter)
		};
		return isFar(distance) && (!needsConfirmation || isFar(measureDistance(before, shifts, from, rules)));
	});
}
function measureDistance(history, shifts, from, { minEffect }) {
	const { betterWhen } = history.metric;
	const later = history.points.filter(({ order }) => order > from.order);
	if (later.length === 0) return null;
	const anchor = {
		label: from.label,
		samples: [from.good]
	};
	const creep = measureCreep(later.map(computePointValue), anchor, {
		minEffect,
		betterWhen
	});
	if (creep.effect === null) return {
		history,
		from,
		creep,
		beyond: 0
	};
	const levels = [1, shifts.filter((shift) => shift.history.id === history.id && shift.bad.order > from.order && shift.change.at < history.points.length && isSharp(shift)).reduce((ratio, { change }) => ratio * computeJump(history, change.at), 1)].map((level) => computeWorsening(1 + (creep.effect ?? 0), level, betterWhen));
	return {
		history,
		from,
		creep,
		beyond: Math.min(...levels)
	};
}
const valuesAroundStep = 8;
function computeJump({ points }, at) {
	const computeValuesMedian = (from, to) => computeRangeMedian(Float64Array.from(points.slice(Math.max(0, from), to).map(computePointValue).filter(Number.isFinite)));
	const ratio = computeValuesMedian(at, at + valuesAroundStep) / computeValuesMedian(at - valuesAroundStep, at);
	return Number.isFinite(ratio) && ratio > 0 ? ratio : 1;
}

export { measureCreep, measureCreepDistances, selectCreepFindings };