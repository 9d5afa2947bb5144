import { addMonths, formatMonth, listShards, readShards } from "./history-store.js";

// src/domain/tracking/anchor.ts
const runsAround = 4;
function findAnchor(records, label, commit) {
	const at = records.findLastIndex((record) => record.commit === commit);
	const around = at < 0 ? [] : records.slice(Math.max(0, at - runsAround), at + runsAround + 1);
	return {
		label,
		record: records[at] ?? null,
		around
	};
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
		const isKnown = records.some((record) => record.commit === commit);
		found.push(findAnchor(isKnown ? records : await readMonthsAfter(committedAt), label, commit));
	}
	return found;
	async function readMonthsAfter(time) {
		const [first, last] = [formatMonth(time), addMonths(formatMonth(time), 2)];
		const selected = (await listShards(snapshot, testbedId)).filter(({ month }) => month >= first && month <= last);
		return await readShards(selected, snapshot, logger);
	}
}
async function findAbandoned({ commit, order }, known, log, logger) {
	const found = [];
	for (const other of [...new Map(known.map((record) => [record.commit, record])).values()].toReversed()) {
		const isBefore = other.commit === commit || await log.isAncestor(other.commit, commit);
		if (isBefore === null && other.order > order) {
			logger.warning(`${other.commit.slice(0, 7)} of the history is not in this clone, so it is unknown whether it is still on the branch.`);
			continue;
		}
		if (isBefore || await log.isAncestor(commit, other.commit)) break;
		found.push(other.commit);
	}
	if (found.length > 0) logger.warning(`${commit.slice(0, 7)} does not descend from ${found.length} recorded ${found.length === 1 ? "commit" : "commits"} (the branch was reset), which the history leaves out: ${found.slice(0, 5).map((id) => id.slice(0, 7)).join(", ")}`);
	return found;
}

export { findAbandoned, findAnchorRecords, resolveAnchors };