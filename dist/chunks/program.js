import { Command, CommanderError } from "./commander.js";
import { ExplainedError, isOfMachine, machineHint } from "./core.js";
import { endQuietlyOnClosedPipe, say, toolVersion } from "./version.js";
import { commands } from "./commands.js";

// src/cli/program.ts
async function runCli(argv) {
	for (const stream of [process.stdout, process.stderr]) endQuietlyOnClosedPipe(stream);
	let exitCode = 0;
	const program = new Command("warpgauge").description("Measures GPU programs, compares revisions and reports regressions").version(toolVersion).exitOverride().showHelpAfterError("(see warpgauge COMMAND --help)").showSuggestionAfterError();
	for (const add of Object.values(commands)) add(program, (code) => exitCode = code);
	try {
		await program.parseAsync(argv);
		return exitCode;
	} catch (error) {
		return explain(error);
	}
}
function explain(error) {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
	if (error instanceof ExplainedError) say(`error: ${error.message}\n  → ${error.hint}`);
	else if (isOfMachine(error)) say(`error: ${error.message}\n  → ${machineHint}`);
	else {
		const text = error instanceof Error ? error.stack ?? error.message : String(error);
		say(`internal error: ${text}\n  → This is a bug in warpgauge. Please report it with the command line and this text.`);
	}
	return 2;
}

export { runCli };