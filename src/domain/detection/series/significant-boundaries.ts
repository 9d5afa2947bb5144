import { computeRangeMedian } from '../noise/order-statistics.ts'
import type { SeriesNoise } from './series-noise.ts'

const leastZ = 4
/** Tolerance for `minStep`: the size of a step between short segments is only an estimate. */
const shareOfMinStep = 0.6
/** Chosen between 1, the variance factor of a mean, and π/2, that of a median of many normal values. */
const medianVarianceFactor = 1.3
const nearbyValues = 12
const leastNearbyShare = 0.5

type Boundary = { readonly at: number; readonly z: number; readonly isKept: boolean }

/** Smallest step worth a boundary, in the unit of the values, and the noise around the levels. */
type StepThreshold = { readonly noise: SeriesNoise; readonly minStep: number }

/**
 * Drops the weakest boundary (an ascending index of a first value) until each is significant, large enough, and a jump
 * instead of a drift: the values next to it must show at least half of the step.
 */
export function selectSignificantBoundaries(
  values: Float64Array,
  starts: readonly number[],
  bar: StepThreshold,
): number[] {
  const judge = (before: number, at: number, after: number): Boundary => judgeBoundary(values, [before, at, after], bar)
  const boundaries = starts.map((at, index) => judge(starts[index - 1] ?? 0, at, starts[index + 1] ?? values.length))
  for (let weakest = findWeakest(boundaries); weakest >= 0; weakest = findWeakest(boundaries)) {
    boundaries.splice(weakest, 1)
    for (const index of [weakest - 1, weakest]) {
      const at = boundaries[index]?.at
      if (at === undefined) continue
      boundaries[index] = judge(boundaries[index - 1]?.at ?? 0, at, boundaries[index + 1]?.at ?? values.length)
    }
  }
  return boundaries.map(({ at }) => at)
}

function findWeakest(boundaries: readonly Boundary[]): number {
  let weakest = -1
  let weakestZ = Infinity
  for (const [index, { isKept, z }] of boundaries.entries()) {
    if (isKept || z >= weakestZ) continue
    weakest = index
    weakestZ = z
  }
  return weakest
}

function judgeBoundary(values: Float64Array, span: readonly [number, number, number], bar: StepThreshold): Boundary {
  const [from, at, to] = span
  const step = Math.abs(computeRangeMedian(values, at, to) - computeRangeMedian(values, from, at))
  const variance = medianVarianceFactor * bar.noise.longRunFactor * (1 / (at - from) + 1 / (to - at))
  const z = step / (bar.noise.sigma * Math.sqrt(variance))
  const nearStep = Math.abs(
    computeRangeMedian(values, at, Math.min(to, at + nearbyValues)) -
      computeRangeMedian(values, Math.max(from, at - nearbyValues), at),
  )
  const isLong = at - from >= 2 && to - at >= 2
  const isLarge = z >= leastZ && step >= shareOfMinStep * bar.minStep
  return { at, z, isKept: isLong && isLarge && nearStep >= leastNearbyShare * step }
}
