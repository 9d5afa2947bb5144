import { UserError } from "./core.js";
import { findRestartedCases, forecastLimits } from "./outlooks.js";
import { observe } from "./observe.js";
import { formatSeriesName } from "./shift.js";
import { diskFileStore } from "./foundation.js";
import { openGitCommitLog } from "./clone-facts.js";
import { renderHistorySummary } from "./history-summary.js";
import { findAnchorRecords, resolveAnchors } from "./branch-commits.js";
import { buildTrackingRules, getTracking, parseRules } from "./judging.js";
import { readHistory } from "./history-view.js";
import { createTerminalLogger, print } from "./version.js";
import { resolve } from "node:path";

// src/cli/history/history-changes.ts
const maxConfigBytes = 262144;
const usualRules = {
	metrics: ["*"],
	minEffect: .03,
	settledAfter: 12,
	openWhen: "confirmed"
};
async function printHistoryChanges(options) {
	const reports = (await buildHistoryReports(options)).map(({ report }) => report);
	print(options.format === "json" ? JSON.stringify(reports.map(toPlainReport), null, 2) : reports.map(renderHistorySummary).join("\n\n"));
	return reports.some(isBad) ? 1 : 0;
}
async function buildHistoryReports(options) {
	const { snapshot, histories } = await readHistory(options);
	const config = options.config === void 0 ? null : await readConfig(options.config);
	const anchors = await findAnchors(options, config);
	const rules = {
		...config ? buildTrackingRules(config) : usualRules,
		metrics: chooseMetrics(options, config)
	};
	const reports = [];
	for (const history of histories) {
		const report = await buildReport(history, {
			snapshot,
			config,
			anchors,
			rules,
			dir: options.dir
		});
		if (report) reports.push({
			...history,
			report
		});
	}
	return reports;
}
async function buildReport({ testbedId, records }, look) {
	const { snapshot, config, anchors, rules, dir } = look;
	const latest = records.at(-1);
	if (!latest) return null;
	const found = await findAnchorRecords(anchors, testbedId, records, {
		snapshot,
		logger: createTerminalLogger(false)
	});
	const observation = observe(records, latest, found, rules);
	return {
		branch: dir,
		isNew: false,
		runs: records.length,
		observation,
		anchors: found,
		outlooks: forecastLimits(observation.histories, config?.requirements ?? []),
		restarts: findRestartedCases(records, latest),
		issues: []
	};
}
function isBad({ observation: { causes, creeps } }) {
	return creeps.length > 0 || causes.some(({ status }) => status === "confirmed");
}
async function findAnchors({ anchor }, config) {
	const names = anchor ?? (config ? getTracking(config).anchors : []);
	if (names.length === 0) return [];
	return await resolveAnchors(names, await openGitCommitLog(process.cwd()), createTerminalLogger(false));
}
function chooseMetrics({ metric }, config) {
	return metric === "*" && config ? getTracking(config).metrics : [metric];
}
async function readConfig(path) {
	const text = await diskFileStore.readText(resolve(path), maxConfigBytes);
	if (text === null) throw new UserError(`there is no config at ${path}`, "Name another file with --config.");
	return parseRules(text, path, {
		origin: "local",
		commit: null
	}).config;
}
function toPlainReport({ observation, runs, anchors, outlooks }) {
	const { latest, shifts, causes, creeps, unresolved } = observation;
	return {
		testbed: latest.testbed.id,
		runs,
		latest: latest.commit,
		changes: shifts.map(({ history, change, good, bad, isWorse, isLasting }) => ({
			series: formatSeriesName(history.key, history.metric),
			unit: history.metric.unit,
			commit: change.point.commit,
			good: good.commit,
			bad: bad.commit,
			effect: change.effect,
			interval: change.interval,
			status: change.status,
			isWorse,
			isLasting
		})),
		regressions: causes.map(({ good, bad, at, status, shifts: own }) => ({
			good: good.commit,
			bad: bad.commit,
			commit: at.commit,
			status,
			series: own.map(({ history }) => formatSeriesName(history.key, history.metric))
		})),
		creeps: creeps.map(({ history, from, creep }) => ({
			series: formatSeriesName(history.key, history.metric),
			anchor: from.label,
			...creep
		})),
		inconclusive: unresolved.map(({ history, runs: own, minEffect, detectable }) => ({
			series: formatSeriesName(history.key, history.metric),
			runs: own,
			minEffect,
			detectable
		})),
		anchors: anchors.map(({ label, record }) => ({
			label,
			commit: record?.commit ?? null
		})),
		outlooks: outlooks.map(({ limit, history, forecast }) => ({
			limit: limit.id,
			series: formatSeriesName(history.key, history.metric),
			...forecast
		}))
	};
}

export { buildHistoryReports, printHistoryChanges };