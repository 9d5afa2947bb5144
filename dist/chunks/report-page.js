import { createFileInspector, reportFiles } from "./measuring.js";
import { diskFileStore } from "./foundation.js";
import { buildAllComparisons, buildCases, buildComparedGates, buildDerivedFigures, buildFindings, buildHeadline as buildHeadline$1, buildNextSteps, buildPastRuns, buildProvenance, buildRequirements, buildSections, buildStageTimes, buildTelemetrySummary, buildUndecidedGates, buildVerdictDetails, compareByWeight, comparedFields, configCopy, createAxis, createChart, createTable, createText, formatCommit, formatComparisonVerdict, formatMetricLabel, formatOtherMedians, formatPlace, formatVerdict, getOverallTone, getTone, say, summarizeOutcome, toCode, toStatus, toTable, toVisibleText } from "./judging.js";
import { formatCaseId, hasAxes } from "./choices.js";
import { UserError, chooseChartScale, clocksEventReasons, computeMedian, formatCount, formatCounted, formatEffect, formatInterval, formatValue, summarize } from "./core.js";
import { computePointValue, formatSeriesName as formatSeriesName$1 } from "./shift.js";
import { buildHistoryBlocks, describeAbsence, describeUnresolved } from "./history-summary.js";
import { isPossible } from "./telemetry.js";
import { toolVersion } from "./version.js";
import { dirname, join as join$1, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

// src/io/files/gzip-base64.ts
const compress = promisify(gzip);
async function compressToBase64(bytes) {
	return (await compress(bytes, { level: 6 })).toString("base64");
}

// src/reporters/html/page.ts
function* renderPage(page, parts, assets) {
	yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${formatPolicy(assets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(toVisibleText(page.title))}</title>
<style>${assets.style}</style>
</head>
<body>
<noscript>This page needs JavaScript for its charts. Without it, read report.md next to run.json, or run: warpgauge report DIR --format markdown</noscript>
<script type="application/json" id="page">${escapeJson(clean(cutTables(page)))}<\/script>
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
const mostRows = 2e3;
const longestCommand = 2e3;
function cutTables(page) {
	return {
		...page,
		views: page.views.map((view) => ({
			...view,
			blocks: view.blocks.map(cutTable)
		}))
	};
}
function cutTable(block) {
	if (block.kind !== "table" || block.rows.length <= mostRows) return block;
	const note = say`report.json has ${block.rows.length - mostRows} more ${block.noun}.`;
	return {
		...block,
		rows: block.rows.slice(0, mostRows),
		notes: [...block.notes, note]
	};
}
function clean(value) {
	if (typeof value === "string") return toVisibleText(value, 400);
	if (Array.isArray(value)) return value.map(clean);
	if (typeof value !== "object" || value === null) return value;
	if (isSpan(value)) return cleanSpan(value);
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]));
}
function isSpan(value) {
	return "style" in value && "text" in value;
}
function cleanSpan(span) {
	switch (span.style) {
		case "ours": return span;
		case "prose": return {
			...span,
			text: toVisibleText(span.text, 400 * 2)
		};
		case "code": return {
			...span,
			text: toVisibleText(span.text, span.maxLength)
		};
		case "command": return {
			...span,
			text: toVisibleText(span.text, longestCommand)
		};
		case "link": return /^https:\/\/[^\s]+$/.test(span.url) ? span : {
			style: "prose",
			text: toVisibleText(span.text)
		};
		case "case": return {
			...span,
			text: toVisibleText(span.text),
			id: toVisibleText(span.id)
		};
		case "status": return {
			...span,
			text: toVisibleText(span.text)
		};
		default: return span;
	}
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

// src/reporters/html/comparisons.ts
const mostCharts$2 = 80;
const mostIntervals = 60;
function buildEffectIntervals(comparisons) {
	const shown = comparisons.filter(({ effect }) => effect !== null && Number.isFinite(effect)).toSorted(compareByWeight);
	if (shown.length === 0) return [];
	const hidden = shown.length - mostIntervals;
	const isOneCase = new Set(shown.map(formatPlace)).size === 1;
	const rows = shown.slice(0, mostIntervals).map((item) => buildEffectRow(item, isOneCase ? formatMetricLabel(item.metric) : formatName(item)));
	const title = "Effects with their 95 % intervals";
	const reference = {
		value: 0,
		label: "no change"
	};
	const notes = hidden > 0 ? [say`The table of all comparisons has ${hidden} more.`] : [];
	return [createChart({
		kind: "intervals",
		title,
		unit: "%",
		reference,
		rows
	}, { notes })];
}
function buildSampleCharts(comparisons, source) {
	const sorted = comparisons.toSorted(compareByWeight);
	const charts = sorted.slice(0, mostCharts$2).flatMap((comparison) => buildSampleChart(comparison, source));
	const hidden = sorted.length - mostCharts$2;
	const more = say`run.json has the samples of ${formatCounted(hidden, "more comparison")}.`;
	return hidden > 0 ? [...charts, createText({ lead: [more] })] : charts;
}
function buildSampleChart(comparison, source) {
	const { base, head } = findSamples(comparison, source);
	const groups = [{
		name: comparison.reference,
		values: base
	}, {
		name: "head",
		values: head
	}].flatMap(({ name, values }) => values === null ? [] : [{
		name,
		values
	}]);
	if (groups.length === 0) return [];
	const { factor, unit } = chooseChartScale(groups.flatMap(({ values }) => values), comparison.unit);
	const { effect, base: before, head: after } = comparison;
	const other = before && after ? formatOtherMedians(effect, comparison.unit, [before.median, after.median]) : "";
	const missing = base === null && comparison.base !== null ? say` The samples of the reference are not available.` : [];
	return [createChart({
		kind: "samples",
		title: formatName(comparison),
		unit,
		groups: groups.map(({ name, values }) => ({
			name,
			values: values.map((value) => value * factor)
		})),
		effect: comparison.effect === null ? null : buildEffectRow(comparison, formatName(comparison))
	}, { lead: [say`${formatComparisonVerdict(comparison.verdict)}: ${comparison.reason + other}.${missing}`] })];
}
function buildEffectRow({ effect, interval, unit, verdict }, name) {
	return {
		name,
		value: toPercent(effect),
		low: toPercent(interval?.[0] ?? null),
		high: toPercent(interval?.[1] ?? null),
		tone: getTone(verdict),
		note: `${verdict}, ${formatEffect(effect, unit)} (${formatInterval(interval, unit)})`
	};
}
function toPercent(share) {
	return share === null || !Number.isFinite(share) ? null : share * 100;
}
function formatName(comparison) {
	return `${formatMetricLabel(comparison.metric)} · ${formatPlace(comparison)}`;
}
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

// src/reporters/html/environment.ts
function buildEnvironmentBlocks(record, baselines) {
	return [
		buildMachines(record, baselines),
		buildRevisions(record),
		createTable(["Revision", "Command"], Object.entries(record.commands).map(([label, argv]) => [toCode(label), toCode(argv.join(" "), 1e3)]), { title: say`Commands` }),
		buildDatasets(record)
	];
}
function buildMachines(record, baselines) {
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
	const rows = [...comparedFields, ...informationalFields].map(({ label, read }) => {
		const values = sides.map(({ testbed }) => read(testbed));
		const isSame = values.every((value) => value === values[0]);
		const mark = sides.length < 2 ? [] : [isSame ? say`same` : toStatus("🟡", "differs", "unsure")];
		return [
			say`${label}`,
			...values.map((value) => say`${value ?? "unknown"}`),
			...mark
		];
	});
	const columns = [
		"Field",
		...sides.map(({ name }) => ({
			title: name,
			isNumeric: false
		})),
		...sides.length < 2 ? [] : ["Match"]
	];
	const notes = baselines.length > 0 ? [] : [say`No committed baseline to compare this machine with.`];
	return createTable(columns, rows, {
		title: say`Machines`,
		notes
	});
}
const informationalFields = [{
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
function buildRevisions({ revisions }) {
	const rows = revisions.map(({ label, ref, commit, problem }) => [
		toCode(label),
		toCode(ref),
		formatCommit(commit),
		say`${problem ?? "–"}`
	]);
	return createTable([
		"Revision",
		"Requested",
		"Commit",
		"Problem"
	], rows, { title: say`Revisions` });
}
function buildDatasets({ datasets }) {
	const rows = datasets.map(({ name, kind, sequences, bytes, sha256 }) => [
		toCode(name),
		say`${kind}`,
		sequences === null ? say`` : say`${formatCount(sequences)}`,
		say`${formatValue(bytes, "B")}`,
		toCode(sha256.slice(0, 12))
	]);
	return createTable([
		"Dataset",
		"Kind",
		"#Sequences",
		"#Size",
		"SHA-256"
	], rows, { title: say`Data` });
}

// src/reporters/html/history.ts
function buildHistoryPage({ histories, downloads, madeBy }) {
	const { icon, tone, sentence } = buildHeadline(histories.map(({ report }) => report));
	return {
		title: "History",
		madeBy,
		headline: say`${toStatus(icon, "History", tone)}: ${sentence}`,
		tone,
		views: [buildOverview$1(histories.map(({ report }) => report)), ...histories.map(buildTestbedView)],
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
	const testbeds = formatCounted(reports.length, "testbed");
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
function buildOverview$1(reports) {
	const rows = reports.map(({ observation, runs }) => [
		toCode(observation.latest.testbed.id),
		say`${formatCount(runs)}`,
		say`${toCode(observation.latest.commit.slice(0, 7))} ${observation.latest.measuredAt}`,
		say`${formatCount(observation.causes.length)}`,
		say`${formatCount(observation.creeps.length)}`,
		say`${formatCount(observation.unresolved.length)}`
	]);
	return {
		id: "overview",
		title: "Overview",
		blocks: [createTable([
			"Testbed",
			"#Runs",
			"Latest",
			"#Persistent regressions",
			"#Drifting metrics",
			"#Inconclusive metrics"
		], rows, { title: say`Testbeds` })]
	};
}
function buildTestbedView({ report, baselines }, index) {
	const { id } = report.observation.latest.testbed;
	return {
		id: `testbed-${index}`,
		title: id,
		blocks: buildHistoryView(report, baselines)
	};
}
function isBad({ observation: { causes, creeps } }) {
	return creeps.length > 0 || causes.some(({ status }) => status === "confirmed");
}
const mostCharts$1 = 60;
function buildHistoryView(report, baselines) {
	const { histories, shifts } = report.observation;
	const measured = histories.filter(({ points }) => points.some((point) => Number.isFinite(computePointValue(point))));
	const countLastingShifts = (history) => selectShifts(history, shifts).filter(({ isLasting }) => isLasting).length;
	const sorted = measured.toSorted((one, other) => countLastingShifts(other) - countLastingShifts(one));
	const hidden = sorted.length - mostCharts$1;
	const more = say`${formatCounted(hidden, "more metric")} without a change not shown.`;
	const charts = sorted.slice(0, mostCharts$1).map((history) => buildChart$1(history, report, baselines));
	const [first, ...others] = buildHistoryBlocks(report);
	const opening = first && {
		...first,
		title: null,
		lead: [say`${formatCounted(report.runs, "run")} checked.`]
	};
	return [
		...opening ? [opening] : [],
		...others,
		...charts,
		...hidden > 0 ? [createText({ lead: [more] })] : []
	];
}
function buildChart$1(history, report, baselines) {
	const { key, metric, points } = history;
	const own = selectShifts(history, report.observation.shifts);
	const y = createAxis(metric.name, metric.unit, points.flatMap(({ samples }) => samples));
	const dots = points.flatMap((point, x) => {
		const samples = point.samples.filter(Number.isFinite).map((value) => value * y.factor);
		if (samples.length === 0) return [];
		const note = `${point.commit.slice(0, 7)}, ${point.time}`;
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
	const notes = own.map(({ change, good, bad, isWorse, isLasting }) => say`${formatEffect(change.effect)} ${isWorse ? "worse" : "better"} after ${good.commit.slice(0, 7)}, up to ${bad.commit.slice(0, 7)}: ${change.status}${isLasting ? "" : ", recovered since"}.`);
	const unresolved = report.observation.unresolved.filter((one) => one.history.id === history.id);
	const words = points.map(({ commit }) => commit.slice(0, 7));
	return createChart({
		kind: "curves",
		title: formatSeriesName$1(key, metric),
		x: {
			label: "runs",
			unit: "",
			isFromZero: false,
			words
		},
		y: y.axis,
		curves,
		marks: [...own.map((shift) => buildMark(shift)), ...buildAnchorMarks(history, report)]
	}, { notes: [...notes, ...unresolved.map((one) => say`Inconclusive: ${describeUnresolved(one)}.`)] });
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
			label,
			tone: "quiet"
		}];
	});
}

// src/reporters/html/memory.ts
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
		return [buildChart(trial, series, derived.filter(({ name, suite, axes }) => name === "memory_slope" && suite === key.suite && hasAxes(axes, key.axes)))];
	});
}
function buildChart(trial, series, slopes) {
	const y = createAxis("memory", "B", series.flatMap(({ points }) => points.map(({ bytes }) => bytes)), true);
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
	const x = {
		label: "time since start",
		unit: "s",
		isFromZero: true
	};
	const title = `Memory of ${trial.caseId}, run ${trial.index + 1}`;
	return createChart({
		kind: "curves",
		title,
		x,
		y: y.axis,
		curves,
		marks: []
	});
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

// src/reporters/html/timeline.ts
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
		...createText({}),
		kind: "timeline",
		runs
	}];
}
function buildRun(trial, packed = {
	part: null,
	notes: []
}) {
	const stages = trial.stages.flatMap(({ stage, startedMs, endedMs }) => startedMs === null || endedMs === null || endedMs < startedMs ? [] : [{
		name: stage,
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
		label: `GPU ${gpu}: ${kind} ${detail}`
	}));
	return [{
		name: formatRunName(trial),
		startMs,
		endMs,
		stages,
		events,
		part: packed.part,
		notes: [...packed.notes, ...telemetry?.problems ?? []],
		summary: telemetry && telemetry.gpus.length > 0 ? buildSummary(telemetry) : null
	}];
}
function formatRunName(trial) {
	const state = trial.isWarmup ? ", warm-up" : trial.failure !== null ? `, failed (${trial.failure.kind})` : trial.contamination.length > 0 ? ", contaminated" : "";
	return `${trial.caseId} · run ${trial.index + 1}${state}`;
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
	return toTable([...titles, "Lowered clocks"], rows);
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
function buildReportPage(input) {
	const { report, record } = input;
	return {
		title: `${report.title}: ${report.verdict}`,
		madeBy: `${input.madeBy} from run ${record.runId}`,
		headline: formatVerdict(report).title,
		tone: getOverallTone(report.verdict),
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
		createView("overview", "Overview", buildOverview(report)),
		createView("comparisons", "Comparisons", [...buildSampleCharts(report.comparisons, source), ...buildAllComparisons(report)]),
		createView("scaling", "Scaling", pickSections("scaling", "stage-scaling")),
		createView("timeline", report.testbed.deviceKind === "gpu" ? "Stages and GPUs" : "Stages", [...buildTimelineBlock(selectTimelineTrials(record), input.packed), ...pickSections("stages", "bottlenecks", "throughput", "gpu")]),
		createView("memory", "Memory", [...buildMemoryBlocks(record, report, findKey), ...pickSections("memory", "out-of-memory")]),
		createView("sweep", "Settings", pickSections("sweep")),
		createView("equivalence", "Equivalence", pickSections("equivalence")),
		createView("history", "History", [...buildPastRuns(report), ...input.histories.flatMap((history) => buildHistoryView(history, baselines))]),
		createView("environment", "Environment", [...buildEnvironmentBlocks(record, baselines), ...pickSections("machine")]),
		createView("details", "Details", [
			...pickSections(""),
			buildVerdictDetails(report),
			...buildCases(report),
			...buildDerivedFigures(report)
		])
	];
}
function buildOverview(report) {
	const limits = buildRequirements(report);
	return [
		{
			...buildHeadline$1(report),
			title: null
		},
		...buildComparedGates(report),
		...buildEffectIntervals(report.comparisons),
		...buildUndecidedGates(report),
		...limits.filter(({ isFolded }) => !isFolded),
		...buildStageTimes(report),
		...buildFindings(report),
		...buildNextSteps(report),
		buildProvenance(report, noLocation),
		...buildTelemetrySummary(report),
		...limits.filter(({ isFolded }) => isFolded)
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
	const tables = buildSections(report);
	const left = new Set(report.sections);
	return (...starts) => starts.flatMap((start) => [...left].flatMap((section) => {
		if (start !== "" && section.id !== start && !section.id.startsWith(`${start}-`)) return [];
		left.delete(section);
		const table = tables[report.sections.indexOf(section)];
		return [...section.charts ?? [], ...table ? [table] : []];
	}));
}

// src/domain/page/telemetry-buckets.ts
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