import { deriveCheckName, diskFileStore, sleepUntilAborted } from "./foundation.js";
import { openGitCommitWriter } from "./measuring.js";
import { EnvironmentError, ExplainedError, UserError, computeMedian, formatEffect, formatInterval, formatPair, formatValue } from "./core.js";
import { answerCommand, chooseGate, compareBaselines, computeMedianLevels, createList, createText, formatCommentMarker, formatCommit, formatComparisonVerdict, formatOtherMedians, formatPlace, joinContents, listSessionSamples, listTestbedParts, loadRulesAt, noiseFile, parseBaseline, parseNoise, readRunRecord, renderMarkdownBlocks, renderResult, say, selectGates, tabulate, toCode, toLink, toOwnText, toStatus } from "./judging.js";
import { computeStoreChanges, requireKeepable } from "./refreshed-store.js";
import { formatCaseId } from "./choices.js";
import { measureCreep } from "./creep.js";
import { requireGitHub } from "./github.js";
import { join } from "node:path";
import { existsSync } from "node:fs";

// src/reporters/refresh-pull-request.ts
const maxBodyBytes = 6e4;
function renderRefresh({ files, furtherFiles }) {
	const testbeds = [...new Set(files.map(({ testbedId }) => testbedId))];
	const title = `Refresh the performance baselines of ${testbeds.length === 1 ? testbeds.join() : `${testbeds.length} testbeds`}`;
	const samples = files.reduce((sum, file) => sum + file.samples, 0);
	const count = files.length + furtherFiles;
	const rest = furtherFiles === 0 ? [] : say` in the first ${files.length}. The other ${furtherFiles} are not described here, including their regressions: review them in the changed files`;
	const levels = files.flatMap(({ levels: own, provenance, testbedId }) => own.map((level) => ({
		...level,
		testbedId,
		provenance
	})));
	const blocks = [
		createText({
			title: say`Proposed baselines`,
			lead: [say`${count} changed ${count === 1 ? "file" : "files"}, ${samples} samples${rest}. After the merge, later runs are compared with them. warpgauge updates this pull request; commits of others on its branch stay.`]
		}),
		...buildRegressions(levels),
		...buildDrift(levels),
		...buildLevels(levels),
		createList(files.map(formatFile), {
			title: say`Provenance`,
			importance: 4,
			noun: "files"
		})
	];
	return {
		title,
		body: renderMarkdownBlocks(blocks, maxBodyBytes, "the changed files")
	};
}
function buildRegressions(levels) {
	const rows = levels.filter(({ comparison }) => comparison?.verdict === "regression").map((level) => say`${formatLevelName(level)} ${toOwnText(formatEffect(level.comparison?.effect ?? null, level.unit))}. Reason: ${level.provenance?.reason ?? "none"}`);
	const title = say`${toStatus("🔴", "Regressions that this accepts", "bad")}`;
	return rows.length === 0 ? [] : [createList(rows, {
		title,
		importance: 1,
		noun: "regressions"
	})];
}
function buildDrift(levels) {
	return tabulate(levels.flatMap(({ drift, ...level }) => drift ? [{
		...level,
		...drift
	}] : []), {
		Case: formatLevelName,
		Metric: ({ metric }) => toCode(metric),
		"#Drift": ({ isWorse, effect, unit }) => say`${isWorse ? "▲" : "▽"} ${toOwnText(formatEffect(effect, unit))}`,
		Anchor: ({ anchorCommit, anchoredAt }) => say`${formatCommit(anchorCommit)} of ${anchoredAt.slice(0, 10)}`,
		"Evidence from sessions": ({ creep }) => creep === null ? say`too few sessions` : creep
	}, {
		title: say`Drift since the anchor`,
		importance: 2,
		noun: "metrics",
		lead: [say`A refresh does not move the anchor, so small steps add up against it.`]
	});
}
function buildLevels(levels) {
	const frame = {
		title: say`Levels of the gate metrics`,
		importance: 3,
		noun: "levels"
	};
	if (levels.length === 0) return [createText(frame)];
	return tabulate(levels, {
		Case: formatLevelName,
		Metric: ({ metric }) => toCode(metric),
		"#Median, before → after": ({ before, after, unit, comparison }) => {
			if (before === null || after === null) return toOwnText([before, after].map((level) => level === null ? "–" : formatValue(level, unit)).join(" → "));
			const [old, fresh] = formatPair(before, after, unit);
			const other = formatOtherMedians(comparison?.effect ?? null, unit, [before, after]);
			return toOwnText(`${old} → ${fresh}${other}`);
		},
		"#Change": ({ comparison, unit }) => toOwnText(formatEffect(comparison?.effect ?? null, unit)),
		Interval: ({ comparison, unit }) => toOwnText(formatInterval(comparison?.interval ?? null, unit)),
		Verdict: ({ after, comparison }) => {
			if (comparison !== null) return formatComparisonVerdict(comparison.verdict);
			return after === null ? say`not measured` : say`new`;
		}
	}, frame);
}
function formatFile(file) {
	const { path, state, provenance, samples, cases } = file;
	if (state === "removed") return say`${toCode(path)}: removed, because its testbed no longer exists`;
	const size = say`${toCode(path)} (${state}): ${samples} samples of ${cases} ${cases === 1 ? "case" : "cases"}`;
	return provenance === null ? size : say`${size}, ${joinContents(listProvenance(provenance), ", ")}`;
}
function listProvenance(provenance) {
	const { commit, runId, recordedAt, tool, configSha256, rulesVersion, workflowRunUrl, reason } = provenance;
	return [
		say`commit ${formatCommit(commit)}`,
		say`run ${toCode(runId)}`,
		say`measured ${recordedAt.slice(0, 10)}`,
		say`by ${tool}`,
		say`config ${toCode(configSha256.slice(0, 12))}`,
		...rulesVersion === void 0 ? [] : [say`rules ${toCode(rulesVersion)}`],
		...workflowRunUrl === void 0 ? [] : [toLink("workflow run", workflowRunUrl)],
		say`reason: ${reason}`
	];
}
function formatLevelName(level) {
	return say`${toCode(formatPlace(level))} on ${toCode(level.testbedId)}`;
}

