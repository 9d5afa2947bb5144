import { formatScalar, joinShellWords, parseConfig, quoteShellWord, splitShellWords } from "./judging.js";
import { buildDefaultChoices, defaultLabels, parseLabels } from "./choices.js";
import { createGitCommand, isOptionalVariable, listCheckoutSettings } from "./measuring.js";
import { findShippedExample, shippedExamples, splitShippedConfig } from "./commands.js";
import { buildConfigText, buildHydraArguments, buildOwnProgram, buildPackageArguments, buildPipInstall, choosePythonTools, createPythonModules, doesReadArguments, fillCommandLine, findImportedExtras, findPackageFolder, fixedTimeNote, getBaseName, getFolder, getNested, gpuImports, hasPythonGpuCode, isBelow, isPlaceholder, isTest, joinPath, listFiles, listManifests, listStrings, listTexts, normalizePath, plainProgram, proposeProgramPaths, readCommandLines, splitBalanced, toConfigName, unknownArguments } from "./config-text.js";
import { EnvironmentError, UserError } from "./core.js";
import { openTemporaryDirectory } from "./foundation.js";
import { findGitHubRepository } from "./clone-facts.js";
import { print, repository, say } from "./version.js";
import { findPackageRoot } from "./package-root.js";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";

// src/domain/init/model-caches.ts
const modelCaches = [
	["HF_HOME", /\.from_pretrained\(|\b(?:hf_hub_download|snapshot_download|load_dataset|SentenceTransformer|InferencePipeline)\(|^\s*(?:from|import)\s+(?:vllm|diffusers|sentence_transformers|open_clip|faster_whisper)\b/m],
	["TORCH_HOME", /\btorch\.hub\b|\bload_state_dict_from_url\(|\besm\.pretrained\b|\bfrom esm import pretrained\b|\btorchvision\.models\b|\bfrom torchvision(?:\.models)? import[^\n]*\b(?:models|resnet|vit)|\btorchaudio\.pipelines\b/],
	["XDG_CACHE_HOME", /\bwhisper\.load_model\(/],
	["KERAS_HOME", /\bkeras\.applications\b|\bkeras\.utils\.get_file\(/],
	["TFHUB_CACHE_DIR", /\btensorflow_hub\b/],
	["NLTK_DATA", /\bnltk\.(?:download|data|corpus)\b/]
];
const readCaches = /["'](TRANSFORMERS_CACHE|HF_HUB_CACHE|HUGGINGFACE_HUB_CACHE|HF_DATASETS_CACHE|SENTENCE_TRANSFORMERS_HOME|XDG_CACHE_HOME|TORCH_HOME|HF_HOME|[A-Z]+_(?:MODELS?|WEIGHTS|CHECKPOINTS?)_(?:DIR|PATH|CACHE))["']\s*\](?!\s*=[^=])/g;
function findModelCaches(project, main) {
	if (main === "") return [];
	const modules = createPythonModules(project);
	const code = [.../* @__PURE__ */ new Set([...modules.listReachable(main), ...main.includes("/") ? modules.listPackage(main) : []])].filter((path) => !/(?:^|\/)tests?\//.test(path)).map(modules.readSource);
	const usual = modelCaches.filter(([, form]) => code.some((text) => form.test(text))).map(([name]) => name);
	const read = code.flatMap((text) => [...text.matchAll(readCaches)].map((match) => match[1] ?? ""));
	const isSet = (name) => code.some((text) => new RegExp(`environ\\[["']${name}["']\\]\\s*=[^=]`).test(text));
	return [.../* @__PURE__ */ new Set([...usual, ...read])].filter((name) => !isSet(name));
}

// src/domain/init/python-benchmarks.ts
function findPytestBenchmarks(project) {
	const files = listFiles(project, /\.py$/).filter(({ text }) => /def test_\w+\([^)]*\bbenchmark\b/.test(text));
	return [...new Set(files.map(({ folder }) => folder))].map((folder) => {
		const [first = "", ...others] = files.flatMap((file) => file.folder === folder ? file.path : []);
		const target = others.length === 0 ? first : folder || ".";
		const home = findPackageFolder(project, first);
		const { python, isInstalled: _isInstalled, ...preparation } = choosePythonTools(project, home, {
			tools: ["pytest-benchmark"],
			extras: []
		});
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
		const needs = {
			tools: [
				"asv",
				"virtualenv",
				...listRequirements(settings)
			],
			extras: []
		};
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

// src/domain/init/python-programs.ts
const undeclared = "its arguments are not declared with argparse, click, typer or fire";
function findPythonPrograms(project) {
	const modules = createPythonModules(project);
	return listEntries(project).toSorted((a, b) => rankName(b.name) - rankName(a.name)).map((entry) => {
		const home = findPackageFolder(project, entry.file ?? entry.where.split(" ")[0] ?? "");
		const context = {
			readsFasta: doesReadFasta(project, entry.file),
			contains: createLookup(project, home)
		};
		const [best] = (entry.file === null ? [] : listEntryLines(project, modules, entry.file)).map((line) => ({
			declared: line,
			filled: fillCommandLine(line, context)
		})).toSorted((a, b) => rankLine(b) - rankLine(a));
		return buildProgram(project, entry, home, {
			line: best,
			missing: explainMissing(entry, best)
		});
	});
}
function listEntryLines({ texts }, modules, main) {
	const lines = readCommandLines(modules, main);
	if (lines.length > 0 || getBaseName(main) !== "__main__.py") return lines;
	return [...texts.keys()].filter((path) => getFolder(path) === getFolder(main) && path.endsWith(".py")).map((path) => readCommandLines(modules, path)).find((found) => found.length > 0) ?? [];
}
function rankWork({ takesDataset, hasOwnInput, limit }) {
	return takesDataset ? 3 : hasOwnInput ? 2 : limit === null ? 0 : 1;
}
function rankLine({ declared, filled }) {
	const byName = rankName(declared.words.at(-1) ?? "");
	if ("reason" in filled || rankWork(filled) === 0) return byName;
	return rankWork(filled) * 20 + (filled.output === null ? 0 : 4) + (filled.takesGpus ? 3 : 0) + byName * 2;
}
function rankName(name) {
	if (aside.test(name)) return -1;
	return training.test(`${name}.`) || working.test(`${name}.`) ? 1 : 0;
}
function explainMissing({ file }, best) {
	if (file === null) return "its module is not in the repository";
	if (!best) return undeclared;
	if ("reason" in best.filled) return best.filled.reason;
	return rankWork(best.filled) > 0 ? null : "its input is not known";
}
function buildProgram(project, entry, home, understood) {
	const { missing, line } = understood;
	const { command, ...preparation } = prepareStart(project, entry, home);
	return {
		...plainProgram,
		...preparation,
		name: toConfigName(entry.name),
		...line && describeLine(line),
		command: [...command, ...line ? listArguments(line) : []],
		usesGpu: hasPythonGpuCode(project, home),
		missing,
		isMain: missing === null,
		isEntry: true,
		evidence: entry.where,
		file: line?.declared.file ?? entry.file ?? "",
		main: entry.file ?? ""
	};
}
function listArguments({ declared, filled }) {
	return "args" in filled ? filled.args : declared.words;
}
function describeLine({ filled }) {
	if ("reason" in filled) return {};
	const { gpuArguments, takesDataset, output, takesGpus, limit } = filled;
	return {
		gpuArguments,
		readsFasta: takesDataset,
		proofPath: !takesDataset || output === null ? null : output === "directory" ? "{output}/**" : "{output}",
		takesGpus,
		limit
	};
}
function prepareStart(project, entry, home) {
	const { module, script, extras, file } = entry;
	const needs = {
		tools: [],
		extras: [.../* @__PURE__ */ new Set([...extras, ...findImportedExtras(project, home)])]
	};
	const { python, isInstalled, ...preparation } = choosePythonTools(project, home, needs);
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
	if (python.includes(".pixi/")) return {
		...preparation,
		env,
		command: [
			python,
			"-c",
			buildStartCode(entry)
		]
	};
	const { setup, passEnv } = buildPipInstall(project, home, buildPackageArguments(project, home));
	return {
		setup,
		env: {},
		passEnv,
		command: [joinPath(home, `.venv/bin/${script ?? "python"}`)]
	};
}
function buildStartCode({ target }) {
	const [module = "", name = ""] = target?.split(":") ?? [];
	return `import sys; from ${module} import ${name}; sys.exit(${name}())`;
}
function doesReadFasta(project, file) {
	return (file === null ? [] : listFiles(project, /\.py$/).filter(({ path }) => isBelow(path, getFolder(file)))).some(({ text }) => /fasta|\.fna\b|\.fa\b/i.test(text));
}
function listEntries(project) {
	const scripts = listScripts$1(project).map((script) => buildScriptEntry(project, script));
	const named = new Set(scripts.flatMap(({ file }) => file === null ? [] : getFolder(file)));
	const mains = project.paths.filter((path) => getBaseName(path) === "__main__.py" && !isTest(path) && !named.has(getFolder(path))).map((file) => {
		const module = getModuleName(project, getFolder(file));
		return {
			name: module,
			file,
			module,
			script: null,
			target: null,
			extras: [],
			where: `${file} (python -m ${module})`
		};
	});
	return [...scripts, ...mains];
}
function listScripts$1(project) {
	const legacy = listFiles(project, /(?:^|\/)setup\.(?:py|cfg)$/).flatMap(({ path, text }) => readConsoleScripts(text).flatMap((line) => {
		const [, name, target] = /^\s*([\w.-]+)\s*=\s*(.*)$/.exec(line) ?? [];
		return name === void 0 ? [] : parseScript(path, name, target);
	}));
	const declared = listManifests(project, "pyproject.toml").flatMap(({ path, manifest }) => [getNested(manifest, "project", "scripts"), getNested(manifest, "tool", "poetry", "scripts")].flatMap((table) => Object.entries(table ?? {})).flatMap(([name, value]) => parseScript(path, name, value)));
	const all = [...legacy, ...declared].map((script) => [`${getFolder(script.path)} ${script.name}`, script]);
	return [...new Map(all).values()];
}
function readConsoleScripts(text) {
	const place = /\bconsole_scripts\b["']?\s*[:=]\s*(\[)?/.exec(text);
	if (!place) return [];
	const start = place.index + place[0].length;
	if (place[1]) return listStrings(splitBalanced(text, start).join(","));
	const lines = text.slice(start).split("\n");
	const end = lines.findIndex((line, index) => index > 0 && /^\S/.test(line));
	return lines.slice(0, end < 0 ? void 0 : end);
}
function parseScript(path, name, value) {
	const table = getNested(value, "callable") ?? getNested(value, "reference") ?? value;
	const [, target, extras = ""] = typeof table === "string" && /^\s*([\w.]+:[\w.]+)\s*(?:\[([^\]]*)\])?/.exec(table) || [];
	if (target === void 0) return [];
	return [{
		path,
		name,
		target,
		extras: [...extras.split(","), ...listTexts(getNested(value, "extras"))].map((one) => one.trim()).filter(Boolean)
	}];
}
function buildScriptEntry(project, { path, name, target, extras }) {
	const where = `${path} (script ${name})`;
	const module = target.split(":")[0] ?? "";
	const file = findModuleFile(project, getFolder(path), module);
	const entry = {
		name,
		file,
		module: null,
		script: name,
		target,
		extras,
		where
	};
	if (file === null) return entry;
	const isGuarded = /__name__\s*==\s*["']__main__["']/.test(project.texts.get(file) ?? "");
	const main = joinPath(getFolder(file), "__main__.py");
	const runnable = project.paths.includes(main) ? getModuleName(project, getFolder(file)) : null;
	return {
		...entry,
		module: isGuarded ? module : runnable
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
const aside = /valid|check|download|install|export|convert|view|list|config|info|version|util|merge|prepare|serve|complet|cit(?:e|ation)/i;
const training = /(?:^|[_-])(?:pre)?train(?:ing|er)?(?=[_.-])|fine-?tune/i;
const working = /bench|perf|speed|infer|predict|generat|evaluat|sampl|simulat|(?:^|[_-])run(?=[_.-])|(?:^|[_-])main\./i;
function findPythonScripts(project, entries) {
	const modules = createPythonModules(project);
	return listFiles(project, /\.py$/).filter(({ path, text }) => !excluded.test(path) && isScript(path, text)).map(({ path, text }) => {
		return {
			program: rankBehindEntries(buildScript$1(project, modules, path), entries),
			rank: rankScript(path, text)
		};
	}).toSorted((a, b) => b.rank - a.rank || (a.program.file < b.program.file ? -1 : 1)).map(({ program }) => program);
}
function rankBehindEntries(program, entries) {
	const { file, limit } = program;
	const isInPackage = entries.some((entry) => entry.file !== "" && isBelow(file, getFolder(entry.file) || "/"));
	const isAside = limit === null && !/(?:^|\/)(?:benches|benchmarks?)\//.test(file);
	return entries.length > 0 && (isInPackage || isAside) ? {
		...program,
		isMain: false
	} : program;
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
function buildScript$1(project, modules, path) {
	const source = project.texts.get(path) ?? "";
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
		file: path,
		main: path
	};
	const hydra = buildHydraArguments(project, path);
	if (hydra) return {
		...base,
		command: [...base.command, ...hydra.args],
		limit: hydra.limit,
		isMain: true
	};
	const [declared] = mayReadArguments(source) ? readCommandLines(modules, path) : [];
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
function mayReadArguments(source) {
	return doesReadArguments(source) || /\b\w*(?:args|arguments|options?|opts|parser|cli|main)\w*\(/i.test(source);
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
const anyFolders = "**";
const criterionScript = "CRITERION_HOME=\"$0\" cargo bench --manifest-path \"$2\" --bench \"$1\"";
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
		adapter: "criterion",
		command: [
			"sh",
			"-c",
			criterionScript,
			"{output}",
			bench,
			path
		],
		files: [`{output}/${anyFolders}/new/*.json`],
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
	const entries = findPythonPrograms(project);
	const programs = orderPrograms([
		...entries,
		...findPythonScripts(project, entries),
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
function rankProgram({ missing, isMain, isEntry, usesGpu, file }) {
	return (missing === null && isMain ? 0 : isEntry && file !== "" ? 2 : missing === null ? 4 : 6) + (usesGpu ? 0 : 1);
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
const usualPlaces = {
	HF_HOME: "~/.cache/huggingface",
	TORCH_HOME: "~/.cache/torch",
	XDG_CACHE_HOME: "~/.cache",
	KERAS_HOME: "~/.keras",
	NLTK_DATA: "~/nltk_data"
};
function buildNextSteps(request) {
	const { elsewhere, choices, published, isPublishedKnown, configPath, ignoresRunFolders, modelCaches, verdicts } = request;
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
		...addStep(modelCaches.length > 0, "Say where the models are that the program downloads, here and in the file .env of the runner; a run stops without", ...modelCaches.map((name) => `export ${name}=${usualPlaces[name] ?? "DIRECTORY"}`)),
		{
			why: "Run a first measurement",
			commands: [`warpgauge run${config} --out .warpgauge/first`]
		},
		...buildQuickComparison(choices, modelCaches),
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
function buildQuickComparison({ program, devices }, modelCaches) {
	if (program === null || program.missing !== null || program.readsFasta) return [];
	if (program.setup.flat().some((word) => word.includes("\n"))) return [];
	const options = [
		...devices === "cpu" ? ["--gpus", "0"] : [],
		...modelCaches.flatMap((name) => ["--pass-env", name]),
		...program.setup.flatMap((command) => ["--setup", joinShellWords(command)])
	];
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
function listTemplates(trustModel, hasProduction = false) {
	return [...workflows[trustModel], ...hasProduction ? ["production"] : []];
}
function buildWorkflowFiles(templates, request) {
	return listTemplates(request.trustModel, request.hasProduction).map((name) => ({
		path: `.github/workflows/${name === "pull-request" ? "warpgauge.yml" : `warpgauge-${name}.yml`}`,
		text: fillTemplate(templates.get(name) ?? "", name === "production" ? {
			...request,
			configPath: null
		} : request)
	}));
}
function fillTemplate(template, request) {
	const { labels, action, configPath, checkoutSettings } = request;
	const runsOn = `[${labels.map(formatScalar).join(", ")}]`;
	const text = template.replaceAll(`runs-on: [${defaultLabels.gpu.join(", ")}]`, `runs-on: ${runsOn}`).replaceAll(exampleAction, `uses: ${action}`).replaceAll(/^( +)fetch-depth: 0$/gm, (line, indent) => [line, ...checkoutSettings.map((setting) => `${indent}${setting}`)].join("\n")).replaceAll(/(?<![\w/-])(measure|publish|matrix|matrix-publish|commands|run|refresh|bisect)\.yml/g, "warpgauge-$1.yml");
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
const relevantFile = /(?:^|\/)(?:pyproject\.toml|pixi\.toml|Project\.toml|setup\.cfg|requirements\.txt|environment\.ya?ml|Cargo\.toml|package\.json|CMakeLists\.txt|(?:GNUm|[Mm])akefile|[Jj]ustfile|asv\.conf(?:\.\w+)?\.json|[^/]+\.(?:py|sh|bash|mk))$|(?:^|\/)benches\/[^/]+\.rs$|(?:^|\/)conf(?:ig|igs)?\/[^/]+\.ya?ml$/;
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
	const taggedPaths = tag === null ? [] : await listGitPaths(git, "ls-tree", "-r", "-z", "--name-only", `refs/tags/${tag}`);
	const ignoresRunFolders = await isIgnored(root, ".warpgauge/runs");
	return {
		root,
		project: {
			paths,
			texts,
			manifests,
			tags,
			taggedPaths,
			checkoutSettings: await listCheckoutSettings(git),
			ignoresRunFolders
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
	"pixi.toml": parse,
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
async function readShippedConfig(packageDirectory, name) {
	const path = join(packageDirectory, "examples", name, "warpgauge.yml");
	return await readFile(path, "utf8").catch((cause) => {
		const hint = `Install warpgauge with its directory examples/${name} next to dist.`;
		throw new EnvironmentError(`the config of the example is missing: ${path}`, hint, { cause });
	});
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
	const { program, benchmarks, devices, example } = choices;
	if (example) return `Measures on the ${devices.toUpperCase()} by the config of warpgauge for ${example.title}`;
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
	if (project.checkoutSettings.length > 0) say(`  checkout   ${project.checkoutSettings.join(", ")}: the repository uses Git LFS or submodules`);
	const choices = await makeChoices(options, findings, project);
	if (choices === null) {
		say("Nothing was written.");
		return 0;
	}
	say(formatChoice(choices, configPath ?? usualConfig));
	warnOfUncommitted(root, choices, project);
	const shipped = findShippedExample(project);
	if (shipped && !choices.example) say(`warpgauge has a config for ${shipped.title} with every suite and limit: warpgauge init --example ${shipped.name}`);
	const built = await buildFiles({
		findings,
		choices,
		published,
		configPath,
		project
	});
	const outcomes = await writeFiles(root, built.files, options.dryRun ?? false);
	if (!options.dryRun) {
		const paths = built.files.map(({ path }) => path).filter((path) => outcomes.get(path) !== "kept");
		const isPublishedKnown = !published.repository.startsWith("OWNER/");
		const { ignoresRunFolders } = project;
		const named = findWorkflowNames(built.files);
		const request = {
			elsewhere: realpathSync(process.cwd()) === realpathSync(root) ? null : root,
			configPath,
			ignoresRunFolders,
			paths,
			modelCaches: built.modelCaches,
			choices,
			published,
			isPublishedKnown,
			...named
		};
		say(formatNextSteps(buildNextSteps(request), process.argv[1] ?? "warpgauge"));
	}
	return 0;
}
function warnOfUncommitted(root, { program, example }, project) {
	const words = example ? [] : (program?.command ?? []).filter((word) => isUncommitted(root, word, project));
	for (const word of words) say(`warning: ${word} is not committed; runs take place in a checkout: commit it, or name it by its absolute path`);
}
function isUncommitted(root, word, { paths }) {
	const place = word.replace(/^\.\//, "");
	if (isAbsolute(word) || place === "" || place.includes("{") || !existsSync(join(root, place))) return false;
	return !paths.some((path) => path === place || path.startsWith(`${place.replace(/\/+$/, "")}/`));
}
async function makeChoices(options, findings, project) {
	const named = findNamedChoices(options, findings, project);
	const defaults = buildDefaultChoices(findings, project, named);
	const labels = options.labels === void 0 ? defaults.labels : parseLabels(options.labels);
	if (labels === null) throw new UserError(`--labels ${JSON.stringify(options.labels)} cannot stand in runs-on`, "Give the labels of the runner, separated by commas: self-hosted,gpu");
	const example = shippedExamples.find(({ name }) => name === options.example) ?? null;
	const start = {
		...defaults,
		labels,
		trustModel: options.trustModel ?? defaults.trustModel,
		example
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
function findNamedChoices({ command, devices }, findings, project) {
	return {
		program: command.length > 0 ? buildOwnProgram(command, findings, project) : null,
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
async function buildFiles(request) {
	const { choices, published, configPath, project } = request;
	const { trustModel, labels, example } = choices;
	const caches = findModelCaches(project, choices.program?.main ?? "");
	const configs = example ? await readExample(example, request) : [buildConfig(request, caches)];
	const [passed = caches] = configs.map(({ path, text }) => parseConfig(text, path).pipeline.passEnv);
	const hasProduction = configs.length > 1;
	const templates = await readWorkflowTemplates(findPackageRoot(), listTemplates(trustModel, hasProduction));
	const settings = {
		trustModel,
		labels,
		action: published.action,
		configPath,
		hasProduction,
		checkoutSettings: project.checkoutSettings
	};
	const modelCaches = example ? passed.filter((name) => !isOptionalVariable(name)) : caches;
	return {
		files: [...configs, ...buildWorkflowFiles(templates, settings)],
		modelCaches
	};
}
function buildConfig(request, modelCaches) {
	const programPaths = proposeProgramPaths(request.project);
	return {
		path: request.configPath ?? usualConfig,
		text: buildConfigText({
			...request,
			programPaths,
			modelCaches
		})
	};
}
async function readExample(example, { configPath, choices }) {
	const text = await readShippedConfig(findPackageRoot(), example.name);
	const { pullRequest, production } = splitShippedConfig(text, example, choices.devices);
	return [{
		path: configPath ?? usualConfig,
		text: pullRequest
	}, ...production === null ? [] : [{
		path: ".github/warpgauge-production.yml",
		text: production
	}]];
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