import { axes, buildIngestedTestbed, buildIngestedTrial, commit, configCopy, createBoundedRecord, name, openRunFolder, planRun, readUntrusted, readerNames, sha256, slug, time } from "./judging.js";
import { UserError, limits } from "./core.js";
import { _enum, array, int, number, strictObject, string } from "./zod.js";
import { createFileInspector, createInspectedFile, readOutput, stageAliases } from "./measuring.js";
import { createRunId, diskFileStore, systemClock, unknownCommit } from "./foundation.js";
import { formatAxes, formatCaseId, hasAxes } from "./choices.js";
import { say, shortenPath, toolVersion } from "./version.js";
import { readLocalRules, refuseUsedFolder } from "./local-inputs.js";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";

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
	const { manifest, rules, runId, runFolder, folder, toolVersion } = request;
	const { config } = rules;
	const read = [];
	for (const entry of manifest.cases) read.push(await readCase(entry, folder, ports.inspector));
	const readings = read.map(({ reading }) => reading);
	const testbed = buildIngestedTestbed(manifest, readings, config);
	const revisions = listRevisions(request);
	const plan = planRun(config, testbed.devices, revisions);
	const target = await openRunFolder(runFolder, ports.files);
	await ports.files.writeText(join(runFolder, configCopy), rules.text);
	const placed = matchCases(read, plan.cases);
	const trials = [];
	for (const one of placed) trials.push(await toTrial(one, revisions, request, ports));
	const now = ports.clock.now().toISOString();
	const record = {
		schemaVersion: 2,
		tool: {
			name: "warpgauge",
			version: toolVersion
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
		commands: Object.fromEntries(revisions.map(({ label }) => [label, config.revisions[label]?.command ?? config.pipeline.command])),
		plan,
		trials
	};
	await target.save(record);
	return record;
}
function listRevisions({ manifest, rules }) {
	const head = manifest.commit ?? manifest.revisions["head"] ?? null;
	const others = Object.entries(rules.config.revisions).map(([label, { ref }]) => [
		label,
		ref,
		manifest.revisions[label] ?? null
	]);
	return [[
		"head",
		manifest.source ?? "ingested",
		head
	], ...others].map(([label, ref, commit]) => {
		return {
			label,
			ref,
			commit,
			problem: commit === null ? "the manifest does not name its commit" : null
		};
	});
}
async function toTrial(one, revisions, { runFolder, rules }, { files, clock }) {
	const { planned, index, entry, reading, countedRows, differences } = one;
	const directory = join("trials", `${toReadable(planned.id).slice(0, 100)}-${index}`);
	for (const [place, { identity, output }] of one.files.entries()) {
		if (identity.bytes > maxCopiedBytes) continue;
		const name = `${String(place).padStart(3, "0")}-${toReadable(identity.path).slice(-100)}`;
		await files.writeBytes(join(runFolder, directory, name), output.readBytes(), maxCopiedBytes);
	}
	const sourcesPath = join(directory, "sources.json");
	const sources = one.files.map(({ identity }) => identity);
	await files.writeText(join(runFolder, sourcesPath), `${JSON.stringify(sources, null, 1)}\n`);
	return buildIngestedTrial({
		planned,
		index,
		commit: revisions.find(({ label }) => label === planned.revision)?.commit ?? unknownCommit,
		adapter: entry.adapter,
		reading,
		countedRows,
		differences,
		files: sources,
		stageAliases,
		expectedRows: rules.config.pipeline.proof?.results ?? null,
		startedAt: entry.startedAt ?? clock.now().toISOString(),
		sourcesPath
	});
}
function toReadable(text) {
	return text.replaceAll(/[^A-Za-z0-9._-]+/g, "-");
}
const unknownSha256 = "0".repeat(64);
function listDatasets(placed, { manifest, rules }) {
	return [...Map.groupBy(placed, ({ planned }) => planned.dataset)].flatMap(([name, own]) => {
		const { sha256 = unknownSha256, bytes = 0, sequences: declared } = manifest.datasets[name] ?? {};
		const [reported] = own.flatMap(({ reading }) => reading.pipeline?.counts.sequences ?? []);
		const sequences = declared ?? reported ?? null;
		if (name === "" || sequences === null && sha256 === unknownSha256) return [];
		const kind = "preset" in (rules.config.datasets[name] ?? {}) ? "synthetic" : "real";
		const size = describeSize(declared, sequences);
		const lengths = readLengths(own);
		return [{
			name,
			kind,
			sha256,
			sequences,
			...lengths && { lengths },
			bytes,
			parameters: { size }
		}];
	});
}
function describeSize(declared, known) {
	if (declared !== void 0) return "by the manifest";
	return known === null ? "unknown" : "reported by the log of the pipeline";
}
function readLengths(own) {
	const [range = ""] = own.flatMap(({ reading }) => reading.context["sequenceLengths"] ?? []);
	const [, min, max] = /^(\d{1,9}) to (\d{1,9}) bp$/.exec(range) ?? [];
	return min === void 0 || max === void 0 ? null : [Number(min), Number(max)];
}
async function readCase(entry, folder, inspector) {
	const files = await findIngested(entry.files, folder, inspector);
	const reading = await readOutput(entry.adapter, listOutputs(files));
	const tables = await findIngested(entry.results, folder, inspector);
	let rows = 0;
	for (const { absolutePath } of tables) rows += Math.max(0, await inspector.countLines(absolutePath) - 1);
	const others = await findIngested(entry.reference, folder, inspector);
	const reference = others.length === 0 ? null : (await readOutput("auto", listOutputs(others))).context;
	const differences = decisive.flatMap((name) => {
		const [own, other] = [reading.context[name], reference?.[name]];
		return reference === null || own === other ? [] : [`${name}: ${other ?? "unknown"} → ${own ?? "unknown"}`];
	});
	return {
		entry,
		files: [...files, ...tables],
		reading,
		countedRows: tables.length === 0 ? null : rows,
		differences
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
function matchCases(read, cases) {
	const placed = [];
	const joinHashes = ({ files }) => files.map(({ identity }) => identity.sha256).join(" ");
	for (const one of read) {
		const planned = findPlannedCase(one.entry, cases);
		const earlier = placed.filter((other) => other.planned === planned);
		const twin = earlier.find((other) => joinHashes(other) === joinHashes(one));
		if (twin) {
			const paths = [twin, one].map(({ files }) => files.map(({ identity }) => identity.path).join(", "));
			throw new UserError(`${paths.join(" and ")} are the same output, named as two runs of ${planned.id}`, "Name each run once.");
		}
		placed.push({
			...one,
			planned,
			index: earlier.length
		});
	}
	return placed;
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
	for (const entry of entries) {
		const pattern = resolve(folder, entry);
		if (!isAbsolute(entry)) refuseOutside(pattern, folder, entry);
		const paths = await inspector.find(pattern);
		if (paths.length === 0) throw new UserError(`no file matches ${entry} in ${folder}`, "Paths in a manifest are relative to its folder.");
		for (const path of paths) if (!found.has(path)) found.set(path, await inspectFile(path, entry, folder, inspector));
	}
	if (found.size <= maxFiles) return [...found.values()];
	throw new UserError(`${entries.join(", ")} match ${found.size} files`, `Name at most ${maxFiles} files of one run.`);
}
function refuseOutside(path, folder, entry) {
	const inside = relative(folder, path);
	if (inside !== "" && inside !== ".." && !inside.startsWith("../")) return;
	throw new UserError(`${entry} lies outside the folder of the manifest, ${folder}`, "Put the file there, or write its absolute path.");
}
async function inspectFile(path, entry, folder, inspector) {
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

// src/cli/ingest-manifest.ts
const maxManifestBytes = 4 * 2 ** 20;
async function ingestManifest(file, { out }) {
	const [path, runFolder] = [resolve(file), resolve(out)];
	refuseUsedFolder(runFolder, "Name another directory with --out.");
	const text = await diskFileStore.readText(path, maxManifestBytes);
	if (text === null) throw new UserError(`there is no manifest at ${path}`, "Write one; docs/ingest.md has an example.");
	const manifest = parseManifest(text, path);
	const folder = dirname(path);
	const suites = [...new Set(manifest.cases.map(({ suite }) => suite))];
	const rules = await readLocalRules(resolve(folder, manifest.config), {
		suites,
		hint: "Its path starts in the folder of the manifest."
	});
	const { trials } = await ingestRun({
		manifest,
		folder,
		runFolder,
		runId: createRunId(),
		toolVersion,
		rules
	}, {
		files: diskFileStore,
		inspector: createFileInspector(null),
		clock: systemClock
	});
	const failed = trials.filter(({ failure }) => failure !== null);
	say(`Run folder: ${shortenPath(runFolder)} (${trials.length} runs from files, ${failed.length} failed)`);
	for (const { caseId, failure } of failed) say(`  ${caseId}: ${failure?.kind}: ${failure?.detail}`);
	say(`  report: warpgauge report ${shortenPath(runFolder)}`);
}

export { ingestManifest };