import { EnvironmentError, hideProcess } from "./core.js";
import { closeSync, constants, lstatSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";

// src/io/files/command-files.ts
const variables = [
	"GITHUB_ENV",
	"GITHUB_PATH",
	"GITHUB_OUTPUT",
	"GITHUB_STATE",
	"GITHUB_STEP_SUMMARY",
	"GITHUB_EVENT_PATH"
];
function guardCommandFiles(inner, environment) {
	return { async run(spec) {
		const before = variables.flatMap((name) => readFileCopy(name, environment[name]));
		const outcome = await inner.run(spec);
		const changed = before.filter((file) => restoreFile(file)).map(({ name }) => name);
		if (changed.length > 0) throw new EnvironmentError(`${spec.argv[0] ?? "a program"} wrote into ${changed.join(", ")}, which control the workflow of this step; the files were restored and the run ends here`, "Review this code before it runs again on this machine; docs/security.md (T-08) lists what else it may have reached.");
		return outcome;
	} };
}
function readFileCopy(name, path) {
	if (path === void 0 || path === "") return [];
	const content = readOwn(path);
	return content === null ? [] : [{
		name,
		path,
		content
	}];
}
function restoreFile({ path, content }) {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat?.isFile() === true && stat.size === content.length && (readOwn(path)?.equals(content) ?? false)) return false;
	rmSync(path, {
		force: true,
		recursive: true
	});
	writeFileSync(path, content, { flag: "wx" });
	return true;
}
function readOwn(path) {
	try {
		const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		try {
			return readFileSync(file);
		} finally {
			closeSync(file);
		}
	} catch {
		return null;
	}
}

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