import { K as cancelOnSignals, gt as findCause, ht as UserError, i as newRunId, s as onlySuites } from "./foundation.js";
import { a as renderTerminalSummary, p as measuringPorts, q as renderTerminal, t as check } from "./measuring.js";
import { Ot as rulesFrom } from "./judging.js";
import { t as toolVersion } from "./version.js";
import { t as terminalProgress } from "./live-progress.js";
import { t as shortPath } from "./short-path.js";
import { a as print, c as terminalLogger, i as mayColour, o as say, t as columnsOf } from "./terminal.js";
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { existsSync } from "node:fs";

// src/cli/run-locally.ts
async function runLocally(run) {
	const { signal, release } = cancelOnSignals();
	try {
		const result = await measureLocally(run, signal);
		const options = {
			columns: columnsOf(process.stdout),
			color: mayColour(process.stdout),
			hasDetails: false
		};
		print((run.isSummary ? renderTerminalSummary : renderTerminal)(result.report, options));
		sayWhatNext(result, run);
		return result.report.exitCode;
	} catch (error) {
		throw findCause(error, signal);
	} finally {
		release();
	}
}
async function measureLocally(run, signal) {
	const runId = newRunId();
	const logger = terminalLogger(run.isVerbose);
	const progress = terminalProgress();
	const ports = await measuringPorts({
		workspace: run.workspace,
		environment: process.env,
		token: null,
		localNames: "all",
		logger,
		progress,
		signal
	});
	const dirty = await ports.git.uncommittedFiles();
	if (dirty.length > 0) logger.warning(`uncommitted changes are not measured: ${dirty.slice(0, 5).join(", ")}`);
	const context = await localContext(run, ports.git);
	await warnOfOwnBase(run, context, {
		git: ports.git,
		logger
	});
	const request = {
		context,
		configPath: relative(run.workspace, run.configFile),
		ownRules: await localRules(run),
		mayMeasureForks: false,
		runFolder: run.runFolder ?? join(run.workspace, ".warpgauge", "runs", runId),
		runId,
		isResume: run.isResume,
		calibrationRounds: run.calibrationRounds,
		...run.selection && { selection: run.selection },
		toolVersion,
		signal,
		workplace: {
			workDirectory: join(process.env["TMPDIR"] ?? "/tmp", `warpgauge-${runId}`),
			cacheDirectory: cacheDirectory(),
			environment: process.env
		}
	};
	const openMonitor = shown(ports.openMonitor, progress);
	return await check(request, {
		...ports,
		openMonitor,
		gitHub: null,
		jobSummary: null
	});
}
function shown(openMonitor, { watch }) {
	if (watch === null) return openMonitor;
	return async (...asked) => {
		const monitor = await openMonitor(...asked);
		if (monitor.kind !== "none" && isReadable(monitor)) watch(monitor, (await monitor.identify()).map(({ index }) => index));
		return monitor;
	};
}
function isReadable(monitor) {
	return "latest" in monitor;
}
async function localContext({ workspace, base }, git) {
	const baseCommit = base === null ? null : await git.resolve(base);
	if (base !== null && baseCommit === null) throw new UserError(`--base ${base} is not a commit of this repository`, "Name a branch, tag or commit that exists.");
	return {
		repository: null,
		headCommit: null,
		pullRequest: null,
		runUrl: null,
		measuredBy: null,
		event: "local",
		trust: "trusted",
		workspace,
		baseCommit,
		runKey: "local"
	};
}
async function warnOfOwnBase({ base }, { baseCommit }, { git, logger }) {
	if (base === null || baseCommit === null) return;
	const head = await git.resolve("HEAD");
	if (head === null || baseCommit !== head && await git.mergeBase(baseCommit, head) !== head) return;
	const notice = `--base ${base} holds the commit that is measured (${head.slice(0, 7)}) already: nothing runs beside it`;
	logger.warning(`${notice}. Name an earlier commit, such as HEAD~1, or commit the change first.`);
}
async function localRules({ configFile, suites, workspace }) {
	const text = await readFile(configFile, "utf8").catch((error) => {
		const above = configAbove(workspace, relative(workspace, configFile));
		throw new UserError(`there is no config at ${configFile}`, above === null ? "Write one with `warpgauge init`, name another with --config, or try `warpgauge demo`." : `There is one in ${above}: start warpgauge there, since commands and paths of a config are meant from the root.`, { cause: error });
	});
	const rules = rulesFrom(text, relative(workspace, configFile), {
		origin: "local",
		commit: null
	});
	return suites === null ? rules : {
		...rules,
		config: onlySuites(rules.config, suites)
	};
}
function configAbove(workspace, config) {
	if (config.startsWith("..")) return null;
	for (let directory = workspace; !existsSync(join(directory, ".git")); directory = dirname(directory)) {
		if (directory === dirname(directory)) return null;
		if (existsSync(join(dirname(directory), config))) return dirname(directory);
	}
	return null;
}
function cacheDirectory() {
	return join(process.env["XDG_CACHE_HOME"] ?? join(process.env["HOME"] ?? "/tmp", ".cache"), "warpgauge");
}
function sayWhatNext({ runFolder, report }, { calibrationRounds, isSummary }) {
	const folder = shortPath(runFolder);
	if (isSummary) return say(`\nThe complete report: warpgauge report ${folder}`);
	say(`\nRun folder: ${folder}`);
	say(`  the details:                 warpgauge report ${folder}`);
	if (report.exitCode === 2) return;
	say(`  ${calibrationRounds === null ? "keep it as the baseline:    " : "keep it with the testbed:   "} warpgauge baseline refresh ${folder} --reason "…"`);
}

export { runLocally as t };