import { GpuLogRows, createFileInspector } from "./measuring.js";
import { diskFileStore } from "./foundation.js";
import { buildAllComparisons, buildCases, buildComparedGates, buildDerivedFigures, buildFindings, buildHeadline, buildNextSteps, buildPastRuns, buildProvenance, buildRequirements, buildSection, buildSections, buildStageTimes, buildTelemetrySummary, buildUndecidedGates, buildVerdictDetails, compareByWeight, compareKernels, comparedFields, configCopy, createAxis, createChart, createTable, createText, explainUnseen, findComparedTables, findKernelTable, formatChange, formatCommit, formatComparisonVerdict, formatKernelTitle, formatOtherMedians, formatPlace, formatVerdict$1 as formatVerdict, getGpuBytes, getOverallTone, getSamples, getTone, isMeasured, say, selectChanged, shortenKernel, summarizeOutcome, tabulate, toCode, toStatus, toTable, toVisibleText } from "./judging.js";
import { formatCaseId, hasAxes } from "./choices.js";
import { UserError, chooseChartScale, computeMedian, formatCount, formatCounted, formatEffect, formatInterval, formatMetricLabel, formatPercent, formatValue, readingLimits, summarize } from "./core.js";
import { buildHistoryPage, buildHistoryView } from "./history.js";
import { reportFiles } from "./reporters.js";
import { encodeClocksEvents, isPossible } from "./telemetry.js";
import { toolVersion } from "./version.js";
import { dirname, join as join$1, sep } from "node:path";
import { readFile } from "node:fs/promises";
import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

// src/reporters/html/page.ts
function* renderPage(page, parts, assets) {
	const policy = [
		"default-src 'none'",
		`script-src 'sha256-${assets.scriptSha256}'`,
		`style-src 'sha256-${assets.styleSha256}'`,
		"base-uri 'none'",
		"form-action 'none'"
	];
	const views = page.views.map((view) => ({
		...view,
		blocks: view.blocks.map(cutTable)
	}));
	yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(toVisibleText(page.title))}</title>
