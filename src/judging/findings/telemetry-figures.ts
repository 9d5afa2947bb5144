import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { computeMean, computeMedian } from '../../domain/core/statistics.ts'
import type { GpuUse, Spread } from '../../domain/telemetry/telemetry.ts'
import type { Device } from '../../domain/testbed/testbed.ts'

/** Use of one GPU over the counted runs of a case. */
export type UsedGpu = {
  readonly gpu: number
  /** Means over the runs; minimum and maximum over all of them. */
  readonly use: GpuUse
  readonly memoryPeakBytes: number | null
  /** Median over the runs. */
  readonly energyJoules: number | null
}

/** Lists the use of the assigned GPUs only, because idle GPUs would lower a mean; empty without telemetry. */
export function listUsedGpus(outcome: CaseOutcome, devices: readonly Device[]): UsedGpu[] {
  if (outcome.status !== 'measured') return []
  const windows = outcome.trials.flatMap((trial) => trial.telemetry ?? [])
  return outcome.planned.gpus.flatMap((id) => {
    const gpu = devices.find((device) => device.id === id)?.physicalIndex ?? id
    const uses = windows.flatMap(({ gpus }) => gpus.find((use) => use.gpu === gpu) ?? [])
    return uses.length === windows.length && uses.length > 0 ? [summarizeGpu(gpu, uses)] : []
  })
}

/** Derives utilization, SM activity, peak memory and energy of every assigned GPU, for requirements. */
export function deriveTelemetryFigures(outcome: CaseOutcome, devices: readonly Device[]): DerivedValue[] {
  const { suite, benchmark, axes } = outcome.planned.key
  return listUsedGpus(outcome, devices).flatMap(({ gpu, use, memoryPeakBytes, energyJoules }) => {
    const common = { suite, benchmark, axes: { ...axes, gpu }, interval: null, isSuspicious: false, isDeclared: false }
    const buildFigure = (name: string, unit: string, value: number | null): DerivedValue => {
      const reason = value === null ? 'not offered by the monitor of this run' : null
      return { ...common, name, unit, value, reason }
    }
    const total = use.memoryTotalBytes
    return [
      buildFigure('gpu_utilization', '%', use.utilizationPercent?.mean ?? null),
      buildFigure('sm_utilization', 'share', use.smUtilization?.mean ?? null),
      buildFigure('gpu_memory_peak', 'B', memoryPeakBytes),
      buildFigure(
        'gpu_memory_peak_share',
        'share',
        memoryPeakBytes === null || total === null ? null : memoryPeakBytes / total,
      ),
      buildFigure('gpu_energy', 'J', energyJoules),
    ]
  })
}

function summarizeGpu(gpu: number, uses: readonly GpuUse[]): UsedGpu {
  const [first] = uses
  if (!first) throw new RangeError('a used GPU needs at least one window')
  const spread = (read: (use: GpuUse) => Spread | null) => joinSpreads(uses.map(read))
  return {
    gpu,
    memoryPeakBytes: findMaximumIfComplete(uses.map((use) => use.memoryUsedBytes?.max ?? use.ownMemoryPeakBytes)),
    energyJoules: computeMedianIfComplete(uses.map((use) => use.energyJoules)),
    use: {
      ...first,
      utilizationPercent: spread((use) => use.utilizationPercent),
      smUtilization: spread((use) => use.smUtilization),
      smOccupancy: spread((use) => use.smOccupancy),
      tensorActivity: spread((use) => use.tensorActivity),
      powerWatts: spread((use) => use.powerWatts),
      smClockMhz: spread((use) => use.smClockMhz),
      temperatureCelsius: spread((use) => use.temperatureCelsius),
    },
  }
}

/** Null when a run lacks the value: a mean over part of the runs is not comparable. */
function joinSpreads(spreads: readonly (Spread | null)[]): Spread | null {
  const known = spreads.filter((spread) => spread !== null)
  if (known.length === 0 || known.length < spreads.length) return null
  const averageField = (read: (spread: Spread) => number): number => computeMean(known.map(read))
  return {
    mean: averageField((spread) => spread.mean),
    min: Math.min(...known.map((spread) => spread.min)),
    max: Math.max(...known.map((spread) => spread.max)),
    p5: averageField((spread) => spread.p5),
    p50: averageField((spread) => spread.p50),
    p95: averageField((spread) => spread.p95),
  }
}

function findMaximumIfComplete(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === values.length && known.length > 0 ? Math.max(...known) : null
}

function computeMedianIfComplete(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === values.length && known.length > 0 ? computeMedian(known) : null
}
