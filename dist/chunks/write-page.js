import { computeMedian } from "./core.js";
import { diskFileStore } from "./foundation.js";
import { formatCaseId } from "./choices.js";
import { chooseChartScale, formatCount, formatEffect, preventBreaks, say, toVisibleText } from "./judging.js";
import { computePointValue, formatSeriesName } from "./shift.js";
import { buildHistoryParts, describeUnresolved } from "./history-summary.js";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { readFile } from "node:fs/promises";

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

// src/reporters/html/history-blocks.ts
const mostCharts = 60;
function buildHistoryBlocks(report, baselines) {
	const { histories, shifts } = report.observation;
	const measured = histories.filter(({ points }) => points.some((point) => Number.isFinite(computePointValue(point))));
	const countLastingShifts = (history) => selectShifts(history, shifts).filter(({ isLasting }) => isLasting).length;
	const sorted = measured.toSorted((one, other) => countLastingShifts(other) - countLastingShifts(one));
	const hidden = sorted.length - mostCharts;
	const more = hidden > 0 ? [{
		kind: "text",
		text: toPageText(say`${hidden} more ${hidden === 1 ? "metric" : "metrics"} without a change not shown.`)
	}] : [];
	const charts = sorted.slice(0, mostCharts).map((history) => buildChart(history, report, baselines));
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
function buildChart(history, report, baselines) {
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
		title: toVisibleText(formatSeriesName(key, metric), 200),
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

// src/wiring/page-assets.ts
const directories = [join(import.meta.dirname, "..", "page"), join(import.meta.dirname, "..", "..", "dist", "page")];
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
		const text = await readFile(join(directory, name), "utf8").catch(() => null);
		if (text !== null) return text;
	}
	throw new Error(`${name} of the page is not in ${directories[0]}: the bundle is incomplete`);
}
function computeSha256(text) {
	return createHash("sha256").update(text).digest("base64");
}

// src/wiring/write-page.ts
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

export { buildHistoryBlocks, chooseScale, compressToBase64, createScaledAxis, packRawFiles, renderPieces, toPageBlocks, toPageTable, toPageText, writePage };