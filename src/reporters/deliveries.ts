import type { Delivery, Report } from '../domain/verdict/report.ts'
import { formatCodeSpan } from './markdown/escape.ts'
import { renderMarkdown, type ReportLocation } from './markdown/render.ts'
import { formatVerdict } from './report/overview.ts'
import { toPlain } from './terminal/plain.ts'

/** Where a report is published. Comes from the event, never from a run folder. */
export type DeliveryTarget = {
  /** Name of the check; also distinguishes the comments of several configs. */
  readonly name: string
  readonly headCommit: string
  /** Null: no comment. */
  readonly pullRequest: number | null
  /** Null outside of GitHub. */
  readonly runUrl: string | null
}

/** Builds the deliveries of a report: always the job summary; check and comment only with write permission. */
export function buildDeliveries(report: Report, target: DeliveryTarget, mayWrite: boolean): Delivery[] {
  const location = { runUrl: target.runUrl, runFolderHint: null }
  const summary: Delivery = { kind: 'job-summary', body: renderJobSummary(report, location) }
  if (!mayWrite) return [summary]
  const { name, headCommit, pullRequest } = target
  const { conclusion, reasons } = report
  const isUnjudged = reasons.length > 0 && reasons.every(({ code }) => code === 'nothing-judged')
  const rendered = renderCheckRun(report, location)
  const check: Delivery = { kind: 'check-run', name, headCommit, conclusion, isUnjudged, ...rendered }
  if (pullRequest === null) return [check, summary]
  const marker = formatCommentMarker(name)
  const body = renderComment(report, { ...location, marker })
  return [check, { kind: 'sticky-comment', pullRequest, marker, body }, summary]
}

/** Formats the hidden last line that identifies the comment of one config. ` / ` separates the part of a command. */
export function formatCommentMarker(name: string): string {
  return `<!-- warpgauge:${name.replaceAll(' / ', '___').replaceAll(/[^A-Za-z0-9._/~-]/g, '_')} -->`
}

/** GitHub documents 65,536 characters but sometimes counts bytes. Leaves space for the answers to five commands. */
const maxCommentBytes = 62_000

/** Location of the full report and the marker of the comment. */
export type CommentOptions = ReportLocation & {
  /** A one-line HTML comment, `<!-- warpgauge … -->`, without untrusted text, that identifies the comment. */
  readonly marker: string
}

/** Renders the report as the pull request comment. The last line is the hidden marker. */
export function renderComment(report: Report, options: CommentOptions): string {
  const ending = `\n\n${options.marker}\n`
  return `${renderMarkdown(report, options, { maxBytes: maxCommentBytes - Buffer.byteLength(ending), fullVersion: 'the summary' })}${ending}`
}

const maxTitleBytes = 255
/** GitHub's limit is 65,535; the publisher adds sentences about the origin of the report. */
const maxCheckBytes = 62_000

/** Renders the report for a check run: the verdict in plain text as title, the rest as Markdown. */
export function renderCheckRun(report: Report, location: ReportLocation): { title: string; summary: string } {
  return {
    title: cutToBytes(toPlain(formatVerdict(report).title), maxTitleBytes),
    summary: renderMarkdown(report, location, { maxBytes: maxCheckBytes, fullVersion: 'the summary' }),
  }
}

function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const characters = [...text].slice(0, maxBytes)
  while (Buffer.byteLength(characters.join('')) + Buffer.byteLength('…') > maxBytes) characters.pop()
  return `${characters.join('')}…`
}

/** The runner drops a summary above 1 MiB, and occasionally one slightly below. */
const maxSummaryBytes = 1_000_000

/** Renders the report as job summary. */
export function renderJobSummary(report: Report, location: ReportLocation): string {
  return `${renderMarkdown(report, location, { maxBytes: maxSummaryBytes - 1, fullVersion: 'the artifacts' })}\n`
}

const maxListed = 100

/** Title of the check of a change that needs no measurement. */
export const unrelatedTitle = 'Not measured: no file of the program changed'

/**
 * Renders the check of a change that needs no measurement, as Markdown: why, the changed files and the globs, which are
 * all untrusted.
 */
export function renderUnrelatedChange(own: {
  readonly changed: readonly string[]
  readonly globs: readonly string[]
  readonly label: string
}): string {
  const { changed, globs, label } = own
  const rest = changed.length - maxListed
  return [
    `${changed.length} changed ${changed.length === 1 ? 'file' : 'files'}, none of which belongs to the program (\`pipeline.paths\` of the base), and neither config, dataset, baseline, submodule nor workflow changed.`,
    ...listPaths('Changed', changed, rest > 0 ? [`- and ${rest} more`] : []),
    ...listPaths('Program', globs),
    `To measure anyway, write \`/warpgauge run\` in a comment, or add the label ${formatCodeSpan(label)} and run the workflow again.`,
  ].join('\n\n')
}

function listPaths(title: string, paths: readonly string[], more: readonly string[] = []): string[] {
  const lines = paths.slice(0, maxListed).map((path) => `- ${formatCodeSpan(path)}`)
  return lines.length === 0 ? [] : [`**${title}**`, [...lines, ...more].join('\n')]
}
