import { a as getElement, r as computeLevel } from "./time-buckets.js";
import { t as clocksEventReasons } from "./gpu.js";

// src/domain/telemetry/bucket-interval.ts
function computeSpread(buckets, index, span) {
	const column = buckets.columns[index];
	if (!column) return null;
	const levels = [];
	let min = Number.POSITIVE_INFINITY;
	let max = Number.NEGATIVE_INFINITY;
	for (const row of walkSampledRows(buckets, span)) {
		if (Number.isNaN(getElement(column.mean, row))) continue;
		levels.push({
			value: computeLevel(column, row),
			count: getElement(buckets.counts, row)
		});
		min = Math.min(min, getElement(column.min, row));
		max = Math.max(max, getElement(column.max, row));
	}
	if (levels.length === 0) return null;
	const { value, coveredMs } = computeArea(buckets, index, span);
	const mean = coveredMs > 0 ? value / coveredMs : levels.reduce((sum, level) => sum + level.value, 0) / levels.length;
	const sorted = levels.toSorted((a, b) => a.value - b.value);
	const [p5, p50, p95] = [
		.05,
		.5,
		.95
	].map((share) => computeLevelQuantile(sorted, share));
	return {
		mean: Math.min(Math.max(mean, min), max),
		min,
		max,
		p5: p5 ?? min,
		p50: p50 ?? min,
		p95: p95 ?? max
	};
}
function computeArea(buckets, index, span) {
	const column = buckets.columns[index];
	let value = 0;
	let coveredMs = 0;
	for (let row = column ? findFirstRow(buckets, span.fromMs) : buckets.rows; row < buckets.rows; row += 1) {
		const share = computeShareInside(buckets, row, span);
		if (share === 0 && getElement(buckets.firstMs, row) > span.toMs) break;
		if (!column || share === 0 || Number.isNaN(getElement(column.mean, row))) continue;
		const weightMs = getElement(column.weightMs, row) * share;
		value += getElement(column.mean, row) * weightMs;
		coveredMs += weightMs;
	}
	return {
		value,
		coveredMs
	};
}
function computeWeightedMean(buckets, index, weightIndex, span) {
	const [column, weights] = [buckets.columns[index], buckets.columns[weightIndex]];
	if (!column || !weights) return null;
	let [sum, total] = [0, 0];
	for (const row of walkSampledRows(buckets, span)) {
		const weight = computeLevel(weights, row) * getElement(weights.weightMs, row) * computeShareInside(buckets, row, span);
		const value = computeLevel(column, row);
		if (Number.isNaN(weight) || Number.isNaN(value)) continue;
		sum += value * weight;
		total += weight;
	}
	return total > 0 ? sum / total : null;
}
function countSamples(buckets, span) {
	return Math.round(countInSpan(buckets, buckets.counts, span));
}
function computeFlagShare(buckets, flag, span) {
	const known = buckets.tallies[0] ? countInSpan(buckets, buckets.tallies[0], span) : 0;
	if (known === 0) return null;
	const tally = buckets.tallies[flag];
	return tally ? countInSpan(buckets, tally, span) / known : 0;
}
function computeLevelQuantile(sorted, share) {
	const position = (sorted.reduce((sum, level) => sum + level.count, 0) - 1) * share;
	const [below, above] = [findValueAtRank(sorted, Math.floor(position)), findValueAtRank(sorted, Math.ceil(position))];
	return below + (above - below) * (position - Math.floor(position));
}
function findValueAtRank(sorted, rank) {
	let passed = 0;
	for (const { value, count } of sorted) {
		passed += count;
		if (rank < passed) return value;
	}
	return NaN;
}
function countInSpan(buckets, counts, span) {
	let sum = 0;
	for (const row of walkSampledRows(buckets, span)) {
		const [firstMs, lastMs] = [getElement(buckets.firstMs, row), getElement(buckets.lastMs, row)];
		const insideMs = Math.min(lastMs, span.toMs) - Math.max(firstMs, span.fromMs);
		sum += getElement(counts, row) * (lastMs > firstMs ? insideMs / (lastMs - firstMs) : 1);
	}
	return sum;
}
function* walkSampledRows(buckets, span) {
	for (let row = findFirstRow(buckets, span.fromMs); row < buckets.rows; row += 1) {
		if (getElement(buckets.firstMs, row) > span.toMs) return;
		yield row;
	}
}
function findFirstRow(buckets, timeMs) {
	let [low, high] = [0, buckets.rows];
	while (low < high) {
		const middle = low + high >> 1;
		if (getElement(buckets.lastMs, middle) < timeMs) low = middle + 1;
		else high = middle;
	}
	return low;
}
function computeShareInside(buckets, row, span) {
	const [firstMs, endMs] = [getElement(buckets.firstMs, row), getElement(buckets.lastMs, row)];
	const beforeMs = row > 0 ? getElement(buckets.lastMs, row - 1) : firstMs;
	const startMs = firstMs - beforeMs <= buckets.maxGapMs ? beforeMs : firstMs;
	if (endMs <= startMs) return startMs >= span.fromMs && startMs <= span.toMs ? 1 : 0;
	return Math.max(0, Math.min(endMs, span.toMs) - Math.max(startMs, span.fromMs)) / (endMs - startMs);
}

