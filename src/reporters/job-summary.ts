import type { Report } from '../domain/verdict/report.ts'
import { renderMarkdown } from './markdown/document.ts'
import type { ReportLocation } from './report-location.ts'

/** The runner drops a summary above 1 MiB, and occasionally one slightly below. */
const maxSummaryBytes = 1_000_000

/** Renders the report as job summary. */
export function renderJobSummary(report: Report, location: ReportLocation): string {
  return `${renderMarkdown(report, location, { maxBytes: maxSummaryBytes - 1, fullVersion: 'the artifacts' })}\n`
}
