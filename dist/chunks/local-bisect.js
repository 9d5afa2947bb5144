import { EnvironmentError, RevisionError, UserError, formatEffect, formatInterval, formatShare } from "./core.js";
import { buildCaseConditions, buildPriorKnowledge, buildTrackingRules, chooseGate, compareSamples, createTable, createText, createUndecided, formatCanonicalJson, formatCommit, formatComparisonVerdict, joinContents, judgeComparisons, listConditionDifferences, loadCommitted, planRun, readEarlierRecord, readRunRecord, refuseOtherMetric, renderMarkdownBlocks, say, summarizeOutcome, tabulate, toCode, toStatus, toTable, unknownSessionDeviation } from "./judging.js";
import { diskFileStore } from "./foundation.js";
import { createMeasuringPorts, startRun } from "./measuring.js";
import { formatCaseId, isPatternMatch } from "./choices.js";
import { renderTerminalBlocks } from "./terminal.js";
import { buildHistoryRecord } from "./build-history-record.js";
import { selectDistinctRecords, withoutAbandoned } from "./shift.js";
import { observe } from "./observe.js";
import { join } from "node:path";

// src/reporters/bisect.ts
const endings = {
	found: [
		"🎯",
		"Found",
		"good"
	],
	unconfirmed: [
		"❔",
		"Not confirmed",
		"unsure"
	],
	range: [
		"❔",
		"Narrowed down",
		"unsure"
	],
	"no-step": [
		"⚪",
		"No step",
		"quiet"
	]
};
const marks = {
	good: [
		"🟢",
		"good",
		"good"
	],
	bad: [
		"🔴",
		"bad",
		"bad"
	],
	skipped: [
		"⬜",
		"could not be run",
		"quiet"
	],
	undecided: [
		"🟡",
		"undecided",
		"unsure"
	]
};
function renderBisectMarkdown(result, maxBytes = 6e4) {
	return `${renderMarkdownBlocks(buildBisectBlocks(result), maxBytes, "bisect-report.json")}\n`;
}
function renderBisectTerminal(result, options) {
	return renderTerminalBlocks(buildBisectBlocks(result), options);
}
function buildBisectBlocks(result) {
	const { ending, suspects } = result;
	const suspected = tabulate(suspects.length < 2 || ending === "no-step" ? [] : suspects, {
		Commit: formatCommitLine,
		Result: ({ mark }) => mark === null ? say`not tested` : toStatus(...marks[mark])
	}, {
		title: say`Suspects`,
		importance: 1,
		noun: "commits",
		lead: [say`One of these commits caused the step; the last one is certainly after it.`]
	});
	return [
		buildHeadline(result),
		...suspected,
		buildEvidence(result),
		buildQuestion$1(result)
	];
}
function buildHeadline({ ending, sentence, culprit, answer, target }) {
	const lead = culprit ? [say`${formatCommitLine(culprit)}, ${culprit.committedAt.slice(0, 10)}.`] : [];
	if (answer && ending !== "no-step") {
		const { effect, interval, runs, base } = answer;
		const unit = target?.metric.unit ?? "";
		const sides = ending === "found" ? say`vs ${toCode(base.slice(0, 12))}` : say`of the range`;
		lead.push(say`Effect ${sides}: ${formatEffect(effect, unit)} (${formatInterval(interval, unit)}) with ${runs[0]} and ${runs[1]} interleaved runs.`);
	}
	return createText({
		title: say`${toStatus(...endings[ending])} · Bisect: ${sentence}`,
		lead
	});
}
function buildEvidence({ steps, target }) {
	const table = toTable(steps, {
		"#Step": (_, index) => String(index + 1),
		Commit: formatStep,
		Result: ({ mark }) => toStatus(...marks[mark]),
		"Effect (95 % interval)": (step) => formatAnswers(step, target?.metric.unit ?? ""),
		Reason: ({ reason }) => reason
	});
	const note = say`A commit lies between the levels of both ends, so there is more than one step. The search followed the largest.`;
	const notes = steps.some(({ isBetween }) => isBetween) ? [note] : [];
	return createTable(table, {
		title: say`Evidence`,
		importance: 2,
		noun: "steps",
		notes
	});
}
function formatStep({ kind, commit, isSaved }) {
	const id = toCode(commit.slice(0, 12));
	if (kind === "ends") return say`${id} (bad end vs good end)`;
	if (kind === "culprit") return say`${id} (vs its parent)`;
	return isSaved ? say`${id} (saved runs)` : id;
}
function formatAnswers({ answers, commit }, unit) {
	if (answers.length === 0) return say`–`;
	const texts = answers.map(({ base, head, verdict, effect, interval }) => {
		const sides = head === commit ? say`vs ${formatCommit(base)}` : say`for ${formatCommit(head)} vs it`;
		return say`${formatComparisonVerdict(verdict)} ${formatEffect(effect, unit)} (${formatInterval(interval, unit)}) ${sides}`;
	});
	return joinContents(texts, "; ");
}
function buildQuestion$1({ question, target, testbedId, commits }) {
	const { good, bad, isFirstParent, configPath, configSha256 } = question;
	const walk = isFirstParent ? "first parents only" : "all parents";
	const lead = [
		say`Range: ${commits} commits after ${toCode(good.slice(0, 12))} up to ${toCode(bad.slice(0, 12))} (${walk}).`,
		say`Metric: ${target ? toCode(`${target.metric.name} of ${target.caseId}`, 300) : say`none`}, minimum effect ${target ? formatEffect(target.minEffect) : "–"}, on ${testbedId === null ? say`no testbed` : toCode(testbedId)}.`,
		say`Config: ${toCode(configPath)} (sha256 ${toCode(configSha256.slice(0, 12))}), the same for every commit.`
	];
	return createText({
		title: say`Parameters`,
		importance: 3,
		lead
	});
}
function formatCommitLine({ commit, subject, author }) {
	return say`${toCode(commit.slice(0, 12))} ${subject} (${author})`;
}

