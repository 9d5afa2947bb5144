import jStat from 'jstat'
import { computeMean, computeQuantile, type Interval } from './statistics.ts'

const resamples = 2000

/**
 * Confidence interval of head / base − 1, where each side is the geometric mean of its samples (all > 0).
 *
 * Percentile bootstrap on logarithms, widened to Student's t for small samples by the expanded percentile method
 * (Hesterberg, "What Teachers Should Know About the Bootstrap", The American Statistician 69, 2015): the plain
 * percentile interval is too narrow by √((n − 1)/n) and by the ratio of t to normal quantiles. The resampling is
 * seeded and thus deterministic. Null if a side has fewer than two samples.
 */
export function computeEffectInterval(
  base: readonly number[],
  head: readonly number[],
  confidence: number,
): Interval | null {
  if (base.length < 2 || head.length < 2) return null
  const logBase = base.map(Math.log)
  const logHead = head.map(Math.log)
  const center = computeMean(logHead) - computeMean(logBase)
  const random = createSeededRandom(0x9e3779b9)
  const draws = Array.from(
    { length: resamples },
    () => computeResampledMean(logHead, random) - computeResampledMean(logBase, random),
  )
  const sorted = draws.toSorted((a, b) => a - b)
  const low = computeQuantile(sorted, (1 - confidence) / 2)
  const high = computeQuantile(sorted, (1 + confidence) / 2)
  const count = Math.min(base.length, head.length)
  const widening = computeSmallSampleWidening(count, base.length + head.length - 2, confidence)
  return [Math.expm1(center + (low - center) * widening), Math.expm1(center + (high - center) * widening)]
}

/** Draws a list of the same length with replacement. */
export function resample<T>(items: readonly T[], random: () => number): T[] {
  return items.map(() => items[Math.floor(random() * items.length)] as T)
}

/** Creates a generator of uniform numbers in [0, 1) from a 32-bit seed: mulberry32 (Tommy Ettinger, public domain). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function computeResampledMean(values: readonly number[], random: () => number): number {
  let sum = 0
  for (let count = 0; count < values.length; count += 1) sum += values[Math.floor(random() * values.length)] as number
  return sum / values.length
}

/** Factor by which a percentile interval of `count` samples is too narrow: √(n / (n − 1)) · t / z. */
export function computeSmallSampleWidening(count: number, degreesOfFreedom: number, confidence: number): number {
  const probability = (1 + confidence) / 2
  const ratio = jStat.studentt.inv(probability, degreesOfFreedom) / jStat.normal.inv(probability, 0, 1)
  return ratio * Math.sqrt(count / (count - 1))
}

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
