import { SupersededError, UserError } from "./core.js";
import { array, number, object, record, string, unknown } from "./zod.js";
import { isCommitId, parseCopiedPull, parseQueueBranch, sanitizeMessage } from "./foundation.js";
import { matrixKeys, modeNames, parseSelection, usualConfig } from "./choices.js";
import * as os from "os";
import { EOL } from "os";
import * as crypto from "crypto";
import * as fs from "fs";
import { constants, existsSync, promises, readFileSync } from "fs";

// node_modules/@actions/core/lib/utils.js
function toCommandValue(input) {
	if (input === null || input === void 0) return "";
	else if (typeof input === "string" || input instanceof String) return input;
	return JSON.stringify(input);
}
function toCommandProperties(annotationProperties) {
	if (!Object.keys(annotationProperties).length) return {};
	return {
		title: annotationProperties.title,
		file: annotationProperties.file,
		line: annotationProperties.startLine,
		endLine: annotationProperties.endLine,
		col: annotationProperties.startColumn,
		endColumn: annotationProperties.endColumn
	};
}

// node_modules/@actions/core/lib/command.js
function issueCommand(command, properties, message) {
	const cmd = new Command(command, properties, message);
	process.stdout.write(cmd.toString() + os.EOL);
}
const CMD_STRING = "::";
var Command = class {
	constructor(command, properties, message) {
		if (!command) command = "missing.command";
		this.command = command;
		this.properties = properties;
		this.message = message;
	}
	toString() {
		let cmdStr = CMD_STRING + this.command;
		if (this.properties && Object.keys(this.properties).length > 0) {
			cmdStr += " ";
			let first = true;
			for (const key in this.properties) if (this.properties.hasOwnProperty(key)) {
				const val = this.properties[key];
				if (val) {
					if (first) first = false;
					else cmdStr += ",";
					cmdStr += `${key}=${escapeProperty(val)}`;
				}
			}
		}
		cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
		return cmdStr;
	}
};
function escapeData(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
function escapeProperty(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
}

// node_modules/@actions/core/lib/file-command.js
function issueFileCommand(command, message) {
	const filePath = process.env[`GITHUB_${command}`];
	if (!filePath) throw new Error(`Unable to find environment variable for file command ${command}`);
	if (!fs.existsSync(filePath)) throw new Error(`Missing file at path: ${filePath}`);
	fs.appendFileSync(filePath, `${toCommandValue(message)}${os.EOL}`, { encoding: "utf8" });
}
function prepareKeyValueMessage(key, value) {
	const delimiter = `ghadelimiter_${crypto.randomUUID()}`;
	const convertedValue = toCommandValue(value);
	if (key.includes(delimiter)) throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
	if (convertedValue.includes(delimiter)) throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
	return `${key}<<${delimiter}${os.EOL}${convertedValue}${os.EOL}${delimiter}`;
}

// node_modules/@actions/core/lib/summary.js
var __awaiter$1 = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
const { access, appendFile, writeFile } = promises;
const SUMMARY_ENV_VAR = "GITHUB_STEP_SUMMARY";
var Summary = class {
	constructor() {
		this._buffer = "";
	}
	filePath() {
		return __awaiter$1(this, void 0, void 0, function* () {
			if (this._filePath) return this._filePath;
			const pathFromEnv = process.env[SUMMARY_ENV_VAR];
			if (!pathFromEnv) throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
			try {
				yield access(pathFromEnv, constants.R_OK | constants.W_OK);
			} catch (_a) {
				throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
			}
			this._filePath = pathFromEnv;
			return this._filePath;
		});
	}
	wrap(tag, content, attrs = {}) {
		const htmlAttrs = Object.entries(attrs).map(([key, value]) => ` ${key}="${value}"`).join("");
		if (!content) return `<${tag}${htmlAttrs}>`;
		return `<${tag}${htmlAttrs}>${content}</${tag}>`;
	}
	write(options) {
		return __awaiter$1(this, void 0, void 0, function* () {
			const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
			const filePath = yield this.filePath();
			yield (overwrite ? writeFile : appendFile)(filePath, this._buffer, { encoding: "utf8" });
			return this.emptyBuffer();
		});
	}
	clear() {
		return __awaiter$1(this, void 0, void 0, function* () {
			return this.emptyBuffer().write({ overwrite: true });
		});
	}
	stringify() {
		return this._buffer;
	}
	isEmptyBuffer() {
		return this._buffer.length === 0;
	}
	emptyBuffer() {
		this._buffer = "";
		return this;
	}
	addRaw(text, addEOL = false) {
		this._buffer += text;
		return addEOL ? this.addEOL() : this;
	}
	addEOL() {
		return this.addRaw(EOL);
	}
	addCodeBlock(code, lang) {
		const attrs = Object.assign({}, lang && { lang });
		const element = this.wrap("pre", this.wrap("code", code), attrs);
		return this.addRaw(element).addEOL();
	}
	addList(items, ordered = false) {
		const tag = ordered ? "ol" : "ul";
		const listItems = items.map((item) => this.wrap("li", item)).join("");
		const element = this.wrap(tag, listItems);
		return this.addRaw(element).addEOL();
	}
	addTable(rows) {
		const tableBody = rows.map((row) => {
			const cells = row.map((cell) => {
				if (typeof cell === "string") return this.wrap("td", cell);
				const { header, data, colspan, rowspan } = cell;
				const tag = header ? "th" : "td";
				const attrs = Object.assign(Object.assign({}, colspan && { colspan }), rowspan && { rowspan });
				return this.wrap(tag, data, attrs);
			}).join("");
			return this.wrap("tr", cells);
		}).join("");
		const element = this.wrap("table", tableBody);
		return this.addRaw(element).addEOL();
	}
	addDetails(label, content) {
		const element = this.wrap("details", this.wrap("summary", label) + content);
		return this.addRaw(element).addEOL();
	}
	addImage(src, alt, options) {
		const { width, height } = options || {};
		const attrs = Object.assign(Object.assign({}, width && { width }), height && { height });
		const element = this.wrap("img", null, Object.assign({
			src,
			alt
		}, attrs));
		return this.addRaw(element).addEOL();
	}
	addHeading(text, level) {
		const tag = `h${level}`;
		const allowedTag = [
			"h1",
			"h2",
			"h3",
			"h4",
			"h5",
			"h6"
		].includes(tag) ? tag : "h1";
		const element = this.wrap(allowedTag, text);
		return this.addRaw(element).addEOL();
	}
	addSeparator() {
		const element = this.wrap("hr", null);
		return this.addRaw(element).addEOL();
	}
	addBreak() {
		const element = this.wrap("br", null);
		return this.addRaw(element).addEOL();
	}
	addQuote(text, cite) {
		const attrs = Object.assign({}, cite && { cite });
		const element = this.wrap("blockquote", text, attrs);
		return this.addRaw(element).addEOL();
	}
	addLink(text, href) {
		const element = this.wrap("a", text, { href });
		return this.addRaw(element).addEOL();
	}
};
const _summary = new Summary();
const summary = _summary;

// node_modules/@actions/core/lib/core.js
var __awaiter = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
var ExitCode;
(function(ExitCode) {
	ExitCode[ExitCode["Success"] = 0] = "Success";
	ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
function setSecret(secret) {
	issueCommand("add-mask", {}, secret);
}
function getInput(name, options) {
	const val = process.env[`INPUT_${name.replace(/ /g, "_").toUpperCase()}`] || "";
	if (options && options.required && !val) throw new Error(`Input required and not supplied: ${name}`);
	if (options && options.trimWhitespace === false) return val;
	return val.trim();
}
function setOutput(name, value) {
	if (process.env["GITHUB_OUTPUT"] || "") return issueFileCommand("OUTPUT", prepareKeyValueMessage(name, value));
	process.stdout.write(os.EOL);
	issueCommand("set-output", { name }, toCommandValue(value));
}
function setFailed(message) {
	process.exitCode = ExitCode.Failure;
	error(message);
}
function debug(message) {
	issueCommand("debug", {}, message);
}
function error(message, properties = {}) {
	issueCommand("error", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function warning(message, properties = {}) {
	issueCommand("warning", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function notice(message, properties = {}) {
	issueCommand("notice", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function info(message) {
	process.stdout.write(message + os.EOL);
}
function saveState(name, value) {
	if (process.env["GITHUB_STATE"] || "") return issueFileCommand("STATE", prepareKeyValueMessage(name, value));
	issueCommand("save-state", { name }, toCommandValue(value));
}
function getState(name) {
	return process.env[`STATE_${name}`] || "";
}

// node_modules/@actions/github/lib/context.js
var Context = class {
	constructor() {
		var _a, _b, _c;
		this.payload = {};
		if (process.env.GITHUB_EVENT_PATH) {
			if (existsSync(process.env.GITHUB_EVENT_PATH)) this.payload = JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, { encoding: "utf8" }));
			else {
				const path = process.env.GITHUB_EVENT_PATH;
				process.stdout.write(`GITHUB_EVENT_PATH ${path} does not exist${EOL}`);
			}
		}
		this.eventName = process.env.GITHUB_EVENT_NAME;
		this.sha = process.env.GITHUB_SHA;
		this.ref = process.env.GITHUB_REF;
		this.workflow = process.env.GITHUB_WORKFLOW;
		this.action = process.env.GITHUB_ACTION;
		this.actor = process.env.GITHUB_ACTOR;
		this.job = process.env.GITHUB_JOB;
		this.runAttempt = parseInt(process.env.GITHUB_RUN_ATTEMPT, 10);
		this.runNumber = parseInt(process.env.GITHUB_RUN_NUMBER, 10);
		this.runId = parseInt(process.env.GITHUB_RUN_ID, 10);
		this.apiUrl = (_a = process.env.GITHUB_API_URL) !== null && _a !== void 0 ? _a : `https://api.github.com`;
		this.serverUrl = (_b = process.env.GITHUB_SERVER_URL) !== null && _b !== void 0 ? _b : `https://github.com`;
		this.graphqlUrl = (_c = process.env.GITHUB_GRAPHQL_URL) !== null && _c !== void 0 ? _c : `https://api.github.com/graphql`;
	}
	get issue() {
		const payload = this.payload;
		return Object.assign(Object.assign({}, this.repo), { number: (payload.issue || payload.pull_request || payload).number });
	}
	get repo() {
		if (process.env.GITHUB_REPOSITORY) {
			const [owner, repo] = process.env.GITHUB_REPOSITORY.split("/");
			return {
				owner,
				repo
			};
		}
		if (this.payload.repository) return {
			owner: this.payload.repository.owner.login,
			repo: this.payload.repository.name
		};
		throw new Error("context.repo requires a GITHUB_REPOSITORY environment variable like 'owner/repo'");
	}
};

// node_modules/@actions/github/lib/github.js
const context = new Context();

// src/action/action-step.ts
function openProcessStep() {
	const runner = {
		debug,
		info,
		notice,
		warning,
		error,
		getInput,
		setSecret,
		setOutput,
		setFailed,
		saveState,
		getState,
		writeSummary
	};
	return {
		env: process.env,
		cwd: () => process.cwd(),
		event: context,
		runner
	};
}
async function writeSummary(markdown) {
	await summary.addRaw(markdown).write({ overwrite: true });
}

// src/action/event-payload.ts
const text = string().nullish().transform((value) => value || null);
const textOrEmpty = string().nullish().transform((value) => value ?? "");
const count = number().int().positive();
const repositoryId = object({ id: number().int().nullish() }).nullish().transform((repository) => repository?.id ?? null);
const branchTip = object({
	sha: text,
	ref: text,
	repo: repositoryId
}).nullish().transform((tip) => tip ?? {
	sha: null,
	ref: null,
	repo: null
});
const pull = object({
	number: count,
	head: branchTip,
	base: branchTip
});
const pulls = array(pull).nullish().transform((list) => list ?? []);
const requestedCheck = object({
	head_sha: text,
	pull_requests: pulls
});
const schemas = {
	action: string(),
	ref: textOrEmpty,
	after: text,
	repository: object({
		id: number().int().nullish(),
		default_branch: text
	}),
	changes: object({ base: unknown().optional() }),
	comment: object({
		id: count,
		body: textOrEmpty,
		user: object({ type: text }).nullish()
	}),
	review: unknown(),
	issue: object({
		number: count,
		pull_request: unknown().optional()
	}),
	inputs: record(string(), unknown()),
	pull_request: pull,
	merge_group: object({
		head_ref: textOrEmpty,
		head_sha: text,
		base_sha: text
	}),
	check_run: requestedCheck,
	check_suite: requestedCheck,
	workflow_run: object({
		event: textOrEmpty,
		head_sha: text,
		head_branch: textOrEmpty,
		html_url: textOrEmpty,
		conclusion: text,
		run_attempt: count.nullish(),
		head_repository: repositoryId,
		pull_requests: pulls
	})
};
function readPart(payload, name) {
	const value = payload[name];
	if (value === void 0 || value === null) return null;
	const result = schemas[name].safeParse(value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	throw new UserError(`the event payload differs from the documentation of GitHub at ${[name, ...issue?.path ?? []].join(".")}: ${issue?.message ?? "unknown value"}`, "Check which program writes the file that GITHUB_EVENT_PATH names.");
}

// src/action/event.ts
const none = {
	baseCommit: null,
	pullRequest: null,
	measuredBy: null
};
function readEvent({ env, cwd, event: context }) {
	if (!env["GITHUB_EVENT_NAME"]) throw new UserError("GITHUB_EVENT_NAME is not set, so this is not a step of a GitHub workflow", "Outside of GitHub, use the command line: `warpgauge run`.");
	const [owner, name] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
	const repository = owner && name ? {
		owner,
		name
	} : null;
	const { serverUrl, runId, eventName: event, ref, payload } = context;
	const runUrl = repository ? `${serverUrl}/${repository.owner}/${repository.name}/actions/runs/${runId}` : null;
	return {
		event,
		repository,
		workspace: env["GITHUB_WORKSPACE"] ?? cwd(),
		runUrl,
		runKey: String(runId),
		runAttempt: Number(env["GITHUB_RUN_ATTEMPT"] ?? 1),
		...readBranches(event, ref, payload),
		...readCommits(context, runUrl)
	};
}
function readBranches(event, ref, payload) {
	const branch = /^refs\/heads\/(.+)$/u.exec(ref ?? "")?.[1];
	const defaultBranch = event === "schedule" ? branch : readPart(payload, "repository")?.default_branch;
	return {
		...branch && { branch },
		...defaultBranch && { defaultBranch }
	};
}
function readCommits(context, runUrl) {
	const { eventName: event, payload, ref, sha } = context;
	const tip = {
		...none,
		trust: "trusted",
		headCommit: sha || null
	};
	const ownTip = {
		...tip,
		measuredBy: describeThisRun({
			event,
			head: tip.headCommit,
			runUrl
		})
	};
	const readers = {
		pull_request: () => readPullRequest(context, runUrl),
		pull_request_target: () => readPullRequest(context, runUrl),
		pull_request_review: () => readPullRequest(context, runUrl),
		pull_request_review_comment: () => readPullRequest(context, runUrl),
		merge_group: () => readMergeGroup(payload, runUrl),
		push: () => readCopiedBranch(payload, runUrl),
		check_run: () => readRerequestedCheck("check_run", payload, tip.headCommit),
		check_suite: () => readRerequestedCheck("check_suite", payload, tip.headCommit),
		workflow_run: () => ({
			...none,
			trust: "trusted",
			headCommit: null,
			measuredBy: readMeasuringRun(payload)
		}),
		issue_comment: () => ({
			...tip,
			comment: readCommentEvent(payload)
		}),
		workflow_dispatch: () => readCommandedRun(payload, runUrl) ?? {
			...ownTip,
			...readAsker(payload)
		}
	};
	if (Object.hasOwn(readers, event)) return readers[event]?.() ?? ownTip;
	if (ref?.startsWith("refs/pull/") || ["deployment", "deployment_status"].includes(event)) throw new UserError(`the event ${event} does not identify the author of its code`, "Use the event pull_request for pull requests, and push or workflow_dispatch for merged code.");
	return ownTip;
}
function readMergeGroup(payload, runUrl) {
	const group = readPart(payload, "merge_group");
	const headBranch = (group?.head_ref ?? "").replace("refs/heads/", "");
	const queue = parseQueueBranch(headBranch);
	const headCommit = group?.head_sha ?? null;
	return {
		trust: "collaborator",
		headCommit,
		baseCommit: group?.base_sha ?? null,
		pullRequest: null,
		measuredBy: describeThisRun({
			event: "merge_group",
			head: headCommit,
			headBranch,
			runUrl
		}),
		...queue && { queuedPull: queue.pullRequest }
	};
}
function readCopiedBranch(payload, runUrl) {
	const headBranch = (readPart(payload, "ref") ?? "").replace("refs/heads/", "");
	const pullRequest = parseCopiedPull(headBranch);
	if (pullRequest === null) return null;
	const baseBranch = readPart(payload, "repository")?.default_branch;
	const headCommit = readPart(payload, "after");
	const measuredBy = describeThisRun({
		event: "push",
		head: headCommit,
		headBranch,
		runUrl
	});
	return {
		...none,
		trust: "collaborator",
		headCommit,
		pullRequest,
		measuredBy,
		...baseBranch && { baseBranch }
	};
}
function readPullRequest({ eventName: event, payload, sha }, runUrl) {
	const pull = readPart(payload, "pull_request");
	if (!pull) throw new UserError("the event has no pull_request", "Start this workflow by the event pull_request.");
	if (readPart(payload, "action") === "edited" && !readPart(payload, "changes")?.base && !readPart(payload, "comment") && !readPart(payload, "review")) throw new SupersededError("only the title or text of the pull request changed, not its commits or base", "Its check stays valid. Workflows for `edited` need a condition: docs/gate.md.");
	const { number: pullRequest, head } = pull;
	const headRepositoryId = head.repo ?? 0;
	const isAtMerge = event !== "pull_request_target" && isCommitId(sha ?? "");
	return {
		...toCommits(pull),
		...isAtMerge && { mergeCommit: sha },
		pullRequest,
		measuredBy: describeThisRun({
			event,
			head: head.sha,
			headRepositoryId,
			runUrl
		})
	};
}
function toCommits({ head, base }) {
	return {
		trust: head.repo && head.repo === base.repo ? "collaborator" : "stranger",
		headCommit: head.sha,
		baseCommit: base.sha,
		...base.ref && { baseBranch: base.ref }
	};
}
function describeThisRun({ head, runUrl, ...known }) {
	if (head === null) return null;
	return {
		headRepositoryId: 0,
		headBranch: "",
		conclusion: null,
		...known,
		headCommit: head,
		url: runUrl ?? ""
	};
}
function readMeasuringRun(payload) {
	const run = readPart(payload, "workflow_run");
	const headCommit = run?.head_sha ?? null;
	if (run === null || headCommit === null) throw new UserError("the event has no workflow_run", "Start the publishing workflow by the event workflow_run.");
	const repository = readPart(payload, "repository")?.id;
	const isBeginning = (readPart(payload, "action") ?? "completed") !== "completed";
	const [pull, ...others] = run.pull_requests.filter(({ base }) => base.repo !== null && base.repo === repository);
	return {
		event: run.event,
		headCommit,
		headRepositoryId: run.head_repository ?? 0,
		headBranch: run.head_branch,
		conclusion: run.conclusion,
		url: run.html_url,
		...isBeginning && { isBeginning },
		...run.run_attempt && { attempt: run.run_attempt },
		...pull !== void 0 && others.length === 0 && { pullRequest: pull.number }
	};
}
function readRerequestedCheck(event, payload, tip) {
	const requested = readPart(payload, event);
	const action = readPart(payload, "action");
	if (action !== "rerequested") throw new UserError(`the event ${event} of the type ${action ?? "unknown"} requests no run`, `Use \`${event}: types: [rerequested]\` only; other types would start the workflow for each check of warpgauge.`);
	const headCommit = requested?.head_sha ?? null;
	const pull = requested?.pull_requests.find(({ head }) => head.sha === headCommit);
	if (pull !== void 0) return {
		...toCommits(pull),
		pullRequest: pull.number,
		measuredBy: null
	};
	if (headCommit === tip) return null;
	throw new UserError(`the event does not name the pull request of commit ${headCommit?.slice(0, 7)}`, "For a fork write /warpgauge run on the pull request; otherwise push again.");
}
function readCommentEvent(payload) {
	const [comment, issue] = [readPart(payload, "comment"), readPart(payload, "issue")];
	if (!comment || !issue) throw new UserError("the event has no comment", "Start this workflow by issue_comment.");
	return {
		id: comment.id,
		body: comment.body,
		isNew: readPart(payload, "action") === "created",
		isByPerson: comment.user?.type === "User",
		issue: issue.number,
		isPullRequest: Boolean(issue.pull_request)
	};
}
const commit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;
const commentId = /^\d{1,19}$/u;
const issueNumber = /^[1-9]\d{0,9}$/u;
const byComment = "Let the comment command start this workflow.";
function readCommandedRun(payload, runUrl) {
	const read = createInputReader(payload);
	const require = (name, form) => {
		const value = read(name, form);
		if (value !== null) return value;
		throw new UserError(`this dispatch has the input pull-request but not ${name}`, byComment);
	};
	const pullRequest = read("pull-request", issueNumber);
	if (pullRequest === null) return null;
	const head = require("head", commit);
	const headRepositoryId = Number(require("head-repository", /^\d{1,15}$/u));
	const comment = read("comment", commentId);
	return {
		trust: read("fork", /^(?:true|false)$/u) === "false" ? "collaborator" : "stranger",
		headCommit: head,
		baseCommit: require("base", commit),
		pullRequest: Number(pullRequest),
		measuredBy: describeThisRun({
			event: "pull_request",
			head,
			headRepositoryId,
			runUrl
		}),
		commanded: {
			comment: comment === null ? null : Number(comment),
			suite: read("suite", /^[a-z0-9][a-z0-9._-]{0,63}$/u),
			compare: read("compare", commit)
		}
	};
}
function readAsker(payload) {
	const read = createInputReader(payload);
	const [comment, issue] = [read("comment", commentId), read("issue", issueNumber)];
	return comment === null || issue === null ? {} : { asker: {
		comment: Number(comment),
		issue: Number(issue)
	} };
}
function createInputReader(payload) {
	const inputs = readPart(payload, "inputs") ?? {};
	return (name, form) => {
		const value = inputs[name];
		if (value === void 0 || value === "") return null;
		if (typeof value === "string" && form.test(value)) return value;
		throw new UserError(`the input ${name} of this dispatch has an invalid value`, byComment);
	};
}

// src/action/inputs.ts
const refreshWays = ["pull-request", "commit"];
function readInputs(runner) {
	const problems = [];
	const read = (name) => runner.getInput(name) || null;
	const readLines = (name) => (read(name) ?? "").split("\n").map((line) => line.trim()).filter((line) => line !== "");
	const readFlag = (name) => {
		const value = read(name) ?? "false";
		if (value !== "true" && value !== "false") problems.push(`${name}: "${value}" is neither true nor false`);
		return value === "true";
	};
	const readName = (name, names, listed = names) => {
		const text = read(name) ?? names[0];
		const found = names.find((one) => one === text);
		if (found === void 0) problems.push(`${name}: "${text}" is not one of ${listed.join(", ")}`);
		return found ?? names[0];
	};
	const token = read("token");
	if (token !== null) runner.setSecret(token);
	const mode = readName("mode", ["auto", ...modeNames]);
	const config = read("config") ?? ".github/warpgauge.yml";
	if (config.startsWith("/") || config.split("/").includes("..")) problems.push(`config: "${config}" is not a path inside the repository`);
	const planBy = readName("by", [
		"testbed",
		...matrixKeys,
		"none"
	], [...matrixKeys, "none"]);
	const inputs = {
		mode,
		config,
		token,
		runFolder: read("run-folder"),
		runFolders: readLines("run-folder"),
		allowForks: readFlag("allow-forks"),
		resume: readFlag("resume"),
		isMeasured: readFlag("measured"),
		isSkipped: readFlag("skipped"),
		measureResult: read("result"),
		reason: read("reason"),
		prune: (read("prune") ?? "").split(/[\s,]+/u).filter((id) => id !== ""),
		refreshBy: readName("refresh-by", refreshWays),
		planBy: planBy === "none" ? null : planBy,
		selection: parseSelection(readLines("only")),
		bisect: {
			good: read("good"),
			bad: read("bad"),
			suite: read("suite"),
			cases: readLines("only"),
			metric: read("metric"),
			history: read("history"),
			isFirstParent: readFlag("first-parent")
		}
	};
	if (problems.length === 0) return inputs;
	throw new UserError(`inputs of the action: ${problems.join("; ")}`, "Correct the values under `with:`; action.yml lists all inputs.");
}

// src/action/outputs.ts
function createActionsLogger(runner) {
	return {
		debug: (message) => runner.debug(sanitizeMessage(message)),
		info: (message) => runner.info(sanitizeMessage(message)),
		notice: (message) => runner.notice(sanitizeMessage(message)),
		warning: (message) => runner.warning(sanitizeMessage(message)),
		error: (message) => runner.error(sanitizeMessage(message))
	};
}
function createSummaryWriter(runner, logger) {
	return async (markdown) => {
		try {
			await runner.writeSummary(markdown);
			return true;
		} catch (error) {
			logger.warning(`The job summary was not written: ${error instanceof Error ? error.message : String(error)}`);
			return false;
		}
	};
}
function failStep(runner, message) {
	runner.setFailed(sanitizeMessage(message));
}
function setOutputs(runner, outputs) {
	for (const [name, value] of Object.entries(outputs)) runner.setOutput(name, value);
}
function writeOutputs(runner, { report, receipts, runFolder }, failsOnVerdict) {
	const check = receipts.find(({ kind }) => kind === "check-run");
	setOutputs(runner, {
		verdict: report.verdict,
		conclusion: check?.conclusion === void 0 ? report.conclusion : check.conclusion ?? "",
		"run-folder": runFolder,
		"check-url": check?.url ?? "",
		"comment-url": receipts.find(({ kind }) => kind === "sticky-comment")?.url ?? ""
	});
	if (check?.status === "refused") failStep(runner, `The check run was not written: ${check.problem}`);
	else if (failsOnVerdict && report.conclusion === "failure") failStep(runner, report.sentence);
}

export { Context, createActionsLogger, createSummaryWriter, failStep, openProcessStep, readEvent, readInputs, setOutputs, writeOutputs };