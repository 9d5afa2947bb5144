import { p as UserError, r as diskFileStore, t as publishUnderCheck } from "./foundation.js";
import { t as gitHubOfRun } from "./github.js";

// src/wiring/action-publish.ts
async function publishFromAction(inputs, context, ports) {
	if (inputs.token === null) throw new UserError("publish needs a token", "Add `token: ${{ github.token }}` and the permissions checks: write and pull-requests: write.");
	if (inputs.runFolder === null) throw new UserError("publish needs the run folder of the measuring job", "Download its artifact and give the path as run-folder.");
	if (!context.repository) throw new UserError("GITHUB_REPOSITORY is not set", "Run this inside GitHub Actions.");
	const gitHub = gitHubOfRun(inputs.token, context.repository, ports.logger);
	const request = {
		context,
		configPath: inputs.config,
		runFolder: inputs.runFolder,
		signal: ports.signal
	};
	return await publishUnderCheck(request, {
		...ports,
		gitHub,
		files: diskFileStore
	}, loadPublish);
}
async function loadPublish() {
	return (await import("./publish.js")).publish;
}

export { publishFromAction };