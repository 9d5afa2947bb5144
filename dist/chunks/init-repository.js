import { formatScalar, joinShellWords, parseConfig, quoteShellWord, splitShellWords } from "./judging.js";
import { buildDefaultChoices, buildOwnProgram, defaultLabels, getBaseName, getFolder, getNested, isBelow, isTest, joinPath, listFiles, listManifests, listTexts, normalizePath, parseLabels, plainProgram, toConfigName, unknownArguments } from "./choices.js";
import { buildConfigText, fixedTimeNote, isPlaceholder, proposeProgramPaths } from "./config-text.js";
import { EnvironmentError, UserError } from "./core.js";
import { createGitCommand } from "./measuring.js";
import { openTemporaryDirectory } from "./foundation.js";
import { findGitHubRepository } from "./clone-facts.js";
import { print, repository, say } from "./version.js";
import { findPackageRoot } from "./package-root.js";
import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";

// src/domain/init/python-tools.ts
function choosePythonTools(project, folder, needs = []) {
	const has = (name) => project.paths.includes(joinPath(folder, name));
	const hasAbove = (name) => has(name) || project.paths.includes(name);
	const directory = folder === "" ? [] : ["--directory", folder];
	const extras = findExtras(project, folder, needs);
	if (hasAbove("uv.lock")) {
		const sync = [
			"uv",
			"sync",
			"--frozen",
			...directory,
			...extras.flatMap(({ kind, name }) => [`--${kind}`, name])
		];
		return buildInstalledTools(joinPath(has("uv.lock") ? folder : "", ".venv"), [sync], {}, ["UV_CACHE_DIR", "UV_PYTHON_INSTALL_DIR"]);
	}
	if (has("pixi.lock")) {
		const install = [
			"pixi",
			"install",
			"--frozen",
			...folder === "" ? [] : ["--manifest-path", folder]
		];
		return buildInstalledTools(joinPath(folder, ".pixi/envs/default"), [install], {}, ["PIXI_CACHE_DIR"]);
	}
	if (has("poetry.lock")) {
		const install = [
			"poetry",
			"install",
			"--no-interaction",
			...directory
		];
		return buildInstalledTools(joinPath(folder, ".venv"), [install], { POETRY_VIRTUALENVS_IN_PROJECT: "true" }, ["POETRY_CACHE_DIR"]);
	}
	return withPip(project, folder, needs);
}
function buildInstalledTools(environment, setup, env, passEnv) {
	return {
		python: `${environment}/bin/python`,
		isInstalled: true,
		setup,
		env,
		passEnv
	};
}
function withPip(project, folder, needs) {
	const requirements = joinPath(folder, "requirements.txt");
	const hasRequirements = /^\s*[^#\s]/m.test(project.texts.get(requirements) ?? "");
	const { hasPackage, hasDependencies } = inspectPackage(project, folder);
	if (needs.length === 0 && !hasRequirements && !hasDependencies) return buildPlainTools(project, folder);
	const extras = findExtras(project, folder, needs).filter(({ kind }) => kind === "extra");
	const wanted = extras.length > 0 ? `[${extras.map(({ name }) => name).join(",")}]` : "";
	const { setup, passEnv } = buildPipInstall(folder, [
		...hasRequirements ? ["-r", requirements] : [],
		...hasPackage ? buildPackageArguments(project, folder, wanted) : [],
		...extras.length > 0 ? [] : needs
	]);
	return {
		...buildInstalledTools(joinPath(folder, ".venv"), setup, {}, passEnv),
		isInstalled: hasPackage
	};
}
function buildPipInstall(folder, packages) {
	const venv = joinPath(folder, ".venv");
	return {
		setup: [[
			"python3",
			"-m",
			"venv",
			venv
		], [
			`${venv}/bin/python`,
			"-m",
			"pip",
			"install",
			"--disable-pip-version-check",
			...packages
		]],
		passEnv: ["PIP_CACHE_DIR", "PIP_INDEX_URL"]
	};
}
function buildPackageArguments({ manifests }, folder, extras = "") {
	const backend = getNested(manifests.get(joinPath(folder, "pyproject.toml")), "build-system", "build-backend");
	return [...typeof backend !== "string" || /^(?:setuptools|hatchling|flit|poetry)\b/.test(backend) ? ["-e"] : [], `${folder === "" ? "." : `./${folder}`}${extras}`];
}
function inspectPackage({ manifests, texts }, folder) {
	const manifest = manifests.get(joinPath(folder, "pyproject.toml"));
	const script = texts.get(joinPath(folder, "setup.py")) ?? "";
	return {
		hasPackage: getNested(manifest, "project", "name") !== void 0 || /\bsetup\(/.test(script),
		hasDependencies: listTexts(getNested(manifest, "project", "dependencies")).length > 0 || listTexts(getNested(manifest, "project", "dynamic")).includes("dependencies") || script.includes("install_requires")
	};
}
function buildPlainTools({ paths }, folder) {
	const root = paths.some((path) => path.startsWith(`${joinPath(folder, "src")}/`) && path.endsWith(".py")) ? joinPath(folder, "src") : folder;
	return {
		python: "python3",
		isInstalled: false,
		setup: [],
		env: root === "" ? {} : { PYTHONPATH: root },
		passEnv: []
	};
}
function findExtras({ manifests }, folder, needs) {
	const manifest = manifests.get(joinPath(folder, "pyproject.toml"));
	return [{
		kind: "extra",
		lists: getNested(manifest, "project", "optional-dependencies")
	}, {
		kind: "group",
		lists: getNested(manifest, "dependency-groups")
	}].flatMap(({ kind, lists }) => Object.entries(lists ?? {}).filter(([, list]) => listTexts(list).some((text) => needs.some((need) => text.startsWith(need)))).map(([name]) => ({
		kind,
		name
	})));
}
function findPackageFolder({ paths }, file) {
	let folder = getFolder(file);
	while (folder !== "" && ![
		"pyproject.toml",
		"requirements.txt",
		"setup.py"
	].some((name) => paths.includes(`${folder}/${name}`))) folder = getFolder(folder);
	return folder;
}
const gpuModules = "torch|pytorch_lightning|lightning|accelerate|deepspeed|cupy|cudf|cuml|jax|flax|tensorflow|keras|triton|numba\\.cuda|pycuda|onnxruntime|warp|taichi|tinygrad";
const gpuImports = new RegExp(`^\\s*(?:from\\s+|import\\s+(?:[\\w.]+(?:\\s+as\\s+\\w+)?\\s*,\\s*)*)(?:${gpuModules})\\b`, "m");
function hasPythonGpuCode(project, folder) {
	return listFiles(project, /\.py$/).some(({ path, text }) => isBelow(path, folder) && gpuImports.test(text));
}

// src/domain/init/python-benchmarks.ts
function findPytestBenchmarks(project) {
	const files = listFiles(project, /\.py$/).filter(({ text }) => /def test_\w+\([^)]*\bbenchmark\b/.test(text));
	return [...new Set(files.map(({ folder }) => folder))].map((folder) => {
		const [first = "", ...others] = files.flatMap((file) => file.folder === folder ? file.path : []);
		const target = others.length === 0 ? first : folder || ".";
		const home = findPackageFolder(project, first);
		const { python, isInstalled: _isInstalled, ...preparation } = choosePythonTools(project, home, ["pytest-benchmark"]);
		return {
			...preparation,
			name: toConfigName(joinPath(home, "pytest") === target ? "pytest" : target.replace(/\.py$/, "")),
			tool: "pytest-benchmark",
			adapter: "pytest-benchmark",
			command: [
				python,
				"-m",
				"pytest",
				target,
				"--benchmark-only",
				"--benchmark-json={output}/benchmark.json"
			],
			files: ["{output}/benchmark.json"],
			usesGpu: hasPythonGpuCode(project, home),
			evidence: `${target} (fixture benchmark of pytest-benchmark)`
		};
	});
}
const asvScript = String.raw`git init --quiet "$0/repository" && git -C "$0/repository" -c user.name=asv -c user.email=asv@localhost commit --quiet --allow-empty --message=asv || exit 1
printf '{"version": 1, "project": "asv", "repo": "%s/repository", "environment_type": "virtualenv", "benchmark_dir": "%s", "results_dir": "%s/results"}' "$0" "$PWD/$1" "$0" > "$0/asv.conf.json"
"$2" machine --yes --config "$0/asv.conf.json" > /dev/null
"$2" run --config "$0/asv.conf.json" --python=same --record-samples --set-commit-hash "$(git -C "$0/repository" rev-parse HEAD)" || [ $? = 2 ]
`;
function findAsvSuites(project) {
	return listFiles(project, /(?:^|\/)asv\.conf(?:\.\w+)?\.json$/).flatMap(({ path, folder, text }) => {
		const settings = parseSettings(text);
		const [named = "benchmarks"] = listTexts([getNested(settings, "benchmark_dir")]);
		const suite = joinPath(folder, named);
		if (!project.paths.some((file) => isBelow(file, suite))) return [];
		const needs = [
			"asv",
			"virtualenv",
			...listRequirements(settings)
		];
		const { python, isInstalled: _isInstalled, ...preparation } = choosePythonTools(project, findPackageFolder(project, path), needs);
		return {
			...preparation,
			name: toConfigName(folder === "" ? "asv" : `${folder}-asv`),
			tool: "asv",
			adapter: "asv",
			command: [
				"sh",
				"-c",
				asvScript,
				"{output}",
				suite,
				python.replace(/python3?$/, "asv")
			],
			files: ["{output}/results/*/*-existing*.json"],
			usesGpu: hasPythonGpuCode(project, suite),
			evidence: `${suite}/ (asv suite of ${path})`
		};
	});
}
function listRequirements(settings) {
	const matrix = getNested(settings, "matrix");
	const table = getNested(matrix, "req") ?? matrix ?? {};
	return Object.entries(table).flatMap(([name, versions]) => {
		if (!/^(?:pip\+)?[\w.-]+$/.test(name) || [
			"env",
			"env_nobuild",
			"req"
		].includes(name)) return [];
		const first = Array.isArray(versions) ? versions[0] : versions;
		const version = typeof first === "string" && /^[\w.]+$/.test(first) ? `==${first}` : "";
		return [`${name.replace(/^pip\+/, "")}${version}`];
	});
}
function parseSettings(text) {
	const plain = text.replaceAll(/("(?:[^"\\]|\\.)*")|\/\/.*$/gm, "$1").replaceAll(/,(?=\s*[\]}])/g, "");
	try {
		return JSON.parse(plain);
	} catch {
		return null;
	}
}

// src/domain/init/makefile.ts
function parseMakefile(text) {
	const lines = text.replaceAll(/\\\r?\n\s*/g, " ").split(/\r?\n/);
	const variables = readVariables(lines);
	const rules = [];
	let recipes = [];
	for (const line of lines) if (line.startsWith("	")) for (const recipe of recipes) recipe.push(line.slice(1));
	else if (line.trim() !== "" && !line.startsWith("#")) recipes = addRules(line, variables, rules);
	return rules.map((rule) => ({
		...rule,
		recipe: rule.recipe.map((line) => expandRecipe(line, rule, variables))
	}));
}
const assignment = /^(?:override\s+|export\s+)?([\w.-]+)\s*(\+|\?|::?)?=\s*(.*)$/;
function readVariables(lines) {
	const variables = /* @__PURE__ */ new Map();
	for (const line of lines) {
		const [, name = "", operator, value = ""] = !line.startsWith("	") && assignment.exec(line.trim()) || [];
		const plain = value.replace(/\s*#.*$/, "");
		if (name === "" || operator === "?" && variables.has(name)) continue;
		variables.set(name, operator === "+" ? `${variables.get(name) ?? ""} ${plain}` : plain);
	}
	return variables;
}
function addRules(line, variables, rules) {
	if (assignment.test(line)) return [];
	const [, targets = "", prerequisites = "", first] = /^([^:=#]+):(?![:=])([^;#=]*)(?:;([^]*))?$/.exec(expand(line, variables)) ?? [];
	return splitWords(targets).map((target) => {
		const recipe = first === void 0 ? [] : [first];
		rules.push({
			target,
			prerequisites: splitWords(prerequisites),
			recipe
		});
		return recipe;
	});
}
function splitWords(text) {
	return text.split(/\s+/).filter((word) => word !== "" && word !== "|");
}
function expandRecipe(line, { target, prerequisites }, variables) {
	const automatic = {
		"$@": target,
		"$<": prerequisites[0] ?? "",
		"$^": prerequisites.join(" ")
	};
	return replaceReferences(expand(line, variables), /\$[@<^]/g, (name) => automatic[name]).replace(/^[@+\s-]+/, "");
}
const maxDepth = 8;
const maxLength = 2e4;
function expand(text, variables, depth = 0) {
	if (depth === maxDepth) return text;
	const expanded = replaceReferences(text, /\$[({]([\w.-]+)(?::([^=(){}\s]*)=([^(){}\s]*))?[)}]/g, (reference, name = "", from, to = "") => {
		const value = variables.get(name);
		if (value === void 0) return isSetOutside(name) ? reference : "";
		return from === void 0 ? value : replacePatterns(expand(value, variables, depth + 1), from, to);
	});
	return expanded === text ? text : expand(expanded, variables, depth + 1);
}
function replaceReferences(text, pattern, readValue) {
	let length = text.length;
	return text.replaceAll(pattern, (reference, ...rest) => {
		if (length > maxLength) return reference;
		const value = readValue(reference, ...rest.slice(0, 3));
		length += value.length;
		return length > maxLength ? reference : value;
	});
}
function isSetOutside(name) {
	return /^[A-Z]/.test(name);
}
function replacePatterns(text, from, to) {
	const [pattern, replacement] = from.includes("%") ? [from, to] : [`%${from}`, `%${to}`];
	const [start = "", end = ""] = pattern.split("%");
	return splitWords(text).map((word) => {
		return word.startsWith(start) && word.endsWith(end) && word.length >= start.length + end.length ? replacement.replace("%", () => word.slice(start.length, word.length - end.length)) : word;
	}).join(" ");
}

// src/domain/init/c-programs.ts
function needsArguments(sources) {
	const main = sources.map((text) => /\bmain\s*\(([^)]*)\)\s*\{([^]*)/.exec(text)).find((match) => match !== null);
	return !main || /\bargv\b/.test(main[2] ?? "");
}
function isNamedTest(name) {
	return /(?:^|[_-])tests?(?:[_-]|$)/i.test(name);
}
function findCmakePrograms(project) {
	const targets = listCmakeFiles(project).flatMap((list) => listTargets(project, list));
	const programs = targets.filter(({ tool, list, name }) => tool === null && !isTest(list) && !isNamedTest(name));
	return {
		benchmarks: targets.flatMap((target) => target.tool ? [buildBenchmark(target, target.tool)] : []),
		programs: programs.map(({ name, list, texts, program, preparation }) => ({
			...plainProgram,
			...preparation,
			command: [program],
			missing: needsArguments(texts) ? unknownArguments : null,
			evidence: `${list} (add_executable ${name})`,
			file: list
		})).toSorted((a, b) => Number(/bench|perf/.test(b.name)) - Number(/bench|perf/.test(a.name)))
	};
}
function listCmakeFiles(project) {
	return listFiles(project, /(?:^|\/)CMakeLists\.txt$/).map((list) => ({
		...list,
		text: list.text.replaceAll(/#.*$/gm, "")
	}));
}
function hasCmakeGpuCode(project, folder) {
	if (project.paths.some((path) => isBelow(path, folder) && /\.(?:cu|cuh|hip)$/.test(path))) return true;
	const packages = /\b(?:CUDA|CUDAToolkit|HIP|OpenACC|OpenCL|SYCL|IntelSYCL|AdaptiveCpp)\b/;
	return listCmakeFiles(project).some(({ path, text }) => isBelow(path, folder) && packages.test(text));
}
function listTargets(project, { path: list, folder, text }) {
	const executables = text.matchAll(/\b(?:cuda_)?add_executable\s*\(\s*([\w.+-]+)(?!\s+(?:IMPORTED|ALIAS))([^)]*)\)/gi);
	const links = [...text.matchAll(/\btarget_link_libraries\s*\(\s*([\w.+-]+)([^)]*)\)/gi)];
	return [...executables].map(([, name = "", words = ""]) => {
		const linked = links.flatMap(([, target, libraries]) => target === name ? libraries : []).join(" ");
		const sources = words.split(/\s+/).filter((word) => /^[\w./+-]+\.\w+$/.test(word));
		const top = findTopFolder(project, folder);
		const build = joinPath(top, "build");
		const setup = [[
			"cmake",
			"-S",
			top || ".",
			"-B",
			build,
			"-DCMAKE_BUILD_TYPE=Release"
		], [
			"cmake",
			"--build",
			build,
			"--parallel"
		]];
		return {
			name,
			list,
			tool: detectTool(linked),
			texts: sources.flatMap((source) => project.texts.get(joinPath(folder, source)) ?? []),
			program: joinPath(locateOutput(project, folder, top), name),
			preparation: {
				name: toConfigName(joinPath(top, name)),
				setup,
				env: {},
				passEnv: [],
				usesGpu: hasCmakeGpuCode(project, top)
			}
		};
	});
}
function detectTool(linked) {
	if (/\bnvbench::/.test(linked)) return "nvbench";
	return /\bbenchmark(?:::benchmark(?:_main)?|_main)?\b/.test(linked) ? "google-benchmark" : null;
}
function buildBenchmark({ name, list, program, preparation }, tool) {
	const file = "{output}/benchmark.json";
	const isNvbench = tool === "nvbench";
	const options = isNvbench ? ["--json", file] : [`--benchmark_out=${file}`, "--benchmark_out_format=json"];
	return {
		...preparation,
		tool,
		adapter: tool,
		command: [program, ...options],
		files: [file],
		usesGpu: isNvbench || preparation.usesGpu,
		evidence: `${list} (${name} links ${isNvbench ? "nvbench" : "Google Benchmark"})`
	};
}
function locateOutput({ texts }, folder, top) {
	const text = texts.get(joinPath(top, "CMakeLists.txt")) ?? "";
	const common = /CMAKE_RUNTIME_OUTPUT_DIRECTORY\s+"?\$\{(?:CMAKE|PROJECT)_BINARY_DIR\}\/?([\w/-]*)"?\s*\)/.exec(text);
	const inside = common ? common[1] ?? "" : folder.slice(top.length).replace(/^\//, "");
	return joinPath(joinPath(top, "build"), inside).replace(/\/$/, "");
}
function findTopFolder({ texts }, from) {
	const ancestors = [from];
	for (let folder = from; folder !== "";) ancestors.push(folder = getFolder(folder));
	const above = ancestors.filter((folder) => texts.has(joinPath(folder, "CMakeLists.txt")));
	return above.filter((folder) => /\bproject\s*\(/i.test(texts.get(joinPath(folder, "CMakeLists.txt")) ?? "")).at(-1) ?? above.at(-1) ?? from;
}
const makefile = /(?:^|\/)(?:GNUm|[Mm])akefile$/;
function findMakePrograms(project) {
	const sources = new Map(project.paths.filter((path) => sourceEnding.test(path)).map((path) => [toStem(path), path]));
	return listFiles(project, makefile).filter(({ path }) => !isTest(path)).flatMap(({ path, text }) => findPrograms(project, path, parseMakefile(text), sources));
}
function findPrograms(project, file, rules, index) {
	const folder = getFolder(file);
	return rules.filter(({ target }) => !target.endsWith(".o")).flatMap((rule) => rule.target.includes("%") ? instantiatePattern(rule, index, folder) : [rule]).flatMap((rule) => findLinks(rule).map((found) => ({
		...found,
		rule
	}))).filter(({ output }, at, all) => all.findIndex((one) => one.output === output) === at).flatMap(({ rule, output, link }) => {
		const path = normalizePath(joinPath(folder, output));
		const sources = [...rule.prerequisites, ...link].flatMap((word) => index.get(toStem(joinPath(folder, word))) ?? []);
		if (path === null || sources.length === 0 && !link.some((word) => compiler.test(word))) return [];
		const { words: args, target } = findCall(rules, output, folder) ?? {
			words: null,
			target: rule.target
		};
		const texts = sources.flatMap((source) => project.texts.get(source) ?? []);
		return {
			...plainProgram,
			name: toConfigName(path),
			command: [path.includes("/") ? path : `./${path}`, ...args ?? []],
			setup: [[
				"make",
				...folder === "" ? [] : ["-C", folder],
				rule.target
			]],
			usesGpu: link.some((word) => gpuBuild.test(word)) || hasGpuSources(sources, project, folder),
			missing: args === null && needsArguments(texts) ? unknownArguments : null,
			evidence: `${file} (target ${target})`,
			file
		};
	});
}
function hasGpuSources(sources, { paths }, folder) {
	return (sources.length > 0 ? sources : paths.filter((path) => isBelow(path, folder))).some((path) => /\.(?:cu|hip)$/.test(path));
}
const sourceEnding = /\.(?:cu|hip|cpp|cxx|cc|c|f90|F90)$/;
function toStem(path) {
	return path.replace(/\.o$/, "").replace(sourceEnding, "");
}
function instantiatePattern(rule, index, folder) {
	const [start, end] = rule.prerequisites.find((word) => word.includes("%") && sourceEnding.test(word))?.split("%") ?? [];
	if (start === void 0 || end === void 0) return [];
	const before = joinPath(folder, start);
	return [...index.values()].filter((path) => path.startsWith(before) && path.endsWith(end)).map((path) => path.slice(before.length, path.length - end.length)).filter((stem) => stem !== "" && !stem.includes("/")).map((stem) => {
		const fill = (text) => text.replaceAll("%", stem);
		return {
			target: fill(rule.target),
			prerequisites: rule.prerequisites.map(fill),
			recipe: rule.recipe.map(fill)
		};
	});
}
const compiler = /^(?:.*\/)?(?:nvcc|hipcc|g?cc|[gc]\+\+|clang(?:\+\+)?|icpx?|icx|nvc(?:\+\+)?|gfortran|nvfortran|ifx|ftn|mpi(?:cc|cxx|c\+\+|fort|f90))(?:-\d+)?$|^\$[({](?:CC|CXX|NVCC|HIPCC|FC|LD|LINK)[)}]$/;
const gpuBuild = /\b(?:nvcc|hipcc)$|^-(?:fsycl|fopenmp-targets|-?offload|acc)|^-l(?:cuda|cudart|cublas|OpenCL|amdhip64)$/;
const noProgram = /\.(?:o|obj|a|so|ptx|cubin|fatbin|d)$/;
function findLinks({ target, recipe }) {
	return recipe.flatMap((line) => {
		const link = line.split(/\s+/);
		const glued = link.includes(`-o${target}`) ? target : "";
		const output = /(?:^|\s)-o\s+([\w.+-][\w./+-]*)(?=\s|$)/.exec(line)?.[1] ?? glued;
		if (output === "" || noProgram.test(output) || link.some((word) => /^-(?:c|dc|shared)$/.test(word))) return [];
		return isNamedTest(getBaseName(output)) ? [] : [{
			link,
			output: withoutDot(output)
		}];
	});
}
function findCall(rules, program, folder) {
	for (const { target, recipe } of rules.filter((one) => /^(?:run|bench|benchmark|perf)$/.test(one.target))) for (const line of recipe) {
		const [first = "", ...words] = splitShellWords(line) ?? [];
		const hasPaths = words.some((word) => /[/.]/.test(word) && !/^-?[\d.]+$/.test(word));
		if (withoutDot(first) === program && (folder === "" || !hasPaths)) return {
			target,
			words
		};
	}
	return null;
}
function withoutDot(word) {
	return word.replace(/^\.\//, "");
}

// src/domain/init/python-arguments.ts
function parseCommandLines(source) {
	return [
		...parseArgparse(source),
		...parseClick(source),
		...parseTyper(source),
		...parseFire(source)
	];
}
function doesReadArguments(source) {
	return /\b(?:sys\.argv|argparse|ArgumentParser|parse_args|HfArgumentParser|tyro|click|typer|fire|absl|simple_parsing|jsonargparse|docopt|hydra|configargparse)\b/.test(source);
}
function readDeclaration(source, start) {
	const parts = splitBalanced(source, start);
	const names = listStrings(parts.filter((part) => !/^\s*\w+\s*=/.test(part)).join(","));
	return names.length > 0 ? {
		parts,
		text: parts.join(","),
		names
	} : null;
}
function parseArgparse(source) {
	const subcommands = /* @__PURE__ */ new Map();
	for (const call of source.matchAll(/(\w+)\s*=\s*\w+\.add_parser\(/g)) {
		const [name] = listStrings(splitBalanced(source, call.index + call[0].length).join(","));
		if (name && call[1]) subcommands.set(call[1], name);
	}
	const byParser = /* @__PURE__ */ new Map();
	for (const call of source.matchAll(/(\w+)\.add_argument\(/g)) {
		const declared = readDeclaration(source, call.index + call[0].length);
		const parser = call[1] ?? "";
		if (declared) byParser.set(parser, [...byParser.get(parser) ?? [], toArgparseArgument(declared)]);
	}
	const common = [...byParser].filter(([parser]) => !subcommands.has(parser)).flatMap(([, list]) => list);
	if (subcommands.size === 0) return common.length > 0 ? [{
		words: [],
		arguments: common
	}] : [];
	const needed = common.filter(({ isRequired }) => isRequired);
	return [...subcommands].map(([parser, word]) => ({
		words: [word],
		arguments: [...needed, ...byParser.get(parser) ?? []]
	}));
}
function toArgparseArgument({ parts, text, names }) {
	const isPositional = !names[0]?.startsWith("-");
	const isOptionalPositional = /nargs\s*=\s*["'][?*]["']/.test(text);
	return {
		names,
		isPositional,
		isRequired: isPositional ? !isOptionalPositional : /required\s*=\s*True/.test(text),
		isFlag: /action\s*=\s*(?:["'](?:store_true|store_false|count|version)["']|\w+\.BooleanOptionalAction)/.test(text),
		default: readKeyword(parts, "default")
	};
}
function parseClick(source) {
	if (!/^\s*(?:import click|from click )/m.test(source)) return [];
	const isGroup = /@(?:\w+\.)?group\(/.test(source);
	const blocks = source.split(/^(?:async )?def /m);
	return blocks.slice(0, -1).flatMap((block, index) => {
		const last = [...block.matchAll(/^(?![@\s)#])\S.*$/gm)].at(-1);
		const decorators = /^@/m.test(block) ? block.slice(last ? last.index + last[0].length : 0) : "";
		const command = /@(?:\w+\.)?command\(/.exec(decorators);
		if (!command) return [];
		const [named] = listStrings(splitBalanced(decorators, command.index + command[0].length).join(","));
		const word = named ?? (/^\w+/.exec(blocks[index + 1] ?? "")?.[0] ?? "").replaceAll("_", "-");
		return [{
			words: isGroup ? [word] : [],
			arguments: parseClickArguments(decorators)
		}];
	});
}
function parseClickArguments(decorators) {
	return [...decorators.matchAll(/@(?:click\.)?(argument|option)\(/g)].flatMap((call) => {
		const declared = readDeclaration(decorators, call.index + call[0].length);
		if (!declared) return [];
		const { parts, text, names } = declared;
		const isPositional = call[1] === "argument";
		return [{
			names: isPositional ? names : names.filter((name) => name.startsWith("-")),
			isPositional,
			isRequired: isPositional ? !/required\s*=\s*False/.test(text) : /required\s*=\s*True/.test(text),
			isFlag: /is_flag\s*=\s*True|count\s*=\s*True/.test(text),
			default: readKeyword(parts, "default")
		}];
	});
}
function parseTyper(source) {
	if (!/^\s*(?:import typer|from typer )/m.test(source)) return [];
	const commands = [...source.matchAll(/@\w+\.command\(([^)\n]*)\)\s*\n(?:@.*\n)*(?:async )?def (\w+)\(/g)].map((match) => ({
		word: listStrings(match[1] ?? "")[0] ?? (match[2] ?? "").replaceAll("_", "-"),
		parameters: parseParameters(source, match.index + match[0].length)
	}));
	const called = [...source.matchAll(/\btyper\.run\((\w+)\)/g)].flatMap(([, name = ""]) => readFunction(source, name));
	const isGroup = commands.length > 1 || /@\w+\.callback\(/.test(source);
	return [...commands.map(({ word, parameters }) => ({
		words: isGroup ? [word] : [],
		parameters
	})), ...called.map((parameters) => ({
		words: [],
		parameters
	}))].map(({ words, parameters }) => ({
		words,
		arguments: parameters.map(toTyperArgument)
	}));
}
function parseFire(source) {
	return [...source.matchAll(/\bfire\.Fire\((\w+)/g)].flatMap(([, name = ""]) => readFunction(source, name).map((parameters) => ({
		words: [],
		arguments: parameters.map(toFireArgument)
	})));
}
function readFunction(source, name) {
	const match = new RegExp(`^def ${name}\\(`, "m").exec(source);
	return match ? [parseParameters(source, match.index + match[0].length)] : [];
}
function parseParameters(source, start) {
	return splitBalanced(source, start).flatMap((part) => {
		const match = /^\s*(\w+)\s*(?::\s*([^=]*(?:\[[^]*\])?[^=]*?))?\s*(?:=\s*([^]*?))?\s*$/.exec(part);
		const name = match?.[1];
		return name === void 0 ? [] : [{
			name,
			annotation: match?.[2] ?? "",
			value: match?.[3] ?? null
		}];
	});
}
function toTyperArgument(parameter) {
	const { name, annotation, value } = parameter;
	const declaration = /\btyper\.(Option|Argument)\(([^]*)\)/.exec(`${value ?? ""} ${annotation}`);
	const [kind, inside = ""] = [declaration?.[1], declaration?.[2]];
	const fallback = findTyperDefault(parameter, inside);
	const isPositional = kind === "Argument" || kind === void 0 && value === null;
	return {
		names: isPositional ? [name] : listTyperNames(name, inside),
		isPositional,
		isRequired: fallback === null,
		isFlag: /\bbool\b/.test(annotation),
		default: fallback === null ? null : readLiteral(fallback)
	};
}
function findTyperDefault({ value }, inside) {
	if (!value?.startsWith("typer.")) return value;
	const [first = ""] = splitBalanced(`${inside})`, 0);
	return /^\s*(?:\.\.\.)?\s*$/.test(first) ? null : first;
}
function listTyperNames(name, inside) {
	const named = listStrings(inside).filter((text) => text.startsWith("-"));
	return named.length > 0 ? named : [`--${name.replaceAll("_", "-")}`];
}
function toFireArgument({ name, value }) {
	return {
		names: [`--${name}`],
		isPositional: false,
		isRequired: value === null && !name.startsWith("*"),
		isFlag: false,
		default: value === null ? null : readLiteral(value),
		isAssigned: true
	};
}
const pythonTokens = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|#[^\n]*|[^]/g;
function splitBalanced(source, start) {
	const parts = [""];
	let depth = 1;
	for (const [token] of source.slice(start).matchAll(pythonTokens)) {
		if ("([{".includes(token)) depth += 1;
		if (")]}".includes(token)) depth -= 1;
		if (depth === 0) break;
		if (depth === 1 && token === ",") parts.push("");
		else if (!token.startsWith("#")) parts.push(`${parts.pop() ?? ""}${token}`);
	}
	return parts;
}
function listStrings(text) {
	return [...text.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'/g)].map(([, double, single]) => double ?? single ?? "");
}
function readKeyword(parts, name) {
	const found = parts.map((part) => new RegExp(`^\\s*${name}\\s*=(?!=)\\s*([^]*?)\\s*$`).exec(part)).find(Boolean);
	return found ? readLiteral(found[1] ?? "") : null;
}
function readLiteral(text) {
	const plain = text.trim();
	const [, double, single] = /^(?:"([^"\\\n]*)"|'([^'\\\n]*)')$/.exec(plain) ?? [];
	if (double !== void 0 || single !== void 0) return double ?? single ?? "";
	return /^-?[\d_]+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(plain) ? plain.replaceAll("_", "") : null;
}

// src/domain/init/fill-arguments.ts
const roles = {
	input: /^(?:in|input|infile|fasta|fa|sequences?|seqs?|reads|contigs|query|genomes?|input-(?:file|fasta|path)|(?:fasta|sequence)-(?:file|path)|data-?(?:path|file|dir)?|dataset)$/,
	directory: /^(?:outdir|out-?dir|(?:output|work|save|checkpoint|ckpt|log|logging|results?|exp|run|model)-?(?:dir|directory|folder))$/,
	output: /^(?:o|out|output|outfile|out-file|output-(?:file|path|csv|tsv)|results?|predictions|save-path)$/,
	gpus: /^(?:gpus|gpu-?ids|devices|device-ids|cuda-devices)$/,
	gpuCount: /^(?:n|num|n-?)-?gpus$/,
	device: /^(?:device|accelerator)$/,
	steps: /^(?:(?:max|num|n|train|total|max-train|num-train)-?)?(?:steps|iters|iterations)$/,
	epochs: /^(?:(?:max|num|n|total|num-train)-?)?epochs?$/
};
const roleNames = Object.keys(roles);
const manySteps = 100;
function fillCommandLine(line, { readsFasta, contains }) {
	const found = findRoles(line);
	const limits = fillLimit(found);
	const values = [...fillPlaces(found, readsFasta), ...limits];
	const missing = line.arguments.find((argument) => argument.isRequired && !values.some((value) => value.argument === argument));
	if (missing) return { reason: `it requires ${missing.names.at(-1) ?? ""}` };
	const usual = readsFasta ? null : found.get("input")?.default ?? null;
	return {
		args: [...line.words, ...orderArguments(line, values)],
		gpuArguments: fillDevice(found.get("device")),
		takesDataset: readsFasta && found.has("input"),
		output: found.has("directory") ? "directory" : found.has("output") ? "file" : null,
		takesGpus: found.has("gpus") || found.has("gpuCount"),
		limit: limits.length > 0 ? orderArguments(line, limits).join(" ") : null,
		hasOwnInput: usual !== null && contains(usual)
	};
}
function fillPlaces(found, readsFasta) {
	return [
		...fill(readsFasta ? found.get("input") : void 0, "{dataset}"),
		...fill(found.get("directory") ?? found.get("output"), "{output}"),
		...found.has("gpus") ? fill(found.get("gpus"), "{gpus}") : fill(found.get("gpuCount"), "{gpuCount}")
	];
}
function findRoles(line) {
	const found = /* @__PURE__ */ new Map();
	for (const argument of line.arguments) {
		const plain = argument.names.map((name) => name.replace(/^-+/, "").replaceAll("_", "-").toLowerCase());
		const role = argument.isFlag ? void 0 : roleNames.find((one) => plain.some((name) => roles[one].test(name)));
		if (role !== void 0 && !found.has(role)) found.set(role, argument);
	}
	return found;
}
function fill(argument, value) {
	return argument ? [{
		argument,
		value
	}] : [];
}
function fillLimit(found) {
	const [steps, epochs] = [found.get("steps"), found.get("epochs")];
	if (!steps) return epochs?.default === "1" ? [] : fill(epochs, "1");
	const usual = Number(steps.default ?? NaN);
	return usual > 0 && usual <= manySteps ? [] : fill(steps, String(manySteps));
}
function fillDevice(argument) {
	if (!argument || argument.isPositional || argument.default !== "cpu" && !argument.isRequired) return [];
	return [getLongName(argument), argument.names.includes("--accelerator") ? "gpu" : "cuda"];
}
function orderArguments(line, values) {
	return [...line.arguments.filter(({ isPositional }) => isPositional).flatMap((argument) => values.find((value) => value.argument === argument)?.value ?? []), ...values.flatMap(({ argument, value }) => {
		if (argument.isPositional) return [];
		return argument.isAssigned ? [`${getLongName(argument)}=${value}`] : [getLongName(argument), value];
	})];
}
function getLongName({ names }) {
	return names.find((name) => name.startsWith("--")) ?? names[0] ?? "";
}
const hydraLimits = [[/^(?:max_|num_|n_|total_|train_)*(?:steps|iters|iterations)$/, "100"], [/^(?:max_|num_|n_|total_)*epochs$/, "1"]];
function buildHydraArguments({ texts }, file) {
	const source = texts.get(file) ?? "";
	const call = /@hydra\.main\(/.exec(source);
	if (!call) return null;
	const parts = splitBalanced(source, call.index + call[0].length);
	const [folder, name] = [readKeyword(parts, "config_path") ?? ".", readKeyword(parts, "config_name") ?? "config"];
	const path = normalizePath(joinPath(getFolder(file), joinPath(folder, name))) ?? "";
	const keys = listKeys(texts.get(`${path}.yaml`) ?? texts.get(`${path}.yml`) ?? texts.get(path) ?? "");
	const [limit = null] = hydraLimits.flatMap(([form, value]) => keys.filter((key) => form.test(key.split(".").at(-1) ?? "")).map((key) => `${key}=${value}`));
	return {
		args: ["hydra.run.dir={output}", ...limit === null ? [] : [limit]],
		limit
	};
}
function listKeys(text) {
	let outer = "";
	return text.split("\n").flatMap((line) => {
		const [, indent = "", key = "", value = ""] = /^( *)([\w-]+):\s*(.*)$/.exec(line) ?? [];
		if (key === "") return [];
		if (indent === "") outer = key;
		if (value === "") return [];
		return indent === "" ? [key] : indent.length <= 4 ? [`${outer}.${key}`] : [];
	});
}

// src/domain/init/python-programs.ts
const undeclared = "its arguments are not declared with argparse, click, typer or fire";
function findPythonPrograms(project) {
	return listEntries(project).map((entry) => {
		const home = findPackageFolder(project, entry.file ?? entry.where.split(" ")[0] ?? "");
		const context = {
			readsFasta: doesReadFasta(project, entry.file),
			contains: createLookup(project, home)
		};
		const lines = parseCommandLines(project.texts.get(entry.file ?? "") ?? "").map((line) => fillCommandLine(line, context));
		const [best] = lines.filter((line) => "args" in line).toSorted((a, b) => rankWork(b) - rankWork(a));
		return buildProgram(project, entry, home, {
			line: best,
			missing: explainMissing(entry, lines, best)
		});
	});
}
function rankWork({ takesDataset, hasOwnInput, limit }) {
	return takesDataset ? 3 : hasOwnInput ? 2 : limit === null ? 0 : 1;
}
function explainMissing({ file }, lines, best) {
	if (file === null) return "its module is not in the repository";
	if (lines.length === 0) return undeclared;
	if (best) return rankWork(best) > 0 ? null : "its input is not known";
	const first = lines.find((line) => "reason" in line);
	return first && "reason" in first ? first.reason : "its arguments are not recognized";
}
function buildProgram(project, entry, home, understood) {
	const { line, missing } = understood;
	const { command, ...preparation } = prepareStart(project, entry, home);
	return {
		...plainProgram,
		...preparation,
		name: toConfigName(entry.name),
		command: [...command, ...line?.args ?? []],
		...line && describeLine(line),
		usesGpu: hasPythonGpuCode(project, home),
		missing,
		isMain: missing === null,
		evidence: entry.where,
		file: entry.file ?? ""
	};
}
function describeLine({ gpuArguments, takesDataset, output, takesGpus, limit }) {
	return {
		gpuArguments,
		readsFasta: takesDataset,
		proofPath: !takesDataset || output === null ? null : output === "directory" ? "{output}/*" : "{output}",
		takesGpus,
		limit
	};
}
function prepareStart(project, { module, script, file }, home) {
	const { python, isInstalled, ...preparation } = choosePythonTools(project, home);
	const sources = isInstalled || file === null ? "" : findSourceRoot(project, file);
	const env = sources === "" ? preparation.env : {
		...preparation.env,
		PYTHONPATH: sources
	};
	if (isInstalled && script) return {
		...preparation,
		env,
		command: [python.replace(/python$/, script)]
	};
	if (module !== null) return {
		...preparation,
		env,
		command: [
			python,
			"-m",
			module
		]
	};
	const { setup, passEnv } = buildPipInstall(home, buildPackageArguments(project, home));
	return {
		setup,
		env: {},
		passEnv,
		command: [joinPath(home, `.venv/bin/${script ?? "python"}`)]
	};
}
function doesReadFasta(project, file) {
	return (file === null ? [] : listFiles(project, /\.py$/).filter(({ path }) => isBelow(path, getFolder(file)))).some(({ text }) => /fasta|\.fna\b|\.fa\b/i.test(text));
}
function listEntries(project) {
	const scripts = listScripts$1(project).map((script) => buildScriptEntry(project, script));
	const named = new Set(scripts.flatMap(({ file }) => file === null ? [] : getFolder(file)));
	const mains = project.paths.filter((path) => getBaseName(path) === "__main__.py" && !isTest(path) && !named.has(getFolder(path))).map((file) => {
		const module = getModuleName(project, getFolder(file));
		const where = `${file} (python -m ${module})`;
		return {
			name: module,
			file: findArgumentsFile(project, file),
			module,
			script: null,
			where
		};
	});
	return [...scripts, ...mains];
}
function listScripts$1(project) {
	const legacy = listFiles(project, /(?:^|\/)setup\.(?:py|cfg)$/).flatMap(({ path, text }) => {
		return [...(/console_scripts\b[^\n]*\n?[^\][]*(?:\[[^\]]*\])?/.exec(text)?.[0] ?? "").matchAll(/([\w.-]+)\s*=\s*([\w.]+:[\w.]+)/g)].map(([, name = "", target = ""]) => ({
			path,
			name,
			target
		}));
	});
	const declared = listManifests(project, "pyproject.toml").flatMap(({ path, manifest }) => [getNested(manifest, "project", "scripts"), getNested(manifest, "tool", "poetry", "scripts")].flatMap((table) => Object.entries(table ?? {})).flatMap(([name, target]) => typeof target === "string" ? [{
		path,
		name,
		target
	}] : []));
	const all = [...legacy, ...declared].map((script) => [`${getFolder(script.path)} ${script.name}`, script]);
	return [...new Map(all).values()];
}
function buildScriptEntry(project, { path, name, target }) {
	const where = `${path} (script ${name})`;
	const module = target.split(":")[0] ?? "";
	const file = findModuleFile(project, getFolder(path), module);
	if (file === null) return {
		name,
		file,
		module: null,
		script: name,
		where
	};
	const isGuarded = /__name__\s*==\s*["']__main__["']/.test(project.texts.get(file) ?? "");
	const main = joinPath(getFolder(file), "__main__.py");
	const runnable = project.paths.includes(main) ? getModuleName(project, getFolder(file)) : null;
	return {
		name,
		file: findArgumentsFile(project, file),
		module: isGuarded ? module : runnable,
		script: name,
		where
	};
}
function findModuleFile({ paths }, folder, module) {
	const inPackage = module.replaceAll(".", "/");
	const direct = [
		"",
		"src",
		"python",
		"lib"
	].flatMap((source) => {
		const candidate = joinPath(joinPath(folder, source), inPackage);
		return [`${candidate}.py`, `${candidate}/__init__.py`];
	});
	const ends = [`/${inPackage}.py`, `/${inPackage}/__init__.py`];
	const known = new Set(paths);
	return direct.find((candidate) => known.has(candidate)) ?? paths.find((path) => ends.some((end) => path.endsWith(end)) && path.startsWith(folder)) ?? paths.find((path) => ends.some((end) => `/${path}`.endsWith(end))) ?? null;
}
function findArgumentsFile({ texts }, main) {
	if (parseCommandLines(texts.get(main) ?? "").length > 0) return main;
	return [...texts.keys()].filter((path) => getFolder(path) === getFolder(main) && path.endsWith(".py")).find((path) => parseCommandLines(texts.get(path) ?? "").length > 0) ?? main;
}
function getModuleName(project, folder) {
	return folder.slice(findSourceRoot(project, joinPath(folder, "__main__.py")).length).replace(/^\//, "").replaceAll("/", ".");
}
function findSourceRoot({ paths }, file) {
	let folder = getFolder(getFolder(file));
	while (folder !== "" && paths.includes(`${folder}/__init__.py`)) folder = getFolder(folder);
	return folder;
}
const excluded = /(?:^|\/)(?:tests?|docs?|third_party|vendor|conftest\.py|setup\.py|__main__\.py|test_[^/]*\.py|[^/]*_test\.py)(?:\/|$)/;
const drawing = /plot|visuali[sz]|report|summar|collect/i;
const training = /(?:^|[_-])(?:pre)?train(?:ing|er)?(?=[_.-])|fine-?tune/i;
const working = /bench|perf|speed|infer|predict|generat|evaluat|sampl|simulat|(?:^|[_-])run(?=[_.-])|(?:^|[_-])main\./i;
function findPythonScripts(project) {
	return listFiles(project, /\.py$/).filter(({ path, text }) => !excluded.test(path) && isScript(path, text)).map(({ path, text }) => ({
		program: buildScript$1(project, path, text),
		rank: rankScript(path, text)
	})).toSorted((a, b) => b.rank - a.rank || (a.program.file < b.program.file ? -1 : 1)).map(({ program }) => program);
}
function isScript(path, source) {
	const name = getBaseName(path);
	const isStarted = /^if\s+__name__\s*==\s*["']__main__["']/m.test(source);
	if (gpuImports.test(source)) return isStarted || /^(?:train|main|bench(?:mark)?|run)\.py$/.test(name);
	return isStarted && /bench/i.test(name) && !drawing.test(name);
}
function rankScript(path, source) {
	const name = getBaseName(path);
	const kind = training.test(name) ? 3 : working.test(name) ? 2 : 0;
	const isLoop = kind < 2 && /optimizer\.step\(|\.backward\(|Trainer\(/.test(source) ? 1 : 0;
	const isAside = /(?:^|\/)(?:examples?|scripts?|tools?|utils?|dev|misc)\//.test(path) ? 3 : 0;
	return kind + isLoop - isAside - path.split("/").length * .5;
}
function buildScript$1(project, path, source) {
	const home = findPackageFolder(project, path);
	const { python, isInstalled: _isInstalled, ...preparation } = choosePythonTools(project, home);
	const base = {
		...plainProgram,
		...preparation,
		name: toConfigName(path.replace(/\.py$/, "")),
		command: [python, path],
		usesGpu: gpuImports.test(source),
		hasFixedTime: doesRepeatForFixedTime(project, path),
		evidence: `${path} (script)`,
		file: path
	};
	const hydra = buildHydraArguments(project, path);
	if (hydra) return {
		...base,
		command: [...base.command, ...hydra.args],
		limit: hydra.limit,
		isMain: true
	};
	const [declared] = parseCommandLines(source);
	if (!declared) return {
		...base,
		...explainWithoutArguments(path, source)
	};
	const line = fillCommandLine(declared, {
		readsFasta: false,
		contains: createLookup(project, "")
	});
	if ("reason" in line) return {
		...base,
		missing: line.reason
	};
	const { args, gpuArguments, takesGpus, limit, hasOwnInput } = line;
	const isMain = limit !== null || hasOwnInput;
	return {
		...base,
		command: [...base.command, ...args],
		gpuArguments,
		takesGpus,
		limit,
		isMain
	};
}
function createLookup({ paths }, home) {
	const known = new Set(paths);
	return (path) => known.has(joinPath(home, path.replace(/^\.\//, "")));
}
function explainWithoutArguments(path, source) {
	const isBenchmark = /bench/i.test(path);
	if (isBenchmark || !doesReadArguments(source)) return {
		missing: null,
		isMain: isBenchmark || getFolder(path) === ""
	};
	return {
		missing: undeclared,
		isMain: false
	};
}
const fixedTimeHelpers = /\b(?:do_bench(?:_cudagraph)?|blocked_autorange|adaptive_autorange|autorange)\s*\(/;
function doesRepeatForFixedTime({ texts }, path) {
	const source = texts.get(path) ?? "";
	return [source, ...[...source.matchAll(/^\s*(?:from|import)\s+(\w+)/gm)].map((match) => match[1] ?? "").map((name) => texts.get(joinPath(getFolder(path), `${name}.py`)) ?? "")].some((text) => fixedTimeHelpers.test(text));
}

// src/domain/init/rust-go-programs.ts
const gpuCrates = [
	"cudarc",
	"cust",
	"candle-core",
	"tch",
	"burn",
	"wgpu",
	"opencl3",
	"ash",
	"rust-gpu-tools"
];
const criterionScript = String.raw`export CRITERION_HOME="$0.d"
cargo bench --manifest-path "$2" --bench "$1" || exit 1
find "$CRITERION_HOME" -path '*/new/estimates.json' | sort | {
  comma=
  echo '['
  while read -r file; do
    name=$(sed 's/.*"full_id":"\([^"]*\)".*/\1/' "$(dirname "$file")/benchmark.json")
    value=$(sed 's/.*"median":{"confidence_interval":{[^}]*},"point_estimate":\([^,]*\),.*/\1/' "$file")
    printf '%s{ "name": "%s", "metric": "time", "unit": "ns", "value": %s }\n' "$comma" "$name" "$value"
    comma=,
  done
  echo ']'
} > "$0"
`;
function findRustPrograms(project) {
	const benchmarks = [];
	const others = [];
	const crates = listManifests(project, "Cargo.toml");
	for (const { path, folder, manifest } of crates) for (const name of listBenches(project, folder, manifest)) {
		const text = project.texts.get(joinPath(folder, `benches/${name}.rs`)) ?? "";
		if (/\bcriterion_main!|\bcriterion::/.test(text)) benchmarks.push(buildCriterionBenchmark(project, name, path));
		else others.push({
			what: `the benchmark ${name} (not criterion)`,
			where: `${path} (cargo bench)`
		});
	}
	return {
		benchmarks,
		others,
		programs: crates.flatMap((crate) => findBinaries(project, crate))
	};
}
function listBenches({ paths }, folder, manifest) {
	const named = listTables(manifest, "bench").flatMap((item) => toTexts(getNested(item, "name")));
	return [.../* @__PURE__ */ new Set([...named, ...listRustFiles(paths, joinPath(folder, "benches")).map(({ name }) => name)])];
}
function listRustFiles(paths, folder) {
	return paths.filter((file) => getFolder(file) === folder && file.endsWith(".rs")).map((file) => ({
		name: getBaseName(file).replace(/\.rs$/, ""),
		file
	}));
}
function listTables(manifest, key) {
	const tables = getNested(manifest, key);
	return Array.isArray(tables) ? tables : [];
}
function toTexts(value) {
	return typeof value === "string" ? [value] : [];
}
function findBinaries(project, { path, folder, manifest }) {
	if (isTest(path)) return [];
	const source = joinPath(folder, "src/main.rs");
	const named = listTables(manifest, "bin").flatMap((item) => {
		const [file] = toTexts(getNested(item, "path"));
		const place = file === void 0 ? source : joinPath(folder, file);
		return toTexts(getNested(item, "name")).map((name) => ({
			name,
			file: place
		}));
	});
	const all = [
		...(project.paths.includes(source) ? toTexts(getNested(manifest, "package", "name")) : []).map((name) => ({
			name,
			file: source
		})),
		...listRustFiles(project.paths, joinPath(folder, "src/bin")),
		...named
	];
	const sources = new Set(named.map(({ file }) => file));
	return [...new Map(all.map((binary) => [binary.name, binary])).values()].filter((binary) => named.includes(binary) || !sources.has(binary.file)).map((binary) => buildBinary(project, path, binary));
}
function buildBinary(project, path, { name, file }) {
	const folder = getFolder(path);
	const top = findWorkspace(project, folder);
	const locked = project.paths.includes(joinPath(top, "Cargo.lock")) ? ["--locked"] : [];
	const text = project.texts.get(file);
	const takesArguments = text === void 0 || /\benv::args|\bclap\b|::parse\(\)|\bargh\b|\bpico_args\b|\blexopt\b/.test(text);
	return {
		...plainProgram,
		setup: [[
			"cargo",
			"build",
			"--release",
			"--manifest-path",
			path,
			"--bin",
			name,
			...locked
		]],
		name: toConfigName(name),
		command: [joinPath(top, `target/release/${name}`)],
		usesGpu: hasRustGpuCode(project, folder),
		missing: takesArguments ? unknownArguments : null,
		evidence: `${path} (binary)`,
		file
	};
}
function findWorkspace(project, inside) {
	return listManifests(project, "Cargo.toml").filter(({ folder, manifest }) => isBelow(joinPath(inside, "x"), folder) && getNested(manifest, "workspace") !== void 0).toSorted((a, b) => a.path.length - b.path.length)[0]?.folder ?? inside;
}
function buildCriterionBenchmark(project, bench, path) {
	const folder = getFolder(path);
	const file = "{output}/criterion.json";
	return {
		setup: [[
			"cargo",
			"bench",
			"--no-run",
			"--manifest-path",
			path,
			"--bench",
			bench
		]],
		env: { CARGO_HOME: ".cargo-home" },
		passEnv: [],
		name: toConfigName(joinPath(folder, bench)),
		tool: "criterion",
		adapter: "plain",
		command: [
			"sh",
			"-c",
			criterionScript,
			file,
			bench,
			path
		],
		files: [file],
		usesGpu: hasRustGpuCode(project, folder),
		evidence: `${joinPath(folder, `benches/${bench}.rs`)} (criterion)`
	};
}
function hasRustGpuCode(project, folder) {
	return listManifests(project, "Cargo.toml").some(({ path, manifest }) => {
		const names = Object.keys(getNested(manifest, "dependencies") ?? {});
		return isBelow(path, folder) && names.some((name) => gpuCrates.includes(name));
	});
}
const buildFolder = ".warpgauge-build";
const passEnv = [
	"GOPROXY",
	"GOFLAGS",
	"GOTOOLCHAIN"
];
const shownPrograms = 5;
const shownPackages = 3;
const buildScript = String.raw`for package in "$@"; do
  mkdir -p "$0/$package" && go test -c -o "$0/$package/go.test" "./$package" || exit 1
done
`;
const runScript = String.raw`programs="$PWD/$1"; shift
for package in "$@"; do
  (cd "$package" && "$programs/$package/go.test" -test.run='^$' -test.bench=. -test.benchtime=200ms -test.benchmem) || exit 1
done > "$0"
`;
function findGoPrograms(project) {
	const modules = project.paths.filter((path) => getBaseName(path) === "go.mod").map(getFolder);
	const found = modules.map((module) => ({
		module,
		sources: listGoSources(project, module, modules)
	}));
	return {
		benchmarks: found.flatMap(({ module, sources }) => findGoBenchmarks(module, sources)),
		programs: found.flatMap(({ module, sources }) => findGoMains(module, sources))
	};
}
function listGoSources(project, module, modules) {
	const inner = modules.filter((other) => other !== module && isBelow(other, module));
	return listFiles(project, /\.go$/).filter(({ path }) => isBelow(path, module) && !inner.some((other) => isBelow(path, other)) && !/(?:^|\/)(?:vendor|testdata)\//.test(path));
}
function findGoBenchmarks(module, sources) {
	const files = sources.filter(({ path, text }) => path.endsWith("_test.go") && /^func Benchmark\w*\(\w+ \*testing\.B\)/m.test(text));
	const packages = [...new Set(files.map(({ folder }) => toRelative(folder, module)))].toSorted();
	if (packages.length === 0) return [];
	const more = packages.length > shownPackages ? ` and ${packages.length - shownPackages} more` : "";
	const enter = module === "" ? "" : `cd ${quoteShellWord(module)} || exit 1\n`;
	const output = "{output}/go.txt";
	return [{
		setup: [[
			"sh",
			"-c",
			`${enter}${buildScript}`,
			buildFolder,
			...packages
		]],
		env: {},
		passEnv,
		name: toConfigName(joinPath(module, "go-bench")),
		tool: "go test",
		adapter: "go-benchmark",
		command: [
			"sh",
			"-c",
			`${enter}${runScript}`,
			output,
			buildFolder,
			...packages
		],
		files: [output],
		usesGpu: hasGoGpuCode(files),
		evidence: `${packages.slice(0, shownPackages).join(", ")}${more} (go test -bench in ${joinPath(module, "go.mod")})`
	}];
}
function findGoMains(module, sources) {
	return sources.filter(({ path, text }) => !path.endsWith("_test.go") && !isTest(path) && /^package main$/m.test(text) && /^func main\(\)/m.test(text)).slice(0, shownPrograms).map(({ path, folder: place, text }) => {
		const folder = toRelative(place, module);
		const name = getBaseName(place) || "main";
		const program = joinPath(buildFolder, name);
		const readsArguments = /\bos\.Args\b|"flag"|cobra|pflag|kingpin|urfave|kong|go-flags/.test(text) || folder === ".";
		return {
			...plainProgram,
			setup: [[
				"go",
				"build",
				...module === "" ? [] : ["-C", module],
				"-o",
				program,
				`./${folder}`
			]],
			passEnv,
			name: toConfigName(name === "main" ? "program" : name),
			command: [joinPath(module, program)],
			usesGpu: hasGoGpuCode(sources),
			missing: readsArguments ? unknownArguments : null,
			evidence: `${path} (package main)`,
			file: path
		};
	});
}
function toRelative(folder, module) {
	return folder === module ? "." : module === "" ? folder : folder.slice(module.length + 1);
}
function hasGoGpuCode(sources) {
	return sources.some(({ text }) => /#cgo\s.*-lcuda|"gorgonia\.org\/cu"|\/go-nvml\//.test(text));
}

// src/domain/init/find.ts
function findWhatToMeasure(project) {
	const cmake = findCmakePrograms(project);
	const rust = findRustPrograms(project);
	const go = findGoPrograms(project);
	const benchmarks = [
		...findPytestBenchmarks(project),
		...findAsvSuites(project),
		...cmake.benchmarks,
		...rust.benchmarks,
		...go.benchmarks,
		...findHyperfineCalls(project)
	];
	const programs = orderPrograms([
		...findPythonPrograms(project),
		...findPythonScripts(project),
		...cmake.programs,
		...findMakePrograms(project),
		...rust.programs,
		...go.programs
	]);
	const folders = listBenchmarkFolders(project, [...benchmarks, ...programs]);
	return {
		languages: listLanguages(project),
		usesGpu: [...programs, ...benchmarks].some(({ usesGpu }) => usesGpu) || hasPythonGpuCode(project, "") || hasCmakeGpuCode(project, "") || hasJuliaGpuCode(project),
		programs,
		benchmarks: withUniqueNames(benchmarks),
		others: [
			...rust.others,
			...listScripts(project),
			...folders,
			...listShellScripts(project, benchmarks, folders)
		],
		tag: chooseTag(project.tags)
	};
}
const juliaGpuPackages = [
	"CUDA",
	"AMDGPU",
	"oneAPI",
	"Metal",
	"KernelAbstractions"
];
function hasJuliaGpuCode(project) {
	return listManifests(project, "Project.toml").some(({ manifest }) => Object.keys(getNested(manifest, "deps") ?? {}).some((name) => juliaGpuPackages.includes(name)));
}
function orderPrograms(programs) {
	return programs.toSorted((a, b) => rankProgram(a) - rankProgram(b));
}
function rankProgram({ missing, isMain, usesGpu }) {
	return (missing !== null ? 4 : isMain ? 0 : 2) + (usesGpu ? 0 : 1);
}
function chooseTag(tags) {
	const versions = tags.filter((tag) => /^v?\d+(?:\.\d+){0,3}$/.test(tag));
	return [
		"v1.0",
		"v1.0.0",
		"1.0",
		"1.0.0"
	].find((tag) => versions.includes(tag)) ?? versions.toSorted(compareVersions).at(-1) ?? null;
}
function compareVersions(a, b) {
	const [one, other] = [a, b].map((tag) => tag.replace(/^v/, "").split(".").map(Number));
	const position = [
		0,
		1,
		2,
		3
	].find((index) => (one?.[index] ?? 0) !== (other?.[index] ?? 0));
	return position === void 0 ? 0 : (one?.[position] ?? 0) - (other?.[position] ?? 0);
}
const languages = [
	{
		name: "Python",
		of: /\.py$/
	},
	{
		name: "CUDA",
		of: /\.cuh?$/
	},
	{
		name: "C++",
		of: /\.(?:cc|cpp|cxx|hpp)$/
	},
	{
		name: "C",
		of: /\.c$/
	},
	{
		name: "Rust",
		of: /\.rs$/
	},
	{
		name: "JavaScript",
		of: /\.[cm]?[jt]sx?$/
	},
	{
		name: "Go",
		of: /\.go$/
	},
	{
		name: "Julia",
		of: /\.jl$/
	},
	{
		name: "Fortran",
		of: /\.f90$/i
	},
	{
		name: "Shell",
		of: /\.(?:sh|bash)$/
	}
];
function listLanguages({ paths }) {
	return languages.map(({ name, of }) => ({
		name,
		count: paths.filter((path) => of.test(path)).length
	})).filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count).map(({ name }) => name);
}
const benchmarkName = /bench|perf/i;
function listScripts(project) {
	const packages = listManifests(project, "package.json").map(({ path, manifest }) => ({
		path,
		scripts: Object.keys(getNested(manifest, "scripts") ?? {}).filter((name) => benchmarkName.test(name)),
		programs: Object.keys(getNested(manifest, "bin") ?? {})
	}));
	const targets = listFiles(project, makefile).flatMap(({ path, text }) => [...text.matchAll(/^([\w-]+)\s*:(?!=)/gm)].flatMap(([, name = ""]) => benchmarkName.test(name) ? [{
		what: `make ${name}`,
		where: path
	}] : []));
	return [
		...packages.flatMap(({ path, scripts }) => scripts.map((name) => ({
			what: `npm run ${name}`,
			where: `${path} (scripts)`
		}))),
		...targets,
		...packages.flatMap(({ path, programs }) => programs.map((name) => ({
			what: `the program ${name}`,
			where: `${path} (bin)`
		})))
	];
}
const benchmarkScript = /(?:bench|perf|train|infer|predict|pipeline|(?:^|\/)run)[^/]*\.(?:sh|bash)$/i;
function listShellScripts({ paths }, known, folders) {
	return paths.filter((path) => benchmarkScript.test(path)).filter((path) => !known.some(({ evidence }) => evidence.startsWith(`${path} `))).filter((path) => !folders.some(({ where }) => path.startsWith(where))).map((path) => ({
		what: "a shell script",
		where: path
	}));
}
function listBenchmarkFolders({ paths }, known) {
	return [...new Set(paths.flatMap((path) => /^(?:.*\/)?(?:bench|benches|benchmarks?)(?=\/)/.exec(getFolder(path) + "/")?.[0] ?? []))].filter((folder) => !known.some(({ evidence }) => evidence.startsWith(`${folder}/`))).map((folder) => ({
		what: "a directory of benchmarks",
		where: `${folder}/`
	}));
}
function withUniqueNames(benchmarks) {
	const counts = /* @__PURE__ */ new Map();
	return benchmarks.map((benchmark) => {
		const count = (counts.get(benchmark.name) ?? 0) + 1;
		counts.set(benchmark.name, count);
		return count === 1 ? benchmark : {
			...benchmark,
			name: `${benchmark.name.slice(0, 60)}-${count}`
		};
	});
}
function findHyperfineCalls(project) {
	const found = listFiles(project, /(?:^|\/)(?:Makefile|GNUmakefile|[Jj]ustfile|[^/]+\.(?:sh|bash|mk))$/).flatMap(({ path, text }) => parseHyperfineCalls(text).map((words) => ({
		path,
		words
	})));
	return found.map(({ path, words }, index) => ({
		setup: [],
		env: {},
		passEnv: [],
		name: toConfigName(found.length === 1 ? "hyperfine" : `hyperfine-${index + 1}`),
		tool: "hyperfine",
		adapter: "hyperfine",
		command: [
			"hyperfine",
			"--export-json",
			"{output}/hyperfine.json",
			...words
		],
		files: ["{output}/hyperfine.json"],
		usesGpu: false,
		evidence: `${path} (${getBaseName(path)} calls hyperfine)`
	}));
}
function parseHyperfineCalls(text) {
	return text.replaceAll(/\\\n\s*/g, " ").split("\n").flatMap((line) => {
		const words = splitShellWords(/^\s*[@-]*hyperfine\s+(.*)$/.exec(line)?.[1] ?? "") ?? [];
		if (words.some((word) => /\{[\w-]+\}/.test(word))) return [];
		const kept = words.filter((word, index) => !word.startsWith("--export-") && !/^--export-[a-z-]+$/.test(words[index - 1] ?? ""));
		return kept.some((word) => !word.startsWith("-")) ? [kept] : [];
	});
}

// src/domain/init/next-steps.ts
const usualConfig$1 = ".github/warpgauge.yml";
function buildNextSteps(request) {
	const { elsewhere, choices, published, isPublishedKnown, configPath, ignoresRunFolders, verdicts } = request;
	const config = configPath === null ? "" : ` --config ${configPath}`;
	const paths = ignoresRunFolders ? request.paths : [...request.paths, ".gitignore"];
	const check = configPath?.replaceAll(/^.*\/|\.ya?ml$/g, "") ?? "warpgauge";
	return [
		...addStep(elsewhere !== null, "Go to the root of the repository; all paths below are relative to it", `cd ${joinShellWords([elsewhere ?? ""])}`),
		...addStep(!isPublishedKnown, `Set the repository of your copy of warpgauge: ${published.action} is a placeholder`, `grep -rl '${published.repository}' .github | xargs sed -i 's|${published.repository}|your-name/warpgauge|g'`),
		{
			why: "Commit the new files; warpgauge measures only commits",
			commands: [
				...ignoresRunFolders ? [] : [`echo '/.warpgauge/' >> .gitignore`],
				`git add ${paths.join(" ")}`,
				`git commit -m "Measure with warpgauge"`
			]
		},
		...addStep(isPlaceholder(choices), `Complete the command in ${configPath ?? usualConfig$1}; until then nothing is measured`),
		{
			why: "Run a first measurement",
			commands: [`warpgauge run${config} --out .warpgauge/first`]
		},
		...buildQuickComparison(choices),
		{
			why: "Create the first baseline, if this is the measuring machine",
			commands: [
				"warpgauge baseline refresh .warpgauge/first --reason \"first baseline\"",
				"git add baselines",
				"git commit -m \"First baseline\""
			]
		},
		...listSettings(request).map((why) => ({
			why,
			commands: []
		})),
		{
			why: `Settings → Branches: require the checks ${[check, ...verdicts].join(" and ")}, not the measuring job`,
			commands: []
		}
	];
}
function addStep(isNeeded, why, ...commands) {
	return isNeeded ? [{
		why,
		commands
	}] : [];
}
function buildQuickComparison({ program, devices }) {
	if (program === null || program.missing !== null || program.readsFasta) return [];
	if (program.setup.flat().some((word) => word.includes("\n"))) return [];
	const options = [...devices === "cpu" ? ["--gpus", "0"] : [], ...program.setup.flatMap((command) => ["--setup", joinShellWords(command)])];
	const command = [...program.command, ...devices === "gpu" ? program.gpuArguments : []];
	return [{
		why: "Compare your changes with the default branch whenever you like, committed or not",
		commands: [joinShellWords([
			"warpgauge",
			"ab",
			...options,
			"--",
			...command
		])]
	}];
}
function listSettings({ choices: { labels, trustModel }, environments }) {
	return [
		...labels.includes("self-hosted") ? [`Set up a self-hosted runner with the labels ${labels.join(", ")}, version 2.327.1 or newer`] : [],
		"Settings → Actions → General: require approval for all outside collaborators, and let Actions open pull requests",
		...environments.map((name) => `Settings → Environments → ${name}: add the reviewers who approve runs of forks`),
		...trustModel === "trusted" ? [] : ["/warpgauge run in a comment measures any commit that you have reviewed"]
	];
}

// src/domain/init/workflow-files.ts
const commanded = ["commands", "run"];
const workflows = {
	trusted: ["pull-request", "refresh"],
	collaborators: [
		"pull-request",
		"refresh",
		...commanded
	],
	forks: [
		"measure",
		"publish",
		"refresh",
		...commanded
	]
};
const exampleAction = /uses: [\w.-]+\/warpgauge@v\d+\b/g;
function listTemplates(trustModel) {
	return workflows[trustModel];
}
function buildWorkflowFiles(templates, request) {
	return workflows[request.trustModel].map((name) => ({
		path: `.github/workflows/${name === "pull-request" ? "warpgauge.yml" : `warpgauge-${name}.yml`}`,
		text: fillTemplate(templates.get(name) ?? "", request)
	}));
}
function fillTemplate(template, { labels, action, configPath }) {
	const runsOn = `[${labels.map(formatScalar).join(", ")}]`;
	const text = template.replaceAll(`runs-on: [${defaultLabels.gpu.join(", ")}]`, `runs-on: ${runsOn}`).replaceAll(exampleAction, `uses: ${action}`).replaceAll(/(?<![\w/-])(measure|publish|matrix|matrix-publish|commands|run|refresh|bisect)\.yml/g, "warpgauge-$1.yml");
	if (configPath === null) return text;
	const steps = text.split(/^(?= {6}- )/m);
	const withConfig = `        with:\n          config: ${formatScalar(configPath)}`;
	return steps.map((step) => step.includes(`uses: ${action}`) ? step.replace(/^ {8}with:$/m, () => withConfig) : step).join("");
}
function findWorkflowNames(files) {
	const collectMatches = (form) => [...new Set(files.flatMap(({ text }) => [...text.matchAll(form)].map((match) => match[1] ?? "")))];
	return {
		environments: collectMatches(/^ {4}environment: (\S+)$/gm),
		verdicts: collectMatches(/^ {4}name: (?:\$\{\{.*'(?=[^']* verdict' \}\}$))?(\S.*? verdict)(?:' \}\})?$/gm)
	};
}

// node_modules/smol-toml/dist/error.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function getLineColFromPtr(string, ptr) {
	let lines = string.slice(0, ptr).split(/\r?\n/);
	return [lines.length, lines.pop().length + 1];
}
function makeCodeBlock(string, line, column) {
	let lines = string.split(/\r?\n/);
	let codeblock = "";
	let numberLen = (Math.log10(line + 1) | 0) + 1;
	for (let i = line - 1; i <= line + 1; i++) {
		let l = lines[i - 1];
		if (!l) continue;
		codeblock += i.toString().padEnd(numberLen, " ");
		codeblock += ":  ";
		codeblock += l;
		codeblock += "\n";
		if (i === line) {
			codeblock += " ".repeat(numberLen + column + 2);
			codeblock += "^\n";
		}
	}
	return codeblock;
}
var TomlError = class TomlError extends Error {
	line;
	column;
	codeblock;
	constructor(message, options) {
		const [line, column] = getLineColFromPtr(options.toml, options.ptr);
		const codeblock = makeCodeBlock(options.toml, line, column);
		super(`Invalid TOML document: ${message}\n\n${codeblock}`, options);
		this.line = line;
		this.column = column;
		this.codeblock = codeblock;
	}
	static x(message, ctx, ptr) {
		throw new TomlError(message, {
			toml: ctx.s,
			ptr: ptr ?? ctx.p
		});
	}
};

// node_modules/smol-toml/dist/primitive.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function parseString(ctx) {
	let startPtr = ctx.p;
	let c = ctx.s.charCodeAt(ctx.p++);
	let first = c;
	let isLiteral = c === 39;
	let isMultiline = c === ctx.s.charCodeAt(ctx.p) && c === ctx.s.charCodeAt(ctx.p + 1);
	if (isMultiline) {
		if ((c = ctx.s.charCodeAt(ctx.p += 2)) === 10) ctx.p++;
		else if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10) ctx.p += 2;
	}
	let parsed = "";
	let sliceStart = ctx.p;
	let state = 0;
	for (; ctx.p < ctx.s.length; ctx.p++) {
		c = ctx.s.charCodeAt(ctx.p);
		if (isMultiline && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10)) state = state && 3;
		else if (c < 32 && c !== 9 || c === 127) TomlError.x("control characters are not allowed in strings", ctx);
		else if ((!state || state === 3) && c === first && (!isMultiline || ctx.s.charCodeAt(ctx.p + 1) === first && ctx.s.charCodeAt(ctx.p + 2) === first)) {
			if (isMultiline) {
				if (ctx.s.charCodeAt(ctx.p + 3) === first) ctx.p++;
				if (ctx.s.charCodeAt(ctx.p + 3) === first) ctx.p++;
			}
			if (!state) {
				let s = ctx.s.slice(sliceStart, ctx.p);
				parsed = parsed ? parsed + s : s;
			}
			ctx.p += isMultiline ? 3 : 1;
			return parsed;
		} else if (!state) {
			if (!isLiteral && c === 92) {
				parsed += ctx.s.slice(sliceStart, sliceStart = ctx.p);
				state = 1;
			}
		} else if (state === 1) {
			if (c === 120 || c === 117 || c === 85) {
				let errPtr = ctx.p++ - 1;
				let value = 0;
				let len = c === 120 ? 2 : c === 117 ? 4 : 8;
				for (let j = 0; j < len; j++, ctx.p++) {
					let hex = ctx.s.charCodeAt(ctx.p);
					let digit = hex >= 48 && hex <= 57 ? hex - 48 : hex >= 65 && hex <= 70 ? hex - 65 + 10 : hex >= 97 && hex <= 102 ? hex - 97 + 10 : -1;
					if (digit < 0) TomlError.x("invalid non-hex character in unicode escape", ctx);
					value = value << 4 | digit;
				}
				if (value < 0 || value > 1114111 || value >= 55296 && value <= 57343) TomlError.x("invalid unicode escape", ctx, errPtr);
				parsed += String.fromCodePoint(value);
				sliceStart = ctx.p--;
				state = 0;
			} else if (isMultiline && (c === 32 || c === 9)) state = 2;
			else {
				if (c === 98) parsed += "\b";
				else if (c === 116) parsed += "	";
				else if (c === 110) parsed += "\n";
				else if (c === 102) parsed += "\f";
				else if (c === 114) parsed += "\r";
				else if (c === 101) parsed += "\x1B";
				else if (c === 34) parsed += "\"";
				else if (c === 92) parsed += "\\";
				else TomlError.x("unrecognised escape sequence", ctx);
				sliceStart = ctx.p + 1;
				state = 0;
			}
		} else if (c !== 32 && c !== 9) {
			if (state === 2) TomlError.x("invalid escape: only line-ending whitespace may be escaped", ctx, sliceStart);
			state = !isLiteral && c === 92 ? 1 : 0;
			sliceStart = ctx.p;
		}
	}
	TomlError.x("unfinished string", ctx, startPtr);
}

// node_modules/smol-toml/dist/date.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
let DATE_TIME_RE = /^(\d{4}-\d{2}-\d{2})?[Tt ]?(?:(\d{2}):\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|z|[-+]\d{2}:\d{2})?$/i;
var TomlDate = class TomlDate extends Date {
	#hasDate = false;
	#hasTime = false;
	#offset = null;
	constructor(date, fasttype, unsafeDelim) {
		let hasDate = true;
		let hasTime = true;
		let offset = "Z";
		let c;
		if (typeof date === "string") {
			if (fasttype) prep: {
				if (fasttype < 3) {
					if (+date.slice(11, 13) > 23) {
						date = "";
						break prep;
					}
					if (fasttype === 2) {
						offset = null;
						date += "Z";
					} else if ((c = date.charCodeAt(date.length - 1)) !== 90 && c !== 122) offset = date.slice(date.length - 6);
					if (unsafeDelim) date = date.slice(0, 10) + "T" + date.slice(11);
				} else if (fasttype === 4) date = +date.slice(0, 2) > 23 ? "" : `0000-01-01T${date}Z`;
				hasDate = fasttype !== 4;
				hasTime = fasttype !== 3;
			}
			else {
				let match = date.match(DATE_TIME_RE);
				if (match) {
					if (!match[1]) {
						hasDate = false;
						date = `0000-01-01T${date}`;
					}
					hasTime = !!match[2];
					hasTime && date[10] === " " && (date = date.replace(" ", "T"));
					if (match[2] && +match[2] > 23) date = "";
					else {
						offset = match[3] || null;
						if (!offset && hasTime) date += "Z";
					}
				} else date = "";
			}
		}
		super(date);
		if (!isNaN(this.getTime())) {
			this.#hasDate = hasDate;
			this.#hasTime = hasTime;
			this.#offset = offset;
		}
	}
	isDateTime() {
		return this.#hasDate && this.#hasTime;
	}
	isLocal() {
		return !this.#hasDate || !this.#hasTime || !this.#offset;
	}
	isDate() {
		return this.#hasDate && !this.#hasTime;
	}
	isTime() {
		return this.#hasTime && !this.#hasDate;
	}
	isValid() {
		return this.#hasDate || this.#hasTime;
	}
	toISOString() {
		let iso = super.toISOString();
		if (this.isDate()) return iso.slice(0, 10);
		if (this.isTime()) return iso.slice(11, 23);
		if (this.#offset === null) return iso.slice(0, -1);
		if (this.#offset === "Z" || this.#offset === "z") return iso;
		let offset = +this.#offset.slice(1, 3) * 60 + +this.#offset.slice(4, 6);
		offset = this.#offset[0] === "-" ? offset : -offset;
		return (/* @__PURE__ */ new Date(this.getTime() - offset * 6e4)).toISOString().slice(0, -1) + this.#offset;
	}
	static wrapAsOffsetDateTime(jsDate, offset = "Z") {
		let date = new TomlDate(jsDate);
		date.#offset = offset;
		return date;
	}
	static wrapAsLocalDateTime(jsDate) {
		let date = new TomlDate(jsDate);
		date.#offset = null;
		return date;
	}
	static wrapAsLocalDate(jsDate) {
		let date = new TomlDate(jsDate);
		date.#hasTime = false;
		date.#offset = null;
		return date;
	}
	static wrapAsLocalTime(jsDate) {
		let date = new TomlDate(jsDate);
		date.#hasDate = false;
		date.#offset = null;
		return date;
	}
};

// node_modules/smol-toml/dist/extract.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function isDigit(char, base = 10) {
	return base === 16 ? char > 47 && char < 58 || char > 64 && char < 71 || char > 96 && char < 103 : char > 47 && char < 48 + base;
}
function isEndOfValue(char, delim) {
	return char === 32 || char === 9 || char === 10 || char === 13 || delim && (char === delim || char === 44) || char === 35;
}
function extractValue(ctx, end) {
	let errPtr = ctx.p;
	let c = ctx.s.charCodeAt(ctx.p);
	if (c === 91 || c === 123) {
		ctx.d-- || TomlError.x("document contains excessively nested structures. aborting.", ctx);
		let value = c === 91 ? parseArray(ctx) : parseInlineTable(ctx);
		ctx.d++;
		return value;
	}
	if (c === 34 || c === 39) return parseString(ctx);
	if (c === 116) {
		if (ctx.s.charCodeAt(++ctx.p) !== 114 || ctx.s.charCodeAt(++ctx.p) !== 117 || ctx.s.charCodeAt(++ctx.p) !== 101) TomlError.x("invalid value", ctx, errPtr);
		return ctx.p++, true;
	}
	if (c === 102) {
		if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 108 || ctx.s.charCodeAt(++ctx.p) !== 115 || ctx.s.charCodeAt(++ctx.p) !== 101) TomlError.x("invalid value", ctx, errPtr);
		return ctx.p++, false;
	}
	if (c === 43 || c === 45) return parseNumber(ctx, ctx.p, ctx.s.charCodeAt(++ctx.p), 44 - c, end);
	if (ctx.s.charCodeAt(ctx.p + 4) === 45 && ctx.s.charCodeAt(ctx.p + 7) === 45) return parseDate(ctx, c, end);
	if (ctx.s.charCodeAt(ctx.p + 2) === 58) return parseTime(ctx, c, end);
	return parseNumber(ctx, ctx.p, c, 0, end);
}
function parseNumber(ctx, startPtr, startChr, sign, endChr) {
	let c = startChr;
	let state = 0;
	let hasUnderscores = false;
	if (c === 105) {
		if (ctx.s.charCodeAt(++ctx.p) !== 110 || ctx.s.charCodeAt(++ctx.p) !== 102) TomlError.x("invalid value", ctx, startPtr);
		return ctx.p++, (sign || 1) / 0;
	}
	if (c === 110) {
		if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 110) TomlError.x("invalid value", ctx, startPtr);
		return ctx.p++, NaN;
	}
	if (c === 48) {
		if (++ctx.p >= ctx.s.length || isEndOfValue(c = ctx.s.charCodeAt(ctx.p), endChr)) return ctx.bi === true ? 0n : 0;
		if (!sign) {
			if (c === 120) return parseIntegerBaseN(ctx, startPtr, 16, endChr);
			else if (c === 98) return parseIntegerBaseN(ctx, startPtr, 2, endChr);
			else if (c === 111) return parseIntegerBaseN(ctx, startPtr, 8, endChr);
		}
		if (c === 46) state = 2;
		else if (c === 101 || c === 69) state = 4;
		else TomlError.x("illegal leading zero", ctx, startPtr);
	} else if (!isDigit(c)) TomlError.x("invalid value", ctx, startPtr);
	while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) {
		if (!state) state = 1;
		if (c === 95) {
			if (!(state & 1)) TomlError.x("illegal underscore", ctx);
			state += 11;
			hasUnderscores = true;
		} else if (state === 1 && c === 46) state = 2;
		else if ((state === 1 || state === 3) && (c === 101 || c === 69)) state = 4;
		else if (state === 4 && (c === 43 || c === 45)) state = 6;
		else if (!isDigit(c)) TomlError.x(`illegal character in numeric literal`, ctx);
		else if (state > 9) state -= 11;
		else if (!(state & 1)) state++;
	}
	if (!state) {
		let val = (startChr - 48) * (sign || 1);
		return ctx.bi === true ? BigInt(val) : val;
	}
	if (!(state & 1)) TomlError.x("unfinished numeric value", ctx, startPtr);
	let str = ctx.s.slice(startPtr, ctx.p);
	if (hasUnderscores) str = str.replaceAll("_", "");
	return state > 1 ? parseFloat(str) : parseInteger(ctx, str, 10, startPtr);
}
function parseIntegerBaseN(ctx, startPtr, base, endChr) {
	let c, underscore = 1;
	while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) if (c === 95) {
		if (underscore & 1) TomlError.x("illegal underscore", ctx);
		underscore = 3;
	} else if (!isDigit(c, base)) TomlError.x(`illegal character in numeric literal`, ctx);
	else if (underscore & 1) underscore--;
	if (underscore & 1) TomlError.x("unfinished numeric value", ctx);
	let str = ctx.s.slice(startPtr + 2, ctx.p);
	if (underscore) str = str.replaceAll("_", "");
	return parseInteger(ctx, str, base, startPtr);
}
function parseInteger(ctx, str, base, startPtr) {
	if (ctx.bi !== true) int: {
		let val = parseInt(str, base);
		if (!Number.isSafeInteger(val)) {
			if (ctx.bi) break int;
			TomlError.x("integer value cannot be represented losslessly", ctx, startPtr);
		}
		return val;
	}
	return base === 10 ? BigInt(str) : BigInt((base === 2 ? "0b" : base === 8 ? "0o" : "0x") + str);
}
function parseDate(ctx, c, endChr) {
	let startPtr = ctx.p++, unsafeSeparator;
	if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++))) return parseNumber(ctx, ctx.p = startPtr, c, 0, endChr);
	ctx.p += 5;
	if (!isDigit(ctx.s.charCodeAt(ctx.p++))) TomlError.x("invalid date-time: date part is malformed", ctx, startPtr);
	if (ctx.p >= ctx.s.length || ((c = ctx.s.charCodeAt(ctx.p)) !== 32 || (unsafeSeparator = true, !isDigit(ctx.s.charCodeAt(ctx.p + 1)))) && c !== 84 && c !== 116) return readDate(ctx, ctx.s.slice(startPtr, ctx.p), 3, false, startPtr);
	if (ctx.s.charCodeAt(ctx.p += 3) !== 58) TomlError.x("invalid date-time: time part is malformed", ctx, startPtr);
	if (ctx.s.charCodeAt(ctx.p += 3) === 58) ctx.p += 3;
	if (ctx.s.charCodeAt(ctx.p) === 46) while (isDigit(ctx.s.charCodeAt(++ctx.p)));
	if (c = ctx.s.charCodeAt(ctx.p)) {
		if (c === 90 || c === 122) return readDate(ctx, ctx.s.slice(startPtr, ++ctx.p), 1, unsafeSeparator, startPtr, "[+00:00]");
		if (c === 43 || c === 45) return readDate(ctx, ctx.s.slice(startPtr, ctx.p += 6), 1, unsafeSeparator, startPtr, !ctx.ld && "[" + ctx.s.slice(ctx.p - 6, ctx.p) + "]");
	}
	return readDate(ctx, ctx.s.slice(startPtr, ctx.p), 2, unsafeSeparator, startPtr);
}
function parseTime(ctx, c, endChr) {
	let start = ctx.p;
	if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(++ctx.p))) return parseNumber(ctx, --ctx.p, c, 0, endChr);
	if (ctx.s.charCodeAt(ctx.p += 4) === 58) ctx.p += 3;
	if (ctx.s.charCodeAt(ctx.p) === 46) while (isDigit(ctx.s.charCodeAt(++ctx.p)));
	return readDate(ctx, ctx.s.slice(start, ctx.p), 4, false, start);
}
function readDate(ctx, str, type, unsafeDelim, errPtr, temporalSuffix) {
	if (ctx.ld) {
		let date = new TomlDate(str, type, unsafeDelim);
		if (!date.isValid()) TomlError.x("invalid date", ctx, errPtr);
		return date;
	}
	try {
		if (temporalSuffix) str += temporalSuffix;
		switch (type) {
			case 1: return Temporal.ZonedDateTime.from(str);
			case 2: return Temporal.PlainDateTime.from(str);
			case 3: return Temporal.PlainDate.from(str);
			case 4: return Temporal.PlainTime.from(str);
		}
	} catch (e) {
		TomlError.x(e instanceof Error ? e.message : "" + e, ctx, errPtr);
	}
}

// node_modules/smol-toml/dist/util.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function skipComment(ctx) {
	for (; ctx.p < ctx.s.length; ctx.p++) {
		let c = ctx.s.charCodeAt(ctx.p);
		if (c === 10) break;
		if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10) {
			ctx.p++;
			break;
		}
		if (c < 32 && c !== 9 || c === 127) TomlError.x("control characters are not allowed in comments", ctx);
	}
}
function skipVoid(ctx, banNewLines, banComments) {
	let c;
	while (ctx.p < ctx.s.length) {
		while (ctx.p < ctx.s.length && ((c = ctx.s.charCodeAt(ctx.p)) === 32 || c === 9 || !banNewLines && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10))) ctx.p++;
		if (banComments || c !== 35) break;
		skipComment(ctx);
	}
}

// node_modules/smol-toml/dist/struct.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function parseKey(ctx, end = 61) {
	let startPtr;
	let state = 0;
	let parsed = [];
	let sliceStart;
	let c = ctx.s.charCodeAt(startPtr = ctx.p);
	do
		if (c === end) {
			if (!state) TomlError.x("unexpected end of key", ctx);
			if (state === 1) parsed.push(ctx.s.slice(sliceStart, ctx.p));
			return ctx.p++, parsed;
		} else if (c === 46) {
			if (!state) TomlError.x("illegal empty bare key", ctx);
			if (state === 1) parsed.push(ctx.s.slice(sliceStart, ctx.p));
			state = 0;
		} else if (!state && (c === 34 || c === 39)) {
			if (c === ctx.s.charCodeAt(ctx.p + 1) && c === ctx.s.charCodeAt(ctx.p + 2)) TomlError.x("illegal quoted key: multiline strings are not allowed", ctx);
			parsed.push(parseString(ctx));
			state = 2;
			ctx.p--;
		} else if (c === 32 || c === 9) {
			if (state === 1) {
				parsed.push(ctx.s.slice(sliceStart, ctx.p));
				state = 2;
			}
		} else if (state === 2 || c < 48 && c !== 45 || c > 57 && c < 65 || c > 90 && c < 97 && c !== 95 || c > 122) TomlError.x("illegal character in key", ctx);
		else if (!state) {
			state = 1;
			sliceStart = ctx.p;
		}
	while (c = ctx.s.charCodeAt(++ctx.p));
	TomlError.x("incomplete key-value: cannot find end of key", ctx, startPtr);
}
function parseInlineTable(ctx) {
	let startPtr = ctx.p++;
	let res = Object.create(null);
	let seen = /* @__PURE__ */ new Set();
	let c;
	while (ctx.p < ctx.s.length) {
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p)) === 125) {
			ctx.p++;
			return res;
		}
		let k;
		let t = res;
		let hasOwn = false;
		let errPtr = ctx.p;
		let key = parseKey(ctx);
		for (let i = 0; i < key.length; i++) {
			if (i) t = hasOwn ? t[k] : t[k] = Object.create(null);
			k = key[i];
			if ((hasOwn = Object.hasOwn(t, k)) && (typeof t[k] !== "object" || seen.has(t[k]))) TomlError.x("trying to redefine an already defined value", ctx, errPtr);
			let unsafe = k === "__proto__";
			if (ctx.uk && (unsafe || k === "constructor")) {
				t = ctx.uk !== 1 && TomlError.x("document contains an unsafe property", ctx, errPtr);
				break;
			}
			if (!hasOwn && unsafe) Object.defineProperty(t, k, {
				enumerable: true,
				configurable: true,
				writable: true
			});
		}
		if (hasOwn) TomlError.x("trying to redefine an already defined value", ctx, errPtr);
		skipVoid(ctx, true, true);
		let value = extractValue(ctx, 125);
		if (t && typeof (t[k] = value) === "object") seen.add(value);
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p++)) === 125) return res;
		if (c !== 44) TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
	}
	TomlError.x("unfinished table", ctx, startPtr);
}
function parseArray(ctx) {
	let startPtr = ctx.p++;
	let res = [];
	let c;
	while (ctx.p < ctx.s.length) {
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p)) === 93) {
			ctx.p++;
			return res;
		}
		res.push(extractValue(ctx, 93));
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p++)) === 93) return res;
		if (c !== 44) TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
	}
	TomlError.x("unfinished array", ctx, startPtr);
}

// node_modules/smol-toml/dist/parse.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function peekTable(ctx, key, table, meta, type) {
	let t = table;
	let m = meta;
	let k;
	let hasOwn = false;
	let state;
	for (let i = 0; i < key.length; i++) {
		if (i) {
			t = hasOwn ? t[k] : t[k] = Object.create(null);
			m = (state = m[k]).c;
			if (type === 0 && (state.t === 1 || state.t === 2)) return null;
			if (state.t === 2) {
				let l = t.length - 1;
				t = t[l];
				m = m[l].c;
			}
		}
		k = key[i];
		if ((hasOwn = Object.hasOwn(t, k)) && m[k]?.t === 0 && m[k]?.d) return null;
		if (!hasOwn) {
			let unsafe = k === "__proto__";
			if (ctx.uk && (unsafe || k === "constructor")) return false;
			if (unsafe) {
				Object.defineProperty(t, k, {
					enumerable: true,
					configurable: true,
					writable: true
				});
				Object.defineProperty(m, k, {
					enumerable: true,
					configurable: true,
					writable: true
				});
			}
			m[k] = {
				t: i < key.length - 1 && type === 2 ? 3 : type,
				d: false,
				i: 0,
				c: Object.create(null)
			};
		}
	}
	state = m[k];
	if (state.t !== type && !(type === 1 && state.t === 3)) return null;
	if (type === 2) {
		if (!state.d) {
			state.d = true;
			t[k] = [];
		}
		t[k].push(t = Object.create(null));
		state.c[state.i++] = state = {
			t: 1,
			d: false,
			i: 0,
			c: Object.create(null)
		};
	}
	if (state.d) return null;
	state.d = true;
	if (type === 1) t = hasOwn ? t[k] : t[k] = Object.create(null);
	else if (type === 0 && hasOwn) return null;
	return [
		k,
		t,
		state.c
	];
}
function validateTablePeek(ctx, peek, ptr) {
	if (peek === null || ctx.uk === 2) TomlError.x(peek === null ? "trying to redefine an already defined table or value" : "document contains an unsafe property", ctx, ptr);
}
function parse(toml, options = {}) {
	let ctx = {
		s: toml,
		p: 0,
		d: options.maxDepth ?? 1e3,
		bi: options.integersAsBigInt ?? false,
		ld: options.useLegacyDate ?? true,
		uk: options.unsafeKeyBehaviour === "throw" ? 2 : options.unsafeKeyBehaviour === "drop" ? 1 : 0
	};
	let res = Object.create(null);
	let meta = Object.create(null);
	let tmp;
	let skipping = false;
	let tbl = res;
	let m = meta;
	if (toml.charCodeAt(0) === 65279) ctx.p++;
	skipVoid(ctx);
	while (ctx.p < toml.length) {
		if (toml.charCodeAt(ctx.p) === 91) {
			let isTableArray = toml.charCodeAt(++ctx.p) === 91;
			tmp = ctx.p += +isTableArray;
			skipping = false;
			let k = parseKey(ctx, 93);
			if (isTableArray) {
				if (toml.charCodeAt(ctx.p) !== 93) TomlError.x("expected end of table array declaration", ctx);
				ctx.p++;
			}
			let p = peekTable(ctx, k, res, meta, isTableArray ? 2 : 1);
			if (!p) {
				validateTablePeek(ctx, p, tmp);
				skipping = true;
			} else {
				m = p[2];
				tbl = p[1];
			}
		} else {
			tmp = ctx.p;
			let p = peekTable(ctx, parseKey(ctx), tbl, m, 0);
			if (!p && !skipping) validateTablePeek(ctx, p, tmp);
			skipVoid(ctx, true, true);
			let v = extractValue(ctx, void 0);
			if (p && !skipping) p[1][p[0]] = v;
		}
		skipVoid(ctx, true);
		if (ctx.p < toml.length && (tmp = toml.charCodeAt(ctx.p)) !== 10 && (tmp !== 13 || toml.charCodeAt(ctx.p + 1) !== 10)) TomlError.x("each key-value declaration must be followed by an end-of-line", ctx);
		skipVoid(ctx);
	}
	return res;
}

