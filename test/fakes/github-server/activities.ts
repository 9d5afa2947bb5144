import { renderAccount } from './rendering.ts'
import type { Call, Reply, Route } from './route.ts'
import type { RepositoryState } from './state.ts'

/** One entry of the book of pushes. */
export type Push = { readonly branch: string; readonly after: string; readonly at: string; readonly isForced?: boolean }

const books = new WeakMap<RepositoryState, Push[]>()

/** Every push to a repository, oldest first. */
export function pushBook(repository: RepositoryState): Push[] {
  const known = books.get(repository) ?? []
  books.set(repository, known)
  return known
}

/** When branches got their tips. */
export const activityRoutes: Record<string, Route> = {
  'repos/list-activities': { permissions: ['contents:read'], answer: listActivities },
}

function listActivities(call: Call): Reply {
  const ref = (call.query['ref'] ?? '').replace('refs/heads/', '')
  const pushes = pushBook(call.repository).filter(({ branch }) => ref === '' || branch === ref)
  const ordered = call.query['direction'] === 'asc' ? pushes : pushes.toReversed()
  const page = ordered.slice(0, Number(call.query['per_page'] ?? 30))
  return { status: 200, body: page.map((push, index) => renderActivity(call, push, index)) }
}

function renderActivity(call: Call, { branch, after, at, isForced = false }: Push, index: number): unknown {
  return {
    id: index + 1,
    node_id: `A_${index}`,
    before: '0'.repeat(40),
    after,
    ref: `refs/heads/${branch}`,
    timestamp: at,
    activity_type: isForced ? 'force_push' : 'push',
    actor: renderAccount(call, { id: 1, login: 'octocat', type: 'User' }),
  }
}
