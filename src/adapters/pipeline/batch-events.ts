import { splitBoundedLines } from '../bounded-lines.ts'
import type { JsonNode } from '../json-node.ts'
import { parseEventNode, readBatch } from './events.ts'
import { BatchRowAccumulator, type BatchRows } from './batch-rows.ts'
import { type BatchFigures, computePacking, summarizeWaits } from './batches.ts'
import { isEpoch } from './stages.ts'
import { sampleEvenly } from '../../domain/core/statistics.ts'
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
    const event = parseEventNode(line)
    const { value: t } = event.get('t')
    if (typeof t !== 'number' || !Number.isFinite(t)) continue
    origin ??= isEpoch(t) ? startedSeconds : t
    const seconds = Math.max(0, t - origin)
    const stage = readStageName(event)
    const { value: kind } = event.get('event')
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

function readStageName(event: JsonNode): string | null {
  const { value } = event.get('stage')
  return typeof value === 'string' && /^\P{Cc}{1,200}$/u.test(value) ? value : null
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

  addBatch(seconds: number, event: JsonNode): void {
    for (const [field, quantity] of fields) {
      const bytes = event.get(field).readOptionalAmount(1e18)
      const course = bytes === null ? null : this.#openSeries(quantity, readGpu(event))
      if (bytes === null || !course || this.#points >= mostPoints) continue
      this.#points += 1
      course.points.push({ seconds, bytes })
    }
  }

  addMetric(stage: string | null, event: JsonNode): void {
    const { value: name } = event.get('name')
    const value = event.get('value').readOptionalAmount(1e18)
    if (value === null) return
    if (name === 'token-budget-reductions') this.reductions = (this.reductions ?? 0) + value
    if (name !== 'peak-allocated' && name !== 'peak-reserved') return
    if (event.get('unit').value !== 'B') return
    const peaks = this.#openPeaks(stage, readGpu(event))
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

  #openSeries(quantity: MemoryQuantity, gpu: number | null): OpenSeries | null {
    const key = `${quantity} ${gpu}`
    const known = this.#courses.get(key)
    if (known || this.#courses.size >= mostSeries) return known ?? null
    const fresh = { quantity, gpu: quantity === 'resident' ? null : gpu, points: [] }
    this.#courses.set(key, fresh)
    return fresh
  }

  #openPeaks(stage: string | null, gpu: number | null): Peaks | null {
    const key = `${stage}\n${gpu}`
    const known = this.#peaks.get(key)
    if (known || this.#peaks.size >= mostSeries) return known ?? null
    const fresh = { stage, gpu, allocated: null, reserved: null }
    this.#peaks.set(key, fresh)
    return fresh
  }
}

function readGpu(event: JsonNode): number | null {
  const { value } = event.get('gpu')
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e6 ? value : null
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

  add(stage: string, seconds: number, event: JsonNode): void {
    const gpu = readGpu(event)
    const sums = this.#openSums(stage, gpu)
    if (!sums || this.#batches >= mostBatches) return
    this.#batches += 1
    sums.batches.push(readBatch(event))
    sums.sequences = addPart(sums.sequences, event.get('sequences').readOptionalAmount(1e15), sums.batches.length)
    sums.paddedTokens = addPart(sums.paddedTokens, readPaddedTokens(event), sums.batches.length)
    sums.lastSeconds = Math.max(sums.lastSeconds, seconds)
  }

  listShards(): ShardReading[] {
    return [...this.#shards.values()].map((sums) => this.#summarize(sums))
  }

  #openSums(stage: string, gpu: number | null): ShardSums | null {
    const key = `${stage}\n${gpu}`
    const known = this.#shards.get(key)
    if (known) return known
    if (this.#shards.size >= mostShards) return null
    const fresh = { stage, gpu, batches: [], sequences: null, paddedTokens: null, lastSeconds: 0 }
    this.#shards.set(key, fresh)
    return fresh
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
function readPaddedTokens(event: JsonNode): number | null {
  const [reported, rows, longest] = ['paddedTokens', 'rows', 'longest'].map((key) =>
    event.get(key).readOptionalAmount(1e15),
  )
  if (reported !== null && reported !== undefined) return reported
  return typeof rows === 'number' && typeof longest === 'number' ? rows * longest : null
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
