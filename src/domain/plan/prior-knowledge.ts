import type { Trial } from '../trial/trial.ts'

/** Knowledge about the cases from earlier runs. */
export type PriorKnowledge = {
  /** Earlier runs of unchanged code on this testbed, one list per session. */
  readonly sessionsOf: (caseId: string, metric: string) => readonly (readonly number[])[]
  /**
   * Whether committed samples clear these runs of a head case, so that its reference need not run. Null: no usable
   * samples.
   */
  readonly screen: (caseId: string, runs: readonly Trial[]) => boolean | null
}

/** No prior knowledge, as for the first run on a testbed. */
export const nothingKnown: PriorKnowledge = { sessionsOf: () => [], screen: () => null }
