import type { Receipt } from './delivery.ts'
import type { Report } from './report.ts'

/** Result of a mode with a report. */
export type ModeResult = {
  readonly report: Report
  readonly receipts: readonly Receipt[]
  /** Absolute path of the run folder. */
  readonly runFolder: string
}

/** Result of a mode: a report, or a sentence about what was done (null: nothing to do). */
export type ModeEnding = ModeResult | { readonly said: string | null }
