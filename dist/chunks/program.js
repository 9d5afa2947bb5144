import { i as __toESM } from "./rolldown-runtime.js";
import { n as CommanderError, r as Option, t as Command } from "./commander.js";
import { a as cancelOnSignals, f as EnvironmentError, p as UserError, r as diskFileStore } from "./foundation.js";
import { C as fittingWidths, D as casesOfBaseline, E as baselineText, O as makeBaseline, S as displayWidth, T as tableRowLines, _ as writeSyntheticFasta, a as startProgress, b as renderComparisons, c as measuringPorts, d as check, f as defaultIntervalMs, g as newRunId, h as visibleDevices, i as progressText, k as toolVersion, m as explainUnexpectedUse, n as failureText, o as withEndedTrial, p as commandDevices, r as progressBar, s as withStartedTrial, t as lineProgress, u as explainStartFailure, v as presets, w as naturalWidths, x as renderTerminal, y as reportFormats } from "./measuring.js";
import { a as discriminatedUnion, c as number, i as boolean, l as object, m as union, n as _enum, o as int, p as string, r as array, s as literal } from "./zod.js";
import { A as configuredSuites, C as runRecordFile, D as loadBaselines, I as outcomeOf, L as axesText, O as headCase, P as compareWithBaseline, T as rulesFrom, V as parseBaseline, _ as readRunRecord, b as configCopy, g as formatValue, k as judgeRun, l as plainText, y as baselineCopies, z as summarize } from "./judging.js";
import { t as wo } from "./simple-git.js";
import { t as logUpdateStderr } from "./log-update.js";
import { t as require_jstat } from "./jstat.js";
import { t as chooseMonitor } from "./choose-monitor.js";
import { performance as performance$1 } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { dirname, join, relative, resolve } from "node:path";
import { constants, tmpdir } from "node:os";
import { existsSync, statSync } from "node:fs";
import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
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
			gc: share$2("--gc", options.gc),
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
function share$2(option, text) {
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

// src/io/line-batches.ts
async function* lineBatches(chunks, maxCharacters) {
	let open = [];
	let openCharacters = 0;
	const add = (piece) => {
		openCharacters += piece.length;
		if (openCharacters <= maxCharacters) open.push(piece);
		else open = [];
	};
	const close = () => {
		const line = openCharacters <= maxCharacters ? open.join("") : null;
		open = [];
		openCharacters = 0;
		return line;
	};
	for await (const chunk of chunks) {
		const pieces = chunk.split("\n");
		const rest = pieces.pop() ?? "";
		const batch = pieces.map((piece) => {
			add(piece);
			return close();
		});
		add(rest);
		if (batch.length > 0) yield batch;
	}
	if (openCharacters > 0) yield [close()];
}

// src/config/judge-schema.ts
const numbers = array(number());
const id = union([string(), number()]).optional();
const minEffect = absentOrNull(number().min(0));
const pairSchema = object({
	id,
	kind: literal("pair"),
	base: numbers,
	head: numbers,
	unit: absentOrNull(string()),
	lower_is_better: absentOrNull(boolean()),
	min_effect: minEffect,
	design: absentOrNull(_enum([
		"interleaved",
		"blocked",
		"stored"
	])),
	history: absentOrNull(array(numbers)),
	max_runs: absentOrNull(int().positive())
});
const seriesSchema = object({
	id,
	kind: literal("series"),
	values: numbers,
	min_effect: minEffect
});
const caseSchema = discriminatedUnion("kind", [pairSchema, seriesSchema]);
const namedSchema = object({ id });
function parseJudgeLine(line) {
	const json = parseJson(line);
	if (json === void 0) return {
		isCase: false,
		name: {},
		error: "this line is not JSON"
	};
	const parsed = caseSchema.safeParse(json);
	return parsed.success ? {
		isCase: true,
		asked: parsed.data
	} : {
		isCase: false,
		name: nameIn(json),
		error: errorText(parsed.error)
	};
}
function nameOf(asked) {
	return asked.id === void 0 ? {} : { id: asked.id };
}
function absentOrNull(schema) {
	return schema.nullish().transform((value) => value ?? void 0);
}
function parseJson(line) {
	try {
		return JSON.parse(line);
	} catch {
		return;
	}
}
function nameIn(json) {
	const named = namedSchema.safeParse(json);
	return named.success ? nameOf(named.data) : {};
}
function errorText({ issues }) {
	const [issue] = issues;
	if (!issue) return "not a case";
	const where = issue.path.map(String).join(".");
	return where === "" ? issue.message : `${where}: ${issue.message}`;
}

// src/domain/detection/order-statistics.ts
function sortedRange(values, from = 0, to = values.length) {
	return values.subarray(from, to).toSorted();
}
function quantileOfSorted(sorted, share) {
	const position = (sorted.length - 1) * share;
	const below = sorted[Math.floor(position)] ?? NaN;
	return below + ((sorted[Math.ceil(position)] ?? NaN) - below) * (position - Math.floor(position));
}
function rangeMedian(values, from = 0, to = values.length) {
	return quantileOfSorted(sortedRange(values, from, to), .5);
}

// src/domain/detection/level-partition.ts
const evenLevels = 120;
const quantileLevels = 160;
function levelPartition(values, price) {
	const levels = levelGrid(values);
	const costs = new Float64Array(levels.length);
	const openedAt = new Int32Array(levels.length);
	const startBefore = new Int32Array(values.length);
	let best = 0;
	for (const [index, value] of values.entries()) {
		const jumpCost = (costs[best] ?? 0) + price.penaltyPerChange;
		startBefore[index] = openedAt[best] ?? 0;
		best = extendLevels({
			levels,
			costs,
			openedAt
		}, value, {
			index,
			cost: index === 0 ? 1e400 : jumpCost
		}, price.cap ** 2);
	}
	return segmentStarts(openedAt[best] ?? 0, startBefore);
}
function extendLevels({ levels, costs, openedAt }, value, jump, mostPerValue) {
	let best = 0;
	let bestCost = 1e400;
	for (let level = 0; level < levels.length; level++) {
		let cost = costs[level] ?? 0;
		if (jump.cost < cost) {
			cost = jump.cost;
			openedAt[level] = jump.index;
		}
		const distance = (levels[level] ?? 0) - value;
		cost += Math.min(distance * distance, mostPerValue);
		costs[level] = cost;
		if (cost < bestCost) {
			bestCost = cost;
			best = level;
		}
	}
	return best;
}
function segmentStarts(last, startBefore) {
	const starts = [];
	for (let start = last; start > 0; start = startBefore[start] ?? 0) starts.push(start);
	return starts.toReversed();
}
function levelGrid(values) {
	const sorted = sortedRange(values);
	const low = quantileOfSorted(sorted, 0);
	const high = quantileOfSorted(sorted, 1);
	const grid = /* @__PURE__ */ new Set();
	for (let step = 0; step < evenLevels; step++) grid.add(low + (high - low) * step / 119);
	for (let step = 0; step < quantileLevels; step++) grid.add(quantileOfSorted(sorted, step / 159));
	return Float64Array.from(grid).toSorted();
}

// src/domain/detection/place-boundaries.ts
const farthestMove = 6;
const rounds = 2;
const tieShare = 1e-6;
function placeBoundaries(values, starts, cap) {
	const placed = [...starts];
	for (let round = 0; round < rounds; round++) for (const [index, at] of placed.entries()) placed[index] = bestPlace(values, {
		from: placed[index - 1] ?? 0,
		at,
		to: placed[index + 1] ?? values.length
	}, cap);
	return placed;
}
function bestPlace(values, { from, at, to }, cap) {
	const left = rangeMedian(values, from, at);
	const right = rangeMedian(values, at, to);
	const first = Math.max(from + 1, at - farthestMove);
	const last = Math.min(to - 1, at + farthestMove);
	let best = {
		place: first,
		cost: 0
	};
	let cost = 0;
	for (let place = first + 1; place <= last; place++) {
		const value = values[place - 1] ?? 0;
		cost += Math.min(Math.abs(value - left), cap) - Math.min(Math.abs(value - right), cap);
		if (cost < best.cost - cap * tieShare) best = {
			place,
			cost
		};
	}
	return best.place;
}

// src/domain/detection/series-noise.ts
const medianToSigma = 1.4826 / Math.SQRT2;
const lags = [
	1,
	2,
	3,
	4,
	5,
	6
];
function seriesNoise(values) {
	const spreads = lags.filter((lag) => lag < values.length).map((lag) => spreadAtLag(values, lag));
	const [near = 0] = spreads;
	if (near === 0) return {
		sigma: rootMeanSquareOfSteps(values),
		longRunFactor: 1
	};
	const far = Float64Array.from(spreads.slice(3));
	const farMedian = far.length > 0 ? rangeMedian(far) : near;
	const sigma = Math.max(near, Math.min(farMedian, 2.5 * near));
	const correlation = Math.min(.8, 1 - (near / sigma) ** 2);
	return {
		sigma,
		longRunFactor: (1 + correlation) / (1 - correlation)
	};
}
function spreadAtLag(values, lag) {
	const distances = values.slice(lag);
	for (let index = 0; index < distances.length; index++) distances[index] = Math.abs((distances[index] ?? 0) - (values[index] ?? 0));
	return medianToSigma * rangeMedian(distances);
}
function rootMeanSquareOfSteps(values) {
	let sum = 0;
	for (let index = 1; index < values.length; index++) sum += ((values[index] ?? 0) - (values[index - 1] ?? 0)) ** 2;
	return Math.sqrt(sum / 2 / (values.length - 1));
}

// src/domain/detection/significant-boundaries.ts
const leastZ = 4;
const shareOfMinStep = .6;
const medianVarianceFactor = 1.3;
const nearbyValues = 12;
const leastNearbyShare = .5;
function significantBoundaries(values, starts, bar) {
	const judge = (before, at, after) => judgeBoundary(values, [
		before,
		at,
		after
	], bar);
	const boundaries = starts.map((at, index) => judge(starts[index - 1] ?? 0, at, starts[index + 1] ?? values.length));
	for (let weakest = weakestOf(boundaries); weakest >= 0; weakest = weakestOf(boundaries)) {
		boundaries.splice(weakest, 1);
		for (const index of [weakest - 1, weakest]) {
			const at = boundaries[index]?.at;
			if (at === void 0) continue;
			boundaries[index] = judge(boundaries[index - 1]?.at ?? 0, at, boundaries[index + 1]?.at ?? values.length);
		}
	}
	return boundaries.map(({ at }) => at);
}
function weakestOf(boundaries) {
	let weakest = -1;
	let weakestZ = 1e400;
	for (const [index, { isKept, z }] of boundaries.entries()) {
		if (isKept || z >= weakestZ) continue;
		weakest = index;
		weakestZ = z;
	}
	return weakest;
}
function judgeBoundary(values, span, bar) {
	const [from, at, to] = span;
	const step = Math.abs(rangeMedian(values, at, to) - rangeMedian(values, from, at));
	const variance = medianVarianceFactor * bar.noise.longRunFactor * (1 / (at - from) + 1 / (to - at));
	const z = step / (bar.noise.sigma * Math.sqrt(variance));
	const nearStep = Math.abs(rangeMedian(values, at, Math.min(to, at + nearbyValues)) - rangeMedian(values, Math.max(from, at - nearbyValues), at));
	const isLong = at - from >= 2 && to - at >= 2;
	const isLarge = z >= leastZ && step >= shareOfMinStep * bar.minStep;
	return {
		at,
		z,
		isKept: isLong && isLarge && nearStep >= leastNearbyShare * step
	};
}

// src/domain/detection/change-points.ts
const fewestValues = 8;
const widestRatio = 50;
const cap = 3;
const penaltyPerLogLength = 4;
function changePoints(values, minEffect) {
	const places = values.flatMap((value, index) => Number.isFinite(value) ? [index] : []);
	if (places.length < fewestValues) return [];
	const { scaled, minStep } = onScale(Float64Array.from(places, (place) => values[place] ?? 0), minEffect ?? 0);
	return stepsOf(scaled, minStep).flatMap((index) => places[index] ?? []);
}
function stepsOf(values, minStep) {
	const noise = seriesNoise(values);
	if (noise.sigma === 0) return [];
	const starts = levelPartition(values.map((value) => value / noise.sigma), {
		cap,
		penaltyPerChange: penaltyPerLogLength * Math.log(values.length) * Math.sqrt(noise.longRunFactor)
	});
	return placeBoundaries(values, significantBoundaries(values, starts, {
		noise,
		minStep
	}), cap * noise.sigma);
}
function onScale(values, minEffect) {
	const [low, high] = extremes(values);
	if (low > 0 && high / low < widestRatio) return {
		scaled: values.map((value) => Math.log(value / low)),
		minStep: Math.log1p(minEffect)
	};
	const largest = Math.max(Math.abs(low), Math.abs(high)) || 1;
	const scaled = values.map((value) => value / largest);
	return {
		scaled,
		minStep: minEffect * Math.abs(rangeMedian(scaled))
	};
}
function extremes(values) {
	return [values.reduce((low, value) => Math.min(low, value), 1e400), values.reduce((high, value) => Math.max(high, value), -1e400)];
}

// src/domain/detection/centre.ts
function mean(values) {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
function median(values) {
	return rangeMedian(Float64Array.from(values));
}
function residualsFrom(values, centre) {
	return values.map((value) => value - centre);
}
function squaresAboutMean(values) {
	const centre = mean(values);
	return values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
}

// src/domain/detection/noise-prior.ts
const normalPerMad = 1.4826;
const guessedVariance = .01 ** 2;
const guessWeight = .5;
const guessedSessionVariance = .004 ** 2;
const fewestDegreesOfFreedom = 4;
const fewestSessions = 3;
const historyShare = .5;
const largestWeight = 12;
const clipDeviations = 4;
const medianInefficiency = Math.PI / 2;
function noisePrior(history) {
	const sessions = history.map((session) => session.filter((value) => Number.isFinite(value) && value > 0).map(Math.log)).filter((session) => session.length >= 2);
	const degreesOfFreedom = sessions.reduce((sum, session) => sum + session.length - 1, 0);
	const variance = degreesOfFreedom >= fewestDegreesOfFreedom ? pooledVariance(sessions, degreesOfFreedom) : 0;
	if (!(variance > 0)) return {
		variance: guessedVariance,
		weight: guessWeight,
		sessionVariance: guessedSessionVariance
	};
	return {
		variance,
		weight: Math.min(largestWeight, historyShare * degreesOfFreedom),
		sessionVariance: betweenSessions(sessions, variance)
	};
}
function pooledVariance(sessions, degreesOfFreedom) {
	const residuals = sessions.flatMap((session) => residualsFrom(session, median(session)));
	const correction = Math.sqrt(residuals.length / degreesOfFreedom);
	const limit = clipDeviations * normalPerMad * median(residuals.map(Math.abs)) * correction;
	return residuals.reduce((sum, residual) => sum + Math.min(limit, Math.abs(residual)) ** 2, 0) / degreesOfFreedom;
}
function betweenSessions(sessions, variance) {
	if (sessions.length < fewestSessions) return guessedSessionVariance;
	const medians = sessions.map((session) => median(session));
	const spread = squaresAboutMean(medians) / (medians.length - 1);
	const runs = mean(sessions.map((session) => session.length));
	return Math.max(0, spread - medianInefficiency * variance / runs);
}

// src/domain/detection/log-ratio.ts
const winsorDeviations = 3;
const fewestPairs = 5;
const pairingGain = .6;
const roundingVariance = 1e-24;
function estimateLogRatio(base, head, design, prior) {
	const limit = winsorDeviations * typicalDeviation(base, head, prior);
	const [trimmedBase, trimmedHead] = [winsorised(base, limit), winsorised(head, limit)];
	const spread = tighterSpread(trimmedBase, trimmedHead, design);
	const degreesOfFreedom = spread.degreesOfFreedom + prior.weight;
	const variance = (prior.weight * prior.variance + spread.squares) / degreesOfFreedom;
	const sessions = design === "stored" ? 2 * prior.sessionVariance : 0;
	return {
		estimate: mean(trimmedHead) - mean(trimmedBase),
		standardError: Math.sqrt(variance * (1 / base.length + 1 / head.length) + sessions),
		degreesOfFreedom
	};
}
function typicalDeviation(base, head, prior) {
	const residuals = [...residualsFrom(base, median(base)), ...residualsFrom(head, median(head))];
	const free = residuals.length - 2;
	const variance = (normalPerMad * median(residuals.map(Math.abs))) ** 2 * (residuals.length / free);
	return Math.sqrt((prior.weight * prior.variance + free * variance) / (prior.weight + free));
}
function winsorised(values, limit) {
	const centre = median(values);
	return values.map((value) => centre + Math.max(-limit, Math.min(limit, value - centre)));
}
function tighterSpread(base, head, design) {
	const pooled = {
		squares: squaresAboutMean(base) + squaresAboutMean(head),
		degreesOfFreedom: base.length + head.length - 2
	};
	if (design !== "interleaved" || base.length !== head.length || base.length < fewestPairs) return pooled;
	const paired = {
		squares: squaresAboutMean(head.map((value, index) => value - base[index])) / 2,
		degreesOfFreedom: base.length - 1
	};
	return perDegree(paired) < pairingGain * perDegree(pooled) - roundingVariance ? paired : pooled;
}
function perDegree(spread) {
	return spread.squares / spread.degreesOfFreedom;
}

// src/domain/detection/pair-reason.ts
function explainPair(answer, request, minEffect) {
	const [low, high] = answer.interval ?? [0, 0];
	const runs = `${request.base.length} against ${request.head.length} runs`;
	return `${`${signed(answer.effect ?? 0)} (95 % interval ${signed(low)} to ${signed(high)}, ${runs})`}: ${conclusion(answer, request, share$1(minEffect))}`;
}
function conclusion({ verdict, resolution }, request, limit) {
	if (verdict === "unchanged") return `a slowdown of ${limit} is ruled out`;
	if (verdict === "inconclusive") return openEnd(resolution, request, limit);
	return `${verdict === "regression" ? "slower" : "faster"} by more than half of the minimum effect of ${limit} and by more than chance explains`;
}
function openEnd(resolution, { base, head, max_runs: cap }, limit) {
	return `does not settle whether it is slower by ${limit}; ${resolution === null ? "so few runs cannot show any slowdown" : `these runs could have shown a slowdown of ${share$1(resolution)}`}${cap !== void 0 && Math.min(base.length, head.length) >= cap ? ", and no more runs are allowed" : ""}`;
}
function signed(value) {
	return `${value > 0 ? "+" : ""}${share$1(value)}`;
}
function share$1(value) {
	const percent = value * 100;
	return `${Math.abs(percent) < 1 ? percent.toFixed(2) : percent.toFixed(1)} %`;
}

// src/domain/detection/student-quantile.ts
var import_jstat = /* @__PURE__ */ __toESM(require_jstat(), 1);
const known = /* @__PURE__ */ new Map();
function studentQuantile(probability, degreesOfFreedom) {
	const key = `${probability}/${degreesOfFreedom}`;
	const remembered = known.get(key);
	if (remembered !== void 0) return remembered;
	const quantile = import_jstat.default.studentt.inv(probability, degreesOfFreedom);
	known.set(key, quantile);
	return quantile;
}

// src/domain/detection/pair-rule.ts
const slowerBound = 4;
const slowerProbability = .99;
const notSlowerProbability = .95;
function sequentialRule(ratio, minEffect) {
	const evidence = logLikelihoodRatio(ratio, minEffect);
	if (evidence >= slowerBound) return "slower";
	return evidence <= -2.5 ? "not slower" : "open";
}
function singleLookRule(ratio, minEffect) {
	const { estimate, standardError, degreesOfFreedom } = ratio;
	if (estimate >= studentQuantile(slowerProbability, degreesOfFreedom) * standardError && estimate > minEffect / 2) return "slower";
	const excludes = studentQuantile(notSlowerProbability, degreesOfFreedom) * standardError;
	return minEffect - estimate >= excludes ? "not slower" : "open";
}
function smallestSlower(rule, ratio, minEffect) {
	const isSlower = (estimate) => rule({
		...ratio,
		estimate
	}, minEffect) === "slower";
	let [low, high] = [0, Math.max(minEffect, ratio.standardError)];
	while (!isSlower(high) && high < Number.MAX_VALUE / 2) [low, high] = [high, high * 2];
	for (let step = 0; step < 30; step += 1) {
		const middle = (low + high) / 2;
		if (isSlower(middle)) high = middle;
		else low = middle;
	}
	return high;
}
function logLikelihoodRatio({ estimate, standardError, degreesOfFreedom }, minEffect) {
	const scale = degreesOfFreedom * standardError ** 2;
	const fromZero = Math.max(0, estimate) ** 2 / scale;
	const toMinimum = Math.max(0, minEffect - estimate) ** 2 / scale;
	return (degreesOfFreedom + 1) / 2 * (Math.log1p(fromZero) - Math.log1p(toMinimum));
}

// src/domain/detection/rank-test.ts
const largestExact = 50;
const largestExactWithTies = 24;
const untied = /* @__PURE__ */ new Map();
function rankProbability(lower, upper) {
	const ranks = doubledMidranks(lower, upper);
	const size = ranks.length;
	const hasTies = ranks.some((rank, index) => rank !== 2 * (index + 1));
	const sum = doubledRankSum(lower, upper);
	if (size > (hasTies ? largestExactWithTies : largestExact)) return approximate(ranks, lower.length, upper.length, sum);
	return tail(hasTies ? countSums(ranks, upper.length) : untiedCounts(lower.length, upper.length), sum);
}
function separationProbability(lowerCount, upperCount) {
	let probability = 1;
	for (let taken = 1; taken <= lowerCount; taken += 1) probability *= taken / (upperCount + taken);
	return probability;
}
function doubledMidranks(lower, upper) {
	const pooled = [...lower, ...upper].toSorted((a, b) => a - b);
	const ranks = [];
	for (let start = 0; start < pooled.length;) {
		let end = start + 1;
		while (end < pooled.length && pooled[end] === pooled[start]) end += 1;
		while (ranks.length < end) ranks.push(start + 1 + end);
		start = end;
	}
	return ranks;
}
function doubledRankSum(lower, upper) {
	let doubledU = 0;
	for (const high of upper) for (const low of lower) doubledU += high > low ? 2 : Number(high === low);
	return doubledU + upper.length * (upper.length + 1);
}
function untiedCounts(lowerCount, upperCount) {
	const key = `${lowerCount}/${upperCount}`;
	const remembered = untied.get(key);
	if (remembered) return remembered;
	const counts = countSums(Array.from({ length: lowerCount + upperCount }, (_, index) => 2 * (index + 1)), upperCount);
	untied.set(key, counts);
	return counts;
}
function countSums(ranks, chosen) {
	const largest = ranks.slice(ranks.length - chosen).reduce((sum, rank) => sum + rank, 0);
	const ways = Array.from({ length: chosen + 1 }, () => new Float64Array(largest + 1));
	ways[0]?.fill(1, 0, 1);
	for (const rank of ranks) for (let taken = chosen; taken >= 1; taken -= 1) addShifted(ways, taken, rank);
	return Array.from(ways[chosen] ?? []);
}
function addShifted(ways, taken, rank) {
	const target = ways[taken];
	const source = ways[taken - 1];
	for (let sum = target.length - 1; sum >= rank; sum -= 1) target[sum] = (target[sum] ?? 0) + (source[sum - rank] ?? 0);
}
function tail(counts, from) {
	let above = 0;
	let all = 0;
	for (const [sum, count] of counts.entries()) {
		all += count;
		if (sum >= from) above += count;
	}
	return above / all;
}
function approximate(ranks, lowerCount, upperCount, sum) {
	const size = lowerCount + upperCount;
	const squares = ranks.reduce((total, rank) => total + (rank / 2 - (size + 1) / 2) ** 2, 0);
	const variance = lowerCount * upperCount * squares / (size * (size - 1));
	if (variance === 0) return 1;
	const excess = (sum - upperCount * (size + 1)) / 2;
	return 1 - import_jstat.default.normal.cdf((excess - .5) / Math.sqrt(variance), 0, 1);
}

// src/domain/detection/judge-pair.ts
const defaultMinEffect = .03;
const rankLevel = .06;
function judgePair(request) {
	const minEffect = request.min_effect ?? defaultMinEffect;
	if (!(minEffect >= 0) || !Number.isFinite(minEffect)) throw new RangeError(`min_effect is ${minEffect}; give a share of zero or more, such as 0.03`);
	return withoutEstimate(request) ?? judgeMeasured(request, Math.log1p(minEffect));
}
function withoutEstimate({ base, head }) {
	const values = [...base, ...head];
	if (base.length === 0 || head.length === 0) return unjudged("inconclusive", null, `no runs on the ${base.length === 0 ? "base" : "head"} side`);
	const unusable = values.find((value) => !Number.isFinite(value) || value < 0);
	if (unusable !== void 0) return unjudged("inconclusive", null, `a value is ${unusable}; only positive numbers have a ratio to judge`);
	const isSingle = base.length < 2 || head.length < 2;
	if (values.every((value) => value === 0) && !isSingle) return unjudged("unchanged", 0, "every value is zero on both sides");
	if (values.includes(0)) return unjudged("inconclusive", null, "a value is zero; a change from or to zero has no ratio");
	if (!isSingle) return null;
	return unjudged("inconclusive", shareOf(mean(head.map(Math.log)) - mean(base.map(Math.log))), "a single run on a side shows no spread to judge by; run it again");
}
function judgeMeasured(request, minEffect) {
	const sign = request.lower_is_better === false ? -1 : 1;
	const toLogTime = (value) => sign * Math.log(value);
	const sides = {
		base: request.base.map(toLogTime),
		head: request.head.map(toLogTime)
	};
	const prior = noisePrior(request.history ?? []);
	const ratio = estimateLogRatio(sides.base, sides.head, request.design ?? "interleaved", prior);
	const rule = request.max_runs === void 0 ? singleLookRule : sequentialRule;
	const answer = {
		verdict: decide(rule, sides, ratio, minEffect),
		effect: shareOf(sign * ratio.estimate) + 0,
		interval: intervalOf$1(ratio, sign),
		resolution: resolutionOf(rule, sides, ratio, minEffect)
	};
	return {
		...answer,
		reason: explainPair(answer, request, Math.expm1(minEffect))
	};
}
function decide(rule, { base, head }, ratio, minEffect) {
	const leaning = rule(ratio, minEffect);
	if (leaning === "slower") return rankProbability(base, head) <= rankLevel ? "regression" : "inconclusive";
	if (rule({
		...ratio,
		estimate: -ratio.estimate
	}, minEffect) === "slower" && rankProbability(head, base) <= rankLevel) return "improvement";
	return leaning === "not slower" ? "unchanged" : "inconclusive";
}
function intervalOf$1({ estimate, standardError, degreesOfFreedom }, sign) {
	const margin = studentQuantile(1.95 / 2, degreesOfFreedom) * standardError;
	return [shareOf(sign * estimate - margin), shareOf(sign * estimate + margin)];
}
function resolutionOf(rule, { base, head }, ratio, minEffect) {
	return separationProbability(base.length, head.length) <= rankLevel ? shareOf(smallestSlower(rule, ratio, minEffect)) : null;
}
function unjudged(verdict, effect, reason) {
	return {
		verdict,
		effect,
		interval: null,
		resolution: null,
		reason
	};
}
function shareOf(logRatio) {
	return Math.min(Number.MAX_VALUE, Math.expm1(logRatio));
}

// src/cli/judge-line.ts
function judgeLine(line) {
	const parsed = parseJudgeLine(line);
	if (!parsed.isCase) return {
		...parsed.name,
		error: parsed.error
	};
	const { asked } = parsed;
	if (asked.kind === "pair") return {
		...nameOf(asked),
		...judgePair(asked)
	};
	return {
		...nameOf(asked),
		changepoints: changePoints(asked.values, asked.min_effect ?? null)
	};
}

// src/cli/judge.ts
const longestLineCharacters = 16777216;
function addJudge(program, exit) {
	program.command("judge").description("Judge cases given as JSON lines on stdin: a pair of sample lists, or a series to find change points in. One JSON line per case on stdout, in the same order").addHelpText("after", help).action(async () => {
		process.stdin.setEncoding("utf8");
		try {
			await pipeline(answersTo(process.stdin), process.stdout, { end: false });
			exit(0);
		} catch (error) {
			if (!isReaderGone(error)) throw error;
			exit(2);
		}
	});
}
const help = `
Cases (all but kind, base, head and values may be absent; unknown fields are ignored):
  {"id":1,"kind":"pair","base":[..],"head":[..],"unit":"s","lower_is_better":true,"min_effect":0.03,
   "design":"interleaved|blocked|stored","history":[[..],[..]],"max_runs":10}
  {"id":2,"kind":"series","values":[..],"min_effect":0.03}
Answers:
  {"id":1,"verdict":"regression|improvement|unchanged|inconclusive","effect":..,"interval":[..,..],"resolution":..,"reason":".."}
  {"id":2,"changepoints":[..]}   index, from 0, of the first value of each new level
A line that cannot be read is answered with {"id","error"} and the rest goes on, so the exit code is 0 once all of the
input was read; look into the lines for errors. A line holds at most 16 Mi characters.`;
async function* answersTo(chunks) {
	for await (const batch of lineBatches(chunks, longestLineCharacters)) {
		const answers = batch.flatMap((line) => line?.trim() === "" ? [] : [`${JSON.stringify(answerTo(line))}\n`]);
		if (answers.length > 0) yield answers.join("");
	}
}
function answerTo(line) {
	return line === null ? { error: "this line is longer than 16 Mi characters" } : judgeLine(line);
}
function isReaderGone(error) {
	return error instanceof Error && "code" in error && error.code === "EPIPE";
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
	judge: addJudge,
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