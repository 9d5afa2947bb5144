import { rt as caseId } from "./foundation.js";
import { it as casesOfBaseline } from "./measuring.js";
import { Ci as median, Wr as conditionDifferences, Yn as gateOf, _i as sessionsOf, ar as counts, cr as compareWithBaseline, dr as selectGates, fr as mainPart, hi as noiseKey, hr as measurementsOf, mi as addSessions, ur as medianLevels, yi as testbedDifferences } from "./judging.js";

// src/judging/baselines/noise-of-run.ts
const fewestRuns = 2;
function withNoiseOfRun(noise, record) {
	const fresh = freshNoise(mainPart(record));
	if (fresh.length === 0) return null;
	return addSessions(noise, record.testbed, fresh, {
		recordedAt: record.finishedAt ?? record.startedAt,
		runId: record.runId,
		commit: record.revisions.find((revision) => revision.label === "head")?.commit ?? "0".repeat(40)
	});
}
function freshNoise(record) {
	const heads = record.plan.cases.filter((planned) => planned.revision === "head");
	return [...Map.groupBy(heads, (planned) => `${caseId(noiseKey(planned.key))} ${planned.dataset}`).values()].flatMap((cases) => freshCase(cases, record) ?? []);
}
function freshCase(cases, { datasets, trials }) {
	const [first] = cases;
	const dataset = datasets.find(({ name }) => name === first?.dataset);
	const own = trials.filter((trial) => trial.cachedFromRun === null && counts(trial) && cases.some(({ id }) => id === trial.caseId));
	if (!first || !dataset || own.length < fewestRuns) return null;
	const metrics = measurementsOf(own).map(({ metric, samples }) => ({
		...metric,
		samples
	}));
	return {
		...noiseKey(first.key),
		datasetSha256: dataset.sha256,
		metrics
	};
}

// src/domain/baselines/baseline-anchor.ts
function anchored(fresh, stored, rules) {
	const drifts = [];
	const cases = fresh.cases.map((item) => {
		const id = caseId({
			suite: fresh.suite,
			...item
		});
		const gates = selectGates(rules.gate, medianLevels(item.metrics));
		const metrics = item.metrics.map((metric) => {
			const anchor = gates.has(metric.name) ? anchorOf(metric, item, fresh, stored) : null;
			if (!anchor || rules.isImproved(id, metric.name)) return metric;
			const effect = worseBy(metric, anchor);
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
function reanchored(baseline, drifts) {
	const cases = baseline.cases.map((item) => {
		const id = caseId({
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
function anchorOf(metric, item, fresh, stored) {
	if (!stored || testbedDifferences(stored.testbed, fresh.testbed).length > 0) return null;
	const id = caseId({
		suite: fresh.suite,
		...item
	});
	const before = stored.cases.find((other) => caseId({
		suite: stored.suite,
		...other
	}) === id);
	if (!before || conditionDifferences(before.conditions, item.conditions).length > 0) return null;
	const same = before.metrics.find(({ name, unit }) => name === metric.name && unit === metric.unit);
	if (!same || same.betterWhen !== metric.betterWhen || same.samples.length === 0) return null;
	const { commit, recordedAt } = before.provenance ?? stored.provenance;
	return same.anchor ?? {
		median: median(same.samples),
		commit,
		recordedAt
	};
}
function worseBy({ samples, betterWhen }, anchor) {
	const now = median(samples);
	if (!(now > 0) || !(anchor.median > 0)) return NaN;
	return (betterWhen === "lower" ? now / anchor.median : anchor.median / now) - 1;
}

// src/judging/baselines/anchor-baseline.ts
function anchorFresh(fresh, stored, config, noise) {
	if (stored !== null && stored.provenance.runId === fresh.provenance.runId) return {
		baseline: stored,
		drifts: []
	};
	const compared = stored === null ? [] : compareBaselines(stored, fresh, config, noise);
	const improved = new Set(compared.filter(({ verdict }) => verdict === "improvement").map(idOf));
	return anchored(fresh, stored, {
		gate: gateOf(config, fresh.suite),
		minEffect: config.comparison.minEffect,
		isImproved: (id, metric) => improved.has(`${id}\0${metric}`)
	});
}
function compareBaselines(before, after, config, noise) {
	const cases = casesOfBaseline(after);
	const shaOf = new Map(cases.map(({ key, conditions }) => [caseId(key), conditions.datasetSha256]));
	return compareWithBaseline({
		baseline: before,
		testbed: after.testbed,
		cases,
		gate: gateOf(config, after.suite),
		policy: config.comparison,
		sessions: (key, metric) => sessionsOf(noise, key, metric, shaOf.get(caseId(key)) ?? "")
	});
}
function idOf(item) {
	return `${caseId(item)}\0${item.metric}`;
}

export { withNoiseOfRun as i, compareBaselines as n, reanchored as r, anchorFresh as t };