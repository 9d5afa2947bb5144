import { z } from 'zod'
import { limits, mostAttempts, mostCurves, mostPoints } from './limits.ts'
import { amount, argv, count, detail, name, seconds, share, time, type Stored } from './parts.ts'

const maybe = amount.nullable()
const worker = z.int().min(0).max(1e6)

/** Rows and sequences reported by the pipeline. Null: not reported. Proof of work uses the result tables instead. */
const counts = z.strictObject({
  /** Input sequences. The final line `Sequences processed` adds up two stages and is ignored. */
  sequences: maybe,
  /** Rows with one prediction each. */
  predictions: maybe,
  /** Rows of the consensus table. */
  consensus: maybe,
})

/** A worker process of a multi-GPU run. Null: not reported. */
const workerReading = z.strictObject({
  /** Number of the worker, from 0. */
  worker,
  status: z.enum(['completed', 'failed', 'unfinished']),
  sequences: maybe,
  sequencesPerSecond: maybe,
  tokensPerSecond: maybe,
  /**
   * Sequences divided by their rate, which covers inference only; in a manifest, from its creation to the end of the
   * shard.
   */
  seconds: maybe,
  error: detail.nullable(),
})
export type WorkerReading = Stored<typeof workerReading>

const range = z.tuple([amount, amount])

/** Packing: the share of the token budget that batches fill. Null: not reported. */
const packing = z.strictObject({
  /** Tokens divided by batches times token budget; null with a reason if unknown. */
  efficiency: share.nullable(),
  /** Range of the true efficiency where the log has a part of the batches or only rounded rates; absent: exact. */
  bounds: range.exactOptional(),
  /** Tokens of all batches; null: not exactly known. */
  tokens: maybe,
  /** At least this many. */
  batches: maybe,
  tokenBudget: maybe,
  /** Of batches with known tokens: the lowest efficiency, and the number below 80 %. */
  lowest: maybe,
  batchesBelow80: maybe,
  /** Logged batches and the ranges for all batches, where the log has a part of them; absent: it has all. */
  sample: z.strictObject({ logged: count, batches: range, lowest: range, batchesBelow80: range }).exactOptional(),
  /** The last printed share; values above 1 are impossible and ignored. */
  printed: maybe,
  /** Why there is no efficiency; null if there is one. */
  reason: detail.nullable(),
})
export type PackingReading = Stored<typeof packing>

/** Time that the model waited for data. Null: not reported. A batch that came too late is starved. */
const dataLoader = z.strictObject({
  waitMeanSeconds: maybe,
  waitP95Seconds: maybe,
  waitMaxSeconds: maybe,
  /** Batches by reported queue state; a pipeline may report every tenth batch only. */
  batches: count,
  full: count,
  normal: count,
  starved: count,
  /** Share of starved batches among those with a state; null without any. */
  starvedShare: share.nullable(),
  /** Ranges for all batches, where the log has a part of them; absent: it has all. */
  sample: z.strictObject({ batches: range, starvedShare: range }).exactOptional(),
})
export type DataLoaderReading = Stored<typeof dataLoader>

/** Batches of one stage on one GPU, as reported by the pipeline. Null: not reported. */
const shard = z.strictObject({
  stage: name,
  gpu: worker.nullable(),
  batches: count,
  sequences: maybe,
  tokens: maybe,
  /** Rows times longest row, summed over batches. */
  paddedTokens: maybe,
  packing: packing.nullable(),
  dataLoader: dataLoader.nullable(),
  /** Total wait for data. */
  waitSeconds: maybe,
  /** From stage start to last batch; null if either is not reported. */
  seconds: maybe,
})
export type ShardReading = Stored<typeof shard>

/** Memory of the pipeline's own allocator. */
const allocator = z.strictObject({
  stage: name.nullable(),
  gpu: worker.nullable(),
  allocatedBytes: amount,
  reservedBytes: amount,
  /** `peak`: maximum of a stage. `failure`: when memory ran out. */
  when: z.enum(['peak', 'failure']),
})
export type AllocatorReading = Stored<typeof allocator>

/** Signs of memory running out in the output of a trial. */
const outOfMemory = z.strictObject({
  /** The first matching lines, and their source. */
  lines: z.array(z.strictObject({ where: z.string().max(1000), line: z.string().max(1000) })).max(20),
  /** Number of matching lines. */
  count,
  /** How often the pipeline reported smaller batches. */
  reductions: count,
  /** Outputs that were too large or unreadable; they prove nothing. */
  unread: z.array(z.string().max(1000)).max(limits.few),
})
export type OutOfMemorySigns = Stored<typeof outOfMemory>

