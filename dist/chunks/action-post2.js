import { createActionsLogger, readEvent, readInputs } from "./action.js";
import { SupersededError } from "./core.js";
import { selectMode } from "./choices.js";
import { chooseCheckName, formatRunName, readPendingCheck, removeAbandonedScratch, writeCheck } from "./foundation.js";
import { connectGitHub } from "./github.js";

// src/wiring/action-post.ts
const withoutCheck = [
	"command",
	"refresh",
	"plan",
	"bisect"
];
async function cleanUp(step) {
	const logger = createActionsLogger(step.runner);
	try {
		await removeAbandonedScratch(step.env["RUNNER_TEMP"] ?? "/tmp", logger);
		await closeLeftoverCheck(step, logger);
	} catch (error) {
		if (error instanceof SupersededError) return;
		logger.warning(error instanceof Error ? error.message : String(error));
	}
}
async function closeLeftoverCheck(step, logger) {
	const { env, runner } = step;
	const inputs = readInputs(runner);
	const context = readEvent(step);
	if (inputs.token === null || !context.repository) return;
	const gitHub = connectGitHub(inputs.token, context.repository, {
		env,
		logger
	});
	const pending = readPendingCheck(runner, inputs.token);
	if (pending) {
		const { isChanged } = await writeCheck(pending, gitHub, "late");
		if (isChanged) logger.info(`The check "${pending.name}" was completed by the post step.`);
		return;
	}
	const mode = inputs.mode === "auto" ? selectMode(context) : inputs.mode;
	const headCommit = mode === "publish" ? context.measuredBy?.headCommit ?? null : context.headCommit;
	if (withoutCheck.includes(mode) || headCommit === null) return;
	const claim = {
		name: chooseCheckName(inputs.config, context),
		headCommit,
		pullRequest: context.pullRequest,
		base: null,
		isProvisional: mode === "publish" && context.pullRequest === null,
		run: formatRunName(context),
		detailsUrl: context.runUrl,
		title: "Ended without a result",
		summary: "The measuring step ended before the verdict. See its log and its run folder.",
		result: "cancelled"
	};
	await writeCheck(claim, gitHub, "close");
}

export { cleanUp };