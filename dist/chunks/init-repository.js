import { formatFlow, joinShellWords, parseConfig } from "./judging.js";
import { buildDefaultChoices, defaultLabels, parseLabels, usualConfig } from "./choices.js";
import { isOptionalVariable } from "./measuring.js";
import { findShippedExample, shippedExamples, splitShippedConfig } from "./commands.js";
import { findModelCaches, withoutDot } from "./python-programs.js";
import { buildConfigText, buildOwnProgram, chooseBaselines, fixedTimeNote, isPlaceholder, proposeProgramPaths } from "./config-text.js";
import { findWhatToMeasure, formatDifference, predictOutcome, readProject, writeNewFile } from "./read-project.js";
import { EnvironmentError, UserError, attempt } from "./core.js";
import { findGitHubRepository } from "./clone-facts.js";
import { print, repository, say } from "./version.js";
import { findPackageRoot } from "./package-root.js";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";

// src/domain/init/next-steps.ts
const usualPlaces = {
	HF_HOME: "~/.cache/huggingface",
	TORCH_HOME: "~/.cache/torch",
	XDG_CACHE_HOME: "~/.cache",
	KERAS_HOME: "~/.keras",
	NLTK_DATA: "~/nltk_data"
};
function buildNextSteps(request) {
	const { elsewhere, choices, action, configPath, ignoresRunFolders, modelCaches } = request;
	const { labels, trustModel } = choices;
	const repository = action.replace(/@.*/, "");
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
			action.startsWith("OWNER/"),
			`Set the repository of your copy of warpgauge: ${action} is a placeholder`,
			`grep -rl '${repository}' .github | xargs sed -i 's|${repository}|your-name/warpgauge|g'`
		],
		[
			true,
			"Commit the new files; warpgauge measures only commits",
			...ignoresRunFolders ? [] : [`echo '/.warpgauge/' >> .gitignore`],
			`git add ${paths.join(" ")}`,
			`git commit -m "Measure with warpgauge"`
		],
		[configPath !== null && request.kept.length > 0, `Nothing on GitHub measures ${configPath ?? ""} yet: copy each job of ${request.kept.join(" and ")} under another name, with the changes shown above`],
		[isPlaceholder(choices) && !request.kept.includes(configPath ?? ".github/warpgauge.yml"), `Complete the command in ${configPath ?? ".github/warpgauge.yml"}; until then nothing is measured`],
		[
			modelCaches.length > 0,
			"Say where the models are that the program downloads, here and in the file .env of the runner; a run stops without",
			...modelCaches.map((name) => `export ${name}=${usualPlaces[name] ?? "DIRECTORY"}`)
		],
		[
			true,
			"Run a first measurement",
			`warpgauge run${config} --out .warpgauge/first`
		],
		[
			comparison.length > 0,
			"Compare your changes with the default branch whenever you like, committed or not",
			joinShellWords(comparison)
		],
		[
			true,
			"Create the first baseline, if this is the measuring machine",
			"warpgauge baseline refresh .warpgauge/first --reason \"first baseline\"",
			`git add ${chooseBaselines(configPath)}`,
			"git commit -m \"First baseline\""
		],
		[labels.includes("self-hosted"), `Set up a self-hosted runner with the labels ${labels.join(", ")}, version 2.327.1 or newer`],
		[true, "Settings → Actions → General: require approval for all outside collaborators, and let Actions open pull requests"],
		...request.environments.map((name) => [true, `Settings → Environments → ${name}: add the reviewers who approve runs of forks`]),
		[trustModel !== "trusted", "/warpgauge run in a comment measures any commit that you have reviewed"],
		[true, `Settings → Branches: require the checks ${checks}, not the measuring job`]
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
	return [...templates].map(([name, template]) => ({
		path: `.github/workflows/${name === "pull-request" ? "warpgauge.yml" : `warpgauge-${name}.yml`}`,
		text: fillTemplate(template, name === "production" ? {
			...request,
			configPath: null
		} : request)
	}));
}
function fillTemplate(template, request) {
	const { labels, action, configPath, checkoutSettings } = request;
	const runsOn = formatFlow(labels);
	const text = template.replaceAll(`runs-on: [${defaultLabels.gpu.join(", ")}]`, `runs-on: ${runsOn}`).replaceAll(exampleAction, `uses: ${action}`).replaceAll(/^( +)fetch-depth: 0$/gm, (line, indent) => [line, ...checkoutSettings.map((setting) => `${indent}${setting}`)].join("\n")).replaceAll(/(?<![\w/-])(measure|publish|matrix|matrix-publish|commands|run|refresh|bisect)\.yml/g, "warpgauge-$1.yml");
	if (configPath === null) return text;
	const steps = text.split(/^(?= {6}- )/m);
	const withConfig = `        with:\n          config: ${formatFlow(configPath)}`;
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

// src/cli/init/init-repository.ts
async function initializeRepository(command, given) {
	const options = {
		...given,
		command
	};
	const configPath = parseConfigPath(options);
	const action = await locateAction(options);
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
	sayChoice(root, choices, configPath ?? ".github/warpgauge.yml");
	warnOfUncommitted(root, choices, project.paths.filter((path) => !untracked.has(path)));
	const shipped = findShippedExample(project);
	if (shipped && !choices.example) say(`warpgauge has a config for ${shipped.title} with every suite and limit: warpgauge init --example ${shipped.name}`);
	const { files, modelCaches } = await buildFiles({
		findings,
		choices,
		action,
		configPath,
		project
	});
	const kept = await writeFiles(root, files, options.dryRun ?? false);
	if (options.dryRun) return 0;
	const request = {
		elsewhere: realpathSync(process.cwd()) === realpathSync(root) ? null : root,
		choices,
		action,
		configPath,
		ignoresRunFolders: project.ignoresRunFolders,
		modelCaches,
		kept,
		paths: files.map(({ path }) => path).filter((path) => !kept.includes(path)),
		...findWorkflowNames(files)
	};
	say(formatNextSteps(buildNextSteps(request), process.argv[1] ?? "warpgauge"));
	return 0;
}
function sayChoice(root, choices, configPath) {
	const text = attempt(() => readFileSync(join(root, configPath), "utf8"));
	if (!(text !== null && !/^\s*placeholder:\s*true/m.test(text)) || !isPlaceholder(choices)) say(formatChoice(choices, configPath));
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
async function locateAction({ action }) {
	if (action === void 0) return `${await findGitHubRepository(findPackageRoot()) ?? toolRepository}@v0`;
	if (/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(action)) return action;
	throw new UserError(`--action ${JSON.stringify(action)} is not an action reference`, "Write it as in a workflow: owner/name@v0");
}
async function buildFiles(request) {
	const { choices, configPath, project } = request;
	const { example, devices } = choices;
	const caches = findModelCaches(project, choices.program?.main ?? "");
	const path = configPath ?? ".github/warpgauge.yml";
	const [main, production] = (example ? splitShippedConfig(await readShippedConfig(findPackageRoot(), example.name), example, devices) : [buildConfigText({
		...request,
		programPaths: proposeProgramPaths(project),
		modelCaches: caches
	})]).map((text, index) => ({
		path: index === 0 ? path : productionConfig,
		text
	}));
	const hasProduction = production !== void 0;
	const all = [main, production].filter((file) => file !== void 0);
	const [passed = caches] = all.map((config) => parseConfig(config.text, config.path).pipeline.passEnv);
	const templates = await readWorkflowTemplates(findPackageRoot(), listTemplates(choices.trustModel, hasProduction));
	const modelCaches = example ? passed.filter((name) => !isOptionalVariable(name)) : caches;
	return {
		files: [...all, ...buildWorkflowFiles(templates, {
			...request,
			...choices,
			...project
		})],
		modelCaches
	};
}
const productionConfig = ".github/warpgauge-production.yml";
async function writeFiles(root, files, isDryRun) {
	const kept = [];
	for (const { path, text } of files) {
		const place = join(root, path);
		const outcome = isDryRun ? await predictOutcome(place, text) : await writeNewFile(place, text);
		if (isDryRun && outcome === "written") print(`--- ${path}\n${text}`);
		else say(`  ${words[outcome].padEnd(10)}${path}`);
		if (outcome !== "kept") continue;
		kept.push(path);
		const difference = existsSync(place) ? (await formatDifference(place, text)).trimEnd().split("\n") : [];
		const title = `${path} exists and was not changed. Difference to the generated file:`;
		say([title, ...difference].map((line) => `    ${line}`).join("\n"));
	}
	return kept;
}
const words = {
	written: "wrote",
	same: "unchanged",
	kept: "kept"
};
const shown = 8;
function formatFindings(root, { usesGpu, programs, benchmarks, others, tag }) {
	const lines = [
		...programs.slice(0, shown).map(({ name, evidence, missing }) => {
			return missing === null ? `program    ${name}: ${evidence}` : `incomplete ${name}: ${evidence}; ${missing}`;
		}),
		...benchmarks.map(({ name, evidence }) => `benchmark  ${name}: ${evidence}`),
		...others.map(({ what, where }) => `not read   ${what}: ${where}`),
		...tag === null ? [] : [`tag        ${tag}`]
	].map((line) => `  ${line.replaceAll(/\p{Cc}+/gu, " ")}`);
	const more = lines.length > 16 ? [`  and ${lines.length - 16} more`] : [];
	return [
		`${root}: ${usesGpu ? "uses GPUs" : "no GPU code"}`,
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

export { initializeRepository };