import { i as Option, r as InvalidArgumentError } from "./commander.js";
import { y as sleepUntilAborted } from "./github.js";
import { a as createDirectoryData, i as openGitCommitLog, n as printHistoryChanges, r as readHistory, t as buildHistoryReports } from "./history-changes.js";
import { A as diskFileStore, i as createRunId, l as formatHistoryTestbed, s as restrictSuites } from "./foundation.js";
import { A as UnrecordableError, D as RevisionError, M as findCause, j as UserError, y as cancelOnSignals } from "./core.js";
import { l as readNewest, o as buildRecordChange } from "./outlooks.js";
import { t as buildHistoryRecord } from "./build-history-record.js";
import { N as parseRules, Z as parseBaseline, k as readRunRecord, sr as isGateMetric } from "./judging.js";
import { a as writeUntilSettled, i as withAbandoned, t as formatSparkline } from "./history-chart.js";
import { o as print, s as say, t as createTerminalLogger } from "./terminal.js";
import { t as shortenPath } from "./short-path.js";
import { t as readHistoryRecords } from "./history-records.js";
import { c as measureRun, it as openGitRepository, t as createMeasuringPorts, z as identifyTestbed } from "./measuring.js";
import { t as chooseCacheDirectory } from "./cache-directory.js";
import { t as toolVersion } from "./version.js";
import { t as createTerminalProgress } from "./live-progress.js";
import { i as formatSeriesName, s as computePointValue } from "./shift.js";
import { c as collectMetricHistories } from "./history-schema.js";
import { join, relative, resolve } from "node:path";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";

// src/cli/history/history-add.ts
const comparedRuns = 400;
async function addToHistory(folder, { dir, order }) {
	const run = await readRunRecord(folder, diskFileStore);
	const commit = run.revisions.find(({ label }) => label === "head")?.commit ?? null;
	if (commit === null) throw new UserError(`the run in ${folder} does not name its commit`, "Name it in the manifest and ingest again.");
	const log = order === void 0 ? await openGitCommitLog(process.cwd()) : null;
	const place = log === null ? {
		order: order ?? 0,
		committedAt: run.startedAt
	} : await log.locateCommit(commit);
	const record = buildHistoryRecord({
		record: run,
		place,
		runUrl: null
	});
	const isNew = await addRecord(record, dir, log);
	const what = `${record.commit.slice(0, 7)} on ${record.testbed.id}`;
	say(isNew ? `added ${what}: ${record.cases.length} cases` : `${what} by run ${record.runId} is already recorded`);
}
async function addRecord(record, dir, log) {
	const logger = createTerminalLogger(false);
	const ports = {
		data: createDirectoryData(resolve(dir)),
		sleep: sleepUntilAborted
	};
	return await writeUntilSettled(ports, new AbortController().signal, async (snapshot) => {
		const known = await readNewest(snapshot, record.testbed.id, comparedRuns, logger);
		const placed = log === null ? record : await withAbandoned(record, known, {
			branchLog: log,
			logger
		});
		const change = await buildRecordChange(placed, snapshot, logger);
		return {
			changes: change ? [change] : [],
			message: "",
			result: change !== null
		};
	});
}

// src/cli/history/history-dashboard.ts
const maxBaselineBytes = 16777216;
async function writeHistoryDashboard({ html, baselines, ...selection }) {
	const { writeHistoryPage } = await import("./history-page.js");
	const found = await buildHistoryReports({
		...selection,
		format: "text"
	});
	const histories = await Promise.all(found.map(async (one) => ({
		...one,
		baselines: await readBaselines(one.testbedId, baselines)
	})));
	const path = resolve(html);
	const bytes = await writeHistoryPage(path, histories);
	say(`wrote ${shortenPath(path)}: ${(bytes / 1e6).toFixed(1)} MB, opens in any browser`);
}
async function readBaselines(testbed, directory) {
	if (directory === void 0) return [];
	const folder = join(resolve(directory), testbed);
	const names = (await diskFileStore.list(folder)).filter((name) => name.endsWith(".json") && name !== "noise.json");
	return (await Promise.all(names.map(async (name) => ({
		name,
		text: await diskFileStore.readText(join(folder, name), maxBaselineBytes)
	})))).flatMap(({ name, text }) => text === null ? [] : [parseBaseline(text, join(folder, name))]);
}

// src/domain/history/revision-range.ts
function parseRevisionRange(text) {
	const [, from, to] = /^(.+?)(?<!\.)\.\.(?!\.)(.*)$/u.exec(text) ?? [];
	if (from !== void 0 && to !== void 0 && !to.includes("..")) return {
		from,
		to: to === "" ? "HEAD" : to
	};
	throw new UserError(`${JSON.stringify(text)} is not a range`, "Write A..B: the commits of B after A, such as v1.0..main.");
}

// src/domain/history/select-commits.ts
function selectEvery(commits, every) {
	return commits.filter((_commit, index) => (commits.length - 1 - index) % every === 0);
}

