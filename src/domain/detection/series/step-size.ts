import type { Interval } from '../../core/statistics.ts'
import { computeRatioInterval, type Estimate } from './fieller.ts'
import { toFiniteShare } from '../noise/finite-share.ts'
import type { SeriesScale } from './series-scale.ts'

/** New level / old level − 1, with its confidence interval. */
export type StepSize = {
  /** Null if the old level is not above zero, so that no ratio exists. */
  readonly effect: number | null
  /** Null if the old level does not differ significantly from zero. */
  readonly interval: Interval | null
}

/**
 * Computes the size of a step, from differences on a log scale and from ratios on a linear one. `quantile` is that of
 * Student's t at the requested confidence.
 */
export function computeStepSize(
  before: Estimate,
  after: Estimate,
  quantile: number,
  { isLog }: Pick<SeriesScale, 'isLog'>,
): StepSize {
  if (isLog) {
    const step = after.value - before.value
    const margin = quantile * Math.sqrt(before.variance + after.variance)
    return { effect: toFiniteShare(step), interval: [toFiniteShare(step - margin), toFiniteShare(step + margin)] }
  }
  if (before.value <= 0) return { effect: null, interval: null }
  const ratios = computeRatioInterval(after, before, quantile)
  return {
    effect: clampFinite(after.value / before.value - 1),
    interval: ratios && [ratios[0] - 1, ratios[1] - 1],
  }
}

/** Clamped, because a level close to zero gives an infinite ratio, and JSON has no infinity. */
function clampFinite(share: number): number {
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, share))
}
