import { refuseOtherConfig } from "./refreshed-store.js";
import { addRunNoise, anchorFreshBaseline, buildBaselines, doesFailCheck, formatBaseline, formatNoise, isCalibration, listHeadDoubts, listHeadLosses, parseBaseline, resetAnchors } from "./judging.js";
import { UserError } from "./core.js";
import { formatCaseId } from "./choices.js";
import { diskFileStore } from "./foundation.js";
import { readNoise } from "./show-store2.js";
import { judgeFolder, openFolder } from "./judge-folder.js";
import { shortenPath } from "./short-path.js";
import { say } from "./version.js";
import { join, resolve } from "node:path";

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
	const pairs = await Promise.all(buildBaselines(record, config, reason).map(async (fresh) => ({
		fresh,
		stored: await readStored(dir, fresh)
	})));
	for (const { fresh, stored } of pairs) await refuseOtherConfig(fresh, stored, async (path) => await diskFileStore.readText(resolve(path), maxFileBytes) !== null);
	const anchored = pairs.map(({ fresh, stored }) => ({
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

export { refreshBaselines };