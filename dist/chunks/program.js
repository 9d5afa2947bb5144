import { n as CommanderError, r as Option, t as Command } from "./commander.js";
import { a as cancelOnSignals, f as EnvironmentError, p as UserError, r as diskFileStore } from "./foundation.js";
import { C as fittingWidths, D as casesOfBaseline, E as baselineText, O as makeBaseline, S as displayWidth, T as tableRowLines, _ as writeSyntheticFasta, a as startProgress, b as renderComparisons, c as measuringPorts, d as check, f as defaultIntervalMs, g as newRunId, h as visibleDevices, i as progressText, k as toolVersion, m as explainUnexpectedUse, n as failureText, o as withEndedTrial, p as commandDevices, r as progressBar, s as withStartedTrial, t as lineProgress, u as explainStartFailure, v as presets, w as naturalWidths, x as renderTerminal, y as reportFormats } from "./measuring.js";
import { A as configuredSuites, C as runRecordFile, D as loadBaselines, I as outcomeOf, L as axesText, O as headCase, P as compareWithBaseline, T as rulesFrom, V as parseBaseline, _ as readRunRecord, b as configCopy, g as formatValue, k as judgeRun, l as plainText, y as baselineCopies, z as summarize } from "./judging.js";
import { t as wo } from "./simple-git.js";
import { t as logUpdateStderr } from "./log-update.js";
import { t as chooseMonitor } from "./choose-monitor.js";
import { performance as performance$1 } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { dirname, join, relative, resolve } from "node:path";
import { constants, tmpdir } from "node:os";
import { existsSync, statSync } from "node:fs";
import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { isatty } from "node:tty";

// src/steps/baselines-of-run.ts
function baselinesOfRun(record, config, reason) {
	const provenance = {
		commit: record.revisions.find((revision) => revision.label === "head")?.commit ?? "unknown",
		runId: record.runId,
		recordedAt: record.finishedAt ?? record.startedAt,
		tool: `${record.tool.name} ${record.tool.version}`,
		configSha256: record.yardstick.sha256,
		reason
	};
	return configuredSuites(config).filter((entry) => entry.suite.usesBaselines).map(({ name }) => {
		const cases = record.plan.cases.filter((item) => item.key.suite === name).map((item) => headCase(outcomeOf(item, record.trials), record));
		return makeBaseline(name, record.testbed, cases, provenance);
	}).filter((baseline) => baseline.cases.length > 0);
}

// src/cli/only-suites.ts
function onlySuites(config, names) {
	const configured = Object.keys(config.suites);
	const unknown = names.filter((name) => !configured.includes(name));
	if (unknown.length > 0) throw new UserError(`the config has no suite ${unknown.join(", ")}`, `It has: ${configured.join(", ")}.`);
	const suites = Object.fromEntries(Object.entries(config.suites).filter(([name]) => names.includes(name)));
	return {
		...config,
		suites,
		requirements: config.requirements.filter((item) => names.includes(item.suite))
	};
}

// src/cli/judge-folder.ts
const maxConfigBytes = 262144;
const maxBaselineBytes$1 = 16777216;
async function judgeFolder(folder, options) {
	const { record, config } = await openFolder(folder, options.configFile);
	const baselines = await baselinesFor(folder, config, record, options.baselines);
	return judgeRun({
		record,
		config,
		baselines,
		obstacles: []
	});
}
async function openFolder(folder, configFile) {
	const record = await readRunRecord(folder, diskFileStore);
	const path = configFile ? resolve(configFile) : join(folder, configCopy);
	const text = await diskFileStore.readText(path, maxConfigBytes);
	if (text === null) throw new UserError(`there is no config at ${path}`, "Name the config that this run was measured by with --config.");
	const { config, yardstick } = rulesFrom(text, record.yardstick.path, record.yardstick);
	const suites = new Set([...record.plan.cases, ...record.plan.notTested].map((item) => item.key.suite));
	return {
		record: {
			...record,
			yardstick
		},
		config: onlySuites(config, [...suites])
	};
}
async function baselinesFor(folder, config, { testbed }, directory) {
	return await loadBaselines(config, testbed.id, async (path) => {
		const copy = join(folder, baselineCopies, path.slice(path.lastIndexOf("/") + 1));
		const chosen = directory === null ? copy : join(resolve(directory), ...path.split("/").slice(-2));
		return await diskFileStore.readText(chosen, maxBaselineBytes$1);
	});
}

// src/cli/short-path.ts
function shortPath(path) {
	const near = relative(process.cwd(), path);
	return near === "" || near.startsWith("..") ? path : near;
}

