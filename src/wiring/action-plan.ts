import type { Inputs } from '../action/inputs.ts'
import { setOutputs } from '../action/outputs.ts'
import type { ModeEnding } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { MatrixKey } from '../domain/plan/job-matrix.ts'
import { chooseLocalNames, type ActionPorts } from './action-ports.ts'
import { openGitRepository } from '../io/git/simple-git-repository.ts'
import { decideOrMeasure, plan } from '../modes/plan.ts'
import { connectGitHub } from './connect-github.ts'

/** Wires the mode `plan` to GitHub and the clone. It needs no GPU and writes nothing to GitHub. */
export async function planFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeEnding> {
  const { token, config: configPath, planBy } = inputs
  const { repository } = context
  const hasAccess = token !== null && repository !== null
  const decision = await decideOrMeasure(
    { context, configPath },
    hasAccess ? connectGitHub(token, repository, ports) : null,
  )
  setOutputs(ports.runner, { measure: String(decision.isNeeded) })
  const said = decision.isNeeded
    ? `To be measured: ${decision.reason}.`
    : 'Not to be measured: no file of the program changed.'
  return { said: planBy === null ? said : `${said} ${await planJobs(inputs, context, ports, planBy)}` }
}

async function planJobs(
  { token, config: configPath }: Inputs,
  context: RunContext,
  { env, runner, logger }: ActionPorts,
  by: MatrixKey,
): Promise<string> {
  const git = await openGitRepository(context.workspace, { env, token, localNames: chooseLocalNames(token) })
  const { jobs, problems } = await plan({ context, configPath, by }, { git })
  for (const problem of problems) logger.warning(problem)
  setOutputs(runner, { matrix: JSON.stringify({ include: jobs }) })
  return `${jobs.length} ${jobs.length === 1 ? 'job' : 'jobs'}: ${jobs.map(({ name }) => name).join(', ')}`
}