<style>${assets.style}</style>
</head>
<body>
<noscript>This page needs JavaScript for its charts. Without it, read report.md next to run.json, or run: warpgauge report DIR --format markdown</noscript>
<script type="application/json" id="page">${escapeJson(clean({
		...page,
		views
	}))}<\/script>
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
const mostRows = 2e3;
const lengths = {
	prose: 400 * 2,
	command: 2e3
};
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
	if (span.style === "ours" || span.style === "link" && /^https:\/\/[^\s]+$/.test(span.url)) return span;
	const text = toVisibleText(span.text, span.style === "code" ? span.maxLength : lengths[span.style]);
	if (span.style === "link") return {
		style: "prose",
		text
	};
	return span.style === "case" ? {
		...span,
		text,
		id: toVisibleText(span.id)
	} : {
		...span,
		text
	};
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
const mostCharts$1 = 80;
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
	const charts = sorted.slice(0, mostCharts$1).flatMap((comparison) => buildSampleChart(comparison, source));
	const hidden = sorted.length - mostCharts$1;
	const more = say`run.json has the samples of ${formatCounted(hidden, "more comparison")}.`;
	return hidden > 0 ? [...charts, createText({ lead: [more] })] : charts;
}
function buildSampleChart(comparison, source) {
	const samples = findSamples(comparison, source);
	const groups = [{
		name: comparison.reference,
		values: samples.base ?? []
	}, {
		name: "head",
		values: samples.head ?? []
	}].filter(({ values }) => values.length > 0);
	if (groups.length === 0) return [];
	const values = groups.flatMap((group) => group.values);
	const { factor, unit } = chooseChartScale(values, comparison.unit);
	const { effect, base, head, verdict, reason } = comparison;
	const other = base && head ? formatOtherMedians(effect, comparison.unit, [base.median, head.median]) : "";
	const missing = samples.base === void 0 && base !== null ? say` The samples of the reference are not available.` : [];
	const title = formatName(comparison);
	const scaled = groups.map((group) => ({
		name: group.name,
		values: group.values.map((value) => value * factor)
	}));
	const effectRow = effect === null ? null : buildEffectRow(comparison, title);
	const lead = [say`${formatComparisonVerdict(verdict)}: ${reason + other}.${missing}`];
	return [createChart({
		kind: "samples",
		title,
		unit,
		groups: scaled,
		effect: effectRow
	}, { lead })];
}
function buildEffectRow({ effect, interval, unit, verdict }, name) {
	const [value = null, low = null, high = null] = [effect, ...interval ?? []].map((share) => share === null || !Number.isFinite(share) ? null : share * 100);
	const note = `${verdict}, ${formatEffect(effect, unit)} (${formatInterval(interval, unit)})`;
	return {
		name,
		value,
		low,
		high,
		tone: getTone(verdict),
		note
	};
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
	const { suite, benchmark, metric } = comparison;
	const outcomes = source.outcomes.filter(isMeasured).filter(({ planned: { key } }) => key.suite === suite);
	const heads = outcomes.filter(({ planned: { key } }) => key.benchmark === benchmark);
	const ids = heads.flatMap(({ planned }) => source.references.get(planned.id) ?? []);
	const references = outcomes.filter(({ planned }) => ids.includes(planned.id));
	const stored = source.baselines.flatMap(({ suite: of, cases }) => cases.filter((one) => formatCaseId({
		suite: of,
		...one
	}) === formatCaseId(comparison)).flatMap(({ metrics }) => metrics.filter(({ name }) => name === metric)).map(({ samples }) => samples));
	return {
		base: findMatching(comparison.base, [...stored, ...references.map((one) => getSamples(one, metric))]),
		head: findMatching(comparison.head, heads.map((one) => getSamples(one, metric)))
	};
}
function findMatching(summary, lists) {
	return lists.find((samples) => {
		if (samples.length !== summary?.count) return false;
		const { median, min, max } = summarize(samples);
		return median === summary.median && min === summary.min && max === summary.max;
	});
}

// src/reporters/html/environment.ts
function buildEnvironmentBlocks(record, baselines) {
	const revisions = toTable(record.revisions, {
		Revision: ({ label }) => toCode(label),
		Requested: ({ ref }) => toCode(ref),
		Commit: ({ commit }) => formatCommit(commit),
		Problem: ({ problem }) => problem ?? "–"
	});
	const commands = toTable(Object.entries(record.commands), {
		Revision: ([label]) => toCode(label),
		Command: ([, argv]) => toCode(argv.join(" "), 1e3)
	});
	const datasets = toTable(record.datasets, {
		Dataset: ({ name }) => toCode(name),
		Kind: ({ kind }) => kind,
		"#Sequences": ({ sequences }) => sequences === null ? [] : formatCount(sequences),
		"#Size": ({ bytes }) => formatValue(bytes, "B"),
		"SHA-256": ({ sha256 }) => toCode(sha256.slice(0, 12))
	});
	const notes = baselines.length > 0 ? [] : [say`No committed baseline to compare this machine with.`];
	return [
		createTable(compareMachines(record, baselines), {
			title: say`Machines`,
			notes
		}),
		createTable(revisions, { title: say`Revisions` }),
		createTable(commands, { title: say`Commands` }),
		createTable(datasets, { title: say`Data` })
	];
}
function compareMachines(record, baselines) {
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
	const isCompared = sides.length > 1;
	const rows = [...comparedFields, ...informationalFields].map(({ label, read }) => {
		const values = sides.map(({ testbed }) => read(testbed));
		const isSame = values.every((value) => value === values[0]);
		const same = values[0] === null ? say`unknown` : say`same`;
		const mark = isCompared ? [isSame ? same : toStatus("🟡", "differs", "unsure")] : [];
		return [
			say`${label}`,
			...values.map((value) => say`${value ?? "unknown"}`),
			...mark
		];
	});
	return {
		columns: [
			say`Field`,
			...sides.map(({ name }) => name),
			...isCompared ? [say`Match`] : []
		].map((title) => ({
			title,
			isNumeric: false
		})),
		rows
	};
}
const informationalFields = [{
	label: "main memory",
	read: ({ memoryBytes }) => memoryBytes > 0 ? formatValue(memoryBytes, "B") : null
}, {
	label: "kernel",
	read: ({ kernel }) => kernel
}];
function dropDuplicates(sides) {
	const texts = sides.map(({ testbed }) => JSON.stringify(testbed));
	return sides.filter((_, index) => texts.indexOf(texts[index] ?? "") === index || sides.length === 2);
}

