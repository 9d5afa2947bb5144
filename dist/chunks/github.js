import { EnvironmentError, OutageError, UserError, attempt } from "./core.js";
import { hasFinalMarker, isCommitId, isCommitPrefix, isOwnExternalId, sleepUntilAborted, systemClock } from "./foundation.js";
import { Octokit, throttling } from "./octokit.js";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { randomUUID } from "node:crypto";

// src/io/github/octokit.ts
const Client = Octokit.plugin(throttling);
const hurriedTimeoutMs = 2e3;
const allHurriedMs = 3e3;
const maxLimitRetries = 2;
const maxWaitSeconds = 60;
const versionHeader = "x-github-api-version";
function createClient(options) {
	const { logger, token, apiUrl, requestTimeoutMs = 3e4, hurry } = options;
	const debug = (message) => logger.debug(message);
	const client = new Client({
		auth: token,
		baseUrl: apiUrl.replace(/\/+$/u, ""),
		userAgent: "warpgauge",
		log: {
			debug,
			info: debug,
			warn: debug,
			error: debug
		},
		request: { fetch: createFetch(createLimit(requestTimeoutMs, hurry)) },
		throttle: buildThrottleOptions(options)
	});
	client.hook.before("request", (request) => {
		request.headers[versionHeader] = "2022-11-28";
	});
	return client;
}
function createLimit(timeoutMs, hurry) {
	if (!hurry) return () => AbortSignal.timeout(timeoutMs);
	const deadline = new AbortController();
	const abort = () => deadline.abort(/* @__PURE__ */ new Error("the time limit was reached"));
	hurry.addEventListener("abort", () => setTimeout(abort, hurriedTimeoutMs).unref(), { once: true });
	let hurriedUntilMs = null;
	return () => {
		if (!hurry.aborted) return AbortSignal.any([AbortSignal.timeout(timeoutMs), deadline.signal]);
		const nowMs = performance.now();
		hurriedUntilMs ??= nowMs + allHurriedMs;
		return AbortSignal.timeout(Math.max(0, Math.min(hurriedTimeoutMs, Math.round(hurriedUntilMs - nowMs))));
	};
}
function buildThrottleOptions({ logger, hurry, throttle = {} }) {
	const { isPaced = true, secondMs = 1e3, queue: id = "all" } = throttle;
	const onLimit = (limit) => (seconds, request, _client, retries) => {
		const mayRetry = retries < maxLimitRetries && seconds <= maxWaitSeconds && !hurry?.aborted;
		const what = `${request.method} ${request.url} reached GitHub's ${limit} (retry after ${seconds} s)`;
		logger.warning(`${what}: ${mayRetry ? "waiting" : "giving up"}.`);
		return mayRetry;
	};
	const handlers = {
		onRateLimit: onLimit("rate limit"),
		onSecondaryRateLimit: onLimit("secondary rate limit")
	};
	const unpaced = { key: () => ({ schedule: (_options, job) => job() }) };
	const pacing = isPaced ? {} : {
		write: unpaced,
		notifications: unpaced
	};
	return Object.assign({
		...handlers,
		retryAfterBaseValue: secondMs,
		id
	}, pacing);
}
function createFetch(limit) {
	return async (url, init) => {
		const response = await fetchCompletely(url, init, limit());
		const headers = new Headers(init.headers);
		if (response.status !== 400 || !headers.has(versionHeader)) return response;
		headers.delete(versionHeader);
		return await fetchCompletely(url, {
			...init,
			headers
		}, limit());
	};
}
async function fetchCompletely(url, init, signal) {
	const response = await (await chooseFetch(url))(url, {
		...init,
		signal
	});
	const bytes = await response.arrayBuffer();
	const isBodyless = [
		204,
		205,
		304
	].includes(response.status);
	const headers = new Headers(response.headers);
	const wantsText = new Headers(init.headers).get("accept")?.includes("raw") ?? false;
	if (response.ok && !isBodyless) {
		refuseForeignBody(response, bytes, wantsText);
		if (!wantsText) headers.set("content-type", "application/json");
	}
	const complete = new Response(isBodyless ? null : bytes, {
		status: response.status,
		headers: [...headers]
	});
	return Object.defineProperty(complete, "url", { value: response.url });
}
function refuseForeignBody({ headers, status }, bytes, wantsText) {
	const type = headers.get("content-type") ?? "no content-type";
	if (!(wantsText ? !type.startsWith("text/html") : attempt(() => JSON.parse(new TextDecoder().decode(bytes)) ?? "") !== null)) throw new Error(`status ${status} with a body that is not JSON (${type})`);
}
async function chooseFetch(url) {
	const name = new URL(url).protocol === "https:" ? "https_proxy" : "http_proxy";
	if (!(process.env[name] ?? process.env[name.toUpperCase()])) return globalThis.fetch;
	return (await import("./octokit-proxy-fetch.js")).proxyFetch;
}

