import type { SuiteConfig } from '../../config/schema/schema.ts'
import {
  computeMemoryGrowth,
  explainMissingGrowth,
  type GrowthRequest,
  type MemoryGrowth,
} from '../../domain/trial/memory-growth.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { MeasuredOutcome } from '../outcomes.ts'
import type { MemoryQuantity, MemorySeries, TrialMemory } from '../../record/pipeline.ts'

type MemoryConfig = SuiteConfig<'memory'>

/** Growth of one memory quantity on one device, over the trials. */
export type LeakRow = {
  readonly quantity: MemoryQuantity
  readonly gpu: number | null
  readonly isRepeated: boolean
  /** Medians over the runs; null when unknown, with the reason. */
  readonly growth: MemoryGrowth | null
  readonly reason: string
}

/** Config of the suite `memory`, and the confidence of its intervals (0 to 1). */
export type LeakRules = { readonly suite: MemoryConfig; readonly confidence: number }

/** Allocation granularity in bytes: device memory is mapped in pages of 2 MiB, main memory in pages of 4 KiB. */
const pageBytes: Readonly<Record<MemoryQuantity, number>> = {
  device: 2 * 2 ** 20,
  own: 2 * 2 ** 20,
  resident: 4096,
  allocated: 512,
  reserved: 2 * 2 ** 20,
}

/**
 * Builds one row per memory series. The total memory of a GPU is used only when the memory of the trial's processes is
 * unknown, because it includes other processes.
 */
export function buildLeakRows({ trials }: MeasuredOutcome, rules: LeakRules): LeakRow[] {
  const followed = new Map(trials.flatMap(getSeries).map((series) => [formatSeriesKey(series), series]))
  return [...followed.values()]
    .filter(({ quantity, gpu }) => quantity !== 'device' || !followed.has(`own ${gpu}`))
    .map((series) => buildLeakRow(series, trials, rules))
}

function getSeries({ memory }: Trial): readonly MemorySeries[] {
  return memory?.series ?? []
}

function formatSeriesKey({ quantity, gpu }: Pick<MemorySeries, 'quantity' | 'gpu'>): string {
  return `${quantity} ${gpu}`
}

function buildLeakRow(series: MemorySeries, trials: readonly Trial[], { suite, confidence }: LeakRules): LeakRow {
  const requests = trials.flatMap(({ memory }): GrowthRequest[] => {
    const found = memory?.series.find((one) => formatSeriesKey(one) === formatSeriesKey(series))
    if (!memory || !found) return []
    const limitBytes = suite.maxGrowthMegabytes * 1e6
    const repeatEnds = computeRepeatEnds(memory, found, suite)
    return [{ points: found.points, repeatEnds, pageBytes: pageBytes[series.quantity], limitBytes, confidence }]
  })
  const grown = requests.flatMap((request) => computeMemoryGrowth(request) ?? [])
  const common = { quantity: series.quantity, gpu: series.gpu, isRepeated: suite.repeat !== undefined }
  const [request] = requests
  const [first] = grown
  if (!first || grown.length < requests.length)
    return { ...common, growth: null, reason: request ? explainMissingGrowth(request) : 'not sampled' }
  const growth = computeMedianGrowth(grown, first)
  return { ...common, growth, reason: growth.reason }
}

/** Ends of the repeats in seconds; equal parts of the time when the pipeline does not report them. */
function computeRepeatEnds(
  { visits }: TrialMemory,
  { points }: MemorySeries,
  { repeat }: MemoryConfig,
): number[] | null {
  if (!repeat) return null
  const named = visits.filter(({ stage }) => repeat.stage === undefined || stage === repeat.stage)
  const reported = named.filter(({ endsSeconds }) => endsSeconds.length === repeat.count).at(-1)
  if (reported) return [...reported.endsSeconds]
  const last = points.at(-1)?.seconds ?? 0
  return Array.from({ length: repeat.count }, (_, index) => (last * (index + 1)) / repeat.count)
}