/** What a pipeline reported about one trial apart from stage times, small enough for the run record. */
export const pipelineFigures = z.strictObject({
  counts,
  workers: z.array(workerReading).max(limits.few),
  /** Stage in which the workers run, and to which packing, data loader and warnings belong; absent: not known. */
  workerStage: name.exactOptional(),
  packing: packing.nullable(),
  dataLoader: dataLoader.nullable(),
  /** Low-utilization warnings. `checks`: one in ten batches; null if the batches are unknown. */
  warnings: z.strictObject({ mild: count, critical: count, checks: count.nullable() }).nullable(),
  shards: z.array(shard).max(limits.few),
  allocator: z.array(allocator).max(limits.few * 2),
  /** Null: the output could not be searched. */
  outOfMemory: outOfMemory.nullable(),
})
export type PipelineFigures = Stored<typeof pipelineFigures>

/** Memory at one moment of a trial, in seconds since the start of the process. */
const memoryPoint = z.strictObject({ seconds, bytes: amount })
export type MemoryPoint = Stored<typeof memoryPoint>

/** Memory over a trial, in at most a few hundred points. */
const memorySeries = z.strictObject({
  /**
   * `device`: total use of the GPU, from the driver. `own`: use by the trial's processes. `resident`: main memory of
   * the trial's processes. `allocated`, `reserved`: from the pipeline's allocator.
   */
  quantity: z.enum(['device', 'own', 'resident', 'allocated', 'reserved']),
  /** Null for main memory. */
  gpu: worker.nullable(),
  points: z.array(memoryPoint).max(limits.few),
})
export type MemorySeries = Stored<typeof memorySeries>
export type MemoryQuantity = MemorySeries['quantity']

/** Memory over the time of one trial. */
export const trialMemory = z.strictObject({
  series: z.array(memorySeries).max(limits.few * 3),
  /** GPU memory in use before and after the process. */
  remainders: z.array(z.strictObject({ gpu: worker, beforeBytes: amount, afterBytes: amount })).max(limits.few),
  /** End times of stages that ran several times in one process, in seconds since the start. */
  visits: z.array(z.strictObject({ stage: name, endsSeconds: z.array(seconds).max(2000) })).max(limits.few),
})
export type TrialMemory = Stored<typeof trialMemory>
export type DeviceRemainder = TrialMemory['remainders'][number]
export type StageVisits = TrialMemory['visits'][number]

/** Progress of a stage, or of a run without stages. */
const progressCurve = z.strictObject({
  /** Null: progress of the complete run. */
  stage: name.nullable(),
  /** Total amount of work; null: not reported. */
  total: maybe,
  /** Work done by seconds since the start of the process, ascending in both. */
  points: z.array(z.strictObject({ seconds, done: amount })).max(mostPoints + 1),
})
export type ProgressCurve = Stored<typeof progressCurve>

/**
 * One execution that ended early, because its runner was lost or the job was cancelled. `seconds`: from its start to
 * the last heartbeat; later activity is unknown.
 */
export const lostAttempt = z.strictObject({ startedAt: time, seconds })
export type LostAttempt = Stored<typeof lostAttempt>

/** Recorded progress of a long run. */
export const trialProgress = z.strictObject({
  /** One curve per stage, in time order. */
  curves: z.array(progressCurve).max(mostCurves),
  /** Sums over the batches that reported both; 0: none did. */
  tokens: amount,
  tokenBudget: amount,
  /** Batches that reported their wait for data, and how many of them starved. */
  waits: count,
  starved: count,
  /** Earlier attempts whose work this one resumed. */
  lostAttempts: z.array(lostAttempt).max(mostAttempts),
  /** Longest time between two heartbeats. */
  heartbeatSeconds: seconds,
})
export type TrialProgress = Stored<typeof trialProgress>

/** Settings of a case that runs for hours. */
export const longRun = z.strictObject({
  /** Time between two readings of the pipeline's progress. */
  lookSeconds: z.number().positive(),
  /** Time between two progress reports. */
  updateSeconds: z.number().positive(),
  /** Arguments that resume the pipeline from its own checkpoints; null: not supported. */
  resumeArgs: argv.nullable(),
  /** Rule that ends a run whose goal is out of reach; null: the run always completes. */
  stop: z
    .strictObject({
      limitSeconds: z.number().positive(),
      /** Largest probability that a run is stopped which would reach the goal. */
      error: z.number().gt(0).lt(1),
      firstLookSeconds: z.number().positive(),
    })
    .nullable(),
})
export type LongRun = Stored<typeof longRun>
