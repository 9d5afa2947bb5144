import { t as doctorAreas } from "./finding.js";
import { yt as plainText } from "./judging.js";
import { $ as wrap, Q as tableRowLines, X as fittingWidths, Z as naturalWidths } from "./measuring.js";

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
	const subject = Math.min(widestSubject, Math.max(1, ...diagnosis.findings.map((item) => shown(item).length)));
	const areas = doctorAreas.flatMap((area) => {
		const own = diagnosis.findings.filter((finding) => finding.area === area);
		return own.length === 0 ? [] : [[area, ...own.flatMap((finding) => lines(finding, subject, options))].join("\n")];
	});
	return [heading(diagnosis), ...areas].join("\n\n");
}
function heading({ verdict, counts }) {
	return `warpgauge doctor: ${verdict} (${[
		"fail",
		"warn",
		"unknown",
		"ok"
	].map((level) => `${counts[level]} ${level}`).join(", ")})`;
}
function lines(finding, subject, { columns, color }) {
	const { level, sentence, mend } = finding;
	const cells = [
		level,
		shown(finding),
		plainText(sentence, 400 * 2)
	];
	const [, , natural = 1] = naturalWidths([cells]);
	const room = columns - 2;
	const widths = fittingWidths([
		7,
		subject,
		natural
	], room).with(0, 7);
	const paint = (text, column) => color && column === 0 && text.trim() !== "" ? `${colors[level]}${text}${plainColor}` : text;
	const row = tableRowLines(cells, widths, [
		false,
		false,
		false
	], paint);
	const mends = mend === null ? [] : wrap(`→ ${plainText(mend, 400)}`, columns - 12 + 1);
	return [...row.map((line) => `  ${line}`), ...mends.map((line, index) => `${" ".repeat(11)}${index === 0 ? "" : "  "}${line}`)];
}
function shown({ subject }) {
	return plainText(subject);
}

export { renderDoctor };