import { UserError } from "./core.js";
import { createGitCommand, openGitRepository, requireCommitId } from "./measuring.js";

// src/io/git/git-commit-log.ts
async function openGitCommitLog(path, env = process.env) {
	const repository = await openGitRepository(path, { env });
	const git = createGitCommand(path, env, []);
	return {
		locateCommit: (commit) => readPlace(git, commit),
		isAncestor: (commit, tip) => isAncestor(git, commit, tip),
		listBetween: (good, bad) => readBetween(git, good, bad),
		findLatestRelease: async () => {
			return (await git("for-each-ref", "--sort=-creatordate", "--count=1", "--format=%(refname:strip=2)", "refs/tags")).trim() || null;
		},
		findCommit: (ref) => repository.resolve(ref)
	};
}
async function readPlace(git, commit) {
	requireCommitId(commit);
	const shown = await git("show", "--no-patch", "--format=%cI", "--end-of-options", commit).catch(() => "");
	if (shown.trim() === "") throw new UserError(`the commit ${commit} is not in this clone`, "Fetch it, or start inside the clone it belongs to.");
	if ((await git("rev-parse", "--is-shallow-repository")).trim() === "true") throw new UserError("this clone is shallow, so the position of a commit in its history is unknown", "Run `git fetch --unshallow` first, or set the position with --order.");
	return {
		order: Number((await git("rev-list", "--count", "--end-of-options", commit)).trim()),
		committedAt: new Date(shown.trim()).toISOString()
	};
}
async function isAncestor(git, commit, tip) {
	requireCommitId(commit);
	requireCommitId(tip);
	const base = await git("merge-base", commit, tip).catch(() => null);
	return base === null ? null : base.trim() === commit;
}
async function readBetween(git, good, bad) {
	requireCommitId(good);
	requireCommitId(bad);
	const text = await git("log", "--reverse", "--format=%H%x00%s%x00%an", "--end-of-options", `${good}..${bad}`).catch(() => null);
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
}

export { openGitCommitLog };