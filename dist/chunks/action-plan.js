import { n as writeMatrix } from "./action.js";
import { t as chooseLocalNames } from "./action-names.js";
import { L as openGitRepository, n as chooseReference, r as findCommits } from "./measuring.js";
import { t as planMatrix } from "./plan-matrix.js";

// src/modes/plan.ts
async function plan({ context, configPath, by }, { git }) {
	const found = await findCommits(context, git);
	const { rules } = await chooseReference({
		context,
		configPath,
		ownRules: null,
		found
	}, git);
	return planMatrix({
		config: rules.config,
		configPath,
		by
	});
}

// src/wiring/action-plan.ts
async function planFromAction(inputs, context, { logger }) {
	const git = await openGitRepository(context.workspace, {
		token: inputs.token,
		localNames: chooseLocalNames(inputs.token)
	});
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