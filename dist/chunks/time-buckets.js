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

export { getElement as a, createTimeBuckets as i, beginAverages as n, computeLevel as r, appendSample as t };