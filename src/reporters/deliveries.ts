import type { Delivery, Report } from '../domain/verdict/report.ts'
import { renderCheckRun } from './check-run.ts'
import { renderComment } from './comment.ts'
import { renderJobSummary } from './job-summary.ts'

/** Where a report is published. Comes from the event, never from a run folder. */
export type DeliveryTarget = {
  /** Name of the check; also distinguishes the comments of several configs. */
  readonly name: string
  readonly headCommit: string
  readonly pullRequest: number | null
  readonly runUrl: string | null
}

/** Builds the deliveries of a report: always the job summary; check and comment only with write permission. */
export function buildDeliveries(report: Report, target: DeliveryTarget, mayWrite: boolean): Delivery[] {
  const location = { runUrl: target.runUrl, runFolderHint: null }
  const summary: Delivery = { kind: 'job-summary', body: renderJobSummary(report, location) }
  if (!mayWrite) return [summary]
  const { name, headCommit, pullRequest } = target
  const check: Delivery = {
    kind: 'check-run',
    name,
    headCommit,
    conclusion: report.conclusion,
    isUnjudged: report.reasons.length > 0 && report.reasons.every(({ code }) => code === 'nothing-judged'),
    ...renderCheckRun(report, location),
  }
  if (pullRequest === null) return [check, summary]
  const marker = formatCommentMarker(name)
  const comment: Delivery = {
    kind: 'sticky-comment',
    pullRequest,
    marker,
    body: renderComment(report, { ...location, marker }),
  }
  return [check, comment, summary]
}

/** Formats the hidden last line that identifies the comment of one config. ` / ` separates the part of a command. */
export function formatCommentMarker(name: string): string {
  return `<!-- warpgauge:${name.replaceAll(' / ', '___').replaceAll(/[^A-Za-z0-9._/~-]/g, '_')} -->`
}
