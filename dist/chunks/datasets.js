import { EnvironmentError, UserError, attempt, formatCount, formatCounted, hasErrorCode, sumValues } from "./core.js";
import { array, discriminatedUnion, int, literal, number, object, record, string, union } from "./zod.js";
import { basename, dirname, join, relative, resolve } from "node:path";
import { constants, existsSync } from "node:fs";
import { appendFile, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { createHash, randomUUID } from "node:crypto";
import { createGunzip } from "node:zlib";

// src/datasets/dataset-cache.ts
async function prepareCached({ own, readable }, entry) {
	for (const cache of readable) {
		const cached = await entry.read(join(cache, entry.name));
		if (cached) return cached;
	}
	const directory = join(own, entry.name);
	return await fillDraft(directory, "", async (draft) => {
		const { identity, files, paths, names } = await entry.make(draft);
		while (!await isMoved(draft, directory)) {
			const cached = await entry.read(directory);
			if (cached) return cached;
			await rm(directory, {
				recursive: true,
				force: true
			});
		}
		const move = (path) => join(directory, relative(draft, path));
		return {
			identity,
			files: files.map(move),
			...paths && { paths: paths.map(move) },
			...names && { names }
		};
	});
}
async function fillDirectory(path, last, fill) {
	const directory = resolve(path);
	return await fillDraft(directory, `.${basename(directory)}.`, async (draft) => {
		const result = await fill(draft);
		if (await isMoved(draft, directory)) return result;
		await rm(join(directory, last), { force: true });
		const names = (await readdir(draft)).filter((name) => name !== last);
		for (const name of [...names, last]) await rename(join(draft, name), join(directory, name));
		return result;
	});
}
const abandonedMs = 864e5;
async function fillDraft(directory, prefix, fill) {
	const parent = dirname(directory);
	const draft = join(parent, `${prefix}${randomUUID()}.draft`);
	try {
		await makeWithParents(draft);
		for (const name of await readdir(parent).catch(() => [])) {
			if (!name.startsWith(prefix) || !name.endsWith(".draft")) continue;
			const found = await stat(join(parent, name)).catch(() => null);
			if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(join(parent, name), {
				recursive: true,
				force: true
			}).catch(() => {});
		}
		return await fill(draft);
	} catch (cause) {
		const { code, syscall } = cause;
		if (code === void 0 || syscall === void 0) throw cause;
		const what = `The dataset cannot be written to ${directory} (${code})`;
		throw new EnvironmentError(what, "Free disk space, or choose a writable directory (XDG_CACHE_HOME)", { cause });
	} finally {
		await rm(draft, {
			recursive: true,
			force: true
		}).catch(() => {});
	}
}
async function makeWithParents(path) {
	const parent = dirname(path);
	if (!existsSync(parent)) await makeWithParents(parent).catch((error) => {
		if (!hasErrorCode(error, "EEXIST")) throw error;
	});
	await mkdir(path);
}
async function isMoved(draft, directory) {
	try {
		await rename(draft, directory);
		return true;
	} catch (cause) {
		if ([
			"ENOTEMPTY",
			"EEXIST",
			"ENOTDIR"
		].includes(cause.code ?? "")) return false;
		throw cause;
	}
}

// src/datasets/file-hash.ts
const chunkBytes$1 = 1 << 20;
async function hashFiles(paths, signal) {
	const hash = createHash("sha256");
	const buffer = Buffer.allocUnsafe(chunkBytes$1);
	for (const path of paths) {
		await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
		if (!(await file.stat()).isFile()) throw new Error(`${path} is not a file`);
		for (;;) {
			signal?.throwIfAborted();
			const { bytesRead } = await file.read(buffer, 0, chunkBytes$1, null);
			if (bytesRead === 0) break;
			hash.update(buffer.subarray(0, bytesRead));
		}
	}
	return hash.digest("hex");
}

// src/programs/fasta/fasta-directory.ts
const common = {
	schemaVersion: literal(1),
	name: string(),
	parameters: record(string(), union([string(), number()])),
	sequences: int(),
	bases: int(),
	bytes: int(),
	sha256: string(),
	files: array(object({
		name: string().regex(/^file_\d{3,4}\.fa$/),
		sequences: int(),
		bytes: int()
	})).min(1).readonly()
};
const metadataSchema = discriminatedUnion("kind", [object({
	...common,
	kind: literal("synthetic"),
	gc: number()
}), object({
	...common,
	kind: literal("sample"),
	source: object({
		file: string(),
		sha256: string(),
		bytes: int(),
		sequences: int(),
		bases: int(),
		nameless: int()
	}),
	lengths: object({
		largestDifference: number(),
		quantiles: array(object({
			share: number(),
			source: int(),
			sample: int()
		}))
	}),
	strata: array(object({
		minLength: int(),
		maxLength: int(),
		source: int(),
		sample: int()
	}))
})]);
const metadataFile = "metadata.json";
async function writeMetadata(directory, metadata) {
	await writeFile(join(directory, metadataFile), `${JSON.stringify(metadata, null, 2)}\n`);
}
async function writeDirectory(directory, write) {
	const metadata = await fillDirectory(directory, metadataFile, write);
	return {
		metadata,
		dataset: toPreparedDataset(directory, metadata)
	};
}
async function readDirectory(directory, name, parameters) {
	const text = await readFile(join(directory, metadataFile), "utf8").catch(() => "");
	const metadata = metadataSchema.safeParse(attempt(() => JSON.parse(text))).data;
	if (!metadata || JSON.stringify(metadata.parameters) !== JSON.stringify(parameters)) return null;
	const dataset = toPreparedDataset(directory, {
		...metadata,
		name
	});
	const found = await Promise.all(dataset.files.map((file) => stat(file).catch(() => null)));
	if (!metadata.files.every(({ bytes }, index) => found[index]?.isFile() && found[index].size === bytes)) return null;
	return await hashFiles(dataset.files) === metadata.sha256 ? dataset : null;
}
function toPreparedDataset(directory, metadata) {
	const { name, sha256, sequences, bytes, parameters } = metadata;
	const isSample = metadata.kind === "sample";
	const [min, max] = (isSample ? [metadata.lengths.quantiles.at(0), metadata.lengths.quantiles.at(-1)] : []).map((end) => end?.sample);
	return {
		identity: {
			name,
			kind: isSample ? "real" : "synthetic",
			sha256,
			sequences,
			...min === void 0 || max === void 0 ? {} : { lengths: [min, max] },
			bytes,
			parameters
		},
		files: metadata.files.map((file) => join(directory, file.name))
	};
}
function splitFiles(files, sequences) {
	const countBefore = (index) => Math.floor(index * sequences / files);
	return Array.from({ length: files }, (_, index) => {
		return {
			name: `file_${String(index + 1).padStart(3, "0")}.fa`,
			sequences: countBefore(index + 1) - countBefore(index),
			bytes: 0
		};
	});
}
function refuseImpossible({ name, sequences, files }, ...problems) {
	const found = [files > sequences && `${sequences} sequences cannot be split over ${files} files`, ...problems].filter((problem) => problem !== false);
	if (found.length === 0) return;
	const what = name === void 0 ? "dataset" : `dataset ${name}`;
	throw new UserError(`The ${what} cannot be created: ${found.join("; ")}`, "Correct these values");
}

// src/programs/fasta/fasta-scanner.ts
const newline$2 = 10;
const carriageReturn = 13;
const greaterThan = 62;
const kinds = {
	letter: 0,
	lineEnd: 1,
	blank: 2,
	foreign: 3
};
const kindByCode = (/* @__PURE__ */ new Uint8Array(256)).fill(kinds.foreign);
for (const byte of Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz*-")) kindByCode[byte] = kinds.letter;
for (const byte of Buffer.from(" 	\r")) kindByCode[byte] = kinds.blank;
kindByCode[newline$2] = kinds.lineEnd;
var FastaScanner = class {
	#label;
	#listen;
	#totals = {
		sequences: 0,
		bases: 0,
		nameless: 0
	};
	#foreign = {
		count: 0,
		first: ""
	};
	line = 1;
	#chunkStart = 0;
	#recordStart = 0;
	#length = 0;
	#isHeader = false;
	#isNameDue = false;
	#isLineStart = true;
	constructor(label, listen) {
		this.#label = label;
		this.#listen = listen;
	}
	add(chunk) {
		for (let at = 0; at < chunk.length;) at = this.#isHeader ? this.#readHeader(chunk, at) : this.#readText(chunk, at);
		this.#chunkStart += chunk.length;
	}
	end() {
		const { sequences } = this.#totals;
		if (sequences === 0) throw this.#createNotFastaError(1, "nothing");
		if (this.#isNameDue) this.#totals.nameless += 1;
		this.#closeRecord(this.#chunkStart);
		const { count, first } = this.#foreign;
		if (count > 0) {
			const others = count > 1 ? `, and ${count - 1} more such characters` : "";
			const hint = first.includes("\">\"") ? "Two files were joined without a line break; insert one before this \">\"" : "Sequences consist of IUPAC letters, \"*\" and \"-\"; correct this line";
			throw new UserError(`${this.#label}, ${first}${others}`, hint);
		}
		if (this.#totals.bases > 0) return { ...this.#totals };
		const what = `${formatCounted(sequences, "header")} in ${formatCounted(this.line, "line")} and no sequence`;
		throw new UserError(`${this.#label} has ${what}`, "Lines must end with LF or CRLF, and sequences must follow their headers");
	}
	#readHeader(chunk, from) {
		if (this.#isNameDue) {
			this.#isNameDue = false;
			if (chunk[from] === newline$2 || chunk[from] === carriageReturn) this.#totals.nameless += 1;
		}
		const end = chunk.indexOf(newline$2, from);
		if (end === -1) return chunk.length;
		this.#isHeader = false;
		this.#isLineStart = true;
		this.line += 1;
		return end + 1;
	}
	#readText(chunk, from) {
		if (this.#isLineStart && chunk[from] === greaterThan) {
			this.#closeRecord(this.#chunkStart + from);
			this.#recordStart = this.#chunkStart + from;
			this.#totals.sequences += 1;
			this.#isHeader = true;
			this.#isNameDue = true;
			return from + 1;
		}
		let end = from;
		while (end < chunk.length && kindByCode[chunk[end]] === kinds.letter) end += 1;
		if (end === from) return this.#readOther(chunk, from);
		this.#refuseBeforeHeader(chunk, from);
		this.#length += end - from;
		this.#isLineStart = false;
		return end;
	}
	#readOther(chunk, at) {
		const kind = kindByCode[chunk[at]];
		if (kind === kinds.foreign) {
			this.#refuseBeforeHeader(chunk, at);
			if (this.#foreign.count === 0) this.#foreign.first = `line ${this.line}: ${describeForeignCharacter(chunk, at)}`;
			this.#foreign.count += 1;
		}
		this.#isLineStart = kind === kinds.lineEnd;
		if (this.#isLineStart) this.line += 1;
		return at + 1;
	}
	#closeRecord(end) {
		if (this.#totals.sequences === 0) return;
		this.#listen(this.#recordStart, end, this.#length);
		this.#totals.bases += this.#length;
		this.#length = 0;
	}
	#refuseBeforeHeader(chunk, at) {
		if (this.#totals.sequences > 0) return;
		const [line = ""] = chunk.subarray(at, at + longestCharacterBytes * shownCharacters).toString("utf8").split(/\r|\n/, 1);
		throw this.#createNotFastaError(this.line, JSON.stringify(line.slice(0, shownCharacters)));
	}
	#createNotFastaError(line, start) {
		const hint = start.includes("version https://git-lfs.") ? "It is a Git LFS pointer without its content: run `git lfs pull` in its repository" : "A FASTA file starts with a line like \">id description\"";
		return new UserError(`${this.#label} is not FASTA: line ${line} is ${start}`, hint);
	}
};
const shownCharacters = 60;
const longestCharacterBytes = 4;
function describeForeignCharacter(chunk, at) {
	const code = chunk.subarray(at, at + longestCharacterBytes).toString("utf8").codePointAt(0) ?? 0;
	const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
	return `${JSON.stringify(String.fromCodePoint(code))} (${name}) is neither a base nor a residue`;
}