// src/domain/telemetry/energy-reading.ts
const edgeShare = .05;
function computeCountedJoules(readings, { fromMs, toMs }) {
	const [first, last] = [findNearest$1(readings, fromMs), findNearest$1(readings, toMs)];
	if (!first || !last || last.timeMs <= first.timeMs || last.joules < first.joules) return null;
	if (Math.abs(first.timeMs - fromMs) + Math.abs(last.timeMs - toMs) > (toMs - fromMs) * edgeShare) return null;
	return (last.joules - first.joules) * ((toMs - fromMs) / (last.timeMs - first.timeMs));
}
function findNearest$1(readings, timeMs) {
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
function encodeClocksEvents(reading) {
	if (reading.clocksEventReasons === null) return 0;
	return reading.clocksEventReasons.reduce((flags, reason) => flags | 2 << clocksEventReasons.indexOf(reason), 1);
}

// src/domain/telemetry/busy-series.ts
const defaultMaxPoints = 2 ** 15 + 1;
const maxGaps = 100;
function createBusySeries(maxPoints = defaultMaxPoints) {
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
function getLastSampleMs({ points, timesMs }) {
	return points === 0 ? null : getElement(timesMs, points - 1);
}
function addBusySample(series, timeMs, percent) {
	const last = series.points - 1;
	if (last < 0) return appendPoint(series, {
		timeMs,
		busyMs: 0,
		inUseMs: 0
	});
	const sinceMs = timeMs - getElement(series.timesMs, last);
	if (!(sinceMs > 0)) return;
	appendPoint(series, {
		timeMs,
		busyMs: getElement(series.busyMs, last) + percent / 100 * sinceMs,
		inUseMs: getElement(series.inUseMs, last) + (percent > 0 ? sinceMs : 0)
	});
}
function addBusyGap(series, timeMs) {
	const fromMs = getLastSampleMs(series);
	if (fromMs !== null) addGap(series.gaps, {
		fromMs,
		toMs: timeMs
	});
	addBusySample(series, timeMs, 0);
}
function computeBusyMs(series, span) {
	return computeIncrease(series, series.busyMs, span);
}
function computeInUseMs(series, span) {
	return computeIncrease(series, series.inUseMs, span);
}
function computeIncrease(series, sums, { fromMs, toMs }) {
	const [firstMs, lastMs] = [series.timesMs[0], getLastSampleMs(series)];
	if (firstMs === void 0 || lastMs === null || toMs < fromMs || fromMs < firstMs || toMs > lastMs) return null;
	if (series.gaps.some((gap) => gap.fromMs < toMs && gap.toMs > fromMs)) return null;
	return sumUntil(series, sums, toMs) - sumUntil(series, sums, fromMs);
}
function addGap(gaps, gap) {
	const last = gaps.at(-1);
	if (last && gaps.length >= maxGaps) gaps[gaps.length - 1] = {
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
		series.timesMs[index] = getElement(series.timesMs, 2 * index);
		series.busyMs[index] = getElement(series.busyMs, 2 * index);
		series.inUseMs[index] = getElement(series.inUseMs, 2 * index);
	}
	series.points = kept;
	series.samplesPerPoint *= 2;
	series.pending = series.samplesPerPoint;
}
function sumUntil(series, sums, timeMs) {
	let [low, high] = [0, series.points - 1];
	while (low < high) {
		const middle = low + high >> 1;
		if (getElement(series.timesMs, middle) < timeMs) low = middle + 1;
		else high = middle;
	}
	const [endMs, end] = [getElement(series.timesMs, low), getElement(sums, low)];
	if (low === 0 || endMs <= timeMs) return end;
	const [startMs, start] = [getElement(series.timesMs, low - 1), getElement(sums, low - 1)];
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
function computeWork(sources, span) {
	const { activity, ranMs } = sources.work;
	const part = ranMs === null ? span : intersectSpans(span, ranMs);
	if (part.toMs <= part.fromMs) return unknownWork;
	return {
		...computeBusyWork(sources, part),
		busyClockMhz: computeWeightedMean(sources.buckets, clockIndex, utilizationIndex, part),
		dramActiveSeconds: computeActiveSeconds(activity, "dramMs", part),
		graphicsActiveSeconds: computeActiveSeconds(activity, "graphicsMs", part),
		energyAboveIdleJoules: computeJoulesAboveIdle(sources, part)
	};
}
function explainMissingWork(sources, span) {
	const { busyFault, activityFault } = sources.work;
	const work = computeWork(sources, span);
	return [...work.busySeconds === null ? [`busy time is not available: ${busyFault ?? explainMissingBusy(sources, span)}`] : [], ...work.dramActiveSeconds === null || work.graphicsActiveSeconds === null ? [`DRAM or graphics activity is not available: ${activityFault ?? "the driver gave no value for the run"}`] : []];
}
function explainMissingEnergy(sources, span) {
	if (computeWork(sources, span).energyAboveIdleJoules !== null) return null;
	const hasCounter = computeCountedJoules(sources.energyReadings, sources.work.ranMs ?? span) !== null;
	return `energy above idle is not available: ${sources.work.idleWatts === null ? "the idle power is not known" : hasCounter ? "the run took less energy than the idle GPU would have" : "the energy counter was not read close enough to both ends of the run"}`;
}
function findBusyContradiction(sources, span) {
	const { ranMs } = sources.work;
	const part = ranMs === null ? span : intersectSpans(span, ranMs);
	const busy = computeDriverSeconds(sources.work, part);
	const polled = computePolledSeconds(sources.buckets, part);
	if (busy === null || polled === null) return null;
	const seconds = (part.toMs - part.fromMs) / 1e3;
	const tolerated = seconds * (.05 + 1.5 / Math.sqrt(polled.readings)) + .25;
	if (Math.abs(busy - polled.seconds) <= tolerated) return null;
	const [one, other] = [busy, polled.seconds].map((value) => value.toFixed(1));
	return `the driver's samples give ${one} s and polled utilization ${other} s in ${seconds.toFixed(1)} s`;
}
function computeBusyWork({ buckets, work }, span) {
	if (work.busyFault !== null) return unknownBusy;
	if (work.busy !== null) {
		const busySeconds = computeDriverSeconds(work, span, computeBusyMs);
		const inUseSeconds = computeDriverSeconds(work, span, computeInUseMs);
		if (busySeconds === null || inUseSeconds === null) return unknownBusy;
		return {
			busySeconds,
			busySource: "driver-samples",
			inUseSeconds
		};
	}
	const polled = computePolledSeconds(buckets, span);
	return polled === null ? unknownBusy : {
		busySeconds: polled.seconds,
		busySource: "mean-utilization",
		inUseSeconds: null
	};
}
function computeDriverSeconds({ busy }, { fromMs, toMs }, sum = computeBusyMs) {
	if (busy === null) return null;
	const { series, offsetMs } = busy;
	const ms = sum(series, {
		fromMs: fromMs - offsetMs,
		toMs: toMs - offsetMs
	});
	return ms === null ? null : ms / 1e3;
}
const minReadings = 5;
const minCoveredShare$1 = .9;
function computePolledSeconds(buckets, span) {
	const durationMs = span.toMs - span.fromMs;
	const { value, coveredMs } = computeArea(buckets, utilizationIndex, span);
	const readings = countSamples(buckets, span);
	if (coveredMs < durationMs * minCoveredShare$1 || readings < minReadings) return null;
	return {
		seconds: value / 100 / coveredMs * durationMs / 1e3,
		readings
	};
}
function explainMissingBusy({ buckets, work }, span) {
	if (work.busy !== null) return work.busy.series.gaps.length > 0 ? "samples of the driver were overwritten before they were read" : "the samples of the driver do not cover the run";
	const part = work.ranMs === null ? span : intersectSpans(span, work.ranMs);
	const { coveredMs } = computeArea(buckets, utilizationIndex, part);
	return coveredMs === 0 ? "no utilization was reported" : "utilization was not polled all the time";
}
function computeEdgeLimitMs(durationMs) {
	return Math.max(.025 * durationMs, Math.min(150, Math.max(50, .1 * durationMs)));
}
function computeActiveSeconds(readings, name, { fromMs, toMs }) {
	const limitMs = computeEdgeLimitMs(toMs - fromMs);
	const [first, last] = [fromMs, toMs].map((edgeMs) => findNearest(readings, edgeMs, limitMs));
	if (!first || !last || last.timeMs <= first.timeMs) return null;
	const [before, after] = [first[name], last[name]];
	return before === null || after === null ? null : Math.max(0, after - before) / 1e3;
}
function findNearest(readings, timeMs, limitMs) {
	const computeDistance = (reading) => Math.abs(reading.timeMs - timeMs);
	return readings.filter((reading) => computeDistance(reading) <= limitMs).toSorted((a, b) => computeDistance(a) - computeDistance(b))[0];
}
function computeJoulesAboveIdle({ energyReadings, work }, span) {
	const joules = computeCountedJoules(energyReadings, span);
	if (joules === null || work.idleWatts === null) return null;
	const above = joules - work.idleWatts * (span.toMs - span.fromMs) / 1e3;
	return above < 0 ? null : above;
}
function intersectSpans(a, b) {
	return {
		fromMs: Math.max(a.fromMs, b.fromMs),
		toMs: Math.min(a.toMs, b.toMs)
	};
}

// src/domain/telemetry/telemetry-summary.ts
function summarizeGpu(track, span) {
	const getSpread = (name) => computeSpread(track.buckets, gpuQuantityNames.indexOf(name), span);
	return {
		gpu: track.gpu,
		samples: countSamples(track.buckets, span),
		utilizationPercent: getSpread("utilizationPercent"),
		memoryUsedBytes: getSpread("memoryUsedBytes"),
		memoryTotalBytes: track.memoryTotalBytes,
		ownMemoryPeakBytes: getSpread("ownMemoryBytes")?.max ?? null,
		powerWatts: getSpread("powerWatts"),
		...computeEnergyUse(track, span),
		smClockMhz: getSpread("smClockMhz"),
		memoryClockMhz: getSpread("memoryClockMhz"),
		temperatureCelsius: getSpread("temperatureCelsius"),
		smUtilization: getSpread("smUtilization"),
		smOccupancy: getSpread("smOccupancy"),
		tensorActivity: getSpread("tensorActivity"),
		dramBandwidthUtilization: getSpread("dramBandwidthUtilization"),
		pcieReceiveBytesPerSecond: getSpread("pcieReceiveBytesPerSecond"),
		pcieSendBytesPerSecond: getSpread("pcieSendBytesPerSecond"),
		nvlinkReceiveBytesPerSecond: getSpread("nvlinkReceiveBytesPerSecond"),
		nvlinkSendBytesPerSecond: getSpread("nvlinkSendBytesPerSecond"),
		clocksEventShares: computeClocksEventShares(track.buckets, span),
		...track.work && { work: computeWork({
			...track,
			work: track.work
		}, span) }
	};
}
function forgetUnseenMemory(use, foreign) {
	const { memoryUsedBytes: memory, utilizationPercent } = use;
	const isUsed = (utilizationPercent?.max ?? 0) > 0 || memory !== null && memory.max > memory.min;
	const isExplained = foreign.some(({ gpu }) => gpu === use.gpu);
	return use.ownMemoryPeakBytes === 0 && isUsed && !isExplained ? {
		...use,
		ownMemoryPeakBytes: null
	} : use;
}
function computeEnergyUse(track, span) {
	const counted = computeCountedJoules(track.energyReadings, span);
	if (counted !== null) return {
		energyJoules: counted,
		energySource: "counter"
	};
	const integrated = integrateJoules(track.buckets, span);
	return {
		energyJoules: integrated,
		energySource: integrated === null ? null : "integrated"
	};
}
const minCoveredShare = .9;
function integrateJoules(buckets, span) {
	const durationMs = span.toMs - span.fromMs;
	const { value, coveredMs } = computeArea(buckets, gpuQuantityNames.indexOf("powerWatts"), span);
	if (coveredMs === 0 || coveredMs < durationMs * minCoveredShare) return null;
	return value / coveredMs * durationMs / 1e3;
}
function computeClocksEventShares(buckets, span) {
	const shares = clocksEventReasons.map((reason, index) => [reason, computeFlagShare(buckets, index + 1, span)]);
	if (shares.some(([, share]) => share === null)) return null;
	return Object.fromEntries(shares.filter(([, share]) => share !== 0));
}

export { explainMissingWork as a, addBusySample as c, encodeClocksEvents as d, gpuQuantityList as f, computeSpread as h, explainMissingEnergy as i, createBusySeries as l, computeArea as m, summarizeGpu as n, findBusyContradiction as o, writeValues as p, createWorkTrack as r, addBusyGap as s, forgetUnseenMemory as t, getLastSampleMs as u };