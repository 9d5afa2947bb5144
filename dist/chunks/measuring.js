import { f as EnvironmentError, i as checkNameFor, n as underCheck, o as neutralise, p as UserError, r as diskFileStore, s as neutraliseLine } from "./foundation.js";
import { B as parseCachedTrials, D as loadBaselines, E as nearestFew, F as testbedId, H as containerOf, M as attributeStages, N as stageIntervals, R as caseId, S as openRunFolder, U as isContaminated, a as toPlain, b as configCopy, c as partsOf, d as allComparisons, f as undecidedGates, g as formatValue, h as formatInterval, i as deliveriesOf, j as planRun, k as judgeRun, m as formatEffect, n as rowProblem, o as toneOf, p as formatAgainstLimit, r as deliver, s as renderJobSummary, u as visibleText, v as resumeFrom, w as loadRules, x as forgetEarlierRun, y as baselineCopies } from "./judging.js";
import { t as wo } from "./simple-git.js";
import { t as execa } from "./execa.js";
import { createGunzip } from "node:zlib";
import { performance as performance$1 } from "node:perf_hooks";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { basename, delimiter, dirname, isAbsolute, join, posix, relative, resolve as resolve$1 } from "node:path";
import os, { hostname } from "node:os";
import { accessSync, chmodSync, closeSync, constants as constants$1, createReadStream, existsSync, fstatSync, ftruncateSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync, utimesSync, writeSync } from "node:fs";
import { execFile } from "node:child_process";
import { glob, mkdir, open, readFile, readdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

// package.json
var version = "0.1.0";

// src/wiring/tool-version.ts
const toolVersion = version;

// src/domain/make-baseline.ts
function makeBaseline(suite, testbed, cases, provenance) {
	return {
		schemaVersion: 1,
		suite,
		testbed,
		provenance,
		cases: cases.filter((item) => item.problem === null).map(({ key, conditions, measurements }) => ({
			benchmark: key.benchmark,
			axes: key.axes,
			conditions,
			metrics: measurements.map(({ metric, samples }) => ({
				...metric,
				samples
			}))
		}))
	};
}
function casesOfBaseline(baseline) {
	return baseline.cases.map(({ benchmark, axes, conditions, metrics }) => ({
		key: {
			suite: baseline.suite,
			benchmark,
			axes
		},
		conditions,
		measurements: metrics.map(({ samples, name, unit, betterWhen }) => ({
			metric: {
				name,
				unit,
				betterWhen
			},
			samples
		})),
		problem: null
	}));
}
function baselineText(baseline) {
	return `${JSON.stringify(baseline, null, 2).replaceAll(/\[\n\s+((?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null)(?:,\n\s+(?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null))*)\n\s+\]/g, (_, items) => `[${items.replaceAll(/,\n\s+/g, ", ")}]`)}\n`;
}

// src/reporters/json.ts
const maxTextLength = 2e3;
const reportKeys = ranked([
	"schemaVersion",
	"title",
	"runId",
	"verdict",
	"conclusion",
	"exitCode",
	"sentence",
	"counts"
], [
	"requirements",
	"comparisons",
	"derived",
	"sections",
	"findings",
	"cases",
	"nextSteps"
]);
const innerKeys = ranked([
	"id",
	"kind",
	"suite",
	"benchmark",
	"axes",
	"name",
	"title",
	"revision",
	"metric",
	"value",
	"unit",
	"betterWhen"
], [
	"operator",
	"limit",
	"actual",
	"status",
	"verdict",
	"effect",
	"interval",
	"resolution",
	"reference"
], [
	"base",
	"head",
	"count",
	"median",
	"mean",
	"standardDeviation",
	"min",
	"max",
	"reason"
]);
const noKeys = ranked();
function renderJson(report) {
	return `${disarmed(JSON.stringify(stable(report, reportKeys), null, 2))}\n`;
}
function stable(value, order) {
	if (typeof value === "string") return bounded(value);
	if (Array.isArray(value)) return value.map((item) => stable(item, innerKeys));
	if (typeof value !== "object" || value === null) return value;
	const sorted = Object.entries(value).toSorted(([a], [b]) => compareKeys(a, b, order));
	return Object.fromEntries(sorted.map(([key, inner]) => [bounded(key), stable(inner, key === "axes" ? noKeys : innerKeys)]));
}
function compareKeys(a, b, order) {
	return (order.get(a) ?? order.size) - (order.get(b) ?? order.size) || (a < b ? -1 : Number(a > b));
}
function ranked(...groups) {
	return new Map(groups.flat().map((key, index) => [key, index]));
}
function bounded(text) {
	return (text.length <= maxTextLength ? text : `${text.slice(0, 1999)}…`).toWellFormed();
}
function disarmed(json) {
	return json.replaceAll(/[<>&@\u2028\u2029]|[\u007F-\u009F]|\p{Cf}/gu, (character) => Array.from({ length: character.length }, (_, index) => unicodeEscape(character.charCodeAt(index))).join("")).replaceAll("::", String.raw`:\u003a`).replaceAll("##[", String.raw`#\u0023[`);
}
function unicodeEscape(unit) {
	return String.raw`\u${unit.toString(16).padStart(4, "0")}`;
}

// src/reporters/junit.ts
function renderJunit(report) {
	const judged = [...report.requirements.map(requirementCase), ...report.comparisons.filter((comparison) => comparison.isGate).map(comparisonCase)];
	const cases = [...verdictCase(report, judged), ...judged];
	const suites = [...Map.groupBy(cases, (item) => item.suite)].map(([suite, own]) => suiteXml(suite, own));
	return [
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
		`<testsuites name="${escapeXml(report.title)}" ${countsXml(cases)}>`,
		...suites,
		"</testsuites>",
		""
	].join("\n");
}
function requirementCase(result) {
	const key = result.benchmark === "" ? result.suite : caseId(result);
	return {
		suite: result.suite,
		name: `${result.id}: ${result.value} of ${key}`,
		outcome: requirementOutcome(result)
	};
}
function requirementOutcome(result) {
	if (result.status === "pass") return {
		kind: "passed",
		message: ""
	};
	if (result.status === "not evaluated") return {
		kind: "skipped",
		message: `not evaluated: ${result.reason}`
	};
	const missed = missedText(result);
	return result.severity === "fail" ? {
		kind: "failure",
		message: missed
	} : {
		kind: "skipped",
		message: `missed, for ${result.severity === "warn" ? "warning" : "information"} only: ${missed}`
	};
}
function missedText({ actual, limit, unit, operator, reason }) {
	const [measured, wanted] = actual === null ? ["nothing", formatValue(limit, unit)] : formatAgainstLimit(actual, limit, unit);
	return `measured ${measured}, required ${operator} ${wanted}${reason === "" ? "" : `; ${reason}`}`;
}
function comparisonCase(comparison) {
	const name = `${comparison.metric} of ${caseId(comparison)} against ${comparison.reference}`;
	return {
		suite: comparison.suite,
		name,
		outcome: comparisonOutcome(comparison)
	};
}
function comparisonOutcome({ verdict, effect, interval, reason }) {
	if (verdict === "unchanged" || verdict === "improvement") return {
		kind: "passed",
		message: ""
	};
	const message = effect === null ? reason : `${formatEffect(effect)} (${formatInterval(interval)}): ${reason}`;
	return verdict === "regression" ? {
		kind: "failure",
		message
	} : {
		kind: "skipped",
		message: `${verdict}: ${message}`
	};
}
function verdictCase({ verdict, sentence }, judged) {
	const kind = verdict === "error" ? "error" : verdict === "fail" ? "failure" : "skipped";
	if (verdict === "pass" && judged.length > 0) return [];
	if (verdict !== "pass" && judged.some(({ outcome }) => outcome.kind === kind)) return [];
	return [{
		suite: "verdict",
		name: "verdict of the run",
		outcome: {
			kind: verdict === "pass" ? "passed" : kind,
			message: sentence
		}
	}];
}
function suiteXml(suite, cases) {
	const name = escapeXml(suite);
	const lines = cases.map((item) => caseXml(name, item));
	return [
		`  <testsuite name="${name}" ${countsXml(cases)}>`,
		...lines,
		"  </testsuite>"
	].join("\n");
}
function caseXml(className, { name, outcome }) {
	const open = `    <testcase classname="${className}" name="${escapeXml(name)}"`;
	if (outcome.kind === "passed") return `${open}/>`;
	return `${open}><${outcome.kind} message="${escapeXml(outcome.message)}"/></testcase>`;
}
function countsXml(cases) {
	const count = (kind) => cases.filter(({ outcome }) => outcome.kind === kind).length;
	return `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
}
const xmlEntities = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;",
	"'": "&apos;",
	"@": "&#64;",
	"::": ":&#58;",
	"##[": "#&#35;["
};
function escapeXml(text) {
	return visibleText(text, 400).replaceAll(/[\uFFFE\uFFFF]/g, "").replaceAll(/[&<>"'@]|::|##\[/g, (match) => xmlEntities[match] ?? match);
}

// src/reporters/terminal/layout.ts
const wide = /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uFF01-\uFF60]/u;
const combining = /\p{M}/u;
const narrowest = 2;
const gap = 2;
function displayWidth(text) {
	let width = 0;
	for (const character of text) width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1;
	return width;
}
function wrap(text, width) {
	const lines = [];
	let line = "";
	for (const word of text.split(" ").flatMap((long) => pieces(long, width))) {
		const longer = line === "" ? word : `${line} ${word}`;
		if (displayWidth(longer) <= width) line = longer;
		else {
			lines.push(line);
			line = word;
		}
	}
	return [...lines, line];
}
function naturalWidths(rows) {
	const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
	return Array.from({ length: count }, (_, index) => rows.reduce((widest, row) => Math.max(widest, displayWidth(row[index] ?? "")), 1));
}
function fits(widths, available) {
	return sum(widths) + gap * (widths.length - 1) <= available;
}
function fittingWidths(natural, available) {
	const widths = [...natural];
	const count = widths.length;
	const room = available - gap * (count - 1);
	while (sum(widths) > room) {
		const widest = widths.indexOf(Math.max(...widths));
		if ((widths[widest] ?? 0) <= narrowest) break;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}
	return widths;
}
function tableRowLines(cells, widths, isNumeric, paint) {
	const wrapped = widths.map((width, index) => wrap(cells[index] ?? "", width));
	const height = Math.max(1, ...wrapped.map((lines) => lines.length));
	return Array.from({ length: height }, (_, row) => widths.map((width, column) => paint(padded(wrapped[column]?.[row] ?? "", width, isNumeric[column] ?? false), column)).join(" ".repeat(gap)).trimEnd());
}
function padded(text, width, isNumeric) {
	const space = " ".repeat(Math.max(0, width - displayWidth(text)));
	return isNumeric ? `${space}${text}` : `${text}${space}`;
}
function pieces(word, width) {
	if (displayWidth(word) <= width) return [word];
	let start = "";
	for (const character of word) {
		if (displayWidth(start + character) > width) break;
		start += character;
	}
	const cut = /^.*[/_.:=-]/u.exec(start)?.[0] ?? start;
	return cut === "" ? [word] : [cut, ...pieces(word.slice(cut.length), width)];
}
function sum(numbers) {
	return numbers.reduce((total, number) => total + number, 0);
}

// src/reporters/terminal.ts
const mostDetailRows = 40;
const longColumn = 30;
const narrowestTerminal = 64;
const colors = {
	good: "\x1B[32m",
	bad: "\x1B[31m",
	unsure: "\x1B[33m",
	quiet: ""
};
function renderTerminal(report, options) {
	const parts = partsOf(report, {
		runUrl: null,
		runFolderHint: null
	});
	return partsText(options.hasDetails === false ? parts.filter((part) => !part.isFolded) : parts, options);
}
function renderComparisons(comparisons, options) {
	return partsText([...undecidedGates({ comparisons }), ...allComparisons({ comparisons })], options);
}
function partsText(parts, options) {
	const columns = Math.max(options.columns, narrowestTerminal);
	return `${parts.map((part) => partText(part, {
		...options,
		columns
	})).join("\n\n")}\n`;
}
function partText(part, options) {
	const lines = part.body.kind === "none" ? [] : bodyLines(part, part.body, options);
	const paragraphs = (contents) => contents.map((content) => paragraph(content, options));
	const heading = part.title ? [headingText(part, part.title, options)] : [];
	const body = lines.length > 0 ? [lines.join("\n")] : [];
	return [
		...heading,
		...paragraphs(part.lead),
		...body,
		...paragraphs(part.notes)
	].join("\n");
}
function headingText(part, title, options) {
	const lines = wrap(toPlain(title), options.columns);
	const rule = (part.importance === 0 ? "=" : "-").repeat(Math.max(...lines.map(displayWidth)));
	return painter(options, toneOf(title))([...lines, rule].join("\n"));
}
function paragraph(content, options) {
	return wrap(toPlain(content), options.columns).join("\n");
}
function bodyLines(part, body, options) {
	const shown = part.isFolded ? body.rows.slice(0, mostDetailRows) : body.rows;
	const hidden = body.rows.length - shown.length;
	const lines = body.kind === "table" ? tableText(body, shown, options) : shown.flatMap((row) => listItem(row.map(toPlain).join(" "), options));
	const more = `${hidden} of ${body.rows.length} ${part.noun} are left out here; the full report is in the JSON report of this run.`;
	return hidden > 0 ? [...lines, ...wrap(more, options.columns)] : lines;
}
function tableText(body, rows, options) {
	const head = body.columns.map(({ title }) => toPlain(title));
	const cells = rows.map((row) => row.map(toPlain));
	const natural = naturalWidths([head, ...cells]);
	const isLastBelow = !fits(natural, options.columns) && (natural.at(-1) ?? 0) > longColumn;
	const widths = fittingWidths(isLastBelow ? natural.slice(0, -1) : natural, options.columns);
	const isNumeric = body.columns.map((column) => column.isNumeric);
	const heading = [head, widths.map((width) => "-".repeat(width))].flatMap((row) => tableRowLines(row, widths, isNumeric, (text) => text));
	const lines = rows.flatMap((row, index) => {
		const own = cells[index] ?? [];
		const paint = (text, column) => painter(options, toneOf(row[column] ?? []))(text);
		const below = isLastBelow ? belowRow(head.at(-1) ?? "", own.at(-1) ?? "", options) : [];
		return [...tableRowLines(own, widths, isNumeric, paint), ...below];
	});
	return [...heading, ...lines];
}
function belowRow(title, text, { columns }) {
	return text === "–" || text === "" ? [] : wrap(`${title}: ${text}`, columns - 2).map((line) => `  ${line}`);
}
function listItem(text, { columns }) {
	return wrap(text, columns - 2).map((line, index) => `${index === 0 ? "- " : "  "}${line}`);
}
function painter({ color }, tone) {
	const code = tone === null ? "" : colors[tone];
	return (text) => color && code !== "" ? `${code}${text}\u001B[39m` : text;
}

// src/reporters/index.ts
const reportFormats = {
	markdown: (report) => renderJobSummary(report, {
		runUrl: null,
		runFolderHint: null
	}),
	json: renderJson,
	junit: renderJunit,
	terminal: (report) => renderTerminal(report, {
		columns: 100,
		color: false
	})
};

// src/datasets/presets.ts
const presets = {
	tiny: {
		sequences: 10,
		minLength: 200,
		maxLength: 400
	},
	small: {
		sequences: 100,
		minLength: 200,
		maxLength: 400
	},
	medium: {
		sequences: 1e3,
		minLength: 200,
		maxLength: 400
	},
	large: {
		sequences: 1e4,
		minLength: 200,
		maxLength: 400
	},
	typical: {
		sequences: 5e3,
		minLength: 200,
		maxLength: 2e3
	},
	long: {
		sequences: 1e3,
		minLength: 1500,
		maxLength: 2e3
	}
};

// src/datasets/dataset-metadata.ts
const metadataFile = "metadata.json";
async function writeMetadata(directory, metadata) {
	await writeFile(join(directory, metadataFile), `${JSON.stringify(metadata, null, 2)}\n`);
}
async function readMetadata(directory) {
	const text = await readFile(join(directory, metadataFile), "utf8").catch(() => null);
	return text === null ? null : parseMetadata(text);
}
async function hasRecordedSizes(directory, metadata) {
	const sizes = await Promise.all(metadata.files.map(({ name }) => sizeOf(join(directory, name))));
	return metadata.files.every((file, index) => file.bytes === sizes[index]);
}
function parseMetadata(text) {
	try {
		const value = JSON.parse(text);
		return isMetadata(value) ? value : null;
	} catch {
		return null;
	}
}
function isMetadata(value) {
	if (typeof value !== "object" || value === null) return false;
	const { schemaVersion, name, sequences, bytes, sha256, files, parameters } = value;
	return schemaVersion === 1 && Number.isSafeInteger(sequences) && Number.isSafeInteger(bytes) && typeof name === "string" && typeof sha256 === "string" && typeof parameters === "object" && Array.isArray(files) && files.length > 0 && files.every(isFileEntry);
}
function isFileEntry(value) {
	if (typeof value !== "object" || value === null) return false;
	const { name, bytes } = value;
	return typeof name === "string" && /^file_\d{3,4}\.fa$/.test(name) && Number.isSafeInteger(bytes);
}
async function sizeOf(path) {
	const status = await stat(path).catch(() => null);
	return status?.isFile() ? status.size : null;
}

// src/datasets/random-words.ts
const blockWords = 16384;
function openWordStream(seed) {
	const state = Uint32Array.from({ length: 4 }, (_, index) => scramble(seed + Math.imul(2654435769, index + 1)));
	return {
		words: new Uint32Array(blockWords),
		state,
		position: blockWords
	};
}
function reserveWords(stream, count) {
	if (stream.position + count <= blockWords) return;
	stream.words.copyWithin(0, stream.position);
	fill(stream.words, blockWords - stream.position, stream.state);
	stream.position = 0;
}
function drawInteger(stream, low, high) {
	reserveWords(stream, 1);
	const word = stream.words[stream.position++];
	return low + Math.floor(word * (high - low + 1) / 2 ** 32);
}
function fill(words, from, state) {
	let [a, b, c, d] = state;
	for (let index = from; index < words.length; index += 1) {
		const product = Math.imul(b, 5);
		words[index] = Math.imul(product << 7 | product >>> 25, 9);
		const shifted = b << 9;
		c ^= a;
		d ^= b;
		b ^= c;
		a ^= d;
		c ^= shifted;
		d = d << 11 | d >>> 21;
	}
	state.set([
		a,
		b,
		c,
		d
	]);
}
function scramble(value) {
	let mixed = value >>> 0;
	mixed = Math.imul(mixed ^ mixed >>> 16, 2246822507);
	mixed = Math.imul(mixed ^ mixed >>> 13, 3266489909);
	return (mixed ^ mixed >>> 16) >>> 0;
}

// src/datasets/synthesizer.ts
const lineWidth = 60;
const newline$1 = 10;
const slots = 65536;
function createSynthesizer(shape, seed) {
	const source = {
		stream: openWordStream(seed),
		table: baseTable(shape.gc)
	};
	const totals = {
		sequences: 0,
		bases: 0,
		gcBases: 0
	};
	return {
		maxRecordBytes: 128 + shape.maxLength + Math.ceil(shape.maxLength / lineWidth),
		writeRecord: (target, offset) => {
			const start = writeHeader(target, offset, totals.sequences);
			const length = drawInteger(source.stream, shape.minLength, shape.maxLength);
			totals.sequences += 1;
			totals.bases += length;
			totals.gcBases += writeLines(target, start, length, source);
			return start + length + Math.ceil(length / lineWidth);
		},
		totals: () => ({ ...totals })
	};
}
function baseTable(gc) {
	const gcSlots = Math.round(gc * slots);
	const bases = new Uint8Array(slots);
	bases.fill(67, 0, gcSlots >>> 1);
	bases.fill(71, gcSlots >>> 1, gcSlots);
	const middle = gcSlots + (slots - gcSlots >>> 1);
	bases.fill(65, gcSlots, middle);
	bases.fill(84, middle, slots);
	return {
		bases,
		gcSlots
	};
}
function writeHeader(target, offset, index) {
	const header = `>synthetic_${String(index).padStart(6, "0")} Synthetic test sequence ${index}\n`;
	for (let at = 0; at < header.length; at += 1) target[offset + at] = header.charCodeAt(at);
	return offset + header.length;
}
function writeLines(target, offset, length, source) {
	let gcBases = 0;
	let at = offset;
	for (let left = length; left > 0; left -= lineWidth) {
		const end = at + Math.min(left, lineWidth);
		gcBases += writeBases(target, at, end, source);
		target[end] = newline$1;
		at = end + 1;
	}
	return gcBases;
}
function writeBases(target, from, to, { stream, table }) {
	reserveWords(stream, lineWidth / 2);
	const { words } = stream;
	const { bases, gcSlots } = table;
	let gcBases = 0;
	let next = stream.position;
	let at = from;
	for (; at + 1 < to; at += 2) {
		const word = words[next++];
		target[at] = bases[word & 65535];
		target[at + 1] = bases[word >>> 16];
		gcBases += ((word & 65535) - gcSlots >>> 31) + ((word >>> 16) - gcSlots >>> 31);
	}
	if (at < to) {
		const low = words[next++] & 65535;
		target[at] = bases[low];
		gcBases += low - gcSlots >>> 31;
	}
	stream.position = next;
	return gcBases;
}

// src/datasets/write-synthetic-fasta.ts
const generatorVersion = 1;
const bufferBytes = 1 << 20;
async function writeSyntheticFasta(spec) {
	refuseImpossible(spec);
	const directory = resolve$1(spec.directory);
	await mkdir(directory, { recursive: true });
	const synthesizer = createSynthesizer(spec, spec.seed);
	const size = Math.max(bufferBytes, synthesizer.maxRecordBytes);
	const buffers = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)];
	const output = {
		synthesizer,
		hash: createHash("sha256"),
		buffers
	};
	const files = [];
	for (let index = 0; index < spec.files; index += 1) files.push(await writeFasta(directory, index, spec, output));
	const metadata = describe(spec, files, output);
	await writeMetadata(directory, metadata);
	return datasetOf(directory, metadata);
}
function syntheticParameters(spec) {
	const { preset, sequences, minLength, maxLength, gc, seed, files } = spec;
	const numbers = {
		sequences,
		minLength,
		maxLength,
		gc,
		seed,
		files,
		generator: generatorVersion
	};
	return preset === void 0 ? numbers : {
		preset,
		...numbers
	};
}
function datasetOf(directory, metadata) {
	const { name, sha256, sequences, bytes, parameters } = metadata;
	return {
		identity: {
			name,
			kind: "synthetic",
			sha256,
			sequences,
			bytes,
			parameters
		},
		files: metadata.files.map((file) => join(directory, file.name))
	};
}
function refuseImpossible({ sequences, files, minLength, maxLength, gc, seed }) {
	const hasLengths = isWhole(minLength, 1, maxLength) && isWhole(maxLength, minLength, 2 ** 21 - 1);
	const problems = [
		[isWhole(sequences, 1, Number.MAX_SAFE_INTEGER), `sequences is ${sequences}, not a whole number above 0`],
		[isWhole(files, 1, 1e3), `files is ${files}, not a whole number from 1 to 1000`],
		[files <= sequences, `${sequences} sequences cannot be spread over ${files} files`],
		[hasLengths, `lengths from ${minLength} to ${maxLength} are not an ascending range below 2097152`],
		[gc > 0 && gc < 1, `gc is ${gc}, not between 0 and 1`],
		[isWhole(seed, 0, 2 ** 32 - 1), `seed is ${seed}, not a whole number from 0 to 4294967295`]
	].filter(([isGood]) => !isGood).map(([, problem]) => problem);
	if (problems.length === 0) return;
	throw new UserError(`The synthetic dataset cannot be made: ${problems.join("; ")}`, "Correct these values");
}
function isWhole(value, min, max) {
	return Number.isSafeInteger(value) && value >= min && value <= max;
}
async function writeFasta(directory, index, spec, output) {
	const name = `file_${String(index + 1).padStart(3, "0")}.fa`;
	const sequences = Math.floor((index + 1) * spec.sequences / spec.files) - Math.floor(index * spec.sequences / spec.files);
	await using handle = await open(join(directory, name), "w");
	return {
		name,
		sequences,
		bytes: await writeRecords(handle, sequences, output)
	};
}
async function writeRecords(handle, count, output) {
	let [filling, writing] = output.buffers;
	let written = Promise.resolve();
	let bytes = 0;
	for (let left = count; left > 0;) {
		const block = fillBlock(filling, left, output.synthesizer);
		left -= block.records;
		bytes += block.bytes.length;
		output.hash.update(block.bytes);
		await written;
		written = handle.writeFile(block.bytes);
		[filling, writing] = [writing, filling];
	}
	await written;
	return bytes;
}
function fillBlock(buffer, limit, synthesizer) {
	let records = 0;
	let filled = 0;
	while (records < limit && filled + synthesizer.maxRecordBytes <= buffer.length) {
		filled = synthesizer.writeRecord(buffer, filled);
		records += 1;
	}
	return {
		bytes: buffer.subarray(0, filled),
		records
	};
}
function describe(spec, files, output) {
	const { sequences, bases, gcBases } = output.synthesizer.totals();
	return {
		schemaVersion: 1,
		name: spec.name ?? "synthetic",
		parameters: syntheticParameters(spec),
		sequences,
		bases,
		bytes: files.reduce((sum, file) => sum + file.bytes, 0),
		gc: gcBases / bases,
		sha256: output.hash.digest("hex"),
		files
	};
}

// src/io/run-id.ts
function newRunId(now = /* @__PURE__ */ new Date()) {
	return `${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}-${randomBytes(3).toString("hex")}`;
}

// src/steps/find-commits.ts
async function findCommits(context, git) {
	const ref = context.headCommit ?? "HEAD";
	const commit = await git.resolve(ref);
	if (commit === null) throw new UserError(`the head commit ${ref} is not in this clone and could not be fetched`, "Check the repository out with actions/checkout before this step; fetch-depth 1 is enough.");
	const mergeBase = context.baseCommit === null ? null : await git.mergeBase(context.baseCommit, commit);
	if (context.baseCommit !== null && mergeBase === null) throw new UserError(`${commit.slice(0, 7)} and its base ${context.baseCommit.slice(0, 7)} share no history`, "Check that the clone belongs to the repository of the pull request.");
	return {
		head: {
			ref: context.headCommit === null ? "HEAD" : commit,
			commit
		},
		mergeBase
	};
}

// src/datasets/file-hash.ts
async function hashFiles(paths) {
	const hash = createHash("sha256");
	for (const path of paths) for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
	return hash.digest("hex");
}

// src/datasets/fasta-counter.ts
const newline = 10;
const greaterThan = 62;
const shownCharacters = 60;
function createFastaCounter() {
	let sequences = 0;
	let previous = newline;
	return {
		add: (chunk) => {
			if (sequences === 0 && chunk.length > 0 && chunk[0] !== greaterThan) return firstLine(chunk);
			sequences += headersIn(chunk, previous);
			previous = chunk.at(-1) ?? previous;
			return null;
		},
		sequences: () => sequences
	};
}
function headersIn(chunk, previous) {
	let count = 0;
	for (let at = chunk.indexOf(greaterThan); at !== -1; at = chunk.indexOf(greaterThan, at + 1)) if ((at === 0 ? previous : chunk[at - 1]) === newline) count += 1;
	return count;
}
function firstLine(chunk) {
	return chunk.subarray(0, 240).toString("utf8").split(/\r|\n/, 1)[0].slice(0, shownCharacters);
}

// src/datasets/read-fasta-dataset.ts
async function readFastaDataset(source) {
	const { sha256, bytes, counter } = await scan(source, await hasGzipHeader(source));
	if (source.sha256 !== void 0 && source.sha256 !== sha256) throw new UserError(`${place(source)} has SHA-256 ${sha256}, the config asks for ${source.sha256}`, `Restore the file, or set datasets.${source.name}.sha256 to its new value if the change is meant`);
	return {
		identity: {
			name: source.name,
			kind: "real",
			sha256,
			sequences: counter.sequences(),
			bytes,
			parameters: {}
		},
		files: [source.path]
	};
}
async function hasGzipHeader(source) {
	await using handle = await openFile(source);
	const { size } = await refuseNonFile(source, handle);
	if (size === 0) throw new UserError(`${place(source)} is empty`, "Give a FASTA file with at least one sequence");
	const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
	return buffer[0] === 31 && buffer[1] === 139;
}
async function openFile(source) {
	return open(source.path, "r").catch((cause) => {
		const what = cause.code === "ENOENT" ? "does not exist" : `cannot be opened (${cause.code})`;
		const hint = `Put the file there, or correct datasets.${source.name}.path; warpgauge never downloads data`;
		throw new UserError(`${place(source)} ${what}`, hint, { cause });
	});
}
async function refuseNonFile(source, handle) {
	const status = await handle.stat();
	if (status.isFile()) return status;
	throw new UserError(`${place(source)} is not a file`, `Name one FASTA file in datasets.${source.name}.path`);
}
async function scan(source, isGzip) {
	const hash = createHash("sha256");
	const counter = createFastaCounter();
	let bytes = 0;
	async function* tap(chunks) {
		for await (const chunk of chunks) {
			hash.update(chunk);
			bytes += chunk.length;
			yield chunk;
		}
	}
	const file = createReadStream(source.path, { highWaterMark: 1 << 20 });
	const count = (chunks) => countChunks(chunks, counter, source);
	await (isGzip ? pipeline(file, tap, createGunzip(), count) : pipeline(file, tap, count)).catch((cause) => {
		throw translated(cause, source);
	});
	return {
		sha256: hash.digest("hex"),
		bytes,
		counter
	};
}
async function countChunks(chunks, counter, source) {
	for await (const chunk of chunks) {
		const line = counter.add(chunk);
		if (line !== null) throw notFasta(source, JSON.stringify(line));
	}
	if (counter.sequences() === 0) throw notFasta(source, "nothing");
}
function notFasta(source, start) {
	return new UserError(`${place(source)} is not FASTA: line 1 is ${start}`, "A FASTA file starts with a line like \">id description\"");
}
function translated(cause, source) {
	const code = cause.code;
	if (cause instanceof UserError || code === void 0) return cause;
	return new UserError(`${place(source)} cannot be read to its end (${code})`, "Copy the file again", { cause });
}
function place({ name, path }) {
	return `datasets.${name}: ${path}`;
}

// src/datasets/prepare-dataset.ts
async function prepareDataset(name, config, places) {
	if ("preset" in config) return prepareSynthetic(specOf(name, config), places.cacheDirectory);
	const path = resolvePath(name, config.path, places.workspace);
	return readFastaDataset(config.sha256 === void 0 ? {
		name,
		path
	} : {
		name,
		path,
		sha256: config.sha256
	});
}
function specOf(name, config) {
	const { preset, seed, files, gc } = config;
	const { minLength, maxLength, sequences } = presets[preset];
	return {
		name,
		preset,
		sequences: config.sequences ?? sequences,
		minLength,
		maxLength,
		gc,
		seed,
		files
	};
}
function resolvePath(name, path, workspace) {
	if (isAbsolute(path)) return path;
	const resolved = resolve$1(workspace, path);
	const inside = relative(resolve$1(workspace), resolved);
	if (inside !== ".." && !inside.startsWith("../")) return resolved;
	throw new UserError(`datasets.${name}.path: ${JSON.stringify(path)} leaves the workspace`, "Give a path inside the repository, or an absolute path on the runner");
}
async function prepareSynthetic(spec, cache) {
	const directory = resolve$1(cache, `${spec.preset}-${cacheKey(spec)}`);
	return await readCached$1(directory, spec) ?? await synthesizeInto(directory, spec);
}
function cacheKey(spec) {
	const text = JSON.stringify(syntheticParameters(spec));
	return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
async function readCached$1(directory, spec) {
	const metadata = await readMetadata(directory);
	if (!metadata || JSON.stringify(metadata.parameters) !== JSON.stringify(syntheticParameters(spec))) return null;
	if (!await hasRecordedSizes(directory, metadata)) return null;
	const dataset = datasetOf(directory, {
		...metadata,
		name: spec.name ?? metadata.name
	});
	return await hashFiles(dataset.files) === metadata.sha256 ? dataset : null;
}
async function synthesizeInto(directory, spec) {
	const draft = `${directory}.${randomUUID()}.draft`;
	try {
		await mkdir(draft, { recursive: true });
		const { identity, files } = await writeSyntheticFasta({
			...spec,
			directory: draft
		});
		if (await isMoved(draft, directory)) return {
			identity,
			files: files.map((file) => join(directory, relative(draft, file)))
		};
		return await readCached$1(directory, spec) ?? await replaceDamaged(directory, spec);
	} finally {
		await rm(draft, {
			recursive: true,
			force: true
		});
	}
}
async function isMoved(draft, directory) {
	try {
		await rename(draft, directory);
		return true;
	} catch (cause) {
		const { code } = cause;
		if (code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOTDIR") return false;
		throw cause;
	}
}
async function replaceDamaged(directory, spec) {
	await rm(directory, {
		recursive: true,
		force: true
	});
	return synthesizeInto(directory, spec);
}

// src/domain/child-environment.ts
function childEnvironment(parent, options) {
	options.pass.forEach(refuseUnpassable);
	Object.entries(options.set).forEach(([name, value]) => refuseMalformed(name, value));
	const isTaken = (name) => options.pass.includes(name) || isAllowed(name) && !neverReason(name);
	const taken = Object.entries(parent).filter((entry) => isTaken(entry[0]) && entry[1] !== void 0);
	const tracking = parent["RUNNER_TRACKING_ID"];
	return {
		...Object.fromEntries(taken),
		HOME: options.home,
		TMPDIR: options.tmp,
		...options.set,
		...tracking === void 0 ? {} : { RUNNER_TRACKING_ID: tracking }
	};
}
const allowed = /^(?:PATH|LANG|LANGUAGE|LC_\w+|TZ|CI|CUDA_\w+|NVIDIA_\w+|ROCR_\w+|HIP_\w+|RUNNER_TRACKING_ID)$/;
function isAllowed(name) {
	return allowed.test(name);
}
const never = [
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
		reason: "it leads to a file that steers the workflow run"
	},
	{
		names: /^GITHUB_EVENT_PATH$/,
		reason: "it leads to the private payload of the event"
	},
	{
		names: /(?:^|_)(?:TOKEN|PAT|SECRET|SECRETS|KEY|KEYS|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|CREDENTIALS)$/,
		reason: "its name says that it is a secret"
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
		reason: "it leads to credentials"
	},
	{
		names: /^GIT_/,
		reason: "it changes what git does"
	},
	{
		names: /^(?:NODE_OPTIONS|LD_PRELOAD|LD_AUDIT|BASH_ENV|ENV|PROMPT_COMMAND|PYTHONSTARTUP)$/,
		reason: "an earlier step could inject code through it"
	}
];
function neverReason(name) {
	return never.find(({ names }) => names.test(name.toUpperCase()))?.reason;
}
function refuseUnpassable(name) {
	refuseMalformed(name, "");
	const reason = neverReason(name);
	if (reason) throw new UserError(`passEnv: ${name} is never passed to the pipeline: ${reason}`, `Remove ${name} from passEnv; if the pipeline needs a fixed, harmless value under this name, set it in env`);
	if (name === "HOME" || name === "TMPDIR") throw new UserError(`passEnv: ${name} is not passed, because every run gets a fresh, empty one`, `Remove ${name} from passEnv; for a cache pass the variable that names it, such as HF_HOME`);
}
function refuseMalformed(name, value) {
	if (/^[A-Za-z_]\w*$/.test(name) && !value.includes("\0")) return;
	throw new UserError(`${JSON.stringify(name)} cannot be an environment variable`, "Use letters, digits and underscores in the name, no digit in front, and no NUL in the value");
}

// src/steps/check-out-revisions.ts
async function checkOutRevisions(request, hands) {
	await using stack = new AsyncDisposableStack();
	const trees = /* @__PURE__ */ new Map();
	for (const revision of request.revisions) {
		if (revision.commit === null) continue;
		const setup = setupOf(request.config, revision.label);
		const tree = setup.length > 0 ? await preparedTree(revision, setup, request, hands) : await plainTree(revision, request, hands);
		stack.use(tree);
		trees.set(revision.label, tree.path);
	}
	const owned = stack.move();
	return {
		trees,
		[Symbol.asyncDispose]: () => owned.disposeAsync()
	};
}
function setupOf(config, label) {
	return config.revisions[label]?.setup ?? config.pipeline.setup;
}
async function plainTree(revision, { workplace }, { git }) {
	return await git.checkOut(revision.commit ?? "", join(workplace.workDirectory, "trees", revision.label));
}
async function preparedTree(revision, setup, request, hands) {
	const key = createHash("sha256").update(JSON.stringify([
		revision.commit,
		setup,
		request.config.pipeline.env
	])).digest("hex").slice(0, 16);
	const directory = join(request.workplace.cacheDirectory, "trees", `${revision.commit?.slice(0, 12)}-${key}`);
	const mark = join(directory, ".warpgauge-ready");
	const kept = {
		path: directory,
		[Symbol.asyncDispose]: async () => {}
	};
	if (await hands.files.readText(mark, 1e3) !== null) return kept;
	await hands.files.remove(directory);
	const tree = await hands.git.checkOut(revision.commit ?? "", directory);
	try {
		await runSetup({
			label: revision.label,
			commands: setup,
			cwd: tree.path
		}, request, hands);
	} catch (error) {
		await tree[Symbol.asyncDispose]();
		throw error;
	}
	await hands.git.detach(tree);
	await hands.files.writeText(mark, `${revision.commit}\n`);
	return kept;
}
async function runSetup({ label, commands, cwd }, request, hands) {
	for (const [index, argv] of commands.entries()) {
		hands.logger.info(`Setting up ${label}: ${argv.join(" ")}`);
		const log = join(request.workplace.workDirectory, "setup", `${label}-${index}`);
		await hands.files.makeDirectory(log);
		const outcome = await hands.processes.run({
			argv,
			cwd,
			env: setupEnvironment(request),
			timeoutMs: request.config.pipeline.setupTimeoutMinutes * 6e4,
			signal: request.signal,
			stdoutPath: join(log, "stdout.log"),
			stderrPath: join(log, "stderr.log"),
			maxOutputBytes: 1e8
		});
		if (outcome.ending !== "exited" || outcome.exitCode !== 0) throw setupFailure(label, argv, outcome);
	}
}
function setupFailure(label, argv, outcome) {
	const command = argv.join(" ");
	if (outcome.ending === "cancelled") return new EnvironmentError(`the run was cancelled during the setup of ${label}: ${command}`, "Nothing was measured yet; start the job again.");
	const how = outcome.problem ?? (outcome.ending === "exited" ? `exit code ${outcome.exitCode}` : outcome.ending);
	return new UserError(`setup of ${label} failed: ${command}: ${how}\n${outcome.stderrTail || outcome.stdoutTail}`, "Run the command in a fresh checkout of that commit and mend pipeline.setup.");
}
function setupEnvironment({ config, workplace }) {
	const places = {
		home: join(workplace.workDirectory, "home"),
		tmp: join(workplace.workDirectory, "tmp")
	};
	return childEnvironment(workplace.environment, {
		...places,
		set: config.pipeline.env,
		pass: config.pipeline.passEnv
	});
}

// src/steps/hash-identity.ts
async function hashIdentity({ config, trees }, files) {
	const entries = [...trees].map(async ([label, tree]) => {
		const hashes = config.pipeline.identity.map(async (path) => [path, await files.sha256(join(tree, path)) ?? "absent"]);
		return [label, Object.fromEntries(await Promise.all(hashes))];
	});
	return Object.fromEntries(await Promise.all(entries));
}

// src/domain/visible-devices.ts
const hipVariables = ["HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"];
function visibleDevices$1(gpus, env, vendor) {
	const all = gpus.map(({ index }) => ({
		gpu: index,
		migSlice: null
	}));
	if (vendor === "nvidia") {
		const selected = select(gpus, all, {
			name: "CUDA_VISIBLE_DEVICES",
			value: env["CUDA_VISIBLE_DEVICES"]
		});
		return {
			...selected,
			problems: [...selected.problems, ...orderProblems(gpus, env)]
		};
	}
	const rocr = select(gpus, all, {
		name: "ROCR_VISIBLE_DEVICES",
		value: env["ROCR_VISIBLE_DEVICES"]
	});
	const name = hipVariables.find((variable) => env[variable] !== void 0) ?? "HIP_VISIBLE_DEVICES";
	const hip = select(gpus, rocr.devices, {
		name,
		value: env[name]
	});
	return {
		...hip,
		variable: hip.variable ?? rocr.variable,
		problems: [...rocr.problems, ...hip.problems]
	};
}
function commandDevices(argv, visible) {
	const place = argv.findIndex((argument) => /^--gpus(?:=|$)/.test(argument));
	const value = argv[place]?.split("=")[1] ?? argv[place + 1];
	if (place < 0 || !value || !/^\d+(?:,\d+)+$/.test(value)) return null;
	const ids = value.split(",").map(Number);
	const missing = ids.filter((id) => visible.devices[id] === void 0);
	const devices = ids.flatMap((id) => visible.devices[id] ?? []);
	if (missing.length === 0) return {
		devices,
		variable: "--gpus",
		problems: []
	};
	return {
		devices,
		variable: "--gpus",
		problems: [`the command asks for --gpus ${value}, but ${visible.variable ? `${visible.variable} leaves` : "this machine has"} ${visible.devices.length} GPUs, numbered from 0: there is no ${missing.join(", ")}`]
	};
}
function explainUnexpectedUse(expected, usedGpus) {
	if (expected.variable === null || usedGpus.length === 0) return [];
	const wanted = [...new Set(expected.devices.map(({ gpu }) => gpu))];
	const strangers = usedGpus.filter((gpu) => !wanted.includes(gpu));
	if (strangers.length === 0) return [];
	const idle = wanted.filter((gpu) => !usedGpus.includes(gpu));
	const rest = idle.length > 0 ? ` and left GPU ${idle.join(", ")} alone` : "";
	return [`the command used GPU ${strangers.join(", ")}, which ${expected.variable} does not name${rest}; figures of the named GPUs alone would miss it`];
}
function select(gpus, among, { name, value }) {
	if (value === void 0) return {
		devices: among,
		variable: null,
		problems: []
	};
	const devices = [];
	for (const entry of value.split(",").map((part) => part.trim())) {
		const found = isHiding(entry) ? [] : devicesNamed(entry, gpus, among);
		const [device] = found;
		if (found.length !== 1 || !device || devices.some((known) => isSame(known, device))) {
			const why = explainEnd(entry, found);
			return {
				devices,
				variable: name,
				problems: why ? [`${name}=${value}: ${why}, so ${endsWith(devices.length)}`] : []
			};
		}
		devices.push(device);
	}
	return {
		devices,
		variable: name,
		problems: []
	};
}
function isHiding(entry) {
	return entry === "" || entry === "-1" || /^(?:NoDevFiles|none|void)$/i.test(entry);
}
function devicesNamed(entry, gpus, among) {
	if (/^\d+$/.test(entry)) return among.filter((_, place) => place === Number(entry));
	const isPrefixOf = (uuid) => uuid.toLowerCase().startsWith(entry.toLowerCase());
	const visible = gpus.filter(({ index }) => among.some(({ gpu }) => gpu === index));
	if (/^MIG-GPU-/i.test(entry)) return slicesByOldName(entry, visible);
	if (/^MIG-\w/i.test(entry)) return visible.flatMap(({ index, migSlices }) => migSlices.filter(({ uuid }) => isPrefixOf(uuid)).map(({ uuid }) => ({
		gpu: index,
		migSlice: uuid
	})));
	if (!/^GPU-\w/i.test(entry)) return [];
	return visible.filter(({ uuid }) => isPrefixOf(uuid)).map(({ index }) => ({
		gpu: index,
		migSlice: null
	}));
}
function slicesByOldName(entry, gpus) {
	const uuid = entry.slice(4).split("/")[0]?.toLowerCase();
	return gpus.filter((gpu) => gpu.uuid.toLowerCase() === uuid).map(({ index }) => ({
		gpu: index,
		migSlice: entry
	}));
}
function explainEnd(entry, found) {
	if (isHiding(entry)) return null;
	if (found.length === 0) return `${entry} names no GPU here`;
	return found.length > 1 ? `${entry} fits ${found.length} devices` : `${entry} is named twice`;
}
function endsWith(count) {
	return count === 0 ? "no GPU is visible" : `only the ${count} before it ${count === 1 ? "is" : "are"} visible`;
}
function isSame(one, other) {
	return one.gpu === other.gpu && one.migSlice === other.migSlice;
}
function orderProblems(gpus, env) {
	const isByNumber = /(?:^|,)\s*\d/.test(env["CUDA_VISIBLE_DEVICES"] ?? "");
	const models = new Set(gpus.map(({ model }) => model));
	if (!isByNumber || models.size < 2 || env["CUDA_DEVICE_ORDER"] === "PCI_BUS_ID") return [];
	return ["the GPUs are of different models and CUDA_DEVICE_ORDER is not PCI_BUS_ID, so CUDA may number them in another order than the driver; name them by UUID or set CUDA_DEVICE_ORDER=PCI_BUS_ID"];
}

// src/steps/identify-testbed.ts
async function identifyTestbed(kind, inventory, watched = null) {
	const host = inventory.host();
	if (kind === "cpu") return cpuTestbed(host);
	const found = await findGpus$1(inventory, watched);
	if (found.devices.length === 0) throw new EnvironmentError(`no GPU found: ${found.problem ?? "the driver lists none"}`, "Use a runner with a GPU (runs-on: [self-hosted, gpu]), or set pipeline.devices to cpu for a pipeline that needs none.");
	const { problem: _, ...gpus } = found;
	return {
		...host,
		...gpus,
		id: testbedId("gpu", gpus.devices, host.cpuModel),
		deviceKind: "gpu"
	};
}
function physicalGpus(testbed, ids, identities) {
	const indices = ids.flatMap((id) => {
		const uuid = testbed.devices.find((device) => device.id === id)?.uuid;
		return identities.find((identity) => identity.uuid === uuid || identity.migSlices.some((slice) => slice.uuid === uuid))?.index ?? (identities.some(({ index }) => index === id) ? id : []);
	});
	return [...new Set(indices)];
}
function cpuTestbed(host) {
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
		id: testbedId("cpu", devices, host.cpuModel),
		deviceKind: "cpu",
		devices,
		driverVersion: null,
		cudaVersion: null,
		topology: null
	};
}
async function findGpus$1(inventory, watched) {
	const asked = inventory.gpus();
	if (!watched || watched.monitor.kind === "none") return inPlaces(await asked);
	const [known, identities] = await Promise.all([asked, watched.monitor.identify()]);
	if (identities.length === 0) return inPlaces(known);
	const vendor = /^(?:amd|rocm)/.test(watched.monitor.kind) ? "amd" : "nvidia";
	const visible = visibleDevices$1(identities, watched.environment, vendor);
	const devices = visible.devices.flatMap((device) => devicesOf(device, identities));
	const problem = visible.problems[0] ?? (visible.variable ? `${visible.variable} leaves no GPU visible` : known.problem);
	return inPlaces({
		...known,
		devices,
		problem
	});
}
function devicesOf({ gpu, migSlice }, identities) {
	const identity = identities.find(({ index }) => index === gpu);
	if (!identity) return [];
	const { model, settings } = identity;
	const slices = identity.migSlices.filter(({ uuid }) => migSlice === null || uuid === migSlice);
	const whole = {
		id: gpu,
		physicalIndex: gpu,
		model,
		settings,
		uuid: identity.uuid,
		memoryBytes: identity.memoryBytes,
		migProfile: null
	};
	if (settings.isMigOn !== true || slices.length === 0) return [whole];
	return slices.map(({ uuid, profile, memoryBytes }) => ({
		...whole,
		uuid,
		memoryBytes,
		migProfile: profile ?? "unknown"
	}));
}
function inPlaces(found) {
	return {
		...found,
		devices: found.devices.map((device, id) => ({
			...device,
			id
		}))
	};
}

// src/domain/fitness.ts
const mostNamed$1 = 5;
const lowestFreeShare = .1;
const normalReasons = ["gpu-idle", "sw-power-cap"];
const severeReasons = [
	"hw-slowdown",
	"sw-thermal-slowdown",
	"hw-thermal-slowdown",
	"hw-power-brake-slowdown"
];
function judgeFitness(facts, limits) {
	return [...facts.gpus.flatMap((gpu) => gpuFindings(gpu, facts, limits)), ...facts.disks.map((disk) => diskFinding(disk, limits))];
}
function gpuFindings(gpu, facts, limits) {
	const use = facts.idle?.gpus.find((item) => item.gpu === gpu);
	const identity = facts.identities.find((item) => item.index === gpu);
	const watched = use ? [
		utilization(use, limits),
		temperature(use, limits),
		...throttling$1(use)
	] : [];
	return [
		processes(gpu, facts.processes),
		...watched.filter((finding) => finding !== null),
		...identity ? settings(identity) : []
	];
}
function processes(gpu, all) {
	const subject = `processes of GPU ${gpu}`;
	if (all === null) return warn(subject, `nobody can tell whether other programs use GPU ${gpu}`, "Set run.monitor to nvml or install nvidia-smi on the runner.");
	const own = all.filter((process) => process.gpu === gpu);
	if (own.length === 0) return ok(subject, `no other program uses GPU ${gpu}`);
	return passing(subject, `GPU ${gpu} is used by ${own.slice(0, mostNamed$1).map(processText).join(", ")}${own.length > mostNamed$1 ? ` and ${own.length - mostNamed$1} more` : ""}`, "Wait for it or end it; to keep jobs apart give every GPU host one runner with its own label.");
}
function processText({ pid, name, memoryBytes }) {
	const size = memoryBytes === null ? "" : `, ${(memoryBytes / 2 ** 20).toFixed(0)} MiB`;
	return `${name ?? "a program of another container or user"} (pid ${pid}${size})`;
}
function utilization({ gpu, utilizationPercent }, limits) {
	if (utilizationPercent === null) return null;
	const subject = `utilisation of GPU ${gpu}`;
	const percent = utilizationPercent.mean;
	const sentence = `GPU ${gpu} is ${percent.toFixed(0)} % busy`;
	if (percent <= limits.maxIdleUtilizationPercent) return ok(subject, sentence);
	return passing(subject, `${sentence} before the run (limit ${limits.maxIdleUtilizationPercent} %)`, "Find what runs on it (nvidia-smi, also in other containers), or raise run.preflight.maxIdleUtilizationPercent.");
}
function temperature({ gpu, temperatureCelsius }, limits) {
	if (temperatureCelsius === null) return null;
	const subject = `temperature of GPU ${gpu}`;
	const celsius = temperatureCelsius.max;
	const sentence = `GPU ${gpu} has ${celsius.toFixed(0)} °C`;
	if (celsius <= limits.maxIdleTemperatureCelsius) return ok(subject, sentence);
	return passing(subject, `${sentence} before the run (limit ${limits.maxIdleTemperatureCelsius} °C)`, "Let it cool down and look at its fans and air flow, or raise run.preflight.maxIdleTemperatureCelsius.");
}
function throttling$1({ gpu, clocksEventShares }) {
	const subject = `clocks of GPU ${gpu}`;
	const active = Object.entries(clocksEventShares ?? {}).filter(([reason, share]) => share > 0 && !normalReasons.includes(reason)).map(([reason]) => reason);
	const severe = active.filter((reason) => severeReasons.includes(reason));
	if (severe.length > 0) return [passing(subject, `clocks of GPU ${gpu} are lowered: ${severe.join(", ")}`, "Look at cooling, power supply and `nvidia-smi -q -d PERFORMANCE` of the machine.")];
	if (active.length === 0) return clocksEventShares === null ? [] : [ok(subject, `clocks of GPU ${gpu} are free`)];
	return [warn(subject, `clocks of GPU ${gpu} are held: ${active.join(", ")}`, "Leave it so only when the baseline was taken in the same way; nvidia-smi -rac and -rgc give the clocks free.")];
}
function settings({ index, settings: { maxSmClockMhz, lockedSmClockMhz, isPersistent } }) {
	const isLow = maxSmClockMhz !== null && lockedSmClockMhz !== null && lockedSmClockMhz < maxSmClockMhz;
	const clocks = `SM clock of GPU ${index} is set to ${lockedSmClockMhz} MHz, it can reach ${maxSmClockMhz} MHz`;
	const startUp = `persistence mode of GPU ${index} is off: the driver may be loaded anew for each run`;
	return [...isLow ? [warn(`locked clock of GPU ${index}`, clocks, "Free it with nvidia-smi -rac and -rgc, unless it is meant.")] : [], ...isPersistent === false ? [warn(`persistence mode of GPU ${index}`, startUp, "Start nvidia-persistenced, or sudo nvidia-smi -pm 1.")] : []];
}
function diskFinding({ path, freeBytes, totalBytes }, { minFreeDiskGigabytes }) {
	const subject = `disk of ${path}`;
	const gigabytes = freeBytes / 1e9;
	const sentence = `${gigabytes.toFixed(1)} GB are free for ${path}`;
	const hint = "Remove old run folders and caches, or point the run folder and RUNNER_TEMP to a larger disk.";
	if (gigabytes < minFreeDiskGigabytes) return {
		...warn(subject, `only ${sentence} (limit ${minFreeDiskGigabytes} GB)`, hint),
		level: "refuse"
	};
	const share = freeBytes / Math.max(1, totalBytes);
	if (share < lowestFreeShare) return warn(subject, `only ${sentence}, ${(share * 100).toFixed(0)} % of the disk`, hint);
	return ok(subject, sentence);
}
function ok(subject, sentence) {
	return {
		level: "ok",
		subject,
		sentence,
		hint: "",
		isPassing: false
	};
}
function warn(subject, sentence, hint) {
	return {
		level: "warn",
		subject,
		sentence,
		hint,
		isPassing: false
	};
}
function passing(subject, sentence, hint) {
	return {
		level: "refuse",
		subject,
		sentence,
		hint,
		isPassing: true
	};
}

// src/steps/preflight-gpus.ts
const pollMs$2 = 3e3;
const idleIntervalMs = 100;
async function preflightGpus(request, ports) {
	const { limits, signal } = request;
	const deadline = ports.clock.monotonicMs() + limits.waitMinutes * 6e4;
	let said = "";
	for (let round = 0;; round += 1) {
		const attempt = await tryOnce(request, ports, round);
		const obstacle = obstacleOf(attempt);
		const isLast = signal.aborted || ports.clock.monotonicMs() >= deadline || obstacle?.isPassing === false;
		if (attempt.kind === "judged") {
			if (!obstacle || isLast && limits.severity === "warn") return fit(attempt, ports.logger);
			await attempt.lock[Symbol.asyncDispose]();
		}
		if (obstacle && isLast) throw refusal(obstacle, limits, signal);
		said = sayOnce(obstacle, said, request, ports.logger);
		await ports.sleep(pollMs$2 * (.75 + .5 * Math.random()), signal);
	}
}
function sayOnce(obstacle, said, { limits }, logger) {
	const sentence = obstacle?.sentence ?? "";
	if (sentence !== said) logger.info(`Waiting up to ${limits.waitMinutes} min: ${sentence}`);
	return sentence;
}
async function tryOnce(request, ports, round) {
	const answer = await ports.lock.tryHold(request.uuids, request.runId);
	if (answer.status === "busy") return {
		kind: "locked",
		obstacle: answer.holders.map(holderText).join("; "),
		hint: "Wait for that run, give the runners of this host GPUs of their own, or raise run.preflight.waitMinutes."
	};
	const { lock } = answer;
	try {
		return {
			kind: "judged",
			lock,
			findings: judgeFitness(await factsOf(request, ports, round), request.limits)
		};
	} catch (error) {
		await lock[Symbol.asyncDispose]();
		throw error;
	}
}
function holderText({ uuid, pid, runId, since }) {
	return `another run${runId === null ? "" : ` ${runId.slice(0, 100)}`} (pid ${pid}${since === null ? "" : `, since ${since.slice(0, 40)}`}) has ${uuid}`;
}
async function factsOf({ gpus, identities, ...request }, ports, round) {
	const idle = await lookAt(gpus, {
		...request,
		gpus,
		identities
	}, ports, round);
	const paths = [.../* @__PURE__ */ new Set([request.runFolder, request.workDirectory])];
	const rooms = await Promise.all(paths.map(async (path) => ({
		path,
		room: await ports.disks.roomOf(path)
	})));
	return {
		gpus,
		identities,
		idle,
		processes: gpus.length === 0 ? [] : await ports.monitor.processes(gpus),
		disks: rooms.flatMap(({ path, room }) => room ? [{
			path,
			...room
		}] : [])
	};
}
async function lookAt(gpus, { limits, workDirectory, signal }, { monitor, sleep }, round) {
	if (gpus.length === 0 || monitor.kind === "none") return null;
	const logPath = join(workDirectory, `preflight-${round}.log`);
	const intervalMs = monitor.kind === "nvml" ? idleIntervalMs : 500;
	await using window = await monitor.open({
		gpus,
		intervalMs,
		logPath,
		hdf5Path: null
	});
	await sleep(limits.settleSeconds * 1e3, signal);
	return await window.close();
}
function obstacleOf(attempt) {
	if (attempt.kind === "locked") return {
		sentence: attempt.obstacle,
		hint: attempt.hint,
		isPassing: true
	};
	const refused = attempt.findings.filter(({ level }) => level === "refuse");
	const lasting = refused.filter(({ isPassing }) => !isPassing);
	const [first] = lasting.length > 0 ? lasting : refused;
	if (!first) return null;
	return {
		sentence: refused.map(({ sentence }) => sentence).join("; "),
		hint: first.hint,
		isPassing: first.isPassing
	};
}
function refusal({ sentence, hint, isPassing }, limits, signal) {
	if (signal.aborted) return new EnvironmentError(`the run was cancelled while it waited: ${sentence}`, hint);
	const waited = isPassing && limits.waitMinutes > 0 ? `, after ${limits.waitMinutes} min of waiting` : "";
	return new EnvironmentError(`this machine is not fit to measure${waited}: ${sentence}`, hint);
}
function fit({ lock, findings }, logger) {
	for (const { level, sentence, hint } of findings) if (level !== "ok") logger.warning(`${sentence}. ${hint}`);
	return {
		findings,
		[Symbol.asyncDispose]: () => lock[Symbol.asyncDispose]()
	};
}

// src/domain/schedule.ts
function nextTrial(cases, trials) {
	for (const group of groupsOf(cases)) {
		const next = nextInGroup(group, trials);
		if (next) return next;
	}
	return null;
}
function plannedTrialCount(cases) {
	return cases.reduce((sum, planned) => sum + planned.warmups + planned.repeats, 0);
}
function nextInGroup(group, trials) {
	const open = group.map((planned) => ({
		planned,
		done: trials.filter((trial) => trial.caseId === planned.id)
	})).filter(({ planned, done }) => !isFinished(planned, done));
	const round = Math.min(...open.map(({ done }) => done.length));
	const inRound = open.filter(({ done }) => done.length === round);
	const chosen = round % 2 === 0 ? inRound[0] : inRound.at(-1);
	if (!chosen) return null;
	return {
		planned: chosen.planned,
		index: round,
		isWarmup: round < chosen.planned.warmups
	};
}
function isFinished(planned, done) {
	const contaminated = done.filter((trial) => isContaminated(trial) && !trial.isWarmup).length;
	if (done.length >= planned.warmups + planned.repeats + Math.min(contaminated, planned.maxReruns)) return true;
	const own = done.filter((trial) => !isContaminated(trial)).slice(-2);
	return own.length === 2 && own.every((trial) => trial.failure !== null);
}
function groupsOf(cases) {
	return [...Map.groupBy(cases, (planned) => planned.interleaveGroup).values()];
}

// src/domain/command.ts
function fillCommand(template, values) {
	return template.flatMap((argument) => {
		if (argument === "{dataset}") return [...values.dataset];
		return [fillPlaceholders(argument, values)];
	});
}
function fillPlaceholders(text, values) {
	return text.replaceAll("{dataset}", values.dataset[0] ?? "").replaceAll("{gpuCount}", String(values.gpus.length)).replaceAll("{gpus}", values.gpus.join(",")).replaceAll("{output}", values.output);
}

// src/domain/exit-meaning.ts
function failureOfEnding(ended, meanings) {
	switch (ended.ending) {
		case "not-started": return {
			kind: "not-started",
			detail: ended.problem ?? "the command could not be started"
		};
		case "timed-out": return {
			kind: "timed-out",
			detail: `ended after its time limit, ${ended.wallSeconds.toFixed(1)} s`
		};
		case "cancelled": return {
			kind: "cancelled",
			detail: `stopped after ${ended.wallSeconds.toFixed(1)} s because the run was cancelled`
		};
		case "signalled": return {
			kind: "signal",
			detail: signalDetail(ended.signal)
		};
		case "exited": return failureOfCode(ended.exitCode, meanings);
		default: return ended.ending;
	}
}
function failureOfCode(code, meanings) {
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
			detail: `exit code ${code}`
		};
		default: return meaning;
	}
}
function signalDetail(signal) {
	if (signal === "SIGKILL") return "ended by SIGKILL, as the kernel does when the host runs out of memory";
	return `ended by ${signal ?? "a signal"}`;
}

// src/steps/prove-work.ts
async function findEarlierProof({ proof, values, directory }, files) {
	const earlier = /* @__PURE__ */ new Map();
	for (const { path } of [...proof.results ? [proof.results] : [], ...proof.files]) for (const file of await files.find(placeOf(path, {
		values,
		directory
	}))) earlier.set(file, (await files.stat(file))?.modifiedMs ?? 0);
	return earlier;
}
function placeOf(path, { values, directory }) {
	return resolve$1(directory, fillPlaceholders(path, values));
}
const clockSlackMs = 2e3;
async function proveWork(input, files) {
	const silent = await missingLine(input, files);
	if (silent) return {
		resultRows: null,
		failure: noProof(silent)
	};
	const absent = await missingFile(input, files);
	if (absent) return {
		resultRows: null,
		failure: noProof(absent)
	};
	return await countResults(input, files);
}
async function missingLine({ proof, stdoutPath }, files) {
	for (const text of proof.stdout) if (!await files.contains(stdoutPath, text)) return `standard output does not contain ${JSON.stringify(text)}`;
	return null;
}
async function missingFile(input, files) {
	for (const { path, minBytes } of input.proof.files) {
		const found = await files.find(placeOf(path, input));
		if (found.length === 0) return `no file matches ${path}`;
		for (const file of found) {
			const problem = await problemOf(file, minBytes, input, files);
			if (problem) return problem;
		}
	}
	return null;
}
async function countResults(input, files) {
	const expected = input.proof.results;
	if (!expected) return {
		resultRows: null,
		failure: null
	};
	const tables = await files.find(placeOf(expected.path, input));
	if (tables.length === 0) return {
		resultRows: null,
		failure: noProof(`no result table matches ${expected.path}`)
	};
	let resultRows = 0;
	for (const table of tables) {
		const problem = await problemOf(table, 1, input, files);
		if (problem) return {
			resultRows: null,
			failure: noProof(problem)
		};
		resultRows += Math.max(0, await files.countLines(table) - 1);
	}
	const problem = rowProblem(resultRows, expected);
	return {
		resultRows,
		failure: problem === null ? null : noProof(problem)
	};
}
async function problemOf(file, minBytes, input, files) {
	const found = await files.stat(file);
	if (!found) return `${file} is not a file`;
	if (found.bytes < minBytes) return `${file} has ${found.bytes} bytes, at least ${minBytes} are required`;
	if (input.earlier.get(file) === found.modifiedMs) return `${file} was there before the trial, which did not write it`;
	if (found.modifiedMs < input.startedMs - clockSlackMs) return `${file} is older than the trial`;
	return null;
}
function noProof(detail) {
	return {
		kind: "no-proof",
		detail
	};
}

// src/adapters/bounded-lines.ts
const maxLineCharacters = 4096;
function* boundedLines(text) {
	for (const [line] of text.matchAll(/[^\r\n]+/g)) if (line.length <= maxLineCharacters) yield line;
}

// src/adapters/stage-book.ts
const maxStages = 500;
const maxNameCharacters = 200;
const maxProblems = 20;
const unplaced = {
	startedMs: null,
	endedMs: null
};
function createStageBook() {
	const times = /* @__PURE__ */ new Map();
	const places = /* @__PURE__ */ new Map();
	const problems = [];
	return {
		open: (stage) => {
			if (times.has(stage)) return true;
			if (!isUsableName(stage) || times.size >= maxStages) return false;
			times.set(stage, null);
			return true;
		},
		has: (stage) => times.has(stage),
		add: (stage, seconds) => times.set(stage, (times.get(stage) ?? 0) + seconds),
		place: (stage, startedMs, endedMs) => {
			const known = places.get(stage) ?? {
				startedMs,
				endedMs
			};
			places.set(stage, {
				startedMs: Math.min(known.startedMs, startedMs),
				endedMs: Math.max(known.endedMs, endedMs)
			});
		},
		withdraw: (stage) => {
			times.set(stage, null);
			places.delete(stage);
		},
		note: (problem) => {
			if (problems.length < maxProblems) problems.push(problem);
		},
		seconds: (stage) => times.get(stage) ?? null,
		stages: () => [...times].map(([stage, seconds]) => ({
			stage,
			seconds,
			...places.get(stage) ?? unplaced
		})),
		problems: () => [...problems]
	};
}
function isUsableName(stage) {
	return stage.length > 0 && stage.length <= maxNameCharacters && !/\p{Cc}/u.test(stage);
}

// src/adapters/events.ts
const otherKinds = [
	"batch",
	"metric",
	"progress"
];
const events = {
	source: "file",
	parse: (text) => {
		const lines = [...boundedLines(text)];
		const valid = lines.map(parseEvent).filter((event) => event !== null);
		return valid.length > 0 ? read$2(valid, lines.length - valid.length) : null;
	}
};
function parseEvent(line) {
	try {
		const value = JSON.parse(line);
		return typeof value === "object" && value !== null ? toEvent(value) : null;
	} catch {
		return null;
	}
}
function toEvent(value) {
	const { t, event, stage } = value;
	if (typeof t !== "number" || !Number.isFinite(t)) return null;
	if (otherKinds.includes(event)) return { event: "other" };
	return (event === "stage-start" || event === "stage-end") && typeof stage === "string" ? {
		event,
		t,
		stage
	} : null;
}
function read$2(valid, malformed) {
	const book = createStageBook();
	const open = /* @__PURE__ */ new Map();
	if (malformed > 0) book.note(`${malformed} of ${valid.length + malformed} lines are not events`);
	for (const event of valid) {
		if (event.event === "stage-start") start$2(event, open, book);
		if (event.event === "stage-end") end(event, open, book);
	}
	for (const stage of open.keys()) {
		book.withdraw(stage);
		book.note(`stage "${stage}" started and did not end`);
	}
	return {
		stages: book.stages(),
		isResumed: false,
		problems: book.problems()
	};
}
function start$2({ stage, t }, open, book) {
	if (!book.open(stage)) return;
	const visit = open.get(stage);
	if (visit) visit.depth += 1;
	else open.set(stage, {
		since: t,
		depth: 1
	});
}
function end({ stage, t }, open, book) {
	const visit = open.get(stage);
	if (!visit) return book.note(`stage ${JSON.stringify(stage.slice(0, 80))} ended without a start`);
	visit.depth -= 1;
	if (visit.depth > 0) return;
	open.delete(stage);
	if (t >= visit.since) {
		book.add(stage, t - visit.since);
		if (isEpoch(visit.since) && isEpoch(t)) book.place(stage, visit.since * 1e3, t * 1e3);
	} else book.note(`stage "${stage}" ended ${visit.since - t} s before it started`);
}
function isEpoch(t) {
	return t >= 1e9 && t < 1e10;
}

// src/adapters/pipeline-log-lines.ts
const prefix = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - (\S{1,200}) - [A-Z]{1,10} - /;
const start$1 = /^=== Stage \d{1,4}: (.{1,200}) ===$/;
const completed = /^\s{2}(\S.{0,199}) completed in (\d{1,9}(?:\.\d{1,9})?)s(?: \[(.*)\])?$/;
const row = /^\s{2}\d{1,4}\. (\S.{0,199}?) \.{4,100}\s{1,20}(?:(skipped)|(\d{1,9}\.\d)s \(\s{0,4}\d{1,3}\.\d%\))$/;
const colours = /\p{Cc}\[[\d;]{0,20}m/gu;
function* stageLines(text) {
	for (const raw of boundedLines(text)) {
		const line = raw.replaceAll(colours, "");
		const logger = prefix.exec(line);
		const parsed = parseMessage(logger ? line.slice(logger[0].length) : line, logger?.[1] ?? "");
		if (parsed) yield parsed;
	}
}
function parseMessage(message, logger) {
	const [, started] = start$1.exec(message) ?? [];
	if (started !== void 0) return {
		kind: "start",
		stage: started
	};
	return parseCompleted(message, logger) ?? parseRow(message);
}
function parseCompleted(message, logger) {
	if (!message.includes(" completed in ")) return null;
	const [, stage, seconds, extras] = completed.exec(message) ?? [];
	if (stage === void 0) return null;
	const isSkipped = extras?.startsWith("skipped") ?? false;
	return {
		kind: "completed",
		stage,
		seconds: Number(seconds),
		isSkipped,
		isTelemetry: logger.endsWith("telemetry")
	};
}
function parseRow(message) {
	if (!message.includes(" ....")) return null;
	const [, stage, skipped, seconds] = row.exec(message) ?? [];
	if (stage === void 0) return null;
	return {
		kind: "summary",
		stage,
		seconds: skipped ? null : Number(seconds)
	};
}

// src/adapters/virnucpro-stages.ts
const virnucproStages = /* @__PURE__ */ new Map([
	["CHUNKING", "Sequence Chunking"],
	["TRANSLATION", "Six-Frame Translation"],
	["NUCLEOTIDE_SPLITTING", "Nucleotide File Splitting"],
	["PROTEIN_SPLITTING", "Protein File Splitting"],
	["NUCLEOTIDE_FEATURES", "DNABERT-S Feature Extraction"],
	["PROTEIN_FEATURES", "ESM-2 Feature Extraction"],
	["FEATURE_MERGING", "Feature Merging"],
	["PREDICTION", "Model Prediction"],
	["CONSENSUS", "Consensus Scoring"]
]);

// src/adapters/pipeline-log.ts
const toleranceSeconds = .0501;
const pipelineLog = {
	source: "stdout",
	parse: (text) => {
		const lines = [...stageLines(text)];
		return isStageLog(lines) ? read$1(lines) : null;
	}
};
function isStageLog(lines) {
	return lines.filter((line) => line.kind === "start").length === 1 || lines.some((line) => line.kind !== "start");
}
function read$1(lines) {
	const book = createStageBook();
	const skipped = /* @__PURE__ */ new Set();
	const ended = readStages(lines, book, skipped);
	readSummary(lines, book, skipped);
	for (const { stage, seconds } of book.stages()) if (seconds === null && !skipped.has(stage)) book.note(`stage "${stage}" started and did not end`);
	for (const [stage, times] of ended) if (times > 1) book.note(`stage "${stage}" completed ${times} times; its seconds are added up`);
	const absent = missingStages(book);
	if (absent.length > 0) book.note(`stages are missing before others, as after a resume: ${absent.join(", ")}`);
	return {
		stages: book.stages(),
		isResumed: skipped.size > 0 || absent.length > 0,
		problems: book.problems()
	};
}
function readStages(lines, book, skipped) {
	const ended = /* @__PURE__ */ new Map();
	const hasStarts = lines.some((line) => line.kind === "start");
	for (const line of lines) {
		if (line.kind === "start") book.open(line.stage);
		if (line.kind !== "completed") continue;
		if (!(line.isTelemetry || line.isSkipped || !hasStarts || book.has(line.stage)) || !book.open(line.stage)) continue;
		if (line.isSkipped) skipped.add(line.stage);
		else ended.set(line.stage, (ended.get(line.stage) ?? 0) + 1);
		if (!line.isSkipped) book.add(line.stage, line.seconds);
	}
	return ended;
}
function readSummary(lines, book, skipped) {
	for (const line of lines) {
		if (line.kind !== "summary" || !book.open(line.stage)) continue;
		if (line.seconds === null) skipped.add(line.stage);
		else reconcile(line.stage, line.seconds, book);
	}
}
function reconcile(stage, seconds, book) {
	const known = book.seconds(stage);
	if (known === null) book.add(stage, seconds);
	else if (Math.abs(known - seconds) > toleranceSeconds) book.note(`stage "${stage}" took ${known} s by its own line and ${seconds} s by the summary`);
}
function missingStages(book) {
	const expected = [...virnucproStages.values()];
	const present = expected.filter((stage) => book.has(stage));
	if (present.length < 5 || present.length < book.stages().length) return [];
	const last = expected.findLastIndex((stage) => book.has(stage));
	return expected.slice(0, last).filter((stage) => !book.has(stage));
}

// src/adapters/pipeline-state.ts
const maxCharacters = 8 * 2 ** 20;
const longestGapSeconds = 60;
const statuses = [
	"not_started",
	"in_progress",
	"completed",
	"failed"
];
const pipelineState = {
	source: "file",
	path: ".checkpoints/pipeline_state.json",
	parse: (text) => {
		if (text.length > maxCharacters) return null;
		const stages = stagesOf(parseJson(text));
		return stages.length > 0 ? read(stages) : null;
	}
};
function parseJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
function stagesOf(state) {
	if (!isObject(state)) return [];
	const stages = isObject(state["stages"]) ? state["stages"] : state;
	return Object.entries(stages).filter((entry) => isStageState(entry[1]));
}
function isStageState(value) {
	return isObject(value) && statuses.includes(value["status"]);
}
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function read(states) {
	const book = createStageBook();
	for (const [key, state] of states) {
		const stage = virnucproStages.get(key) ?? key;
		if (state.status !== "not_started" && book.open(stage)) readStage(stage, state, book);
	}
	notePauses(states, book);
	return {
		stages: book.stages(),
		isResumed: false,
		problems: book.problems()
	};
}
function readStage(stage, state, book) {
	if (state.status === "failed") return book.note(`stage "${stage}" failed`);
	if (state.status === "in_progress") return book.note(`stage "${stage}" started and did not end`);
	const seconds = state.duration_seconds;
	if (typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0) {
		const [startedMs, endedMs] = [timeOf(state.started_at), timeOf(state.completed_at)];
		if (startedMs > 0 && endedMs >= startedMs) book.place(stage, startedMs, endedMs);
		return book.add(stage, seconds);
	}
	return book.note(`stage "${stage}" is completed, but its duration_seconds is not a number of seconds`);
}
function notePauses(states, book) {
	for (const [index, [key, state]] of states.entries()) {
		const before = states[index - 1];
		if (!before) continue;
		const pauseSeconds = (timeOf(state.started_at) - timeOf(before[1].completed_at)) / 1e3;
		if (pauseSeconds > longestGapSeconds) book.note(`${Math.round(pauseSeconds)} s passed between ${before[0]} and ${key}; the run may have been resumed`);
	}
}
function timeOf(value) {
	return typeof value === "string" && value.length < 40 ? Date.parse(`${value}Z`) : NaN;
}

// src/adapters/index.ts
const adapters = {
	"pipeline-log": pipelineLog,
	"pipeline-state": pipelineState,
	events
};

// src/steps/read-telemetry.ts
const maxTelemetryBytes = 67108864;
async function readTelemetry(order, trial, files) {
	const told = [];
	for (const name of order) {
		const adapter = adapters[name];
		const text = await files.readText(pathOf$1(adapter, trial), maxTelemetryBytes).catch(() => null);
		const parsed = text === null ? null : adapter.parse(text);
		if (parsed) told.push(parsed);
	}
	return {
		stages: told.find((source) => source.stages.length > 0)?.stages ?? [],
		isResumed: told.some((source) => source.isResumed)
	};
}
function pathOf$1({ source, path }, trial) {
	if (source === "stdout") return trial.stdoutPath;
	return path === void 0 ? trial.eventsPath : join(trial.output, path);
}

// src/domain/contamination.ts
const mostThrottled = .01;
const mostLost = .1;
const idlePercent = 1;
const busyPercent = 10;
const harmless = ["gpu-idle", "applications-clocks-setting"];
const habitual = [
	"sw-power-cap",
	"sync-boost",
	"display-clock-setting"
];
const applicationXids = [
	"13",
	"31",
	"43",
	"45",
	"69",
	"109"
];
const mostNamed = 5;
function contaminationOf(input) {
	return [
		...foreignProcesses(input),
		...throttling(input),
		...eventReasons(input),
		...mismatch(input),
		...lostMonitor(input.telemetry)
	];
}
function usualStateOf(warmup) {
	const reasons = warmup.gpus.flatMap((use) => activeReasons(use).map(({ reason }) => reason));
	return { clocksEventReasons: [...new Set(reasons)].filter((reason) => habitual.includes(reason)) };
}
function foreignProcesses({ telemetry, gpus }) {
	return telemetry.foreignProcesses.filter(({ gpu }) => gpus.includes(gpu)).slice(0, mostNamed).map(({ gpu, pid, name, memoryBytes }) => {
		const size = memoryBytes === null ? "" : `, ${(memoryBytes / 2 ** 20).toFixed(0)} MiB`;
		return `another process used GPU ${gpu}: ${name ?? "of another container or user"} (pid ${pid}${size})`;
	});
}
function throttling({ telemetry, gpus, usual }) {
	const normal = [...harmless, ...usual?.clocksEventReasons ?? []];
	return telemetry.gpus.filter(({ gpu }) => gpus.includes(gpu)).flatMap((use) => activeReasons(use).filter(({ reason }) => !normal.includes(reason)).map(({ reason, share }) => `clocks of GPU ${use.gpu} were lowered: ${reason} for ${percent(share)} of the time`));
}
function activeReasons({ clocksEventShares }) {
	return Object.entries(clocksEventShares ?? {}).map(([reason, share]) => ({
		reason,
		share
	})).filter(({ reason, share }) => share > (/^hw-|thermal/.test(reason) ? 0 : mostThrottled));
}
function eventReasons({ telemetry, gpus, hasFailed }) {
	const counted = telemetry.events.filter((event) => gpus.includes(event.gpu) && !(hasFailed && isOwnFault(event)));
	return [...new Set(counted.map(eventText))].slice(0, mostNamed);
}
function isOwnFault({ kind, detail }) {
	const number = /\d+/.exec(detail)?.[0];
	return kind === "xid" && number !== void 0 && applicationXids.includes(number);
}
function eventText({ kind, gpu, detail }) {
	switch (kind) {
		case "xid": return `the driver reported XID ${detail.replace(/^xid\s*/i, "")} on GPU ${gpu}`;
		case "ecc": return `memory errors (ECC) on GPU ${gpu}: ${detail}`;
		case "lost": return `GPU ${gpu} was lost: ${detail}`;
		default: return kind;
	}
}
function mismatch({ telemetry, gpus }) {
	const others = telemetry.gpus.filter((use) => !gpus.includes(use.gpu) && peakOf(use) > busyPercent);
	const idle = telemetry.gpus.filter((use) => gpus.includes(use.gpu) && use.utilizationPercent !== null && peakOf(use) < idlePercent);
	const asked = `the trial was given GPU ${gpus.join(", ")}`;
	return [...others.length > 0 ? [`${asked}, but GPU ${ids(others)} was busy`] : [], ...idle.length > 0 ? [`${asked}, but GPU ${ids(idle)} stayed idle`] : []];
}
function ids(uses) {
	return uses.map(({ gpu }) => gpu).join(", ");
}
function peakOf({ utilizationPercent }) {
	return utilizationPercent?.max ?? 0;
}
function lostMonitor({ samples, lostSamples, monitor }) {
	const share = lostSamples / Math.max(1, samples + lostSamples);
	return share > mostLost ? [`${monitor} lost ${percent(share)} of its samples, so nobody knows what happened`] : [];
}
function percent(share) {
	return `${Number((share * 100).toPrecision(2))} %`;
}

// src/domain/sampling-interval.ts
function defaultIntervalMs(monitor) {
	return monitor === "nvml" ? 100 : 500;
}

// src/steps/watch-trial.ts
async function openWatch({ monitor, gpus, intervalMs, directory, runId }) {
	if (!monitor) return null;
	const name = `${runId}_${basename(join(directory, ".."))}_${basename(directory)}`;
	return await monitor.open({
		gpus,
		intervalMs: intervalMs ?? defaultIntervalMs(monitor.kind),
		logPath: join(directory, `gpu_metrics_${name}.log`),
		hdf5Path: monitor.kind === "none" ? null : join(directory, `gpu_metrics_${name}.h5`)
	});
}
async function closeWatch(window, request) {
	if (!window) return {
		telemetry: null,
		gpuByStage: null,
		contamination: []
	};
	const telemetry = await window.close();
	const gpuByStage = await byStage(window, request);
	const usual = usualFor(request.planned, request.earlier);
	return {
		telemetry,
		gpuByStage,
		contamination: (telemetry.gpus.length === 0 ? [] : contaminationOf({
			telemetry,
			gpus: request.gpus,
			hasFailed: request.hasFailed,
			usual
		})).slice(0, 20)
	};
}
function usualFor(planned, earlier) {
	const warmup = earlier.findLast((trial) => trial.caseId === planned.id && trial.isWarmup && trial.telemetry !== null);
	return warmup?.telemetry && !isForeign(warmup) ? usualStateOf(warmup.telemetry) : null;
}
function isForeign(warmup) {
	return isContaminated(warmup) && (warmup.telemetry?.foreignProcesses.length ?? 0) > 0;
}
async function byStage(window, { gpus, stages, startedMs, wallSeconds }) {
	const trial = {
		startedMs,
		endedMs: startedMs + wallSeconds * 1e3
	};
	const found = stageIntervals(stages, trial);
	if (!found) return null;
	const uses = await Promise.all(found.intervals.map(async ({ startedMs: fromMs, endedMs: toMs }) => [`${fromMs} ${toMs}`, await window.use({
		fromMs,
		toMs
	})]));
	const known = new Map(uses.map(([span, all]) => [span, all.filter(({ gpu }) => gpus.includes(gpu))]));
	const attribution = attributeStages(found, trial, (fromMs, toMs) => known.get(`${fromMs} ${toMs}`) ?? []);
	return attribution.rows.length > 0 ? attribution : null;
}

// src/steps/run-trial.ts
async function runTrial(request, ports) {
	const { next, prepared, directory } = request;
	const values = commandValues(request);
	const argv = fillCommand(commandOf(request), values);
	const paths = {
		stdoutPath: join(directory, "stdout.log"),
		stderrPath: join(directory, "stderr.log")
	};
	const place = {
		proof: prepared.config.pipeline.proof,
		values,
		directory: treeOf(request)
	};
	const earlier = await findEarlierProof(place, ports.inspector);
	await using watch = await openWatch(watchRequest(request, ports));
	const started = ports.clock.now();
	const eventsPath = join(directory, "events.jsonl");
	const outcome = await ports.processes.run({
		argv,
		cwd: place.directory,
		env: trialEnvironment(request, values, eventsPath),
		timeoutMs: next.planned.timeoutSeconds * 1e3,
		signal: request.signal,
		maxOutputBytes: prepared.config.run.maxOutputMegabytes * 1e6,
		onStarted: (pid) => watch?.follow(pid),
		...paths
	});
	const files = {
		...paths,
		eventsPath,
		output: values.output
	};
	const telemetry = await readTelemetry(prepared.config.pipeline.telemetry, files, ports.files);
	const traces = {
		...place,
		outcome,
		telemetry,
		earlier,
		stdoutPath: paths.stdoutPath,
		startedMs: started.getTime()
	};
	const { resultRows, failure } = await examine(request, traces, ports);
	const watched = await closeWatch(watch, watchedTrial(request, traces, failure !== null));
	if (!prepared.config.run.keepOutputs) await ports.files.remove(values.output);
	return {
		caseId: next.planned.id,
		index: next.index,
		isWarmup: next.isWarmup,
		commit: request.commit,
		argv,
		startedAt: started.toISOString(),
		wallSeconds: outcome.ending === "not-started" ? null : outcome.wallSeconds,
		exitCode: outcome.exitCode,
		signal: outcome.signal,
		failure,
		resultRows,
		stages: telemetry.stages,
		...watched,
		cachedFromRun: null,
		stdoutPath: relative(request.runFolder, paths.stdoutPath),
		stderrPath: relative(request.runFolder, paths.stderrPath)
	};
}
function watchRequest({ prepared, directory, runId }, { monitor }) {
	return {
		monitor,
		gpus: prepared.watchedGpus,
		intervalMs: prepared.config.run.sampleIntervalMs,
		directory,
		runId
	};
}
function watchedTrial({ next, prepared, earlier }, traces, hasFailed) {
	return {
		planned: next.planned,
		gpus: prepared.physicalGpus(next.planned.gpus),
		stages: traces.telemetry.stages,
		startedMs: traces.startedMs,
		wallSeconds: traces.outcome.wallSeconds,
		hasFailed,
		earlier
	};
}
async function examine({ prepared }, { outcome, telemetry, ...traces }, ports) {
	const ended = failureOfEnding(outcome, prepared.config.pipeline.exitCodes);
	if (ended) return {
		resultRows: null,
		failure: withTail(ended, outcome)
	};
	if (telemetry.isResumed) return {
		resultRows: null,
		failure: {
			kind: "resumed",
			detail: "stages were taken from a checkpoint, so the time covers only part of the work"
		}
	};
	return await proveWork(traces, ports.inspector);
}
function withTail(failure, outcome) {
	const said = (outcome.stderrTail || outcome.stdoutTail).trim().split("\n").slice(-5).map((line) => line.replace(/^│ ?/, "")).join("\n").slice(-1500);
	return said === "" ? failure : {
		...failure,
		detail: `${failure.detail}; last output:\n${said}`
	};
}
function commandValues({ next, prepared, workplace, directory }) {
	const parent = prepared.config.run.keepOutputs ? directory : join(workplace.workDirectory, "outputs");
	const name = `${next.planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 100)}-${next.index}`;
	return {
		dataset: prepared.datasets.get(next.planned.dataset)?.files ?? [],
		gpus: next.planned.gpus,
		output: join(parent, name)
	};
}
function commandOf({ next, prepared }) {
	const { pipeline, revisions } = prepared.config;
	return revisions[next.planned.revision]?.command ?? pipeline.command;
}
function treeOf({ next, prepared }) {
	const tree = prepared.trees.get(next.planned.revision);
	if (tree === void 0) throw new Error(`no tree was checked out for revision ${next.planned.revision}`);
	return tree;
}
function trialEnvironment({ prepared, workplace }, values, eventsPath) {
	const { env, passEnv } = prepared.config.pipeline;
	const filled = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fillPlaceholders(value, values)]));
	return childEnvironment(workplace.environment, {
		home: join(workplace.workDirectory, "home"),
		tmp: join(workplace.workDirectory, "tmp"),
		set: {
			...filled,
			WARPGAUGE_EVENTS: eventsPath
		},
		pass: passEnv
	});
}

// src/steps/measure.ts
async function measure(request, ports) {
	let record = request.record;
	ports.progress.started(plannedTrialCount(record.plan.cases), record.trials.length, record.plan.cases.length);
	try {
		for (let next = nextOf(record); next && !request.signal.aborted; next = nextOf(record)) {
			record = await measureOne(next, record, request, ports);
			await request.runFolder.save(record);
		}
	} finally {
		ports.progress.ended();
	}
	record = finished(record, request.signal, ports.clock.now());
	await request.runFolder.save(record);
	return record;
}
function nextOf(record) {
	return nextTrial(record.plan.cases, record.trials);
}
async function measureOne(next, record, request, ports) {
	ports.progress.trialStarted(next);
	const { prepared, workplace, signal } = request;
	const caseNumber = record.plan.cases.indexOf(next.planned);
	const directory = await request.runFolder.makeTrialDirectory(next, caseNumber);
	const commit = record.revisions.find((revision) => revision.label === next.planned.revision)?.commit ?? "";
	const trial = await runTrial({
		next,
		commit,
		prepared,
		workplace,
		directory,
		signal,
		runFolder: request.runFolder.path,
		runId: record.runId,
		earlier: record.trials
	}, ports);
	ports.progress.trialEnded(trial);
	if (trial.failure?.kind === "cancelled") return record;
	return {
		...record,
		trials: [...record.trials, trial]
	};
}
function finished(record, signal, now) {
	const finishedAt = now.toISOString();
	if (!signal.aborted || nextOf(record) === null) return {
		...record,
		status: "finished",
		statusDetail: null,
		finishedAt
	};
	const total = plannedTrialCount(record.plan.cases);
	const statusDetail = `the run was cancelled after ${record.trials.length} of ${total} trials`;
	return {
		...record,
		status: "interrupted",
		statusDetail,
		finishedAt
	};
}

// src/steps/preflight.ts
const supportedArchitectures = ["x64", "arm64"];
function requireSupportedPlatform(platform, host) {
	if (platform === "linux" && supportedArchitectures.includes(host.architecture)) return;
	throw new EnvironmentError(`warpgauge measures on Linux x64 and arm64, this is ${platform} ${host.architecture}`, "Run it on Linux x64 or arm64; reports of a run folder can be rendered there from anywhere.");
}
async function preflight(plan, prepared, workplace, files) {
	for (const revision of new Set(plan.cases.map((planned) => planned.revision))) {
		const program = (prepared.config.revisions[revision]?.command ?? prepared.config.pipeline.command)[0] ?? "";
		const places = searchPath(program, prepared.trees.get(revision) ?? "", workplace);
		if ((await Promise.all(places.map((place) => files.stat(place)))).some((item) => item !== null)) continue;
		throw new UserError(`${revision}: the program ${program} is not there (looked at ${places.slice(0, 8).join(", ")})`, "Install it on the runner, create it in pipeline.setup, or correct the first item of pipeline.command.");
	}
}
function searchPath(program, tree, { environment }) {
	if (isAbsolute(program)) return [program];
	if (program.includes("/")) return [join(tree, program)];
	return (environment["PATH"] ?? "").split(":").filter((directory) => directory !== "").map((directory) => join(directory, program));
}

// src/steps/resolve-revisions.ts
async function resolveRevisions(config, known, git) {
	const head = {
		label: "head",
		...known.head,
		problem: null
	};
	const others = [];
	for (const [label, { ref }] of Object.entries(config.revisions)) others.push(await resolveOne(label, ref, known, git));
	return [head, ...others];
}
async function resolveOne(label, ref, known, git) {
	if (ref === "merge-base") {
		const problem = known.mergeBase === null ? "this run has no base to find a merge base with" : null;
		return {
			label,
			ref,
			commit: known.mergeBase,
			problem
		};
	}
	const commit = await git.resolve(ref);
	return {
		label,
		ref,
		commit,
		problem: commit === null ? await notFound(ref, git) : null
	};
}
async function notFound(ref, git) {
	const tags = await git.tags();
	const nearest = nearestFew(ref, tags, 3);
	return `${ref} exists neither here nor in the base repository (${nearest.length > 0 ? `nearest tags: ${nearest.join(", ")}` : "the repository has no tags"})`;
}

// src/steps/trial-cache.ts
const maxCacheBytes = 16777216;
async function reuseCachedTrials(record, cacheDirectory, files) {
	const found = await Promise.all(cacheable(record).map((planned) => readCached(planned, record, cacheDirectory, files)));
	return {
		...record,
		trials: [...record.trials, ...found.flat()]
	};
}
async function keepTrials(record, cacheDirectory, files) {
	for (const planned of cacheable(record)) {
		const trials = record.trials.filter((trial) => trial.caseId === planned.id && trial.cachedFromRun === null);
		if (!(trials.length === planned.warmups + planned.repeats && trials.every((trial) => trial.failure === null && trial.contamination.length === 0))) continue;
		const kept = trials.map((trial) => ({
			...trial,
			cachedFromRun: record.runId
		}));
		await files.writeText(pathOf(planned, record, cacheDirectory), `${JSON.stringify(kept)}\n`);
	}
}
function cacheable(record) {
	const started = new Set(record.trials.map((trial) => trial.caseId));
	return record.plan.cases.filter((planned) => planned.samplesFrom === "cached" && (record.finishedAt !== null || !started.has(planned.id)));
}
async function readCached(planned, record, cacheDirectory, files) {
	try {
		const text = await files.readText(pathOf(planned, record, cacheDirectory), maxCacheBytes);
		return text === null ? [] : parseCachedTrials(text, planned.id);
	} catch (error) {
		if (error instanceof UserError) return [];
		throw error;
	}
}
function pathOf(planned, record, cacheDirectory) {
	const key = [
		planned.id,
		record.revisions.find((revision) => revision.label === planned.revision)?.commit,
		record.datasets.find((dataset) => dataset.name === planned.dataset)?.sha256,
		record.commands[planned.revision],
		record.identity[planned.revision],
		record.testbed,
		planned.gpus
	];
	const hash = createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 24);
	return join(cacheDirectory, "trials", `${hash}.json`);
}

// src/steps/measure-run.ts
async function measureRun(request, ports) {
	const { rules, workplace, signal } = request;
	const folder = await openRunFolder(request.runFolder, ports.files);
	await ports.files.writeText(join(request.runFolder, configCopy), rules.text);
	await makeWorkplace(workplace, ports);
	try {
		const { config } = rules;
		await using monitor = await chooseMonitor(config, ports, request.runId);
		const identities = await monitor?.identify() ?? [];
		const watched = monitor && {
			monitor,
			environment: workplace.environment
		};
		const testbed = await identifyTestbed(config.pipeline.devices, ports.inventory, watched);
		const revisions = await resolveRevisions(config, request.commits, ports.git);
		const plan = planRun(config, testbed.devices, revisions);
		const used = revisions.filter((revision) => plan.cases.some((planned) => planned.revision === revision.label));
		await using checkedOut = await checkOutRevisions({
			config,
			revisions: used,
			workplace,
			signal
		}, ports);
		const datasets = await prepareDatasets(rules, plan.cases.map((planned) => planned.dataset), checkedOut.trees, workplace);
		const prepared = {
			config,
			trees: checkedOut.trees,
			datasets,
			watchedGpus: identities.map(({ index }) => index),
			physicalGpus: (ids) => physicalGpus(testbed, ids, identities)
		};
		await preflight(plan, prepared, workplace, ports.inspector);
		await using held = new AsyncDisposableStack();
		held.use(await holdGpus(request, {
			plan,
			testbed,
			identities,
			prepared
		}, ports, monitor));
		const fresh = newRecord(request, prepared, {
			testbed,
			revisions,
			plan,
			identity: await hashIdentity(prepared, ports.inspector)
		}, ports);
		const start = request.isResume ? await resumeFrom(request.runFolder, fresh, ports.files) : fresh;
		const record = await reuseCachedTrials(start, workplace.cacheDirectory, ports.files);
		await folder.save(record);
		const measured = await measure({
			record,
			prepared,
			workplace,
			runFolder: folder,
			signal
		}, {
			...ports,
			monitor
		});
		await keepTrials(measured, workplace.cacheDirectory, ports.files);
		return measured;
	} finally {
		await ports.files.remove(workplace.workDirectory);
	}
}
async function chooseMonitor({ pipeline, run }, { openMonitor }, runId) {
	return pipeline.devices === "cpu" ? null : await openMonitor(run.monitor, runId);
}
async function holdGpus({ rules, runId, runFolder, workplace, signal }, { plan, testbed, identities, prepared }, ports, monitor) {
	if (!monitor) return null;
	const ids = [...new Set(plan.cases.flatMap((planned) => planned.gpus))];
	const used = testbed.devices.filter((device) => ids.includes(device.id));
	const limits = rules.config.run.preflight;
	const { workDirectory } = workplace;
	const request = {
		gpus: prepared.physicalGpus(ids),
		uuids: used.flatMap((device) => device.uuid ?? []),
		identities,
		limits,
		runId,
		runFolder,
		workDirectory,
		signal
	};
	return await preflightGpus(request, {
		...ports,
		monitor
	});
}
async function makeWorkplace({ workDirectory }, { files }) {
	for (const name of [
		"home",
		"tmp",
		"outputs",
		"trees"
	]) await files.makeDirectory(join(workDirectory, name));
}
async function prepareDatasets({ config }, names, trees, workplace) {
	const places = {
		cacheDirectory: join(workplace.cacheDirectory, "datasets"),
		workspace: trees.get("head") ?? workplace.workDirectory
	};
	const prepared = /* @__PURE__ */ new Map();
	for (const name of new Set(names)) {
		const settings = config.datasets[name];
		if (settings) prepared.set(name, await prepareDataset(name, settings, places));
	}
	return prepared;
}
function newRecord({ context, rules, runId, toolVersion }, prepared, facts, ports) {
	const { config, yardstick } = rules;
	const labels = facts.revisions.map((revision) => revision.label);
	return {
		schemaVersion: 1,
		tool: {
			name: "warpgauge",
			version: toolVersion
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
		...facts,
		datasets: [...prepared.datasets.values()].map((dataset) => dataset.identity),
		commands: Object.fromEntries(labels.map((label) => [label, config.revisions[label]?.command ?? config.pipeline.command])),
		trials: []
	};
}

// src/steps/refuse-strangers.ts
function refuseStrangers({ trust, pullRequest }, policy) {
	if (trust !== "stranger") return;
	if (!policy.mayMeasureForks) throw new UserError(`pull request ${pullRequest ?? ""} comes from a fork; its code is not run on this machine`, "After review, push its commit to a branch of this repository, or set allow-forks: true in a job without a token and publish from a second workflow (see docs/security.md).");
	if (policy.hasToken) throw new UserError("this job runs code of a fork and was given a token", "Remove the input token from the measuring job and publish from a workflow_run job instead (see docs/security.md).");
}

// src/steps/write-reports.ts
async function writeReports(report, runFolder, formats, files) {
	for (const [name, render] of Object.entries(formats)) await files.writeText(join(runFolder, name), render(report));
}
async function copyBaselines(baselines, runFolder, files) {
	for (const { suite, baseline } of baselines) if (baseline) await files.writeText(join(runFolder, baselineCopies, `${suite}.json`), baselineText(baseline));
}

// src/modes/check.ts
async function check(request, ports) {
	if (!request.isResume) await forgetEarlierRun(request.runFolder, ports.files);
	refuseStrangers(request.context, {
		mayMeasureForks: request.mayMeasureForks,
		hasToken: ports.gitHub !== null
	});
	const commits = await findCommits(request.context, ports.git);
	const announcement = announcementFor(request, commits);
	return await underCheck(announcement, request.signal, ports, async () => {
		const rules = request.ownRules ?? await repositoryRules(request, commits, ports.git);
		const record = await measureRun({
			...request,
			rules,
			commits
		}, ports);
		const baselines = await loadBaselines(rules.config, record.testbed.id, (path) => readTrusted(path, rules.yardstick.commit ?? commits.mergeBase, request.context, ports));
		await copyBaselines(baselines, request.runFolder, ports.files);
		const report = judgeRun({
			record,
			config: rules.config,
			baselines,
			obstacles: []
		});
		await writeReports(report, request.runFolder, {
			"report.json": reportFormats.json,
			"report.md": reportFormats.markdown
		}, ports.files);
		const addressee = {
			...announcement,
			pullRequest: request.context.pullRequest,
			runUrl: request.context.runUrl
		};
		return {
			report,
			receipts: await deliver(deliveriesOf(report, addressee, ports.gitHub !== null), announcement.identity, ports),
			runFolder: request.runFolder
		};
	});
}
function announcementFor({ configPath, context }, { head }) {
	const name = checkNameFor(configPath);
	return {
		name,
		headCommit: head.commit,
		identity: {
			externalId: `${name}:${context.runKey}`,
			detailsUrl: context.runUrl
		}
	};
}
async function repositoryRules({ context, configPath }, commits, git) {
	const trustedCommit = context.trust === "trusted" ? commits.head.commit : commits.mergeBase;
	return await loadRules({
		path: configPath,
		trustedCommit,
		headCommit: commits.head.commit,
		read: (commit, path) => git.readAt(commit, path)
	});
}
async function readTrusted(path, commit, { workspace }, { git, files }) {
	if (commit !== null) return await git.readAt(commit, path);
	return await files.readText(`${workspace}/${path}`, 16777216);
}

// src/io/disk-file-inspector.ts
const lineFeed = 10;
const diskFileInspector = {
	async find(pattern) {
		const paths = [];
		for await (const path of glob(pattern)) paths.push(path);
		return paths.toSorted();
	},
	async stat(path) {
		const found = await stat(path).catch(() => null);
		return found?.isFile() ? {
			bytes: found.size,
			modifiedMs: found.mtimeMs
		} : null;
	},
	async countLines(path) {
		let lines = 0;
		let isEmpty = true;
		for await (const chunk of createReadStream(path)) for (const byte of chunk) {
			if (byte === lineFeed && !isEmpty) lines += 1;
			isEmpty = byte === lineFeed;
		}
		return isEmpty ? lines : lines + 1;
	},
	async contains(path, text) {
		const needle = Buffer.from(text);
		let carried = Buffer.alloc(0);
		for await (const chunk of createReadStream(path)) {
			const window = Buffer.concat([carried, chunk]);
			if (window.includes(needle)) return true;
			carried = window.subarray(Math.max(0, window.length - needle.length + 1));
		}
		return false;
	},
	async sha256(path) {
		const hash = createHash("sha256");
		if (!(await stat(path).catch(() => null))?.isFile()) return null;
		await pipeline(createReadStream(path), hash);
		return hash.digest("hex");
	}
};

// src/io/abortable-sleep.ts
async function abortableSleep(ms, signal) {
	await setTimeout$1(ms, void 0, { signal }).catch(() => {});
}

// src/io/gpu/lock-tickets.ts
const ticketName = /^([\w.-]{1,120})~(\d{1,10})-(\d{1,20})-(\d{1,20})-[0-9a-f]{12}$/;
const freshMs = 12e4;
const maxNoteBytes = 4096;
function ownMark() {
	return {
		pid: process.pid,
		startTicks: startTicksOf$1(process.pid) ?? "0",
		namespace: namespaceOf()
	};
}
function ticketPath(directory, lock, mark, nonce) {
	return join(directory, `${lock}~${mark.pid}-${mark.startTicks}-${mark.namespace}-${nonce}`);
}
function readTickets(directory, lock) {
	const own = readdirSync(directory).flatMap((name) => parseTicket(directory, name) ?? []).filter((ticket) => ticket.lock === lock);
	return {
		live: own.filter(isLive),
		stale: own.filter((ticket) => !isLive(ticket))
	};
}
function readNote(path) {
	let file = null;
	try {
		file = openSync(path, constants$1.O_RDONLY | constants$1.O_NOFOLLOW | constants$1.O_NONBLOCK);
		if (fstatSync(file).size > maxNoteBytes) return null;
		const note = JSON.parse(readFileSync(file, "utf8"));
		if (typeof note !== "object" || note === null || !("runId" in note) || !("since" in note)) return null;
		const { runId, since } = note;
		return typeof runId === "string" && typeof since === "string" ? {
			runId,
			since
		} : null;
	} catch {
		return null;
	} finally {
		if (file !== null) closeSync(file);
	}
}
function parseTicket(directory, name) {
	const [, lock, pid, startTicks, namespace] = ticketName.exec(name) ?? [];
	if (lock === void 0 || startTicks === void 0 || namespace === void 0) return null;
	const path = join(directory, name);
	const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
	return {
		path,
		lock,
		pid: Number(pid),
		startTicks,
		namespace,
		isHeld: (mode & 146) === 0
	};
}
function isLive({ path, pid, startTicks, namespace }) {
	const file = lstatSync(path, { throwIfNoEntry: false });
	if (!file?.isFile()) return false;
	if (namespace !== namespaceOf()) return Date.now() - file.mtimeMs < freshMs;
	if (!isAlive(pid)) return false;
	const ticks = startTicksOf$1(pid);
	if (ticks === null) return isAlive(pid);
	return ticks === startTicks && (ownerOf(pid) ?? file.uid) === file.uid;
}
function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}
function startTicksOf$1(pid) {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
		const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return state === "Z" || state === "X" ? "ended" : rest[18] ?? null;
	} catch {
		return null;
	}
}
function ownerOf(pid) {
	return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? null;
}
function namespaceOf() {
	try {
		return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
	} catch {
		return "0";
	}
}

// src/io/gpu/gpu-lock.ts
const sharedDirectory = "/tmp/warpgauge-locks";
const touchMs = 2e4;
const stepBackMs = 2e3;
const pollMs$1 = 5;
function createGpuLock({ directory } = { directory: sharedDirectory }) {
	return { tryHold: async (uuids, runId) => {
		prepareDirectory(directory);
		const tickets = [];
		try {
			const holders = await takeAll(uuids, {
				directory,
				runId,
				tickets
			});
			if (holders.length === 0) return {
				status: "held",
				lock: hold(uuids, tickets)
			};
			tickets.forEach(removeTicket);
			return {
				status: "busy",
				holders
			};
		} catch (error) {
			tickets.forEach(removeTicket);
			throw error;
		}
	} };
}
async function takeAll(uuids, claim) {
	for (const uuid of [...new Set(uuids)].toSorted()) {
		const holders = await take(uuid, claim);
		if (holders.length > 0) return holders;
	}
	return [];
}
async function take(uuid, { directory, runId, tickets }) {
	const lock = uuid.replaceAll(/[^\w.-]/g, "-").slice(0, 120);
	const path = ticketPath(directory, lock, ownMark(), randomBytes(6).toString("hex"));
	tickets.push(path);
	writeTicket(path, runId);
	const deadline = performance.now() + stepBackMs;
	for (;;) {
		const { live, stale } = readTickets(directory, lock);
		stale.forEach((ticket) => removeTicket(ticket.path));
		const others = live.filter((ticket) => ticket.path !== path);
		const winner = others.find(({ isHeld }) => isHeld) ?? others.find((other) => other.path < path);
		if (others.length === 0) {
			chmodSync(path, 292);
			return [];
		}
		if (winner || performance.now() > deadline) return (winner ? [winner] : others).map((other) => holderOf(uuid, other));
		await setTimeout$1(pollMs$1);
	}
}
function holderOf(uuid, { path, pid }) {
	return {
		uuid,
		pid,
		...readNote(path) ?? {
			runId: null,
			since: null
		}
	};
}
function writeTicket(path, runId) {
	const note = JSON.stringify({
		pid: process.pid,
		runId,
		since: (/* @__PURE__ */ new Date()).toISOString()
	});
	const flags = constants$1.O_CREAT | constants$1.O_EXCL | constants$1.O_WRONLY | constants$1.O_NOFOLLOW;
	try {
		const file = openSync(path, flags, 420);
		writeSync(file, `${note}\n`);
		closeSync(file);
	} catch (cause) {
		const message = `the lock ${path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`;
		throw new EnvironmentError(message, "Free some space there, and give its directory mode 1777.", { cause });
	}
}
function removeTicket(path) {
	try {
		rmSync(path, { force: true });
	} catch {}
}
function hold(uuids, tickets) {
	const release = () => tickets.forEach(removeTicket);
	const timer = setInterval(() => touch(tickets), touchMs);
	timer.unref();
	process.once("exit", release);
	return {
		uuids,
		async [Symbol.asyncDispose]() {
			clearInterval(timer);
			process.off("exit", release);
			release();
		}
	};
}
function touch(tickets) {
	for (const path of tickets) try {
		utimesSync(path, /* @__PURE__ */ new Date(), /* @__PURE__ */ new Date());
	} catch {}
}
function prepareDirectory(directory) {
	try {
		mkdirSync(directory, { mode: 1023 });
		chmodSync(directory, 1023);
	} catch (cause) {
		if (isCode(cause, "EEXIST")) return requireDirectory(directory);
		const message = `the directory for GPU locks cannot be made: ${cause instanceof Error ? cause.message : String(cause)}`;
		throw new EnvironmentError(message, `Create ${directory} with mode 1777.`, { cause });
	}
}
function requireDirectory(directory) {
	if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
	throw new EnvironmentError(`${directory} is not a directory, so GPUs cannot be locked`, `Remove it and find out who put it there; warpgauge makes a directory of mode 1777.`);
}
function isCode(error, code) {
	return error instanceof Error && "code" in error && error.code === code;
}

// src/io/statfs-disk-space.ts
const statfsDiskSpace = { async roomOf(path) {
	try {
		const { bavail, blocks, bsize } = await statfs(path);
		return {
			freeBytes: bavail * bsize,
			totalBytes: blocks * bsize
		};
	} catch {
		return null;
	}
} };

// src/io/output-file.ts
const tailBytes = 65536;
const tailLines = 40;
function openOutputFile(path, maxBytes) {
	const descriptor = openEmpty(path);
	let tail = Buffer.alloc(0);
	let readFrom = 0;
	const takeTail = () => {
		const size = fstatSync(descriptor).size;
		tail = lastBytes(tail, readBetween(descriptor, Math.max(readFrom, size - tailBytes), size));
		return size;
	};
	const trim = () => {
		if (fstatSync(descriptor).size <= maxBytes) return;
		takeTail();
		ftruncateSync(descriptor, maxBytes);
		readFrom = maxBytes;
	};
	const finish = () => {
		trim();
		const isTruncated = readFrom > 0;
		if (isTruncated) writeSync(descriptor, `\n[warpgauge: output cut here, only ${maxBytes} bytes are kept]\n`);
		else takeTail();
		return {
			tail: neutralise(tail.toString("utf8"), {
				maxLines: tailLines,
				maxCharacters: tailBytes
			}),
			isTruncated
		};
	};
	return {
		descriptor,
		trim,
		finish,
		[Symbol.dispose]: () => closeSync(descriptor)
	};
}
function openEmpty(path) {
	try {
		const descriptor = openSync(path, "a+", 420);
		ftruncateSync(descriptor, 0);
		return descriptor;
	} catch (cause) {
		throw new EnvironmentError(`the output of a command cannot be written to ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, "Choose an output directory that exists, is writable and has space left", { cause });
	}
}
function readBetween(descriptor, from, to) {
	const buffer = Buffer.alloc(Math.max(0, to - from));
	const length = readSync(descriptor, buffer, 0, buffer.length, from);
	return buffer.subarray(0, length);
}
function lastBytes(before, after) {
	return Buffer.concat([before, after]).subarray(-65536);
}

