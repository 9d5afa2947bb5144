import { i as Option } from "./commander.js";
import { j as UserError } from "./core.js";
import { et as matrixKeys } from "./foundation.js";
import { N as parseRules } from "./judging.js";
import { t as planMatrix } from "./plan-matrix.js";
import { o as print, s as say } from "./terminal.js";
import { resolve } from "node:path";
import { readFile } from "node:fs/promises";

// src/cli/plan.ts
function addPlan(program, exit) {
	program.command("plan").description("Print the job matrix of a config as JSON for strategy.matrix").option("--config <file>", "config of this repository", ".github/warpgauge.yml").addOption(new Option("--by <key>", "what distinguishes the jobs").choices(matrixKeys).default("testbed")).option("--pretty", "one line per key").action(async ({ config, by, pretty }) => {
		const text = await readFile(resolve(config), "utf8").catch((error) => {
			throw new UserError(`there is no config at ${config}`, "Name another one with --config.", { cause: error });
		});
		const rules = parseRules(text, config, {
			origin: "local",
			commit: null
		});
		const { jobs, problems } = planMatrix({
			config: rules.config,
			configPath: config,
			by
		});
		for (const problem of problems) say(`warning: ${problem}`);
		print(JSON.stringify({ include: jobs }, null, pretty ? 2 : void 0));
		exit(0);
	});
}

export { addPlan };