import { z } from 'zod'
import type { PipelineFigures } from '../../domain/trial/pipeline-figures.ts'
import type { TrialMemory } from '../../domain/trial/trial-memory.ts'
import { count, detail, limits, name, seconds } from './record-parts.ts'

/** Upper limit of all counts and measures of a pipeline. */
const amount = z.number().min(0).max(1e18)
const maybe = amount.nullable()
/** A printed share may have any value; a computed share is at most 1. */
const share = z.number().min(0).max(1.01).nullable()
const worker = z.int().min(0).max(1e6)

const counts = z.strictObject({ sequences: maybe, predictions: maybe, consensus: maybe })

const workerReading = z.strictObject({
  worker,
  status: z.enum(['completed', 'failed', 'unfinished']),
  sequences: maybe,
  sequencesPerSecond: maybe,
  tokensPerSecond: maybe,
  seconds: maybe,
  error: detail.nullable(),
})

const packing = z.strictObject({
  efficiency: share,
  bounds: z.tuple([amount, amount]).exactOptional(),
  tokens: maybe,
  batches: maybe,
  tokenBudget: maybe,
  lowest: maybe,
  batchesBelow80: maybe,
  printed: maybe,
  reason: detail.nullable(),
})

const dataLoader = z.strictObject({
  waitMeanSeconds: maybe,
  waitP95Seconds: maybe,
  waitMaxSeconds: maybe,
  batches: count,
  full: count,
  normal: count,
  starved: count,
  starvedShare: share,
})

const shard = z.strictObject({
  stage: name,
  gpu: worker.nullable(),
  batches: count,
  sequences: maybe,
  tokens: maybe,
  paddedTokens: maybe,
  packing: packing.nullable(),
  dataLoader: dataLoader.nullable(),
  waitSeconds: maybe,
  seconds: maybe,
})

const allocator = z.strictObject({
  stage: name.nullable(),
  gpu: worker.nullable(),
  allocatedBytes: amount,
  reservedBytes: amount,
  when: z.enum(['peak', 'failure']),
})

const outOfMemory = z.strictObject({
  lines: z.array(z.strictObject({ where: z.string().max(1000), line: z.string().max(1000) })).max(20),
  count,
  reductions: count,
  unread: z.array(z.string().max(1000)).max(limits.few),
})

/** Figures that a pipeline reports besides stage times, from untrusted input. */
export const pipelineFigures = z.strictObject({
  counts,
  workers: z.array(workerReading).max(limits.few),
  packing: packing.nullable(),
  dataLoader: dataLoader.nullable(),
  warnings: z.strictObject({ mild: count, critical: count, checks: count.nullable() }).nullable(),
  shards: z.array(shard).max(limits.few),
  allocator: z.array(allocator).max(limits.few * 2),
  outOfMemory: outOfMemory.nullable(),
}) satisfies z.ZodType<PipelineFigures>

const point = z.strictObject({ seconds, bytes: amount })

const series = z.strictObject({
  quantity: z.enum(['device', 'own', 'resident', 'allocated', 'reserved']),
  gpu: worker.nullable(),
  points: z.array(point).max(limits.few),
})

/** Memory over the time of a trial, from untrusted input. */
export const trialMemory = z.strictObject({
  series: z.array(series).max(limits.few * 3),
  remainders: z.array(z.strictObject({ gpu: worker, beforeBytes: amount, afterBytes: amount })).max(limits.few),
  visits: z.array(z.strictObject({ stage: name, endsSeconds: z.array(seconds).max(2000) })).max(limits.few),
}) satisfies z.ZodType<TrialMemory>
