import { resample, createSeededRandom, computeSmallSampleWidening } from '../core/bootstrap.ts'
import { computeMedian, sumValues, type Interval } from '../core/statistics.ts'
import { computeWidenedInterval } from './scalability-law.ts'

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
  readonly fixedSecondsInterval: Interval | null
  /** Projected size divided by the largest measured one. */
  readonly extrapolation: number
}

const resamples = 1000

/**
 * Projects the hours for `sequences` from one or more measured sizes. With two or more sizes a line through the medians
 * separates the fixed cost; the weights are 1/t², because noise grows with time. With one size the projection is
 * proportional, which overestimates by multiples of the fixed cost.
 */
export function project(sizes: readonly SizedSamples[], sequences: number, confidence: number): Projection {
  const model = fitCost(sizes)
  const draws = hasSpread(sizes) ? redraw(sizes) : []
  const hours = computeHours(model, sequences)
  const width = { confidence, widening: computeWidening(sizes, confidence) }
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
  const { intercept, slope } = fitWeightedLine(points)
  return slope > 0 ? { fixedSeconds: intercept, secondsPerSequence: slope } : proportional
}

function computeHours(model: CostModel, sequences: number): number {
  return ((model.fixedSeconds ?? 0) + model.secondsPerSequence * sequences) / 3600
}

function fitWeightedLine(points: readonly { x: number; y: number }[]): { intercept: number; slope: number } {
  const weights = points.map((point) => 1 / point.y ** 2)
  const total = sumValues(weights)
  const meanX = sumValues(points.map((point, index) => point.x * (weights[index] as number))) / total
  const meanY = sumValues(points.map((point, index) => point.y * (weights[index] as number))) / total
  const covariance = sumValues(
    points.map((point, index) => (weights[index] as number) * (point.x - meanX) * (point.y - meanY)),
  )
  const variance = sumValues(points.map((point, index) => (weights[index] as number) * (point.x - meanX) ** 2))
  const slope = covariance / variance
  return { slope, intercept: meanY - slope * meanX }
}

function hasSpread(sizes: readonly SizedSamples[]): boolean {
  return sizes.every((size) => size.seconds.length >= 2)
}

function redraw(sizes: readonly SizedSamples[]): CostModel[] {
  const random = createSeededRandom(0xc2b2ae35)
  return Array.from({ length: resamples }, () =>
    fitCost(sizes.map((size) => ({ ...size, seconds: resample(size.seconds, random) }))),
  )
}

function computeWidening(sizes: readonly SizedSamples[], confidence: number): number {
  const count = Math.min(...sizes.map((size) => size.seconds.length))
  return count < 2 ? 1 : computeSmallSampleWidening(count, count - 1, confidence)
}
