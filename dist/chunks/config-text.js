import { formatComment, formatFlowItem, formatList, formatLists, formatMapping, formatScalar } from "./judging.js";
import { buildScriptProgram, createPythonModules, dropLongTexts, findPackageFolder, findRole, getBaseName, hasPythonGpuCode, isBelow, listFunctions, plainProgram, readCommandLines, readModuleCode, toConfigName, withoutDot } from "./python-programs.js";

// src/domain/init/own-command.ts
function buildOwnProgram(words, findings, project) {
	const { program, start } = findProgram(words, findings, project);
	const outputs = listOutputs(start, program?.main ?? "", project);
	const command = outputs.reduce((done, { index, word }) => done.with(index, word), start);
	const places = outputs.map(({ word }) => word.slice(word.indexOf("{output}")));
	const replaced = outputs.map(({ value }, index) => `${places[index] ?? ""} for ${value}`);
	const own = program ? `${program.evidence}, with your arguments` : "your command";
	return {
		...plainProgram,
		name: toConfigName(getBaseName(words[0] ?? "program")),
		usesGpu: findings.usesGpu,
		file: "",
		...program && pickProgram(program),
		command,
		readsFasta: words.some((word) => word.includes("{dataset}")),
		...findProof(command, places, program ? project.texts.get(program.main) : void 0),
		takesGpus: words.some((word) => /\{gpus\}|\{gpuCount\}/.test(word)),
		isMain: true,
		evidence: replaced.length > 0 ? `${own}; a new place in each run: ${replaced.join(", ")}` : own
	};
}
function findProof(command, places, source) {
	if (!command.some((word) => word.includes("{output}"))) return {
		proofPath: null,
		proofText: source === void 0 ? null : findLastPrint(source)
	};
	const [place = "{output}", ...others] = places;
	return {
		proofPath: others.length > 0 || place === "{output}" ? "{output}/**" : place,
		proofText: null
	};
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
	const script = buildScriptProgram(project, file, name.replace(/\.py$/, ""), isModule ? ["-m", name] : [file]);
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
function listOutputs(command, main, project) {
	const declared = (main === "" ? [] : readCommandLines(createPythonModules(project), main)).flatMap((line) => matchWords(command, line) ?? []);
	const named = command.flatMap((word, index) => readOption(word, command[index + 1], index));
	const given = [...declared, ...named].flatMap((one) => {
		const role = findRole(one.argument);
		return (role === "directory" || role === "output") && isNewPath(one.value, project) ? [{
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
	const options = all.filter(({ isFlag, isPositional }) => !isFlag && !isPositional);
	const path = [...line.words];
	const values = [];
	for (let index = countStartWords(command); index < command.length; index += 1) {
		const word = command[index] ?? "";
		if (word === path[0]) {
			path.shift();
			continue;
		}
		const isOption = word.startsWith("-");
		const option = isOption ? options.find(({ names }) => names.includes(word)) : void 0;
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
function countStartWords(command) {
	return isPython(command[0]) ? command[1] === "-m" || command[1] === "-c" ? 3 : 2 : 1;
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

// src/domain/init/config-text.ts
const shownOthers = 12;
const fixedTimeNote = "Its duration does not show how fast it is: it repeats its work for a fixed time (do_bench or the like). Report its figures as metrics (docs/reporting-stages.md) and name them in comparison.gate.";
function isPlaceholder({ program, benchmarks, example }) {
	if (example) return false;
	return program ? program.missing !== null : benchmarks.length === 0;
}
function buildConfigText(request) {
	const { findings, choices, published } = request;
	const docs = `https://github.com/${published.repository}/blob/main/docs`;
	const file = request.configPath?.replace(/^.*\/|\.ya?ml$/g, "");
	return listLines(`# yaml-language-server: $schema=https://raw.githubusercontent.com/${published.repository}/main/schema/config.schema.json`, formatComment("Configuration of warpgauge, generated by `warpgauge init`. Edit it as needed."), formatComment(`Every key:   ${docs}/config.md`), formatComment(`Every suite: ${docs}/suites.md`), "version: 1", file !== void 0 && `name: ${formatScalar(toConfigName(file))}`, "", "pipeline:", ...buildCommandPart(choices), ...buildPreparationPart(request), "", ...buildDatasetsPart(choices), ...buildSuitesPart(choices), "", ...buildComparisonPart(request), ...buildOthersPart(findings, choices), "").join("\n");
}
function listLines(...lines) {
	return lines.filter((line) => line !== false);
}
function formatNote(text) {
	return formatComment(text, "  ");
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
function buildPreparationPart({ choices, findings, programPaths, modelCaches }) {
	const { program, benchmarks, devices } = choices;
	const parts = [...program ? [program] : [], ...benchmarks];
	const all = parts.flatMap(({ setup }) => setup);
	const setup = [...new Map(all.map((command) => [JSON.stringify(command), command])).values()];
	const passEnv = [.../* @__PURE__ */ new Set([...modelCaches, ...parts.flatMap((part) => part.passEnv)])];
	const hub = modelCaches.includes("HF_HOME") ? {
		HF_HUB_OFFLINE: "1",
		TRANSFORMERS_OFFLINE: "1"
	} : {};
	const cpu = devices === "cpu" ? parts.map(({ cpuEnv }) => cpuEnv) : [];
	const env = Object.assign({}, ...parts.map((part) => part.env), ...cpu, hub);
	const reason = findings.usesGpu ? "What is measured here computes on the CPU." : "No GPU code was found.";
	const more = "`gpu` reserves and watches GPUs; the workflows then need a runner with GPUs.";
	const offline = "Timed runs ask no network for models. Run the program once without warpgauge, so that the caches have them.";
	const models = `Set ${modelCaches.join(", ")} on the runner: where the models are, so that no run downloads them.`;
	const inherited = "Runs start with an empty home and few variables; they inherit these.";
	return [
		...devices === "cpu" ? [formatNote(`${reason} ${more}`)] : [],
		`  devices: ${devices}`,
		...setup.length > 0 ? [formatNote("Runs once per commit in a fresh checkout; not timed."), formatLists("setup", setup, "  ")] : [],
		..."HF_HUB_OFFLINE" in hub ? [formatNote(offline)] : [],
		...Object.keys(env).length > 0 ? [formatMapping("env", env, "  ")] : [],
		...formatPart(passEnv, "passEnv", inherited, ...modelCaches.length > 0 ? [models] : []),
		...formatPart(programPaths, "paths", "A change of other files only is not measured. `!` leaves files out.")
	];
}
function formatPart(items, key, ...notes) {
	return items.length > 0 ? [...notes.map(formatNote), formatList(key, items, "  ")] : [];
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
	const revisions = tag === null ? [] : [`  ${formatScalar(toConfigName(tag))}: { ref: ${formatScalar(tag)} }`];
	return [...program?.readsFasta ? datasets : [], ...revisions.flatMap((line) => [
		"revisions:",
		line,
		""
	])];
}
function buildSuitesPart(choices) {
	const { program, benchmarks, tag, devices } = choices;
	const formatSuite = (name, note, ...settings) => {
		const all = [...program?.readsFasta ? [`run: { dataset: ${choosePreset(choices)} }`] : [], ...settings].join(", ");
		return [formatNote(note), `  ${name}: ${all === "" ? "{}" : `{ ${all} }`}`];
	};
	const time = "Time of the complete program, compared with the merge base of a pull request.";
	const speedup = "Speed-up with more GPUs. GPU counts that the runner lacks are listed as not tested.";
	const against = `against: [${formatScalar(toConfigName(tag ?? ""))}]`;
	const scales = program?.takesGpus && program.usesGpu && devices === "gpu";
	return [
		"suites:",
		...program || benchmarks.length === 0 ? formatSuite("end-to-end", time) : [],
		...tag === null ? [] : formatSuite("revision", `Comparison with ${tag} on the same data.`, against),
		...scales ? formatSuite("scaling", speedup, "gpus: [1, 2, 4, 8]") : [],
		...benchmarks.length > 0 ? ["  command:", "    benchmarks:"] : [],
		...benchmarks.flatMap(({ evidence, name, usesGpu, command, adapter, files }) => [
			formatComment(evidence, "      "),
			`      - name: ${formatScalar(name)}`,
			`        gpus: ${usesGpu && devices === "gpu" ? 1 : 0}`,
			formatList("command", command, "        "),
			`        adapter: ${formatScalar(adapter)}`,
			formatList("files", files, "        ")
		])
	];
}
function chooseBaselines(configPath) {
	if (configPath === null) return "baselines";
	return `baselines-${toConfigName(configPath.replaceAll(/^.*\/(?:warpgauge-)?|\.ya?ml$/g, ""))}`;
}
function buildComparisonPart({ configPath, choices: { devices, trustModel } }) {
	const config = configPath === null ? "" : ` --config ${configPath}`;
	return [
		"comparison:",
		formatNote("Smallest relative change to report. `warpgauge run --calibrate` shows what this machine can detect."),
		"  minEffect: 0.03",
		...devices === "gpu" && trustModel === "trusted" ? [formatNote("All measured code is trusted, so records of kernels may also pass a check."), "  kernelRecords: decide"] : [],
		formatNote("Committed samples by machine. Pull requests are compared with their merge base and need none; the history and"),
		formatNote("the fixed anchor do. To create the first ones on the measuring machine:"),
		formatNote(`  warpgauge run${config} --out .warpgauge/first`),
		formatNote("  warpgauge baseline refresh .warpgauge/first --reason \"first baseline\""),
		formatNote("or from GitHub: gh workflow run warpgauge-refresh.yml -f reason=\"first baseline\""),
		`  baselines: ${chooseBaselines(configPath)}`
	];
}
function buildOthersPart({ others, programs }, { program }) {
	const lines = [...programs.filter((one) => one.name !== program?.name).map(({ command, missing, evidence }) => [`${command.join(" ")}: ${evidence}`, missing ?? []].flat().join("; ")), ...others.map(({ what, where }) => `${what}: ${where}`)];
	if (lines.length === 0) return [];
	const left = lines.length - shownOthers;
	const shown = [...lines.slice(0, shownOthers), ...left > 0 ? [`and ${left} more`] : []];
	return [
		"",
		formatComment("Also found, but not measured:"),
		...shown.map((line) => formatComment(`- ${line}`))
	];
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