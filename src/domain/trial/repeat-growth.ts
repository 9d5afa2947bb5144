import { computeStudentQuantile } from '../detection/noise/probabilities.ts'
import { computeTrendScore } from '../history/forecast.ts'
import { computeMean, type Interval } from '../core/statistics.ts'

/** What counts as growth. */
export type GrowthLimits = {
  /** Growth up to this is noise of the allocator, in bytes. */
  readonly noiseBytes: number
  /** Growth over the counted repeats that has to be excluded, in bytes. */
  readonly limitBytes: number
  readonly confidence: number
}

/** Growth of the memory over repeats, judged by its shape; bytes over the counted repeats. */
export type RepeatGrowth = {
  readonly verdict: 'leak' | 'no leak' | 'inconclusive'
  readonly growth: number
  readonly interval: Interval
  /** Repeats that are left out as warm-up. */
  readonly leftOut: number
  readonly reason: string
}

/**
 * Minimum number of counted repeats: 4 values are in ascending order by chance 1 time in 24, so they cannot show growth
 * at 95 %.
 */
export const minLevels = 5
/** Caches, kernel selection and pools grow during warm-up, so the first quarter (at least one level) is excluded. */
const warmUpShare = 0.25

/** Number of the first levels that are warm-up. */
export function countWarmUp(levels: number): number {
  return Math.max(1, Math.ceil(levels * warmUpShare))
}

/**
 * Judges the memory of one run after each repeat, in bytes. Growth that is certain and never falls again is a leak, in
 * a line or in steps. A saw-tooth returns to its level. A rise from the first repeat on that ends in the first half is
 * warm-up. Needs `minLevels` levels after the warm-up.
 */
export function judgeRepeats(levels: readonly number[], limits: GrowthLimits): RepeatGrowth {
  const leftOut = countWarmUp(levels.length)
  const found = judgeLevels(levels.slice(leftOut), limits)
  const risen = countFirstRises(levels, limits.noiseBytes)
  if (found.verdict === 'no leak' || risen < leftOut || levels.length - risen < minLevels) return { ...found, leftOut }
  const later = judgeLevels(levels.slice(risen), limits)
  return later.verdict === 'leak' ? { ...found, leftOut } : { ...later, leftOut: risen }
}

/** Number of the first levels that are each lower than the next, at most half. */
function countFirstRises(levels: readonly number[], noise: number): number {
  const half = levels.slice(0, Math.floor(levels.length / 2))
  const end = half.findIndex((level, index) => (levels[index + 1] ?? level) - level <= noise)
  return end === -1 ? half.length : end
}

type Judgement = Omit<RepeatGrowth, 'leftOut'>

function judgeLevels(levels: readonly number[], { noiseBytes, limitBytes, confidence }: GrowthLimits): Judgement {
  const line = fitLine(levels, confidence)
  const leak = findLeak(levels, line, { noiseBytes, confidence })
  if (leak) return leak
  const [last = 0, ...others] = levels.toReversed()
  const state = { growth: line.growth, interval: [line.low, line.high] as const }
  const height = last - Math.max(...others)
  // A rise that stays within the limit, even if each repeat had it, leaves no doubt.
  if (height > Math.max(noiseBytes, measureSpread(others)) && height * others.length > limitBytes)
    return { ...state, verdict: 'inconclusive', reason: 'only the last repeat is higher; run more repeats' }
  const kept = measureKeptRise(levels)
  const most = Math.min(line.high, kept)
  if (most > limitBytes)
    return {
      ...state,
      verdict: 'inconclusive',
      reason: 'growth above the limit cannot be excluded; run more repeats',
    }
  const growth = Math.abs(kept) < Math.abs(line.growth) ? kept : Math.min(line.growth, most)
  return { verdict: 'no leak', growth, interval: [Math.min(line.low, growth), most], reason: 'no relevant growth' }
}

/** Growth that is certain: a trend or two separate levels, above the noise and above every fall. */
function findLeak(
  levels: readonly number[],
  line: Line,
  { noiseBytes, confidence }: Omit<GrowthLimits, 'limitBytes'>,
): Judgement | null {
  const step = findStep(levels, 1 - (1 + confidence) / 2)
  const isTrend = computeTrendScore(levels) >= computeStudentQuantile((1 + confidence) / 2, manyDegrees)
  const [rise, fall] = [measureSupportedRise(levels), findLargestFall(levels)]
  const low = Math.max(rise - fall, line.lowest, step)
  if ((!isTrend && step <= 0) || low <= noiseBytes) return null
  const high = Math.max(low, Math.min(rise + fall, line.high))
  const growth = Math.min(Math.max(line.growth, low), high)
  const reason = fall > noiseBytes ? 'it grew by more than it varies' : 'it grew and never fell again'
  return { verdict: 'leak', growth, interval: [low, high], reason }
}