// src/domain/bisect/search-bisect.ts
function searchBisect(range, marks, mayAsk = () => true) {
	const suspects = findSuspects(range, marks);
	const open = suspects.filter(({ commit }) => marks.get(commit) === void 0 && mayAsk(commit));
	return {
		suspects: suspects.map(({ commit }) => commit),
		next: chooseQuestion(suspects, open, marks)
	};
}
function countQuestionsLeft(suspects) {
	return suspects < 2 ? 0 : Math.ceil(Math.log2(suspects));
}
function findSuspects(range, marks) {
	const last = range.at(-1);
	if (!last) return [];
	let suspects = listAncestors(range, last.commit);
	for (;;) {
		const cleared = new Set(suspects.filter(({ commit }) => marks.get(commit) === "good" && commit !== last.commit).flatMap(({ commit }) => listAncestors(suspects, commit).map((one) => one.commit)));
		const left = suspects.filter(({ commit }) => !cleared.has(commit));
		const earliest = left.find(({ commit }) => marks.get(commit) === "bad");
		const narrowed = earliest ? listAncestors(left, earliest.commit) : left;
		if (narrowed.length === suspects.length) return narrowed;
		suspects = narrowed;
	}
}
function listAncestors(commits, tip) {
	const byId = new Map(commits.map((one) => [one.commit, one]));
	const reached = /* @__PURE__ */ new Set();
	const waiting = [tip];
	for (let id = waiting.pop(); id !== void 0; id = waiting.pop()) {
		const found = byId.get(id);
		if (!found || reached.has(id)) continue;
		reached.add(id);
		waiting.push(...found.parents);
	}
	return commits.filter(({ commit }) => reached.has(commit));
}
function chooseQuestion(suspects, open, marks) {
	const bad = suspects.at(-1)?.commit;
	const places = new Map(suspects.map(({ commit }, index) => [commit, index]));
	const silent = suspects.flatMap(({ commit }, index) => ["skipped", "undecided"].includes(marks.get(commit) ?? "") ? [index] : []);
	const isLine = suspects.every(({ parents }, index) => index === 0 || parents.includes(suspects[index - 1]?.commit ?? ""));
	const computeWorth = (commit) => {
		const place = places.get(commit) ?? 0;
		const leading = isLine ? place + 1 : listAncestors(suspects, commit).length;
		const distance = Math.min(...silent.map((index) => Math.abs(index - place)));
		return Math.min(leading, suspects.length - leading) * (1 - 1 / (1 + distance));
	};
	return open.filter(({ commit }) => commit !== bad).map(({ commit }) => ({
		commit,
		worth: computeWorth(commit)
	})).toSorted((one, other) => other.worth - one.worth)[0]?.commit ?? null;
}
function decideMark(answers) {
	const { againstGood, badAgainst } = answers;
	const [before, after] = [classifyStep(againstGood), classifyStep(badAgainst)];
	const nearer = isNearerToBad(answers);
	if (before === "step" && after === "step") {
		const [mark, where] = nearer === false ? ["good", "after"] : ["bad", "before"];
		return {
			mark,
			reason: `worse than the good end, and the bad end is worse still: there is more than one step, and the larger one is ${where} it`,
			isBetween: true
		};
	}
	if (before === after) {
		const open = `inconclusive against the good end (${againstGood.reason}) and against the bad end (${badAgainst.reason})`;
		return {
			mark: "undecided",
			reason: before === "none" ? "no significant difference from either end" : open,
			isBetween: false
		};
	}
	const isBad = before === "step" || after === "none";
	const reason = [{
		step: "worse than the good end",
		none: "not worse than the good end",
		open: ""
	}[before], {
		step: "the bad end is worse",
		none: "the bad end is not worse",
		open: ""
	}[after]].filter(Boolean).join(", ");
	if ((before === "open" || after === "open") && nearer !== null && nearer !== isBad) return {
		mark: "undecided",
		reason: `${reason}, but its effects are closer to the other end`,
		isBetween: false
	};
	return {
		mark: isBad ? "bad" : "good",
		reason,
		isBetween: false
	};
}
function computeStepEffect(effect) {
	const third = 1 - Math.exp(-Math.abs(Math.log1p(effect)) / 3);
	return Math.min(.5, Math.max(.002, third));
}
function classifyStep({ verdict }) {
	if (verdict === "regression") return "step";
	return verdict === "unchanged" || verdict === "improvement" ? "none" : "open";
}
function isNearerToBad({ againstGood, badAgainst }) {
	if (againstGood.effect === null || badAgainst.effect === null) return null;
	const [before, after] = [Math.log1p(againstGood.effect), Math.log1p(badAgainst.effect)];
	const direction = Math.sign(before + after);
	return before * direction >= after * direction;
}