// src/io/github/connection.ts
const maxAttempts = 3;
var Connection = class {
	client;
	place;
	#options;
	constructor(options) {
		this.#options = options;
		this.client = createClient(options);
		this.place = {
			owner: options.owner,
			repo: options.repo
		};
	}
	async call(action, permission, send, { repeat = false, waits = true, isFleeting = false } = {}) {
		const { owner, repo, patience, hurry, logger, retryDelayMs = 1e3 } = this.#options;
		const attempt = {
			action,
			permission,
			repository: `${owner}/${repo}`
		};
		const mostAttempts = isFleeting ? 1 : maxAttempts;
		let mayExist = false;
		const sendSoon = async () => {
			for (let count = 1;; count += 1) try {
				return await send(mayExist);
			} catch (error) {
				if (!isRequestFailure(error)) throw error;
				const isLost = error.status >= 500;
				mayExist ||= isLost && error.request.method === "POST";
				if (!(isLost && (repeat || hasNoEffect(error)) && count < mostAttempts) || hurry?.aborted) throw translateFailure(error, attempt);
				logger.debug(`${error.request.method} ${error.request.url} was lost (${error.message}); sending it again.`);
				await setTimeout$1(retryDelayMs * count);
			}
		};
		return await (patience && waits && !isFleeting ? patience(sendSoon, repeat) : sendSoon());
	}
};
async function acceptRefusal(instead, isExpected, send) {
	try {
		return await send();
	} catch (error) {
		if (isRequestFailure(error) && isExpected(error)) return instead;
		throw error;
	}
}
function returnNullIfMissing(send) {
	return acceptRefusal(null, ({ status }) => status === 404 || status === 410, send);
}
function isRequestFailure(error) {
	return error instanceof Error && "status" in error && "request" in error;
}
function hasNoEffect(error) {
	if (error.request.method === "GET") return true;
	return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/u.test(collectErrorCodes(error));
}
function collectErrorCodes(error) {
	if (!(error instanceof Error)) return "";
	const inner = error instanceof AggregateError ? error.errors.map(collectErrorCodes).join(" ") : "";
	return `${"code" in error ? String(error.code) : ""} ${collectErrorCodes(error.cause)} ${inner}`;
}
function translateFailure(failure, attempt) {
	const { host } = new URL(failure.request.url);
	const reason = failure.message.replace(/ - https:\/\/docs\.\S*$/u, "");
	const could = `Could not ${attempt.action} in ${attempt.repository}`;
	const options = { cause: failure };
	if (failure.response === void 0) {
		const hint = `Check that this machine reaches ${host} (network, proxy variables, certificate), then run the job again.`;
		const message = `${could}: no answer from ${host}: ${reason}.`;
		return new OutageError(message, hint, {
			...options,
			retryAfterSeconds: null
		});
	}
	const described = [`${could}: GitHub answered ${failure.status}: ${reason}`, chooseHint(failure, attempt)];
	if (!isLimited(failure) && failure.status < 500) return new EnvironmentError(...described, options);
	const retryAfterSeconds = readRetryAfterSeconds(failure.response.headers);
	return new OutageError(...described, {
		...options,
		retryAfterSeconds
	});
}
function isLimited({ status, message }) {
	return status === 429 || /rate limit|abuse detection/iu.test(message);
}
function readRetryAfterSeconds(headers) {
	const after = Number(headers["retry-after"] ?? NaN);
	if (Number.isFinite(after)) return Math.max(0, after);
	if (String(headers["x-ratelimit-remaining"]) !== "0") return null;
	const reset = Number(headers["x-ratelimit-reset"] ?? NaN);
	return Number.isFinite(reset) ? Math.max(0, reset - Date.now() / 1e3) : null;
}
const statedReasons = [
	{
		when: /not permitted to create or approve/iu,
		hint: "Turn on Settings, Actions, General, \"Allow GitHub Actions to create and approve pull requests\" (in the organization first), or pass the token of an app."
	},
	{
		when: /is locked/iu,
		hint: "Unlock the conversation to get comments there; the verdict is in the check."
	},
	{
		when: /commenting is disabled/iu,
		hint: "GitHub takes no more comments there; the verdict is in the check."
	},
	{
		when: /was archived/iu,
		hint: "Unarchive the repository, or stop its workflows."
	},
	{
		when: /page not found/iu,
		hint: "This server lacks this part of the API of GitHub, as Gitea does. Use mode: check without token: the result of the job is the verdict (docs/runners.md)."
	},
	{
		when: /saml/iu,
		hint: "Authorize the token for the single sign-on of the organization, or use that of an app."
	},
	{
		when: /ip allow list/iu,
		hint: "Add the address of this machine to the IP allow list of the organization."
	},
	{
		when: /rule violations/iu,
		hint: "A ruleset forbids this write: exempt the branch, or the app of the token."
	}
];
function chooseHint(failure, { permission, repository }) {
	if (isLimited(failure)) return "Wait until the rate limit of this token resets, then run the job again; run fewer jobs at the same time.";
	const stated = statedReasons.find(({ when }) => when.test(failure.message));
	if (stated) return stated.hint;
	const grant = `give the job \`permissions: ${permission}\``;
	switch (failure.status) {
		case 401: return `Pass a valid token: GITHUB_TOKEN of the running job with \`${permission}\`; tokens of ended jobs are invalid, and tokens of an app expire after one hour. A long run can outlive its token: upload its run folder as an artifact and publish it from another job with mode: publish (docs/interruptions.md).`;
		case 403: return `Give the job \`permissions: ${permission}\`; a run for a fork or of Dependabot has a read-only token, so publish it from a workflow_run workflow.`;
		case 404: return `Check that ${repository} and the requested item exist, and ${grant}: GitHub returns 404 for what a token cannot read.`;
		case 422: return `Check that the commit was pushed to ${repository} and that the text is within GitHub's limits, and ${grant}.`;
		default: return "Look at https://www.githubstatus.com, then run the job again.";
	}
}
const firstPauseMs = 2e3;
const maxPauseMs = 6e4;
function createRetryPolicy({ clock, sleep, signal, logger, longestMinutes = 5 }) {
	let downSinceMs = null;
	let earlierMs = 0;
	let isSpent = false;
	const pauseAfter = (error, attempt) => {
		const nowMs = clock.readMonotonicMs();
		downSinceMs ??= nowMs;
		const ownMs = Math.min(maxPauseMs, firstPauseMs * 2 ** attempt);
		const pauseMs = Math.max(ownMs, (error.retryAfterSeconds ?? 0) * 1e3);
		const waitedMs = earlierMs + nowMs + pauseMs - downSinceMs;
		isSpent ||= waitedMs > longestMinutes * 6e4;
		return signal.aborted || isSpent ? null : pauseMs;
	};
	const endOutage = (attempt) => {
		if (attempt > 0) logger.info("GitHub is available again.");
		earlierMs += downSinceMs === null ? 0 : clock.readMonotonicMs() - downSinceMs;
		downSinceMs = null;
		isSpent = false;
	};
	return async (call, isRepeatable) => {
		for (let attempt = 0;; attempt += 1) try {
			const result = await call();
			endOutage(attempt);
			return result;
		} catch (error) {
			if (!(error instanceof OutageError)) {
				endOutage(attempt);
				throw error;
			}
			if (!isRepeatable && !(isRequestFailure(error.cause) && hasNoEffect(error.cause))) throw error;
			const pauseMs = pauseAfter(error, attempt);
			if (pauseMs === null && attempt > 0 && !signal.aborted) logger.warning(`GitHub was unavailable for the maximum waiting time of ${longestMinutes} minutes; giving up.`);
			if (pauseMs === null) throw error;
			if (attempt === 0) logger.warning(`${error.message} Retrying for up to ${longestMinutes} minutes.`);
			await sleep(pauseMs, signal);
		}
	};
}

