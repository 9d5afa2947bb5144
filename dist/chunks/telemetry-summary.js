import { a as levelOf, n as at } from "./time-buckets.js";
import { t as clocksEventReasons } from "./gpu.js";

// src/domain/bucket-interval.ts
function spreadOf(buckets, index, span) {
	const column = buckets.columns[index];
	if (!column) return null;
	const levels = [];
	let min = Number.POSITIVE_INFINITY;
	let max = Number.NEGATIVE_INFINITY;
	for (const row of rowsSampledIn(buckets, span)) {
		if (Number.isNaN(at(column.mean, row))) continue;
		levels.push({
			value: levelOf(column, row),
			count: at(buckets.counts, row)
		});
		min = Math.min(min, at(column.min, row));
		max = Math.max(max, at(column.max, row));
	}
	if (levels.length === 0) return null;
	const { value, coveredMs } = areaOf(buckets, index, span);
	const mean = coveredMs > 0 ? value / coveredMs : levels.reduce((sum, level) => sum + level.value, 0) / levels.length;
	const sorted = levels.toSorted((a, b) => a.value - b.value);
	const [p5, p50, p95] = [
		.05,
		.5,
		.95
	].map((share) => quantileOf(sorted, share));
	return {
		mean: Math.min(Math.max(mean, min), max),
		min,
		max,
		p5: p5 ?? min,
		p50: p50 ?? min,
		p95: p95 ?? max
	};
}
function areaOf(buckets, index, span) {
	const column = buckets.columns[index];
	let value = 0;
	let coveredMs = 0;
	for (let row = column ? firstRow(buckets, span.fromMs) : buckets.rows; row < buckets.rows; row += 1) {
		const share = shareInside(buckets, row, span);
		if (share === 0 && at(buckets.firstMs, row) > span.toMs) break;
		if (!column || share === 0 || Number.isNaN(at(column.mean, row))) continue;
		const weightMs = at(column.weightMs, row) * share;
		value += at(column.mean, row) * weightMs;
		coveredMs += weightMs;
	}
	return {
		value,
		coveredMs
	};
}
function sampleCount(buckets, span) {
	return Math.round(countOf(buckets, buckets.counts, span));
}
function flagShare(buckets, flag, span) {
	const known = buckets.tallies[0] ? countOf(buckets, buckets.tallies[0], span) : 0;
	if (known === 0) return null;
	const tally = buckets.tallies[flag];
	return tally ? countOf(buckets, tally, span) / known : 0;
}
function quantileOf(sorted, share) {
	const position = (sorted.reduce((sum, level) => sum + level.count, 0) - 1) * share;
	const [below, above] = [valueAt(sorted, Math.floor(position)), valueAt(sorted, Math.ceil(position))];
	return below + (above - below) * (position - Math.floor(position));
}
function valueAt(sorted, rank) {
	let passed = 0;
	for (const { value, count } of sorted) {
		passed += count;
		if (rank < passed) return value;
	}
	return NaN;
}
function countOf(buckets, counts, span) {
	let sum = 0;
	for (const row of rowsSampledIn(buckets, span)) {
		const [firstMs, lastMs] = [at(buckets.firstMs, row), at(buckets.lastMs, row)];
		const insideMs = Math.min(lastMs, span.toMs) - Math.max(firstMs, span.fromMs);
		sum += at(counts, row) * (lastMs > firstMs ? insideMs / (lastMs - firstMs) : 1);
	}
	return sum;
}
function* rowsSampledIn(buckets, span) {
	for (let row = firstRow(buckets, span.fromMs); row < buckets.rows; row += 1) {
		if (at(buckets.firstMs, row) > span.toMs) return;
		yield row;
	}
}
function firstRow(buckets, timeMs) {
	let [low, high] = [0, buckets.rows];
	while (low < high) {
		const middle = low + high >> 1;
		if (at(buckets.lastMs, middle) < timeMs) low = middle + 1;
		else high = middle;
	}
	return low;
}
function shareInside(buckets, row, span) {
	const [firstMs, endMs] = [at(buckets.firstMs, row), at(buckets.lastMs, row)];
	const beforeMs = row > 0 ? at(buckets.lastMs, row - 1) : firstMs;
	const startMs = firstMs - beforeMs <= buckets.maxGapMs ? beforeMs : firstMs;
	if (endMs <= startMs) return startMs >= span.fromMs && startMs <= span.toMs ? 1 : 0;
	return Math.max(0, Math.min(endMs, span.toMs) - Math.max(startMs, span.fromMs)) / (endMs - startMs);
}

