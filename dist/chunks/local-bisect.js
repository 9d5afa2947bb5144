import { EnvironmentError, RevisionError, UserError, formatEffect, formatInterval, formatShare } from "./core.js";
import { buildCaseConditions, buildPriorKnowledge, buildTrackingRules, chooseGate, compareSamples, createTable, createText, createUndecided, formatCanonicalJson, formatComparisonVerdict, isPatternMatch, joinContents, judgeComparisons, listConditionDifferences, loadCommitted, planRun, readRunRecord, refuseOtherMetric, renderMarkdownBlocks, runRecordFile, say, summarizeOutcome, toCode, toStatus, unknownSessionDeviation } from "./judging.js";
import { diskFileStore } from "./foundation.js";
import { formatCaseId } from "./choices.js";
import { createMeasuringPorts, openGitRepository, renderTerminalBlocks, startRun } from "./measuring.js";
import { selectDistinctRecords, withoutAbandoned } from "./shift.js";
import { buildHistoryRecord } from "./build-history-record.js";
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
	return [
		buildHeadline(result),
		...buildSuspects(result),
		buildEvidence(result),
		buildQuestion(result)
	];
}
function buildHeadline(result) {
	const { ending, sentence, culprit, answer } = result;
	const lead = [...culprit ? [say`${formatCommitLine(culprit)}, ${culprit.committedAt.slice(0, 10)}.`] : [], ...answer && ending !== "no-step" ? [formatAnswer(answer, result)] : []];
	return createText({
		title: say`${toStatus(...endings[ending])} · Bisect: ${sentence}`,
		lead
	});
}
function formatAnswer({ effect, interval, runs, base }, { target, ending }) {
	const unit = target?.metric.unit ?? "";
	const sides = ending === "found" ? say`vs ${toCode(base.slice(0, 12))}` : say`of the range`;
	return say`Effect ${sides}: ${formatEffect(effect, unit)} (${formatInterval(interval, unit)}) with ${runs[0]} and ${runs[1]} interleaved runs.`;
}
function buildSuspects({ suspects, ending }) {
	if (suspects.length < 2 || ending === "no-step") return [];
	const rows = suspects.map((one) => [formatCommitLine(one), one.mark === null ? say`not tested` : toStatus(...marks[one.mark])]);
	const lead = [say`One of these commits caused the step; the last one is certainly after it.`];
	return [createTable(["Commit", "Result"], rows, {
		title: say`Suspects`,
		importance: 1,
		noun: "commits",
		lead
	})];
}
function buildEvidence({ steps, target }) {
	const rows = steps.map((step, index) => [
		say`${index + 1}`,
		formatStep(step),
		toStatus(...marks[step.mark]),
		formatAnswers(step, target?.metric.unit ?? ""),
		say`${step.reason}`
	]);
	const notes = steps.some(({ isBetween }) => isBetween) ? [say`A commit lies between the levels of both ends, so there is more than one step. The search followed the largest.`] : [];
	const frame = {
		title: say`Evidence`,
		importance: 2,
		noun: "steps",
		notes
	};
	return createTable([
		"#Step",
		"Commit",
		"Result",
		"Effect (95 % interval)",
		"Reason"
	], rows, frame);
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
		const sides = head === commit ? say`vs ${formatShortCommit(base)}` : say`for ${formatShortCommit(head)} vs it`;
		return say`${formatComparisonVerdict(verdict)} ${formatEffect(effect, unit)} (${formatInterval(interval, unit)}) ${sides}`;
	});
	return joinContents(texts, "; ");
}
function formatShortCommit(commit) {
	return toCode(commit.slice(0, 7));
}
function buildQuestion({ question, target, testbedId, commits }) {
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
	const [only] = suspects;
	if (suspects.length === 1 && only) return {
		state: "found",
		culprit: only.commit
	};
	const next = chooseQuestion(suspects, open, marks);
	const left = suspects.map(({ commit }) => commit);
	return next === null ? {
		state: "stuck",
		suspects: left
	} : {
		state: "searching",
		next,
		suspects: left
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
	const silent = suspects.flatMap(({ commit }, index) => isSilent(marks.get(commit)) ? [index] : []);
	const lineage = countAncestors(suspects);
	const computeWorth = (commit) => {
		const leading = lineage.get(commit) ?? 1;
		const distance = Math.min(...silent.map((index) => Math.abs(index - (places.get(commit) ?? 0))));
		return Math.min(leading, suspects.length - leading) * (1 - 1 / (1 + distance));
	};
	return open.filter(({ commit }) => commit !== bad).map(({ commit }) => ({
		commit,
		worth: computeWorth(commit)
	})).toSorted((one, other) => other.worth - one.worth)[0]?.commit ?? null;
}
function countAncestors(commits) {
	if (commits.every(({ parents }, index) => index === 0 || parents.includes(commits[index - 1]?.commit ?? ""))) return new Map(commits.map(({ commit }, index) => [commit, index + 1]));
	return new Map(commits.map(({ commit }) => [commit, listAncestors(commits, commit).length]));
}
function isSilent(mark) {
	return mark === "skipped" || mark === "undecided";
}
function decideMark(answers) {
	const before = classifyStep(answers.againstGood);
	const after = classifyStep(answers.badAgainst);
	const nearer = isNearerToBad(answers);
	if (before === "step" && after === "step") return markBetween(nearer);
	if (before === after) return createMark("undecided", explainUndecided(before, answers));
	const isBad = before === "step" || after === "none";
	if ((before === "open" || after === "open") && nearer !== null && nearer !== isBad) return createMark("undecided", `${describeSteps(before, after)}, but its effects are closer to the other end`);
	return createMark(isBad ? "bad" : "good", describeSteps(before, after));
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
function markBetween(isNearer) {
	return {
		mark: isNearer === false ? "good" : "bad",
		reason: `worse than the good end, and the bad end is worse still: there is more than one step, and the larger one is ${isNearer === false ? "after" : "before"} it`,
		isBetween: true
	};
}
function createMark(mark, reason) {
	return {
		mark,
		reason,
		isBetween: false
	};
}
function describeSteps(before, after) {
	return [
		...before === "step" ? ["worse than the good end"] : [],
		...before === "none" ? ["not worse than the good end"] : [],
		...after === "step" ? ["the bad end is worse"] : [],
		...after === "none" ? ["the bad end is not worse"] : []
	].join(", ");
}
function explainUndecided(both, { againstGood, badAgainst }) {
	if (both === "none") return "no significant difference from either end";
	return `inconclusive against the good end (${againstGood.reason}) and against the bad end (${badAgainst.reason})`;
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
	const [first] = judged.flatMap((item) => item.decisions.map((metric) => ({
		judged: item,
		metric
	}))).filter(({ metric }) => metric.isGate && metric.decision.verdict === "regression").toSorted((one, other) => computeCertainty(other) - computeCertainty(one));
	if (!first) return null;
	const { head } = first.judged;
	const { metric, decision } = first.metric;
	return {
		caseId: head.id,
		...head.key,
		metric,
		minEffect: computeStepEffect(decision.effect ?? 0)
	};
}
function computeCertainty({ metric: { decision } }) {
	const [low, high] = decision.interval ?? [0, 0];
	return low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(Math.log1p(low)), Math.abs(Math.log1p(high)));
}
function findQuestion(records, rules, suite) {
	const newest = records.toSorted((one, other) => Date.parse(one.measuredAt) - Date.parse(other.measuredAt)).at(-1);
	const own = withoutAbandoned(selectDistinctRecords(records.filter(({ testbed }) => testbed.id === newest?.testbed.id)));
	const latest = own.at(-1);
	if (!latest) return null;
	const { causes } = observe(own, latest, [], rules);
	return causes.toSorted((one, other) => one.bad.order - other.bad.order).flatMap((cause) => toQuestion(cause, suite) ?? []).at(-1) ?? null;
}
function toQuestion({ good, bad, shifts }, suite) {
	const clearest = shifts.find(({ history }) => suite === null || history.key.suite === suite);
	if (!clearest || good.commit === bad.commit) return null;
	const { key, metric } = clearest.history;
	return {
		good: good.commit,
		bad: bad.commit,
		suite: key.suite,
		cases: [formatCaseId(key)],
		metric: metric.name
	};
}
function summarizeBisect(known) {
	const { question, range, testbedId, target, steps } = known;
	const marks = collectMarks(steps);
	const found = searchBisect(range, marks);
	const confirmation = found.state === "found" ? findConfirmation(found.culprit, known) : null;
	const ending = chooseEnding(known, found.state === "found", confirmation);
	const suspects = ending === "no-step" ? [] : listSuspects(range, marks);
	const answer = (confirmation ?? steps.find(({ kind }) => kind === "ends"))?.answers[0] ?? null;
	const [culprit] = suspects;
	return {
		schemaVersion: bisectVersion,
		question,
		target,
		testbedId,
		answer,
		commits: range.length,
		steps,
		ending,
		suspects,
		culprit: ending === "found" && culprit ? range.find(({ commit }) => commit === culprit.commit) ?? null : null,
		sentence: formatOutcome({
			ending,
			suspects,
			answer,
			known
		})
	};
}
function findConfirmation(culprit, { question, range, steps }) {
	const own = steps.findLast(({ kind, commit }) => kind === "culprit" && commit === culprit);
	if (own) return own;
	const parents = range.find(({ commit }) => commit === culprit)?.parents ?? [];
	return culprit === question.bad && parents[0] === question.good ? steps.find(({ kind }) => kind === "ends") ?? null : null;
}
function chooseEnding({ steps }, isOne, confirmation) {
	if (steps.find(({ kind }) => kind === "ends")?.mark !== "bad") return "no-step";
	if (!isOne) return "range";
	return confirmation?.mark === "bad" ? "found" : "unconfirmed";
}
function listSuspects(range, marks) {
	const state = searchBisect(range, marks);
	const left = new Set(state.state === "found" ? [state.culprit] : state.suspects);
	return range.filter(({ commit }) => left.has(commit)).map((one) => ({
		...one,
		mark: marks.get(one.commit) ?? null
	}));
}
function formatOutcome({ ending, suspects, answer, known: { question, target, steps } }) {
	const what = target ? `${target.metric.name} of ${target.caseId}` : `suite ${question.suite}`;
	const change = answer ? formatChange(answer) : "worse";
	const [first] = suspects;
	switch (ending) {
		case "found": return `${shortenCommit(first?.commit)} made ${what} ${change}`;
		case "unconfirmed": return `${shortenCommit(first?.commit)} is the only suspect left, but its runs against the previous commit do not confirm that it made ${what} worse`;
		case "range": return `one of ${suspects.length} commits, up to ${shortenCommit(suspects.at(-1)?.commit)}, made ${what} ${change}; they cannot be distinguished: ${explainSuspects(suspects)}`;
		case "no-step": return `no regression from ${shortenCommit(question.good)} to ${shortenCommit(question.bad)}: ${steps[0]?.reason ?? "nothing was measured"}`;
		default: return ending;
	}
}
function formatChange({ effect, interval }) {
	if (effect === null) return "worse";
	const range = interval ? `, 95 % interval ${formatSignedShare(interval[0])} to ${formatSignedShare(interval[1])}` : "";
	return `worse (${formatSignedShare(effect)}${range})`;
}
function formatSignedShare(effect) {
	return `${effect < 0 ? "−" : "+"}${formatShare(Math.abs(effect))}`;
}
function explainSuspects(suspects) {
	const count = (mark) => suspects.filter((one) => one.mark === mark).length;
	return [
		[count("skipped"), "could not be run"],
		[count("undecided"), "inconclusive"],
		[suspects.filter(({ mark }) => mark === null).length, "not tested"]
	].flatMap(([number, text]) => number > 0 ? [`${number} ${text}`] : []).join(", ");
}
function shortenCommit(commit) {
	return commit?.slice(0, 12) ?? "unknown";
}

// src/judging/bisect/bisect.ts
function buildBisectConfig(config, suite, sides) {
	const known = Object.keys(config.suites);
	const settings = known.includes(suite) ? config.suites[toSuiteName(suite)] : void 0;
	if (!settings) throw new UserError(`the config has no suite ${suite}`, `Configured suites: ${known.join(", ")}.`);
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
function toSuiteName(name) {
	return name;
}
function buildBisectPlan(plan, { cases, gate, minEffect, maxRepeats, sides }) {
	const heads = plan.cases.filter(({ id, revision }) => revision === "head" && isSelected(id, cases)).map((planned) => toSubjectCase(planned, maxRepeats));
	const pairs = heads.flatMap((head) => sides.map((side) => ({
		head,
		side,
		reference: toReferenceCase(head, side)
	})));
	return {
		cases: heads.flatMap((head) => [head, ...pairs.filter((pair) => pair.head === head).map(({ reference }) => reference)]),
		notTested: plan.notTested.filter(({ key }) => isSelected(formatCaseId(key), cases)),
		comparisons: pairs.map(({ head, side, reference }) => ({
			head: side.place === "before" ? head.id : reference.id,
			base: side.place === "before" ? reference.id : head.id,
			minEffect,
			mayWiden: false,
			gate,
			maxRepeats: head.maxRepeats,
			isScreened: false
		}))
	};
}
function isSelected(id, patterns) {
	return patterns.length === 0 || patterns.some((pattern) => isPatternMatch(id, pattern));
}
function toSubjectCase({ tables: _tables, ...planned }, maxRepeats) {
	return {
		...planned,
		maxRepeats: Math.max(planned.repeats, maxRepeats ?? planned.maxRepeats),
		samplesFrom: "fresh",
		interleaveGroup: `bisect ${planned.id}`
	};
}
function toReferenceCase(head, { label }) {
	const key = {
		...head.key,
		axes: {
			...head.key.axes,
			revision: label
		}
	};
	return {
		...head,
		id: formatCaseId(key),
		key,
		revision: label
	};
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
	const open = all.find(({ verdict }) => verdict !== "unchanged" && verdict !== "improvement");
	const better = all.find(({ verdict }) => verdict === "improvement");
	return {
		mark: all.length === 0 || open ? "undecided" : "good",
		reason: explainEnds(all[0], open, better),
		isBetween: false,
		answers: all.slice(0, 4).map((decision) => toAnswer(decision, good, bad))
	};
}
function explainEnds(first, open, better) {
	if (!first) return "no run of both ends has a gate metric";
	if (open) return `inconclusive whether the bad end is worse: ${open.reason}`;
	return better ? `the bad end is better than the good one: ${better.reason}` : `the bad end is not worse: ${first.reason}`;
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

// src/steps/bisect/measure-bisect.ts
const stepsDirectory = "steps";
async function reuseSavedStep(state, { folder, records, ports }, marks) {
	if (records.length === 0) return null;
	const ends = await readRunRecord(join(folder, state.steps[0]?.runFolder ?? ""), ports.files);
	const open = state.range.map(({ commit }) => commit).filter((commit) => !marks.has(commit));
	const answers = judgeSavedRuns(open, records, {
		ends,
		target: requireTarget(state)
	}, state.question);
	const found = searchBisect(state.range, marks, (commit) => answers.has(commit));
	const step = found.state === "searching" ? answers.get(found.next) : void 0;
	return step ? {
		...state,
		steps: [...state.steps, step]
	} : null;
}
async function measureStep(state, kind, commit, call) {
	const before = state.range.find((one) => one.commit === commit)?.parents[0] ?? state.question.good;
	const plan = {
		...chooseGates(state, kind, call),
		maxRepeats: call.maxRepeats,
		sides: listSides(state, kind, before)
	};
	const short = commit.slice(0, 12);
	const name = {
		ends: "ends",
		commit: short,
		culprit: `culprit-${short}`
	}[kind];
	const runFolder = join(stepsDirectory, `${String(state.steps.length + 1).padStart(2, "0")}-${name}`);
	const measured = await measureOrSkip(commit, plan, runFolder, call);
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
			steps: [...state.steps, {
				...skipped,
				runFolder: measured.hasRun ? runFolder : null
			}]
		};
	}
	const { judged, record } = measured;
	const target = kind === "ends" ? chooseTarget(judged) : requireTarget(state);
	const step = {
		kind,
		commit,
		isSaved: false,
		runFolder,
		...kind === "ends" || target === null ? judgeEnds(judged, target, state.question) : kind === "commit" ? judgeCommit(judged, target, commit, state.question) : judgeCulprit(judged, target, commit, before)
	};
	return {
		...state,
		target,
		testbedId: state.testbedId ?? record.testbed.id,
		steps: [...state.steps, step]
	};
}
function chooseGates({ target, question }, kind, { rules: { config } }) {
	if (kind !== "ends" && target) return {
		cases: [target.caseId],
		gate: [target.metric.name],
		minEffect: target.minEffect
	};
	const gate = question.metric === null ? chooseGate(config, question.suite) : [question.metric];
	return {
		cases: question.cases,
		gate,
		minEffect: config.comparison.minEffect
	};
}
function listSides({ question }, kind, before) {
	if (kind === "culprit") return [{
		label: beforeLabel,
		commit: before,
		place: "before"
	}];
	const good = {
		label: goodLabel,
		commit: question.good,
		place: "before"
	};
	return kind === "ends" ? [good] : [good, {
		label: "bad",
		commit: question.bad,
		place: "after"
	}];
}
function requireTarget({ target }) {
	if (target) return target;
	throw new Error("a search without a figure to follow has ended before");
}
async function measureOrSkip(commit, plan, runFolder, call) {
	const config = buildBisectConfig(call.rules.config, call.question.suite, plan.sides);
	const found = await measureOrRead({
		commit,
		plan,
		config,
		runFolder
	}, call).catch((error) => {
		if (error instanceof RevisionError) return error;
		throw error;
	});
	if (found instanceof RevisionError) return skipOrThrow(found.label, shortenLines(found.message), plan, false);
	const { record, committed } = found;
	if (record.status !== "finished" || call.signal.aborted) throw new EnvironmentError(`the bisection was interrupted: ${record.statusDetail ?? "it was cancelled"}`, "Repeat the command with --resume; completed trials are kept.");
	const failure = findFailure(record);
	return failure === null ? {
		record,
		judged: judgeStep(record, config, committed)
	} : skipOrThrow(failure.label, failure.reason, plan, failure.label === "head");
}
function skipOrThrow(label, reason, { sides }, hasRun) {
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
	const { question, rules, workspace, folder, runId, readCommitted, signal, ports } = call;
	const place = join(folder, runFolder);
	const isResume = await ports.files.readForeignText(place, runRecordFile, 64 * 2 ** 20) !== null;
	const record = isResume ? await readRunRecord(place, ports.files).catch(() => null) : null;
	const build = (own) => requireCases(buildBisectPlan(own, plan), question.suite, plan);
	if (record) refuseOtherStep(record, step, build(planRun(config, record.testbed.devices, record.revisions)), call);
	if (record?.status === "finished") return {
		record,
		committed: await loadCommitted(config, record.testbed, readCommitted)
	};
	const order = {
		event: "bisect",
		workspace,
		commit,
		folder: place,
		runId: `${runId}-${runFolder.slice(6)}`
	};
	const logger = {
		...ports.logger,
		info: (message) => ports.logger.debug(message)
	};
	return await startRun({
		...order,
		rules: {
			...rules,
			config
		},
		isResume,
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
	const isSamePlan = formatCanonicalJson(plan) === formatCanonicalJson(planned);
	if (changed.length === 0 && isSamePlan) return;
	throw new UserError(`the bisection in ${folder} cannot be resumed: ${changed.join(", ") || `it has other cases, gates or runs`}`, "Use the same options and config, or start a new bisection in another directory.");
}
function requireCases(plan, suite, { cases }) {
	if (plan.cases.length > 0) return plan;
	const [first] = plan.notTested;
	throw new UserError(`suite ${suite} has no case ${cases.length > 0 ? cases.join(", ") : ""} that can run on this machine${first ? `: ${first.reason}` : ""}`, "`warpgauge run --suite …` lists the cases; patterns may contain *.");
}
function judgeStep(record, config, { baselines, noise }) {
	const known = buildPriorKnowledge({
		config,
		plan: record.plan,
		record,
		baselines,
		noise: noise.noise
	});
	const outcomes = record.plan.cases.map((planned) => summarizeOutcome(planned, record.trials));
	return judgeComparisons(record.plan, record.trials, known).map((judged) => withComparability(judged, outcomes, record));
}
function withComparability(judged, outcomes, record) {
	const [base, head] = [judged.base, judged.head].map((side) => {
		const outcome = outcomes.find(({ planned }) => planned.id === side.id);
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
}
function findFailure({ plan, trials }) {
	const outcomes = plan.cases.map((planned) => summarizeOutcome(planned, trials));
	const failed = outcomes.filter((outcome) => outcome.status === "failed" || outcome.status === "missing");
	const own = failed.filter(({ planned }) => planned.revision === "head");
	if (own.length > 0 && own.length === outcomes.filter(({ planned }) => planned.revision === "head").length) return {
		label: "head",
		reason: own.map(({ reason }) => shortenLines(reason)).join("; ").slice(0, 1e3)
	};
	const ofSide = failed.find(({ planned }) => planned.revision !== "head");
	return ofSide ? {
		label: ofSide.planned.revision,
		reason: shortenLines(ofSide.reason)
	} : null;
}
function shortenLines(text) {
	return text.split("\n").map((line) => line.replace(/^[│\s]+/u, "").trim()).filter((line) => line !== "").slice(0, 4).join(" · ").slice(0, 500);
}

// src/modes/bisect.ts
async function bisect(request) {
	const { question, commits, ports } = request;
	await requireAncestor(question, ports.git);
	const range = await commits.listCommitsBetween(question.good, question.bad, question.isFirstParent);
	requireRange(range.length, question);
	const { folder, isResume } = request;
	if (!isResume && (await ports.files.list(`${folder}/${"steps"}`)).length > 0) throw new UserError(`${folder} already contains a bisection`, "Add --resume, or choose another directory.");
	let state = {
		question,
		range,
		testbedId: null,
		target: null,
		steps: []
	};
	for (;;) {
		const next = await takeNextStep(state, request);
		if (next === null) return summarizeBisect(state);
		state = next;
	}
}
async function takeNextStep(state, call) {
	const [ends] = state.steps;
	if (!ends) return await measureStep(state, "ends", state.question.bad, call);
	if (ends.mark !== "bad" || !state.target) return null;
	const marks = collectMarks(state.steps);
	const saved = isSavedTrusted(state.steps) ? await reuseSavedStep(state, call, marks) : null;
	if (saved) return saved;
	const found = searchBisect(state.range, marks);
	switch (found.state) {
		case "searching":
			call.ports.logger.info(`${found.suspects.length} commits remain, at most ${countQuestionsLeft(found.suspects.length)} more measurements; next: ${found.next.slice(0, 12)}`);
			return await measureStep(state, "commit", found.next, call);
		case "found": return findConfirmation(found.culprit, state) ? null : await measureStep(state, "culprit", found.culprit, call);
		case "stuck": return null;
		default: return found;
	}
}
async function requireAncestor({ good, bad }, git) {
	const base = await git.findMergeBase(good, bad);
	if (base === good) return;
	throw new UserError(`the good commit ${good.slice(0, 12)} is not an ancestor of the bad commit ${bad.slice(0, 12)}`, base === null ? "They share no history; use commits of one branch." : `Use their merge base as --good: ${base}.`);
}
const mostCommits = 2e4;
function requireRange(commits, { good, bad }) {
	if (good === bad || commits === 0) throw new UserError(`there is no commit after ${good.slice(0, 12)} up to ${bad.slice(0, 12)}`, "Use an older commit as --good and a newer one as --bad.");
	if (commits > mostCommits) throw new UserError(`there are ${commits} commits between the ends`, "Use ends that are closer together.");
}

// src/wiring/local-bisect.ts
const maxBaselineBytes = 16 * 2 ** 20;
async function bisectLocally(search) {
	const { workspace, environment, question, folder, records, signal } = search;
	const measuring = await createMeasuringPorts(search);
	const ports = {
		...measuring,
		processes: search.guard?.(measuring.processes) ?? measuring.processes
	};
	const commits = await openGitRepository(workspace, {
		env: environment,
		token: null
	});
	return await bisect({
		question,
		rules: search.rules,
		workspace,
		folder,
		runId: search.runId,
		maxRepeats: search.maxRepeats,
		isResume: search.isResume,
		signal,
		readCommitted: readOnce((path) => diskFileStore.readText(join(workspace, path), maxBaselineBytes)),
		records,
		commits,
		ports
	});
}
function readOnce(read) {
	const known = /* @__PURE__ */ new Map();
	return (path) => {
		const text = known.get(path) ?? read(path);
		known.set(path, text);
		return text;
	};
}
async function buildBisectQuestion(spec, sources) {
	const { path: configPath, sha256: configSha256 } = sources.rules.yardstick;
	const { isFirstParent } = spec;
	return {
		...spec.good === null ? findRangeInHistory(spec, sources) : await resolveRange(spec, spec.good, sources),
		isFirstParent,
		configPath,
		configSha256
	};
}
async function resolveRange({ bad, suite, cases, metric }, good, { resolve }) {
	if (suite === null) throw new UserError("the suite to search is missing", "Set --suite, or the input suite.");
	const resolveCommit = async (name, ref) => {
		const commit = await resolve(ref);
		if (commit !== null) return commit;
		throw new UserError(`the ${name} end ${JSON.stringify(ref)} is not a commit of this repository`, "Use a tag, branch or commit; in a workflow check out with `fetch-depth: 0`.");
	};
	return {
		good: await resolveCommit("good", good),
		bad: await resolveCommit("bad", bad ?? "HEAD"),
		suite,
		cases,
		metric
	};
}
function findRangeInHistory({ suite, cases, metric }, { rules: { config }, records }) {
	const found = records.length === 0 ? null : findQuestion(records, buildTrackingRules(config), suite);
	if (!found) throw new UserError(records.length === 0 ? "the good commit is missing" : "the history has no confirmed regression with a range to search", "Set --good and --bad (inputs good and bad), or pass records of earlier runs with --history (input history).");
	return {
		...found,
		cases: cases.length > 0 ? cases : found.cases,
		metric: metric ?? found.metric
	};
}

export { bisectLocally, buildBisectQuestion, renderBisectMarkdown, renderBisectTerminal };