import { renderRequirementFiles, renderTerminal, reportFormats } from "./measuring.js";
import { buildHistoryReports } from "./show-history2.js";
import { judgeWithSources } from "./judge-folder.js";
import { shortenPath } from "./short-path.js";
import { mayColor, measureColumns, print, say } from "./version.js";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";

// src/cli/report-folder.ts
async function reportFolder(directory, options) {
	const folder = resolve(directory);
	const judged = await judgeWithSources(folder, {
		configFile: options.config ?? null,
		baselines: options.baselines ?? null
	});
	const loadHistories = () => readHistories(options.history);
	if (options.format === "html") await printHtml({
		folder,
		histories: await loadHistories(),
		...judged
	});
	else if ((options.html ?? options.files) === void 0 || options.format !== void 0) printReport(judged.report, options.format);
	if (options.html !== void 0) await writeHtml(resolve(options.html), {
		folder,
		histories: await loadHistories(),
		...judged
	});
	if (options.files !== void 0) await writeFiles(resolve(options.files), judged.report);
	return judged.report.exitCode;
}
function printReport(report, format = "terminal") {
	print(format === "terminal" ? renderTerminal(report, {
		columns: measureColumns(process.stdout),
		color: mayColor(process.stdout)
	}) : reportFormats[format](report));
}
async function printHtml(request) {
	const { renderReportPage: reportPagePieces } = await import("./report-page.js");
	await pipeline(reportPagePieces(request), process.stdout, { end: false });
}
async function writeHtml(path, request) {
	const { writeReportPage } = await import("./report-page.js");
	const bytes = await writeReportPage(path, request);
	say(`wrote ${shortenPath(path)}: ${(bytes / 1e6).toFixed(1)} MB, opens in any browser`);
}
async function writeFiles(directory, report) {
	const files = renderRequirementFiles(report);
	await mkdir(directory, { recursive: true });
	for (const [name, text] of files) await writeFile(join(directory, name), text);
	say(`wrote ${[...files.keys()].join(", ") || "no file: nothing of them was measured"} to ${shortenPath(directory)}`);
}
async function readHistories(dir) {
	if (dir === void 0) return [];
	return (await buildHistoryReports({
		dir,
		metric: "*",
		runs: 400,
		format: "text"
	})).map(({ report }) => report);
}

export { reportFolder };