export const ledgerVersion = 1

/** What is known of one metric of a tracked regression. */
export type LedgerMetric = {
  /** Id of its history. */
  readonly history: string
  /** For people: `scaling/predict gpus=1 wall_time`. */
  readonly name: string
  /** The level before, and the level that was bad. */
  readonly good: number
  readonly bad: number
}

/** Who looks, and when: what a claim is made of. */
export type LedgerClaim = { readonly by: string; readonly at: string }

/** One tracked regression of a testbed, and the issue that tells of it. */
export type LedgerEntry = {
  /** Part of the marker in the issue: `1x-nvidia-h200@0123456789ab`, or `1x-nvidia-h200@creep`. */
  readonly id: string
  readonly kind: 'step' | 'creep'
  readonly state: 'open' | 'healed'
  /** Null: none was opened yet. */
  readonly issue: number | null
  /** Who tells the issue of the latest change of state, so that of two jobs only one does. */
  readonly claim: LedgerClaim
  /** Whether the issue tells of this state already. */
  readonly isTold: boolean
  readonly goodCommit: string
  readonly badCommit: string
  /** The commits that any of its metrics has for suspects: orders above `from`, up to `to`. */
  readonly reach: { readonly from: number; readonly to: number }
  readonly minEffect: number
  readonly metrics: readonly LedgerMetric[]
  /** The run that showed it gone, by order and commit; null while it lasts. */
  readonly healed: { readonly order: number; readonly commit: string } | null
}

/** Every tracked regression of one testbed: `tracking/<testbed>.json` of the data branch. */
export type Ledger = {
  readonly schemaVersion: typeof ledgerVersion
  readonly testbedId: string
  readonly entries: readonly LedgerEntry[]
}

/** More would make every run read the faults of years ago. */
const mostHealed = 200

/** The ledger with these entries in the place of those with the same ids, new ones behind; long healed ones are dropped. */
export function withEntries(ledger: Ledger, changed: readonly LedgerEntry[]): Ledger {
  const byId = new Map(ledger.entries.map((entry) => [entry.id, entry]))
  for (const entry of changed) byId.set(entry.id, entry)
  const all = [...byId.values()]
  const healed = all.filter(({ state }) => state === 'healed').slice(0, -mostHealed)
  return { ...ledger, entries: all.filter((entry) => !healed.includes(entry)) }
}
