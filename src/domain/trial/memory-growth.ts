import { fitRecentTrend } from '../history/recent-trend.ts'
import { computeMedian, type Interval } from '../core/statistics.ts'
import type { MemoryPoint } from './trial-memory.ts'

/** Memory over the repeats of the same work, or over the time of a single pass. */
export type GrowthRequest = {
  readonly points: readonly MemoryPoint[]
  /** When each repeat ended, ascending; null: the trial is a single pass. */
  readonly repeatEnds: readonly number[] | null
  /** The smallest step in which this memory is handed out. */
  readonly pageBytes: number
  /** Growth up to here over the levels that count is no leak. */
  readonly limitBytes: number
  readonly confidence: number
}

/** `stepped`: it rose and then stayed, as a cache does that fills. */
export type GrowthVerdict = 'leak' | 'no leak' | 'stepped' | 'inconclusive'

export type MemoryGrowth = {
  readonly verdict: GrowthVerdict
  /** Bytes per repeat, or per second of a single pass. */
  readonly slope: number
  readonly slopeInterval: Interval
  /** Over the levels that count: slope times their span. */
  readonly growthBytes: number
  readonly growthInterval: Interval
  readonly levels: number
  readonly leftOut: number
  readonly reason: string
}

/** Fewer levels than this cannot show a slope at 95 %, however clear they look: 4 in order happen by chance 1 time in 24. */
const fewestLevels = 5
/** Caches fill, kernels are chosen and pools grow while a program warms up: the first quarter is left out, at least one. */
const warmUpShare = 0.25
/** Growth of so few steps is the allocator's, not the program's. */
const stepsOfNoise = 2
/** A leak goes on: of this many stretches in a row, most must be above the one before. */
const stretches = 5
const fewestRises = 3

/**
 * Whether memory grows from repeat to repeat. Each repeat stands for its median, so that like is compared with like; the slope
 * is Sen's, widened for autocorrelation. A leak is certain when the interval of the growth lies above two allocation steps and
 * the growth goes on to the end. Null with too few levels; `explainMissingGrowth` says so.
 */
export function computeMemoryGrowth(request: GrowthRequest): MemoryGrowth | null {
  const levels = listLevels(request)
  const leftOut = Math.max(1, Math.ceil(levels.length * warmUpShare))
  const counted = levels.slice(leftOut)
  if (counted.length < fewestLevels) return null
  const places = Float64Array.from(counted, ({ place }) => place)
  const values = Float64Array.from(counted, ({ bytes }) => bytes)
  const { slope, slopeInterval } = fitRecentTrend(places, values, request.confidence)
  const span = (places.at(-1) ?? 0) - (places[0] ?? 0)
  const growthInterval = [slopeInterval[0] * span, slopeInterval[1] * span] as const
  const figures = { slope, slopeInterval, growthBytes: slope * span, growthInterval, levels: counted.length, leftOut }
  const decision = decide(figures, [...values], request)
  return { ...figures, ...decision }
}

/** Why `computeMemoryGrowth` gives nothing. */
export function explainMissingGrowth(request: GrowthRequest): string {
  const levels = listLevels(request).length
  const what = request.repeatEnds === null ? 'moments' : 'repeats'
  const needed = Math.ceil(fewestLevels / (1 - warmUpShare))
  return `${levels} ${what} are too few: at least ${needed} are needed, of which the first quarter is left out as warm-up`
}

type MemoryLevel = { readonly place: number; readonly bytes: number }

function listLevels({ points, repeatEnds }: GrowthRequest): MemoryLevel[] {
  if (repeatEnds === null) return points.map(({ seconds, bytes }) => ({ place: seconds, bytes }))
  return repeatEnds.flatMap((end, index) => {
    const start = repeatEnds[index - 1] ?? 0
    const inside = points.filter(({ seconds }) => seconds > start && seconds <= end).map(({ bytes }) => bytes)
    return inside.length > 0 ? [{ place: index, bytes: computeMedian(inside) }] : []
  })
}

type Figures = Pick<MemoryGrowth, 'growthBytes' | 'growthInterval' | 'levels' | 'leftOut'>

function decide(
  figures: Figures,
  values: readonly number[],
  request: GrowthRequest,
): Pick<MemoryGrowth, 'verdict' | 'reason'> {
  const [low, high] = figures.growthInterval
  const noise = stepsOfNoise * Math.max(request.pageBytes, findSmallestStep(values))
  const what = request.repeatEnds === null ? 'moments' : 'repeats'
  const over = `over ${figures.levels} ${what} (the first ${figures.leftOut} left out as warm-up)`
  if (low > noise && countRises(values) >= fewestRises) return { verdict: 'leak', reason: `it grew ${over}` }
  if (low > noise)
    return {
      verdict: 'stepped',
      reason: `it rose and then stayed ${over}: a cache that filled, or a leak that happens rarely`,
    }
  if (high <= Math.max(noise, request.limitBytes))
    return { verdict: 'no leak', reason: `no growth that matters ${over}` }
  return { verdict: 'inconclusive', reason: `it scatters too much ${over} to rule out what the limit allows` }
}

/** The smallest difference between two levels: memory that comes in steps shows its step here. */
function findSmallestStep(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const steps = sorted.slice(1).map((value, index) => value - (sorted[index] ?? value))
  const real = steps.filter((step) => step > 0)
  // Values that never repeat do not come in steps.
  return real.length === steps.length || real.length === 0 ? 0 : Math.min(...real)
}

function countRises(values: readonly number[]): number {
  const parts = Array.from({ length: stretches }, (_, index) => {
    const [from, to] = [index, index + 1].map((edge) => Math.round((edge * values.length) / stretches))
    return values.slice(from, to)
  })
  const levels = parts.filter((part) => part.length > 0).map(computeMedian)
  return levels.slice(1).filter((level, index) => level > (levels[index] ?? level)).length
}
