import { renderJson, renderMarkdownFile } from "./measuring.js";
import { formatCaseId } from "./choices.js";
import { addVerdictIcon, buildHeadline, buildSections, buildUndecidedGates, compareByWeight, createColumns, createPart, formatAgainstLimit, formatEffect, formatFactor, formatInterval, formatMetricName, formatPair, formatValue$1 as formatValue, inferMetricKind, joinContents, say, toVisibleText } from "./judging.js";
import { renderParts, renderTerminal } from "./terminal.js";

// src/reporters/junit.ts
function renderJunit(report) {
	const judged = [...report.requirements.map(buildRequirementCase), ...report.comparisons.filter((comparison) => comparison.isGate).map(buildComparisonCase)];
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
function buildRequirementCase(result) {
	const key = result.benchmark === "" ? result.suite : formatCaseId(result);
	return {
		suite: result.suite,
		name: `${result.id}: ${result.value} of ${key}`,
		outcome: buildRequirementOutcome(result)
	};
}
function buildRequirementOutcome(result) {
	if (result.status === "pass") return {
		kind: "passed",
		message: ""
	};
	if (result.status === "not evaluated") return {
		kind: "skipped",
		message: `not evaluated: ${result.reason}`
	};
	const missed = describeMiss(result);
	return result.severity === "fail" ? {
		kind: "failure",
		message: missed
	} : {
		kind: "skipped",
		message: `missed (${result.severity === "warn" ? "warning" : "information"}): ${missed}`
	};
}
function describeMiss({ actual, limit, unit, operator, reason }) {
	const [measured, required] = actual === null ? [null, formatValue(limit, unit)] : formatAgainstLimit(actual, limit, unit);
	return `${measured === null ? "not measured" : `measured ${measured}`}, required ${operator} ${required}${reason === "" ? "" : `; ${reason}`}`;
}
function buildComparisonCase(comparison) {
	const name = `${comparison.metric} of ${formatCaseId(comparison)} against ${comparison.reference}`;
	return {
		suite: comparison.suite,
		name,
		outcome: buildComparisonOutcome(comparison)
	};
}
function buildComparisonOutcome(comparison) {
	const { verdict, effect, interval, unit, reason, toleratedBecause } = comparison;
	if (toleratedBecause !== void 0) return {
		kind: "passed",
		message: ""
	};
	if (verdict === "unchanged" || verdict === "improvement") return {
		kind: "passed",
		message: ""
	};
	const message = effect === null ? reason : `${formatEffect(effect, unit)} (${formatInterval(interval, unit)}): ${reason}`;
	return verdict === "regression" ? {
		kind: "failure",
		message
	} : {
		kind: "skipped",
		message: `${verdict}: ${message}`
	};
}
function buildVerdictCase({ verdict, sentence }, judged) {
	const kind = verdict === "error" ? "error" : verdict === "fail" ? "failure" : "skipped";
	if (verdict === "pass" && judged.length > 0) return [];
	if (verdict !== "pass" && judged.some(({ outcome }) => outcome.kind === kind)) return [];
	return [{
		suite: "verdict",
		name: "verdict of the run",
		outcome: {
			kind: verdict === "pass" ? "passed" : kind,
			message: sentence
		}
	}];
}
function formatSuiteXml(suite, cases) {
	const name = escapeXml(suite);
	const lines = cases.map((item) => formatCaseXml(name, item));
	return [
		`  <testsuite name="${name}" ${formatCountsXml(cases)}>`,
		...lines,
		"  </testsuite>"
	].join("\n");
}
function formatCaseXml(className, { name, outcome }) {
	const open = `    <testcase classname="${className}" name="${escapeXml(name)}"`;
	if (outcome.kind === "passed") return `${open}/>`;
	return `${open}><${outcome.kind} message="${escapeXml(outcome.message)}"/></testcase>`;
}
function formatCountsXml(cases) {
	const count = (kind) => cases.filter(({ outcome }) => outcome.kind === kind).length;
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

// src/reporters/terminal-summary.ts
function renderTerminalSummary(report, options) {
	const scaling = buildSections({
		...report,
		sections: report.sections.filter(({ id }) => id === "scaling")
	});
	return renderParts([
		buildHeadline(report),
		...buildGateTable(report),
		...buildUndecidedGates(report),
		...scaling
	], options);
}
function buildGateTable({ comparisons }) {
	const gates = comparisons.filter(({ isGate, base, head }) => isGate && base !== null && head !== null);
	if (gates.length === 0) return [];
	const metrics = [...new Set(gates.map(({ metric }) => metric))].map(formatMetricName);
	const rows = gates.toSorted(compareByWeight).map(buildGateRow);
	return [createPart({
		title: say`Head by ${joinContents(metrics, ", ")}`,
		importance: 1,
		body: {
			kind: "table",
			columns: createColumns("Verdict", "Reference", "#Before → after", "#Change (95 % interval)"),
			rows
		}
	})];
}
function buildGateRow(item) {
	const { verdict, reference, base, head, unit, effect, interval } = item;
	const times = base && head ? formatPair(base.median, head.median, unit).join(" → ") : "";
	const factor = formatFactor(effect, unit);
	const range = interval === null ? "" : ` (${formatInterval(interval, unit)})`;
	return [
		addVerdictIcon(verdict, formatVerdict(item)),
		say`${reference}`,
		say`${times}`,
		say`${formatEffect(effect, unit) + range + (factor === null ? "" : `, ${factor}`)}`
	];
}
function formatVerdict({ verdict, ...metric }) {
	const kind = inferMetricKind(metric);
	if (kind !== "duration" && kind !== "rate") return verdict;
	return {
		regression: "slower",
		improvement: "faster",
		unchanged: "not slower"
	}[verdict] ?? verdict;
}

// src/reporters/index.ts
const reportFormats = {
	markdown: renderMarkdownFile,
	json: renderJson,
	junit: renderJunit,
	terminal: (report) => renderTerminal(report, {
		columns: 100,
		color: false
	})
};

export { renderTerminalSummary, reportFormats };