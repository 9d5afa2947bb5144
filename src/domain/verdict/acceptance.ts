import type { Report } from './report.ts'

/** A regression that a maintainer accepted for one head, so that it no longer fails the check. */
export type Acceptance = {
  /** Login of the person. */
  readonly by: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly reason: string
  /** Last day (YYYY-MM-DD, UTC); null: until this head is merged or replaced. */
  readonly until: string | null
  readonly headCommit: string
  /** URL of the comment. */
  readonly url: string
}

/** Whether an acceptance is still valid at `now`. */
export function isInForce({ until }: Pick<Acceptance, 'until'>, now: Date): boolean {
  return until === null || now.toISOString().slice(0, 10) <= until
}

/** `maria accepted this on 2026-11-20 until 2026-12-24: "the new model is larger"`. */
export function formatAcceptance({ by, at, reason, until }: Acceptance): string {
  const end = until === null ? 'until this commit is merged or replaced' : `until ${until}`
  return `${by} accepted this on ${at.slice(0, 10)} ${end}: "${reason}"`
}

/**
 * Applies an acceptance to a failed report: the verdict stays, the check becomes neutral, and the report names the
 * person. Errors and inconclusive results are returned unchanged.
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
