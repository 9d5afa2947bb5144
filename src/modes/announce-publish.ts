import { parseCopiedPull } from '../domain/core/revision.ts'
import { UserError } from '../domain/core/errors.ts'
import type { MeasuredBy, RunContext } from '../domain/core/run-context.ts'
import type { GitHub } from '../io/github/github.ts'
import { chooseCheckName } from '../judging/plan/restrict-config.ts'
import { formatRunName, type Announcement, type CutShort } from '../steps/deliver/announce.ts'
import { holdCheck } from '../steps/deliver/write-check.ts'

// Separate from `publish.ts`, whose judging code is large: the check should appear before it is loaded.

/** What is known of a measurement before its run folder is read. */
export type AnnouncedRun = {
  readonly measuredBy: MeasuredBy
  /** The check belongs to the head of the event. */
  readonly announcement: Announcement
  /** How the measuring run ended, as far as GitHub reports it. */
  readonly cutShort: CutShort
}

/** Names the check of the measurement in the event. */
export function announcePublish(context: RunContext, configPath: string): AnnouncedRun {
  const measuredBy = requireMeasuredBy(context)
  const { headCommit, url: detailsUrl, event, headBranch, conclusion } = measuredBy
  const { pullRequest, baseBranch, baseCommit } = context
  const isOfPull = event.startsWith('pull_request')
  const isKnown = isOfPull && pullRequest !== null && baseBranch !== undefined
  const announcement = {
    name: chooseCheckName(configPath, context),
    headCommit,
    run: formatRunName(context),
    detailsUrl,
    pullRequest,
    base: isKnown ? { branch: baseBranch, commit: baseCommit } : null,
    isProvisional: pullRequest === null && (isOfPull || parseCopiedPull(headBranch) !== null),
  }
  const cutShort = conclusion === 'cancelled' || conclusion === 'timed_out' ? conclusion : null
  return { measuredBy, announcement, cutShort }
}

/**
 * Blocks the check of a commit when a measurement was requested and the check passes only for another base.
 * Returns a sentence about the outcome.
 */
export async function holdForMeasurement(context: RunContext, configPath: string, gitHub: GitHub): Promise<string> {
  const { headCommit, event } = requireMeasuredBy(context)
  const subject = { name: chooseCheckName(configPath, context), headCommit }
  const held = event.startsWith('pull_request') ? await holdCheck(subject, gitHub) : null
  return held === null
    ? 'A measurement started. No check passes for another base.'
    : `The check of ${headCommit.slice(0, 7)} is blocked: ${held}.`
}

function requireMeasuredBy({ measuredBy, event }: RunContext): MeasuredBy {
  if (measuredBy) return measuredBy
  throw new UserError(
    `publish needs an event with code to judge, not ${event}`,
    'See examples/workflows for the measuring and the publishing workflow.',
  )
}
