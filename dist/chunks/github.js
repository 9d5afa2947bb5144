import { EnvironmentError, OutageError } from "./core.js";
import { Octokit, retry, throttling } from "./octokit.js";
import { isOwnExternalId } from "./foundation.js";
import { performance as performance$1 } from "node:perf_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";

// src/io/process/abortable-sleep.ts
async function sleepUntilAborted(ms, signal) {
	await setTimeout$1(ms, void 0, { signal }).catch(() => {});
}

// src/io/github/octokit-error.ts
function isRequestFailure(error) {
	return error instanceof Error && "status" in error && "request" in error;
}
async function translateErrors(attempt, call) {
	try {
		return await call();
	} catch (error) {
		throw isRequestFailure(error) ? translate(error, attempt) : error;
	}
}
const createAttempts = 3;
async function repeatLostCreate(write, delayMs, logger) {
	for (let attempt = 1;; attempt++) try {
		return await write();
	} catch (error) {
		if (!isLostCreate(error) || attempt === createAttempts) throw error;
		logger.debug(`The response to a create was lost (${error.message}); checking whether it took effect.`);
		await setTimeout$1(delayMs * attempt);
	}
}
function isLostCreate(error) {
	return isRequestFailure(error) && error.request.method === "POST" && error.status >= 500;
}
function translate(failure, attempt) {
	const { host } = new URL(failure.request.url);
	const reason = failure.message.replace(/ - https:\/\/docs\.\S*$/u, "");
	const could = `Could not ${attempt.action} in ${attempt.repository}`;
	const options = { cause: failure };
	if (failure.response === void 0) {
		const hint = `Check that this machine reaches ${host} (network, proxy variables, certificate), then run the job again.`;
		return new OutageError(`${could}: no answer from ${host}: ${reason}.`, hint, {
			...options,
			retryAfterSeconds: null
		});
	}
	const described = [`${could}: GitHub answered ${failure.status}: ${reason}`, chooseHint(failure, attempt)];
	if (!isLimited(failure) && failure.status < 500) return new EnvironmentError(...described, options);
	return new OutageError(...described, {
		...options,
		retryAfterSeconds: readRetryAfterSeconds(failure.response.headers)
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
		when: /rule violations/iu,
		hint: "A ruleset forbids this write: exempt the branch, or the app of the token."
	}
];
function chooseHint(failure, { permission, repository }) {
	if (isLimited(failure)) return "Wait until the rate limit of this token resets, then run the job again; run fewer jobs at the same time.";
	if (/not permitted to create or approve/iu.test(failure.message)) return "Turn on Settings, Actions, General, \"Allow GitHub Actions to create and approve pull requests\" (in the organization first), or pass the token of an app.";
	const stated = statedReasons.find(({ when }) => when.test(failure.message));
	if (stated) return stated.hint;
	const grant = `Give the job \`permissions: ${permission}\``;
	switch (failure.status) {
		case 401: return `${describeValidToken(permission)} A long run can outlive its token: upload its run folder as an artifact and publish it from another job with mode: publish (docs/interruptions.md).`;
		case 403: return `${grant}; a run for a fork or of Dependabot has a read-only token, so publish it from a workflow_run workflow.`;
		case 404: return `Check that ${repository} and the requested item exist, and ${toLowerFirst(grant)}: GitHub returns 404 for what a token cannot read.`;
		case 422: return `Check that the commit was pushed to ${repository} and that the text is within GitHub's limits, and ${toLowerFirst(grant)}.`;
		default: return "Look at https://www.githubstatus.com, then run the job again.";
	}
}
function describeValidToken(permission) {
	return `Pass a valid token: GITHUB_TOKEN of the running job with \`${permission}\`; tokens of ended jobs are invalid, and tokens of an app expire after one hour.`;
}
function toLowerFirst(text) {
	return text.charAt(0).toLowerCase() + text.slice(1);
}

// src/io/github/octokit-fetch.ts
const versionHeader = "x-github-api-version";
function createOctokitFetch(limit) {
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
	const response = await (await fetchFor(url))(url, {
		...init,
		signal
	});
	const bytes = await response.arrayBuffer();
	const isBodyless = [
		204,
		205,
		304
	].includes(response.status);
	const complete = new Response(isBodyless ? null : bytes, {
		status: response.status,
		headers: [...response.headers]
	});
	return Object.defineProperty(complete, "url", { value: response.url });
}
async function fetchFor(url) {
	const name = new URL(url).protocol === "https:" ? "https_proxy" : "http_proxy";
	if (!(process.env[name] ?? process.env[name.toUpperCase()])) return globalThis.fetch;
	return (await import("./octokit-proxy-fetch.js")).proxyFetch;
}

// src/io/github/octokit-client.ts
const Client = Octokit.plugin(retry, throttling);
const hurriedTimeoutMs = 2e3;
const allHurriedMs = 3e3;
const maxLimitRetries = 2;
const maxWaitSeconds = 60;
function createClient(options) {
	const { logger, token, apiUrl, retryDelayMs = 1e3, requestTimeoutMs = 3e4, hurry, patience } = options;
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
		request: { fetch: createOctokitFetch(createLimit(requestTimeoutMs, hurry)) },
		retry: {
			doNotRetry: [
				400,
				401,
				403,
				404,
				409,
				410,
				422,
				429,
				451
			],
			retryAfterBaseValue: retryDelayMs,
			retries: patience ? 1 : 3
		},
		throttle: buildThrottleOptions(options)
	});
	client.hook.before("request", (request) => {
		request.headers["x-github-api-version"] = "2022-11-28";
		if (request.method === "POST" || hurry?.aborted) request.request = {
			...request.request,
			retries: 0
		};
	});
	return client;
}
function createLimit(timeoutMs, hurry) {
	if (!hurry) return () => AbortSignal.timeout(timeoutMs);
	const deadline = new AbortController();
	const onHurry = () => {
		setTimeout(() => deadline.abort(/* @__PURE__ */ new Error("the time limit was reached")), hurriedTimeoutMs).unref();
	};
	hurry.addEventListener("abort", onHurry, { once: true });
	let hurriedUntilMs = null;
	const limitHurried = () => {
		const nowMs = performance.now();
		hurriedUntilMs ??= nowMs + allHurriedMs;
		return AbortSignal.timeout(Math.max(0, Math.min(hurriedTimeoutMs, Math.round(hurriedUntilMs - nowMs))));
	};
	return () => hurry.aborted ? limitHurried() : AbortSignal.any([AbortSignal.timeout(timeoutMs), deadline.signal]);
}
function buildThrottleOptions({ logger, hurry, throttle = {} }) {
	const { isPaced = true, secondMs = 1e3, queue: id = "all" } = throttle;
	const onLimit = (limit) => (seconds, request, _client, retryCount) => {
		const mayRetry = retryCount < maxLimitRetries && seconds <= maxWaitSeconds && !hurry?.aborted;
		const what = `${request.method} ${request.url}`;
		logger.warning(`${what} reached GitHub's ${limit} (retry after ${seconds} s): ${mayRetry ? "waiting" : "giving up"}.`);
		return mayRetry;
	};
	const handlers = {
		onRateLimit: onLimit("rate limit"),
		onSecondaryRateLimit: onLimit("secondary rate limit")
	};
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
const unpaced = { key: () => ({ schedule: (_options, job) => job() }) };

// src/io/github/octokit-retry-policy.ts
const defaultMinutes = 5;
const firstPauseMs = 2e3;
const maxPauseMs = 6e4;
function createRetryPolicy(options) {
	const { clock, sleep, signal, logger, longestMinutes = defaultMinutes } = options;
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
			if (!(error instanceof OutageError) || !(isRepeatable || hasNoEffect(error))) throw error;
			const pauseMs = pauseAfter(error, attempt);
			if (pauseMs === null && attempt > 0 && !signal.aborted) logger.warning(`GitHub was unavailable for the maximum waiting time of ${longestMinutes} minutes; giving up.`);
			if (pauseMs === null) throw error;
			if (attempt === 0) logger.warning(`${error.message} Retrying for up to ${longestMinutes} minutes.`);
			await sleep(pauseMs, signal);
		}
	};
}
const callOnce = (call) => call();
function hasNoEffect({ cause }) {
	if (!isRequestFailure(cause)) return false;
	if (cause.request.method === "GET") return true;
	return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/u.test(collectErrorCodes(cause));
}
function collectErrorCodes(error) {
	if (!(error instanceof Error)) return "";
	const inner = error instanceof AggregateError ? error.errors.map(collectErrorCodes).join(" ") : "";
	return `${"code" in error ? String(error.code) : ""} ${collectErrorCodes(error.cause)} ${inner}`;
}

