import { parseCopiedPull } from '../domain/core/branch-names.ts'
import { UserError } from '../domain/core/errors.ts'
import type { MeasuredBy, RunContext } from '../domain/core/run-context.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { GitHub } from '../ports/github.ts'
import { formatRunName, type Announcement, type CutShort } from '../steps/deliver/announce.ts'
import { chooseCheckName } from '../judging/plan/restrict-config.ts'
import type { DeliverPorts } from '../steps/deliver/deliver.ts'
import type { AcceptancePorts } from '../steps/commands/find-acceptance.ts'
import { runUnderCheck, type Identify } from '../steps/deliver/run-under-check.ts'
import { holdCheck } from '../steps/deliver/write-check.ts'

/** Request of the mode `publish`. */
export type PublishRequest = {
  readonly context: RunContext
  readonly configPath: string
  /**
   * Run folders of other jobs; `/*` at the end of a path selects its subfolders. Untrusted input: a pull request may
   * have written every byte.
   */
  readonly runFolders: readonly string[]
  /** Folder for the merged record of several run folders. */
  readonly joinedFolder: string
  readonly signal: AbortSignal
}

/** A request with its open check. */
export type AnnouncedPublish = PublishRequest & {
  readonly measuredBy: MeasuredBy
  readonly announcement: Announcement
  /** Reports pull request and base of the folder, once they are known. */
  readonly identify: Identify
}

/** Ports of the mode `publish`. */
export type PublishPorts = DeliverPorts & {
  readonly gitHub: GitHub
  readonly files: FileStore
  readonly acceptances?: AcceptancePorts | null
}

type Publish<Result> = (request: AnnouncedPublish, ports: PublishPorts) => Promise<Result>

/**
 * Opens the check, publishes, and completes the check with the error when publishing throws. `publish` is loaded after
 * the check is open, because the judging code is large and the check should appear quickly.
 */
export async function publishUnderCheck<Result>(
  request: PublishRequest,
  ports: PublishPorts,
  loadPublish: () => Promise<Publish<Result>>,
): Promise<Result> {
  const measuredBy = requireMeasuredBy(request.context)
  const announcement = buildAnnouncement(request, measuredBy)
  return await runUnderCheck(
    announcement,
    { ...request, cutShort: readInterruptedRun(measuredBy) },
    ports,
    async (identify) => {
      const publish = await loadPublish()
      return await publish({ ...request, measuredBy, announcement, identify }, ports)
    },
  )
}

/**
 * Blocks the check of a commit when a measurement was requested and the check passes only for another base.
 * Returns a sentence about the outcome.
 */
export async function holdForMeasurement(
  { context, configPath }: Pick<PublishRequest, 'context' | 'configPath'>,
  gitHub: GitHub,
): Promise<string> {
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

/** The check belongs to the head of the event. */
function buildAnnouncement(
  { configPath, context }: PublishRequest,
  { headCommit, url, event, headBranch }: MeasuredBy,
): Announcement {
  const name = chooseCheckName(configPath, context)
  const identity = { run: formatRunName(context), detailsUrl: url }
  const { pullRequest, baseBranch, baseCommit } = context
  const isTold = event.startsWith('pull_request') && pullRequest !== null && baseBranch !== undefined
  const base = isTold ? { branch: baseBranch, commit: baseCommit } : null
  const isProvisional =
    pullRequest === null && (event.startsWith('pull_request') || parseCopiedPull(headBranch) !== null)
  return { name, headCommit, identity, pullRequest, base, isProvisional }
}

/** Returns how the measuring run ended, as far as GitHub reports it. */
function readInterruptedRun({ conclusion }: MeasuredBy): CutShort {
  return conclusion === 'cancelled' || conclusion === 'timed_out' ? conclusion : null
}
