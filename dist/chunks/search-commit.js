import { UserError } from "./core.js";
import { createRunId, diskFileStore } from "./foundation.js";
import { bisectLocally, renderBisectMarkdown, renderBisectTerminal } from "./local-bisect.js";
import { readHistoryRecords } from "./history-records.js";
import { createTerminalProgress } from "./live-progress.js";
import { readLocalRules } from "./local-inputs.js";
import { parseWholeNumber } from "./option-numbers.js";
import { createTerminalLogger, inspectTerminal, print, say, shortenPath, stopOnSignals } from "./version.js";
import { join, resolve } from "node:path";

// src/cli/search-commit.ts
async function searchCommit(options) {
	const { history, resume: isResume = false } = options;
	if (isResume && !options.out) throw new UserError("--resume needs a bisect folder", "Give its folder with --out DIR.");
	const workspace = process.cwd();
	const runId = createRunId();
	const folder = resolve(workspace, options.out ?? join(".warpgauge", "bisect", runId));
	return await stopOnSignals(async (signal) => {
		const logger = createTerminalLogger(options.verbose);
		const rules = await readLocalRules(options.config);
		const records = history === void 0 ? [] : await readHistoryRecords(resolve(history), logger);
		const spec = {
			good: options.good ?? null,
			bad: options.bad ?? null,
			suite: options.suite ?? null,
			cases: options.case ?? [],
			metric: options.metric ?? null,
			isFirstParent: options.firstParent ?? false
		};
		const { maxRepeats: most } = options;
		const maxRepeats = most === void 0 ? null : parseWholeNumber("--max-repeats", most, 2, 1e3);
		const result = await bisectLocally({
			workspace,
			rules,
			spec,
			folder,
			records,
			maxRepeats,
			isResume,
			runId,
			logger,
			progress: createTerminalProgress(),
			signal
		});
		await diskFileStore.writeText(join(folder, "bisect-report.json"), renderResult(result, "json"));
		await diskFileStore.writeText(join(folder, "bisect-report.md"), renderResult(result, "markdown"));
		print(renderResult(result, options.format));
		say(`\nBisect folder: ${shortenPath(folder)}`);
		return result.ending === "found" ? 0 : result.ending === "no-step" ? 2 : 1;
	});
}
function renderResult(result, format) {
	if (format === "json") return `${JSON.stringify(result, null, 2)}\n`;
	return format === "markdown" ? renderBisectMarkdown(result) : renderBisectTerminal(result, inspectTerminal());
}

export { searchCommit };