import { getNested } from "./judging.js";

// src/domain/init/project.ts
function isTest(path) {
	return /(?:^|\/)(?:tests?|examples?|docs?|third_party|vendor|node_modules)\//.test(path);
}
const unknownArguments = "its arguments are not known";
const unprepared = {
	setup: [],
	env: {},
	passEnv: [],
	usesGpu: false
};
const plainBenchmark = unprepared;
const plainProgram = {
	...unprepared,
	gpuArguments: [],
	readsFasta: false,
	proofPath: null,
	proofText: null,
	takesGpus: false,
	limit: null,
	hasFixedTime: false,
	missing: null,
	isMain: false,
	isEntry: false,
	main: ""
};
function getFolder(path) {
	const end = path.lastIndexOf("/");
	return end < 0 ? "" : path.slice(0, end);
}
function listFolders(folder) {
	return folder === "" ? [""] : [folder, ...listFolders(getFolder(folder))];
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
function withoutDot(path) {
	return path.replace(/^\.\//, "");
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
function listTexts(value) {
	return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
function toConfigName(text) {
	return text.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, "-").replaceAll(/^[^a-z0-9]+|-+$/g, "").slice(0, 64) || "benchmark";
}

// src/domain/init/python-source.ts
function dropLongTexts(source) {
	return source.replaceAll(/("""|''')(?:\\[^]|(?!\1)[^\\])*\1/g, "\"\"");
}
const pythonTokens = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|#[^\n]*|[^]/g;
function readBalanced(source, start) {
	const parts = [""];
	let depth = 1;
	let end = start;
	const tokens = new RegExp(pythonTokens);
	tokens.lastIndex = start;
	for (let match = tokens.exec(source); match && depth > 0; match = depth > 0 ? tokens.exec(source) : null) {
		const [token] = match;
		end = tokens.lastIndex;
		if ("([{".includes(token)) depth += 1;
		if (")]}".includes(token)) depth -= 1;
		if (depth === 0) break;
		if (depth === 1 && token === ",") parts.push("");
		else if (!token.startsWith("#")) parts.push(`${parts.pop() ?? ""}${token}`);
	}
	return {
		parts,
		end
	};
}
function listCalls(source, form) {
	return [...source.matchAll(form)].map((match) => {
		const [, first = "", second = ""] = match;
		return {
			first,
			second,
			...readBalanced(source, match.index + match[0].length)
		};
	});
}
function listStrings(text) {
	return [...text.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'/g)].map(([, double, single]) => double ?? single ?? "");
}
function listPositional(parts) {
	return parts.filter((part) => !/^\s*\w+\s*=(?!=)/.test(part) && part.trim() !== "").map((part) => part.trim());
}
function readKeywordCode(parts, name) {
	return parts.map((part) => new RegExp(`^\\s*${name}\\s*=(?!=)\\s*([^]*?)\\s*$`).exec(part)).find(Boolean)?.[1] ?? null;
}
function readKeyword(parts, name) {
	return readLiteral(readKeywordCode(parts, name) ?? "");
}
function readLiteral(text) {
	const plain = text.trim();
	const [, double, single] = /^(?:"([^"\\\n]*)"|'([^'\\\n]*)')$/.exec(plain) ?? [];
	if (double !== void 0 || single !== void 0) return double ?? single ?? "";
	return /^-?[\d_]+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(plain) ? plain.replaceAll("_", "") : null;
}
function listFunctions(source) {
	const functions = [];
	for (const match of source.matchAll(/^([ \t]*)(?:async )?def (\w+)\(/gm)) {
		const [text, indent = "", name = ""] = match;
		const before = functions.at(-1)?.end ?? 0;
		if (match.index < before) continue;
		const { parts: parameters, end: open } = readBalanced(source, match.index + text.length);
		const after = new RegExp(`\\n(?!${indent}[ \\t]|[ \\t]*(?:\\n|#|$|[)\\]}]))`).exec(source.slice(open));
		const end = after ? open + after.index : source.length;
		const above = source.slice(before, match.index);
		const other = new RegExp(`^(?!${indent}[@)\\]}#\\s])[^\\n]*\\S[^\\n]*$`, "gm");
		const last = [...above.matchAll(other)].at(-1);
		const decorators = /^[ \t]*@[^]*/m.exec(last ? above.slice(last.index + last[0].length) : above)?.[0] ?? "";
		functions.push({
			name,
			parameters,
			body: source.slice(open, end),
			decorators,
			start: match.index,
			end
		});
	}
	return functions;
}
function parseParameters(parts) {
	return parts.flatMap((part) => {
		const match = /^\s*(\w+)\s*(?::\s*([^=]*(?:\[[^]*\])?[^=]*?))?\s*(?:=\s*([^]*?))?\s*$/.exec(part);
		const name = match?.[1];
		return name === void 0 ? [] : [{
			name,
			annotation: match?.[2] ?? "",
			value: match?.[3] ?? null
		}];
	});
}
function listClasses(source) {
	const classes = [...source.matchAll(/^([ \t]*)class (\w+)\b(?:\(([^)]*)\))?[^\n]*\n/gm)].map((match) => {
		const [text, indent = "", name = "", bases = ""] = match;
		const after = source.slice(match.index + text.length).search(new RegExp(`^(?!${indent}[ \\t])[ \\t]*\\S`, "m"));
		const end = after < 0 ? source.length : match.index + text.length + after;
		return [name, {
			bases: bases.split(",").map((base) => base.trim()),
			start: match.index,
			end,
			code: source.slice(match.index, end)
		}];
	});
	return new Map(classes);
}
function readModuleCode(source) {
	let end = 0;
	return [...listFunctions(source).map((item) => {
		const part = source.slice(end, item.start);
		end = item.end;
		return part;
	}), source.slice(end)].join("\n");
}

// src/domain/init/python-modules.ts
const maxReachable = 400;
function createPythonModules(project) {
	const known = new Set(project.paths);
	const readSource = remember((file) => dropLongTexts(project.texts.get(file) ?? ""));
	const readFunctions = remember((file) => listFunctions(readSource(file)));
	const readImports = remember((file) => parseImports(readSource(file), file, known));
	const resolve = (file, name, depth = 0) => {
		const words = name.split(".");
		const prefix = words.map((_, index) => words.slice(0, words.length - index).join(".")).find((key) => readImports(file).has(key));
		const target = prefix === void 0 ? void 0 : readImports(file).get(prefix);
		if (prefix === void 0 || !target) return {
			file,
			name
		};
		const rest = name.slice(prefix.length + 1);
		if (target.name !== null) return follow(target.file, [target.name, rest].filter(Boolean).join("."), depth);
		return rest === "" ? target : enter(target.file, rest, depth);
	};
	const enter = (file, name, depth) => {
		const [first = "", ...rest] = name.split(".");
		const inner = file.endsWith("__init__.py") ? findModule(file, `.${first}`, known) : null;
		if (inner === null) return follow(file, name, depth);
		return rest.length === 0 ? {
			file: inner,
			name: null
		} : follow(inner, rest.join("."), depth);
	};
	const follow = (file, name, depth) => {
		const isImported = readImports(file).has(name.split(".")[0] ?? "");
		return depth < 8 && isImported ? resolve(file, name, depth + 1) : {
			file,
			name
		};
	};
	return {
		readSource,
		readFunctions,
		readClasses: remember((file) => listClasses(readSource(file))),
		findFunction: ({ file, name }) => readFunctions(file).find((one) => one.name === name),
		resolve: (file, name) => resolve(file, name),
		listReachable: (file) => {
			const found = /* @__PURE__ */ new Set([file]);
			for (const module of found) {
				if (found.size > maxReachable) break;
				for (const { file: next } of orderByUse(readImports(module), readSource(module))) found.add(next);
			}
			return [...found];
		},
		listPackage: (file) => {
			let folder = getFolder(file);
			while (folder !== "" && known.has(`${getFolder(folder)}/__init__.py`)) folder = getFolder(folder);
			return project.paths.filter((path) => path.endsWith(".py") && isBelow(path, folder));
		}
	};
}
function remember(read) {
	const known = /* @__PURE__ */ new Map();
	return (file) => {
		const value = known.has(file) ? known.get(file) : read(file);
		known.set(file, value);
		return value;
	};
}
function orderByUse(imports, source) {
	const { called = [], other = [] } = Object.groupBy([...imports], ([name]) => new RegExp(`(?<![\\w.])${name.replaceAll(".", "\\.")}(?:\\.\\w+)*\\(`).test(source) ? "called" : "other");
	return [...called, ...other].map(([, symbol]) => symbol);
}
function parseImports(source, file, known) {
	const found = [...source.matchAll(/^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^\n(]+))/gm)].flatMap(([, module = "", inBrackets, onLine]) => {
		const target = findModule(file, module, known);
		return parseNames(inBrackets ?? onLine ?? "").flatMap(({ name, alias }) => {
			const inner = findModule(file, module.endsWith(".") ? `${module}${name}` : `${module}.${name}`, known);
			if (inner !== null) return [[alias, {
				file: inner,
				name: null
			}]];
			return target === null ? [] : [[alias, {
				file: target,
				name
			}]];
		});
	});
	const whole = [...source.matchAll(/^[ \t]*import[ \t]+([^\n]+)/gm)].flatMap(([, names = ""]) => parseNames(names).flatMap(({ name, alias }) => {
		const target = findModule(file, name, known);
		return target === null ? [] : [[alias, {
			file: target,
			name: null
		}]];
	}));
	return new Map([...found, ...whole]);
}
function parseNames(text) {
	return text.replaceAll(/#[^\n]*|\\/g, "").split(",").flatMap((part) => {
		const [, name, alias] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?/.exec(part) ?? [];
		return name === void 0 ? [] : [{
			name,
			alias: alias ?? name
		}];
	});
}
function findModule(file, module, known) {
	const dots = /^\.*/.exec(module)?.[0].length ?? 0;
	const inPackage = module.slice(dots).replaceAll(".", "/");
	const find = (folder) => {
		const path = inPackage === "" ? folder : joinPath(folder, inPackage);
		return [`${path}.py`, joinPath(path, "__init__.py")].find((candidate) => known.has(candidate));
	};
	const folders = listFolders(getFolder(file));
	if (dots > 0) return find(folders[dots - 1] ?? "") ?? null;
	if (inPackage === "") return null;
	const root = folders.findIndex((one) => one === "" || !known.has(`${one}/__init__.py`));
	return [...folders.slice(root), ...folders.slice(0, root)].map(find).find((path) => path !== void 0) ?? null;
}

// src/domain/init/python-tools.ts
function preparePython(project, folder, needs = {
	tools: [],
	extras: []
}) {
	const has = (name) => project.paths.includes(joinPath(folder, name));
	const directory = folder === "" ? [] : ["--directory", folder];
	if (has("uv.lock") || project.paths.includes("uv.lock")) {
		const extras = findExtras(project, folder, needs).flatMap(({ kind, name }) => [`--${kind}`, name]);
		const place = joinPath(has("uv.lock") ? folder : "", ".venv");
		const passEnv = ["UV_CACHE_DIR", "UV_PYTHON_INSTALL_DIR"];
		return buildTools(place, {
			setup: [[
				"uv",
				"sync",
				"--frozen",
				...directory,
				...extras
			]],
			env: {},
			passEnv
		});
	}
	const isPixi = (place) => project.paths.includes(joinPath(place, "pixi.toml")) || getNested(readManifest(project, place), "tool", "pixi") !== void 0;
	const pixi = has("pixi.lock") ? folder : [folder, ""].find(isPixi);
	if (pixi !== void 0 && (has("pixi.lock") || !has("poetry.lock"))) return withPixi(project, folder, pixi);
	if (has("poetry.lock")) {
		const setup = [[
			"poetry",
			"install",
			"--no-interaction",
			...directory
		]];
		return buildTools(joinPath(folder, ".venv"), {
			setup,
			env: { POETRY_VIRTUALENVS_IN_PROJECT: "true" },
			passEnv: ["POETRY_CACHE_DIR"]
		});
	}
	const file = ["environment.yml", "environment.yaml"].flatMap((name) => [joinPath(folder, name), name]).find((path) => /^dependencies\s*:/m.test(project.texts.get(path) ?? ""));
	return file === void 0 ? withPip(project, folder, needs) : withConda(project, folder, file);
}
function buildTools(environment, preparation, sources) {
	const found = sources ? {
		...preparation,
		env: sources
	} : preparation;
	return {
		python: `${environment}/bin/python`,
		isInstalled: !sources,
		preparation: found
	};
}
function readManifest({ manifests }, folder) {
	return manifests.get(joinPath(folder, "pyproject.toml"));
}
function withPixi(project, folder, place) {
	const options = [...project.paths.includes(joinPath(place, "pixi.lock")) ? ["--frozen"] : [], ...place === "" ? [] : ["--manifest-path", place]];
	const manifest = project.manifests.get(joinPath(place, "pixi.toml")) ?? getNested(readManifest(project, place), "tool", "pixi");
	const packages = Object.values(getNested(manifest, "pypi-dependencies") ?? {});
	const isInstalled = manifest === void 0 || packages.some((one) => getNested(one, "path") !== void 0);
	const preparation = {
		setup: [[
			"pixi",
			"install",
			...options
		]],
		env: {},
		passEnv: ["PIXI_CACHE_DIR"]
	};
	const sources = isInstalled ? void 0 : setSourcePath(project, folder);
	return buildTools(joinPath(place, ".pixi/envs/default"), preparation, sources);
}
function withConda(project, folder, file) {
	const place = joinPath(getFolder(file), ".conda");
	const create = [
		"conda",
		"env",
		"create",
		"--quiet",
		"--prefix",
		place,
		"--file",
		file
	];
	const { hasPackage } = inspectPackage(project, folder);
	const isInstalled = /^\s*-\s*(?:-e|--editable)?\s*\.{1,2}(?:\[[^\]]*\])?\s*$/m.test(project.texts.get(file) ?? "");
	const install = [
		`${place}/bin/python`,
		"-m",
		"pip",
		"install",
		...buildPackageArguments(project, folder)
	];
	const setup = [create, ...hasPackage && !isInstalled ? [install] : []];
	const sources = hasPackage || isInstalled ? void 0 : setSourcePath(project, folder);
	return buildTools(place, {
		setup,
		env: {},
		passEnv: [
			"CONDA_PKGS_DIRS",
			"PIP_CACHE_DIR",
			"PIP_INDEX_URL"
		]
	}, sources);
}
function withPip(project, folder, needs) {
	const requirements = joinPath(folder, "requirements.txt");
	const hasRequirements = /^\s*[^#\s]/m.test(project.texts.get(requirements) ?? "");
	const { hasPackage, hasDependencies } = inspectPackage(project, folder);
	const extras = findExtras(project, folder, needs).filter(({ kind }) => kind === "extra");
	if (needs.tools.length === 0 && extras.length === 0 && !hasRequirements && !hasDependencies) return {
		python: "python3",
		isInstalled: false,
		preparation: {
			setup: [],
			env: setSourcePath(project, folder),
			passEnv: []
		}
	};
	const wanted = extras.length > 0 ? `[${extras.map(({ name }) => name).join(",")}]` : "";
	const preparation = buildPipInstall(project, folder, [
		...hasRequirements ? ["-r", requirements] : [],
		...hasPackage ? buildPackageArguments(project, folder, wanted) : [],
		...extras.length > 0 ? [] : needs.tools
	]);
	return {
		...buildTools(joinPath(folder, ".venv"), preparation),
		isInstalled: hasPackage
	};
}
const builtWithTorch = /^[^#\n]*?\b(?:flash[-_]attn|mamba[-_]ssm|causal[-_]conv1d|transformer[-_]engine|pytorch3d|grouped[-_]gemm|natten)\b/im;
const usualBuildTools = [
	"torch",
	"numpy",
	"wheel",
	"setuptools",
	"packaging",
	"ninja",
	"psutil"
];
const withoutCompiler = [
	[/\bflash[-_]attn\b/i, "FLASH_ATTENTION_SKIP_CUDA_BUILD"],
	[/\bmamba[-_]ssm\b/i, "MAMBA_SKIP_CUDA_BUILD"],
	[/\bcausal[-_]conv1d\b/i, "CAUSAL_CONV1D_SKIP_CUDA_BUILD"]
];
function buildPipInstall(project, folder, packages) {
	const venv = joinPath(folder, ".venv");
	const install = [
		`${venv}/bin/python`,
		"-m",
		"pip",
		"install",
		"--disable-pip-version-check"
	];
	const manifest = readManifest(project, folder);
	const declared = [...["requirements.txt", "setup.py"].map((name) => project.texts.get(joinPath(folder, name)) ?? ""), ...listTexts(getNested(manifest, "project", "dependencies"))];
	const isBuilt = declared.some((text) => builtWithTorch.test(text));
	const tools = [.../* @__PURE__ */ new Set([...usualBuildTools, ...listTexts(getNested(manifest, "build-system", "requires"))])];
	const setup = [
		[
			"python3",
			"-m",
			"venv",
			venv
		],
		...isBuilt ? [[...install, ...tools]] : [],
		[
			...install,
			...isBuilt ? ["--no-build-isolation"] : [],
			...packages
		]
	];
	const skipped = withoutCompiler.filter(([form]) => isBuilt && declared.some((text) => form.test(text)));
	const cpuEnv = Object.fromEntries(skipped.map(([, name]) => [name, "TRUE"]));
	return {
		setup,
		env: {},
		passEnv: ["PIP_CACHE_DIR", "PIP_INDEX_URL"],
		...skipped.length > 0 && { cpuEnv }
	};
}
function buildPackageArguments(project, folder, extras = "") {
	const backend = getNested(readManifest(project, folder), "build-system", "build-backend");
	return [...typeof backend !== "string" || /^(?:setuptools|hatchling|flit|poetry)\b/.test(backend) ? ["-e"] : [], `${folder === "" ? "." : `./${folder}`}${extras}`];
}
function inspectPackage(project, folder) {
	const manifest = getNested(readManifest(project, folder), "project");
	const script = project.texts.get(joinPath(folder, "setup.py")) ?? "";
	return {
		hasPackage: getNested(manifest, "name") !== void 0 || /\bsetup\(/.test(script),
		hasDependencies: listTexts(getNested(manifest, "dependencies")).length > 0 || listTexts(getNested(manifest, "dynamic")).includes("dependencies") || script.includes("install_requires")
	};
}
function setSourcePath({ paths }, folder) {
	const root = paths.some((path) => path.startsWith(`${joinPath(folder, "src")}/`) && path.endsWith(".py")) ? joinPath(folder, "src") : folder;
	return root === "" ? {} : { PYTHONPATH: root };
}
function findExtras(project, folder, { tools, extras }) {
	const manifest = readManifest(project, folder);
	const found = [{
		kind: "extra",
		lists: getNested(manifest, "project", "optional-dependencies")
	}, {
		kind: "group",
		lists: getNested(manifest, "dependency-groups")
	}].flatMap(({ kind, lists }) => Object.entries(lists ?? {}).filter(([, list]) => listTexts(list).some((text) => tools.some((need) => text.startsWith(need)))).map(([name]) => ({
		kind,
		name
	})));
	return [...extras.filter((name) => !found.some((one) => one.name === name)).map((name) => ({
		kind: "extra",
		name
	})), ...found];
}
function findImportedExtras(project, folder) {
	const manifest = getNested(readManifest(project, folder), "project");
	const declared = listTexts(getNested(manifest, "dependencies"));
	const required = project.texts.get(joinPath(folder, "requirements.txt")) ?? "";
	const code = listFiles(project, /\.py$/).filter(({ path }) => isBelow(path, folder));
	const lists = Object.entries(getNested(manifest, "optional-dependencies") ?? {});
	const providers = [
		"torch",
		"jax",
		"tensorflow",
		"cupy",
		"click",
		"typer",
		"fire"
	].flatMap((name) => {
		const form = new RegExp(`^${name}(?![a-z])`, "im");
		const isImported = new RegExp(`^\\s*(?:from|import)\\s+${name}\\b`, "m");
		if (!![...declared, required].some((text) => form.test(text)) || !code.some(({ text }) => isImported.test(text))) return [];
		return lists.find(([, list]) => listTexts(list).some((text) => new RegExp(form, "i").test(text)))?.[0] ?? [];
	});
	return [...new Set(providers)];
}
const packageFiles = [
	"pyproject.toml",
	"requirements.txt",
	"setup.py",
	"pixi.toml",
	"environment.yml",
	"environment.yaml"
];
function findPackageFolder({ paths }, file) {
	const isPackage = (folder) => packageFiles.some((name) => paths.includes(`${folder}/${name}`));
	return listFolders(getFolder(file)).find(isPackage) ?? "";
}
const gpuModules = "torch|pytorch_lightning|lightning|accelerate|deepspeed|cupy|cudf|cuml|jax|flax|tensorflow|keras|triton|numba\\.cuda|pycuda|onnxruntime|warp|taichi|tinygrad";
const gpuImports = new RegExp(`^\\s*(?:from\\s+|import\\s+(?:[\\w.]+(?:\\s+as\\s+\\w+)?\\s*,\\s*)*)(?:${gpuModules})\\b`, "m");
function hasPythonGpuCode(project, folder) {
	return listFiles(project, /\.py$/).some(({ path, text }) => isBelow(path, folder) && gpuImports.test(text));
}
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

// src/domain/init/command-line.ts
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
function findRole({ names, isPositional, isFlag }) {
	const plain = names.map((name) => name.replace(/^-+/, "").replaceAll("_", "-").toLowerCase());
	const isModel = isPositional && plain.some((name) => /^(?:model|checkpoint|ckpt|exp|run)-/.test(name));
	if (isFlag || isModel) return void 0;
	return roleNames.find((one) => plain.some((name) => roles[one].test(name)));
}
function fillCommandLine(line, { readsFasta, contains }) {
	const { leading = [], words, arguments: own } = line;
	const found = findRoles([...leading, ...own]);
	const limits = fillLimit(found);
	const values = [...fillPlaces(found, readsFasta), ...limits];
	const reason = line.doubt ?? explainRequired(line, values);
	if (reason !== null) return { reason };
	return {
		args: [
			...orderArguments(leading, values),
			...words,
			...orderArguments(own, values)
		],
		gpuArguments: fillDevice(found.get("device")),
		takesDataset: readsFasta && found.has("input"),
		output: found.has("directory") ? "directory" : found.has("output") ? "file" : null,
		takesGpus: found.has("gpus") || found.has("gpuCount"),
		limit: limits.length > 0 ? orderArguments(own, limits).join(" ") : null,
		hasOwnInput: !readsFasta && contains(found.get("input")?.default ?? "")
	};
}
function findRoles(all) {
	const found = /* @__PURE__ */ new Map();
	for (const argument of all) {
		const role = findRole(argument);
		if (role !== void 0 && !found.has(role)) found.set(role, argument);
	}
	return found;
}
function explainRequired(line, values) {
	const filled = new Set(values.map(({ argument }) => argument));
	const missing = [...line.leading ?? [], ...line.arguments].filter((argument) => argument.isRequired && !filled.has(argument));
	const subject = line.words.length > 0 ? `\`${line.words.join(" ")}\`` : "it";
	return missing.length > 0 ? `${subject} requires ${missing.map(({ names }) => names.at(-1)).join(", ")}` : null;
}
function fillPlaces(found, readsFasta) {
	const gpus = found.get("gpus");
	const areIds = gpus && !gpus.isNumber && gpus.default !== "auto";
	return [
		...fill(readsFasta ? found.get("input") : void 0, "{dataset}"),
		...fill(found.get("directory") ?? found.get("output"), "{output}"),
		...fill(gpus ?? found.get("gpuCount"), areIds ? "{gpus}" : "{gpuCount}")
	];
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
function orderArguments(list, values) {
	return [...list.filter(({ isPositional }) => isPositional).flatMap((argument) => values.find((value) => value.argument === argument)?.value ?? []), ...values.flatMap(({ argument, value }) => {
		if (argument.isPositional || !list.includes(argument)) return [];
		return argument.isAssigned ? [`${getLongName(argument)}=${value}`] : [getLongName(argument), value];
	})];
}
function getLongName({ names }) {
	return names.find((name) => name.startsWith("--")) ?? names[0] ?? "";
}

// src/domain/init/argparse-commands.ts
function parseArgparse(modules, file) {
	const all = readParsers(modules, file);
	const created = all.filter(({ isCreated, isParent }) => isCreated && !isParent);
	const roots = (created.length > 0 ? created : all).filter((parser) => parser.hasSubcommands || parser.arguments.length > 0);
	const groups = roots.filter(({ hasSubcommands }) => hasSubcommands);
	return (groups.length > 0 ? groups : roots).flatMap((root) => {
		if (!root.hasSubcommands || !root.isCreated) return listLines(root);
		const added = all.filter(({ isCreated }) => !isCreated).flatMap(({ children }) => children);
		const own = [...root.children, ...added];
		if (own.length > 0) return listLines({
			...root,
			children: own
		});
		const found = modules.listPackage(root.file).filter((path) => path !== root.file).flatMap((path) => readParsers(modules, path)).filter(({ isCreated }) => !isCreated);
		return listLines({
			...root,
			children: found.flatMap(({ children }) => children)
		});
	});
}
function readParsers(modules, file) {
	if (!/\badd_argument\(|ArgumentParser\(|\badd_parser\(/.test(modules.readSource(file))) return [];
	return new ArgparseWalk(modules).walkModule(file);
}
function listLines(parser, words = [], leading = []) {
	if (!parser.hasSubcommands && parser.children.length === 0) return [{
		words,
		arguments: parser.arguments,
		file: parser.file,
		...leading.length > 0 && { leading }
	}];
	const needed = [...leading, ...parser.arguments.filter(({ isRequired }) => isRequired)];
	return parser.children.flatMap((child) => listLines(child, [...words, child.word ?? ""], needed));
}
const statement = /(?:(?<![\w.])([\w.]+)[ \t]*(?::[^=\n()]+)?=[ \t]*)?(?<![\w.])([\w.]+)\(|^[ \t]*(\w+)[ \t]*=[ \t]*([\w.]+)[ \t]*$/gm;
var ArgparseWalk = class {
	#modules;
	#roots = [];
	#called = /* @__PURE__ */ new Set();
	#stack = [];
	#held = /* @__PURE__ */ new Map();
	#idle = /* @__PURE__ */ new Set();
	#start = "";
	constructor(modules) {
		this.#modules = modules;
	}
	walkModule(file) {
		this.#readHeld(file);
		for (const item of this.#modules.readFunctions(file)) {
			this.#start = formatFunctionKey(file, item);
			this.#walk(item.body, createScope(file));
		}
		return this.#roots.filter(({ start }) => start.replace(/:\d+$/, "") === file && !this.#called.has(start)).map(({ parser }) => parser);
	}
	#readHeld(file) {
		const known = this.#held.get(file);
		if (known) return known;
		const scope = createScope(file);
		this.#held.set(file, scope.names);
		const start = this.#start;
		this.#start = file;
		this.#walk(readModuleCode(this.#modules.readSource(file)), scope);
		this.#start = start;
		return scope.names;
	}
	#findHeld(name, { file, names }) {
		const own = names.get(name) ?? this.#readHeld(file).get(name);
		if (own || !/^\w+(?:\.\w+)?$/.test(name)) return own;
		const symbol = this.#modules.resolve(file, name);
		return symbol.name && symbol.file !== file ? this.#readHeld(symbol.file).get(symbol.name) : void 0;
	}
	#walk(text, scope) {
		const code = expandLoops(text, this.#modules.readSource(scope.file));
		let returned = null;
		let done = 0;
		for (const match of code.matchAll(statement)) {
			const [found, target = "", callee, alias = "", original = ""] = match;
			if (match.index < done) continue;
			if (callee === void 0) {
				this.#keepAlias(alias, original, scope);
				continue;
			}
			const { parts, end } = readBalanced(code, match.index + found.length);
			if (/(?:ArgumentParser|add_parser)$/.test(callee)) done = end;
			const parser = this.#applyCall(callee, parts, scope);
			if (!parser) continue;
			scope.names.set(target, parser);
			if (/\breturn[ \t]+$/.test(code.slice(0, match.index))) returned = parser;
		}
		return returned ?? this.#findReturned(code, scope);
	}
	#keepAlias(alias, original, scope) {
		const held = this.#findHeld(original, scope);
		if (held) scope.names.set(alias, held);
		else scope.aliases.set(alias, original);
	}
	#findReturned(code, scope) {
		const name = [...code.matchAll(/^[ \t]*return[ \t]+([\w.]+)[ \t]*$/gm)].at(-1)?.[1];
		return (name === void 0 ? void 0 : this.#findHeld(name, scope)) ?? null;
	}
	#applyCall(name, parts, scope) {
		const end = name.lastIndexOf(".");
		const [owner, method] = [name.slice(0, Math.max(end, 0)), name.slice(end + 1)];
		if (method.endsWith("ArgumentParser")) return this.#createParser({
			word: null,
			isCreated: true
		}, parts, scope);
		const parser = owner === "" ? void 0 : this.#findParser(owner, method, scope);
		if (!parser) return this.#callFunction(name, parts, scope);
		if (method === "add_argument_group" || method === "add_mutually_exclusive_group") return parser;
		if (method === "add_subparsers") {
			parser.hasSubcommands = true;
			return parser;
		}
		if (method === "add_parser") return this.#addSubcommand(parser, parts, scope);
		if (![
			"add",
			"add_arg",
			"add_argument"
		].includes(method)) return this.#callFunction(name, parts, scope);
		const argument = toArgument(parts);
		const isKnown = parser.arguments.some(({ names }) => names.join(" ") === argument?.names.join(" "));
		if (argument && !isKnown) parser.arguments.push(argument);
		return null;
	}
	#addSubcommand(parser, parts, scope) {
		const word = this.#readText(listPositional(parts)[0] ?? readKeywordCode(parts, "name") ?? "", scope);
		if (word === null) return null;
		const child = this.#createParser({
			word,
			isCreated: false
		}, parts, scope);
		parser.hasSubcommands = true;
		parser.children.push(child);
		return child;
	}
	#findParser(name, method, scope) {
		const held = this.#findHeld(name, scope);
		const isParser = /^add_(?:argument|argument_group|mutually_exclusive_group|subparsers|parser)$/.test(method);
		if (held || !isParser) return held;
		const parser = this.#createParser({
			word: null,
			isCreated: false
		}, [], scope);
		scope.names.set(name, parser);
		return parser;
	}
	#createParser(kind, parts, scope) {
		const listed = readKeywordCode(parts, "parents") ?? "";
		const parents = readBalanced(listed, listed.indexOf("[") + 1).parts.flatMap((part) => {
			const [, name = "", bracket] = /^\s*([\w.]+)\s*(\()?/.exec(part) ?? [];
			const parent = bracket ? this.#callFunction(name, [], scope) : this.#findHeld(name, scope);
			if (parent) parent.isParent = true;
			return parent ? parent.arguments : [];
		});
		const empty = {
			children: [],
			hasSubcommands: false,
			isParent: false
		};
		const parser = {
			...kind,
			...empty,
			file: scope.file,
			arguments: parents
		};
		if (kind.word === null) this.#roots.push({
			parser,
			start: this.#start
		});
		return parser;
	}
	#callFunction(name, parts, scope) {
		const given = parts.flatMap((part, index) => {
			const [, keyword, value = ""] = /^\s*(?:(\w+)\s*=\s*)?([\w.]+)\s*$/.exec(part) ?? [];
			const parser = value === "" ? void 0 : this.#findHeld(value, scope);
			return parser ? [{
				place: keyword ?? index,
				parser
			}] : [];
		});
		const found = this.#findFunction(name, scope);
		if (!found) return null;
		const key = formatFunctionKey(found.file, found.item);
		const isIdle = given.length === 0 && this.#idle.has(key);
		if (this.#stack.includes(key) || this.#stack.length > 8 || isIdle) return null;
		const parameters = listParameterNames(found.item);
		const inner = createScope(found.file, found.owner);
		for (const { place, parser } of given) {
			const parameter = typeof place === "string" ? place : parameters[place];
			if (parameter !== void 0) inner.names.set(parameter, parser);
		}
		const before = this.#roots.length;
		this.#called.add(key);
		this.#stack.push(key);
		const result = this.#walk(found.item.body, inner);
		this.#stack.pop();
		if (given.length === 0 && this.#roots.length === before) this.#idle.add(key);
		return result;
	}
	#findFunction(name, scope) {
		const [first = "", ...rest] = name.split(".");
		if (["self", "cls"].includes(first)) return scope.owner && this.#findMethod(scope.owner, rest.join("."));
		const symbol = this.#modules.resolve(scope.file, [scope.aliases.get(first) ?? first, ...rest].join("."));
		if (!symbol.name) return null;
		const { file } = symbol;
		const [owner = "", method = "__init__"] = symbol.name.split(".");
		if (this.#modules.readClasses(file).has(owner)) return this.#findMethod({
			file,
			name: owner
		}, method);
		const item = this.#modules.findFunction(symbol);
		return item ? {
			file,
			item,
			owner: null
		} : null;
	}
	#findMethod(symbol, name, owner = symbol) {
		const { file } = symbol;
		const inside = this.#modules.readClasses(file).get(symbol.name ?? "");
		if (!inside) return null;
		const item = this.#modules.readFunctions(file).find((one) => one.name === name && one.start >= inside.start && one.start < inside.end);
		if (item) return {
			file,
			item,
			owner
		};
		return inside.bases.flatMap((base) => /^[\w.]+$/.test(base) ? this.#modules.resolve(file, base) : []).filter((base) => base.name !== null && base.name !== symbol.name).map((base) => this.#findMethod(base, name, owner)).find(Boolean) ?? null;
	}
	#readText(code, { owner }) {
		const [, key] = /^(?:self|cls)\.(\w+)$/.exec(code) ?? [];
		const inside = key === void 0 || !owner ? null : this.#modules.readClasses(owner.file).get(owner.name ?? "");
		if (!inside) return readLiteral(code);
		return new RegExp(`^[ \\t]+${key}[ \\t]*(?::[^=\\n]+)?=[ \\t]*["']([^"'\\n]+)["']`, "m").exec(inside.code)?.[1] ?? null;
	}
};
function createScope(file, owner = null) {
	return {
		file,
		names: /* @__PURE__ */ new Map(),
		aliases: /* @__PURE__ */ new Map(),
		owner
	};
}
function formatFunctionKey(file, { start }) {
	return `${file}:${start}`;
}
function listParameterNames({ parameters }) {
	const names = parameters.map((part) => /^\s*\**(\w+)/.exec(part)?.[1] ?? "");
	return ["self", "cls"].includes(names[0] ?? "") ? names.slice(1) : names;
}
const flagActions = /action\s*=\s*(?:["'](?:store_true|store_false|count|version|help)["']|[\w.]+\.BooleanOptionalAction)/;
function toArgument(parts) {
	const names = listStrings(listPositional(parts).join(","));
	if (names.length === 0) return null;
	const text = parts.join(",");
	const isPositional = !names[0]?.startsWith("-");
	return {
		names,
		isPositional,
		isRequired: isPositional ? !/nargs\s*=\s*["'][?*]["']/.test(text) : /required\s*=\s*True/.test(text),
		isFlag: flagActions.test(text),
		default: readKeyword(parts, "default"),
		isNumber: readKeywordCode(parts, "type") === "int" && !/nargs\s*=/.test(text)
	};
}
function expandLoops(code, source) {
	return code.replaceAll(/^([ \t]*)for[ \t]+\(?(\w+)(?:[ \t]*,[ \t]*(\w+))?\)?[ \t]+in[ \t]+([^\n]+?):[ \t]*\n((?:\1[ \t]+[^\n]*\n|[ \t]*\n)*(?:\1[ \t]+[^\n]*$)?)/gm, (...found) => {
		const [text = "", , name = "", value, over = "", block = ""] = found;
		const entries = new RegExp(`(?<![\\w.])${value ?? name}(?:\\.\\w+)?\\(`).test(block) || /add_parser\(/.test(block) ? listEntries$1(over, source) : [];
		const filled = entries.map(({ word, code: held }) => {
			if (word === null) return replaceName(block, name, held ?? name);
			const named = replaceName(block.replaceAll(`{${name}}`, word).replaceAll(new RegExp(`globals\\(\\)\\[${name}\\]`, "g"), word.replaceAll("-", "_")), name, JSON.stringify(word));
			return value === void 0 || held === null ? named : replaceName(named, value, held);
		});
		return entries.length === 0 ? text : filled.join("\n");
	});
}
function replaceName(text, name, code) {
	return text.replaceAll(new RegExp(`(?<![\\w.])${name}(?!\\w|\\s*=[^=])`, "g"), code);
}
function listEntries$1(over, source) {
	const [, constant, isMapping] = /^(\w+)(\.items\(\)|\.keys\(\))?$/.exec(over.trim()) ?? [];
	const place = constant === void 0 ? null : new RegExp(`^[ \\t]*${constant}\\s*(?::[^=\\n]+)?=\\s*[([{]`, "m").exec(source);
	const text = place ? readBalanced(source, place.index + place[0].length).parts.join(",") : over;
	const pairs = [...text.matchAll(/["']([\w-]+)["']\s*[:,]\s*([A-Za-z_][\w.]*)/g)];
	if (pairs.length > 0 && (isMapping || /[:(]\s*["']|["']\s*:/.test(text))) return pairs.map(([, word = "", code = ""]) => ({
		word,
		code
	}));
	if (/^[\s[({]*["']/.test(text)) return listStrings(text).map((word) => ({
		word,
		code: null
	}));
	return (/^[\s[(]*[A-Za-z_][\w.]*\s*,/.test(text) ? text.split(/[\s,[\]()]+/) : []).filter((one) => /^[A-Za-z_][\w.]*$/.test(one)).map((code) => ({
		word: null,
		code
	}));
}

// src/domain/init/click-commands.ts
function parseCommandTree(modules, file, entry) {
	if (!hasFramework(modules.readSource(file))) return [];
	const all = [.../* @__PURE__ */ new Set([...modules.listReachable(entry), ...modules.listPackage(file)])];
	const tree = new CommandTree(modules);
	const files = all.filter((one) => hasFramework(modules.readSource(one)));
	for (const one of files) tree.readDeclared(one);
	for (const one of files) tree.readLinks(one);
	return tree.listRoots(file);
}
function hasFramework(source) {
	return /^\s*(?:import|from)\s+(?:\w*click|typer)\b/m.test(source);
}
var CommandTree = class {
	#modules;
	#commands = /* @__PURE__ */ new Map();
	#links = [];
	constructor(modules) {
		this.#modules = modules;
	}
	readDeclared(file) {
		for (const { first: name, second: maker, parts } of listCalls(this.#modules.readSource(file), /^[ \t]*(\w+)[ \t]*(?::[^=\n]+)?=[ \t]*((?:[\w.]+\.)?(?:Typer|Group))\(/gm)) {
			const isTyper = maker.endsWith("Typer");
			const word = readKeyword(parts, "name") ?? (isTyper ? null : name);
			this.#commands.set(`${file}#${name}`, {
				file,
				isGroup: true,
				isTyper,
				word,
				arguments: []
			});
		}
		for (const item of this.#modules.readFunctions(file)) for (const decorator of listDecorators(item.decorators)) this.#readDecorated(file, item, decorator);
	}
	#readDecorated(file, item, { name, parts }) {
		const [, owner = "", kind] = /^(?:([\w.]+)\.)?(command|group|callback)$/.exec(name) ?? [];
		if (kind === void 0) return;
		const group = owner === "" || /^(?:\w*click|typer)$/.test(owner) ? null : this.#findKey(file, owner);
		const isTyper = group !== null && this.#isTyper(group);
		const command = {
			...this.#readCommand(item, parts, {
				file,
				isTyper
			}),
			isGroup: kind === "group"
		};
		if (kind === "callback") {
			if (group !== null) this.#commands.set(`${group}()`, command);
			return;
		}
		const key = `${file}#${item.name}`;
		this.#commands.set(key, command);
		if (group !== null) this.#links.push({
			group,
			command: key,
			word: null
		});
	}
	#findKey(file, name) {
		const symbol = this.#modules.resolve(file, name);
		return `${symbol.file}#${symbol.name ?? ""}`;
	}
	#isTyper(key) {
		return /^\s*(?:import|from)\s+typer\b/m.test(this.#modules.readSource(key.replace(/#.*$/, "")));
	}
	#readCommand({ name: original, parameters, decorators }, parts, { file, isTyper }) {
		const given = readLiteral(listPositional(parts)[0] ?? readKeywordCode(parts, "name") ?? "");
		const name = original.replaceAll("_", "-").toLowerCase();
		const short = name.replace(/-(?:command|cmd|group|grp)$/, "");
		const doubt = `its subcommand is \`${short}\` or \`${name}\`, by the version of click`;
		return {
			file,
			isGroup: false,
			isTyper,
			word: given ?? name,
			arguments: isTyper ? readTyperArguments(parameters) : this.#readClickArguments(decorators, file),
			...given === null && short !== name && !isTyper && { doubt }
		};
	}
	readLinks(file) {
		const source = this.#modules.readSource(file);
		this.#readAdded(file, source);
		this.#readCalled(file, source);
		this.#readLazy(file, source);
	}
	#readAdded(file, source) {
		for (const { first: group, parts } of listCalls(source, /(?<![\w.])([\w.]+)\.add_(?:command|typer)\(/g)) {
			const [command = "", second = ""] = listPositional(parts);
			const word = readKeyword(parts, "name") ?? readLiteral(second);
			this.#links.push({
				group: this.#findKey(file, group),
				command: this.#findKey(file, command),
				word
			});
		}
	}
	#readCalled(file, source) {
		for (const { first, parts, end } of listCalls(source, /(?<![\w.@])([\w.]+)\.command\(/g)) {
			const name = /^\(([\w.]+)\)/.exec(source.slice(end))?.[1] ?? "";
			const symbol = this.#modules.resolve(file, name);
			const item = this.#modules.findFunction(symbol);
			if (!item) continue;
			const [group, command] = [this.#findKey(file, first), this.#findKey(file, name)];
			const isTyper = this.#commands.get(group)?.isTyper ?? false;
			this.#commands.set(command, this.#readCommand(item, parts, {
				file: symbol.file,
				isTyper
			}));
			this.#links.push({
				group,
				command,
				word: null
			});
		}
	}
	#readLazy(file, source) {
		const [lazy] = listCalls(source, /lazy\w*\s*=\s*\{/gi);
		const [group] = [...this.#commands].find(([, one]) => one.file === file && one.isGroup) ?? [];
		if (!lazy || group === void 0) return;
		for (const [, word = "", module = "", name = ""] of lazy.parts.join(",").matchAll(/["']([\w-]+)["']\s*:\s*["']([\w.]+)[.:](\w+)["']/g)) {
			const end = `${module.replaceAll(".", "/")}.py#${name}`;
			const command = [...this.#commands.keys()].find((key) => key.endsWith(end));
			if (command !== void 0) this.#links.push({
				group,
				command,
				word
			});
		}
	}
	#readClickArguments(decorators, file) {
		return listDecorators(decorators).flatMap(({ name, parts }) => {
			const kind = /(?:^|\.)(argument|option)$/.exec(name)?.[1];
			if (kind !== void 0) return toClickArgument(kind, parts);
			return /(?:^|\.)(?:command|group|pass_\w+|version_option|help_option)$/.test(name) ? [] : this.#readSharedArguments(this.#modules.resolve(file, name));
		});
	}
	#readSharedArguments(symbol) {
		if (!symbol.name) return [];
		const outside = readModuleCode(this.#modules.readSource(symbol.file));
		const item = this.#modules.findFunction(symbol);
		const assigned = new RegExp(`^${symbol.name}[ \\t]*=[ \\t]*[^\\n]*`, "m").exec(outside);
		const code = item?.body ?? (assigned ? outside.slice(assigned.index) : "");
		const declared = listCalls(code, /(?<![\w.])(?:[\w.]+\.)?(argument|option)\(/g);
		return (item ? declared : declared.slice(0, 1)).flatMap(({ first: kind, parts }) => toClickArgument(kind, parts));
	}
	listRoots(file) {
		for (const { group } of this.#links) if (!this.#commands.has(group)) {
			const unknown = {
				isGroup: true,
				isTyper: this.#isTyper(group),
				word: null,
				arguments: []
			};
			this.#commands.set(group, {
				...unknown,
				file: group.replace(/#.*$/, "")
			});
		}
		const inGroup = new Set(this.#links.map(({ command }) => command));
		const roots = [...this.#commands].filter(([key, one]) => one.file === file && !inGroup.has(key));
		const groups = roots.filter(([, { isGroup }]) => isGroup);
		return (groups.length > 0 ? groups : roots).flatMap(([key, root]) => {
			const [link, ...others] = this.#links.filter(({ group }) => group === key);
			const only = link && others.length === 0 ? this.#commands.get(link.command) : void 0;
			const isPlain = root.isTyper && only && !only.isGroup && !this.#commands.has(`${key}()`);
			return link && isPlain ? this.#listLines(link.command, only, []) : this.#listLines(key, root, []);
		});
	}
	#listLines(key, { file, isGroup, doubt, arguments: own }, words, leading = []) {
		if (!isGroup) return [{
			words,
			arguments: own,
			file,
			...leading.length > 0 && { leading },
			...doubt && { doubt }
		}];
		if (words.length > 4) return [];
		const callback = this.#commands.get(`${key}()`);
		const required = [...own, ...callback?.arguments ?? []].filter(({ isRequired }) => isRequired);
		return this.#links.flatMap((link) => {
			const inner = link.group === key ? this.#commands.get(link.command) : void 0;
			if (!inner) return [];
			const { doubt: _, ...named } = inner;
			const path = [...words, link.word ?? inner.word ?? ""].filter(Boolean);
			return this.#listLines(link.command, link.word === null ? inner : named, path, [...leading, ...required]);
		});
	}
};
function listDecorators(text) {
	return [...text.matchAll(/^[ \t]*@([\w.]+)(\()?/gm)].map((match) => ({
		name: match[1] ?? "",
		parts: match[2] ? readBalanced(text, match.index + match[0].length).parts : []
	}));
}
function toClickArgument(kind, parts) {
	const names = listStrings(listPositional(parts).join(","));
	if (names.length === 0) return [];
	const text = parts.join(",");
	const isPositional = kind === "argument";
	const hasDefault = readKeywordCode(parts, "default") !== null || /nargs\s*=\s*-1/.test(text);
	const isOptional = isPositional && (hasDefault || /required\s*=\s*False/.test(text));
	return [{
		names: isPositional ? names : names.filter((one) => one.startsWith("-")).map((one) => one.split("/")[0] ?? one),
		isPositional,
		isRequired: /required\s*=\s*True/.test(text) || isPositional && !isOptional,
		isFlag: /is_flag\s*=\s*True|count\s*=\s*True/.test(text) || names.some((one) => one.includes("/")),
		default: readKeyword(parts, "default"),
		isNumber: /\btype\s*=\s*(?:int\b|(?:click\.)?(?:INT\b|IntRange\())/.test(text) && !/multiple\s*=\s*True/.test(text)
	}];
}
function readTyperArguments(parameters) {
	return parseParameters(parameters).filter(({ annotation }) => !/\bContext\b/.test(annotation)).map(toTyperArgument);
}
function toTyperArgument(parameter) {
	const { name, annotation, value } = parameter;
	const [, kind, inside = ""] = /\b(?:typer\.)?(Option|Argument)\(([^]*)\)/.exec(`${value ?? ""} ${annotation}`) ?? [];
	const fallback = findTyperDefault(parameter, inside);
	const isPositional = kind === "Argument" || kind === void 0 && value === null;
	const named = listStrings(inside).filter((text) => text.startsWith("-"));
	const option = named.length > 0 ? named : [`--${name.replaceAll("_", "-")}`];
	return {
		names: isPositional ? [name] : option,
		isPositional,
		isRequired: fallback === null,
		isFlag: /\bbool\b/.test(annotation),
		isNumber: /\bint\b/.test(annotation) && !/\b(?:list|tuple)\b/i.test(annotation),
		default: fallback === null ? null : readLiteral(fallback)
	};
}
function findTyperDefault({ value }, inside) {
	if (value === null || !/^(?:typer\.)?(?:Option|Argument)\(/.test(value)) return value;
	const [first = ""] = readBalanced(`${inside})`, 0).parts;
	return /^\s*(?:\.\.\.)?\s*$/.test(first) ? null : first;
}

// src/domain/init/python-arguments.ts
function readCommandLines(modules, entry) {
	for (const file of modules.listReachable(entry)) {
		const lines = [
			...parseArgparse(modules, file),
			...parseCommandTree(modules, file, entry),
			...[...modules.readSource(file).matchAll(/\btyper\.run\(([\w.]+)\)/g)].flatMap(([, name = ""]) => {
				const symbol = modules.resolve(file, name);
				const item = modules.findFunction(symbol);
				return item ? [{
					words: [],
					arguments: readTyperArguments(item.parameters),
					file: symbol.file
				}] : [];
			}),
			...parseFire(modules, file)
		];
		if (lines.length > 0) return lines;
	}
	return [];
}
function doesReadArguments(source) {
	return /\b(?:sys\.argv|argparse|ArgumentParser|parse_args|HfArgumentParser|tyro|click|typer|fire|absl|simple_parsing|jsonargparse|docopt|hydra|configargparse)\b/.test(source);
}
function parseFire({ readSource, readFunctions }, file) {
	const functions = readFunctions(file);
	return [...[readModuleCode(readSource(file)), ...functions.map(({ body }) => body)].join("\n").matchAll(/\bfire\.Fire\((\w+)/g)].flatMap(([, name]) => functions.filter((item) => item.name === name).map(({ parameters }) => ({
		file,
		words: [],
		arguments: parseParameters(parameters).map(toFireArgument)
	})));
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
const hydraLimits = [[/^(?:max_|num_|n_|total_|train_)*(?:steps|iters|iterations)$/, "100"], [/^(?:max_|num_|n_|total_)*epochs$/, "1"]];
function buildHydraArguments({ texts }, file) {
	const [call] = listCalls(texts.get(file) ?? "", /@hydra\.main\(/g);
	if (!call) return null;
	const folder = readKeyword(call.parts, "config_path") ?? ".";
	const name = readKeyword(call.parts, "config_name") ?? "config";
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
	const modules = createPythonModules(project);
	return listEntries(project).toSorted((a, b) => rankName(b.name) - rankName(a.name)).map((entry) => {
		const { file } = entry;
		const home = findPackageFolder(project, file ?? entry.where.split(" ")[0] ?? "");
		const context = {
			readsFasta: listFiles(project, /\.py$/).some(({ path, text }) => file !== null && isBelow(path, getFolder(file)) && /fasta|\.fna\b|\.fa\b/i.test(text)),
			contains: createLookup(project, home)
		};
		const [best] = (file === null ? [] : listEntryLines(project, modules, file)).map((declared) => ({
			declared,
			filled: fillCommandLine(declared, context)
		})).toSorted((a, b) => rankLine(b) - rankLine(a));
		const missing = explainMissing(entry, best);
		const { command, ...preparation } = prepareStart(project, entry, home);
		const args = best && ("args" in best.filled ? best.filled.args : best.declared.words);
		return {
			...plainProgram,
			...preparation,
			name: toConfigName(entry.name),
			...best && describeLine(best.filled),
			command: [...command, ...args ?? []],
			usesGpu: hasPythonGpuCode(project, home),
			missing,
			isMain: missing === null,
			isEntry: true,
			evidence: entry.where,
			file: best?.declared.file ?? file ?? "",
			main: file ?? ""
		};
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
function describeLine(filled) {
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
	const { module, script, target, extras, file } = entry;
	const needs = {
		tools: [],
		extras: [.../* @__PURE__ */ new Set([...extras, ...findImportedExtras(project, home)])]
	};
	const { python, isInstalled, preparation } = preparePython(project, home, needs);
	const sources = isInstalled || file === null ? "" : findSourceRoot(project, file);
	const prepared = sources === "" ? preparation : {
		...preparation,
		env: {
			...preparation.env,
			PYTHONPATH: sources
		}
	};
	if (isInstalled && script) return {
		...prepared,
		command: [python.replace(/python$/, script)]
	};
	if (module !== null) return {
		...prepared,
		command: [
			python,
			"-m",
			module
		]
	};
	if (python.includes(".pixi/")) return {
		...prepared,
		command: [
			python,
			"-c",
			buildStartCode(target)
		]
	};
	const { setup, env, passEnv } = buildPipInstall(project, home, buildPackageArguments(project, home));
	return {
		setup,
		env,
		passEnv,
		command: [joinPath(home, `.venv/bin/${script ?? "python"}`)]
	};
}
function buildStartCode(target) {
	const [module = "", name = ""] = target?.split(":") ?? [];
	return `import sys; from ${module} import ${name}; sys.exit(${name}())`;
}
function listEntries(project) {
	const scripts = listScripts(project).map((script) => buildScriptEntry(project, script));
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
function listScripts(project) {
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
	if (place[1]) return listStrings(readBalanced(text, start).parts.join(","));
	const [indented = ""] = text.slice(start).split(/\n(?=\S)/, 1);
	return indented.split("\n");
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
	const root = findSourceRoot(project, joinPath(folder, "__main__.py"));
	return folder.slice(root.length).replace(/^\//, "").replaceAll("/", ".");
}
function findSourceRoot({ paths }, file) {
	return listFolders(getFolder(getFolder(file))).find((folder) => folder === "" || !paths.includes(`${folder}/__init__.py`)) ?? "";
}
const excluded = /(?:^|\/)(?:tests?|docs?|third_party|vendor|conftest\.py|setup\.py|__main__\.py|test_[^/]*\.py|[^/]*_test\.py)(?:\/|$)/;
const benchmarks = /(?:^|\/)(?:benches|benchmarks?)\//;
const drawing = /plot|visuali[sz]|report|summar|collect/i;
const aside = /valid|check|download|install|export|convert|view|list|config|info|version|util|merge|prepare|serve|complet|cit(?:e|ation)/i;
const training = /(?:^|[_-])(?:pre)?train(?:ing|er)?(?=[_.-])|fine-?tune/i;
const working = /bench|perf|speed|infer|predict|generat|evaluat|sampl|simulat|(?:^|[_-])run(?=[_.-])|(?:^|[_-])main\./i;
function findPythonScripts(project, entries) {
	const modules = createPythonModules(project);
	return listFiles(project, /\.py$/).filter(({ path, text }) => !excluded.test(path) && isScript(path, text)).map(({ path, text }) => {
		const program = buildScript(project, modules, path);
		const isInPackage = entries.some(({ file }) => file !== "" && isBelow(path, getFolder(file) || "/"));
		const isAside = program.limit === null && !benchmarks.test(path);
		const isMain = program.isMain && (entries.length === 0 || !(isInPackage || isAside));
		return {
			program: {
				...program,
				isMain
			},
			rank: rankScript(path, text)
		};
	}).toSorted((a, b) => b.rank - a.rank || (a.program.file < b.program.file ? -1 : 1)).map(({ program }) => program);
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
	const isAside = !benchmarks.test(path) && /(?:^|\/)(?:examples?|scripts?|tools?|utils?|dev|misc)\//.test(path) ? 3 : 0;
	return kind + isLoop - isAside - path.split("/").length * .5;
}
function buildScriptProgram(project, file, name, args) {
	const { python, preparation } = preparePython(project, findPackageFolder(project, file));
	return {
		...plainProgram,
		...preparation,
		name: toConfigName(name),
		command: [python, ...args],
		file,
		main: file
	};
}
function buildScript(project, modules, path) {
	const source = project.texts.get(path) ?? "";
	const base = {
		...buildScriptProgram(project, path, path.replace(/\.py$/, ""), [path]),
		usesGpu: gpuImports.test(source),
		hasFixedTime: doesRepeatForFixedTime(project, path),
		evidence: `${path} (script)`
	};
	const hydra = buildHydraArguments(project, path);
	if (hydra) return {
		...base,
		command: [...base.command, ...hydra.args],
		limit: hydra.limit,
		isMain: true
	};
	const [declared] = doesReadArguments(source) || /\b\w*(?:args|arguments|options?|opts|parser|cli|main)\w*\(/i.test(source) ? readCommandLines(modules, path) : [];
	if (!declared) {
		const isBenchmark = /bench/i.test(path);
		if (!isBenchmark && doesReadArguments(source)) return {
			...base,
			missing: undeclared
		};
		return {
			...base,
			isMain: isBenchmark || getFolder(path) === ""
		};
	}
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
	return (path) => known.has(joinPath(home, withoutDot(path)));
}
const fixedTimeHelpers = /\b(?:do_bench(?:_cudagraph)?|blocked_autorange|adaptive_autorange|autorange)\s*\(/;
function doesRepeatForFixedTime({ texts }, path) {
	const source = texts.get(path) ?? "";
	return [source, ...[...source.matchAll(/^\s*(?:from|import)\s+(\w+)/gm)].map((match) => match[1] ?? "").map((name) => texts.get(joinPath(getFolder(path), `${name}.py`)) ?? "")].some((text) => fixedTimeHelpers.test(text));
}

export { buildScriptProgram, createPythonModules, dropLongTexts, findModelCaches, findPackageFolder, findPythonPrograms, findPythonScripts, findRole, getBaseName, getFolder, hasPythonGpuCode, isBelow, isTest, joinPath, listFiles, listFolders, listFunctions, listManifests, listTexts, normalizePath, plainBenchmark, plainProgram, preparePython, readCommandLines, readModuleCode, toConfigName, unknownArguments, withoutDot };