import { a as levelOf, n as at } from "./time-buckets.js";
import { t as clocksEventReasons } from "./gpu.js";

// src/domain/telemetry/bucket-interval.ts
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
function weightedMean(buckets, index, weightIndex, span) {
	const [column, weights] = [buckets.columns[index], buckets.columns[weightIndex]];
	if (!column || !weights) return null;
	let [sum, total] = [0, 0];
	for (const row of rowsSampledIn(buckets, span)) {
		const weight = levelOf(weights, row) * at(weights.weightMs, row) * shareInside(buckets, row, span);
		const value = levelOf(column, row);
		if (Number.isNaN(weight) || Number.isNaN(value)) continue;
		sum += value * weight;
		total += weight;
	}
	return total > 0 ? sum / total : null;
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

// src/domain/telemetry/energy-reading.ts
const edgeShare = .05;
function countedJoules(readings, { fromMs, toMs }) {
	const [first, last] = [nearest$1(readings, fromMs), nearest$1(readings, toMs)];
	if (!first || !last || last.timeMs <= first.timeMs || last.joules < first.joules) return null;
	if (Math.abs(first.timeMs - fromMs) + Math.abs(last.timeMs - toMs) > (toMs - fromMs) * edgeShare) return null;
	return (last.joules - first.joules) * ((toMs - fromMs) / (last.timeMs - first.timeMs));
}
function nearest$1(readings, timeMs) {
	return readings.toSorted((a, b) => Math.abs(a.timeMs - timeMs) - Math.abs(b.timeMs - timeMs))[0];
}

// src/domain/telemetry/gpu-quantities.ts
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
		kind: "counted"
	},
	pcieSendBytesPerSecond: {
		column: "pcie_send_bytes_per_second",
		unit: "B/s",
		kind: "counted"
	},
	nvlinkReceiveBytesPerSecond: {
		column: "nvlink_receive_bytes_per_second",
		unit: "B/s",
		kind: "counted"
	},
	nvlinkSendBytesPerSecond: {
		column: "nvlink_send_bytes_per_second",
		unit: "B/s",
		kind: "counted"
	},
	smUtilization: {
		column: "sm_utilization_share",
		unit: "1",
		kind: "counted"
	},
	smOccupancy: {
		column: "sm_occupancy_share",
		unit: "1",
		kind: "counted"
	},
	tensorActivity: {
		column: "tensor_activity_share",
		unit: "1",
		kind: "counted"
	},
	dramBandwidthUtilization: {
		column: "dram_bandwidth_share",
		unit: "1",
		kind: "counted"
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

// src/domain/telemetry/busy-series.ts
const mostPoints = 2 ** 15 + 1;
const mostGaps = 100;
function createBusySeries(maxPoints = mostPoints) {
	if (maxPoints < 3 || maxPoints % 2 === 0) throw new RangeError(`the first point and pairs of others are kept, so ${maxPoints} cannot be the cap`);
	const [timesMs, busyMs, inUseMs] = [
		0,
		1,
		2
	].map(() => new Float64Array(maxPoints));
	return {
		points: 0,
		timesMs,
		busyMs,
		inUseMs,
		samplesPerPoint: 1,
		pending: 0,
		gaps: []
	};
}
function lastSampleMs({ points, timesMs }) {
	return points === 0 ? null : at(timesMs, points - 1);
}
function addBusySample(series, timeMs, percent) {
	const last = series.points - 1;
	if (last < 0) return appendPoint(series, {
		timeMs,
		busyMs: 0,
		inUseMs: 0
	});
	const sinceMs = timeMs - at(series.timesMs, last);
	if (!(sinceMs > 0)) return;
	appendPoint(series, {
		timeMs,
		busyMs: at(series.busyMs, last) + percent / 100 * sinceMs,
		inUseMs: at(series.inUseMs, last) + (percent > 0 ? sinceMs : 0)
	});
}
function addBusyGap(series, timeMs) {
	const fromMs = lastSampleMs(series);
	if (fromMs !== null) addGap(series.gaps, {
		fromMs,
		toMs: timeMs
	});
	addBusySample(series, timeMs, 0);
}
function busyMsIn(series, span) {
	return msIn(series, series.busyMs, span);
}
function inUseMsIn(series, span) {
	return msIn(series, series.inUseMs, span);
}
function msIn(series, sums, { fromMs, toMs }) {
	const [firstMs, lastMs] = [series.timesMs[0], lastSampleMs(series)];
	if (firstMs === void 0 || lastMs === null || toMs < fromMs || fromMs < firstMs || toMs > lastMs) return null;
	if (series.gaps.some((gap) => gap.fromMs < toMs && gap.toMs > fromMs)) return null;
	return sumUntil(series, sums, toMs) - sumUntil(series, sums, fromMs);
}
function addGap(gaps, gap) {
	const last = gaps.at(-1);
	if (last && gaps.length >= mostGaps) gaps[gaps.length - 1] = {
		fromMs: last.fromMs,
		toMs: gap.toMs
	};
	else gaps.push(gap);
}
function appendPoint(series, { timeMs, busyMs, inUseMs }) {
	const isOpen = series.points > 1 && series.pending < series.samplesPerPoint;
	if (!isOpen && series.points === series.timesMs.length) dropEverySecond(series);
	const index = isOpen ? series.points - 1 : series.points;
	series.timesMs[index] = timeMs;
	series.busyMs[index] = busyMs;
	series.inUseMs[index] = inUseMs;
	series.pending = isOpen ? series.pending + 1 : 1;
	series.points = index + 1;
}
function dropEverySecond(series) {
	const kept = (series.points + 1) / 2;
	for (let index = 1; index < kept; index += 1) {
		series.timesMs[index] = at(series.timesMs, 2 * index);
		series.busyMs[index] = at(series.busyMs, 2 * index);
		series.inUseMs[index] = at(series.inUseMs, 2 * index);
	}
	series.points = kept;
	series.samplesPerPoint *= 2;
	series.pending = series.samplesPerPoint;
}
function sumUntil(series, sums, timeMs) {
	let [low, high] = [0, series.points - 1];
	while (low < high) {
		const middle = low + high >> 1;
		if (at(series.timesMs, middle) < timeMs) low = middle + 1;
		else high = middle;
	}
	const [endMs, end] = [at(series.timesMs, low), at(sums, low)];
	if (low === 0 || endMs <= timeMs) return end;
	const [startMs, start] = [at(series.timesMs, low - 1), at(sums, low - 1)];
	return start + (end - start) * (timeMs - startMs) / (endMs - startMs);
}

// src/domain/telemetry/gpu-work.ts
const unknownBusy = {
	busySeconds: null,
	busySource: null,
	inUseSeconds: null
};
const unknownWork = {
	...unknownBusy,
	busyClockMhz: null,
	dramActiveSeconds: null,
	graphicsActiveSeconds: null,
	energyAboveIdleJoules: null
};
const utilizationIndex = gpuQuantityNames.indexOf("utilizationPercent");
const clockIndex = gpuQuantityNames.indexOf("smClockMhz");
function createWorkTrack() {
	return {
		ranMs: null,
		busy: null,
		busyFault: null,
		activityFault: null,
		activity: [],
		idleWatts: null
	};
}
function workIn(sources, span) {
	const { activity, ranMs } = sources.work;
	const part = ranMs === null ? span : overlap(span, ranMs);
	if (part.toMs <= part.fromMs) return unknownWork;
	return {
		...busyIn(sources, part),
		busyClockMhz: weightedMean(sources.buckets, clockIndex, utilizationIndex, part),
		dramActiveSeconds: activeSeconds(activity, "dramMs", part),
		graphicsActiveSeconds: activeSeconds(activity, "graphicsMs", part),
		energyAboveIdleJoules: joulesAboveIdle(sources, part)
	};
}
function explainMissingWork(sources, span) {
	const { busyFault, activityFault } = sources.work;
	const work = workIn(sources, span);
	return [...work.busySeconds === null ? [`busy time is not available: ${busyFault ?? reasonWithoutBusy(sources, span)}`] : [], ...work.dramActiveSeconds === null || work.graphicsActiveSeconds === null ? [`DRAM or graphics activity is not available: ${activityFault ?? "the driver gave no value for the run"}`] : []];
}
function explainMissingEnergy(sources, span) {
	if (workIn(sources, span).energyAboveIdleJoules !== null) return null;
	const hasCounter = countedJoules(sources.energyReadings, sources.work.ranMs ?? span) !== null;
	return `energy above idle is not available: ${sources.work.idleWatts === null ? "the idle power is not known" : hasCounter ? "the run took less energy than the idle GPU would have" : "the energy counter was not read close enough to both ends of the run"}`;
}
function findBusyContradiction(sources, span) {
	const { ranMs } = sources.work;
	const part = ranMs === null ? span : overlap(span, ranMs);
	const busy = drivenSeconds(sources.work, part);
	const polled = polledSeconds(sources.buckets, part);
	if (busy === null || polled === null) return null;
	const seconds = (part.toMs - part.fromMs) / 1e3;
	const tolerated = seconds * (.05 + 1.5 / Math.sqrt(polled.readings)) + .25;
	if (Math.abs(busy - polled.seconds) <= tolerated) return null;
	const [one, other] = [busy, polled.seconds].map((value) => value.toFixed(1));
	return `the driver's samples give ${one} s and polled utilization ${other} s in ${seconds.toFixed(1)} s`;
}
function busyIn({ buckets, work }, span) {
	if (work.busyFault !== null) return unknownBusy;
	if (work.busy !== null) {
		const busySeconds = drivenSeconds(work, span, busyMsIn);
		const inUseSeconds = drivenSeconds(work, span, inUseMsIn);
		if (busySeconds === null || inUseSeconds === null) return unknownBusy;
		return {
			busySeconds,
			busySource: "driver-samples",
			inUseSeconds
		};
	}
	const polled = polledSeconds(buckets, span);
	return polled === null ? unknownBusy : {
		busySeconds: polled.seconds,
		busySource: "mean-utilization",
		inUseSeconds: null
	};
}
function drivenSeconds({ busy }, { fromMs, toMs }, sum = busyMsIn) {
	if (busy === null) return null;
	const { series, offsetMs } = busy;
	const ms = sum(series, {
		fromMs: fromMs - offsetMs,
		toMs: toMs - offsetMs
	});
	return ms === null ? null : ms / 1e3;
}
const fewestReadings = 5;
const leastCovered$1 = .9;
function polledSeconds(buckets, span) {
	const durationMs = span.toMs - span.fromMs;
	const { value, coveredMs } = areaOf(buckets, utilizationIndex, span);
	const readings = sampleCount(buckets, span);
	if (coveredMs < durationMs * leastCovered$1 || readings < fewestReadings) return null;
	return {
		seconds: value / 100 / coveredMs * durationMs / 1e3,
		readings
	};
}
function reasonWithoutBusy({ buckets, work }, span) {
	if (work.busy !== null) return work.busy.series.gaps.length > 0 ? "samples of the driver were overwritten before they were read" : "the samples of the driver do not cover the run";
	const part = work.ranMs === null ? span : overlap(span, work.ranMs);
	const { coveredMs } = areaOf(buckets, utilizationIndex, part);
	return coveredMs === 0 ? "no utilization was reported" : "utilization was not polled all the time";
}
function edgeLimitMs(durationMs) {
	return Math.max(.025 * durationMs, Math.min(150, Math.max(50, .1 * durationMs)));
}
function activeSeconds(readings, name, { fromMs, toMs }) {
	const limitMs = edgeLimitMs(toMs - fromMs);
	const [first, last] = [fromMs, toMs].map((edgeMs) => nearest(readings, edgeMs, limitMs));
	if (!first || !last || last.timeMs <= first.timeMs) return null;
	const [before, after] = [first[name], last[name]];
	return before === null || after === null ? null : Math.max(0, after - before) / 1e3;
}
function nearest(readings, timeMs, limitMs) {
	const distance = (reading) => Math.abs(reading.timeMs - timeMs);
	return readings.filter((reading) => distance(reading) <= limitMs).toSorted((a, b) => distance(a) - distance(b))[0];
}
function joulesAboveIdle({ energyReadings, work }, span) {
	const joules = countedJoules(energyReadings, span);
	if (joules === null || work.idleWatts === null) return null;
	const above = joules - work.idleWatts * (span.toMs - span.fromMs) / 1e3;
	return above < 0 ? null : above;
}
function overlap(a, b) {
	return {
		fromMs: Math.max(a.fromMs, b.fromMs),
		toMs: Math.min(a.toMs, b.toMs)
	};
}

// src/domain/telemetry/telemetry-summary.ts
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
		clocksEventShares: clocksEventShares(track.buckets, span),
		...track.work && { work: workIn({
			...track,
			work: track.work
		}, span) }
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

export { findBusyContradiction as a, createBusySeries as c, gpuQuantityList as d, writeValues as f, explainMissingWork as i, lastSampleMs as l, spreadOf as m, createWorkTrack as n, addBusyGap as o, areaOf as p, explainMissingEnergy as r, addBusySample as s, gpuUse as t, clocksEventFlags as u };