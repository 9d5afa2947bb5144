import { formatPercent } from '../../domain/core/numbers.ts'
import { computeMean, computeQuantile } from '../../domain/core/statistics.ts'
import type { DataLoaderReading, PackingReading, ShardReading } from '../../record/pipeline.ts'

/** Figures that the pipeline reports for one batch. */
export type BatchFigures = {
  readonly tokens: number | null
  readonly tokenBudget: number | null
  readonly waitMs: number | null
  /** Queue state as reported; absent: it follows from the wait. */
  readonly queue?: QueueState
}

/** State of the queue of batches when the model asked for the next one. */
export type QueueState = 'full' | 'normal' | 'starved'

/** Totals over many batches. */
export type BatchTotals = {
  readonly tokens: number
  /** Fewest and most tokens that the rounded rates allow. */
  readonly bounds: readonly [number, number]
  readonly batches: number
}

const wellPacked = 0.8
const starvedAboveMs = 50
const fullBelowMs = 1
/** Tolerance for a share above 1: logs print rates with one decimal. */
const rounding = 0.001

/**
 * Computes the packing efficiency: used tokens divided by the token budget. Single batches have exact tokens, but a log
 * may have every tenth only; totals from rounded rates cover all batches. So the share of the single batches is moved
 * into the range that the totals allow. Totals alone give that range. Refuses a share above 1.
 */
export function computePacking(batches: readonly BatchFigures[], run: RunPacking): PackingReading | null {
  if (batches.length === 0 && run.totals === null && run.printed === null) return null
  const filled = listFilledBatches(batches, run.tokenBudget)
  const bounds = computeBounds(run)
  const computed = computeShare(filled, run, bounds)
  const range = filled.length === 0 ? bounds : null
  const isPossible = computed !== null && Math.min(computed, range?.[0] ?? computed) <= 1 + rounding
  return {
    efficiency: isPossible ? Math.min(1, computed) : null,
    ...(isPossible && range && { bounds: range }),
    ...computeExtent(filled, run.totals),
    tokenBudget: run.tokenBudget,
    ...computeLowest(filled),
    printed: run.printed,
    reason: isPossible ? null : explainRefusal(computed, run.printed),
  }
}

/** Figures of the complete run. */
type RunPacking = {
  readonly totals: BatchTotals | null
  readonly tokenBudget: number | null
  readonly printed: number | null
}

type FilledBatch = { readonly tokens: number; readonly budget: number }

function listFilledBatches(batches: readonly BatchFigures[], ofRun: number | null): FilledBatch[] {
  return batches.flatMap(({ tokens, tokenBudget }) => {
    const budget = tokenBudget ?? ofRun
    return tokens === null || budget === null || budget <= 0 ? [] : [{ tokens, budget }]
  })
}

function computeShare(
  filled: readonly FilledBatch[],
  { totals, tokenBudget }: RunPacking,
  bounds: readonly [number, number] | null,
): number | null {
  const exact = computeShareOfBatches(filled)
  if (!totals || !tokenBudget || !bounds || filled.length >= totals.batches) return exact
  if (exact === null) return totals.tokens / (totals.batches * tokenBudget)
  return Math.min(Math.max(exact, bounds[0]), bounds[1])
}

/** Range of the share that the rounded rates allow. */
function computeBounds({ totals, tokenBudget }: RunPacking): [number, number] | null {
  if (!totals || tokenBudget === null || tokenBudget <= 0) return null
  const [fewest, most] = totals.bounds
  const available = totals.batches * tokenBudget
  return [fewest / available, most / available]
}

function computeShareOfBatches(filled: readonly FilledBatch[]): number | null {
  return filled.length === 0 ? null : sumField(filled, 'tokens') / sumField(filled, 'budget')
}

