import type { Baseline } from '../../domain/baselines/baseline.ts'
import type { NoiseRecord } from '../../domain/noise/noise.ts'

/** Committed samples as they were found: absent is ordinary, unreadable is an obstacle (W52). */
export type LoadedBaseline =
  | { readonly suite: string; readonly path: string; readonly baseline: Baseline }
  | { readonly suite: string; readonly path: string; readonly baseline: null; readonly problem: string | null }

/** What was found of the noise of a testbed. */
export type LoadedNoise = {
  readonly path: string
  /** Null: nothing to go by. */
  readonly noise: NoiseRecord | null
  /** The file is there and cannot be read: an obstacle to the verdict. */
  readonly problem: string | null
  /** The file is there and tells of the machine as it was before: said, and no obstacle. */
  readonly note: string | null
}

/** Name of the file beside the baselines of a testbed. */
export const noiseFile = 'noise.json'

/** Everything that is committed about one testbed. */
export type CommittedReference = {
  readonly baselines: readonly LoadedBaseline[]
  readonly noise: LoadedNoise
  /** Of the further testbeds of a joined run, in their order. */
  readonly noiseElsewhere?: readonly LoadedNoise[]
}
