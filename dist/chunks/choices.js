import { UserError, sumValues } from "./core.js";

// src/domain/core/case.ts
function formatCaseId(key) {
	return [`${key.suite}/${key.benchmark}`, ...listAxisTexts(key.axes)].join(" ");
}
function formatAxes(axes) {
	return listAxisTexts(axes).join(" ");
}
function hasAxes(axes, filter) {
	return Object.entries(filter).every(([name, value]) => axes[name] === value);
}
function listAxisTexts(axes) {
	return Object.keys(axes).toSorted().map((name) => `${name}=${axes[name]}`);
}
const namelessAxes = /* @__PURE__ */ new Set([
	"dataset",
	"revision",
	"variant"
]);
function describeCase({ suite, benchmark, axes }, deviceKind = "gpu") {
	const { gpus, gpu, ...others } = axes;
	const name = suite === "command" && benchmark !== "" ? benchmark : suite;
	const devices = gpus === void 0 ? [] : [describeDevices(gpus, deviceKind)];
	const device = gpu === void 0 ? [] : [`GPU ${gpu}`];
	const rest = Object.keys(others).filter((axis) => axis !== "revision" || others[axis] !== "head").toSorted().map((axis) => namelessAxes.has(axis) ? String(others[axis]) : `${axis} ${others[axis]}`);
	return [
		name,
		...devices,
		...device,
		...rest
	].join(", ");
}
function describeDevices(count, deviceKind) {
	return `${count} ${deviceKind === "gpu" ? "GPU" : "core"}${Number(count) === 1 ? "" : "s"}`;
}

// src/domain/plan/selection.ts
function selectCaseIds(fullPlan, { only }) {
	const groups = groupComparedCases(fullPlan).filter((group) => group.some((planned) => only.some((pattern) => isPatternMatch(planned.id, pattern))));
	return new Set(groups.flat().map(({ id }) => id));
}
function selectPlanPart(plan, fullPlan, selection) {
	const ids = selectCaseIds(fullPlan, selection);
	const ladders = (plan.ladders ?? []).filter(({ cases }) => cases.every((id) => ids.has(id)));
	const known = new Set(fullPlan.cases.map(({ id }) => id));
	const isMissedHere = (key) => known.has(formatCaseId(key)) ? ids.has(formatCaseId(key)) : isSuiteHere(key, fullPlan, ids, selection);
	return {
		cases: plan.cases.filter(({ id }) => ids.has(id)),
		notTested: plan.notTested.filter(({ key }) => isMissedHere(key)),
		comparisons: plan.comparisons.filter(({ head, base }) => ids.has(head) && ids.has(base)),
		...ladders.length > 0 && { ladders }
	};
}
function isSuiteHere(key, fullPlan, ids, { only }) {
	const ofSuite = fullPlan.cases.filter((planned) => planned.key.suite === key.suite);
	if (ofSuite.length > 0) return ofSuite.some(({ id }) => ids.has(id));
	return only.some((pattern) => isPatternMatch(formatCaseId(key), pattern));
}
function isPatternMatch(id, pattern) {
	const [first = "", ...rest] = pattern.split("*");
	if (rest.length === 0) return id === pattern;
	if (!id.startsWith(first)) return false;
	const last = rest.at(-1) ?? "";
	let from = first.length;
	for (const piece of rest.slice(0, -1)) {
		const at = id.indexOf(piece, from);
		if (at < 0) return false;
		from = at + piece.length;
	}
	return id.length - last.length >= from && id.endsWith(last);
}
function parseSelection(only) {
	if (only.length === 0) return null;
	const patterns = only.map((pattern) => pattern.trim()).filter((pattern) => pattern !== "");
	if (patterns.length > 0) return { only: patterns };
	throw new UserError("--only is empty", "Give patterns of case ids; without --only every case is selected.");
}
function groupComparedCases({ cases, comparisons, ladders = [] }) {
	const places = new Map(cases.map(({ id }, index) => [id, index]));
	const parents = cases.map((_, index) => index);
	const findRoot = (index) => {
		let root = index;
		while (parents[root] !== root) root = parents[root] ?? root;
		return root;
	};
	const join = (ids) => {
		const roots = ids.flatMap((id) => places.get(id) ?? []).map(findRoot);
		const first = Math.min(...roots);
		for (const root of roots) parents[root] = first;
	};
	for (const { head, base } of comparisons) join([head, base]);
	for (const ladder of ladders) join(ladder.cases);
	const turns = Map.groupBy(cases, ({ interleaveGroup, gpus }) => `${gpus.length} ${interleaveGroup}`);
	for (const group of turns.values()) join(group.map(({ id }) => id));
	for (const { id, tables } of cases) join([
		id,
		...tables?.against ?? [],
		...tables?.standsFor ?? []
	]);
	return [...Map.groupBy(cases, ({ id }) => findRoot(places.get(id) ?? 0)).values()];
}

