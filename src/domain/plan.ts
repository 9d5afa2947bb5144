import type { CaseKey } from './case.ts'

/** A case with all that is needed to run it. */
export type PlannedCase = {
  readonly id: string
  readonly key: CaseKey
  /** Label of the revision that runs: `head`, or a name from the config. */
  readonly revision: string
  /** Name of the dataset in the config. */
  readonly dataset: string
  /** Device ids handed to the command. */
  readonly gpus: readonly number[]
  readonly warmups: number
  readonly repeats: number
  /** How many contaminated trials may be run again. */
  readonly maxReruns: number
  readonly timeoutSeconds: number
  /** Cases of one group are measured in turn, A B B A. */
  readonly interleaveGroup: string
  /** `cached`: samples of an earlier run may stand in for fresh ones when commit, data, host and command agree. */
  readonly samplesFrom: 'fresh' | 'cached'
}

/** Something that was asked for and cannot be measured here. */
export type NotTested = {
  readonly key: CaseKey
  readonly reason: string
}

export type Plan = {
  readonly cases: readonly PlannedCase[]
  readonly notTested: readonly NotTested[]
}
