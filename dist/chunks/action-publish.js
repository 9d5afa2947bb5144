import { writeUnrelated } from "./action.js";
import { UserError } from "./core.js";
import { connectDecision, connectGitHub, createAcceptancePorts } from "./github.js";
import { createRunId, diskFileStore, holdForMeasurement, publishUnderCheck } from "./foundation.js";
import { join } from "node:path";

// src/wiring/action-publish.ts
async function publishFromAction(inputs, context, ports) {
	if (context.measuredBy?.isBeginning) {
		const { token, repository } = requireAccess(inputs, context);
		const gitHub = connectGitHub(token, repository, ports);
		return { said: await holdForMeasurement({
			context,
			configPath: inputs.config
		}, gitHub) };
	}
	if (!await isUnmeasured(inputs, context)) return await publishMeasured(inputs, context, ports);
	return await publishWithoutRun(inputs, context, ports);
}
async function publishMeasured(inputs, context, ports) {
	const { token, repository } = requireAccess(inputs, context);
	if (inputs.runFolders.length === 0) throw new UserError("publish needs the run folder of the measuring job", "Download its artifact and give the path as run-folder; several folders, one per line, are merged.");
	const gitHub = connectGitHub(token, repository, ports);
	const acceptances = createAcceptancePorts(token, repository, ports);
	const allPorts = {
		...ports,
		gitHub,
		acceptances,
		files: diskFileStore
	};
	return await publishUnderCheck(buildRequest(inputs, context, ports), allPorts, loadPublish);
}
async function isUnmeasured({ isSkipped, runFolders }, { event, measuredBy }) {
	if (isSkipped) return true;
	if (event !== "workflow_run" || measuredBy?.conclusion !== "success") return false;
	const found = await Promise.all(runFolders.map((path) => diskFileStore.list(path.replace(/\/\*$/u, ""))));
	return runFolders.length > 0 && found.flat().length === 0;
}
async function publishWithoutRun(inputs, context, ports) {
	const { token, repository } = requireAccess(inputs, context);
	const decision = connectDecision(token, repository, ports);
	const acceptances = createAcceptancePorts(token, repository, ports);
	const allPorts = {
		...ports,
		...decision,
		acceptances,
		files: diskFileStore
	};
	const request = buildRequest(inputs, context, ports);
	const ending = await publishUnderCheck(request, allPorts, async () => {
		const { publishUnmeasured } = await import("./publish-unmeasured.js");
		return async (announced) => await publishUnmeasured(announced, allPorts) ?? await (await loadPublish())(announced, allPorts);
	});
	if ("checkUrl" in ending) writeUnrelated(ports.runner, ending.checkUrl);
	return ending;
}
function buildRequest({ config, runFolders }, context, { env, signal }) {
	return {
		context,
		configPath: config,
		runFolders,
		joinedFolder: join(env["RUNNER_TEMP"] ?? "/tmp", `warpgauge-joined-${createRunId()}`),
		signal
	};
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