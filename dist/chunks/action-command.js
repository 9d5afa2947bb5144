import { readComment } from "./judging.js";
import { UserError } from "./core.js";
import { systemClock } from "./github.js";

// src/wiring/action-command.ts
async function answerCommandFromAction(inputs, context, { env, logger }) {
	const { comment: event, repository, headCommit: trustedCommit } = context;
	if (!event) throw new UserError("the mode command works on comments", "Start this workflow by issue_comment.");
	if (!event.isNew || !event.isByPerson || readComment(event.body).kind === "none") {
		logger.info("No /warpgauge command in this comment.");
		return { said: null };
	}
	if (inputs.token === null) throw new UserError("command needs a token", "Add `token: ${{ github.token }}` and the permissions of examples/workflows/commands.yml.");
	if (!repository || trustedCommit === null) throw new UserError("GITHUB_REPOSITORY or GITHUB_SHA is not set", "Run this inside GitHub Actions.");
	const { connectGitHub } = await import("./connect-github.js");
	const { handleComment } = await import("./command.js");
	const gitHub = connectGitHub(inputs.token, repository, {
		env,
		logger
	});
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