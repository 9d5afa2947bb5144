import { formatCounted } from '../../domain/core/numbers.ts'
import type { SuiteConfig } from '../../config/schema/schema.ts'
import { computeMedian, type Interval } from '../../domain/core/statistics.ts'
import {
  computeMemoryGrowth,
  explainMissingGrowth,
  type GrowthRequest,
  type MemoryGrowth,
} from '../../domain/trial/memory-growth.ts'
import type { MemoryQuantity, MemorySeries, TrialMemory } from '../../record/pipeline.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { Section } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { buildTable, toCell, toRangeCell } from '../../domain/verdict/section.ts'
import { buildFigure } from '../figures.ts'
import type { MeasuredOutcome } from '../../domain/trial/outcome.ts'

type MemoryConfig = SuiteConfig<'memory'>

/** Growth of one memory quantity on one device, over the trials. */
export type GrowthRow = Pick<MemorySeries, 'quantity' | 'gpu'> & {
  /** Medians over the runs; null when unknown, with the reason. */
  readonly growth: MemoryGrowth | null
  readonly reason: string
}

/** Title, and allocation granularity: device memory is mapped in pages of 2 MiB, main memory in pages of 4 KiB. */
const quantities: Readonly<Record<MemoryQuantity, { readonly title: string; readonly pageBytes: number }>> = {
  device: { title: 'GPU, total by the driver', pageBytes: 2 * 2 ** 20 },
  own: { title: 'GPU, own processes', pageBytes: 2 * 2 ** 20 },
  resident: { title: 'main memory, own processes', pageBytes: 4096 },
  allocated: { title: 'GPU, allocated', pageBytes: 512 },
  reserved: { title: 'GPU, reserved by the allocator', pageBytes: 2 * 2 ** 20 },
}

/**
 * Builds one row per memory series, and one without growth for a GPU that has none beside another that has. The total
 * memory of a GPU is used only when the memory of the trial's processes is unknown, because it includes other processes.
 */
export function buildGrowthRows(
  { trials }: MeasuredOutcome,
  gpus: readonly number[],
  suite: MemoryConfig,
  confidence: number,
): GrowthRow[] {
  const all = trials.flatMap(({ memory }) => memory?.series ?? [])
  const followed = new Map(all.map((series) => [`${series.quantity} ${series.gpu}`, series]))
  const rows = [...followed.values()]
    .filter(({ quantity, gpu }) => quantity !== 'device' || !followed.has(`own ${gpu}`))
    .map((series) => buildGrowthRow(series, trials, suite, confidence))
  const known = rows.filter(({ quantity }) => quantity === 'own' || quantity === 'device').map(({ gpu }) => gpu)
  const unseen = known.length === 0 ? [] : gpus.filter((gpu) => !known.includes(gpu))
  return [...rows, ...unseen.map((gpu) => ({ quantity: 'device' as const, gpu, growth: null, reason: 'not sampled' }))]
}

function buildGrowthRow(
  { quantity, gpu }: MemorySeries,
  trials: readonly Trial[],
  suite: MemoryConfig,
  confidence: number,
): GrowthRow {
  const requests = trials.flatMap(({ memory }): GrowthRequest[] => {
    const found = memory?.series.find((one) => one.quantity === quantity && one.gpu === gpu)
    if (!memory || !found) return []
    const { pageBytes } = quantities[quantity]
    const repeatEnds = computeRepeatEnds(memory, found, suite)
    return [{ points: found.points, repeatEnds, pageBytes, limitBytes: suite.maxGrowthMegabytes * 1e6, confidence }]
  })
  const grown = requests.flatMap((request) => computeMemoryGrowth(request) ?? [])
  const short = requests.find((request) => computeMemoryGrowth(request) === null)
  const [first] = grown
  const [note = ''] = trials.flatMap(({ memory }) => (memory && describeOtherVisits(memory, suite)) ?? [])
  if (short) return { quantity, gpu, growth: null, reason: `${explainMissingGrowth(short)}${note}` }
  if (!first || requests.length < trials.length)
    return { quantity, gpu, growth: null, reason: `sampled in ${requests.length} of ${trials.length} runs` }
  const combined = combineRuns(grown, first)
  const growth = { ...combined, reason: `${combined.reason}${note}` }
  return { quantity, gpu, growth, reason: growth.reason }
}

/** Ends of the repeats in seconds; equal parts of the time when the pipeline does not report them. */
function computeRepeatEnds(
  { visits }: TrialMemory,
  { points }: MemorySeries,
  { repeat }: MemoryConfig,
): number[] | null {
  if (!repeat) return null
  const reported = selectVisits(visits, repeat.stage)
    .filter(({ endsSeconds }) => endsSeconds.length === repeat.count)
    .at(-1)
  if (reported) return [...reported.endsSeconds]
  const last = points.at(-1)?.seconds ?? 0
  return Array.from({ length: repeat.count }, (_, index) => (last * (index + 1)) / repeat.count)
}

function selectVisits(visits: TrialMemory['visits'], wanted: string | undefined): TrialMemory['visits'] {
  return visits.filter(({ stage }) => wanted === undefined || stage === wanted)
}

/** Describes reported visits that are not as many as the configured repeats, so that equal parts take their place. */
function describeOtherVisits({ visits }: TrialMemory, { repeat }: MemoryConfig): string | null {
  const named = repeat ? selectVisits(visits, repeat.stage) : []
  const last = named.at(-1)
  if (!repeat || !last || named.some(({ endsSeconds }) => endsSeconds.length === repeat.count)) return null
  return `; the pipeline reported ${formatCounted(last.endsSeconds.length, 'visit')} of ${last.stage} instead of ${repeat.count} repeats, so equal parts of the time are used`
}

