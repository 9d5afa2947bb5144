import { planMatrix } from "./judging.js";
import { readLocalRules } from "./local-inputs.js";
import { print, say } from "./version.js";

// src/cli/plan-jobs.ts
async function planJobs({ config: configPath, by, pretty }) {
	const { config } = await readLocalRules(configPath);
	const { jobs, problems } = planMatrix({
		config,
		configPath,
		by
	});
	for (const problem of problems) say(`warning: ${problem}`);
	print(JSON.stringify({ include: jobs }, null, pretty ? 2 : void 0));
}

export { planJobs };