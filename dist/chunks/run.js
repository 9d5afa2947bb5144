import { reportFiles } from "./reporters.js";
import { reportCalibration } from "./calibration.js";
import { restrictConfig } from "./foundation.js";
import { chooseReference, describeOutdated, findCommits, forgetEarlierRun, judgeRun, writeReports } from "./judging.js";
import { measureRun } from "./measuring.js";

// src/modes/run.ts
async function run(request, ports) {
	if (!request.isResume) await forgetEarlierRun(request.runFolder, ports.files);
	const found = await findCommits(request.context, ports.git);
	const report = judgeHead(await measureHead(request, await chooseReference({
		...request,
		found
	}, ports.git), ports), request);
	await writeReports(report, request.runFolder, reportFiles, ports.files);
	return report;
}
async function measureHead(request, reference, ports) {
	const { context } = request;
	const { commits, base } = reference;
	const rules = {
		...reference.rules,
		config: restrictConfig(reference.rules.config, context.commanded)
	};
	const { commit } = rules.yardstick;
	const readOwn = async (path) => commit === null ? await ports.files.readText(`${context.workspace}/${path}`, 16777216) : await ports.git.readAt(commit, path);
	return {
		...await measureRun({
			...request,
			rules,
			commits,
			readCommitted: base?.read ?? readOwn
		}, ports),
		rules,
		reference
	};
}
function judgeHead({ record, committed, rules: { config }, reference: { base, commits } }, { calibrationRounds = null }, doubts = []) {
	if (calibrationRounds !== null) return reportCalibration({
		record,
		config,
		noise: committed.noise.noise
	});
	const mismatches = [...base ? describeOutdated(base, commits) : [], ...doubts];
	return judgeRun({
		record,
		config,
		...committed,
		obstacles: [],
		mismatches
	});
}

export { judgeHead, measureHead, run };