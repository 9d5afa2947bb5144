import { i as Option, r as InvalidArgumentError } from "./commander.js";
import { v as sleepUntilAborted } from "./github.js";
import { a as createDirectoryData, i as openGitCommitLog, n as printHistoryChanges, r as readHistory, t as buildHistoryReports } from "./history-changes.js";
import { L as diskFileStore, gt as UserError } from "./foundation.js";
import { o as buildRecordChange } from "./outlooks.js";
import { t as buildHistoryRecord } from "./build-history-record.js";
import { $ as parseBaseline, A as readRunRecord, tr as isGateMetric } from "./judging.js";
import { i as writeUntilSettled, t as formatSparkline } from "./history-chart.js";
import { o as print, s as say, t as createTerminalLogger } from "./terminal.js";
import { t as shortenPath } from "./short-path.js";
import { i as formatSeriesName, s as computePointValue } from "./shift.js";
import { c as collectMetricHistories } from "./history-schema.js";
import { join, resolve } from "node:path";

// src/cli/history/history-add.ts
async function addToHistory(folder, { dir, order }) {
	const run = await readRunRecord(folder, diskFileStore);
	const commit = run.revisions.find(({ label }) => label === "head")?.commit ?? null;
	if (commit === null) throw new UserError(`the run in ${folder} does not name its commit`, "Name it in the manifest and ingest again.");
	const place = order === void 0 ? await (await openGitCommitLog(process.cwd())).locateCommit(commit) : {
		order,
		committedAt: run.startedAt
	};
	const record = buildHistoryRecord({
		record: run,
		place,
		runUrl: null
	});
	const ports = {
		data: createDirectoryData(resolve(dir)),
		sleep: sleepUntilAborted
	};
	const isNew = await writeUntilSettled(ports, new AbortController().signal, async (snapshot) => {
		const change = await buildRecordChange(record, snapshot, createTerminalLogger(false));
		return {
			changes: change ? [change] : [],
			message: "",
			result: change !== null
		};
	});
	const what = `${record.commit.slice(0, 7)} on ${record.testbed.id}`;
	say(isNew ? `added ${what}: ${record.cases.length} cases` : `${what} by run ${record.runId} is already recorded`);
}

// src/cli/history/history-dashboard.ts
const maxBaselineBytes = 16777216;
async function writeHistoryDashboard({ html, baselines, ...selection }) {
	const { writeHistoryPage } = await import("./history-page.js");
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

// src/cli/history/history-show.ts
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

// src/cli/history/history.ts
function addHistory(program, exit) {
	const history = program.command("history").description("Add to, show or judge the history of the default branch");
	withDirectory(history.command("add").description("Append a run folder to the history, unless it is already recorded").argument("<dir>", "run folder")).option("--order <n>", "position of the commit in the history (default: counted in this clone)", parseInteger).action(async (folder, options) => {
		await addToHistory(resolve(folder), options);
		exit(0);
	});
	withSelection(withDirectory(history.command("show").description("Show the runs of each metric"))).action(async (options) => {
		await showHistory(options);
		exit(0);
	});
	withSelection(withDirectory(history.command("changes").description("Report change points, slow drift and limits at risk. Exit code 1: a confirmed regression or slow drift persists"))).option("--config <file>", "config with tracking, minEffect and requirements").option("--anchor <rev...>", "commits to measure slow drift from (default: from the config)").action(async (options) => {
		exit(await printHistoryChanges(options));
	});
	addDashboard(history, exit);
}
function addDashboard(history, exit) {
	withDirectory(history.command("dashboard").description("Write the history as one HTML file, for example for GitHub Pages").requiredOption("--html <file>", "file to write")).option("--testbed <id>", "only this testbed").option("--metric <pattern>", "only these metrics: a name, or a prefix followed by *", "*").option("--runs <n>", "number of newest runs to use", parseInteger, 400).option("--config <file>", "config with tracking, minEffect and requirements").option("--anchor <rev...>", "commits to measure slow drift from (default: from the config)").option("--baselines <dir>", "directory of committed baselines to draw next to the runs of their testbed").action(async (options) => {
		await writeHistoryDashboard(options);
		exit(0);
	});
}
function withDirectory(command) {
	return command.option("--dir <dir>", "directory of the history, such as a checkout of the data branch", ".");
}
function withSelection(command) {
	return command.option("--testbed <id>", "only this testbed").option("--metric <pattern>", "only these metrics: a name, or a prefix followed by *", "*").option("--runs <n>", "number of newest runs to use", parseInteger, 400).addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"));
}
function parseInteger(text) {
	if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("give a whole number");
	return Number(text);
}

export { addHistory };