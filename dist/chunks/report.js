import { i as Option } from "./commander.js";
import { H as renderTerminal, i as reportFormats } from "./measuring.js";
import { t as judgeFolder } from "./judge-folder.js";
import { n as mayColour, r as print, t as columnsOf } from "./terminal.js";
import { resolve } from "node:path";

// src/cli/report.ts
function addReport(program, exit) {
	program.command("report").description("Judge a run folder again and render it").argument("<dir>", "run folder").addOption(new Option("--format <format>", "output format").choices(Object.keys(reportFormats)).default("terminal")).option("--config <file>", "judge by this config instead of the one that lies in the run folder").option("--baselines <dir>", "directory of baselines (default: what the run was compared with, as it lies in the run folder)").action(async (directory, options) => {
		const report = await judgeFolder(resolve(directory), {
			configFile: options.config ?? null,
			baselines: options.baselines ?? null
		});
		print(options.format === "terminal" ? renderTerminal(report, {
			columns: columnsOf(process.stdout),
			color: mayColour(process.stdout)
		}) : reportFormats[options.format](report));
		exit(report.exitCode);
	});
}

export { addReport };