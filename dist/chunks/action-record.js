import { UserError, formatEffect, formatInterval, formatPair } from "./core.js";
import { createRunId, diskFileStore, hasFinalMarker, sleepUntilAborted, systemClock } from "./foundation.js";
import { findRestartedCases, forecastLimits } from "./observe.js";
import { renderHistorySummary, summarizeHistory } from "./history-summary.js";
import { extendRetries, isCommitId, requireGitHub } from "./github.js";
import { computePointValue, formatSeriesName } from "./shift.js";
import { buildTrackingRules, createList, createTable, createText, formatCaseName, formatCommit, formatMetricName, formatSparkline, getTracking, inferTestbed, joinContents, loadRules, readRunRecord, renderHistoryChart, renderMarkdownBlocks, say, toCode, toLink, toMarkdown, toOwnText, toPlain } from "./judging.js";
import { buildLedgerChange, readLedger, resolveAnchors } from "./branch-commits.js";
import { buildHistoryRecord } from "./build-history-record.js";
import { trackRun, withEntries, writeUntilSettled } from "./track-run.js";

// src/reporters/regression-issue.ts
const maxBodyBytes = 64e3;
const maxTitleLength = 200;
const mostCharts = 3;
const regressionTexts = {
	issue: (story) => ({
		title: formatTitle(story),
		body: formatBody(story)
	}),
	healed: formatRecovery,
	returned: formatReturn,
	grown: formatGrowth,
	double: (first) => `Duplicate of #${first}, which stays open; two jobs opened an issue at the same time.`
};
function formatTitle(story) {
	const { entry, seen } = story;
	const [first, ...others] = entry.metrics;
	const more = others.length > 0 ? ` and ${others.length} more` : "";
	const subject = `${first?.name ?? "performance"}${more}`;
	const how = entry.kind === "creep" ? `drifts from ${[...new Set(seen.creeps.map(({ from }) => from.label))].join(", ") || "its anchor"}` : `got worse${first ? ` by ${formatEffect(Math.abs(first.bad / first.good - 1)).replace("+", "")}` : ""} at ${entry.badCommit.slice(0, 7)}`;
	return [...toPlain(say`${subject} ${how} on ${seen.latest.testbed.id}`)].slice(0, maxTitleLength).join("");
}
function formatBody(story) {
	const blocks = [
		buildHeadline(story),
		buildMetrics(story),
		...buildSuspects(story),
		...buildCharts(story),
		buildNextSteps(story)
	];
	return renderMarkdownBlocks(blocks, maxBodyBytes, "the data branch");
}
function buildHeadline({ entry, causes, seen, runUrl, repositoryUrl }) {
	const { latest } = seen;
	const run = runUrl === null ? say`run ${toCode(latest.runId)}` : say`${toLink("run", runUrl)} ${toCode(latest.runId)}`;
	const at = formatCommitLink(latest.commit, repositoryUrl);
	const what = entry.kind === "creep" ? say`Metrics on ${toCode(latest.testbed.id)} drifted from an anchor further than the known steps explain. The cause is many small changes or a slow drift.` : say`Metrics on ${toCode(latest.testbed.id)} got worse after ${formatCommitLink(entry.goodCommit, repositoryUrl)} and up to ${formatCommitLink(entry.badCommit, repositoryUrl)}.`;
	const sure = causes.some(({ status }) => status === "confirmed") ? say`Enough runs at the new level confirm the change.` : say`The change is a candidate. More runs, or interleaved runs of both commits, are needed to confirm it.`;
	const lead = [
		what,
		...entry.kind === "step" && causes.length > 0 ? [sure] : [],
		say`Last seen at ${at} by ${run}.`
	];
	return createText({ lead });
}
function buildMetrics({ entry, causes, seen }) {
	const shifts = new Map(causes.flatMap(({ shifts: own }) => own).map((shift) => [shift.history.id, shift]));
	const creeps = new Map(seen.creeps.map((creep) => [creep.history.id, creep]));
	const rows = entry.metrics.map((metric) => buildMetricRow(metric, seen, shifts.get(metric.history), creeps.get(metric.history)));
	return createTable([
		"Case",
		"Metric",
		"#Before",
		"#Now",
		"#Change",
		"#95 % interval"
	], rows, {
		title: say`What got worse`,
		importance: 1,
		noun: "metrics"
	});
}
function buildMetricRow(metric, { histories, now, latest }, shift, creep) {
	const history = histories.find(({ id }) => id === metric.history);
	if (!history) return [
		toCode(metric.name),
		say`–`,
		say`–`,
		say`not measured`,
		say`–`,
		say`–`
	];
	const { key, metric: of } = history;
	const level = now.get(history.id)?.level ?? metric.bad;
	const [before, after] = formatPair(metric.good, level, of.unit);
	const interval = shift?.change.interval ?? creep?.creep.interval ?? null;
	const effect = formatEffect(level / metric.good - 1);
	return [
		formatCaseName(key, inferTestbed(latest.testbed)),
		formatMetricName(of.name),
		say`${before}`,
		say`${after}`,
		say`${effect}`,
		say`${formatInterval(interval)}`
	];
}
function buildSuspects({ entry, suspects, repositoryUrl }) {
	if (entry.kind === "creep") return [];
	const frame = {
		title: say`Suspects`,
		importance: 2
	};
	if (suspects === null || suspects.total === 0) {
		const range = say`the commits after ${toCode(entry.goodCommit)} up to ${toCode(entry.badCommit)}`;
		return [createText({
			...frame,
			lead: [say`The suspects are ${range}.`]
		})];
	}
	const { commits, total } = suspects;
	const shown = commits.slice(-30).toReversed();
	const rows = shown.map((suspect) => formatSuspect(suspect, repositoryUrl));
	const rest = total - shown.length;
	const notes = rest > 0 ? [say`${rest} earlier ${rest === 1 ? "commit" : "commits"} of the range not shown.`] : [];
	const lead = total === 1 ? [say`One commit lies between the last good and the first bad run:`] : [say`${total} commits lie between the last good and the first bad run, the newest first:`];
	return [createList(rows, {
		...frame,
		noun: "commits",
		lead,
		notes
	})];
}
function formatSuspect({ commit, subject, author }, repositoryUrl) {
	return say`${formatCommitLink(commit, repositoryUrl)} ${subject} (${author})`;
}
function buildCharts({ entry, causes, seen }) {
	const shifts = causes.flatMap(({ shifts: own }) => own);
	const charts = entry.metrics.flatMap(({ history }) => seen.histories.find(({ id }) => id === history) ?? []).slice(0, mostCharts).flatMap((history) => {
		const series = buildSeries(history, shifts.filter((shift) => shift.history.id === history.id), entry.metrics);
		return [renderHistoryChart(series), say`As text: ${toCode(formatSparkline(series), 400)}`];
	});
	return charts.length === 0 ? [] : [createText({
		title: say`History`,
		importance: 3,
		lead: charts
	})];
}
function buildSeries(history, [shift], metrics) {
	const values = history.points.map(computePointValue);
	const known = metrics.find((metric) => metric.history === history.id);
	const order = shift?.change.point.order ?? Number.POSITIVE_INFINITY;
	const [good, bad] = [known?.good ?? NaN, known?.bad ?? NaN];
	const levels = history.points.map((point) => point.order < order ? good : bad);
	return {
		title: `${formatSeriesName(history.key, history.metric)} in ${history.metric.unit}`,
		unit: history.metric.unit,
		values,
		levels
	};
}
function buildNextSteps({ entry, seen, unmeasuredAnchors }) {
	const suites = [...new Set(entry.metrics.flatMap(({ history }) => seen.histories.find(({ id }) => id === history)?.key.suite ?? []))];
	const suite = suites[0] === void 0 ? "" : ` --suite ${suites[0]}`;
	const commands = entry.kind === "creep" ? [`git switch --detach ${entry.badCommit}`, `warpgauge run${suite}`] : [`git switch --detach ${entry.badCommit} && warpgauge run${suite}`, `warpgauge bisect --good ${entry.goodCommit} --bad ${entry.badCommit}${suite}`];
	const fence = toOwnText([
		"```sh",
		...commands,
		"```"
	].join("\n"));
	const unmeasured = unmeasuredAnchors.map((label) => say`No run of ${toCode(label)} is recorded for this testbed.`);
	return createText({
		title: say`Reproduce and find the commit`,
		importance: 2,
		lead: [fence],
		notes: [...unmeasured, say`warpgauge updates this text. It closes the issue when the level has recovered and reopens it when the regression returns. An issue that a person closed stays closed.`]
	});
}
function formatRecovery({ entry, seen, runUrl, repositoryUrl }) {
	const lines = entry.metrics.slice(0, 10).map(({ history, name, good }) => {
		const now = seen.now.get(history);
		if (!now) return say`- ${toCode(name)}: not measured in this run`;
		const [before, after] = formatPair(good, now.level, now.history.metric.unit);
		return say`- ${toCode(name)}: ${after} now, ${before} before; since ${formatCommitLink(now.since.commit, repositoryUrl)}`;
	});
	const by = runUrl === null ? toCode(seen.latest.runId) : toLink("this run", runUrl);
	return [say`The level has recovered, measured by ${by} at ${formatCommitLink(seen.latest.commit, repositoryUrl)}:`, joinContents(lines, "\n")].map(toMarkdown).join("\n\n");
}
function formatReturn({ entry, seen, repositoryUrl }) {
	const names = joinContents(entry.metrics.slice(0, 5).map(({ name }) => toCode(name)), ", ");
	const at = formatCommitLink(entry.kind === "creep" ? seen.latest.commit : entry.badCommit, repositoryUrl);
	return toMarkdown(say`The regression is back at ${at}: ${names}. The text above is up to date.`);
}
function formatGrowth({ entry, seen, repositoryUrl }) {
	const at = formatCommitLink(seen.latest.commit, repositoryUrl);
	return toMarkdown(say`This regression now affects ${entry.metrics.length} metrics, as of ${at}. The text above lists them.`);
}
function formatCommitLink(commit, repositoryUrl) {
	if (!(isCommitId(commit) && /^https?:\/\/[\w./:-]+$/.test(repositoryUrl ?? ""))) return formatCommit(commit);
	return toOwnText(`[\`${commit.slice(0, 7)}\`](${repositoryUrl}/commit/${commit})`);
}

