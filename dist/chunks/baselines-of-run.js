import { Wt as headCase, gr as outcomeOf, pr as testbedOfSuite, sn as configuredSuites, yr as isTwin } from "./judging.js";
import { at as makeBaseline } from "./measuring.js";

// src/judging/baselines/baselines-of-run.ts
function baselinesOfRun(record, config, reason) {
	const provenance = {
		commit: record.revisions.find((revision) => revision.label === "head")?.commit ?? "unknown",
		runId: record.runId,
		recordedAt: record.finishedAt ?? record.startedAt,
		tool: `${record.tool.name} ${record.tool.version}`,
		configSha256: record.yardstick.sha256,
		reason
	};
	return configuredSuites(config).filter((entry) => entry.suite.usesBaselines).map(({ name }) => {
		const cases = record.plan.cases.filter((item) => item.key.suite === name && isOwn(item)).map((item) => headCase(outcomeOf(item, record.trials), record));
		return makeBaseline(name, testbedOfSuite(record, name), cases, provenance);
	}).filter((baseline) => baseline.cases.length > 0);
}
function isOwn(planned) {
	return planned.revision === "head" && !isTwin(planned);
}

export { baselinesOfRun as t };