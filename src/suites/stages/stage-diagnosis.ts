import { computeLoadBalance } from '../../domain/stages/load-balance.ts'
import { computeSpeedup } from '../../domain/scaling/speedup.ts'
import { findStageCauses, type StageCause, type StageEvidence } from '../../domain/stages/stage-causes.ts'
import { findMinimum, type StageFigures } from './stage-figures.ts'

/** Diagnosis of one stage at one GPU count. */
export type StageDiagnosis = {
  readonly gpus: number
  readonly figures: StageFigures
  readonly isGpuStage: boolean
  /** Of the least busy assigned GPU; null: not sampled. */
  readonly utilizationPercent: number | null
  /** Whether its share of the time exceeds `maxShare`. */
  readonly isBottleneck: boolean
  /** Whether it is a GPU stage whose least busy GPU is below `minUtilization`. */
  readonly isUnderused: boolean
  readonly causes: readonly StageCause[]
}

/** Limits of a diagnosis: utilization in percent, share of the time from 0 to 1. */
export type DiagnosisRules = {
  readonly gpuStages: readonly string[]
  readonly minUtilization: number
  readonly maxShare: number
  readonly cpuCores: number | null
}

/** Without configured GPU stages, a stage with a GPU at this utilization or more is a GPU stage. */
const gpuStageMinPercent = 10

/** Diagnoses a stage from its share of the time, GPU utilization and host counters. `base`: the stage on 1 GPU. */
export function diagnoseStage(
  gpus: number,
  figures: StageFigures,
  base: StageFigures | null,
  rules: DiagnosisRules,
): StageDiagnosis {
  const utilizationPercent = findMinimum(figures.gpus.map((gpu) => gpu.utilizationPercent))
  const isGpuStage =
    rules.gpuStages.length > 0
      ? rules.gpuStages.includes(figures.stage)
      : figures.gpus.some((gpu) => (gpu.utilizationPercent ?? 0) >= gpuStageMinPercent)
  const evidence = collectEvidence(gpus, figures, base, { isGpuStage, utilizationPercent, hostCores: rules.cpuCores })
  return {
    gpus,
    figures,
    isGpuStage,
    utilizationPercent,
    isBottleneck: figures.share > rules.maxShare,
    isUnderused: isGpuStage && utilizationPercent !== null && utilizationPercent < rules.minUtilization,
    causes: findStageCauses(evidence),
  }
}

/** Whether the stage is a bottleneck, underuses its GPUs, or keeps them busy with tiny kernels. */
export function needsAttention({ isBottleneck, isUnderused, causes }: StageDiagnosis): boolean {
  return isBottleneck || isUnderused || causes.some(({ kind }) => kind === 'tiny-kernels')
}

type StageObservation = Pick<StageEvidence, 'isGpuStage' | 'utilizationPercent' | 'hostCores'>

function collectEvidence(
  gpus: number,
  figures: StageFigures,
  base: StageFigures | null,
  seen: StageObservation,
): StageEvidence {
  const { shards } = figures
  const speedup = base && gpus > 1 ? computeSpeedup(base.samples, figures.samples, 0.95) : null
  const [balance] = computeLoadBalance(shards, [])
  return {
    ...seen,
    smActivity: findMinimum(figures.gpus.map((gpu) => gpu.smActivity)),
    cpuCores: figures.cpuCores,
    ioWaitShare: figures.ioWaitShare,
    readBytesPerSecond: figures.readBytesPerSecond,
    waitShare: computeWaitShare(figures),
    starvedShare: computeStarvedShare(figures),
    paddingEfficiency: computePaddingEfficiency(shards),
    imbalance: balance?.imbalance ?? null,
    scalingEfficiency: speedup ? speedup.value / gpus : null,
  }
}

/** Wait of the worker that waited longest, as a share of the stage time. */
function computeWaitShare({ shards, seconds }: StageFigures): number | null {
  const waits = shards.map(({ waitSeconds }) => waitSeconds)
  if (waits.length === 0 || waits.includes(null) || !(seconds > 0)) return null
  return Math.min(1, Math.max(...waits.map((wait) => wait ?? 0)) / seconds)
}

function computeStarvedShare({ shards }: StageFigures): number | null {
  const loaders = shards.flatMap(({ dataLoader }) => dataLoader ?? [])
  const batches = loaders.reduce((sum, one) => sum + one.batches, 0)
  return batches > 0 ? loaders.reduce((sum, one) => sum + one.starved, 0) / batches : null
}

/** Tokens / (rows × longest row), 0 to 1; null when a shard lacks a value or the ratio exceeds 1. */
export function computePaddingEfficiency(shards: readonly ShardTokens[]): number | null {
  const sum = (key: keyof ShardTokens): number | null =>
    shards.reduce<number | null>((total, shard) => {
      const part = shard[key]
      return total === null || part === null ? null : total + part
    }, 0)
  const [tokens, padded] = [sum('tokens'), sum('paddedTokens')]
  const isPossible = tokens !== null && padded !== null && padded > 0 && tokens <= padded
  return isPossible ? tokens / padded : null
}

type ShardTokens = { readonly tokens: number | null; readonly paddedTokens: number | null }