// src/steps/history/update-issues.ts
async function updateIssues(tracked, request, ports) {
	const due = (await claimAbandoned(tracked.ledger, request, ports)).entries.filter(({ state, isTold }) => state === "open" || !isTold);
	if (due.length === 0) return [];
	const listed = await ports.gitHub.listIssues(request.label);
	const outcomes = [];
	for (const entry of due) {
		const own = listed.filter(({ body }) => hasFinalMarker(body, formatMarker(entry)));
		const known = own.find(({ number }) => number === entry.issue) ?? own[0] ?? null;
		await closeDuplicates(own, known, request, ports);
		if (!entry.isTold && entry.claim.by === request.follower.by) outcomes.push(await updateIssue(entry, known, {
			tracked,
			request
		}, ports));
		else outcomes.push(await refresh(entry, known, {
			tracked,
			request
		}, ports));
	}
	await settleClaims(tracked.ledger.testbedId, outcomes, request, ports);
	return outcomes;
}
async function updateIssue(entry, known, { tracked, request }, ports) {
	const { gitHub } = ports;
	const { texts, label } = request;
	const story = await buildStory(entry, {
		tracked,
		request
	}, ports);
	if (entry.state === "healed") {
		if (known?.state !== "open") return {
			entry,
			status: "unchanged",
			issue: known
		};
		const marker = formatCommentMarker("healed", entry, entry.healed?.commit);
		await gitHub.addIssueComment(known.number, marker, texts.healed(story));
		await gitHub.updateIssue(known.number, { state: "closed" });
		return {
			entry,
			status: "closed",
			issue: known
		};
	}
	const { title, body } = withMarker(texts.issue(story), entry);
	if (!known) return {
		entry,
		status: "opened",
		issue: await gitHub.openIssue({
			title,
			body,
			label,
			marker: formatMarker(entry)
		})
	};
	const [what, text] = known.state === "closed" ? ["returned", texts.returned] : ["grown", texts.grown];
	if (entry.issue !== null || known.state === "closed") await gitHub.addIssueComment(known.number, formatCommentMarker(what, entry, entry.badCommit), text(story));
	await gitHub.updateIssue(known.number, {
		title,
		body,
		state: "open"
	});
	return {
		entry,
		status: known.state === "closed" ? "reopened" : "updated",
		issue: known
	};
}
async function refresh(entry, known, context, ports) {
	if (!entry.isTold) return {
		entry,
		status: "elsewhere",
		issue: known
	};
	if (known?.state !== "open") return {
		entry,
		status: "dismissed",
		issue: known
	};
	if (!entry.metrics.some(({ history }) => context.tracked.observation.now.has(history))) return {
		entry,
		status: "unchanged",
		issue: known
	};
	const { title, body } = withMarker(context.request.texts.issue(await buildStory(entry, context, ports)), entry);
	if (known.body.trimEnd() === body.trimEnd() && known.title === title) return {
		entry,
		status: "unchanged",
		issue: known
	};
	await ports.gitHub.updateIssue(known.number, {
		title,
		body
	});
	return {
		entry,
		status: "updated",
		issue: known
	};
}
async function closeDuplicates(own, known, { texts }, { gitHub }) {
	for (const { number, state } of own) {
		if (known === null || number === known.number || state === "closed") continue;
		await gitHub.addIssueComment(number, `<!-- warpgauge:double:${known.number} -->`, texts.double(known.number));
		await gitHub.updateIssue(number, { state: "closed" });
	}
}
async function buildStory(entry, { tracked, request: { repositoryUrl, runUrl } }, { gitHub }) {
	const { goodCommit, badCommit, kind, state } = entry;
	const hasSuspects = kind === "step" && state === "open";
	return {
		entry,
		causes: tracked.causes.get(entry.id) ?? [],
		seen: tracked.observation,
		suspects: hasSuspects ? await gitHub.listBetween(goodCommit, badCommit) : null,
		unmeasuredAnchors: tracked.anchors.filter(({ record }) => record === null).map(({ label }) => label),
		repositoryUrl,
		runUrl
	};
}
function withMarker({ title, body }, entry) {
	return {
		title,
		body: `${body.trimEnd()}\n\n${formatMarker(entry)}`
	};
}
function formatMarker({ id }) {
	return `<!-- warpgauge:regression:${id} -->`;
}
function formatCommentMarker(what, { id }, commit) {
	return `<!-- warpgauge:${what}:${id}:${(commit ?? "").slice(0, 12)} -->`;
}
const leaseMinutes = 15;
async function claimAbandoned(ledger, request, ports) {
	const nowMs = ports.clock.now().getTime();
	const { follower, signal } = request;
	const isAbandoned = ({ isTold, claim }) => !isTold && claim.by !== follower.by && nowMs - Date.parse(claim.at) > leaseMinutes * 6e4;
	if (!ledger.entries.some(isAbandoned)) return ledger;
	return await writeUntilSettled(ports, signal, async (snapshot) => {
		const before = await readLedger(snapshot, ledger.testbedId);
		const taken = before.entries.filter(isAbandoned).map((entry) => ({
			...entry,
			claim: follower
		}));
		const result = withEntries(before, taken);
		return {
			changes: taken.length > 0 ? [buildLedgerChange(result)] : [],
			message: `Take over unfinished issue updates on ${ledger.testbedId}`,
			result
		};
	});
}
async function settleClaims(testbedId, outcomes, { follower, signal }, ports) {
	const mine = new Map(outcomes.filter(({ entry }) => !entry.isTold && entry.claim.by === follower.by).map((item) => [item.entry.id, item]));
	if (mine.size === 0) return;
	await writeUntilSettled(ports, signal, async (snapshot) => {
		const ledger = await readLedger(snapshot, testbedId);
		const settled = ledger.entries.flatMap((entry) => {
			const item = mine.get(entry.id);
			if (!item || entry.claim.by !== follower.by || entry.isTold) return [];
			return [{
				...entry,
				issue: item.issue?.number ?? entry.issue,
				isTold: true
			}];
		});
		return {
			changes: settled.length > 0 ? [buildLedgerChange(withEntries(ledger, settled))] : [],
			message: `Record the issues of ${testbedId}`,
			result: void 0
		};
	});
}

