import { n as stringWidth } from "./log-update.js";

// src/reporters/terminal/layout.ts
const graphemes = new Intl.Segmenter();
const narrowest = 2;
const gap = 2;
function measureWidth(text) {
	return stringWidth(text);
}
function cutToWidth(text, width) {
	return measureWidth(text) <= width ? text : `${takeWidth(text, width - 1)}…`;
}
function takeWidth(text, width) {
	let start = "";
	for (const { segment } of graphemes.segment(text)) {
		if (measureWidth(start + segment) > width) break;
		start += segment;
	}
	return start;
}
function wrap(text, width) {
	const lines = [];
	let line = "";
	for (const word of text.split(" ").flatMap((long) => splitWord(long, width))) {
		const longer = line === "" ? word : `${line} ${word}`;
		if (measureWidth(longer) <= width) line = longer;
		else {
			lines.push(line);
			line = word;
		}
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
	if (measureWidth(word) <= width) return [word];
	const start = takeWidth(word, width);
	const cut = /^.*[/_.:=-]/u.exec(start)?.[0] ?? start;
	return cut === "" ? [word] : [cut, ...splitWord(word.slice(cut.length), width)];
}
function sum(numbers) {
	return numbers.reduce((total, number) => total + number, 0);
}

export { measureColumns as a, formatRowLines as i, cutToWidth as n, measureWidth as o, fitWidths as r, wrap as s, canFit as t };