// src/io/github/octokit-connection.ts
function connectTo(options) {
	const { owner, repo, logger, retryDelayMs = 1e3, patience = callOnce } = options;
	const repository = `${owner}/${repo}`;
	return {
		client: createClient(options),
		place: {
			owner,
			repo
		},
		logger,
		retryDelayMs,
		ask: (action, permission, call) => patience(() => translateErrors({
			action,
			permission,
			repository
		}, call), false)
	};
}
async function returnNullIfMissing(call) {
	try {
		return await call();
	} catch (error) {
		if (isRequestFailure(error) && (error.status === 404 || error.status === 410)) return null;
		throw error;
	}
}

// src/io/github/octokit-command-authority.ts
function createCommandAuthority(connection) {
	const { client, place, ask } = connection;
	return {
		readRole: (login) => ask(`ask for the role of ${login}`, "metadata: read", async () => {
			const query = {
				...place,
				username: login
			};
			const found = await returnNullIfMissing(() => client.rest.repos.getCollaboratorPermissionLevel(query));
			return found && {
				role: found.data.role_name,
				permission: found.data.permission
			};
		}),
		readPullRequest: (number) => ask(`read pull request #${number}`, "pull-requests: read", async () => {
			const found = await returnNullIfMissing(() => client.rest.pulls.get({
				...place,
				pull_number: number
			}));
			return found && toPullState(found.data);
		}),
		readHeadArrival: (pull) => readArrival(connection, pull),
		readBaseChange: (number) => readBaseChange(connection, number)
	};
}
function toPullState({ number, state, head, base }) {
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
}
function readArrival({ client, ask }, { headRepository, headBranch, headCommit }) {
	if (headRepository === null) return Promise.resolve(null);
	const { owner, name: repo } = headRepository;
	const query = {
		owner,
		repo,
		ref: `refs/heads/${headBranch}`,
		direction: "desc",
		per_page: 1
	};
	return ask(`read when ${headCommit.slice(0, 7)} was pushed`, "contents: read", async () => {
		const [last] = (await returnNullIfRefused(() => client.request("GET /repos/{owner}/{repo}/activity", query)))?.data ?? [];
		return last?.after === headCommit ? last.timestamp : null;
	});
}
function readBaseChange({ client, place, ask }, number) {
	const changes = /* @__PURE__ */ new Set(["base_ref_changed", "automatic_base_change_succeeded"]);
	const query = {
		...place,
		issue_number: number,
		per_page: 100
	};
	return ask(`read when #${number} got its base branch`, "pull-requests: read", async () => {
		return (await client.paginate(client.rest.issues.listEvents, query, ({ data }) => data.filter(({ event }) => changes.has(event)).map(({ created_at }) => created_at))).toSorted().at(-1) ?? null;
	});
}
async function returnNullIfRefused(call) {
	try {
		return await call();
	} catch (error) {
		if (isRequestFailure(error) && [
			403,
			404,
			422
		].includes(error.status) && !/rate limit/iu.test(error.message)) return null;
		throw error;
	}
}

