import { i as Option } from "./commander.js";
import { U as renderTerminal, i as reportFormats } from "./measuring.js";
import { n as historyReports } from "./history-changes.js";
import { n as judgeWithSources } from "./judge-folder.js";
import { t as shortPath } from "./short-path.js";
import { a as print, i as mayColour, o as say, t as columnsOf } from "./terminal.js";
import { resolve } from "node:path";

// src/cli/report.ts
function addReport(program, exit) {
	program.command("report").description("Judge a run folder again and render it").argument("<dir>", "run folder").addOption(new Option("--format <format>", "output format (default: terminal)").choices(Object.keys(reportFormats))).option("--html <file>", "write everything as one HTML file that needs no network; prints nothing without --format").option("--history <dir>", "with --html: show the history that lies there, such as a checkout of its branch").option("--config <file>", "judge by this config instead of the one that lies in the run folder").option("--baselines <dir>", "directory of baselines (default: what the run was compared with, as it lies in the run folder)").action(async (directory, options) => {
		const folder = resolve(directory);
		const judged = await judgeWithSources(folder, {
			configFile: options.config ?? null,
			baselines: options.baselines ?? null
		});
		if (options.html === void 0 || options.format !== void 0) printReport(judged.report, options.format);
		if (options.html !== void 0) await writeHtml(folder, judged, resolve(options.html), options.history);
		exit(judged.report.exitCode);
	});
}
function printReport(report, format = "terminal") {
	print(format === "terminal" ? renderTerminal(report, {
		columns: columnsOf(process.stdout),
		color: mayColour(process.stdout)
	}) : reportFormats[format](report));
}
async function writeHtml(folder, judged, path, history) {
	const { writeReportPage } = await import("./report-page.js");
	const bytes = await writeReportPage({
		folder,
		path,
		histories: history === void 0 ? [] : (await historyReports({
			dir: history ?? "",
			metric: "*",
			runs: 400,
			format: "text"
		})).map(({ report }) => report),
		...judged
	});
	say(`wrote ${shortPath(path)}: ${(bytes / 1e6).toFixed(1)} MB, opens in any browser`);
}

export { addReport };