// src/domain/bisect/bisect-result.ts
const bisectVersion = 1;
function collectMarks(steps) {
	const trusted = isSavedTrusted(steps) ? steps : steps.filter(({ isSaved }) => !isSaved);
	return new Map(trusted.flatMap(({ kind, commit, mark }) => kind === "commit" ? [[commit, mark]] : []));
}
function isSavedTrusted(steps) {
	return steps.every((step) => step.kind !== "culprit" || step.mark === "bad");
}
function chooseTarget(judged) {
	const [first] = judged.flatMap(({ head, decisions }) => decisions.map((found) => ({
		head,
		...found
	}))).filter(({ isGate, decision }) => isGate && decision.verdict === "regression").toSorted((one, other) => computeCertainty(other.decision) - computeCertainty(one.decision));
	if (!first) return null;
	const { head, metric, decision } = first;
	return {
		caseId: head.id,
		...head.key,
		metric,
		minEffect: computeStepEffect(decision.effect ?? 0)
	};
}
function computeCertainty({ interval }) {
	const [low, high] = interval ?? [0, 0];
	return low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(Math.log1p(low)), Math.abs(Math.log1p(high)));
}
function findQuestion(records, rules, suite) {
	const newest = records.toSorted((one, other) => Date.parse(one.measuredAt) - Date.parse(other.measuredAt)).at(-1);
	const own = withoutAbandoned(selectDistinctRecords(records.filter(({ testbed }) => testbed.id === newest?.testbed.id)));
	const latest = own.at(-1);
	if (!latest) return null;
	return observe(own, latest, [], rules).causes.toSorted((one, other) => one.bad.order - other.bad.order).flatMap(({ good, bad, shifts }) => {
		const clearest = shifts.find(({ history }) => suite === null || history.key.suite === suite)?.history;
		if (!clearest || good.commit === bad.commit) return [];
		const { key, metric } = clearest;
		return [{
			good: good.commit,
			bad: bad.commit,
			suite: key.suite,
			cases: [formatCaseId(key)],
			metric: metric.name
		}];
	}).at(-1) ?? null;
}
function summarizeBisect(known) {
	const { range, ...kept } = known;
	const { steps } = kept;
	const marks = collectMarks(steps);
	const left = new Set(searchBisect(range, marks).suspects);
	const ends = steps.find(({ kind }) => kind === "ends");
	const [only] = left.size === 1 ? left : [];
	const confirmation = only === void 0 ? null : findConfirmation(only, known);
	const ending = ends?.mark === "bad" ? chooseEnding(left.size, confirmation) : "no-step";
	const suspects = range.filter(({ commit }) => ending !== "no-step" && left.has(commit));
	const outcome = {
		ending,
		suspects: suspects.map((one) => ({
			...one,
			mark: marks.get(one.commit) ?? null
		})),
		answer: (confirmation ?? ends)?.answers[0] ?? null
	};
	return {
		schemaVersion: bisectVersion,
		...kept,
		commits: range.length,
		...outcome,
		culprit: ending === "found" && suspects[0] || null,
		sentence: formatOutcome(outcome, known)
	};
}
function chooseEnding(left, confirmation) {
	if (left !== 1) return "range";
	return confirmation?.mark === "bad" ? "found" : "unconfirmed";
}
function findConfirmation(culprit, { question, range, steps }) {
	const own = steps.findLast(({ kind, commit }) => kind === "culprit" && commit === culprit);
	if (own) return own;
	const parents = range.find(({ commit }) => commit === culprit)?.parents ?? [];
	return culprit === question.bad && parents[0] === question.good ? steps.find(({ kind }) => kind === "ends") ?? null : null;
}
function formatOutcome({ ending, suspects, answer }, { question, target, steps }) {
	const what = target ? `${target.metric.name} of ${target.caseId}` : `suite ${question.suite}`;
	const change = answer ? formatChange(answer) : "worse";
	const [first, last] = [suspects[0], suspects.at(-1)].map((one) => one?.commit.slice(0, 12) ?? "unknown");
	switch (ending) {
		case "found": return `${first} made ${what} ${change}`;
		case "unconfirmed": return `${first} is the only suspect left, but its runs against the previous commit do not confirm that it made ${what} worse`;
		case "range": {
			const why = [
				["skipped", "could not be run"],
				["undecided", "inconclusive"],
				[null, "not tested"]
			].map(([mark, text]) => [suspects.filter((one) => one.mark === mark).length, text]).flatMap(([count, text]) => count > 0 ? [`${count} ${text}`] : []).join(", ");
			return `one of ${suspects.length} commits, up to ${last}, made ${what} ${change}; they cannot be distinguished: ${why}`;
		}
		case "no-step": return `no regression from ${question.good.slice(0, 12)} to ${question.bad.slice(0, 12)}: ${steps[0]?.reason ?? "nothing was measured"}`;
		default: return ending;
	}
}
function formatChange({ effect, interval }) {
	if (effect === null) return "worse";
	const [low, high] = (interval ?? []).map(formatSignedShare);
	return `worse (${formatSignedShare(effect)}${interval ? `, 95 % interval ${low} to ${high}` : ""})`;
}
function formatSignedShare(effect) {
	return `${effect < 0 ? "−" : "+"}${formatShare(Math.abs(effect))}`;
}

