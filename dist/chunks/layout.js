import { stringWidth } from "./log-update.js";

// src/reporters/terminal/layout.ts
let graphemes = null;
const printableAscii = /^[ -~]*$/;
const narrowest = 2;
const gap = 2;
function measureWidth(text) {
	return stringWidth(text);
}
function cutToWidth(text, width) {
	return measureWidth(text) <= width ? text : `${takeWidth(text, width - 1)}…`;
}
function takeWidth(text, width) {
	const ahead = text.slice(0, Math.max(0, width) + 1);
	if (printableAscii.test(ahead)) return text.slice(0, Math.max(0, width));
	let start = "";
	let used = 0;
	graphemes ??= new Intl.Segmenter();
	for (const { segment } of graphemes.segment(text)) {
		used += measureWidth(segment);
		if (used > width) break;
		start += segment;
	}
	return start;
}
function wrap(text, width) {
	const lines = [];
	let line = "";
	let used = 0;
	for (const word of text.split(" ").flatMap((long) => splitWord(long, width))) {
		const own = measureWidth(word);
		const longer = line === "" ? own : used + 1 + own;
		if (longer > width) lines.push(line);
		line = line === "" || longer > width ? word : `${line} ${word}`;
		used = longer > width ? own : longer;
	}
	return [...lines, line];
}
function measureColumns(rows) {
	const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
	return Array.from({ length: count }, (_, index) => rows.reduce((widest, row) => Math.max(widest, measureWidth(row[index] ?? "")), 1));
}
function canFit(widths, available) {
	return sum(widths) + gap * (widths.length - 1) <= available;
}
function fitWidths(natural, available) {
	const widths = [...natural];
	const count = widths.length;
	const space = available - gap * (count - 1);
	while (sum(widths) > space) {
		const widest = widths.indexOf(Math.max(...widths));
		if ((widths[widest] ?? 0) <= narrowest) break;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}
	return widths;
}
function formatRowLines(cells, widths, isNumeric, paint) {
	const wrapped = widths.map((width, index) => wrap(cells[index] ?? "", width));
	const height = Math.max(1, ...wrapped.map((lines) => lines.length));
	return Array.from({ length: height }, (_, row) => widths.map((width, column) => paint(padText(wrapped[column]?.[row] ?? "", width, isNumeric[column] ?? false), column)).join(" ".repeat(gap)).trimEnd());
}
function padText(text, width, isNumeric) {
	const space = " ".repeat(Math.max(0, width - measureWidth(text)));
	return isNumeric ? `${space}${text}` : `${text}${space}`;
}
function splitWord(word, width) {
	const parts = [];
	let rest = word;
	for (;;) {
		const start = takeWidth(rest, width);
		const cut = start === rest ? "" : /^.*[/_.:=-]/u.exec(start)?.[0] ?? start;
		if (cut === "") return [...parts, rest];
		parts.push(cut);
		rest = rest.slice(cut.length);
	}
}
function sum(numbers) {
	return numbers.reduce((total, number) => total + number, 0);
}

export { canFit, cutToWidth, fitWidths, formatRowLines, measureColumns, measureWidth, wrap };