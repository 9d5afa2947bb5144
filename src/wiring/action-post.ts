import { readEvent } from '../action/event.ts'
import { readInputs } from '../action/inputs.ts'
import { actionsLogger } from '../action/logger.ts'

import { selectMode } from '../domain/core/mode.ts'
import { removeAbandonedScratch } from '../io/files/scratch.ts'
import type { CheckClaim } from '../domain/check/check-claim.ts'
import type { GitHub } from '../ports/github.ts'
import { formatRunName } from '../steps/deliver/announce.ts'
import { chooseCheckName } from '../judging/plan/restrict-config.ts'
import { connectGitHub } from './connect-github.ts'
import { readPendingCheck } from './pending-check.ts'
import { writeCheck } from '../steps/deliver/write-check.ts'

/** They announce no check, so that none is left open. */
const withoutCheck: readonly string[] = ['command', 'refresh', 'plan', 'bisect']

/**
 * Runs after the job's steps, also when the main step was killed. Its benchmark may still run then and hold the GPUs of the
 * next job, and its check would block for ever.
 */
export async function tidyUp(): Promise<void> {
  await removeAbandonedScratch(process.env['RUNNER_TEMP'] ?? '/tmp', actionsLogger)
  await closeLeftoverCheck()
}

/** What the main step had to say and could not is said now; otherwise the check says that nobody knows. */
async function closeLeftoverCheck(): Promise<void> {
  const inputs = readInputs()
  const context = readEvent(process.env)
  if (inputs.token === null || !context.repository) return
  const gitHub = connectGitHub(inputs.token, context.repository, actionsLogger)
  const pending = readPendingCheck(inputs.token)
  if (pending) return await reportPending(pending, gitHub)
  const mode = inputs.mode === 'auto' ? selectMode(context) : inputs.mode
  const headCommit = mode === 'publish' ? (context.measuredBy?.headCommit ?? null) : context.headCommit
  if (withoutCheck.includes(mode) || headCommit === null) return
  const claim = {
    name: chooseCheckName(inputs.config, context),
    headCommit,
    pullRequest: context.pullRequest,
    base: null,
    isProvisional: mode === 'publish' && context.pullRequest === null,
    run: formatRunName(context),
    detailsUrl: context.runUrl,
    title: 'Ended before there was a result',
    summary:
      'The step that measured was ended before it could judge. Its log and, if it got that far, its run folder tell more.',
    result: 'cancelled',
  } as const
  await writeCheck(claim, gitHub, 'close')
}

/** A check that another run has made its own since says what that run found. */
async function reportPending(pending: CheckClaim, gitHub: GitHub): Promise<void> {
  const { isChanged } = await writeCheck(pending, gitHub, 'late')
  if (isChanged) actionsLogger.info(`The check "${pending.name}" was completed, which the step itself could not do.`)
}
