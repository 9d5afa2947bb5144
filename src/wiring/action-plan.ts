import type { Inputs } from '../action/inputs.ts'
import { setOutputs } from '../action/outputs.ts'
import type { ModeEnding } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { MatrixKey } from '../domain/plan/job-matrix.ts'
import { chooseLocalNames, type ActionPorts } from './action-ports.ts'
import { openGitRepository } from '../io/git/simple-git-repository.ts'
import { planMatrix } from '../judging/plan/plan-run.ts'
import { decideMeasurement, needsMeasurement, type MeasurementDecision } from '../steps/paths/decide-measurement.ts'
import { chooseReference, findCommits } from '../steps/trees/find-commits.ts'
import { connectGitHub } from './connect-github.ts'

/**
 * Wires the mode `plan` to GitHub and the clone. Sets the outputs of the step; needs no GPU and writes nothing to
 * GitHub.
 */
export async function planFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeEnding> {
  const decision = await decideOrMeasure(inputs, context, ports)
  setOutputs(ports.runner, { measure: String(decision.isNeeded) })
  const said = decision.isNeeded
    ? `To be measured: ${decision.reason}.`
    : 'Not to be measured: no file of the program changed.'
  const { planBy } = inputs
  return { said: planBy === null ? said : `${said} ${await planJobs(inputs, context, ports, planBy)}` }
}

/** Decides whether to measure the code of an event, by the files that it changes. Whatever cannot be decided is measured. */
async function decideOrMeasure(
  { token, config: configPath }: Inputs,
  context: RunContext,
  ports: ActionPorts,
): Promise<MeasurementDecision> {
  const { measuredBy, repository, event } = context
  if (token === null || repository === null) return needsMeasurement('there is no token to compare its files with')
  if (measuredBy === null) return needsMeasurement(`the event ${event} has no code to compare`)
  try {
    return await decideMeasurement({ context, measuredBy, configPath }, connectGitHub(token, repository, ports))
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return needsMeasurement(`its files could not be compared: ${problem}`)
  }
}

/** Plans the jobs from the trusted config: a pull request can neither choose its runners nor leave out cases. */
async function planJobs(
  { token, config: configPath }: Inputs,
  context: RunContext,
  { env, runner, logger }: ActionPorts,
  by: MatrixKey,
): Promise<string> {
  const git = await openGitRepository(context.workspace, { env, token, localNames: chooseLocalNames(token) })
  const found = await findCommits(context, git)
  const { rules } = await chooseReference({ context, configPath, ownRules: null, found }, git)
  const { jobs, problems } = planMatrix({ config: rules.config, configPath, by })
  for (const problem of problems) logger.warning(problem)
  setOutputs(runner, { matrix: JSON.stringify({ include: jobs }) })
  return `${jobs.length} ${jobs.length === 1 ? 'job' : 'jobs'}: ${jobs.map(({ name }) => name).join(', ')}`
}
