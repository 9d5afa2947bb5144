import { readEvent } from '../action/event.ts'
import { readInputs } from '../action/inputs.ts'
import type { ActionStep } from '../action/action-step.ts'
import { createActionsLogger } from '../action/outputs.ts'
import { SupersededError } from '../domain/core/errors.ts'
import { selectMode } from '../domain/core/run-context.ts'
import { removeAbandonedScratch } from '../io/files/owned-directory.ts'
import type { Logger } from '../ports/logger.ts'
import { formatRunName } from '../steps/deliver/announce.ts'
import { chooseCheckName } from '../judging/plan/restrict-config.ts'
import { connectGitHub } from './connect-github.ts'
import { readPendingCheck } from './pending-check.ts'
import { writeCheck } from '../steps/deliver/write-check.ts'

/** Modes without a check. */
const withoutCheck: readonly string[] = ['command', 'refresh', 'plan', 'bisect']

/**
 * Runs after the steps of the job, also when the main step was killed. Stops a benchmark that still occupies the GPUs,
 * and completes an open check, which would block the pull request.
 */
export async function cleanUp(step: ActionStep): Promise<void> {
  const logger = createActionsLogger(step.runner)
  try {
    await removeAbandonedScratch(step.env['RUNNER_TEMP'] ?? '/tmp', logger)
    await closeLeftoverCheck(step, logger)
  } catch (error) {
    // The main step has said so, and nothing was measured.
    if (error instanceof SupersededError) return
    // The post step must not fail a job that already has its verdict.
    logger.warning(error instanceof Error ? error.message : String(error))
  }
}

/** Completes the check with the pending result of the main step, or reports that there is no result. */
async function closeLeftoverCheck(step: ActionStep, logger: Logger): Promise<void> {
  const { env, runner } = step
  const inputs = readInputs(runner)
  const context = readEvent(step)
  if (inputs.token === null || !context.repository) return
  const gitHub = connectGitHub(inputs.token, context.repository, { env, logger })
  const pending = readPendingCheck(runner, inputs.token)
  if (pending) {
    // Leaves a check alone that another run has taken over.
    const { isChanged } = await writeCheck(pending, gitHub, 'late')
    if (isChanged) logger.info(`The check "${pending.name}" was completed by the post step.`)
    return
  }
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
    title: 'Ended without a result',
    summary: 'The measuring step ended before the verdict. See its log and its run folder.',
    result: 'cancelled',
  } as const
  await writeCheck(claim, gitHub, 'close')
}
