import { j as UserError, w as EnvironmentError } from "./core.js";
import { i as resolveAnchors, l as readNewest, n as forecastLimits, r as findAnchorRecords, s as listTestbeds, t as findRestartedCases } from "./outlooks.js";
import { a as buildTrackingRules, o as getTracking, s as observe } from "./history-schema.js";
import { i as formatSeriesName } from "./shift.js";
import { A as diskFileStore, D as isGone, E as createOwnMark, O as parseMark, j as returnNullIfAbsent } from "./foundation.js";
import { it as openGitRepository, mt as requireCommitId, nt as createGitCommand } from "./measuring.js";
import { i as renderHistorySummary } from "./history-summary.js";
import { N as parseRules } from "./judging.js";
import { o as print, t as createTerminalLogger } from "./terminal.js";
import { dirname, join, resolve } from "node:path";
import { mkdir, open, readFile, readdir, rm, stat } from "node:fs/promises";

// src/io/files/directory-data-branch.ts
const maxFileBytes = 64 * 2 ** 20;
const lockName = ".warpgauge-lock";
const staleLockMs = 3e4;
function createDirectoryData(root) {
	const snapshots = /* @__PURE__ */ new WeakMap();
	return {
		async open() {
			const fileIds = /* @__PURE__ */ new Map();
			const snapshot = {
				list: (directory) => listDirectory(root, directory, fileIds),
				read: async ({ path }) => await readListed(root, path)
			};
			snapshots.set(snapshot, fileIds);
			return snapshot;
		},
		async write(snapshot, changes) {
			return await runLocked(root, async () => {
				for (const { path } of changes) if (((await readIdentity(join(root, path)))?.id ?? null) !== (snapshots.get(snapshot)?.get(path) ?? null)) return "moved";
				for (const change of changes) await writeChange(root, change);
				return "written";
			});
		}
	};
}
async function readListed(root, path) {
	const text = await diskFileStore.readForeignText(root, path, maxFileBytes);
	if (text !== null) return text;
	throw new EnvironmentError(`${join(root, path)} was removed before it could be read`, "Restore the file, or run the command again without it.");
}
async function writeChange(root, { path, text }) {
	await diskFileStore.writeText(join(root, path), text);
}
async function listDirectory(root, directory, fileIds) {
	const place = join(root, directory);
	const entries = await readdir(place, { withFileTypes: true }).catch(returnNullIfAbsent(place)) ?? [];
	const found = [];
	for (const entry of entries) {
		const path = join(directory, entry.name);
		if (entry.isDirectory()) found.push({
			path,
			kind: "directory",
			id: path,
			bytes: 0
		});
		const now = entry.isFile() ? await readIdentity(join(root, path)) : null;
		if (now === null) continue;
		fileIds.set(path, now.id);
		found.push({
			path,
			kind: "file",
			...now
		});
	}
	return found.toSorted((one, other) => one.path < other.path ? -1 : 1);
}
async function readIdentity(path) {
	const found = await stat(path, { bigint: true }).catch(() => null);
	return found === null ? null : {
		id: `${found.ino}-${found.size}-${found.mtimeNs}`,
		bytes: Number(found.size)
	};
}
async function runLocked(root, work) {
	const path = join(root, lockName);
	const lock = await openLock(path);
	if (!lock) {
		await dropStaleLock(path);
		return "moved";
	}
	try {
		await lock.writeFile(JSON.stringify(createOwnMark()));
		return await work();
	} finally {
		await lock.close();
		await rm(path, { force: true });
	}
}
async function openLock(path) {
	try {
		await mkdir(dirname(path), { recursive: true });
		return await open(path, "wx");
	} catch (cause) {
		if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return null;
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new EnvironmentError(`cannot write to ${dirname(path)}: ${reason}`, hintOfDirectory, { cause });
	}
}
const hintOfDirectory = "Check free space and permissions of that directory.";
async function dropStaleLock(path) {
	const found = await stat(path).catch(() => null);
	if (!found) return;
	const mark = parseMark(await readFile(path, "utf8").catch(() => ""));
	if (!(mark ? isGone(mark) : Date.now() - found.mtimeMs > staleLockMs)) return;
	await rm(path, { force: true }).catch((cause) => {
		throw new EnvironmentError(`${path} cannot be removed`, "Remove this lock file of a killed process manually.", { cause });
	});
}