// src/domain/commands/comment-answers.ts
const heading = "<!-- warpgauge-answers -->";
const maxBodyBytes = 65400;
function withAnswer(body, marker, answer) {
	const { report, answers } = split(body, marker);
	return join(report, [...answers.filter((line) => parseAnswerId(line) !== answer.id), formatAnswer(answer)], marker);
}
function keepAnswers(oldBody, newBody, marker) {
	const { answers } = split(oldBody, marker);
	return answers.length === 0 ? newBody : join(split(newBody, marker).report, answers, marker);
}
function hasAnswer(body, marker, answer) {
	return split(body, marker).answers.includes(formatAnswer(answer));
}
function split(body, marker) {
	const text = body.replaceAll("\r\n", "\n").trimEnd();
	const content = (text.endsWith(marker) ? text.slice(0, -marker.length) : text).trimEnd();
	const at = content.lastIndexOf(heading);
	if (at < 0) return {
		report: content,
		answers: []
	};
	const lines = content.slice(at + 26).split("\n");
	return {
		report: content.slice(0, at).trimEnd(),
		answers: lines.filter((line) => parseAnswerId(line) !== null)
	};
}
function join(report, answers, marker) {
	for (let kept = answers.slice(-5); kept.length > 0; kept = kept.slice(1)) {
		const body = [
			...report === "" ? [] : [report],
			`${heading}\n${kept.join("\n")}`,
			marker
		].join("\n\n");
		if (new TextEncoder().encode(body).length <= maxBodyBytes) return body;
	}
	return report === "" ? marker : `${report}\n\n${marker}`;
}
function formatAnswer({ id, line }) {
	return `- ${line.replaceAll(/[\r\n]+/g, " ")} <!-- answer:${id} -->`;
}
function parseAnswerId(line) {
	const id = /^- .* <!-- answer:(\d+) -->$/.exec(line)?.[1];
	return id === void 0 ? null : Number(id);
}

