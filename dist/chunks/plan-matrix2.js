import { UserError } from "./core.js";
import { buildJobMatrix } from "./choices.js";
import { planCompleteRun } from "./judging.js";
import { refusePlaceholder } from "./measuring.js";

// src/judging/plan/plan-matrix.ts
function planMatrix({ config, configPath, by }) {
	refusePlaceholder(config, configPath);
	const runners = Object.entries(config.runners).map(([name, runner]) => ({
		name,
		...runner
	}));
	if (runners.length === 0) throw new UserError(`${configPath} has no runners, which a job matrix needs`, "Add for example `runners: { h200: { labels: [self-hosted, h200], gpus: 8 } }`; see docs/matrix.md.");
	const matrix = buildJobMatrix(planCompleteRun(config, listRevisions(config)), runners, by);
	if (matrix.jobs.length === 0) throw new UserError(`${configPath} has no case to measure`, "Configure at least one suite.");
	if (matrix.jobs.length <= 256) return matrix;
	throw new UserError(`the matrix would have ${matrix.jobs.length} jobs; GitHub allows ${256}`, "Plan by testbed, or lower `count` of the runners.");
}
function listRevisions(config) {
	return ["head", ...Object.keys(config.revisions)].map((label, index) => {
		const commit = String(index % 10).repeat(40);
		return {
			label,
			ref: config.revisions[label]?.ref ?? "HEAD",
			commit,
			problem: null
		};
	});
}

export { planMatrix };