/** Medians over the runs, so that one outlier is not reported as a leak; text and verdict come from the median run. */
function computeMedianGrowth(grown: readonly MemoryGrowth[], first: MemoryGrowth): MemoryGrowth {
  const takeMedian = (read: (one: MemoryGrowth) => number): number => computeMedian(grown.map(read))
  const takeMedianInterval = (key: 'growthInterval' | 'slopeInterval') =>
    [takeMedian((one) => one[key][0]), takeMedian((one) => one[key][1])] as const
  const growthBytes = takeMedian((one) => one.growthBytes)
  const computeDistance = (one: MemoryGrowth): number => Math.abs(one.growthBytes - growthBytes)
  const middle = grown.reduce((best, one) => (computeDistance(one) < computeDistance(best) ? one : best), first)
  return {
    ...middle,
    slope: takeMedian((one) => one.slope),
    slopeInterval: takeMedianInterval('slopeInterval'),
    growthBytes,
    growthInterval: takeMedianInterval('growthInterval'),
  }
}

/** Derives the growth figures for requirements; undecided growth is suspicious and neither passes nor fails. */
export function deriveLeakFigures(
  { planned }: MeasuredOutcome,
  rows: readonly LeakRow[],
  rules: LeakRules,
): DerivedValue[] {
  const { suite, benchmark, axes } = planned.key
  return rows.flatMap((row) => {
    const own = { ...axes, memory: row.quantity, ...(row.gpu !== null && { gpu: row.gpu }) }
    const common = { suite, benchmark, axes: own, isSuspicious: false, isDeclared: false, interval: null }
    const { growth } = row
    if (!growth) return [{ ...common, name: 'memory_growth', unit: 'B', value: null, reason: row.reason }]
    const limit = rules.suite.maxGrowthMegabytes * 1e6
    const total: DerivedValue = {
      ...common,
      name: 'memory_growth',
      unit: 'B',
      value: growth.growthBytes,
      interval: growth.growthInterval,
      reason: `${growth.reason}${row.isRepeated ? '' : singlePassNote}`,
      isSuspicious: isUndecided(growth, limit),
    }
    return row.isRepeated ? [total, ...deriveRateFigures(common, growth)] : [total]
  })
}

const singlePassNote = '; in a single pass, accumulating results look the same; see suites.memory.repeat'

/** A step that exceeds the limit, such as a filled cache, and an interval that contains the limit are undecided. */
function isUndecided({ verdict, growthBytes, growthInterval: [low, high] }: MemoryGrowth, limit: number): boolean {
  if (verdict === 'stepped') return growthBytes > limit
  return low <= limit && high > limit
}

function deriveRateFigures(
  common: Omit<DerivedValue, 'name' | 'unit' | 'value' | 'reason'>,
  growth: MemoryGrowth,
): DerivedValue[] {
  const [low] = growth.growthInterval
  const isLeak = growth.verdict === 'leak'
  return [
    {
      ...common,
      name: 'memory_slope',
      unit: 'B/repeat',
      value: growth.slope,
      interval: growth.slopeInterval,
      reason: growth.reason,
    },
    {
      ...common,
      name: 'certain_growth',
      unit: 'B',
      value: low,
      reason: isLeak ? 'the lower end of the interval of a steady growth' : growth.reason,
      isSuspicious: growth.verdict === 'stepped',
    },
  ]
}

/** GPU memory in use after the process ended, minus the memory in use before it started, per GPU, in bytes. */
export function deriveRemainderFigures({ planned, trials }: MeasuredOutcome): DerivedValue[] {
  const { suite, benchmark, axes } = planned.key
  const all = trials.flatMap(({ memory }) => memory?.remainders ?? [])
  const gpus = [...new Set(all.map(({ gpu }) => gpu))]
  return gpus.map((gpu) => {
    const left = all.filter((one) => one.gpu === gpu).map(({ beforeBytes, afterBytes }) => afterBytes - beforeBytes)
    const common = { interval: null, reason: null, isSuspicious: false, isDeclared: false }
    return {
      suite,
      benchmark,
      axes: { ...axes, gpu },
      ...common,
      name: 'memory_left',
      unit: 'B',
      value: computeMedian(left),
    }
  })
}
