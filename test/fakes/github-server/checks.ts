import { findCommit } from './commits.ts'
import { apiAddress, render, renderApp, webAddress } from './rendering.ts'
import type { Overlay } from './schema-sample.ts'
import { notFound, paginate, refusal } from './route.ts'
import type { Call, Reply, Route } from './route.ts'
import { actionsApp, takeId } from './state.ts'
import type { App, CheckRunState } from './state.ts'

/** Check runs and their suites. */
export const checkRoutes: Record<string, Route> = {
  'checks/create': { permissions: ['checks:write'], answer: createCheck },
  'checks/update': { permissions: ['checks:write'], answer: updateCheck },
  'checks/get': {
    permissions: ['checks:read'],
    answer: (call) => withCheck(call, (check) => ok(renderCheck(call, check))),
  },
  'checks/list-for-ref': { permissions: ['checks:read'], answer: listChecks },
  'checks/list-suites-for-ref': { permissions: ['checks:read'], answer: listSuites },
  'checks/list-annotations': {
    permissions: ['checks:read'],
    answer: (call) => withCheck(call, (check) => listAnnotations(call, check)),
  },
}

const ok = (body: unknown): Reply => ({ status: 200, body })

async function createCheck(call: Call): Promise<Reply> {
  const { app } = call.caller
  if (app === null) return refusal(403, 'You must authenticate via a GitHub App.')
  const headSha = await findCommit(call.repository, String(call.input['head_sha']))
  if (headSha === null) return refusal(422, `No commit found for SHA: ${String(call.input['head_sha'])}`)
  const check = newCheck(call, app, headSha)
  applyInput(check, call.input)
  call.repository.checkRuns.push(check)
  return { status: 201, body: renderCheck(call, check) }
}

function newCheck(call: Call, app: App, headSha: string): CheckRunState {
  const sibling = call.repository.checkRuns.find((check) => check.headSha === headSha && check.app.id === app.id)
  const empty = { detailsUrl: null, conclusion: null, completedAt: null, title: null, summary: null, text: null }
  const id = takeId(call.state)
  const suiteId = sibling?.suiteId ?? takeId(call.state)
  const startedAt = new Date().toISOString()
  return { ...empty, id, app, headSha, suiteId, startedAt, name: '', externalId: '', status: 'queued', annotations: [] }
}

function updateCheck(call: Call): Reply {
  return withCheck(call, (check) => {
    if (call.caller.app?.id !== check.app.id)
      return refusal(
        403,
        `Invalid app_id \`${check.app.id}\` - check run can only be modified by the GitHub App that created it.`,
      )
    applyInput(check, call.input)
    return ok(renderCheck(call, check))
  })
}

function applyInput(check: CheckRunState, input: Call['input']): void {
  const output = (input['output'] ?? {}) as Call['input']
  check.name = text(input['name']) ?? check.name
  check.externalId = text(input['external_id']) ?? check.externalId
  // Accepted and forgotten for GITHUB_TOKEN, whose checks lead to their own page (actions/github-script#143).
  if (check.app.id !== actionsApp.id) check.detailsUrl = text(input['details_url']) ?? check.detailsUrl
  check.startedAt = text(input['started_at']) ?? check.startedAt
  check.title = text(output['title']) ?? check.title
  check.summary = text(output['summary']) ?? check.summary
  check.text = text(output['text']) ?? check.text
  check.annotations.push(...((output['annotations'] ?? []) as Record<string, unknown>[]))
  applyProgress(check, text(input['status']), text(input['conclusion']), text(input['completed_at']))
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A conclusion completes a check; setting another status reopens it. */
function applyProgress(check: CheckRunState, status?: string, conclusion?: string, completedAt?: string): void {
  if (conclusion !== undefined) {
    check.status = 'completed'
    check.conclusion = conclusion
    check.completedAt = completedAt ?? new Date().toISOString()
  } else if (status !== undefined) {
    check.status = status
    check.conclusion = null
    check.completedAt = null
  }
}

async function listChecks(call: Call): Promise<Reply> {
  const { query } = call
  const commit = await findCommit(call.repository, call.params['ref'] ?? '')
  if (commit === null) return refusal(422, `No commit found for SHA: ${call.params['ref']}`)
  const all = call.repository.checkRuns
    .filter((check) => check.headSha === commit)
    .filter((check) => query['check_name'] === undefined || check.name === query['check_name'])
    .filter((check) => query['status'] === undefined || check.status === query['status'])
    .filter((check) => query['app_id'] === undefined || check.app.id === Number(query['app_id']))
    .toReversed()
  const matching = query['filter'] === 'all' ? all : latestOfEach(all)
  const page = paginate(call, matching)
  const body = { total_count: matching.length, check_runs: page.items.map((check) => renderCheck(call, check)) }
  return { status: 200, body, headers: page.headers }
}

/** The newest check of each name in each suite; `checks` are newest first. */
function latestOfEach(checks: readonly CheckRunState[]): CheckRunState[] {
  const byName = new Map<string, CheckRunState>()
  for (const check of checks) {
    const key = `${check.suiteId} ${check.name}`
    if (!byName.has(key)) byName.set(key, check)
  }
  return [...byName.values()]
}

async function listSuites(call: Call): Promise<Reply> {
  const commit = await findCommit(call.repository, call.params['ref'] ?? '')
  const checks = call.repository.checkRuns.filter((check) => check.headSha === commit)
  const suites = [...new Map(checks.map((check) => [check.suiteId, check])).values()]
  const page = paginate(call, suites)
  const body = page.items.map(({ suiteId, app, headSha }) =>
    render(call, 'check-suite', { id: suiteId, head_sha: headSha, app: renderApp(call, app) }),
  )
  return { status: 200, body: { total_count: suites.length, check_suites: body }, headers: page.headers }
}

function listAnnotations(call: Call, check: CheckRunState): Reply {
  const page = paginate(call, check.annotations)
  return { status: 200, body: page.items.map((item) => render(call, 'check-annotation', item)), headers: page.headers }
}

function withCheck(call: Call, answer: (check: CheckRunState) => Reply): Reply {
  const check = call.repository.checkRuns.find(({ id }) => id === Number(call.params['check_run_id']))
  return check === undefined ? notFound() : answer(check)
}

function renderCheck(call: Call, check: CheckRunState): Overlay {
  const url = apiAddress(call, `check-runs/${check.id}`)
  return render(call, 'check-run', {
    id: check.id,
    head_sha: check.headSha,
    name: check.name,
    external_id: check.externalId,
    url,
    html_url: webAddress(call, `runs/${check.id}`),
    details_url: check.detailsUrl ?? webAddress(call, `runs/${check.id}`),
    status: check.status,
    conclusion: check.conclusion,
    started_at: check.startedAt,
    completed_at: check.completedAt,
    output: {
      title: check.title,
      summary: check.summary,
      text: check.text,
      annotations_count: check.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: check.suiteId },
    app: renderApp(call, check.app),
    pull_requests: [],
  })
}