// src/io/git/git-commit-log.ts
async function openGitCommitLog(path, env = process.env) {
	const repository = await openGitRepository(path, { env });
	const git = createGitCommand(path, env, []);
	return {
		locateCommit: (commit) => readPlace(git, commit),
		isAncestor: (commit, tip) => isAncestor(git, commit, tip),
		listBetween: (good, bad) => readBetween(git, good, bad),
		findLatestRelease: async () => {
			return (await git("for-each-ref", "--sort=-creatordate", "--count=1", "--format=%(refname:strip=2)", "refs/tags")).trim() || null;
		},
		findCommit: (ref) => repository.resolve(ref)
	};
}
async function readPlace(git, commit) {
	requireCommitId(commit);
	const shown = await git("show", "--no-patch", "--format=%cI", "--end-of-options", commit).catch(() => "");
	if (shown.trim() === "") throw new UserError(`the commit ${commit} is not in this clone`, "Fetch it, or start inside the clone it belongs to.");
	if ((await git("rev-parse", "--is-shallow-repository")).trim() === "true") throw new UserError("this clone is shallow, so the position of a commit in its history is unknown", "Run `git fetch --unshallow` first, or set the position with --order.");
	return {
		order: Number((await git("rev-list", "--count", "--end-of-options", commit)).trim()),
		committedAt: new Date(shown.trim()).toISOString()
	};
}
async function isAncestor(git, commit, tip) {
	requireCommitId(commit);
	requireCommitId(tip);
	const base = await git("merge-base", commit, tip).catch(() => null);
	return base === null ? null : base.trim() === commit;
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

// src/cli/history/history-view.ts
async function readHistory({ dir, testbed, runs }) {
	const snapshot = await createDirectoryData(resolve(dir)).open();
	const known = await listTestbeds(snapshot);
	if (known.length === 0) throw new UserError(`there is no history in ${dir}`, "Check the branch warpgauge-data out somewhere and name that directory with --dir.");
	if (testbed !== void 0 && !known.includes(testbed)) throw new UserError(`there is no testbed ${testbed} in ${dir}`, `There are ${known.join(", ")}.`);
	const histories = [];
	for (const testbedId of testbed === void 0 ? known : [testbed]) {
		const records = await readNewest(snapshot, testbedId, runs, createTerminalLogger(false));
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

// src/cli/history/history-changes.ts
const maxConfigBytes = 262144;
const usualRules = {
	metrics: ["*"],
	minEffect: .03,
	settledAfter: 12,
	openWhen: "confirmed"
};
async function printHistoryChanges(options) {
	const reports = (await buildHistoryReports(options)).map(({ report }) => report);
	print(options.format === "json" ? JSON.stringify(reports.map(toPlainReport), null, 2) : reports.map(renderHistorySummary).join("\n\n"));
	return reports.some(isBad) ? 1 : 0;
}
async function buildHistoryReports(options) {
	const { snapshot, histories } = await readHistory(options);
	const config = options.config === void 0 ? null : await readConfig(options.config);
	const anchors = await findAnchors(options, config);
	const rules = {
		...config ? buildTrackingRules(config) : usualRules,
		metrics: chooseMetrics(options, config)
	};
	const reports = [];
	for (const history of histories) {
		const report = await buildReport(history, {
			snapshot,
			config,
			anchors,
			rules,
			dir: options.dir
		});
		if (report) reports.push({
			...history,
			report
		});
	}
	return reports;
}
async function buildReport({ testbedId, records }, look) {
	const { snapshot, config, anchors, rules, dir } = look;
	const latest = records.at(-1);
	if (!latest) return null;
	const found = await findAnchorRecords(anchors, testbedId, records, {
		snapshot,
		logger: createTerminalLogger(false)
	});
	const observation = observe(records, latest, found, rules);
	return {
		branch: dir,
		isNew: false,
		runs: records.length,
		observation,
		anchors: found,
		outlooks: forecastLimits(observation.histories, config?.requirements ?? []),
		restarts: findRestartedCases(records, latest),
		issues: []
	};
}
function isBad({ observation: { causes, creeps } }) {
	return creeps.length > 0 || causes.some(({ status }) => status === "confirmed");
}
async function findAnchors({ anchor }, config) {
	const names = anchor ?? (config ? getTracking(config).anchors : []);
	if (names.length === 0) return [];
	return await resolveAnchors(names, await openGitCommitLog(process.cwd()), createTerminalLogger(false));
}
function chooseMetrics({ metric }, config) {
	return metric === "*" && config ? getTracking(config).metrics : [metric];
}
async function readConfig(path) {
	const text = await diskFileStore.readText(resolve(path), maxConfigBytes);
	if (text === null) throw new UserError(`there is no config at ${path}`, "Name another file with --config.");
	return parseRules(text, path, {
		origin: "local",
		commit: null
	}).config;
}
function toPlainReport({ observation, runs, anchors, outlooks }) {
	const { latest, shifts, causes, creeps, unresolved } = observation;
	return {
		testbed: latest.testbed.id,
		runs,
		latest: latest.commit,
		changes: shifts.map(({ history, change, good, bad, isWorse, isLasting }) => ({
			series: formatSeriesName(history.key, history.metric),
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
			series: own.map(({ history }) => formatSeriesName(history.key, history.metric))
		})),
		creeps: creeps.map(({ history, from, creep }) => ({
			series: formatSeriesName(history.key, history.metric),
			anchor: from.label,
			...creep
		})),
		inconclusive: unresolved.map(({ history, runs: own, minEffect, detectable }) => ({
			series: formatSeriesName(history.key, history.metric),
			runs: own,
			minEffect,
			detectable
		})),
		anchors: anchors.map(({ label, record }) => ({
			label,
			commit: record?.commit ?? null
		})),
		outlooks: outlooks.map(({ limit, history, forecast }) => ({
			limit: limit.id,
			series: formatSeriesName(history.key, history.metric),
			...forecast
		}))
	};
}

export { createDirectoryData as a, openGitCommitLog as i, printHistoryChanges as n, readHistory as r, buildHistoryReports as t };