import type { Report } from '../domain/verdict/report.ts'
import { countBytes } from './markdown/budget.ts'
import { renderMarkdown } from './markdown/document.ts'
import type { ReportLocation } from './report-location.ts'

/** GitHub documents 65,536 characters but sometimes counts bytes. This limit is safe for both. */
const maxCommentBytes = 65_000

/** Location of the full report and the marker of the comment. */
export type CommentOptions = ReportLocation & {
  /**
   * A one-line HTML comment, `<!-- warpgauge … -->`, that identifies the comment. The caller keeps untrusted text out
   * of it.
   */
  readonly marker: string
}

/** Renders the report as the pull request comment. The last line is the hidden marker. */
export function renderComment(report: Report, options: CommentOptions): string {
  const ending = `\n\n${options.marker}\n`
  return `${renderMarkdown(report, options, { maxBytes: maxCommentBytes - countBytes(ending), fullVersion: 'the summary' })}${ending}`
}