// src/io/process-tree.ts
const graceMs = 2e3;
const deadlineMs = 4500;
const pollMs = 20;
async function endProcessTree(tree) {
	const known = /* @__PURE__ */ new Map();
	const startedAt = performance$1.now();
	let alive = findAlive(tree, known);
	signalAll(alive, "SIGTERM");
	while (alive.length > 0 && performance$1.now() - startedAt < deadlineMs) {
		await setTimeout$1(pollMs);
		alive = findAlive(tree, known);
		if (performance$1.now() - startedAt >= graceMs) signalAll(alive, "SIGKILL");
	}
	return alive;
}
function startTicksOf(pid) {
	return readEntry(pid)?.startTicks ?? null;
}
function findAlive(tree, known) {
	const entries = readProcesses();
	const isMember = (entry) => entry.group === tree.leader || known.get(entry.pid) === entry.startTicks || hasMarker(entry.pid, tree.marker);
	const members = new Set(entries.filter(isMember));
	for (const member of members) {
		for (const entry of entries) if (entry.parent === member.pid) members.add(entry);
		known.set(member.pid, member.startTicks);
	}
	return [...members].map((member) => member.pid);
}
function readProcesses() {
	return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => readEntry(Number(pid)) ?? []);
}
function readEntry(pid) {
	const stat = readProc(pid, "stat")?.toString("latin1");
	const [state, parent, group, ...rest] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
	const startTicks = rest[16];
	if (!startTicks || state === "Z" || state === "X") return null;
	return {
		pid,
		parent: Number(parent),
		group: Number(group),
		startTicks
	};
}
function hasMarker(pid, marker) {
	return readProc(pid, "environ")?.includes(marker) ?? false;
}
function readProc(pid, file) {
	try {
		return readFileSync(`/proc/${pid}/${file}`);
	} catch {
		return null;
	}
}
function signalAll(pids, signal) {
	for (const pid of pids) try {
		process.kill(pid, signal);
	} catch {}
}