// src/programs/fasta/open-fasta.ts
async function openFasta(file) {
	const { path, setting } = file;
	const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause) => {
		const what = cause.code === "ENOENT" ? "does not exist" : `cannot be opened (${cause.code})`;
		const hint = `Create the file, or correct ${setting}; warpgauge never downloads data`;
		throw new UserError(`${describeFile(file)} ${what}`, hint, { cause });
	});
	try {
		const status = await handle.stat();
		if (!status.isFile()) throw new UserError(`${describeFile(file)} is not a file`, `Set one FASTA file in ${setting}`);
		const { size, mtimeMs } = status;
		if (size === 0) throw new UserError(`${describeFile(file)} is empty`, "Use a FASTA file with at least one sequence");
		const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
		const isGzip = buffer[0] === 31 && buffer[1] === 139;
		return {
			...file,
			handle,
			isGzip,
			size,
			mtimeMs,
			[Symbol.asyncDispose]: () => handle.close()
		};
	} catch (cause) {
		await handle.close();
		throw cause;
	}
}
async function scanFasta(file, listen) {
	const scanner = new FastaScanner(describeFile(file), listen);
	const hash = createHash("sha256");
	try {
		const take = (chunk) => scanner.add(chunk);
		await readText(file, take, (chunk) => hash.update(chunk));
	} catch (cause) {
		const { code = "", syscall } = cause;
		if (syscall !== "read" && !code.startsWith("Z_")) throw cause;
		const what = `cannot be read to its end (${code}) at or after line ${scanner.line} of its text`;
		throw new UserError(`${describeFile(file)} ${what}`, "Copy the file again", { cause });
	}
	const totals = scanner.end();
	await refuseChanged(file);
	return {
		...totals,
		sha256: hash.digest("hex"),
		bytes: file.size
	};
}
async function refuseChanged(file, hasSameBytes = true) {
	const { size, mtimeMs } = await file.handle.stat();
	if (hasSameBytes && size === file.size && mtimeMs === file.mtimeMs) return;
	throw new UserError(`${describeFile(file)} changed while it was read`, "Run again when the file is complete");
}
function describeFile({ setting, path }) {
	return `${setting}: ${path}`;
}
const chunkBytes = 1 << 18;
async function readText(file, take, see) {
	if (!file.isGzip) return await readChunks(file, (chunk) => {
		see?.(chunk);
		return take(chunk);
	});
	const gunzip = createGunzip({ chunkSize: chunkBytes });
	gunzip.on("error", () => void 0);
	const feed = async () => {
		try {
			await readChunks(file, async (chunk) => {
				see?.(chunk);
				const { promise, resolve, reject } = Promise.withResolvers();
				gunzip.write(chunk, (error) => error ? reject(error) : resolve());
				await Promise.race([promise, draining]);
			});
			gunzip.end();
		} catch (cause) {
			gunzip.destroy(cause);
			throw cause;
		}
	};
	const drain = async () => {
		for await (const chunk of gunzip) {
			file.signal?.throwIfAborted();
			await take(chunk);
			if (chunk.byteOffset + chunk.length === chunk.buffer.byteLength) chunk.buffer.transfer(0);
		}
	};
	const draining = drain();
	const [fed, drained] = await Promise.allSettled([feed(), draining]);
	if (drained.status === "rejected") throw drained.reason;
	if (fed.status === "rejected") throw fed.reason;
	await readChunks(file, (chunk) => {
		if (chunk.some((byte) => byte !== 0)) throw Object.assign(/* @__PURE__ */ new Error("zeros between compressed parts"), { code: "Z_DATA_ERROR" });
	}, gunzip.bytesWritten);
}
async function readChunks({ handle, signal }, take, start = 0) {
	const [one, other] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)];
	let position = start;
	let reading = handle.read(one, 0, chunkBytes, position);
	for (;;) {
		signal?.throwIfAborted();
		const { bytesRead, buffer } = await reading;
		if (bytesRead === 0) return;
		position += bytesRead;
		reading = handle.read(buffer === one ? other : one, 0, chunkBytes, position);
		reading.catch(() => void 0);
		await take(buffer.subarray(0, bytesRead));
	}
}