// src/io/github/octokit-commit-trees.ts
function createCommitTrees({ client, place, ask }) {
	return {
		listFiles: (commit) => ask(`list the files of ${commit}`, "contents: read", async () => {
			const { data } = await client.rest.git.getTree({
				...place,
				tree_sha: commit,
				recursive: "1"
			});
			if (data.truncated) return null;
			return data.tree.flatMap(({ path, mode, type, sha }) => type === "tree" ? [] : [{
				path,
				mode,
				id: sha
			}]);
		}),
		readLinkTarget: (id) => ask(`read the symbolic link ${id}`, "contents: read", async () => {
			const { data } = await client.rest.git.getBlob({
				...place,
				file_sha: id
			});
			return Buffer.from(data.content, "base64").toString("utf8");
		})
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

// src/domain/check/final-marker.ts
function hasFinalMarker(body, marker) {
	return body.trimEnd().split(/\r?\n/u).at(-1) === marker;
}

// src/io/github/octokit-comment.ts
async function upsertComment(client, place, comment, whoAmI) {
	const text = withMarker(comment);
	const known = comment.isFirst ? null : await findOwnComment(client, place, comment, whoAmI);
	if (known !== null) return await replaceReport(client, place, {
		known,
		marker: comment.marker,
		text
	});
	const { url, yieldedTo } = await createOrYield(client, place, {
		...comment,
		body: text
	}, whoAmI);
	if (yieldedTo === null) return {
		url,
		wasCreated: true
	};
	return await replaceReport(client, place, {
		known: yieldedTo,
		marker: comment.marker,
		text
	});
}
async function createOrYield(client, place, { pullRequest, marker, body }, whoAmI) {
	const { data } = await client.rest.issues.createComment({
		...place,
		issue_number: pullRequest,
		body
	});
	const oldest = await findOwnComment(client, place, {
		pullRequest,
		marker
	}, whoAmI);
	if (oldest === null || oldest.id >= data.id) return {
		url: data.html_url,
		yieldedTo: null
	};
	await client.rest.issues.deleteComment({
		...place,
		comment_id: data.id
	});
	return {
		url: oldest.html_url,
		yieldedTo: await findOwnComment(client, place, {
			pullRequest,
			marker
		}, whoAmI)
	};
}
async function replaceReport(client, place, { known, marker, text }) {
	const body = keepAnswers(known.body ?? "", text, marker);
	const { data } = await client.rest.issues.updateComment({
		...place,
		comment_id: known.id,
		body
	});
	return {
		url: data.html_url,
		wasCreated: false
	};
}
function createWhoAmI(client) {
	let answer = null;
	const askUser = () => {
		answer ??= askForUser(client).catch((error) => {
			answer = null;
			throw error;
		});
		return answer;
	};
	return {
		askUser,
		bot: null
	};
}
async function askForUser(client) {
	try {
		return (await client.rest.users.getAuthenticated()).data.id;
	} catch (error) {
		if (isRequestFailure(error) && error.status === 403) return null;
		throw error;
	}
}
async function findOwnComment(client, place, { pullRequest, marker }, whoAmI) {
	const query = {
		...place,
		issue_number: pullRequest,
		per_page: 100
	};
	const marked = (await client.paginate(client.rest.issues.listComments, query)).filter(({ body }) => hasFinalMarker(body ?? "", marker)).toSorted((one, other) => one.id - other.id);
	const byBots = marked.filter(({ user }) => user?.type === "Bot");
	const byApp = byBots.find(({ user }) => user?.login === (whoAmI.bot ?? "github-actions[bot]"));
	const byBot = whoAmI.bot === null ? byApp ?? byBots[0] : byApp;
	if (byBot !== void 0 || marked.length === 0) return byBot ?? null;
	const ownId = await whoAmI.askUser();
	return marked.find(({ user }) => user !== null && user.id === ownId) ?? null;
}
function withMarker({ body, marker }) {
	return hasFinalMarker(body, marker) ? body : `${body.trimEnd()}\n\n${marker}`;
}

// src/io/github/octokit-issue-comments.ts
const write$1 = "pull-requests: write";
const attempts = 5;
function createIssueComments(connection) {
	const { client, place, ask, retryDelayMs, logger } = connection;
	const whoAmI = createWhoAmI(client);
	return {
		readComment: (id) => ask(`read the comment ${id}`, "pull-requests: read", async () => {
			const found = await returnNullIfMissing(() => client.rest.issues.getComment({
				...place,
				comment_id: id
			}));
			return found && toComment(found.data);
		}),
		listComments: (issue) => ask(`read the comments of #${issue}`, "pull-requests: read", async () => {
			const query = {
				...place,
				issue_number: issue,
				per_page: 100
			};
			return (await client.paginate(client.rest.issues.listComments, query)).map(toComment);
		}),
		react: (comment, content) => addReaction(connection, comment, content),
		hasBotReaction: (comment, content) => readReaction(connection, comment, content),
		answer: (issue, marker, answer) => ask(`answer on #${issue}`, write$1, () => repeatLostCreate(() => writeAnswer(connection, {
			issue,
			marker,
			answer
		}, whoAmI), retryDelayMs, logger))
	};
}
function addReaction({ client, place, ask, ...rest }, comment, content) {
	const add = () => client.rest.reactions.createForIssueComment({
		...place,
		comment_id: comment,
		content
	});
	return ask("react to a comment", write$1, async () => {
		await repeatLostCreate(add, rest.retryDelayMs, rest.logger);
	});
}
function readReaction({ client, place, ask }, comment, content) {
	return ask("read the reactions to a comment", "pull-requests: read", async () => {
		const query = {
			...place,
			comment_id: comment,
			content,
			per_page: 100
		};
		return (await client.paginate(client.rest.reactions.listForIssueComment, query)).some((reaction) => reaction.content === content && reaction.user?.type === "Bot");
	});
}
async function writeAnswer({ client, place }, { issue, marker, answer }, whoAmI) {
	for (let attempt = 1; attempt <= attempts; attempt++) {
		const known = await findOwnComment(client, place, {
			pullRequest: issue,
			marker
		}, whoAmI);
		if (known !== null && hasAnswer(known.body ?? "", marker, answer)) return { url: known.html_url };
		const body = withAnswer(known?.body ?? "", marker, answer);
		if (known === null) await createOrYield(client, place, {
			pullRequest: issue,
			marker,
			body
		}, whoAmI);
		else await client.rest.issues.updateComment({
			...place,
			comment_id: known.id,
			body
		});
	}
	throw new EnvironmentError(`The answer on #${issue} was overwritten ${attempts} times`, "Run fewer workflows on one pull request at the same time.");
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

// src/io/github/octokit-check-run.ts
async function changeCheckRun(client, place, check, decide) {
	let known = await findCheckRuns(client, place, check);
	for (;;) {
		const content = await decide(known.map(toStored));
		if (content === null) return {
			url: known[0]?.html_url ?? null,
			wasCreated: false,
			isChanged: false
		};
		if (known.length === 0) return await createCheckRun(client, place, check, content);
		const outcome = await updateAll(client, place, {
			known,
			check,
			content
		});
		if ("url" in outcome) return outcome;
		known = known.filter(({ id }) => id !== outcome.foreignId);
	}
}
function toStored({ external_id, status, conclusion }) {
	return {
		externalId: external_id ?? "",
		conclusion: status === "completed" ? conclusion : null
	};
}
async function findCheckRuns(client, place, check) {
	const query = {
		ref: check.headCommit,
		check_name: check.name,
		filter: "latest",
		per_page: 100
	};
	return (await client.paginate(client.rest.checks.listForRef, {
		...place,
		...query,
		...limitRetries(check)
	})).filter((known) => isOwnExternalId(known.external_id ?? "")).toSorted((a, b) => b.id - a.id);
}
async function createCheckRun(client, place, { name, headCommit }, content) {
	const { data } = await client.rest.checks.create({
		...place,
		name,
		...formatContent(content),
		head_sha: headCommit
	});
	return {
		url: data.html_url ?? data.url,
		wasCreated: true,
		isChanged: true,
		app: data.app?.slug
	};
}
async function updateAll(client, place, { known, check, content }) {
	const written = [];
	for (const { id } of known) {
		const done = await updateCheckRun(client, place, {
			id,
			check,
			content
		});
		if (done === null) return { foreignId: id };
		written.push(done);
	}
	return {
		url: written[0]?.url ?? null,
		wasCreated: false,
		isChanged: true,
		app: written[0]?.app
	};
}
async function updateCheckRun(client, place, { id, check, content }) {
	try {
		const change = {
			...place,
			check_run_id: id,
			...formatContent(content),
			...limitRetries(check)
		};
		const { data } = await client.rest.checks.update(change);
		return {
			url: data.html_url ?? data.url,
			app: data.app?.slug
		};
	} catch (error) {
		if (isRequestFailure(error) && error.status === 403 && /invalid app_id/iu.test(error.message)) return null;
		throw error;
	}
}
function limitRetries({ isFleeting }) {
	return isFleeting ? { request: { retries: 0 } } : {};
}
function formatContent({ externalId, detailsUrl, output, state }) {
	return {
		external_id: externalId,
		...detailsUrl === null ? {} : { details_url: detailsUrl },
		...output === null ? {} : { output },
		...state
	};
}

// src/io/github/octokit-references.ts
async function readReferenceCommit(client, place, ref) {
	for (const name of listQualifiedNames(ref)) {
		const found = await returnNullIfMissing(() => client.rest.git.getRef({
			...place,
			ref: name
		}));
		if (found) return await peel(client, place, found.data.object);
	}
	return isTagOrBranch(ref) ? null : await returnNullIfMissing(() => readMergeBaseCommit(client, place, ref, ref));
}
async function isAncestor(client, place, commit, tip) {
	return await returnNullIfMissing(() => readMergeBaseCommit(client, place, tip, commit)) === commit;
}
async function readMergeBaseCommit(client, place, base, head) {
	const query = {
		...place,
		basehead: `${base}...${head}`,
		per_page: 1
	};
	return (await client.rest.repos.compareCommitsWithBasehead(query)).data.merge_base_commit.sha;
}
function listQualifiedNames(ref) {
	const full = /^refs\/((?:heads|tags)\/.+)$/u.exec(ref)?.[1];
	if (full !== void 0) return [full];
	return !ref.startsWith("refs/") && !/^[0-9a-f]{40}$/u.test(ref) && !/[~^]/u.test(ref) ? [`tags/${ref}`, `heads/${ref}`] : [];
}
function isTagOrBranch(ref) {
	if (/^refs\/(?:heads|tags)\//u.test(ref)) return true;
	return !ref.startsWith("refs/") && !/[~^]/u.test(ref) && !/^[0-9a-f]{7,40}$/u.test(ref);
}
const maxTags = 5;
async function peel(client, place, object) {
	let found = object;
	for (let depth = 0; found.type === "tag" && depth < maxTags; depth += 1) found = (await client.rest.git.getTag({
		...place,
		tag_sha: found.sha
	})).data.object;
	return found.type === "commit" ? found.sha : null;
}

// src/io/github/octokit-github.ts
function createGitHub(options) {
	const { owner, repo, logger, retryDelayMs = 1e3, patience = callOnce } = options;
	const client = createClient(options);
	const whoAmI = createWhoAmI(client);
	const place = {
		owner,
		repo
	};
	const uncommented = /* @__PURE__ */ new Set();
	const connection = {
		client,
		place,
		repository: `${owner}/${repo}`,
		whoAmI,
		uncommented,
		retryDelayMs,
		logger
	};
	const callWithRetries = (call) => patience(call, true);
	const chooseRetryPolicy = (queryOptions = {}) => queryOptions.isFleeting ? callOnce : patience;
	return {
		changeCheckRun: (check, decide) => (check.isPatient ? patience : callOnce)(() => writeCheckRun(connection, check, decide), true),
		upsertComment: (pullRequest, marker, body) => callWithRetries(() => writeComment(connection, {
			pullRequest,
			marker,
			body
		})),
		listPullRequests: (commit, queryOptions) => chooseRetryPolicy(queryOptions)(() => listPullRequestsByHead(connection, commit), true),
		findOpenPullRequest: (number) => callWithRetries(() => readOpenPull(connection, number)),
		findMergeBase: (base, head) => callWithRetries(() => readMergeBase(connection, base, head)),
		findBranchTip: (branch, queryOptions) => chooseRetryPolicy(queryOptions)(() => readBranchTip(connection, branch), true),
		listParents: (commit) => callWithRetries(() => readParents(connection, commit)),
		findCommit: (ref) => callWithRetries(() => readReferencedCommit(connection, ref)),
		isAncestor: (commit, tip) => callWithRetries(() => readAncestry(connection, commit, tip)),
		readAt: readOnce((commit, path) => callWithRetries(() => readFileAt(connection, commit, path)))
	};
}
function readOnce(read) {
	const known = /* @__PURE__ */ new Map();
	return (commit, path) => {
		const key = `${commit}:${path}`;
		const text = known.get(key) ?? read(commit, path);
		if (/^[0-9a-f]{40}$/u.test(commit)) known.set(key, text);
		text.catch(() => known.delete(key));
		return text;
	};
}
function writeCheckRun(connection, check, decide) {
	const { client, place, whoAmI } = connection;
	return write(connection, {
		action: `write the check "${check.name}" on ${check.headCommit}`,
		permission: "checks: write"
	}, async () => {
		const { app, ...done } = await changeCheckRun(client, place, check, decide);
		if (app !== void 0) whoAmI.bot = `${app}[bot]`;
		return done;
	});
}
function writeComment(connection, comment) {
	const { client, place, whoAmI, uncommented } = connection;
	return write(connection, {
		action: `write the comment on pull request #${comment.pullRequest}`,
		permission: "pull-requests: write"
	}, () => upsertComment(client, place, {
		...comment,
		isFirst: uncommented.delete(comment.pullRequest)
	}, whoAmI));
}
async function write({ repository, retryDelayMs, logger }, need, upsert) {
	let attempts = 0;
	const callUpsert = () => {
		attempts += 1;
		return upsert();
	};
	const written = await translateErrors({
		...need,
		repository
	}, () => repeatLostCreate(callUpsert, retryDelayMs, logger));
	return {
		...written,
		wasCreated: written.wasCreated || attempts > 1
	};
}
function listPullRequestsByHead({ client, place, repository }, commit) {
	const attempt = {
		action: `search for the pull request of ${commit}`,
		permission: "pull-requests: read",
		repository
	};
	return translateErrors(attempt, async () => {
		const query = {
			...place,
			state: "open",
			sort: "created",
			direction: "asc",
			per_page: 100
		};
		return (await client.paginate(client.rest.pulls.list, query, ({ data }) => data.filter(({ head }) => head.sha === commit).map(toPullRequest))).toSorted((one, other) => one.number - other.number);
	});
}
function readOpenPull({ client, place, repository, uncommented }, number) {
	const attempt = {
		action: `read pull request #${number}`,
		permission: "pull-requests: read",
		repository
	};
	return translateErrors(attempt, async () => {
		try {
			const { data } = await client.rest.pulls.get({
				...place,
				pull_number: number
			});
			if (data.comments === 0) uncommented.add(number);
			return data.state === "open" ? toPullRequest(data) : null;
		} catch (error) {
			if (isRequestFailure(error) && error.status === 404) return null;
			throw error;
		}
	});
}
function toPullRequest(listed) {
	const { number, head, base, mergeable = null, merge_commit_sha: mergeCommit, labels } = listed;
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
function readMergeBase({ client, place, repository }, base, head) {
	const attempt = {
		action: `compare ${base} with ${head}`,
		permission: "contents: read",
		repository
	};
	return translateErrors(attempt, () => readMergeBaseCommit(client, place, base, head));
}
function readReferencedCommit({ client, place, repository }, ref) {
	const attempt = {
		action: `resolve ${ref}`,
		permission: "contents: read",
		repository
	};
	return translateErrors(attempt, () => readReferenceCommit(client, place, ref));
}
function readAncestry({ client, place, repository }, commit, tip) {
	const attempt = {
		action: `compare ${commit} with ${tip}`,
		permission: "contents: read",
		repository
	};
	return translateErrors(attempt, () => isAncestor(client, place, commit, tip));
}
function readBranchTip({ client, place, repository }, branch) {
	const attempt = {
		action: `read the branch ${branch}`,
		permission: "contents: read",
		repository
	};
	return translateErrors(attempt, async () => {
		return (await returnNullIfMissing(() => client.rest.git.getRef({
			...place,
			ref: `heads/${branch}`
		})))?.data.object.sha ?? null;
	});
}
function readParents({ client, place, repository }, commit) {
	const attempt = {
		action: `read the commit ${commit}`,
		permission: "contents: read",
		repository
	};
	return translateErrors(attempt, async () => {
		return (await returnNullIfMissing(() => client.rest.git.getCommit({
			...place,
			commit_sha: commit
		})))?.data.parents.map(({ sha }) => sha) ?? null;
	});
}
function readFileAt({ client, place, repository }, commit, path) {
	const attempt = {
		action: `read ${path} at ${commit}`,
		permission: "contents: read",
		repository
	};
	const route = `GET /repos/{owner}/{repo}/contents/${path.split("/").map(encodeURIComponent).join("/")}`;
	return translateErrors(attempt, async () => {
		try {
			const query = {
				...place,
				ref: commit,
				headers: { accept: "application/vnd.github.raw+json" }
			};
			return toText((await client.request(route, query)).data);
		} catch (error) {
			if (isMissingFile(error)) return null;
			throw error;
		}
	});
}
function toText(data) {
	if (data instanceof ArrayBuffer) return new TextDecoder().decode(data);
	return typeof data === "string" ? data : null;
}
function isMissingFile(error) {
	return isRequestFailure(error) && error.status === 404 && !/no commit found/iu.test(error.message);
}

// src/io/machine/system-clock.ts
const systemClock = {
	now: () => /* @__PURE__ */ new Date(),
	readMonotonicMs: () => performance$1.now()
};

// src/wiring/connect-github.ts
function connectGitHub(token, repository, step) {
	return createGitHub(buildConnectionOptions(token, repository, step));
}
function connectDecision(token, repository, step) {
	const options = buildConnectionOptions(token, repository, step);
	return {
		gitHub: createGitHub(options),
		trees: createCommitTrees(connectTo(options))
	};
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
function createAcceptancePorts(token, repository, step) {
	const connection = connectTo(buildConnectionOptions(token, repository, step));
	return {
		comments: createIssueComments(connection),
		authority: createCommandAuthority(connection),
		clock: systemClock
	};
}
function buildConnectionOptions(token, { owner, name }, { env, logger, signal = new AbortController().signal }) {
	return {
		token,
		apiUrl: env["GITHUB_API_URL"] ?? "https://api.github.com",
		owner,
		repo: name,
		logger,
		hurry: signal,
		...shareWaiting(signal, logger, "other")
	};
}

export { buildConnectionOptions, connectDecision, connectGitHub, connectTo, createAcceptancePorts, createCommandAuthority, createGitHub, createIssueComments, createWhoAmI, extendRetries, hasFinalMarker, isAncestor, isRequestFailure, readReferenceCommit, repeatLostCreate, returnNullIfMissing, sleepUntilAborted, systemClock, upsertComment };