import { formatCounted } from '../core/numbers.ts'
import { fitRecentTrend } from '../history/forecast.ts'
import { computeMedian, type Interval } from '../core/statistics.ts'
import type { MemoryPoint, OutOfMemorySigns } from '../../record/pipeline.ts'
import { countWarmUp, judgeRepeats, minLevels } from './repeat-growth.ts'
import type { Trial } from './trial.ts'

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

/** `inconclusive`: a single rise, or noise above the limit. */
export type GrowthVerdict = 'leak' | 'no leak' | 'inconclusive'

/** Growth of one kind of memory, with its verdict. */
export type MemoryGrowth = {
  readonly verdict: GrowthVerdict
  /** Bytes per repeat, or per second of a single pass. */
  readonly slope: number
  readonly slopeInterval: Interval
  /** Slope times the span of the counted levels. */
  readonly growthBytes: number
  readonly growthInterval: Interval
  /** Counted repeats, or moments of a single pass; `leftOut` of them came first and were left out as warm-up. */
  readonly levels: number
  readonly leftOut: number
  readonly reason: string
}

/** Growth of up to this many allocation steps is noise of the allocator. */
const maxNoiseSteps = 2
/** A leak continues: of this many consecutive segments, most must be above the previous one. */
const segments = 5
const minRises = 3

/**
 * Computes the growth of memory. Null with too few levels; see `explainMissingGrowth`.
 *
 * Each repeat counts with its lowest, median or highest moment, whichever varies least between the repeats: stages use
 * different amounts, and samples meet each of them by chance. Growth of the lowest is a leak in any case.
 */
export function computeMemoryGrowth(request: GrowthRequest): MemoryGrowth | null {
  const { points, repeatEnds } = request
  if (repeatEnds === null) return computeSinglePass(points, request)
  const repeats = listRepeats(points, repeatEnds)
  if (repeats.length - countWarmUp(repeats.length) < minLevels) return null
  const list = (read: (bytes: readonly number[]) => number) => repeats.map(({ bytes }) => read(bytes))
  const lowest = list((bytes) => bytes.reduce((least, one) => Math.min(least, one)))
  const others = [list(computeMedian), list((bytes) => bytes.reduce((most, one) => Math.max(most, one)))]
  const steadiest = others.reduce((best, one) => (measureChanges(one) < measureChanges(best) ? one : best), lowest)
  const found = [lowest, steadiest].map((levels) => computeRepeats(repeats, levels, request))
  return found.find(({ verdict }) => verdict === 'leak') ?? found[1] ?? null
}

type Repeat = { readonly index: number; readonly bytes: readonly number[] }

/** How much the change from one repeat to the next differs, summed; a steady growth has none. */
function measureChanges(levels: readonly number[]): number {
  const changes = levels.slice(1).map((level, index) => level - (levels[index] ?? level))
  const usual = computeMedian(changes)
  return changes.reduce((sum, change) => sum + Math.abs(change - usual), 0)
}

function computeRepeats(
  repeats: readonly Repeat[],
  levels: readonly number[],
  { pageBytes, limitBytes, confidence }: GrowthRequest,
): MemoryGrowth {
  const noiseBytes = maxNoiseSteps * pageBytes
  const { growth, interval, leftOut, ...found } = judgeRepeats(levels, { noiseBytes, limitBytes, confidence })
  const span = Math.max(1, (repeats.at(-1)?.index ?? 0) - (repeats[leftOut]?.index ?? 0))
  const count = levels.length - leftOut
  return {
    verdict: found.verdict,
    slope: growth / span,
    slopeInterval: [interval[0] / span, interval[1] / span],
    growthBytes: growth,
    growthInterval: interval,
    levels: count,
    leftOut,
    reason: `${found.reason} (${describeLevels(count, leftOut, 'repeats')})`,
  }
}

function describeLevels(count: number, leftOut: number, what: string): string {
  return `over ${count} ${what}, the first ${leftOut} left out as warm-up`
}

/** Growth over the time of a single pass: Sen's slope, whose interval is widened for autocorrelation. */
function computeSinglePass(points: readonly MemoryPoint[], request: GrowthRequest): MemoryGrowth | null {
  const leftOut = countWarmUp(points.length)
  const counted = points.slice(leftOut)
  if (counted.length < minLevels) return null
  const positions = Float64Array.from(counted, ({ seconds }) => seconds)
  const values = Float64Array.from(counted, ({ bytes }) => bytes)
  const { slope, slopeInterval } = fitRecentTrend(positions, values, request.confidence)
  const span = (positions.at(-1) ?? 0) - (positions[0] ?? 0)
  const growthInterval = [slopeInterval[0] * span, slopeInterval[1] * span] as const
  const { verdict, reason } = decideSinglePass(growthInterval, [...values], request)
  return {
    verdict,
    slope,
    slopeInterval,
    growthBytes: slope * span,
    growthInterval,
    levels: counted.length,
    leftOut,
    reason: `${reason} (${describeLevels(counted.length, leftOut, 'moments')})`,
  }
}

