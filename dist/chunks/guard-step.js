import { guardCommandFiles } from "./measuring.js";
import { hideProcess } from "./core.js";

// src/wiring/guard-step.ts
function guardStep(processes, environment, logger) {
	if (!hideProcess()) logger.debug("Other processes of this user can inspect this process, because prctl is not available (musl, or no koffi).");
	return guardCommandFiles(processes, environment);
}
function listReachableSecrets(git, environment) {
	return [...git.listCredentials().map(({ key, file }) => `${key} in ${file}`), ...tokenVariables.filter((name) => (environment[name] ?? "") !== "").map((name) => `variable ${name}`)];
}
const tokenVariables = ["GITHUB_TOKEN", "GH_TOKEN"];

export { guardStep, listReachableSecrets, tokenVariables };