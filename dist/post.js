import { a as readInputs, n as actionsLogger, o as readEvent } from "./chunks/action.js";
import { t as gitHubOfRun } from "./chunks/github.js";
import { i as checkNameFor, u as modeForEvent } from "./chunks/foundation.js";

// src/wiring/action-post.ts
async function closeLeftoverCheck() {
	const inputs = readInputs();
	const context = readEvent(process.env);
	const headCommit = (inputs.mode === "auto" ? modeForEvent(context.event) : inputs.mode) === "publish" ? context.measuredBy?.headCommit ?? null : context.headCommit;
	if (inputs.token === null || headCommit === null || !context.repository) return;
	const gitHub = gitHubOfRun(inputs.token, context.repository, actionsLogger);
	const name = checkNameFor(inputs.config);
	const externalId = `${name}:${context.runKey}`;
	if (!await gitHub.isCheckOpen(name, headCommit, externalId)) return;
	await gitHub.upsertCheckRun({
		name,
		headCommit,
		externalId,
		detailsUrl: context.runUrl,
		title: "Ended before there was a result",
		summary: "The step that measured was ended before it could judge. Its log and, if it got that far, its run folder tell more.",
		state: {
			status: "completed",
			conclusion: "failure"
		}
	});
}

// src/post.ts
await closeLeftoverCheck().catch((error) => actionsLogger.warning(error instanceof Error ? error.message : String(error)));

export {  };