import { axes, buildIngestedTestbed, buildIngestedTrial, commit, configCopy, createBoundedRecord, name, openRunFolder, parseRules, planRun, readUntrusted, readerNames, runRecordFile, sha256, slug, time } from "./judging.js";
import { UserError, limits } from "./core.js";
import { _enum, array, int, number, strictObject, string } from "./zod.js";
import { createFileInspector, createInspectedFile, readOutput, stageAliases } from "./measuring.js";
import { createRunId, diskFileStore, restrictSuites, systemClock } from "./foundation.js";
import { unknownCommit } from "./github.js";
import { formatAxes, formatCaseId, hasAxes } from "./choices.js";
import { say, toolVersion } from "./version.js";
import { shortenPath } from "./short-path.js";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { existsSync } from "node:fs";

// src/config/records/manifest-schema.ts
const path = string().min(1).max(4e3);
const amount = number().min(0);
const known = name.optional();
const ingestedCase = strictObject({
	suite: slug,
	benchmark: name.optional(),
	axes: axes.default({}),
	adapter: _enum(readerNames).default("auto"),
	files: array(path).min(1).max(limits.few),
	results: array(path).max(64).default([]),
	reference: array(path).max(64).default([]),
	startedAt: time.optional()
});
const testbed = strictObject({
	devices: int().min(1).max(limits.few).optional(),
	model: known,
	memoryBytes: amount.optional(),
	driver: known,
	cuda: known,
	topology: known,
	cpuModel: known,
	cpuCores: int().min(0).optional(),
	hostMemoryBytes: amount.optional(),
	kernel: known,
	architecture: known
});
const dataset = strictObject({
	sequences: int().min(0).optional(),
	bytes: int().min(0).optional(),
	sha256: sha256.optional()
});
const manifestSchema = strictObject({
	config: path,
	source: name.optional(),
	commit: commit.optional(),
	revisions: createBoundedRecord(commit, limits.few).default({}),
	testbed: testbed.default({}),
	datasets: createBoundedRecord(dataset, limits.few).default({}),
	cases: array(ingestedCase).min(1).max(limits.cases)
});
function parseManifest(text, file) {
	return readUntrusted(text, manifestSchema, {
		path: file,
		maxBytes: 4 * 2 ** 20
	});
}

