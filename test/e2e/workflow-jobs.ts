import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { ActionRun } from '../fakes/actions-runner.ts'
import type { EventPayload } from '../fakes/events.ts'
import { evaluate, fillText, isMet, type Contexts, type Status } from '../fakes/expressions.ts'
import type { TokenOptions } from '../fakes/github-server/token-options.ts'
import { runSteps, type Outcome, type Step } from './workflow-steps.ts'
import type { WorkflowEvent, WorkflowRig } from './workflow-rig.ts'

type Permissions = Readonly<Record<string, string>>
type Job = {
  readonly name?: string
  readonly if?: string
  readonly needs?: string | readonly string[]
  readonly 'runs-on'?: unknown
  readonly environment?: string
  readonly permissions?: Permissions
  readonly outputs?: Readonly<Record<string, string>>
  readonly strategy?: { readonly matrix: string }
  readonly steps?: readonly Step[]
}
export type Workflow = {
  readonly name: string
  readonly on: unknown
  readonly permissions?: Permissions
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress'?: boolean }
  readonly jobs: Readonly<Record<string, Job>>
}
export type JobRun = {
  readonly job: string
  readonly name: string
  readonly result: Outcome
  readonly environment: string
  readonly runs: readonly ActionRun[]
}

const usualRunId = 30_433_642

/** Reads a workflow; throws when it is no YAML. */
export function readWorkflow(text: string): Workflow {
  return parse(text) as Workflow
}

/** A token that may do exactly what a job declares, by name: one of these is registered for each set of permissions. */
function tokenFor(permissions: Permissions): string {
  return `tok-${
    Object.entries(permissions)
      .map((entry) => entry.join('-'))
      .toSorted()
      .join('-') || 'none'
  }`
}

/** The tokens of all jobs of these workflows, for the fake GitHub. */
export function tokensOf(workflows: readonly Workflow[]): Record<string, TokenOptions> {
  const declared = workflows.flatMap((workflow) => Object.values(workflow.jobs).map((job) => declaredBy(workflow, job)))
  return Object.fromEntries(
    [...declared, ...declared.map(onlyRead)].map((permissions) => [
      tokenFor(permissions),
      Object.fromEntries(Object.entries(permissions).map(([area, level]) => [area.replace('-', '_'), level])),
    ]),
  )
}

function declaredBy(workflow: Workflow, job: Job): Permissions {
  return job.permissions ?? workflow.permissions ?? {}
}

function onlyRead(permissions: Permissions): Permissions {
  return Object.fromEntries(Object.keys(permissions).map((area) => [area, 'read']))
}

/** On a pull request of a fork a job may read what it declares, and write nothing. */
function grantedTo(workflow: Workflow, job: Job, { name, payload }: WorkflowEvent): Permissions {
  const declared = declaredBy(workflow, job)
  const { repository, pull_request: pull } = payload
  return name === 'pull_request' && pull?.head.repo.id !== repository.id ? onlyRead(declared) : declared
}

/** The contexts that every expression of a workflow may use. */
export function contextsOf(workflow: Workflow, event: WorkflowEvent): Contexts {
  const { name, payload, env = {}, runId = usualRunId } = event
  const ref = env['GITHUB_REF'] ?? payload.ref ?? refOfPull(payload)
  const github = { event: payload, event_name: name, ref, run_id: String(runId), run_attempt: '1' }
  return { github: { ...github, workflow: workflow.name }, inputs: inputsOf(workflow, event) }
}

function refOfPull({ pull_request: pull, repository }: EventPayload): string {
  return pull === undefined ? `refs/heads/${repository.default_branch}` : `refs/pull/${pull.number}/merge`
}

/** What a person or a command gave over the defaults that the workflow declares; other events give nothing. */
function inputsOf({ on }: Workflow, { name, payload }: WorkflowEvent): Record<string, string> {
  const trigger = (on as { workflow_dispatch?: { inputs?: Record<string, { default?: string }> } | null })
    .workflow_dispatch
  if (name !== 'workflow_dispatch') return {}
  const given = (payload['inputs'] ?? {}) as Record<string, string>
  const declared = trigger?.inputs ?? {}
  const unknown = Object.keys(given).filter((one) => !(one in declared))
  if (unknown.length > 0) throw new Error(`GitHub answers 422: unexpected inputs ${unknown.join(', ')}`)
  const defaults = Object.entries(declared).map(([one, { default: value = '' }]) => [one, value])
  return { ...(Object.fromEntries(defaults) as Record<string, string>), ...given }
}

