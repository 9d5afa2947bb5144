import { computeEffectInterval } from '../core/bootstrap.ts'
import { computeMedian, type Interval } from '../core/statistics.ts'

/** A speed-up factor with its confidence interval; null when there is no spread. */
export type Speedup = { readonly value: number; readonly interval: Interval | null }

/**
 * Ratio of medians. The bootstrap interval of the ratio of geometric means is shifted to it. Null without positive
 * samples.
 */
export function computeSpeedup(base: readonly number[], other: readonly number[], confidence: number): Speedup | null {
  if (base.length === 0 || other.length === 0 || [...base, ...other].some((value) => !(value > 0))) return null
  const value = computeMedian(base) / computeMedian(other)
  const relative = computeEffectInterval(other, base, confidence)
  if (!relative) return { value, interval: null }
  const center = Math.sqrt((1 + relative[0]) * (1 + relative[1]))
  return { value, interval: [((1 + relative[0]) / center) * value, ((1 + relative[1]) / center) * value] }
}
