import { computeSmallSampleWidening } from '../core/bootstrap.ts'
import { computeMedian, sumValues, type Interval } from '../core/statistics.ts'
import { computeWidenedInterval, drawFits } from './scalability-law.ts'

/** Wall times of one input size. */
export type SizedSamples = {
  readonly sequences: number
  /** Seconds, all > 0. */
  readonly seconds: readonly number[]
}

/** Run time as a fixed cost plus a cost per sequence. */
export type CostModel = {
  /** Seconds independent of the input; null when only one size was measured. */
  readonly fixedSeconds: number | null
  readonly secondsPerSequence: number
}

/** Projected hours for an input size, with the model and 95 % intervals. */
export type Projection = CostModel & {
  readonly hours: number
  /** Null when the samples have no spread. */
  readonly hoursInterval: Interval | null
  /** Null also without a fixed cost. */
  readonly fixedSecondsInterval: Interval | null
  /** Projected size divided by the largest measured one. */
  readonly extrapolation: number
}

/**
 * Projects the hours for `sequences` from one or more measured sizes. With two or more sizes a line through the medians
 * separates the fixed cost; the weights are 1/t², because noise grows with time. With one size the projection is
 * proportional, which overestimates by multiples of the fixed cost.
 */
export function project(sizes: readonly SizedSamples[], sequences: number, confidence: number): Projection {
  const model = fitCost(sizes)
  const fewest = Math.min(...sizes.map(({ seconds }) => seconds.length))
  const draws = fewest < 2 ? [] : drawFits(sizes, 0xc2b2ae35, fitCost)
  const hours = computeHours(model, sequences)
  const widening = fewest < 2 ? 1 : computeSmallSampleWidening(fewest, fewest - 1, confidence)
  const width = { confidence, widening }
  const ends = draws.map((draw) => computeHours(draw, sequences))
  const fixed = draws.flatMap((draw) => draw.fixedSeconds ?? [])
  return {
    ...model,
    hours,
    hoursInterval: ends.length > 0 ? computeWidenedInterval(ends, hours, width) : null,
    fixedSecondsInterval:
      fixed.length > 0 && model.fixedSeconds !== null ? computeWidenedInterval(fixed, model.fixedSeconds, width) : null,
    extrapolation: sequences / Math.max(...sizes.map((size) => size.sequences)),
  }
}

/**
 * Fits fixed and per-sequence cost. If the slope is not positive, returns the proportional model of the largest size.
 */
export function fitCost(sizes: readonly SizedSamples[]): CostModel {
  const points = sizes.map((size) => ({ x: size.sequences, y: computeMedian(size.seconds) }))
  const largest = points.reduce((one, other) => (other.x > one.x ? other : one))
  const proportional = { fixedSeconds: null, secondsPerSequence: largest.y / largest.x }
  if (new Set(points.map((point) => point.x)).size < 2) return proportional
  const weighted = points.map((point) => ({ ...point, weight: 1 / point.y ** 2 }))
  const sum = (read: (point: (typeof weighted)[number]) => number): number =>
    sumValues(weighted.map((point) => point.weight * read(point)))
  const total = sum(() => 1)
  const [meanX, meanY] = [sum(({ x }) => x) / total, sum(({ y }) => y) / total]
  const slope = sum(({ x, y }) => (x - meanX) * (y - meanY)) / sum(({ x }) => (x - meanX) ** 2)
  return slope > 0 ? { fixedSeconds: meanY - slope * meanX, secondsPerSequence: slope } : proportional
}

function computeHours(model: CostModel, sequences: number): number {
  return ((model.fixedSeconds ?? 0) + model.secondsPerSequence * sequences) / 3600
}
