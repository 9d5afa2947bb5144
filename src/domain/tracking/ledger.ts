export const ledgerVersion = 1

/** State of one metric of a tracked regression. */
export type LedgerMetric = {
  /** Id of its history. */
  readonly history: string
  /** Name for people: `scaling/predict gpus=1 wall_time`. */
  readonly name: string
  /** Level before the regression, and level during it. */
  readonly good: number
  readonly bad: number
}

/** The job that reports a change of state, and the time of its claim. */
export type LedgerClaim = { readonly by: string; readonly at: string }

/** One tracked regression of a testbed, and its issue. */
export type LedgerEntry = {
  /** Part of the marker in the issue: `1x-nvidia-h200@0123456789ab`, or `1x-nvidia-h200@creep`. */
  readonly id: string
  readonly kind: 'step' | 'creep'
  readonly state: 'open' | 'healed'
  /** Issue number; null: not opened yet. */
  readonly issue: number | null
  /** The job that reports the latest change of state, so that only one of two concurrent jobs does. */
  readonly claim: LedgerClaim
  /** Whether the issue already reports this state. */
  readonly isTold: boolean
  readonly goodCommit: string
  readonly badCommit: string
  /** Suspect commits of all its metrics: orders above `from`, up to `to`. */
  readonly reach: { readonly from: number; readonly to: number }
  readonly minEffect: number
  readonly metrics: readonly LedgerMetric[]
  /** The run that showed its end, by order and commit; null while it lasts. */
  readonly healed: { readonly order: number; readonly commit: string } | null
}

/** All tracked regressions of one testbed: `tracking/<testbed>.json` of the data branch. */
export type Ledger = {
  readonly schemaVersion: typeof ledgerVersion
  readonly testbedId: string
  readonly entries: readonly LedgerEntry[]
}

/** Maximum number of healed entries, so that each run need not read those of past years. */
const mostHealed = 200

/** Replaces entries by id, appends new ones, and drops the oldest healed ones. */
export function withEntries(ledger: Ledger, changed: readonly LedgerEntry[]): Ledger {
  const byId = new Map(ledger.entries.map((entry) => [entry.id, entry]))
  for (const entry of changed) byId.set(entry.id, entry)
  const all = [...byId.values()]
  const healed = all.filter(({ state }) => state === 'healed').slice(0, -mostHealed)
  return { ...ledger, entries: all.filter((entry) => !healed.includes(entry)) }
}