// src/domain/plan/job-matrix.ts
const matrixKeys = [
	"suite",
	"gpus",
	"testbed"
];
function buildJobMatrix(fullPlan, runners, by) {
	const groups = groupComparedCases(fullPlan).map((cases) => {
		return {
			cases,
			suite: cases[0]?.key.suite ?? "",
			gpus: Math.max(1, ...cases.map(({ gpus }) => gpus.length))
		};
	});
	const placed = [...Map.groupBy(groups, ({ suite }) => suite)].map(([suite, own]) => ({
		suite,
		groups: own,
		runner: chooseRunner(own, runners)
	}));
	return {
		jobs: [...Map.groupBy(placed, ({ runner }) => runner)].flatMap(([runner, own]) => runner === null ? [] : buildJobs(runner, own, by)),
		problems: placed.flatMap(({ suite, groups: own, runner }) => describeShortage(suite, own, runner))
	};
}
function chooseRunner(groups, runners) {
	const needed = Math.max(...groups.map(({ gpus }) => gpus));
	const bySize = runners.toSorted((one, other) => one.gpus - other.gpus);
	return bySize.find(({ gpus }) => gpus >= needed) ?? bySize.at(-1) ?? null;
}
function describeShortage(suite, groups, runner) {
	const lacking = groups.filter(({ gpus }) => runner !== null && gpus > runner.gpus).flatMap(({ cases }) => cases);
	if (lacking.length === 0 || runner === null) return [];
	const [first] = lacking;
	const more = lacking.length > 1 ? ` and ${lacking.length - 1} more` : "";
	return [`${suite}: no declared runner has enough devices for ${first ? formatCaseId(first.key) : ""}${more}; ${runner.name} has ${runner.gpus}, so the report lists them as not tested`];
}
function buildJobs(runner, suites, by) {
	switch (by) {
		case "suite": return suites.map(({ suite, groups }) => buildJob(runner, suite, groups, [`${suite}/*`]));
		case "gpus": return buildJobsByCount(runner, suites);
		case "testbed": return buildJobsByRunner(runner, suites);
		default: return by;
	}
}
function buildJobsByCount(runner, suites) {
	const groups = suites.flatMap((placed) => placed.groups);
	return [...Map.groupBy(groups, ({ gpus }) => gpus)].toSorted(([one], [other]) => one - other).map(([count, own]) => buildJob(runner, `${runner.name}-${count}-gpus`, own));
}
function buildJobsByRunner(runner, suites) {
	const groups = suites.flatMap((placed) => placed.groups).map((group) => ({
		...group,
		weight: sumValues(group.cases.map(({ warmups, repeats }) => warmups + repeats))
	}));
	const parts = partitionByWeight(groups, Math.min(runner.count, groups.length));
	return parts.map((own, index) => buildJob(runner, parts.length === 1 ? runner.name : `${runner.name}-${index + 1}`, own));
}
function partitionByWeight(items, count) {
	const hands = Array.from({ length: count }, () => ({
		weight: 0,
		items: []
	}));
	for (const item of items.toSorted((one, other) => other.weight - one.weight)) {
		const lightest = hands.reduce((least, hand) => hand.weight < least.weight ? hand : least);
		lightest.items.push(item);
		lightest.weight += item.weight;
	}
	return hands.map((hand) => items.filter((item) => hand.items.includes(item)));
}
function buildJob(runner, name, groups, only = groups.flatMap(({ cases }) => cases[0]?.id ?? [])) {
	return {
		name,
		runner: runner.name,
		"runs-on": runner.labels,
		gpus: Math.min(runner.gpus, Math.max(...groups.map(({ gpus }) => gpus))),
		only: only.join("\n")
	};
}