// src/steps/ingest/ingest-run.ts
const maxCopiedBytes = 256 * 2 ** 20;
async function ingestRun(request, ports) {
	const { manifest, rules, runId } = request;
	const read = [];
	for (const entry of manifest.cases) read.push(await readCase(entry, request.folder, ports.inspector));
	const readings = read.map(({ reading }) => reading);
	const testbed = buildIngestedTestbed(manifest, readings, rules.config);
	const revisions = listRevisions(request);
	const plan = planRun(rules.config, testbed.devices, revisions);
	const folder = await openRunFolder(request.runFolder, ports.files);
	await ports.files.writeText(join(request.runFolder, configCopy), rules.text);
	const placed = matchCases(read, plan.cases);
	const trials = [];
	for (const one of placed) trials.push(await toTrial(one, revisions, request, ports));
	const now = ports.clock.now().toISOString();
	const record = {
		schemaVersion: 2,
		tool: {
			name: "warpgauge",
			version: request.toolVersion
		},
		runId,
		startedAt: now,
		finishedAt: now,
		status: "finished",
		statusDetail: null,
		repository: null,
		event: "ingest",
		pullRequest: null,
		yardstick: rules.yardstick,
		testbed,
		revisions,
		datasets: listDatasets(placed, request),
		identity: {},
		commands: listCommands(request, revisions),
		plan,
		trials
	};
	await folder.save(record);
	return record;
}
function listRevisions({ manifest, rules }) {
	const problem = "the manifest does not name its commit";
	const toResolvedRevision = (label, ref, commit) => ({
		label,
		ref,
		commit,
		problem: commit === null ? problem : null
	});
	const others = Object.entries(rules.config.revisions).map(([label, { ref }]) => toResolvedRevision(label, ref, manifest.revisions[label] ?? null));
	return [toResolvedRevision("head", manifest.source ?? "ingested", manifest.commit ?? manifest.revisions["head"] ?? null), ...others];
}
async function toTrial(one, revisions, { runFolder, rules }, { files, clock }) {
	const { planned, index, entry, reading, countedRows } = one;
	const directory = join("trials", `${planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 100)}-${index}`);
	for (const [place, { identity, output }] of one.files.entries()) {
		if (identity.bytes > maxCopiedBytes) continue;
		await files.writeBytes(join(runFolder, buildCopyPath(directory, place, identity.path)), output.readBytes(), maxCopiedBytes);
	}
	const sourcesPath = join(directory, "sources.json");
	const sources = one.files.map(({ identity }) => identity);
	await files.writeText(join(runFolder, sourcesPath), `${JSON.stringify(sources, null, 1)}\n`);
	const commit = revisions.find(({ label }) => label === planned.revision)?.commit ?? unknownCommit;
	const startedAt = entry.startedAt ?? clock.now().toISOString();
	const { adapter } = entry;
	const { differences: differs } = one;
	const run = {
		planned,
		index,
		commit,
		adapter,
		reading,
		countedRows,
		differences: differs,
		files: sources,
		stageAliases
	};
	const expectedRows = rules.config.pipeline.proof?.results ?? null;
	return buildIngestedTrial({
		...run,
		expectedRows,
		startedAt,
		sourcesPath
	});
}
const unknownSha256 = "0".repeat(64);
function listDatasets(placed, { manifest, rules }) {
	return [...new Set(placed.map(({ planned }) => planned.dataset))].filter((name) => name !== "").flatMap((name) => {
		const declared = manifest.datasets[name];
		const reported = placed.flatMap(({ planned, reading }) => planned.dataset === name ? reading.pipeline?.counts.sequences ?? [] : []);
		const sequences = declared?.sequences ?? reported[0];
		if (sequences === void 0) return [];
		const settings = rules.config.datasets[name];
		const kind = settings && "preset" in settings ? "synthetic" : "real";
		const { sha256 = unknownSha256, bytes = 0 } = declared ?? {};
		const parameters = { size: declared?.sequences === void 0 ? "reported by the log of the pipeline" : "by the manifest" };
		const lengths = parseLengths(placed.flatMap(({ planned, reading }) => planned.dataset === name ? reading.context["sequenceLengths"] ?? [] : [])[0]);
		return [{
			name,
			kind,
			sha256,
			sequences,
			...lengths && { lengths },
			bytes,
			parameters
		}];
	});
}
function parseLengths(text = "") {
	const [, min, max] = /^(\d{1,9}) to (\d{1,9}) bp$/.exec(text) ?? [];
	return min === void 0 || max === void 0 ? null : [Number(min), Number(max)];
}
function listCommands({ rules }, revisions) {
	const { pipeline, revisions: configured } = rules.config;
	return Object.fromEntries(revisions.map(({ label }) => [label, configured[label]?.command ?? pipeline.command]));
}
async function readCase(entry, folder, inspector) {
	const files = await findIngested(entry.files, folder, inspector);
	const reading = await readOutput(entry.adapter, listOutputs(files));
	const tables = entry.results.length === 0 ? [] : await findIngested(entry.results, folder, inspector);
	let rows = 0;
	for (const { absolutePath } of tables) rows += Math.max(0, await inspector.countLines(absolutePath) - 1);
	const others = entry.reference.length === 0 ? [] : await findIngested(entry.reference, folder, inspector);
	const reference = others.length === 0 ? null : await readOutput("auto", listOutputs(others));
	return {
		entry,
		files: [...files, ...tables],
		reading,
		countedRows: tables.length === 0 ? null : rows,
		differences: listDifferences(reading, reference)
	};
}
function listOutputs(found) {
	return found.map(({ output }) => output);
}
const decisive = [
	"model",
	"model_path",
	"expectedLength",
	"expected_length",
	"config_hash"
];
function listDifferences({ context }, reference) {
	if (reference === null) return [];
	return decisive.flatMap((name) => {
		const [own, other] = [context[name], reference.context[name]];
		return own === other ? [] : [`${name}: ${other ?? "unknown"} → ${own ?? "unknown"}`];
	});
}
function matchCases(read, cases) {
	const placed = [];
	for (const one of read) {
		const planned = findPlannedCase(one.entry, cases);
		const earlier = placed.filter((other) => other.planned === planned);
		rejectDuplicate(one, earlier);
		placed.push({
			...one,
			planned,
			index: earlier.length
		});
	}
	return placed;
}
function rejectDuplicate({ files }, earlier) {
	const twin = earlier.find((other) => joinHashes(other.files) === joinHashes(files));
	if (!twin) return;
	const paths = [twin.files, files].map((found) => found.map(({ identity }) => identity.path).join(", "));
	throw new UserError(`${paths.join(" and ")} are the same output, named as two runs of ${twin.planned.id}`, "Name each run once.");
}
function joinHashes(found) {
	return found.map(({ identity }) => identity.sha256).join(" ");
}
function findPlannedCase({ suite, benchmark, axes }, cases) {
	const fitting = cases.filter(({ key }) => key.suite === suite && (benchmark ?? key.benchmark) === key.benchmark && hasAxes(key.axes, axes));
	const [first] = fitting;
	if (first && fitting.length === 1) return first;
	const label = `${suite}${benchmark === void 0 ? "" : `/${benchmark}`} ${formatAxes(axes)}`.trim();
	const what = fitting.length > 1 ? "matches several cases of the config" : "is not a case of the config";
	const names = (fitting.length > 1 ? fitting : cases).slice(0, 20).map(({ key }) => formatCaseId(key));
	throw new UserError(`case ${label} ${what}`, `Name one of: ${names.join("; ") || "none: the config plans no case"}`);
}
const maxFiles = 1024;
const maxBytes = 4 * 2 ** 30;
async function findIngested(entries, folder, inspector) {
	const found = /* @__PURE__ */ new Map();
	for (const entry of entries) for (const path of await findMatches(entry, folder, inspector)) if (!found.has(path)) found.set(path, await describe(path, {
		entry,
		folder
	}, inspector));
	if (found.size <= maxFiles) return [...found.values()];
	throw new UserError(`${entries.join(", ")} match ${found.size} files`, `Name at most ${maxFiles} files of one run.`);
}
async function findMatches(entry, folder, inspector) {
	const pattern = resolve(folder, entry);
	if (!isAbsolute(entry)) refuseOutside(pattern, folder, entry);
	const paths = await inspector.find(pattern);
	if (paths.length > 0) return paths;
	throw new UserError(`no file matches ${entry} in ${folder}`, "Paths in a manifest are relative to its folder.");
}
function refuseOutside(path, folder, entry) {
	const inside = relative(folder, path);
	if (inside !== "" && inside !== ".." && !inside.startsWith("../")) return;
	throw new UserError(`${entry} lies outside the folder of the manifest, ${folder}`, "Put the file there, or write its absolute path.");
}
async function describe(path, { entry, folder }, inspector) {
	const parent = await inspector.resolveRealPath(dirname(path));
	if (!isAbsolute(entry)) refuseOutside(join(parent, basename(path)), await inspector.resolveRealPath(folder), entry);
	if (await inspector.resolveRealPath(path) !== join(parent, basename(path))) throw new UserError(`${path} is a symbolic link`, "Name the file itself.");
	const stat = await inspector.readStat(path);
	if (!stat) throw new UserError(`${path} is not a file`, "Name regular files.");
	if (stat.bytes > maxBytes) throw new UserError(`${path} has ${stat.bytes} bytes; at most ${maxBytes} are read`, "Give the output of one run.");
	const shown = isAbsolute(entry) ? path : relative(folder, path);
	const sha256 = await inspector.computeSha256(path) ?? "";
	return {
		absolutePath: path,
		output: createInspectedFile(path, shown, inspector),
		identity: {
			path: shown,
			sha256,
			bytes: stat.bytes
		}
	};
}
function buildCopyPath(directory, index, path) {
	const readable = path.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(-100);
	return join(directory, `${String(index).padStart(3, "0")}-${readable}`);
}

