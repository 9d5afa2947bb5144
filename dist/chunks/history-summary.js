import { formatCaseId } from "./choices.js";
import { formatCount, formatCounted, formatEffect, formatInterval, formatMetricLabel, formatNames, formatShare, formatValue } from "./core.js";
import { createText, formatCaseName, formatCommit, formatMetricName, inferTestbed, renderMarkdownBlocks, say, tabulate, toCode, toLink, toPlain } from "./judging.js";

// src/reporters/history-summary.ts
const maxBytes = 2e5;
const mostRestarts = 20;
const tenfold = 9;
function renderHistorySummary(report) {
	return renderMarkdownBlocks(buildHistoryBlocks(report), maxBytes, `the branch ${report.branch}`);
}
function summarizeHistory({ observation, runs, isNew, branch }) {
	const { causes, creeps, latest, lost } = observation;
	const unseen = lost.length === 0 ? "" : `; ${formatCounted(lost.length, "metric")} of the run before not measured`;
	const kept = isNew ? `recorded on ${branch}` : `already recorded on ${branch}`;
	const found = causes.length + creeps.length === 0 ? describeAbsence(observation) : `${formatCounted(causes.length, "persistent regression")}, slow drift of ${formatCounted(creeps.length, "metric")}`;
	return toPlain(say`${latest.testbed.id}: ${kept}; ${formatCounted(runs, "run")} checked; ${found}${unseen}`);
}
function describeAbsence({ histories, unresolved }) {
	const [first] = unresolved;
	if (histories.length === 0) return "inconclusive: no metric to check";
	if (!first) return "no persistent regression";
	if (unresolved.length < histories.length) return `no persistent regression found, inconclusive for ${unresolved.length} of ${formatCounted(histories.length, "metric")}`;
	return `inconclusive: a change of ${formatShare(first.minEffect)} is not detectable in any metric`;
}
function describeUnresolved({ runs, detectable }) {
	if (detectable === null) return `too few runs: ${formatCount(runs)} of at least ${8}`;
	if (detectable > tenfold) return `noise hides even a tenfold change (${formatCounted(runs, "run")})`;
	return `noise hides changes below ${formatShare(detectable)} (${formatCounted(runs, "run")})`;
}
function formatMetric({ history }) {
	return formatMetricName(history.metric.name);
}
function buildHistoryBlocks(report) {
	const { causes, creeps, unresolved, latest } = report.observation;
	const formatCase = ({ history }) => formatCaseName(history.key, inferTestbed(latest.testbed));
	return [
		createText({
			title: say`History`,
			lead: [say`${summarizeHistory(report)}.`],
			notes: buildNotes(report)
		}),
		...tabulate(causes.flatMap(({ shifts, ...cause }) => shifts.map(({ history, change }) => ({
			...cause,
			history,
			change
		}))), {
			"After, up to": ({ good, bad }) => say`${formatCommit(good.commit)} to ${formatCommit(bad.commit)}`,
			Case: formatCase,
			Metric: formatMetric,
			"#Change": ({ change }) => formatEffect(change.effect),
			"#95 % interval": ({ change }) => formatInterval(change.interval),
			Status: ({ status }) => status
		}, {
			title: say`Persistent regressions`,
			importance: 1,
			noun: "changes"
		}),
		...tabulate(creeps, {
			Anchor: ({ from }) => toCode(from.label),
			Case: formatCase,
			Metric: formatMetric,
			Drift: ({ creep }) => creep.reason
		}, {
			title: say`Slow drift`,
			importance: 1,
			noun: "metrics"
		}),
		...tabulate(unresolved, {
			Case: formatCase,
			Metric: formatMetric,
			Reason: describeUnresolved
		}, {
			title: say`Inconclusive`,
			importance: 2,
			noun: "metrics"
		}),
		...tabulate(report.outlooks, {
			Limit: ({ limit }) => toCode(limit.id),
			Case: formatCase,
			Requirement: ({ limit, history: { metric } }) => say`${formatMetricName(metric.name)} ${limit.operator} ${formatValue(limit.limit, limit.unit || metric.unit)}`,
			"Expected miss": ({ forecast }) => "runs" in forecast ? `in about ${formatCount(Math.ceil(forecast.runs))} runs` : "already missed"
		}, {
			title: say`Limits at risk`,
			importance: 2,
			noun: "limits"
		}),
		...tabulate(report.issues, {
			Regression: ({ id }) => toCode(id),
			Status: ({ status }) => status,
			Issue: ({ url }) => url === null ? say`–` : toLink("issue", url)
		}, {
			title: say`Issues`,
			importance: 3,
			noun: "issues"
		})
	];
}
function buildNotes({ anchors, restarts, observation }) {
	const testbed = inferTestbed(observation.latest.testbed);
	const missing = anchors.filter(({ record }) => record === null);
	const more = restarts.length - mostRestarts;
	const lost = observation.lost.map(({ key, metric }) => `${formatMetricLabel(metric.name)} of ${formatCaseId(key)}`);
	return [
		...lost.length === 0 ? [] : [say`Not measured any more, so changes are not seen: ${formatNames(lost)}.`],
		...missing.map(({ label }) => say`No run of ${toCode(label)} is recorded for this testbed, so drift from it is unknown.`),
		...restarts.slice(0, mostRestarts).map(({ what, ...key }) => say`The history of ${formatCaseName(key, testbed)} restarts: ${what.join(", ")} changed.`),
		...more > 0 ? [say`${formatCounted(more, "more case")} ${more === 1 ? "restarts" : "restart"}.`] : []
	];
}

export { buildHistoryBlocks, describeAbsence, describeUnresolved, renderHistorySummary, summarizeHistory };