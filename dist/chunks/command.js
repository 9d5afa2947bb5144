import { acceptFailure, bindToHead, formatCommentMarker, parseConfig, readComment, renderAnswer, renderPlainAnswer, renderSentence, requireSameHead } from "./judging.js";
import { deriveCheckName, formatPartialCheckName, hasRole, isCommitPrefix, parseEntry, writeCheck } from "./foundation.js";
import { EnvironmentError, UserError } from "./core.js";

// src/steps/commands/perform-command.ts
const performers = {
	help: () => Promise.resolve({ kind: "helped" }),
	run: startRun,
	compare: startRun,
	accept: acceptFailure,
	refresh: startRefresh,
	bisect: startBisect,
	cancel: cancelRuns
};
const everywhere = [
	"help",
	"bisect",
	"refresh"
];
async function performCommand(call, ports) {
	const { name } = call.command;
	try {
		if (!call.isPullRequest && !everywhere.includes(name)) throw new UserError(`${name} works on pull requests`, "Write it on a pull request.");
		return await performers[name](call, ports);
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			kind: "refused",
			problem: error.message,
			hint: error.hint
		};
	}
}
async function startRun(call, ports) {
	const { command, config } = call;
	const { gitHub } = ports;
	const pull = await bindToHead(call.issue, call.wish, gitHub);
	const suite = "suite" in command ? command.suite : null;
	const reference = command.name === "compare" ? await findReference(command.revision, pull, call, ports) : null;
	if (suite !== null) requireSuite(suite, config);
	await requireSameHead(pull, gitHub);
	const started = await gitHub.startWorkflow(config.commands.workflows.run, {
		"pull-request": String(pull.number),
		head: pull.headCommit,
		"head-repository": String(pull.headRepository?.id ?? 0),
		base: pull.baseCommit,
		fork: pull.isFork ? "true" : "false",
		suite: suite ?? "",
		compare: reference?.commit ?? "",
		comment: String(call.comment)
	});
	await openCheck(call, pull, {
		suite,
		compare: reference?.commit ?? null,
		started
	}, ports);
	return {
		kind: "started",
		command,
		headCommit: pull.headCommit,
		reference,
		runUrl: started.url
	};
}
async function openCheck({ checkName, command, author }, { number, headCommit }, { suite, compare, started }, { gitHub }) {
	if (started.id === null) return;
	const claim = {
		name: formatPartialCheckName(checkName, {
			suite,
			compare
		}),
		headCommit,
		pullRequest: number,
		base: null,
		run: `${started.id}.1`,
		detailsUrl: started.url,
		title: "Waiting for a runner …",
		summary: renderSentence(`The command ${command.name} of ${author} started a run that measures this commit.`),
		result: "open"
	};
	await writeCheck(claim, gitHub);
}
async function startRefresh(call, { gitHub }) {
	const { command, config, author } = call;
	const inputs = {
		reason: "reason" in command && command.reason || "",
		"requested-by": author,
		comment: String(call.comment),
		issue: String(call.issue)
	};
	return {
		kind: "started",
		command,
		headCommit: null,
		reference: null,
		runUrl: (await gitHub.startWorkflow(config.commands.workflows.refresh, inputs)).url
	};
}
async function startBisect(call, { gitHub }) {
	const { command, config } = call;
	const asked = "suite" in command ? command.suite : null;
	if (asked !== null) requireSuite(asked, config);
	const common = {
		comment: String(call.comment),
		issue: String(call.issue)
	};
	const workflow = config.commands.workflows.bisect;
	if (!call.isPullRequest) return {
		kind: "started",
		command,
		headCommit: null,
		reference: null,
		runUrl: (await gitHub.startWorkflow(workflow, {
			...common,
			good: "",
			bad: "",
			suite: asked ?? ""
		})).url
	};
	const suite = asked ?? requireOnlySuite(config);
	const pull = await bindToHead(call.issue, call.wish, gitHub);
	const good = await gitHub.findMergeBase(pull.baseCommit, pull.headCommit);
	await requireSameHead(pull, gitHub);
	const started = await gitHub.startWorkflow(workflow, {
		...common,
		good,
		bad: pull.headCommit,
		suite
	});
	const reference = {
		name: "the merge base",
		commit: good
	};
	return {
		kind: "started",
		command,
		headCommit: pull.headCommit,
		reference,
		runUrl: started.url
	};
}
async function findReference(revision, pull, { config, defaultTip }, { gitHub }) {
	requireSuite("revision", config);
	const commit = revision.startsWith("refs/") && !/^refs\/(?:heads|tags)\//u.test(revision) ? null : await gitHub.findCommit(revision);
	if (commit === null) throw new UserError(`this repository has no tag, branch or commit ${revision}`, "Name a tag, a branch or a commit of this repository.");
	if (!isCommitPrefix(revision)) return {
		name: revision,
		commit
	};
	const tips = [
		defaultTip,
		pull.baseCommit,
		...pull.isFork ? [] : [pull.headCommit]
	];
	for (const tip of new Set(tips)) if (await gitHub.isAncestor(commit, tip)) return {
		name: revision,
		commit
	};
	throw new UserError(`${revision.slice(0, 12)} is on neither the default branch nor the branches of this pull request`, "Name a tag or a branch that contains it.");
}
function requireSuite(suite, { suites }) {
	if (Object.hasOwn(suites, suite)) return;
	throw new UserError(`the config has no suite ${suite}`, `It has: ${Object.keys(suites).join(", ")}.`);
}
function requireOnlySuite({ suites }) {
	const names = Object.keys(suites);
	const name = names.length === 1 ? names[0] : names.find((one) => one === "end-to-end");
	if (name !== void 0) return name;
	throw new UserError("the suite to bisect is missing", `Write /warpgauge bisect SUITE: ${names.join(", ")}.`);
}
async function cancelRuns(call, { gitHub }) {
	const { checkName, author, commentUrl } = call;
	const { headCommit } = await bindToHead(call.issue, call.wish, gitHub);
	const named = (await gitHub.listChecks(headCommit)).flatMap((check) => {
		const entry = check.name === checkName || check.name.startsWith(`${checkName} / `) ? parseEntry(check.externalId) : null;
		const run = entry?.result === "open" ? entry.run : entry?.next;
		return entry && run ? [{
			check,
			pullRequest: entry.pullRequest,
			run,
			id: Number(run.split(".")[0])
		}] : [];
	});
	if (named.length === 0) throw new UserError(`no open check of ${headCommit.slice(0, 7)} names a run`, "There is nothing to cancel.");
	for (const { check, pullRequest, run, id } of named) {
		await gitHub.cancelWorkflowRun(id);
		await writeCheck({
			name: check.name,
			headCommit,
			pullRequest: typeof pullRequest === "number" ? pullRequest : null,
			isProvisional: pullRequest === "unknown",
			base: null,
			run,
			detailsUrl: check.detailsUrl,
			title: "Cancelled before there was a result",
			summary: renderSentence(`Cancelled by the command of ${author}.`),
			result: "cancelled"
		}, gitHub);
	}
	const toUrl = (id) => commentUrl.replace(/\/(?:pull|issues)\/\d+#.*$/u, `/actions/runs/${id}`);
	return {
		kind: "cancelled",
		runUrls: named.map(({ id }) => toUrl(id))
	};
}

// src/modes/command.ts
async function handleComment(request, ports) {
	const { event, isRerun } = request;
	const { gitHub, logger } = ports;
	if (!event.isNew || !event.isByPerson) return null;
	const parsed = readComment(event.body);
	if (parsed.kind === "none") return null;
	const comment = await gitHub.readComment(event.id);
	if (comment === null || !comment.author.isPerson) return null;
	const config = await loadTrustedConfig(request, ports);
	const { login } = comment.author;
	const needed = determineRole(parsed, config);
	const granted = await gitHub.readRole(login);
	if (granted === null || !hasRole(granted, needed)) {
		await gitHub.react(comment.id, "confused");
		logger.info(`${login} is not allowed to use this command; it requires the role ${needed} in this repository.`);
		return null;
	}
	const isAnswered = async () => await gitHub.hasBotReaction(comment.id, "rocket") || await gitHub.hasBotReaction(comment.id, "confused");
	if (isRerun && await isAnswered()) return null;
	await gitHub.react(comment.id, "eyes");
	return await answer(await decideOutcome({
		parsed,
		comment,
		config
	}, request, ports).catch(async (error) => {
		if (error instanceof EnvironmentError) await answerFailure(error, comment, request, ports);
		throw error;
	}), comment, request, ports);
}
async function answerFailure({ message, hint }, comment, request, ports) {
	try {
		await answer(createRefusal(message, hint), comment, request, ports);
	} catch (error) {
		if (!(error instanceof EnvironmentError)) throw error;
		ports.logger.debug(`Could not answer with the failure: ${error.message}`);
	}
}
async function decideOutcome({ parsed, comment, config }, { event, configPath, trustedCommit: defaultTip, isRerun }, ports) {
	if (parsed.kind === "malformed") return createRefusal(parsed.problem, parsed.hint);
	if (comment.isEdited || comment.body !== event.body) return createRefusal("the comment was edited", "Write a new comment.");
	if (isRerun) return createRefusal("an earlier attempt of this job was interrupted, so its progress is unknown", "Write the command again.");
	if (typeof config === "string") return createRefusal(config, "Correct the config on the default branch.");
	const { command, pinnedHead } = parsed;
	return await performCommand({
		command,
		config,
		author: comment.author.login,
		defaultTip,
		comment: comment.id,
		commentUrl: comment.url,
		wish: {
			createdAt: comment.createdAt,
			pinnedHead
		},
		issue: event.issue,
		isPullRequest: event.isPullRequest,
		checkName: deriveCheckName(configPath)
	}, ports);
}
async function loadTrustedConfig({ trustedCommit, configPath }, { gitHub }) {
	const text = await gitHub.readAt(trustedCommit, configPath);
	if (text === null) return `the default branch has no ${configPath}`;
	try {
		return parseConfig(text, configPath);
	} catch (error) {
		if (error instanceof UserError) return `${configPath} of the default branch cannot be used`;
		throw error;
	}
}
function determineRole(parsed, config) {
	if (typeof config === "string") return "admin";
	return parsed.kind === "command" ? config.commands.roles[parsed.command.name] : config.commands.roles.help;
}
async function answer(outcome, { id, url: commentUrl, author: { login } }, { event, configPath }, { gitHub, logger }) {
	await gitHub.react(id, outcome.kind === "refused" ? "confused" : "rocket");
	const line = renderAnswer(outcome, {
		login,
		commentUrl
	});
	try {
		await gitHub.writeAnswer(event.issue, formatCommentMarker(deriveCheckName(configPath)), {
			id,
			line
		});
	} catch (error) {
		if (!(error instanceof EnvironmentError)) throw error;
		logger.warning(`Could not write the answer: ${error.message} ${error.hint}`);
	}
	return renderPlainAnswer(outcome);
}
function createRefusal(problem, hint) {
	return {
		kind: "refused",
		problem,
		hint
	};
}

export { handleComment };