import { buildTrackingRules, formatSparkline, getTracking, isGateMetric, noiseFile, parseBaseline } from "./judging.js";
import { UserError } from "./core.js";
import { collectMetricHistories, computePointValue, formatSeriesName } from "./shift.js";
import { findRestartedCases, forecastLimits, observe } from "./observe.js";
import { createDirectoryData } from "./directory-data-branch.js";
import { diskFileStore } from "./foundation.js";
import { openGitCommitLog } from "./clone-facts.js";
import { renderHistorySummary } from "./history-summary.js";
import { isBadHistory } from "./history.js";
import { findAnchorRecords, listTestbeds, readNewest, resolveAnchors } from "./branch-commits.js";
import { maxBaselineBytes, readLocalRules } from "./local-inputs.js";
import { createTerminalLogger, print, sayWritten } from "./version.js";
import { join, resolve } from "node:path";

// src/cli/history/show-history.ts
async function readHistory({ dir, testbed, runs }) {
	const snapshot = await createDirectoryData(resolve(dir)).open();
	const known = await listTestbeds(snapshot);
	if (known.length === 0) throw new UserError(`there is no history in ${dir}`, "Check the branch warpgauge-data out somewhere and name that directory with --dir.");
	if (testbed !== void 0 && !known.includes(testbed)) throw new UserError(`there is no testbed ${testbed} in ${dir}`, `There are ${known.join(", ")}.`);
	const histories = [];
	for (const testbedId of testbed === void 0 ? known : [testbed]) {
		const records = await readNewest(snapshot, testbedId, runs, createTerminalLogger());
		histories.push({
			testbedId,
			records: records.slice(-runs)
		});
	}
	const unreadable = histories.filter(({ records }) => records.length === 0).map(({ testbedId }) => testbedId);
	const problem = `no record of testbed ${unreadable.join(", ")} in ${dir} can be read`;
	const hint = "Restore the files below history/ from an earlier commit of their branch.";
	if (unreadable.length === histories.length) throw new UserError(problem, hint);
	if (unreadable.length > 0) createTerminalLogger().warning(`${problem}, so nothing is reported of it. ${hint}`);
	return {
		snapshot,
		histories,
		unreadable
	};
}
async function showHistory(options) {
	const { histories } = await readHistory(options);
	const all = histories.map(({ testbedId, records }) => {
		return {
			testbedId,
			records,
			series: collectMetricHistories(records, ({ name }) => isGateMetric(name, [options.metric]))
		};
	});
	if (options.format === "json") return print(JSON.stringify(all.map(({ testbedId, series }) => ({
		testbedId,
		series
	})), null, 2));
	for (const { testbedId, records, series } of all) {
		const [first, last] = [records[0], records.at(-1)];
		if (!first || !last) continue;
		const runs = `${records.length} ${records.length === 1 ? "run" : "runs"}`;
		print(`${testbedId}  ${runs}, ${first.commit.slice(0, 7)} to ${last.commit.slice(0, 7)}`);
		for (const { key, metric, points } of series) {
			const values = points.map(computePointValue).slice(-60);
			const line = formatSparkline({
				title: metric.name,
				unit: metric.unit,
				values,
				levels: values
			});
			print(`  ${formatSeriesName(key, metric)}  ${line}`);
		}
	}
}
const usualRules = {
	metrics: ["*"],
	minEffect: .03,
	settledAfter: 12,
	openWhen: "confirmed"
};
async function printHistoryChanges(options) {
	const read = await readHistory(options);
	const reports = (await buildHistoryReports(options, read)).map(({ report }) => report);
	print(options.format === "json" ? JSON.stringify(reports.map(toPlainReport), null, 2) : reports.map(renderHistorySummary).join("\n\n"));
	if (reports.some(isBadHistory)) return 1;
	return read.unreadable.length > 0 || reports.every(({ observation }) => observation.histories.length === 0) ? 2 : 0;
}
async function buildHistoryReports(options, read) {
	const { snapshot, histories } = read ?? await readHistory(options);
	const { config: file, dir, metric } = options;
	const config = file === void 0 ? null : (await readLocalRules(file)).config;
	const anchors = await findAnchors(options, config);
	const metrics = metric === "*" && config ? getTracking(config).metrics : [metric];
	const rules = {
		...config ? buildTrackingRules(config) : usualRules,
		metrics
	};
	const reports = histories.map(async ({ testbedId, records }) => {
		const latest = records.at(-1);
		if (!latest) return [];
		const ports = {
			snapshot,
			logger: createTerminalLogger()
		};
		const found = await findAnchorRecords(anchors, testbedId, records, ports);
		const observation = observe(records, latest, found, rules);
		return [{
			testbedId,
			records,
			report: {
				branch: dir,
				isNew: false,
				runs: records.length,
				observation,
				anchors: found,
				outlooks: forecastLimits(observation.histories, config?.requirements ?? []),
				restarts: findRestartedCases(records, latest),
				issues: []
			}
		}];
	});
	return (await Promise.all(reports)).flat();
}
async function findAnchors({ anchor }, config) {
	const names = anchor ?? (config ? getTracking(config).anchors : []);
	if (names.length === 0) return [];
	return await resolveAnchors(names, await openGitCommitLog(process.cwd()), createTerminalLogger());
}
function formatSeries({ history }) {
	return formatSeriesName(history.key, history.metric);
}
function toPlainReport({ observation, runs, anchors, outlooks }) {
	const { latest, shifts, causes, creeps, unresolved, lost } = observation;
	return {
		testbed: latest.testbed.id,
		runs,
		latest: latest.commit,
		changes: shifts.map((shift) => ({
			series: formatSeries(shift),
			unit: shift.history.metric.unit,
			commit: shift.change.point.commit,
			good: shift.good.commit,
			bad: shift.bad.commit,
			effect: shift.change.effect,
			interval: shift.change.interval,
			status: shift.change.status,
			isWorse: shift.isWorse,
			isLasting: shift.isLasting
		})),
		regressions: causes.map(({ good, bad, at, status, shifts: own }) => ({
			good: good.commit,
			bad: bad.commit,
			commit: at.commit,
			status,
			series: own.map(formatSeries)
		})),
		creeps: creeps.map((one) => ({
			series: formatSeries(one),
			anchor: one.from.label,
			...one.creep
		})),
		inconclusive: unresolved.map(({ history, runs: own, minEffect, detectable }) => ({
			series: formatSeries({ history }),
			runs: own,
			minEffect,
			detectable
		})),
		notMeasured: lost.map((history) => formatSeries({ history })),
		anchors: anchors.map(({ label, record }) => ({
			label,
			commit: record?.commit ?? null
		})),
		outlooks: outlooks.map((one) => ({
			limit: one.limit.id,
			series: formatSeries(one),
			...one.forecast
		}))
	};
}
async function writeHistoryDashboard({ html, baselines, ...selection }) {
	const { writeHistoryPage } = await import("./report-page.js");
	const read = await readHistory({
		...selection,
		format: "text"
	});
	const found = await buildHistoryReports({
		...selection,
		format: "text"
	}, read);
	const histories = await Promise.all(found.map(async (one) => ({
		...one,
		baselines: await readBaselines(one.testbedId, baselines)
	})));
	sayWritten(html, await writeHistoryPage(resolve(html), histories, read.unreadable));
}
async function readBaselines(testbed, directory) {
	if (directory === void 0) return [];
	const folder = join(resolve(directory), testbed);
	const read = (await diskFileStore.list(folder)).filter((name) => name.endsWith(".json") && name !== "noise.json").map(async (name) => {
		const text = await diskFileStore.readText(join(folder, name), maxBaselineBytes);
		return text === null ? [] : [parseBaseline(text, join(folder, name))];
	});
	return (await Promise.all(read)).flat();
}

export { buildHistoryReports, printHistoryChanges, readHistory, showHistory, writeHistoryDashboard };