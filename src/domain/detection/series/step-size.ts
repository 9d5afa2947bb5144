import type { Interval } from '../../core/statistics.ts'
import { computeRatioInterval, type Estimate } from './fieller.ts'
import { toFiniteShare } from '../noise/finite-share.ts'
import type { SeriesScale } from './series-scale.ts'

/** New level over old level − 1, with its interval. */
export type StepSize = {
  /** Null where the old level is not above zero: no ratio exists. */
  readonly effect: number | null
  /** Null where the old level cannot be told from zero. */
  readonly interval: Interval | null
}

/** `quantile` is that of Student's t for the confidence wanted. Logs are differences, other scales ratios. */
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

/** A level next to nothing makes any other an infinite multiple of it, and JSON has no infinity. */
function clampFinite(share: number): number {
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, share))
}