// src/steps/baselines/propose-refresh.ts
const attempts$1 = 5;
async function proposeRefresh(tips, config, gitHub) {
	if (tips.isMissing && !tips.hasWritten) return null;
	let proposed = null;
	let tip = tips.tip;
	for (let attempt = 1; attempt <= attempts$1 && tip !== null; attempt++) {
		proposed = await updateProposal({
			...tips,
			tip
		}, config, gitHub);
		const now = await gitHub.findBranchTip(tips.branch);
		if (now === tip) return proposed;
		tip = now;
	}
	return proposed ?? await gitHub.findProposal(tips.branch, tips.baseBranch);
}
async function updateProposal({ base, tip, branch, baseBranch }, config, gitHub) {
	const { mergeBase, files } = await gitHub.compareCommits(base, tip);
	const directory = `${config.comparison.baselines}/`;
	const paths = files.filter((path) => path.startsWith(directory) && path.endsWith(".json")).toSorted();
	if (paths.length === 0) return null;
	const sides = {
		before: mergeBase,
		after: tip
	};
	const text = renderRefresh(await describeRefresh(paths, config, (side, path) => gitHub.readAt(sides[side], path)));
	const pull = await gitHub.openProposal(branch, baseBranch, text);
	if (pull.body !== text.body || pull.title !== text.title) await gitHub.updateProposal(pull.number, text);
	return pull;
}
const maxFiles = 40;
async function describeRefresh(paths, config, read) {
	const files = [];
	for (const path of paths.slice(0, maxFiles)) files.push(await describeFile(path, config, read));
	return {
		files,
		furtherFiles: Math.max(0, paths.length - maxFiles)
	};
}
async function describeFile(path, config, read) {
	const [before, after] = [await read("before", path), await read("after", path)];
	const [testbedId = "", file = ""] = path.split("/").slice(-2);
	const plain = {
		path,
		testbedId,
		suite: file.replace(/\.json$/u, ""),
		state: after === null ? "removed" : before === null ? "new" : "changed",
		provenance: null,
		samples: 0,
		cases: 0,
		levels: []
	};
	if (after === null) return plain;
	if (file === "noise.json") {
		const { cases } = parseNoise(after, path);
		const sessions = cases.flatMap(({ metrics }) => metrics.flatMap((metric) => metric.sessions));
		return {
			...plain,
			samples: sessions.flatMap((session) => session.samples).length,
			cases: cases.length
		};
	}
	const noisePath = path.replace(/[^/]*$/u, noiseFile);
	const noiseText = await read("after", noisePath);
	const noise = noiseText === null ? null : parseNoise(noiseText, noisePath);
	const stored = before === null ? null : parseBaseline(before, path);
	return {
		...plain,
		...describeBaseline(parseBaseline(after, path), {
			before: stored,
			config,
			noise
		})
	};
}
function describeBaseline(after, context) {
	const { before, config, noise } = context;
	const { suite, cases, provenance } = after;
	const compared = before === null ? [] : compareBaselines(before, after, config, noise);
	const gate = chooseGate(config, suite);
	const levels = cases.flatMap((item) => {
		const { benchmark, axes, metrics } = item;
		const key = {
			suite,
			benchmark,
			axes
		};
		const id = formatCaseId(key);
		const stored = before?.cases.find((other) => formatCaseId({
			...other,
			suite: before.suite
		}) === id);
		const lost = selectGateMetrics(stored?.metrics ?? [], gate).filter(({ name }) => !metrics.some((one) => one.name === name));
		return [...selectGateMetrics(metrics, gate), ...lost].map((metric) => {
			const { name, unit } = metric;
			const samples = lost.includes(metric) ? [] : metric.samples;
			const comparison = compared.find((other) => formatCaseId(other) === id && other.metric === name) ?? null;
			const old = stored?.metrics.find((one) => one.name === name && one.unit === unit)?.samples ?? [];
			return {
				...key,
				metric: name,
				unit,
				before: comparison?.base?.median ?? (old.length === 0 ? null : computeMedian(old)),
				after: samples.length === 0 ? null : computeMedian(samples),
				comparison,
				drift: samples.length === 0 ? null : computeDrift(key, item, metric, context)
			};
		});
	});
	return {
		provenance,
		samples: cases.flatMap(({ metrics }) => metrics.flatMap((metric) => metric.samples)).length,
		cases: cases.length,
		levels
	};
}
function selectGateMetrics(metrics, gate) {
	const gates = selectGates(gate, computeMedianLevels(metrics));
	return metrics.filter(({ name, samples }) => gates.has(name) && samples.length > 0);
}
function computeDrift(key, { conditions }, { name, anchor, betterWhen, samples }, { config, noise }) {
	if (!anchor || !(anchor.median > 0)) return null;
	const effect = computeMedian(samples) / anchor.median - 1;
	const sessions = listSessionSamples(noise, key, name, conditions.datasetSha256).map(computeMedian);
	const label = `${anchor.commit.slice(0, 7)} of ${anchor.recordedAt.slice(0, 10)}`;
	const { minEffect } = config.comparison;
	const creep = measureCreep(sessions, {
		label,
		samples: [anchor.median]
	}, {
		minEffect,
		betterWhen
	});
	return {
		effect,
		isWorse: betterWhen === "lower" ? effect > 0 : effect < 0,
		anchorCommit: anchor.commit,
		anchoredAt: anchor.recordedAt,
		creep: creep.interval === null ? null : creep.reason
	};
}

