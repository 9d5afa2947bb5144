import { buildBaselines, chooseGate, compareWithBaseline, concludeStored, formatVerdict, judgeByBaseline, listHeadDoubts, listHeadLosses, parseBaseline, readingPrefix, toHeadCases } from "./judging.js";
import { formatAxes, formatCaseId } from "./choices.js";
import { UserError, attempt, formatNames } from "./core.js";
import { diskFileStore } from "./foundation.js";
import { renderComparisons } from "./terminal.js";
import "./reporters.js";
import { changedConfig, openFolder } from "./judge-folder.js";
import { maxBaselineBytes, readLocalRules } from "./local-inputs.js";
import { parseShare } from "./option-numbers.js";
import { inspectTerminal, print, say } from "./version.js";
import { resolve } from "node:path";
import { statSync } from "node:fs";

// src/cli/compare-figures.ts
async function compareFigures(base, head, options) {
	const named = options.config === void 0 ? null : (await readLocalRules(options.config)).config;
	const [from, to] = [await readInput(base, named), await readInput(head, named)];
	const minEffect = options.minEffect === void 0 ? null : parseShare("--min-effect", options.minEffect);
	const rules = buildRules(named ?? to.config ?? from.config, minEffect);
	const comparisons = compareInputs(from.baselines, to.baselines, rules);
	const deviceKind = from.baselines[0]?.testbed.deviceKind ?? "gpu";
	const doubts = [
		...from.lost.map((text) => `base: ${text}`),
		...to.doubts,
		...to.lost
	];
	const conclusion = concludeStored(comparisons, doubts, deviceKind);
	const { verdict, reasons } = conclusion;
	const headed = {
		title: "compare",
		verdict,
		sentence: formatVerdict({
			verdict,
			reasons,
			comparisons,
			requirements: []
		}, deviceKind)
	};
	print(options.format === "json" ? JSON.stringify({
		comparisons,
		...doubts.length > 0 && { doubts }
	}, null, 2) : renderComparisons(comparisons, headed, inspectTerminal()));
	const gates = comparisons.filter(({ isGate }) => isGate);
	const unjudged = gates.filter((item) => item.verdict === "missing" || item.verdict === "not comparable");
	if (unjudged.length > 0) say(`${unjudged.length} of ${gates.length} gate metrics could not be compared`);
	for (const doubt of doubts) say(`warning: ${doubt}`);
	const known = new Set(listFigures(from.baselines));
	const fresh = listFigures(to.baselines).filter((name) => !known.has(name));
	if (fresh.length > 0) say(`only in the head, so not compared: ${formatNames(fresh)}`);
	return conclusion.exitCode;
}
function compareInputs(bases, heads, compareSuite) {
	const isCommon = bases.some(({ suite }) => heads.some((head) => head.suite === suite));
	const comparisons = bases.flatMap((baseline) => {
		const head = heads.find((item) => item.suite === baseline.suite);
		const [testbed, cases] = [head?.testbed ?? baseline.testbed, head ? toHeadCases(head) : []];
		return compareSuite({
			baseline,
			testbed,
			cases
		});
	});
	if (isCommon && comparisons.length > 0) return comparisons;
	throw new UserError(`the two have no suite in common: ${formatSuites(bases)} against ${formatSuites(heads)}`, "Compare runs of the same suites.");
}
function listFigures(side) {
	return side.flatMap(({ suite, cases }) => cases.flatMap((one) => one.metrics.map(({ name }) => `${name} of ${formatCaseId({
		suite,
		...one
	})}`)));
}
function buildRules(config, minEffect) {
	if (config === null) {
		const gate = ["wall_time", `${readingPrefix}*`];
		return (input) => compareWithBaseline({
			...input,
			gate,
			policy: {
				minEffect: minEffect ?? .03,
				confidence: .95
			}
		});
	}
	const policy = {
		...config.comparison,
		...minEffect !== null && { minEffect }
	};
	return (input) => judgeByBaseline({
		...input,
		gate: chooseGate(config, input.baseline.suite),
		policy
	});
}
function formatSuites(side) {
	return side.map((item) => `${item.suite} (${item.cases.map((entry) => formatAxes(entry.axes)).join("; ")})`).join(", ");
}
async function readInput(path, named) {
	const absolute = resolve(path);
	const isFolder = attempt(() => statSync(absolute).isDirectory());
	if (isFolder === null) throw new UserError(`${path} does not exist or cannot be reached`, "Give a run folder or a baseline file.");
	if (isFolder) {
		const { record, config, isOtherConfig } = await openFolder(absolute, null);
		const baselines = buildBaselines(record, config, "compared");
		if (!baselines.some(({ cases }) => cases.length > 0)) throw new UserError(`the run in ${path} has no figures to compare`, "Find the reason with `warpgauge report`, and measure again.");
		const doubts = isOtherConfig && named === null ? [changedConfig] : [];
		const lost = listHeadLosses(record, named ?? config);
		return {
			baselines,
			config,
			doubts: [...listHeadDoubts(record), ...doubts],
			lost
		};
	}
	const text = await diskFileStore.readText(absolute, maxBaselineBytes);
	return {
		baselines: [parseBaseline(text ?? "", path)],
		config: null,
		doubts: [],
		lost: []
	};
}

export { compareFigures };