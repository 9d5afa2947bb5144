import { describeLimit, renderJobSummary, toVisibleText } from "./judging.js";
import { formatEffect, formatInterval, readingLimits } from "./core.js";
import { formatCaseId } from "./choices.js";
import { renderTerminal } from "./terminal.js";

// src/reporters/json.ts
const maxTextLength = readingLimits.name;
const reportKeys = rankKeys([
	"schemaVersion",
	"title",
	"runId",
	"verdict",
	"conclusion",
	"exitCode",
	"sentence",
	"counts"
], [
	"requirements",
	"comparisons",
	"derived",
	"sections",
	"findings",
	"cases",
	"nextSteps"
]);
const innerKeys = rankKeys([
	"id",
	"kind",
	"suite",
	"benchmark",
	"axes",
	"name",
	"title",
	"revision",
	"metric",
	"value",
	"unit",
	"betterWhen"
], [
	"operator",
	"limit",
	"actual",
	"status",
	"verdict",
	"effect",
	"interval",
	"resolution",
	"reference"
], [
	"base",
	"head",
	"count",
	"median",
	"mean",
	"standardDeviation",
	"min",
	"max",
	"reason"
]);
const noKeys = rankKeys();
function renderJson(report) {
	return `${escapeActiveText(JSON.stringify(sortKeys(report, reportKeys), null, 2))}\n`;
}
function sortKeys(value, order) {
	if (typeof value === "string") return cutText(value);
	if (Array.isArray(value)) return value.map((item) => sortKeys(item, innerKeys));
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).filter(([key]) => key !== "charts" || order === noKeys);
	const rank = (key) => order.get(key) ?? order.size;
	const sorted = entries.toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : Number(a > b)));
	return Object.fromEntries(sorted.map(([key, inner]) => [cutText(key), sortKeys(inner, key === "axes" ? noKeys : innerKeys)]));
}
function rankKeys(...groups) {
	return new Map(groups.flat().map((key, index) => [key, index]));
}
function cutText(text) {
	return (text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1)}…`).toWellFormed();
}
function escapeActiveText(json) {
	return json.replaceAll(/[<>&@\u2028\u2029]|[\u007F-\u009F]|\p{Cf}/gu, (character) => character.split("").map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")).replaceAll("::", String.raw`:\u003a`).replaceAll("##[", String.raw`#\u0023[`);
}

// src/reporters/junit.ts
function renderJunit(report) {
	const limits = report.requirements.map((result) => {
		const key = result.benchmark === "" ? result.suite : formatCaseId(result);
		const name = `${result.id}: ${result.value} of ${key}`;
		return {
			suite: result.suite,
			name,
			outcome: judgeRequirement(result, report.testbed)
		};
	});
	const compared = report.comparisons.filter(({ isGate }) => isGate).map((item) => {
		const name = `${item.metric} of ${formatCaseId(item)} against ${item.reference}`;
		return {
			suite: item.suite,
			name,
			outcome: judgeComparison(item)
		};
	});
	const judged = [...limits, ...compared];
	const cases = [...buildVerdictCase(report, judged), ...judged];
	const suites = [...Map.groupBy(cases, (item) => item.suite)].map(([suite, own]) => formatSuiteXml(suite, own));
	return [
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
		`<testsuites name="${escapeXml(report.title)}" ${formatCountsXml(cases)}>`,
		...suites,
		"</testsuites>",
		""
	].join("\n");
}
function judgeRequirement(result, { deviceKind }) {
	const { status, severity, reason } = result;
	if (status === "pass") return ["passed", ""];
	if (status === "not evaluated") return ["skipped", `not evaluated: ${reason}`];
	const missed = `${describeLimit(result, deviceKind, { hasCase: false })}${reason === "" ? "" : `; ${reason}`}`;
	if (severity === "fail") return ["failure", missed];
	return ["skipped", `missed (${severity === "warn" ? "warning" : "information"}): ${missed}`];
}
function judgeComparison({ verdict, effect, interval, unit, reason, toleratedBecause }) {
	if (toleratedBecause !== void 0 || verdict === "unchanged" || verdict === "improvement") return ["passed", ""];
	const figures = effect === null ? "" : `${formatEffect(effect, unit)} (${formatInterval(interval, unit)}): `;
	return verdict === "regression" ? ["failure", figures + reason] : ["skipped", `${verdict}: ${figures}${reason}`];
}
function buildVerdictCase({ verdict, sentence }, judged) {
	const kind = {
		error: "error",
		fail: "failure",
		inconclusive: "skipped",
		pass: "passed"
	}[verdict];
	return (verdict === "pass" ? judged.length > 0 : judged.some(({ outcome: [own] }) => own === kind)) ? [] : [{
		suite: "verdict",
		name: "verdict of the run",
		outcome: [kind, sentence]
	}];
}
function formatSuiteXml(suite, cases) {
	const suiteName = escapeXml(suite);
	const lines = cases.map(({ name, outcome: [kind, message] }) => {
		const open = `    <testcase classname="${suiteName}" name="${escapeXml(name)}"`;
		return kind === "passed" ? `${open}/>` : `${open}><${kind} message="${escapeXml(message)}"/></testcase>`;
	});
	return [
		`  <testsuite name="${suiteName}" ${formatCountsXml(cases)}>`,
		...lines,
		"  </testsuite>"
	].join("\n");
}
function formatCountsXml(cases) {
	const count = (kind) => cases.filter(({ outcome: [own] }) => own === kind).length;
	return `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
}
const xmlEntities = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;",
	"'": "&apos;",
	"@": "&#64;",
	"::": ":&#58;",
	"##[": "#&#35;["
};
function escapeXml(text) {
	return toVisibleText(text, 400).replaceAll(/[\uFFFE\uFFFF]/g, "").replaceAll(/[&<>"'@]|::|##\[/g, (match) => xmlEntities[match] ?? match);
}

// src/reporters/index.ts
function renderMarkdownFile(report) {
	return renderJobSummary(report, {
		runUrl: null,
		runFolderHint: null
	});
}
const reportFormats = {
	markdown: renderMarkdownFile,
	json: renderJson,
	junit: renderJunit,
	terminal: (report) => renderTerminal(report, {
		columns: 100,
		color: false
	})
};
const reportFiles = {
	"report.json": renderJson,
	"report.md": renderMarkdownFile
};

export { renderJson, reportFiles, reportFormats };