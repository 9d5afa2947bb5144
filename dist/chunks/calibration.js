import { buildCalibrationPlan, buildCalibrationSections, calibrate, chooseGate, collectMeasurements, composeReport, computeMedianLevels, countRounds, createTwin, describeCalibration, findDatasetSha256, getSamples, isCounted, listSessionSamples, planRun, selectGates, summarizeOutcome } from "./judging.js";

// src/judging/verdict/calibration.ts
function calibrateRun({ record, config, noise }) {
	const { minEffect } = config.comparison;
	const known = noise && withoutRun(noise, record.runId);
	const { cases } = planRun(config, record.testbed.devices, record.revisions);
	return cases.filter(({ revision }) => revision === "head").flatMap((head) => {
		const { repeats, maxRepeats } = head;
		const dataset = findDatasetSha256(head.dataset, record.datasets) ?? "";
		const rules = {
			minEffect,
			repeats,
			maxRepeats: Math.max(repeats, maxRepeats),
			listSessions: (key, metric) => listSessionSamples(known, key, metric, dataset)
		};
		return collectSamples(head, record.trials, config).flatMap((samples) => calibrate(samples, rules) ?? []);
	});
}
function reportCalibration(input) {
	const { record, config } = input;
	const ordinary = planRun(config, record.testbed.devices, record.revisions);
	const outcomes = buildCalibrationPlan(ordinary, countRounds(record.plan)).cases.map((planned) => summarizeOutcome(planned, record.trials));
	const calibrated = calibrateRun(input);
	const report = composeReport({
		record,
		config: {
			...config,
			comparison: {
				...config.comparison,
				strict: false
			}
		},
		outcomes,
		derived: [],
		comparisons: [],
		requirements: [],
		sections: buildCalibrationSections(calibrated),
		findings: outcomes.flatMap((outcome) => outcome.status === "measured" ? [] : [{
			kind: outcome.status,
			subject: outcome.planned.id,
			reason: outcome.reason
		}]),
		obstacles: []
	});
	if (report.verdict !== "inconclusive") return report;
	const keep = {
		text: "Store this noise for the testbed, so that later runs can estimate their cost",
		command: "warpgauge baseline refresh RUN_FOLDER --reason \"calibration\""
	};
	return {
		...report,
		sentence: describeCalibration(calibrated),
		nextSteps: [keep]
	};
}
function withoutRun(noise, runId) {
	const cases = noise.cases.map((item) => ({
		...item,
		metrics: item.metrics.map((metric) => ({
			...metric,
			sessions: metric.sessions.filter((session) => session.runId !== runId)
		}))
	}));
	return {
		...noise,
		cases
	};
}
function collectSamples(head, trials, config) {
	const twin = createTwin(head);
	const arms = [head, twin].map(({ id }) => trials.filter((trial) => trial.caseId === id && isCounted(trial)));
	const both = trials.filter((trial) => isCounted(trial) && [head.id, twin.id].includes(trial.caseId));
	const [one = [], other = []] = arms.map((arm) => arm.length > 0 ? collectMeasurements(arm) : []);
	if (both.length === 0) return [];
	const measurements = collectMeasurements(both);
	const levels = computeMedianLevels(measurements.map(({ metric, samples }) => ({
		name: metric.name,
		samples
	})));
	const gates = selectGates(chooseGate(config, head.key.suite), levels);
	return measurements.map(({ metric, samples }) => {
		const [ones = [], others = []] = [one, other].map((arm) => getSamples({ measurements: arm }, metric.name));
		const rounds = ones.slice(0, others.length).map((value, index) => [value, others[index] ?? NaN]);
		return {
			key: head.key,
			metric,
			samples,
			rounds,
			isGate: gates.has(metric.name)
		};
	});
}

export { reportCalibration };