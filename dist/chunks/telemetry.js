import { clocksEventReasons, countBefore, highest, isSeen, observedQuantities } from "./core.js";
import { extname } from "node:path";
import { performance } from "node:perf_hooks";
import { closeSync, existsSync, openSync, renameSync, rmSync, write as write$1 } from "node:fs";
import { promisify } from "node:util";

// src/domain/telemetry/time-buckets.ts
function createTimeBuckets(quantities, limits) {
	const { maxRows, maxGapMs, flags = 0 } = limits;
	if (maxRows < 2 || maxRows % 2 !== 0) throw new RangeError(`rows are merged in pairs, so ${maxRows} cannot be the cap`);
	return {
		quantities,
		maxRows,
		maxGapMs,
		samplesPerRow: 1,
		rows: 0,
		firstMs: new Float64Array(maxRows),
		lastMs: new Float64Array(maxRows),
		counts: new Uint32Array(maxRows),
		columns: quantities.map(() => null),
		tallies: Array.from({ length: flags }, () => null),
		previousMs: new Float64Array(quantities.length).fill(NaN),
		previousValue: new Float64Array(quantities.length).fill(NaN)
	};
}
function beginAverages(buckets, timeMs) {
	buckets.previousMs.fill(timeMs);
}
function appendSample(buckets, timeMs, values, flags = 0) {
	const row = openRow(buckets, timeMs);
	buckets.lastMs[row] = timeMs;
	buckets.counts[row] = getElement(buckets.counts, row) + 1;
	for (let index = 0; index < values.length; index += 1) {
		const value = getElement(values, index);
		if (!Number.isNaN(value)) addValue(buckets, index, row, value);
	}
	for (let flag = 0; flags >> flag !== 0; flag += 1) {
		if ((flags >> flag & 1) === 0) continue;
		const tally = buckets.tallies[flag] ??= new Uint32Array(buckets.maxRows);
		tally[row] = getElement(tally, row) + 1;
	}
}
function computeLevel(column, row) {
	return Math.min(Math.max(getElement(column.mean, row), getElement(column.min, row)), getElement(column.max, row));
}
function getElement(array, index) {
	return array[index] ?? NaN;
}
function openRow(buckets, timeMs) {
	if (buckets.rows > 0 && getElement(buckets.counts, buckets.rows - 1) < buckets.samplesPerRow) return buckets.rows - 1;
	if (buckets.rows === buckets.maxRows) fold(buckets);
	const row = buckets.rows;
	buckets.firstMs[row] = timeMs;
	buckets.counts[row] = 0;
	for (const tally of buckets.tallies) if (tally) tally[row] = 0;
	for (const column of buckets.columns) if (column) write(column, row, missing);
	buckets.rows += 1;
	return row;
}
function addValue(buckets, index, row, value) {
	const column = buckets.columns[index] ??= createColumn(buckets.maxRows, row);
	const timeMs = getElement(buckets.lastMs, row);
	const before = getElement(buckets.previousValue, index);
	const sinceMs = timeMs - getElement(buckets.previousMs, index);
	const kind = buckets.quantities[index]?.kind;
	const isStep = kind !== "instant";
	const maxGapMs = kind === "counted" ? Number.POSITIVE_INFINITY : buckets.maxGapMs;
	const isCovered = sinceMs > 0 && sinceMs <= maxGapMs && (isStep || !Number.isNaN(before));
	merge(column, row, {
		mean: isStep || !isCovered ? value : (before + value) / 2,
		min: value,
		max: value,
		weightMs: isCovered ? sinceMs : 0
	});
	buckets.previousMs[index] = timeMs;
	buckets.previousValue[index] = value;
}
const missing = {
	mean: NaN,
	min: NaN,
	max: NaN,
	weightMs: 0
};
function merge(column, row, cell) {
	const mean = getElement(column.mean, row);
	if (Number.isNaN(mean)) return write(column, row, cell);
	const weightMs = getElement(column.weightMs, row);
	const total = weightMs + cell.weightMs;
	write(column, row, {
		mean: total > 0 ? (mean * weightMs + cell.mean * cell.weightMs) / total : (mean + cell.mean) / 2,
		min: Math.min(getElement(column.min, row), cell.min),
		max: Math.max(getElement(column.max, row), cell.max),
		weightMs: total
	});
}
function write(column, row, cell) {
	column.mean[row] = cell.mean;
	column.min[row] = cell.min;
	column.max[row] = cell.max;
	column.weightMs[row] = cell.weightMs;
}
function readCell(column, row) {
	return {
		mean: getElement(column.mean, row),
		min: getElement(column.min, row),
		max: getElement(column.max, row),
		weightMs: getElement(column.weightMs, row)
	};
}
function fold(buckets) {
	const half = buckets.rows / 2;
	for (let row = 0; row < half; row += 1) {
		buckets.firstMs[row] = getElement(buckets.firstMs, 2 * row);
		buckets.lastMs[row] = getElement(buckets.lastMs, 2 * row + 1);
		foldCounts(buckets.counts, row);
		for (const tally of buckets.tallies) if (tally) foldCounts(tally, row);
		for (const column of buckets.columns) if (column) foldColumn(column, row);
	}
	buckets.rows = half;
	buckets.samplesPerRow *= 2;
}
function foldCounts(counts, row) {
	counts[row] = getElement(counts, 2 * row) + getElement(counts, 2 * row + 1);
}
function foldColumn(column, row) {
	const right = readCell(column, 2 * row + 1);
	write(column, row, readCell(column, 2 * row));
	if (!Number.isNaN(right.mean)) merge(column, row, right);
}
function createColumn(size, row) {
	const [mean, min, max] = [
		new Float64Array(size),
		new Float64Array(size),
		new Float64Array(size)
	];
	for (const array of [
		mean,
		min,
		max
	]) array.fill(NaN, 0, row + 1);
	return {
		mean,
		min,
		max,
		weightMs: new Float64Array(size)
	};
}

