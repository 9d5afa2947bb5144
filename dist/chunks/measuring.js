import { EnvironmentError, ExplainedError, NoDeviceError, RevisionError, UnansweredError, UserError, adoptOrphans, attempt, awaitAdopted, clocksEventReasons, computeCompleteSum, computeCurrentTicks, computeMean, computeQuantile, countBefore, countProcessors, cpuTime, createCancellation, createOutsideError, createOwnMark, createStageMetric, createUnavailableReading, decodeClocksEvents, endProcessTree, excludeReaped, fileClaims, findOrphans, forgetReaped, formatCounted, formatNames, formatPercent, formatShortJson, freeFileRange, getStopSignal, handleUserError, hasErrorCode, isAlive, isBelow as isBelow$1, isSeen, isStopSignal, keepInheritedFiles, keptExamples, maxReportedError, maxReportedErrors, maxRestoredName, maxRestoredNames, maxTracedFiles, maxTracedForms, maxTracedLine, mostAttempts, mostCurves, mostKernelText, mostKernels, openBelow, openRegular, readChunks, readHostTicks, readNamed as readNamed$1, readOutOfMemoryKills, readOwnFile, readPidNamespace, readProcessStat, readStallSeconds, readText as readText$1, readingLimits, registerTool, resolveRoots, runningLeaders, sampleEvenly, sumValues, takeReapedUsage, vitals, wallTime } from "./core.js";
import { ImpossibleValues, formatQuantity, logColumns } from "./telemetry.js";
import { addKills, addOutput, addProgressPoint, addWorkerErrors, attributeStages, buildCalibrationPlan, buildCaseCommand, buildCommandTemplate, buildMonitorCommand, buildScheduleRules, buildStageIntervals, chooseMinutesUnit, chooseNextTrial, claimFolder, collectPipelineReadings, collectTexts, collectToolReadings, computeHostLoad, computeLivePacking, computeStarvedShare, configCopy, copyCommitted, countMaxTrials, countPlannedTrials, createErrorSearch, cutOutput as cutOutput$1, decodePath, deriveUsualState, describeCostEstimate, describeInterimResult, enableSandbox, estimateRunCost, explainOutsideStart, fillCommand, fillPlaceholders, findContamination, findRowProblem, formatCanonicalJson, formatFileNames, formatLoad, formatManifest, formatTestbedId, getBudget, getRevisionCommand, isContaminated, isCounted, isMostlyTaken, isUntouched, isWithoutWork, joinErrors, kernelTimeName, listAbsolutePaths, listChangedFiles, listChangedInputs, listChangedTrackedFiles, listIgnoredColumns, listLauncherPrograms, listMentionedPaths, listPassedVariables, listSharedInputs, listUnfilled, loadCommitted, mergePipelineReadings, mergeStageTimes, normalizeError, notObserved, openRunFolder, parseAttempts, parseCachedTrials, parseMonitorOutput, planCompleteRun, planPart, projectFinish, readerNames, refuseBelowFloor, refuseLongStages, refusePlaceholder, requireSelected, resolveRevisions, resumeFrom, selectComparedColumns, shortenFailure, silentFigures, silentPipeline, toStageHostUse } from "./judging.js";
import { NEVER, _enum, array, custom, int, lazy, literal, map, nan as nan$1, number, object, preprocess, record, strictObject, string, transform, tuple, unknown } from "./zod.js";
import { wo } from "./simple-git.js";
import { createScratch, diskFileStore, isCommitId, isCommitPrefix, openTemporaryDirectory, removeTree, sanitizeLine, sanitizeOutput, sleepUntilAborted, systemClock } from "./foundation.js";
import { adjustPreset, buildLocalContext, formatAxes } from "./choices.js";
import { execa } from "./execa.js";
import { toolVersion } from "./version.js";
import { hashFiles, listSampleParameters, listSyntheticParameters, openFasta, prepareCached, readDirectory, sampleFasta, scanFasta, toPreparedDataset, writeSynthetic } from "./datasets.js";
import { basename, delimiter, dirname, extname, isAbsolute, join, posix, relative, resolve } from "node:path";
import { performance as performance$1 } from "node:perf_hooks";
import os, { constants, tmpdir } from "node:os";
import { accessSync, appendFileSync, chmodSync, closeSync, constants as constants$1, createReadStream, existsSync, fchmodSync, fstatSync, ftruncateSync, futimesSync, globSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { chmod, copyFile, glob, mkdir, open, readFile, readdir, realpath, rm, stat, statfs, writeFile } from "node:fs/promises";
import { setImmediate as setImmediate$1, setTimeout as setTimeout$1 } from "node:timers/promises";
import { createHash, hash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { fileURLToPath, pathToFileURL } from "node:url";
import { execFile, spawn } from "node:child_process";
import { pipeline as pipeline$1 } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { isatty } from "node:tty";

// src/io/git/git-command.ts
var GitFailure = class extends Error {
	name = "GitFailure";
};
function buildGitEnvironment(directory, parent, settings) {
	const all = [
		...safeSettings,
		["safe.directory", realpathSync(directory)],
		...settings
	];
	const numbered = all.flatMap(([key, value], index) => [[`GIT_CONFIG_KEY_${index}`, key], [`GIT_CONFIG_VALUE_${index}`, value]]);
	return {
		...Object.fromEntries(inherited.flatMap((name) => parent[name] === void 0 ? [] : [[name, parent[name]]])),
		LC_ALL: "C",
		GIT_TERMINAL_PROMPT: "0",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_OPTIONAL_LOCKS: "0",
		GIT_LITERAL_PATHSPECS: "1",
		GIT_LFS_SKIP_SMUDGE: "1",
		GIT_NO_REPLACE_OBJECTS: "1",
		GIT_GRAFT_FILE: "/dev/null/grafts",
		GIT_ATTR_NOSYSTEM: "1",
		GIT_CONFIG_COUNT: String(all.length),
		...Object.fromEntries(numbered)
	};
}
const safeSettings = [
	["core.hooksPath", "/dev/null"],
	["core.fsmonitor", "false"],
	["core.commitGraph", "false"],
	["submodule.recurse", "false"],
	["fetch.recurseSubmodules", "false"],
	["protocol.ext.allow", "never"],
	["gc.auto", "0"],
	["maintenance.auto", "false"],
	["http.lowSpeedLimit", "1000"],
	["http.lowSpeedTime", "60"]
];
const inherited = [
	"PATH",
	"HOME",
	"XDG_CONFIG_HOME",
	"TMPDIR",
	"USER",
	"LOGNAME",
	"SSH_AUTH_SOCK",
	"SSL_CERT_FILE",
	"SSL_CERT_DIR",
	"RUNNER_TRACKING_ID",
	"http_proxy",
	"https_proxy",
	"no_proxy",
	"all_proxy",
	"HTTPS_PROXY",
	"NO_PROXY",
	"ALL_PROXY"
];
const endedBySignal = Buffer.from("git was ended by a signal");
const silenceMs = 3e5;
function createGitCommand(directory, parent = process.env, settings = [], more = {}) {
	const env = {
		...buildGitEnvironment(directory, parent, settings),
		...more
	};
	const git = wo({
		baseDir: directory,
		allowEnvironment: Object.keys(env).filter((name) => name.startsWith("GIT_")),
		timeout: { block: silenceMs },
		completion: {
			onClose: true,
			onExit: false
		},
		errors: (error, { exitCode }) => error ?? (Number.isInteger(exitCode) ? void 0 : endedBySignal),
		unsafe: {
			allowUnsafeConfigEnvCount: true,
			allowUnsafeFilter: true,
			allowUnsafeConfigPaths: true,
			allowUnsafeHooksPath: true,
			allowUnsafeFsMonitor: true,
			allowUnsafeProtocolOverride: true,
			allowUnsafeTemplateDir: true
		}
	}).env(env);
	return async (...args) => {
		try {
			return await git.raw([...args]);
		} catch (cause) {
			await setImmediate$1();
			getStopSignal()?.throwIfAborted();
			const plain = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/^[^\n]*\r(?=[^\n])/gm, "").trim();
			throw new GitFailure(plain.replaceAll(/(\w+:\/\/)[^\s/@]*@/g, "$1***@"));
		}
	};
}
function buildRemoteSettings(address, token) {
	const file = ["protocol.file.allow", address.startsWith("file://") || !/^(?:[\w.+-]+:\/\/|[^/]+:)/.test(address) ? "always" : "never"];
	if (token === null || !/^https?:\/\//.test(address)) return [file];
	const key = `http.${new URL(address).origin}/.extraheader`;
	const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
	return [
		file,
		[key, ""],
		[key, `AUTHORIZATION: basic ${basic}`]
	];
}
async function explainErrors(action, work, lack = null) {
	try {
		return await work();
	} catch (cause) {
		if (!(cause instanceof GitFailure)) throw cause;
		const found = hints.find(({ when }) => when.test(cause.message));
		const hint = found?.hint ?? "Run the same git command manually for details";
		const reason = lack !== null && found?.isOfRemote ? `This clone is incomplete (${lack}). ` : "";
		throw new EnvironmentError(`git could not ${action}: ${cause.message}`, `${reason}${hint}`, { cause });
	}
}
const hints = [
	{
		when: /spawn git ENOENT/,
		hint: "Install git 2.31 or newer and add it to PATH"
	},
	{
		when: /not a git repository/,
		hint: "Start inside a git repository; in a workflow, run actions/checkout first"
	},
	{
		when: /unknown repository extension|repo version|unknown ref storage/,
		hint: "This git is older than the format of the repository (git 2.45 reads reftable): install a newer git",
		isOther: true
	},
	{
		when: /must be run in a work tree/,
		hint: "This repository is bare: start in a clone of it (git clone DIRECTORY)",
		isOther: true
	},
	{
		when: /dubious ownership/,
		hint: "Make the current user the owner of the repository directory"
	},
	{
		when: /could not read Username|Authentication failed|\b40[13]\b|Permission denied \(publickey/,
		hint: "Pass a token with contents: read, or check out with fetch-depth: 0 and without filter in an earlier step",
		isOfRemote: true
	},
	{
		when: /does not appear to be a git repository|Could not read from remote|promisor remote/,
		hint: "Give this step access to the remote, or check out with fetch-depth: 0 and without filter",
		isOfRemote: true
	},
	{
		when: /already exists|already (?:registered|used)/,
		hint: "Choose another directory, or remove this one"
	},
	{
		when: /No space left|File too large|Disk quota/,
		hint: "Free disk space on this machine"
	},
	{
		when: /Permission denied|Read-only file system/,
		hint: "Give this user read access to .git of the checkout and write access to the named directory; fetched objects are also written to .git"
	},
	{
		when: /unable to access|Could not resolve|timeout/,
		hint: "Check that this machine reaches the remote, or check out with fetch-depth: 0 and without filter",
		isOfRemote: true
	}
];
function isOtherRepository(message) {
	return hints.some(({ when, isOther }) => isOther === true && when.test(message));
}
function findGitHint(message) {
	return hints.find(({ when }) => when.test(message))?.hint ?? null;
}
function requireCommitId(text) {
	if (isCommitId(text)) return;
	throw new UserError(`${JSON.stringify(text)} is not a full commit id`, "Give all of its 40 or 64 hexadecimal digits");
}
function parseGitReference(text) {
	const [, name = "", steps = ""] = /^([^~^]*)((?:~\d*|\^\d*)*)$/.exec(text) ?? [];
	if (!(name === "@" || name.startsWith("-") || /[\p{Cc} :?*[\\]|\.\.|@\{|\.$/u.test(name)) && name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"))) return {
		name: isCommitId(name.toLowerCase()) ? name.toLowerCase() : name,
		steps
	};
	throw new UserError(`${JSON.stringify(text)} is not a valid name of a commit, tag or branch`, "Give a tag such as v1.0, a branch, or a commit id");
}
function listLocalCandidates(name) {
	if (name === "HEAD" || name.startsWith("refs/") || isCommitId(name)) return [name];
	const shared = [`refs/tags/${name}`, `refs/heads/${name}`];
	if (name.includes("/")) return [...shared, `refs/remotes/${name}`];
	return isCommitPrefix(name) ? [...shared, name] : shared;
}
function listRemoteCandidates(name, remote) {
	const tracking = `refs/remotes/${remote}/`;
	if (name.startsWith(tracking)) return [`refs/heads/${name.slice(tracking.length)}`];
	if (name.startsWith("refs/")) return [name];
	const branch = name.startsWith(`${remote}/`) ? [`refs/heads/${name.slice(remote.length + 1)}`] : [];
	return [
		`refs/tags/${name}`,
		`refs/heads/${name}`,
		...branch
	];
}
async function listSettings$1(git, path) {
	const fields = (await git("config", "--null", "--show-origin", "--list")).split("\0");
	return Array.from({ length: Math.floor(fields.length / 2) }, (_unused, index) => {
		const [key = "", ...value] = (fields[index * 2 + 1] ?? "").split("\n");
		return {
			key,
			value: value.join("\n"),
			file: resolve(path, (fields[index * 2] ?? "").replace(/^file:/u, ""))
		};
	});
}
function findAddress(settings, remote) {
	return settings.findLast(({ key }) => key === `remote.${remote}.url`)?.value.trim() ?? "";
}
function isPartialClone(settings) {
	return settings.some(({ key }) => /^(remote\..*\.promisor|extensions\.partialclone)$/su.test(key));
}
function describeLack(settings, isShallow) {
	const filter = settings.findLast(({ key }) => /^remote\..*\.partialclonefilter$/su.test(key))?.value;
	const partial = isPartialClone(settings) ? [`partial clone, filter ${filter ?? "unknown"}`] : [];
	return [...isShallow ? ["shallow"] : [], ...partial].join("; ") || null;
}
function listCredentials(settings) {
	const isCredential = ({ key, value }) => /^http\.(.*\.)?extraheader$/su.test(key) ? /authorization:/iu.test(value) : /^remote\..*\.(push)?url$/su.test(key) && /^[\w+.-]+:\/\/[^/@\s]*:[^/@\s]+@/u.test(value);
	const kept = settings.filter(isCredential).map(({ key, file }) => ({
		key,
		file
	}));
	return [...new Map(kept.map((item) => [`${item.file}\0${item.key}`, item])).values()];
}
function findObjectFormat(id) {
	return id.length === 64 ? "sha256" : "sha1";
}
async function readClonePlace(git, path) {
	const [stated = "", isWorkTree, prefix = "", ...places] = (await git("rev-parse", ...[
		"--show-object-format",
		"--is-inside-work-tree",
		"--show-prefix",
		"--path-format=absolute",
		...[
			"--git-common-dir",
			"--git-dir",
			"--git-path",
			"objects",
			"--git-path",
			"shallow"
		]
	])).split("\n");
	if (stated !== "sha1" && stated !== "sha256") throw new UserError(`${path} is a repository with ${stated} object ids`, "Use one with SHA-1 or SHA-256 object ids");
	const format = stated;
	const [commonDirectory = "", directory = "", objects = "", shallow = "", ...others] = places;
	if (others.length !== 1) throw new GitFailure(`${path} or its .git has a line feed in its name`);
	return {
		commonDirectory,
		directory,
		objects,
		shallow,
		isWorkTree: isWorkTree === "true",
		format,
		prefix
	};
}

// src/io/process/run-tool.ts
const warningCode = 14;
const maxBytes$6 = 4194304;
function runTool(program, args, options) {
	const { promise, resolve } = Promise.withResolvers();
	const child = execFile(program, args, {
		env: { ...options.env },
		maxBuffer: maxBytes$6
	}, (error, stdout, stderr) => {
		if (!error) return resolve({
			status: "answered",
			text: stdout
		});
		const isWarned = program === "nvidia-smi" && error.code === warningCode;
		const isWhole = typeof error.code === "number" && stderr.trim() === "" && options.isComplete?.(stdout);
		if (isWarned || isWhole) return resolve({
			status: "answered",
			text: stdout
		});
		if (isAbsent$1(error.code, program, options.env)) return resolve({ status: "absent" });
		const text = stderr.trim() || stdout.trim() || error.message;
		resolve({
			status: "failed",
			text,
			signal: error.signal ?? null
		});
	});
	child.once("exit", excludeReaped);
	child.stdin?.end();
	const stopWaiting = () => {
		resolve({ status: "hung" });
		child.kill("SIGKILL");
		child.stdout?.destroy();
		child.stderr?.destroy();
		child.unref();
	};
	const timer = setTimeout(stopWaiting, options.timeoutMs);
	const stop = options.outlivesStop ? null : getStopSignal();
	stop?.addEventListener("abort", stopWaiting);
	if (stop?.aborted) stopWaiting();
	return promise.finally(() => {
		clearTimeout(timer);
		stop?.removeEventListener("abort", stopWaiting);
	});
}
function isAbsent$1(code, program, env) {
	const places = (env["PATH"] ?? "").split(delimiter).map((folder) => resolve(folder, program));
	return code === "ENOENT" || code === "EACCES" && !places.some((path) => attempt(() => statSync(path).isFile()));
}

// src/io/git/git-objects.ts
function createGitObjects(place) {
	let batch = null;
	let turn = Promise.resolve();
	const askAfter = async (earlier, names, parser) => {
		await earlier;
		if (names.length === 0) return;
		if (batch === null || batch.hasEnded()) batch = startGitBatch(place);
		await batch.ask(names, parser);
	};
	const read = async (names, keeps, admit) => {
		const parser = createObjectParser(keeps, admit);
		const answer = askAfter(turn, names, parser);
		turn = answer.catch(() => {});
		await answer;
		return parser.found;
	};
	return {
		read: (ids, admit = () => {}) => read(ids, true, admit),
		verify: async (ids) => void await read(ids, false, () => {}),
		async findCommit(name) {
			try {
				const [id = null] = (await read([`${name}^{commit}`], false, () => {})).keys();
				return id;
			} catch (error) {
				if (error instanceof GitFailure) return null;
				throw error;
			}
		},
		[Symbol.dispose]: () => batch?.end()
	};
}
function startBlobHash(size, format) {
	return createHash(format).update(`blob ${size}\0`);
}
function createObjectParser(keeps, admit) {
	let rest = Buffer.alloc(0);
	let reading = null;
	let parts = [];
	const parser = {
		found: /* @__PURE__ */ new Map(),
		answers: 0,
		parse(chunk) {
			rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
			for (;;) {
				if (reading === null) {
					const end = rest.indexOf(10);
					if (end === -1) return;
					const header = rest.toString("latin1", 0, end);
					const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(header) ?? [];
					if (id === void 0 || type === void 0) {
						parser.answers += 1;
						throw new GitFailure(`object ${header}`);
					}
					reading = {
						id,
						type,
						hash: createHash(findObjectFormat(id)).update(`${type} ${size}\0`),
						left: Number(size)
					};
					parts = [];
					admit(reading.left);
					rest = rest.subarray(end + 1);
				}
				const part = rest.subarray(0, reading.left);
				reading.hash.update(part);
				if (keeps) parts.push(Buffer.from(part));
				reading.left -= part.length;
				rest = rest.subarray(part.length);
				if (reading.left > 0 || rest.length === 0) return;
				const { id, type, hash } = reading;
				if (hash.digest("hex") !== id) throw new EnvironmentError(`the clone has other content for the ${type} ${id} than its id: the clone is corrupt, or a program changed it`, "Delete the clone and check the repository out again; find out which program writes to its .git.");
				parser.found.set(id, {
					type,
					content: Buffer.concat(parts)
				});
				rest = rest.subarray(1);
				reading = null;
				parser.answers += 1;
			}
		}
	};
	return parser;
}
const running = /* @__PURE__ */ new Set();
function startGitBatch({ directory, env }) {
	const child = spawn("git", ["cat-file", "--batch"], {
		cwd: directory,
		env
	});
	const handles = [child, ...child.stdio.filter((stream) => stream instanceof Socket)];
	let asked = null;
	let hasEnded = false;
	let message = "";
	const isAnswered = () => asked === null || asked.parser.answers === asked.count;
	const settle = (failure) => {
		if (isAnswered()) for (const handle of handles) handle.unref();
		else {
			hasEnded = true;
			child.kill("SIGKILL");
		}
		if (failure === null) asked?.resolve();
		else asked?.reject(failure);
		asked = null;
	};
	const batch = {
		hasEnded: () => hasEnded,
		async ask(names, parser) {
			const resolvers = Promise.withResolvers();
			message = "";
			asked = {
				...resolvers,
				parser,
				count: names.length
			};
			for (const handle of handles) handle.ref();
			child.stdin.write(`${names.join("\n")}\n`);
			await resolvers.promise;
		},
		end() {
			hasEnded = true;
			for (const handle of handles) handle.ref();
			child.stdin.end();
		}
	};
	child.stderr.on("data", (part) => message = (message + part.toString()).slice(-4096));
	child.stdin.on("error", () => {});
	child.stdout.on("data", (chunk) => {
		try {
			asked?.parser.parse(chunk);
			if (isAnswered()) settle(null);
		} catch (error) {
			settle(error);
		}
	});
	const close = (text) => {
		hasEnded = true;
		running.delete(batch);
		if (running.size === 0) process.off("beforeExit", endAll);
		settle(new GitFailure(text));
	};
	child.once("error", (error) => close(error.message));
	child.once("close", () => close(message.trim() || "git cat-file ended before it returned every object"));
	if (running.size === 0) process.on("beforeExit", endAll);
	running.add(batch);
	return batch;
}
function endAll() {
	for (const batch of running) batch.end();
}
const directoryMode = "40000";
const submoduleMode = "160000";
async function listCommitEntries(objects, commit) {
	const files = /* @__PURE__ */ new Map();
	const submodules = /* @__PURE__ */ new Map();
	let level = [{
		path: "",
		id: await findRootTree(objects, commit)
	}];
	while (level.length > 0) {
		const trees = await objects.read([...new Set(level.map(({ id }) => id))]);
		const next = [];
		for (const { path, id } of level) for (const [name, entry] of parseEntries(id, trees.get(id)?.content)) if (entry.mode === directoryMode) next.push({
			path: `${path}${name}/`,
			id: entry.id
		});
		else (entry.mode === submoduleMode ? submodules : files).set(`${path}${name}`, entry);
		level = next;
	}
	return {
		files,
		submodules
	};
}
async function findRootTree(objects, commit) {
	const object = (await objects.read([commit])).get(commit);
	const [, tree] = /^tree ([0-9a-f]+)\n/.exec(object?.content.toString("latin1") ?? "") ?? [];
	if (object?.type === "commit" && tree !== void 0) return tree;
	throw new GitFailure(`${commit} is no commit`);
}
function parseEntries(treeId, content = Buffer.alloc(0)) {
	const idBytes = treeId.length / 2;
	const entries = /* @__PURE__ */ new Map();
	for (let at = 0; at < content.length;) {
		const space = content.indexOf(32, at);
		const end = content.indexOf(0, space);
		const mode = content.toString("latin1", at, space);
		const id = content.toString("hex", end + 1, end + 1 + idBytes);
		entries.set(content.toString("latin1", space + 1, end), {
			mode,
			id
		});
		at = end + 1 + idBytes;
	}
	return entries;
}
const maxBytes$5 = 16777216;
async function readFileAt(objects, commit, { prefix, path }) {
	const inside = posix.normalize(path).replace(/\/$/, "");
	if (inside === "." || inside === ".." || /^(?:\.\.)?\/|\0/u.test(inside)) throw new UserError(`${JSON.stringify(path)} is not a file of the repository`, "Give a path relative to its root");
	let entry = {
		mode: directoryMode,
		id: await findRootTree(objects, commit)
	};
	for (const name of `${prefix}${inside}`.split("/")) {
		if (entry.mode !== directoryMode) return null;
		const tree = (await objects.read([entry.id])).get(entry.id);
		const found = parseEntries(entry.id, tree?.content).get(Buffer.from(name).toString("latin1"));
		if (!found) return null;
		entry = found;
	}
	const where = `${inside} in commit ${commit.slice(0, 12)}`;
	if (entry.mode === "120000") throw new UserError(`${where} is a symbolic link`, "Commit the file itself under this path");
	const kind = {
		[directoryMode]: "directory",
		[submoduleMode]: "submodule"
	}[entry.mode];
	if (kind) throw new UserError(`${where} is a ${kind}, not a file`, "Give the path of a file");
	const refuseLarge = (bytes) => {
		if (bytes > maxBytes$5) throw new UserError(`${where} has ${bytes} bytes`, `Keep it below ${maxBytes$5} bytes`);
	};
	return (await objects.read([entry.id], refuseLarge)).get(entry.id)?.content.toString() ?? null;
}

// src/io/files/disk-tree-reader.ts
const diskTreeReader = {
	read: readTree,
	flush: async (directory) => (await runTool("sync", ["-f", directory], {
		env: process.env,
		timeoutMs: 3e5
	})).status === "answered",
	readInstalled
};
const tickMs$1 = 20;
const filesPerTurn = 500;
const chunkBytes = 1 << 20;
async function readTree(directory, tracked, before, format = findFormat(before)) {
	try {
		const states = /* @__PURE__ */ new Map();
		const chunk = Buffer.allocUnsafe(chunkBytes);
		for (const path of walk(directory)) {
			const place = locate$1(directory, path);
			const state = {
				...describeEntry(lstatSync(place, { bigint: true })),
				id: null
			};
			const known = before?.get(path);
			const id = known !== void 0 && known.id !== null && isUntouched(known, state) ? known.id : tracked.has(path) ? hashEntry(place, state.kind, chunk, format) : null;
			states.set(path, {
				...state,
				id
			});
			if (states.size % filesPerTurn === 0) await setImmediate$1();
		}
		await setTimeout$1(tickMs$1);
		return states;
	} catch (cause) {
		throw new EnvironmentError(`the files of ${directory} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, "Make every file that setup and pipeline write readable for the user who measures", { cause });
	}
}
function findFormat(state) {
	for (const { id } of state?.values() ?? []) if (id !== null) return findObjectFormat(id);
	return "sha1";
}
function* walk(directory) {
	const open = [""];
	for (let parent = open.pop(); parent !== void 0; parent = open.pop()) for (const entry of readdirSync(locate$1(directory, parent), {
		encoding: "latin1",
		withFileTypes: true
	})) {
		const path = `${parent}${entry.name}`;
		if (entry.isDirectory()) open.push(`${path}/`);
		else yield path;
	}
}
function locate$1(directory, path) {
	return Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(path, "latin1")]);
}
function parseStamp$1({ stamp }) {
	const [mode = 0, , size = 0, mtimeNs = 0] = stamp.split(":").map(Number);
	return {
		mode: mode & 511,
		size,
		mtime: mtimeNs / 1e9
	};
}
function describeEntry(found) {
	const kind = (found.mode & 64n) === 0n ? "file" : "program";
	return {
		kind: found.isSymbolicLink() ? "link" : found.isFile() ? kind : "other",
		stamp: `${found.mode}:${found.ino}:${found.size}:${found.mtimeNs}`,
		changedNs: String(found.ctimeNs),
		links: Number(found.nlink)
	};
}
function hashEntry(place, kind, chunk, format) {
	if (kind === "other") return null;
	if (kind === "link") {
		const target = readlinkSync(place, { encoding: "buffer" });
		return startBlobHash(target.length, format).update(target).digest("hex");
	}
	const descriptor = openSync(place, constants$1.O_RDONLY | constants$1.O_NOFOLLOW | constants$1.O_NONBLOCK);
	try {
		const { size } = lstatSync(place);
		const hash = startBlobHash(size, format);
		let total = 0;
		for (let length = -1; length !== 0 && total <= size; total += length) {
			length = readSync(descriptor, chunk, 0, chunk.length, null);
			hash.update(chunk.subarray(0, length));
		}
		return hash.digest("hex");
	} finally {
		closeSync(descriptor);
	}
}
const programFolders = [
	"",
	"bin",
	"lib",
	"lib64"
];
const ignored = /^(?:__pycache__$|\.)|\.log$/u;
const temporary = /* @__PURE__ */ new Set([
	"/",
	"/tmp",
	"/var/tmp",
	"/dev/shm",
	"/dev",
	"/proc",
	"/sys"
]);
async function readInstalled(paths, before) {
	const prefixes = new Set(paths.flatMap((path) => [path, dirname(path)]));
	const places = /* @__PURE__ */ new Map();
	for (const prefix of prefixes) {
		for (const folder of programFolders) addPlace(join(prefix, folder), false);
		for (const name of listNames$1(join(prefix, "lib")).filter((one) => /^python\d/u.test(one))) for (const folder of ["site-packages", "dist-packages"]) addPlace(join(prefix, "lib", name, folder), true);
		addPlace(join(prefix, "lib", "node_modules"), true);
		if (/\/(?:site|dist)-packages$/u.test(prefix)) addPlace(prefix, true);
	}
	const found = /* @__PURE__ */ new Map();
	for (const [place, hasPackages] of places) for (const name of listNames$1(place)) {
		const state = ignored.test(name) ? null : readState$1(join(place, name), before);
		if (state !== null && (hasPackages || state.kind !== "other")) found.set(join(place, name), state);
	}
	return found;
	function addPlace(path, hasPackages) {
		const place = attempt(() => realpathSync(path));
		if (place !== null && !temporary.has(place)) places.set(place, hasPackages || places.get(place) === true);
	}
}
function listNames$1(directory) {
	return attempt(() => readdirSync(directory)) ?? [];
}
function readState$1(path, before) {
	return attempt(() => {
		const state = {
			...describeEntry(lstatSync(path, { bigint: true })),
			id: null
		};
		const known = before?.get(path);
		if (before === null || known && isUntouched(known, state)) return state;
		return {
			...state,
			id: hashEntry(Buffer.from(path), state.kind, Buffer.allocUnsafe(chunkBytes), "sha1")
		};
	});
}

// src/io/git/fill-tree.ts
const pathsPerCall = 500;
async function fillTree(clone, tree, checkOut) {
	const { directory, git, submodules } = tree;
	const pointers = await listPointers(tree);
	const filled = await fillPointers(pointers, tree, clone);
	for (let at = 0; at < filled.length; at += pathsPerCall) await git("update-index", "--assume-unchanged", "--", ...filled.slice(at, at + pathsPerCall).map(decodePath));
	const unfilled = pointers.filter((path) => !filled.includes(path));
	let isChanged = filled.length > 0;
	const names = submodules.size === 0 ? /* @__PURE__ */ new Map() : await readSubmoduleNames(git, directory);
	for (const [path, { id }] of submodules) {
		const name = names.get(decodePath(path)) ?? null;
		const repository = await findRepository({
			path: decodePath(path),
			id,
			name
		}, clone);
		if (repository !== null) {
			const place = join(directory, decodePath(path));
			const other = await clone.openOther(repository);
			using _ = other.objects;
			const inner = await checkOut(other, id, place);
			await rm(join(place, ".git"), { recursive: true });
			isChanged = true;
			unfilled.push(...inner.unfilled.map((one) => `${path}/${one}`));
		} else if (name !== null) unfilled.push(`${path}/`);
	}
	return {
		isChanged,
		unfilled
	};
}
async function listPointers({ directory, git, files }) {
	const paths = [...files.tracked];
	if (!paths.some((path) => /(?:^|\/)\.gitattributes$/u.test(path) && readText(directory, path).includes("filter=lfs"))) return [];
	const found = paths.filter((path) => {
		const state = files.state.get(path);
		return (state?.kind === "file" || state?.kind === "program") && parseStamp$1(state).size < 1024 && pattern.test(readText(directory, path));
	});
	const pointers = [];
	for (let at = 0; at < found.length; at += pathsPerCall) {
		const some = found.slice(at, at + pathsPerCall);
		const fields = (await git("check-attr", "-z", "filter", "--", ...some.map(decodePath))).split("\0");
		pointers.push(...some.filter((_, index) => fields[index * 3 + 2]?.startsWith("lfs")));
	}
	return pointers;
}
const pattern = /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\r?\n/u;
function readText(directory, path) {
	return readFileSync(locate$1(directory, path), "latin1");
}
async function fillPointers(pointers, { commit, directory, files }, clone) {
	if (pointers.length === 0) return [];
	const stores = await listLfsStores(clone);
	const wanted = new Map(pointers.map((path) => [path, findObjectId(readText(directory, path))]));
	if ([...wanted.values()].some((id) => findLfsObject(id, stores) === null)) await fetchLfs(clone, commit);
	const filled = [];
	for (const [path, id] of wanted) {
		const object = findLfsObject(id, stores);
		if (object === null) continue;
		const pointer = files.state.get(path);
		const place = locate$1(directory, path);
		await rm(place);
		await copyFile(object, place);
		if (pointer) await chmod(place, parseStamp$1(pointer).mode);
		const hash = createHash("sha256");
		await pipeline$1(createReadStream(place), hash);
		if (hash.digest("hex") !== id) throw new GitFailure(`${object} is damaged: its content does not match its name`);
		filled.push(path);
	}
	return filled;
}
async function fetchLfs({ address, remoteName, remoteGit, warn }, commit) {
	if (address === "") return;
	try {
		await remoteGit([], { GIT_LFS_FORCE_PROGRESS: "1" })("lfs", "fetch", "--include=", "--exclude=", remoteName, commit);
	} catch (error) {
		if (!(error instanceof GitFailure)) throw error;
		const reason = error.message.replaceAll(/\s+/g, " ").slice(-300);
		warn(`Git LFS could not fetch the files of ${commit.slice(0, 7)} from ${remoteName}: ${reason}`);
	}
}
function findObjectId(pointer) {
	return /^oid sha256:([0-9a-f]{64})\r?$/mu.exec(pointer)?.[1] ?? "";
}
async function listLfsStores({ git, place }) {
	const set = (await git("config", "--type=path", "--get", "lfs.storage").catch(() => "")).trim();
	const alternates = join(place.objects, "info", "alternates");
	const borrowed = existsSync(alternates) ? readFileSync(alternates, "utf8").split("\n").filter(Boolean) : [];
	return [
		...set === "" ? [] : [resolve(place.commonDirectory, set)],
		join(place.commonDirectory, "lfs"),
		...borrowed.map((objects) => join(dirname(resolve(place.objects, objects)), "lfs"))
	];
}
function findLfsObject(id, stores) {
	const path = join("objects", id.slice(0, 2), id.slice(2, 4), id);
	return id === "" ? null : stores.map((store) => join(store, path)).find((one) => existsSync(one)) ?? null;
}
async function readSubmoduleNames(git, directory) {
	const entries = (await git("config", "--file", join(directory, ".gitmodules"), "--null", "--get-regexp", String.raw`^submodule\..*\.path$`).catch(() => "")).split("\0");
	return new Map(entries.flatMap((entry) => {
		const [, name = "", path = ""] = /^submodule\.(.+)\.path\n(.+)$/u.exec(entry) ?? [];
		return name !== "" && !name.split("/").some((part) => part === ".." || part === "") ? [[path, name]] : [];
	}));
}
async function findRepository({ path, id, name }, { git, place }) {
	const root = (await git("rev-parse", "--show-toplevel").catch(() => "")).trim();
	const modules = [place.commonDirectory, place.directory].map((one) => join(one, "modules", name ?? ""));
	const places = [...name === null ? [] : modules, ...root === "" ? [] : [join(root, path, ".git")]];
	for (const repository of places.filter((one) => existsSync(one))) if (await git("--git-dir", repository, "cat-file", "-e", `${id}^{commit}`).catch(() => null) !== null) return repository.endsWith("/.git") ? dirname(repository) : repository;
	return null;
}
async function listMissingContent(clone) {
	const { git, place } = clone;
	if (!place.isWorkTree) return [];
	const root = (await git("rev-parse", "--show-toplevel")).trim();
	const runInRoot = (...args) => git("-C", root, ...args);
	const lines = await runInRoot(...[
		"--no-literal-pathspecs",
		"grep",
		"--cached",
		"-I",
		"-z",
		"-E",
		"^oid sha256:[0-9a-f]{64}"
	], "--", lfsFiles).catch(() => "");
	const stores = await listLfsStores(clone);
	const pointers = lines.split("\n").flatMap((line) => {
		const [path = "", text = ""] = line.split("\0");
		return path === "" || findLfsObject(findObjectId(text), stores) !== null ? [] : [path];
	});
	const names = await readSubmoduleNames(git, root);
	const entries = names.size === 0 ? [] : (await runInRoot("ls-files", "--stage", "-z", "--", ...names.keys())).split("\0");
	const empty = [];
	for (const entry of entries) {
		const [, id = "", path = ""] = /^160000 ([0-9a-f]+) \d\t(.+)$/su.exec(entry) ?? [];
		const name = names.get(path);
		if (name !== void 0 && await findRepository({
			path,
			id,
			name
		}, clone) === null) empty.push(`${path}/`);
	}
	return [...pointers, ...empty];
}
const lfsFiles = ":(top,attr:filter=lfs)";
async function listFilteredFiles(git, settings) {
	const names = [...new Map(settings.map(({ key, value }) => [key, value]))].flatMap(([key, value]) => {
		const [, name = ""] = /^filter\.([\w.-]+)\.(?:smudge|process)$/u.exec(key) ?? [];
		return name === "" || name === "lfs" || ["", "cat"].includes(value.trim()) ? [] : [name];
	});
	const found = /* @__PURE__ */ new Map();
	for (const name of new Set(names)) {
		const paths = (await git("--no-literal-pathspecs", "ls-files", "-z", "--", `:(attr:filter=${name})`)).split("\0").filter(Boolean);
		if (paths.length > 0) found.set(name, paths);
	}
	return found;
}
async function listCheckoutSettings(git) {
	const has = async (path) => await git("--no-literal-pathspecs", "ls-files", "-z", "--", path) !== "";
	return [...await has(lfsFiles) ? ["lfs: true"] : [], ...await has(":(top).gitmodules") ? ["submodules: recursive"] : []];
}

// src/domain/plan/progress.ts
function startProgress({ nowMs, ...size }) {
	return {
		...size,
		doneHere: 0,
		failed: 0,
		excluded: 0,
		startedMs: nowMs,
		current: null
	};
}
function withStartedTrial(state, current) {
	return {
		...state,
		current
	};
}
function withEndedTrial(state, trial) {
	const ended = {
		...state,
		doneHere: state.doneHere + 1,
		current: null
	};
	if (isContaminated(trial)) return {
		...ended,
		excluded: state.excluded + 1
	};
	const failed = state.failed + (trial.failure ? 1 : 0);
	const done = state.done + 1;
	return {
		...ended,
		total: Math.max(state.total, done),
		done,
		failed
	};
}
function estimateSecondsLeft(state, nowMs) {
	if (state.doneHere === 0) return null;
	return (nowMs - state.startedMs) / state.doneHere * Math.max(0, state.total - state.done) / 1e3;
}
function formatProgress(state, nowMs) {
	const most = state.isMaximum ? "at most " : "";
	const failed = state.failed > 0 ? `, ${state.failed} failed` : "";
	const excluded = state.excluded > 0 ? `, ${state.excluded} excluded` : "";
	const rate = state.doneHere > 0 ? `, ${(state.doneHere / Math.max(1, nowMs - state.startedMs) * 6e4).toFixed(1)} trials/min` : "";
	const left = estimateSecondsLeft(state, nowMs);
	const remaining = left === null || state.done >= state.total ? "" : `, ${most}${formatDuration$1(left)} left`;
	const now = state.current ? `: ${state.current.planned.id}${state.current.isWarmup ? " (warm-up)" : ""}` : "";
	return `${state.done} of ${most}${state.total} trials (${formatCounted(state.cases, "case")})${failed}${excluded}${rate}${remaining}${now}`;
}
function formatFailure({ caseId, failure }) {
	if (!failure) return null;
	return sanitizeLine(`${caseId}: ${failure.kind}: ${shortenFailure(failure.detail).split(/[\r\n]/)[0]}`);
}
function formatProgressBar(state, width) {
	const filled = state.total === 0 ? width : Math.round(Math.min(state.done, state.total) / state.total * width);
	return `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
}
function formatDuration$1(seconds) {
	const rounded = Math.round(seconds);
	if (rounded < 60) return `${rounded}s`;
	if (rounded < 3600) return `${Math.floor(rounded / 60)}m ${rounded % 60}s`;
	return `${Math.floor(rounded / 3600)}h ${Math.floor(rounded % 3600 / 60)}m`;
}

// src/io/files/line-progress.ts
const intervalMs = 5e3;
function createLineProgress(print, clockMs = () => performance.now()) {
	let state = null;
	let timer = null;
	const printProgress = () => {
		if (state) print(formatProgress(state, clockMs()));
	};
	return {
		onStart({ totalTrials: total, doneTrials: done, isMaximum, cases }) {
			state = startProgress({
				total,
				isMaximum,
				done,
				cases,
				nowMs: clockMs()
			});
			printProgress();
			timer = setInterval(printProgress, intervalMs);
			timer.unref();
		},
		onTrialStart(next) {
			if (state) state = withStartedTrial(state, next);
		},
		onTrialEnd(trial) {
			if (!state) return;
			state = withEndedTrial(state, trial);
			const failure = formatFailure(trial);
			if (failure !== null) print(failure);
		},
		onLiveLine: print,
		onEnd() {
			if (timer) clearInterval(timer);
			printProgress();
			state = null;
		}
	};
}

// src/domain/core/child-environment.ts
function buildChildEnvironment(parent, options) {
	options.pass.forEach(refuseUnpassable);
	Object.entries(options.set).forEach(([name, value]) => refuseMalformed(name, value));
	const isTaken = (name) => options.pass.includes(name) || isInherited(name);
	const taken = Object.entries(parent).filter((entry) => isTaken(entry[0]) && entry[1] !== void 0);
	const tracking = parent["RUNNER_TRACKING_ID"];
	return {
		...parent["HOME"] === void 0 ? {} : { RUSTUP_HOME: `${parent["HOME"]}/.rustup` },
		...Object.fromEntries(taken),
		HOME: options.home,
		TMPDIR: options.tmp,
		...options.set,
		...tracking === void 0 ? {} : { RUNNER_TRACKING_ID: tracking }
	};
}
function isInherited(name) {
	return allowed.test(name) && name !== sharedCache && !findRefusalReason(name);
}
function findUnpassedVariables(parent, { set, pass }, text) {
	return [...new Set(text.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g))].filter((name) => parent[name] !== void 0 && !(name in set || pass.includes(name) || isInherited(name)) && findRefusalReason(name) === void 0);
}
const allowed = /^(?:PATH|LANG|LANGUAGE|LC_\w+|TZ|CI|CUDA_\w+|NVIDIA_\w+|ROCR_\w+|HIP_\w+|RUSTUP_HOME|RUNNER_TRACKING_ID)$/;
const sharedCache = "CUDA_CACHE_PATH";
const secretNames = /(?:^|_)(?:TOKEN|PAT|SECRET|SECRETS|KEY|KEYS|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|CREDENTIALS)$/;
function isSecretName(name) {
	return secretNames.test(name.toUpperCase());
}
const forbidden = [
	{
		names: /^INPUT_/,
		reason: "inputs of the action may hold tokens"
	},
	{
		names: /^ACTIONS_/,
		reason: "it gives access to the artifacts, caches or identity of this workflow run"
	},
	{
		names: /^(?:GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY|ARTIFACTS\w*)|STATE_\w+)$/,
		reason: "it names a file that controls the workflow run"
	},
	{
		names: /^GITHUB_EVENT_PATH$/,
		reason: "it names the file with the private event payload"
	},
	{
		names: secretNames,
		reason: "its name suggests a secret"
	},
	{
		names: /^(?:AWS|AZURE|ARM|GOOGLE|GCP|CLOUDSDK)_/,
		reason: "it may hold cloud credentials"
	},
	{
		names: /^SSH_(?:AUTH_SOCK|AGENT_PID|ASKPASS)$/,
		reason: "it gives access to the SSH keys of this user"
	},
	{
		names: /^(?:DOCKER_AUTH_CONFIG|NETRC|KUBECONFIG)$/,
		reason: "it names a file with credentials"
	},
	{
		names: /^GIT_/,
		reason: "it changes the behavior of git"
	},
	{
		names: /^(?:NODE_OPTIONS|LD_PRELOAD|LD_AUDIT|BASH_ENV|ENV|PROMPT_COMMAND|PYTHONSTARTUP)$/,
		reason: "an earlier step could inject code through it"
	}
];
function findRefusalReason(name) {
	return forbidden.find(({ names }) => names.test(name.toUpperCase()))?.reason;
}
function refuseUnpassable(name) {
	refuseMalformed(name, "");
	const reason = findRefusalReason(name);
	if (reason) throw new UserError(`passEnv: ${name} is never passed to the pipeline: ${reason}`, `Remove ${name} from passEnv; if the pipeline needs a fixed, harmless value under this name, set it in env`);
	if (name === "HOME" || name === "TMPDIR") throw new UserError(`passEnv: ${name} is not passed, because every run gets a fresh, empty one`, `Remove ${name} from passEnv; for a cache pass the variable that names it, such as HF_HOME`);
}
function refuseMalformed(name, value) {
	if (/^[A-Za-z_]\w*$/.test(name) && !value.includes("\0")) return;
	throw new UserError(`${JSON.stringify(name)} is not a valid environment variable`, "Use letters, digits and underscores in the name, not starting with a digit, and no NUL in the value");
}

// src/domain/core/exit-meaning.ts
function classifyEnding(ended, meanings) {
	switch (ended.ending) {
		case "not-started": return {
			kind: "not-started",
			detail: ended.problem ?? "the command could not be started"
		};
		case "timed-out": return {
			kind: "timed-out",
			detail: `exceeded its time limit after ${ended.wallSeconds.toFixed(1)} s`
		};
		case "cancelled": return {
			kind: "cancelled",
			detail: `stopped after ${ended.wallSeconds.toFixed(1)} s because the run was cancelled`
		};
		case "signalled":
			if (ended.exitCode !== null && String(ended.exitCode) in meanings) return classifyExitCode(ended.exitCode, meanings);
			return {
				kind: "signal",
				detail: describeSignal(ended.signal)
			};
		case "exited": return classifyExitCode(ended.exitCode, meanings);
		default: return ended.ending;
	}
}
function classifyExitCode(code, meanings) {
	if (code === null) return {
		kind: "exit-code",
		detail: "ended without an exit code"
	};
	const meaning = meanings[String(code)] ?? "failure";
	switch (meaning) {
		case "success": return null;
		case "partial": return {
			kind: "partial",
			detail: `exit code ${code}: part of the work failed, so the time is not valid`
		};
		case "out-of-memory": return {
			kind: "out-of-memory",
			detail: `exit code ${code}: out of memory`
		};
		case "failure": return {
			kind: "exit-code",
			detail: formatExitCode(code)
		};
		default: return meaning;
	}
}
const signals = {
	132: "SIGILL",
	134: "SIGABRT",
	135: "SIGBUS",
	136: "SIGFPE",
	137: "SIGKILL",
	139: "SIGSEGV",
	143: "SIGTERM"
};
function formatExitCode(code) {
	const signal = signals[code ?? 0];
	if (code === 124) return "exit code 124 (that of timeout(1) for a command that it ended at its limit)";
	return `exit code ${code}${signal === void 0 ? "" : ` (${describeSignal(signal)})`}`;
}
function describeSignal(signal) {
	if (signal === "SIGKILL") return "killed by SIGKILL, possibly because the host ran out of memory";
	return `killed by ${signal ?? "a signal"}`;
}

// src/steps/trial/isolation.ts
async function chooseIsolation(request, ports) {
	const { config, workplace, runFolder } = request;
	const { places } = ports.sandbox;
	const hidden = [
		...places.hidden,
		workplace.workDirectory,
		workplace.cacheDirectory,
		runFolder
	];
	const reach = {
		...places,
		hidden,
		writable: config.run.writable
	};
	const configured = config.run.isolation;
	if (configured === "none") return {
		mode: "none",
		reason: "run.isolation is none",
		reach
	};
	const outside = configured === "auto" ? findOutsideReason(config) : null;
	if (outside !== null) {
		ports.logger.warning(`Measuring without a sandbox: ${outside}.`);
		return {
			mode: "none",
			reason: outside,
			reach
		};
	}
	const reason = await probe({
		mode: "bubblewrap",
		reason: null,
		reach
	});
	request.signal.throwIfAborted();
	if (reason === null) return {
		mode: "bubblewrap",
		reason,
		reach,
		keepsBytecode: isBytecodeMissing(config, ports, reach.writable)
	};
	if (configured === "bubblewrap") throw new EnvironmentError(`run.isolation: bubblewrap does not work on this machine: ${reason}`, enableSandbox);
	ports.logger.warning(`Measuring without a sandbox: ${reason}. ${enableSandbox}`);
	return {
		mode: "none",
		reason,
		reach
	};
	async function probe(isolation) {
		const place = await createRevisionDirectories({
			...workplace,
			isolation
		}, "probe", ports.files);
		return await ports.sandbox.probe(buildConfinement(isolation, place, {
			argv: [],
			env: {},
			writable: [],
			readable: []
		}));
	}
}
function isBytecodeMissing({ pipeline, revisions }, { sandbox, logger }, writable) {
	const commands = [pipeline.command, ...Object.values(revisions).flatMap(({ command }) => command ? [command] : [])];
	const [folder, ...others] = sandbox.findUncompiledPackages(commands).filter((path) => !writable.some((place) => path.startsWith(`${place}/`)));
	if (folder === void 0) return false;
	const more = others.length === 0 ? "" : ` and ${others.length} more`;
	logger.info(`The Python packages in ${folder}${more} have no compiled files: the first run of each side compiles them into its home. Compile them once with python -m compileall -q ${folder}.`);
	return true;
}
async function createRevisionDirectories({ workDirectory, isolation }, label, files) {
	const home = join(workDirectory, "home", label);
	const realTmp = join(workDirectory, "tmp", label);
	for (const path of [home, realTmp]) await files.makeDirectory(path);
	return {
		home,
		realTmp,
		tmp: isolation?.mode === "bubblewrap" ? "/tmp" : realTmp
	};
}
function confine({ isolation }, place, reach) {
	return isolation?.mode === "bubblewrap" ? { confinement: buildConfinement(isolation, place, reach) } : {};
}
function formatFailureHints({ isolation, environment }, { env, passEnv }, output) {
	const isReadOnly = isolation?.mode === "bubblewrap" && /EROFS|Read-only file system/.test(output);
	const names = findUnpassedVariables(environment, {
		set: env,
		pass: passEnv
	}, output).slice(0, 3);
	const verb = names.length === 1 ? "is" : "are";
	return [...isReadOnly ? ["the sandbox keeps all but its tree, output, home and temporary directory read-only: add further directories to run.writable"] : [], ...names.length > 0 ? [`${formatNames(names)} ${verb} set here, but the command gets only the variables of pipeline.passEnv`] : []].map((hint) => ` (${hint})`).join("");
}
function buildConfinement({ reach }, { home, realTmp }, command) {
	const { argv, env, readable, writable } = command;
	return {
		...reach,
		home,
		tmp: realTmp,
		readable: [...reach.readable, ...readable],
		writable: [...reach.writable, ...writable],
		named: listAbsolutePaths([...argv, ...Object.values(env)])
	};
}
function findOutsideReason({ pipeline, revisions }) {
	return [pipeline.command, ...Object.values(revisions).flatMap(({ command }) => command ? [command] : [])].map((command) => explainOutsideStart(command, pipeline.launcher)).find((reason) => reason !== null) ?? null;
}
async function isolateTrial(request, command, files) {
	const { argv, cwd, values, eventsPath } = command;
	const revision = await createRevisionDirectories(request.workplace, request.next.planned.revision, files);
	const env = buildTrialEnvironment(request, command, revision);
	const writable = [
		cwd,
		dirname(values.output),
		eventsPath
	];
	const confined = confine(request.workplace, revision, {
		argv,
		env,
		readable: values.dataset,
		writable
	});
	if (confined.confinement) await files.writeText(eventsPath, "");
	const roots = [...[
		cwd,
		dirname(values.output),
		dirname(eventsPath),
		revision.home,
		revision.realTmp,
		...values.dataset
	], ...request.prepared.config.run.writable];
	return {
		spec: {
			env,
			...confined
		},
		roots: [...roots, ...listNamedPaths(request, command, roots)]
	};
}
async function dropEmptyEvents(eventsPath, { files, inspector }) {
	if ((await inspector.readStat(eventsPath))?.bytes === 0) await files.remove(eventsPath);
}
function listNamedPaths({ next: { planned }, prepared: { config } }, { values, cwd }, roots) {
	const { proof, logs } = config.pipeline;
	return [
		...[
			...proof?.results ? [proof.results] : [],
			...proof?.files ?? [],
			...planned.tables?.rules ?? []
		].map(({ path }) => path),
		...logs,
		...planned.tool?.files ?? []
	].map((path) => resolve(cwd, fillPlaceholders(path, values))).filter((pattern) => !roots.some((root) => pattern.startsWith(`${root}/`))).map((pattern) => dirname(pattern.replace(/[*?[{].*$/su, "_")));
}
function buildTrialEnvironment({ next, prepared, workplace }, { values, eventsPath, recorder }, { home, tmp }) {
	const { env } = prepared.config.pipeline;
	const all = Object.entries({
		...env,
		...next.planned.options?.env
	});
	const filled = Object.fromEntries(all.map(([name, value]) => [name, fillPlaceholders(value, values)]));
	const bytecode = workplace.isolation?.keepsBytecode ? { PYTHONPYCACHEPREFIX: join(home, ".cache/pycache") } : {};
	return buildChildEnvironment(workplace.environment, {
		home,
		tmp,
		set: {
			...bytecode,
			...recorder,
			...filled,
			WARPGAUGE_EVENTS: eventsPath
		},
		pass: listPassedVariables(prepared.config, workplace.environment)
	});
}

// src/adapters/bounded-lines.ts
const still = /[^\P{Cc}\r\n\t](?:\[(?:[\d;:]{0,20}m|0?K|\?\d{1,5}[hl])|\([A-Z\d])/gu;
const moving = /[^\P{Cc}\r\n\t](?:\[[\d;:?]{0,20}[@-~]|\]\P{Cc}{0,2000}\p{Cc}\\?)?/gu;
const joint = /(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - )|(?<=\[\d{1,3}:\d\d(?::\d\d)?(?:<[^[\]]{1,100}|, [^[\]]{1,100})\])/;
const hasControls = /[^\P{Cc}\r\n\t]/u;
const mayBeJoint = /.\d{4}-\d\d-\d\d \d\d:|\[[\d:]{4,9}[<,]/;
function* splitBoundedLines(text) {
	const plain = hasControls.test(text) ? text.replaceAll(still, "").replaceAll(moving, "\n") : text;
	for (let from = 0, to = 0; from < plain.length; from = to + 1) {
		to = plain.indexOf("\n", from);
		if (to === -1) to = plain.length;
		for (const line of plain.slice(from, to).split("\r")) yield* splitJoints(line);
	}
}
function* splitJoints(line) {
	const isWhole = line.startsWith("{") || !mayBeJoint.test(line);
	for (const part of isWhole ? [line] : line.split(joint)) if (part !== "") yield part.slice(-4096);
}
function openEntry(map, key, most, create) {
	const known = map.get(key);
	if (known !== void 0 || map.size >= most) return known ?? null;
	const fresh = create();
	map.set(key, fresh);
	return fresh;
}

// src/steps/trial/search-output.ts
const cutOutput = "more output than is kept, a part of which was not searched for errors";
async function findPrintedErrors(log, output, inspector) {
	const errors = (await searchErrors(["stdout.log", "stderr.log"].map((name) => join(log, name)), output, inspector)).filter((error) => !isWithoutWork(error));
	return output.isOutputTruncated ? [...errors, cutOutput] : errors;
}
async function searchErrors(paths, output, inspector) {
	const search = createErrorSearch();
	for (const path of paths) {
		await searchFile(path, search, inspector).catch(handleUserError(() => null));
		search.endText();
	}
	for (const tail of output.isOutputTruncated ? [output.stdoutTail, output.stderrTail] : []) {
		for (const line of splitBoundedLines(tail.replaceAll(/^│ ?/gm, ""))) search.add(line);
		search.endText();
	}
	return search.found();
}
async function searchFile(path, search, inspector) {
	const decoder = new TextDecoder();
	let open = "";
	for await (const chunk of inspector.streamBytes(path)) {
		const text = open + decoder.decode(chunk, { stream: true });
		const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
		for (const line of splitBoundedLines(text.slice(0, end))) search.add(line);
		open = text.slice(end).slice(-65536);
	}
	for (const line of splitBoundedLines(open)) search.add(line);
}

// src/steps/trees/tree-guard.ts
function guardTrees(trees, copies, { treeReader, git }) {
	const entries = trees.map((tree) => {
		const { state } = tree.files;
		return {
			...tree,
			reference: state,
			state,
			isBroken: false,
			originals: null
		};
	});
	const find = (label) => {
		const entry = entries.find(({ labels }) => labels.includes(label));
		if (entry) return entry;
		throw new Error(`no tree was checked out for revision ${label}`);
	};
	const read = ({ path, files, state }) => treeReader.read(path, files.tracked, state);
	const requireSame = async (entry) => {
		const changed = listChangedFiles(entry.state, await read(entry));
		if (changed.length === 0) return;
		entry.isBroken = true;
		throw new EnvironmentError(`files of ${entry.labels.join(", ")} changed while it was not running: ${formatFileNames(changed)}`, "Another revision or program writes to this checkout, so its results are invalid. Find the writer, and measure again");
	};
	return {
		requireUntouched: (label) => requireSame(find(label)),
		async acceptSetup(label) {
			const entry = find(label);
			const state = await read(entry);
			entry.reference = state;
			entry.state = state;
			return listChangedTrackedFiles(entry.files.tracked, entry.files.state, state);
		},
		async keepOriginals() {
			for (const entry of entries) {
				const { path, commit, reference } = entry;
				const files = {
					tracked: entry.files.tracked,
					state: reference
				};
				entry.originals = await git.keepOriginals({
					directory: path,
					commit,
					files,
					copies
				});
			}
		},
		async acceptTrial(label) {
			const entry = find(label);
			const listChanged = () => listChangedTrackedFiles(entry.files.tracked, entry.reference, entry.state);
			entry.state = await read(entry);
			const changed = listChanged();
			if (changed.length === 0) return [];
			entry.isBroken = true;
			await entry.originals?.restore(changed);
			entry.state = await read(entry);
			const left = listChanged();
			if (left.length > 0) throw new RevisionError(label, `a trial of ${label} changed files of its commit, which cannot be restored: ${formatFileNames(left)}`, "Every trial must run the same files: write output below {output}, or remove these files from git");
			entry.isBroken = false;
			return changed;
		},
		async requireAllUntouched() {
			for (const entry of entries) await requireSame(entry);
		},
		getState(label) {
			const { isBroken, state } = find(label);
			return isBroken ? null : state;
		}
	};
}
async function guardInstalls({ texts, own }, { readInstalled }) {
	const watched = listAbsolutePaths(texts).filter((path) => !own.some((directory) => path.startsWith(directory)));
	let last = await readInstalled(watched, null);
	const installed = /* @__PURE__ */ new Map();
	return { async acceptSetup(label) {
		const now = await readInstalled(watched, last);
		const known = last;
		last = now;
		const changed = [...now].filter(([path, state]) => {
			const before = known.get(path);
			return !before || !isUntouched(before, state);
		});
		const clashes = changed.filter(([path, { id }]) => {
			const other = installed.get(path);
			return other !== void 0 && other.label !== label && (id === null || id !== other.id);
		});
		const [first] = clashes;
		if (first !== void 0) {
			const paths = formatNames(clashes.map(([path]) => path));
			throw new EnvironmentError(`the setups of ${installed.get(first[0])?.label ?? ""} and ${label} install into one place, so both would run the later installation: ${paths}`, "Install into the checkout, for example into a virtual environment there or with --prefix, and name that program in the command");
		}
		for (const [path, { id }] of changed) installed.set(path, {
			label,
			id
		});
		return changed.length > 0;
	} };
}

// src/config/records/tree-manifest-schema.ts
const path = string().min(1).max(16384);
const file = tuple([
	_enum([
		"file",
		"program",
		"link",
		"other"
	]),
	string().max(200),
	string().regex(/^\d{1,30}$/),
	int().min(0),
	string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/).nullable()
]);
const manifest = strictObject({
	version: literal(2),
	key: string().max(100),
	tracked: array(path),
	files: record(path, file),
	errors: array(string().max(maxReportedError)).max(maxReportedErrors)
});
function parseTreeManifest(text) {
	return manifest.safeParse(attempt(() => JSON.parse(text))).data ?? null;
}

// src/steps/trees/prepared-trees.ts
const maxManifestBytes = 512 * 2 ** 20;
async function openPreparedTree({ cache, name, key, mayWrite }, ports) {
	const { files } = ports;
	const directory = join(cache, "trees", name);
	const manifest = `${directory}.json`;
	if (mayWrite) await removeAbandoned(join(cache, "trees"), ports);
	const claim = await ports.claims.take(`${directory}.claim`);
	if (claim === null) return null;
	const found = await readVerified(directory, {
		manifest,
		key
	}, ports);
	if (found === null && !mayWrite) {
		await claim[Symbol.asyncDispose]();
		return null;
	}
	const removeBoth = async () => {
		await files.remove(manifest);
		await files.remove(directory);
	};
	if (found === null) await removeBoth();
	let isKept = found !== null;
	return {
		path: directory,
		files: found,
		async keep(kept) {
			if (!mayWrite) return;
			if (found === null && !await ports.treeReader.flush(directory)) return ports.logger.info(`${directory} is not kept for later runs: sync failed or took too long.`);
			await files.writeText(manifest, writeTreeManifest(key, kept));
			isKept = true;
		},
		async [Symbol.asyncDispose]() {
			if (!isKept) await removeBoth();
			await claim[Symbol.asyncDispose]();
		}
	};
}
async function readVerified(directory, { manifest, key }, { files, treeReader, logger }) {
	const text = await files.readText(manifest, maxManifestBytes);
	if (text === null) return null;
	const written = readTreeManifest(text, key);
	const state = written && await treeReader.read(directory, written.tracked, written.state).catch(() => null);
	if (!written || !state) return null;
	const changed = listChangedFiles(written.state, state);
	if (changed.length === 0) return {
		...written,
		state
	};
	logger.info(`${directory} was changed since the last run (${formatFileNames(changed)}); running its setup again.`);
	return null;
}
async function removeAbandoned(directory, { files, claims }) {
	const names = await files.list(directory);
	for (const name of names.filter((one) => one.endsWith(".claim"))) {
		const tree = name.slice(0, -6);
		if (names.includes(`${tree}.json`)) continue;
		await using claim = await claims.take(join(directory, name));
		if (claim !== null && await files.readText(join(directory, `${tree}.json`), maxManifestBytes) === null) await files.remove(join(directory, tree));
	}
}
function writeTreeManifest(key, { tracked, state, errors }) {
	const files = Object.fromEntries([...state].map(([path, file]) => [path, [
		file.kind,
		file.stamp,
		file.changedNs,
		file.links,
		file.id
	]]));
	const manifest = {
		version: 2,
		key,
		tracked: [...tracked],
		files,
		errors: [...errors]
	};
	const text = JSON.stringify(manifest);
	return `${hash("sha256", text)}\n${text}\n`;
}
function readTreeManifest(text, key) {
	const [sha256, json = ""] = text.split("\n");
	if (sha256 !== hash("sha256", json)) return null;
	const manifest = parseTreeManifest(json);
	if (manifest?.key !== key) return null;
	const state = Object.entries(manifest.files).map(([path, [kind, stamp, changedNs, links, id]]) => [path, {
		kind,
		stamp,
		changedNs,
		links,
		id
	}]);
	return {
		tracked: new Set(manifest.tracked),
		state: new Map(state),
		errors: manifest.errors
	};
}
const cachePaths = {
	go: ["go/pkg/mod/cache/download", ".cache/go-build"],
	cargo: [
		".cargo/registry/index",
		".cargo/registry/cache",
		".cargo/git/db"
	],
	pip: [".cache/pip"],
	ccache: [".cache/ccache", ".ccache"]
};
async function fillCaches({ names, home, workplace }, ports) {
	const { trustedCache, cacheDirectory } = workplace;
	const sources = trustedCache === void 0 ? [cacheDirectory] : [trustedCache, cacheDirectory];
	for (const path of names.flatMap((name) => cachePaths[name])) for (const source of sources) if (await copyCache(join(source, "caches"), path, home, ports)) break;
}
async function keepCaches({ names, home, workplace }, ports) {
	for (const path of names.flatMap((name) => cachePaths[name])) await copyCache(home, path, join(workplace.cacheDirectory, "caches"), ports);
}
async function copyCache(from, path, to, { files, logger }) {
	try {
		return await files.replaceDirectory(from, path, join(to, path));
	} catch (error) {
		if (!(error instanceof ExplainedError)) throw error;
		logger.info(`A cache was not copied: ${error.message}`);
		return false;
	}
}

// src/steps/trees/check-out-revisions.ts
async function checkOutRevisions(request, ports) {
	await using stack = new AsyncDisposableStack();
	const placed = [];
	for (const revision of request.revisions) {
		if (revision.commit === null) continue;
		const setup = request.config.revisions[revision.label]?.setup ?? request.config.pipeline.setup;
		const inputs = JSON.stringify([
			revision.commit,
			setup,
			request.config.pipeline.env
		]);
		const key = hash("sha256", inputs);
		const shared = placed.find((tree) => setup.length > 0 && tree.key === key);
		if (shared) shared.labels.push(revision.label);
		else placed.push(await openTree({
			revision,
			setup,
			key
		}, stack, request, ports));
	}
	const guard = guardTrees(placed, join(request.workplace.workDirectory, "originals"), ports);
	const unprepared = placed.toSorted((a, b) => Number(a.isHead) - Number(b.isHead)).filter(({ isPrepared }) => !isPrepared);
	const installs = unprepared.length === 0 ? null : await watchInstalls(placed, request, ports);
	for (const tree of unprepared) {
		await setUp(tree, guard, request, ports);
		tree.isComplete = !await installs?.acceptSetup(tree.labels.join(", "));
		await keepState(tree, guard);
	}
	await guard.keepOriginals();
	stack.defer(async () => {
		for (const tree of placed) await keepState(tree, guard);
	});
	const owned = stack.move();
	const byLabel = placed.flatMap((tree) => tree.labels.map((label) => [label, tree]));
	const trees = new Map(byLabel.map(([label, { path }]) => [label, path]));
	const setupErrors = new Map(byLabel.map(([label, { errors }]) => [label, errors]));
	const remove = () => announceIfSlow("Removing the checkouts", ports.logger, () => owned.disposeAsync());
	return {
		trees,
		setupErrors,
		guard,
		[Symbol.asyncDispose]: remove
	};
}
const slowMs = 3e3;
const maxSetupOutputBytes = 1e8;
async function announceIfSlow(action, logger, work) {
	const timer = setTimeout(() => logger.info(`${action}: many files or a busy disk, please wait.`), slowMs);
	try {
		return await work();
	} finally {
		clearTimeout(timer);
	}
}
const buildFiles = [
	"Makefile",
	"makefile",
	"GNUmakefile",
	"CMakeLists.txt"
];
const maxScriptBytes = 262144;
async function watchInstalls(placed, request, ports) {
	const { config, workplace } = request;
	const directory = workplace.workDirectory;
	const env = buildSetupEnvironment(request, {
		home: directory,
		tmp: directory,
		realTmp: directory
	});
	const named = [...collectTexts(config), ...Object.values(env)];
	const scripts = placed.flatMap(({ path, files }) => [...listMentionedPaths(named), ...buildFiles].filter((file) => files.tracked.has(file)).map((file) => ports.files.readForeignText(path, file, maxScriptBytes).catch(() => null)));
	const texts = [...named, ...await Promise.all(scripts)].map((text) => (text ?? "").replaceAll(/["'`()<>|&]/gu, " "));
	return await guardInstalls({
		texts,
		own: [workplace.workDirectory, workplace.cacheDirectory]
	}, ports.treeReader);
}
async function openTree({ revision, setup, key }, stack, { revisions, workplace }, ports) {
	const commit = revision.commit ?? "";
	const isHead = revisions.some((one) => one.label === "head" && one.commit === commit);
	const common = {
		labels: [revision.label],
		commit,
		key,
		setup,
		isHead,
		isComplete: true,
		errors: []
	};
	const name = `${commit.slice(0, 12)}-${key.slice(0, 16)}`;
	const { trustedCache, cacheDirectory } = workplace;
	const open = (cache, mayWrite) => openPreparedTree({
		cache,
		mayWrite,
		name,
		key
	}, ports);
	let cached = null;
	if (setup.length > 0) {
		cached = trustedCache === void 0 ? null : await open(trustedCache, false);
		cached ??= await open(cacheDirectory, true);
	}
	if (cached) stack.use(cached);
	if (cached?.files) {
		const { errors } = cached.files;
		return {
			...common,
			path: cached.path,
			files: cached.files,
			isPrepared: true,
			unfilled: [],
			errors,
			cached
		};
	}
	const directory = cached?.path ?? join(workplace.workDirectory, "trees", revision.label);
	const tree = await announceIfSlow(`Checking out ${revision.label} (${commit.slice(0, 12)})`, ports.logger, () => ports.git.checkOut(commit, directory));
	if (!cached) stack.use(tree);
	const { path, files, unfilled } = tree;
	if (setup.length === 0) requireFilled({
		labels: common.labels,
		commit,
		unfilled,
		files
	}, files.state);
	return {
		...common,
		path,
		files,
		isPrepared: setup.length === 0,
		unfilled,
		cached
	};
}
async function setUp(tree, guard, request, ports) {
	const [label = ""] = tree.labels;
	await guard.requireUntouched(label);
	const { config, workplace } = request;
	const { home } = await createRevisionDirectories(workplace, label, ports.files);
	const caches = {
		names: config.run.caches,
		home,
		workplace
	};
	await fillCaches(caches, ports);
	tree.errors = await runSetup(tree, request, ports);
	if (!tree.isHead) await keepCaches(caches, ports);
	await ports.files.remove(join(tree.path, ".git"));
	const changed = await guard.acceptSetup(label);
	requireFilled(tree, guard.getState(label) ?? tree.files.state);
	if (changed.length > 0) ports.logger.info(`The setup of ${label} changed files of its commit, which is measured with these changes: ${formatFileNames(changed)}`);
}
function requireFilled({ labels, commit, unfilled, files }, state) {
	const left = listUnfilled(unfilled, files.state, state);
	if (left.length === 0) return;
	const fetchFiles = `\`git lfs fetch origin ${commit}\` (actions/checkout: lfs: true)`;
	const fetchModules = "`git submodule update --init --recursive` at that commit (actions/checkout: submodules: recursive)";
	const modules = left.filter((path) => path.endsWith("/"));
	const commands = [...modules.length < left.length ? [fetchFiles] : [], ...modules.length > 0 ? [fetchModules] : []];
	throw new EnvironmentError(`this clone lacks content of Git LFS or of a submodule in ${labels.join(", ")}: ${formatFileNames(left)}`, `Run ${commands.join(" and ")}, or fill them in pipeline.setup`);
}
async function keepState({ cached, labels: [label = ""], files, isComplete, errors }, guard) {
	const state = guard.getState(label);
	if (state && isComplete) await cached?.keep({
		tracked: files.tracked,
		state,
		errors
	});
}
async function runSetup({ labels: [label = ""], setup, path: cwd }, request, ports) {
	const errors = [];
	const place = await createRevisionDirectories(request.workplace, label, ports.files);
	const env = buildSetupEnvironment(request, place);
	for (const [index, argv] of setup.entries()) {
		const command = argv.join(" ");
		ports.logger.info(`Setting up ${label}: ${command}`);
		const log = join(request.workplace.workDirectory, "setup", `${label}-${index}`);
		await ports.files.makeDirectory(log);
		const outcome = await ports.processes.run({
			argv,
			cwd,
			env,
			...confine(request.workplace, place, {
				argv,
				env,
				writable: [cwd],
				readable: []
			}),
			timeoutMs: request.config.pipeline.setupTimeoutMinutes * 6e4,
			signal: request.signal,
			stdoutPath: join(log, "stdout.log"),
			stderrPath: join(log, "stderr.log"),
			maxOutputBytes: maxSetupOutputBytes
		});
		const { ending, exitCode, problem, stdoutTail, stderrTail } = outcome;
		if (ending === "exited" && exitCode === 0) {
			const printed = await findPrintedErrors(log, outcome, ports.inspector);
			errors.push(...printed.map((error) => `setup: ${error}`.slice(0, maxReportedError)));
			continue;
		}
		if (ending === "cancelled") throw new EnvironmentError(`the run was cancelled during the setup of ${label}: ${command}`, "Nothing was measured; start the job again.");
		const how = problem ?? (ending === "exited" ? formatExitCode(exitCode) : ending);
		const tail = stderrTail || stdoutTail;
		throw new RevisionError(label, `setup of ${label} failed: ${command}: ${how}${formatFailureHints(request.workplace, request.config.pipeline, tail)}\n${tail}`, "Run the command in a new checkout of that commit and fix pipeline.setup.");
	}
	return joinErrors(errors);
}
function buildSetupEnvironment({ config, workplace }, { home, tmp }) {
	return buildChildEnvironment(workplace.environment, {
		home,
		tmp,
		set: config.pipeline.env,
		pass: config.pipeline.passEnv
	});
}
async function openDatasetBase(request, ports) {
	const { baseCommit, revisions, measured } = request;
	if (baseCommit === null || measured.some(({ commit }) => commit === baseCommit)) return null;
	const revision = revisions.find(({ commit }) => commit === baseCommit) ?? {
		label: "dataset-base",
		ref: "merge-base",
		commit: baseCommit,
		problem: null
	};
	const { label } = revision;
	try {
		const checkedOut = await checkOutRevisions({
			...request,
			revisions: [revision]
		}, ports);
		const path = checkedOut.trees.get(label) ?? null;
		const { guard } = checkedOut;
		return {
			label,
			path,
			problem: "",
			guard,
			[Symbol.asyncDispose]: () => checkedOut[Symbol.asyncDispose]()
		};
	} catch (error) {
		if (!(error instanceof RevisionError)) throw error;
		return {
			label,
			path: null,
			problem: error.message,
			guard: null,
			[Symbol.asyncDispose]: async () => {}
		};
	}
}
function findMeasuredBase(baseCommit, measured, { trees, guard }) {
	if (baseCommit === null || measured.some((one) => one.label === "head" && one.commit === baseCommit)) return null;
	for (const { label, commit } of measured) {
		const path = commit === baseCommit ? trees.get(label) : void 0;
		if (path !== void 0) return {
			label,
			path,
			problem: "",
			guard
		};
	}
	return null;
}

// src/steps/trial/trial-request.ts
function buildCommandValues({ next, prepared, workplace, directory, longRun }) {
	const name = `${next.planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 100)}-${next.index}`;
	const ofTrial = prepared.config.run.keepOutputs ? directory : join(workplace.workDirectory, "outputs", name);
	const parent = longRun?.outputParent ?? join(ofTrial, "outputs");
	const { files = [], paths = files } = prepared.datasets.get(next.planned.dataset) ?? {};
	const nodes = next.planned.nodes ?? prepared.config.pipeline.launcher?.nodes ?? 1;
	return {
		dataset: paths,
		gpus: next.planned.gpus,
		output: join(parent, name),
		nodes,
		host: prepared.hostName ?? "localhost"
	};
}
function findTree({ next, prepared }) {
	const tree = prepared.trees.get(next.planned.revision);
	if (tree === void 0) throw new Error(`no tree was checked out for revision ${next.planned.revision}`);
	return tree;
}

// src/steps/trial/compare-tables.ts
const keptTables = "tables";
async function compareTables(request, ports) {
	const { planned, index } = request.next;
	const { tables } = planned;
	if (!tables) return null;
	const written = [];
	const comparisons = [];
	for (const rule of tables.rules) {
		const own = await keepOwnTable(rule, request, ports);
		written.push({
			table: rule.name,
			sha256: own.sha256
		});
		for (const pair of await listPairs$1(own, rule, request, ports)) comparisons.push(await compareOne(rule, pair, request, ports));
		if (!(findFirstTrial(planned.id, request.earlier) === void 0)) await ports.files.remove(buildTablePath(request, planned.id, index, rule));
	}
	return {
		written,
		comparisons
	};
}
async function keepOwnTable(rule, request, ports) {
	const { values, roots } = request;
	const { planned, index } = request.next;
	const place = buildTablePath(request, planned.id, index, rule);
	const origin = {
		caseId: planned.id,
		index
	};
	const found = await findPlainFiles(resolve(findTree(request), fillPlaceholders(rule.path, values)), ports.inspector.restrictTo(roots));
	if (typeof found === "string") return {
		origin,
		files: [],
		sha256: hashOfNothing,
		problem: found
	};
	const kept = await ports.tables.keep(found, place, roots);
	return {
		origin,
		files: kept.problem === null ? await ports.inspector.find(join(place, "*")) : [],
		sha256: kept.sha256 ?? hashOfNothing,
		problem: kept.problem
	};
}
const hashOfNothing = createHash("sha256").digest("hex");
async function findPlainFiles(pattern, inspector) {
	const find = async () => {
		const found = await inspector.find(pattern);
		return (await Promise.all(found.map((path) => inspector.readStat(path)))).includes(null) ? [] : found;
	};
	return await find().catch(handleUserError(({ message }) => message));
}
async function listPairs$1(own, rule, request, ports) {
	const { planned } = request.next;
	const { against = [], standsFor = [], stored = [] } = planned.tables ?? {};
	const headTree = request.prepared.trees.get("head") ?? findTree(request);
	const find = (caseId) => findFirstVersion(caseId, rule, request, ports);
	const answers = await Promise.all([planned.id, ...against].map(find));
	const subjects = await Promise.all(standsFor.map(find));
	const files = stored.filter(({ table }) => table === rule.name).map(({ name, path, sha256 }) => {
		const file = isAbsolute(path) ? path : join(headTree, path);
		return {
			origin: {
				stored: name,
				sha256
			},
			files: [file],
			sha256,
			problem: null
		};
	});
	return [...[...answers, ...files].flatMap((reference) => reference ? [{
		subject: own,
		reference
	}] : []), ...subjects.flatMap((subject) => subject ? [{
		subject,
		reference: own
	}] : [])];
}
async function findFirstVersion(caseId, rule, request, ports) {
	const trial = findFirstTrial(caseId, request.earlier);
	const written = trial?.resultTables?.written.find(({ table }) => table === rule.name);
	if (!trial || !written) return null;
	const place = buildTablePath(request, caseId, trial.index, rule);
	const files = await ports.inspector.find(join(place, "*"));
	return {
		origin: {
			caseId,
			index: trial.index
		},
		files,
		sha256: written.sha256,
		problem: null
	};
}
function findFirstTrial(caseId, earlier) {
	return earlier.find((trial) => trial.caseId === caseId && isCounted(trial) && trial.resultTables && trial.cachedFromRun === null);
}
async function compareOne(rule, { subject, reference }, request, { tables }) {
	const common = {
		table: rule.name,
		subject: subject.origin,
		reference: reference.origin
	};
	const unread = subject.problem ?? reference.problem;
	if (unread !== null) return {
		...common,
		findings: null,
		problem: unread
	};
	const scratchDirectory = join(request.workplace.workDirectory, "table-join");
	const answer = await tables.compare({
		rule,
		subject: subject.files,
		reference: reference.files,
		scratchDirectory
	});
	const problem = answer.findings && (describeChange("the table", subject, answer.findings.subject.sha256) ?? describeChange("the reference", reference, answer.findings.reference.sha256));
	return problem ? {
		...common,
		findings: null,
		problem
	} : {
		...common,
		...answer
	};
}
function describeChange(side, { sha256 }, found) {
	return sha256 === found ? null : `${side} has SHA-256 ${found.slice(0, 12)} instead of ${sha256.slice(0, 12)}`;
}
function buildTablePath({ runFolder }, caseId, index, rule) {
	const id = createHash("sha256").update(caseId).digest("hex").slice(0, 16);
	return join(runFolder, keptTables, `${id}-${index}`, rule.name);
}

// src/adapters/fields.ts
var Faulty = class {
	value;
	constructor(value) {
		this.value = value;
	}
};
const anything = unknown().optional();
const nothing$1 = transform(() => null);
const amount$1 = number().min(0);
const name$1 = transform((value, context) => toLine$1(value) ?? refuse$1(context, value, "a name"));
const shortText = custom((value) => typeof value === "string" && value.trim() !== "" && value.length <= 500 && !/\p{Cc}/u.test(value), "a text of 1 to 500 characters in one line");
const figure = transform(toFigure);
const maybeFigure = transform((value) => isAbsent(value) ? null : toFigure(value));
const maybeText = transform((value) => toLine$1(value));
const maybePrinted = transform((value) => isAbsent(value) ? null : String(value).slice(0, 500));
const maybeAmount = transform((value) => toAmount(value));
const numbers = transform((value, context) => {
	if (!Array.isArray(value)) return refuse$1(context, value, "a list");
	const hint = "A benchmark needs at least one sample; run it again";
	if (value.length === 0) return refuse$1(context, value, "", {
		problem: "is empty",
		hint
	});
	const odd = value.findIndex((item) => !Number.isFinite(item));
	return odd < 0 ? value : refuse$1(context, value[odd], "a finite number", { path: [odd] });
});
function group$2(shape) {
	return preprocess((value) => isMap(value) ? value : {}, object(shape));
}
function repeat(form, ...names) {
	return Object.fromEntries(names.map((one) => [one, form]));
}
function list(item, hint) {
	return transform((value, context) => {
		return hint !== void 0 && Array.isArray(value) && value.length === 0 ? refuse$1(context, value, "", {
			problem: "is empty",
			hint
		}) : value;
	}).pipe(array(item, "a list"));
}
function listOptional(item) {
	return preprocess((value) => isAbsent(value) ? [] : value, array(item, "a list"));
}
const entries = transform((value, context) => isMap(value) ? new Map(Object.entries(value)) : refuse$1(context, value, "an object"));
function index(form) {
	if (typeof form !== "function") return entries.pipe(map(string(), form));
	return entries.transform((all, context) => new Map([...all].map(([key, value]) => [key, readInto(context, form(key), value, [key])])));
}
const parameters = entries.nullish();
function choose(select) {
	return transform((value, context) => readInto(context, select(value), value, []));
}
function readInto(context, form, value, path) {
	const result = form.safeParse(value, options);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	if (!issue) throw result.error;
	const params = issue.code === "custom" ? issue.params ?? {} : {};
	return refuse$1(context, issue.input, issue.message, {
		...params,
		path: [...path, ...issue.path]
	});
}
function refuse$1(context, value, expected, { path = [], ...params } = {}) {
	context.issues.push({
		code: "custom",
		message: expected,
		input: value,
		path: [...path],
		params
	});
	return NEVER;
}
const options = {
	reportInput: true,
	error: ({ code }) => code === "too_small" ? "a number of at least 0" : "a finite number"
};
function read$1(form, value, file, path = "") {
	const result = form.safeParse(value, options);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	if (!issue) throw result.error;
	const { path: inner, message, ...found } = issue;
	const { problem, hint = "" } = found.code === "custom" ? found.params ?? {} : {};
	const where = joinPath(path, inner);
	if (problem !== void 0) throw new UserError(`${file}: ${where || "the list"} ${problem}`, hint);
	throw createError(file, where, found.input, message);
}
function createError(file, path, value, expected) {
	const where = `${file}: ${path || "the root value"}`;
	const message = value === void 0 ? `${where} is missing; expected ${expected}` : `${where} is ${showValue(value)}, not ${expected}`;
	return new UserError(message, "Check that the adapter matches the tool and that the file is complete and unedited");
}
function showValue(value) {
	return typeof value === "number" ? String(value) : formatShortJson(value);
}
function joinPath(path, keys) {
	return keys.reduce((joined, key) => {
		if (typeof key === "number") return `${joined}[${key}]`;
		if (!/^[\w-]{1,80}$/.test(String(key))) return `${joined}[${formatShortJson(key)}]`;
		return joined === "" ? String(key) : `${joined}.${String(key)}`;
	}, path);
}
function isAbsent(value) {
	return value === void 0 || value === null;
}
function has(value, key) {
	return isMap(value) && Object.hasOwn(value, key) && !isAbsent(value[key]);
}
function isMap(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function toLine$1(value) {
	return typeof value === "string" && value.trim() !== "" ? value.replaceAll(/\p{Cc}+/gu, " ").trim() : null;
}
function toFigure(value) {
	return typeof value === "number" && Number.isFinite(value) ? value : new Faulty(value);
}
function toAmount(value, limit = Number.POSITIVE_INFINITY) {
	return typeof value === "number" && Number.isFinite(value) && value >= 0 && value < limit ? value : null;
}
const maxContainers = 2e6;
function parseJson(text, file) {
	const { containers, twice } = scanStructure(text);
	if (containers > maxContainers) throw new UserError(`${file} has more than ${maxContainers} lists and objects`, "Pass the file of one run");
	let value;
	try {
		value = parseJsonText(text);
	} catch (cause) {
		const detail = cause instanceof Error ? cause.message.replaceAll(/\p{Cc}+/gu, " ").slice(0, 300) : String(cause);
		throw new UserError(`${file} is not JSON: ${detail}`, "Write the file again; it may have been cut off", { cause });
	}
	if (twice === null) return value;
	const line = text.slice(0, twice.at).split("\n").length;
	const what = `${file} names ${formatShortJson(twice.name)} twice in one object, again in line ${line}`;
	throw new UserError(what, "JSON keeps one of the two; give them different names");
}
const [quote$1, backslash$1, colon$1, openBrace$1, closeBrace$1, openBracket$1] = [..."\"\\:{}["].map((sign) => sign.charCodeAt(0));
function scanStructure(text) {
	const objects = [];
	let [containers, latest] = [0, ""];
	let twice = null;
	for (let at = 0; at < text.length && containers <= maxContainers; at += 1) {
		const sign = text.charCodeAt(at);
		if (sign === openBrace$1 || sign === openBracket$1) containers += 1;
		if (sign === openBrace$1) objects.push(/* @__PURE__ */ new Set());
		else if (sign === closeBrace$1) objects.pop();
		else if (sign === colon$1) {
			const names = objects.at(-1) ?? /* @__PURE__ */ new Set();
			if (names.has(latest)) twice ??= {
				name: latest,
				at
			};
			names.add(latest);
		} else if (sign === quote$1) {
			const from = at + 1;
			at = findQuote(text, from);
			latest = decodeName(text.slice(from, at));
		}
	}
	return {
		containers,
		twice
	};
}
function decodeName(text) {
	return text.includes("\\") ? attempt(() => String(JSON.parse(`"${text}"`))) ?? text : text;
}
function findQuote(text, from) {
	let at = from;
	while (at < text.length && text.charCodeAt(at) !== quote$1) at += text.charCodeAt(at) === backslash$1 ? 2 : 1;
	return at;
}
const nan = "\0NaN";
function parseJsonText(text) {
	try {
		return JSON.parse(text);
	} catch (cause) {
		const replaced = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|([+-]?)(?:inf(?:inity)?|(nan)(?:\(\w*\))?)(?!\w)/gi, (found, sign, isNan) => {
			if (sign === void 0) return found;
			return isNan === void 0 ? `${sign.replace("+", "")}1e999` : JSON.stringify(nan);
		});
		if (replaced === text) throw cause;
		return JSON.parse(replaced, (_key, value) => value === nan ? NaN : value);
	}
}

// src/adapters/readings.ts
const time = {
	name: "time",
	unit: "s",
	betterWhen: "lower"
};
function buildReadings(rows, joins) {
	const readings = [];
	const skipped = [];
	for (const row of rows) {
		const reading = buildReading(row);
		if ("reason" in reading) skipped.push(reading);
		else readings.push(reading);
	}
	const benchmarks = joins ? joinRepetitions(readings, skipped) : readings;
	const isJoined = joins === "runs" && benchmarks.length < readings.length;
	return {
		benchmarks: failDuplicates(benchmarks),
		problems: listReasons(skipped),
		isJoined
	};
}
function buildReading(row) {
	const { axes = {} } = row;
	const name = row.name.length > longestName ? shortenName(row.name) : row.name;
	const found = "metric" in row ? measure$1(row) : row;
	if ("skipped" in found) return {
		subject: formatSubject({
			...row,
			name
		}),
		reason: found.skipped.slice(0, 500)
	};
	if ("failed" in found) return {
		status: "failed",
		name,
		axes,
		problem: found.failed.slice(0, 500)
	};
	return {
		status: "measured",
		name,
		axes,
		...found
	};
}
const longestName = 3500;
function shortenName(name) {
	const hash = createHash("sha256").update(name).digest("hex").slice(0, 16);
	return `${name.slice(0, 3480)} … ${hash}`;
}
function measure$1(row) {
	const { metric, factor = 1 } = row;
	const given = "value" in row ? [row.value] : row.samples;
	const faulty = given.find((value) => value instanceof Faulty);
	if (faulty instanceof Faulty) return { failed: `${metric.name} is ${showValue(faulty.value)}, not a finite number` };
	const samples = given.map((value) => Number(value) * factor);
	if (samples.length === 0) return { failed: "the file has no value of it" };
	const odd = samples.find((value) => !Number.isFinite(value));
	if (odd !== void 0) return { failed: `${metric.name} is ${odd}, not a finite number` };
	const { launches } = row;
	const source = "value" in row ? "aggregate" : "samples";
	return findImpossible(row, samples) ?? {
		metric,
		samples,
		source,
		...launches !== void 0 && { launches }
	};
}
const limits = /* @__PURE__ */ new Map([["s", 9e9], ["B", 0x7ce66c50e2840000]]);
function findImpossible(row, samples) {
	const { name, unit } = row.metric;
	const least = samples.reduce((one, other) => Math.min(one, other));
	const most = samples.reduce((one, other) => Math.max(one, other));
	if (least < 0 && isAmount(row) || most > (limits.get(unit) ?? most)) return { failed: `a ${name} of ${least < 0 ? least : most} ${unit} is not a measurement` };
	const isUnmeasured = row.zero === "skips" || unit === "s" && row.zero !== "counts";
	if (least > 0 || !isUnmeasured) return null;
	return row.zero === "skips" && name !== time.name ? { skipped: "a value of 0 is not a measurement" } : { failed: `a ${name} of 0 s is not a measurement` };
}
function isAmount({ metric: { unit }, zero }) {
	return zero !== "counts" && (limits.has(unit) || unit.endsWith("/s"));
}
const mostSubjects = 10;
const mostReasons = 20;
function listReasons(skipped) {
	const sentences = [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, group]) => {
		const subjects = [...new Set(group.map(({ subject }) => subject))];
		const more = subjects.length > mostSubjects ? ` and ${subjects.length - mostSubjects} more` : "";
		return `${subjects.slice(0, mostSubjects).join(", ")}${more}: ${reason}`;
	});
	const more = sentences.length > mostReasons ? [`${sentences.length - mostReasons} more reasons of missing figures`] : [];
	return [...sentences.slice(0, mostReasons), ...more];
}
function failDuplicates(readings) {
	if (new Set(readings.map(formatKey$1)).size === readings.length) return [...readings];
	return [...Map.groupBy(readings, formatKey$1).values()].flatMap((group) => {
		const [first, ...others] = group;
		if (!first || others.length === 0) return first ?? [];
		const problems = new Set(group.flatMap((one) => one.status === "failed" ? one.problem : []));
		const twice = `${first.status === "measured" ? first.metric.name : ""} appears ${group.length} times; use distinct names or parameters`;
		const problem = problems.size > 0 ? [...problems].join("; ") : twice;
		return {
			status: "failed",
			name: first.name,
			axes: first.axes,
			problem: problem.slice(0, 500)
		};
	});
}
function joinRepetitions(readings, skipped) {
	const groups = [...Map.groupBy(readings, (one) => one.status === "measured" ? formatKey$1(one) : one).values()];
	const ofBenchmark = Map.groupBy(groups, ([one]) => one && formatBenchmark(one));
	return groups.flatMap((group) => {
		const [first, ...others] = group.filter((one) => one.status === "measured");
		if (!first) return group;
		const most = Math.max(...(ofBenchmark.get(formatBenchmark(first)) ?? []).map(({ length }) => length));
		if (group.length < most) {
			skipped.push({
				subject: formatSubject(first),
				reason: "some repetitions lack it"
			});
			return [];
		}
		const samples = [first, ...others].flatMap((one) => one.samples);
		return others.length === 0 ? group : [{
			...first,
			samples,
			source: "samples"
		}];
	});
}
function formatBenchmark({ name, axes = {} }) {
	return `${name} ${formatAxes(axes)}`.trim();
}
function formatSubject(one) {
	return one.metric ? `${formatBenchmark(one)} ${one.metric.name}` : formatBenchmark(one);
}
function formatKey$1(one) {
	return [
		one.name,
		one.status === "measured" ? one.metric.name : "",
		formatAxes(one.axes)
	].join("\0");
}
function toAxes(entries) {
	const axes = {};
	for (const [given, value] of entries ?? []) {
		const line = given.replaceAll(/\p{Cc}+/gu, " ").trim();
		const name = isGpuCount(line) ? "gpus" : line;
		if (name !== "" && name !== "__proto__") axes[name] = toAxisValue(value);
	}
	return axes;
}
function isGpuCount(name) {
	return /^(?:(?:num_?|n_?)gpus?|gpus|gpu_?count)$/i.test(name);
}
function toAxisValue(value) {
	if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
	return (typeof value === "string" ? value : JSON.stringify(value) ?? "").replaceAll(/\p{Cc}+/gu, " ");
}
const simpleUnits = new Map(Object.entries({
	s: [
		[1e-12, "ps"],
		[1e-9, "ns nsec nanoseconds"],
		[1e-6, "us µs μs usec microseconds"],
		[.001, "ms msec milliseconds"],
		[1, "s sec secs second seconds"],
		[60, "min minutes"],
		[3600, "h hr hours"],
		[86400, "day days"]
	],
	B: [
		[1, "B byte bytes"],
		[1e3, "kB KB kilobytes Kilobytes"],
		[1e6, "MB megabytes Megabytes"],
		[1e9, "GB gigabytes Gigabytes"],
		[0xe8d4a51000, "TB"],
		[1024, "KiB"],
		[2 ** 20, "MiB"],
		[2 ** 30, "GiB"],
		[2 ** 40, "TiB"]
	],
	J: [[1, "J Joules"]]
}).flatMap(([unit, rows]) => rows.flatMap(([factor, names]) => names.split(" ").map((name) => [name, {
	unit,
	factor
}]))));
const events$1 = [
	"op",
	"ops",
	"iter",
	"iters",
	"iterations",
	"item",
	"items",
	"1"
];
function toBaseUnit(printed) {
	const kept = {
		unit: printed.trim(),
		factor: 1
	};
	const [above = "", below, ...more] = kept.unit.split(/\s*\/\s*|\s+per\s+/);
	if (more.length > 0) return kept;
	const amount = simpleUnits.get(above);
	if (below === void 0 || events$1.includes(below)) return amount ?? kept;
	const per = simpleUnits.get(below);
	if (per?.unit !== "s") return kept;
	if (events$1.includes(above)) return {
		unit: "1/s",
		factor: 1 / per.factor
	};
	const { unit, factor } = amount ?? {
		unit: above,
		factor: 1
	};
	return {
		unit: `${unit}/s`,
		factor: factor / per.factor
	};
}
function inferDirection(unit) {
	if (unit === "s" || unit === "B") return "lower";
	return /.\/s$/.test(unit) ? "higher" : null;
}

// src/adapters/pipeline/batches.ts
const wellPacked = .8;
const starvedAboveMs$1 = 50;
const fullBelowMs = 1;
const countTolerance = 1e-6;
function computePacking(batches, run) {
	if (batches.length === 0 && run.totals === null && run.printed === null) return null;
	const filled = batches.flatMap(({ tokens, tokenBudget }) => {
		const budget = tokenBudget ?? run.tokenBudget;
		return tokens === null || budget === null || budget <= 0 ? [] : [{
			tokens,
			budget
		}];
	});
	const { computed, atLeast, ranges, ...extent } = run.totals !== null && filled.length < run.totals.batches[1] ? computePart(filled, run.totals, run.tokenBudget ?? 0) : computeAll(filled);
	const isPossible = computed !== null && atLeast <= 1.001;
	return {
		efficiency: isPossible ? Math.min(1, computed) : null,
		...isPossible && ranges,
		...extent,
		tokenBudget: run.tokenBudget,
		...computeLowest(filled),
		printed: run.printed,
		reason: isPossible ? null : explainRefusal(computed === null ? null : atLeast, run.printed)
	};
}
function computeAll(filled) {
	const computed = computeShareOfBatches(filled);
	if (computed === null) return {
		computed,
		atLeast: 0,
		ranges: {},
		tokens: null,
		batches: null
	};
	return {
		computed,
		atLeast: computed,
		ranges: {},
		tokens: sumField(filled, "tokens"),
		batches: filled.length
	};
}
function computePart(filled, totals, budget) {
	const { tokens, room } = totals.covered;
	const bounds = computeShareRange(totals);
	const logged = computeShareOfBatches(filled);
	const estimate = room > 0 ? (tokens[0] + Math.min(tokens[1], room)) / 2 / room : logged ?? bounds[0];
	return {
		computed: Math.min(Math.max(estimate, bounds[0]), bounds[1]),
		atLeast: Math.max(logged ?? 0, room > 0 ? tokens[0] / room : 0),
		ranges: {
			bounds,
			sample: describeSample(filled, totals, budget)
		},
		tokens: null,
		batches: totals.batches[0]
	};
}
const allBatches = {
	totals: null,
	tokenBudget: null,
	printed: null
};
function computeShareRange({ tokens, unused }) {
	return [tokens[0] / (tokens[0] + unused[1]), tokens[1] / (tokens[1] + unused[0])];
}
function computeShareOfBatches(filled) {
	return filled.length === 0 ? null : sumField(filled, "tokens") / sumField(filled, "budget");
}
function computeLowest(filled) {
	if (filled.length === 0) return {
		lowest: null,
		batchesBelow80: null
	};
	const shares = filled.map(({ tokens, budget }) => tokens / budget);
	return {
		lowest: shares.reduce((least, share) => Math.min(least, share)),
		batchesBelow80: shares.filter((share) => share < wellPacked).length
	};
}
function describeSample(filled, totals, budget) {
	const { lowest, batchesBelow80 } = computeLowest(filled);
	const logged = {
		batches: filled.length,
		tokens: sumField(filled, "tokens"),
		unused: 0
	};
	logged.unused = logged.batches * budget - logged.tokens;
	const subtract = (key) => [Math.max(0, totals[key][0] - logged[key]), Math.max(0, totals[key][1] - logged[key])];
	const [others, tokens, unused] = [
		subtract("batches"),
		subtract("tokens"),
		subtract("unused")
	];
	const badlyPacked = [others[0] - tokens[1] / (wellPacked * budget), Math.min(others[1], unused[1] / (.19999999999999996 * budget))];
	const below = batchesBelow80 ?? 0;
	return {
		logged: filled.length,
		batches: [...totals.batches],
		lowest: [Math.max(0, Math.min(lowest ?? 1, 1 - unused[1] / budget)), Math.min(lowest ?? 1, computeShareRange({
			tokens,
			unused
		})[1] || 0)],
		batchesBelow80: [below + Math.max(0, Math.ceil(badlyPacked[0] - countTolerance)), below + Math.floor(badlyPacked[1] + countTolerance)]
	};
}
function explainRefusal(computed, printed) {
	if (computed !== null) return `${formatPercent(computed)} of the token budget is impossible; tokens and budget do not match`;
	return `cannot be computed: the pipeline does not report the tokens of its batches or their budget${printed !== null && printed > 1 ? ` and the printed ${formatPercent(printed)} is impossible` : ""}`;
}
function summarizeWaits(batches) {
	const waited = batches.flatMap(({ waitMs, queue }) => waitMs === null ? [] : [{
		waitMs,
		queue
	}]);
	if (waited.length === 0) return null;
	const sorted = waited.map(({ waitMs }) => waitMs).toSorted((a, b) => a - b);
	const states = waited.map(({ waitMs, queue }) => queue ?? inferQueueState(waitMs));
	const starved = states.filter((state) => state === "starved").length;
	const full = states.filter((state) => state === "full").length;
	return {
		waitMeanSeconds: computeMean(sorted) / 1e3,
		waitP95Seconds: computeQuantile(sorted, .95) / 1e3,
		waitMaxSeconds: (sorted.at(-1) ?? 0) / 1e3,
		batches: sorted.length,
		full,
		normal: sorted.length - full - starved,
		starved,
		starvedShare: starved / sorted.length
	};
}
function inferQueueState(waitMs) {
	if (waitMs > starvedAboveMs$1) return "starved";
	return waitMs < fullBelowMs ? "full" : "normal";
}
function computeStarvedRange(workers) {
	const shares = workers.map(computeWorkerRange);
	const [fewest, most] = [0, 1].map((edge) => sumValues(workers.map(({ batches }) => batches[edge] ?? 0)));
	const sumStarved = (edge) => sumValues(workers.map(({ batches }, index) => batches[edge] * (shares[index]?.[edge] ?? edge)));
	return [Math.max(sumStarved(0) / (most || 1), Math.min(...shares.map(([low]) => low))), Math.min(sumStarved(1) / (fewest || 1), Math.max(...shares.map(([, high]) => high)))];
}
function computeWorkerRange({ batches, logged, starved, closing }) {
	const range = [starved / batches[1], 1 - (logged - starved) / batches[1]];
	if (!closing) return range;
	const { meanMs, maxMs } = closing;
	if (maxMs <= starvedAboveMs$1) return [0, 0];
	const fewest = (meanMs[0] - starvedAboveMs$1) / (maxMs - starvedAboveMs$1);
	return [Math.max(range[0], fewest), Math.max(range[0], Math.min(range[1], meanMs[1] / starvedAboveMs$1))];
}
function sumField(items, key) {
	return sumValues(items.map((item) => item[key]));
}
function sumKnown(values) {
	return values.reduce((sum, value) => sum === null || value === null ? null : sum + value, 0);
}

// src/domain/trial/tool-reading.ts
const emptyReading = {
	tool: null,
	benchmarks: [],
	pipeline: null,
	trace: null,
	gpuReadings: [],
	context: {},
	problems: []
};
function mergeToolReadings(readings) {
	const pipelines = readings.flatMap(({ pipeline }) => pipeline ?? []);
	const traces = readings.flatMap(({ trace }) => trace ?? []);
	const tools = [...new Set(readings.flatMap(({ tool }) => tool ?? []))];
	const staged = readings.find(({ pipeline }) => pipeline && pipeline.stages.length > 0);
	const ranks = readings.flatMap(({ tool, pipeline }) => pipeline && tool === staged?.tool ? [pipeline.stages] : []);
	return {
		tool: tools.length > 0 ? tools.join(", ") : null,
		benchmarks: readings.flatMap(({ benchmarks }) => benchmarks),
		pipeline: pipelines.length > 0 ? mergePipelineReadings(pipelines, ranks) : null,
		trace: traces.length === 1 ? traces[0] ?? null : null,
		gpuReadings: readings.flatMap(({ gpuReadings }) => gpuReadings).toSorted((one, other) => one.timeMs - other.timeMs),
		context: Object.assign({}, ...readings.map(({ context }) => context).toReversed()),
		problems: [...new Set(traces.map(({ rank }) => rank)).size < traces.length ? [`${traces.length} traces do not state ranks of their own (distributedInfo); pass the trace of one rank`] : [], ...new Set(readings.flatMap(({ problems }) => problems))],
		...readings.some(({ isJoined }) => isJoined) && { isJoined: true }
	};
}

// src/adapters/reader.ts
function createRunReader(format) {
	return {
		...format,
		takes: "files of one run",
		read: async (files) => finish(await format.toReadings(files))
	};
}
function createFileReader(format) {
	return {
		...format,
		takes: "one file",
		read: async (files) => {
			const [file] = files;
			if (file && files.length === 1) return finish(await format.toReadings(file));
			const paths = formatNames(files.map(({ path: own }) => own)) || "none";
			throw new UserError(`expected one file, got ${files.length}: ${paths}`, `Pass ${format.wants}`);
		}
	};
}
function createTextReader(format) {
	return createFileReader({
		...format,
		toReadings: async (file) => format.toReadings(await readFileText(file, maxBytes$4, format.isLog), file.path)
	});
}
function createJsonReader(format) {
	return createTextReader({
		...format,
		toReadings: (text, path) => format.toReadings(read$1(format.schema, parseJson(text, path), path), path)
	});
}
const repeated = "the file holds several runs: they are read as repetitions of one";
function finish({ rows, joins, isJoined, ...output }) {
	const { isJoined: hasJoined, ...found } = rows ? buildReadings(rows, joins) : {
		problems: [],
		isJoined: false
	};
	const joined = isJoined || hasJoined ? { isJoined: true } : null;
	const { tool = null, context = {}, problems: own = [] } = output;
	const name = typeof tool === "object" && tool ? tool.filter((part) => part !== null).join(" ") : tool;
	const facts = Object.entries(context).flatMap(([fact, text]) => text === null ? [] : [[fact, text]]);
	const problems = [
		...own,
		...found.problems,
		...joined ? [repeated] : []
	];
	return {
		...emptyReading,
		...output,
		...found,
		tool: name,
		context: Object.fromEntries(facts),
		problems,
		...joined
	};
}
async function parseEach(files, parse, isLog = false) {
	const parts = [];
	for (const file of files) parts.push(parse(await readFileText(file, maxBytes$4, isLog), file.path));
	return parts;
}
const maxBytes$4 = 64 * 2 ** 20;
async function readFileText(file, limitBytes, isLog = false) {
	const chunks = [];
	let size = 0;
	for await (const chunk of readTextBytes(file)) {
		size += chunk.length;
		if (size > limitBytes) throw new UserError(`${file.path} is larger than ${limitBytes} bytes`, "Pass the file of one run, or fewer samples");
		chunks.push(chunk);
	}
	const text = cleanText(isLog ? new TextDecoder().decode(Buffer.concat(chunks)) : decode(chunks, file.path));
	if (text.trim() === "") throw new UserError(`${file.path} is empty`, "The tool wrote nothing; check its log");
	return text;
}
async function readHead(file, maxCharacters) {
	const decoder = new TextDecoder();
	let text = "";
	for await (const chunk of readTextBytes(file)) {
		text += decoder.decode(chunk, { stream: true });
		if (text.length >= maxCharacters) break;
	}
	return cleanText(text.slice(0, maxCharacters));
}
async function readTail(file, maxCharacters) {
	const decoder = new TextDecoder();
	let [text, size] = ["", 0];
	for await (const chunk of readTextBytes(file)) {
		size += chunk.length;
		if (size > maxBytes$4) return "";
		text = (text + decoder.decode(chunk, { stream: true })).slice(-maxCharacters);
	}
	return cleanText(text);
}
function cleanText(text) {
	const lines = text.replaceAll("\r\n", "\n");
	return lines.includes("\x1B") ? lines.replaceAll(/[^\P{Cc}\r\n\t]\[[\d;]*m/gu, "") : lines;
}
function decode(chunks, path) {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
	} catch (cause) {
		throw new UserError(`${path} is not UTF-8 text`, "Pass the text file that the tool wrote", { cause });
	}
}
async function* readTextBytes(file) {
	let convert;
	for await (const chunk of readPlainBytes(file)) {
		convert ??= createUtf8Converter(chunk);
		yield convert(chunk);
	}
}
function createUtf8Converter([first, second]) {
	if (!(first === 255 && second === 254 || first === 254 && second === 255)) return (chunk) => chunk;
	const decoder = new TextDecoder(first === 255 ? "utf-16le" : "utf-16be");
	return (chunk) => Buffer.from(decoder.decode(chunk, { stream: true }));
}
async function* readPlainBytes(file) {
	const chunks = file.readBytes()[Symbol.asyncIterator]();
	try {
		const first = await chunks.next();
		if (first.done) return;
		const all = resumeChunks(first.value, chunks);
		if (first.value[0] === 31 && first.value[1] === 139) yield* unpackGzip(all, file.path);
		else yield* all;
	} finally {
		await chunks.return?.();
	}
}
async function* resumeChunks(first, rest) {
	yield first;
	for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
async function* unpackGzip(packed, path) {
	let size = 0;
	async function* countBytes() {
		for await (const chunk of packed) {
			size += chunk.length;
			yield chunk;
		}
	}
	try {
		const gunzip = pipeline(countBytes(), createGunzip(), () => void 0);
		yield* gunzip;
		if (gunzip.bytesWritten < size) throw new Error("other bytes after its end");
	} catch (cause) {
		const detail = cause instanceof Error ? cause.message : String(cause);
		throw new UserError(`${path} is damaged gzip: ${detail}`, "Copy or write the file again", { cause });
	}
}

// src/adapters/pipeline/stages.ts
function createStageReader({ tool, adapter, readFigures, ...format }) {
	return createTextReader({
		...format,
		toReadings: (text, path) => {
			const telemetry = adapter.parse(text);
			if (!telemetry) throw new UserError(`${path} does not match its adapter: it has no stage`, "Use another adapter, or auto");
			const { stages, isResumed, problems } = telemetry;
			const { context = {}, benchmarks = telemetry.benchmarks ?? [], ...figures } = readFigures?.(text, path) ?? {};
			const open = problems.filter((problem) => problem.endsWith("started and did not end"));
			const resumed = isResumed ? ["stages were taken from an earlier run"] : [];
			const invalid = [.../* @__PURE__ */ new Set([
				...figures.invalid ?? [],
				...resumed,
				...open
			])];
			return {
				tool,
				context,
				benchmarks,
				pipeline: {
					...silentPipeline,
					...figures,
					stages,
					isResumed,
					invalid
				},
				problems
			};
		}
	});
}
const maxStages = 500;
const maxNameCharacters = 200;
const maxProblems = 20;
var StageTimes = class {
	#times = /* @__PURE__ */ new Map();
	#windows = /* @__PURE__ */ new Map();
	problems = [];
	get stages() {
		const unplaced = {
			startedMs: null,
			endedMs: null
		};
		return [...this.#times].map(([stage, seconds]) => ({
			stage,
			seconds,
			...this.#windows.get(stage) ?? unplaced
		}));
	}
	open(stage) {
		if (this.#times.has(stage)) return true;
		const isUsable = stage.length > 0 && stage.length <= maxNameCharacters && !/\p{Cc}/u.test(stage);
		const limit = isUsable ? `is above the limit of ${maxStages}` : "has no usable name, so it is not read";
		if (isUsable && this.#times.size < maxStages) this.#times.set(stage, null);
		else this.note(`stage ${JSON.stringify(stage.slice(0, 80))} ${limit}`);
		return this.#times.has(stage);
	}
	has(stage) {
		return this.#times.has(stage);
	}
	getSeconds(stage) {
		return this.#times.get(stage) ?? null;
	}
	add(stage, seconds) {
		this.#times.set(stage, (this.#times.get(stage) ?? 0) + seconds);
	}
	addVisits(stage, edges, offset = 0) {
		const span = computeSpan(edges);
		if (typeof span === "string") this.note(`stage ${JSON.stringify(stage.slice(0, 80))} ${span}`);
		if (!this.open(stage) || typeof span === "string") return;
		this.add(stage, span.seconds);
		const [started, ended] = [offset + span.start, offset + span.end];
		if (isEpoch(started)) this.extendWindow(stage, started * 1e3, ended * 1e3);
	}
	extendWindow(stage, startedMs, endedMs) {
		const known = this.#windows.get(stage) ?? {
			startedMs,
			endedMs
		};
		const [first, last] = [Math.min(known.startedMs, startedMs), Math.max(known.endedMs, endedMs)];
		this.#windows.set(stage, {
			startedMs: first,
			endedMs: last
		});
	}
	withdraw(stage) {
		if (!this.open(stage)) return;
		this.#times.set(stage, null);
		this.#windows.delete(stage);
	}
	note(problem) {
		if (this.problems.length < maxProblems && !this.problems.includes(problem)) this.problems.push(problem);
	}
};
const longestSeconds = 31622400;
function computeSpan(edges) {
	const unixTimes = edges.filter(({ t }) => isEpoch(t)).length;
	const isOneClock = unixTimes === 0 || unixTimes === edges.length;
	return findUnpairedEdge(edges) ?? (isOneClock ? sumVisits(edges) : "has times of two clocks");
}
function isEpoch(t) {
	return t >= 1e9 && t < 1e10;
}
function findUnpairedEdge(edges) {
	let depth = 0;
	for (const { isStart } of edges) {
		depth += isStart ? 1 : -1;
		if (depth < 0) return "ended without a start";
	}
	return depth > 0 ? "started and did not end" : null;
}
function sumVisits(edges) {
	const sorted = edges.toSorted((one, other) => one.t - other.t || Number(other.isStart) - Number(one.isStart));
	let [depth, since, seconds] = [
		0,
		0,
		0
	];
	for (const [index, { isStart, t }] of sorted.entries()) {
		if (isStart && depth === 0) since = t;
		depth += isStart ? 1 : -1;
		if (depth < 0) return describeReversal(t, sorted.slice(index));
		if (depth === 0) seconds += t - since;
	}
	if (seconds > longestSeconds) return `took ${seconds} s, so its times are damaged`;
	return {
		seconds,
		start: sorted.at(0)?.t ?? 0,
		end: sorted.at(-1)?.t ?? 0
	};
}
function describeReversal(end, later) {
	const start = later.find(({ isStart }) => isStart)?.t ?? end;
	return `ended ${Number((start - end).toPrecision(3))} s before it started`;
}
const mostRegions$1 = 500;
const mostVisits$1 = 2e5;
var RegionAccumulator = class {
	#edges = /* @__PURE__ */ new Map();
	#visits = 0;
	#isCut = false;
	add(name, start, end) {
		const known = this.#edges.get(name);
		if (this.#visits >= mostVisits$1 || !known && this.#edges.size >= mostRegions$1) {
			this.#isCut = true;
			return;
		}
		this.#visits += 1;
		const edges = known ?? [];
		this.#edges.set(name, edges);
		edges.push({
			isStart: true,
			t: start
		});
		if (end !== null) edges.push({
			isStart: false,
			t: end
		});
	}
	computeStages(offset) {
		const times = new StageTimes();
		if (this.#isCut) return {
			stages: [],
			problems: [`no stage times: more than ${mostRegions$1} regions or ${mostVisits$1} visits`]
		};
		for (const [name, edges] of this.#edges) times.addVisits(name, edges, offset);
		return times;
	}
};

// src/adapters/pipeline/events.ts
const otherKinds$1 = [
	"batch",
	"metric",
	"progress"
];
const memoryMetrics = [
	"peak-allocated",
	"peak-reserved",
	"token-budget-reductions"
];
const mostMetrics = 1e3;
const mostRefused = 20;
const mostUnit = 40;
const maxWorkers = 1e4;
const events = {
	source: "file",
	parse: (text) => {
		const valid = [];
		const malformed = [];
		for (const line of splitBoundedLines(text)) {
			const event = parseEvent(line);
			if (event) valid.push(event);
			else malformed.push(line);
		}
		if (valid.every(({ event }) => event === "unknown")) return null;
		const { stages, problems } = readStages$2(valid, malformed);
		const metrics = readEventMetrics(text, memoryMetrics);
		return {
			stages,
			isResumed: false,
			problems: [...problems, ...metrics.problems],
			benchmarks: metrics.benchmarks
		};
	}
};
const eventsReader = createStageReader({
	tool: "events",
	adapter: events,
	isLog: true,
	wants: "the file that WARPGAUGE_EVENTS named",
	detect: (head) => /^\s*\{[^\n]*"event"\s*:\s*"(?:stage-start|stage-end|batch|metric|progress)"/.test(head),
	readFigures: (text) => {
		const { benchmarks, packing, dataLoader } = readEventFigures(text);
		return {
			benchmarks,
			packing,
			dataLoader
		};
	}
});
function parseEvent(line) {
	const { t, event, stage, failed } = readEvent$2(line);
	if (typeof t !== "number" || !Number.isFinite(t) || typeof event !== "string") return null;
	if (otherKinds$1.includes(event)) return { event: "other" };
	if (event !== "stage-start" && event !== "stage-end") return { event: "unknown" };
	return typeof stage === "string" ? {
		event: "stage",
		isStart: event === "stage-start",
		t,
		stage,
		hasFailed: failed === true
	} : null;
}
function readStages$2(valid, malformed) {
	const times = new StageTimes();
	const { length } = malformed;
	if (length > 0) times.note(`${length} of ${valid.length + length} lines are not events`);
	const stageEvents = valid.filter((event) => event.event === "stage");
	for (const [stage, own] of Map.groupBy(stageEvents, (event) => event.stage)) addStage(stage, own, times);
	withdrawDamaged(malformed, times);
	return times;
}
function addStage(stage, own, times) {
	times.addVisits(stage, own);
	const failures = own.filter(({ hasFailed }) => hasFailed).length;
	if (failures === 0) return;
	times.withdraw(stage);
	times.note(`stage ${JSON.stringify(stage.slice(0, 80))} failed in ${failures} of ${Math.ceil(own.length / 2)} visits`);
}
function withdrawDamaged(malformed, times) {
	const edges = malformed.filter((line) => line.includes("\"stage-")).map((line) => [...line.matchAll(/"stage"\s*:\s*"([^"\\\p{Cc}]{1,200})"/gu)].flatMap(([, stage]) => stage ?? []));
	const known = times.stages.map(({ stage }) => stage);
	const unnamed = edges.filter((stages) => stages.length === 0).length;
	for (const stage of /* @__PURE__ */ new Set([...edges.flat(), ...unnamed > 1 ? known : []])) {
		times.withdraw(stage);
		times.note(`stage ${JSON.stringify(stage.slice(0, 80))} may have an event that cannot be read`);
	}
}
function readEvent$2(line) {
	const value = /^\s*\{/.test(line) ? attempt(() => parseJsonText(line)) : null;
	return isMap(value) ? value : {};
}
function* listEvents(text, kind) {
	for (const line of splitBoundedLines(text)) {
		const event = line.includes(`"${kind}"`) ? readEvent$2(line) : {};
		if (event["event"] === kind) yield event;
	}
}
function readEventFigures(text) {
	const batches = Array.from(listEvents(text, "batch"), readBatch);
	const packing = computePacking(batches, allBatches);
	return {
		...readEventMetrics(text),
		packing,
		dataLoader: summarizeWaits(batches)
	};
}
function toCount(value) {
	return toAmount(value, 0x38d7ea4c68000);
}
function readBatch({ tokens, tokenBudget, waitMs }) {
	return {
		tokens: toCount(tokens),
		tokenBudget: toCount(tokenBudget),
		waitMs: toCount(waitMs)
	};
}
function readEventMetrics(text, ignored = []) {
	const metrics = /* @__PURE__ */ new Map();
	const refused = /* @__PURE__ */ new Map();
	for (const event of listEvents(text, "metric")) {
		if (ignored.includes(event["name"])) continue;
		const name = typeof event["name"] === "string" ? event["name"] : "";
		const problem = addMetric(name, event, metrics);
		if (problem !== null) openEntry(refused, name, mostMetrics, () => problem);
	}
	const rows = [...metrics.values()].filter(({ name }) => !refused.has(name)).map((one) => ({
		...one,
		zero: "counts"
	}));
	const problems = [...refused].map(([name, problem]) => `metric ${name.slice(0, 80)} ${problem}, so it is not compared`);
	const more = problems.length > mostRefused ? [`${problems.length - mostRefused} more metrics are not compared`] : [];
	return {
		benchmarks: buildReadings(rows).benchmarks,
		problems: [...problems.slice(0, mostRefused), ...more]
	};
}
function addMetric(name, event, metrics) {
	const { unit: printed, value, betterWhen: direction = null } = event;
	if (!/^[^\p{Cc}]{1,200}$/u.test(name)) return "has no name of 1 to 200 printable characters";
	const text = typeof printed === "string" ? printed : "";
	if (text.length > mostUnit) return `has a unit of more than ${mostUnit} characters`;
	const { unit, factor } = toBaseUnit(text);
	const betterWhen = direction ?? inferDirection(unit);
	if (betterWhen !== "lower" && betterWhen !== "higher") return "has no known direction (betterWhen)";
	const given = [
		"stage",
		"gpu",
		"rank"
	].map((axis) => [axis, event[axis]]);
	const axes = toAxes(given.filter(([, one]) => typeof one === "string" || typeof one === "number"));
	const create = () => ({
		name,
		axes,
		metric: {
			name,
			unit,
			betterWhen
		},
		samples: []
	});
	const entry = openEntry(metrics, `${name} ${formatAxes(axes)}`, mostMetrics, create);
	if (!entry) return `comes after ${mostMetrics} others`;
	if (entry.metric.unit !== unit || entry.metric.betterWhen !== betterWhen) return "has different units or directions";
	entry.samples.push(typeof value === "number" ? value * factor : new Faulty(value));
	return null;
}
function countEventWork(text, event) {
	if (event === "progress") return countProgress(text);
	let sum = null;
	for (const { name, value } of listEvents(text, "metric")) {
		if (name !== event) continue;
		const count = toCount(value);
		if (count === null) return null;
		sum = (sum ?? 0) + count;
	}
	return sum;
}
function countProgress(text) {
	const stages = /* @__PURE__ */ new Map();
	for (const event of listEvents(text, "progress")) {
		const done = toCount(event["done"]);
		const workers = done === null ? null : openEntry(stages, String(event["stage"]), maxWorkers, () => /* @__PURE__ */ new Map());
		const worker = [
			"rank",
			"worker",
			"gpu"
		].map((key) => String(event[key])).join(" ");
		if (!workers || done === null || !workers.has(worker) && workers.size >= maxWorkers) continue;
		workers.set(worker, Math.max(done, workers.get(worker) ?? 0));
	}
	const sums = [...stages.values()].map((workers) => sumValues([...workers.values()]));
	return sums.length === 0 ? null : Math.max(...sums);
}

// src/adapters/pipeline/live.ts
const starvedAboveMs = 50;
const mostWorkers = 4096;
const mostOpen = 1e3;
var LiveAccumulator = class {
	#readProgress;
	#shares = /* @__PURE__ */ new Map();
	#sums = {
		tokens: 0,
		tokenBudget: 0,
		waits: 0,
		starved: 0
	};
	#stage = null;
	#hasEvents = false;
	#hasBatches = false;
	#expectedWorkers = 1;
	constructor(readProgress) {
		this.#readProgress = readProgress;
	}
	addEvents(text) {
		for (const line of splitBoundedLines(text)) this.#addEvent(readEvent$2(line));
	}
	addLog(text) {
		for (const line of this.#readProgress(text)) {
			if (line.kind === "workers") this.#expectedWorkers = line.count;
			if (line.kind === "wait" && !this.#hasBatches) this.#addWait(line.isStarved);
			if (line.kind === "stage" && !this.#hasEvents) this.#enterStage(line.stage);
			if (line.kind === "share" && !this.#hasEvents) this.#setShare(line.worker, line);
		}
	}
	summarize() {
		const shares = [...this.#shares.values()];
		const totals = shares.map(({ total }) => total);
		const isWhole = shares.length >= this.#expectedWorkers && totals.every((total) => total !== null);
		return {
			stage: this.#stage,
			done: shares.length === 0 ? null : sumValues(shares.map(({ done }) => done)),
			total: shares.length > 0 && isWhole ? sumValues(totals.map(Number)) : null,
			...this.#sums,
			isSample: !this.#hasBatches
		};
	}
	#addEvent(event) {
		const { event: kind, stage } = event;
		if (kind === "batch") this.#addBatch(event);
		if (kind !== "stage-start" && kind !== "progress") return;
		if (typeof stage === "string") this.#enterStage(stage);
		if (kind === "stage-start") return;
		this.#hasEvents = true;
		const [done, total] = [toCount(event["done"]), toCount(event["total"])];
		const worker = [
			"rank",
			"worker",
			"gpu"
		].map((key) => event[key]).find((value) => value !== void 0);
		const name = typeof worker === "string" || typeof worker === "number" ? String(worker).slice(0, 40) : "";
		if (done !== null) this.#setShare(name, {
			done,
			total
		});
	}
	#addBatch(event) {
		this.#hasBatches = true;
		const { tokens, tokenBudget, waitMs } = readBatch(event);
		if (tokens && tokenBudget) {
			this.#sums.tokens += tokens;
			this.#sums.tokenBudget += tokenBudget;
		}
		if (waitMs !== null) this.#addWait(waitMs > starvedAboveMs);
	}
	#addWait(isStarved) {
		this.#sums.waits += 1;
		if (isStarved) this.#sums.starved += 1;
	}
	#enterStage(stage) {
		const name = stage.slice(0, 200);
		if (name === this.#stage) return;
		this.#stage = name;
		this.#shares.clear();
	}
	#setShare(key, { done, total }) {
		if (this.#shares.size < mostWorkers || this.#shares.has(key)) this.#shares.set(key, {
			done,
			total
		});
	}
};
var LiveStages = class {
	#open = /* @__PURE__ */ new Map();
	get current() {
		return [...this.#open.keys()].at(-1) ?? null;
	}
	add(text) {
		const before = [...this.#open.keys()].join("\0");
		for (const line of splitBoundedLines(text)) this.#addLine(line);
		return [...this.#open.keys()].join("\0") !== before;
	}
	#addLine(line) {
		const event = line.includes("stage-") ? parseEvent(line) : null;
		if (event?.event !== "stage") return;
		const depth = this.#open.get(event.stage) ?? 0;
		if (!event.isStart) {
			if (depth > 1) this.#open.set(event.stage, depth - 1);
			else this.#open.delete(event.stage);
		} else if (depth > 0 || this.#open.size < mostOpen) this.#open.set(event.stage, depth + 1);
	}
};

// src/adapters/tools/go-benchmark.ts
const metrics$1 = /* @__PURE__ */ new Map([
	["ns/op", {
		metric: time,
		factor: 1e-9
	}],
	["MB/s", {
		metric: {
			name: "bytes_per_second",
			unit: "B/s",
			betterWhen: "higher"
		},
		factor: 1e6
	}],
	["B/op", { metric: {
		name: "allocated_bytes",
		unit: "B",
		betterWhen: "lower"
	} }],
	["allocs/op", { metric: {
		name: "allocations",
		unit: "",
		betterWhen: "lower"
	} }]
]);
const goBenchmark = createTextReader({
	wants: "the output of go test -bench, also with -json",
	detect: (head) => /^(?:goos|pkg): \S/m.test(head) && /^(?:goarch|cpu|Benchmark|---|PASS|ok)\b/m.test(head) || /^Benchmark\S*\s+\d+\s+[\d.]+ ns\/op/.test(head) || eventLine.test(head),
	toReadings: (text, path) => {
		const { outputs, problems } = eventLine.test(text) ? joinEvents(text, path) : {
			outputs: [text],
			problems: []
		};
		const packages = outputs.flatMap(readPackages);
		const open = packages.find(({ hasEnded }) => !hasEnded);
		if (open || packages.length === 0) throw new UserError(`${path} ends before the result of package ${open?.name || "?"}`, "Pass the complete output");
		const rows = [
			...packages.flatMap(({ lines }) => lines.flatMap(readFigures$1)),
			...packages.flatMap(({ failed }) => [...failed].map(([name, problem]) => ({
				name,
				failed: problem
			}))),
			...packages.flatMap(({ skipped }) => skipped.map((name) => ({
				name,
				skipped: "skipped"
			})))
		];
		if (rows.length === 0) throw new UserError(`${path} contains no benchmark`, "Check the pattern of -bench and the package");
		const ends = outputs.flatMap((output) => [...output.matchAll(lastLine)].flatMap(([, name]) => name ?? []));
		return {
			tool: "go test",
			problems,
			rows,
			joins: "samples",
			isJoined: [packages.map(({ name }) => name), ends].some((names) => new Set(names).size < names.length)
		};
	}
});
const eventLine = /^\{(?:"Time":"[^"]*",|"ImportPath":"[^"]*",)?"Action":"[a-z-]+"/m;
function joinEvents(text, path) {
	const outputs = /* @__PURE__ */ new Map();
	const open = /* @__PURE__ */ new Set();
	const foreign = [];
	for (const [line] of text.matchAll(/[^\r\n]+/g)) if (!line.startsWith("{")) foreign.push(line);
	else readEvent$1(read$1(goEvent, parseJson(line, path), path), outputs, open);
	const [first] = open;
	if (first !== void 0) throw new UserError(`${path} ends before the result of package ${first}`, "Pass the complete output");
	const problems = foreign.length > 0 ? [`${foreign.length} lines are not events, such as ${formatShortJson(foreign[0])}`] : [];
	return {
		outputs: [...outputs.values()],
		problems
	};
}
const goEvent = group$2({
	Package: maybeText,
	...repeat(anything, "ImportPath", "Test", "Action", "Output")
});
function readEvent$1(event, outputs, open) {
	const { ImportPath, Package, Test, Action: action, Output: output } = event;
	if (ImportPath !== void 0 && ImportPath !== null) return;
	const key = Package ?? "";
	const isLast = (Test === void 0 || Test === null) && [
		"pass",
		"fail",
		"skip"
	].includes(String(action));
	if (isLast) open.delete(key);
	else open.add(key);
	const printed = typeof output === "string" ? output : isLast && action === "fail" ? "\nFAIL\n" : "";
	outputs.set(key, (outputs.get(key) ?? "") + printed);
}
function readPackages(text) {
	const packages = [];
	for (const [line] of text.matchAll(/[^\r\n]+/g)) {
		const named = /^pkg: (\S+)/.exec(line);
		if (named || packages.length === 0) packages.push({
			name: named?.[1] ?? "",
			lines: [],
			failed: /* @__PURE__ */ new Map(),
			skipped: [],
			open: null,
			hasEnded: false
		});
		const last = packages.at(-1);
		if (last && !readResult$1(line, last, packages)) readLine(line, last);
	}
	return packages.filter(({ name, lines, failed }) => name !== "" || lines.length > 0 || failed.size > 0);
}
const lastLine = /^(?:PASS|FAIL|(?:ok|FAIL)[ \t]+(\S+)[ \t]+(?:[\d.]+s|[[(]).*)\s*$/gm;
function readResult$1(line, into, packages) {
	const found = [...line.matchAll(lastLine)][0];
	if (!found) return false;
	const [, failed] = found;
	closeBenchmark(into);
	into.hasEnded = true;
	const isOwn = [failed, ""].includes(into.name) && !line.includes(" failed]");
	const isKnown = failed === void 0 ? packages.some((one) => one.failed.size > 0) : isOwn && into.failed.size > 0;
	if (line.startsWith("FAIL") && !isKnown) into.failed.set(failed ?? into.name, "go test reports FAIL; see its output");
	return true;
}
function readLine(line, into) {
	const [, outcome, subject = ""] = /(?:^|\s)--- (FAIL|SKIP): (\S+)/.exec(line) ?? [];
	if (outcome === "FAIL") into.failed.set(formatName(into, subject), "the benchmark failed");
	if (outcome === "SKIP" && subject.startsWith("Benchmark")) into.skipped.push(formatName(into, subject));
	const name = /^Benchmark(?![a-z])\S*(?=\s)/.exec(line)?.[0] ?? "";
	const figures = findFigures(line.slice(name.length), name !== "");
	if (name !== "" && (figures || /^ *\t|^\s.* ns\/op\b/.test(line.slice(name.length)))) {
		closeBenchmark(into);
		into.open = formatName(into, name);
	}
	if (figures) addFigures(into, figures, line);
}
function addFigures(into, figures, line) {
	if (into.open === null) into.failed.set(formatName(into, formatShortJson(line.trim())), "the line has figures and no name");
	else into.lines.push({
		name: into.open,
		figures
	});
	into.hasEnded = false;
	into.open = null;
}
function formatName({ name }, title) {
	return name === "" ? title : `${name}.${title}`;
}
function closeBenchmark(into) {
	const { open, failed } = into;
	if (open !== null && !failed.has(open)) failed.set(open, "has a name and no figure");
	into.open = null;
}
function findFigures(text, hasName) {
	const words = /^\s+\S+\.go:\d+: /.test(text) ? [] : text.trim().split(/\s+/);
	const figures = /* @__PURE__ */ new Map();
	let at = words.length;
	for (; at >= 3 && isFigure$1(words.slice(at - 2, at)); at -= 2) {
		const [value = "", unit = ""] = words.slice(at - 2, at);
		figures.set(unit, Number(value.replace("Inf", "Infinity")));
	}
	if (figures.size === 0 || !/^\d+$/.test(words[at - 1] ?? "")) return null;
	return hasName && at === 1 || figures.has("ns/op") ? figures : null;
}
function isFigure$1([value = "", unit = ""]) {
	const number = /^(?:[+-]?(?:\d[\d.]*(?:e[+-]?\d+)?|Inf)|NaN)$/;
	return number.test(value) && !number.test(unit);
}
function readFigures$1({ name, figures }) {
	return [...figures].map(([unit, value]) => {
		const known = metrics$1.get(unit);
		return known ? {
			name,
			...known,
			samples: [value]
		} : {
			name,
			skipped: `${unit} is not judged: its direction is unknown`
		};
	});
}

// node_modules/@rgrove/parse-xml/dist/lib/StringScanner.js
const emptyString$1 = "";
const surrogatePair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;
var StringScanner = class {
	constructor(string) {
		this.charCount = this.charLength(string, true);
		this.charIndex = 0;
		this.length = string.length;
		this.multiByteMode = this.charCount !== this.length;
		this.string = string;
		if (this.multiByteMode) {
			let charsToBytes = [];
			for (let byteIndex = 0, charIndex = 0; charIndex < this.charCount; ++charIndex) {
				charsToBytes[charIndex] = byteIndex;
				byteIndex += string.codePointAt(byteIndex) > 65535 ? 2 : 1;
			}
			this.charsToBytes = charsToBytes;
		}
	}
	get isEnd() {
		return this.charIndex >= this.charCount;
	}
	charLength(string, multiByteSafe = this.multiByteMode) {
		return multiByteSafe ? string.replace(surrogatePair, "_").length : string.length;
	}
	advance(count = 1) {
		this.charIndex = Math.min(this.charCount, this.charIndex + count);
	}
	charIndexToByteIndex(charIndex = this.charIndex) {
		return this.multiByteMode ? this.charsToBytes[charIndex] ?? 1e400 : charIndex;
	}
	consume(charCount = 1) {
		let chars = this.peek(charCount);
		this.advance(charCount);
		return chars;
	}
	consumeBytes(byteCount) {
		let byteIndex = this.charIndexToByteIndex();
		let result = this.string.slice(byteIndex, byteIndex + byteCount);
		this.advance(this.charLength(result));
		return result;
	}
	consumeMatchFn(fn) {
		let { length, multiByteMode, string } = this;
		let startByteIndex = this.charIndexToByteIndex();
		let endByteIndex = startByteIndex;
		if (multiByteMode) while (endByteIndex < length) {
			let char = string[endByteIndex];
			let isSurrogatePair = char >= "\ud800" && char <= "\udbff";
			if (isSurrogatePair) char += string[endByteIndex + 1];
			if (!fn(char)) break;
			endByteIndex += isSurrogatePair ? 2 : 1;
		}
		else while (endByteIndex < length && fn(string[endByteIndex])) ++endByteIndex;
		return this.consumeBytes(endByteIndex - startByteIndex);
	}
	consumeString(stringToConsume) {
		let { length } = stringToConsume;
		let byteIndex = this.charIndexToByteIndex();
		if (stringToConsume === this.string.slice(byteIndex, byteIndex + length)) {
			this.advance(length === 1 ? 1 : this.charLength(stringToConsume));
			return stringToConsume;
		}
		return emptyString$1;
	}
	consumeUntilMatch(regex) {
		let matchByteIndex = this.string.slice(this.charIndexToByteIndex()).search(regex);
		return matchByteIndex > 0 ? this.consumeBytes(matchByteIndex) : emptyString$1;
	}
	consumeUntilString(searchString) {
		let byteIndex = this.charIndexToByteIndex();
		let matchByteIndex = this.string.indexOf(searchString, byteIndex);
		return matchByteIndex > 0 ? this.consumeBytes(matchByteIndex - byteIndex) : emptyString$1;
	}
	peek(count = 1) {
		let { charIndex, string } = this;
		return this.multiByteMode ? string.slice(this.charIndexToByteIndex(charIndex), this.charIndexToByteIndex(charIndex + count)) : string.slice(charIndex, charIndex + count);
	}
	reset(index = 0) {
		this.charIndex = index >= 0 ? Math.min(this.charCount, index) : Math.max(0, this.charIndex + index);
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/syntax.js
const attValueCharDoubleQuote = /["&<]/;
const attValueCharSingleQuote = /['&<]/;
const attValueNormalizedWhitespace = /\r\n|[\n\r\t]/g;
const endCharData = /<|&|]]>/;
const predefinedEntities = Object.freeze(Object.assign(Object.create(null), {
	amp: "&",
	apos: "'",
	gt: ">",
	lt: "<",
	quot: "\""
}));
function isNameChar(char) {
	let cp = char.codePointAt(0);
	return cp >= 97 && cp <= 122 || cp >= 65 && cp <= 90 || cp >= 48 && cp <= 57 || cp === 45 || cp === 46 || cp === 183 || cp >= 768 && cp <= 879 || cp === 8255 || cp === 8256 || isNameStartChar(char, cp);
}
function isNameStartChar(char, cp = char.codePointAt(0)) {
	return cp >= 97 && cp <= 122 || cp >= 65 && cp <= 90 || cp === 58 || cp === 95 || cp >= 192 && cp <= 214 || cp >= 216 && cp <= 246 || cp >= 248 && cp <= 767 || cp >= 880 && cp <= 893 || cp >= 895 && cp <= 8191 || cp === 8204 || cp === 8205 || cp >= 8304 && cp <= 8591 || cp >= 11264 && cp <= 12271 || cp >= 12289 && cp <= 55295 || cp >= 63744 && cp <= 64975 || cp >= 65008 && cp <= 65533 || cp >= 65536 && cp <= 983039;
}
function isReferenceChar(char) {
	return char === "#" || isNameChar(char);
}
function isWhitespace(char) {
	let cp = char.codePointAt(0);
	return cp === 32 || cp === 9 || cp === 10 || cp === 13;
}
function isXmlCodePoint(cp) {
	return cp >= 32 && cp <= 55295 || cp === 10 || cp === 9 || cp === 13 || cp >= 57344 && cp <= 65533 || cp >= 65536 && cp <= 1114111;
}

// node_modules/@rgrove/parse-xml/dist/lib/XmlNode.js
var XmlNode = class XmlNode {
	constructor() {
		this.parent = null;
		this.start = -1;
		this.end = -1;
	}
	get document() {
		return this.parent?.document ?? null;
	}
	get isRootNode() {
		return this.parent !== null && this.parent === this.document && this.type === XmlNode.TYPE_ELEMENT;
	}
	get preserveWhitespace() {
		return !!this.parent?.preserveWhitespace;
	}
	get type() {
		return "";
	}
	toJSON() {
		let json = { type: this.type };
		if (this.isRootNode) json.isRootNode = true;
		if (this.preserveWhitespace) json.preserveWhitespace = true;
		if (this.start !== -1) {
			json.start = this.start;
			json.end = this.end;
		}
		return json;
	}
};
XmlNode.TYPE_CDATA = "cdata";
XmlNode.TYPE_COMMENT = "comment";
XmlNode.TYPE_DOCUMENT = "document";
XmlNode.TYPE_DOCUMENT_TYPE = "doctype";
XmlNode.TYPE_ELEMENT = "element";
XmlNode.TYPE_PROCESSING_INSTRUCTION = "pi";
XmlNode.TYPE_TEXT = "text";
XmlNode.TYPE_XML_DECLARATION = "xmldecl";

// node_modules/@rgrove/parse-xml/dist/lib/XmlText.js
var XmlText = class extends XmlNode {
	constructor(text = "") {
		super();
		this.text = text;
	}
	get type() {
		return XmlNode.TYPE_TEXT;
	}
	toJSON() {
		return Object.assign(XmlNode.prototype.toJSON.call(this), { text: this.text });
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlCdata.js
var XmlCdata = class extends XmlText {
	get type() {
		return XmlNode.TYPE_CDATA;
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlComment.js
var XmlComment = class extends XmlNode {
	constructor(content = "") {
		super();
		this.content = content;
	}
	get type() {
		return XmlNode.TYPE_COMMENT;
	}
	toJSON() {
		return Object.assign(XmlNode.prototype.toJSON.call(this), { content: this.content });
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlDeclaration.js
var XmlDeclaration = class extends XmlNode {
	constructor(version, encoding, standalone) {
		super();
		this.version = version;
		this.encoding = encoding ?? null;
		this.standalone = standalone ?? null;
	}
	get type() {
		return XmlNode.TYPE_XML_DECLARATION;
	}
	toJSON() {
		let json = XmlNode.prototype.toJSON.call(this);
		json.version = this.version;
		for (let key of ["encoding", "standalone"]) if (this[key] !== null) json[key] = this[key];
		return json;
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlElement.js
var XmlElement = class XmlElement extends XmlNode {
	constructor(name, attributes = Object.create(null), children = []) {
		super();
		this.name = name;
		this.attributes = attributes;
		this.children = children;
	}
	get isEmpty() {
		return this.children.length === 0;
	}
	get preserveWhitespace() {
		let node = this;
		while (node instanceof XmlElement) {
			if ("xml:space" in node.attributes) return node.attributes["xml:space"] === "preserve";
			node = node.parent;
		}
		return false;
	}
	get text() {
		return this.children.map((child) => "text" in child ? child.text : "").join("");
	}
	get type() {
		return XmlNode.TYPE_ELEMENT;
	}
	toJSON() {
		return Object.assign(XmlNode.prototype.toJSON.call(this), {
			name: this.name,
			attributes: this.attributes,
			children: this.children.map((child) => child.toJSON())
		});
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlDocument.js
var XmlDocument = class extends XmlNode {
	constructor(children = []) {
		super();
		this.children = children;
	}
	get document() {
		return this;
	}
	get root() {
		for (let child of this.children) if (child instanceof XmlElement) return child;
		return null;
	}
	get text() {
		return this.children.map((child) => "text" in child ? child.text : "").join("");
	}
	get type() {
		return XmlNode.TYPE_DOCUMENT;
	}
	toJSON() {
		return Object.assign(XmlNode.prototype.toJSON.call(this), { children: this.children.map((child) => child.toJSON()) });
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlDocumentType.js
var XmlDocumentType = class extends XmlNode {
	constructor(name, publicId, systemId, internalSubset) {
		super();
		this.name = name;
		this.publicId = publicId ?? null;
		this.systemId = systemId ?? null;
		this.internalSubset = internalSubset ?? null;
	}
	get type() {
		return XmlNode.TYPE_DOCUMENT_TYPE;
	}
	toJSON() {
		let json = XmlNode.prototype.toJSON.call(this);
		json.name = this.name;
		for (let key of [
			"publicId",
			"systemId",
			"internalSubset"
		]) if (this[key] !== null) json[key] = this[key];
		return json;
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlError.js
var XmlError = class extends Error {
	constructor(message, charIndex, xml) {
		let column = 1;
		let excerpt = "";
		let line = 1;
		for (let i = 0; i < charIndex; ++i) {
			let char = xml[i];
			if (char === "\n") {
				column = 1;
				excerpt = "";
				line += 1;
			} else {
				column += 1;
				excerpt += char;
			}
		}
		let eol = xml.indexOf("\n", charIndex);
		excerpt += eol === -1 ? xml.slice(charIndex) : xml.slice(charIndex, eol);
		let excerptStart = 0;
		if (excerpt.length > 50) {
			if (column < 40) excerpt = excerpt.slice(0, 50);
			else {
				excerptStart = column - 20;
				excerpt = excerpt.slice(excerptStart, column + 30);
			}
		}
		super(`${message} (line ${line}, column ${column})\n  ${excerpt}\n` + " ".repeat(column - excerptStart + 1) + "^\n");
		this.column = column;
		this.excerpt = excerpt;
		this.line = line;
		this.name = "XmlError";
		this.pos = charIndex;
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/XmlProcessingInstruction.js
var XmlProcessingInstruction = class extends XmlNode {
	constructor(name, content = "") {
		super();
		this.name = name;
		this.content = content;
	}
	get type() {
		return XmlNode.TYPE_PROCESSING_INSTRUCTION;
	}
	toJSON() {
		return Object.assign(XmlNode.prototype.toJSON.call(this), {
			name: this.name,
			content: this.content
		});
	}
};

// node_modules/@rgrove/parse-xml/dist/lib/Parser.js
const emptyString = "";
var Parser = class {
	constructor(xml, options = {}) {
		let doc = this.document = new XmlDocument();
		this.currentNode = doc;
		this.options = options;
		this.scanner = new StringScanner(xml);
		if (this.options.includeOffsets) {
			doc.start = 0;
			doc.end = xml.length;
		}
		this.parse();
	}
	addNode(node, charIndex) {
		node.parent = this.currentNode;
		if (this.options.includeOffsets) {
			node.start = this.scanner.charIndexToByteIndex(charIndex);
			node.end = this.scanner.charIndexToByteIndex();
		}
		this.currentNode.children.push(node);
		return true;
	}
	addText(text, charIndex, normalize = true) {
		let { children } = this.currentNode;
		let { length } = children;
		if (normalize) text = normalizeLineBreaks(text);
		if (length > 0) {
			let prevNode = children[length - 1];
			if (prevNode?.type === XmlNode.TYPE_TEXT) {
				let textNode = prevNode;
				textNode.text += text;
				if (this.options.includeOffsets) textNode.end = this.scanner.charIndexToByteIndex();
				return true;
			}
		}
		return this.addNode(new XmlText(text), charIndex);
	}
	consumeAttributes() {
		let attributes = Object.create(null);
		while (this.consumeWhitespace()) {
			let attrName = this.consumeName();
			if (!attrName) break;
			let attrValue = this.consumeEqual() && this.consumeAttributeValue();
			if (attrValue === false) throw this.error("Attribute value expected");
			if (attrName in attributes) throw this.error(`Duplicate attribute: ${attrName}`);
			if (attrName === "xml:space" && attrValue !== "default" && attrValue !== "preserve") throw this.error("Value of the `xml:space` attribute must be \"default\" or \"preserve\"");
			attributes[attrName] = attrValue;
		}
		if (this.options.sortAttributes) {
			let attrNames = Object.keys(attributes).sort();
			let sortedAttributes = Object.create(null);
			for (let i = 0; i < attrNames.length; ++i) {
				let attrName = attrNames[i];
				sortedAttributes[attrName] = attributes[attrName];
			}
			attributes = sortedAttributes;
		}
		return attributes;
	}
	consumeAttributeValue() {
		let { scanner } = this;
		let quote = scanner.peek();
		if (quote !== "\"" && quote !== "'") return false;
		scanner.advance();
		let chars;
		let isClosed = false;
		let value = emptyString;
		let regex = quote === "\"" ? attValueCharDoubleQuote : attValueCharSingleQuote;
		matchLoop: while (!scanner.isEnd) {
			chars = scanner.consumeUntilMatch(regex);
			if (chars) {
				this.validateChars(chars);
				value += chars.replace(attValueNormalizedWhitespace, " ");
			}
			switch (scanner.peek()) {
				case quote:
					isClosed = true;
					break matchLoop;
				case "&":
					value += this.consumeReference();
					continue;
				case "<": throw this.error("Unescaped `<` is not allowed in an attribute value");
				default: break matchLoop;
			}
		}
		if (!isClosed) throw this.error("Unclosed attribute");
		scanner.advance();
		return value;
	}
	consumeCdataSection() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<![CDATA[")) return false;
		let text = scanner.consumeUntilString("]]>");
		this.validateChars(text);
		if (!scanner.consumeString("]]>")) throw this.error("Unclosed CDATA section");
		return this.options.preserveCdata ? this.addNode(new XmlCdata(normalizeLineBreaks(text)), startIndex) : this.addText(text, startIndex);
	}
	consumeCharData() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		let charData = scanner.consumeUntilMatch(endCharData);
		if (!charData) return false;
		this.validateChars(charData);
		if (scanner.peek(3) === "]]>") throw this.error("Element content may not contain the CDATA section close delimiter `]]>`");
		return this.addText(charData, startIndex);
	}
	consumeComment() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<!--")) return false;
		let content = scanner.consumeUntilString("--");
		this.validateChars(content);
		if (!scanner.consumeString("-->")) {
			if (scanner.peek(2) === "--") throw this.error("The string `--` isn't allowed inside a comment");
			throw this.error("Unclosed comment");
		}
		return this.options.preserveComments ? this.addNode(new XmlComment(normalizeLineBreaks(content)), startIndex) : true;
	}
	consumeContentReference() {
		let startIndex = this.scanner.charIndex;
		let ref = this.consumeReference();
		return ref ? this.addText(ref, startIndex, false) : false;
	}
	consumeDoctypeDeclaration() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<!DOCTYPE")) return false;
		let name = this.consumeWhitespace() && this.consumeName();
		if (!name) throw this.error("Expected a name");
		let publicId;
		let systemId;
		if (this.consumeWhitespace()) {
			if (scanner.consumeString("PUBLIC")) {
				publicId = this.consumeWhitespace() && this.consumePubidLiteral();
				if (publicId === false) throw this.error("Expected a public identifier");
				this.consumeWhitespace();
			}
			if (publicId !== void 0 || scanner.consumeString("SYSTEM")) {
				this.consumeWhitespace();
				systemId = this.consumeSystemLiteral();
				if (systemId === false) throw this.error("Expected a system identifier");
				this.consumeWhitespace();
			}
		}
		let internalSubset;
		if (scanner.consumeString("[")) {
			internalSubset = scanner.consumeUntilMatch(/\][\x20\t\r\n]*>/);
			if (!scanner.consumeString("]")) throw this.error("Unclosed internal subset");
			this.consumeWhitespace();
		}
		if (!scanner.consumeString(">")) throw this.error("Unclosed doctype declaration");
		return this.options.preserveDocumentType ? this.addNode(new XmlDocumentType(name, publicId, systemId, internalSubset), startIndex) : true;
	}
	consumeElement() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<")) return false;
		let name = this.consumeName();
		if (!name) {
			scanner.reset(startIndex);
			return false;
		}
		let attributes = this.consumeAttributes();
		let isEmpty = !!scanner.consumeString("/>");
		let element = new XmlElement(name, attributes);
		element.parent = this.currentNode;
		if (!isEmpty) {
			if (!scanner.consumeString(">")) throw this.error(`Unclosed start tag for element \`${name}\``);
			this.currentNode = element;
			do
				this.consumeCharData();
			while (this.consumeElement() || this.consumeContentReference() || this.consumeCdataSection() || this.consumeProcessingInstruction() || this.consumeComment());
			let endTagMark = scanner.charIndex;
			let endTagName;
			if (!scanner.consumeString("</") || !(endTagName = this.consumeName()) || endTagName !== name) {
				scanner.reset(endTagMark);
				throw this.error(`Missing end tag for element ${name}`);
			}
			this.consumeWhitespace();
			if (!scanner.consumeString(">")) throw this.error(`Unclosed end tag for element ${name}`);
			this.currentNode = element.parent;
		}
		return this.addNode(element, startIndex);
	}
	consumeEqual() {
		this.consumeWhitespace();
		if (this.scanner.consumeString("=")) {
			this.consumeWhitespace();
			return true;
		}
		return false;
	}
	consumeMisc() {
		return this.consumeComment() || this.consumeProcessingInstruction() || this.consumeWhitespace();
	}
	consumeName() {
		return isNameStartChar(this.scanner.peek()) ? this.scanner.consumeMatchFn(isNameChar) : emptyString;
	}
	consumeProcessingInstruction() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<?")) return false;
		let name = this.consumeName();
		if (name) {
			if (name.toLowerCase() === "xml") {
				scanner.reset(startIndex);
				throw this.error("XML declaration isn't allowed here");
			}
		} else throw this.error("Invalid processing instruction");
		if (!this.consumeWhitespace()) {
			if (scanner.consumeString("?>")) return this.addNode(new XmlProcessingInstruction(name), startIndex);
			throw this.error("Whitespace is required after a processing instruction name");
		}
		let content = scanner.consumeUntilString("?>");
		this.validateChars(content);
		if (!scanner.consumeString("?>")) throw this.error("Unterminated processing instruction");
		return this.addNode(new XmlProcessingInstruction(name, normalizeLineBreaks(content)), startIndex);
	}
	consumeProlog() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		this.consumeXmlDeclaration();
		while (this.consumeMisc());
		if (this.consumeDoctypeDeclaration()) while (this.consumeMisc());
		return startIndex < scanner.charIndex;
	}
	consumePubidLiteral() {
		let startIndex = this.scanner.charIndex;
		let value = this.consumeSystemLiteral();
		if (value !== false && !/^[-\x20\r\na-zA-Z0-9'()+,./:=?;!*#@$_%]*$/.test(value)) {
			this.scanner.reset(startIndex);
			throw this.error("Invalid character in public identifier");
		}
		return value;
	}
	consumeReference() {
		let { scanner } = this;
		if (!scanner.consumeString("&")) return false;
		let ref = scanner.consumeMatchFn(isReferenceChar);
		if (scanner.consume() !== ";") throw this.error("Unterminated reference (a reference must end with `;`)");
		let parsedValue;
		if (ref[0] === "#") {
			let codePoint = ref[1] === "x" ? parseInt(ref.slice(2), 16) : parseInt(ref.slice(1), 10);
			if (isNaN(codePoint) || !/^#(?:x[0-9A-Fa-f]+|[0-9]+)$/.test(ref)) throw this.error("Invalid character reference");
			if (!isXmlCodePoint(codePoint)) throw this.error("Character reference resolves to an invalid character");
			parsedValue = String.fromCodePoint(codePoint);
		} else {
			parsedValue = predefinedEntities[ref];
			if (parsedValue === void 0) {
				let { ignoreUndefinedEntities, resolveUndefinedEntity } = this.options;
				let wrappedRef = `&${ref};`;
				if (resolveUndefinedEntity) {
					let resolvedValue = resolveUndefinedEntity(wrappedRef);
					if (resolvedValue !== null && resolvedValue !== void 0) {
						let type = typeof resolvedValue;
						if (type !== "string") throw new TypeError(`\`resolveUndefinedEntity()\` must return a string, \`null\`, or \`undefined\`, but returned a value of type ${type}`);
						return resolvedValue;
					}
				}
				if (ignoreUndefinedEntities) return wrappedRef;
				scanner.reset(-wrappedRef.length);
				throw this.error(`Named entity isn't defined: ${wrappedRef}`);
			}
		}
		return parsedValue;
	}
	consumeSystemLiteral() {
		let { scanner } = this;
		let quote = scanner.consumeString("\"") || scanner.consumeString("'");
		if (!quote) return false;
		let value = scanner.consumeUntilString(quote);
		this.validateChars(value);
		if (!scanner.consumeString(quote)) throw this.error("Missing end quote");
		return value;
	}
	consumeWhitespace() {
		return !!this.scanner.consumeMatchFn(isWhitespace);
	}
	consumeXmlDeclaration() {
		let { scanner } = this;
		let startIndex = scanner.charIndex;
		if (!scanner.consumeString("<?xml")) return false;
		if (isNameChar(scanner.peek())) {
			scanner.reset(startIndex);
			return false;
		}
		if (!this.consumeWhitespace()) throw this.error("Invalid XML declaration");
		let version = !!scanner.consumeString("version") && this.consumeEqual() && this.consumeSystemLiteral();
		if (version === false) throw this.error("XML version is missing or invalid");
		else if (!/^1\.[0-9]+$/.test(version)) throw this.error("Invalid character in version number");
		let encoding;
		let standalone;
		if (this.consumeWhitespace()) {
			encoding = !!scanner.consumeString("encoding") && this.consumeEqual() && this.consumeSystemLiteral();
			if (encoding) {
				if (!/^[A-Za-z][\w.-]*$/.test(encoding)) throw this.error("Invalid character in encoding name");
				this.consumeWhitespace();
			}
			standalone = !!scanner.consumeString("standalone") && this.consumeEqual() && this.consumeSystemLiteral();
			if (standalone) {
				if (standalone !== "yes" && standalone !== "no") throw this.error("Only \"yes\" and \"no\" are permitted as values of `standalone`");
				this.consumeWhitespace();
			}
		}
		if (!scanner.consumeString("?>")) throw this.error("Invalid or unclosed XML declaration");
		return this.options.preserveXmlDeclaration ? this.addNode(new XmlDeclaration(version, encoding || void 0, standalone || void 0), startIndex) : true;
	}
	error(message) {
		let { scanner } = this;
		return new XmlError(message, scanner.charIndex, scanner.string);
	}
	parse() {
		this.scanner.consumeString("﻿");
		this.consumeProlog();
		if (!this.consumeElement()) throw this.error("Root element is missing or invalid");
		while (this.consumeMisc());
		if (!this.scanner.isEnd) throw this.error("Extra content at the end of the document");
	}
	validateChars(string) {
		let { length } = string;
		for (let i = 0; i < length; ++i) {
			let cp = string.codePointAt(i);
			if (!isXmlCodePoint(cp)) {
				this.scanner.reset(-([...string].length - i));
				throw this.error("Invalid character");
			}
			if (cp > 65535) i += 1;
		}
	}
};
function normalizeLineBreaks(text) {
	let i = 0;
	while ((i = text.indexOf("\r", i)) !== -1) text = text[i + 1] === "\n" ? text.slice(0, i) + text.slice(i + 1) : text.slice(0, i) + "\n" + text.slice(i + 1);
	return text;
}

// node_modules/@rgrove/parse-xml/dist/index.js
function parseXml(xml, options) {
	return new Parser(xml, options).document;
}

// src/adapters/tools/catch2.ts
const catch2 = createTextReader({
	wants: "the file of Catch2 -r xml",
	detect: (head) => /^(?:\s*<\?xml[^>]*>)?\s*<(?:Catch|Catch2TestRun)[\s>]/.test(head),
	toReadings: (text, path) => {
		const root = parseRoot(text, path);
		const rows = readElement(root, []);
		if (rows.length === 0) throw new UserError(`${path} contains no benchmark`, "Check the filter, and that --skip-benchmarks is not set");
		return {
			tool: ["Catch2", root.attributes["catch2-version"] ?? null],
			rows
		};
	}
});
function parseRoot(text, path) {
	try {
		const { root } = parseXml(text.trim());
		if (root && root.name.startsWith("Catch")) return root;
	} catch (cause) {
		const detail = cause instanceof Error ? cause.message.split("\n")[0] ?? "" : String(cause);
		throw new UserError(`${path} is not complete XML: ${detail}`, "The program may have crashed, or printed into it; write the report to a file with --out", { cause });
	}
	throw new UserError(`${path} is XML, but not of Catch2`, "Pass the file of -r xml");
}
function readElement(parent, names) {
	return listElements(parent).flatMap((child) => {
		const inner = [...names, (child.attributes["name"] ?? "").trim()];
		if (child.name === "Group") return readElement(child, names);
		if (child.name === "TestCase" || child.name === "Section") return readElement(child, inner);
		if (child.name === "BenchmarkResults") return [readBenchmark(child, inner.join("/"))];
		if (child.name !== "OverallResult") return [];
		const name = names.join("/");
		if (child.attributes["success"] !== "true") return [{
			name,
			failed: "the test case failed"
		}];
		return Number(child.attributes["skips"] ?? 0) > 0 ? [{
			name,
			skipped: "skipped by the test case"
		}] : [];
	});
}
function listElements(parent) {
	return parent.children.filter((child) => child instanceof XmlElement);
}
function readBenchmark(element, name) {
	const find = (tag) => listElements(element).find((child) => child.name === tag);
	const failed = find("failed");
	if (failed) return {
		name,
		failed: failed.attributes["message"] || "the benchmark threw an exception"
	};
	const text = find("mean")?.attributes["value"] || void 0;
	const value = Number(text);
	if (Number.isFinite(value)) return {
		name,
		metric: time,
		factor: 1e-9,
		value
	};
	return {
		name,
		failed: `the mean of ${name} is ${text}, not a finite number`
	};
}

// src/adapters/tools/javascript.ts
const statistics$2 = {
	samples: listOptional(figure),
	...repeat(maybeFigure, "median", "p50", "mean")
};
const task = group$2({
	name: name$1,
	...statistics$2
});
const group$1 = group$2({
	fullName: name$1,
	benchmarks: list(task)
});
const files = group$2({ files: list(group$2({ groups: list(group$1) }), "vitest found no benchmark; check its filter") }).transform((root) => root.files.flatMap(({ groups }) => groups.flatMap(({ fullName, benchmarks }) => benchmarks.map((one) => ({
	name: `${fullName} > ${one.name}`,
	...readTask(one)
})))));
const stored = literal(true).transform(() => ({ skipped: "a stored result is not a measurement" }));
const newTask = group$2({
	name: name$1,
	fromStore: stored.or(nothing$1),
	latency: group$2(statistics$2)
});
const testFile = group$2({
	...repeat(maybeText, "name", "status", "message"),
	assertionResults: listOptional(group$2({
		fullName: name$1,
		status: maybeText,
		failureMessages: listOptional(anything),
		benchmarks: listOptional(group$2({
			name: name$1,
			tasks: list(newTask)
		}))
	}))
});
const report = group$2({ testResults: list(testFile) }).transform(({ testResults }) => testResults.flatMap(readTestFile));
const vitest = createJsonReader({
	wants: "the file of vitest bench --outputJson, or --reporter=json --outputFile",
	detect: (head) => /^\s*\{\s*"files"\s*:\s*\[\s*\{\s*"filepath"\s*:/.test(head) || /^\s*\{\s*"numTotalTestSuites"/.test(head) && head.includes("\"benchmarks\""),
	schema: choose((root) => has(root, "testResults") ? report : files),
	toReadings: (rows, path) => {
		if (rows.length === 0) throw createError(path, "files", [], "files with at least one benchmark");
		return {
			tool: "vitest",
			rows
		};
	}
});
function readTestFile({ name: path, status, message, assertionResults: tests }) {
	const file = path?.split(/[/\\]/).at(-1) ?? "vitest";
	const rows = tests.flatMap(({ fullName, status: outcome, failureMessages: [reason], benchmarks }) => {
		const name = `${file} > ${fullName}`;
		if (outcome === "failed") return [{
			name,
			failed: toLine$1(reason) ?? "the test failed"
		}];
		if (outcome !== "passed") return [{
			name,
			skipped: `the test is ${outcome}`
		}];
		return benchmarks.flatMap((one) => one.tasks.map((own) => ({
			name: `${file} > ${one.name} > ${own.name}`,
			...own.fromStore ?? readTask(own.latency)
		})));
	});
	const isNamed = rows.some((row) => "failed" in row);
	return status === "failed" && !isNamed ? [...rows, {
		name: file,
		failed: message ?? "the file failed"
	}] : rows;
}
function readTask({ samples, median, p50, mean }) {
	if (samples.length > 0) return {
		metric: time,
		factor: .001,
		samples
	};
	const value = median ?? p50 ?? mean;
	if (value === null) return { failed: "vitest has no figure of it, so it failed" };
	return {
		metric: time,
		factor: .001,
		value
	};
}
const run$1 = group$2({
	args: parameters,
	error: anything,
	stats: group$2({
		samples: listOptional(figure),
		p50: maybeFigure,
		avg: figure,
		...repeat(anything, "gc", "heap", "counters")
	})
});
const mitata = createJsonReader({
	wants: "what mitata prints with run({ format: 'json' })",
	detect: (head) => /^\s*\{\s*"layout"\s*:\s*\[/.test(head) && head.includes("\"benchmarks\""),
	schema: group$2({
		layout: list(group$2({ name: maybeText })),
		context: group$2({ runtime: maybeText }),
		benchmarks: list(group$2({
			group: anything,
			alias: name$1,
			runs: list(run$1)
		}), "mitata ran no benchmark; check its filter")
	}),
	toReadings: ({ layout, context, benchmarks }) => ({
		tool: "mitata",
		context,
		rows: benchmarks.flatMap(({ group: place, alias, runs }) => {
			const title = typeof place === "number" ? layout[place]?.name ?? null : null;
			const name = title === null ? alias : `${title} > ${alias}`;
			if (runs.length === 0) return [{
				name,
				failed: "mitata has no run of it"
			}];
			return runs.flatMap((one) => readMitata({
				name,
				axes: toAxes(one.args)
			}, one));
		})
	})
});
function readMitata(key, { error, stats }) {
	const message = toLine$1(isMap(error) ? error["message"] : error);
	if (!isAbsent(error)) return [{
		...key,
		failed: message ?? "the benchmark threw an error"
	}];
	const { samples, p50, avg } = stats;
	const timed = samples.length > 0 ? { samples } : { value: p50 ?? avg };
	const others = [
		"gc",
		"heap",
		"counters"
	].filter((name) => has(stats, name));
	return [{
		...key,
		metric: time,
		factor: 1e-9,
		...timed
	}, ...others.map((name) => ({
		...key,
		skipped: `${name} of mitata is not judged`
	}))];
}

// src/adapters/tools/jvm-dotnet.ts
const throughput = {
	name: "throughput",
	unit: "1/s",
	betterWhen: "higher"
};
const allocated = {
	name: "allocated_bytes",
	unit: "B",
	betterWhen: "lower"
};
const timeNames = /* @__PURE__ */ new Map([["sample", "sample_time"], ["ss", "single_shot_time"]]);
const forks = listOptional(list(figure));
const score$1 = group$2({
	scoreUnit: shortText,
	score: figure,
	rawData: forks,
	rawDataHistogram: listOptional(list(list(list(amount$1))))
});
const isAllocation = (label) => /^\W?gc\.alloc\.rate\.norm$/.test(label);
const allocation = group$2({ rawData: forks }).transform(({ rawData }) => rawData.flat());
const jmhItem = group$2({
	...repeat(maybeText, "jmhVersion", "jdkVersion", "vmName", "vmVersion"),
	benchmark: name$1,
	mode: shortText,
	threads: anything,
	params: parameters,
	primaryMetric: score$1,
	secondaryMetrics: index((label) => isAllocation(label) ? allocation : nothing$1).nullish()
});
const jmh = createJsonReader({
	wants: "the file of JMH -rf json",
	detect: (head) => /^\s*\[\s*\{/.test(head) && head.includes("\"primaryMetric\"") && head.includes("\"scoreUnit\""),
	schema: list(jmhItem, "JMH measured nothing; check its pattern, and its log for exceptions"),
	toReadings: (all) => {
		const { jmhVersion = null, jdkVersion = null, vmName = null, vmVersion = null } = all[0] ?? {};
		return {
			tool: ["JMH", jmhVersion],
			rows: all.flatMap(readJmh),
			context: {
				jdkVersion,
				vmName,
				vmVersion
			}
		};
	}
});
function readJmh({ benchmark, mode, threads, params, ...item }) {
	const { primaryMetric, secondaryMetrics } = item;
	const axes = toAxes([...threads === void 0 || threads === null || threads === 1 ? [] : [["threads", threads]], ...params ?? []]);
	const { unit, factor } = toBaseUnit(primaryMetric.scoreUnit);
	const key = {
		name: benchmark,
		axes
	};
	const isRate = unit === throughput.unit;
	if (!isRate && unit !== time.unit) return [{
		...key,
		failed: `${primaryMetric.scoreUnit} is not a unit of JMH`
	}];
	const metric = isRate ? throughput : {
		...time,
		name: timeNames.get(mode) ?? time.name
	};
	return [{
		...key,
		metric,
		factor,
		...readScore(primaryMetric)
	}, ...[...secondaryMetrics ?? []].map(([name, samples]) => {
		if (samples) return {
			...key,
			metric: allocated,
			samples
		};
		return {
			name,
			skipped: "not judged: of the same samples, or its direction is unknown"
		};
	})];
}
function readScore({ rawData, rawDataHistogram, score: value }) {
	const samples = rawData.flat();
	if (samples.length > 0) return { samples };
	const means = rawDataHistogram.flat().flatMap((pairs) => {
		const count = pairs.reduce((sum, [, times = 0]) => sum + times, 0);
		const total = pairs.reduce((sum, [one = 0, times = 0]) => sum + one * times, 0);
		return count > 0 ? [total / count] : [];
	});
	return means.length > 0 ? { samples: means } : { value };
}
const results = listOptional(anything).transform((all) => all.flatMap((one) => {
	return isMap(one) && (one["IterationStage"] === "Result" || one["IterationMode"] === "Result") ? [figure.parse(Number(one["Nanoseconds"]) / Number(one["Operations"]))] : [];
}));
const dotNetItem = group$2({
	...repeat(maybeText, ...[
		"Namespace",
		"Type",
		"Method",
		"Parameters",
		"FullName",
		"DisplayInfo"
	]),
	Statistics: group$2({
		OriginalValues: list(figure).nullish(),
		Median: figure
	}).nullish(),
	Measurements: results,
	Memory: group$2({ BytesAllocatedPerOperation: maybeFigure }),
	Metrics: listOptional(group$2({
		Descriptor: group$2({
			Id: name$1,
			TheGreaterTheBetter: anything,
			Unit: maybeText
		}),
		Value: figure
	}))
}).transform((item, context) => {
	const key = readDotNetKey(item) ?? refuse$1(context, void 0, "a name", { path: ["FullName"] });
	return {
		...item,
		key,
		samples: item.Statistics ? item.Statistics.OriginalValues ?? item.Measurements : []
	};
});
const benchmarkDotNet = createJsonReader({
	wants: "a report of a JSON exporter of BenchmarkDotNet",
	detect: (head) => /^\s*\{/.test(head) && head.includes("\"HostEnvironmentInfo\"") && head.includes("\"BenchmarkDotNet"),
	schema: group$2({
		HostEnvironmentInfo: group$2(repeat(maybeText, "BenchmarkDotNetVersion", "RuntimeVersion", "Architecture", "Configuration")),
		Benchmarks: list(dotNetItem, "BenchmarkDotNet ran no benchmark; check --filter")
	}),
	toReadings: ({ HostEnvironmentInfo: { BenchmarkDotNetVersion: version, ...context }, Benchmarks }) => ({
		tool: ["BenchmarkDotNet", version],
		rows: Benchmarks.flatMap(readDotNet),
		context
	})
});
function readDotNet({ key, Statistics: own, samples, Metrics, Memory }) {
	if (!own) return [{
		...key,
		failed: "BenchmarkDotNet has no result of it"
	}];
	const timed = samples.length > 0 ? { samples } : { value: own.Median };
	const bytes = Memory.BytesAllocatedPerOperation;
	const memory = Metrics.length === 0 && bytes !== null ? [{
		...key,
		metric: allocated,
		value: bytes
	}] : [];
	const others = Metrics.map(({ Descriptor: { Id: name, TheGreaterTheBetter: isGreater, Unit }, Value: value }) => {
		if (typeof isGreater !== "boolean") return {
			...key,
			skipped: `${name} is not judged: its direction is unknown`
		};
		const { unit, factor } = toBaseUnit(Unit ?? "");
		return {
			...key,
			metric: {
				name,
				unit,
				betterWhen: isGreater ? "higher" : "lower"
			},
			value,
			factor
		};
	});
	return [
		{
			...key,
			metric: time,
			factor: 1e-9,
			...timed
		},
		...memory,
		...others
	];
}
function readDotNetKey({ FullName: full, ...item }) {
	const name = [
		item.Namespace,
		item.Type,
		item.Method
	].filter((part) => part !== null).join(".");
	const axes = (item.Parameters ?? "").split(/&|, /).filter((part) => part !== "").map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]);
	const isWhole = axes.every(([axis, value]) => axis !== "" && !/\(\.\.\.\)|\.\.\. \[\d+\]/.test(value));
	const job = readJob(item.DisplayInfo ?? "");
	if (name !== "" && (isWhole || full === null)) return {
		name,
		axes: {
			...job,
			...toAxes(axes)
		}
	};
	return full === null ? null : {
		name: full,
		axes: job
	};
}
function readJob(display) {
	const [, settings, title] = /: (?:Job-\w+\((.*?)\)|(\S.*?))(?: \[.*\])?$/.exec(display) ?? [];
	const text = settings ?? title ?? "";
	return text === "" || text === "DefaultJob" ? {} : { job: text };
}

// src/adapters/tools/rust.ts
const estimate = group$2({ point_estimate: figure }).nullish();
const criterionFile = group$2({
	...repeat(maybeText, "group_id", "function_id", "full_id"),
	value_str: anything,
	iters: list(maybeAmount).nullish(),
	times: list(figure).nullish(),
	median: estimate
}).transform((file, context) => {
	const { iters, times } = file;
	if (!iters) return {
		...file,
		times: null
	};
	if (iters.length !== times?.length) {
		const expected = times ? `${iters.length} values, one for each of iters` : "a list";
		refuse$1(context, times ?? void 0, expected, { path: ["times"] });
	}
	const toSample = (one, index) => typeof one === "number" ? figure.parse(one / (iters[index] ?? 0)) : one;
	return {
		...file,
		times: times?.map(toSample) ?? null
	};
});
const statistics$1 = "tukey.json";
const isStatistics$1 = (path) => path.split("/").at(-1) === statistics$1;
const wants = "the JSON files in the folders \"new\" below target/criterion";
const criterion = createRunReader({
	wants,
	detect: (head) => /^\s*\{\s*"(?:group_id"\s*:|sampling_mode"\s*:|iters"\s*:\s*\[|mean"\s*:\s*\{\s*"confidence_interval")/.test(head),
	isSidecar: isStatistics$1,
	toReadings: async (files) => {
		const own = files.filter(({ path }) => !isStatistics$1(path));
		const parsed = await parseEach(own, (text, path) => {
			const [slot = "", ...folders] = path.split("/").toReversed().slice(1);
			return {
				path,
				data: read$1(criterionFile, parseJson(text, path), path),
				benchmark: folders.toReversed().join("/"),
				slot
			};
		});
		if (parsed.length === 0) throw new UserError(`only ${statistics$1} of criterion`, `Pass ${wants}`);
		return {
			tool: "criterion",
			rows: [...Map.groupBy(parsed, ({ benchmark }) => benchmark).values()].flatMap(readSlots)
		};
	}
});
function readSlots(files) {
	const slots = Map.groupBy(files, ({ slot }) => slot);
	return [...slots].map(([slot, group]) => {
		const key = readCriterionKey(group);
		if (slot === "change") return {
			...key,
			skipped: "relative changes are not a measurement"
		};
		if (slots.has("new") && slot !== "new") return {
			...key,
			skipped: `an earlier measurement (${slot}) is not read`
		};
		return {
			...key,
			...readCriterion(group)
		};
	});
}
function readCriterionKey(group) {
	const named = group.find(({ data }) => data.group_id !== null)?.data;
	if (named) {
		const parts = [
			named.group_id,
			named.function_id,
			toLine$1(named.value_str)
		];
		const full = named.full_id ?? parts.filter((part) => part !== null).join("/");
		const end = `/${String(named.value_str)}`;
		if (!has(named, "value_str") || !full.endsWith(end)) return { name: full };
		return {
			name: full.slice(0, -end.length),
			axes: toAxes([["parameter", named.value_str]])
		};
	}
	const [first] = group;
	const folder = first?.benchmark.replace(/^(?:.*\/)?criterion\//, "") ?? "";
	if (folder !== "") return { name: folder };
	throw new UserError(`${first?.path} does not name its benchmark`, "Also pass the benchmark.json next to it");
}
function readCriterion(group) {
	const all = group.map(({ data }) => data);
	const samples = all.find(({ times }) => times)?.times;
	if (samples) return {
		metric: time,
		factor: 1e-9,
		samples
	};
	const value = all.find(({ median }) => median)?.median?.point_estimate;
	if (value === void 0) return { failed: "criterion left neither sample.json nor estimates.json" };
	return {
		metric: time,
		factor: 1e-9,
		value
	};
}
const bytesPerSecond = {
	name: "bytes_per_second",
	unit: "B/s",
	betterWhen: "higher"
};
const libtestFigure = /bench:\s+([\d,.]+) (\S+) \(\+\/- [\d,.]+\)(?: = ([\d,.]+) MB\/s)?$/;
const criterionFigure = /^(.*?)\s+time:\s+\[[\d.]+ \S+ ([\d.]+) (\S+) [\d.]+ \S+?\]/;
const cargoBench = createTextReader({
	wants: "the output of cargo bench",
	isLog: true,
	detect: (head) => /^test .* \.\.\. bench:\s+[\d,.]+ \S+ \(\+\/- /m.test(head) || /^(?:\S.*)?\s+time:\s+\[[\d.]+ [pnµum]?s [\d.]+ [pnµum]?s [\d.]+ [pnµum]?s\]\s*$/m.test(head),
	toReadings: (text, path) => {
		const log = {
			rows: [],
			title: "",
			open: null,
			target: "",
			measured: null,
			started: /* @__PURE__ */ new Set(),
			finished: /* @__PURE__ */ new Set()
		};
		for (const line of splitBoundedLines(text)) {
			const [form, read] = lineRules.find(([one]) => one.test(line.trimEnd())) ?? [];
			const found = form?.exec(line.trimEnd());
			if (found) read?.(log, found);
		}
		closeTest(log);
		if (log.measured !== null) throw new UserError(`${path} ends before a line "test result"`, "Pass the complete output of cargo bench");
		const lost = [...log.started].filter((name) => !log.finished.has(name));
		const rows = [...log.rows, ...lost.map((name) => ({
			name,
			failed: "criterion started it and printed no time"
		}))];
		if (rows.length === 0) throw new UserError(`${path} contains no benchmark`, "Check the filter and the target of cargo bench");
		return {
			tool: "cargo bench",
			rows
		};
	}
});
const lineRules = [
	[/^\s*Running (?:.*[/\\(])?deps[/\\](.+?)-[\da-f]{16}(?:\.exe)?\)?$/, (log, [, target = ""]) => void (log.target = target)],
	[/^Benchmarking (.+): (?:Warming up|Collecting|Analyzing)/, (log, [, name = ""]) => void log.started.add(formatTitle(log, name))],
	[/^running \d+ tests?$/, (log) => void (log.measured = 0)],
	[/^test result: (\S+?)\. .*?(\d+) failed;.*?(\d+) measured/, endSection],
	[/^(?:thread '.*' .*panicked at|error: (?:bench failed|test failed|could not compile|aborting due to|process didn't exit|\d+ targets? failed))/, (log, { input }) => void log.rows.push({
		name: log.target || "cargo bench",
		failed: input
	})],
	[/^test (.+?) +\.\.\. ?(.*)$/, (log, [, name = "", rest = ""]) => {
		closeTest(log);
		log.open = formatTitle(log, name);
		readOutcome(log, rest);
	}],
	[criterionFigure, readCriterionFigure],
	[/^(?!\s+(?:change|thrpt):)(.*?)\s+time:\s+\[[^\]%]*$/, (log, [, title = ""]) => {
		const name = formatTitle(log, title.trim() || log.title) || "cargo bench";
		log.rows.push({
			name,
			failed: "its time is cut off"
		});
	}],
	[/^(?:Benchmarking |Found \d+ outliers )/, (log) => void (log.title = "")],
	[/^\S/, (log, { input }) => readOutcome(log, input)]
];
function readOutcome(log, text) {
	log.title = text;
	if (log.open === null) return;
	const name = log.open;
	const [outcome] = /^(?:ok|ignored|FAILED|failed)(?=$|,| )/.exec(text) ?? [];
	const figure = libtestFigure.exec(text);
	if (!figure && outcome === void 0) return;
	log.open = null;
	if (outcome === "ignored") log.rows.push({
		name,
		skipped: text
	});
	else if (outcome?.toLowerCase() === "failed") log.rows.push({
		name,
		failed: "the benchmark failed"
	});
	else if (figure) readLibtestFigure(log, name, figure);
}
function readLibtestFigure(log, name, [, value = "", unit = "", rate]) {
	if (log.measured !== null) log.measured += 1;
	log.rows.push(createTimeRow(name, value, unit));
	if (rate !== void 0) log.rows.push({
		name,
		metric: bytesPerSecond,
		samples: [parseFigure(rate) * 1e6]
	});
}
function readCriterionFigure(log, [, title = "", value = "", unit = ""]) {
	const name = formatTitle(log, title.trim() || log.title);
	log.finished.add(name);
	log.title = "";
	log.rows.push(createTimeRow(name, value, unit));
}
function createTimeRow(name, given, printed) {
	const { unit, factor } = toBaseUnit(printed);
	if (name === "") return {
		name: "cargo bench",
		failed: `a time of ${given} ${printed} has no name`
	};
	if (unit !== "s") return {
		name,
		skipped: `a value in ${printed} is not judged: its direction is unknown`
	};
	const value = parseFigure(given);
	if (!Number.isFinite(value)) return {
		name,
		failed: `${given} ${printed} is not a time`
	};
	return {
		name,
		metric: time,
		value,
		factor
	};
}
function formatTitle({ target }, title) {
	return target === "" || title === "" ? title : `${target}::${title}`;
}
function parseFigure(text) {
	return /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(text) ? Number(text.replaceAll(",", "")) : NaN;
}
function closeTest(log) {
	if (log.open !== null) log.rows.push({
		name: log.open,
		failed: "has a name and no result"
	});
	log.open = null;
}
function endSection(log, [line, result, failed, counted]) {
	closeTest(log);
	const isWhole = result === "ok" && failed === "0" && Number(counted) <= (log.measured ?? 0);
	const problem = `"${line}", after ${log.measured ?? 0} figures`;
	if (!isWhole) log.rows.push({
		name: log.target || "cargo bench",
		failed: problem
	});
	log.measured = null;
}

// src/adapters/tools/python.ts
const maxCombinations = 1e4;
const memory$1 = {
	name: "memory",
	unit: "B",
	betterWhen: "lower"
};
const asvValue = number().or(nan$1()).nullish();
function toAsvCells(columns, row) {
	if (Array.isArray(row)) return row;
	return columns.map((column) => isMap(row) ? row[String(column)] : column === "result" ? [row] : null);
}
function createAsvRow(columns) {
	return preprocess((row) => toAsvCells(columns, row), list(anything)).transform((cells, context) => {
		const read = (column, form) => {
			const at = columns.indexOf(column);
			return readInto(context, form, cells[at], [at]);
		};
		const values = read("result", list(asvValue).nullish());
		if (!values) return null;
		const lists = read("params", listOptional(list(name$1)));
		const samples = read("samples", listOptional(numbers.nullish()));
		const refuse = (column, expected) => refuse$1(context, cells[columns.indexOf(column)], expected, { path: [columns.indexOf(column)] });
		if (context.issues.length > 0) return NEVER;
		const count = lists.reduce((product, texts) => product * texts.length, 1);
		if (count > maxCombinations) return refuse("params", `at most ${maxCombinations} combinations`);
		if (values.length !== count) return refuse("result", `${count} values, one for each combination of parameters`);
		return listCombinations(lists).map((axes, index) => ({
			axes,
			value: values[index],
			raw: samples[index]
		}));
	});
}
const asvColumns = [
	"result",
	"params",
	"samples"
];
const asvFirst = /^\s*\{\s*"results"\s*:\s*\{\s*"[^"]+"\s*:\s*(?:\{\s*"(?:params|result|samples|stats)"\s*:\s*\[|[\dNn])/;
const asv = createJsonReader({
	wants: "a result file of asv run, such as results/MACHINE/COMMIT-existing.json",
	detect: (head) => head.includes("\"commit_hash\"") && head.includes("\"env_name\"") || asvFirst.test(head),
	schema: choose((root) => {
		const isFirst = isMap(root) && root["version"] === 1;
		const columns = isMap(root) && Array.isArray(root["result_columns"]) ? root["result_columns"] : asvColumns;
		return group$2({
			commit_hash: maybeText,
			result_columns: isFirst ? nothing$1 : list(shortText),
			results: index(createAsvRow(columns)).transform((rows, context) => {
				if (rows.size === 0) refuse$1(context, {}, "at least one benchmark");
				return rows;
			})
		});
	}),
	toReadings: ({ commit_hash: commit, results }) => ({
		tool: "asv",
		context: { commit },
		rows: [...results].flatMap(([name, points]) => {
			const metric = chooseMetric(name);
			if (!points) return [{
				name,
				failed: "asv reports no result"
			}];
			return points.map(({ axes, value, raw }) => {
				if (Number.isNaN(value)) return {
					name,
					axes,
					skipped: "skipped in asv"
				};
				if (value === void 0 || value === null) return {
					name,
					axes,
					failed: "asv reports no result"
				};
				return {
					name,
					axes,
					metric,
					...raw ? { samples: raw } : { value }
				};
			});
		})
	})
});
function chooseMetric(name) {
	const method = name.split(".").at(-1) ?? "";
	if (/^(?:time|timeraw)_?|^Time/.test(method)) return time;
	if (/^(?:peakmem|mem)_?|^(?:Peak)?Mem/.test(method)) return memory$1;
	return {
		name: "value",
		unit: "",
		betterWhen: "lower"
	};
}
function listCombinations(lists) {
	return lists.reduce((all, texts, index) => all.flatMap((axes) => texts.map((text) => {
		const value = text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
		return {
			...axes,
			[`param${index + 1}`]: /^(['"])(.*)\1$/.exec(text)?.[2] ?? value
		};
	})), [{}]);
}
const rounds = group$2({
	data: numbers,
	rounds: amount$1
}).transform((stats, context) => {
	const { length } = stats.data;
	if (length !== stats.rounds) refuse$1(context, stats.rounds, `the ${length} values of data`, { path: ["rounds"] });
	return stats;
});
const withoutRounds = group$2({ median: amount$1 });
const stats = choose((one) => has(one, "data") ? rounds : withoutRounds);
const pytestTest = group$2({
	fullname: name$1.nullish(),
	...repeat(anything, "name", "has_error", "stats"),
	...repeat(parameters, "params", "extra_info")
}).transform(({ fullname, name, has_error: hasError, stats: given, ...test }, context) => ({
	...test,
	name: fullname ?? readInto(context, name$1, name, ["name"]),
	stats: hasError === true ? null : readInto(context, stats, given, ["stats"])
}));
const pytestBenchmark = createJsonReader({
	wants: "the file of pytest --benchmark-json",
	detect: (head) => head.includes("\"machine_info\"") && head.includes("\"commit_info\""),
	schema: group$2({
		version: maybeText,
		machine_info: group$2({
			...repeat(maybeText, "system", "machine", "python_version"),
			cpu: group$2({ brand_raw: maybeText })
		}),
		benchmarks: list(pytestTest, "pytest collected no benchmark; check its selection")
	}),
	toReadings: ({ version, machine_info: { cpu, ...machine }, benchmarks }) => ({
		tool: ["pytest-benchmark", version],
		rows: benchmarks.map(readTest),
		context: {
			...machine,
			cpu: cpu.brand_raw
		}
	})
});
function readTest(test) {
	const key = readPytestKey(test);
	if (test.stats === null) return {
		...key,
		failed: "the benchmark raised an error"
	};
	if ("data" in test.stats) return {
		...key,
		metric: time,
		samples: test.stats.data
	};
	return {
		...key,
		metric: time,
		value: test.stats.median
	};
}
function readPytestKey({ params: given, extra_info: extra, name }) {
	const params = toAxes(given);
	const gpus = toAxes([...extra ?? []].filter(([key, value]) => typeof value === "number" && isGpuCount(key)));
	const values = Object.values(params);
	if (values.length === 0 || values.some((value) => / at 0x[\da-f]+>/i.test(String(value)))) return {
		name,
		axes: gpus
	};
	return {
		name: name.replace(/^((?:.*?::)?[^[]*)\[.*\]$/, "$1"),
		axes: {
			...gpus,
			...params
		}
	};
}
const measurement = group$2({
	label: name$1.nullish(),
	...repeat(anything, "sub_label", "stmt", "description", "env", "num_threads"),
	number_per_run: number().min(1, "a count from 1"),
	raw_times: numbers
}).transform((one, context) => ({
	...one,
	name: one.label ?? readInto(context, name$1, one.stmt, ["stmt"])
}));
const torchBenchmark = createJsonReader({
	wants: "the JSON that three lines of Python write of torch.utils.benchmark measurements",
	detect: (head) => head.includes("\"raw_times\"") && head.includes("\"number_per_run\""),
	schema: group$2({
		torch_version: maybeText,
		measurements: list(measurement, "No measurement was taken")
	}),
	toReadings: ({ torch_version: version, measurements }) => ({
		tool: ["torch.utils.benchmark", version],
		rows: measurements.map(({ name, raw_times: times, number_per_run: count, ...one }) => {
			const named = [
				one.label && !has(one, "sub_label") ? "stmt" : "sub_label",
				"description",
				"env",
				"num_threads"
			].filter((axis) => has(one, axis));
			return {
				name,
				axes: toAxes(named.map((axis) => [axis, one[axis]])),
				metric: time,
				samples: times.map((seconds) => seconds / count)
			};
		})
	})
});
const metadata = group$2({
	name: anything,
	unit: maybeText,
	perf_version: maybeText
});
const pyperfMetrics = /* @__PURE__ */ new Map([["second", time], ["byte", memory$1]]);
const pyperf = createJsonReader({
	wants: "the file of pyperf -o, such as pyperf timeit -o FILE",
	detect: (head) => /^\s*\{\s*"benchmarks"\s*:\s*\[\s*\{\s*"(?:metadata|runs)"\s*:/.test(head) && /"(?:warmups|values)"\s*:\s*\[/.test(head) || /^\s*\{\s*"(?:version|metadata)"\s*:/.test(head) && head.includes("\"perf_version\""),
	schema: group$2({
		metadata,
		benchmarks: list(group$2({
			metadata,
			runs: list(group$2({ values: listOptional(figure) }))
		}), "pyperf measured nothing")
	}),
	toReadings: ({ metadata: common, benchmarks }, path) => ({
		tool: ["pyperf", common.perf_version],
		rows: benchmarks.map(({ metadata: own, runs }, index) => {
			const place = has(own, "name") ? `benchmarks[${index}].metadata.name` : "metadata.name";
			const name = read$1(name$1, own.name ?? common.name, path, place);
			const unit = own.unit ?? common.unit ?? "second";
			const metric = pyperfMetrics.get(unit);
			if (!metric) return {
				name,
				skipped: `a value in ${unit} is not judged: its direction is unknown`
			};
			return {
				name,
				metric,
				samples: runs.flatMap(({ values }) => values)
			};
		})
	})
});

// src/adapters/tools/commands.ts
const peakMemory$1 = {
	name: "peak_memory",
	unit: "B",
	betterWhen: "lower"
};
const hyperfineRun = group$2({
	command: name$1,
	parameters,
	exit_codes: listOptional(anything),
	times: numbers.nullish(),
	median: figure,
	...repeat(amount$1, "user", "system"),
	memory_usage_byte: listOptional(amount$1)
}).transform((run, context) => {
	const { times, exit_codes: codes } = run;
	if (times && codes.length > 0 && codes.length !== times.length) refuse$1(context, times, `${codes.length} values, one for each exit code`, { path: ["times"] });
	return run;
});
const hyperfine = createJsonReader({
	wants: "the file of hyperfine --export-json",
	detect: (head) => /^\s*\{\s*"results"/.test(head) && head.includes("\"command\""),
	schema: group$2({ results: list(hyperfineRun, "hyperfine measured no command") }),
	toReadings: ({ results }) => ({
		tool: "hyperfine",
		rows: results.flatMap(readRun$1)
	})
});
function readRun$1({ times, exit_codes: codes, ...run }) {
	const key = {
		name: run.command,
		axes: toAxes(run.parameters)
	};
	const [code = null, ...others] = codes.filter((one) => one !== 0);
	if (codes.some((one) => one !== 0)) {
		const how = typeof code === "number" ? `exit code ${code}` : "a signal";
		return [{
			...key,
			failed: `${others.length + 1} of ${codes.length} runs failed, the first with ${how}`
		}];
	}
	return [
		{
			...key,
			metric: time,
			...times ? { samples: times } : { value: run.median }
		},
		{
			...key,
			metric: cpuTime,
			value: run.user + run.system,
			zero: "skips"
		},
		...run.memory_usage_byte.length > 0 ? [{
			...key,
			metric: peakMemory$1,
			samples: run.memory_usage_byte,
			zero: "skips"
		}] : []
	];
}
const plainRow = group$2({
	unit: shortText,
	name: name$1,
	axes: parameters,
	metric: shortText.nullish(),
	betterWhen: _enum(["lower", "higher"], "lower or higher").nullish(),
	samples: numbers.nullish(),
	value: number().nullish()
}).transform(({ value, samples, ...one }, context) => {
	const hasValue = !isAbsent(value);
	if (hasValue === Boolean(samples)) {
		const path = [hasValue ? "samples" : "value"];
		refuse$1(context, hasValue ? samples : void 0, "one of value and samples", { path });
	}
	const { unit, factor } = toBaseUnit(one.unit);
	const metricName = one.metric ?? "value";
	const betterWhen = one.betterWhen ?? (metricName === time.name && unit === time.unit ? time.betterWhen : null);
	if (betterWhen === null) return refuse$1(context, void 0, "", {
		path: ["betterWhen"],
		problem: "is missing, so the direction is unknown",
		hint: "Add \"betterWhen\": \"lower\" or \"higher\", or set the adapter customSmallerIsBetter or customBiggerIsBetter"
	});
	const key = {
		name: one.name,
		axes: toAxes(one.axes),
		metric: {
			name: metricName,
			unit,
			betterWhen
		},
		factor
	};
	return samples ? {
		...key,
		samples
	} : {
		...key,
		value: Number(value)
	};
});
const plainBenchmark = createJsonReader({
	wants: "JSON of {name, unit, value or samples, betterWhen}, one or a list",
	detect: (head) => /^\s*(?:\[\s*)?\{\s*"(?:name|unit|value|samples|betterWhen|metric|axes)"\s*:/.test(head) && /"unit"/.test(head) && /"(?:value|samples)"/.test(head) && !/"(?:event|ph|benchmarks)"/.test(head),
	schema: choose((root) => Array.isArray(root) ? list(plainRow, "The tool measured nothing") : plainRow.transform((one) => [one])),
	toReadings: (rows) => ({ rows })
});
const customRow = group$2({
	unit: shortText,
	name: name$1,
	value: number()
});
function createCustomReader(betterWhen) {
	return createJsonReader({
		wants: "a JSON list of {name, unit, value}",
		schema: list(customRow, "The tool measured nothing"),
		toReadings: (all) => ({ rows: all.map(({ name, value, unit: printed }) => {
			const { unit, factor } = toBaseUnit(printed);
			return {
				name,
				metric: {
					name: "value",
					unit,
					betterWhen
				},
				value,
				factor
			};
		}) })
	});
}
const customSmallerIsBetter = createCustomReader("lower");
const customBiggerIsBetter = createCustomReader("higher");
const measures$1 = /* @__PURE__ */ new Map([
	["latency", {
		metric: time,
		factor: 1e-9
	}],
	["throughput", { metric: {
		name: "throughput",
		unit: "1/s",
		betterWhen: "higher"
	} }],
	["build-time", { metric: {
		name: "build_time",
		unit: "s",
		betterWhen: "lower"
	} }],
	["file-size", { metric: {
		name: "file_size",
		unit: "B",
		betterWhen: "lower"
	} }]
]);
const text = String.raw`"(?:[^"\\]|\\.)*"\s*:\s*`;
const bound = String.raw`"(?:value|lower_value|upper_value)"\s*:\s*(?:-?\d[\d.eE+-]*|null)\s*`;
const metricFormat = new RegExp(String.raw`^\s*\{\s*${text}\{\s*${text}\{\s*${bound}(?:,\s*${bound}){0,2}\}`);
const bencher = createJsonReader({
	wants: "JSON in the Bencher Metric Format",
	detect: (head) => metricFormat.test(head),
	schema: index(index(group$2({ value: figure }))),
	toReadings: (root, path) => {
		const rows = [...root].flatMap(([name, own]) => [...own].map(([slug, { value }]) => {
			const measure = measures$1.get(slug.toLowerCase().replaceAll(/[ _]/g, "-"));
			if (!measure) return {
				name,
				skipped: `${slug} is not judged: its direction is unknown`
			};
			return {
				name,
				...measure,
				value
			};
		}));
		if (rows.some((row) => !("skipped" in row))) return { rows };
		throw new UserError(`${path} has none of the measures ${[...measures$1.keys()].join(", ")}`, "The direction of other measures is unknown; print them in the format plain");
	}
});

// src/domain/tables/delimited-line.ts
function detectDelimiter(header) {
	return header.includes("	") ? "	" : ",";
}
function splitLine(line, delimiter) {
	return line.includes("\"") ? splitQuoted(line, delimiter) : line.split(delimiter);
}
function splitQuoted(line, delimiter) {
	const fields = [];
	let at = 0;
	while (at <= line.length) {
		if (line[at] !== "\"") {
			const end = line.indexOf(delimiter, at);
			fields.push(line.slice(at, end < 0 ? line.length : end));
			at = end < 0 ? line.length + 1 : end + 1;
			continue;
		}
		const end = findClosingQuote(line, at + 1);
		if (end === null || end + 1 < line.length && line[end + 1] !== delimiter) return null;
		fields.push(line.slice(at + 1, end).replaceAll("\"\"", "\""));
		at = end + 2;
	}
	return fields;
}
function findClosingQuote(line, from) {
	for (let at = line.indexOf("\"", from); at >= 0; at = line.indexOf("\"", at + 2)) if (line[at + 1] !== "\"") return at;
	return null;
}

// src/adapters/tools/google-benchmark.ts
const metrics = [
	["real_time", time],
	["cpu_time", cpuTime],
	["bytes_per_second", {
		name: "bytes_per_second",
		unit: "B/s",
		betterWhen: "higher"
	}],
	["items_per_second", {
		name: "items_per_second",
		unit: "1/s",
		betterWhen: "higher"
	}]
];
const isRate = (name) => name.endsWith("_per_second");
const ownFields = /^(?:family_index|per_family_instance_index|repetitions|repetition_index|threads|iterations|real_time|cpu_time)$/;
const rowFields = group$2({
	name: name$1,
	...repeat(name$1.nullish(), "run_name", "aggregate_name"),
	...repeat(anything, "run_type", "error_occurred", "skipped", "repetition_index"),
	...repeat(maybeText, "error_message", "skip_message", "time_unit"),
	repetitions: maybeAmount,
	...repeat(maybeFigure, ...metrics.map(([name]) => name))
});
const tableRow = anything.transform((raw, context) => {
	const row = readInto(context, rowFields, raw, []);
	if (context.issues.length > 0) return NEVER;
	const { unit, factor } = toBaseUnit(row.time_unit ?? "");
	const scale = (value) => {
		if (typeof value !== "number") return value;
		return unit === time.unit ? value * factor : new Faulty(`${value} ${row.time_unit ?? "without time_unit"}`);
	};
	const numbers = Object.entries(raw ?? {}).flatMap(([name, value]) => typeof value === "number" ? [name] : []);
	return {
		...row,
		real_time: scale(row.real_time),
		cpu_time: scale(row.cpu_time),
		numbers
	};
});
const googleBenchmark = createTextReader({
	wants: "the file of --benchmark_out with --benchmark_out_format=json or csv",
	detect: (head) => /"library_build_type"|"mhz_per_cpu"/.test(head) && head.includes("\"context\"") || csvHeader.test(head),
	toReadings: (text, path) => {
		const { items, version, problems } = text.trimStart().startsWith("{") ? readJson(text, path) : readCsv(text, path);
		const lines = findAggregates(items).filter(({ aggregate }) => aggregate === null || !fits.includes(aggregate));
		const rows = [...Map.groupBy(lines, ({ name }) => name)].flatMap(([name, group]) => readGroup(name, group));
		return {
			tool: ["Google Benchmark", version],
			problems,
			rows
		};
	}
});
const jsonFile = group$2({
	context: group$2({
		library_version: maybeText,
		library_build_type: anything,
		cpu_scaling_enabled: anything
	}),
	benchmarks: list(tableRow, "The program ran no benchmark; check --benchmark_filter")
});
function readJson(text, path) {
	const { context, benchmarks } = read$1(jsonFile, parseJson(text, path), path);
	const warnings = [context.library_build_type === "debug" && "the benchmark library is a debug build, so times differ from a release build", context.cpu_scaling_enabled === true && "CPU frequency scaling was enabled, so times have additional noise"];
	return {
		items: benchmarks,
		version: context.library_version,
		problems: warnings.filter((warning) => warning !== false)
	};
}
const csvHeader = /^"?name"?,"?iterations"?,"?real_time"?,"?cpu_time"?,"?time_unit"?,/m;
const textColumns = [
	"name",
	"time_unit",
	"label",
	"error_message"
];
function readCsv(text, path) {
	const lines = text.split("\n");
	const start = lines.findIndex((line) => csvHeader.test(line));
	if (start < 0) throw new UserError(`${path} has no header of Google Benchmark`, `Pass ${googleBenchmark.wants}`);
	const header = splitLine(lines[start] ?? "", ",") ?? [];
	const items = lines.flatMap((line, index) => {
		if (index <= start || line === "" || line === lines[start]) return [];
		const cells = splitLine(line, ",");
		const hasMessage = (cells?.[header.indexOf("error_occurred")] ?? "") !== "";
		if (cells?.length === (hasMessage ? header.indexOf("error_message") + 1 : header.length)) return read$1(tableRow, toRow(header, cells), path, `line ${index + 1}`);
		const found = cells === null ? "has an open quote" : `has ${cells.length} fields instead of ${header.length}`;
		throw new UserError(`${path}: line ${index + 1} ${found}`, "The file is cut off, or the program prints into it; write it with --benchmark_out");
	});
	if (items.length === 0) throw new UserError(`${path} has no row`, "The program ran no benchmark; check --benchmark_filter");
	return {
		items,
		version: null,
		problems: lines.slice(0, start).flatMap((line) => /^\*{3}WARNING\*{3} (.*)/.exec(line)?.[1] ?? [])
	};
}
function toRow(header, cells) {
	const given = header.map((column, index) => [column, cells[index] ?? ""]).filter(([, cell]) => cell !== "");
	return Object.fromEntries(given.map(([column, cell]) => {
		if (column === "error_occurred") return cell === "true" ? [column, true] : ["skipped", true];
		if (column === "error_message" && cells[header.indexOf("error_occurred")] === "false") return ["skip_message", cell];
		const number = /^[+-]?(?:inf|nan)/i.test(cell) ? NaN : Number.isNaN(Number(cell)) ? cell : Number(cell);
		return [column, textColumns.includes(column) ? cell : number];
	}));
}
const fits = ["BigO", "RMS"];
function findAggregates(items) {
	const all = new Set(items.map(({ name }) => name));
	return items.map((item) => {
		const { name, run_type: type, run_name: ofRun } = item;
		if (!isAbsent(type)) {
			const aggregate = type === "aggregate" ? item.aggregate_name ?? "" : null;
			return {
				item,
				name: ofRun ?? name,
				aggregate
			};
		}
		const [, stem = "", kind = ""] = /^(.*)_(mean|median|stddev|cv|BigO|RMS)$/.exec(name) ?? [];
		const pair = fits.includes(kind) ? fits : ["mean", "stddev"];
		const isAggregate = kind !== "" && pair.every((other) => all.has(`${stem}_${other}`));
		return {
			item,
			name: isAggregate ? stem : name,
			aggregate: isAggregate ? kind : null
		};
	});
}
function readGroup(name, lines) {
	const items = lines.map(({ item }) => item);
	const fault = items.find((item) => item.error_occurred === true);
	if (fault) return [{
		name,
		failed: fault.error_message ?? "an error occurred"
	}];
	const skip = items.find((item) => item.skipped === true);
	if (skip) return [{
		name,
		skipped: `skipped: ${skip.skip_message ?? "no reason given"}`
	}];
	if (isAmbiguous(lines)) return [{
		name,
		failed: "several benchmarks share this name; use distinct names or parameters"
	}];
	const runs = lines.flatMap(({ item, aggregate }) => aggregate === null ? [item] : []);
	const asked = runs[0]?.repetitions ?? runs.length;
	if (runs.length < asked) return [{
		name,
		failed: `has ${runs.length} of ${asked} repetitions`
	}];
	const figures = runs.length > 0 ? readRuns(name, runs) : readAggregates(name, lines);
	return [...figures, ...listCounters(name, items, figures)];
}
function isAmbiguous(lines) {
	const hasMean = lines.some(({ aggregate }) => aggregate === "mean");
	const keys = lines.map(({ item, aggregate }, index) => aggregate ?? item.repetition_index ?? (hasMean ? index : "run"));
	return new Set(keys).size < keys.length;
}
function listCounters(name, items, figures) {
	const read = new Set(figures.map((row) => "metric" in row ? row.metric.name : ""));
	return [...new Set(items.flatMap(({ numbers }) => numbers))].filter((counter) => !ownFields.test(counter) && !read.has(counter)).map((counter) => {
		return {
			name,
			skipped: `${counter} is not judged: ${metrics.some(([one]) => one === counter) ? "some runs lack it" : "its direction is unknown"}`
		};
	});
}
function readRuns(name, runs) {
	return metrics.filter(([one]) => !isRate(one) || runs.every((run) => run[one] !== null)).map(([one, metric]) => ({
		name,
		metric,
		zero: "skips",
		samples: runs.map((run) => run[one] ?? new Faulty(null))
	}));
}
function readAggregates(name, lines) {
	const find = (kind) => lines.find(({ aggregate }) => aggregate === kind)?.item;
	const middle = find("median") ?? find("mean");
	if (!middle) return [{
		name,
		failed: "the file has neither runs nor their median or mean"
	}];
	return readRuns(name, [middle]).flatMap(({ samples, ...row }) => samples.map((value) => ({
		...row,
		value
	})));
}

// src/adapters/tools/k6.ts
const ownTimes = /^(?:http_req_(?:duration|blocked|connecting|tls_handshaking|sending|waiting|receiving|looking_up)|iteration_duration|group_duration|grpc_req_duration|ws_(?:connecting|ping|session_duration)|browser_(?:http_req_duration|web_vital_(?:fcp|fid|inp|lcp|ttfb)))$/;
const statistics = /^(?:avg|min|med|max|p\(?[\d.]+\)?)$/;
const rate$1 = {
	name: "rate",
	unit: "1/s",
	betterWhen: "higher"
};
function createNamed(getForm) {
	const item = choose((raw) => group$2({ name: name$1 }).transform(({ name }, context) => [name, readInto(context, getForm(name), raw, [])]));
	return choose((value) => Array.isArray(value) ? list(item) : index(getForm).transform((found) => [...found]));
}
const finite = number();
const notRead = nothing$1;
function createValues(name, isTime, seconds) {
	const [base = ""] = /^[^{]*/.exec(name) ?? [];
	if (base === "checks") return group$2({
		fails: maybeAmount,
		passes: maybeAmount,
		total: maybeAmount,
		matches: maybeAmount
	}).transform(({ fails, passes, total, matches }) => {
		const failed = fails ?? (total === null || matches === null ? null : total - matches);
		if (failed === null) return [{
			name,
			failed: "the file does not say how many checks failed"
		}];
		if (failed === 0 && (passes ?? matches) === 0) return [{
			name,
			failed: "no check ran"
		}];
		return failed > 0 ? [{
			name,
			failed: `${failed} checks failed`
		}] : [];
	});
	if (base === "http_req_failed") return choose((values) => has(values, "rate") ? group$2({ rate: amount$1 }) : group$2({ value: amount$1 })).transform((one) => {
		const share = "rate" in one ? one.rate : one.value;
		return share > 0 ? [{
			name,
			failed: `${(100 * share).toFixed(3)} % of the requests failed`
		}] : [];
	});
	if (base === "dropped_iterations") return group$2({ count: amount$1 }).transform(({ count }) => {
		const skipped = `${count} iterations did not start: the load was lower than asked`;
		return count > 0 ? [{
			name,
			skipped
		}] : [];
	});
	if (base === "http_reqs" || base === "iterations") return seconds ? group$2({ count: amount$1 }).transform(({ count }) => [{
		name,
		metric: rate$1,
		value: count / seconds
	}]) : group$2({ rate: amount$1 }).transform((one) => [{
		name,
		metric: rate$1,
		value: one.rate
	}]);
	if (!isTime && !ownTimes.test(base)) return unknown().transform(() => [{
		name,
		skipped: "not judged: it describes the load, or its direction is unknown"
	}]);
	return index((statistic) => statistics.test(statistic) ? finite : notRead).transform((values) => [...values].flatMap(([statistic, value]) => {
		if (statistic === "thresholds") return [];
		if (value === null) return {
			name,
			skipped: `${statistic} is not judged: it is no time`
		};
		return {
			name,
			metric: {
				name: `time_${statistic.replaceAll(/[()]/g, "")}`,
				unit: "s",
				betterWhen: "lower"
			},
			value: value / 1e3,
			zero: "skips"
		};
	}));
}
const thresholdFields = group$2({ thresholds: parameters });
function createMetric(name, seconds) {
	return anything.transform((metric, context) => {
		const { type, contains } = isMap(metric) ? metric : {};
		const { thresholds } = readInto(context, thresholdFields, metric, []);
		const failed = [...thresholds ?? []].filter(([, state]) => state !== false && !(isMap(state) && state["ok"] === true));
		const values = createValues(name, type === "trend" && contains === "time", seconds);
		const [given, path] = has(metric, "values") ? [metric["values"], ["values"]] : [metric, []];
		const rows = readInto(context, values, given, path);
		if (context.issues.length > 0) return [];
		return [...failed.map(([condition]) => ({
			name,
			failed: `the threshold ${condition} failed`
		})), ...rows];
	});
}
const group = lazy(() => group$2({
	checks: createNamed(() => check$1).nullish(),
	results: createNamed(() => check$1).nullish(),
	groups: createNamed(() => group).nullish()
})).transform(({ checks, results, groups }) => [
	...checks ?? [],
	...results ?? [],
	...groups ?? []
].flatMap(([, rows]) => rows));
const check$1 = group$2({
	path: maybeText,
	name: maybeText,
	fails: amount$1,
	passes: amount$1
}).transform(({ path, name, fails, passes }, context) => {
	const own = path ?? name ?? refuse$1(context, void 0, "a name", { path: ["name"] });
	if (fails + passes === 0) return [{
		name: own,
		failed: "the check never ran"
	}];
	return fails > 0 ? [{
		name: own,
		failed: `the check failed ${fails} of ${fails + passes} times`
	}] : [];
});
const k6 = createJsonReader({
	wants: "the file of k6 run --summary-export, or JSON.stringify(data) of handleSummary",
	detect: (head) => /^\s*\{/.test(head) && (/"(?:root_group|testRunDurationMs|k6_version)"\s*:/.test(head) || /"metrics"\s*:\s*\{/.test(head) && /"(?:vus_max|iteration_duration|http_req_duration|data_sent)"\s*:\s*\{/.test(head)),
	schema: choose((root) => {
		const config = isMap(root) && isMap(root["config"]) ? root["config"] : {};
		const seconds = toAmount(config["duration"]);
		const results = {
			metrics: createNamed((name) => createMetric(name, seconds)).transform((found, context) => {
				if (found.length === 0) refuse$1(context, {}, "at least one metric");
				return found.flatMap(([, rows]) => rows);
			}),
			checks: group.nullish()
		};
		return has(root, "results") ? group$2({
			results: group$2(results),
			root_group: group.nullish()
		}).transform((one) => ({
			...one.results,
			root_group: one.root_group
		})) : group$2({
			...results,
			root_group: group.nullish()
		});
	}),
	toReadings: ({ metrics, root_group: checks, checks: more }) => ({
		tool: "k6",
		rows: [
			...metrics,
			...checks ?? [],
			...more ?? []
		]
	})
});

// src/adapters/tools/mlperf.ts
const summaryTitle = "MLPerf Results Summary";
const mlperf = createTextReader({
	wants: "the log of an MLPerf training run, or mlperf_log_summary.txt of LoadGen",
	isLog: true,
	detect: (head) => head.includes(summaryTitle) || /^.{0,200}:::MLL(?:OG \{"| [\d.]+ \w+: \{")/m.test(head),
	toReadings: (text, path) => text.includes(summaryTitle) ? readSummary$1(text, path) : readLog(text, path)
});
function readSummary$1(text, path) {
	if (text.indexOf(summaryTitle) < text.lastIndexOf(summaryTitle)) throw new UserError(`${path} holds the summaries of several runs`, "Pass the summary of one run");
	const errors = /^(?:No|(\d+)) errors? encountered/im.exec(text);
	if (!errors) throw new UserError(`${path} ends before the number of errors`, "Pass the complete summary of LoadGen");
	const [measured = "", parameters = ""] = text.split("Test Parameters Used");
	const context = Object.fromEntries(listPairs(parameters).map(({ label, value }) => [label, value]));
	const pairs = listPairs(measured);
	const find = (label) => pairs.find((pair) => pair.label === label)?.value ?? "";
	const key = {
		name: find("SUT name") || "system under test",
		axes: { scenario: find("Scenario") }
	};
	const tool = "MLPerf LoadGen";
	if (find("Mode").startsWith("Accuracy")) return {
		tool,
		context,
		rows: [{
			...key,
			skipped: "the mode AccuracyOnly measures no performance"
		}]
	};
	const faults = [
		...find("Result is") === "VALID" ? [] : [`the result is ${find("Result is") || "missing"}`],
		...pairs.flatMap(({ label, value }) => label.endsWith("satisfied") && /^no$/i.test(value) ? [`not satisfied: ${label}`] : []),
		...errors[1] === void 0 ? [] : [`${errors[1]} errors, see the detailed log`]
	];
	const once = [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
	const figures = once.flatMap(({ list, label, value }) => {
		const isAmbiguous = once.some((other) => other.label === label && other.list !== list);
		return readResult(key, label, value, isAmbiguous ? list : "");
	});
	if (figures.length === 0) throw new UserError(`${path} has no figure`, "Run LoadGen in the mode PerformanceOnly");
	return {
		tool,
		context,
		rows: faults.length > 0 ? [{
			...key,
			failed: faults.join("; ")
		}] : figures
	};
}
function listPairs(text) {
	let list = "";
	return text.split("\n").flatMap((line) => {
		list = line.startsWith("=") ? "" : /^(\w[^:]*):(?:$|\s+")/.exec(line)?.[1] ?? list;
		const [, label = "", value] = /^[ *]*([^\s:*][^:]*?)\s*:+[ :\t]*(\S.*)$/.exec(line) ?? [];
		return value === void 0 ? [] : [{
			list,
			label,
			value: value.trim()
		}];
	});
}
function readResult(key, label, value, list = "") {
	const name = `${list} ${label.replace(/^result_/, "")}`.trim().replace(/\s*\(ns\)$|_ns$/, "").replaceAll(/[^\w.]+/g, "_").toLowerCase();
	const isTime = /(?:\(ns\)|_ns)$|^Early stopping .*estimate$/.test(label) && !/^target|^min_duration/.test(label);
	const isRate = /(?:per[_ ]sec(?:ond)?\b|^[QT]PS |_(?:qps|throughput|with_loadgen_overhead|without_loadgen_overhead)$)/.test(label);
	const amount = value === "" ? NaN : Number(value);
	if (!/^[-+\d.e]+$|^-?(?:nan|inf)$/i.test(value)) return isTime || isRate ? [{
		...key,
		failed: `${name} is ${formatShortJson(value)}, not a number`
	}] : [];
	if (!Number.isFinite(amount)) return [{
		...key,
		skipped: `${name} is ${value}, not a finite number`
	}];
	if (isTime) return [{
		...key,
		metric: {
			name,
			unit: "s",
			betterWhen: "lower"
		},
		value: amount / 1e9,
		zero: "skips"
	}];
	if (!isRate || /scheduled/i.test(label)) return [{
		name,
		skipped: "not judged: it describes the load, or its direction is unknown"
	}];
	return [{
		...key,
		metric: {
			name,
			unit: "1/s",
			betterWhen: "higher"
		},
		value: amount
	}];
}
const logEvent = group$2({
	key: name$1,
	time_ms: amount$1,
	value: anything,
	metadata: group$2({
		status: maybeText,
		is_error: anything
	})
});
function readLog(text, path) {
	const parts = text.split(/:::MLL(?:OG (?=\{)| (?=[\d.]+ \w+: \{))/).slice(1);
	const events = parts.flatMap((part, index) => {
		const [line = ""] = part.split("\n");
		const place = `${path} event ${index + 1}`;
		try {
			const value = parseJson(line.slice(line.indexOf("{"), line.lastIndexOf("}") + 1), place);
			const [, seconds, key] = /^([\d.]+) (\w+): /.exec(line) ?? [];
			const old = key === void 0 ? {} : {
				key,
				time_ms: Number(seconds) * 1e3
			};
			return [read$1(logEvent, isMap(value) ? {
				...value,
				...old
			} : value, place)];
		} catch (error) {
			if (index === parts.length - 1 || !(error instanceof UserError)) throw error;
			return [];
		}
	});
	const broken = parts.length - events.length;
	const isRun = events.some(({ key }) => /^run_st(?:art|op)$/.test(key));
	const problems = broken > 0 ? [`${broken} lines of the log are damaged and do not count`] : [];
	return {
		...isRun ? readRun(events) : readDetail(events, path),
		problems
	};
}
function findText(events, key) {
	return toLine$1(events.findLast((event) => event.key === key)?.value);
}
function readRun(events) {
	const key = { name: findText(events, "submission_benchmark") ?? "training" };
	const bad = events.filter((event) => event.key === "run_stop").map(({ metadata }) => metadata.status ?? "unknown").find((status) => status !== "success");
	const stems = new Set(events.flatMap((event) => /^(.+)_st(?:art|op)$/.exec(event.key)?.[1] ?? []));
	const facts = events.flatMap(({ key: name, value }) => {
		return /^(?:submission_|global_batch_size$|seed$|opt_name$)/.test(name) && (typeof value === "string" || typeof value === "number") ? [[name, String(value)]] : [];
	});
	const intervals = [...stems].map((stem) => readIntervals(key, stem, events));
	return {
		tool: "MLPerf training",
		context: Object.fromEntries(facts),
		isJoined: intervals.some((row) => "samples" in row && row.metric.name === "run_time" && row.samples.length > 1),
		rows: [
			...bad === void 0 ? [] : [{
				...key,
				failed: `the run ended with the status ${bad}`
			}],
			...intervals,
			...readStatistics$1(key, events)
		]
	};
}
function readIntervals(key, stem, all) {
	const own = all.filter((event) => event.key === `${stem}_start` || event.key === `${stem}_stop`);
	const alternates = own.length % 2 === 0 && own.every((event, index) => event.key.endsWith(index % 2 === 0 ? "start" : "stop"));
	const name = `${stem}_time`;
	if (!alternates) {
		const reason = `${stem}_start and ${stem}_stop do not alternate: the log is cut off, or of several processes`;
		return stem === "run" ? {
			...key,
			failed: reason
		} : {
			...key,
			skipped: `${name} is not known: ${reason}`
		};
	}
	const samples = own.flatMap(({ time_ms: end }, index) => index % 2 === 1 ? [(end - (own[index - 1]?.time_ms ?? 0)) / 1e3] : []);
	if (stem !== "run" && samples.some((seconds) => seconds <= 0)) return {
		...key,
		skipped: `${name} of ${Math.min(...samples)} s is not a measurement`
	};
	return {
		...key,
		metric: {
			name,
			unit: "s",
			betterWhen: "lower"
		},
		samples,
		zero: "skips"
	};
}
function readStatistics$1(key, events) {
	const values = events.filter((event) => event.key === "tracked_stats" || event.key === "throughput").flatMap(({ key: own, value }) => Object.entries(isMap(value) ? value : { [own]: value }));
	const figures = [...Map.groupBy(values, ([name]) => name)].map(([name, group]) => {
		if (!/throughput|per_sec/.test(name)) return {
			name,
			skipped: "not judged: its direction is unknown"
		};
		const metric = {
			name,
			unit: "samples/s",
			betterWhen: "higher"
		};
		return {
			...key,
			metric,
			samples: group.map(([, value]) => figure.parse(value))
		};
	});
	const skipped = "not judged: its direction depends on the benchmark";
	const hasQuality = events.some((event) => event.key === "eval_accuracy");
	return [...figures, ...hasQuality ? [{
		name: "eval_accuracy",
		skipped
	}] : []];
}
function readDetail(events, path) {
	const find = (key) => findText(events, key) ?? "";
	const validity = find("result_validity");
	const isWhole = events.some(({ key }) => key === "num_errors" || key === "result_99.90_percentile_latency_ns");
	if (validity === "" || !isWhole) throw new UserError(`${path} has no run_start, and no complete result of LoadGen`, "Pass the complete log of one run");
	const key = {
		name: find("sut_name") || "system under test",
		axes: { scenario: find("effective_scenario") || "unknown" }
	};
	const errors = events.filter(({ metadata }) => metadata.is_error === true).length;
	const reason = find("result_invalid_reason");
	const failed = `the result is ${validity}, with ${errors} errors${reason === "" ? "" : `: ${reason}`}`;
	const results = events.flatMap(({ key: name, value }) => name.startsWith("result_") && typeof value === "number" ? readResult(key, name, String(value)) : []);
	return {
		tool: "MLPerf LoadGen",
		rows: validity !== "VALID" || errors > 0 ? [{
			...key,
			failed
		}] : results
	};
}

// src/adapters/tools/nvbench.ts
const bandwidth = {
	name: "bandwidth",
	unit: "B/s",
	betterWhen: "higher"
};
const itemRate = {
	name: "item_rate",
	unit: "1/s",
	betterWhen: "higher"
};
const measures = [
	{
		metric: time,
		mean: "nv/cold/time/gpu/mean",
		samples: "nv/json/bin:nv/cold/sample_times"
	},
	{
		metric: cpuTime,
		mean: "nv/cold/time/cpu/mean"
	},
	{
		metric: {
			name: "batch_time",
			unit: "s",
			betterWhen: "lower"
		},
		mean: "nv/batch/time/gpu/mean"
	},
	{
		metric: cpuTime,
		mean: "nv/cpu_only/time/cpu/mean",
		samples: "nv/json/bin:nv/cpu_only/sample_times"
	},
	...["cold", "cpu_only"].flatMap((kind) => [{
		metric: bandwidth,
		mean: `nv/${kind}/bw/global/bytes_per_second`
	}, {
		metric: itemRate,
		mean: `nv/${kind}/bw/item_rate`
	}])
];
const maxSamples = 4e6;
function parseNumber(value) {
	const number = typeof value === "string" && value.trim() !== "" ? Number(value) : NaN;
	return Number.isNaN(number) ? value : number;
}
const summary = group$2({
	tag: shortText,
	data: transform((list) => {
		const entries = Array.isArray(list) ? list.filter((one) => isMap(one)) : [];
		return new Map(entries.map(({ name, value }) => [name, parseNumber(value)]));
	})
});
const state = group$2({
	axis_values: listOptional(group$2({
		name: name$1,
		type: anything,
		value: anything
	})),
	device: anything,
	is_skipped: anything,
	skip_reason: maybeText,
	summaries: listOptional(summary).transform((all) => new Map(all.map(({ tag, data }) => [tag, data])))
});
const root = group$2({
	meta: group$2({ version: group$2({ nvbench: group$2({ string: maybeText }) }) }),
	devices: listOptional(group$2({
		id: anything,
		name: maybeText
	})),
	benchmarks: list(group$2({
		name: name$1,
		states: listOptional(state)
	}), "The program ran no benchmark; check --benchmark")
});
const nvbench = createRunReader({
	wants: "the file of --json, with the .bin files of --jsonbin next to it",
	detect: (head) => head.includes("\"nvbench\"") && head.includes("\"meta\""),
	isSidecar: (path) => path.endsWith(".bin"),
	toReadings: async (files) => {
		const jsons = files.filter(({ path }) => !path.endsWith(".bin"));
		const [data, ...others] = await parseEach(jsons, (text, path) => read$1(root, parseJson(text, path), path));
		if (!data || others.length > 0) throw new UserError(`${jsons.length} JSON files for one run of NVBench`, "Pass the file of --json once");
		const rows = [];
		for (const { name, states } of data.benchmarks) {
			if (states.length === 0) rows.push({
				name,
				failed: "has no state, so it did not run"
			});
			for (const one of states) rows.push(...await readState({
				name,
				axes: readAxes(one)
			}, one, files));
		}
		return {
			tool: `NVBench ${data.meta.version.nvbench.string ?? "of unknown version"}`,
			rows,
			context: Object.fromEntries(data.devices.map(({ id, name }) => [`device ${String(id)}`, name ?? "unknown"]))
		};
	}
});
function readAxes({ axis_values: axes, device }) {
	const values = axes.map(({ name, type, value }) => {
		const number = type === "string" ? NaN : parseNumber(value);
		return [name, Number.isFinite(number) ? number : value];
	});
	return toAxes(isAbsent(device) ? values : [["device", device], ...values]);
}
async function readState(key, one, files) {
	const { summaries, skip_reason: reason } = one;
	if (one.is_skipped === true) {
		const text = reason ?? "no reason given";
		return [{
			...key,
			.../^Unexpected error\b/.test(text) ? { failed: text } : { skipped: `skipped: ${text}` }
		}];
	}
	const rows = [];
	for (const measure of measures) rows.push(...(await readMeasure(measure, one, files)).map((row) => ({
		...key,
		...row
	})));
	if (rows.length === 0 && summaries.size === 0) return [{
		...key,
		failed: "has no measure"
	}];
	const own = [...summaries.keys()].filter((tag) => !tag.startsWith("nv/"));
	return [...rows.length > 0 ? rows : [{
		...key,
		skipped: "not judged: no known measure"
	}], ...own.map((tag) => ({
		...key,
		skipped: `${tag} is not judged: its direction is unknown`
	}))];
}
async function readMeasure({ metric, ...tags }, { summaries }, files) {
	const [binary, mean] = [tags.samples, tags.mean].map((tag = "") => summaries.get(tag));
	const path = toLine$1(binary?.get("filename"));
	const file = path !== null && files.find((one) => one.path === path || one.path.endsWith(`/${path}`));
	if (file) return [{
		metric,
		samples: await readSamples(file, binary?.get("size"))
	}];
	const folder = path?.replace(/\/[^/]*$/, "");
	if (!mean) return path === null ? [] : [{ failed: `${metric.name}: its mean and its samples in ${folder} are missing` }];
	return [{
		metric,
		value: figure.parse(mean.get("value"))
	}, ...path === null ? [] : [{ skipped: `the mean is read, because its samples in ${folder} are missing` }]];
}
const bytesPerSample = 4;
async function readSamples(file, stated) {
	const createDamage = (what) => new UserError(`${file.path} ${what}`, "Pass the .bin files of the same run as the JSON");
	const count = toAmount(stated, maxSamples);
	if (count === null || !Number.isInteger(count)) throw createDamage("has samples of which the JSON states no number");
	const chunks = [];
	let size = 0;
	for await (const chunk of readPlainBytes(file)) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > count * bytesPerSample) break;
	}
	if (size !== count * bytesPerSample) throw createDamage(`has ${size} bytes, not ${count} samples of ${bytesPerSample}`);
	const bytes = Buffer.concat(chunks);
	const seconds = Array.from({ length: count }, (_, index) => bytes.readFloatLE(index * bytesPerSample));
	const odd = seconds.findIndex((value) => !Number.isFinite(value));
	if (odd >= 0) throw createDamage(`sample ${odd} is ${seconds[odd]}`);
	return seconds;
}

// src/adapters/tools/otava.ts
const attributes = /^(?:time|timestamp|date|commit|commit_?(?:hash|id|sha|time|date)|branch|version|tag|run_?id|build|host|test|suite)$/i;
const times$1 = /^(?:time|timestamp|date)$/i;
const commits = /^commit(?:_?(?:hash|id|sha))?$/i;
const otava = createTextReader({
	wants: "a CSV file of Apache Otava with the columns time and commit",
	detect: (head) => {
		const [first = "", second = ""] = head.split("\n");
		const columns = splitLine(first, findDelimiter(first)) ?? [];
		const cells = splitLine(second, findDelimiter(first)) ?? [];
		const at = columns.findIndex((name) => times$1.test(name.trim()));
		return at >= 0 && columns.some((name) => commits.test(name.trim())) && !Number.isNaN(parseTime$1(cells[at] ?? ""));
	},
	toReadings: (text, path) => {
		const { columns, rows } = readTable$1(text, path);
		const { newest, older } = selectNewest(columns, rows, path);
		const names = columns.filter((name) => !attributes.test(name));
		if (names.length === 0) throw new UserError(`${path} has no column of a metric`, "Add one column per metric");
		const facts = columns.flatMap((name, index) => attributes.test(name) ? [[commits.test(name) ? "commit" : name, newest.at(-1)?.[index] ?? ""]] : []);
		return {
			tool: "Apache Otava",
			rows: names.map((name) => readColumn(name, columns.indexOf(name), newest)),
			context: Object.fromEntries(facts),
			problems: older > 0 ? [`${older} earlier rows are the history of other runs: only the newest is read`] : []
		};
	}
});
function findDelimiter(header) {
	return header.includes("	") ? "	" : header.includes(",") ? "," : ";";
}
function readTable$1(text, path) {
	const [header = "", ...lines] = text.split("\n");
	const delimiter = findDelimiter(header);
	const columns = (splitLine(header, delimiter) ?? []).map((name) => name.trim());
	if (new Set(columns).size < columns.length) throw new UserError(`${path} names a column twice`, "Give each metric its own name");
	const rows = lines.flatMap((line, index) => {
		if (line.trim() === "") return [];
		const cells = splitLine(line, delimiter);
		if (cells?.length === columns.length) return [cells.map((cell) => cell.trim())];
		const what = `${path} line ${index + 2} has ${cells?.length ?? "unclosed"} fields, not ${columns.length}`;
		throw new UserError(what, "Write the file again; it may have been cut off");
	});
	if (rows.length === 0) throw new UserError(`${path} has no row`, "Run the benchmark first");
	return {
		columns,
		rows
	};
}
function selectNewest(columns, rows, path) {
	const at = columns.findIndex((name) => times$1.test(name));
	const stamps = rows.map((row) => parseTime$1(row[at] ?? ""));
	const odd = stamps.findIndex((stamp) => Number.isNaN(stamp));
	if (odd >= 0) {
		const what = at < 0 ? "has no column time" : `line ${odd + 2} has the time ${rows[odd]?.[at]}`;
		throw new UserError(`${path} ${what}`, "Otava needs a column time with dates or seconds since the epoch");
	}
	const latest = Math.max(...stamps);
	const commit = columns.findIndex((name) => commits.test(name));
	const last = rows[stamps.lastIndexOf(latest)];
	const newest = rows.filter((row, index) => commit < 0 ? stamps[index] === latest : row[commit] === last?.[commit]);
	return {
		newest,
		older: rows.length - newest.length
	};
}
function parseTime$1(text) {
	if (/^\d{9,11}(?:\.\d+)?$/.test(text)) return Number(text) * 1e3;
	if (!/^\d{4}[-./]\d\d?[-./]\d\d?/.test(text)) return NaN;
	const [, date = "", hour = "00", rest = ""] = /^(\S{8,10})(?:[ T](\d\d?)(.*))?$/.exec(text) ?? [];
	const [year = "", month = "", day = ""] = date.split(/[-./]/);
	const clock = rest === "" ? ":00:00Z" : rest.replace(/\s+/, "");
	return Date.parse(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${hour.padStart(2, "0")}${clock}`);
}
function readColumn(name, index, rows) {
	const cells = rows.map((row) => row[index] ?? "");
	const samples = cells.map((cell) => cell === "" ? NaN : Number(cell));
	const odd = samples.findIndex((value) => !Number.isFinite(value));
	if (odd >= 0) return {
		name,
		skipped: `${cells[odd] || "an empty cell"} is not a number`
	};
	const { unit, factor, betterWhen } = describeColumn(name);
	if (betterWhen === null) return {
		name,
		skipped: "not judged: its direction is in the configuration of Otava"
	};
	return {
		name,
		metric: {
			name: "value",
			unit,
			betterWhen
		},
		samples,
		factor,
		zero: "skips"
	};
}
function describeColumn(name) {
	const [, printed = ""] = /(?:^|[_\s([])((?:[A-Za-z]+(?:[_ ]per[_ ]|\/))?[A-Za-zµμ]+)[)\]]?$/.exec(name) ?? [];
	const found = toBaseUnit(printed === "min" ? "" : printed.replace(/[_ ]per[_ ]/, "/"));
	const isRate = /(?:^|[_ ])(?:throughput|bandwidth|qps|rps|tps)(?:[_ ]|$)/i.test(name) || found.unit.endsWith("/s");
	const isTime = /(?:^|[_ ])(?:latency|duration|elapsed)(?:[_ ]|$)/i.test(name) || found.unit === "s";
	const isLoss = /(?:^|[_ ])(?:err|fail|miss|drop|retr[iy]|timeout|reject|los[st]|stall|throttl)/i.test(name);
	const { unit, factor } = /^(?:s|B|.*\/s)$/.test(found.unit) ? found : {
		unit: "",
		factor: 1
	};
	return {
		unit,
		factor,
		betterWhen: isRate === isTime || isRate && isLoss ? null : isRate ? "higher" : "lower"
	};
}

// src/adapters/tools/perf-stat.ts
const costs = /^(?:(?:ref-|bus-)?cycles|cpu-cycles|instructions|stalled-cycles-\w+|.*[-_.]miss(?:es)?|(?:page-|minor-|major-)?faults|context-switches|cs|cpu-migrations|migrations|(?:alignment|emulation)-faults)$/i;
const perfStat = createTextReader({
	wants: "the output of perf stat -j or -x,",
	isLog: true,
	detect: (head) => {
		const lines = head.split("\n");
		const some = [...lines.slice(0, 200), ...lines.slice(-200)];
		return sectionTitle.test(head) || some.some((line) => objectStart.test(line) || parseColumns(line) !== null);
	},
	toReadings: (text, path) => {
		const { events, others } = parseRows(text, path);
		if (events.some(({ interval }, index) => interval < (events[index - 1]?.interval ?? 0))) throw new UserError(`${path} holds the intervals of several runs`, "Pass the output of one run");
		if (events.length === 0) throw new UserError(`${path} has no row of perf stat -j or -x`, "Run perf stat with -j, without --metric-only");
		const more = `${others.length} lines are not rows of perf stat, the first is ${formatShortJson(others[0])}`;
		const isJoined = areRunsJoined(events, text);
		const problems = others.length > 0 ? [more] : [];
		return {
			tool: "perf stat",
			rows: readEvents(events),
			joins: "samples",
			isJoined,
			problems
		};
	}
});
const objectStart = /^\{.*"counter-value" ?: ?"/;
const sectionTitle = /^ Performance counter stats for /m;
function parseRows(text, path) {
	const [lines, events, others] = [
		text.split("\n"),
		[],
		[]
	];
	for (const [index, line] of lines.entries()) {
		const row = line.startsWith("{") ? parseObject(line, `${path} line ${index + 1}`) : parseColumns(line);
		const isOther = !row && line.trim() !== "" && !notEvents.test(line);
		if (index === lines.length - 1 && (isOther || row?.interval)) throw new UserError(`${path} ends inside line ${index + 1}`, "Pass the complete output");
		if (row) events.push(row);
		else if (isOther) others.push(line);
	}
	return {
		events,
		others
	};
}
const notEvents = /^# started on |^\{"?(?:metric-|interval|\}|[\w-]+" : "[^"]*", "(?:aggregate-number|metric))|([,;|\t])\1{3}/;
const places$1 = [
	"cpu",
	"core",
	"cluster",
	"cache",
	"die",
	"socket",
	"node",
	"thread",
	"cgroup"
];
const counterFields = group$2({
	event: name$1,
	...repeat(anything, "counter-value", "interval", ...places$1),
	unit: maybeText
}).transform((one, context) => {
	const value = String(one["counter-value"]);
	if (!/^(?:-?\d+(?:\.\d+)?|<not \w+>)$/.test(value)) refuse$1(context, one["counter-value"], "a number or <not counted>", { path: ["counter-value"] });
	const found = places$1.flatMap((place) => {
		const own = one[place];
		return typeof own === "string" || typeof own === "number" ? [[place, own]] : [];
	});
	return {
		event: one.event,
		axes: Object.fromEntries(found),
		value,
		unit: one.unit ?? "",
		interval: Number(one.interval)
	};
});
const counter = choose((raw) => has(raw, "counter-value") ? counterFields : nothing$1);
const parseObject = (line, file) => read$1(counter, parseJson(line.replace(/,\s*\}\s*$/, "}"), file), file);
const amount = String.raw`(?<value>-?\d+(?:\.\d+)?|<not counted>|<not supported>)`;
const place = String.raw`(?<place>[^\d<\s][^,;|\t]*)`;
function parseColumns(line) {
	const [, separator = ""] = /(?:[\d>])([,;|:\t])/.exec(line) ?? [];
	const s = separator === "|" ? String.raw`\|` : separator;
	if (s === "") return null;
	const head = String.raw`^(?:\s*(?<interval>\d+\.\d{6,9})${s})?(?:${place}${s}(?:\d+${s})?)?`;
	const event = s === ":" ? String.raw`\D.*?` : String.raw`(?!\d)(?:[^/${s}]|/[^/]*/)+?`;
	const tail = String.raw`${s}(?<unit>[A-Za-z]*)${s}(?<event>${event})(?:${s}[\d.]+%)?${s}\d+${s}\d+[.]\d\d(?:${s}.*)?$`;
	const groups = new RegExp(head + amount + tail).exec(line)?.groups;
	if (!groups) return null;
	return {
		event: groups["event"] ?? "",
		axes: groups["place"] === void 0 ? {} : { place: groups["place"] },
		value: groups["value"] ?? "",
		unit: groups["unit"] ?? "",
		interval: Number(groups["interval"])
	};
}
function groupEvents(events) {
	return [...Map.groupBy(events, ({ event, axes }) => JSON.stringify([event, axes])).values()];
}
function areRunsJoined(events, text) {
	const repeated = groupEvents(events.filter(({ interval }) => !interval)).map(({ length }) => length > 1);
	const starts = text.match(/^# started on /gm)?.length ?? 0;
	return repeated.includes(true) && (!repeated.includes(false) || starts > 1);
}
function readEvents(events) {
	const groups = groupEvents(events);
	const intervals = Map.groupBy(groups, ([one]) => JSON.stringify(one?.axes));
	return groups.flatMap((group) => {
		const [first] = group;
		if (!first) return [];
		const most = Math.max(...(intervals.get(JSON.stringify(first.axes)) ?? []).map((one) => one.length));
		if (first.interval && group.length < most) {
			const failed = `has ${group.length} of ${most} intervals: the output is cut off`;
			return [{
				name: first.event,
				axes: first.axes,
				failed
			}];
		}
		const missing = group.filter(({ value }) => value.startsWith("<"));
		const reason = missing[0]?.value.slice(1, -1);
		const part = group.length > 1 ? ` in ${missing.length} of ${group.length} rows` : "";
		if (reason !== void 0) return [{
			name: first.event,
			axes: first.axes,
			skipped: `${reason}${part}`
		}];
		return first.interval ? [readEvent(first, group)] : group.map((one) => readEvent(one, [one]));
	});
}
const names = /* @__PURE__ */ new Map([["s", "duration"], ["J", "energy"]]);
const rare = /faults$|switches$|migrations$|^cs$/;
function readEvent({ event, axes, unit: printed }, intervals) {
	const key = {
		name: event,
		axes
	};
	const [, inner = event] = /^(?:[\w-]+\/)?([^/:]+)/.exec(event) ?? [];
	const { unit, factor } = toBaseUnit(/^(?:duration|user|system)_time$/.test(inner) ? "ns" : printed);
	const name = names.get(unit) ?? (costs.test(inner) ? "count" : null);
	if (name === null) return {
		...key,
		skipped: "not judged: its direction is unknown"
	};
	return {
		...key,
		metric: {
			name,
			unit,
			betterWhen: "lower"
		},
		value: intervals.reduce((sum, { value }) => sum + Number(value), 0),
		factor,
		zero: rare.test(inner) ? "counts" : "skips"
	};
}

// src/adapters/tools/serving.ts
const loadFields = "backend endpoint_type label tag dataset_name request_rate burstiness max_concurrency num_prompts random_input_len random_output_len random_range_ratio sharegpt_output_len".split(" ");
const loadCounts = /^(?:completed|failed|concurrency|num_\w+|total_(?:input|output|generated)\w*|max_concurrent_requests|best_of)$/;
const times = /^(mean|median|std|max|min|p[\d.]+)_(\w+)_ms$/;
const figures = new RegExp(`${times.source}|^duration$|_throughput(?:_\\w+)?$|_goodput$|_per_s$|^rtfx$`);
const isFigure = ([one, value]) => typeof value === "number" || figures.test(one);
const requests = group$2({
	completed: amount$1,
	...repeat(maybeAmount, "failed", "num_prompts"),
	errors: listOptional(anything)
});
const servingRun = anything.transform((raw, context) => {
	const requested = readInto(context, requests, raw, []);
	const run = isMap(raw) ? raw : {};
	const named = [
		"model_id",
		"model",
		"backend"
	].find((one) => has(run, one)) ?? "model_id";
	const name = readInto(context, name$1, run[named], [named]);
	if (context.issues.length > 0) return NEVER;
	const given = Object.entries(run).filter(([, value]) => !isAbsent(value));
	const load = loadFields.flatMap((one) => given.filter(([own]) => own === one));
	const isCounted = has(run, "failed") || has(run, "num_prompts") || requested.errors.length > 0;
	const key = {
		name,
		axes: toAxes(isCounted ? load : [...load, ["completed", requested.completed]])
	};
	const tool = has(run, "model_id") ? "vllm bench serve" : "SGLang bench_serving";
	const others = given.filter(([one]) => !loadFields.includes(one));
	const texts = others.filter((one) => typeof one[1] === "string" && !isFigure(one));
	const labels = new Map(texts.filter(([one]) => one !== named && one !== "date"));
	const failed = findFailedRequests(requested);
	if (failed !== null) return {
		tool,
		labels,
		rows: [{
			...key,
			failed
		}]
	};
	return {
		tool,
		labels,
		rows: others.filter((one) => isFigure(one) && !loadCounts.test(one[0])).flatMap(([one, value]) => readServingFigure(key, one, value, run))
	};
});
const servingRuns = choose((root) => Array.isArray(root) ? list(servingRun, "The run measured nothing") : servingRun.transform((one) => [one]));
const benchServe = createTextReader({
	wants: "the JSON of vllm bench serve --save-result or of sglang.bench_serving",
	detect: (head) => /^\s*[[{]/.test(head) && /"completed"\s*:\s*\d/.test(head) && /"request_throughput"\s*:\s*[\d.N]/.test(head) && /"total_input\w*"\s*:/.test(head),
	toReadings: (text, path) => {
		const lines = text.split("\n").filter((line) => line.trim() !== "");
		const isOnePerLine = /^\s*\{.*\}\s*$/.test(lines[0] ?? "");
		const runs = (isOnePerLine ? lines : [text]).flatMap((part, index) => read$1(servingRuns, parseJson(part, path), path, isOnePerLine ? `line ${index + 1}` : ""));
		const tool = [...new Set(runs.map((run) => run.tool))].join(", ");
		const differing = [...new Set(runs.flatMap(({ labels }) => [...labels.keys()]))].filter((name) => new Set(runs.map(({ labels }) => labels.get(name))).size > 1);
		return {
			tool,
			rows: runs.flatMap(({ labels, rows: own }) => {
				const axes = toAxes([...labels].filter(([name]) => differing.includes(name)));
				return own.map((row) => ({
					...row,
					axes: {
						...row.axes,
						...axes
					}
				}));
			}),
			joins: "runs"
		};
	}
});
function findFailedRequests({ completed, failed: reported, ...run }) {
	const errors = run.errors.filter((error) => error !== "" && error !== null);
	const failed = Math.max(reported ?? 0, errors.length);
	const asked = run.num_prompts ?? completed + failed;
	if (failed === 0 && completed >= asked && completed > 0) return null;
	const first = toLine$1(errors[0]);
	return `${Math.max(failed, asked - completed)} of ${asked} requests failed${first === null ? "" : `, the first: ${first}`}`;
}
function readServingFigure(key, name, given, run) {
	const [, statistic, quantity = ""] = times.exec(name) ?? [];
	const value = figure.parse(given);
	if (statistic === void 0) return [readServingRate(key, name, value)];
	if (statistic === "std") return [];
	const isMedian = statistic === "median";
	const metric = {
		name: isMedian ? quantity : `${quantity}_${statistic}`,
		unit: "s",
		betterWhen: "lower"
	};
	const raw = isMedian ? run[`${quantity}s`] : [];
	if (Array.isArray(raw) && raw.length > 0 && raw.every((one) => typeof one === "number")) return [{
		...key,
		metric,
		samples: raw,
		zero: "skips"
	}];
	return [{
		...key,
		metric,
		value: typeof value === "number" ? value / 1e3 : value,
		zero: "skips"
	}];
}
function readServingRate(key, name, value) {
	if (name === "duration") return {
		...key,
		metric: {
			name,
			unit: "s",
			betterWhen: "lower"
		},
		value,
		zero: "skips"
	};
	if (!figures.test(name)) return {
		name,
		skipped: "not judged: its direction is unknown"
	};
	const [, counted = "token"] = /^(request|input_sequence)_/.exec(name) ?? [];
	const unit = name === "rtfx" ? "" : `${counted.replace("input_", "")}s/s`;
	return {
		...key,
		metric: {
			name,
			unit,
			betterWhen: "higher"
		},
		value,
		zero: "skips"
	};
}
const requestTimes = /latency|^time_to_|^http_req_|^decode_duration$|^network_rtt$|^video_inference_time$/;
const rates = /throughput|goodput|^rtfx$/;
const load = group$2(repeat(anything, "concurrency", "request_rate", "rate"));
const aiperfSummary = group$2({
	...repeat(maybeText, "aiperf_version", "incomplete_reason"),
	...repeat(anything, "schema_version", "was_cancelled", "is_complete"),
	error_summary: listOptional(group$2({
		count: maybeAmount,
		error_details: group$2({ message: maybeText })
	})),
	error_request_count: group$2({ avg: maybeAmount }),
	input_config: group$2({
		...repeat(anything, "model", "model_names", "models", "concurrency", "request_rate"),
		endpoint: group$2({ model_names: anything }),
		loadgen: load,
		perf_analyzer: group$2({ stimulus: load }),
		phases: listOptional(load)
	})
});
const aiperf = createJsonReader({
	wants: "profile_export_aiperf.json of AIPerf or profile_export_genai_perf.json of GenAI-Perf",
	detect: (head) => /^\s*\{/.test(head) && /"request_(?:throughput|latency|count)"\s*:\s*\{\s*"(?:unit|avg)"/.test(head) && !/"(?:timeslices|metrics)"\s*:/.test(head),
	schema: anything.transform((root, context) => ({
		run: readInto(context, aiperfSummary, root, []),
		metrics: Object.entries(root ?? {}).filter(([, metric]) => has(metric, "unit"))
	})),
	toReadings: ({ run, metrics }, path) => {
		const isAiperf = has(run, "schema_version") || has(run, "was_cancelled");
		const key = {
			name: "requests",
			axes: toAxes(readAiperfLoad(run.input_config))
		};
		const failed = findAiperfFault(run);
		const rows = metrics.flatMap(([tag, metric]) => readAiperfMetric(key, tag, metric));
		if (rows.length === 0) throw createError(path, "", run, "metrics with a unit and statistics");
		return {
			tool: isAiperf ? ["AIPerf", run.aiperf_version] : "GenAI-Perf",
			rows: failed === null ? rows : [{
				...key,
				failed
			}]
		};
	}
});
function readAiperfLoad({ endpoint, models, phases, ...config }) {
	const { loadgen, perf_analyzer: analyzer } = config;
	const phase = phases.at(-1);
	const listed = isMap(models) ? models["items"] : void 0;
	const found = {
		model: [
			endpoint.model_names,
			config.model_names,
			listed,
			models,
			config.model
		],
		concurrency: [
			phase,
			loadgen,
			analyzer.stimulus,
			config
		].map((part) => part?.concurrency),
		request_rate: [
			phase?.rate,
			loadgen.request_rate,
			analyzer.stimulus.request_rate,
			config.request_rate
		]
	};
	return Object.entries(found).flatMap(([name, values]) => {
		const value = values.find((one) => !isAbsent(one));
		if (value === void 0) return [];
		const [first = value] = Array.isArray(value) && value.length === 1 ? value : [];
		return [[name, first !== value && has(first, "name") ? first["name"] : first]];
	});
}
function findAiperfFault(run) {
	if (run.was_cancelled === true) return "the run was cancelled";
	if (run.is_complete === false) return `the run is not complete: ${run.incomplete_reason ?? "no reason given"}`;
	const counted = run.error_summary.reduce((sum, { count }) => sum + (count ?? 1), 0);
	const failed = Math.max(run.error_request_count.avg ?? 0, counted);
	const first = run.error_summary[0]?.error_details.message ?? null;
	return failed === 0 ? null : `${failed} requests failed${first === null ? "" : `, the first: ${first}`}`;
}
function readAiperfMetric(key, tag, metric) {
	const { unit, factor } = toBaseUnit(String(metric["unit"]));
	const betterWhen = rates.test(tag) ? "higher" : unit === "s" && requestTimes.test(tag) ? inferDirection(unit) : null;
	if (betterWhen === null) return [{
		name: tag,
		skipped: "not judged: it describes the load, or its direction is unknown"
	}];
	const statistics = Object.entries(metric).filter(([name, value]) => /^(?:avg|min|max|p[\d.]+)$/.test(name) && value !== null);
	return statistics.map(([statistic, value]) => {
		const name = statistics.length === 1 ? tag : `${tag}_${statistic}`;
		if (typeof value !== "number" || !Number.isFinite(value)) return {
			name,
			skipped: `${String(value)} is not a finite number`
		};
		return {
			...key,
			metric: {
				name,
				unit,
				betterWhen
			},
			value,
			factor,
			zero: "skips"
		};
	});
}

// src/adapters/smi/gpu-log-rows.ts
const requiredColumns = logColumns.slice(0, 8).map(({ name }) => name);
const quantityColumns = logColumns.flatMap((column) => "quantity" in column ? [[column.name, column.quantity]] : []);
const bytesPerMebibyte$1 = 1048576;
function isGpuMetricsLog(text) {
	return /^# (?:GPU Monitoring Log\b|timestamp,device_id\b)/m.test(text);
}
var GpuLogRows = class {
	#columns = requiredColumns;
	#places = this.#findPlaces();
	isOurs = false;
	isFallback = null;
	promised = /* @__PURE__ */ new Map();
	broken = 0;
	#footerGpu = -1;
	read(line) {
		if (line.startsWith("#")) this.#readRemark(line);
		else if (line.trim() !== "") {
			const row = this.#readRow(line.split(",").map((cell) => cell.trim()));
			if (row) return row;
			this.broken += 1;
		}
		return null;
	}
	#readRemark(line) {
		const monitor = /^# Nvitop: (\S+)/.exec(line)?.[1];
		if (monitor) this.isFallback = monitor === "fallback";
		if (/^# Monitor: \S/.test(line)) [this.isOurs, this.isFallback] = [true, false];
		if (/^# timestamp,device_id\b/.test(line)) {
			this.#columns = line.slice(2).split(",").map((name) => name.trim());
			this.#places = this.#findPlaces();
		}
		this.#footerGpu = Number(/^# GPU (\d+):/.exec(line)?.[1] ?? this.#footerGpu);
		const samples = /^#\s+Samples: (\d+)/.exec(line)?.[1];
		if (samples && this.#footerGpu >= 0) this.promised.set(this.#footerGpu, Number(samples));
	}
	#findPlaces() {
		return {
			quantities: quantityColumns.map(([name]) => this.#columns.indexOf(name)),
			numbers: requiredColumns.slice(0, -1).map((name) => this.#columns.indexOf(name)),
			stage: this.#columns.indexOf("stage"),
			reasons: this.#columns.indexOf("clocks_event_reasons")
		};
	}
	#readRow(cells) {
		const { quantities, numbers, stage, reasons } = this.#places;
		const texts = numbers.map((place) => cells[place] ?? "");
		const [seconds = null, gpu = null] = texts.map(parseAmount$2);
		if (cells.length !== this.#columns.length || seconds === null || !(seconds >= 0)) return null;
		if (gpu === null || gpu < 0 || !Number.isInteger(gpu)) return null;
		if (!texts.every((text) => /^(?:-?\d+(?:\.\d+)?|N\/A|None|nan|)$/i.test(text))) return null;
		const amounts = quantities.map((place, index) => [quantityColumns[index]?.[1], parseAmount$2(cells[place] ?? "")]);
		return this.#complete(texts, {
			...createUnavailableReading(gpu, Math.round(seconds * 1e3)),
			...Object.fromEntries(amounts),
			clocksEventReasons: parseReasons(cells[reasons] ?? ""),
			stage: cells[stage] || null
		});
	}
	#complete(texts, reading) {
		const [, , , mebibytes = null, percent = null] = texts.map(parseAmount$2);
		const used = reading.memoryUsedBytes ?? (mebibytes === null ? null : mebibytes * bytesPerMebibyte$1);
		const total = used !== null && percent !== null && percent > 0 ? Math.round(100 * used / percent) : null;
		const isEmpty = reading.utilizationPercent === 0 && `${texts[5]}${texts[6]}` === "";
		const isUnknown = this.isFallback ?? isEmpty;
		return {
			...reading,
			utilizationPercent: isUnknown ? null : reading.utilizationPercent,
			memoryUsedBytes: used,
			memoryTotalBytes: reading.memoryTotalBytes ?? total
		};
	}
};
function parseReasons(value) {
	if (value === "") return null;
	const found = clocksEventReasons.filter((reason) => value.split(" ").includes(reason));
	return found.length > 0 ? found : null;
}
function parseAmount$2(value) {
	return /^(?:-?\d+(?:\.\d+)?|nan)$/i.test(value) ? Number(value) : null;
}

// src/adapters/smi/gpu-metrics-log.ts
const milliwattsFrom = 2e3;
function parseGpuMetricsLog(text) {
	if (!isGpuMetricsLog(text)) return null;
	const log = new GpuLogRows();
	const distinct = /* @__PURE__ */ new Map();
	for (const line of splitBoundedLines(text)) {
		const row = log.read(line);
		if (row) distinct.set(formatKey(row), row);
	}
	const rows = [...distinct.values()];
	const impossible = new ImpossibleValues();
	const amounts = log.isOurs ? [] : rows.flatMap(({ powerWatts }) => powerWatts || []);
	const milliwatts = amounts.every((amount) => amount >= milliwattsFrom) ? amounts.length : 0;
	const readings = shareCapacities(sortByTime((milliwatts > 0 ? rows.map((row) => ({
		...row,
		powerWatts: row.powerWatts && row.powerWatts / 1e3
	})) : rows).map((row) => impossible.drop(row))));
	const problems = [...listProblems$3(log, rows), ...impossible.list()];
	if (milliwatts > 0) problems.push(`power of ${milliwatts} rows was in milliwatts instead of watts`);
	return {
		readings,
		problems
	};
}
function shareCapacities(readings) {
	const fullest = /* @__PURE__ */ new Map();
	for (const reading of readings) {
		const known = fullest.get(reading.gpu);
		if (reading.memoryTotalBytes !== null && (reading.memoryUsedBytes ?? 0) > (known?.memoryUsedBytes ?? -1)) fullest.set(reading.gpu, reading);
	}
	return readings.map((reading) => ({
		...reading,
		memoryTotalBytes: fullest.get(reading.gpu)?.memoryTotalBytes ?? null
	}));
}
function mergeGpuMetricsLogs(logs) {
	return {
		readings: sortByTime([...new Map(logs.flatMap((log) => log.readings).map((reading) => [formatKey(reading), reading])).values()]),
		problems: [...new Set(logs.flatMap((log) => log.problems))]
	};
}
function listProblems$3({ isFallback, broken, promised }, rows) {
	const problems = [];
	if (isFallback) problems.push("the log was written without nvitop, so its GPU utilization of 0 means unavailable");
	if (broken > 0) problems.push(`${broken} incomplete rows of the log were skipped`);
	for (const [gpu, samples] of promised) {
		const found = rows.filter((row) => row.gpu === gpu).length;
		if (found < samples) problems.push(`the footer counts ${samples} samples of GPU ${gpu}, but the log has only ${found} rows`);
	}
	return problems;
}
function formatKey({ gpu, timeMs, stage }) {
	return `${gpu} ${timeMs} ${stage ?? ""}`;
}
function sortByTime(readings) {
	return readings.toSorted((one, other) => one.timeMs - other.timeMs || one.gpu - other.gpu);
}
const gpuMetrics = createRunReader({
	wants: "the gpu_metrics_*.log files of a run",
	detect: isGpuMetricsLog,
	toReadings: async (files) => {
		const { readings, problems } = mergeGpuMetricsLogs(await parseEach(files, (text, path) => {
			const log = parseGpuMetricsLog(text);
			if (log && log.readings.length > 0) return log;
			throw new UserError(`${path} ${log ? "has no sample" : "is not a log of GPU metrics"}`, "Pass the gpu_metrics_*.log of a run");
		}));
		return {
			tool: "gpu_metrics log",
			gpuReadings: readings,
			problems
		};
	}
});

// src/domain/telemetry/nvidia-smi-csv.ts
const readingFields = [
	["index"],
	["timestamp"],
	["utilization.gpu"],
	["memory.used"],
	["memory.total"],
	["power.draw.instant"],
	["power.draw"],
	["clocks.sm"],
	["clocks.mem"],
	["temperature.gpu"],
	["clocks_event_reasons.active", "clocks_throttle_reasons.active"],
	["ecc.errors.uncorrected.volatile.total"],
	["retired_pages.sbe"],
	["retired_pages.dbe"]
];
function selectKnownFields(fields, unknown) {
	return fields.flatMap((names) => names.find((name) => !unknown.has(name)) ?? []);
}
function parseRefusedField(text) {
	return /Field "([^"]+)" is not a valid field/i.exec(text)?.[1] ?? null;
}
const bytesPerMebibyte = 1048576;
const quarterHourMs = 9e5;
function parseReadingLine(line, fields, arrivedMs) {
	const values = line.split(",").map((value) => value.trim());
	const index = Number(values[fields.indexOf("index")] || NaN);
	if (values.length !== fields.length || !Number.isInteger(index) || index < 0) return null;
	const getText = (...names) => values[fields.findIndex((name) => names.includes(name))] ?? "";
	const getAmount = (...names) => parseAmount$1(getText(...names));
	return {
		...createUnavailableReading(index, parseStampMs(getText("timestamp"), arrivedMs)),
		utilizationPercent: getAmount("utilization.gpu"),
		memoryUsedBytes: toBytes(getAmount("memory.used")),
		memoryTotalBytes: toBytes(getAmount("memory.total")),
		powerWatts: getAmount("power.draw.instant") || getAmount("power.draw"),
		smClockMhz: getAmount("clocks.sm"),
		memoryClockMhz: getAmount("clocks.mem"),
		temperatureCelsius: getAmount("temperature.gpu"),
		clocksEventReasons: decodeReasons(getText("clocks_event_reasons.active", "clocks_throttle_reasons.active")),
		eccErrors: getAmount("ecc.errors.uncorrected.volatile.total"),
		retiredPages: computeCompleteSum([getAmount("retired_pages.sbe"), getAmount("retired_pages.dbe")])
	};
}
const vitalFields = {
	utilizationPercent: "utilization.gpu",
	memoryUsedBytes: "memory.used",
	powerWatts: "power.draw",
	smClockMhz: "clocks.sm",
	temperatureCelsius: "temperature.gpu"
};
function describeRefusals(line, fields, reading) {
	const values = line.split(",").map((value) => value.trim());
	const refused = vitals.filter((name) => reading[name] === null).map((name) => vitalFields[name]).filter((field) => fields.includes(field));
	const answers = [...new Set(refused.map((field) => values[fields.indexOf(field)]))];
	if (refused.length === 0) return null;
	const answer = `nvidia-smi answers ${answers.map((text) => JSON.stringify(text)).join(" and ")}`;
	return refused.length === vitals.length ? `${answer} for GPU ${reading.gpu}` : `no ${refused.join(", ")} of GPU ${reading.gpu}: ${answer}`;
}
function parseComputeApps(csv) {
	const found = csv.split("\n").filter((line) => !/^[\s,]*$|^No running processes found/i.test(line)).map((line) => {
		const [gpuUuid, pid, ...rest] = line.split(",").map((value) => value.trim());
		if (!gpuUuid || !pid || !/^\d+$/.test(pid) || rest.length < 2) return null;
		const name = rest.slice(0, -1).join(", ");
		const memoryBytes = toBytes(parseAmount$1(rest.at(-1) ?? ""));
		return {
			gpuUuid,
			pid: Number(pid),
			name: isReported(name) ? name : null,
			memoryBytes
		};
	});
	return found.every((one) => one !== null) ? found : null;
}
function isReported(value) {
	return value !== "" && !/^\[|^N\/A$|^ERR!|^Unknown Error$|^Not Supported$/i.test(value);
}
function parseAmount$1(value) {
	const text = isReported(value) ? /^(?:-?\d+(?:\.\d+)?|nan)(?=$|\s|%)/i.exec(value)?.[0] ?? null : null;
	return text === null ? null : Number(text);
}
function toBytes(amount) {
	return amount === null ? null : amount * bytesPerMebibyte;
}
function decodeReasons(mask) {
	if (!/^0x[\da-f]+$/i.test(mask)) return null;
	const bits = BigInt(mask);
	return decodeClocksEvents(Number(bits & 4294967295n), Number(bits >> 32n));
}
function parseStampMs(stamp, arrivedMs) {
	const parts = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})$/.exec(stamp)?.slice(1).map(Number);
	if (!parts) return arrivedMs;
	const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = parts;
	const asUtcMs = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
	return asUtcMs - Math.round((asUtcMs - arrivedMs) / quarterHourMs) * quarterHourMs;
}
const identityFields = [
	["index"],
	["uuid"],
	["pci.bus_id"],
	["memory.total"],
	["power.limit"],
	["persistence_mode"],
	["ecc.mode.current"],
	["mig.mode.current"],
	["clocks.max.sm"],
	["clocks.applications.graphics"],
	["clocks.default_applications.graphics"],
	["name"]
];
function parseIdentities(csv, fields) {
	return csv.split("\n").flatMap((line) => {
		const values = line.split(",").map((value) => value.trim());
		if (values.length < fields.length || !/^\d+$/.test(values[fields.indexOf("index")] ?? "")) return [];
		const last = fields.length - 1;
		return [parseIdentity(fields, [...values.slice(0, last), values.slice(last).join(", ")])];
	});
}
function parseIdentity(fields, values) {
	const getText = (name) => values[fields.indexOf(name)] ?? "";
	const getAmount = (name) => parseAmount$1(getText(name));
	const applicationsClock = getAmount("clocks.applications.graphics");
	const isLocked = applicationsClock !== null && applicationsClock !== getAmount("clocks.default_applications.graphics");
	return {
		index: Number(getText("index")),
		uuid: isReported(getText("uuid")) ? getText("uuid") : `index-${getText("index")}`,
		pciBusId: isReported(getText("pci.bus_id")) ? getText("pci.bus_id") : null,
		model: isReported(getText("name")) ? getText("name") : "unknown GPU",
		memoryBytes: toBytes(getAmount("memory.total")) || null,
		settings: {
			powerLimitWatts: getAmount("power.limit"),
			isPersistent: parseSwitch(getText("persistence_mode")),
			isEccOn: parseSwitch(getText("ecc.mode.current")),
			isMigOn: parseSwitch(getText("mig.mode.current")),
			maxSmClockMhz: getAmount("clocks.max.sm"),
			lockedSmClockMhz: isLocked ? applicationsClock : null
		},
		migSlices: []
	};
}
function parseSwitch(value) {
	if (/^enabled$/i.test(value)) return true;
	return /^disabled$/i.test(value) ? false : null;
}
function hasOnlyRows(csv) {
	return csv.trim().split("\n").every((line) => /^\d+,/.test(line));
}
function parseMigSlices(text) {
	const slices = /* @__PURE__ */ new Map();
	let current = [];
	for (const line of text.split("\n")) {
		const gpu = /^GPU \d+:.*\(UUID: (GPU-[^)]+)\)/.exec(line)?.[1];
		if (gpu) slices.set(gpu, current = []);
		const [, profile, uuid] = /^\s+MIG (\S+)\s+Device\s+\d+: \(UUID: (MIG-[^)]+)\)/.exec(line) ?? [];
		if (uuid) current.push({
			uuid,
			profile: profile ?? null,
			memoryBytes: null
		});
	}
	return slices;
}

// src/adapters/smi/monitor-logs.ts
const smiHeader = /^[a-z][\w.]*(?: \[[A-Za-z%]+\])?$/;
const smiQuantity = /^(?:utilization\.gpu|memory\.used|power\.draw|temperature\.gpu|clocks\.)/;
const smiUnits = [
	[/^utilization\./, "%"],
	[/^memory\./, "MiB"],
	[/^power\./, "W"],
	[/^clocks\.(?:sm|mem)$/, "MHz"]
];
const leastStepBackMs = 5e3;
const printedNames = /* @__PURE__ */ new Map([
	["clocks.current.sm", "clocks.sm"],
	["clocks.current.memory", "clocks.mem"],
	["retired_pages.single_bit_ecc.count", "retired_pages.sbe"],
	["retired_pages.double_bit.count", "retired_pages.dbe"],
	["gpu_uuid", "uuid"],
	["gpu_bus_id", "pci.bus_id"]
]);
const identities = [
	"index",
	"uuid",
	"pci.bus_id",
	"serial",
	"gpu_serial"
];
const nvidiaSmi = createTextReader({
	wants: "the output of nvidia-smi --query-gpu=timestamp,index,… --format=csv, with its header",
	isLog: true,
	detect: (head) => head.trimStart().split("\n", 5).map(splitCells).some((cells) => cells.length > 1 && isSmiHeader(cells)),
	toReadings: (text, path) => {
		const { rows, broken, fields } = parseSmiRows(text, path);
		const [odd] = broken;
		if (rows.length === 0) throw new UserError(`${path} has no complete row${odd === void 0 ? "" : `, such as ${formatShortJson(odd)}`}`, "A row has a time such as 2026/01/31 14:00:00.123 and as many cells as the header; let the monitor run longer");
		const problems = [...describeBroken(broken), ...describeStepBack(rows)];
		const ignored = fields.filter((name) => !readFields.has(name) && !identities.includes(name));
		problems.push(...describeIgnored(ignored));
		return finishLog("nvidia-smi", readSmiRows(rows, path, problems), problems);
	}
});
function describeIgnored(columns) {
	return columns.length > 0 ? [`columns without a quantity that is read: ${columns.join(", ")}`] : [];
}
function describeBroken(lines) {
	const [first] = lines;
	return first === void 0 ? [] : [`lines that are no complete rows: ${lines.length}, such as ${formatShortJson(first.trim())}`];
}
function describeStepBack(rows) {
	const steps = rows.slice(1).map(({ timeMs }, index) => (rows[index]?.timeMs ?? timeMs) - timeMs);
	const longest = steps.reduce((one, other) => Math.max(one, other), 0);
	if (longest < leastStepBackMs) return [];
	return [`the times of the log go back by ${Math.round(longest / 1e3)} s after row ${steps.indexOf(longest) + 1}: a clock was set, or it holds several runs`];
}
function parseSmiRows(text, path) {
	const [rows, broken] = [[], []];
	let fields = [];
	const lines = text.split("\n");
	for (const [index, line] of lines.entries()) {
		const cells = splitCells(line);
		if (line.trim() === "") continue;
		if (isSmiHeader(cells)) {
			fields = cells.map((cell) => parseColumn(cell, path));
			if (!fields.includes("timestamp")) throw new UserError(`${path} has no column timestamp`, "Add timestamp and index to --query-gpu");
		} else if (fields.length === 0) broken.push(line);
		else {
			const timeMs = parseStamp(cells[fields.indexOf("timestamp")] ?? "");
			if (cells.length === fields.length && !Number.isNaN(timeMs) && index < lines.length - 1) rows.push({
				fields,
				cells,
				timeMs
			});
			else broken.push(line);
		}
	}
	if (fields.length === 0) throw new UserError(`${path} has no header, so its columns are unknown`, "Run nvidia-smi with --format=csv or csv,nounits, not noheader");
	return {
		rows,
		broken,
		fields
	};
}
function parseColumn(cell, path) {
	const [, printed = "", unit] = /^(\S+)(?: \[(.*)\])?$/.exec(cell) ?? [];
	const name = printedNames.get(printed) ?? printed;
	const expected = smiUnits.find(([names]) => names.test(name))?.[1];
	if (unit === void 0 || expected === void 0 || unit === expected) return name;
	throw new UserError(`${path}: ${printed} is in ${unit}, not in ${expected}`, "Pass the log as nvidia-smi wrote it");
}
function parseStamp(stamp) {
	const [, day = "", time = ""] = /^(\d{4}\/\d\d\/\d\d) (\d\d:\d\d:\d\d(?:\.\d{3})?)$/.exec(stamp) ?? [];
	return Date.parse(`${day.replaceAll("/", "-")}T${time}Z`);
}
const readFields = new Set(readingFields.flat());
function splitCells(line) {
	return line.split(",").map((cell) => cell.trim());
}
function isSmiHeader(cells) {
	return cells.every((cell) => smiHeader.test(cell)) && cells.some((cell) => smiQuantity.test(cell));
}
function readSmiRows(rows, path, problems) {
	const identity = identities.find((name) => rows.every(({ fields }) => fields.includes(name)));
	const known = [];
	if (identity === void 0) requireOneGpu(rows, path);
	const readings = rows.flatMap(({ fields, cells, timeMs }) => {
		const id = identity === void 0 ? "" : cells[fields.indexOf(identity)] ?? "";
		if (identity === "index") return parseReadingLine(cells.join(","), fields, timeMs) ?? [];
		if (!known.includes(id)) known.push(id);
		return parseReadingLine([known.indexOf(id), ...cells].join(","), ["index", ...fields], timeMs) ?? [];
	});
	if (readings.length < rows.length) problems.push(`${rows.length - readings.length} rows have no index of a GPU`);
	if (identity === void 0) problems.push("no column tells GPUs apart; the rows are read as GPU 0");
	else if (identity !== "index") problems.push(`GPUs are numbered as they appear: ${known.map((id, gpu) => `${gpu} is ${id}`).join(", ")}`);
	return readings.map((reading) => ({
		...reading,
		stage: null
	}));
}
function requireOneGpu(rows, path) {
	const pauses = rows.slice(1).map(({ timeMs }, index) => timeMs - (rows[index]?.timeMs ?? 0));
	const longest = Math.max(0, ...pauses);
	const short = pauses.filter((pause) => pause < Math.min(50, longest / 10)).length;
	if (short > 0 && short >= (rows.length - 1) / 3) throw new UserError(`${path} has several rows per sample, and no column tells GPUs apart`, "Add index to --query-gpu");
}
const dcgmColumns = /* @__PURE__ */ new Map([
	["GPUTL", ["utilizationPercent", 1]],
	["FBUSD", ["memoryUsedBytes", 2 ** 20]],
	["FBTTL", ["memoryTotalBytes", 2 ** 20]],
	["POWER", ["powerWatts", 1]],
	["SMCLK", ["smClockMhz", 1]],
	["MMCLK", ["memoryClockMhz", 1]],
	["TMPTR", ["temperatureCelsius", 1]],
	["SMACT", ["smUtilization", 1]],
	["SMOCC", ["smOccupancy", 1]],
	["TENSO", ["tensorActivity", 1]],
	["DRAMA", ["dramBandwidthUtilization", 1]],
	["PCIRX", ["pcieReceiveBytesPerSecond", 1]],
	["PCITX", ["pcieSendBytesPerSecond", 1]],
	["NVLRX", ["nvlinkReceiveBytesPerSecond", 1]],
	["NVLTX", ["nvlinkSendBytesPerSecond", 1]]
]);
const dcgmHeader = /^#\s*Entity(?:Id)?[\s,]+(\S.*)$/;
const dcgm = createTextReader({
	wants: "the output of dcgmi dmon -e FIELDS",
	isLog: true,
	detect: (head) => dcgmHeader.test(head.trimStart().split("\n")[0] ?? ""),
	toReadings: (text, path) => {
		const { readings, columns, broken, slices } = parseDcgmRows(text);
		if (readings.length === 0) throw new UserError(`${path} has no complete row of a GPU${broken[0] === void 0 ? "" : `, such as ${formatShortJson(broken[0])}`}`, "Pass the output of dcgmi dmon -e 203,252,155");
		return finishLog("dcgmi dmon", readings, [
			"the log has no times: its samples count as one second apart",
			...describeBroken(broken),
			...slices > 0 ? [`${slices} rows of slices of a GPU (MIG) are not read`] : [],
			...describeIgnored(columns.filter((name) => !dcgmColumns.has(name)))
		]);
	}
});
function parseDcgmRows(text) {
	const samples = /* @__PURE__ */ new Map();
	const [readings, broken] = [[], []];
	let [columns, slices] = [[], 0];
	const lines = text.split("\n");
	for (const [index, line] of lines.entries()) {
		columns = dcgmHeader.exec(line.trim())?.[1]?.split(/[\s,]+/) ?? columns;
		if (/^\s*(?:#|$|Id\b)/i.test(line)) continue;
		const row = index < lines.length - 1 ? parseDcgmRow(line) : null;
		if (row?.isSlice) slices += 1;
		else if (row?.cells.length !== columns.length) broken.push(line);
		else {
			const sample = samples.get(row.gpu) ?? 0;
			samples.set(row.gpu, sample + 1);
			readings.push(readDcgmRow(row.gpu, sample * 1e3, columns, row.cells));
		}
	}
	return {
		readings,
		columns,
		broken,
		slices
	};
}
function parseDcgmRow(line) {
	const [, kind = "GPU", id, rest = ""] = /^\s*(?:(GPU(?:-C?I)?)[\s,]+)?(\d+)[\s,]+(.*)$/.exec(line) ?? [];
	return id === void 0 ? null : {
		gpu: Number(id),
		cells: rest.trim().split(/[\s,]+/),
		isSlice: kind !== "GPU"
	};
}
function readDcgmRow(gpu, timeMs, columns, cells) {
	const found = columns.flatMap((name, index) => {
		const [quantity, factor = 1] = dcgmColumns.get(name) ?? [];
		const amount = parseAmount$1(cells[index] ?? "");
		return quantity === void 0 || amount === null ? [] : [[quantity, amount * factor]];
	});
	return {
		...createUnavailableReading(gpu, timeMs),
		stage: null,
		...Object.fromEntries(found)
	};
}
function finishLog(tool, readings, problems) {
	const impossible = new ImpossibleValues();
	return {
		tool,
		gpuReadings: readings.map((reading) => impossible.drop(reading)).toSorted((one, other) => one.timeMs - other.timeMs || one.gpu - other.gpu),
		problems: [...problems, ...impossible.list()]
	};
}

// src/adapters/trace/trace-accumulator.ts
const mostSeen = 20;
const mostActivities = 2 ** 22;
const mostNames = 2e4;
const mostRegions = 1e3;
const mostRegionSamples = 1e4;
const mostNameCharacters = 64 * 2 ** 20;
const otherNames = "(further names)";
const longestMicros = 6048e8;
const gpuKinds = /* @__PURE__ */ new Map([
	["kernel", true],
	["Kernel", true],
	["gpu_memcpy", false],
	["Memcpy", false],
	["gpu_memset", false],
	["Memset", false]
]);
const regionKind = "user_annotation";
const shadows = [
	"Trace",
	"overhead",
	"gpu_user_annotation"
];
const launchKind = /^(?:[a-z\d]{1,20}_)?(?:runtime|driver)$/i;
const kernelLaunch = /launch\w{0,20}kernel|kernel_?launch|graph_?launch/i;
const copyCall = /mem(?:cpy|set)/i;
const captureEdge = /stream(begin|end)capture/i;
const otherKinds = "cpu_op Operator python_function cpu_instant_event cuda_sync cuda_event xpu_sync".split(" ");
var TraceAccumulator = class {
	file;
	gpus = /* @__PURE__ */ new Map();
	launches = new Launches();
	names = [];
	regions = /* @__PURE__ */ new Map();
	stages = new RegionAccumulator();
	startMicros = Number.POSITIVE_INFINITY;
	endMicros = Number.NEGATIVE_INFINITY;
	damaged = 0;
	damagedActivities = 0;
	known = 0;
	unknownKinds = /* @__PURE__ */ new Set();
	unknownCalls = /* @__PURE__ */ new Set();
	processes = /* @__PURE__ */ new Set();
	hasCopyCalls = false;
	regionsLeftOut = 0;
	#toPath;
	#positions = /* @__PURE__ */ new Map();
	#activities = 0;
	#nameCharacters = 0;
	constructor(file, toPath) {
		this.file = file;
		this.#toPath = toPath;
	}
	add(value, index) {
		const fields = toFields(value);
		const { ph, cat: kind, ts: startMicros, dur: durationMicros } = fields;
		if (ph !== "X") return gpuKinds.has(kind) ? this.#addDamaged({
			fields,
			index
		}) : void 0;
		if (isKnownKind(kind)) this.known += 1;
		if (shadows.includes(kind)) return;
		if (!(typeof startMicros === "number" && typeof durationMicros === "number") || !Number.isFinite(startMicros) || !(durationMicros >= 0 && durationMicros <= 6048e8)) return this.#addDamaged({
			fields,
			index
		});
		this.startMicros = Math.min(this.startMicros, startMicros);
		this.endMicros = Math.max(this.endMicros, startMicros + durationMicros);
		this.#addWork({
			fields,
			index,
			startMicros,
			durationMicros
		});
	}
	#addDamaged(event) {
		const { cat: kind } = event.fields;
		this.damaged += 1;
		if (gpuKinds.has(kind)) this.damagedActivities += 1;
		if (kind === regionKind) this.stages.add(this.#readRegionName(event), NaN, null);
	}
	#addWork(work) {
		const { cat: kind, args } = work.fields;
		const isKernel = gpuKinds.get(kind);
		if (isKernel !== void 0) this.#addActivity(work, isKernel);
		else if (typeof kind === "string" && launchKind.test(kind)) this.#addLaunch(work);
		else if (kind === regionKind) this.#addRegion(work);
		else if (!otherKinds.includes(kind)) this.#addUnknown(String(kind).slice(0, 40), toFields(args));
	}
	#addUnknown(kind, args) {
		const kinds = "stream" in args || "device" in args ? this.unknownKinds : "correlation" in args ? this.unknownCalls : null;
		if (kinds && kinds.size < mostSeen) kinds.add(kind);
	}
	#addActivity(work, isKernel) {
		const { fields, startMicros, durationMicros } = work;
		this.#activities += 1;
		if (this.#activities > mostActivities) throw new UserError(`${this.file} has more than ${mostActivities} kernels and copies`, "Profile fewer steps");
		const args = toFields(fields["args"]);
		const { correlation } = args;
		const [path, gpu] = "device" in args ? ["args.device", args["device"]] : ["pid", fields["pid"]];
		if (!isBelow(gpu, 0, 2 ** 32)) throw this.#createError(work, path, gpu, "the number of a GPU");
		const own = openEntry(this.gpus, gpu, mostActivities, () => {
			const [starts, ends, correlations] = [
				new NumberColumn(),
				new NumberColumn(),
				new NumberColumn()
			];
			return {
				starts,
				ends,
				correlations,
				owners: /* @__PURE__ */ new Set()
			};
		});
		if (!own) return;
		if (own.owners.size < mostSeen) own.owners.add(fields["pid"]);
		own.starts.push(startMicros);
		own.ends.push(startMicros + durationMicros);
		own.correlations.push(isBelow(correlation, 1, idRange) ? correlation : 0);
		this.#addName(work, isKernel);
	}
	#createError({ index }, path, value, expected) {
		return createError(this.file, `${this.#toPath(index)}.${path}`, value, expected);
	}
	#addName(work, isKernel) {
		const { name: given } = work.fields;
		if (typeof given !== "string") throw this.#createError(work, "name", given, "a name");
		const name = (this.names.length >= mostNames || this.#nameCharacters + given.length > mostNameCharacters) && !this.#positions.has(given) ? otherNames : given;
		const position = this.#positions.get(name) ?? this.names.length;
		const total = this.names[position] ?? {
			name: name.replaceAll(/\p{Cc}+/gu, " "),
			isKernel,
			calls: 0,
			micros: 0
		};
		if (position === this.names.length) {
			this.#positions.set(name, position);
			this.#nameCharacters += name.length;
			this.names.push(total);
		}
		total.calls += 1;
		total.micros += work.durationMicros;
	}
	#addLaunch({ fields, startMicros }) {
		const [{ correlation }, name] = [toFields(fields["args"]), String(fields["name"])];
		const [, edge] = captureEdge.exec(name) ?? [];
		if (edge !== void 0) this.launches.addCapture(startMicros, edge.toLowerCase() === "begin");
		if (copyCall.test(name)) this.hasCopyCalls = true;
		const isKernel = kernelLaunch.test(name);
		if (isKernel && this.processes.size < mostSeen) this.processes.add(fields["pid"]);
		if (isBelow(correlation, 1, idRange)) this.launches.add(correlation, startMicros, isKernel);
	}
	#addRegion(work) {
		const { startMicros, durationMicros } = work;
		const region = this.#readRegionName(work);
		this.stages.add(region, startMicros / 1e6, (startMicros + durationMicros) / 1e6);
		const samples = openEntry(this.regions, region, mostRegions, () => []);
		if (samples && samples.length < mostRegionSamples) samples.push(durationMicros);
		else this.regionsLeftOut += 1;
	}
	#readRegionName(event) {
		const { name: given } = event.fields;
		const name = toLine$1(given);
		if (name === null) throw this.#createError(event, "name", given, "a name");
		return name.replace(/^(ProfilerStep)#\d+$/, "$1");
	}
};
function toFields(value) {
	return isMap(value) ? value : {};
}
function isBelow(value, least, limit) {
	return typeof value === "number" && Number.isInteger(value) && value >= least && value < limit;
}
function isKnownKind(kind) {
	return gpuKinds.has(kind) || shadows.includes(kind) || otherKinds.includes(kind) || kind === regionKind || typeof kind === "string" && launchKind.test(kind);
}
const idRange = 2 ** 31;
const indexRange = 2 ** 22;
var Launches = class {
	#keys = new NumberColumn();
	#starts = new NumberColumn();
	#areKernels = new NumberColumn();
	#captures = {
		begins: new NumberColumn(),
		ends: new NumberColumn()
	};
	#found = /* @__PURE__ */ new Set();
	#sorted = null;
	add(id, startMicros, isKernel) {
		if (this.#keys.length >= indexRange) return;
		this.#keys.push(id * indexRange + this.#keys.length);
		this.#starts.push(startMicros);
		this.#areKernels.push(Number(isKernel));
	}
	addCapture(startMicros, isStart) {
		this.#captures[isStart ? "begins" : "ends"].push(startMicros);
	}
	findStart(id) {
		this.#sorted ??= this.#keys.toSorted();
		const key = this.#sorted[countBefore(this.#sorted, id * indexRange)];
		if (key === void 0 || Math.floor(key / indexRange) !== id) return null;
		this.#found.add(id);
		return this.#starts.get(key % indexRange);
	}
	countFaults() {
		const [begins, ends] = [this.#captures.begins.toSorted(), this.#captures.ends.toSorted()];
		let [lost, shared, latest] = [
			0,
			0,
			0
		];
		for (const key of this.#keys.toSorted()) {
			const [id, index] = [Math.floor(key / indexRange), key % indexRange];
			const start = this.#starts.get(index);
			if (this.#areKernels.get(index) === 0 || countBefore(begins, start) > countBefore(ends, start)) continue;
			if (id === latest) shared += 1;
			else if (!this.#found.has(id)) lost += 1;
			latest = id;
		}
		return {
			lost,
			shared
		};
	}
};
const blockLength = 2 ** 16;
var NumberColumn = class {
	#blocks = [];
	length = 0;
	push(value) {
		const offset = this.length % blockLength;
		if (offset === 0) this.#blocks.push(new Float64Array(blockLength));
		const block = this.#blocks.at(-1);
		if (block) block[offset] = value;
		this.length += 1;
	}
	get(index) {
		return this.#blocks[Math.floor(index / blockLength)]?.[index % blockLength] ?? NaN;
	}
	toSorted() {
		return Float64Array.from({ length: this.length }, (_, index) => this.get(index)).toSorted();
	}
};

// src/adapters/trace/trace-figures.ts
const busyShare = {
	name: "gpu_busy_share",
	unit: "share",
	betterWhen: "higher"
};
const hostBoundShare = {
	name: "host_bound_share",
	unit: "share",
	betterWhen: "lower"
};
const idleTime = {
	name: "gpu_idle_time",
	unit: "s",
	betterWhen: "lower"
};
const kernelTime = {
	name: kernelTimeName,
	unit: "s",
	betterWhen: "lower"
};
const kernelsTime = {
	name: "kernels",
	unit: "s",
	betterWhen: "lower"
};
const copiesTime = {
	name: "copies",
	unit: "s",
	betterWhen: "lower"
};
const shownKernels = 20;
const microsPerSecond = 1e6;
function computeTraceFigures(accumulator, rank = null) {
	const windowMicros = accumulator.endMicros - accumulator.startMicros;
	if (!(windowMicros > 0)) return null;
	const gpus = [...accumulator.gpus].toSorted(([one], [other]) => one - other).map(([gpu, activities]) => sweepGpu(accumulator, gpu, activities));
	const doubts = listGpuDoubts(accumulator);
	const whole = {
		rank,
		windowSeconds: windowMicros / microsPerSecond
	};
	if (doubts.length > 0 || gpus.length === 0) {
		const unknown = {
			gpus: [],
			topKernels: [],
			kernelSeconds: null,
			copySeconds: null
		};
		return {
			trace: {
				...whole,
				...unknown
			},
			kernels: [],
			doubts
		};
	}
	const { kernels = [], copies = [] } = Object.groupBy(accumulator.names, ({ isKernel }) => isKernel ? "kernels" : "copies");
	const byTime = listKernels(kernels);
	const isCopyLost = copies.length === 0 && accumulator.hasCopyCalls;
	return {
		trace: {
			...whole,
			gpus,
			topKernels: byTime.slice(0, shownKernels),
			kernelSeconds: kernels.length > 0 ? sumMicros(kernels) / microsPerSecond : null,
			copySeconds: isCopyLost ? null : sumMicros(copies) / microsPerSecond
		},
		kernels: byTime,
		doubts
	};
}
function listGpuDoubts({ gpus, launches, processes, unknownKinds, ...found }) {
	const { lost, shared } = launches.countFaults();
	const sharedGpus = [...gpus].flatMap(([gpu, { owners }]) => owners.size > 1 ? [gpu] : []);
	return [
		[found.damagedActivities, "kernels and copies have no usable time"],
		[lost, "launches have no kernel in the trace: their records were lost, or they ran outside of the profiled steps"],
		[processes.size > 1 ? processes.size : 0, "processes launched kernels; pass the trace of one rank"],
		[shared, "launches have the correlation of another one, as in merged traces of several ranks"],
		[sharedGpus.length, "GPUs belong to several processes of a merged trace"],
		[unknownKinds.size, `categories of GPU events are not known (${[...unknownKinds].join(", ")})`]
	].flatMap(([count, reason]) => count > 0 ? [`no figures of the GPUs: ${count} ${reason}`] : []);
}
function sweepGpu({ startMicros, endMicros, launches }, gpu, { starts, ends, correlations }) {
	const windowMicros = endMicros - startMicros;
	let [busy, host, idle, withoutLaunch, reached] = [
		0,
		0,
		0,
		0,
		NaN
	];
	for (const row of sortRows(starts)) {
		const [start, end, launch] = [
			starts.get(row),
			ends.get(row),
			launches.findStart(correlations.get(row))
		];
		if (start > reached) {
			idle += start - reached;
			if (launch === null) withoutLaunch += 1;
			else if (launch > reached) host += start - reached;
		}
		busy += Math.max(0, end - (start < reached ? reached : start));
		reached = end < reached ? reached : end;
	}
	return {
		gpu,
		busyShare: busy / windowMicros,
		hostBoundShare: withoutLaunch > 0 ? null : host / windowMicros,
		idleSeconds: idle / microsPerSecond,
		withoutLaunch
	};
}
function sortRows(starts) {
	const rows = new Uint32Array(starts.length).map((_, row) => row);
	return rows.every((row) => row === 0 || starts.get(row) >= starts.get(row - 1)) ? rows : rows.toSorted((one, other) => starts.get(one) - starts.get(other) || one - other);
}
function listKernels(kernels) {
	const allMicros = sumMicros(kernels);
	return kernels.toSorted((one, other) => other.micros - one.micros || (one.name < other.name ? -1 : 1)).map(({ name, calls, micros }) => {
		return {
			name,
			calls,
			seconds: micros / microsPerSecond,
			share: allMicros > 0 ? micros / allMicros : 0
		};
	});
}
function sumMicros(names) {
	return names.reduce((sum, { micros }) => sum + micros, 0);
}
function buildGpuRows({ gpus, kernelSeconds, copySeconds }) {
	return [
		...listRow(kernelsTime, kernelSeconds),
		...listRow(copiesTime, copySeconds),
		...gpus.flatMap(({ gpu, ...one }) => [
			...listRow(busyShare, one.busyShare, { gpu }),
			...listRow(hostBoundShare, one.hostBoundShare, { gpu }),
			...listRow(idleTime, one.idleSeconds, { gpu })
		])
	];
}
function listRow(metric, value, axes = {}) {
	return value === null ? [] : [{
		name: "trace",
		axes,
		metric,
		value,
		zero: "counts"
	}];
}
function buildKernelRows({ kernels }) {
	return kernels.map(({ name, calls, seconds }) => ({
		name,
		metric: kernelTime,
		value: seconds,
		launches: calls
	}));
}

// src/adapters/trace/json-list-scan.ts
const [quote, backslash, comma, colon] = [
	"\"",
	"\\",
	",",
	":"
].map((text) => text.charCodeAt(0));
const [openBrace, closeBrace, openBracket, closeBracket] = [
	"{",
	"}",
	"[",
	"]"
].map((text) => text.charCodeAt(0));
const blanks = [
	32,
	9,
	10,
	13
];
const byteOrderMark = [
	239,
	187,
	191
];
const maxItemBytes = 4 * 2 ** 20;
const maxRestBytes = 4 * 2 ** 20;
var JsonListScan = class {
	#options;
	#mode = "outside";
	#depth = 0;
	#inString = false;
	#escaped = false;
	#text = "";
	#key = "";
	#rest = [];
	#pending = [];
	#pendingBytes = 0;
	#items = 0;
	#lists = 0;
	#expects = "item or end";
	#offset = 0;
	constructor(options) {
		this.#options = options;
	}
	push(chunk) {
		let index = 0;
		while (index < chunk.length) {
			const byte = chunk[index] ?? 0;
			if (this.#mode === "item") index = this.#readItem(chunk, index);
			else if (this.#mode === "outside") index = this.#readOutside(byte, index);
			else if (blanks.includes(byte) || this.#readBetween(byte, this.#offset + index)) index += 1;
		}
		this.#offset += chunk.length;
	}
	end() {
		if (this.#mode !== "outside" || this.#depth > 0) throw this.#createError(this.#offset, "the file is incomplete");
		if (this.#lists === 0) throw this.#createError(this.#offset, `no list ${JSON.stringify(this.#options.key)}`);
		return this.#parse(Buffer.from(this.#rest), this.#offset);
	}
	#readItem(chunk, from) {
		const after = this.#findItemEnd(chunk, from);
		const piece = chunk.subarray(from, after === -1 ? chunk.length : after);
		this.#pendingBytes += piece.length;
		if (this.#pendingBytes > maxItemBytes) throw this.#createError(this.#offset + from, `an item is larger than ${maxItemBytes} bytes`);
		if (after === -1) {
			this.#pending.push(piece.slice());
			return chunk.length;
		}
		const bytes = this.#pending.length === 0 ? piece : Buffer.concat([...this.#pending, piece]);
		this.#pending = [];
		this.#pendingBytes = 0;
		this.#options.onItem(this.#parse(bytes, this.#offset + from), this.#items);
		this.#items += 1;
		this.#mode = "list";
		this.#expects = "comma or end";
		return after;
	}
	#findItemEnd(chunk, from) {
		let [depth, inString, escaped] = [
			this.#depth,
			this.#inString,
			this.#escaped
		];
		for (let index = from; index < chunk.length; index += 1) {
			const byte = chunk[index];
			if (inString) {
				if (escaped) escaped = false;
				else if (byte === backslash) escaped = true;
				else if (byte === quote) inString = false;
			} else if (byte === quote) inString = true;
			else if (byte === openBrace || byte === openBracket) depth += 1;
			else if ((byte === closeBrace || byte === closeBracket) && (depth -= 1) === 0) {
				this.#setState(0, false, false);
				return index + 1;
			}
		}
		this.#setState(depth, inString, escaped);
		return -1;
	}
	#setState(depth, inString, escaped) {
		this.#depth = depth;
		this.#inString = inString;
		this.#escaped = escaped;
	}
	#readBetween(byte, position) {
		if (byte === openBrace && this.#expects !== "comma or end") {
			this.#mode = "item";
			return false;
		}
		if (byte === comma && this.#expects === "comma or end") this.#expects = "item";
		else if (byte === closeBracket && this.#expects !== "item") {
			this.#rest.push(byte);
			this.#mode = "outside";
			this.#depth = this.#rest[0] === openBracket ? 0 : 1;
		} else {
			const found = JSON.stringify(String.fromCharCode(byte));
			throw this.#createError(position, `${found} found where ${this.#expects} is expected`);
		}
		return true;
	}
	#readOutside(byte, index) {
		const position = this.#offset + index;
		const isIgnored = byteOrderMark[position] === byte || blanks.includes(byte);
		if (this.#rest.length === 0 && isIgnored) return index + 1;
		this.#rest.push(byte);
		if (this.#rest.length > maxRestBytes) throw this.#createError(position, `more than ${maxRestBytes} bytes besides the list`);
		if (this.#inString) this.#readText(byte);
		else this.#readFrame(byte, position);
		return index + 1;
	}
	#readText(byte) {
		if (this.#escaped) this.#escaped = false;
		else if (byte === backslash) this.#escaped = true;
		else if (byte === quote) this.#inString = false;
		if (this.#inString && this.#text.length < 64) this.#text += String.fromCharCode(byte);
	}
	#readFrame(byte, position) {
		if (byte === quote) {
			this.#inString = true;
			this.#text = "";
		} else if (byte === colon && this.#depth === 1) this.#key = this.#text;
		else if (byte === comma && this.#depth === 1) this.#key = "";
		else if (byte === openBracket && this.#isList()) this.#enterList(position);
		else if (byte === openBrace || byte === openBracket) this.#depth += 1;
		else if (byte === closeBrace || byte === closeBracket) this.#depth -= 1;
	}
	#isList() {
		return this.#depth === 0 ? this.#rest.length === 1 : this.#depth === 1 && this.#key === this.#options.key;
	}
	#enterList(position) {
		this.#lists += 1;
		if (this.#lists > 1) throw this.#createError(position, `a second list ${JSON.stringify(this.#options.key)}`);
		this.#mode = "list";
		this.#depth = 0;
		this.#expects = "item or end";
	}
	#parse(bytes, position) {
		try {
			return parseJsonText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
		} catch (cause) {
			const detail = cause instanceof Error ? cause.message.replaceAll(/\p{Cc}+/gu, " ").slice(0, 200) : String(cause);
			throw this.#createError(position, detail, {
				hint: "It is complete but not valid JSON; names must escape quotes and control characters",
				cause
			});
		}
	}
	#createError(position, what, { hint = "Write the file again; it may have been cut off", ...options } = {}) {
		const message = `${this.#options.file} cannot be read near byte ${position}, after ${this.#items} items: ${what}`;
		return new UserError(message, hint, options);
	}
};

// src/adapters/trace/chrome-trace.ts
const maxBytes$3 = 16 * 2 ** 30;
const frame = group$2({
	baseTimeNanoseconds: transform((value) => (toAmount(value, 0x8ac7230489e80000) ?? 0) / 1e9),
	distributedInfo: group$2({
		world_size: maybeAmount,
		rank: maybeAmount
	}),
	deviceProperties: listOptional(group$2({
		id: anything,
		name: anything
	}))
});
const chromeTrace = createFileReader({
	wants: "the trace of torch.profiler, .json or .json.gz",
	detect: (head) => head.includes("\"traceEvents\"") || /^\s*\[\s*\{/.test(head) && /"ph"\s*:\s*"/.test(head),
	toReadings: readTrace$1
});
async function readTrace$1(file) {
	const accumulator = new TraceAccumulator(file.path, (index) => `traceEvents[${index}]`);
	const onItem = (value, index) => accumulator.add(value, index);
	const scan = new JsonListScan({
		file: file.path,
		key: "traceEvents",
		onItem
	});
	let bytes = 0;
	for await (const chunk of readTextBytes(file)) {
		bytes += chunk.length;
		if (bytes > maxBytes$3) throw new UserError(`${file.path} unpacks to more than ${maxBytes$3} bytes`, "Profile fewer steps");
		scan.push(chunk);
	}
	const rest = read$1(frame, scan.end(), file.path);
	if (accumulator.known === 0) throw new UserError(`${file.path} has no event of torch.profiler`, "Pass what export_chrome_trace wrote");
	const rank = (rest.distributedInfo.world_size ?? 0) > 1 ? rest.distributedInfo.rank : null;
	const figures = computeTraceFigures(accumulator, rank);
	if (!figures) throw new UserError(`${file.path} has no event with a duration`, "Profile at least one step");
	const { trace } = figures;
	if (trace.windowSeconds > 6048e8 / 1e6) throw new UserError(`${file.path} has events ${Math.round(trace.windowSeconds / 86400)} days apart, so a ts in it is damaged`, "Profile again, for example with a newer profiler");
	const { stages, problems: unread } = accumulator.stages.computeStages(rest.baseTimeNanoseconds);
	const regions = [...accumulator.regions].map(([name, micros]) => {
		return {
			name,
			metric: time,
			samples: micros.map((value) => value / 1e6)
		};
	});
	const axes = rank === null ? {} : { rank };
	const rows = [
		...regions,
		...buildGpuRows(trace),
		...buildKernelRows(figures)
	].map((row) => ({
		...row,
		axes: {
			...axes,
			...row.axes
		}
	}));
	const problems = [...listProblems$2(accumulator, figures), ...unread];
	if (rows.length === 0) throw new UserError(`${file.path} has no figure: ${problems.join("; ")}`, "Profile the steps of one rank on a GPU");
	const devices = rest.deviceProperties.flatMap(({ id, name }) => typeof id === "number" && typeof name === "string" ? [[`gpu ${id}`, name.slice(0, 100)]] : []);
	return {
		tool: "Chrome trace",
		pipeline: stages.length > 0 ? {
			...silentPipeline,
			stages
		} : null,
		rows,
		trace,
		context: Object.fromEntries(devices),
		problems
	};
}
function listProblems$2(accumulator, { trace, doubts }) {
	const calls = [...accumulator.unknownCalls].join(", ");
	const unseen = trace.gpus.reduce((sum, { withoutLaunch }) => sum + withoutLaunch, 0);
	return [
		...doubts,
		...accumulator.gpus.size === 0 ? ["the trace has no GPU; record with ProfilerActivity.CUDA to get busy and idle time"] : [],
		...accumulator.damaged > 0 ? [`${accumulator.damaged} events without a usable time were skipped`] : [],
		...accumulator.regionsLeftOut > 0 ? [`${accumulator.regionsLeftOut} regions above the limit were skipped`] : [],
		...unseen > 0 ? [`the trace has no launch for ${unseen} gaps, so host_bound_share is not known`] : [],
		...calls !== "" ? [`the categories ${calls} are not known; their events may be launches`] : []
	];
}

// src/adapters/trace/nsys.ts
const rangeKinds = [59, 60];
const rangeColumns = [
	"start",
	"end",
	"eventType",
	"text",
	"textId"
];
const nanosecondsPerSecond = 1e9;
const nsys = createFileReader({
	wants: "the .sqlite file that nsys exported",
	detect: (head) => head.startsWith("SQLite format 3\0"),
	toReadings: readExport
});
async function readExport(file) {
	const { ranges, names, session, sums, graphs } = await readTables(file);
	const kernels = readKernels(sums, graphs, names);
	const found = readStages$1(ranges, names, session);
	if (found.stages.length === 0 && kernels.rows.length === 0) throw new UserError(`${file.path} has ${kernels.problems[0] ?? "no launch of a kernel"}, and ${found.missing}`, "Profile a run that uses the GPU, or mark each stage with one NVTX range name; if it did, this version of nsys exports another schema");
	const pipeline = found.stages.length > 0 ? {
		...silentPipeline,
		stages: found.stages
	} : null;
	const problems = [...pipeline ? found.problems : [`the file ${found.missing}`], ...kernels.problems];
	return {
		tool: "Nsight Systems",
		rows: kernels.rows,
		pipeline,
		problems
	};
}
async function readTables(file) {
	const [full = null, withoutIds = null, strings = null, session = null, sums, graphs] = await file.readTables?.([
		{
			table: "NVTX_EVENTS",
			columns: rangeColumns
		},
		{
			table: "NVTX_EVENTS",
			columns: rangeColumns.slice(0, 4)
		},
		{
			table: "StringIds",
			columns: ["id", "value"]
		},
		{
			table: "TARGET_INFO_SESSION_START_TIME",
			columns: ["utcEpochNs"]
		},
		{
			table: "CUPTI_ACTIVITY_KIND_KERNEL",
			columns: [
				"demangledName",
				"start",
				"end"
			],
			isSum: true
		},
		{
			table: "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
			columns: [
				"graphId",
				"start",
				"end"
			],
			isSum: true
		}
	]) ?? [];
	const names = new Map(strings?.map(([id = null, value = null]) => [id, value]));
	return {
		ranges: full ?? withoutIds,
		names,
		session,
		sums: sums ?? [],
		graphs: graphs ?? []
	};
}
function readStages$1(ranges, names, session) {
	const columns = rangeColumns.slice(0, 4).join(", ");
	if (!ranges) return {
		stages: [],
		problems: [],
		missing: `has no table NVTX_EVENTS with the columns ${columns}`
	};
	const { regions, unnamed } = readRanges(ranges, names);
	const { stages, problems: unread } = regions.computeStages(readStartSeconds(session));
	const problems = [...unread, ...unnamed > 0 ? [`${unnamed} ranges have no name, so they count for no stage`] : []];
	return {
		stages,
		problems,
		missing: `has no NVTX range that can be read${formatProblem(problems)}`
	};
}
function readKernels(sums, graphs, names) {
	const damaged = sums.reduce((sum, [, launches, timed]) => sum + Number(launches) - Number(timed), 0);
	const whole = graphs.reduce((sum, [, launches]) => sum + Number(launches), 0);
	const problem = damaged > 0 ? `${damaged} launches of kernels have no usable time` : `the kernels of ${whole} launches of CUDA graphs are not listed; profile with --cuda-graph-trace=node`;
	if (damaged + whole > 0) return {
		rows: [],
		problems: [`no figures of the GPUs: ${problem}`]
	};
	return {
		rows: sums.map(([id = null, launches, , total]) => {
			const name = String(names.get(id) ?? `kernel ${String(id)}`).replaceAll(/\p{Cc}+/gu, " ");
			const seconds = Number(total) / nanosecondsPerSecond;
			return {
				name,
				metric: kernelTime,
				value: seconds,
				launches: Number(launches),
				zero: "counts"
			};
		}),
		problems: []
	};
}
function formatProblem([problem]) {
	return problem === void 0 ? "" : `: ${problem}`;
}
function readStartSeconds(session) {
	const [nanoseconds] = session?.at(0) ?? [];
	return typeof nanoseconds === "number" && nanoseconds > 0 ? nanoseconds / nanosecondsPerSecond : 0;
}
function readRanges(ranges, names) {
	const regions = new RegionAccumulator();
	let unnamed = 0;
	for (const [start, end, kind, text, textId] of ranges) {
		if (!rangeKinds.includes(kind ?? null)) continue;
		const name = typeof text === "string" ? text : names.get(textId ?? null);
		if (typeof name !== "string") {
			unnamed += 1;
			continue;
		}
		const [from, to] = [start, end].map((time) => typeof time === "number" ? time / nanosecondsPerSecond : null);
		regions.add(name, from ?? NaN, to ?? null);
	}
	return {
		regions,
		unnamed
	};
}

// src/adapters/trace/rocprof.ts
const rocprof = createTextReader({
	wants: "*_kernel_trace.csv, *_kernel_stats.csv or the JSON of rocprofv3",
	detect: (head) => /^(?:"?Guid"?,)?"?Kind"?,"?Agent_Id"?,/.test(head) || isStatistics(head) || /^\s*\{\s*"rocprofiler-sdk-tool"/.test(head),
	toReadings: (text, path) => {
		if (/^\s*\{/.test(text)) {
			const exact = text.replaceAll(/("(?:start|end)_timestamp"\s*:\s*)(\d{16,20})(?!\d)/g, "$1\"$2\"");
			return readTrace(listDispatches(read$1(tools, parseJson(exact, path), path), path), path);
		}
		const rows = readRows(text, path);
		return isStatistics(text) ? readStatistics(rows, path) : readTrace(listTraceRows(rows), path);
	}
});
function isStatistics(text) {
	return /^"?Name"?,"?Calls"?,"?TotalDurationNs"?,/.test(text);
}
function readTrace(dispatches, path) {
	const valid = dispatches.filter(({ start, end }) => start > 0n && end > start);
	const origin = valid.reduce((least, { start }) => start < least ? start : least, valid[0]?.start ?? 0n);
	const accumulator = new TraceAccumulator(path, (index) => `kernel ${index + 1}`);
	accumulator.hasCopyCalls = true;
	for (const [index, one] of dispatches.entries()) {
		const isValid = one.start > 0n && one.end > one.start;
		const value = {
			ph: "X",
			cat: one.isKernel ? "kernel" : "gpu_memcpy",
			name: one.name,
			ts: isValid ? Number(one.start - origin) / 1e3 : NaN,
			dur: Number(one.end - one.start) / 1e3,
			pid: one.process,
			args: { device: one.gpu }
		};
		accumulator.add(value, index);
	}
	const figures = computeTraceFigures(accumulator);
	if (!figures) throw new UserError(`${path} has no kernel with a duration`, "Run rocprofv3 with --kernel-trace");
	const trace = {
		...figures.trace,
		gpus: figures.trace.gpus.map((one) => ({
			...one,
			hostBoundShare: null
		}))
	};
	return {
		tool: "rocprofv3",
		rows: [...buildGpuRows(trace), ...buildKernelRows(figures)],
		trace,
		problems: [...figures.doubts, "the trace has no launch of a kernel, so host_bound_share is not known"]
	};
}
function readRows(text, path) {
	const [header = "", ...lines] = text.split("\n");
	const columns = splitLine(header, ",") ?? [];
	return lines.flatMap((line, index) => {
		if (line.trim() === "") return [];
		if (line === header) throw new UserError(`${path} holds the tables of several runs`, "Pass the table of one run");
		const cells = splitLine(line, ",");
		if (cells?.length !== columns.length) throw new UserError(`${path} line ${index + 2} is not complete`, "Copy the file again; it may have been cut off");
		return [(name) => cells[columns.indexOf(name)] ?? ""];
	});
}
function listTraceRows(rows) {
	return rows.map((read) => ({
		name: read("Kernel_Name"),
		gpu: Number(/\d+$/.exec(read("Agent_Id"))?.[0]),
		process: 0,
		start: parseNanoseconds(read("Start_Timestamp")),
		end: parseNanoseconds(read("End_Timestamp")),
		isKernel: true
	}));
}
function parseNanoseconds(text) {
	return /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}
const handle = group$2({ handle: anything });
const nanoseconds = transform((value) => parseNanoseconds(String(value)));
const interval = repeat(nanoseconds, "start_timestamp", "end_timestamp");
const tools = group$2({ "rocprofiler-sdk-tool": list(group$2({
	kernel_symbols: list(group$2({
		kernel_id: anything,
		...repeat(maybeText, "formatted_kernel_name", "demangled_kernel_name", "kernel_name")
	})),
	agents: list(group$2({
		id: handle,
		node_id: maybeAmount
	})),
	buffer_records: group$2({
		kernel_dispatch: listOptional(group$2({
			...interval,
			dispatch_info: group$2({
				kernel_id: anything,
				agent_id: handle
			})
		})),
		memory_copy: listOptional(group$2({
			...interval,
			src_agent_id: handle,
			dst_agent_id: handle
		}))
	})
}), "Run a program under rocprofv3") });
function listDispatches(root, path) {
	return root["rocprofiler-sdk-tool"].flatMap(({ kernel_symbols: symbols, agents, buffer_records: records }, process) => {
		const names = new Map(symbols.map((one) => [one.kernel_id, one.formatted_kernel_name ?? one.demangled_kernel_name ?? one.kernel_name ?? "unknown"]));
		const nodes = new Map(agents.map(({ id, node_id: node }) => [id.handle, node]));
		const place = (one, agent) => ({
			gpu: nodes.get(agent) ?? [...nodes.keys()].indexOf(agent),
			process,
			start: one.start_timestamp,
			end: one.end_timestamp
		});
		const kernels = records.kernel_dispatch.map((record, index) => {
			const { kernel_id: id, agent_id: agent } = record.dispatch_info;
			const name = names.get(id);
			if (name !== void 0) return {
				...place(record, agent.handle),
				name,
				isKernel: true
			};
			const at = `rocprofiler-sdk-tool[${process}].buffer_records.kernel_dispatch[${index}].dispatch_info.kernel_id`;
			throw createError(path, at, id, "the id of a kernel symbol");
		});
		const copies = records.memory_copy.map((record) => {
			const [source, target] = [record.src_agent_id.handle, record.dst_agent_id.handle];
			const name = `copy ${String(source)} to ${String(target)}`;
			return {
				...place(record, target),
				name,
				isKernel: false
			};
		});
		return [...kernels, ...copies];
	});
}
const notKernels = /^(?:(?:_*hip|hsa_|roctx|rccl|nccl|rocdecode|rocjpeg|omp)\w*|[A-Z]+(?:_[A-Z]+)+)$/;
function readStatistics(rows, path) {
	const percent = rows.reduce((sum, read) => sum + Number.parseFloat(read("Percentage")), 0);
	if (Math.abs(percent - 100) > .1 + rows.length / 100) throw new UserError(`${path} has ${percent.toFixed(1)} % of the time`, "Copy the file again; it may have been cut off");
	return {
		tool: "rocprofv3",
		rows: rows.map((read) => {
			const [name, total, calls] = [
				read("Name"),
				Number(read("TotalDurationNs")),
				Number(read("Calls"))
			];
			if (notKernels.test(name)) return {
				name,
				skipped: "not judged: calls and whole domains are no kernels"
			};
			if (!Number.isFinite(total)) return {
				name,
				skipped: `${read("TotalDurationNs")} is not a duration`
			};
			return {
				name,
				metric: kernelTime,
				value: total / 1e9,
				launches: calls > 0 ? calls : void 0
			};
		})
	};
}

// src/adapters/training.ts
const leastShare = .01;
const title$1 = /^[A-Z]{1,20} ?Profiler Report$/i;
const actionLine = /^\|\s{1,4}(\S.{0,400}?)\s{0,400}\|\s{1,4}(\S{1,20})\s{1,40}\|\s{1,4}(\d{1,15})\s{1,40}\|\s{1,4}(\d\S{0,20})\s{1,40}\|\s{1,4}(\d[\d.e-]{0,20})(?: %)?\s{1,40}\|$/;
const lightning = {
	source: "streams",
	parse: (text) => {
		const { rows, isCut } = readLastReport(text);
		const total = rows?.find(({ action }) => action === "Total")?.seconds;
		if (!rows || total === void 0) return null;
		const times = new StageTimes();
		if (isCut) times.note("the report is cut off, so actions can be missing");
		for (const { action, seconds } of rows) {
			if (action === "Total" || seconds < leastShare * total) continue;
			if (times.has(action)) times.note(`action ${JSON.stringify(action.slice(0, 80))} appears twice`);
			else if (times.open(action)) times.add(action, seconds);
		}
		return {
			stages: times.stages,
			isResumed: false,
			problems: times.problems
		};
	}
};
function readLastReport(text) {
	let [rows, isCut] = [null, false];
	for (const line of splitBoundedLines(text)) {
		if (title$1.test(line.trim())) [rows, isCut] = [[], true];
		if (/^-{9,}\s*$/.test(line)) isCut = false;
		const [, action, , , total] = actionLine.exec(line.trimEnd()) ?? [];
		if (action === void 0) continue;
		isCut = true;
		if (Number.isFinite(Number(total))) rows?.push({
			action,
			seconds: Number(total)
		});
	}
	return {
		rows,
		isCut
	};
}
const figureKey = /^([a-z]\w{0,60})_(runtime|samples_per_second|steps_per_second)$/i;
const loggedPair = /'(\w{1,80})': '?([^\s',{}]{0,40})'?([,}]?)/g;
const transformers = {
	source: "streams",
	parse: (text) => {
		const found = {
			runtimes: /* @__PURE__ */ new Map(),
			rates: /* @__PURE__ */ new Map()
		};
		for (const [key, value] of readJsonEntries(text) ?? readLogEntries(text)) addFigure(found, key, value);
		if (found.runtimes.size === 0) return null;
		const times = new StageTimes();
		for (const [stage, seconds] of found.runtimes) {
			if (!times.open(stage)) continue;
			if (seconds.some(Number.isNaN)) times.note(`${stage}_runtime is not a number of seconds`);
			else for (const one of seconds) times.add(stage, one);
		}
		const rows = [...found.rates].map(([key, samples]) => {
			const [stage = "", kind = ""] = key.split(" ");
			const unit = kind === "steps_per_second" ? "steps/s" : "samples/s";
			if (samples.some(Number.isNaN)) return {
				name: stage,
				skipped: `a value of ${kind} is not a number`
			};
			return {
				name: stage,
				metric: {
					name: kind,
					unit,
					betterWhen: "higher"
				},
				samples
			};
		});
		const { benchmarks, problems } = buildReadings(rows);
		return {
			stages: times.stages,
			isResumed: false,
			problems: [...times.problems, ...problems],
			benchmarks
		};
	}
};
function readJsonEntries(text) {
	const root = text.trimStart().startsWith("{") ? attempt(() => parseJsonText(text)) : null;
	if (!isMap(root)) return null;
	const { log_history: logs } = root;
	return (Array.isArray(logs) ? logs : [root]).flatMap((part) => Object.entries(part ?? {}));
}
function* readLogEntries(text) {
	for (const line of splitBoundedLines(text)) {
		if (!line.includes("{") || !/_(?:runtime|per_second)':/.test(line)) continue;
		for (const [, key = "", value, end] of line.matchAll(loggedPair)) yield [key, value === "" || end === "" ? NaN : Number(value)];
	}
}
function addFigure({ runtimes, rates }, key, value) {
	const [, stage, kind] = figureKey.exec(key) ?? [];
	const isUsable = typeof value === "number" && Number.isFinite(value) && value >= 0;
	if (stage === void 0) return;
	const [group, place] = kind === "runtime" ? [runtimes, stage] : [rates, `${stage} ${kind}`];
	const values = group.get(place) ?? [];
	values.push(isUsable ? value : NaN);
	group.set(place, values);
}
const lightningReader = createStageReader({
	tool: "Lightning",
	adapter: lightning,
	isLog: true,
	wants: "the log with the report of Lightning's simple profiler, or the file that it wrote",
	detect: (head) => /^[A-Z]{1,20} ?Profiler Report\s*$/im.test(head)
});
const transformersReader = createStageReader({
	tool: "Transformers",
	adapter: transformers,
	isLog: true,
	wants: "the log of the Trainer, or its all_results.json",
	detect: (head) => /["'](?:train|eval|test)_runtime["']: /.test(head)
});

// src/datasets/read-files-dataset.ts
const maxFiles$2 = 1e5;
async function readFilesDataset(source) {
	const { name, kind, paths, parameters, signal } = source;
	const found = await listFiles(source);
	const hashes = [];
	let bytes = 0;
	for (const { path } of found) {
		await refusePointer(path, name);
		hashes.push(await hashFiles([path], signal));
		bytes += (await stat(path)).size;
	}
	const [only = ""] = hashes;
	const names = found.map((file) => file.name);
	const isSingle = paths.length === 1 && found[0]?.path === paths[0];
	const sha256 = isSingle ? only : hash("sha256", formatManifest(names, hashes));
	if (source.sha256 !== void 0 && source.sha256 !== sha256) throw new UserError(`datasets.${name}: the content has SHA-256 ${sha256}, the config requires ${source.sha256}`, `Restore it, or set datasets.${name}.sha256 to its new value if the change is intended`);
	return {
		identity: {
			name,
			kind,
			sha256,
			sequences: null,
			bytes,
			parameters
		},
		files: found.map(({ path }) => path),
		paths,
		...!isSingle && { names },
		list: async () => (await listFiles(source)).map(({ path }) => path)
	};
}
async function refusePointer(path, name) {
	if ((await stat(path)).size > 1023) return;
	if (!(await readFile(path, "latin1")).startsWith("version https://git-lfs.")) return;
	throw new UserError(`datasets.${name}: ${path} is a Git LFS pointer; its content is not there`, "Run `git lfs pull` in its repository");
}
async function listFiles({ name, paths, root }) {
	const found = [];
	for (const [index, path] of paths.entries()) {
		const own = await listBelow(path, `${index}:${basename(path)}`, name);
		if (own.length === 0) throw new UserError(`datasets.${name}: ${path} contains no file`, "Name a directory with files");
		found.push(...own);
		if (found.length > maxFiles$2) throw new UserError(`datasets.${name}: more than ${maxFiles$2} files`, "Pack them into fewer files, such as shards");
	}
	const inside = found.map(({ path }) => path).filter((path) => path.startsWith(`${root}/`));
	if (root !== void 0) await refuseOutside(inside, root, name);
	return found;
}
async function listBelow(path, shown, name) {
	const status = await stat(path).catch(() => null);
	if (!status) throw new UserError(`datasets.${name}: ${path} does not exist`, "Correct the path, or create it in pipeline.setup");
	if (status.isFile()) return [{
		path,
		name: shown
	}];
	if (!status.isDirectory()) throw new UserError(`datasets.${name}: ${path} is neither a file nor a directory`, "Name files and directories");
	const entries = (await readdir(path)).toSorted();
	const below = [];
	for (const entry of entries) {
		below.push(...await listBelow(join(path, entry), `${shown}/${entry}`, name));
		if (below.length > maxFiles$2) break;
	}
	return below;
}
async function refuseOutside(paths, root, name) {
	const realRoot = await realpath(root);
	for (const path of paths) {
		const real = await realpath(path).catch(() => null);
		if (real === null || real.startsWith(`${realRoot}/`)) continue;
		throw new UserError(`datasets.${name}: ${path} leads out of the checkout`, "Name files outside the repository by absolute paths");
	}
}
function resolvePath(name, path, workspace) {
	if (isAbsolute(path)) return path;
	const resolved = resolve(workspace, path);
	const inside = relative(resolve(workspace), resolved);
	if (inside !== ".." && !inside.startsWith("../")) return resolved;
	throw new UserError(`datasets.${name}.path: ${JSON.stringify(path)} leaves the workspace`, "Use a path inside the repository, or an absolute path on the runner");
}

// src/programs/fasta/fasta.ts
const prepareFasta = (name, config, place) => {
	if ("preset" in config) return prepareSynthetic(name, config, place);
	return "path" in config ? prepareFile(name, config, place) : null;
};
async function prepareSynthetic(name, config, { caches }) {
	const { preset, seed, files, gc, orfShare, orfLength, ...changes } = config;
	const openFrames = orfShare === void 0 ? void 0 : {
		share: orfShare,
		length: orfLength ?? null
	};
	const spec = {
		name,
		preset,
		...adjustPreset(preset, changes),
		gc,
		...openFrames && { openFrames },
		seed,
		files
	};
	const parameters = listSyntheticParameters(spec);
	return await prepareCached(caches, {
		name: `${preset}-${hash("sha256", JSON.stringify(parameters)).slice(0, 16)}`,
		make: async (draft) => toPreparedDataset(draft, await writeSynthetic(draft, spec)),
		read: (directory) => readDirectory(directory, name, parameters)
	});
}
async function prepareFile(name, config, { workspace, signal, caches }) {
	const source = {
		name,
		path: resolvePath(name, config.path, workspace),
		sha256: config.sha256,
		signal
	};
	if (!isAbsolute(config.path)) await refuseOutside([source.path], workspace, name);
	const { sample } = config;
	if (!sample) return await readFastaDataset(source);
	const sha256 = await hashFiles([source.path], signal).catch(() => null);
	signal?.throwIfAborted();
	if (sha256 !== null) refuseOtherBytes(source, sha256);
	const own = listSampleParameters(sample);
	const key = hash("sha256", JSON.stringify(own)).slice(0, 16);
	return await prepareCached(caches, {
		name: `sample-${key}-${(sha256 ?? "unread").slice(0, 16)}`,
		make: async (draft) => {
			const file = {
				setting: formatSetting(source),
				path: source.path,
				signal
			};
			const metadata = await sampleFasta(draft, {
				...sample,
				name,
				source: file
			});
			refuseOtherBytes(source, metadata.source.sha256);
			return toPreparedDataset(draft, metadata);
		},
		read: (directory) => readDirectory(directory, name, {
			source: sha256 ?? "",
			...own
		})
	});
}
async function readFastaDataset(source) {
	const { name, path, signal } = source;
	await using file = await openFasta({
		setting: formatSetting(source),
		path,
		signal
	});
	let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
	const { sha256, bytes, sequences } = await scanFasta(file, (_start, _end, length) => {
		if (length < shortest) shortest = length;
		if (length > longest) longest = length;
	});
	refuseOtherBytes(source, sha256);
	return {
		identity: {
			name,
			kind: "real",
			sha256,
			sequences,
			lengths: [shortest, longest],
			bytes,
			parameters: {}
		},
		files: [path]
	};
}
function formatSetting({ name }) {
	return `datasets.${name}.path`;
}
function refuseOtherBytes(source, sha256) {
	if (source.sha256 === void 0 || source.sha256 === sha256) return;
	throw new UserError(`${formatSetting(source)}: ${source.path} has SHA-256 ${sha256}, the config requires ${source.sha256}`, `Restore the file, or set datasets.${source.name}.sha256 to its new value if the change is intended`);
}

// src/programs/virnucpro/commands.ts
const title = /^VirNucPro Output Comparison - (\S{1,40}) MODE$/;
const count = /^(Matching predictions|Mismatching predictions|Missing in refactored|Missing in vanilla): (\d[\d,]{0,15})(?= |$)/;
const score = /^\s{2}(Mean|Median|Max): (\S{1,40})$/;
const tolerance = /^Score tolerance: (\S{1,40})$/;
const agreement = {
	name: "agreement",
	unit: "share",
	betterWhen: "higher"
};
const virnucproCompare = createTextReader({
	isLog: true,
	wants: "what compare_virnucpro_outputs.py printed",
	detect: (head) => /^VirNucPro Output Comparison - /m.test(head),
	toReadings: (text, path) => {
		const found = text.split(/^(?=VirNucPro Output Comparison - )/m).filter((part) => part.startsWith("VirNucPro")).map(readLines);
		const rows = found.map(computeFigures);
		if (rows.length === 0 || rows.some(({ length }) => length === 0)) throw new UserError(`${path} has no count of predictions`, "Pass the complete output of the comparison");
		const compared = [...new Set(found.map(describeComparison))].join("; ");
		const problems = found.flatMap(listProblems$1);
		return {
			tool: "compare_virnucpro_outputs",
			rows: rows.flat(),
			context: { compared },
			problems
		};
	}
});
function readLines(text) {
	const found = {
		mode: "comparison",
		tolerance: null,
		hasScores: true,
		counts: /* @__PURE__ */ new Map(),
		scores: /* @__PURE__ */ new Map()
	};
	for (const line of splitBoundedLines(text)) {
		found.mode = title.exec(line)?.[1]?.toLowerCase() ?? found.mode;
		found.tolerance = tolerance.exec(line)?.[1] ?? found.tolerance;
		if (line.startsWith("Score comparison: N/A")) found.hasScores = false;
		const [, counted, amount] = count.exec(line) ?? [];
		if (counted !== void 0) found.counts.set(counted, Number(String(amount).replaceAll(",", "")));
		const [, statistic, value] = score.exec(line) ?? [];
		if (statistic !== void 0) found.scores.set(statistic.toLowerCase(), Number(value));
	}
	return found;
}
function computeFigures({ mode, counts, scores }) {
	const [matching, mismatching] = [counts.get("Matching predictions"), counts.get("Mismatching predictions")];
	if (matching === void 0 || mismatching === void 0 || counts.size < 4) return [];
	const total = matching + mismatching + countMissing(counts);
	const share = {
		name: mode,
		metric: agreement,
		value: matching / total
	};
	const differences = [...scores].map(([statistic, value]) => {
		return {
			name: mode,
			metric: {
				name: `score_difference_${statistic}`,
				unit: "score",
				betterWhen: "lower"
			},
			value
		};
	});
	return total > 0 ? [share, ...differences] : differences;
}
function countMissing(counts) {
	return (counts.get("Missing in refactored") ?? 0) + (counts.get("Missing in vanilla") ?? 0);
}
function describeComparison({ hasScores, ...found }) {
	return hasScores ? `labels, and scores within ${found.tolerance ?? "an unknown tolerance"}` : "labels alone";
}
function listProblems$1({ counts }) {
	const missing = countMissing(counts);
	return missing > 0 ? [`${missing} sequences are in only one table and count as different`] : [];
}
const name = "batch-size-profile";
const rate = {
	name: "throughput",
	unit: "seq/s",
	betterWhen: "higher"
};
const memory = {
	name: "memory",
	unit: "B",
	betterWhen: "lower"
};
const bytesPerGibibyte = 2 ** 30;
const curve = list(tuple([amount$1, amount$1], "a pair of batch size and value"), "No batch size fitted; check the log of the profiler");
const batchSizeProfile = createJsonReader({
	wants: "the JSON of virnucpro profile --output",
	detect: (head) => head.includes("\"optimal_batch_size\"") && head.includes("\"throughput_curve\""),
	schema: group$2({
		throughput_curve: curve,
		memory_curve: curve,
		...repeat(amount$1.nullish(), "optimal_batch_size", "max_batch_size"),
		bf16_enabled: anything,
		device: maybePrinted
	}),
	toReadings: ({ throughput_curve: rates, memory_curve: memories, ...root }) => {
		return {
			tool: "virnucpro profile",
			rows: [...rates.map(([size, value]) => createPoint(rate, size, value)), ...memories.map(([size, value]) => createPoint(memory, size, value * bytesPerGibibyte))],
			context: {
				optimalBatchTokens: root.optimal_batch_size?.toString() ?? null,
				maxBatchTokens: root.max_batch_size?.toString() ?? null,
				bf16: has(root, "bf16_enabled") ? String(root.bf16_enabled === true) : null,
				device: root.device?.slice(0, 40) ?? null
			},
			problems: ["each figure is one cold call of the 650M model; do not use it as a baseline for production"]
		};
	}
});
function createPoint(metric, batchTokens, value) {
	const key = {
		name,
		axes: { batchTokens }
	};
	if (metric === rate && value <= 0) return {
		...key,
		failed: "a throughput of 0 seq/s is not a measurement"
	};
	return {
		...key,
		metric,
		value
	};
}

// src/programs/virnucpro/pipeline-state.ts
const maxCharacters$1 = 8 * 2 ** 20;
const longestGapSeconds = 60;
const statuses$1 = [
	"not_started",
	"in_progress",
	"completed",
	"failed"
];
const pipelineState = {
	source: "file",
	path: ".checkpoints/pipeline_state.json",
	parse: (text) => {
		if (text.length > maxCharacters$1) return null;
		const stages = listStages(attempt(() => parseJsonText(text)));
		return stages.length > 0 ? read(stages) : null;
	}
};
const pipelineStateReader = createStageReader({
	tool: "pipeline state",
	adapter: pipelineState,
	wants: "the .checkpoints/pipeline_state.json of the pipeline",
	detect: (head) => head.includes("\"pipeline_config\"") || /"CHUNKING"\s*:\s*\{\s*"status"/.test(head),
	readFigures: (text, path) => readPipelineStateFigures(parseJson(text, path))
});
function listStages(state) {
	if (!isMap(state)) return [];
	const stages = isMap(state["stages"]) ? state["stages"] : state;
	return Object.entries(stages).filter((entry) => isStageState(entry[1]));
}
function isStageState(value) {
	return isMap(value) && statuses$1.includes(value["status"]);
}
function read(states) {
	const times = new StageTimes();
	for (const [key, state] of states) {
		const stage = virnucproStages.get(key) ?? key;
		if (state.status !== "not_started" && times.open(stage)) readStage(stage, state, times);
	}
	notePauses(states, times);
	return {
		stages: times.stages,
		isResumed: false,
		problems: times.problems
	};
}
function readStage(stage, state, times) {
	if (state.status === "failed") return times.note(`stage "${stage}" failed`);
	if (state.status === "in_progress") return times.note(`stage "${stage}" started and did not end`);
	const seconds = state.duration_seconds;
	if (typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0) {
		const [startedMs, endedMs] = [parseTime(state.started_at), parseTime(state.completed_at)];
		if (startedMs > 0 && endedMs >= startedMs) times.extendWindow(stage, startedMs, endedMs);
		return times.add(stage, seconds);
	}
	return times.note(`stage "${stage}" is completed, but its duration_seconds is not a number of seconds`);
}
function notePauses(states, times) {
	for (const [index, [key, state]] of states.entries()) {
		const before = states[index - 1];
		if (!before) continue;
		const pauseSeconds = (parseTime(state.started_at) - parseTime(before[1].completed_at)) / 1e3;
		if (pauseSeconds > longestGapSeconds) times.note(`${Math.round(pauseSeconds)} s passed between ${before[0]} and ${key}; the run may have been resumed`);
	}
}
function parseTime(value) {
	return typeof value === "string" && value.length < 40 ? Date.parse(`${value}Z`) : NaN;
}
const facts$2 = [
	"model_path",
	"expected_length",
	"config_hash"
];
function readPipelineStateFigures(root) {
	const state = isMap(root) ? root : {};
	const stages = state["stages"] ?? state;
	const failed = Object.entries(isMap(stages) ? stages : {}).filter(([, one]) => isMap(one) && one["status"] === "failed");
	const config = isMap(state["pipeline_config"]) ? state["pipeline_config"] : {};
	const entries = facts$2.flatMap((name) => {
		const value = config[name];
		return typeof value === "string" || typeof value === "number" ? [[name, String(value).slice(0, 200)]] : [];
	});
	return {
		invalid: failed.map(([name]) => `stage ${name} failed`),
		context: Object.fromEntries(entries)
	};
}
const virnucproStages = /* @__PURE__ */ new Map([
	["CHUNKING", "Sequence Chunking"],
	["TRANSLATION", "Six-Frame Translation"],
	["NUCLEOTIDE_SPLITTING", "Nucleotide File Splitting"],
	["PROTEIN_SPLITTING", "Protein File Splitting"],
	["NUCLEOTIDE_FEATURES", "DNABERT-S Feature Extraction"],
	["PROTEIN_FEATURES", "ESM-2 Feature Extraction"],
	["FEATURE_MERGING", "Feature Merging"],
	["PREDICTION", "Model Prediction"],
	["CONSENSUS", "Consensus Scoring"]
]);

// src/programs/virnucpro/pipeline-log.ts
const toleranceSeconds = .0501;
const pipelineLog = {
	source: "stdout",
	parse: (text) => {
		const lines = [...readStageLines(text)];
		return lines.some(({ kind }) => kind === "completed" || kind === "summary") || lines.filter(({ kind }) => kind === "start").length === 1 ? readStages(lines) : null;
	}
};
const pipelineLogReader = createStageReader({
	tool: "pipeline log",
	adapter: pipelineLog,
	isLog: true,
	wants: "the main log of the pipeline (standard output)",
	detect: (head) => /=== Stage \d+: |PIPELINE SUMMARY| - virnucpro\.pipeline\.telemetry - /.test(head),
	readFigures: readPipelineLogFigures
});
function readStages(lines) {
	const times = new StageTimes();
	const skipped = /* @__PURE__ */ new Set();
	const ended = addCompletions(lines, times, skipped);
	const torn = withdrawTorn(lines, times);
	readSummary(lines, times, skipped);
	for (const { stage, seconds } of times.stages) if (seconds === null && !skipped.has(stage) && !torn.has(stage)) times.note(`stage "${stage}" started and did not end`);
	for (const [stage, count] of ended) if (count > 1 && !torn.has(stage)) times.note(`stage "${stage}" completed ${count} times; its times are summed`);
	const absent = listMissingStages(times);
	if (absent.length > 0) times.note(`stages are missing, as after a resume: ${absent.join(", ")}`);
	return {
		stages: times.stages,
		isResumed: skipped.size > 0 || absent.length > 0,
		problems: times.problems
	};
}
function addCompletions(lines, times, skipped) {
	const ended = /* @__PURE__ */ new Map();
	const hasStarts = lines.some((line) => line.kind === "start");
	for (const line of lines) {
		if (line.kind === "start") times.open(line.stage);
		if (line.kind !== "completed") continue;
		if (!(line.isTelemetry || line.isSkipped || !hasStarts || times.has(line.stage)) || !times.open(line.stage)) continue;
		if (line.isSkipped) skipped.add(line.stage);
		else {
			ended.set(line.stage, (ended.get(line.stage) ?? 0) + 1);
			times.add(line.stage, line.seconds);
		}
	}
	return ended;
}
function withdrawTorn(lines, times) {
	const texts = lines.flatMap((line) => line.kind === "torn" ? [line.text] : []);
	const stages = times.stages.map(({ stage }) => stage);
	const torn = new Set(stages.filter((stage) => texts.some((text) => text.includes(`  ${stage} completed in `))));
	for (const stage of torn) {
		times.withdraw(stage);
		times.note(`a line of stage "${stage}" cannot be read, so its time is not known`);
	}
	return torn;
}
function readSummary(lines, times, skipped) {
	for (const line of lines) {
		if (line.kind !== "summary" || !times.open(line.stage)) continue;
		const { stage, seconds } = line;
		const known = times.getSeconds(stage);
		if (seconds === null) skipped.add(stage);
		else if (known === null) times.add(stage, seconds);
		else if (Math.abs(known - seconds) > toleranceSeconds) times.note(`stage "${stage}" took ${known} s according to its line, but ${seconds} s according to the summary`);
	}
}
function listMissingStages(times) {
	const expected = [...virnucproStages.values()];
	const present = expected.filter((stage) => times.has(stage));
	if (present.length < 5 || present.length < times.stages.length) return [];
	const last = expected.findLastIndex((stage) => times.has(stage));
	return expected.slice(0, last).filter((stage) => !times.has(stage));
}
const prefix$1 = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - (\S{1,200}) - [A-Z]{1,10} - /;
const start$1 = /^=== Stage \d{1,4}: (.{1,200}) ===$/;
const completed = /^\s{2}(\S.{0,199}) completed in (\d{1,9}(?:\.\d{1,9})?)s(?: \[(.*)\])?$/;
const row = /^\s{2}\d{1,4}\. (\S.{0,199}?) \.{4,100}\s{1,20}(?:(skipped)|(\d{1,9}\.\d)s \(\s{0,4}\d{1,3}\.\d%\))$/;
function* readStageLines(text) {
	for (const line of splitBoundedLines(text)) {
		const logger = prefix$1.exec(line);
		const parsed = parseMessage(logger ? line.slice(logger[0].length) : line, logger?.[1] ?? "");
		if (parsed) yield parsed;
	}
}
function parseMessage(message, logger) {
	const [, started] = start$1.exec(message) ?? [];
	if (started !== void 0) return {
		kind: "start",
		stage: started
	};
	if (message.includes(" completed in ")) {
		const [, stage, seconds, extra] = completed.exec(message) ?? [];
		if (stage === void 0) return {
			kind: "torn",
			text: message
		};
		const isSkipped = extra?.startsWith("skipped") ?? false;
		return {
			kind: "completed",
			stage,
			seconds: Number(seconds),
			isSkipped,
			isTelemetry: logger.endsWith("telemetry")
		};
	}
	const [, stage, skipped, seconds] = message.includes(" ....") ? row.exec(message) ?? [] : [];
	return stage === void 0 ? null : {
		kind: "summary",
		stage,
		seconds: skipped ? null : Number(seconds)
	};
}
const extras = /^\s{2}\S.{0,199} completed in \d{1,9}(?:\.\d{1,9})?s \[(.{1,500})\]$/;
const wall = /^Total wall time: [\d:]{5,12} \((\d{1,9}(?:\.\d{1,3})?)s\)/;
const facts$1 = [
	["architecture", /^(?:Architecture|\s{2}ESM-2 architecture): (.{1,200})$/],
	["model", /^\s{2}Model: (.{1,200})$/],
	["expectedLength", /^\s{2}Expected length: (.{1,40})$/],
	["dnabertBatchSize", /DNABERT batch size: (\d{1,9})/],
	["tokenBudget", /^Dynamic token budget: (\d{1,9})/]
];
const failedParts = [
	[/Pipeline completed with ([1-9]\d{0,8}) failures/, ([, count]) => `the pipeline completed with ${count} failures`],
	[/\bInference complete: (\d{1,9}) successful, ([1-9]\d{0,8}) failed/, ([, done, failed]) => `${failed} of ${Number(done) + Number(failed)} workers failed`],
	[/\bcomplete: (\d{1,9}) processed, ([1-9]\d{0,8}) failed/, ([, done, failed]) => `${failed} of ${Number(done) + Number(failed)} files failed`],
	[/\bFailed to (process|merge) ([1-9]\d{0,8} [\w -]{1,40})/, ([, verb, what]) => `failed to ${verb} ${what}`]
];
const faults = [...failedParts, [/OUT OF MEMORY ERROR/, () => "the pipeline ran out of memory"]];
function listFailedParts$1(text) {
	const lines = [...splitBoundedLines(text)].filter((line) => /^virnucpro\b/.test(prefix$1.exec(line)?.[1] ?? ""));
	return [...new Set(lines.flatMap((line) => findFaults(line, failedParts)))];
}
function findFaults(line, forms) {
	return forms.flatMap(([form, describe]) => {
		const found = form.exec(line);
		return found ? [describe(found)] : [];
	});
}
function readPipelineLogFigures(text) {
	const counts = /* @__PURE__ */ new Map();
	const context = {};
	const invalid = /* @__PURE__ */ new Set();
	const lines = [...splitBoundedLines(text)].map((raw) => raw.replace(prefix$1, ""));
	const ends = [...new Set(lines.flatMap((line) => Number(wall.exec(line)?.[1] ?? 0) || []))];
	for (const line of lines) {
		for (const [name, value] of readCounts(line)) if (!counts.has(name)) counts.set(name, value);
		for (const [name, form] of facts$1) {
			const value = form.exec(line)?.[1];
			if (value !== void 0) context[name] ??= value;
		}
		for (const fault of findFaults(line, faults)) invalid.add(fault);
	}
	if (ends.length > 1) invalid.add(`the log has the ends of ${ends.length} runs`);
	const readCount = (name) => counts.get(name) ?? null;
	return {
		counts: {
			sequences: readCount("sequences"),
			predictions: readCount("predictions"),
			consensus: readCount("consensus_sequences")
		},
		wallSeconds: ends.at(-1) ?? null,
		invalid: [...invalid],
		context
	};
}
function readCounts(line) {
	if (!line.includes(" completed in ")) return [];
	return (extras.exec(line)?.[1]?.split(", ") ?? []).flatMap((entry) => {
		const [, name = "", value] = /^([a-z_]{1,40}): (\d[\d,]{0,19})$/.exec(entry) ?? [];
		return value === void 0 ? [] : [[name, Number(value.replaceAll(",", ""))]];
	});
}
const form = /Memory at failure: (\d{1,6}(?:\.\d{1,4})?) ?GB allocated, (\d{1,6}(?:\.\d{1,4})?) ?GB reserved/;
function readMemoryAtFailure(text) {
	const found = form.exec(text);
	if (!found) return [];
	const [allocatedBytes = 0, reservedBytes = 0] = found.slice(1).map((gigabytes) => Number(gigabytes) * 2 ** 30);
	return reservedBytes > 0 ? [{
		stage: null,
		gpu: null,
		allocatedBytes,
		reservedBytes,
		when: "failure"
	}] : [];
}

// src/programs/virnucpro/report.ts
const sequenceRate = {
	name: "throughput",
	unit: "seq/s",
	betterWhen: "higher"
};
const utilization = {
	name: "gpu_utilization",
	unit: "%",
	betterWhen: "higher"
};
const peakMemory = {
	name: "gpu_memory_peak",
	unit: "B",
	betterWhen: "lower"
};
const memoryGrowth = {
	name: "memory_growth",
	unit: "B",
	betterWhen: "lower"
};
const reservedMemory = {
	name: "gpu_memory_reserved",
	unit: "B",
	betterWhen: "lower"
};
const [mebibyte, gibibyte] = [2 ** 20, 2 ** 30];
const maybe = amount$1.nullish();
const repeatAmounts = (...names) => repeat(maybe, ...names);
function createForm(keys, schema, toRows) {
	return {
		keys,
		read: (root, path) => toRows(read$1(schema, root, path), path)
	};
}
const forms$1 = [
	createForm([
		"metadata",
		"performance",
		"status"
	], group$2({ performance: group$2({
		gpu_scaling: index(maybe).nullish(),
		stage_throughput: createStages("time", "seq_per_sec", "gpu_util").nullish(),
		total_time: maybe,
		memory_usage: group$2(repeatAmounts("peak"))
	}) }), ({ performance: { gpu_scaling: scaling, stage_throughput: stages, ...whole } }, path) => [
		...[...scaling ?? []].flatMap(([gpus, seconds]) => {
			const place = joinPath("performance.gpu_scaling", [gpus]);
			if (!/^[1-9]\d{0,3}$/.test(gpus)) throw createError(path, place, gpus, "a number of GPUs");
			return listFigures({
				name: "gpu_scaling",
				axes: { gpus: Number(gpus) }
			}, [[seconds, wallTime]]);
		}),
		...[...stages ?? []].flatMap(([stage, own]) => listStageFigures(stage, [
			own.time,
			own.seq_per_sec,
			own.gpu_util
		])),
		...listFigures({ name: "total" }, [[whole.total_time, wallTime], [
			whole.memory_usage.peak,
			peakMemory,
			gibibyte
		]])
	]),
	createForm([
		"test_name",
		"duration",
		"dataset",
		"performance"
	], group$2({
		test_name: name$1,
		system: group$2(repeatAmounts("num_gpus")),
		duration: group$2(repeatAmounts("seconds")),
		dataset: group$2(repeatAmounts("total_sequences"))
	}), ({ test_name: name, system: { num_gpus: gpus }, duration: { seconds }, dataset: { total_sequences: sequences } }, path) => {
		const key = {
			name,
			axes: typeof gpus === "number" ? { gpus } : {}
		};
		const whole = typeof sequences === "number" ? read$1(amount$1, seconds, path, "duration.seconds") : 0;
		return listFigures(key, [[seconds, wallTime], [whole > 0 ? (sequences ?? 0) / whole : null, sequenceRate]]);
	}),
	createForm(["memory_increase_mb", "baseline_memory_mb"], group$2({
		test_name: name$1.nullish(),
		memory_increase_mb: anything,
		...repeatAmounts("peak_allocated_mb", "duration_seconds", "reserved_mb")
	}), ({ test_name: name, memory_increase_mb: growth, ...one }, path) => {
		const key = { name: name ?? "memory_stability" };
		const readGrowth = () => read$1(number(), growth, path, "memory_increase_mb");
		const failed = "the test measured its own process instead of the pipeline; peak memory is 0";
		return [
			...listFigures(key, [[one.duration_seconds, wallTime]]),
			one.peak_allocated_mb ? {
				...key,
				metric: memoryGrowth,
				value: readGrowth() * mebibyte,
				zero: "counts"
			} : {
				...key,
				failed
			},
			...listFigures(key, [[
				one.peak_allocated_mb,
				peakMemory,
				mebibyte
			], [
				one.reserved_mb,
				reservedMemory,
				mebibyte
			]])
		];
	}),
	createForm(["overall_peak_gb", "per_stage_stats"], group$2({
		overall_peak_gb: maybe,
		per_stage_stats: index(group$2(repeatAmounts("peak_memory_gb")))
	}), ({ overall_peak_gb: peak, per_stage_stats: stages }) => [...listFigures({ name: "memory_per_stage" }, [[
		peak,
		peakMemory,
		gibibyte
	]]), ...[...stages].flatMap(([name, own]) => listFigures({ name }, [[
		own.peak_memory_gb,
		peakMemory,
		gibibyte
	]]))]),
	createForm([
		"batch_size",
		"allocated_gb",
		"reserved_gb"
	], group$2({
		batch_size: amount$1,
		oom_detected: anything,
		exit_code: maybePrinted,
		...repeatAmounts("peak_memory_gb", "reserved_gb")
	}), ({ batch_size: batchSize, oom_detected: isFull, exit_code: code, ...one }) => {
		const key = {
			name: "memory_large_batches",
			axes: { batchSize }
		};
		if (isFull === true) return [{
			...key,
			failed: "ran out of memory"
		}];
		if (code !== null && code !== "0") return [{
			...key,
			failed: `exit code ${code}`
		}];
		return listFigures(key, [[
			one.peak_memory_gb,
			peakMemory,
			gibibyte
		], [
			one.reserved_gb,
			reservedMemory,
			gibibyte
		]]);
	}),
	createForm(["standard_mode", "persistent_mode"], group$2({
		standard_mode: group$2(repeatAmounts("duration_seconds", "peak_memory_gb")),
		persistent_mode: group$2(repeatAmounts("duration_seconds", "peak_memory_gb"))
	}), (root) => ["standard", "persistent"].flatMap((variant) => {
		const { duration_seconds: seconds, peak_memory_gb: peak } = root[`${variant}_mode`];
		return listFigures({
			name: "persistent_models_memory",
			axes: { variant }
		}, [[seconds, wallTime], [
			peak,
			peakMemory,
			gibibyte
		]]);
	})),
	createForm([
		"elapsed_seconds",
		"status",
		"name"
	], list(group$2({
		name: name$1,
		status: name$1,
		...repeatAmounts("elapsed_seconds", "avg_gpu_utilization", "peak_memory_gb")
	})), (variants) => variants.flatMap(({ name: variant, status, ...one }) => {
		const key = {
			name: "optimization_impact",
			axes: { variant }
		};
		if (status !== "SUCCESS") return [{
			...key,
			failed: `ended as ${status}`
		}];
		return listFigures(key, [
			[one.elapsed_seconds, wallTime],
			[one.avg_gpu_utilization, utilization],
			[
				one.peak_memory_gb,
				peakMemory,
				gibibyte
			]
		]);
	})),
	createForm(["num_gpus", "time_seconds"], index(group$2({
		num_gpus: amount$1,
		time_seconds: maybe
	})), (root) => [...root.values()].flatMap(({ num_gpus: gpus, time_seconds: seconds }) => listFigures({
		name: "gpu_scaling",
		axes: { gpus }
	}, [[seconds, wallTime]]))),
	createForm(["stage_name", "sequences_per_second"], createStages("total_time", "sequences_per_second", "gpu_util_avg", "memory_peak_gb"), (root) => [...root].flatMap(([stage, own]) => [...listStageFigures(stage, [
		own.total_time,
		own.sequences_per_second,
		own.gpu_util_avg
	]), ...listFigures({ name: stage }, [[
		own.memory_peak_gb,
		peakMemory,
		gibibyte
	]])]))
];
const facts = group$2({
	status: group$2({ failures: listOptional(name$1) }),
	metadata: group$2(repeatAmounts("num_sequences")),
	dataset: group$2(repeatAmounts("total_sequences", "min_length", "max_length")),
	system: group$2({
		gpu_names: listOptional(name$1),
		...repeat(maybePrinted, "cuda_version", "pytorch_version")
	})
});
const virnucproReport = createTextReader({
	wants: "a JSON report of virnucpro benchmark",
	detect: (head) => /^\s*[[{]/.test(head) && forms$1.some(({ keys }) => hasKeys(head, keys)),
	toReadings: (text, path) => {
		const tool = "virnucpro benchmark";
		const root = parseJson(text, path);
		const rows = forms$1.find(({ keys }) => hasKeys(text, keys))?.read(root, path) ?? [];
		if (rows.length === 0) throw new UserError(`${path} is not a report with a measured figure`, `Pass an unedited report of ${tool}`);
		return {
			tool,
			rows,
			...readFacts(read$1(facts, root, path))
		};
	}
});
function readFacts({ status, metadata, dataset, system }) {
	const sequences = (dataset.total_sequences ?? metadata.num_sequences) || null;
	const { min_length: min = null, max_length: max = null } = dataset;
	return {
		pipeline: sequences === null ? null : {
			...silentPipeline,
			counts: {
				...silentPipeline.counts,
				sequences
			}
		},
		context: {
			...Object.fromEntries(system.gpu_names.map((model, index) => [`gpu ${index}`, model])),
			sequenceLengths: min === null || max === null ? null : `${min} to ${max} bp`,
			cuda: system.cuda_version?.slice(0, 40) ?? null,
			pytorch: system.pytorch_version?.slice(0, 40) ?? null
		},
		problems: status.failures.map((failure) => `the report lists a failure: ${failure}`)
	};
}
function hasKeys(text, keys) {
	return keys.every((key) => text.includes(`"${key}"`));
}
function listFigures(key, all) {
	return all.flatMap(([value, metric, factor = 1]) => {
		if (value === void 0 || value === null) return [];
		if (value > 0) return [{
			...key,
			metric,
			value: value * factor
		}];
		return [{
			...key,
			failed: `${metric.name} is 0 in the report, so it was not measured`
		}];
	});
}
function createStages(...names) {
	const stage = group$2(repeatAmounts(...names));
	return index((name) => toLine$1(name) === null ? stage.transform((_, context) => refuse$1(context, name, "a name")) : stage);
}
function listStageFigures(stage, [time, rate, used]) {
	return listFigures({ name: toLine$1(stage) ?? "" }, [
		[time, createStageMetric(stage)],
		[rate, sequenceRate],
		[used, utilization]
	]);
}

// src/programs/virnucpro/shard-manifest.ts
const mostErrorText = 1e3;
const statuses = /* @__PURE__ */ new Map([
	["complete", "completed"],
	["failed", "failed"],
	["in_progress", "unfinished"]
]);
const timeMs = shortText.transform((text, context) => {
	const time = Date.parse(text);
	return Number.isNaN(time) ? refuse$1(context, text, "a time such as 2026-11-20T14:06:36+00:00") : time;
}).nullish();
const shard = group$2({
	status: anything.transform((value, context) => statuses.get(value) ?? refuse$1(context, value, [...statuses.keys()].join(", "))),
	completed_at: timeMs,
	...repeat(amount$1.nullish(), "original_rank", "assigned_rank", "total_sequences", "retry_count"),
	error: name$1.nullish()
});
const shardManifest = createJsonReader({
	wants: "the manifest.json of a sharded run",
	detect: (head) => head.includes("\"shards\"") && head.includes("\"world_size\""),
	schema: group$2({
		version: name$1.nullish(),
		world_size: amount$1.refine((size) => Number.isInteger(size) && size > 0, "a count from 1"),
		created_at: timeMs,
		shards: index((key) => /^\d{1,6}$/.test(key) ? shard : shard.transform((_, context) => refuse$1(context, key, "the number of a shard")))
	}),
	toReadings: ({ version, world_size: size, created_at: createdMs, shards: all }) => {
		const shards = [...all].map(([key, one]) => toShard(Number(key), one, createdMs ?? NaN));
		const pipeline = {
			...silentPipeline,
			workers: shards.map(({ worker }) => worker).toSorted((one, other) => one.worker - other.worker),
			invalid: [...shards.flatMap(describeFault), ...describeMissing(shards.length, size)]
		};
		return {
			tool: ["shard manifest", version ?? null],
			pipeline
		};
	}
});
function toShard(worker, one, createdMs) {
	const seconds = ((one.completed_at ?? NaN) - createdMs) / 1e3;
	const [first, last] = [one.original_rank ?? null, one.assigned_rank ?? null];
	return {
		worker: {
			worker,
			status: one.status,
			sequences: one.total_sequences ?? null,
			sequencesPerSecond: null,
			tokensPerSecond: null,
			seconds: seconds > 0 ? seconds : null,
			error: one.error?.slice(0, mostErrorText) ?? null
		},
		retries: one.retry_count ?? 0,
		isMoved: first !== null && last !== null && first !== last
	};
}
function describeFault({ worker: { worker, status, error }, retries, isMoved }) {
	if (status === "failed") return [`shard ${worker} failed: ${error ?? "no error reported"}`];
	if (status === "unfinished") return [`shard ${worker} is not complete`];
	if (retries > 0) return [`shard ${worker} needed ${retries + 1} attempts`];
	return isMoved ? [`shard ${worker} was finished by another worker`] : [];
}
function describeMissing(found, size) {
	return found < size ? [`${size - found} of ${size} shards are missing`] : [];
}

// src/programs/virnucpro/worker-lines.ts
const prefix = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - Worker (\d{1,6}) - \S{1,200} - [A-Z]{1,10} - /;
const integer = String.raw`(\d[\d,]{0,19})`;
const decimal$1 = String.raw`(\d[\d,]{0,19}(?:\.\d{1,9})?)`;
const forms = [
	[
		"progress",
		`Batch ${integer}: ${integer}/${integer} \\(${decimal$1}%\\) \\| ${decimal$1}% pack eff, ${decimal$1} tok/s, ${decimal$1} seq/s`,
		[
			"batch",
			"done",
			"total",
			"percent",
			"packingPercent",
			"tokensPerSecond",
			"sequencesPerSecond"
		]
	],
	[
		"batch",
		`Batch ${integer}: wait=${decimal$1}ms, seqs=${integer}, tokens=${integer}, queue_state=(\\w{1,20})`,
		[
			"batch",
			"waitMs",
			"sequences",
			"tokens",
			"state"
		]
	],
	[
		"flushed",
		`Flush called: .{0,200}, total returned so far: ${integer}`,
		["before"]
	],
	[
		"returned",
		`Flush returned ${integer} batches`,
		["batches"]
	],
	[
		"inferred",
		`Async inference complete: ${integer} sequences, ${decimal$1} seq/s, ${decimal$1} tokens/s`,
		[
			"sequences",
			"sequencesPerSecond",
			"tokensPerSecond"
		]
	],
	[
		"loader",
		`DataLoader stats: avg_wait=${decimal$1}ms, max_wait=${decimal$1}ms`,
		["meanMs", "maxMs"]
	],
	[
		"budget",
		`Dynamic token budget: ${integer}`,
		["tokens"]
	],
	[
		"started",
		String.raw`Worker \d+\/(\d{1,6}) starting`,
		["workers"]
	],
	[
		"indexed",
		`Worker \\d+/\\d{1,6}: ${integer} sequences, ${integer} tokens`,
		["sequences", "residues"]
	],
	[
		"assigned",
		`Assigned ${integer} sequences`,
		["sequences"]
	],
	[
		"completed",
		String.raw`Worker \d+ completed successfully`,
		[]
	],
	[
		"failed",
		String.raw`Worker \d+ failed: (.{0,300})`,
		["error"]
	],
	[
		"failed",
		String.raw`Rank \d+: ((?:NaN\/Inf detected in batch \d+|CUDA OOM error|CUDA runtime error|Runtime error|Unexpected error).{0,300})`,
		["error"]
	],
	[
		"warning",
		"(Mild|CRITICAL) I/O bottleneck: GPU utilization",
		["level"]
	],
	[
		"resumed",
		String.raw`=== Resume at \S+ ===`,
		[]
	]
];
const texts = [
	"state",
	"error",
	"level"
];
const expressions = forms.map(([kind, form, names]) => ({
	kind,
	form: new RegExp(`^${form}`),
	names
}));
function* readWorkerLines(text) {
	for (const line of splitBoundedLines(text)) {
		const start = prefix.exec(line);
		if (!start) continue;
		const message = line.slice(start[0].length);
		for (const { kind, form, names } of expressions) {
			const found = form.exec(message);
			if (!found) continue;
			const fields = names.map((name, index) => {
				const value = found[index + 1];
				return [name, texts.includes(name) ? value : parseAmount(value)];
			});
			yield {
				worker: Number(start[1]),
				kind,
				...Object.fromEntries(fields)
			};
			break;
		}
	}
}
const queueStates = [
	"full",
	"normal",
	"starved"
];
function readQueue({ state }) {
	return queueStates.find((known) => known === state) ?? null;
}
function parseAmount(text) {
	return Number((text ?? "").replaceAll(",", ""));
}
function selectLines(lines, kind) {
	return lines.filter((line) => line.kind === kind);
}
function findLastLine(lines, kind) {
	return selectLines(lines, kind).at(-1) ?? null;
}

// src/adapters/pipeline/batch-events.ts
const mostBatchRows = 2e5;
const fields = [
	["allocatedBytes", "allocated"],
	["reservedBytes", "reserved"],
	["residentBytes", "resident"]
];
const mostSeries = 1e3;
const pointsKept = 200;
const mostShards = 1e3;
const mostStages = 200;
const mostVisits = 2e3;
function readBatchEvents(text, { startedSeconds, keepsRows = false }) {
	const found = new BatchAccumulator(keepsRows);
	let origin = null;
	for (const line of splitBoundedLines(text)) {
		const event = readEvent$2(line);
		const { t, event: kind, stage, gpu } = event;
		if (typeof t !== "number" || !Number.isFinite(t)) continue;
		origin ??= isEpoch(t) ? startedSeconds : t;
		const moment = {
			event,
			stage: typeof stage === "string" && /^\P{Cc}{1,200}$/u.test(stage) ? stage : null,
			gpu: Number.isInteger(gpu) ? toAmount(gpu, 1e6) : null,
			seconds: Math.max(0, t - origin)
		};
		found.add(moment, kind);
	}
	return found.summarize();
}
var BatchAccumulator = class {
	#shards = /* @__PURE__ */ new Map();
	#starts = /* @__PURE__ */ new Map();
	#series = /* @__PURE__ */ new Map();
	#peaks = /* @__PURE__ */ new Map();
	#visits = /* @__PURE__ */ new Map();
	#rows = [];
	#last = /* @__PURE__ */ new Map();
	#dropped = 0;
	#reductions = null;
	#keepsRows;
	constructor(keepsRows) {
		this.#keepsRows = keepsRows;
	}
	add(moment, kind) {
		const { stage, seconds } = moment;
		if (kind === "metric") this.#addMetric(moment);
		if (kind === "batch") this.#addBatch(moment);
		if (stage !== null && kind === "stage-end") this.#endStage(stage, seconds);
		if (stage !== null && kind === "stage-start") this.#startStage(stage, seconds);
	}
	#addMetric({ event, stage, gpu }) {
		const { name } = event;
		const { unit, factor } = toBaseUnit(String(event["unit"]));
		const value = toAmount(event["value"], 0xde0b6b3a7640000);
		if (value === null) return;
		if (name === "token-budget-reductions") this.#reductions = (this.#reductions ?? 0) + value;
		if (name !== "peak-allocated" && name !== "peak-reserved" || unit !== "B") return;
		const create = () => ({
			stage,
			gpu,
			allocated: null,
			reserved: null
		});
		const peaks = openEntry(this.#peaks, `${stage}\n${gpu}`, mostSeries, create);
		const side = name === "peak-allocated" ? "allocated" : "reserved";
		if (peaks) peaks[side] = Math.max(peaks[side] ?? 0, value * factor);
	}
	#addBatch(moment) {
		const { event, stage, gpu, seconds } = moment;
		this.#addMemory(moment);
		const batch = {
			...readBatch(event),
			sequences: toCount(event["sequences"])
		};
		if (this.#keepsRows) this.#addRow(moment, batch);
		if (stage === null) return;
		const create = () => ({
			stage,
			gpu,
			batches: [],
			lastSeconds: 0
		});
		const shard = openEntry(this.#shards, `${stage}\n${gpu}`, mostShards, create);
		if (!shard) return;
		const [rows, longest] = [toCount(event["rows"]), toCount(event["longest"])];
		const paddedTokens = toCount(event["paddedTokens"]) ?? (rows === null || longest === null ? null : rows * longest);
		shard.batches.push({
			...batch,
			paddedTokens
		});
		shard.lastSeconds = Math.max(shard.lastSeconds, seconds);
	}
	#addMemory({ event, gpu, seconds }) {
		for (const [name, quantity] of fields) {
			const bytes = toAmount(event[name], 0xde0b6b3a7640000);
			if (bytes === null) continue;
			const create = () => ({
				quantity,
				gpu: quantity === "resident" ? null : gpu,
				points: []
			});
			openEntry(this.#series, `${quantity} ${gpu}`, mostSeries, create)?.points.push({
				seconds,
				bytes
			});
		}
	}
	#addRow({ stage, gpu, seconds }, batch) {
		if (this.#rows.length >= 2e5) {
			this.#dropped += 1;
			return;
		}
		const { waitMs, queue = waitMs === null ? null : inferQueueState(waitMs) } = batch;
		const key = JSON.stringify([stage, gpu]);
		const last = this.#last.get(key);
		const elapsed = seconds - (last?.seconds ?? seconds);
		const computeRate = (amount) => amount === null || elapsed <= 0 ? null : amount / elapsed;
		const row = {
			stage,
			gpu,
			batch: last ? last.batch + 1 : 0,
			seconds,
			tokens: batch.tokens,
			tokenBudget: batch.tokenBudget,
			sequences: batch.sequences,
			waitMs,
			queue,
			tokensPerSecond: computeRate(batch.tokens),
			sequencesPerSecond: computeRate(batch.sequences)
		};
		this.#last.set(key, row);
		this.#rows.push(row);
	}
	#startStage(stage, seconds) {
		openEntry(this.#starts, stage, mostShards, () => seconds);
		const visits = openEntry(this.#visits, stage, mostStages, () => ({
			depth: 0,
			endsSeconds: []
		}));
		if (visits) visits.depth += 1;
	}
	#endStage(stage, seconds) {
		const visits = this.#visits.get(stage);
		if (!visits || visits.depth === 0) return;
		visits.depth -= 1;
		if (visits.depth === 0 && visits.endsSeconds.length < mostVisits) visits.endsSeconds.push(seconds);
	}
	summarize() {
		const shards = [...this.#shards.values()].map((shard) => summarizeShard(shard, this.#starts.get(shard.stage)));
		const batches = [...this.#shards.values()].flatMap((shard) => shard.batches);
		const refused = shards.find(({ packing }) => packing?.efficiency === null)?.packing;
		return {
			shards,
			packing: refused ? {
				...refused,
				tokens: null,
				batches: null
			} : computePacking(batches, allBatches),
			dataLoader: summarizeWaits(batches),
			allocator: [...this.#peaks.values()].flatMap(({ stage, gpu, allocated, reserved }) => allocated === null || reserved === null ? [] : [{
				stage,
				gpu,
				allocatedBytes: allocated,
				reservedBytes: reserved,
				when: "peak"
			}]),
			memory: [...this.#series.values()].map((one) => ({
				...one,
				points: sampleEvenly(one.points, pointsKept)
			})),
			visits: [...this.#visits].flatMap(([stage, { endsSeconds }]) => endsSeconds.length > 1 ? [{
				stage,
				endsSeconds: endsSeconds.toSorted((a, b) => a - b)
			}] : []),
			reductions: this.#reductions,
			batches: {
				rows: this.#rows,
				dropped: this.#dropped
			}
		};
	}
};
function summarizeShard({ stage, gpu, batches, lastSeconds }, start = lastSeconds) {
	const waitMs = sumKnown(batches.map((batch) => batch.waitMs));
	return {
		stage,
		gpu,
		batches: batches.length,
		sequences: sumKnown(batches.map(({ sequences }) => sequences)),
		tokens: sumKnown(batches.map(({ tokens }) => tokens)),
		paddedTokens: sumKnown(batches.map(({ paddedTokens }) => paddedTokens)),
		packing: computePacking(batches, allBatches),
		dataLoader: summarizeWaits(batches),
		waitSeconds: waitMs === null ? null : waitMs / 1e3,
		seconds: lastSeconds > start ? lastSeconds - start : null
	};
}

// src/programs/virnucpro/worker-totals.ts
const unlimited = Number.MAX_SAFE_INTEGER;
function countBatches(lines) {
	const { done, total, covered } = readProgress$2(lines);
	const logged = selectLines(lines, "batch").map(({ batch }) => batch);
	const seen = logged.reduce((most, batch) => Math.max(most, batch + 1), covered);
	const [flushed, returned] = [findLastLine(lines, "flushed"), findLastLine(lines, "returned")];
	const loopTotal = flushed?.before ?? total;
	const hasEnded = flushed !== null || lines.some(({ kind }) => kind === "inferred" || kind === "loader" || kind === "completed");
	const further = Math.min(hasEnded ? findDistance(logged) - 1 : unlimited, covered + loopTotal - done - seen);
	const left = flushed ? total - flushed.before : total - done;
	const fromBuffer = returned?.batches ?? null;
	return {
		loop: [seen, seen + Math.max(0, further)],
		flushed: [fromBuffer ?? (flushed && left > 0 ? 1 : 0), fromBuffer ?? Math.max(0, left)]
	};
}
function readProgress$2(lines) {
	const progress = findLastLine(lines, "progress");
	const total = progress?.total ?? findLastLine(lines, "assigned")?.sequences ?? unlimited;
	return {
		covered: progress ? progress.batch + 1 : 0,
		done: progress?.done ?? 0,
		total
	};
}
function findDistance(batches) {
	return batches.slice(1).map((batch, index) => batch - (batches[index] ?? 0)).filter((one) => one > 0).reduce((least, one) => Math.min(least, one), unlimited);
}
const addedTokens = 2;
function countTokens({ residues, sequences }) {
	return residues + addedTokens * sequences;
}
function sumTotals(workers, tokenBudget) {
	const isReported = workers.some(({ lines }) => lines.some(({ kind }) => kind === "progress" || kind === "batch"));
	if (!tokenBudget || !isReported) return null;
	const totals = workers.map(({ lines }) => computeTotals(lines, tokenBudget));
	const sum = (read) => [sumValues(totals.map((one) => read(one)[0])), sumValues(totals.map((one) => read(one)[1]))];
	return {
		batches: sum(({ batches }) => batches),
		tokens: sum(({ tokens }) => tokens),
		unused: sum(({ unused }) => unused),
		covered: {
			tokens: sum(({ covered }) => covered.tokens),
			room: sumValues(totals.map(({ covered }) => covered.room))
		}
	};
}
function computeTotals(lines, budget) {
	const { covered, done, total } = readProgress$2(lines);
	const { loop, flushed } = countBatches(lines);
	const fewest = loop[0] + flushed[0];
	const batches = [fewest, Math.max(fewest, Math.min(loop[1] + flushed[1], covered + total - done))];
	const listTokens = (isEarly) => selectLines(lines, "batch").flatMap(({ batch, tokens }) => batch < covered === isEarly ? [tokens] : []);
	const [early, late] = [listTokens(true), listTokens(false)];
	const tokens = computeCoveredTokens(lines, early, budget);
	const open = (batches[1] - covered - late.length) * budget;
	const known = sumValues(late);
	const room = covered * budget;
	return restrictByIndex({
		batches,
		covered: {
			tokens,
			room
		},
		tokens: [tokens[0] + known, tokens[1] + known + open],
		unused: [room - tokens[1] + late.length * budget - known, room - tokens[0] + late.length * budget - known + open]
	}, lines, budget);
}
const [tokenRounding, sequenceRounding] = [.5, .05];
function computeCoveredTokens(lines, logged, budget) {
	const progress = findLastLine(lines, "progress");
	if (!progress) return [0, 0];
	const { batch, done, tokensPerSecond, sequencesPerSecond } = progress;
	const rates = sequencesPerSecond > sequenceRounding ? [done * (tokensPerSecond - tokenRounding) / (sequencesPerSecond + sequenceRounding), done * (tokensPerSecond + tokenRounding) / (sequencesPerSecond - sequenceRounding)] : [0, unlimited];
	const known = sumValues(logged);
	return intersect(rates, [known, known + (batch + 1 - logged.length) * budget]) ?? rates;
}
function restrictByIndex(totals, lines, budget) {
	const indexed = findLastLine(lines, "indexed");
	const { total } = readProgress$2(lines);
	if (indexed?.sequences !== total) return totals;
	const exact = countTokens(indexed);
	const tokens = intersect(totals.tokens, [exact, exact]);
	const unused = intersect(totals.unused, [totals.batches[0] * budget - exact, totals.batches[1] * budget - exact]);
	return tokens && unused ? {
		...totals,
		tokens,
		unused
	} : totals;
}
function intersect(one, other) {
	const [low, high] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])];
	return low <= high ? [low, high] : null;
}

// src/programs/virnucpro/worker-logs.ts
const workerStage = "ESM-2 Feature Extraction";
const workerLogs = createRunReader({
	wants: "the worker_*.log files of a run, or its standard error; the main log may be added",
	detect: (head) => / - Worker \d+ - \S+ - [A-Z]+ - /.test(head),
	toReadings: async (files) => {
		const texts = await parseEach(files, (text) => text, true);
		const lines = texts.flatMap((text) => [...readWorkerLines(text)]);
		const paths = formatNames(files.map(({ path }) => path));
		if (lines.length === 0) throw new UserError(`${paths}: it has no worker line`, "Pass the worker_*.log files of the run");
		const budget = texts.map(findTokenBudget).find((found) => found !== null) ?? null;
		const pipeline = readWorkers(Map.groupBy(lines, ({ worker }) => worker), budget);
		return {
			tool: "worker logs",
			pipeline,
			problems: listProblems(pipeline)
		};
	}
});
function readWorkers(all, tokenBudget) {
	const histories = [...all].toSorted(([one], [other]) => one - other);
	const current = histories.map(([worker, lines]) => {
		return {
			worker,
			lines: lines.slice(lines.findLastIndex(({ kind }) => kind === "resumed") + 1)
		};
	});
	const lines = current.flatMap((entry) => entry.lines);
	const workers = current.map(({ worker, lines: own }) => {
		const error = findLastLine(own, "failed")?.error ?? null;
		const ended = selectLines(own, "completed").length > 0 ? "completed" : "unfinished";
		return {
			worker,
			status: error === null ? ended : "failed",
			...computeRates(own),
			error
		};
	});
	const resumed = histories.filter(([, written]) => selectLines(written, "resumed").length > 0);
	const packingPercent = findLastLine(lines, "progress")?.packingPercent;
	const shortfalls = listShortfalls(workers, histories.flatMap(([, written]) => written));
	const absent = shortfalls.find((text) => text.endsWith("left no log"));
	const packing = computePacking(listBatches(lines), {
		totals: sumTotals(current, tokenBudget),
		tokenBudget,
		printed: packingPercent === void 0 ? null : packingPercent / 100
	});
	return {
		...silentPipeline,
		workerStage,
		isResumed: resumed.length > 0,
		workers,
		invalid: [
			...resumed.map(([worker]) => `worker ${worker} was resumed, so its times cover only a part`),
			...workers.flatMap(({ worker, status, error }) => {
				if (status === "failed") return [`worker ${worker} failed: ${error}`];
				return status === "unfinished" ? [`worker ${worker} started and did not complete`] : [];
			}),
			...shortfalls
		],
		packing: packing && absent !== void 0 ? withdrawPacking(packing, absent) : packing,
		dataLoader: absent === void 0 ? summarizeLoader(current) : null,
		warnings: countWarnings(lines)
	};
}
function withdrawPacking({ tokenBudget, printed }, reason) {
	return {
		efficiency: null,
		tokens: null,
		batches: null,
		lowest: null,
		batchesBelow80: null,
		tokenBudget,
		printed,
		reason
	};
}
function computeRates(lines) {
	const inferred = findLastLine(lines, "inferred");
	const unknown = {
		sequencesPerSecond: null,
		tokensPerSecond: null,
		seconds: null
	};
	if (!inferred) return {
		sequences: null,
		...unknown
	};
	const { sequences, sequencesPerSecond, tokensPerSecond } = inferred;
	if (sequencesPerSecond === 0) return {
		sequences,
		...unknown
	};
	const [indexed, flushed] = [findLastLine(lines, "indexed"), findLastLine(lines, "flushed")];
	const counted = flushed?.before ?? 0;
	if (indexed?.sequences !== sequences || counted === 0 || counted > sequences) return {
		sequences,
		sequencesPerSecond,
		tokensPerSecond,
		seconds: sequences / sequencesPerSecond
	};
	const seconds = counted / sequencesPerSecond;
	const tokens = countTokens(indexed);
	return {
		sequences,
		sequencesPerSecond: sequences / seconds,
		tokensPerSecond: tokens / seconds,
		seconds
	};
}
function listShortfalls(workers, lines) {
	const announced = Math.max(0, ...selectLines(lines, "started").map((line) => line.workers));
	const absent = announced > workers.length ? [`${announced - workers.length} of ${announced} workers left no log`] : [];
	const short = workers.flatMap(({ worker, sequences }) => {
		const assigned = selectLines(lines, "assigned").findLast((line) => line.worker === worker);
		if (!assigned || sequences === null || sequences === assigned.sequences) return [];
		return [`worker ${worker} computed ${sequences} of ${assigned.sequences} sequences`];
	});
	return [...absent, ...short];
}
function listBatches(lines) {
	return selectLines(lines, "batch").map((line) => {
		const queue = readQueue(line);
		return {
			tokens: line.tokens,
			tokenBudget: null,
			waitMs: line.waitMs,
			...queue && { queue }
		};
	});
}
const waitRoundingMs = .05;
function summarizeLoader(workers) {
	const closing = workers.flatMap(({ lines }) => findLastLine(lines, "loader") ?? []);
	const byBatches = summarizeWaits(workers.flatMap(({ lines }) => listBatches(lines)));
	const sample = byBatches && describeWaitSample(workers);
	const none = {
		waitP95Seconds: null,
		batches: 0,
		full: 0,
		normal: 0,
		starved: 0,
		starvedShare: null
	};
	if (closing.length === 0) return byBatches && {
		...byBatches,
		...sample
	};
	return {
		...byBatches ?? none,
		...sample,
		waitMeanSeconds: computeMean(closing.map(({ meanMs }) => meanMs)) / 1e3,
		waitMaxSeconds: Math.max(...closing.map(({ maxMs }) => maxMs)) / 1e3
	};
}
function describeWaitSample(workers) {
	const waits = workers.map(({ lines }) => {
		const { batches: logged, starved } = summarizeWaits(listBatches(lines)) ?? {
			batches: 0,
			starved: 0
		};
		const closing = findLastLine(lines, "loader");
		return {
			batches: countBatches(lines).loop,
			logged,
			starved,
			closing: closing && {
				meanMs: [closing.meanMs - waitRoundingMs, closing.meanMs + waitRoundingMs],
				maxMs: closing.maxMs + waitRoundingMs
			}
		};
	});
	const sum = (edge) => sumValues(waits.map(({ batches }) => batches[edge]));
	if (waits.every(({ batches: [, most], logged }) => logged >= most)) return {};
	return { sample: {
		batches: [sum(0), sum(1)],
		starvedShare: [...computeStarvedRange(waits)]
	} };
}
function countWarnings(lines) {
	const [warnings, checked] = [selectLines(lines, "warning"), selectLines(lines, "batch").length];
	if (warnings.length === 0 && checked === 0) return null;
	const critical = warnings.filter(({ level }) => level === "CRITICAL").length;
	return {
		mild: warnings.length - critical,
		critical,
		checks: checked > 0 ? checked : null
	};
}
function listProblems({ packing, workers }) {
	const printed = packing?.printed ?? null;
	const silent = workers.filter(({ sequencesPerSecond }) => sequencesPerSecond === null).map(({ worker }) => worker);
	return [...printed !== null && printed > 1 ? [`the log prints a packing of ${formatPercent(printed)}, which is impossible, so it was ignored`] : [], ...silent.length > 0 ? [`no rate reported by worker ${silent.join(", ")}`] : []];
}
function readWorkerBatches(text) {
	const tokenBudget = findTokenBudget(text);
	const rows = /* @__PURE__ */ new Map();
	let dropped = 0;
	for (const line of readWorkerLines(text)) {
		if (line.kind !== "batch" && line.kind !== "progress") continue;
		const { worker, batch } = line;
		const key = `${worker} ${batch}`;
		const known = rows.get(key) ?? {
			...unknownBatch,
			gpu: worker,
			batch,
			tokenBudget
		};
		const figures = line.kind === "progress" ? {
			tokensPerSecond: line.tokensPerSecond,
			sequencesPerSecond: line.sequencesPerSecond
		} : {
			tokens: line.tokens,
			sequences: line.sequences,
			waitMs: line.waitMs,
			queue: readQueue(line)
		};
		if (rows.size >= 2e5 && !rows.has(key)) dropped += 1;
		else rows.set(key, {
			...known,
			...figures
		});
	}
	return {
		rows: [...rows.values()],
		dropped
	};
}
const unknownBatch = {
	stage: workerStage,
	gpu: null,
	batch: 0,
	seconds: null,
	tokens: null,
	tokenBudget: null,
	sequences: null,
	waitMs: null,
	queue: null,
	tokensPerSecond: null,
	sequencesPerSecond: null
};
function findTokenBudget(text) {
	const found = /Dynamic token budget: (\d[\d,]{0,19})/.exec(text)?.[1];
	return found === void 0 ? null : parseAmount(found);
}

// src/programs/virnucpro/virnucpro.ts
const virnucpro = {
	adapters: {
		"pipeline-log": pipelineLog,
		"pipeline-state": pipelineState
	},
	readers: {
		"pipeline-log": pipelineLogReader,
		"pipeline-state": pipelineStateReader,
		"worker-logs": workerLogs,
		"shard-manifest": shardManifest,
		"batch-size-profile": batchSizeProfile,
		"virnucpro-report": virnucproReport,
		"virnucpro-compare": virnucproCompare
	},
	readLogs: readLogs$1,
	readProgress: readProgress$1,
	readBatches: readBatches$1,
	stageAliases: {
		merge: ["Feature Merging"],
		esm2: ["Protein Feature Extraction"],
		inference: ["ESM-2 Feature Extraction"]
	},
	listFailedParts: listFailedParts$1
};
async function readLogs$1(stdout, others) {
	const sources = selectWorkerLogs(others).filter(hasWorkerLine);
	const files = [...sources, ...sources.length === 0 || hasWorkerLine(stdout) ? [] : [stdout]].filter(({ text }) => text?.trim()).map(({ where, text }) => {
		const readBytes = async function* () {
			yield Buffer.from(text ?? "");
		};
		return {
			path: where,
			readBytes
		};
	});
	const { workers, workerStage, packing, dataLoader, warnings } = (files.length === 0 ? null : await workerLogs.read(files).catch(() => null))?.pipeline ?? silentFigures;
	const counts = stdout.text === null ? silentFigures.counts : readPipelineLogFigures(stdout.text).counts;
	const allocator = [stdout, ...others].flatMap(({ text }) => readMemoryAtFailure(text ?? "")).slice(0, 1);
	return {
		counts,
		workers,
		...workerStage === void 0 ? {} : { workerStage },
		packing,
		dataLoader,
		warnings,
		allocator
	};
}
function readBatches$1(stdout, others) {
	return readWorkerBatches([stdout, ...selectWorkerLogs(others)].map(({ text }) => text ?? "").join("\n"));
}
function selectWorkerLogs([stderr, ...logs]) {
	const own = logs.filter(hasWorkerLine);
	return own.length > 0 || !stderr ? own : [stderr];
}
function hasWorkerLine({ text }) {
	return / - Worker \d+ - \S+ - [A-Z]+ - /.test(text ?? "");
}
function* readProgress$1(text) {
	for (const line of readStageLines(text)) if (line.kind === "start") yield {
		kind: "stage",
		stage: line.stage
	};
	for (const line of text.includes("Worker ") ? readWorkerLines(text) : []) {
		const worker = `worker ${line.worker}`;
		if (line.kind === "started") yield {
			kind: "workers",
			count: line.workers
		};
		if (line.kind === "progress") yield {
			kind: "share",
			worker,
			done: line.done,
			total: line.total
		};
		const queue = line.kind === "batch" ? readQueue(line) : null;
		if (queue !== null) yield {
			kind: "wait",
			isStarved: queue === "starved"
		};
	}
}

// src/programs/index.ts
const adapters = {
	...virnucpro.adapters,
	events,
	lightning,
	transformers
};
const readers = {
	...virnucpro.readers,
	events: eventsReader,
	"gpu-metrics": gpuMetrics,
	"pytest-benchmark": pytestBenchmark,
	"google-benchmark": googleBenchmark,
	"go-benchmark": goBenchmark,
	asv,
	hyperfine,
	nvbench,
	"torch-benchmark": torchBenchmark,
	criterion,
	"cargo-bench": cargoBench,
	jmh,
	benchmarkdotnet: benchmarkDotNet,
	catch2,
	pyperf,
	vitest,
	mitata,
	bencher,
	"chrome-trace": chromeTrace,
	nsys,
	rocprof,
	"nvidia-smi": nvidiaSmi,
	dcgm,
	"bench-serve": benchServe,
	aiperf,
	k6,
	mlperf,
	"perf-stat": perfStat,
	otava,
	lightning: lightningReader,
	transformers: transformersReader,
	customSmallerIsBetter,
	customBiggerIsBetter,
	plain: plainBenchmark
};
const { readBatches, readLogs, readProgress, listFailedParts, stageAliases } = virnucpro;
const datasetFormats = [prepareFasta];
const headCharacters = 65536;
function isReaderName(name) {
	return name === "auto" || Object.hasOwn(readers, name);
}
async function readOutput(name, files) {
	try {
		const { reading } = await readFormats(name, files);
		return reading;
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		const hint = `${error.hint.replace(/\.$/, "")}; \`warpgauge read FILE\` prints what is understood of a file`;
		throw new UserError(error.message, hint, { cause: error });
	}
}
async function readFormats(name, files) {
	if (files.length === 0) throw new UserError(`the adapter ${name} got no file`, "Pass the output of the tool");
	if (name !== "auto") return {
		formats: [{
			format: name,
			files
		}],
		reading: await readers[name].read(files)
	};
	const formats = await groupByReader(files);
	const readings = [];
	for (const { reader, files: own } of formats) readings.push(await reader.read(own));
	const merged = mergeToolReadings(readings);
	return {
		formats,
		reading: {
			...merged,
			benchmarks: failDuplicates(merged.benchmarks)
		}
	};
}
async function groupByReader(files) {
	const groups = [];
	const sidecars = files.filter((file) => isSidecar(file));
	for (const file of files) {
		if (sidecars.includes(file)) continue;
		const [format, reader] = await findReader(file);
		const open = reader.takes === "files of one run" ? groups.find((group) => group.reader === reader) : void 0;
		if (open) open.files.push(file);
		else groups.push({
			format,
			reader,
			files: [file]
		});
	}
	for (const file of sidecars) {
		const group = groups.find(({ reader }) => reader.isSidecar?.(file.path) ?? false);
		if (!group) throw new UserError(`${file.path} belongs to none of the other files`, "Also pass the file that names it");
		group.files.push(file);
	}
	return groups;
}
function isSidecar({ path }) {
	return Object.values(readers).some((reader) => reader.isSidecar?.(path) ?? false);
}
async function findLogReaders(file) {
	const tail = await readTail(file, headCharacters);
	return Object.entries(readers).filter(([, reader]) => reader.isLog === true && (reader.detect?.(tail) ?? false));
}
async function findReader(file) {
	const head = await readHead(file, headCharacters);
	if (head.trim() === "") throw new UserError(`${file.path} is empty`, "The tool wrote nothing; check its log");
	const known = Object.entries(readers).filter(([, reader]) => reader.detect?.(head) ?? false);
	const found = known.length > 0 ? known : await findLogReaders(file);
	const [first] = found;
	if (first && found.length === 1) return first;
	const names = (found.length > 0 ? found.map(([name]) => name) : Object.keys(readers)).join(", ");
	const isKnown = found.length > 0;
	const what = isKnown ? "matches several formats" : "has no known format";
	const hint = isKnown ? "Set" : "Write its figures as {\"name\", \"unit\", \"value\", \"betterWhen\"} (format plain), or set";
	throw new UserError(`${file.path} ${what}`, `${hint} one of ${names} instead of auto`);
}

// src/domain/production/live-text.ts
function formatLiveProgress(look) {
	const { reading, curve, seconds } = look;
	const { done, total } = reading;
	const found = curve ? projectFinish(curve, .95) : null;
	const projection = typeof found === "string" ? null : found;
	const [rounded, rest] = [Math.round(seconds), Math.round(seconds) % 60];
	const elapsed = rounded < 60 || rest === 0 ? formatDuration(rounded) : `${formatDuration(rounded - rest)} ${rest} s`;
	const packing = computeLivePacking(reading);
	const starved = computeStarvedShare(reading);
	const parts = [
		`running for ${elapsed}`,
		reading.stage,
		done === null ? null : `${formatNumber(done)} ${total ? `of ${formatNumber(total)} (${formatPercent(done / total)})` : "done"}`,
		projection && `${formatNumber(projection.rate)}/s`,
		look.tokensPerSecond === null ? null : `${formatNumber(look.tokensPerSecond)} tok/s`,
		...look.gpus.map(({ gpu, utilizationPercent }) => utilizationPercent === null ? `GPU ${gpu} –` : `GPU ${gpu} ${utilizationPercent.toFixed(0)} %`),
		packing === null ? null : `${formatPercent(packing)} packed`,
		starved === null ? null : `${formatPercent(starved)} of ${reading.waits} logged batches starved`,
		projection && formatTimeLeft(projection, look)
	];
	return sanitizeLine(parts.filter((part) => part !== null).join(" | "));
}
function formatTimeLeft({ seconds: end, interval: [low, high] }, { seconds, reading }) {
	const formatLeft = (at) => Number.isFinite(at) ? formatDuration(Math.max(0, at - seconds)) : "unknown";
	const what = reading.stage === null ? "left" : "left in this stage";
	return `${formatLeft(end)} ${what} (95 %: ${formatLeft(low)} to ${formatLeft(high)})`;
}
function formatNumber(value) {
	return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
function formatDuration(seconds) {
	const rounded = Math.round(seconds);
	if (rounded < 60) return `${rounded} s`;
	if (rounded < 3600) return `${Math.floor(rounded / 60)} min`;
	return `${Math.floor(rounded / 3600)} h ${Math.floor(rounded % 3600 / 60)} min`;
}

// src/domain/production/stop-rule.ts
const betweenLooks = 1.5;
function findDueLook(seconds, { firstLookSeconds }) {
	if (seconds < firstLookSeconds) return null;
	return Math.floor(Math.log(seconds / firstLookSeconds) / Math.log(betweenLooks) + 1e-9);
}
function decideStop(curve, look, rule) {
	const error = rule.error * 6 / (Math.PI * (look + 1)) ** 2;
	const projection = projectFinish(curve, 1 - 2 * error);
	if (typeof projection === "string") return {
		stop: false,
		reason: projection
	};
	const [earliest] = projection.interval;
	const at = `${formatHours(earliest)} at the earliest; the goal is ${formatHours(rule.limitSeconds)}`;
	if (earliest <= rule.limitSeconds) return {
		stop: false,
		reason: `it may end after ${at}`
	};
	return {
		stop: true,
		reason: `${curve.stage === null ? "the run" : `stage ${curve.stage}`} would end after ${at} (projected ${formatHours(projection.seconds)}; wrong for at most ${rule.error * 100} % of runs over all checks, unless the rate increases)`
	};
}
function formatHours(seconds) {
	return seconds < 3600 ? `${(seconds / 60).toPrecision(3)} min` : `${(seconds / 3600).toPrecision(3)} h`;
}

// src/steps/trial/prove-work.ts
const noProof = {
	files: [],
	stdout: []
};
const closing = new Set(Buffer.from(" 	\r\n]})"));
const aFigure = /(?<![\w.])[-+]?\.?\d/;
const aLongerWord = /[\w.]/;
const maxKeptBytes = 64 * 2 ** 20;
async function findEarlierProof({ proof, values, directory, longRun }, files) {
	const earlier = /* @__PURE__ */ new Map();
	const made = await files.readTime(dirname(values.output));
	const paths = [...proof.results ? [proof.results] : [], ...proof.files].map(({ path }) => path);
	const found = await Promise.all(paths.map((path) => files.find(resolveProofPath(path, {
		values,
		directory
	}))));
	let left = maxKeptBytes;
	for (const file of new Set(found.flat())) {
		const { bytes, modifiedMs } = await files.readStat(file) ?? {
			bytes: 0,
			modifiedMs: 0
		};
		if (bytes === 0 || longRun?.isContinued) earlier.set(file, {
			bytes,
			modifiedMs,
			kept: nothing
		});
		else {
			earlier.set(file, {
				bytes,
				modifiedMs,
				kept: bytes <= left ? await readKept(file, bytes, files) : null
			});
			left -= Math.min(left, bytes);
		}
	}
	return {
		files: earlier,
		made
	};
}
const nothing = Buffer.alloc(0);
async function readKept(file, bytes, files) {
	const all = await readBeginning(file, bytes, files).catch(handleUserError(() => null));
	const kept = all?.subarray(0, all.findLastIndex((byte) => !closing.has(byte)) + 1) ?? null;
	return kept === null || aFigure.test(kept.toString("latin1")) ? kept : nothing;
}
async function readBeginning(file, bytes, files) {
	const chunks = [];
	let read = 0;
	for await (const chunk of files.streamBytes(file)) {
		chunks.push(chunk);
		read += chunk.length;
		if (read >= bytes) break;
	}
	return Buffer.concat(chunks).subarray(0, bytes);
}
async function explainGrowth(file, shown, { kept }, files) {
	const before = `${shown} existed before the trial`;
	if (kept === null) return `${before} and was too large or not readable then, so that it may hold results of earlier runs: let the command delete it first`;
	if (kept.length === 0 || !await isAppended(file, kept, files)) return null;
	return `${before}, which appended to it, so that it holds figures of earlier runs: let the command delete it first`;
}
async function isAppended(file, kept, files) {
	const now = await readBeginning(file, kept.length + 1, files);
	const next = now.toString("latin1", kept.length);
	return now.subarray(0, kept.length).equals(kept) && !aLongerWord.test(next);
}
function resolveProofPath(path, { values, directory }) {
	return resolve(directory, fillPlaceholders(path, values));
}
const maxResultBytes = 16 * 2 ** 30;
const clockSlackMs = 2e3;
const tickMs = 20;
async function proveWork(input, files) {
	const prove = async () => {
		for (const text of input.proof.stdout) {
			if (input.stdoutTail.includes(text) || await files.hasText(input.files.stdoutPath, text)) continue;
			const cut = input.isOutputTruncated ? "; it was cut off between its first part and its last lines" : "";
			const place = input.stderrTail.includes(text) || await files.hasText(input.files.stderrPath, text) ? "; standard error does: redirect it, as by sh -c \"… 2>&1\"" : "";
			return refuse(`standard output does not contain ${JSON.stringify(text)}${cut}${place}`);
		}
		const absent = await findMissingFile(input, files);
		return absent ? refuse(absent) : await countResults(input, files);
	};
	return await prove().catch(handleUserError(({ message, hint }) => refuse(`${message}. ${hint.replace(/\.$/, "")}`)));
}
function refuse(detail, resultRows = null) {
	return {
		resultRows,
		failure: {
			kind: "no-proof",
			detail
		}
	};
}
async function findMissingFile(input, files) {
	for (const { path, minBytes } of input.proof.files) {
		const found = await findFiles$1(path, input, files);
		const problems = [];
		for (const file of found) {
			const problem = await findProblem(file, minBytes, input, files);
			if (problem) problems.push(problem);
		}
		if (found.length === 0) return `no file matches ${path}`;
		if (!(path.includes("**") ? problems.length < found.length : problems.length === 0)) return problems[0] ?? null;
	}
	return null;
}
async function findFiles$1(path, input, files) {
	const found = await files.find(resolveProofPath(path, input));
	if (!path.includes("*")) return found;
	return (await Promise.all(found.map(async (file) => await files.readStat(file) ? [file] : []))).flat();
}
async function countResults(input, files) {
	const expected = input.proof.results;
	if (!expected) return {
		resultRows: null,
		failure: null
	};
	const tables = await files.find(resolveProofPath(expected.path, input));
	if (tables.length === 0) return refuse(`no result table matches ${expected.path}`);
	let resultRows = 0;
	let bytes = 0;
	for (const table of tables) {
		const problem = await findProblem(table, 1, input, files);
		if (problem) return refuse(problem);
		bytes += (await files.readStat(table))?.bytes ?? 0;
		if (bytes > maxResultBytes) return refuse(`${expected.path} has more than ${maxResultBytes} bytes`);
		const rows = Math.max(0, await files.countLines(table) - 1);
		if (rows > 0 && !await hasValue(table, files)) return refuse(`no row of ${shortenPath(table, input)} has a result: all cells after the first are empty, NaN or errors`);
		resultRows += rows;
	}
	const problem = findRowProblem(resultRows, expected);
	return problem === null ? {
		resultRows,
		failure: null
	} : refuse(problem, resultRows);
}
const emptyCell = /^\s*"?(?:[-+]?(?:nan|inf(?:inity)?)|null|none|undefined|#?n\/?a|error|failed)?"?\s*$/i;
async function hasValue(table, files) {
	let header = null;
	let separator = null;
	let isFound = false;
	const add = (line) => {
		if (isFound || line.trim() === "" || line.startsWith("#")) return;
		if (header === null) {
			header = line;
			return;
		}
		const first = header;
		separator ??= [
			"	",
			",",
			";",
			"|"
		].find((one) => first.includes(one) && line.includes(one)) ?? "";
		isFound = separator === "" || line.split(separator).some((cell, at) => at > 0 && !emptyCell.test(cell));
	};
	await searchFile(table, { add }, files);
	return isFound;
}
async function findProblem(file, minBytes, input, files) {
	const found = await files.readStat(file);
	const shown = shortenPath(file, input);
	if (!found) return `${shown} is not a file`;
	if (found.bytes < minBytes) return `${shown} has ${found.bytes} bytes, at least ${minBytes} are required`;
	const earlier = input.earlier.files.get(file);
	if (earlier?.modifiedMs === found.modifiedMs) return `${shown} existed before the trial, which did not write it`;
	const growth = earlier && found.bytes > earlier.bytes ? await explainGrowth(file, shown, earlier, files) : null;
	if (growth !== null) return growth;
	return found.modifiedMs < await findStart(file, input, files) ? `${shown} is older than the trial` : null;
}
function shortenPath(file, { values, directory }) {
	if (file === values.output || file.startsWith(`${values.output}/`)) return file.replace(values.output, "{output}");
	return file.startsWith(`${directory}/`) ? relative(directory, file) : file;
}
async function findStart(file, input, files) {
	const { made } = input.earlier;
	return made !== null && (await files.readTime(file))?.fileSystem === made.fileSystem ? made.modifiedMs : input.startedMs - clockSlackMs;
}
const maxTableBytes$1 = 2 ** 30;
const tableName = /\.[ct]sv$/;
async function recordTrace(request, inspector) {
	const { directory, values } = request;
	const list = async (root, pattern, name) => await listNewFiles({
		root,
		pattern,
		name
	}, request.startedMs, inspector);
	const all = [...await list(values.output, values.output, "{output}"), ...await list(directory, `${directory}/*`, "")];
	const files = all.slice(0, maxTracedFiles);
	const stdoutLines = await inspector.countLines(request.files.stdoutPath).catch(handleUserError(() => 0));
	const lastLine = request.stdoutTail.split("\n").map((line) => line.replace(/^│ ?/, "").trim()).findLast((line) => line !== "")?.slice(0, maxTracedLine) ?? null;
	const forms = await countForms(request.files.stdoutPath, inspector).catch(handleUserError(() => null));
	const moreFiles = all.length - files.length;
	return {
		files,
		...moreFiles > 0 && { moreFiles },
		stdoutLines,
		lastLine,
		...forms && { forms }
	};
}
const maxFormedLines = 2e4;
async function countForms(path, inspector) {
	const forms = /* @__PURE__ */ new Map();
	let lines = 0;
	const add = (line) => {
		lines += 1;
		if (lines > maxFormedLines) return;
		const form = normalizeError(line).slice(0, maxTracedLine);
		forms.set(form, (forms.get(form) ?? 0) + 1);
	};
	await searchFile(path, { add }, inspector);
	if (lines > maxFormedLines) return null;
	return [...forms].map(([form, count]) => ({
		form,
		count
	})).toSorted((one, other) => other.count - one.count).slice(0, maxTracedForms);
}
async function listNewFiles({ root, pattern, name }, startedMs, inspector) {
	const files = [];
	try {
		for (const depth of [
			"",
			"/*",
			"/*/*"
		]) for (const path of await inspector.find(`${pattern}${depth}`)) {
			const found = await inspector.readStat(path);
			if (!found || found.modifiedMs < startedMs - tickMs || found.bytes === 0 || path.endsWith(".pyc")) continue;
			const shown = [name, relative(root, path)].filter((part) => part !== "").join("/");
			const rows = files.length < maxTracedFiles && tableName.test(path) && found.bytes <= maxTableBytes$1 ? Math.max(0, await inspector.countLines(path) - 1) : null;
			files.push({
				path: shown,
				bytes: found.bytes,
				rows
			});
		}
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
	}
	return files;
}

// src/steps/trial/read-telemetry.ts
const maxTelemetryBytes = 67108864;
const maxFiles$1 = 64;
async function readTelemetry(sources, places, inspector, wallSeconds) {
	const results = [];
	for (const source of sources) {
		const found = typeof source === "string" ? await readPlaced(source, places, inspector) : await readNamed(source, places, inspector);
		if (found) results.push(found);
	}
	const reported = results.find((result) => result.stages.length > 0)?.stages ?? [];
	const { stages, problems } = refuseLongStages(reported, wallSeconds);
	return {
		stages,
		isResumed: results.some((result) => result.isResumed),
		benchmarks: results.flatMap(({ benchmarks = [] }) => benchmarks),
		problems: [...results.flatMap((result) => result.problems), ...problems]
	};
}
async function readPlaced(name, { files, values: { output } }, inspector) {
	const adapter = adapters[name];
	const { source, path: named } = adapter;
	const streams = source === "stdout" ? [files.stdoutPath] : [files.stdoutPath, files.stderrPath];
	const file = named === void 0 ? files.eventsPath : join(output, named);
	const texts = [];
	try {
		for (const path of source === "stdout" || source === "streams" ? streams : [file]) texts.push(await inspector.readText(path, maxTelemetryBytes) ?? "");
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			stages: [],
			isResumed: false,
			problems: [`${name} was not read: ${error.message.replace(files.stdoutPath, "standard output").replace(files.stderrPath, "standard error").replace(output, "{output}")} (${error.hint})`]
		};
	}
	return adapter.parse(texts.join("\n"));
}
async function readNamed({ format, files }, { values, directory }, inspector) {
	const reader = readers[format];
	const parts = [];
	try {
		for (const path of await findFiles(files, {
			values,
			directory
		}, inspector)) {
			const { pipeline, problems, benchmarks } = await reader.read([createInspectedFile(path, path, inspector)]);
			const { stages = [], isResumed = false } = pipeline ?? {};
			parts.push({
				stages,
				isResumed,
				problems,
				benchmarks: format === "transformers" ? benchmarks : []
			});
		}
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			stages: [],
			isResumed: false,
			problems: [`${format}: ${error.message} (${error.hint})`]
		};
	}
	return {
		stages: mergeStageTimes(parts.map(({ stages }) => stages)),
		isResumed: parts.some(({ isResumed }) => isResumed),
		problems: parts.flatMap(({ problems }) => problems),
		benchmarks: parts.flatMap(({ benchmarks = [] }) => benchmarks)
	};
}
async function findFiles(patterns, { values, directory }, inspector) {
	const found = /* @__PURE__ */ new Set();
	for (const pattern of patterns) for (const path of await inspector.find(resolve(directory, fillPlaceholders(pattern, values)))) found.add(path);
	if (found.size === 0) throw new UserError(`no file matches ${patterns.join(", ")}`, "Check pipeline.telemetry");
	if (found.size > maxFiles$1) throw new UserError(`${found.size} files match ${patterns.join(", ")}`, `Name at most ${maxFiles$1} files`);
	return [...found];
}
function createInspectedFile(path, shown, inspector) {
	return {
		path: shown,
		readBytes: () => inspector.streamBytes(path),
		readTables: (selections) => inspector.readTables(path, selections)
	};
}

// src/adapters/pipeline/trial-output.ts
function joinFigures(outputs, printed, events) {
	return {
		...silentFigures,
		...printed,
		packing: events?.packing ?? printed.packing,
		dataLoader: events?.dataLoader ?? printed.dataLoader,
		shards: events?.shards ?? [],
		allocator: [...events?.allocator ?? [], ...printed.allocator],
		outOfMemory: collectSigns(outputs, events?.reductions ?? 0)
	};
}
function collectSigns(outputs, counted) {
	const found = outputs.flatMap(({ text, where }) => text === null ? [] : [findOutOfMemoryLines(text, where)]);
	return {
		lines: found.flatMap(({ lines }) => lines).slice(0, 5),
		count: found.reduce((sum, { count }) => sum + count, Number(counted > 0)),
		reductions: Math.max(found.reduce((sum, { reductions }) => sum + reductions, 0), counted),
		unread: outputs.flatMap(({ text, where }) => text === null ? [where] : [])
	};
}
const exhausted = /out[ _]of[ _]memory|CUDA OOM error|OutOfMemory|\bcuda_oom\b|\bMemoryError\b|can(?:no|')t allocate memory|std::bad_alloc|heap limit Allocation failed|\boom[-_]kill/i;
const denied = /\b(?:no|without|avoid\w*|prevent\w*|never|not|0)\b[^.;:]{0,30}\b(?:out[ _-]of[ _-]memory|oom)/i;
const reduced = /\b(?:reduc|halv|lower|shrink)\w*\b[^.;]{0,40}\b(?:batch|budget|tokens)|\b(?:batch[ _-]size|budget)\b[^.;]{0,20}\b(?:reduced|halved|lowered)|\bretry\w*\b[^.;]{0,30}\bsmaller batch/i;
const mostLines = 5;
const mostCharacters = 300;
function findOutOfMemoryLines(text, where) {
	const lines = [];
	let count = 0;
	let reductions = 0;
	for (const line of splitBoundedLines(text)) {
		const isExhausted = exhausted.test(line) && !denied.test(line);
		if (isExhausted) count += 1;
		if (count > 0 && reduced.test(line)) reductions += 1;
		if (isExhausted && lines.length < mostLines) lines.push({
			where,
			line: (toLine$1(line.replaceAll(/\p{Cc}/gu, " ")) ?? "").slice(0, mostCharacters)
		});
	}
	return {
		lines,
		count,
		reductions
	};
}
function findLineCount(text, line) {
	const [before = "", after = ""] = line.split("{count}").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
	const pattern = new RegExp(`${before}(\\d[\\d,_]{0,30}(?:\\.\\d{1,20})?)${after}`);
	let count = null;
	for (const one of splitBoundedLines(text)) {
		const [, digits] = pattern.exec(one) ?? [];
		if (digits !== void 0) count = Number(digits.replaceAll(/[,_]/g, ""));
	}
	return count !== null && count < 0x38d7ea4c68000 ? count : null;
}

// src/steps/trial/read-figures.ts
const maxBytes$2 = 67108864;
const maxLogs = 64;
async function readFigures(request, place, inspector) {
	const { planned } = request.next;
	const { config } = request.prepared;
	const { files, startedMs } = place;
	const { output } = place.values;
	const keepsBatches = planned.longRun !== void 0;
	const readText = async (path) => await inspector.readText(path, maxBytes$2).catch(() => null);
	const read = async (where, path) => ({
		where,
		text: await readText(path)
	});
	const [stdout, stderr] = await Promise.all([read("standard output", files.stdoutPath), read("standard error", files.stderrPath)]);
	const logs = [];
	const found = await findLogs(config.pipeline.logs, place, inspector);
	const logPaths = found.slice(0, maxLogs);
	const shorten = (path) => path.startsWith(`${output}/`) ? path.slice(output.length + 1) : path;
	for (const path of logPaths) logs.push(await read(shorten(path), path));
	const problems = describeMoreLogs(found.length);
	if (problems.length > 0) logs.push({
		where: `${found.length - maxLogs} more logs`,
		text: null
	});
	const eventsText = await inspector.readText(files.eventsPath, maxBytes$2).catch(handleUserError(({ message, hint }) => {
		problems.push(`events was not read: ${message} (${hint})`);
		return null;
	}));
	const events = eventsText === null ? null : readBatchEvents(eventsText, {
		startedSeconds: startedMs / 1e3,
		keepsRows: keepsBatches
	});
	const cut = place.isOutputTruncated ? [{
		where: cutOutput$1,
		text: null
	}] : [];
	const others = [
		stderr,
		...logs,
		...cut
	];
	const pipeline = joinFigures([stdout, ...others], await readLogs(stdout, others), events);
	const texts = {
		events: eventsText ?? "",
		logs: [
			stdout,
			stderr,
			...logs
		].map(({ text }) => text ?? "")
	};
	const memory = {
		series: events?.memory ?? [],
		visits: events?.visits ?? []
	};
	const batches = keepsBatches ? collectBatches(events, stdout, others) : {
		rows: [],
		dropped: 0
	};
	const failedParts = [...new Set(texts.logs.flatMap(listFailedParts))];
	return {
		pipeline,
		memory,
		reported: joinReported(planned.tool ? null : countWork(config.pipeline.throughput, texts), await searchErrors([
			files.stdoutPath,
			files.stderrPath,
			...found
		], place, inspector), request),
		batches,
		failedParts,
		problems
	};
}
function describeMoreLogs(count) {
	if (count <= maxLogs) return [];
	return [`${count - maxLogs} of ${count} logs were not read: at most ${maxLogs} may match pipeline.logs`];
}
function joinReported(work, printed, { next: { planned }, prepared: { setupErrors } }) {
	const errors = joinErrors([...setupErrors?.get(planned.revision) ?? [], ...printed]);
	return {
		...work && { work },
		...errors.length > 0 && { reportedErrors: errors }
	};
}
function collectBatches(events, stdout, others) {
	return events && events.batches.rows.length > 0 ? events.batches : readBatches(stdout, others);
}
function countWork(throughput, { events, logs }) {
	if (!throughput) return null;
	const { unit, event, line = "" } = throughput;
	const count = (event === void 0 ? logs.map((text) => findLineCount(text, line)) : [countEventWork(events, event)]).find((one) => one !== null) ?? null;
	return count === null ? null : {
		count,
		unit
	};
}
async function findLogs(logs, { values, directory }, inspector) {
	const found = [];
	for (const log of logs) {
		const pattern = resolve(directory, fillPlaceholders(log, values));
		found.push(...await inspector.find(pattern).catch(handleUserError(() => [pattern])));
	}
	return found;
}
const maxFiles = 8192;
function buildToolProof({ files }) {
	return {
		files: files.map((path) => ({
			path,
			minBytes: 1
		})),
		stdout: []
	};
}
async function readTool(tool, { values, directory }, inspector) {
	const shorten = (path) => {
		const place = [values.output, directory].find((parent) => path.startsWith(`${parent}/`));
		return place === void 0 ? basename(path) : path.slice(place.length + 1);
	};
	const name = readerNames.find((known) => known === tool.adapter) ?? null;
	try {
		const found = [];
		for (const file of tool.files) found.push(...await inspector.find(resolve(directory, fillPlaceholders(file, values))));
		const paths = [...new Set(found)];
		const files = paths.map((path) => createInspectedFile(path, shorten(path), inspector));
		if (name === null) throw new UserError(`there is no adapter ${tool.adapter}`, "Use one of those in docs/suites.md");
		if (paths.length > maxFiles) throw new UserError(`${paths.length} files match`, "Name fewer files");
		return collectToolReadings(await readOutput(name, files));
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			readings: null,
			failure: {
				kind: "no-proof",
				detail: `${error.message} (${error.hint})`.slice(0, 3e3)
			}
		};
	}
}

// src/adapters/launcher-messages.ts
const slurmWait = /^(srun|salloc): (?:Job \d+ step creation temporarily disabled|[Jj]ob \d+ queued and waiting for resources)/;
const slurmWaitCause = /^s(?:run|alloc): (?!Pending|Granted|Warning|Job \d)([A-Z].*)/;
const slurmRevocation = /^s(?:run|alloc): Job allocation (\d+) has been revoked/;
const slurmLoss = /^srun: error: Node failure on (\S+)/;
const slurmTaskEnd = /^srun: error: \S+ tasks? [\d,-]+: /;
const slurmAbort = /^srun: Job step aborted/;
const slurmEnd = /^slurmstepd-?\S*: error: \*\*\* (?:STEP|JOB) (\S+) ON \S+ CANCELLED AT \S+?(?: DUE TO (.+?))? \*\*\*/;
const slurmRefusal = /^(s(?:run|alloc)): error: (Unable to (?:create step|confirm allocation|allocate resources)(?!.*(?:[Ii]nvalid|Requested node configuration|More processors)).*)/;
const mpiLoss = /^ORTE has lost communication with a remote daemon|^PRTE has lost communication with a remote daemon/;
const mpiLostNode = /^\s*Remote daemon: \S+ on node (\S+)/;
function isLauncherLine(line) {
	return /^(?:srun: |salloc: |slurmstepd|[OP]RTE has lost |\s*Remote daemon: )/.test(line);
}
function findLauncherTrouble({ stderr, failure }) {
	const lines = stderr.split("\n");
	const changes = [...findWait(lines), ...findLoss(lines)];
	if (failure?.kind === "timed-out" || failure?.kind === "cancelled") return changes;
	return [
		...changes,
		...findRevocation(lines),
		...failure ? findCancellation(lines) : []
	].slice(0, 5);
}
function findWait(lines) {
	const at = lines.findIndex((line) => slurmWait.test(line));
	const [, program] = slurmWait.exec(lines[at] ?? "") ?? [];
	if (program === void 0) return [];
	const cause = lines.slice(0, at).flatMap((line) => slurmWaitCause.exec(line)?.[1] ?? [])[0];
	return [`${program} waited for resources${cause === void 0 ? "" : ` (${cause})`}, so its time is not run time`];
}
function findRevocation(lines) {
	if (lines.some((line) => line.startsWith("salloc: Relinquishing"))) return [];
	return lines.flatMap((line) => slurmRevocation.exec(line)?.[1] ?? []).map((job) => `Slurm cancelled job ${job}`);
}
function findLoss(lines) {
	const slurm = lines.flatMap((line) => slurmLoss.exec(line)?.[1] ?? []);
	const mpi = lines.some((line) => mpiLoss.test(line)) ? [lines.flatMap((line) => mpiLostNode.exec(line)?.[1] ?? [])[0] ?? "unknown"] : [];
	return [.../* @__PURE__ */ new Set([...slurm, ...mpi])].map((node) => `node ${node} was lost during the trial`);
}
function findCancellation(lines) {
	const [program, refusal] = lines.flatMap((line) => slurmRefusal.exec(line)?.slice(1) ?? []);
	if (refusal !== void 0) return [`${program} could not start the trial: ${refusal}`];
	const end = lines.find((line) => slurmEnd.test(line));
	const begin = lines.findIndex((line) => slurmAbort.test(line) || slurmEnd.test(line));
	const task = lines.findIndex((line) => slurmTaskEnd.test(line));
	if (end === void 0 || task !== -1 && task < begin) return [];
	const [, step, reason] = slurmEnd.exec(end) ?? [];
	return [`Slurm cancelled ${step}${reason === void 0 ? "" : ` (${reason.toLowerCase()})`}`];
}

// src/steps/trial/watch-nodes.ts
const pollMs$2 = 100;
const startLimitMs = 3e4;
const endLimitMs = 2e4;
const maxBytes$1 = 16777216;
const monitorScript = `
name=$(uname -n) && cd "$1" && shift || exit
"$@" --json -- sh -c ': > "ready-$0"; until [ -e stop ]; do sleep 0.1; done' "$name" > "$name.part" 2> "$name.log" &&
mv "$name.part" "$name.json"`;
async function openNodeWatch(request, trial, ports) {
	const trialId = randomUUID();
	const directory = join(request.directory, "nodes");
	const { planned } = request.next;
	const { config } = request.prepared;
	const isWatched = ports.nodes && !planned.tool && config.run.monitor !== "none";
	const interval = planned.sampleIntervalMs === null ? [] : ["--interval", String(planned.sampleIntervalMs)];
	const monitor = [
		...ports.nodes?.ownCommand ?? [],
		"monitor",
		"--monitor",
		config.run.monitor,
		...interval
	];
	const script = [
		"sh",
		"-c",
		monitorScript,
		"sh",
		directory,
		...monitor
	];
	const command = isWatched ? buildMonitorCommand(script, planned, config) : null;
	if (!command) return {
		trialId,
		close: async () => [],
		[Symbol.asyncDispose]: async () => {}
	};
	await ports.files.makeDirectory(directory);
	const env = {
		...trial.env,
		WARPGAUGE_WATCHED_TRIAL: trialId,
		SLURM_OVERLAP: "1"
	};
	const launcher = startLauncher(request, {
		argv: fillCommand(command, trial.values),
		directory,
		env
	}, ports);
	const count = trial.values.nodes ?? 1;
	await launcher.awaitCondition(startLimitMs, async () => (await listStartedNodes(directory, ports.files)).length === count);
	let nodes = null;
	const close = () => nodes ??= closeAll();
	return {
		trialId,
		close,
		[Symbol.asyncDispose]: async () => void await close()
	};
	async function closeAll() {
		await ports.files.writeText(join(directory, "stop"), "");
		await launcher.awaitCondition(endLimitMs, async () => false);
		const { stderrTail } = await launcher.stop();
		return await collectNodes(count, directory, stderrTail, ports.files);
	}
}
function startLauncher({ next, signal }, { argv, directory, env }, { processes, clock, nodes }) {
	const [stop, ended] = [new AbortController(), new AbortController()];
	const running = processes.run({
		argv,
		cwd: directory,
		env,
		timeoutMs: next.planned.timeoutSeconds * 1e3 + startLimitMs + endLimitMs,
		signal: AbortSignal.any([signal, stop.signal]),
		stdoutPath: join(directory, "launcher.out"),
		stderrPath: join(directory, "launcher.err"),
		maxOutputBytes: maxBytes$1
	}).finally(() => ended.abort());
	running.catch(() => {});
	return {
		async awaitCondition(limitMs, isDone) {
			const end = clock.readMonotonicMs() + limitMs;
			while (!ended.signal.aborted && !signal.aborted && clock.readMonotonicMs() < end && !await isDone()) await nodes?.sleep(pollMs$2, signal);
		},
		async stop() {
			stop.abort();
			return await running;
		}
	};
}
async function collectNodes(count, directory, stderrTail, files) {
	const started = await listStartedNodes(directory, files);
	const found = await Promise.all(started.map(async (node) => await readNode(node, directory, files)));
	await files.remove(directory);
	const missing = count - started.length;
	if (missing <= 0) return found;
	const problem = `no monitor started there${stderrTail === "" ? "" : `: ${stderrTail.trim().slice(-500)}`}`;
	return [...found, {
		node: `${missing} of ${count} nodes`,
		telemetry: null,
		problem
	}];
}
async function listStartedNodes(directory, files) {
	const prefix = "ready-";
	return (await files.list(directory)).filter((name) => name.startsWith(prefix)).map((name) => name.slice(6));
}
async function readNode(node, directory, files) {
	const path = join(directory, `${node}.json`);
	const read = async () => {
		const text = await files.readText(path, maxBytes$1);
		if (text === null) return {
			node,
			telemetry: null,
			problem: "its monitor ended before the trial"
		};
		return {
			node,
			telemetry: parseMonitorOutput(text, path),
			problem: null
		};
	};
	return await read().catch(handleUserError(({ message: problem }) => ({
		node,
		telemetry: null,
		problem
	})));
}
async function findNodeTrouble({ next: { planned }, prepared }, { nodes, failure, stderrPath, stderrTail }, { inspector }) {
	if (planned.tool) return [];
	const lines = [];
	const add = (line) => {
		if (isLauncherLine(line)) lines.push(line);
	};
	if (await inspector.readStat(stderrPath)) await searchFile(stderrPath, { add }, inspector);
	for (const line of stderrTail.replaceAll(/^│ ?/gm, "").split("\n")) add(line);
	const stderr = lines.join("\n");
	const gpus = prepared.physicalGpus(planned.gpus);
	const hasFailed = failure !== null;
	const ofNodes = nodes.flatMap(({ node, telemetry, problem }) => {
		if (!telemetry) return hasFailed || gpus.length === 0 ? [] : [`${notObserved}${node}: ${problem}`];
		if (telemetry.gpus.length === 0 && gpus.length === 0) return [];
		return findContamination({
			telemetry,
			gpus,
			failure,
			usual: null
		}).map((text) => `${node}: ${text}`);
	});
	return [...findLauncherTrouble({
		stderr,
		failure
	}), ...ofNodes].slice(0, 20);
}
function selectHostValues(config, host) {
	if (host === null || findOutsideReason(config) === null) return host;
	return {
		...host,
		userCpuSeconds: null,
		systemCpuSeconds: null,
		otherCpuSeconds: null,
		majorPageFaults: null,
		voluntaryContextSwitches: null,
		involuntaryContextSwitches: null
	};
}

// src/steps/trial/write-batches.ts
const mostUtilizationRows = 2e4;
async function writeBatches(request, { files, writeArrays, logger }) {
	const { directory, runFolder, runId, startedMs } = request;
	const { batches, pipeline } = request.figures;
	const caseId = request.next.planned.id;
	if (batches.rows.length === 0) return [];
	const utilization = await readUtilization(request);
	const rows = batches.rows.map((row, index) => toMetrics(row, startedMs, utilization[index] ?? null));
	const name = `telemetry_${runId}_${basename(dirname(directory))}_${basename(directory)}`;
	const path = join(directory, `${name}.json`);
	const head = {
		schemaVersion: 1,
		run_id: runId,
		case: caseId,
		started_at: new Date(startedMs).toISOString()
	};
	const { counts, workers, packing, dataLoader } = pipeline;
	const count = {
		batches: rows.length + batches.dropped,
		dropped_batches: batches.dropped
	};
	const fields = JSON.stringify({
		...head,
		summary: {
			...count,
			counts,
			workers,
			packing,
			data_loader: dataLoader
		}
	});
	const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
	await files.writeText(path, `${fields.slice(0, -1)},\n"per_batch_metrics":[\n${lines}\n]}\n`);
	const about = {
		run_id: runId,
		case: caseId
	};
	const arrays = await writeArrays?.(join(directory, `${name}.h5`), toColumns(rows), about).catch((error) => logger.warning(`${name}.h5 could not be written: ${error instanceof Error ? error.message : String(error)}`));
	return [path, ...arrays ? [arrays] : []].map((file) => relative(runFolder, file));
}
function toMetrics(row, startedMs, utilizationPercent) {
	const { tokens, tokenBudget } = row;
	return {
		batch_idx: row.batch,
		timestamp: row.seconds === null ? null : startedMs / 1e3 + row.seconds,
		stage: row.stage,
		gpu: row.gpu,
		tokens,
		token_budget: tokenBudget,
		sequences: row.sequences,
		wait_ms: row.waitMs,
		queue_state: row.queue,
		tokens_per_sec: row.tokensPerSecond,
		sequences_per_sec: row.sequencesPerSecond,
		packing_efficiency: tokens === null || tokenBudget === null || tokenBudget <= 0 ? null : tokens / tokenBudget,
		gpu_util: utilizationPercent
	};
}
async function readUtilization({ figures, window, startedMs }) {
	const { rows } = figures.batches;
	if (!window || rows.length > mostUtilizationRows) return [];
	const last = /* @__PURE__ */ new Map();
	const found = [];
	for (const { stage, gpu, seconds } of rows) {
		const key = JSON.stringify([stage, gpu]);
		const from = last.get(key);
		if (seconds !== null) last.set(key, seconds);
		if (gpu === null || seconds === null || from === void 0) {
			found.push(null);
			continue;
		}
		const uses = await window.readGpuUse({
			fromMs: startedMs + from * 1e3,
			toMs: startedMs + seconds * 1e3
		});
		found.push(uses.find((use) => use.gpu === gpu)?.utilizationPercent?.mean ?? null);
	}
	return found;
}
const columns = [
	["batch_idx", "1"],
	["timestamp", "s since 1970-01-01T00:00:00Z"],
	["gpu", "1"],
	["tokens", "1"],
	["token_budget", "1"],
	["sequences", "1"],
	["wait_ms", "ms"],
	["tokens_per_sec", "1/s"],
	["sequences_per_sec", "1/s"],
	["packing_efficiency", "1"],
	["gpu_util", "%"]
];
function toColumns(rows) {
	const stages = [...new Set(rows.flatMap(({ stage }) => stage ?? []))];
	const toValues = (read) => Float64Array.from(rows, (row) => read(row) ?? NaN);
	const listStates = (name, states) => {
		return {
			name,
			unit: states.map((state, index) => `${index} = ${state}`).join(", ").slice(0, 2e3),
			values: toValues(({ [name]: state }) => state === null ? null : states.indexOf(state))
		};
	};
	return [
		...columns.map(([name, unit]) => ({
			name,
			unit,
			values: toValues((row) => row[name])
		})),
		listStates("queue_state", [
			"full",
			"normal",
			"starved"
		]),
		listStates("stage", stages)
	].filter(({ values }) => values.some((value) => !Number.isNaN(value)));
}

// src/domain/telemetry/sampling-interval.ts
const everyMs = 500;
const mostMs = 2e3;
const memoryMs = 250;
function chooseIntervalMs(monitor, gpus, keepsMemory = false) {
	if (monitor !== "nvml") return everyMs;
	return keepsMemory ? memoryMs : Math.min(mostMs, everyMs * Math.max(1, Math.ceil(gpus / 2)));
}

// src/steps/trial/watch-trial.ts
async function openWatch({ next: { planned }, prepared, directory, runId }, eventsPath, ports) {
	const { sampleIntervalMs, watchesHost, keepsMemory = false } = planned;
	const monitor = ports.monitor ?? (watchesHost ? ports.hostMonitor ?? null : null);
	if (!monitor) return null;
	const ownGpus = prepared.physicalGpus(planned.gpus);
	const name = `${runId}_${basename(join(directory, ".."))}_${basename(directory)}`;
	const window = await monitor.open({
		gpus: prepared.watchedGpus,
		ownGpus,
		idleWatts: prepared.idleWatts ?? {},
		intervalMs: sampleIntervalMs ?? chooseIntervalMs(monitor.kind, ownGpus.length, keepsMemory),
		keepsMemory,
		logPath: join(directory, `gpu_metrics_${name}.log`),
		hdf5Path: monitor.kind === "none" ? null : join(directory, `gpu_metrics_${name}.h5`)
	});
	return monitor.hasCounters ? followStages(window, eventsPath, ports.growing) : window;
}
async function closeWatch(window, request) {
	if (!window) return {
		telemetry: null,
		gpuByStage: null,
		contamination: [],
		seenMemory: null
	};
	const telemetry = await window.close();
	const gpuByStage = await attributeByStage(window, request);
	const usual = findUsualState(request);
	const gpus = request.gpus.length === 0 && request.mustObserve ? request.planned.gpus : request.gpus;
	const contamination = telemetry.gpus.length > 0 || gpus.length > 0 ? findContamination({
		telemetry,
		gpus,
		failure: request.failure,
		usual
	}) : [];
	const seenMemory = request.planned.keepsMemory ? {
		series: await watchMemory(window, telemetry, request),
		remainders: await computeRemainders(window, telemetry, request)
	} : null;
	return {
		telemetry,
		gpus: request.gpus,
		gpuByStage,
		contamination: contamination.slice(0, 20),
		seenMemory
	};
}
function findUsualState({ planned, earlier }) {
	const warmup = earlier.findLast((trial) => trial.caseId === planned.id && trial.isWarmup && !trial.isRecorded && trial.telemetry !== null);
	if (!warmup?.telemetry) return null;
	return isContaminated(warmup) && warmup.telemetry.foreignProcesses.length > 0 ? null : deriveUsualState(warmup.telemetry);
}
async function attributeByStage(window, request) {
	const { gpus, stages } = request;
	const trial = computeEnds(request);
	const found = buildStageIntervals(stages, trial);
	if (!found) return null;
	const uses = await Promise.all(found.intervals.map(async ({ startedMs: fromMs, endedMs: toMs }) => [`${fromMs} ${toMs}`, await window.readGpuUse({
		fromMs,
		toMs
	})]));
	const known = new Map(uses.map(([span, all]) => [span, all.filter(({ gpu }) => gpus.includes(gpu))]));
	const attribution = attributeStages(found, trial, (fromMs, toMs) => known.get(`${fromMs} ${toMs}`) ?? []);
	const host = (await Promise.all(found.intervals.map(async ({ stage, startedMs: fromMs, endedMs: toMs }) => {
		const use = await window.readHostUse({
			fromMs,
			toMs
		});
		return use ? [toStageHostUse(stage, use)] : [];
	}))).flat();
	return attribution.rows.length > 0 || host.length > 0 ? {
		...attribution,
		host
	} : null;
}
const lookMs = 50;
function followStages(window, eventsPath, growing) {
	let watch = null;
	let isOver = false;
	const close = async () => {
		isOver = true;
		const open = watch;
		watch = null;
		await open?.close();
		return await window.close();
	};
	return {
		follow(pid) {
			window.follow(pid);
			const stages = new LiveStages();
			watch ??= growing.follow([eventsPath], lookMs, async ([added = ""]) => {
				if (!isOver && stages.add(added)) window.markStage(stages.current);
			});
		},
		markEnded() {
			isOver = true;
			window.markEnded();
		},
		markStage: (stage) => window.markStage(stage),
		close,
		readGpuUse: (span) => window.readGpuUse(span),
		readHostUse: (span) => window.readHostUse(span),
		[Symbol.asyncDispose]: async () => void await close()
	};
}
function computeEnds({ startedMs, wallSeconds }) {
	return {
		startedMs,
		endedMs: startedMs + wallSeconds * 1e3
	};
}
const points = 200;
async function watchMemory(window, telemetry, request) {
	const { gpus } = request;
	const { startedMs, endedMs } = computeEnds(request);
	const count = Math.min(points, Math.floor((endedMs - startedMs) / Math.max(1, telemetry.intervalMs)));
	const parts = [];
	for (let index = 0; index < count; index += 1) {
		const [fromMs = 0, toMs = 0] = [index, index + 1].map((edge) => startedMs + (endedMs - startedMs) * edge / count);
		const span = {
			fromMs,
			toMs
		};
		const seconds = (toMs - startedMs) / 1e3;
		parts.push({
			seconds,
			gpus: await window.readGpuUse(span),
			host: await window.readHostUse(span)
		});
	}
	const collect = (read) => parts.flatMap((part) => {
		const bytes = read(part) ?? null;
		return bytes === null ? [] : [{
			seconds: part.seconds,
			bytes
		}];
	});
	const ofGpus = gpus.flatMap((gpu) => {
		const find = (part) => part.gpus.find((use) => use.gpu === gpu);
		return [{
			quantity: "device",
			gpu,
			points: collect((part) => find(part)?.memoryUsedBytes?.p50)
		}, {
			quantity: "own",
			gpu,
			points: collect((part) => find(part)?.ownMemoryPeakBytes)
		}];
	});
	const resident = {
		quantity: "resident",
		gpu: null,
		points: collect(({ host }) => host?.residentBytes?.p50)
	};
	return [...ofGpus, resident].filter((series) => series.points.length > 0);
}
async function computeRemainders(window, telemetry, request) {
	const { gpus } = request;
	const { startedMs, endedMs } = computeEnds(request);
	const before = await window.readGpuUse({
		fromMs: telemetry.startedMs,
		toMs: startedMs
	});
	const after = await window.readGpuUse({
		fromMs: endedMs,
		toMs: telemetry.endedMs
	});
	return gpus.flatMap((gpu) => {
		const [first, last] = [before, after].map((uses) => uses.find((use) => use.gpu === gpu)?.memoryUsedBytes);
		return first && last ? [{
			gpu,
			beforeBytes: first.min,
			afterBytes: last.min
		}] : [];
	});
}

// src/steps/trial/run-trial.ts
async function runTrial(request, ports) {
	const recorded = mayRecord(request) ? await runOnce(request, ports, true) : null;
	if (recorded?.failure === null || request.signal.aborted) return recorded ?? await runOnce(request, ports, false);
	if (recorded === null) return await runOnce(request, ports, false);
	if (!recorded.kernels || !request.next.isWarmup) return recorded;
	await ports.files.remove(request.directory);
	await ports.files.makeDirectory(request.directory);
	const trial = await runOnce(request, ports, false);
	const problem = `the program failed while its kernels were recorded (${recorded.failure.kind}), so it ran again without`;
	return {
		...trial,
		kernels: {
			...recorded.kernels,
			problems: [problem, ...recorded.kernels.problems].slice(0, 20)
		}
	};
}
function mayRecord({ next, prepared, longRun, earlier }) {
	const { pipeline, run } = prepared.config;
	const isBroken = earlier.some(({ isWarmup, kernels }) => isWarmup && (kernels?.problems ?? []).length > 0);
	const isWanted = !next.isWarmup && run.kernels === "all" && !isBroken || next.isRecorded === true || next.isWarmup && next.index === 0;
	const isOwn = "CUDA_INJECTION64_PATH" in {
		...pipeline.env,
		...next.planned.options?.env
	};
	return isWanted && pipeline.devices === "gpu" && run.kernels !== "off" && !longRun && !isOwn;
}
async function runOnce(request, ports, isRecorded) {
	const { next, prepared, directory, signal, earlier } = request;
	const { planned, ...turn } = next;
	const { run, pipeline } = prepared.config;
	const values = buildCommandValues(request);
	const kernelDirectory = join(dirname(values.output), ".kernels");
	const recorder = isRecorded ? await ports.kernelRecords.prepare(kernelDirectory) : null;
	const argv = buildArgv(request, values);
	const paths = {
		stdoutPath: join(directory, "stdout.log"),
		stderrPath: join(directory, "stderr.log")
	};
	const eventsPath = join(directory, "events.jsonl");
	const files = {
		...paths,
		eventsPath
	};
	const place = {
		proof: chooseProof(request),
		values,
		directory: findTree(request),
		files
	};
	await ports.files.makeDirectory(chooseDirectory(request, argv, values));
	const earlierProof = await findEarlierProof({
		...request,
		...place
	}, ports.inspector);
	const command = {
		argv,
		values,
		eventsPath,
		cwd: place.directory,
		recorder: recorder ?? {}
	};
	const { spec, roots } = await isolateTrial(request, command, ports.files);
	await using nodeWatch = await openNodeWatch(request, {
		values,
		env: spec.env
	}, ports);
	await using watch = await openWatch(request, eventsPath, ports);
	const limits = {
		timeoutMs: planned.timeoutSeconds * 1e3,
		signal,
		maxOutputBytes: run.maxOutputMegabytes * 1e6
	};
	const { outcome, measuredSeconds, host, started } = await execute({
		argv,
		cwd: place.directory,
		...spec,
		...limits,
		...paths,
		trialId: nodeWatch.trialId
	}, ports, watch);
	const kernels = recorder ? await ports.kernelRecords.read(kernelDirectory) : null;
	const nodes = await nodeWatch.close();
	await dropEmptyEvents(eventsPath, ports);
	const inspector = ports.inspector.restrictTo(roots);
	const ownSeconds = request.longRun?.isContinued ? null : outcome.wallSeconds;
	const telemetry = await readTelemetry(pipeline.telemetry, place, inspector, ownSeconds);
	const startedMs = started.getTime();
	const traces = {
		...place,
		...outcome,
		outcome,
		telemetry,
		earlier: earlierProof,
		startedMs
	};
	const { failure, ...examined } = await examine(request, traces, inspector);
	const { wallSeconds, exitCode } = outcome;
	const gpus = prepared.physicalGpus(planned.gpus);
	const mustObserve = pipeline.devices === "gpu" && run.monitor !== "none";
	const seen = {
		planned,
		gpus,
		stages: telemetry.stages,
		startedMs,
		wallSeconds,
		failure,
		mustObserve,
		earlier
	};
	const { seenMemory, ...watched } = await closeWatch(watch, seen);
	const trouble = await findNodeTrouble(request, {
		...outcome,
		...paths,
		nodes,
		failure
	}, ports);
	const figures = await readFigures(request, traces, inspector);
	const batchFiles = await writeBatches({
		...request,
		startedMs,
		window: watch,
		figures
	}, ports);
	return await finishOutput({
		caseId: planned.id,
		...turn,
		commit: request.commit,
		argv,
		startedAt: started.toISOString(),
		wallSeconds: measuredSeconds,
		exitCode,
		signal: outcome.signal,
		failure: addWorkerErrors(addKills(failure ?? findPartialFailure(figures), host), figures.pipeline.workers),
		...examined,
		stages: telemetry.stages,
		host: selectHostValues(prepared.config, host),
		...watched,
		contamination: [...trouble, ...watched.contamination],
		...nodes.length > 0 && { nodes },
		...kernels && { kernels },
		pipeline: figures.pipeline,
		...batchFiles.length > 0 && { batchFiles },
		...addProblems(examined.readings, figures.problems),
		...figures.reported,
		...planned.keepsMemory && { memory: joinMemory(figures.memory, seenMemory) },
		cachedFromRun: null,
		stdoutPath: relative(request.runFolder, paths.stdoutPath),
		stderrPath: relative(request.runFolder, paths.stderrPath)
	}, {
		values,
		roots
	}, request, ports);
}
function addProblems(readings, problems) {
	const known = readings?.problems ?? [];
	const added = collectPipelineReadings({
		benchmarks: [],
		problems: [.../* @__PURE__ */ new Set([...known, ...problems])]
	});
	return added === null ? {} : { readings: {
		...readings ?? added,
		problems: added.problems
	} };
}
function findPartialFailure({ failedParts }) {
	return failedParts.length === 0 ? null : {
		kind: "partial",
		detail: `its log reports: ${failedParts.join("; ")}`
	};
}
function buildArgv({ next, prepared, longRun }, values) {
	return fillCommand(buildCaseCommand(next.planned, longRun?.resumeArgs ?? [], prepared.config), values);
}
function chooseProof({ next, prepared }) {
	return next.planned.tool ? buildToolProof(next.planned.tool) : prepared.config.pipeline.proof ?? noProof;
}
function chooseDirectory({ next }, argv, { output }) {
	const ends = argv.flatMap((argument) => argument.split(output).slice(1));
	const isNamedInside = ends.length > 0 && ends.every((end) => end.startsWith("/"));
	return next.planned.tool || isNamedInside ? output : dirname(output);
}
function joinMemory(reported, seen) {
	const { series = [], remainders = [] } = seen ?? {};
	return {
		...reported,
		series: [...series, ...reported.series],
		remainders
	};
}
async function finishOutput(trial, { values, roots }, request, ports) {
	const resultTables = isCounted(trial) ? await compareTables({
		...request,
		values,
		roots
	}, ports) : null;
	const output = dirname(values.output);
	if (request.prepared.config.run.keepOutputs || request.longRun) await ports.files.removeLinksOut(output);
	else await ports.files.remove(dirname(output));
	return resultTables ? {
		...trial,
		resultTables
	} : trial;
}
async function execute(spec, { hostMeter, clock, processes }, watch) {
	const measurement = hostMeter.begin();
	const started = clock.now();
	let host = null;
	const outcome = await processes.run({
		...spec,
		onStarted: (pid) => watch?.follow(pid),
		onEnded: () => {
			watch?.markEnded();
			host = measurement.end();
		}
	});
	return {
		outcome,
		measuredSeconds: outcome.ending === "not-started" ? null : outcome.wallSeconds,
		host,
		started
	};
}
async function examine({ prepared, next, longRun, workplace }, { outcome, telemetry, ...traces }, inspector) {
	const { tool } = next.planned;
	const ended = classifyEnding(outcome, tool ? { "0": "success" } : prepared.config.pipeline.exitCodes);
	if (ended) {
		const tail = /[^\s│]/.test(outcome.stderrTail) ? outcome.stderrTail : outcome.stdoutTail;
		const detail = addOutput(`${ended.detail}${formatFailureHints(workplace, prepared.config.pipeline, tail)}`, tail);
		return {
			resultRows: null,
			failure: {
				...ended,
				detail
			}
		};
	}
	if (tool) {
		const proven = await proveWork(traces, inspector);
		if (proven.failure) return proven;
		const { readings, failure } = await readTool(tool, traces, inspector);
		return {
			resultRows: null,
			failure,
			...readings && { readings }
		};
	}
	if (telemetry.isResumed && !longRun?.isContinued) return {
		resultRows: null,
		failure: {
			kind: "resumed",
			detail: "stages were taken from a checkpoint, so the time covers only part of the work"
		}
	};
	const reported = collectPipelineReadings(telemetry);
	const readings = reported ? { readings: reported } : {};
	return {
		...await recordWork(traces, inspector),
		...readings
	};
}
async function recordWork(traces, inspector) {
	const proven = await proveWork(traces, inspector);
	return proven.failure || traces.proof.results ? proven : {
		...proven,
		workTrace: await recordTrace(traces, inspector)
	};
}

// src/steps/trial/long-run.ts
const attemptsFile = "attempts.json";
const previousAttemptsFile = "attempts.previous.json";
const maxAttemptsBytes = 65536;
async function readLostAttempts(directory, { files, logger }) {
	for (const name of [attemptsFile, previousAttemptsFile]) {
		const path = join(directory, name);
		const text = await files.readText(path, maxAttemptsBytes);
		if (text === null) continue;
		try {
			return parseAttempts(text);
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			logger.warning(`${path}: ${error.message}`);
		}
	}
	if ((await files.list(directory)).length === 0) return [];
	logger.warning(`${directory} has no duration of the interrupted executions, so the trial restarts without their checkpoints.`);
	await files.remove(directory);
	await files.makeDirectory(directory);
	return [];
}
var LongRunWatch = class {
	#request;
	#settings;
	#lost;
	#ports;
	#live = new LiveAccumulator(readProgress);
	#stop = new AbortController();
	#startedAt;
	#startedMs;
	#curves = [];
	#watch = null;
	#toldSeconds = 0;
	#tokensTold = 0;
	#looks = -1;
	constructor(request, settings, lost, ports) {
		this.#request = request;
		this.#settings = settings;
		this.#lost = lost;
		this.#ports = ports;
		this.#startedAt = ports.clock.now().toISOString();
		this.#startedMs = ports.clock.readMonotonicMs();
	}
	async open(files) {
		await this.#leaveWord();
		const { stdoutPath, stderrPath, eventsPath } = files;
		const lookMs = this.#settings.lookSeconds * 1e3;
		const paths = [
			stdoutPath,
			stderrPath,
			eventsPath
		];
		this.#watch = this.#ports.growing.follow(paths, lookMs, (added) => this.#readProgress(added));
	}
	get signal() {
		return this.#stop.signal;
	}
	async close() {
		const watch = this.#watch;
		this.#watch = null;
		await watch?.close();
		await this.#leaveWord();
		const { tokens, tokenBudget, isSample, ...counted } = this.#live.summarize();
		const { waits, starved } = isSample ? {
			waits: 0,
			starved: 0
		} : counted;
		const heartbeatSeconds = this.#settings.updateSeconds;
		return {
			curves: this.#curves,
			tokens,
			tokenBudget,
			waits,
			starved,
			lostAttempts: this.#lost,
			heartbeatSeconds
		};
	}
	findFailure({ failure }) {
		if (this.#stop.signal.aborted && failure?.kind === "cancelled") return {
			kind: "stopped",
			detail: String(this.#stop.signal.reason)
		};
		if (failure !== null || this.#lost.length === 0) return failure;
		return {
			kind: "resumed",
			detail: `resumed from the checkpoints of ${this.#lost.length === 1 ? "1 interrupted execution" : `${this.#lost.length} interrupted executions`} (${Math.round(sumSeconds(this.#lost))} s): not comparable with an uninterrupted run`
		};
	}
	async #readProgress([stdout = "", stderr = "", events = ""]) {
		this.#live.addEvents(events);
		this.#live.addLog(stdout);
		this.#live.addLog(stderr);
		const seconds = this.#computeSeconds();
		const { stage, done, total } = this.#live.summarize();
		if (done !== null) this.#curves = addProgressPoint(this.#curves, {
			stage,
			total,
			seconds,
			done
		}).slice(-mostCurves);
		this.#decide(seconds);
		if (seconds - this.#toldSeconds < this.#settings.updateSeconds) return;
		this.#reportProgress(seconds);
		await this.#leaveWord();
	}
	#decide(seconds) {
		const { stop } = this.#settings;
		const curve = this.#getCurrentCurve();
		if (!stop || !curve) return;
		const rule = {
			...stop,
			limitSeconds: stop.limitSeconds - sumSeconds(this.#lost)
		};
		const look = findDueLook(seconds, rule);
		if (look === null || look <= this.#looks) return;
		this.#looks = look;
		const decision = decideStop(curve, look, rule);
		if (decision.stop) this.#stop.abort(decision.reason);
	}
	#reportProgress(seconds) {
		const { prepared, next } = this.#request;
		const gpus = prepared.physicalGpus(next.planned.gpus);
		const reading = this.#live.summarize();
		const tokensPerSecond = reading.tokens > this.#tokensTold ? (reading.tokens - this.#tokensTold) / (seconds - this.#toldSeconds) : null;
		this.#toldSeconds = seconds;
		this.#tokensTold = reading.tokens;
		const readings = this.#ports.monitor?.readLatest?.(gpus) ?? [];
		const progress = {
			seconds,
			reading,
			curve: this.#getCurrentCurve(),
			tokensPerSecond,
			gpus: readings
		};
		this.#ports.progress.onLiveLine?.(formatLiveProgress(progress));
	}
	#getCurrentCurve() {
		const last = this.#curves.at(-1);
		return last && last.stage === this.#live.summarize().stage ? last : null;
	}
	async #leaveWord() {
		const { directory } = this.#request;
		if (this.#settings.resumeArgs === null) return;
		const own = {
			startedAt: this.#startedAt,
			seconds: this.#computeSeconds()
		};
		const attempts = [...this.#lost, own].slice(-mostAttempts);
		const text = `${JSON.stringify({ attempts })}\n`;
		await this.#ports.files.replaceText(join(directory, attemptsFile), text, join(directory, previousAttemptsFile));
	}
	#computeSeconds() {
		return (this.#ports.clock.readMonotonicMs() - this.#startedMs) / 1e3;
	}
};
function sumSeconds(attempts) {
	return attempts.reduce((sum, { seconds }) => sum + seconds, 0);
}
async function runLongTrial(request, ports) {
	const { planned } = request.next;
	const settings = planned.longRun;
	if (!settings) return await runTrial(request, ports);
	const lost = settings.resumeArgs === null ? [] : await readLostAttempts(request.directory, ports);
	const directory = join(request.directory, `execution-${lost.length + 1}`);
	await ports.files.makeDirectory(directory);
	const files = {
		stdoutPath: join(directory, "stdout.log"),
		stderrPath: join(directory, "stderr.log"),
		eventsPath: join(directory, "events.jsonl")
	};
	const outputParent = join(request.directory, "work");
	const watch = new LongRunWatch(request, settings, lost, ports);
	await watch.open(files);
	const longRun = {
		outputParent,
		resumeArgs: lost.length > 0 ? settings.resumeArgs ?? [] : [],
		isContinued: lost.length > 0
	};
	const signal = AbortSignal.any([request.signal, watch.signal]);
	const trial = await runTrial({
		...request,
		directory,
		signal,
		longRun
	}, ports).catch(async (error) => {
		await watch.close();
		throw error;
	});
	const progress = await watch.close();
	const failure = watch.findFailure(trial);
	if (!(failure?.kind === "cancelled") && !request.prepared.config.run.keepOutputs) await ports.files.remove(outputParent);
	return {
		...trial,
		failure,
		progress
	};
}

// src/steps/measure/measure.ts
async function measure(request, ports) {
	const { progress } = ports;
	let record = request.record;
	progress.onStart(describeSize(record));
	try {
		while (!request.signal.aborted) {
			const next = chooseNextTrial(record.plan, record.trials, request.rules);
			if (!next) break;
			record = await measureOne(next, record, request, ports);
			await request.runFolder.save(record);
			const sentence = progress.onStanding && describeInterimResult(record.plan, record.trials, request.rules.known);
			if (sentence) progress.onStanding?.(sentence);
		}
	} finally {
		progress.onEnd();
	}
	await request.guard.requireAllUntouched();
	if (!request.signal.aborted) await request.conditions.requireSameGpus();
	record = finishRecord(record, request, ports.clock.now());
	await request.runFolder.save(record);
	return record;
}
function describeSize({ plan, trials }) {
	const totalTrials = countMaxTrials(plan);
	return {
		totalTrials,
		isMaximum: totalTrials > countPlannedTrials(plan),
		doneTrials: trials.filter((trial) => !isContaminated(trial) && !trial.isRecorded).length,
		cases: plan.cases.length
	};
}
async function measureOne(next, record, request, ports) {
	ports.progress.onTrialStart(next);
	const { prepared, workplace, signal, runFolder } = request;
	const caseNumber = record.plan.cases.indexOf(next.planned);
	const directory = await runFolder.makeTrialDirectory(next, caseNumber);
	const { revision: label } = next.planned;
	const commit = record.revisions.find((revision) => revision.label === label)?.commit ?? "";
	await request.guard.requireUntouched(label);
	await request.conditions.requireSameData();
	const run = {
		runFolder: runFolder.path,
		runId: record.runId,
		earlier: record.trials
	};
	const trial = await runLongTrial({
		next,
		commit,
		prepared,
		workplace,
		directory,
		signal,
		...run
	}, ports).catch((error) => {
		if (signal.aborted && error === signal.reason) return null;
		throw error;
	});
	if (trial) ports.progress.onTrialEnd(trial);
	const restored = await request.guard.acceptTrial(label);
	if (trial === null) return record;
	if (trial.failure) await refuseFullDisk([runFolder.path, workplace.workDirectory], ports.disks);
	if (trial.failure?.kind === "cancelled") return record;
	const first = restored.slice(0, maxRestoredNames).map((path) => decodePath(path).slice(0, maxRestoredName));
	const changes = restored.length > 0 && { restoredFiles: {
		count: restored.length,
		first
	} };
	return {
		...record,
		trials: [...record.trials, {
			...trial,
			...changes
		}]
	};
}
function finishRecord(record, request, now) {
	const finishedAt = now.toISOString();
	if (!request.signal.aborted || chooseNextTrial(record.plan, record.trials, request.rules) === null) return {
		...record,
		status: "finished",
		statusDetail: null,
		finishedAt
	};
	const { totalTrials, isMaximum, doneTrials } = describeSize(record);
	const statusDetail = `the run was cancelled after ${doneTrials} of ${isMaximum ? "at most " : ""}${totalTrials} trials`;
	return {
		...record,
		status: "interrupted",
		statusDetail,
		finishedAt
	};
}
async function guardConditions(datasets, gpus, { inspector, monitor }) {
	const stampDataset = async ({ files }) => (await Promise.all(files.map((path) => inspector.readStamp(path)))).join(" ");
	const guarded = [];
	for (const dataset of datasets) guarded.push({
		dataset,
		stamp: await stampDataset(dataset)
	});
	return {
		async requireSameData() {
			for (const entry of guarded) {
				await requireSameFiles(entry.dataset);
				const stamp = await stampDataset(entry.dataset);
				if (stamp === entry.stamp) continue;
				await requireSameBytes(entry.dataset, inspector);
				entry.stamp = stamp;
			}
		},
		async requireSameGpus() {
			const changed = listChangedSettings(gpus, await monitor?.identify() ?? []);
			if (changed.length > 0) throw new EnvironmentError(`GPU settings changed during the run: ${changed.join("; ")}`, "A trial or another program changed them, so earlier and later trials are not comparable. Restore them, and measure again");
		}
	};
}
async function requireSameFiles({ identity, files, list }) {
	if (!list) return;
	const now = await list();
	const [known, found] = [new Set(files), new Set(now)];
	const changed = [...now.filter((path) => !known.has(path)), ...files.filter((path) => !found.has(path))];
	if (changed.length > 0) throw createChangeError(identity.name, changed);
}
async function requireSameBytes({ identity, files, names }, inspector) {
	const hash = createHash("sha256");
	const hashes = [];
	for (const path of files) {
		const own = names ? createHash("sha256") : hash;
		const real = await inspector.resolveRealPath(path);
		for await (const chunk of inspector.restrictTo([real]).streamBytes(real)) own.update(chunk);
		if (names) hashes.push(own.digest("hex"));
	}
	if (names) hash.update(formatManifest(names, hashes));
	if (hash.digest("hex") !== identity.sha256) throw createChangeError(identity.name, files);
}
function createChangeError(name, files) {
	const shown = files.length > 10 ? [...files.slice(0, 10), `and ${files.length - 10} more`] : files;
	return new EnvironmentError(`files of dataset ${name} changed during the run: ${shown.join(", ")}`, "A trial or another program wrote to them, so the trials had different inputs. Find the writer, and measure again");
}
function listChangedSettings(before, after) {
	return before.flatMap(({ uuid, index, settings: old }) => {
		const now = after.find((gpu) => gpu.uuid === uuid)?.settings;
		if (!now) return [];
		return [
			[
				"power limit",
				old.powerLimitWatts,
				now.powerLimitWatts,
				" W"
			],
			[
				"ECC",
				old.isEccOn,
				now.isEccOn,
				""
			],
			[
				"MIG",
				old.isMigOn,
				now.isMigOn,
				""
			],
			[
				"locked SM clock",
				old.lockedSmClockMhz ?? "none",
				now.lockedSmClockMhz ?? "none",
				" MHz"
			]
		].filter(([, was, is]) => was !== null && is !== null && was !== is).map(([name, was, is, unit]) => `GPU ${index}: ${name} ${formatValue(was, unit)}, now ${formatValue(is, unit)}`);
	});
}
function formatValue(value, unit) {
	if (typeof value === "boolean") return value ? "on" : "off";
	return typeof value === "number" ? `${value}${unit}` : String(value);
}
const minFreeBytes = 2 ** 20;
async function refuseFullDisk(directories, disks) {
	for (const directory of directories) {
		const space = await disks.readFreeSpace(directory);
		if (space === null || space.totalBytes === 0 || space.freeBytes >= minFreeBytes) continue;
		throw new EnvironmentError(`the disk of ${directory} is full (${space.freeBytes} bytes free), so the failed trial is not counted`, "Free space there, then continue with --resume (input resume): completed trials are kept.");
	}
}

// src/steps/trees/identify-revisions.ts
async function identifyRevisions(inputs, workplace, signal, ports) {
	const identity = await hashIdentity(inputs, ports.inspector);
	if (Object.keys(inputs.config.pipeline.versions).length === 0) return { identity };
	return {
		identity,
		versions: await readVersions$1(inputs, workplace, signal, ports)
	};
}
const longestVersion = 200;
const timeoutMs = 6e4;
async function readVersions$1({ config, trees }, workplace, signal, ports) {
	const versions = {};
	for (const [label, cwd] of trees) {
		const own = {};
		for (const [name, argv] of Object.entries(config.pipeline.versions)) {
			const place = await createRevisionDirectories(workplace, label, ports.files);
			const { env: set, passEnv: pass } = config.pipeline;
			const env = buildChildEnvironment(workplace.environment, {
				home: place.home,
				tmp: place.tmp,
				set,
				pass
			});
			const log = join(workplace.workDirectory, "versions", `${label}-${name}`);
			await ports.files.makeDirectory(log);
			const confined = confine(workplace, place, {
				argv,
				env,
				writable: [],
				readable: [cwd]
			});
			const output = {
				stdoutPath: join(log, "stdout.log"),
				stderrPath: join(log, "stderr.log"),
				maxOutputBytes: 1e6
			};
			const outcome = await ports.processes.run({
				argv,
				cwd,
				env,
				...confined,
				...output,
				timeoutMs,
				signal
			});
			const version = (outcome.stdoutTail.trim().split("\n").at(-1) ?? "").replace(/^│ ?/, "").replaceAll(/\p{Cc}/gu, " ").trim().slice(0, longestVersion);
			own[name] = outcome.exitCode === 0 && version || "unknown";
			if (own[name] === "unknown") ports.logger.warning(`${label} has no version of ${name}: ${argv.join(" ")} failed.`);
		}
		versions[label] = own;
	}
	return versions;
}
async function hashIdentity({ config, trees }, files) {
	const entries = [...trees].map(async ([label, tree]) => {
		const hashes = config.pipeline.identity.map(async (path) => [path, await files.computeSha256(join(tree, path)) ?? "absent"]);
		return [label, Object.fromEntries(await Promise.all(hashes))];
	});
	return Object.fromEntries(await Promise.all(entries));
}

// src/domain/testbed/unread-gpus.ts
function describeUnreadGpus(gpus) {
	const groups = [...Map.groupBy(gpus, ({ vendor }) => vendor)].map(([vendor, list]) => {
		const paths = list.map(({ path }) => path).join(", ");
		return list.length > 1 ? `${paths} are ${vendor} GPUs` : `${paths} is an ${vendor} GPU`;
	});
	return groups.length === 0 ? null : `${groups.join(" and ")} that nothing here can read`;
}
function listUnreadRemedies(gpus) {
	return [...new Set(gpus.map(({ vendor }) => remedies[vendor]))];
}
const remedies = {
	NVIDIA: "In a container set NVIDIA_DRIVER_CAPABILITIES=compute,utility, elsewhere repair the driver until nvidia-smi -L lists the GPU.",
	AMD: "Put amd-smi (ROCm) on PATH, pass /dev/kfd and /dev/dri to a container, and add the user to the groups render and video, until amd-smi list shows the GPU.",
	Intel: "Intel GPUs cannot be measured: nothing here reads them."
};
const absences = [
	"DRIVER_NOT_LOADED",
	"Driver Not Loaded",
	"couldn't find libnvidia-ml.so",
	"No devices were found",
	"couldn't communicate with the NVIDIA driver",
	"Unable to detect any GPU",
	"Driver not initialized",
	"amdgpu not found"
];
const failure = /(?:nvml\w+(?: of \S+)? answered |(?:nvidia|amd|rocm)-smi failed: )([^]*?)(?=; (?:nvidia|amd|rocm)-smi |$)/g;
function isDriverFailing(monitorReason) {
	return [...monitorReason.matchAll(failure)].map(([, answer = ""]) => answer).some((answer) => !absences.some((text) => answer.includes(text)));
}

// src/domain/testbed/visible-devices.ts
const hipVariables = ["HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"];
function isAmdMonitor(monitor) {
	return monitor === "amd-smi" || monitor === "rocm-smi";
}
function resolveVisibleDevices(gpus, env, monitor) {
	const all = gpus.map(({ index }) => ({
		gpu: index,
		migSlice: null
	}));
	if (!isAmdMonitor(monitor)) {
		const selected = select(gpus, all, {
			name: "CUDA_VISIBLE_DEVICES",
			value: env["CUDA_VISIBLE_DEVICES"]
		});
		return {
			...selected,
			problems: [...selected.problems, ...findOrderProblems(gpus, env)]
		};
	}
	const rocr = select(gpus, all, {
		name: "ROCR_VISIBLE_DEVICES",
		value: env["ROCR_VISIBLE_DEVICES"]
	});
	const name = hipVariables.find((variable) => env[variable] !== void 0) ?? "HIP_VISIBLE_DEVICES";
	const hip = select(gpus, rocr.devices, {
		name,
		value: env[name]
	});
	return {
		...hip,
		variable: hip.variable ?? rocr.variable,
		problems: [...rocr.problems, ...hip.problems]
	};
}
function resolveCommandDevices(argv, visible) {
	const position = argv.findIndex((argument) => /^--gpus(?:=|$)/.test(argument));
	const value = argv[position]?.split("=")[1] ?? argv[position + 1];
	if (position < 0 || !value || !/^\d+(?:,\d+)+$/.test(value)) return null;
	const ids = value.split(",").map(Number);
	const missing = ids.filter((id) => visible.devices[id] === void 0);
	const devices = ids.flatMap((id) => visible.devices[id] ?? []);
	if (missing.length === 0) return {
		devices,
		variable: "--gpus",
		problems: []
	};
	return {
		devices,
		variable: "--gpus",
		problems: [`the command asks for --gpus ${value}, but ${visible.variable ? `${visible.variable} leaves` : "this machine has"} ${formatCounted(visible.devices.length, "GPU")}, numbered from 0, so ${missing.join(", ")} cannot be used`]
	};
}
function explainUnexpectedUse(expected, usedGpus) {
	if (expected.variable === null || usedGpus.length === 0) return [];
	const wanted = [...new Set(expected.devices.map(({ gpu }) => gpu))];
	const unexpected = usedGpus.filter((gpu) => !wanted.includes(gpu));
	if (unexpected.length === 0) return [];
	const idle = wanted.filter((gpu) => !usedGpus.includes(gpu));
	const rest = idle.length > 0 ? ` and did not use GPU ${idle.join(", ")}` : "";
	return [`the command used GPU ${unexpected.join(", ")}, which ${expected.variable} does not name${rest}; metrics of the named GPUs do not include it`];
}
function select(gpus, among, { name, value }) {
	if (value === void 0) return {
		devices: among,
		variable: null,
		problems: []
	};
	const devices = [];
	for (const entry of value.split(",").map((part) => part.trim())) {
		const found = isHiding(entry) ? [] : findDevices(entry, gpus, among);
		const [device] = found;
		if (found.length !== 1 || !device || devices.some(({ gpu, migSlice }) => gpu === device.gpu && migSlice === device.migSlice)) {
			const why = explainEnd(entry, found);
			const left = found.length === 1 ? [] : devices;
			const rest = `only the ${left.length} before it ${left.length === 1 ? "is" : "are"} visible`;
			return {
				devices: left,
				variable: name,
				problems: why ? [`${name}=${value}: ${why}, so ${left.length === 0 ? "no GPU is visible" : rest}`] : []
			};
		}
		devices.push(device);
	}
	return {
		devices,
		variable: name,
		problems: []
	};
}
function isEveryGpuHidden(env, vendor) {
	return (vendor === "nvidia" ? ["CUDA_VISIBLE_DEVICES"] : [...hipVariables, "ROCR_VISIBLE_DEVICES"]).some((name) => env[name] !== void 0 && isHiding(env[name].split(",")[0]?.trim() ?? ""));
}
function isHiding(entry) {
	return entry === "" || entry === "-1" || /^(?:NoDevFiles|none|void)$/i.test(entry);
}
function findDevices(entry, gpus, among) {
	const number = /^\d+/.exec(entry)?.[0];
	if (number !== void 0) return among.filter((_, position) => position === Number(number));
	const isPrefix = (uuid) => uuid.toLowerCase().startsWith(entry.toLowerCase());
	const visible = gpus.filter(({ index }) => among.some(({ gpu }) => gpu === index));
	const legacy = /^MIG-(GPU-[^/]*)/i.exec(entry)?.[1]?.toLowerCase();
	if (legacy !== void 0) return visible.filter(({ uuid }) => uuid.toLowerCase() === legacy).map(({ index }) => ({
		gpu: index,
		migSlice: entry
	}));
	if (/^MIG-\w/i.test(entry)) return visible.flatMap(({ index, migSlices }) => migSlices.filter(({ uuid }) => isPrefix(uuid)).map(({ uuid }) => ({
		gpu: index,
		migSlice: uuid
	})));
	if (!/^GPU-\w/i.test(entry)) return [];
	return visible.filter(({ uuid }) => isPrefix(uuid)).map(({ index }) => ({
		gpu: index,
		migSlice: null
	}));
}
function explainEnd(entry, found) {
	if (isHiding(entry)) return null;
	if (found.length === 0) return `${entry} matches no GPU`;
	return found.length > 1 ? `${entry} matches ${found.length} devices` : `${entry} is named twice`;
}
function findOrderProblems(gpus, env) {
	const isByNumber = /(?:^|,)\s*\d/.test(env["CUDA_VISIBLE_DEVICES"] ?? "");
	const models = new Set(gpus.map(({ model }) => model));
	if (!isByNumber || models.size < 2 || env["CUDA_DEVICE_ORDER"] === "PCI_BUS_ID") return [];
	return ["the GPUs are of different models and CUDA_DEVICE_ORDER is not PCI_BUS_ID, so CUDA may number them in another order than the driver; name them by UUID or set CUDA_DEVICE_ORDER=PCI_BUS_ID"];
}

// src/steps/measure/identify-testbed.ts
async function identifyTestbed(kind, inventory, watched = null) {
	const host = inventory.readHost();
	if (kind === "cpu") return createCpuTestbed(host);
	const found = await findGpus$1(inventory, watched);
	if (found.devices.length === 0) throw explainNoGpu(found);
	const { problem: _, isUnanswered: __, unread: ___, ...gpus } = found;
	return {
		...host,
		...gpus,
		id: formatTestbedId("gpu", gpus.devices, host.cpuModel),
		deviceKind: "gpu"
	};
}
function explainNoGpu({ problem, isUnanswered, unread = [] }) {
	if (isUnanswered) return new UnansweredError(problem ?? "no answer", "A driver that hangs needs a restart of the machine.");
	if (unread.length > 0) return explainUnreadGpus(unread, problem);
	const variable = /(?:CUDA|HIP|ROCR)_VISIBLE_DEVICES/.exec(problem ?? "")?.[0];
	const hint = `${variable ? `Unset ${variable} or name a GPU in it` : "Use a runner with a GPU (runs-on: [self-hosted, gpu])"}, or set pipeline.devices to cpu for a CPU pipeline.`;
	return new NoDeviceError(`no GPU found: ${problem ?? "the driver lists none"}`, hint);
}
function explainUnreadGpus(gpus, problem) {
	return new EnvironmentError(`${describeUnreadGpus(gpus)}: ${problem ?? "the driver lists none"}`, [...listUnreadRemedies(gpus), "To measure without GPUs set pipeline.devices to cpu."].join(" "));
}
function findMonitoredGpus(testbed, ids, identities) {
	const indices = ids.flatMap((id) => {
		const { uuid, physicalIndex } = testbed.devices.find((device) => device.id === id) ?? {};
		const named = identities.filter((identity) => identity.uuid === uuid || identity.migSlices.some((slice) => slice.uuid === uuid));
		return (named.find(({ index }) => index === physicalIndex) ?? named[0])?.index ?? (identities.some(({ index }) => index === id) ? id : []);
	});
	return [...new Set(indices)];
}
function createCpuTestbed(host) {
	const devices = Array.from({ length: host.cpuCores }, (_, id) => ({
		id,
		physicalIndex: null,
		model: host.cpuModel,
		uuid: null,
		memoryBytes: null,
		migProfile: null,
		settings: null
	}));
	return {
		...host,
		id: formatTestbedId("cpu", devices, host.cpuModel),
		deviceKind: "cpu",
		devices,
		driverVersion: null,
		cudaVersion: null,
		topology: null
	};
}
async function findGpus$1(inventory, watched) {
	const inventoried = inventory.listGpus();
	if (!watched) return numberDevices(await inventoried);
	if (watched.monitor.kind === "none") return numberDevices(explainMissing$1(await inventoried, watched.monitor.reason));
	const [known, identities] = await Promise.all([inventoried, watched.monitor.identify()]);
	if (identities.length === 0) return numberDevices(known);
	const visible = resolveVisibleDevices(identities, watched.environment, watched.monitor.kind);
	const devices = visible.devices.flatMap((device) => listDevices(device, identities));
	const problem = visible.problems[0] ?? (visible.variable ? `${visible.variable} leaves no GPU visible` : known.problem);
	return numberDevices({
		...known,
		devices,
		...readVersions(watched.monitor, known),
		problem,
		isUnanswered: false,
		unread: []
	});
}
function explainMissing$1(known, reason) {
	return reason?.includes("nvidia-smi") && !known.isUnanswered && known.devices.length === 0 ? {
		...known,
		problem: reason
	} : known;
}
function readVersions(monitor, known) {
	const driver = monitor.identifyDriver?.();
	const findSource = (name) => (driver?.[name] ?? null) !== null ? monitor.kind : known[name] === null ? null : "nvidia-smi";
	return {
		driverVersion: driver?.driverVersion ?? known.driverVersion,
		cudaVersion: driver?.cudaVersion ?? known.cudaVersion,
		versionsFrom: {
			driver: findSource("driverVersion"),
			cuda: findSource("cudaVersion")
		}
	};
}
function listDevices({ gpu, migSlice }, identities) {
	const identity = identities.find(({ index }) => index === gpu);
	if (!identity) return [];
	const { model, settings, uuid: ownUuid, memoryBytes: ownBytes } = identity;
	const slices = identity.migSlices.filter(({ uuid }) => migSlice === null || uuid === migSlice);
	const place = {
		id: gpu,
		physicalIndex: gpu,
		model,
		settings
	};
	if (settings.isMigOn !== true || slices.length === 0) return [{
		...place,
		uuid: ownUuid,
		memoryBytes: ownBytes,
		migProfile: null
	}];
	return slices.map(({ uuid, profile, memoryBytes }) => ({
		...place,
		uuid,
		memoryBytes,
		migProfile: profile ?? "unknown"
	}));
}
function numberDevices(found) {
	return {
		...found,
		devices: found.devices.map((device, id) => ({
			...device,
			id
		}))
	};
}

// src/domain/testbed/fitness.ts
const minFreeShare = .1;
const maxBlindMs = 2e3;
const normalReasons = ["gpu-idle", "sw-power-cap"];
const severeReasons = [
	"hw-slowdown",
	"sw-thermal-slowdown",
	"hw-thermal-slowdown",
	"hw-power-brake-slowdown"
];
function judgeFitness(facts, limits) {
	return [...facts.gpus.flatMap((gpu) => judgeGpu(gpu, facts, limits)), ...facts.disks.map((disk) => judgeDisk(disk, limits.minFreeDiskGigabytes))];
}
function judgeGpu(gpu, facts, limits) {
	const use = facts.idle?.gpus.find((item) => item.gpu === gpu);
	const identity = facts.identities.find((item) => item.index === gpu);
	return [
		judgeProcesses(gpu, facts),
		...judgeWatch(gpu, facts.idle),
		...use && use.samples > 0 ? [
			judgeUtilization(use, limits),
			judgeTemperature(use, limits),
			...judgeThrottling(use)
		] : [],
		...identity ? judgeSettings(identity) : []
	];
}
function judgeWatch(gpu, idle) {
	const use = idle?.gpus.find((item) => item.gpu === gpu);
	if (!idle || use && use.samples > 0 && isSeen(use) && (idle.longestGapMs ?? 0) < maxBlindMs) return [];
	const sentence = `GPU ${gpu} could not be observed: ${idle.problems[0] ?? "no reading"}`;
	const hint = `Look for ${isAmdMonitor(idle.monitor) ? "amdgpu errors in dmesg and run amd-smi metric" : "Xid errors in dmesg and run nvidia-smi"}; a driver that hangs needs a restart of the machine.`;
	return [{
		...warn$1(`readings of GPU ${gpu}`, sentence, hint),
		level: "refuse"
	}];
}
const asRoot = "Run the runner as root, or let one job at a time use this GPU.";
const processHints = {
	nvml: "The driver lists none on this machine: let one job at a time use this GPU.",
	"nvidia-smi": asRoot,
	"amd-smi": asRoot,
	"rocm-smi": "Install amd-smi, which lists them, or let one job at a time use this GPU."
};
const useOtherMonitor = "Set run.monitor to nvml or install nvidia-smi on the runner.";
function explainUnlisted(gpu, idle) {
	const subject = `processes of GPU ${gpu}`;
	const sentence = `other programs on GPU ${gpu} could not be detected`;
	const refusal = idle?.problems.find((problem) => problem.includes(`the driver refuses them of GPU ${gpu}:`));
	if (refusal !== void 0) return warn$1(subject, `${sentence}: ${refusal}`, asRoot);
	return warn$1(subject, sentence, processHints[idle?.monitor ?? ""] ?? useOtherMonitor);
}
function judgeProcesses(gpu, { processes: all, idle }) {
	const subject = `processes of GPU ${gpu}`;
	const isUnlisted = idle?.gpus.find((use) => use.gpu === gpu)?.coverage?.processes === 0;
	if (all === null || isUnlisted) return explainUnlisted(gpu, idle);
	const own = all.filter((process) => process.gpu === gpu);
	if (own.length === 0) return pass$1(subject, `no other program uses GPU ${gpu}`);
	return refuseTemporarily(subject, `GPU ${gpu} is used by ${formatNames(own.map(formatProcess))}`, "Wait for it or stop it; to separate jobs, give every GPU host one runner with its own label.");
}
function formatProcess({ pid, name, memoryBytes }) {
	const size = memoryBytes === null ? "" : `, ${(memoryBytes / 2 ** 20).toFixed(0)} MiB`;
	return `${name ?? "a program of another container or user"} (pid ${pid}${size})`;
}
function judgeUtilization({ gpu, utilizationPercent }, limits) {
	const subject = `utilization of GPU ${gpu}`;
	if (utilizationPercent === null) return warnUnread(subject, "that it is idle");
	const percent = utilizationPercent.mean;
	const sentence = `GPU ${gpu} is ${percent.toFixed(0)} % busy`;
	if (percent <= limits.maxIdleUtilizationPercent) return pass$1(subject, sentence);
	return refuseTemporarily(subject, `${sentence} before the run (limit ${limits.maxIdleUtilizationPercent} %)`, "Find what runs on it (nvidia-smi, also in other containers), or raise run.preflight.maxIdleUtilizationPercent.");
}
function judgeTemperature({ gpu, temperatureCelsius }, limits) {
	const subject = `temperature of GPU ${gpu}`;
	if (temperatureCelsius === null) return warnUnread(subject, "that it is cool");
	const celsius = temperatureCelsius.max;
	const sentence = `GPU ${gpu} is at ${celsius.toFixed(0)} °C`;
	if (celsius <= limits.maxIdleTemperatureCelsius) return pass$1(subject, sentence);
	return refuseTemporarily(subject, `${sentence} before the run (limit ${limits.maxIdleTemperatureCelsius} °C)`, "Let it cool down and check its fans and air flow, or raise run.preflight.maxIdleTemperatureCelsius.");
}
function warnUnread(subject, wish) {
	const hint = `See to it yourself ${wish} before a run.`;
	return warn$1(subject, `the ${subject} cannot be read, so it is not checked`, hint);
}
function judgeThrottling({ gpu, clocksEventShares }) {
	const subject = `clocks of GPU ${gpu}`;
	const active = Object.entries(clocksEventShares ?? {}).filter(([reason, share]) => share > 0 && !normalReasons.includes(reason)).map(([reason]) => reason);
	const severe = active.filter((reason) => severeReasons.includes(reason));
	if (severe.length > 0) return [refuseTemporarily(subject, `clocks of GPU ${gpu} are lowered: ${severe.join(", ")}`, "Check cooling, power supply and `nvidia-smi -q -d PERFORMANCE`.")];
	if (active.length === 0) return clocksEventShares === null ? [] : [pass$1(subject, `clocks of GPU ${gpu} are not restricted`)];
	return [warn$1(subject, `clocks of GPU ${gpu} are restricted: ${active.join(", ")}`, "Keep this only if the baseline used the same setting; nvidia-smi -rac and -rgc reset the clocks.")];
}
function judgeSettings({ index, settings: { maxSmClockMhz, lockedSmClockMhz, isPersistent } }) {
	const isLow = maxSmClockMhz !== null && lockedSmClockMhz !== null && lockedSmClockMhz < maxSmClockMhz;
	const clocks = `SM clock of GPU ${index} is set to ${lockedSmClockMhz} MHz, below the maximum of ${maxSmClockMhz} MHz`;
	const startUp = `persistence mode of GPU ${index} is off: the driver may be reloaded for every run`;
	return [...isLow ? [warn$1(`locked clock of GPU ${index}`, clocks, "Reset it with nvidia-smi -rac and -rgc, unless it is intended.")] : [], ...isPersistent === false ? [warn$1(`persistence mode of GPU ${index}`, startUp, "Start nvidia-persistenced, or sudo nvidia-smi -pm 1.")] : []];
}
function judgeDisk({ path, freeBytes, totalBytes }, minFreeGigabytes) {
	const subject = `disk of ${path}`;
	if (freeBytes === null || totalBytes === null) return warn$1(`free space of ${path}`, `the free space of ${path} cannot be read, so it is not checked`, `Run df -h: ${minFreeGigabytes} GB must be free.`);
	const gigabytes = freeBytes / 1e9;
	const sentence = `${gigabytes.toFixed(1)} GB are free for ${path}`;
	const hint = "Remove old run folders and caches, or point the run folder and RUNNER_TEMP to a larger disk.";
	if (gigabytes < minFreeGigabytes) return {
		...warn$1(subject, `only ${sentence} (limit ${minFreeGigabytes} GB)`, hint),
		level: "refuse"
	};
	const share = freeBytes / Math.max(1, totalBytes);
	if (share < minFreeShare) return warn$1(subject, `only ${sentence}, ${formatPercent(share, 0)} of the disk`, hint);
	return pass$1(subject, sentence);
}
function pass$1(subject, sentence) {
	return {
		level: "ok",
		subject,
		sentence,
		hint: "",
		isTemporary: false
	};
}
function warn$1(subject, sentence, hint) {
	return {
		level: "warn",
		subject,
		sentence,
		hint,
		isTemporary: false
	};
}
function refuseTemporarily(subject, sentence, hint) {
	return {
		level: "refuse",
		subject,
		sentence,
		hint,
		isTemporary: true
	};
}

// src/steps/measure/preflight.ts
const supportedArchitectures = ["x64", "arm64"];
function requireSupportedPlatform(platform, host) {
	if (platform === "linux" && supportedArchitectures.includes(host.architecture)) return;
	throw new EnvironmentError(`warpgauge measures on Linux x64 and arm64 only, not on ${platform} ${host.architecture}`, "Measure on Linux x64 or arm64; a run folder can be reported on any platform.");
}
async function requirePrograms(plan, prepared, workplace, files) {
	const { launcher } = prepared.config.pipeline;
	for (const revision of new Set(plan.cases.map((planned) => planned.revision))) {
		const own = launcher?.kind === "torchrun" ? [] : getRevisionCommand(prepared.config, revision).slice(0, 1);
		for (const program of [...listLauncherPrograms(launcher), ...own]) {
			const places = listCandidates(program, prepared.trees.get(revision) ?? "", workplace);
			if ((await Promise.all(places.map((place) => files.readStat(place)))).some((item) => item !== null)) continue;
			throw new RevisionError(revision, `${revision}: the program ${program} was not found (searched ${places.slice(0, 8).join(", ")})`, /^\w+=|\s[|&;<>]/.test(program) ? "It is written for a shell: start it as sh -c 'COMMAND', or variables with env." : "Install it on the runner, create it in pipeline.setup, or correct the first item of pipeline.command or its launcher.");
		}
	}
}
function listCandidates(program, tree, { environment }) {
	if (isAbsolute(program)) return [program];
	if (program.includes("/")) return [join(tree, program)];
	return (environment["PATH"] ?? "").split(":").filter((directory) => directory !== "").map((directory) => join(directory, program));
}
const pollMs$1 = 3e3;
const idleIntervalMs = 100;
async function preflightGpus(request, ports) {
	const { limits, signal } = request;
	const deadline = ports.clock.readMonotonicMs() + limits.waitMinutes * 6e4;
	let lastSentence = "";
	for (let round = 0;; round += 1) {
		const { machine, obstacle } = await tryOnce(request, ports, round);
		if (obstacle === null) return warnOfFindings(machine, ports.logger);
		const { sentence, isTemporary } = obstacle;
		const isLast = signal.aborted || ports.clock.readMonotonicMs() >= deadline || !isTemporary;
		if (machine && isLast && !signal.aborted && limits.severity === "warn") return warnOfFindings(machine, ports.logger);
		await machine?.[Symbol.asyncDispose]();
		if (isLast) throw createRefusal(obstacle, limits, signal);
		if (sentence !== lastSentence) ports.logger.info(`Waiting up to ${limits.waitMinutes} min: ${sentence}`);
		lastSentence = sentence;
		await ports.sleep(pollMs$1 * (.75 + .5 * Math.random()), signal);
	}
}
function warnOfFindings(machine, logger) {
	const found = machine.findings.filter(({ level }) => level !== "ok");
	for (const [hint, alike] of Map.groupBy(found, (one) => one.hint)) logger.warning(`${alike.map(({ sentence }) => sentence).join("; ")}. ${hint}`);
	return machine;
}
async function tryOnce(request, ports, round) {
	const answer = await ports.lock.tryHold(request.uuids, request.runId);
	if (answer.status === "busy") return {
		machine: null,
		obstacle: {
			sentence: answer.holders.map(describeHolder).join("; "),
			hint: "Wait for that run, assign separate GPUs to the runners of this host, or raise run.preflight.waitMinutes.",
			isTemporary: true
		}
	};
	const { lock } = answer;
	try {
		const facts = await collectFacts(request, ports, round);
		const findings = judgeFitness(facts, request.limits);
		const watts = (facts.idle?.gpus ?? []).filter(({ utilizationPercent }) => utilizationPercent?.max === 0).flatMap(({ gpu, powerWatts }) => powerWatts ? [[gpu, powerWatts.p50]] : []);
		const release = async () => await lock[Symbol.asyncDispose]();
		return {
			machine: {
				findings,
				idleWatts: Object.fromEntries(watts),
				[Symbol.asyncDispose]: release
			},
			obstacle: findObstacle(findings)
		};
	} catch (error) {
		await lock[Symbol.asyncDispose]();
		throw error;
	}
}
function describeHolder({ uuid, pid, runId, since }) {
	return `another run${runId === null ? "" : ` ${runId.slice(0, 100)}`} (pid ${pid}${since === null ? "" : `, since ${since.slice(0, 40)}`}) has ${uuid}`;
}
async function collectFacts({ gpus, identities, ...request }, ports, round) {
	const idle = await observeIdle({
		...request,
		gpus,
		identities
	}, ports, round);
	const paths = [.../* @__PURE__ */ new Set([request.runFolder, request.workDirectory])];
	const spaces = await Promise.all(paths.map(async (path) => ({
		path,
		space: await ports.disks.readFreeSpace(path)
	})));
	return {
		gpus,
		identities,
		idle,
		processes: gpus.length === 0 ? [] : await ports.monitor.listProcesses(gpus),
		disks: spaces.map(({ path, space }) => ({
			path,
			...space ?? {
				freeBytes: null,
				totalBytes: null
			}
		}))
	};
}
async function observeIdle({ gpus, limits, workDirectory, signal }, { monitor, sleep }, round) {
	if (gpus.length === 0 || monitor.kind === "none") return null;
	const logPath = join(workDirectory, `preflight-${round}.log`);
	const intervalMs = monitor.kind === "nvml" ? idleIntervalMs : 500;
	await using window = await monitor.open({
		gpus,
		intervalMs,
		logPath,
		hdf5Path: null
	});
	await sleep(limits.settleSeconds * 1e3, signal);
	return await window.close();
}
function findObstacle(findings) {
	const refused = findings.filter(({ level }) => level === "refuse");
	const lasting = refused.filter(({ isTemporary }) => !isTemporary);
	const [first] = lasting.length > 0 ? lasting : refused;
	if (!first) return null;
	return {
		sentence: refused.map(({ sentence }) => sentence).join("; "),
		hint: first.hint,
		isTemporary: first.isTemporary
	};
}
function createRefusal({ sentence, hint, isTemporary }, limits, signal) {
	if (signal.aborted) return new EnvironmentError(`the run was cancelled while waiting: ${sentence}`, hint);
	const waited = isTemporary && limits.waitMinutes > 0 ? ` after waiting ${limits.waitMinutes} min` : "";
	return new EnvironmentError(`this machine is not fit to measure${waited}: ${sentence}`, hint);
}
const preflightMs = 300;
async function watchHostLoad({ hostMeter, clock, sleep }, ms, signal) {
	const startedMs = clock.readMonotonicMs();
	const measurement = hostMeter.begin();
	await sleep(ms, signal);
	const host = measurement.end();
	return computeHostLoad([{
		host,
		wallSeconds: (clock.readMonotonicMs() - startedMs) / 1e3
	}]);
}
async function warnOfLoad(ports, signal) {
	const load = await watchHostLoad(ports, preflightMs, signal);
	if (load === null || !isMostlyTaken(load)) return;
	ports.logger.warning(`other programs use ${formatLoad(load)}: wall-clock times will vary. Stop them, or use cpu_time as the gate, which depends on them far less.`);
}

// src/datasets/generated-dataset.ts
const metadataFile = "generated.json";
const dataDirectory = "data";
async function prepareGenerated(source, caches, generate) {
	const key = await computeKey$1(source);
	return await prepareCached(caches, {
		name: `generated-${key.slice(0, 32)}`,
		make: async (draft) => {
			const output = join(draft, dataDirectory);
			await mkdir(output);
			await generate(source.command.map((argument) => argument.replaceAll("{output}", output)), output);
			if ((await readdir(output)).length === 0) throw new UserError(`datasets.${source.name}: the command wrote no file`, "Let it write its files into {output}");
			const made = await readData(draft, source);
			await writeFile(join(draft, metadataFile), formatMetadata(key, made));
			return made;
		},
		read: async (directory) => {
			const recorded = await readFile(join(directory, metadataFile), "utf8").catch(() => "");
			if (!recorded.includes(key)) return null;
			const found = await readData(directory, source).catch((error) => {
				if (error instanceof UserError) return null;
				throw error;
			});
			return found && recorded === formatMetadata(key, found) ? found : null;
		}
	});
}
function formatMetadata(key, { identity: { sha256 } }) {
	return `${JSON.stringify({
		schemaVersion: 1,
		key,
		sha256
	})}\n`;
}
async function readData(directory, source) {
	const { name, command, version, signal } = source;
	const data = join(directory, dataDirectory);
	const [first = "", ...others] = await readdir(data).catch(() => []);
	const file = join(data, first);
	const isFile = others.length === 0 && (await stat(file).catch(() => null))?.isFile() === true;
	const parameters = {
		command: command.join(" ").replaceAll(/\p{Cc}+/gu, " ").slice(0, 200),
		version
	};
	return await readFilesDataset({
		name,
		kind: "generated",
		paths: [isFile ? file : data],
		root: data,
		parameters,
		signal
	});
}
async function computeKey$1({ command, version, workspace, signal }) {
	const files = [];
	for (const argument of command) {
		const path = resolve(workspace, argument);
		const inside = relative(workspace, path);
		if (isAbsolute(argument) || inside === "" || inside.startsWith("..")) continue;
		if ((await stat(path).catch(() => null))?.isFile()) files.push([argument, await hashFiles([path], signal)]);
	}
	return hash("sha256", JSON.stringify([
		command,
		version,
		files
	]));
}

// src/datasets/prepare-dataset.ts
function isFromCheckout(config) {
	const paths = "paths" in config ? config.paths : "path" in config ? [config.path] : [];
	return "command" in config || paths.some((path) => !isAbsolute(path));
}
function isPinned(config) {
	return "sha256" in config && config.sha256 !== void 0;
}
async function prepareDataset(name, config, { cacheDirectory, trustedCache, generate, formats, ...place }) {
	const readable = [cacheDirectory, ...trustedCache === void 0 ? [] : [trustedCache]].map((path) => resolve(path));
	const caches = {
		own: resolve(cacheDirectory),
		readable
	};
	const { workspace, signal } = place;
	if ("command" in config) return await prepareGenerated({
		name,
		...config,
		workspace,
		signal
	}, caches, generate);
	if ("paths" in config) {
		const source = {
			name,
			kind: "files",
			paths: config.paths.map((path) => resolvePath(name, path, workspace)),
			root: resolve(workspace),
			sha256: config.sha256,
			signal
		};
		return await readFilesDataset({
			...source,
			parameters: {}
		});
	}
	for (const format of formats) {
		const prepared = await format(name, config, {
			...place,
			caches
		});
		if (prepared) return prepared;
	}
	throw new Error(`no format is known for datasets.${name}`);
}
function chooseDataset({ name, base, head, ...sides }) {
	if (base instanceof UserError) {
		if (head instanceof UserError) throw head;
		return {
			dataset: head,
			difference: sides.isPinned ? null : {
				name,
				used: "head",
				problem: base.message
			}
		};
	}
	if (head instanceof UserError) return {
		dataset: base,
		difference: {
			name,
			used: "base",
			problem: head.message
		}
	};
	if (head.identity.sha256 === base.identity.sha256) return {
		dataset: head,
		difference: null
	};
	return {
		dataset: base,
		difference: {
			name,
			used: "base",
			problem: null
		}
	};
}

// src/steps/measure/prepare-datasets.ts
function needsBaseDatasets(config, plan) {
	return listSettings(config, plan).some(([, settings]) => isFromCheckout(settings) && !isPinned(settings));
}
async function prepareDatasets(request, ports) {
	const datasets = /* @__PURE__ */ new Map();
	const differences = [];
	for (const [name, settings] of listSettings(request.config, request.plan)) {
		const { dataset, difference } = await prepareOne({
			name,
			settings
		}, request, ports);
		datasets.set(name, dataset);
		if (difference) differences.push(difference);
	}
	if (request.base?.guard) await request.base.guard.requireUntouched(request.base.label);
	return {
		datasets,
		differences
	};
}
function listSettings({ datasets }, { cases }) {
	return [...new Set(cases.map(({ dataset }) => dataset))].flatMap((name) => {
		const settings = datasets[name];
		return settings ? [[name, settings]] : [];
	});
}
async function prepareOne(named, request, ports) {
	const { base, checkedOut, workplace } = request;
	const { name, settings } = named;
	const path = checkedOut.trees.get("head");
	const guard = path === void 0 ? null : checkedOut.guard;
	const head = {
		label: "head",
		workspace: path ?? workplace.workDirectory,
		guard
	};
	if (base === null || !isFromCheckout(settings)) return {
		dataset: await prepareSide(named, head, request, ports),
		difference: null
	};
	const ofBase = base.path === null ? new UserError(base.problem, "") : await prepareSide(named, {
		...base,
		workspace: base.path
	}, request, ports).catch(keepUserError);
	const ofHead = await prepareSide(named, head, request, ports).catch(keepUserError);
	const chosen = chooseDataset({
		name,
		base: ofBase,
		head: ofHead,
		isPinned: isPinned(settings)
	});
	const { difference } = chosen;
	if (!difference || difference.problem === null) return chosen;
	const [line = ""] = difference.problem.split("\n");
	const problem = [path, base.path].flatMap((root) => root ?? []).reduce((text, root) => text.replaceAll(`${root}/`, ""), line).slice(0, longestProblem);
	return {
		...chosen,
		difference: {
			...difference,
			problem
		}
	};
}
const keepUserError = handleUserError((error) => error);
const longestProblem = 300;
async function prepareSide({ name, settings }, { label, workspace, guard }, request, ports) {
	const { cacheDirectory, trustedCache } = request.workplace;
	return await prepareDataset(name, settings, {
		cacheDirectory: join(cacheDirectory, "datasets"),
		...trustedCache !== void 0 && { trustedCache: join(trustedCache, "datasets") },
		workspace,
		signal: request.signal,
		formats: datasetFormats,
		generate: async (argv, output) => {
			await guard?.requireUntouched(label);
			await generateDataset({
				name,
				argv,
				output,
				label,
				workspace
			}, request, ports);
			await guard?.acceptTrial(label);
		}
	});
}
async function generateDataset({ name, argv, output, label, workspace }, { config, workplace, signal }, { processes, files, logger, inspector }) {
	const command = argv.join(" ").replaceAll(output, "{output}");
	logger.info(`Generating dataset ${name} of ${label}: ${command}`);
	const { env: set, passEnv, setupTimeoutMinutes } = config.pipeline;
	const place = await createRevisionDirectories(workplace, `dataset-${label}-${name}`, files);
	const env = buildChildEnvironment(workplace.environment, {
		...place,
		set,
		pass: passEnv
	});
	const log = join(workplace.workDirectory, "setup", `dataset-${label}-${name}`);
	await files.makeDirectory(log);
	const outcome = await processes.run({
		argv,
		cwd: workspace,
		env,
		...confine(workplace, place, {
			argv,
			env,
			writable: [output],
			readable: [workspace]
		}),
		timeoutMs: setupTimeoutMinutes * 6e4,
		signal,
		stdoutPath: join(log, "stdout.log"),
		stderrPath: join(log, "stderr.log"),
		maxOutputBytes: 1e8
	});
	if (outcome.ending === "cancelled") throw new EnvironmentError(`the run was cancelled while dataset ${name} was generated`, "Nothing was measured; start the job again.");
	if (outcome.ending === "exited" && outcome.exitCode === 0) {
		const [error] = await findPrintedErrors(log, outcome, inspector);
		if (error !== void 0) logger.warning(`The command of dataset ${name} printed "${error}", although it ended well: check its files.`);
		return;
	}
	const how = outcome.problem ?? (outcome.ending === "exited" ? formatExitCode(outcome.exitCode) : outcome.ending);
	const tail = outcome.stderrTail || outcome.stdoutTail;
	throw new UserError(`datasets.${name}.command failed: ${command}: ${how}${formatFailureHints(workplace, config.pipeline, tail)}\n${tail}`, `Run the command in a new checkout of ${label}, with {output} replaced by an empty directory.`);
}

// src/domain/doctor/finding.ts
const doctorAreas = [
	"machine",
	"gpu",
	"git",
	"config",
	"workflows",
	"runner"
];
function pass(sentence) {
	return {
		level: "ok",
		sentence,
		mend: null
	};
}
function warn(sentence, mend) {
	return {
		level: "warn",
		sentence,
		mend
	};
}
function fail(sentence, mend) {
	return {
		level: "fail",
		sentence,
		mend
	};
}
function skip(sentence, mend) {
	return {
		level: "unknown",
		sentence,
		mend
	};
}
function check(name, subject, judge) {
	return (facts) => [judge(facts)].flat().map(({ level, subject: own = subject, sentence, mend }) => ({
		check: name,
		level,
		subject: own,
		sentence,
		mend
	}));
}

// src/domain/doctor/check-config.ts
const checkConfig = check("config.valid", "", (facts) => ({
	...judgeConfig(facts),
	subject: facts.path
}));
function judgeConfig(facts) {
	switch (facts.status) {
		case "valid": return pass("valid");
		case "placeholder": {
			const mend = `Write the command and remove pipeline.placeholder, or: rm ${facts.path} && warpgauge init -- COMMAND`;
			return fail("pipeline.command is a placeholder, so nothing can be measured", mend);
		}
		case "invalid": return fail(facts.problem, "Correct these entries; docs/config.md explains every key.");
		case "absent": return (facts.wasNamed ? fail : warn)("not found, so its tags, devices and disks were not checked", "Create one (docs/config.md), or pass its path with --config.");
		default: return facts;
	}
}
const optionalVariables = /^(?:PIP|UV|POETRY|PIXI|RATTLER|CONDA|MAMBA|CARGO|S?CCACHE|NPM_CONFIG)_|^GO[A-Z]+$|_PROXY$/i;
function isOptionalVariable(name) {
	return optionalVariables.test(name);
}
const modelCaches = {
	HF_HOME: "Hugging Face",
	TORCH_HOME: "torch hub",
	TRANSFORMERS_CACHE: "transformers",
	HF_HUB_CACHE: "Hugging Face",
	XDG_CACHE_HOME: "several tools"
};
const compiledPackages = /^[^#\n]*?\b(flash[-_]attn|mamba[-_]ssm|causal[-_]conv1d|transformer[-_]engine|pytorch3d|grouped[-_]gemm|natten|sageattention|CUDAExtension)\b/im;
function findCompiledPackage(text) {
	return compiledPackages.exec(text)?.[1] ?? null;
}
const needChecks = [
	check("config.variables", "variables", ({ unset, dangling }) => {
		const found = [...unset.map((name) => {
			const owner = modelCaches[name];
			return {
				name,
				sentence: `is not set${owner ? `, so every run would begin with an empty cache of ${owner}` : ""}`
			};
		}), ...dangling.map(({ name, path }) => ({
			name,
			sentence: `is ${path}, where nothing is`
		}))];
		if (found.length === 0) return pass("those of passEnv are set");
		return found.map(({ name, sentence }) => {
			const mend = `Set ${name} to ${name in modelCaches ? "the directory that has the models" : "its value"} (export ${name}=…, for a runner in its file .env), or remove it from pipeline.passEnv.`;
			return {
				...warn(sentence, mend),
				subject: `variable ${name}`
			};
		});
	}),
	check("config.datasets", "datasets", ({ absent }) => {
		if (absent.length === 0) return pass("their files outside of the repository exist");
		return absent.map(({ datasets, path, suites }) => {
			const mend = `Put the file there or correct the path${suites.length > 0 ? `, or leave out ${suites.join(", ")} (\`--suite\` names the others)` : ""}.`;
			const subject = datasets.map((name) => `datasets.${name}`).join(", ");
			return {
				...fail(`${path} does not exist on this machine`, mend),
				subject
			};
		});
	}),
	check("config.compiler", "CUDA compiler", ({ uncompiled }) => {
		if (!uncompiled) return [];
		const sentence = `${uncompiled.file} names ${uncompiled.name}, which setups compile where no built package fits; CUDA_HOME is not set and nvcc is not on PATH`;
		return warn(sentence, "Install the CUDA toolkit and set CUDA_HOME (export CUDA_HOME=/usr/local/cuda); commands inherit it.");
	})
];

// src/steps/doctor/find-machine-needs.ts
async function findMachineNeeds(request, { inspector }) {
	const { config, environment } = request;
	const isThere = async (path) => await inspector.isThere(path);
	const passed = config.pipeline.passEnv.filter((name) => !(name in config.pipeline.env) && !isOptionalVariable(name));
	const dangling = passed.map(async (name) => {
		const path = environment[name] ?? "";
		return isAbsolute(path) && !path.includes(":") && !await isThere(path) ? [{
			name,
			path
		}] : [];
	});
	return {
		unset: passed.filter((name) => environment[name] === void 0),
		dangling: (await Promise.all(dangling)).flat(),
		absent: await findAbsentFiles(request, isThere),
		uncompiled: await findUncompiled(request, isThere)
	};
}
async function requireMachineNeeds(request, ports) {
	const needs = await findMachineNeeds(request, ports);
	const found = needChecks.flatMap((row) => row(needs));
	for (const { check, level, subject, sentence, mend } of found) if (level === "warn") {
		const place = check === "config.variables" ? `pipeline.passEnv: ${subject.replace(/^variable /u, "")} ` : `${subject}: `;
		ports.logger.warning(`${place}${sentence}. ${mend}`);
	}
	const unmet = found.filter(({ level }) => level === "fail");
	if (unmet.length === 0) return;
	const sentences = unmet.map(({ subject, sentence }) => `${subject}: ${sentence}`).join("; ");
	throw new EnvironmentError(sentences, [...new Set(unmet.map(({ mend }) => mend))].join(" "));
}
async function findAbsentFiles({ config, plan }, isThere) {
	const files = Object.entries(config.datasets).flatMap(([dataset, settings]) => {
		const paths = "paths" in settings ? settings.paths : "path" in settings ? [settings.path] : [];
		return !plan || plan.cases.some((one) => one.dataset === dataset) ? paths.filter(isAbsolute).map((path) => ({
			path,
			dataset
		})) : [];
	});
	const found = [...Map.groupBy(files, ({ path }) => path)].map(async ([path, list]) => {
		if (await isThere(path)) return [];
		const datasets = list.map(({ dataset }) => dataset);
		const users = plan?.cases.filter(({ dataset }) => datasets.includes(dataset)) ?? [];
		return [{
			path,
			datasets,
			suites: [...new Set(users.map(({ key }) => key.suite))]
		}];
	});
	return (await Promise.all(found)).flat();
}
const manifests = [
	"requirements.txt",
	"pyproject.toml",
	"setup.py",
	"setup.cfg",
	"environment.yml",
	"environment.yaml"
];
async function findUncompiled({ config: { pipeline }, environment, readText }, isThere) {
	const words = pipeline.setup.flat();
	const isSkipped = Object.keys(pipeline.env).some((name) => name.endsWith("_SKIP_CUDA_BUILD"));
	const variables = {
		...environment,
		...pipeline.env
	};
	const places = [variables["CUDA_HOME"] ?? variables["CUDA_PATH"] ?? "/usr/local/cuda", ...(variables["PATH"] ?? "").split(":").map((folder) => join(folder, "nvcc"))];
	if (words.length === 0 || isSkipped || (await Promise.all(places.map(isThere))).includes(true)) return null;
	const inSetup = findCompiledPackage(words.join(" "));
	if (inSetup !== null) return {
		name: inSetup,
		file: "pipeline.setup"
	};
	const named = words.filter((word) => /^[\w./-]+\.(?:txt|in|toml|ya?ml)$/.test(word) && !isAbsolute(word));
	for (const file of /* @__PURE__ */ new Set([...named, ...manifests])) {
		const text = await readText(file).catch(handleUserError(() => null)) ?? "";
		const name = findCompiledPackage(text);
		if (name !== null && !/\bcuda-(?:nvcc|toolkit|compiler)/.test(text)) return {
			name,
			file
		};
	}
	return null;
}

// src/steps/trial/trial-cache.ts
const maxCacheBytes = 16777216;
async function reuseCachedTrials(record, config, caches, files) {
	const found = await Promise.all(listCacheableCases(record).map(async (planned) => {
		for (const cache of caches) {
			const trials = await readCached(planned, {
				record,
				config
			}, cache, files);
			if (trials.length > 0) return trials;
		}
		return [];
	}));
	return {
		...record,
		trials: [...record.trials, ...found.flat()]
	};
}
async function keepTrials(record, config, cacheDirectory, files) {
	for (const planned of listCacheableCases(record)) {
		const trials = record.trials.filter((trial) => trial.caseId === planned.id && trial.cachedFromRun === null && !trial.isRecorded);
		if (!(trials.length === planned.warmups + planned.repeats && trials.every((trial) => trial.failure === null && trial.contamination.length === 0))) continue;
		const kept = trials.map((trial) => ({
			...trial,
			resultTables: void 0,
			cachedFromRun: record.runId
		}));
		const key = computeKey(planned, {
			record,
			config
		});
		const text = `${key}\n${JSON.stringify(kept)}`;
		await files.writeText(join(cacheDirectory, buildCachePath(key)), `${hash("sha256", text)}\n${text}\n`);
	}
}
function listCacheableCases(record) {
	const started = new Set(record.trials.map((trial) => trial.caseId));
	return record.plan.cases.filter((planned) => planned.samplesFrom === "cached" && (record.finishedAt !== null || !started.has(planned.id)));
}
async function readCached(planned, source, cacheDirectory, files) {
	const { warmups, repeats, revision } = planned;
	const key = computeKey(planned, source);
	const read = async () => {
		const [sha256, written, samples = ""] = (await files.readForeignText(cacheDirectory, buildCachePath(key), maxCacheBytes))?.split("\n") ?? [];
		return written === key && sha256 === hash("sha256", `${written}\n${samples}`) ? parseCachedTrials(samples, planned.id) : [];
	};
	const trials = await read().catch(handleUserError(() => []));
	const commit = source.record.revisions.find(({ label }) => label === revision)?.commit;
	return trials.length === warmups + repeats && trials.every((trial, index) => trial.commit === commit && trial.index === index) && trials.filter(({ isWarmup }) => isWarmup).length === warmups ? trials : [];
}
function computeKey(planned, { record, config }) {
	const { env, passEnv, exitCodes, proof, setup, throughput } = config.pipeline;
	return formatCanonicalJson([
		planned.id,
		record.revisions.find((revision) => revision.label === planned.revision)?.commit,
		record.datasets.find((dataset) => dataset.name === planned.dataset)?.sha256,
		record.commands[planned.revision],
		record.identity[planned.revision],
		record.testbed,
		planned.gpus,
		planned.sampleIntervalMs,
		[
			env,
			passEnv,
			exitCodes,
			proof,
			config.revisions[planned.revision]?.setup ?? setup
		],
		...throughput ? [throughput] : [],
		[record.isolation?.mode ?? null, config.run.kernels === "all"],
		"reportedErrors"
	]);
}
function buildCachePath(key) {
	return join("trials", `${hash("sha256", key).slice(0, 24)}.json`);
}

// src/steps/measure/measure-run.ts
async function startRun({ workspace, commit, folder, event = "local", ...order }, ports) {
	const context = buildLocalContext(workspace, {
		event,
		headCommit: commit
	});
	const commits = {
		head: {
			ref: commit,
			commit
		},
		mergeBase: null
	};
	return await measureRun({
		...order,
		context,
		commits,
		runFolder: folder
	}, ports);
}
async function measureRun(request, ports) {
	const { context, rules, signal, runId, readCommitted = () => Promise.resolve(null) } = request;
	refusePlaceholder(rules.config, rules.yardstick.path);
	await using _ = await claimFolder(request.runFolder, ports);
	const folder = await openRunFolder(request.runFolder, ports.files, request.isResume);
	await ports.files.writeText(join(request.runFolder, configCopy), rules.text);
	const directories = ports.createWorkplace(context.trust, runId);
	await ports.scratch.open(directories.workDirectory);
	for (const name of ["outputs", "trees"]) await ports.files.makeDirectory(join(directories.workDirectory, name));
	try {
		const { config } = rules;
		const own = {
			...request,
			workplace: directories,
			config
		};
		const workplace = {
			...directories,
			isolation: await chooseIsolation(own, ports)
		};
		await using monitor = await chooseMonitor(config, ports, runId);
		const identities = await monitor?.identify() ?? [];
		const watched = monitor && {
			monitor,
			environment: workplace.environment
		};
		const testbed = await identifyTestbed(config.pipeline.devices, ports.inventory, watched).catch((error) => {
			if (!(error instanceof NoDeviceError) || !config.comparison.strict) throw error;
			throw new EnvironmentError(error.message, error.hint, { cause: error });
		});
		const revisions = await resolveRevisions(config, request.commits, ports.git);
		const plan = buildPlan(request, testbed, revisions);
		const readText = async (path) => await ports.git.readAt(request.commits.head.commit, path);
		await requireMachineNeeds({
			config,
			plan,
			environment: workplace.environment,
			readText
		}, ports);
		const used = revisions.filter((revision) => plan.cases.some((planned) => planned.revision === revision.label));
		const committed = await loadCommitted(config, testbed, readCommitted);
		const baseCommit = needsBaseDatasets(config, plan) ? request.commits.mergeBase : null;
		const placing = {
			config,
			workplace,
			signal
		};
		await using datasetBase = await openDatasetBase({
			...placing,
			revisions,
			measured: used,
			baseCommit
		}, ports);
		await using checkedOut = await checkOutRevisions({
			...placing,
			revisions: used
		}, ports);
		const { trees, setupErrors } = checkedOut;
		const base = datasetBase ?? findMeasuredBase(request.commits.mergeBase, used, checkedOut);
		const { datasets, differences } = await prepareDatasets({
			...placing,
			plan,
			checkedOut,
			base
		}, ports);
		const prepared = {
			config,
			trees,
			setupErrors,
			datasets,
			watchedGpus: identities.map(({ index }) => index),
			physicalGpus: (ids) => findMonitoredGpus(testbed, ids, identities),
			hostName: ports.inventory.getHostName()
		};
		await requirePrograms(plan, prepared, workplace, ports.inspector);
		const identified = [...datasets.values()].map(({ identity }) => identity);
		const facts = {
			config,
			plan,
			testbed,
			datasets: identified,
			...committed,
			noise: committed.noise.noise
		};
		if (!request.skipsCostEstimate) announceCost(facts, ports.logger);
		const held = {
			plan,
			testbed,
			identities,
			prepared
		};
		await using machine = await holdGpus({
			...request,
			workplace
		}, held, ports, monitor);
		await warnOfLoad(ports, signal);
		const ofRevisions = await identifyRevisions(prepared, workplace, signal, ports);
		const changedInputs = findChangedInputs(config, plan, checkedOut);
		const start = await beginRecord(request, {
			testbed,
			revisions,
			plan,
			...ofRevisions,
			datasets: identified
		}, {
			differences,
			changedInputs,
			sharedInputs: findSharedInputs(config, plan, checkedOut, {
				...workplace,
				clone: context.workspace
			}),
			committed,
			...workplace
		}, ports);
		const caches = [workplace.cacheDirectory, workplace.trustedCache].filter((cache) => cache !== void 0);
		const record = await reuseCachedTrials(start, config, caches, ports.files);
		await folder.save(record);
		const measured = await measure({
			record,
			guard: checkedOut.guard,
			conditions: await guardConditions(datasets.values(), identities, {
				...ports,
				monitor
			}),
			workplace,
			signal,
			rules: buildScheduleRules(record, config, committed),
			prepared: {
				...prepared,
				idleWatts: machine?.idleWatts ?? {}
			},
			runFolder: folder
		}, {
			...ports,
			monitor,
			...await openHostMonitor(plan, ports, runId)
		});
		await keepTrials(measured, config, workplace.cacheDirectory, ports.files);
		if (measured.status === "finished") await ports.files.remove(join(request.runFolder, keptTables));
		return {
			record: measured,
			committed
		};
	} finally {
		await ports.scratch.close(directories.workDirectory);
	}
}
async function beginRecord({ context, rules: { config, yardstick }, commits, runId, selection, ...request }, known, { differences, changedInputs, sharedInputs, committed, isolation: { mode, reason } }, ports) {
	const fresh = {
		schemaVersion: 2,
		tool: {
			name: "warpgauge",
			version: ports.toolVersion
		},
		runId,
		startedAt: ports.clock.now().toISOString(),
		finishedAt: null,
		status: "running",
		statusDetail: null,
		repository: context.repository ? `${context.repository.owner}/${context.repository.name}` : null,
		event: context.event,
		...(context.runAttempt ?? 1) > 1 && { attempt: context.runAttempt },
		pullRequest: context.pullRequest,
		yardstick,
		...commits.mergeBase !== null && { baseCommit: commits.mergeBase },
		...commits.testMerge && { testMerge: commits.testMerge },
		...known,
		...differences.length > 0 && { datasetDifferences: differences },
		...changedInputs && { changedInputs },
		...sharedInputs.length > 0 && { sharedInputs },
		isolation: {
			mode,
			reason
		},
		commands: Object.fromEntries(known.revisions.map(({ label }) => [label, buildCommandTemplate(config, label)])),
		variables: config.pipeline.env,
		trials: [],
		...selection && { selection }
	};
	return {
		...request.isResume ? await resumeFrom(request.runFolder, fresh, ports) : fresh,
		comparedWith: await copyCommitted(committed, request.runFolder, ports.files)
	};
}
const mostPaths = 100;
const longestPath = 1e3;
function findChangedInputs(config, { cases }, { trees, guard }) {
	const head = trees.has("head") ? guard.getState("head") : null;
	const found = [...trees.keys()].flatMap((label) => {
		const base = label === "head" ? null : guard.getState(label);
		if (!head || !base) return [];
		const commands = cases.filter(({ revision }) => revision === label || revision === "head").map((planned) => buildCaseCommand(planned, [], config));
		const paths = listChangedInputs({
			commands,
			base,
			head
		}).slice(0, mostPaths).map((path) => path.slice(0, longestPath));
		return paths.length > 0 ? [[label, paths]] : [];
	});
	return found.length > 0 ? Object.fromEntries(found) : null;
}
function findSharedInputs({ pipeline, ...config }, { cases }, { trees, guard }, { clone, environment }) {
	const head = guard.getState("head");
	if (!head || trees.size < 2) return [];
	const passed = pipeline.passEnv.flatMap((name) => environment[name] ?? []);
	const commands = cases.flatMap((planned) => buildCaseCommand(planned, [], {
		pipeline,
		...config
	}));
	return listSharedInputs([
		...commands,
		...Object.values(pipeline.env),
		...passed
	], clone, head).slice(0, mostPaths).map((path) => path.slice(0, longestPath));
}
function announceCost(facts, logger) {
	const price = estimateRunCost(facts);
	for (const sentence of describeCostEstimate(price, chooseMinutesUnit(facts.testbed), getBudget(facts.config))) logger.info(sentence);
	refuseBelowFloor(price, facts.config);
}
function buildPlan({ rules, calibrationRounds = null, selection = null, plan: adjust = (plan) => plan }, { devices }, revisions) {
	const part = planPart(rules.config, devices, revisions, selection);
	const plan = adjust(requireSelected(part, selection ?? void 0, () => planCompleteRun(rules.config, revisions)));
	return calibrationRounds === null ? plan : buildCalibrationPlan(plan, calibrationRounds);
}
async function chooseMonitor({ pipeline, run }, { openMonitor }, runId) {
	return pipeline.devices === "cpu" ? null : await openMonitor(run.monitor, runId);
}
async function openHostMonitor({ cases }, { openMonitor }, runId) {
	return cases.some(({ watchesHost }) => watchesHost) ? { hostMonitor: await openMonitor("none", runId) } : {};
}
async function holdGpus({ rules, runId, runFolder, workplace, signal }, { plan, testbed, identities, prepared }, ports, monitor) {
	if (!monitor) return null;
	const ids = [...new Set(plan.cases.flatMap((planned) => planned.gpus))];
	const used = testbed.devices.filter((device) => ids.includes(device.id));
	const run = {
		limits: rules.config.run.preflight,
		runId,
		runFolder,
		workDirectory: workplace.workDirectory,
		signal
	};
	const gpus = {
		gpus: prepared.physicalGpus(ids),
		uuids: used.flatMap((device) => device.uuid ?? []),
		identities
	};
	return await preflightGpus({
		...run,
		...gpus
	}, {
		...ports,
		monitor
	});
}

// src/io/gpu/kernel-table.ts
const places = [
	"../recorder/",
	"../../recorder/",
	"../../../recorder/built/"
];
const magic = "WGKERNEL";
const version = 1;
const states = {
	ended: 2,
	refused: 3
};
const headerBytes = 4096;
const entryBytes = 56;
const entryCapacity = 32768;
const namesAt = 1839104;
const textBytes = 512;
const largestCount = Number.MAX_SAFE_INTEGER / 256;
const mostProcesses = 256;
const maxFileBytes$1 = 16 * 2 ** 20;
function findRecorder() {
	return places.map((place) => fileURLToPath(new URL(`${place}recorder-${process.arch === "arm64" ? "arm64" : "x64"}.so`, import.meta.url))).find((path) => existsSync(path)) ?? null;
}
async function prepareKernelRecord(directory) {
	const recorder = findRecorder();
	if (recorder === null) return null;
	await mkdir(directory, { recursive: true });
	const copy = join(directory, "recorder.so");
	await copyFile(recorder, copy);
	return {
		CUDA_INJECTION64_PATH: copy,
		WARPGAUGE_KERNELS: directory
	};
}
async function readKernelRecord(directory) {
	const names = (await readdir(directory).catch(() => [])).filter((name) => /^\d+-\w{6}$/.test(name)).toSorted();
	const [tables, problems] = [[], []];
	for (const name of names.slice(0, mostProcesses)) {
		const bytes = await readTableFile(directory, name).catch(() => null);
		const table = bytes && parseTable(bytes);
		if (table && isPlausible(table)) tables.push(table);
		else problems.push(`the record of process ${name.split("-", 1)[0]} is ${table ? "damaged" : "unreadable"}`);
	}
	if (tables.length + problems.length === 0) return null;
	const left = names.length - mostProcesses;
	return joinTables(tables, [...problems, ...left > 0 ? [`${left} more processes were not read`] : []]);
}
const kernelRecords = {
	prepare: prepareKernelRecord,
	read: readKernelRecord
};
async function readTableFile(directory, name) {
	await using file = await openBelow(directory, name);
	const chunks = [];
	for await (const chunk of readChunks(file, name, {
		maxBytes: maxFileBytes$1,
		signal: null
	})) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks);
}
function parseTable(bytes) {
	if (bytes.length < namesAt || bytes.toString("latin1", 0, 8) !== magic || bytes.readUInt32LE(8) !== version) return null;
	const readWord = (index) => readCount(bytes, 24 + index * 8);
	const readText = (index) => {
		const from = 280 + index * textBytes;
		return toLine(bytes.toString("utf8", from, from + textBytes).split("\0", 1)[0] ?? "");
	};
	const addCopied = (...kinds) => kinds.reduce((sum, kind) => sum + readWord(5 + kind), 0);
	const [entries, firstNs, lastNs, busyNs] = [
		readWord(0),
		readWord(2),
		readWord(3),
		readWord(4)
	];
	const [reason, pid, state] = [
		readText(1),
		bytes.readUInt32LE(12),
		bytes.readUInt32LE(16)
	];
	const all = Array.from({ length: Math.min(entries, entryCapacity) }, (_, index) => parseEntry(bytes, index));
	const { kernels, hidden } = keepLongest(all);
	const [damaged, lost, dropped] = [
		readWord(29),
		readWord(30),
		readWord(31)
	];
	return {
		pid,
		state,
		firstNs,
		lastNs,
		cupti: bytes.readUInt32LE(20),
		kernels,
		launches: all.reduce((sum, { launches }) => sum + launches, 0),
		seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
		busySeconds: busyNs / 1e9,
		windowSeconds: Math.max(0, lastNs - firstNs) / 1e9,
		toDevice: addCopied(1, 3),
		toHost: addCopied(2, 4),
		onDevice: addCopied(5, 6, 7, 8, 10),
		copies: readWord(21),
		fills: readWord(22),
		peakBytes: readWord(24),
		largestBytes: readWord(25),
		modules: readWord(26),
		code: bytes.readBigUInt64LE(240),
		problems: [
			...state === states.refused ? [`process ${pid} was not recorded: ${reason}`] : [],
			...state !== states.refused && reason !== "" ? [`process ${pid}: ${reason}`] : [],
			...damaged > 0 ? [`${damaged} records without a usable time are left out`] : [],
			...lost > 0 ? [`CUPTI lost ${lost} records`] : [],
			...dropped > 0 ? [`${dropped} launches of further kernels are left out`] : [],
			...hidden
		]
	};
}
function parseEntry(bytes, index) {
	const from = headerBytes + index * entryBytes;
	const readSize = (offset) => Math.max(0, bytes.readInt32LE(from + offset));
	const start = namesAt + bytes.readUInt32LE(from + 16);
	const name = toLine(bytes.toString("utf8", start, start + bytes.readUInt32LE(from + 20)));
	return {
		name: name === "" ? "?" : name,
		grid: [
			readSize(24),
			readSize(28),
			readSize(32)
		],
		block: [
			readSize(36),
			readSize(40),
			readSize(44)
		],
		device: bytes.readUInt32LE(from + 48),
		launches: readCount(bytes, from + 8),
		seconds: readCount(bytes, from) / 1e9
	};
}
function readCount(bytes, offset) {
	return Number(bytes.readBigUInt64LE(offset));
}
function isPlausible({ launches, copies, modules, cupti, ...table }) {
	const { toDevice, toHost, onDevice, fills, peakBytes, largestBytes } = table;
	return [
		launches,
		copies,
		modules,
		cupti,
		toDevice,
		toHost,
		onDevice,
		fills,
		peakBytes,
		largestBytes
	].every((count) => count <= largestCount);
}
function toLine(text) {
	return text.replaceAll(/\p{Cc}+/gu, " ").slice(0, readingLimits.name);
}
const sums = [
	"launches",
	"seconds",
	"toDevice",
	"toHost",
	"onDevice",
	"copies",
	"fills",
	"peakBytes",
	"modules"
];
function joinTables(tables, more) {
	const active = tables.filter(({ launches, copies }) => launches + copies > 0);
	const sum = (pick) => active.reduce((all, table) => all + pick(table), 0);
	const longest = active.toSorted((one, other) => other.busySeconds - one.busySeconds)[0];
	const { kernels, hidden } = keepLongest([...Map.groupBy(active.flatMap((table) => table.kernels), ({ name, grid, block, device }) => JSON.stringify([
		name,
		grid,
		block,
		device
	])).values()].flatMap(addTotals));
	const code = active.reduce((all, table) => all + table.code, 0n);
	return {
		processes: active.length,
		unfinished: active.filter(({ state }) => state !== states.ended).length,
		...active.length > 1 && { overlapping: active.filter((table) => hasOverlap(table, active)).length },
		cupti: Math.max(0, ...tables.map(({ cupti }) => cupti)),
		kernels,
		...Object.fromEntries(sums.map((name) => [name, sum((table) => table[name])])),
		busySeconds: longest?.busySeconds ?? 0,
		windowSeconds: longest?.windowSeconds ?? 0,
		largestBytes: Math.max(0, ...active.map(({ largestBytes }) => largestBytes)),
		code: BigInt.asUintN(64, code).toString(16),
		problems: [
			...new Set(tables.flatMap(({ problems }) => problems)),
			...hidden,
			...more
		].slice(0, 20)
	};
}
function keepLongest(kernels) {
	const sorted = kernels.toSorted((one, other) => other.seconds - one.seconds || (one.name < other.name ? -1 : 1));
	let text = 0;
	const end = sorted.findIndex(({ name }, index) => (text += name.length) > mostKernelText || index >= mostKernels);
	const kept = end === -1 ? sorted : sorted.slice(0, end);
	const left = sorted.length - kept.length;
	return {
		kernels: kept,
		hidden: left > 0 ? [`${left} kernels of the shortest time are in the sums only`] : []
	};
}
function hasOverlap(one, all) {
	const devices = new Set(one.kernels.map(({ device }) => device));
	return all.some((other) => other !== one && other.firstNs < one.lastNs && one.firstNs < other.lastNs && other.kernels.some(({ device }) => devices.has(device)));
}
function addTotals(group) {
	const [first] = group;
	if (!first) return [];
	const launches = group.reduce((sum, one) => sum + one.launches, 0);
	return [{
		...first,
		launches,
		seconds: group.reduce((sum, one) => sum + one.seconds, 0)
	}];
}

// src/io/sandbox/bubblewrap.ts
const rootCapabilities = {
	CAP_CHOWN: 0,
	CAP_DAC_OVERRIDE: 1,
	CAP_FOWNER: 3,
	CAP_FSETID: 4,
	CAP_KILL: 5,
	CAP_SETGID: 6,
	CAP_SETUID: 7,
	CAP_SETPCAP: 8,
	CAP_NET_BIND_SERVICE: 10,
	CAP_NET_RAW: 13,
	CAP_IPC_LOCK: 14,
	CAP_SYS_NICE: 23,
	CAP_SYS_RESOURCE: 24,
	CAP_AUDIT_WRITE: 29,
	CAP_SETFCAP: 31
};
function listKeptCapabilities(effective) {
	return Object.keys(rootCapabilities).filter((name) => (effective & getCapabilityBit(name)) !== 0n);
}
function hasForbiddenCapability(effective) {
	return Object.keys(rootCapabilities).reduce((left, name) => left & ~getCapabilityBit(name), effective) !== 0n;
}
function getCapabilityBit(name) {
	return 1n << BigInt(rootCapabilities[name] ?? 0);
}
const ranks = {
	hidden: 0,
	readable: 1,
	memory: 2,
	temporary: 2,
	writable: 3
};
function buildBubblewrapArguments(layout) {
	const { capabilities } = layout;
	const shown = sortPlaces(layout.places);
	const covers = shown.filter((place) => place.kind === "hidden" && place.isDirectory);
	const rights = capabilities && [
		"--cap-drop",
		"ALL",
		...capabilities.flatMap((name) => ["--cap-add", name])
	];
	const own = [
		"--unshare-pid",
		"--unshare-ipc",
		"--die-with-parent",
		"--json-status-fd",
		String(layout.statusDescriptor)
	];
	const root = [
		"--ro-bind",
		"/",
		"/",
		"--dev",
		"/dev"
	];
	return [
		...rights ?? ["--unshare-user"],
		...own,
		...root,
		...layout.devices.flatMap((entry) => entry.kind === "link" ? [
			"--symlink",
			entry.target,
			entry.path
		] : [
			"--dev-bind-try",
			entry.path,
			entry.path
		]),
		"--proc",
		"/proc",
		...layout.settings.flatMap((path) => [
			"--ro-bind",
			path,
			path
		]),
		...shown.flatMap(formatMount),
		...covers.flatMap(({ path }) => ["--remount-ro", path]),
		...Object.entries(layout.env).flatMap(([name, value]) => [
			"--setenv",
			name,
			value
		]),
		"--chdir",
		layout.cwd
	];
}
function sortPlaces(places) {
	const byPath = /* @__PURE__ */ new Map();
	for (const place of places) {
		const known = byPath.get(place.path);
		if (!known || ranks[known.kind] < ranks[place.kind]) byPath.set(place.path, place);
	}
	const computeDepth = ({ path }) => path === "/" ? 0 : path.split("/").length - 1;
	const sorted = [...byPath.values()].toSorted((a, b) => computeDepth(a) - computeDepth(b) || (a.path < b.path ? -1 : 1));
	return sorted.filter(({ kind, path }) => {
		const parent = sorted.findLast((other) => path !== other.path && isBelow$1(path, [other.path]));
		return kind !== "hidden" || !parent || parent.kind === "readable" || parent.kind === "writable";
	});
}
function formatMount(place) {
	switch (place.kind) {
		case "hidden": return place.isDirectory ? ["--tmpfs", place.path] : [
			"--ro-bind",
			"/dev/null",
			place.path
		];
		case "readable": return [
			"--ro-bind",
			place.path,
			place.path
		];
		case "writable": return [
			"--bind",
			place.path,
			place.path
		];
		case "temporary": return [
			"--bind",
			place.source,
			place.path
		];
		case "memory": return ["--tmpfs", place.path];
		default: return place;
	}
}
const keptOfRun = [
	"NetworkManager/resolv.conf",
	"booted-system",
	"current-system",
	"nscd",
	"nvidia",
	"nvidia-fabricmanager",
	"nvidia-persistenced",
	"opengl-driver",
	"resolvconf",
	"systemd/resolve",
	"udev"
];
function buildSandboxLayout(confinement, inside, environment) {
	const { home, tmp, writable } = confinement;
	const hidden = confinement.hidden.flatMap(resolveRealPath);
	const devices = writable.filter((path) => readStatus$1(path)?.isCharacterDevice());
	const open = [home, ...writable.filter((path) => !devices.includes(path))].flatMap((path) => resolveRealPath(createDirectory(path)));
	const temporary = [...new Set(["/tmp", "/var/tmp"].flatMap(resolveRealPath))];
	const emptied = [
		...hidden,
		...confinement.covered.flatMap(resolveRealPath),
		...temporary
	];
	const named = confinement.named.flatMap(resolveRealPath).map((path) => findProgramPrefix(path, emptied)).filter((path) => isBelow$1(path, emptied) && !isBelow$1(path, hidden));
	const kept = keptOfRun.map((name) => join("/run", name));
	const sockets = listServiceSockets(environment, [...confinement.named.flatMap(resolveRealPath), ...open]);
	const resolver = resolveRealPath("/etc/resolv.conf").map(dirname).filter((path) => path.startsWith("/run/"));
	const places = [
		...[
			...emptied,
			"/run",
			...sockets
		].flatMap((path) => {
			const found = readStatus$1(path);
			return found ? [{
				kind: "hidden",
				path,
				isDirectory: found.isDirectory()
			}] : [];
		}),
		...[...[
			...kept,
			...resolver,
			...confinement.readable
		].flatMap(resolveRealPath), ...named].map((path) => ({
			kind: "readable",
			path
		})),
		...temporary.map((path) => ({
			kind: "temporary",
			path,
			source: tmp
		})),
		...resolveRealPath("/dev/shm").map((path) => ({
			kind: "memory",
			path
		})),
		...open.map((path) => ({
			kind: "writable",
			path
		}))
	];
	const isRoot = process.getuid?.() === 0;
	return {
		...inside,
		capabilities: isRoot ? listKeptCapabilities(parseCapabilities(readFileSync("/proc/self/status", "latin1"))) : null,
		devices: listSandboxDevices(devices),
		places,
		settings: isRoot ? listMachineSettings() : []
	};
}
function parseCapabilities(status) {
	const digits = /^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? "f".repeat(16);
	return BigInt(`0x${digits}`);
}
function findProgramPrefix(path, emptied) {
	const above = dirname(path);
	return [
		"bin",
		".bin",
		"sbin"
	].includes(basename(path)) && emptied.some((place) => above !== place && isBelow$1(above, [place])) ? above : path;
}
function listServiceSockets(environment, named) {
	const paths = readFileSync("/proc/net/unix", "utf8").split("\n").flatMap((line) => /^(?:\S+\s+){6}\d+\s(\/.+)$/u.exec(line)?.[1] ?? []);
	const engine = /^unix:\/\/(\/.+)$/u.exec(environment["DOCKER_HOST"] ?? "")?.[1] ?? [];
	const bound = paths.filter((path) => readStatus$1(path)?.isSocket()).concat(engine).flatMap(resolveRealPath);
	const open = [
		"/run",
		"/var/lib/sss",
		...named
	];
	return [...new Set(bound)].filter((path) => !isBelow$1(path, open));
}
function listMachineSettings() {
	return listEntries("/proc").filter(({ name }) => !/^\d+$/.test(name)).filter((entry) => entry.isDirectory() || entry.isFile()).map(({ name }) => join("/proc", name)).filter((path) => {
		const entry = readStatus$1(path);
		return entry !== null && (entry.isDirectory() || (entry.mode & 146) !== 0);
	});
}
function createDirectory(path) {
	try {
		makeWithParents(path);
		return path;
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new EnvironmentError(`a writable directory of the sandbox cannot be created: ${reason}`, "Correct run.writable, or create the directory and make the measuring user its owner.", { cause });
	}
}
function makeWithParents(path) {
	if (statSync(path, { throwIfNoEntry: false })) return;
	if (dirname(path) !== path) makeWithParents(dirname(path));
	mkdirSync(path);
}
function readStatus$1(path) {
	return attempt(() => statSync(path));
}
function resolveRealPath(path) {
	return attempt(() => [realpathSync(path)]) ?? [];
}
const accelerators = /^\/dev\/(?:nvidia[^/]*|nvidia-caps(?:-imex-channels)?\/.*|nv(?:host|map|sciipc|gpu)[^/]*|nvgpu\/.*|host1x-fence|gdrdrv|dri\/.*|accel\/.*|accel\d+|kfd|dxg|hl(?:_controlD)?\d+|vfio\/.*|davinci[^/]*|devmm_svm|hisi_hdc|infiniband\/.*|cxi\d+|hfi1[^/]*|xpmem|knem)$/;
function listSandboxDevices(extra = [], folder = "/dev") {
	return listEntries(folder).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return listSandboxDevices(extra, path);
		if (!accelerators.test(path) && !extra.includes(path)) return [];
		if (entry.isSymbolicLink()) return [{
			kind: "link",
			path,
			target: readlinkSync(path)
		}];
		return readStatus$1(path)?.isCharacterDevice() ? [{
			kind: "device",
			path
		}] : [];
	});
}
function listEntries(folder) {
	return attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

// src/io/sandbox/python-bytecode.ts
const mayStartPython = /^(?:.*\/)?(?:(?:ba|da|z)?sh|env|python[\d.]*)$|\.(?:py|sh)$/;
const maxPackages = 400;
function findUncompiledPackages(commands, path) {
	const folders = commands.flatMap((argv) => {
		const own = argv.flatMap((word) => findPackageFolders(word, path));
		return own.length === 0 && argv.some((word) => mayStartPython.test(word)) ? ["python3", "python"].flatMap((word) => findPackageFolders(word, path)) : own;
	});
	return [...new Set(folders)].filter(isUncompiled);
}
function findPackageFolders(word, path) {
	const places = isAbsolute(word) ? [word] : path.split(delimiter).map((folder) => join(folder, word));
	const program = word.includes("/") && !isAbsolute(word) ? void 0 : places.find((place) => existsSync(place));
	if (program === void 0 || word === "") return [];
	const real = attempt(() => realpathSync(program)) ?? program;
	return [...new Set([program, real].map((place) => dirname(dirname(place))))].flatMap((prefix) => listMatches(prefix, "lib/python3*/{site,dist}-packages"));
}
function isUncompiled(folder) {
	const packages = listMatches(folder, "*/__init__.py").slice(0, maxPackages).map(dirname);
	return packages.filter((place) => listMatches(place, "__pycache__/__init__.*.pyc").length === 0).length > packages.length / 2;
}
function listMatches(folder, pattern) {
	return globSync(pattern, { cwd: folder }).map((name) => join(folder, name));
}

// src/io/files/command-files.ts
const commandFiles = [
	"GITHUB_ENV",
	"GITHUB_PATH",
	"GITHUB_OUTPUT",
	"GITHUB_STATE",
	"GITHUB_STEP_SUMMARY",
	"GITHUB_EVENT_PATH"
];
function guardCommandFiles(inner, environment) {
	return { async run(spec) {
		const before = commandFiles.flatMap((name) => {
			const path = environment[name] ?? "";
			const content = path === "" ? null : readOwnFile(path);
			return content === null ? [] : [{
				name,
				path,
				content
			}];
		});
		const [ended] = await Promise.allSettled([inner.run(spec)]);
		const changed = before.filter(({ path, content }) => hasRestored(path, content)).map(({ name }) => name);
		if (changed.length > 0) throw new EnvironmentError(`${spec.argv[0] ?? "a program"} wrote into ${changed.join(", ")}, which control the workflow of this step; the files were restored and the run ends here`, "Review this code before it runs again on this machine; docs/security.md (T-08) lists what else it may have reached.");
		if (ended.status === "rejected") throw ended.reason;
		return ended.value;
	} };
}
function hasRestored(path, content) {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat?.isFile() && stat.size === content.length && readOwnFile(path)?.equals(content)) return false;
	rmSync(path, {
		force: true,
		recursive: true
	});
	writeFileSync(path, content, { flag: "wx" });
	return true;
}

// src/io/sandbox/bubblewrap-sandbox.ts
const probeTimeoutMs = 1e4;
const controlDevices = [
	"/dev/nvidiactl",
	"/dev/nvidia-uvm",
	"/dev/kfd",
	"/dev/dxg"
];
function createSandbox(workspace, environment, devices = controlDevices) {
	const root = findCloneRoot(workspace);
	const temporary = environment["RUNNER_TEMP"];
	return {
		places: {
			hidden: [
				...listGitDirectories(root),
				join(root, ".warpgauge"),
				...commandFiles.flatMap((name) => environment[name] || []),
				...listRunnerSecrets(environment)
			],
			covered: [root, ...temporary ? [temporary] : []],
			readable: listGitDirectories(root).map((path) => join(path, "objects")).filter((path) => existsSync(path))
		},
		probe: (confinement) => probe(confinement, environment, devices),
		findUncompiledPackages: (commands) => findUncompiledPackages(commands, environment["PATH"] ?? "")
	};
}
function findBubblewrap(environment) {
	return (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder.startsWith("/")).map((folder) => join(folder, "bwrap")).find((path) => existsSync(path)) ?? null;
}
async function probe(confinement, environment, devices) {
	const program = findBubblewrap(environment);
	if (program === null) return "bwrap is not on PATH (package bubblewrap)";
	keepInheritedFiles();
	const path = environment["PATH"] ?? "";
	const inside = {
		cwd: confinement.home,
		env: { PATH: path },
		statusDescriptor: 2
	};
	const options = buildBubblewrapArguments(buildSandboxLayout(confinement, inside, environment));
	const flags = constants$1.O_RDONLY | constants$1.O_NONBLOCK;
	const outside = devices.filter((device) => attempt(() => closeSync(openSync(device, flags))) !== null);
	const probeCommand = [
		"sh",
		"-c",
		lookInside,
		"sh",
		...outside
	];
	const limits = {
		timeoutMs: probeTimeoutMs,
		outlivesStop: true
	};
	const answer = await runTool(program, [
		...options,
		"--",
		...probeCommand
	], {
		env: {},
		...limits
	});
	if (answer.status === "failed") {
		if (isStopSignal(answer.signal)) throw createCancellation();
		return explain(answer.text);
	}
	if (answer.status === "hung") return `bwrap did not end within ${probeTimeoutMs / 1e3} s`;
	if (answer.status !== "answered") return "bwrap is not on PATH (package bubblewrap)";
	if (hasForbiddenCapability(parseCapabilities(answer.text))) return "bwrap does not drop the capabilities of root on this machine";
	const [, problem, what] = /^(closed|inherited): (.+)$/m.exec(answer.text) ?? [];
	if (problem === "inherited") return `descriptor ${what} of the program that started warpgauge would be open inside the sandbox, and only glibc can close it (start warpgauge with ${what}>&- in a shell)`;
	return problem === void 0 ? null : `${what} cannot be opened inside the sandbox`;
}
const lookInside = `cat /proc/self/status
for file in /proc/$$/fd/*; do case \${file##*/} in [012] | 255) ;; *) [ -e "$file" ] && echo "inherited: \${file##*/}" ;; esac; done
for path in "$@"; do (: <"$path") 2>/dev/null || echo "closed: $path"; done`;
function explain(text) {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	const message = lines.findLast((line) => line.startsWith("bwrap: ")) ?? lines.at(-1) ?? "";
	if (message.startsWith("{ \"")) return "the sh on PATH cannot be reached inside the sandbox";
	return `${message.slice(0, 300)}${explainCause(message)}`;
}
function explainCause(message) {
	if (readSetting("kernel/apparmor_restrict_unprivileged_userns") === "1" && /namespace|uid map|loopback/.test(message)) return " (kernel.apparmor_restrict_unprivileged_userns is 1: bwrap needs an AppArmor profile)";
	if (readSetting("kernel/unprivileged_userns_clone") === "0") return " (kernel.unprivileged_userns_clone is 0)";
	if (readSetting("user/max_user_namespaces") === "0") return " (user.max_user_namespaces is 0)";
	return /namespace|mount|proc/i.test(message) ? " (common in a container without mount permission)" : "";
}
function readSetting(name) {
	return attempt(() => readFileSync(join("/proc/sys", name), "utf8").trim());
}
function findCloneRoot(workspace) {
	for (let above = resolve(workspace);; above = dirname(above)) {
		if (existsSync(join(above, ".git"))) return above;
		if (dirname(above) === above) return resolve(workspace);
	}
}
function listGitDirectories(root) {
	const own = join(root, ".git");
	if (!statSync(own, { throwIfNoEntry: false })?.isFile()) return [own];
	const linked = /^gitdir: (.+)$/m.exec(readFileSync(own, "utf8"))?.[1];
	if (linked === void 0) return [own];
	const directory = resolve(root, linked);
	const common = join(directory, "commondir");
	return [
		own,
		directory,
		...existsSync(common) ? [resolve(directory, readFileSync(common, "utf8").trim())] : []
	];
}
function listRunnerSecrets(environment) {
	const within = environment["RUNNER_TEMP"] ?? environment["RUNNER_WORKSPACE"];
	if (!within) return [];
	for (let above = resolve(within); dirname(above) !== above; above = dirname(above)) {
		if (!existsSync(join(above, ".runner"))) continue;
		return readdirSync(above).filter((name) => /^(?:\.credentials|\.runner|\.env$|\.path$|_diag$)/.test(name)).map((name) => join(above, name));
	}
	return [];
}
const inChild = {
	status: 3,
	options: 4
};
const maxStatusBytes = 4096;
const settleMs = 500;
const lastSignal = 31;
function enterSandbox({ argv, cwd, env, stderrPath }, confinement, environment) {
	const program = findBubblewrap(environment);
	if (program === null) throw new EnvironmentError("bwrap is no longer on PATH", "Install the package bubblewrap again.");
	const layout = buildSandboxLayout(confinement, {
		cwd,
		env,
		statusDescriptor: inChild.status
	}, environment);
	const options = openAnonymous(`${stderrPath}.sandbox`);
	writeSync(options, buildBubblewrapArguments(layout).join("\0"), 0);
	const status = openAnonymous(`${stderrPath}.sandbox`);
	return {
		argv: [
			program,
			"--args",
			String(inChild.options),
			"--",
			...argv
		],
		descriptors: [status, options],
		settle() {
			const first = Number(/"child-pid": (\d+)/.exec(readStatus(status))?.[1]);
			if (!first || !awaitAdopted(first, settleMs)) forgetReaped();
		},
		explain(exitCode) {
			if (exitCode === 1 && !readStatus(status).includes("\"exit-code\"")) return null;
			const number = exitCode === null ? 0 : exitCode - 128;
			const found = Object.entries(constants.signals).find(([, value]) => value === number);
			return {
				exitCode,
				signal: number > 0 && number <= lastSignal ? found?.[0] ?? null : null
			};
		},
		[Symbol.dispose]: () => [status, options].forEach((descriptor) => closeSync(descriptor))
	};
}
function openAnonymous(path) {
	const descriptor = openSync(path, "w+", 384);
	rmSync(path);
	return descriptor;
}
function readStatus(descriptor) {
	const buffer = Buffer.alloc(maxStatusBytes);
	return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, maxStatusBytes, 0));
}

// src/io/files/disk-file-inspector.ts
const lineFeed = 10;
const maxMatches = 1e4;
const maxFileBytes = 16 * 2 ** 30;
const maxHashedBytes = 256 * 2 ** 30;
function createFileInspector(signal) {
	return buildInspector(signal, null);
}
function buildInspector(signal, roots) {
	const read = (path, maxBytes = maxFileBytes) => readNamed$1(path, {
		maxBytes,
		signal
	}, roots);
	const readStat = async (path) => {
		if (roots) await requireInside(path, roots);
		const found = await stat(path).catch(() => null);
		return found?.isFile() ? {
			bytes: found.size,
			modifiedMs: found.mtimeMs
		} : null;
	};
	const streamBytes = (path) => copyChunks(readNamed$1(path, {
		maxBytes: maxFileBytes,
		signal
	}, roots, false));
	return {
		restrictTo: (others) => buildInspector(signal, others),
		find: async (pattern) => {
			const found = [];
			const { folder, rest } = splitPattern(pattern);
			for await (const name of rest === "" ? [""] : glob(rest, { cwd: folder })) {
				signal?.throwIfAborted();
				found.push(join(folder, name));
				if (found.length > maxMatches) throw new UserError(`more than ${maxMatches} files match ${pattern}`, "Match fewer files, or merge them into one.");
			}
			found.sort();
			if (roots) for (const path of found) await requireInside(path, roots, pattern);
			return found;
		},
		readStat,
		async readTime(path) {
			const found = await stat(path).catch(() => null);
			return found && {
				modifiedMs: found.mtimeMs,
				fileSystem: found.dev
			};
		},
		async readStamp(path) {
			const found = await stat(path, { bigint: true }).catch(() => null);
			return found?.isFile() ? [
				found.dev,
				found.ino,
				found.size,
				found.mtimeNs,
				found.ctimeNs
			].join(":") : null;
		},
		isThere: async (path) => await stat(path).catch(() => null) !== null,
		countLines: (path) => countLines(read(path)),
		hasText: (path, text) => hasBytes(read(path), Buffer.from(text)),
		readText: async (path, maxBytes) => {
			if (await realpath(path).catch(() => null) === null) return null;
			const chunks = [];
			for await (const chunk of copyChunks(read(path, maxBytes))) chunks.push(chunk);
			return Buffer.concat(chunks).toString("utf8");
		},
		streamBytes,
		readTables: (path, selections) => readDatabaseRows(basename(path), streamBytes(path), selections),
		resolveRealPath: (path) => realpath(path).catch(() => path),
		computeSha256: async (path) => {
			if (await readStat(path) === null) return null;
			const hash = createHash("sha256");
			for await (const chunk of read(path, maxHashedBytes)) hash.update(chunk);
			return hash.digest("hex");
		}
	};
}
function splitPattern(pattern) {
	let folder = pattern;
	while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
	return {
		folder,
		rest: relative(folder, pattern)
	};
}
async function requireInside(path, roots, shown = path) {
	const real = await realpath(path).catch(() => null);
	if (real !== null && !isBelow$1(real, await resolveRoots(roots))) throw createOutsideError(shown);
}
async function* copyChunks(chunks) {
	for await (const chunk of chunks) yield Buffer.from(chunk);
}
async function countLines(chunks) {
	let lines = 0;
	let isEmpty = true;
	for await (const chunk of chunks) {
		let start = 0;
		for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
			if (end > start || !isEmpty) lines += 1;
			isEmpty = true;
			start = end + 1;
		}
		if (start < chunk.length) isEmpty = false;
	}
	return isEmpty ? lines : lines + 1;
}
async function hasBytes(chunks, needle) {
	let carried = Buffer.alloc(0);
	for await (const chunk of chunks) {
		const window = Buffer.concat([carried, chunk]);
		if (window.includes(needle)) return true;
		carried = window.subarray(Math.max(0, window.length - needle.length + 1));
	}
	return false;
}
const maxBytes = 2 * 2 ** 30;
const maxRows = 1e6;
const maxCharacters = readingLimits.name;
const maxTableCharacters = 256 * 2 ** 20;
async function readDatabaseRows(path, bytes, selections) {
	await using directory = await openTemporaryDirectory("database");
	try {
		const copy = join(directory.path, "copy.sqlite");
		await writeCopy(path, bytes, copy);
		using database = await openReadOnly(copy);
		return selections.map((selection) => readTable(database, selection, path));
	} catch (error) {
		if (!(error instanceof Error && "errcode" in error)) throw error;
		throw new UserError(`${path} is not a readable SQLite database: ${error.message}`, "Export it again, for example with `nsys export --type sqlite`", { cause: error });
	}
}
async function writeCopy(path, bytes, copy) {
	await using file = await open(copy, "wx", 384);
	let size = 0;
	for await (const chunk of bytes) {
		size += chunk.length;
		if (size > maxBytes) throw new UserError(`${path} is larger than ${maxBytes} bytes`, "Export fewer tables, or profile fewer steps");
		await file.writeFile(chunk);
	}
}
async function openReadOnly(copy) {
	const { DatabaseSync } = await import("node:sqlite");
	const url = pathToFileURL(copy);
	url.search = "?immutable=1";
	const database = new DatabaseSync(url, { readOnly: true });
	database.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0");
	return database;
}
function readTable(database, selection, path) {
	const { table, columns } = selection;
	if (!hasStoredColumns(database, table, columns)) return null;
	const fields = columns.map(quoteName).map((column, index) => {
		return `CASE typeof(${column}) ${`WHEN 'text' THEN substr(${column}, 1, ${maxCharacters})`} WHEN 'blob' THEN NULL ELSE ${column} END AS c${index}`;
	});
	const wanted = selection.isSum ? selectSums(columns.map(quoteName)) : fields.join(", ");
	const group = selection.isSum ? " GROUP BY 1" : "";
	const statement = database.prepare(`SELECT ${wanted} FROM ${quoteName(table)}${group} LIMIT 1000001`);
	statement.setReadBigInts(true);
	const rows = [];
	let characters = 0;
	for (const row of statement.iterate()) {
		if (rows.length >= maxRows) throw new UserError(`${path} has more than ${maxRows} rows in ${table}`, "Profile fewer steps");
		const values = Object.values(row).map(toValue);
		characters += values.reduce((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
		if (characters > maxTableCharacters) throw new UserError(`${path} has more than ${maxTableCharacters} characters in ${table}`, "Profile fewer steps");
		rows.push(values);
	}
	return rows;
}
function selectSums([key = "", from = "", to = ""]) {
	const isTimed = `typeof(${from}) = 'integer' AND typeof(${to}) = 'integer' AND ${to} >= ${from}`;
	return `CASE typeof(${key}) WHEN 'integer' THEN ${key} END, count(*), count(CASE WHEN ${isTimed} THEN 1 END), ${`total(CASE WHEN ${isTimed} THEN ${to} - ${from} END)`}`;
}
function hasStoredColumns(database, table, columns) {
	const [found] = database.prepare("SELECT type, rootpage FROM sqlite_schema WHERE name = ?").all(table);
	if (found?.["type"] !== "table" || !Number(found["rootpage"])) return false;
	const known = database.prepare("SELECT name, hidden FROM pragma_table_xinfo(?)").all(table);
	return !known.some(({ hidden }) => hidden !== 0) && columns.every((column) => known.some(({ name }) => name === column));
}
function quoteName(name) {
	return `"${name.replaceAll("\"", "\"\"")}"`;
}
function toValue(value) {
	if (typeof value === "bigint") return Number(value);
	return typeof value === "string" || typeof value === "number" ? value : null;
}
const maxNewBytes = 8388608;
const maxLineBytes = 65536;
const diskGrowingFiles = { follow };
function follow(paths, everyMs, onNews) {
	const places = paths.map((path) => ({
		path,
		offset: 0,
		rest: Buffer.alloc(0)
	}));
	let reading = null;
	let failure = null;
	const readOnce = () => {
		reading ??= Promise.all(places.map(readNewLines)).then(onNews).catch((error) => {
			failure ??= error;
			clearInterval(timer);
		}).finally(() => {
			reading = null;
		});
		return reading;
	};
	const timer = setInterval(() => void readOnce(), everyMs);
	return { close: async () => {
		clearInterval(timer);
		await reading;
		if (failure === null) await readOnce();
		if (failure !== null) throw failure;
	} };
}
async function readNewLines(place) {
	try {
		const found = statSync(place.path, { throwIfNoEntry: false });
		if (!found || found.size === place.offset) return "";
		await using file = await openRegular(place.path, false);
		const { size } = await file.stat();
		const from = size < place.offset ? size : Math.max(place.offset, size - maxNewBytes);
		if (from !== place.offset) Object.assign(place, {
			offset: from,
			rest: Buffer.alloc(0)
		});
		const buffer = Buffer.alloc(size - place.offset);
		const { bytesRead } = await file.read(buffer, 0, buffer.length, place.offset);
		place.offset += bytesRead;
		const all = Buffer.concat([place.rest, buffer.subarray(0, bytesRead)]);
		const end = all.lastIndexOf(lineFeed) + 1;
		place.rest = all.length - end > maxLineBytes ? Buffer.alloc(0) : Buffer.from(all.subarray(end));
		return all.subarray(0, end).toString("utf8");
	} catch {
		return "";
	}
}

// src/io/gpu/lock/gpu-lock.ts
const sharedDirectory = "/tmp/warpgauge-locks";
const touchMs = 2e4;
const stepBackMs = 2e3;
const pollMs = 5;
function createGpuLock({ directory } = { directory: sharedDirectory }) {
	return { tryHold: async (uuids, runId) => {
		prepareDirectory(directory);
		const tickets = [];
		try {
			for (const uuid of [...new Set(uuids)].toSorted()) {
				const holders = await take(uuid, directory, runId, tickets);
				if (holders.length === 0) continue;
				tickets.forEach(removeTicket);
				return {
					status: "busy",
					holders
				};
			}
			return {
				status: "held",
				lock: hold(uuids, tickets)
			};
		} catch (error) {
			tickets.forEach(removeTicket);
			throw error;
		}
	} };
}
async function take(uuid, directory, runId, tickets) {
	const lock = uuid.replaceAll(/[^\w.-]/g, "-").slice(0, 120);
	const path = buildTicketPath(directory, lock, createOwnMark(), randomBytes(6).toString("hex"));
	tickets.push(path);
	writeTicket(path, runId);
	const deadline = performance.now() + stepBackMs;
	for (;;) {
		const { live, stale } = readTickets(directory, lock);
		stale.forEach((ticket) => removeTicket(ticket.path));
		const others = live.filter((ticket) => ticket.path !== path);
		const winner = others.find(({ isHeld }) => isHeld) ?? others.find((other) => other.path < path);
		if (others.length === 0) {
			chmodSync(path, 292);
			return [];
		}
		if (winner || performance.now() > deadline) return (winner ? [winner] : others).map((other) => {
			return {
				uuid,
				pid: other.pid,
				...readNote(other.path) ?? {
					runId: null,
					since: null
				}
			};
		});
		await setTimeout$1(pollMs);
	}
}
function writeTicket(path, runId) {
	const note = JSON.stringify({
		pid: process.pid,
		runId,
		since: (/* @__PURE__ */ new Date()).toISOString()
	});
	const flags = constants$1.O_CREAT | constants$1.O_EXCL | constants$1.O_WRONLY | constants$1.O_NOFOLLOW;
	try {
		const file = openSync(path, flags, 420);
		writeSync(file, `${note}\n`);
		closeSync(file);
	} catch (cause) {
		const message = `the lock ${path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`;
		throw new EnvironmentError(message, "Free space there, and set mode 1777 on its directory.", { cause });
	}
}
function removeTicket(path) {
	attempt(() => rmSync(path, { force: true }));
}
function hold(uuids, tickets) {
	const release = () => tickets.forEach(removeTicket);
	const timer = setInterval(() => {
		for (const path of tickets) attempt(() => utimesSync(path, /* @__PURE__ */ new Date(), /* @__PURE__ */ new Date()));
	}, touchMs);
	timer.unref();
	process.once("exit", release);
	return {
		uuids,
		async [Symbol.asyncDispose]() {
			clearInterval(timer);
			process.off("exit", release);
			release();
		}
	};
}
function prepareDirectory(directory) {
	try {
		mkdirSync(directory, { mode: 1023 });
		chmodSync(directory, 1023);
	} catch (cause) {
		if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) {
			const message = `the directory for GPU locks cannot be created: ${cause instanceof Error ? cause.message : String(cause)}`;
			throw new EnvironmentError(message, `Create ${directory} with mode 1777.`, { cause });
		}
		if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
		throw new EnvironmentError(`${directory} is not a directory, so GPUs cannot be locked`, `Remove it and find out what created it; warpgauge creates a directory with mode 1777.`, { cause });
	}
}
const heldMode = 292;
const ticketName = /^([\w.-]{1,120})~(\d{1,10})-(\d{1,20})-(\d{1,20})-[0-9a-f]{12}$/;
const freshMs = 12e4;
const maxNoteBytes = 4096;
function buildTicketPath(directory, lock, mark, nonce) {
	return join(directory, `${lock}~${mark.pid}-${mark.startTicks ?? "0"}-${mark.namespace}-${nonce}`);
}
function readTickets(directory, lock) {
	const tickets = readdirSync(directory).flatMap((name) => parseTicket(directory, name) ?? []);
	const { true: live = [], false: stale = [] } = Object.groupBy(tickets.filter((ticket) => ticket.lock === lock), (ticket) => `${isLive(ticket)}`);
	return {
		live,
		stale
	};
}
function readNote(path) {
	let file = null;
	try {
		file = openSync(path, constants$1.O_RDONLY | constants$1.O_NOFOLLOW | constants$1.O_NONBLOCK);
		if (fstatSync(file).size > maxNoteBytes) return null;
		const note = JSON.parse(readFileSync(file, "utf8"));
		if (typeof note !== "object" || note === null || !("runId" in note) || !("since" in note)) return null;
		const { runId, since } = note;
		return typeof runId === "string" && typeof since === "string" ? {
			runId,
			since
		} : null;
	} catch {
		return null;
	} finally {
		if (file !== null) closeSync(file);
	}
}
function parseTicket(directory, name) {
	const [, lock, pid, startTicks, namespace] = ticketName.exec(name) ?? [];
	if (lock === void 0 || startTicks === void 0 || namespace === void 0) return null;
	const path = join(directory, name);
	const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
	return {
		path,
		lock,
		pid: Number(pid),
		startTicks,
		namespace,
		isHeld: (mode & 146) === 0
	};
}
function isLive({ path, pid, startTicks, namespace }) {
	const file = lstatSync(path, { throwIfNoEntry: false });
	if (!file?.isFile()) return false;
	if (namespace !== readPidNamespace()) return Date.now() - file.mtimeMs < freshMs;
	const entry = readProcessStat(pid);
	if (entry === null) return isThere(pid);
	const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? file.uid;
	return isAlive(entry) && entry.startTicks === startTicks && owner === file.uid;
}
function isThere(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}

// src/domain/testbed/container.ts
function detectContainer(traces) {
	const { cgroup } = traces;
	if (traces.isKubernetesHostSet || cgroup?.includes("kubepods")) return "kubernetes";
	if (traces.hasPodmanMark || cgroup?.includes("libpod")) return "podman";
	if (traces.hasDockerMark || /[/:-]docker[/-]/.test(cgroup ?? "")) return "docker";
	if (cgroup === null) return null;
	return /init\.scope|system\.slice|user\.slice/.test(cgroup) ? "none" : null;
}

// src/io/machine/gpu-devices.ts
const kernelRoots = {
	devices: "/dev",
	system: "/sys"
};
const vendors = {
	"0x1002": "AMD",
	"0x8086": "Intel"
};
function listGpuDevices({ devices, system } = kernelRoots) {
	const nvidia = listNames(devices).filter((name) => /^nvidia\d+$/.test(name));
	const tegra = ["nvhost-gpu", "nvgpu/igpu0"].filter((name) => listNames(join(devices, dirname(name))).includes(basename(name)));
	const rendered = listNames(join(devices, "dri")).flatMap((name) => {
		const device = attempt(() => realpathSync(join(system, "class/drm", name, "device")));
		const vendor = /^renderD\d+$/.test(name) && device !== null ? vendors[readId(device)] : void 0;
		return vendor === void 0 || device === null || isIntegrated(device, vendor) ? [] : [{
			path: join(devices, "dri", name),
			vendor
		}];
	});
	return [...[...nvidia, ...tegra.slice(0, 1)].map((name) => ({
		path: join(devices, name),
		vendor: "NVIDIA"
	})), ...rendered];
}
function listNvidiaHardware({ system } = kernelRoots) {
	const folder = join(system, "bus/pci/devices");
	return listNames(folder).map((name) => join(folder, name)).flatMap((path) => {
		const isDisplay = readId(path, "class").startsWith("0x03") && readId(path) === "0x10de";
		const driver = isDisplay ? attempt(() => basename(realpathSync(join(path, "driver")))) : null;
		return isDisplay && driver !== "vfio-pci" ? [{
			path,
			vendor: "NVIDIA"
		}] : [];
	});
}
function isIntegrated(device, vendor) {
	const address = basename(device);
	if (vendor === "Intel") return address.includes(":00:02.");
	const slot = address.replace(/\.\w+$/, ".");
	const functions = listNames(dirname(device)).filter((name) => name.startsWith(slot));
	return address.includes(":00:01.") || functions.some((name) => readId(join(dirname(device), name)) === "0x1022");
}
function readId(device, name = "vendor") {
	return attempt(() => readFileSync(join(device, name), "utf8").trim()) ?? "";
}
function listNames(folder) {
	return (attempt(() => readdirSync(folder)) ?? []).toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

// src/domain/testbed/topology.ts
const gpuName = /^GPU(\d+)$/;
const link = /^(?:NV\d+|PIX|PXB|PHB|NODE|SYS|C2C)$/;
const underline = /\p{Cc}\[[\d;]{0,20}m/gu;
function describeTopology(text, gpus) {
	const pairs = readPairs(text).filter(({ one, other }) => one < other && gpus.includes(one) && gpus.includes(other));
	if (gpus.length < 2 || pairs.length !== gpus.length * (gpus.length - 1) / 2) return null;
	const links = [...new Set(pairs.map((pair) => pair.link))].toSorted();
	const [only = ""] = links;
	if (links.length === 1 && isFast(only)) return gpus.length === 2 ? only : `${only} all-to-all`;
	if (!links.some(isFast)) return `PCIe (${links.join(", ")})`;
	return `mixed: ${links.map((name) => `${name} ${formatPairs(pairs, name)}`).join("; ")}`.slice(0, 200);
}
function isFast(name) {
	return name.startsWith("NV") || name === "C2C";
}
function formatPairs(pairs, name) {
	return pairs.filter((pair) => pair.link === name).map(({ one, other }) => `${one}-${other}`).join(" ");
}
function readPairs(text) {
	const rows = text.split("\n").map((line) => line.replaceAll(underline, "").trim().split(/\s+/));
	const header = rows.find((fields) => fields[0] === "GPU0" && fields[1] !== "X") ?? [];
	const columns = header.filter((field) => gpuName.test(field)).map(parseIndex);
	return rows.filter((fields) => fields !== header && gpuName.test(fields[0] ?? "")).flatMap(([name = "", ...cells]) => columns.flatMap((other, index) => {
		const cell = cells[index] ?? "";
		return link.test(cell) ? [{
			one: parseIndex(name),
			other,
			link: cell
		}] : [];
	}));
}
function parseIndex(name) {
	return Number(gpuName.exec(name)?.[1]);
}

// src/io/gpu/smi/smi-stream.ts
const silentIntervals = 10;
const defaultStartLimitMs = 1e4;
const failuresBeforeGivingUp = 3;
const closeLimitMs = 1e3;
function openPolledStream(tool, options) {
	const controller = new AbortController();
	const running = pollTool(tool, options, controller.signal);
	return {
		[Symbol.dispose]: () => controller.abort(),
		close: async () => {
			controller.abort();
			await Promise.race([running, setTimeout$1(closeLimitMs, void 0, { ref: false })]);
		}
	};
}
async function pollTool(tool, options, signal) {
	const { intervalMs, startLimitMs = defaultStartLimitMs } = options;
	const startedAt = performance$1.now();
	const timeoutMs = Math.max(startLimitMs, silentIntervals * intervalMs);
	let argumentLists = tool.argumentLists;
	const reported = /* @__PURE__ */ new Set();
	for (let failures = 0; !signal.aborted && failures < failuresBeforeGivingUp;) {
		const [args = [], ...others] = argumentLists;
		const answer = await runTool(tool.program, args, {
			env: options.env,
			timeoutMs,
			isComplete: (text) => (tool.parse(text, 0) ?? []).length > 0
		});
		if (signal.aborted) return;
		const problem = deliver(tool, options, {
			answer,
			timeoutMs,
			reported
		});
		if (problem === null) {
			failures = 0;
			argumentLists = [args];
		} else if (answer.status === "failed" && others.length > 0) {
			argumentLists = others;
			continue;
		} else {
			failures += 1;
			options.onProblem(failures < failuresBeforeGivingUp ? problem : `${problem}; no further readings`);
		}
		const restMs = startedAt + (Math.floor((performance$1.now() - startedAt) / intervalMs) + 1) * intervalMs - performance$1.now();
		await setTimeout$1(Math.max(0, restMs), void 0, { signal }).catch(() => void 0);
	}
}
function deliver(tool, { gpus, onReadings, onGap }, { answer, timeoutMs, reported }) {
	if (answer.status !== "answered") return explainToolAnswer(tool.program, answer, timeoutMs);
	const readings = tool.parse(answer.text, Date.now())?.filter(({ gpu }) => gpus.includes(gpu));
	if (!readings) return `${tool.program} returned invalid JSON`;
	if (readings.length === 0) return `${tool.program} reports nothing for GPU ${gpus.join(", ")}`;
	onReadings(readings);
	for (const reading of readings) {
		const lost = vitals.filter((name) => reading[name] === null).map(formatQuantity);
		const gap = `no ${lost.join(", ")} of GPU ${reading.gpu}: ${tool.program} gives no value`;
		if (lost.length > 0 && !reported.has(gap)) onGap(gap);
		reported.add(gap);
	}
	return null;
}
function watchSilence(firstLimitMs, onSilence) {
	let heardAt = performance$1.now();
	let limitMs = firstLimitMs;
	let immediate;
	let timer = setTimeout(checkAfterReading, limitMs);
	function checkAfterReading() {
		immediate = setImmediate(() => {
			const restMs = heardAt + limitMs - performance$1.now();
			if (restMs <= 0) onSilence(performance$1.now() - heardAt);
			else timer = setTimeout(checkAfterReading, Math.ceil(restMs));
		});
	}
	return {
		reset(nextLimitMs) {
			heardAt = performance$1.now();
			limitMs = nextLimitMs;
		},
		[Symbol.dispose]() {
			clearTimeout(timer);
			clearImmediate(immediate);
		}
	};
}
function joinIntoTicks(gpus, onTick) {
	let tick = [];
	const flush = () => {
		if (tick.length > 0) onTick(tick);
		tick = [];
	};
	const add = (reading) => {
		if (!gpus.includes(reading.gpu)) return;
		if (tick.some(({ gpu }) => gpu === reading.gpu)) flush();
		tick.push(reading);
		if (tick.length === gpus.length) flush();
	};
	return {
		add,
		flush
	};
}
var NvidiaSmiStream = class {
	#options;
	#unknownFields = /* @__PURE__ */ new Set();
	#reported = /* @__PURE__ */ new Set();
	#ticks;
	#child = null;
	#watch = null;
	#mayRestart = true;
	#isClosed = false;
	constructor(options) {
		this.#options = options;
		this.#ticks = joinIntoTicks(options.gpus, options.onReadings);
		this.#start();
	}
	[Symbol.dispose]() {
		this.#isClosed = true;
		this.#watch?.[Symbol.dispose]();
		killChild(this.#child);
	}
	async close() {
		const child = this.#child;
		const isGone = child === null || child.exitCode !== null || child.signalCode !== null;
		const { promise, resolve } = Promise.withResolvers();
		const timer = setTimeout(resolve, closeLimitMs);
		if (isGone) resolve();
		else child.once("exit", () => resolve());
		this[Symbol.dispose]();
		await promise;
		clearTimeout(timer);
	}
	#start() {
		const { env, gpus, intervalMs, startLimitMs = defaultStartLimitMs } = this.#options;
		const fields = selectKnownFields(readingFields, this.#unknownFields);
		const args = [
			`--query-gpu=${fields.join(",")}`,
			"--format=csv,noheader,nounits",
			`--id=${gpus.join(",")}`
		];
		const child = spawn("nvidia-smi", [...args, `--loop-ms=${intervalMs}`], {
			env: { ...env },
			stdio: [
				"ignore",
				"pipe",
				"pipe"
			],
			detached: true
		});
		registerTool(child.pid);
		const silenceMs = silentIntervals * intervalMs;
		this.#child = child;
		let remarks = "";
		this.#watch = watchSilence(Math.max(startLimitMs, silenceMs), (silentMs) => {
			killChild(child);
			const passed = `for ${Math.round(silentMs)} ms`;
			const what = remarks === "" ? `printed nothing ${passed}; the driver may hang` : `printed nothing that can be read ${passed}`;
			this.#onExit(child, `nvidia-smi ${what}`, remarks);
		});
		const onLine = (line) => {
			const reading = parseReadingLine(line, fields, Date.now());
			if (this.#child !== child) return;
			if (reading === null) remarks = `${remarks}${line}\n`.slice(-4e3);
			else {
				this.#watch?.reset(silenceMs);
				this.#reportOnce(describeRefusals(line, fields, reading));
				this.#ticks.add(reading);
			}
		};
		child.stdout.on("data", splitIntoLines(onLine));
		child.stderr.on("data", splitIntoLines(onLine));
		child.once("exit", excludeReaped);
		child.once("error", (error) => this.#onExit(child, `nvidia-smi could not be started: ${error.message}`, remarks));
		child.once("close", (code, signal) => {
			const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`;
			this.#onExit(child, `nvidia-smi ${how}`, remarks);
		});
	}
	#reportOnce(gap) {
		if (gap === null || this.#reported.has(gap)) return;
		this.#reported.add(gap);
		this.#options.onGap(gap);
	}
	#onExit(child, what, remarks) {
		if (this.#isClosed || this.#child !== child) return;
		this.#child = null;
		this.#watch?.[Symbol.dispose]();
		this.#ticks.flush();
		const refused = parseRefusedField(remarks);
		if (refused !== null && !this.#unknownFields.has(refused)) {
			this.#unknownFields.add(refused);
			return this.#start();
		}
		const output = sanitizeLine(remarks.trim().replaceAll(/\s+/g, " ")).slice(2, 300);
		const problem = output === "" ? what : `${what}: ${output}`;
		this.#options.onProblem(this.#mayRestart ? `${problem}; it was restarted` : `${problem}; no further readings`);
		if (!this.#mayRestart) return;
		this.#mayRestart = false;
		this.#start();
	}
};
function killChild(child) {
	child?.kill("SIGKILL");
	child?.stdout?.destroy();
	child?.stderr?.destroy();
	child?.unref();
}
function splitIntoLines(onLine) {
	const decoder = new StringDecoder("utf8");
	let rest = "";
	return (chunk) => {
		const lines = (rest + decoder.write(chunk)).split(/\r?\n/);
		rest = (lines.pop() ?? "").slice(-4e3);
		for (const line of lines) if (line.trim() !== "") onLine(line);
	};
}
function explainToolAnswer(program, answer, timeoutMs) {
	switch (answer.status) {
		case "absent": return `${program} was not found on PATH`;
		case "hung": return `${program} gave no answer within ${timeoutMs / 1e3} s; the driver may hang`;
		case "failed": return `${program} failed: ${sanitizeLine(answer.text.trim().replaceAll(/\s+/g, " ")).slice(2, 300)}`;
		default: return answer;
	}
}

// src/io/machine/system-devices.ts
const defaultTimeoutMs = 1e4;
function createDeviceInventory(env, { timeoutMs = defaultTimeoutMs, roots } = {}) {
	return {
		listGpus: () => findGpus({
			env,
			timeoutMs
		}, roots),
		readHost: () => ({
			cpuModel: readCpuModel(),
			cpuCores: os.availableParallelism(),
			memoryBytes: Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
			kernel: os.release(),
			architecture: os.arch(),
			container: detectContainer({
				cgroup: readText$1("/proc/1/cgroup"),
				hasDockerMark: existsSync("/.dockerenv"),
				hasPodmanMark: existsSync("/run/.containerenv"),
				isKubernetesHostSet: env["KUBERNETES_SERVICE_HOST"] !== void 0
			})
		}),
		getHostName: () => os.hostname()
	};
}
async function findGpus(options, roots) {
	const [answer, overview, matrix] = await Promise.all([
		runTool("nvidia-smi", ["--query-gpu=index,uuid,name,memory.total,driver_version", "--format=csv,noheader,nounits"], {
			...options,
			isComplete: hasOnlyRows
		}),
		runTool("nvidia-smi", [], {
			...options,
			isComplete: (text) => parseCudaVersion(text) !== null
		}),
		runTool("nvidia-smi", ["topo", "-m"], options)
	]);
	const unread = listUnread(answer, options.env, roots);
	if (answer.status === "absent" && unread.length > 0) return {
		...withoutGpus("nvidia-smi was not found on PATH"),
		unread
	};
	if (answer.status !== "answered") return {
		...withoutGpus(`${explainToolAnswer("nvidia-smi", answer, options.timeoutMs)}${remarks[answer.status]}`),
		isUnanswered: answer.status === "hung",
		unread
	};
	const { gpus, driverVersion } = parseDevices(answer.text);
	if (gpus.length === 0) return {
		...withoutGpus("nvidia-smi lists no GPU on this machine"),
		unread
	};
	const ids = resolveVisibleDevices(gpus, options.env, "nvidia-smi").devices.map(({ gpu }) => gpu);
	if (ids.length === 0) return withoutGpus(explainHidden(options.env["CUDA_VISIBLE_DEVICES"] ?? "", gpus.length));
	return {
		devices: ids.flatMap((id) => gpus.filter(({ index }) => index === id).map(toDevice)),
		driverVersion,
		cudaVersion: overview.status === "answered" ? parseCudaVersion(overview.text) : null,
		topology: matrix.status === "answered" ? describeTopology(matrix.text, ids) : null,
		problem: null
	};
}
function listUnread(answer, env, roots) {
	const devices = listGpuDevices(roots);
	const hasNvidia = devices.some(({ vendor }) => vendor === "NVIDIA");
	return [...answer.status === "failed" && !hasNvidia ? listNvidiaHardware(roots) : [], ...devices].filter(({ vendor }) => vendor === "Intel" || !isEveryGpuHidden(env, vendor === "AMD" ? "amd" : "nvidia"));
}
function parseDevices(csv) {
	const known = csv.split("\n").map((line) => line.split(",").map((field) => field.trim())).filter(([index = "", ...others]) => /^\d+$/.test(index) && others.length >= 4);
	const lines = known.map(([index, uuid, ...rest]) => [
		index,
		uuid,
		rest.at(-2),
		...rest.slice(0, -2)
	].join(","));
	const driver = known[0]?.at(-1) ?? "";
	return {
		gpus: parseIdentities(lines.join("\n"), [
			"index",
			"uuid",
			"memory.total",
			"name"
		]),
		driverVersion: driver === "" || /^\[|^N\/A$|^ERR!/.test(driver) ? null : driver
	};
}
function toDevice({ index, uuid, model, memoryBytes }) {
	return {
		id: index,
		physicalIndex: index,
		uuid: !uuid.startsWith("index-") ? uuid : null,
		model,
		memoryBytes,
		migProfile: null,
		settings: null
	};
}
function withoutGpus(problem) {
	return {
		devices: [],
		driverVersion: null,
		cudaVersion: null,
		topology: null,
		problem
	};
}
const remarks = {
	absent: "; the NVIDIA driver is probably not installed",
	hung: "; check dmesg for Xid errors",
	failed: ""
};
function explainHidden(setting, count) {
	const what = `CUDA_VISIBLE_DEVICES=${sanitizeLine(setting).slice(2, 200)} hides all GPUs (GPUs found: ${count})`;
	return setting.includes("MIG-") ? `${what}: it names a MIG slice, and only full GPUs can be measured` : what;
}
function readCpuModel() {
	const name = os.cpus()[0]?.model.trim();
	if (name && name !== "unknown") return name.replaceAll(/\s+/g, " ");
	const info = readText$1("/proc/cpuinfo");
	const findField = (key) => new RegExp(`^${key}\\s*:\\s*(.+)$`, "m").exec(info ?? "")?.[1];
	const [implementer, part] = [findField("CPU implementer"), findField("CPU part")];
	return findField("Model") ?? (implementer && part ? `${os.arch()} ${implementer} ${part}` : `unknown ${os.arch()} CPU`);
}
function parseCudaVersion(text) {
	return /CUDA (?:UMD )?Version\s*:\s*(\d[\d.]*)/.exec(text)?.[1] ?? null;
}
const statfsDiskSpace = { readFreeSpace: (path) => statfs(path).then(({ bavail, blocks, bsize }) => ({
	freeBytes: bavail * bsize,
	totalBytes: blocks * bsize
}), () => null) };

// src/io/process/run-attached.ts
const always = ["SIGTERM", "SIGHUP"];
const ofTerminal = ["SIGINT", "SIGQUIT"];
function runAttached({ argv, env, output, onStart }) {
	const { promise, resolve: settle } = Promise.withResolvers();
	const [program = "", ...args] = argv;
	if (program === "") return Promise.resolve({
		status: "not-started",
		problem: "the command is empty"
	});
	const startedAt = performance$1.now();
	let child = null;
	const release = passSignals((signal) => child?.kill(signal));
	const refuse = (error) => {
		release();
		const { code, message } = error instanceof Error ? error : new Error(String(error));
		settle({
			status: "not-started",
			problem: explainStartFailure({
				argv,
				cwd: process.cwd(),
				env
			}, code, message)
		});
	};
	try {
		child = spawn(program, args, {
			env: { ...env },
			stdio: [
				"inherit",
				output === "stdout" ? 1 : 2,
				2
			]
		});
	} catch (error) {
		refuse(error);
		return promise;
	}
	const started = child;
	started.on("error", (error) => started.pid === void 0 && refuse(error));
	child.once("exit", (code, signal) => {
		release();
		const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
		settle({
			status: "ended",
			exitCode,
			signal,
			wallSeconds: (performance$1.now() - startedAt) / 1e3
		});
	});
	if (child.pid !== void 0) onStart(child.pid);
	return promise;
}
function passSignals(send) {
	const ours = isatty(0) ? () => {} : send;
	for (const signal of always) process.on(signal, send);
	for (const signal of ofTerminal) process.on(signal, ours);
	return () => {
		for (const signal of always) process.off(signal, send);
		for (const signal of ofTerminal) process.off(signal, ours);
	};
}
function explainStartFailure(command, code, message) {
	const program = command.argv[0] ?? "";
	const unstartable = explainUnstartable(command);
	if (unstartable !== null) return unstartable;
	const found = locate(command, program);
	if (code === "ENOENT") return explainMissing(command, program, found);
	if (code === "EACCES") {
		if (!found) return `${program} cannot be executed: permission denied for a parent directory`;
		if (attempt(() => accessSync(found, constants$1.X_OK)) !== null) return `${found} cannot be executed, although its mode allows it (noexec mount or policy)`;
		return `${found} cannot be executed: mode ${(statSync(found).mode & 4095).toString(8).padStart(4, "0")} has no execute permission for this user (chmod +x)`;
	}
	if (code === "E2BIG") return `the arguments and environment of ${program} are longer than the system allows`;
	return `${program} could not be started: ${message}`;
}
function explainUnstartable({ argv, cwd }) {
	if ((argv[0] ?? "") === "") return "the command is empty";
	return statSync(cwd, { throwIfNoEntry: false })?.isDirectory() ?? false ? null : `the working directory ${cwd} does not exist`;
}
function explainMissing(command, program, found) {
	const interpreter = found && readInterpreter(found);
	if (found && interpreter?.endsWith("\r")) return `${found} ends its lines with CR LF, so that its interpreter${interpreter.trimEnd()} is not found (git: eol=lf in .gitattributes)`;
	if (found && command.confinement) return `${found} or its interpreter${interpreter} cannot be reached in the sandbox (docs/security.md#the-sandbox)`;
	if (found) return `${found} exists, but its interpreter${interpreter} does not`;
	if (program.includes("/")) return `${resolve(command.cwd, program)} does not exist`;
	const path = command.env["PATH"];
	return path ? `${program} was not found on PATH (${path})` : `${program} was not found, because PATH is not set`;
}
function locate({ cwd, env }, program) {
	return (program.includes("/") ? [""] : env["PATH"]?.split(delimiter) ?? []).map((folder) => resolve(cwd, folder, program)).find((path) => attempt(() => statSync(path).isFile()));
}
function readInterpreter(path) {
	const buffer = Buffer.alloc(256);
	const descriptor = attempt(() => openSync(path, "r"));
	if (descriptor === null) return "";
	const length = readSync(descriptor, buffer);
	closeSync(descriptor);
	const line = /^#!\s*(\S+\r?)/.exec(buffer.toString("utf8", 0, length));
	return line ? ` ${line[1]}` : "";
}

// src/io/process/execa-process-runner.ts
const markerName = "WARPGAUGE_TRIAL_ID";
const trimIntervalMs = 100;
const reapIntervalMs = 1e3;
const maxTimerMs = 2 ** 31 - 1;
function createProcessRunner(environment = process.env) {
	adoptOrphans();
	return { run: (spec) => run(spec, environment) };
}
async function run(spec, environment) {
	using stdout = openOutputFile(spec.stdoutPath, spec.maxOutputBytes);
	using stderr = openOutputFile(spec.stderrPath, spec.maxOutputBytes);
	const ending = await (spec.signal.aborted ? createUnstartedEnding("cancelled", null) : begin(spec, {
		stdout,
		stderr
	}, environment));
	const out = stdout.finish();
	const err = stderr.finish();
	return {
		...ending,
		stdoutTail: out.tail,
		stderrTail: err.tail,
		isOutputTruncated: out.isTruncated || err.isTruncated
	};
}
async function begin(spec, outputs, environment) {
	const { confinement } = spec;
	if (!confinement) return await supervise(spec, outputs, null);
	const problem = explainUnstartable(spec);
	if (problem !== null) return createUnstartedEnding("not-started", problem);
	using sandbox = enterSandbox(spec, confinement, environment);
	const ending = await supervise({
		...spec,
		argv: sandbox.argv,
		cwd: "/",
		env: {}
	}, outputs, sandbox);
	if (ending.ending !== "exited") return ending;
	const exit = sandbox.explain(ending.exitCode);
	if (exit === null) return createRefusedEnding(spec, outputs.stderr);
	return {
		...ending,
		ending: exit.signal === null ? "exited" : "signalled",
		...exit
	};
}
const errnoTexts = {
	ENOENT: "No such file or directory",
	EACCES: "Permission denied",
	E2BIG: "Argument list too long"
};
function createRefusedEnding(spec, stderr) {
	const message = stderr.takeText().trim().replace(/^bwrap: /, "");
	if (!message.startsWith("execvp ")) throw new EnvironmentError(`the sandbox of ${spec.argv[0]} could not be set up: ${message.slice(0, 500)}`, enableSandbox);
	const [code] = Object.entries(errnoTexts).find(([, text]) => message.endsWith(text)) ?? [];
	return createUnstartedEnding("not-started", explainStartFailure(spec, code, message));
}
async function supervise(spec, outputs, sandbox) {
	const marker = spec.trialId ?? randomUUID();
	const earliestTicks = computeCurrentTicks();
	const startedAt = performance$1.now();
	const child = start(spec, outputs, sandbox, marker);
	if (child.pid === void 0) {
		const { code, originalMessage, shortMessage = "unknown" } = await child;
		return createUnstartedEnding("not-started", explainStartFailure(spec, code, originalMessage ?? shortMessage));
	}
	const tree = {
		leader: child.pid,
		earliestTicks,
		marker: `${markerName}=${marker}`,
		isSandbox: sandbox !== null
	};
	using watch = watchUntilInterrupted(spec, outputs);
	const exit = new Promise((resolve) => {
		child.once("exit", (exitCode, signal) => {
			resolve({
				exitCode,
				signal,
				wallSeconds: (performance$1.now() - startedAt) / 1e3,
				problem: null
			});
			sandbox?.settle();
			spec.onEnded?.();
		});
	});
	runningLeaders.add(child.pid);
	spec.onStarted?.(child.pid);
	const interruption = await Promise.race([exit.then(() => null), watch.interrupted]);
	const alive = await endProcessTree(tree, interruption === null ? 0 : void 0);
	if (alive.length > 0) throw new EnvironmentError(`processes of ${spec.argv[0]} survive SIGKILL (process ids ${alive.join(", ")})`, "Inspect them with ps; a process that hangs in a driver needs a restart of the machine before the next measurement");
	const ended = await exit;
	runningLeaders.delete(tree.leader);
	if (interruption) return {
		...ended,
		ending: interruption
	};
	return {
		...ended,
		ending: ended.signal === null ? "exited" : "signalled"
	};
}
function start(spec, outputs, sandbox, marker) {
	const [program = "", ...args] = spec.argv;
	const [stdout, stderr, ...others] = [
		outputs.stdout.descriptor,
		outputs.stderr.descriptor,
		...sandbox?.descriptors ?? []
	];
	return execa(program, args, {
		cwd: spec.cwd,
		env: {
			...spec.env,
			[markerName]: marker
		},
		extendEnv: false,
		stdio: [
			"ignore",
			stdout,
			stderr,
			...others
		],
		buffer: false,
		reject: false,
		detached: true,
		cleanup: false,
		verbose: "none"
	});
}
function watchUntilInterrupted(spec, { stdout, stderr }) {
	const { promise, resolve } = Promise.withResolvers();
	const timer = setTimeout(() => resolve("timed-out"), Math.min(spec.timeoutMs, maxTimerMs));
	const onAbort = () => resolve("cancelled");
	spec.signal.addEventListener("abort", onAbort, { once: true });
	const trimmer = setInterval(() => {
		try {
			stdout.trim();
			stderr.trim();
		} catch {
			clearInterval(trimmer);
		}
	}, trimIntervalMs);
	const reaper = setInterval(() => findOrphans(runningLeaders), reapIntervalMs);
	const dispose = () => {
		clearTimeout(timer);
		clearInterval(reaper);
		clearInterval(trimmer);
		spec.signal.removeEventListener("abort", onAbort);
	};
	return {
		interrupted: promise,
		[Symbol.dispose]: dispose
	};
}
function createUnstartedEnding(ending, problem) {
	return {
		ending,
		exitCode: null,
		signal: null,
		wallSeconds: 0,
		problem
	};
}
const tailBytes = 65536;
const newestBytes = 8388608;
const tailLines = 40;
function openOutputFile(path, maxBytes) {
	const descriptor = openEmpty(path);
	let tail = Buffer.alloc(0);
	let readFrom = 0;
	const takeTail = () => {
		const size = fstatSync(descriptor).size;
		const newest = readBetween(descriptor, Math.max(readFrom, size - tailBytes), size);
		tail = Buffer.concat([tail, newest]).subarray(-65536);
		return size;
	};
	const trim = () => {
		const end = fstatSync(descriptor).size - newestBytes;
		if (end <= maxBytes || freeFileRange(descriptor, maxBytes, end)) return;
		takeTail();
		ftruncateSync(descriptor, maxBytes);
		readFrom = maxBytes;
	};
	const finish = () => {
		const isTruncated = takeTail() > maxBytes || readFrom > 0;
		if (isTruncated) {
			ftruncateSync(descriptor, maxBytes);
			writeSync(descriptor, `\n[warpgauge: output truncated to ${maxBytes} bytes]\n`);
		}
		const limits = {
			maxLines: tailLines,
			maxCharacters: tailBytes
		};
		return {
			tail: sanitizeOutput(tail.toString("utf8"), limits),
			isTruncated
		};
	};
	const takeText = () => {
		const text = readBetween(descriptor, 0, Math.min(tailBytes, fstatSync(descriptor).size)).toString("utf8");
		ftruncateSync(descriptor, 0);
		return text;
	};
	return {
		descriptor,
		trim,
		takeText,
		finish,
		[Symbol.dispose]: () => closeSync(descriptor)
	};
}
function openEmpty(path) {
	try {
		const descriptor = openSync(path, "a+", 420);
		ftruncateSync(descriptor, 0);
		return descriptor;
	} catch (cause) {
		throw new EnvironmentError(`the output of a command cannot be written to ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, "Choose an output directory that exists, is writable and has space left", { cause });
	}
}
function readBetween(descriptor, from, to) {
	const buffer = Buffer.alloc(Math.max(0, to - from));
	const length = readSync(descriptor, buffer, 0, buffer.length, from);
	return buffer.subarray(0, length);
}

// src/domain/tables/top-items.ts
function createTopItems(most, isBefore) {
	const items = [];
	return {
		items,
		add: (item) => {
			const place = items.findIndex((kept) => isBefore(item, kept));
			if (place >= 0) items.splice(place, 0, item);
			else if (items.length < most) items.push(item);
			if (items.length > most) items.pop();
		}
	};
}

// src/domain/tables/row-tally.ts
function createRowTally(columns) {
	const labels = columns.labels.map(createLabelTally);
	const scores = columns.scores.map(createScoreTally);
	const mismatches = {
		joined: 0,
		labels: 0,
		scores: 0
	};
	return {
		add: (id, subject, reference) => {
			const getRow = (place) => {
				return {
					id,
					subject: subject[place] ?? "",
					reference: reference[place] ?? ""
				};
			};
			const otherLabels = labels.filter((tally, place) => addLabel(tally, getRow(place)));
			const otherScores = scores.filter((tally, place) => addScore(tally, getRow(labels.length + place)));
			mismatches.joined += 1;
			if (otherLabels.length > 0) mismatches.labels += 1;
			if (otherScores.length > 0) mismatches.scores += 1;
		},
		findings: () => ({
			joined: mismatches.joined,
			labelMismatches: labels.length > 0 ? mismatches.labels : null,
			scoreMismatches: scores.length > 0 ? mismatches.scores : null,
			labels: labels.map(({ examples, ...tally }) => ({
				...tally,
				examples: examples.items
			})),
			scores: scores.map(({ sketch, worst, ...tally }) => {
				return {
					...tally,
					difference: sketch.summary(),
					worst: worst.items
				};
			})
		})
	};
}
function createLabelTally(column) {
	return {
		column,
		differing: 0,
		examples: createTopItems(keptExamples, (one, other) => one.id < other.id)
	};
}
function createScoreTally({ column, rtol, atol }) {
	const worst = createTopItems(keptExamples, (one, other) => {
		const [mine, theirs] = [one, other].map(({ ratio }) => ratio ?? Number.POSITIVE_INFINITY);
		return mine === theirs ? one.id < other.id : mine > theirs;
	});
	return {
		column,
		rtol,
		atol,
		beyond: 0,
		unreadable: 0,
		sketch: createDifferenceSketch(),
		worst,
		worstRatio: null
	};
}
function addLabel(tally, row) {
	if (row.subject.trim() === row.reference.trim()) return false;
	tally.differing += 1;
	tally.examples.add(row);
	return true;
}
function addScore(tally, row) {
	const [subject, reference] = [parseDecimal(row.subject), parseDecimal(row.reference)];
	if (subject === null || reference === null) {
		tally.beyond += 1;
		tally.unreadable += 1;
		tally.worst.add({
			...row,
			ratio: null
		});
		return true;
	}
	const difference = Math.abs(subject - reference);
	const allowed = tally.atol + tally.rtol * Math.abs(reference);
	const isBeyond = difference > allowed;
	tally.sketch.add(Math.min(difference, Number.MAX_VALUE));
	if (isBeyond) tally.beyond += 1;
	const ratio = difference === 0 ? 0 : Math.min(difference / allowed, Number.MAX_VALUE);
	if (tally.worstRatio === null || ratio > tally.worstRatio) tally.worstRatio = ratio;
	if (difference > 0) tally.worst.add({
		...row,
		ratio
	});
	return isBeyond;
}
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
function parseDecimal(text) {
	const value = Number(text);
	return Number.isFinite(value) && decimal.test(text.trim()) ? value : null;
}
const growth = Math.log(1.02);
const smallest = 1e-30;
const bucketCount = Math.ceil(Math.log(1e60) / growth);
function createDifferenceSketch() {
	const counts = new Float64Array(bucketCount);
	let [zeros, count, sum, max] = [
		0,
		0,
		0,
		0
	];
	const computeQuantile = (share) => {
		let left = Math.ceil(share * count) - zeros;
		if (left <= 0) return 0;
		const bucket = counts.findIndex((inBucket) => (left -= inBucket) <= 0);
		return Math.min(max, smallest * Math.exp((bucket + .5) * growth));
	};
	return {
		add: (difference) => {
			count += 1;
			sum += difference;
			max = Math.max(max, difference);
			if (difference < smallest) zeros += 1;
			else {
				const bucket = Math.min(bucketCount - 1, Math.floor(Math.log(difference / smallest) / growth));
				counts[bucket] = (counts[bucket] ?? 0) + 1;
			}
		},
		summary: () => {
			if (count === 0) return null;
			return {
				mean: Math.min(sum / count, max),
				median: computeQuantile(.5),
				p99: computeQuantile(.99),
				max
			};
		}
	};
}

// src/io/tables/spill-table.ts
async function readHeader(path, bounds) {
	for await (const lines of readTableLines(path, null, bounds)) {
		const [header] = lines;
		return typeof header === "string" && header !== "" ? parseHeaderFields(header) : null;
	}
	return null;
}
async function spillTable(request) {
	const spill = createSpill(request.directory, request.partitions);
	const hash = createHash("sha256");
	const malformed = [];
	let [rows, malformedRows] = [0, 0];
	for (const path of request.files) {
		let layout = null;
		let lineNumber = 0;
		for await (const lines of readTableLines(path, hash, request.bounds)) for (const line of lines) {
			lineNumber += 1;
			if (layout === null) {
				layout = parseLayout(line ?? "", request.columns);
				continue;
			}
			if (line === "") continue;
			rows += 1;
			const values = line === null ? "is too long" : parseValues(line, layout);
			if (typeof values !== "string") {
				const partition = choosePartition(values[0] ?? "", request.partitions, request.seed);
				spill.add(partition, values.join(valueSeparator));
				continue;
			}
			malformedRows += 1;
			if (malformed.length < keptExamples) malformed.push(`line ${lineNumber} ${values}`);
		}
	}
	spill.finish();
	return {
		sha256: hash.digest("hex"),
		rows,
		malformedRows,
		malformed
	};
}
function parseLayout(header, columns) {
	const fields = parseHeaderFields(header);
	const places = columns.map((column) => fields.indexOf(column));
	return {
		delimiter: detectDelimiter(header),
		fieldCount: fields.length,
		places: places.includes(-1) ? null : places
	};
}
function parseValues(line, { delimiter, fieldCount, places }) {
	const fields = splitLine(line, delimiter);
	if (fields === null) return "has an unterminated quote";
	if (fields.length !== fieldCount) return `has ${fields.length} fields instead of ${fieldCount}`;
	if (places === null) return "is in a file that lacks a column";
	if (line.includes(valueSeparator)) return "contains a control character";
	return places.map((place) => fields[place] ?? "");
}
function parseHeaderFields(line) {
	const header = line.startsWith("ï»¿") ? line.slice(3) : line;
	return (splitLine(header, detectDelimiter(header)) ?? []).map((field) => field.trim());
}
const waitingCharacters = 4 << 20;
const [smallestWait, largestWait] = [8192, 65536];
function createSpill(directory, partitions) {
	mkdirSync(directory, { recursive: true });
	const waiting = Array.from({ length: partitions }, () => ({
		rows: [],
		characters: 0
	}));
	const most = Math.min(largestWait, Math.max(smallestWait, Math.floor(waitingCharacters / partitions)));
	const write = (partition) => {
		const batch = waiting[partition];
		if (!batch || batch.rows.length === 0) return;
		appendFileSync(join(directory, String(partition)), `${batch.rows.join("\n")}\n`, "latin1");
		batch.rows.length = 0;
		batch.characters = 0;
	};
	return {
		add(partition, row) {
			const batch = waiting[partition];
			if (!batch) throw new RangeError(`there is no partition ${partition}`);
			batch.rows.push(row);
			batch.characters += row.length + 1;
			if (batch.characters >= most) write(partition);
		},
		finish() {
			for (const partition of waiting.keys()) write(partition);
		}
	};
}
function choosePartition(id, partitions, seed) {
	let hash = (2166136261 ^ seed) >>> 0;
	for (let place = 0; place < id.length; place += 1) hash = Math.imul(hash ^ id.charCodeAt(place), 16777619);
	return ((hash ^ hash >>> 15) >>> 0) % partitions;
}
const maxLineCharacters = 65536;
async function* readTableLines(path, hash, bounds) {
	let carried = "";
	let isTooLong = false;
	for await (const chunk of readNamed$1(path, bounds)) {
		hash?.update(chunk);
		const pieces = chunk.toString("latin1").split("\n");
		pieces[0] = carried + pieces[0];
		carried = pieces.pop() ?? "";
		const lines = pieces.map((line, place) => place === 0 && isTooLong || isLong(line) ? null : trimLineEnd(line));
		if (pieces.length > 0) isTooLong = false;
		if (isLong(carried)) [carried, isTooLong] = ["", true];
		if (lines.length > 0) yield lines;
	}
	if (isTooLong) yield [null];
	else if (carried !== "") yield [trimLineEnd(carried)];
}
function isLong(line) {
	return line.length > maxLineCharacters;
}
function trimLineEnd(line) {
	return line.endsWith("\r") ? line.slice(0, -1) : line;
}
const valueSeparator = "";
async function readPartition(directory, partition, bounds) {
	const rows = /* @__PURE__ */ new Map();
	let duplicateRows = 0;
	const path = join(directory, String(partition));
	if (!existsSync(path)) return {
		rows,
		duplicateRows
	};
	for await (const lines of readTableLines(path, null, bounds)) for (const line of lines) {
		const end = line?.indexOf(valueSeparator) ?? -1;
		if (line === null || end < 0) throw new UserError(`a row of ${path} cannot be read back`, "Make sure that no other program writes there, and run again.");
		const id = line.slice(0, end);
		const known = rows.get(id);
		if (known !== void 0) duplicateRows += known === null ? 1 : 2;
		rows.set(id, known === void 0 ? line.slice(end + 1) : null);
	}
	return {
		rows,
		duplicateRows
	};
}
async function joinPartitions(subjectDirectory, referenceDirectory, tally, { partitions, bounds }) {
	const [subject, reference] = [createTotals(), createTotals()];
	for (let partition = 0; partition < partitions; partition += 1) {
		const ofSubject = await readPartition(subjectDirectory, partition, bounds);
		const ofReference = await readPartition(referenceDirectory, partition, bounds);
		let matched = 0;
		for (const [id, row] of ofSubject.rows) {
			const other = ofReference.rows.get(id);
			if (other === void 0) continue;
			matched += 1;
			if (row !== null && other !== null) tally.add(id, row.split(valueSeparator), other.split(valueSeparator));
		}
		addPartition(subject, ofSubject, ofReference, matched);
		addPartition(reference, ofReference, ofSubject, matched);
	}
	return {
		subject,
		reference
	};
}
function createTotals() {
	return {
		duplicateRows: 0,
		unmatchedIds: 0,
		duplicate: createIdSample(),
		unmatched: createIdSample()
	};
}
function createIdSample() {
	return createTopItems(keptExamples, (one, other) => one < other);
}
function addPartition(side, own, other, matched) {
	side.duplicateRows += own.duplicateRows;
	if (own.duplicateRows === 0 && own.rows.size === matched) return;
	for (const [id, row] of own.rows) {
		if (row === null) side.duplicate.add(id);
		if (other.rows.has(id)) continue;
		side.unmatchedIds += 1;
		side.unmatched.add(id);
	}
}

// src/io/tables/disk-result-tables.ts
const partitionBytes = 2 << 20;
const maxPartitions = 4096;
const maxTableBytes = partitionBytes * maxPartitions;
function createResultTables(signal) {
	const bounds = {
		maxBytes: maxTableBytes,
		signal
	};
	return {
		keep: (files, directory, roots) => keepTables(files, directory, roots, bounds),
		compare: async (pair) => {
			try {
				return await compareFiles(pair, bounds);
			} catch (error) {
				if (error instanceof UserError) return {
					findings: null,
					problem: error.message
				};
				throw error;
			}
		}
	};
}
async function keepTables(files, directory, roots, bounds) {
	await rm(directory, {
		recursive: true,
		force: true
	});
	await mkdir(directory, { recursive: true });
	const problem = files.length === 0 ? null : await findFilesProblem(files, "the table");
	if (problem !== null) return {
		sha256: null,
		problem
	};
	const hash = createHash("sha256");
	try {
		for (const [index, file] of files.entries()) {
			await using copy = await open(join(directory, `${String(index).padStart(4, "0")}${extname(file)}`), "wx");
			for await (const chunk of readNamed$1(file, bounds, roots)) {
				hash.update(chunk);
				await copy.writeFile(chunk);
			}
		}
	} catch (error) {
		await rm(directory, {
			recursive: true,
			force: true
		});
		if (!(error instanceof UserError)) throw error;
		return {
			sha256: null,
			problem: error.message
		};
	}
	return {
		sha256: hash.digest("hex"),
		problem: null
	};
}
async function compareFiles(pair, bounds) {
	const problem = await findFilesProblem(pair.subject, "the table") ?? await findFilesProblem(pair.reference, "the reference");
	if (problem !== null) return {
		findings: null,
		problem
	};
	const [subject, reference] = [await readHeader(pair.subject[0] ?? "", bounds), await readHeader(pair.reference[0] ?? "", bounds)];
	if (!subject || !reference) return {
		findings: null,
		problem: "a table has no header line"
	};
	const columns = selectComparedColumns(toByteRule(pair.rule), subject, reference);
	if (typeof columns === "string") return {
		findings: null,
		problem: toLegibleText(columns)
	};
	try {
		return {
			findings: await compareColumns(pair, columns, {
				subject,
				reference
			}, bounds),
			problem: null
		};
	} finally {
		await rm(pair.scratchDirectory, {
			recursive: true,
			force: true,
			maxRetries: 3
		});
	}
}
async function findFilesProblem(files, side) {
	if (files.length === 0) return `${side} was not found`;
	const bytes = await computeSize(files);
	if (bytes === null) return `${side} is not a file`;
	return bytes > maxTableBytes ? `${side} has ${bytes} bytes; at most ${maxTableBytes} are compared` : null;
}
async function computeSize(files) {
	let bytes = 0;
	for (const file of files) {
		const found = await stat(file).catch(() => null);
		if (!found?.isFile()) return null;
		bytes += found.size;
	}
	return bytes;
}
async function compareColumns(pair, columns, headers, bounds) {
	const bytes = Math.max(await computeSize(pair.subject) ?? 0, await computeSize(pair.reference) ?? 0);
	const spread = {
		partitions: Math.min(maxPartitions, Math.max(1, Math.ceil(bytes / partitionBytes))),
		seed: randomInt(2 ** 32),
		bounds
	};
	const values = [...columns.labels, ...columns.scores.map(({ column }) => column)];
	const getDirectory = (side) => join(pair.scratchDirectory, side);
	const spill = (side) => spillTable({
		...spread,
		files: pair[side],
		columns: [columns.id[side], ...values],
		directory: getDirectory(side)
	});
	const spilled = {
		subject: await spill("subject"),
		reference: await spill("reference")
	};
	const tally = createRowTally(columns);
	const joined = await joinPartitions(getDirectory("subject"), getDirectory("reference"), tally, spread);
	const describeSide = (side) => {
		const { malformed, ...counts } = spilled[side];
		const { duplicateRows, unmatchedIds, duplicate, unmatched } = joined[side];
		const [duplicates, others] = [duplicate.items.map(toLegibleText), unmatched.items.map(toLegibleText)];
		const ignored = listIgnoredColumns(headers[side], columns, columns.id[side]);
		return {
			...counts,
			duplicateRows,
			unmatchedIds,
			examples: {
				malformed,
				duplicate: duplicates,
				unmatched: others
			},
			ignoredColumns: ignored.map(toLegibleText)
		};
	};
	const { labels, scores, ...counts } = tally.findings();
	return {
		...counts,
		idColumns: {
			subject: toLegibleText(columns.id.subject),
			reference: toLegibleText(columns.id.reference)
		},
		subject: describeSide("subject"),
		reference: describeSide("reference"),
		labels: labels.map((item) => ({
			...item,
			column: toLegibleText(item.column),
			examples: item.examples.map(toLegibleRow)
		})),
		scores: scores.map((item) => ({
			...item,
			column: toLegibleText(item.column),
			worst: item.worst.map(toLegibleRow)
		}))
	};
}
function toByteRule(rule) {
	const { id, labels, scores, tolerances } = rule;
	return {
		...rule,
		id: id === null ? null : toByteText(id),
		labels: labels?.map(toByteText) ?? null,
		scores: scores?.map(toByteText) ?? null,
		tolerances: Object.fromEntries(Object.entries(tolerances).map(([column, one]) => [toByteText(column), one]))
	};
}
function toByteText(text) {
	return Buffer.from(text).toString("latin1");
}
const keptCharacters = 80;
function toLegibleRow(row) {
	return {
		...row,
		id: toLegibleText(row.id),
		subject: toLegibleText(row.subject),
		reference: toLegibleText(row.reference)
	};
}
function toLegibleText(bytes) {
	const plain = Buffer.from(bytes.slice(0, 320), "latin1").toString("utf8").replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");
	const letters = [...plain];
	return letters.length > keptCharacters ? `${letters.slice(0, 79).join("")}…` : plain;
}

// src/io/machine/host-meter.ts
const procHostMeter = { begin() {
	const probeSeconds = probeCpuSeconds();
	takeReapedUsage();
	const before = readCounters();
	return { end() {
		const reaped = takeReapedUsage();
		return computeTrialHost(before, readCounters(), {
			probeSeconds,
			reaped
		});
	} };
} };
function readCounters() {
	const ticks = readHostTicks();
	const { user, system } = process.cpuUsage();
	return {
		busy: ticks && ticks.busy / 100,
		stolen: ticks && ticks.stolen / 100,
		ownCpu: (user + system) / 1e6,
		cpuStall: readStallSeconds("cpu"),
		ioStall: readStallSeconds("io"),
		memoryStall: readStallSeconds("memory"),
		outOfMemoryKills: readOutOfMemoryKills()
	};
}
function computeTrialHost(before, after, { probeSeconds, reaped }) {
	const computeChange = (read) => computeIncrease(read(before), read(after));
	const kills = computeChange(({ outOfMemoryKills }) => outOfMemoryKills);
	return {
		probeSeconds: toMicroseconds(probeSeconds),
		userCpuSeconds: reaped && toMicroseconds(reaped.userCpuSeconds),
		systemCpuSeconds: reaped && toMicroseconds(reaped.systemCpuSeconds),
		otherCpuSeconds: computeOtherCpu(computeChange(({ busy }) => busy), after.ownCpu - before.ownCpu, reaped),
		processors: countProcessors(),
		stolenCpuSeconds: computeChange(({ stolen }) => stolen),
		cpuStallSeconds: computeChange(({ cpuStall }) => cpuStall),
		ioStallSeconds: computeChange(({ ioStall }) => ioStall),
		memoryStallSeconds: computeChange(({ memoryStall }) => memoryStall),
		majorPageFaults: reaped && reaped.majorPageFaults,
		voluntaryContextSwitches: reaped && reaped.voluntaryContextSwitches,
		involuntaryContextSwitches: reaped && reaped.involuntaryContextSwitches,
		...kills !== null && { outOfMemoryKills: kills }
	};
}
function computeOtherCpu(busy, ownCpu, reaped) {
	if (busy === null || reaped === null) return null;
	return toMicroseconds(Math.max(0, busy - ownCpu - reaped.userCpuSeconds - reaped.systemCpuSeconds));
}
function computeIncrease(before, after) {
	return before === null || after === null ? null : toMicroseconds(Math.max(0, after - before));
}
function toMicroseconds(seconds) {
	return Math.round(seconds * 1e6) / 1e6;
}
const repeats = 5;
const work = Buffer.alloc(524288, "warpgauge");
function probeCpuSeconds() {
	let fastestMs = Number.POSITIVE_INFINITY;
	for (let repeat = 0; repeat < repeats; repeat += 1) {
		const startedMs = performance$1.now();
		createHash("sha256").update(work).digest();
		fastestMs = Math.min(fastestMs, performance$1.now() - startedMs);
	}
	return fastestMs / 1e3;
}

// src/io/git/git-originals.ts
const maxCopiedBytes = 2 ** 30;
const filesPerBatch = 50;
async function keepOriginals(objects, complete, tree) {
	const { files: entries } = await listCommitEntries(objects, tree.commit).catch(async (error) => {
		if (!(error instanceof GitFailure)) throw error;
		await complete();
		return await listCommitEntries(objects, tree.commit);
	});
	const { tracked, state } = tree.files;
	const isCommitted = (path) => entries.get(path)?.id === state.get(path)?.id;
	await copyFiles(tree, [...tracked].filter((path) => !isCommitted(path)));
	const listIds = (paths) => [...new Set(paths.flatMap((path) => state.get(path)?.id ?? []))];
	return { async restore(paths) {
		for (let at = 0; at < paths.length; at += filesPerBatch) {
			const batch = paths.slice(at, at + filesPerBatch);
			const committed = listIds(batch.filter(isCommitted));
			if (committed.length > 0) await complete();
			const contents = /* @__PURE__ */ new Map();
			for (const [id, { content }] of await objects.read(committed)) contents.set(id, content);
			for (const id of listIds(batch.filter((path) => !isCommitted(path)))) {
				const content = await readFile(join(tree.copies, id)).catch(() => null);
				if (content !== null && hashBlob(content, id) === id) contents.set(id, content);
			}
			for (const path of batch) restoreEntry(tree, path, contents);
		}
	} };
}
async function copyFiles({ directory, files, copies }, paths) {
	const copied = /* @__PURE__ */ new Set();
	let left = maxCopiedBytes;
	for (const path of paths) {
		const file = files.state.get(path);
		if (!file || file.id === null || copied.has(file.id) || parseStamp$1(file).size > left) continue;
		const place = locate$1(directory, path);
		const content = file.kind === "link" ? attempt(() => readlinkSync(place, { encoding: "buffer" })) : readOwnFile(place);
		if (content === null || hashBlob(content, file.id) !== file.id) continue;
		copied.add(file.id);
		left -= content.length;
		await mkdir(copies, { recursive: true });
		await writeFile(join(copies, file.id), content, { flag: "wx" }).catch((error) => {
			if (!hasErrorCode(error, "EEXIST")) throw error;
		});
	}
}
function restoreEntry({ directory, files }, path, contents) {
	const original = files.state.get(path);
	try {
		const content = contents.get(original?.id ?? "");
		if (original && !content) return;
		applyInParent(directory, path, (place) => {
			remove(place);
			if (!original || !content) return;
			if (original.kind === "link") symlinkSync(content, place);
			else writeNew(place, content, parseStamp$1(original));
		});
	} catch (cause) {
		throw new EnvironmentError(`${decodePath(path)} in ${directory} cannot be restored: ${cause instanceof Error ? cause.message : String(cause)}`, "A trial changed this file: write output below {output}, or keep its directory writable and free space on the disk.", { cause });
	}
}
function hashBlob(content, other) {
	return startBlobHash(content.length, findObjectFormat(other)).update(content).digest("hex");
}
function writeNew(place, content, { mode, mtime }) {
	const flags = constants$1.O_WRONLY | constants$1.O_CREAT | constants$1.O_EXCL | constants$1.O_NOFOLLOW;
	const descriptor = openSync(place, flags, 384);
	try {
		writeFileSync(descriptor, content);
		fchmodSync(descriptor, mode);
		futimesSync(descriptor, mtime, mtime);
	} finally {
		closeSync(descriptor);
	}
}
function applyInParent(directory, path, work) {
	const names = path.split("/");
	if (names.some((name) => name === "" || name === "." || name === "..")) throw new Error("the path is invalid");
	const last = names.pop() ?? "";
	let parent = openDirectory(Buffer.from(directory));
	try {
		for (const name of names) {
			const place = buildEntryPath(parent, name);
			let next;
			try {
				next = openDirectory(place);
			} catch (error) {
				if (!hasErrorCode(error, "ENOENT", "ENOTDIR", "ELOOP")) throw error;
				remove(place);
				mkdirSync(place);
				next = openDirectory(place);
			}
			closeSync(parent);
			parent = next;
		}
		work(buildEntryPath(parent, last));
	} finally {
		closeSync(parent);
	}
}
function openDirectory(place) {
	return openSync(place, constants$1.O_RDONLY | constants$1.O_DIRECTORY | constants$1.O_NOFOLLOW);
}
function buildEntryPath(parent, name) {
	return Buffer.concat([Buffer.from(`/proc/self/fd/${parent}/`), Buffer.from(name, "latin1")]);
}
function remove(place) {
	try {
		unlinkSync(place);
	} catch (error) {
		if (hasErrorCode(error, "EISDIR", "EPERM")) rmSync(place, { recursive: true });
		else if (!hasErrorCode(error, "ENOENT")) throw error;
	}
}

// src/io/git/git-tree.ts
async function checkOutTree(source, commit, directory) {
	await mkdir(dirname(directory), { recursive: true });
	const found = await readdir(directory).catch((error) => {
		if (error.code === "ENOENT") return null;
		throw new GitFailure(`${directory} already exists and is not a directory`);
	});
	if (found === null) await mkdir(directory);
	else if (found.length > 0) throw new GitFailure(`${directory} already exists and is not empty`);
	const dispose = () => removeTree(directory).catch((cause) => {
		throw new EnvironmentError(`the checked-out tree ${directory} could not be removed: ${cause instanceof Error ? cause.message : String(cause)}`, "Remove it manually; files of another user need the rights of that user", { cause });
	});
	try {
		const git = source.gitIn(directory, ownSettings, ownVariables);
		await git("init", "--quiet", "--template=", `--object-format=${source.place.format}`);
		await linkToClone(source, commit, directory);
		await git("read-tree", "--reset", "-u", "-v", "HEAD");
		for (const [name, paths] of await listFilteredFiles(git, source.settings)) source.warn(`Checkouts have ${formatFileNames(paths)} as committed, without the git filter ${name} of this clone. If the program reads it, convert it in the setup`);
		const address = source.address.replace(/^(https?:\/\/)[^/@]*@/, "$1");
		const config = `[remote "origin"]\n\turl = "${address.replaceAll(/["\\]/g, String.raw`\$&`)}"\n`;
		if (address !== "" && !/\p{Cc}/u.test(address)) await writeFile(join(directory, ".git", "config"), config, { flag: "a" });
		const { files, submodules } = await checkFiles(source, commit, directory);
		const { isChanged, unfilled } = await fillTree(source, {
			directory,
			commit,
			git,
			files,
			submodules
		}, checkOutTree);
		const state = isChanged ? await diskTreeReader.read(directory, files.tracked, files.state) : files.state;
		return {
			path: directory,
			files: {
				...files,
				state
			},
			unfilled,
			[Symbol.asyncDispose]: dispose
		};
	} catch (error) {
		await dispose();
		throw error;
	}
}
const ownSettings = [["core.attributesFile", "/dev/null"], ["core.excludesFile", "/dev/null"]];
const ownVariables = {
	GIT_CONFIG_GLOBAL: "/dev/null",
	GIT_DEFAULT_REF_FORMAT: "files"
};
async function linkToClone({ git, place }, commit, directory) {
	const own = join(directory, ".git");
	await mkdir(join(own, "objects", "info"), { recursive: true });
	await writeFile(join(own, "objects", "info", "alternates"), `${place.objects}\n`);
	const shallow = await readFile(place.shallow, "utf8").catch(() => null);
	if (shallow !== null) await writeFile(join(own, "shallow"), shallow);
	await writeFile(join(own, "HEAD"), `${commit}\n`);
	const lines = (await git("for-each-ref", `--format=%(objectname) %(refname)%00%(*objectname)`, "refs/tags")).split("\n").filter(Boolean).map((line) => {
		const [tag = "", peeled = ""] = line.split("\0");
		return peeled === "" ? `${tag}\n` : `${tag}\n^${peeled}\n`;
	});
	await writeFile(join(own, "packed-refs"), `# pack-refs with: peeled fully-peeled sorted 
${lines.join("")}`);
}
async function checkFiles({ objects, place }, commit, directory) {
	const { files: entries, submodules } = await listCommitEntries(objects, commit);
	const tracked = new Set(entries.keys());
	const state = await diskTreeReader.read(directory, tracked, null, place.format);
	const missing = [...tracked].filter((path) => !state.has(path));
	const refuse = (what, paths) => {
		if (paths.length === 0) return;
		throw new EnvironmentError(`the tree of ${commit.slice(0, 12)} ${what}: ${formatFileNames(paths)}`, "Check out on a case-sensitive file system that supports symbolic links");
	};
	refuse("lacks files of the commit", missing);
	const others = [...entries].filter(([path, { id }]) => state.get(path)?.id !== id);
	refuse("has files of another kind than the commit", others.filter(([path, entry]) => entry.mode === "120000" || state.get(path)?.kind === "link").map(([path]) => path));
	await objects.verify([...new Set(others.map(([, { id }]) => id))]);
	return {
		files: {
			tracked,
			state
		},
		submodules
	};
}

// src/io/git/clone.ts
async function openClone(path, options, tokenAddress) {
	if (!existsSync(path)) throw new UserError(`${path} does not exist`, "Give the directory of a git repository");
	const { env = process.env, remote: remoteName = "origin", localNames = "all" } = options;
	const warnings = /* @__PURE__ */ new Set();
	const warn = (text) => {
		if (!warnings.has(text)) options.warn?.(text);
		warnings.add(text);
	};
	const own = [["protocol.file.allow", "never"]];
	const git = createGitCommand(path, env, own);
	const place = await readClonePlace(git, path);
	const settings = await listSettings$1(git, path);
	const address = findAddress(settings, remoteName);
	const token = findHost(address) === findHost(tokenAddress ?? address) ? options.token ?? null : null;
	const isPartial = isPartialClone(settings);
	const reading = Object.entries(buildGitEnvironment(path, env, own)).filter(([variable]) => isPartial || !/_proxy$|^SSH_AUTH_SOCK$/iu.test(variable));
	return {
		git,
		objects: createGitObjects({
			directory: path,
			env: Object.fromEntries(reading)
		}),
		place,
		settings,
		remoteName,
		address,
		localNames,
		warn,
		gitIn: (directory, more = [], variables) => createGitCommand(directory, env, [...own, ...more], variables),
		remoteGit: (more = [], variables) => createGitCommand(path, env, [...buildRemoteSettings(address, token), ...more], variables),
		openOther: (directory) => openClone(directory, {
			...options,
			warn
		}, tokenAddress ?? address)
	};
}
function findHost(address) {
	return URL.canParse(address) ? new URL(address).origin : null;
}

// src/io/git/git-remote.ts
async function fetchCommit(clone, ref) {
	if (!isCommitId(ref)) return await fetchName(clone, ref);
	try {
		await fetch(clone, [
			...buildDepthArguments(clone),
			clone.remoteName,
			ref
		]);
		return ref;
	} catch (error) {
		if (isUnknownAtRemote(error)) return null;
		throw error;
	}
}
async function deepenHistory(clone, commits, one, other) {
	const amount = commits === "all" ? "--unshallow" : `--deepen=${commits}`;
	try {
		await fetch(clone, [
			amount,
			"--end-of-options",
			clone.remoteName,
			one,
			other
		]);
	} catch (error) {
		if (!isUnknownAtRemote(error)) throw error;
		await fetch(clone, [
			amount,
			"--end-of-options",
			clone.remoteName
		]);
	}
}
async function findRemoteHead({ remoteGit, remoteName }) {
	const text = await remoteGit()("ls-remote", "--quiet", "--symref", remoteName, "HEAD");
	return /^ref: refs\/heads\/(\S+)\tHEAD$/mu.exec(text)?.[1] ?? null;
}
async function listRemoteTags(clone) {
	return [...(await listRemoteRefs(clone, "--tags", "--refs", clone.remoteName)).keys()].map((ref) => ref.slice(10));
}
function isUnknownAtRemote(error) {
	return error instanceof GitFailure && /not our ref|unadvertised object|find remote ref/.test(error.message);
}
async function fetchName(clone, name) {
	const { git, remoteName: remote, objects, warn } = clone;
	const candidates = listRemoteCandidates(name, remote);
	const known = await listRemoteRefs(clone, remote, ...candidates.flatMap((ref) => [ref, `${ref}^{}`]));
	const peel = (ref) => known.get(`${ref}^{}`) ?? known.get(ref) ?? "";
	const [ref, ...others] = candidates.filter((candidate) => known.has(candidate));
	if (ref === void 0) return null;
	const commit = peel(ref);
	const other = others.find((one) => peel(one) !== commit);
	if (other !== void 0) warn(describeAmbiguity(name, {
		ref,
		commit
	}, {
		ref: other,
		commit: peel(other)
	}));
	if (await objects.findCommit(commit) === commit) return commit;
	let refspec = ref;
	if (ref.startsWith("refs/heads/")) refspec = `+${ref}:${ref.replace("refs/heads/", `refs/remotes/${remote}/`)}`;
	if (ref.startsWith("refs/tags/")) {
		if ((await git("rev-parse", "--verify", "--quiet", "--end-of-options", ref).catch(() => "")).trim() === "") refspec = `${ref}:${ref}`;
	}
	await fetch(clone, [
		...buildDepthArguments(clone),
		remote,
		refspec
	]);
	return await objects.findCommit(commit) === commit ? commit : null;
}
function buildDepthArguments({ place }) {
	return existsSync(place.shallow) ? ["--depth=1", "--end-of-options"] : ["--end-of-options"];
}
async function fetch({ remoteGit }, args) {
	await remoteGit()("fetch", ...[
		"--progress",
		"--no-tags",
		"--no-prune",
		"--no-recurse-submodules",
		"--no-write-fetch-head"
	], ...args);
}
async function listRemoteRefs({ remoteGit }, ...args) {
	const lines = (await remoteGit()("ls-remote", "--quiet", ...args)).split("\n");
	return new Map(lines.flatMap((line) => {
		const [id = "", ref = ""] = line.split("	");
		return ref === "" ? [] : [[ref, id]];
	}));
}
async function resolveReference(clone, ref) {
	const { name, steps } = parseGitReference(ref);
	if (name === "HEAD") return await findCommit(clone, name, steps);
	if (isCommitId(name)) return await findCommit(clone, name, steps) ?? await fetchReference(clone, name, steps);
	if (clone.address === "") return await resolveLocally(clone, name, steps);
	try {
		const found = await fetchReference(clone, name, steps);
		if (found !== null) {
			await warnOfUnpushed(clone, name);
			return found;
		}
	} catch (error) {
		if (!(error instanceof GitFailure)) throw error;
		const found = await resolveOffline(clone, name, steps);
		if (found === null) throw error;
		clone.warn(`${clone.remoteName} could not be queried for ${name} (${getFirstLine(error.message)}); ${found.ref} of this clone is used, which may be outdated`);
		return found.commit;
	}
	return await resolveUnknown(clone, name, steps);
}
async function findBranchTip(clone, branch) {
	const { objects, address, remoteName } = clone;
	const { name } = parseGitReference(`refs/heads/${branch}`);
	if (address === "") return await objects.findCommit(name);
	try {
		return await fetchCommit(clone, name);
	} catch (error) {
		if (!(error instanceof GitFailure) || clone.localNames === "none") throw error;
		clone.warn(`${remoteName} could not be queried for ${branch} (${getFirstLine(error.message)}); its last fetched tip is used`);
		return await objects.findCommit(`refs/remotes/${remoteName}/${branch}`);
	}
}
async function fetchReference(clone, name, steps) {
	const commit = clone.address === "" ? null : await fetchCommit(clone, name);
	return commit === null ? null : await findCommit(clone, commit, steps);
}
async function warnOfUnpushed(clone, name) {
	const { git, objects, remoteName, localNames, warn } = clone;
	if (localNames !== "all") return;
	const branch = name.replace(/^refs\/heads\//u, "");
	const own = await objects.findCommit(`refs/heads/${branch}`);
	const fetched = own && await objects.findCommit(`refs/remotes/${remoteName}/${branch}`);
	if (!own || !fetched) return;
	const count = Number(await git("rev-list", "--count", "--end-of-options", `${fetched}..${own}`).catch(() => "0"));
	if (count === 0) return;
	warn(`${branch} is ${fetched.slice(0, 7)}, as at ${remoteName}; ${branch} of this clone has ${count} unpushed ${count === 1 ? "commit" : "commits"}. Name its commit (${own.slice(0, 12)}) to use it`);
}
async function findLocal(clone, name, steps) {
	const found = [];
	for (const ref of listLocalCandidates(name)) {
		const commit = await findCommit(clone, ref, steps);
		if (commit !== null) found.push({
			ref,
			commit
		});
	}
	return found;
}
async function resolveLocally(clone, name, steps) {
	const [first, ...others] = await findLocal(clone, name, steps);
	const other = others.find(({ commit }) => commit !== first?.commit);
	if (first && other) clone.warn(describeAmbiguity(name, first, other));
	return first?.commit ?? null;
}
function describeAmbiguity(name, first, other) {
	return `${name} is ${first.ref} (${first.commit.slice(0, 7)}) and ${other.ref} (${other.commit.slice(0, 7)}); the first is used. Use the full name to select the other`;
}
async function resolveOffline(clone, name, steps) {
	const { localNames, remoteName } = clone;
	if (localNames === "none") return null;
	const found = await findLocal(clone, name, steps);
	const isFetched = ({ ref }) => ref.startsWith("refs/tags/") || ref.startsWith(`refs/remotes/${remoteName}/`);
	return found.find((one) => localNames === "all" || isFetched(one)) ?? null;
}
async function resolveUnknown(clone, name, steps) {
	const found = await findLocal(clone, name, steps);
	const named = found.find(({ ref }) => ref.startsWith("refs/"));
	if (!named || clone.localNames !== "all") return found.find(({ ref }) => !ref.startsWith("refs/"))?.commit ?? null;
	clone.warn(`${clone.remoteName} has no ${name}; ${named.ref} of this clone is used`);
	return named.commit;
}
async function findCommit({ git, objects }, name, steps) {
	if (steps === "") return await objects.findCommit(name);
	return (await git(...[
		"rev-parse",
		"--verify",
		"--quiet",
		"--end-of-options",
		`${name}${steps}^{commit}`
	]).catch(() => "")).trim() || null;
}
function getFirstLine(text) {
	const lines = text.split("\n");
	return (lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines[0] ?? "").slice(0, 200);
}
const maxIdsPerCall = 1e3;
async function fetchMissing({ git, remoteGit, remoteName, address, settings }, commit) {
	if (address === "" || !isPartialClone(settings)) return;
	const own = { remoteGit: () => remoteGit([["fetch.negotiationAlgorithm", "noop"]]) };
	for (let ids = await listMissingObjects(git, commit); ids.length > 0; ids = await listMissingObjects(git, commit)) for (let start = 0; start < ids.length; start += maxIdsPerCall) await fetch(own, [
		"--filter=blob:none",
		"--end-of-options",
		remoteName,
		...ids.slice(start, start + maxIdsPerCall)
	]);
}
async function listMissingObjects(git, commit) {
	return (await git("rev-list", ...[
		"--objects",
		"--missing=print",
		"--no-walk=unsorted",
		"--end-of-options",
		commit
	])).split("\n").filter((line) => line.startsWith("?")).map((line) => line.slice(1));
}

// src/io/git/simple-git-repository.ts
const deepeningSteps = [
	50,
	200,
	1e3,
	"all"
];
const maxUncommitted = 10;
async function openGitRepository(path, options = {}) {
	const clone = await explainErrors(`open ${path}`, () => openClone(path, options));
	const { git, objects, place, settings, address } = clone;
	const explain = (action, work) => explainErrors(action, work, describeLack(settings, existsSync(place.shallow)));
	return {
		resolve: (ref) => explain(`resolve ${ref}`, () => resolveReference(clone, ref)),
		listParents: (commit) => explain(`read the parents of ${commit}`, () => readParents(clone, commit)),
		findBranchTip: (branch) => explain(`find the branch ${branch}`, () => findBranchTip(clone, branch)),
		findRemoteDefault: async () => {
			const branch = address === "" ? null : await findRemoteHead(clone).catch(() => null);
			return branch ? `${clone.remoteName}/${branch}` : null;
		},
		findMergeBase: (one, other) => explain("find the merge base", () => mergeBase(clone, one, other)),
		readAt: (commit, file) => explain(`read ${file} at ${commit}`, () => {
			requireCommitId(commit);
			return readFileAt(objects, commit, {
				prefix: place.prefix,
				path: file
			});
		}),
		checkOut: (commit, directory) => explain(`check ${commit} out at ${directory}`, async () => {
			requireCommitId(commit);
			await fetchMissing(clone, commit);
			return await checkOutTree(clone, commit, directory);
		}),
		keepOriginals: (tree) => explain(`list the files of ${tree.commit}`, async () => {
			requireCommitId(tree.commit);
			const originals = await keepOriginals(objects, () => fetchMissing(clone, tree.commit), tree);
			const action = `restore files of ${tree.directory}`;
			return { restore: (paths) => explainErrors(action, () => originals.restore(paths)) };
		}),
		listCommitsBetween: (good, bad, isFirstParent) => explain(`list the commits ${good}..${bad}`, () => listCommitsBetween(git, good, bad, isFirstParent)),
		listTags: () => explain("list the tags", async () => {
			const all = [...(await git("for-each-ref", "--format=%(refname:strip=2)", "refs/tags")).split("\n").filter(Boolean), ...address === "" ? [] : await listRemoteTags(clone)];
			return [...new Set(all)].toSorted();
		}),
		listCredentials: () => listCredentials(settings),
		listUncommittedFiles: () => explain("check for uncommitted changes", () => listUncommittedFiles(clone, path))
	};
}
async function openGitCommitWriter(path, options = {}) {
	const clone = await explainErrors(`open ${path}`, () => openClone(path, options));
	const { address, remoteName } = clone;
	if (address === "") throw new UserError(`${path} has no remote ${remoteName}`, "Check the repository out before this step");
	const git = clone.gitIn(path, committer);
	const writeTree = async ({ takesOver, expectedHead, changes }, folder) => {
		const indexed = clone.gitIn(path, [], { GIT_INDEX_FILE: join(folder, "index") });
		await indexed("read-tree", takesOver ?? expectedHead);
		for (const [file, text] of Object.entries(changes)) if (text === null) await indexed("update-index", "--force-remove", "--", file);
		else {
			const copy = join(folder, "text");
			await writeFile(copy, text);
			await indexed("update-index", "--add", "--cacheinfo", `100644,${(await git("hash-object", "-w", "--no-filters", "--", copy)).trim()},${file}`);
		}
		return (await indexed("write-tree")).trim();
	};
	const writeCommit = async (request) => {
		const { branch, expectedHead, takesOver, headline } = request;
		const parents = takesOver === null ? [expectedHead] : [expectedHead, takesOver];
		for (const id of parents) {
			requireCommitId(id);
			await fetchCommit(clone, id);
		}
		await using folder = await openTemporaryDirectory("commit");
		const tree = await writeTree(request, folder.path);
		const made = (await git("commit-tree", tree, ...parents.flatMap((id) => ["-p", id]), "-m", headline)).trim();
		const ref = `refs/heads/${branch}`;
		const lease = `--force-with-lease=${ref}:${expectedHead}`;
		try {
			const refs = [
				"--end-of-options",
				remoteName,
				`${made}:${ref}`
			];
			await clone.remoteGit()("push", "--quiet", "--no-verify", lease, ...refs);
			return {
				kind: "written",
				commit: made
			};
		} catch (error) {
			if (error instanceof GitFailure && /stale info|fetch first|non-fast-forward|cannot lock ref/u.test(error.message)) return { kind: "moved" };
			throw error;
		}
	};
	return { commit: (request) => explainErrors(`commit to ${request.branch}`, () => writeCommit(request)) };
}
const committer = [["user.name", "warpgauge"], ["user.email", "warpgauge@users.noreply.github.com"]];
async function readParents(clone, commit) {
	await requireHere(clone, commit);
	const [head = ""] = ((await clone.objects.read([commit])).get(commit)?.content.toString("latin1") ?? "").split("\n\n");
	return [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = ""]) => parent);
}
async function mergeBase(clone, one, other) {
	await requireHere(clone, one);
	await requireHere(clone, other);
	const { git, address, place } = clone;
	const find = async () => (await git("merge-base", one, other)).trim() || null;
	let found = await find();
	for (const commits of deepeningSteps) {
		if (found || address === "" || !existsSync(place.shallow)) return found;
		await deepenHistory(clone, commits, one, other);
		found = await find();
	}
	return found;
}
async function requireHere(clone, commit) {
	requireCommitId(commit);
	if (await resolveReference(clone, commit)) return;
	throw new UserError(`the commit ${commit} is neither in this clone nor at its remote`, "Check the commit id, and that this clone belongs to its repository");
}
async function listUncommittedFiles({ git, place, gitIn }, path) {
	if (!place.isWorkTree) return [];
	return (await gitIn(path, (await git("config", "--name-only", "-z", "--get-regexp", String.raw`^filter\.`).catch(() => "")).split("\0").filter(Boolean).map((name) => [name, name.endsWith(".required") ? "false" : ""]))("status", ...[
		"--porcelain=v1",
		"-z",
		"--no-renames",
		"--ignore-submodules=dirty"
	])).split("\0").filter(Boolean).slice(0, maxUncommitted).map((entry) => entry.slice(3));
}
const format = [
	"%H",
	"%P",
	"%s",
	"%an",
	"%cI"
].join("%x00");
async function listCommitsBetween(git, good, bad, isFirstParent) {
	requireCommitId(good);
	requireCommitId(bad);
	const fields = (await git("log", "-z", ...[
		"--topo-order",
		"--reverse",
		...isFirstParent ? ["--first-parent"] : []
	], `--format=${format}`, "--end-of-options", bad, `^${good}`)).split("\0");
	return Array.from({ length: Math.floor(fields.length / 5) }, (_unused, index) => {
		const [commit = "", parents = "", subject = "", author = "", committedAt = ""] = fields.slice(index * 5);
		const all = parents.split(" ").filter((id) => id !== "");
		return {
			commit,
			parents: isFirstParent ? all.slice(0, 1) : all,
			subject,
			author,
			committedAt
		};
	});
}

// src/wiring/workplace.ts
function chooseCacheDirectory(environment) {
	const home = environment["HOME"] ?? "/tmp";
	const root = environment["RUNNER_TOOL_CACHE"] ?? environment["XDG_CACHE_HOME"] ?? join(home, ".cache");
	return join(root, "warpgauge");
}
function createWorkplace(trust, runId, environment) {
	const workDirectory = join(environment["RUNNER_TEMP"] ?? tmpdir(), `warpgauge-work-${runId}`);
	const shared = chooseCacheDirectory(environment);
	if (trust === "trusted") return {
		workDirectory,
		environment,
		cacheDirectory: shared
	};
	const own = {
		workDirectory,
		environment,
		cacheDirectory: join(workDirectory, "cache")
	};
	return trust === "stranger" ? own : {
		...own,
		trustedCache: shared
	};
}

// src/wiring/measuring-ports.ts
async function createMeasuringPorts({ workspace, environment = process.env, token = null, localNames = "all", logger, progress, signal }) {
	const inventory = createDeviceInventory(environment);
	requireSupportedPlatform(process.platform, inventory.readHost());
	return {
		processes: createProcessRunner(environment),
		files: diskFileStore,
		inspector: createFileInspector(signal),
		tables: createResultTables(signal),
		growing: diskGrowingFiles,
		clock: systemClock,
		git: await openGitRepository(workspace, {
			env: environment,
			token,
			localNames,
			warn: (message) => logger.warning(message)
		}),
		inventory,
		logger,
		progress,
		toolVersion,
		createWorkplace: (trust, runId) => createWorkplace(trust, runId, environment),
		lock: createGpuLock(),
		disks: statfsDiskSpace,
		hostMeter: procHostMeter,
		kernelRecords,
		writeArrays: async (path, columns, attributes) => {
			const { writeHdf5Columns } = await import("./sampling-files.js");
			return await writeHdf5Columns(path, columns, attributes);
		},
		nodes: {
			ownCommand: [process.execPath, getCommandLinePath()],
			sleep: sleepUntilAborted
		},
		sleep: sleepUntilAborted,
		scratch: createScratch(logger),
		treeReader: diskTreeReader,
		claims: fileClaims,
		sandbox: createSandbox(workspace, environment),
		openMonitor: async (wanted, runId) => {
			const { chooseMonitor } = await import("./choose-monitor2.js");
			return await chooseMonitor({
				wanted,
				environment,
				runId
			});
		}
	};
}
function getCommandLinePath() {
	const paths = [
		"../cli.ts",
		"./cli.js",
		"../cli.js"
	].map((place) => fileURLToPath(new URL(place, import.meta.url)));
	const found = paths.find((path) => existsSync(path));
	if (found === void 0) throw new Error(`the command line is missing: ${paths.join(", ")}`);
	return found;
}

export { GpuLogRows, NvidiaSmiStream, check, checkConfig, chooseCacheDirectory, chooseIntervalMs, createDeviceInventory, createFileInspector, createGitCommand, createInspectedFile, createLineProgress, createMeasuringPorts, createSandbox, describeUnreadGpus, doctorAreas, explainErrors, explainToolAnswer, explainUnexpectedUse, fail, findCloneRoot, findGitHint, findMachineNeeds, findOutsideReason, formatFailure, formatProgress, formatProgressBar, guardCommandFiles, hasOnlyRows, identifyTestbed, identityFields, isAmdMonitor, isDriverFailing, isOptionalVariable, isOtherRepository, isReaderName, isSecretName, judgeDisk, judgeFitness, kernelRecords, listCheckoutSettings, listCredentials, listGpuDevices, listLocalCandidates, listMissingContent, listRemoteCandidates, listUnreadRemedies, measureRun, needChecks, openClone, openGitCommitWriter, openGitRepository, openPolledStream, parseComputeApps, parseGitReference, parseIdentities, parseMigSlices, parseRefusedField, pass, procHostMeter, readFormats, readOutput, readVersions, readers, requireCommitId, resolveCommandDevices, resolveVisibleDevices, runAttached, runTool, selectKnownFields, skip, stageAliases, startProgress, startRun, statfsDiskSpace, warn, watchHostLoad, withEndedTrial, withStartedTrial };