import { a as actionsLogger, c as readInputs, l as readEvent } from "./chunks/action.js";
import { n as gitHubOfRun } from "./chunks/github.js";
import { C as modeForEvent, a as checkNameOf } from "./chunks/foundation.js";

// src/wiring/action-post.ts
const withoutCheck = [
	"command",
	"refresh",
	"plan",
	"bisect"
];
async function closeLeftoverCheck() {
	const inputs = readInputs();
	const context = readEvent(process.env);
	const mode = inputs.mode === "auto" ? modeForEvent(context) : inputs.mode;
	const headCommit = mode === "publish" ? context.measuredBy?.headCommit ?? null : context.headCommit;
	if (withoutCheck.includes(mode)) return;
	if (inputs.token === null || headCommit === null || !context.repository) return;
	const gitHub = gitHubOfRun(inputs.token, context.repository, actionsLogger);
	const name = checkNameOf(inputs.config, context);
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