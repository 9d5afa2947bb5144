import { hasErrorCode } from "./core.js";
import { describeChanges, findChangePoints, judgePair } from "./judging.js";
import { _enum, array, boolean, discriminatedUnion, int, literal, number, object, string, union } from "./zod.js";
import { pipeline } from "node:stream/promises";

// src/config/records/judge-schema.ts
const numbers = array(number());
const id = union([string(), number()]).optional();
const minEffect = acceptNull(number().min(0).max(1, "must be a share of at most 1; 0.03 is 3 %"));
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
	let json;
	try {
		json = JSON.parse(line);
	} catch {
		return {
			isCase: false,
			name: {},
			error: "this line is not JSON"
		};
	}
	const parsed = caseSchema.safeParse(json);
	if (parsed.success) return {
		isCase: true,
		asked: parsed.data
	};
	const [issue] = parsed.error.issues;
	const where = issue?.path.map(String).join(".") ?? "";
	const message = issue?.message ?? "not a case";
	const named = namedSchema.safeParse(json);
	return {
		isCase: false,
		name: named.success ? pickName(named.data) : {},
		error: where === "" ? message : `${where}: ${message}`
	};
}
function pickName(input) {
	return input.id === void 0 ? {} : { id: input.id };
}
function acceptNull(schema) {
	return schema.nullish().transform((value) => value ?? void 0);
}

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

// src/cli/judge-line.ts
const longestLineCharacters = 16777216;
async function judgeStream() {
	process.stdin.setEncoding("utf8");
	try {
		await pipeline(answerLines(process.stdin), process.stdout, { end: false });
		return 0;
	} catch (error) {
		if (hasErrorCode(error, "EPIPE")) return 2;
		throw error;
	}
}
async function* answerLines(chunks) {
	for await (const batch of batchLines(chunks, longestLineCharacters)) {
		const answers = batch.filter((line) => line?.trim() !== "").map((line) => line === null ? { error: "this line is longer than 16 Mi characters" } : judgeLine(line));
		if (answers.length > 0) yield answers.map((answer) => `${JSON.stringify(answer)}\n`).join("");
	}
}
function judgeLine(line) {
	const parsed = parseJudgeLine(line);
	if (!parsed.isCase) return {
		...parsed.name,
		error: parsed.error
	};
	const { asked } = parsed;
	if (asked.kind === "series") return {
		...pickName(asked),
		...judgeSeries(asked.values, asked.min_effect ?? null)
	};
	const { lower_is_better, min_effect, clear_effect, max_runs, least_runs, ...rest } = asked;
	const request = {
		...rest,
		isLowerBetter: lower_is_better,
		minEffect: min_effect,
		clearEffect: clear_effect,
		maxRuns: max_runs,
		minRuns: least_runs
	};
	return {
		...pickName(asked),
		...judgePair(request)
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

export { judgeStream };