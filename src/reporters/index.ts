import type { Report } from '../domain/verdict/report.ts'
import { renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdownFile } from './report-files.ts'
import type { ReportFormat } from './report-format.ts'
import { renderTerminal } from './terminal.ts'

export { renderComparisons, renderTerminal } from './terminal.ts'
export { renderTerminalSummary } from './terminal-summary.ts'

/** Formats of `warpgauge report --format …`. Each returns the complete text. */
export const reportFormats = {
  markdown: renderMarkdownFile,
  json: renderJson,
  junit: renderJunit,
  terminal: (report) => renderTerminal(report, { columns: 100, color: false }),
} satisfies Record<ReportFormat, (report: Report) => string>
