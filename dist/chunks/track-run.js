import { EnvironmentError } from "./core.js";
import { computeWidth, formatSeriesName, isBackAt, selectDistinctRecords, withoutAbandoned } from "./shift.js";
import { observe } from "./observe.js";
import { buildLedgerChange, buildRecordChange, findAnchorRecords, readLedger, readNewest, withAbandoned } from "./branch-commits.js";

// src/domain/history/ledger.ts
function withEntries(ledger, changed) {
	const all = [...new Map([...ledger.entries, ...changed].map((entry) => [entry.id, entry])).values()];
	const healed = all.filter(({ state }) => state === "healed").slice(0, -200);
	return {
		...ledger,
		entries: all.filter((entry) => !healed.includes(entry))
	};
}
const mostMetrics = 200;
function formatStepId({ at }, { latest }) {
	return `${latest.testbed.id}@${at.commit.slice(0, 12)}`;
}
function buildEntry(cause, { observation, rules, claim }) {
	const { latest, creeps, now } = observation;
	const levels = cause ? cause.shifts.map(({ history, change }) => ({
		history,
		good: change.before.level,
		bad: change.after.level
	})) : creeps.map(({ history, from: { good } }) => ({
		history,
		good,
		bad: now.get(history.id)?.level ?? good
	}));
	const common = {
		minEffect: rules.minEffect,
		metrics: levels.slice(0, mostMetrics).map(({ history: { id, key, metric }, good, bad }) => {
			return {
				history: id,
				name: formatSeriesName(key, metric),
				good,
				bad
			};
		}),
		healed: null
	};
	const state = {
		state: "open",
		issue: null,
		claim,
		isTold: false
	};
	if (!cause) {
		const commits = {
			goodCommit: latest.commit,
			badCommit: latest.commit,
			reach: {
				from: 0,
				to: 0
			}
		};
		return {
			id: `${latest.testbed.id}@creep`,
			kind: "creep",
			...state,
			...commits,
			...common
		};
	}
	const { good, bad, shifts } = cause;
	const reach = {
		from: Math.min(...shifts.map((shift) => shift.good.order)),
		to: Math.max(...shifts.map((shift) => shift.bad.order))
	};
	const commits = {
		goodCommit: good.commit,
		badCommit: bad.commit,
		reach
	};
	return {
		id: formatStepId(cause, observation),
		kind: "step",
		...state,
		...commits,
		...common
	};
}
function followLedger(ledger, observation, rules, claim) {
	const sight = {
		observation,
		rules,
		claim
	};
	const causes = /* @__PURE__ */ new Map();
	const opened = [];
	for (const cause of observation.causes) {
		const isCertain = rules.openWhen === "candidate" || cause.status === "confirmed";
		const known = findEntry(cause, ledger.entries, observation);
		if (known && (known.state === "open" || isCertain)) causes.set(known.id, [...causes.get(known.id) ?? [], cause]);
		else if (!known && isCertain && !isPartOfCreep(cause, ledger.entries)) {
			const entry = buildEntry(cause, sight);
			causes.set(entry.id, [cause]);
			opened.push(entry);
		}
	}
	if (observation.creeps.length > 0) opened.push(buildEntry(null, sight));
	const followed = ledger.entries.map((entry) => {
		const next = followEntry(entry, causes.get(entry.id) ?? [], sight);
		return hasNews(entry, next) ? {
			...next,
			claim,
			isTold: false
		} : next;
	});
	return {
		ledger: withEntries(ledger, [...opened, ...followed]),
		causes
	};
}
function hasNews(entry, next) {
	const known = new Set(entry.metrics.map(({ history }) => history));
	return next.state !== entry.state || next.kind === "creep" && !next.metrics.every(({ history }) => known.has(history));
}
const sharpPlace = 8;
function isPartOfCreep({ shifts }, entries) {
	const creeping = entries.filter(({ kind, state }) => kind === "creep" && state === "open");
	const known = new Set(creeping.flatMap(({ metrics }) => metrics.map(({ history }) => history)));
	return shifts.every((shift) => known.has(shift.history.id) && computeWidth(shift) > sharpPlace);
}
function findEntry(cause, entries, observation) {
	const steps = entries.filter(({ kind }) => kind === "step");
	const id = formatStepId(cause, observation);
	const sharing = steps.filter((entry) => entry.id === id || hasSharedCommits(cause, entry));
	return sharing.filter(({ state }) => state === "open").toSorted((one, other) => countSharedMetrics(cause, other) - countSharedMetrics(cause, one))[0] ?? sharing.at(-1) ?? steps.findLast((entry) => hasComeBack(cause, entry, observation)) ?? null;
}
function hasSharedCommits(cause, entry) {
	const { good, bad } = cause;
	const { reach } = entry;
	if (good.order >= reach.to || bad.order <= reach.from) return false;
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
function followEntry(entry, causes, sight) {
	const { kind, state, metrics } = entry;
	const { latest, creeps } = sight.observation;
	if ((kind === "creep" ? creeps.length > 0 : causes.length > 0) && (state === "healed" || kind === "creep")) return refreshEntry(entry, causes, sight);
	if (state === "healed") return entry;
	const standings = Map.groupBy(metrics, (metric) => determineStanding(metric, entry, causes, sight.observation));
	const count = (standing) => standings.get(standing)?.length ?? 0;
	if (count("unknown") === metrics.length) return entry;
	if (!(count("bad") === 0 && count("back") > 0 && count("back") >= count("doubtful") + count("unknown"))) return refreshEntry(entry, causes, sight);
	return {
		...entry,
		state: "healed",
		healed: {
			order: latest.order,
			commit: latest.commit
		}
	};
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
function refreshEntry(entry, causes, sight) {
	const { id, claim, isTold, issue, minEffect } = entry;
	const main = causes.toSorted((one, two) => countSharedMetrics(two, entry) - countSharedMetrics(one, entry));
	const isCreep = entry.kind === "creep" && sight.observation.creeps.length > 0;
	const [first, ...others] = (isCreep ? [null] : main).map((cause) => buildEntry(cause, sight));
	if (!first) return entry;
	const kept = entry.metrics.filter(({ history }) => isCreep || !sight.observation.now.has(history));
	const listed = [...[first, ...others].flatMap((one) => one.metrics), ...kept];
	const metrics = listed.filter(({ name }, index) => listed.findIndex((one) => one.name === name) === index);
	return {
		...first,
		id,
		claim,
		isTold,
		issue,
		minEffect,
		metrics
	};
}

// src/steps/history/track-run.ts
async function trackRun(request, ports) {
	const { rules, runs, follower, signal } = request;
	const { id } = request.record.testbed;
	const { logger } = ports;
	return await writeUntilSettled(ports, signal, async (snapshot) => {
		const known = await readNewest(snapshot, id, runs, logger);
		const record = await withAbandoned(request.record, known, ports);
		const placed = await buildRecordChange(record, snapshot, logger);
		const records = withoutAbandoned(selectDistinctRecords([...known, record])).slice(-runs);
		const anchors = await findAnchorRecords(request.anchors, id, records, {
			snapshot,
			logger
		});
		const observation = observe(records, records.at(-1) ?? record, anchors, rules);
		const before = await readLedger(snapshot, id);
		const followed = followLedger(before, observation, rules, follower);
		const isChanged = JSON.stringify(followed.ledger) !== JSON.stringify(before);
		return {
			changes: [...placed ? [placed] : [], ...isChanged ? [buildLedgerChange(followed.ledger)] : []],
			message: `Record ${record.commit.slice(0, 7)} on ${id}`,
			result: {
				isNew: placed !== null,
				records,
				anchors,
				observation,
				...followed
			}
		};
	});
}
const maxAttempts = 12;
const firstPauseMs = 200;
const maxPauseMs = 1e4;
const readme = {
	path: "README.md",
	text: `# Performance history

Written by warpgauge; every commit adds to it and none rewrites it.

- \`history/<testbed>/<year>-<month>.jsonl\`: one line per run on the default branch, with its samples
- \`tracking/<testbed>.json\`: the regressions that are followed, and their issues

\`warpgauge history show --dir .\` in a checkout of this branch prints it.
`
};
async function writeUntilSettled({ data, sleep }, signal, work) {
	let purpose = "";
	for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
		signal.throwIfAborted();
		const snapshot = await data.open();
		const { changes, message, result } = await work(snapshot);
		if (changes.length === 0) return result;
		purpose = message;
		const all = !((await snapshot.list("history")).length === 0) || (await snapshot.list("")).some(({ path }) => path === readme.path) ? changes : [readme, ...changes];
		if (await snapshot.write(all, `${message}\n\n[skip ci]`) === "written") return result;
		await sleep(Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1)) * (.5 + Math.random()), signal);
	}
	throw new EnvironmentError(`${purpose}: not written, because other jobs changed the data branch during each of ${maxAttempts} attempts`, "Run this job again: the results are in its run folder, and a run is never recorded twice.");
}

export { trackRun, withEntries, writeUntilSettled };