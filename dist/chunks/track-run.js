import { EnvironmentError } from "./core.js";
import { computeWidth, formatSeriesName, isBackAt, selectDistinctRecords, withoutAbandoned } from "./shift.js";
import { observe } from "./observe.js";
import { buildLedgerChange, buildRecordChange, findAbandoned, findAnchorRecords, readLedger, readNewest } from "./branch-commits.js";

// src/domain/history/ledger.ts
function withEntries(ledger, changed) {
	const byId = new Map(ledger.entries.map((entry) => [entry.id, entry]));
	for (const entry of changed) byId.set(entry.id, entry);
	const all = [...byId.values()];
	const healed = all.filter(({ state }) => state === "healed").slice(0, -200);
	return {
		...ledger,
		entries: all.filter((entry) => !healed.includes(entry))
	};
}
const mostMetrics = 200;
function hasSettled({ status }, { openWhen }) {
	return openWhen === "candidate" || status === "confirmed";
}
function formatStepId({ at }, { latest }) {
	return `${latest.testbed.id}@${at.commit.slice(0, 12)}`;
}
function buildStepEntry(cause, observation, rules, claim) {
	const { good, bad, shifts } = cause;
	const metrics = shifts.map(({ history, change }) => {
		const name = formatSeriesName(history.key, history.metric);
		return {
			history: history.id,
			name,
			good: change.before.level,
			bad: change.after.level
		};
	});
	return {
		id: formatStepId(cause, observation),
		kind: "step",
		...buildCommonFields(rules, claim),
		goodCommit: good.commit,
		badCommit: bad.commit,
		reach: {
			from: Math.min(...shifts.map((shift) => shift.good.order)),
			to: Math.max(...shifts.map((shift) => shift.bad.order))
		},
		metrics: metrics.slice(0, mostMetrics)
	};
}
function buildCreepEntry({ latest, creeps, now }, rules, claim) {
	if (creeps.length === 0) return null;
	const metrics = creeps.map(({ history, from: { good } }) => {
		const name = formatSeriesName(history.key, history.metric);
		return {
			history: history.id,
			name,
			good,
			bad: now.get(history.id)?.level ?? good
		};
	});
	return {
		id: `${latest.testbed.id}@creep`,
		kind: "creep",
		...buildCommonFields(rules, claim),
		goodCommit: latest.commit,
		badCommit: latest.commit,
		reach: {
			from: 0,
			to: 0
		},
		metrics: metrics.slice(0, mostMetrics)
	};
}
function buildCommonFields({ minEffect }, { by, at }) {
	return {
		state: "open",
		issue: null,
		claim: {
			by,
			at
		},
		isTold: false,
		minEffect,
		healed: null
	};
}
function followLedger(ledger, observation, rules, follower) {
	const causes = /* @__PURE__ */ new Map();
	const opened = [];
	for (const cause of observation.causes) {
		const known = findEntry(cause, ledger.entries, observation);
		if (known && (known.state === "open" || hasSettled(cause, rules))) causes.set(known.id, [...causes.get(known.id) ?? [], cause]);
		else if (!known && hasSettled(cause, rules) && !isPartOfCreep(cause, ledger.entries)) {
			const entry = buildStepEntry(cause, observation, rules, follower);
			causes.set(entry.id, [cause]);
			opened.push(entry);
		}
	}
	const creep = buildCreepEntry(observation, rules, follower);
	if (creep && !ledger.entries.some(({ id }) => id === creep.id)) opened.push(creep);
	const claim = {
		claim: {
			by: follower.by,
			at: follower.at
		},
		isTold: false
	};
	return {
		ledger: withEntries(ledger, [...ledger.entries.map((entry) => {
			const next = followEntry(entry, causes.get(entry.id) ?? [], observation, rules);
			return hasNews(entry, next) ? {
				...next,
				...claim
			} : next;
		}), ...opened]),
		causes
	};
}
function hasNews(entry, next) {
	const isKnown = ({ history }) => entry.metrics.some((metric) => metric.history === history);
	return next.state !== entry.state || next.kind === "creep" && !next.metrics.every(isKnown);
}
const sharpPlace = 8;
function isPartOfCreep({ shifts }, entries) {
	const creeping = entries.filter(({ kind, state }) => kind === "creep" && state === "open");
	const known = new Set(creeping.flatMap(({ metrics }) => metrics.map(({ history }) => history)));
	return shifts.every((shift) => known.has(shift.history.id) && computeWidth(shift) > sharpPlace);
}
function findEntry(cause, entries, observation) {
	const steps = entries.filter(({ kind }) => kind === "step");
	const sharing = steps.filter((entry) => entry.id === formatStepId(cause, observation) || hasSharedCommits(cause, entry));
	return sharing.filter(({ state }) => state === "open").toSorted((one, other) => countSharedMetrics(cause, other) - countSharedMetrics(cause, one))[0] ?? sharing.at(-1) ?? steps.findLast((entry) => hasComeBack(cause, entry, observation)) ?? null;
}
function hasSharedCommits(cause, entry) {
	const { good, bad } = cause;
	const { reach } = entry;
	if (!(good.order < reach.to && bad.order > reach.from)) return false;
	return bad.order <= reach.to && good.order >= reach.from || countSharedMetrics(cause, entry) > 0;
}
function countSharedMetrics({ shifts }, { metrics }) {
	return shifts.filter(({ history }) => metrics.some((metric) => metric.history === history.id)).length;
}
function hasComeBack({ good, shifts }, { state, reach, metrics, minEffect }, { now }) {
	if (state !== "healed" || good.order < reach.to) return false;
	return shifts.some(({ history }) => {
		const known = metrics.find((metric) => metric.history === history.id);
		const level = now.get(history.id)?.level;
		return known !== void 0 && level !== void 0 && Math.abs(level / known.bad - 1) < minEffect;
	});
}
function followEntry(entry, causes, observation, rules) {
	const isDetected = entry.kind === "creep" ? observation.creeps.length > 0 : causes.length > 0;
	if (entry.state === "healed") return isDetected ? refreshEntry({
		...entry,
		state: "open",
		healed: null
	}, causes, observation, rules) : entry;
	if (entry.kind === "creep" && isDetected) return refreshEntry(entry, [], observation, rules);
	const states = entry.metrics.map((metric) => determineStanding(metric, entry, causes, observation));
	const count = (state) => states.filter((other) => other === state).length;
	if (count("unknown") === states.length) return entry;
	const isOver = count("bad") === 0 && count("back") > 0 && count("back") >= count("doubtful");
	const { order, commit } = observation.latest;
	return isOver ? {
		...entry,
		state: "healed",
		healed: {
			order,
			commit
		}
	} : refreshEntry(entry, causes, observation, rules);
}
function determineStanding({ history, good, bad }, { kind, minEffect }, causes, { now, distances }) {
	const found = now.get(history);
	if (!found) return "unknown";
	if (kind === "creep") {
		const beyond = distances.filter((distance) => distance.history.id === history).map((distance) => distance.beyond);
		return beyond.length === 0 ? "unknown" : Math.max(...beyond) < minEffect / 2 ? "back" : "bad";
	}
	if (causes.some(({ shifts }) => shifts.some((shift) => shift.history.id === history))) return "bad";
	const { betterWhen } = found.history.metric;
	return isBackAt(found.level, {
		good,
		bad,
		minEffect,
		betterWhen
	}) ? "back" : "doubtful";
}
function refreshEntry(entry, causes, observation, rules) {
	const { id, claim, isTold, issue, minEffect } = entry;
	const kept = {
		id,
		claim,
		isTold,
		issue,
		minEffect
	};
	if (entry.kind === "creep") {
		const now = buildCreepEntry(observation, rules, claim);
		return now ? {
			...now,
			...kept,
			metrics: joinMetrics(now.metrics, entry.metrics)
		} : entry;
	}
	const [first, ...others] = causes.toSorted((one, two) => countSharedMetrics(two, entry) - countSharedMetrics(one, entry)).map((cause) => buildStepEntry(cause, observation, rules, claim));
	if (!first) return entry;
	return {
		...first,
		...kept,
		metrics: others.reduce((all, { metrics }) => joinMetrics(all, metrics), first.metrics)
	};
}
function joinMetrics(one, other) {
	return [...one, ...other.filter(({ history }) => !one.some((metric) => metric.history === history))];
}

