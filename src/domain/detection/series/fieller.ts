import type { Interval } from '../../core/statistics.ts'

/** An estimate and the variance of its error. */
export type Estimate = { readonly value: number; readonly variance: number }

/**
 * Fieller's confidence interval of the ratio of two independent estimates (Journal of the Royal Statistical Society B
 * 16, 1954). Null if the denominator does not differ significantly from zero, so that the interval is unbounded, or if
 * a limit overflows. `quantile` is that of Student's t at the requested confidence.
 */
export function computeRatioInterval(numerator: Estimate, denominator: Estimate, quantile: number): Interval | null {
  // Scaled by the denominator, so that squares of tiny levels do not underflow.
  const ratio = numerator.value / denominator.value
  const doubt = (quantile * Math.sqrt(denominator.variance)) / Math.abs(denominator.value)
  const rest = 1 - doubt ** 2
  if (!(rest > 0)) return null
  const spread = (quantile * Math.sqrt(numerator.variance)) / Math.abs(denominator.value)
  const root = Math.hypot(ratio * doubt, spread * Math.sqrt(rest))
  const ends = [(ratio - root) / rest, (ratio + root) / rest] as const
  return ends.every(Number.isFinite) ? ends : null
}
