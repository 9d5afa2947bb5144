import { UserError } from "./core.js";
import { addRunNoise, anchorFreshBaseline, buildBaselines, doesFailCheck, formatBaseline, formatNoise, isCalibration, judgeRun, loadCommitted, mergeBaselines, mergeVersions, noiseFile, parseBaseline, parseNoise, planRun, refuseContradictions, resetAnchors, withoutRetiredCases } from "./judging.js";
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
	const { record, config, reason } = run;
	if (isCalibration(record.plan)) return [];
	const committed = await loadCommitted(config, record.testbed, readBase);
	const broken = committed.baselines.flatMap((item) => item.baseline === null && item.problem ? [item.problem] : []);
	if (broken.length > 0) throw new UserError(broken.join("; "), "Fix or remove the file manually: an unreadable baseline is not replaced.");
	const worse = judgeRun({
		record,
		config,
		...committed,
		obstacles: []
	}).comparisons.filter(doesFailCheck);
	const built = buildBaselines(record, config, reason ?? run.occasion);
	const findStored = ({ suite }) => committed.baselines.find((one) => one.suite === suite)?.baseline ?? null;
	for (const fresh of built) await refuseOtherConfig(fresh, findStored(fresh), async (path) => await readBase(path) !== null);
	const anchored = built.map((fresh) => {
		const stored = findStored(fresh);
		return anchorFreshBaseline(withProvenance(fresh, run), stored, config, committed.noise.noise);
	});
	const drifts = anchored.flatMap((item) => item.drifts);
	if (reason === null) refuseWorse(worse, drifts);
	return anchored.map((item) => resetAnchors(item.baseline, item.drifts));
}
async function refuseOtherConfig(fresh, stored, exists) {
	const [own, other] = [fresh.provenance.configPath, stored?.provenance.configPath];
	if (own === void 0 || other === void 0 || own === other || !await exists(other)) return;
	throw new UserError(`the stored baseline of ${fresh.suite} on ${fresh.testbed.id} belongs to ${other}, not to ${own}`, "Give each of these configs a directory of its own: comparison.baselines.");
}
function collectPlannedIds({ record, config }) {
	const plan = planRun(config, record.testbed.devices, record.revisions);
	return new Set([...plan.cases, ...plan.notTested].map(({ key }) => formatCaseId(key)));
}
function withProvenance(baseline, { config, workflowRunUrl }) {
	const provenance = {
		...baseline.provenance,
		rulesVersion: config.rulesVersion,
		...workflowRunUrl !== null && { workflowRunUrl }
	};
	return {
		...baseline,
		provenance
	};
}
function refuseWorse(worse, drifts) {
	const parts = [...worse.map((item) => `${item.metric} of ${formatCaseId(item)}: ${item.reason}`), ...drifts.map(({ caseId: id, metric, effect, anchor }) => {
		const since = `${anchor.commit.slice(0, 7)} of ${anchor.recordedAt.slice(0, 10)}`;
		return `${metric} of ${id} is ${(effect * 100).toFixed(1)} % worse than its anchor ${since}`;
	})];
	if (parts.length === 0) return;
	throw new UserError(`this run is slower than the baseline it would replace: ${parts.slice(0, 5).join("; ")}`, "Fix it, or accept it with a reason: input reason, or /warpgauge refresh \"REASON\".");
}
async function computeStoreChanges(ask, store) {
	const changes = /* @__PURE__ */ new Map();
	for (const path of store.pending) changes.set(path, await mergePending(path, store));
	if (ask.run !== null) await addRun(ask.run, changes, store);
	for (const id of ask.prune) await removeTestbed(id, ask.run, changes, store);
	return Object.fromEntries(changes);
}
async function mergePending(path, { readBase, readBranch, readAncestor }) {
	const [one, other] = [await readBase(path), await readBranch(path)];
	if (one === other) return one;
	return mergeVersions({
		path,
		one,
		other,
		ancestor: await readAncestor(path)
	});
}
async function addRun(run, changes, store) {
	const folder = `${store.directory}/${run.record.testbed.id}`;
	const readCurrent = async (path) => changes.has(path) ? changes.get(path) ?? null : await store.readBase(path);
	const baselines = await buildFreshBaselines(run, store.readBase);
	for (const fresh of baselines) {
		const path = `${folder}/${fresh.suite}.json`;
		changes.set(path, formatMerged(fresh, await readCurrent(path), {
			path,
			run
		}));
	}
	const path = `${folder}/${noiseFile}`;
	const before = await readCurrent(path);
	const noise = addRunNoise(before === null ? null : parseNoise(before, path), run.record);
	if (noise !== null) changes.set(path, formatNoise(noise));
	if (baselines.length === 0 && noise === null) throw new UserError("the run has no measured case", "Check what failed, and measure again.");
}
function formatMerged(fresh, before, { path, run }) {
	const merged = before === null ? fresh : mergeBaselines(parseBaseline(before, path), fresh);
	return formatBaseline(withoutRetiredCases(merged, collectPlannedIds(run), fresh.provenance.recordedAt));
}
async function removeTestbed(id, run, changes, store) {
	if (!/^[a-z0-9][a-z0-9.-]{0,79}$/u.test(id)) throw new UserError(`${JSON.stringify(id)} is not the id of a testbed`, "List the testbeds with `warpgauge baseline list`.");
	if (run?.record.testbed.id === id) throw new UserError(`${id} is the testbed that was just measured`, "Prune only testbeds that no longer exist.");
	const folder = `${store.directory}/${id}`;
	const names = await store.filesOf(id);
	const pending = store.pending.filter((path) => path.startsWith(`${folder}/`));
	if (names.length === 0 && pending.length === 0) throw new UserError(`${store.directory} has no testbed ${id}`, "List the testbeds with `warpgauge baseline list`.");
	for (const path of [...names.map((name) => `${folder}/${name}`), ...pending]) changes.set(path, null);
}

export { computeStoreChanges, refuseOtherConfig, requireKeepable };