import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { runAction, type ActionRun, type ActionRunOptions } from '../fakes/actions-runner.ts'
import type { EventPayload } from '../fakes/events.ts'
import type { TokenOptions } from '../fakes/github-server/token-options.ts'
import type { GitHubServer } from '../fakes/github-server/start-github-server.ts'

type Step = {
  readonly id?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}
type Job = {
  readonly 'runs-on'?: unknown
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps?: readonly Step[]
}
export type Workflow = {
  readonly name: string
  readonly on: unknown
  readonly permissions?: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

export type WorkflowRig = {
  readonly folder: string
  readonly actionYml: string
  readonly server: GitHubServer
  /** What actions/checkout leaves. */
  readonly checkOut: (ref?: string) => string
  /** Beside what the runner itself sets. */
  readonly env?: Readonly<Record<string, string>>
}

export type WorkflowEvent = {
  readonly name: string
  readonly payload: EventPayload
  readonly inputs?: Readonly<Record<string, string>>
  /** What further expressions stand for, such as `matrix.only`. */
  readonly values?: Readonly<Record<string, string>>
  /** What the runner sets for this event, such as GITHUB_SHA. */
  readonly env?: Readonly<Record<string, string>>
  /** Artifacts of the run that started this one: a folder of folders. */
  readonly artifacts: string
}

export type JobRun = { readonly job: string; readonly runs: readonly ActionRun[] }

/** Reads a workflow; throws when it is no YAML. */
export function readWorkflow(text: string): Workflow {
  return parse(text) as Workflow
}

/** A token that may do exactly what a job declares, by name: one of these is registered for each set of permissions. */
function tokenFor(permissions: Readonly<Record<string, string>>): string {
  return `tok-${
    Object.entries(permissions)
      .map((entry) => entry.join('-'))
      .toSorted()
      .join('-') || 'none'
  }`
}

/** The tokens of all jobs of these workflows, for the fake GitHub. */
export function tokensOf(workflows: readonly Workflow[]): Record<string, TokenOptions> {
  const all = workflows.flatMap(({ jobs }) => Object.values(jobs)).map(({ permissions = {} }) => permissions)
  return Object.fromEntries(
    all.map((permissions) => [
      tokenFor(permissions),
      Object.fromEntries(Object.entries(permissions).map(([area, level]) => [area.replace('-', '_'), level])),
    ]),
  )
}

/**
 * Runs the warpgauge steps of a workflow, job after job, with the inputs that it gives them. Checkout and artifacts are
 * done as GitHub's own actions would; conditions of jobs and shell steps are GitHub's business and not looked at.
 */
export async function runWorkflow(rig: WorkflowRig, workflow: Workflow, event: WorkflowEvent): Promise<JobRun[]> {
  const done: JobRun[] = []
  for (const [name, job] of Object.entries(workflow.jobs)) done.push({ job: name, runs: await runJob(rig, job, event) })
  return done
}

async function runJob(rig: WorkflowRig, { steps = [], permissions = {} }: Job, event: WorkflowEvent) {
  const temp = mkdtempSync(join(rig.folder, 'temp-'))
  const token = tokenFor(permissions)
  const runs: ActionRun[] = []
  const values = expressionsOf({ temp, token }, event)
  let cwd = mkdtempSync(join(rig.folder, 'empty-'))
  for (const step of steps) {
    const inputs = filledInputs(step, values)
    const kind = step.uses?.split('@')[0] ?? ''
    if (kind === 'actions/checkout') cwd = rig.checkOut(inputs['ref'])
    if (kind === 'actions/upload-artifact') upload(event, inputs)
    if (kind === 'actions/download-artifact') download(event, inputs)
    if (!kind.endsWith('/warpgauge')) continue
    const run = await runStep(rig, event, { inputs, token, cwd, runnerTemp: temp })
    for (const [name, value] of Object.entries(run.outputs)) values[`steps.${step.id}.outputs.${name}`] = value
    runs.push(run)
  }
  return runs
}

type Place = Pick<ActionRunOptions, 'inputs' | 'token' | 'cwd' | 'runnerTemp'>

async function runStep({ actionYml, server, env = {} }: WorkflowRig, event: WorkflowEvent, place: Place) {
  const { payload, name: eventName } = event
  return await runAction({
    actionYml,
    env: { ...env, ...event.env },
    event: payload,
    eventName,
    serverUrl: server.url,
    ...place,
  })
}

/** What the expressions of the workflows stand for. */
function expressionsOf(job: { readonly temp: string; readonly token: string }, event: WorkflowEvent) {
  const inputs = Object.entries(event.inputs ?? {}).map(([name, value]) => [`inputs.${name}`, value] as const)
  const values: Record<string, string> = {
    'runner.temp': job.temp,
    'github.token': job.token,
    'github.run_attempt': '1',
    'github.event.workflow_run.id': '1',
    'github.event.repository.default_branch': 'main',
  }
  return { ...values, ...Object.fromEntries(inputs), ...event.values }
}

function filledInputs({ with: inputs = {} }: Step, values: Readonly<Record<string, string>>): Record<string, string> {
  const fill = (text: string): string =>
    text.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_all, expression: string) => {
      const value = values[expression] ?? (expression.startsWith('inputs.') ? '' : undefined)
      if (value === undefined) throw new Error(`nothing here knows the expression ${expression}`)
      return value
    })
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, fill(String(value))]))
}

function upload({ artifacts }: WorkflowEvent, { name = '', path = '' }: Readonly<Record<string, string>>): void {
  if (existsSync(path)) cpSync(path, join(artifacts, name), { recursive: true })
}

function download({ artifacts }: WorkflowEvent, { name = '', path = '' }: Readonly<Record<string, string>>): void {
  mkdirSync(dirname(path), { recursive: true })
  cpSync(join(artifacts, name), path, { recursive: true })
}
