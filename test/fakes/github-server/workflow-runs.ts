import { apiAddress, render, webAddress } from './rendering.ts'
import { notFound, refusal } from './route.ts'
import type { Call, Reply, Route } from './route.ts'
import { takeId } from './state.ts'
import type { RepositoryState } from './state.ts'

/** What happened to the workflows of a repository. */
export type WorkflowBook = {
  /** File names under `.github/workflows` that can be dispatched. */
  readonly workflows: Set<string>
  readonly dispatches: {
    readonly workflow: string
    readonly ref: string
    readonly inputs: object
    readonly id: number
  }[]
  /** State of runs by id. */
  readonly runs: Map<number, 'in_progress' | 'completed' | 'cancelled'>
}

const books = new WeakMap<RepositoryState, WorkflowBook>()

export function workflowBook(repository: RepositoryState): WorkflowBook {
  const known = books.get(repository) ?? { workflows: new Set(), dispatches: [], runs: new Map() }
  books.set(repository, known)
  return known
}

/** Workflows that are started and cancelled. */
export const workflowRunRoutes: Record<string, Route> = {
  'actions/create-workflow-dispatch': { permissions: ['actions:write'], answer: dispatch },
  'actions/cancel-workflow-run': { permissions: ['actions:write'], answer: cancel },
}

function dispatch(call: Call): Reply {
  const book = workflowBook(call.repository)
  const workflow = call.params['workflow_id'] ?? ''
  const { ref, inputs = {}, return_run_details: wantsDetails } = call.input
  if (!book.workflows.has(workflow)) return notFound()
  // Enterprise Server before 3.21 (benc-uk/workflow-dispatch#86).
  if (wantsDetails !== undefined && call.apiUrl.endsWith('/api/v3'))
    return refusal(422, 'Invalid request.\n\n"return_run_details" is not a permitted key.')
  if (ref !== call.repository.defaultBranch) return refusal(422, `No ref found for: ${String(ref)}`)
  const wrong = Object.entries(inputs as object).find(([, value]) => typeof value !== 'string')
  if (wrong) return refusal(422, `Provided value for input '${wrong[0]}' is not a string`)
  const id = takeId(call.state)
  book.dispatches.push({ workflow, ref, inputs: inputs as object, id })
  book.runs.set(id, 'in_progress')
  if (wantsDetails !== true) return { status: 204 }
  const details = { workflow_run_id: id, run_url: apiAddress(call, `actions/runs/${id}`) }
  return { status: 200, body: { ...details, html_url: webAddress(call, `actions/runs/${id}`) } }
}

function cancel(call: Call): Reply {
  const { runs } = workflowBook(call.repository)
  const id = Number(call.params['run_id'])
  const state = runs.get(id)
  if (state === undefined) return notFound()
  if (state !== 'in_progress') return conflict(call)
  runs.set(id, 'cancelled')
  return { status: 202, body: {} }
}

function conflict(call: Call): Reply {
  const message = 'Cannot cancel a workflow run that is completed.'
  return { status: 409, body: render(call, 'basic-error', { message }) }
}
