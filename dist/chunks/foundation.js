import { randomUUID } from "node:crypto";
import { basename, dirname, extname, join } from "node:path";
import { constants } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";

// src/domain/errors.ts
var UserError = class extends Error {
	name = "UserError";
	hint;
	constructor(message, hint, options) {
		super(message, options);
		this.hint = hint;
	}
};
var EnvironmentError = class extends Error {
	name = "EnvironmentError";
	hint;
	constructor(message, hint, options) {
		super(message, options);
		this.hint = hint;
	}
};

// src/domain/mode.ts
const modeNames = ["check", "publish"];
function isModeName(text) {
	return modeNames.includes(text);
}
function modeForEvent(event) {
	return event === "workflow_run" ? "publish" : "check";
}

// src/domain/neutralise.ts
const maxLineCharacters = 2e3;
const prefix = "│";
const leftOutMark = `${prefix} … earlier lines left out`;
const defaultLimits = {
	maxLines: 1e3,
	maxCharacters: 1e5
};
function neutralise(text, limits = {}) {
	const { maxLines, maxCharacters } = {
		...defaultLimits,
		...limits
	};
	const lines = linesOf(text);
	const safe = lines.slice(-maxLines).map(neutraliseLine);
	if (safe.length === lines.length && charactersOf(safe) <= maxCharacters) return safe.join("\n");
	const kept = lastThatFit(lines.length > maxLines ? safe.slice(1) : safe, maxCharacters - leftOutMark.length - 1);
	return [leftOutMark, ...kept].join("\n");
}
function neutraliseLine(line) {
	const plain = withoutControls(line).replaceAll("##[", "## [");
	return cut((plain.startsWith(prefix) ? plain : `${prefix} ${plain}`).trimEnd());
}
function neutraliseMessage(message, maxCharacters = 4e3) {
	const start = message.slice(0, maxCharacters);
	return `${linesOf(start).map((line) => withoutControls(line).replaceAll("##[", "## [").replace(/^(\s*):(?=:)/, "$1: ")).join("\n")}${start.length < message.length ? "…" : ""}`;
}
function lastThatFit(lines, maxCharacters) {
	let characters = 0;
	const firstTooMany = lines.findLastIndex((line) => (characters += line.length + 1) > maxCharacters + 1);
	return lines.slice(firstTooMany + 1);
}
function charactersOf(lines) {
	return lines.reduce((sum, line) => sum + line.length + 1, -1);
}
function linesOf(text) {
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

// src/io/cancel-on-signals.ts
const signals = [
	"SIGINT",
	"SIGTERM",
	"SIGHUP"
];
function cancelOnSignals() {
	const controller = new AbortController();
	const abort = () => controller.abort(/* @__PURE__ */ new Error("cancelled"));
	for (const signal of signals) process.on(signal, abort);
	return {
		signal: controller.signal,
		release: () => {
			for (const signal of signals) process.off(signal, abort);
		}
	};
}

// src/steps/check-name.ts
function checkNameFor(configPath) {
	return basename(configPath, extname(configPath)).slice(0, 100);
}

// src/io/disk-file-store.ts
const diskFileStore = {
	readText: (path, maxBytes) => readBounded(path, maxBytes, 0),
	readForeignText: (path, maxBytes) => readBounded(path, maxBytes, constants.O_NOFOLLOW),
	async writeText(path, text) {
		const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
		try {
			await mkdir(dirname(path), { recursive: true });
			await writeDurably(temporary, text);
			await rename(temporary, path);
		} catch (error) {
			await rm(temporary, { force: true }).catch(() => {});
			throw new EnvironmentError(`cannot write ${path}: ${reasonOf(error)}`, "Check free space and permissions of that directory.", { cause: error });
		}
	},
	async makeDirectory(path) {
		await mkdir(path, { recursive: true }).catch((error) => {
			throw new EnvironmentError(`cannot create ${path}: ${reasonOf(error)}`, "Choose another directory or mend its permissions.", { cause: error });
		});
	},
	async remove(path) {
		await rm(path, {
			recursive: true,
			force: true,
			maxRetries: 3
		});
	},
	async list(path) {
		return (await readdir(path).catch(nullIfAbsent) ?? []).toSorted();
	}
};
async function readBounded(path, maxBytes, flags) {
	const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | flags).catch((error) => refuseLink(path, error) ?? nullIfAbsent(error));
	if (!file) return null;
	try {
		const found = await file.stat();
		if (!found.isFile()) throw new UserError(`${path} is not a file`, "Give the path of a regular file.");
		if (found.size <= maxBytes) return await file.readFile("utf8");
		throw new UserError(`${path} has ${found.size} bytes; at most ${maxBytes} are read`, "Check that this is the file you meant; warpgauge writes far smaller ones.");
	} finally {
		await file.close();
	}
}
function refuseLink(path, error) {
	if (!isSystemError(error, "ELOOP")) return null;
	throw new UserError(`${path} is a symbolic link`, "Put the file itself there; warpgauge leaves no links behind.", { cause: error });
}
async function writeDurably(path, text) {
	const file = await open(path, "wx");
	try {
		await file.writeFile(text);
		await file.sync();
	} finally {
		await file.close();
	}
}
function nullIfAbsent(error) {
	if (isSystemError(error, "ENOENT", "ENOTDIR")) return null;
	throw error;
}
function isSystemError(error, ...codes) {
	return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
function reasonOf(error) {
	return error instanceof Error ? error.message : String(error);
}

// src/steps/announce.ts
async function announce({ name, headCommit, identity }, gitHub) {
	const said = {
		title: "Measuring …",
		summary: "The benchmarks are being measured. This check is completed when they are judged."
	};
	await gitHub.upsertCheckRun({
		name,
		headCommit,
		...identity,
		...said,
		state: { status: "in_progress" }
	});
}
async function completeWithError(announced, error, isCancelled, ports) {
	const { name, headCommit, identity } = announced;
	const conclusion = isCancelled ? "neutral" : "failure";
	const title = isCancelled ? "Cancelled before there was a result" : "Could not be measured";
	try {
		await ports.gitHub.upsertCheckRun({
			name,
			headCommit,
			...identity,
			title,
			summary: errorText(error),
			state: {
				status: "completed",
				conclusion
			}
		});
	} catch (second) {
		ports.logger.warning(`The check could not be completed: ${second instanceof Error ? second.message : String(second)}`);
	}
}
function errorText(error) {
	const hint = error instanceof UserError || error instanceof EnvironmentError ? `\n\n${error.hint}` : "";
	const text = `${error instanceof Error ? error.message : String(error)}${hint}`;
	return `\`\`\`text\n${neutraliseMessage(text, 2e4).replaceAll("```", "'''")}\n\`\`\``;
}

// src/steps/under-check.ts
async function underCheck(announcement, signal, ports, work) {
	const { gitHub, logger } = ports;
	if (!gitHub) return await work();
	await announce(announcement, gitHub);
	try {
		return await work();
	} catch (error) {
		await completeWithError(announcement, error, signal.aborted, {
			gitHub,
			logger
		});
		throw error;
	}
}

// src/modes/publish-under-check.ts
async function publishUnderCheck(request, ports, loadPublish) {
	const measuredBy = requireMeasuredBy(request.context);
	const announcement = announcementFor(request, measuredBy);
	return await underCheck(announcement, request.signal, ports, async () => {
		return await (await loadPublish())({
			...request,
			measuredBy,
			announcement
		}, ports);
	});
}
function requireMeasuredBy({ measuredBy, event }) {
	if (measuredBy) return measuredBy;
	throw new UserError(`publish works on the event workflow_run, this is ${event}`, "See examples/workflows for the pair of workflows that measures and publishes.");
}
function announcementFor({ configPath, context }, { headCommit, url }) {
	const name = checkNameFor(configPath);
	return {
		name,
		headCommit,
		identity: {
			externalId: `${name}:${context.runKey}`,
			detailsUrl: url
		}
	};
}

export { cancelOnSignals as a, neutraliseMessage as c, modeNames as d, EnvironmentError as f, checkNameFor as i, isModeName as l, underCheck as n, neutralise as o, UserError as p, diskFileStore as r, neutraliseLine as s, publishUnderCheck as t, modeForEvent as u };