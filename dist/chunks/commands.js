import { UserError } from "./core.js";
import { deviceKinds, matrixKeys, parseSelection, presets, reportFormatNames, trustModels } from "./choices.js";
import { createTerminalLogger, mayColor, measureColumns, print, say } from "./version.js";
import { InvalidArgumentError, Option } from "./commander.js";
import { dirname, resolve } from "node:path";
import { statSync } from "node:fs";

// src/cli/ab/ab.ts
function addAb(program, exit) {
	program.command("ab").description("Compare a command at two commits, or two commands, without a config").usage("[options] -- COMMAND...").argument("[command...]", "command with its arguments, after --").option("--base <rev>", "compare with the merge base with this revision (default: the default branch)").option("--command <text>", "compare two commands instead of two commits; give it twice, the reference first", collect).option("--setup <text>", "command that prepares each checkout, not measured; may be repeated", collect).option("--metric <name>", "metric that decides, such as wall_time or gpu_busy_time; may be repeated", collect).option("--gpus <n>", "number of GPUs; 0 for a program without GPUs (default: 1 if this machine has one)").option("--warmup <n>", "runs of each side before the measured ones (default: 1)").option("--runs <n>", "runs of each side (default: 3 to 20, until the result is certain)").option("--pass-env <name>", "environment variable that the command inherits; may be repeated", collect).option("--proof <text>", "text that each run must print, as proof of its work; may be repeated", collect).option("--json", "print the report as JSON to stdout; the table goes to stderr").option("--html <file>", "write the report as one HTML file").option("--out <dir>", "keep the run folder here (default: it is removed)").option("--export-config [file]", "print or write the equivalent config, and measure nothing").option("--verbose", "print debug messages").addHelpText("after", examples).action(async (command, options) => {
		const { compareOrExport } = await import("./measure-ab.js");
		exit(await compareOrExport(command, options));
	});
}
const examples = `
The head is the working tree with its uncommitted changes, or HEAD if there are none. Both sides run in turn, in
separate checkouts.

Examples:
  $ warpgauge ab -- python train.py --steps 100           this branch against the default branch
  $ warpgauge ab --base v1.0 --setup 'make' -- ./simulate
  $ warpgauge ab --metric gpu_busy_time -- python infer.py
  $ warpgauge ab --command 'python sort.py' --command 'python sort.py --fast'

Exit code: 0 not slower, or inconclusive; 1 slower; 2 could not be measured.`;
function collect(value, earlier = []) {
	return [...earlier, value];
}

// src/cli/baseline/baseline.ts
function addBaseline(program, exit) {
	const baseline = program.command("baseline").description("List, show, refresh or check the committed baselines");
	withStore(baseline.command("list").description("List every file of the store with its provenance")).action(async (options) => {
		const { listStore } = await import("./show-store.js");
		await listStore(options);
		exit(0);
	});
	withStore(baseline.command("show").description("Show the samples and the noise of one testbed").argument("<testbed>")).action(async (testbed, options) => {
		const { showTestbed } = await import("./show-store.js");
		await showTestbed(testbed, options);
		exit(0);
	});
	withStore(baseline.command("check").description("Validate every file of the store")).action(async (options) => {
		const { checkStore } = await import("./show-store.js");
		await checkStore(options);
		exit(0);
	});
	withStore(baseline.command("refresh").description("Write the samples and the noise of a run folder to the store").argument("<dir>", "run folder")).requiredOption("--reason <text>", "reason, stored with the samples").option("--accept-regressions", "accept regressions as the new baseline").action(async (folder, options) => {
		const { refreshBaselines } = await import("./refresh-baselines.js");
		await refreshBaselines(resolve(folder), options);
		exit(0);
	});
}
function withStore(command) {
	return command.option("--dir <dir>", "directory of baselines", "baselines");
}

