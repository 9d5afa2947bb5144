import { computeLevel, createUniqueFile } from "./telemetry.js";
import { closeSync, renameSync, rmSync } from "node:fs";

// src/io/gpu/sampling/write-hdf5.ts
async function writeHdf5(path, content) {
	const { File, ready } = await import("./hdf5_hl.js");
	await ready;
	const own = createUniqueFile(path);
	closeSync(own.descriptor);
	const partial = `${own.path}.partial`;
	try {
		const file = new File(partial, "w");
		writeContent(file, content);
		file.close();
		renameSync(partial, own.path);
	} catch (error) {
		for (const leftover of [partial, own.path]) rmSync(leftover, { force: true });
		throw error;
	}
	return own.path;
}
function writeContent(file, { monitor, intervalMs, runId, tracks, host }) {
	file.create_attribute("creator", "warpgauge");
	file.create_attribute("monitor", monitor);
	file.create_attribute("interval_ms", intervalMs, null, "<d");
	if (runId !== null) file.create_attribute("run_id", runId);
	for (const track of tracks) {
		const group = file.create_group(`gpu${track.gpu}`);
		group.create_attribute("gpu_index", track.gpu);
		if (track.memoryTotalBytes !== null) group.create_attribute("memory_total_bytes", track.memoryTotalBytes, null, "<d");
		writeBuckets(group, track.buckets);
	}
	if (host) writeBuckets(file.create_group("host"), host.buckets);
}
function writeBuckets(group, buckets) {
	const { rows, samplesPerRow } = buckets;
	group.create_attribute("samples_per_row", samplesPerRow);
	if (rows === 0) return;
	writeColumn(group, {
		name: "time",
		unit: "s since 1970-01-01T00:00:00Z",
		values: buckets.lastMs.map((ms) => ms / 1e3)
	}, rows);
	writeColumn(group, {
		name: "samples",
		unit: "1",
		values: Float64Array.from(buckets.counts)
	}, rows);
	for (const [index, { column: name, unit }] of buckets.quantities.entries()) {
		const column = buckets.columns[index];
		if (!column) continue;
		writeColumn(group, {
			name,
			unit,
			values: computeLevels(column, rows)
		}, rows);
		if (samplesPerRow === 1) continue;
		writeColumn(group, {
			name: `${name}_min`,
			unit,
			values: column.min
		}, rows);
		writeColumn(group, {
			name: `${name}_max`,
			unit,
			values: column.max
		}, rows);
	}
}
function writeColumn(group, { name, unit, values }, rows) {
	group.create_dataset({
		name,
		data: values.subarray(0, rows),
		shape: [rows],
		dtype: "<d"
	}).create_attribute("units", unit);
}
function computeLevels(column, rows) {
	return Float64Array.from({ length: rows }, (_, row) => computeLevel(column, row));
}

export { writeHdf5 };