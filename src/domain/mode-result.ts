import type { Receipt } from './delivery.ts'
import type { Report } from './report.ts'

/** What a mode gives back to the door. */
export type ModeResult = {
  readonly report: Report
  readonly receipts: readonly Receipt[]
  /** Absolute path of the run folder. */
  readonly runFolder: string
}
