import type { Inputs } from '../action/inputs.ts'
import { writeMatrix } from '../action/outputs.ts'
import type { ModeEnding } from '../domain/verdict/mode-result.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { chooseLocalNames } from './action-names.ts'
import { openGitRepository } from '../io/git/simple-git-repository.ts'
import { plan } from '../modes/plan.ts'
import type { ActionPorts } from './action-ports.ts'

/** Wires the mode `plan` to the clone. It needs no GPU and writes nothing to GitHub. */
export async function planFromAction(
  inputs: Inputs,
  context: RunContext,
  { logger }: ActionPorts,
): Promise<ModeEnding> {
  const git = await openGitRepository(context.workspace, {
    token: inputs.token,
    localNames: chooseLocalNames(inputs.token),
  })
  const { jobs, problems } = await plan({ context, configPath: inputs.config, by: inputs.planBy }, { git })
  for (const problem of problems) logger.warning(problem)
  writeMatrix(jobs)
  return { said: `${jobs.length} ${jobs.length === 1 ? 'job' : 'jobs'}: ${jobs.map(({ name }) => name).join(', ')}` }
}
