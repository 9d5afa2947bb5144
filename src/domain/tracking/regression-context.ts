import type { Cause } from './cause.ts'
import type { Observation } from './observe.ts'
import type { LedgerEntry } from '../../record/history.ts'

/** A suspect commit. Everything but the id is untrusted input. */
export type Suspect = { readonly commit: string; readonly subject: string; readonly author: string }

/** All data for the issue about one regression. */
export type RegressionContext = {
  readonly entry: LedgerEntry
  /** Causes found by the latest run; empty when the change is no longer detected although the level is still bad. */
  readonly causes: readonly Cause[]
  readonly seen: Observation
  /** The commits after the last good run, oldest first; null when unknown. */
  readonly suspects: { readonly commits: readonly Suspect[]; readonly total: number } | null
  /** Names of the anchors without a recorded run. */
  readonly unmeasuredAnchors: readonly string[]
  /** URL of the repository; null outside of GitHub. */
  readonly repositoryUrl: string | null
  readonly runUrl: string | null
}

/** Texts about a regression, provided by a reporter. */
export type RegressionTexts = {
  readonly issue: (story: RegressionContext) => { readonly title: string; readonly body: string }
  readonly healed: (story: RegressionContext) => string
  readonly returned: (story: RegressionContext) => string
  /** Comment on further creeping metrics. */
  readonly grown: (story: RegressionContext) => string
  readonly double: (first: number) => string
}
