import type { Report } from '../domain/verdict/report.ts'
import { renderJobSummary } from './job-summary.ts'
import { renderJson } from './json.ts'

/** Renders a report as Markdown for a file, without links to a workflow run. */
export function renderMarkdownFile(report: Report): string {
  return renderJobSummary(report, { runUrl: null, runFolderHint: null })
}

/** The reports of a run folder, by file name. */
export const reportFiles = { 'report.json': renderJson, 'report.md': renderMarkdownFile }