// src/judging/bisect/bisect.ts
function buildBisectConfig(config, suite, sides) {
	const settings = Object.entries(config.suites).find(([name]) => name === suite)?.[1];
	const known = Object.keys(config.suites).join(", ");
	if (!settings) throw new UserError(`the config has no suite ${suite}`, `Configured suites: ${known}.`);
	return {
		...config,
		suites: { [suite]: settings },
		revisions: Object.fromEntries(sides.map(({ label, commit }) => [label, { ref: commit }])),
		requirements: [],
		comparison: {
			...config.comparison,
			reference: "baseline"
		}
	};
}
function buildBisectPlan(plan, { cases, gate, minEffect, maxRepeats, sides }) {
	const selected = plan.cases.filter(({ id, revision }) => revision === "head" && isSelected(id, cases)).map(({ tables: _tables, ...planned }) => {
		const head = {
			...planned,
			maxRepeats: Math.max(planned.repeats, maxRepeats ?? planned.maxRepeats),
			samplesFrom: "fresh",
			interleaveGroup: `bisect ${planned.id}`
		};
		return {
			head,
			references: sides.map(({ label, place }) => {
				const key = {
					...head.key,
					axes: {
						...head.key.axes,
						revision: label
					}
				};
				return {
					place,
					planned: {
						...head,
						id: formatCaseId(key),
						key,
						revision: label
					}
				};
			})
		};
	});
	return {
		cases: selected.flatMap(({ head, references }) => [head, ...references.map((one) => one.planned)]),
		notTested: plan.notTested.filter(({ key }) => isSelected(formatCaseId(key), cases)),
		comparisons: selected.flatMap(({ head, references }) => references.map(({ place, planned: { id } }) => ({
			...place === "before" ? {
				head: head.id,
				base: id
			} : {
				head: id,
				base: head.id
			},
			minEffect,
			mayWiden: false,
			gate,
			maxRepeats: head.maxRepeats,
			isScreened: false
		})))
	};
}
function isSelected(id, patterns) {
	return patterns.length === 0 || patterns.some((pattern) => isPatternMatch(id, pattern));
}
const goodLabel = "good";
const badLabel = "bad";
const beforeLabel = "before";
function judgeEnds(judged, target, { good, bad }) {
	if (target) {
		const decision = findDecision(judged, goodLabel, "head", target);
		return {
			mark: "bad",
			reason: decision.reason,
			isBetween: false,
			answers: [toAnswer(decision, good, bad)]
		};
	}
	const all = judged.flatMap(({ decisions }) => decisions.filter(({ isGate }) => isGate)).map(({ decision }) => decision);
	const [first] = all;
	const open = all.find(({ verdict }) => verdict !== "unchanged" && verdict !== "improvement");
	const better = all.find(({ verdict }) => verdict === "improvement");
	const reason = !first ? "no run of both ends has a gate metric" : open ? `inconclusive whether the bad end is worse: ${open.reason}` : better ? `the bad end is better than the good one: ${better.reason}` : `the bad end is not worse: ${first.reason}`;
	const answers = all.slice(0, 4).map((decision) => toAnswer(decision, good, bad));
	return {
		mark: !first || open ? "undecided" : "good",
		reason,
		isBetween: false,
		answers
	};
}
function judgeCommit(judged, target, commit, ends) {
	return combineAnswers({
		againstGood: findDecision(judged, goodLabel, "head", target),
		badAgainst: findDecision(judged, "head", "bad", target)
	}, commit, ends);
}
function combineAnswers(answers, commit, { good, bad }) {
	const { againstGood, badAgainst } = answers;
	return {
		...decideMark(answers),
		answers: [toAnswer(againstGood, good, commit), toAnswer(badAgainst, commit, bad)]
	};
}
function judgeCulprit(judged, target, commit, before) {
	const decision = findDecision(judged, beforeLabel, "head", target);
	const isDenied = decision.verdict === "unchanged" || decision.verdict === "improvement";
	return {
		mark: decision.verdict === "regression" ? "bad" : isDenied ? "good" : "undecided",
		reason: decision.reason,
		isBetween: false,
		answers: [toAnswer(decision, before, commit)]
	};
}
function findDecision(judged, base, head, target) {
	return (judged.find((one) => one.base.revision === base && one.head.revision === head)?.decisions.find((one) => one.metric.name === target.metric.name))?.decision ?? createUndecided("missing", `the two sides have no runs with ${target.metric.name}`);
}
function toAnswer(decision, base, head) {
	const { verdict, effect, interval, reason } = decision;
	return {
		head,
		base,
		verdict,
		effect,
		interval,
		runs: [decision.base?.count ?? 0, decision.head?.count ?? 0],
		reason
	};
}
function judgeSavedRuns(commits, records, run, ends) {
	const { target } = run;
	const byCommit = groupSamplesByCommit(records, run);
	const [atGood, atBad] = [byCommit.get(ends.good), byCommit.get(ends.bad)];
	const rules = {
		minEffect: target.minEffect,
		design: "stored",
		sessionDeviation: unknownSessionDeviation
	};
	const compare = (base, head) => compareSamples(target.metric, {
		base: base.values,
		head: head.values
	}, rules);
	const steps = commits.flatMap((commit) => {
		const own = byCommit.get(commit);
		if (!own || !atGood || !atBad) return [];
		const found = combineAnswers({
			againstGood: compare(atGood, own),
			badAgainst: compare(own, atBad)
		}, commit, ends);
		const reason = `${found.reason}; from the earlier run ${own.runId}`;
		return [[commit, {
			kind: "commit",
			commit,
			isSaved: true,
			runFolder: null,
			...found,
			reason
		}]];
	});
	return new Map(steps.filter(([, { mark }]) => mark !== "undecided"));
}
function groupSamplesByCommit(records, { ends, target }) {
	const place = {
		order: 0,
		committedAt: ends.startedAt
	};
	const now = buildHistoryRecord({
		record: ends,
		place,
		runUrl: null
	});
	const expected = formatCanonicalJson(now.cases.find((one) => formatCaseId(one) === target.caseId)?.conditions ?? null);
	const fitting = records.filter(({ testbed }) => testbed.id === now.testbed.id && testbed.sha256 === now.testbed.sha256).toSorted((one, other) => Date.parse(one.measuredAt) - Date.parse(other.measuredAt));
	const found = /* @__PURE__ */ new Map();
	for (const { commit, cases, runId } of fitting) {
		const measured = cases.find((one) => formatCaseId(one) === target.caseId && formatCanonicalJson(one.conditions) === expected)?.metrics.find(({ name }) => name === target.metric.name);
		const values = refuseOtherMetric(target.metric, measured) ? [] : measured?.samples ?? [];
		if (values.length > 1) found.set(commit, {
			values,
			runId
		});
	}
	return found;
}

