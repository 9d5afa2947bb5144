import { setOutputs } from "./action.js";
import { UserError } from "./core.js";
import { requireGitHub } from "./github.js";
import { chooseCheckName, createRunId, diskFileStore, formatRunName, holdCheck, parseCopiedPull, runUnderCheck, systemClock } from "./foundation.js";
import { join } from "node:path";

// src/wiring/action-publish.ts
async function publishFromAction(inputs, context, ports) {
	if (context.measuredBy?.isBeginning) return { said: await holdForMeasurement(context, inputs.config, requireGitHub("publish", inputs, context, ports)) };
	if (!await isUnmeasured(inputs, context)) return await publishMeasured(inputs, context, ports);
	const { request, given } = prepare(inputs, context, ports);
	const ending = await runUnderCheck(request.announcement, request, given, async (identify) => {
		const { publish, publishUnmeasured } = await import("./publish.js");
		const announced = {
			...request,
			identify
		};
		return await publishUnmeasured(announced, given) ?? await publish(announced, given);
	});
	if ("checkUrl" in ending) setOutputs(ports.runner, {
		verdict: "not-measured",
		conclusion: ending.conclusion ?? "",
		"check-url": ending.checkUrl ?? ""
	});
	return ending;
}
async function publishMeasured(inputs, context, ports) {
	const { request, given } = prepare(inputs, context, ports);
	if (inputs.runFolders.length === 0) throw new UserError("publish needs the run folder of the measuring job", "Download its artifact and give the path as run-folder; several folders, one per line, are merged.");
	return await runUnderCheck(request.announcement, request, given, async (identify) => {
		const { publish } = await import("./publish.js");
		return await publish({
			...request,
			identify
		}, given);
	});
}
function prepare(inputs, context, ports) {
	const { config: configPath, runFolders, measureResult } = inputs;
	const gitHub = requireGitHub("publish", inputs, context, ports);
	const given = {
		...ports,
		gitHub,
		files: diskFileStore,
		clock: systemClock
	};
	const joinedFolder = join(ports.env["RUNNER_TEMP"] ?? "/tmp", `warpgauge-joined-${createRunId()}`);
	const announced = announcePublish(context, configPath, measureResult);
	return {
		given,
		request: {
			context,
			configPath,
			runFolders,
			joinedFolder,
			signal: ports.signal,
			...announced
		}
	};
}
async function isUnmeasured({ isSkipped, runFolders }, { event, measuredBy }) {
	if (isSkipped) return true;
	if (event !== "workflow_run" || measuredBy?.conclusion !== "success") return false;
	const found = await Promise.all(runFolders.map((path) => diskFileStore.list(path.replace(/\/\*$/u, ""))));
	return runFolders.length > 0 && found.flat().length === 0;
}
function announcePublish(context, configPath, measureResult) {
	const measured = requireMeasuredBy(context);
	const ended = {
		conclusion: measureResult,
		...context.runAttempt && { attempt: context.runAttempt }
	};
	const measuredBy = {
		...measured,
		...measured.conclusion === null && ended
	};
	const { headCommit, url: detailsUrl, event, headBranch, conclusion } = measuredBy;
	const { pullRequest, baseBranch, baseCommit } = context;
	const isOfPull = event.startsWith("pull_request");
	const isKnown = isOfPull && pullRequest !== null && baseBranch !== void 0;
	return {
		measuredBy,
		announcement: {
			name: chooseCheckName(configPath, context),
			headCommit,
			run: formatRunName(context),
			detailsUrl,
			pullRequest,
			base: isKnown ? {
				branch: baseBranch,
				commit: baseCommit
			} : null,
			isProvisional: pullRequest === null && (isOfPull || parseCopiedPull(headBranch) !== null)
		},
		cutShort: conclusion === "cancelled" || conclusion === "timed_out" ? conclusion : null
	};
}
async function holdForMeasurement(context, configPath, gitHub) {
	const { headCommit, event } = requireMeasuredBy(context);
	const subject = {
		name: chooseCheckName(configPath, context),
		headCommit
	};
	const held = event.startsWith("pull_request") ? await holdCheck(subject, gitHub) : null;
	return held === null ? "A measurement started. No check passes for another base." : `The check of ${headCommit.slice(0, 7)} is blocked: ${held}.`;
}
function requireMeasuredBy({ measuredBy, event }) {
	if (measuredBy) return measuredBy;
	throw new UserError(`publish needs an event with code to judge, not ${event}`, "See examples/workflows for the measuring and the publishing workflow.");
}

export { publishFromAction, publishMeasured };