// src/io/github/commits.ts
const pageSize = 100;
const maxCommits = 250;
const maxTags = 5;
var Commits = class extends Connection {
	#files = /* @__PURE__ */ new Map();
	findCommit(ref) {
		return this.#read(`resolve ${ref}`, async () => {
			const { names, mayBeCommit } = parseName(ref);
			for (const name of names) {
				const found = await this.#readRef(name);
				if (found !== null) return await this.#peel(found);
			}
			return mayBeCommit ? await returnNullIfMissing(() => this.#readMergeBase(ref, ref)) : null;
		});
	}
	findMergeBase(base, head) {
		return this.#read(`compare ${base} with ${head}`, () => this.#readMergeBase(base, head));
	}
	isAncestor(commit, tip) {
		return this.#read(`compare ${commit} with ${tip}`, async () => await returnNullIfMissing(() => this.#readMergeBase(tip, commit)) === commit);
	}
	findBranchTip(branch, options = {}) {
		return this.call(`read the branch ${branch}`, "contents: read", async () => (await this.#readRef(`heads/${branch}`))?.sha ?? null, options);
	}
	readDefaultBranch() {
		return this.#read("read the repository", async () => (await this.client.rest.repos.get({ ...this.place })).data.default_branch);
	}
	listParents(commit) {
		return this.#read(`read the commit ${commit}`, async () => {
			const query = {
				...this.place,
				commit_sha: commit
			};
			return (await returnNullIfMissing(() => this.client.rest.git.getCommit(query)))?.data.parents.map(({ sha }) => sha) ?? null;
		});
	}
	readAt(commit, path) {
		const key = `${commit}:${path}`;
		const text = this.#files.get(key) ?? this.#readFile(commit, path);
		if (isCommitId(commit)) this.#files.set(key, text);
		text.catch(() => this.#files.delete(key));
		return text;
	}
	#readFile(commit, path) {
		const route = `GET /repos/{owner}/{repo}/contents/${path.split("/").map(encodeURIComponent).join("/")}`;
		const query = {
			...this.place,
			ref: commit,
			headers: { accept: "application/vnd.github.raw+json" }
		};
		return this.#read(`read ${path} at ${commit}`, async () => {
			const data = (await acceptRefusal(null, ({ status, message }) => status === 404 && !/no commit found/iu.test(message), () => this.client.request(route, query)))?.data;
			if (data instanceof ArrayBuffer) return new TextDecoder().decode(data);
			return typeof data === "string" ? data : null;
		});
	}
	listFiles(commit) {
		return this.#read(`list the files of ${commit}`, async () => {
			const { data } = await this.client.rest.git.getTree({
				...this.place,
				tree_sha: commit,
				recursive: "1"
			});
			if (data.truncated) return null;
			return data.tree.flatMap(({ path, mode, type, sha }) => type === "tree" ? [] : [{
				path,
				mode,
				id: sha
			}]);
		});
	}
	readLinkTarget(id) {
		return this.#read(`read the symbolic link ${id}`, async () => {
			const { data } = await this.client.rest.git.getBlob({
				...this.place,
				file_sha: id
			});
			return Buffer.from(data.content, "base64").toString("utf8");
		});
	}
	listDirectory(commit, directory) {
		return this.#read(`list ${directory}`, async () => {
			const query = {
				...this.place,
				path: directory,
				ref: commit
			};
			const found = await returnNullIfMissing(() => this.client.rest.repos.getContent(query));
			return Array.isArray(found?.data) ? found.data.map(({ name }) => name) : [];
		});
	}
	locateCommit(commit) {
		return this.#read(`read the commit ${commit}`, async () => {
			const query = {
				...this.place,
				sha: commit,
				per_page: 1
			};
			const { data, headers } = await this.client.rest.repos.listCommits(query);
			const last = /[?&]page=(\d+)[^>]*>; rel="last"/u.exec(headers.link ?? "")?.[1];
			const date = data[0]?.commit.committer?.date ?? data[0]?.commit.author?.date;
			if (date === void 0) throw new EnvironmentError(`GitHub states no date of the commit ${commit}, by which the history is ordered`, "Look at the commit on GitHub, and run the job again.");
			return {
				order: last === void 0 ? data.length : Number(last),
				committedAt: new Date(date).toISOString()
			};
		});
	}
	listBetween(good, bad) {
		const readPages = async () => {
			const commits = [];
			for (let page = 1;; page += 1) {
				const size = good === bad ? 1 : pageSize;
				const query = {
					...this.place,
					basehead: `${good}...${bad}`,
					per_page: size,
					page
				};
				const { commits: found, total_commits: total } = (await this.client.rest.repos.compareCommitsWithBasehead(query)).data;
				for (const { sha, commit } of found) {
					const [subject = ""] = commit.message.split("\n", 1);
					commits.push({
						commit: sha,
						subject,
						author: commit.author?.name ?? "unknown"
					});
				}
				if (found.length < pageSize || commits.length >= Math.min(total, maxCommits)) return {
					commits: commits.slice(0, maxCommits),
					total
				};
			}
		};
		return this.#read(`list the commits ${good}..${bad}`, () => returnNullIfMissing(readPages));
	}
	findLatestRelease() {
		return this.#read("read the latest release", () => returnNullIfMissing(async () => (await this.client.rest.repos.getLatestRelease(this.place)).data.tag_name));
	}
	compareCommits(base, head) {
		return this.#read(`compare ${base.slice(0, 7)} with ${head.slice(0, 7)}`, async () => {
			const query = {
				...this.place,
				basehead: `${base}...${head}`,
				per_page: 100
			};
			const { data } = await this.client.rest.repos.compareCommitsWithBasehead(query);
			return {
				mergeBase: data.merge_base_commit.sha,
				files: (data.files ?? []).map(({ filename }) => filename)
			};
		});
	}
	createBranch(branch, sha) {
		return this.#write(`create the branch ${branch}`, /already exists/iu, () => this.client.rest.git.createRef({
			...this.place,
			ref: `refs/heads/${branch}`,
			sha
		}));
	}
	advanceBranch(branch, sha) {
		return this.#write(`move the branch ${branch}`, /not a fast.forward/iu, () => this.client.rest.git.updateRef({
			...this.place,
			ref: `heads/${branch}`,
			sha,
			force: false
		}));
	}
	async commit(request) {
		if (request.takesOver !== null) return {
			kind: "unable",
			reason: "a commit through the API has one parent"
		};
		const { owner, repo } = this.place;
		const changes = Object.entries(request.changes);
		const input = {
			branch: {
				repositoryNameWithOwner: `${owner}/${repo}`,
				branchName: request.branch
			},
			expectedHeadOid: request.expectedHead,
			message: { headline: request.headline },
			fileChanges: {
				additions: changes.flatMap(([path, text]) => text === null ? [] : [{
					path,
					contents: Buffer.from(text, "utf8").toString("base64")
				}]),
				deletions: changes.flatMap(([path, text]) => text === null ? [{ path }] : [])
			}
		};
		return await this.call(`commit to ${request.branch}`, "contents: write", async () => {
			try {
				const { createCommitOnBranch: made } = await this.client.graphql(mutation, { input });
				return made === null ? { kind: "moved" } : {
					kind: "written",
					commit: made.commit.oid
				};
			} catch (error) {
				return toCommitResult(error, request);
			}
		});
	}
	#read(action, send) {
		return this.call(action, "contents: read", send);
	}
	#write(action, expected, send) {
		return this.call(action, "contents: write", () => acceptRefusal(false, ({ status, message }) => status >= 500 || status === 422 && expected.test(message), () => send().then(() => true)));
	}
	async #readRef(ref) {
		return (await returnNullIfMissing(() => this.client.rest.git.getRef({
			...this.place,
			ref
		})))?.data.object ?? null;
	}
	async #peel(object) {
		let found = object;
		for (let depth = 0; found.type === "tag" && depth < maxTags; depth += 1) found = (await this.client.rest.git.getTag({
			...this.place,
			tag_sha: found.sha
		})).data.object;
		return found.type === "commit" ? found.sha : null;
	}
	async #readMergeBase(base, head) {
		const query = {
			...this.place,
			basehead: `${base}...${head}`,
			per_page: 1
		};
		return (await this.client.rest.repos.compareCommitsWithBasehead(query)).data.merge_base_commit.sha;
	}
};
function parseName(ref) {
	const full = /^refs\/((?:heads|tags)\/.+)$/u.exec(ref)?.[1];
	if (full !== void 0) return {
		names: [full],
		mayBeCommit: false
	};
	if (ref.startsWith("refs/") || /[~^]/u.test(ref) || isCommitId(ref)) return {
		names: [],
		mayBeCommit: true
	};
	return {
		names: [`tags/${ref}`, `heads/${ref}`],
		mayBeCommit: isCommitPrefix(ref)
	};
}
const mutation = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;
function toCommitResult(error, { branch }) {
	if (isRequestFailure(error)) {
		if (error.status >= 500) return { kind: "moved" };
		if (error.status === 404) return {
			kind: "unable",
			reason: "this server has no GraphQL"
		};
		throw error;
	}
	if (!(error instanceof Error) || !("errors" in error) || !Array.isArray(error.errors)) throw error;
	const message = error.errors.map(({ type = "", message: text = "" }) => `${type} ${text}`.trim()).join("; ");
	if (/expected branch to point to|but expected|STALE_DATA/iu.test(message)) return { kind: "moved" };
	if (/doesn't exist on type 'Mutation'|isn't a defined input type/iu.test(message)) return {
		kind: "unable",
		reason: "this server knows no createCommitOnBranch"
	};
	const hint = /not accessible|permission/iu.test(message) ? "Give the job `permissions: contents: write`." : /rule violation|protected branch/iu.test(message) ? "Rules forbid direct commits there: set refresh-by: pull-request." : "Look at https://www.githubstatus.com, then run the job again.";
	throw new EnvironmentError(`Could not commit to ${branch}: ${message}`, hint, { cause: error });
}

