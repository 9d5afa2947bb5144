import { openEntry, splitBoundedLines } from '../bounded-lines.ts'
import { toAmount } from '../fields.ts'
import { type EventFields, readBatch, readEvent, toCount } from './events.ts'
import { BatchRowAccumulator, type BatchRows } from './batch-rows.ts'
import { type BatchFigures, computePacking, summarizeWaits } from './batches.ts'
import { isEpoch } from './stages.ts'
import { sampleEvenly } from '../../domain/core/sample-evenly.ts'
import type {
  AllocatorReading,
  MemoryPoint,
  MemoryQuantity,
  MemorySeries,
  ShardReading,
  StageVisits,
} from '../../record/pipeline.ts'

/** Batch and memory figures from events. */
export type BatchEvents = {
  readonly shards: readonly ShardReading[]
  readonly allocator: readonly AllocatorReading[]
  readonly memory: readonly MemorySeries[]
  readonly visits: readonly StageVisits[]
  /** How often the pipeline reduced its batch size; null when it does not report that. */
  readonly reductions: number | null
  /** Every batch with its rates; empty unless requested. */
  readonly batches: BatchRows
}

type BatchOptions = { readonly startedSeconds: number; readonly keepsRows?: boolean }

/**
 * Reads `batch`, `metric` and stage events: batches by stage and GPU with packing and waits, peaks of the allocator
 * (`peak-allocated`, `peak-reserved`), memory over time (`allocatedBytes`, `reservedBytes`, `residentBytes` of a
 * batch), and the end times of stages with several visits.
 */
export function readBatchEvents(text: string, { startedSeconds, keepsRows }: BatchOptions): BatchEvents {
  const batches = new BatchRowAccumulator(keepsRows === true)
  const [shards, memory, visits] = [new ShardAccumulator(), new MemoryAccumulator(), new VisitAccumulator()]
  let origin: number | null = null
  for (const line of splitBoundedLines(text)) {
    const event = readEvent(line)
    const { t, event: kind } = event
    if (typeof t !== 'number' || !Number.isFinite(t)) continue
    origin ??= isEpoch(t) ? startedSeconds : t
    const seconds = Math.max(0, t - origin)
    const stage = readStageName(event)
    if (kind === 'metric') memory.addMetric(stage, event)
    if (kind === 'batch') {
      memory.addBatch(seconds, event)
      batches.add(stage, readGpu(event), event, { ...readBatch(event), seconds })
    }
    if (stage === null) continue
    if (kind === 'batch') shards.add(stage, seconds, event)
    if (kind === 'stage-end') visits.end(stage, seconds)
    if (kind !== 'stage-start') continue
    shards.startStage(stage, seconds)
    visits.start(stage)
  }
  return {
    shards: shards.listShards(),
    allocator: memory.listAllocatorPeaks(),
    memory: memory.listSeries(),
    visits: visits.listVisits(),
    reductions: memory.reductions,
    batches: { rows: batches.rows, dropped: batches.dropped },
  }
}

function readStageName({ stage }: EventFields): string | null {
  return typeof stage === 'string' && /^\P{Cc}{1,200}$/u.test(stage) ? stage : null
}

const fields = [
  ['allocatedBytes', 'allocated'],
  ['reservedBytes', 'reserved'],
  ['residentBytes', 'resident'],
] as const satisfies readonly (readonly [string, MemoryQuantity])[]

const mostSeries = 1000
const mostPoints = 1_000_000
const pointsKept = 200

type Peaks = {
  readonly stage: string | null
  readonly gpu: number | null
  allocated: number | null
  reserved: number | null
}
type OpenSeries = { readonly quantity: MemoryQuantity; readonly gpu: number | null; readonly points: MemoryPoint[] }

/** Accumulates memory figures from events, within bounds. */
class MemoryAccumulator {
  readonly #courses = new Map<string, OpenSeries>()
  readonly #peaks = new Map<string, Peaks>()
  #points = 0
  reductions: number | null = null

