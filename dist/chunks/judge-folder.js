import { configCopy, isCalibration, judgeRun, loadCommittedReference, parseRules, readCopy, readRunRecord, readUnreadable } from "./judging.js";
import { UserError } from "./core.js";
import { diskFileStore, restrictSuites } from "./foundation.js";
import { reportCalibration } from "./calibration.js";
import { maxBaselineBytes, maxConfigBytes } from "./local-inputs.js";
import { join, resolve } from "node:path";

// src/cli/judge-folder.ts
async function judgeFolder(folder, options) {
	const { record, config, isOtherConfig } = await openFolder(folder, options.configFile);
	const committed = await loadCommittedReference(record, config, async (path) => {
		const ofTestbed = path.split("/").slice(-2);
		if (options.baselines !== null) return await diskFileStore.readText(join(resolve(options.baselines), ...ofTestbed), maxBaselineBytes);
		const places = [ofTestbed, ofTestbed.slice(-1)].map((names) => join(...names));
		const copy = await readCopy(places, record, folder, diskFileStore);
		const problem = readUnreadable(copy);
		if (problem !== null) throw new UserError(problem, "Restore the file, and measure again");
		return copy;
	});
	const isSuspect = isOtherConfig && options.configFile === null;
	return {
		report: isCalibration(record.plan) ? reportCalibration({
			record,
			config,
			noise: committed.noise.noise
		}) : judgeRun({
			record,
			config,
			...committed,
			obstacles: isSuspect ? [changedConfig] : []
		}),
		record,
		config,
		baselines: committed.baselines.flatMap(({ baseline }) => baseline ?? [])
	};
}
const changedConfig = `${configCopy} in the run folder is not the config of the measurement: it was changed or truncated since (name a config with --config to judge by that one)`;
async function openFolder(folder, configFile) {
	const record = await readRunRecord(folder, diskFileStore);
	const text = configFile === null ? await diskFileStore.readForeignText(folder, configCopy, maxConfigBytes) : await diskFileStore.readText(resolve(configFile), maxConfigBytes);
	if (text === null) throw new UserError(`there is no config at ${configFile ?? join(folder, "warpgauge.yml")}`, "Name the config that this run was measured by with --config.");
	const { config, yardstick } = parseRules(text, record.yardstick.path, record.yardstick);
	const suites = new Set([...record.plan.cases, ...record.plan.notTested].map((item) => item.key.suite));
	const isOtherConfig = yardstick.sha256 !== record.yardstick.sha256;
	return {
		record: {
			...record,
			yardstick
		},
		config: restrictSuites(config, [...suites]),
		isOtherConfig
	};
}

export { changedConfig, judgeFolder, openFolder };