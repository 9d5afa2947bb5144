import { countBefore } from '../core/statistics.ts'
import { getElement, computeLevel, type BucketColumn, type TimeBuckets } from './time-buckets.ts'
import type { Spread } from '../../record/telemetry.ts'

/** A time span in milliseconds since the epoch, both ends included. */
export type TimeSpan = { readonly fromMs: number; readonly toMs: number }

/** ∫ value dt in the quantity's unit × milliseconds, and the time for which the value is known. */
export type Area = { readonly value: number; readonly coveredMs: number }

/**
 * Computes the statistics of a quantity in a span; null without samples. A merged row at the edge contributes its
 * mean in proportion to the time inside, but its full extremes, so that no peak is lost. A counter's value counts if at
 * least half of its time lies inside. Percentiles are type 7 of Hyndman & Fan (1996); merged samples count at the mean
 * of their row.
 */
export function computeSpread(buckets: TimeBuckets, index: number, span: TimeSpan): Spread | null {
  const column = buckets.columns[index]
  if (!column) return null
  const levels: CountedValue[] = []
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const row of walkLevelRows(buckets, index, span)) {
    if (Number.isNaN(getElement(column.mean, row))) continue
    levels.push({ value: computeLevel(column, row), count: getElement(buckets.counts, row) })
    min = Math.min(min, getElement(column.min, row))
    max = Math.max(max, getElement(column.max, row))
  }
  if (levels.length === 0) return null
  const { value, coveredMs } = computeArea(buckets, index, span)
  const mean = coveredMs > 0 ? value / coveredMs : levels.reduce((sum, level) => sum + level.value, 0) / levels.length
  const sorted = levels.toSorted((a, b) => a.value - b.value)
  const [p5, p50, p95] = [0.05, 0.5, 0.95].map((share) => computeLevelQuantile(sorted, share))
  // The first trapezoid includes a sample before the span, so the mean may lie outside the extremes.
  return { mean: Math.min(Math.max(mean, min), max), min, max, p5: p5 ?? min, p50: p50 ?? min, p95: p95 ?? max }
}

/**
 * Integrates a quantity over a span; time without samples adds nothing, and neither does a counter's value of which less
 * than half of the time lies inside.
 */
export function computeArea(buckets: TimeBuckets, index: number, span: TimeSpan): Area {
  const column = buckets.columns[index]
  let [value, coveredMs] = [0, 0]
  if (!column) return { value, coveredMs }
  const walk = isCounted(buckets, index) ? walkCountedRows : walkCoveredRows
  for (const { row, share } of walk(buckets, column, span)) {
    const weightMs = getElement(column.weightMs, row) * share
    value += getElement(column.mean, row) * weightMs
    coveredMs += weightMs
  }
  return { value, coveredMs }
}

/**
 * Mean of one quantity, each row weighted by its time and by the level of another quantity: Σ value · weight · dt / Σ
 * weight · dt. Null if no row has both, or if all weights are 0.
 */
export function computeWeightedMean(
  buckets: TimeBuckets,
  index: number,
  weightIndex: number,
  span: TimeSpan,
): number | null {
  const [column, weights] = [buckets.columns[index], buckets.columns[weightIndex]]
  if (!column || !weights) return null
  let [sum, total] = [0, 0]
  for (const row of walkSampledRows(buckets, span)) {
    const weight =
      computeLevel(weights, row) * getElement(weights.weightMs, row) * computeShareInside(buckets, row, span)
    const value = computeLevel(column, row)
    if (Number.isNaN(weight) || Number.isNaN(value)) continue
    sum += value * weight
    total += weight
  }
  return total > 0 ? sum / total : null
}

/** Counts the samples in a span; a merged row at the edge counts in proportion to the time inside. */
export function countSamples(buckets: TimeBuckets, span: TimeSpan): number {
  return Math.round(countInSpan(buckets, buckets.counts, span))
}

/** Share of the samples with flag 0 that also have flag `flag`; null if flag 0 was never set. */
export function computeFlagShare(buckets: TimeBuckets, flag: number, span: TimeSpan): number | null {
  const known = buckets.tallies[0] ? countInSpan(buckets, buckets.tallies[0], span) : 0
  if (known === 0) return null
  const tally = buckets.tallies[flag]
  return tally ? countInSpan(buckets, tally, span) / known : 0
}

/** Milliseconds of a span whose samples have a flag. */
export function computeKnownMs(buckets: TimeBuckets, flag: number, span: TimeSpan): number {
  const tally = buckets.tallies[flag]
  if (!tally) return 0
  let knownMs = 0
  for (const row of walkSampledRows(buckets, span)) {
    const fromMs = Math.max(findStartMs(buckets, row), span.fromMs)
    const insideMs = Math.min(getElement(buckets.lastMs, row), span.toMs) - fromMs
    knownMs += (Math.max(0, insideMs) * getElement(tally, row)) / getElement(buckets.counts, row)
  }
  return knownMs
}