// src/domain/telemetry/bucket-interval.ts
function computeSpread(buckets, index, span) {
	const column = buckets.columns[index];
	if (!column) return null;
	const levels = [];
	let min = Number.POSITIVE_INFINITY;
	let max = Number.NEGATIVE_INFINITY;
	for (const row of walkLevelRows(buckets, index, span)) {
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
	let [value, coveredMs] = [0, 0];
	if (!column) return {
		value,
		coveredMs
	};
	const walk = isCounted(buckets, index) ? walkCountedRows : walkCoveredRows;
	for (const { row, share } of walk(buckets, column, span)) {
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
function computeKnownMs(buckets, flag, span) {
	const tally = buckets.tallies[flag];
	if (!tally) return 0;
	let knownMs = 0;
	for (const row of walkSampledRows(buckets, span)) {
		const fromMs = Math.max(findStartMs(buckets, row), span.fromMs);
		const insideMs = Math.min(getElement(buckets.lastMs, row), span.toMs) - fromMs;
		knownMs += Math.max(0, insideMs) * getElement(tally, row) / getElement(buckets.counts, row);
	}
	return knownMs;
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
function isCounted(buckets, index) {
	return buckets.quantities[index]?.kind === "counted";
}
function* walkLevelRows(buckets, index, span) {
	const column = buckets.columns[index];
	if (column && isCounted(buckets, index)) for (const { row } of walkCountedRows(buckets, column, span)) yield row;
	else yield* walkSampledRows(buckets, span);
}
function* walkCoveredRows(buckets, column, span) {
	for (let row = countBefore(buckets.lastMs, span.fromMs, buckets.rows); row < buckets.rows; row += 1) {
		const share = computeShareInside(buckets, row, span);
		if (share === 0 && getElement(buckets.firstMs, row) > span.toMs) return;
		if (share > 0 && !Number.isNaN(getElement(column.mean, row))) yield {
			row,
			share
		};
	}
}
const minShareOfCount = .5;
function* walkCountedRows(buckets, column, span) {
	for (let row = countBefore(buckets.lastMs, span.fromMs, buckets.rows); row < buckets.rows; row += 1) {
		if (Number.isNaN(getElement(column.mean, row))) continue;
		const endMs = getElement(buckets.lastMs, row);
		const startMs = endMs - getElement(column.weightMs, row);
		if (startMs > span.toMs) return;
		const insideMs = Math.min(endMs, span.toMs) - Math.max(startMs, span.fromMs);
		const share = endMs > startMs ? insideMs / (endMs - startMs) : 1;
		if (share >= minShareOfCount) yield {
			row,
			share
		};
	}
}
function* walkSampledRows(buckets, span) {
	for (let row = countBefore(buckets.lastMs, span.fromMs, buckets.rows); row < buckets.rows; row += 1) {
		if (getElement(buckets.firstMs, row) > span.toMs) return;
		yield row;
	}
}
function findStartMs(buckets, row) {
	const firstMs = getElement(buckets.firstMs, row);
	const beforeMs = row > 0 ? getElement(buckets.lastMs, row - 1) : firstMs;
	return firstMs - beforeMs <= buckets.maxGapMs ? beforeMs : firstMs;
}
function computeShareInside(buckets, row, span) {
	const [startMs, endMs] = [findStartMs(buckets, row), getElement(buckets.lastMs, row)];
	if (endMs <= startMs) return startMs >= span.fromMs && startMs <= span.toMs ? 1 : 0;
	return Math.max(0, Math.min(endMs, span.toMs) - Math.max(startMs, span.fromMs)) / (endMs - startMs);
}

// src/domain/telemetry/gpu-quantities.ts
const rate = [0, highest.bytesPerSecond];
const gpuQuantities = {
	utilizationPercent: {
		column: "utilization_percent",
		unit: "%",
		kind: "since-previous",
		range: [0, highest.percent]
	},
	memoryUsedBytes: {
		column: "memory_used_bytes",
		unit: "B",
		kind: "instant",
		range: [0, highest.bytes]
	},
	ownMemoryBytes: {
		column: "own_memory_bytes",
		unit: "B",
		kind: "instant",
		range: [0, highest.bytes]
	},
	powerWatts: {
		column: "power_watts",
		unit: "W",
		kind: "instant",
		range: [.1, highest.watts]
	},
	smClockMhz: {
		column: "sm_clock_mhz",
		unit: "MHz",
		kind: "instant",
		range: [0, highest.mhz]
	},
	memoryClockMhz: {
		column: "memory_clock_mhz",
		unit: "MHz",
		kind: "instant",
		range: [0, highest.mhz]
	},
	temperatureCelsius: {
		column: "temperature_celsius",
		unit: "degC",
		kind: "instant",
		range: [1, highest.celsius]
	},
	pcieReceiveBytesPerSecond: {
		column: "pcie_receive_bytes_per_second",
		unit: "B/s",
		kind: "counted",
		range: rate
	},
	pcieSendBytesPerSecond: {
		column: "pcie_send_bytes_per_second",
		unit: "B/s",
		kind: "counted",
		range: rate
	},
	nvlinkReceiveBytesPerSecond: {
		column: "nvlink_receive_bytes_per_second",
		unit: "B/s",
		kind: "counted",
		range: rate
	},
	nvlinkSendBytesPerSecond: {
		column: "nvlink_send_bytes_per_second",
		unit: "B/s",
		kind: "counted",
		range: rate
	},
	smUtilization: {
		column: "sm_utilization_share",
		unit: "1",
		kind: "counted",
		range: [0, highest.share]
	},
	smOccupancy: {
		column: "sm_occupancy_share",
		unit: "1",
		kind: "counted",
		range: [0, highest.share]
	},
	tensorActivity: {
		column: "tensor_activity_share",
		unit: "1",
		kind: "counted",
		range: [0, highest.share]
	},
	dramBandwidthUtilization: {
		column: "dram_bandwidth_share",
		unit: "1",
		kind: "counted",
		range: [0, highest.share]
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
		lastPercent: 0,
		percentBefore: 0,
		lastSpanMs: 0,
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
	const sinceMs = last < 0 ? 0 : timeMs - getElement(series.timesMs, last);
	if (last >= 0 && !(sinceMs > 0)) return;
	if (last >= 0) series.inUseMs[last] = getElement(series.inUseMs, last) - computeUnusedMs(series, percent);
	const [busyBefore, inUseBefore] = last < 0 ? [0, 0] : [series.busyMs, series.inUseMs].map((sums) => getElement(sums, last));
	appendPoint(series, {
		timeMs,
		busyMs: (busyBefore ?? 0) + percent / 100 * sinceMs,
		inUseMs: (inUseBefore ?? 0) + (percent > 0 ? sinceMs : 0)
	});
	series.percentBefore = last < 0 ? percent : series.lastPercent;
	series.lastPercent = percent;
	series.lastSpanMs = sinceMs;
}
function computeUnusedMs({ lastPercent, percentBefore, lastSpanMs }, next) {
	if (lastPercent <= 0 || percentBefore > 0 && next > 0) return 0;
	return lastSpanMs * (1 - Math.min(1, lastPercent / (Math.max(percentBefore, next) || 100)));
}
function computeBusyMs(series, span) {
	return computeIncrease(series, series.busyMs, span);
}
function computeInUseMs(series, span) {
	return computeIncrease(series, series.inUseMs, span);
}
function computeMsUntilUse(series, span) {
	const inUseMs = computeInUseMs(series, span);
	if (inUseMs === null || inUseMs === 0) return null;
	const before = sumUntil(series, series.inUseMs, span.fromMs);
	let index = findPoint(series, span.fromMs);
	while (getElement(series.inUseMs, index) <= before) index += 1;
	const usedMs = getElement(series.inUseMs, index) - before;
	return Math.max(0, Math.min(getElement(series.timesMs, index), span.toMs) - Math.min(usedMs, inUseMs) - span.fromMs);
}
function computeIncrease(series, sums, { fromMs, toMs }) {
	const [firstMs, lastMs] = [series.timesMs[0], getLastSampleMs(series)];
	if (firstMs === void 0 || lastMs === null || toMs < fromMs || fromMs < firstMs || toMs > lastMs) return null;
	if (series.gaps.some((gap) => gap.fromMs < toMs && gap.toMs > fromMs)) return null;
	return sumUntil(series, sums, toMs) - sumUntil(series, sums, fromMs);
}
function markBusyGap({ gaps }, gap) {
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
function findPoint({ timesMs, points }, timeMs) {
	return countBefore(timesMs, timeMs, points - 1);
}
function sumUntil(series, sums, timeMs) {
	const low = findPoint(series, timeMs);
	const [endMs, end] = [getElement(series.timesMs, low), getElement(sums, low)];
	if (low === 0 || endMs <= timeMs) return end;
	const [startMs, start] = [getElement(series.timesMs, low - 1), getElement(sums, low - 1)];
	return start + (end - start) * (timeMs - startMs) / (endMs - startMs);
}

// src/domain/telemetry/impossible-values.ts
function isPossible(name, value) {
	const [least, most] = gpuQuantities[name].range;
	return value >= least && value <= most;
}
function isStillAtWork(name, { utilizationPercent }) {
	return (name === "smClockMhz" || name === "memoryClockMhz") && (utilizationPercent ?? 0) > 0;
}
var ImpossibleValues = class {
	#found = /* @__PURE__ */ new Map();
	drop(reading) {
		const { memoryTotalBytes: total, memoryUsedBytes: used } = reading;
		const wrong = gpuQuantityNames.filter((name) => {
			const value = name === "ownMemoryBytes" ? null : reading[name];
			return value !== null && (!isPossible(name, value) || value === 0 && isStillAtWork(name, reading));
		});
		const isTotalWrong = total !== null && !(total > 0 && isPossible("memoryUsedBytes", total) && total >= (used ?? 0));
		if (wrong.length === 0 && !isTotalWrong) return reading;
		for (const name of wrong) this.#count(reading.gpu, gpuQuantities[name].column, String(Reflect.get(reading, name)));
		if (isTotalWrong && (total !== 0 || used)) this.#count(reading.gpu, "memory_total_bytes", `${total}, with ${used} in use`);
		return {
			...reading,
			...Object.fromEntries(wrong.map((name) => [name, null])),
			...isTotalWrong && {
				memoryUsedBytes: null,
				memoryTotalBytes: null
			}
		};
	}
	dropMemory({ gpu, memoryTotalBytes }, bytes) {
		if (bytes === null || isPossible("ownMemoryBytes", bytes) && bytes <= (memoryTotalBytes ?? bytes)) return bytes;
		this.#count(gpu, gpuQuantities.ownMemoryBytes.column, `${bytes}`);
		return null;
	}
	list() {
		return [...this.#found].map(([column, { count, first, gpus }]) => `GPU ${[...gpus].join(", ")}: impossible values of ${column} do not count (${count}, the first is ${first})`);
	}
	#count(gpu, column, value) {
		const known = this.#found.get(column) ?? {
			count: 0,
			first: value,
			gpus: /* @__PURE__ */ new Set()
		};
		known.count += 1;
		known.gpus.add(gpu);
		this.#found.set(column, known);
	}
};

// src/domain/telemetry/energy-reading.ts
const edgeShare = .05;
const minCoveredShare$1 = .9;
const minComparedMs = 2e3;
const minCountedShare = .25;
function computeCountedJoules(sources, span) {
	return findEnergyContradiction(sources, span) === null ? readCounter(sources, span) : null;
}
function findEnergyContradiction(sources, span) {
	const counted = readCounter(sources, span);
	if (counted === null) return null;
	if (counted === 0) return "the energy counter did not move";
	const durationMs = span.toMs - span.fromMs;
	const watts = counted / (durationMs / 1e3);
	const integrated = durationMs < minComparedMs ? null : integrateJoules(sources, span);
	if (isPossible("powerWatts", watts) && counted >= minCountedShare * (integrated ?? 0)) return null;
	const polled = integrated === null ? "" : ` and power gives ${Math.round(integrated)} J`;
	return `the energy counter gives ${Math.round(counted)} J${polled} in ${(durationMs / 1e3).toFixed(1)} s`;
}
function listEnergyDoubts(tracks, span) {
	return tracks.flatMap((track) => {
		const doubt = findEnergyContradiction(track, span);
		return doubt === null ? [] : [`GPU ${track.gpu}: energy is not available: ${doubt}`];
	});
}
function integrateJoules({ buckets }, span) {
	const durationMs = span.toMs - span.fromMs;
	const { value, coveredMs } = computeArea(buckets, gpuQuantityNames.indexOf("powerWatts"), span);
	if (coveredMs === 0 || coveredMs < durationMs * minCoveredShare$1) return null;
	return value / coveredMs * durationMs / 1e3;
}
function readCounter({ energyReadings }, { fromMs, toMs }) {
	const [first, last] = [findNearest(energyReadings, fromMs), findNearest(energyReadings, toMs)];
	if (!first || !last || last.timeMs <= first.timeMs) return null;
	const between = energyReadings.filter(({ timeMs }) => timeMs >= first.timeMs && timeMs <= last.timeMs);
	if (between.some(({ joules }, index) => joules < (between[index - 1]?.joules ?? joules))) return null;
	if (Math.abs(first.timeMs - fromMs) + Math.abs(last.timeMs - toMs) > (toMs - fromMs) * edgeShare) return null;
	return (last.joules - first.joules) * ((toMs - fromMs) / (last.timeMs - first.timeMs));
}
function findNearest(readings, timeMs) {
	return readings.toSorted((a, b) => Math.abs(a.timeMs - timeMs) - Math.abs(b.timeMs - timeMs))[0];
}

// src/domain/telemetry/gpu-work.ts
const unknownBusy = {
	busySeconds: null,
	busySource: null,
	inUseSeconds: null,
	startUpSeconds: null
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
	const part = cutToProcess(span, ranMs);
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
	const part = sources.work.ranMs ?? span;
	const hasCounter = computeCountedJoules(sources, part) !== null;
	return `energy above idle is not available: ${sources.work.idleWatts === null ? "the idle power is not known" : hasCounter ? "the run took less energy than the idle GPU would have" : findEnergyContradiction(sources, part) ?? "the energy counter was not read close enough to both ends of the run"}`;
}
function findBusyContradiction(sources, span) {
	const part = cutToProcess(span, sources.work.ranMs);
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
			inUseSeconds,
			startUpSeconds: computeDriverSeconds(work, span, computeMsUntilUse)
		};
	}
	const polled = computePolledSeconds(buckets, span);
	return polled === null ? unknownBusy : {
		...unknownBusy,
		busySeconds: polled.seconds,
		busySource: "mean-utilization"
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
const minCoveredShare = .9;
function computePolledSeconds(buckets, span) {
	const durationMs = span.toMs - span.fromMs;
	const { value, coveredMs } = computeArea(buckets, utilizationIndex, span);
	const readings = countSamples(buckets, span);
	if (coveredMs < durationMs * minCoveredShare || readings < minReadings) return null;
	return {
		seconds: value / 100 / coveredMs * durationMs / 1e3,
		readings
	};
}
function explainMissingBusy({ buckets, work }, span) {
	if (work.busy !== null) return work.busy.series.gaps.length > 0 ? "samples of the driver were overwritten before they were read" : "the samples of the driver do not cover the run";
	const part = cutToProcess(span, work.ranMs);
	const { coveredMs } = computeArea(buckets, utilizationIndex, part);
	return coveredMs === 0 ? "no utilization was reported" : "utilization was not polled all the time";
}
function computeEdgeLimitMs(durationMs) {
	return Math.max(.025 * durationMs, Math.min(150, Math.max(50, .1 * durationMs)));
}
function computeActiveSeconds(readings, name, { fromMs, toMs }) {
	const limitMs = computeEdgeLimitMs(toMs - fromMs);
	const [first, last] = [findNearest(readings, fromMs), findNearest(readings, toMs)];
	if (!first || !last || last.timeMs <= first.timeMs) return null;
	if (Math.abs(first.timeMs - fromMs) > limitMs || Math.abs(last.timeMs - toMs) > limitMs) return null;
	const [before, after] = [first[name], last[name]];
	if (before === null || after === null || before - after > limitMs) return null;
	return Math.max(0, after - before) / 1e3;
}
function computeJoulesAboveIdle(sources, span) {
	const { work } = sources;
	const joules = computeCountedJoules(sources, span);
	if (joules === null || work.idleWatts === null) return null;
	const above = joules - work.idleWatts * (span.toMs - span.fromMs) / 1e3;
	return above < 0 ? null : above;
}
function cutToProcess({ fromMs, toMs }, ranMs) {
	return {
		fromMs: Math.max(fromMs, ranMs?.fromMs ?? fromMs),
		toMs: Math.min(toMs, ranMs?.toMs ?? toMs)
	};
}

// src/domain/telemetry/coverage.ts
const minCoverage = .5;
const minBlindIntervals = 5;
function computeCoverage(sources, span) {
	const part = cutToTrial(sources, span);
	if (!part) return null;
	const { buckets } = sources;
	const durationMs = part.toMs - part.fromMs;
	const all = [...gpuQuantityNames.map((name, index) => [name, computeArea(buckets, index, part).coveredMs]), ["clocksEventReasons", computeKnownMs(buckets, 0, part)]];
	return Object.fromEntries(all.map(([name, ms]) => [name, ms > 0 ? Math.max(.001, roundShare(ms / durationMs)) : 0]));
}
function isObserved(sources, span, coverage, name) {
	const part = cutToTrial(sources, span);
	if (!part || !coverage || name === "ownMemoryBytes") return true;
	const share = coverage[name] ?? 0;
	const blindMs = (1 - share) * (part.toMs - part.fromMs);
	return share >= .5 || blindMs < 5 * (sources.intervalMs ?? 0);
}
function listPartlySeen(use) {
	const values = {
		...use,
		clocksEventReasons: use.clocksEventShares
	};
	return observedQuantities.flatMap((name) => {
		const share = use.coverage?.[name] ?? 0;
		const isLost = name === "processes" ? share < minCoverage : values[name] === null;
		return share > 0 && share < .5 && isLost ? [[name, share]] : [];
	});
}
function formatQuantity(name) {
	return name.replace(/(?:Percent|Bytes|Watts|Mhz|Celsius|BytesPerSecond)$/, "").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
function roundShare(share) {
	return Math.round(Math.min(1, Math.max(0, share)) * 1e3) / 1e3;
}
function cutToTrial({ work, intervalMs }, span) {
	if (intervalMs === void 0) return null;
	const part = cutToProcess(span, work?.ranMs ?? null);
	return part.toMs > part.fromMs ? part : null;
}

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
	const clamped = Object.entries(spread).map(([name, value]) => [name, Math.min(value, limit)]);
	return Object.fromEntries(clamped);
}
function roundBytes(bytes) {
	return bytes === null ? null : Math.round(bytes);
}

// src/domain/telemetry/telemetry-summary.ts
function createGpuTrack(gpu, limits, rest) {
	return {
		gpu,
		buckets: createTimeBuckets(gpuQuantityList, {
			...limits,
			flags: clocksEventReasons.length + 1
		}),
		memoryTotalBytes: null,
		energyReadings: [],
		...rest
	};
}
function recordReading(track, reading, ownMemoryBytes, values) {
	writeValues(reading, ownMemoryBytes, values);
	appendSample(track.buckets, reading.timeMs, values, encodeClocksEvents(reading));
	track.memoryTotalBytes = reading.memoryTotalBytes ?? track.memoryTotalBytes;
}
function summarizeGpu(track, span) {
	const coverage = computeCoverage(track, span);
	const spreads = gpuQuantityNames.map((name, index) => [name, isObserved(track, span, coverage, name) ? computeSpread(track.buckets, index, span) : null]);
	const { ownMemoryBytes, ...known } = Object.fromEntries(spreads);
	return {
		gpu: track.gpu,
		samples: countSamples(track.buckets, span),
		...known,
		memoryTotalBytes: track.memoryTotalBytes,
		ownMemoryPeakBytes: ownMemoryBytes?.max ?? null,
		...computeEnergyUse(track, span),
		clocksEventShares: isObserved(track, span, coverage, "clocksEventReasons") ? computeClocksEventShares(track.buckets, span) : null,
		...coverage && { coverage },
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
	const counted = computeCountedJoules(track, span);
	if (counted !== null) return {
		energyJoules: counted,
		energySource: "counter"
	};
	if (findEnergyContradiction(track, span) !== null) return {
		energyJoules: null,
		energySource: null
	};
	const integrated = integrateJoules(track, span);
	return {
		energyJoules: integrated,
		energySource: integrated === null ? null : "integrated"
	};
}
function computeClocksEventShares(buckets, span) {
	const shares = clocksEventReasons.map((reason, index) => [reason, computeFlagShare(buckets, index + 1, span)]);
	if (shares.some(([, share]) => share === null)) return null;
	return Object.fromEntries(shares.filter(([, share]) => share !== 0));
}

// src/io/gpu/sampling/sampling-pace.ts
const slackMs = 25;
var Budget = class {
	#limits;
	#readCpuMs;
	#startMs;
	#lastMs = Number.NEGATIVE_INFINITY;
	#spentMs = 0;
	constructor(limits, readCpuMs = readThreadCpuMs) {
		this.#limits = limits;
		this.#readCpuMs = readCpuMs;
		this.#startMs = limits.extraMs === void 0 ? null : 0;
	}
	attempt(nowMs, read) {
		if (!this.#isDue(nowMs)) return null;
		this.#lastMs = nowMs;
		if (this.#limits.maxShare === void 0) return read();
		const cpuMs = this.#readCpuMs();
		const result = read();
		if (this.#startMs === null) this.#startMs = nowMs;
		else this.#spentMs += this.#readCpuMs() - cpuMs;
		return result;
	}
	#isDue(nowMs) {
		const { everyMs, mostMs = Number.POSITIVE_INFINITY, maxShare, extraMs = 0 } = this.#limits;
		const sinceMs = nowMs - this.#lastMs;
		if (sinceMs < everyMs - 25) return false;
		if (maxShare === void 0 || sinceMs >= mostMs - 25) return true;
		const elapsedMs = Math.max(0, nowMs - (this.#startMs ?? nowMs));
		this.#spentMs = Math.max(this.#spentMs, maxShare * (elapsedMs - mostMs));
		return this.#spentMs <= extraMs + maxShare * elapsedMs;
	}
};
var SamplingOverhead = class {
	#startMs;
	#startCpuMs = readThreadCpuMs();
	#isEnded = false;
	cpuShare = null;
	constructor(timeMs) {
		this.#startMs = timeMs;
	}
	begin(timeMs) {
		this.#startMs = timeMs;
		this.#startCpuMs = readThreadCpuMs();
	}
	end(timeMs) {
		if (this.#isEnded) return;
		this.#isEnded = true;
		const elapsedMs = timeMs - this.#startMs;
		this.cpuShare = elapsedMs > 0 ? (readThreadCpuMs() - this.#startCpuMs) / elapsedMs : null;
	}
};
function startTicker(intervalMs, onTick) {
	const startMs = performance.now();
	let next = 1;
	let timer = setTimeout(tick, intervalMs);
	const pace = {
		lost: 0,
		late: 0,
		longestGapMs: 0
	};
	let lastMs = startMs;
	function tick() {
		const nowMs = performance.now();
		pace.longestGapMs = Math.max(pace.longestGapMs, nowMs - lastMs);
		lastMs = nowMs;
		const sinceMs = nowMs - startMs;
		const current = Math.max(next, Math.floor(sinceMs / intervalMs));
		pace.lost += current - next;
		if (sinceMs - current * intervalMs > intervalMs / 2) pace.late += 1;
		next = current + 1;
		onTick();
		timer = setTimeout(tick, Math.max(0, startMs + next * intervalMs - performance.now()));
	}
	return {
		pace,
		[Symbol.dispose]() {
			clearTimeout(timer);
			pace.lost += Math.max(0, Math.floor((performance.now() - startMs) / intervalMs) - next);
			next = Number.POSITIVE_INFINITY;
		}
	};
}
function createReadingPace(intervalMs, own, startMs) {
	const pace = {
		lost: 0,
		late: 0,
		longestGapMs: 0
	};
	const lastMsByGpu = new Map(own.map((gpu) => [gpu, startMs]));
	let endMs = null;
	return {
		pace,
		begin(timeMs) {
			for (const gpu of own) addGap(gpu, startMs - timeMs);
		},
		record(reading) {
			if (isSeen(reading) || !own.includes(reading.gpu)) advance(reading.gpu, reading.timeMs);
		},
		end(timeMs) {
			endMs = timeMs;
		},
		close(timeMs) {
			for (const gpu of own) advance(gpu, endMs ?? timeMs);
		}
	};
	function advance(gpu, timeMs) {
		const lastMs = lastMsByGpu.get(gpu);
		lastMsByGpu.set(gpu, timeMs);
		if (lastMs === void 0) return;
		addGap(gpu, timeMs - lastMs);
		const intervals = (timeMs - lastMs) / intervalMs;
		const missing = Math.max(0, Math.floor(intervals) - 1);
		pace.lost += missing;
		if (intervals - missing > 1.5) pace.late += 1;
	}
	function addGap(gpu, gapMs) {
		if (own.includes(gpu)) pace.longestGapMs = Math.max(pace.longestGapMs, gapMs);
	}
}
function startSamplingClock() {
	const offsetMs = Date.now() - performance.now();
	return () => Math.round((offsetMs + performance.now()) * 1e3) / 1e3;
}
const maxTickMs = 1e3;
function createRotation(gpus, intervalMs) {
	const count = Math.max(1, Math.min(gpus.length, Math.ceil(intervalMs / maxTickMs)));
	const groups = Array.from({ length: count }, (_, group) => gpus.filter((_gpu, index) => index % count === group));
	let next = 0;
	return {
		tickMs: intervalMs / count,
		takeNext() {
			const group = groups[next] ?? [];
			next = (next + 1) % count;
			return group;
		},
		countReadings: (ticks) => Math.round(ticks * gpus.length / count)
	};
}
const most = 20;
const longest = 500;
var ProblemList = class {
	#problems;
	constructor(problems = []) {
		this.#problems = new Set(problems);
	}
	add(problem) {
		if (problem !== null && this.#problems.size < most) this.#problems.add(problem.slice(0, longest));
	}
	attempt(purpose, work) {
		try {
			return work();
		} catch (error) {
			this.add(`${purpose}: ${error instanceof Error ? error.message : String(error)}`);
			return null;
		}
	}
	list() {
		return [...this.#problems];
	}
};
let addedMs = 0;
function addCpuMs(ms) {
	addedMs += ms;
}
function readThreadCpuMs() {
	process.cpuUsage();
	const { user, system } = process.threadCpuUsage();
	return addedMs + (user + system) / 1e3;
}

// src/domain/telemetry/log-columns.ts
const bytesPerMebibyte = 1024 ** 2;
const logColumns = [
	{
		name: "timestamp",
		format: ({ reading }) => (reading.timeMs / 1e3).toFixed(3)
	},
	{
		name: "device_id",
		format: ({ reading }) => `${reading.gpu}`
	},
	{
		name: "gpu_util",
		quantity: "utilizationPercent",
		digits: 1
	},
	{
		name: "mem_used_mb",
		format: ({ reading: { memoryUsedBytes: used } }) => formatAmount(used === null ? null : used / bytesPerMebibyte, 1)
	},
	{
		name: "mem_percent",
		format: ({ reading: { memoryUsedBytes: used, memoryTotalBytes: total } }) => formatAmount(used !== null && total ? used / total * 100 : null, 1)
	},
	{
		name: "temperature",
		quantity: "temperatureCelsius"
	},
	{
		name: "power_draw",
		quantity: "powerWatts",
		digits: 3
	},
	{
		name: "stage",
		format: ({ stage }) => (stage ?? "").replaceAll(/[\p{Cc}",]/gu, "_").slice(0, 100)
	},
	{
		name: "memory_used_bytes",
		quantity: "memoryUsedBytes"
	},
	{
		name: "memory_total_bytes",
		quantity: "memoryTotalBytes"
	},
	{
		name: "own_memory_bytes",
		format: ({ ownMemoryBytes }) => formatAmount(ownMemoryBytes)
	},
	{
		name: "sm_clock_mhz",
		quantity: "smClockMhz"
	},
	{
		name: "memory_clock_mhz",
		quantity: "memoryClockMhz"
	},
	{
		name: "clocks_event_reasons",
		format: ({ reading }) => reading.clocksEventReasons?.join(" ") ?? ""
	},
	{
		name: "pcie_receive_bytes_per_second",
		quantity: "pcieReceiveBytesPerSecond",
		digits: 0
	},
	{
		name: "pcie_send_bytes_per_second",
		quantity: "pcieSendBytesPerSecond",
		digits: 0
	},
	{
		name: "nvlink_receive_bytes_per_second",
		quantity: "nvlinkReceiveBytesPerSecond",
		digits: 0
	},
	{
		name: "nvlink_send_bytes_per_second",
		quantity: "nvlinkSendBytesPerSecond",
		digits: 0
	},
	{
		name: "sm_utilization_share",
		quantity: "smUtilization",
		digits: 4
	},
	{
		name: "sm_occupancy_share",
		quantity: "smOccupancy",
		digits: 4
	},
	{
		name: "tensor_activity_share",
		quantity: "tensorActivity",
		digits: 4
	},
	{
		name: "dram_bandwidth_share",
		quantity: "dramBandwidthUtilization",
		digits: 4
	},
	{
		name: "ecc_errors_count",
		quantity: "eccErrors"
	},
	{
		name: "retired_pages_count",
		quantity: "retiredPages"
	}
];
function formatLogRow(row) {
	return `${logColumns.map((column) => "quantity" in column ? formatAmount(row.reading[column.quantity], column.digits) : column.format(row)).join(",")}\n`;
}
function formatAmount(value, digits) {
	return value === null ? "" : digits === void 0 ? `${value}` : value.toFixed(digits);
}

// src/io/gpu/sampling/sampling-files.ts
const writeTo = promisify(write$1);
const bytesPerGibibyte = 1024 ** 3;
const maxBufferedCharacters = 8388608;
var SamplingLog = class {
	path;
	#descriptor;
	#waiting = "";
	#writing = null;
	#dropped = 0;
	#failure = null;
	constructor(path, head) {
		const file = createUniqueFile(path);
		this.path = file.path;
		this.#descriptor = file.descriptor;
		this.#waiting = formatHeader(head);
		this.flush();
	}
	get problem() {
		if (this.#failure !== null) return `${this.path} is incomplete: ${this.#failure}`;
		return this.#dropped > 0 ? `${this.path} is incomplete: the disk did not keep up (dropped rows: ${this.#dropped})` : null;
	}
	append(row) {
		if (this.#failure !== null || this.#waiting.length > maxBufferedCharacters) this.#dropped += 1;
		else this.#waiting += formatLogRow(row);
	}
	flush() {
		if (this.#writing || this.#failure !== null || this.#waiting === "") return;
		const text = this.#waiting;
		this.#waiting = "";
		this.#writing = this.#write(text);
	}
	async close(endedMs, gpus) {
		this.#waiting += formatFooter(endedMs, gpus);
		while (this.#writing || this.#waiting !== "" && this.#failure === null) {
			this.flush();
			await this.#writing;
		}
		closeSync(this.#descriptor);
	}
	async #write(text) {
		try {
			const bytes = Buffer.from(text);
			for (let done = 0; done < bytes.length;) done += (await writeTo(this.#descriptor, bytes, done)).bytesWritten;
		} catch (error) {
			this.#failure = error instanceof Error ? error.message : String(error);
		} finally {
			this.#writing = null;
		}
	}
};
function formatHeader({ monitor, startedMs, gpus }) {
	return [
		"GPU Monitoring Log",
		`Started: ${new Date(startedMs).toISOString()}`,
		`Devices: [${gpus.join(", ")}]`,
		`Monitor: ${monitor}`,
		"Units: timestamp s, gpu_util %, mem_used_mb MiB, mem_percent %, temperature degC, power_draw W; empty = unavailable",
		"",
		logColumns.map(({ name }) => name).join(",")
	].map(formatComment).join("");
}
function formatFooter(endedMs, gpus) {
	const uses = gpus.flatMap((use) => [
		`GPU ${use.gpu}:`,
		`  Avg Utilization: ${use.utilizationPercent ? `${use.utilizationPercent.mean.toFixed(1)}%` : "unavailable"}`,
		`  Peak Memory: ${use.memoryUsedBytes ? `${(use.memoryUsedBytes.max / bytesPerGibibyte).toFixed(2)} GiB` : "unavailable"}`,
		`  Samples: ${use.samples}`
	]);
	return [
		"",
		`Monitoring Stopped: ${new Date(endedMs).toISOString()}`,
		"",
		"Summary:",
		...uses
	].map(formatComment).join("");
}
function formatComment(line) {
	return line === "" ? "#\n" : `# ${line}\n`;
}
async function writeHdf5(path, { monitor, intervalMs, runId, tracks, host }) {
	return await writeNewHdf5(path, (file) => {
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
	});
}
async function writeNewHdf5(path, fill) {
	const { File, ready } = await import("./hdf5_hl.js");
	await ready;
	const own = createUniqueFile(path);
	closeSync(own.descriptor);
	const partial = `${own.path}.partial`;
	try {
		const file = new File(partial, "w");
		file.create_attribute("creator", "warpgauge");
		fill(file);
		file.close();
		renameSync(partial, own.path);
	} catch (error) {
		for (const leftover of [partial, own.path]) rmSync(leftover, { force: true });
		throw error;
	}
	return own.path;
}
async function writeHdf5Columns(path, data, attributes) {
	return await writeNewHdf5(path, (file) => {
		for (const [name, text] of Object.entries(attributes)) file.create_attribute(name, text);
		for (const column of data) writeColumn(file, column, column.values.length);
	});
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
			values: Float64Array.from({ length: rows }, (_, row) => computeLevel(column, row))
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
const maxAttempts = 1e3;
function createUniqueFile(path) {
	for (let number = 1;; number += 1) {
		const extension = extname(path);
		const numbered = `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
		const candidate = number === 1 ? path : numbered;
		try {
			return {
				path: candidate,
				descriptor: openSync(candidate, "wx")
			};
		} catch (error) {
			if (number >= maxAttempts || !existsSync(candidate)) throw error;
		}
	}
}

// src/io/gpu/sampling/sampling-worker-url.ts
function getSamplingWorkerUrl() {
	const urls = [
		"./sampling-worker.ts",
		"./sampling-worker.js",
		"../sampling-worker.js"
	].map((place) => new URL(place, import.meta.url));
	const found = urls.find((url) => existsSync(url));
	if (!found) throw new Error(`the sampling thread is missing: ${urls.map((url) => url.pathname).join(", ")}`);
	return found;
}

export { Budget, ImpossibleValues, ProblemList, SamplingLog, SamplingOverhead, addBusySample, addCpuMs, appendSample, beginAverages, createBusySeries, createGpuTrack, createReadingPace, createRotation, createTimeBuckets, createWorkTrack, encodeClocksEvents, explainMissingEnergy, explainMissingWork, findBusyContradiction, forgetUnseenMemory, formatQuantity, getLastSampleMs, getSamplingWorkerUrl, gpuQuantityNames, hostQuantityList, hostQuantityNames, isPossible, listEnergyDoubts, listPartlySeen, logColumns, markBusyGap, readThreadCpuMs, recordReading, roundShare, startSamplingClock, startTicker, summarizeGpu, summarizeHost, writeHdf5, writeHdf5Columns };