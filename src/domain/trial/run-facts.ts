import { selectOwnGpuUses } from '../telemetry/own-gpu-uses.ts'
import { computeMean } from '../core/statistics.ts'
import type { Trial } from './trial.ts'

/** Something of a run that the code under test has no hand in and that may explain its time. */
export type Covariate = {
  /** As it stands in a sentence: "the speed of the core before the run". */
  readonly name: string
  readonly of: (trial: Trial) => number | null
}

/** In the order in which they are tried when they explain equally much. */
export const covariates: readonly Covariate[] = [
  { name: 'the speed of the core before the run', of: ({ host }) => host?.probeSeconds ?? null },
  { name: 'what other processes computed meanwhile', of: computeOtherCores },
]

/**
 * Mean clock of the trial's GPUs that worked, MHz; null when nobody saw it. The clock while kernels ran: the mean over a run falls
 * with the time that its start takes. Older records have that mean only.
 */
export function computeMeanClockMhz(trial: Trial): number | null {
  const clocks = selectOwnGpuUses(trial).flatMap(({ smClockMhz, utilizationPercent, work }) => {
    if ((utilizationPercent?.max ?? 0) === 0) return []
    return (work ? work.busyClockMhz : smClockMhz?.mean) ?? []
  })
  return clocks.length === 0 ? null : computeMean(clocks)
}

function computeOtherCores({ host, wallSeconds }: Trial): number | null {
  const seconds = host?.otherCpuSeconds ?? null
  return seconds === null || !wallSeconds ? null : seconds / wallSeconds
}
