import { parseCopiedPull } from '../domain/core/branch-names.ts'
import { UserError } from '../domain/core/errors.ts'
import type { ModeResult } from '../domain/verdict/mode-result.ts'
import type { MeasuredBy, RunContext } from '../domain/core/run-context.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { GitHub } from '../ports/github.ts'
import { formatRunName, type Announcement, type CutShort } from '../steps/deliver/announce.ts'
import { chooseCheckName } from '../judging/plan/restrict-config.ts'
import type { DeliverPorts } from '../steps/deliver/deliver.ts'
import type { AcceptancePorts } from '../steps/commands/find-acceptance.ts'
import { holdCheck } from '../steps/deliver/hold-check.ts'
import { runUnderCheck, type Identify } from '../steps/deliver/run-under-check.ts'
import { formatSubject } from '../steps/deliver/write-check.ts'

export type PublishRequest = {
  readonly context: RunContext
  readonly configPath: string
  /**
   * What other jobs measured; `/*` at the end of a path stands for the folders in it. Hostile input: a pull request may
   * have written every byte of it.
   */
  readonly runFolders: readonly string[]
  /** Where the record of several that were joined is left. */
  readonly joinedFolder: string
  readonly signal: AbortSignal
}

/** A request together with the check that was opened for it. */
export type AnnouncedPublish = PublishRequest & {
  readonly measuredBy: MeasuredBy
  readonly announcement: Announcement
  /** Says which pull request and base the folder is about, once that is known. */
  readonly identify: Identify
}

export type PublishPorts = DeliverPorts & {
  readonly gitHub: GitHub
  readonly files: FileStore
  readonly acceptances?: AcceptancePorts | null
}

type Publish = (request: AnnouncedPublish, ports: PublishPorts) => Promise<ModeResult>

/**
 * Opens the check, publishes, and completes the check with the error when that throws. `publish` is loaded when the
 * check is open: what judges is many times larger than what it takes to say that somebody is at work.
 */
export async function publishUnderCheck(
  request: PublishRequest,
  ports: PublishPorts,
  loadPublish: () => Promise<Publish>,
): Promise<ModeResult> {
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
 * Looks, when a measurement has just been asked for, whether the check of its commit passes for other pull requests alone, and
 * takes it back then. Gives what was done in a sentence.
 */
export async function holdForMeasurement(
  { context, configPath }: Pick<PublishRequest, 'context' | 'configPath'>,
  gitHub: GitHub,
): Promise<string> {
  const { headCommit, event } = requireMeasuredBy(context)
  const place = { name: chooseCheckName(configPath, context), headCommit }
  const held = event.startsWith('pull_request') ? await holdCheck(place, gitHub) : null
  return held === null
    ? 'A measurement begins. No check passes for what it is to measure.'
    : `The check of ${headCommit.slice(0, 7)} waits for ${formatSubject(held)}.`
}

function requireMeasuredBy({ measuredBy, event }: RunContext): MeasuredBy {
  if (measuredBy) return measuredBy
  throw new UserError(
    `publish works on events that bring code to be judged, this is ${event}`,
    'See examples/workflows for the pair of workflows that measures and publishes.',
  )
}

/** The check belongs to the head that the event names. */
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

/** How the run ended that left the folder, as far as GitHub tells. */
function readInterruptedRun({ conclusion }: MeasuredBy): CutShort {
  return conclusion === 'cancelled' || conclusion === 'timed_out' ? conclusion : null
}