// src/cli/terminal.ts
function say(text) {
	process.stderr.write(`${text}\n`);
}
function print(text) {
	process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}
function columnsOf(stream) {
	return Math.max(60, Math.min(stream.columns ?? 100, 160));
}
function mayColour(stream) {
	return stream.isTTY && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
}
function terminalLogger(isVerbose) {
	return {
		debug: (message) => isVerbose ? say(message) : void 0,
		info: say,
		notice: say,
		warning: (message) => say(`warning: ${message}`),
		error: (message) => say(`error: ${message}`)
	};
}

// src/cli/baseline.ts
const maxBaselineBytes = 16777216;
function addBaseline(program, exit) {
	const baseline = program.command("baseline").description("List, show, refresh or check the committed baselines");
	withStore(baseline.command("list").description("Name every baseline with its provenance")).action(async (options) => {
		for (const { path, baseline: item } of await readStore(options.dir)) print(`${path}  ${item.cases.length} cases  ${provenanceText(item)}`);
		exit(0);
	});
	withStore(baseline.command("show").description("Show the samples of one testbed").argument("<testbed>")).action(async (testbed, options) => {
		await showTestbed(testbed, options);
		exit(0);
	});
	withStore(baseline.command("check").description("Validate every file of the store")).action(async (options) => {
		const store = await readStore(options.dir);
		say(`${store.length} baseline files are valid`);
		exit(0);
	});
	withStore(baseline.command("refresh").description("Write the samples of a run folder into the store").argument("<dir>", "run folder")).requiredOption("--reason <text>", "why; kept with the samples").option("--accept-regressions", "bake in what got slower").action(async (folder, options) => {
		await refresh(resolve(folder), options);
		exit(0);
	});
}
function withStore(command) {
	return command.option("--dir <dir>", "directory of baselines", "baselines");
}
async function readStore(directory) {
	const store = [];
	for (const testbed of await diskFileStore.list(resolve(directory))) for (const file of await diskFileStore.list(resolve(directory, testbed)).catch(() => [])) {
		if (!file.endsWith(".json")) continue;
		const path = join(directory, testbed, file);
		const text = await diskFileStore.readText(resolve(path), maxBaselineBytes);
		if (text !== null) store.push({
			path,
			baseline: parseBaseline(text, path)
		});
	}
	return store;
}
async function showTestbed(testbed, { dir }) {
	const found = (await readStore(dir)).filter(({ baseline }) => baseline.testbed.id === testbed);
	if (found.length === 0) throw new UserError(`there is no baseline of testbed ${testbed} in ${dir}`, "See the names with `warpgauge baseline list`.");
	for (const { path, baseline } of found) {
		print(`${path}  ${provenanceText(baseline)}  (${baseline.provenance.reason})`);
		for (const item of baseline.cases) for (const metric of item.metrics) {
			const { count, median, min, max } = summarize(metric.samples);
			print(`  ${item.benchmark} ${axesText(item.axes)}  ${metric.name}  ${median.toPrecision(4)} ${metric.unit}  (${count} runs, ${min.toPrecision(4)} to ${max.toPrecision(4)})`);
		}
	}
}
async function refresh(folder, options) {
	const { record, config } = await openFolder(folder, null);
	if (record.status !== "finished") throw new UserError(`the run in ${folder} is ${record.status}, not finished`, "Finish it with `warpgauge run --resume --out DIR` first.");
	const report = await judgeFolder(folder, {
		configFile: null,
		baselines: options.dir
	});
	if (report.comparisons.filter((item) => item.verdict === "regression" && item.isGate).length > 0 && !options.acceptRegressions) throw new UserError(`this run is slower than the baseline it would replace: ${report.sentence}`, "Mend it, or add --accept-regressions with a --reason that explains it.");
	const baselines = baselinesOfRun(record, config, options.reason);
	if (baselines.length === 0) throw new UserError(`the run in ${folder} has no measured case of a suite that uses baselines`, "Run the suite scaling or end-to-end first.");
	for (const baseline of baselines) {
		const path = join(options.dir, baseline.testbed.id, `${baseline.suite}.json`);
		await diskFileStore.writeText(resolve(path), baselineText(baseline));
		say(`wrote ${shortPath(resolve(path))}: ${baseline.cases.length} cases`);
	}
}
function provenanceText({ provenance }) {
	return `${provenance.commit.slice(0, 7)}  ${provenance.recordedAt.slice(0, 10)}  run ${provenance.runId}`;
}

