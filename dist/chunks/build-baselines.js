import { buildHeadCase, findTestbed, isTwin, listConfiguredSuites, summarizeOutcome } from "./judging.js";
import { makeBaseline } from "./measuring.js";

// src/judging/baselines/build-baselines.ts
function buildBaselines(record, config, reason) {
	const provenance = {
		commit: record.revisions.find((revision) => revision.label === "head")?.commit ?? "unknown",
		runId: record.runId,
		recordedAt: record.finishedAt ?? record.startedAt,
		tool: `${record.tool.name} ${record.tool.version}`,
		configSha256: record.yardstick.sha256,
		reason
	};
	return listConfiguredSuites(config).filter((entry) => entry.suite.usesBaselines).map(({ name }) => {
		const cases = record.plan.cases.filter((item) => item.key.suite === name && isOwn(item)).map((item) => buildHeadCase(summarizeOutcome(item, record.trials), record));
		return makeBaseline(name, findTestbed(record, name), cases, provenance);
	}).filter((baseline) => baseline.cases.length > 0);
}
function isOwn(planned) {
	return planned.revision === "head" && !isTwin(planned);
}

export { buildBaselines };