import { UserError } from "./core.js";

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

// src/domain/plan/group-compared-cases.ts
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
	for (const group of Map.groupBy(cases, formatTurnKey).values()) join(group.map(({ id }) => id));
	for (const { id, tables } of cases) join([
		id,
		...tables?.against ?? [],
		...tables?.standsFor ?? []
	]);
	return [...Map.groupBy(cases, ({ id }) => findRoot(places.get(id) ?? 0)).values()];
}
function formatTurnKey({ interleaveGroup, gpus }) {
	return `${gpus.length} ${interleaveGroup}`;
}

// src/domain/plan/job-matrix.ts
const matrixKeys = [
	"suite",
	"gpus",
	"testbed"
];
function buildJobMatrix(fullPlan, runners, by) {
	const groups = groupComparedCases(fullPlan).map(buildBundle);
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
function buildBundle(cases) {
	return {
		cases,
		suite: cases[0]?.key.suite ?? "",
		gpus: Math.max(1, ...cases.map(({ gpus }) => gpus.length))
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
		case "suite": return suites.map(({ suite, groups }) => buildJob(runner, suite, {
			groups,
			only: [`${suite}/*`]
		}));
		case "gpus": return buildJobsByCount(runner, suites);
		case "testbed": return buildShards(runner, suites);
		default: return by;
	}
}
function buildJobsByCount(runner, suites) {
	const groups = suites.flatMap((placed) => placed.groups);
	return [...Map.groupBy(groups, ({ gpus }) => gpus)].toSorted(([one], [other]) => one - other).map(([count, own]) => buildJob(runner, `${runner.name}-${count}-gpus`, {
		groups: own,
		only: own.flatMap((group) => listPatterns(group))
	}));
}
function listPatterns({ cases: [first] }) {
	return first ? [first.id] : [];
}
function buildShards(runner, suites) {
	const groups = suites.flatMap((placed) => placed.groups);
	const of = Math.min(runner.count, groups.length);
	const only = suites.map(({ suite }) => `${suite}/*`);
	return Array.from({ length: of }, (_, index) => {
		return {
			...buildJob(runner, of === 1 ? runner.name : `${runner.name}-${index + 1}`, {
				groups,
				only
			}),
			shard: `${index + 1}/${of}`
		};
	});
}
function buildJob(runner, name, { groups, only }) {
	return {
		name,
		runner: runner.name,
		"runs-on": runner.labels,
		gpus: Math.min(runner.gpus, Math.max(...groups.map(({ gpus }) => gpus))),
		only: only.join("\n"),
		shard: "1/1"
	};
}

// src/domain/plan/parse-selection.ts
const maxShards = 1024;
function parseSelection(only, shard) {
	const patterns = only.map((pattern) => pattern.trim()).filter((pattern) => pattern !== "");
	const part = shard === null ? null : parseShard(shard);
	const isWhole = part === null || part.of === 1;
	if (patterns.length === 0 && isWhole) return null;
	return {
		only: patterns,
		shard: isWhole ? null : part
	};
}
function parseShard(text) {
	const [, first = "", second = ""] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text.trim()) ?? [];
	const [index, of] = [Number(first), Number(second)];
	if (first !== "" && index <= of && of <= maxShards) return {
		index,
		of
	};
	throw new UserError(`${JSON.stringify(text)} is not a valid shard`, "Use i/n, counted from 1: 2/5 is the second of five shards.");
}

// src/datasets/presets.ts
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

