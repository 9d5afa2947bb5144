import { i as Option } from "./commander.js";
import { B as reportFormats, W as renderTerminal } from "./measuring.js";
import { t as buildHistoryReports } from "./history-changes.js";
import { r as judgeWithSources } from "./judge-folder.js";
import { t as shortenPath } from "./short-path.js";
import { a as measureColumns, i as mayColor, o as print, s as say } from "./terminal.js";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";

// src/cli/report.ts
function addReport(program, exit) {
	program.command("report").description("Judge a run folder again and render it").argument("<dir>", "run folder").addOption(new Option("--format <format>", "output format (default: terminal)").choices([...Object.keys(reportFormats), "html"])).option("--html <file>", "write one HTML file that needs no network; prints nothing without --format").option("--history <dir>", "history to show in the HTML, such as a checkout of the data branch").option("--config <file>", "judge by this config (default: the one in the run folder)").option("--baselines <dir>", "directory of baselines (default: the copies in the run folder)").action(async (directory, options) => {
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
		else if (options.html === void 0 || options.format !== void 0) printReport(judged.report, options.format);
		if (options.html !== void 0) await writeHtml(resolve(options.html), {
			folder,
			histories: await loadHistories(),
			...judged
		});
		exit(judged.report.exitCode);
	});
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
async function readHistories(dir) {
	if (dir === void 0) return [];
	return (await buildHistoryReports({
		dir,
		metric: "*",
		runs: 400,
		format: "text"
	})).map(({ report }) => report);
}

export { addReport };