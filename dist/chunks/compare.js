import { i as Option } from "./commander.js";
import { Jn as formatVerdict, Yn as concludeStored, nn as listHeadDoubts, ri as parseBaseline, ui as readingPrefix, xr as compareWithBaseline } from "./judging.js";
import { L as diskFileStore, gt as UserError, rt as formatAxes } from "./foundation.js";
import { G as renderComparisons, at as toHeadCases } from "./measuring.js";
import { t as buildBaselines } from "./build-baselines.js";
import { r as openFolder } from "./judge-folder.js";
import { a as measureColumns, i as mayColor, o as print, s as say } from "./terminal.js";
import { resolve } from "node:path";
import { statSync } from "node:fs";

// src/cli/compare.ts
function addCompare(program, exit) {
	program.command("compare").description("Compare two run folders or baseline files").argument("<base>", "run folder or baseline file").argument("<head>", "run folder or baseline file").option("--min-effect <share>", "minimum effect, as a share", "0.03").addOption(new Option("--format <format>").choices(["terminal", "json"]).default("terminal")).action(async (base, head, options) => {
		const [from, to] = [await readInput(base), await readInput(head)];
		const comparisons = compareInputs(from.baselines, to.baselines, parseMinEffect(options.minEffect));
		const conclusion = concludeStored(comparisons, to.doubts);
		const { verdict } = conclusion;
		const headed = {
			title: "compare",
			verdict,
			sentence: formatVerdict(conclusion, comparisons, [])
		};
		print(options.format === "json" ? JSON.stringify({ comparisons }, null, 2) : renderComparisons(comparisons, headed, {
			columns: measureColumns(process.stdout),
			color: mayColor(process.stdout)
		}));
		const gates = comparisons.filter(({ isGate }) => isGate);
		const unjudged = gates.filter((item) => item.verdict === "missing" || item.verdict === "not comparable");
		if (unjudged.length > 0) say(`${unjudged.length} of ${gates.length} gate metrics could not be compared`);
		for (const doubt of to.doubts) say(`warning: ${doubt}`);
		exit(conclusion.exitCode);
	});
}
function compareInputs(bases, heads, minEffect) {
	const isCommon = bases.some(({ suite }) => heads.some((head) => head.suite === suite));
	const comparisons = bases.flatMap((baseline) => {
		const head = heads.find((item) => item.suite === baseline.suite);
		return compareWithBaseline({
			baseline,
			testbed: head?.testbed ?? baseline.testbed,
			cases: head ? toHeadCases(head) : [],
			gate: ["wall_time", `${readingPrefix}*`],
			policy: {
				minEffect,
				confidence: .95
			}
		});
	});
	if (isCommon && comparisons.length > 0) return comparisons;
	throw new UserError(`the two have no suite in common: ${formatSuites(bases)} against ${formatSuites(heads)}`, "Compare runs of the same suites.");
}
function formatSuites(side) {
	return side.map((item) => `${item.suite} (${item.cases.map((entry) => formatAxes(entry.axes)).join("; ")})`).join(", ");
}
async function readInput(path) {
	const absolute = resolve(path);
	const found = statSync(absolute, { throwIfNoEntry: false });
	if (!found) throw new UserError(`${path} does not exist`, "Give a run folder or a baseline file.");
	if (found.isDirectory()) {
		const { record, config } = await openFolder(absolute, null);
		const baselines = buildBaselines(record, config, "compared");
		if (!baselines.some(({ cases }) => cases.length > 0)) throw new UserError(`the run in ${path} has no figures to compare`, "Find the reason with `warpgauge report`, and measure again.");
		return {
			baselines,
			doubts: listHeadDoubts(record)
		};
	}
	const text = await diskFileStore.readText(absolute, 16777216);
	return {
		baselines: [parseBaseline(text ?? "", path)],
		doubts: []
	};
}
function parseMinEffect(text) {
	const value = Number(text);
	if (value > 0 && value < 1) return value;
	throw new UserError(`--min-effect ${text} is not between 0 and 1`, "Give a share such as 0.03.");
}

export { addCompare };