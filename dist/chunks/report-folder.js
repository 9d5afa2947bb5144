import { diskFileStore } from "./foundation.js";
import { renderTerminal } from "./terminal.js";
import { renderJson, reportFormats } from "./reporters.js";
import { buildHistoryReports, readHistory } from "./show-history2.js";
import { judgeFolder } from "./judge-folder.js";
import { inspectTerminal, print, say, sayWritten, shortenPath } from "./version.js";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";

// src/reporters/requirement-files.ts
const files = {
	typical_sample_performance: ({ suite }) => suite === "end-to-end" || suite === "production",
	memory_stability: ({ suite, name }) => suite === "memory" && /growth|memory_left|allocator/.test(name),
	memory_per_stage: ({ suite, name }) => /^(?:memory|stages)$/.test(suite) && /memory_peak/.test(name),
	memory_large_batches: ({ suite, name, axes }) => suite === "memory" && (axes["load"] === "pressure" || /oom/.test(name)),
	persistent_models_memory: ({ suite, name, axes }) => suite === "variants" && /speedup|memory/.test(name) && /persistent/.test(String(axes["variant"] ?? "")),
	optimization_impact: ({ suite }) => suite === "variants"
};
function renderRequirementFiles(report) {
	const rendered = Object.entries(files).flatMap(([name, belongs]) => {
		const figures = report.derived.filter((figure) => belongs(figure));
		if (figures.length === 0) return [];
		const validation = report.requirements.filter((result) => belongs({
			...result,
			name: result.value
		}));
		return [[`${name}.json`, renderJson(buildFile(name, figures, validation, report))]];
	});
	return new Map(rendered);
}
function buildFile(name, figures, validation, { runId, head, testbed, versions, derived, datasets = [], ...report }) {
	const { devices, deviceKind } = testbed;
	const gpus = deviceKind === "gpu" ? devices : [];
	const suites = new Set(figures.map(({ suite }) => suite));
	const cases = report.cases.filter(({ suite, revision }) => suites.has(suite) && revision === "head");
	const used = new Set(cases.map(({ dataset }) => dataset));
	return {
		schemaVersion: 1,
		test_name: name,
		timestamp: readTime(runId),
		run_id: runId,
		commit: head.commit,
		duration: describeDuration(cases),
		dataset: datasets.filter((one) => used.has(one.name)).map(describeDataset),
		performance: describePerformance(figures),
		gpu_metrics: describeGpus(derived, suites),
		figures,
		validation,
		system: {
			gpu_count: gpus.length,
			gpu_names: gpus.map(({ model }) => model),
			driver_version: testbed.driverVersion,
			cuda_version: testbed.cudaVersion,
			cpu: testbed.cpuModel,
			cpu_cores: testbed.cpuCores || null,
			versions: versions?.["head"] ?? {}
		}
	};
}
function describeDuration(cases) {
	return cases.flatMap(({ axes, wallSeconds }) => {
		if (!wallSeconds) return [];
		const { median: seconds } = wallSeconds;
		return [{
			axes,
			seconds,
			hours: seconds / 3600,
			formatted: formatDuration(seconds)
		}];
	});
}
function formatDuration(seconds) {
	if (seconds < 60) return `${seconds.toFixed(1)}s`;
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds % 3600 / 60)];
	return `${hours > 0 ? `${hours}h ` : ""}${minutes}m ${Math.floor(seconds % 60)}s`;
}
function describeDataset({ name, kind, sequences, bytes, sha256, lengths, parameters }) {
	const [min = null, max = null] = lengths ?? [parameters["minLength"], parameters["maxLength"]];
	return {
		name,
		kind,
		total_sequences: sequences,
		min_length: min,
		max_length: max,
		total_bytes: bytes,
		sha256
	};
}
function describePerformance(figures) {
	return figures.flatMap(({ name, axes, value, interval, reason }) => {
		if (name === "projected_hours") return [{
			axes,
			projected_hours: value,
			interval,
			reason
		}];
		if (name !== "sequences_per_hour") return [];
		return [{
			axes,
			throughput_seq_per_hour: value,
			time_per_sequence_seconds: value === null ? null : 3600 / value
		}];
	});
}
const gpuFigures = {
	gpu_utilization: "gpu_util_avg",
	gpu_memory_peak: "mem_used_peak",
	gpu_stage_utilization: "gpu_util_avg",
	stage_utilization: "gpu_util_avg",
	stage_utilization_min: "gpu_util_min",
	stage_utilization_max: "gpu_util_max",
	stage_memory_min: "mem_used_min",
	stage_memory_mean: "mem_used_avg",
	stage_memory_peak: "mem_used_peak"
};
function describeGpus(derived, suites) {
	const own = derived.filter(({ suite, name, axes }) => Object.hasOwn(gpuFigures, name) && axes["gpu"] !== void 0 && (suites.has(suite) || suite === "stages"));
	return [...Map.groupBy(own, ({ suite, axes }) => JSON.stringify([suite, axes])).values()].flatMap((all) => {
		const [first] = all;
		if (!first) return [];
		const values = all.map(({ name, value }) => [gpuFigures[name] ?? name, value]);
		return [{
			suite: first.suite,
			axes: first.axes,
			...Object.fromEntries(values)
		}];
	});
}
function readTime(runId) {
	const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(runId);
	return found ? `${found.slice(1, 4).join("-")}T${found.slice(4, 7).join(":")}Z` : null;
}

// src/cli/report-folder.ts
async function reportFolder(directory, options) {
	const { format, html, files, history: dir } = options;
	const folder = resolve(directory);
	const judged = await judgeFolder(folder, {
		configFile: options.config ?? null,
		baselines: options.baselines ?? null
	});
	const { report } = judged;
	const buildRequest = async () => {
		if (dir === void 0) return {
			folder,
			histories: [],
			...judged
		};
		const selection = {
			dir,
			metric: "*",
			runs: 400,
			format: "text"
		};
		const read = await readHistory(selection);
		const found = await buildHistoryReports(selection, read);
		return {
			folder,
			histories: found.map((one) => one.report),
			unreadable: read.unreadable,
			...judged
		};
	};
	if (format === "html") {
		const { renderReportPage } = await import("./report-page.js");
		await pipeline(renderReportPage(await buildRequest()), process.stdout, { end: false });
	} else if (format !== void 0 && format !== "terminal") print(reportFormats[format](report));
	else if ((html ?? files) === void 0 || format !== void 0) print(renderTerminal(report, inspectTerminal()));
	if (html !== void 0) {
		const { writeReportPage } = await import("./report-page.js");
		sayWritten(html, await writeReportPage(resolve(html), await buildRequest()));
	}
	if (files !== void 0) await writeRequirementFiles(resolve(files), report);
	return report.exitCode;
}
async function writeRequirementFiles(directory, report) {
	const files = renderRequirementFiles(report);
	await diskFileStore.makeDirectory(directory);
	for (const [name, text] of files) await diskFileStore.writeText(resolve(directory, name), text);
	say(`wrote ${[...files.keys()].join(", ") || "no file: nothing of them was measured"} to ${shortenPath(directory)}`);
}

export { reportFolder };