import { drawSparkline, formatPair, renderMermaidChart, toOwnText } from "./judging.js";

// src/reporters/history-chart.ts
function renderHistoryChart(series) {
	const { values, levels } = takeLastPoints(series);
	if (![...values, ...levels].some(Number.isFinite)) return [];
	const curves = [values, levels].map((line, index) => ({
		name: index === 0 ? "runs" : "level",
		style: "line",
		points: fillGaps(line).map((y, x) => ({
			x,
			y
		}))
	}));
	const x = {
		label: "runs, newest last",
		unit: "",
		isFromZero: false
	};
	const y = {
		label: series.unit,
		unit: "",
		isFromZero: false
	};
	const chart = {
		kind: "curves",
		title: series.title,
		x,
		y,
		curves,
		marks: []
	};
	return toOwnText(renderMermaidChart(chart));
}
function formatSparkline(series) {
	const { values } = takeLastPoints(series);
	const finite = values.filter(Number.isFinite);
	if (finite.length === 0) return "no values";
	const [from, to] = formatPair(Math.min(...finite), Math.max(...finite), series.unit);
	const runs = values.length === 1 ? "1 run" : `${values.length} runs`;
	return `${drawSparkline(values)} (${runs}, ${from === to ? from : `${from} to ${to}`})`;
}
function takeLastPoints({ values, levels }) {
	return {
		values: values.slice(-120),
		levels: levels.slice(-120)
	};
}
function fillGaps(values) {
	let last = values.find(Number.isFinite) ?? 0;
	return values.map((value) => last = Number.isFinite(value) ? value : last);
}

export { formatSparkline, renderHistoryChart };