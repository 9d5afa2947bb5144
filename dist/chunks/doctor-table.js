import { doctorAreas, fitWidths, formatRowLines, measureColumns, wrap } from "./measuring.js";
import { toPlainText } from "./judging.js";

// src/reporters/terminal/doctor-table.ts
const colors = {
	ok: "\x1B[32m",
	warn: "\x1B[33m",
	fail: "\x1B[31m",
	unknown: "\x1B[33m"
};
const plainColor = "\x1B[0m";
const widestSubject = 34;
function renderDoctor(diagnosis, options) {
	const subject = Math.min(widestSubject, Math.max(1, ...diagnosis.findings.map((item) => formatSubject(item).length)));
	const areas = doctorAreas.flatMap((area) => {
		const own = diagnosis.findings.filter((finding) => finding.area === area);
		return own.length === 0 ? [] : [[area, ...own.flatMap((finding) => formatFinding(finding, subject, options))].join("\n")];
	});
	return [formatHeading(diagnosis), ...areas].join("\n\n");
}
function formatHeading({ verdict, counts }) {
	return `warpgauge doctor: ${verdict} (${[
		"fail",
		"warn",
		"unknown",
		"ok"
	].map((level) => `${counts[level]} ${level}`).join(", ")})`;
}
function formatFinding(finding, subject, { columns, color }) {
	const { level, sentence, mend } = finding;
	const cells = [
		level,
		formatSubject(finding),
		toPlainText(sentence, 400 * 2)
	];
	const [, , natural = 1] = measureColumns([cells]);
	const space = columns - 2;
	const widths = fitWidths([
		7,
		subject,
		natural
	], space).with(0, 7);
	const paint = (text, column) => color && column === 0 && text.trim() !== "" ? `${colors[level]}${text}${plainColor}` : text;
	const row = formatRowLines(cells, widths, [
		false,
		false,
		false
	], paint);
	const mends = mend === null ? [] : wrap(`→ ${toPlainText(mend, 400)}`, columns - 12 + 1);
	return [...row.map((line) => `  ${line}`), ...mends.map((line, index) => `${" ".repeat(11)}${index === 0 ? "" : "  "}${line}`)];
}
function formatSubject({ subject }) {
	return toPlainText(subject);
}

export { renderDoctor };