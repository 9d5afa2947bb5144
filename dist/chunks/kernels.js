import { UserError } from "./core.js";
import { mayColor, measureColumns, print, say } from "./version.js";

// src/cli/kernels.ts
function addKernels(program, exit) {
	program.command("kernels").description("Run a command and print the kernels that its GPUs executed; the exit code is that of the command").usage("[options] -- COMMAND...").argument("<command...>", "command with its arguments, after --").option("--json", "print the record as JSON to stdout; stdout of the command goes to stderr").option("--base <file>", "compare with a record that --json printed earlier").action(async (argv, options) => {
		const { recordCommand, readRecord } = await import("./record-command.js");
		const base = options.base === void 0 ? null : await readRecord(options.base);
		const { exitCode, record } = await recordCommand(argv, options.json ? "stderr" : "stdout");
		if (record === null) throw new UserError("no process of the command initialized CUDA, so there is nothing to show", "Check that it uses an NVIDIA GPU, and that CUDA_INJECTION64_PATH is not set by the command itself.");
		if (options.json) print(JSON.stringify(record, null, 1));
		else {
			const { renderTerminalBlocks } = await import("./terminal.js");
			const { buildKernelBlocks } = await import("./kernels2.js");
			const layout = {
				columns: measureColumns(process.stderr),
				color: mayColor(process.stderr)
			};
			say(renderTerminalBlocks(buildKernelBlocks(record, base), layout).trimEnd());
		}
		exit(exitCode);
	});
}

export { addKernels };