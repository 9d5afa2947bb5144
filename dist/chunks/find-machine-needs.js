import { EnvironmentError, NoDeviceError, UnansweredError, UserError, formatNames } from "./core.js";
import { enableSandbox, explainOutsideStart, fillPlaceholders, formatTestbedId, listAbsolutePaths, listPassedVariables } from "./judging.js";
import { resolveVisibleDevices } from "./measuring.js";
import { describeUnreadGpus, listUnreadRemedies } from "./unread-gpus.js";
import { findCompiledPackage, isOptionalVariable, needChecks } from "./check-config.js";
import { dirname, isAbsolute, join, resolve } from "node:path";

// src/domain/core/child-environment.ts
function buildChildEnvironment(parent, options) {
	options.pass.forEach(refuseUnpassable);
	Object.entries(options.set).forEach(([name, value]) => refuseMalformed(name, value));
	const isTaken = (name) => options.pass.includes(name) || isInherited(name);
	const taken = Object.entries(parent).filter((entry) => isTaken(entry[0]) && entry[1] !== void 0);
	const tracking = parent["RUNNER_TRACKING_ID"];
	return {
		...parent["HOME"] === void 0 ? {} : { RUSTUP_HOME: `${parent["HOME"]}/.rustup` },
		...Object.fromEntries(taken),
		HOME: options.home,
		TMPDIR: options.tmp,
		...options.set,
		...tracking === void 0 ? {} : { RUNNER_TRACKING_ID: tracking }
	};
}
function isInherited(name) {
	return allowed.test(name) && name !== sharedCache && !findRefusalReason(name);
}
function findUnpassedVariables(parent, { set, pass }, text) {
	return [...new Set(text.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g))].filter((name) => parent[name] !== void 0 && !(name in set || pass.includes(name) || isInherited(name)) && findRefusalReason(name) === void 0);
}
const allowed = /^(?:PATH|LANG|LANGUAGE|LC_\w+|TZ|CI|CUDA_\w+|NVIDIA_\w+|ROCR_\w+|HIP_\w+|RUSTUP_HOME|RUNNER_TRACKING_ID)$/;
const sharedCache = "CUDA_CACHE_PATH";
const secretNames = /(?:^|_)(?:TOKEN|PAT|SECRET|SECRETS|KEY|KEYS|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|CREDENTIALS)$/;
function isSecretName(name) {
	return secretNames.test(name.toUpperCase());
}
const forbidden = [
	{
		names: /^INPUT_/,
		reason: "inputs of the action may hold tokens"
	},
	{
		names: /^ACTIONS_/,
		reason: "it gives access to the artifacts, caches or identity of this workflow run"
	},
	{
		names: /^(?:GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY|ARTIFACTS\w*)|STATE_\w+)$/,
		reason: "it names a file that controls the workflow run"
	},
	{
		names: /^GITHUB_EVENT_PATH$/,
		reason: "it names the file with the private event payload"
	},
	{
		names: secretNames,
		reason: "its name suggests a secret"
	},
	{
		names: /^(?:AWS|AZURE|ARM|GOOGLE|GCP|CLOUDSDK)_/,
		reason: "it may hold cloud credentials"
	},
	{
		names: /^SSH_(?:AUTH_SOCK|AGENT_PID|ASKPASS)$/,
		reason: "it gives access to the SSH keys of this user"
	},
	{
		names: /^(?:DOCKER_AUTH_CONFIG|NETRC|KUBECONFIG)$/,
		reason: "it names a file with credentials"
	},
	{
		names: /^GIT_/,
		reason: "it changes the behavior of git"
	},
	{
		names: /^(?:NODE_OPTIONS|LD_PRELOAD|LD_AUDIT|BASH_ENV|ENV|PROMPT_COMMAND|PYTHONSTARTUP)$/,
		reason: "an earlier step could inject code through it"
	}
];
function findRefusalReason(name) {
	return forbidden.find(({ names }) => names.test(name.toUpperCase()))?.reason;
}
function refuseUnpassable(name) {
	refuseMalformed(name, "");
	const reason = findRefusalReason(name);
	if (reason) throw new UserError(`passEnv: ${name} is never passed to the pipeline: ${reason}`, `Remove ${name} from passEnv; if the pipeline needs a fixed, harmless value under this name, set it in env`);
	if (name === "HOME" || name === "TMPDIR") throw new UserError(`passEnv: ${name} is not passed, because every run gets a fresh, empty one`, `Remove ${name} from passEnv; for a cache pass the variable that names it, such as HF_HOME`);
}
function refuseMalformed(name, value) {
	if (/^[A-Za-z_]\w*$/.test(name) && !value.includes("\0")) return;
	throw new UserError(`${JSON.stringify(name)} is not a valid environment variable`, "Use letters, digits and underscores in the name, not starting with a digit, and no NUL in the value");
}