// src/modes/record.ts
async function record(request, judge, ports) {
	requireDefaultBranch(request.context);
	const written = bufferSummary(ports.jobSummary);
	const result = await judge(written.jobSummary);
	const run = await readRunRecord(result.runFolder, ports.files);
	const rules = await loadHeadRules(request, run, ports.gitHub);
	if (!rules.config.tracking && !request.isAsked) {
		ports.logger.info("The config has no \"tracking\", so this run is judged but not recorded.");
		return result;
	}
	if (await isAbandoned(request.context, run, ports)) return result;
	const report = await track(request, run, rules, ports);
	ports.logger.notice(summarizeHistory(report));
	await written.append(renderHistorySummary(report));
	return result;
}
function requireDefaultBranch({ event, trust, branch, defaultBranch }) {
	if (trust !== "trusted" || event === "workflow_run") throw new UserError(`record works on push, schedule and workflow_dispatch, this is ${event}`, "See docs/tracking.md for a workflow.");
	if (branch !== void 0 && branch === defaultBranch) return;
	throw new UserError(`record works only on the default branch, not on ${branch ?? "no branch"}`, "Start this workflow only on the default branch, or use mode: check.");
}
async function loadHeadRules({ configPath }, run, gitHub) {
	const head = run.revisions.find(({ label }) => label === "head")?.commit ?? null;
	if (head === null) throw new UserError(`run ${run.runId} has no head commit`, "Measure a committed revision.");
	const read = (commit, path) => gitHub.readAt(commit, path);
	return await loadRules({
		path: configPath,
		trustedCommit: head,
		headCommit: head,
		read
	});
}
async function isAbandoned({ branch = "" }, run, ports) {
	const commit = run.revisions.find(({ label }) => label === "head")?.commit ?? null;
	const tip = await ports.gitHub.findBranchTip(branch);
	if (commit === null || tip === null || await ports.gitHub.isAncestor(commit, tip)) return false;
	ports.logger.warning(`${commit.slice(0, 7)} is no longer on ${branch}, so this run is judged but not recorded.`);
	return true;
}
async function track(request, run, rules, ports) {
	const { config, yardstick } = rules;
	const { gitHub, logger } = ports;
	const { branch, runs, anchors, issues, label } = getTracking(config);
	const { context, signal, claimant, repositoryUrl } = request;
	const { runUrl } = context;
	const commit = run.revisions.find(({ label: side }) => side === "head")?.commit ?? "";
	const place = await gitHub.locateCommit(commit);
	const resolved = await resolveAnchors(anchors, gitHub, logger);
	const line = buildHistoryRecord({
		record: {
			...run,
			yardstick
		},
		place,
		runUrl
	});
	const follower = {
		by: claimant,
		at: ports.clock.now().toISOString()
	};
	const data = gitHub.openData(branch);
	const settings = {
		record: line,
		rules: buildTrackingRules(config),
		runs,
		anchors: resolved,
		follower,
		signal
	};
	const tracked = await trackRun(settings, {
		...ports,
		data,
		branchLog: gitHub
	});
	const outcomes = issues ? await updateIssues(tracked, {
		label,
		texts: regressionTexts,
		repositoryUrl,
		runUrl,
		follower,
		signal
	}, {
		...ports,
		data
	}) : [];
	const { isNew, records, observation } = tracked;
	return {
		branch,
		isNew,
		runs: records.length,
		observation,
		anchors: tracked.anchors,
		outlooks: forecastLimits(observation.histories, config.requirements),
		restarts: findRestartedCases(records, observation.latest),
		issues: outcomes.map(({ entry, status, issue }) => ({
			id: entry.id,
			status,
			url: issue?.url ?? null
		}))
	};
}
function bufferSummary(real) {
	let body = "";
	return {
		jobSummary: real && { async write(markdown) {
			body = markdown;
			await real.write(markdown);
		} },
		append: async (text) => await real?.write(`${body.trimEnd()}\n\n${text}\n`)
	};
}

