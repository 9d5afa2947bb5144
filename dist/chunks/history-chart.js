import { C as caseId, M as UserError, O as EnvironmentError, w as matchesAxes } from "./foundation.js";
import { $ as columns, $t as recentTrend, B as formatPair, D as sparkline, F as metricName, G as say, H as code, In as rangeMedian, J as blockOf, L as formatCount, M as caseName, N as commitName, O as toPlain, Qt as lastLevelStart, R as formatEffect, V as formatValue, W as link, X as mermaidChart, _t as distinctRecords, dn as holds, et as part, gt as withEntries, ht as parseLedger, in as finiteValues, mt as parseHistoryRecord, nn as ratioInterval, pt as parseHistory, q as fitBlocks, vt as recordIdentity, z as formatInterval } from "./judging.js";
import { a as isBackAt, c as pointValue, o as seriesName, r as observe, s as widthOf } from "./tracking-rules.js";

// src/domain/tracking/shard.ts
const historyDirectory = "history";
const fullShardBytes = 2 * 2 ** 20;
function shardPath({ testbedId, month, part }) {
	const suffix = part === 1 ? "" : `.${String(part).padStart(3, "0")}`;
	return `${historyDirectory}/${testbedId}/${month}${suffix}.jsonl`;
}
function parseShardPath(path) {
	const found = /^history\/([a-z0-9][a-z0-9.-]{0,79})\/(\d{4}-\d{2})(?:\.(\d{3,6}))?\.jsonl$/.exec(path);
	if (!found) return null;
	const [, testbedId = "", month = "", part = "1"] = found;
	return {
		testbedId,
		month,
		part: Number(part)
	};
}
function monthOf(time) {
	return new Date(time).toISOString().slice(0, 7);
}
function monthAfter(month, months) {
	const [year = 0, number = 1] = month.split("-").map(Number);
	return monthOf(new Date(Date.UTC(year, number - 1 + months, 1)).toISOString());
}

// src/steps/history-store.ts
async function listTestbeds(snapshot) {
	return (await snapshot.list(historyDirectory)).filter(({ kind }) => kind === "directory").map(({ path }) => path.slice(historyDirectory.length + 1));
}
async function listShards(snapshot, testbedId) {
	return (await snapshot.list(`${historyDirectory}/${testbedId}`)).flatMap((entry) => {
		const name = entry.kind === "file" ? parseShardPath(entry.path) : null;
		return name ? [{
			...name,
			entry
		}] : [];
	}).toSorted((one, other) => one.month < other.month ? -1 : one.month > other.month ? 1 : one.part - other.part);
}
async function readShards(shards, snapshot, logger) {
	const found = [];
	for (const { entry, testbedId } of shards) {
		const { records, problems } = parseHistory(await snapshot.read(entry), entry.path);
		for (const problem of problems) logger.warning(`A line of the history is left out: ${problem}`);
		found.push(...records.filter(({ testbed }) => testbed.id === testbedId));
	}
	return distinctRecords(found);
}
async function readNewest(snapshot, testbedId, runs, logger) {
	let records = [];
	for (const shard of (await listShards(snapshot, testbedId)).toReversed()) {
		records = distinctRecords([...await readShards([shard], snapshot, logger), ...records]);
		if (records.length >= runs) break;
	}
	return records;
}
async function placeRecord(record, snapshot, logger) {
	const month = monthOf(record.measuredAt);
	const shards = (await listShards(snapshot, record.testbed.id)).filter((shard) => shard.month === month);
	const identity = recordIdentity(record);
	if ((await readShards(shards, snapshot, logger)).some((other) => recordIdentity(other) === identity)) return null;
	const line = `${JSON.stringify(record)}\n`;
	parseHistoryRecord(line, `the record of run ${record.runId}`);
	const last = shards.at(-1);
	if (!last || last.entry.bytes + line.length > fullShardBytes) return {
		path: shardPath({
			testbedId: record.testbed.id,
			month,
			part: (last?.part ?? 0) + 1
		}),
		text: line
	};
	const before = await snapshot.read(last.entry);
	return {
		path: last.entry.path,
		text: `${before}${before.endsWith("\n") || before === "" ? "" : "\n"}${line}`
	};
}
async function readLedger(snapshot, testbedId) {
	const path = ledgerPath(testbedId);
	const entry = (await snapshot.list("tracking")).find((item) => item.kind === "file" && item.path === path);
	if (!entry) return {
		schemaVersion: 1,
		testbedId,
		entries: []
	};
	const ledger = parseLedger(await snapshot.read(entry), path);
	if (ledger.testbedId === testbedId) return ledger;
	throw new UserError(`${path} is of testbed ${ledger.testbedId}`, "Restore the file from the history of its branch.");
}
function placeLedger(ledger) {
	const { entries, ...head } = ledger;
	const lines = entries.map((entry) => `\n${JSON.stringify(entry)}`);
	const text = `${JSON.stringify(head).slice(0, -1)},"entries":[${lines.join(",")}\n]}\n`;
	return {
		path: ledgerPath(ledger.testbedId),
		text
	};
}
function ledgerPath(testbedId) {
	return `tracking/${testbedId}.json`;
}

