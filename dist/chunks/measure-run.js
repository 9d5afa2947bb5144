import { addKills, addOutput, addProgressPoint, addWorkerErrors, attributeStages, buildCalibrationPlan, buildCaseCommand, buildCommandTemplate, buildMonitorCommand, buildScheduleRules, buildStageIntervals, chooseMinutesUnit, chooseNextTrial, collectPipelineReadings, collectTexts, collectToolReadings, computeLivePacking, computeStarvedShare, configCopy, copyCommitted, countMaxTrials, countPlannedTrials, decodePath, deriveUsualState, describeCostEstimate, describeInterimResult, estimateRunCost, fillCommand, fillPlaceholders, findContamination, findReportedErrors, findRowProblem, formatCanonicalJson, formatFileNames, formatManifest, getBudget, isContaminated, isCounted, isUntouched, listAbsolutePaths, listChangedFiles, listChangedInputs, listChangedTrackedFiles, listMentionedPaths, listUnfilled, loadCommitted, notObserved, openRunFolder, parseAttempts, parseCachedTrials, parseMonitorOutput, planCompleteRun, planPart, projectFinish, readerNames, refuseBelowFloor, refusePlaceholder, requireSelected, resolveRevisions, resumeFrom, silentFigures, toStageHostUse } from "./judging.js";
import { EnvironmentError, NoDeviceError, RevisionError, UserError, attempt, formatNames, formatPercent, handleUserError, maxReportedErrors, maxRestoredName, maxRestoredNames, maxTracedFiles, maxTracedLine, mostAttempts, mostCurves, sumValues } from "./core.js";
import { _enum, array, int, literal, record, strictObject, string, tuple } from "./zod.js";
import { buildLocalContext } from "./action-main.js";
import { buildChildEnvironment, chooseIsolation, confine, createRevisionDirectories, dropEmptyEvents, findOutsideReason, formatFailureHints, identifyTestbed, isolateTrial, listPhysicalGpus, requireMachineNeeds } from "./find-machine-needs.js";
import { countEventWork, createInspectedFile, datasetFormats, listFailedParts, parseEvent, readBatch, readBatchEvents, readBatches, readEvent, readFilesDataset, readLogs, readOutput, readProgress, readTelemetry, resolvePath, splitBoundedLines, toCount, toLine } from "./read-telemetry.js";
import { sanitizeLine } from "./foundation.js";
import { chooseIntervalMs } from "./sampling-interval.js";
import { preflight, preflightGpus, warnOfLoad } from "./measuring.js";
import { hashFiles, prepareCached } from "./datasets.js";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { createHash, hash, randomUUID } from "node:crypto";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";

// src/domain/core/exit-meaning.ts
function classifyEnding(ended, meanings) {
	switch (ended.ending) {
		case "not-started": return {
			kind: "not-started",
			detail: ended.problem ?? "the command could not be started"
		};
		case "timed-out": return {
			kind: "timed-out",
			detail: `exceeded its time limit after ${ended.wallSeconds.toFixed(1)} s`
		};
		case "cancelled": return {
			kind: "cancelled",
			detail: `stopped after ${ended.wallSeconds.toFixed(1)} s because the run was cancelled`
		};
		case "signalled":
			if (ended.exitCode !== null && String(ended.exitCode) in meanings) return classifyExitCode(ended.exitCode, meanings);
			return {
				kind: "signal",
				detail: describeSignal(ended.signal)
			};
		case "exited": return classifyExitCode(ended.exitCode, meanings);
		default: return ended.ending;
	}
}
function classifyExitCode(code, meanings) {
	if (code === null) return {
		kind: "exit-code",
		detail: "ended without an exit code"
	};
	const meaning = meanings[String(code)] ?? "failure";
	switch (meaning) {
		case "success": return null;
		case "partial": return {
			kind: "partial",
			detail: `exit code ${code}: part of the work failed, so the time is not valid`
		};
		case "out-of-memory": return {
			kind: "out-of-memory",
			detail: `exit code ${code}: out of memory`
		};
		case "failure": return {
			kind: "exit-code",
			detail: formatExitCode(code)
		};
		default: return meaning;
	}
}
const signals = {
	132: "SIGILL",
	134: "SIGABRT",
	135: "SIGBUS",
	136: "SIGFPE",
	137: "SIGKILL",
	139: "SIGSEGV",
	143: "SIGTERM"
};
function formatExitCode(code) {
	const signal = signals[code ?? 0];
	if (code === 124) return "exit code 124 (timeout(1) ends a command so at its limit)";
	return `exit code ${code}${signal === void 0 ? "" : ` (${describeSignal(signal)})`}`;
}
function describeSignal(signal) {
	if (signal === "SIGKILL") return "killed by SIGKILL, possibly because the host ran out of memory";
	return `killed by ${signal ?? "a signal"}`;
}

// src/steps/trees/tree-guard.ts
function guardTrees(trees, copies, { treeReader, git }) {
	const entries = trees.map((tree) => {
		const { state } = tree.files;
		return {
			...tree,
			reference: state,
			state,
			isBroken: false,
			originals: null
		};
	});
	const find = (label) => {
		const entry = entries.find(({ labels }) => labels.includes(label));
		if (entry) return entry;
		throw new Error(`no tree was checked out for revision ${label}`);
	};
	const read = ({ path, files, state }) => treeReader.read(path, files.tracked, state);
	const requireSame = async (entry) => {
		const changed = listChangedFiles(entry.state, await read(entry));
		if (changed.length === 0) return;
		entry.isBroken = true;
		throw new EnvironmentError(`files of ${entry.labels.join(", ")} changed while it was not running: ${formatFileNames(changed)}`, "Another revision or program writes to this checkout, so its results are invalid. Find the writer, and measure again");
	};
	return {
		requireUntouched: (label) => requireSame(find(label)),
		async acceptSetup(label) {
			const entry = find(label);
			const state = await read(entry);
			entry.reference = state;
			entry.state = state;
			return listChangedTrackedFiles(entry.files.tracked, entry.files.state, state);
		},
		async keepOriginals() {
			for (const entry of entries) {
				const { path, commit, reference } = entry;
				const files = {
					tracked: entry.files.tracked,
					state: reference
				};
				entry.originals = await git.keepOriginals({
					directory: path,
					commit,
					files,
					copies
				});
			}
		},
		async acceptTrial(label) {
			const entry = find(label);
			const listChanged = () => listChangedTrackedFiles(entry.files.tracked, entry.reference, entry.state);
			entry.state = await read(entry);
			const changed = listChanged();
			if (changed.length === 0) return [];
			entry.isBroken = true;
			await entry.originals?.restore(changed);
			entry.state = await read(entry);
			const left = listChanged();
			if (left.length > 0) throw new RevisionError(label, `a trial of ${label} changed files of its commit, which cannot be restored: ${formatFileNames(left)}`, "Every trial must run the same files: write output below {output}, or remove these files from git");
			entry.isBroken = false;
			return changed;
		},
		async requireAllUntouched() {
			for (const entry of entries) await requireSame(entry);
		},
		getState(label) {
			const { isBroken, state } = find(label);
			return isBroken ? null : state;
		}
	};
}
async function guardInstalls({ texts, own }, { readInstalled }) {
	const watched = listAbsolutePaths(texts).filter((path) => !own.some((directory) => path.startsWith(directory)));
	let last = await readInstalled(watched, null);
	const installed = /* @__PURE__ */ new Map();
	return { async acceptSetup(label) {
		const now = await readInstalled(watched, last);
		const known = last;
		last = now;
		const changed = [...now].filter(([path, state]) => {
			const before = known.get(path);
			return !before || !isUntouched(before, state);
		});
		const clashes = changed.filter(([path, { id }]) => {
			const other = installed.get(path);
			return other !== void 0 && other.label !== label && (id === null || id !== other.id);
		});
		const [first] = clashes;
		if (first !== void 0) {
			const paths = formatNames(clashes.map(([path]) => path));
			throw new EnvironmentError(`the setups of ${installed.get(first[0])?.label ?? ""} and ${label} install into one place, so both would run the later installation: ${paths}`, "Install into the checkout, for example into a virtual environment there or with --prefix, and name that program in the command");
		}
		for (const [path, { id }] of changed) installed.set(path, {
			label,
			id
		});
		return changed.length > 0;
	} };
}

// src/config/records/tree-manifest-schema.ts
const path = string().min(1).max(16384);
const file = tuple([
	_enum([
		"file",
		"program",
		"link",
		"other"
	]),
	string().max(200),
	string().regex(/^\d{1,30}$/),
	int().min(0),
	string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/).nullable()
]);
const manifest = strictObject({
	version: literal(1),
	key: string().max(100),
	tracked: array(path),
	files: record(path, file)
});
function parseTreeManifest(text) {
	return manifest.safeParse(attempt(() => JSON.parse(text))).data ?? null;
}

// src/steps/trees/prepared-trees.ts
const maxManifestBytes = 512 * 2 ** 20;
async function openPreparedTree({ cache, name, key, mayWrite }, ports) {
	const { files } = ports;
	const directory = join(cache, "trees", name);
	const manifest = `${directory}.json`;
	if (mayWrite) await removeAbandoned(join(cache, "trees"), ports);
	const claim = await ports.claims.take(`${directory}.claim`);
	if (claim === null) return null;
	const found = await readVerified(directory, {
		manifest,
		key
	}, ports);
	if (found === null && !mayWrite) {
		await claim[Symbol.asyncDispose]();
		return null;
	}
	const removeBoth = async () => {
		await files.remove(manifest);
		await files.remove(directory);
	};
	if (found === null) await removeBoth();
	let isKept = found !== null;
	return {
		path: directory,
		files: found,
		async keep(kept) {
			if (!mayWrite) return;
			if (found === null) await ports.treeReader.flush(directory);
			await files.writeText(manifest, writeTreeManifest(key, kept));
			isKept = true;
		},
		async [Symbol.asyncDispose]() {
			if (!isKept) await removeBoth();
			await claim[Symbol.asyncDispose]();
		}
	};
}
async function readVerified(directory, { manifest, key }, { files, treeReader, logger }) {
	const text = await files.readText(manifest, maxManifestBytes);
	if (text === null) return null;
	const written = readTreeManifest(text, key);
	const state = written && await treeReader.read(directory, written.tracked, written.state).catch(() => null);
	if (!written || !state) return null;
	const changed = listChangedFiles(written.state, state);
	if (changed.length === 0) return {
		tracked: written.tracked,
		state
	};
	logger.info(`${directory} was changed since the last run (${formatFileNames(changed)}); running its setup again.`);
	return null;
}
async function removeAbandoned(directory, { files, claims }) {
	const names = await files.list(directory);
	for (const name of names.filter((one) => one.endsWith(".claim"))) {
		const tree = name.slice(0, -6);
		if (names.includes(`${tree}.json`)) continue;
		await using claim = await claims.take(join(directory, name));
		if (claim !== null && await files.readText(join(directory, `${tree}.json`), maxManifestBytes) === null) await files.remove(join(directory, tree));
	}
}
function writeTreeManifest(key, { tracked, state }) {
	const files = Object.fromEntries([...state].map(([path, file]) => [path, [
		file.kind,
		file.stamp,
		file.changedNs,
		file.links,
		file.id
	]]));
	const manifest = {
		version: 1,
		key,
		tracked: [...tracked],
		files
	};
	const text = JSON.stringify(manifest);
	return `${hashText$1(text)}\n${text}\n`;
}
function readTreeManifest(text, key) {
	const [sha256, json = ""] = text.split("\n");
	if (sha256 !== hashText$1(json)) return null;
	const manifest = parseTreeManifest(json);
	if (manifest?.key !== key) return null;
	const state = Object.entries(manifest.files).map(([path, [kind, stamp, changedNs, links, id]]) => [path, {
		kind,
		stamp,
		changedNs,
		links,
		id
	}]);
	return {
		tracked: new Set(manifest.tracked),
		state: new Map(state)
	};
}
function hashText$1(text) {
	return createHash("sha256").update(text).digest("hex");
}
const cachePaths = {
	go: ["go/pkg/mod/cache/download", ".cache/go-build"],
	cargo: [
		".cargo/registry/index",
		".cargo/registry/cache",
		".cargo/git/db"
	],
	pip: [".cache/pip"],
	ccache: [".cache/ccache", ".ccache"]
};
async function fillCaches({ names, home, workplace }, ports) {
	const { trustedCache, cacheDirectory } = workplace;
	const sources = trustedCache === void 0 ? [cacheDirectory] : [trustedCache, cacheDirectory];
	for (const path of names.flatMap((name) => cachePaths[name])) for (const source of sources) if (await copyCache(join(source, "caches"), path, home, ports)) break;
}
async function keepCaches({ names, home, workplace }, ports) {
	for (const path of names.flatMap((name) => cachePaths[name])) await copyCache(home, path, join(workplace.cacheDirectory, "caches"), ports);
}
async function copyCache(from, path, to, { files, logger }) {
	try {
		return await files.copyDirectory(from, path, join(to, path));
	} catch (error) {
		if (!(error instanceof UserError || error instanceof EnvironmentError)) throw error;
		logger.info(`A cache was not copied: ${error.message}`);
		return false;
	}
}

