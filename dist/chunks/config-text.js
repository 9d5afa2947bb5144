import { formatComment, formatMapping } from "./judging.js";
import { buildScriptProgram, createPythonModules, dropLongTexts, findPackageFolder, findRole, getBaseName, hasPythonGpuCode, isBelow, listFunctions, plainProgram, readCommandLines, readModuleCode, toConfigName, withoutDot } from "./python-programs.js";

// src/domain/init/own-command.ts
function buildOwnProgram(words, findings, project) {
	const { program, start } = findProgram(words, findings, project);
	const outputs = listOutputs(start, program?.main ?? "", project);
	const command = outputs.reduce((done, { index, word }) => done.with(index, word), start);
	const places = outputs.map(({ word }) => word.slice(word.indexOf("{output}")));
	const replaced = outputs.map(({ value }, index) => `${places[index] ?? ""} for ${value}`);
	const own = program ? `${program.evidence}, with your arguments` : "your command";
	const isWritten = command.some((word) => word.includes("{output}"));
	const source = isWritten ? void 0 : project.texts.get(program?.main ?? "");
	return {
		...plainProgram,
		name: toConfigName(getBaseName(words[0] ?? "program")),
		usesGpu: findings.usesGpu,
		file: "",
		...program,
		gpuArguments: [],
		limit: null,
		missing: null,
		isEntry: false,
		command,
		readsFasta: words.some((word) => word.includes("{dataset}")),
		proofPath: isWritten ? joinPlaces(places) : null,
		proofText: source === void 0 ? null : findLastPrint(source),
		takesGpus: words.some((word) => /\{gpus\}|\{gpuCount\}/.test(word)),
		isMain: true,
		evidence: replaced.length > 0 ? `${own}; a new place in each run: ${replaced.join(", ")}` : own
	};
}
function joinPlaces([place = "{output}", ...others]) {
	return others.length > 0 || place === "{output}" ? "{output}/**" : place;
}
function findProgram(words, findings, project) {
	for (const program of findings.programs) {
		const start = replaceStart(words, program);
		if (start !== null) return {
			program,
			start
		};
	}
	const isModule = words[1] === "-m";
	const name = withoutDot(words[isModule ? 2 : 1] ?? "");
	const inPackage = name.replaceAll(".", "/");
	const paths = isModule ? [`${inPackage}.py`, `${inPackage}/__main__.py`] : [name];
	const file = isPython(words[0]) ? paths.find((path) => project.texts.has(path)) : void 0;
	if (file === void 0) return {
		program: null,
		start: words
	};
	const script = buildScriptProgram(createPythonModules(project), project, file, isModule ? ["-m", name] : [file]);
	const usesGpu = hasPythonGpuCode(project, findPackageFolder(project, file));
	const start = [...script.command, ...words.slice(script.command.length)];
	return {
		program: {
			...script,
			usesGpu,
			evidence: file
		},
		start
	};
}
function replaceStart(words, { command }) {
	const [own = [], known = []] = [words, command].map((one) => isPython(one[0]) ? one.slice(1) : one);
	const length = known[0] === "-m" ? 2 : 1;
	const isSame = known.slice(0, length).every((word, index) => withoutDot(own[index] ?? "") === withoutDot(word));
	const isNamed = !isPython(command[0]) && words[0] === getBaseName(command[0] ?? "");
	const start = command.slice(0, command.length - known.length + length);
	return isSame || isNamed ? [...start, ...own.slice(length)] : null;
}
function isPython(word = "") {
	return /(?:^|\/)python[\d.]*$/.test(word);
}
function listOutputs(command, main, project) {
	const line = (main === "" ? [] : readCommandLines(createPythonModules(project), main)).find((one) => one.words.every((word) => command.includes(word)));
	const declared = line ? [...line.leading ?? [], ...line.arguments] : [];
	const subcommand = [...line?.words ?? []];
	const written = listValues(command.map(parseWord).slice(countStartWords(command)).filter(({ value }) => value !== subcommand[0] || !subcommand.shift()), declared).flatMap((one) => {
		const role = findRole(one.argument);
		return (role === "directory" || role === "output") && isNewPath(one.value, project) ? [{
			...one,
			isDirectory: role === "directory"
		}] : [];
	});
	return written.map(({ index, value, prefix, isDirectory }) => {
		const name = getBaseName(value.replace(/\/+$/, ""));
		return {
			index,
			value,
			word: `${prefix}${written.length > 1 || !isDirectory && /\.[A-Za-z]\w{0,5}$/.test(name) ? `{output}/${name}` : "{output}"}`
		};
	});
}
function listValues(words, declared) {
	const positional = declared.filter(({ isPositional }) => isPositional);
	let option;
	return words.flatMap(({ name, ...word }) => {
		const named = {
			names: [name],
			isPositional: false,
			isFlag: false
		};
		if (word.prefix === "" && name.startsWith("-")) {
			const known = declared.find(({ names }) => names.includes(name)) ?? named;
			option = known.isFlag ? void 0 : known;
			return [];
		}
		const argument = word.prefix === "" ? option ?? positional.shift() : named;
		option = void 0;
		return argument ? [{
			...word,
			argument
		}] : [];
	});
}
function parseWord(word, index) {
	const [, prefix = "", name = word, value = word] = /^((-{0,2}[A-Za-z][\w.-]*)=)(.+)$/.exec(word) ?? [];
	return {
		index,
		prefix,
		name: prefix === "" ? name : name.replace(/^.*\./, ""),
		value
	};
}
function countStartWords(command) {
	return isPython(command[0]) ? /^-[mc]$/.test(command[1] ?? "") ? 3 : 2 : 1;
}
function isNewPath(value, { paths }) {
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

// src/domain/init/config-text.ts
const fixedTimeNote = "Its duration does not show how fast it is: it repeats its work for a fixed time (do_bench or the like). Report its figures as metrics (docs/reporting-stages.md) and name them in comparison.gate.";
function isPlaceholder({ program, benchmarks, example }) {
	return !example && (program ? program.missing !== null : benchmarks.length === 0);
}
function buildConfigText(request) {
	const { choices, configPath } = request;
	const repository = request.action.replace(/@.*/, "");
	const { program, tag } = choices;
	const docs = `https://github.com/${repository}/blob/main/docs`;
	const preset = choosePreset(choices);
	const pipeline = formatMapping({
		...buildCommand(choices),
		...buildPreparation(request)
	}, "  ", {
		...listCommandNotes(choices),
		...listPreparationNotes(request)
	});
	const others = {
		datasets: program?.readsFasta ? { [preset]: {
			preset,
			seed: 1
		} } : {},
		revisions: tag === null ? {} : { [toConfigName(tag)]: { ref: tag } },
		suites: buildSuites(choices),
		comparison: {
			minEffect: .03,
			kernelRecords: choices.devices === "gpu" && choices.trustModel === "trusted" ? "decide" : void 0,
			baselines: chooseBaselines(configPath)
		}
	};
	return [
		`# yaml-language-server: $schema=https://raw.githubusercontent.com/${repository}/main/schema/config.schema.json`,
		formatComment("Configuration of warpgauge, generated by `warpgauge init`. Edit it as needed."),
		formatComment(`Every key:   ${docs}/config.md`),
		formatComment(`Every suite: ${docs}/suites.md`),
		...formatMapping({
			version: 1,
			name: configPath === null ? void 0 : toName(configPath)
		}, ""),
		"",
		"pipeline:",
		...pipeline,
		...Object.entries(others).flatMap(([key, section]) => {
			const lines = formatMapping(section, "  ", listOtherNotes(request));
			return lines.length === 0 ? [] : [
				"",
				`${key}:`,
				...lines
			];
		}),
		""
	].join("\n");
}
function toName(configPath) {
	return toConfigName(configPath.replaceAll(/^.*\/|\.ya?ml$/g, ""));
}
function toFilled(value) {
	return Object.keys(value).length > 0 ? value : void 0;
}
function buildCommand(choices) {
	const { program, benchmarks, devices } = choices;
	const placeholder = isPlaceholder(choices) || void 0;
	if (!program) return {
		placeholder,
		command: benchmarks.length > 0 ? void 0 : ["your-program"]
	};
	const { name, command, gpuArguments, proofPath, proofText } = program;
	return {
		placeholder,
		name,
		command: [...command, ...devices === "gpu" ? gpuArguments : []],
		proof: proofText ? { stdout: [proofText] } : proofPath ? { files: [{ path: proofPath }] } : void 0
	};
}
function buildPreparation({ choices, programPaths, modelCaches }) {
	const { program, benchmarks, devices } = choices;
	const parts = [...program ? [program] : [], ...benchmarks];
	const setup = new Map(parts.flatMap((part) => part.setup).map((command) => [JSON.stringify(command), command]));
	const hub = modelCaches.includes("HF_HOME") ? {
		HF_HUB_OFFLINE: "1",
		TRANSFORMERS_OFFLINE: "1"
	} : {};
	return {
		devices,
		setup: toFilled([...setup.values()]),
		env: toFilled(Object.assign({}, ...parts.map(({ env }) => env), hub)),
		passEnv: toFilled([.../* @__PURE__ */ new Set([...modelCaches, ...parts.flatMap(({ passEnv }) => passEnv)])]),
		paths: toFilled(programPaths)
	};
}
function pickNotes(isTrue, ...notes) {
	return isTrue ? notes : [];
}
function listCommandNotes({ program }) {
	const { evidence = "", limit = null, hasFixedTime = false, missing, name } = program ?? {};
	const lacksPackages = program?.command[0] === "python3" && program.setup.length === 0 && program.usesGpu;
	return {
		placeholder: [`PLACEHOLDER: ${missing ? `${name}: ${missing}` : "no command to measure was found"}. Nothing is measured until you write the complete command below`, "and remove `placeholder: true`; for example  command: [python3, train.py, --max-steps, \"100\"]"],
		name: [`Found in ${evidence}.`],
		command: [
			"One entry per argument, no shell. {output} is a path that does not exist yet, {dataset} an input from datasets.",
			...pickNotes(limit !== null, `Shortened so that a run takes seconds to minutes: ${limit ?? ""}`),
			...pickNotes(hasFixedTime, fixedTimeNote),
			...pickNotes(lacksPackages, "No dependencies are declared in the repository, so python3 on PATH must have them.")
		],
		proof: ["Exit code 0 is not enough: a run counts only if it prints this text, or these files exist. Rows of a table also", "give the throughput:  results: { path: '{output}/results.tsv' }"]
	};
}
function listPreparationNotes({ choices: { program, devices }, findings, modelCaches }) {
	const onCpu = `${findings.usesGpu ? "What is measured here computes on the CPU." : "No GPU code was found."} \`gpu\` reserves and watches GPUs; the workflows then need a runner with GPUs.`;
	const models = `Set ${modelCaches.join(", ")} on the runner: where the models are, so that no run downloads them.`;
	const unproven = ["Runs count by their exit code until `proof` names a result; the first run suggests one. For example:", "proof: { stdout: ['a text that it prints at its end'] }"];
	const offline = "Timed runs ask no network for models. Run the program once without warpgauge, so that the caches have them.";
	return {
		devices: [...pickNotes(program !== null && program.proofPath === null && program.proofText === null, ...unproven), ...pickNotes(devices === "cpu", onCpu)],
		setup: ["Runs once per commit in a fresh checkout; not timed."],
		env: pickNotes(modelCaches.includes("HF_HOME"), offline),
		passEnv: ["Runs start with an empty home and few variables; they inherit these.", ...pickNotes(modelCaches.length > 0, models)],
		paths: ["A change of other files only is not measured. `!` leaves files out."]
	};
}
function choosePreset({ program, devices }) {
	return program?.usesGpu && devices === "cpu" ? "small" : "medium";
}
function buildSuites(choices) {
	const { program, benchmarks, tag, devices } = choices;
	const run = program?.readsFasta ? { run: { dataset: choosePreset(choices) } } : {};
	const scales = program?.takesGpus && program.usesGpu && devices === "gpu";
	const measured = benchmarks.map(({ name, usesGpu, command, adapter, files }) => {
		return {
			name,
			gpus: usesGpu && devices === "gpu" ? 1 : 0,
			command,
			adapter,
			files
		};
	});
	return {
		"end-to-end": program || benchmarks.length === 0 ? run : void 0,
		revision: tag === null ? void 0 : {
			...run,
			against: [toConfigName(tag)]
		},
		scaling: scales ? {
			...run,
			gpus: [
				1,
				2,
				4,
				8
			]
		} : void 0,
		command: measured.length > 0 ? { benchmarks: measured } : void 0
	};
}
function listOtherNotes({ configPath, choices: { benchmarks, tag } }) {
	const config = configPath === null ? "" : ` --config ${configPath}`;
	const data = ["Generated from the seed, identical on every machine. To use your own file: { path: /data/real.fa }"];
	return {
		small: data,
		medium: data,
		"end-to-end": ["Time of the complete program, compared with the merge base of a pull request."],
		revision: [`Comparison with ${tag ?? ""} on the same data.`],
		command: benchmarks.map(({ name, evidence }) => `${name}: ${evidence}`),
		scaling: ["Speed-up with more GPUs. GPU counts that the runner lacks are listed as not tested."],
		minEffect: ["Smallest relative change to report. `warpgauge run --calibrate` shows what this machine can detect."],
		kernelRecords: ["All measured code is trusted, so records of kernels may also pass a check."],
		baselines: [
			"Committed samples by machine, for the history and the fixed anchor. To create them on the measuring machine:",
			`  warpgauge run${config} --out .warpgauge/first`,
			"  warpgauge baseline refresh .warpgauge/first --reason \"first baseline\"",
			"or from GitHub: gh workflow run warpgauge-refresh.yml -f reason=\"first baseline\""
		]
	};
}
function chooseBaselines(configPath) {
	return configPath === null ? "baselines" : `baselines-${toName(configPath).replace(/^warpgauge-/, "")}`;
}
const documentation = /\.(?:md|rst|adoc)$/i;
function proposeProgramPaths({ paths }) {
	const extensions = [...new Set(paths.flatMap((path) => documentation.exec(path)?.[0].slice(1) ?? []))];
	const notices = paths.filter((path) => /^(?:LICEN[CS]E|NOTICE|AUTHORS|CHANGELOG|CODEOWNERS)\b/.test(path));
	const excluded = [
		...extensions.map((extension) => `!**/*.${extension}`),
		...paths.some((path) => path.startsWith("docs/")) ? ["!docs/**"] : [],
		...notices.filter((path) => !documentation.test(getBaseName(path))).map((path) => `!${path}`)
	];
	return excluded.length === 0 ? [] : ["**", ...excluded.slice(0, 20)];
}

export { buildConfigText, buildOwnProgram, chooseBaselines, fixedTimeNote, isPlaceholder, proposeProgramPaths };