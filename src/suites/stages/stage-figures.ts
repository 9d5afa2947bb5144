import type { GridCase, Point } from '../grid.ts'
import {
  computeMedian,
  computeCompleteSum,
  type Interval,
  computeCompleteMean,
  takeComplete,
  findRange,
} from '../../domain/core/statistics.ts'
import { parseStageName, wallTime } from '../../domain/core/metric.ts'
import { computeSpeedup } from '../../domain/scaling/scaling.ts'
import { computeLoadBalance } from '../../domain/stages/load-balance.ts'
import { findStageCauses, type StageCause } from '../../domain/stages/stage-causes.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import type { PipelineFigures, ShardReading } from '../../record/pipeline.ts'
import type { StageGpuUse, StageHostUse } from '../../record/telemetry.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { getSamples, type MeasuredOutcome } from '../../domain/trial/outcome.ts'
import { listPhysicalGpus } from '../runs.ts'

/** Use of one GPU in one stage over the counted runs. Null: not sampled in all of them. */
export type StageGpu = {
  readonly gpu: number
  readonly utilizationPercent: number | null
  /** 0 to 1. */
  readonly smActivity: number | null
  readonly memoryPeakBytes: number | null
  readonly memoryMinBytes: number | null
  readonly memoryMeanBytes: number | null
  /** Lowest and highest sample of all counted runs, in percent. */
  readonly utilizationRange: Interval | null
}

/** One stage at one GPU count, over the counted runs. Null: not known in all of them. */
export type StageFigures = {
  readonly stage: string
  readonly samples: readonly number[]
  /** Median of the samples. */
  readonly seconds: number
  /** Share of the median wall time, 0 to 1. */
  readonly share: number
  readonly gpus: readonly StageGpu[]
  readonly cpuCores: number | null
  readonly ioWaitShare: number | null
  readonly readBytesPerSecond: number | null
  /** Batch readings of the stage in the last counted run, by GPU; empty: none reported. */
  readonly shards: readonly ShardReading[]
  /** Of all workers in the last counted run, for a stage of workers without batch readings; null for others. */
  readonly workers: Pick<PipelineFigures, 'packing' | 'dataLoader'> | null
}

/** A GPU count with its stages. */
export type StagedPoint = Point<GridCase> & { readonly stages: readonly StageFigures[] }

/** Builds the stages of one case in pipeline order; empty when it was not measured or reports no stages. */
export function buildStageFigures(measured: MeasuredOutcome | null, devices: readonly Device[]): StageFigures[] {
  if (!measured) return []
  const { trials, measurements } = measured
  const wall = computeMedian(getSamples(measured, wallTime.name))
  const last = trials.at(-1)?.pipeline
  const gpus = listPhysicalGpus(measured, devices)
  return measurements.flatMap(({ metric, samples }) => {
    const stage = parseStageName(metric.name)
    if (stage === null) return []
    const seconds = computeMedian(samples)
    const host = trials.map((trial) => trial.gpuByStage?.host.find((use) => use.stage === stage))
    const averageUse = (read: (use: StageHostUse) => number | null): number | null =>
      computeCompleteMean(host.map((use) => use && read(use)))
    return [
      {
        stage,
        samples,
        seconds,
        share: Math.min(1, seconds / wall),
        gpus: summarizeGpus(stage, gpus, trials),
        cpuCores: averageUse(({ cpuCores }) => cpuCores),
        ioWaitShare: averageUse(({ ioWaitShare }) => ioWaitShare),
        readBytesPerSecond: computeCompleteMean(
          trials.map((trial, index) => computeReadRate(trial, stage, host[index]?.readBytes)),
        ),
        shards: last?.shards.filter((shard) => shard.stage === stage) ?? [],
        workers: last && last.shards.length === 0 && last.workerStage === stage ? last : null,
      },
    ]
  })
}

function computeReadRate({ stages }: Trial, stage: string, readBytes: number | null | undefined): number | null {
  const seconds = stages.find((one) => one.stage === stage)?.seconds ?? 0
  return typeof readBytes === 'number' && seconds > 0 ? readBytes / seconds : null
}

/** Empty without telemetry. A GPU without samples among sampled ones is unknown, so a limit on it cannot pass. */
function summarizeGpus(stage: string, gpus: readonly number[], trials: readonly Trial[]): StageGpu[] {
  const listRows = (gpu: number) =>
    trials.map((trial) => trial.gpuByStage?.rows.find((row) => row.stage === stage && row.gpu === gpu))
  if (gpus.every((gpu) => listRows(gpu).every((row) => row === undefined))) return []
  return gpus.map((gpu) => {
    const listValues = (read: (row: StageGpuUse) => number | null | undefined) =>
      listRows(gpu).map((row) => row && read(row))
    return {
      gpu,
      utilizationRange: findRange(takeComplete(listRows(gpu).map((row) => row?.utilizationRange))?.flat() ?? []),
      memoryMinBytes: findRange(takeComplete(listValues((row) => row.memoryMinBytes)) ?? [])?.[0] ?? null,
      memoryMeanBytes: computeCompleteMean(listValues(({ memoryMeanBytes }) => memoryMeanBytes)),
      utilizationPercent: computeCompleteMean(listValues(({ utilizationPercent }) => utilizationPercent)),
      smActivity: computeCompleteMean(listValues(({ smUtilization }) => smUtilization)),
      memoryPeakBytes: findRange(takeComplete(listValues(({ memoryPeakBytes }) => memoryPeakBytes)) ?? [])?.[1] ?? null,
    }
  })
}

