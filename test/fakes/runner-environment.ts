import type { EventPayload } from './events.ts'

/** The place and the occasion of a run, as far as the GITHUB_* variables tell. */
export type RunOccasion = {
  readonly eventName: string
  readonly event: EventPayload
  /** Base address of the REST API. */
  readonly apiUrl: string
  readonly workspace: string
  readonly runnerTemp: string
  readonly trackingId: string
}

/** GITHUB_* and RUNNER_* as the runner sets them for a step of a JavaScript action. */
export function runnerEnvironment(occasion: RunOccasion): Record<string, string> {
  const { event, eventName, workspace, runnerTemp } = occasion
  const { repository, sender: actor } = event
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__warpgauge',
    GITHUB_ACTOR: actor.login,
    GITHUB_ACTOR_ID: String(actor.id),
    GITHUB_TRIGGERING_ACTOR: actor.login,
    GITHUB_EVENT_NAME: eventName,
    GITHUB_JOB: 'benchmark',
    GITHUB_REPOSITORY: repository.full_name,
    GITHUB_REPOSITORY_ID: String(repository.id),
    GITHUB_REPOSITORY_OWNER: repository.owner.login,
    GITHUB_REPOSITORY_OWNER_ID: String(repository.owner.id),
    GITHUB_RETENTION_DAYS: '90',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_ID: '1658821493',
    GITHUB_RUN_NUMBER: '3',
    GITHUB_WORKFLOW: 'benchmark',
    GITHUB_WORKFLOW_REF: `${repository.full_name}/.github/workflows/benchmark.yml@refs/heads/main`,
    GITHUB_WORKSPACE: workspace,
    RUNNER_ARCH: process.arch === 'arm64' ? 'ARM64' : 'X64',
    RUNNER_ENVIRONMENT: 'self-hosted',
    RUNNER_NAME: 'gpu-1',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: runnerTemp,
    RUNNER_TRACKING_ID: occasion.trackingId,
    ...addresses(occasion.apiUrl),
    ...revision(eventName, event),
  }
}

/** On an Enterprise Server the API lies below `/api/v3` of the pages' host. */
function addresses(apiUrl: string): Record<string, string> {
  const isEnterprise = apiUrl.endsWith('/api/v3')
  const origin = isEnterprise ? apiUrl.slice(0, -'/api/v3'.length) : 'https://github.com'
  const graphql = isEnterprise ? `${origin}/api/graphql` : `${apiUrl}/graphql`
  return { GITHUB_API_URL: apiUrl, GITHUB_GRAPHQL_URL: graphql, GITHUB_SERVER_URL: origin }
}

/** Events that run at the merge commit of a pull request, by the workflow file in it. */
const runsAtMerge: ReadonlySet<string> = new Set(['pull_request', 'pull_request_review', 'pull_request_review_comment'])

/** Which commit and ref an event checks out: for a pull request the merge commit, not its head. */
function revision(eventName: string, event: EventPayload): Record<string, string> {
  const noPull = { GITHUB_HEAD_REF: '', GITHUB_BASE_REF: '' }
  const { pull_request: pull } = event
  if (runsAtMerge.has(eventName) && pull !== undefined) {
    const refs = { GITHUB_HEAD_REF: pull.head.ref, GITHUB_BASE_REF: pull.base.ref }
    const sha = pull.merge_commit_sha ?? pull.head.sha
    return { ...refNames(`refs/pull/${pull.number}/merge`, `${pull.number}/merge`), ...refs, GITHUB_SHA: sha }
  }
  const ref = event.ref ?? `refs/heads/${event.repository.default_branch}`
  return { ...branchNames(ref), ...noPull, ...(event.after === undefined ? {} : { GITHUB_SHA: event.after }) }
}

function branchNames(ref: string): Record<string, string> {
  return refNames(ref, ref.replace(/^refs\/(?:heads|tags)\//u, ''))
}

function refNames(ref: string, name: string): Record<string, string> {
  const type = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  return { GITHUB_REF: ref, GITHUB_REF_NAME: name, GITHUB_REF_TYPE: type, GITHUB_REF_PROTECTED: 'false' }
}