// src/cli/compare.ts
function addCompare(program, exit) {
	program.command("compare").description("Compare two run folders or baseline files").argument("<base>", "run folder or baseline file").argument("<head>", "run folder or baseline file").option("--min-effect <share>", "smallest change worth reporting", "0.03").addOption(new Option("--format <format>").choices(["terminal", "json"]).default("terminal")).action(async (base, head, options) => {
		const comparisons = compareSides(await readSide(base), await readSide(head), minEffectOf(options.minEffect));
		print(options.format === "json" ? JSON.stringify({ comparisons }, null, 2) : renderComparisons(comparisons, {
			columns: columnsOf(process.stdout),
			color: mayColour(process.stdout)
		}));
		exit(comparisons.some((item) => item.isGate && item.verdict === "regression") ? 1 : 0);
	});
}
function compareSides(bases, heads, minEffect) {
	const comparisons = bases.flatMap((baseline) => {
		const head = heads.find((item) => item.suite === baseline.suite);
		if (!head) return [];
		return compareWithBaseline({
			baseline,
			testbed: head.testbed,
			cases: casesOfBaseline(head),
			gate: ["wall_time"],
			policy: {
				minEffect,
				confidence: .95
			}
		});
	});
	if (comparisons.length > 0) return comparisons;
	throw new UserError(`the two have no suite in common: ${namesOf(bases)} against ${namesOf(heads)}`, "Compare runs of the same suites.");
}
function namesOf(side) {
	return side.map((item) => `${item.suite} (${item.cases.map((entry) => axesText(entry.axes)).join("; ")})`).join(", ");
}
async function readSide(path) {
	const absolute = resolve(path);
	const found = statSync(absolute, { throwIfNoEntry: false });
	if (!found) throw new UserError(`${path} does not exist`, "Give a run folder or a baseline file.");
	if (found.isDirectory()) {
		const { record, config } = await openFolder(absolute, null);
		return baselinesOfRun(record, config, "compared");
	}
	const text = await diskFileStore.readText(absolute, 16777216);
	return [parseBaseline(text ?? "", path)];
}
function minEffectOf(text) {
	const value = Number(text);
	if (value > 0 && value < 1) return value;
	throw new UserError(`--min-effect ${text} is not between 0 and 1`, "Give a share such as 0.03.");
}

// src/cli/dataset.ts
function addDataset(program, exit) {
	program.command("dataset").description("Write a synthetic FASTA dataset; the same preset and seed give the same bytes everywhere").addOption(new Option("--preset <name>", "size").choices(Object.keys(presets)).makeOptionMandatory()).requiredOption("--out <dir>", "directory to write into").option("--seed <n>", "seed of the random bases", "1").option("--files <n>", "number of files", "1").option("--gc <share>", "share of G and C, between 0 and 1", "0.5").option("--sequences <n>", "number of sequences instead of the preset’s").action(async (options) => {
		const { minLength, maxLength, sequences } = presets[options.preset];
		const { identity, files } = await writeSyntheticFasta({
			preset: options.preset,
			sequences: options.sequences === void 0 ? sequences : wholeNumber("--sequences", options.sequences, 1, 1e9),
			minLength,
			maxLength,
			gc: share$1("--gc", options.gc),
			seed: wholeNumber("--seed", options.seed, 0, 2 ** 32 - 1),
			files: wholeNumber("--files", options.files, 1, 1e3),
			directory: resolve(options.out)
		});
		print(JSON.stringify({
			...identity,
			files
		}, null, 2));
		say(`${identity.sequences} sequences, ${identity.bytes} bytes in ${resolve(options.out)}`);
		exit(0);
	});
}
function wholeNumber(option, text, min, max) {
	const value = Number(text);
	if (Number.isInteger(value) && value >= min && value <= max) return value;
	throw new UserError(`${option} ${text} is not a whole number from ${min} to ${max}`, `Give ${option} such a number.`);
}
function share$1(option, text) {
	const value = Number(text);
	if (value > 0 && value < 1) return value;
	throw new UserError(`${option} ${text} is not between 0 and 1`, "Give a share such as 0.41.");
}

