import { setOutputs } from "./action.js";
import { chooseLocalNames } from "./action-ports.js";
import { openGitRepository } from "./measuring.js";
import { chooseReference, decideMeasurement, findCommits, needsMeasurement, planMatrix } from "./judging.js";
import { connectGitHub } from "./github.js";

// src/wiring/action-plan.ts
async function planFromAction(inputs, context, ports) {
	const decision = await decideOrMeasure(inputs, context, ports);
	setOutputs(ports.runner, { measure: String(decision.isNeeded) });
	const said = decision.isNeeded ? `To be measured: ${decision.reason}.` : "Not to be measured: no file of the program changed.";
	const { planBy } = inputs;
	return { said: planBy === null ? said : `${said} ${await planJobs(inputs, context, ports, planBy)}` };
}
async function decideOrMeasure({ token, config: configPath }, context, ports) {
	const { measuredBy, repository, event } = context;
	if (token === null || repository === null) return needsMeasurement("there is no token to compare its files with");
	if (measuredBy === null) return needsMeasurement(`the event ${event} has no code to compare`);
	try {
		return await decideMeasurement({
			context,
			measuredBy,
			configPath
		}, connectGitHub(token, repository, ports));
	} catch (error) {
		const problem = error instanceof Error ? error.message : String(error);
		return needsMeasurement(`its files could not be compared: ${problem}`);
	}
}
async function planJobs({ token, config: configPath }, context, { env, runner, logger }, by) {
	const git = await openGitRepository(context.workspace, {
		env,
		token,
		localNames: chooseLocalNames(token)
	});
	const found = await findCommits(context, git);
	const { rules } = await chooseReference({
		context,
		configPath,
		ownRules: null,
		found
	}, git);
	const { jobs, problems } = planMatrix({
		config: rules.config,
		configPath,
		by
	});
	for (const problem of problems) logger.warning(problem);
	setOutputs(runner, { matrix: JSON.stringify({ include: jobs }) });
	return `${jobs.length} ${jobs.length === 1 ? "job" : "jobs"}: ${jobs.map(({ name }) => name).join(", ")}`;
}

export { planFromAction };