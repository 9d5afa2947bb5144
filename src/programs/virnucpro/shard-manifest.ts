import * as field from '../../adapters/fields.ts'
import { createJsonReader } from '../../adapters/reader.ts'
import { silentPipeline } from '../../domain/trial/pipeline-reading.ts'
import type { WorkerReading } from '../../record/pipeline.ts'
import type { z } from 'zod'

/** A record holds no complete tracebacks. */
const mostErrorText = 1000
const statuses = new Map<unknown, WorkerReading['status']>([
  ['complete', 'completed'],
  ['failed', 'failed'],
  ['in_progress', 'unfinished'],
])
const timeMs = field.shortText
  .transform((text, context) => {
    const time = Date.parse(text)
    return Number.isNaN(time) ? field.refuse(context, text, 'a time such as 2026-11-20T14:06:36+00:00') : time
  })
  .nullish()
const shard = field.group({
  status: field.anything.transform(
    (value, context) => statuses.get(value) ?? field.refuse(context, value, [...statuses.keys()].join(', ')),
  ),
  completed_at: timeMs,
  ...field.repeat(field.amount.nullish(), 'original_rank', 'assigned_rank', 'total_sequences', 'retry_count'),
  error: field.name.nullish(),
})

type Shard = { readonly worker: WorkerReading; readonly retries: number; readonly isMoved: boolean }

/**
 * The checkpoint manifest of a sharded run: completed shards with their sequence counts. It contains neither
 * utilization, packing nor throughput. A shard that failed, was repeated, moved or is missing invalidates the timing.
 * None of these is a resumed run: they happen within one run.
 */
export const shardManifest = createJsonReader({
  wants: 'the manifest.json of a sharded run',
  detect: (head) => head.includes('"shards"') && head.includes('"world_size"'),
  schema: field.group({
    version: field.name.nullish(),
    world_size: field.amount.refine((size) => Number.isInteger(size) && size > 0, 'a count from 1'),
    created_at: timeMs,
    shards: field.index((key) =>
      /^\d{1,6}$/.test(key)
        ? shard
        : shard.transform((_, context) => field.refuse(context, key, 'the number of a shard')),
    ),
  }),
  toReadings: ({ version, world_size: size, created_at: createdMs, shards: all }) => {
    const shards = [...all].map(([key, one]) => toShard(Number(key), one, createdMs ?? Number.NaN))
    const pipeline = {
      ...silentPipeline,
      workers: shards.map(({ worker }) => worker).toSorted((one, other) => one.worker - other.worker),
      invalid: [...shards.flatMap(describeFault), ...describeMissing(shards.length, size)],
    }
    return { tool: ['shard manifest', version ?? null], pipeline }
  },
})

function toShard(worker: number, one: z.output<typeof shard>, createdMs: number): Shard {
  const seconds = ((one.completed_at ?? Number.NaN) - createdMs) / 1000
  const [first, last] = [one.original_rank ?? null, one.assigned_rank ?? null]
  return {
    worker: {
      worker,
      status: one.status,
      sequences: one.total_sequences ?? null,
      sequencesPerSecond: null,
      tokensPerSecond: null,
      seconds: seconds > 0 ? seconds : null,
      error: one.error?.slice(0, mostErrorText) ?? null,
    },
    retries: one.retry_count ?? 0,
    isMoved: first !== null && last !== null && first !== last,
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