// src/steps/baselines/write-refresh.ts
const refreshBranch = "warpgauge/baselines";
const mostComparedFiles = 300;
async function readTips(way, gitHub) {
	const baseBranch = await gitHub.readDefaultBranch();
	const base = await gitHub.findBranchTip(baseBranch);
	if (base === null) return null;
	const branch = way === "commit" ? baseBranch : refreshBranch;
	const tip = way === "commit" ? base : await gitHub.findBranchTip(branch);
	const fresh = {
		branch,
		baseBranch,
		base,
		tip: base,
		ancestor: base,
		pending: [],
		takesOver: null,
		isMissing: tip === null
	};
	if (tip === null || tip === base) return fresh;
	const { mergeBase, files } = await gitHub.compareCommits(base, tip);
	if (mergeBase === tip) return await gitHub.advanceBranch(branch, base) ? fresh : null;
	const isLive = await gitHub.findProposal(branch, baseBranch) !== null || !await gitHub.isProposalSettled(branch, tip);
	const pending = isLive ? requireAllFiles(files, {
		branch,
		baseBranch
	}) : [];
	const takesOver = isLive && mergeBase === base ? null : base;
	return {
		...fresh,
		tip,
		pending,
		ancestor: mergeBase,
		takesOver
	};
}
function requireAllFiles(files, { branch, baseBranch }) {
	if (files.length < mostComparedFiles) return files;
	throw new EnvironmentError(`${branch} differs from ${baseBranch} in ${mostComparedFiles} files or more, and GitHub lists no others`, "Merge or close its pull request, then refresh again");
}
const attempts = 10;
const maxPauseMs = 800;
async function writeRefresh(request, ports) {
	for (let attempt = 1; attempt <= attempts; attempt++) {
		const tips = await readTips(request.way, ports.gitHub);
		const written = tips && await writeOnce(request, tips, ports);
		if (written) return written;
		ports.logger.debug(`Another job wrote first; starting attempt ${attempt} of ${attempts} from its changes.`);
		await ports.pause(Math.random() * Math.min(maxPauseMs, 50 * 2 ** attempt));
	}
	throw new EnvironmentError(`The baselines could not be written: ${attempts} attempts conflicted with other jobs`, "Limit concurrent refreshes (concurrency in the workflow), then run this job again.");
}
async function writeOnce(request, tips, ports) {
	const { gitHub } = ports;
	const { branch, tip: expectedHead, takesOver } = tips;
	const store = await computeStoreChanges(request, tips, gitHub);
	const changes = {};
	for (const [path, text] of Object.entries(store)) if (await gitHub.readAt(takesOver ?? expectedHead, path) !== text) changes[path] = text;
	if (Object.keys(changes).length === 0) return {
		...tips,
		hasWritten: false
	};
	if (tips.isMissing && !await gitHub.createBranch(branch, expectedHead)) return null;
	const result = await writeCommit({
		branch,
		expectedHead,
		takesOver,
		changes,
		headline: formatHeadline(request)
	}, ports);
	return result.kind === "written" ? {
		...tips,
		tip: result.commit,
		hasWritten: true
	} : null;
}
function formatHeadline({ run, prune }) {
	const text = [...run === null ? [] : [`refresh the baselines of ${listTestbedParts(run.record).map(({ testbed }) => testbed.id).join(", ")}`], ...prune.length === 0 ? [] : [`remove ${prune.length === 1 ? prune.join() : `${prune.length} testbeds`}`]].join(" and ");
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, 200);
}
async function writeCommit(request, { writers }) {
	const reasons = [];
	for (const writer of writers) {
		const result = await writer.commit(request);
		if (result.kind !== "unable") return result;
		reasons.push(result.reason);
	}
	throw new EnvironmentError(`Could not commit to ${request.branch}: ${reasons.join("; ")}`, `Run actions/checkout before this step so that git can merge, or delete the branch ${request.branch} after its pull request was merged or closed.`);
}

