import { l as readInputs, o as actionsLogger, u as readEvent } from "./chunks/action.js";
import { J as readPendingCheck, S as sweepScratch, a as checkNameOf, ot as modeForEvent, p as nameRun, v as writeCheck } from "./chunks/foundation.js";
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
	const claim = {
		name: checkNameOf(inputs.config, context),
		headCommit,
		pullRequest: context.pullRequest,
		base: null,
		isProvisional: mode === "publish" && context.pullRequest === null,
		run: nameRun(context),
		detailsUrl: context.runUrl,
		title: "Ended before there was a result",
		summary: "The step that measured was ended before it could judge. Its log and, if it got that far, its run folder tell more.",
		result: "cancelled"
	};
	await writeCheck(claim, gitHub, "close");
}
async function sayPending(pending, gitHub) {
	const { isChanged } = await writeCheck(pending, gitHub, "late");
	if (isChanged) actionsLogger.info(`The check "${pending.name}" was completed, which the step itself could not do.`);
}

// src/post.ts
await tidyUp().catch((error) => actionsLogger.warning(error instanceof Error ? error.message : String(error)));

export {  };