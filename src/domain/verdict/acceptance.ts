import type { Report } from './report.ts'

/** A regression that somebody answers for, so that it no longer fails the check of one head. */
export type Acceptance = {
  /** Login of who accepted. */
  readonly by: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly reason: string
  /** Last day (YYYY-MM-DD, UTC) on which it counts; null: until this head is merged or replaced. */
  readonly until: string | null
  readonly headCommit: string
  /** The comment. */
  readonly url: string
}

/** Whether an acceptance still counts at `now`. */
export function isInForce({ until }: Pick<Acceptance, 'until'>, now: Date): boolean {
  return until === null || now.toISOString().slice(0, 10) <= until
}

/** `maria accepted this on 2026-11-20 until 2026-12-24: "the new model is larger"`. */
export function formatAcceptance({ by, at, reason, until }: Acceptance): string {
  const end = until === null ? 'until this commit is merged or replaced' : `until ${until}`
  return `${by} accepted this on ${at.slice(0, 10)} ${end}: "${reason}"`
}

/**
 * The report of an accepted failure: the verdict stays what it is, the check becomes neutral, and the report says who
 * answers for it. What could not be measured or told is returned as it is: there is nothing to answer for.
 */
export function applyAcceptance(report: Report, acceptance: Acceptance): Report {
  if (report.verdict !== 'fail') return report
  return {
    ...report,
    conclusion: 'neutral',
    exitCode: 0,
    sentence: `accepted by ${acceptance.by}; ${report.sentence}`,
    findings: [{ kind: 'caution', subject: 'accepted', reason: formatAcceptance(acceptance) }, ...report.findings],
  }
}
