import { UserError } from "./core.js";
import { sanitizeMessage } from "./foundation.js";
import { findAnchor, formatRecordIdentity, selectDistinctRecords, withoutAbandoned } from "./shift.js";
import { parseHistory, parseHistoryRecord, parseLedger } from "./judging.js";

// src/steps/history/history-store.ts
const historyDirectory = "history";
const fullShardBytes = 2 * 2 ** 20;
function formatShardPath({ testbedId, month, part }) {
	const suffix = part === 1 ? "" : `.${String(part).padStart(3, "0")}`;
	return `${historyDirectory}/${testbedId}/${month}${suffix}.jsonl`;
}
function parseShardPath(path) {
	const found = /^history\/([a-z0-9][a-z0-9.-]{0,79})\/(\d{4}-\d{2})(?:\.(\d{3,6}))?\.jsonl$/.exec(path);
	if (!found) return null;
	const [, testbedId = "", month = "", part = "1"] = found;
	return {
		testbedId,
		month,
		part: Number(part)
	};
}
function withoutTornTail(text) {
	let end = text.length;
	while (end > 0 && text[end - 1] === "\0") end -= 1;
	const written = text.slice(0, end);
	const last = written.slice(written.lastIndexOf("\n") + 1);
	if (last !== "" && parseHistory(last, "the last line").records.length > 0) return {
		kept: `${written}\n`,
		torn: text.slice(end)
	};
	const kept = written.slice(0, end - last.length);
	return {
		kept,
		torn: text.slice(kept.length)
	};
}
function formatMonth(time) {
	return new Date(time).toISOString().slice(0, 7);
}
function addMonths(month, months) {
	const [year = 0, number = 1] = month.split("-").map(Number);
	return formatMonth(new Date(Date.UTC(year, number - 1 + months, 1)).toISOString());
}
async function listTestbeds(snapshot) {
	return (await snapshot.list(historyDirectory)).filter(({ kind }) => kind === "directory").map(({ path }) => path.slice(8));
}
async function listShards(snapshot, testbedId) {
	return (await snapshot.list(`${historyDirectory}/${testbedId}`)).flatMap((entry) => {
		const name = entry.kind === "file" ? parseShardPath(entry.path) : null;
		return name ? [{
			...name,
			entry
		}] : [];
	}).toSorted((one, other) => one.month < other.month ? -1 : one.month > other.month ? 1 : one.part - other.part);
}
async function readShards(shards, snapshot, logger) {
	const found = [];
	for (const { entry, testbedId } of shards) {
		const { records, problems } = parseHistory(await snapshot.read(entry), entry.path);
		for (const problem of problems) logger.warning(`Skipped a line of the history: ${problem}`);
		found.push(...records.filter(({ testbed }) => testbed.id === testbedId));
	}
	return selectDistinctRecords(found);
}
async function readNewest(snapshot, testbedId, runs, logger) {
	let records = [];
	for (const shard of (await listShards(snapshot, testbedId)).toReversed()) {
		records = selectDistinctRecords([...await readShards([shard], snapshot, logger), ...records]);
		if (withoutAbandoned(records).length >= runs) break;
	}
	return withoutAbandoned(records);
}
async function buildRecordChange(record, snapshot, logger) {
	const month = formatMonth(record.measuredAt);
	const shards = (await listShards(snapshot, record.testbed.id)).filter((shard) => shard.month === month);
	const identity = formatRecordIdentity(record);
	if ((await readShards(shards, snapshot, logger)).some((other) => formatRecordIdentity(other) === identity)) return null;
	const line = `${JSON.stringify(record)}\n`;
	parseHistoryRecord(line, `the record of run ${record.runId}`);
	const last = shards.at(-1);
	if (!last || last.entry.bytes + Buffer.byteLength(line) > fullShardBytes) return {
		path: formatShardPath({
			testbedId: record.testbed.id,
			month,
			part: (last?.part ?? 0) + 1
		}),
		text: line
	};
	const { path } = last.entry;
	const { kept, torn } = withoutTornTail(await snapshot.read(last.entry));
	if (torn !== "") {
		const begin = sanitizeMessage(torn.replaceAll("\0", ""), 120);
		const what = begin === "" ? "zeros of an unfinished write" : `which start with ${begin}`;
		logger.warning(`${path} was incomplete: ${Buffer.byteLength(torn)} bytes at its end are not a record and are removed, ${what}. Complete lines kept: ${kept.split("\n").length - 1}. Add the run folder of the lost run again (\`warpgauge history add\`).`);
	}
	return {
		path,
		text: `${kept}${line}`
	};
}
async function readLedger(snapshot, testbedId) {
	const path = buildLedgerPath(testbedId);
	const entry = (await snapshot.list("tracking")).find((item) => item.kind === "file" && item.path === path);
	if (!entry) return {
		schemaVersion: 1,
		testbedId,
		entries: []
	};
	const ledger = parseLedger(await snapshot.read(entry), path);
	if (ledger.testbedId === testbedId) return ledger;
	throw new UserError(`${path} is of testbed ${ledger.testbedId}`, "Restore the file from the history of its branch.");
}
function buildLedgerChange(ledger) {
	const { entries, ...head } = ledger;
	const lines = entries.map((entry) => `\n${JSON.stringify(entry)}`);
	const text = `${JSON.stringify(head).slice(0, -1)},"entries":[${lines.join(",")}\n]}\n`;
	return {
		path: buildLedgerPath(ledger.testbedId),
		text
	};
}
function buildLedgerPath(testbedId) {
	return `tracking/${testbedId}.json`;
}

