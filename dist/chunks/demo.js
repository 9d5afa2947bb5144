import { t as wo } from "./simple-git.js";
import { U as UserError, i as newRunId, z as EnvironmentError } from "./foundation.js";
import { t as packageRoot } from "./package-root.js";
import { t as runLocally } from "./run-locally.js";
import { a as print, o as say } from "./terminal.js";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { tmpdir } from "node:os";

// src/io/demo-repository.ts
async function buildDemoRepository(directory, examplesDirectory) {
	const path = resolve(directory);
	const head = join(examplesDirectory, "reference-pipeline");
	const first = join(examplesDirectory, "reference-pipeline-v1.0");
	for (const source of [head, first]) await refuseMissing(source);
	await makeEmptyDirectory(path);
	try {
		await isolatedGit(path, firstDay).init(["--quiet", "--initial-branch=main"]);
		await commitTrees(path, [head, first], {
			message: "Version 1.0",
			day: firstDay,
			tag: "v1.0"
		});
		await commitTrees(path, [head], {
			message: "Version 2.0: batches, loaded models, stage times",
			day: secondDay
		});
		return {
			path,
			headCommit: await isolatedGit(path, secondDay).revparse(["HEAD"])
		};
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new EnvironmentError(`the demo repository at ${path} could not be made: ${reason}`, "Check that git 2.32 or newer is installed and that there is space left.", { cause: error });
	}
}
async function addSlowerCommit({ path }, examplesDirectory) {
	const config = join(examplesDirectory, "demo", "warpgauge.yml");
	await refuseMissing(config);
	const stage = join(path, "dnabert.mjs");
	const code = await readFile(stage, "utf8");
	if (!code.includes(usualPasses)) throw new EnvironmentError(`${stage} does not hold "${usualPasses}"`, "Install warpgauge with its own examples.");
	const git = isolatedGit(path, thirdDay);
	await git.checkoutLocalBranch("more-passes");
	await writeFile(stage, code.replace(usualPasses, "extraPasses = 4"));
	await cp(config, join(path, ".github", "warpgauge.yml"));
	await git.add(["--all"]);
	await git.commit("Run DNABERT-S in five passes");
	return {
		path,
		headCommit: await git.revparse(["HEAD"])
	};
}
const usualPasses = "extraPasses = 0";
const firstDay = "2026-01-05T12:00:00Z";
const secondDay = "2026-01-12T12:00:00Z";
const thirdDay = "2026-01-19T12:00:00Z";
async function commitTrees(path, sources, commit) {
	const git = isolatedGit(path, commit.day);
	for (const source of sources) await cp(source, path, { recursive: true });
	await git.add(["--all", "--force"]);
	await git.commit(commit.message);
	if (commit.tag) await git.tag([commit.tag]);
}
const allowEnvironment = [
	"GIT_CONFIG_GLOBAL",
	"GIT_CONFIG_NOSYSTEM",
	"GIT_AUTHOR_DATE",
	"GIT_COMMITTER_DATE",
	"GIT_TEMPLATE_DIR"
];
function isolatedGit(baseDir, day) {
	return wo({
		baseDir,
		config: [
			"user.name=warpgauge demo",
			"user.email=demo@warpgauge.invalid",
			"core.autocrlf=false",
			"core.fileMode=false"
		],
		allowEnvironment,
		unsafe: {
			allowUnsafeConfigPaths: true,
			allowUnsafeTemplateDir: true
		}
	}).env({
		PATH: process.env["PATH"] ?? "/usr/bin:/bin",
		GIT_CONFIG_GLOBAL: "/dev/null",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_TEMPLATE_DIR: "",
		GIT_AUTHOR_DATE: day,
		GIT_COMMITTER_DATE: day
	});
}
async function makeEmptyDirectory(path) {
	await mkdir(path, { recursive: true });
	if ((await readdir(path)).length === 0) return;
	throw new UserError(`${path} is not empty; the demo repository needs a directory of its own`, "Name another directory");
}
async function refuseMissing(source) {
	if (await stat(source).catch(() => null)) return;
	throw new EnvironmentError(`${source} is missing`, "Install warpgauge with its examples directory.");
}

// src/cli/demo.ts
function addDemo(program, exit) {
	program.command("demo").description("Measure the embedded reference pipeline in a throwaway repository: a slower head, its base and version 1.0").option("--out <dir>", "run folder (default .warpgauge/runs/<run id>)").action(async (options) => {
		const directory = await mkdtemp(join(tmpdir(), "warpgauge-demo-"));
		try {
			const examples = join(packageRoot(), "examples");
			const repository = await addSlowerCommit(await buildDemoRepository(directory, examples), examples);
			say(`Throwaway repository in ${repository.path}: tag v1.0, branch main, and a slower head on top of it`);
			const code = await runLocally(demoRun(repository.path, options.out));
			print(explanation);
			exit(code === 1 ? 0 : code);
		} finally {
			await rm(directory, {
				recursive: true,
				force: true
			});
		}
	});
}
const explanation = `
The head was made slower for this demonstration: it runs stage DNABERT-S in five passes instead of one. Version 1.0 loads
its models for every batch. On a pull request this would be a failed check and exit code 1; the demonstration ends with 0.`;
function demoRun(workspace, out) {
	return {
		workspace,
		configFile: join(workspace, ".github", "warpgauge.yml"),
		suites: null,
		selection: null,
		runFolder: out ?? join(process.cwd(), ".warpgauge", "runs", newRunId()),
		isResume: false,
		base: "main",
		calibrationRounds: null,
		isVerbose: false,
		isSummary: true
	};
}

export { addDemo };