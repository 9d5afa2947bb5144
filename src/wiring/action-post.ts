import { readEvent } from '../action/event.ts'
import { readInputs } from '../action/inputs.ts'
import { actionsLogger } from '../action/logger.ts'

import { modeForEvent } from '../domain/mode.ts'
import { sweepScratch } from '../io/scratch.ts'
import type { RunContext } from '../domain/run-context.ts'
import type { CheckRun, GitHub } from '../ports/github.ts'
import { checkNameOf } from '../steps/commanded-config.ts'
import { gitHubOfRun } from './github-of-run.ts'
import { readPendingCheck } from './pending-check.ts'

/** They announce no check, so that none is left open. */
const withoutCheck: readonly string[] = ['command', 'refresh', 'plan', 'bisect']

/**
 * Runs after the job's steps, also when the main step was killed. Its benchmark may still run then and hold the GPUs of the
 * next job, and its check would block for ever.
 */
export async function tidyUp(): Promise<void> {
  await sweepScratch(process.env['RUNNER_TEMP'] ?? '/tmp', actionsLogger)
  await closeLeftoverCheck()
}

/** What the main step had to say and could not is said now; otherwise the check says that nobody knows. */
async function closeLeftoverCheck(): Promise<void> {
  const inputs = readInputs()
  const context = readEvent(process.env)
  if (inputs.token === null || !context.repository) return
  const gitHub = gitHubOfRun(inputs.token, context.repository, actionsLogger)
  const pending = readPendingCheck(inputs.token)
  if (pending) return await sayPending(pending, gitHub)
  const mode = inputs.mode === 'auto' ? modeForEvent(context) : inputs.mode
  const headCommit = mode === 'publish' ? (context.measuredBy?.headCommit ?? null) : context.headCommit
  if (withoutCheck.includes(mode) || headCommit === null) return
  const name = checkNameOf(inputs.config, context)
  await closeUnjudged({ name, headCommit, externalId: `${name}:${context.runKey}` }, context, gitHub)
}

/** A check that another run has made its own since says what that run found. */
async function sayPending(pending: CheckRun, gitHub: GitHub): Promise<void> {
  const { name, headCommit, externalId } = pending
  if ((await gitHub.checkState(name, headCommit, externalId)) === 'taken') return
  await gitHub.upsertCheckRun(pending)
  actionsLogger.info(`The check "${name}" was completed, which the step itself could not do.`)
}

async function closeUnjudged(
  identity: Pick<CheckRun, 'name' | 'headCommit' | 'externalId'>,
  { runUrl }: RunContext,
  gitHub: GitHub,
): Promise<void> {
  const { name, headCommit, externalId } = identity
  if ((await gitHub.checkState(name, headCommit, externalId)) !== 'open') return
  const said = {
    title: 'Ended before there was a result',
    summary:
      'The step that measured was ended before it could judge. Its log and, if it got that far, its run folder tell more.',
  }
  await gitHub.upsertCheckRun({
    ...identity,
    detailsUrl: runUrl,
    ...said,
    state: { status: 'completed', conclusion: 'failure' },
  })
}
