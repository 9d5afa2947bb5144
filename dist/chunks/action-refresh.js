import { deriveCheckName, diskFileStore, sleepUntilAborted } from "./foundation.js";
import { openGitCommitWriter } from "./measuring.js";
import { EnvironmentError, UserError, computeMedian, formatEffect, formatInterval, formatPair, formatValue } from "./core.js";
import { answerCommand, chooseGate, compareBaselines, computeMedianLevels, createList, createTable, createText, formatCommentMarker, formatComparisonVerdict, formatOtherMedians, formatPlace, joinContents, listSessionSamples, loadRules, noiseFile, parseBaseline, parseNoise, readRunRecord, renderFinding, renderMarkdownBlocks, say, selectGates, toCode, toLink, toOwnText, toStatus } from "./judging.js";
import { computeStoreChanges, requireKeepable } from "./refreshed-store.js";
import { formatCaseId } from "./choices.js";
import { measureCreep } from "./creep.js";
import { requireGitHub } from "./github.js";
import { join } from "node:path";
import { existsSync } from "node:fs";

// src/reporters/refresh-pull-request.ts
const maxBodyBytes = 6e4;
function renderRefresh(proposal) {
	const testbeds = [...new Set(proposal.files.map(({ testbedId }) => testbedId))];
	const title = `Refresh the performance baselines of ${testbeds.length === 1 ? testbeds.join() : `${testbeds.length} testbeds`}`;
	const blocks = [
		buildHeadline(proposal),
		...buildRegressions(proposal),
		...buildDrift(proposal),
		buildLevels(proposal),
		buildFiles(proposal)
	];
	return {
		title,
		body: renderMarkdownBlocks(blocks, maxBodyBytes, "the changed files")
	};
}
function buildHeadline({ files: all, furtherFiles }) {
	const samples = all.reduce((sum, file) => sum + file.samples, 0);
	const count = all.length + furtherFiles;
	return createText({
		title: say`Proposed baselines`,
		lead: [say`${count} changed ${count === 1 ? "file" : "files"}, ${samples} samples. After the merge, later runs are compared with them. warpgauge updates this pull request; commits of others on its branch stay.`]
	});
}
function buildRegressions(proposal) {
	const worse = listChanges(proposal).filter(({ level }) => level.comparison?.verdict === "regression");
	if (worse.length === 0) return [];
	const rows = worse.map(({ level, provenance }) => say`${formatLevelName(level)} ${toOwnText(formatEffect(level.comparison?.effect ?? null, level.unit))}. Reason: ${provenance?.reason ?? "none"}`);
	const title = say`${toStatus("🔴", "Regressions that this accepts", "bad")}`;
	return [createList(rows, {
		title,
		importance: 1,
		noun: "regressions"
	})];
}
function buildDrift(proposal) {
	const rows = listChanges(proposal).flatMap(({ level }) => level.drift ? [buildDriftRow(level, level.drift)] : []);
	if (rows.length === 0) return [];
	return [createTable([
		"Case",
		"Metric",
		"#Drift",
		"Anchor",
		"Evidence from sessions"
	], rows, {
		title: say`Drift since the anchor`,
		importance: 2,
		noun: "metrics",
		lead: [say`A refresh does not move the anchor, so small steps add up against it.`]
	})];
}
function buildDriftRow(level, drift) {
	return [
		formatLevelName(level),
		toCode(level.metric),
		say`${drift.isWorse ? "▲" : "▽"} ${toOwnText(formatEffect(drift.effect, level.unit))}`,
		say`${toCode(drift.anchorCommit.slice(0, 7))} of ${drift.anchoredAt.slice(0, 10)}`,
		drift.creep === null ? say`too few sessions` : say`${drift.creep}`
	];
}
function buildLevels(proposal) {
	const rows = listChanges(proposal).map(({ level }) => buildLevelRow(level));
	const titles = [
		"Case",
		"Metric",
		"#Median, before → after",
		"#Change",
		"Interval",
		"Verdict"
	];
	const frame = {
		title: say`Levels of the gate metrics`,
		importance: 3,
		noun: "levels"
	};
	return rows.length > 0 ? createTable(titles, rows, frame) : createText(frame);
}
function buildLevelRow(level) {
	const { before, after, unit, comparison } = level;
	const [old, fresh] = before === null ? ["–", formatValue(after, unit)] : formatPair(before, after, unit);
	const other = before === null ? "" : formatOtherMedians(comparison?.effect ?? null, unit, [before, after]);
	return [
		formatLevelName(level),
		toCode(level.metric),
		say`${toOwnText(old)} → ${toOwnText(`${fresh}${other}`)}`,
		toOwnText(formatEffect(comparison?.effect ?? null, unit)),
		toOwnText(formatInterval(comparison?.interval ?? null, unit)),
		comparison === null ? say`new` : formatComparisonVerdict(comparison.verdict)
	];
}
function buildFiles({ files }) {
	return createList(files.map(formatFile), {
		title: say`Provenance`,
		importance: 4,
		noun: "files"
	});
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
		say`commit ${toCode(commit.slice(0, 7))}`,
		say`run ${toCode(runId)}`,
		say`measured ${recordedAt.slice(0, 10)}`,
		say`by ${tool}`,
		say`config ${toCode(configSha256.slice(0, 12))}`,
		...rulesVersion === void 0 ? [] : [say`rules ${toCode(rulesVersion)}`],
		...workflowRunUrl === void 0 ? [] : [toLink("workflow run", workflowRunUrl)],
		say`reason: ${reason}`
	];
}
function listChanges({ files: all }) {
	return all.flatMap(({ levels: own, provenance, testbedId }) => own.map((level) => ({
		level: {
			...level,
			testbedId
		},
		provenance
	})));
}
function formatLevelName(level) {
	const name = toCode(formatPlace(level));
	return level.testbedId === void 0 ? name : say`${name} on ${toCode(level.testbedId)}`;
}