// src/steps/history/branch-commits.ts
async function resolveAnchors(names, log, logger) {
	const found = [];
	for (const name of names) {
		const label = name === "latest-release" ? await log.findLatestRelease() : name;
		const commit = label === null ? null : await log.findCommit(label);
		if (label === null) logger.info("There is no release yet, so slow drift is not measured from one.");
		else if (commit === null) logger.warning(`tracking.anchors names ${label}, which does not exist in this repository.`);
		else if (!found.some((other) => other.commit === commit)) {
			const { committedAt } = await log.locateCommit(commit);
			found.push({
				label,
				commit,
				committedAt
			});
		}
	}
	return found;
}
async function findAnchorRecords(anchors, testbedId, records, { snapshot, logger }) {
	const found = [];
	for (const { label, commit, committedAt } of anchors) {
		const first = formatMonth(committedAt);
		const last = addMonths(first, 2);
		const isKnown = records.some((record) => record.commit === commit);
		const own = (isKnown ? [] : await listShards(snapshot, testbedId)).filter(({ month }) => month >= first && month <= last);
		found.push(findAnchor(isKnown ? records : await readShards(own, snapshot, logger), label, commit));
	}
	return found;
}
async function withAbandoned(record, known, { branchLog: log, logger }) {
	if (!log) return record;
	const { commit } = record;
	const others = [];
	for (const other of [...new Map(known.map((one) => [one.commit, one])).values()].toReversed()) {
		if (other.commit === commit || await log.isAncestor(other.commit, commit)) break;
		const isAfter = other.order > record.order ? await log.isAncestor(commit, other.commit) : false;
		if (isAfter === true) break;
		if (isAfter === false) others.push(other);
		else logger.warning(`${other.commit.slice(0, 7)} of the history is not in this clone, so it is unknown whether it is still on the branch. Fetch the complete branch (git fetch).`);
	}
	if (others.length === 0) return record;
	logger.warning(describeReset(record, others));
	return {
		...record,
		abandoned: others.map((other) => other.commit)
	};
}
function describeReset({ commit, measuredAt }, others) {
	const [relation, left] = others.some((other) => Date.parse(other.measuredAt) > Date.parse(measuredAt)) ? ["is not an ancestor of", "this run"] : ["does not descend from", "them"];
	const count = `${others.length} recorded ${others.length === 1 ? "commit" : "commits"}`;
	const shown = others.slice(0, 5).map((other) => other.commit.slice(0, 7));
	return `${commit.slice(0, 7)} ${relation} ${count} (the branch was reset); the history leaves ${left} out: ${shown.join(", ")}`;
}

export { buildLedgerChange, buildRecordChange, findAnchorRecords, listTestbeds, readLedger, readNewest, resolveAnchors, withAbandoned };