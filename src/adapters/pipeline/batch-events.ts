import { openEntry, splitBoundedLines } from '../bounded-lines.ts'
import { toAmount } from '../fields.ts'
import { type EventFields, readBatch, readEvent, toCount } from './events.ts'
import {
  allBatches,
  type BatchFigures,
  computePacking,
  inferQueueState,
  type QueueState,
  sumKnown,
  summarizeWaits,
} from './batches.ts'
import { isEpoch } from './stages.ts'
import { toBaseUnit } from '../readings.ts'
import { sampleEvenly } from '../../domain/core/statistics.ts'
import type {
  AllocatorReading,
  DataLoaderReading,
  MemoryPoint,
  MemoryQuantity,
  MemorySeries,
  PackingReading,
  ShardReading,
  StageVisits,
} from '../../record/pipeline.ts'

/** Batch and memory figures from events. */
export type BatchEvents = {
  readonly shards: readonly ShardReading[]
  /** Of all batches with a stage; null without any. */
  readonly packing: PackingReading | null
  /** Null without a batch that reports its wait. */
  readonly dataLoader: DataLoaderReading | null
  readonly allocator: readonly AllocatorReading[]
  readonly memory: readonly MemorySeries[]
  /** Stages with more than one visit. */
  readonly visits: readonly StageVisits[]
  /** How often the pipeline reduced its batch size; null when it does not report that. */
  readonly reductions: number | null
  /** Every batch with its rates; empty unless requested. */
  readonly batches: BatchRows
}

/** Batches for a file, and how many more the pipeline reported. */
export type BatchRows = { readonly rows: readonly BatchRow[]; readonly dropped: number }

/** One batch for the file of per-batch metrics. Null: not reported. */
export type BatchRow = {
  readonly stage: string | null
  readonly gpu: number | null
  /** Number of the batch in its stage and GPU, from 0. */
  readonly batch: number
  /** End of the batch, in seconds since the start of the process. */
  readonly seconds: number | null
  readonly tokens: number | null
  readonly tokenBudget: number | null
  readonly sequences: number | null
  readonly waitMs: number | null
  readonly queue: QueueState | null
  readonly tokensPerSecond: number | null
  readonly sequencesPerSecond: number | null
}

/** Largest number of batches in a file; the rest is counted. */
export const mostBatchRows = 200_000

const fields = [
  ['allocatedBytes', 'allocated'],
  ['reservedBytes', 'reserved'],
  ['residentBytes', 'resident'],
] as const satisfies readonly (readonly [string, MemoryQuantity])[]

const mostSeries = 1000
const pointsKept = 200
const mostShards = 1000
const mostStages = 200
const mostVisits = 2000

/** One event with its place in the run. */
type Moment = {
  readonly event: EventFields
  readonly stage: string | null
  readonly gpu: number | null
  readonly seconds: number
}

/**
 * Reads `batch`, `metric` and stage events: batches by stage and GPU with packing and waits, peaks of the allocator
 * (`peak-allocated`, `peak-reserved`), memory over time (`allocatedBytes`, `reservedBytes`, `residentBytes` of a
 * batch), and the end times of stages with several visits.
 */
export function readBatchEvents(
  text: string,
  { startedSeconds, keepsRows = false }: { readonly startedSeconds: number; readonly keepsRows?: boolean },
): BatchEvents {
  const found = new BatchAccumulator(keepsRows)
  let origin: number | null = null
  for (const line of splitBoundedLines(text)) {
    const event = readEvent(line)
    const { t, event: kind, stage, gpu } = event
    if (typeof t !== 'number' || !Number.isFinite(t)) continue
    origin ??= isEpoch(t) ? startedSeconds : t
    const moment = {
      event,
      stage: typeof stage === 'string' && /^\P{Cc}{1,200}$/u.test(stage) ? stage : null,
      gpu: Number.isInteger(gpu) ? toAmount(gpu, 1e6) : null,
      seconds: Math.max(0, t - origin),
    }
    found.add(moment, kind)
  }
  return found.summarize()
}

type Shard = {
  readonly stage: string
  readonly gpu: number | null
  readonly batches: (BatchFigures & { readonly sequences: number | null; readonly paddedTokens: number | null })[]
  lastSeconds: number
}
type Peaks = {
  readonly stage: string | null
  readonly gpu: number | null
  allocated: number | null
  reserved: number | null
}
type Series = { readonly quantity: MemoryQuantity; readonly gpu: number | null; readonly points: MemoryPoint[] }

/** Accumulates what the events say. The size of their file bounds the batches and the points of memory. */
class BatchAccumulator {
  readonly #shards = new Map<string, Shard>()
  readonly #starts = new Map<string, number>()
  readonly #series = new Map<string, Series>()
  readonly #peaks = new Map<string, Peaks>()
  readonly #visits = new Map<string, { depth: number; readonly endsSeconds: number[] }>()
  readonly #rows: BatchRow[] = []
  readonly #last = new Map<string, BatchRow>()
  #dropped = 0
  #reductions: number | null = null
  readonly #keepsRows: boolean

  constructor(keepsRows: boolean) {
    this.#keepsRows = keepsRows
  }

  add(moment: Moment, kind: unknown): void {
    const { stage, seconds } = moment
    if (kind === 'metric') this.#addMetric(moment)
    if (kind === 'batch') this.#addBatch(moment)
    if (stage !== null && kind === 'stage-end') this.#endStage(stage, seconds)
    if (stage !== null && kind === 'stage-start') this.#startStage(stage, seconds)
  }

