import { describeKernelTable, estimateNoiseFloor, noiseFile, parseBaseline, parseNoise } from "./judging.js";
import { formatAxes } from "./choices.js";
import { UserError, formatCounted, formatShare, summarize } from "./core.js";
import { diskFileStore } from "./foundation.js";
import { maxBaselineBytes } from "./local-inputs.js";
import { print, say } from "./version.js";
import { join, resolve } from "node:path";

// src/cli/baseline/show-store.ts
async function listStore({ dir }) {
	for (const { path, record, provenance } of await readStore(dir)) print(`${path}  ${formatCounted(record.cases.length, "case")}  ${provenance}`);
}
async function showTestbed(testbed, { dir }) {
	const files = (await readStore(dir)).filter(({ record }) => record.testbed.id === testbed);
	if (files.length === 0) throw new UserError(`there is no baseline of testbed ${testbed} in ${dir}`, "See the names with `warpgauge baseline list`.");
	for (const { path, provenance, reason, lines } of files) {
		print(`${path}  ${provenance}${reason === void 0 ? "" : `  (${reason})`}`);
		for (const line of lines()) print(line);
	}
}
async function checkStore({ dir }) {
	const files = await readStore(dir);
	const noise = files.filter(({ reason }) => reason === void 0).length;
	if (files.length === noise) throw new UserError(`${dir} holds no baseline`, "Pass the directory of the baselines with --dir.");
	for (const { path, record } of files) {
		const expected = join(dir, record.testbed.id, "suite" in record ? `${record.suite}.json` : noiseFile);
		if (path !== expected) throw new UserError(`${path} belongs to ${expected}, so no run finds it`, "Move or remove it.");
		const metrics = "suite" in record ? record.cases.flatMap((item) => item.metrics) : null;
		if (metrics && (metrics.length === 0 || metrics.some(({ samples }) => samples.length === 0))) throw new UserError(`${path} lacks samples`, "Create it again: warpgauge baseline refresh RUN_FOLDER.");
	}
	say(`${formatFileCount(files.length - noise, "baseline")} and ${formatFileCount(noise, "noise")} are valid`);
}
function formatFileCount(count, kind) {
	return `${count} ${kind} file${count === 1 ? "" : "s"}`;
}
async function readStore(directory) {
	const baselines = [];
	const noise = [];
	for (const testbed of await diskFileStore.list(resolve(directory))) for (const file of await diskFileStore.list(resolve(directory, testbed))) {
		if (!file.endsWith(".json")) continue;
		const path = join(directory, testbed, file);
		const text = await diskFileStore.readText(resolve(path), maxBaselineBytes);
		if (text === null) continue;
		if (file === "noise.json") {
			const record = parseNoise(text, path);
			noise.push({
				path,
				record,
				provenance: formatNoiseProvenance(record),
				lines: () => formatNoiseLines(record)
			});
			continue;
		}
		const record = parseBaseline(text, path);
		const { commit, recordedAt, runId, reason } = record.provenance;
		const provenance = `${commit.slice(0, 7)}  ${recordedAt.slice(0, 10)}  run ${runId}`;
		baselines.push({
			path,
			record,
			provenance,
			reason,
			lines: () => formatBaselineLines(record)
		});
	}
	return [...baselines, ...noise];
}
function formatBaselineLines({ cases }) {
	return cases.flatMap(({ benchmark, axes, metrics, kernels }) => [...metrics.map(({ name, unit, samples, anchor }) => {
		const { count, median, min, max } = summarize(samples);
		const since = anchor ? `  anchor ${anchor.median.toPrecision(4)} ${unit} of ${anchor.commit.slice(0, 7)}, ${anchor.recordedAt.slice(0, 10)}` : "";
		return `  ${benchmark} ${formatAxes(axes)}  ${name}  ${median.toPrecision(4)} ${unit}  (${count} runs, ${min.toPrecision(4)} to ${max.toPrecision(4)})${since}`;
	}), ...kernels ? [`  ${benchmark} ${formatAxes(axes)}  kernels  ${describeKernelTable(kernels)}`] : []]);
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

export { checkStore, listStore, showTestbed };