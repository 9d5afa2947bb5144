import { Bt as judgeRun, Ct as rulesFrom, Rt as loadCommittedOf, _t as configCopy, gt as baselineCopies, lr as isCalibration, mt as readRunRecord } from "./judging.js";
import { M as UserError, a as diskFileStore, c as onlySuites } from "./foundation.js";
import { Y as calibrationReport } from "./measuring.js";
import { join, resolve } from "node:path";

// src/cli/judge-folder.ts
const maxConfigBytes = 262144;
const maxBaselineBytes = 16777216;
async function judgeFolder(folder, options) {
	return (await judgeWithSources(folder, options)).report;
}
async function judgeWithSources(folder, options) {
	const { record, config } = await openFolder(folder, options.configFile);
	const committed = await committedFor(folder, config, record, options.baselines);
	return {
		report: isCalibration(record.plan) ? calibrationReport({
			record,
			config,
			noise: committed.noise.noise
		}) : judgeRun({
			record,
			config,
			...committed,
			obstacles: []
		}),
		record,
		config,
		baselines: committed.baselines.flatMap(({ baseline }) => baseline ?? [])
	};
}
async function openFolder(folder, configFile) {
	const record = await readRunRecord(folder, diskFileStore);
	const path = configFile ? resolve(configFile) : join(folder, configCopy);
	const text = await diskFileStore.readText(path, maxConfigBytes);
	if (text === null) throw new UserError(`there is no config at ${path}`, "Name the config that this run was measured by with --config.");
	const { config, yardstick } = rulesFrom(text, record.yardstick.path, record.yardstick);
	const suites = new Set([...record.plan.cases, ...record.plan.notTested].map((item) => item.key.suite));
	return {
		record: {
			...record,
			yardstick
		},
		config: onlySuites(config, [...suites])
	};
}
async function committedFor(folder, config, record, directory) {
	return await loadCommittedOf(record, config, async (path) => {
		const ofTestbed = path.split("/").slice(-2);
		if (directory !== null) return await diskFileStore.readText(join(resolve(directory), ...ofTestbed), maxBaselineBytes);
		const places = [ofTestbed, ofTestbed.slice(-1)].map((names) => join(folder, baselineCopies, ...names));
		for (const place of places) {
			const text = await diskFileStore.readText(place, maxBaselineBytes);
			if (text !== null) return text;
		}
		return null;
	});
}

export { judgeWithSources as n, openFolder as r, judgeFolder as t };