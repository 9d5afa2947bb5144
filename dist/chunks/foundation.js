import { EnvironmentError, ExplainedError, NoDeviceError, OutageError, SupersededError, UserError, attempt, createDirectory, createOwnMark, endMarked, hasErrorCode, isBelow, isGone, openBelow, openRegular, parseMark, readChunks } from "./core.js";
import { basename, dirname, join, posix, relative } from "node:path";
import { performance } from "node:perf_hooks";
import { tmpdir } from "node:os";
import { constants as constants$1 } from "node:fs";
import { chmod, copyFile, link, lstat, mkdtemp, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { createHash, createHmac, hash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";

// src/domain/core/revision.ts
function isCommitId(text) {
	return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(text);
}
function isCommitPrefix(text) {
	return /^[0-9a-f]{7,64}$/u.test(text);
}
const unknownCommit = "0".repeat(40);
const workingTreeName = "working tree";
function parseCopiedPull(branch) {
	const number = /^pull-request\/([1-9]\d{0,9})$/u.exec(branch)?.[1];
	return number === void 0 ? null : Number(number);
}
function parseQueueBranch(branch) {
	const [, number, baseCommit] = /^gh-readonly-queue\/.+\/pr-([1-9]\d{0,9})-([0-9a-f]{40}|[0-9a-f]{64})$/u.exec(branch) ?? [];
	return number === void 0 || baseCommit === void 0 ? null : {
		pullRequest: Number(number),
		baseCommit
	};
}

// src/io/files/disk-file-store.ts
const diskFileStore = {
	readText: (path, maxBytes) => readBounded(path, maxBytes, () => openRegular(path, true)),
	readForeignText: (folder, name, maxBytes) => readBounded(join(folder, name), maxBytes, () => openBelow(folder, name)),
	writeText: (path, text) => explainErrors(`write ${path}`, () => replace(path, (draft) => writeDurably(draft, text))),
	replaceText: (path, text, previous) => explainErrors(`write ${path}`, async () => {
		await replace(previous, async (draft) => {
			try {
				return await link(path, draft);
			} catch (error) {
				return hasErrorCode(error, "ENOENT") ? null : await copyFile(path, draft);
			}
		});
		await replace(path, (draft) => writeDurably(draft, text));
	}),
	writeBytes: (path, content, maxBytes) => explainErrors(`write ${path}`, () => replace(path, async (draft) => {
		await using file = await open(draft, "wx");
		let size = 0;
		for await (const chunk of content) {
			size += chunk.length;
			if (size > maxBytes) throw new UserError(`${path} would have more than ${maxBytes} bytes`, "Give a smaller file.");
			await file.writeFile(chunk);
		}
		await file.sync();
	})),
	removeDrafts: (directory) => explainErrors(`clean ${directory}`, () => removeDraftsOlderThan(-1e400, directory)),
	makeDirectory: (path) => explainErrors(`create ${path}`, () => createDirectory(path)),
	replaceDirectory: (root, path, to) => explainErrors(`copy ${join(root, path)}`, () => replaceDirectory(root, path, to)),
	remove: (path) => explainErrors(`remove ${path}`, () => removeTree(path)),
	removeLinksOut: (directory) => explainErrors(`clean ${directory}`, () => removeLinksOut(directory)),
	async list(path) {
		return (await readdir(path).catch(returnNullIfAbsent(path)) ?? []).toSorted();
	}
};
async function readBounded(path, maxBytes, opening) {
	const file = await opening().catch((error) => {
		if (error instanceof UserError) throw error;
		return returnNullIfAbsent(path)(error);
	});
	if (!file) return null;
	try {
		const chunks = [];
		for await (const chunk of readChunks(file, path, {
			maxBytes,
			signal: null
		})) chunks.push(Buffer.from(chunk));
		return Buffer.concat(chunks).toString("utf8");
	} catch (error) {
		throw error instanceof ExplainedError ? error : createStoreError(`read ${path}`, error);
	} finally {
		await file.close();
	}
}
const [abandonedFileMs, abandonedDirectoryMs] = [6e5, 864e5];
const draftName = /^\.(.+)\.[0-9a-f-]{36}$/u;
const swept$1 = /* @__PURE__ */ new Set();
async function replace(path, make) {
	const directory = dirname(path);
	const draft = join(directory, `.${basename(path)}.${randomUUID()}`);
	await createDirectory(directory);
	if (!swept$1.has(directory)) await removeDraftsOlderThan(abandonedFileMs, directory);
	swept$1.add(directory);
	try {
		if (await make(draft) === null) return;
		await rename(draft, path);
		await using opened = await open(directory, constants$1.O_RDONLY);
		await opened.sync().catch(() => {});
	} finally {
		await rm(draft, { force: true }).catch(() => {});
	}
}
async function removeDraftsOlderThan(ageMs, directory) {
	for (const name of (await readdir(directory).catch(() => [])).filter((entry) => draftName.test(entry))) {
		const path = join(directory, name);
		const found = await stat(path).catch(() => null);
		if (found?.isFile() && Date.now() - found.mtimeMs >= ageMs) await rm(path, { force: true }).catch(() => {});
	}
}
async function writeDurably(path, text) {
	await using file = await open(path, "wx");
	await file.writeFile(text);
	await file.sync();
}
function returnNullIfAbsent(path) {
	return (error) => {
		if (hasErrorCode(error, "ENOENT", "ENOTDIR")) return null;
		throw createStoreError(`read ${path}`, error);
	};
}
async function explainErrors(action, work) {
	try {
		return await work();
	} catch (error) {
		throw error instanceof ExplainedError ? error : createStoreError(action, error);
	}
}
function createStoreError(action, cause) {
	const reason = cause instanceof Error ? cause.message : String(cause);
	const hint = hasErrorCode(cause, "ENOSPC", "EDQUOT", "EFBIG") ? "Free space there (or raise the limit), then resume: completed trials are kept." : hasErrorCode(cause, "EROFS", "EACCES", "EPERM") ? "Choose a directory that this user can write to, such as one below RUNNER_TEMP." : "Check free space and permissions of that directory.";
	return new EnvironmentError(`cannot ${action}: ${reason}`, hint, { cause });
}
async function replaceDirectory(root, path, to) {
	const from = await realpath(join(root, path)).catch(() => null);
	if (from === null || from !== join(await realpath(root), path)) return false;
	const parent = dirname(to);
	await createDirectory(parent);
	for (const name of (await readdir(parent)).filter((entry) => /\.[0-9a-f-]{36}\.draft$/.test(entry))) {
		const found = await stat(join(parent, name)).catch(() => null);
		if (found && Date.now() - found.mtimeMs > abandonedDirectoryMs) await removeTree(join(parent, name));
	}
	const draft = `${to}.${randomUUID()}.draft`;
	try {
		await copyRegularFiles(from, draft, []);
		if (!await stat(draft).catch(() => null)) return false;
		await removeTree(to);
		await rename(draft, to);
		return true;
	} finally {
		await removeTree(draft);
	}
}
const maxFiles = 1e5;
const maxTotalBytes = 64 * 2 ** 30;
async function copyRegularFiles(from, to, skip) {
	const copy = {
		leftOut: [],
		files: 0,
		bytes: 0
	};
	await explainErrors(`copy ${from} to ${to}`, async () => {
		for (const name of (await readdir(from)).toSorted()) if (!skip.includes(name)) await copyEntry(join(from, name), join(to, name), copy);
	});
	return copy.leftOut.map((path) => relative(from, path));
}
async function copyEntry(from, to, copy) {
	const found = await lstat(from).catch((error) => {
		if (!hasErrorCode(error, "ENOENT")) throw error;
	});
	if (found?.isDirectory()) {
		for (const name of (await readdir(from)).toSorted()) await copyEntry(join(from, name), join(to, name), copy);
		return;
	}
	if (!found?.isFile()) {
		copy.leftOut.push(from);
		return;
	}
	copy.files += 1;
	copy.bytes += found.size;
	if (copy.files > maxFiles || copy.bytes > maxTotalBytes) throw new UserError(`${from} would be file ${copy.files} and byte ${copy.bytes} of a copy; at most ${maxFiles} files and ${maxTotalBytes} bytes are copied`, "Check the contents of this run folder; warpgauge writes far less.");
	await createDirectory(dirname(to));
	await copyFile(from, to, constants$1.COPYFILE_FICLONE);
}
async function removeTree(path) {
	const remove = () => rm(path, {
		recursive: true,
		force: true,
		maxRetries: 3
	});
	await remove().catch(async (error) => {
		if (!hasErrorCode(error, "EACCES", "EPERM")) throw error;
		for await (const _ of listOpened(path)) continue;
		await remove();
	});
}
async function removeLinksOut(directory) {
	const root = await realpath(directory).catch(() => null);
	if (root === null) return;
	for await (const { path, entry } of listOpened(root)) {
		if (entry.isFile()) continue;
		const target = entry.isSymbolicLink() ? await realpath(path).catch(() => null) : null;
		if (target === null || !isBelow(target, [root])) await rm(path, { force: true });
	}
}
async function* listOpened(root) {
	const left = [Buffer.from(root)];
	for (let parent = left.pop(); parent !== void 0; parent = left.pop()) {
		const found = await lstat(parent).catch(() => null);
		if (!found?.isDirectory()) continue;
		if ((found.mode & 448) !== 448) await chmod(parent, found.mode | 448);
		for (const entry of await readdir(parent, {
			encoding: "buffer",
			withFileTypes: true
		})) {
			const path = Buffer.concat([
				parent,
				Buffer.from("/"),
				entry.name
			]);
			if (entry.isDirectory()) left.push(path);
			else yield {
				path,
				entry
			};
		}
	}
}

// src/io/files/owned-directory.ts
const ownerFile = "owner.json";
const maxOwnerBytes = 4096;
const ownerlessMs = 6e5;
async function markOwned(directory) {
	await diskFileStore.writeText(join(directory, ownerFile), JSON.stringify(createOwnMark()));
}
async function listAbandoned(parent, named, mayBeUnmarked) {
	const found = [];
	for (const name of (await readdir(parent).catch(() => [])).filter((entry) => named.test(entry))) {
		const directory = join(parent, name);
		const status = await lstat(directory).catch(() => null);
		if (!status?.isDirectory() || status.uid !== process.getuid?.()) continue;
		const text = await diskFileStore.readForeignText(directory, ownerFile, maxOwnerBytes).catch(() => null);
		const mark = parseMark(text ?? "");
		const isOld = mayBeUnmarked.test(name) && Date.now() - status.mtimeMs > ownerlessMs;
		if (mark === null ? isOld && await isUnwritten(directory) : isGone(mark)) found.push(directory);
	}
	return found;
}
async function removeOwned(directory) {
	const names = await readdir(directory).catch(() => []);
	for (const name of names.filter((one) => one !== ownerFile)) await removeTree(join(directory, name)).catch(() => {});
	await removeTree(directory).catch(() => {});
}
async function isUnwritten(directory) {
	const names = await readdir(directory).catch(() => null);
	return names !== null && names.every((name) => name.startsWith(`.${ownerFile}.`));
}
const scratchName = /^warpgauge-/;
const ownScratchName = /^warpgauge-(?:work-)?\d{8}T\d{6}Z-[0-9a-f]{6}$/;
function createScratch(logger) {
	return {
		async open(directory) {
			await removeAbandonedScratch(dirname(directory), logger);
			await diskFileStore.makeDirectory(directory);
			await markOwned(directory);
		},
		close: removeOwned
	};
}
async function removeAbandonedScratch(parent, logger) {
	for (const directory of await listAbandoned(parent, scratchName, ownScratchName)) {
		const { found, alive } = await endMarked(`HOME=${directory}/home`);
		const ended = found.filter((pid) => !alive.includes(pid));
		const outcomes = [...ended.length > 0 ? [`ended ${ended.join(", ")}`] : [], ...alive.length > 0 ? [`${alive.join(", ")} survive SIGKILL`] : []];
		if (found.length > 0) logger.warning(`Found processes of a killed run: ${outcomes.join("; ")}.`);
		await removeOwned(directory);
	}
}
const temporaryName = new RegExp(`^warpgauge-(?:${[
	"ab",
	"commit",
	"database",
	"demo",
	"doctor",
	"index",
	"init",
	"kernels",
	"monitor"
].join("|")})-[A-Za-z0-9]{6}$`);
const swept = /* @__PURE__ */ new Set();
async function openTemporaryDirectory(kind) {
	const parent = tmpdir();
	const abandoned = swept.has(parent) ? [] : await listAbandoned(parent, temporaryName, temporaryName);
	swept.add(parent);
	for (const directory of abandoned) await removeOwned(directory);
	const path = await mkdtemp(join(parent, `warpgauge-${kind}-`)).catch((error) => {
		const reason = error instanceof Error ? error.message : String(error);
		throw new EnvironmentError(`cannot create a directory in ${parent}: ${reason}`, "Set TMPDIR to a directory that this user can write to.", { cause: error });
	});
	const remove = async () => await removeOwned(path);
	try {
		await markOwned(path);
	} catch (error) {
		await remove();
		throw error;
	}
	return {
		path,
		[Symbol.asyncDispose]: remove
	};
}

// src/domain/core/sanitize-output.ts
const maxLineCharacters = 2e3;
const prefix$1 = "│";
const leftOutMark = `${prefix$1} … earlier lines left out`;
const defaultLimits = {
	maxLines: 1e3,
	maxCharacters: 1e5
};
function sanitizeOutput(text, limits = {}) {
	const { maxLines, maxCharacters } = {
		...defaultLimits,
		...limits
	};
	const lines = splitLines(text);
	const safe = lines.slice(-maxLines).map(sanitizeLine);
	if (safe.length === lines.length && countCharacters(safe) <= maxCharacters) return safe.join("\n");
	const kept = takeLastFitting(lines.length > maxLines ? safe.slice(1) : safe, maxCharacters - leftOutMark.length - 1);
	return [leftOutMark, ...kept].join("\n");
}
function sanitizeLine(line) {
	const plain = withoutControls(line).replaceAll("##[", "## [");
	return cut((plain.startsWith(prefix$1) ? plain : `${prefix$1} ${plain}`).trimEnd());
}
function sanitizeMessage(message, maxCharacters = 4e3) {
	const start = message.slice(0, maxCharacters);
	return `${splitLines(start).map((line) => withoutControls(line).replaceAll("##[", "## [").replace(/^(\s*):(?=:)/, "$1: ")).join("\n")}${start.length < message.length ? "…" : ""}`;
}
function takeLastFitting(lines, maxCharacters) {
	let characters = 0;
	const firstTooMany = lines.findLastIndex((line) => (characters += line.length + 1) > maxCharacters + 1);
	return lines.slice(firstTooMany + 1);
}
function countCharacters(lines) {
	return lines.reduce((sum, line) => sum + line.length + 1, -1);
}
function splitLines(text) {
	const lines = text.split(/\r\n|\n|\r/);
	if (lines.at(-1) === "") lines.pop();
	return lines;
}
const escapeSequences = new RegExp([
	String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?`,
	String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?`,
	String.raw`\u001b[ -/]*[0-~]?`
].join("|"), "g");
const invisible = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
function withoutControls(line) {
	return line.replaceAll(escapeSequences, "").toWellFormed().replaceAll(invisible, "");
}
function cut(line) {
	if (line.length <= 2e3) return line;
	const mark = ` … cut, ${line.length} characters`;
	return line.slice(0, maxLineCharacters - mark.length).replace(/[\uD800-\uDBFF]$/, "") + mark;
}

// src/domain/commands/command.ts
const commandNames = [
	"help",
	"run",
	"compare",
	"accept",
	"refresh",
	"bisect",
	"cancel"
];
const commandForms = {
	help: {
		form: "/warpgauge help",
		does: "lists the commands"
	},
	run: {
		form: "/warpgauge run [SUITE]",
		does: "measures this head again, all suites or one"
	},
	compare: {
		form: "/warpgauge compare REV",
		does: "compares this head with a tag, branch or commit"
	},
	accept: {
		form: "/warpgauge accept [until YYYY-MM-DD] \"REASON\"",
		does: "makes the failed check of this head neutral and records who and why"
	},
	refresh: {
		form: "/warpgauge refresh [\"REASON\"]",
		does: "measures the default branch and proposes new baselines; regressions require the reason"
	},
	bisect: {
		form: "/warpgauge bisect [SUITE]",
		does: "finds the commit that caused a slowdown"
	},
	cancel: {
		form: "/warpgauge cancel",
		does: "cancels the runs behind the open checks of this head"
	}
};
function isCommandName(text) {
	return commandNames.includes(text);
}
function isPartial({ suite, compare }) {
	return suite !== null || compare !== null;
}
function formatPartialCheckName(name, { suite, compare }) {
	if (compare !== null) return `${name} / against ${compare.slice(0, 7)}`;
	return suite === null ? name : `${name} / ${suite}`;
}
const roles = [
	"read",
	"triage",
	"write",
	"maintain",
	"admin"
];
function hasRole({ role, permission }, needed) {
	const exact = rank(role);
	return (exact < 0 ? rank(permission) : exact) >= rank(needed);
}
function rank(role) {
	return roles.indexOf(role);
}
const maxLineLength = 400;
const maxReasonLength = 200;
const minReasonLength = 3;
function parseCommand(visibleLines) {
	const [first, ...others] = visibleLines.filter((line) => /^\/warpgauge(?=$|[ @\t])/u.test(line));
	if (first === void 0) return { kind: "none" };
	if (others.length > 0) return rejectComment("the comment contains more than one command", "Write one command per comment.");
	return parseLine(first.trimEnd());
}
function mayContainCommand(body) {
	return body.includes("/warpgauge");
}
function parseLine(line) {
	if (line.length > maxLineLength) return rejectComment(`the command has ${line.length} characters`, `Use at most ${maxLineLength} characters.`);
	if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line)) return rejectComment("the command contains invisible characters", "Type it instead of pasting it.");
	const [, pin = null, name = "", rest = ""] = /^\/warpgauge(?:@([^ ]*))?(?: +([^ ]+)(?: +(.*))?)?$/u.exec(line) ?? [];
	if (pin !== null && !isCommitPrefix(pin)) return rejectComment("/warpgauge@ must be followed by 7 or more hexadecimal digits of a commit", "For example: /warpgauge@1a2b3c4 run");
	if (!isCommandName(name)) return rejectComment(name === "" ? "no command follows /warpgauge" : "unknown command", `Available commands: ${Object.keys(commandForms).join(", ")}.`);
	const command = readers[name](rest);
	if (command === null) return rejectComment(`invalid syntax for ${name}`, `Expected: ${commandForms[name].form}`);
	return {
		kind: "command",
		command,
		pinnedHead: pin
	};
}
function rejectComment(problem, hint) {
	return {
		kind: "malformed",
		problem,
		hint
	};
}
const readers = {
	help: (rest) => rest === "" ? { name: "help" } : null,
	run: (rest) => isSuite(rest) ? {
		name: "run",
		suite: rest || null
	} : null,
	compare: (rest) => isRevision(rest) ? {
		name: "compare",
		revision: rest
	} : null,
	accept: (rest) => {
		const [, until = null, quoted = ""] = /^(?:until (\d{4}-\d{2}-\d{2}) +)?(.*)$/u.exec(rest) ?? [];
		const reason = parseReason(quoted);
		return reason === null || until !== null && !isDay(until) ? null : {
			name: "accept",
			reason,
			until
		};
	},
	refresh: (rest) => {
		const reason = parseReason(rest);
		return rest === "" || reason !== null ? {
			name: "refresh",
			reason
		} : null;
	},
	bisect: (rest) => isSuite(rest) ? {
		name: "bisect",
		suite: rest || null
	} : null,
	cancel: (rest) => rest === "" ? { name: "cancel" } : null
};
function isSuite(text) {
	return /^(?:[a-z0-9][a-z0-9._-]{0,63})?$/u.test(text);
}
function parseReason(quoted) {
	const [, inner = ""] = /^["“]([^"“”]*)["”]$/u.exec(quoted) ?? [];
	const reason = inner.trim();
	return reason.length >= minReasonLength && reason.length <= maxReasonLength ? reason : null;
}
function isRevision(text) {
	if (!/^[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}$/u.test(text) || /\.\.|\/\/|\.$|\/$/u.test(text)) return false;
	return text.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}
