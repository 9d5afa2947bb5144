import type { AllocatorReading, ShardReading } from '../../domain/trial/pipeline-figures.ts'
import type { MemorySeries, StageVisits } from '../../domain/trial/trial-memory.ts'
import { boundedLines } from '../bounded-lines.ts'
import { at, type Place } from '../json-place.ts'
import { MemoryBook } from './memory-book.ts'
import { ShardBook } from './shard-book.ts'
import { VisitBook } from './visit-book.ts'

/** What events say about batches and memory. */
export type BatchEvents = {
  readonly shards: readonly ShardReading[]
  readonly allocator: readonly AllocatorReading[]
  readonly memory: readonly MemorySeries[]
  readonly visits: readonly StageVisits[]
  /** How often the pipeline made its batches smaller; null when it does not count that. */
  readonly reductions: number | null
}

/** Start of the trial, seconds since the epoch: places events in its time when they are in Unix time too. */
type Clock = { readonly startedSeconds: number }

/**
 * Reads `batch`, `metric` and stage events: batches by stage and GPU with packing and waits, the allocator's peaks
 * (`peak-allocated`, `peak-reserved`), memory over time (`allocatedBytes`, `reservedBytes`, `residentBytes` of a batch), and
 * when stages that come again and again ended.
 */
export function readBatchEvents(text: string, clock: Clock): BatchEvents {
  const books = { shards: new ShardBook(), memory: new MemoryBook(), visits: new VisitBook() }
  let origin: number | null = null
  for (const line of boundedLines(text)) {
    const event = parsed(line)
    const { value: t } = at(event, 't')
    if (typeof t !== 'number' || !Number.isFinite(t)) continue
    origin ??= isEpoch(t) ? clock.startedSeconds : t
    enter(event, Math.max(0, t - origin), books)
  }
  return {
    shards: books.shards.shards(),
    allocator: books.memory.allocator(),
    memory: books.memory.series(),
    visits: books.visits.visits(),
    reductions: books.memory.reductions(),
  }
}

type Books = { readonly shards: ShardBook; readonly memory: MemoryBook; readonly visits: VisitBook }

function enter(event: Place, seconds: number, { shards, memory, visits }: Books): void {
  const stage = stageOf(event)
  switch (at(event, 'event').value) {
    case 'stage-start':
      if (stage === null) return
      shards.stageStarted(stage, seconds)
      visits.started(stage)
      return
    case 'stage-end':
      if (stage !== null) visits.ended(stage, seconds)
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

function parsed(line: string): Place {
  const place = { file: '', path: '' }
  if (!line.startsWith('{')) return { ...place, value: null }
  try {
    return { ...place, value: JSON.parse(line) }
  } catch {
    return { ...place, value: null }
  }
}

function stageOf(event: Place): string | null {
  const { value } = at(event, 'stage')
  return typeof value === 'string' && /^\P{Cc}{1,200}$/u.test(value) ? value : null
}

/** Seconds since 1970, from 2001 to 2286. */
function isEpoch(t: number): boolean {
  return t >= 1e9 && t < 1e10
}
