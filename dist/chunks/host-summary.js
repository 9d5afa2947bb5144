import { h as computeSpread, m as computeArea } from "./telemetry-summary.js";

// src/domain/telemetry/host-summary.ts
const hostQuantities = {
	cpuCores: {
		column: "cpu_cores",
		unit: "1",
		kind: "since-previous"
	},
	userCpuCores: {
		column: "user_cpu_cores",
		unit: "1",
		kind: "since-previous"
	},
	residentBytes: {
		column: "resident_bytes",
		unit: "B",
		kind: "instant"
	},
	readBytesPerSecond: {
		column: "read_bytes_per_second",
		unit: "B/s",
		kind: "since-previous"
	},
	writtenBytesPerSecond: {
		column: "written_bytes_per_second",
		unit: "B/s",
		kind: "since-previous"
	},
	ioWaitShare: {
		column: "io_wait_share",
		unit: "1",
		kind: "since-previous"
	},
	pageCacheBytes: {
		column: "page_cache_bytes",
		unit: "B",
		kind: "instant"
	}
};
const hostQuantityNames = Object.keys(hostQuantities);
const hostQuantityList = Object.values(hostQuantities);
function summarizeHost({ buckets, cores }, span) {
	const getSpread = (name) => computeSpread(buckets, hostQuantityNames.indexOf(name), span);
	const computeTotal = (name) => {
		const { value, coveredMs } = computeArea(buckets, hostQuantityNames.indexOf(name), span);
		return coveredMs > 0 ? value / 1e3 : null;
	};
	const residentBytes = getSpread("residentBytes");
	return {
		cpuSeconds: computeTotal("cpuCores"),
		userCpuSeconds: computeTotal("userCpuCores"),
		cpuCores: residentBytes && clampSpread(getSpread("cpuCores"), cores),
		residentBytes,
		readBytes: roundBytes(computeTotal("readBytesPerSecond")),
		writtenBytes: roundBytes(computeTotal("writtenBytesPerSecond")),
		ioWaitShare: getSpread("ioWaitShare")?.mean ?? null,
		pageCacheBytes: getSpread("pageCacheBytes")
	};
}
function clampSpread(spread, limit) {
	if (!spread) return null;
	const { mean, min, max, p5, p50, p95 } = spread;
	const [top, low] = [Math.min(max, limit), Math.min(min, limit)];
	return {
		mean: Math.min(mean, limit),
		min: low,
		max: top,
		p5: Math.min(p5, limit),
		p50: Math.min(p50, limit),
		p95: Math.min(p95, limit)
	};
}
function roundBytes(bytes) {
	return bytes === null ? null : Math.round(bytes);
}

export { hostQuantityNames as n, summarizeHost as r, hostQuantityList as t };