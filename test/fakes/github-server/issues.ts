import { apiAddress, render, renderAccount, webAddress } from './rendering.ts'
import type { Overlay } from './schema-sample.ts'
import { notFound, paginate } from './route.ts'
import type { Call, Reply, Route } from './route.ts'
import { takeId } from './state.ts'
import type { IssueState } from './state.ts'

const write: Route['permissions'] = ['issues:write']
const read: Route['permissions'] = ['issues:read']
const writeLabels: Route['permissions'] = ['issues:write', 'pull_requests:write']

/** Issues and labels, as far as a bot needs them. */
export const issueRoutes: Record<string, Route> = {
  'issues/create': { permissions: write, answer: createIssue },
  'issues/get': {
    permissions: read,
    answer: (call) => withIssue(call, (issue) => ({ status: 200, body: renderIssue(call, issue) })),
  },
  'issues/update': { permissions: write, answer: (call) => withIssue(call, (issue) => updateIssue(call, issue)) },
  'issues/list-for-repo': { permissions: read, answer: listIssues },
  'issues/list-labels-on-issue': { permissions: read, answer: (call) => withLabels(call, () => {}) },
  'issues/add-labels': {
    permissions: writeLabels,
    answer: (call) =>
      withLabels(call, (labels) => labels.push(...namesOf(call).filter((name) => !labels.includes(name)))),
  },
  'issues/set-labels': {
    permissions: writeLabels,
    answer: (call) => withLabels(call, (labels) => labels.splice(0, labels.length, ...namesOf(call))),
  },
  'issues/remove-label': { permissions: writeLabels, answer: removeLabel },
}

function createIssue(call: Call): Reply {
  const { repository, input } = call
  const number = Math.max(0, ...[...repository.issues, ...repository.pulls].map((entry) => entry.number)) + 1
  const body = typeof input['body'] === 'string' ? input['body'] : null
  const author = call.caller.account
  const text = { number, author, title: String(input['title']), body, labels: namesOf(call) }
  const issue: IssueState = { ...text, state: 'open', createdAt: new Date().toISOString() }
  repository.issues.push(issue)
  takeId(call.state)
  return { status: 201, body: renderIssue(call, issue), headers: { location: apiAddress(call, `issues/${number}`) } }
}

function updateIssue(call: Call, issue: IssueState): Reply {
  const { title, body, state, labels } = call.input
  if (typeof title === 'string') issue.title = title
  if (typeof body === 'string') issue.body = body
  if (state === 'open' || state === 'closed') issue.state = state
  if (labels !== undefined) issue.labels = namesOf(call)
  return { status: 200, body: renderIssue(call, issue) }
}

function listIssues(call: Call): Reply {
  const { state = 'open', labels, creator } = call.query
  const wanted = labels?.split(',') ?? []
  const matching = call.repository.issues
    .filter((issue) => state === 'all' || issue.state === state)
    .filter((issue) => wanted.every((label) => issue.labels.includes(label)))
    .filter((issue) => creator === undefined || issue.author.login === creator)
    .toReversed()
  const page = paginate(call, matching)
  return { status: 200, body: page.items.map((issue) => renderIssue(call, issue)), headers: page.headers }
}

function removeLabel(call: Call): Reply {
  const name = call.params['name'] ?? ''
  const labels = labelsOf(call)
  if (labels === undefined || !labels.includes(name)) return notFound()
  return withLabels(call, (all) => all.splice(all.indexOf(name), 1))
}

function withIssue(call: Call, answer: (issue: IssueState) => Reply): Reply {
  const issue = call.repository.issues.find(({ number }) => number === Number(call.params['issue_number']))
  return issue === undefined ? notFound() : answer(issue)
}

function withLabels(call: Call, change: (labels: string[]) => unknown): Reply {
  const labels = labelsOf(call)
  if (labels === undefined) return notFound()
  change(labels)
  return { status: 200, body: labels.map((name) => render(call, 'label', { name })) }
}

function labelsOf({ repository, params }: Call): string[] | undefined {
  return [...repository.issues, ...repository.pulls].find(({ number }) => number === Number(params['issue_number']))
    ?.labels
}

/** Labels arrive as names or as objects with a name. */
function namesOf(call: Call): string[] {
  const labels = (call.input['labels'] ?? []) as readonly (string | { readonly name?: string })[]
  return labels.map((label) => (typeof label === 'string' ? label : (label.name ?? '')))
}

function renderIssue(call: Call, issue: IssueState): Overlay {
  return render(call, 'issue', {
    id: 800_000 + issue.number,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    user: renderAccount(call, issue.author),
    labels: issue.labels.map((name) => render(call, 'label', { name })),
    created_at: issue.createdAt,
    url: apiAddress(call, `issues/${issue.number}`),
    html_url: webAddress(call, `issues/${issue.number}`),
    comments: call.repository.comments.filter((comment) => comment.issueNumber === issue.number).length,
  })
}