// src/programs/fasta/lengths.ts
var LengthCounter = class {
	#counts = /* @__PURE__ */ new Map();
	add(length) {
		this.#counts.set(length, (this.#counts.get(length) ?? 0) + 1);
	}
	listCounts() {
		return [...this.#counts].toSorted(([one], [other]) => one - other);
	}
};
function countLengths(lengths) {
	const counter = new LengthCounter();
	for (const length of lengths) counter.add(length);
	return counter.listCounts();
}
function sumCounts(counts) {
	return counts.reduce((sum, [, count]) => sum + count, 0);
}
function computeLengthQuantile(counts, share) {
	const target = Math.max(1, Math.ceil(share * sumCounts(counts)));
	let reached = 0;
	for (const [length, count] of counts) {
		reached += count;
		if (reached >= target) return length;
	}
	throw new RangeError("no lengths");
}
function computeLargestDifference(one, other) {
	const [oneTotal, otherTotal] = [sumCounts(one), sumCounts(other)];
	const steps = [...one.map(([length, count]) => [length, count / oneTotal]), ...other.map(([length, count]) => [length, -count / otherTotal])].toSorted(([a], [b]) => a - b);
	let difference = 0;
	let largest = 0;
	for (const [index, [length, step]] of steps.entries()) {
		difference += step;
		if (steps[index + 1]?.[0] !== length) largest = Math.max(largest, Math.abs(difference));
	}
	return largest;
}
const mostStrata = 100;
function planStrata(source, sampleSize) {
	const total = sumCounts(source);
	const fullest = total / Math.min(mostStrata, sampleSize);
	const groups = [];
	let start = 0;
	for (const [length, count] of source) {
		const end = start + count;
		const open = groups.at(-1);
		if (open && end - open.start <= fullest) Object.assign(open, {
			maxLength: length,
			end
		});
		else groups.push({
			minLength: length,
			maxLength: length,
			start,
			end
		});
		start = end;
	}
	const countBefore = (place) => Math.round(sampleSize * place / total);
	return groups.map(({ minLength, maxLength, ...group }) => {
		const sample = countBefore(group.end) - countBefore(group.start);
		return {
			minLength,
			maxLength,
			source: group.end - group.start,
			sample
		};
	});
}

// src/programs/fasta/random-words.ts
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
function drawWord(stream) {
	reserveWords(stream, 1);
	return stream.words[stream.position++];
}
function drawInteger(stream, low, high) {
	return low + Math.floor(drawWord(stream) * (high - low + 1) / 2 ** 32);
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

// src/programs/fasta/sample-fasta.ts
const samplerVersion = 1;
const shownShares = [
	0,
	.01,
	.05,
	.25,
	.5,
	.75,
	.95,
	.99,
	1
];
async function sampleFasta(directory, spec) {
	const { name, sequences } = spec;
	refuseImpossible(spec);
	await using file = await openFasta(spec.source);
	const counter = new LengthCounter();
	const scan = await scanFasta(file, (_start, _end, length) => counter.add(length));
	if (scan.sequences < sequences) {
		const what = `has ${formatCounted(scan.sequences, "sequence")}, the sample needs ${formatCount(sequences)}`;
		const hint = `Sample at most ${scan.sequences} sequences, or use the complete file`;
		throw new UserError(`${describeFile(file)} ${what}`, hint);
	}
	const source = counter.listCounts();
	const strata = planStrata(source, sequences);
	const records = await chooseRecords(file, strata, spec.seed);
	const sample = countLengths(records.map(({ length }) => length));
	const { files, sha256, sourceSha256 } = await copyRecords(directory, file, records, spec.files);
	await refuseChanged(file, sourceSha256 === scan.sha256);
	const metadata = {
		schemaVersion: 1,
		kind: "sample",
		name,
		parameters: {
			source: scan.sha256,
			...listSampleParameters(spec)
		},
		sequences,
		bases: sumValues(records.map(({ length }) => length)),
		bytes: sumValues(files.map(({ bytes }) => bytes)),
		sha256,
		files,
		source: {
			file: basename(file.path),
			...scan
		},
		lengths: {
			largestDifference: computeLargestDifference(source, sample),
			quantiles: shownShares.map((share) => {
				return {
					share,
					source: computeLengthQuantile(source, share),
					sample: computeLengthQuantile(sample, share)
				};
			})
		},
		strata
	};
	await writeMetadata(directory, metadata);
	return metadata;
}
function listSampleParameters({ sequences, seed, files }) {
	return {
		sequences,
		seed,
		files,
		sampler: samplerVersion
	};
}
const spare = 1e3;
async function chooseRecords(file, strata, seed) {
	const stream = openWordStream(seed);
	const pools = strata.map((stratum) => ({
		...stratum,
		limit: 2 ** 32,
		records: []
	}));
	const dropLargest = (pool) => {
		pool.records.sort((one, other) => one.priority - other.priority || one.start - other.start);
		pool.records.splice(pool.sample);
		pool.limit = pool.records.at(-1)?.priority ?? -1;
		return pool.records;
	};
	await scanFasta(file, (start, end, length) => {
		const priority = drawWord(stream);
		const pool = pools.findLast(({ minLength }) => minLength <= length);
		if (!pool || priority > pool.limit) return;
		if (pool.records.push({
			priority,
			start,
			end,
			length
		}) >= 2 * pool.sample + spare) dropLargest(pool);
	});
	return pools.flatMap(dropLargest).toSorted((one, other) => one.start - other.start);
}
const newline$1 = 10;
async function copyRecords(directory, file, records, count) {
	const [hash, source] = [createHash("sha256"), createHash("sha256")];
	const files = splitFiles(count, records.length);
	let [chunkStart, next, current, left] = [
		0,
		0,
		0,
		0
	];
	let pieces = [];
	const flush = async () => {
		const target = files[current];
		const bytes = Buffer.concat(pieces.splice(0));
		if (!target || bytes.length === 0) return;
		hash.update(bytes);
		target.bytes += bytes.length;
		await appendFile(join(directory, target.name), bytes);
	};
	const take = async (chunk) => {
		const chunkEnd = chunkStart + chunk.length;
		for (let record = records[next]; record && record.start < chunkEnd; record = records[next += 1]) {
			const piece = chunk.subarray(Math.max(0, record.start - chunkStart), record.end - chunkStart);
			pieces.push(piece);
			if (record.end > chunkEnd) break;
			if (piece.at(-1) !== newline$1) pieces.push(Buffer.from("\n"));
			left = (left || (files[current]?.sequences ?? 0)) - 1;
			if (left > 0) continue;
			await flush();
			current += 1;
		}
		await flush();
		chunkStart = chunkEnd;
	};
	await readText(file, take, (chunk) => source.update(chunk));
	return {
		files,
		sha256: hash.digest("hex"),
		sourceSha256: source.digest("hex")
	};
}

// src/programs/fasta/synthesizer.ts
const lineWidth = 60;
const newline = 10;
const slots = 65536;
const [a, c, g, t] = [
	65,
	67,
	71,
	84
];
const beforeId = Buffer.from(">synthetic_");
const beforeNumber = Buffer.from(" Synthetic test sequence ");
var Synthesizer = class {
	maxRecordBytes;
	totals = {
		sequences: 0,
		bases: 0,
		gcBases: 0
	};
	#shape;
	#stream;
	#bases = new Uint8Array(slots);
	#gcSlots;
	constructor(shape, seed) {
		this.#shape = shape;
		this.#stream = openWordStream(seed);
		this.maxRecordBytes = 128 + shape.maxLength + Math.ceil(shape.maxLength / lineWidth);
		const gcSlots = Math.round(shape.gc * slots);
		this.#gcSlots = gcSlots;
		this.#bases.fill(c, 0, gcSlots >>> 1).fill(g, gcSlots >>> 1, gcSlots);
		const middle = gcSlots + (slots - gcSlots >>> 1);
		this.#bases.fill(a, gcSlots, middle).fill(t, middle);
	}
	writeRecord(target, offset) {
		const { totals } = this;
		const { minLength, maxLength, openFrames } = this.#shape;
		const end = writeDigits(target, writeText(target, writeDigits(target, writeText(target, offset, beforeId), totals.sequences, 6), beforeNumber), totals.sequences, 1);
		target[end] = newline;
		const start = end + 1;
		const length = drawInteger(this.#stream, minLength, maxLength);
		this.#writeLines(target, start, length);
		const countFrames = (records) => Math.floor(records * (openFrames?.share ?? 0));
		if (openFrames && countFrames(totals.sequences + 1) > countFrames(totals.sequences)) this.#openFrame(target, {
			start,
			length
		}, openFrames.length);
		totals.sequences += 1;
		totals.bases += length;
		return start + length + Math.ceil(length / lineWidth);
	}
	#writeLines(target, offset, length) {
		let at = offset;
		for (let left = length; left > 0; left -= lineWidth) {
			const end = at + Math.min(left, lineWidth);
			this.#writeBases(target, at, end);
			target[end] = newline;
			at = end + 1;
		}
	}
	#writeBases(target, from, to) {
		reserveWords(this.#stream, lineWidth / 2);
		const { words } = this.#stream;
		const [bases, gcSlots] = [this.#bases, this.#gcSlots];
		let gcBases = 0;
		let next = this.#stream.position;
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
		this.#stream.position = next;
		this.totals.gcBases += gcBases;
	}
	#openFrame(target, { start, length }, frame) {
		const covered = Math.min(frame ?? length, length);
		const from = drawInteger(this.#stream, 0, length - covered);
		const first = from + drawInteger(this.#stream, 0, 2);
		const isStop = drawInteger(this.#stream, 0, 1) === 0 ? isForwardStop : isReverseStop;
		const drawBase = () => this.#bases[drawWord(this.#stream) & 65535];
		for (let at = first; at + 3 <= from + covered; at += 3) {
			const places = [
				at,
				at + 1,
				at + 2
			].map((base) => start + base + Math.floor(base / lineWidth));
			let codon = places.map((place) => target[place]);
			if (!isStop(...codon)) continue;
			this.totals.gcBases -= countGc(codon);
			while (isStop(...codon)) codon = [
				drawBase(),
				drawBase(),
				drawBase()
			];
			this.totals.gcBases += countGc(codon);
			for (const [index, place] of places.entries()) target[place] = codon[index];
		}
	}
};
function isForwardStop(first, second, third) {
	return first === t && (second === a && (third === a || third === g) || second === g && third === a);
}
function isReverseStop(first, second, third) {
	return third === a && (second === t && (first === t || first === c) || second === c && first === t);
}
function countGc(codon) {
	return codon.filter((base) => base === g || base === c).length;
}
function writeText(target, offset, text) {
	target.set(text, offset);
	return offset + text.length;
}
function writeDigits(target, offset, value, fewest) {
	let digits = fewest;
	while (value >= 10 ** digits) digits += 1;
	for (let at = offset + digits - 1, left = value; at >= offset; at -= 1) {
		target[at] = 48 + left % 10;
		left = Math.floor(left / 10);
	}
	return offset + digits;
}

// src/programs/fasta/synthetic-fasta.ts
const generatorVersion = 1;
const bufferBytes = 1 << 20;
async function writeSynthetic(directory, spec) {
	const { minLength, maxLength, openFrames } = spec;
	refuseImpossible(spec, minLength > maxLength && `lengths from ${minLength} to ${maxLength} are not an ascending range below 2097152`, (openFrames?.length ?? 3) < 3 && `a reading frame of ${openFrames?.length} bases has no codon`);
	const synthesizer = new Synthesizer(spec, spec.seed);
	const size = Math.max(bufferBytes, synthesizer.maxRecordBytes);
	let [filling, writing] = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)];
	const hash = createHash("sha256");
	const files = splitFiles(spec.files, spec.sequences);
	for (const file of files) {
		await using handle = await open(join(directory, file.name), "w");
		let written = Promise.resolve();
		for (let left = file.sequences; left > 0;) {
			let filled = 0;
			for (; left > 0 && filled + synthesizer.maxRecordBytes <= size; left -= 1) filled = synthesizer.writeRecord(filling, filled);
			const block = filling.subarray(0, filled);
			file.bytes += filled;
			hash.update(block);
			await written;
			written = handle.writeFile(block);
			[filling, writing] = [writing, filling];
		}
		await written;
	}
	const { sequences, bases, gcBases } = synthesizer.totals;
	const metadata = {
		schemaVersion: 1,
		kind: "synthetic",
		name: spec.name ?? "synthetic",
		parameters: listSyntheticParameters(spec),
		sequences,
		bases,
		bytes: sumValues(files.map(({ bytes }) => bytes)),
		gc: gcBases / bases,
		sha256: hash.digest("hex"),
		files
	};
	await writeMetadata(directory, metadata);
	return metadata;
}
function listSyntheticParameters(spec) {
	const { preset, sequences, minLength, maxLength, gc, seed, files, openFrames } = spec;
	const numbers = {
		sequences,
		minLength,
		maxLength,
		gc,
		...openFrames && {
			orfShare: openFrames.share,
			orfLength: openFrames.length ?? "sequence"
		},
		seed,
		files,
		generator: generatorVersion
	};
	return preset === void 0 ? numbers : {
		preset,
		...numbers
	};
}

export { hashFiles, listSampleParameters, listSyntheticParameters, openFasta, prepareCached, readDirectory, sampleFasta, scanFasta, toPreparedDataset, writeDirectory, writeSynthetic };