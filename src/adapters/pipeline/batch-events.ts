import type { StageVisits, AllocatorReading, ShardReading, MemorySeries } from '../../record/pipeline.ts'
import { splitBoundedLines } from '../bounded-lines.ts'
import { parseJsonText, getField, type JsonNode } from '../json-node.ts'
import { MemoryAccumulator } from './memory-accumulator.ts'
import { ShardAccumulator } from './shard-accumulator.ts'
import { isEpoch } from './stage-edges.ts'
import { VisitAccumulator } from './visit-accumulator.ts'

/** Batch and memory figures from events. */
export type BatchEvents = {
  readonly shards: readonly ShardReading[]
  readonly allocator: readonly AllocatorReading[]
  readonly memory: readonly MemorySeries[]
  readonly visits: readonly StageVisits[]
  /** How often the pipeline reduced its batch size; null when it does not report that. */
  readonly reductions: number | null
}

/** Start of the trial in seconds since the epoch, for events with Unix times. */
type Clock = { readonly startedSeconds: number }

/**
 * Reads `batch`, `metric` and stage events: batches by stage and GPU with packing and waits, peaks of the allocator
 * (`peak-allocated`, `peak-reserved`), memory over time (`allocatedBytes`, `reservedBytes`, `residentBytes` of a
 * batch), and the end times of stages with several visits.
 */
export function readBatchEvents(text: string, clock: Clock): BatchEvents {
  const accumulators = {
    shards: new ShardAccumulator(),
    memory: new MemoryAccumulator(),
    visits: new VisitAccumulator(),
  }
  let origin: number | null = null
  for (const line of splitBoundedLines(text)) {
    const event = parseLine(line)
    const { value: t } = getField(event, 't')
    if (typeof t !== 'number' || !Number.isFinite(t)) continue
    origin ??= isEpoch(t) ? clock.startedSeconds : t
    addEvent(event, Math.max(0, t - origin), accumulators)
  }
  return {
    shards: accumulators.shards.listShards(),
    allocator: accumulators.memory.listAllocatorPeaks(),
    memory: accumulators.memory.listSeries(),
    visits: accumulators.visits.listVisits(),
    reductions: accumulators.memory.countReductions(),
  }
}

type Accumulators = {
  readonly shards: ShardAccumulator
  readonly memory: MemoryAccumulator
  readonly visits: VisitAccumulator
}

function addEvent(event: JsonNode, seconds: number, { shards, memory, visits }: Accumulators): void {
  const stage = readStageName(event)
  switch (getField(event, 'event').value) {
    case 'stage-start':
      if (stage === null) return
      shards.startStage(stage, seconds)
      visits.start(stage)
      return
    case 'stage-end':
      if (stage !== null) visits.end(stage, seconds)
      return
    case 'batch':
      if (stage !== null) shards.add(stage, seconds, event)
      memory.addBatch(seconds, event)
      return
    case 'metric':
      memory.addMetric(stage, event)
      return
    default:
  }
}

function parseLine(line: string): JsonNode {
  const node = { file: '', path: '' }
  if (!line.startsWith('{')) return { ...node, value: null }
  try {
    return { ...node, value: parseJsonText(line) }
  } catch {
    return { ...node, value: null }
  }
}

function readStageName(event: JsonNode): string | null {
  const { value } = getField(event, 'stage')
  return typeof value === 'string' && /^\P{Cc}{1,200}$/u.test(value) ? value : null
}