// src/steps/history/track-run.ts
const maxAttempts = 12;
const firstPauseMs = 200;
const maxPauseMs = 1e4;
async function trackRun(request, ports) {
	return await writeUntilSettled(ports, request.signal, async (snapshot) => {
		const known = await readNewest(snapshot, request.record.testbed.id, request.runs, ports.logger);
		const record = await withAbandoned(request.record, known, ports);
		const placed = await buildRecordChange(record, snapshot, ports.logger);
		const observed = await observeHistory({
			...request,
			record
		}, known, snapshot, ports.logger);
		const before = await readLedger(snapshot, record.testbed.id);
		const followed = followLedger(before, observed.observation, request.rules, request.follower);
		const { ledger } = followed;
		const isChanged = JSON.stringify(ledger) !== JSON.stringify(before);
		return {
			changes: [...placed ? [placed] : [], ...isChanged ? [buildLedgerChange(ledger)] : []],
			message: `Record ${record.commit.slice(0, 7)} on ${record.testbed.id}`,
			result: {
				isNew: placed !== null,
				...observed,
				...followed
			}
		};
	});
}
async function writeUntilSettled({ data, sleep }, signal, work) {
	for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
		signal.throwIfAborted();
		const snapshot = await data.open();
		const { changes, message, result } = await work(snapshot);
		if (changes.length === 0) return result;
		const all = [...changes, ...await createStartingReadme(snapshot)];
		if (await data.write(snapshot, all, `${message}\n\n[skip ci]`) === "written") return result;
		await sleep(Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1)) * (.5 + Math.random()), signal);
	}
	throw new EnvironmentError(`the run could not be recorded: other jobs changed the data branch during each of ${maxAttempts} attempts`, "Run this job again: the results are in its run folder, and a run is never recorded twice.");
}
async function withAbandoned(record, known, { branchLog, logger }) {
	const abandoned = branchLog ? await findAbandoned(record, known, branchLog, logger) : [];
	return abandoned.length === 0 ? record : {
		...record,
		abandoned
	};
}
async function observeHistory(request, known, snapshot, logger) {
	const { record, runs, anchors, rules } = request;
	const records = withoutAbandoned(selectDistinctRecords([...known, record])).slice(-runs);
	const found = await findAnchorRecords(anchors, record.testbed.id, records, {
		snapshot,
		logger
	});
	const latest = records.at(-1) ?? record;
	return {
		records,
		anchors: found,
		observation: observe(records, latest, found, rules)
	};
}
const path = "README.md";
const text = `# Performance history

Written by warpgauge; every commit adds to it and none rewrites it.

- \`history/<testbed>/<year>-<month>.jsonl\`: one line per run on the default branch, with its samples
- \`tracking/<testbed>.json\`: the regressions that are followed, and their issues

\`warpgauge history show --dir .\` in a checkout of this branch prints it.
`;
async function createStartingReadme(snapshot) {
	if ((await snapshot.list("history")).length > 0) return [];
	return (await snapshot.list("")).some((entry) => entry.path === path) ? [] : [{
		path,
		text
	}];
}

export { trackRun, withAbandoned, withEntries, writeUntilSettled };