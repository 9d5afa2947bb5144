import { buildAllComparisons, buildParts, createPart, drawSparkline, drawTextBar, findTone, formatVerdictTitle, toPlain, toPlainCell, toPlainText } from "./judging.js";
import { canFit, fitWidths, formatRowLines, measureColumns, measureWidth, wrap } from "./layout.js";

// src/reporters/terminal/chart-text.ts
const widestBar = 40;
const narrowestBar = 10;
const widestLabel = 16;
function drawChart(chart, columns) {
	const [first, line] = chart.series;
	if (!first) return [];
	if (first.kind === "line" || chart.points === null) return wrap(drawSparkline(first.values), columns);
	const labels = chart.points.map((point) => toPlainText(point, widestLabel));
	const title = toPlainText(chart.xTitle, widestLabel);
	const labelWidth = Math.max(...[title, ...labels].map(measureWidth));
	const width = Math.max(narrowestBar, Math.min(widestBar, columns - labelWidth - 10));
	const highest = Math.max(...chart.series.flatMap(({ values }) => values));
	const rows = first.values.map((value, index) => {
		const bar = drawTextBar(value / highest, width);
		const upTo = Math.round((line?.values[index] ?? 0) / highest * width);
		const dots = "·".repeat(Math.max(0, upTo - measureWidth(bar)));
		return `${(labels[index] ?? "").padStart(labelWidth)}  ${bar}${dots} ${Number(value.toPrecision(3))}`;
	});
	const all = [title.padStart(labelWidth), ...rows];
	return line ? [...all, ...wrap(`Bars: ${first.name}; dots up to ${line.name}.`, columns)] : all;
}

// src/reporters/terminal.ts
const mostDetailRows = 40;
const longColumn = 30;
const narrowestColumn = 9;
const narrowestTerminal = 40;
const colors = {
	good: "\x1B[32m",
	bad: "\x1B[31m",
	unsure: "\x1B[33m",
	quiet: ""
};
function renderTerminal(report, options) {
	const parts = buildParts(report, {
		runUrl: null,
		runFolderHint: null
	});
	return renderParts(options.hasDetails === false ? parts.filter((part) => !part.isFolded) : parts, options);
}
function renderComparisons(comparisons, headed, options) {
	return renderParts([createPart({
		title: formatVerdictTitle(headed),
		importance: 0
	}), ...buildAllComparisons({ comparisons })], options);
}
function renderParts(parts, options) {
	const columns = Math.max(options.columns, narrowestTerminal);
	return `${parts.map((part) => formatPart(part, {
		...options,
		columns
	})).join("\n\n")}\n`;
}
function formatPart(part, options) {
	const lines = part.body.kind === "none" ? [] : formatBody(part, part.body, options);
	const formatParagraphs = (contents) => contents.map((content) => formatParagraph(content, options));
	const heading = part.title ? [formatHeading(part, part.title, options)] : [];
	const body = lines.length > 0 ? [lines.join("\n")] : [];
	const chart = part.chart ? drawChart(part.chart, options.columns) : [];
	return [
		...heading,
		...formatParagraphs(part.lead),
		...chart,
		...body,
		...formatParagraphs(part.notes)
	].join("\n");
}
function formatHeading(part, title, options) {
	const lines = wrap(toPlain(title), options.columns);
	const rule = (part.importance === 0 ? "=" : "-").repeat(Math.max(...lines.map(measureWidth)));
	return createPainter(options, findTone(title))([...lines, rule].join("\n"));
}
function formatParagraph(content, options) {
	return wrap(toPlain(content), options.columns).join("\n");
}
function formatBody(part, body, options) {
	const shown = part.isFolded ? body.rows.slice(0, mostDetailRows) : body.rows;
	const hidden = body.rows.length - shown.length;
	const lines = body.kind === "table" ? formatTable(body, shown, options) : shown.flatMap((row) => formatListItem(row.flat(), options));
	const more = `${hidden} of ${body.rows.length} ${part.noun} are not shown; the JSON report of this run has all.`;
	return hidden > 0 ? [...lines, ...wrap(more, options.columns)] : lines;
}
function formatTable(body, rows, options) {
	const head = body.columns.map(({ title }) => toPlain(title));
	const cells = rows.map((row) => row.map(toPlainCell));
	const natural = measureColumns([head, ...cells]);
	const isLastBelow = !canFit(natural, options.columns) && (natural.at(-1) ?? 0) > longColumn;
	const widths = fitWidths(isLastBelow ? natural.slice(0, -1) : natural, options.columns);
	if (isTooNarrow(widths, natural)) return cells.flatMap((row, index) => formatStackedRow(head, row, rows[index] ?? [], options));
	const isNumeric = body.columns.map((column) => column.isNumeric);
	const heading = [head, widths.map((width) => "-".repeat(width))].flatMap((row) => formatRowLines(row, widths, isNumeric, (text) => text));
	const lines = rows.flatMap((row, index) => {
		const own = cells[index] ?? [];
		const paint = (text, column) => createPainter(options, findTone(row[column] ?? []))(text);
		const below = isLastBelow ? formatRowBelow(head.at(-1) ?? "", own.at(-1) ?? "", options) : [];
		return [...formatRowLines(own, widths, isNumeric, paint), ...below];
	});
	return [...heading, ...lines];
}
function isTooNarrow(widths, natural) {
	return widths.some((width, index) => width < Math.min(natural[index] ?? 0, narrowestColumn));
}
function formatStackedRow(head, cells, row, options) {
	const [first = "", ...rest] = cells;
	const values = rest.flatMap((cell, index) => cell === "" || cell === "–" ? [] : [`${head[index + 1]}: ${cell}`]);
	return [...wrap(first, options.columns).map(createPainter(options, findTone(row[0] ?? []))), ...values.flatMap((text) => wrap(text, options.columns - 2).map((line) => `  ${line}`))];
}
function formatRowBelow(title, text, { columns }) {
	return text === "–" || text === "" ? [] : wrap(`${title}: ${text}`, columns - 2).map((line) => `  ${line}`);
}
function isCommand({ style }) {
	return style === "command";
}
function formatListItem(content, { columns }) {
	const text = wrap(toPlain(content.filter((span) => !isCommand(span))), columns - 2);
	const commands = content.filter(isCommand).flatMap((span) => wrap(toPlain([span]).trim(), columns - 4));
	return [...text.map((line, index) => `${index === 0 ? "- " : "  "}${line}`), ...commands.map((line) => `    ${line}`)];
}
function createPainter({ color }, tone) {
	const code = tone === null ? "" : colors[tone];
	return (text) => color && code !== "" ? `${code}${text}\u001B[39m` : text;
}

export { renderComparisons, renderParts, renderTerminal };