import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workflowDispatchEvent, workflowRunEvent, type EventPayload } from '../fakes/events.ts'
import { fillText } from '../fakes/expressions.ts'
import { takeId, type RepositoryState } from '../fakes/github-server/state.ts'
import { workflowBook } from '../fakes/github-server/workflow-runs.ts'
import { createScenario, type Scenario } from './scenario.ts'
import { repositoryOf } from './stand-in.ts'
import { contextsOf, readWorkflow, runWorkflow, tokensOf, type JobRun, type Workflow } from './workflow-jobs.ts'
import type { Interruption, StepMode, WorkflowRig } from './workflow-rig.ts'
import { startsOn } from './workflow-triggers.ts'

/** A repository with shipped workflows in it: what happens there starts them, and they start each other. */
export type WorkflowSite = AsyncDisposable & {
  readonly scenario: Scenario
  readonly state: RepositoryState
  /** Lets something happen; gives every workflow run that it led to, in the order in which they ended. */
  readonly happen: (happening: Happening, installed: readonly string[]) => Promise<WorkflowRun[]>
}

export type Happening = {
  readonly name: string
  readonly payload: EventPayload
  /** GITHUB_SHA; for pull requests what the payload calls their merge commit. */
  readonly commit: string
  /** GITHUB_REF; the default branch when absent. */
  readonly ref?: string
  readonly interruption?: Interruption
  /** GitHub lets no job start before a maintainer has approved the run. */
  readonly isWaitingForApproval?: boolean
}

type Conclusion = 'success' | 'failure' | 'cancelled' | 'timed_out' | 'skipped' | 'action_required'

export type WorkflowRun = {
  /** The file of the workflow, and the type where it runs on `workflow_run`. */
  readonly workflow: string
  readonly conclusion: Conclusion
  readonly concurrencyGroup: string
  readonly jobs: readonly JobRun[]
}

export function readExample(name: string): Workflow {
  return readWorkflow(readFileSync(new URL(`../../examples/workflows/${name}.yml`, import.meta.url), 'utf8'))
}

/** `workflows` by file name; every job of theirs gets a token with what it declares and no more. */
export async function openSite(
  workflows: Readonly<Record<string, Workflow>>,
  options: Parameters<typeof createScenario>[0],
  steps: StepMode = {},
): Promise<WorkflowSite> {
  const scenario = await createScenario({ ...options, tokens: tokensOf(Object.values(workflows)) })
  const state = repositoryOf(scenario)
  // As the pages say that they are to be saved.
  for (const name of Object.keys(workflows)) workflowBook(state).workflows.add(`warpgauge-${name}.yml`)
  return {
    scenario,
    state,
    async happen(happening, names) {
      const installed = Object.fromEntries(names.map((name) => [name, workflows[name] ?? missing(name)]))
      const artifacts = mkdtempSync(join(scenario.folder, 'artifacts-'))
      return await startAll({ scenario, state, installed, artifacts, steps }, happening)
    },
    [Symbol.asyncDispose]: () => scenario[Symbol.asyncDispose](),
  }
}

function missing(name: string): never {
  throw new Error(`the site has no workflow ${name}`)
}

type Ground = {
  readonly scenario: Scenario
  readonly state: RepositoryState
  readonly installed: Readonly<Record<string, Workflow>>
  readonly artifacts: string
  readonly steps: StepMode
}

async function startAll(ground: Ground, happening: Happening): Promise<WorkflowRun[]> {
  const ref = happening.ref ?? 'refs/heads/main'
  const started = Object.keys(ground.installed).filter((name) =>
    startsOn(ground.installed[name] ?? missing(name), { ...happening, ref }),
  )
  const runs: WorkflowRun[] = []
  for (const name of started) runs.push(...(await startOne(ground, name, happening)))
  return runs
}

/** One workflow run, together with those that hear of it and those that it starts. */
async function startOne(ground: Ground, name: string, happening: Happening, id?: number): Promise<WorkflowRun[]> {
  const { scenario, state, installed, artifacts } = ground
  const workflow = installed[name] ?? missing(name)
  const { dispatches } = workflowBook(state)
  const runId = id ?? takeId(scenario.server.state)
  const tell = (conclusion: Conclusion | null) =>
    startAll(ground, {
      ...workflowRunOf(happening, { runId, workflow: workflow.name, conclusion }),
      commit: scenario.baseCommit,
    })
  const requested = await tell(null)
  const { payload, interruption, commit, ref = 'refs/heads/main' } = happening
  const env = happening.name === 'pull_request' ? {} : { GITHUB_SHA: commit, GITHUB_REF: ref }
  const interrupted = interruption && { interruption }
  const event = { name: happening.name, payload, artifacts, runId, env, ...interrupted }
  const before = dispatches.length
  const jobs = happening.isWaitingForApproval ? [] : await runWorkflow(rigOf(ground), workflow, event)
  const conclusion = happening.isWaitingForApproval ? 'action_required' : conclusionOf(jobs, interruption)
  const type = happening.name === 'workflow_run' ? ` (${String(payload['action'])})` : ''
  const concurrencyGroup = fillText(workflow.concurrency?.group ?? '', contextsOf(workflow, event))
  const runs: WorkflowRun[] = [...requested, { workflow: `${name}${type}`, conclusion, concurrencyGroup, jobs }]
  for (const { workflow: file, inputs, id: ofRun } of dispatches.slice(before)) {
    const asked = workflowDispatchEvent({ repository: state, inputs: inputs as Record<string, string> })
    const called = file.replace(/^warpgauge-(.*)\.yml$/u, '$1')
    const dispatched = { name: 'workflow_dispatch', payload: asked, commit: scenario.baseCommit, ...interrupted }
    runs.push(...(await startOne(ground, called, dispatched, ofRun)))
  }
  return [...runs, ...(await tell(conclusion))]
}

function rigOf({ scenario, steps }: Ground): WorkflowRig {
  return { ...scenario, ...steps }
}

function conclusionOf(jobs: readonly JobRun[], interruption: Interruption | undefined): Conclusion {
  const results = jobs.map(({ result }) => result)
  if (results.includes('failure')) return 'failure'
  if (results.includes('cancelled')) return interruption?.how === 'timed_out' ? 'timed_out' : 'cancelled'
  return results.every((result) => result === 'skipped') ? 'skipped' : 'success'
}

type Told = { readonly runId: number; readonly workflow: string; readonly conclusion: Conclusion | null }

/** What GitHub tells workflows about the run of another one; it runs on the default branch. */
function workflowRunOf({ name, payload, commit, ref }: Happening, { runId, workflow, conclusion }: Told) {
  const { pull_request: pull, repository } = payload
  const place = { owner: repository.owner.login, name: repository.full_name.split('/')[1] ?? '' }
  return {
    name: 'workflow_run',
    payload: workflowRunEvent({
      repository: place,
      headSha: pull?.head.sha ?? commit,
      headBranch: pull?.head.ref ?? (ref ?? 'refs/heads/main').replace('refs/heads/', ''),
      triggeredBy: name,
      runId,
      workflow,
      isFork: pull !== undefined && pull.head.repo.id !== repository.id,
      ...(pull && { number: pull.number }),
      ...(conclusion === null ? { isRequested: true } : { conclusion }),
    }),
  }
}
