import { UserError } from "./core.js";
import { _enum, array, boolean, int, literal, number, strictObject, string } from "./zod.js";
import { formatCaseId } from "./choices.js";
import { axes, commit, count, limits, metricName, name, readUntrusted, sha256, slug, testbed, time } from "./judging.js";

// src/domain/tracking/history-record.ts
function formatRecordIdentity({ runId, commit, testbed }) {
	return JSON.stringify([
		runId,
		commit,
		testbed.id
	]);
}
function selectDistinctRecords(records) {
	const known = /* @__PURE__ */ new Map();
	for (const record of records) {
		const identity = formatRecordIdentity(record);
		if (!known.has(identity)) known.set(identity, record);
	}
	return [...known.values()].toSorted((one, other) => one.order - other.order || Date.parse(one.measuredAt) - Date.parse(other.measuredAt));
}
function withoutAbandoned(records) {
	const isOnBranch = /* @__PURE__ */ new Map();
	const newestFirst = records.toSorted((one, other) => Date.parse(other.measuredAt) - Date.parse(one.measuredAt));
	for (const { commit, abandoned = [] } of newestFirst) {
		if (isOnBranch.get(commit) === false) continue;
		isOnBranch.set(commit, true);
		for (const other of abandoned) if (!isOnBranch.has(other)) isOnBranch.set(other, false);
	}
	return records.filter(({ commit }) => isOnBranch.get(commit) !== false);
}

// src/domain/tracking/ledger.ts
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

// src/config/records/history-schema.ts
const testbedId = testbed.shape.id;
const figure = number();
const address = string().max(500).regex(/^https?:\/\/[^\s\p{Cc}]+$/u, "must be a web address");
const order = int().min(0).max(1e9);
const conditions = strictObject({
	datasetSha256: sha256,
	commandSha256: sha256,
	filesSha256: sha256,
	resultRows: count.nullable()
});
const metric = strictObject({
	name: metricName,
	unit: name,
	betterWhen: _enum(["lower", "higher"]),
	kind: _enum([
		"duration",
		"rate",
		"count",
		"memory",
		"share"
	]).exactOptional(),
	samples: array(figure).max(50)
});
const historyCase = strictObject({
	suite: slug,
	benchmark: name,
	axes,
	conditions,
	metrics: array(metric).max(limits.metrics)
});
const provenance = strictObject({
	tool: name,
	event: name,
	runUrl: address.nullable(),
	configPath: name,
	configSha256: sha256
});
const historyRecordSchema = strictObject({
	schemaVersion: literal(1),
	runId: name,
	commit,
	order,
	committedAt: time,
	measuredAt: time,
	testbed: strictObject({
		id: testbedId,
		sha256
	}),
	provenance,
	cases: array(historyCase).max(limits.cases),
	abandoned: array(commit).max(5e3).optional()
});
const ledgerEntry = strictObject({
	id: string().regex(/^[a-z0-9][a-z0-9.-]{0,79}@(?:[0-9a-f]{12}|creep)$/, "must name a testbed and a commit"),
	kind: _enum(["step", "creep"]),
	state: _enum(["open", "healed"]),
	issue: int().positive().nullable(),
	claim: strictObject({
		by: name,
		at: time
	}),
	isTold: boolean(),
	goodCommit: commit,
	badCommit: commit,
	reach: strictObject({
		from: order,
		to: order
	}),
	minEffect: figure,
	metrics: array(strictObject({
		history: string().max(8e3),
		name: string().max(4e3),
		good: figure,
		bad: figure
	})).max(limits.few),
	healed: strictObject({
		order,
		commit
	}).nullable()
});
const ledgerSchema = strictObject({
	schemaVersion: literal(1),
	testbedId,
	entries: array(ledgerEntry).max(limits.cases)
});
const maxLineBytes = 4 * 2 ** 20;
const maxLedgerBytes = 8 * 2 ** 20;
function parseHistory(text, path) {
	const records = [];
	const problems = [];
	if (text.trim() === "") problems.push(`${path} is empty, so its records are lost; restore it from its branch or a backup`);
	for (const [index, line] of text.split("\n").entries()) {
		if (line.trim() === "") continue;
		try {
			records.push(parseHistoryRecord(line, `${path}:${index + 1}`));
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			problems.push(error.message);
		}
	}
	return {
		records,
		problems
	};
}
function parseHistoryRecord(line, path) {
	return readUntrusted(line, historyRecordSchema, {
		path,
		maxBytes: maxLineBytes
	});
}
function parseLedger(text, path) {
	return readUntrusted(text, ledgerSchema, {
		path,
		maxBytes: maxLedgerBytes
	});
}

// src/domain/tracking/metric-history.ts
function collectContinuedHistories(records, latest, isTracked) {
	const histories = collectMetricHistories([latest], isTracked);
	const points = new Map(histories.map(({ id }) => [id, []]));
	const directions = new Map(histories.map(({ id, metric }) => [id, metric.betterWhen]));
	for (const record of records) collect(record, isTracked, (id, point, { metric }) => {
		if (metric.betterWhen === directions.get(id)) points.get(id)?.push(point);
	});
	return histories.map((history) => ({
		...history,
		points: points.get(history.id) ?? []
	}));
}
function collectMetricHistories(records, isTracked) {
	const found = /* @__PURE__ */ new Map();
	for (const record of records) collect(record, isTracked, (id, point, of) => {
		const series = `${id} ${of.metric.betterWhen}`;
		const known = found.get(series) ?? {
			id,
			...of,
			points: []
		};
		known.points.push(point);
		found.set(series, known);
	});
	return [...found.values()];
}
function collect(record, isTracked, add) {
	for (const item of record.cases) {
		const { suite, benchmark, axes } = item;
		const key = {
			suite,
			benchmark,
			axes
		};
		const name = formatCaseId(key);
		const conditions = formatConditions(record, item);
		for (const { samples, ...metric } of item.metrics) {
			if (!isTracked(metric)) continue;
			add(JSON.stringify([
				name,
				metric.name,
				metric.unit,
				record.testbed.id,
				conditions
			]), toPoint(record, conditions, samples), {
				key,
				metric
			});
		}
	}
}
function formatConditions({ testbed }, { conditions }) {
	const { datasetSha256, commandSha256, filesSha256, resultRows } = conditions;
	return JSON.stringify([
		testbed.sha256,
		datasetSha256,
		commandSha256,
		filesSha256,
		resultRows
	]);
}
function toPoint(record, conditions, samples) {
	const { commit, order, measuredAt, testbed } = record;
	return {
		commit,
		order,
		time: measuredAt,
		testbedId: testbed.id,
		conditions,
		samples
	};
}

export { collectContinuedHistories, collectMetricHistories, formatRecordIdentity, parseHistory, parseHistoryRecord, parseLedger, selectDistinctRecords, withEntries, withoutAbandoned };