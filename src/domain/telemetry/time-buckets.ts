/** A sampled quantity. */
export type Quantity = {
  /** Name in files, including the unit. */
  readonly column: string
  /** Unit in UDUNITS notation. */
  readonly unit: string
  /**
   * `instant`: value at the moment of the sample. `since-previous`: average since the previous sample. `counted`: the
   * same from a counter, so it is exact for any interval.
   */
  readonly kind: 'instant' | 'since-previous' | 'counted'
}

/** One quantity by row; NaN = missing. */
export type BucketColumn = {
  /** Mean over the time of the row: trapezoids for instants, steps for averages. */
  readonly mean: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
  /** Time that `mean` covers; 0 for a sample without a predecessor. */
  readonly weightMs: Float64Array
}

/**
 * Samples of one device in bounded memory. Each row is one sample until `maxRows` rows exist; then neighboring rows
 * are merged in pairs, repeatedly, so that all rows cover the same number of samples. Merging preserves time
 * integrals and extremes; percentiles are computed from row means. Plain arrays, so that it can be passed between
 * threads.
 */
export type TimeBuckets = {
  readonly quantities: readonly Quantity[]
  readonly maxRows: number
  /** A longer pause between two samples is a gap with unknown values. */
  readonly maxGapMs: number
  samplesPerRow: number
  rows: number
  readonly firstMs: Float64Array
  readonly lastMs: Float64Array
  readonly counts: Uint32Array
  /** Null until the first value. */
  readonly columns: (BucketColumn | null)[]
  /** Number of samples with flag n; null until the first. */
  readonly tallies: (Uint32Array | null)[]
  /** Time and value of the last sample of each quantity; NaN before the first. */
  readonly previousMs: Float64Array
  readonly previousValue: Float64Array
}

/** Limits of time buckets. `flags`: number of flags to count; absent: 0. */
export type BucketLimits = { readonly maxRows: number; readonly maxGapMs: number; readonly flags?: number }

/** Creates empty buckets. Throws a RangeError unless `maxRows` is even. */
export function createTimeBuckets(quantities: readonly Quantity[], limits: BucketLimits): TimeBuckets {
  const { maxRows, maxGapMs, flags = 0 } = limits
  if (maxRows < 2 || maxRows % 2 !== 0)
    throw new RangeError(`rows are merged in pairs, so ${maxRows} cannot be the cap`)
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
    previousMs: new Float64Array(quantities.length).fill(Number.NaN),
    previousValue: new Float64Array(quantities.length).fill(Number.NaN),
  }
}

/** Sets the start of the averages in the next sample. */
export function beginAverages(buckets: TimeBuckets, timeMs: number): void {
  buckets.previousMs.fill(timeMs)
}

/** Adds one sample: a value per quantity (NaN = missing) and a bit per flag. */
export function appendSample(buckets: TimeBuckets, timeMs: number, values: Float64Array, flags: number = 0): void {
  const row = openRow(buckets, timeMs)
  buckets.lastMs[row] = timeMs
  buckets.counts[row] = getElement(buckets.counts, row) + 1
  for (let index = 0; index < values.length; index += 1) {
    const value = getElement(values, index)
    if (!Number.isNaN(value)) addValue(buckets, index, row, value)
  }
  for (let flag = 0; flags >> flag !== 0; flag += 1) {
    if (((flags >> flag) & 1) === 0) continue
    const tally = (buckets.tallies[flag] ??= new Uint32Array(buckets.maxRows))
    tally[row] = getElement(tally, row) + 1
  }
}

/** Level of a row for listings and percentiles: the sample, or the mean of the merged samples. */
export function computeLevel(column: BucketColumn, row: number): number {
  // The mean of a single sample includes the previous one; its own value equals both extremes.
  return Math.min(Math.max(getElement(column.mean, row), getElement(column.min, row)), getElement(column.max, row))
}

/** Reads an element within the bounds. */
export function getElement(array: Float64Array | Uint32Array, index: number): number {
  return array[index] ?? Number.NaN
}

