import { ExplainedError, attempt } from "./core.js";
import { linkMode, listMissedFiles, listNamedPaths, listOpenedPaths } from "./judging.js";
import { createRunId, openTemporaryDirectory } from "./foundation.js";
import { createGitCommand, createMeasuringPorts, startRun } from "./measuring.js";
import { dirname, join, relative } from "node:path";
import { readlinkSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";

// src/wiring/trace-files.ts
const silentProgress = {
	onStart() {},
	onTrialStart() {},
	onTrialEnd() {},
	onEnd() {}
};
async function traceFiles(request) {
	const { signal } = request;
	await using directory = await openTemporaryDirectory("trace");
	try {
		const traced = await runTraced(request, await realpath(directory.path));
		signal.throwIfAborted();
		return typeof traced === "string" ? {
			status: "untraced",
			problem: traced,
			mend: traceHint
		} : await listMissed(request, traced);
	} catch (error) {
		signal.throwIfAborted();
		if (!(error instanceof ExplainedError)) throw error;
		const [problem = ""] = error.message.split("\n");
		return {
			status: "untraced",
			problem: `the traced run failed: ${problem}`,
			mend: traceHint
		};
	}
}
const traceHint = "Install strace, allow ptrace (in a container --cap-add SYS_PTRACE), and check with `strace -f true` and `warpgauge run`.";
const options = [
	"-f",
	"-qq",
	"-y",
	"-s",
	"4096",
	"-e",
	"trace=open,openat,openat2",
	"-e",
	"signal=none"
];
function traceProcesses(processes, directory) {
	const traced = [];
	return {
		traced,
		async run({ confinement: _sandbox, ...spec }) {
			const log = join(directory, `${traced.length}.strace`);
			traced.push({
				argv: spec.argv,
				cwd: spec.cwd,
				log
			});
			return await processes.run({
				...spec,
				argv: [
					"strace",
					...options,
					"-o",
					log,
					"--",
					...spec.argv
				]
			});
		}
	};
}
async function runTraced({ workspace, rules, logger, signal }, directory) {
	const ports = await createMeasuringPorts({
		workspace,
		logger,
		progress: silentProgress,
		signal
	});
	const processes = traceProcesses(ports.processes, directory);
	const { config } = rules;
	const { record } = await startRun({
		workspace,
		commit: await ports.git.resolve("HEAD") ?? "",
		rules: {
			...rules,
			config: {
				...config,
				run: {
					...config.run,
					isolation: "none"
				}
			}
		},
		folder: join(directory, "run"),
		runId: createRunId(),
		plan: planOneRun,
		signal
	}, {
		...ports,
		processes,
		createWorkplace: (_trust, runId) => ({
			workDirectory: join(dirname(directory), `warpgauge-${runId}`),
			cacheDirectory: join(directory, "cache"),
			environment: process.env
		})
	});
	const failure = record.trials.find((trial) => trial.failure !== null)?.failure;
	if (failure) return `the traced run failed: ${failure.detail}`;
	return record.trials.length === 0 ? "no case was run" : processes.traced;
}
function planOneRun(plan) {
	const cases = plan.cases.filter(({ revision }) => revision === "head").slice(0, 1);
	return {
		...plan,
		cases: cases.map((one) => ({
			...one,
			warmups: 0,
			repeats: 1,
			maxRepeats: 1
		})),
		comparisons: []
	};
}
async function listMissed({ workspace, rules }, traced) {
	const { config, yardstick } = rules;
	const entries = (await createGitCommand(workspace, process.env, [])("ls-tree", "-r", "-z", "--full-tree", "HEAD")).split("\0").flatMap((line) => {
		const [, mode, path] = /^(\d{6}) \w+ [0-9a-f]+\t(.+)$/su.exec(line) ?? [];
		return mode === void 0 || path === void 0 ? [] : [{
			mode,
			path
		}];
	});
	const links = entries.filter(({ mode }) => mode === linkMode).flatMap(({ path }) => readLink(workspace, path));
	const known = {
		globs: config.pipeline.paths,
		named: listNamedPaths(config, yardstick.path),
		links,
		tracked: entries.map(({ path }) => path)
	};
	const setups = new Set(config.pipeline.setup.map((argv) => JSON.stringify(argv)));
	const isSetup = ({ argv }) => setups.has(JSON.stringify(argv));
	const missedInRun = listMissedFiles({
		...known,
		read: await readTraces(traced.filter((one) => !isSetup(one)))
	});
	return {
		status: "traced",
		missedInRun,
		missedInSetup: listMissedFiles({
			...known,
			read: await readTraces(traced.filter(isSetup))
		}).filter((path) => !missedInRun.includes(path))
	};
}
function readLink(workspace, path) {
	const target = attempt(() => readlinkSync(join(workspace, path)));
	return target === null ? [] : [{
		path,
		target
	}];
}
async function readTraces(traced) {
	const paths = /* @__PURE__ */ new Set();
	for (const { log, cwd } of traced) for (const path of listOpenedPaths(await readFile(log, "utf8"))) paths.add(relative(cwd, path));
	return paths;
}

export { traceFiles };