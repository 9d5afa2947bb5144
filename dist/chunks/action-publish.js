import { P as diskFileStore, lt as UserError, r as newRunId, t as publishUnderCheck } from "./foundation.js";
import { n as gitHubOfRun, t as acceptancesOfRun } from "./github.js";
import { join } from "node:path";

// src/wiring/action-publish.ts
async function publishFromAction(inputs, context, ports) {
	if (inputs.token === null) throw new UserError("publish needs a token", "Add `token: ${{ github.token }}` and the permissions checks: write and pull-requests: write.");
	if (inputs.runFolders.length === 0) throw new UserError("publish needs the run folder of the measuring job", "Download its artifact and give the path as run-folder; several, one per line, are joined.");
	if (!context.repository) throw new UserError("GITHUB_REPOSITORY is not set", "Run this inside GitHub Actions.");
	const gitHub = gitHubOfRun(inputs.token, context.repository, ports.logger, ports.signal);
	const acceptances = acceptancesOfRun(inputs.token, context.repository, ports.logger, ports.signal);
	const request = {
		context,
		configPath: inputs.config,
		runFolders: inputs.runFolders,
		joinedFolder: join(process.env["RUNNER_TEMP"] ?? "/tmp", `warpgauge-joined-${newRunId()}`),
		signal: ports.signal
	};
	return await publishUnderCheck(request, {
		...ports,
		gitHub,
		acceptances,
		files: diskFileStore
	}, loadPublish);
}
async function loadPublish() {
	return (await import("./publish.js")).publish;
}

export { publishFromAction };