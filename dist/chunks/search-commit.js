import { readLocalRules } from "./read-rules2.js";
import { UserError, cancelOnSignals, findCause } from "./core.js";
import { createRunId, diskFileStore } from "./foundation.js";
import { bisectLocally, buildBisectQuestion, renderBisectMarkdown, renderBisectTerminal } from "./local-bisect.js";
import { openGitRepository } from "./measuring.js";
import { readHistoryRecords } from "./history-records.js";
import { createTerminalProgress } from "./live-progress.js";
import { shortenPath } from "./short-path.js";
import { createTerminalLogger, mayColor, measureColumns, print, say } from "./version.js";
import { join, resolve } from "node:path";

// src/cli/search-commit.ts
async function searchCommit(options) {
	if (options.resume && !options.out) throw new UserError("--resume needs a bisect folder", "Give its folder with --out DIR.");
	const { signal, release } = cancelOnSignals();
	const workspace = process.cwd();
	const runId = createRunId();
	const folder = resolve(workspace, options.out ?? join(".warpgauge", "bisect", runId));
	try {
		const logger = createTerminalLogger(options.verbose ?? false);
		const rules = await readLocalRules(options.config);
		const records = options.history === void 0 ? [] : await readHistoryRecords(resolve(options.history), logger);
		const result = await bisectLocally({
			environment: process.env,
			workspace,
			rules,
			question: await buildQuestion(options, rules, records),
			folder,
			records,
			maxRepeats: parseMaxRepeats(options.maxRepeats),
			isResume: options.resume ?? false,
			runId,
			logger,
			progress: createTerminalProgress(),
			signal
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
async function buildQuestion(options, rules, records) {
	const git = await openGitRepository(process.cwd(), { warn: say });
	const request = {
		good: options.good ?? null,
		bad: options.bad ?? null,
		suite: options.suite ?? null,
		cases: options.case ?? [],
		metric: options.metric ?? null,
		isFirstParent: options.firstParent ?? false
	};
	return await buildBisectQuestion(request, {
		rules,
		records,
		resolve: (ref) => git.resolve(ref)
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

export { searchCommit };