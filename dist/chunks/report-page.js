import { createFileInspector, reportFiles } from "./measuring.js";
import { diskFileStore } from "./foundation.js";
import { buildAllComparisons, buildCases, buildComparedGates, buildDerivedFigures, buildFindings, buildHeadline as buildHeadline$1, buildNextSteps, buildPastRuns, buildProvenance, buildRequirements, buildSections, buildStageTimes, buildTelemetrySummary, buildUndecidedGates, buildVerdictDetails, chooseChartScale, comparedFields, computeLawSpeedup, configCopy, createColumns, createPart, fitScalabilityLaw, formatCommit, formatComparisonVerdict, formatCount, formatEffect, formatInterval, formatMetricLabel, formatValue$1 as formatValue, formatVerdictTitle, preventBreaks, say, selectParetoFront, summarizeOutcome, toCode, toStatus, toVisibleText, wallTime } from "./judging.js";
import { formatAxes, formatCaseId, hasAxes } from "./choices.js";
import { UserError, clocksEventReasons, computeMedian, summarize } from "./core.js";
import { computePointValue, formatSeriesName as formatSeriesName$1 } from "./shift.js";
import { buildHistoryParts, describeAbsence, describeUnresolved } from "./history-summary.js";
import { isPossible } from "./telemetry.js";
import { toolVersion } from "./version.js";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { createHash } from "node:crypto";
import { dirname, join as join$1, sep } from "node:path";
import { readFile } from "node:fs/promises";

// src/io/files/gzip-base64.ts
const compress = promisify(gzip);
async function compressToBase64(bytes) {
	return (await compress(bytes, { level: 6 })).toString("base64");
}