// src/io/github/conversations.ts
const readPermission = "pull-requests: read";
const maxAnswerWrites = 5;
var Conversations = class extends Commits {
	bot = null;
	uncommented = /* @__PURE__ */ new Set();
	#user = null;
	#viewer = null;
	readComment(id) {
		return this.call(`read the comment ${id}`, readPermission, async () => {
			const query = {
				...this.place,
				comment_id: id
			};
			const found = await returnNullIfMissing(() => this.client.rest.issues.getComment(query));
			return found && toComment(found.data);
		});
	}
	listComments(issue) {
		return this.call(`read the comments of #${issue}`, readPermission, async () => {
			const query = {
				...this.place,
				issue_number: issue,
				per_page: 100
			};
			return (await this.client.paginate(this.client.rest.issues.listComments, query)).map(toComment);
		});
	}
	react(comment, content) {
		const reaction = {
			...this.place,
			comment_id: comment,
			content
		};
		return this.write("react to a comment", () => this.client.rest.reactions.createForIssueComment(reaction));
	}
	hasBotReaction(comment, content) {
		return this.call("read the reactions to a comment", readPermission, async () => {
			const query = {
				...this.place,
				comment_id: comment,
				content,
				per_page: 100
			};
			const list = this.client.rest.reactions.listForIssueComment;
			return (await this.client.paginate(list, query)).some((reaction) => reaction.content === content && reaction.user?.type === "Bot");
		});
	}
	upsertComment(issue, marker, body) {
		return this.write(`write the comment on pull request #${issue}`, async (mayExist) => {
			const written = await this.#upsert({
				issue,
				marker,
				body
			});
			return {
				...written,
				wasCreated: written.wasCreated || mayExist
			};
		});
	}
	writeAnswer(issue, marker, answer) {
		return this.write(`answer on #${issue}`, async () => {
			for (let write = 1; write <= maxAnswerWrites; write++) {
				const known = await this.#findOwn(issue, marker);
				if (known !== null && hasAnswer(known.body ?? "", marker, answer)) return { url: known.html_url };
				const body = withAnswer(known?.body ?? "", marker, answer);
				if (known === null) await this.#createOrYield({
					issue,
					marker,
					body
				});
				else await this.client.rest.issues.updateComment({
					...this.place,
					comment_id: known.id,
					body
				});
			}
			throw new EnvironmentError(`The answer on #${issue} was overwritten ${maxAnswerWrites} times`, "Run fewer workflows on one pull request at the same time.");
		});
	}
	listIssues(label) {
		return this.#callForIssues(`list the issues with the label "${label}"`, () => this.#readIssues(label));
	}
	openIssue({ title, body, label, marker }) {
		return this.#callForIssues("open an issue", async () => {
			const known = (await this.#readIssues(label)).find((issue) => hasFinalMarker(issue.body, marker));
			if (known) return known;
			const { data } = await this.client.rest.issues.create({
				...this.place,
				title,
				body,
				labels: [label]
			});
			if (data.labels.map((item) => typeof item === "string" ? item : item.name).includes(label)) return toIssue(data);
			await this.client.rest.issues.update({
				...this.place,
				issue_number: data.number,
				state: "closed"
			});
			throw new EnvironmentError(`GitHub did not give issue #${data.number} its label "${label}", so the issue was closed again`, "Give the job `permissions: issues: write`, or use a token with push access to the repository.");
		});
	}
	updateIssue(number, change) {
		return this.#callForIssues(`update issue #${number}`, () => this.client.rest.issues.update({
			...this.place,
			issue_number: number,
			...change
		}));
	}
	addIssueComment(issue, marker, body) {
		return this.#callForIssues(`comment on issue #${issue}`, () => this.#upsert({
			issue,
			marker,
			body
		}));
	}
	write(action, send) {
		return this.call(action, "pull-requests: write", send, { repeat: true });
	}
	#callForIssues(action, send) {
		return this.call(action, "issues: write", send, { repeat: true });
	}
	async #upsert({ issue, marker, body }) {
		const text = hasFinalMarker(body, marker) ? body : `${body.trimEnd()}\n\n${marker}`;
		const isFirst = this.uncommented.delete(issue);
		const replace = async (known) => {
			const change = {
				comment_id: known.id,
				body: keepAnswers(known.body ?? "", text, marker)
			};
			const { data } = await this.client.rest.issues.updateComment({
				...this.place,
				...change
			});
			return {
				url: data.html_url,
				wasCreated: false
			};
		};
		const known = isFirst ? null : await this.#findOwn(issue, marker);
		if (known !== null) return await replace(known);
		const { url, yieldedTo } = await this.#createOrYield({
			issue,
			marker,
			body: text
		});
		return yieldedTo === null ? {
			url,
			wasCreated: true
		} : await replace(yieldedTo);
	}
	async #createOrYield({ issue, marker, body }) {
		const { data } = await this.client.rest.issues.createComment({
			...this.place,
			issue_number: issue,
			body
		});
		const oldest = await this.#findOwn(issue, marker);
		if (oldest === null || oldest.id >= data.id) return {
			url: data.html_url,
			yieldedTo: null
		};
		await this.client.rest.issues.deleteComment({
			...this.place,
			comment_id: data.id
		});
		return {
			url: oldest.html_url,
			yieldedTo: await this.#findOwn(issue, marker)
		};
	}
	async #findOwn(issue, marker) {
		const query = {
			...this.place,
			issue_number: issue,
			per_page: 100
		};
		return await chooseOwnComment(await this.client.paginate(this.client.rest.issues.listComments, query), marker, {
			findBot: this.#findBot.bind(this),
			askUser: this.#askUser.bind(this)
		});
	}
	async #readIssues(label) {
		const query = {
			labels: label,
			state: "all",
			sort: "created",
			direction: "asc",
			per_page: 100
		};
		const issues = (await this.client.paginate(this.client.rest.issues.listForRepo, {
			...this.place,
			...query
		})).filter((issue) => issue.pull_request === void 0);
		const ownId = issues.some(({ user }) => user !== null && user.type !== "Bot") ? await this.#askUser() : null;
		const bot = await this.#findBot(listBots(issues));
		return issues.filter(({ user }) => user?.type === "Bot" ? user.login === bot : user !== null && user.id === ownId).map(toIssue).toSorted((one, other) => one.number - other.number);
	}
	async #findBot(logins) {
		const [only = null] = logins;
		if (this.bot !== null || logins.size === 0) return this.bot;
		if (logins.size === 1 && only === jobBot) return only;
		this.#viewer ??= this.client.graphql("{ viewer { login } }").then(({ viewer }) => viewer.login, () => null);
		return await this.#viewer ?? (logins.size === 1 ? only : jobBot);
	}
	#askUser() {
		this.#user ??= acceptRefusal(null, ({ status }) => status === 403, async () => (await this.client.rest.users.getAuthenticated()).data.id).catch((error) => {
			this.#user = null;
			throw error;
		});
		return this.#user;
	}
};
const jobBot = "github-actions[bot]";
function listBots(items) {
	return new Set(items.flatMap(({ user }) => user?.type === "Bot" ? [user.login] : []));
}
async function chooseOwnComment(comments, marker, { findBot, askUser }) {
	const marked = comments.filter(({ body }) => hasFinalMarker(body ?? "", marker)).toSorted((one, other) => one.id - other.id);
	const bot = await findBot(listBots(marked));
	const byBot = marked.find(({ user }) => user?.type === "Bot" && user.login === bot);
	if (byBot !== void 0 || marked.length === 0) return byBot ?? null;
	const ownId = await askUser();
	return marked.find(({ user }) => user !== null && user.id === ownId) ?? null;
}
function toComment(raw) {
	const isApp = raw.performed_via_github_app !== null && raw.performed_via_github_app !== void 0;
	return {
		id: raw.id,
		url: raw.html_url,
		body: raw.body ?? "",
		createdAt: raw.created_at,
		isEdited: raw.updated_at !== raw.created_at,
		author: {
			login: raw.user?.login ?? "",
			isPerson: raw.user?.type === "User" && !isApp
		}
	};
}
function toIssue({ number, html_url: url, state, title, body }) {
	return {
		number,
		url,
		title,
		state: state === "open" ? "open" : "closed",
		body: body ?? ""
	};
}

