import jStat from 'jstat'
import type { Interval } from './statistics.ts'

/**
 * Wilson confidence interval of the share `agreeing` / `count` (Wilson, "Probable inference", JASA 22, 1927). The
 * interval stays within 0 to 1 and has a positive width even if all agree. Null if `count` is 0.
 */
export function computeAgreementInterval(agreeing: number, count: number, confidence: number): Interval | null {
  if (count === 0) return null
  const z = jStat.normal.inv((1 + confidence) / 2, 0, 1)
  const share = agreeing / count
  const denominator = 1 + z ** 2 / count
  const center = (share + z ** 2 / (2 * count)) / denominator
  const half = (z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))) / denominator
  return [share === 0 ? 0 : center - half, share === 1 ? 1 : center + half]
}
