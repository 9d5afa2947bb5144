import { createGitCommand, explainErrors, findGitHint, listCheckoutSettings, listCredentials, listLocalCandidates, listMissingContent, listRemoteCandidates, openClone, openGitRepository, parseGitReference, requireCommitId } from "./measuring.js";
import { UserError } from "./core.js";
import { openTemporaryDirectory } from "./foundation.js";
import { join, relative } from "node:path";
import { existsSync } from "node:fs";
import { copyFile, stat, utimes } from "node:fs/promises";

// src/io/git/clone-facts.ts
async function findDefaultBranch(path, env) {
	const git = createGitCommand(path, env);
	const ask = async (...args) => (await git(...args).catch(() => "")).trim();
	return await explainErrors("find the default branch", async () => {
		const remoteHead = await ask("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD");
		for (const name of [
			remoteHead,
			"origin/main",
			"origin/master",
			"main",
			"master"
		].filter(Boolean)) {
			const ref = `${name.startsWith("origin/") ? "refs/remotes" : "refs/heads"}/${name}^{commit}`;
			const commit = await ask("rev-parse", "--verify", "--quiet", "--end-of-options", ref);
			if (commit !== "") return {
				name,
				commit
			};
		}
		return null;
	});
}
async function isShallowClone(path, env) {
	return (await createGitCommand(path, env)("rev-parse", "--is-shallow-repository")).trim() === "true";
}
async function findPathInTree(directory, env) {
	const git = createGitCommand(directory, env);
	return (await explainErrors(`open ${directory}`, () => git("rev-parse", "--show-prefix"))).replace(/\/?\n$/, "");
}
async function inspectClone(path, references, access) {
	const { environment: env, token } = access;
	const mend = "Run doctor inside a clone of the pipeline, with git on PATH.";
	if (!existsSync(path)) return {
		problem: `${path} does not exist`,
		mend
	};
	try {
		const clone = await openClone(path, {
			env,
			token
		});
		const { git, settings, address } = clone;
		return {
			hasCommit: await git("rev-parse", "--verify", "--quiet", "HEAD").then(Boolean, () => false),
			isShallow: await isShallowClone(path, env),
			hasRemote: address !== "",
			credentials: listCredentials(settings),
			checkoutSettings: await listCheckoutSettings(git),
			missingContent: await listMissingContent(clone),
			references: await Promise.all(references.map((name) => checkReference(name, clone)))
		};
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		if (/not a git repository/u.test(message)) return {
			problem: `${path} is not in a git repository`,
			mend
		};
		return {
			problem: `git: ${message}`,
			mend: findGitHint(message) ?? mend
		};
	}
}
async function checkReference(name, { git, address, remoteGit, remoteName }) {
	const { name: base } = parseGitReference(name);
	for (const candidate of listLocalCandidates(base)) if ((await git(...[
		"rev-parse",
		"--verify",
		"--quiet",
		"--end-of-options",
		`${candidate}^{commit}`
	]).catch(() => "")).trim() !== "") return {
		name,
		isHere: true,
		isAtRemote: null
	};
	const candidates = listRemoteCandidates(base, remoteName);
	const ask = () => remoteGit()("ls-remote", "--quiet", remoteName, ...candidates);
	const listed = address === "" ? null : await ask().catch(() => null);
	return {
		name,
		isHere: false,
		isAtRemote: listed === null ? null : listed.trim() !== ""
	};
}
async function findGitHubRepository(directory) {
	const git = createGitCommand(directory);
	if ((await git("rev-parse", "--show-prefix").catch(() => "none")).trim() !== "") return null;
	const address = (await git("config", "--get", "remote.origin.url").catch(() => "")).trim();
	return /^(?:https:\/\/(?:[^/@]*@)?github\.com\/|(?:ssh:\/\/)?git@github\.com[:/])([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(address)?.[1] ?? null;
}
async function openGitCommitLog(path, env = process.env) {
	const repository = await openGitRepository(path, { env });
	const git = createGitCommand(path, env);
	const hasCommit = (id) => git("cat-file", "-e", `${id}^{commit}`).then(() => true, () => false);
	let isFetched = null;
	const fetchDefaultBranch = async () => {
		const name = await repository.findRemoteDefault();
		return name !== null && await repository.resolve(`refs/remotes/${name}`) !== null;
	};
	return {
		locateCommit: (commit) => locateCommit(git, commit),
		async isAncestor(commit, tip) {
			for (const id of [commit, tip]) requireCommitId(id);
			const ask = async () => (await git("merge-base", commit, tip).catch(() => null))?.trim();
			const judgeMissing = async () => await hasCommit(tip) && await hasCommit(commit) ? null : false;
			let base = await ask();
			if (base !== void 0) return base === commit;
			if (await isShallowClone(path, env)) return null;
			if (await hasCommit(tip)) return await judgeMissing();
			if (!await (isFetched ??= fetchDefaultBranch())) return null;
			base = await ask();
			return base === void 0 ? await judgeMissing() : base === commit;
		},
		async listBetween(good, bad) {
			requireCommitId(good);
			requireCommitId(bad);
			const args = [
				"--reverse",
				"--format=%H%x00%s%x00%an",
				"--end-of-options",
				`${good}..${bad}`
			];
			const text = await git("log", ...args).catch(() => null);
			if (text === null) return null;
			const commits = text.split("\n").flatMap((line) => {
				const [commit, subject = "", author = ""] = line.split("\0");
				return commit ? [{
					commit,
					subject,
					author
				}] : [];
			});
			return {
				commits: commits.slice(-250),
				total: commits.length
			};
		},
		async findLatestRelease() {
			return (await git("for-each-ref", ...[
				"--sort=-creatordate",
				"--count=1",
				"--format=%(refname:strip=2)",
				"refs/tags"
			])).trim() || null;
		},
		findCommit: (ref) => repository.resolve(ref)
	};
}
async function locateCommit(git, commit) {
	requireCommitId(commit);
	const shown = await git("show", "--no-patch", "--format=%cI", "--end-of-options", commit).catch(() => "");
	if (shown.trim() === "") throw new UserError(`the commit ${commit} is not in this clone`, "Fetch it, or start inside the clone it belongs to.");
	if ((await git("rev-parse", "--is-shallow-repository")).trim() === "true") throw new UserError("this clone is shallow, so the position of a commit in its history is unknown", "Run `git fetch --unshallow` first, or set the position with --order.");
	return {
		order: Number((await git("rev-list", "--count", "--end-of-options", commit)).trim()),
		committedAt: new Date(shown.trim()).toISOString()
	};
}
const author = {
	NAME: "warpgauge",
	EMAIL: "warpgauge@users.noreply.github.com"
};
async function listChangedSubmodules(path, env) {
	return (await createGitCommand(path, env)("status", ...[
		"--porcelain=v2",
		"-z",
		"--untracked-files=no",
		"--ignore-submodules=untracked"
	])).split("\0").flatMap((entry) => /^1 \S+ S.M. (?:\S+ ){5}(.+)$/su.exec(entry)?.[1] ?? []);
}
async function commitWorkingTree(path, env) {
	await using folder = await openTemporaryDirectory("index");
	const index = join(folder.path, "index");
	return await explainErrors("record the uncommitted changes", async () => {
		const plain = createGitCommand(path, env);
		const root = (await plain("rev-parse", "--show-toplevel")).replace(/\n$/, "");
		const ownIndex = (await plain("rev-parse", "--path-format=absolute", "--git-path", "index")).replace(/\n$/, "");
		const found = await stat(ownIndex).catch(() => null);
		if (found !== null) {
			await copyFile(ownIndex, index);
			const seconds = Math.floor(found.mtimeMs / 1e3);
			await utimes(index, seconds, seconds);
		}
		const date = (await plain("show", "--no-patch", "--format=%cI", "HEAD")).trim();
		const identity = ["AUTHOR", "COMMITTER"].flatMap((role) => Object.entries({
			...author,
			DATE: date
		}).map(([key, value]) => [`GIT_${role}_${key}`, value]));
		const variables = {
			...Object.fromEntries(identity),
			GIT_INDEX_FILE: index
		};
		const git = createGitCommand(root, env, [["core.splitIndex", "false"]], variables);
		await git("add", "--all");
		await git("rm", "-r", "--cached", "--quiet", "--ignore-unmatch", "--", .../* @__PURE__ */ new Set([".warpgauge", join(relative(root, path), ".warpgauge")]));
		const tree = (await git("write-tree")).trim();
		const files = (await git("diff-tree", "-r", "-z", "--name-only", "HEAD", tree)).split("\0").filter(Boolean);
		if (files.length === 0) return null;
		return {
			commit: (await git("commit-tree", tree, "-p", "HEAD", "-m", "Uncommitted changes of the working tree")).trim(),
			files
		};
	});
}

export { commitWorkingTree, findDefaultBranch, findGitHubRepository, findPathInTree, inspectClone, isShallowClone, listChangedSubmodules, openGitCommitLog };