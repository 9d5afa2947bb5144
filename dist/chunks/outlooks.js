import { j as UserError } from "./core.js";
import { X as sanitizeMessage, it as hasAxes, rt as formatCaseId } from "./foundation.js";
import { Jn as formatNames, Mi as refuseOtherMetric, _n as selectFiniteValues, dn as fitRecentTrend, pn as computeRatioInterval, un as findLastLevelStart, wn as isMet, zi as computeRangeMedian } from "./judging.js";
import { d as withoutAbandoned, l as formatRecordIdentity, n as parseHistoryRecord, r as parseLedger, t as parseHistory, u as selectDistinctRecords } from "./history-schema.js";
import { s as computePointValue } from "./shift.js";

// src/domain/tracking/shard.ts
const historyDirectory = "history";
const fullShardBytes = 2 * 2 ** 20;
function formatShardPath({ testbedId, month, part }) {
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
function withoutTornTail(text, isWhole) {
	const written = text.slice(0, findWrittenEnd(text));
	const last = written.slice(written.lastIndexOf("\n") + 1);
	if (last !== "" && isWhole(last)) return {
		kept: `${written}\n`,
		torn: text.slice(written.length)
	};
	const kept = written.slice(0, written.length - last.length);
	return {
		kept,
		torn: text.slice(kept.length)
	};
}
function findWrittenEnd(text) {
	let end = text.length;
	while (end > 0 && text[end - 1] === "\0") end -= 1;
	return end;
}
function formatMonth(time) {
	return new Date(time).toISOString().slice(0, 7);
}
function addMonths(month, months) {
	const [year = 0, number = 1] = month.split("-").map(Number);
	return formatMonth(new Date(Date.UTC(year, number - 1 + months, 1)).toISOString());
}

// src/steps/history/history-store.ts
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
		for (const problem of problems) logger.warning(`Skipped a line of the history: ${problem}`);
		found.push(...records.filter(({ testbed }) => testbed.id === testbedId));
	}
	return selectDistinctRecords(found);
}
async function readNewest(snapshot, testbedId, runs, logger) {
	let records = [];
	for (const shard of (await listShards(snapshot, testbedId)).toReversed()) {
		records = selectDistinctRecords([...await readShards([shard], snapshot, logger), ...records]);
		if (withoutAbandoned(records).length >= runs) break;
	}
	return withoutAbandoned(records);
}
async function buildRecordChange(record, snapshot, logger) {
	const month = formatMonth(record.measuredAt);
	const shards = (await listShards(snapshot, record.testbed.id)).filter((shard) => shard.month === month);
	const identity = formatRecordIdentity(record);
	if ((await readShards(shards, snapshot, logger)).some((other) => formatRecordIdentity(other) === identity)) return null;
	const line = `${JSON.stringify(record)}\n`;
	parseHistoryRecord(line, `the record of run ${record.runId}`);
	const last = shards.at(-1);
	if (!last || last.entry.bytes + line.length > fullShardBytes) return {
		path: formatShardPath({
			testbedId: record.testbed.id,
			month,
			part: (last?.part ?? 0) + 1
		}),
		text: line
	};
	const before = withoutTornTail(await snapshot.read(last.entry), isRecord);
	if (before.torn !== "") logger.warning(describeTornLines(last.entry.path, before));
	return {
		path: last.entry.path,
		text: `${before.kept}${line}`
	};
}
function isRecord(line) {
	return parseHistory(line, "the last line").records.length > 0;
}
function describeTornLines(path, { kept, torn }) {
	const begin = sanitizeMessage(torn.replaceAll("\0", ""), 120);
	const what = begin === "" ? "zeros of an unfinished write" : `which start with ${begin}`;
	const lines = kept.split("\n").length - 1;
	return `${path} was incomplete: ${Buffer.byteLength(torn)} bytes at its end are not a record and are removed, ${what}. Complete lines kept: ${lines}. Add the run folder of the lost run again (\`warpgauge history add\`).`;
}
async function readLedger(snapshot, testbedId) {
	const path = buildLedgerPath(testbedId);
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
function buildLedgerChange(ledger) {
	const { entries, ...head } = ledger;
	const lines = entries.map((entry) => `\n${JSON.stringify(entry)}`);
	const text = `${JSON.stringify(head).slice(0, -1)},"entries":[${lines.join(",")}\n]}\n`;
	return {
		path: buildLedgerPath(ledger.testbedId),
		text
	};
}
function buildLedgerPath(testbedId) {
	return `tracking/${testbedId}.json`;
}

// src/domain/tracking/anchor.ts
const runsAround = 4;
function findAnchor(records, label, commit) {
	const at = records.findLastIndex((record) => record.commit === commit);
	const around = at < 0 ? [] : records.slice(Math.max(0, at - runsAround), at + runsAround + 1);
	return {
		label,
		record: records[at] ?? null,
		around
	};
}

// src/steps/history/find-anchors.ts
async function resolveAnchors(names, log, logger) {
	const found = [];
	for (const name of names) {
		const label = name === "latest-release" ? await log.findLatestRelease() : name;
		const commit = label === null ? null : await log.findCommit(label);
		if (label === null) logger.info("There is no release yet, so slow drift is not measured from one.");
		else if (commit === null) logger.warning(`tracking.anchors names ${label}, which does not exist in this repository.`);
		else if (!found.some((other) => other.commit === commit)) {
			const { committedAt } = await log.locateCommit(commit);
			found.push({
				label,
				commit,
				committedAt
			});
		}
	}
	return found;
}
async function findAnchorRecords(anchors, testbedId, records, { snapshot, logger }) {
	const found = [];
	for (const { label, commit, committedAt } of anchors) {
		const isKnown = records.some((record) => record.commit === commit);
		found.push(findAnchor(isKnown ? records : await readMonthsAfter(committedAt), label, commit));
	}
	return found;
	async function readMonthsAfter(time) {
		const [first, last] = [formatMonth(time), addMonths(formatMonth(time), 2)];
		const selected = (await listShards(snapshot, testbedId)).filter(({ month }) => month >= first && month <= last);
		return await readShards(selected, snapshot, logger);
	}
}

// src/domain/history/forecast-crossing.ts
const confidence = .95;
const fewestValues = 8;
function forecastCrossing(values, limit, { operator }) {
	if (!Number.isFinite(limit)) throw new RangeError(`the limit is ${limit}; give a finite number`);
	const from = findLastLevelStart(values);
	const { places, finite } = selectFiniteValues(values.map((value, index) => index < from ? NaN : value));
	const recent = Float64Array.from(places.slice(-100));
	const recentValues = finite.slice(-100);
	const count = recentValues.length;
	if (count < fewestValues) return forecastFewValues(recentValues, limit, operator);
	const line = fitRecentTrend(recent, recentValues, confidence);
	const isFlat = line.slopeInterval[0] <= 0 && line.slopeInterval[1] >= 0;
	const last = values.length - 1;
	const level = isFlat ? line.center.value : line.intercept + line.slope * last;
	if (!isMet(level, operator, limit)) return {
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
	return line.slope > 0 === isUpper ? forecastLineCrossing(line, trend, limit, last) : {
		kind: "moving-away",
		...trend
	};
}
function forecastFewValues(values, limit, operator) {
	const count = values.length;
	if (count === 0) return {
		kind: "too-few-values",
		level: null,
		count,
		needed: fewestValues
	};
	const level = computeRangeMedian(values);
	if (!isMet(level, operator, limit)) return {
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
function forecastLineCrossing(line, trend, limit, last) {
	const way = {
		value: limit - line.center.value,
		variance: line.center.variance
	};
	const [shallow, steep] = line.slopeInterval;
	const slope = {
		value: line.slope,
		variance: ((steep - shallow) / 2 / line.quantile) ** 2
	};
	const countFromLast = (runs) => Math.max(0, runs + line.middle - last);
	const ends = computeRatioInterval(way, slope, line.quantile);
	const runs = countFromLast(way.value / line.slope);
	const fastest = line.slope > 0 ? steep : shallow;
	return {
		kind: runs <= 1 ? "within-one-run" : "approaching",
		runs,
		interval: ends ? [countFromLast(ends[0]), countFromLast(ends[1])] : [countFromLast(way.value / fastest), null],
		...trend
	};
}

// src/domain/tracking/outlooks.ts
function forecastLimits(histories, limits) {
	return histories.flatMap((history) => limits.flatMap((limit) => forecastLimit(history, limit) ?? [])).toSorted((one, other) => getRunsUntil(one) - getRunsUntil(other));
}
function forecastLimit(history, limit) {
	const { operator } = limit;
	const { key, metric } = history;
	if (!(limit.suite === key.suite && limit.value === metric.name && hasAxes(key.axes, limit.axes)) || operator === "==") return null;
	const forecast = forecastCrossing(history.points.map(computePointValue), limit.limit, { operator });
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
function getRunsUntil({ forecast }) {
	return "runs" in forecast ? forecast.runs : 0;
}
function findRestartedCases(records, latest) {
	return latest.cases.flatMap((item) => {
		const id = formatCaseId(item);
		const before = records.filter((record) => record !== latest && record.order <= latest.order).findLast((record) => record.cases.some((other) => formatCaseId(other) === id));
		const was = before?.cases.find((other) => formatCaseId(other) === id);
		if (!before || !was) return [];
		const { conditions: now } = item;
		const { conditions: then } = was;
		const known = new Map(was.metrics.map((one) => [one.name, one]));
		const others = item.metrics.filter((one) => refuseOtherMetric(known.get(one.name), one) !== null);
		const what = [
			...before.testbed.sha256 === latest.testbed.sha256 ? [] : ["the testbed"],
			...then.datasetSha256 === now.datasetSha256 ? [] : ["the dataset"],
			...then.commandSha256 === now.commandSha256 ? [] : ["the command"],
			...then.filesSha256 === now.filesSha256 ? [] : ["the model files"],
			...then.resultRows === now.resultRows ? [] : ["the number of result rows"],
			...others.length === 0 ? [] : [`the unit or direction of ${formatNames(others.map(({ name }) => name))}`]
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

export { buildLedgerChange as a, readLedger as c, resolveAnchors as i, readNewest as l, forecastLimits as n, buildRecordChange as o, findAnchorRecords as r, listTestbeds as s, findRestartedCases as t };