// src/reporters/html/kernels.ts
const mostBars = 30;
const mostOpenRows = 40;
const pageName = 110;
function buildKernelView(sections, record, baselines) {
	const pairs = listPairs(record, baselines);
	return sections.flatMap((section) => {
		const pair = pairs.find(({ title }) => title === section.title);
		return pair ? buildPair(section, pair) : [buildSection(section, false)];
	});
}
function listPairs(record, baselines) {
	const { plan, trials, testbed } = record;
	const find = (id) => findKernelTable(trials, id, getGpuBytes(testbed));
	const runs = plan.comparisons.map((comparison) => [formatKernelTitle(comparison.head, "base"), ...findComparedTables(comparison, trials, getGpuBytes(testbed))]);
	const stored = baselines.flatMap(({ suite, cases }) => cases.map(({ kernels, ...one }) => {
		const id = formatCaseId({
			suite,
			...one
		});
		return [
			formatKernelTitle(id, "baseline"),
			kernels ?? null,
			find(id)
		];
	}));
	return [...runs, ...stored].flatMap(([title, before, after]) => {
		const isComplete = [before, after].every((table) => explainUnseen("", table, false).length === 0);
		return before && after && isComplete ? [{
			title,
			before,
			after
		}] : [];
	});
}
function buildPair({ title, notes }, { before, after }) {
	const compared = compareKernels(before, after);
	const lead = notes.map((note) => say`${note}`);
	return [
		createText({
			title: say`${title}`,
			lead
		}),
		...buildChart$1(compared),
		...buildTable(compared)
	];
}
function buildChart$1(compared) {
	const changed = compared.isShared ? [] : selectChanged(compared).slice(0, mostBars);
	if (changed.length === 0) return [];
	const rest = compared.change - changed.reduce((sum, { change }) => sum + change, 0);
	const { factor, unit } = chooseChartScale([...changed.map(({ change }) => change), rest], "s");
	const rows = changed.map((row) => {
		const tone = row.change > 0 ? "bad" : "good";
		return {
			name: `${formatKernel(row)}: ${describeLaunches(row)}`,
			...placeBar(row.change * factor),
			tone
		};
	});
	const others = compared.rows.length - changed.length;
	const last = {
		name: formatCounted(others, "other kernel"),
		...placeBar(rest * factor),
		tone: "quiet"
	};
	const all = others > 0 ? [...rows, last] : rows;
	return [createChart({
		kind: "intervals",
		title: "Change of the time of each kernel",
		unit,
		reference: {
			value: 0,
			label: "no change"
		},
		rows: all
	})];
}
function placeBar(value) {
	return {
		value,
		low: Math.min(0, value),
		high: Math.max(0, value),
		note: ""
	};
}
function describeLaunches({ base, head }) {
	const [before, after] = [base, head].map((use) => formatCount(use?.launches ?? 0));
	return before === after ? `${before} launches` : `${before} → ${after} launches`;
}
function formatKernel({ name, headName }, length) {
	return (headName === name ? [name] : [name, headName]).map((one) => shortenKernel(one, length)).join(" → ");
}
function buildTable(compared) {
	const { change, isShared } = compared;
	const rows = compared.rows.toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change) || (other.head?.seconds ?? 0) - (one.head?.seconds ?? 0));
	const frame = {
		noun: "kernels",
		isFolded: rows.length > mostOpenRows
	};
	const sizes = {
		No: (row) => -rows.indexOf(row),
		"Launches before": ({ base }) => base?.launches ?? 0,
		"Launches after": ({ head }) => head?.launches ?? 0,
		"Time before": ({ base }) => base?.seconds ?? 0,
		"Time after": ({ head }) => head?.seconds ?? 0,
		Change: (row) => row.change
	};
	const blocks = tabulate(rows, {
		"#No": (_, index) => String(index + 1),
		Kernel: (row) => toCode(formatKernel(row, pageName), 330),
		"#Launches before": ({ base }) => base ? formatCount(base.launches) : "–",
		"#Launches after": ({ head }) => head ? formatCount(head.launches) : "–",
		"#Time before": ({ base }) => formatValue(base?.seconds ?? null, "s"),
		"#Time after": ({ head }) => formatValue(head?.seconds ?? null, "s"),
		"#Change": (row) => formatContribution(row.change, isShared ? 0 : change),
		"Grids of blocks": ({ base, head }) => describeShapes(base?.shapes, head?.shapes)
	}, {
		...frame,
		title: say`All kernels`
	});
	const names = rows.map(({ name, headName }, index) => ({
		index,
		name: headName === name ? name : `${name} → ${headName}`
	}));
	return [...blocks.map((block) => ({
		...block,
		columns: block.columns.map((column) => {
			const size = sizes[column.title.map(({ text }) => text).join("")];
			return size ? {
				...column,
				values: rows.map(size)
			} : column;
		})
	})), ...tabulate(names, {
		"#No": ({ index }) => String(index + 1),
		"Complete name": ({ name }) => toCode(name, readingLimits.name)
	}, {
		...frame,
		title: say`Complete names of the kernels`,
		isFolded: true
	})];
}
function formatContribution(seconds, all) {
	const size = formatChange(seconds);
	return seconds === 0 ? "–" : all === 0 ? size : `${size} (${formatPercent(seconds / all, 0)})`;
}
function describeShapes(before, after) {
	return before === void 0 || after === void 0 || before === after ? before ?? after ?? "" : `${before} → ${after}`;
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
function buildMemoryBlocks({ trials }, { derived, cases }, findKey) {
	const watched = trials.filter(({ memory, failure }) => memory && failure === null);
	const last = [...Map.groupBy(watched, ({ caseId }) => caseId).values()].flatMap((own) => own.at(-1) ?? []);
	const known = new Set(cases.map(({ suite }) => suite));
	const charts = last.flatMap(({ caseId, index, memory }) => {
		const key = findKey(caseId);
		const series = memory?.series.filter(({ points }) => points.length > 1) ?? [];
		if (!memory || !key || !known.has(key.suite) || series.length === 0) return [];
		const slopes = derived.filter(({ name, suite, axes }) => name === "memory_slope" && suite === key.suite && hasAxes(axes, key.axes));
		return [buildChart(`Memory of ${caseId}, run ${index + 1}`, {
			...memory,
			series
		}, slopes)];
	});
	const hidden = charts.length - mostCharts;
	const more = say`The memory of ${formatCounted(hidden, "more case")} is not shown.`;
	return [...charts.slice(0, mostCharts), ...hidden > 0 ? [createText({ lead: [more] })] : []];
}
function buildChart(title, { series, visits }, slopes) {
	const bytes = series.flatMap(({ points }) => points.map((point) => point.bytes));
	const { axis: y, factor } = createAxis("memory", "B", bytes, true);
	const curves = series.flatMap((one) => {
		const { gpu, quantity, points } = one;
		const name = gpu === null ? quantityNames[quantity] : `GPU ${gpu}, ${quantityNames[quantity]}`;
		const line = points.map((point) => ({
			x: point.seconds,
			y: point.bytes * factor
		}));
		const trend = buildTrend(one, visits, slopes).map((point) => ({
			...point,
			y: point.y * factor
		}));
		const slope = {
			name: `${name}: slope`,
			style: "dashes",
			points: trend
		};
		return [{
			name,
			style: "line",
			points: line
		}, ...trend.length > 0 ? [slope] : []];
	});
	return createChart({
		kind: "curves",
		title,
		x: {
			label: "time since start",
			unit: "s",
			isFromZero: true
		},
		y,
		curves,
		marks: []
	});
}
function buildTrend({ quantity, gpu, points }, visits, slopes) {
	const slope = slopes.find(({ axes }) => axes["memory"] === quantity && (gpu === null || axes["gpu"] === gpu))?.value;
	const ends = visits.toSorted((one, other) => other.endsSeconds.length - one.endsSeconds.length)[0]?.endsSeconds ?? [];
	if (slope === void 0 || slope === null || ends.length < 2) return [];
	const heights = ends.flatMap((end, index) => {
		const start = ends[index - 1] ?? 0;
		const inside = points.filter(({ seconds }) => seconds > start && seconds <= end).map(({ bytes }) => bytes);
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
function hasTimes({ telemetry, stages }) {
	return telemetry !== null || stages.some(({ startedMs, endedMs }) => startedMs !== null && endedMs !== null);
}
function selectTimelineTrials({ trials }) {
	const shown = trials.filter(hasTimes);
	if (shown.length <= mostRuns) return shown;
	return [...Map.groupBy(shown, ({ caseId }) => caseId).values()].flatMap((own) => own.at(-1) ?? []).slice(0, mostRuns);
}
function buildTimelineBlock(record, packed) {
	const selected = selectTimelineTrials(record);
	const runs = selected.flatMap((trial) => buildRun(trial, packed.get(trial)));
	if (runs.length === 0) return [];
	const hidden = record.trials.filter(hasTimes).length - selected.length;
	const more = say`${formatCounted(hidden, "more run")} not shown: above ${mostRuns} runs, only the last one of each case is.`;
	return [{
		...createText({}),
		kind: "timeline",
		runs
	}, ...hidden > 0 ? [createText({ lead: [more] })] : []];
}
function buildRun(trial, { part, notes } = {
	part: null,
	notes: []
}) {
	const stages = trial.stages.flatMap(({ stage, startedMs, endedMs }) => startedMs === null || endedMs === null || endedMs < startedMs ? [] : [{
		name: stage,
		startMs: startedMs,
		endMs: endedMs
	}]);
	const { telemetry } = trial;
	const startMs = Math.min(...stages.map((stage) => stage.startMs), telemetry?.startedMs ?? Number.POSITIVE_INFINITY);
	const endMs = Math.max(...stages.map((stage) => stage.endMs), telemetry?.endedMs ?? Number.NEGATIVE_INFINITY);
	if (!(endMs > startMs)) return [];
	const own = {
		name: formatRunName(trial),
		startMs,
		endMs,
		stages,
		part
	};
	if (!telemetry) return [{
		...own,
		events: [],
		notes,
		summary: null
	}];
	const events = telemetry.events.slice(0, mostEvents).map(({ gpu, kind, detail, timeMs }) => ({
		timeMs,
		label: `GPU ${gpu}: ${kind} ${detail}`
	}));
	const summary = telemetry.gpus.length > 0 ? buildSummary(telemetry) : null;
	const hidden = telemetry.events.length - events.length;
	const more = hidden > 0 ? [`${formatCounted(hidden, "more event")} not shown`] : [];
	return [{
		...own,
		events,
		notes: [
			...notes,
			...telemetry.problems,
			...more
		],
		summary
	}];
}
function formatRunName({ caseId, index, isWarmup, isRecorded, failure, contamination }) {
	const contaminated = contamination.length > 0 ? ", contaminated" : "";
	const state = isRecorded ? ", recorded" : isWarmup ? ", warm-up" : failure !== null ? `, failed (${failure.kind})` : contaminated;
	return `${caseId} · run ${index + 1}${state}`;
}
function buildSummary({ gpus }) {
	return toTable(gpus, {
		GPU: ({ gpu }) => String(gpu),
		"#Utilization": ({ utilizationPercent }) => formatSpread(utilizationPercent, "%"),
		"#SM activity": ({ smUtilization }) => formatSpread(smUtilization, "share"),
		"#Peak memory": ({ memoryUsedBytes }) => formatValue(memoryUsedBytes?.max ?? null, "B"),
		"#Power": ({ powerWatts }) => formatSpread(powerWatts, "W"),
		"#Highest temperature": ({ temperatureCelsius }) => formatValue(temperatureCelsius?.max ?? null, "°C"),
		"#Energy": ({ energyJoules }) => formatValue(energyJoules, "J"),
		"Lowered clocks": formatThrottling
	});
}
function formatSpread(spread, unit) {
	if (!spread) return "–";
	return `${formatValue(spread.mean, unit)} (${formatValue(spread.p5, unit)} to ${formatValue(spread.p95, unit)})`;
}
function formatThrottling({ clocksEventShares }) {
	if (clocksEventShares === null) return "unknown";
	return Object.entries(clocksEventShares).filter(([reason]) => reason !== "gpu-idle").map(([reason, share]) => `${reason} ${formatValue(share, "share")}`).join(", ") || "never";
}

// src/reporters/html/report-page.ts
function buildReportPage(input) {
	const { report, record } = input;
	return {
		title: `${report.title}: ${report.verdict}`,
		madeBy: `${input.madeBy} from run ${record.runId}`,
		headline: formatVerdict(report).title,
		tone: getOverallTone(report.verdict),
		views: listViews(input).map(([id, title, blocks]) => ({
			id,
			title,
			blocks
		})).filter(({ blocks }) => blocks.length > 0),
		downloads: input.downloads
	};
}
function listViews(input) {
	const { report, record, baselines, histories, unreadable = [], packed } = input;
	const source = createSampleSource(record, baselines);
	const { kernels = [], others = [] } = Object.groupBy(report.sections, ({ id }) => id.startsWith("kernels-") ? "kernels" : "others");
	const pick = createSectionPicker({
		...report,
		sections: others
	});
	const findKey = (id) => record.plan.cases.find((planned) => planned.id === id)?.key;
	const samples = buildSampleCharts(report.comparisons, source);
	const timeline = buildTimelineBlock(record, packed);
	const stages = report.testbed.deviceKind === "gpu" ? "Stages and GPUs" : "Stages";
	const memory = buildMemoryBlocks(record, report, findKey);
	const history = histories.flatMap((one) => buildHistoryView(one, baselines));
	const unread = unreadable.map((id) => createText({ lead: [say`No record of testbed ${toCode(id)} can be read.`] }));
	return [
		[
			"overview",
			"Overview",
			buildOverview(report)
		],
		[
			"comparisons",
			"Comparisons",
			[...samples, ...buildAllComparisons(report)]
		],
		[
			"scaling",
			"Scaling",
			pick("scaling", "stage-scaling")
		],
		[
			"timeline",
			stages,
			[...timeline, ...pick("stages", "bottlenecks", "throughput", "gpu")]
		],
		[
			"kernels",
			"Kernels",
			buildKernelView(kernels, record, baselines)
		],
		[
			"memory",
			"Memory",
			[...memory, ...pick("memory", "out-of-memory")]
		],
		[
			"sweep",
			"Settings",
			pick("sweep")
		],
		[
			"equivalence",
			"Equivalence",
			pick("equivalence")
		],
		[
			"history",
			"History",
			[
				...buildPastRuns(report),
				...history,
				...unread
			]
		],
		[
			"environment",
			"Environment",
			[...buildEnvironmentBlocks(record, baselines), ...pick("machine")]
		],
		[
			"details",
			"Details",
			[
				...pick(""),
				buildVerdictDetails(report),
				...buildCases(report),
				...buildDerivedFigures(report)
			]
		]
	];
}
function buildOverview(report) {
	const limits = buildRequirements(report);
	return [
		{
			...buildHeadline(report),
			title: null
		},
		...buildComparedGates(report),
		...buildEffectIntervals(report.comparisons),
		...buildUndecidedGates(report),
		...limits.filter(({ isFolded }) => !isFolded),
		...buildStageTimes(report),
		...buildFindings(report),
		...buildNextSteps(report),
		buildProvenance(report, null),
		...buildTelemetrySummary(report),
		...limits.filter(({ isFolded }) => isFolded)
	];
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
		const sinceMs = timeMs - this.#startMs;
		const track = sinceMs < 0 ? null : this.#tracks.get(gpu) ?? this.#open(gpu, timeMs);
		if (!track || timeMs < track.lastMs) return false;
		while (sinceMs >= this.#bucketMs * this.#maxBuckets) this.#mergeBuckets();
		const at = Math.floor(sinceMs / this.#bucketMs);
		const last = track.buckets.at(-1);
		const bucket = last?.at === at ? last : {
			at,
			flags: 0,
			counts: fill(0),
			sums: fill(0),
			lows: fill(1e400),
			highs: fill(-1e400)
		};
		if (bucket !== last) track.buckets.push(bucket);
		addReading(bucket, values, flags);
		track.readings += 1;
		track.lastMs = timeMs;
		return true;
	}
	finish() {
		const tracks = [...this.#tracks.values()];
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
var TelemetryLog = class {
	#buckets;
	#decoder = new TextDecoder();
	#rows = new GpuLogRows();
	#values = new Float64Array(telemetryQuantities.length);
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
			skipped: this.#skipped + this.#rows.broken
		};
	}
	#readLine(line) {
		const reading = line.length > maxLine ? null : this.#rows.read(line);
		if (reading === null) {
			this.#skipped += line.length > maxLine ? 1 : 0;
			return;
		}
		for (const [index, { name, factor }] of telemetryQuantities.entries()) {
			const value = reading[name] ?? NaN;
			this.#values[index] = isPossible(name, value) ? value * factor : NaN;
		}
		if (!this.#buckets.add(reading.gpu, reading.timeMs, this.#values, encodeClocksEvents(reading))) this.#skipped += 1;
	}
};

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
	const { record, report, folder } = request;
	const { packed, parts } = await packSamples(record, folder);
	const config = await diskFileStore.readForeignText(folder, configCopy, mostConfigBytes);
	const raw = await packRawFiles([
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
	]);
	return {
		page: buildReportPage({
			...request,
			packed,
			downloads: raw.downloads,
			madeBy: `warpgauge ${toolVersion}`
		}),
		parts: [...parts, ...raw.parts]
	};
}
const mostConfigBytes = 1048576;
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
async function writeHistoryPage(path, histories, unreadable = []) {
	const { downloads, parts } = await packRawFiles(histories.map(({ testbedId, records }) => ({
		name: `${testbedId}.jsonl`,
		mediaType: "application/jsonl",
		text: records.map((record) => `${JSON.stringify(record)}\n`).join("")
	})));
	return await writePage(path, {
		page: buildHistoryPage({
			histories,
			unreadable,
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
async function* renderPieces({ page, parts }) {
	const [script, style] = await Promise.all([readAsset("report.js"), readAsset("report.css")]);
	const hashes = {
		scriptSha256: hash("sha256", script, "base64"),
		styleSha256: hash("sha256", style, "base64")
	};
	yield* renderPage(page, parts, {
		script,
		style,
		...hashes
	});
}
async function readAsset(name) {
	for (const directory of directories) {
		const text = await readFile(join$1(directory, name), "utf8").catch(() => null);
		if (text !== null) return text;
	}
	throw new Error(`${name} of the page is not in ${directories[0]}: the bundle is incomplete`);
}
const compress = promisify(gzip);
async function compressToBase64(bytes) {
	return (await compress(bytes, { level: 6 })).toString("base64");
}

export { renderReportPage, writeHistoryPage, writeReportPage };