import { UserError, cancelOnSignals, findCause } from "./core.js";
import { buildLocalContext, createMeasuringPorts, renderTerminal, renderTerminalSummary, run } from "./measuring.js";
import { createRunId, restrictSuites } from "./foundation.js";
import { parseRules } from "./judging.js";
import { createTerminalProgress } from "./live-progress.js";
import { shortenPath } from "./short-path.js";
import { createTerminalLogger, mayColor, measureColumns, print, say } from "./version.js";
import { dirname, join, relative } from "node:path";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

// src/cli/run-locally.ts
async function runLocally(own) {
	const { signal, release } = cancelOnSignals();
	try {
		const result = await measureLocally(own, signal);
		const options = {
			columns: measureColumns(process.stdout),
			color: mayColor(process.stdout),
			hasDetails: false
		};
		print((own.isSummary ? renderTerminalSummary : renderTerminal)(result.report, options));
		sayWhatNext(result, own);
		return result.report.exitCode;
	} catch (error) {
		throw findCause(error, signal);
	} finally {
		release();
	}
}
async function measureLocally(own, signal, progress = createTerminalProgress()) {
	const { workspace, configFile, configText, calibrationRounds = null, selection = null } = own;
	const runId = createRunId();
	const logger = createTerminalLogger(own.isVerbose ?? false);
	const ports = await createMeasuringPorts({
		workspace,
		logger,
		progress,
		signal
	});
	const dirty = own.head ? [] : await ports.git.listUncommittedFiles();
	if (dirty.length > 0) logger.warning(`uncommitted changes are not measured: ${dirty.slice(0, 5).join(", ")}`);
	const context = await buildContext(own, ports.git);
	await warnOfOwnBase(own, context, {
		git: ports.git,
		logger
	});
	const runFolder = own.runFolder ?? join(workspace, ".warpgauge", "runs", runId);
	const request = {
		context,
		configPath: relative(workspace, configFile),
		ownRules: await readRules(own),
		runFolder,
		runId,
		isResume: own.isResume ?? false,
		calibrationRounds,
		selection,
		skipsCostEstimate: configText !== void 0,
		signal
	};
	return {
		report: await run(request, {
			...ports,
			openMonitor: shareMonitor(ports.openMonitor, progress)
		}),
		runFolder
	};
}
function shareMonitor(openMonitor, { watch }) {
	if (watch === null) return openMonitor;
	return async (...args) => {
		const monitor = await openMonitor(...args);
		if (monitor.kind !== "none" && isReadable(monitor)) watch(monitor, (await monitor.identify()).map(({ index }) => index));
		return monitor;
	};
}
function isReadable(monitor) {
	return "readLatest" in monitor;
}
async function buildContext({ workspace, base, head }, git) {
	const baseCommit = base === null ? null : await git.resolve(base);
	if (base !== null && baseCommit === null) throw new UserError(`--base ${base} is not a commit of this repository`, "Name a branch, tag or commit that exists.");
	return buildLocalContext(workspace, {
		baseCommit,
		...head && {
			headCommit: head.commit,
			headName: head.name
		}
	});
}
async function warnOfOwnBase({ base, head: named }, { baseCommit }, { git, logger }) {
	if (base === null || baseCommit === null) return;
	const head = named?.commit ?? await git.resolve("HEAD");
	if (head === null || baseCommit !== head && await git.findMergeBase(baseCommit, head) !== head) return;
	const notice = `--base ${base} already contains the measured commit (${head.slice(0, 7)}), so there is no other side to compare with`;
	logger.warning(`${notice}. Name an earlier commit, such as HEAD~1, or commit the change first.`);
}
async function readRules({ configFile, configText, suites, workspace }) {
	const text = configText ?? await readConfig(configFile, workspace);
	const rules = parseRules(text, relative(workspace, configFile), {
		origin: "local",
		commit: null
	});
	return suites === void 0 ? rules : {
		...rules,
		config: restrictSuites(rules.config, suites)
	};
}
async function readConfig(configFile, workspace) {
	return await readFile(configFile, "utf8").catch((error) => {
		const above = findConfigAbove(workspace, relative(workspace, configFile));
		throw new UserError(`there is no config at ${configFile}`, above === null ? "Write one with `warpgauge init`, name another with --config, or try `warpgauge demo`." : `There is one in ${above}: start warpgauge there, because commands and paths of a config are relative to the root.`, { cause: error });
	});
}
function findConfigAbove(workspace, config) {
	if (config.startsWith("..")) return null;
	for (let directory = workspace; !existsSync(join(directory, ".git")); directory = dirname(directory)) {
		if (directory === dirname(directory)) return null;
		if (existsSync(join(dirname(directory), config))) return dirname(directory);
	}
	return null;
}
function sayWhatNext({ runFolder, report }, { calibrationRounds = null, isSummary }) {
	const folder = shortenPath(runFolder);
	if (isSummary) return say(`\nFull report: warpgauge report ${folder}`);
	say(`\nRun folder: ${folder}`);
	say(`  full report:             warpgauge report ${folder}`);
	if (report.exitCode === 2) return;
	say(`  ${calibrationRounds === null ? "store as the baseline:  " : "store for the testbed:  "} warpgauge baseline refresh ${folder} --reason "…"`);
}

export { measureLocally, runLocally };