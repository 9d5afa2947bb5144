import { i as Option, n as CommanderError, r as InvalidArgumentError, t as Command } from "./commander.js";
import { O as UserError, T as EnvironmentError, _ as matrixKeys, b as caseId, d as cancelOnSignals, h as parseSelection, i as diskFileStore, r as newRunId, s as onlySuites, x as matchesAxes, y as axesText } from "./foundation.js";
import { A as explainUnexpectedUse, B as openGitRepository, C as answerOf, F as presets, G as requireCommitId, I as sampleFasta, J as renderTerminal, K as renderComparisons, L as counted, N as writeSyntheticFasta, P as presetWith, Q as tableRowLines, R as createGitCommand, S as defaultIntervalMs, X as fittingWidths, Y as displayWidth, Z as naturalWidths, _ as explainStartFailure, a as lineProgress, b as diskFileInspector, c as progressText, d as withStartedTrial, et as calibrationReport, f as measuringPorts, i as reportFormats, it as toolVersion, j as visibleDevices, k as commandDevices, l as startProgress, n as writeReports, nt as casesOfBaseline, o as failureText, s as progressBar, t as check, tt as baselineText, u as withEndedTrial, w as readOutput, y as abortableSleep } from "./measuring.js";
import { $ as readRunRecord, $t as describeChanges, B as formatValue, Cn as compareWithBaseline, Cr as sha256, Ct as loadCommittedOf, Gn as isCalibration, Hn as stageTime, Kt as silentFigures, On as judgePair, Qn as noiseFile, Rn as testbedsOf, Tr as time, Tt as judgeRun, Un as wallTime, Vn as stageOf, Xn as shareText, Y as plainText, Zn as noiseFloor, _r as commit, at as runRecordFile, br as limits, bt as readerNames, ct as rulesFrom, dn as ingestedTestbed, dr as summarize, er as parseBaseline, gr as boundedRecord, hr as axes, it as openRunFolder, kr as noiseText, lr as median, mn as unknownCommit, mr as readUntrusted, nt as configCopy, or as keepSentences, pr as parseNoise, r as mergeRuns, sr as readingPrefix, tn as changePoints, tt as baselineCopies, wn as isGateMetric, wr as slug, xr as name, zt as planRun } from "./judging.js";
import { a as baselinesOfRun, i as withNoiseOfRun, r as reanchored, t as anchorFresh } from "./anchor-baseline.js";
import { a as renderBisectTerminal, i as renderBisectMarkdown, n as bisectQuestion, r as bisectHere, t as readHistoryRecords } from "./history-records.js";
import { t as logUpdateStderr } from "./log-update.js";
import { a as discriminatedUnion, c as number, f as strictObject, h as union, i as boolean, l as object, n as _enum, o as int, p as string, r as array, s as literal } from "./zod.js";
import { t as wo } from "./simple-git.js";
import { a as limitOutlooks, c as writeUntilSettled, d as listTestbeds, h as readNewest, i as renderHistorySummary, l as anchorRecords, o as restartedCases, p as placeRecord, t as chartText, u as resolveAnchors } from "./history-chart.js";
import { c as pointValue, i as metricHistories, l as recordOfRun, n as trackingRules, o as seriesName, r as observe, t as trackingOf } from "./tracking-rules.js";
import { i as systemClock } from "./github.js";
import { t as clocksEventReasons } from "./gpu.js";
import { i as writeValues, n as clocksEventFlags, r as gpuQuantityList, t as gpuUse } from "./telemetry-summary.js";
import { i as createTimeBuckets, t as appendSample } from "./time-buckets.js";
import { t as chooseMonitor } from "./choose-monitor.js";
import { t as planMatrix } from "./plan-matrix.js";
import { performance as performance$1 } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { constants, tmpdir } from "node:os";
import { constants as constants$1, existsSync, statSync } from "node:fs";
import { spawn } from "node:child_process";
import { copyFile, cp, lstat, mkdir, mkdtemp, open, readFile, readdir, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { isatty } from "node:tty";

// src/cli/baseline-store.ts
const maxFileBytes$2 = 16777216;
async function readStore(directory) {
	const baselines = [];
	const noise = [];
	for (const testbed of await diskFileStore.list(resolve(directory))) for (const file of await diskFileStore.list(resolve(directory, testbed)).catch(() => [])) {
		if (!file.endsWith(".json")) continue;
		const path = join(directory, testbed, file);
		const text = await diskFileStore.readText(resolve(path), maxFileBytes$2);
		if (text === null) continue;
		if (file === "noise.json") noise.push({
			path,
			noise: parseNoise(text, path)
		});
		else baselines.push({
			path,
			baseline: parseBaseline(text, path)
		});
	}
	return {
		baselines,
		noise
	};
}
async function readNoise(directory, testbedId) {
	const path = join(directory, testbedId, noiseFile);
	const text = await diskFileStore.readText(resolve(path), maxFileBytes$2);
	return {
		path,
		noise: text === null ? null : parseNoise(text, path)
	};
}

// src/cli/baseline-text.ts
function provenanceText({ provenance }) {
	return `${provenance.commit.slice(0, 7)}  ${provenance.recordedAt.slice(0, 10)}  run ${provenance.runId}`;
}
function baselineLines({ cases }) {
	return cases.flatMap((item) => item.metrics.map((metric) => {
		const { count, median, min, max } = summarize(metric.samples);
		return `  ${item.benchmark} ${axesText(item.axes)}  ${metric.name}  ${median.toPrecision(4)} ${metric.unit}  (${count} runs, ${min.toPrecision(4)} to ${max.toPrecision(4)})${anchorText(metric)}`;
	}));
}
function anchorText({ anchor, unit }) {
	if (!anchor) return "";
	const { median, commit, recordedAt } = anchor;
	return `  anchor ${median.toPrecision(4)} ${unit} of ${commit.slice(0, 7)}, ${recordedAt.slice(0, 10)}`;
}
function noiseProvenanceText({ cases }) {
	const sessions = cases.flatMap((item) => item.metrics.flatMap((metric) => metric.sessions));
	const newest = sessions.toSorted((a, b) => Date.parse(b.recordedAt) - Date.parse(a.recordedAt))[0];
	const runs = new Set(sessions.map((session) => session.runId)).size;
	const last = newest ? `, the last ${newest.recordedAt.slice(0, 10)}  run ${newest.runId}` : "";
	return `${runs} session${runs === 1 ? "" : "s"}${last}`;
}
function noiseLines({ cases }) {
	return cases.flatMap((item) => item.metrics.flatMap(({ name, sessions }) => {
		const floor = noiseFloor(sessions.map(({ samples }) => samples));
		if (!floor) return [];
		const between = floor.sessionDeviation === null ? "" : `, ${shareText(floor.sessionDeviation)} from session to session`;
		const size = `${floor.runs} runs in ${floor.sessions} session${floor.sessions === 1 ? "" : "s"}`;
		return `  ${item.suite}/${item.benchmark} ${axesText(item.axes)}  ${name}  CV ${shareText(floor.cv)}, without outliers ${shareText(floor.robustCv)}${between}  (${size})`;
	}));
}

// src/cli/anchor-baselines.ts
const maxFileBytes$1 = 16777216;
function baselinePath(dir, { testbed, suite }) {
	return join(dir, testbed.id, `${suite}.json`);
}
async function readStored(dir, fresh) {
	const path = baselinePath(dir, fresh);
	const text = await diskFileStore.readText(resolve(path), maxFileBytes$1);
	return text === null ? null : parseBaseline(text, path);
}
function anchorBaseline(fresh, stored, config, { noise, acceptRegressions }) {
	const { baseline, drifts } = anchorFresh(fresh, stored, config, noise);
	if (drifts.length === 0) return baseline;
	if (acceptRegressions) return reanchored(baseline, drifts);
	throw new UserError(`this run is slower than what its baseline began with: ${drifts.map(driftText).join("; ")}`, "Mend it, measure again, or add --accept-regressions with a --reason that explains it.");
}
function driftText({ caseId: id, metric, effect, anchor }) {
	const since = `since ${anchor.commit.slice(0, 7)} of ${anchor.recordedAt.slice(0, 10)}`;
	return `${metric} of ${id} is +${(effect * 100).toFixed(1)} % ${since}`;
}

// src/cli/judge-folder.ts
const maxConfigBytes$3 = 262144;
const maxBaselineBytes$1 = 16777216;
async function judgeFolder(folder, options) {
	const { record, config } = await openFolder(folder, options.configFile);
	const committed = await committedFor(folder, config, record, options.baselines);
	if (isCalibration(record.plan)) return calibrationReport({
		record,
		config,
		noise: committed.noise.noise
	});
	return judgeRun({
		record,
		config,
		...committed,
		obstacles: []
	});
}
async function openFolder(folder, configFile) {
	const record = await readRunRecord(folder, diskFileStore);
	const path = configFile ? resolve(configFile) : join(folder, configCopy);
	const text = await diskFileStore.readText(path, maxConfigBytes$3);
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
async function committedFor(folder, config, record, directory) {
	return await loadCommittedOf(record, config, async (path) => {
		const ofTestbed = path.split("/").slice(-2);
		if (directory !== null) return await diskFileStore.readText(join(resolve(directory), ...ofTestbed), maxBaselineBytes$1);
		const places = [ofTestbed, ofTestbed.slice(-1)].map((names) => join(folder, baselineCopies, ...names));
		for (const place of places) {
			const text = await diskFileStore.readText(place, maxBaselineBytes$1);
			if (text !== null) return text;
		}
		return null;
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

// src/cli/refresh-baselines.ts
async function refreshBaselines(folder, options) {
	const { record, config } = await openFolder(folder, null);
	requireFinished(record, folder);
	requireCommit(record, folder);
	const isOnlyNoise = isCalibration(record.plan);
	if (!isOnlyNoise) await refuseRegressions(folder, options);
	const written = isOnlyNoise ? 0 : await writeBaselines(record, config, options);
	const isNoiseWritten = await writeNoise(record, options);
	if (written > 0 || isNoiseWritten) return;
	throw new UserError(`the run in ${folder} has no measured case to keep`, "Look at what failed with `warpgauge report DIR`, and run it again.");
}
function requireFinished({ status }, folder) {
	if (status === "finished") return;
	throw new UserError(`the run in ${folder} is ${status}, not finished`, "Finish it with `warpgauge run --resume --out DIR` first.");
}
function requireCommit({ revisions }, folder) {
	if (revisions.some(({ label, commit }) => label === "head" && commit !== null)) return;
	throw new UserError(`the run in ${folder} does not tell which commit ran`, "Name it as \"commit\" in the manifest and ingest again.");
}
async function refuseRegressions(folder, { dir, acceptRegressions }) {
	const report = await judgeFolder(folder, {
		configFile: null,
		baselines: dir
	});
	if (report.comparisons.filter((item) => item.verdict === "regression" && item.isGate).length === 0 || acceptRegressions) return;
	throw new UserError(`this run is slower than the baseline it would replace: ${report.sentence}`, "Mend it, or add --accept-regressions with a --reason that explains it.");
}
async function writeBaselines(record, config, options) {
	const { dir, reason, acceptRegressions = false } = options;
	const { noise } = await readNoise(dir, record.testbed.id);
	const anchored = (await Promise.all(baselinesOfRun(record, config, reason).map(async (fresh) => ({
		fresh,
		stored: await readStored(dir, fresh)
	})))).map(({ fresh, stored }) => ({
		stored,
		baseline: anchorBaseline(fresh, stored, config, {
			noise,
			acceptRegressions
		})
	}));
	for (const { baseline, stored } of anchored) {
		const path = baselinePath(dir, baseline);
		await diskFileStore.writeText(resolve(path), baselineText(baseline));
		say(`wrote ${shortPath(resolve(path))}: ${baseline.cases.length} cases`);
		for (const gone of casesGone(baseline, stored)) say(`  ${gone} gave no figures and is in the baseline no more`);
	}
	return anchored.length;
}
function casesGone(baseline, stored) {
	const kept = new Set(idsOf(baseline));
	return stored ? idsOf(stored).filter((id) => !kept.has(id)) : [];
}
function idsOf({ suite, cases }) {
	return cases.map((item) => caseId({
		suite,
		...item
	}));
}
async function writeNoise(record, { dir }) {
	const { path, noise: known } = await readNoise(dir, record.testbed.id);
	const noise = withNoiseOfRun(known, record);
	if (!noise) return false;
	await diskFileStore.writeText(resolve(path), noiseText(noise));
	say(`wrote ${shortPath(resolve(path))}: the noise of ${noise.cases.length} cases`);
	return true;
}

// src/cli/baseline.ts
function addBaseline(program, exit) {
	const baseline = program.command("baseline").description("List, show, refresh or check the committed baselines");
	withStore(baseline.command("list").description("Name every file of the store with its provenance")).action(async (options) => {
		await listStore(options);
		exit(0);
	});
	withStore(baseline.command("show").description("Show the samples and the noise of one testbed").argument("<testbed>")).action(async (testbed, options) => {
		await showTestbed(testbed, options);
		exit(0);
	});
	withStore(baseline.command("check").description("Validate every file of the store")).action(async (options) => {
		const { baselines, noise } = await readStore(options.dir);
		say(`${filesText(baselines.length, "baseline")} and ${filesText(noise.length, "noise")} are valid`);
		exit(0);
	});
	withStore(baseline.command("refresh").description("Write the samples of a run folder, and the noise they show, into the store").argument("<dir>", "run folder")).requiredOption("--reason <text>", "why; kept with the samples").option("--accept-regressions", "bake in what got slower").action(async (folder, options) => {
		await refreshBaselines(resolve(folder), options);
		exit(0);
	});
}
function withStore(command) {
	return command.option("--dir <dir>", "directory of baselines", "baselines");
}
async function listStore({ dir }) {
	const { baselines, noise } = await readStore(dir);
	for (const { path, baseline } of baselines) print(`${path}  ${baseline.cases.length} cases  ${provenanceText(baseline)}`);
	for (const { path, noise: item } of noise) print(`${path}  ${item.cases.length} cases  ${noiseProvenanceText(item)}`);
}
async function showTestbed(testbed, { dir }) {
	const store = await readStore(dir);
	const baselines = store.baselines.filter(({ baseline }) => baseline.testbed.id === testbed);
	const noise = store.noise.filter((item) => item.noise.testbed.id === testbed);
	if (baselines.length + noise.length === 0) throw new UserError(`there is no baseline of testbed ${testbed} in ${dir}`, "See the names with `warpgauge baseline list`.");
	for (const { path, baseline } of baselines) {
		print(`${path}  ${provenanceText(baseline)}  (${baseline.provenance.reason})`);
		for (const line of baselineLines(baseline)) print(line);
	}
	for (const { path, noise: item } of noise) {
		print(`${path}  ${noiseProvenanceText(item)}`);
		for (const line of noiseLines(item)) print(line);
	}
}
function filesText(count, kind) {
	return `${count} ${kind} file${count === 1 ? "" : "s"}`;
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
		live(line) {
			logUpdateStderr.persist(`${line}\n`);
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

// src/cli/bisect.ts
const formats = [
	"terminal",
	"markdown",
	"json"
];
function addBisect(program, exit) {
	program.command("bisect").description("Find the commit that made a figure worse").option("--good <rev>", "a commit that is still good (default: the last one before the newest regression in --history)").option("--bad <rev>", "a later one that is bad (default HEAD)").option("--suite <name>", "the suite whose figure got worse").option("--case <pattern...>", "only cases whose ids match; * stands for any text").option("--metric <name>", "the metric to follow (default: the gate metric that got worse most certainly)").option("--config <file>", "config of this repository; used as it lies here for every commit", ".github/warpgauge.yml").option("--history <dir>", "records of earlier runs: a checkout of the data branch; they answer before anything is run").option("--first-parent", "take each merge as one step").option("--max-repeats <n>", "most runs of each side of a question (default: as the config says)").option("--out <dir>", "folder of the search (default .warpgauge/bisect/<id>)").option("--resume", "go on with the interrupted search that lies in --out").addOption(new Option("--format <format>", "output format").choices(formats).default("terminal")).option("--verbose", "say more").action(async (options) => {
		if (options.resume && !options.out) throw new UserError("--resume needs to know which search", "Give its folder with --out DIR.");
		exit(await search(options));
	});
}
async function search(options) {
	const { signal, release } = cancelOnSignals();
	const workspace = process.cwd();
	const runId = newRunId();
	const folder = resolve(workspace, options.out ?? join(".warpgauge", "bisect", runId));
	try {
		const logger = terminalLogger(options.verbose ?? false);
		const configText = await readConfig$1(options.config);
		const records = options.history === void 0 ? [] : await readHistoryRecords(resolve(options.history), logger);
		const result = await bisectHere({
			workspace,
			configText,
			question: await questionOf(options, configText, records),
			folder,
			records,
			maxRepeats: maxRepeatsOf(options.maxRepeats),
			isResume: options.resume ?? false,
			runId,
			logger,
			progress: terminalProgress(),
			signal,
			token: null
		});
		await keep(result, folder);
		print(rendered(result, options.format));
		say(`\nFolder of the search: ${shortPath(folder)}`);
		return exitCodeOf(result);
	} finally {
		release();
	}
}
async function questionOf(options, configText, records) {
	const workspace = process.cwd();
	const git = await openGitRepository(workspace);
	const asked = {
		good: options.good ?? null,
		bad: options.bad ?? null,
		suite: options.suite ?? null,
		cases: options.case ?? [],
		metric: options.metric ?? null,
		isFirstParent: options.firstParent ?? false
	};
	const configPath = relative(workspace, resolve(workspace, options.config));
	return await bisectQuestion(asked, {
		configPath,
		configText,
		records,
		resolve: (ref) => git.resolve(ref)
	});
}
async function readConfig$1(path) {
	return await readFile(resolve(path), "utf8").catch((error) => {
		throw new UserError(`there is no config at ${path}`, "Name another one with --config.", { cause: error });
	});
}
function maxRepeatsOf(text) {
	if (text === void 0) return null;
	const value = Number(text);
	if (Number.isInteger(value) && value >= 2 && value <= 1e3) return value;
	throw new UserError(`--max-repeats is ${JSON.stringify(text)}`, "Give a whole number from 2 to 1000.");
}
async function keep(result, folder) {
	await diskFileStore.writeText(join(folder, "bisect-report.json"), rendered(result, "json"));
	await diskFileStore.writeText(join(folder, "bisect-report.md"), rendered(result, "markdown"));
}
function rendered(result, format) {
	switch (format) {
		case "json": return `${JSON.stringify(result, null, 2)}\n`;
		case "markdown": return renderBisectMarkdown(result);
		case "terminal": return renderBisectTerminal(result, {
			columns: columnsOf(process.stdout),
			color: mayColour(process.stdout)
		});
		default: return format;
	}
}
function exitCodeOf({ ending }) {
	if (ending === "found") return 0;
	return ending === "no-step" ? 2 : 1;
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
			gate: ["wall_time", `${readingPrefix}*`],
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

// src/domain/dataset-too-small.ts
const fewestSequences = {
	stages: 1e3,
	variants: 1e3,
	memory: 1e3,
	revision: 1e3,
	"end-to-end": 5e3,
	sweep: 1e4,
	production: 1e4
};
function datasetTooSmall(suite, sequences) {
	const fewest = Object.hasOwn(fewestSequences, suite) ? fewestSequences[suite] : void 0;
	if (fewest === void 0 || sequences >= fewest) return null;
	return `${sequences === 1 ? "1 sequence is" : `${sequences} sequences are`} dominated by overhead: the suite ${suite} wants at least ${fewest}`;
}
function suitesBeyond(sequences) {
	return Object.keys(fewestSequences).filter((suite) => datasetTooSmall(suite, sequences) !== null);
}

// src/cli/dataset.ts
const mostSequences = 1e9;
const longestBases = 2 ** 21 - 1;
const defaultGc = "0.5";
function addDataset(program, exit) {
	program.command("dataset").description("Write a synthetic FASTA dataset or a sample of a real one; the same seed gives the same bytes").addOption(new Option("--preset <name>", "make sequences of this size").choices(Object.keys(presets))).addOption(new Option("--from <fasta>", "draw them from this file, plain or .gz").conflicts(syntheticOptions)).requiredOption("--out <dir>", "directory to write into").option("--sequences <n>", "number of sequences; needed with --from, else instead of the preset’s").option("--seed <n>", "seed of the random bases, or of the draw", "1").option("--files <n>", "number of files", "1").option("--gc <share>", `share of G and C, between 0 and 1 (default: ${defaultGc})`).option("--min-length <bases>", "shortest length instead of the preset’s").option("--max-length <bases>", "longest length instead of the preset’s").action(async (options) => {
		const { identity, files } = await writeDataset(options);
		print(JSON.stringify({
			...identity,
			files
		}, null, 2));
		say(`${counted(identity.sequences, "sequence")}, ${identity.bytes} bytes in ${resolve(options.out)}`);
		const suites = suitesBeyond(identity.sequences);
		if (suites.length > 0) say(`small for the suites ${suites.join(", ")}: they want more sequences (docs/datasets.md)`);
		exit(0);
	});
}
const syntheticOptions = [
	"preset",
	"gc",
	"minLength",
	"maxLength"
];
function writeDataset(options) {
	if (options.from !== void 0) return writeSample(options, options.from);
	if (options.preset !== void 0) return writePreset(options, options.preset);
	const hint = `Give --preset ${Object.keys(presets).join("|")}, or --from FASTA --sequences N`;
	throw new UserError("Neither --preset nor --from says which sequences to write", hint);
}
function writePreset(options, preset) {
	const changes = {
		sequences: optionalNumber("--sequences", options.sequences, mostSequences),
		minLength: optionalNumber("--min-length", options.minLength, longestBases),
		maxLength: optionalNumber("--max-length", options.maxLength, longestBases)
	};
	const gc = share$1("--gc", options.gc ?? defaultGc);
	return writeSyntheticFasta({
		preset,
		...presetWith(preset, changes),
		gc,
		...common(options)
	});
}
async function writeSample(options, from) {
	const sequences = optionalNumber("--sequences", options.sequences, mostSequences);
	if (sequences === void 0) throw new UserError("--from does not say how many sequences to draw", "Add --sequences N");
	const source = {
		setting: "--from",
		path: resolve(from)
	};
	const { dataset, metadata } = await sampleFasta({
		name: "sample",
		source,
		sequences,
		...common(options)
	});
	for (const { share: part, source: whole, sample } of metadata.lengths.quantiles) say(`length at ${(100 * part).toFixed(0).padStart(3)} %: ${whole} in the file, ${sample} in the sample`);
	if (metadata.source.nameless > 0) say(`warning: ${metadata.source.nameless} records of the file have no name`);
	return dataset;
}
function common({ seed, files, out }) {
	return {
		seed: wholeNumber$1("--seed", seed, 0, 2 ** 32 - 1),
		files: wholeNumber$1("--files", files, 1, 1e3),
		directory: resolve(out)
	};
}
function optionalNumber(option, text, max) {
	return text === void 0 ? void 0 : wholeNumber$1(option, text, 1, max);
}
function wholeNumber$1(option, text, min, max) {
	const value = Number(text);
	if (text.trim() !== "" && Number.isInteger(value) && value >= min && value <= max) return value;
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
		sayWhatNext(result, run);
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
		calibrationRounds: run.calibrationRounds,
		...run.selection && { selection: run.selection },
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
function sayWhatNext({ runFolder }, { calibrationRounds }) {
	const folder = shortPath(runFolder);
	say(`\nRun folder: ${folder}`);
	say(`  the details:                 warpgauge report ${folder}`);
	say(`  ${calibrationRounds === null ? "keep it as the baseline:    " : "keep it with the testbed:   "} warpgauge baseline refresh ${folder} --reason "…"`);
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
		selection: null,
		runFolder: out ?? join(process.cwd(), ".warpgauge", "runs", newRunId()),
		isResume: false,
		base: null,
		calibrationRounds: null,
		isVerbose: false
	};
}

// src/cli/doctor.ts
const usualConfig = ".github/warpgauge.yml";
const jsonVersion = 1;
function addDoctor(program, exit) {
	program.command("doctor").description("Look whether this machine and repository are fit and safe to measure. Exit code 1: something fails").option("--config <file>", `config of this repository (default ${usualConfig})`).option("--json", "print what was found as JSON (docs/doctor.md)").option("--verbose", "say more").action(async (options) => {
		const workspace = process.cwd();
		const shownConfig = options.config ?? usualConfig;
		const { doctorHere } = await import("./doctor-here.js");
		const diagnosis = await doctorHere({
			workspace,
			configPath: resolve(workspace, shownConfig),
			shownConfig,
			wasConfigNamed: options.config !== void 0,
			environment: process.env,
			logger: terminalLogger(options.verbose ?? false),
			signal: new AbortController().signal
		});
		if (options.json) print(JSON.stringify({
			schemaVersion: jsonVersion,
			...diagnosis
		}, null, 2));
		else {
			const { renderDoctor } = await import("./doctor-table.js");
			print(renderDoctor(diagnosis, {
				columns: columnsOf(process.stdout),
				color: mayColour(process.stdout)
			}));
		}
		exit(diagnosis.verdict === "fail" ? 1 : 0);
	});
}

// src/io/directory-data-branch.ts
const maxFileBytes = 64 * 2 ** 20;
const lockName = ".warpgauge-lock";
const staleLockMs = 3e4;
function createDirectoryData(root) {
	const snapshots = /* @__PURE__ */ new WeakMap();
	return {
		async open() {
			const seen = /* @__PURE__ */ new Map();
			const snapshot = {
				list: (directory) => listDirectory(root, directory, seen),
				read: async ({ path }) => await diskFileStore.readForeignText(join(root, path), maxFileBytes) ?? ""
			};
			snapshots.set(snapshot, seen);
			return snapshot;
		},
		async write(snapshot, changes) {
			return await underLock(root, async () => {
				for (const { path } of changes) if (((await identityOf(join(root, path)))?.id ?? null) !== (snapshots.get(snapshot)?.get(path) ?? null)) return "moved";
				for (const change of changes) await writeChange(root, change);
				return "written";
			});
		}
	};
}
async function writeChange(root, { path, text }) {
	await diskFileStore.writeText(join(root, path), text);
}
async function listDirectory(root, directory, seen) {
	const entries = await readdir(join(root, directory), { withFileTypes: true }).catch(() => []);
	const found = [];
	for (const entry of entries) {
		const path = join(directory, entry.name);
		if (entry.isDirectory()) found.push({
			path,
			kind: "directory",
			id: path,
			bytes: 0
		});
		const now = entry.isFile() ? await identityOf(join(root, path)) : null;
		if (now === null) continue;
		seen.set(path, now.id);
		found.push({
			path,
			kind: "file",
			...now
		});
	}
	return found.toSorted((one, other) => one.path < other.path ? -1 : 1);
}
async function identityOf(path) {
	const found = await stat(path, { bigint: true }).catch(() => null);
	return found === null ? null : {
		id: `${found.ino}-${found.size}-${found.mtimeNs}`,
		bytes: Number(found.size)
	};
}
async function underLock(root, work) {
	const path = join(root, lockName);
	await mkdir(dirname(path), { recursive: true });
	const lock = await open(path, "wx").catch(() => null);
	if (!lock) {
		await dropStaleLock(path);
		return "moved";
	}
	try {
		return await work();
	} finally {
		await lock.close();
		await rm(path, { force: true });
	}
}
async function dropStaleLock(path) {
	const found = await stat(path).catch(() => null);
	if (found && Date.now() - found.mtimeMs > staleLockMs) await rm(path, { force: true }).catch((cause) => {
		throw new EnvironmentError(`${path} cannot be removed`, "Remove this lock of a killed process by hand.", { cause });
	});
}

// src/io/git-commit-log.ts
async function openGitCommitLog(path, env = process.env) {
	const repository = await openGitRepository(path, { env });
	const git = createGitCommand(path, env, []);
	return {
		placeOf: (commit) => readPlace(git, commit),
		between: (good, bad) => readBetween(git, good, bad),
		latestRelease: async () => {
			return (await git("for-each-ref", "--sort=-creatordate", "--count=1", "--format=%(refname:strip=2)", "refs/tags")).trim() || null;
		},
		commitOf: (ref) => repository.resolve(ref)
	};
}
async function readPlace(git, commit) {
	requireCommitId(commit);
	const shown = await git("show", "--no-patch", "--format=%cI", "--end-of-options", commit).catch(() => "");
	if (shown.trim() === "") throw new UserError(`the commit ${commit} is not in this clone`, "Fetch it, or start inside the clone it belongs to.");
	if ((await git("rev-parse", "--is-shallow-repository")).trim() === "true") throw new UserError("this clone is shallow, so that nobody can tell the place of a commit in its history", "Run `git fetch --unshallow` first, or give the place with --order.");
	return {
		order: Number((await git("rev-list", "--count", "--end-of-options", commit)).trim()),
		committedAt: new Date(shown.trim()).toISOString()
	};
}
async function readBetween(git, good, bad) {
	requireCommitId(good);
	requireCommitId(bad);
	const text = await git("log", "--reverse", "--format=%H%x00%s%x00%an", "--end-of-options", `${good}..${bad}`).catch(() => null);
	if (text === null) return null;
	const commits = text.split("\n").flatMap((line) => {
		const [commit, subject = "", author = ""] = line.split("\0");
		return commit ? [{
			commit,
			subject,
			author
		}] : [];
	});
	return {
		commits: commits.slice(-250),
		total: commits.length
	};
}

// src/cli/history-add.ts
async function addToHistory(folder, { dir, order }) {
	const run = await readRunRecord(folder, diskFileStore);
	const commit = run.revisions.find(({ label }) => label === "head")?.commit ?? null;
	if (commit === null) throw new UserError(`the run in ${folder} does not tell which commit ran`, "Name it in the manifest and ingest again.");
	const place = order === void 0 ? await (await openGitCommitLog(process.cwd())).placeOf(commit) : {
		order,
		committedAt: run.startedAt
	};
	const record = recordOfRun({
		record: run,
		place,
		runUrl: null
	});
	const ports = {
		data: createDirectoryData(resolve(dir)),
		sleep: abortableSleep
	};
	const isNew = await writeUntilSettled(ports, new AbortController().signal, async (snapshot) => {
		const change = await placeRecord(record, snapshot, terminalLogger(false));
		return {
			changes: change ? [change] : [],
			message: "",
			result: change !== null
		};
	});
	const what = `${record.commit.slice(0, 7)} on ${record.testbed.id}`;
	say(isNew ? `added ${what}: ${record.cases.length} cases` : `${what} by run ${record.runId} is there already`);
}

// src/cli/history-view.ts
async function readHistory({ dir, testbed, runs }) {
	const snapshot = await createDirectoryData(resolve(dir)).open();
	const known = await listTestbeds(snapshot);
	if (known.length === 0) throw new UserError(`there is no history in ${dir}`, "Check the branch warpgauge-data out somewhere and name that directory with --dir.");
	if (testbed !== void 0 && !known.includes(testbed)) throw new UserError(`there is no testbed ${testbed} in ${dir}`, `There are ${known.join(", ")}.`);
	const histories = [];
	for (const testbedId of testbed === void 0 ? known : [testbed]) {
		const records = await readNewest(snapshot, testbedId, runs, terminalLogger(false));
		histories.push({
			testbedId,
			records: records.slice(-runs)
		});
	}
	return {
		snapshot,
		histories
	};
}

// src/cli/history-changes.ts
const maxConfigBytes$2 = 262144;
const usualRules = {
	metrics: ["*"],
	minEffect: .03,
	settledAfter: 12,
	openWhen: "confirmed"
};
async function historyChanges(options) {
	const { snapshot, histories } = await readHistory(options);
	const config = options.config === void 0 ? null : await readConfig(options.config);
	const anchors = await anchorsOf(options, config);
	const rules = {
		...config ? trackingRules(config) : usualRules,
		metrics: metricsOf(options, config)
	};
	const reports = [];
	for (const history of histories) {
		const report = await reportOf(history, {
			snapshot,
			config,
			anchors,
			rules,
			dir: options.dir
		});
		if (report) reports.push(report);
	}
	print(options.format === "json" ? JSON.stringify(reports.map(plain), null, 2) : reports.map(renderHistorySummary).join("\n\n"));
	return reports.some(isBad) ? 1 : 0;
}
async function reportOf({ testbedId, records }, look) {
	const { snapshot, config, anchors, rules, dir } = look;
	const latest = records.at(-1);
	if (!latest) return null;
	const found = await anchorRecords(anchors, testbedId, records, {
		snapshot,
		logger: terminalLogger(false)
	});
	const observation = observe(records, latest, found, rules);
	return {
		branch: dir,
		isNew: false,
		runs: records.length,
		observation,
		anchors: found,
		outlooks: limitOutlooks(observation.histories, config?.requirements ?? []),
		restarts: restartedCases(records, latest),
		issues: []
	};
}
function isBad({ observation: { causes, creeps } }) {
	return creeps.length > 0 || causes.some(({ status }) => status === "confirmed");
}
async function anchorsOf({ anchor }, config) {
	const names = anchor ?? (config ? trackingOf(config).anchors : []);
	if (names.length === 0) return [];
	return await resolveAnchors(names, await openGitCommitLog(process.cwd()), terminalLogger(false));
}
function metricsOf({ metric }, config) {
	return metric === "*" && config ? trackingOf(config).metrics : [metric];
}
async function readConfig(path) {
	const text = await diskFileStore.readText(resolve(path), maxConfigBytes$2);
	if (text === null) throw new UserError(`there is no config at ${path}`, "Name another file with --config.");
	return rulesFrom(text, path, {
		origin: "local",
		commit: null
	}).config;
}
function plain({ observation, runs, anchors, outlooks }) {
	const { latest, shifts, causes, creeps } = observation;
	return {
		testbed: latest.testbed.id,
		runs,
		latest: latest.commit,
		changes: shifts.map(({ history, change, good, bad, isWorse, isLasting }) => ({
			series: seriesName(history.key, history.metric),
			unit: history.metric.unit,
			commit: change.point.commit,
			good: good.commit,
			bad: bad.commit,
			effect: change.effect,
			interval: change.interval,
			status: change.status,
			isWorse,
			isLasting
		})),
		regressions: causes.map(({ good, bad, at, status, shifts: own }) => ({
			good: good.commit,
			bad: bad.commit,
			commit: at.commit,
			status,
			series: own.map(({ history }) => seriesName(history.key, history.metric))
		})),
		creeps: creeps.map(({ history, from, creep }) => ({
			series: seriesName(history.key, history.metric),
			anchor: from.label,
			...creep
		})),
		anchors: anchors.map(({ label, record }) => ({
			label,
			commit: record?.commit ?? null
		})),
		outlooks: outlooks.map(({ limit, history, forecast }) => ({
			limit: limit.id,
			series: seriesName(history.key, history.metric),
			...forecast
		}))
	};
}

// src/cli/history-show.ts
async function showHistory(options) {
	const { histories } = await readHistory(options);
	if (options.format === "json") {
		const all = histories.map(({ testbedId, records }) => ({
			testbedId,
			series: seriesOf({
				testbedId,
				records
			}, options)
		}));
		print(JSON.stringify(all, null, 2));
		return;
	}
	for (const { testbedId, records } of histories) {
		const [first, last] = [records[0], records.at(-1)];
		if (!first || !last) continue;
		print(`${testbedId}  ${records.length} runs, ${first.commit.slice(0, 7)} to ${last.commit.slice(0, 7)}`);
		for (const history of seriesOf({
			testbedId,
			records
		}, options)) print(`  ${lineOf(history)}`);
	}
}
function seriesOf({ records }, { metric }) {
	return metricHistories(records, ({ name }) => isGateMetric(name, [metric]));
}
function lineOf({ key, metric, points }) {
	const values = points.map(pointValue);
	const series = {
		title: metric.name,
		unit: metric.unit,
		values: values.slice(-60),
		levels: values.slice(-60)
	};
	return `${seriesName(key, metric)}  ${chartText(series)}`;
}

// src/cli/history.ts
function addHistory(program, exit) {
	const history = program.command("history").description("Add to, show or judge the history of the default branch");
	withDirectory(history.command("add").description("Append what a run folder measured; one that is there already is not added again").argument("<dir>", "run folder")).option("--order <n>", "place of its commit in the history, instead of counting in this clone", wholeNumber).action(async (folder, options) => {
		await addToHistory(resolve(folder), options);
		exit(0);
	});
	withSelection(withDirectory(history.command("show").description("Show the runs of each metric"))).action(async (options) => {
		await showHistory(options);
		exit(0);
	});
	withSelection(withDirectory(history.command("changes").description("Find what changed, what creeps and which limits are near. Exit code 1: a regression lasts"))).option("--config <file>", "config whose tracking, minEffect and requirements count").option("--anchor <rev...>", "fixed points that slow creep is measured from; instead of those of the config").action(async (options) => {
		exit(await historyChanges(options));
	});
}
function withDirectory(command) {
	return command.option("--dir <dir>", "directory of the history, such as a checkout of its branch", ".");
}
function withSelection(command) {
	return command.option("--testbed <id>", "only this testbed").option("--metric <pattern>", "only these metrics: a name, or the start of one with * behind it", "*").option("--runs <n>", "newest runs to look at", wholeNumber, 400).addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"));
}
function wholeNumber(text) {
	if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("give a whole number");
	return Number(text);
}

// src/config/manifest-schema.ts
const path = string().min(1).max(4e3);
const amount$1 = number().min(0);
const known = name.optional();
const ingestedCase = strictObject({
	suite: slug,
	benchmark: name.optional(),
	axes: axes.default({}),
	adapter: _enum(readerNames).default("auto"),
	files: array(path).min(1).max(limits.few),
	results: array(path).max(64).default([]),
	reference: array(path).max(64).default([]),
	startedAt: time.optional()
});
const testbed = strictObject({
	devices: int().min(1).max(limits.few).optional(),
	model: known,
	memoryBytes: amount$1.optional(),
	driver: known,
	cuda: known,
	topology: known,
	cpuModel: known,
	cpuCores: int().min(0).optional(),
	hostMemoryBytes: amount$1.optional(),
	kernel: known,
	architecture: known
});
const dataset = strictObject({
	sequences: int().min(0).optional(),
	bytes: int().min(0).optional(),
	sha256: sha256.optional()
});
const manifestSchema = strictObject({
	config: path,
	source: name.optional(),
	commit: commit.optional(),
	revisions: boundedRecord(commit, limits.few).default({}),
	testbed: testbed.default({}),
	datasets: boundedRecord(dataset, limits.few).default({}),
	cases: array(ingestedCase).min(1).max(limits.cases)
});
function parseManifest(text, file) {
	return readUntrusted(text, manifestSchema, {
		path: file,
		maxBytes: 4 * 2 ** 20
	});
}

// src/steps/ingest-files.ts
const mostFiles = 1024;
const maxBytes = 4 * 2 ** 30;
async function findIngested(entries, folder, inspector) {
	const found = /* @__PURE__ */ new Map();
	for (const entry of entries) for (const path of await matches(entry, folder, inspector)) if (!found.has(path)) found.set(path, await describe(path, {
		entry,
		folder
	}, inspector));
	if (found.size <= mostFiles) return [...found.values()];
	throw new UserError(`${entries.join(", ")} match ${found.size} files`, `Name at most ${mostFiles} files of one run.`);
}
async function matches(entry, folder, inspector) {
	const pattern = resolve(folder, entry);
	if (!isAbsolute(entry)) refuseOutside(pattern, folder, entry);
	const paths = await inspector.find(pattern);
	if (paths.length > 0) return paths;
	throw new UserError(`no file matches ${entry} in ${folder}`, "Paths of a manifest start in its own folder.");
}
function refuseOutside(path, folder, entry) {
	const inside = relative(folder, path);
	if (inside !== "" && inside !== ".." && !inside.startsWith("../")) return;
	throw new UserError(`${entry} lies outside the folder of the manifest, ${folder}`, "Put the file there, or write its absolute path.");
}
async function describe(path, { entry, folder }, inspector) {
	const parent = await inspector.realPath(dirname(path));
	if (!isAbsolute(entry)) refuseOutside(join(parent, basename(path)), await inspector.realPath(folder), entry);
	if (await inspector.realPath(path) !== join(parent, basename(path))) throw new UserError(`${path} is a symbolic link`, "Name the file itself.");
	const stat = await inspector.stat(path);
	if (!stat) throw new UserError(`${path} is not a file`, "Name regular files.");
	if (stat.bytes > maxBytes) throw new UserError(`${path} has ${stat.bytes} bytes; at most ${maxBytes} are read`, "Give the output of one run.");
	const shown = isAbsolute(entry) ? path : relative(folder, path);
	const sha256 = await inspector.sha256(path) ?? "";
	return {
		absolutePath: path,
		output: {
			path: shown,
			bytes: () => inspector.bytes(path)
		},
		identity: {
			path: shown,
			sha256,
			bytes: stat.bytes
		}
	};
}
function copyPath(directory, index, path) {
	const readable = path.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(-100);
	return join(directory, `${String(index).padStart(3, "0")}-${readable}`);
}

// src/steps/ingest-cases.ts
async function readCase(entry, folder, inspector) {
	const files = await findIngested(entry.files, folder, inspector);
	const reading = await readOutput(entry.adapter, outputs(files));
	const tables = entry.results.length === 0 ? [] : await findIngested(entry.results, folder, inspector);
	let rows = 0;
	for (const { absolutePath } of tables) rows += Math.max(0, await inspector.countLines(absolutePath) - 1);
	const others = entry.reference.length === 0 ? [] : await findIngested(entry.reference, folder, inspector);
	const reference = others.length === 0 ? null : await readOutput("auto", outputs(others));
	return {
		entry,
		files: [...files, ...tables],
		reading,
		countedRows: tables.length === 0 ? null : rows,
		differences: differences(reading, reference)
	};
}
function outputs(found) {
	return found.map(({ output }) => output);
}
const decisive = [
	"model",
	"model_path",
	"expectedLength",
	"expected_length",
	"config_hash"
];
function differences({ context }, reference) {
	if (reference === null) return [];
	return decisive.flatMap((name) => {
		const [own, other] = [context[name], reference.context[name]];
		return own === other ? [] : [`${name}: ${other ?? "unknown"} → ${own ?? "unknown"}`];
	});
}
function placeCases(read, cases) {
	const placed = [];
	for (const one of read) {
		const planned = plannedFor(one.entry, cases);
		const earlier = placed.filter((other) => other.planned === planned);
		refuseTwin(one, earlier);
		placed.push({
			...one,
			planned,
			index: earlier.length
		});
	}
	return placed;
}
function refuseTwin({ files }, earlier) {
	const twin = earlier.find((other) => hashes(other.files) === hashes(files));
	if (!twin) return;
	const paths = [twin.files, files].map((found) => found.map(({ identity }) => identity.path).join(", "));
	throw new UserError(`${paths.join(" and ")} are the same output, named as two runs of ${twin.planned.id}`, "Name each run once.");
}
function hashes(found) {
	return found.map(({ identity }) => identity.sha256).join(" ");
}
function plannedFor({ suite, benchmark, axes }, cases) {
	const fitting = cases.filter(({ key }) => key.suite === suite && (benchmark ?? key.benchmark) === key.benchmark && matchesAxes(key.axes, axes));
	const [first] = fitting;
	if (first && fitting.length === 1) return first;
	const asked = `${suite}${benchmark === void 0 ? "" : `/${benchmark}`} ${axesText(axes)}`.trim();
	const what = fitting.length > 1 ? "fits several cases of the config" : "is no case of the config";
	const names = (fitting.length > 1 ? fitting : cases).slice(0, 20).map(({ key }) => caseId(key));
	throw new UserError(`case ${asked} ${what}`, `Name one of: ${names.join("; ") || "none: the config plans no case"}`);
}

// src/domain/telemetry-of-log.ts
const maxRows = 4096;
const noInterval = 1e3;
function telemetryOfLog(readings) {
	const [first, last] = [readings[0], readings.at(-1)];
	if (!first || !last) return null;
	const intervalMs = intervalOf$1(readings);
	const span = {
		fromMs: first.timeMs,
		toMs: last.timeMs
	};
	const groups = [...Map.groupBy(readings, ({ gpu }) => gpu)].toSorted(([one], [other]) => one - other);
	return {
		monitor: "log",
		intervalMs,
		startedMs: span.fromMs,
		endedMs: span.toMs,
		samples: readings.length,
		lateSamples: 0,
		lostSamples: 0,
		longestGapMs: null,
		overheadCpuShare: null,
		gpus: groups.map(([gpu, own]) => gpuUse(trackOf(gpu, own, intervalMs), span)),
		host: null,
		events: [],
		foreignProcesses: [],
		logFile: null,
		hdf5File: null,
		problems: ["read from a log: other processes, events and late samples are not known"]
	};
}
function trackOf(gpu, readings, intervalMs) {
	const limits = {
		maxRows,
		maxGapMs: Math.max(1e3, 5 * intervalMs),
		flags: clocksEventReasons.length + 1
	};
	const track = {
		gpu,
		buckets: createTimeBuckets(gpuQuantityList, limits),
		memoryTotalBytes: null,
		energyReadings: []
	};
	const values = new Float64Array(gpuQuantityList.length);
	for (const reading of readings) {
		writeValues(reading, null, values);
		appendSample(track.buckets, reading.timeMs, values, clocksEventFlags(reading));
		track.memoryTotalBytes = reading.memoryTotalBytes ?? track.memoryTotalBytes;
	}
	return track;
}
function intervalOf$1(readings) {
	const pauses = [...Map.groupBy(readings, ({ gpu }) => gpu).values()].flatMap((own) => own.slice(1).map(({ timeMs }, index) => timeMs - (own[index]?.timeMs ?? timeMs)));
	return pauses.length === 0 ? noInterval : Math.max(1, Math.round(median(pauses)));
}

// src/steps/ingest-trial.ts
function ingestedTrial(run) {
	const { planned, reading, sourcesPath } = run;
	const isTool = planned.tool !== void 0;
	const own = {
		...reading,
		benchmarks: ownFigures(reading.benchmarks, planned.key.axes)
	};
	const time = isTool ? {
		seconds: reading.pipeline?.wallSeconds ?? null,
		note: null
	} : timeOf(own);
	const answer = answerOf({
		...own,
		benchmarks: isTool ? own.benchmarks : furtherFigures(own.benchmarks)
	});
	const rows = rowsOf(run);
	return {
		caseId: planned.id,
		index: run.index,
		isWarmup: false,
		commit: run.commit,
		argv: [],
		startedAt: run.startedAt,
		wallSeconds: time.seconds,
		exitCode: null,
		signal: null,
		failure: failureOf(run, time.seconds, answer.failure),
		resultRows: rows.count,
		stages: stagesOf(own),
		contamination: [],
		host: null,
		telemetry: telemetryOfLog(reading.gpuReadings),
		gpuByStage: null,
		...reading.pipeline && { pipeline: pipelineFigures(reading.pipeline) },
		...answer.readings && { readings: answer.readings },
		origin: {
			kind: "ingested",
			adapter: run.adapter,
			files: run.files,
			notes: [time.note, rows.note].filter((note) => note !== null),
			differences: keepSentences(run.differences)
		},
		cachedFromRun: null,
		stdoutPath: sourcesPath,
		stderrPath: sourcesPath
	};
}
function ownFigures(benchmarks, axes) {
	return benchmarks.filter((reading) => {
		const shared = Object.entries(reading.axes).filter(([name]) => Object.hasOwn(axes, name));
		return matchesAxes(axes, Object.fromEntries(shared));
	});
}
function furtherFigures(benchmarks) {
	return benchmarks.filter((reading) => reading.status === "failed" || !isWallTime(reading) && stageOf(reading.metric.name) === null);
}
function isWallTime({ metric }) {
	return metric.name === wallTime.name;
}
function timeOf({ pipeline, benchmarks }) {
	if (pipeline?.wallSeconds) return {
		seconds: pipeline.wallSeconds,
		note: "wall time by the closing line of the pipeline"
	};
	const told = benchmarks.filter((reading) => reading.status === "measured" && isWallTime(reading));
	const [one] = told;
	if (one?.status === "measured" && told.length === 1) return {
		seconds: median(one.samples),
		note: `wall time by the report: ${one.name}`
	};
	return spanOf(pipeline?.stages ?? []);
}
function spanOf(stages) {
	const starts = stages.flatMap(({ startedMs }) => startedMs ?? []);
	const ends = stages.flatMap(({ endedMs }) => endedMs ?? []);
	if (starts.length === 0 || starts.length < stages.length || ends.length < stages.length) return {
		seconds: null,
		note: null
	};
	return {
		seconds: (Math.max(...ends) - Math.min(...starts)) / 1e3,
		note: "wall time from the first start to the last end of its stages"
	};
}
function stagesOf({ pipeline, benchmarks }) {
	if (pipeline && pipeline.stages.length > 0) return [...pipeline.stages];
	return benchmarks.flatMap((reading) => {
		const stage = reading.status === "measured" ? stageOf(reading.metric.name) : null;
		if (reading.status !== "measured" || stage === null || stageTime(stage).unit !== reading.metric.unit) return [];
		return [{
			stage,
			seconds: median(reading.samples),
			startedMs: null,
			endedMs: null
		}];
	});
}
function failureOf({ reading, planned }, wallSeconds, ofBenchmarks) {
	const { pipeline } = reading;
	const invalid = pipeline?.invalid ?? [];
	if (invalid.length > 0) return {
		kind: pipeline?.isResumed ? "resumed" : "partial",
		detail: invalid.join("; ").slice(0, 3e3)
	};
	if (planned.tool || ofBenchmarks?.kind === "failed-benchmark") return ofBenchmarks;
	if ((wallSeconds ?? 0) > 0) return null;
	return {
		kind: "no-proof",
		detail: "none of its files tells how long the run took, as the closing summary of the pipeline does"
	};
}
function rowsOf({ countedRows, reading }) {
	if (countedRows !== null) return {
		count: countedRows,
		note: null
	};
	const { consensus = null, predictions = null } = reading.pipeline?.counts ?? {};
	const count = consensus ?? predictions;
	return {
		count,
		note: count === null ? null : "result rows by the word of the pipeline, no table was counted"
	};
}
function pipelineFigures({ counts, workers, packing, dataLoader, warnings }) {
	return {
		...silentFigures,
		counts,
		workers,
		packing,
		dataLoader,
		warnings
	};
}

// src/steps/ingest-run.ts
const mostCopiedBytes = 256 * 2 ** 20;
async function ingestRun(request, ports) {
	const { manifest, rules, runId } = request;
	const read = [];
	for (const entry of manifest.cases) read.push(await readCase(entry, request.folder, ports.inspector));
	const readings = read.map(({ reading }) => reading);
	const testbed = ingestedTestbed(manifest, readings, rules.config);
	const revisions = revisionsOf(request);
	const plan = planRun(rules.config, testbed.devices, revisions);
	const folder = await openRunFolder(request.runFolder, ports.files);
	await ports.files.writeText(join(request.runFolder, configCopy), rules.text);
	const placed = placeCases(read, plan.cases);
	const trials = [];
	for (const one of placed) trials.push(await toTrial(one, revisions, request, ports));
	const now = ports.clock.now().toISOString();
	const record = {
		schemaVersion: 1,
		tool: {
			name: "warpgauge",
			version: request.toolVersion
		},
		runId,
		startedAt: now,
		finishedAt: now,
		status: "finished",
		statusDetail: null,
		repository: null,
		event: "ingest",
		pullRequest: null,
		yardstick: rules.yardstick,
		testbed,
		revisions,
		datasets: datasetsOf(placed, request),
		identity: {},
		commands: commandsOf(request, revisions),
		plan,
		trials
	};
	await folder.save(record);
	return record;
}
function revisionsOf({ manifest, rules }) {
	const problem = "the manifest does not name its commit";
	const known = (label, ref, commit) => ({
		label,
		ref,
		commit,
		problem: commit === null ? problem : null
	});
	const others = Object.entries(rules.config.revisions).map(([label, { ref }]) => known(label, ref, manifest.revisions[label] ?? null));
	return [known("head", manifest.source ?? "ingested", manifest.commit ?? manifest.revisions["head"] ?? null), ...others];
}
async function toTrial(one, revisions, { runFolder }, { files, clock }) {
	const { planned, index, entry, reading, countedRows } = one;
	const directory = join("trials", `${planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 100)}-${index}`);
	for (const [place, { identity, output }] of one.files.entries()) {
		if (identity.bytes > mostCopiedBytes) continue;
		await files.writeBytes(join(runFolder, copyPath(directory, place, identity.path)), output.bytes(), mostCopiedBytes);
	}
	const sourcesPath = join(directory, "sources.json");
	const sources = one.files.map(({ identity }) => identity);
	await files.writeText(join(runFolder, sourcesPath), `${JSON.stringify(sources, null, 1)}\n`);
	const commit = revisions.find(({ label }) => label === planned.revision)?.commit ?? unknownCommit;
	const startedAt = entry.startedAt ?? clock.now().toISOString();
	const { adapter } = entry;
	const { differences: differs } = one;
	return ingestedTrial({
		planned,
		index,
		commit,
		adapter,
		reading,
		countedRows,
		differences: differs,
		files: sources,
		startedAt,
		sourcesPath
	});
}
const unknownSha256 = "0".repeat(64);
function datasetsOf(placed, { manifest, rules }) {
	return [...new Set(placed.map(({ planned }) => planned.dataset))].filter((name) => name !== "").flatMap((name) => {
		const declared = manifest.datasets[name];
		const told = placed.flatMap(({ planned, reading }) => planned.dataset === name ? reading.pipeline?.counts.sequences ?? [] : []);
		const sequences = declared?.sequences ?? told[0];
		if (sequences === void 0) return [];
		const settings = rules.config.datasets[name];
		const kind = settings && "preset" in settings ? "synthetic" : "real";
		const { sha256 = unknownSha256, bytes = 0 } = declared ?? {};
		return [{
			name,
			kind,
			sha256,
			sequences,
			bytes,
			parameters: { size: declared?.sequences === void 0 ? "by the log of the pipeline" : "by the manifest" }
		}];
	});
}
function commandsOf({ rules }, revisions) {
	const { pipeline, revisions: configured } = rules.config;
	return Object.fromEntries(revisions.map(({ label }) => [label, configured[label]?.command ?? pipeline.command]));
}

// src/cli/ingest.ts
const maxManifestBytes = 4 * 2 ** 20;
const maxConfigBytes$1 = 262144;
function addIngest(program, exit) {
	program.command("ingest").description("Build a run folder from outputs that exist already").argument("<manifest>", "JSON that names the config, the cases and their files (docs/ingest.md)").requiredOption("--out <dir>", "run folder to be made").action(async (path, { out }) => {
		await ingest(resolve(path), resolve(out));
		exit(0);
	});
}
async function ingest(path, runFolder) {
	if (existsSync(resolve(runFolder, "run.json"))) throw new UserError(`${runFolder} holds a run already`, "Name another directory with --out.");
	const text = await diskFileStore.readText(path, maxManifestBytes);
	if (text === null) throw new UserError(`there is no manifest at ${path}`, "Write one; docs/ingest.md has an example.");
	const manifest = parseManifest(text, path);
	const folder = dirname(path);
	const request = {
		manifest,
		folder,
		runFolder,
		runId: newRunId(),
		toolVersion,
		rules: await rulesOf$1(manifest, folder)
	};
	const { trials } = await ingestRun(request, {
		files: diskFileStore,
		inspector: diskFileInspector,
		clock: systemClock
	});
	const failed = trials.filter(({ failure }) => failure !== null);
	say(`Run folder: ${shortPath(runFolder)} (${trials.length} runs read from files, ${failed.length} of them failed)`);
	for (const { caseId, failure } of failed) say(`  ${caseId}: ${failure?.kind}: ${failure?.detail}`);
	say(`  what it says: warpgauge report ${shortPath(runFolder)}`);
}
async function rulesOf$1({ config, cases }, folder) {
	const path = resolve(folder, config);
	const text = await diskFileStore.readText(path, maxConfigBytes$1);
	if (text === null) throw new UserError(`there is no config at ${path}`, "Its path starts in the folder of the manifest.");
	const rules = rulesFrom(text, relative(process.cwd(), path), {
		origin: "local",
		commit: null
	});
	return {
		...rules,
		config: onlySuites(rules.config, [...new Set(cases.map(({ suite }) => suite))])
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
		...judgeSeries(asked.values, asked.min_effect ?? null)
	};
}
function judgeSeries(values, minEffect) {
	const changepoints = changePoints(values, minEffect);
	return {
		changepoints,
		changes: describeChanges(values, changepoints).map(({ at, where: [from, to], effect, interval, status }) => {
			return {
				at,
				from,
				to,
				effect,
				interval,
				status
			};
		})
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
  {"id":2,"changepoints":[..],"changes":[{"at":..,"from":..,"to":..,"effect":..,"interval":[..,..],"status":"candidate|confirmed"}]}
   changepoints: index, from 0, of the first value of each new level. changes: the same one by one, with the first and last
   index where the step may as well lie, its size as a share of the old level, and whether enough values bear it out
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

// src/io/copy-folder.ts
async function copyFolder(from, to, skip) {
	const names = await readdir(from);
	const leftOut = [];
	for (const name of names.toSorted()) if (!skip.includes(name)) await copyEntry(join(from, name), join(to, name), (path) => leftOut.push(relative(from, path)));
	return leftOut;
}
async function copyEntry(from, to, leaveOut) {
	const found = await lstat(from);
	if (found.isDirectory()) {
		for (const name of (await readdir(from)).toSorted()) await copyEntry(join(from, name), join(to, name), leaveOut);
		return;
	}
	if (!found.isFile()) return leaveOut(from);
	try {
		await mkdir(join(to, ".."), { recursive: true });
		await copyFile(from, to, constants$1.COPYFILE_FICLONE);
	} catch (cause) {
		throw new EnvironmentError(`cannot copy ${from} to ${to}: ${cause instanceof Error ? cause.message : String(cause)}`, "Check free space and permissions of the output directory.", { cause });
	}
}

// src/cli/merge.ts
const maxConfigBytes = 262144;
const maxBaselineBytes = 16 * 2 ** 20;
const ownFiles = [
	runRecordFile,
	"report.json",
	"report.md",
	configCopy,
	baselineCopies
];
function addMerge(program, exit) {
	program.command("merge").description("Join the run folders of a job matrix into one").argument("<dir...>", "run folders of one commit and config").requiredOption("--out <dir>", "run folder to be made").action(async (directories, { out }) => {
		const target = resolve(out);
		if (existsSync(join(target, "run.json"))) throw new UserError(`${out} holds a run already`, "Name another directory with --out.");
		await mergeFolders(directories.map((directory) => resolve(directory)), target);
		const report = await judgeFolder(target, {
			configFile: null,
			baselines: null
		});
		await writeReports(report, target, {
			"report.json": reportFormats.json,
			"report.md": reportFormats.markdown
		}, diskFileStore);
		print(renderTerminal(report, {
			columns: columnsOf(process.stdout),
			color: mayColour(process.stdout)
		}));
		say(`\nJoined ${directories.length} run folders: ${shortPath(target)}`);
		exit(report.exitCode);
	});
}
async function mergeFolders(folders, target) {
	const runs = [];
	for (const [index, folder] of folders.entries()) {
		const record = await readRunRecord(folder, diskFileStore);
		runs.push({
			name: shortPath(folder),
			prefix: `parts/${index + 1}/`,
			record
		});
	}
	const rules = await rulesOf(folders, runs);
	const record = mergeRuns(runs, rules.config);
	const baselines = await baselinesOf(folders, runs, rules.config);
	const folder = await openRunFolder(target, diskFileStore);
	await diskFileStore.writeText(join(target, configCopy), rules.text);
	for (const [path, text] of baselines) await diskFileStore.writeText(join(target, baselineCopies, path), text);
	for (const [index, from] of folders.entries()) {
		const leftOut = await copyFolder(from, join(target, "parts", String(index + 1)), ownFiles);
		for (const path of leftOut) say(`warning: ${shortPath(join(from, path))} is no regular file and was left out`);
	}
	await folder.save(record);
}
async function rulesOf([folder = ""], [run]) {
	const path = join(folder, configCopy);
	const text = await diskFileStore.readForeignText(path, maxConfigBytes);
	if (text === null || !run) throw new UserError(`there is no config at ${path}`, "Give run folders as warpgauge left them.");
	return rulesFrom(text, run.record.yardstick.path, run.record.yardstick);
}
async function baselinesOf(folders, runs, { suites }) {
	const found = /* @__PURE__ */ new Map();
	const names = [...Object.keys(suites).map((suite) => `${suite}.json`), noiseFile];
	for (const [index, folder] of folders.entries()) {
		const ids = runs[index] ? testbedsOf(runs[index].record).map(({ testbed }) => testbed.id) : [];
		for (const place of ids.flatMap((id) => names.map((name) => join(id, name)))) {
			const text = await copyIn(folder, place);
			if (text === null) continue;
			if ((found.get(place) ?? text) !== text) throw otherBaseline(folder, place);
			found.set(place, text);
		}
	}
	return found;
}
async function copyIn(folder, place) {
	const copies = join(folder, baselineCopies);
	return await diskFileStore.readForeignText(join(copies, place), maxBaselineBytes) ?? await diskFileStore.readForeignText(join(copies, basename(place)), maxBaselineBytes);
}
function otherBaseline(folder, place) {
	return new UserError(`${shortPath(folder)} was compared with another ${place} than the others`, "Join runs that were judged by the baselines of one commit.");
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

// src/cli/plan.ts
function addPlan(program, exit) {
	program.command("plan").description("Print the job matrix of a config as JSON for strategy.matrix").option("--config <file>", "config of this repository", ".github/warpgauge.yml").addOption(new Option("--by <key>", "what the jobs are told apart by").choices(matrixKeys).default("testbed")).option("--pretty", "for people: one line per key").action(async ({ config, by, pretty }) => {
		const text = await readFile(resolve(config), "utf8").catch((error) => {
			throw new UserError(`there is no config at ${config}`, "Name another one with --config.", { cause: error });
		});
		const rules = rulesFrom(text, config, {
			origin: "local",
			commit: null
		});
		const { jobs, problems } = planMatrix({
			config: rules.config,
			configPath: config,
			by
		});
		for (const problem of problems) say(`warning: ${problem}`);
		print(JSON.stringify({ include: jobs }, null, pretty ? 2 : void 0));
		exit(0);
	});
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
const usualRounds = 10;
const fewestRounds = 3;
const mostRounds = 200;
function addRun(program, exit) {
	program.command("run").description("Measure the commit that is checked out, judge it and leave a run folder").option("--config <file>", "config of this repository", ".github/warpgauge.yml").option("--suite <name...>", "only these suites").option("--only <pattern...>", "only cases whose ids match; * stands for any text").option("--shard <i/n>", "only the i-th of n equal parts; `warpgauge merge` joins them").option("--out <dir>", "run folder (default .warpgauge/runs/<run id>)").option("--resume", "go on with the interrupted run that lies in --out").option("--base <rev>", "compare with the baselines at the merge base with this revision").option("--calibrate", "measure the commit against itself: the noise of this machine, and what it lets be told").option("--rounds <n>", `runs of each side with --calibrate (default ${usualRounds})`).option("--verbose", "say more").action(async (options) => {
		if (options.resume && !options.out) throw new UserError("--resume needs to know which run", "Give its run folder with --out DIR.");
		const calibrationRounds = roundsOf(options);
		if (options.out && !options.resume) refuseUsedFolder(options.out);
		const workspace = process.cwd();
		exit(await runLocally({
			workspace,
			configFile: resolve(workspace, options.config),
			suites: options.suite ?? null,
			selection: parseSelection(options.only ?? [], options.shard ?? null),
			runFolder: options.out ? resolve(workspace, options.out) : null,
			isResume: options.resume ?? false,
			base: options.base ?? null,
			calibrationRounds,
			isVerbose: options.verbose ?? false
		}));
	});
}
function roundsOf({ calibrate = false, rounds }) {
	if (!calibrate && rounds !== void 0) throw new UserError("--rounds has no meaning without --calibrate", "Add --calibrate, or set run.repeats in the config.");
	if (!calibrate) return null;
	const value = rounds === void 0 ? usualRounds : Number(rounds);
	if (Number.isInteger(value) && value >= fewestRounds && value <= mostRounds) return value;
	throw new UserError(`--rounds is ${JSON.stringify(rounds)}`, `Give a whole number from ${fewestRounds} to ${mostRounds}; ten tell most machines.`);
}
function refuseUsedFolder(folder) {
	if (!existsSync(resolve(folder, "run.json"))) return;
	throw new UserError(`${folder} holds a run already`, "Add --resume to go on with it, or name another directory.");
}

// src/cli/index.ts
const commands = {
	run: addRun,
	ingest: addIngest,
	plan: addPlan,
	merge: addMerge,
	report: addReport,
	compare: addCompare,
	baseline: addBaseline,
	history: addHistory,
	dataset: addDataset,
	judge: addJudge,
	monitor: addMonitor,
	bisect: addBisect,
	demo: addDemo,
	doctor: addDoctor
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