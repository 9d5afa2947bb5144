import { abConfigName, adaptiveRuns, buildSection, createList, createText, doesFailCheck, findMostImportant, formatAbConfig, formatComparisonVerdict, formatMetricName, formatOtherMedians, formatOverallVerdict, formatRowVerdict, isChange, listUndecided, parseCommandText, say, tabulate, toStatus } from "./judging.js";
import { EnvironmentError, ExplainedError, NoDeviceError, UnansweredError, UserError, formatEffect, formatInterval, formatMetricLabel, formatShare, formatUncertain, formatValue, isTimed, parseStageName, runUntilStopped } from "./core.js";
import { writeNewFile } from "./read-project.js";
import { openTemporaryDirectory, workingTreeName } from "./foundation.js";
import { renderTerminalBlocks } from "./terminal.js";
import { reportFormats } from "./reporters.js";
import { judgeFolder } from "./judge-folder.js";
import { createTerminalProgress } from "./live-progress.js";
import { refuseUsedFolder } from "./local-inputs.js";
import { measureLocally } from "./run-locally2.js";
import { inspectTerminal, print, say as say$1, shortenPath, stopOnSignals } from "./version.js";
import { createDeviceInventory, identifyTestbed, isDriverFailing, openGitRepository } from "./measuring.js";
import { commitWorkingTree, findDefaultBranch, findPathInTree, isShallowClone, listChangedSubmodules } from "./clone-facts.js";
import { chooseMonitor } from "./choose-monitor.js";
import { parseWholeNumber } from "./option-numbers.js";
import { join, resolve } from "node:path";

