import { I as diskFileStore, ht as UserError, nt as axesText, rt as caseId } from "./foundation.js";
import { Br as noiseFloor, Cr as failsCheck, Ei as summarize, Qr as parseNoise, Ur as parseBaseline, Vr as noiseFile, Yt as doubtsOfHead, gi as noiseText, vr as isCalibration, zr as shareText } from "./judging.js";
import { rt as baselineText } from "./measuring.js";
import { t as baselinesOfRun } from "./baselines-of-run.js";
import { i as withNoiseOfRun, r as reanchored, t as anchorFresh } from "./anchor-baseline.js";
import { r as openFolder, t as judgeFolder } from "./judge-folder.js";
import { t as shortPath } from "./short-path.js";
import { a as print, o as say } from "./terminal.js";
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
function provenanceText({ provenance }) {
	return `${provenance.commit.slice(0, 7)}  ${provenance.recordedAt.slice(0, 10)}  run ${provenance.runId}`;
}
function baselineLines({ cases }) {
	return cases.flatMap((item) => item.metrics.map((metric) => {
		const { count, median, min, max } = summarize(metric.samples);
		return `  ${item.benchmark} ${axesText(item.axes)}  ${metric.name}  ${median.toPrecision(4)} ${metric.unit}  (${count} runs, ${min.toPrecision(4)} to ${max.toPrecision(4)})${anchorText(metric)}`;
	}));
}
function anchorText({ anchor, unit }) {
	if (!anchor) return "";
	const { median, commit, recordedAt } = anchor;
	return `  anchor ${median.toPrecision(4)} ${unit} of ${commit.slice(0, 7)}, ${recordedAt.slice(0, 10)}`;
}
function noiseProvenanceText({ cases }) {
	const sessions = cases.flatMap((item) => item.metrics.flatMap((metric) => metric.sessions));
	const newest = sessions.toSorted((a, b) => Date.parse(b.recordedAt) - Date.parse(a.recordedAt))[0];
	const runs = new Set(sessions.map((session) => session.runId)).size;
	const last = newest ? `, the last ${newest.recordedAt.slice(0, 10)}  run ${newest.runId}` : "";
	return `${runs} session${runs === 1 ? "" : "s"}${last}`;
}
function noiseLines({ cases }) {
	return cases.flatMap((item) => item.metrics.flatMap(({ name, sessions }) => {
		const floor = noiseFloor(sessions.map(({ samples }) => samples));
		if (!floor) return [];
		const between = floor.sessionDeviation === null ? "" : `, ${shareText(floor.sessionDeviation)} from session to session`;
		const size = `${floor.runs} runs in ${floor.sessions} session${floor.sessions === 1 ? "" : "s"}`;
		return `  ${item.suite}/${item.benchmark} ${axesText(item.axes)}  ${name}  CV ${shareText(floor.cv)}, without outliers ${shareText(floor.robustCv)}${between}  (${size})`;
	}));
}

