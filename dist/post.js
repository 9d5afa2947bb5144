import { l as readInputs, o as actionsLogger, u as readEvent } from "./chunks/action.js";
import { K as modeForEvent, P as readPendingCheck, o as checkNameOf, p as sweepScratch } from "./chunks/foundation.js";
import { n as gitHubOfRun } from "./chunks/github.js";

// src/wiring/action-post.ts
const withoutCheck = [
	"command",
	"refresh",
	"plan",
	"bisect"
];
async function tidyUp() {
	await sweepScratch(process.env["RUNNER_TEMP"] ?? "/tmp", actionsLogger);
	await closeLeftoverCheck();
}
async function closeLeftoverCheck() {
	const inputs = readInputs();
	const context = readEvent(process.env);
	if (inputs.token === null || !context.repository) return;
	const gitHub = gitHubOfRun(inputs.token, context.repository, actionsLogger);
	const pending = readPendingCheck(inputs.token);
	if (pending) return await sayPending(pending, gitHub);
	const mode = inputs.mode === "auto" ? modeForEvent(context) : inputs.mode;
	const headCommit = mode === "publish" ? context.measuredBy?.headCommit ?? null : context.headCommit;
	if (withoutCheck.includes(mode) || headCommit === null) return;
	const name = checkNameOf(inputs.config, context);
	await closeUnjudged({
		name,
		headCommit,
		externalId: `${name}:${context.runKey}`
	}, context, gitHub);
}
async function sayPending(pending, gitHub) {
	const { name, headCommit, externalId } = pending;
	if (await gitHub.checkState(name, headCommit, externalId) === "taken") return;
	await gitHub.upsertCheckRun(pending);
	actionsLogger.info(`The check "${name}" was completed, which the step itself could not do.`);
}
async function closeUnjudged(identity, { runUrl }, gitHub) {
	const { name, headCommit, externalId } = identity;
	if (await gitHub.checkState(name, headCommit, externalId) !== "open") return;
	const said = {
		title: "Ended before there was a result",
		summary: "The step that measured was ended before it could judge. Its log and, if it got that far, its run folder tell more."
	};
	await gitHub.upsertCheckRun({
		...identity,
		detailsUrl: runUrl,
		...said,
		state: {
			status: "completed",
			conclusion: "failure"
		}
	});
}

// src/post.ts
await tidyUp().catch((error) => actionsLogger.warning(error instanceof Error ? error.message : String(error)));

export {  };