  #addMetric({ event, stage, gpu }: Moment): void {
    const { name } = event
    const { unit, factor } = toBaseUnit(String(event['unit']))
    const value = toAmount(event['value'], 1e18)
    if (value === null) return
    if (name === 'token-budget-reductions') this.#reductions = (this.#reductions ?? 0) + value
    if ((name !== 'peak-allocated' && name !== 'peak-reserved') || unit !== 'B') return
    const create = () => ({ stage, gpu, allocated: null, reserved: null })
    const peaks = openEntry<string, Peaks>(this.#peaks, `${stage}\n${gpu}`, mostSeries, create)
    const side = name === 'peak-allocated' ? 'allocated' : 'reserved'
    if (peaks) peaks[side] = Math.max(peaks[side] ?? 0, value * factor)
  }

  #addBatch(moment: Moment): void {
    const { event, stage, gpu, seconds } = moment
    this.#addMemory(moment)
    const batch = { ...readBatch(event), sequences: toCount(event['sequences']) }
    if (this.#keepsRows) this.#addRow(moment, batch)
    if (stage === null) return
    const create = () => ({ stage, gpu, batches: [], lastSeconds: 0 })
    const shard = openEntry<string, Shard>(this.#shards, `${stage}\n${gpu}`, mostShards, create)
    if (!shard) return
    const [rows, longest] = [toCount(event['rows']), toCount(event['longest'])]
    const paddedTokens = toCount(event['paddedTokens']) ?? (rows === null || longest === null ? null : rows * longest)
    shard.batches.push({ ...batch, paddedTokens })
    shard.lastSeconds = Math.max(shard.lastSeconds, seconds)
  }

  #addMemory({ event, gpu, seconds }: Moment): void {
    for (const [name, quantity] of fields) {
      const bytes = toAmount(event[name], 1e18)
      if (bytes === null) continue
      const create = () => ({ quantity, gpu: quantity === 'resident' ? null : gpu, points: [] })
      const series = openEntry<string, Series>(this.#series, `${quantity} ${gpu}`, mostSeries, create)
      series?.points.push({ seconds, bytes })
    }
  }

  /** The rate of the first batch of a stage and GPU is not known. */
  #addRow({ stage, gpu, seconds }: Moment, batch: BatchFigures & Pick<BatchRow, 'sequences'>): void {
    if (this.#rows.length >= mostBatchRows) {
      this.#dropped += 1
      return
    }
    const { waitMs, queue = waitMs === null ? null : inferQueueState(waitMs) } = batch
    const key = JSON.stringify([stage, gpu])
    const last = this.#last.get(key)
    const elapsed = seconds - (last?.seconds ?? seconds)
    const computeRate = (amount: number | null) => (amount === null || elapsed <= 0 ? null : amount / elapsed)
    const row = {
      stage,
      gpu,
      batch: last ? last.batch + 1 : 0,
      seconds,
      tokens: batch.tokens,
      tokenBudget: batch.tokenBudget,
      sequences: batch.sequences,
      waitMs,
      queue,
      tokensPerSecond: computeRate(batch.tokens),
      sequencesPerSecond: computeRate(batch.sequences),
    }
    this.#last.set(key, row)
    this.#rows.push(row)
  }

  /** Overlapping visits, such as those of several workers, count as one. */
  #startStage(stage: string, seconds: number): void {
    openEntry(this.#starts, stage, mostShards, () => seconds)
    const visits = openEntry(this.#visits, stage, mostStages, () => ({ depth: 0, endsSeconds: [] }))
    if (visits) visits.depth += 1
  }

  #endStage(stage: string, seconds: number): void {
    const visits = this.#visits.get(stage)
    if (!visits || visits.depth === 0) return
    visits.depth -= 1
    if (visits.depth === 0 && visits.endsSeconds.length < mostVisits) visits.endsSeconds.push(seconds)
  }

  summarize(): BatchEvents {
    const shards = [...this.#shards.values()].map((shard) => summarizeShard(shard, this.#starts.get(shard.stage)))
    const batches = [...this.#shards.values()].flatMap((shard) => shard.batches)
    const refused = shards.find(({ packing }) => packing?.efficiency === null)?.packing
    return {
      shards,
      packing: refused ? { ...refused, tokens: null, batches: null } : computePacking(batches, allBatches),
      dataLoader: summarizeWaits(batches),
      allocator: [...this.#peaks.values()].flatMap(({ stage, gpu, allocated, reserved }) =>
        allocated === null || reserved === null
          ? []
          : [{ stage, gpu, allocatedBytes: allocated, reservedBytes: reserved, when: 'peak' as const }],
      ),
      memory: [...this.#series.values()].map((one) => ({ ...one, points: sampleEvenly(one.points, pointsKept) })),
      visits: [...this.#visits].flatMap(([stage, { endsSeconds }]) =>
        endsSeconds.length > 1 ? [{ stage, endsSeconds: endsSeconds.toSorted((a, b) => a - b) }] : [],
      ),
      reductions: this.#reductions,
      batches: { rows: this.#rows, dropped: this.#dropped },
    }
  }
}

function summarizeShard({ stage, gpu, batches, lastSeconds }: Shard, start = lastSeconds): ShardReading {
  const waitMs = sumKnown(batches.map((batch) => batch.waitMs))
  return {
    stage,
    gpu,
    batches: batches.length,
    sequences: sumKnown(batches.map(({ sequences }) => sequences)),
    tokens: sumKnown(batches.map(({ tokens }) => tokens)),
    paddedTokens: sumKnown(batches.map(({ paddedTokens }) => paddedTokens)),
    packing: computePacking(batches, allBatches),
    dataLoader: summarizeWaits(batches),
    waitSeconds: waitMs === null ? null : waitMs / 1000,
    seconds: lastSeconds > start ? lastSeconds - start : null,
  }
}