// src/reporters/html/render-page.ts
function* renderPage(page, parts, assets) {
	yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${formatPolicy(assets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(page.title)}</title>
<style>${assets.style}</style>
</head>
<body>
<noscript>This page needs JavaScript for its charts. Without it, read report.md next to run.json, or run: warpgauge report DIR --format markdown</noscript>
<script type="application/json" id="page">${escapeJson(page)}<\/script>
`;
	for (const { id, base64 } of parts) {
		yield `<script type="application/octet-stream" id="${escapeHtml(id)}">`;
		yield base64;
		yield "<\/script>\n";
	}
	yield `<script id="program">${assets.script}<\/script>
</body>
</html>
`;
}
function formatPolicy({ scriptSha256, styleSha256 }) {
	return [
		"default-src 'none'",
		`script-src 'sha256-${scriptSha256}'`,
		`style-src 'sha256-${styleSha256}'`,
		"base-uri 'none'",
		"form-action 'none'"
	].join("; ");
}
function escapeJson(value) {
	return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
function escapeHtml(text) {
	const entities = {
		"&": "&amp;",
		"<": "&lt;",
		">": "&gt;",
		"\"": "&quot;"
	};
	return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

// src/reporters/html/axis.ts
function createScaledAxis(label, unit, values, isFromZero = false) {
	const { factor, label: shown } = chooseScale(values, unit);
	return {
		axis: {
			label: toVisibleText(label),
			unit: shown,
			isFromZero
		},
		factor
	};
}
function chooseScale(values, unit) {
	const largest = values.filter(Number.isFinite).map(Math.abs).reduce((most, value) => Math.max(most, value), 0);
	const { factor, unit: shown } = chooseChartScale(largest, unit);
	return {
		factor,
		label: toVisibleText(shown, 40)
	};
}

// src/reporters/html/part-blocks.ts
const mostRows = 2e3;
const longestCommand = 2e3;
function toPageBlocks(part) {
	const title = part.title && toPageText(part.title);
	const lead = [...part.lead.map((text) => ({
		kind: "text",
		text: toPageText(text)
	})), ...part.chart ? [buildChartBlock(part.chart)] : []];
	const notes = part.notes.map(toPageText);
	const { body } = part;
	if (body.kind === "none") return [
		...title ? [{
			kind: "text",
			text: title
		}] : [],
		...lead,
		...notes.map((text) => ({
			kind: "text",
			text
		}))
	];
	if (body.kind === "list") {
		const rows = cutRows(body.rows, part.noun).map((row) => row.flat());
		return [...lead, {
			kind: "list",
			title,
			rows: [...rows, ...notes]
		}];
	}
	return [...lead, {
		kind: "table",
		title,
		isFolded: part.isFolded,
		table: toPageTable(body.columns, body.rows),
		notes
	}];
}
function buildChartBlock({ title, xTitle, points, yTitle, series }) {
	const words = points && { words: points.map((point) => toVisibleText(point)) };
	return {
		kind: "curves",
		title: toVisibleText(title),
		x: {
			label: toVisibleText(xTitle),
			unit: "",
			isFromZero: false,
			isWhole: true,
			...words
		},
		y: {
			label: toVisibleText(yTitle),
			unit: "",
			isFromZero: false
		},
		curves: series.map(({ kind, values }) => ({
			name: kind === "bar" ? "measured" : toVisibleText(title),
			style: kind === "bar" ? "dots" : "line",
			points: values.flatMap((y, x) => Number.isFinite(y) ? [{
				x,
				y
			}] : [])
		})),
		marks: [],
		notes: []
	};
}
function toPageTable(columns, rows) {
	const titles = columns.map(({ title, isNumeric }) => ({
		title: toPageText(title),
		isNumeric
	}));
	const fitCell = (cell, column) => titles[column]?.isNumeric ? cell.map(withUnits) : cell;
	return {
		columns: titles,
		rows: cutRows(rows, "rows").map((row) => row.map(fitCell))
	};
}
function withUnits(span) {
	return {
		...span,
		text: preventBreaks(span.text)
	};
}
function toPageText(content) {
	return content.flatMap(toPageSpans);
}
function toPageSpans(span) {
	switch (span.style) {
		case "ours": return [span];
		case "prose": return [{
			style: "prose",
			text: toVisibleText(span.text, 400 * 2)
		}];
		case "code": return [{
			...span,
			text: toVisibleText(span.text, span.maxLength)
		}];
		case "command": return [{
			style: "command",
			text: toVisibleText(span.text, longestCommand)
		}];
		case "link": return [/^https:\/\/[^\s]+$/.test(span.url) ? span : {
			style: "prose",
			text: toVisibleText(span.text)
		}];
		case "case": return [{
			style: "prose",
			text: `${toVisibleText(span.text)} `
		}, {
			style: "code",
			text: toVisibleText(span.id),
			maxLength: 120
		}];
		case "status": return [{
			...span,
			text: toVisibleText(span.text)
		}];
		default: return span;
	}
}
function cutRows(rows, noun) {
	const kept = rows.slice(0, mostRows).map((row) => row.map(toPageText));
	const rest = rows.length - kept.length;
	return rest > 0 ? [...kept, [[{
		style: "ours",
		text: `report.json has ${rest} more ${noun}.`
	}]]] : kept;
}

// src/reporters/html/comparison-samples.ts
function createSampleSource(record, baselines) {
	const references = Map.groupBy(record.plan.comparisons, ({ head }) => head);
	return {
		outcomes: record.plan.cases.map((planned) => summarizeOutcome(planned, record.trials)),
		baselines,
		references: new Map([...references].map(([head, planned]) => [head, planned.map(({ base }) => base)]))
	};
}
function findSamples(comparison, source) {
	const suiteOutcomes = source.outcomes.filter(({ planned: { key } }) => key.suite === comparison.suite);
	const heads = suiteOutcomes.filter(({ planned: { key } }) => key.benchmark === comparison.benchmark);
	const head = findMatching(comparison.head, heads.map((outcome) => listMeasuredSamples(outcome, comparison.metric)));
	const ids = heads.flatMap(({ planned }) => source.references.get(planned.id) ?? []);
	const referenceOutcomes = suiteOutcomes.filter(({ planned }) => ids.includes(planned.id));
	const lists = [...listStoredSamples(comparison, source.baselines), ...referenceOutcomes.map((outcome) => listMeasuredSamples(outcome, comparison.metric))];
	return {
		base: findMatching(comparison.base, lists),
		head
	};
}
function listMeasuredSamples(outcome, metric) {
	if (outcome.status !== "measured") return [];
	return outcome.measurements.find((item) => item.metric.name === metric)?.samples ?? [];
}
function listStoredSamples(comparison, baselines) {
	const id = formatCaseId(comparison);
	return baselines.flatMap(({ suite, cases }) => cases.filter(({ benchmark, axes }) => formatCaseId({
		suite,
		benchmark,
		axes
	}) === id).flatMap(({ metrics }) => metrics.filter(({ name }) => name === comparison.metric)).map(({ samples }) => samples));
}
function findMatching(summary, lists) {
	if (!summary) return null;
	return lists.find((samples) => {
		if (samples.length !== summary.count) return false;
		const { median, min, max } = summarize(samples);
		return median === summary.median && min === summary.min && max === summary.max;
	}) ?? null;
}

// src/reporters/html/comparison-blocks.ts
const mostStrips = 80;
const mostIntervals = 60;
const tones$1 = {
	regression: "bad",
	improvement: "good",
	unchanged: "quiet",
	inconclusive: "unsure",
	"not comparable": "unsure",
	missing: "unsure"
};
const rank = {
	regression: 0,
	inconclusive: 1,
	"not comparable": 2,
	missing: 3,
	improvement: 4,
	unchanged: 5
};
function compareByWeight(a, b) {
	return Number(b.isGate) - Number(a.isGate) || rank[a.verdict] - rank[b.verdict] || Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0);
}
function buildEffectIntervals(comparisons) {
	const shown = comparisons.filter(({ effect }) => effect !== null && Number.isFinite(effect)).toSorted(compareByWeight);
	if (shown.length === 0) return [];
	const hidden = shown.length - mostIntervals;
	const isOneCase = new Set(shown.map(formatCase)).size === 1;
	return [{
		kind: "intervals",
		title: "Effects with their 95 % intervals",
		unit: "%",
		reference: {
			value: 0,
			label: "no change"
		},
		rows: shown.slice(0, mostIntervals).map((item) => buildEffectRow(item, isOneCase ? formatMetricLabel(item.metric) : formatName(item)))
	}, ...hidden > 0 ? [{
		kind: "text",
		text: toPageText(say`The table of all comparisons has ${hidden} more.`)
	}] : []];
}
function buildComparisonStrips(comparisons, source) {
	const sorted = comparisons.toSorted(compareByWeight);
	const strips = sorted.slice(0, mostStrips).flatMap((comparison) => buildStrip(comparison, source));
	const hidden = sorted.length - mostStrips;
	if (hidden <= 0) return strips;
	return [...strips, {
		kind: "text",
		text: toPageText(say`run.json has the samples of ${hidden} more ${hidden === 1 ? "comparison" : "comparisons"}.`)
	}];
}
function buildStrip(comparison, source) {
	const { base, head } = findSamples(comparison, source);
	const groups = [{
		name: comparison.reference,
		values: base
	}, {
		name: "head",
		values: head
	}].flatMap(({ name, values }) => values === null ? [] : [{
		name: toVisibleText(name),
		values
	}]);
	if (groups.length === 0) return [];
	const { factor, label } = chooseScale(groups.flatMap(({ values }) => values), comparison.unit);
	const missing = base === null && comparison.base !== null ? say` The samples of the reference are not available.` : [];
	return [{
		kind: "strip",
		title: formatName(comparison),
		unit: label,
		groups: groups.map(({ name, values }) => ({
			name,
			values: values.map((value) => value * factor)
		})),
		caption: toPageText(say`${formatComparisonVerdict(comparison.verdict)}: ${comparison.reason}.${missing}`),
		effect: comparison.effect === null ? null : buildEffectRow(comparison, formatName(comparison))
	}];
}
function buildEffectRow({ effect, interval, unit, verdict }, name) {
	return {
		name: toVisibleText(name, 200),
		value: toPercent(effect),
		low: toPercent(interval?.[0] ?? null),
		high: toPercent(interval?.[1] ?? null),
		tone: tones$1[verdict],
		note: `${verdict}, ${formatEffect(effect, unit)} (${formatInterval(interval, unit)})`
	};
}
function toPercent(share) {
	return share === null || !Number.isFinite(share) ? null : share * 100;
}
function formatName(comparison) {
	return toVisibleText(`${formatMetricLabel(comparison.metric)} · ${formatCase(comparison)}`, 200);
}
function formatCase({ suite, benchmark, axes }) {
	return [`${suite}/${benchmark}`, formatAxes(axes)].filter((text) => text !== "").join(" ");
}

// src/reporters/html/environment-blocks.ts
function buildEnvironmentBlocks(record, baselines) {
	return [
		buildMachinesPart(record, baselines),
		buildRevisionsPart(record),
		buildCommandsPart(record),
		buildDatasetsPart(record)
	].flatMap(toPageBlocks);
}
function buildMachinesPart(record, baselines) {
	const elsewhere = (record.elsewhere ?? []).map(({ testbed, suites }) => ({
		name: say`this run, ${suites.join(", ")}`,
		testbed
	}));
	const stored = baselines.map(({ testbed, provenance }) => ({
		name: say`baseline ${formatCommit(provenance.commit)}`,
		testbed
	}));
	const sides = dropDuplicates([
		{
			name: say`this run`,
			testbed: record.testbed
		},
		...elsewhere,
		...stored
	]);
	const rows = [...comparedFields, ...toldFields].map(({ label, read }) => {
		const values = sides.map(({ testbed }) => read(testbed));
		const isSame = values.every((value) => value === values[0]);
		const mark = sides.length < 2 ? [] : [isSame ? say`same` : toStatus("🟡", "differs", "unsure")];
		return [
			say`${label}`,
			...values.map((value) => say`${value ?? "unknown"}`),
			...mark
		];
	});
	const titles = [
		...createColumns("Field"),
		...sides.map(({ name }) => ({
			title: name,
			isNumeric: false
		})),
		...sides.length < 2 ? [] : createColumns("Match")
	];
	const notes = baselines.length > 0 ? [] : [say`No committed baseline to compare this machine with.`];
	return createPart({
		title: say`Machines`,
		importance: 1,
		body: {
			kind: "table",
			columns: titles,
			rows
		},
		notes
	});
}
const toldFields = [{
	label: "main memory",
	read: ({ memoryBytes }) => formatValue(memoryBytes, "B")
}, {
	label: "kernel",
	read: ({ kernel }) => kernel
}];
function dropDuplicates(sides) {
	const seen = /* @__PURE__ */ new Set();
	return sides.filter(({ testbed }, index) => {
		const text = JSON.stringify(testbed);
		const isNew = !seen.has(text) || index === 0;
		seen.add(text);
		return isNew || sides.length === 2 && index === 1;
	});
}
function buildRevisionsPart(record) {
	const rows = record.revisions.map(({ label, ref, commit, problem }) => [
		toCode(label),
		toCode(ref),
		formatCommit(commit),
		say`${problem ?? "–"}`
	]);
	const body = {
		kind: "table",
		columns: createColumns("Revision", "Requested", "Commit", "Problem"),
		rows
	};
	return createPart({
		title: say`Revisions`,
		importance: 2,
		body
	});
}
function buildCommandsPart(record) {
	const rows = Object.entries(record.commands).map(([label, argv]) => [toCode(label), toCode(argv.join(" "), 1e3)]);
	const body = {
		kind: "table",
		columns: createColumns("Revision", "Command"),
		rows
	};
	return createPart({
		title: say`Commands`,
		importance: 3,
		body
	});
}
function buildDatasetsPart(record) {
	const rows = record.datasets.map(({ name, kind, sequences, bytes, sha256 }) => [
		toCode(name),
		say`${kind}`,
		sequences === null ? say`` : say`${formatCount(sequences)}`,
		say`${formatValue(bytes, "B")}`,
		toCode(sha256.slice(0, 12))
	]);
	const titles = createColumns("Dataset", "Kind", "#Sequences", "#Size", "SHA-256");
	return createPart({
		title: say`Data`,
		importance: 4,
		body: {
			kind: "table",
			columns: titles,
			rows
		}
	});
}

// src/reporters/html/equivalence-blocks.ts
function buildEquivalenceBlocks({ sections }) {
	const section = sections.find(({ id }) => id === "equivalence");
	if (!section) return [];
	const findColumn = (title) => section.columns.indexOf(title);
	const rows = section.rows.flatMap((row) => {
		const [agreed, elsewhere] = [row[findColumn("Same labels")], row[findColumn("Elsewhere")]];
		const verdict = readText(row[findColumn("Verdict")]);
		const interval = isFigure(elsewhere) && "interval" in elsewhere ? elsewhere.interval : null;
		if (!isFigure(agreed) || !("value" in agreed)) return [];
		return [{
			name: toVisibleText(`${readText(row[findColumn("Against")])} · ${readText(row[findColumn("Table")])}`),
			value: agreed.value * 100,
			low: interval && interval[0] * 100,
			high: interval && interval[1] * 100,
			tone: verdict === "same" ? "good" : verdict.startsWith("differ") ? "bad" : "unsure",
			note: toVisibleText(verdict)
		}];
	});
	if (rows.length === 0) return [];
	return [{
		kind: "intervals",
		title: "Agreement of labels",
		unit: "%",
		reference: {
			value: 100,
			label: "all"
		},
		rows
	}];
}
function isFigure(cell) {
	return typeof cell === "object" && cell !== null;
}
function readText(cell) {
	return typeof cell === "string" ? cell : "";
}

// src/reporters/html/history-blocks.ts
const mostCharts$1 = 60;
function buildHistoryBlocks(report, baselines) {
	const { histories, shifts } = report.observation;
	const measured = histories.filter(({ points }) => points.some((point) => Number.isFinite(computePointValue(point))));
	const countLastingShifts = (history) => selectShifts(history, shifts).filter(({ isLasting }) => isLasting).length;
	const sorted = measured.toSorted((one, other) => countLastingShifts(other) - countLastingShifts(one));
	const hidden = sorted.length - mostCharts$1;
	const more = hidden > 0 ? [{
		kind: "text",
		text: toPageText(say`${hidden} more ${hidden === 1 ? "metric" : "metrics"} without a change not shown.`)
	}] : [];
	const charts = sorted.slice(0, mostCharts$1).map((history) => buildChart$2(history, report, baselines));
	const [first, ...others] = buildHistoryParts(report);
	return [
		...first ? toPageBlocks({
			...first,
			title: null,
			lead: [say`${formatCount(report.runs)} ${report.runs === 1 ? "run" : "runs"} checked.`]
		}) : [],
		...others.flatMap(toPageBlocks),
		...charts,
		...more
	];
}
function buildChart$2(history, report, baselines) {
	const { key, metric, points } = history;
	const own = selectShifts(history, report.observation.shifts);
	const y = createScaledAxis(metric.name, metric.unit, points.flatMap(({ samples }) => samples));
	const dots = points.flatMap((point, x) => {
		const samples = point.samples.filter(Number.isFinite).map((value) => value * y.factor);
		if (samples.length === 0) return [];
		const note = `${point.commit.slice(0, 7)}, ${toVisibleText(point.time)}`;
		return [{
			x,
			y: computeMedian(samples),
			low: Math.min(...samples),
			high: Math.max(...samples),
			note
		}];
	});
	const levels = buildLevels(points.length, own).map((one) => ({
		...one,
		y: one.y * y.factor
	}));
	const curves = [
		{
			name: "median of each run",
			style: "dots",
			points: dots
		},
		...levels.length > 0 ? [{
			name: "level",
			style: "steps",
			points: levels
		}] : [],
		...buildBaselineLines(history, baselines, y.factor)
	];
	return {
		kind: "curves",
		title: toVisibleText(formatSeriesName$1(key, metric), 200),
		x: {
			label: "runs",
			unit: "",
			isFromZero: false,
			words: points.map(({ commit }) => commit.slice(0, 7))
		},
		y: y.axis,
		curves,
		marks: [...own.map((shift) => buildMark(shift)), ...buildAnchorMarks(history, report)],
		notes: own.map(({ change, good, bad, isWorse, isLasting }) => toPageText(say`${formatEffect(change.effect)} ${isWorse ? "worse" : "better"} after ${good.commit.slice(0, 7)}, up to ${bad.commit.slice(0, 7)}: ${change.status}${isLasting ? "" : ", recovered since"}.`)).concat(buildUnresolvedNotes(history, report))
	};
}
function buildUnresolvedNotes({ id }, { observation }) {
	return observation.unresolved.filter(({ history }) => history.id === id).map((one) => toPageText(say`Inconclusive: ${describeUnresolved(one)}.`));
}
function selectShifts({ id }, shifts) {
	return shifts.filter(({ history }) => history.id === id).toSorted((one, other) => one.change.at - other.change.at);
}
function buildLevels(runs, shifts) {
	const [first] = shifts;
	const last = shifts.at(-1);
	if (!first || !last) return [];
	return [
		{
			x: 0,
			y: first.change.before.level
		},
		...shifts.map(({ change }) => ({
			x: change.at,
			y: change.after.level
		})),
		{
			x: runs - 1,
			y: last.change.after.level
		}
	];
}
function buildBaselineLines({ key, metric, points }, baselines, factor) {
	return baselines.flatMap(({ suite, cases, provenance }) => cases.filter(({ benchmark, axes }) => formatCaseId({
		suite,
		benchmark,
		axes
	}) === formatCaseId(key)).flatMap(({ metrics }) => metrics.filter(({ name }) => name === metric.name)).flatMap(({ samples }) => {
		if (samples.length === 0) return [];
		const y = computeMedian(samples) * factor;
		const ends = [0, Math.max(1, points.length - 1)];
		return [{
			name: `baseline ${provenance.commit.slice(0, 7)}`,
			style: "dashes",
			points: ends.map((x) => ({
				x,
				y
			}))
		}];
	}));
}
function buildMark({ change, isWorse, bad }) {
	const label = `${formatEffect(change.effect)} at ${bad.commit.slice(0, 7)}`;
	return {
		x: change.at - .5,
		label,
		tone: isWorse ? "bad" : "good"
	};
}
function buildAnchorMarks({ points }, { anchors }) {
	return anchors.flatMap(({ label, record }) => {
		const x = points.findIndex(({ commit }) => commit === record?.commit);
		return x < 0 ? [] : [{
			x,
			label: toVisibleText(label),
			tone: "quiet"
		}];
	});
}

// src/reporters/html/memory-blocks.ts
const quantityNames = {
	device: "GPU total",
	own: "own processes",
	resident: "main memory",
	allocated: "allocated",
	reserved: "reserved"
};
const mostCharts = 24;
function buildMemoryBlocks({ trials }, { derived, cases }, keyOf) {
	const watched = trials.filter((trial) => trial.memory !== void 0 && trial.failure === null);
	const last = [...Map.groupBy(watched, ({ caseId }) => caseId).values()].flatMap((own) => own.at(-1) ?? []);
	const isKnown = new Set(cases.map(({ suite }) => suite));
	return last.slice(0, mostCharts).flatMap((trial) => {
		const key = keyOf(trial.caseId);
		const series = trial.memory.series.filter(({ points }) => points.length > 1);
		if (!key || !isKnown.has(key.suite) || series.length === 0) return [];
		return [buildChart$1(trial, series, derived.filter(({ name, suite, axes }) => name === "memory_slope" && suite === key.suite && hasAxes(axes, key.axes)))];
	});
}
function buildChart$1(trial, series, slopes) {
	const y = createScaledAxis("memory", "B", series.flatMap(({ points }) => points.map(({ bytes }) => bytes)), true);
	const scalePoints = (points) => points.map((one) => ({
		...one,
		y: one.y * y.factor
	}));
	const curves = series.flatMap((one) => {
		const name = formatSeriesName(one);
		const line = one.points.map(({ seconds, bytes }) => ({
			x: seconds,
			y: bytes
		}));
		const trend = buildTrend(one, trial.memory, slopes);
		return [{
			name,
			style: "line",
			points: scalePoints(line)
		}, ...trend.length > 0 ? [{
			name: `${name}: slope`,
			style: "dashes",
			points: scalePoints(trend)
		}] : []];
	});
	return {
		kind: "curves",
		title: toVisibleText(`Memory of ${trial.caseId}, run ${trial.index + 1}`, 200),
		x: {
			label: "time since start",
			unit: "s",
			isFromZero: true
		},
		y: y.axis,
		curves,
		marks: [],
		notes: []
	};
}
function formatSeriesName({ quantity, gpu }) {
	return gpu === null ? quantityNames[quantity] : `GPU ${gpu}, ${quantityNames[quantity]}`;
}
function buildTrend(series, { visits }, slopes) {
	const slope = slopes.find(({ axes }) => axes["memory"] === series.quantity && (series.gpu === null || axes["gpu"] === series.gpu))?.value;
	const ends = visits.toSorted((one, other) => other.endsSeconds.length - one.endsSeconds.length)[0]?.endsSeconds ?? [];
	if (slope === void 0 || slope === null || ends.length < 2) return [];
	const heights = ends.flatMap((end, index) => {
		const start = ends[index - 1] ?? 0;
		const inside = series.points.filter(({ seconds }) => seconds > start && seconds <= end).map(({ bytes }) => bytes);
		return inside.length > 0 ? [computeMedian(inside) - slope * index] : [];
	});
	if (heights.length === 0) return [];
	const height = computeMedian(heights);
	return ends.map((x, index) => ({
		x,
		y: height + slope * index
	}));
}

// src/reporters/html/scaling-blocks.ts
const curvePoints = 60;
function buildScalingBlocks({ derived }, source) {
	const counted = new Set(derived.filter(({ name }) => name === "efficiency").map(formatCaseId));
	const speedups = derived.filter((one) => one.name === "speedup" && counted.has(formatCaseId(one)));
	return [...Map.groupBy(speedups, (one) => JSON.stringify([
		one.suite,
		one.benchmark,
		withoutGpus(one.axes)
	])).values()].flatMap((group) => buildChart(group, derived, source));
}
function buildChart(speedups, derived, source) {
	const [first] = speedups;
	const measured = speedups.flatMap(toPoints);
	if (!first || measured.length === 0) return [];
	const isOurs = (one) => one.suite === first.suite && one.benchmark === first.benchmark && hasSameAxes(one.axes, first.axes);
	const ceiling = derived.filter((one) => one.name === "ceiling" && isOurs(one)).flatMap(toPoints);
	const most = Math.max(...measured.map(({ x }) => x));
	const start = {
		x: 1,
		y: 1,
		note: "by definition"
	};
	const far = Math.max(...[...measured, ...ceiling].map(({ x }) => x));
	const ideal = [start, {
		x: far,
		y: far
	}];
	const curves = [
		{
			name: "measured",
			style: "dots",
			points: [start, ...measured]
		},
		{
			name: "ideal",
			style: "dashes",
			points: ideal
		},
		...ceiling.length > 0 ? [{
			name: "ceiling from the stage shares",
			style: "line",
			points: [start, ...ceiling]
		}] : []
	];
	const law = fitLaw(first, most, source);
	const rest = formatAxes(withoutGpus(first.axes));
	return [{
		kind: "curves",
		title: toVisibleText(`Speed-up of ${first.suite}/${first.benchmark}${rest === "" ? "" : ` ${rest}`}`, 200),
		x: {
			label: "GPUs",
			unit: "",
			isFromZero: true,
			isWhole: true
		},
		y: {
			label: "speed-up",
			unit: "×",
			isFromZero: true
		},
		curves: [...curves, ...law.curves],
		marks: [],
		notes: law.notes
	}];
}
function toPoints({ axes, value, interval }) {
	const gpus = Number(axes["gpus"]);
	if (value === null || !Number.isFinite(value)) return [];
	return [{
		x: gpus,
		y: value,
		...interval && {
			low: interval[0],
			high: interval[1]
		}
	}];
}
function fitLaw(first, most, { outcomes }) {
	const samples = outcomes.flatMap((outcome) => {
		const { key, revision } = outcome.planned;
		const gpus = key.axes["gpus"];
		const isOurs = key.suite === first.suite && key.benchmark === first.benchmark && hasSameAxes(key.axes, first.axes);
		if (outcome.status !== "measured" || !isOurs || revision !== "head" || typeof gpus !== "number") return [];
		return [{
			gpus,
			seconds: outcome.measurements.find(({ metric }) => metric.name === wallTime.name)?.samples ?? []
		}];
	});
	const law = fitScalabilityLaw(samples, .95);
	if (!law) return {
		curves: [],
		notes: [toPageText(say`No scaling law fitted: it needs three device counts, one of them 1.`)]
	};
	const points = Array.from({ length: 61 }, (_, index) => {
		const x = 1 + (most - 1) * index / curvePoints;
		return {
			x,
			y: computeLawSpeedup(law, x)
		};
	});
	const peak = law.peak.isIdentified ? `peak at ${law.peak.gpus.toFixed(1)} GPUs (${law.peak.interval.map((edge) => edge.toFixed(1)).join(" to ")})` : `peak ${law.peak.reason}`;
	const figures = `contention ${law.contention.toPrecision(3)}, coherency ${law.coherency.toPrecision(3)}`;
	return {
		curves: [{
			name: "Universal Scalability Law",
			style: "dashes",
			points
		}],
		notes: [toPageText(say`Universal Scalability Law fitted to all runs: ${figures}; ${peak}.`)]
	};
}
function withoutGpus(axes) {
	return Object.fromEntries(Object.entries(axes).filter(([name]) => name !== "gpus"));
}
function hasSameAxes(one, other) {
	return formatAxes(withoutGpus(one)) === formatAxes(withoutGpus(other));
}

// src/reporters/html/sweep-blocks.ts
const mostCells = 400;
function buildSweepBlocks({ sections }) {
	const section = sections.find(({ id }) => id === "sweep");
	const sweep = section ? readSweep(section) : null;
	if (!sweep) return [];
	return [
		...buildHeatMap(sweep),
		...buildFront(sweep, "memory"),
		...buildFront(sweep, "energy")
	];
}
function readSweep({ columns, rows }) {
	const names = columns.slice(0, -6);
	const settings = rows.flatMap((row) => {
		const [, objective, , memory, energy] = row.slice(names.length);
		const value = readNumber(objective);
		const values = row.slice(0, names.length).map((cell) => typeof cell === "string" ? cell : "");
		return value === null ? [] : [{
			values,
			value,
			memory: readNumber(memory),
			energy: readNumber(energy)
		}];
	});
	const [best, ...others] = settings;
	if (names.length === 0 || !best) return null;
	const unit = rows.map((row) => row[names.length + 1]).find((cell) => typeof cell === "object" && cell !== null)?.unit;
	const isHigher = others.some(({ value }) => value < best.value) && !others.some(({ value }) => value > best.value);
	return {
		names,
		objective: columns[names.length + 1] ?? "",
		unit: unit ?? "",
		betterWhen: isHigher ? "higher" : "lower",
		settings
	};
}
function buildHeatMap({ names, objective, unit, betterWhen, settings }) {
	const last = names.length - 1;
	const xs = [...new Set(settings.map(({ values }) => values[last] ?? ""))].toSorted(compareNumbers);
	const ys = [...new Set(settings.map(({ values }) => formatRowName(values)))].toSorted(compareNumbers);
	if (xs.length * ys.length > mostCells) return [];
	const { factor, label } = chooseScale(settings.map(({ value }) => value), unit);
	const cells = ys.map((y) => xs.map((x) => {
		const found = settings.find(({ values }) => values[last] === x && formatRowName(values) === y);
		return found ? found.value * factor : null;
	}));
	return [{
		kind: "heat",
		title: toVisibleText(`${objective} by setting`),
		unit: label,
		betterWhen,
		x: {
			name: toVisibleText(names[last] ?? ""),
			values: xs.map((text) => toVisibleText(text))
		},
		y: {
			name: toVisibleText(names.slice(0, -1).join(" · ")),
			values: ys.map((text) => toVisibleText(text))
		},
		cells,
		notes: []
	}];
}
function formatRowName(values) {
	return values.slice(0, -1).join(" · ");
}
function buildFront({ names, objective, unit, betterWhen, settings }, price) {
	const sign = betterWhen === "lower" ? 1 : -1;
	const paid = settings.flatMap((item) => {
		const value = item[price];
		return value === null ? [] : [{
			item,
			cost: sign * item.value,
			price: value
		}];
	});
	if (paid.length < 2) return [];
	const x = createScaledAxis(objective, unit, paid.map(({ item }) => item.value));
	const y = createScaledAxis(price === "memory" ? "peak GPU memory" : "energy", price === "memory" ? "B" : "J", paid.map((one) => one.price));
	const toPoint = (one) => ({
		x: one.item.value * x.factor,
		y: one.price * y.factor,
		note: toVisibleText(one.item.values.map((value, index) => `${names[index]}=${value}`).join(" "), 200)
	});
	const front = selectParetoFront(paid);
	return [{
		kind: "curves",
		title: toVisibleText(`${objective} vs ${price}`),
		x: x.axis,
		y: y.axis,
		curves: [{
			name: "settings",
			style: "dots",
			points: paid.map(toPoint)
		}, {
			name: "Pareto front",
			style: "line",
			points: front.map(toPoint).toSorted((a, b) => a.x - b.x)
		}],
		marks: [],
		notes: []
	}];
}
function readNumber(cell) {
	return typeof cell === "object" && cell !== null && "value" in cell && Number.isFinite(cell.value) ? cell.value : null;
}
function compareNumbers(one, other) {
	return one.localeCompare(other, "en", { numeric: true });
}

// src/reporters/html/timeline-block.ts
const mostRuns = 200;
const mostEvents = 200;
function selectTimelineTrials({ trials }) {
	const shown = trials.filter(({ telemetry, stages }) => telemetry !== null || stages.some(hasTimes));
	if (shown.length <= mostRuns) return shown;
	return [...Map.groupBy(shown, ({ caseId }) => caseId).values()].flatMap((own) => own.at(-1) ?? []).slice(0, mostRuns);
}
function buildTimelineBlock(trials, packed) {
	const runs = trials.flatMap((trial) => buildRun(trial, packed.get(trial)));
	return runs.length === 0 ? [] : [{
		kind: "timeline",
		runs
	}];
}
function buildRun(trial, packed = {
	part: null,
	notes: []
}) {
	const stages = trial.stages.flatMap(({ stage, startedMs, endedMs }) => startedMs === null || endedMs === null || endedMs < startedMs ? [] : [{
		name: toVisibleText(stage),
		startMs: startedMs,
		endMs: endedMs
	}]);
	const { telemetry } = trial;
	const starts = [...stages.map(({ startMs }) => startMs), ...telemetry ? [telemetry.startedMs] : []];
	const ends = [...stages.map(({ endMs }) => endMs), ...telemetry ? [telemetry.endedMs] : []];
	const [startMs, endMs] = [Math.min(...starts), Math.max(...ends)];
	if (!(endMs > startMs)) return [];
	const events = (telemetry?.events ?? []).slice(0, mostEvents).map(({ gpu, kind, detail, timeMs }) => ({
		timeMs,
		label: toVisibleText(`GPU ${gpu}: ${kind} ${detail}`)
	}));
	return [{
		name: formatRunName(trial),
		startMs,
		endMs,
		stages,
		events,
		part: packed.part,
		notes: [...packed.notes, ...telemetry?.problems ?? []].map((note) => toVisibleText(note, 400)),
		summary: telemetry && telemetry.gpus.length > 0 ? buildSummary(telemetry) : null
	}];
}
function formatRunName(trial) {
	const state = trial.isWarmup ? ", warm-up" : trial.failure !== null ? `, failed (${trial.failure.kind})` : trial.contamination.length > 0 ? ", contaminated" : "";
	return `${toVisibleText(trial.caseId, 200)} · run ${trial.index + 1}${state}`;
}
function buildSummary({ gpus }) {
	const titles = [
		"GPU",
		"#Utilization",
		"#SM activity",
		"#Peak memory",
		"#Power",
		"#Highest temperature",
		"#Energy"
	];
	const rows = gpus.map((use) => [
		say`${use.gpu}`,
		say`${formatSpread(use.utilizationPercent, "%")}`,
		say`${formatSpread(use.smUtilization, "share")}`,
		say`${formatValue(use.memoryUsedBytes?.max ?? null, "B")}`,
		say`${formatSpread(use.powerWatts, "W")}`,
		say`${formatValue(use.temperatureCelsius?.max ?? null, "°C")}`,
		say`${formatValue(use.energyJoules, "J")}`,
		say`${formatThrottling(use)}`
	]);
	return toPageTable(createColumns(...titles, "Lowered clocks"), rows);
}
function formatSpread(spread, unit) {
	if (!spread) return "–";
	return `${formatValue(spread.mean, unit)} (${formatValue(spread.p5, unit)} to ${formatValue(spread.p95, unit)})`;
}
function formatThrottling({ clocksEventShares }) {
	if (clocksEventShares === null) return "unknown";
	const shares = Object.entries(clocksEventShares).filter(([reason]) => reason !== "gpu-idle");
	if (shares.length === 0) return "never";
	return shares.map(([reason, share]) => `${reason} ${formatValue(share, "share")}`).join(", ");
}
function hasTimes({ startedMs, endedMs }) {
	return startedMs !== null && endedMs !== null;
}

// src/reporters/html/report-page.ts
const tones = {
	pass: "good",
	fail: "bad",
	inconclusive: "unsure",
	error: "bad"
};
function buildReportPage(input) {
	const { report, record } = input;
	return {
		title: toVisibleText(`${report.title}: ${report.verdict}`),
		madeBy: `${input.madeBy} from run ${toVisibleText(record.runId)}`,
		headline: toPageText(formatVerdictTitle(report)),
		tone: tones[report.verdict],
		views: buildViews(input).filter(({ blocks }) => blocks.length > 0),
		downloads: input.downloads
	};
}
const noLocation = {
	runUrl: null,
	runFolderHint: null
};
function buildViews(input) {
	const { report, record, baselines } = input;
	const source = createSampleSource(record, baselines);
	const pickSections = createSectionPicker(report);
	const findKey = (id) => record.plan.cases.find((planned) => planned.id === id)?.key;
	return [
		createView("overview", "Overview", buildOverview$1(report)),
		createView("comparisons", "Comparisons", [...buildComparisonStrips(report.comparisons, source), ...buildAllComparisons(report).flatMap(toPageBlocks)]),
		createView("scaling", "Scaling", [...buildScalingBlocks(report, source), ...pickSections("scaling", "stage-scaling")]),
		createView("timeline", report.testbed.deviceKind === "gpu" ? "Stages and GPUs" : "Stages", [...buildTimelineBlock(selectTimelineTrials(record), input.packed), ...pickSections("stages", "bottlenecks", "throughput", "gpu")]),
		createView("memory", "Memory", [...buildMemoryBlocks(record, report, findKey), ...pickSections("memory", "out-of-memory")]),
		createView("sweep", "Settings", [...buildSweepBlocks(report), ...pickSections("sweep")]),
		createView("equivalence", "Equivalence", [...buildEquivalenceBlocks(report), ...pickSections("equivalence")]),
		createView("history", "History", [...buildPastRuns(report).flatMap(toPageBlocks), ...input.histories.flatMap((history) => buildHistoryBlocks(history, baselines))]),
		createView("environment", "Environment", [...buildEnvironmentBlocks(record, baselines), ...pickSections("machine")]),
		createView("details", "Details", [...pickSections(""), ...[
			buildVerdictDetails(report),
			...buildCases(report),
			...buildDerivedFigures(report)
		].flatMap(toPageBlocks)])
	];
}
function buildOverview$1(report) {
	const limits = buildRequirements(report);
	return [
		...toPageBlocks({
			...buildHeadline$1(report),
			title: null
		}),
		...buildComparedGates(report).flatMap(toPageBlocks),
		...buildEffectIntervals(report.comparisons),
		...buildUndecidedGates(report).flatMap(toPageBlocks),
		...limits.filter(({ isFolded }) => !isFolded).flatMap(toPageBlocks),
		...buildStageTimes(report).flatMap(toPageBlocks),
		...buildFindings(report).flatMap(toPageBlocks),
		...buildNextSteps(report).flatMap(toPageBlocks),
		...[buildProvenance(report, noLocation), ...buildTelemetrySummary(report)].flatMap(toPageBlocks),
		...limits.filter(({ isFolded }) => isFolded).flatMap(toPageBlocks)
	];
}
function createView(id, title, blocks) {
	return {
		id,
		title,
		blocks
	};
}
function createSectionPicker(report) {
	const left = new Map(buildSections(report).map((part, index) => [`${report.sections[index]?.id} ${index}`, part]));
	return (...starts) => starts.flatMap((start) => [...left].flatMap(([id, part]) => {
		if (start !== "" && !/^[- ]/.test(id.startsWith(start) ? id.slice(start.length) : "?")) return [];
		left.delete(id);
		return toPageBlocks(part);
	}));
}

// src/domain/page/telemetry-quantities.ts
const telemetryQuantities = [
	{
		column: "gpu_util",
		name: "utilizationPercent",
		label: "Utilization",
		unit: "%",
		factor: 1
	},
	{
		column: "sm_utilization_share",
		name: "smUtilization",
		label: "SM activity",
		unit: "%",
		factor: 100
	},
	{
		column: "memory_used_bytes",
		name: "memoryUsedBytes",
		label: "Memory",
		unit: "GiB",
		factor: 1 / 2 ** 30
	},
	{
		column: "power_draw",
		name: "powerWatts",
		label: "Power",
		unit: "W",
		factor: 1
	},
	{
		column: "sm_clock_mhz",
		name: "smClockMhz",
		label: "SM clock",
		unit: "MHz",
		factor: 1
	},
	{
		column: "temperature",
		name: "temperatureCelsius",
		label: "Temperature",
		unit: "°C",
		factor: 1
	}
];

// src/domain/page/telemetry-buckets.ts
const firstBucketMs = 10;
const maxGpus = 256;
const quantities = telemetryQuantities.length;
var TelemetryBuckets = class {
	#maxBuckets;
	#tracks = /* @__PURE__ */ new Map();
	#startMs = NaN;
	#bucketMs = firstBucketMs;
	constructor(maxBuckets) {
		this.#maxBuckets = maxBuckets;
	}
	add(gpu, timeMs, values, flags) {
		if (Number.isNaN(this.#startMs)) this.#startMs = timeMs;
		const track = this.#tracks.get(gpu) ?? this.#open(gpu, timeMs);
		const sinceMs = timeMs - this.#startMs;
		if (!track || sinceMs < 0 || timeMs < track.lastMs) return false;
		while (sinceMs >= this.#bucketMs * this.#maxBuckets) this.#mergeBuckets();
		const at = Math.floor(sinceMs / this.#bucketMs);
		const last = track.buckets.at(-1);
		const bucket = last?.at === at ? last : createBucket(at);
		if (bucket !== last) track.buckets.push(bucket);
		addReading(bucket, values, flags);
		track.readings += 1;
		track.lastMs = timeMs;
		return true;
	}
	finish() {
		const tracks = [...this.#tracks.values()].filter(({ readings }) => readings > 0);
		const [longest] = tracks.toSorted((one, other) => other.readings - one.readings);
		if (!longest) return null;
		return {
			startMs: this.#startMs,
			bucketMs: this.#bucketMs,
			intervalMs: Math.max(1, (longest.lastMs - longest.firstMs) / Math.max(1, longest.readings - 1)),
			readings: tracks.reduce((sum, { readings }) => sum + readings, 0),
			tracks: tracks.toSorted((one, other) => one.gpu - other.gpu).map(toTrack)
		};
	}
	#open(gpu, timeMs) {
		if (this.#tracks.size >= maxGpus) return null;
		const track = {
			gpu,
			buckets: [],
			readings: 0,
			firstMs: timeMs,
			lastMs: timeMs
		};
		this.#tracks.set(gpu, track);
		return track;
	}
	#mergeBuckets() {
		this.#bucketMs *= 2;
		for (const track of this.#tracks.values()) {
			const joined = [];
			for (const bucket of track.buckets) {
				bucket.at = Math.floor(bucket.at / 2);
				const last = joined.at(-1);
				if (last?.at === bucket.at) join(last, bucket);
				else joined.push(bucket);
			}
			track.buckets = joined;
		}
	}
};
function createBucket(at) {
	return {
		at,
		flags: 0,
		counts: fill(0),
		sums: fill(0),
		lows: fill(1e400),
		highs: fill(-1e400)
	};
}
function fill(value) {
	return new Float64Array(quantities).fill(value);
}
function addReading(bucket, values, flags) {
	bucket.flags |= flags;
	for (let index = 0; index < quantities; index += 1) {
		const value = values[index] ?? NaN;
		if (!Number.isNaN(value)) widen(bucket, index, {
			count: 1,
			sum: value,
			low: value,
			high: value
		});
	}
}
function join(bucket, { flags, counts, sums, lows, highs }) {
	bucket.flags |= flags;
	for (const [index, count] of counts.entries()) widen(bucket, index, {
		count,
		sum: sums[index] ?? 0,
		low: lows[index] ?? 1e400,
		high: highs[index] ?? -1e400
	});
}
function widen({ counts, sums, lows, highs }, index, { count, sum, low, high }) {
	counts[index] = (counts[index] ?? 0) + count;
	sums[index] = (sums[index] ?? 0) + sum;
	if (low < (lows[index] ?? 1e400)) lows[index] = low;
	if (high > (highs[index] ?? -1e400)) highs[index] = high;
}
function toTrack({ gpu, buckets }) {
	return {
		gpu,
		at: buckets.map(({ at }) => at),
		flags: buckets.map(({ flags }) => flags),
		values: telemetryQuantities.map((_, index) => ({
			low: buckets.map(({ lows }) => toStored(lows[index])),
			mean: buckets.map(({ sums, counts }) => toStored((sums[index] ?? 0) / (counts[index] ?? 0))),
			high: buckets.map(({ highs }) => toStored(highs[index]))
		}))
	};
}
function toStored(value = NaN) {
	return Number.isFinite(value) ? Number(value.toPrecision(5)) : null;
}

// src/adapters/smi/telemetry-log.ts
const maxLine = 4096;
const flagOfReason = new Map(clocksEventReasons.map((reason, index) => [reason, 2 << index]));
var TelemetryLog = class {
	#buckets;
	#decoder = new TextDecoder();
	#values = new Float64Array(telemetryQuantities.length);
	#columns = [];
	#at = {
		time: -1,
		gpu: -1,
		reasons: -1,
		quantities: [-1]
	};
	#rest = "";
	#skipped = 0;
	constructor(maxBuckets) {
		this.#buckets = new TelemetryBuckets(maxBuckets);
	}
	push(bytes) {
		const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\n");
		this.#rest = (lines.pop() ?? "").slice(0, 4097);
		for (const line of lines) this.#readLine(line);
	}
	finish() {
		this.#readLine(this.#rest);
		return {
			telemetry: this.#buckets.finish(),
			skipped: this.#skipped
		};
	}
	#readLine(line) {
		if (line.startsWith("# timestamp,device_id")) this.#readHeader(line.slice(2).trim().split(","));
		else if (line !== "" && !line.startsWith("#") && !this.#readRow(line)) this.#skipped += 1;
	}
	#readHeader(columns) {
		this.#columns = columns;
		this.#at = {
			time: columns.indexOf("timestamp"),
			gpu: columns.indexOf("device_id"),
			reasons: columns.indexOf("clocks_event_reasons"),
			quantities: telemetryQuantities.map(({ column }) => columns.indexOf(column))
		};
	}
	#readRow(line) {
		const cells = line.length > maxLine ? [] : line.split(",");
		const [time, gpu] = [parseNumber(cells[this.#at.time]), parseNumber(cells[this.#at.gpu])];
		if (cells.length !== this.#columns.length || !Number.isFinite(time) || !Number.isInteger(gpu)) return false;
		for (const [index, { name, factor }] of telemetryQuantities.entries()) {
			const value = parseNumber(cells[this.#at.quantities[index] ?? -1]);
			this.#values[index] = isPossible(name, value) ? value * factor : NaN;
		}
		return this.#buckets.add(gpu, time * 1e3, this.#values, encodeReasons(cells[this.#at.reasons] ?? ""));
	}
};
function encodeReasons(text) {
	return text === "" ? 0 : text.split(" ").reduce((flags, reason) => flags | (flagOfReason.get(reason) ?? 0), 1);
}
function parseNumber(cell = "") {
	return cell.trim() === "" ? NaN : Number(cell);
}

// src/steps/measure/read-gpu-logs.ts
const maxBuckets = {
	log: 2e3,
	page: 2e5
};
const maxBytes = 16 * 1024 ** 3;
async function* readGpuLogs(trials, folder, files) {
	const buckets = Math.min(maxBuckets.log, Math.ceil(maxBuckets.page / trials.length));
	for (const trial of trials) {
		const log = await findLog(trial, folder, files);
		if (log === null) continue;
		if ("problem" in log) yield {
			trial,
			telemetry: null,
			notes: [log.problem]
		};
		else yield {
			trial,
			...await readGpuLog(log, buckets, files)
		};
	}
}
async function findLog(trial, folder, files) {
	const name = trial.telemetry?.logFile;
	if (!name) return null;
	const path = join$1(folder, dirname(trial.stdoutPath), name);
	const [inside, real] = [await files.resolveRealPath(folder), await files.resolveRealPath(path)];
	const stat = real.startsWith(`${inside}${sep}`) ? await files.readStat(real) : null;
	if (!stat) return { problem: `${name} is not in the run folder` };
	if (stat.bytes > maxBytes) return { problem: `${name} is too long to show: ${stat.bytes} bytes, limit ${maxBytes}` };
	return {
		path: real,
		name
	};
}
async function readGpuLog({ path, name }, buckets, files) {
	const log = new TelemetryLog(buckets);
	try {
		for await (const bytes of files.streamBytes(path)) log.push(bytes);
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			telemetry: null,
			notes: [error.message]
		};
	}
	const { telemetry, skipped } = log.finish();
	if (telemetry === null) return {
		telemetry,
		notes: [`${name} holds no sample`]
	};
	return {
		telemetry,
		notes: skipped > 0 ? [`${name}: skipped lines that are not readings: ${skipped}`] : []
	};
}

// src/reporters/html/history-page.ts
function buildHistoryPage({ histories, downloads, madeBy }) {
	const { icon, tone, sentence } = buildHeadline(histories.map(({ report }) => report));
	return {
		title: "History",
		madeBy,
		headline: [{
			style: "status",
			icon,
			text: "History",
			tone
		}, ...toPageText(say`: ${sentence}`)],
		tone,
		views: [buildOverview(histories.map(({ report }) => report)), ...histories.map(buildTestbedView)],
		downloads
	};
}
function buildHeadline(reports) {
	const bad = reports.filter(isBad).map(({ observation }) => observation.latest.testbed.id);
	if (bad.length > 0) return {
		icon: "❌",
		tone: "bad",
		sentence: `Confirmed regression or slow drift on ${bad.join(", ")}`
	};
	const unresolved = reports.flatMap(({ observation }) => observation.unresolved);
	const histories = reports.flatMap(({ observation }) => observation.histories);
	const text = describeAbsence({
		unresolved,
		histories
	});
	const testbeds = `${formatCount(reports.length)} ${reports.length === 1 ? "testbed" : "testbeds"}`;
	const isOpen = unresolved.length > 0 && unresolved.length === histories.length;
	const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)} on ${testbeds}`;
	return isOpen ? {
		icon: "🟡",
		tone: "unsure",
		sentence
	} : {
		icon: "✅",
		tone: "good",
		sentence
	};
}
function buildOverview(reports) {
	const rows = reports.map(({ observation, runs }) => [
		toCode(observation.latest.testbed.id),
		say`${formatCount(runs)}`,
		say`${toCode(observation.latest.commit.slice(0, 7))} ${observation.latest.measuredAt}`,
		say`${formatCount(observation.causes.length)}`,
		say`${formatCount(observation.creeps.length)}`,
		say`${formatCount(observation.unresolved.length)}`
	]);
	const titles = createColumns("Testbed", "#Runs", "Latest", "#Persistent regressions", "#Drifting metrics", "#Inconclusive metrics");
	const table = createPart({
		title: say`Testbeds`,
		importance: 0,
		body: {
			kind: "table",
			columns: titles,
			rows
		}
	});
	return {
		id: "overview",
		title: "Overview",
		blocks: toPageBlocks(table)
	};
}
function buildTestbedView({ report, baselines }, index) {
	const { id } = report.observation.latest.testbed;
	return {
		id: `testbed-${index}`,
		title: toVisibleText(id),
		blocks: buildHistoryBlocks(report, baselines)
	};
}
function isBad({ observation: { causes, creeps } }) {
	return creeps.length > 0 || causes.some(({ status }) => status === "confirmed");
}

// src/wiring/report-page.ts
async function writeReportPage(path, request) {
	return await writePage(path, await buildPage(request));
}
async function* renderReportPage(request) {
	yield* renderPieces(await buildPage(request));
}
async function buildPage(request) {
	const { record, folder } = request;
	const samples = await packSamples(record, folder);
	const raw = await packRawFiles(await listRawFiles(request));
	return {
		page: buildReportPage({
			...request,
			packed: samples.packed,
			downloads: raw.downloads,
			madeBy: `warpgauge ${toolVersion}`
		}),
		parts: [...samples.parts, ...raw.parts]
	};
}
async function packSamples(record, folder) {
	const packed = /* @__PURE__ */ new Map();
	const parts = [];
	const logs = readGpuLogs(selectTimelineTrials(record), folder, createFileInspector(null));
	for await (const { trial, telemetry, notes } of logs) {
		const id = `samples-${packed.size}`;
		if (telemetry) parts.push({
			id,
			base64: await compressToBase64(Buffer.from(JSON.stringify(telemetry)))
		});
		packed.set(trial, {
			part: telemetry ? id : null,
			notes
		});
	}
	return {
		packed,
		parts
	};
}
const mostConfigBytes = 1048576;
async function listRawFiles({ folder, report, record }) {
	const config = await diskFileStore.readForeignText(folder, configCopy, mostConfigBytes);
	return [
		{
			name: "run.json",
			mediaType: "application/json",
			text: `${JSON.stringify(record, null, 1)}\n`
		},
		{
			name: "report.json",
			mediaType: "application/json",
			text: reportFiles["report.json"](report)
		},
		{
			name: "report.md",
			mediaType: "text/markdown",
			text: reportFiles["report.md"](report)
		},
		...config === null ? [] : [{
			name: configCopy,
			mediaType: "application/yaml",
			text: config
		}]
	];
}
async function writeHistoryPage(path, histories) {
	const { downloads, parts } = await packRawFiles(histories.map(({ testbedId, records }) => ({
		name: `${testbedId}.jsonl`,
		mediaType: "application/jsonl",
		text: records.map((record) => `${JSON.stringify(record)}\n`).join("")
	})));
	return await writePage(path, {
		page: buildHistoryPage({
			histories,
			downloads,
			madeBy: `warpgauge ${toolVersion}`
		}),
		parts
	});
}
const mostBytes = 1024 ** 3;
async function writePage(path, content) {
	let bytes = 0;
	async function* countBytes() {
		for await (const text of renderPieces(content)) {
			const piece = Buffer.from(text);
			bytes += piece.length;
			yield piece;
		}
	}
	await diskFileStore.writeBytes(path, countBytes(), mostBytes);
	return bytes;
}
async function* renderPieces({ page, parts }) {
	yield* renderPage(page, parts, await readPageAssets());
}
async function packRawFiles(files) {
	const packed = await Promise.all(files.map(async ({ name, mediaType, text }, index) => {
		const [content, part] = [Buffer.from(text), `raw-${index}`];
		return {
			download: {
				name,
				mediaType,
				part,
				bytes: content.length
			},
			part: {
				id: part,
				base64: await compressToBase64(content)
			}
		};
	}));
	return {
		downloads: packed.map(({ download }) => download),
		parts: packed.map(({ part }) => part)
	};
}
const directories = [join$1(import.meta.dirname, "..", "page"), join$1(import.meta.dirname, "..", "..", "dist", "page")];
async function readPageAssets() {
	const [script, style] = await Promise.all([readAsset("report.js"), readAsset("report.css")]);
	return {
		script,
		style,
		scriptSha256: computeSha256(script),
		styleSha256: computeSha256(style)
	};
}
async function readAsset(name) {
	for (const directory of directories) {
		const text = await readFile(join$1(directory, name), "utf8").catch(() => null);
		if (text !== null) return text;
	}
	throw new Error(`${name} of the page is not in ${directories[0]}: the bundle is incomplete`);
}
function computeSha256(text) {
	return createHash("sha256").update(text).digest("base64");
}

export { renderReportPage, writeHistoryPage, writeReportPage };