import type { Cause } from './cause.ts'
import type { LedgerEntry } from './ledger.ts'
import type { Observation } from './observe.ts'

/** A commit as its author tells it: everything but the id is text of a stranger. */
export type Suspect = { readonly commit: string; readonly subject: string; readonly author: string }

/** All that an issue about one regression is written from. */
export type RegressionContext = {
  readonly entry: LedgerEntry
  /** What the latest run says of it; empty when the change is not seen any more though the level is still bad. */
  readonly causes: readonly Cause[]
  readonly seen: Observation
  /** The commits after the last good run, oldest first; null when nobody can tell. */
  readonly suspects: { readonly commits: readonly Suspect[]; readonly total: number } | null
  /** Names of the anchors of which no run is on record. */
  readonly unmeasuredAnchors: readonly string[]
  /** Web address of the repository; null outside of GitHub. */
  readonly repositoryUrl: string | null
  readonly runUrl: string | null
}

/** What is written about a regression, by the reporter that knows how. */
export type RegressionTexts = {
  readonly issue: (story: RegressionContext) => { readonly title: string; readonly body: string }
  readonly healed: (story: RegressionContext) => string
  readonly returned: (story: RegressionContext) => string
  /** More of the same. */
  readonly grown: (story: RegressionContext) => string
  readonly double: (first: number) => string
}
