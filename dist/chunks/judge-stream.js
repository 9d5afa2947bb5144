import { describeChanges, findChangePoints, judgePair } from "./judging.js";
import { _enum, array, boolean, discriminatedUnion, int, literal, number, object, string, union } from "./zod.js";
import { pipeline } from "node:stream/promises";

// src/io/files/line-batches.ts
async function* batchLines(chunks, maxCharacters) {
	let open = [];
	let openCharacters = 0;
	const add = (piece) => {
		openCharacters += piece.length;
		if (openCharacters <= maxCharacters) open.push(piece);
		else open = [];
	};
	const close = () => {
		const line = openCharacters <= maxCharacters ? open.join("") : null;
		open = [];
		openCharacters = 0;
		return line;
	};
	for await (const chunk of chunks) {
		const pieces = chunk.split("\n");
		const rest = pieces.pop() ?? "";
		const batch = pieces.map((piece) => {
			add(piece);
			return close();
		});
		add(rest);
		if (batch.length > 0) yield batch;
	}
	if (openCharacters > 0) yield [close()];
}

// src/config/records/judge-schema.ts
const numbers = array(number());
const id = union([string(), number()]).optional();
const minEffect = acceptNull(number().min(0));
const pairSchema = object({
	id,
	kind: literal("pair"),
	base: numbers,
	head: numbers,
	unit: acceptNull(string()),
	lower_is_better: acceptNull(boolean()),
	min_effect: minEffect,
	clear_effect: minEffect,
	widen: acceptNull(boolean()),
	design: acceptNull(_enum([
		"interleaved",
		"blocked",
		"stored"
	])),
	confirm: acceptNull(_enum(["default", "exact"])),
	history: acceptNull(array(numbers)),
	max_runs: acceptNull(int().positive()),
	least_runs: acceptNull(int().positive())
});
const seriesSchema = object({
	id,
	kind: literal("series"),
	values: numbers,
	min_effect: minEffect
});
const caseSchema = discriminatedUnion("kind", [pairSchema, seriesSchema]);
const namedSchema = object({ id });
function parseJudgeLine(line) {
	const json = parseJson(line);
	if (json === void 0) return {
		isCase: false,
		name: {},
		error: "this line is not JSON"
	};
	const parsed = caseSchema.safeParse(json);
	return parsed.success ? {
		isCase: true,
		asked: parsed.data
	} : {
		isCase: false,
		name: readName(json),
		error: describeError(parsed.error)
	};
}
function pickName(input) {
	return input.id === void 0 ? {} : { id: input.id };
}
function acceptNull(schema) {
	return schema.nullish().transform((value) => value ?? void 0);
}
function parseJson(line) {
	try {
		return JSON.parse(line);
	} catch {
		return;
	}
}
function readName(json) {
	const named = namedSchema.safeParse(json);
	return named.success ? pickName(named.data) : {};
}
function describeError({ issues }) {
	const [issue] = issues;
	if (!issue) return "not a case";
	const where = issue.path.map(String).join(".");
	return where === "" ? issue.message : `${where}: ${issue.message}`;
}

// src/cli/judge-line.ts
function judgeLine(line) {
	const parsed = parseJudgeLine(line);
	if (!parsed.isCase) return {
		...parsed.name,
		error: parsed.error
	};
	const { asked } = parsed;
	if (asked.kind === "pair") return {
		...pickName(asked),
		...judgePair(toPairRequest(asked))
	};
	return {
		...pickName(asked),
		...judgeSeries(asked.values, asked.min_effect ?? null)
	};
}
function toPairRequest(asked) {
	const { lower_is_better, min_effect, clear_effect, max_runs, least_runs, ...rest } = asked;
	return {
		...rest,
		isLowerBetter: lower_is_better,
		minEffect: min_effect,
		clearEffect: clear_effect,
		maxRuns: max_runs,
		minRuns: least_runs
	};
}
function judgeSeries(values, minEffect) {
	const changepoints = findChangePoints(values, minEffect);
	return {
		changepoints,
		changes: describeChanges(values, changepoints).map(({ at, where: [from, to], effect, interval, status }) => {
			return {
				at,
				from,
				to,
				effect,
				interval,
				status
			};
		})
	};
}

// src/cli/judge-stream.ts
const longestLineCharacters = 16777216;
async function judgeStream() {
	process.stdin.setEncoding("utf8");
	try {
		await pipeline(answerLines(process.stdin), process.stdout, { end: false });
		return 0;
	} catch (error) {
		if (!isReaderGone(error)) throw error;
		return 2;
	}
}
async function* answerLines(chunks) {
	for await (const batch of batchLines(chunks, longestLineCharacters)) {
		const answers = batch.flatMap((line) => line?.trim() === "" ? [] : [`${JSON.stringify(answerLine(line))}\n`]);
		if (answers.length > 0) yield answers.join("");
	}
}
function answerLine(line) {
	return line === null ? { error: "this line is longer than 16 Mi characters" } : judgeLine(line);
}
function isReaderGone(error) {
	return error instanceof Error && "code" in error && error.code === "EPIPE";
}

export { judgeStream };