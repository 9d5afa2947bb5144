import { RevisionError, UnrecordableError, UserError, formatCounted } from "./core.js";
import { createDirectoryData } from "./directory-data-branch.js";
import { createRunId, diskFileStore, formatHistoryTestbed, sleepUntilAborted } from "./foundation.js";
import { openGitCommitLog } from "./clone-facts.js";
import { buildHistoryRecord } from "./build-history-record.js";
import { buildRecordChange, readNewest, withAbandoned } from "./branch-commits.js";
import { writeUntilSettled } from "./track-run.js";
import { claimFolder, forgetEarlierRun, readEarlierRecord, readRunRecord } from "./judging.js";
import { readHistoryRecords } from "./history-records.js";
import { createTerminalProgress } from "./live-progress.js";
import { readLocalRules } from "./local-inputs.js";
import { createTerminalLogger, say, stopOnSignals } from "./version.js";
import { parseRevisionRange, selectEvery } from "./shift.js";
import { createMeasuringPorts, identifyTestbed, startRun } from "./measuring.js";
import { join, resolve } from "node:path";
import { existsSync } from "node:fs";

// src/cli/history/record-history.ts
const comparedRuns = 400;
async function addToHistory(directory, { dir, order }) {
	const folder = resolve(directory);
	const run = await readRunRecord(folder, diskFileStore);
	const commit = run.revisions.find(({ label }) => label === "head")?.commit ?? null;
	if (commit === null) throw new UserError(`the run in ${folder} does not name its commit`, "Name it in the manifest and ingest again.");
	const log = order === void 0 ? await openGitCommitLog(process.cwd()) : null;
	const place = log ? await log.locateCommit(commit) : {
		order: order ?? 0,
		committedAt: run.startedAt
	};
	const record = buildHistoryRecord({
		record: run,
		place,
		runUrl: null
	});
	const isNew = await addRecord(record, dir, log);
	const what = `${record.commit.slice(0, 7)} on ${record.testbed.id}`;
	const size = formatCounted(record.cases.length, "case");
	say(isNew ? `added ${what}: ${size}` : `${what} by run ${record.runId} is already recorded`);
}
async function addRecord(record, dir, log) {
	const logger = createTerminalLogger();
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
			message: `Record ${record.commit.slice(0, 7)}`,
			result: change !== null
		};
	});
}
async function runHistory(range, options) {
	return await stopOnSignals(async (signal) => {
		const { recorded, skipped, failed, interruption } = await measureRange(range, options, signal);
		const unmeasured = failed === 0 ? "" : `, ${failed} could not be measured`;
		say(`${recorded} recorded, ${skipped} already recorded${unmeasured}`);
		if (interruption !== null) say(`${interruption}; run the same command again to continue`);
		return failed > 0 || interruption !== null ? 2 : 0;
	});
}
async function measureRange(range, { dir, every, out, ...options }, signal) {
	const logger = createTerminalLogger(options.verbose);
	const [workspace, parent] = [process.cwd(), resolve(out)];
	const log = await openGitCommitLog(workspace);
	const rules = await readLocalRules(options.config, { suites: options.suite });
	const silent = {
		...logger,
		warning: () => {}
	};
	const records = existsSync(dir) ? await readHistoryRecords(resolve(dir), silent) : [];
	const ports = await createMeasuringPorts({
		workspace,
		logger,
		progress: createTerminalProgress(),
		signal
	});
	await using _ = await claimFolder(parent, ports);
	const testbed = formatHistoryTestbed(await findTestbedId(rules, ports), rules.yardstick.path);
	const known = new Set(records.filter((one) => one.testbed.id === testbed).map(({ commit }) => commit));
	const commits = selectEvery(await listCommits(range, ports.git), every);
	const counts = {
		recorded: 0,
		skipped: 0,
		failed: 0
	};
	for (const [index, { commit, subject }] of commits.entries()) {
		const title = `commit ${index + 1} of ${commits.length}: ${commit.slice(0, 12)} ${subject.slice(0, 60)}`;
		if (known.has(commit)) {
			counts.skipped += 1;
			logger.info(`${title}: already recorded`);
			continue;
		}
		logger.info(title);
		const problem = await measureOne({
			workspace,
			commit,
			rules,
			folder: join(parent, commit.slice(0, 12)),
			signal
		}, (record) => addRecord(record, dir, log), ports);
		if (problem?.isInterrupted) return {
			...counts,
			interruption: problem.reason
		};
		if (problem) logger.warning(`${commit.slice(0, 12)} is not recorded: ${problem.reason}`);
		counts[problem ? "failed" : "recorded"] += 1;
	}
	return {
		...counts,
		interruption: null
	};
}
async function findTestbedId({ config }, { inventory, openMonitor }) {
	const { pipeline, run } = config;
	if (pipeline.devices === "cpu") return (await identifyTestbed(pipeline.devices, inventory)).id;
	await using monitor = await openMonitor(run.monitor, createRunId());
	return (await identifyTestbed(pipeline.devices, inventory, {
		monitor,
		environment: process.env
	})).id;
}
async function listCommits(range, git) {
	const { from, to } = parseRevisionRange(range);
	const [first, last] = [await git.resolve(from), await git.resolve(to)];
	if (first === null || last === null) throw new UserError(`${first === null ? from : to} is not a commit of this repository`, "Use a tag, branch or commit of this clone.");
	const found = await git.listCommitsBetween(first, last, true);
	if (found.length > 0) return found;
	throw new UserError(`there is no commit in ${range}`, "The first commit of a range is not part of it: use its parent.");
}
async function measureOne({ folder, rules, ...order }, add, ports) {
	try {
		const stored = await readEarlierRecord(folder, ports);
		const isResume = stored !== null && stored.yardstick.sha256 === rules.yardstick.sha256;
		if (!isResume) await forgetEarlierRun(folder, ports.files);
		const own = {
			...order,
			folder,
			rules,
			runId: createRunId(),
			isResume
		};
		const record = isResume && stored.status === "finished" ? stored : (await startRun(own, ports)).record;
		if (record.status === "interrupted") return {
			reason: record.statusDetail ?? "the run was interrupted",
			isInterrupted: true
		};
		const place = await (await openGitCommitLog(order.workspace)).locateCommit(order.commit);
		await add(buildHistoryRecord({
			record,
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

export { addToHistory, runHistory };