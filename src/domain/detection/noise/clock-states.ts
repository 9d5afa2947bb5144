import { computeMean } from '../../core/statistics.ts'

/** Two clock rates between which power or heat management switched a device. */
export type ClockStates = {
  /** Mean clock of each state, in the unit of the input. */
  readonly low: number
  readonly high: number
  /** For each run, in input order: whether it ran in the higher state. */
  readonly isHigh: readonly boolean[]
}

/** Minimum gap as a share of the clock; smaller gaps are jitter of one state. */
const leastGap = 0.03

/**
 * Splits runs into two clock states at the widest gap, which must be at least 3 % and wider than the spread inside each
 * state. Returns null for a single state, for a drift, and when the clock of any run is unknown.
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
