import { t as wo } from "./simple-git.js";
import { U as UserError, i as newRunId, z as EnvironmentError } from "./foundation.js";
import { t as packageRoot } from "./package-root.js";
import { t as runLocally } from "./run-locally.js";
import { o as say } from "./terminal.js";
import { cp, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
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
const firstDay = "2026-01-05T12:00:00Z";
const secondDay = "2026-01-12T12:00:00Z";
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
	program.command("demo").description("Measure the embedded reference pipeline: two commits, one of them tagged v1.0, in a throwaway repository").option("--out <dir>", "run folder (default .warpgauge/runs/<run id>)").action(async (options) => {
		const directory = await mkdtemp(join(tmpdir(), "warpgauge-demo-"));
		try {
			const repository = await buildDemoRepository(directory, join(packageRoot(), "examples"));
			say(`Throwaway repository with the tag v1.0 and the head ${repository.headCommit.slice(0, 7)} in ${repository.path}`);
			exit(await runLocally(demoRun(repository.path, options.out)));
		} finally {
			await rm(directory, {
				recursive: true,
				force: true
			});
		}
	});
}
function demoRun(workspace, out) {
	return {
		workspace,
		configFile: join(workspace, ".github", "warpgauge.yml"),
		suites: null,
		selection: null,
		runFolder: out ?? join(process.cwd(), ".warpgauge", "runs", newRunId()),
		isResume: false,
		base: null,
		calibrationRounds: null,
		isVerbose: false
	};
}

export { addDemo };