  addBatch(seconds: number, event: EventFields): void {
    for (const [name, quantity] of fields) {
      const bytes = toAmount(event[name], 1e18)
      const gpu = readGpu(event)
      const create = () => ({ quantity, gpu: quantity === 'resident' ? null : gpu, points: [] })
      const course = bytes === null ? null : openEntry(this.#courses, `${quantity} ${gpu}`, mostSeries, create)
      if (bytes === null || !course || this.#points >= mostPoints) continue
      this.#points += 1
      course.points.push({ seconds, bytes })
    }
  }

  addMetric(stage: string | null, event: EventFields): void {
    const { name, unit } = event
    const value = toAmount(event['value'], 1e18)
    if (value === null) return
    if (name === 'token-budget-reductions') this.reductions = (this.reductions ?? 0) + value
    if ((name !== 'peak-allocated' && name !== 'peak-reserved') || unit !== 'B') return
    const gpu = readGpu(event)
    const create = () => ({ stage, gpu, allocated: null, reserved: null })
    const peaks = openEntry(this.#peaks, `${stage}\n${gpu}`, mostSeries, create)
    if (!peaks) return
    const side = name === 'peak-allocated' ? 'allocated' : 'reserved'
    peaks[side] = Math.max(peaks[side] ?? 0, value)
  }

  listSeries(): MemorySeries[] {
    return [...this.#courses.values()].map((course) => ({ ...course, points: sampleEvenly(course.points, pointsKept) }))
  }

  listAllocatorPeaks(): AllocatorReading[] {
    return [...this.#peaks.values()].flatMap(({ stage, gpu, allocated, reserved }) =>
      allocated === null || reserved === null
        ? []
        : [{ stage, gpu, allocatedBytes: allocated, reservedBytes: reserved, when: 'peak' as const }],
    )
  }
}

function readGpu({ gpu }: EventFields): number | null {
  return typeof gpu === 'number' && Number.isInteger(gpu) && gpu >= 0 && gpu < 1e6 ? gpu : null
}

const mostShards = 1000
const mostBatches = 2_000_000

type ShardSums = {
  readonly stage: string
  readonly gpu: number | null
  readonly batches: BatchFigures[]
  sequences: number | null
  paddedTokens: number | null
  lastSeconds: number
}

/** Accumulates batches by stage and GPU, within bounds. */
class ShardAccumulator {
  readonly #shards = new Map<string, ShardSums>()
  readonly #starts = new Map<string, number>()
  #batches = 0

  startStage(stage: string, seconds: number): void {
    if (!this.#starts.has(stage) && this.#starts.size < mostShards) this.#starts.set(stage, seconds)
  }

  add(stage: string, seconds: number, event: EventFields): void {
    const gpu = readGpu(event)
    const create = () => ({ stage, gpu, batches: [], sequences: null, paddedTokens: null, lastSeconds: 0 })
    const sums = openEntry(this.#shards, `${stage}\n${gpu}`, mostShards, create)
    if (!sums || this.#batches >= mostBatches) return
    this.#batches += 1
    sums.batches.push(readBatch(event))
    sums.sequences = addPart(sums.sequences, toCount(event['sequences']), sums.batches.length)
    sums.paddedTokens = addPart(sums.paddedTokens, readPaddedTokens(event), sums.batches.length)
    sums.lastSeconds = Math.max(sums.lastSeconds, seconds)
  }

  listShards(): ShardReading[] {
    return [...this.#shards.values()].map((sums) => this.#summarize(sums))
  }

  #summarize({ stage, gpu, batches, sequences, paddedTokens, lastSeconds }: ShardSums): ShardReading {
    const waits = batches.flatMap(({ waitMs }) => (waitMs === null ? [] : [waitMs]))
    const tokens = batches.map((batch) => batch.tokens)
    const start = this.#starts.get(stage)
    return {
      stage,
      gpu,
      batches: batches.length,
      sequences,
      tokens: tokens.includes(null) ? null : tokens.reduce<number>((sum, count) => sum + (count ?? 0), 0),
      paddedTokens,
      packing: computePacking(batches, { totals: null, tokenBudget: null, printed: null }),
      dataLoader: summarizeWaits(batches),
      waitSeconds: waits.length === batches.length ? waits.reduce((sum, wait) => sum + wait, 0) / 1000 : null,
      seconds: start !== undefined && lastSeconds > start ? lastSeconds - start : null,
    }
  }
}

/** Returns `paddedTokens`, or the number of rows times the longest row. */
function readPaddedTokens(event: EventFields): number | null {
  const [rows, longest] = [toCount(event['rows']), toCount(event['longest'])]
  return toCount(event['paddedTokens']) ?? (rows === null || longest === null ? null : rows * longest)
}

/** Adds one part to a sum; null when a part is unknown. `parts` counts the parts including this one. */
function addPart(sum: number | null, part: number | null, parts: number): number | null {
  if (part === null) return null
  return parts === 1 ? part : sum === null ? null : sum + part
}

const mostStages = 200
const mostVisits = 2000

type Visits = { depth: number; readonly endsSeconds: number[] }

/** Records when visits to stages end; overlapping visits, such as those of several workers, count as one. */
class VisitAccumulator {
  readonly #stages = new Map<string, Visits>()

  start(stage: string): void {
    const visits = this.#stages.get(stage)
    if (visits) visits.depth += 1
    else if (this.#stages.size < mostStages) this.#stages.set(stage, { depth: 1, endsSeconds: [] })
  }

  end(stage: string, seconds: number): void {
    const visits = this.#stages.get(stage)
    if (!visits || visits.depth === 0) return
    visits.depth -= 1
    if (visits.depth === 0 && visits.endsSeconds.length < mostVisits) visits.endsSeconds.push(seconds)
  }

  /** Lists the stages with more than one visit. */
  listVisits(): StageVisits[] {
    return [...this.#stages].flatMap(([stage, { endsSeconds }]) =>
      endsSeconds.length > 1 ? [{ stage, endsSeconds: endsSeconds.toSorted((a, b) => a - b) }] : [],
    )
  }
}