// node_modules/smol-toml/dist/stringify.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
let HAS_WELLFORMED = !!"".isWellFormed;

// node_modules/smol-toml/dist/index.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/

// src/io/git/read-project.ts
const relevantFile = /(?:^|\/)(?:pyproject\.toml|Project\.toml|setup\.cfg|requirements\.txt|Cargo\.toml|package\.json|CMakeLists\.txt|(?:GNUm|[Mm])akefile|[Jj]ustfile|asv\.conf(?:\.\w+)?\.json|[^/]+\.(?:py|sh|bash|mk))$|(?:^|\/)benches\/[^/]+\.rs$|(?:^|\/)conf(?:ig|igs)?\/[^/]+\.ya?ml$/;
const sourceFile = /\.(?:go|cu|cc|cpp|cxx|c)$|(?:^|\/)(?:src\/main|src\/bin\/[^/]+|main)\.rs$/;
const maxFileBytes = 262144;
const maxTotalBytes = 33554432;
const maxPaths = 2e5;
async function readProject(directory) {
	const { git, root } = await openRoot(directory);
	const inside = relative(root, realpathSync(directory)).replaceAll("\\", "/");
	const all = await listGitPaths(git, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
	const paths = [...new Set(all)].filter((path) => isBelow(path, inside)).toSorted().slice(0, maxPaths);
	const texts = readTexts(root, paths);
	const { manifests, problems } = readManifests(texts);
	const tags = (await git("for-each-ref", "--format=%(refname:strip=2)", "refs/tags")).split("\n").filter(Boolean);
	const tag = chooseTag(tags);
	return {
		root,
		project: {
			paths,
			texts,
			manifests,
			tags,
			taggedPaths: tag === null ? [] : await listGitPaths(git, "ls-tree", "-r", "-z", "--name-only", `refs/tags/${tag}`),
			ignoresRunFolders: await isIgnored(root, ".warpgauge/runs")
		},
		problems
	};
}
async function openRoot(directory) {
	try {
		const root = (await createGitCommand(realpathSync(directory), process.env, [])("rev-parse", "--show-toplevel")).trim();
		return {
			root,
			git: createGitCommand(root, process.env, [])
		};
	} catch (cause) {
		const message = cause instanceof Error ? cause.message : String(cause);
		if (/ENOENT.*git|spawn git/.test(message) && !/realpath|lstat/.test(message)) throw new EnvironmentError("git could not be started", "Install git 2.31 or newer and add it to PATH", { cause });
		throw new UserError(`${directory} is not in a git repository: ${message}`, "Start inside a repository (`git init` creates one), or set --dir.", { cause });
	}
}
async function isIgnored(root, path) {
	return (await createGitCommand(root, process.env, [], { GIT_LITERAL_PATHSPECS: "0" })("check-ignore", path).catch(() => "")).trim() !== "";
}
async function listGitPaths(git, ...args) {
	return (await git(...args)).split("\0").filter(Boolean);
}
function readTexts(root, paths) {
	const texts = /* @__PURE__ */ new Map();
	let sum = 0;
	const [relevant, sources] = [relevantFile, sourceFile].map((form) => paths.filter((path) => form.test(path)));
	for (const path of /* @__PURE__ */ new Set([...relevant ?? [], ...sources ?? []])) {
		const text = readText(join(root, path));
		if (text === null) continue;
		sum += text.length;
		if (sum > maxTotalBytes) break;
		texts.set(path, text);
	}
	return texts;
}
function readText(path) {
	try {
		const status = lstatSync(path);
		return status.isFile() && status.size <= maxFileBytes ? readFileSync(path, "utf8") : null;
	} catch {
		return null;
	}
}
function readManifests(texts) {
	const manifests = /* @__PURE__ */ new Map();
	const problems = [];
	for (const [path, text] of texts) {
		const read = readers[getBaseName(path)];
		if (!read) continue;
		try {
			manifests.set(path, read(text));
		} catch (error) {
			const reason = error instanceof Error ? error.message.split("\n")[0] ?? "" : String(error);
			problems.push(`${path} could not be read: ${reason}`);
		}
	}
	return {
		manifests,
		problems
	};
}
const readers = {
	"pyproject.toml": parse,
	"Cargo.toml": parse,
	"Project.toml": parse,
	"package.json": (text) => JSON.parse(text)
};
async function writeNewFile(path, text) {
	const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
	try {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(draft, text, { flag: "wx" });
		await link(draft, path);
		return "written";
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw new EnvironmentError(`${path} could not be written`, "Check the permissions of its directory.", { cause: error });
		return await compareExisting(path, text);
	} finally {
		await rm(draft, { force: true }).catch(() => {});
	}
}
async function predictOutcome(path, text) {
	const existing = await readFile(path, "utf8").catch(() => null);
	return existing === null ? "written" : existing === text ? "same" : "kept";
}
async function compareExisting(path, text) {
	return await predictOutcome(path, text) === "same" ? "same" : "kept";
}
async function formatDifference(path, text) {
	await using folder = await openTemporaryDirectory("init");
	const newFile = join(folder.path, "wanted");
	await writeFile(newFile, text);
	return (await createGitCommand(folder.path, process.env, [])("diff", "--no-index", "--no-color", "--", path, newFile)).replace(/^(?:.*\n)*?(?=@@)/, "");
}

// src/io/files/workflow-templates.ts
async function readWorkflowTemplates(packageDirectory, names) {
	const folder = join(packageDirectory, "examples", "workflows");
	const texts = names.map(async (name) => [name, await readFile(join(folder, `${name}.yml`), "utf8")]);
	return new Map(await Promise.all(texts).catch((error) => {
		throw new EnvironmentError(`the example workflows are missing in ${folder}`, "Install warpgauge with its directory examples/workflows next to dist.", { cause: error });
	}));
}

// src/wiring/tool-repository.ts
const toolRepository = repository.url.replace(/^.*github\.com\/|\.git$/g, "");

// src/cli/init/init-text.ts
const shown = 8;
function formatFindings(root, { languages, usesGpu, programs, benchmarks, others, tag }) {
	const lines = [
		...programs.slice(0, shown).map(({ name, evidence, missing }) => `${missing === null ? "program    " : "incomplete "}${name}: ${evidence}${missing === null ? "" : `; ${missing}`}`),
		...benchmarks.map(({ name, evidence }) => `benchmark  ${name}: ${evidence}`),
		...others.map(({ what, where }) => `not read   ${what}: ${where}`),
		...tag === null ? [] : [`tag        ${tag}`]
	].map((line) => `  ${line.replaceAll(/\p{Cc}+/gu, " ")}`);
	const more = lines.length > 16 ? [`  and ${lines.length - 16} more`] : [];
	return [
		`${root}: ${languages.length > 0 ? languages.slice(0, 4).join(", ") : "no source code"}${usesGpu ? ", uses GPUs" : ""}`,
		...lines.slice(0, 16),
		...more
	].join("\n");
}
function formatChoice(choices, configPath) {
	const { program, benchmarks, devices } = choices;
	if (isPlaceholder(choices)) return formatPlaceholder(program, configPath);
	const shownNames = [...program ? [program.command.join(" ")] : [], ...benchmarks.map(({ name }) => name)].map((name) => name.length > 100 ? `${name.slice(0, 99)}…` : name).join(", ");
	const measured = `Measures on the ${devices.toUpperCase()}: ${shownNames.replaceAll(/\p{Cc}+/gu, " ")}`;
	return program?.hasFixedTime ? `${measured}\nwarning: ${program.name}: ${fixedTimeNote}` : measured;
}
function formatPlaceholder(program, configPath) {
	const reason = program ? `${program.name}: ${program.missing ?? ""}` : "no command to measure was found";
	const example = program ? `${program.command.join(" ")} ARGUMENTS` : "COMMAND ARGUMENTS";
	return [`warning: PLACEHOLDER in ${configPath}: ${reason}. \`warpgauge run\` refuses to measure it.`, `  → Complete pipeline.command and remove \`placeholder: true\`, or: rm ${configPath} && warpgauge init -- ${example}`].join("\n");
}
function formatNextSteps(steps, program) {
	const texts = steps.map(({ why, commands }, index) => [`${String(index + 1).padStart(3)}. ${why}`, ...commands.map((command) => `       ${command}`)].join("\n"));
	return [
		"",
		"Next",
		...basename(program) === "warpgauge" ? [] : [`  ("warpgauge" means: node ${program})`],
		...texts
	].join("\n");
}

// src/cli/init/init-repository.ts
const usualConfig = ".github/warpgauge.yml";
async function initializeRepository(options) {
	const configPath = parseConfigPath(options);
	const published = await locateWarpgauge(options);
	const { root, project, problems } = await readProject(resolve(options.dir));
	const findings = findWhatToMeasure(project);
	say(formatFindings(root, findings));
	for (const problem of problems) say(`warning: ${problem}`);
	const choices = await makeChoices(options, findings, project);
	if (choices === null) {
		say("Nothing was written.");
		return 0;
	}
	say(formatChoice(choices, configPath ?? usualConfig));
	const files = await buildFiles({
		findings,
		choices,
		published,
		configPath,
		project
	});
	const outcomes = await writeFiles(root, files, options.dryRun ?? false);
	if (!options.dryRun) {
		const paths = files.map(({ path }) => path).filter((path) => outcomes.get(path) !== "kept");
		const isPublishedKnown = !published.repository.startsWith("OWNER/");
		const { ignoresRunFolders } = project;
		const named = findWorkflowNames(files);
		const request = {
			elsewhere: realpathSync(process.cwd()) === realpathSync(root) ? null : root,
			choices,
			published,
			isPublishedKnown,
			configPath,
			ignoresRunFolders,
			paths,
			...named
		};
		say(formatNextSteps(buildNextSteps(request), process.argv[1] ?? "warpgauge"));
	}
	return 0;
}
async function makeChoices(options, findings, project) {
	const named = findNamedChoices(options, findings);
	const defaults = buildDefaultChoices(findings, project, named);
	const labels = options.labels === void 0 ? defaults.labels : parseLabels(options.labels);
	if (labels === null) throw new UserError(`--labels ${JSON.stringify(options.labels)} cannot stand in runs-on`, "Give the labels of the runner, separated by commas: self-hosted,gpu");
	const start = {
		...defaults,
		labels,
		trustModel: options.trustModel ?? defaults.trustModel
	};
	if (options.yes || options.dryRun || !process.stdin.isTTY || !process.stderr.isTTY) return start;
	const { askForChoices } = await import("./init-questions.js");
	return await askForChoices({
		options,
		start,
		findings,
		project
	});
}
function findNamedChoices({ command, devices }, findings) {
	return {
		program: command.length > 0 ? buildOwnProgram(command, findings) : null,
		devices: devices ?? null
	};
}
function parseConfigPath({ config }) {
	if (config === void 0 || config === usualConfig) return null;
	if (/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[\w./-]+\.ya?ml$/.test(config)) return config;
	throw new UserError(`--config ${JSON.stringify(config)} is not a valid path for a config`, "Name a .yml file inside the repository, from its root: .github/warpgauge-training.yml");
}
async function locateWarpgauge({ action }) {
	if (action !== void 0) {
		const match = /^([\w.-]+\/[\w.-]+)@[\w./-]+$/.exec(action);
		if (match?.[1]) return {
			repository: match[1],
			action
		};
		throw new UserError(`--action ${JSON.stringify(action)} is not an action reference`, "Write it as in a workflow: owner/name@v0");
	}
	const repository = await findGitHubRepository(findPackageRoot()) ?? toolRepository;
	return {
		repository,
		action: `${repository}@v0`
	};
}
async function buildFiles({ findings, choices, published, configPath, project }) {
	const { trustModel, labels } = choices;
	const programPaths = proposeProgramPaths(project);
	const text = buildConfigText({
		findings,
		choices,
		published,
		configPath,
		programPaths
	});
	const path = configPath ?? usualConfig;
	parseConfig(text, path);
	const templates = await readWorkflowTemplates(findPackageRoot(), listTemplates(trustModel));
	const request = {
		trustModel,
		labels,
		action: published.action,
		configPath
	};
	return [{
		path,
		text
	}, ...buildWorkflowFiles(templates, request)];
}
async function writeFiles(root, files, isDryRun) {
	const outcomes = /* @__PURE__ */ new Map();
	for (const { path, text } of files) {
		const place = join(root, path);
		const outcome = isDryRun ? await predictOutcome(place, text) : await writeNewFile(place, text);
		outcomes.set(path, outcome);
		if (isDryRun && outcome === "written") print(`--- ${path}\n${text}`);
		else say(`  ${words[outcome].padEnd(10)}${path}`);
		if (outcome === "kept") say(await describeKeptFile(place, path, text));
	}
	return outcomes;
}
const words = {
	written: "wrote",
	same: "unchanged",
	kept: "kept"
};
async function describeKeptFile(place, path, text) {
	const lines = (existsSync(place) ? await formatDifference(place, text) : "").trimEnd().split("\n").map((line) => `    ${line}`);
	return [`    ${path} exists and was not changed. Difference to the generated file:`, ...lines].join("\n");
}

export { initializeRepository };