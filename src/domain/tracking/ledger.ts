import type { Ledger, LedgerEntry } from '../../record/history.ts'

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
