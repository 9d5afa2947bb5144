import { UserError, formatNames, handleUserError } from "./core.js";
import { buildLocalContext, parseSelection } from "./choices.js";
import { createRunId } from "./foundation.js";
import { run } from "./run.js";
import { renderTerminal, renderTerminalSummary } from "./terminal.js";
import "./reporters.js";
import { createMeasuringPorts } from "./measuring.js";
import { createTerminalProgress } from "./live-progress.js";
import { readLocalRules, refuseUsedFolder } from "./local-inputs.js";
import { parseWholeNumber } from "./option-numbers.js";
import { createTerminalLogger, inspectTerminal, print, say, shortenPath, stopOnSignals } from "./version.js";
import { dirname, join, relative, resolve } from "node:path";
import { existsSync } from "node:fs";

// src/cli/run-locally.ts
async function runCommitted(options) {
	const { out, resume = false } = options;
	if (resume && !out) throw new UserError("--resume needs a run folder", "Give its run folder with --out DIR.");
	const calibrationRounds = parseRounds(options);
	if (out && !resume) refuseUsedFolder(out);
	const workspace = process.cwd();
	return await runLocally({
		workspace,
		configFile: resolve(workspace, options.config),
		suites: options.suite,
		selection: parseSelection(options.only ?? []),
		runFolder: out ? resolve(workspace, out) : null,
		isResume: resume,
		base: options.base ?? null,
		calibrationRounds,
		isVerbose: options.verbose
	});
}
const usualRounds = 10;
const fewestRounds = 3;
const mostRounds = 200;
function parseRounds({ calibrate = false, rounds }) {
	if (!calibrate && rounds !== void 0) throw new UserError("--rounds has no meaning without --calibrate", "Add --calibrate, or set run.repeats in the config.");
	if (!calibrate) return null;
	return rounds === void 0 ? usualRounds : parseWholeNumber("--rounds", rounds, fewestRounds, mostRounds);
}
async function runLocally(own) {
	return await stopOnSignals(async (signal) => {
		const result = await measureLocally(own, signal);
		const render = own.isSummary ? renderTerminalSummary : renderTerminal;
		print(render(result.report, {
			...inspectTerminal(),
			hasDetails: false
		}));
		sayWhatNext(result, own);
		return result.report.exitCode;
	});
}
async function measureLocally(own, signal, progress = createTerminalProgress()) {
	const { workspace, configFile, configText, suites, base, head, calibrationRounds = null, selection = null } = own;
	const runId = createRunId();
	const logger = createTerminalLogger(own.isVerbose);
	const ports = await createMeasuringPorts({
		workspace,
		logger,
		progress,
		signal
	});
	const dirty = head ? [] : await ports.git.listUncommittedFiles();
	if (dirty.length > 0) logger.warning(`uncommitted changes are not measured: ${formatNames(dirty)}`);
	const baseCommit = base === null ? null : await ports.git.resolve(base);
	if (base !== null && baseCommit === null) throw new UserError(`--base ${base} is not a commit of this repository`, "Name a branch, tag or commit that exists.");
	const named = head && {
		headCommit: head.commit,
		headName: head.name
	};
	const context = buildLocalContext(workspace, {
		baseCommit,
		...named
	});
	await warnOfOwnBase(own, context, ports.git, logger);
	const configPath = relative(workspace, configFile);
	const hint = explainMissing(workspace, configPath);
	const ownRules = await readLocalRules(configFile, {
		suites,
		workspace,
		text: configText,
		hint
	});
	await warnOfOtherRules(ownRules, context, ports.git, logger);
	const runFolder = own.runFolder ?? join(workspace, ".warpgauge", "runs", runId);
	const request = {
		context,
		configPath,
		ownRules,
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
		if (monitor.kind === "none" || !isReadable(monitor)) return monitor;
		watch(monitor, (await monitor.identify()).map(({ index }) => index));
		return monitor;
	};
}
function isReadable(monitor) {
	return "readLatest" in monitor;
}
async function warnOfOwnBase({ base, head: named }, { baseCommit }, git, logger) {
	if (base === null || baseCommit === null) return;
	const head = named?.commit ?? await git.resolve("HEAD");
	if (head === null || baseCommit !== head && await git.findMergeBase(baseCommit, head) !== head) return;
	const notice = `--base ${base} already contains the measured commit (${head.slice(0, 7)}), so there is no other side to compare with`;
	logger.warning(`${notice}. Name an earlier commit, such as HEAD~1, or commit the change first.`);
}
async function warnOfOtherRules({ text, yardstick: { path } }, { baseCommit }, git, logger) {
	if (baseCommit === null || path.startsWith("..")) return;
	const ofBase = await git.readAt(baseCommit, path).catch(handleUserError(() => null));
	if (ofBase === null || ofBase === text) return;
	logger.warning(`${path} differs from that of the base (${baseCommit.slice(0, 7)}), by which a pull request is judged.`);
}
function explainMissing(workspace, config) {
	const usual = "Write one with `warpgauge init`, name another with --config, or try `warpgauge demo`.";
	if (config.startsWith("..")) return usual;
	for (let directory = workspace; !existsSync(join(directory, ".git")); directory = dirname(directory)) {
		const above = dirname(directory);
		if (directory === above) return usual;
		if (existsSync(join(above, config))) return `There is one in ${above}: start warpgauge there, because commands and paths of a config are relative to the root.`;
	}
	return usual;
}
function sayWhatNext({ runFolder, report }, { calibrationRounds = null, isSummary }) {
	const folder = shortenPath(runFolder);
	if (isSummary) return say(`\nFull report: warpgauge report ${folder}`);
	say(`\nRun folder: ${folder}`);
	say(`  full report:             warpgauge report ${folder}`);
	if (report.exitCode === 2) return;
	say(`  ${calibrationRounds === null ? "store as the baseline:  " : "store for the testbed:  "} warpgauge baseline refresh ${folder} --reason "…"`);
}

export { measureLocally, runCommitted, runLocally };