import { computeMean } from '../../core/statistics.ts'

/** Two clocks between which a device was switched, by power or heat. */
export type ClockStates = {
  /** Means, in the unit of the clocks. */
  readonly low: number
  readonly high: number
  /** For every run, in the order given: whether it ran in the higher state. */
  readonly isHigh: readonly boolean[]
}

/** A share of the clock; less is the jitter of one state. */
const leastGap = 0.03

/**
 * The two states in which runs were made, told by their clocks: split at the widest gap, which must be at least 3 % and
 * wider than the clocks of either state are spread. Null: one state, a drift, or a clock that is not known of every run.
 */
export function splitClockStates(clocks: readonly number[]): ClockStates | null {
  if (clocks.length < 2 || !clocks.every((clock) => clock > 0 && Number.isFinite(clock))) return null
  const sorted = clocks.toSorted((a, b) => a - b)
  const steps = sorted.slice(1).map((clock, index) => Math.log(clock / (sorted[index] ?? clock)))
  const gap = Math.max(...steps)
  const below = sorted.slice(0, steps.indexOf(gap) + 1)
  const above = sorted.slice(below.length)
  if (gap < Math.log1p(leastGap) || gap <= Math.max(computeSpread(below), computeSpread(above))) return null
  const boundary = above[0] ?? Number.POSITIVE_INFINITY
  return { low: computeMean(below), high: computeMean(above), isHigh: clocks.map((clock) => clock >= boundary) }
}

function computeSpread(sorted: readonly number[]): number {
  return Math.log((sorted.at(-1) ?? 1) / (sorted[0] ?? 1))
}
