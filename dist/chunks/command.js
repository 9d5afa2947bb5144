import { acceptFailure, bindToHead, formatCommentMarker, isFailedVerdict, parseConfig, readComment, renderAnswer, renderPlainAnswer, renderSentence, requireSameHead } from "./judging.js";
import { deriveCheckName, formatPartialCheckName, hasRole, parseEntry, writeCheck } from "./foundation.js";
import { EnvironmentError, UserError } from "./core.js";
import { isCommitPrefix } from "./github.js";

// src/steps/commands/perform-command.ts
async function performCommand(call, ports) {
	try {
		return await perform(call, ports);
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			kind: "refused",
			problem: error.message,
			hint: error.hint
		};
	}
}
async function perform(call, ports) {
	const { name } = call.command;
	if (!call.isPullRequest && name !== "help" && name !== "bisect" && name !== "refresh") throw new UserError(`${name} works on pull requests`, "Write it on a pull request.");
	switch (name) {
		case "help": return { kind: "helped" };
		case "run":
		case "compare": return await startRun(call, ports);
		case "accept": return await acceptFailure(call, ports);
		case "refresh": return await startRefresh(call, ports);
		case "bisect": return await startBisect(call, ports);
		case "cancel": return await cancelRuns(call, ports);
		default: return name;
	}
}
async function startRun(call, ports) {
	const pull = await bindToHead(call.issue, call.wish, ports.gitHub);
	const selection = await resolveSelection(call, pull, ports);
	await requireSameHead(pull, ports.gitHub);
	const started = await ports.gitHub.startWorkflow(call.config.commands.workflows.run, {
		"pull-request": String(pull.number),
		head: pull.headCommit,
		"head-repository": String(pull.headRepository?.id ?? 0),
		base: pull.baseCommit,
		fork: pull.isFork ? "true" : "false",
		suite: selection.suite ?? "",
		compare: selection.reference?.commit ?? "",
		comment: String(call.comment)
	});
	await openCheck(call, pull, selection, {
		started,
		ports
	});
	const { headCommit } = pull;
	return {
		kind: "started",
		command: call.command,
		headCommit,
		reference: selection.reference,
		runUrl: started.url
	};
}
async function startRefresh(call, ports) {
	const { command, config, author } = call;
	const inputs = {
		reason: command.name === "refresh" && command.reason !== null ? command.reason : "",
		"requested-by": author,
		comment: String(call.comment),
		issue: String(call.issue)
	};
	return {
		kind: "started",
		command,
		headCommit: null,
		reference: null,
		runUrl: (await ports.gitHub.startWorkflow(config.commands.workflows.refresh, inputs)).url
	};
}
async function startBisect(call, ports) {
	const { command, config } = call;
	const asked = command.name === "bisect" ? command.suite : null;
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
		runUrl: (await ports.gitHub.startWorkflow(workflow, {
			...common,
			good: "",
			bad: "",
			suite: asked ?? ""
		})).url
	};
	const suite = asked ?? requireOnlySuite(config);
	const pull = await bindToHead(call.issue, call.wish, ports.gitHub);
	const good = await ports.gitHub.findMergeBase(pull.baseCommit, pull.headCommit);
	await requireSameHead(pull, ports.gitHub);
	const started = await ports.gitHub.startWorkflow(workflow, {
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
async function resolveSelection({ command, config, defaultTip }, pull, ports) {
	if (command.name === "run") {
		if (command.suite !== null) requireSuite(command.suite, config);
		return {
			suite: command.suite,
			reference: null
		};
	}
	if (command.name !== "compare") return {
		suite: null,
		reference: null
	};
	requireSuite("revision", config);
	const { revision } = command;
	return {
		suite: null,
		reference: {
			name: revision,
			commit: await findCommitToCompare(revision, {
				pull,
				defaultTip
			}, ports)
		}
	};
}
async function findCommitToCompare(revision, { pull, defaultTip }, { gitHub }) {
	const commit = revision.startsWith("refs/") && !/^refs\/(?:heads|tags)\//u.test(revision) ? null : await gitHub.findCommit(revision);
	if (commit === null) throw new UserError(`this repository has no tag, branch or commit ${revision}`, "Name a tag, a branch or a commit of this repository.");
	if (!isCommitPrefix(revision)) return commit;
	const tips = [
		defaultTip,
		pull.baseCommit,
		...pull.isFork ? [] : [pull.headCommit]
	];
	for (const tip of new Set(tips)) if (await gitHub.isAncestor(commit, tip)) return commit;
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
async function openCheck({ checkName, command, author, say }, { number, headCommit }, { suite, reference }, { started, ports }) {
	if (started.id === null) return;
	const claim = {
		name: formatPartialCheckName(checkName, {
			suite,
			compare: reference?.commit ?? null
		}),
		headCommit,
		pullRequest: number,
		base: null,
		run: `${started.id}.1`,
		detailsUrl: started.url,
		title: "Waiting for a runner …",
		summary: say(`The command ${command.name} of ${author} started a run that measures this commit.`),
		result: "open"
	};
	await writeCheck(claim, ports.gitHub);
}
async function cancelRuns(call, ports) {
	const { headCommit } = await bindToHead(call.issue, call.wish, ports.gitHub);
	const named = (await ports.gitHub.listChecks(headCommit)).filter(({ name }) => isOurs(name, call.checkName)).flatMap(listOpenings);
	if (named.length === 0) throw new UserError(`no open check of ${headCommit.slice(0, 7)} names a run`, "There is nothing to cancel.");
	for (const opening of named) {
		await ports.gitHub.cancelWorkflowRun(parseRunId(opening));
		await close({
			...opening,
			headCommit
		}, call, ports);
	}
	return {
		kind: "cancelled",
		runUrls: named.map((opening) => buildRunUrl(parseRunId(opening), call))
	};
}
function buildRunUrl(run, { commentUrl }) {
	return commentUrl.replace(/\/(?:pull|issues)\/\d+#.*$/u, `/actions/runs/${run}`);
}
function isOurs(name, checkName) {
	return name === checkName || name.startsWith(`${checkName} / `);
}
function listOpenings(check) {
	const entry = parseEntry(check.externalId);
	const run = entry?.result === "open" ? entry.run : entry?.next ?? null;
	return entry === null || run === null ? [] : [{
		check,
		entry,
		run
	}];
}
function parseRunId({ run }) {
	return Number(run.split(".")[0]);
}
async function close({ check, entry: { pullRequest }, run, headCommit }, call, { gitHub }) {
	const claim = {
		name: check.name,
		headCommit,
		pullRequest: typeof pullRequest === "number" ? pullRequest : null,
		isProvisional: pullRequest === "unknown",
		base: null,
		run,
		detailsUrl: check.detailsUrl,
		title: "Cancelled before there was a result",
		summary: call.say(`Cancelled by the command of ${call.author}.`),
		result: "cancelled"
	};
	await writeCheck(claim, gitHub);
}

// src/modes/command.ts
async function handleComment(request, ports) {
	const { event } = request;
	if (!event.isNew || !event.isByPerson) return null;
	const parsed = readComment(event.body);
	if (parsed.kind === "none") return null;
	const comment = await ports.gitHub.readComment(event.id);
	if (comment === null || !comment.author.isPerson) return null;
	const config = await loadTrustedConfig(request, ports);
	if (!await isAllowed(comment.author.login, determineRole(parsed, config), ports)) return await ignore(comment, determineRole(parsed, config), ports);
	if (request.isRerun && await isAnswered(comment, ports)) return null;
	await ports.gitHub.react(comment.id, "eyes");
	return await answer(await decideOutcome({
		parsed,
		comment,
		config
	}, request, ports).catch(async (error) => {
		if (error instanceof EnvironmentError) await reportFailure(error, comment, request, ports);
		throw error;
	}), comment, request, ports);
}
async function reportFailure({ message, hint }, comment, request, ports) {
	try {
		await answer(createRefusal(message, hint), comment, request, ports);
	} catch (error) {
		if (!(error instanceof EnvironmentError)) throw error;
		ports.logger.debug(`Could not answer with the failure: ${error.message}`);
	}
}
async function decideOutcome({ parsed, comment, config }, request, ports) {
	if (parsed.kind === "malformed") return {
		kind: "refused",
		problem: parsed.problem,
		hint: parsed.hint
	};
	if (comment.isEdited || comment.body !== request.event.body) return createRefusal("the comment was edited", "Write a new comment.");
	if (request.isRerun) return createRefusal("an earlier attempt of this job was interrupted, so its progress is unknown", "Write the command again.");
	if (typeof config === "string") return createRefusal(config, "Correct the config on the default branch.");
	return await performCommand(buildCall({
		...parsed,
		comment,
		config
	}, request), ports);
}
function buildCall({ command, pinnedHead, comment, config }, { event, configPath, trustedCommit: defaultTip }) {
	return {
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
		checkName: deriveCheckName(configPath),
		isFailedVerdict,
		say: renderSentence
	};
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
async function isAllowed(login, needed, { gitHub }) {
	const granted = await gitHub.readRole(login);
	return granted !== null && hasRole(granted, needed);
}
async function ignore({ id, author }, needed, ports) {
	await ports.gitHub.react(id, "confused");
	ports.logger.info(`${author.login} is not allowed to use this command; it requires the role ${needed} in this repository.`);
	return null;
}
async function isAnswered({ id }, { gitHub }) {
	return await gitHub.hasBotReaction(id, "rocket") || await gitHub.hasBotReaction(id, "confused");
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