// src/steps/baselines/propose-refresh.ts
const attempts$1 = 5;
async function proposeRefresh(request, gitHub) {
	const { branch, baseBranch } = request.tips;
	let proposed = null;
	if (request.tips.isMissing && !request.hasWritten) return null;
	let tip = request.tips.tip;
	for (let attempt = 1; attempt <= attempts$1 && tip !== null; attempt++) {
		proposed = await updateProposal(request, tip, gitHub);
		const now = await gitHub.findBranchTip(branch);
		if (now === tip) return proposed;
		tip = now;
	}
	return proposed ?? await gitHub.findProposal(branch, baseBranch);
}
async function updateProposal(request, tip, gitHub) {
	const { directory, config, tips } = request;
	const { mergeBase, files } = await gitHub.compareCommits(tips.base, tip);
	const paths = files.filter((path) => path.startsWith(`${directory}/`) && path.endsWith(".json")).toSorted();
	if (paths.length === 0) return null;
	const sides = {
		before: mergeBase,
		after: tip
	};
	const read = async (side, path) => await gitHub.readAt(sides[side], path);
	const text = request.render(await describeRefresh(paths, config, read));
	const pull = await gitHub.openProposal(tips.branch, tips.baseBranch, text);
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
	if (file === "noise.json") return {
		...plain,
		...countNoise(parseNoise(after, path))
	};
	const folder = path.slice(0, path.lastIndexOf("/"));
	const noiseText = await read("after", `${folder}/${noiseFile}`);
	const noise = noiseText === null ? null : parseNoise(noiseText, `${folder}/${noiseFile}`);
	return {
		...plain,
		...describeBaseline(parseBaseline(after, path), {
			before: parseOptional(before, path),
			config,
			noise
		})
	};
}
function parseOptional(text, path) {
	return text === null ? null : parseBaseline(text, path);
}
function countNoise({ cases }) {
	return {
		samples: cases.flatMap(({ metrics }) => metrics.flatMap((metric) => metric.sessions)).reduce((sum, session) => sum + session.samples.length, 0),
		cases: cases.length
	};
}
function describeBaseline(after, around) {
	const { before, config, noise } = around;
	const compared = before === null ? [] : compareBaselines(before, after, config, noise);
	const gate = chooseGate(config, after.suite);
	const levels = after.cases.flatMap((item) => {
		const gates = selectGates(gate, computeMedianLevels(item.metrics));
		return item.metrics.filter(({ name, samples }) => gates.has(name) && samples.length > 0).map((metric) => computeLevelChange({
			after,
			item,
			metric
		}, compared, around));
	});
	const samples = after.cases.flatMap(({ metrics }) => metrics).reduce((sum, metric) => sum + metric.samples.length, 0);
	return {
		provenance: after.provenance,
		samples,
		cases: after.cases.length,
		levels
	};
}
function computeLevelChange({ after, item, metric }, compared, around) {
	const key = {
		suite: after.suite,
		benchmark: item.benchmark,
		axes: item.axes
	};
	const found = compared.find((other) => formatCaseId(other) === formatCaseId(key) && other.metric === metric.name) ?? null;
	return {
		...key,
		metric: metric.name,
		unit: metric.unit,
		before: found?.base?.median ?? findLevelBefore(formatCaseId(key), metric, around.before),
		after: computeMedian(metric.samples),
		comparison: found,
		drift: computeDrift({
			after,
			item,
			metric
		}, around)
	};
}
function findLevelBefore(id, { name, unit }, before) {
	const samples = (before?.cases.find((other) => formatCaseId({
		suite: before.suite,
		...other
	}) === id))?.metrics.find((metric) => metric.name === name && metric.unit === unit)?.samples ?? [];
	return samples.length === 0 ? null : computeMedian(samples);
}
function computeDrift({ after, item, metric }, { config, noise }) {
	const { anchor, betterWhen } = metric;
	if (!anchor || !(anchor.median > 0)) return null;
	const effect = computeMedian(metric.samples) / anchor.median - 1;
	const key = {
		suite: after.suite,
		benchmark: item.benchmark,
		axes: item.axes
	};
	const sessions = listSessionSamples(noise, key, metric.name, item.conditions.datasetSha256);
	const label = `${anchor.commit.slice(0, 7)} of ${anchor.recordedAt.slice(0, 10)}`;
	const { minEffect } = config.comparison;
	const creep = measureCreep(sessions.map(computeMedian), {
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
async function readTips(way, gitHub) {
	const baseBranch = await gitHub.readDefaultBranch();
	const base = await gitHub.findBranchTip(baseBranch);
	if (base === null) return null;
	const fresh = {
		baseBranch,
		base,
		tip: base,
		pending: [],
		ancestor: base,
		takesOver: null,
		isMissing: false
	};
	if (way === "commit") return {
		...fresh,
		branch: baseBranch
	};
	const branch = refreshBranch;
	const tip = await gitHub.findBranchTip(branch);
	if (tip === null) return {
		...fresh,
		branch,
		isMissing: true
	};
	if (tip === base) return {
		...fresh,
		branch
	};
	const { mergeBase, files } = await gitHub.compareCommits(base, tip);
	if (mergeBase === tip) return await gitHub.advanceBranch(branch, base) ? {
		...fresh,
		branch
	} : null;
	const isLive = await gitHub.findProposal(branch, baseBranch) !== null || !await gitHub.isProposalSettled(branch, tip);
	return {
		branch,
		baseBranch,
		base,
		tip,
		pending: isLive ? files : [],
		ancestor: mergeBase,
		takesOver: isLive && mergeBase === base ? null : base,
		isMissing: false
	};
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
	const read = (commit, path) => ports.gitHub.readAt(commit, path);
	const { directory } = request;
	const changes = await selectChanges(await computeStoreChanges(request, {
		directory,
		readBase: (path) => read(tips.base, path),
		pending: tips.pending.filter((path) => path.startsWith(`${directory}/`)),
		readBranch: (path) => read(tips.tip, path),
		readAncestor: (path) => read(tips.ancestor, path),
		filesOf: (id) => ports.gitHub.listDirectory(tips.base, `${directory}/${id}`)
	}), (path) => read(tips.takesOver ?? tips.tip, path));
	if (!(Object.keys(changes).length > 0)) return {
		...tips,
		hasWritten: false
	};
	const { branch, tip: expectedHead, takesOver } = tips;
	if (tips.isMissing && !await ports.gitHub.createBranch(branch, expectedHead)) return null;
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
	const text = [...run === null ? [] : [`refresh the baselines of ${run.record.testbed.id}`], ...prune.length === 0 ? [] : [`remove ${prune.length === 1 ? prune.join() : `${prune.length} testbeds`}`]].join(" and ");
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, 200);
}
async function selectChanges(storeChanges, read) {
	const changed = [];
	for (const [path, text] of Object.entries(storeChanges)) if (await read(path) !== text) changed.push([path, text]);
	return Object.fromEntries(changed);
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
	try {
		const { sentence, url } = await writeAndPropose(request, ports);
		await answerComment(request, renderFinding(sentence, url), ports);
		return url === null ? sentence : `${sentence} ${url}`;
	} catch (error) {
		if (error instanceof UserError || error instanceof EnvironmentError) await answerComment(request, renderFinding(`Baselines: ${error.message}. ${error.hint}`, null), ports);
		throw error;
	}
}
async function writeAndPropose(request, ports) {
	const base = await resolveDefaultTip(ports);
	const rules = await loadRulesAt(base, request, ports);
	const run = await loadRefreshRun(request, rules, base, ports);
	const directory = rules.config.comparison.baselines;
	const tips = await writeRefresh({
		run,
		prune: request.prune,
		way: request.way,
		directory
	}, ports);
	const { hasWritten } = tips;
	const wrote = hasWritten ? `wrote ${tips.tip.slice(0, 7)} to ${tips.branch}` : "everything is up to date";
	if (request.way === "commit") return {
		sentence: `Baselines: ${wrote}.`,
		url: null
	};
	const proposing = {
		tips,
		hasWritten,
		directory,
		config: rules.config,
		render: renderRefresh
	};
	const pull = await proposeRefresh(proposing, ports.gitHub);
	if (pull === null) return {
		sentence: "Baselines: nothing differs from the default branch.",
		url: null
	};
	return {
		sentence: `Baselines: ${wrote}; pull request #${pull.number} proposes them.`,
		url: pull.url
	};
}
async function answerComment({ context, configPath }, line, ports) {
	const found = {
		marker: formatCommentMarker(deriveCheckName(configPath)),
		line
	};
	await answerCommand(context, found, ports.gitHub, ports.logger);
}
function refuseUntrusted({ context, runFolder, prune }) {
	const measuredFor = context.measuredBy?.event ?? context.event;
	if (context.trust !== "trusted" || context.pullRequest !== null || measuredFor.startsWith("pull_request")) throw new UserError(`refresh does not work on the event ${measuredFor}`, "Start it by workflow_dispatch, schedule, release or push to the default branch.");
	if (runFolder === null && prune.length === 0) throw new UserError("refresh needs a run folder, or testbeds to prune", "Set run-folder or prune.");
}
async function resolveDefaultTip({ gitHub }) {
	const name = await gitHub.readDefaultBranch();
	const tip = await gitHub.findBranchTip(name);
	if (tip !== null) return tip;
	throw new UserError(`the default branch ${name} has no commit`, "Push to it first.");
}
async function loadRulesAt(base, { configPath: path }, { gitHub }) {
	const read = async (commit, file) => await gitHub.readAt(commit, file);
	return await loadRules({
		path,
		trustedCommit: base,
		headCommit: base,
		read
	});
}
async function loadRefreshRun({ runFolder, reason, context }, rules, base, { files, gitHub }) {
	if (runFolder === null) return null;
	const record = await readRunRecord(runFolder, files);
	await requireKeepable(record, rules, base, gitHub);
	const workflowRunUrl = context.measuredBy?.url ?? context.runUrl;
	return {
		record,
		config: rules.config,
		reason,
		occasion: `refresh on ${context.event}`,
		workflowRunUrl
	};
}

// src/wiring/action-refresh.ts
async function refreshFromAction(inputs, context, ports) {
	const { env, logger, signal } = ports;
	const gitHub = requireGitHub({
		mode: "refresh",
		permissions: "contents: write and pull-requests: write"
	}, inputs, context, {
		env,
		logger
	});
	const { config: configPath, runFolder, reason, prune, refreshBy: way, token } = inputs;
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
		writers: [gitHub, createLazyGitWriter(context.workspace, {
			env,
			token
		})],
		pause: async (ms) => await sleepUntilAborted(ms, signal),
		logger
	}) };
}
function createLazyGitWriter(workspace, options) {
	return { async commit(request) {
		if (!existsSync(join(workspace, ".git"))) return {
			kind: "unable",
			reason: "there is no clone in the workspace"
		};
		return await (await openGitCommitWriter(workspace, options)).commit(request);
	} };
}

export { refreshFromAction };