// src/steps/bisect/bisect.ts
const stepsDirectory = "steps";
async function bisect(call) {
	const { question, folder, isResume, ports } = call;
	const range = await listRange(question, ports.git);
	if (!isResume && (await ports.files.list(join(folder, stepsDirectory))).length > 0) throw new UserError(`${folder} already contains a bisection`, "Add --resume, or choose another directory.");
	let state = {
		question,
		range,
		testbedId: null,
		target: null,
		steps: []
	};
	for (;;) {
		const next = await takeNextStep(state, call);
		if (next === null) return summarizeBisect(state);
		state = next;
	}
}
const mostCommits = 2e4;
async function listRange({ good, bad, isFirstParent }, git) {
	const base = await git.findMergeBase(good, bad);
	if (base !== good) throw new UserError(`the good commit ${good.slice(0, 12)} is not an ancestor of the bad commit ${bad.slice(0, 12)}`, base === null ? "They share no history; use commits of one branch." : `Use their merge base as --good: ${base}.`);
	const range = await git.listCommitsBetween(good, bad, isFirstParent);
	if (good === bad || range.length === 0) throw new UserError(`there is no commit after ${good.slice(0, 12)} up to ${bad.slice(0, 12)}`, "Use an older commit as --good and a newer one as --bad.");
	if (range.length > mostCommits) throw new UserError(`there are ${range.length} commits between the ends`, "Use ends that are closer together.");
	return range;
}
async function takeNextStep(state, call) {
	const [ends] = state.steps;
	if (!ends) return await measureStep(state, "ends", state.question.bad, call);
	if (ends.mark !== "bad" || !state.target) return null;
	const saved = await findSavedStep(state, ends, call);
	if (saved) return {
		...state,
		steps: [...state.steps, saved]
	};
	const { suspects, next } = searchBisect(state.range, collectMarks(state.steps));
	if (next !== null) {
		call.ports.logger.info(`${suspects.length} commits remain, at most ${countQuestionsLeft(suspects.length)} more measurements; next: ${next.slice(0, 12)}`);
		return await measureStep(state, "commit", next, call);
	}
	const [culprit] = suspects;
	if (suspects.length !== 1 || !culprit || findConfirmation(culprit, state)) return null;
	return await measureStep(state, "culprit", culprit, call);
}
async function findSavedStep({ range, steps, target, question }, { runFolder }, { folder, records, ports }) {
	if (records.length === 0 || target === null || !isSavedTrusted(steps)) return null;
	const marks = collectMarks(steps);
	const ends = await readRunRecord(join(folder, runFolder ?? ""), ports.files);
	const open = range.map(({ commit }) => commit).filter((commit) => !marks.has(commit));
	const answers = judgeSavedRuns(open, records, {
		ends,
		target
	}, question);
	const { next } = searchBisect(range, marks, (commit) => answers.has(commit));
	return next !== null && answers.get(next) || null;
}
async function measureStep(state, kind, commit, call) {
	const { question, range, steps } = state;
	const before = range.find((one) => one.commit === commit)?.parents[0] ?? question.good;
	const short = commit.slice(0, 12);
	const name = {
		ends: "ends",
		commit: short,
		culprit: `culprit-${short}`
	}[kind];
	const runFolder = join(stepsDirectory, `${String(steps.length + 1).padStart(2, "0")}-${name}`);
	const plan = planStep(state, kind, before, call);
	const measured = await measureOrSkip({
		commit,
		plan,
		runFolder,
		config: buildBisectConfig(call.rules.config, question.suite, plan.sides)
	}, call);
	if ("reason" in measured) {
		if (kind === "ends") throw new UserError(`the bad commit ${short} cannot be run: ${measured.reason}`, "Name a commit for --bad that builds and runs with this config.");
		const skipped = {
			kind,
			commit,
			mark: "skipped",
			reason: measured.reason.slice(0, 2e3),
			isSaved: false,
			isBetween: false,
			answers: []
		};
		return {
			...state,
			steps: [...steps, {
				...skipped,
				runFolder: measured.hasRun ? runFolder : null
			}]
		};
	}
	const { judged, record } = measured;
	const target = kind === "ends" ? chooseTarget(judged) : state.target;
	const step = {
		kind,
		commit,
		isSaved: false,
		runFolder,
		...kind === "ends" || target === null ? judgeEnds(judged, target, question) : kind === "commit" ? judgeCommit(judged, target, commit, question) : judgeCulprit(judged, target, commit, before)
	};
	return {
		...state,
		target,
		testbedId: state.testbedId ?? record.testbed.id,
		steps: [...steps, step]
	};
}
function planStep({ question, target }, kind, before, { rules: { config }, maxRepeats }) {
	const good = {
		label: goodLabel,
		commit: question.good,
		place: "before"
	};
	const bad = {
		label: "bad",
		commit: question.bad,
		place: "after"
	};
	const sides = {
		ends: [good],
		commit: [good, bad],
		culprit: [{
			label: beforeLabel,
			commit: before,
			place: "before"
		}]
	}[kind];
	if (target) return {
		cases: [target.caseId],
		gate: [target.metric.name],
		minEffect: target.minEffect,
		maxRepeats,
		sides
	};
	const gate = question.metric === null ? chooseGate(config, question.suite) : [question.metric];
	return {
		cases: question.cases,
		gate,
		minEffect: config.comparison.minEffect,
		maxRepeats,
		sides
	};
}
async function measureOrSkip(step, call) {
	const found = await measureOrRead(step, call).catch((error) => {
		if (error instanceof RevisionError) return error;
		throw error;
	});
	if (found instanceof RevisionError) return skipOrThrow({
		label: found.label,
		reason: shortenLines(found.message),
		hasRun: false
	}, step.plan);
	const { record } = found;
	if (record.status !== "finished" || call.signal.aborted) throw new EnvironmentError(`the bisection was interrupted: ${record.statusDetail ?? "it was cancelled"}`, "Repeat the command with --resume; completed trials are kept.");
	const failure = findFailure(record);
	return failure ? skipOrThrow(failure, step.plan) : {
		record,
		judged: judgeStep(found, step.config)
	};
}
function skipOrThrow({ label, reason, hasRun }, { sides }) {
	if (label === "head") return {
		reason,
		hasRun
	};
	const problem = `the ${label} commit ${sides.find((side) => side.label === label)?.commit.slice(0, 12) ?? label} cannot be run: ${reason}`;
	if (label === "before") return {
		reason: problem,
		hasRun
	};
	throw new RevisionError(label, problem, "Name commits for --good and --bad that both build and run with this config.");
}
async function measureOrRead(step, call) {
	const { commit, plan, config, runFolder } = step;
	const { question, rules, workspace, runId, readCommitted, signal, ports } = call;
	const folder = join(call.folder, runFolder);
	const record = await readEarlierRecord(folder, ports);
	const build = (own) => requireCases(buildBisectPlan(own, plan), question.suite, plan);
	if (record) refuseOtherStep(record, step, build(planRun(config, record.testbed.devices, record.revisions)), call);
	if (record?.status === "finished") return {
		record,
		committed: await loadCommitted(config, record.testbed, readCommitted)
	};
	const logger = {
		...ports.logger,
		info: (message) => ports.logger.debug(message)
	};
	return await startRun({
		event: "bisect",
		workspace,
		commit,
		folder,
		runId: `${runId}-${runFolder.slice(6)}`,
		rules: {
			...rules,
			config
		},
		isResume: record !== null,
		plan: build,
		readCommitted,
		signal
	}, {
		...ports,
		logger
	});
}
function refuseOtherStep({ revisions, yardstick, plan }, { commit, plan: { sides } }, planned, { folder, rules }) {
	const changed = [...[{
		label: "head",
		commit
	}, ...sides].map(({ label, commit: now }) => {
		const before = revisions.find((revision) => revision.label === label)?.commit ?? "unknown";
		return {
			name: label === "head" ? "bad" : label,
			before,
			now
		};
	}), {
		name: "config",
		before: yardstick.sha256,
		now: rules.yardstick.sha256
	}].flatMap(({ name, before, now }) => before === now ? [] : [`${name} was ${before} and is ${now}`]);
	if (changed.length === 0 && formatCanonicalJson(plan) === formatCanonicalJson(planned)) return;
	throw new UserError(`the bisection in ${folder} cannot be resumed: ${changed.join(", ") || `it has other cases, gates or runs`}`, "Use the same options and config, or start a new bisection in another directory.");
}
function requireCases(plan, suite, { cases }) {
	if (plan.cases.length > 0) return plan;
	const [first] = plan.notTested;
	throw new UserError(`suite ${suite} has no case ${cases.length > 0 ? cases.join(", ") : ""} that can run on this machine${first ? `: ${first.reason}` : ""}`, "`warpgauge run --suite …` lists the cases; patterns may contain *.");
}
function judgeStep({ record, committed: { baselines, noise } }, config) {
	const { plan, trials } = record;
	const known = buildPriorKnowledge({
		config,
		plan,
		record,
		baselines,
		noise: noise.noise
	});
	const outcomes = new Map(plan.cases.map((planned) => [planned.id, summarizeOutcome(planned, trials)]));
	return judgeComparisons(plan, trials, known).map((judged) => {
		const [base, head] = [judged.base, judged.head].map((side) => {
			const outcome = outcomes.get(side.id);
			return buildCaseConditions(side, outcome?.status === "measured" ? outcome.resultRows : null, record);
		});
		const doubts = base && head ? listConditionDifferences(base, head) : [];
		if (doubts.length === 0) return judged;
		const decision = createUndecided("not comparable", doubts.join("; "));
		return {
			...judged,
			decisions: judged.decisions.map((one) => ({
				...one,
				decision
			}))
		};
	});
}
function findFailure({ plan, trials }) {
	const failed = plan.cases.map((planned) => summarizeOutcome(planned, trials)).filter((outcome) => outcome.status === "failed" || outcome.status === "missing");
	const [own = [], others = []] = [true, false].map((isHead) => failed.filter(({ planned }) => planned.revision === "head" === isHead));
	if (own.length > 0 && own.length === plan.cases.filter(({ revision }) => revision === "head").length) return {
		label: "head",
		reason: own.map((one) => shortenLines(one.reason)).join("; ").slice(0, 1e3),
		hasRun: true
	};
	const [side] = others;
	return side ? {
		label: side.planned.revision,
		reason: shortenLines(side.reason),
		hasRun: false
	} : null;
}
function shortenLines(text) {
	return text.split("\n").map((line) => line.replace(/^[│\s]+/u, "").trim()).filter((line) => line !== "").slice(0, 4).join(" · ").slice(0, 500);
}

