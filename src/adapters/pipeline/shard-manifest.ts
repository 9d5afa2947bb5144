import { silentPipeline, type WorkerReading } from '../../domain/trial/pipeline-reading.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { amountOf, at, entriesOf, nameOf, optional, parsePlace, textOf, wrong, type Place } from '../json-place.ts'
import { textReader } from '../output-reader.ts'

const statuses: ReadonlyMap<unknown, WorkerReading['status']> = new Map([
  ['complete', 'completed'],
  ['failed', 'failed'],
  ['in_progress', 'unfinished'],
])

type Shard = { readonly worker: WorkerReading; readonly retries: number; readonly isMoved: boolean }

/**
 * The checkpoint manifest of a sharded run: which shards are done, with how many sequences. It holds neither utilisation
 * nor packing nor throughput (W63). A shard that failed, is missing, or was taken up again invalidates the timing (F-28).
 */
export const shardManifest = textReader({
  wants: 'the manifest.json of a sharded run',
  recognises: (head) => head.includes('"shards"') && head.includes('"world_size"'),
  parse: (text, path) => {
    const root = parsePlace(text, path)
    const size = amountOf(at(root, 'world_size'))
    if (size < 1 || !Number.isInteger(size)) throw wrong(at(root, 'world_size'), 'a count from 1')
    const createdMs = optional(at(root, 'created_at'), timeOf)
    const shards = entriesOf(at(root, 'shards')).map(([key, place]) => readShard(key, place, createdMs))
    const retried = shards.filter(({ retries, isMoved }) => retries > 0 || isMoved)
    const pipeline = {
      ...silentPipeline,
      workers: shards.map(({ worker }) => worker).toSorted((one, other) => one.worker - other.worker),
      isResumed: retried.length > 0,
      invalid: [...shards.flatMap(faultOf), ...missing(shards.length, size)],
    }
    return { ...emptyReading, tool: `shard manifest ${optional(at(root, 'version'), nameOf) ?? ''}`.trim(), pipeline }
  },
})

function readShard(key: string, place: Place, createdMs: number | null): Shard {
  if (!/^\d{1,6}$/.test(key)) throw wrong({ ...place, value: key }, 'the number of a shard')
  const status = at(place, 'status')
  const told = statuses.get(status.value)
  if (told === undefined) throw wrong(status, [...statuses.keys()].join(', '))
  const endedMs = optional(at(place, 'completed_at'), timeOf)
  const seconds = createdMs === null || endedMs === null ? null : (endedMs - createdMs) / 1000
  const ranks = ['original_rank', 'assigned_rank'].map((rank) => optional(at(place, rank), amountOf))
  return {
    worker: {
      worker: Number(key),
      status: told,
      sequences: optional(at(place, 'total_sequences'), amountOf),
      sequencesPerSecond: null,
      tokensPerSecond: null,
      seconds: seconds !== null && seconds > 0 ? seconds : null,
      error: optional(at(place, 'error'), nameOf),
    },
    retries: optional(at(place, 'retry_count'), amountOf) ?? 0,
    isMoved: ranks[0] !== null && ranks[1] !== null && ranks[0] !== ranks[1],
  }
}

function faultOf({ worker: { worker, status, error }, retries, isMoved }: Shard): string[] {
  if (status === 'failed') return [`shard ${worker} failed: ${error ?? 'no error was told'}`]
  if (status === 'unfinished') return [`shard ${worker} is not complete`]
  if (retries > 0) return [`shard ${worker} was tried ${retries + 1} times`]
  return isMoved ? [`shard ${worker} was finished by another worker`] : []
}

function missing(found: number, size: number): string[] {
  return found < size ? [`${size - found} of ${size} shards are missing`] : []
}

function timeOf(place: Place): number {
  const text = textOf(place)
  const timeMs = Date.parse(text)
  if (Number.isNaN(timeMs)) throw wrong(place, 'a time such as 2026-11-20T14:06:36+00:00')
  return timeMs
}
