import { buildCaseConditions, comparedFields, getGpuBytes, isCalibration, isTwin, measureRecords, selectMainPart, summarizeOutcome } from "./judging.js";
import { UnrecordableError, sampleEvenly } from "./core.js";
import { formatHistoryTestbed } from "./foundation.js";
import { createHash } from "node:crypto";

// src/judging/history/build-history-record.ts
function buildHistoryRecord({ record: run, place, runUrl }) {
	const record = selectMainPart(run);
	const { runId, testbed, yardstick, tool, event, status, plan } = record;
	const commit = record.revisions.find(({ label }) => label === "head")?.commit ?? null;
	if (status !== "finished") throw new UnrecordableError(`run ${runId} is ${status}, not finished`, "Finish it with --resume, or run it again.");
	if (isCalibration(plan)) throw new UnrecordableError(`run ${runId} is a calibration`, "Record an ordinary run instead.");
	if (commit === null) throw new UnrecordableError(`run ${runId} has no head commit`, "Name the commit in the manifest of the ingest.");
	const cases = plan.cases.filter((planned) => planned.revision === "head" && !isTwin(planned)).flatMap((planned) => buildHistoryCase(summarizeOutcome(planned, record.trials), record) ?? []);
	if (cases.length === 0) throw new UnrecordableError(`run ${runId} has no measured case to record`, "Check the failures in its report, then run it again.");
	const facts = comparedFields.filter(({ isDecisive }) => isDecisive).map(({ label, read }) => [label, read(testbed)]);
	return {
		schemaVersion: 1,
		runId,
		commit,
		...place,
		measuredAt: new Date(record.finishedAt ?? record.startedAt).toISOString(),
		testbed: {
			id: formatHistoryTestbed(testbed.id, yardstick.path),
			sha256: hashValue(facts)
		},
		provenance: {
			tool: `${tool.name} ${tool.version}`,
			event,
			runUrl,
			configPath: yardstick.path,
			configSha256: yardstick.sha256
		},
		cases
	};
}
function buildHistoryCase(outcome, record) {
	if (outcome.status !== "measured") return null;
	const { key } = outcome.planned;
	const { datasetSha256, identity, resultRows, command, variables = {} } = buildCaseConditions(outcome.planned, outcome.resultRows, record);
	const own = record.trials.filter(({ caseId }) => caseId === outcome.planned.id);
	const metrics = [...outcome.measurements, ...measureRecords(own, getGpuBytes(record.testbed))].map(({ metric, samples }) => ({
		...metric,
		samples: sampleEvenly(samples.filter(Number.isFinite), 50)
	})).filter(({ samples }) => samples.length > 0);
	if (metrics.length === 0) return null;
	const set = sortPairs(variables);
	const conditions = {
		datasetSha256,
		commandSha256: hashValue(set.length === 0 ? command : [command, set]),
		filesSha256: hashValue(sortPairs(identity)),
		resultRows
	};
	return {
		...key,
		conditions,
		metrics
	};
}
function sortPairs(map) {
	return Object.entries(map).toSorted(([one], [other]) => one < other ? -1 : 1);
}
function hashValue(value) {
	return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

export { buildHistoryRecord };