import { UserError } from "./core.js";
import { diskFileStore, restrictSuites } from "./foundation.js";
import { parseRules, runRecordFile } from "./judging.js";
import { relative, resolve } from "node:path";
import { existsSync } from "node:fs";

// src/cli/local-inputs.ts
const maxConfigBytes = 262144;
const maxBaselineBytes = 16777216;
async function readLocalRules(file, options = {}) {
	const { suites, workspace = process.cwd(), hint = "Name another one with --config." } = options;
	const text = options.text ?? await diskFileStore.readText(resolve(file), 262144);
	if (text === null) throw new UserError(`there is no config at ${file}`, hint);
	const rules = parseRules(text, relative(workspace, resolve(file)), {
		origin: "local",
		commit: null
	});
	return suites ? {
		...rules,
		config: restrictSuites(rules.config, suites)
	} : rules;
}
function refuseUsedFolder(folder, hint = "Add --resume to continue it, or name another directory.") {
	if (existsSync(resolve(folder, "run.json"))) throw new UserError(`${folder} holds a run already`, hint);
}

export { maxBaselineBytes, maxConfigBytes, readLocalRules, refuseUsedFolder };