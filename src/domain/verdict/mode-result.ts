import type { Receipt } from './delivery.ts'
import type { Report } from './report.ts'

/** What a mode gives back to the door. */
export type ModeResult = {
  readonly report: Report
  readonly receipts: readonly Receipt[]
  /** Absolute path of the run folder. */
  readonly runFolder: string
}

/** How a mode ended: with a report, or with a sentence about what was done (null: there was nothing to do). */
export type ModeEnding = ModeResult | { readonly said: string | null }
