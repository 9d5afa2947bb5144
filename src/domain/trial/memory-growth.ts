import { fitRecentTrend } from '../history/forecast.ts'
import { computeMedian, type Interval } from '../core/statistics.ts'
import type { MemoryPoint } from '../../record/pipeline.ts'

/** Memory over repetitions of the same work, or over the time of a single pass. */
export type GrowthRequest = {
  readonly points: readonly MemoryPoint[]
  /** End of each repeat in seconds, ascending; null: single pass. */
  readonly repeatEnds: readonly number[] | null
  /** Allocation granularity of this memory. */
  readonly pageBytes: number
  /** Maximum growth over the counted levels that is no leak. */
  readonly limitBytes: number
  readonly confidence: number
}

/** `stepped`: it rose and then stayed constant, like a cache that fills. */
export type GrowthVerdict = 'leak' | 'no leak' | 'stepped' | 'inconclusive'

/** Growth of one kind of memory, with its verdict. */
export type MemoryGrowth = {
  readonly verdict: GrowthVerdict
  /** Bytes per repeat, or per second of a single pass. */
  readonly slope: number
  readonly slopeInterval: Interval
  /** Slope times the span of the counted levels. */
  readonly growthBytes: number
  readonly growthInterval: Interval
  readonly levels: number
  readonly leftOut: number
  readonly reason: string
}

/**
 * Minimum number of levels: 4 values are in ascending order by chance 1 time in 24, so they cannot show a slope at 95
 * %.
 */
const minLevels = 5
/** Caches, kernel selection and pools grow during warm-up, so the first quarter (at least one level) is excluded. */
const warmUpShare = 0.25
/** Growth of up to this many allocation steps is noise of the allocator. */
const maxNoiseSteps = 2
/** A leak continues: of this many consecutive segments, most must be above the previous one. */
const segments = 5
const minRises = 3

/**
 * Computes the growth of memory over repeats. Each repeat counts with its median. The slope is Sen's estimator with
 * an interval widened for autocorrelation. A leak requires an interval above two allocation steps and growth until
 * the end. Null with too few levels; see `explainMissingGrowth`.
 */
export function computeMemoryGrowth(request: GrowthRequest): MemoryGrowth | null {
  const levels = listLevels(request)
  const leftOut = Math.max(1, Math.ceil(levels.length * warmUpShare))
  const counted = levels.slice(leftOut)
  if (counted.length < minLevels) return null
  const positions = Float64Array.from(counted, ({ position }) => position)
  const values = Float64Array.from(counted, ({ bytes }) => bytes)
  const { slope, slopeInterval } = fitRecentTrend(positions, values, request.confidence)
  const span = (positions.at(-1) ?? 0) - (positions[0] ?? 0)
  const growthInterval = [slopeInterval[0] * span, slopeInterval[1] * span] as const
  const figures = { slope, slopeInterval, growthBytes: slope * span, growthInterval, levels: counted.length, leftOut }
  const decision = decide(figures, [...values], request)
  return { ...figures, ...decision }
}

/** Explains why `computeMemoryGrowth` returns null. */
export function explainMissingGrowth(request: GrowthRequest): string {
  const levels = listLevels(request).length
  const what = request.repeatEnds === null ? 'moments' : 'repeats'
  const needed = Math.ceil(minLevels / (1 - warmUpShare))
  return `${levels} ${what} are too few: at least ${needed} are needed, of which the first quarter is left out as warm-up`
}

type MemoryLevel = { readonly position: number; readonly bytes: number }

function listLevels({ points, repeatEnds }: GrowthRequest): MemoryLevel[] {
  if (repeatEnds === null) return points.map(({ seconds, bytes }) => ({ position: seconds, bytes }))
  return repeatEnds.flatMap((end, index) => {
    const start = repeatEnds[index - 1] ?? 0
    const inside = points.filter(({ seconds }) => seconds > start && seconds <= end).map(({ bytes }) => bytes)
    return inside.length > 0 ? [{ position: index, bytes: computeMedian(inside) }] : []
  })
}

type Figures = Pick<MemoryGrowth, 'growthBytes' | 'growthInterval' | 'levels' | 'leftOut'>

function decide(
  figures: Figures,
  values: readonly number[],
  request: GrowthRequest,
): Pick<MemoryGrowth, 'verdict' | 'reason'> {
  const [low, high] = figures.growthInterval
  const noise = maxNoiseSteps * Math.max(request.pageBytes, findSmallestStep(values))
  const what = request.repeatEnds === null ? 'moments' : 'repeats'
  const over = `over ${figures.levels} ${what} (the first ${figures.leftOut} left out as warm-up)`
  if (low > noise && countRises(values) >= minRises) return { verdict: 'leak', reason: `it grew ${over}` }
  if (low > noise)
    return {
      verdict: 'stepped',
      reason: `it rose and then stayed constant ${over}: a cache that filled, or a leak that happens rarely`,
    }
  if (high <= Math.max(noise, request.limitBytes)) return { verdict: 'no leak', reason: `no relevant growth ${over}` }
  return { verdict: 'inconclusive', reason: `noise is too large ${over} to exclude growth above the limit` }
}

/** Finds the smallest difference between two levels, which is the allocation step. */
function findSmallestStep(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const steps = sorted.slice(1).map((value, index) => value - (sorted[index] ?? value))
  const real = steps.filter((step) => step > 0)
  // Values that never repeat have no step.
  return real.length === steps.length || real.length === 0 ? 0 : Math.min(...real)
}

function countRises(values: readonly number[]): number {
  const parts = Array.from({ length: segments }, (_, index) => {
    const [from, to] = [index, index + 1].map((edge) => Math.round((edge * values.length) / segments))
    return values.slice(from, to)
  })
  const levels = parts.filter((part) => part.length > 0).map(computeMedian)
  return levels.slice(1).filter((level, index) => level > (levels[index] ?? level)).length
}
