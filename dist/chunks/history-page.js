import { createColumns, createPart, formatCount, say, toCode, toVisibleText } from "./judging.js";
import { describeAbsence } from "./history-summary.js";
import { buildHistoryBlocks, packRawFiles, toPageBlocks, toPageText, writePage } from "./write-page.js";
import { toolVersion } from "./version.js";

// src/reporters/html/history-page.ts
function buildHistoryPage({ histories, downloads, madeBy }) {
	const { icon, tone, sentence } = buildHeadline(histories.map(({ report }) => report));
	return {
		title: "History",
		madeBy,
		headline: [{
			style: "status",
			icon,
			text: "History",
			tone
		}, ...toPageText(say`: ${sentence}`)],
		tone,
		views: [buildOverview(histories.map(({ report }) => report)), ...histories.map(buildTestbedView)],
		downloads
	};
}
function buildHeadline(reports) {
	const bad = reports.filter(isBad).map(({ observation }) => observation.latest.testbed.id);
	if (bad.length > 0) return {
		icon: "❌",
		tone: "bad",
		sentence: `Confirmed regression or slow drift on ${bad.join(", ")}`
	};
	const unresolved = reports.flatMap(({ observation }) => observation.unresolved);
	const histories = reports.flatMap(({ observation }) => observation.histories);
	const text = describeAbsence({
		unresolved,
		histories
	});
	const testbeds = `${formatCount(reports.length)} ${reports.length === 1 ? "testbed" : "testbeds"}`;
	const isOpen = unresolved.length > 0 && unresolved.length === histories.length;
	const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)} on ${testbeds}`;
	return isOpen ? {
		icon: "🟡",
		tone: "unsure",
		sentence
	} : {
		icon: "✅",
		tone: "good",
		sentence
	};
}
function buildOverview(reports) {
	const rows = reports.map(({ observation, runs }) => [
		toCode(observation.latest.testbed.id),
		say`${formatCount(runs)}`,
		say`${toCode(observation.latest.commit.slice(0, 7))} ${observation.latest.measuredAt}`,
		say`${formatCount(observation.causes.length)}`,
		say`${formatCount(observation.creeps.length)}`,
		say`${formatCount(observation.unresolved.length)}`
	]);
	const titles = createColumns("Testbed", "#Runs", "Latest", "#Persistent regressions", "#Drifting metrics", "#Inconclusive metrics");
	const table = createPart({
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
		blocks: toPageBlocks(table)
	};
}
function buildTestbedView({ report, baselines }, index) {
	const { id } = report.observation.latest.testbed;
	return {
		id: `testbed-${index}`,
		title: toVisibleText(id),
		blocks: buildHistoryBlocks(report, baselines)
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
	const { downloads, parts } = await packRawFiles(files);
	const page = buildHistoryPage({
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