// src/io/start-failure.ts
function explainStartFailure(command, code, message) {
	const program = command.argv[0] ?? "";
	if (program === "") return "the command is empty";
	if (!isDirectory(command.cwd)) return `the working directory ${command.cwd} does not exist`;
	if (code === "ENOENT") return explainMissing(command, program);
	if (code === "EACCES") return explainForbidden(command, program);
	if (code === "E2BIG") return `the arguments and environment of ${program} are longer than the system allows`;
	return `${program} could not be started: ${message}`;
}
function explainMissing(command, program) {
	const found = locate(command, program, isFile);
	if (found) return `${found} exists, but its interpreter${interpreterOf(found)} does not`;
	if (program.includes("/")) return `${resolve$1(command.cwd, program)} does not exist`;
	const path = command.env["PATH"];
	return path ? `${program} was not found on PATH (${path})` : `${program} was not found, because PATH is not set`;
}
function explainForbidden(command, program) {
	const found = locate(command, program, isFile);
	if (!found) return `${program} may not be executed: permission denied on the way to it`;
	if (isExecutable(found)) return `${found} may not be executed, although its mode allows it (noexec mount or policy)`;
	return `${found} may not be executed: mode ${modeOf(found)} has no execute permission for this user (chmod +x)`;
}
function locate(command, program, accept) {
	if (program.includes("/")) return [resolve$1(command.cwd, program)].find(accept);
	return (command.env["PATH"]?.split(delimiter) ?? []).map((folder) => join(resolve$1(command.cwd, folder), program)).find(accept);
}
function interpreterOf(path) {
	const buffer = Buffer.alloc(256);
	const descriptor = openSync(path, "r");
	const length = readSync(descriptor, buffer);
	closeSync(descriptor);
	const line = /^#!\s*(\S+)/.exec(buffer.toString("utf8", 0, length));
	return line ? ` ${line[1]}` : "";
}
function isExecutable(path) {
	try {
		accessSync(path, constants$1.X_OK);
		return true;
	} catch {
		return false;
	}
}
function isFile(path) {
	return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
function isDirectory(path) {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
function modeOf(path) {
	return (statSync(path).mode & 4095).toString(8).padStart(4, "0");
}

// src/io/execa-process-runner.ts
const markerName = "WARPGAUGE_TRIAL_ID";
const trimIntervalMs = 100;
const longestTimerMs = 2 ** 31 - 1;
function createProcessRunner() {
	return { run };
}
async function run(spec) {
	using stdout = openOutputFile(spec.stdoutPath, spec.maxOutputBytes);
	using stderr = openOutputFile(spec.stderrPath, spec.maxOutputBytes);
	const ending = spec.signal.aborted ? notStarted("cancelled", null) : await supervise(spec, {
		stdout,
		stderr
	});
	const out = stdout.finish();
	const err = stderr.finish();
	return {
		...ending,
		stdoutTail: out.tail,
		stderrTail: err.tail,
		isOutputTruncated: out.isTruncated || err.isTruncated
	};
}
async function supervise(spec, outputs) {
	const marker = randomUUID();
	const startedAt = performance$1.now();
	const child = start(spec, outputs, marker);
	if (child.pid === void 0) {
		const { code, originalMessage, shortMessage } = await child;
		return notStarted("not-started", explainStartFailure(spec, code, originalMessage ?? shortMessage ?? "unknown"));
	}
	using watch = watchUntilInterrupted(spec, outputs);
	const exit = exitOf(child, startedAt);
	spec.onStarted?.(child.pid);
	const interruption = await Promise.race([exit.then(() => null), watch.interrupted]);
	await endEverything({
		leader: child.pid,
		marker: `${markerName}=${marker}`
	}, spec);
	const ended = await exit;
	if (interruption) return {
		...ended,
		ending: interruption
	};
	return {
		...ended,
		ending: ended.signal === null ? "exited" : "signalled"
	};
}
function start(spec, outputs, marker) {
	const [program = "", ...args] = spec.argv;
	return execa(program, args, {
		cwd: spec.cwd,
		env: {
			...spec.env,
			[markerName]: marker
		},
		extendEnv: false,
		stdin: "ignore",
		stdout: descriptorOf(outputs.stdout),
		stderr: descriptorOf(outputs.stderr),
		buffer: false,
		reject: false,
		detached: true,
		cleanup: false,
		verbose: "none"
	});
}
function descriptorOf({ descriptor }) {
	return descriptor;
}
function exitOf(child, startedAt) {
	return new Promise((resolve) => {
		child.once("exit", (exitCode, signal) => {
			resolve({
				exitCode,
				signal,
				wallSeconds: (performance$1.now() - startedAt) / 1e3,
				problem: null
			});
		});
	});
}
function watchUntilInterrupted(spec, { stdout, stderr }) {
	const { promise, resolve } = Promise.withResolvers();
	const timer = setTimeout(() => resolve("timed-out"), Math.min(spec.timeoutMs, longestTimerMs));
	const onAbort = () => resolve("cancelled");
	spec.signal.addEventListener("abort", onAbort, { once: true });
	const trimmer = setInterval(() => {
		try {
			stdout.trim();
			stderr.trim();
		} catch {
			clearInterval(trimmer);
		}
	}, trimIntervalMs);
	const dispose = () => {
		clearTimeout(timer);
		clearInterval(trimmer);
		spec.signal.removeEventListener("abort", onAbort);
	};
	return {
		interrupted: promise,
		[Symbol.dispose]: dispose
	};
}
async function endEverything(tree, spec) {
	const alive = await endProcessTree(tree);
	if (alive.length === 0) return;
	throw new EnvironmentError(`${alive.length} processes of ${spec.argv[0]} survive SIGKILL (process ids ${alive.join(", ")})`, "Look at them with ps; a process that hangs in a driver needs a restart of the machine before anything is measured");
}
function notStarted(ending, problem) {
	return {
		ending,
		exitCode: null,
		signal: null,
		wallSeconds: 0,
		problem
	};
}

// src/io/git-command.ts
var GitFailure = class extends Error {
	name = "GitFailure";
};
function gitFailure(cause) {
	const message = cause instanceof Error ? cause.message : String(cause);
	return new GitFailure(message.trim().replaceAll(/(\w+:\/\/)[^\s/@]*@/g, "$1***@"));
}
function gitEnvironment(parent, settings) {
	const all = [...safeSettings, ...settings];
	const numbered = all.flatMap(([key, value], index) => [[`GIT_CONFIG_KEY_${index}`, key], [`GIT_CONFIG_VALUE_${index}`, value]]);
	return {
		...Object.fromEntries(inherited.flatMap((name) => parent[name] === void 0 ? [] : [[name, parent[name]]])),
		LC_ALL: "C",
		GIT_TERMINAL_PROMPT: "0",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_OPTIONAL_LOCKS: "0",
		GIT_LITERAL_PATHSPECS: "1",
		GIT_LFS_SKIP_SMUDGE: "1",
		GIT_CONFIG_COUNT: String(all.length),
		...Object.fromEntries(numbered)
	};
}
const safeSettings = [
	["core.hooksPath", "/dev/null"],
	["core.fsmonitor", "false"],
	["submodule.recurse", "false"],
	["fetch.recurseSubmodules", "false"],
	["protocol.ext.allow", "never"],
	["gc.auto", "0"],
	["maintenance.auto", "false"],
	["http.lowSpeedLimit", "1000"],
	["http.lowSpeedTime", "60"]
];
const inherited = [
	"PATH",
	"HOME",
	"XDG_CONFIG_HOME",
	"TMPDIR",
	"USER",
	"LOGNAME",
	"SSH_AUTH_SOCK",
	"SSL_CERT_FILE",
	"SSL_CERT_DIR",
	"RUNNER_TRACKING_ID",
	"http_proxy",
	"https_proxy",
	"no_proxy",
	"all_proxy",
	"HTTPS_PROXY",
	"NO_PROXY",
	"ALL_PROXY"
];

// src/io/git-file.ts
const maxBytes$1 = 16777216;
async function readFileAt(git, commit, path) {
	const inside = insideRepository(path);
	const listing = await git("ls-tree", "-z", "--long", "--full-tree", "--end-of-options", commit, "--", inside);
	const [, mode, type, id, size] = /^(\d+) (\w+) ([0-9a-f]+) +(-|\d+)\t/.exec(listing) ?? [];
	if (mode === void 0 || type === void 0 || id === void 0) return null;
	const where = `${inside} in commit ${commit.slice(0, 12)}`;
	if (mode === "120000") throw new UserError(`${where} is a symbolic link`, "Commit the file itself under this path");
	if (type !== "blob") throw new UserError(`${where} is a ${kinds[type] ?? type}, not a file`, "Give the path of a file");
	if (Number(size) > maxBytes$1) throw new UserError(`${where} has ${size} bytes`, `Keep it below ${maxBytes$1} bytes`);
	return await git("cat-file", "blob", id);
}
const kinds = {
	tree: "directory",
	commit: "submodule"
};
function insideRepository(path) {
	const normal = posix.normalize(path).replace(/\/$/, "");
	if (!(normal === "." || normal === ".." || normal.startsWith("../") || normal.startsWith("/")) && !normal.includes("\0")) return normal;
	throw new UserError(`${JSON.stringify(path)} is not a file of the repository`, "Give a path relative to its root");
}

// src/io/git-reference.ts
function isCommitId(text) {
	return /^[0-9a-f]{40}$/.test(text);
}
function requireCommitId(text) {
	if (isCommitId(text)) return;
	throw new UserError(`${JSON.stringify(text)} is not a full commit id`, "Give all 40 hexadecimal digits");
}
function parseGitReference(text) {
	const [, name = "", steps = ""] = /^([^~^]*)((?:~\d*|\^\d*)*)$/.exec(text) ?? [];
	if (isRefName(name)) return {
		name: /^[0-9a-f]{40}$/i.test(name) ? name.toLowerCase() : name,
		steps
	};
	throw new UserError(`${JSON.stringify(text)} cannot be the name of a commit, tag or branch`, "Give a tag such as v1.0, a branch, or a commit id");
}
function localCandidates(name) {
	if (name === "HEAD" || name.startsWith("refs/") || isCommitId(name)) return [name];
	const shared = [`refs/tags/${name}`, `refs/heads/${name}`];
	if (name.includes("/")) return [...shared, `refs/remotes/${name}`];
	return /^[0-9a-f]{7,39}$/.test(name) ? [...shared, name] : shared;
}
function remoteCandidates(name, remote) {
	if (name.startsWith("refs/")) return [name];
	const branch = name.startsWith(`${remote}/`) ? [`refs/heads/${name.slice(remote.length + 1)}`] : [];
	return [
		`refs/tags/${name}`,
		`refs/heads/${name}`,
		...branch
	];
}
function isRefName(name) {
	if (name === "" || name === "@" || name.startsWith("-")) return false;
	if (/[\p{Cc} :?*[\\]|\.\.|@\{|\.$/u.test(name)) return false;
	return name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
}

// src/io/git-remote.ts
function createGitRemote(git, name) {
	return {
		fetch: (ref) => isCommitId(ref) ? fetchCommit(git, name, ref) : fetchName(git, name, ref),
		deepen: (commits, one, other) => deepen(git, name, {
			commits,
			of: [one, other]
		}),
		tags: async () => [...(await listRemote(git, "--tags", "--refs", name)).keys()].map((ref) => ref.slice(10))
	};
}
function remoteSettings(address, token) {
	const file = ["protocol.file.allow", isLocalPath(address) ? "always" : "never"];
	if (token === null || !/^https?:\/\//.test(address)) return [file];
	const key = `http.${new URL(address).origin}/.extraheader`;
	const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
	return [
		file,
		[key, ""],
		[key, `AUTHORIZATION: basic ${basic}`]
	];
}
function isLocalPath(address) {
	if (address.startsWith("file://")) return true;
	return !/^[\w.+-]+:\/\//.test(address) && !/^[^/]+:/.test(address);
}
async function fetchCommit(git, remote, commit) {
	try {
		await fetch(git, [
			...await depth(git),
			remote,
			commit
		]);
		return commit;
	} catch (error) {
		if (isUnknownThere(error)) return null;
		throw error;
	}
}
function isUnknownThere(error) {
	return error instanceof GitFailure && /not our ref|unadvertised object|find remote ref/.test(error.message);
}
async function fetchName(git, remote, name) {
	const candidates = remoteCandidates(name, remote);
	const known = await listRemote(git, remote, ...candidates.flatMap((ref) => [ref, `${ref}^{}`]));
	const ref = candidates.find((candidate) => known.has(candidate));
	if (!ref) return null;
	const commit = known.get(`${ref}^{}`) ?? known.get(ref) ?? "";
	if (!await isHere(git, commit)) await fetch(git, [
		...await depth(git),
		remote,
		refspec(ref, remote)
	]);
	return await isHere(git, commit) ? commit : null;
}
function refspec(ref, remote) {
	if (ref.startsWith("refs/tags/")) return `+${ref}:${ref}`;
	if (ref.startsWith("refs/heads/")) return `+${ref}:${ref.replace("refs/heads/", `refs/remotes/${remote}/`)}`;
	return ref;
}
async function depth(git) {
	return (await git("rev-parse", "--is-shallow-repository")).trim() === "true" ? ["--depth=1", "--end-of-options"] : ["--end-of-options"];
}
async function deepen(git, remote, { commits, of }) {
	const amount = commits === "all" ? "--unshallow" : `--deepen=${commits}`;
	try {
		await fetch(git, [
			amount,
			"--end-of-options",
			remote,
			...of
		]);
	} catch (error) {
		if (!isUnknownThere(error)) throw error;
		await fetch(git, [
			amount,
			"--end-of-options",
			remote
		]);
	}
}
async function fetch(git, args) {
	await git("fetch", "--quiet", "--no-tags", "--no-prune", "--no-recurse-submodules", "--no-write-fetch-head", ...args);
}
async function isHere(git, commit) {
	return (await git("rev-parse", "--verify", "--quiet", `${commit}^{commit}`)).trim() === commit;
}
async function listRemote(git, ...args) {
	const lines = (await git("ls-remote", "--quiet", ...args)).split("\n");
	return new Map(lines.flatMap((line) => [[line.slice(41), line.slice(0, 40)]]).filter(([ref]) => ref !== ""));
}

// src/io/git-worktree.ts
const ownerFile = "warpgauge-owner";
async function addWorktree(git, commit, directory) {
	await git("worktree", "prune");
	await git("worktree", "add", "--quiet", "--detach", "--end-of-options", directory, commit);
	const owner = {
		host: hostname(),
		pid: process.pid,
		startTicks: startTicksOf(process.pid)
	};
	const link = await readFile(join(directory, ".git"), "utf8");
	await writeFile(join(link.replace("gitdir: ", "").trim(), ownerFile), JSON.stringify(owner));
	return {
		path: directory,
		[Symbol.asyncDispose]: () => removeWorktree(git, directory)
	};
}
async function forgetWorktree(git, directory) {
	await rm(join(directory, ".git"), { force: true });
	await git("worktree", "prune");
}
async function removeLeftovers(git) {
	const shared = (await git("rev-parse", "--path-format=absolute", "--git-common-dir")).trim();
	const names = await readdir(join(shared, "worktrees")).catch(() => []);
	if (names.length === 0) return;
	for (const name of names) {
		const record = join(shared, "worktrees", name);
		const owner = await readOwner(record);
		if (!owner || owner.host !== hostname() || startTicksOf(owner.pid) === owner.startTicks) continue;
		await git("worktree", "remove", "--force", "--force", dirname((await readFile(join(record, "gitdir"), "utf8")).trim())).catch(() => "");
	}
	await git("worktree", "prune");
}
async function readOwner(record) {
	try {
		const { host, pid, startTicks } = JSON.parse(await readFile(join(record, ownerFile), "utf8"));
		return {
			host: String(host),
			pid: Number(pid),
			startTicks: String(startTicks)
		};
	} catch {
		return null;
	}
}
async function removeWorktree(git, directory) {
	try {
		await git("worktree", "remove", "--force", "--force", directory).catch(() => "");
		await rm(directory, {
			recursive: true,
			force: true,
			maxRetries: 2
		});
		await git("worktree", "prune");
	} catch (cause) {
		throw new EnvironmentError(`the checked-out tree ${directory} could not be removed: ${cause instanceof Error ? cause.message : String(cause)}`, "Remove it by hand with `git worktree remove --force`; files of another user need that user", { cause });
	}
}

// src/io/simple-git-repository.ts
const silenceMs = 3e5;
const deepeningSteps = [
	50,
	200,
	1e3,
	"all"
];
const maxUncommitted = 10;
async function openGitRepository(path, options = {}) {
	const clone = await explained(`open ${path}`, () => openClone(path, options));
	const { git, remote } = clone;
	const kept = /* @__PURE__ */ new WeakSet();
	return {
		resolve: (ref) => explained(`resolve ${ref}`, () => resolve(clone, ref)),
		mergeBase: (one, other) => explained("find the merge base", () => mergeBase(clone, one, other)),
		readAt: (commit, file) => explained(`read ${file} at ${commit}`, () => {
			requireCommitId(commit);
			return readFileAt(git, commit, file);
		}),
		checkOut: (commit, directory) => explained(`check ${commit} out at ${directory}`, async () => {
			requireCommitId(commit);
			const tree = await addWorktree(git, commit, directory);
			const dispose = async () => {
				if (!kept.has(owned)) await tree[Symbol.asyncDispose]();
			};
			const owned = {
				path: tree.path,
				[Symbol.asyncDispose]: dispose
			};
			return owned;
		}),
		detach: async (tree) => {
			await explained(`detach ${tree.path}`, () => forgetWorktree(git, tree.path));
			kept.add(tree);
		},
		tags: () => explained("list the tags", () => listTags(git, remote)),
		uncommittedFiles: () => explained("look for uncommitted changes", () => listUncommitted(git))
	};
}
async function openClone(path, options) {
	if (!existsSync(path)) throw new UserError(`${path} does not exist`, "Give the directory of a git repository");
	const { env = process.env, token = null, remote = "origin" } = options;
	const git = createGitCommand(path, env, [["protocol.file.allow", "never"]]);
	await removeLeftovers(git);
	const address = (await git("config", "--get", `remote.${remote}.url`)).trim();
	if (address === "") return {
		git,
		remote: null
	};
	return {
		git,
		remote: createGitRemote(createGitCommand(path, env, remoteSettings(address, token)), remote)
	};
}
function createGitCommand(directory, parent, settings) {
	const env = gitEnvironment(parent, [["safe.directory", realpathSync(directory)], ...settings]);
	const git = wo({
		baseDir: directory,
		allowEnvironment: Object.keys(env).filter((name) => name.startsWith("GIT_")),
		timeout: { block: silenceMs },
		completion: {
			onClose: true,
			onExit: false
		},
		unsafe: {
			allowUnsafeConfigEnvCount: true,
			allowUnsafeHooksPath: true,
			allowUnsafeFsMonitor: true,
			allowUnsafeProtocolOverride: true
		}
	}).env(env);
	return async (...args) => {
		try {
			return await git.raw([...args]);
		} catch (cause) {
			throw gitFailure(cause);
		}
	};
}
async function resolve({ git, remote }, ref) {
	const { name, steps } = parseGitReference(ref);
	for (const candidate of localCandidates(name)) {
		const commit = await commitOf(git, candidate + steps);
		if (commit) return commit;
	}
	if (!remote || name === "HEAD") return null;
	const fetched = await remote.fetch(name);
	return fetched === null ? null : await commitOf(git, fetched + steps);
}
async function commitOf(git, expression) {
	return (await git(...[
		"rev-parse",
		"--verify",
		"--quiet",
		"--end-of-options",
		`${expression}^{commit}`
	]).catch(() => "")).trim() || null;
}
async function mergeBase(clone, one, other) {
	await requireHere(clone, one);
	await requireHere(clone, other);
	const { git, remote } = clone;
	const find = async () => (await git("merge-base", one, other)).trim() || null;
	let found = await find();
	for (const commits of deepeningSteps) {
		const isShallow = (await git("rev-parse", "--is-shallow-repository")).trim() === "true";
		if (found || !remote || !isShallow) return found;
		await remote.deepen(commits, one, other);
		found = await find();
	}
	return found;
}
async function requireHere(clone, commit) {
	requireCommitId(commit);
	if (await resolve(clone, commit)) return;
	throw new UserError(`the commit ${commit} is neither in this clone nor at its remote`, "Check the commit id, and that the clone belongs to the repository it comes from");
}
async function listTags(git, remote) {
	const local = (await git("for-each-ref", "--format=%(refname:strip=2)", "refs/tags")).split("\n").filter(Boolean);
	return [.../* @__PURE__ */ new Set([...local, ...await remote?.tags() ?? []])].toSorted();
}
async function listUncommitted(git) {
	if ((await git("rev-parse", "--is-inside-work-tree")).trim() !== "true") return [];
	return (await git("status", "--porcelain=v1", "-z", "--no-renames", "--ignore-submodules=all")).split("\0").filter(Boolean).slice(0, maxUncommitted).map((entry) => entry.slice(3));
}
async function explained(action, work) {
	try {
		return await work();
	} catch (cause) {
		if (!(cause instanceof GitFailure)) throw cause;
		const hint = hints.find(({ when }) => when.test(cause.message))?.hint;
		const message = `git could not ${action}: ${cause.message}`;
		throw new EnvironmentError(message, hint ?? "Run the same git command by hand to see more", { cause });
	}
}
const hints = [
	{
		when: /spawn git ENOENT/,
		hint: "Install git 2.31 or newer and have it on PATH"
	},
	{
		when: /not a git repository/,
		hint: "Start inside a git repository; in a workflow run actions/checkout before"
	},
	{
		when: /dubious ownership/,
		hint: "Let the user who runs this own the repository directory"
	},
	{
		when: /could not read Username|Authentication failed|\b40[13]\b|Permission denied \(publickey/,
		hint: "Give a token that may read the repository (contents: read), or fetch the commit in an earlier step"
	},
	{
		when: /already exists|already (?:registered|used)/,
		hint: "Choose another directory, or remove this one"
	},
	{
		when: /No space left/,
		hint: "Free disk space on this machine"
	},
	{
		when: /unable to access|Could not resolve|timeout/,
		hint: "Check that this machine reaches the remote"
	}
];

// src/io/system-clock.ts
const systemClock = {
	now: () => /* @__PURE__ */ new Date(),
	monotonicMs: () => performance$1.now()
};

// src/domain/topology.ts
const gpuName = /^GPU(\d+)$/;
const link = /^(?:NV\d+|PIX|PXB|PHB|NODE|SYS|C2C)$/;
const underline = /\p{Cc}\[[\d;]{0,20}m/gu;
function topologyOf(text, gpus) {
	const pairs = readPairs(text).filter(({ one, other }) => one < other && gpus.includes(one) && gpus.includes(other));
	if (gpus.length < 2 || pairs.length !== gpus.length * (gpus.length - 1) / 2) return null;
	const links = [...new Set(pairs.map((pair) => pair.link))].toSorted();
	const [only = ""] = links;
	if (links.length === 1 && isFast(only)) return gpus.length === 2 ? only : `${only} all-to-all`;
	if (!links.some(isFast)) return `PCIe (${links.join(", ")})`;
	return `mixed: ${links.map((name) => `${name} ${pairTexts(pairs, name)}`).join("; ")}`.slice(0, 200);
}
function isFast(name) {
	return name.startsWith("NV") || name === "C2C";
}
function pairTexts(pairs, name) {
	return pairs.filter((pair) => pair.link === name).map(({ one, other }) => `${one}-${other}`).join(" ");
}
function readPairs(text) {
	const rows = text.split("\n").map((line) => line.replaceAll(underline, "").trim().split(/\s+/));
	const header = rows.find((fields) => fields[0] === "GPU0" && fields[1] !== "X") ?? [];
	const columns = header.filter((field) => gpuName.test(field)).map(indexOf);
	return rows.filter((fields) => fields !== header && gpuName.test(fields[0] ?? "")).flatMap(([name = "", ...cells]) => columns.flatMap((other, place) => {
		const cell = cells[place] ?? "";
		return link.test(cell) ? [{
			one: indexOf(name),
			other,
			link: cell
		}] : [];
	}));
}
function indexOf(name) {
	return Number(gpuName.exec(name)?.[1]);
}

// src/io/container-traces.ts
function readContainerTraces(env) {
	return {
		cgroup: readCgroup(),
		hasDockerMark: existsSync("/.dockerenv"),
		hasPodmanMark: existsSync("/run/.containerenv"),
		isKubernetesHostSet: env["KUBERNETES_SERVICE_HOST"] !== void 0
	};
}
function readCgroup() {
	try {
		return readFileSync("/proc/1/cgroup", "utf8").slice(0, 65536);
	} catch {
		return null;
	}
}

// src/io/nvidia-smi-query.ts
const deviceFields = "index,uuid,name,memory.total,driver_version";
const bytesPerMebibyte = 1048576;
function parseDevices(csv) {
	const known = csv.split("\n").map((line) => line.split(",").map((field) => field.trim())).filter((fields) => fields.length >= 5 && /^\d+$/.test(fields[0] ?? ""));
	return {
		devices: known.map(([index, uuid, ...rest]) => ({
			id: Number(index),
			physicalIndex: Number(index),
			uuid: told(uuid),
			model: told(rest.slice(0, -2).join(", ")) ?? "unknown GPU",
			memoryBytes: mebibytes(rest.at(-2)),
			migProfile: null,
			settings: null
		})),
		driverVersion: told(known[0]?.at(-1))
	};
}
function parseCudaVersion(text) {
	return /CUDA (?:UMD )?Version\s*:\s*(\d[\d.]*)/.exec(text)?.[1] ?? null;
}
function visibleDevices(devices, setting) {
	if (setting === void 0) return devices;
	const visible = [];
	for (const entry of setting.split(",").map((part) => part.trim())) {
		const device = devices.find((candidate) => isNamedBy(candidate, entry));
		if (!device || visible.includes(device)) break;
		visible.push(device);
	}
	return visible;
}
function isNamedBy(device, entry) {
	if (/^\d+$/.test(entry)) return device.id === Number(entry);
	return /^GPU-\w/i.test(entry) && (device.uuid?.toLowerCase().startsWith(entry.toLowerCase()) ?? false);
}
function told(field) {
	return !field || /^\[|^N\/A$|^ERR!/.test(field) ? null : field;
}
function mebibytes(field) {
	return field && /^\d+$/.test(field) ? Number(field) * bytesPerMebibyte : null;
}

// src/io/run-tool.ts
const maxBytes = 4194304;
function runTool(program, args, options) {
	const { promise, resolve } = Promise.withResolvers();
	const child = execFile(program, args, {
		env: { ...options.env },
		maxBuffer: maxBytes
	}, (error, stdout, stderr) => {
		clearTimeout(timer);
		if (!error) return resolve({
			status: "answered",
			text: stdout
		});
		if (error.code === "ENOENT") return resolve({ status: "absent" });
		resolve({
			status: "failed",
			text: stderr.trim() || stdout.trim() || error.message
		});
	});
	child.stdin?.end();
	const timer = setTimeout(() => {
		resolve({ status: "hung" });
		child.kill("SIGKILL");
		child.stdout?.destroy();
		child.stderr?.destroy();
		child.unref();
	}, options.timeoutMs);
	return promise;
}

// src/io/system-devices.ts
const defaultTimeoutMs = 1e4;
function createDeviceInventory(env, timeoutMs = defaultTimeoutMs) {
	return {
		gpus: () => findGpus({
			env,
			timeoutMs
		}),
		host: () => readHost(env)
	};
}
async function findGpus(options) {
	const query = [`--query-gpu=${deviceFields}`, "--format=csv,noheader,nounits"];
	const [answer, overview, matrix] = await Promise.all([
		runTool("nvidia-smi", query, options),
		runTool("nvidia-smi", [], options),
		runTool("nvidia-smi", ["topo", "-m"], options)
	]);
	if (answer.status !== "answered") return withoutGpus(explain(answer, options.timeoutMs));
	const { devices, driverVersion } = parseDevices(answer.text);
	if (devices.length === 0) return withoutGpus("nvidia-smi lists no GPU on this machine");
	const setting = options.env["CUDA_VISIBLE_DEVICES"];
	const visible = visibleDevices(devices, setting);
	if (visible.length === 0) return withoutGpus(explainHidden(setting ?? "", devices.length));
	const cudaVersion = overview.status === "answered" ? parseCudaVersion(overview.text) : null;
	const ids = visible.map((device) => device.id);
	return {
		devices: visible,
		driverVersion,
		cudaVersion,
		topology: matrix.status === "answered" ? topologyOf(matrix.text, ids) : null,
		problem: null
	};
}
function withoutGpus(problem) {
	return {
		devices: [],
		driverVersion: null,
		cudaVersion: null,
		topology: null,
		problem
	};
}
function explain(answer, timeoutMs) {
	switch (answer.status) {
		case "absent": return "nvidia-smi was not found on PATH, so no NVIDIA driver seems to be installed here";
		case "hung": return `nvidia-smi gave no answer within ${timeoutMs / 1e3} s; the driver may hang, look into dmesg for Xid errors`;
		case "failed": return `nvidia-smi failed: ${neutraliseLine(answer.text.replaceAll(/\s+/g, " ")).slice(2, 500)}`;
		default: return answer;
	}
}
function explainHidden(setting, count) {
	const what = `CUDA_VISIBLE_DEVICES=${neutraliseLine(setting).slice(2, 200)} leaves none of the ${count} GPUs visible`;
	return setting.includes("MIG-") ? `${what}: it names a MIG slice, and only whole GPUs are measured` : what;
}
function readHost(env) {
	return {
		cpuModel: cpuModel(),
		cpuCores: os.availableParallelism(),
		memoryBytes: Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
		kernel: os.release(),
		architecture: os.arch(),
		container: containerOf(readContainerTraces(env))
	};
}
function cpuModel() {
	const name = os.cpus()[0]?.model.trim();
	if (name && name !== "unknown") return name.replaceAll(/\s+/g, " ");
	const info = readCpuInfo();
	const field = (key) => new RegExp(`^${key}\\s*:\\s*(.+)$`, "m").exec(info)?.[1];
	const [implementer, part] = [field("CPU implementer"), field("CPU part")];
	return field("Model") ?? (implementer && part ? `${os.arch()} ${implementer} ${part}` : `unknown ${os.arch()} CPU`);
}
function readCpuInfo() {
	try {
		return readFileSync("/proc/cpuinfo", "utf8");
	} catch {
		return "";
	}
}

// src/wiring/measuring-ports.ts
async function measuringPorts({ workspace, environment, token, logger, progress }) {
	const inventory = createDeviceInventory(environment);
	requireSupportedPlatform(process.platform, inventory.host());
	return {
		processes: createProcessRunner(),
		files: diskFileStore,
		inspector: diskFileInspector,
		clock: systemClock,
		git: await openGitRepository(workspace, { token }),
		inventory,
		logger,
		progress,
		lock: createGpuLock(),
		disks: statfsDiskSpace,
		sleep: abortableSleep,
		openMonitor: async (wanted, runId) => {
			const { chooseMonitor } = await import("./choose-monitor2.js");
			return await chooseMonitor({
				wanted,
				environment,
				runId
			});
		}
	};
}

// src/domain/progress-state.ts
function startProgress({ total, done, cases, nowMs }) {
	return {
		total,
		done,
		cases,
		doneHere: 0,
		failed: 0,
		startedMs: nowMs,
		current: null
	};
}
function withStartedTrial(state, current) {
	return {
		...state,
		current
	};
}
function withEndedTrial(state, trial) {
	const failed = state.failed + (trial.failure ? 1 : 0);
	const total = Math.max(state.total, state.done + 1);
	return {
		...state,
		total,
		done: state.done + 1,
		doneHere: state.doneHere + 1,
		failed,
		current: null
	};
}
function secondsLeft(state, nowMs) {
	if (state.doneHere === 0) return null;
	return (nowMs - state.startedMs) / state.doneHere * Math.max(0, state.total - state.done) / 1e3;
}

// src/domain/progress-text.ts
function progressText(state, nowMs) {
	const failed = state.failed > 0 ? `, ${state.failed} failed` : "";
	const rate = state.doneHere > 0 ? `, ${(state.doneHere / Math.max(1, nowMs - state.startedMs) * 6e4).toFixed(1)} trials/min` : "";
	const left = secondsLeft(state, nowMs);
	const remaining = left === null || state.done >= state.total ? "" : `, ${durationText(left)} left`;
	const cases = `${state.cases} case${state.cases === 1 ? "" : "s"}`;
	const now = state.current ? `: ${state.current.planned.id}${state.current.isWarmup ? " (warm-up)" : ""}` : "";
	return `${state.done} of ${state.total} trials (${cases})${failed}${rate}${remaining}${now}`;
}
function failureText({ caseId, failure }) {
	if (!failure) return null;
	return neutraliseLine(`${caseId}: ${failure.kind}: ${failure.detail.split(/[\r\n]/)[0]}`);
}
function progressBar(state, width) {
	const filled = state.total === 0 ? width : Math.round(Math.min(state.done, state.total) / state.total * width);
	return `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
}
function durationText(seconds) {
	const whole = Math.round(seconds);
	if (whole < 60) return `${whole}s`;
	if (whole < 3600) return `${Math.floor(whole / 60)}m ${whole % 60}s`;
	return `${Math.floor(whole / 3600)}h ${Math.floor(whole % 3600 / 60)}m`;
}

// src/io/line-progress.ts
const intervalMs = 5e3;
function lineProgress(say, clockMs = () => performance.now()) {
	let state = null;
	let timer = null;
	const speak = () => {
		if (state) say(progressText(state, clockMs()));
	};
	return {
		started(total, done, cases) {
			state = startProgress({
				total,
				done,
				cases,
				nowMs: clockMs()
			});
			speak();
			timer = setInterval(speak, intervalMs);
			timer.unref();
		},
		trialStarted(next) {
			if (state) state = withStartedTrial(state, next);
		},
		trialEnded(trial) {
			if (!state) return;
			state = withEndedTrial(state, trial);
			const failure = failureText(trial);
			if (failure !== null) say(failure);
		},
		ended() {
			if (timer) clearInterval(timer);
			speak();
			state = null;
		}
	};
}

export { fittingWidths as C, casesOfBaseline as D, baselineText as E, makeBaseline as O, displayWidth as S, tableRowLines as T, writeSyntheticFasta as _, startProgress as a, renderComparisons as b, measuringPorts as c, check as d, defaultIntervalMs as f, newRunId as g, visibleDevices$1 as h, progressText as i, toolVersion as k, runTool as l, explainUnexpectedUse as m, failureText as n, withEndedTrial as o, commandDevices as p, progressBar as r, withStartedTrial as s, lineProgress as t, explainStartFailure as u, presets as v, naturalWidths as w, renderTerminal as x, reportFormats as y };