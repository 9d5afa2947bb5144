import { computeMedian } from "./core.js";
import { formatCaseId } from "./choices.js";
import { addSessions, buildNoiseKey, chooseGate, collectMeasurements, compareWithBaseline, computeMedianLevels, findDatasetSha256, isCounted, listConditionDifferences, listSessionSamples, listTestbedDifferences, selectGates, selectMainPart } from "./judging.js";
import { toHeadCases } from "./measuring.js";

// src/judging/baselines/add-run-noise.ts
const minRuns = 2;
function addRunNoise(noise, record) {
	const fresh = listFreshNoise(selectMainPart(record));
	if (fresh.length === 0) return null;
	return addSessions(noise, record.testbed, fresh, {
		recordedAt: record.finishedAt ?? record.startedAt,
		runId: record.runId,
		commit: record.revisions.find((revision) => revision.label === "head")?.commit ?? "0".repeat(40)
	});
}
function listFreshNoise(record) {
	const heads = record.plan.cases.filter((planned) => planned.revision === "head");
	return [...Map.groupBy(heads, (planned) => `${formatCaseId(buildNoiseKey(planned.key))} ${planned.dataset}`).values()].flatMap((cases) => buildFreshNoise(cases, record) ?? []);
}
function buildFreshNoise(cases, { datasets, trials }) {
	const [first] = cases;
	const datasetSha256 = first ? findDatasetSha256(first.dataset, datasets) : null;
	const own = trials.filter((trial) => trial.cachedFromRun === null && isCounted(trial) && cases.some(({ id }) => id === trial.caseId));
	if (!first || datasetSha256 === null || own.length < minRuns) return null;
	const metrics = collectMeasurements(own).map(({ metric, samples }) => ({
		...metric,
		samples
	}));
	return {
		...buildNoiseKey(first.key),
		datasetSha256,
		metrics
	};
}

// src/domain/baselines/baseline-anchor.ts
function keepAnchors(fresh, stored, rules) {
	const drifts = [];
	const cases = fresh.cases.map((item) => {
		const id = formatCaseId({
			suite: fresh.suite,
			...item
		});
		const gates = selectGates(rules.gate, computeMedianLevels(item.metrics));
		const metrics = item.metrics.map((metric) => {
			const anchor = gates.has(metric.name) ? findAnchor(metric, item, fresh, stored) : null;
			if (!anchor || rules.isImproved(id, metric.name)) return metric;
			const effect = computeWorsening(metric, anchor);
			if (effect > rules.minEffect) drifts.push({
				caseId: id,
				metric: metric.name,
				effect,
				anchor
			});
			return {
				...metric,
				anchor
			};
		});
		return {
			...item,
			metrics
		};
	});
	return {
		baseline: {
			...fresh,
			cases
		},
		drifts
	};
}
function resetAnchors(baseline, drifts) {
	const cases = baseline.cases.map((item) => {
		const id = formatCaseId({
			suite: baseline.suite,
			...item
		});
		const isDrifted = ({ name }) => drifts.some((drift) => drift.caseId === id && drift.metric === name);
		return {
			...item,
			metrics: item.metrics.map((metric) => isDrifted(metric) ? withoutAnchor(metric) : metric)
		};
	});
	return {
		...baseline,
		cases
	};
}
function withoutAnchor({ name, unit, betterWhen, kind, samples }) {
	return {
		name,
		unit,
		betterWhen,
		...kind && { kind },
		samples
	};
}
function findAnchor(metric, item, fresh, stored) {
	if (!stored || listTestbedDifferences(stored.testbed, fresh.testbed).length > 0) return null;
	const id = formatCaseId({
		suite: fresh.suite,
		...item
	});
	const before = stored.cases.find((other) => formatCaseId({
		suite: stored.suite,
		...other
	}) === id);
	if (!before || listConditionDifferences(before.conditions, item.conditions).length > 0) return null;
	const same = before.metrics.find(({ name, unit }) => name === metric.name && unit === metric.unit);
	if (!same || same.betterWhen !== metric.betterWhen || same.samples.length === 0) return null;
	const { commit, recordedAt } = before.provenance ?? stored.provenance;
	return same.anchor ?? {
		median: computeMedian(same.samples),
		commit,
		recordedAt
	};
}
function computeWorsening({ samples, betterWhen }, anchor) {
	const now = computeMedian(samples);
	if (!(now > 0) || !(anchor.median > 0)) return NaN;
	return (betterWhen === "lower" ? now / anchor.median : anchor.median / now) - 1;
}

// src/judging/baselines/anchor-baseline.ts
function anchorFreshBaseline(fresh, stored, config, noise) {
	if (stored !== null && stored.provenance.runId === fresh.provenance.runId) return {
		baseline: stored,
		drifts: []
	};
	const compared = stored === null ? [] : compareBaselines(stored, fresh, config, noise);
	const improved = new Set(compared.filter(({ verdict }) => verdict === "improvement").map(formatMetricId));
	return keepAnchors(fresh, stored, {
		gate: chooseGate(config, fresh.suite),
		minEffect: config.comparison.minEffect,
		isImproved: (id, metric) => improved.has(`${id}\0${metric}`)
	});
}
function compareBaselines(before, after, config, noise) {
	const cases = toHeadCases(after);
	const datasetSha256ByCase = new Map(cases.map(({ key, conditions }) => [formatCaseId(key), conditions.datasetSha256]));
	return compareWithBaseline({
		baseline: before,
		testbed: after.testbed,
		cases,
		gate: chooseGate(config, after.suite),
		policy: config.comparison,
		sessions: (key, metric) => listSessionSamples(noise, key, metric, datasetSha256ByCase.get(formatCaseId(key)) ?? "")
	});
}
function formatMetricId(item) {
	return `${formatCaseId(item)}\0${item.metric}`;
}

export { addRunNoise, anchorFreshBaseline, compareBaselines, resetAnchors };