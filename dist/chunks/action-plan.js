import { writeDecision, writeMatrix } from "./action.js";
import { chooseLocalNames } from "./action-ports.js";
import { openGitRepository } from "./measuring.js";
import { chooseReference, decideMeasurement, findCommits, needsMeasurement, planMatrix } from "./judging.js";
import { connectGitHub } from "./github.js";

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
async function decideOrMeasure({ context, configPath }, gitHub) {
	const { measuredBy } = context;
	if (gitHub === null) return needsMeasurement("there is no token to compare its files with");
	if (measuredBy === null) return needsMeasurement(`the event ${context.event} has no code to compare`);
	try {
		return await decideMeasurement({
			context,
			measuredBy,
			configPath
		}, gitHub);
	} catch (error) {
		return needsMeasurement(`its files could not be compared: ${error instanceof Error ? error.message : String(error)}`);
	}
}

// src/wiring/action-plan.ts
async function planFromAction(inputs, context, ports) {
	const { token, config: configPath, planBy } = inputs;
	const { repository } = context;
	const decision = await decideOrMeasure({
		context,
		configPath
	}, token !== null && repository !== null ? connectGitHub(token, repository, ports) : null);
	writeDecision(ports.runner, decision.isNeeded);
	const said = decision.isNeeded ? `To be measured: ${decision.reason}.` : "Not to be measured: no file of the program changed.";
	return { said: planBy === null ? said : `${said} ${await planJobs(inputs, context, ports, planBy)}` };
}
async function planJobs({ token, config: configPath }, context, { env, runner, logger }, by) {
	const git = await openGitRepository(context.workspace, {
		env,
		token,
		localNames: chooseLocalNames(token)
	});
	const { jobs, problems } = await plan({
		context,
		configPath,
		by
	}, { git });
	for (const problem of problems) logger.warning(problem);
	writeMatrix(runner, jobs);
	return `${jobs.length} ${jobs.length === 1 ? "job" : "jobs"}: ${jobs.map(({ name }) => name).join(", ")}`;
}

export { planFromAction };