/** Runs a workflow job after job: conditions, needs, matrix, inputs and outputs as they stand in it. */
export async function runWorkflow(rig: WorkflowRig, workflow: Workflow, event: WorkflowEvent): Promise<JobRun[]> {
  const ends = new Map<string, JobEnd>()
  const ground = { rig, workflow, event: { runId: usualRunId, ...event } }
  for (const [id, job] of Object.entries(workflow.jobs)) ends.set(id, await runJobs(ground, { id, job }, ends))
  return [...ends.values()].flatMap(({ runs }) => runs)
}

type Ground = { readonly rig: WorkflowRig; readonly workflow: Workflow; readonly event: WorkflowEvent }
type NamedJob = { readonly id: string; readonly job: Job }
type JobEnd = {
  readonly result: Outcome
  readonly outputs: Readonly<Record<string, string>>
  /** Every job that this one waited for, also by way of others. */
  readonly ancestors: readonly string[]
  readonly runs: readonly JobRun[]
}
type Ends = ReadonlyMap<string, JobEnd>

/** A job, or every job of its matrix. */
async function runJobs(ground: Ground, { id, job }: NamedJob, ends: Ends): Promise<JobEnd> {
  const { workflow, event } = ground
  const direct = typeof job.needs === 'string' ? [job.needs] : (job.needs ?? [])
  const needs = Object.fromEntries(direct.map((name) => [name, endOf(name, ends)]))
  const ancestors = [...new Set(direct.flatMap((name) => [name, ...endOf(name, ends).ancestors]))]
  const contexts = { ...contextsOf(workflow, event), needs }
  const isQueued = event.interruption?.job === id && event.interruption.how === 'cancelled in the queue'
  const isStarted = isMet(job.if, contexts, statusAfter(ancestors, ends, event))
  if (isStarted && !isQueued) return { ancestors, ...(await runMatrix(ground, { id, job }, contexts)) }
  const result = isStarted ? 'cancelled' : 'skipped'
  const name = fillText(job.name ?? id, { ...contexts, matrix: {} })
  return { result, outputs: {}, ancestors, runs: [{ job: id, name, result, environment: '', runs: [] }] }
}

async function runMatrix(ground: Ground, named: NamedJob, contexts: Contexts): Promise<Omit<JobEnd, 'ancestors'>> {
  const runs: Awaited<ReturnType<typeof runJob>>[] = []
  for (const matrix of matrixOf(named.job, contexts)) runs.push(await runJob(ground, named, { ...contexts, matrix }))
  const results = runs.map(({ result }) => result)
  const result = (['failure', 'cancelled'] as const).find((one) => results.includes(one)) ?? 'success'
  return { result, outputs: runs.at(-1)?.outputs ?? {}, runs }
}

function endOf(name: string, ends: Ends): JobEnd {
  const end = ends.get(name)
  if (end === undefined) throw new Error(`no job ${name} stands before the one that needs it`)
  return end
}

/** A job that ran into its limit does not make the run a cancelled one. */
function statusAfter(ancestors: readonly string[], ends: Ends, { interruption }: WorkflowEvent): Status {
  const before = ancestors.map((name) => endOf(name, ends).result)
  const isCancelled = interruption !== undefined && interruption.how !== 'timed_out' && ends.has(interruption.job)
  const hasSucceeded = before.every((result) => result === 'success')
  return { isCancelled, hasFailed: before.includes('failure'), hasSucceeded }
}

/** Only lists under `include` are known here, as mode `plan` makes them. */
function matrixOf({ strategy }: Job, contexts: Contexts): readonly Readonly<Record<string, unknown>>[] {
  if (strategy === undefined) return [{}]
  const expression = /^\$\{\{(.*)\}\}$/su.exec(strategy.matrix)?.[1] ?? ''
  const { include } = evaluate(expression, contexts) as { readonly include: readonly Record<string, unknown>[] }
  return include
}

async function runJob(ground: Ground, { id, job }: NamedJob, shared: Contexts) {
  const { rig, workflow, event } = ground
  const permissions = grantedTo(workflow, job, event)
  const [temp, workspace] = ['temp-', 'work-'].map((name) => mkdtempSync(join(rig.folder, name))) as [string, string]
  const token = tokenFor(permissions)
  const contexts = { ...shared, github: { ...(shared['github'] as object), token }, runner: { temp } }
  const place = { rig, event, job: id, token, permissions, temp, workspace, contexts }
  const { result, runs, steps } = await runSteps(place, job.steps ?? [])
  const name = fillText(job.name ?? id, contexts)
  const environment = fillText(job.environment ?? '', contexts)
  const declared = Object.entries(job.outputs ?? {})
  const outputs = Object.fromEntries(declared.map(([key, text]) => [key, fillText(text, { ...contexts, steps })]))
  return { job: id, name, result, environment, runs, outputs }
}