// src/cli/bisect.ts
const formats = [
	"terminal",
	"markdown",
	"json"
];
function addBisect(program, exit) {
	program.command("bisect").description("Find the commit that made a metric worse").option("--good <rev>", "a good commit (default: the last one before the newest regression in --history)").option("--bad <rev>", "a later, bad commit (default HEAD)").option("--suite <name>", "suite of the metric").option("--case <pattern...>", "only cases whose ids match; * matches any text").option("--metric <name>", "metric to follow (default: the gate metric with the most certain regression)").option("--config <file>", "config of this working tree, used for every commit", ".github/warpgauge.yml").option("--history <dir>", "records of earlier runs, such as a checkout of the data branch; used before anything is measured").option("--first-parent", "treat each merge as one step").option("--max-repeats <n>", "maximum runs per side of a comparison (default: from the config)").option("--out <dir>", "bisect folder (default .warpgauge/bisect/<id>)").option("--resume", "continue the interrupted bisect in --out").addOption(new Option("--format <format>", "output format").choices(formats).default("terminal")).option("--verbose", "print debug messages").action(async (options) => {
		const { searchCommit } = await import("./search-commit.js");
		exit(await searchCommit(options));
	});
}

// src/cli/compare.ts
function addCompare(program, exit) {
	program.command("compare").description("Compare two run folders or baseline files").argument("<base>", "run folder or baseline file").argument("<head>", "run folder or baseline file").option("--config <file>", "config with the gate (default: that of the head, else of the base)").option("--min-effect <share>", "minimum effect, as a share (default: from the config, else 0.03)").addOption(new Option("--format <format>").choices(["terminal", "json"]).default("terminal")).action(async (base, head, options) => {
		const { compareFigures } = await import("./compare-figures.js");
		exit(await compareFigures(base, head, options));
	});
}

// src/cli/dataset.ts
function addDataset(program, exit) {
	program.command("dataset").description("Write a synthetic FASTA dataset or a sample of a real one; the same seed gives the same bytes").addOption(new Option("--preset <name>", "generate sequences of this size").choices(Object.keys(presets))).addOption(new Option("--from <fasta>", "sample sequences from this file, plain or .gz").conflicts(syntheticOptions)).requiredOption("--out <dir>", "directory to write into").option("--sequences <n>", "number of sequences; required with --from (default: from the preset)").option("--seed <n>", "seed of the random generator", "1").option("--files <n>", "number of files", "1").option("--gc <share>", "share of G and C, between 0 and 1 (default: 0.5)").option("--orf-share <share>", "share of sequences with an open reading frame, 0 to 1 (default: random bases only)").option("--orf-length <bases>", "length of these frames (default: the complete sequence)").option("--min-length <bases>", "minimum length (default: from the preset)").option("--max-length <bases>", "maximum length (default: from the preset)").action(async (options) => {
		const { writeDataset } = await import("./write-dataset.js");
		await writeDataset(options);
		exit(0);
	});
}
const syntheticOptions = [
	"preset",
	"gc",
	"orfShare",
	"orfLength",
	"minLength",
	"maxLength"
];

// src/cli/demo.ts
function addDemo(program, exit) {
	program.command("demo").description("Measure the embedded reference pipeline in a temporary repository: a slower head, its base and version 1.0").option("--out <dir>", "run folder (default .warpgauge/runs/<run id>)").action(async (options) => {
		const { measureDemo } = await import("./measure-demo.js");
		exit(await measureDemo(options.out));
	});
}