// src/domain/init/project.ts
function isTest(path) {
	return /(?:^|\/)(?:tests?|examples?|docs?|third_party|vendor|node_modules)\//.test(path);
}
const unknownArguments = "its arguments are not known";
const plainProgram = {
	setup: [],
	env: {},
	passEnv: [],
	gpuArguments: [],
	readsFasta: false,
	proofPath: null,
	takesGpus: false,
	usesGpu: false,
	limit: null,
	hasFixedTime: false,
	missing: null,
	isMain: false
};
function getFolder(path) {
	const end = path.lastIndexOf("/");
	return end < 0 ? "" : path.slice(0, end);
}
function joinPath(folder, path) {
	return folder === "" ? path : `${folder}/${path}`;
}
function normalizePath(path) {
	if (path.startsWith("/")) return null;
	const parts = [];
	for (const part of path.split("/")) {
		if (part === ".." && parts.pop() === void 0) return null;
		if (part !== ".." && part !== "." && part !== "") parts.push(part);
	}
	return parts.join("/");
}
function getBaseName(path) {
	return path.slice(path.lastIndexOf("/") + 1);
}
function listFiles({ texts }, form) {
	return [...texts].flatMap(([path, text]) => form.test(path) ? [{
		path,
		folder: getFolder(path),
		text
	}] : []);
}
function listManifests(project, name) {
	return [...project.manifests].filter(([path]) => getBaseName(path) === name).map(([path, manifest]) => ({
		path,
		folder: getFolder(path),
		manifest
	}));
}
function isBelow(path, folder) {
	return folder === "" || path.startsWith(`${folder}/`);
}
function getNested(value, ...keys) {
	return keys.reduce((inner, key) => inner && typeof inner === "object" && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : void 0, value);
}
function listTexts(value) {
	return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
function toConfigName(text) {
	return text.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, "-").replaceAll(/^[^a-z0-9]+|-+$/g, "").slice(0, 64) || "benchmark";
}
function mergePreparations(parts) {
	return {
		setup: [...new Map(parts.flatMap((item) => item.setup.map((command) => [JSON.stringify(command), command]))).values()],
		env: Object.assign({}, ...parts.map(({ env }) => env)),
		passEnv: [...new Set(parts.flatMap(({ passEnv }) => passEnv))]
	};
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
	const labels = text.split(",").map((label) => label.trim()).filter((label) => label !== "");
	return labels.length > 0 && labels.length <= 20 && labels.every((label) => labelForm.test(label)) ? labels : null;
}
function buildDefaultChoices(findings, project, named) {
	const complete = findings.programs.filter(({ missing }) => missing === null);
	const found = findings.benchmarks.length > 0 ? complete.find(({ isMain }) => isMain) : complete[0];
	const first = findings.benchmarks.length === 0 ? findings.programs[0] : void 0;
	const program = named.program ?? found ?? first ?? null;
	const benchmarks = named.program ? [] : findings.benchmarks;
	const devices = named.devices ?? detectDevices(program, benchmarks, findings);
	return {
		program,
		benchmarks,
		devices,
		tag: findMatchingTag(program, findings, project),
		labels: defaultLabels[devices],
		trustModel: "trusted"
	};
}
function detectDevices(program, benchmarks, findings) {
	const measured = [...program ? [program] : [], ...benchmarks];
	return (measured.length > 0 ? measured.some((one) => one.usesGpu) : findings.usesGpu) ? "gpu" : "cpu";
}
function findMatchingTag(program, { tag }, { taggedPaths }) {
	return program?.readsFasta && tag !== null && taggedPaths.includes(program.file) ? tag : null;
}
function buildOwnProgram(words, findings) {
	const { command, program } = findings.programs.map((one) => ({
		program: one,
		command: replaceStart(words, one)
	})).find((match) => match.command !== null) ?? {
		command: null,
		program: null
	};
	return {
		...plainProgram,
		...program && pickPreparation(program),
		name: program?.name ?? toConfigName(getBaseName(words[0] ?? "program")),
		command: command ?? words,
		readsFasta: words.some((word) => word.includes("{dataset}")),
		proofPath: words.some((word) => word.includes("{output}")) ? "{output}" : null,
		takesGpus: words.some((word) => /\{gpus\}|\{gpuCount\}/.test(word)),
		usesGpu: program ? program.usesGpu : findings.usesGpu,
		isMain: true,
		evidence: program ? `${program.evidence}, with your arguments` : "your command",
		file: program?.file ?? ""
	};
}
function pickPreparation({ setup, env, passEnv, hasFixedTime }) {
	return {
		setup,
		env,
		passEnv,
		hasFixedTime
	};
}
function replaceStart(words, { command }) {
	const [start = "", ...known] = command;
	const [first = "", ...rest] = isPython(start) && isPython(words[0]) ? words.slice(1) : words;
	if (!isPython(start)) return withoutDot(first) === withoutDot(start) || first === getBaseName(start) ? [start, ...rest] : null;
	if (known[0] === "-m") return first === "-m" && rest[0] === known[1] ? [
		start,
		first,
		...rest
	] : null;
	return withoutDot(first) === known[0] ? [
		start,
		withoutDot(first),
		...rest
	] : null;
}
function isPython(word = "") {
	return /(?:^|\/)python[\d.]*$/.test(word);
}
function withoutDot(word) {
	return word.replace(/^\.\//, "");
}

// src/reporters/report-format.ts
const reportFormatNames = [
	"markdown",
	"json",
	"junit",
	"terminal"
];

export { adjustPreset, buildDefaultChoices, buildJobMatrix, buildOwnProgram, defaultLabels, detectDevices, deviceKinds, findMatchingTag, formatAxes, formatCaseId, getBaseName, getFolder, getNested, groupComparedCases, hasAxes, isBelow, isTest, joinPath, listFiles, listManifests, listTexts, matrixKeys, mergePreparations, normalizePath, parseLabels, parseSelection, plainProgram, presets, reportFormatNames, toConfigName, trustModelTexts, trustModels, unknownArguments };