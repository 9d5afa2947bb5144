import { t as gitHubOfRun } from "./github.js";
import { c as measuringPorts, d as check, g as newRunId, k as toolVersion, t as lineProgress } from "./measuring.js";
import { join } from "node:path";

// src/wiring/action-check.ts
async function checkFromAction(inputs, context, ports) {
	const runId = newRunId();
	const temporary = process.env["RUNNER_TEMP"] ?? "/tmp";
	const { logger } = ports;
	const measuring = await measuringPorts({
		workspace: context.workspace,
		environment: process.env,
		token: inputs.token,
		logger,
		progress: lineProgress((line) => logger.info(line))
	});
	const request = {
		context,
		configPath: inputs.config,
		ownRules: null,
		mayMeasureForks: inputs.allowForks,
		runFolder: inputs.runFolder ?? join(temporary, "warpgauge", runId),
		runId,
		isResume: inputs.resume,
		toolVersion,
		signal: ports.signal,
		workplace: {
			workDirectory: join(temporary, `warpgauge-work-${runId}`),
			cacheDirectory: cacheDirectory(),
			environment: process.env
		}
	};
	return await check(request, {
		...measuring,
		gitHub: gitHubOf(inputs, context, logger),
		jobSummary: ports.jobSummary
	});
}
function gitHubOf({ token }, { repository }, logger) {
	return token === null || repository === null ? null : gitHubOfRun(token, repository, logger);
}
function cacheDirectory() {
	const root = process.env["RUNNER_TOOL_CACHE"] ?? process.env["XDG_CACHE_HOME"] ?? join(process.env["HOME"] ?? "/tmp", ".cache");
	return join(root, "warpgauge");
}

export { checkFromAction };