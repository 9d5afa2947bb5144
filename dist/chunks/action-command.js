import { readComment } from "./judging.js";
import { UserError } from "./core.js";
import { systemClock } from "./foundation.js";

// src/wiring/action-command.ts
async function answerCommandFromAction(inputs, context, { env, logger }) {
	const { comment: event, headCommit: trustedCommit } = context;
	if (!event) throw new UserError("the mode command works on comments", "Start this workflow by issue_comment.");
	if (!event.isNew || !event.isByPerson || readComment(event.body).kind === "none") {
		logger.info("No /warpgauge command in this comment.");
		return { said: null };
	}
	const { requireGitHub } = await import("./connect-github.js");
	const { handleComment } = await import("./command.js");
	const gitHub = requireGitHub("command", inputs, context, {
		env,
		logger
	});
	if (trustedCommit === null) throw new UserError("GITHUB_SHA is not set", "Run this inside GitHub Actions.");
	return { said: await handleComment({
		event,
		trustedCommit,
		configPath: inputs.config,
		isRerun: (context.runAttempt ?? 1) > 1
	}, {
		gitHub,
		clock: systemClock,
		logger
	}) };
}

export { answerCommandFromAction };