import { i as Option } from "./commander.js";
import { M as findCause, j as UserError, y as cancelOnSignals } from "./core.js";
import { A as diskFileStore, i as createRunId } from "./foundation.js";
import { i as renderBisectTerminal, n as bisectLocally, r as renderBisectMarkdown, t as buildBisectQuestion } from "./bisect-question.js";
import { it as openGitRepository } from "./measuring.js";
import { t as readHistoryRecords } from "./history-records.js";
import { t as createTerminalProgress } from "./live-progress.js";
import { t as shortenPath } from "./short-path.js";
import { a as measureColumns, i as mayColor, o as print, s as say, t as createTerminalLogger } from "./terminal.js";
import { join, relative, resolve } from "node:path";
import { readFile } from "node:fs/promises";

// src/cli/bisect.ts
const formats = [
	"terminal",
	"markdown",
	"json"
];
function addBisect(program, exit) {
	program.command("bisect").description("Find the commit that made a metric worse").option("--good <rev>", "a good commit (default: the last one before the newest regression in --history)").option("--bad <rev>", "a later, bad commit (default HEAD)").option("--suite <name>", "suite of the metric").option("--case <pattern...>", "only cases whose ids match; * matches any text").option("--metric <name>", "metric to follow (default: the gate metric with the most certain regression)").option("--config <file>", "config of this working tree, used for every commit", ".github/warpgauge.yml").option("--history <dir>", "records of earlier runs, such as a checkout of the data branch; used before anything is measured").option("--first-parent", "treat each merge as one step").option("--max-repeats <n>", "maximum runs per side of a comparison (default: from the config)").option("--out <dir>", "bisect folder (default .warpgauge/bisect/<id>)").option("--resume", "continue the interrupted bisect in --out").addOption(new Option("--format <format>", "output format").choices(formats).default("terminal")).option("--verbose", "print debug messages").action(async (options) => {
		if (options.resume && !options.out) throw new UserError("--resume needs a bisect folder", "Give its folder with --out DIR.");
		exit(await search(options));
	});
}
async function search(options) {
	const { signal, release } = cancelOnSignals();
	const workspace = process.cwd();
	const runId = createRunId();
	const folder = resolve(workspace, options.out ?? join(".warpgauge", "bisect", runId));
	try {
		const logger = createTerminalLogger(options.verbose ?? false);
		const configText = await readConfig(options.config);
		const records = options.history === void 0 ? [] : await readHistoryRecords(resolve(options.history), logger);
		const result = await bisectLocally({
			workspace,
			configText,
			question: await buildQuestion(options, configText, records),
			folder,
			records,
			maxRepeats: parseMaxRepeats(options.maxRepeats),
			isResume: options.resume ?? false,
			runId,
			logger,
			progress: createTerminalProgress(),
			signal,
			token: null,
			localNames: "all"
		});
		await saveReports(result, folder);
		print(renderResult(result, options.format));
		say(`\nBisect folder: ${shortenPath(folder)}`);
		return chooseExitCode(result);
	} catch (error) {
		throw findCause(error, signal);
	} finally {
		release();
	}
}
async function buildQuestion(options, configText, records) {
	const workspace = process.cwd();
	const git = await openGitRepository(workspace, { warn: say });
	const request = {
		good: options.good ?? null,
		bad: options.bad ?? null,
		suite: options.suite ?? null,
		cases: options.case ?? [],
		metric: options.metric ?? null,
		isFirstParent: options.firstParent ?? false
	};
	const configPath = relative(workspace, resolve(workspace, options.config));
	return await buildBisectQuestion(request, {
		configPath,
		configText,
		records,
		resolve: (ref) => git.resolve(ref)
	});
}
async function readConfig(path) {
	return await readFile(resolve(path), "utf8").catch((error) => {
		throw new UserError(`there is no config at ${path}`, "Name another one with --config.", { cause: error });
	});
}
function parseMaxRepeats(text) {
	if (text === void 0) return null;
	const value = Number(text);
	if (Number.isInteger(value) && value >= 2 && value <= 1e3) return value;
	throw new UserError(`--max-repeats is ${JSON.stringify(text)}`, "Give a whole number from 2 to 1000.");
}
async function saveReports(result, folder) {
	await diskFileStore.writeText(join(folder, "bisect-report.json"), renderResult(result, "json"));
	await diskFileStore.writeText(join(folder, "bisect-report.md"), renderResult(result, "markdown"));
}
function renderResult(result, format) {
	switch (format) {
		case "json": return `${JSON.stringify(result, null, 2)}\n`;
		case "markdown": return renderBisectMarkdown(result);
		case "terminal": return renderBisectTerminal(result, {
			columns: measureColumns(process.stdout),
			color: mayColor(process.stdout)
		});
		default: return format;
	}
}
function chooseExitCode({ ending }) {
	if (ending === "found") return 0;
	return ending === "no-step" ? 2 : 1;
}

export { addBisect };