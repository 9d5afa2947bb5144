import { selectOwnGpuUses } from '../telemetry/own-gpu-uses.ts'
import { computeMean } from '../core/statistics.ts'
import type { Trial } from './trial.ts'

/** A property of a run that the code under test does not affect and that may explain its time. */
export type Covariate = {
  /** As a noun phrase: "the speed of the core before the run". */
  readonly name: string
  readonly read: (trial: Trial) => number | null
}

/** In order of preference for equal explanatory power. */
export const covariates: readonly Covariate[] = [
  { name: 'the speed of the core before the run', read: ({ host }) => host?.probeSeconds ?? null },
  { name: 'the CPU use of other processes', read: computeOtherCores },
]

/** With fewer polled readings while busy, the mean clock has more noise than the distance of clock states. */
const minBusyReadings = 5

/**
 * Mean clock of the trial's active GPUs in MHz; null if unknown or read less than five times while busy. It covers the
 * time in which kernels ran, because a mean over the run depends on its start-up time.
 */
export function computeMeanClockMhz(trial: Trial): number | null {
  const active = selectOwnGpuUses(trial).filter(({ utilizationPercent }) => (utilizationPercent?.max ?? 0) > 0)
  if (active.some(({ work }) => isTooShort(work?.busySeconds ?? null, trial))) return null
  const clocks = active.flatMap(({ work }) => work?.busyClockMhz ?? [])
  return clocks.length === 0 ? null : computeMean(clocks)
}

function isTooShort(busySeconds: number | null, { telemetry }: Trial): boolean {
  return busySeconds !== null && telemetry !== null && busySeconds * 1000 < minBusyReadings * telemetry.intervalMs
}

function computeOtherCores({ host, wallSeconds }: Trial): number | null {
  const seconds = host?.otherCpuSeconds ?? null
  return seconds === null || !wallSeconds ? null : seconds / wallSeconds
}
