import { diskFileStore } from "./foundation.js";
import { UserError } from "./core.js";
import { parseHistory } from "./judging.js";
import { join, relative } from "node:path";
import { readdir } from "node:fs/promises";

// src/io/files/history-files.ts
const deepest = 4;
async function findHistoryFiles(directory, depth = 0) {
	const entries = await readdir(directory, { withFileTypes: true }).catch((cause) => {
		throw new UserError(`${directory} cannot be read`, "Name the directory of a checked-out data branch.", { cause });
	});
	return (await Promise.all(entries.map(async (entry) => {
		const path = join(entry.parentPath, entry.name);
		if (entry.isDirectory() && entry.name !== ".git" && depth < deepest) return await findHistoryFiles(path, depth + 1);
		return entry.isFile() && entry.name.endsWith(".jsonl") ? [path] : [];
	}))).flat().toSorted();
}

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