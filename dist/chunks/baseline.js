import { j as UserError, l as summarize } from "./core.js";
import { Ei as formatShare, Et as listHeadLosses, J as noiseFile, Y as parseNoise, Z as parseBaseline, fr as estimateNoiseFloor, ji as doesFailCheck, tr as formatNoise, yr as isCalibration, yt as listHeadDoubts } from "./judging.js";
import { A as diskFileStore, nt as formatAxes, rt as formatCaseId } from "./foundation.js";
import { b as formatBaseline } from "./measuring.js";
import { t as buildBaselines } from "./build-baselines.js";
import { i as addRunNoise, r as resetAnchors, t as anchorFreshBaseline } from "./anchor-baseline.js";
import { i as openFolder, n as judgeFolder } from "./judge-folder.js";
import { t as shortenPath } from "./short-path.js";
import { o as print, s as say } from "./terminal.js";
import { join, resolve } from "node:path";

// src/cli/baseline/baseline-store.ts
const maxFileBytes$1 = 16777216;
async function readStore(directory) {
	const baselines = [];
	const noise = [];
	for (const testbed of await diskFileStore.list(resolve(directory))) for (const file of await diskFileStore.list(resolve(directory, testbed)).catch(() => [])) {
		if (!file.endsWith(".json")) continue;
		const path = join(directory, testbed, file);
		const text = await diskFileStore.readText(resolve(path), maxFileBytes$1);
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
	const text = await diskFileStore.readText(resolve(path), maxFileBytes$1);
	return {
		path,
		noise: text === null ? null : parseNoise(text, path)
	};
}

// src/cli/baseline/baseline-text.ts
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

// src/cli/baseline/anchor-baselines.ts
const maxFileBytes = 16777216;
function buildBaselinePath(dir, { testbed, suite }) {
	return join(dir, testbed.id, `${suite}.json`);
}
async function readStored(dir, fresh) {
	const path = buildBaselinePath(dir, fresh);
	const text = await diskFileStore.readText(resolve(path), maxFileBytes);
	return text === null ? null : parseBaseline(text, path);
}
function applyAnchors(fresh, stored, config, { noise, acceptRegressions }) {
	const { baseline, drifts } = anchorFreshBaseline(fresh, stored, config, noise);
	if (drifts.length === 0) return baseline;
	if (acceptRegressions) return resetAnchors(baseline, drifts);
	throw new UserError(`this run is slower than the anchor of its baseline: ${drifts.map(describeDrift).join("; ")}`, "Fix it and measure again, or add --accept-regressions with a --reason that explains it.");
}
function describeDrift({ caseId: id, metric, effect, anchor }) {
	const since = `since ${anchor.commit.slice(0, 7)} of ${anchor.recordedAt.slice(0, 10)}`;
	return `${metric} of ${id} is +${(effect * 100).toFixed(1)} % ${since}`;
}

// src/cli/baseline/refresh-baselines.ts
async function refreshBaselines(folder, options) {
	const { record, config } = await openFolder(folder, null);
	requireFinished(record, folder);
	requireCommit(record, folder);
	const isOnlyNoise = isCalibration(record.plan);
	if (!isOnlyNoise) await refuseRegressions(folder, options);
	const written = isOnlyNoise ? 0 : await writeBaselines(record, config, options);
	const isNoiseWritten = await writeNoise(record, options);
	for (const doubt of [...listHeadDoubts(record), ...listHeadLosses(record, config)]) say(`warning: ${doubt}`);
	if (written > 0 || isNoiseWritten) return;
	throw new UserError(`the run in ${folder} has no measured case to keep`, "Look at what failed with `warpgauge report DIR`, and run it again.");
}
function requireFinished({ status }, folder) {
	if (status === "finished") return;
	throw new UserError(`the run in ${folder} is ${status}, not finished`, "Finish it with `warpgauge run --resume --out DIR` first.");
}
function requireCommit({ revisions }, folder) {
	if (revisions.some(({ label, commit }) => label === "head" && commit !== null)) return;
	throw new UserError(`the run in ${folder} does not name its commit`, "Name it as \"commit\" in the manifest and ingest again.");
}
async function refuseRegressions(folder, { dir, acceptRegressions }) {
	const report = await judgeFolder(folder, {
		configFile: null,
		baselines: dir
	});
	if (report.comparisons.filter(doesFailCheck).length === 0 || acceptRegressions) return;
	throw new UserError(`this run has a regression: ${report.sentence}`, "Fix it, or add --accept-regressions with a --reason that explains it.");
}
async function writeBaselines(record, config, options) {
	const { dir, reason, acceptRegressions = false } = options;
	const { noise } = await readNoise(dir, record.testbed.id);
	const anchored = (await Promise.all(buildBaselines(record, config, reason).map(async (fresh) => ({
		fresh,
		stored: await readStored(dir, fresh)
	})))).map(({ fresh, stored }) => ({
		stored,
		baseline: applyAnchors(fresh, stored, config, {
			noise,
			acceptRegressions
		})
	}));
	for (const { baseline, stored } of anchored) {
		const path = buildBaselinePath(dir, baseline);
		await diskFileStore.writeText(resolve(path), formatBaseline(baseline));
		say(`wrote ${shortenPath(resolve(path))}: ${baseline.cases.length} cases`);
		for (const dropped of listDroppedCases(baseline, stored)) say(`  removed ${dropped}: not measured in this run`);
	}
	return anchored.length;
}
function listDroppedCases(baseline, stored) {
	const kept = new Set(listCaseIds(baseline));
	return stored ? listCaseIds(stored).filter((id) => !kept.has(id)) : [];
}
function listCaseIds({ suite, cases }) {
	return cases.map((item) => formatCaseId({
		suite,
		...item
	}));
}
async function writeNoise(record, { dir }) {
	const { path, noise: known } = await readNoise(dir, record.testbed.id);
	const noise = addRunNoise(known, record);
	if (!noise) return false;
	await diskFileStore.writeText(resolve(path), formatNoise(noise));
	say(`wrote ${shortenPath(resolve(path))}: the noise of ${noise.cases.length} cases`);
	return true;
}

// src/cli/baseline/baseline.ts
function addBaseline(program, exit) {
	const baseline = program.command("baseline").description("List, show, refresh or check the committed baselines");
	withStore(baseline.command("list").description("List every file of the store with its provenance")).action(async (options) => {
		await listStore(options);
		exit(0);
	});
	withStore(baseline.command("show").description("Show the samples and the noise of one testbed").argument("<testbed>")).action(async (testbed, options) => {
		await showTestbed(testbed, options);
		exit(0);
	});
	withStore(baseline.command("check").description("Validate every file of the store")).action(async (options) => {
		const { baselines, noise } = await readStore(options.dir);
		if (baselines.length + noise.length === 0) throw new UserError(`${options.dir} holds no baseline`, "Pass the directory of the baselines with --dir.");
		say(`${formatFileCount(baselines.length, "baseline")} and ${formatFileCount(noise.length, "noise")} are valid`);
		exit(0);
	});
	withStore(baseline.command("refresh").description("Write the samples and the noise of a run folder to the store").argument("<dir>", "run folder")).requiredOption("--reason <text>", "reason, stored with the samples").option("--accept-regressions", "accept regressions as the new baseline").action(async (folder, options) => {
		await refreshBaselines(resolve(folder), options);
		exit(0);
	});
}
function withStore(command) {
	return command.option("--dir <dir>", "directory of baselines", "baselines");
}
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
function formatFileCount(count, kind) {
	return `${count} ${kind} file${count === 1 ? "" : "s"}`;
}

export { addBaseline };