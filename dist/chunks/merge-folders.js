import { UserError } from "./core.js";
import { baselineCopies, configCopy, listTestbedParts, mergeRuns, noiseFile, openRunFolder, parseRules, previousRecordFile, readCopy, readRunRecord, runRecordFile, writeCopies, writeReports } from "./judging.js";
import { copyRegularFiles, diskFileStore } from "./foundation.js";
import { renderTerminal } from "./terminal.js";
import { reportFiles } from "./reporters.js";
import { judgeFolder } from "./judge-folder.js";
import { maxConfigBytes, refuseUsedFolder } from "./local-inputs.js";
import { inspectTerminal, print, say, shortenPath } from "./version.js";
import { basename, join, resolve } from "node:path";

// src/cli/merge-folders.ts
const ownFiles = [
	runRecordFile,
	previousRecordFile,
	"report.json",
	"report.md",
	configCopy,
	baselineCopies
];
async function mergeFolders(directories, { out }) {
	const target = resolve(out);
	refuseUsedFolder(out, "Name another directory with --out.");
	await writeMerged(directories.map((directory) => resolve(directory)), target);
	const { report } = await judgeFolder(target, {
		configFile: null,
		baselines: null
	});
	await writeReports(report, target, reportFiles, diskFileStore);
	print(renderTerminal(report, inspectTerminal()));
	say(`\nMerged ${directories.length} run folders into ${shortenPath(target)}`);
	return report.exitCode;
}
async function writeMerged(folders, target) {
	const runs = [];
	for (const [index, folder] of folders.entries()) {
		const record = await readRunRecord(folder, diskFileStore);
		runs.push({
			name: shortenPath(folder),
			prefix: `parts/${index + 1}/`,
			record
		});
	}
	const [[first = ""], [run]] = [folders, runs];
	const text = await diskFileStore.readForeignText(first, configCopy, maxConfigBytes);
	if (text === null || !run) throw new UserError(`there is no config at ${join(first, configCopy)}`, "Give run folders as warpgauge left them.");
	const rules = parseRules(text, run.record.yardstick.path, run.record.yardstick);
	const record = mergeRuns(runs, rules.config);
	const baselines = await collectBaselines(folders, runs, rules.config);
	const folder = await openRunFolder(target, diskFileStore);
	await diskFileStore.writeText(join(target, configCopy), rules.text);
	const comparedWith = await writeCopies(baselines, target, diskFileStore);
	for (const [index, from] of folders.entries()) {
		const leftOut = await copyRegularFiles(from, join(target, "parts", String(index + 1)), ownFiles);
		for (const path of leftOut) say(`warning: ${shortenPath(join(from, path))} was not copied: it is not a regular file, or its name is not UTF-8`);
	}
	await folder.save({
		...record,
		comparedWith
	});
}
async function collectBaselines(folders, runs, { suites }) {
	const found = /* @__PURE__ */ new Map();
	const names = [...Object.keys(suites).map((suite) => `${suite}.json`), noiseFile];
	for (const [index, folder] of folders.entries()) {
		const run = runs[index];
		if (!run) continue;
		const ids = listTestbedParts(run.record).map(({ testbed }) => testbed.id);
		for (const place of ids.flatMap((id) => names.map((name) => join(id, name)))) {
			const text = await readCopy([place, basename(place)], run.record, folder, diskFileStore);
			if (text === null) continue;
			if ((found.get(place) ?? text) !== text) throw new UserError(`${shortenPath(folder)} was compared with another ${place} than the others`, "Join runs that were judged by the baselines of one commit.");
			found.set(place, text);
		}
	}
	return found;
}

export { mergeFolders };