// src/io/demo-repository.ts
async function buildDemoRepository(directory, examplesDirectory) {
	const path = resolve(directory);
	const head = join(examplesDirectory, "reference-pipeline");
	const first = join(examplesDirectory, "reference-pipeline-v1.0");
	for (const source of [head, first]) await refuseMissing(source);
	await makeEmptyDirectory(path);
	try {
		await isolatedGit(path, firstDay).init(["--quiet", "--initial-branch=main"]);
		await commitTrees(path, [head, first], {
			message: "Version 1.0",
			day: firstDay,
			tag: "v1.0"
		});
		await commitTrees(path, [head], {
			message: "Version 2.0: batches, loaded models, stage times",
			day: secondDay
		});
		return {
			path,
			headCommit: await isolatedGit(path, secondDay).revparse(["HEAD"])
		};
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new EnvironmentError(`the demo repository at ${path} could not be made: ${reason}`, "Check that git 2.32 or newer is installed and that there is space left.", { cause: error });
	}
}
const firstDay = "2026-01-05T12:00:00Z";
const secondDay = "2026-01-12T12:00:00Z";
async function commitTrees(path, sources, commit) {
	const git = isolatedGit(path, commit.day);
	for (const source of sources) await cp(source, path, { recursive: true });
	await git.add(["--all", "--force"]);
	await git.commit(commit.message);
	if (commit.tag) await git.tag([commit.tag]);
}
const allowEnvironment = [
	"GIT_CONFIG_GLOBAL",
	"GIT_CONFIG_NOSYSTEM",
	"GIT_AUTHOR_DATE",
	"GIT_COMMITTER_DATE",
	"GIT_TEMPLATE_DIR"
];
function isolatedGit(baseDir, day) {
	return wo({
		baseDir,
		config: [
			"user.name=warpgauge demo",
			"user.email=demo@warpgauge.invalid",
			"core.autocrlf=false",
			"core.fileMode=false"
		],
		allowEnvironment,
		unsafe: {
			allowUnsafeConfigPaths: true,
			allowUnsafeTemplateDir: true
		}
	}).env({
		PATH: process.env["PATH"] ?? "/usr/bin:/bin",
		GIT_CONFIG_GLOBAL: "/dev/null",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_TEMPLATE_DIR: "",
		GIT_AUTHOR_DATE: day,
		GIT_COMMITTER_DATE: day
	});
}
async function makeEmptyDirectory(path) {
	await mkdir(path, { recursive: true });
	if ((await readdir(path)).length === 0) return;
	throw new UserError(`${path} is not empty; the demo repository needs a directory of its own`, "Name another directory");
}
async function refuseMissing(source) {
	if (await stat(source).catch(() => null)) return;
	throw new EnvironmentError(`${source} is missing`, "Install warpgauge with its examples directory.");
}

// src/wiring/package-root.ts
function packageRoot() {
	let directory = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(directory, "action.yml"))) {
		const parent = dirname(directory);
		if (parent === directory) throw new Error("the directory of warpgauge was not found: action.yml is missing");
		directory = parent;
	}
	return directory;
}

// src/cli/live-progress.ts
const frameMs$1 = 200;
function terminalProgress() {
	return process.stderr.isTTY ? liveProgress() : lineProgress(say);
}
function liveProgress() {
	let state = null;
	let timer = null;
	const draw = () => {
		if (state) logUpdateStderr(`${progressBar(state, 30)} ${progressText(state, performance.now())}`);
	};
	return {
		started(total, done, cases) {
			state = startProgress({
				total,
				done,
				cases,
				nowMs: performance.now()
			});
			timer = setInterval(draw, frameMs$1);
			draw();
		},
		trialStarted(next) {
			if (state) state = withStartedTrial(state, next);
			draw();
		},
		trialEnded(trial) {
			if (!state) return;
			state = withEndedTrial(state, trial);
			const failure = failureText(trial);
			if (failure !== null) logUpdateStderr.persist(`${failure}\n`);
			draw();
		},
		ended() {
			if (timer) clearInterval(timer);
			draw();
			logUpdateStderr.done();
			state = null;
		}
	};
}

