import type { Report } from '../domain/verdict/report.ts'
import { countBytes } from './markdown/budget.ts'
import { renderMarkdown } from './markdown/document.ts'
import { formatVerdictTitle } from './parts/headline.ts'
import { toPlain } from './terminal/plain.ts'
import type { ReportLocation } from './report-location.ts'

const maxTitleBytes = 255
/** GitHub's limit is 65,535; the publisher adds sentences about the origin of the report. */
const maxSummaryBytes = 62_000

/** Renders the report for a check run: the verdict in plain text as title, the rest as Markdown. */
export function renderCheckRun(report: Report, location: ReportLocation): { title: string; summary: string } {
  return {
    title: cutToBytes(toPlain(formatVerdictTitle(report)), maxTitleBytes),
    summary: renderMarkdown(report, location, { maxBytes: maxSummaryBytes, fullVersion: 'the summary' }),
  }
}

function cutToBytes(text: string, maxBytes: number): string {
  if (countBytes(text) <= maxBytes) return text
  const characters = [...text].slice(0, maxBytes)
  while (countBytes(characters.join('')) + countBytes('…') > maxBytes) characters.pop()
  return `${characters.join('')}…`
}
