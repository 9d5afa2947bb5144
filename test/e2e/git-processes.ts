import { runAction, type ActionRun } from '../fakes/actions-runner.ts'
import { workflowRunEvent } from '../fakes/events.ts'
import { openLoggedGit } from '../fakes/logged-git.ts'
import { place } from './eventful.ts'
import { checkOptions } from './run-check.ts'
import { createScenario, pullNumber, smallPipeline, writeToken } from './scenario.ts'

/** The most processes of git that one step may start. */
export const limits = { check: 12, publish: 6 }

/** A step, and the arguments of each git that it started. */
export type CountedStep = { readonly run: ActionRun; readonly started: readonly string[] }

const config = `${smallPipeline}revisions:
  base: { ref: merge-base }
suites:
  revision: { run: { dataset: small, warmups: 0, repeats: 4, maxRepeats: 4 }, against: [base], gpus: 1 }
comparison: { minEffect: 0.95 }
`

/** Checks a pull request beside its merge base, and publishes the run folder again, each in a shallow clone. */
export async function countGitProcesses(): Promise<Readonly<Record<keyof typeof limits, CountedStep>>> {
  await using scenario = await createScenario({ config })
  const headSha = scenario.push('A change', { 'NOTES.md': 'nothing that runs\n' })
  const options = { ...checkOptions(scenario, { token: writeToken }), isProcess: true }
  const count = async (more: Partial<typeof options>): Promise<CountedStep> => {
    using git = openLoggedGit()
    const run = await runAction({ ...options, ...more, cwd: scenario.checkOut(), env: { PATH: git.path } })
    return { run, started: git.list() }
  }
  const check = await count({})
  const event = workflowRunEvent({ repository: place, headSha, number: pullNumber })
  const inputs = { ...options.inputs, mode: 'publish' }
  return { check, publish: await count({ inputs, event, eventName: 'workflow_run' }) }
}
