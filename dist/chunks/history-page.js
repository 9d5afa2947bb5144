import { _t as columns, at as code, ct as say, et as formatCount, ht as visibleText, vt as part } from "./judging.js";
import { a as historyBlocks, c as partBlocks, n as rawDownloads, r as writePage, s as pageText } from "./write-page.js";
import { t as toolVersion } from "./version.js";

// src/reporters/html/history-page.ts
function historyPage({ histories, downloads, madeBy }) {
	const bad = histories.filter(({ report }) => isBad(report));
	const sentence = bad.length === 0 ? say`No lasting regression on ${formatCount(histories.length)} ${histories.length === 1 ? "testbed" : "testbeds"}` : say`Something lasts or creeps on ${bad.map(({ report }) => report.observation.latest.testbed.id).join(", ")}`;
	const icon = bad.length === 0 ? "✅" : "❌";
	const tone = bad.length === 0 ? "good" : "bad";
	return {
		title: "History",
		madeBy,
		headline: [{
			style: "status",
			icon,
			text: "History",
			tone
		}, ...pageText(say`: ${sentence}`)],
		tone,
		views: [overview(histories.map(({ report }) => report)), ...histories.map(testbedView)],
		downloads
	};
}
function overview(reports) {
	const rows = reports.map(({ observation, runs }) => [
		code(observation.latest.testbed.id),
		say`${formatCount(runs)}`,
		say`${code(observation.latest.commit.slice(0, 7))} ${observation.latest.measuredAt}`,
		say`${formatCount(observation.causes.length)}`,
		say`${formatCount(observation.creeps.length)}`
	]);
	const titles = columns("Testbed", "#Runs", "Latest", "#Lasting regressions", "#Creeping metrics");
	const table = part({
		title: say`Testbeds`,
		importance: 0,
		body: {
			kind: "table",
			columns: titles,
			rows
		}
	});
	return {
		id: "overview",
		title: "Overview",
		blocks: partBlocks(table)
	};
}
function testbedView({ report, baselines }, index) {
	const { id } = report.observation.latest.testbed;
	return {
		id: `testbed-${index}`,
		title: visibleText(id),
		blocks: historyBlocks(report, baselines)
	};
}
function isBad({ observation: { causes, creeps } }) {
	return creeps.length > 0 || causes.some(({ status }) => status === "confirmed");
}

// src/wiring/history-page.ts
async function writeHistoryPage(path, histories) {
	const files = histories.map(({ testbedId, records }) => ({
		name: `${testbedId}.jsonl`,
		mediaType: "application/jsonl",
		text: records.map((record) => `${JSON.stringify(record)}\n`).join("")
	}));
	const { downloads, parts } = await rawDownloads(files);
	const page = historyPage({
		histories,
		downloads,
		madeBy: `warpgauge ${toolVersion}`
	});
	return await writePage(path, {
		page,
		parts
	});
}

export { writeHistoryPage };