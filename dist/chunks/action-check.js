import { chooseLocalNames } from "./action-names.js";
import { chooseCaches } from "./cache-directory.js";
import { connectGitHub, extendRetries } from "./github.js";
import { check, createLineProgress, createMeasuringPorts } from "./measuring.js";
import { createRunId } from "./foundation.js";
import { guardStep, listReachableSecrets } from "./guard-step.js";
import { UserError } from "./core.js";
import { formatSelection } from "./judging.js";
import { toolVersion } from "./version.js";
import { join } from "node:path";

// src/wiring/action-check.ts
async function checkFromAction(inputs, context, ports) {
	refuseTokenOfShard(inputs);
	extendRetries(ports.signal, ports.logger);
	const runId = createRunId();
	const { env, logger } = ports;
	const temporary = env["RUNNER_TEMP"] ?? "/tmp";
	const workDirectory = join(temporary, `warpgauge-work-${runId}`);
	const measuring = await createMeasuringPorts({
		workspace: context.workspace,
		environment: env,
		token: inputs.token,
		localNames: chooseLocalNames(inputs.token),
		logger,
		progress: createLineProgress((line) => logger.info(line)),
		signal: ports.signal
	});
	const request = {
		context,
		configPath: inputs.config,
		ownRules: null,
		mayMeasureForks: inputs.allowForks,
		secretsAtHand: listReachableSecrets(measuring.git, env),
		runFolder: inputs.runFolder ?? join(temporary, "warpgauge", runId),
		runId,
		isResume: inputs.resume,
		calibrationRounds: null,
		...inputs.selection && { selection: inputs.selection },
		toolVersion,
		signal: ports.signal,
		workplace: {
			workDirectory,
			...chooseCaches(context.trust, workDirectory, env),
			environment: env
		}
	};
	const { token } = inputs;
	const { repository } = context;
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