// src/cli/run-locally.ts
async function runLocally(run) {
	const { signal, release } = cancelOnSignals();
	try {
		const result = await measureLocally(run, signal);
		print(renderTerminal(result.report, {
			columns: columnsOf(process.stdout),
			color: mayColour(process.stdout),
			hasDetails: false
		}));
		sayWhatNext(result);
		return result.report.exitCode;
	} finally {
		release();
	}
}
async function measureLocally(run, signal) {
	const runId = newRunId();
	const logger = terminalLogger(run.isVerbose);
	const ports = await measuringPorts({
		workspace: run.workspace,
		environment: process.env,
		token: null,
		logger,
		progress: terminalProgress()
	});
	const dirty = await ports.git.uncommittedFiles();
	if (dirty.length > 0) logger.warning(`uncommitted changes are not measured: ${dirty.slice(0, 5).join(", ")}`);
	const request = {
		context: await localContext(run, ports.git),
		configPath: relative(run.workspace, run.configFile),
		ownRules: await localRules(run),
		mayMeasureForks: false,
		runFolder: run.runFolder ?? join(run.workspace, ".warpgauge", "runs", runId),
		runId,
		isResume: run.isResume,
		toolVersion,
		signal,
		workplace: {
			workDirectory: join(process.env["TMPDIR"] ?? "/tmp", `warpgauge-${runId}`),
			cacheDirectory: cacheDirectory(),
			environment: process.env
		}
	};
	return await check(request, {
		...ports,
		gitHub: null,
		jobSummary: null
	});
}
async function localContext({ workspace, base }, git) {
	const baseCommit = base === null ? null : await git.resolve(base);
	if (base !== null && baseCommit === null) throw new UserError(`--base ${base} is not a commit of this repository`, "Name a branch, tag or commit that exists.");
	return {
		repository: null,
		headCommit: null,
		pullRequest: null,
		runUrl: null,
		measuredBy: null,
		event: "local",
		trust: "trusted",
		workspace,
		baseCommit,
		runKey: "local"
	};
}
async function localRules({ configFile, suites, workspace }) {
	const text = await readFile(configFile, "utf8").catch((error) => {
		throw new UserError(`there is no config at ${configFile}`, "Write one (docs/config.md), name another with --config, or try `warpgauge demo`.", { cause: error });
	});
	const rules = rulesFrom(text, relative(workspace, configFile), {
		origin: "local",
		commit: null
	});
	return suites === null ? rules : {
		...rules,
		config: onlySuites(rules.config, suites)
	};
}
function cacheDirectory() {
	return join(process.env["XDG_CACHE_HOME"] ?? join(process.env["HOME"] ?? "/tmp", ".cache"), "warpgauge");
}
function sayWhatNext({ runFolder }) {
	const folder = shortPath(runFolder);
	say(`\nRun folder: ${folder}`);
	say(`  the details:                 warpgauge report ${folder}`);
	say(`  keep it as the baseline:     warpgauge baseline refresh ${folder} --reason "…"`);
}

// src/cli/demo.ts
function addDemo(program, exit) {
	program.command("demo").description("Measure the embedded reference pipeline: two commits, one of them tagged v1.0, in a throwaway repository").option("--out <dir>", "run folder (default .warpgauge/runs/<run id>)").action(async (options) => {
		const directory = await mkdtemp(join(tmpdir(), "warpgauge-demo-"));
		try {
			const repository = await buildDemoRepository(directory, join(packageRoot(), "examples"));
			say(`Throwaway repository with the tag v1.0 and the head ${repository.headCommit.slice(0, 7)} in ${repository.path}`);
			exit(await runLocally(demoRun(repository.path, options.out)));
		} finally {
			await rm(directory, {
				recursive: true,
				force: true
			});
		}
	});
}
function demoRun(workspace, out) {
	return {
		workspace,
		configFile: join(workspace, ".github", "warpgauge.yml"),
		suites: null,
		runFolder: out ?? join(process.cwd(), ".warpgauge", "runs", newRunId()),
		isResume: false,
		base: null,
		isVerbose: false
	};
}

