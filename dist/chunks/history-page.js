import { Ct as part, St as columns, at as formatCount, bt as visibleText, pt as say, ut as code } from "./judging.js";
import { t as absenceText } from "./history-summary.js";
import { a as historyBlocks, c as partBlocks, n as rawDownloads, r as writePage, s as pageText } from "./write-page.js";
import { t as toolVersion } from "./version.js";

// src/reporters/html/history-page.ts
function historyPage({ histories, downloads, madeBy }) {
	const { icon, tone, sentence } = headlineOf(histories.map(({ report }) => report));
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
function headlineOf(reports) {
	const bad = reports.filter(isBad).map(({ observation }) => observation.latest.testbed.id);
	if (bad.length > 0) return {
		icon: "❌",
		tone: "bad",
		sentence: `Confirmed regression or slow drift on ${bad.join(", ")}`
	};
	const unresolved = reports.flatMap(({ observation }) => observation.unresolved);
	const histories = reports.flatMap(({ observation }) => observation.histories);
	const text = absenceText({
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
function overview(reports) {
	const rows = reports.map(({ observation, runs }) => [
		code(observation.latest.testbed.id),
		say`${formatCount(runs)}`,
		say`${code(observation.latest.commit.slice(0, 7))} ${observation.latest.measuredAt}`,
		say`${formatCount(observation.causes.length)}`,
		say`${formatCount(observation.creeps.length)}`,
		say`${formatCount(observation.unresolved.length)}`
	]);
	const titles = columns("Testbed", "#Runs", "Latest", "#Lasting regressions", "#Creeping metrics", "#Inconclusive metrics");
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