// src/domain/core/run-context.ts
function buildLocalContext(workspace, given) {
	const { event = "local" } = given;
	return {
		repository: null,
		pullRequest: null,
		runUrl: null,
		measuredBy: null,
		headCommit: null,
		baseCommit: null,
		trust: "trusted",
		workspace,
		runKey: event,
		...given,
		event
	};
}
const usualConfig = ".github/warpgauge.yml";
const modeNames = [
	"check",
	"publish",
	"plan",
	"bisect",
	"command",
	"refresh",
	"record"
];
function selectMode({ event, branch, defaultBranch }) {
	if (event === "issue_comment") return "command";
	if (event === "workflow_run") return "publish";
	return (event === "push" || event === "schedule") && branch !== void 0 && branch === defaultBranch ? "record" : "check";
}

// src/domain/init/choices.ts
const trustModels = [
	"trusted",
	"collaborators",
	"forks"
];
const trustModelTexts = {
	trusted: "branches of this repository; code from forks does not run",
	collaborators: "also commits for which someone with write access comments /warpgauge run",
	forks: "also pull requests from forks, each after a reviewer approves it"
};
const deviceKinds = ["gpu", "cpu"];
const defaultLabels = {
	gpu: ["self-hosted", "gpu"],
	cpu: ["ubuntu-latest"]
};
const labelForm = /^[A-Za-z0-9][A-Za-z0-9._:=+/-]{0,99}$/;
function parseLabels(text) {
	const labels = text.split(",").flatMap((label) => label.trim() || []);
	return labels.length > 0 && labels.length <= 20 && labels.every((label) => labelForm.test(label)) ? labels : null;
}
function buildDefaultChoices(findings, project, named) {
	const main = findings.programs.find(({ missing, isMain }) => missing === null && isMain);
	const program = named.program ?? (findings.benchmarks.length > 0 ? main : findings.programs[0]) ?? null;
	const benchmarks = named.program ? [] : findings.benchmarks;
	const devices = named.devices ?? detectDevices(program, benchmarks, findings);
	return {
		program,
		benchmarks,
		devices,
		tag: findMatchingTag(program, findings, project),
		labels: defaultLabels[devices],
		trustModel: "trusted",
		example: null
	};
}
function detectDevices(program, benchmarks, findings) {
	const measured = [...program?.missing === null ? [program] : [], ...benchmarks];
	return (measured.length > 0 ? measured.some((one) => one.usesGpu) : findings.usesGpu) ? "gpu" : "cpu";
}
function findMatchingTag(program, { tag }, { taggedPaths }) {
	return program?.readsFasta && tag !== null && taggedPaths.includes(program.file) ? tag : null;
}

// src/programs/fasta/presets.ts
const presets = {
	tiny: {
		sequences: 10,
		minLength: 200,
		maxLength: 400
	},
	small: {
		sequences: 100,
		minLength: 200,
		maxLength: 400
	},
	medium: {
		sequences: 1e3,
		minLength: 200,
		maxLength: 400
	},
	large: {
		sequences: 1e4,
		minLength: 200,
		maxLength: 400
	},
	typical: {
		sequences: 5e3,
		minLength: 200,
		maxLength: 2e3
	},
	long: {
		sequences: 1e3,
		minLength: 1500,
		maxLength: 2e3
	}
};
function adjustPreset(name, changes) {
	const preset = presets[name];
	return {
		sequences: changes.sequences ?? preset.sequences,
		minLength: changes.minLength ?? preset.minLength,
		maxLength: changes.maxLength ?? preset.maxLength
	};
}

// src/reporters/report-format.ts
const reportFormatNames = [
	"markdown",
	"json",
	"junit",
	"terminal"
];

export { adjustPreset, buildDefaultChoices, buildJobMatrix, buildLocalContext, defaultLabels, describeCase, describeDevices, detectDevices, deviceKinds, findMatchingTag, formatAxes, formatCaseId, groupComparedCases, hasAxes, isPatternMatch, labelForm, matrixKeys, modeNames, parseLabels, parseSelection, presets, reportFormatNames, selectMode, selectPlanPart, trustModelTexts, trustModels, usualConfig };