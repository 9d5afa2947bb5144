import { EnvironmentError, UserError, fileClaims } from "./core.js";
import { diskFileStore, returnNullIfAbsent } from "./foundation.js";
import { join } from "node:path";
import { readdir, stat } from "node:fs/promises";

// src/io/files/directory-data-branch.ts
const maxFileBytes = 64 * 2 ** 20;
function createDirectoryData(root) {
	return { async open() {
		const fileIds = /* @__PURE__ */ new Map();
		return {
			list: (directory) => listDirectory(root, directory, fileIds),
			async read({ path }) {
				const text = await diskFileStore.readForeignText(root, path, maxFileBytes);
				if (text !== null) return text;
				throw new EnvironmentError(`${join(root, path)} was removed before it could be read`, "Restore the file, or run the command again without it.");
			},
			async write(changes) {
				await using lock = await fileClaims.take(join(root, ".warpgauge-lock"));
				if (lock === null) return "moved";
				for (const { path } of changes) if ((await readIdentity(join(root, path)))?.id !== fileIds.get(path)) return "moved";
				for (const { path, text } of changes) await diskFileStore.writeText(join(root, path), text);
				return "written";
			}
		};
	} };
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
	const found = await stat(path, { bigint: true }).catch(returnNullIfAbsent(path));
	return found === null ? null : {
		id: `${found.ino}-${found.size}-${found.mtimeNs}`,
		bytes: Number(found.size)
	};
}
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

export { createDirectoryData, findHistoryFiles };