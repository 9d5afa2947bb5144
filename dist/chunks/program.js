import { Command, CommanderError } from "./commander.js";
import { EnvironmentError, UserError, isOfMachine, machineHint } from "./core.js";
import { endQuietlyOnClosedPipe, say, toolVersion } from "./version.js";

// src/cli/index.ts
const commands = {
	ab: async () => (await import("./ab.js")).addAb,
	init: async () => (await import("./init.js")).addInit,
	run: async () => (await import("./run.js")).addRun,
	read: async () => (await import("./read.js")).addRead,
	ingest: async () => (await import("./ingest.js")).addIngest,
	plan: async () => (await import("./plan.js")).addPlan,
	merge: async () => (await import("./merge.js")).addMerge,
	report: async () => (await import("./report.js")).addReport,
	compare: async () => (await import("./compare.js")).addCompare,
	baseline: async () => (await import("./baseline.js")).addBaseline,
	history: async () => (await import("./history.js")).addHistory,
	dataset: async () => (await import("./dataset.js")).addDataset,
	judge: async () => (await import("./judge.js")).addJudge,
	monitor: async () => (await import("./monitor.js")).addMonitor,
	kernels: async () => (await import("./kernels.js")).addKernels,
	bisect: async () => (await import("./bisect.js")).addBisect,
	doctor: async () => (await import("./doctor.js")).addDoctor,
	demo: async () => (await import("./demo.js")).addDemo
};

// src/cli/program.ts
async function runCli(argv) {
	for (const stream of [process.stdout, process.stderr]) endQuietlyOnClosedPipe(stream);
	let exitCode = 0;
	const program = new Command("warpgauge").description("Measures GPU programs, compares revisions and reports regressions").version(toolVersion).exitOverride().showHelpAfterError("(see warpgauge COMMAND --help)").showSuggestionAfterError();
	for (const load of selectCommands(argv[2])) (await load())(program, (code) => {
		exitCode = code;
	});
	try {
		await program.parseAsync(argv);
		return exitCode;
	} catch (error) {
		return explain(error);
	}
}
function selectCommands(name) {
	if (name === "--version" || name === "-V") return [];
	const called = Object.entries(commands).find(([known]) => known === name);
	return called ? [called[1]] : Object.values(commands);
}
function explain(error) {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
	if (error instanceof UserError || error instanceof EnvironmentError) {
		say(`error: ${error.message}\n  → ${error.hint}`);
		return 2;
	}
	if (isOfMachine(error)) {
		say(`error: ${error.message}\n  → ${machineHint}`);
		return 2;
	}
	const text = error instanceof Error ? error.stack ?? error.message : String(error);
	say(`internal error: ${text}\n  → This is a bug in warpgauge. Please report it with the command line and this text.`);
	return 2;
}

export { runCli };