function isDay(text) {
	const time = /* @__PURE__ */ new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

// src/judging/plan/restrict-config.ts
const commandLabel = "asked";
function restrictConfig(config, commanded) {
	if (commanded?.suite) return restrictSuites(config, [commanded.suite]);
	if (!commanded?.compare) return config;
	const { revision } = config.suites;
	if (!revision) throw new UserError("the config has no suite revision, which a comparison with a commit needs", "Add one under suites; docs/suites.md explains it.");
	return {
		...config,
		revisions: {
			...config.revisions,
			[commandLabel]: { ref: commanded.compare }
		},
		suites: { revision: {
			...revision,
			against: [commandLabel],
			minSpeedup: {}
		} },
		requirements: []
	};
}
function chooseCheckName(configPath, { commanded }) {
	const name = deriveCheckName(configPath);
	return commanded && isPartial(commanded) ? formatPartialCheckName(name, commanded) : name;
}
function restrictSuites(config, names) {
	const configured = Object.keys(config.suites);
	const unknown = names.filter((name) => !configured.includes(name));
	if (unknown.length > 0) throw new UserError(`the config has no suite ${unknown.join(", ")}`, `Configured suites: ${configured.join(", ")}.`);
	const suites = Object.fromEntries(Object.entries(config.suites).filter(([name]) => names.includes(name)));
	return {
		...config,
		suites,
		requirements: config.requirements.filter((item) => names.includes(item.suite))
	};
}
const maxLength = 100;
function deriveCheckName(configPath) {
	const { dir, name } = posix.parse(posix.normalize(configPath));
	const full = isUsualFolder(dir) ? name : `${dir}/${name}`;
	return full.length <= maxLength ? full : `${full.slice(0, 90)}~${hashText(full)}`;
}
function listNamesakes(configPath) {
	const { dir, name, base } = posix.parse(posix.normalize(configPath));
	const folders = isUsualFolder(dir) ? ["", ".github/"] : [`${dir}/`];
	const own = posix.join(dir, base);
	return folders.flatMap((folder) => [".yml", ".yaml"].map((ending) => `${folder}${name}${ending}`)).filter((path) => path !== own);
}
function formatHistoryTestbed(testbedId, configPath) {
	const name = deriveCheckName(configPath);
	return name.includes("/") && !/^(?:\/|\.\.)/u.test(name) ? `${testbedId.slice(0, 70)}-${hashText(`${testbedId} ${name}`)}` : testbedId;
}
function isUsualFolder(folder) {
	return folder === "" || folder === ".github";
}
function hashText(text) {
	return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

// src/io/machine/system-clock.ts
const systemClock = {
	now: () => /* @__PURE__ */ new Date(),
	readMonotonicMs: () => performance.now()
};
async function sleepUntilAborted(ms, signal) {
	await setTimeout(ms, void 0, { signal }).catch(() => {});
}
function createRunId(now = /* @__PURE__ */ new Date()) {
	return `${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}-${randomBytes(3).toString("hex")}`;
}

// src/wiring/pending-check.ts
const stateName = "pending-check";
const mostBytes = 9e4;
const tooLong = "The report of this run is too long for the check; see the run folder.";
function createPendingCheck(runner, token) {
	const save = (text) => attempt(() => runner.saveState(stateName, text));
	return {
		keep: (claim) => {
			if (token === null) return;
			const text = JSON.stringify(claim);
			const fitting = Buffer.byteLength(text) <= mostBytes ? text : JSON.stringify({
				...claim,
				summary: tooLong
			});
			save(`${computeSeal(fitting, token)} ${fitting}`);
		},
		settle: () => {
			if (token !== null) save("");
		}
	};
}
function readPendingCheck(runner, token) {
	const [, mark, text] = /^([0-9a-f]{64}) (.+)$/su.exec(runner.getState(stateName)) ?? [];
	if (mark === void 0 || text === void 0) return null;
	if (!timingSafeEqual(Buffer.from(mark), Buffer.from(computeSeal(text, token)))) return null;
	return JSON.parse(text);
}
function computeSeal(text, token) {
	return createHmac("sha256", token).update(text).digest("hex");
}

// src/domain/check/check-entry.ts
const ranks = {
	success: 0,
	unrelated: 0,
	neutral: 1,
	unmeasured: 1,
	unjudged: 1,
	open: 2,
	cancelled: 3,
	timed_out: 3,
	shared: 3,
	error: 4,
	failure: 5,
	unjudged_strict: 5
};
const prefix = "warpgauge:3";
function isBlocking(result) {
	return ranks[result] >= ranks.open;
}
function isOwnExternalId(externalId) {
	return externalId.startsWith(`${prefix} `);
}
function parseEntry(externalId) {
	const [, about = "", result = "", run = "", next = null, other] = /^warpgauge:3 (\S+) ([a-z_]+) (\d+\.\d+)(?: next=(\d+\.\d+))?(?: other=(\S+))?$/u.exec(externalId) ?? [];
	const subject = parseSubject(about);
	if (subject === null || !isResult(result)) return null;
	return {
		...subject,
		result,
		run,
		next,
		other: other === void 0 ? null : parseSubject(other)
	};
}
function isResult(text) {
	return Object.hasOwn(ranks, text);
}
function parseSubject(text) {
	const [, pull = "", base = ""] = /^(\d+|none|unknown)\/(\S*)$/u.exec(text) ?? [];
	if (pull === "") return null;
	return {
		pullRequest: pull === "none" || pull === "unknown" ? pull : Number(pull),
		base: base === "" ? null : attempt(() => decodeURIComponent(base)) ?? base
	};
}
function formatEntry(entry) {
	const { result, run, next, other } = entry;
	const rest = `${next === null ? "" : ` next=${next}`}${other === null ? "" : ` other=${formatKey(other)}`}`;
	return `${prefix} ${formatKey(entry)} ${result} ${run}${rest}`;
}
function formatKey({ pullRequest, base }) {
	return `${pullRequest}/${encodeURIComponent(base ?? "")}`;
}
function joinEntries(entries) {
	const [worst, ...rest] = entries.toSorted((one, two) => ranks[two.result] - ranks[one.result]);
	if (worst === void 0) return null;
	return rest.reduce((entry, one) => ({
		...entry,
		other: findOther(one, entry) ?? entry.other
	}), worst);
}
function addResult(known, claim) {
	if (known === null) return {
		...claim,
		next: null,
		other: null
	};
	if (claim.pullRequest === "none" && known.pullRequest !== "none") return known;
	const next = known.next === claim.run ? null : known.next;
	if (isKept(known, claim)) return {
		...known,
		base: known.base ?? claim.base,
		next: claim.result === "open" ? claim.run : next
	};
	const entry = {
		...claim,
		base: claim.base ?? (isSame(known, claim) ? known.base : null)
	};
	return {
		...entry,
		next: claim.result === "open" ? null : next,
		other: findOther(known, entry)
	};
}
function isKept(known, { pullRequest, base, result }) {
	const isVague = pullRequest === "unknown" && typeof known.pullRequest === "number";
	if (isVague && (result === "open" || !isBlocking(result))) return true;
	if (!isVague && !isSame(known, {
		pullRequest,
		base
	})) return false;
	if (result === "open") return isVerdict(known.result) || known.result === "error";
	return !canReplace(result, known.result);
}
function canReplace(newer, older) {
	if (isVerdict(newer)) return true;
	if (newer === "error") return older !== "failure";
	if (newer === "unrelated") return !isVerdict(older);
	return !isVerdict(older) && older !== "error" && older !== "shared";
}
function isVerdict(result) {
	return result === "success" || result === "neutral" || result === "failure";
}
function findOther(entry, subject) {
	const { pullRequest, base, other } = entry;
	const isNumbered = typeof pullRequest === "number";
	if (isNumbered && isSame(entry, subject)) return other;
	if (isNumbered) return (subject.pullRequest === "unknown" ? other : null) ?? {
		pullRequest,
		base
	};
	return other !== null && subject.base !== null && isSame(other, subject) ? null : other;
}
function markShared(entry, others) {
	const other = others === null ? entry.other : others[0] ?? null;
	return {
		...entry,
		other,
		result: other !== null && !isBlocking(entry.result) ? "shared" : entry.result
	};
}
function isAwaited(known, claim, orIsAbsent) {
	if (known === null) return orIsAbsent;
	return known.result === "open" && known.run === claim.run || known.next === claim.run || orIsAbsent && !isSame(known, claim);
}
function isSame(one, two) {
	if (typeof one.pullRequest !== "number" || typeof two.pullRequest !== "number") return one.pullRequest === two.pullRequest;
	return one.base === null || two.base === null ? one.pullRequest === two.pullRequest : one.base === two.base;
}
const conclusions = {
	open: null,
	error: "failure",
	unjudged_strict: "failure",
	unmeasured: "neutral",
	unjudged: "neutral",
	unrelated: "success",
	success: "success",
	neutral: "neutral",
	failure: "failure",
	shared: "failure",
	cancelled: "cancelled",
	timed_out: "timed_out"
};
function toCheckState(result) {
	const conclusion = conclusions[result];
	return conclusion === null ? { status: "in_progress" } : {
		status: "completed",
		conclusion
	};
}
function hasFinalMarker(body, marker) {
	return body.trimEnd().split(/\r?\n/u).at(-1) === marker;
}

// src/steps/deliver/write-check.ts
async function writeCheck(claim, gitHub, purpose = "report") {
	let held = null;
	let conclusion = null;
	const decide = async (stored) => {
		const next = await decideEntry(claim, joinStored(stored), gitHub, purpose);
		if (next === null) return null;
		const content = composeContent(claim, next);
		conclusion = content.state !== null && "conclusion" in content.state ? content.state.conclusion : null;
		held = isOwn(next.entry, claim) && next.entry.result !== "shared" ? null : `The check shows: ${describe(next)}.`;
		return leaveSettled(content, stored, purpose);
	};
	const options = {
		waits: claim.result !== "open",
		isFleeting: purpose === "refresh"
	};
	return {
		...await gitHub.changeCheckRun(claim, decide, options),
		held,
		conclusion
	};
}
async function confirmCheck(claim, gitHub) {
	const maxAttempts = 5;
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) if (!(await writeCheck(claim, gitHub, "confirm")).isChanged) return;
	throw new EnvironmentError(`other runs overwrote the check ${maxAttempts} times`, "Run the job again when no other run writes the check of this commit");
}
async function holdCheck(place, gitHub) {
	const pulls = await gitHub.listPullRequests(place.headCommit);
	let held = null;
	const decide = async (stored) => {
		const known = joinStored(stored);
		const next = known === null ? null : applyPulls(known, pulls);
		held = null;
		if (known === null || next?.entry.result !== "shared" || known.result === "shared") return null;
		held = describe(next);
		return {
			externalId: formatEntry(next.entry),
			detailsUrl: null,
			output: composeShared(next),
			state: toCheckState("shared")
		};
	};
	await gitHub.changeCheckRun(place, decide);
	return held;
}
async function decideEntry(claim, stored, gitHub, purpose) {
	const own = toEntry(claim);
	const known = await withoutClosed(stored, claim, gitHub);
	if (purpose !== "report" && purpose !== "confirm" && !isAwaited(known, own, purpose === "late")) return null;
	const isForeign = known !== null && known.pullRequest !== "unknown" && !isSame(known, own);
	if (purpose === "confirm" && isForeign && isBlocking(known.result)) return null;
	const entry = addResult(known, own);
	if (entry.pullRequest === "none") return {
		entry,
		pulls: []
	};
	return applyPulls(entry, !isBlocking(entry.result) && purpose !== "refresh" ? await listPulls(claim.headCommit, gitHub) : null);
}
function applyPulls(entry, pulls) {
	const others = pulls?.map(toSubject).filter(({ base }) => base !== entry.base) ?? null;
	return {
		entry: markShared(entry, others),
		pulls
	};
}
async function withoutClosed(stored, claim, gitHub) {
	const number = stored?.pullRequest;
	if (toEntry(claim).pullRequest !== "none" || typeof number !== "number") return stored;
	const pulls = await listPulls(claim.headCommit, gitHub);
	return pulls === null || pulls.some((pull) => pull.number === number) ? stored : null;
}
async function listPulls(headCommit, gitHub) {
	try {
		return await gitHub.listPullRequests(headCommit, { waits: false });
	} catch (error) {
		if (error instanceof EnvironmentError && !(error instanceof OutageError)) return null;
		throw error;
	}
}
function joinStored(stored) {
	return joinEntries(stored.map(({ externalId }) => parseEntry(externalId)).filter((entry) => entry !== null));
}
function toEntry({ pullRequest, isProvisional, base, run, result }) {
	return {
		pullRequest: pullRequest ?? (isProvisional ? "unknown" : "none"),
		base: base === null ? null : shortenBase(base.branch),
		run,
		result
	};
}
function toSubject({ number, baseBranch }) {
	return {
		pullRequest: number,
		base: shortenBase(baseBranch)
	};
}
function shortenBase(branch) {
	if (encodeURIComponent(branch).length <= 64) return branch;
	return `~${hash("sha256", branch).slice(0, 40)}`;
}
function isOwn(entry, claim) {
	return entry.run === claim.run && entry.pullRequest === toEntry(claim).pullRequest;
}
const notLookedUp = "Not looked up: other open pull requests with this head commit, because the token lacks `pull-requests: read`.";
function composeContent(claim, decision) {
	const { entry } = decision;
	const about = {
		externalId: formatEntry(entry),
		state: toCheckState(entry.result)
	};
	const { pullRequest, base } = claim;
	const commit = base === null || base.commit === null ? "" : ` at ${base.commit.slice(0, 7)}`;
	const lead = pullRequest === null ? "" : `For ${formatSubject({
		pullRequest,
		base: base?.branch ?? null
	})}${commit}.\n\n`;
	const note = decision.pulls === null && !isBlocking(entry.result) ? `\n\n${notLookedUp}` : "";
	const report = isOwn(entry, claim) ? `${lead}${claim.summary}${note}` : null;
	if (entry.result === "shared") return {
		...about,
		detailsUrl: null,
		output: composeShared(decision, report)
	};
	if (report === null) return {
		...about,
		detailsUrl: null,
		output: null
	};
	return {
		...about,
		detailsUrl: claim.detailsUrl,
		output: {
			title: claim.title,
			summary: report
		}
	};
}
function leaveSettled(content, stored, purpose) {
	const { externalId, state, output } = content;
	const target = state !== null && "conclusion" in state ? state.conclusion : null;
	const isInState = stored.length > 0 && state !== null && stored.every(({ conclusion }) => conclusion === target);
	if (isInState && stored.every((one) => one.externalId === externalId) && (purpose === "confirm" || output === null)) return null;
	return output === null && isInState ? {
		...content,
		state: null
	} : content;
}
function composeShared(decision, report = null) {
	const { entry, pulls } = decision;
	const measured = `This commit was measured for ${formatSubject(entry)}.`;
	const listed = (pulls?.map(toSubject) ?? [entry.other ?? entry]).map((one) => `- ${formatSubject(one)}`);
	const way = isOfOneBase(pulls) ? "Measure it for its present base: run the workflow again, or write `/warpgauge run` in a comment." : "A check belongs to a commit, so it cannot pass for one base and not for another. Push one more commit to one of the pull requests (an empty one is enough: `git commit --allow-empty`), so that each has a head of its own. Then measure the other one again.";
	const parts = [
		measured,
		"It is also the head of:",
		listed.slice(0, 20).join("\n"),
		way
	];
	const own = report === null ? [] : ["---", report];
	return {
		title: `Blocked: ${describe(decision)}`.slice(0, 250),
		summary: [...parts, ...own].join("\n\n")
	};
}
function isOfOneBase(pulls) {
	return pulls !== null && new Set(pulls.map(({ baseBranch }) => baseBranch)).size === 1;
}
function describe({ entry, pulls }) {
	const { result, run, other } = entry;
	if (result !== "shared" || other === null) return `${formatSubject(entry)}: ${result === "open" ? "being measured" : result} (run ${run.split(".")[0]})`;
	return `${formatSubject(other)} ${isOfOneBase(pulls) ? "is not measured yet" : "has the same head commit"}`;
}
function formatSubject({ pullRequest, base }) {
	const into = base === null ? "" : ` into \`${base.replaceAll(/[^\w./~+-]/gu, "")}\``;
	if (pullRequest === "none") return `a run without a pull request${into}`;
	return pullRequest === "unknown" ? "a run whose pull request is not known" : `pull request #${pullRequest}${into}`;
}
async function completeCheck(claim, { gitHub, pending }) {
	pending?.keep(claim);
	const written = await writeCheck(claim, gitHub);
	pending?.settle();
	return written;
}

// src/steps/deliver/announce.ts
const measuring = "Measuring …";
function formatRunName({ runKey, runAttempt = 1 }) {
	return `${runKey}.${runAttempt}`;
}
function describeSubject(pullRequest, { base, testMerge }) {
	const branch = base?.branch ?? null;
	return {
		pullRequest,
		base: branch === null || base === null ? null : {
			branch,
			commit: testMerge?.base ?? base.tip
		}
	};
}
async function announce(announcement, { gitHub, logger }) {
	const summary = "The benchmarks are running. This check is updated with the result.";
	try {
		await writeCheck({
			...announcement,
			title: measuring,
			summary,
			result: "open"
		}, gitHub);
	} catch (error) {
		if (!(error instanceof OutageError)) throw error;
		logger.warning(`${error.message} The run continues; the check is created with the result.`);
	}
}
function describeEnd(error, cutShort) {
	if (error instanceof SupersededError) return {
		title: "Superseded before it was published",
		result: "cancelled"
	};
	if (cutShort === "cancelled") return {
		title: "Cancelled before there was a result",
		result: "cancelled"
	};
	if (cutShort === "timed_out") return {
		title: "Timed out before there was a result",
		result: "timed_out"
	};
	if (error instanceof NoDeviceError) return {
		title: "Inconclusive: this runner has no GPU",
		result: "unmeasured"
	};
	return {
		title: "Could not be measured",
		result: "error"
	};
}
function formatError(error) {
	const hint = error instanceof ExplainedError ? `\n\n${error.hint}` : "";
	const text = `${error instanceof Error ? error.message : String(error)}${hint}`;
	return `\`\`\`text\n${sanitizeMessage(text, 2e4).replaceAll("```", "'''")}\n\`\`\``;
}
async function runUnderCheck(announcement, { signal, cutShort = null }, ports, work) {
	const { gitHub, logger, pending = null } = ports;
	if (!gitHub) return await work(() => {});
	let announced = announcement;
	await announce(announcement, {
		gitHub,
		logger
	});
	try {
		return await work((subject) => {
			announced = {
				...announcement,
				...subject,
				isProvisional: false
			};
		});
	} catch (error) {
		const content = {
			...describeEnd(error, signal.aborted ? "cancelled" : cutShort),
			summary: formatError(error)
		};
		await completeCheck({
			...announced,
			...content
		}, {
			gitHub,
			pending
		}).catch((second) => {
			const reason = second instanceof Error ? second.message : String(second);
			logger.warning(`The check could not be completed: ${reason}`);
		});
		throw error;
	}
}
const updateIntervalMs = 3e4;
const maxUpdateIntervalMs = 9e5;
async function runUnderLiveCheck(announcement, { gitHub, logger, progress, clock }, work) {
	if (!gitHub) return await work(progress);
	const state = {
		lastMs: Number.NEGATIVE_INFINITY,
		sending: null,
		failures: 0
	};
	const send = async (line) => {
		try {
			const summary = `The full-size run is in progress; latest progress:\n\n\`\`\`text\n${line.replaceAll("```", "'''").slice(0, 4e3)}\n\`\`\``;
			await writeCheck({
				...announcement,
				title: measuring,
				summary,
				result: "open"
			}, gitHub, "refresh");
			if (state.failures > 0) logger.info("Updating the check works again.");
			state.failures = 0;
		} catch (error) {
			const hint = error instanceof EnvironmentError ? ` The run continues, and its verdict is stored in the run folder. ${error.hint}` : "";
			const reason = error instanceof Error ? error.message : String(error);
			if (state.failures === 0) logger.warning(`The check could not be updated: ${reason}${hint}`);
			state.failures += 1;
		}
		state.sending = null;
	};
	const onLiveLine = (line) => {
		progress.onLiveLine?.(line);
		const pauseMs = Math.min(maxUpdateIntervalMs, updateIntervalMs * 2 ** state.failures);
		if (state.sending || clock.readMonotonicMs() - state.lastMs < pauseMs) return;
		state.lastMs = clock.readMonotonicMs();
		state.sending = send(line);
	};
	try {
		return await work({
			...progress,
			onLiveLine
		});
	} finally {
		await state.sending;
	}
}

export { chooseCheckName, commandForms, completeCheck, confirmCheck, copyRegularFiles, createPendingCheck, createRunId, createScratch, deriveCheckName, describeSubject, diskFileStore, formatHistoryTestbed, formatPartialCheckName, formatRunName, formatSubject, hasFinalMarker, hasRole, holdCheck, isCommitId, isCommitPrefix, isOwnExternalId, isPartial, listNamesakes, mayContainCommand, openTemporaryDirectory, parseCommand, parseCopiedPull, parseEntry, parseQueueBranch, readPendingCheck, removeAbandonedScratch, removeTree, restrictConfig, restrictSuites, returnNullIfAbsent, roles, runUnderCheck, runUnderLiveCheck, sanitizeLine, sanitizeMessage, sanitizeOutput, sleepUntilAborted, systemClock, unknownCommit, workingTreeName, writeCheck };