function openRow(buckets: TimeBuckets, timeMs: number): number {
  if (buckets.rows > 0 && getElement(buckets.counts, buckets.rows - 1) < buckets.samplesPerRow) return buckets.rows - 1
  if (buckets.rows === buckets.maxRows) fold(buckets)
  const row = buckets.rows
  buckets.firstMs[row] = timeMs
  buckets.counts[row] = 0
  for (const tally of buckets.tallies) if (tally) tally[row] = 0
  for (const column of buckets.columns) if (column) write(column, row, missing)
  buckets.rows += 1
  return row
}

function addValue(buckets: TimeBuckets, index: number, row: number, value: number): void {
  const column = (buckets.columns[index] ??= createColumn(buckets.maxRows, row))
  const timeMs = getElement(buckets.lastMs, row)
  const before = getElement(buckets.previousValue, index)
  const sinceMs = timeMs - getElement(buckets.previousMs, index)
  const kind = buckets.quantities[index]?.kind
  const isStep = kind !== 'instant'
  const maxGapMs = kind === 'counted' ? Number.POSITIVE_INFINITY : buckets.maxGapMs
  const isCovered = sinceMs > 0 && sinceMs <= maxGapMs && (isStep || !Number.isNaN(before))
  const mean = isStep || !isCovered ? value : (before + value) / 2
  merge(column, row, { mean, min: value, max: value, weightMs: isCovered ? sinceMs : 0 })
  buckets.previousMs[index] = timeMs
  buckets.previousValue[index] = value
}

type Cell = { readonly mean: number; readonly min: number; readonly max: number; readonly weightMs: number }

const missing: Cell = { mean: Number.NaN, min: Number.NaN, max: Number.NaN, weightMs: 0 }

function merge(column: BucketColumn, row: number, cell: Cell): void {
  const mean = getElement(column.mean, row)
  if (Number.isNaN(mean)) return write(column, row, cell)
  const weightMs = getElement(column.weightMs, row)
  const total = weightMs + cell.weightMs
  write(column, row, {
    // Samples without a duration have equal weights.
    mean: total > 0 ? (mean * weightMs + cell.mean * cell.weightMs) / total : (mean + cell.mean) / 2,
    min: Math.min(getElement(column.min, row), cell.min),
    max: Math.max(getElement(column.max, row), cell.max),
    weightMs: total,
  })
}

function write(column: BucketColumn, row: number, cell: Cell): void {
  column.mean[row] = cell.mean
  column.min[row] = cell.min
  column.max[row] = cell.max
  column.weightMs[row] = cell.weightMs
}

function readCell(column: BucketColumn, row: number): Cell {
  return {
    mean: getElement(column.mean, row),
    min: getElement(column.min, row),
    max: getElement(column.max, row),
    weightMs: getElement(column.weightMs, row),
  }
}

/** Merges each row with its neighbor. */
function fold(buckets: TimeBuckets): void {
  const half = buckets.rows / 2
  for (let row = 0; row < half; row += 1) {
    buckets.firstMs[row] = getElement(buckets.firstMs, 2 * row)
    buckets.lastMs[row] = getElement(buckets.lastMs, 2 * row + 1)
    foldCounts(buckets.counts, row)
    for (const tally of buckets.tallies) if (tally) foldCounts(tally, row)
    for (const column of buckets.columns) if (column) foldColumn(column, row)
  }
  buckets.rows = half
  buckets.samplesPerRow *= 2
}

function foldCounts(counts: Uint32Array, row: number): void {
  counts[row] = getElement(counts, 2 * row) + getElement(counts, 2 * row + 1)
}

function foldColumn(column: BucketColumn, row: number): void {
  const right = readCell(column, 2 * row + 1)
  write(column, row, readCell(column, 2 * row))
  if (!Number.isNaN(right.mean)) merge(column, row, right)
}

/**
 * Creates a column that is missing up to and including `row`. Later elements stay untouched, so the system allocates
 * no memory for them yet.
 */
function createColumn(size: number, row: number): BucketColumn {
  const [mean, min, max] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  for (const array of [mean, min, max]) array.fill(Number.NaN, 0, row + 1)
  return { mean, min, max, weightMs: new Float64Array(size) }
}
