import { readLocalRules } from "./read-rules2.js";
import { UserError } from "./core.js";
import { createDirectoryData } from "./directory-data-branch.js";
import { findAnchorRecords, listTestbeds, readNewest, resolveAnchors } from "./branch-commits.js";
import { createTerminalLogger, print, say } from "./version.js";
import { buildTrackingRules, formatSparkline, getTracking, isGateMetric, parseBaseline } from "./judging.js";
import { collectMetricHistories, computePointValue, formatSeriesName } from "./shift.js";
import { findRestartedCases, forecastLimits, observe } from "./observe.js";
import { diskFileStore } from "./foundation.js";
import { openGitCommitLog } from "./clone-facts.js";
import { renderHistorySummary } from "./history-summary.js";
import { shortenPath } from "./short-path.js";
import { join, resolve } from "node:path";

// src/cli/history/show-history.ts
async function readHistory({ dir, testbed, runs }) {
	const snapshot = await createDirectoryData(resolve(dir)).open();
	const known = await listTestbeds(snapshot);
	if (known.length === 0) throw new UserError(`there is no history in ${dir}`, "Check the branch warpgauge-data out somewhere and name that directory with --dir.");
	if (testbed !== void 0 && !known.includes(testbed)) throw new UserError(`there is no testbed ${testbed} in ${dir}`, `There are ${known.join(", ")}.`);
	const histories = [];
	for (const testbedId of testbed === void 0 ? known : [testbed]) {
		const records = await readNewest(snapshot, testbedId, runs, createTerminalLogger(false));
		histories.push({
			testbedId,
			records: records.slice(-runs)
		});
	}
	return {
		snapshot,
		histories
	};
}
async function showHistory(options) {
	const { histories } = await readHistory(options);
	if (options.format === "json") {
		const all = histories.map(({ testbedId, records }) => ({
			testbedId,
			series: selectSeries({
				testbedId,
				records
			}, options)
		}));
		print(JSON.stringify(all, null, 2));
		return;
	}
	for (const { testbedId, records } of histories) {
		const [first, last] = [records[0], records.at(-1)];
		if (!first || !last) continue;
		print(`${testbedId}  ${records.length} ${records.length === 1 ? "run" : "runs"}, ${first.commit.slice(0, 7)} to ${last.commit.slice(0, 7)}`);
		for (const history of selectSeries({
			testbedId,
			records
		}, options)) print(`  ${formatSeries(history)}`);
	}
}
function selectSeries({ records }, { metric }) {
	return collectMetricHistories(records, ({ name }) => isGateMetric(name, [metric]));
}
function formatSeries({ key, metric, points }) {
	const values = points.map(computePointValue);
	const series = {
		title: metric.name,
		unit: metric.unit,
		values: values.slice(-60),
		levels: values.slice(-60)
	};
	return `${formatSeriesName(key, metric)}  ${formatSparkline(series)}`;
}
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
	const config = options.config === void 0 ? null : (await readLocalRules(options.config)).config;
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
const maxBaselineBytes = 16777216;
async function writeHistoryDashboard({ html, baselines, ...selection }) {
	const { writeHistoryPage } = await import("./report-page.js");
	const found = await buildHistoryReports({
		...selection,
		format: "text"
	});
	const histories = await Promise.all(found.map(async (one) => ({
		...one,
		baselines: await readBaselines(one.testbedId, baselines)
	})));
	const path = resolve(html);
	const bytes = await writeHistoryPage(path, histories);
	say(`wrote ${shortenPath(path)}: ${(bytes / 1e6).toFixed(1)} MB, opens in any browser`);
}
async function readBaselines(testbed, directory) {
	if (directory === void 0) return [];
	const folder = join(resolve(directory), testbed);
	const names = (await diskFileStore.list(folder)).filter((name) => name.endsWith(".json") && name !== "noise.json");
	return (await Promise.all(names.map(async (name) => ({
		name,
		text: await diskFileStore.readText(join(folder, name), maxBaselineBytes)
	})))).flatMap(({ name, text }) => text === null ? [] : [parseBaseline(text, join(folder, name))]);
}

export { buildHistoryReports, printHistoryChanges, readHistory, showHistory, writeHistoryDashboard };