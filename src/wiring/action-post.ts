import { readEvent } from '../action/event.ts'
import { readInputs } from '../action/inputs.ts'
import { gitHubOfRun } from './github-of-run.ts'
import { modeForEvent } from '../domain/mode.ts'
import { checkNameOf } from '../steps/commanded-config.ts'
import { actionsLogger } from '../action/logger.ts'

/** They announce no check, so that none is left open. */
const withoutCheck: readonly string[] = ['command', 'refresh', 'plan', 'bisect']

/** Runs after the job's steps, also when the main step was killed: a check that is still in progress would block for ever. */
export async function closeLeftoverCheck(): Promise<void> {
  const inputs = readInputs()
  const context = readEvent(process.env)
  const mode = inputs.mode === 'auto' ? modeForEvent(context) : inputs.mode
  const headCommit = mode === 'publish' ? (context.measuredBy?.headCommit ?? null) : context.headCommit
  if (withoutCheck.includes(mode)) return
  if (inputs.token === null || headCommit === null || !context.repository) return
  const gitHub = gitHubOfRun(inputs.token, context.repository, actionsLogger)
  const name = checkNameOf(inputs.config, context)
  const externalId = `${name}:${context.runKey}`
  if (!(await gitHub.isCheckOpen(name, headCommit, externalId))) return
  const said = {
    title: 'Ended before there was a result',
    summary:
      'The step that measured was ended before it could judge. Its log and, if it got that far, its run folder tell more.',
  }
  await gitHub.upsertCheckRun({
    name,
    headCommit,
    externalId,
    detailsUrl: context.runUrl,
    ...said,
    state: { status: 'completed', conclusion: 'failure' },
  })
}