// src/io/github/data-branch.ts
function openDataBranch(branch, access) {
	const { client, place, call } = access;
	const { git } = client.rest;
	const texts = /* @__PURE__ */ new Map();
	const trees = /* @__PURE__ */ new Map();
	const read = (send) => call(`read the branch ${branch}`, "contents: read", send);
	async function readTree(treeId, directory) {
		const key = `${treeId} ${directory}`;
		const known = trees.get(key);
		if (known) return known;
		const { data } = await git.getTree({
			...place,
			tree_sha: treeId
		});
		if (data.truncated) throw new EnvironmentError(`the directory ${directory} of the branch ${branch} has more files than GitHub lists`, "Name a fresh branch as tracking.branch; the old one can still be read from a clone.");
		const entries = data.tree.flatMap(({ path: name, type, sha: id, size: bytes = 0 }) => {
			const path = directory === "" ? name : `${directory}/${name}`;
			if (type === "blob") return [{
				path,
				kind: "file",
				id,
				bytes
			}];
			return type === "tree" ? [{
				path,
				kind: "directory",
				id,
				bytes
			}] : [];
		});
		trees.set(key, entries);
		return entries;
	}
	async function list(directory, { root }) {
		if (root === null) return [];
		let entries = await readTree(root, "");
		const parts = directory === "" ? [] : directory.split("/");
		for (const [index] of parts.entries()) {
			const path = parts.slice(0, index + 1).join("/");
			const found = entries.find((entry) => entry.kind === "directory" && entry.path === path);
			if (!found) return [];
			entries = await readTree(found.id, path);
		}
		return entries;
	}
	async function readText({ id }) {
		const known = texts.get(id);
		if (known !== void 0) return known;
		const { data } = await git.getBlob({
			...place,
			file_sha: id
		});
		const text = Buffer.from(data.content, "base64").toString("utf8");
		texts.set(id, text);
		return text;
	}
	return { async open() {
		const tip = await read(async () => {
			const found = await returnNullIfMissing(() => git.getRef({
				...place,
				ref: `heads/${branch}`
			}));
			if (found === null) return {
				head: null,
				root: null
			};
			const head = found.data.object.sha;
			return {
				head,
				root: (await git.getCommit({
					...place,
					commit_sha: head
				})).data.tree.sha
			};
		});
		return {
			list: (directory) => read(() => list(directory, tip)),
			read: (entry) => read(() => readText(entry)),
			write: (changes, message) => call(`write to the branch ${branch}`, "contents: write", () => acceptRefusal("moved", hasMoved, async () => {
				const sha = await createCommit(access, tip, changes, message);
				if (tip.head === null) await git.createRef({
					...place,
					ref: `refs/heads/${branch}`,
					sha
				});
				else await git.updateRef({
					...place,
					ref: `heads/${branch}`,
					sha,
					force: false
				});
				return "written";
			}))
		};
	} };
}
async function createCommit({ client, place }, { head, root }, changes, message) {
	const { git } = client.rest;
	const tree = [];
	for (const { path, text } of changes) {
		const { data } = await git.createBlob({
			...place,
			content: text,
			encoding: "utf-8"
		});
		tree.push({
			path,
			mode: "100644",
			type: "blob",
			sha: data.sha
		});
	}
	const made = await git.createTree({
		...place,
		tree,
		...root !== null && { base_tree: root }
	});
	const parents = head === null ? [] : [head];
	return (await git.createCommit({
		...place,
		message,
		tree: made.data.sha,
		parents
	})).data.sha;
}
function hasMoved({ status, message }) {
	if (status >= 500 || status === 409) return true;
	return status === 422 && /not a fast.forward|already exists|does not exist/iu.test(message);
}

