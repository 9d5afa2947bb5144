import { Ct as createColumns, Vr as formatShare, _t as toBlock, ct as formatInterval, et as formatCaseName, ft as say, gt as fitBlocks, mt as toLink, ot as formatCount, pt as toCode, q as toPlain, rt as formatMetricName, st as formatEffect, tt as formatCommit, ut as formatValue, wt as createPart } from "./judging.js";

// src/reporters/history-summary.ts
const maxBytes = 2e5;
const mostRestarts = 20;
const tenfold = 9;
function renderHistorySummary(report) {
	return fitBlocks(buildHistoryParts(report).map(toBlock), maxBytes, `the branch ${report.branch}`);
}
function summarizeHistory({ observation, runs, isNew, branch }) {
	const { causes, creeps, latest } = observation;
	const kept = isNew ? `recorded on ${branch}` : `was on ${branch} already`;
	const found = causes.length + creeps.length === 0 ? describeAbsence(observation) : `${formatPlural(causes.length, "lasting regression")}, ${formatPlural(creeps.length, "metric")} creeping`;
	return toPlain(say`${latest.testbed.id}: ${kept}, ${formatPlural(runs, "run")} looked at, ${found}`);
}
function describeAbsence({ histories, unresolved }) {
	const [first] = unresolved;
	if (!first) return "no lasting regression";
	if (unresolved.length < histories.length) return `no lasting regression found, inconclusive for ${unresolved.length} of ${formatPlural(histories.length, "metric")}`;
	return `inconclusive: a change of ${formatShare(first.minEffect)} could not have been found in any metric`;
}
function describeUnresolved({ runs, detectable }) {
	if (detectable === null) return `too few runs: ${formatCount(runs)} of at least ${8}`;
	if (detectable > tenfold) return `noise hides even a tenfold change (${formatPlural(runs, "run")})`;
	return `noise hides changes below ${formatShare(detectable)} (${formatPlural(runs, "run")})`;
}
function buildHistoryParts(report) {
	const { causes, creeps } = report.observation;
	return [
		createPart({
			title: say`History`,
			importance: 0,
			lead: [say`${summarizeHistory(report)}.`],
			notes: buildNotes(report)
		}),
		...causes.length > 0 ? [buildCausesPart(causes)] : [],
		...creeps.length > 0 ? [buildDriftPart(creeps)] : [],
		...report.observation.unresolved.length > 0 ? [buildUnresolvedPart(report.observation.unresolved)] : [],
		...report.outlooks.length > 0 ? [buildOutlooksPart(report.outlooks)] : [],
		...report.issues.length > 0 ? [buildIssuesPart(report)] : []
	];
}
function buildNotes({ anchors, restarts }) {
	const missing = anchors.filter(({ record }) => record === null);
	const more = restarts.length - mostRestarts;
	return [
		...missing.map(({ label }) => say`No run of ${toCode(label)} is on record for this testbed, so that creep from it is unknown.`),
		...restarts.slice(0, mostRestarts).map(({ what, ...key }) => say`The history of ${formatCaseName(key)} begins anew: ${what.join(", ")} changed.`),
		...more > 0 ? [say`${more} more cases begin anew.`] : []
	];
}
function buildCausesPart(causes) {
	const rows = causes.flatMap(({ good, bad, status, shifts }) => shifts.map(({ history, change }) => [
		say`${formatCommit(good.commit)} to ${formatCommit(bad.commit)}`,
		formatCaseName(history.key),
		formatMetricName(history.metric.name),
		say`${formatEffect(change.effect)}`,
		say`${formatInterval(change.interval)}`,
		say`${status}`
	]));
	const body = {
		kind: "table",
		columns: createColumns("after, up to", "case", "metric", "#change", "#95 % interval", "status"),
		rows
	};
	return createPart({
		title: say`Lasting regressions`,
		importance: 1,
		noun: "changes",
		body
	});
}
function buildDriftPart(creeps) {
	const rows = creeps.map(({ from, history, creep }) => [
		toCode(from.label),
		formatCaseName(history.key),
		formatMetricName(history.metric.name),
		say`${creep.reason}`
	]);
	const body = {
		kind: "table",
		columns: createColumns("from", "case", "metric", "how far"),
		rows
	};
	return createPart({
		title: say`Slow creep`,
		importance: 1,
		noun: "metrics",
		body
	});
}
function buildUnresolvedPart(unresolved) {
	const rows = unresolved.map((one) => [
		formatCaseName(one.history.key),
		formatMetricName(one.history.metric.name),
		say`${describeUnresolved(one)}`
	]);
	const body = {
		kind: "table",
		columns: createColumns("case", "metric", "why"),
		rows
	};
	return createPart({
		title: say`Inconclusive`,
		importance: 2,
		noun: "metrics",
		body
	});
}
function buildOutlooksPart(outlooks) {
	const rows = outlooks.map(({ limit, history, forecast }) => [
		toCode(limit.id),
		formatCaseName(history.key),
		say`${formatMetricName(history.metric.name)} ${limit.operator} ${formatValue(limit.limit, limit.unit || history.metric.unit)}`,
		say`${"runs" in forecast ? `in about ${formatCount(Math.ceil(forecast.runs))} runs` : "broken by the level now"}`
	]);
	const body = {
		kind: "table",
		columns: createColumns("limit", "case", "what", "crossed"),
		rows
	};
	return createPart({
		title: say`Limits ahead`,
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
			columns: createColumns("regression", "status", "issue"),
			rows
		}
	});
}
function formatPlural(count, noun) {
	return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export { summarizeHistory as a, renderHistorySummary as i, describeAbsence as n, describeUnresolved as r, buildHistoryParts as t };