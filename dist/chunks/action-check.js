import { chooseLocalNames } from "./action-ports.js";
import { connectGitHub, extendRetries } from "./github.js";
import { check, createLineProgress, createMeasuringPorts } from "./measuring.js";
import { createRunId } from "./foundation.js";
import { guardStep, listReachableSecrets } from "./guard-step.js";
import { UserError } from "./core.js";
import { formatSelection } from "./choices.js";
import { join } from "node:path";

// src/wiring/action-check.ts
async function checkFromAction(inputs, context, ports) {
	refuseTokenOfShard(inputs);
	extendRetries(ports.signal, ports.logger);
	const { token, config: configPath } = inputs;
	const { workspace, repository } = context;
	const { env, logger, signal } = ports;
	const measuring = await createMeasuringPorts({
		workspace,
		environment: env,
		token,
		localNames: chooseLocalNames(token),
		logger,
		progress: createLineProgress((line) => logger.info(line)),
		signal
	});
	const runId = createRunId();
	const request = {
		context,
		configPath,
		ownRules: null,
		mayMeasureForks: inputs.allowForks,
		secretsAtHand: listReachableSecrets(measuring.git, env),
		runFolder: inputs.runFolder ?? join(env["RUNNER_TEMP"] ?? "/tmp", "warpgauge", runId),
		runId,
		isResume: inputs.resume,
		selection: inputs.selection,
		signal
	};
	const gitHub = token === null || repository === null ? null : connectGitHub(token, repository, ports);
	const processes = guardStep(measuring.processes, env, logger);
	return await check(request, {
		...measuring,
		processes,
		gitHub,
		...ports
	});
}
function refuseTokenOfShard({ selection, token }) {
	if (selection === null || token === null) return;
	throw new UserError(`${formatSelection(selection)} is a part of a run, so it must not get a token`, "Remove `token`; a job with `mode: publish` merges the run folders and writes one check (docs/matrix.md).");
}

export { checkFromAction };