// src/reporters/ab.ts
const mostGuides = 6;
function renderAb(report, sides, options) {
	const lead = listSides(sides).map((line) => say`${line}`);
	const kernels = report.sections.filter(({ isExplanation }) => isExplanation).map((section) => buildSection({
		...section,
		title: "Kernels"
	}, false));
	return renderTerminalBlocks([
		createText({
			title: formatHeadline(report, sides),
			lead
		}),
		...buildTable(report, sides),
		...kernels,
		...buildNotes(report, sides)
	], options);
}
function listSides({ base, head, place }) {
	const sides = [base, head].map(({ title, text }) => `${title}: ${text}`);
	return place === void 0 ? sides : [...sides, `Both at: ${place}`];
}
function formatHeadline({ verdict, sentence, comparisons }, sides) {
	const main = findMain(comparisons);
	if (verdict === "fail" && main) return say`${toStatus("❌", "Slower", "bad")}: ${describeMain(main)}`;
	if (verdict === "pass" && main?.toleratedBecause !== void 0) return say`${toStatus("🟠", "Slower, but tolerated", "unsure")}: ${describeMain(main)}; ${main.toleratedBecause.replace(/comparison\.minCost \((.+)\)/, "$1")}${describeLimits(comparisons)}`;
	if (verdict === "pass" && main?.verdict === "improvement") return say`${toStatus("✅", "Faster", "good")}: ${describeMain(main)}`;
	if (verdict === "pass" && main) return say`${toStatus("✅", "Not slower", "good")}: ${describeMain(main)}${describeLimits(comparisons)}`;
	const [start = ""] = sentence.split("\n");
	const reason = start.replace(/^(?:inconclusive|could not be measured): /, "");
	return say`${formatOverallVerdict(verdict)}: ${replaceCaseIds(reason, sides)}`;
}
const failureKind = /(^|: |\()(?:exit-code|signal|no-proof|not-started|timed-out|partial): /;
function replaceCaseIds(text, { base, head }) {
	return text.replace(failureKind, "$1").replaceAll(/ of revision, \d+ (?:core|GPU)s?(?:, (?:base|command-a))?, against (?:base|command-a)\b/g, "").replaceAll(/revision(?:\/\S+ gpus=\d+ revision=(\S*[^\s:;,])|, \d+ (?:core|GPU)s?(?:, (base|command-a)\b)?)/g, (_name, id, label) => (id ?? label ?? "head") === "head" ? head.title : base.title).replaceAll("the config has no pipeline.proof", "no --proof names a text that they print").replaceAll("the variables of pipeline.passEnv", "those of --pass-env").replaceAll("pipeline.setup", "--setup");
}
function findMain(comparisons) {
	const gates = comparisons.filter(({ isGate, effect }) => isGate && effect !== null);
	const better = gates.filter(({ verdict }) => verdict === "improvement");
	const changed = [
		gates.filter(doesFailCheck),
		better,
		gates.filter(isChange)
	].find((some) => some.length > 0);
	if (changed) return findMostImportant(changed);
	return gates.toSorted((a, b) => (a.excluded ?? 1e400) - (b.excluded ?? 1e400))[0] ?? null;
}
function describeLimits(comparisons) {
	const [worst] = comparisons.flatMap(({ isGate, metric, excluded }) => isGate && excluded !== null ? [{
		metric,
		excluded
	}] : []).toSorted((a, b) => b.excluded - a.excluded);
	if (!worst || worst.excluded <= 0) return "";
	return `; ${formatMetricLabel(worst.metric)}: a slowdown below ${formatShare(worst.excluded)} cannot be excluded`;
}
function describeMain(item) {
	const { effect, interval, unit } = item;
	const range = interval === null ? "" : `, 95 % interval ${formatInterval(interval, unit)}`;
	const factor = isChange(item) ? say` ${formatRatio(item)}` : [];
	return say`${formatMetricName(item.metric)}${factor} (${formatEffect(effect, unit)}${range})`;
}
function formatRatio(item) {
	const ratio = 1 + (item.effect ?? 0);
	const factor = ratio >= 1 ? ratio : 1 / ratio;
	const [isMore, isWorse] = [ratio > 1, ratio > 1 === (item.betterWhen === "lower")];
	const word = isTimed(item) ? isWorse ? "slower" : "faster" : isMore ? "more" : "less";
	return `${factor.toFixed(factor < 10 ? 2 : 0)} × ${word}`;
}
function buildTable({ comparisons }, { base, head }) {
	const measured = comparisons.filter((item) => item.base !== null && item.head !== null);
	const gates = measured.filter(({ isGate }) => isGate);
	const guides = measured.filter((item) => !item.isGate).filter((item) => isChange(item) || parseStageName(item.metric) !== null).slice(0, mostGuides);
	if (gates.length === 0) return [];
	const notes = guides.length > 0 ? [say`Rows marked ↳ explain; they do not decide.`] : [];
	return tabulate([...gates, ...guides], {
		Metric: ({ isGate, metric }) => isGate ? formatMetricName(metric) : say`↳ ${formatMetricName(metric)}`,
		[`#${base.title}`]: (item) => formatSpread(item.base, item.unit),
		[`#${head.title}`]: (item) => formatSpread(item.head, item.unit),
		"#Change (95 % interval)": ({ effect, interval, unit, ...side }) => {
			const range = interval === null ? "" : ` (${formatInterval(interval, unit)})`;
			const medians = side.base && side.head ? [side.base.median, side.head.median] : null;
			return formatEffect(effect, unit) + range + (medians ? formatOtherMedians(effect, unit, medians) : "");
		},
		Result: (item) => isChange(item) ? formatComparisonVerdict(item.verdict, formatRatio(item)) : formatRowVerdict(item)
	}, {
		importance: 1,
		noun: "metrics",
		notes
	});
}
function formatSpread(side, unit) {
	if (side === null) return "–";
	if (side.standardDeviation === null) return formatValue(side.median, unit);
	return formatUncertain(side.median, side.standardDeviation, unit).join(" ± ");
}
function buildNotes(report, sides) {
	const { comparisons, findings, isolation, verdict } = report;
	const measured = comparisons.find((item) => item.isGate && item.head !== null);
	const lead = [...measured?.base && measured.head ? [say`${describeRuns(measured.base, measured.head, isolation)}.`] : [], ...(verdict === "inconclusive" ? listUndecided(report) : []).map(({ metric, reason }) => say`${formatMetricName(metric)}: ${reason}.`)];
	const rows = findings.toSorted((a, b) => Number(b.kind === "failed") - Number(a.kind === "failed")).map(({ subject, reason, isProminent }) => say`${replaceCaseIds(subject, sides) + (isProminent ? " " : ": ") + replaceCaseIds(reason, sides)}`);
	return lead.length + rows.length === 0 ? [] : [createList(rows, {
		importance: 2,
		noun: "notes",
		lead
	})];
}
function describeRuns(base, head, isolation) {
	const runs = base.count === head.count ? `${base.count} runs per side` : `${base.count} and ${head.count} runs`;
	if (!isolation) return `${runs} in turn`;
	return `${runs} in turn, ${isolation.mode === "none" ? "without a" : "in a"} sandbox`;
}

// src/cli/ab/ab-options.ts
const fewestRuns = 3;
async function parseAbRequest(argv, options, environment) {
	return {
		...chooseCommands(argv, options),
		setup: (options.setup ?? []).map(parseCommandText),
		metrics: options.metric ?? [],
		gpus: options.gpus === void 0 ? await countGpus(environment) : parseWholeNumber("--gpus", options.gpus, 0, 1024),
		warmups: parseWholeNumber("--warmup", options.warmup ?? "1", 0, 20),
		runs: options.runs === void 0 ? null : parseWholeNumber("--runs", options.runs, fewestRuns, 1e3),
		passEnv: options.passEnv ?? [],
		proofs: options.proof ?? [],
		directory: await findPathInTree(process.cwd(), environment)
	};
}
function chooseCommands(argv, { command: texts = [], base }) {
	if (texts.length === 0) {
		if (argv.length > 0) return {
			command: argv,
			otherCommand: null
		};
		throw new UserError("no command given", "Write it after --, such as `warpgauge ab -- python train.py`.");
	}
	const [reference = "", head = ""] = texts;
	if (texts.length !== 2 || argv.length > 0) throw new UserError(`--command compares exactly two commands, and got ${texts.length}${argv.length > 0 ? " and one after --" : ""}`, "Write --command 'A' --command 'B', and nothing after --.");
	if (texts.some((text) => text.trim() === "")) throw new UserError("--command is empty", "Write a command, such as --command 'python train.py'.");
	if (base !== void 0) throw new UserError("--base has no meaning with --command", "Two commands run at the same commit: leave out --base.");
	return {
		command: parseCommandText(head),
		otherCommand: parseCommandText(reference)
	};
}
async function countGpus(environment) {
	try {
		await using monitor = await chooseMonitor({
			wanted: "auto",
			environment
		});
		const { kind, reason } = monitor;
		if (kind === "none" && reason && isDriverFailing(reason)) throw new UnansweredError(reason, "");
		await identifyTestbed("gpu", createDeviceInventory(environment), {
			monitor,
			environment
		});
		return 1;
	} catch (error) {
		if (error instanceof NoDeviceError) {
			if (error.message.includes("_VISIBLE_DEVICES")) say$1(`measuring without GPUs: ${error.message}`);
			return 0;
		}
		if (!(error instanceof UnansweredError)) throw replaceConfigKeys(error);
		throw new UnansweredError(error.message, "Give the number of GPUs with --gpus.", { cause: error });
	}
}
const names = [
	[/pipeline\.setup/g, "--setup"],
	[/set pipeline\.devices to cpu/g, "pass --gpus 0"],
	[/pipeline\.passEnv|passEnv/g, "--pass-env"],
	[/the first item of pipeline\.command or its launcher|pipeline\.command/g, "the command"],
	[/, then continue with --resume \(input resume\): completed trials are kept/g, " and start again"],
	[/Move data out of the config and refer to files/g, "Name a directory or a list file instead of so many arguments."],
	[/Start it again; --resume \(input resume\) continues a run\./g, "Start it again."]
];
function replaceConfigKeys(error) {
	if (!(error instanceof ExplainedError)) return error;
	const hint = names.reduce((text, [key, name]) => text.replaceAll(key, name), error.hint);
	return new (error instanceof UserError ? UserError : EnvironmentError)(error.message, hint, { cause: error });
}

// src/cli/ab/choose-sides.ts
async function chooseSides(request) {
	const { workspace, environment, warn } = request;
	const git = await openGitRepository(workspace, {
		env: environment,
		warn
	});
	const headCommit = await chooseHead(request, git);
	if (request.commands !== null) {
		const [one, two] = request.commands;
		return {
			base: {
				title: "A",
				text: one
			},
			head: {
				title: "B",
				text: two
			},
			place: headCommit.label,
			headCommit,
			baseCommit: null
		};
	}
	const other = await findOther(request, git);
	const mergeBase = await git.findMergeBase(other.commit, headCommit.commit);
	if (mergeBase === null) throw await explainNoMergeBase(other, headCommit, request);
	if (mergeBase === headCommit.commit) throw new UserError(`the base equals the head: ${other.name} contains ${shorten(mergeBase)}, and nothing is uncommitted`, "Name an earlier commit, such as --base HEAD~1, or compare two commands with --command.");
	const relation = mergeBase === other.commit ? other.name : `merge base with ${other.name}`;
	return {
		base: {
			title: "Base",
			text: `${shorten(mergeBase)} (${relation})`
		},
		head: {
			title: "Head",
			text: headCommit.label
		},
		headCommit,
		baseCommit: mergeBase
	};
}
async function chooseHead({ workspace, environment, warn }, git) {
	const commit = await git.resolve("HEAD");
	if (commit === null) throw new UserError("the repository has no commit yet", "Commit the base version first: `git commit`.");
	const changed = await listChangedSubmodules(workspace, environment);
	if (changed.length > 0) warn(`uncommitted changes inside ${changed.join(", ")} are not measured: commit them in the submodule`);
	const uncommitted = await commitWorkingTree(workspace, environment);
	if (uncommitted === null) return {
		commit,
		name: "HEAD",
		label: `${shorten(commit)} (HEAD)`
	};
	const { files } = uncommitted;
	const shown = files.slice(0, 3).join(", ") + (files.length > 3 ? ` and ${files.length - 3} more` : "");
	const label = `uncommitted working tree on ${shorten(commit)} (${shown})`;
	return {
		commit: uncommitted.commit,
		name: workingTreeName,
		label
	};
}
async function findOther({ base, workspace, environment }, git) {
	if (base === null) {
		const name = await git.findRemoteDefault();
		const commit = name === null ? null : await git.resolve(name);
		if (name !== null && commit !== null) return {
			name,
			commit
		};
		const found = await findDefaultBranch(workspace, environment);
		if (found) return {
			...found,
			commit: await git.resolve(found.name) ?? found.commit
		};
		throw new UserError("no default branch found: neither origin/HEAD, nor main or master", "Name the revision to compare with: --base REV, such as --base HEAD~1.");
	}
	const commit = await git.resolve(base);
	if (commit !== null) return {
		name: base,
		commit
	};
	const hint = await isShallowClone(workspace, environment) ? "This clone is shallow: fetch the history with `git fetch --unshallow`, or name a branch, tag or commit that exists." : "Name a branch, tag or commit that exists.";
	throw new UserError(`--base ${base} is not a commit of this repository`, hint);
}
async function explainNoMergeBase(other, head, { workspace, environment }) {
	if (await isShallowClone(workspace, environment)) return new UserError(`this shallow clone lacks the merge base of the head and ${other.name}`, "Fetch the history with `git fetch --unshallow`.");
	return new UserError(`the head and ${other.name} (${shorten(other.commit)}) have no common ancestor`, "Name a revision of the same history with --base REV.");
}
function shorten(commit) {
	return commit.slice(0, 7);
}

// src/cli/ab/measure-ab.ts
async function compareOrExport(command, options) {
	const request = await runUntilStopped(() => parseAbRequest(command, options, process.env));
	const { exportConfig } = options;
	if (exportConfig === void 0) return await stopOnSignals((signal) => measureAb(request, options, signal)).catch((error) => {
		throw replaceConfigKeys(error);
	});
	const text = formatAbConfig(request);
	if (exportConfig === true) print(text);
	else if (await writeNewFile(resolve(exportConfig), text) === "kept") throw new UserError(`${exportConfig} exists and was not changed`, "Name another file with --export-config.");
	else say$1(`wrote ${exportConfig}; measure it with \`warpgauge run --config ${exportConfig} --base REV\``);
	return 0;
}
async function measureAb(request, options, signal) {
	const workspace = process.cwd();
	const { out, base = null, command: [one, other] = [] } = options;
	if (out !== void 0) refuseUsedFolder(out, "Name another directory with --out.");
	const sides = await chooseSides({
		workspace,
		base,
		commands: one === void 0 || other === void 0 ? null : [one, other],
		environment: process.env,
		warn: (message) => say$1(`warning: ${message}`)
	});
	signal.throwIfAborted();
	say$1(listSides(sides).join("\n"));
	await using temporary = out === void 0 ? await openTemporaryDirectory("ab") : null;
	const run = {
		workspace,
		configFile: join(workspace, "..", abConfigName),
		configText: formatAbConfig(request),
		runFolder: temporary === null ? resolve(workspace, out ?? "") : join(temporary.path, "run"),
		base: sides.baseCommit,
		head: sides.headCommit,
		isVerbose: options.verbose
	};
	const result = await measureLocally(run, signal, announceDuration(request, createTerminalProgress()));
	await printResult(result, sides, options);
	return result.report.exitCode;
}
async function printResult({ report, runFolder }, sides, options) {
	const { json, html, out } = options;
	const text = renderAb(report, sides, inspectTerminal(json ? process.stderr : process.stdout));
	if (json) {
		say$1(text);
		print(reportFormats.json(report));
	} else print(text);
	if (html !== void 0) {
		const { writeReportPage } = await import("./report-page.js");
		const judged = await judgeFolder(runFolder, {
			configFile: null,
			baselines: null
		});
		await writeReportPage(resolve(html), {
			folder: runFolder,
			histories: [],
			...judged
		});
		say$1(`wrote ${shortenPath(resolve(html))}`);
	}
	if (out !== void 0) say$1(`\nRun folder: ${shortenPath(runFolder)}`);
}
function announceDuration({ runs, warmups }, progress) {
	let startedMs = 0;
	let ended = 0;
	let isAnnounced = false;
	const { least, most } = runs === null ? adaptiveRuns : {
		least: runs,
		most: runs
	};
	return {
		...progress,
		onTrialStart(next) {
			startedMs = performance.now();
			progress.onTrialStart(next);
		},
		onTrialEnd(trial) {
			progress.onTrialEnd(trial);
			ended += 1;
			if (isAnnounced || ended === 1 || trial.isWarmup || trial.failure !== null) return;
			isAnnounced = true;
			const seconds = (performance.now() - startedMs) / 1e3;
			const [short, long] = [least, most].map((count) => formatDuration(2 * (warmups + count) * seconds));
			const range = short === long ? short : `${short} to ${long}`;
			progress.onLiveLine?.(`one run takes ${formatDuration(seconds)}, so this takes ${range}`);
		}
	};
}
function formatDuration(seconds) {
	if (seconds < 10) return `${seconds.toPrecision(2)} s`;
	if (seconds < 100) return `${Math.round(seconds)} s`;
	return seconds < 6e3 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

export { compareOrExport };