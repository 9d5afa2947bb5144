import { formatCount, formatCounted, formatEffect, formatInterval, formatShare, formatValue } from "./core.js";
import { createTable, createText, formatCaseName, formatCommit, formatMetricName, inferTestbed, renderMarkdownBlocks, say, toCode, toLink, toPlain } from "./judging.js";

// src/reporters/history-summary.ts
const maxBytes = 2e5;
const mostRestarts = 20;
const tenfold = 9;
function renderHistorySummary(report) {
	return renderMarkdownBlocks(buildHistoryBlocks(report), maxBytes, `the branch ${report.branch}`);
}
function summarizeHistory({ observation, runs, isNew, branch }) {
	const { causes, creeps, latest } = observation;
	const kept = isNew ? `recorded on ${branch}` : `already recorded on ${branch}`;
	const found = causes.length + creeps.length === 0 ? describeAbsence(observation) : `${formatCounted(causes.length, "persistent regression")}, slow drift of ${formatCounted(creeps.length, "metric")}`;
	return toPlain(say`${latest.testbed.id}: ${kept}; ${formatCounted(runs, "run")} checked; ${found}`);
}
function describeAbsence({ histories, unresolved }) {
	const [first] = unresolved;
	if (!first) return "no persistent regression";
	if (unresolved.length < histories.length) return `no persistent regression found, inconclusive for ${unresolved.length} of ${formatCounted(histories.length, "metric")}`;
	return `inconclusive: a change of ${formatShare(first.minEffect)} is not detectable in any metric`;
}
function describeUnresolved({ runs, detectable }) {
	if (detectable === null) return `too few runs: ${formatCount(runs)} of at least ${8}`;
	if (detectable > tenfold) return `noise hides even a tenfold change (${formatCounted(runs, "run")})`;
	return `noise hides changes below ${formatShare(detectable)} (${formatCounted(runs, "run")})`;
}
function buildHistoryBlocks(report) {
	const { causes, creeps, unresolved, latest } = report.observation;
	const testbed = inferTestbed(latest.testbed);
	return [
		createText({
			title: say`History`,
			lead: [say`${summarizeHistory(report)}.`],
			notes: buildNotes(report)
		}),
		...causes.length > 0 ? [buildCauses(causes, testbed)] : [],
		...creeps.length > 0 ? [buildDrift(creeps, testbed)] : [],
		...unresolved.length > 0 ? [buildUnresolved(unresolved, testbed)] : [],
		...report.outlooks.length > 0 ? [buildOutlooks(report.outlooks, testbed)] : [],
		...report.issues.length > 0 ? [buildIssues(report)] : []
	];
}
function buildNotes({ anchors, restarts, observation }) {
	const missing = anchors.filter(({ record }) => record === null);
	const more = restarts.length - mostRestarts;
	return [
		...missing.map(({ label }) => say`No run of ${toCode(label)} is recorded for this testbed, so drift from it is unknown.`),
		...restarts.slice(0, mostRestarts).map(({ what, ...key }) => say`The history of ${formatCaseName(key, inferTestbed(observation.latest.testbed))} restarts: ${what.join(", ")} changed.`),
		...more > 0 ? [say`${formatCounted(more, "more case")} ${more === 1 ? "restarts" : "restart"}.`] : []
	];
}
function buildCauses(causes, testbed) {
	const rows = causes.flatMap(({ good, bad, status, shifts }) => shifts.map(({ history, change }) => [
		say`${formatCommit(good.commit)} to ${formatCommit(bad.commit)}`,
		formatCaseName(history.key, testbed),
		formatMetricName(history.metric.name),
		say`${formatEffect(change.effect)}`,
		say`${formatInterval(change.interval)}`,
		say`${status}`
	]));
	return createTable([
		"After, up to",
		"Case",
		"Metric",
		"#Change",
		"#95 % interval",
		"Status"
	], rows, {
		title: say`Persistent regressions`,
		importance: 1,
		noun: "changes"
	});
}
function buildDrift(creeps, testbed) {
	const rows = creeps.map(({ from, history, creep }) => [
		toCode(from.label),
		formatCaseName(history.key, testbed),
		formatMetricName(history.metric.name),
		say`${creep.reason}`
	]);
	return createTable([
		"Anchor",
		"Case",
		"Metric",
		"Drift"
	], rows, {
		title: say`Slow drift`,
		importance: 1,
		noun: "metrics"
	});
}
function buildUnresolved(unresolved, testbed) {
	const rows = unresolved.map((one) => [
		formatCaseName(one.history.key, testbed),
		formatMetricName(one.history.metric.name),
		say`${describeUnresolved(one)}`
	]);
	return createTable([
		"Case",
		"Metric",
		"Reason"
	], rows, {
		title: say`Inconclusive`,
		importance: 2,
		noun: "metrics"
	});
}
function buildOutlooks(outlooks, testbed) {
	const rows = outlooks.map(({ limit, history, forecast }) => [
		toCode(limit.id),
		formatCaseName(history.key, testbed),
		say`${formatMetricName(history.metric.name)} ${limit.operator} ${formatValue(limit.limit, limit.unit || history.metric.unit)}`,
		say`${"runs" in forecast ? `in about ${formatCount(Math.ceil(forecast.runs))} runs` : "already missed"}`
	]);
	return createTable([
		"Limit",
		"Case",
		"Requirement",
		"Expected miss"
	], rows, {
		title: say`Limits at risk`,
		importance: 2,
		noun: "limits"
	});
}
function buildIssues({ issues }) {
	const rows = issues.map(({ status, url, id }) => [
		toCode(id),
		say`${status}`,
		url === null ? say`–` : toLink("issue", url)
	]);
	const frame = {
		title: say`Issues`,
		importance: 3,
		noun: "issues"
	};
	return createTable([
		"Regression",
		"Status",
		"Issue"
	], rows, frame);
}

export { buildHistoryBlocks, describeAbsence, describeUnresolved, renderHistorySummary, summarizeHistory };