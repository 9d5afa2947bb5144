import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { newTrackingId } from '../fakes/action-step.ts'
import { runAction, startAction, type ActionRun, type ActionRunOptions } from '../fakes/actions-runner.ts'
import { checkOutAlone } from '../fakes/checked-out.ts'
import { fillText, isMet, type Contexts, type Status } from '../fakes/expressions.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { untilStalled } from './stalling-job.ts'
import type { WorkflowEvent, WorkflowRig } from './workflow-rig.ts'

export type Step = {
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, unknown>>
  readonly with?: Readonly<Record<string, unknown>>
  readonly 'continue-on-error'?: boolean
}

export type Outcome = 'success' | 'failure' | 'cancelled' | 'skipped'

/** A job on its machine, as its steps see it. */
export type JobPlace = {
  readonly rig: WorkflowRig
  readonly event: WorkflowEvent
  readonly job: string
  readonly token: string
  readonly permissions: Readonly<Record<string, string>>
  /** RUNNER_TEMP. */
  readonly temp: string
  readonly workspace: string
  readonly contexts: Contexts
}

type Outputs = Readonly<Record<string, string>>
type StepEnd = { readonly outcome: Outcome; readonly run?: ActionRun; readonly outputs?: Outputs }
type StepRecord = StepEnd & {
  readonly id: string | undefined
  readonly conclusion: Outcome
  readonly outputs: Readonly<Record<string, string>>
}
/** What is done at the end of the job, in reverse order. */
type Posts = (() => Promise<ActionRun>)[]
type Inputs = Readonly<Record<string, string>>

export type StepsEnd = {
  readonly result: Outcome
  /** What the Action did in this job, step by step, the post steps behind. */
  readonly runs: readonly ActionRun[]
  /** The context `steps` at the end. */
  readonly steps: Contexts
}

/** Runs the steps of a job as the runner does: conditions, outcomes, and the post steps of what has run. */
export async function runSteps(place: JobPlace, list: readonly Step[]): Promise<StepsEnd> {
  const records: StepRecord[] = []
  const posts: Posts = []
  for (const step of list) {
    const contexts = { ...place.contexts, steps: stepsContext(records) }
    const isRun = isMet(step.if, contexts, statusAfter(records))
    const end: StepEnd = isRun ? await runStep({ ...place, contexts }, step, posts) : { outcome: 'skipped' }
    const isForgiven = end.outcome === 'failure' && step['continue-on-error'] === true
    const conclusion = isForgiven ? 'success' : end.outcome
    records.push({ ...end, id: step.id, conclusion, outputs: end.outputs ?? end.run?.outputs ?? {} })
  }
  const runs = records.flatMap(({ run }) => run ?? [])
  for (const post of posts.toReversed()) runs.push(await post())
  const { isCancelled, hasFailed } = statusAfter(records)
  const result = isCancelled ? 'cancelled' : hasFailed ? 'failure' : 'success'
  return { result, runs, steps: stepsContext(records) }
}

function statusAfter(records: readonly StepRecord[]): Status {
  const conclusions = records.map(({ conclusion }) => conclusion)
  const [hasFailed, isCancelled] = [conclusions.includes('failure'), conclusions.includes('cancelled')]
  return { hasFailed, isCancelled, hasSucceeded: !hasFailed && !isCancelled }
}

function stepsContext(records: readonly StepRecord[]): Contexts {
  return Object.fromEntries(
    records.map(({ id, outcome, conclusion, outputs }) => [id ?? '', { outcome, conclusion, outputs }]),
  )
}

async function runStep(place: JobPlace, step: Step, posts: Posts): Promise<StepEnd> {
  const { contexts } = place
  const inputs = fillAll(step.with, contexts)
  const kind = step.uses?.split('@')[0] ?? ''
  if (step.run !== undefined) return runShell(place, step.run, fillAll(step.env, contexts))
  if (place.rig.answer) return kind.endsWith('/warpgauge') ? answerFor(place, inputs) : { outcome: 'success' }
  if (kind.endsWith('/warpgauge')) return await runWarpgauge(place, inputs, posts)
  const does = actions[kind]
  if (does === undefined) return { outcome: 'success' }
  return { outcome: does(place, inputs) ? 'success' : 'failure' }
}

function answerFor({ rig, event, job }: JobPlace, inputs: Inputs): StepEnd {
  return event.interruption?.job === job || !rig.answer ? { outcome: 'cancelled' } : rig.answer(inputs)
}

function fillAll(texts: Readonly<Record<string, unknown>> = {}, contexts: Contexts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, fillText(String(value), contexts)]))
}

