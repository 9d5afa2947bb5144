import type { Inputs } from '../action/inputs.ts'
import { readComment } from '../steps/commands/comment.ts'
import { UserError } from '../domain/core/errors.ts'
import type { ModeEnding } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { systemClock } from '../io/machine/system-clock.ts'
import type { ActionPorts } from './action-ports.ts'

/** Wires the mode `command` to GitHub. A comment without a command ends before any module is loaded. */
export async function answerCommandFromAction(
  inputs: Inputs,
  context: RunContext,
  { env, logger }: ActionPorts,
): Promise<ModeEnding> {
  const { comment: event, headCommit: trustedCommit } = context
  if (!event) throw new UserError('the mode command works on comments', 'Start this workflow by issue_comment.')
  if (!event.isNew || !event.isByPerson || readComment(event.body).kind === 'none') {
    logger.info('No /warpgauge command in this comment.')
    return { said: null }
  }
  const { requireGitHub } = await import('./connect-github.ts')
  const { handleComment } = await import('../modes/command.ts')
  const gitHub = requireGitHub('command', inputs, context, { env, logger })
  if (trustedCommit === null) throw new UserError('GITHUB_SHA is not set', 'Run this inside GitHub Actions.')
  const request = { event, trustedCommit, configPath: inputs.config, isRerun: (context.runAttempt ?? 1) > 1 }
  return { said: await handleComment(request, { gitHub, clock: systemClock, logger }) }
}
