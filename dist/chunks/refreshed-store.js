import { addRunNoise, anchorFreshBaseline, buildBaselines, doesFailCheck, formatDrift, formatReviewedJson, isCalibration, judgeRun, listTestbedParts, loadCommittedReference, mergeBaselines, mergeVersions, noiseFile, parseBaseline, parseNoise, planRun, refuseContradictions, resetAnchors, withoutRetiredCases } from "./judging.js";
import { UserError } from "./core.js";
import { formatCaseId } from "./choices.js";

// src/steps/baselines/refreshed-store.ts
async function requireKeepable(record, { config, yardstick }, base, gitHub) {
	if (record.status !== "finished") throw new UserError(`the run is ${record.status}, not finished`, "Refresh from a finished run.");
	const commit = record.revisions.find(({ label }) => label === "head")?.commit ?? null;
	if (commit === null) throw new UserError("the run does not name its commit", "Refusing samples of unknown origin. Measure a commit of the default branch.");
	if (await gitHub.findMergeBase(base, commit) !== commit) throw new UserError(`${commit.slice(0, 7)} is not on the default branch`, "Merge it first: baselines describe the default branch.");
	if (record.yardstick.sha256 !== yardstick.sha256) throw new UserError("the run was measured with another config than that of the default branch", "Measure the tip of the default branch again, then refresh.");
	refuseContradictions(record, config);
}
async function buildFreshBaselines(run, readBase) {
	const { record, config, reason, occasion, workflowRunUrl } = run;
	if (isCalibration(record.plan)) return [];
	const committed = await loadCommittedReference(record, config, readBase);
	const broken = committed.baselines.flatMap((item) => item.baseline === null && item.problem ? [item.problem] : []);
	if (broken.length > 0) throw new UserError(broken.join("; "), "Fix or remove the file manually: an unreadable baseline is not replaced.");
	const report = judgeRun({
		record,
		config,
		...committed,
		obstacles: []
	});
	const parts = listTestbedParts(record);
	const noises = [committed.noise, ...committed.noiseElsewhere ?? []];
	const anchored = [];
	for (const fresh of buildBaselines(record, config, reason ?? occasion)) {
		const stored = committed.baselines.find(({ suite }) => suite === fresh.suite)?.baseline ?? null;
		await refuseOtherConfig(fresh, stored, async (path) => await readBase(path) !== null);
		const { rulesVersion } = config;
		const provenance = {
			...fresh.provenance,
			rulesVersion,
			...workflowRunUrl !== null && { workflowRunUrl }
		};
		const noise = noises[parts.findIndex((part) => part.hasSuite(fresh.suite))]?.noise ?? null;
		anchored.push(anchorFreshBaseline({
			...fresh,
			provenance
		}, stored, config, noise));
	}
	if (reason === null) refuseWorse(report.comparisons.filter(doesFailCheck), anchored.flatMap(({ drifts }) => drifts));
	return anchored.map(({ baseline, drifts }) => resetAnchors(baseline, drifts));
}
async function refuseOtherConfig(fresh, stored, exists) {
	const [own, other] = [fresh.provenance.configPath, stored?.provenance.configPath];
	if (own === void 0 || other === void 0 || own === other || !await exists(other)) return;
	throw new UserError(`the stored baseline of ${fresh.suite} on ${fresh.testbed.id} belongs to ${other}, not to ${own}`, "Give each of these configs a directory of its own: comparison.baselines.");
}
function refuseWorse(worse, drifts) {
	const parts = [...worse.map((item) => `${item.metric} of ${formatCaseId(item)}: ${item.reason}`), ...drifts.map(formatDrift)];
	if (parts.length === 0) return;
	throw new UserError(`this run is slower than the baseline it would replace: ${parts.slice(0, 5).join("; ")}`, "Fix it, or accept it with a reason: input reason, or /warpgauge refresh \"REASON\".");
}
async function computeStoreChanges({ run, prune, directory }, { base, tip, ancestor, pending }, gitHub) {
	const readBase = (path) => gitHub.readAt(base, path);
	const proposed = pending.filter((path) => path.startsWith(`${directory}/`));
	const changes = /* @__PURE__ */ new Map();
	for (const path of proposed) {
		const [one, other] = [await readBase(path), await gitHub.readAt(tip, path)];
		const merge = async () => mergeVersions({
			path,
			one,
			other,
			ancestor: await gitHub.readAt(ancestor, path)
		});
		changes.set(path, one === other ? one : await merge());
	}
	if (run !== null) await addRun(run, directory, changes, readBase);
	for (const id of prune) {
		refuseToPrune(id, run);
		const folder = `${directory}/${id}`;
		const paths = [...(await gitHub.listDirectory(base, folder)).map((name) => `${folder}/${name}`), ...proposed.filter((path) => path.startsWith(`${folder}/`))];
		if (paths.length === 0) throw new UserError(`${directory} has no testbed ${id}`, "List the testbeds with `warpgauge baseline list`.");
		for (const path of paths) changes.set(path, null);
	}
	return Object.fromEntries(changes);
}
async function addRun(run, directory, changes, readBase) {
	const { record, config } = run;
	const readCurrent = async (path) => changes.has(path) ? changes.get(path) ?? null : await readBase(path);
	const baselines = await buildFreshBaselines(run, readBase);
	for (const fresh of baselines) {
		const { cases, notTested } = planRun(config, fresh.testbed.devices, record.revisions);
		const planned = new Set([...cases, ...notTested].map(({ key }) => formatCaseId(key)));
		const path = `${directory}/${fresh.testbed.id}/${fresh.suite}.json`;
		const before = await readCurrent(path);
		const merged = before === null ? fresh : mergeBaselines(parseBaseline(before, path), fresh);
		changes.set(path, formatReviewedJson(withoutRetiredCases(merged, planned, fresh.provenance.recordedAt)));
	}
	const path = `${directory}/${record.testbed.id}/${noiseFile}`;
	const before = await readCurrent(path);
	const noise = addRunNoise(before === null ? null : parseNoise(before, path), record);
	if (noise !== null) changes.set(path, formatReviewedJson(noise));
	if (baselines.length === 0 && noise === null) throw new UserError("the run has no measured case", "Check what failed, and measure again.");
}
function refuseToPrune(id, run) {
	if (!/^[a-z0-9][a-z0-9.-]{0,79}$/u.test(id)) throw new UserError(`${JSON.stringify(id)} is not the id of a testbed`, "List the testbeds with `warpgauge baseline list`.");
	if (run !== null && listTestbedParts(run.record).some(({ testbed }) => testbed.id === id)) throw new UserError(`${id} is the testbed that was just measured`, "Prune only testbeds that no longer exist.");
}

export { computeStoreChanges, refuseOtherConfig, requireKeepable };