// src/domain/gpu-quantities.ts
const gpuQuantities = {
	utilizationPercent: {
		column: "utilization_percent",
		unit: "%",
		kind: "since-previous"
	},
	memoryUsedBytes: {
		column: "memory_used_bytes",
		unit: "B",
		kind: "instant"
	},
	ownMemoryBytes: {
		column: "own_memory_bytes",
		unit: "B",
		kind: "instant"
	},
	powerWatts: {
		column: "power_watts",
		unit: "W",
		kind: "instant"
	},
	smClockMhz: {
		column: "sm_clock_mhz",
		unit: "MHz",
		kind: "instant"
	},
	memoryClockMhz: {
		column: "memory_clock_mhz",
		unit: "MHz",
		kind: "instant"
	},
	temperatureCelsius: {
		column: "temperature_celsius",
		unit: "degC",
		kind: "instant"
	},
	pcieReceiveBytesPerSecond: {
		column: "pcie_receive_bytes_per_second",
		unit: "B/s",
		kind: "since-previous"
	},
	pcieSendBytesPerSecond: {
		column: "pcie_send_bytes_per_second",
		unit: "B/s",
		kind: "since-previous"
	},
	nvlinkReceiveBytesPerSecond: {
		column: "nvlink_receive_bytes_per_second",
		unit: "B/s",
		kind: "since-previous"
	},
	nvlinkSendBytesPerSecond: {
		column: "nvlink_send_bytes_per_second",
		unit: "B/s",
		kind: "since-previous"
	},
	smUtilization: {
		column: "sm_utilization_share",
		unit: "1",
		kind: "since-previous"
	},
	smOccupancy: {
		column: "sm_occupancy_share",
		unit: "1",
		kind: "since-previous"
	},
	tensorActivity: {
		column: "tensor_activity_share",
		unit: "1",
		kind: "since-previous"
	},
	dramBandwidthUtilization: {
		column: "dram_bandwidth_share",
		unit: "1",
		kind: "since-previous"
	}
};
const gpuQuantityNames = Object.keys(gpuQuantities);
const gpuQuantityList = Object.values(gpuQuantities);
function writeValues(reading, ownMemoryBytes, row) {
	for (const [index, name] of gpuQuantityNames.entries()) row[index] = (name === "ownMemoryBytes" ? ownMemoryBytes : reading[name]) ?? NaN;
}
function clocksEventFlags(reading) {
	if (reading.clocksEventReasons === null) return 0;
	return reading.clocksEventReasons.reduce((flags, reason) => flags | 2 << clocksEventReasons.indexOf(reason), 1);
}

// src/domain/telemetry-summary.ts
function gpuUse(track, span) {
	const spread = (name) => spreadOf(track.buckets, gpuQuantityNames.indexOf(name), span);
	return {
		gpu: track.gpu,
		samples: sampleCount(track.buckets, span),
		utilizationPercent: spread("utilizationPercent"),
		memoryUsedBytes: spread("memoryUsedBytes"),
		memoryTotalBytes: track.memoryTotalBytes,
		ownMemoryPeakBytes: spread("ownMemoryBytes")?.max ?? null,
		powerWatts: spread("powerWatts"),
		...energyUse(track, span),
		smClockMhz: spread("smClockMhz"),
		memoryClockMhz: spread("memoryClockMhz"),
		temperatureCelsius: spread("temperatureCelsius"),
		smUtilization: spread("smUtilization"),
		smOccupancy: spread("smOccupancy"),
		tensorActivity: spread("tensorActivity"),
		dramBandwidthUtilization: spread("dramBandwidthUtilization"),
		pcieReceiveBytesPerSecond: spread("pcieReceiveBytesPerSecond"),
		pcieSendBytesPerSecond: spread("pcieSendBytesPerSecond"),
		nvlinkReceiveBytesPerSecond: spread("nvlinkReceiveBytesPerSecond"),
		nvlinkSendBytesPerSecond: spread("nvlinkSendBytesPerSecond"),
		clocksEventShares: clocksEventShares(track.buckets, span)
	};
}
function energyUse(track, span) {
	const counted = countedJoules(track.energyReadings, span);
	if (counted !== null) return {
		energyJoules: counted,
		energySource: "counter"
	};
	const integrated = integratedJoules(track.buckets, span);
	return {
		energyJoules: integrated,
		energySource: integrated === null ? null : "integrated"
	};
}
const edgeShare = .05;
function countedJoules(readings, { fromMs, toMs }) {
	const [first, last] = [nearest(readings, fromMs), nearest(readings, toMs)];
	if (!first || !last || last.timeMs <= first.timeMs || last.joules < first.joules) return null;
	if (Math.abs(first.timeMs - fromMs) + Math.abs(last.timeMs - toMs) > (toMs - fromMs) * edgeShare) return null;
	return (last.joules - first.joules) * ((toMs - fromMs) / (last.timeMs - first.timeMs));
}
function nearest(readings, timeMs) {
	return readings.toSorted((a, b) => Math.abs(a.timeMs - timeMs) - Math.abs(b.timeMs - timeMs))[0];
}
const leastCovered = .9;
function integratedJoules(buckets, span) {
	const durationMs = span.toMs - span.fromMs;
	const { value, coveredMs } = areaOf(buckets, gpuQuantityNames.indexOf("powerWatts"), span);
	if (coveredMs === 0 || coveredMs < durationMs * leastCovered) return null;
	return value / coveredMs * durationMs / 1e3;
}
function clocksEventShares(buckets, span) {
	const shares = clocksEventReasons.map((reason, index) => [reason, flagShare(buckets, index + 1, span)]);
	if (shares.some(([, share]) => share === null)) return null;
	return Object.fromEntries(shares.filter(([, share]) => share !== 0));
}

export { areaOf as a, writeValues as i, clocksEventFlags as n, spreadOf as o, gpuQuantityList as r, gpuUse as t };