import { join } from 'node:path'
import type { Inputs } from '../action/inputs.ts'
import { setOutputs } from '../action/outputs.ts'
import type { ActionPorts } from './action-ports.ts'
import { UserError } from '../domain/core/errors.ts'
import type { ModeEnding, ModeResult } from '../domain/verdict/report.ts'
import type { RunContext, MeasuredBy } from '../domain/core/run-context.ts'
import { requireGitHub } from './connect-github.ts'
import { createRunId, systemClock } from '../io/machine/system-clock.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { runUnderCheck, formatRunName, type Announcement, type CutShort } from '../steps/deliver/announce.ts'
import { parseCopiedPull } from '../domain/core/revision.ts'
import type { GitHub } from '../io/github/github.ts'
import { chooseCheckName } from '../judging/plan/restrict-config.ts'
import { holdCheck } from '../steps/deliver/write-check.ts'

/**
 * Wires the mode `publish` to GitHub and the disk. While a measurement starts, it only blocks a stale check. Sets the
 * outputs of a change that needs no measurement; those of a report are set by the caller.
 */
export async function publishFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeEnding> {
  if (context.measuredBy?.isBeginning)
    return { said: await holdForMeasurement(context, inputs.config, requireGitHub('publish', inputs, context, ports)) }
  if (!(await isUnmeasured(inputs, context))) return await publishMeasured(inputs, context, ports)
  const { request, given } = prepare(inputs, context, ports)
  const ending = await runUnderCheck(request.announcement, request, given, async (identify) => {
    const { publish, publishUnmeasured } = await import('../modes/publish.ts')
    const announced = { ...request, identify }
    return (await publishUnmeasured(announced, given)) ?? (await publish(announced, given))
  })
  if ('checkUrl' in ending)
    setOutputs(ports.runner, {
      verdict: 'not-measured',
      conclusion: ending.conclusion ?? '',
      'check-url': ending.checkUrl ?? '',
    })
  return ending
}

/** Publishes the measurement of another job on GitHub; throws a UserError without a run folder. */
export async function publishMeasured(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeResult> {
  const { request, given } = prepare(inputs, context, ports)
  if (inputs.runFolders.length === 0)
    throw new UserError(
      'publish needs the run folder of the measuring job',
      'Download its artifact and give the path as run-folder; several folders, one per line, are merged.',
    )
  return await runUnderCheck(request.announcement, request, given, async (identify) => {
    // The judging code is large, and the check should appear quickly.
    const { publish } = await import('../modes/publish.ts')
    return await publish({ ...request, identify }, given)
  })
}

function prepare(inputs: Inputs, context: RunContext, ports: ActionPorts) {
  const { config: configPath, runFolders, measureResult } = inputs
  const gitHub = requireGitHub('publish', inputs, context, ports)
  const given = { ...ports, gitHub, files: diskFileStore, clock: systemClock }
  const joinedFolder = join(ports.env['RUNNER_TEMP'] ?? '/tmp', `warpgauge-joined-${createRunId()}`)
  const announced = announcePublish(context, configPath, measureResult)
  return { given, request: { context, configPath, runFolders, joinedFolder, signal: ports.signal, ...announced } }
}

/**
 * Whether the measuring run succeeded without a run folder. Only the decision that is taken again can then pass the
 * check, because a pull request can change the workflow that measures it.
 */
async function isUnmeasured({ isSkipped, runFolders }: Inputs, { event, measuredBy }: RunContext): Promise<boolean> {
  if (isSkipped) return true
  if (event !== 'workflow_run' || measuredBy?.conclusion !== 'success') return false
  const found = await Promise.all(runFolders.map((path) => diskFileStore.list(path.replace(/\/\*$/u, ''))))
  return runFolders.length > 0 && found.flat().length === 0
}

/** Names the check of the measurement in the event. */
function announcePublish(context: RunContext, configPath: string, measureResult: string | null) {
  const measured = requireMeasuredBy(context)
  // As far as GitHub reports how the measuring run, or the measuring job of this run, ended.
  const ended = { conclusion: measureResult, ...(context.runAttempt && { attempt: context.runAttempt }) }
  const measuredBy = { ...measured, ...(measured.conclusion === null && ended) }
  const { headCommit, url: detailsUrl, event, headBranch, conclusion } = measuredBy
  const { pullRequest, baseBranch, baseCommit } = context
  const isOfPull = event.startsWith('pull_request')
  const isKnown = isOfPull && pullRequest !== null && baseBranch !== undefined
  const announcement: Announcement = {
    name: chooseCheckName(configPath, context),
    headCommit,
    run: formatRunName(context),
    detailsUrl,
    pullRequest,
    base: isKnown ? { branch: baseBranch, commit: baseCommit } : null,
    isProvisional: pullRequest === null && (isOfPull || parseCopiedPull(headBranch) !== null),
  }
  const cutShort: CutShort = conclusion === 'cancelled' || conclusion === 'timed_out' ? conclusion : null
  return { measuredBy, announcement, cutShort }
}

/**
 * Blocks the check of a commit when a measurement was requested and the check passes only for another base.
 * Returns a sentence about the outcome.
 */
async function holdForMeasurement(context: RunContext, configPath: string, gitHub: GitHub): Promise<string> {
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
