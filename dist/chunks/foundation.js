import { a as stepState } from "./action.js";
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
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
var OutageError = class extends EnvironmentError {
	retryAfterSeconds;
	constructor(message, hint, options) {
		super(message, hint, options);
		this.retryAfterSeconds = options.retryAfterSeconds;
	}
};
var NoDeviceError = class extends EnvironmentError {};
var RevisionError = class extends UserError {
	label;
	constructor(label, message, hint) {
		super(message, hint);
		this.label = label;
	}
};

// src/domain/mode.ts
const modeNames = [
	"check",
	"publish",
	"plan",
	"bisect",
	"command",
	"refresh",
	"record"
];
function isModeName(text) {
	return modeNames.includes(text);
}
function modeForEvent({ event, branch, defaultBranch }) {
	if (event === "issue_comment") return "command";
	if (event === "workflow_run") return "publish";
	return (event === "push" || event === "schedule") && branch !== void 0 && branch === defaultBranch ? "record" : "check";
}

// src/domain/case.ts
function caseId(key) {
	return [`${key.suite}/${key.benchmark}`, ...axisTexts(key.axes)].join(" ");
}
function axesText(axes) {
	return axisTexts(axes).join(" ");
}
function matchesAxes(axes, filter) {
	return Object.entries(filter).every(([name, value]) => axes[name] === value);
}
function axisTexts(axes) {
	return Object.keys(axes).toSorted().map((name) => `${name}=${axes[name]}`);
}

// src/domain/compared-together.ts
function comparedTogether({ cases, comparisons, ladders = [] }) {
	const places = new Map(cases.map(({ id }, index) => [id, index]));
	const parents = cases.map((_, index) => index);
	const rootOf = (index) => {
		let root = index;
		while (parents[root] !== root) root = parents[root] ?? root;
		return root;
	};
	const join = (ids) => {
		const roots = ids.flatMap((id) => places.get(id) ?? []).map(rootOf);
		const first = Math.min(...roots);
		for (const root of roots) parents[root] = first;
	};
	for (const { head, base } of comparisons) join([head, base]);
	for (const ladder of ladders) join(ladder.cases);
	for (const group of Map.groupBy(cases, inTurn).values()) join(group.map(({ id }) => id));
	for (const { id, tables } of cases) join([
		id,
		...tables?.against ?? [],
		...tables?.standsFor ?? []
	]);
	return [...Map.groupBy(cases, ({ id }) => rootOf(places.get(id) ?? 0)).values()];
}
function inTurn({ interleaveGroup, gpus }) {
	return `${gpus.length} ${interleaveGroup}`;
}

// src/domain/job-matrix.ts
const matrixKeys = [
	"suite",
	"gpus",
	"testbed"
];
function jobMatrix(whole, runners, by) {
	const groups = comparedTogether(whole).map(groupOf);
	const placed = [...Map.groupBy(groups, ({ suite }) => suite)].map(([suite, own]) => ({
		suite,
		groups: own,
		runner: runnerFor(own, runners)
	}));
	return {
		jobs: [...Map.groupBy(placed, ({ runner }) => runner)].flatMap(([runner, own]) => runner === null ? [] : jobsOn(runner, own, by)),
		problems: placed.flatMap(({ suite, groups: own, runner }) => shortage(suite, own, runner))
	};
}
function groupOf(cases) {
	return {
		cases,
		suite: cases[0]?.key.suite ?? "",
		gpus: Math.max(1, ...cases.map(({ gpus }) => gpus.length))
	};
}
function runnerFor(groups, runners) {
	const needed = Math.max(...groups.map(({ gpus }) => gpus));
	const bySize = runners.toSorted((one, other) => one.gpus - other.gpus);
	return bySize.find(({ gpus }) => gpus >= needed) ?? bySize.at(-1) ?? null;
}
function shortage(suite, groups, runner) {
	const lacking = groups.filter(({ gpus }) => runner !== null && gpus > runner.gpus).flatMap(({ cases }) => cases);
	if (lacking.length === 0 || runner === null) return [];
	const [first] = lacking;
	const more = lacking.length > 1 ? ` and ${lacking.length - 1} more` : "";
	return [`${suite}: no runner that is declared has devices enough for ${first ? caseId(first.key) : ""}${more}; ${runner.name} has ${runner.gpus}, the report will list them as not tested`];
}
function jobsOn(runner, suites, by) {
	switch (by) {
		case "suite": return suites.map(({ suite, groups }) => jobOf(runner, suite, {
			groups,
			only: [`${suite}/*`]
		}));
		case "gpus": return jobsByCount(runner, suites);
		case "testbed": return shardsOn(runner, suites);
		default: return by;
	}
}
function jobsByCount(runner, suites) {
	const groups = suites.flatMap((placed) => placed.groups);
	return [...Map.groupBy(groups, ({ gpus }) => gpus)].toSorted(([one], [other]) => one - other).map(([count, own]) => jobOf(runner, `${runner.name}-${count}-gpus`, {
		groups: own,
		only: own.flatMap((group) => patternsOf(group))
	}));
}
function patternsOf({ cases: [first] }) {
	return first ? [first.id] : [];
}
function shardsOn(runner, suites) {
	const groups = suites.flatMap((placed) => placed.groups);
	const of = Math.min(runner.count, groups.length);
	const only = suites.map(({ suite }) => `${suite}/*`);
	return Array.from({ length: of }, (_, index) => {
		return {
			...jobOf(runner, of === 1 ? runner.name : `${runner.name}-${index + 1}`, {
				groups,
				only
			}),
			shard: `${index + 1}/${of}`
		};
	});
}
function jobOf(runner, name, { groups, only }) {
	return {
		name,
		runner: runner.name,
		"runs-on": runner.labels,
		gpus: Math.min(runner.gpus, Math.max(...groups.map(({ gpus }) => gpus))),
		only: only.join("\n"),
		shard: "1/1"
	};
}

