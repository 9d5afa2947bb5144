import { createColumns, createPart, fitBlocks, formatCaseName, formatCommit, formatCount, formatEffect, formatInterval, formatMetricName, formatShare, formatValue$1 as formatValue, inferTestbed, say, toBlock, toCode, toLink, toPlain } from "./judging.js";

// src/reporters/history-summary.ts
const maxBytes = 2e5;
const mostRestarts = 20;
const tenfold = 9;
function renderHistorySummary(report) {
	return fitBlocks(buildHistoryParts(report).map(toBlock), maxBytes, `the branch ${report.branch}`);
}
function summarizeHistory({ observation, runs, isNew, branch }) {
	const { causes, creeps, latest } = observation;
	const kept = isNew ? `recorded on ${branch}` : `already recorded on ${branch}`;
	const found = causes.length + creeps.length === 0 ? describeAbsence(observation) : `${formatPlural(causes.length, "persistent regression")}, slow drift of ${formatPlural(creeps.length, "metric")}`;
	return toPlain(say`${latest.testbed.id}: ${kept}; ${formatPlural(runs, "run")} checked; ${found}`);
}
function describeAbsence({ histories, unresolved }) {
	const [first] = unresolved;
	if (!first) return "no persistent regression";
	if (unresolved.length < histories.length) return `no persistent regression found, inconclusive for ${unresolved.length} of ${formatPlural(histories.length, "metric")}`;
	return `inconclusive: a change of ${formatShare(first.minEffect)} is not detectable in any metric`;
}
function describeUnresolved({ runs, detectable }) {
	if (detectable === null) return `too few runs: ${formatCount(runs)} of at least ${8}`;
	if (detectable > tenfold) return `noise hides even a tenfold change (${formatPlural(runs, "run")})`;
	return `noise hides changes below ${formatShare(detectable)} (${formatPlural(runs, "run")})`;
}
function buildHistoryParts(report) {
	const { causes, creeps, unresolved, latest } = report.observation;
	const testbed = inferTestbed(latest.testbed);
	return [
		createPart({
			title: say`History`,
			importance: 0,
			lead: [say`${summarizeHistory(report)}.`],
			notes: buildNotes(report)
		}),
		...causes.length > 0 ? [buildCausesPart(causes, testbed)] : [],
		...creeps.length > 0 ? [buildDriftPart(creeps, testbed)] : [],
		...unresolved.length > 0 ? [buildUnresolvedPart(unresolved, testbed)] : [],
		...report.outlooks.length > 0 ? [buildOutlooksPart(report.outlooks, testbed)] : [],
		...report.issues.length > 0 ? [buildIssuesPart(report)] : []
	];
}
function buildNotes({ anchors, restarts, observation }) {
	const missing = anchors.filter(({ record }) => record === null);
	const more = restarts.length - mostRestarts;
	return [
		...missing.map(({ label }) => say`No run of ${toCode(label)} is recorded for this testbed, so drift from it is unknown.`),
		...restarts.slice(0, mostRestarts).map(({ what, ...key }) => say`The history of ${formatCaseName(key, inferTestbed(observation.latest.testbed))} restarts: ${what.join(", ")} changed.`),
		...more > 0 ? [say`${formatPlural(more, "more case")} ${more === 1 ? "restarts" : "restart"}.`] : []
	];
}
function buildCausesPart(causes, testbed) {
	const rows = causes.flatMap(({ good, bad, status, shifts }) => shifts.map(({ history, change }) => [
		say`${formatCommit(good.commit)} to ${formatCommit(bad.commit)}`,
		formatCaseName(history.key, testbed),
		formatMetricName(history.metric.name),
		say`${formatEffect(change.effect)}`,
		say`${formatInterval(change.interval)}`,
		say`${status}`
	]));
	const body = {
		kind: "table",
		columns: createColumns("After, up to", "Case", "Metric", "#Change", "#95 % interval", "Status"),
		rows
	};
	return createPart({
		title: say`Persistent regressions`,
		importance: 1,
		noun: "changes",
		body
	});
}
function buildDriftPart(creeps, testbed) {
	const rows = creeps.map(({ from, history, creep }) => [
		toCode(from.label),
		formatCaseName(history.key, testbed),
		formatMetricName(history.metric.name),
		say`${creep.reason}`
	]);
	const body = {
		kind: "table",
		columns: createColumns("Anchor", "Case", "Metric", "Drift"),
		rows
	};
	return createPart({
		title: say`Slow drift`,
		importance: 1,
		noun: "metrics",
		body
	});
}
function buildUnresolvedPart(unresolved, testbed) {
	const rows = unresolved.map((one) => [
		formatCaseName(one.history.key, testbed),
		formatMetricName(one.history.metric.name),
		say`${describeUnresolved(one)}`
	]);
	const body = {
		kind: "table",
		columns: createColumns("Case", "Metric", "Reason"),
		rows
	};
	return createPart({
		title: say`Inconclusive`,
		importance: 2,
		noun: "metrics",
		body
	});
}
function buildOutlooksPart(outlooks, testbed) {
	const rows = outlooks.map(({ limit, history, forecast }) => [
		toCode(limit.id),
		formatCaseName(history.key, testbed),
		say`${formatMetricName(history.metric.name)} ${limit.operator} ${formatValue(limit.limit, limit.unit || history.metric.unit)}`,
		say`${"runs" in forecast ? `in about ${formatCount(Math.ceil(forecast.runs))} runs` : "already missed"}`
	]);
	const body = {
		kind: "table",
		columns: createColumns("Limit", "Case", "Requirement", "Expected miss"),
		rows
	};
	return createPart({
		title: say`Limits at risk`,
		importance: 2,
		noun: "limits",
		body
	});
}
function buildIssuesPart({ issues }) {
	const rows = issues.map(({ status, url, id }) => [
		toCode(id),
		say`${status}`,
		url === null ? say`–` : toLink("issue", url)
	]);
	return createPart({
		title: say`Issues`,
		importance: 3,
		noun: "issues",
		body: {
			kind: "table",
			columns: createColumns("Regression", "Status", "Issue"),
			rows
		}
	});
}
function formatPlural(count, noun) {
	return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export { buildHistoryParts, describeAbsence, describeUnresolved, renderHistorySummary, summarizeHistory };