import { formatPercent } from '../../domain/core/numbers.ts'
import { computeMean, computeQuantile, type Interval, sumValues } from '../../domain/core/statistics.ts'
import type { DataLoaderReading, PackingReading } from '../../record/pipeline.ts'

/** Figures that the pipeline reports for one batch. Null: not reported. */
export type BatchFigures = {
  readonly tokens: number | null
  readonly tokenBudget: number | null
  readonly waitMs: number | null
  /** Queue state as reported; absent: it follows from the wait. */
  readonly queue?: QueueState
}

/** State of the queue of batches when the model asked for the next one. */
export type QueueState = 'full' | 'normal' | 'starved'

/**
 * Ranges over all batches of a run, logged or not: their number, their tokens, and the part of their token budget that
 * they do not use.
 */
type BatchRanges = { readonly batches: Interval; readonly tokens: Interval; readonly unused: Interval }

/** `covered`: the part that the logged rates cover, with its token budget `room`. */
export type BatchTotals = BatchRanges & { readonly covered: { readonly tokens: Interval; readonly room: number } }

const wellPacked = 0.8
const starvedAboveMs = 50
const fullBelowMs = 1
/** Tolerance of a number of batches that follows from a division. */
const countTolerance = 1e-6
/** Tolerance for a share above 1: logs print rates with one decimal. */
const rounding = 0.001

/**
 * Computes the packing efficiency: used tokens divided by the token budget. Logged batches have exact tokens. If the
 * log has only a part of them, the result is the range that is possible for all. An impossible share is null with a
 * reason. Null: no batch, total or printed figure.
 */
export function computePacking(batches: readonly BatchFigures[], run: RunPacking): PackingReading | null {
  if (batches.length === 0 && run.totals === null && run.printed === null) return null
  const filled = batches.flatMap(({ tokens, tokenBudget }) => {
    const budget = tokenBudget ?? run.tokenBudget
    return tokens === null || budget === null || budget <= 0 ? [] : [{ tokens, budget }]
  })
  const isPart = run.totals !== null && filled.length < run.totals.batches[1]
  const { computed, atLeast, ranges, ...extent } = isPart
    ? computePart(filled, run.totals, run.tokenBudget ?? 0)
    : computeAll(filled)
  const isPossible = computed !== null && atLeast <= 1 + rounding
  return {
    efficiency: isPossible ? Math.min(1, computed) : null,
    ...(isPossible && ranges),
    ...extent,
    tokenBudget: run.tokenBudget,
    ...computeLowest(filled),
    printed: run.printed,
    reason: isPossible ? null : explainRefusal(computed === null ? null : atLeast, run.printed),
  }
}

/** The share of the budget, the least that is certain of any part, and the ranges that the log allows. */
type Share = Pick<PackingReading, 'tokens' | 'batches'> & {
  readonly computed: number | null
  readonly atLeast: number
  readonly ranges: Pick<PackingReading, 'bounds' | 'sample'>
}

function computeAll(filled: readonly FilledBatch[]): Share {
  const computed = computeShareOfBatches(filled)
  if (computed === null) return { computed, atLeast: 0, ranges: {}, tokens: null, batches: null }
  return { computed, atLeast: computed, ranges: {}, tokens: sumField(filled, 'tokens'), batches: filled.length }
}

/**
 * The share in the part that the rates cover, otherwise that of the logged batches, moved into the range that is
 * possible for all batches.
 */
function computePart(filled: readonly FilledBatch[], totals: BatchTotals, budget: number): Share {
  const { tokens, room } = totals.covered
  const bounds = computeShareRange(totals)
  const logged = computeShareOfBatches(filled)
  const estimate = room > 0 ? (tokens[0] + Math.min(tokens[1], room)) / 2 / room : (logged ?? bounds[0])
  return {
    computed: Math.min(Math.max(estimate, bounds[0]), bounds[1]),
    atLeast: Math.max(logged ?? 0, room > 0 ? tokens[0] / room : 0),
    ranges: { bounds, sample: describeSample(filled, totals, budget) },
    tokens: null,
    batches: totals.batches[0],
  }
}

/** Figures of the complete run: `tokenBudget` of each batch, and the efficiency (0 to 1) that its log prints. */
type RunPacking = {
  /** Null: every batch is given. */
  readonly totals: BatchTotals | null
  readonly tokenBudget: number | null
  readonly printed: number | null
}

/** Every batch is given, with its own budget. */
export const allBatches: RunPacking = { totals: null, tokenBudget: null, printed: null }

type FilledBatch = { readonly tokens: number; readonly budget: number }

/** Range of used / (used + unused) tokens. */
function computeShareRange({ tokens, unused }: Omit<BatchRanges, 'batches'>): Interval {
  return [tokens[0] / (tokens[0] + unused[1]), tokens[1] / (tokens[1] + unused[0])]
}

function computeShareOfBatches(filled: readonly FilledBatch[]): number | null {
  return filled.length === 0 ? null : sumField(filled, 'tokens') / sumField(filled, 'budget')
}

function computeLowest(filled: readonly FilledBatch[]): Pick<PackingReading, 'lowest' | 'batchesBelow80'> {
  if (filled.length === 0) return { lowest: null, batchesBelow80: null }
  const shares = filled.map(({ tokens, budget }) => tokens / budget)
  const lowest = shares.reduce((least, share) => Math.min(least, share))
  return { lowest, batchesBelow80: shares.filter((share) => share < wellPacked).length }
}

