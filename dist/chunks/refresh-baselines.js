import { addRunNoise, anchorFreshBaseline, buildBaselines, doesFailCheck, formatDrift, formatReviewedJson, isCalibration, listHeadDoubts, listHeadLosses, noiseFile, parseBaseline, parseNoise, resetAnchors } from "./judging.js";
import { formatCaseId } from "./choices.js";
import { UserError, formatCounted } from "./core.js";
import { diskFileStore } from "./foundation.js";
import { refuseOtherConfig } from "./refreshed-store.js";
import { judgeFolder, openFolder } from "./judge-folder.js";
import { maxBaselineBytes } from "./local-inputs.js";
import { say, shortenPath } from "./version.js";
import { join, relative, resolve } from "node:path";

// src/cli/baseline/refresh-baselines.ts
async function refreshBaselines(runDirectory, options) {
	const folder = resolve(runDirectory);
	const { record, config } = await openFolder(folder, null);
	const { dir = requireInside(config.comparison.baselines), acceptRegressions } = options;
	requireKeepable(record, folder);
	const isOnlyNoise = isCalibration(record.plan);
	if (!isOnlyNoise && !acceptRegressions) {
		const { report } = await judgeFolder(folder, {
			configFile: null,
			baselines: dir
		});
		if (report.comparisons.some(doesFailCheck)) throw new UserError(`this run has a regression: ${report.sentence}`, "Fix it, or add --accept-regressions with a --reason that explains it.");
	}
	const path = join(dir, record.testbed.id, noiseFile);
	const known = await readNoise(dir, record);
	const written = isOnlyNoise ? 0 : await writeBaselines(record, config, {
		...options,
		dir
	});
	const noise = addRunNoise(known, record);
	if (noise) {
		await diskFileStore.writeText(resolve(path), formatReviewedJson(noise));
		say(`wrote ${shortenPath(resolve(path))}: the noise of ${formatCounted(noise.cases.length, "case")}`);
	}
	for (const doubt of [...listHeadDoubts(record), ...listHeadLosses(record, config)]) say(`warning: ${doubt}`);
	if (written > 0 || noise) return;
	throw new UserError(`the run in ${folder} has no measured case to keep`, "Look at what failed with `warpgauge report DIR`, and run it again.");
}
function requireInside(dir) {
	if (!/^\.\.(?:\/|$)/.test(relative(".", dir))) return dir;
	throw new UserError(`the config of this run keeps its baselines in ${dir}, outside of the current directory`, "Name the directory with --dir.");
}
function requireKeepable({ status, revisions }, folder) {
	if (status !== "finished") throw new UserError(`the run in ${folder} is ${status}, not finished`, "Finish it with `warpgauge run --resume --out DIR` first.");
	if (!revisions.some(({ label, commit }) => label === "head" && commit !== null)) throw new UserError(`the run in ${folder} does not name its commit`, "Name it as \"commit\" in the manifest and ingest again.");
}
async function writeBaselines(record, config, { dir, reason, acceptRegressions = false }) {
	const pairs = await Promise.all(buildBaselines(record, config, reason).map(async (fresh) => {
		const path = join(dir, fresh.testbed.id, `${fresh.suite}.json`);
		const text = await readStored(path);
		return {
			fresh,
			path,
			stored: text === null ? null : parseBaseline(text, path),
			noise: await readNoise(dir, fresh)
		};
	}));
	for (const { fresh, stored } of pairs) await refuseOtherConfig(fresh, stored, async (path) => await readStored(path) !== null);
	const anchored = pairs.map(({ fresh, path, stored, noise }) => {
		const { baseline, drifts } = anchorFreshBaseline(fresh, stored, config, noise);
		if (drifts.length === 0 || acceptRegressions) return {
			path,
			stored,
			baseline: resetAnchors(baseline, drifts)
		};
		throw new UserError(`this run is slower than the anchor of its baseline: ${drifts.map(formatDrift).join("; ")}`, "Fix it and measure again, or add --accept-regressions with a --reason that explains it.");
	});
	for (const { path, baseline, stored } of anchored) {
		await diskFileStore.writeText(resolve(path), formatReviewedJson(baseline));
		say(`wrote ${shortenPath(resolve(path))}: ${formatCounted(baseline.cases.length, "case")}`);
		const kept = new Set(listParts(baseline).map(({ part }) => part));
		const dropped = stored ? listParts(stored).filter(({ id, part }) => !kept.has(part) && (part === id || kept.has(id))) : [];
		for (const { part } of dropped) say(`  removed ${part}: not measured in this run`);
	}
	return anchored.length;
}
async function readNoise(dir, { testbed }) {
	const path = join(dir, testbed.id, noiseFile);
	const text = await readStored(path);
	return text === null ? null : parseNoise(text, path);
}
async function readStored(path) {
	return await diskFileStore.readText(resolve(path), maxBaselineBytes);
}
function listParts({ suite, cases }) {
	return cases.flatMap((item) => {
		const id = formatCaseId({
			suite,
			...item
		});
		return [id, ...item.metrics.map(({ name }) => `${name} of ${id}`)].map((part) => ({
			id,
			part
		}));
	});
}

export { refreshBaselines };