import { UserError } from "./core.js";
import { diskFileStore, restrictSuites } from "./foundation.js";
import { parseRules } from "./judging.js";
import { relative, resolve } from "node:path";

// src/cli/read-rules.ts
const maxConfigBytes = 262144;
async function readLocalRules(file, suites) {
	const text = await diskFileStore.readText(resolve(file), maxConfigBytes);
	if (text === null) throw new UserError(`there is no config at ${file}`, "Name another one with --config.");
	const rules = parseRules(text, relative(process.cwd(), resolve(file)), {
		origin: "local",
		commit: null
	});
	return suites ? {
		...rules,
		config: restrictSuites(rules.config, suites)
	} : rules;
}

export { readLocalRules };