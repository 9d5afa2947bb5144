import { formatEffect, formatFactor, formatInterval, formatPair, isTimed } from "./core.js";
import { buildAllComparisons, buildHeadline, buildReportBlocks, buildSections, buildUndecidedGates, compareByWeight, createText, drawSparkline, drawTextBar, formatComparisonVerdict, formatMetricName, formatOtherMedians, formatVerdict$1 as formatVerdict, joinContents, say, selectAlignedCurves, tabulate, toPlain, toPlainCell, toPlainText } from "./judging.js";
import { canFit, fitWidths, formatRowLines, measureColumns, measureWidth, wrap } from "./layout.js";

// src/reporters/terminal.ts
const mostDetailRows = 40;
const longColumn = 30;
const narrowestColumn = 9;
const narrowestTerminal = 40;
const widestBar = 40;
const narrowestBar = 10;
const widestLabel = 16;
const colors = {
	good: "\x1B[32m",
	bad: "\x1B[31m",
	unsure: "\x1B[33m",
	quiet: ""
};
function renderTerminal(report, options) {
	const blocks = buildReportBlocks(report, null);
	return renderTerminalBlocks(options.hasDetails === false ? blocks.filter(({ isFolded }) => !isFolded) : blocks, options);
}
function renderComparisons(comparisons, headed, options) {
	return renderTerminalBlocks([createText(formatVerdict(headed)), ...buildAllComparisons({ comparisons })], options);
}
function renderTerminalSummary(report, options) {
	const scaling = buildSections({
		...report,
		sections: report.sections.filter(({ id }) => id === "scaling")
	});
	return renderTerminalBlocks([
		buildHeadline(report),
		...buildGateTable(report),
		...buildUndecidedGates(report),
		...scaling
	], options);
}
const paceVerdicts = {
	regression: "slower",
	improvement: "faster",
	unchanged: "not slower"
};
function buildGateTable({ comparisons }) {
	const gates = comparisons.flatMap((item) => {
		const { isGate, base, head } = item;
		return isGate && base && head ? [{
			...item,
			medians: [base.median, head.median]
		}] : [];
	});
	const metrics = [...new Set(gates.map(({ metric }) => metric))].map(formatMetricName);
	return tabulate(gates.toSorted(compareByWeight), {
		Verdict: ({ verdict, ...item }) => formatComparisonVerdict(verdict, (isTimed(item) ? paceVerdicts[verdict] : void 0) ?? verdict),
		Reference: ({ reference }) => reference,
		"#Before → after": ({ medians, unit, effect }) => formatPair(...medians, unit).join(" → ") + formatOtherMedians(effect, unit, medians),
		"#Change (95 % interval)": ({ effect, interval, unit }) => {
			const factor = formatFactor(effect, unit);
			const range = interval === null ? "" : ` (${formatInterval(interval, unit)})`;
			return formatEffect(effect, unit) + range + (factor === null ? "" : `, ${factor}`);
		}
	}, {
		title: say`Head by ${joinContents(metrics, ", ")}`,
		importance: 1
	});
}
function renderTerminalBlocks(blocks, options) {
	const columns = Math.max(options.columns, narrowestTerminal);
	return `${blocks.map((block) => formatBlock(block, {
		...options,
		columns
	})).join("\n\n")}\n`;
}
function formatBlock(block, options) {
	const { title, lead, notes } = block;
	const formatParagraphs = (contents) => contents.flatMap((content) => wrap(toPlain(content), options.columns));
	return [
		...title ? [formatHeading(title, block.importance === 0 ? "=" : "-", options)] : [],
		...formatParagraphs(lead),
		...formatContent(block, options),
		...formatParagraphs(notes)
	].join("\n");
}
function formatHeading(title, rule, options) {
	const lines = wrap(toPlain(title), options.columns);
	return paint([...lines, rule.repeat(Math.max(...lines.map(measureWidth)))].join("\n"), title, options);
}
function formatContent(block, options) {
	if (block.kind === "chart") return drawChart(block.chart, options.columns);
	if (block.kind !== "table" && block.kind !== "list") return [];
	const most = block.isFolded ? mostDetailRows : block.rows.length;
	const hidden = block.rows.length - most;
	const lines = block.kind === "table" ? formatTable({
		...block,
		rows: block.rows.slice(0, most)
	}, options) : block.rows.slice(0, most).flatMap((row) => formatListItem(row, options));
	const more = `${hidden} of ${block.rows.length} ${block.noun} are not shown; the JSON report of this run has all.`;
	return hidden > 0 ? [...lines, ...wrap(more, options.columns)] : lines;
}
function drawChart(chart, columns) {
	if (chart.kind !== "curves") return [];
	const curves = selectAlignedCurves(chart);
	const [first, line] = curves;
	if (!first) return [];
	const values = first.points.map(({ y }) => y);
	if (first.style !== "dots") return wrap(drawSparkline(values), columns);
	const labels = first.points.map(({ x }) => toPlainText(chart.x.words?.[x] ?? String(x), widestLabel));
	const title = toPlainText(chart.x.label, widestLabel);
	const labelWidth = Math.max(...[title, ...labels].map(measureWidth));
	const width = Math.max(narrowestBar, Math.min(widestBar, columns - labelWidth - 10));
	const highest = Math.max(...curves.flatMap(({ points }) => points.map(({ y }) => y)));
	const rows = values.map((value, index) => {
		const bar = drawTextBar(value / highest, width);
		const upTo = Math.round((line?.points[index]?.y ?? 0) / highest * width);
		const dots = "·".repeat(Math.max(0, upTo - measureWidth(bar)));
		return `${(labels[index] ?? "").padStart(labelWidth)}  ${bar}${dots} ${Number(value.toPrecision(3))}`;
	});
	const all = [title.padStart(labelWidth), ...rows];
	return line ? [...all, ...wrap(`Bars: ${first.name}; dots up to ${line.name}.`, columns)] : all;
}
function formatTable({ columns, rows }, options) {
	const head = columns.map(({ title }) => toPlain(title));
	const cells = rows.map((row) => row.map(toPlainCell));
	const natural = measureColumns([head, ...cells]);
	const isLastBelow = !canFit(natural, options.columns) && (natural.at(-1) ?? 0) > longColumn;
	const widths = fitWidths(isLastBelow ? natural.slice(0, -1) : natural, options.columns);
	if (widths.some((width, index) => width < Math.min(natural[index] ?? 0, narrowestColumn))) return cells.flatMap((row, index) => formatStackedRow(head, row, rows[index]?.[0] ?? [], options));
	const isNumeric = columns.map((column) => column.isNumeric);
	const heading = [head, widths.map((width) => "-".repeat(width))].flatMap((row) => formatRowLines(row, widths, isNumeric, (text) => text));
	const lines = rows.flatMap((row, index) => {
		const own = cells[index] ?? [];
		const below = isLastBelow ? formatBelow([own.at(-1) ?? ""], [head.at(-1) ?? ""], options) : [];
		const paintCell = (text, column) => paint(text, row[column] ?? [], options);
		return [...formatRowLines(own, widths, isNumeric, paintCell), ...below];
	});
	return [...heading, ...lines];
}
function formatStackedRow([, ...titles], [first = "", ...rest], content, options) {
	return [...wrap(first, options.columns).map((line) => paint(line, content, options)), ...formatBelow(rest, titles, options)];
}
function formatBelow(cells, titles, { columns }) {
	return cells.flatMap((cell, index) => cell === "" || cell === "–" ? [] : wrap(`${titles[index]}: ${cell}`, columns - 2).map((line) => `  ${line}`));
}
function formatListItem(content, { columns }) {
	const { command = [], text = [] } = Object.groupBy(content, ({ style }) => style === "command" ? style : "text");
	return [...wrap(toPlain(text), columns - 2).map((line, index) => `${index === 0 ? "- " : "  "}${line}`), ...command.map((span) => `    ${toPlain([span]).trim()}`)];
}
function paint(text, content, { color }) {
	const code = colors[content.find((span) => span.style === "status")?.tone ?? "quiet"];
	return color && code !== "" ? `${code}${text}\u001B[39m` : text;
}

export { renderComparisons, renderTerminal, renderTerminalBlocks, renderTerminalSummary };