import { i as Option } from "./commander.js";
import { o as trustModels } from "./choices.js";

// src/cli/init/init.ts
function addInit(program, exit) {
	program.command("init").description("Write a config and workflows for this repository; existing files are never changed").option("--yes", "ask nothing and use the defaults found in the repository (as without a terminal)").option("--labels <a,b>", "labels of the runner with the GPUs (default self-hosted,gpu)").addOption(new Option("--trust-model <who>", "whose code may run on that runner (default trusted)").choices(trustModels)).option("--dir <directory>", "the repository, or a directory in it", ".").option("--config <file>", "path of the config from the root of the repository (default .github/warpgauge.yml)").option("--action <owner/name@ref>", "action for the workflows (default: the origin of this warpgauge, at v0)").option("--dry-run", "print the files without writing them").action(async (options) => {
		const { initializeRepository: initialise } = await import("./init-repository.js");
		exit(await initialise(options));
	});
}

export { addInit };