// src/domain/parse-selection.ts
const mostShards = 1024;
function parseSelection(only, shard) {
	const patterns = only.map((pattern) => pattern.trim()).filter((pattern) => pattern !== "");
	const part = shard === null ? null : parseShard(shard);
	const isWhole = part === null || part.of === 1;
	if (patterns.length === 0 && isWhole) return null;
	return {
		only: patterns,
		shard: isWhole ? null : part
	};
}
function parseShard(text) {
	const [, first = "", second = ""] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text.trim()) ?? [];
	const [index, of] = [Number(first), Number(second)];
	if (first !== "" && index <= of && of <= mostShards) return {
		index,
		of
	};
	throw new UserError(`${JSON.stringify(text)} is no shard`, "Write i/n, such as 2/5 for the second of five; the first is 1.");
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

// src/io/seal.ts
function seal(text, secret) {
	return `${markOf(text, secret)} ${text}`;
}
function unseal(sealed, secret) {
	const [, mark, text] = /^([0-9a-f]{64}) (.+)$/su.exec(sealed) ?? [];
	if (mark === void 0 || text === void 0) return null;
	return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(text, secret))) ? text : null;
}
function markOf(text, secret) {
	return createHmac("sha256", secret).update(text).digest("hex");
}

// src/wiring/pending-check.ts
const mostBytes = 9e4;
const tooLong = "The report of this run is too long to be told after its end; it lies in the run folder.";
function createPendingCheck(token) {
	return {
		keep: (check) => {
			if (token === null) return;
			const text = JSON.stringify(check);
			const fitting = Buffer.byteLength(text) <= mostBytes ? text : JSON.stringify({
				...check,
				summary: tooLong
			});
			stepState.pendingCheck.write(seal(fitting, token));
		},
		settle: () => {
			if (token !== null) stepState.pendingCheck.write("");
		}
	};
}
function readPendingCheck(token) {
	const text = unseal(stepState.pendingCheck.read(), token);
	return text === null ? null : JSON.parse(text);
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

// src/domain/commands/commanded.ts
function isPartial({ suite, compare }) {
	return suite !== null || compare !== null;
}
function partialCheckName(name, { suite, compare }) {
	if (compare !== null) return `${name} / against ${compare.slice(0, 7)}`;
	return suite === null ? name : `${name} / ${suite}`;
}

// src/steps/check-name.ts
function checkNameFor(configPath) {
	return basename(configPath, extname(configPath)).slice(0, 100);
}

// src/steps/only-suites.ts
function onlySuites(config, names) {
	const configured = Object.keys(config.suites);
	const unknown = names.filter((name) => !configured.includes(name));
	if (unknown.length > 0) throw new UserError(`the config has no suite ${unknown.join(", ")}`, `It has: ${configured.join(", ")}.`);
	const suites = Object.fromEntries(Object.entries(config.suites).filter(([name]) => names.includes(name)));
	return {
		...config,
		suites,
		requirements: config.requirements.filter((item) => names.includes(item.suite))
	};
}

// src/steps/commanded-config.ts
const askedLabel = "asked";
function commandedConfig(config, commanded) {
	if (commanded?.suite) return onlySuites(config, [commanded.suite]);
	if (!commanded?.compare) return config;
	const { revision } = config.suites;
	if (!revision) throw new UserError("the config has no suite revision, by which a commit could be compared", "Add one under suites; docs/suites.md explains it.");
	return {
		...config,
		revisions: {
			...config.revisions,
			[askedLabel]: { ref: commanded.compare }
		},
		suites: { revision: {
			...revision,
			against: [askedLabel],
			minSpeedup: {}
		} },
		requirements: []
	};
}
function checkNameOf(configPath, { commanded }) {
	const name = checkNameFor(configPath);
	return commanded && isPartial(commanded) ? partialCheckName(name, commanded) : name;
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
	async writeBytes(path, content, maxBytes) {
		await mkdir(dirname(path), { recursive: true });
		const file = await open(path, "w");
		let size = 0;
		try {
			for await (const chunk of content) {
				size += chunk.length;
				if (size > maxBytes) throw new UserError(`${path} would have more than ${maxBytes} bytes`, "Give a smaller file.");
				await file.write(chunk);
			}
		} catch (error) {
			await rm(path, { force: true });
			throw error;
		} finally {
			await file.close();
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

// src/io/run-id.ts
function newRunId(now = /* @__PURE__ */ new Date()) {
	return `${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}-${randomBytes(3).toString("hex")}`;
}

// src/steps/complete-check.ts
async function completeCheck({ conclusion, ...said }, { gitHub, pending }) {
	const check = {
		...said,
		state: {
			status: "completed",
			conclusion
		}
	};
	pending?.keep(check);
	const written = await gitHub.upsertCheckRun(check);
	pending?.settle();
	return written;
}

// src/steps/announce.ts
async function announce({ name, headCommit, identity }, { gitHub, logger }) {
	const said = {
		title: "Measuring …",
		summary: "The benchmarks are being measured. This check is completed when they are judged."
	};
	try {
		await gitHub.upsertCheckRun({
			name,
			headCommit,
			...identity,
			...said,
			state: { status: "in_progress" }
		});
	} catch (error) {
		if (!(error instanceof OutageError)) throw error;
		logger.warning(`${error.message} The run goes on without an open check, which is written when it is judged.`);
	}
}
async function completeWithError(announced, error, isCancelled, ports) {
	const { name, headCommit, identity } = announced;
	const isUnable = error instanceof NoDeviceError;
	const conclusion = isCancelled || isUnable ? "neutral" : "failure";
	const title = isCancelled ? "Cancelled before there was a result" : titleOf(isUnable);
	try {
		await completeCheck({
			name,
			headCommit,
			...identity,
			title,
			summary: errorText(error),
			conclusion
		}, ports);
	} catch (second) {
		ports.logger.warning(`The check could not be completed: ${second instanceof Error ? second.message : String(second)}`);
	}
}
function titleOf(isUnable) {
	return isUnable ? "Could not tell: this runner has no GPU" : "Could not be measured";
}
function errorText(error) {
	const hint = error instanceof UserError || error instanceof EnvironmentError ? `\n\n${error.hint}` : "";
	const text = `${error instanceof Error ? error.message : String(error)}${hint}`;
	return `\`\`\`text\n${neutraliseMessage(text, 2e4).replaceAll("```", "'''")}\n\`\`\``;
}

// src/steps/under-check.ts
async function underCheck(announcement, signal, ports, work) {
	const { gitHub, logger, pending = null } = ports;
	if (!gitHub) return await work();
	await announce(announcement, {
		gitHub,
		logger
	});
	try {
		return await work();
	} catch (error) {
		await completeWithError(announcement, error, signal.aborted, {
			gitHub,
			logger,
			pending
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
	const name = checkNameOf(configPath, context);
	return {
		name,
		headCommit,
		identity: {
			externalId: `${name}:${context.runKey}`,
			detailsUrl: url
		}
	};
}

export { OutageError as A, caseId as C, modeNames as D, modeForEvent as E, UserError as M, EnvironmentError as O, axesText as S, isModeName as T, neutraliseMessage as _, diskFileStore as a, matrixKeys as b, onlySuites as c, partialCheckName as d, cancelOnSignals as f, neutraliseLine as g, neutralise as h, newRunId as i, RevisionError as j, NoDeviceError as k, checkNameFor as l, readPendingCheck as m, underCheck as n, checkNameOf as o, createPendingCheck as p, completeCheck as r, commandedConfig as s, publishUnderCheck as t, isPartial as u, parseSelection as v, matchesAxes as w, comparedTogether as x, jobMatrix as y };