/** Describes what the logged batches and the totals imply for the batches that are not logged. */
function describeSample(
  filled: readonly FilledBatch[],
  totals: BatchRanges,
  budget: number,
): Required<PackingReading>['sample'] {
  const { lowest, batchesBelow80 } = computeLowest(filled)
  const logged = { batches: filled.length, tokens: sumField(filled, 'tokens'), unused: 0 }
  logged.unused = logged.batches * budget - logged.tokens
  const subtract = (key: keyof BatchRanges): Interval => [
    Math.max(0, totals[key][0] - logged[key]),
    Math.max(0, totals[key][1] - logged[key]),
  ]
  const [others, tokens, unused] = [subtract('batches'), subtract('tokens'), subtract('unused')]
  const badlyPacked = [
    others[0] - tokens[1] / (wellPacked * budget),
    Math.min(others[1], unused[1] / ((1 - wellPacked) * budget)),
  ] as const
  const below = batchesBelow80 ?? 0
  return {
    logged: filled.length,
    batches: [...totals.batches],
    lowest: [
      Math.max(0, Math.min(lowest ?? 1, 1 - unused[1] / budget)),
      Math.min(lowest ?? 1, computeShareRange({ tokens, unused })[1] || 0),
    ],
    batchesBelow80: [
      below + Math.max(0, Math.ceil(badlyPacked[0] - countTolerance)),
      below + Math.floor(badlyPacked[1] + countTolerance),
    ],
  }
}

function explainRefusal(computed: number | null, printed: number | null): string {
  if (computed !== null)
    return `${formatPercent(computed)} of the token budget is impossible; tokens and budget do not match`
  const impossible = printed !== null && printed > 1 ? ` and the printed ${formatPercent(printed)} is impossible` : ''
  return `cannot be computed: the pipeline does not report the tokens of its batches or their budget${impossible}`
}

/**
 * Summarizes data loader waits (ms) of single batches; null without any. The reported queue state counts; without one,
 * the pipeline's definition: full below 1 ms, starved above 50 ms.
 */
export function summarizeWaits(batches: readonly BatchFigures[]): DataLoaderReading | null {
  const waited = batches.flatMap(({ waitMs, queue }) => (waitMs === null ? [] : [{ waitMs, queue }]))
  if (waited.length === 0) return null
  const sorted = waited.map(({ waitMs }) => waitMs).toSorted((a, b) => a - b)
  const states = waited.map(({ waitMs, queue }) => queue ?? inferQueueState(waitMs))
  const starved = states.filter((state) => state === 'starved').length
  const full = states.filter((state) => state === 'full').length
  return {
    waitMeanSeconds: computeMean(sorted) / 1000,
    waitP95Seconds: computeQuantile(sorted, 0.95) / 1000,
    waitMaxSeconds: (sorted.at(-1) ?? 0) / 1000,
    batches: sorted.length,
    full,
    normal: sorted.length - full - starved,
    starved,
    starvedShare: starved / sorted.length,
  }
}

/** The pipeline's definition of the states, for a batch without a reported one. */
export function inferQueueState(waitMs: number): QueueState {
  if (waitMs > starvedAboveMs) return 'starved'
  return waitMs < fullBelowMs ? 'full' : 'normal'
}

/** The waits of one worker: its batches, the logged ones, and mean and largest wait (ms) of all; null: unknown. */
export type WorkerWaits = {
  readonly batches: Interval
  readonly logged: number
  readonly starved: number
  readonly closing: { readonly meanMs: Interval; readonly maxMs: number } | null
}

/**
 * Range of the share of starved batches where the log has only a part of them. The others are bound by the waits of all
 * batches: each starved batch takes at least 50 ms and at most the largest wait.
 */
export function computeStarvedRange(workers: readonly WorkerWaits[]): Interval {
  const shares = workers.map(computeWorkerRange)
  const [fewest, most] = [0, 1].map((edge) => sumValues(workers.map(({ batches }) => batches[edge] ?? 0)))
  const sumStarved = (edge: 0 | 1): number =>
    sumValues(workers.map(({ batches }, index) => batches[edge] * (shares[index]?.[edge] ?? edge)))
  return [
    Math.max(sumStarved(0) / (most || 1), Math.min(...shares.map(([low]) => low))),
    Math.min(sumStarved(1) / (fewest || 1), Math.max(...shares.map(([, high]) => high))),
  ]
}

function computeWorkerRange({ batches, logged, starved, closing }: WorkerWaits): Interval {
  const range = [starved / batches[1], 1 - (logged - starved) / batches[1]] as const
  if (!closing) return range
  const { meanMs, maxMs } = closing
  if (maxMs <= starvedAboveMs) return [0, 0]
  const fewest = (meanMs[0] - starvedAboveMs) / (maxMs - starvedAboveMs)
  return [Math.max(range[0], fewest), Math.max(range[0], Math.min(range[1], meanMs[1] / starvedAboveMs))]
}

function sumField<Key extends string>(items: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return sumValues(items.map((item) => item[key]))
}

/** Sums values; null when one is unknown. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}
