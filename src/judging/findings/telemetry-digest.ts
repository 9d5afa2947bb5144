import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { TelemetryDigest } from '../../domain/verdict/report.ts'
import type { Interval } from '../../domain/core/statistics.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import { listUsedGpus } from './telemetry-figures.ts'

/** Summarizes GPU use of the head cases as ranges over all GPUs; null without telemetry. */
export function buildTelemetryDigest(
  outcomes: readonly CaseOutcome[],
  devices: readonly Device[],
): TelemetryDigest | null {
  const cases = outcomes
    .filter(({ planned }) => planned.revision === 'head')
    .map((outcome) => listUsedGpus(outcome, devices))
  const gpus = cases.flat()
  if (gpus.length === 0) return null
  return {
    gpus: Math.max(...cases.map((used) => used.length)),
    utilizationPercent: computeRange(gpus.map(({ use }) => use.utilizationPercent?.mean)),
    powerWatts: computeRange(gpus.map(({ use }) => use.powerWatts?.mean)),
    memoryPeakBytes: computeRange(gpus.map(({ memoryPeakBytes }) => memoryPeakBytes))?.[1] ?? null,
    hottestCelsius: computeRange(gpus.map(({ use }) => use.temperatureCelsius?.max))?.[1] ?? null,
  }
}

function computeRange(values: readonly (number | null | undefined)[]): Interval | null {
  const known = values.filter((value) => value !== null && value !== undefined)
  return known.length > 0 ? [Math.min(...known), Math.max(...known)] : null
}
