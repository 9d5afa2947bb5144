import type { Report } from '../domain/verdict/report.ts'
import { markdownDocument } from './markdown/document.ts'
import type { Whereabouts } from './whereabouts.ts'

/** The runner drops a summary above 1 MiB as a whole, and now and then one just below it. */
const maxSummaryBytes = 1_000_000

/** The report as the summary of a job. */
export function renderJobSummary(report: Report, whereabouts: Whereabouts): string {
  return `${markdownDocument(report, whereabouts, { maxBytes: maxSummaryBytes - 1, fuller: 'the artifacts' })}\n`
}
