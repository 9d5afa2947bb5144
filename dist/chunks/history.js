import { formatCaseId } from "./choices.js";
import { computeMedian, formatCount, formatCounted, formatEffect } from "./core.js";
import { computePointValue, formatSeriesName } from "./shift.js";
import { createAxis, createChart, createText, say, tabulate, toCode, toStatus } from "./judging.js";
import { buildHistoryBlocks, describeAbsence, describeUnresolved } from "./history-summary.js";

// src/reporters/html/history.ts
function buildHistoryPage({ histories, unreadable = [], downloads, madeBy }) {
	const reports = histories.map(({ report }) => report);
	const blocks = tabulate(reports, {
		Testbed: ({ observation: { latest } }) => toCode(latest.testbed.id),
		"#Runs": ({ runs }) => formatCount(runs),
		Latest: ({ observation: { latest } }) => say`${toCode(latest.commit.slice(0, 7))} ${latest.measuredAt}`,
		"#Persistent regressions": ({ observation: { causes } }) => formatCount(causes.length),
		"#Drifting metrics": ({ observation: { creeps } }) => formatCount(creeps.length),
		"#Inconclusive metrics": ({ observation: { unresolved } }) => formatCount(unresolved.length)
	}, { title: say`Testbeds` });
	const views = histories.map(({ report, baselines }, index) => ({
		id: `testbed-${index}`,
		title: report.observation.latest.testbed.id,
		blocks: buildHistoryView(report, baselines)
	}));
	return {
		title: "History",
		madeBy,
		...buildHeadline(reports, unreadable),
		views: [{
			id: "overview",
			title: "Overview",
			blocks
		}, ...views],
		downloads
	};
}
function buildHeadline(reports, unreadable) {
	const bad = reports.filter(isBadHistory).map(({ observation }) => observation.latest.testbed.id);
	const unread = unreadable.length === 0 ? "" : `; no readable record of ${unreadable.join(", ")}`;
	if (bad.length > 0) return createHeadline("❌", "bad", `Confirmed regression or slow drift on ${bad.join(", ")}${unread}`);
	const unresolved = reports.flatMap(({ observation }) => observation.unresolved);
	const histories = reports.flatMap(({ observation }) => observation.histories);
	const text = describeAbsence({
		unresolved,
		histories
	});
	const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)} on ${formatCounted(reports.length, "testbed")}${unread}`;
	const unchecked = reports.filter(({ observation }) => observation.histories.length === 0);
	const lost = reports.flatMap(({ observation }) => observation.lost);
	if (lost.length > 0) return createHeadline("🟡", "unsure", `${sentence}; ${formatCounted(lost.length, "metric")} not measured`);
	if (unread !== "" || unresolved.length === histories.length) return createHeadline("🟡", "unsure", sentence);
	if (unchecked.length === 0) return createHeadline("✅", "good", sentence);
	return createHeadline("🟡", "unsure", `${sentence}, no metric to check on ${unchecked.map(({ observation }) => observation.latest.testbed.id).join(", ")}`);
}
function createHeadline(icon, tone, sentence) {
	return {
		headline: say`${toStatus(icon, "History", tone)}: ${sentence}`,
		tone
	};
}
function isBadHistory({ observation: { causes, creeps } }) {
	return creeps.length > 0 || causes.some(({ status }) => status === "confirmed");
}
const mostCharts = 60;
function buildHistoryView(report, baselines) {
	const { histories, shifts } = report.observation;
	const measured = histories.filter(({ points }) => points.some((point) => Number.isFinite(computePointValue(point))));
	const countLastingShifts = (history) => selectShifts(history, shifts).filter(({ isLasting }) => isLasting).length;
	const sorted = measured.toSorted((one, other) => countLastingShifts(other) - countLastingShifts(one));
	const hidden = sorted.slice(mostCharts);
	const changed = hidden.filter((history) => selectShifts(history, shifts).length > 0).length;
	const more = say`${formatCounted(hidden.length, "more metric")} not shown, ${formatCount(changed)} of them with a change.`;
	const charts = sorted.slice(0, mostCharts).map((history) => buildChart(history, report, baselines));
	const [first, ...others] = buildHistoryBlocks(report);
	const opening = first && {
		...first,
		title: null,
		lead: [say`${formatCounted(report.runs, "run")} checked.`]
	};
	return [
		...opening ? [opening] : [],
		...others,
		...charts,
		...hidden.length > 0 ? [createText({ lead: [more] })] : []
	];
}
function buildChart(history, report, baselines) {
	const { key, metric, points } = history;
	const own = selectShifts(history, report.observation.shifts);
	const samples = points.flatMap((point) => point.samples);
	const { axis: y, factor } = createAxis(metric.name, metric.unit, samples);
	const dots = points.flatMap((point, x) => {
		const values = point.samples.filter(Number.isFinite).map((value) => value * factor);
		if (values.length === 0) return [];
		const note = `${point.commit.slice(0, 7)}, ${point.time}`;
		return [{
			x,
			y: computeMedian(values),
			low: Math.min(...values),
			high: Math.max(...values),
			note
		}];
	});
	const levels = buildLevels(points.length, own).map(([x, level]) => ({
		x,
		y: level * factor
	}));
	const curves = [
		{
			name: "median of each run",
			style: "dots",
			points: dots
		},
		...levels.length > 0 ? [{
			name: "level",
			style: "steps",
			points: levels
		}] : [],
		...buildBaselineLines(history, baselines, factor)
	];
	const changes = own.map(({ change, isWorse, bad }) => ({
		x: change.at - .5,
		label: `${formatEffect(change.effect)} at ${bad.commit.slice(0, 7)}`,
		tone: isWorse ? "bad" : "good"
	}));
	const anchors = report.anchors.flatMap(({ label, record }) => {
		const x = points.findIndex(({ commit }) => commit === record?.commit);
		return x < 0 ? [] : [{
			x,
			label,
			tone: "quiet"
		}];
	});
	const x = {
		label: "runs",
		unit: "",
		isFromZero: false,
		words: points.map(({ commit }) => commit.slice(0, 7))
	};
	const marks = [...changes, ...anchors];
	const unresolved = report.observation.unresolved.filter((one) => one.history.id === history.id);
	const notes = [...own.map(formatShift), ...unresolved.map((one) => say`Inconclusive: ${describeUnresolved(one)}.`)];
	return createChart({
		kind: "curves",
		title: formatSeriesName(key, metric),
		x,
		y,
		curves,
		marks
	}, { notes });
}
function formatShift({ change, good, bad, isWorse, isLasting }) {
	const end = isLasting ? "" : isWorse ? ", recovered since" : ", lost since";
	return say`${formatEffect(change.effect)} ${isWorse ? "worse" : "better"} after ${good.commit.slice(0, 7)}, up to ${bad.commit.slice(0, 7)}: ${change.status}${end}.`;
}
function selectShifts({ id }, shifts) {
	return shifts.filter(({ history }) => history.id === id).toSorted((one, other) => one.change.at - other.change.at);
}
function buildLevels(runs, shifts) {
	const [first, last] = [shifts[0], shifts.at(-1)];
	if (!first || !last) return [];
	const after = shifts.map(({ change }) => [change.at, change.after.level]);
	return [
		[0, first.change.before.level],
		...after,
		[runs - 1, last.change.after.level]
	];
}
function buildBaselineLines({ key, metric, points }, baselines, factor) {
	const ends = [0, Math.max(1, points.length - 1)];
	return baselines.flatMap(({ suite, cases, provenance }) => cases.filter((one) => formatCaseId({
		suite,
		...one
	}) === formatCaseId(key)).flatMap(({ metrics }) => metrics.filter(({ name, samples }) => name === metric.name && samples.length > 0)).map(({ samples }) => {
		const y = computeMedian(samples) * factor;
		return {
			name: `baseline ${provenance.commit.slice(0, 7)}`,
			style: "dashes",
			points: ends.map((x) => ({
				x,
				y
			}))
		};
	}));
}

export { buildHistoryPage, buildHistoryView, isBadHistory };