type CountedValue = { readonly value: number; readonly count: number }

function computeLevelQuantile(sorted: readonly CountedValue[], share: number): number {
  const total = sorted.reduce((sum, level) => sum + level.count, 0)
  const position = (total - 1) * share
  const [below, above] = [findValueAtRank(sorted, Math.floor(position)), findValueAtRank(sorted, Math.ceil(position))]
  return below + (above - below) * (position - Math.floor(position))
}

function findValueAtRank(sorted: readonly CountedValue[], rank: number): number {
  let passed = 0
  for (const { value, count } of sorted) {
    passed += count
    if (rank < passed) return value
  }
  return Number.NaN
}

function countInSpan(buckets: TimeBuckets, counts: Uint32Array, span: TimeSpan): number {
  let sum = 0
  for (const row of walkSampledRows(buckets, span)) {
    const [firstMs, lastMs] = [getElement(buckets.firstMs, row), getElement(buckets.lastMs, row)]
    const insideMs = Math.min(lastMs, span.toMs) - Math.max(firstMs, span.fromMs)
    sum += getElement(counts, row) * (lastMs > firstMs ? insideMs / (lastMs - firstMs) : 1)
  }
  return sum
}

function isCounted(buckets: TimeBuckets, index: number): boolean {
  return buckets.quantities[index]?.kind === 'counted'
}

/** A row with a value, and the share of its time inside a span. */
type RowShare = { readonly row: number; readonly share: number }

/** Rows whose levels describe a span. */
function* walkLevelRows(buckets: TimeBuckets, index: number, span: TimeSpan): Generator<number> {
  const column = buckets.columns[index]
  if (column && isCounted(buckets, index)) for (const { row } of walkCountedRows(buckets, column, span)) yield row
  else yield* walkSampledRows(buckets, span)
}

/** Rows of which a part lies inside; each covers the time since the row before it. */
function* walkCoveredRows(buckets: TimeBuckets, column: BucketColumn, span: TimeSpan): Generator<RowShare> {
  for (let row = countBefore(buckets.lastMs, span.fromMs, buckets.rows); row < buckets.rows; row += 1) {
    const share = computeShareInside(buckets, row, span)
    if (share === 0 && getElement(buckets.firstMs, row) > span.toMs) return
    if (share > 0 && !Number.isNaN(getElement(column.mean, row))) yield { row, share }
  }
}

/** A counter's value that mostly describes other times says nothing about a span. */
const minShareOfCount = 0.5

/**
 * Rows of a counter that describe a span. Counters may be read less often than the rest, so a value covers the time since
 * the last value, not since the last row. In merged rows that time is known to within one row.
 */
function* walkCountedRows(buckets: TimeBuckets, column: BucketColumn, span: TimeSpan): Generator<RowShare> {
  for (let row = countBefore(buckets.lastMs, span.fromMs, buckets.rows); row < buckets.rows; row += 1) {
    if (Number.isNaN(getElement(column.mean, row))) continue
    const endMs = getElement(buckets.lastMs, row)
    const startMs = endMs - getElement(column.weightMs, row)
    if (startMs > span.toMs) return
    const insideMs = Math.min(endMs, span.toMs) - Math.max(startMs, span.fromMs)
    const share = endMs > startMs ? insideMs / (endMs - startMs) : 1
    if (share >= minShareOfCount) yield { row, share }
  }
}

function* walkSampledRows(buckets: TimeBuckets, span: TimeSpan): Generator<number> {
  for (let row = countBefore(buckets.lastMs, span.fromMs, buckets.rows); row < buckets.rows; row += 1) {
    if (getElement(buckets.firstMs, row) > span.toMs) return
    yield row
  }
}

/** A row starts at the end of the previous row, unless a gap lies between them. */
function findStartMs(buckets: TimeBuckets, row: number): number {
  const firstMs = getElement(buckets.firstMs, row)
  const beforeMs = row > 0 ? getElement(buckets.lastMs, row - 1) : firstMs
  return firstMs - beforeMs <= buckets.maxGapMs ? beforeMs : firstMs
}

/** Share of a row's time inside the span. */
function computeShareInside(buckets: TimeBuckets, row: number, span: TimeSpan): number {
  const [startMs, endMs] = [findStartMs(buckets, row), getElement(buckets.lastMs, row)]
  if (endMs <= startMs) return startMs >= span.fromMs && startMs <= span.toMs ? 1 : 0
  return Math.max(0, Math.min(endMs, span.toMs) - Math.max(startMs, span.fromMs)) / (endMs - startMs)
}