// src/reporters/terminal/monitor-table.ts
const none = "–";
const columns = [
	{
		title: "GPU",
		cell: (use) => String(use.gpu)
	},
	{
		title: "util mean",
		cell: (use) => percent(use.utilizationPercent?.mean)
	},
	{
		title: "max",
		cell: (use) => percent(use.utilizationPercent?.max)
	},
	{
		title: "SM active",
		cell: (use) => share(use.smUtilization?.mean)
	},
	{
		title: "tensor",
		cell: (use) => share(use.tensorActivity?.mean)
	},
	{
		title: "DRAM",
		cell: (use) => share(use.dramBandwidthUtilization?.mean)
	},
	{
		title: "memory peak",
		cell: (use) => formatValue(use.memoryUsedBytes?.max ?? null, "B")
	},
	{
		title: "own peak",
		cell: (use) => formatValue(use.ownMemoryPeakBytes, "B")
	},
	{
		title: "power mean",
		cell: (use) => rounded(use.powerWatts?.mean, "W")
	},
	{
		title: "energy",
		cell: (use) => energy(use)
	},
	{
		title: "SM clock",
		cell: (use) => rounded(use.smClockMhz?.mean, "MHz")
	},
	{
		title: "max temp",
		cell: (use) => rounded(use.temperatureCelsius?.max, "°C")
	}
];
function renderMonitorTable(summary, options) {
	const shown = columns.filter(({ title, cell }) => title === "GPU" || summary.gpus.some((use) => cell(use) !== none));
	const table = [shown.map(({ title }) => title), ...summary.gpus.map((use) => shown.map(({ cell }) => cell(use)))];
	const widths = fittingWidths(naturalWidths(table), options.columns);
	const rows = table.flatMap((row) => tableRowLines(row, widths, row.map(() => true), (text) => text));
	const lines = summary.gpus.length > 0 ? rows : [`GPU figures: unavailable`];
	const notes = [
		...throttling(summary.gpus),
		...summary.foreignProcesses.map(({ gpu, pid, name }) => `GPU ${gpu} was also used by process ${pid} (${name ?? "another container"})`),
		...summary.events.map(({ gpu, kind, detail }) => `GPU ${gpu}: ${kind} ${detail}`),
		...options.reason === null || summary.monitor === "none" ? [] : [`no better monitor: ${options.reason}`],
		...summary.problems
	];
	return [
		heading(summary, options),
		...lines,
		hostLine(summary.host, options.wallSeconds),
		...notes.map(noteLine)
	].join("\n");
}
function heading({ monitor, samples, intervalMs, lostSamples }, { gpus }) {
	const models = [...new Set(gpus.map(({ model }) => model))];
	const what = gpus.length > 0 ? `${gpus.length} × ${models.map((model) => plainText(model)).join(", ")}` : "no GPU";
	const lost = lostSamples > 0 ? `, ${lostSamples} lost` : "";
	return `${what}, ${monitor === "none" ? "no GPU monitor" : monitor}: ${samples} samples at ${intervalMs} ms${lost}`;
}
function hostLine(host, wallSeconds) {
	const cores = host?.cpuCores ? `${host.cpuCores.mean.toFixed(2)} cores` : none;
	return `host: ${[
		`${formatValue(wallSeconds, "s")} elapsed`,
		`CPU ${amount(host?.cpuSeconds, "s")} (${cores})`,
		`memory peak ${amount(host?.residentBytes?.max, "B")}`,
		`read ${amount(host?.readBytes, "B")}, written ${amount(host?.writtenBytes, "B")}`,
		`I/O wait ${share(host?.ioWaitShare)}`
	].join("; ")}`;
}
function throttling(gpus) {
	return gpus.flatMap(({ gpu, clocksEventShares }) => {
		const parts = Object.entries(clocksEventShares ?? {}).filter(([reason, part]) => reason !== "gpu-idle" && part > 0).map(([reason, part]) => `${reason} ${share(part)} of the time`);
		return parts.length > 0 ? [`GPU ${gpu} ran below its clocks: ${parts.join(", ")}`] : [];
	});
}
function noteLine(note) {
	return `note: ${plainText(note, 400)}`;
}
function energy({ energyJoules, energySource }) {
	return energyJoules === null ? none : `${energySource === "integrated" ? "≈" : ""}${formatValue(energyJoules, "J")}`;
}
function percent(value) {
	return value === void 0 ? none : `${value.toFixed(1)} %`;
}
function amount(value, unit) {
	return formatValue(value ?? null, unit);
}
function share(value) {
	return value === null || value === void 0 ? none : `${(value * 100).toFixed(1)} %`;
}
function rounded(value, unit) {
	return value === void 0 ? none : `${Math.round(value)} ${unit}`;
}

// src/io/run-attached.ts
const always = ["SIGTERM", "SIGHUP"];
const ofTerminal = ["SIGINT", "SIGQUIT"];
function runAttached({ argv, env, output, onStart }) {
	const { promise, resolve } = Promise.withResolvers();
	const [program = "", ...args] = argv;
	if (program === "") return Promise.resolve({
		status: "not-started",
		problem: "the command is empty"
	});
	const startedAt = performance$1.now();
	const release = passSignals((signal) => child.kill(signal));
	const child = spawn(program, args, {
		env: { ...env },
		stdio: [
			"inherit",
			output === "stdout" ? 1 : 2,
			2
		]
	});
	child.once("error", (error) => {
		release();
		const command = {
			argv,
			cwd: process.cwd(),
			env: present(env)
		};
		resolve({
			status: "not-started",
			problem: explainStartFailure(command, error.code, error.message)
		});
	});
	child.once("exit", (code, signal) => {
		release();
		const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
		resolve({
			status: "ended",
			exitCode,
			signal,
			wallSeconds: (performance$1.now() - startedAt) / 1e3
		});
	});
	if (child.pid !== void 0) onStart(child.pid);
	return promise;
}
function passSignals(send) {
	const ours = isatty(0) ? ignore : send;
	for (const signal of always) process.on(signal, send);
	for (const signal of ofTerminal) process.on(signal, ours);
	return () => {
		for (const signal of always) process.off(signal, send);
		for (const signal of ofTerminal) process.off(signal, ours);
	};
}
function ignore() {}
function present(env) {
	return Object.fromEntries(Object.entries(env).filter((entry) => entry[1] !== void 0));
}

