import { i as Option, r as InvalidArgumentError } from "./commander.js";
import { m as abortableSleep } from "./github.js";
import { M as UserError, O as EnvironmentError, a as diskFileStore } from "./foundation.js";
import { M as createGitCommand, P as openGitRepository, z as requireCommitId } from "./measuring.js";
import { a as limitOutlooks, c as writeUntilSettled, d as listTestbeds, h as readNewest, i as renderHistorySummary, l as anchorRecords, o as restartedCases, p as placeRecord, t as chartText, u as resolveAnchors } from "./history-chart.js";
import { c as pointValue, i as metricHistories, l as recordOfRun, n as trackingRules, o as seriesName, r as observe, t as trackingOf } from "./tracking-rules.js";
import { En as isGateMetric, tt as readRunRecord, ut as rulesFrom } from "./judging.js";
import { a as terminalLogger, i as say, r as print } from "./terminal.js";
import { dirname, join, resolve } from "node:path";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";

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
const maxConfigBytes = 262144;
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
	const text = await diskFileStore.readText(resolve(path), maxConfigBytes);
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

export { addHistory };