/** Diagnosis of one stage at one GPU count. */
export type StageDiagnosis = {
  readonly point: StagedPoint
  readonly figures: StageFigures
  readonly isGpuStage: boolean
  /** Of the least busy assigned GPU; null: not sampled. */
  readonly utilizationPercent: number | null
  /** Lowest of the assigned GPUs, 0 to 1; null: not sampled. */
  readonly smActivity: number | null
  /** Whether its share of the time exceeds `maxShare`. */
  readonly isBottleneck: boolean
  /** Whether it is a GPU stage whose least busy GPU is below `minUtilization`. */
  readonly isUnderused: boolean
  readonly causes: readonly StageCause[]
}

/** Limits of a diagnosis: utilization in percent, share of the time 0 to 1. `cpuCores`: of the host; null: unknown. */
export type DiagnosisRules = {
  readonly gpuStages: readonly string[]
  readonly minUtilization: number
  readonly maxShare: number
  readonly cpuCores: number | null
}

/** Without configured GPU stages, a stage with a GPU at this utilization or more is a GPU stage. */
const gpuStageMinPercent = 10

/** Lists the stages that the config names as GPU stages; otherwise those in which a GPU was busy at any GPU count. */
export function listGpuStages(points: readonly StagedPoint[], configured: readonly string[]): readonly string[] {
  if (configured.length > 0) return configured
  const busy = points.flatMap(({ stages }) =>
    stages.filter(({ gpus }) => gpus.some((gpu) => (gpu.utilizationPercent ?? 0) >= gpuStageMinPercent)),
  )
  return [...new Set(busy.map(({ stage }) => stage))]
}

/** Diagnoses a stage from its share of the time, GPU utilization and host counters. `base`: the stage on 1 GPU. */
export function diagnoseStage(
  point: StagedPoint,
  figures: StageFigures,
  base: StageFigures | undefined,
  rules: DiagnosisRules,
): StageDiagnosis {
  const { stage, gpus, shards, seconds, samples } = figures
  const findLeast = (read: (gpu: StageGpu) => number | null) => findRange(gpus.map(read))?.[0] ?? null
  const utilizationPercent = findLeast((gpu) => gpu.utilizationPercent)
  const smActivity = findLeast((gpu) => gpu.smActivity)
  const isGpuStage = rules.gpuStages.includes(stage)
  const speedup = base && point.gpus > 1 ? computeSpeedup(base.samples, samples, 0.95) : null
  const waits = takeComplete(shards.map(({ waitSeconds }) => waitSeconds))
  const loaders = [...shards, ...(figures.workers ? [figures.workers] : [])].flatMap(
    ({ dataLoader }) => dataLoader ?? [],
  )
  const causes = findStageCauses({
    isGpuStage,
    utilizationPercent,
    smActivity,
    hostCores: rules.cpuCores,
    cpuCores: figures.cpuCores,
    ioWaitShare: figures.ioWaitShare,
    readBytesPerSecond: figures.readBytesPerSecond,
    // Of the worker that waited longest.
    waitShare: waits && seconds > 0 ? Math.min(1, Math.max(...waits) / seconds) : null,
    starvedShare: computeSumRatio(loaders, 'starved', 'batches'),
    paddingEfficiency: computePaddingEfficiency(shards),
    imbalance: computeLoadBalance(shards, [])[0]?.imbalance ?? null,
    scalingEfficiency: speedup && speedup.value / point.gpus,
  })
  const isUnderused = isGpuStage && utilizationPercent !== null && utilizationPercent < rules.minUtilization
  const isBottleneck = figures.share > rules.maxShare
  return { point, figures, isGpuStage, utilizationPercent, smActivity, isBottleneck, isUnderused, causes }
}

/** Tokens / (rows × longest row), 0 to 1; null when a shard lacks a value or the ratio exceeds 1. */
export function computePaddingEfficiency(shards: readonly ShardReading[]): number | null {
  const ratio = computeSumRatio(shards, 'tokens', 'paddedTokens')
  return ratio !== null && ratio <= 1 ? ratio : null
}

/** Mean packing efficiency of several workers by their batches, 0 to 1; null if one does not report both. */
export function computeStagePacking(parts: readonly Pick<PipelineFigures, 'packing'>[]): number | null {
  const weighted = parts.map(({ packing }) => {
    const { efficiency = null, batches = null } = packing ?? {}
    return { batches, weight: efficiency === null || batches === null ? null : efficiency * batches }
  })
  return computeSumRatio(weighted, 'weight', 'batches')
}

/** Ratio of the sums of two fields; null if one is unknown, or the divisor is 0. */
function computeSumRatio<Key extends string>(
  items: readonly Readonly<Record<Key, number | null>>[],
  part: Key,
  whole: Key,
): number | null {
  const [parts = null, total = null] = [part, whole].map((key) => computeCompleteSum(items.map((item) => item[key])))
  return parts !== null && total !== null && total > 0 ? parts / total : null
}
