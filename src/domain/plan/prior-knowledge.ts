import type { Trial } from '../trial/trial.ts'

/** What is known of the cases before they run. */
export type PriorKnowledge = {
  /** Earlier runs of unchanged code on this testbed, one list per session. */
  readonly sessionsOf: (caseId: string, metric: string) => readonly (readonly number[])[]
  /**
   * Whether committed samples clear these runs of a head case, so that its reference need not run. Null: there is nothing
   * fit to screen this case by.
   */
  readonly screen: (caseId: string, runs: readonly Trial[]) => boolean | null
}

/** The first run on a testbed. */
export const nothingKnown: PriorKnowledge = { sessionsOf: () => [], screen: () => null }