// src/reporters/terminal/live-gpu-text.ts
const bytesPerGibibyte = 1024 ** 3;
function liveGpuText(readings, elapsedSeconds, columns) {
	const gpus = readings.length > 0 ? readings.map(gpuText) : ["GPU figures unavailable"];
	const text = [`${Math.floor(elapsedSeconds)} s`, ...gpus].join(" | ");
	return displayWidth(text) <= columns ? text : `${[...text].slice(0, Math.max(0, columns - 1)).join("")}…`;
}
function gpuText(reading) {
	const { utilizationPercent, smUtilization, memoryUsedBytes, powerWatts } = reading;
	const parts = [
		utilizationPercent === null ? "util –" : `util ${Math.round(utilizationPercent)} %`,
		smUtilization === null ? "" : `SM ${(smUtilization * 100).toFixed(0)} %`,
		memoryUsedBytes === null ? "mem –" : `mem ${(memoryUsedBytes / bytesPerGibibyte).toFixed(1)} GiB`,
		powerWatts === null ? "" : `${Math.round(powerWatts)} W`
	];
	return `GPU ${reading.gpu}: ${parts.filter((part) => part !== "").join(" ")}`;
}

// src/cli/status-line.ts
const save = "\x1B7";
const restore = "\x1B8";
const clearLine = "\x1B[2K";
const wholeScreen = "\x1B[r";
function openStatusLine(stream) {
	let rows = 0;
	let last = "";
	const reserve = () => {
		rows = stream.rows;
		stream.write(`\n${save}\u001B[1;${rows - 1}r${restore}\u001B[1A`);
		draw(last);
	};
	const draw = (text) => {
		last = text;
		stream.write(`${save}\u001B[${rows};1H${clearLine}${text}${restore}`);
	};
	reserve();
	stream.on("resize", reserve);
	return {
		draw,
		[Symbol.dispose]() {
			stream.off("resize", reserve);
			stream.write(`${save}${wholeScreen}\u001B[${rows};1H${clearLine}${restore}`);
		}
	};
}
function mayHaveStatusLine(stream) {
	return stream.isTTY && stream.rows > 3 && process.env["TERM"] !== "dumb";
}

// src/cli/watch-command.ts
const frameMs = 500;
async function watchCommand(request) {
	const { argv, wanted, logPath } = request;
	await using monitor = await chooseMonitor({
		wanted,
		environment: process.env
	});
	const gpus = await monitor.identify();
	const scratch = await mkdtemp(join(tmpdir(), "warpgauge-monitor-"));
	try {
		await using window = await monitor.open({
			gpus: gpus.map(({ index }) => index),
			intervalMs: request.intervalMs ?? defaultIntervalMs(monitor.kind),
			logPath: logPath ?? join(scratch, "gpu_metrics.log"),
			hdf5Path: null
		});
		const { exitCode, signal, wallSeconds } = await runUnder(window, monitor, {
			...request,
			gpus
		});
		const summary = await window.close();
		const problems = [...summary.problems, ...deviceProblems(monitor, gpus, {
			argv,
			summary
		})];
		const telemetry = {
			...summary,
			logFile: logPath && summary.logFile,
			problems
		};
		const { kind, reason } = monitor;
		return {
			command: argv,
			exitCode,
			signal,
			wallSeconds,
			monitor: {
				kind,
				reason
			},
			gpus,
			telemetry
		};
	} finally {
		await rm(scratch, {
			recursive: true,
			force: true
		});
	}
}
async function runUnder(window, monitor, { argv, output, gpus }) {
	const live = showLive(monitor, gpus);
	const outcome = await runAttached({
		argv,
		env: process.env,
		output,
		onStart: (pid) => window.follow(pid)
	});
	live[Symbol.dispose]();
	if (outcome.status === "ended") return outcome;
	throw new UserError(outcome.problem, "Give the command after --, as in: warpgauge monitor -- python train.py");
}
function showLive(monitor, gpus) {
	if (!mayHaveStatusLine(process.stderr)) return { [Symbol.dispose]: () => void 0 };
	const line = openStatusLine(process.stderr);
	const startedMs = performance.now();
	const indices = gpus.map(({ index }) => index);
	const timer = setInterval(() => {
		const elapsedSeconds = (performance.now() - startedMs) / 1e3;
		line.draw(liveGpuText(monitor.latest(indices), elapsedSeconds, columnsOf(process.stderr)));
	}, frameMs);
	return { [Symbol.dispose]() {
		clearInterval(timer);
		line[Symbol.dispose]();
	} };
}
function deviceProblems({ kind }, gpus, { argv, summary }) {
	if (kind === "none") return [];
	const visible = visibleDevices(gpus, process.env, kind === "amd-smi" || kind === "rocm-smi" ? "amd" : "nvidia");
	const asked = commandDevices(argv, visible);
	const used = summary.gpus.filter(({ ownMemoryPeakBytes }) => (ownMemoryPeakBytes ?? 0) > 0).map(({ gpu }) => gpu);
	return [
		...visible.problems,
		...asked?.problems ?? [],
		...explainUnexpectedUse(asked ?? visible, used)
	];
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
	program.command("monitor").description("Run a command under the GPU monitor and print what it used; the exit code is that of the command").usage("[options] -- COMMAND...").argument("<command...>", "command with its arguments, after --").option("--interval <ms>", "sampling period in milliseconds, 10 to 60000 (100 with NVML, 500 with a tool)").addOption(new Option("--monitor <kind>", "what reads the GPUs").choices(kinds).default("auto")).option("--json", "print the figures as JSON to stdout; the standard output of the command then goes to stderr").option("--log <file>", "keep every sample in this file; one that exists is never overwritten").action(async (argv, options) => {
		const watched = await watchCommand({
			argv,
			wanted: options.monitor,
			intervalMs: options.interval === void 0 ? null : intervalOf(options.interval),
			logPath: options.log === void 0 ? null : logPathOf(options.log),
			output: options.json ? "stderr" : "stdout"
		});
		const { exitCode, wallSeconds, monitor, gpus, telemetry } = watched;
		if (options.json) print(JSON.stringify(watched, null, 2));
		else {
			const { reason } = monitor;
			say(renderMonitorTable(telemetry, {
				columns: columnsOf(process.stderr),
				wallSeconds,
				gpus,
				reason
			}));
		}
		if (options.log !== void 0 && telemetry.logFile !== null) say(`samples: ${dirname(options.log)}/${telemetry.logFile}`);
		exit(exitCode);
	});
}
function intervalOf(text) {
	const value = Number(text);
	if (Number.isInteger(value) && value >= 10 && value <= 6e4) return value;
	throw new UserError(`--interval ${text} is not a whole number from 10 to 60000`, "Give milliseconds, such as 500.");
}
function logPathOf(file) {
	const path = resolve(file);
	if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) return path;
	throw new UserError(`--log ${file}: the directory ${dirname(path)} does not exist`, "Create it, or give another file.");
}

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