// src/modes/refresh.ts
async function refresh(request, ports) {
	refuseUntrusted(request);
	const marker = formatCommentMarker(deriveCheckName(request.configPath));
	const answer = async (text, url) => await answerCommand(request.context, {
		marker,
		line: renderResult(text, url)
	}, ports.gitHub, ports.logger);
	try {
		const { sentence, url } = await writeAndPropose(request, ports);
		await answer(sentence, url);
		return url === null ? sentence : `${sentence} ${url}`;
	} catch (error) {
		if (error instanceof ExplainedError) await answer(`Baselines: ${error.message}. ${error.hint}`, request.context.runUrl);
		throw error;
	}
}
async function writeAndPropose({ context, configPath, runFolder, reason, prune, way }, ports) {
	const { gitHub, files } = ports;
	const name = await gitHub.readDefaultBranch();
	const base = await gitHub.findBranchTip(name);
	if (base === null) throw new UserError(`the default branch ${name} has no commit`, "Push to it first.");
	const rules = await loadRulesAt(base, configPath, gitHub);
	const { config } = rules;
	const record = runFolder === null ? null : await readRunRecord(runFolder, files);
	if (record) await requireKeepable(record, rules, base, gitHub);
	const workflowRunUrl = context.measuredBy?.url ?? context.runUrl;
	const run = record && {
		record,
		config,
		reason,
		occasion: `refresh on ${context.event}`,
		workflowRunUrl
	};
	const tips = await writeRefresh({
		run,
		prune,
		way,
		directory: config.comparison.baselines
	}, ports);
	const wrote = tips.hasWritten ? `wrote ${tips.tip.slice(0, 7)} to ${tips.branch}` : "everything is up to date";
	if (way === "commit") return {
		sentence: `Baselines: ${wrote}.`,
		url: null
	};
	const pull = await proposeRefresh(tips, config, gitHub);
	if (pull === null) return {
		sentence: "Baselines: nothing differs from the default branch.",
		url: null
	};
	return {
		sentence: `Baselines: ${wrote}; pull request #${pull.number} proposes them.`,
		url: pull.url
	};
}
function refuseUntrusted({ context, runFolder, prune }) {
	const measuredFor = context.measuredBy?.event ?? context.event;
	if (context.trust !== "trusted" || context.pullRequest !== null || measuredFor.startsWith("pull_request")) throw new UserError(`refresh does not work on the event ${measuredFor}`, "Start it by workflow_dispatch, schedule, release or push to the default branch.");
	if (runFolder === null && prune.length === 0) throw new UserError("refresh needs a run folder, or testbeds to prune", "Set run-folder or prune.");
}

// src/wiring/action-refresh.ts
async function refreshFromAction(inputs, context, ports) {
	const { env, logger, signal } = ports;
	const { workspace } = context;
	const gitHub = requireGitHub("refresh", inputs, context, {
		env,
		logger
	});
	const { config: configPath, runFolder, reason, prune, refreshBy: way, token } = inputs;
	const lazyGit = { async commit(order) {
		if (!existsSync(join(workspace, ".git"))) return {
			kind: "unable",
			reason: "there is no clone in the workspace"
		};
		return await (await openGitCommitWriter(workspace, {
			env,
			token
		})).commit(order);
	} };
	const pause = async (ms) => await sleepUntilAborted(ms, signal);
	return { said: await refresh({
		context,
		configPath,
		runFolder,
		reason,
		prune,
		way
	}, {
		gitHub,
		files: diskFileStore,
		writers: [gitHub, lazyGit],
		pause,
		logger
	}) };
}

export { refreshFromAction };