import { UserError, formatShare, summarize } from "./core.js";
import { print, say } from "./version.js";
import { estimateNoiseFloor, noiseFile, parseBaseline, parseNoise } from "./judging.js";
import { diskFileStore } from "./foundation.js";
import { formatAxes } from "./choices.js";
import { join, resolve } from "node:path";

// src/cli/baseline/show-store.ts
async function listStore({ dir }) {
	const { baselines, noise } = await readStore(dir);
	for (const { path, baseline } of baselines) print(`${path}  ${baseline.cases.length} cases  ${formatProvenance(baseline)}`);
	for (const { path, noise: item } of noise) print(`${path}  ${item.cases.length} cases  ${formatNoiseProvenance(item)}`);
}
async function showTestbed(testbed, { dir }) {
	const store = await readStore(dir);
	const baselines = store.baselines.filter(({ baseline }) => baseline.testbed.id === testbed);
	const noise = store.noise.filter((item) => item.noise.testbed.id === testbed);
	if (baselines.length + noise.length === 0) throw new UserError(`there is no baseline of testbed ${testbed} in ${dir}`, "See the names with `warpgauge baseline list`.");
	for (const { path, baseline } of baselines) {
		print(`${path}  ${formatProvenance(baseline)}  (${baseline.provenance.reason})`);
		for (const line of formatBaselineLines(baseline)) print(line);
	}
	for (const { path, noise: item } of noise) {
		print(`${path}  ${formatNoiseProvenance(item)}`);
		for (const line of formatNoiseLines(item)) print(line);
	}
}
async function checkStore({ dir }) {
	const { baselines, noise } = await readStore(dir);
	if (baselines.length + noise.length === 0) throw new UserError(`${dir} holds no baseline`, "Pass the directory of the baselines with --dir.");
	say(`${formatFileCount(baselines.length, "baseline")} and ${formatFileCount(noise.length, "noise")} are valid`);
}
function formatFileCount(count, kind) {
	return `${count} ${kind} file${count === 1 ? "" : "s"}`;
}
const maxFileBytes = 16777216;
async function readStore(directory) {
	const baselines = [];
	const noise = [];
	for (const testbed of await diskFileStore.list(resolve(directory))) for (const file of await diskFileStore.list(resolve(directory, testbed)).catch(() => [])) {
		if (!file.endsWith(".json")) continue;
		const path = join(directory, testbed, file);
		const text = await diskFileStore.readText(resolve(path), maxFileBytes);
		if (text === null) continue;
		if (file === "noise.json") noise.push({
			path,
			noise: parseNoise(text, path)
		});
		else baselines.push({
			path,
			baseline: parseBaseline(text, path)
		});
	}
	return {
		baselines,
		noise
	};
}
async function readNoise(directory, testbedId) {
	const path = join(directory, testbedId, noiseFile);
	const text = await diskFileStore.readText(resolve(path), maxFileBytes);
	return {
		path,
		noise: text === null ? null : parseNoise(text, path)
	};
}
function formatProvenance({ provenance }) {
	return `${provenance.commit.slice(0, 7)}  ${provenance.recordedAt.slice(0, 10)}  run ${provenance.runId}`;
}
function formatBaselineLines({ cases }) {
	return cases.flatMap((item) => item.metrics.map((metric) => {
		const { count, median, min, max } = summarize(metric.samples);
		return `  ${item.benchmark} ${formatAxes(item.axes)}  ${metric.name}  ${median.toPrecision(4)} ${metric.unit}  (${count} runs, ${min.toPrecision(4)} to ${max.toPrecision(4)})${formatAnchor(metric)}`;
	}));
}
function formatAnchor({ anchor, unit }) {
	if (!anchor) return "";
	const { median, commit, recordedAt } = anchor;
	return `  anchor ${median.toPrecision(4)} ${unit} of ${commit.slice(0, 7)}, ${recordedAt.slice(0, 10)}`;
}
function formatNoiseProvenance({ cases }) {
	const sessions = cases.flatMap((item) => item.metrics.flatMap((metric) => metric.sessions));
	const newest = sessions.toSorted((a, b) => Date.parse(b.recordedAt) - Date.parse(a.recordedAt))[0];
	const runs = new Set(sessions.map((session) => session.runId)).size;
	const last = newest ? `, the last ${newest.recordedAt.slice(0, 10)}  run ${newest.runId}` : "";
	return `${runs} session${runs === 1 ? "" : "s"}${last}`;
}
function formatNoiseLines({ cases }) {
	return cases.flatMap((item) => item.metrics.flatMap(({ name, sessions }) => {
		const floor = estimateNoiseFloor(sessions.map(({ samples }) => samples));
		if (!floor) return [];
		const between = floor.sessionDeviation === null ? "" : `, ${formatShare(floor.sessionDeviation)} from session to session`;
		const size = `${floor.runs} runs in ${floor.sessions} session${floor.sessions === 1 ? "" : "s"}`;
		return `  ${item.suite}/${item.benchmark} ${formatAxes(item.axes)}  ${name}  CV ${formatShare(floor.cv)}, without outliers ${formatShare(floor.robustCv)}${between}  (${size})`;
	}));
}

export { checkStore, formatBaselineLines, formatNoiseLines, formatNoiseProvenance, formatProvenance, listStore, readNoise, readStore, showTestbed };