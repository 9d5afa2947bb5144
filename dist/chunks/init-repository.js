import { formatScalar, joinShellWords, parseConfig } from "./judging.js";
import { buildDefaultChoices, defaultLabels, parseLabels, usualConfig } from "./choices.js";
import { isOptionalVariable } from "./measuring.js";
import { findShippedExample, shippedExamples, splitShippedConfig } from "./commands.js";
import { findModelCaches, withoutDot } from "./python-programs.js";
import { buildConfigText, buildOwnProgram, chooseBaselines, fixedTimeNote, isPlaceholder, proposeProgramPaths } from "./config-text.js";
import { findWhatToMeasure, formatDifference, predictOutcome, readProject, writeNewFile } from "./read-project.js";
import { EnvironmentError, UserError } from "./core.js";
import { findGitHubRepository } from "./clone-facts.js";
import { print, repository, say } from "./version.js";
import { findPackageRoot } from "./package-root.js";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";

// src/domain/init/next-steps.ts
const usualPlaces = {
	HF_HOME: "~/.cache/huggingface",
	TORCH_HOME: "~/.cache/torch",
	XDG_CACHE_HOME: "~/.cache",
	KERAS_HOME: "~/.keras",
	NLTK_DATA: "~/nltk_data"
};
const always = true;
function buildNextSteps(request) {
	const { elsewhere, choices, published, isPublishedKnown, configPath, ignoresRunFolders, modelCaches } = request;
	const { labels, trustModel } = choices;
	const config = configPath === null ? "" : ` --config ${configPath}`;
	const paths = ignoresRunFolders ? request.paths : [...request.paths, ".gitignore"];
	const checks = [configPath?.replaceAll(/^.*\/|\.ya?ml$/g, "") ?? "warpgauge", ...request.verdicts].join(" and ");
	const comparison = buildQuickComparison(choices, modelCaches);
	return [
		[
			elsewhere !== null,
			"Go to the root of the repository; all paths below are relative to it",
			`cd ${joinShellWords([elsewhere ?? ""])}`
		],
		[
			!isPublishedKnown,
			`Set the repository of your copy of warpgauge: ${published.action} is a placeholder`,
			`grep -rl '${published.repository}' .github | xargs sed -i 's|${published.repository}|your-name/warpgauge|g'`
		],
		[
			always,
			"Commit the new files; warpgauge measures only commits",
			...ignoresRunFolders ? [] : [`echo '/.warpgauge/' >> .gitignore`],
			`git add ${paths.join(" ")}`,
			`git commit -m "Measure with warpgauge"`
		],
		[configPath !== null && request.kept.length > 0, `Nothing on GitHub measures ${configPath ?? ""} yet: copy each job of ${request.kept.join(" and ")} under another name, with the changes shown above`],
		[isPlaceholder(choices), `Complete the command in ${configPath ?? ".github/warpgauge.yml"}; until then nothing is measured`],
		[
			modelCaches.length > 0,
			"Say where the models are that the program downloads, here and in the file .env of the runner; a run stops without",
			...modelCaches.map((name) => `export ${name}=${usualPlaces[name] ?? "DIRECTORY"}`)
		],
		[
			always,
			"Run a first measurement",
			`warpgauge run${config} --out .warpgauge/first`
		],
		[
			comparison.length > 0,
			"Compare your changes with the default branch whenever you like, committed or not",
			joinShellWords(comparison)
		],
		[
			always,
			"Create the first baseline, if this is the measuring machine",
			"warpgauge baseline refresh .warpgauge/first --reason \"first baseline\"",
			`git add ${chooseBaselines(configPath)}`,
			"git commit -m \"First baseline\""
		],
		[labels.includes("self-hosted"), `Set up a self-hosted runner with the labels ${labels.join(", ")}, version 2.327.1 or newer`],
		[always, "Settings → Actions → General: require approval for all outside collaborators, and let Actions open pull requests"],
		...request.environments.map((name) => [always, `Settings → Environments → ${name}: add the reviewers who approve runs of forks`]),
		[trustModel !== "trusted", "/warpgauge run in a comment measures any commit that you have reviewed"],
		[always, `Settings → Branches: require the checks ${checks}, not the measuring job`]
	].flatMap(([isNeeded, why, ...commands]) => isNeeded ? [{
		why,
		commands
	}] : []);
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
	return [
		"warpgauge",
		"ab",
		...options,
		"--",
		...command
	];
}

