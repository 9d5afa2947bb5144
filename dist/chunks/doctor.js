import { C as runUntilStopped } from "./core.js";
import { a as measureColumns, i as mayColor, o as print, t as createTerminalLogger } from "./terminal.js";
import { resolve } from "node:path";

// src/cli/doctor.ts
const usualConfig = ".github/warpgauge.yml";
const jsonVersion = 1;
function addDoctor(program, exit) {
	program.command("doctor").description("Check whether this machine and repository are ready and safe for measurements. Exit code 1: a check fails").option("--config <file>", `config of this repository (default ${usualConfig})`).option("--trace-files", "run setup and first case of HEAD once under strace; list files that pipeline.paths misses").option("--json", "print the findings as JSON (docs/doctor.md)").option("--verbose", "print debug messages").action(async (options) => {
		const workspace = process.cwd();
		const shownConfig = options.config ?? usualConfig;
		const { runDoctor: doctorHere } = await import("./run-doctor.js");
		const request = {
			workspace,
			configPath: resolve(workspace, shownConfig),
			shownConfig,
			wasConfigNamed: options.config !== void 0,
			isTracing: options.traceFiles ?? false,
			environment: process.env,
			logger: createTerminalLogger(options.verbose ?? false)
		};
		const diagnosis = await runUntilStopped((signal) => doctorHere({
			...request,
			signal
		}));
		if (options.json) print(JSON.stringify({
			schemaVersion: jsonVersion,
			...diagnosis
		}, null, 2));
		else {
			const { renderDoctor } = await import("./doctor-table.js");
			print(renderDoctor(diagnosis, {
				columns: measureColumns(process.stdout),
				color: mayColor(process.stdout)
			}));
		}
		exit(diagnosis.verdict === "fail" ? 1 : 0);
	});
}

export { addDoctor };