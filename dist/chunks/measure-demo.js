import { createRunId, openTemporaryDirectory } from "./foundation.js";
import { EnvironmentError, UserError } from "./core.js";
import { createGitCommand } from "./measuring.js";
import { wrap } from "./layout.js";
import { findPackageRoot } from "./package-root.js";
import { runLocally } from "./run-locally2.js";
import { measureTerminalWidth, print, say } from "./version.js";
import { join, resolve } from "node:path";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, readdir, writeFile } from "node:fs/promises";

// src/io/git/demo-repository.ts
async function buildDemonstration(directory, examplesDirectory) {
	return await buildRepository(directory, examplesDirectory, [
		{
			...firstVersion,
			passes: {
				file: "esm2.mjs",
				extra: 2
			}
		},
		{
			...secondVersion,
			trees: ["reference-pipeline", "demo"]
		},
		{
			trees: ["reference-pipeline", "demo"],
			message: "Run DNABERT-S in 15 passes",
			day: "2026-01-19T12:00:00Z",
			branch: "more-passes",
			passes: {
				file: "dnabert.mjs",
				extra: 14
			}
		}
	]);
}
const firstVersion = {
	trees: ["reference-pipeline", "reference-pipeline-v1.0"],
	message: "Version 1.0",
	day: "2026-01-05T12:00:00Z",
	tag: "v1.0"
};
const secondVersion = {
	trees: ["reference-pipeline"],
	message: "Version 2.0: batches, loaded models, stage times",
	day: "2026-01-12T12:00:00Z"
};
async function buildRepository(directory, examplesDirectory, commits) {
	const path = resolve(directory);
	for (const source of commits.flatMap(({ trees }) => trees).map((tree) => join(examplesDirectory, tree))) if (!existsSync(source)) throw new EnvironmentError(`${source} is missing`, "Install warpgauge with its examples directory.");
	await mkdir(path, { recursive: true });
	if ((await readdir(path)).length > 0) throw new UserError(`${path} is not empty; the demo repository needs an empty directory`, "Name another directory");
	try {
		const git = createIsolatedGit(path, firstVersion.day);
		await git("init", "--quiet", "--initial-branch=main", "--object-format=sha1");
		for (const commit of commits) await addCommit(path, examplesDirectory, commit);
		return {
			path,
			headCommit: (await git("rev-parse", "HEAD")).trim()
		};
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new EnvironmentError(`could not create the demo repository at ${path}: ${reason}`, "Check that git 2.32 or newer is installed and that there is space left.", { cause: error });
	}
}
async function addCommit(path, examplesDirectory, commit) {
	const git = createIsolatedGit(path, commit.day);
	if (commit.branch) await git("checkout", "--quiet", "-b", commit.branch);
	for (const tree of commit.trees) await cp(join(examplesDirectory, tree), path, { recursive: true });
	if (commit.passes) {
		const file = join(path, commit.passes.file);
		const code = await readFile(file, "utf8");
		const constant = "extraPasses = 0";
		if (!code.includes(constant)) throw new Error(`${file} does not hold "${constant}"`);
		await writeFile(file, code.replace(constant, `extraPasses = ${commit.passes.extra}`));
	}
	await git("add", "--all", "--force");
	await git("commit", "--quiet", "--message", commit.message);
	if (commit.tag) await git("tag", commit.tag);
}
function createIsolatedGit(directory, day) {
	const variables = {
		GIT_CONFIG_GLOBAL: "/dev/null",
		GIT_TEMPLATE_DIR: "",
		GIT_AUTHOR_DATE: day,
		GIT_COMMITTER_DATE: day
	};
	return createGitCommand(directory, { PATH: process.env["PATH"] ?? "/usr/bin:/bin" }, identity, variables);
}
const identity = [
	["user.name", "warpgauge demo"],
	["user.email", "demo@warpgauge.invalid"],
	["core.autocrlf", "false"],
	["core.fileMode", "false"]
];

// src/cli/measure-demo.ts
const explanation = "Both differences are real work that this demonstration adds: the head runs DNABERT-S in 15 passes instead of one, v1.0 ran ESM-2 in three. A regression fails the check of a pull request (exit code 1).";
async function measureDemo({ out }) {
	await using directory = await openTemporaryDirectory("demo");
	const examples = join(findPackageRoot(), "examples");
	const { path: workspace } = await buildDemonstration(join(directory.path, "repository"), examples);
	say(`Temporary repository: ${workspace}`);
	const code = await runLocally({
		workspace,
		configFile: join(workspace, ".github", "warpgauge.yml"),
		runFolder: out ?? join(process.cwd(), ".warpgauge", "runs", createRunId()),
		base: "main",
		isSummary: true
	});
	print(["", ...wrap(explanation, measureTerminalWidth(process.stdout))].join("\n"));
	return code === 1 ? 0 : code;
}

export { measureDemo };