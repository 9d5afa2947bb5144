import { ct as listLocalCandidates, lt as listRemoteCandidates, nt as createGitCommand, st as buildRemoteSettings, ut as parseGitReference } from "./measuring.js";
import { resolve } from "node:path";
import { existsSync } from "node:fs";

// src/io/git/clone-inspector.ts
const remoteName = "origin";
function createCloneInspector(options) {
	return { look: (path, references) => inspectClone(path, references, options) };
}
async function inspectClone(path, references, { environment, token }) {
	if (!existsSync(path)) return { problem: `${path} does not exist` };
	const git = createGitCommand(path, environment, [["protocol.file.allow", "never"]]);
	const runQuietly = (...args) => git(...args).catch(() => "");
	try {
		const isShallow = (await git("rev-parse", "--is-shallow-repository")).trim() === "true";
		const address = (await runQuietly("config", "--get", `remote.${remoteName}.url`)).trim();
		const remote = address === "" ? null : createGitCommand(path, environment, buildRemoteSettings(address, token));
		return {
			isShallow,
			hasRemote: remote !== null,
			credentials: await listCredentials(path, runQuietly),
			references: await Promise.all(references.map((name) => checkReference(name, runQuietly, remote)))
		};
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return { problem: /not a git repository/u.test(message) ? `${path} is not in a git repository` : `git: ${message}` };
	}
}
async function checkReference(name, git, remote) {
	const { name: base } = parseGitReference(name);
	for (const candidate of listLocalCandidates(base)) if ((await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${candidate}^{commit}`)).trim() !== "") return {
		name,
		isHere: true,
		isAtRemote: null
	};
	const candidates = listRemoteCandidates(base, remoteName);
	const listed = remote && await remote("ls-remote", "--quiet", remoteName, ...candidates).catch(() => null);
	return {
		name,
		isHere: false,
		isAtRemote: listed === null ? null : listed.trim() !== ""
	};
}
async function listCredentials(path, git) {
	const fields = (await git("config", "--show-origin", "--null", "--get-regexp", String.raw`^(http\.(.*\.)?extraheader|remote\..*\.(push)?url)$`)).split("\0");
	const kept = fields.flatMap((origin, index) => {
		if (index % 2 === 1) return [];
		const [key = "", ...value] = (fields[index + 1] ?? "").split("\n");
		return isCredential(key, value.join("\n")) ? [{
			key,
			file: resolve(path, origin.replace(/^file:/u, ""))
		}] : [];
	});
	return [...new Map(kept.map((item) => [`${item.file}\0${item.key}`, item])).values()];
}
function isCredential(key, value) {
	if (key.endsWith("extraheader")) return /authorization:/iu.test(value);
	return /^[\w+.-]+:\/\/[^/@\s]*:[^/@\s]+@/u.test(value);
}

// src/wiring/token-variables.ts
const tokenVariables = ["GITHUB_TOKEN", "GH_TOKEN"];

export { createCloneInspector as n, tokenVariables as t };