function computeExtent(
  filled: readonly FilledBatch[],
  totals: BatchTotals | null,
): Pick<PackingReading, 'tokens' | 'batches'> {
  if (totals) return { tokens: totals.tokens, batches: totals.batches }
  return filled.length > 0
    ? { tokens: sumField(filled, 'tokens'), batches: filled.length }
    : { tokens: null, batches: null }
}

function computeLowest(filled: readonly FilledBatch[]): Pick<PackingReading, 'lowest' | 'batchesBelow80'> {
  if (filled.length === 0) return { lowest: null, batchesBelow80: null }
  const shares = filled.map(({ tokens, budget }) => tokens / budget)
  return {
    lowest: shares.reduce((least, share) => Math.min(least, share)),
    batchesBelow80: shares.filter((share) => share < wellPacked).length,
  }
}

function explainRefusal(computed: number | null, printed: number | null): string {
  if (computed !== null)
    return `${formatPercent(computed)} of the token budget is impossible; tokens and budget do not match`
  const impossible = printed !== null && printed > 1 ? ` and the printed ${formatPercent(printed)} is impossible` : ''
  return `cannot be computed: the pipeline does not report the tokens of its batches or their budget${impossible}`
}

/**
 * Summarizes data loader waits (ms) of single batches. The reported queue state counts; without one, the pipeline's
 * definition: full below 1 ms, starved above 50 ms.
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

function sumField<Key extends string>(items: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return items.reduce((sum, item) => sum + item[key], 0)
}

/** Sums the packing over all batches of all stages and GPUs; null when no batch reported its tokens. */
export function sumPacking(shards: readonly ShardReading[]): PackingReading | null {
  const parts = shards.flatMap(({ packing }) => packing ?? [])
  if (parts.length === 0) return null
  const refused = parts.find(({ efficiency }) => efficiency === null)
  const known = parts.flatMap(({ tokens, efficiency }) =>
    tokens === null || efficiency === null || efficiency === 0 ? [] : [{ tokens, efficiency }],
  )
  const tokens = known.reduce((sum, part) => sum + part.tokens, 0)
  const capacity = known.reduce((sum, part) => sum + part.tokens / part.efficiency, 0)
  const lowest = parts.map((part) => part.lowest).filter((share) => share !== null)
  return {
    efficiency: refused || capacity === 0 ? null : tokens / capacity,
    tokens: refused ? null : tokens,
    batches: sumKnown(parts.map(({ batches }) => batches)),
    tokenBudget: null,
    lowest: lowest.length > 0 ? Math.min(...lowest) : null,
    batchesBelow80: sumKnown(parts.map(({ batchesBelow80 }) => batchesBelow80)),
    printed: null,
    reason: refused?.reason ?? null,
  }
}

/** Sums the waits over all batches of all stages and GPUs; the 95th percentile is the largest of all parts. */
export function sumDataLoader(shards: readonly ShardReading[]): DataLoaderReading | null {
  const parts = shards.flatMap(({ dataLoader }) => dataLoader ?? [])
  const batches = sumCount(parts, 'batches')
  if (batches === 0) return null
  const waited = parts.reduce((sum, part) => sum + (part.waitMeanSeconds ?? 0) * part.batches, 0)
  return {
    waitMeanSeconds: waited / batches,
    waitP95Seconds: findLargest(parts.map(({ waitP95Seconds }) => waitP95Seconds)),
    waitMaxSeconds: findLargest(parts.map(({ waitMaxSeconds }) => waitMaxSeconds)),
    batches,
    full: sumCount(parts, 'full'),
    normal: sumCount(parts, 'normal'),
    starved: sumCount(parts, 'starved'),
    starvedShare: sumCount(parts, 'starved') / batches,
  }
}

function findLargest(values: readonly (number | null)[]): number {
  return Math.max(...values.map((value) => value ?? 0))
}

function sumCount(parts: readonly DataLoaderReading[], key: 'batches' | 'full' | 'normal' | 'starved'): number {
  return parts.reduce((sum, part) => sum + part[key], 0)
}

function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}
