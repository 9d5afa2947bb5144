import { createRunId, diskFileStore, hasFinalMarker, isCommitId, sleepUntilAborted, systemClock } from "./foundation.js";
import { extendRetries, requireGitHub } from "./github.js";
import { UserError, formatEffect, formatInterval, formatPair } from "./core.js";
import { findRestartedCases, forecastLimits } from "./observe.js";
import { renderHistorySummary, summarizeHistory } from "./history-summary.js";
import { buildLedgerChange, readLedger, resolveAnchors } from "./branch-commits.js";
import { buildTrackingRules, createList, createText, formatCaseName, formatCommit, formatMetricName, formatSparkline, getTracking, inferTestbed, joinContents, loadRulesAt, readRunRecord, renderHistoryChart, renderMarkdownBlocks, say, tabulate, toCode, toLink, toMarkdown, toOwnText, toPlain } from "./judging.js";
import { buildHistoryRecord } from "./build-history-record.js";
import { trackRun, withEntries, writeUntilSettled } from "./track-run.js";
import { computePointValue, formatSeriesName } from "./shift.js";

// src/reporters/regression-issue.ts
const maxBodyBytes = 64e3;
const maxTitleLength = 200;
const mostCharts = 3;
const mostRecovered = 10;
const regressionTexts = {
	issue: (story) => ({
		title: formatTitle(story),
		body: formatBody(story)
	}),
	healed: formatRecovery,
	returned({ entry, seen, repositoryUrl }) {
		const names = entry.metrics.slice(0, 5).map(({ name }) => toCode(name));
		const at = formatCommitLink(entry.kind === "creep" ? seen.latest.commit : entry.badCommit, repositoryUrl);
		return toMarkdown(say`The regression is back at ${at}: ${joinContents(names, ", ")}. The text above is up to date.`);
	},
	grown: ({ entry, seen, repositoryUrl }) => toMarkdown(say`This regression now affects ${entry.metrics.length} metrics, as of ${formatCommitLink(seen.latest.commit, repositoryUrl)}. The text above lists them.`),
	double: (first) => `Duplicate of #${first}, which stays open; two jobs opened an issue at the same time.`
};
function formatTitle({ entry, seen }) {
	const [first, ...others] = entry.metrics;
	const subject = `${first?.name ?? "performance"}${others.length > 0 ? ` and ${others.length} more` : ""}`;
	const how = entry.kind === "creep" ? `drifts from ${[...new Set(seen.creeps.map(({ from }) => from.label))].join(", ") || "its anchor"}` : `got worse${first ? ` by ${formatEffect(Math.abs(first.bad / first.good - 1)).replace("+", "")}` : ""} at ${entry.badCommit.slice(0, 7)}`;
	return [...toPlain(say`${subject} ${how} on ${seen.latest.testbed.id}`)].slice(0, maxTitleLength).join("");
}
function formatBody(story) {
	const blocks = [
		buildHeadline(story),
		...buildMetrics(story),
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
	const { histories, now, latest } = seen;
	const shifts = new Map(causes.flatMap(({ shifts: own }) => own).map((shift) => [shift.history.id, shift]));
	const creeps = new Map(seen.creeps.map((creep) => [creep.history.id, creep]));
	const levels = entry.metrics.map(({ history: id, name, good, bad }) => {
		const history = histories.find((one) => one.id === id);
		const level = now.get(id)?.level ?? bad;
		return {
			name,
			history,
			good,
			level,
			interval: shifts.get(id)?.change.interval ?? creeps.get(id)?.creep.interval ?? null,
			texts: formatPair(good, level, history?.metric.unit ?? "")
		};
	});
	return tabulate(levels, {
		Case: ({ name, history }) => history ? formatCaseName(history.key, inferTestbed(latest.testbed)) : toCode(name),
		Metric: ({ history }) => history ? formatMetricName(history.metric.name) : say`–`,
		"#Before": ({ history, texts }) => history ? texts[0] : "–",
		"#Now": ({ history, texts }) => history ? texts[1] : "not measured",
		"#Change": ({ history, level, good }) => history ? formatEffect(level / good - 1) : "–",
		"#95 % interval": ({ history, interval }) => history ? formatInterval(interval) : "–"
	}, {
		title: say`What got worse`,
		importance: 1,
		noun: "metrics"
	});
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
	const rows = shown.map(({ commit, subject, author }) => say`${formatCommitLink(commit, repositoryUrl)} ${subject} (${author})`);
	const rest = total - shown.length;
	const notes = rest > 0 ? [say`${rest} earlier ${rest === 1 ? "commit" : "commits"} of the range not shown.`] : [];
	const lead = total === 1 ? say`One commit lies between the last good and the first bad run:` : say`${total} commits lie between the last good and the first bad run, the newest first:`;
	return [createList(rows, {
		...frame,
		noun: "commits",
		lead: [lead],
		notes
	})];
}
function findHistories({ entry, seen }) {
	return entry.metrics.flatMap(({ history }) => seen.histories.find(({ id }) => id === history) ?? []);
}
function buildCharts(story) {
	const shifts = story.causes.flatMap((cause) => cause.shifts);
	const charts = findHistories(story).slice(0, mostCharts).flatMap((history) => {
		const series = buildSeries(history, shifts.find((one) => one.history.id === history.id), story.entry.metrics);
		return [renderHistoryChart(series), say`As text: ${toCode(formatSparkline(series), 400)}`];
	});
	return charts.length === 0 ? [] : [createText({
		title: say`History`,
		importance: 3,
		lead: charts
	})];
}
function buildSeries({ id, key, metric, points }, shift, metrics) {
	const { good = NaN, bad = NaN } = metrics.find(({ history }) => history === id) ?? {};
	const order = shift?.change.point.order ?? Number.POSITIVE_INFINITY;
	return {
		title: `${formatSeriesName(key, metric)} in ${metric.unit}`,
		unit: metric.unit,
		values: points.map(computePointValue),
		levels: points.map((point) => point.order < order ? good : bad)
	};
}
function buildNextSteps(story) {
	const { entry, unmeasuredAnchors } = story;
	const [history] = findHistories(story);
	const suite = history ? ` --suite ${history.key.suite}` : "";
	const commands = entry.kind === "creep" ? [`git switch --detach ${entry.badCommit}`, `warpgauge run${suite}`] : [`git switch --detach ${entry.badCommit} && warpgauge run${suite}`, `warpgauge bisect --good ${entry.goodCommit} --bad ${entry.badCommit}${suite}`];
	return createText({
		title: say`Reproduce and find the commit`,
		importance: 2,
		lead: [toOwnText([
			"```sh",
			...commands,
			"```"
		].join("\n"))],
		notes: [...unmeasuredAnchors.map((label) => say`No run of ${toCode(label)} is recorded for this testbed.`), say`warpgauge updates this text. It closes the issue when the level has recovered and reopens it when the regression returns. An issue that a person closed stays closed.`]
	});
}
function formatRecovery({ entry, seen, runUrl, repositoryUrl }) {
	const rest = entry.metrics.length - mostRecovered;
	const lines = entry.metrics.slice(0, mostRecovered).map(({ history, name, good }) => {
		const now = seen.now.get(history);
		if (!now) return say`- ${toCode(name)}: not measured in this run`;
		const [before, after] = formatPair(good, now.level, now.history.metric.unit);
		return say`- ${toCode(name)}: ${after} now, ${before} before; since ${formatCommitLink(now.since.commit, repositoryUrl)}`;
	});
	const by = runUrl === null ? toCode(seen.latest.runId) : toLink("this run", runUrl);
	const first = say`The level has recovered, measured by ${by} at ${formatCommitLink(seen.latest.commit, repositoryUrl)}:`;
	const more = rest > 0 ? [say`- and ${rest} more, which the text above lists`] : [];
	return [first, joinContents([...lines, ...more], "\n")].map(toMarkdown).join("\n\n");
}
function formatCommitLink(commit, repositoryUrl) {
	if (!(isCommitId(commit) && /^https?:\/\/[\w./:-]+$/.test(repositoryUrl ?? ""))) return formatCommit(commit);
	return toOwnText(`[\`${commit.slice(0, 7)}\`](${repositoryUrl}/commit/${commit})`);
}

// src/steps/history/update-issues.ts
const leaseMinutes = 15;
async function updateIssues(tracked, request, ports) {
	const context = {
		tracked,
		request,
		ports
	};
	const { follower, label } = request;
	const nowMs = ports.clock.now().getTime();
	const isMine = ({ isTold, claim }) => !isTold && claim.by === follower.by;
	const isAbandoned = ({ isTold, claim }) => !isTold && claim.by !== follower.by && nowMs - Date.parse(claim.at) > leaseMinutes * 6e4;
	const due = (tracked.ledger.entries.some(isAbandoned) ? await changeEntries(context, "Take over unfinished issue updates on", (entry) => isAbandoned(entry) ? {
		...entry,
		claim: follower
	} : null) : tracked.ledger).entries.filter(({ state, isTold }) => state === "open" || !isTold);
	if (due.length === 0) return [];
	const listed = await ports.gitHub.listIssues(label);
	const outcomes = [];
	for (const entry of due) {
		const own = listed.filter(({ body }) => hasFinalMarker(body, formatMarker(entry)));
		const known = own.find(({ number }) => number === entry.issue) ?? own[0] ?? null;
		await closeDuplicates(own, known, context);
		outcomes.push(await (isMine(entry) ? reportState : refreshIssue)(entry, known, context));
	}
	const mine = new Map(outcomes.filter(({ entry }) => isMine(entry)).map((item) => [item.entry.id, item]));
	if (mine.size > 0) await changeEntries(context, "Record the issues of", (entry) => {
		const item = isMine(entry) ? mine.get(entry.id) : void 0;
		return item ? {
			...entry,
			issue: item.issue?.number ?? entry.issue,
			isTold: true
		} : null;
	});
	return outcomes;
}
async function changeEntries({ tracked: { ledger }, request, ports }, what, change) {
	return await writeUntilSettled(ports, request.signal, async (snapshot) => {
		const before = await readLedger(snapshot, ledger.testbedId);
		const changed = before.entries.flatMap((entry) => change(entry) ?? []);
		const result = withEntries(before, changed);
		return {
			changes: changed.length > 0 ? [buildLedgerChange(result)] : [],
			message: `${what} ${ledger.testbedId}`,
			result
		};
	});
}
async function reportState(entry, known, context) {
	const { gitHub } = context.ports;
	const { label } = context.request;
	const story = await buildStory(entry, context);
	if (entry.state === "healed") {
		if (known?.state !== "open") return {
			entry,
			status: "unchanged",
			issue: known
		};
		const marker = formatCommentMarker("healed", entry, entry.healed?.commit);
		await gitHub.addIssueComment(known.number, marker, regressionTexts.healed(story));
		await gitHub.updateIssue(known.number, { state: "closed" });
		return {
			entry,
			status: "closed",
			issue: known
		};
	}
	const { title, body } = withMarker(regressionTexts.issue(story), entry);
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
	const isClosed = known.state === "closed";
	if (entry.issue !== null || isClosed) {
		const what = isClosed ? "returned" : "grown";
		await gitHub.addIssueComment(known.number, formatCommentMarker(what, entry, entry.badCommit), regressionTexts[what](story));
	}
	await gitHub.updateIssue(known.number, {
		title,
		body,
		state: "open"
	});
	return {
		entry,
		status: isClosed ? "reopened" : "updated",
		issue: known
	};
}
async function refreshIssue(entry, known, context) {
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
	const { title, body } = withMarker(regressionTexts.issue(await buildStory(entry, context)), entry);
	if (known.body.trimEnd() === body.trimEnd() && known.title === title) return {
		entry,
		status: "unchanged",
		issue: known
	};
	await context.ports.gitHub.updateIssue(known.number, {
		title,
		body
	});
	return {
		entry,
		status: "updated",
		issue: known
	};
}
async function closeDuplicates(own, known, { ports: { gitHub } }) {
	for (const { number, state } of own) {
		if (known === null || number === known.number || state === "closed") continue;
		await gitHub.addIssueComment(number, `<!-- warpgauge:double:${known.number} -->`, regressionTexts.double(known.number));
		await gitHub.updateIssue(number, { state: "closed" });
	}
}
async function buildStory(entry, { tracked, request: { repositoryUrl, runUrl }, ports }) {
	const { goodCommit, badCommit, kind, state } = entry;
	const hasSuspects = kind === "step" && state === "open";
	return {
		entry,
		causes: tracked.causes.get(entry.id) ?? [],
		seen: tracked.observation,
		suspects: hasSuspects ? await ports.gitHub.listBetween(goodCommit, badCommit) : null,
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
function formatCommentMarker(what, { id }, commit = "") {
	return `<!-- warpgauge:${what}:${id}:${commit.slice(0, 12)} -->`;
}

// src/wiring/action-record.ts
async function recordFromAction(inputs, context, ports) {
	const isAsked = inputs.mode === "record";
	const judge = inputs.isMeasured ? judgeMeasured : measure;
	if (inputs.token === null && !isAsked) return await measure(inputs, context, ports);
	const { logger, writeSummary } = ports;
	if (!inputs.isMeasured) extendRetries(ports.signal, logger);
	const gitHub = requireGitHub("record", inputs, context, ports);
	requireDefaultBranch(context);
	let body = "";
	const keep = async (markdown) => await writeSummary?.(body = markdown) ?? false;
	const result = await judge(inputs, context, {
		...ports,
		writeSummary: writeSummary && keep
	});
	const run = await readRunRecord(result.runFolder, diskFileStore);
	const commit = requireHeadCommit(run);
	const rules = await loadRulesAt(commit, inputs.config, gitHub);
	if (!rules.config.tracking && !isAsked) {
		logger.info("The config has no \"tracking\", so this run is judged but not recorded.");
		return result;
	}
	if (await wasTakenOut(commit, context, gitHub)) {
		logger.warning(`${commit.slice(0, 7)} is no longer on ${context.branch}, so this run is judged but not recorded.`);
		return result;
	}
	const report = await track({
		run: {
			...run,
			yardstick: rules.yardstick
		},
		commit,
		config: rules.config
	}, context.runUrl, gitHub, ports);
	logger.notice(summarizeHistory(report));
	await writeSummary?.(`${body.trimEnd()}\n\n${renderHistorySummary(report)}\n`);
	return result;
}
function requireDefaultBranch({ event, trust, branch, defaultBranch }) {
	if (trust !== "trusted" || event === "workflow_run") throw new UserError(`record works on push, schedule and workflow_dispatch, this is ${event}`, "See docs/tracking.md for a workflow.");
	if (branch !== void 0 && branch === defaultBranch) return;
	throw new UserError(`record works only on the default branch, not on ${branch ?? "no branch"}`, "Start this workflow only on the default branch, or use mode: check.");
}
function requireHeadCommit({ runId, revisions }) {
	const commit = revisions.find(({ label }) => label === "head")?.commit ?? null;
	if (commit !== null) return commit;
	throw new UserError(`run ${runId} has no head commit`, "Measure a committed revision.");
}
async function wasTakenOut(commit, { branch }, gitHub) {
	const tip = await gitHub.findBranchTip(branch ?? "");
	return tip !== null && !await gitHub.isAncestor(commit, tip);
}
async function track({ run, commit, config }, runUrl, gitHub, { logger, signal }) {
	const { branch, runs, anchors, issues, label } = getTracking(config);
	const withData = {
		gitHub,
		clock: systemClock,
		logger,
		sleep: sleepUntilAborted,
		data: gitHub.openData(branch),
		branchLog: gitHub
	};
	const follower = {
		by: createRunId(),
		at: systemClock.now().toISOString()
	};
	const place = await gitHub.locateCommit(commit);
	const resolved = await resolveAnchors(anchors, gitHub, logger);
	const settings = {
		record: buildHistoryRecord({
			record: run,
			place,
			runUrl
		}),
		rules: buildTrackingRules(config),
		runs,
		anchors: resolved,
		follower,
		signal
	};
	const tracked = await trackRun(settings, withData);
	const own = {
		label,
		repositoryUrl: runUrl?.replace(/\/actions\/runs\/.*$/u, "") ?? null,
		runUrl,
		follower,
		signal
	};
	const outcomes = issues ? await updateIssues(tracked, own, withData) : [];
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
async function measure(inputs, context, ports) {
	const { checkFromAction } = await import("./action-check.js");
	return await checkFromAction(inputs, context, ports);
}
async function judgeMeasured(inputs, context, ports) {
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
	const { publishMeasured } = await import("./action-publish.js");
	return await publishMeasured(inputs, {
		...context,
		measuredBy
	}, ports);
}

export { recordFromAction };