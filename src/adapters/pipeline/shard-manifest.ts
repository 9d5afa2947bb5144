import { silentPipeline } from '../../domain/trial/pipeline-reading.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import {
  readAmount,
  getField,
  readEntries,
  readName,
  readOptional,
  parseJsonNode,
  readText,
  createValueError,
  type JsonNode,
} from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import type { WorkerReading } from '../../record/pipeline.ts'

const statuses: ReadonlyMap<unknown, WorkerReading['status']> = new Map([
  ['complete', 'completed'],
  ['failed', 'failed'],
  ['in_progress', 'unfinished'],
])

type Shard = { readonly worker: WorkerReading; readonly retries: number; readonly isMoved: boolean }

/**
 * The checkpoint manifest of a sharded run: completed shards with their sequence counts. It contains neither
 * utilization, packing nor throughput. A shard that failed, was repeated, moved or is missing invalidates the timing.
 * None of these is a resumed run: they happen within one run.
 */
export const shardManifest = createTextReader({
  wants: 'the manifest.json of a sharded run',
  canRead: (head) => head.includes('"shards"') && head.includes('"world_size"'),
  parse: (text, path) => {
    const root = parseJsonNode(text, path)
    const size = readAmount(getField(root, 'world_size'))
    if (size < 1 || !Number.isInteger(size)) throw createValueError(getField(root, 'world_size'), 'a count from 1')
    const createdMs = readOptional(getField(root, 'created_at'), readTime)
    const shards = readEntries(getField(root, 'shards')).map(([key, node]) => readShard(key, node, createdMs))
    const pipeline = {
      ...silentPipeline,
      workers: shards.map(({ worker }) => worker).toSorted((one, other) => one.worker - other.worker),
      invalid: [...shards.flatMap(describeFault), ...describeMissing(shards.length, size)],
    }
    return {
      ...emptyReading,
      tool: `shard manifest ${readOptional(getField(root, 'version'), readName) ?? ''}`.trim(),
      pipeline,
    }
  },
})

function readShard(key: string, node: JsonNode, createdMs: number | null): Shard {
  if (!/^\d{1,6}$/.test(key)) throw createValueError({ ...node, value: key }, 'the number of a shard')
  const status = getField(node, 'status')
  const workerStatus = statuses.get(status.value)
  if (workerStatus === undefined) throw createValueError(status, [...statuses.keys()].join(', '))
  const endedMs = readOptional(getField(node, 'completed_at'), readTime)
  const seconds = createdMs === null || endedMs === null ? null : (endedMs - createdMs) / 1000
  const ranks = ['original_rank', 'assigned_rank'].map((rank) => readOptional(getField(node, rank), readAmount))
  return {
    worker: {
      worker: Number(key),
      status: workerStatus,
      sequences: readOptional(getField(node, 'total_sequences'), readAmount),
      sequencesPerSecond: null,
      tokensPerSecond: null,
      seconds: seconds !== null && seconds > 0 ? seconds : null,
      error: readOptional(getField(node, 'error'), readName),
    },
    retries: readOptional(getField(node, 'retry_count'), readAmount) ?? 0,
    isMoved: ranks[0] !== null && ranks[1] !== null && ranks[0] !== ranks[1],
  }
}

function describeFault({ worker: { worker, status, error }, retries, isMoved }: Shard): string[] {
  if (status === 'failed') return [`shard ${worker} failed: ${error ?? 'no error reported'}`]
  if (status === 'unfinished') return [`shard ${worker} is not complete`]
  if (retries > 0) return [`shard ${worker} needed ${retries + 1} attempts`]
  return isMoved ? [`shard ${worker} was finished by another worker`] : []
}

function describeMissing(found: number, size: number): string[] {
  return found < size ? [`${size - found} of ${size} shards are missing`] : []
}

function readTime(node: JsonNode): number {
  const text = readText(node)
  const timeMs = Date.parse(text)
  if (Number.isNaN(timeMs)) throw createValueError(node, 'a time such as 2026-11-20T14:06:36+00:00')
  return timeMs
}
