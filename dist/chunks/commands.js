import { InvalidArgumentError, Option } from "./commander.js";
import { deviceKinds, matrixKeys, presets, reportFormatNames, trustModels, usualConfig } from "./choices.js";

// src/domain/init/shipped-examples.ts
const shippedExamples = [{
	name: "virnucpro",
	title: "VirNucPro",
	files: [
		"virnucpro/__main__.py",
		"virnucpro/cli/predict.py",
		"virnucpro/pipeline/prediction.py"
	],
	manual: [
		"production",
		"sweep",
		"subset"
	]
}];
function findShippedExample({ paths }) {
	return shippedExamples.find(({ files }) => files.every((file) => paths.includes(file))) ?? null;
}
function splitShippedConfig(text, example, devices) {
	const { name, title, manual } = example;
	const header = `# The config of warpgauge for ${title}; examples/${name}/README.md says what the runner needs and which options have an effect.`;
	const body = text.replace(/^(?:#.*\n)+/, `${header}\n`).replace(/^pipeline:\n/m, devices === "cpu" ? "pipeline:\n  devices: cpu\n" : "pipeline:\n");
	const production = body.replaceAll(/(?:^#.*\n)*^(?:revisions|requirements):\n(?:(?: .*)?\n)*/gm, "").replaceAll(/^(suites|datasets):\n((?:(?: .*)?\n)*)/gm, (_block, key, content) => {
		return `${key}:\n${createEntryForm("production").exec(content)?.[0].trimEnd() ?? ""}\n\n`;
	});
	return [manual.reduce((config, key) => config.replaceAll(createEntryForm(key), ""), body), production.replace(/^name: (.*)$/m, "name: $1-production")];
}
function createEntryForm(key) {
	return new RegExp(`(?:^ {2}#.*\\n)*^ {2}${key}:.*\\n(?:(?: {4}| {2}\\}).*\\n)*\\n?`, "gm");
}

// src/cli/index.ts
const commands = {
	ab: (program, exit) => program.command("ab").description("Compare a command at two commits, or two commands, without a config").usage("[options] -- COMMAND...").argument("[command...]", "command with its arguments, after --").option("--base <rev>", "compare with the merge base with this revision (default: the default branch)").option("--command <text>", "compare two commands instead of two commits; give it twice, the reference first", collect).option("--setup <text>", "command that prepares each checkout, not measured; may be repeated", collect).option("--metric <name>", "metric that decides, such as wall_time or gpu_busy_time; may be repeated", collect).option("--gpus <n>", "number of GPUs; 0 for a program without GPUs (default: 1 if this machine has one)").option("--warmup <n>", "runs of each side before the measured ones (default: 1)").option("--runs <n>", "runs of each side (default: 3 to 20, until the result is certain)").option("--pass-env <name>", "environment variable that the command inherits; may be repeated", collect).option("--proof <text>", "text that each run must print, as proof of its work; may be repeated", collect).option("--json", "print the report as JSON to stdout; the table goes to stderr").option("--html <file>", "write the report as one HTML file").option("--out <dir>", "keep the run folder here (default: it is removed)").option("--export-config [file]", "print or write the equivalent config, and measure nothing").option(...verbose).addHelpText("after", abExamples).action(call(exit, () => import("./measure-ab.js").then((it) => it.compareOrExport))),
	init: (program, exit) => program.command("init").description("Write a config and workflows for this repository; existing files are never changed").argument("[command...]", "command to measure, after --; without it, what the repository shows").option("--yes", "ask nothing and use the defaults found in the repository (as without a terminal)").addOption(new Option("--devices <kind>", "what the program computes on (default: by its code)").choices(deviceKinds)).option("--labels <a,b>", "labels of the measuring runner (default self-hosted,gpu; without GPUs ubuntu-latest)").addOption(new Option("--trust-model <who>", "whose code may run on that runner (default trusted)").choices(trustModels)).option("--dir <directory>", "the repository, or a directory in it", ".").option("--config <file>", `path of the config from the root of the repository (default ${usualConfig})`).option("--action <owner/name@ref>", "action for the workflows (default: the origin of this warpgauge, at v0)").addOption(new Option("--example <name>", "write the config of warpgauge for this project, with every suite and limit").choices(shippedExamples.map(({ name }) => name))).option("--dry-run", "print the files without writing them").addHelpText("after", initExamples).action(call(exit, () => import("./init-repository.js").then((it) => it.initializeRepository))),
	run: (program, exit) => program.command("run").description("Measure the checked-out commit, judge it and write a run folder").option(...ownConfig).option(...onlySuites).option("--only <pattern...>", "only cases whose ids match; * matches any text; `warpgauge merge` joins parts").option(...runFolder).option("--resume", "continue the interrupted run in --out").option("--base <rev>", "compare with the merge base with this revision, and with the baselines of this revision").option("--calibrate", "measure the commit against itself to find the noise of this machine and the minimum detectable effect").option("--rounds <n>", "runs per side with --calibrate (default 10)").option(...verbose).action(call(exit, () => import("./run-locally.js").then((it) => it.runCommitted))),
	read: (program, exit) => program.command("read").description("Print what is understood of output files of one run. Exit code 1: they count as a failed run").argument("<file...>", "output of a benchmark tool, a profiler, a pipeline or a GPU monitor").option("--adapter <name>", "format of the files (default: found from the content of each)").addOption(new Option("--format <format>", "output format").choices(["terminal", "json"]).default("terminal")).action(call(exit, () => import("./read-files.js").then((it) => it.readFiles))),
	ingest: (program, exit) => program.command("ingest").description("Build a run folder from existing outputs").argument("<manifest>", "JSON with the config, the cases and their files (docs/ingest.md)").requiredOption("--out <dir>", "run folder to create").action(call(exit, () => import("./ingest-manifest.js").then((it) => it.ingestManifest))),
	plan: (program, exit) => program.command("plan").description("Print the job matrix of a config as JSON for strategy.matrix").option(...ownConfig).addOption(new Option("--by <key>", "what distinguishes the jobs").choices(matrixKeys).default("testbed")).option("--pretty", "one line per key").action(call(exit, () => import("./plan-jobs.js").then((it) => it.planJobs))),
	merge: (program, exit) => program.command("merge").description("Join the run folders of a job matrix into one").argument("<dir...>", "run folders of one commit and config").requiredOption("--out <dir>", "run folder to create").action(call(exit, () => import("./merge-folders.js").then((it) => it.mergeFolders))),
	report: (program, exit) => program.command("report").description("Judge a run folder again and render it").argument("<dir>", "run folder").addOption(new Option("--format <format>", "output format (default: terminal)").choices([...reportFormatNames, "html"])).option("--html <file>", "write one HTML file that needs no network; prints nothing without --format").option("--files <dir>", "write a JSON file per part, such as memory_stability.json and optimization_impact.json").option("--history <dir>", "history to show in the HTML, such as a checkout of the data branch").option("--config <file>", "judge by this config (default: the one in the run folder)").option("--baselines <dir>", "directory of baselines (default: the copies in the run folder)").action(call(exit, () => import("./report-folder.js").then((it) => it.reportFolder))),
	compare: (program, exit) => program.command("compare").description("Compare two run folders or baseline files").argument("<base>", "run folder or baseline file").argument("<head>", "run folder or baseline file").option("--config <file>", "config with the gate (default: that of the head, else of the base)").option("--min-effect <share>", "minimum effect, as a share (default: from the config, else 0.03)").addOption(new Option("--format <format>").choices(["terminal", "json"]).default("terminal")).action(call(exit, () => import("./compare-figures.js").then((it) => it.compareFigures))),
	baseline(program, exit) {
		const store = program.command("baseline").description("List, show, refresh or check the committed baselines");
		const directory = [
			"--dir <dir>",
			"directory of baselines",
			"baselines"
		];
		store.command("list").description("List every file of the store with its provenance").option(...directory).action(call(exit, () => import("./show-store.js").then((it) => it.listStore)));
		store.command("show").description("Show the samples and the noise of one testbed").argument("<testbed>").option(...directory).action(call(exit, () => import("./show-store.js").then((it) => it.showTestbed)));
		store.command("check").description("Validate every file of the store").option(...directory).action(call(exit, () => import("./show-store.js").then((it) => it.checkStore)));
		store.command("refresh").description("Write the samples and the noise of a run folder to the store").argument("<dir>", "run folder").option("--dir <dir>", "directory of baselines (default: comparison.baselines of the run)").requiredOption("--reason <text>", "reason, stored with the samples").option("--accept-regressions", "accept regressions as the new baseline").action(call(exit, () => import("./refresh-baselines.js").then((it) => it.refreshBaselines)));
	},
	history(program, exit) {
		const history = program.command("history").description("Add to, show or judge the history of the default branch");
		history.command("add").description("Append a run folder to the history, unless it is already recorded").argument("<dir>", "run folder").option(...historyFolder).option("--order <n>", "position of the commit in the history (default: counted in this clone)", parseInteger).action(call(exit, () => import("./record-history.js").then((it) => it.addToHistory)));
		history.command("run").description("Measure the commits A..B along the branch that the history lacks; run it again to continue. Exit code 2: not every commit is recorded").argument("<range>", "A..B, the commits of B after A").option(...historyFolder).option("--config <file>", "config of this working tree, used for every commit", usualConfig).option(...onlySuites).option("--every <n>", "only every n-th commit, counted back from B", parseCount, 1).option("--out <dir>", "directory of the run folders", ".warpgauge/history").option(...verbose).action(call(exit, () => import("./record-history.js").then((it) => it.runHistory)));
		addSelection(history.command("show").description("Show the runs of each metric").option(...historyFolder)).addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text")).action(call(exit, () => import("./show-history.js").then((it) => it.showHistory)));
		addTracking(addSelection(history.command("changes").description("Report change points, slow drift and limits at risk. Exit code 1: a confirmed regression or slow drift persists").option(...historyFolder)).addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"))).action(call(exit, () => import("./show-history.js").then((it) => it.printHistoryChanges)));
		addTracking(addSelection(history.command("dashboard").description("Write the history as one HTML file, for example for GitHub Pages").requiredOption("--html <file>", "file to write").option(...historyFolder))).option("--baselines <dir>", "directory of committed baselines to draw next to the runs of their testbed").action(call(exit, () => import("./show-history.js").then((it) => it.writeHistoryDashboard)));
	},
	dataset: (program, exit) => program.command("dataset").description("Write a synthetic FASTA dataset or a sample of a real one; the same seed gives the same bytes").addOption(new Option("--preset <name>", "generate sequences of this size").choices(Object.keys(presets))).addOption(new Option("--from <fasta>", "sample sequences from this file, plain or .gz").conflicts(syntheticOptions)).requiredOption("--out <dir>", "directory to write into").option("--sequences <n>", "number of sequences; required with --from (default: from the preset)").option("--seed <n>", "seed of the random generator", "1").option("--files <n>", "number of files", "1").option("--gc <share>", "share of G and C, between 0 and 1 (default: 0.5)").option("--orf-share <share>", "share of sequences with an open reading frame, 0 to 1 (default: random bases only)").option("--orf-length <bases>", "length of these frames (default: the complete sequence)").option("--min-length <bases>", "minimum length (default: from the preset)").option("--max-length <bases>", "maximum length (default: from the preset)").action(call(exit, () => import("./write-dataset.js").then((it) => it.writeDataset))),
	judge: (program, exit) => program.command("judge").description("Judge cases given as JSON lines on stdin: a pair of sample lists, or a series to find change points in. One JSON line per case on stdout, in the same order").addHelpText("after", judgeHelp).action(call(exit, () => import("./judge-line.js").then((it) => it.judgeStream))),
	monitor: (program, exit) => program.command("monitor").description("Run a command under the GPU monitor and print what it used; the exit code is that of the command").usage("[options] -- COMMAND...").argument("<command...>", "command with its arguments, after --").option("--interval <ms>", "sampling interval in milliseconds, 10 to 60000 (default: 500; with NVML 1000 to 2000 for 3 or more GPUs)").addOption(new Option("--monitor <kind>", "what reads the GPUs").choices([
		"auto",
		"nvml",
		"nvidia-smi",
		"amd-smi",
		"rocm-smi",
		"none"
	]).default("auto")).option("--json", "print the results as JSON to stdout; stdout of the command goes to stderr").option("--log <file>", "write every sample to this file; an existing file is never overwritten").action(call(exit, () => import("./watch-command.js").then((it) => it.printGpuUse))),
	kernels: (program, exit) => program.command("kernels").description("Run a command and print the kernels that its GPUs executed; the exit code is that of the command").usage("[options] -- COMMAND...").argument("[command...]", "command with its arguments, after --").option("--from <file>", "run nothing; read a profile of Nsight Systems (SQLite), torch.profiler or rocprofv3").option("--json", "print the record as JSON to stdout; stdout of the command goes to stderr").option("--base <file>", "compare with a record that --json printed earlier, or with a profile").action(call(exit, () => import("./record-command.js").then((it) => it.printKernels))),
	bisect: (program, exit) => program.command("bisect").description("Find the commit that made a metric worse").option("--good <rev>", "a good commit (default: the last one before the newest regression in --history)").option("--bad <rev>", "a later, bad commit (default HEAD)").option("--suite <name>", "suite of the metric").option("--case <pattern...>", "only cases whose ids match; * matches any text").option("--metric <name>", "metric to follow (default: the gate metric with the most certain regression)").option("--config <file>", "config of this working tree, used for every commit", usualConfig).option("--history <dir>", "records of earlier runs, such as a checkout of the data branch; used before anything is measured").option("--first-parent", "treat each merge as one step").option("--max-repeats <n>", "maximum runs per side of a comparison (default: from the config)").option("--out <dir>", "bisect folder (default .warpgauge/bisect/<id>)").option("--resume", "continue the interrupted bisect in --out").addOption(new Option("--format <format>", "output format").choices([
		"terminal",
		"markdown",
		"json"
	]).default("terminal")).option(...verbose).action(call(exit, () => import("./search-commit.js").then((it) => it.searchCommit))),
	doctor: (program, exit) => program.command("doctor").description("Check whether this machine and repository are ready and safe for measurements. Exit code 1: a check fails").option("--config <file>", `config of this repository (default ${usualConfig})`).option("--json", "print the findings as JSON (docs/doctor.md)").action(call(exit, () => import("./doctor.js").then((it) => it.diagnoseMachine))),
	demo: (program, exit) => program.command("demo").description("Measure the embedded reference pipeline in a temporary repository: a slower head, its base and version 1.0").option(...runFolder).action(call(exit, () => import("./measure-demo.js").then((it) => it.measureDemo)))
};
const ownConfig = [
	"--config <file>",
	"config of this repository",
	usualConfig
];
const onlySuites = ["--suite <name...>", "only these suites"];
const runFolder = ["--out <dir>", "run folder (default .warpgauge/runs/<run id>)"];
const verbose = ["--verbose", "print debug messages"];
const historyFolder = [
	"--dir <dir>",
	"directory of the history, such as a checkout of the data branch",
	"."
];
const syntheticOptions = [
	"preset",
	"gc",
	"orfShare",
	"orfLength",
	"minLength",
	"maxLength"
];
function call(exit, load) {
	return async (...args) => exit(await (await load())(...args) ?? 0);
}
function addSelection(command) {
	return command.option("--testbed <id>", "only this testbed").option("--metric <pattern>", "only these metrics: a name, or a prefix followed by *", "*").option("--runs <n>", "number of newest runs to use", parseCount, 400);
}
function addTracking(command) {
	return command.option("--config <file>", "config with tracking, minEffect and requirements").option("--anchor <rev...>", "commits to measure slow drift from (default: from the config)");
}
function collect(value, earlier = []) {
	return [...earlier, value];
}
function parseCount(text) {
	if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("give a whole number above 0");
	return Number(text);
}
function parseInteger(text) {
	if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("give a whole number");
	return Number(text);
}
const abExamples = `
The head is the working tree with its uncommitted changes, or HEAD if there are none. Both sides run in turn, in
separate checkouts.

Examples:
  $ warpgauge ab -- python train.py --steps 100           this branch against the default branch
  $ warpgauge ab --base v1.0 --setup 'make' -- ./simulate
  $ warpgauge ab --metric gpu_busy_time -- python infer.py
  $ warpgauge ab --command 'python sort.py' --command 'python sort.py --fast'

Exit code: 0 not slower, or inconclusive; 1 slower; 2 could not be measured.`;
const initExamples = `
Examples:
  warpgauge init                                       ask for what the repository does not show
  warpgauge init --yes                                 take what the repository shows
  warpgauge init --yes -- python3 train.py --epochs 1  measure this command
`;
const judgeHelp = `
Cases (all but kind, base, head and values may be absent; unknown fields are ignored):
  {"id":1,"kind":"pair","base":[..],"head":[..],"unit":"s","lower_is_better":true,"min_effect":0.03,
   "clear_effect":0.05,"widen":false,"confirm":"default|exact","design":"interleaved|blocked|stored","history":[[..],[..]],"max_runs":10}
  {"id":2,"kind":"series","values":[..],"min_effect":0.03}
Answers:
  {"id":1,"verdict":"regression|improvement|unchanged|inconclusive","effect":..,"interval":[..,..],"resolution":..,"excluded":..,
   "reason":".."}
   unchanged: a slowdown of clear_effect (absent: min_effect) is ruled out; with widen, when more runs cannot help, one of
   the resolution. excluded: the smallest slowdown that is ruled out
  {"id":2,"changepoints":[..],"changes":[{"at":..,"from":..,"to":..,"effect":..,"interval":[..,..],"status":"candidate|confirmed"}]}
   changepoints: index, from 0, of the first value of each new level. changes: the same one by one, with the first and last
   index where the step may as well lie, its size as a share of the old level, and whether enough values bear it out
A line that cannot be read is answered with {"id","error"} and the rest goes on, so the exit code is 0 once all of the
input was read; look into the lines for errors. A line holds at most 16 Mi characters.`;

export { commands, findShippedExample, shippedExamples, splitShippedConfig };