// src/steps/trial/isolation.ts
async function chooseIsolation(request, ports) {
	const { config, workplace, runFolder } = request;
	const { places } = ports.sandbox;
	const hidden = [
		...places.hidden,
		workplace.workDirectory,
		workplace.cacheDirectory,
		runFolder
	];
	const reach = {
		...places,
		hidden,
		writable: config.run.writable
	};
	const configured = config.run.isolation;
	if (configured === "none") return {
		mode: "none",
		reason: "run.isolation is none",
		reach
	};
	const outside = configured === "auto" ? findOutsideReason(config) : null;
	if (outside !== null) {
		ports.logger.warning(`Measuring without a sandbox: ${outside}.`);
		return {
			mode: "none",
			reason: outside,
			reach
		};
	}
	const reason = await probe({
		mode: "bubblewrap",
		reason: null,
		reach
	});
	request.signal.throwIfAborted();
	if (reason === null) return {
		mode: "bubblewrap",
		reason,
		reach,
		keepsBytecode: isBytecodeMissing(config, ports, reach.writable)
	};
	if (configured === "bubblewrap") throw new EnvironmentError(`run.isolation: bubblewrap does not work on this machine: ${reason}`, enableSandbox);
	ports.logger.warning(`Measuring without a sandbox: ${reason}. ${enableSandbox}`);
	return {
		mode: "none",
		reason,
		reach
	};
	async function probe(isolation) {
		const place = await createRevisionDirectories({
			...workplace,
			isolation
		}, "probe", ports.files);
		return await ports.sandbox.probe(buildConfinement(isolation, place, {
			argv: [],
			env: {},
			writable: [],
			readable: []
		}));
	}
}
function isBytecodeMissing({ pipeline, revisions }, { sandbox, logger }, writable) {
	const commands = [pipeline.command, ...Object.values(revisions).flatMap(({ command }) => command ? [command] : [])];
	const [folder, ...others] = sandbox.findUncompiledPackages(commands).filter((path) => !writable.some((place) => path.startsWith(`${place}/`)));
	if (folder === void 0) return false;
	const more = others.length === 0 ? "" : ` and ${others.length} more`;
	logger.info(`The Python packages in ${folder}${more} have no compiled files: the first run of each side compiles them into its home. Compile them once with python -m compileall -q ${folder}.`);
	return true;
}
async function createRevisionDirectories({ workDirectory, isolation }, label, files) {
	const home = join(workDirectory, "home", label);
	const realTmp = join(workDirectory, "tmp", label);
	for (const path of [home, realTmp]) await files.makeDirectory(path);
	return {
		home,
		realTmp,
		tmp: isolation?.mode === "bubblewrap" ? "/tmp" : realTmp
	};
}
function confine({ isolation }, place, reach) {
	return isolation?.mode === "bubblewrap" ? { confinement: buildConfinement(isolation, place, reach) } : {};
}
function formatFailureHints({ isolation, environment }, { env, passEnv }, output) {
	const isReadOnly = isolation?.mode === "bubblewrap" && /EROFS|Read-only file system/.test(output);
	const names = findUnpassedVariables(environment, {
		set: env,
		pass: passEnv
	}, output).slice(0, 3);
	const verb = names.length === 1 ? "is" : "are";
	return [...isReadOnly ? ["the sandbox keeps all but its tree, output, home and temporary directory read-only: add further directories to run.writable"] : [], ...names.length > 0 ? [`${formatNames(names)} ${verb} set here, but the command gets only the variables of pipeline.passEnv`] : []].map((hint) => ` (${hint})`).join("");
}
function buildConfinement({ reach }, { home, realTmp }, command) {
	const { argv, env, readable, writable } = command;
	return {
		...reach,
		home,
		tmp: realTmp,
		readable: [...reach.readable, ...readable],
		writable: [...reach.writable, ...writable],
		named: listAbsolutePaths([...argv, ...Object.values(env)])
	};
}
function findOutsideReason({ pipeline, revisions }) {
	return [pipeline.command, ...Object.values(revisions).flatMap(({ command }) => command ? [command] : [])].map((command) => explainOutsideStart(command, pipeline.launcher)).find((reason) => reason !== null) ?? null;
}
async function isolateTrial(request, command, files) {
	const { argv, cwd, values, eventsPath } = command;
	const revision = await createRevisionDirectories(request.workplace, request.next.planned.revision, files);
	const env = buildTrialEnvironment(request, command, revision);
	const writable = [
		cwd,
		dirname(values.output),
		eventsPath
	];
	const confined = confine(request.workplace, revision, {
		argv,
		env,
		readable: values.dataset,
		writable
	});
	if (confined.confinement) await files.writeText(eventsPath, "");
	const roots = [...[
		cwd,
		dirname(values.output),
		dirname(eventsPath),
		revision.home,
		revision.realTmp,
		...values.dataset
	], ...request.prepared.config.run.writable];
	return {
		spec: {
			env,
			...confined
		},
		roots: [...roots, ...listNamedPaths(request, command, roots)]
	};
}
async function dropEmptyEvents(eventsPath, { files, inspector }) {
	if ((await inspector.readStat(eventsPath))?.bytes === 0) await files.remove(eventsPath);
}
function listNamedPaths({ next: { planned }, prepared: { config } }, { values, cwd }, roots) {
	const { proof, logs } = config.pipeline;
	return [
		...[
			...proof?.results ? [proof.results] : [],
			...proof?.files ?? [],
			...planned.tables?.rules ?? []
		].map(({ path }) => path),
		...logs,
		...planned.tool?.files ?? []
	].map((path) => resolve(cwd, fillPlaceholders(path, values))).filter((pattern) => !roots.some((root) => pattern.startsWith(`${root}/`))).map((pattern) => dirname(pattern.replace(/[*?[{].*$/su, "_")));
}
function buildTrialEnvironment({ next, prepared, workplace }, { values, eventsPath, recorder }, { home, tmp }) {
	const { env } = prepared.config.pipeline;
	const all = Object.entries({
		...env,
		...next.planned.options?.env
	});
	const filled = Object.fromEntries(all.map(([name, value]) => [name, fillPlaceholders(value, values)]));
	const bytecode = workplace.isolation?.keepsBytecode ? { PYTHONPYCACHEPREFIX: join(home, ".cache/pycache") } : {};
	return buildChildEnvironment(workplace.environment, {
		home,
		tmp,
		set: {
			...bytecode,
			...recorder,
			...filled,
			WARPGAUGE_EVENTS: eventsPath
		},
		pass: listPassedVariables(prepared.config, workplace.environment)
	});
}

// src/steps/measure/identify-testbed.ts
async function identifyTestbed(kind, inventory, watched = null) {
	const host = inventory.readHost();
	if (kind === "cpu") return createCpuTestbed(host);
	const found = await findGpus(inventory, watched);
	if (found.devices.length === 0) throw explainNoGpu(found);
	const { problem: _, isUnanswered: __, unread: ___, ...gpus } = found;
	return {
		...host,
		...gpus,
		id: formatTestbedId("gpu", gpus.devices, host.cpuModel),
		deviceKind: "gpu"
	};
}
function explainNoGpu({ problem, isUnanswered, unread = [] }) {
	if (isUnanswered) return new UnansweredError(problem ?? "no answer", "A driver that hangs needs a restart of the machine.");
	if (unread.length > 0) return explainUnreadGpus(unread, problem);
	const variable = /(?:CUDA|HIP|ROCR)_VISIBLE_DEVICES/.exec(problem ?? "")?.[0];
	const hint = `${variable ? `Unset ${variable} or name a GPU in it` : "Use a runner with a GPU (runs-on: [self-hosted, gpu])"}, or set pipeline.devices to cpu for a CPU pipeline.`;
	return new NoDeviceError(`no GPU found: ${problem ?? "the driver lists none"}`, hint);
}
function explainUnreadGpus(gpus, problem) {
	return new EnvironmentError(`${describeUnreadGpus(gpus)}: ${problem ?? "the driver lists none"}`, [...listUnreadRemedies(gpus), "To measure without GPUs set pipeline.devices to cpu."].join(" "));
}
function listPhysicalGpus(testbed, ids, identities) {
	const indices = ids.flatMap((id) => {
		const { uuid, physicalIndex } = testbed.devices.find((device) => device.id === id) ?? {};
		const named = identities.filter((identity) => identity.uuid === uuid || identity.migSlices.some((slice) => slice.uuid === uuid));
		return (named.find(({ index }) => index === physicalIndex) ?? named[0])?.index ?? (identities.some(({ index }) => index === id) ? id : []);
	});
	return [...new Set(indices)];
}
function createCpuTestbed(host) {
	const devices = Array.from({ length: host.cpuCores }, (_, id) => ({
		id,
		physicalIndex: null,
		model: host.cpuModel,
		uuid: null,
		memoryBytes: null,
		migProfile: null,
		settings: null
	}));
	return {
		...host,
		id: formatTestbedId("cpu", devices, host.cpuModel),
		deviceKind: "cpu",
		devices,
		driverVersion: null,
		cudaVersion: null,
		topology: null
	};
}
async function findGpus(inventory, watched) {
	const inventoried = inventory.listGpus();
	if (!watched) return numberDevices(await inventoried);
	if (watched.monitor.kind === "none") return numberDevices(explainMissing(await inventoried, watched.monitor.reason));
	const [known, identities] = await Promise.all([inventoried, watched.monitor.identify()]);
	if (identities.length === 0) return numberDevices(known);
	const vendor = /^(?:amd|rocm)/.test(watched.monitor.kind) ? "amd" : "nvidia";
	const visible = resolveVisibleDevices(identities, watched.environment, vendor);
	const devices = visible.devices.flatMap((device) => listDevices(device, identities));
	const problem = visible.problems[0] ?? (visible.variable ? `${visible.variable} leaves no GPU visible` : known.problem);
	return numberDevices({
		...known,
		devices,
		...readVersions(watched.monitor, known),
		problem,
		isUnanswered: false,
		unread: []
	});
}
function explainMissing(known, reason) {
	return reason?.includes("nvidia-smi") && !known.isUnanswered && known.devices.length === 0 ? {
		...known,
		problem: reason
	} : known;
}
function readVersions(monitor, known) {
	const driver = monitor.identifyDriver?.();
	const findSource = (name) => (driver?.[name] ?? null) !== null ? monitor.kind : known[name] === null ? null : "nvidia-smi";
	return {
		driverVersion: driver?.driverVersion ?? known.driverVersion,
		cudaVersion: driver?.cudaVersion ?? known.cudaVersion,
		versionsFrom: {
			driver: findSource("driverVersion"),
			cuda: findSource("cudaVersion")
		}
	};
}
function listDevices({ gpu, migSlice }, identities) {
	const identity = identities.find(({ index }) => index === gpu);
	if (!identity) return [];
	const { model, settings, uuid: ownUuid, memoryBytes: ownBytes } = identity;
	const slices = identity.migSlices.filter(({ uuid }) => migSlice === null || uuid === migSlice);
	const place = {
		id: gpu,
		physicalIndex: gpu,
		model,
		settings
	};
	if (settings.isMigOn !== true || slices.length === 0) return [{
		...place,
		uuid: ownUuid,
		memoryBytes: ownBytes,
		migProfile: null
	}];
	return slices.map(({ uuid, profile, memoryBytes }) => ({
		...place,
		uuid,
		memoryBytes,
		migProfile: profile ?? "unknown"
	}));
}
function numberDevices(found) {
	return {
		...found,
		devices: found.devices.map((device, id) => ({
			...device,
			id
		}))
	};
}

// src/steps/doctor/find-machine-needs.ts
async function findMachineNeeds(request, { inspector }) {
	const { config, environment } = request;
	const isThere = async (path) => await inspector.isThere(path);
	const passed = config.pipeline.passEnv.filter((name) => !(name in config.pipeline.env) && !isOptionalVariable(name));
	const dangling = passed.map(async (name) => {
		const path = environment[name] ?? "";
		return isAbsolute(path) && !path.includes(":") && !await isThere(path) ? [{
			name,
			path
		}] : [];
	});
	return {
		unset: passed.filter((name) => environment[name] === void 0),
		dangling: (await Promise.all(dangling)).flat(),
		absent: await findAbsentFiles(request, isThere),
		uncompiled: await findUncompiled(request, isThere)
	};
}
async function requireMachineNeeds(request, ports) {
	const needs = await findMachineNeeds(request, ports);
	const found = needChecks.flatMap((row) => row(needs));
	for (const { check, level, subject, sentence, mend } of found) if (level === "warn") {
		const place = check === "config.variables" ? `pipeline.passEnv: ${subject.replace(/^variable /u, "")} ` : `${subject}: `;
		ports.logger.warning(`${place}${sentence}. ${mend}`);
	}
	const unmet = found.filter(({ level }) => level === "fail");
	if (unmet.length === 0) return;
	const sentences = unmet.map(({ subject, sentence }) => `${subject}: ${sentence}`).join("; ");
	throw new EnvironmentError(sentences, [...new Set(unmet.map(({ mend }) => mend))].join(" "));
}
async function findAbsentFiles({ config, plan }, isThere) {
	const files = Object.entries(config.datasets).flatMap(([dataset, settings]) => {
		const paths = "paths" in settings ? settings.paths : "path" in settings ? [settings.path] : [];
		return !plan || plan.cases.some((one) => one.dataset === dataset) ? paths.filter(isAbsolute).map((path) => ({
			path,
			dataset
		})) : [];
	});
	const found = [...Map.groupBy(files, ({ path }) => path)].map(async ([path, list]) => {
		if (await isThere(path)) return [];
		const datasets = list.map(({ dataset }) => dataset);
		const users = plan?.cases.filter(({ dataset }) => datasets.includes(dataset)) ?? [];
		return [{
			path,
			datasets,
			suites: [...new Set(users.map(({ key }) => key.suite))]
		}];
	});
	return (await Promise.all(found)).flat();
}
const manifests = [
	"requirements.txt",
	"pyproject.toml",
	"setup.py",
	"setup.cfg",
	"environment.yml",
	"environment.yaml"
];
async function findUncompiled({ config: { pipeline }, environment, readText }, isThere) {
	const words = pipeline.setup.flat();
	const isSkipped = Object.keys(pipeline.env).some((name) => name.endsWith("_SKIP_CUDA_BUILD"));
	const variables = {
		...environment,
		...pipeline.env
	};
	const places = [variables["CUDA_HOME"] ?? variables["CUDA_PATH"] ?? "/usr/local/cuda", ...(variables["PATH"] ?? "").split(":").map((folder) => join(folder, "nvcc"))];
	if (words.length === 0 || isSkipped || (await Promise.all(places.map(isThere))).includes(true)) return null;
	const inSetup = findCompiledPackage(words.join(" "));
	if (inSetup !== null) return {
		name: inSetup,
		file: "pipeline.setup"
	};
	const named = words.filter((word) => /^[\w./-]+\.(?:txt|in|toml|ya?ml)$/.test(word) && !isAbsolute(word));
	for (const file of /* @__PURE__ */ new Set([...named, ...manifests])) {
		const text = await readText(file) ?? "";
		const name = findCompiledPackage(text);
		if (name !== null && !/\bcuda-(?:nvcc|toolkit|compiler)/.test(text)) return {
			name,
			file
		};
	}
	return null;
}

export { buildChildEnvironment, chooseIsolation, confine, createRevisionDirectories, dropEmptyEvents, findMachineNeeds, findOutsideReason, formatFailureHints, identifyTestbed, isSecretName, isolateTrial, listPhysicalGpus, readVersions, requireMachineNeeds };