// src/cli/run.ts
function addRun(program, exit) {
	program.command("run").description("Measure the commit that is checked out, judge it and leave a run folder").option("--config <file>", "config of this repository", ".github/warpgauge.yml").option("--suite <name...>", "only these suites").option("--out <dir>", "run folder (default .warpgauge/runs/<run id>)").option("--resume", "go on with the interrupted run that lies in --out").option("--base <rev>", "compare with the baselines at the merge base with this revision").option("--verbose", "say more").action(async (options) => {
		if (options.resume && !options.out) throw new UserError("--resume needs to know which run", "Give its run folder with --out DIR.");
		if (options.out && !options.resume) refuseUsedFolder(options.out);
		const workspace = process.cwd();
		exit(await runLocally({
			workspace,
			configFile: resolve(workspace, options.config),
			suites: options.suite ?? null,
			runFolder: options.out ? resolve(workspace, options.out) : null,
			isResume: options.resume ?? false,
			base: options.base ?? null,
			isVerbose: options.verbose ?? false
		}));
	});
}
function refuseUsedFolder(folder) {
	if (!existsSync(resolve(folder, "run.json"))) return;
	throw new UserError(`${folder} holds a run already`, "Add --resume to go on with it, or name another directory.");
}

// src/cli/index.ts
const commands = {
	run: addRun,
	report: addReport,
	compare: addCompare,
	baseline: addBaseline,
	dataset: addDataset,
	monitor: addMonitor,
	demo: addDemo
};

// src/cli/program.ts
async function runCli(argv) {
	let exitCode = 0;
	const program = new Command("warpgauge").description("Measures GPU pipelines, compares revisions and says what changed").version(toolVersion).exitOverride().showHelpAfterError("(warpgauge COMMAND --help tells more)").showSuggestionAfterError();
	for (const add of Object.values(commands)) add(program, (code) => {
		exitCode = code;
	});
	try {
		await program.parseAsync(argv);
		return exitCode;
	} catch (error) {
		return explain(error);
	}
}
function explain(error) {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
	if (error instanceof UserError || error instanceof EnvironmentError) {
		say(`error: ${error.message}\n  → ${error.hint}`);
		return 2;
	}
	const text = error instanceof Error ? error.stack ?? error.message : String(error);
	say(`internal error: ${text}\n  → This is a bug of warpgauge; please report it with the command line and this text.`);
	return 2;
}

export { runCli };