import { apiAddress, renderAccount } from './rendering.ts'
import { paginate, type Call, type Reply, type Route } from './route.ts'
import type { RepositoryState } from './state.ts'

/** What happened to an issue or pull request. */
export type IssueEvent = { readonly issue: number; readonly event: string; readonly at: string }

const books = new WeakMap<RepositoryState, IssueEvent[]>()

/** Every event of a repository, oldest first. */
export function issueEventBook(repository: RepositoryState): IssueEvent[] {
  const known = books.get(repository) ?? []
  books.set(repository, known)
  return known
}

/** What happened to issues and pull requests. */
export const issueEventRoutes: Record<string, Route> = {
  'issues/list-events': { permissions: ['issues:read', 'pull_requests:read'], answer: listEvents },
}

function listEvents(call: Call): Reply {
  const number = Number(call.params['issue_number'])
  const events = issueEventBook(call.repository).filter(({ issue }) => issue === number)
  const page = paginate(call, events)
  return { status: 200, body: page.items.map((event, index) => renderEvent(call, event, index)), headers: page.headers }
}

function renderEvent(call: Call, { event, at }: IssueEvent, index: number): unknown {
  return {
    id: index + 1,
    node_id: `IE_${index}`,
    url: apiAddress(call, `issues/events/${index + 1}`),
    actor: renderAccount(call, { id: 1, login: 'octocat', type: 'User' }),
    event,
    commit_id: null,
    commit_url: null,
    created_at: at,
    performed_via_github_app: null,
  }
}
