import { diskFileStore } from "./foundation.js";
import { findHistoryFiles } from "./directory-data-branch.js";
import { parseHistory } from "./judging.js";
import { relative } from "node:path";

// src/wiring/history-records.ts
const maxHistoryBytes = 64 * 2 ** 20;
async function readHistoryRecords(directory, logger) {
	const found = [];
	for (const path of await findHistoryFiles(directory)) {
		const text = await diskFileStore.readForeignText(directory, relative(directory, path), maxHistoryBytes);
		const { records, problems } = parseHistory(text ?? "", path);
		for (const problem of problems) logger.warning(`Skipping an invalid line of the history: ${problem}`);
		found.push(...records);
	}
	if (found.length === 0) logger.warning(`${directory} contains no record of an earlier run`);
	return found;
}

export { readHistoryRecords };