import { L as diskFileStore, gt as UserError, i as createRunId, n as publishUnderCheck, t as holdForMeasurement } from "./foundation.js";
import { n as connectGitHub, r as createAcceptancePorts } from "./github.js";
import { join } from "node:path";

// src/wiring/action-publish.ts
async function publishFromAction(inputs, context, ports) {
	if (!context.measuredBy?.isBeginning) return await publishMeasured(inputs, context, ports);
	const { token, repository } = requireAccess(inputs, context);
	const gitHub = connectGitHub(token, repository, ports.logger, ports.signal);
	return { said: await holdForMeasurement({
		context,
		configPath: inputs.config
	}, gitHub) };
}
async function publishMeasured(inputs, context, ports) {
	const { token, repository } = requireAccess(inputs, context);
	if (inputs.runFolders.length === 0) throw new UserError("publish needs the run folder of the measuring job", "Download its artifact and give the path as run-folder; several folders, one per line, are merged.");
	const gitHub = connectGitHub(token, repository, ports.logger, ports.signal);
	const acceptances = createAcceptancePorts(token, repository, ports.logger, ports.signal);
	const request = {
		context,
		configPath: inputs.config,
		runFolders: inputs.runFolders,
		joinedFolder: join(process.env["RUNNER_TEMP"] ?? "/tmp", `warpgauge-joined-${createRunId()}`),
		signal: ports.signal
	};
	return await publishUnderCheck(request, {
		...ports,
		gitHub,
		acceptances,
		files: diskFileStore
	}, loadPublish);
}
function requireAccess({ token }, { repository }) {
	if (token === null) throw new UserError("publish needs a token", "Add `token: ${{ github.token }}` and the permissions checks: write and pull-requests: write.");
	if (!repository) throw new UserError("GITHUB_REPOSITORY is not set", "Run this inside GitHub Actions.");
	return {
		token,
		repository
	};
}
async function loadPublish() {
	return (await import("./publish.js")).publish;
}

export { publishFromAction, publishMeasured };