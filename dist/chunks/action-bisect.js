import { writeBisect } from "./action.js";
import { UserError } from "./core.js";
import { createRunId, diskFileStore } from "./foundation.js";
import { createLineProgress, openGitRepository } from "./measuring.js";
import { bisectLocally, buildBisectQuestion, renderBisectMarkdown } from "./local-bisect.js";
import { loadRules, parseRules } from "./judging.js";
import { chooseLocalNames } from "./action-ports.js";
import { guardStep } from "./guard-step.js";
import { readHistoryRecords } from "./history-records.js";
import { join, resolve } from "node:path";

// src/wiring/action-bisect.ts
async function bisectFromAction(inputs, context, ports) {
	refuseToken(inputs);
	requireTrusted(context);
	const { workspace } = context;
	const { env, logger } = ports;
	const runId = createRunId();
	const folder = inputs.runFolder ?? join(env["RUNNER_TEMP"] ?? "/tmp", "warpgauge-bisect", runId);
	const { history } = inputs.bisect;
	const records = history === null ? [] : await readHistoryRecords(resolve(workspace, history), logger);
	const { question, rules } = await loadQuestion(inputs, context, {
		env,
		records
	});
	const result = await bisectLocally({
		workspace,
		rules,
		question,
		folder,
		records,
		maxRepeats: null,
		isResume: inputs.resume,
		runId,
		environment: env,
		logger,
		progress: createLineProgress((line) => logger.info(line)),
		signal: ports.signal,
		localNames: chooseLocalNames(null),
		guard: (processes) => guardStep(processes, env, logger)
	});
	await reportResult(result, folder, ports);
	return { said: result.sentence };
}
async function reportResult(result, folder, { jobSummary, runner }) {
	const text = renderBisectMarkdown(result);
	await diskFileStore.writeText(join(folder, "bisect-report.json"), `${JSON.stringify(result, null, 2)}\n`);
	await diskFileStore.writeText(join(folder, "bisect-report.md"), text);
	await jobSummary?.write(text);
	writeBisect(runner, result, folder);
}
function refuseToken({ token }) {
	if (token === null) return;
	throw new UserError("bisect runs code of many commits, so it must not get a token", "Remove `token`, and check out with `fetch-depth: 0`; another job can publish the result.");
}
function requireTrusted({ trust, event }) {
	if (trust === "trusted" && event !== "workflow_run") return;
	throw new UserError(`bisect works on workflow_dispatch, schedule and push, this is ${event}`, "Start it by workflow_dispatch; a comment command does that.");
}
async function loadQuestion(inputs, context, { env, records }) {
	const git = await openGitRepository(context.workspace, {
		env,
		localNames: chooseLocalNames(null)
	});
	const head = await git.resolve(context.headCommit ?? "HEAD");
	if (head === null) throw new UserError("the commit of the event is not in this clone", "Check out with `fetch-depth: 0`.");
	const read = (commit, path) => git.readAt(commit, path);
	const rules = await loadRules({
		path: inputs.config,
		trustedCommit: head,
		headCommit: head,
		read
	});
	const local = parseRules(rules.text, inputs.config, {
		origin: "local",
		commit: null
	});
	const spec = {
		...inputs.bisect,
		bad: inputs.bisect.bad ?? head
	};
	return {
		question: await buildBisectQuestion(spec, {
			rules: local,
			records,
			resolve: (ref) => git.resolve(ref)
		}),
		rules: local
	};
}

export { bisectFromAction };