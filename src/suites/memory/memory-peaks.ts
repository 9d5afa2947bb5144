import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { MeasuredOutcome } from '../outcomes.ts'

/** Peak memory of one GPU in one stage or in the complete run. */
export type PeakRow = {
  /** Null: the complete run. */
  readonly stage: string | null
  readonly gpu: number
  readonly peakBytes: number
  readonly capacityBytes: number | null
}

/** Builds the peaks of every assigned GPU over the counted runs. */
export function buildPeakRows({ planned, trials }: MeasuredOutcome, devices: readonly Device[]): PeakRow[] {
  const given = planned.gpus.map((id) => devices.find((device) => device.id === id)?.physicalIndex ?? id)
  return given.flatMap((gpu) => {
    const capacityBytes = findCapacity(gpu, trials, devices)
    const uses = trials.map(({ telemetry }) => telemetry?.gpus.find((use) => use.gpu === gpu))
    const overall = findMaximum(uses.map((use) => use?.memoryUsedBytes?.max ?? use?.ownMemoryPeakBytes ?? null))
    const stages = [...new Set(trials.flatMap(({ gpuByStage }) => gpuByStage?.rows.map(({ stage }) => stage) ?? []))]
    const byStage = stages.flatMap((stage) => {
      const peakBytes = findMaximum(trials.map((trial) => findStagePeak(trial, stage, gpu)))
      return peakBytes === null ? [] : [{ stage, gpu, peakBytes, capacityBytes }]
    })
    return [...byStage, ...(overall === null ? [] : [{ stage: null, gpu, peakBytes: overall, capacityBytes }])]
  })
}

function findStagePeak({ gpuByStage }: Trial, stage: string, gpu: number): number | null {
  return gpuByStage?.rows.find((row) => row.stage === stage && row.gpu === gpu)?.memoryPeakBytes ?? null
}

function findCapacity(gpu: number, trials: readonly Trial[], devices: readonly Device[]): number | null {
  const seen = trials.map(({ telemetry }) => telemetry?.gpus.find((use) => use.gpu === gpu)?.memoryTotalBytes ?? null)
  const device = devices.find(({ id, physicalIndex }) => (physicalIndex ?? id) === gpu)
  return seen.find((bytes) => bytes !== null) ?? device?.memoryBytes ?? null
}

function findMaximum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? Math.max(...known) : null
}

/** Derives peak memory as a share of the capacity; null when the capacity is unknown, so that it cannot pass. */
export function derivePeakFigures({ planned }: MeasuredOutcome, rows: readonly PeakRow[]): DerivedValue[] {
  const { suite, benchmark, axes } = planned.key
  return rows.map(({ stage, gpu, peakBytes, capacityBytes }) => ({
    suite,
    benchmark,
    axes: { ...axes, gpu, stage: stage ?? '(whole run)' },
    name: 'memory_peak_share',
    unit: 'share',
    value: capacityBytes ? peakBytes / capacityBytes : null,
    interval: null,
    reason: capacityBytes ? null : 'the capacity of the GPU is unknown',
    isSuspicious: false,
    isDeclared: false,
  }))
}

/** Allocated / reserved bytes of the pipeline's allocator at its peak: the lowest of all runs, 0 to 1. */
export function deriveAllocatorFigures({ planned, trials }: MeasuredOutcome): DerivedValue[] {
  const { suite, benchmark, axes } = planned.key
  const readings = trials.flatMap(({ pipeline }) => pipeline?.allocator.filter(({ when }) => when === 'peak') ?? [])
  const common = { suite, benchmark, name: 'allocator_efficiency', unit: 'share', interval: null, isDeclared: false }
  if (readings.length === 0) {
    const reason = 'the pipeline does not report its allocator'
    return [{ ...common, axes, value: null, reason, isSuspicious: false }]
  }
  const places = Map.groupBy(readings, ({ stage, gpu }) => `${stage}\n${gpu}`)
  return [...places.values()].flatMap((all): DerivedValue[] => {
    const [first] = all
    if (!first) return []
    const own = {
      ...axes,
      ...(first.stage !== null && { stage: first.stage }),
      ...(first.gpu !== null && { gpu: first.gpu }),
    }
    const shares = all.flatMap(({ allocatedBytes, reservedBytes }) =>
      reservedBytes > 0 ? [allocatedBytes / reservedBytes] : [],
    )
    if (shares.length === 0)
      return [{ ...common, axes: own, value: null, reason: 'nothing was reserved', isSuspicious: false }]
    const value = Math.min(...shares)
    const isPossible = Math.max(...shares) <= 1
    const reason = isPossible ? null : 'more is allocated than reserved, which is impossible'
    return [{ ...common, axes: own, value, reason, isSuspicious: !isPossible }]
  })
}