// src/io/github/github.ts
const readPull = "pull-requests: read";
var GitHub = class extends Conversations {
	changeCheckRun(check, decide, options = {}) {
		return this.call(`write the check "${check.name}" on ${check.headCommit}`, "checks: write", async (mayExist) => {
			const { app, ...written } = await this.#changeCheckRun(check, decide);
			if (app !== void 0) this.bot = `${app}[bot]`;
			return {
				...written,
				wasCreated: written.wasCreated || mayExist
			};
		}, {
			...options,
			repeat: true
		});
	}
	async #changeCheckRun({ name, headCommit }, decide) {
		const { checks } = this.client.rest;
		let known = (await this.#readChecks(headCommit, name)).filter((check) => isOwnExternalId(check.external_id ?? "")).toSorted((a, b) => b.id - a.id);
		for (;;) {
			const content = await decide(known.map(toStored));
			const [newest] = known;
			if (content === null) return {
				url: newest?.html_url ?? null,
				wasCreated: false,
				isChanged: false
			};
			const fields = {
				...this.place,
				...formatContent(content)
			};
			if (newest === void 0) {
				const { data } = await checks.create({
					...fields,
					name,
					head_sha: headCommit
				});
				return {
					...toWritten(data),
					wasCreated: true,
					isChanged: true
				};
			}
			const written = [];
			for (const { id } of known) {
				const done = await acceptRefusal(null, ({ status, message }) => status === 403 && /invalid app_id/iu.test(message), () => checks.update({
					...fields,
					check_run_id: id
				}));
				if (done === null) break;
				written.push(toWritten(done.data));
			}
			const [first] = written;
			if (first && written.length === known.length) return {
				...first,
				wasCreated: false,
				isChanged: true
			};
			known = known.filter((_check, index) => index !== written.length);
		}
	}
	listChecks(commit) {
		return this.call(`read the checks of ${commit.slice(0, 7)}`, "checks: read", async () => (await this.#readChecks(commit)).map(toCheckRun));
	}
	async #readChecks(ref, name) {
		const query = {
			ref,
			...name !== void 0 && { check_name: name },
			filter: "latest",
			per_page: 100
		};
		return await this.client.paginate(this.client.rest.checks.listForRef, {
			...this.place,
			...query
		});
	}
	listPullRequests(commit, options = {}) {
		const query = {
			...this.place,
			state: "open",
			sort: "created",
			direction: "asc",
			per_page: 100
		};
		const search = () => this.client.paginate(this.client.rest.pulls.list, query, ({ data }) => data.filter(({ head }) => head.sha === commit).map(toPullRequest));
		return this.call(`search for the pull request of ${commit}`, readPull, search, options);
	}
	findOpenPullRequest(number) {
		return this.call(`read pull request #${number}`, readPull, async () => {
			const found = await returnNullIfMissing(() => this.client.rest.pulls.get({
				...this.place,
				pull_number: number
			}));
			if (found?.data.comments === 0) this.uncommented.add(number);
			return found?.data.state === "open" ? toPullRequest(found.data) : null;
		});
	}
	readPullRequest(number) {
		return this.call(`read pull request #${number}`, readPull, async () => {
			const found = await returnNullIfMissing(() => this.client.rest.pulls.get({
				...this.place,
				pull_number: number
			}));
			if (found === null) return null;
			const { state, head, base } = found.data;
			const { repo } = head;
			return {
				number,
				isOpen: state === "open",
				headCommit: head.sha,
				headBranch: head.ref,
				headRepository: repo && {
					owner: repo.owner.login,
					name: repo.name,
					id: repo.id
				},
				baseCommit: base.sha,
				isFork: repo?.id !== base.repo.id
			};
		});
	}
	readRole(login) {
		return this.call(`ask for the role of ${login}`, "metadata: read", async () => {
			const query = {
				...this.place,
				username: login
			};
			const found = await returnNullIfMissing(() => this.client.rest.repos.getCollaboratorPermissionLevel(query));
			return found && {
				role: found.data.role_name,
				permission: found.data.permission
			};
		});
	}
	async readHeadArrival({ headRepository, headBranch, headCommit }) {
		if (headRepository === null) return null;
		const { owner, name: repo } = headRepository;
		const query = {
			owner,
			repo,
			ref: `refs/heads/${headBranch}`,
			direction: "desc",
			per_page: 1
		};
		return await this.call(`read when ${headCommit.slice(0, 7)} was pushed`, "contents: read", async () => {
			const pushes = (await acceptRefusal(null, ({ status, message }) => [
				403,
				404,
				422
			].includes(status) && !/rate limit/iu.test(message), () => this.client.request("GET /repos/{owner}/{repo}/activity", query)))?.data ?? [];
			return pushes[0]?.after === headCommit ? pushes[0].timestamp : null;
		});
	}
	readBaseChange(pullRequest) {
		const changes = /* @__PURE__ */ new Set(["base_ref_changed", "automatic_base_change_succeeded"]);
		return this.call(`read when #${pullRequest} got its base branch`, readPull, async () => {
			const query = {
				...this.place,
				issue_number: pullRequest,
				per_page: 100
			};
			return (await this.client.paginate(this.client.rest.issues.listEvents, query, ({ data }) => data.filter(({ event }) => changes.has(event)).map(({ created_at }) => created_at))).toSorted().at(-1) ?? null;
		});
	}
	startWorkflow(workflow, inputs) {
		return this.call(`start the workflow ${workflow}`, "actions: write", async () => {
			const { default_branch: ref } = (await this.client.rest.repos.get({ ...this.place })).data;
			const wish = {
				...this.place,
				workflow_id: workflow,
				ref,
				inputs: { ...inputs }
			};
			const dispatch = async (details) => {
				const { data } = await this.client.request("POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches", {
					...wish,
					...details
				});
				if (typeof data !== "object" || data === null) return {
					id: null,
					url: null
				};
				return {
					id: "workflow_run_id" in data && typeof data.workflow_run_id === "number" ? data.workflow_run_id : null,
					url: "html_url" in data && typeof data.html_url === "string" ? data.html_url : null
				};
			};
			return await acceptRefusal(null, ({ message }) => /return_run_details/u.test(message), () => dispatch({ return_run_details: true })) ?? await dispatch({});
		});
	}
	cancelWorkflowRun(run) {
		return this.call(`cancel the run ${run}`, "actions: write", () => acceptRefusal("over", ({ status }) => status === 409, async () => {
			const wish = {
				...this.place,
				run_id: run
			};
			return await returnNullIfMissing(() => this.client.rest.actions.cancelWorkflowRun(wish)) === null ? "gone" : "cancelled";
		}));
	}
	findProposal(branch, base) {
		return this.call(`search for the pull request of ${branch}`, readPull, () => this.#searchProposal(branch, base));
	}
	isProposalSettled(branch, headCommit) {
		return this.call(`search for earlier pull requests of ${branch}`, readPull, async () => {
			const query = {
				...this.place,
				state: "closed",
				head: `${this.place.owner}:${branch}`,
				per_page: 100
			};
			return (await this.client.rest.pulls.list(query)).data.some(({ head }) => head.sha === headCommit);
		});
	}
	openProposal(branch, base, text) {
		return this.write(`open a pull request of ${branch}`, async () => {
			const known = await this.#searchProposal(branch, base);
			if (known !== null) return known;
			try {
				return toProposal((await this.client.rest.pulls.create({
					...this.place,
					head: branch,
					base,
					...text
				})).data);
			} catch (error) {
				const found = isRequestFailure(error) && error.status === 422 && /already exists/iu.test(error.message) ? await this.#searchProposal(branch, base) : null;
				if (found === null) throw error;
				return found;
			}
		});
	}
	updateProposal(number, text) {
		return this.write(`update pull request #${number}`, () => this.client.rest.pulls.update({
			...this.place,
			pull_number: number,
			...text
		}));
	}
	async #searchProposal(branch, base) {
		const query = {
			state: "open",
			head: `${this.place.owner}:${branch}`,
			base,
			per_page: 100
		};
		const { data } = await this.client.rest.pulls.list({
			...this.place,
			...query
		});
		const [first] = data.toSorted((one, other) => one.number - other.number);
		return first === void 0 ? null : toProposal(first);
	}
	openData(branch) {
		const { client, place } = this;
		return openDataBranch(branch, {
			client,
			place,
			call: (...given) => this.call(...given)
		});
	}
};
function toCheckRun({ name, external_id, details_url: detailsUrl, status, conclusion, output }) {
	const { title, summary } = output;
	return {
		name,
		externalId: external_id ?? "",
		detailsUrl,
		isCompleted: status === "completed",
		conclusion,
		title: title ?? "",
		summary: summary ?? ""
	};
}
function toStored({ external_id, status, conclusion }) {
	return {
		externalId: external_id ?? "",
		conclusion: status === "completed" ? conclusion : null
	};
}
function toWritten({ html_url, url, app }) {
	return {
		url: html_url ?? url,
		app: app?.slug
	};
}
function formatContent({ externalId, detailsUrl, output, state }) {
	return {
		external_id: externalId,
		...detailsUrl === null ? {} : { details_url: detailsUrl },
		...output === null ? {} : { output },
		...state
	};
}
function toPullRequest({ number, head, base, mergeable = null, merge_commit_sha: mergeCommit, labels }) {
	const headRepositoryId = head.repo?.id ?? null;
	return {
		number,
		headCommit: head.sha,
		headRepositoryId,
		baseBranch: base.ref,
		isFork: headRepositoryId !== base.repo.id,
		isMergeable: mergeable,
		mergeCommit,
		labels: labels.map(({ name }) => name)
	};
}
function toProposal({ number, html_url: url, title, body }) {
	return {
		number,
		url,
		title,
		body: body ?? ""
	};
}

// src/wiring/connect-github.ts
function connectGitHub(token, { owner, name }, { env, logger, signal = new AbortController().signal }) {
	const apiUrl = env["GITHUB_API_URL"] ?? "https://api.github.com";
	const waiting = shareWaiting(signal, logger, "other");
	return new GitHub({
		token,
		apiUrl,
		owner,
		repo: name,
		logger,
		hurry: signal,
		...waiting
	});
}
const permissions = {
	publish: "checks: write and pull-requests: write",
	record: "contents: write, issues: write and checks: write",
	refresh: "contents: write and pull-requests: write",
	command: "of examples/workflows/commands.yml"
};
function requireGitHub(mode, { token }, { repository }, step) {
	if (token === null) throw new UserError(`${mode} needs a token`, `Add \`token: \${{ github.token }}\` and the permissions ${permissions[mode]}.`);
	if (!repository) throw new UserError("GITHUB_REPOSITORY is not set", "Run this inside GitHub Actions.");
	return connectGitHub(token, repository, step);
}
const longestMinutes = {
	measuring: 15,
	other: 5
};
const shared = /* @__PURE__ */ new WeakMap();
function shareWaiting(signal, logger, kind) {
	const known = shared.get(signal);
	if (known) return known;
	const options = {
		clock: systemClock,
		sleep: sleepUntilAborted,
		signal,
		logger,
		longestMinutes: longestMinutes[kind]
	};
	const waiting = {
		patience: createRetryPolicy(options),
		throttle: { queue: randomUUID() }
	};
	shared.set(signal, waiting);
	return waiting;
}
function extendRetries(signal, logger) {
	shareWaiting(signal, logger, "measuring");
}

export { connectGitHub, extendRetries, requireGitHub };