// src/cli/ingest-manifest.ts
const maxManifestBytes = 4 * 2 ** 20;
const maxConfigBytes = 262144;
async function ingestManifest(path, runFolder) {
	if (existsSync(resolve(runFolder, "run.json"))) throw new UserError(`${runFolder} holds a run already`, "Name another directory with --out.");
	const text = await diskFileStore.readText(path, maxManifestBytes);
	if (text === null) throw new UserError(`there is no manifest at ${path}`, "Write one; docs/ingest.md has an example.");
	const manifest = parseManifest(text, path);
	const folder = dirname(path);
	const request = {
		manifest,
		folder,
		runFolder,
		runId: createRunId(),
		toolVersion,
		rules: await readRules(manifest, folder)
	};
	const ports = {
		files: diskFileStore,
		inspector: createFileInspector(null),
		clock: systemClock
	};
	const { trials } = await ingestRun(request, ports);
	const failed = trials.filter(({ failure }) => failure !== null);
	say(`Run folder: ${shortenPath(runFolder)} (${trials.length} runs from files, ${failed.length} failed)`);
	for (const { caseId, failure } of failed) say(`  ${caseId}: ${failure?.kind}: ${failure?.detail}`);
	say(`  report: warpgauge report ${shortenPath(runFolder)}`);
}
async function readRules({ config, cases }, folder) {
	const path = resolve(folder, config);
	const text = await diskFileStore.readText(path, maxConfigBytes);
	if (text === null) throw new UserError(`there is no config at ${path}`, "Its path starts in the folder of the manifest.");
	const rules = parseRules(text, relative(process.cwd(), path), {
		origin: "local",
		commit: null
	});
	return {
		...rules,
		config: restrictSuites(rules.config, [...new Set(cases.map(({ suite }) => suite))])
	};
}

export { ingestManifest };