// src/wiring/local-bisect.ts
const maxBaselineBytes = 16 * 2 ** 20;
async function bisectLocally(search) {
	const { workspace, guard = (processes) => processes } = search;
	const ports = await createMeasuringPorts(search);
	const question = await buildQuestion(search, ports.git);
	const known = /* @__PURE__ */ new Map();
	const readCommitted = (path) => {
		const text = known.get(path) ?? diskFileStore.readText(join(workspace, path), maxBaselineBytes);
		known.set(path, text);
		return text;
	};
	return await bisect({
		...search,
		question,
		readCommitted,
		ports: {
			...ports,
			processes: guard(ports.processes)
		}
	});
}
async function buildQuestion(search, git) {
	const { path: configPath, sha256: configSha256 } = search.rules.yardstick;
	const { good, isFirstParent } = search.spec;
	return {
		...good === null ? findRangeInHistory(search) : await resolveRange(search.spec, good, git),
		isFirstParent,
		configPath,
		configSha256
	};
}
async function resolveRange({ bad, suite, cases, metric }, good, git) {
	if (suite === null) throw new UserError("the suite to search is missing", "Set --suite, or the input suite.");
	const resolveEnd = async (name, ref) => {
		const commit = await git.resolve(ref);
		if (commit !== null) return commit;
		throw new UserError(`the ${name} end ${JSON.stringify(ref)} is not a commit of this repository`, "Use a tag, branch or commit; in a workflow check out with `fetch-depth: 0`.");
	};
	return {
		good: await resolveEnd("good", good),
		bad: await resolveEnd("bad", bad ?? "HEAD"),
		suite,
		cases,
		metric
	};
}
function findRangeInHistory({ spec: { suite, cases, metric }, rules, records }) {
	const found = records.length === 0 ? null : findQuestion(records, buildTrackingRules(rules.config), suite);
	if (found) return {
		...found,
		cases: cases.length > 0 ? cases : found.cases,
		metric: metric ?? found.metric
	};
	throw new UserError(records.length === 0 ? "the good commit is missing" : "the history has no confirmed regression with a range to search", "Set --good and --bad (inputs good and bad), or pass records of earlier runs with --history (input history).");
}

export { bisectLocally, renderBisectMarkdown, renderBisectTerminal };