// src/modes/measure-range.ts
async function measureRange(request, ports) {
	const commits = selectEvery(await listCommits(request.range, ports), request.every);
	const counts = {
		recorded: 0,
		skipped: 0,
		failed: 0
	};
	for (const [index, { commit, subject }] of commits.entries()) {
		const title = `commit ${index + 1} of ${commits.length}: ${commit.slice(0, 12)} ${subject.slice(0, 60)}`;
		if (request.recorded.has(commit)) {
			counts.skipped += 1;
			ports.logger.info(`${title}: already recorded`);
			continue;
		}
		ports.logger.info(title);
		const problem = await measureOne(commit, ports);
		if (problem?.isInterrupted) return {
			...counts,
			interruption: problem.reason
		};
		if (problem) ports.logger.warning(`${commit.slice(0, 12)} is not recorded: ${problem.reason}`);
		counts[problem ? "failed" : "recorded"] += 1;
	}
	return {
		...counts,
		interruption: null
	};
}
async function measureOne(commit, ports) {
	try {
		const run = await ports.measureCommit(commit);
		if (run.status === "interrupted") return {
			reason: run.statusDetail ?? "the run was interrupted",
			isInterrupted: true
		};
		const place = await ports.locateCommit(commit);
		await ports.addRecord(buildHistoryRecord({
			record: run,
			place,
			runUrl: null
		}));
		return null;
	} catch (error) {
		if (!(error instanceof RevisionError || error instanceof UnrecordableError)) throw error;
		return {
			reason: error.message,
			isInterrupted: false
		};
	}
}
async function listCommits(text, { git, commits }) {
	const { from, to } = parseRevisionRange(text);
	const [first, last] = [await git.resolve(from), await git.resolve(to)];
	const missing = first === null ? from : last === null ? to : null;
	if (first === null || last === null) throw new UserError(`${missing} is not a commit of this repository`, "Use a tag, branch or commit of this clone.");
	const found = await commits.listCommitsBetween(first, last, true);
	if (found.length > 0) return found;
	throw new UserError(`there is no commit in ${text}`, "The first commit of a range is not part of it: use its parent.");
}

// src/wiring/local-range.ts
async function measureRangeLocally(range) {
	const { workspace, folder, records, addRecord, logger } = range;
	const ports = await createMeasuringPorts({
		...range,
		environment: process.env,
		token: null,
		localNames: "all"
	});
	await ports.files.makeDirectory(folder);
	await using claim = await ports.claims.take(join(folder, "lock"));
	if (claim === null) throw new UserError(`another process measures into ${folder}`, "Wait for its end, or name another folder with --out.");
	const testbed = formatHistoryTestbed(await findTestbedId(range, ports), range.rules.yardstick.path);
	const recorded = new Set(records.filter((one) => one.testbed.id === testbed).map(({ commit }) => commit));
	const log = await openGitCommitLog(workspace);
	return await measureRange({
		...range,
		recorded
	}, {
		git: ports.git,
		commits: await openGitRepository(workspace, { token: null }),
		measureCommit: (commit) => measureCommit(commit, range, ports),
		locateCommit: (commit) => log.locateCommit(commit),
		addRecord,
		logger
	});
}
async function findTestbedId({ rules: { config } }, { inventory, openMonitor }) {
	const { devices } = config.pipeline;
	if (devices === "cpu") return (await identifyTestbed(devices, inventory)).id;
	await using monitor = await openMonitor(config.run.monitor, createRunId());
	return (await identifyTestbed(devices, inventory, {
		monitor,
		environment: process.env
	})).id;
}
async function measureCommit(commit, range, ports) {
	const { workspace, rules, signal } = range;
	const runFolder = join(range.folder, commit.slice(0, 12));
	const stored = await readRunRecord(runFolder, diskFileStore).catch(() => null);
	const isOfConfig = stored?.yardstick.sha256 === rules.yardstick.sha256;
	if (stored && isOfConfig && stored.status === "finished") return stored;
	const runId = createRunId();
	const request = {
		context: buildContext(commit, workspace),
		rules,
		commits: {
			head: {
				ref: commit,
				commit
			},
			mergeBase: null
		},
		workplace: {
			workDirectory: join(tmpdir(), `warpgauge-${runId}`),
			cacheDirectory: chooseCacheDirectory(process.env),
			environment: process.env
		},
		runFolder,
		runId,
		isResume: stored !== null && isOfConfig,
		toolVersion,
		calibrationRounds: null,
		readCommitted: () => Promise.resolve(null),
		signal
	};
	return (await measureRun(request, ports)).record;
}
function buildContext(commit, workspace) {
	return {
		repository: null,
		pullRequest: null,
		runUrl: null,
		measuredBy: null,
		baseCommit: null,
		event: "local",
		trust: "trusted",
		workspace,
		headCommit: commit,
		runKey: "local"
	};
}

