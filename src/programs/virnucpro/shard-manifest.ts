import type { JsonNode } from '../../adapters/json-node.ts'
import { createJsonReader } from '../../adapters/output-reader.ts'
import { silentPipeline } from '../../domain/trial/pipeline-reading.ts'
import type { WorkerReading } from '../../record/pipeline.ts'

const statuses: ReadonlyMap<unknown, WorkerReading['status']> = new Map([
  ['complete', 'completed'],
  ['failed', 'failed'],
  ['in_progress', 'unfinished'],
])

/**
 * The checkpoint manifest of a sharded run: completed shards with their sequence counts. It contains neither
 * utilization, packing nor throughput. A shard that failed, was repeated, moved or is missing invalidates the timing.
 * None of these is a resumed run: they happen within one run.
 */
export const shardManifest = createJsonReader({
  wants: 'the manifest.json of a sharded run',
  canRead: (head) => head.includes('"shards"') && head.includes('"world_size"'),
  parse: (root) => {
    const size = root.get('world_size').readAmount()
    if (size < 1 || !Number.isInteger(size)) throw root.get('world_size').createError('a count from 1')
    const createdMs = readOptionalTime(root.get('created_at'))
    const shards = root
      .get('shards')
      .readEntries()
      .map(([key, node]) => readShard(key, node, createdMs))
    const pipeline = {
      ...silentPipeline,
      workers: shards.map(({ worker }) => worker).toSorted((one, other) => one.worker - other.worker),
      invalid: [
        ...shards.flatMap(({ fault }) => fault ?? []),
        ...(shards.length < size ? [`${size - shards.length} of ${size} shards are missing`] : []),
      ],
    }
    return { tool: `shard manifest ${root.get('version').optional?.readName() ?? ''}`.trim(), pipeline }
  },
})

function readShard(
  key: string,
  node: JsonNode,
  createdMs: number | null,
): { worker: WorkerReading; fault: string | null } {
  if (!/^\d{1,6}$/.test(key)) throw node.replaceValue(key).createError('the number of a shard')
  const status = node.get('status')
  const workerStatus = statuses.get(status.value)
  if (workerStatus === undefined) throw status.createError([...statuses.keys()].join(', '))
  const endedMs = readOptionalTime(node.get('completed_at'))
  const seconds = createdMs === null || endedMs === null ? null : (endedMs - createdMs) / 1000
  const worker = {
    worker: Number(key),
    status: workerStatus,
    sequences: node.get('total_sequences').optional?.readAmount() ?? null,
    sequencesPerSecond: null,
    tokensPerSecond: null,
    seconds: seconds !== null && seconds > 0 ? seconds : null,
    error: node.get('error').optional?.readName() ?? null,
  }
  const fault = describeFault(worker, node)
  return { worker, fault: fault && `shard ${worker.worker} ${fault}` }
}

function describeFault({ status, error }: WorkerReading, node: JsonNode): string | null {
  const [first, last, retries] = ['original_rank', 'assigned_rank', 'retry_count'].map((name) =>
    node.get(name).optional?.readAmount(),
  )
  if (status === 'failed') return `failed: ${error ?? 'no error reported'}`
  if (status === 'unfinished') return 'is not complete'
  if (retries) return `needed ${retries + 1} attempts`
  return first !== undefined && last !== undefined && first !== last ? 'was finished by another worker' : null
}

function readOptionalTime(node: JsonNode): number | null {
  if (node.isAbsent) return null
  const timeMs = Date.parse(node.readText())
  if (Number.isNaN(timeMs)) throw node.createError('a time such as 2026-11-20T14:06:36+00:00')
  return timeMs
}
