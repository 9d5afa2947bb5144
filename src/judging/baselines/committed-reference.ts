import type { Baseline } from '../../domain/baselines/baseline.ts'
import type { NoiseRecord } from '../../domain/noise/noise.ts'

/** Result of loading a baseline. `problem` is null for an absent file and an obstacle for an unreadable one. */
export type LoadedBaseline =
  | { readonly suite: string; readonly path: string; readonly baseline: Baseline }
  | { readonly suite: string; readonly path: string; readonly baseline: null; readonly problem: string | null }

/** Result of loading the noise file of a testbed. */
export type LoadedNoise = {
  readonly path: string
  /** Null: no usable noise record. */
  readonly noise: NoiseRecord | null
  /** Why an existing file cannot be read; an obstacle to the verdict. */
  readonly problem: string | null
  /** Why an existing file does not apply, for example after a driver update; reported as a caution, not an obstacle. */
  readonly note: string | null
}

/** Name of the noise file in the baseline folder of a testbed. */
export const noiseFile = 'noise.json'

/** Baselines and noise that are committed for one testbed. */
export type CommittedReference = {
  readonly baselines: readonly LoadedBaseline[]
  readonly noise: LoadedNoise
  /** Noise of the other testbeds of a joined run, in their order. */
  readonly noiseElsewhere?: readonly LoadedNoise[]
}
