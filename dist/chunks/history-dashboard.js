import { diskFileStore } from "./foundation.js";
import { buildHistoryReports } from "./history-changes2.js";
import { shortenPath } from "./short-path.js";
import { say } from "./version.js";
import { parseBaseline } from "./judging.js";
import { join, resolve } from "node:path";

// src/cli/history/history-dashboard.ts
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

export { writeHistoryDashboard };