import { I as diskFileStore, rt as caseId } from "./foundation.js";
import { Ci as median, at as formatCount, bt as visibleText, ot as formatEffect, pt as say, rt as chartScale, xt as unbroken } from "./judging.js";
import { i as seriesName, s as pointValue } from "./shift.js";
import { a as unresolvedText, n as historyParts } from "./history-summary.js";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

// src/reporters/html/axis.ts
function scaledAxis(label, unit, values, isFromZero = false) {
	const { factor, label: shown } = scaleOf(values, unit);
	return {
		axis: {
			label: visibleText(label),
			unit: shown,
			isFromZero
		},
		factor
	};
}
function scaleOf(values, unit) {
	const largest = values.filter(Number.isFinite).map(Math.abs).reduce((most, value) => Math.max(most, value), 0);
	const { factor, unit: shown } = chartScale(largest, unit);
	return {
		factor,
		label: visibleText(shown, 40)
	};
}

// src/reporters/html/part-blocks.ts
const mostRows = 2e3;
const longestCommand = 2e3;
function partBlocks(part) {
	const title = part.title && pageText(part.title);
	const lead = [...part.lead.map((text) => ({
		kind: "text",
		text: pageText(text)
	})), ...part.chart ? [chartBlock(part.chart)] : []];
	const notes = part.notes.map(pageText);
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
		const rows = cut(body.rows, part.noun).map((row) => row.flat());
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
		table: pageTable(body.columns, body.rows),
		notes
	}];
}
function chartBlock({ title, xTitle, points, yTitle, series }) {
	const words = points && { words: points.map((point) => visibleText(point)) };
	return {
		kind: "curves",
		title: visibleText(title),
		x: {
			label: visibleText(xTitle),
			unit: "",
			isFromZero: false,
			isWhole: true,
			...words
		},
		y: {
			label: visibleText(yTitle),
			unit: "",
			isFromZero: false
		},
		curves: series.map(({ kind, values }) => ({
			name: kind === "bar" ? "measured" : visibleText(title),
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
function pageTable(columns, rows) {
	const titles = columns.map(({ title, isNumeric }) => ({
		title: pageText(title),
		isNumeric
	}));
	const fitted = (cell, column) => titles[column]?.isNumeric ? cell.map(withUnits) : cell;
	return {
		columns: titles,
		rows: cut(rows, "rows").map((row) => row.map(fitted))
	};
}
function withUnits(span) {
	return {
		...span,
		text: unbroken(span.text)
	};
}
function pageText(content) {
	return content.flatMap(pageSpan);
}
function pageSpan(span) {
	switch (span.style) {
		case "ours": return [span];
		case "prose": return [{
			style: "prose",
			text: visibleText(span.text, 400 * 2)
		}];
		case "code": return [{
			...span,
			text: visibleText(span.text, span.maxLength)
		}];
		case "command": return [{
			style: "command",
			text: visibleText(span.text, longestCommand)
		}];
		case "link": return [/^https:\/\/[^\s]+$/.test(span.url) ? span : {
			style: "prose",
			text: visibleText(span.text)
		}];
		case "status": return [{
			...span,
			text: visibleText(span.text)
		}];
		default: return span;
	}
}
function cut(rows, noun) {
	const kept = rows.slice(0, mostRows).map((row) => row.map(pageText));
	const rest = rows.length - kept.length;
	return rest > 0 ? [...kept, [[{
		style: "ours",
		text: `${rest} more ${noun} are in report.json.`
	}]]] : kept;
}

// src/reporters/html/history-blocks.ts
const mostCharts = 60;
function historyBlocks(report, baselines) {
	const { histories, shifts } = report.observation;
	const told = histories.filter(({ points }) => points.some((point) => Number.isFinite(pointValue(point))));
	const weight = (history) => shiftsOf(history, shifts).filter(({ isLasting }) => isLasting).length;
	const sorted = told.toSorted((one, other) => weight(other) - weight(one));
	const hidden = sorted.length - mostCharts;
	const more = hidden > 0 ? [{
		kind: "text",
		text: pageText(say`${hidden} more metrics without a change are in the history itself.`)
	}] : [];
	const charts = sorted.slice(0, mostCharts).map((history) => chartOf(history, report, baselines));
	const [first, ...others] = historyParts(report);
	return [
		...first ? partBlocks({
			...first,
			title: null,
			lead: [say`${formatCount(report.runs)} runs are looked at.`]
		}) : [],
		...others.flatMap(partBlocks),
		...charts,
		...more
	];
}
function chartOf(history, report, baselines) {
	const { key, metric, points } = history;
	const own = shiftsOf(history, report.observation.shifts);
	const y = scaledAxis(metric.name, metric.unit, points.flatMap(({ samples }) => samples));
	const dots = points.flatMap((point, x) => {
		const samples = point.samples.filter(Number.isFinite).map((value) => value * y.factor);
		if (samples.length === 0) return [];
		const note = `${point.commit.slice(0, 7)}, ${visibleText(point.time)}`;
		return [{
			x,
			y: median(samples),
			low: Math.min(...samples),
			high: Math.max(...samples),
			note
		}];
	});
	const levels = levelsOf(points.length, own).map((one) => ({
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
		...baselineLines(history, baselines, y.factor)
	];
	return {
		kind: "curves",
		title: visibleText(seriesName(key, metric), 200),
		x: {
			label: "runs",
			unit: "",
			isFromZero: false,
			words: points.map(({ commit }) => commit.slice(0, 7))
		},
		y: y.axis,
		curves,
		marks: [...own.map((shift) => markOf(shift)), ...anchorMarks(history, report)],
		notes: own.map(({ change, good, bad, isWorse, isLasting }) => pageText(say`${formatEffect(change.effect)} ${isWorse ? "worse" : "better"} after ${good.commit.slice(0, 7)}, up to ${bad.commit.slice(0, 7)}: ${change.status}${isLasting ? "" : ", gone since"}.`)).concat(unresolvedNotes(history, report))
	};
}
function unresolvedNotes({ id }, { observation }) {
	return observation.unresolved.filter(({ history }) => history.id === id).map((one) => pageText(say`Inconclusive: ${unresolvedText(one)}.`));
}
function shiftsOf({ id }, shifts) {
	return shifts.filter(({ history }) => history.id === id).toSorted((one, other) => one.change.at - other.change.at);
}
function levelsOf(runs, shifts) {
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
function baselineLines({ key, metric, points }, baselines, factor) {
	return baselines.flatMap(({ suite, cases, provenance }) => cases.filter(({ benchmark, axes }) => caseId({
		suite,
		benchmark,
		axes
	}) === caseId(key)).flatMap(({ metrics }) => metrics.filter(({ name }) => name === metric.name)).flatMap(({ samples }) => {
		if (samples.length === 0) return [];
		const y = median(samples) * factor;
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
function markOf({ change, isWorse, bad }) {
	const label = `${formatEffect(change.effect)} at ${bad.commit.slice(0, 7)}`;
	return {
		x: change.at - .5,
		label,
		tone: isWorse ? "bad" : "good"
	};
}
function anchorMarks({ points }, { anchors }) {
	return anchors.flatMap(({ label, record }) => {
		const x = points.findIndex(({ commit }) => commit === record?.commit);
		return x < 0 ? [] : [{
			x,
			label: visibleText(label),
			tone: "quiet"
		}];
	});
}

// src/io/files/gzip-base64.ts
const compress = promisify(gzip);
async function gzipBase64(bytes) {
	return (await compress(bytes, { level: 6 })).toString("base64");
}

// src/reporters/html/render-page.ts
function* renderPage(page, parts, assets) {
	yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(assets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(page.title)}</title>
<style>${assets.style}</style>
</head>
<body>
<noscript>This report draws its charts with a script inside this file. Without scripts, read report.md beside run.json, or run: warpgauge report DIR --format markdown</noscript>
<script type="application/json" id="page">${jsonForScript(page)}<\/script>
`;
	for (const { id, base64 } of parts) {
		yield `<script type="application/octet-stream" id="${escaped(id)}">`;
		yield base64;
		yield "<\/script>\n";
	}
	yield `<script id="program">${assets.script}<\/script>
</body>
</html>
`;
}
function policyOf({ scriptSha256, styleSha256 }) {
	return [
		"default-src 'none'",
		`script-src 'sha256-${scriptSha256}'`,
		`style-src 'sha256-${styleSha256}'`,
		"worker-src blob:",
		"base-uri 'none'",
		"form-action 'none'"
	].join("; ");
}
function jsonForScript(value) {
	return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
function escaped(text) {
	const entities = {
		"&": "&amp;",
		"<": "&lt;",
		">": "&gt;",
		"\"": "&quot;"
	};
	return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

// src/wiring/page-assets.ts
const places = [join(import.meta.dirname, "..", "page"), join(import.meta.dirname, "..", "..", "dist", "page")];
async function readPageAssets() {
	const [script, style] = await Promise.all([readAsset("report.js"), readAsset("report.css")]);
	return {
		script,
		style,
		scriptSha256: sha256(script),
		styleSha256: sha256(style)
	};
}
async function readAsset(name) {
	for (const place of places) {
		const text = await readFile(join(place, name), "utf8").catch(() => null);
		if (text !== null) return text;
	}
	throw new Error(`${name} of the page is not in ${places[0]}: the bundle is incomplete`);
}
function sha256(text) {
	return createHash("sha256").update(text).digest("base64");
}

// src/wiring/write-page.ts
const mostBytes = 1024 ** 3;
async function writePage(path, whole) {
	let bytes = 0;
	async function* counted() {
		for await (const text of pagePieces(whole)) {
			const piece = Buffer.from(text);
			bytes += piece.length;
			yield piece;
		}
	}
	await diskFileStore.writeBytes(path, counted(), mostBytes);
	return bytes;
}
async function* pagePieces({ page, parts }) {
	yield* renderPage(page, parts, await readPageAssets());
}
async function rawDownloads(files) {
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
				base64: await gzipBase64(content)
			}
		};
	}));
	return {
		downloads: packed.map(({ download }) => download),
		parts: packed.map(({ part }) => part)
	};
}

export { historyBlocks as a, partBlocks as c, gzipBase64 as i, scaleOf as l, rawDownloads as n, pageTable as o, writePage as r, pageText as s, pagePieces as t, scaledAxis as u };