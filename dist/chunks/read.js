import { Option } from "./commander.js";

// src/cli/read.ts
function addRead(program, exit) {
	program.command("read").description("Print what is understood of output files of one run. Exit code 1: they count as a failed run").argument("<file...>", "output of a benchmark tool, a profiler, a pipeline or a GPU monitor").option("--adapter <name>", "format of the files (default: found from the content of each)").addOption(new Option("--format <format>", "output format").choices(["terminal", "json"]).default("terminal")).action(async (files, options) => {
		const { readFiles } = await import("./read-files.js");
		exit(await readFiles(files, options));
	});
}

export { addRead };