/** Explains why `computeMemoryGrowth` returns null. */
export function explainMissingGrowth({ points, repeatEnds }: GrowthRequest): string {
  const levels = (repeatEnds === null ? points : listRepeats(points, repeatEnds)).length
  const what = repeatEnds === null ? 'moment' : 'repeat'
  const needed = Array.from({ length: 2 * minLevels }, (_, count) => count).find(
    (count) => count - countWarmUp(count) >= minLevels,
  )
  return `${formatCounted(levels, what)} ${levels === 1 ? 'is' : 'are'} too few: at least ${needed} are needed, of which the first quarter is left out as warm-up`
}

function listRepeats(points: readonly MemoryPoint[], repeatEnds: readonly number[]): Repeat[] {
  return repeatEnds.flatMap((end, index) => {
    const start = repeatEnds[index - 1] ?? 0
    const bytes = points.filter(({ seconds }) => seconds > start && seconds <= end).map((point) => point.bytes)
    return bytes.length > 0 ? [{ index, bytes }] : []
  })
}

function decideSinglePass(
  [low, high]: Interval,
  values: readonly number[],
  { pageBytes, limitBytes }: GrowthRequest,
): Pick<MemoryGrowth, 'verdict' | 'reason'> {
  const noise = maxNoiseSteps * pageBytes
  if (low > noise && countRises(values) >= minRises) return { verdict: 'leak', reason: 'it grew until the end' }
  // In a single pass, each model that is loaded is a step.
  if (low > noise) return { verdict: 'inconclusive', reason: 'it rose and then stayed constant' }
  if (high <= Math.max(noise, limitBytes)) return { verdict: 'no leak', reason: 'no relevant growth' }
  return { verdict: 'inconclusive', reason: 'noise is too large to exclude growth above the limit' }
}

function countRises(values: readonly number[]): number {
  const parts = Array.from({ length: segments }, (_, index) => {
    const [from, to] = [index, index + 1].map((edge) => Math.round((edge * values.length) / segments))
    return values.slice(from, to)
  })
  const levels = parts.filter((part) => part.length > 0).map(computeMedian)
  return levels.slice(1).filter((level, index) => level > (levels[index] ?? level)).length
}

/**
 * `crashed`: memory ran out and the work is incomplete. `handled`: memory ran out and the work is complete. `absent`:
 * no sign in any output. `unknown`: the trial does not show it.
 */
export type OutOfMemoryClass = 'crashed' | 'handled' | 'absent' | 'unknown'

/** Classification of a trial, with the evidence for it. */
export type OutOfMemoryVerdict = { readonly kind: OutOfMemoryClass; readonly evidence: string }

/**
 * Classifies a trial by its exit code (mapped by the config), its output and its proof of work: exit 0 with missing
 * rows is a crash. A kill without output may come from the OOM killer, so it is unknown.
 */
export function classifyOutOfMemory(trial: Trial): OutOfMemoryVerdict {
  const signs = trial.pipeline?.outOfMemory ?? null
  const first = signs?.lines[0]
  const quoted = first ? `${first.where}: ${first.line}` : null
  if (trial.failure?.kind === 'out-of-memory')
    return { kind: 'crashed', evidence: [trial.failure.detail.split(';')[0], quoted].filter(Boolean).join('; ') }
  if (trial.host?.outOfMemoryKills)
    return { kind: 'crashed', evidence: 'the kernel killed a process because memory ran out' }
  if (signs && signs.count > 0) return classifySigns(trial, signs, quoted ?? '')
  return classifySilence(trial, signs)
}

function classifySigns(trial: Trial, signs: OutOfMemorySigns, quoted: string): OutOfMemoryVerdict {
  const { failure, resultRows } = trial
  if (failure) return { kind: 'crashed', evidence: `${quoted}; the trial failed: ${failure.kind}` }
  const times = signs.reductions === 1 ? 'once' : `${signs.reductions} times`
  const reduced = signs.reductions > 0 ? `; batches were reduced ${times}` : ''
  const rows = resultRows === null ? 'its proof of work is complete' : `all ${resultRows} result rows are present`
  return { kind: 'handled', evidence: `${quoted}${reduced}; ${rows}` }
}

function classifySilence({ failure }: Trial, signs: OutOfMemorySigns | null): OutOfMemoryVerdict {
  if (signs === null) return { kind: 'unknown', evidence: 'the output was not searched' }
  if (signs.unread.length > 0) return { kind: 'unknown', evidence: `could not be searched: ${signs.unread.join(', ')}` }
  // A shell or a sandbox reports a signal as an exit code.
  const [summary = 'killed'] = failure?.detail.split(';') ?? []
  if (failure?.kind === 'signal' || summary.includes('killed by SIG')) return { kind: 'unknown', evidence: summary }
  return { kind: 'absent', evidence: 'no sign of it in any output' }
}
