import { UserError, computeMedian, formatCounted, formatPercent, formatValue } from "./core.js";
import { formatQuantity, listPartlySeen } from "./telemetry.js";
import { buildReadingMetric, createList, createText, keepReadings, say, summarizeLog, tabulate, toCode } from "./judging.js";
import { createFileInspector, createInspectedFile, isReaderName, readFormats, readers } from "./measuring.js";
import { renderTerminalBlocks } from "./terminal.js";
import { inspectTerminal, print } from "./version.js";
import { resolve } from "node:path";

// src/domain/trial/describe-reading.ts
function describeReading(formats, reading) {
	const { tool, benchmarks: all, pipeline, trace, gpuReadings, context, problems } = reading;
	const measured = all.filter((one) => one.status === "measured");
	const { dropped = [] } = keepReadings(measured);
	const failed = all.flatMap((one) => one.status === "failed" ? `${one.name}: ${one.problem}` : []);
	const isEmpty = all.length === 0 && gpuReadings.length === 0 && !hasPipelineFigure(pipeline);
	const telemetry = summarizeLog(gpuReadings);
	return {
		formats,
		tool,
		figures: measured.map((one) => {
			const { name, unit, betterWhen } = buildReadingMetric(one);
			return {
				metric: name,
				unit,
				betterWhen,
				samples: one.samples,
				source: one.source
			};
		}),
		faults: [
			...failed,
			...pipeline?.invalid ?? [],
			...isEmpty ? ["the files contain no figure"] : []
		],
		notes: [
			...dropped,
			...problems,
			...listGaps(telemetry)
		],
		pipeline,
		kernels: trace?.topKernels ?? [],
		telemetry,
		context
	};
}
function listGaps(telemetry) {
	return (telemetry?.gpus ?? []).flatMap((use) => {
		const lost = listPartlySeen(use).filter(([name]) => name !== "processes");
		const [first] = lost;
		if (!first) return [];
		const names = lost.map(([name]) => formatQuantity(name)).join(", ");
		return [`GPU ${use.gpu}: the log has pauses and covers ${formatPercent(first[1])} of its time: no ${names}`];
	});
}
function hasPipelineFigure(pipeline) {
	if (pipeline === null) return false;
	const { stages, workers, wallSeconds, packing, dataLoader, counts } = pipeline;
	return stages.length + workers.length > 0 || [
		wallSeconds,
		packing,
		dataLoader,
		...Object.values(counts)
	].some((value) => value !== null);
}

// src/reporters/reading.ts
const nameLength = 300;
function buildReadingBlocks(reading) {
	const { figures, faults, notes, pipeline, kernels, telemetry, context } = reading;
	return [
		buildSummary(reading),
		...buildSentences("Counts as a failed run", faults),
		...tabulate(figures, {
			figure: ({ metric }) => toCode(metric, nameLength),
			"#median": ({ samples, unit }) => formatValue(computeMedian(samples), unit),
			from: ({ source, samples }) => source === "aggregate" ? "computed by the tool" : formatCounted(samples.length, "value"),
			"better when": ({ betterWhen }) => betterWhen
		}, {
			title: say`Figures`,
			importance: 1
		}),
		...tabulate(pipeline?.stages ?? [], {
			stage: ({ stage }) => toCode(stage),
			"#time": ({ seconds }) => formatValue(seconds, "s")
		}, {
			title: say`Stages`,
			importance: 1
		}),
		...buildSentences("Pipeline", pipeline ? listFacts(pipeline) : []),
		...tabulate(telemetry?.gpus ?? [], {
			GPU: ({ gpu }) => `GPU ${gpu}`,
			"#utilization mean": ({ utilizationPercent: use }) => use ? formatPercent(use.mean / 100) : "–",
			"#memory peak": ({ memoryUsedBytes }) => formatValue(memoryUsedBytes?.max ?? null, "B"),
			"#power mean": ({ powerWatts }) => formatValue(powerWatts?.mean ?? null, "W")
		}, {
			title: say`GPU log`,
			importance: 1
		}),
		...tabulate(kernels, {
			kernel: ({ name }) => toCode(name, nameLength),
			"#calls": ({ calls }) => String(calls),
			"#time": ({ seconds }) => formatValue(seconds, "s"),
			"#share": ({ share }) => formatPercent(share)
		}, {
			title: say`Kernels`,
			importance: 1
		}),
		...buildSentences("Not judged, and remarks", notes),
		...buildSentences("Facts", Object.entries(context).map(([name, value]) => `${name}: ${value}`))
	];
}
function buildSummary({ formats, tool, figures, faults, pipeline, telemetry }) {
	const parts = [
		...figures.length > 0 ? [formatCounted(figures.length, "figure")] : [],
		...pipeline ? [formatCounted(pipeline.stages.length, "stage")] : [],
		...telemetry ? [formatCounted(telemetry.samples, "GPU sample")] : []
	];
	return createText({
		title: say`${faults.length > 0 ? "Failed run" : "Read"}: ${parts.join(", ") || "no figure"}`,
		lead: [...formats.map(({ format, files }) => say`${files.join(", ")}: ${format}`), ...tool === null ? [] : [say`Tool: ${tool}`]]
	});
}
function listFacts({ wallSeconds, counts, workers, packing, isResumed }) {
	return [
		...wallSeconds === null ? [] : [`wall time ${formatValue(wallSeconds, "s")}`],
		...Object.entries(counts).flatMap(([name, value]) => value === null ? [] : [`${name}: ${value}`]),
		...workers.map(({ worker, status }) => `worker ${worker}: ${status}`),
		...packing ? [formatPacking(packing)] : [],
		...isResumed ? ["work was reused from an earlier run"] : []
	];
}
function formatPacking({ efficiency, bounds, reason }) {
	if (bounds) return `packing ${bounds.map((share) => formatPercent(share)).join(" to ")}`;
	if (efficiency === null) return `packing is unknown: ${reason ?? "not reported"}`;
	return `packing ${formatPercent(efficiency)}`;
}
function buildSentences(title, sentences) {
	const rows = sentences.map((text) => say`${text}`);
	return rows.length === 0 ? [] : [createList(rows, {
		title: say`${title}`,
		importance: 1
	})];
}

// src/cli/read-files.ts
async function readFiles(paths, { adapter = "auto", format }) {
	if (!isReaderName(adapter)) throw new UserError(`there is no adapter ${adapter}`, `Name one of auto, ${Object.keys(readers).join(", ")}`);
	const inspector = createFileInspector(null);
	const files = await Promise.all(paths.map(async (path) => createInspectedFile(await inspector.resolveRealPath(resolve(path)), path, inspector)));
	const { formats, reading } = await readFormats(adapter, files);
	const described = describeReading(formats.map(({ format: name, files: own }) => ({
		format: name,
		files: own.map(({ path }) => path)
	})), reading);
	print(format === "json" ? JSON.stringify(described, null, 2) : renderTerminalBlocks(buildReadingBlocks(described), inspectTerminal()));
	return described.faults.length === 0 ? 0 : 1;
}

export { readFiles };