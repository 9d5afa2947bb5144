import { formatSparkline, isGateMetric } from "./judging.js";
import { computePointValue, formatSeriesName } from "./shift.js";
import { collectMetricHistories } from "./metric-history.js";
import { readHistory } from "./history-view.js";
import { print } from "./version.js";

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

export { showHistory };