// src/steps/trees/check-out-revisions.ts
async function checkOutRevisions(request, ports) {
	await using stack = new AsyncDisposableStack();
	const placed = [];
	for (const revision of request.revisions) {
		if (revision.commit === null) continue;
		const setup = request.config.revisions[revision.label]?.setup ?? request.config.pipeline.setup;
		const inputs = JSON.stringify([
			revision.commit,
			setup,
			request.config.pipeline.env
		]);
		const key = createHash("sha256").update(inputs).digest("hex");
		const shared = placed.find((tree) => setup.length > 0 && tree.key === key);
		if (shared) shared.labels.push(revision.label);
		else placed.push(await openTree({
			revision,
			setup,
			key
		}, stack, request, ports));
	}
	const guard = guardTrees(placed, join(request.workplace.workDirectory, "originals"), ports);
	const unprepared = placed.toSorted((a, b) => Number(a.isHead) - Number(b.isHead)).filter(({ isPrepared }) => !isPrepared);
	const installs = unprepared.length === 0 ? null : await watchInstalls(placed, request, ports);
	for (const tree of unprepared) {
		await setUp(tree, guard, request, ports);
		tree.isComplete = !await installs?.acceptSetup(tree.labels.join(", "));
		await keepState(tree, guard);
	}
	await guard.keepOriginals();
	stack.defer(async () => {
		for (const tree of placed) await keepState(tree, guard);
	});
	const owned = stack.move();
	const trees = new Map(placed.flatMap(({ labels, path }) => labels.map((label) => [label, path])));
	const remove = () => announceIfSlow("Removing the checkouts", ports.logger, () => owned.disposeAsync());
	return {
		trees,
		guard,
		[Symbol.asyncDispose]: remove
	};
}
const slowMs = 3e3;
async function announceIfSlow(action, logger, work) {
	const timer = setTimeout(() => logger.info(`${action}: many files or a busy disk, please wait.`), slowMs);
	try {
		return await work();
	} finally {
		clearTimeout(timer);
	}
}
const buildFiles = [
	"Makefile",
	"makefile",
	"GNUmakefile",
	"CMakeLists.txt"
];
const maxScriptBytes = 262144;
async function watchInstalls(placed, request, ports) {
	const { config, workplace } = request;
	const directory = workplace.workDirectory;
	const env = buildSetupEnvironment(request, {
		home: directory,
		tmp: directory,
		realTmp: directory
	});
	const named = [...collectTexts(config), ...Object.values(env)];
	const scripts = placed.flatMap(({ path, files }) => [...listMentionedPaths(named), ...buildFiles].filter((file) => files.tracked.has(file)).map((file) => ports.files.readForeignText(path, file, maxScriptBytes).catch(() => null)));
	const texts = [...named, ...await Promise.all(scripts)].map((text) => (text ?? "").replaceAll(/["'`()<>|&]/gu, " "));
	return await guardInstalls({
		texts,
		own: [workplace.workDirectory, workplace.cacheDirectory]
	}, ports.treeReader);
}
async function openTree({ revision, setup, key }, stack, { revisions, workplace }, ports) {
	const commit = revision.commit ?? "";
	const isHead = revisions.some((one) => one.label === "head" && one.commit === commit);
	const common = {
		labels: [revision.label],
		commit,
		key,
		setup,
		isHead,
		isComplete: true
	};
	const name = `${commit.slice(0, 12)}-${key.slice(0, 16)}`;
	const { trustedCache, cacheDirectory } = workplace;
	const open = (cache, mayWrite) => openPreparedTree({
		cache,
		mayWrite,
		name,
		key
	}, ports);
	let cached = null;
	if (setup.length > 0) {
		cached = trustedCache === void 0 ? null : await open(trustedCache, false);
		cached ??= await open(cacheDirectory, true);
	}
	if (cached) stack.use(cached);
	if (cached?.files) return {
		...common,
		path: cached.path,
		files: cached.files,
		isPrepared: true,
		unfilled: [],
		cached
	};
	const directory = cached?.path ?? join(workplace.workDirectory, "trees", revision.label);
	const tree = await announceIfSlow(`Checking out ${revision.label} (${commit.slice(0, 12)})`, ports.logger, () => ports.git.checkOut(commit, directory));
	if (!cached) stack.use(tree);
	const { path, files, unfilled } = tree;
	if (setup.length === 0) requireFilled({
		labels: common.labels,
		commit,
		unfilled,
		files
	}, files.state);
	return {
		...common,
		path,
		files,
		isPrepared: setup.length === 0,
		unfilled,
		cached
	};
}
async function setUp(tree, guard, request, ports) {
	const [label = ""] = tree.labels;
	await guard.requireUntouched(label);
	const { config, workplace } = request;
	const { home } = await createRevisionDirectories(workplace, label, ports.files);
	const caches = {
		names: config.run.caches,
		home,
		workplace
	};
	await fillCaches(caches, ports);
	await runSetup(tree, request, ports);
	if (!tree.isHead) await keepCaches(caches, ports);
	await ports.files.remove(join(tree.path, ".git"));
	const changed = await guard.acceptSetup(label);
	requireFilled(tree, guard.getState(label) ?? tree.files.state);
	if (changed.length > 0) ports.logger.info(`The setup of ${label} changed files of its commit, which is measured with these changes: ${formatFileNames(changed)}`);
}
function requireFilled({ labels, commit, unfilled, files }, state) {
	const left = listUnfilled(unfilled, files.state, state);
	if (left.length === 0) return;
	const fetchFiles = `\`git lfs fetch origin ${commit}\` (actions/checkout: lfs: true)`;
	const fetchModules = "`git submodule update --init --recursive` at that commit (actions/checkout: submodules: recursive)";
	const modules = left.filter((path) => path.endsWith("/"));
	const commands = [...modules.length < left.length ? [fetchFiles] : [], ...modules.length > 0 ? [fetchModules] : []];
	throw new EnvironmentError(`this clone lacks content of Git LFS or of a submodule in ${labels.join(", ")}: ${formatFileNames(left)}`, `Run ${commands.join(" and ")}, or fill them in pipeline.setup`);
}
async function keepState({ cached, labels: [label = ""], files, isComplete }, guard) {
	const state = guard.getState(label);
	if (state && isComplete) await cached?.keep({
		tracked: files.tracked,
		state
	});
}
async function runSetup({ labels: [label = ""], setup, path: cwd }, request, ports) {
	const place = await createRevisionDirectories(request.workplace, label, ports.files);
	const env = buildSetupEnvironment(request, place);
	for (const [index, argv] of setup.entries()) {
		const command = argv.join(" ");
		ports.logger.info(`Setting up ${label}: ${command}`);
		const log = join(request.workplace.workDirectory, "setup", `${label}-${index}`);
		await ports.files.makeDirectory(log);
		const { ending, exitCode, problem, stdoutTail, stderrTail } = await ports.processes.run({
			argv,
			cwd,
			env,
			...confine(request.workplace, place, {
				argv,
				env,
				writable: [cwd],
				readable: []
			}),
			timeoutMs: request.config.pipeline.setupTimeoutMinutes * 6e4,
			signal: request.signal,
			stdoutPath: join(log, "stdout.log"),
			stderrPath: join(log, "stderr.log"),
			maxOutputBytes: 1e8
		});
		if (ending === "exited" && exitCode === 0) continue;
		if (ending === "cancelled") throw new EnvironmentError(`the run was cancelled during the setup of ${label}: ${command}`, "Nothing was measured; start the job again.");
		const how = problem ?? (ending === "exited" ? formatExitCode(exitCode) : ending);
		const tail = stderrTail || stdoutTail;
		throw new RevisionError(label, `setup of ${label} failed: ${command}: ${how}${formatFailureHints(request.workplace, request.config.pipeline, tail)}\n${tail}`, "Run the command in a new checkout of that commit and fix pipeline.setup.");
	}
}
function buildSetupEnvironment({ config, workplace }, { home, tmp }) {
	return buildChildEnvironment(workplace.environment, {
		home,
		tmp,
		set: config.pipeline.env,
		pass: config.pipeline.passEnv
	});
}
async function openDatasetBase(request, ports) {
	const { baseCommit, revisions, measured } = request;
	if (baseCommit === null || measured.some(({ commit }) => commit === baseCommit)) return null;
	const revision = revisions.find(({ commit }) => commit === baseCommit) ?? {
		label: "dataset-base",
		ref: "merge-base",
		commit: baseCommit,
		problem: null
	};
	const { label } = revision;
	try {
		const checkedOut = await checkOutRevisions({
			...request,
			revisions: [revision]
		}, ports);
		const path = checkedOut.trees.get(label) ?? null;
		const { guard } = checkedOut;
		return {
			label,
			path,
			problem: "",
			guard,
			[Symbol.asyncDispose]: () => checkedOut[Symbol.asyncDispose]()
		};
	} catch (error) {
		if (!(error instanceof RevisionError)) throw error;
		return {
			label,
			path: null,
			problem: error.message,
			guard: null,
			[Symbol.asyncDispose]: async () => {}
		};
	}
}
function findMeasuredBase(baseCommit, measured, { trees, guard }) {
	if (baseCommit === null || measured.some((one) => one.label === "head" && one.commit === baseCommit)) return null;
	for (const { label, commit } of measured) {
		const path = commit === baseCommit ? trees.get(label) : void 0;
		if (path !== void 0) return {
			label,
			path,
			problem: "",
			guard
		};
	}
	return null;
}

// src/steps/trial/compare-tables.ts
const keptTables = "tables";
async function compareTables(request, ports) {
	const { tables } = request.planned;
	if (!tables) return null;
	const written = [];
	const comparisons = [];
	for (const rule of tables.rules) {
		const own = await keepOwnTable(rule, request, ports);
		written.push({
			table: rule.name,
			sha256: own.sha256
		});
		for (const pair of await listPairs(own, rule, request, ports)) comparisons.push(await compareOne(rule, pair, request, ports));
		if (!(findFirstTrial(request.planned.id, request.earlier) === void 0)) await ports.files.remove(buildTablePath(request, request.planned.id, request.index, rule));
	}
	return {
		written,
		comparisons
	};
}
async function keepOwnTable(rule, request, ports) {
	const { planned, index, values, directory, roots } = request;
	const place = buildTablePath(request, planned.id, index, rule);
	const origin = {
		caseId: planned.id,
		index
	};
	const found = await findPlainFiles(resolve(directory, fillPlaceholders(rule.path, values)), ports.inspector.restrictTo(roots));
	if (typeof found === "string") return {
		origin,
		files: [],
		sha256: hashOfNothing,
		problem: found
	};
	const kept = await ports.tables.keep(found, place, roots);
	return {
		origin,
		files: kept.problem === null ? await ports.inspector.find(join(place, "*")) : [],
		sha256: kept.sha256 ?? hashOfNothing,
		problem: kept.problem
	};
}
const hashOfNothing = createHash("sha256").digest("hex");
async function findPlainFiles(pattern, inspector) {
	const find = async () => {
		const found = await inspector.find(pattern);
		return (await Promise.all(found.map((path) => inspector.readStat(path)))).includes(null) ? [] : found;
	};
	return await find().catch(handleUserError(({ message }) => message));
}
async function listPairs(own, rule, request, ports) {
	const { against = [], standsFor = [], stored = [] } = request.planned.tables ?? {};
	const find = (caseId) => findFirstVersion(caseId, rule, request, ports);
	const answers = await Promise.all([request.planned.id, ...against].map(find));
	const subjects = await Promise.all(standsFor.map(find));
	const files = stored.filter(({ table }) => table === rule.name).map(({ name, path, sha256 }) => {
		const file = isAbsolute(path) ? path : join(request.headTree, path);
		return {
			origin: {
				stored: name,
				sha256
			},
			files: [file],
			sha256,
			problem: null
		};
	});
	return [...[...answers, ...files].flatMap((reference) => reference ? [{
		subject: own,
		reference
	}] : []), ...subjects.flatMap((subject) => subject ? [{
		subject,
		reference: own
	}] : [])];
}
async function findFirstVersion(caseId, rule, request, ports) {
	const trial = findFirstTrial(caseId, request.earlier);
	const written = trial?.resultTables?.written.find(({ table }) => table === rule.name);
	if (!trial || !written) return null;
	const place = buildTablePath(request, caseId, trial.index, rule);
	const files = await ports.inspector.find(join(place, "*"));
	return {
		origin: {
			caseId,
			index: trial.index
		},
		files,
		sha256: written.sha256,
		problem: null
	};
}
function findFirstTrial(caseId, earlier) {
	return earlier.find((trial) => trial.caseId === caseId && isCounted(trial) && trial.resultTables && trial.cachedFromRun === null);
}
async function compareOne(rule, { subject, reference }, request, { tables }) {
	const common = {
		table: rule.name,
		subject: subject.origin,
		reference: reference.origin
	};
	const unread = subject.problem ?? reference.problem;
	if (unread !== null) return {
		...common,
		findings: null,
		problem: unread
	};
	const scratchDirectory = join(request.workDirectory, "table-join");
	const answer = await tables.compare({
		rule,
		subject: subject.files,
		reference: reference.files,
		scratchDirectory
	});
	const problem = answer.findings && (describeChange("the table", subject, answer.findings.subject.sha256) ?? describeChange("the reference", reference, answer.findings.reference.sha256));
	return problem ? {
		...common,
		findings: null,
		problem
	} : {
		...common,
		...answer
	};
}
function describeChange(side, { sha256 }, found) {
	return sha256 === found ? null : `${side} has SHA-256 ${found.slice(0, 12)} instead of ${sha256.slice(0, 12)}`;
}
function buildTablePath({ runFolder }, caseId, index, rule) {
	const id = createHash("sha256").update(caseId).digest("hex").slice(0, 16);
	return join(runFolder, keptTables, `${id}-${index}`, rule.name);
}

// src/adapters/pipeline/live.ts
const starvedAboveMs = 50;
const mostWorkers = 4096;
const mostOpen = 1e3;
var LiveAccumulator = class {
	#readProgress;
	#shares = /* @__PURE__ */ new Map();
	#sums = {
		tokens: 0,
		tokenBudget: 0,
		waits: 0,
		starved: 0
	};
	#stage = null;
	#hasEvents = false;
	#hasBatches = false;
	#expectedWorkers = 1;
	constructor(readProgress) {
		this.#readProgress = readProgress;
	}
	addEvents(text) {
		for (const line of splitBoundedLines(text)) this.#addEvent(readEvent(line));
	}
	addLog(text) {
		for (const line of this.#readProgress(text)) {
			if (line.kind === "workers") this.#expectedWorkers = line.count;
			if (line.kind === "wait" && !this.#hasBatches) this.#addWait(line.isStarved);
			if (line.kind === "stage" && !this.#hasEvents) this.#enterStage(line.stage);
			if (line.kind === "share" && !this.#hasEvents) this.#setShare(line.worker, line);
		}
	}
	summarize() {
		const shares = [...this.#shares.values()];
		const totals = shares.map(({ total }) => total);
		const isWhole = shares.length >= this.#expectedWorkers && totals.every((total) => total !== null);
		return {
			stage: this.#stage,
			done: shares.length === 0 ? null : sumValues(shares.map(({ done }) => done)),
			total: shares.length > 0 && isWhole ? sumValues(totals.map(Number)) : null,
			...this.#sums,
			isSample: !this.#hasBatches
		};
	}
	#addEvent(event) {
		const { event: kind, stage } = event;
		if (kind === "batch") this.#addBatch(event);
		if (kind !== "stage-start" && kind !== "progress") return;
		if (typeof stage === "string") this.#enterStage(stage);
		if (kind === "stage-start") return;
		this.#hasEvents = true;
		const [done, total] = [toCount(event["done"]), toCount(event["total"])];
		const worker = [
			"rank",
			"worker",
			"gpu"
		].map((key) => event[key]).find((value) => value !== void 0);
		const name = typeof worker === "string" || typeof worker === "number" ? String(worker).slice(0, 40) : "";
		if (done !== null) this.#setShare(name, {
			done,
			total
		});
	}
	#addBatch(event) {
		this.#hasBatches = true;
		const { tokens, tokenBudget, waitMs } = readBatch(event);
		if (tokens && tokenBudget) {
			this.#sums.tokens += tokens;
			this.#sums.tokenBudget += tokenBudget;
		}
		if (waitMs !== null) this.#addWait(waitMs > starvedAboveMs);
	}
	#addWait(isStarved) {
		this.#sums.waits += 1;
		if (isStarved) this.#sums.starved += 1;
	}
	#enterStage(stage) {
		const name = stage.slice(0, 200);
		if (name === this.#stage) return;
		this.#stage = name;
		this.#shares.clear();
	}
	#setShare(key, { done, total }) {
		if (this.#shares.size < mostWorkers || this.#shares.has(key)) this.#shares.set(key, {
			done,
			total
		});
	}
};
var LiveStages = class {
	#open = /* @__PURE__ */ new Map();
	get current() {
		return [...this.#open.keys()].at(-1) ?? null;
	}
	add(text) {
		const before = [...this.#open.keys()].join("\0");
		for (const line of splitBoundedLines(text)) this.#addLine(line);
		return [...this.#open.keys()].join("\0") !== before;
	}
	#addLine(line) {
		const event = line.includes("stage-") ? parseEvent(line) : null;
		if (event?.event !== "stage") return;
		const depth = this.#open.get(event.stage) ?? 0;
		if (!event.isStart) {
			if (depth > 1) this.#open.set(event.stage, depth - 1);
			else this.#open.delete(event.stage);
		} else if (depth > 0 || this.#open.size < mostOpen) this.#open.set(event.stage, depth + 1);
	}
};

// src/domain/production/live-text.ts
function formatLiveProgress(look) {
	const { reading, curve, seconds } = look;
	const { done, total } = reading;
	const found = curve ? projectFinish(curve, .95) : null;
	const projection = typeof found === "string" ? null : found;
	const [rounded, rest] = [Math.round(seconds), Math.round(seconds) % 60];
	const elapsed = rounded < 60 || rest === 0 ? formatDuration(rounded) : `${formatDuration(rounded - rest)} ${rest} s`;
	const packing = computeLivePacking(reading);
	const starved = computeStarvedShare(reading);
	const parts = [
		`running for ${elapsed}`,
		reading.stage,
		done === null ? null : `${formatNumber(done)} ${total ? `of ${formatNumber(total)} (${formatPercent(done / total)})` : "done"}`,
		projection && `${formatNumber(projection.rate)}/s`,
		look.tokensPerSecond === null ? null : `${formatNumber(look.tokensPerSecond)} tok/s`,
		...look.gpus.map(({ gpu, utilizationPercent }) => utilizationPercent === null ? `GPU ${gpu} –` : `GPU ${gpu} ${utilizationPercent.toFixed(0)} %`),
		packing === null ? null : `${formatPercent(packing)} packed`,
		starved === null ? null : `${formatPercent(starved)} of ${reading.waits} logged batches starved`,
		projection && formatTimeLeft(projection, look)
	];
	return sanitizeLine(parts.filter((part) => part !== null).join(" | "));
}
function formatTimeLeft({ seconds: end, interval: [low, high] }, { seconds, reading }) {
	const formatLeft = (at) => Number.isFinite(at) ? formatDuration(Math.max(0, at - seconds)) : "unknown";
	const what = reading.stage === null ? "left" : "left in this stage";
	return `${formatLeft(end)} ${what} (95 %: ${formatLeft(low)} to ${formatLeft(high)})`;
}
function formatNumber(value) {
	return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
function formatDuration(seconds) {
	const rounded = Math.round(seconds);
	if (rounded < 60) return `${rounded} s`;
	if (rounded < 3600) return `${Math.floor(rounded / 60)} min`;
	return `${Math.floor(rounded / 3600)} h ${Math.floor(rounded % 3600 / 60)} min`;
}

// src/domain/production/stop-rule.ts
const betweenLooks = 1.5;
function findDueLook(seconds, { firstLookSeconds }) {
	if (seconds < firstLookSeconds) return null;
	return Math.floor(Math.log(seconds / firstLookSeconds) / Math.log(betweenLooks) + 1e-9);
}
function decideStop(curve, look, rule) {
	const error = rule.error * 6 / (Math.PI * (look + 1)) ** 2;
	const projection = projectFinish(curve, 1 - 2 * error);
	if (typeof projection === "string") return {
		stop: false,
		reason: projection
	};
	const [earliest] = projection.interval;
	const at = `${formatHours(earliest)} at the earliest; the goal is ${formatHours(rule.limitSeconds)}`;
	if (earliest <= rule.limitSeconds) return {
		stop: false,
		reason: `it may end after ${at}`
	};
	return {
		stop: true,
		reason: `${curve.stage === null ? "the run" : `stage ${curve.stage}`} would end after ${at} (projected ${formatHours(projection.seconds)}; wrong for at most ${rule.error * 100} % of runs over all checks, unless the rate increases)`
	};
}
function formatHours(seconds) {
	return seconds < 3600 ? `${(seconds / 60).toPrecision(3)} min` : `${(seconds / 3600).toPrecision(3)} h`;
}

// src/steps/trial/prove-work.ts
const noProof = {
	files: [],
	stdout: []
};
const closing = new Set(Buffer.from(" 	\r\n]})"));
const aFigure = /(?<![\w.])[-+]?\.?\d/;
const aLongerWord = /[\w.]/;
const maxKeptBytes = 64 * 2 ** 20;
async function findEarlierProof({ proof, values, directory, longRun }, files) {
	const earlier = /* @__PURE__ */ new Map();
	const madeMs = await files.readModifiedMs(dirname(values.output));
	const paths = [...proof.results ? [proof.results] : [], ...proof.files].map(({ path }) => path);
	const found = await Promise.all(paths.map((path) => files.find(resolveProofPath(path, {
		values,
		directory
	}))));
	let left = maxKeptBytes;
	for (const file of new Set(found.flat())) {
		const { bytes, modifiedMs } = await files.readStat(file) ?? {
			bytes: 0,
			modifiedMs: 0
		};
		if (bytes === 0 || longRun?.isContinued) earlier.set(file, {
			bytes,
			modifiedMs,
			kept: nothing
		});
		else {
			earlier.set(file, {
				bytes,
				modifiedMs,
				kept: bytes <= left ? await readKept(file, bytes, files) : null
			});
			left -= Math.min(left, bytes);
		}
	}
	return {
		files: earlier,
		madeMs
	};
}
const nothing = Buffer.alloc(0);
async function readKept(file, bytes, files) {
	const all = await readBeginning(file, bytes, files).catch(handleUserError(() => null));
	const kept = all?.subarray(0, all.findLastIndex((byte) => !closing.has(byte)) + 1) ?? null;
	return kept === null || aFigure.test(kept.toString("latin1")) ? kept : nothing;
}
async function readBeginning(file, bytes, files) {
	const chunks = [];
	let read = 0;
	for await (const chunk of files.streamBytes(file)) {
		chunks.push(chunk);
		read += chunk.length;
		if (read >= bytes) break;
	}
	return Buffer.concat(chunks).subarray(0, bytes);
}
async function explainGrowth(file, shown, { kept }, files) {
	const before = `${shown} existed before the trial`;
	if (kept === null) return `${before} and was too large or not readable then, so that it may hold results of earlier runs: let the command delete it first`;
	if (kept.length === 0 || !await isAppended(file, kept, files)) return null;
	return `${before}, which appended to it, so that it holds figures of earlier runs: let the command delete it first`;
}
async function isAppended(file, kept, files) {
	const now = await readBeginning(file, kept.length + 1, files);
	const next = now.toString("latin1", kept.length);
	return now.subarray(0, kept.length).equals(kept) && !aLongerWord.test(next);
}
function resolveProofPath(path, { values, directory }) {
	return resolve(directory, fillPlaceholders(path, values));
}
const maxResultBytes = 16 * 2 ** 30;
const clockSlackMs = 2e3;
const tickMs = 20;
async function proveWork(input, files) {
	const prove = async () => {
		for (const text of input.proof.stdout) {
			if (input.stdoutTail.includes(text) || await files.hasText(input.stdoutPath, text)) continue;
			const cut = input.isOutputTruncated ? "; it was cut off between its first part and its last lines" : "";
			const place = input.stderrTail.includes(text) || await files.hasText(input.stderrPath, text) ? "; standard error does: redirect it, as by sh -c \"… 2>&1\"" : "";
			return refuse(`standard output does not contain ${JSON.stringify(text)}${cut}${place}`);
		}
		const absent = await findMissingFile(input, files);
		return absent ? refuse(absent) : await countResults(input, files);
	};
	return await prove().catch(handleUserError(({ message, hint }) => refuse(`${message}. ${hint}`)));
}
function refuse(detail, resultRows = null) {
	return {
		resultRows,
		failure: {
			kind: "no-proof",
			detail
		}
	};
}
async function findMissingFile(input, files) {
	for (const { path, minBytes } of input.proof.files) {
		const found = await findFiles(path, input, files);
		const problems = [];
		for (const file of found) {
			const problem = await findProblem(file, minBytes, input, files);
			if (problem) problems.push(problem);
		}
		if (found.length === 0) return `no file matches ${path}`;
		if (!(path.includes("**") ? problems.length < found.length : problems.length === 0)) return problems[0] ?? null;
	}
	return null;
}
async function findFiles(path, input, files) {
	const found = await files.find(resolveProofPath(path, input));
	if (!path.includes("*")) return found;
	return (await Promise.all(found.map(async (file) => await files.readStat(file) ? [file] : []))).flat();
}
async function countResults(input, files) {
	const expected = input.proof.results;
	if (!expected) return {
		resultRows: null,
		failure: null
	};
	const tables = await files.find(resolveProofPath(expected.path, input));
	if (tables.length === 0) return refuse(`no result table matches ${expected.path}`);
	let resultRows = 0;
	let bytes = 0;
	for (const table of tables) {
		const problem = await findProblem(table, 1, input, files);
		if (problem) return refuse(problem);
		bytes += (await files.readStat(table))?.bytes ?? 0;
		if (bytes > maxResultBytes) return refuse(`${expected.path} has more than ${maxResultBytes} bytes`);
		resultRows += Math.max(0, await files.countLines(table) - 1);
	}
	const problem = findRowProblem(resultRows, expected);
	return problem === null ? {
		resultRows,
		failure: null
	} : refuse(problem, resultRows);
}
async function findProblem(file, minBytes, input, files) {
	const found = await files.readStat(file);
	const shown = shortenPath(file, input);
	if (!found) return `${shown} is not a file`;
	if (found.bytes < minBytes) return `${shown} has ${found.bytes} bytes, at least ${minBytes} are required`;
	const earlier = input.earlier.files.get(file);
	if (earlier?.modifiedMs === found.modifiedMs) return `${shown} existed before the trial, which did not write it`;
	const growth = earlier && found.bytes > earlier.bytes ? await explainGrowth(file, shown, earlier, files) : null;
	if (growth !== null) return growth;
	return found.modifiedMs < await findStart(file, input, files) ? `${shown} is older than the trial` : null;
}
function shortenPath(file, { values, directory }) {
	if (file === values.output || file.startsWith(`${values.output}/`)) return file.replace(values.output, "{output}");
	return file.startsWith(`${directory}/`) ? relative(directory, file) : file;
}
async function findStart(file, input, files) {
	const { values, directory, startedMs, earlier } = input;
	const real = await files.resolveRealPath(file);
	return (await Promise.all([dirname(values.output), directory].map((root) => files.resolveRealPath(root)))).some((root) => real.startsWith(`${root}/`)) && earlier.madeMs !== null ? earlier.madeMs : startedMs - clockSlackMs;
}
const maxTableBytes = 2 ** 30;
const tableName = /\.[ct]sv$/;
async function recordTrace(request, inspector) {
	const { directory, values } = request;
	const list = async (root, pattern, name) => await listNewFiles({
		root,
		pattern,
		name
	}, request.startedMs, inspector);
	return {
		files: [...await list(values.output, values.output, "{output}"), ...await list(directory, `${directory}/*`, "")].slice(0, maxTracedFiles),
		stdoutLines: await inspector.countLines(request.stdoutPath).catch(handleUserError(() => 0)),
		lastLine: request.stdoutTail.split("\n").map((line) => line.replace(/^│ ?/, "").trim()).findLast((line) => line !== "")?.slice(0, maxTracedLine) ?? null
	};
}
async function listNewFiles({ root, pattern, name }, startedMs, inspector) {
	const files = [];
	try {
		for (const depth of [
			"",
			"/*",
			"/*/*"
		]) for (const path of await inspector.find(`${pattern}${depth}`)) {
			const found = await inspector.readStat(path);
			if (!found || found.modifiedMs < startedMs - tickMs || found.bytes === 0 || path.endsWith(".pyc")) continue;
			const shown = [name, relative(root, path)].filter((part) => part !== "").join("/");
			const rows = tableName.test(path) && found.bytes <= maxTableBytes ? Math.max(0, await inspector.countLines(path) - 1) : null;
			files.push({
				path: shown,
				bytes: found.bytes,
				rows
			});
			if (files.length >= maxTracedFiles) return files;
		}
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
	}
	return files;
}

// src/adapters/pipeline/trial-output.ts
function joinFigures(outputs, printed, events) {
	return {
		...silentFigures,
		...printed,
		packing: events?.packing ?? printed.packing,
		dataLoader: events?.dataLoader ?? printed.dataLoader,
		shards: events?.shards ?? [],
		allocator: [...events?.allocator ?? [], ...printed.allocator],
		outOfMemory: collectSigns(outputs, events?.reductions ?? 0)
	};
}
function collectSigns(outputs, counted) {
	const found = outputs.flatMap(({ text, where }) => text === null ? [] : [findOutOfMemoryLines(text, where)]);
	return {
		lines: found.flatMap(({ lines }) => lines).slice(0, 5),
		count: found.reduce((sum, { count }) => sum + count, Number(counted > 0)),
		reductions: Math.max(found.reduce((sum, { reductions }) => sum + reductions, 0), counted),
		unread: outputs.flatMap(({ text, where }) => text === null ? [where] : [])
	};
}
const exhausted = /out[ _]of[ _]memory|CUDA OOM error|OutOfMemory|\bcuda_oom\b|\bMemoryError\b|can(?:no|')t allocate memory|std::bad_alloc|heap limit Allocation failed|\boom[-_]kill/i;
const denied = /\b(?:no|without|avoid\w*|prevent\w*|never|not|0)\b[^.;:]{0,30}\b(?:out[ _-]of[ _-]memory|oom)/i;
const reduced = /\b(?:reduc|halv|lower|shrink)\w*\b[^.;]{0,40}\b(?:batch|budget|tokens)|\b(?:batch[ _-]size|budget)\b[^.;]{0,20}\b(?:reduced|halved|lowered)|\bretry\w*\b[^.;]{0,30}\bsmaller batch/i;
const mostLines = 5;
const mostCharacters = 300;
function findOutOfMemoryLines(text, where) {
	const lines = [];
	let count = 0;
	let reductions = 0;
	for (const line of splitBoundedLines(text)) {
		const isExhausted = exhausted.test(line) && !denied.test(line);
		if (isExhausted) count += 1;
		if (count > 0 && reduced.test(line)) reductions += 1;
		if (isExhausted && lines.length < mostLines) lines.push({
			where,
			line: (toLine(line.replaceAll(/\p{Cc}/gu, " ")) ?? "").slice(0, mostCharacters)
		});
	}
	return {
		lines,
		count,
		reductions
	};
}
function findLineCount(text, line) {
	const [before = "", after = ""] = line.split("{count}").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
	const pattern = new RegExp(`${before}(\\d[\\d,_]{0,30}(?:\\.\\d{1,20})?)${after}`);
	let count = null;
	for (const one of splitBoundedLines(text)) {
		const [, digits] = pattern.exec(one) ?? [];
		if (digits !== void 0) count = Number(digits.replaceAll(/[,_]/g, ""));
	}
	return count !== null && count < 0x38d7ea4c68000 ? count : null;
}

// src/steps/trial/read-figures.ts
const maxBytes$1 = 67108864;
const maxLogs = 64;
async function readFigures(request, inspector) {
	const { files, startedMs, keepsBatches } = request;
	const readText = async (path) => await inspector.readText(path, maxBytes$1).catch(() => null);
	const read = async (where, path) => ({
		where,
		text: await readText(path)
	});
	const [stdout, stderr] = await Promise.all([read("standard output", files.stdoutPath), read("standard error", files.stderrPath)]);
	const logs = [];
	for (const path of await findLogs(request, inspector)) logs.push(await read(path.startsWith(`${files.output}/`) ? path.slice(files.output.length + 1) : path, path));
	const eventsText = await readText(files.eventsPath);
	const events = eventsText === null ? null : readBatchEvents(eventsText, {
		startedSeconds: startedMs / 1e3,
		keepsRows: keepsBatches
	});
	const cut = request.isOutputTruncated ? [{
		where: "the end of a truncated output",
		text: null
	}] : [];
	const others = [
		stderr,
		...logs,
		...cut
	];
	const pipeline = joinFigures([stdout, ...others], await readLogs(stdout, others), events);
	const texts = {
		events: eventsText ?? "",
		logs: [
			stdout,
			stderr,
			...logs
		].map(({ text }) => text ?? "")
	};
	const memory = {
		series: events?.memory ?? [],
		visits: events?.visits ?? []
	};
	const batches = keepsBatches ? collectBatches(events, stdout, others) : {
		rows: [],
		dropped: 0
	};
	const failedParts = [...new Set(texts.logs.flatMap(listFailedParts))];
	return {
		pipeline,
		memory,
		reported: collectReported(request.throughput, texts),
		batches,
		failedParts
	};
}
function collectReported(throughput, texts) {
	const work = countWork(throughput, texts);
	const errors = [...new Set(texts.logs.flatMap((text) => findReportedErrors(splitBoundedLines(text))))];
	return {
		...work && { work },
		...errors.length > 0 && { reportedErrors: errors.slice(0, maxReportedErrors) }
	};
}
function collectBatches(events, stdout, others) {
	return events && events.batches.rows.length > 0 ? events.batches : readBatches(stdout, others);
}
function countWork(throughput, { events, logs }) {
	if (!throughput) return null;
	const { unit, event, line = "" } = throughput;
	const count = (event === void 0 ? logs.map((text) => findLineCount(text, line)) : [countEventWork(events, event)]).find((one) => one !== null) ?? null;
	return count === null ? null : {
		count,
		unit
	};
}
async function findLogs({ logs, values, directory }, inspector) {
	const found = [];
	for (const log of logs) {
		const pattern = resolve(directory, fillPlaceholders(log, values));
		found.push(...await inspector.find(pattern).catch(handleUserError(() => [pattern])));
	}
	return found.slice(0, maxLogs);
}
const maxFiles = 8192;
function buildToolProof({ files }) {
	return {
		files: files.map((path) => ({
			path,
			minBytes: 1
		})),
		stdout: []
	};
}
async function readTool(tool, { values, directory }, inspector) {
	const shorten = (path) => {
		const place = [values.output, directory].find((parent) => path.startsWith(`${parent}/`));
		return place === void 0 ? basename(path) : path.slice(place.length + 1);
	};
	const name = readerNames.find((known) => known === tool.adapter) ?? null;
	try {
		const found = [];
		for (const file of tool.files) found.push(...await inspector.find(resolve(directory, fillPlaceholders(file, values))));
		const paths = [...new Set(found)];
		const files = paths.map((path) => createInspectedFile(path, shorten(path), inspector));
		if (name === null) throw new UserError(`there is no adapter ${tool.adapter}`, "Use one of those in docs/suites.md");
		if (paths.length > maxFiles) throw new UserError(`${paths.length} files match`, "Name fewer files");
		return collectToolReadings(await readOutput(name, files));
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return {
			readings: null,
			failure: {
				kind: "no-proof",
				detail: `${error.message} (${error.hint})`
			}
		};
	}
}

// src/adapters/launcher-messages.ts
const srunWait = /^srun: (?:Job \d+ step creation temporarily disabled|[Jj]ob \d+ queued and waiting for resources)/;
const slurmLoss = /^srun: error: Node failure on (\S+)/;
const slurmTaskEnd = /^srun: error: \S+ tasks? [\d,-]+: /;
const slurmAbort = /^srun: Job step aborted/;
const slurmEnd = /^slurmstepd-?\S*: error: \*\*\* (?:STEP|JOB) (\S+) ON \S+ CANCELLED AT \S+?(?: DUE TO (.+?))? \*\*\*/;
const slurmRefusal = /^srun: error: (Unable to (?:create step|confirm allocation|allocate resources).*)/;
const mpiLoss = /^ORTE has lost communication with a remote daemon|^PRTE has lost communication with a remote daemon/;
const mpiLostNode = /^\s*Remote daemon: \S+ on node (\S+)/;
function findLauncherTrouble({ stderr, hasFailed }) {
	const lines = stderr.split("\n");
	const waits = lines.some((line) => srunWait.test(line)) ? ["srun waited for resources, so its time is not run time"] : [];
	return hasFailed ? [
		...waits,
		...findLoss(lines),
		...findCancellation(lines)
	].slice(0, 5) : waits;
}
function findLoss(lines) {
	const slurm = lines.flatMap((line) => slurmLoss.exec(line)?.[1] ?? []);
	const mpi = lines.some((line) => mpiLoss.test(line)) ? [lines.flatMap((line) => mpiLostNode.exec(line)?.[1] ?? [])[0] ?? "unknown"] : [];
	return [.../* @__PURE__ */ new Set([...slurm, ...mpi])].map((node) => `node ${node} was lost during the trial`);
}
function findCancellation(lines) {
	const refusal = lines.flatMap((line) => slurmRefusal.exec(line)?.[1] ?? [])[0];
	if (refusal !== void 0) return [`srun could not start the trial: ${refusal}`];
	const end = lines.find((line) => slurmEnd.test(line));
	const begin = lines.findIndex((line) => slurmAbort.test(line) || slurmEnd.test(line));
	const task = lines.findIndex((line) => slurmTaskEnd.test(line));
	if (end === void 0 || task !== -1 && task < begin) return [];
	const [, step, reason] = slurmEnd.exec(end) ?? [];
	return [`Slurm cancelled ${step}${reason === void 0 ? "" : ` (${reason.toLowerCase()})`}`];
}

// src/steps/trial/watch-nodes.ts
const pollMs = 100;
const startLimitMs = 3e4;
const endLimitMs = 2e4;
const maxBytes = 16777216;
const monitorScript = `
name=$(hostname) && cd "$1" && shift || exit
"$@" --json -- sh -c ': > "ready-$0"; until [ -e stop ]; do sleep 0.1; done' "$name" > "$name.part" 2> "$name.log" &&
mv "$name.part" "$name.json"`;
async function openNodeWatch(request, trial, ports) {
	const trialId = randomUUID();
	const directory = join(request.directory, "nodes");
	const { planned } = request.next;
	const { config } = request.prepared;
	const isWatched = ports.nodes && !planned.tool && config.run.monitor !== "none";
	const interval = planned.sampleIntervalMs === null ? [] : ["--interval", String(planned.sampleIntervalMs)];
	const monitor = [
		...ports.nodes?.ownCommand ?? [],
		"monitor",
		"--monitor",
		config.run.monitor,
		...interval
	];
	const script = [
		"sh",
		"-c",
		monitorScript,
		"sh",
		directory,
		...monitor
	];
	const command = isWatched ? buildMonitorCommand(script, planned, config) : null;
	if (!command) return {
		trialId,
		close: async () => []
	};
	await ports.files.makeDirectory(directory);
	const env = {
		...trial.env,
		WARPGAUGE_WATCHED_TRIAL: trialId,
		SLURM_OVERLAP: "1"
	};
	const monitors = await startMonitors(request, {
		...trial,
		command,
		directory,
		env
	}, ports);
	return {
		trialId,
		close: async () => await closeMonitors(monitors, ports)
	};
}
async function startMonitors({ next, signal }, { command, directory, values, env }, { processes, files, clock, nodes }) {
	const stop = new AbortController();
	const ended = new AbortController();
	const running = processes.run({
		argv: fillCommand(command, values),
		cwd: directory,
		env,
		timeoutMs: next.planned.timeoutSeconds * 1e3 + startLimitMs + endLimitMs,
		signal: AbortSignal.any([signal, stop.signal]),
		stdoutPath: join(directory, "launcher.out"),
		stderrPath: join(directory, "launcher.err"),
		maxOutputBytes: maxBytes
	}).finally(() => ended.abort());
	const count = values.nodes ?? 1;
	const monitors = {
		directory,
		count,
		running,
		stop,
		awaitCondition
	};
	await awaitCondition(startLimitMs, async () => (await listStartedNodes(monitors, files)).length === count);
	return monitors;
	async function awaitCondition(limitMs, isDone) {
		const end = clock.readMonotonicMs() + limitMs;
		while (!ended.signal.aborted && !signal.aborted && clock.readMonotonicMs() < end && !await isDone()) await nodes?.sleep(pollMs, signal);
	}
}
async function closeMonitors(monitors, { files }) {
	const { directory, count, running, stop, awaitCondition } = monitors;
	await files.writeText(join(directory, "stop"), "");
	await awaitCondition(endLimitMs, async () => false);
	stop.abort();
	const { stderrTail } = await running;
	const started = await listStartedNodes(monitors, files);
	const found = await Promise.all(started.map(async (node) => await readNode(node, directory, files)));
	await files.remove(directory);
	const missing = count - started.length;
	if (missing === 0) return found;
	const problem = `no monitor started there${stderrTail === "" ? "" : `: ${stderrTail.trim().slice(-500)}`}`;
	return [...found, {
		node: `${missing} of ${count} nodes`,
		telemetry: null,
		problem
	}];
}
async function listStartedNodes({ directory }, files) {
	const prefix = "ready-";
	return (await files.list(directory)).filter((name) => name.startsWith(prefix)).map((name) => name.slice(6));
}
async function readNode(node, directory, files) {
	const path = join(directory, `${node}.json`);
	const read = async () => {
		const text = await files.readText(path, maxBytes);
		if (text === null) return {
			node,
			telemetry: null,
			problem: "its monitor ended before the trial"
		};
		return {
			node,
			telemetry: parseMonitorOutput(text, path),
			problem: null
		};
	};
	return await read().catch(handleUserError(({ message: problem }) => ({
		node,
		telemetry: null,
		problem
	})));
}
const maxStderrBytes = 67108864;
async function findNodeTrouble({ next: { planned }, prepared }, { nodes, failure, stderrPath }, { inspector }) {
	if (!prepared.config.pipeline.launcher || planned.tool) return [];
	const stderr = ((await inspector.readStat(stderrPath))?.bytes ?? 0) > maxStderrBytes ? "" : await inspector.readText(stderrPath, maxStderrBytes) ?? "";
	const gpus = prepared.physicalGpus(planned.gpus);
	const hasFailed = failure !== null;
	const ofNodes = nodes.flatMap(({ node, telemetry, problem }) => {
		if (!telemetry) return hasFailed || gpus.length === 0 ? [] : [`${notObserved}${node}: ${problem}`];
		if (telemetry.gpus.length === 0 && gpus.length === 0) return [];
		return findContamination({
			telemetry,
			gpus,
			failure,
			usual: null
		}).map((text) => `${node}: ${text}`);
	});
	return [...findLauncherTrouble({
		stderr,
		hasFailed
	}), ...ofNodes].slice(0, 20);
}
function selectHostValues(config, host) {
	if (host === null || findOutsideReason(config) === null) return host;
	return {
		...host,
		userCpuSeconds: null,
		systemCpuSeconds: null,
		otherCpuSeconds: null,
		majorPageFaults: null,
		voluntaryContextSwitches: null,
		involuntaryContextSwitches: null
	};
}

// src/steps/trial/write-batches.ts
const mostUtilizationRows = 2e4;
async function writeBatches(request, { files, writeArrays }) {
	const { directory, runFolder, runId, startedMs } = request;
	const { batches, pipeline } = request.figures;
	const caseId = request.next.planned.id;
	if (batches.rows.length === 0) return [];
	const utilization = await readUtilization(request);
	const rows = batches.rows.map((row, index) => toMetrics(row, startedMs, utilization[index] ?? null));
	const name = `telemetry_${runId}_${basename(dirname(directory))}_${basename(directory)}`;
	const path = join(directory, `${name}.json`);
	const head = {
		schemaVersion: 1,
		run_id: runId,
		case: caseId,
		started_at: new Date(startedMs).toISOString()
	};
	const { counts, workers, packing, dataLoader } = pipeline;
	const count = {
		batches: rows.length + batches.dropped,
		dropped_batches: batches.dropped
	};
	const fields = JSON.stringify({
		...head,
		summary: {
			...count,
			counts,
			workers,
			packing,
			data_loader: dataLoader
		}
	});
	const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
	await files.writeText(path, `${fields.slice(0, -1)},\n"per_batch_metrics":[\n${lines}\n]}\n`);
	const about = {
		run_id: runId,
		case: caseId
	};
	const arrays = writeArrays && await writeArrays(join(directory, `${name}.h5`), toColumns(rows), about);
	return [path, ...arrays === null ? [] : [arrays]].map((file) => relative(runFolder, file));
}
function toMetrics(row, startedMs, utilizationPercent) {
	const { tokens, tokenBudget } = row;
	return {
		batch_idx: row.batch,
		timestamp: row.seconds === null ? null : startedMs / 1e3 + row.seconds,
		stage: row.stage,
		gpu: row.gpu,
		tokens,
		token_budget: tokenBudget,
		sequences: row.sequences,
		wait_ms: row.waitMs,
		queue_state: row.queue,
		tokens_per_sec: row.tokensPerSecond,
		sequences_per_sec: row.sequencesPerSecond,
		packing_efficiency: tokens === null || tokenBudget === null || tokenBudget <= 0 ? null : tokens / tokenBudget,
		gpu_util: utilizationPercent
	};
}
async function readUtilization({ figures, window, startedMs }) {
	const { rows } = figures.batches;
	if (!window || rows.length > mostUtilizationRows) return [];
	const last = /* @__PURE__ */ new Map();
	const found = [];
	for (const { stage, gpu, seconds } of rows) {
		const key = JSON.stringify([stage, gpu]);
		const from = last.get(key);
		if (seconds !== null) last.set(key, seconds);
		if (gpu === null || seconds === null || from === void 0) {
			found.push(null);
			continue;
		}
		const uses = await window.readGpuUse({
			fromMs: startedMs + from * 1e3,
			toMs: startedMs + seconds * 1e3
		});
		found.push(uses.find((use) => use.gpu === gpu)?.utilizationPercent?.mean ?? null);
	}
	return found;
}
const columns = [
	["batch_idx", "1"],
	["timestamp", "s since 1970-01-01T00:00:00Z"],
	["gpu", "1"],
	["tokens", "1"],
	["token_budget", "1"],
	["sequences", "1"],
	["wait_ms", "ms"],
	["tokens_per_sec", "1/s"],
	["sequences_per_sec", "1/s"],
	["packing_efficiency", "1"],
	["gpu_util", "%"]
];
function toColumns(rows) {
	const stages = [...new Set(rows.flatMap(({ stage }) => stage ?? []))];
	const toValues = (read) => Float64Array.from(rows, (row) => read(row) ?? NaN);
	const listStates = (name, states) => {
		return {
			name,
			unit: states.map((state, index) => `${index} = ${state}`).join(", ").slice(0, 2e3),
			values: toValues(({ [name]: state }) => state === null ? null : states.indexOf(state))
		};
	};
	return [
		...columns.map(([name, unit]) => ({
			name,
			unit,
			values: toValues((row) => row[name])
		})),
		listStates("queue_state", [
			"full",
			"normal",
			"starved"
		]),
		listStates("stage", stages)
	].filter(({ values }) => values.some((value) => !Number.isNaN(value)));
}

// src/steps/trial/watch-trial.ts
async function openWatch(request) {
	const { monitor, gpus, ownGpus, idleWatts, directory, keepsMemory } = request;
	if (!monitor) return null;
	const name = `${request.runId}_${basename(join(directory, ".."))}_${basename(directory)}`;
	const window = await monitor.open({
		gpus,
		ownGpus,
		idleWatts,
		intervalMs: request.intervalMs ?? chooseIntervalMs(monitor.kind, ownGpus.length, keepsMemory),
		keepsMemory,
		logPath: join(directory, `gpu_metrics_${name}.log`),
		hdf5Path: monitor.kind === "none" ? null : join(directory, `gpu_metrics_${name}.h5`)
	});
	return monitor.hasCounters ? followStages(window, request) : window;
}
async function closeWatch(window, request) {
	if (!window) return {
		telemetry: null,
		gpuByStage: null,
		contamination: [],
		seenMemory: null
	};
	const telemetry = await window.close();
	const gpuByStage = await attributeByStage(window, request);
	const usual = findUsualState(request);
	const gpus = request.gpus.length === 0 && request.mustObserve ? request.planned.gpus : request.gpus;
	const contamination = telemetry.gpus.length > 0 || gpus.length > 0 ? findContamination({
		telemetry,
		gpus,
		failure: request.failure,
		usual
	}) : [];
	const endedMs = request.startedMs + request.wallSeconds * 1e3;
	const memory = {
		window,
		telemetry,
		gpus: request.gpus,
		startedMs: request.startedMs,
		endedMs
	};
	const seenMemory = request.planned.keepsMemory ? {
		series: await watchMemory(memory),
		remainders: await computeRemainders(memory)
	} : null;
	return {
		telemetry,
		gpus: request.gpus,
		gpuByStage,
		contamination: contamination.slice(0, 20),
		seenMemory
	};
}
function findUsualState({ planned, earlier }) {
	const warmup = earlier.findLast((trial) => trial.caseId === planned.id && trial.isWarmup && !trial.isRecorded && trial.telemetry !== null);
	if (!warmup?.telemetry) return null;
	return isContaminated(warmup) && warmup.telemetry.foreignProcesses.length > 0 ? null : deriveUsualState(warmup.telemetry);
}
async function attributeByStage(window, { gpus, stages, startedMs, wallSeconds }) {
	const trial = {
		startedMs,
		endedMs: startedMs + wallSeconds * 1e3
	};
	const found = buildStageIntervals(stages, trial);
	if (!found) return null;
	const uses = await Promise.all(found.intervals.map(async ({ startedMs: fromMs, endedMs: toMs }) => [`${fromMs} ${toMs}`, await window.readGpuUse({
		fromMs,
		toMs
	})]));
	const known = new Map(uses.map(([span, all]) => [span, all.filter(({ gpu }) => gpus.includes(gpu))]));
	const attribution = attributeStages(found, trial, (fromMs, toMs) => known.get(`${fromMs} ${toMs}`) ?? []);
	const host = (await Promise.all(found.intervals.map(async ({ stage, startedMs: fromMs, endedMs: toMs }) => {
		const use = await window.readHostUse({
			fromMs,
			toMs
		});
		return use ? [toStageHostUse(stage, use)] : [];
	}))).flat();
	return attribution.rows.length > 0 || host.length > 0 ? {
		...attribution,
		host
	} : null;
}
const lookMs = 50;
function followStages(window, { growing, eventsPath }) {
	let watch = null;
	let isOver = false;
	const close = async () => {
		isOver = true;
		const open = watch;
		watch = null;
		await open?.close();
		return await window.close();
	};
	return {
		follow(pid) {
			window.follow(pid);
			const stages = new LiveStages();
			watch ??= growing.follow([eventsPath], lookMs, async ([added = ""]) => {
				if (!isOver && stages.add(added)) window.markStage(stages.current);
			});
		},
		markEnded() {
			isOver = true;
			window.markEnded();
		},
		markStage: (stage) => window.markStage(stage),
		close,
		readGpuUse: (span) => window.readGpuUse(span),
		readHostUse: (span) => window.readHostUse(span),
		[Symbol.asyncDispose]: async () => void await close()
	};
}
const points = 200;
async function watchMemory(request) {
	const { window, gpus, startedMs, endedMs, telemetry } = request;
	const count = Math.min(points, Math.floor((endedMs - startedMs) / Math.max(1, telemetry.intervalMs)));
	const parts = [];
	for (let index = 0; index < count; index += 1) {
		const [fromMs = 0, toMs = 0] = [index, index + 1].map((edge) => startedMs + (endedMs - startedMs) * edge / count);
		const span = {
			fromMs,
			toMs
		};
		const seconds = (toMs - startedMs) / 1e3;
		parts.push({
			seconds,
			gpus: await window.readGpuUse(span),
			host: await window.readHostUse(span)
		});
	}
	const collect = (read) => parts.flatMap((part) => {
		const bytes = read(part) ?? null;
		return bytes === null ? [] : [{
			seconds: part.seconds,
			bytes
		}];
	});
	const ofGpus = gpus.flatMap((gpu) => {
		const find = (part) => part.gpus.find((use) => use.gpu === gpu);
		return [{
			quantity: "device",
			gpu,
			points: collect((part) => find(part)?.memoryUsedBytes?.p50)
		}, {
			quantity: "own",
			gpu,
			points: collect((part) => find(part)?.ownMemoryPeakBytes)
		}];
	});
	const resident = {
		quantity: "resident",
		gpu: null,
		points: collect(({ host }) => host?.residentBytes?.p50)
	};
	return [...ofGpus, resident].filter((series) => series.points.length > 0);
}
async function computeRemainders(request) {
	const { window, gpus, startedMs, endedMs, telemetry } = request;
	const before = await window.readGpuUse({
		fromMs: telemetry.startedMs,
		toMs: startedMs
	});
	const after = await window.readGpuUse({
		fromMs: endedMs,
		toMs: telemetry.endedMs
	});
	return gpus.flatMap((gpu) => {
		const [first, last] = [before, after].map((uses) => uses.find((use) => use.gpu === gpu)?.memoryUsedBytes);
		return first && last ? [{
			gpu,
			beforeBytes: first.min,
			afterBytes: last.min
		}] : [];
	});
}

// src/steps/trial/trial-request.ts
function buildCommandValues({ next, prepared, workplace, directory, longRun }) {
	const name = `${next.planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 100)}-${next.index}`;
	const ofTrial = prepared.config.run.keepOutputs ? directory : join(workplace.workDirectory, "outputs", name);
	const parent = longRun?.outputParent ?? join(ofTrial, "outputs");
	const { files = [], paths = files } = prepared.datasets.get(next.planned.dataset) ?? {};
	const nodes = next.planned.nodes ?? prepared.config.pipeline.launcher?.nodes ?? 1;
	return {
		dataset: paths,
		gpus: next.planned.gpus,
		output: join(parent, name),
		nodes,
		host: prepared.hostName ?? "localhost"
	};
}
function findTree({ next, prepared }) {
	const tree = prepared.trees.get(next.planned.revision);
	if (tree === void 0) throw new Error(`no tree was checked out for revision ${next.planned.revision}`);
	return tree;
}

// src/steps/trial/run-trial.ts
async function runTrial(request, ports) {
	const recorded = mayRecord(request) ? await runOnce(request, ports, true) : null;
	if (recorded?.failure === null || request.signal.aborted) return recorded ?? await runOnce(request, ports, false);
	if (recorded === null) return await runOnce(request, ports, false);
	if (!recorded.kernels || !request.next.isWarmup) return recorded;
	await ports.files.remove(request.directory);
	await ports.files.makeDirectory(request.directory);
	const trial = await runOnce(request, ports, false);
	const problem = `the program failed while its kernels were recorded (${recorded.failure.kind}), so it ran again without`;
	return {
		...trial,
		kernels: {
			...recorded.kernels,
			problems: [problem, ...recorded.kernels.problems].slice(0, 20)
		}
	};
}
function mayRecord({ next, prepared, longRun, earlier }) {
	const { pipeline, run } = prepared.config;
	const isBroken = earlier.some(({ isWarmup, kernels }) => isWarmup && (kernels?.problems ?? []).length > 0);
	const isWanted = !next.isWarmup && run.kernels === "all" && !isBroken || next.isRecorded === true || next.isWarmup && next.index === 0;
	const isOwn = "CUDA_INJECTION64_PATH" in {
		...pipeline.env,
		...next.planned.options?.env
	};
	return isWanted && pipeline.devices === "gpu" && run.kernels !== "off" && !longRun && !isOwn;
}
async function runOnce(request, ports, isRecorded) {
	const { next, prepared, directory, signal, earlier } = request;
	const { planned, ...turn } = next;
	const { run, pipeline } = prepared.config;
	const values = buildCommandValues(request);
	const kernelDirectory = join(dirname(values.output), ".kernels");
	const recorder = isRecorded ? await ports.kernelRecords.prepare(kernelDirectory) : null;
	const argv = buildArgv(request, values);
	const paths = {
		stdoutPath: join(directory, "stdout.log"),
		stderrPath: join(directory, "stderr.log")
	};
	const eventsPath = join(directory, "events.jsonl");
	const place = {
		proof: chooseProof(request),
		values,
		directory: findTree(request)
	};
	await ports.files.makeDirectory(chooseDirectory(request, argv, values));
	const earlierProof = await findEarlierProof({
		...request,
		...place
	}, ports.inspector);
	const command = {
		argv,
		values,
		eventsPath,
		cwd: place.directory,
		recorder: recorder ?? {}
	};
	const { spec, roots } = await isolateTrial(request, command, ports.files);
	const nodeWatch = await openNodeWatch(request, {
		values,
		env: spec.env
	}, ports);
	await using watch = await openTrialWatch(request, eventsPath, ports);
	const limits = {
		timeoutMs: planned.timeoutSeconds * 1e3,
		signal,
		maxOutputBytes: run.maxOutputMegabytes * 1e6
	};
	const { outcome, measuredSeconds, host, started } = await execute({
		argv,
		cwd: place.directory,
		...spec,
		...limits,
		...paths,
		trialId: nodeWatch.trialId
	}, ports, watch);
	const kernels = recorder ? await ports.kernelRecords.read(kernelDirectory) : null;
	const nodes = await nodeWatch.close();
	await dropEmptyEvents(eventsPath, ports);
	const files = {
		...paths,
		eventsPath,
		output: values.output
	};
	const inspector = ports.inspector.restrictTo(roots);
	const telemetry = await readTelemetry(pipeline.telemetry, {
		...place,
		files
	}, inspector);
	const startedMs = started.getTime();
	const { failure, ...examined } = await examine(request, {
		...place,
		...outcome,
		...paths,
		outcome,
		telemetry,
		earlier: earlierProof,
		startedMs
	}, inspector);
	const { wallSeconds, isOutputTruncated, exitCode } = outcome;
	const gpus = prepared.physicalGpus(planned.gpus);
	const mustObserve = pipeline.devices === "gpu" && run.monitor !== "none";
	const seen = {
		planned,
		gpus,
		stages: telemetry.stages,
		startedMs,
		wallSeconds,
		failure,
		mustObserve,
		earlier
	};
	const { seenMemory, ...watched } = await closeWatch(watch, seen);
	const trouble = await findNodeTrouble(request, {
		nodes,
		failure,
		stderrPath: paths.stderrPath
	}, ports);
	const throughput = planned.tool ? void 0 : pipeline.throughput;
	const kept = {
		logs: pipeline.logs,
		throughput,
		isOutputTruncated,
		keepsBatches: planned.longRun !== void 0
	};
	const figures = await readFigures({
		files,
		values,
		directory: place.directory,
		startedMs,
		...kept
	}, inspector);
	const batchFiles = await writeBatches({
		...request,
		startedMs,
		window: watch,
		figures
	}, ports);
	return await finishOutput({
		caseId: planned.id,
		...turn,
		commit: request.commit,
		argv,
		startedAt: started.toISOString(),
		wallSeconds: measuredSeconds,
		exitCode,
		signal: outcome.signal,
		failure: addWorkerErrors(addKills(failure ?? findPartialFailure(figures), host), figures.pipeline.workers),
		...examined,
		stages: telemetry.stages,
		host: selectHostValues(prepared.config, host),
		...watched,
		contamination: [...trouble, ...watched.contamination],
		...nodes.length > 0 && { nodes },
		...kernels && { kernels },
		pipeline: figures.pipeline,
		...batchFiles.length > 0 && { batchFiles },
		...figures.reported,
		...planned.keepsMemory && { memory: joinMemory(figures.memory, seenMemory) },
		cachedFromRun: null,
		stdoutPath: relative(request.runFolder, paths.stdoutPath),
		stderrPath: relative(request.runFolder, paths.stderrPath)
	}, {
		values,
		roots
	}, request, ports);
}
function findPartialFailure({ failedParts }) {
	return failedParts.length === 0 ? null : {
		kind: "partial",
		detail: `its log reports: ${failedParts.join("; ")}`
	};
}
function buildArgv({ next, prepared, longRun }, values) {
	return fillCommand(buildCaseCommand(next.planned, longRun?.resumeArgs ?? [], prepared.config), values);
}
function chooseProof({ next, prepared }) {
	return next.planned.tool ? buildToolProof(next.planned.tool) : prepared.config.pipeline.proof ?? noProof;
}
function chooseDirectory({ next }, argv, { output }) {
	const ends = argv.flatMap((argument) => argument.split(output).slice(1));
	const isNamedInside = ends.length > 0 && ends.every((end) => end.startsWith("/"));
	return next.planned.tool || isNamedInside ? output : dirname(output);
}
function joinMemory(reported, seen) {
	const { series = [], remainders = [] } = seen ?? {};
	return {
		...reported,
		series: [...series, ...reported.series],
		remainders
	};
}
async function openTrialWatch({ next, prepared, directory, runId }, eventsPath, ports) {
	const { sampleIntervalMs: intervalMs, watchesHost, keepsMemory = false } = next.planned;
	const monitor = ports.monitor ?? (watchesHost ? ports.hostMonitor ?? null : null);
	const gpus = {
		gpus: prepared.watchedGpus,
		ownGpus: prepared.physicalGpus(next.planned.gpus)
	};
	const window = {
		intervalMs,
		directory,
		runId,
		eventsPath,
		growing: ports.growing,
		keepsMemory
	};
	return await openWatch({
		monitor,
		...gpus,
		idleWatts: prepared.idleWatts ?? {},
		...window
	});
}
async function finishOutput(trial, { values, roots }, request, ports) {
	const { next, prepared, workplace, runFolder, earlier, longRun } = request;
	const directory = findTree(request);
	const places = {
		directory,
		roots,
		headTree: prepared.trees.get("head") ?? directory,
		runFolder,
		workDirectory: workplace.workDirectory
	};
	const resultTables = isCounted(trial) ? await compareTables({
		...next,
		values,
		...places,
		earlier
	}, ports) : null;
	const output = dirname(values.output);
	if (prepared.config.run.keepOutputs || longRun) await ports.files.removeLinksOut(output);
	else await ports.files.remove(dirname(output));
	return resultTables ? {
		...trial,
		resultTables
	} : trial;
}
async function execute(spec, { hostMeter, clock, processes }, watch) {
	const measurement = hostMeter.begin();
	const started = clock.now();
	let host = null;
	const outcome = await processes.run({
		...spec,
		onStarted: (pid) => watch?.follow(pid),
		onEnded: () => {
			watch?.markEnded();
			host = measurement.end();
		}
	});
	return {
		outcome,
		measuredSeconds: outcome.ending === "not-started" ? null : outcome.wallSeconds,
		host,
		started
	};
}
async function examine({ prepared, next, longRun, workplace }, { outcome, telemetry, ...traces }, inspector) {
	const { tool } = next.planned;
	const ended = classifyEnding(outcome, tool ? { "0": "success" } : prepared.config.pipeline.exitCodes);
	if (ended) {
		const tail = /[^\s│]/.test(outcome.stderrTail) ? outcome.stderrTail : outcome.stdoutTail;
		const detail = addOutput(`${ended.detail}${formatFailureHints(workplace, prepared.config.pipeline, tail)}`, tail);
		return {
			resultRows: null,
			failure: {
				...ended,
				detail
			}
		};
	}
	if (tool) {
		const proven = await proveWork(traces, inspector);
		if (proven.failure) return proven;
		const { readings, failure } = await readTool(tool, traces, inspector);
		return {
			resultRows: null,
			failure,
			...readings && { readings }
		};
	}
	if (telemetry.isResumed && !longRun?.isContinued) return {
		resultRows: null,
		failure: {
			kind: "resumed",
			detail: "stages were taken from a checkpoint, so the time covers only part of the work"
		}
	};
	const reported = collectPipelineReadings(telemetry);
	const readings = reported ? { readings: reported } : {};
	return {
		...await recordWork(traces, inspector),
		...readings
	};
}
async function recordWork(traces, inspector) {
	const proven = await proveWork(traces, inspector);
	return proven.failure || traces.proof.results ? proven : {
		...proven,
		workTrace: await recordTrace(traces, inspector)
	};
}

// src/steps/trial/long-run.ts
const attemptsFile = "attempts.json";
const previousAttemptsFile = "attempts.previous.json";
const maxAttemptsBytes = 65536;
async function readLostAttempts(directory, { files, logger }) {
	for (const name of [attemptsFile, previousAttemptsFile]) {
		const path = join(directory, name);
		const text = await files.readText(path, maxAttemptsBytes);
		if (text === null) continue;
		try {
			return parseAttempts(text);
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			logger.warning(`${path}: ${error.message}`);
		}
	}
	if ((await files.list(directory)).length === 0) return [];
	logger.warning(`${directory} has no duration of the interrupted executions, so the trial restarts without their checkpoints.`);
	await files.remove(directory);
	await files.makeDirectory(directory);
	return [];
}
var LongRunWatch = class LongRunWatch {
	#request;
	#lost;
	#ports;
	#book = new LiveAccumulator(readProgress);
	#stop = new AbortController();
	#startedAt;
	#startedMs;
	#curves = [];
	#watch = null;
	#toldSeconds = 0;
	#tokensTold = 0;
	#looks = -1;
	constructor(request, lost, ports) {
		this.#request = request;
		this.#lost = lost;
		this.#ports = ports;
		this.#startedAt = ports.clock.now().toISOString();
		this.#startedMs = ports.clock.readMonotonicMs();
	}
	static async open(request, lost, ports) {
		const watch = new LongRunWatch(request, lost, ports);
		await watch.#leaveWord();
		const { stdoutPath, stderrPath, eventsPath } = request.files;
		watch.#watch = ports.growing.follow([
			stdoutPath,
			stderrPath,
			eventsPath
		], request.settings.lookSeconds * 1e3, (added) => watch.#readProgress(added));
		return watch;
	}
	get signal() {
		return this.#stop.signal;
	}
	async close() {
		const watch = this.#watch;
		this.#watch = null;
		await watch?.close();
		await this.#leaveWord();
		const { tokens, tokenBudget, isSample, ...counted } = this.#book.summarize();
		const { waits, starved } = isSample ? {
			waits: 0,
			starved: 0
		} : counted;
		const heartbeatSeconds = this.#request.settings.updateSeconds;
		return {
			curves: this.#curves,
			tokens,
			tokenBudget,
			waits,
			starved,
			lostAttempts: this.#lost,
			heartbeatSeconds
		};
	}
	findFailure({ failure }) {
		if (this.#stop.signal.aborted && failure?.kind === "cancelled") return {
			kind: "stopped",
			detail: String(this.#stop.signal.reason)
		};
		if (failure !== null || this.#lost.length === 0) return failure;
		return {
			kind: "resumed",
			detail: `resumed from the checkpoints of ${this.#lost.length === 1 ? "1 interrupted execution" : `${this.#lost.length} interrupted executions`} (${Math.round(sumSeconds(this.#lost))} s): not comparable with an uninterrupted run`
		};
	}
	async #readProgress([stdout = "", stderr = "", events = ""]) {
		this.#book.addEvents(events);
		this.#book.addLog(stdout);
		this.#book.addLog(stderr);
		const seconds = this.#computeSeconds();
		const { stage, done, total } = this.#book.summarize();
		if (done !== null) this.#curves = addProgressPoint(this.#curves, {
			stage,
			total,
			seconds,
			done
		}).slice(-mostCurves);
		this.#decide(seconds);
		if (seconds - this.#toldSeconds < this.#request.settings.updateSeconds) return;
		this.#reportProgress(seconds);
		await this.#leaveWord();
	}
	#decide(seconds) {
		const { stop } = this.#request.settings;
		const curve = this.#getCurrentCurve();
		if (!stop || !curve) return;
		const rule = {
			...stop,
			limitSeconds: stop.limitSeconds - sumSeconds(this.#lost)
		};
		const look = findDueLook(seconds, rule);
		if (look === null || look <= this.#looks) return;
		this.#looks = look;
		const decision = decideStop(curve, look, rule);
		if (decision.stop) this.#stop.abort(decision.reason);
	}
	#reportProgress(seconds) {
		const { gpus } = this.#request;
		const reading = this.#book.summarize();
		const tokensPerSecond = reading.tokens > this.#tokensTold ? (reading.tokens - this.#tokensTold) / (seconds - this.#toldSeconds) : null;
		this.#toldSeconds = seconds;
		this.#tokensTold = reading.tokens;
		const readings = this.#ports.monitor?.readLatest?.(gpus) ?? [];
		const progress = {
			seconds,
			reading,
			curve: this.#getCurrentCurve(),
			tokensPerSecond,
			gpus: readings
		};
		this.#ports.progress.onLiveLine?.(formatLiveProgress(progress));
	}
	#getCurrentCurve() {
		const last = this.#curves.at(-1);
		return last && last.stage === this.#book.summarize().stage ? last : null;
	}
	async #leaveWord() {
		const { directory, settings } = this.#request;
		if (settings.resumeArgs === null) return;
		const own = {
			startedAt: this.#startedAt,
			seconds: this.#computeSeconds()
		};
		const attempts = [...this.#lost, own].slice(-mostAttempts);
		const text = `${JSON.stringify({ attempts })}\n`;
		await this.#ports.files.replaceText(join(directory, attemptsFile), text, join(directory, previousAttemptsFile));
	}
	#computeSeconds() {
		return (this.#ports.clock.readMonotonicMs() - this.#startedMs) / 1e3;
	}
};
function sumSeconds(attempts) {
	return attempts.reduce((sum, { seconds }) => sum + seconds, 0);
}
async function runLongTrial(request, ports) {
	const { planned } = request.next;
	const settings = planned.longRun;
	if (!settings) return await runTrial(request, ports);
	const lost = settings.resumeArgs === null ? [] : await readLostAttempts(request.directory, ports);
	const directory = join(request.directory, `execution-${lost.length + 1}`);
	await ports.files.makeDirectory(directory);
	const files = {
		stdoutPath: join(directory, "stdout.log"),
		stderrPath: join(directory, "stderr.log"),
		eventsPath: join(directory, "events.jsonl")
	};
	const gpus = request.prepared.physicalGpus(planned.gpus);
	const outputParent = join(request.directory, "work");
	const watch = await LongRunWatch.open({
		settings,
		directory: request.directory,
		files,
		gpus
	}, lost, ports);
	const longRun = {
		outputParent,
		resumeArgs: lost.length > 0 ? settings.resumeArgs ?? [] : [],
		isContinued: lost.length > 0
	};
	const signal = AbortSignal.any([request.signal, watch.signal]);
	const trial = await runTrial({
		...request,
		directory,
		signal,
		longRun
	}, ports).catch(async (error) => {
		await watch.close();
		throw error;
	});
	const progress = await watch.close();
	const failure = watch.findFailure(trial);
	if (!(failure?.kind === "cancelled") && !request.prepared.config.run.keepOutputs) await ports.files.remove(outputParent);
	return {
		...trial,
		failure,
		progress
	};
}

// src/steps/measure/measure.ts
async function measure(request, ports) {
	const { progress } = ports;
	let record = request.record;
	progress.onStart(describeSize(record));
	try {
		while (!request.signal.aborted) {
			const next = findNextTrial(record, request);
			if (!next) break;
			record = await measureOne(next, record, request, ports);
			await request.runFolder.save(record);
			const sentence = progress.onStanding && describeInterimResult(record.plan, record.trials, request.rules.known);
			if (sentence) progress.onStanding?.(sentence);
		}
	} finally {
		progress.onEnd();
	}
	await request.guard.requireAllUntouched();
	await request.conditions.requireSameGpus();
	record = finishRecord(record, request, ports.clock.now());
	await request.runFolder.save(record);
	return record;
}
function describeSize({ plan, trials }) {
	const totalTrials = countMaxTrials(plan);
	return {
		totalTrials,
		isMaximum: totalTrials > countPlannedTrials(plan),
		doneTrials: trials.filter((trial) => !isContaminated(trial) && !trial.isRecorded).length,
		cases: plan.cases.length
	};
}
function findNextTrial(record, { rules }) {
	return chooseNextTrial(record.plan, record.trials, rules);
}
async function measureOne(next, record, request, ports) {
	ports.progress.onTrialStart(next);
	const { prepared, workplace, signal, runFolder } = request;
	const caseNumber = record.plan.cases.indexOf(next.planned);
	const directory = await runFolder.makeTrialDirectory(next, caseNumber);
	const { revision: label } = next.planned;
	const commit = record.revisions.find((revision) => revision.label === label)?.commit ?? "";
	await request.guard.requireUntouched(label);
	await request.conditions.requireSameData();
	const run = {
		runFolder: runFolder.path,
		runId: record.runId,
		earlier: record.trials
	};
	const trial = await runLongTrial({
		next,
		commit,
		prepared,
		workplace,
		directory,
		signal,
		...run
	}, ports).catch((error) => {
		if (signal.aborted && error === signal.reason) return null;
		throw error;
	});
	if (trial) ports.progress.onTrialEnd(trial);
	const restored = await request.guard.acceptTrial(label);
	if (trial === null) return record;
	if (trial.failure) await refuseFullDisk([runFolder.path, workplace.workDirectory], ports.disks);
	if (trial.failure?.kind === "cancelled") return record;
	const first = restored.slice(0, maxRestoredNames).map((path) => decodePath(path).slice(0, maxRestoredName));
	const changes = restored.length > 0 && { restoredFiles: {
		count: restored.length,
		first
	} };
	return {
		...record,
		trials: [...record.trials, {
			...trial,
			...changes
		}]
	};
}
function finishRecord(record, request, now) {
	const finishedAt = now.toISOString();
	if (!request.signal.aborted || findNextTrial(record, request) === null) return {
		...record,
		status: "finished",
		statusDetail: null,
		finishedAt
	};
	const { totalTrials, isMaximum, doneTrials } = describeSize(record);
	const statusDetail = `the run was cancelled after ${doneTrials} of ${isMaximum ? "at most " : ""}${totalTrials} trials`;
	return {
		...record,
		status: "interrupted",
		statusDetail,
		finishedAt
	};
}
async function guardConditions(datasets, gpus, { inspector, monitor }) {
	const stampDataset = async ({ files }) => (await Promise.all(files.map((path) => inspector.readStamp(path)))).join(" ");
	const guarded = [];
	for (const dataset of datasets) guarded.push({
		dataset,
		stamp: await stampDataset(dataset)
	});
	return {
		async requireSameData() {
			for (const entry of guarded) {
				await requireSameFiles(entry.dataset);
				const stamp = await stampDataset(entry.dataset);
				if (stamp === entry.stamp) continue;
				await requireSameBytes(entry.dataset, inspector);
				entry.stamp = stamp;
			}
		},
		async requireSameGpus() {
			const changed = listChangedSettings(gpus, await monitor?.identify() ?? []);
			if (changed.length > 0) throw new EnvironmentError(`GPU settings changed during the run: ${changed.join("; ")}`, "A trial or another program changed them, so earlier and later trials are not comparable. Restore them, and measure again");
		}
	};
}
async function requireSameFiles({ identity, files, list }) {
	if (!list) return;
	const now = await list();
	const [known, found] = [new Set(files), new Set(now)];
	const changed = [...now.filter((path) => !known.has(path)), ...files.filter((path) => !found.has(path))];
	if (changed.length > 0) throw createChangeError(identity.name, changed);
}
async function requireSameBytes({ identity, files, names }, inspector) {
	const hash = createHash("sha256");
	const hashes = [];
	for (const path of files) {
		const own = names ? createHash("sha256") : hash;
		const real = await inspector.resolveRealPath(path);
		for await (const chunk of inspector.restrictTo([real]).streamBytes(real)) own.update(chunk);
		if (names) hashes.push(own.digest("hex"));
	}
	if (names) hash.update(formatManifest(names, hashes));
	if (hash.digest("hex") !== identity.sha256) throw createChangeError(identity.name, files);
}
function createChangeError(name, files) {
	const shown = files.length > 10 ? [...files.slice(0, 10), `and ${files.length - 10} more`] : files;
	return new EnvironmentError(`files of dataset ${name} changed during the run: ${shown.join(", ")}`, "A trial or another program wrote to them, so the trials had different inputs. Find the writer, and measure again");
}
function listChangedSettings(before, after) {
	return before.flatMap(({ uuid, index, settings: old }) => {
		const now = after.find((gpu) => gpu.uuid === uuid)?.settings;
		if (!now) return [];
		return [
			[
				"power limit",
				old.powerLimitWatts,
				now.powerLimitWatts,
				" W"
			],
			[
				"ECC",
				old.isEccOn,
				now.isEccOn,
				""
			],
			[
				"MIG",
				old.isMigOn,
				now.isMigOn,
				""
			],
			[
				"locked SM clock",
				old.lockedSmClockMhz ?? "none",
				now.lockedSmClockMhz ?? "none",
				" MHz"
			]
		].filter(([, was, is]) => was !== null && is !== null && was !== is).map(([name, was, is, unit]) => `GPU ${index}: ${name} ${formatValue(was, unit)}, now ${formatValue(is, unit)}`);
	});
}
function formatValue(value, unit) {
	if (typeof value === "boolean") return value ? "on" : "off";
	return typeof value === "number" ? `${value}${unit}` : String(value);
}
const minFreeBytes = 2 ** 20;
async function refuseFullDisk(directories, disks) {
	for (const directory of directories) {
		const space = await disks.readFreeSpace(directory);
		if (space === null || space.totalBytes === 0 || space.freeBytes >= minFreeBytes) continue;
		throw new EnvironmentError(`the disk of ${directory} is full (${space.freeBytes} bytes free), so the failed trial is not counted`, "Free space there, then continue with --resume (input resume): completed trials are kept.");
	}
}

// src/steps/trees/identify-revisions.ts
async function identifyRevisions(inputs, workplace, signal, ports) {
	const identity = await hashIdentity(inputs, ports.inspector);
	if (Object.keys(inputs.config.pipeline.versions).length === 0) return { identity };
	return {
		identity,
		versions: await readVersions(inputs, workplace, signal, ports)
	};
}
const longestVersion = 200;
const timeoutMs = 6e4;
async function readVersions({ config, trees }, workplace, signal, ports) {
	const versions = {};
	for (const [label, cwd] of trees) {
		const own = {};
		for (const [name, argv] of Object.entries(config.pipeline.versions)) {
			const place = await createRevisionDirectories(workplace, label, ports.files);
			const { env: set, passEnv: pass } = config.pipeline;
			const env = buildChildEnvironment(workplace.environment, {
				home: place.home,
				tmp: place.tmp,
				set,
				pass
			});
			const log = join(workplace.workDirectory, "versions", `${label}-${name}`);
			await ports.files.makeDirectory(log);
			const confined = confine(workplace, place, {
				argv,
				env,
				writable: [],
				readable: [cwd]
			});
			const output = {
				stdoutPath: join(log, "stdout.log"),
				stderrPath: join(log, "stderr.log"),
				maxOutputBytes: 1e6
			};
			const outcome = await ports.processes.run({
				argv,
				cwd,
				env,
				...confined,
				...output,
				timeoutMs,
				signal
			});
			const version = (outcome.stdoutTail.trim().split("\n").at(-1) ?? "").replace(/^│ ?/, "").replaceAll(/\p{Cc}/gu, " ").trim().slice(0, longestVersion);
			own[name] = outcome.exitCode === 0 && version || "unknown";
			if (own[name] === "unknown") ports.logger.warning(`${label} has no version of ${name}: ${argv.join(" ")} failed.`);
		}
		versions[label] = own;
	}
	return versions;
}
async function hashIdentity({ config, trees }, files) {
	const entries = [...trees].map(async ([label, tree]) => {
		const hashes = config.pipeline.identity.map(async (path) => [path, await files.computeSha256(join(tree, path)) ?? "absent"]);
		return [label, Object.fromEntries(await Promise.all(hashes))];
	});
	return Object.fromEntries(await Promise.all(entries));
}

// src/datasets/generated-dataset.ts
const metadataFile = "generated.json";
const dataDirectory = "data";
async function prepareGenerated(source, caches, generate) {
	const key = await computeKey$1(source);
	return await prepareCached(caches, {
		name: `generated-${key.slice(0, 32)}`,
		make: async (draft) => {
			const output = join(draft, dataDirectory);
			await mkdir(output);
			await generate(source.command.map((argument) => argument.replaceAll("{output}", output)), output);
			if ((await readdir(output)).length === 0) throw new UserError(`datasets.${source.name}: the command wrote no file`, "Let it write its files into {output}");
			const made = await readData(draft, source);
			await writeFile(join(draft, metadataFile), formatMetadata(key, made));
			return made;
		},
		read: async (directory) => {
			const recorded = await readFile(join(directory, metadataFile), "utf8").catch(() => "");
			if (!recorded.includes(key)) return null;
			const found = await readData(directory, source).catch((error) => {
				if (error instanceof UserError) return null;
				throw error;
			});
			return found && recorded === formatMetadata(key, found) ? found : null;
		}
	});
}
function formatMetadata(key, { identity: { sha256 } }) {
	return `${JSON.stringify({
		schemaVersion: 1,
		key,
		sha256
	})}\n`;
}
async function readData(directory, source) {
	const { name, command, version, signal } = source;
	const data = join(directory, dataDirectory);
	const [first = "", ...others] = await readdir(data).catch(() => []);
	const file = join(data, first);
	const isFile = others.length === 0 && (await stat(file).catch(() => null))?.isFile() === true;
	const parameters = {
		command: command.join(" ").slice(0, 500),
		version
	};
	return await readFilesDataset({
		name,
		kind: "generated",
		paths: [isFile ? file : data],
		root: data,
		parameters,
		signal
	});
}
async function computeKey$1({ command, version, workspace, signal }) {
	const files = [];
	for (const argument of command) {
		const path = resolve(workspace, argument);
		const inside = relative(workspace, path);
		if (isAbsolute(argument) || inside === "" || inside.startsWith("..")) continue;
		if ((await stat(path).catch(() => null))?.isFile()) files.push([argument, await hashFiles([path], signal)]);
	}
	return hash("sha256", JSON.stringify([
		command,
		version,
		files
	]));
}

// src/datasets/prepare-dataset.ts
function isFromCheckout(config) {
	const paths = "paths" in config ? config.paths : "path" in config ? [config.path] : [];
	return "command" in config || paths.some((path) => !isAbsolute(path));
}
function isPinned(config) {
	return "sha256" in config && config.sha256 !== void 0;
}
async function prepareDataset(name, config, { cacheDirectory, trustedCache, generate, formats, ...place }) {
	const readable = [cacheDirectory, ...trustedCache === void 0 ? [] : [trustedCache]].map((path) => resolve(path));
	const caches = {
		own: resolve(cacheDirectory),
		readable
	};
	const { workspace, signal } = place;
	if ("command" in config) return await prepareGenerated({
		name,
		...config,
		workspace,
		signal
	}, caches, generate);
	if ("paths" in config) {
		const source = {
			name,
			kind: "files",
			paths: config.paths.map((path) => resolvePath(name, path, workspace)),
			root: resolve(workspace),
			sha256: config.sha256,
			signal
		};
		return await readFilesDataset({
			...source,
			parameters: {}
		});
	}
	for (const format of formats) {
		const prepared = await format(name, config, {
			...place,
			caches
		});
		if (prepared) return prepared;
	}
	throw new Error(`no format is known for datasets.${name}`);
}
function chooseDataset({ name, base, head, ...sides }) {
	if (base instanceof UserError) {
		if (head instanceof UserError) throw head;
		return {
			dataset: head,
			difference: sides.isPinned ? null : {
				name,
				used: "head",
				problem: base.message
			}
		};
	}
	if (head instanceof UserError) return {
		dataset: base,
		difference: {
			name,
			used: "base",
			problem: head.message
		}
	};
	if (head.identity.sha256 === base.identity.sha256) return {
		dataset: head,
		difference: null
	};
	return {
		dataset: base,
		difference: {
			name,
			used: "base",
			problem: null
		}
	};
}

// src/steps/measure/prepare-datasets.ts
function needsBaseDatasets(config, plan) {
	return listSettings(config, plan).some(([, settings]) => isFromCheckout(settings) && !isPinned(settings));
}
async function prepareDatasets(request, ports) {
	const datasets = /* @__PURE__ */ new Map();
	const differences = [];
	for (const [name, settings] of listSettings(request.config, request.plan)) {
		const { dataset, difference } = await prepareOne({
			name,
			settings
		}, request, ports);
		datasets.set(name, dataset);
		if (difference) differences.push(difference);
	}
	if (request.base?.guard) await request.base.guard.requireUntouched(request.base.label);
	return {
		datasets,
		differences
	};
}
function listSettings({ datasets }, { cases }) {
	return [...new Set(cases.map(({ dataset }) => dataset))].flatMap((name) => {
		const settings = datasets[name];
		return settings ? [[name, settings]] : [];
	});
}
async function prepareOne(named, request, ports) {
	const { base, checkedOut, workplace } = request;
	const { name, settings } = named;
	const path = checkedOut.trees.get("head");
	const guard = path === void 0 ? null : checkedOut.guard;
	const head = {
		label: "head",
		workspace: path ?? workplace.workDirectory,
		guard
	};
	if (base === null || !isFromCheckout(settings)) return {
		dataset: await prepareSide(named, head, request, ports),
		difference: null
	};
	const ofBase = base.path === null ? new UserError(base.problem, "") : await prepareSide(named, {
		...base,
		workspace: base.path
	}, request, ports).catch(keepUserError);
	const ofHead = await prepareSide(named, head, request, ports).catch(keepUserError);
	const chosen = chooseDataset({
		name,
		base: ofBase,
		head: ofHead,
		isPinned: isPinned(settings)
	});
	const { difference } = chosen;
	if (!difference || difference.problem === null) return chosen;
	const [line = ""] = difference.problem.split("\n");
	const problem = [path, base.path].flatMap((root) => root ?? []).reduce((text, root) => text.replaceAll(`${root}/`, ""), line).slice(0, longestProblem);
	return {
		...chosen,
		difference: {
			...difference,
			problem
		}
	};
}
const keepUserError = handleUserError((error) => error);
const longestProblem = 300;
async function prepareSide({ name, settings }, { label, workspace, guard }, request, ports) {
	const { cacheDirectory, trustedCache } = request.workplace;
	return await prepareDataset(name, settings, {
		cacheDirectory: join(cacheDirectory, "datasets"),
		...trustedCache !== void 0 && { trustedCache: join(trustedCache, "datasets") },
		workspace,
		signal: request.signal,
		formats: datasetFormats,
		generate: async (argv, output) => {
			await guard?.requireUntouched(label);
			await generateDataset({
				name,
				argv,
				output,
				label,
				workspace
			}, request, ports);
			await guard?.acceptTrial(label);
		}
	});
}
async function generateDataset({ name, argv, output, label, workspace }, { config, workplace, signal }, { processes, files, logger }) {
	const command = argv.join(" ").replaceAll(output, "{output}");
	logger.info(`Generating dataset ${name} of ${label}: ${command}`);
	const { env: set, passEnv, setupTimeoutMinutes } = config.pipeline;
	const place = await createRevisionDirectories(workplace, `dataset-${label}-${name}`, files);
	const env = buildChildEnvironment(workplace.environment, {
		...place,
		set,
		pass: passEnv
	});
	const log = join(workplace.workDirectory, "setup", `dataset-${label}-${name}`);
	await files.makeDirectory(log);
	const outcome = await processes.run({
		argv,
		cwd: workspace,
		env,
		...confine(workplace, place, {
			argv,
			env,
			writable: [output],
			readable: [workspace]
		}),
		timeoutMs: setupTimeoutMinutes * 6e4,
		signal,
		stdoutPath: join(log, "stdout.log"),
		stderrPath: join(log, "stderr.log"),
		maxOutputBytes: 1e8
	});
	if (outcome.ending === "cancelled") throw new EnvironmentError(`the run was cancelled while dataset ${name} was generated`, "Nothing was measured; start the job again.");
	if (outcome.ending === "exited" && outcome.exitCode === 0) return;
	const how = outcome.problem ?? (outcome.ending === "exited" ? formatExitCode(outcome.exitCode) : outcome.ending);
	const tail = outcome.stderrTail || outcome.stdoutTail;
	throw new UserError(`datasets.${name}.command failed: ${command}: ${how}${formatFailureHints(workplace, config.pipeline, tail)}\n${tail}`, `Run the command in a new checkout of ${label}, with {output} replaced by an empty directory.`);
}

// src/steps/trial/trial-cache.ts
const maxCacheBytes = 16777216;
async function reuseCachedTrials(record, config, caches, files) {
	const found = await Promise.all(listCacheableCases(record).map(async (planned) => {
		for (const cache of caches) {
			const trials = await readCached(planned, {
				record,
				config
			}, cache, files);
			if (trials.length > 0) return trials;
		}
		return [];
	}));
	return {
		...record,
		trials: [...record.trials, ...found.flat()]
	};
}
async function keepTrials(record, config, cacheDirectory, files) {
	for (const planned of listCacheableCases(record)) {
		const trials = record.trials.filter((trial) => trial.caseId === planned.id && trial.cachedFromRun === null && !trial.isRecorded);
		if (!(trials.length === planned.warmups + planned.repeats && trials.every((trial) => trial.failure === null && trial.contamination.length === 0))) continue;
		const kept = trials.map((trial) => ({
			...trial,
			resultTables: void 0,
			cachedFromRun: record.runId
		}));
		const key = computeKey(planned, {
			record,
			config
		});
		const text = `${key}\n${JSON.stringify(kept)}`;
		await files.writeText(join(cacheDirectory, buildCachePath(key)), `${hashText(text)}\n${text}\n`);
	}
}
function listCacheableCases(record) {
	const started = new Set(record.trials.map((trial) => trial.caseId));
	return record.plan.cases.filter((planned) => planned.samplesFrom === "cached" && (record.finishedAt !== null || !started.has(planned.id)));
}
async function readCached(planned, source, cacheDirectory, files) {
	const { warmups, repeats, revision } = planned;
	const key = computeKey(planned, source);
	const read = async () => {
		const [sha256, written, samples = ""] = (await files.readForeignText(cacheDirectory, buildCachePath(key), maxCacheBytes))?.split("\n") ?? [];
		return written === key && sha256 === hashText(`${written}\n${samples}`) ? parseCachedTrials(samples, planned.id) : [];
	};
	const trials = await read().catch(handleUserError(() => []));
	const commit = source.record.revisions.find(({ label }) => label === revision)?.commit;
	return trials.length === warmups + repeats && trials.every((trial, index) => trial.commit === commit && trial.index === index) && trials.filter(({ isWarmup }) => isWarmup).length === warmups ? trials : [];
}
function computeKey(planned, { record, config }) {
	const { env, passEnv, exitCodes, proof, setup, throughput } = config.pipeline;
	return formatCanonicalJson([
		planned.id,
		record.revisions.find((revision) => revision.label === planned.revision)?.commit,
		record.datasets.find((dataset) => dataset.name === planned.dataset)?.sha256,
		record.commands[planned.revision],
		record.identity[planned.revision],
		record.testbed,
		planned.gpus,
		planned.sampleIntervalMs,
		[
			env,
			passEnv,
			exitCodes,
			proof,
			config.revisions[planned.revision]?.setup ?? setup
		],
		...throughput ? [throughput] : []
	]);
}
function buildCachePath(key) {
	return join("trials", `${hashText(key).slice(0, 24)}.json`);
}
function hashText(text) {
	return createHash("sha256").update(text).digest("hex");
}

// src/steps/measure/measure-run.ts
async function startRun({ workspace, commit, folder, event = "local", ...order }, ports) {
	const context = buildLocalContext(workspace, {
		event,
		headCommit: commit
	});
	const commits = {
		head: {
			ref: commit,
			commit
		},
		mergeBase: null
	};
	return await measureRun({
		...order,
		context,
		commits,
		runFolder: folder
	}, ports);
}
async function measureRun(request, ports) {
	const { context, rules, signal, runId, readCommitted = () => Promise.resolve(null) } = request;
	refusePlaceholder(rules.config, rules.yardstick.path);
	const folder = await openRunFolder(request.runFolder, ports.files, request.isResume);
	await ports.files.writeText(join(request.runFolder, configCopy), rules.text);
	const directories = ports.createWorkplace(context.trust, runId);
	await ports.scratch.open(directories.workDirectory);
	for (const name of ["outputs", "trees"]) await ports.files.makeDirectory(join(directories.workDirectory, name));
	try {
		const { config } = rules;
		const own = {
			...request,
			workplace: directories,
			config
		};
		const workplace = {
			...directories,
			isolation: await chooseIsolation(own, ports)
		};
		await using monitor = await chooseMonitor(config, ports, runId);
		const identities = await monitor?.identify() ?? [];
		const watched = monitor && {
			monitor,
			environment: workplace.environment
		};
		const testbed = await identifyTestbed(config.pipeline.devices, ports.inventory, watched).catch((error) => {
			if (!(error instanceof NoDeviceError) || !config.comparison.strict) throw error;
			throw new EnvironmentError(error.message, error.hint, { cause: error });
		});
		const revisions = await resolveRevisions(config, request.commits, ports.git);
		const plan = buildPlan(request, testbed, revisions);
		const { environment } = workplace;
		const readText = async (path) => await ports.git.readAt(request.commits.head.commit, path);
		await requireMachineNeeds({
			config,
			plan,
			environment,
			readText
		}, ports);
		const used = revisions.filter((revision) => plan.cases.some((planned) => planned.revision === revision.label));
		const committed = await loadCommitted(config, testbed, readCommitted);
		const baseCommit = needsBaseDatasets(config, plan) ? request.commits.mergeBase : null;
		const placing = {
			config,
			workplace,
			signal
		};
		await using datasetBase = await openDatasetBase({
			...placing,
			revisions,
			measured: used,
			baseCommit
		}, ports);
		await using checkedOut = await checkOutRevisions({
			...placing,
			revisions: used
		}, ports);
		const { trees } = checkedOut;
		const base = datasetBase ?? findMeasuredBase(request.commits.mergeBase, used, checkedOut);
		const { datasets, differences } = await prepareDatasets({
			...placing,
			plan,
			checkedOut,
			base
		}, ports);
		const prepared = {
			config,
			trees,
			datasets,
			watchedGpus: identities.map(({ index }) => index),
			physicalGpus: (ids) => listPhysicalGpus(testbed, ids, identities),
			hostName: ports.inventory.getHostName()
		};
		await preflight(plan, prepared, workplace, ports.inspector);
		const identified = [...datasets.values()].map(({ identity }) => identity);
		const facts = {
			config,
			plan,
			testbed,
			datasets: identified,
			...committed,
			noise: committed.noise.noise
		};
		if (!request.skipsCostEstimate) announceCost(facts, ports.logger);
		await using held = new AsyncDisposableStack();
		const machine = held.use(await holdGpus({
			...request,
			workplace
		}, {
			plan,
			testbed,
			identities,
			prepared
		}, ports, monitor));
		await warnOfLoad(ports, signal);
		const ofRevisions = await identifyRevisions(prepared, workplace, signal, ports);
		const changedInputs = findChangedInputs(config, plan, checkedOut);
		const start = await beginRecord(request, {
			testbed,
			revisions,
			plan,
			...ofRevisions,
			datasets: identified
		}, {
			differences,
			changedInputs,
			committed,
			...workplace
		}, ports);
		const { cacheDirectory, trustedCache } = workplace;
		const caches = [cacheDirectory, trustedCache].filter((cache) => cache !== void 0);
		const record = await reuseCachedTrials(start, config, caches, ports.files);
		await folder.save(record);
		const measured = await measure({
			record,
			guard: checkedOut.guard,
			conditions: await guardConditions(datasets.values(), identities, {
				...ports,
				monitor
			}),
			workplace,
			signal,
			rules: buildScheduleRules(record, config, committed),
			prepared: {
				...prepared,
				idleWatts: machine?.idleWatts ?? {}
			},
			runFolder: folder
		}, {
			...ports,
			monitor,
			...await openHostMonitor(plan, ports, runId)
		});
		await keepTrials(measured, config, cacheDirectory, ports.files);
		if (measured.status === "finished") await ports.files.remove(join(request.runFolder, keptTables));
		return {
			record: measured,
			committed
		};
	} finally {
		await ports.scratch.close(directories.workDirectory);
	}
}
async function beginRecord({ context, rules: { config, yardstick }, commits, runId, selection, ...request }, known, { differences, changedInputs, committed, isolation: { mode, reason } }, ports) {
	const fresh = {
		schemaVersion: 2,
		tool: {
			name: "warpgauge",
			version: ports.toolVersion
		},
		runId,
		startedAt: ports.clock.now().toISOString(),
		finishedAt: null,
		status: "running",
		statusDetail: null,
		repository: context.repository ? `${context.repository.owner}/${context.repository.name}` : null,
		event: context.event,
		pullRequest: context.pullRequest,
		yardstick,
		...commits.mergeBase !== null && { baseCommit: commits.mergeBase },
		...commits.testMerge && { testMerge: commits.testMerge },
		...known,
		...differences.length > 0 && { datasetDifferences: differences },
		...changedInputs && { changedInputs },
		isolation: {
			mode,
			reason
		},
		commands: Object.fromEntries(known.revisions.map(({ label }) => [label, buildCommandTemplate(config, label)])),
		variables: config.pipeline.env,
		trials: [],
		...selection && { selection }
	};
	return {
		...request.isResume ? await resumeFrom(request.runFolder, fresh, ports) : fresh,
		comparedWith: await copyCommitted(committed, request.runFolder, ports.files)
	};
}
const mostPaths = 100;
const longestPath = 1e3;
function findChangedInputs(config, { cases }, { trees, guard }) {
	const head = trees.has("head") ? guard.getState("head") : null;
	const found = [...trees.keys()].flatMap((label) => {
		const base = label === "head" ? null : guard.getState(label);
		if (!head || !base) return [];
		const commands = cases.filter(({ revision }) => revision === label || revision === "head").map((planned) => buildCaseCommand(planned, [], config));
		const paths = listChangedInputs({
			commands,
			base,
			head
		}).slice(0, mostPaths).map((path) => path.slice(0, longestPath));
		return paths.length > 0 ? [[label, paths]] : [];
	});
	return found.length > 0 ? Object.fromEntries(found) : null;
}
function announceCost(facts, logger) {
	const price = estimateRunCost(facts);
	for (const sentence of describeCostEstimate(price, chooseMinutesUnit(facts.testbed), getBudget(facts.config))) logger.info(sentence);
	refuseBelowFloor(price, facts.config);
}
function buildPlan({ rules, calibrationRounds = null, selection = null, plan: adjust = (plan) => plan }, { devices }, revisions) {
	const part = planPart(rules.config, devices, revisions, selection);
	const plan = adjust(requireSelected(part, selection ?? void 0, () => planCompleteRun(rules.config, revisions)));
	return calibrationRounds === null ? plan : buildCalibrationPlan(plan, calibrationRounds);
}
async function chooseMonitor({ pipeline, run }, { openMonitor }, runId) {
	return pipeline.devices === "cpu" ? null : await openMonitor(run.monitor, runId);
}
async function openHostMonitor({ cases }, { openMonitor }, runId) {
	return cases.some(({ watchesHost }) => watchesHost) ? { hostMonitor: await openMonitor("none", runId) } : {};
}
async function holdGpus({ rules, runId, runFolder, workplace, signal }, { plan, testbed, identities, prepared }, ports, monitor) {
	if (!monitor) return null;
	const ids = [...new Set(plan.cases.flatMap((planned) => planned.gpus))];
	const used = testbed.devices.filter((device) => ids.includes(device.id));
	const run = {
		limits: rules.config.run.preflight,
		runId,
		runFolder,
		workDirectory: workplace.workDirectory,
		signal
	};
	const gpus = {
		gpus: prepared.physicalGpus(ids),
		uuids: used.flatMap((device) => device.uuid ?? []),
		identities
	};
	return await preflightGpus({
		...run,
		...gpus
	}, {
		...ports,
		monitor
	});
}

export { measureRun, startRun };