// src/cli/baseline/anchor-baselines.ts
const maxFileBytes = 16777216;
function baselinePath(dir, { testbed, suite }) {
	return join(dir, testbed.id, `${suite}.json`);
}
async function readStored(dir, fresh) {
	const path = baselinePath(dir, fresh);
	const text = await diskFileStore.readText(resolve(path), maxFileBytes);
	return text === null ? null : parseBaseline(text, path);
}
function anchorBaseline(fresh, stored, config, { noise, acceptRegressions }) {
	const { baseline, drifts } = anchorFresh(fresh, stored, config, noise);
	if (drifts.length === 0) return baseline;
	if (acceptRegressions) return reanchored(baseline, drifts);
	throw new UserError(`this run is slower than what its baseline began with: ${drifts.map(driftText).join("; ")}`, "Mend it, measure again, or add --accept-regressions with a --reason that explains it.");
}
function driftText({ caseId: id, metric, effect, anchor }) {
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
	for (const doubt of doubtsOfHead(record)) say(`warning: ${doubt}`);
	if (written > 0 || isNoiseWritten) return;
	throw new UserError(`the run in ${folder} has no measured case to keep`, "Look at what failed with `warpgauge report DIR`, and run it again.");
}
function requireFinished({ status }, folder) {
	if (status === "finished") return;
	throw new UserError(`the run in ${folder} is ${status}, not finished`, "Finish it with `warpgauge run --resume --out DIR` first.");
}
function requireCommit({ revisions }, folder) {
	if (revisions.some(({ label, commit }) => label === "head" && commit !== null)) return;
	throw new UserError(`the run in ${folder} does not tell which commit ran`, "Name it as \"commit\" in the manifest and ingest again.");
}
async function refuseRegressions(folder, { dir, acceptRegressions }) {
	const report = await judgeFolder(folder, {
		configFile: null,
		baselines: dir
	});
	if (report.comparisons.filter(failsCheck).length === 0 || acceptRegressions) return;
	throw new UserError(`this run is worse than what it was compared with: ${report.sentence}`, "Mend it, or add --accept-regressions with a --reason that explains it.");
}
async function writeBaselines(record, config, options) {
	const { dir, reason, acceptRegressions = false } = options;
	const { noise } = await readNoise(dir, record.testbed.id);
	const anchored = (await Promise.all(baselinesOfRun(record, config, reason).map(async (fresh) => ({
		fresh,
		stored: await readStored(dir, fresh)
	})))).map(({ fresh, stored }) => ({
		stored,
		baseline: anchorBaseline(fresh, stored, config, {
			noise,
			acceptRegressions
		})
	}));
	for (const { baseline, stored } of anchored) {
		const path = baselinePath(dir, baseline);
		await diskFileStore.writeText(resolve(path), baselineText(baseline));
		say(`wrote ${shortPath(resolve(path))}: ${baseline.cases.length} cases`);
		for (const gone of casesGone(baseline, stored)) say(`  ${gone} gave no figures and is in the baseline no more`);
	}
	return anchored.length;
}
function casesGone(baseline, stored) {
	const kept = new Set(idsOf(baseline));
	return stored ? idsOf(stored).filter((id) => !kept.has(id)) : [];
}
function idsOf({ suite, cases }) {
	return cases.map((item) => caseId({
		suite,
		...item
	}));
}
async function writeNoise(record, { dir }) {
	const { path, noise: known } = await readNoise(dir, record.testbed.id);
	const noise = withNoiseOfRun(known, record);
	if (!noise) return false;
	await diskFileStore.writeText(resolve(path), noiseText(noise));
	say(`wrote ${shortPath(resolve(path))}: the noise of ${noise.cases.length} cases`);
	return true;
}

// src/cli/baseline/baseline.ts
function addBaseline(program, exit) {
	const baseline = program.command("baseline").description("List, show, refresh or check the committed baselines");
	withStore(baseline.command("list").description("Name every file of the store with its provenance")).action(async (options) => {
		await listStore(options);
		exit(0);
	});
	withStore(baseline.command("show").description("Show the samples and the noise of one testbed").argument("<testbed>")).action(async (testbed, options) => {
		await showTestbed(testbed, options);
		exit(0);
	});
	withStore(baseline.command("check").description("Validate every file of the store")).action(async (options) => {
		const { baselines, noise } = await readStore(options.dir);
		say(`${filesText(baselines.length, "baseline")} and ${filesText(noise.length, "noise")} are valid`);
		exit(0);
	});
	withStore(baseline.command("refresh").description("Write the samples of a run folder, and the noise they show, into the store").argument("<dir>", "run folder")).requiredOption("--reason <text>", "why; kept with the samples").option("--accept-regressions", "bake in what got slower").action(async (folder, options) => {
		await refreshBaselines(resolve(folder), options);
		exit(0);
	});
}
function withStore(command) {
	return command.option("--dir <dir>", "directory of baselines", "baselines");
}
async function listStore({ dir }) {
	const { baselines, noise } = await readStore(dir);
	for (const { path, baseline } of baselines) print(`${path}  ${baseline.cases.length} cases  ${provenanceText(baseline)}`);
	for (const { path, noise: item } of noise) print(`${path}  ${item.cases.length} cases  ${noiseProvenanceText(item)}`);
}
async function showTestbed(testbed, { dir }) {
	const store = await readStore(dir);
	const baselines = store.baselines.filter(({ baseline }) => baseline.testbed.id === testbed);
	const noise = store.noise.filter((item) => item.noise.testbed.id === testbed);
	if (baselines.length + noise.length === 0) throw new UserError(`there is no baseline of testbed ${testbed} in ${dir}`, "See the names with `warpgauge baseline list`.");
	for (const { path, baseline } of baselines) {
		print(`${path}  ${provenanceText(baseline)}  (${baseline.provenance.reason})`);
		for (const line of baselineLines(baseline)) print(line);
	}
	for (const { path, noise: item } of noise) {
		print(`${path}  ${noiseProvenanceText(item)}`);
		for (const line of noiseLines(item)) print(line);
	}
}
function filesText(count, kind) {
	return `${count} ${kind} file${count === 1 ? "" : "s"}`;
}

export { addBaseline };