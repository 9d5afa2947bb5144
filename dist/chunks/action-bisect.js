import { setOutputs } from "./action.js";
import { UserError } from "./core.js";
import { createRunId, diskFileStore } from "./foundation.js";
import { createLineProgress, openGitRepository } from "./measuring.js";
import { bisectLocally, renderBisectMarkdown } from "./local-bisect.js";
import { loadRulesAt, parseRules } from "./judging.js";
import { chooseLocalNames } from "./action-ports.js";
import { guardStep } from "./guard-step.js";
import { readHistoryRecords } from "./history-records.js";
import { join, resolve } from "node:path";

// src/wiring/action-bisect.ts
async function bisectFromAction(inputs, context, ports) {
	refuseUntrusted(inputs, context);
	const { workspace } = context;
	const { env, logger, runner, signal, writeSummary } = ports;
	const runId = createRunId();
	const folder = resolve(workspace, inputs.runFolder ?? join(env["RUNNER_TEMP"] ?? "/tmp", "warpgauge-bisect", runId));
	const { history } = inputs.bisect;
	const records = history === null ? [] : await readHistoryRecords(resolve(workspace, history), logger);
	const localNames = chooseLocalNames(null);
	const git = await openGitRepository(workspace, {
		env,
		localNames
	});
	const head = await git.resolve(context.headCommit ?? "HEAD");
	if (head === null) throw new UserError("the commit of the event is not in this clone", "Check out with `fetch-depth: 0`.");
	const { text } = await loadRulesAt(head, inputs.config, git);
	const rules = parseRules(text, inputs.config, {
		origin: "local",
		commit: null
	});
	const result = await bisectLocally({
		workspace,
		rules,
		spec: {
			...inputs.bisect,
			bad: inputs.bisect.bad ?? head
		},
		folder,
		records,
		maxRepeats: null,
		isResume: inputs.resume,
		runId,
		environment: env,
		logger,
		progress: createLineProgress((line) => logger.info(line)),
		signal,
		localNames,
		guard: (processes) => guardStep(processes, env, logger)
	});
	const report = renderBisectMarkdown(result);
	await diskFileStore.writeText(join(folder, "bisect-report.json"), `${JSON.stringify(result, null, 2)}\n`);
	await diskFileStore.writeText(join(folder, "bisect-report.md"), report);
	await writeSummary?.(report);
	const { ending, culprit, sentence } = result;
	setOutputs(runner, {
		bisect: ending,
		culprit: culprit?.commit ?? "",
		sentence,
		"run-folder": folder
	});
	return { said: result.sentence };
}
function refuseUntrusted({ token }, { trust, event }) {
	if (token !== null) throw new UserError("bisect runs code of many commits, so it must not get a token", "Remove `token`, and check out with `fetch-depth: 0`; another job can publish the result.");
	if (trust !== "trusted" || event === "workflow_run") throw new UserError(`bisect works on workflow_dispatch, schedule and push, this is ${event}`, "Start it by workflow_dispatch; a comment command does that.");
}

export { bisectFromAction };