// src/cli/doctor.ts
const usualConfig = ".github/warpgauge.yml";
const jsonVersion = 1;
function addDoctor(program, exit) {
	program.command("doctor").description("Check whether this machine and repository are ready and safe for measurements. Exit code 1: a check fails").option("--config <file>", `config of this repository (default ${usualConfig})`).option("--trace-files", "run setup and first case of HEAD once under strace; list files that pipeline.paths misses").option("--json", "print the findings as JSON (docs/doctor.md)").option("--verbose", "print debug messages").action(async (options) => {
		const workspace = process.cwd();
		const shownConfig = options.config ?? usualConfig;
		const { runUntilStopped } = await import("./own-process.js");
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

// src/cli/history/history.ts
function addHistory(program, exit) {
	const history = program.command("history").description("Add to, show or judge the history of the default branch");
	withDirectory(history.command("add").description("Append a run folder to the history, unless it is already recorded").argument("<dir>", "run folder")).option("--order <n>", "position of the commit in the history (default: counted in this clone)", parseInteger).action(async (folder, options) => {
		const { addToHistory } = await import("./record-history.js");
		await addToHistory(resolve(folder), options);
		exit(0);
	});
	addRange(history, exit);
	withSelection(withDirectory(history.command("show").description("Show the runs of each metric"))).action(async (options) => {
		const { showHistory } = await import("./show-history.js");
		await showHistory(options);
		exit(0);
	});
	withSelection(withDirectory(history.command("changes").description("Report change points, slow drift and limits at risk. Exit code 1: a confirmed regression or slow drift persists"))).option("--config <file>", "config with tracking, minEffect and requirements").option("--anchor <rev...>", "commits to measure slow drift from (default: from the config)").action(async (options) => {
		const { printHistoryChanges } = await import("./show-history.js");
		exit(await printHistoryChanges(options));
	});
	addDashboard(history, exit);
}
function addRange(history, exit) {
	withDirectory(history.command("run").description("Measure the commits A..B along the branch that the history lacks; run it again to continue. Exit code 2: not every commit is recorded").argument("<range>", "A..B, the commits of B after A")).option("--config <file>", "config of this working tree, used for every commit", ".github/warpgauge.yml").option("--suite <name...>", "only these suites").option("--every <n>", "only every n-th commit, counted back from B", parseCount, 1).option("--out <dir>", "directory of the run folders", ".warpgauge/history").option("--verbose", "print debug messages").action(async (range, options) => {
		const { runHistory } = await import("./record-history.js");
		exit(await runHistory(range, options));
	});
}
function addDashboard(history, exit) {
	withDirectory(history.command("dashboard").description("Write the history as one HTML file, for example for GitHub Pages").requiredOption("--html <file>", "file to write")).option("--testbed <id>", "only this testbed").option("--metric <pattern>", "only these metrics: a name, or a prefix followed by *", "*").option("--runs <n>", "number of newest runs to use", parseInteger, 400).option("--config <file>", "config with tracking, minEffect and requirements").option("--anchor <rev...>", "commits to measure slow drift from (default: from the config)").option("--baselines <dir>", "directory of committed baselines to draw next to the runs of their testbed").action(async (options) => {
		const { writeHistoryDashboard } = await import("./show-history.js");
		await writeHistoryDashboard(options);
		exit(0);
	});
}
function withDirectory(command) {
	return command.option("--dir <dir>", "directory of the history, such as a checkout of the data branch", ".");
}
function withSelection(command) {
	return command.option("--testbed <id>", "only this testbed").option("--metric <pattern>", "only these metrics: a name, or a prefix followed by *", "*").option("--runs <n>", "number of newest runs to use", parseInteger, 400).addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"));
}
function parseCount(text) {
	if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("give a whole number above 0");
	return Number(text);
}
function parseInteger(text) {
	if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("give a whole number");
	return Number(text);
}

// src/cli/ingest.ts
function addIngest(program, exit) {
	program.command("ingest").description("Build a run folder from existing outputs").argument("<manifest>", "JSON with the config, the cases and their files (docs/ingest.md)").requiredOption("--out <dir>", "run folder to create").action(async (path, { out }) => {
		const { ingestManifest } = await import("./ingest-manifest.js");
		await ingestManifest(resolve(path), resolve(out));
		exit(0);
	});
}

// src/domain/init/shipped-examples.ts
const shippedExamples = [{
	name: "virnucpro",
	title: "VirNucPro",
	files: [
		"virnucpro/__main__.py",
		"virnucpro/cli/predict.py",
		"virnucpro/pipeline/prediction.py"
	]
}];
function findShippedExample({ paths }) {
	return shippedExamples.find(({ files }) => files.every((file) => paths.includes(file))) ?? null;
}
const longSuites = ["production", "sweep"];
function splitShippedConfig(text, { name, title }, devices) {
	const header = `# The config of warpgauge for ${title}; examples/${name}/README.md says what the runner needs and which options have an effect.`;
	const body = text.replace(/^(?:#.*\n)+/, `${header}\n`).replace(/^pipeline:\n/m, devices === "cpu" ? "pipeline:\n  devices: cpu\n" : "pipeline:\n");
	const suites = listEntries(body, "suites");
	const production = suites.includes("production") ? selectSuites(body, ["production"]) : null;
	return {
		pullRequest: selectSuites(body, suites.filter((suite) => !longSuites.includes(suite))),
		production: production?.replace(/^name: (.*)$/m, "name: $1-production") ?? null
	};
}
function findBlock(text, key) {
	return new RegExp(`(?:^#.*\\n)*^${key}:[ \\t]*\\n((?:[ \\t].*\\n|\\n(?=[ \\t]|\\n))*)\\n?`, "m").exec(text);
}
const entry = /(?:\n*^ {2}#.*\n)*\n*^ {2}(?:- |([\w.-]+):)(?:.*\n)(?:(?: {4}|  \}).*\n)*/gm;
function listEntries(text, key) {
	return [...(findBlock(text, key)?.[1] ?? "").matchAll(entry)].flatMap((match) => match[1] ?? []);
}
function keepEntries(text, key, isKept) {
	const block = findBlock(text, key);
	if (!block) return text;
	const kept = [...(block[1] ?? "").matchAll(entry)].filter((match) => isKept(match[1] ?? "", match[0]));
	const whole = block[0];
	const inner = kept.map((match) => match[0]).join("").replace(/^\n+/, "");
	return text.replace(whole, () => kept.length === 0 ? "" : `${whole.slice(0, whole.indexOf(`${key}:`))}${key}:\n${inner}\n`);
}
function selectSuites(text, suites) {
	const selected = keepEntries(text, "suites", (name) => suites.includes(name));
	const used = findBlock(selected, "suites")?.[1] ?? "";
	const isUsed = (name) => new RegExp(`(?<![\\w.-])${name.replaceAll(".", "\\.")}(?![\\w.-])`).test(used);
	return keepEntries(keepEntries(keepEntries(selected, "requirements", (_name, item) => suites.includes(/\bsuite:\s*([\w-]+)/.exec(item)?.[1] ?? "")), "datasets", isUsed), "revisions", isUsed);
}

// src/cli/init/init.ts
function addInit(program, exit) {
	program.command("init").description("Write a config and workflows for this repository; existing files are never changed").argument("[command...]", "command to measure, after --; without it, what the repository shows").option("--yes", "ask nothing and use the defaults found in the repository (as without a terminal)").addOption(new Option("--devices <kind>", "what the program computes on (default: by its code)").choices(deviceKinds)).option("--labels <a,b>", "labels of the measuring runner (default self-hosted,gpu; without GPUs ubuntu-latest)").addOption(new Option("--trust-model <who>", "whose code may run on that runner (default trusted)").choices(trustModels)).option("--dir <directory>", "the repository, or a directory in it", ".").option("--config <file>", "path of the config from the root of the repository (default .github/warpgauge.yml)").option("--action <owner/name@ref>", "action for the workflows (default: the origin of this warpgauge, at v0)").addOption(new Option("--example <name>", "write the config of warpgauge for this project, with every suite and limit").choices(shippedExamples.map(({ name }) => name))).option("--dry-run", "print the files without writing them").addHelpText("after", helpText).action(async (command, options) => {
		const { initializeRepository } = await import("./init-repository.js");
		exit(await initializeRepository({
			...options,
			command
		}));
	});
}
const helpText = `
Examples:
  warpgauge init                                       ask for what the repository does not show
  warpgauge init --yes                                 take what the repository shows
  warpgauge init --yes -- python3 train.py --epochs 1  measure this command
`;

// src/cli/judge.ts
function addJudge(program, exit) {
	program.command("judge").description("Judge cases given as JSON lines on stdin: a pair of sample lists, or a series to find change points in. One JSON line per case on stdout, in the same order").addHelpText("after", help).action(async () => {
		const { judgeStream } = await import("./judge-stream.js");
		exit(await judgeStream());
	});
}
const help = `
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

// src/cli/kernels.ts
function addKernels(program, exit) {
	program.command("kernels").description("Run a command and print the kernels that its GPUs executed; the exit code is that of the command").usage("[options] -- COMMAND...").argument("<command...>", "command with its arguments, after --").option("--json", "print the record as JSON to stdout; stdout of the command goes to stderr").option("--base <file>", "compare with a record that --json printed earlier").action(async (argv, options) => {
		const { recordCommand, readRecord } = await import("./record-command.js");
		const base = options.base === void 0 ? null : await readRecord(options.base);
		const { exitCode, record } = await recordCommand(argv, options.json ? "stderr" : "stdout");
		if (record === null && exitCode !== 0) {
			say(`the command ended with exit code ${exitCode} before any process initialized CUDA; its output is above`);
			exit(exitCode);
			return;
		}
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

// src/cli/merge.ts
function addMerge(program, exit) {
	program.command("merge").description("Join the run folders of a job matrix into one").argument("<dir...>", "run folders of one commit and config").requiredOption("--out <dir>", "run folder to create").action(async (directories, { out }) => {
		const { mergeFolders } = await import("./merge-folders.js");
		exit(await mergeFolders(directories, out));
	});
}

// src/cli/monitor.ts
const kinds = [
	"auto",
	"nvml",
	"nvidia-smi",
	"amd-smi",
	"rocm-smi",
	"none"
];
function addMonitor(program, exit) {
	program.command("monitor").description("Run a command under the GPU monitor and print what it used; the exit code is that of the command").usage("[options] -- COMMAND...").argument("<command...>", "command with its arguments, after --").option("--interval <ms>", "sampling interval in milliseconds, 10 to 60000 (default: 500; with NVML 1000 to 2000 for 3 or more GPUs)").addOption(new Option("--monitor <kind>", "what reads the GPUs").choices(kinds).default("auto")).option("--json", "print the results as JSON to stdout; stdout of the command goes to stderr").option("--log <file>", "write every sample to this file; an existing file is never overwritten").action(async (argv, options) => {
		const { watchCommand } = await import("./watch-command.js");
		const watched = await watchCommand({
			argv,
			wanted: options.monitor,
			intervalMs: options.interval === void 0 ? null : parseInterval(options.interval),
			logPath: options.log === void 0 ? null : parseLogPath(options.log),
			output: options.json ? "stderr" : "stdout"
		});
		const { exitCode, wallSeconds, monitor, gpus, telemetry } = watched;
		if (options.json) print(JSON.stringify(watched, null, 2));
		else {
			const { renderMonitorTable } = await import("./monitor-table.js");
			const { reason } = monitor;
			say(renderMonitorTable(telemetry, {
				columns: measureColumns(process.stderr),
				wallSeconds,
				gpus,
				reason
			}));
		}
		if (options.log !== void 0 && telemetry.logFile !== null) say(`samples: ${dirname(options.log)}/${telemetry.logFile}`);
		exit(exitCode);
	});
}
function parseInterval(text) {
	const value = Number(text);
	if (Number.isInteger(value) && value >= 10 && value <= 6e4) return value;
	throw new UserError(`--interval ${text} is not a whole number from 10 to 60000`, "Give milliseconds, such as 500.");
}
function parseLogPath(file) {
	const path = resolve(file);
	if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) return path;
	throw new UserError(`--log ${file}: the directory ${dirname(path)} does not exist`, "Create it, or give another file.");
}

// src/cli/plan.ts
function addPlan(program, exit) {
	program.command("plan").description("Print the job matrix of a config as JSON for strategy.matrix").option("--config <file>", "config of this repository", ".github/warpgauge.yml").addOption(new Option("--by <key>", "what distinguishes the jobs").choices(matrixKeys).default("testbed")).option("--pretty", "one line per key").action(async ({ config, by, pretty }) => {
		const { readLocalRules } = await import("./read-rules.js");
		const { planMatrix } = await import("./plan-run.js");
		const { config: parsed } = await readLocalRules(config);
		const { jobs, problems } = planMatrix({
			config: parsed,
			configPath: config,
			by
		});
		for (const problem of problems) say(`warning: ${problem}`);
		print(JSON.stringify({ include: jobs }, null, pretty ? 2 : void 0));
		exit(0);
	});
}

// src/cli/read.ts
function addRead(program, exit) {
	program.command("read").description("Print what is understood of output files of one run. Exit code 1: they count as a failed run").argument("<file...>", "output of a benchmark tool, a profiler, a pipeline or a GPU monitor").option("--adapter <name>", "format of the files (default: found from the content of each)").addOption(new Option("--format <format>", "output format").choices(["terminal", "json"]).default("terminal")).action(async (files, options) => {
		const { readFiles } = await import("./read-files.js");
		exit(await readFiles(files, options));
	});
}

// src/cli/report.ts
function addReport(program, exit) {
	program.command("report").description("Judge a run folder again and render it").argument("<dir>", "run folder").addOption(new Option("--format <format>", "output format (default: terminal)").choices([...reportFormatNames, "html"])).option("--html <file>", "write one HTML file that needs no network; prints nothing without --format").option("--files <dir>", "write a JSON file per part, such as memory_stability.json and optimization_impact.json").option("--history <dir>", "history to show in the HTML, such as a checkout of the data branch").option("--config <file>", "judge by this config (default: the one in the run folder)").option("--baselines <dir>", "directory of baselines (default: the copies in the run folder)").action(async (directory, options) => {
		const { reportFolder } = await import("./report-folder.js");
		exit(await reportFolder(directory, options));
	});
}

// src/cli/run.ts
const usualRounds = 10;
const fewestRounds = 3;
const mostRounds = 200;
function addRun(program, exit) {
	program.command("run").description("Measure the checked-out commit, judge it and write a run folder").option("--config <file>", "config of this repository", ".github/warpgauge.yml").option("--suite <name...>", "only these suites").option("--only <pattern...>", "only cases whose ids match; * matches any text").option("--shard <i/n>", "only the i-th of n equal parts; `warpgauge merge` joins them").option("--out <dir>", "run folder (default .warpgauge/runs/<run id>)").option("--resume", "continue the interrupted run in --out").option("--base <rev>", "compare with the merge base with this revision, and with the baselines of this revision").option("--calibrate", "measure the commit against itself to find the noise of this machine and the minimum detectable effect").option("--rounds <n>", `runs per side with --calibrate (default ${usualRounds})`).option("--verbose", "print debug messages").action(async (options) => {
		if (options.resume && !options.out) throw new UserError("--resume needs a run folder", "Give its run folder with --out DIR.");
		const calibrationRounds = parseRounds(options);
		const workspace = process.cwd();
		const { runLocally } = await import("./run-locally.js");
		const { refuseUsedFolder } = await import("./run-folder-option.js");
		if (options.out && !options.resume) refuseUsedFolder(options.out);
		exit(await runLocally({
			workspace,
			configFile: resolve(workspace, options.config),
			suites: options.suite,
			selection: parseSelection(options.only ?? [], options.shard ?? null),
			runFolder: options.out ? resolve(workspace, options.out) : null,
			isResume: options.resume ?? false,
			base: options.base ?? null,
			calibrationRounds,
			isVerbose: options.verbose
		}));
	});
}
function parseRounds({ calibrate = false, rounds }) {
	if (!calibrate && rounds !== void 0) throw new UserError("--rounds has no meaning without --calibrate", "Add --calibrate, or set run.repeats in the config.");
	if (!calibrate) return null;
	const value = rounds === void 0 ? usualRounds : Number(rounds);
	if (Number.isInteger(value) && value >= fewestRounds && value <= mostRounds) return value;
	throw new UserError(`--rounds is ${JSON.stringify(rounds)}`, `Give a whole number from ${fewestRounds} to ${mostRounds}; 10 are enough on most machines.`);
}

export { addAb, addBaseline, addBisect, addCompare, addDataset, addDemo, addDoctor, addHistory, addIngest, addInit, addJudge, addKernels, addMerge, addMonitor, addPlan, addRead, addReport, addRun, findShippedExample, shippedExamples, splitShippedConfig };