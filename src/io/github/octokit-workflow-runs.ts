import type { CheckRun, StartedRun, WorkflowRuns } from '../../ports/workflow-runs.ts'
import { returnNullIfMissing, type Connection } from './octokit-connection.ts'
import { isRequestFailure } from './octokit-error.ts'

const write = 'actions: write'
const dispatches = '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'

/** Workflow runs over the REST API. Every method throws an EnvironmentError that names the missing permission. */
export function createWorkflowRuns(connection: Connection): WorkflowRuns {
  const { client, place, ask } = connection
  return {
    start: (workflow, inputs) =>
      ask(`start the workflow ${workflow}`, write, () => start(connection, workflow, inputs)),
    cancel: (run) =>
      ask(`cancel the run ${run}`, write, async () => {
        try {
          const done = await returnNullIfMissing(() => client.rest.actions.cancelWorkflowRun({ ...place, run_id: run }))
          return done === null ? 'gone' : 'cancelled'
        } catch (error) {
          if (isRequestFailure(error) && error.status === 409) return 'over'
          throw error
        }
      }),
    listChecks: (commit) =>
      ask(`read the checks of ${commit.slice(0, 7)}`, 'checks: read', async () => {
        const query = { ...place, ref: commit, filter: 'latest', per_page: 100 } as const
        const all: RawCheck[] = await client.paginate(client.rest.checks.listForRef, query)
        return all.map(toCheck)
      }),
  }
}

async function start(
  { client, place }: Connection,
  workflow: string,
  inputs: Readonly<Record<string, string>>,
): Promise<StartedRun> {
  const { default_branch: ref } = (await client.rest.repos.get({ ...place })).data
  const wish = { ...place, workflow_id: workflow, ref, inputs: { ...inputs } }
  const dispatch = async (details: object): Promise<unknown> =>
    (await client.request(`POST ${dispatches}`, { ...wish, ...details })).data
  try {
    return toStarted(await dispatch({ return_run_details: true }))
  } catch (error) {
    // An Enterprise Server before 3.21 rejects `return_run_details` and starts no run.
    if (!isRequestFailure(error) || !/return_run_details/u.test(error.message)) throw error
    return toStarted(await dispatch({}))
  }
}

/** Without `return_run_details` the response is empty. */
function toStarted(data: unknown): StartedRun {
  if (typeof data !== 'object' || data === null) return { id: null, url: null }
  const id = 'workflow_run_id' in data && typeof data.workflow_run_id === 'number' ? data.workflow_run_id : null
  const url = 'html_url' in data && typeof data.html_url === 'string' ? data.html_url : null
  return { id, url }
}

type RawCheck = {
  readonly name: string
  readonly external_id: string | null
  readonly details_url: string | null
  readonly status: string
  readonly conclusion: string | null
  readonly output: { readonly title: string | null; readonly summary: string | null }
}

function toCheck(raw: RawCheck): CheckRun {
  return {
    name: raw.name,
    externalId: raw.external_id ?? '',
    detailsUrl: raw.details_url,
    isCompleted: raw.status === 'completed',
    conclusion: raw.conclusion,
    title: raw.output.title ?? '',
    summary: raw.output.summary ?? '',
  }
}
