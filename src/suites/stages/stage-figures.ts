import type { CaseKey } from '../../domain/core/case.ts'
import { parseStageName, wallTime } from '../../domain/core/metric.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import { computeMean, computeMedian } from '../../domain/core/statistics.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { isMeasured, getSamples, type MeasuredOutcome } from '../outcomes.ts'
import type { ShardReading } from '../../record/pipeline.ts'
import type { StageGpuUse, StageHostUse } from '../../record/telemetry.ts'

/** One GPU count of the suite with its outcome. */
export type StagePoint = {
  readonly gpus: number
  readonly key: CaseKey
  /** Absent when the runner has too few devices. */
  readonly outcome: CaseOutcome | undefined
}

/** Use of one GPU in one stage over the counted runs. Null: not sampled in all of them. */
export type StageGpu = {
  readonly gpu: number
  readonly utilizationPercent: number | null
  readonly smActivity: number | null
  readonly memoryPeakBytes: number | null
}

/** One stage at one GPU count, over the counted runs. */
export type StageFigures = {
  readonly stage: string
  readonly samples: readonly number[]
  /** Median. */
  readonly seconds: number
  /** Of the median wall time. */
  readonly share: number
  readonly gpus: readonly StageGpu[]
  readonly cpuCores: number | null
  readonly ioWaitShare: number | null
  readonly readBytesPerSecond: number | null
  /** Batch readings of the stage in the last counted run, by GPU; empty: none reported. */
  readonly shards: readonly ShardReading[]
}

/** Builds the stages of one point in pipeline order; empty when it was not measured or reports no stages. */
export function buildStageFigures(point: StagePoint, devices: readonly Device[]): StageFigures[] {
  const { outcome } = point
  if (!isMeasured(outcome)) return []
  const wall = computeMedian(getSamples(outcome, wallTime.name))
  const given = outcome.planned.gpus.flatMap((id) => findPhysicalGpu(id, devices) ?? [])
  return outcome.measurements.flatMap(({ metric, samples }) => {
    const stage = parseStageName(metric.name)
    if (stage === null) return []
    const seconds = computeMedian(samples)
    return [{ stage, samples, seconds, share: Math.min(1, seconds / wall), ...summarizeUse(stage, outcome, given) }]
  })
}

/** Physical index of the GPU, as in telemetry; null for a CPU core. */
function findPhysicalGpu(id: number, devices: readonly Device[]): number | null {
  const device = devices.find((one) => one.id === id)
  return device ? device.physicalIndex : id
}

type StageUse = Omit<StageFigures, 'stage' | 'samples' | 'seconds' | 'share'>

function summarizeUse(stage: string, { trials }: MeasuredOutcome, given: readonly number[]): StageUse {
  const host = trials.map((trial) => trial.gpuByStage?.host?.find((use) => use.stage === stage))
  const averageUse = (read: (use: StageHostUse) => number | null): number | null =>
    computeMeanIfComplete(host.map((use) => (use ? read(use) : null)))
  const rates = trials.map((trial, index) => computeReadRate(trial, stage, host[index]))
  return {
    gpus: summarizeGpus(stage, given, trials),
    cpuCores: averageUse(({ cpuCores }) => cpuCores),
    ioWaitShare: averageUse(({ ioWaitShare }) => ioWaitShare),
    readBytesPerSecond: computeMeanIfComplete(rates),
    shards: trials.at(-1)?.pipeline?.shards.filter((shard) => shard.stage === stage) ?? [],
  }
}

function computeReadRate(trial: Trial, stage: string, use: StageHostUse | undefined): number | null {
  const seconds = trial.stages.find((one) => one.stage === stage)?.seconds ?? null
  return use && use.readBytes !== null && seconds !== null && seconds > 0 ? use.readBytes / seconds : null
}

/** Empty without telemetry. A GPU without samples among sampled ones is unknown, so a limit on it cannot pass. */
function summarizeGpus(stage: string, given: readonly number[], trials: readonly Trial[]): StageGpu[] {
  const found = given.map((gpu) => summarizeGpu(stage, gpu, trials))
  if (found.every((one) => one === null)) return []
  return given.map((gpu, place) => found[place] ?? { gpu, ...notSampled })
}

const notSampled = { utilizationPercent: null, smActivity: null, memoryPeakBytes: null } as const

function summarizeGpu(stage: string, gpu: number, trials: readonly Trial[]): StageGpu | null {
  const rows = trials.map((trial) => trial.gpuByStage?.rows.find((row) => row.stage === stage && row.gpu === gpu))
  if (rows.every((row) => row === undefined)) return null
  const listValues = (read: (row: StageGpuUse) => number | null) => rows.map((row) => (row ? read(row) : null))
  const peaks = listValues(({ memoryPeakBytes }) => memoryPeakBytes).filter((peak) => peak !== null)
  return {
    gpu,
    utilizationPercent: computeMeanIfComplete(listValues(({ utilizationPercent }) => utilizationPercent)),
    smActivity: computeMeanIfComplete(listValues(({ smUtilization }) => smUtilization)),
    memoryPeakBytes: peaks.length > 0 ? Math.max(...peaks) : null,
  }
}

/** Null when a run lacks the value. */
function computeMeanIfComplete(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && known.length === values.length ? computeMean(known) : null
}

/** Minimum of the known values; null without any. */
export function findMinimum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? Math.min(...known) : null
}
