import { j as UserError } from "./core.js";
import { Q as parseSelection } from "./foundation.js";
import { t as refuseUsedFolder } from "./run-folder-option.js";
import { n as runLocally } from "./run-locally.js";
import { resolve } from "node:path";

// src/cli/run.ts
const usualRounds = 10;
const fewestRounds = 3;
const mostRounds = 200;
function addRun(program, exit) {
	program.command("run").description("Measure the checked-out commit, judge it and write a run folder").option("--config <file>", "config of this repository", ".github/warpgauge.yml").option("--suite <name...>", "only these suites").option("--only <pattern...>", "only cases whose ids match; * matches any text").option("--shard <i/n>", "only the i-th of n equal parts; `warpgauge merge` joins them").option("--out <dir>", "run folder (default .warpgauge/runs/<run id>)").option("--resume", "continue the interrupted run in --out").option("--base <rev>", "compare with the merge base with this revision, and with the baselines of this revision").option("--calibrate", "measure the commit against itself to find the noise of this machine and the minimum detectable effect").option("--rounds <n>", `runs per side with --calibrate (default ${usualRounds})`).option("--verbose", "print debug messages").action(async (options) => {
		if (options.resume && !options.out) throw new UserError("--resume needs a run folder", "Give its run folder with --out DIR.");
		const calibrationRounds = parseRounds(options);
		if (options.out && !options.resume) refuseUsedFolder(options.out);
		const workspace = process.cwd();
		exit(await runLocally({
			workspace,
			configFile: resolve(workspace, options.config),
			suites: options.suite ?? null,
			selection: parseSelection(options.only ?? [], options.shard ?? null),
			runFolder: options.out ? resolve(workspace, options.out) : null,
			isResume: options.resume ?? false,
			base: options.base ?? null,
			calibrationRounds,
			isVerbose: options.verbose ?? false
		}));
	});
}
function parseRounds({ calibrate = false, rounds }) {
	if (!calibrate && rounds !== void 0) throw new UserError("--rounds has no meaning without --calibrate", "Add --calibrate, or set run.repeats in the config.");
	if (!calibrate) return null;
	const value = rounds === void 0 ? usualRounds : Number(rounds);
	if (Number.isInteger(value) && value >= fewestRounds && value <= mostRounds) return value;
	throw new UserError(`--rounds is ${JSON.stringify(rounds)}`, `Give a whole number from ${fewestRounds} to ${mostRounds}; 10 are enough on most machines.`);
}

export { addRun };