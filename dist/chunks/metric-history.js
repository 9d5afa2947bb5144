import { formatCaseId } from "./choices.js";

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

export { collectContinuedHistories, collectMetricHistories, formatRecordIdentity, selectDistinctRecords, withoutAbandoned };