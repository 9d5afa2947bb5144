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
  { name: 'what other processes computed meanwhile', of: otherCores },
]

/** Mean clock of the GPUs that worked, MHz; null when nobody saw it. */
export function meanClockMhz({ telemetry }: Trial): number | null {
  const clocks = (telemetry?.gpus ?? []).flatMap(({ smClockMhz, utilizationPercent }) =>
    smClockMhz && (utilizationPercent?.max ?? 0) > 0 ? [smClockMhz.mean] : [],
  )
  return clocks.length === 0 ? null : clocks.reduce((sum, clock) => sum + clock, 0) / clocks.length
}

function otherCores({ host, wallSeconds }: Trial): number | null {
  const seconds = host?.otherCpuSeconds ?? null
  return seconds === null || !wallSeconds ? null : seconds / wallSeconds
}