// src/domain/init/workflow-files.ts
const workflows = {
	trusted: ["pull-request", "refresh"],
	collaborators: [
		"pull-request",
		"refresh",
		"commands",
		"run"
	],
	forks: [
		"measure",
		"publish",
		"refresh",
		"commands",
		"run"
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

// src/io/files/workflow-templates.ts
async function readWorkflowTemplates(packageDirectory, names) {
	const folder = join(packageDirectory, "examples", "workflows");
	const problem = `the example workflows are missing in ${folder}`;
	const texts = names.map(async (name) => [name, await readShipped(join(folder, `${name}.yml`), problem, "workflows")]);
	return new Map(await Promise.all(texts));
}
async function readShippedConfig(packageDirectory, name) {
	const path = join(packageDirectory, "examples", name, "warpgauge.yml");
	return await readShipped(path, `the config of the example is missing: ${path}`, name);
}
async function readShipped(path, problem, directory) {
	return await readFile(path, "utf8").catch((cause) => {
		const hint = `Install warpgauge with its directory examples/${directory} next to dist.`;
		throw new EnvironmentError(problem, hint, { cause });
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
async function initializeRepository(command, given) {
	const options = {
		...given,
		command
	};
	const configPath = parseConfigPath(options);
	const published = await locateWarpgauge(options);
	const { root, project, problems, untracked } = await readProject(resolve(options.dir));
	refuseSubfolder(root, options);
	const findings = findWhatToMeasure(project);
	say(formatFindings(root, findings));
	for (const problem of problems) say(`warning: ${problem}`);
	if (project.checkoutSettings.length > 0) say(`  checkout   ${project.checkoutSettings.join(", ")}: the repository uses Git LFS or submodules`);
	const choices = await makeChoices(options, findings, project);
	if (choices === null) {
		say("Nothing was written.");
		return 0;
	}
	say(formatChoice(choices, configPath ?? ".github/warpgauge.yml"));
	warnOfUncommitted(root, choices, project.paths.filter((path) => !untracked.has(path)));
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
		const request = {
			elsewhere: realpathSync(process.cwd()) === realpathSync(root) ? null : root,
			choices,
			published,
			isPublishedKnown: !published.repository.startsWith("OWNER/"),
			configPath,
			ignoresRunFolders: project.ignoresRunFolders,
			modelCaches: built.modelCaches,
			kept: built.files.map(({ path }) => path).filter((path) => outcomes.get(path) === "kept"),
			paths: built.files.map(({ path }) => path).filter((path) => outcomes.get(path) !== "kept"),
			...findWorkflowNames(built.files)
		};
		say(formatNextSteps(buildNextSteps(request), process.argv[1] ?? "warpgauge"));
	}
	return 0;
}
function refuseSubfolder(root, { command }) {
	const folder = relative(realpathSync(root), realpathSync(process.cwd()));
	if (command.length === 0 || folder === "" || folder.startsWith("..")) return;
	throw new UserError(`the command is meant for ${folder}/, but runs start at the root of a checkout`, `Start init in ${root}, with: -- ${joinShellWords([
		"env",
		`--chdir=${folder}`,
		...command
	])}`);
}
function warnOfUncommitted(root, { program, example }, paths) {
	for (const word of example ? [] : program?.command ?? []) {
		const place = withoutDot(word);
		if (!isAbsolute(word) && place !== "" && !place.includes("{") && existsSync(join(root, place)) && !paths.some((path) => path === place || path.startsWith(`${place.replace(/\/+$/, "")}/`))) say(`warning: ${word} is not committed; runs take place in a checkout: commit it, or name it by its absolute path`);
	}
}
async function makeChoices(options, findings, project) {
	const { command, devices = null } = options;
	const program = command.length > 0 ? buildOwnProgram(command, findings, project) : null;
	const defaults = buildDefaultChoices(findings, project, {
		program,
		devices
	});
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
function parseConfigPath({ config }) {
	if (config === void 0 || config === ".github/warpgauge.yml") return null;
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
	const programPaths = proposeProgramPaths(project);
	const path = configPath ?? ".github/warpgauge.yml";
	const configs = example ? await readExample(example, path, choices.devices) : [{
		path,
		text: buildConfigText({
			...request,
			programPaths,
			modelCaches: caches
		})
	}];
	const [passed = caches] = configs.map((config) => parseConfig(config.text, config.path).pipeline.passEnv);
	const hasProduction = configs.length > 1;
	const templates = await readWorkflowTemplates(findPackageRoot(), listTemplates(trustModel, hasProduction));
	const { checkoutSettings } = project;
	const settings = {
		trustModel,
		labels,
		action: published.action,
		configPath,
		hasProduction,
		checkoutSettings
	};
	const modelCaches = example ? passed.filter((name) => !isOptionalVariable(name)) : caches;
	return {
		files: [...configs, ...buildWorkflowFiles(templates, settings)],
		modelCaches
	};
}
async function readExample(example, path, devices) {
	const text = await readShippedConfig(findPackageRoot(), example.name);
	const { pullRequest, production } = splitShippedConfig(text, example, devices);
	return [{
		path,
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
	const shown = existsSync(place) ? await formatDifference(place, text) : "";
	return [`${path} exists and was not changed. Difference to the generated file:`, ...shown.trimEnd().split("\n")].map((line) => `    ${line}`).join("\n");
}

export { initializeRepository };