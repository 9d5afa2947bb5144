import type { AnchorRecord } from './anchor.ts'
import type { Observation } from './observe.ts'
import type { LimitOutlook, CaseRestart } from './outlooks.ts'

/** Report on a history. */
export type HistoryReport = {
  readonly branch: string
  /** False: this run was already recorded. */
  readonly isNew: boolean
  readonly runs: number
  readonly observation: Observation
  readonly anchors: readonly AnchorRecord[]
  readonly outlooks: readonly LimitOutlook[]
  readonly restarts: readonly CaseRestart[]
  readonly issues: readonly { readonly status: string; readonly url: string | null; readonly id: string }[]
}