// src/domain/tracking/entry-of-cause.ts
const mostMetrics = 200;
function hasSettled({ status }, { openWhen }) {
	return openWhen === "candidate" || status === "confirmed";
}
function stepId({ at }, { latest }) {
	return `${latest.testbed.id}@${at.commit.slice(0, 12)}`;
}
function stepEntry(cause, seen, rules, claim) {
	const { good, bad, shifts } = cause;
	const metrics = shifts.map(({ history, change }) => {
		const name = seriesName(history.key, history.metric);
		return {
			history: history.id,
			name,
			good: change.before.level,
			bad: change.after.level
		};
	});
	return {
		id: stepId(cause, seen),
		kind: "step",
		...common(rules, claim),
		goodCommit: good.commit,
		badCommit: bad.commit,
		reach: {
			from: Math.min(...shifts.map((shift) => shift.good.order)),
			to: Math.max(...shifts.map((shift) => shift.bad.order))
		},
		metrics: metrics.slice(0, mostMetrics)
	};
}
function creepEntry({ latest, creeps, now }, rules, claim) {
	if (creeps.length === 0) return null;
	const metrics = creeps.map(({ history, from: { good } }) => {
		const name = seriesName(history.key, history.metric);
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
		...common(rules, claim),
		goodCommit: latest.commit,
		badCommit: latest.commit,
		reach: {
			from: 0,
			to: 0
		},
		metrics: metrics.slice(0, mostMetrics)
	};
}
function common({ minEffect }, { by, at }) {
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

// src/domain/tracking/follow.ts
function follow(ledger, seen, rules, follower) {
	const matched = /* @__PURE__ */ new Map();
	const fresh = [];
	for (const cause of seen.causes) {
		const entry = entryFor(cause, ledger.entries, seen);
		if (entry) matched.set(entry.id, [...matched.get(entry.id) ?? [], cause]);
		else if (hasSettled(cause, rules) && !isPartOfCreep(cause, ledger.entries)) fresh.push(cause);
	}
	const settings = {
		...rules,
		follower
	};
	return [
		...ledger.entries.flatMap((entry) => moveOf(entry, matched.get(entry.id) ?? [], seen, settings) ?? []),
		...fresh.map((cause) => opened(stepEntry(cause, seen, rules, follower), [cause])),
		...freshCreep(ledger, seen, rules, follower)
	];
}
const sharpPlace = 8;
function isPartOfCreep({ shifts }, entries) {
	const creeping = entries.filter(({ kind, state }) => kind === "creep" && state === "open");
	const known = new Set(creeping.flatMap(({ metrics }) => metrics.map(({ history }) => history)));
	return shifts.every((shift) => known.has(shift.history.id) && widthOf(shift) > sharpPlace);
}
function untold({ follower: { by, at } }) {
	return {
		claim: {
			by,
			at
		},
		isTold: false
	};
}
function opened(entry, causes) {
	return {
		kind: "opened",
		entry,
		causes
	};
}
function freshCreep(ledger, seen, rules, follower) {
	const entry = creepEntry(seen, rules, follower);
	return entry === null || ledger.entries.some(({ id }) => id === entry.id) ? [] : [opened(entry, [])];
}
function entryFor(cause, entries, seen) {
	const steps = entries.filter(({ kind }) => kind === "step");
	const sharing = steps.filter((entry) => entry.id === stepId(cause, seen) || sharesCommits(cause, entry));
	return sharing.filter(({ state }) => state === "open").toSorted((one, other) => sharedMetrics(cause, other) - sharedMetrics(cause, one))[0] ?? sharing.at(-1) ?? steps.findLast((entry) => hasComeBack(cause, entry, seen)) ?? null;
}
function sharesCommits(cause, entry) {
	const { good, bad } = cause;
	const { reach } = entry;
	if (!(good.order < reach.to && bad.order > reach.from)) return false;
	return bad.order <= reach.to && good.order >= reach.from || sharedMetrics(cause, entry) > 0;
}
function sharedMetrics({ shifts }, { metrics }) {
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
function moveOf(entry, causes, seen, rules) {
	const settled = causes.filter((cause) => hasSettled(cause, rules));
	if (entry.state === "healed") return returned(entry, settled, seen, rules);
	if (entry.kind === "creep" && seen.creeps.length > 0) return stillCreeping(entry, seen, rules);
	const states = entry.metrics.map((metric) => standingOf(metric, entry, causes, seen));
	if (states.every((state) => state === "unknown")) return {
		kind: "hidden",
		entry,
		causes: []
	};
	if (isGone(states)) {
		const { order, commit } = seen.latest;
		const gone = {
			state: "healed",
			healed: {
				order,
				commit
			},
			...untold(rules)
		};
		return {
			kind: "healed",
			entry: {
				...entry,
				...gone
			},
			causes: []
		};
	}
	return {
		kind: "lasts",
		entry: refreshed(entry, causes, seen, rules),
		causes
	};
}
function stillCreeping(entry, seen, rules) {
	const now = refreshed(entry, [], seen, rules);
	const isNew = ({ history }) => !entry.metrics.some((metric) => metric.history === history);
	if (!now.metrics.some(isNew)) return {
		kind: "lasts",
		entry: now,
		causes: []
	};
	return {
		kind: "grown",
		entry: {
			...now,
			...untold(rules)
		},
		causes: []
	};
}
function isGone(states) {
	const count = (state) => states.filter((other) => other === state).length;
	return count("bad") === 0 && count("back") > 0 && count("back") >= count("doubtful");
}
function standingOf({ history, good, bad }, { kind, minEffect }, causes, { now, distances }) {
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
function returned(entry, causes, seen, rules) {
	if (!(entry.kind === "creep" ? seen.creeps.length > 0 : causes.length > 0)) return null;
	return {
		kind: "returned",
		entry: refreshed({
			...entry,
			state: "open",
			healed: null,
			...untold(rules)
		}, causes, seen, rules),
		causes
	};
}
function refreshed(entry, causes, seen, rules) {
	const { id, claim, isTold, issue, minEffect } = entry;
	const kept = {
		id,
		claim,
		isTold,
		issue,
		minEffect
	};
	if (entry.kind === "creep") {
		const now = creepEntry(seen, rules, claim);
		return now ? {
			...now,
			...kept,
			metrics: joined(now.metrics, entry.metrics)
		} : entry;
	}
	const [first, ...others] = causes.toSorted((one, two) => sharedMetrics(two, entry) - sharedMetrics(one, entry)).map((cause) => stepEntry(cause, seen, rules, claim));
	if (!first) return entry;
	return {
		...first,
		...kept,
		metrics: others.reduce((all, { metrics }) => joined(all, metrics), first.metrics)
	};
}
function joined(one, other) {
	return [...one, ...other.filter(({ history }) => !one.some((metric) => metric.history === history))];
}

// src/domain/tracking/anchor.ts
const runsBeside = 4;
function anchorAmong(records, label, commit) {
	const at = records.findLastIndex((record) => record.commit === commit);
	const around = at < 0 ? [] : records.slice(Math.max(0, at - runsBeside), at + runsBeside + 1);
	return {
		label,
		record: records[at] ?? null,
		around
	};
}

// src/steps/find-anchors.ts
async function resolveAnchors(names, log, logger) {
	const found = [];
	for (const name of names) {
		const label = name === "latest-release" ? await log.latestRelease() : name;
		const commit = label === null ? null : await log.commitOf(label);
		if (label === null) logger.info("There is no release yet, so that slow creep is not measured from one.");
		else if (commit === null) logger.warning(`tracking.anchors names ${label}, which this repository does not have.`);
		else if (!found.some((other) => other.commit === commit)) {
			const { committedAt } = await log.placeOf(commit);
			found.push({
				label,
				commit,
				committedAt
			});
		}
	}
	return found;
}
async function anchorRecords(anchors, testbedId, records, { snapshot, logger }) {
	const found = [];
	for (const { label, commit, committedAt } of anchors) {
		const isKnown = records.some((record) => record.commit === commit);
		found.push(anchorAmong(isKnown ? records : await readMonthsAfter(committedAt), label, commit));
	}
	return found;
	async function readMonthsAfter(time) {
		const [first, last] = [monthOf(time), monthAfter(monthOf(time), 2)];
		const wanted = (await listShards(snapshot, testbedId)).filter(({ month }) => month >= first && month <= last);
		return await readShards(wanted, snapshot, logger);
	}
}

// src/steps/history-readme.ts
const path = "README.md";
const text = `# Performance history

Written by warpgauge; every commit adds to it and none rewrites it.

- \`history/<testbed>/<year>-<month>.jsonl\`: one line per run on the default branch, with its samples
- \`tracking/<testbed>.json\`: the regressions that are followed, and their issues

\`warpgauge history show --dir .\` in a checkout of this branch prints it.
`;
async function startingReadme(snapshot) {
	return (await snapshot.list("history")).length > 0 ? [] : [{
		path,
		text
	}];
}

// src/steps/track-run.ts
const mostAttempts = 12;
const firstPauseMs = 200;
const longestPauseMs = 1e4;
async function trackRun(request, ports) {
	return await writeUntilSettled(ports, request.signal, async (snapshot) => {
		const { record } = request;
		const placed = await placeRecord(record, snapshot, ports.logger);
		const look = await lookAt(request, snapshot, ports.logger);
		const before = await readLedger(snapshot, record.testbed.id);
		const moves = follow(before, look.observation, request.rules, request.follower);
		const ledger = withEntries(before, moves.map(({ entry }) => entry));
		const isChanged = JSON.stringify(ledger) !== JSON.stringify(before);
		return {
			changes: [...placed ? [placed] : [], ...isChanged ? [placeLedger(ledger)] : []],
			message: `Record ${record.commit.slice(0, 7)} on ${record.testbed.id}`,
			result: {
				isNew: placed !== null,
				...look,
				moves,
				ledger
			}
		};
	});
}
async function writeUntilSettled({ data, sleep }, signal, work) {
	for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
		signal.throwIfAborted();
		const snapshot = await data.open();
		const { changes, message, result } = await work(snapshot);
		if (changes.length === 0) return result;
		const all = [...changes, ...await startingReadme(snapshot)];
		if (await data.write(snapshot, all, `${message}\n\n[skip ci]`) === "written") return result;
		await sleep(Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)) * (.5 + Math.random()), signal);
	}
	throw new EnvironmentError(`the data branch was moved by others ${mostAttempts} times while this run was to be recorded`, "Run this job again: what was measured is in its run folder, and nothing is recorded twice.");
}
async function lookAt(request, snapshot, logger) {
	const { record, runs, anchors, rules } = request;
	const known = await readNewest(snapshot, record.testbed.id, runs, logger);
	const records = distinctRecords([...known, record]).slice(-runs);
	const found = await anchorRecords(anchors, record.testbed.id, records, {
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

// src/domain/history/forecast-crossing.ts
const confidence = .95;
const fewestValues = 8;
function forecastCrossing(values, limit, { operator }) {
	if (!Number.isFinite(limit)) throw new RangeError(`the limit is ${limit}; give a finite number`);
	const from = lastLevelStart(values);
	const { places, finite } = finiteValues(values.map((value, index) => index < from ? NaN : value));
	const recent = Float64Array.from(places.slice(-100));
	const recentValues = finite.slice(-100);
	const count = recentValues.length;
	if (count < fewestValues) return fromFewValues(recentValues, limit, operator);
	const line = recentTrend(recent, recentValues, confidence);
	const isFlat = line.slopeInterval[0] <= 0 && line.slopeInterval[1] >= 0;
	const last = values.length - 1;
	const level = isFlat ? line.centre.value : line.intercept + line.slope * last;
	if (!holds(level, operator, limit)) return {
		kind: "already-crossed",
		level,
		count
	};
	const trend = {
		level,
		from: recent[0] ?? 0,
		count,
		slope: line.slope,
		slopeInterval: line.slopeInterval
	};
	if (isFlat) return {
		kind: "no-trend",
		...trend
	};
	const isUpper = operator === "<" || operator === "<=";
	return line.slope > 0 === isUpper ? crossing(line, trend, limit, last) : {
		kind: "moving-away",
		...trend
	};
}
function fromFewValues(values, limit, operator) {
	const count = values.length;
	if (count === 0) return {
		kind: "too-few-values",
		level: null,
		count,
		needed: fewestValues
	};
	const level = rangeMedian(values);
	if (!holds(level, operator, limit)) return {
		kind: "already-crossed",
		level,
		count
	};
	return {
		kind: "too-few-values",
		level,
		count,
		needed: fewestValues
	};
}
function crossing(line, trend, limit, last) {
	const way = {
		value: limit - line.centre.value,
		variance: line.centre.variance
	};
	const [shallow, steep] = line.slopeInterval;
	const slope = {
		value: line.slope,
		variance: ((steep - shallow) / 2 / line.quantile) ** 2
	};
	const fromLast = (runs) => Math.max(0, runs + line.middle - last);
	const ends = ratioInterval(way, slope, line.quantile);
	const runs = fromLast(way.value / line.slope);
	const fastest = line.slope > 0 ? steep : shallow;
	return {
		kind: runs <= 1 ? "within-one-run" : "approaching",
		runs,
		interval: ends ? [fromLast(ends[0]), fromLast(ends[1])] : [fromLast(way.value / fastest), null],
		...trend
	};
}

// src/domain/tracking/outlooks.ts
function limitOutlooks(histories, limits) {
	return histories.flatMap((history) => limits.flatMap((limit) => outlookOf(history, limit) ?? [])).toSorted((one, other) => runsUntil(one) - runsUntil(other));
}
function outlookOf(history, limit) {
	const { operator } = limit;
	const { key, metric } = history;
	if (!(limit.suite === key.suite && limit.value === metric.name && matchesAxes(key.axes, limit.axes)) || operator === "==") return null;
	const forecast = forecastCrossing(history.points.map(pointValue), limit.limit, { operator });
	return [
		"already-crossed",
		"within-one-run",
		"approaching"
	].includes(forecast.kind) ? {
		history,
		limit,
		forecast
	} : null;
}
function runsUntil({ forecast }) {
	return "runs" in forecast ? forecast.runs : 0;
}
function restartedCases(records, latest) {
	return latest.cases.flatMap((item) => {
		const id = caseId(item);
		const before = records.filter((record) => record !== latest && record.order <= latest.order).findLast((record) => record.cases.some((other) => caseId(other) === id));
		const was = before?.cases.find((other) => caseId(other) === id);
		if (!before || !was) return [];
		const { conditions: now } = item;
		const { conditions: then } = was;
		const what = [
			...before.testbed.sha256 === latest.testbed.sha256 ? [] : ["the testbed"],
			...then.datasetSha256 === now.datasetSha256 ? [] : ["the dataset"],
			...then.commandSha256 === now.commandSha256 ? [] : ["the command"],
			...then.filesSha256 === now.filesSha256 ? [] : ["the model files"],
			...then.resultRows === now.resultRows ? [] : ["the number of result rows"]
		];
		const { suite, benchmark, axes } = item;
		return what.length === 0 ? [] : [{
			suite,
			benchmark,
			axes,
			what
		}];
	});
}

// src/reporters/history-summary.ts
const maxBytes = 2e5;
const mostRestarts = 20;
function renderHistorySummary(report) {
	return fitBlocks(partsOf(report).map(blockOf), maxBytes, `the branch ${report.branch}`);
}
function historySentence({ observation, runs, isNew, branch }) {
	const { causes, creeps, latest } = observation;
	const kept = isNew ? `recorded on ${branch}` : `was on ${branch} already`;
	const found = causes.length + creeps.length === 0 ? "no lasting regression" : `${countOf(causes.length, "lasting regression")}, ${countOf(creeps.length, "metric")} creeping`;
	return toPlain(say`${latest.testbed.id}: ${kept}, ${countOf(runs, "run")} looked at, ${found}`);
}
function partsOf(report) {
	const { causes, creeps } = report.observation;
	return [
		part({
			title: say`History`,
			importance: 0,
			lead: [say`${historySentence(report)}.`],
			notes: notesOf(report)
		}),
		...causes.length > 0 ? [causesPart(causes)] : [],
		...creeps.length > 0 ? [creepsPart(creeps)] : [],
		...report.outlooks.length > 0 ? [outlooksPart(report.outlooks)] : [],
		...report.issues.length > 0 ? [issuesPart(report)] : []
	];
}
function notesOf({ anchors, restarts }) {
	const missing = anchors.filter(({ record }) => record === null);
	const more = restarts.length - mostRestarts;
	return [
		...missing.map(({ label }) => say`No run of ${code(label)} is on record for this testbed, so that creep from it is unknown.`),
		...restarts.slice(0, mostRestarts).map(({ what, ...key }) => say`The history of ${caseName(key)} begins anew: ${what.join(", ")} changed.`),
		...more > 0 ? [say`${more} more cases begin anew.`] : []
	];
}
function causesPart(causes) {
	const rows = causes.flatMap(({ good, bad, status, shifts }) => shifts.map(({ history, change }) => [
		say`${commitName(good.commit)} to ${commitName(bad.commit)}`,
		caseName(history.key),
		metricName(history.metric.name),
		say`${formatEffect(change.effect)}`,
		say`${formatInterval(change.interval)}`,
		say`${status}`
	]));
	const body = {
		kind: "table",
		columns: columns("after, up to", "case", "metric", "#change", "#95 % interval", "status"),
		rows
	};
	return part({
		title: say`Lasting regressions`,
		importance: 1,
		noun: "changes",
		body
	});
}
function creepsPart(creeps) {
	const rows = creeps.map(({ from, history, creep }) => [
		code(from.label),
		caseName(history.key),
		metricName(history.metric.name),
		say`${creep.reason}`
	]);
	const body = {
		kind: "table",
		columns: columns("from", "case", "metric", "how far"),
		rows
	};
	return part({
		title: say`Slow creep`,
		importance: 1,
		noun: "metrics",
		body
	});
}
function outlooksPart(outlooks) {
	const rows = outlooks.map(({ limit, history, forecast }) => [
		code(limit.id),
		caseName(history.key),
		say`${metricName(history.metric.name)} ${limit.operator} ${formatValue(limit.limit, limit.unit || history.metric.unit)}`,
		say`${"runs" in forecast ? `in about ${formatCount(Math.ceil(forecast.runs))} runs` : "broken by the level now"}`
	]);
	const body = {
		kind: "table",
		columns: columns("limit", "case", "what", "crossed"),
		rows
	};
	return part({
		title: say`Limits ahead`,
		importance: 2,
		noun: "limits",
		body
	});
}
function issuesPart({ issues }) {
	const rows = issues.map(({ status, url, id }) => [
		code(id),
		say`${status}`,
		url === null ? say`–` : link("issue", url)
	]);
	return part({
		title: say`Issues`,
		importance: 3,
		noun: "issues",
		body: {
			kind: "table",
			columns: columns("regression", "status", "issue"),
			rows
		}
	});
}
function countOf(count, noun) {
	return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

// src/reporters/history-chart.ts
function historyChart(series) {
	const { values, levels } = lastPoints(series);
	if (![...values, ...levels].some(Number.isFinite)) return [];
	const lines = [values, levels].map((line) => ({
		kind: "line",
		values: withoutGaps(line)
	}));
	const chart = {
		title: series.title,
		xTitle: "runs, newest last",
		points: null,
		yTitle: series.unit,
		series: lines
	};
	return [{
		style: "ours",
		text: mermaidChart(chart)
	}];
}
function chartText(series) {
	const { values } = lastPoints(series);
	const finite = values.filter(Number.isFinite);
	if (finite.length === 0) return "no values";
	const [from, to] = formatPair(Math.min(...finite), Math.max(...finite), series.unit);
	const runs = values.length === 1 ? "1 run" : `${values.length} runs`;
	return `${sparkline(values)} (${runs}, ${from === to ? from : `${from} to ${to}`})`;
}
function lastPoints({ values, levels }) {
	return {
		values: values.slice(-120),
		levels: levels.slice(-120)
	};
}
function withoutGaps(values) {
	let last = values.find(Number.isFinite) ?? 0;
	return values.map((value) => last = Number.isFinite(value) ? value : last);
}

export { limitOutlooks as a, writeUntilSettled as c, listTestbeds as d, placeLedger as f, readNewest as h, renderHistorySummary as i, anchorRecords as l, readLedger as m, historyChart as n, restartedCases as o, placeRecord as p, historySentence as r, trackRun as s, chartText as t, resolveAnchors as u };