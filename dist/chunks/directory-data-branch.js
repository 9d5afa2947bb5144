import { EnvironmentError } from "./core.js";
import { createOwnMark, diskFileStore, isGone, parseMark, returnNullIfAbsent } from "./foundation.js";
import { dirname, join } from "node:path";
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

export { createDirectoryData };