/**
 * Combines the runs: the verdict of most of them, so that one outlier is not reported as a leak, and the medians of these
 * runs. Without a majority it is inconclusive.
 */
function combineRuns(grown: readonly MemoryGrowth[], first: MemoryGrowth): MemoryGrowth {
  const groups = [...Map.groupBy(grown, ({ verdict }) => verdict).values()]
  const most = groups.find((group) => group.length > grown.length / 2)
  if (!most) {
    const counts = groups.map((group) => `${group[0]?.verdict} in ${group.length}`).join(', ')
    return { ...computeMedianGrowth(grown, first), verdict: 'inconclusive', reason: `the runs differ: ${counts}` }
  }
  return computeMedianGrowth(most, most[0] ?? first)
}

/** Medians over the runs; the text comes from the median run. */
function computeMedianGrowth(grown: readonly MemoryGrowth[], first: MemoryGrowth): MemoryGrowth {
  const takeMedian = (read: (one: MemoryGrowth) => number): number => computeMedian(grown.map(read))
  const takeInterval = (key: 'growthInterval' | 'slopeInterval'): Interval => [
    takeMedian((one) => one[key][0]),
    takeMedian((one) => one[key][1]),
  ]
  const growthBytes = takeMedian((one) => one.growthBytes)
  const computeDistance = (one: MemoryGrowth): number => Math.abs(one.growthBytes - growthBytes)
  return {
    ...grown.reduce((best, one) => (computeDistance(one) < computeDistance(best) ? one : best), first),
    slope: takeMedian((one) => one.slope),
    slopeInterval: takeInterval('slopeInterval'),
    growthBytes,
    growthInterval: takeInterval('growthInterval'),
  }
}

/**
 * Derives the growth figures for requirements. Growth that cannot be excluded is suspicious: it neither passes nor fails.
 * The growth of a leak is a range.
 */
export function deriveGrowthFigures(
  { planned: { key } }: MeasuredOutcome,
  rows: readonly GrowthRow[],
  { repeat }: MemoryConfig,
): DerivedValue[] {
  return rows.flatMap(({ quantity, gpu, growth, reason }) => {
    const own = { ...key, axes: { ...key.axes, memory: quantity, ...(gpu !== null && { gpu }) } }
    const names = ['memory_growth', ...(repeat ? (['certain_growth'] as const) : [])] as const
    if (!growth) return names.map((name) => buildFigure(own, name, reason))
    const note = repeat ? '' : '; in a single pass, accumulating results look the same; see suites.memory.repeat'
    const isSuspicious = growth.verdict === 'inconclusive'
    const isLeak = growth.verdict === 'leak'
    const interval = growth.growthInterval
    const grown = buildFigure(own, 'memory_growth', growth.growthBytes, {
      interval,
      reason: `${growth.reason}${note}`,
      isSuspicious,
      ...(isLeak && { isRange: true }),
    })
    if (!repeat) return [grown]
    const [certain] = interval
    return [
      grown,
      buildFigure(own, 'memory_slope', growth.slope, { interval: growth.slopeInterval, reason: growth.reason }),
      buildFigure(own, 'certain_growth', isLeak ? certain : Math.min(0, certain), {
        reason: growth.reason,
        isSuspicious,
        ...(isLeak && { interval, isRange: true }),
      }),
    ]
  })
}

/** GPU memory in use after the process ended, minus the memory in use before it started, per GPU, in bytes. */
export function deriveRemainderFigures(
  { planned: { key }, trials }: MeasuredOutcome,
  gpus: readonly number[],
): DerivedValue[] {
  const all = trials.flatMap(({ memory }) => memory?.remainders ?? [])
  return gpus.map((one) => {
    const own = all.filter(({ gpu }) => gpu === one).map(({ beforeBytes, afterBytes }) => afterBytes - beforeBytes)
    const left =
      own.length > 0 && own.length >= trials.length
        ? computeMedian(own)
        : 'the memory of the GPU was not sampled before and after the run'
    return buildFigure({ ...key, axes: { ...key.axes, gpu: one } }, 'memory_left', left)
  })
}

/** Builds the table of memory growth. Growth in a single pass may be a leak or accumulated results. */
export function buildGrowthTable(
  rows: readonly GrowthRow[],
  derived: readonly DerivedValue[],
  { repeat }: MemoryConfig,
): Section {
  const notes = [
    repeat
      ? `${repeat.count} repeats in one process, each by its median.`
      : 'One pass per process: accumulating results look like a leak. suites.memory.repeat distinguishes them.',
    ...(rows.length === 0 ? ['No memory series was recorded.'] : []),
    ...derived.flatMap(({ name, value, axes }) => {
      if (name !== 'memory_left' || value === null) return []
      return [`GPU ${axes['gpu']}: memory in use after the process − before it: ${(value / 1e6).toFixed(0)} MB.`]
    }),
  ]
  return buildTable({ id: 'memory-growth', title: 'Memory growth', notes }, rows, [
    ['Memory', ({ quantity }) => quantities[quantity].title],
    ['GPU', ({ gpu }) => (gpu === null ? '' : String(gpu))],
    [
      repeat ? 'Slope (per repeat)' : 'Slope (per hour)',
      ({ growth }) => toCell(growth && growth.slope * (repeat ? 1 : 3600), 'B'),
    ],
    ['Growth', ({ growth }) => toCell(growth?.growthBytes, 'B')],
    ['Interval', ({ growth }) => toRangeCell(growth?.growthInterval, 'B')],
    [
      'Verdict',
      ({ growth }) => {
        if (!growth) return 'not evaluated'
        return growth.verdict === 'leak' && !repeat ? 'grows' : growth.verdict
      },
    ],
    ['Reason', ({ reason }) => reason],
  ])
}
