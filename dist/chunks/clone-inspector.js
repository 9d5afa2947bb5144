import { B as remoteSettings, F as createGitCommand, H as parseGitReference, U as remoteCandidates, V as localCandidates } from "./measuring.js";
import { resolve } from "node:path";
import { existsSync } from "node:fs";

// src/io/git/clone-inspector.ts
const remoteName = "origin";
function createCloneInspector(options) {
	return { look: (path, references) => lookAt(path, references, options) };
}
async function lookAt(path, references, { environment, token }) {
	if (!existsSync(path)) return { problem: `${path} does not exist` };
	const git = createGitCommand(path, environment, [["protocol.file.allow", "never"]]);
	const quietly = (...args) => git(...args).catch(() => "");
	try {
		const isShallow = (await git("rev-parse", "--is-shallow-repository")).trim() === "true";
		const address = (await quietly("config", "--get", `remote.${remoteName}.url`)).trim();
		const remote = address === "" ? null : createGitCommand(path, environment, remoteSettings(address, token));
		return {
			isShallow,
			hasRemote: remote !== null,
			credentials: await credentialsIn(path, quietly),
			references: await Promise.all(references.map((name) => lookFor(name, quietly, remote)))
		};
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		return { problem: /not a git repository/u.test(said) ? `${path} is in no git repository` : `git: ${said}` };
	}
}
async function lookFor(name, git, remote) {
	const { name: base } = parseGitReference(name);
	for (const candidate of localCandidates(base)) if ((await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${candidate}^{commit}`)).trim() !== "") return {
		name,
		isHere: true,
		isAtRemote: null
	};
	const asked = remoteCandidates(base, remoteName);
	const listed = remote && await remote("ls-remote", "--quiet", remoteName, ...asked).catch(() => null);
	return {
		name,
		isHere: false,
		isAtRemote: listed === null ? null : listed.trim() !== ""
	};
}
async function credentialsIn(path, git) {
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

export { createCloneInspector as t };