function runShell({ rig, workspace: cwd, temp }: JobPlace, script: string, env: Inputs): StepEnd {
  const { PATH } = process.env
  const all = { PATH, RUNNER_TEMP: temp, ...rig.env, ...env }
  return { outcome: spawnSync('bash', ['-e', '-c', script], { cwd, env: all }).status === 0 ? 'success' : 'failure' }
}

/** The Action; where the job is to be interrupted, as soon as its pipeline stalls. */
async function runWarpgauge(
  { rig, event, job, token, temp, workspace }: JobPlace,
  inputs: Inputs,
  posts: Posts,
): Promise<StepEnd> {
  const { interruption } = event
  const options: ActionRunOptions = {
    actionYml: rig.actionYml,
    env: { ...rig.env, ...event.env, GITHUB_RUN_ID: String(event.runId), GITHUB_JOB: job },
    event: event.payload,
    eventName: event.name,
    serverUrl: rig.server.url,
    trackingId: newTrackingId(),
    runnerTemp: temp,
    cwd: workspace,
    inputs,
    token,
    isProcess: rig.isProcess ?? false,
  }
  const isInterrupted = interruption?.job === job
  const run = isInterrupted ? await interrupt(options, rig.folder) : await runAction(options)
  posts.push(() => runAction({ ...options, entry: 'post', state: run.state }))
  if (isInterrupted) return { outcome: 'cancelled', run }
  return { outcome: run.conclusion, run }
}

/** A cancelled job and one that runs into its limit get the same signals. */
async function interrupt(options: ActionRunOptions, folder: string): Promise<ActionRun> {
  const place = mkdtempSync(join(folder, 'stalling-'))
  writeFileSync(join(place, 'stall-at'), '2')
  const running = await startAction({ ...options, env: { ...options.env, STAND_IN_PLACE: place } })
  await untilStalled({ place }, running)
  return await running.cancel()
}

/** What GitHub's own actions do; false: the step fails. */
const actions: Readonly<Record<string, (place: JobPlace, inputs: Inputs) => boolean>> = {
  'actions/checkout': checkOut,
  'actions/upload-artifact': upload,
  'actions/download-artifact': download,
}

/** One commit, or with `fetch-depth: 0` every branch and tag too. */
function checkOut({ rig, event, permissions, workspace }: JobPlace, inputs: Inputs): boolean {
  if (permissions['contents'] === undefined) return false
  const folder = join(workspace, inputs['path'] ?? '')
  const git = gitWith(gitEnvironment(rig.folder))
  const hub = join(rig.folder, 'hub.git')
  const ref = inputs['ref'] ?? refOf(event)
  mkdirSync(folder, { recursive: true })
  try {
    if (inputs['fetch-depth'] !== '0' && !existsSync(join(folder, '.git'))) {
      checkOutAlone(hub, folder, ref)
      return true
    }
    if (!existsSync(join(folder, '.git'))) {
      git(folder, 'init', '--quiet')
      git(folder, 'remote', 'add', 'origin', `file://${hub}`)
    }
    const fetch = ['fetch', '--quiet', '--no-tags', 'origin']
    git(folder, ...fetch, '+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*')
    git(folder, ...fetch, ref)
    git(folder, 'checkout', '--quiet', '--force', '--detach', 'FETCH_HEAD')
    return true
  } catch {
    return false
  }
}

function refOf({ payload, env }: WorkflowEvent): string {
  if (payload.pull_request) return `refs/pull/${payload.pull_request.number}/merge`
  return env?.['GITHUB_SHA'] ?? payload.after ?? payload.repository.default_branch
}

/** Without files the action warns and goes on. */
function upload({ event }: JobPlace, { name = 'artifact', path = '' }: Inputs): boolean {
  if (existsSync(path)) cpSync(path, join(event.artifacts, String(event.runId), name), { recursive: true })
  return true
}

/** One artifact by its name, which has to be there, or all that match; a single match gets no folder of its own. */
function download({ event, permissions }: JobPlace, inputs: Inputs): boolean {
  const { name, pattern = '*', path = '', 'run-id': otherRun } = inputs
  if (otherRun !== undefined && (permissions['actions'] === undefined || !inputs['github-token'])) return false
  const folder = join(event.artifacts, otherRun ?? String(event.runId))
  const found = globSync(name ?? pattern, { cwd: folder })
  if (name !== undefined && found.length === 0) return false
  mkdirSync(dirname(path), { recursive: true })
  for (const one of found)
    cpSync(join(folder, one), found.length === 1 ? path : join(path, basename(one)), { recursive: true })
  return true
}
