import { formatComment, formatFlowItem, formatList, formatLists, formatMapping, formatScalar } from "./judging.js";

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
	proofText: null,
	takesGpus: false,
	usesGpu: false,
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
		cpuEnv: Object.assign({}, ...parts.map(({ cpuEnv }) => cpuEnv)),
		passEnv: [...new Set(parts.flatMap(({ passEnv }) => passEnv))]
	};
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
function splitBalanced(source, start) {
	return readBalanced(source, start).parts;
}
function listStrings(text) {
	return [...text.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'/g)].map(([, double, single]) => double ?? single ?? "");
}
const keyword = /^\s*\w+\s*=(?!=)/;
function listPositional(parts) {
	return parts.filter((part) => !keyword.test(part) && part.trim() !== "").map((part) => part.trim());
}
function readKeywordCode(parts, name) {
	return parts.map((part) => new RegExp(`^\\s*${name}\\s*=(?!=)\\s*([^]*?)\\s*$`).exec(part)).find(Boolean)?.[1] ?? null;
}
function readKeyword(parts, name) {
	const code = readKeywordCode(parts, name);
	return code === null ? null : readLiteral(code);
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
		if (match.index < (functions.at(-1)?.end ?? 0)) continue;
		const { parts: parameters, end: open } = readBalanced(source, match.index + text.length);
		const rest = source.slice(open);
		const after = new RegExp(`\\n(?!${indent}[ \\t]|[ \\t]*(?:\\n|#|$|[)\\]}]))`).exec(rest);
		const end = after ? open + after.index : source.length;
		const decorators = readDecorators(source.slice(functions.at(-1)?.end ?? 0, match.index), indent);
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
function readDecorators(above, indent) {
	const other = new RegExp(`^(?!${indent}[@)\\]}#\\s])[^\\n]*\\S[^\\n]*$`, "gm");
	const last = [...above.matchAll(other)].at(-1);
	const decorators = last ? above.slice(last.index + last[0].length) : above;
	const first = decorators.search(/^[ \t]*@/m);
	return first < 0 ? "" : decorators.slice(first);
}
function listClasses(source) {
	const classes = /* @__PURE__ */ new Map();
	for (const match of source.matchAll(/^([ \t]*)class (\w+)\b(?:\(([^)]*)\))?[^\n]*\n/gm)) {
		const [text, indent = "", name = "", bases = ""] = match;
		const after = source.slice(match.index + text.length).search(new RegExp(`^(?!${indent}[ \\t])[ \\t]*\\S`, "m"));
		const end = after < 0 ? source.length : match.index + text.length + after;
		const inherited = bases.split(",").map((base) => base.trim());
		classes.set(name, {
			bases: inherited,
			start: match.index,
			end,
			code: source.slice(match.index, end)
		});
	}
	return classes;
}
function readModuleCode(source) {
	let end = 0;
	return [...listFunctions(source).map((item) => {
		const part = source.slice(end, item.start);
		end = item.end;
		return part;
	}), source.slice(end)].join("\n");
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
	const reason = line.doubt ?? explainRequired(line, values);
	if (reason !== null) return { reason };
	return {
		args: [
			...orderArguments(line.leading ?? [], values),
			...line.words,
			...orderArguments(line.arguments, values)
		],
		gpuArguments: fillDevice(found.get("device")),
		takesDataset: readsFasta && found.has("input"),
		output: found.has("directory") ? "directory" : found.has("output") ? "file" : null,
		takesGpus: found.has("gpus") || found.has("gpuCount"),
		limit: limits.length > 0 ? orderArguments(line.arguments, limits).join(" ") : null,
		hasOwnInput: !readsFasta && contains(found.get("input")?.default ?? "")
	};
}
function explainRequired({ leading = [], words, arguments: own }, values) {
	const missing = [...leading, ...own].filter((argument) => argument.isRequired && !values.some((value) => value.argument === argument));
	const subject = words.length > 0 ? `\`${words.join(" ")}\`` : "it";
	return missing.length > 0 ? `${subject} requires ${missing.map(({ names }) => names.at(-1)).join(", ")}` : null;
}
function fillPlaces(found, readsFasta) {
	return [
		...fill(readsFasta ? found.get("input") : void 0, "{dataset}"),
		...fill(found.get("directory") ?? found.get("output"), "{output}"),
		...fillDevices(found.get("gpus"), found.get("gpuCount"))
	];
}
function findRole({ names, isPositional, isFlag }) {
	const plain = names.map((name) => name.replace(/^-+/, "").replaceAll("_", "-").toLowerCase());
	const isModel = isPositional && plain.some((name) => /^(?:model|checkpoint|ckpt|exp|run)-/.test(name));
	if (isFlag || isModel) return void 0;
	return roleNames.find((one) => plain.some((name) => roles[one].test(name)));
}
function fillDevices(gpus, count) {
	if (!gpus) return fill(count, "{gpuCount}");
	return fill(gpus, gpus.isNumber || gpus.default === "auto" ? "{gpuCount}" : "{gpus}");
}
function findRoles(line) {
	const found = /* @__PURE__ */ new Map();
	for (const argument of [...line.leading ?? [], ...line.arguments]) {
		const role = findRole(argument);
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
function orderArguments(list, values) {
	return [...list.filter(({ isPositional }) => isPositional).flatMap((argument) => values.find((value) => value.argument === argument)?.value ?? []), ...values.flatMap(({ argument, value }) => {
		if (argument.isPositional || !list.includes(argument)) return [];
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

// src/domain/init/argparse-commands.ts
function parseArgparse(modules, file) {
	const all = walkModule(modules, file);
	const created = all.filter(({ isCreated, isParent }) => isCreated && !isParent);
	const roots = (created.length > 0 ? created : all).filter((parser) => parser.hasSubcommands || parser.arguments.length > 0);
	const groups = roots.filter(({ hasSubcommands }) => hasSubcommands);
	return (groups.length > 0 ? groups.map((root) => addForeignChildren(root, all, modules)) : roots).flatMap((root) => listLines$2(root, [], []));
}
function walkModule(modules, file) {
	const source = modules.readSource(file);
	if (!/\badd_argument\(|ArgumentParser\(|\badd_parser\(/.test(source)) return [];
	const walk = {
		modules,
		roots: [],
		called: /* @__PURE__ */ new Set(),
		stack: [],
		held: /* @__PURE__ */ new Map(),
		idle: /* @__PURE__ */ new Set(),
		start: file
	};
	readHeld(file, walk);
	for (const item of modules.readFunctions(file)) {
		walk.start = formatFunctionKey(file, item);
		walkScope({
			file,
			code: item.body,
			names: /* @__PURE__ */ new Map(),
			aliases: /* @__PURE__ */ new Map(),
			owner: null
		}, walk);
	}
	const isOwn = (start) => start.replace(/:\d+$/, "") === file && !walk.called.has(start);
	return walk.roots.filter(({ start }) => isOwn(start)).map(({ parser }) => parser);
}
function readHeld(file, walk) {
	const known = walk.held.get(file);
	if (known) return known;
	const names = /* @__PURE__ */ new Map();
	walk.held.set(file, names);
	const { start } = walk;
	walk.start = file;
	walkScope({
		file,
		code: readModuleCode(walk.modules.readSource(file)),
		names,
		aliases: /* @__PURE__ */ new Map(),
		owner: null
	}, walk);
	walk.start = start;
	return names;
}
function findHeld(name, { file, names }, walk) {
	const own = names.get(name) ?? readHeld(file, walk).get(name);
	if (own || !/^\w+(?:\.\w+)?$/.test(name)) return own;
	const symbol = walk.modules.resolve(file, name);
	return symbol?.name && symbol.file !== file ? readHeld(symbol.file, walk).get(symbol.name) : void 0;
}
function formatFunctionKey(file, { start }) {
	return `${file}:${start}`;
}
function addForeignChildren(root, all, modules) {
	if (!root.isCreated) return root;
	const added = all.filter(({ isCreated }) => !isCreated).flatMap(({ children }) => children);
	const own = [...root.children, ...added];
	if (own.length > 0) return {
		...root,
		children: own
	};
	const found = modules.listPackage(root.file).filter((path) => path !== root.file).flatMap((path) => walkModule(modules, path)).filter(({ isCreated }) => !isCreated);
	return {
		...root,
		children: found.flatMap(({ children }) => children)
	};
}
function listLines$2(parser, words, leading) {
	if (!parser.hasSubcommands && parser.children.length === 0) return [{
		words,
		arguments: parser.arguments,
		file: parser.file,
		...leading.length > 0 && { leading }
	}];
	const needed = [...leading, ...parser.arguments.filter(({ isRequired }) => isRequired)];
	return parser.children.flatMap((child) => listLines$2(child, [...words, child.word ?? ""], needed));
}
const statement = /(?:(?<![\w.])([\w.]+)[ \t]*(?::[^=\n()]+)?=[ \t]*)?(?<![\w.])([\w.]+)\(|^[ \t]*(\w+)[ \t]*=[ \t]*([\w.]+)[ \t]*$/gm;
function walkScope(scope, walk) {
	const code = expandLoops(scope.code, walk.modules.readSource(scope.file));
	let returned = null;
	let done = 0;
	for (const match of code.matchAll(statement)) {
		const [text, target = "", callee, alias = "", original = ""] = match;
		if (match.index < done) continue;
		if (callee === void 0) {
			keepAlias(alias, original, scope, walk);
			continue;
		}
		const { parts, end } = readBalanced(code, match.index + text.length);
		if (/(?:ArgumentParser|add_parser)$/.test(callee)) done = end;
		const parser = applyCall({
			name: callee,
			parts
		}, scope, walk);
		if (!parser) continue;
		scope.names.set(target, parser);
		if (/\breturn[ \t]+$/.test(code.slice(0, match.index))) returned = parser;
	}
	return returned ?? findReturned(code, scope, walk);
}
function findReturned(code, scope, walk) {
	const name = [...code.matchAll(/^[ \t]*return[ \t]+([\w.]+)[ \t]*$/gm)].at(-1)?.[1];
	return (name === void 0 ? void 0 : findHeld(name, scope, walk)) ?? null;
}
function keepAlias(alias, original, scope, walk) {
	const held = findHeld(original, scope, walk);
	if (held) scope.names.set(alias, held);
	else scope.aliases.set(alias, original);
}
function applyCall(call, scope, walk) {
	const { name, parts } = call;
	const end = name.lastIndexOf(".");
	const [owner, method] = [name.slice(0, Math.max(end, 0)), name.slice(end + 1)];
	if (method.endsWith("ArgumentParser")) return createParser({
		word: null,
		isCreated: true
	}, parts, scope, walk);
	const parser = owner === "" ? void 0 : findParser(owner, method, scope, walk);
	if (!parser) return callFunction(call, scope, walk);
	switch (method) {
		case "add":
		case "add_arg":
		case "add_argument":
			addArgument(parser, parts);
			return null;
		case "add_argument_group":
		case "add_mutually_exclusive_group": return parser;
		case "add_subparsers":
			parser.hasSubcommands = true;
			return parser;
		case "add_parser": return addSubcommand(parser, parts, scope, walk);
		default: return callFunction(call, scope, walk);
	}
}
function addSubcommand(parser, parts, scope, walk) {
	const word = readText(listPositional(parts)[0] ?? readKeywordCode(parts, "name") ?? "", scope, walk);
	if (word === null) return null;
	const child = createParser({
		word,
		isCreated: false
	}, parts, scope, walk);
	parser.hasSubcommands = true;
	parser.children.push(child);
	return child;
}
function findParser(name, method, scope, walk) {
	const held = findHeld(name, scope, walk);
	const isParser = /^add_(?:argument|argument_group|mutually_exclusive_group|subparsers|parser)$/.test(method);
	if (held || !isParser) return held;
	const parser = createParser({
		word: null,
		isCreated: false
	}, [], scope, walk);
	scope.names.set(name, parser);
	return parser;
}
function createParser({ word, isCreated }, parts, scope, walk) {
	const listed = readKeywordCode(parts, "parents") ?? "";
	const parents = readBalanced(listed, listed.indexOf("[") + 1).parts.flatMap((part) => {
		const [, name = "", bracket] = /^\s*([\w.]+)\s*(\()?/.exec(part) ?? [];
		const parser = bracket ? callFunction({
			name,
			parts: []
		}, scope, walk) : findHeld(name, scope, walk);
		if (parser) parser.isParent = true;
		return parser ? parser.arguments : [];
	});
	const created = {
		word,
		file: scope.file,
		arguments: parents,
		children: [],
		isCreated,
		hasSubcommands: false,
		isParent: false
	};
	if (word === null) walk.roots.push({
		parser: created,
		start: walk.start
	});
	return created;
}
function callFunction({ name, parts }, scope, walk) {
	const given = parts.map((part) => {
		const [, key, value = ""] = /^\s*(?:(\w+)\s*=\s*)?([\w.]+)\s*$/.exec(part) ?? [];
		return {
			key,
			parser: value === "" ? void 0 : findHeld(value, scope, walk)
		};
	});
	const found = findFunction(name, scope, walk.modules);
	if (!found) return null;
	const key = formatFunctionKey(found.file, found.item);
	const isGiven = given.some(({ parser }) => parser !== void 0);
	if (walk.stack.includes(key) || walk.stack.length > 8 || !isGiven && walk.idle.has(key)) return null;
	const parameters = found.item.parameters.map((part) => /^\s*\**(\w+)/.exec(part)?.[1] ?? "");
	const own = ["self", "cls"].includes(parameters[0] ?? "") ? parameters.slice(1) : parameters;
	const names = new Map(given.flatMap(({ key: keyword, parser }, index) => {
		const parameter = keyword ?? own[index];
		return parser && parameter !== void 0 ? [[parameter, parser]] : [];
	}));
	const before = walk.roots.length;
	walk.called.add(key);
	walk.stack.push(key);
	const result = walkScope({
		file: found.file,
		code: found.item.body,
		names,
		aliases: /* @__PURE__ */ new Map(),
		owner: found.owner
	}, walk);
	walk.stack.pop();
	if (!isGiven && walk.roots.length === before) walk.idle.add(key);
	return result;
}
function findFunction(name, scope, modules) {
	const [first = "", ...rest] = name.split(".");
	if (["self", "cls"].includes(first)) return scope.owner && findMethod(scope.owner, rest.join("."), scope.owner, modules);
	const symbol = modules.resolve(scope.file, [scope.aliases.get(first) ?? first, ...rest].join("."));
	if (!symbol?.name) return null;
	const { file } = symbol;
	const [owner = "", method = "__init__"] = symbol.name.split(".");
	if (modules.readClasses(file).has(owner)) return findMethod({
		file,
		name: owner
	}, method, {
		file,
		name: owner
	}, modules);
	const item = modules.readFunctions(file).find((one) => one.name === symbol.name);
	return item ? {
		file,
		item,
		owner: null
	} : null;
}
function findMethod(symbol, name, owner, modules) {
	const { file } = symbol;
	const inside = modules.readClasses(file).get(symbol.name ?? "");
	if (!inside) return null;
	const item = modules.readFunctions(file).find((one) => one.name === name && one.start >= inside.start && one.start < inside.end);
	if (item) return {
		file,
		item,
		owner
	};
	return listBases(symbol, inside, modules).map((base) => findMethod(base, name, owner, modules)).find(Boolean) ?? null;
}
function listBases({ file, name }, { bases }, modules) {
	return bases.map((base) => /^[\w.]+$/.test(base) ? modules.resolve(file, base) : null).filter((base) => base !== null && base.name !== null && base.name !== name);
}
function readText(code, { owner }, walk) {
	const [, key] = /^(?:self|cls)\.(\w+)$/.exec(code) ?? [];
	const inside = key === void 0 || !owner ? null : walk.modules.readClasses(owner.file).get(owner.name ?? "");
	if (!inside) return readLiteral(code);
	return new RegExp(`^[ \\t]+${key}[ \\t]*(?::[^=\\n]+)?=[ \\t]*["']([^"'\\n]+)["']`, "m").exec(inside.code)?.[1] ?? null;
}
function addArgument(parser, parts) {
	const argument = toArgument(parts);
	const isKnown = parser.arguments.some(({ names }) => names.join(" ") === argument?.names.join(" "));
	if (argument && !isKnown) parser.arguments.push(argument);
}
function toArgument(parts) {
	const names = listStrings(listPositional(parts).join(","));
	if (names.length === 0) return null;
	const text = parts.join(",");
	const isPositional = !names[0]?.startsWith("-");
	const isOptionalPositional = /nargs\s*=\s*["'][?*]["']/.test(text);
	return {
		names,
		isPositional,
		isRequired: isPositional ? !isOptionalPositional : /required\s*=\s*True/.test(text),
		isFlag: /action\s*=\s*(?:["'](?:store_true|store_false|count|version|help)["']|[\w.]+\.BooleanOptionalAction)/.test(text),
		default: readKeyword(parts, "default"),
		isNumber: readKeywordCode(parts, "type") === "int" && !/nargs\s*=/.test(text)
	};
}
function expandLoops(code, source) {
	return code.replaceAll(/^([ \t]*)for[ \t]+\(?(\w+)(?:[ \t]*,[ \t]*(\w+))?\)?[ \t]+in[ \t]+([^\n]+?):[ \t]*\n((?:\1[ \t]+[^\n]*\n|[ \t]*\n)*(?:\1[ \t]+[^\n]*$)?)/gm, (...found) => {
		const [text = "", , name = "", value, over = "", block = ""] = found;
		const entries = new RegExp(`(?<![\\w.])${value ?? name}(?:\\.\\w+)?\\(`).test(block) || /add_parser\(/.test(block) ? listEntries(over, source) : [];
		return entries.length === 0 ? text : entries.map((entry) => fillLoop(block, {
			name,
			value,
			...entry
		})).join("\n");
	});
}
function listEntries(over, source) {
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
function fillLoop(block, { name, value, word, code }) {
	if (word === null) return block.replaceAll(new RegExp(`(?<![\\w.])${name}(?!\\w|\\s*=[^=])`, "g"), code ?? name);
	const named = block.replaceAll(`{${name}}`, word).replaceAll(new RegExp(`globals\\(\\)\\[${name}\\]`, "g"), word.replaceAll("-", "_")).replaceAll(new RegExp(`(?<![\\w.])${name}(?!\\w|\\s*=[^=])`, "g"), JSON.stringify(word));
	return value === void 0 || code === null ? named : named.replaceAll(new RegExp(`(?<![\\w.])${value}(?!\\w|\\s*=[^=])`, "g"), code);
}

// src/domain/init/command-line.ts
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

// src/domain/init/click-commands.ts
function parseCommandTree(modules, file, entry) {
	if (!hasFramework(modules.readSource(file))) return [];
	const files = [.../* @__PURE__ */ new Set([...modules.listReachable(entry), ...modules.listPackage(file)])];
	const tree = {
		commands: /* @__PURE__ */ new Map(),
		links: []
	};
	for (const one of files) if (hasFramework(modules.readSource(one))) readModule(one, modules, tree);
	for (const one of files) if (hasFramework(modules.readSource(one))) readLinks(one, modules, tree);
	addUnknownGroups(tree, modules);
	const inGroup = new Set(tree.links.map(({ command }) => command));
	const roots = [...tree.commands.values()].filter((one) => one.file === file).filter(({ key }) => !inGroup.has(key));
	const groups = roots.filter(({ isGroup }) => isGroup);
	return (groups.length > 0 ? groups : roots).flatMap((root) => listRoot(root, tree));
}
function addUnknownGroups({ commands, links }, modules) {
	for (const { group: key } of links) {
		const file = key.replace(/#.*$/, "");
		const group = {
			key,
			file,
			isGroup: true,
			isTyper: hasTyper(modules.readSource(file)),
			word: null,
			arguments: []
		};
		if (!commands.has(key)) commands.set(key, group);
	}
}
function hasTyper(source) {
	return /^\s*(?:import|from)\s+typer\b/m.test(source);
}
function hasFramework(source) {
	return /^\s*(?:import|from)\s+(?:\w*click|typer)\b/m.test(source);
}
function listRoot(root, tree) {
	const links = tree.links.filter(({ group }) => group === root.key);
	const [only] = links;
	const hasCallback = tree.commands.has(`${root.key}()`);
	const command = only && tree.commands.get(only.command);
	if (root.isTyper && links.length === 1 && !hasCallback && command && !command.isGroup) return listLines$1(command, {
		words: [],
		leading: [],
		tree
	});
	return listLines$1(root, {
		words: [],
		leading: [],
		tree
	});
}
function listLines$1(command, { words, leading, tree }) {
	const { key, file, isGroup, doubt } = command;
	if (!isGroup) return [{
		words,
		arguments: command.arguments,
		file,
		...leading.length > 0 && { leading },
		...doubt && { doubt }
	}];
	if (words.length > 4) return [];
	const callback = tree.commands.get(`${key}()`);
	const required = [...command.arguments, ...callback?.arguments ?? []].filter(({ isRequired }) => isRequired);
	return tree.links.flatMap((link) => {
		const inner = link.group === key ? tree.commands.get(link.command) : void 0;
		if (!inner) return [];
		const { doubt: _, ...named } = inner;
		const word = link.word ?? inner.word ?? "";
		return listLines$1(link.word === null ? inner : named, {
			words: [...words, word].filter(Boolean),
			leading: [...leading, ...required],
			tree
		});
	});
}
function readModule(file, modules, tree) {
	const source = modules.readSource(file);
	for (const match of source.matchAll(/^[ \t]*(\w+)[ \t]*(?::[^=\n]+)?=[ \t]*((?:[\w.]+\.)?(?:Typer|Group))\(/gm)) {
		const [text, name = "", maker = ""] = match;
		const isTyper = maker.endsWith("Typer");
		const word = readKeyword(splitBalanced(source, match.index + text.length), "name") ?? (isTyper ? null : name);
		const key = `${file}#${name}`;
		tree.commands.set(key, {
			key,
			file,
			isGroup: true,
			isTyper,
			word,
			arguments: []
		});
	}
	for (const item of modules.readFunctions(file)) for (const decorator of listDecorators(item.decorators)) readDecorated(item, decorator, {
		file,
		modules,
		tree
	});
}
function readDecorated(item, { name, parts }, { file, modules, tree }) {
	const [, owner = "", kind] = /^(?:([\w.]+)\.)?(command|group|callback)$/.exec(name) ?? [];
	if (kind === void 0) return;
	const parent = owner === "" || isFramework(owner) ? null : toKey(modules.resolve(file, owner));
	const isTyper = parent !== null && hasTyper(modules.readSource(parent.replace(/#.*$/, "")));
	if (kind === "callback") {
		const key = `${parent}()`;
		if (parent !== null) tree.commands.set(key, {
			...readCommand(item, parts, {
				file,
				modules,
				isTyper
			}),
			key
		});
		return;
	}
	const key = `${file}#${item.name}`;
	const isGroup = kind === "group";
	tree.commands.set(key, {
		...readCommand(item, parts, {
			file,
			modules,
			isTyper
		}),
		key,
		isGroup
	});
	if (parent !== null) tree.links.push({
		group: parent,
		command: key,
		word: null
	});
}
function isFramework(owner) {
	return /^(?:\w*click|typer)$/.test(owner);
}
function toKey(symbol) {
	return symbol === null ? null : `${symbol.file}#${symbol.name ?? ""}`;
}
function listDecorators(text) {
	return [...text.matchAll(/^[ \t]*@([\w.]+)(\()?/gm)].map((match) => ({
		name: match[1] ?? "",
		parts: match[2] ? splitBalanced(text, match.index + match[0].length) : []
	}));
}
function readCommand(item, parts, context) {
	const { file, isTyper } = context;
	const given = readLiteral(listPositional(parts)[0] ?? readKeywordCode(parts, "name") ?? "");
	const name = item.name.replaceAll("_", "-").toLowerCase();
	const short = name.replace(/-(?:command|cmd|group|grp)$/, "");
	const doubt = given === null && short !== name && !isTyper ? `its subcommand is \`${short}\` or \`${name}\`, by the version of click` : void 0;
	return {
		file,
		isGroup: false,
		isTyper,
		word: given ?? name,
		arguments: isTyper ? readTyperArguments(item.parameters) : readClickArguments(item.decorators, context),
		...doubt !== void 0 && { doubt }
	};
}
function readLinks(file, modules, tree) {
	const context = {
		file,
		modules,
		tree
	};
	readAdded(context);
	readCalled(context);
	readLazy(context);
}
function readAdded({ file, modules, tree }) {
	const source = modules.readSource(file);
	for (const match of source.matchAll(/(?<![\w.])([\w.]+)\.add_(?:command|typer)\(/g)) {
		const parts = splitBalanced(source, match.index + match[0].length);
		const [first = "", second = ""] = listPositional(parts);
		const [group, command] = [match[1] ?? "", first].map((name) => toKey(modules.resolve(file, name)));
		if (group && command) tree.links.push({
			group,
			command,
			word: readKeyword(parts, "name") ?? readLiteral(second)
		});
	}
}
function readCalled({ file, modules, tree }) {
	const source = modules.readSource(file);
	for (const match of source.matchAll(/(?<![\w.@])([\w.]+)\.command\(/g)) {
		const { parts, end } = readBalanced(source, match.index + match[0].length);
		const symbol = modules.resolve(file, /^\(([\w.]+)\)/.exec(source.slice(end))?.[1] ?? "");
		const item = symbol && modules.readFunctions(symbol.file).find((one) => one.name === symbol.name);
		const [group, key] = [toKey(modules.resolve(file, match[1] ?? "")), toKey(symbol)];
		if (!symbol || !item || group === null || key === null) continue;
		const isTyper = tree.commands.get(group)?.isTyper ?? false;
		tree.commands.set(key, {
			...readCommand(item, parts, {
				file: symbol.file,
				modules,
				isTyper
			}),
			key
		});
		tree.links.push({
			group,
			command: key,
			word: null
		});
	}
}
function readLazy({ file, modules, tree }) {
	const source = modules.readSource(file);
	const lazy = /lazy\w*\s*=\s*\{/i.exec(source);
	const group = [...tree.commands.values()].find((one) => one.file === file && one.isGroup);
	if (!lazy || !group) return;
	const entries = splitBalanced(source, lazy.index + lazy[0].length).join(",");
	for (const [, word = "", module = "", name = ""] of entries.matchAll(/["']([\w-]+)["']\s*:\s*["']([\w.]+)[.:](\w+)["']/g)) {
		const command = [...tree.commands.keys()].find((key) => key.endsWith(`${module.replaceAll(".", "/")}.py#${name}`));
		if (command !== void 0) tree.links.push({
			group: group.key,
			command,
			word
		});
	}
}
const clickDeclaration = /(?<![\w.])(?:[\w.]+\.)?(argument|option)\(/g;
function readClickArguments(decorators, { file, modules }) {
	return listDecorators(decorators).flatMap(({ name, parts }) => {
		const kind = /(?:^|\.)(argument|option)$/.exec(name)?.[1];
		if (kind !== void 0) return toClickArgument(kind, parts);
		const symbol = /(?:^|\.)(?:command|group|pass_\w+|version_option|help_option)$/.test(name) ? null : modules.resolve(file, name);
		return symbol?.name ? readSharedArguments(symbol, modules) : [];
	});
}
function readSharedArguments({ file, name }, { readSource, readFunctions }) {
	const source = readSource(file);
	const item = readFunctions(file).find((one) => one.name === name);
	const assigned = new RegExp(`^${name}[ \\t]*=[ \\t]*[^\\n]*`, "m").exec(readModuleCode(source));
	const code = item?.body ?? (assigned ? readModuleCode(source).slice(assigned.index) : "");
	const declared = [...code.matchAll(clickDeclaration)].map((match) => toClickArgument(match[1] ?? "", splitBalanced(code, match.index + match[0].length)));
	return item ? declared.flat() : declared[0] ?? [];
}
function toClickArgument(kind, parts) {
	const names = listStrings(listPositional(parts).join(","));
	if (names.length === 0) return [];
	const text = parts.join(",");
	const isPositional = kind === "argument";
	const hasDefault = readKeywordCode(parts, "default") !== null || /nargs\s*=\s*-1/.test(text);
	return [{
		names: isPositional ? names : names.filter((one) => one.startsWith("-")).map((one) => one.split("/")[0] ?? one),
		isPositional,
		isRequired: isPositional ? !/required\s*=\s*False/.test(text) && (!hasDefault || /required\s*=\s*True/.test(text)) : /required\s*=\s*True/.test(text),
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
	const declaration = /\b(?:typer\.)?(Option|Argument)\(([^]*)\)/.exec(`${value ?? ""} ${annotation}`);
	const [kind, inside = ""] = [declaration?.[1], declaration?.[2]];
	const fallback = findTyperDefault(parameter, inside);
	const isPositional = kind === "Argument" || kind === void 0 && value === null;
	return {
		names: isPositional ? [name] : listTyperNames(name, inside),
		isPositional,
		isRequired: fallback === null,
		isFlag: /\bbool\b/.test(annotation),
		isNumber: /\bint\b/.test(annotation) && !/\b(?:list|tuple)\b/i.test(annotation),
		default: fallback === null ? null : readLiteral(fallback)
	};
}
function findTyperDefault({ value }, inside) {
	if (value === null || !/^(?:typer\.)?(?:Option|Argument)\(/.test(value)) return value;
	const [first = ""] = splitBalanced(`${inside})`, 0);
	return /^\s*(?:\.\.\.)?\s*$/.test(first) ? null : first;
}
function listTyperNames(name, inside) {
	const named = listStrings(inside).filter((text) => text.startsWith("-"));
	return named.length > 0 ? named : [`--${name.replaceAll("_", "-")}`];
}
function parseTyperRun(modules, file) {
	return [...modules.readSource(file).matchAll(/\btyper\.run\(([\w.]+)\)/g)].flatMap(([, name = ""]) => {
		const symbol = modules.resolve(file, name);
		const item = symbol && modules.readFunctions(symbol.file).find((one) => one.name === symbol.name);
		return item ? [{
			words: [],
			arguments: readTyperArguments(item.parameters),
			file: symbol.file
		}] : [];
	});
}

// src/domain/init/python-arguments.ts
function readCommandLines(modules, entry) {
	for (const file of modules.listReachable(entry)) {
		const lines = [
			...parseArgparse(modules, file),
			...parseCommandTree(modules, file, entry),
			...parseTyperRun(modules, file),
			...parseFire(modules.readSource(file), file)
		];
		if (lines.length > 0) return lines;
	}
	return [];
}
function doesReadArguments(source) {
	return /\b(?:sys\.argv|argparse|ArgumentParser|parse_args|HfArgumentParser|tyro|click|typer|fire|absl|simple_parsing|jsonargparse|docopt|hydra|configargparse)\b/.test(source);
}
function parseFire(source, file) {
	return [...[readModuleCode(source), ...listFunctions(source).map(({ body }) => body)].join("\n").matchAll(/\bfire\.Fire\((\w+)/g)].flatMap(([, name = ""]) => listFunctions(source).filter((item) => item.name === name).map(({ parameters }) => ({
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

// src/domain/init/python-modules.ts
const maxReachable = 400;
function createPythonModules(project) {
	const known = new Set(project.paths);
	const readSource = remember((file) => dropLongTexts(project.texts.get(file) ?? ""));
	const readFunctions = remember((file) => listFunctions(readSource(file)));
	const readClasses = remember((file) => listClasses(readSource(file)));
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
		if (target.name !== null) return follow({
			...target,
			name: [target.name, rest].filter(Boolean).join(".")
		}, depth);
		return rest === "" ? target : enter(target.file, rest, depth);
	};
	const enter = (file, name, depth) => {
		const [first = "", ...rest] = name.split(".");
		const inner = file.endsWith("__init__.py") ? findModule(file, `.${first}`, known) : null;
		if (inner === null) return follow({
			file,
			name
		}, depth);
		return rest.length === 0 ? {
			file: inner,
			name: null
		} : follow({
			file: inner,
			name: rest.join(".")
		}, depth);
	};
	const follow = (symbol, depth) => {
		const first = (symbol.name ?? "").split(".")[0] ?? "";
		return depth < 8 && readImports(symbol.file).has(first) ? resolve(symbol.file, symbol.name ?? "", depth + 1) : symbol;
	};
	return {
		readSource,
		readFunctions,
		readClasses,
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
	const isCalled = (name) => new RegExp(`(?<![\\w.])${name.replaceAll(".", "\\.")}(?:\\.\\w+)*\\(`).test(source);
	return [...imports].map(([name, symbol]) => ({
		symbol,
		isCalled: isCalled(name)
	})).toSorted((a, b) => Number(b.isCalled) - Number(a.isCalled)).map(({ symbol }) => symbol);
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
		return [`${path}.py`, joinPath(path, "__init__.py")].find((candidate) => known.has(candidate)) ?? null;
	};
	if (dots > 0) {
		let folder = getFolder(file);
		for (let level = 1; level < dots; level += 1) folder = getFolder(folder);
		return find(folder);
	}
	if (inPackage === "") return null;
	let folder = getFolder(file);
	const folders = [folder];
	while (folder !== "") folders.push(folder = getFolder(folder));
	const root = folders.findIndex((one) => one === "" || !known.has(`${one}/__init__.py`));
	return [...folders.slice(root), ...folders.slice(0, root)].map(find).find((path) => path !== null) ?? null;
}

// src/domain/init/python-tools.ts
function choosePythonTools(project, folder, needs = noNeeds) {
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
	const pixi = has("pixi.lock") ? folder : findPixiFolder(project, folder);
	if (has("pixi.lock") || pixi !== null && !has("poetry.lock")) return withPixi(project, folder, pixi ?? folder);
	if (has("poetry.lock")) {
		const install = [
			"poetry",
			"install",
			"--no-interaction",
			...directory
		];
		return buildInstalledTools(joinPath(folder, ".venv"), [install], { POETRY_VIRTUALENVS_IN_PROJECT: "true" }, ["POETRY_CACHE_DIR"]);
	}
	const file = ["environment.yml", "environment.yaml"].flatMap((name) => [joinPath(folder, name), name]).find((path) => /^dependencies\s*:/m.test(project.texts.get(path) ?? ""));
	return file === void 0 ? withPip(project, folder, needs) : withConda(project, folder, file);
}
const noNeeds = {
	tools: [],
	extras: []
};
function findPixiFolder({ paths, manifests }, folder) {
	const isManifest = (place) => paths.includes(joinPath(place, "pixi.toml")) || getNested(manifests.get(joinPath(place, "pyproject.toml")), "tool", "pixi") !== void 0;
	return [folder, ""].find(isManifest) ?? null;
}
function withPixi({ paths, manifests }, folder, place) {
	const install = [
		"pixi",
		"install",
		...paths.includes(joinPath(place, "pixi.lock")) ? ["--frozen"] : [],
		...place === "" ? [] : ["--manifest-path", place]
	];
	const manifest = manifests.get(joinPath(place, "pixi.toml")) ?? getNested(manifests.get(joinPath(place, "pyproject.toml")), "tool", "pixi");
	const packages = Object.values(getNested(manifest, "pypi-dependencies") ?? {});
	const isInstalled = manifest === void 0 || packages.some((one) => getNested(one, "path") !== void 0);
	return {
		...buildInstalledTools(joinPath(place, ".pixi/envs/default"), [install], {}, ["PIXI_CACHE_DIR"]),
		isInstalled,
		env: isInstalled ? {} : setSourcePath({ paths }, folder)
	};
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
	const tools = buildInstalledTools(place, [create, ...hasPackage && !isInstalled ? [install] : []], {}, [
		"CONDA_PKGS_DIRS",
		"PIP_CACHE_DIR",
		"PIP_INDEX_URL"
	]);
	return hasPackage || isInstalled ? tools : {
		...tools,
		isInstalled: false,
		env: setSourcePath(project, folder)
	};
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
	const extras = findExtras(project, folder, needs).filter(({ kind }) => kind === "extra");
	if (needs.tools.length === 0 && extras.length === 0 && !hasRequirements && !hasDependencies) return buildPlainTools(project, folder);
	const wanted = extras.length > 0 ? `[${extras.map(({ name }) => name).join(",")}]` : "";
	const { setup, passEnv, cpuEnv } = buildPipInstall(project, folder, [
		...hasRequirements ? ["-r", requirements] : [],
		...hasPackage ? buildPackageArguments(project, folder, wanted) : [],
		...extras.length > 0 ? [] : needs.tools
	]);
	return {
		...buildInstalledTools(joinPath(folder, ".venv"), setup, {}, passEnv),
		isInstalled: hasPackage,
		...cpuEnv && { cpuEnv }
	};
}
const builtWithTorch = /^[^#\n]*?\b(?:flash[-_]attn|mamba[-_]ssm|causal[-_]conv1d|transformer[-_]engine|pytorch3d|grouped[-_]gemm|natten)\b/im;
const buildTools = [
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
function buildPipInstall({ texts, manifests }, folder, packages) {
	const venv = joinPath(folder, ".venv");
	const install = [
		`${venv}/bin/python`,
		"-m",
		"pip",
		"install",
		"--disable-pip-version-check"
	];
	const manifest = manifests.get(joinPath(folder, "pyproject.toml"));
	const declared = [...["requirements.txt", "setup.py"].map((name) => texts.get(joinPath(folder, name)) ?? ""), ...listTexts(getNested(manifest, "project", "dependencies"))];
	const isBuilt = declared.some((text) => builtWithTorch.test(text));
	const tools = [.../* @__PURE__ */ new Set([...buildTools, ...listTexts(getNested(manifest, "build-system", "requires"))])];
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
		passEnv: ["PIP_CACHE_DIR", "PIP_INDEX_URL"],
		...skipped.length > 0 && { cpuEnv }
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
function buildPlainTools(project, folder) {
	return {
		python: "python3",
		isInstalled: false,
		setup: [],
		env: setSourcePath(project, folder),
		passEnv: []
	};
}
function setSourcePath({ paths }, folder) {
	const root = paths.some((path) => path.startsWith(`${joinPath(folder, "src")}/`) && path.endsWith(".py")) ? joinPath(folder, "src") : folder;
	return root === "" ? {} : { PYTHONPATH: root };
}
function findExtras({ manifests }, folder, { tools, extras }) {
	const manifest = manifests.get(joinPath(folder, "pyproject.toml"));
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
	const { manifests, texts } = project;
	const manifest = manifests.get(joinPath(folder, "pyproject.toml"));
	const declared = listTexts(getNested(manifest, "project", "dependencies"));
	const required = texts.get(joinPath(folder, "requirements.txt")) ?? "";
	const code = listFiles(project, /\.py$/).filter(({ path }) => isBelow(path, folder));
	const needed = [
		"torch",
		"jax",
		"tensorflow",
		"cupy",
		"click",
		"typer",
		"fire"
	].filter((name) => {
		const form = new RegExp(`^${name}(?![a-z])`, "im");
		const isImported = new RegExp(`^\\s*(?:from|import)\\s+${name}\\b`, "m");
		return ![...declared, required].some((text) => form.test(text)) && code.some(({ text }) => isImported.test(text));
	});
	const lists = Object.entries(getNested(manifest, "project", "optional-dependencies") ?? {});
	const providers = needed.flatMap((name) => {
		const form = new RegExp(`^${name}(?![a-z])`, "i");
		return lists.find(([, list]) => listTexts(list).some((text) => form.test(text)))?.[0] ?? [];
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
	let folder = getFolder(file);
	while (folder !== "" && !packageFiles.some((name) => paths.includes(`${folder}/${name}`))) folder = getFolder(folder);
	return folder;
}
const gpuModules = "torch|pytorch_lightning|lightning|accelerate|deepspeed|cupy|cudf|cuml|jax|flax|tensorflow|keras|triton|numba\\.cuda|pycuda|onnxruntime|warp|taichi|tinygrad";
const gpuImports = new RegExp(`^\\s*(?:from\\s+|import\\s+(?:[\\w.]+(?:\\s+as\\s+\\w+)?\\s*,\\s*)*)(?:${gpuModules})\\b`, "m");
function hasPythonGpuCode(project, folder) {
	return listFiles(project, /\.py$/).some(({ path, text }) => isBelow(path, folder) && gpuImports.test(text));
}

// src/domain/init/own-command.ts
function buildOwnProgram(words, findings, project) {
	const { program, start } = findProgram(words, findings, project);
	const outputs = listOutputs(start, program?.main ?? "", project);
	const command = outputs.reduce((done, { index, word }) => done.with(index, word), start);
	const replaced = outputs.map(({ value, word }) => `${getPlace(word)} for ${value}`);
	const own = program ? `${program.evidence}, with your arguments` : "your command";
	return {
		...plainProgram,
		name: toConfigName(getBaseName(words[0] ?? "program")),
		usesGpu: findings.usesGpu,
		file: "",
		...program && pickProgram(program),
		command,
		readsFasta: words.some((word) => word.includes("{dataset}")),
		...findProof(command, outputs, program ? project.texts.get(program.main) : void 0),
		takesGpus: words.some((word) => /\{gpus\}|\{gpuCount\}/.test(word)),
		isMain: true,
		evidence: replaced.length > 0 ? `${own}; a new place in each run: ${replaced.join(", ")}` : own
	};
}
function findProof(command, outputs, source) {
	if (!command.some((word) => word.includes("{output}"))) return {
		proofPath: null,
		proofText: source === void 0 ? null : findLastPrint(source)
	};
	const [first, second] = outputs;
	const place = first ? getPlace(first.word) : "{output}";
	return {
		proofPath: second || place === "{output}" ? "{output}/**" : place,
		proofText: null
	};
}
function getPlace(word) {
	return word.slice(word.indexOf("{output}"));
}
function findProgram(words, findings, project) {
	for (const program of findings.programs) {
		const start = replaceStart(words, program);
		if (start !== null) return {
			program,
			start
		};
	}
	const script = findScript(words, project);
	return script ? {
		program: script,
		start: [
			script.command[0] ?? "",
			...script.command.slice(1),
			...words.slice(script.command.length)
		]
	} : {
		program: null,
		start: words
	};
}
function findScript(words, project) {
	if (!isPython(words[0])) return null;
	const isModule = words[1] === "-m";
	const name = withoutDot(words[isModule ? 2 : 1] ?? "");
	const file = (isModule ? [`${name.replaceAll(".", "/")}.py`, `${name.replaceAll(".", "/")}/__main__.py`] : [name]).find((path) => project.texts.has(path));
	if (file === void 0) return null;
	const home = findPackageFolder(project, file);
	const { python, isInstalled: _isInstalled, ...preparation } = choosePythonTools(project, home);
	const command = isModule ? [
		python,
		"-m",
		name
	] : [python, file];
	const usesGpu = hasPythonGpuCode(project, home);
	return {
		...plainProgram,
		...preparation,
		name: toConfigName(name.replace(/\.py$/, "")),
		command,
		usesGpu,
		evidence: file,
		file,
		main: file
	};
}
function listOutputs(command, main, project) {
	const declared = (main === "" ? [] : readCommandLines(createPythonModules(project), main)).flatMap((line) => matchWords(command, line) ?? []);
	const named = command.flatMap((word, index) => readOption(word, command[index + 1], index));
	const given = [...declared, ...named].flatMap((one) => {
		const role = findRole(one.argument);
		return (role === "directory" || role === "output") && isNewPath(one, project) ? [{
			...one,
			isDirectory: role === "directory"
		}] : [];
	});
	const unique = [...new Map(given.map((one) => [one.index, one])).values()].toSorted((a, b) => a.index - b.index);
	return unique.map(({ index, value, prefix, isDirectory }) => {
		const name = getBaseName(value.replace(/\/+$/, ""));
		return {
			index,
			value,
			word: `${prefix}${!isDirectory && /\.[A-Za-z]\w{0,5}$/.test(name) || unique.length > 1 ? `{output}/${name}` : "{output}"}`
		};
	});
}
function readOption(word, next, index) {
	const argument = {
		isPositional: false,
		isFlag: false
	};
	const [, prefix, name = "", value = ""] = /^((-{0,2}[A-Za-z][\w.-]*)=)(.+)$/.exec(word) ?? [];
	if (prefix !== void 0) return [{
		index,
		prefix,
		value,
		argument: {
			...argument,
			names: [name.replace(/^.*\./, "")]
		}
	}];
	if (!/^--?[A-Za-z][\w-]*$/.test(word) || next === void 0 || next.startsWith("-")) return [];
	return [{
		index: index + 1,
		prefix: "",
		value: next,
		argument: {
			...argument,
			names: [word]
		}
	}];
}
function matchWords(command, line) {
	const all = [...line.leading ?? [], ...line.arguments];
	const positional = all.filter(({ isPositional }) => isPositional);
	const path = [...line.words];
	const values = [];
	for (let index = countStartWords(command); index < command.length; index += 1) {
		const word = command[index] ?? "";
		const isOption = word.startsWith("-");
		const option = isOption ? findOption(word, all) : void 0;
		if (word === path[0]) {
			path.shift();
			continue;
		}
		if (option) index += 1;
		const argument = isOption ? option : positional.shift();
		if (argument) values.push({
			index,
			prefix: "",
			value: command[index] ?? "",
			argument
		});
	}
	return path.length === 0 ? values : null;
}
function findOption(word, all) {
	return all.find(({ names, isFlag, isPositional }) => !isFlag && !isPositional && names.includes(word));
}
function countStartWords(command) {
	return isPython(command[0]) ? command[1] === "-m" || command[1] === "-c" ? 3 : 2 : 1;
}
function isNewPath({ value }, { paths }) {
	const place = withoutDot(value).replace(/\/+$/, "");
	return !(place === "." || paths.some((path) => path === place || isBelow(path, place || "/"))) && !/^(?:-?[\d.]+|-|\/dev\/.*|true|false|none)$/i.test(value) && !value.includes("{");
}
const unconditional = /^(?: {4})?print\(\s*[fr]?["']([^"'{}\\\n]{4,})/gm;
function findLastPrint(text) {
	const source = dropLongTexts(text);
	const body = listFunctions(source).find(({ name }) => name === "main")?.body ?? "";
	return [
		/^if\s+__name__\b[^\n]*\n((?:[ \t]+[^\n]*\n?|\n)*)/m.exec(source)?.[1] ?? "",
		body,
		readModuleCode(source).replaceAll(/^[ \t].*$/gm, "")
	].map((code) => [...code.matchAll(unconditional)].at(-1)?.[1]?.trimEnd()).find((one) => one !== void 0 && one.length >= 4) ?? null;
}
function pickProgram({ name, setup, env, cpuEnv, passEnv, hasFixedTime, usesGpu, file, main }) {
	return {
		name,
		setup,
		env,
		passEnv,
		hasFixedTime,
		usesGpu,
		file,
		main,
		...cpuEnv && { cpuEnv }
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

// src/domain/init/config-text.ts
const shownOthers = 12;
const fixedTimeNote = "Its duration does not show how fast it is: it repeats its work for a fixed time (do_bench or the like). Report its figures as metrics (docs/reporting-stages.md) and name them in comparison.gate.";
function isPlaceholder({ program, benchmarks, example }) {
	if (example) return false;
	return program ? program.missing !== null : benchmarks.length === 0;
}
function buildConfigText(request) {
	const { findings, choices, published } = request;
	const schema = `https://raw.githubusercontent.com/${published.repository}/main/schema/config.schema.json`;
	const docs = `https://github.com/${published.repository}/blob/main/docs`;
	const file = request.configPath?.replace(/^.*\/|\.ya?ml$/g, "");
	return listLines(`# yaml-language-server: $schema=${schema}`, formatComment("Configuration of warpgauge, generated by `warpgauge init`. Edit it as needed."), formatComment(`Every key:   ${docs}/config.md`), formatComment(`Every suite: ${docs}/suites.md`), "version: 1", file ? `name: ${formatScalar(toConfigName(file))}` : null, "", ...buildPipelinePart(request), "", ...buildDatasetsPart(choices), ...buildSuitesPart(choices), "", ...buildComparisonPart(request), ...buildOthersPart(findings, choices), "").join("\n");
}
function listLines(...lines) {
	return lines.filter((line) => typeof line === "string");
}
function formatNote(text) {
	return formatComment(text, "  ");
}
function buildPipelinePart({ choices, findings, programPaths, modelCaches }) {
	const { program, benchmarks, devices } = choices;
	const prepared = mergePreparations([...program ? [program] : [], ...benchmarks]);
	const { setup, passEnv: needed } = prepared;
	const hub = modelCaches.includes("HF_HOME") ? {
		HF_HUB_OFFLINE: "1",
		TRANSFORMERS_OFFLINE: "1"
	} : {};
	const env = {
		...prepared.env,
		...devices === "cpu" && prepared.cpuEnv,
		...hub
	};
	const passEnv = [.../* @__PURE__ */ new Set([...modelCaches, ...needed])];
	const reason = findings.usesGpu ? "What is measured here computes on the CPU." : "No GPU code was found.";
	const more = "`gpu` reserves and watches GPUs; the workflows then need a runner with GPUs.";
	const passed = "Runs start with an empty home and few variables; they inherit these.";
	const models = `Set ${modelCaches.join(", ")} on the runner: where the models are, so that no run downloads them.`;
	return listLines("pipeline:", ...buildCommandPart(choices), devices === "cpu" && formatNote(`${reason} ${more}`), `  devices: ${devices}`, ...setup.length > 0 ? [formatNote("Runs once per commit in a fresh checkout; not timed."), formatLists("setup", setup, "  ")] : [], modelCaches.includes("HF_HOME") && formatNote("Timed runs ask no network for models. Run the program once without warpgauge, so that the caches have them."), Object.keys(env).length > 0 && formatMapping("env", env, "  "), ...passEnv.length > 0 ? [
		formatNote(passed),
		...modelCaches.length > 0 ? [formatNote(models)] : [],
		formatList("passEnv", passEnv, "  ")
	] : [], ...programPaths.length > 0 ? [formatNote("A change of other files only is not measured. `!` leaves files out."), formatList("paths", programPaths, "  ")] : []);
}
function buildCommandPart(choices) {
	const { program, benchmarks, devices } = choices;
	if (!program && benchmarks.length > 0) return [];
	const placeholder = isPlaceholder(choices) ? buildPlaceholderLines(program) : [];
	if (!program) return [...placeholder, "  command: [your-program]"];
	const { name, command, gpuArguments, setup, usesGpu, evidence, limit, hasFixedTime } = program;
	const lacksPackages = command[0] === "python3" && setup.length === 0 && usesGpu;
	return listLines(...placeholder, formatNote(`Found in ${evidence}.`), `  name: ${formatScalar(name)}`, formatNote("One entry per argument, no shell. {output} is a path that does not exist yet, {dataset} an input from datasets."), limit !== null && formatNote(`Shortened so that a run takes seconds to minutes: ${limit}`), hasFixedTime && formatNote("Its duration does not show how fast it is: it repeats its work for a fixed time (do_bench or the like). Report its figures as metrics (docs/reporting-stages.md) and name them in comparison.gate."), formatList("command", [...command, ...devices === "gpu" ? gpuArguments : []], "  "), lacksPackages && formatNote("No dependencies are declared in the repository, so python3 on PATH must have them."), ...buildProofLines(program));
}
function buildPlaceholderLines(program) {
	return [
		formatNote(`PLACEHOLDER: ${program?.missing ? `${program.name}: ${program.missing}` : "no command to measure was found"}. Nothing is measured until you write the complete command below`),
		formatNote("and remove `placeholder: true`; for example  command: [python3, train.py, --max-steps, \"100\"]"),
		"  placeholder: true"
	];
}
function buildProofLines({ proofPath, proofText }) {
	if (proofText !== null) return [formatNote("Exit code 0 is not enough: a run counts only if it prints this text."), `  proof: { stdout: [${formatFlowItem(proofText)}] }`];
	if (proofPath === null) return [formatNote("Runs count by their exit code until `proof` names a result; the first run suggests one. For example:"), formatNote("proof: { stdout: ['a text that it prints at its end'] }")];
	return [
		formatNote("Exit code 0 is not enough: a run counts only if these files exist. Rows of a table also give the throughput."),
		"  proof:",
		`    files: [{ path: ${formatFlowItem(proofPath)} }]`,
		formatComment(`results: { path: '{output}/results.tsv' }`, "    ")
	];
}
function choosePreset({ program, devices }) {
	return program?.usesGpu && devices === "cpu" ? "small" : "medium";
}
function buildDatasetsPart(choices) {
	const { program, tag } = choices;
	const preset = choosePreset(choices);
	const datasets = [
		formatComment("Generated from the seed, identical on every machine. To use your own file: { path: /data/real.fa }"),
		"datasets:",
		`  ${preset}: { preset: ${preset}, seed: 1 }`,
		""
	];
	return [...program?.readsFasta ? datasets : [], ...tag === null ? [] : [
		"revisions:",
		`  ${formatScalar(toConfigName(tag))}: { ref: ${formatScalar(tag)} }`,
		""
	]];
}
function buildSuitesPart(choices) {
	const { program, benchmarks, tag, devices } = choices;
	const run = program?.readsFasta ? [`run: { dataset: ${choosePreset(choices)} }`] : [];
	const formatSuite = (name, note, ...settings) => {
		const all = [...run, ...settings].join(", ");
		return [formatNote(note), `  ${name}: ${all === "" ? "{}" : `{ ${all} }`}`];
	};
	const time = "Time of the complete program, compared with the merge base of a pull request.";
	const speedup = "Speed-up with more GPUs. GPU counts that the runner lacks are listed as not tested.";
	const against = tag === null ? "" : `against: [${formatScalar(toConfigName(tag))}]`;
	return [
		"suites:",
		...program || benchmarks.length === 0 ? formatSuite("end-to-end", time) : [],
		...tag === null ? [] : formatSuite("revision", `Comparison with ${tag} on the same data.`, against),
		...program?.takesGpus && program.usesGpu && devices === "gpu" ? formatSuite("scaling", speedup, "gpus: [1, 2, 4, 8]") : [],
		...benchmarks.length > 0 ? [
			"  command:",
			"    benchmarks:",
			...benchmarks.flatMap((one) => buildBenchmarkLines(one, devices))
		] : []
	];
}
function buildBenchmarkLines(benchmark, devices) {
	const indent = "        ";
	return [
		formatComment(benchmark.evidence, "      "),
		`      - name: ${formatScalar(benchmark.name)}`,
		`${indent}gpus: ${benchmark.usesGpu && devices === "gpu" ? 1 : 0}`,
		formatList("command", benchmark.command, indent),
		`${indent}adapter: ${formatScalar(benchmark.adapter)}`,
		formatList("files", benchmark.files, indent)
	];
}
function buildComparisonPart({ configPath }) {
	const config = configPath === null ? "" : ` --config ${configPath}`;
	return [
		"comparison:",
		formatNote("Smallest relative change to report. `warpgauge run --calibrate` shows what this machine can detect."),
		"  minEffect: 0.03",
		formatNote("Committed samples by machine. Pull requests are compared with their merge base and need none; the history and"),
		formatNote("the fixed anchor do. To create the first ones on the measuring machine:"),
		formatNote(`  warpgauge run${config} --out .warpgauge/first`),
		formatNote("  warpgauge baseline refresh .warpgauge/first --reason \"first baseline\""),
		formatNote("or from GitHub: gh workflow run warpgauge-refresh.yml -f reason=\"first baseline\""),
		"  baselines: baselines"
	];
}
function buildOthersPart({ others, programs }, { program }) {
	const lines = [...programs.filter((one) => one.name !== program?.name).map(({ command, missing, evidence }) => [`${command.join(" ")}: ${evidence}`, missing ?? []].flat().join("; ")), ...others.map(({ what, where }) => `${what}: ${where}`)];
	if (lines.length === 0) return [];
	const left = lines.length - shownOthers;
	return [
		"",
		formatComment("Also found, but not measured:"),
		...lines.slice(0, shownOthers).map((line) => formatComment(`- ${line}`)),
		...left > 0 ? [formatComment(`- and ${left} more`)] : []
	];
}
const documentation = /\.(?:md|rst|adoc)$/i;
function proposeProgramPaths({ paths }) {
	const extensions = [...new Set(paths.flatMap((path) => documentation.exec(path)?.[0].slice(1) ?? []))];
	const hasDocs = paths.some((path) => path.startsWith("docs/"));
	const notices = paths.filter((path) => /^(?:LICEN[CS]E|NOTICE|AUTHORS|CHANGELOG|CODEOWNERS)\b/.test(path));
	const excluded = [
		...extensions.map((extension) => `!**/*.${extension}`),
		...hasDocs ? ["!docs/**"] : [],
		...notices.filter((path) => !documentation.test(getBaseName(path))).map((path) => `!${path}`)
	];
	return excluded.length === 0 ? [] : ["**", ...excluded.slice(0, 20)];
}

export { buildConfigText, buildHydraArguments, buildOwnProgram, buildPackageArguments, buildPipInstall, choosePythonTools, createPythonModules, doesReadArguments, fillCommandLine, findImportedExtras, findPackageFolder, fixedTimeNote, getBaseName, getFolder, getNested, gpuImports, hasPythonGpuCode, isBelow, isPlaceholder, isTest, joinPath, listFiles, listManifests, listStrings, listTexts, normalizePath, plainProgram, proposeProgramPaths, readCommandLines, splitBalanced, toConfigName, unknownArguments };