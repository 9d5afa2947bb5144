import { UserError, formatCounted } from "./core.js";
import { sampleFasta, writeDirectory, writeSynthetic } from "./datasets.js";
import { adjustPreset, presets } from "./choices.js";
import { listSuitesNeedingMore } from "./judging.js";
import { parseShare, parseWholeNumber } from "./option-numbers.js";
import { print, say } from "./version.js";
import { resolve } from "node:path";

// src/cli/write-dataset.ts
const mostSequences = 1e9;
const longestBases = 2 ** 21 - 1;
async function writeDataset(options) {
	const { identity, files } = await chooseSource(options);
	print(JSON.stringify({
		...identity,
		files
	}, null, 2));
	say(`${formatCounted(identity.sequences ?? 0, "sequence")}, ${identity.bytes} bytes in ${resolve(options.out)}`);
	const suites = listSuitesNeedingMore(identity.sequences ?? 0);
	if (suites.length > 0) say(`warning: too few sequences for the suites ${suites.join(", ")} (docs/datasets.md)`);
}
function chooseSource(options) {
	if (options.from !== void 0) return writeSample(options, options.from);
	if (options.preset !== void 0) return writePreset(options, options.preset);
	const hint = `Give --preset ${Object.keys(presets).join("|")}, or --from FASTA --sequences N`;
	throw new UserError("Neither --preset nor --from is given", hint);
}
async function writePreset(options, preset) {
	const changes = {
		sequences: parseOptionalInteger("--sequences", options.sequences, mostSequences),
		minLength: parseOptionalInteger("--min-length", options.minLength, longestBases),
		maxLength: parseOptionalInteger("--max-length", options.maxLength, longestBases)
	};
	const gc = parseShare("--gc", options.gc ?? "0.5");
	const frames = readOpenFrames(options);
	const { directory, ...common } = readCommonOptions(options);
	const spec = {
		preset,
		...adjustPreset(preset, changes),
		gc,
		...frames,
		...common
	};
	const { dataset } = await writeDirectory(directory, (draft) => writeSynthetic(draft, spec));
	return dataset;
}
function readOpenFrames({ orfShare, orfLength }) {
	const length = parseOptionalInteger("--orf-length", orfLength, longestBases) ?? null;
	if (orfShare !== void 0) return { openFrames: {
		share: parseShare("--orf-share", orfShare, true),
		length
	} };
	if (length === null) return {};
	throw new UserError("--orf-length has no effect without --orf-share", "Add --orf-share, such as 0.6");
}
async function writeSample(options, from) {
	const sequences = parseOptionalInteger("--sequences", options.sequences, mostSequences);
	if (sequences === void 0) throw new UserError("--from needs the number of sequences to sample", "Add --sequences N");
	const source = {
		setting: "--from",
		path: resolve(from)
	};
	const { directory, ...common } = readCommonOptions(options);
	const spec = {
		name: "sample",
		source,
		sequences,
		...common
	};
	const { dataset, metadata } = await writeDirectory(directory, (draft) => sampleFasta(draft, spec));
	for (const { share: part, source: whole, sample } of metadata.lengths.quantiles) say(`length at ${(100 * part).toFixed(0).padStart(3)} %: ${whole} in the file, ${sample} in the sample`);
	if (metadata.source.nameless > 0) say(`warning: ${metadata.source.nameless} records of the file have no name`);
	return dataset;
}
function readCommonOptions({ seed, files, out }) {
	return {
		seed: parseWholeNumber("--seed", seed, 0, 2 ** 32 - 1),
		files: parseWholeNumber("--files", files, 1, 1e3),
		directory: resolve(out)
	};
}
function parseOptionalInteger(option, text, max) {
	return text === void 0 ? void 0 : parseWholeNumber(option, text, 1, max);
}

export { writeDataset };