// src/cli/history/history-run.ts
async function runHistory(range, options) {
	const { signal, release } = cancelOnSignals();
	const logger = createTerminalLogger(options.verbose ?? false);
	try {
		const log = await openGitCommitLog(process.cwd());
		const { recorded, skipped, failed, interruption } = await measureRangeLocally({
			range,
			every: options.every,
			workspace: process.cwd(),
			rules: await readRules(options),
			folder: resolve(options.out),
			records: existsSync(options.dir) ? await readHistoryRecords(resolve(options.dir), {
				...logger,
				warning: () => {}
			}) : [],
			addRecord: (record) => addRecord(record, options.dir, log),
			logger,
			progress: createTerminalProgress(),
			signal
		});
		const unmeasured = failed === 0 ? "" : `, ${failed} could not be measured`;
		say(`${recorded} recorded, ${skipped} already recorded${unmeasured}`);
		if (interruption !== null) say(`${interruption}; run the same command again to continue`);
		return failed > 0 || interruption !== null ? 2 : 0;
	} catch (error) {
		throw findCause(error, signal);
	} finally {
		release();
	}
}
async function readRules({ config: file, suite }) {
	const workspace = process.cwd();
	const path = relative(workspace, resolve(workspace, file));
	const text = await readFile(resolve(file), "utf8").catch((error) => {
		throw new UserError(`there is no config at ${file}`, "Name another one with --config.", { cause: error });
	});
	const rules = parseRules(text, path, {
		origin: "local",
		commit: null
	});
	return suite ? {
		...rules,
		config: restrictSuites(rules.config, suite)
	} : rules;
}
const usualRangeFolder = join(".warpgauge", "history");

// src/cli/history/history-show.ts
async function showHistory(options) {
	const { histories } = await readHistory(options);
	if (options.format === "json") {
		const all = histories.map(({ testbedId, records }) => ({
			testbedId,
			series: selectSeries({
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
		print(`${testbedId}  ${records.length} ${records.length === 1 ? "run" : "runs"}, ${first.commit.slice(0, 7)} to ${last.commit.slice(0, 7)}`);
		for (const history of selectSeries({
			testbedId,
			records
		}, options)) print(`  ${formatSeries(history)}`);
	}
}
function selectSeries({ records }, { metric }) {
	return collectMetricHistories(records, ({ name }) => isGateMetric(name, [metric]));
}
function formatSeries({ key, metric, points }) {
	const values = points.map(computePointValue);
	const series = {
		title: metric.name,
		unit: metric.unit,
		values: values.slice(-60),
		levels: values.slice(-60)
	};
	return `${formatSeriesName(key, metric)}  ${formatSparkline(series)}`;
}

// src/cli/history/history.ts
function addHistory(program, exit) {
	const history = program.command("history").description("Add to, show or judge the history of the default branch");
	withDirectory(history.command("add").description("Append a run folder to the history, unless it is already recorded").argument("<dir>", "run folder")).option("--order <n>", "position of the commit in the history (default: counted in this clone)", parseInteger).action(async (folder, options) => {
		await addToHistory(resolve(folder), options);
		exit(0);
	});
	addRange(history, exit);
	withSelection(withDirectory(history.command("show").description("Show the runs of each metric"))).action(async (options) => {
		await showHistory(options);
		exit(0);
	});
	withSelection(withDirectory(history.command("changes").description("Report change points, slow drift and limits at risk. Exit code 1: a confirmed regression or slow drift persists"))).option("--config <file>", "config with tracking, minEffect and requirements").option("--anchor <rev...>", "commits to measure slow drift from (default: from the config)").action(async (options) => {
		exit(await printHistoryChanges(options));
	});
	addDashboard(history, exit);
}
function addRange(history, exit) {
	withDirectory(history.command("run").description("Measure the commits A..B along the branch that the history lacks; run it again to continue. Exit code 2: not every commit is recorded").argument("<range>", "A..B, the commits of B after A")).option("--config <file>", "config of this working tree, used for every commit", ".github/warpgauge.yml").option("--suite <name...>", "only these suites").option("--every <n>", "only every n-th commit, counted back from B", parseCount, 1).option("--out <dir>", "directory of the run folders", usualRangeFolder).option("--verbose", "print debug messages").action(async (range, options) => {
		exit(await runHistory(range, options));
	});
}
function addDashboard(history, exit) {
	withDirectory(history.command("dashboard").description("Write the history as one HTML file, for example for GitHub Pages").requiredOption("--html <file>", "file to write")).option("--testbed <id>", "only this testbed").option("--metric <pattern>", "only these metrics: a name, or a prefix followed by *", "*").option("--runs <n>", "number of newest runs to use", parseInteger, 400).option("--config <file>", "config with tracking, minEffect and requirements").option("--anchor <rev...>", "commits to measure slow drift from (default: from the config)").option("--baselines <dir>", "directory of committed baselines to draw next to the runs of their testbed").action(async (options) => {
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

export { addHistory };