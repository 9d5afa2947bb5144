import type { Report } from '../domain/verdict/report.ts'
import { renderJobSummary } from './deliveries.ts'
import { renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import type { ReportFormat } from './report-format.ts'
import { renderTerminal } from './terminal.ts'

export { renderComparisons, renderTerminal, renderTerminalSummary } from './terminal.ts'

/** Renders a report as Markdown for a file, without links to a workflow run. */
function renderMarkdownFile(report: Report): string {
  return renderJobSummary(report, { runUrl: null, runFolderHint: null })
}

/** Formats of `warpgauge report --format …`. Each returns the complete text. */
export const reportFormats = {
  markdown: renderMarkdownFile,
  json: renderJson,
  junit: renderJunit,
  terminal: (report) => renderTerminal(report, { columns: 100, color: false }),
} satisfies Record<ReportFormat, (report: Report) => string>

/** The reports of a run folder, by file name. */
export const reportFiles = { 'report.json': renderJson, 'report.md': renderMarkdownFile }