/** Degrees of freedom at which Student's distribution is normal. */
const manyDegrees = 1e6

/** The growth of a straight line: one-sided upper end at the confidence; `low` and `lowest` the same and two-sided. */
type Line = { readonly growth: number; readonly low: number; readonly lowest: number; readonly high: number }

/** Fits a line by least squares, which no end of the series can escape. */
function fitLine(levels: readonly number[], confidence: number): Line {
  const count = levels.length
  const [middle, mean] = [(count - 1) / 2, computeMean(levels)]
  const sum = (read: (level: number, place: number) => number): number =>
    levels.reduce((total, level, index) => total + read(level - mean, index - middle), 0)
  const spread = sum((_level, place) => place ** 2)
  const slope = sum((level, place) => level * place) / spread
  const residual = sum((level, place) => (level - slope * place) ** 2) / (count - 2)
  const [growth, error] = [slope * (count - 1), Math.sqrt(residual / spread) * (count - 1)]
  const [reach, twoSided] = [confidence, (1 + confidence) / 2].map(
    (at) => computeStudentQuantile(at, count - 2) * error,
  )
  return { growth, low: growth - (reach ?? 0), lowest: growth - (twoSided ?? 0), high: growth + (reach ?? 0) }
}

/**
 * The rise from the first to the last level. A single first or last level counts only as far as the largest step
 * elsewhere explains it.
 */
function measureSupportedRise(levels: readonly number[]): number {
  const steps = levels.slice(1).map((level, index) => level - (levels[index] ?? level))
  const [first = 0, second = 0] = levels
  const [last = 0, beforeLast = 0] = levels.toReversed()
  const late = Math.min(last, beforeLast + Math.max(0, ...steps.slice(0, -1)))
  return late - Math.max(first, second - Math.max(0, ...steps.slice(1)))
}

function findLargestFall(levels: readonly number[]): number {
  let [highest, fall] = [Number.NEGATIVE_INFINITY, 0]
  for (const level of levels) {
    highest = Math.max(highest, level)
    fall = Math.max(fall, highest - level)
  }
  return fall
}

/**
 * The largest gap between all levels before and all after a moment, with at least two levels on either side; 0 without
 * one. In a constant series, the first `at` are the lowest by chance in 1 of (n choose `at`) cases: near the ends, where
 * the sum of these chances exceeds `error`, a gap must be wider than the levels vary on both sides.
 */
function findStep(levels: readonly number[], error: number): number {
  const count = levels.length
  let [largest, chance] = [0, 0]
  for (let at = Math.floor(count / 2); at >= 2; at -= 1) {
    const moments = new Set([at, count - at])
    chance += moments.size / countChoices(count, at)
    for (const moment of moments) {
      const [before, after] = [levels.slice(0, moment), levels.slice(moment)]
      const gap = Math.min(...after) - Math.max(...before)
      if (chance <= error || gap > Math.max(measureSpread(before), measureSpread(after)))
        largest = Math.max(largest, gap)
    }
  }
  return largest
}

function measureSpread(levels: readonly number[]): number {
  return Math.max(...levels) - Math.min(...levels)
}

/** Ways to choose some of several. */
function countChoices(all: number, some: number): number {
  return Array.from({ length: some }).reduce<number>((ways, _, index) => (ways * (all - index)) / (index + 1), 1)
}

/**
 * How much the second half is above the first, projected to all repeats: by the lowest and by the highest level that
 * the next repeat kept. A saw-tooth rises in neither.
 */
function measureKeptRise(levels: readonly number[]): number {
  const kept = levels.slice(0, -1).map((level, index) => Math.min(level, levels[index + 1] ?? level))
  const half = Math.floor(levels.length / 2)
  const [early, late] = [kept.slice(0, half), kept.slice(-half)]
  const last = (levels.at(-1) ?? 0) - Math.max(...levels.slice(0, -1))
  return 2 * Math.max(Math.min(...late) - Math.min(...early), Math.max(...late) - Math.max(...early), last)
}
