import { n as writeMatrix } from "./action.js";
import { I as openGitRepository, n as findCommits } from "./measuring.js";
import { St as loadRules } from "./judging.js";
import { t as planMatrix } from "./plan-matrix.js";

// src/modes/plan.ts
async function plan({ context, configPath, by }, { git }) {
	const { head, mergeBase } = await findCommits(context, git);
	const rules = await loadRules({
		path: configPath,
		trustedCommit: context.trust === "trusted" ? head.commit : mergeBase,
		headCommit: head.commit,
		read: (commit, path) => git.readAt(commit, path)
	});
	return planMatrix({
		config: rules.config,
		configPath,
		by
	});
}

// src/wiring/action-plan.ts
async function planFromAction(inputs, context, { logger }) {
	const git = await openGitRepository(context.workspace, { token: inputs.token });
	const { jobs, problems } = await plan({
		context,
		configPath: inputs.config,
		by: inputs.planBy
	}, { git });
	for (const problem of problems) logger.warning(problem);
	writeMatrix(jobs);
	return { said: `${jobs.length} ${jobs.length === 1 ? "job" : "jobs"}: ${jobs.map(({ name }) => name).join(", ")}` };
}

export { planFromAction };