// src/wiring/action-record.ts
async function recordFromAction(inputs, context, ports) {
	const { runUrl } = context;
	const isAsked = inputs.mode === "record";
	if (inputs.token === null && !isAsked) return await measure(inputs, context, ports)(ports.jobSummary);
	if (!inputs.isMeasured) extendRetries(ports.signal, ports.logger);
	const gitHub = requireGitHub({
		mode: "record",
		permissions: "contents: write, issues: write and checks: write"
	}, inputs, context, ports);
	const request = {
		context,
		configPath: inputs.config,
		isAsked,
		claimant: createRunId(),
		repositoryUrl: runUrl?.replace(/\/actions\/runs\/.*$/u, "") ?? null,
		signal: ports.signal
	};
	const judge = inputs.isMeasured ? judgeMeasured(inputs, context, ports) : measure(inputs, context, ports);
	const { logger, jobSummary } = ports;
	return await record(request, judge, {
		gitHub,
		files: diskFileStore,
		clock: systemClock,
		logger,
		jobSummary,
		sleep: sleepUntilAborted
	});
}
function measure(inputs, context, ports) {
	return async (jobSummary) => {
		const { checkFromAction } = await import("./action-check.js");
		return await checkFromAction(inputs, context, {
			...ports,
			jobSummary
		});
	};
}
function judgeMeasured(inputs, context, ports) {
	const { event, headCommit, branch = "", runUrl } = context;
	if (headCommit === null) throw new UserError("GITHUB_SHA is not set", "Run this inside GitHub Actions.");
	const measuredBy = {
		event,
		headCommit,
		headRepositoryId: 0,
		headBranch: branch,
		conclusion: null,
		url: runUrl ?? ""
	};
	return async (jobSummary) => {
		const { publishMeasured } = await import("./action-publish.js");
		return await publishMeasured(inputs, {
			...context,
			measuredBy
		}, {
			...ports,
			jobSummary
		});
	};
}

export { recordFromAction };