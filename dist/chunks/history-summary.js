import { $ as commitName, Ct as part, K as toPlain, Q as caseName, St as columns, at as formatCount, ft as link, gt as blockOf, ht as fitBlocks, lt as formatValue, nt as metricName, ot as formatEffect, pt as say, st as formatInterval, ut as code, zr as shareText } from "./judging.js";

// src/reporters/history-summary.ts
const maxBytes = 2e5;
const mostRestarts = 20;
const tenfold = 9;
function renderHistorySummary(report) {
	return fitBlocks(historyParts(report).map(blockOf), maxBytes, `the branch ${report.branch}`);
}
function historySentence({ observation, runs, isNew, branch }) {
	const { causes, creeps, latest } = observation;
	const kept = isNew ? `recorded on ${branch}` : `was on ${branch} already`;
	const found = causes.length + creeps.length === 0 ? absenceText(observation) : `${countOf(causes.length, "lasting regression")}, ${countOf(creeps.length, "metric")} creeping`;
	return toPlain(say`${latest.testbed.id}: ${kept}, ${countOf(runs, "run")} looked at, ${found}`);
}
function absenceText({ histories, unresolved }) {
	const [first] = unresolved;
	if (!first) return "no lasting regression";
	if (unresolved.length < histories.length) return `no lasting regression found, inconclusive for ${unresolved.length} of ${countOf(histories.length, "metric")}`;
	return `inconclusive: a change of ${shareText(first.minEffect)} could not have been found in any metric`;
}
function unresolvedText({ runs, detectable }) {
	if (detectable === null) return `too few runs: ${formatCount(runs)} of at least ${8}`;
	if (detectable > tenfold) return `noise hides even a tenfold change (${countOf(runs, "run")})`;
	return `noise hides changes below ${shareText(detectable)} (${countOf(runs, "run")})`;
}
function historyParts(report) {
	const { causes, creeps } = report.observation;
	return [
		part({
			title: say`History`,
			importance: 0,
			lead: [say`${historySentence(report)}.`],
			notes: notesOf(report)
		}),
		...causes.length > 0 ? [causesPart(causes)] : [],
		...creeps.length > 0 ? [creepsPart(creeps)] : [],
		...report.observation.unresolved.length > 0 ? [unresolvedPart(report.observation.unresolved)] : [],
		...report.outlooks.length > 0 ? [outlooksPart(report.outlooks)] : [],
		...report.issues.length > 0 ? [issuesPart(report)] : []
	];
}
function notesOf({ anchors, restarts }) {
	const missing = anchors.filter(({ record }) => record === null);
	const more = restarts.length - mostRestarts;
	return [
		...missing.map(({ label }) => say`No run of ${code(label)} is on record for this testbed, so that creep from it is unknown.`),
		...restarts.slice(0, mostRestarts).map(({ what, ...key }) => say`The history of ${caseName(key)} begins anew: ${what.join(", ")} changed.`),
		...more > 0 ? [say`${more} more cases begin anew.`] : []
	];
}
function causesPart(causes) {
	const rows = causes.flatMap(({ good, bad, status, shifts }) => shifts.map(({ history, change }) => [
		say`${commitName(good.commit)} to ${commitName(bad.commit)}`,
		caseName(history.key),
		metricName(history.metric.name),
		say`${formatEffect(change.effect)}`,
		say`${formatInterval(change.interval)}`,
		say`${status}`
	]));
	const body = {
		kind: "table",
		columns: columns("after, up to", "case", "metric", "#change", "#95 % interval", "status"),
		rows
	};
	return part({
		title: say`Lasting regressions`,
		importance: 1,
		noun: "changes",
		body
	});
}
function creepsPart(creeps) {
	const rows = creeps.map(({ from, history, creep }) => [
		code(from.label),
		caseName(history.key),
		metricName(history.metric.name),
		say`${creep.reason}`
	]);
	const body = {
		kind: "table",
		columns: columns("from", "case", "metric", "how far"),
		rows
	};
	return part({
		title: say`Slow creep`,
		importance: 1,
		noun: "metrics",
		body
	});
}
function unresolvedPart(unresolved) {
	const rows = unresolved.map((one) => [
		caseName(one.history.key),
		metricName(one.history.metric.name),
		say`${unresolvedText(one)}`
	]);
	const body = {
		kind: "table",
		columns: columns("case", "metric", "why"),
		rows
	};
	return part({
		title: say`Inconclusive`,
		importance: 2,
		noun: "metrics",
		body
	});
}
function outlooksPart(outlooks) {
	const rows = outlooks.map(({ limit, history, forecast }) => [
		code(limit.id),
		caseName(history.key),
		say`${metricName(history.metric.name)} ${limit.operator} ${formatValue(limit.limit, limit.unit || history.metric.unit)}`,
		say`${"runs" in forecast ? `in about ${formatCount(Math.ceil(forecast.runs))} runs` : "broken by the level now"}`
	]);
	const body = {
		kind: "table",
		columns: columns("limit", "case", "what", "crossed"),
		rows
	};
	return part({
		title: say`Limits ahead`,
		importance: 2,
		noun: "limits",
		body
	});
}
function issuesPart({ issues }) {
	const rows = issues.map(({ status, url, id }) => [
		code(id),
		say`${status}`,
		url === null ? say`–` : link("issue", url)
	]);
	return part({
		title: say`Issues`,
		importance: 3,
		noun: "issues",
		body: {
			kind: "table",
			columns: columns("regression", "status", "issue"),
			rows
		}
	});
}
function countOf(count, noun) {
	return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export { unresolvedText as a, renderHistorySummary as i, historyParts as n, historySentence as r, absenceText as t };