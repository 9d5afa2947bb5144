import type { Report } from '../domain/verdict/report.ts'
import { countBytes } from './markdown/budget.ts'
import { renderMarkdown } from './markdown/document.ts'
import type { ReportLocation } from './report-location.ts'

/** GitHub says 65,536 characters and has been seen to count bytes: this is safe under both readings. */
const maxCommentBytes = 65_000

export type CommentOptions = ReportLocation & {
  /** A whole HTML comment on one line: `<!-- warpgauge … -->`. Finds the comment again; the caller keeps names out of it. */
  readonly marker: string
}

/** The report as the one comment on a pull request; its last line is the hidden marker. */
export function renderComment(report: Report, options: CommentOptions): string {
  const ending = `\n\n${options.marker}\n`
  return `${renderMarkdown(report, options, { maxBytes: maxCommentBytes - countBytes(ending), fuller: 'the summary' })}${ending}`
}
