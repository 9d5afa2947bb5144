import { getNested, listKeys as listKeys$1 } from "./judging.js";

// src/domain/init/project.ts
function isTest(path) {
	return /(?:^|\/)(?:tests?|examples?|docs?|third_party|vendor|dependencies|external|node_modules)\//.test(path);
}
const workflowFile = /^(?:(?:workflow\/)?Snakefile|main\.nf)$/;
const plainBenchmark = {
	setup: [],
	env: {},
	passEnv: [],
	usesGpu: false
};
const plainProgram = {
	...plainBenchmark,
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
const manySteps = 100;
function findRole({ names, isPositional, isFlag }) {
	const plain = names.map((name) => name.replace(/^-+/, "").replaceAll("_", "-").toLowerCase());
	const isModel = isPositional && plain.some((name) => /^(?:model|checkpoint|ckpt|exp|run)-/.test(name));
	if (isFlag || isModel) return void 0;
	return listKeys$1(roles).find((one) => plain.some((name) => roles[one].test(name)));
}
function fillCommandLine({ leading = [], words, arguments: own, doubt }, { readsFasta, contains }) {
	const all = [...leading, ...own];
	const find = (role) => all.find((one) => findRole(one) === role);
	const limits = fillLimit(find("steps"), find("epochs"));
	const values = [...fillPlaces(find, readsFasta), ...limits];
	const missing = all.filter((one) => one.isRequired && !values.some(([argument]) => argument === one));
	if (doubt !== void 0 || missing.length > 0) return { reason: doubt ?? explainMissing(words, missing) };
	return {
		args: [
			...formatArguments(leading, values),
			...words,
			...formatArguments(own, values)
		],
		gpuArguments: fillDevice(find("device")),
		readsFasta: readsFasta && find("input") !== void 0,
		takesGpus: all.some((one) => findRole(one)?.startsWith("gpu")),
		limit: limits.length > 0 ? formatArguments(own, limits).join(" ") : null,
		output: find("directory") ? "{output}/**" : find("output") ? "{output}" : null,
		hasOwnInput: !readsFasta && contains(find("input")?.default ?? "")
	};
}
function explainMissing(words, missing) {
	return `${words.length > 0 ? `\`${words.join(" ")}\`` : "it"} requires ${missing.map(({ names }) => names.at(-1)).join(", ")}`;
}
function fillPlaces(find, readsFasta) {
	const gpus = find("gpus");
	const areIds = gpus && !gpus.isNumber && gpus.default !== "auto";
	return [
		[readsFasta ? find("input") : void 0, "{dataset}"],
		[find("directory") ?? find("output"), "{output}"],
		[gpus ?? find("gpuCount"), areIds ? "{gpus}" : "{gpuCount}"]
	];
}
function fillLimit(steps, epochs) {
	if ((steps ? Number(steps.default) > 0 && Number(steps.default) <= manySteps : epochs?.default === "1") || !(steps ?? epochs)) return [];
	return [steps ? [steps, String(manySteps)] : [epochs, "1"]];
}
function fillDevice(argument) {
	if (!argument || argument.isPositional || argument.default !== "cpu" && !argument.isRequired) return [];
	return [getLongName(argument), argument.names.includes("--accelerator") ? "gpu" : "cuda"];
}
function formatArguments(list, values) {
	const positional = list.filter(({ isPositional }) => isPositional);
	const options = values.flatMap(([argument, value]) => {
		if (!argument || argument.isPositional || !list.includes(argument)) return [];
		return [getLongName(argument), value];
	});
	return [...positional.flatMap((one) => values.find(([argument]) => argument === one)?.[1] ?? []), ...options];
}
function getLongName({ names }) {
	return names.find((name) => name.startsWith("--")) ?? names[0] ?? "";
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
function readCall(source, start) {
	const { parts, end } = readBalanced(source, start);
	const positional = [];
	const keywords = /* @__PURE__ */ new Map();
	for (const part of parts) {
		const [, name, value = ""] = /^\s*(\w+)\s*=(?!=)\s*([^]*)$/.exec(part) ?? [];
		if (name !== void 0) keywords.set(name, value.trim());
		else if (part.trim() !== "") positional.push(part.trim());
	}
	return {
		positional,
		keywords,
		end
	};
}
function listStrings(text) {
	return [...text.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'/g)].map(([, double, single]) => double ?? single ?? "");
}
function readLiteral(text = "") {
	const [, double, single] = /^(?:"([^"\\\n]*)"|'([^'\\\n]*)')$/.exec(text.trim()) ?? [];
	if (double !== void 0 || single !== void 0) return double ?? single ?? "";
	return /^\s*-?[\d_]+(?:\.\d*)?(?:e[+-]?\d+)?\s*$/i.test(text) ? text.trim().replaceAll("_", "") : null;
}
function listFunctions(source) {
	const functions = [];
	for (const match of source.matchAll(/^([ \t]*)(?:async )?def (\w+)\(/gm)) {
		const [text, indent = "", name = ""] = match;
		const before = functions.at(-1)?.end ?? 0;
		if (match.index < before) continue;
		const { parts, end: open } = readBalanced(source, match.index + text.length);
		const after = new RegExp(`\\n(?!${indent}[ \\t]|[ \\t]*(?:\\n|#|$|[)\\]}]))`).exec(source.slice(open));
		const end = after ? open + after.index : source.length;
		const above = source.slice(before, match.index);
		const other = new RegExp(`^(?!${indent}[@)\\]}#\\s])[^\\n]*\\S[^\\n]*$`, "gm");
		const last = [...above.matchAll(other)].at(-1);
		const decorators = /^[ \t]*@[^]*/m.exec(last ? above.slice(last.index + last[0].length) : above)?.[0] ?? "";
		const parameters = parts.flatMap((part) => /^\s*(\w+)/.exec(part)?.[1] ?? []).filter((one) => one !== "self" && one !== "cls");
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
function readModuleCode(source, functions = listFunctions(source)) {
	return [0, ...functions.map(({ end }) => end)].map((start, index) => source.slice(start, functions[index]?.start)).join("\n");
}
const maxReachable = 400;
function createPythonModules(project) {
	const known = new Set(project.paths);
	const readSource = remember((file) => dropLongTexts(project.texts.get(file) ?? ""));
	const readFunctions = remember((file) => listFunctions(readSource(file)));
	const readImports = remember((file) => parseImports(readSource(file), file, known));
	const resolve = (file, name, depth = 0) => {
		const words = name.split(".");
		const prefix = words.map((_, index) => words.slice(0, words.length - index).join(".")).find((key) => readImports(file).has(key)) ?? "";
		const target = readImports(file).get(prefix);
		if (!target || depth > 8) return {
			file,
			name
		};
		const rest = name.slice(prefix.length + 1);
		if (target.name !== null) return resolve(target.file, [target.name, rest].filter(Boolean).join("."), depth + 1);
		if (rest === "") return target;
		const [first = "", ...inside] = rest.split(".");
		const inner = target.file.endsWith("__init__.py") ? findModule(target.file, `.${first}`, known) : null;
		if (inner === null) return resolve(target.file, rest, depth + 1);
		return inside.length === 0 ? {
			file: inner,
			name: null
		} : resolve(inner, inside.join("."), depth + 1);
	};
	return {
		readSource,
		readFunctions,
		findFunction: ({ file, name }) => {
			const all = readFunctions(file).filter((one) => one.name === name?.replace(/^.*\./, ""));
			return name?.includes(".") && all.length > 1 ? void 0 : all[0];
		},
		resolve: (file, name) => resolve(file, name),
		listReachable: remember((file) => {
			const found = /* @__PURE__ */ new Set([file]);
			for (const module of found) {
				if (found.size > maxReachable) break;
				for (const { file: next } of orderByUse(readImports(module), readSource(module))) found.add(next);
			}
			return [...found];
		}),
		listPackage: remember((file) => {
			let folder = getFolder(file);
			while (folder !== "" && known.has(`${getFolder(folder)}/__init__.py`)) folder = getFolder(folder);
			return project.paths.filter((path) => path.endsWith(".py") && isBelow(path, folder));
		})
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
const importForm = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^\n(]+))|import[ \t]+([^\n]+))/gm;
function parseImports(source, file, known) {
	const found = [...source.matchAll(importForm)].flatMap(([, module, inBrackets, onLine, whole]) => {
		return (inBrackets ?? onLine ?? whole ?? "").replaceAll(/#[^\n]*|\\/g, "").split(",").flatMap((part) => {
			const [, name = "", alias = name] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?/.exec(part) ?? [];
			if (name === "") return [];
			const inner = findModule(file, module === void 0 ? name : `${module.replace(/(?<=\w)$/, ".")}${name}`, known);
			if (inner !== null) return [[alias, {
				file: inner,
				name: null
			}]];
			const target = module === void 0 ? null : findModule(file, module, known);
			return target === null ? [] : [[alias, {
				file: target,
				name
			}]];
		});
	});
	return new Map(found);
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

// src/domain/init/python-commands.ts
function readCommandLines(modules, entry) {
	const program = new PythonProgram(modules);
	for (const file of modules.listReachable(entry)) {
		const lines = program.listCommandLines(file);
		if (lines.length > 0) return lines;
	}
	return [];
}
const statement = /(?:\breturn[ \t]+|(?<![\w.])([\w.]+)[ \t]*(?::[^=\n()]+)?=[ \t]*)?(?<![\w.@])([\w.]+)\(/gm;
const declares = /\badd_argument|ArgumentParser\(|\badd_parser\(|\badd_command\(|\.command\(/;
const click = /^\s*(?:import|from)\s+\w*click\b/m;
var PythonProgram = class {
	#modules;
	#commands = [];
	#held = remember(() => /* @__PURE__ */ new Map());
	#readModules = /* @__PURE__ */ new Set();
	#returned = /* @__PURE__ */ new Map();
	constructor(modules) {
		this.#modules = modules;
	}
	listCommandLines(file) {
		this.#readModule(file);
		if (click.test(this.#modules.readSource(file))) {
			for (const other of [...this.#modules.listReachable(file), ...this.#modules.listPackage(file)]) if (click.test(this.#modules.readSource(other))) this.#readModule(other);
		}
		const own = this.#commands.filter((one) => one.file === file && !one.isInner).map((command) => ({
			command,
			...flatten(command)
		})).filter(({ args, children, command, isGroup }) => args.length + children.length > 0 || isGroup || command.word);
		const created = own.filter(({ command }) => command.isCreated);
		const roots = created.length > 0 ? created : own;
		const groups = roots.filter(({ isGroup }) => isGroup);
		return (groups.length > 0 ? groups : roots).flatMap(({ command }) => listLines(command));
	}
	#create(file, properties = {}) {
		const command = {
			file,
			word: "",
			items: [],
			children: [],
			isGroup: false,
			isCreated: false,
			isInner: false,
			...properties
		};
		this.#commands.push(command);
		return command;
	}
	#readModule(file) {
		const source = this.#modules.readSource(file);
		if (this.#readModules.has(file) || !declares.test(source)) return;
		this.#readModules.add(file);
		const functions = this.#modules.readFunctions(file);
		this.#read(readModuleCode(source, functions), {
			file,
			names: this.#held(file)
		});
		if (click.test(source)) for (const item of functions) this.#readDecorators(file, item);
		for (const item of functions) if (declares.test(item.body)) this.#readFunction(file, item);
	}
	#open({ file, name }) {
		const command = this.#held(file).get(name ?? "") ?? this.#create(file);
		this.#held(file).set(name ?? "", command);
		return command;
	}
	#addChild(group, command, word = null) {
		group.isGroup = true;
		command.isInner = true;
		group.children.push({
			word,
			command
		});
	}
	#readDecorators(file, item) {
		const name = item.name.replaceAll("_", "-").toLowerCase();
		const short = name.replace(/-(?:command|cmd|group|grp)$/, "");
		for (const { name: decorator, call } of listDecorators(item.decorators)) {
			const [, owner = "", kind] = /^(?:([\w.]+)\.)?(command|group)$/.exec(decorator) ?? [];
			if (kind === void 0) continue;
			const command = this.#open({
				file,
				name: item.name
			});
			const given = readLiteral(call.positional[0] ?? call.keywords.get("name"));
			Object.assign(command, {
				word: given ?? name,
				isCreated: true,
				isGroup: command.isGroup || kind === "group"
			});
			command.items.push(...this.#listArguments(file, item));
			if (given === null && short !== name) command.doubt = `its subcommand is \`${short}\` or \`${name}\`, by the version of click`;
			if (!/^(?:\w*click|)$/.test(owner)) this.#addChild(this.#open(this.#modules.resolve(file, owner)), command);
		}
	}
	#listArguments(file, { decorators }) {
		return listDecorators(decorators).flatMap(({ name, call }) => {
			if (/(?:^|\.)(?:argument|option)$/.test(name)) return toArgument(call);
			if (/(?:^|\.)(?:command|group|pass_\w+|version_option|help_option)$/.test(name)) return [];
			const symbol = this.#modules.resolve(file, name);
			const shared = this.#modules.findFunction(symbol)?.body;
			const code = shared ?? readModuleCode(this.#modules.readSource(symbol.file));
			const start = shared === void 0 ? `^${symbol.name ?? "$"}[ \\t]*=[ \\t]*` : "(?<![\\w.])";
			const form = new RegExp(`${start}(?:\\w*click\\.)?(?:argument|option)\\(`, "gm");
			return [...code.matchAll(form)].flatMap((match) => toArgument(readCall(code, match.index + match[0].length)));
		});
	}
	#readFunction(file, item) {
		const key = `${file}:${item.start}`;
		if (!this.#returned.has(key)) {
			this.#returned.set(key, null);
			this.#returned.set(key, this.#read(item.body, {
				file,
				item,
				names: /* @__PURE__ */ new Map()
			}));
		}
		return this.#returned.get(key) ?? null;
	}
	#listLooped(file, name) {
		const source = this.#modules.readSource(file);
		const loop = new RegExp(`\\bfor[ \\t]+${name}[ \\t]+in[ \\t]+(?:(\\w+)|[[(]([\\w.,\\s]+)[\\])]):`).exec(source);
		const constant = new RegExp(`^${loop?.[1] ?? "$"}[ \\t]*=[ \\t]*[[(]([\\w.,\\s]+)[\\])]`, "m").exec(source);
		return (loop?.[2] ?? constant?.[1] ?? name).split(",").map((one) => one.trim());
	}
	#read(code, scope) {
		let returned = null;
		let done = 0;
		for (const { 0: text, 1: target, 2: callee = "", index } of code.matchAll(statement)) {
			if (index < done) continue;
			const call = readCall(code, index + text.length);
			const command = this.#apply(callee, call, scope);
			if (command && target !== void 0) scope.names.set(target, command);
			if (command && text.startsWith("return")) returned = command;
			if (/(?:ArgumentParser|add_parser|add_argument)$/.test(callee)) done = call.end;
		}
		return returned ?? this.#find(/^[ \t]*return[ \t]+([\w.]+)[ \t]*$(?![^]*\breturn\b)/m.exec(code)?.[1] ?? "", scope);
	}
	#find(name, { file, names, item }) {
		const own = names.get(name) ?? (item && this.#findParameter(file, item, name)) ?? this.#held(file).get(name);
		if (own || !/^[A-Za-z_][\w.]*$/.test(name)) return own ?? null;
		const symbol = this.#modules.resolve(file, name);
		if (symbol.file === file) return null;
		this.#readModule(symbol.file);
		return this.#held(symbol.file).get(symbol.name ?? "") ?? null;
	}
	#findParameter(file, { parameters, start }, name) {
		return parameters.includes(name) ? this.#open({
			file,
			name: `${start}(${name})`
		}) : void 0;
	}
	#apply(callee, call, scope) {
		const place = callee.lastIndexOf(".");
		const [owner, method] = [callee.slice(0, Math.max(place, 0)), callee.slice(place + 1)];
		if (method.endsWith("ArgumentParser")) return this.#createParser(call, scope, { isCreated: true });
		if (method !== "add_command" || !click.test(this.#modules.readSource(scope.file))) return this.#extendParser(owner, method, call, scope) ?? this.#follow(callee, call, scope);
		const [group, command] = [owner, call.positional[0] ?? ""].map((name) => this.#modules.resolve(scope.file, name));
		const word = readLiteral(call.keywords.get("name") ?? call.positional[1]);
		if (group && command) this.#addChild(this.#open(group), this.#open(command), word);
		return null;
	}
	#createParser({ keywords }, scope, properties) {
		const listed = keywords.get("parents") ?? "";
		const parents = readBalanced(listed, listed.indexOf("[") + 1).parts.flatMap((part) => {
			const [, name = "", bracket] = /^\s*([\w.]+)\s*(\()?/.exec(part) ?? [];
			return (bracket ? this.#follow(name, readCall("", 0), scope) : this.#find(name, scope)) ?? [];
		});
		for (const parent of parents) parent.isInner = true;
		return this.#create(scope.file, {
			...properties,
			items: parents
		});
	}
	#extendParser(owner, method, call, scope) {
		if (owner === "" || !/^add_(?:argument|argument_group|mutually_exclusive_group|subparsers|parser)$/.test(method)) return void 0;
		const parser = this.#find(owner, scope) ?? this.#create(scope.file);
		scope.names.set(owner, parser);
		if (method === "add_argument") parser.items.push(...toArgument(call));
		parser.isGroup ||= /parsers?$/.test(method);
		if (method !== "add_parser") return parser;
		const word = readLiteral(call.positional[0] ?? call.keywords.get("name"));
		const child = this.#createParser(call, scope, {
			word: word ?? "",
			isInner: true
		});
		if (word !== null) parser.children.push({
			word,
			command: child
		});
		return child;
	}
	#follow(callee, call, scope) {
		const given = [...call.positional.entries(), ...call.keywords].map(([place, value]) => [place, /^[\w.]+$/.test(value) ? this.#find(value, scope) : null]);
		const isGiven = given.some(([, parser]) => parser);
		const rest = callee.replace(/^\w+/, "");
		let result = null;
		for (const name of this.#listLooped(scope.file, callee.slice(0, callee.length - rest.length))) {
			const symbol = this.#modules.resolve(scope.file, `${name}${rest}`);
			const item = this.#modules.findFunction(symbol);
			if (!item || !(isGiven || declares.test(this.#modules.readSource(symbol.file)))) continue;
			result = this.#readFunction(symbol.file, item);
			for (const [place, parser] of given) {
				const parameter = typeof place === "string" ? place : item.parameters[place] ?? "";
				const inside = parser && this.#findParameter(symbol.file, item, parameter);
				if (!inside) continue;
				share(parser, inside);
				if (result === inside) result = parser;
			}
		}
		return result;
	}
};
function share(parser, parameter) {
	parameter.isInner = true;
	if (parser !== parameter && !parser.items.includes(parameter)) parser.items.push(parameter);
}
function flatten({ items, children, isGroup }, outer = []) {
	const flat = {
		args: [],
		children: [...children],
		isGroup
	};
	for (const item of items) if (!("items" in item)) flat.args.push(item);
	else if (!outer.includes(item)) {
		const inner = flatten(item, [...outer, item]);
		flat.args.push(...inner.args);
		flat.children.push(...inner.children);
		flat.isGroup ||= inner.isGroup;
	}
	return flat;
}
function listLines(command, words = [], leading = [], doubt) {
	const { args, children, isGroup } = flatten(command);
	if (isGroup && children.length === 0) return [{
		words,
		arguments: [],
		file: command.file,
		doubt: "its subcommands are not known"
	}];
	if (!isGroup) return [{
		words,
		arguments: args,
		file: command.file,
		...leading.length > 0 && { leading },
		...doubt && { doubt }
	}];
	if (words.length > 4) return [];
	const required = [...leading, ...args.filter(({ isRequired }) => isRequired)];
	return children.flatMap(({ word, command: child }) => listLines(child, [...words, word ?? child.word].filter(Boolean), required, word === null ? child.doubt : ""));
}
function listDecorators(text) {
	return [...text.matchAll(/^[ \t]*@([\w.]+)(\()?/gm)].map((match) => ({
		name: match[1] ?? "",
		call: match[2] ? readCall(text, match.index + match[0].length) : readCall("", 0)
	}));
}
const flagActions = /^["'](?:store_true|store_false|count|version|help)["']$|\bBooleanOptionalAction$/;
function toArgument({ positional, keywords }) {
	const words = positional.flatMap(listStrings);
	const options = words.filter((word) => word.startsWith("-")).map((word) => word.split("/")[0] ?? word);
	const isPositional = options.length === 0;
	const has = (name, form) => form.test(keywords.get(name) ?? "");
	const isTrue = (...names) => names.some((name) => has(name, /^True$/));
	const isOptional = keywords.has("default") || has("nargs", /^["'][?*]|^-1$/) || has("required", /^False$/);
	const isSwitch = words.some((word) => word.startsWith("-") && word.includes("/"));
	const isMultiple = keywords.has("nargs") || isTrue("multiple");
	const argument = {
		names: isPositional ? words : options,
		isPositional,
		isRequired: isTrue("required") || isPositional && !isOptional,
		isFlag: has("action", flagActions) || isTrue("is_flag", "count") || isSwitch,
		default: readLiteral(keywords.get("default")),
		isNumber: has("type", /^(?:int$|(?:click\.)?(?:INT$|IntRange\())/) && !isMultiple
	};
	return words.length === 0 ? [] : [argument];
}

// src/domain/init/python-tools.ts
function preparePython(project, folder, tool = "") {
	const has = (name) => project.paths.includes(joinPath(folder, name));
	const directory = folder === "" ? [] : ["--directory", folder];
	if (has("uv.lock") || project.paths.includes("uv.lock")) return withUv(project, folder, has("uv.lock") ? folder : "", tool);
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
	return file === void 0 ? withPip(project, folder, tool) : withConda(project, folder, file);
}
function buildTools(environment, preparation, sources) {
	const env = sources ?? preparation.env;
	return {
		python: `${environment}/bin/python`,
		isInstalled: !sources,
		preparation: {
			...preparation,
			env
		}
	};
}
function readManifest({ manifests }, folder) {
	return manifests.get(joinPath(folder, "pyproject.toml"));
}
function withUv(project, folder, place, tool) {
	const options = [...folder === "" ? [] : ["--directory", folder], ...findExtras(project, folder, tool).flatMap(({ kind, name }) => [`--${kind}`, name])];
	const isPackage = [
		["build-system"],
		[
			"tool",
			"uv",
			"package"
		],
		["project", "scripts"]
	].some((key) => getNested(readManifest(project, place), ...key));
	const preparation = {
		setup: [[
			"uv",
			"sync",
			"--frozen",
			...options
		]],
		env: {},
		passEnv: ["UV_CACHE_DIR", "UV_PYTHON_INSTALL_DIR"]
	};
	return buildTools(joinPath(place, ".venv"), preparation, isPackage ? void 0 : setSourcePath(project, folder));
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
function withPip(project, folder, tool) {
	const requirements = joinPath(folder, "requirements.txt");
	const hasRequirements = /^\s*[^#\s]/m.test(project.texts.get(requirements) ?? "");
	const { hasPackage, hasDependencies } = inspectPackage(project, folder);
	const extras = findExtras(project, folder, tool).filter(({ kind }) => kind === "extra");
	if (tool === "" && extras.length === 0 && !hasRequirements && !hasDependencies) return {
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
		...tool === "" || extras.some(({ texts }) => hasRequirement(texts, tool)) ? [] : [tool]
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
	const isBuilt = [...["requirements.txt", "setup.py"].map((name) => project.texts.get(joinPath(folder, name)) ?? ""), ...listTexts(getNested(manifest, "project", "dependencies"))].some((text) => builtWithTorch.test(text));
	const tools = [.../* @__PURE__ */ new Set([...usualBuildTools, ...listTexts(getNested(manifest, "build-system", "requires"))])];
	return {
		setup: [
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
		],
		env: {},
		passEnv: ["PIP_CACHE_DIR", "PIP_INDEX_URL"]
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
const optionalPackages = [
	"torch",
	"jax",
	"tensorflow",
	"cupy",
	"click",
	"typer",
	"fire"
];
function hasRequirement(texts, name) {
	return texts.some((text) => new RegExp(`^${name}(?![a-z])`, "im").test(text));
}
function findExtras(project, folder, tool) {
	const manifest = readManifest(project, folder);
	const required = project.texts.get(joinPath(folder, "requirements.txt")) ?? "";
	const declared = [...listTexts(getNested(manifest, "project", "dependencies")), required];
	const isImported = (name) => listFiles(project, /\.py$/).some(({ path, text }) => isBelow(path, folder) && new RegExp(`^\\s*(?:from|import)\\s+${name}\\b`, "m").test(text));
	const extras = Object.entries(getNested(manifest, "project", "optional-dependencies") ?? {});
	const groups = Object.entries(getNested(manifest, "dependency-groups") ?? {});
	const lists = [...extras.map(([name, list]) => ({
		kind: "extra",
		name,
		texts: listTexts(list)
	})), ...groups.map(([name, list]) => ({
		kind: "group",
		name,
		texts: listTexts(list)
	}))];
	const found = [tool, ...optionalPackages].flatMap((name) => {
		const list = name === "" || hasRequirement(declared, name) ? void 0 : lists.find(({ texts }) => hasRequirement(texts, name));
		return list && (name === tool || isImported(name)) ? [list] : [];
	});
	return [...new Set(found)];
}
const packageFile = /(?:^|\/)(?:pyproject\.toml|requirements\.txt|setup\.py|pixi\.toml|environment\.ya?ml)$/;
function findPackageFolder({ paths }, file) {
	const folders = new Set(paths.filter((path) => packageFile.test(path)).map(getFolder));
	return listFolders(getFolder(file)).find((folder) => folder !== "" && folders.has(folder)) ?? "";
}
const gpuModules = "torch(?:vision|audio|text|tune|_geometric)?|pytorch_lightning|lightning|accelerate|deepspeed|cupy|cudf|cuml|jax|flax|optax|haiku|equinox|tensorflow|keras|triton|numba\\.cuda|pycuda|onnxruntime|warp|taichi|tinygrad|transformers|diffusers|vllm|sglang|peft|trl|ultralytics|sentence_transformers";
const gpuImports = new RegExp(`^\\s*(?:from\\s+|import\\s+(?:[\\w.]+(?:\\s+as\\s+\\w+)?\\s*,\\s*)*)(?:${gpuModules})\\b|\\bnumba\\.cuda\\b|^\\s*from\\s+numba\\s+import\\s[^\\n]*\\bcuda\\b`, "m");
function hasPythonGpuCode(project, folder) {
	return listFiles(project, /\.py$/).some(({ path, text }) => isBelow(path, folder) && gpuImports.test(text));
}
const modelCaches = {
	HF_HOME: /\.from_pretrained\(|\b(?:hf_hub_download|snapshot_download|load_dataset|SentenceTransformer|InferencePipeline)\(|^\s*(?:from|import)\s+(?:vllm|diffusers|sentence_transformers|open_clip|faster_whisper)\b/m,
	TORCH_HOME: /\btorch\.hub\b|\bload_state_dict_from_url\(|\besm\.pretrained\b|\bfrom esm import pretrained\b|\btorchvision\.models\b|\bfrom torchvision(?:\.models)? import[^\n]*\b(?:models|resnet|vit)|\btorchaudio\.pipelines\b/,
	XDG_CACHE_HOME: /\bwhisper\.load_model\(/,
	KERAS_HOME: /\bkeras\.applications\b|\bkeras\.utils\.get_file\(/,
	TFHUB_CACHE_DIR: /\btensorflow_hub\b/,
	NLTK_DATA: /\bnltk\.(?:download|data|corpus)\b/
};
const readCaches = /["'](TRANSFORMERS_CACHE|HF_HUB_CACHE|HUGGINGFACE_HUB_CACHE|HF_DATASETS_CACHE|SENTENCE_TRANSFORMERS_HOME|XDG_CACHE_HOME|TORCH_HOME|HF_HOME|[A-Z]+_(?:MODELS?|WEIGHTS|CHECKPOINTS?)_(?:DIR|PATH|CACHE))["']\s*\](?!\s*=[^=])/g;
function findModelCaches(project, main) {
	if (main === "") return [];
	const modules = createPythonModules(project);
	const code = [.../* @__PURE__ */ new Set([...modules.listReachable(main), ...main.includes("/") ? modules.listPackage(main) : []])].filter((path) => !/(?:^|\/)tests?\//.test(path)).map(modules.readSource);
	const usual = Object.keys(modelCaches).filter((name) => code.some((text) => modelCaches[name]?.test(text)));
	const read = code.flatMap((text) => [...text.matchAll(readCaches)].map((match) => match[1] ?? ""));
	const isSet = (name) => code.some((text) => new RegExp(`environ\\[["']${name}["']\\]\\s*=[^=]`).test(text));
	return [.../* @__PURE__ */ new Set([...usual, ...read])].filter((name) => !isSet(name));
}

// src/domain/init/python-programs.ts
const undeclared = "its arguments are not declared with argparse or click";
function findPythonPrograms(project) {
	const modules = createPythonModules(project);
	const entries = listEntries(project).toSorted((a, b) => rankName(b.name) - rankName(a.name)).map((entry) => buildEntry(project, modules, entry));
	return [...entries, ...findScripts(project, modules, entries)];
}
function buildEntry(project, modules, entry) {
	const { file } = entry;
	const home = findPackageFolder(project, file ?? entry.where.split(" ")[0] ?? "");
	const { args, work, ...line } = completeLine(project, modules, {
		file,
		readsFasta: listFiles(project, /\.py$/).some(({ path, text }) => file !== null && isBelow(path, getFolder(file)) && /fasta|\.fna\b|\.fa\b/i.test(text)),
		home
	});
	const { command, ...preparation } = prepareStart(project, entry, home);
	const known = line.missing ?? (work === null ? undeclared : work > 0 ? null : "its input is not known");
	const missing = file === null ? "its module is not in the repository" : known;
	return {
		...plainProgram,
		...preparation,
		file: file ?? "",
		...line,
		name: toConfigName(entry.name),
		command: [...command, ...args],
		usesGpu: hasPythonGpuCode(project, home),
		missing,
		isMain: missing === null,
		isEntry: true,
		evidence: entry.where,
		main: file ?? ""
	};
}
function completeLine(project, modules, { file, readsFasta, home }) {
	if (file === null) return {
		args: [],
		work: null
	};
	const hydra = buildHydraArguments(project, file);
	if (hydra) return {
		...hydra,
		work: 1
	};
	const paths = new Set(project.paths);
	const context = {
		readsFasta,
		contains: (path) => paths.has(joinPath(home, withoutDot(path)))
	};
	const [best] = readCommandLines(modules, file).map((declared) => {
		const filled = fillCommandLine(declared, context);
		return {
			declared,
			filled,
			rank: rankLine(filled, rankName(declared.words.at(-1) ?? ""))
		};
	}).toSorted((a, b) => b.rank - a.rank);
	if (!best) return {
		args: [],
		work: null
	};
	const { declared, filled } = best;
	if ("reason" in filled) return {
		args: declared.words,
		work: 0,
		missing: filled.reason,
		file: declared.file
	};
	const { output, hasOwnInput: _, ...line } = filled;
	return {
		...line,
		work: rankWork(filled),
		proofPath: line.readsFasta ? output : null,
		file: declared.file
	};
}
function rankWork({ readsFasta, hasOwnInput, limit }) {
	return readsFasta ? 3 : hasOwnInput ? 2 : limit === null ? 0 : 1;
}
function rankLine(filled, byName) {
	if ("reason" in filled || rankWork(filled) === 0) return byName;
	return rankWork(filled) * 20 + (filled.output === null ? 0 : 4) + (filled.takesGpus ? 3 : 0) + byName * 2;
}
function prepareStart(project, { module, script, file }, home) {
	const { python, isInstalled, preparation } = preparePython(project, home);
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
		command: [python.replace(/python$/, script.name)]
	};
	if (module !== null) return {
		...prepared,
		command: [
			python,
			"-m",
			module
		]
	};
	if (python.includes(".pixi/") && script) {
		const start = script.target.replace(/^(.*):(.*)$/, "import sys; from $1 import $2; sys.exit($2())");
		return {
			...prepared,
			command: [
				python,
				"-c",
				start
			]
		};
	}
	const { setup, env, passEnv } = buildPipInstall(project, home, buildPackageArguments(project, home));
	return {
		setup,
		env,
		passEnv,
		command: [joinPath(home, `.venv/bin/${script?.name ?? "python"}`)]
	};
}
const excluded = /(?:^|\/)(?:tests?|docs?|benches|third_party|vendor|dependencies|external|conftest\.py|setup\.py|__main__\.py|test_[^/]*\.py|[^/]*_test\.py)(?:\/|$)/;
const benchmarks = /(?:^|\/)benchmarks?\//;
const drawing = /plot|visuali[sz]|report|summar|collect/i;
const aside = /valid|check|download|install|export|convert|view|list|config|info|version|util|merge|prepare|serve|complet|cit(?:e|ation)/i;
const training = /(?:^|[_-])(?:pre)?train(?:ing|er)?(?=[_.-])|fine-?tune/i;
const working = /bench|perf|speed|infer|predict|generat|evaluat|sampl|simulat|(?:^|[_-])run(?=[_.-])|(?:^|[_-])main\./i;
function rankName(name) {
	if (aside.test(name)) return -1;
	return training.test(`${name}.`) || working.test(`${name}.`) ? 1 : 0;
}
function findScripts(project, modules, entries) {
	return listFiles(project, /\.py$/).filter(({ path, text }) => !excluded.test(path) && !isStep(project, path) && isScript(path, text)).map(({ path, text }) => {
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
	}).filter(({ rank }) => rank > -4).toSorted((a, b) => b.rank - a.rank || (a.program.main < b.program.main ? -1 : 1)).map(({ program }) => program);
}
function isStep({ paths }, path) {
	return /(?:^|\/)(?:bin|scripts)\//.test(path) && paths.some((one) => workflowFile.test(one));
}
function isScript(path, source) {
	const name = getBaseName(path);
	const isStarted = /^if\s+__name__\s*==\s*["']__main__["']/m.test(source);
	const isNamed = /^(?:train|main|bench(?:mark)?|run)\.py$/.test(name);
	if (gpuImports.test(source)) return isStarted || isNamed;
	if (isStarted && isNamed && path === name) return true;
	return isStarted && /bench/i.test(name) && !drawing.test(name);
}
function rankScript(path, source) {
	const name = getBaseName(path);
	const kind = training.test(name) ? 3 : working.test(name) ? 2 : 0;
	const isLoop = kind < 2 && /optimizer\.step\(|\.backward\(|Trainer\(/.test(source) ? 1 : 0;
	const isAside = kind === 0 && /(?:^|\/)scripts?\//.test(path) ? 3 : !benchmarks.test(path) && /(?:^|\/)(?:examples?|tools?|utils?|dev|misc)\//.test(path) ? 3 : 0;
	return kind + isLoop - isAside - path.split("/").length * .5;
}
function buildScriptProgram(modules, project, file, args) {
	const { python, isInstalled, preparation } = preparePython(project, findPackageFolder(project, file));
	const env = modules.listReachable(file).some((one) => !isBelow(one, getFolder(file))) && !isInstalled && args[0] === file ? {
		PYTHONPATH: ".",
		...preparation.env
	} : preparation.env;
	const name = toConfigName(file.replace(/\.py$/, ""));
	return {
		...plainProgram,
		...preparation,
		env,
		name,
		command: [python, ...args],
		file,
		main: file
	};
}
const readsArguments = /\b(?:sys\.argv|argparse|ArgumentParser|parse_args|HfArgumentParser|tyro|click|typer|fire|absl|simple_parsing|jsonargparse|docopt|hydra|configargparse)\b|\bexec\(open\(/;
const mayRead = /\b\w*(?:args|arguments|options?|opts|parser|cli|main)\w*\(/i;
function buildScript(project, modules, path) {
	const source = project.texts.get(path) ?? "";
	const isReading = readsArguments.test(source);
	const base = buildScriptProgram(modules, project, path, [path]);
	const { args, work, ...line } = completeLine(project, modules, {
		file: isReading || mayRead.test(source) ? path : null,
		readsFasta: false,
		home: ""
	});
	const isBenchmark = /bench/i.test(path);
	return {
		...base,
		...line,
		command: [...base.command, ...line.missing === void 0 ? args : []],
		file: path,
		usesGpu: modules.listReachable(path).some((one) => gpuImports.test(modules.readSource(one))),
		hasFixedTime: doesRepeatForFixedTime(modules, path),
		evidence: `${path} (script)`,
		missing: line.missing ?? (work === null && isReading && !isBenchmark ? undeclared : null),
		isMain: work === null ? isBenchmark || getFolder(path) === "" : work > 0
	};
}
const fixedTimeHelpers = /\b(?:do_bench(?:_cudagraph)?|blocked_autorange|adaptive_autorange|autorange)\s*\(/;
function doesRepeatForFixedTime(modules, path) {
	return modules.listReachable(path).filter((file) => getFolder(file) === getFolder(path)).some((file) => fixedTimeHelpers.test(modules.readSource(file)));
}
function buildHydraArguments({ texts }, file) {
	const source = texts.get(file) ?? "";
	const place = /@hydra\.main\(/.exec(source);
	if (!place) return null;
	const { keywords } = readCall(source, place.index + place[0].length);
	const read = (name, usual) => readLiteral(keywords.get(name)) ?? usual;
	const config = joinPath(read("config_path", "."), read("config_name", "config")).replace(/\.ya?ml$/, "");
	const path = normalizePath(joinPath(getFolder(file), config)) ?? "";
	const keys = listKeys(texts.get(`${path}.yaml`) ?? texts.get(`${path}.yml`) ?? "");
	const find = (form) => keys.find((key) => form.test(key.replace(/^.*\./, "")));
	const steps = find(/^(?:max_|num_|n_|total_|train_)*(?:steps|iters|iterations)$/);
	const epochs = find(/^(?:max_|num_|n_|total_)*epochs$/);
	const limit = steps === void 0 ? epochs === void 0 ? null : `${epochs}=1` : `${steps}=100`;
	return {
		args: ["hydra.run.dir={output}", ...limit === null ? [] : [limit]],
		limit
	};
}
function listKeys(text) {
	let outer = "";
	return [...text.matchAll(/^( {0,4})([\w-]+):[ \t]*(.*)$/gm)].flatMap(([, indent, key = "", value]) => {
		if (indent === "") outer = key;
		return value === "" ? [] : indent === "" ? key : `${outer}.${key}`;
	});
}
function findPytestBenchmarks(project) {
	const files = listFiles(project, /\.py$/).filter(({ text }) => /def test_\w+\([^)]*\bbenchmark\b/.test(text));
	return [...Map.groupBy(files, ({ folder }) => folder)].map(([folder, own]) => {
		const first = own[0]?.path ?? "";
		const target = own.length === 1 ? first : folder || ".";
		const home = findPackageFolder(project, first);
		const { python, preparation } = preparePython(project, home, "pytest-benchmark");
		return {
			...preparation,
			name: toConfigName(joinPath(home, "pytest") === target ? "pytest" : target.replace(/\.py$/, "")),
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
function listEntries(project) {
	const legacy = listFiles(project, /(?:^|\/)setup\.(?:py|cfg)$/).flatMap(({ path, text }) => readConsoleScripts(text).flatMap((line) => {
		const [, name = "", target] = /^\s*([\w.-]+)\s*=\s*(.*)$/.exec(line) ?? [];
		return buildScriptEntry(project, path, name, target);
	}));
	const declared = listManifests(project, "pyproject.toml").flatMap(({ path, manifest }) => [getNested(manifest, "project", "scripts"), getNested(manifest, "tool", "poetry", "scripts")].flatMap((table) => Object.entries(table ?? {})).flatMap(([name, value]) => buildScriptEntry(project, path, name, value)));
	const all = [...legacy, ...declared].map((one) => [`${getFolder(one.where)} ${one.name}`, one]);
	const scripts = [...new Map(all).values()];
	const named = new Set(scripts.flatMap(({ file }) => file === null ? [] : getFolder(file)));
	const mains = project.paths.filter((path) => getBaseName(path) === "__main__.py" && !isTest(path) && !named.has(getFolder(path))).map((file) => {
		const module = getModuleName(project, getFolder(file));
		return {
			name: module,
			file,
			module,
			script: null,
			where: `${file} (python -m ${module})`
		};
	});
	return [...scripts, ...mains];
}
function readConsoleScripts(text) {
	const place = /\bconsole_scripts\b["']?\s*[:=]\s*(\[)?/.exec(text);
	if (!place) return [];
	const start = place.index + place[0].length;
	if (place[1]) return listStrings(readBalanced(text, start).parts.join(","));
	return (text.slice(start).split(/\n(?=\S)/, 1)[0] ?? "").split("\n");
}
function buildScriptEntry(project, path, name, value) {
	const table = getNested(value, "callable") ?? getNested(value, "reference") ?? value;
	const [target, module] = typeof table === "string" && /^\s*([\w.]+):[\w.]+/.exec(table) || [];
	if (target === void 0 || module === void 0) return [];
	const file = findModuleFile(project, getFolder(path), module);
	const entry = {
		name,
		file,
		script: {
			name,
			target: target.trim()
		},
		where: `${path} (script ${name})`
	};
	if (file === null) return [{
		...entry,
		module: null
	}];
	const isGuarded = /__name__\s*==\s*["']__main__["']/.test(project.texts.get(file) ?? "");
	const isRunnable = project.paths.includes(joinPath(getFolder(file), "__main__.py"));
	return [{
		...entry,
		module: isGuarded ? module : isRunnable ? getModuleName(project, getFolder(file)) : null
	}];
}
function findModuleFile({ paths }, folder, module) {
	const inPackage = `/${module.replaceAll(".", "/")}`;
	const ends = [`${inPackage}.py`, `${inPackage}/__init__.py`];
	const found = paths.filter((path) => ends.some((end) => `/${path}`.endsWith(end)));
	const below = found.filter((path) => isBelow(path, folder));
	return (below.length > 0 ? below : found).toSorted((a, b) => a.length - b.length)[0] ?? null;
}
function getModuleName(project, folder) {
	const root = findSourceRoot(project, joinPath(folder, "__main__.py"));
	return folder.slice(root.length).replace(/^\//, "").replaceAll("/", ".");
}
function findSourceRoot({ paths }, file) {
	return listFolders(getFolder(getFolder(file))).find((folder) => folder === "" || !paths.includes(`${folder}/__init__.py`)) ?? "";
}

export { buildScriptProgram, createPythonModules, dropLongTexts, findModelCaches, findPackageFolder, findPytestBenchmarks, findPythonPrograms, findRole, getBaseName, getFolder, hasPythonGpuCode, isBelow, isTest, joinPath, listFiles, listFolders, listFunctions, listManifests, normalizePath, plainBenchmark, plainProgram, readCommandLines, readModuleCode, toConfigName, withoutDot, workflowFile };