import { diskFileStore, sleepUntilAborted } from "./foundation.js";
import { createDirectoryData } from "./directory-data-branch.js";
import { openGitCommitLog } from "./clone-facts.js";
import { UserError } from "./core.js";
import { buildRecordChange, readNewest } from "./history-store.js";
import { buildHistoryRecord } from "./build-history-record.js";
import { readRunRecord } from "./judging.js";
import { withAbandoned, writeUntilSettled } from "./track-run.js";
import { createTerminalLogger, say } from "./version.js";
import { resolve } from "node:path";

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

export { addRecord, addToHistory };