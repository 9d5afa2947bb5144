import { EnvironmentError, UserError, formatCount, formatCounted } from "./core.js";
import { basename, dirname, join, relative, resolve } from "node:path";
import { constants, writeSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, readdir, rename, rm, stat, unlink, writeFile } from "node:fs/promises";

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
	const sizes = await Promise.all(metadata.files.map(({ name }) => readSize(join(directory, name))));
	return metadata.files.every((file, index) => file.bytes === sizes[index]);
}
function toPreparedDataset(directory, metadata) {
	const { name, sha256, sequences, bytes, parameters } = metadata;
	return {
		identity: {
			name,
			kind: metadata.kind === "sample" ? "real" : "synthetic",
			sha256,
			sequences,
			...readLengths(metadata),
			bytes,
			parameters
		},
		files: metadata.files.map((file) => join(directory, file.name))
	};
}
function readLengths(metadata) {
	const [min, max] = (metadata.kind === "sample" ? [metadata.lengths.quantiles.at(0), metadata.lengths.quantiles.at(-1)] : []).map((end) => end?.sample);
	return min === void 0 || max === void 0 ? {} : { lengths: [min, max] };
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
	const { schemaVersion, kind, name, sequences, bytes, sha256, files, parameters } = value;
	return schemaVersion === 1 && (kind === "synthetic" || kind === "sample") && Number.isSafeInteger(sequences) && Number.isSafeInteger(bytes) && typeof name === "string" && typeof sha256 === "string" && typeof parameters === "object" && areFileEntries(files);
}
function areFileEntries(files) {
	return Array.isArray(files) && files.length > 0 && files.every(isFileEntry);
}
function isFileEntry(value) {
	if (typeof value !== "object" || value === null) return false;
	const { name, bytes } = value;
	return typeof name === "string" && /^file_\d{3,4}\.fa$/.test(name) && Number.isSafeInteger(bytes);
}
async function readSize(path) {
	const status = await stat(path).catch(() => null);
	return status?.isFile() ? status.size : null;
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

// src/datasets/dataset-cache.ts
async function readFirst({ readable }, entry, request) {
	for (const cache of readable) {
		const cached = await readCached(join(cache, entry), request);
		if (cached) return cached;
	}
	return null;
}
async function readCached(directory, request) {
	const metadata = await readMetadata(directory);
	if (!metadata || JSON.stringify(metadata.parameters) !== JSON.stringify(request.parameters)) return null;
	if (!await hasRecordedSizes(directory, metadata)) return null;
	const dataset = toPreparedDataset(directory, {
		...metadata,
		name: request.name
	});
	return await hashFiles(dataset.files) === metadata.sha256 ? dataset : null;
}
async function makeCached(cache, make, placeOf, read = readCached) {
	const draft = join(cache, `${randomUUID()}.draft`);
	await removeAbandoned(cache);
	try {
		await mkdir(draft, { recursive: true });
		const made = await make(draft);
		const directory = placeOf(made);
		while (!await isMoved(draft, directory)) {
			const { name, parameters } = made.identity;
			const cached = await read(directory, {
				name,
				parameters
			});
			if (cached) return cached;
			await rm(directory, {
				recursive: true,
				force: true
			});
		}
		return moveDataset(made, draft, directory);
	} finally {
		await rm(draft, {
			recursive: true,
			force: true
		});
	}
}
function moveDataset(made, from, to) {
	const { identity, files, paths, names } = made;
	const move = (path) => join(to, relative(from, path));
	return {
		identity,
		files: files.map(move),
		...paths && { paths: paths.map(move) },
		...names && { names }
	};
}
const abandonedMs = 864e5;
async function removeAbandoned(directory, start = "") {
	const names = await readdir(directory).catch(() => []);
	for (const name of names.filter((entry) => entry.startsWith(start) && entry.endsWith(".draft"))) {
		const found = await stat(join(directory, name)).catch(() => null);
		if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(join(directory, name), {
			recursive: true,
			force: true
		}).catch(() => {});
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

// src/datasets/fasta-problems.ts
const shownCharacters = 60;
const longestCharacterBytes = 4;
function describeForeignCharacter(chunk, at) {
	const code = chunk.subarray(at, at + longestCharacterBytes).toString("utf8").codePointAt(0) ?? 0;
	const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
	return `${JSON.stringify(String.fromCodePoint(code))} (${name}) is neither a base nor a residue`;
}
function suggestFix(problem) {
	return problem.includes("\">\"") ? "Two files were joined without a line break; insert one before this \">\"" : "Sequences consist of IUPAC letters, \"*\" and \"-\"; correct this line";
}
function readLineStart(chunk, at) {
	return chunk.subarray(at, at + 240).toString("utf8").split(/\r|\n/, 1)[0].slice(0, shownCharacters);
}

// src/datasets/fasta-scanner.ts
const newline$2 = 10;
const carriageReturn = 13;
const greaterThan = 62;
const kinds = {
	letter: 0,
	lineEnd: 1,
	blank: 2,
	foreign: 3
};
const kindByCode = buildKindTable();
function createFastaScanner(label, listener) {
	const state = {
		label,
		listener,
		totals: {
			sequences: 0,
			bases: 0,
			nameless: 0
		},
		foreign: {
			count: 0,
			first: null
		},
		chunkStart: 0,
		line: 1,
		length: 0,
		isHeader: false,
		isNameDue: false,
		isLineStart: true
	};
	return {
		add: (chunk) => {
			for (let at = 0; at < chunk.length;) at = state.isHeader ? readHeader(state, chunk, at) : readText(state, chunk, at);
			state.chunkStart += chunk.length;
		},
		end: () => finish(state),
		getLine: () => state.line
	};
}
function readHeader(state, chunk, from) {
	if (state.isNameDue) {
		state.isNameDue = false;
		if (chunk[from] === newline$2 || chunk[from] === carriageReturn) state.totals.nameless += 1;
	}
	const end = chunk.indexOf(newline$2, from);
	if (end === -1) return chunk.length;
	state.isHeader = false;
	state.isLineStart = true;
	state.line += 1;
	return end + 1;
}
function readText(state, chunk, from) {
	if (state.isLineStart && chunk[from] === greaterThan) return openRecord(state, from);
	const end = findLettersEnd(chunk, from);
	if (end === from) return readOther(state, chunk, from);
	refuseBeforeHeader(state, chunk, from);
	state.length += end - from;
	state.isLineStart = false;
	return end;
}
function findLettersEnd(chunk, from) {
	let at = from;
	while (at < chunk.length && kindByCode[chunk[at]] === kinds.letter) at += 1;
	return at;
}
function openRecord(state, at) {
	closeRecord(state, state.chunkStart + at);
	state.listener.onRecordStart(state.chunkStart + at);
	state.totals.sequences += 1;
	state.isHeader = true;
	state.isNameDue = true;
	return at + 1;
}
function closeRecord(state, end) {
	if (state.totals.sequences === 0) return;
	state.listener.onRecordEnd(end, state.length);
	state.totals.bases += state.length;
	state.length = 0;
}
function readOther(state, chunk, at) {
	const kind = kindByCode[chunk[at]];
	if (kind === kinds.foreign) {
		refuseBeforeHeader(state, chunk, at);
		state.foreign.first ??= `line ${state.line}: ${describeForeignCharacter(chunk, at)}`;
		state.foreign.count += 1;
	}
	state.isLineStart = kind === kinds.lineEnd;
	if (state.isLineStart) state.line += 1;
	return at + 1;
}
function refuseBeforeHeader({ totals, label, line }, chunk, at) {
	if (totals.sequences === 0) throw createNotFastaError(label, line, JSON.stringify(readLineStart(chunk, at)));
}
function finish(state) {
	const { label, totals, foreign, line } = state;
	if (totals.sequences === 0) throw createNotFastaError(label, 1, "nothing");
	if (state.isNameDue) totals.nameless += 1;
	closeRecord(state, state.chunkStart);
	if (foreign.first !== null) {
		const others = foreign.count > 1 ? `, and ${foreign.count - 1} more such characters` : "";
		throw new UserError(`${label}, ${foreign.first}${others}`, suggestFix(foreign.first));
	}
	if (totals.bases > 0) return { ...totals };
	throw new UserError(`${label} has ${formatCounted(totals.sequences, "header")} in ${formatCounted(line, "line")} and no sequence`, "Lines must end with LF or CRLF, and sequences must follow their headers");
}
function createNotFastaError(label, line, start) {
	return new UserError(`${label} is not FASTA: line ${line} is ${start}`, "A FASTA file starts with a line like \">id description\"");
}
function buildKindTable() {
	const table = (/* @__PURE__ */ new Uint8Array(256)).fill(kinds.foreign);
	for (const byte of Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz*-")) table[byte] = kinds.letter;
	for (const byte of Buffer.from(" 	\r")) table[byte] = kinds.blank;
	table[newline$2] = kinds.lineEnd;
	return table;
}

// src/datasets/unpack-file.ts
const chunkBytes = 1 << 18;
async function unpackFile(file, see, seeStored) {
	if (file.isGzip) return inflateFile(file, see, seeStored);
	return readChunks(file, (chunk) => {
		seeStored(chunk);
		see(chunk);
	});
}
async function readChunks({ handle, signal }, take) {
	const [one, other] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)];
	let reading = handle.read(one, 0, chunkBytes, null);
	for (;;) {
		signal?.throwIfAborted();
		const { bytesRead, buffer } = await reading;
		if (bytesRead === 0) return;
		reading = handle.read(buffer === one ? other : one, 0, chunkBytes, null);
		reading.catch(() => void 0);
		await take(buffer.subarray(0, bytesRead));
	}
}
async function inflateFile(file, see, seeStored) {
	const gunzip = createGunzip({ chunkSize: chunkBytes });
	const [fed, seen] = await Promise.allSettled([feedGunzip(gunzip, file, seeStored), drain(gunzip, see, file.signal)]);
	if (seen.status === "rejected") throw seen.reason;
	if (fed.status === "rejected") throw fed.reason;
	await refuseHiddenMember(file.handle, gunzip.bytesWritten);
}
async function feedGunzip(gunzip, file, seeStored) {
	try {
		await readChunks(file, async (chunk) => {
			seeStored(chunk);
			await writeChunk(gunzip, chunk);
		});
		gunzip.end();
	} catch (cause) {
		gunzip.destroy(cause);
		throw cause;
	}
}
function writeChunk(gunzip, chunk) {
	return new Promise((resolve, reject) => {
		gunzip.write(chunk, (error) => error ? reject(error) : resolve());
	});
}
async function drain(gunzip, see, signal) {
	for await (const chunk of gunzip) {
		signal?.throwIfAborted();
		see(chunk);
		if (chunk.byteOffset + chunk.length === chunk.buffer.byteLength) chunk.buffer.transfer(0);
	}
}
async function refuseHiddenMember(handle, readBytes) {
	const { size } = await handle.stat();
	const buffer = Buffer.allocUnsafe(chunkBytes);
	for (let at = readBytes; at < size;) {
		const { bytesRead } = await handle.read(buffer, 0, chunkBytes, at);
		if (buffer.subarray(0, bytesRead).some((byte) => byte !== 0)) throw createHiddenMemberError();
		if (bytesRead === 0) return;
		at += bytesRead;
	}
}
function createHiddenMemberError() {
	return Object.assign(/* @__PURE__ */ new Error("zeros between compressed parts"), { code: "Z_DATA_ERROR" });
}

// src/datasets/scan-fasta.ts
async function openFasta(file) {
	const handle = await openFile(file);
	try {
		const { size, mtimeMs } = await readStatus(file, handle);
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
async function scanFasta(file, audience) {
	const scanner = createFastaScanner(describeFile(file), audience);
	const hash = createHash("sha256");
	const see = (chunk) => {
		scanner.add(chunk);
		audience.onChunk?.(chunk);
	};
	await unpackFile(file, see, (chunk) => hash.update(chunk)).catch((cause) => {
		throw translateError$1(cause, file, scanner);
	});
	const totals = scanner.end();
	await refuseChanged(file);
	return {
		...totals,
		sha256: hash.digest("hex"),
		bytes: file.size
	};
}
async function refuseChanged(file) {
	const { size, mtimeMs } = await file.handle.stat();
	if (size === file.size && mtimeMs === file.mtimeMs) return;
	throw new UserError(`${describeFile(file)} changed while it was read`, "Run again when the file is complete");
}
function describeFile({ setting, path }) {
	return `${setting}: ${path}`;
}
async function openFile(file) {
	return open(file.path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause) => {
		const what = cause.code === "ENOENT" ? "does not exist" : `cannot be opened (${cause.code})`;
		const hint = `Create the file, or correct ${file.setting}; warpgauge never downloads data`;
		throw new UserError(`${describeFile(file)} ${what}`, hint, { cause });
	});
}
async function readStatus(file, handle) {
	const status = await handle.stat();
	if (!status.isFile()) throw new UserError(`${describeFile(file)} is not a file`, `Set one FASTA file in ${file.setting}`);
	if (status.size > 0) return status;
	throw new UserError(`${describeFile(file)} is empty`, "Use a FASTA file with at least one sequence");
}
function translateError$1(cause, file, scanner) {
	const { code = "", syscall } = cause;
	if (syscall !== "read" && !code.startsWith("Z_")) return cause;
	const what = `cannot be read to its end (${code}) at or after line ${scanner.getLine()} of its text`;
	return new UserError(`${describeFile(file)} ${what}`, "Copy the file again", { cause });
}

// src/datasets/candidate-spool.ts
async function openCandidateSpool(directory) {
	const path = join(directory, ".candidates");
	const handle = await open(path, "w+");
	await unlink(path);
	let chunkStart = 0;
	let spooledBytes = 0;
	let openedAt = null;
	let spans = [];
	const keep = (start, end) => {
		const last = spans.at(-1);
		if (last?.end === start) last.end = end;
		else spans.push({
			start,
			end
		});
		spooledBytes += end - start;
	};
	return {
		handle,
		open: (start) => {
			openedAt = start;
			return spooledBytes;
		},
		close: (end) => {
			if (openedAt !== null) keep(openedAt, end);
			openedAt = null;
		},
		take: (chunk) => {
			const chunkEnd = chunkStart + chunk.length;
			if (openedAt !== null) {
				keep(openedAt, chunkEnd);
				openedAt = chunkEnd;
			}
			for (const { start, end } of spans) writeAll(handle.fd, chunk.subarray(start - chunkStart, end - chunkStart));
			spans = [];
			chunkStart = chunkEnd;
		}
	};
}
function writeAll(fd, bytes) {
	for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

// src/datasets/choose-records.ts
function chooseRecords(candidates, strata) {
	const { size, priorities, lengths } = candidates;
	const strataByIndex = Uint32Array.from({ length: size }, (_, at) => findStratum(strata, lengths[at]));
	const order = Uint32Array.from({ length: size }, (_, at) => at).toSorted((a, b) => getValue(strataByIndex, a) - getValue(strataByIndex, b) || getValue(priorities, a) - getValue(priorities, b) || a - b);
	const chosen = new Uint32Array(strata.reduce((sum, { sample }) => sum + sample, 0));
	const taken = new Uint32Array(strata.length);
	let count = 0;
	for (const index of order) {
		const stratum = getValue(strataByIndex, index);
		if (getValue(taken, stratum) === strata[stratum].sample) continue;
		taken[stratum] = getValue(taken, stratum) + 1;
		chosen[count] = index;
		count += 1;
	}
	return chosen.toSorted();
}
function getValue(values, index) {
	return values[index];
}
function findStratum(strata, length) {
	let low = 0;
	let high = strata.length - 1;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (strata[middle].minLength <= length) low = middle;
		else high = middle - 1;
	}
	return low;
}

// src/datasets/dataset-files.ts
function formatDatasetFileName(index) {
	return `file_${String(index + 1).padStart(3, "0")}.fa`;
}
function splitEvenly(files, sequences) {
	const countBefore = (index) => Math.floor(index * sequences / files);
	return Array.from({ length: files }, (_, index) => countBefore(index + 1) - countBefore(index));
}
function buildCommonChecks(spec) {
	const { sequences, files, seed } = spec;
	return [
		[isIntegerInRange(sequences, 1, Number.MAX_SAFE_INTEGER), `sequences is ${sequences}, not an integer above 0`],
		[isIntegerInRange(files, 1, 1e3), `files is ${files}, not an integer from 1 to 1000`],
		[files <= sequences, `${sequences} sequences cannot be split over ${files} files`],
		[isIntegerInRange(seed, 0, 2 ** 32 - 1), `seed is ${seed}, not an integer from 0 to 4294967295`]
	];
}
function refuseFailed(what, checks) {
	const problems = checks.filter(([isGood]) => !isGood).map(([, problem]) => problem);
	if (problems.length === 0) return;
	throw new UserError(`The ${what} cannot be created: ${problems.join("; ")}`, "Correct these values");
}
function isIntegerInRange(value, min, max) {
	return Number.isSafeInteger(value) && value >= min && value <= max;
}

// src/datasets/length-counts.ts
const directLengths = 65536;
function createLengthCounter() {
	const short = new Uint32Array(directLengths);
	const long = /* @__PURE__ */ new Map();
	return {
		add: (length) => {
			if (length < directLengths) short[length] = short[length] + 1;
			else long.set(length, (long.get(length) ?? 0) + 1);
		},
		listCounts: () => {
			const counts = [];
			for (const [length, count] of short.entries()) if (count > 0) counts.push([length, count]);
			return [...counts, ...[...long].toSorted(([one], [other]) => one - other)];
		}
	};
}
function countLengths(lengths) {
	const counter = createLengthCounter();
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

// src/datasets/describe-sample.ts
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
function describeSample(facts) {
	const { name, parameters, files, sha256, strata, source, sample } = facts;
	return {
		schemaVersion: 1,
		kind: "sample",
		name,
		parameters,
		sequences: sumCounts(sample),
		bases: sample.reduce((sum, [length, count]) => sum + length * count, 0),
		bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
		sha256,
		files,
		source: {
			file: basename(facts.path),
			...facts.scan
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
}

// src/datasets/fill-directory.ts
async function fillDirectory(path, last, fill) {
	const directory = resolve(path);
	const draft = join(dirname(directory), `.${basename(directory)}.${randomUUID()}.draft`);
	try {
		await mkdir(draft, { recursive: true });
		await removeAbandoned(dirname(directory), `.${basename(directory)}.`);
		const result = await fill(draft);
		await moveFiles(draft, directory, last);
		return result;
	} catch (cause) {
		throw translateError(cause, directory);
	} finally {
		await rm(draft, {
			recursive: true,
			force: true
		}).catch(() => {});
	}
}
async function moveFiles(draft, directory, last) {
	if (await rename(draft, directory).then(() => true, (error) => {
		if (error.code === "ENOTEMPTY" || error.code === "EEXIST") return false;
		throw error;
	})) return;
	await rm(join(directory, last), { force: true });
	const names = (await readdir(draft)).filter((name) => name !== last);
	for (const name of [...names, last]) await rename(join(draft, name), join(directory, name));
}
function translateError(cause, directory) {
	const { code, syscall } = cause;
	if (code === void 0 || syscall === void 0) return cause;
	const what = `The dataset cannot be written to ${directory} (${code})`;
	return new EnvironmentError(what, "Free disk space, or choose a writable directory", { cause });
}

// src/datasets/length-strata.ts
const mostStrata = 100;
function planStrata(source, candidates, sampleSize) {
	const total = sumCounts(source);
	const fullest = total / Math.min(mostStrata, sampleSize);
	const computeAllotment = ({ start, end }) => Math.round(sampleSize * end / total) - Math.round(sampleSize * start / total);
	const needsCandidates = (group) => group.candidates < computeAllotment(group);
	const available = new Map(candidates);
	const groups = [];
	let start = 0;
	for (const [length, count] of source) {
		const added = {
			maxLength: length,
			end: start + count,
			candidates: available.get(length) ?? 0
		};
		const open = groups.at(-1);
		if (open && (added.end - open.start <= fullest || needsCandidates(open))) extend(open, added);
		else groups.push({
			minLength: length,
			start,
			...added
		});
		start = added.end;
	}
	closeLast(groups, needsCandidates);
	return groups.map((group) => {
		const { minLength, maxLength } = group;
		return {
			minLength,
			maxLength,
			source: group.end - group.start,
			sample: computeAllotment(group)
		};
	});
}
function extend(group, { maxLength, end, candidates }) {
	group.maxLength = maxLength;
	group.end = end;
	group.candidates += candidates;
}
function closeLast(groups, lacks) {
	for (let last = groups.at(-1); last && groups.length > 1 && lacks(last); last = groups.at(-1)) {
		groups.pop();
		extend(groups.at(-1), last);
	}
}

// src/datasets/candidate-pool.ts
const spare = 16384;
const keptPart = .85;
const firstCapacity = 4096;
function createCandidatePool(sampleSize) {
	const limit = Math.ceil(sampleSize * 1.25) + spare;
	let kept = allocateColumns(Math.min(limit, firstCapacity));
	let size = 0;
	let threshold = 2 ** 32;
	const makeRoom = () => {
		if (size < limit) {
			kept = resizeColumns(kept, Math.min(limit, 2 * size));
			return;
		}
		threshold = kept.priorities.toSorted()[Math.floor(keptPart * size)];
		size = dropFrom(kept, threshold);
	};
	return {
		canAdd: (priority) => priority < threshold,
		add: (priority, { length, offset, byteSize }) => {
			if (size === kept.priorities.length) makeRoom();
			if (priority >= threshold) return;
			kept.priorities[size] = priority;
			kept.lengths[size] = length;
			kept.offsets[size] = offset;
			kept.byteSizes[size] = byteSize;
			size += 1;
		},
		getCandidates: () => ({
			size,
			...kept
		})
	};
}
function allocateColumns(capacity) {
	return {
		priorities: new Uint32Array(capacity),
		lengths: new Uint32Array(capacity),
		offsets: new Float64Array(capacity),
		byteSizes: new Uint32Array(capacity)
	};
}
function resizeColumns(old, capacity) {
	const wider = allocateColumns(capacity);
	wider.priorities.set(old.priorities);
	wider.lengths.set(old.lengths);
	wider.offsets.set(old.offsets);
	wider.byteSizes.set(old.byteSizes);
	return wider;
}
function dropFrom({ priorities, lengths, offsets, byteSizes }, threshold) {
	let size = 0;
	for (let at = 0; at < priorities.length; at += 1) {
		const priority = priorities[at];
		if (priority >= threshold) continue;
		priorities[size] = priority;
		lengths[size] = lengths[at];
		offsets[size] = offsets[at];
		byteSizes[size] = byteSizes[at];
		size += 1;
	}
	return size;
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

// src/datasets/sampler.ts
const largestRecordBytes = 2 ** 32 - 1;
function createSampler({ source, sequences, seed }, spool) {
	const [counter, pool, stream] = [
		createLengthCounter(),
		createCandidatePool(sequences),
		openWordStream(seed)
	];
	let start = 0;
	let offset = 0;
	let priority = 0;
	const onRecordEnd = (end, length) => {
		counter.add(length);
		if (!pool.canAdd(priority)) return;
		spool?.close(end);
		if (end - start > largestRecordBytes) throw createTooLargeError(source, end - start);
		pool.add(priority, {
			length,
			offset,
			byteSize: end - start
		});
	};
	const onRecordStart = (at) => {
		priority = drawWord(stream);
		start = at;
		if (pool.canAdd(priority)) offset = spool ? spool.open(at) : at;
	};
	return {
		audience: {
			onRecordStart,
			onRecordEnd,
			...spool && { onChunk: spool.take }
		},
		counter,
		pool
	};
}
function createTooLargeError(source, bytes) {
	return new UserError(`${describeFile(source)} has a record of ${bytes} bytes; the limit is 4 GiB`, "Use the complete file, or split this record");
}

// src/datasets/record-reader.ts
const windowBytes = 1 << 18;
const smallestReadBytes = 16384;
const nearBytes = 65536;
function createRecordReader(handle) {
	const window = {
		buffer: Buffer.allocUnsafe(windowBytes),
		start: 0,
		end: 0
	};
	return { read: async (offset, byteSize, take) => {
		for (let at = offset; at < offset + byteSize;) {
			const needed = Math.min(windowBytes, offset + byteSize - at);
			if (at + needed > window.end || at < window.start) await move(handle, window, at, needed);
			await take(window.buffer.subarray(at - window.start, at - window.start + needed));
			at += needed;
		}
	} };
}
async function move(handle, window, at, needed) {
	const size = at - window.end < nearBytes ? windowBytes : Math.max(needed, smallestReadBytes);
	const { bytesRead } = await handle.read(window.buffer, 0, size, at);
	if (bytesRead < needed) throw new Error(`${needed} bytes were at ${at}, ${bytesRead} are left`);
	window.start = at;
	window.end = at + bytesRead;
}

// src/datasets/write-sample.ts
const bufferBytes$1 = 1 << 18;
const newline$1 = 10;
async function writeSample(directory, { candidates, indices, text }, files) {
	const [reader, hash, buffer] = [
		createRecordReader(text),
		createHash("sha256"),
		Buffer.allocUnsafe(bufferBytes$1)
	];
	const written = [];
	let done = 0;
	for (const [index, sequences] of splitEvenly(files, indices.length).entries()) {
		const name = formatDatasetFileName(index);
		await using handle = await open(join(directory, name), "w");
		const output = createOutput(handle, hash, buffer);
		await copyRecords(reader, candidates, indices.subarray(done, done + sequences), output);
		written.push({
			name,
			sequences,
			bytes: await output.end()
		});
		done += sequences;
	}
	return {
		files: written,
		sha256: hash.digest("hex")
	};
}
async function copyRecords(reader, candidates, indices, output) {
	let last = newline$1;
	const take = (piece) => {
		last = piece.at(-1);
		return output.add(piece);
	};
	for (const index of indices) {
		await reader.read(candidates.offsets[index], candidates.byteSizes[index], take);
		if (last !== newline$1) await take(Buffer.from("\n"));
	}
}
function createOutput(handle, hash, buffer) {
	let bytes = 0;
	let filled = 0;
	const write = async (piece) => {
		hash.update(piece);
		await handle.writeFile(piece);
		bytes += piece.length;
	};
	const makeRoom = async (piece) => {
		await write(buffer.subarray(0, filled));
		filled = 0;
		if (piece.length > buffer.length) await write(piece);
		else filled = piece.copy(buffer);
	};
	return {
		add: (piece) => {
			if (filled + piece.length > buffer.length) return makeRoom(piece);
			filled += piece.copy(buffer, filled);
		},
		end: async () => {
			await write(buffer.subarray(0, filled));
			return bytes;
		}
	};
}

// src/datasets/sample-fasta.ts
const samplerVersion = 1;
async function sampleFasta(spec) {
	refuseFailed(`dataset ${spec.name}`, buildCommonChecks(spec));
	await using file = await openFasta(spec.source);
	const metadata = await fillDirectory(spec.directory, metadataFile, async (directory) => {
		await using stack = new AsyncDisposableStack();
		const spool = file.isGzip ? await openCandidateSpool(directory) : null;
		if (spool) stack.use(spool.handle);
		const sampler = createSampler(spec, spool);
		const scan = await scanFasta(file, sampler.audience);
		spec.check?.(scan.sha256);
		const candidates = sampler.pool.getCandidates();
		const chosen = choose(spec, scan, sampler, candidates);
		const text = spool?.handle ?? file.handle;
		const written = await writeSample(directory, {
			candidates,
			indices: chosen.indices,
			text
		}, spec.files);
		await refuseChanged(file);
		const { name, source } = spec;
		const parameters = {
			source: scan.sha256,
			...listSampleParameters(spec)
		};
		const described = describeSample({
			name,
			path: source.path,
			parameters,
			scan,
			...chosen,
			...written
		});
		await writeMetadata(directory, described);
		return described;
	});
	return {
		dataset: toPreparedDataset(spec.directory, metadata),
		metadata
	};
}
function listSampleParameters({ sequences, seed, files }) {
	return {
		sequences,
		seed,
		files,
		sampler: samplerVersion
	};
}
function choose(spec, scan, sampler, candidates) {
	if (scan.sequences < spec.sequences) throw createTooManyError(spec, scan.sequences);
	const source = sampler.counter.listCounts();
	const strata = planStrata(source, countLengths(candidates.lengths.subarray(0, candidates.size)), spec.sequences);
	const indices = chooseRecords(candidates, strata);
	return {
		source,
		strata,
		indices,
		sample: countLengths(indices.map((index) => candidates.lengths[index]))
	};
}
function createTooManyError({ source, sequences }, available) {
	const what = `has ${formatCounted(available, "sequence")}, the sample needs ${formatCount(sequences)}`;
	return new UserError(`${describeFile(source)} ${what}`, `Sample at most ${available} sequences, or use the complete file`);
}

// src/datasets/open-frame.ts
const [a, c, g, t] = [
	65,
	67,
	71,
	84
];
function hasOpenFrame(index, share) {
	return Math.floor((index + 1) * share) > Math.floor(index * share);
}
function openFrame(record, frameLength) {
	const { length, stream } = record;
	const covered = Math.min(frameLength ?? length, length);
	const start = drawInteger(stream, 0, length - covered);
	const first = start + drawInteger(stream, 0, 2);
	const isStop = drawInteger(stream, 0, 1) === 0 ? isForwardStop : isReverseStop;
	let gcChange = 0;
	for (let at = first; at + 3 <= start + covered; at += 3) gcChange += openCodon(record, at, isStop);
	return gcChange;
}
function openCodon({ target, offset, lineWidth, bases, stream }, at, isStop) {
	const places = [
		at,
		at + 1,
		at + 2
	].map((base) => offset + base + Math.floor(base / lineWidth));
	let codon = places.map((place) => target[place]);
	if (!isStop(...codon)) return 0;
	const before = countGc(codon);
	while (isStop(...codon)) codon = [
		drawBase(bases, stream),
		drawBase(bases, stream),
		drawBase(bases, stream)
	];
	for (const [index, place] of places.entries()) target[place] = codon[index];
	return countGc(codon) - before;
}
function drawBase(bases, stream) {
	return bases[drawWord(stream) & 65535];
}
function isForwardStop(first, second, third) {
	return first === t && (second === a && (third === a || third === g) || second === g && third === a);
}
function isReverseStop(first, second, third) {
	return third === a && (second === t && (first === t || first === c) || second === c && first === t);
}
function countGc(codon) {
	return codon.filter((base) => base === g || base === c).length;
}

// src/datasets/synthesizer.ts
const lineWidth = 60;
const newline = 10;
const slots = 65536;
const beforeId = Buffer.from(">synthetic_");
const beforeNumber = Buffer.from(" Synthetic test sequence ");
function createSynthesizer(shape, seed) {
	const source = {
		stream: openWordStream(seed),
		table: buildBaseTable(shape.gc)
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
			totals.gcBases += writeLines(target, start, length, source);
			totals.gcBases += addOpenFrame({
				target,
				offset: start,
				length
			}, totals.sequences, {
				shape,
				source
			});
			totals.sequences += 1;
			totals.bases += length;
			return start + length + Math.ceil(length / lineWidth);
		},
		getTotals: () => ({ ...totals })
	};
}
function addOpenFrame(record, index, { shape: { openFrames }, source }) {
	if (!openFrames || !hasOpenFrame(index, openFrames.share)) return 0;
	return openFrame({
		...record,
		lineWidth,
		bases: source.table.bases,
		stream: source.stream
	}, openFrames.length);
}
function buildBaseTable(gc) {
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
	const end = writeDigits(target, writeText(target, writeDigits(target, writeText(target, offset, beforeId), index, 6), beforeNumber), index, 1);
	target[end] = newline;
	return end + 1;
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
function writeLines(target, offset, length, source) {
	let gcBases = 0;
	let at = offset;
	for (let left = length; left > 0; left -= lineWidth) {
		const end = at + Math.min(left, lineWidth);
		gcBases += writeBases(target, at, end, source);
		target[end] = newline;
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
	const metadata = await fillDirectory(spec.directory, metadataFile, async (directory) => {
		const synthesizer = createSynthesizer(spec, spec.seed);
		const size = Math.max(bufferBytes, synthesizer.maxRecordBytes);
		const buffers = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)];
		const output = {
			synthesizer,
			hash: createHash("sha256"),
			buffers
		};
		const files = [];
		for (const [index, sequences] of splitEvenly(spec.files, spec.sequences).entries()) {
			const name = formatDatasetFileName(index);
			files.push({
				name,
				sequences,
				bytes: await writeFasta(join(directory, name), sequences, output)
			});
		}
		const described = describe(spec, files, output);
		await writeMetadata(directory, described);
		return described;
	});
	return toPreparedDataset(spec.directory, metadata);
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
function refuseImpossible(spec) {
	const { minLength, maxLength, gc, openFrames } = spec;
	const hasLengths = isIntegerInRange(minLength, 1, maxLength) && isIntegerInRange(maxLength, minLength, 2 ** 21 - 1);
	const checks = [
		...buildCommonChecks(spec),
		[hasLengths, `lengths from ${minLength} to ${maxLength} are not an ascending range below 2097152`],
		[gc > 0 && gc < 1, `gc is ${gc}, not between 0 and 1`],
		[(openFrames?.length ?? 3) >= 3, `a reading frame of ${openFrames?.length} bases has no codon`]
	];
	refuseFailed(spec.name === void 0 ? "dataset" : `dataset ${spec.name}`, checks);
}
async function writeFasta(path, sequences, output) {
	await using handle = await open(path, "w");
	return await writeRecords(handle, sequences, output);
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
	const { sequences, bases, gcBases } = output.synthesizer.getTotals();
	return {
		schemaVersion: 1,
		kind: "synthetic",
		name: spec.name ?? "synthetic",
		parameters: listSyntheticParameters(spec),
		sequences,
		bases,
		bytes: files.reduce((sum, file) => sum + file.bytes, 0),
		gc: gcBases / bases,
		sha256: output.hash.digest("hex"),
		files
	};
}

export { hashFiles, listSampleParameters, listSyntheticParameters, makeCached, openFasta, readFirst, sampleFasta, scanFasta, writeSyntheticFasta };