import { readRef } from './git-refs.ts'
import { apiAddress, fullNameOf, render, renderAccount, webAddress } from './rendering.ts'
import type { Overlay } from './schema-sample.ts'
import { notFound, paginate } from './route.ts'
import type { Call, Reply, Route } from './route.ts'
import type { PullState } from './state.ts'

/** Pull requests, read only. */
export const pullRoutes: Record<string, Route> = {
  'pulls/get': { permissions: ['pull_requests:read'], answer: getPull },
  'pulls/list': { permissions: ['pull_requests:read'], answer: listPulls },
  'repos/list-pull-requests-associated-with-commit': { permissions: ['pull_requests:read'], answer: listForCommit },
}

function getPull(call: Call): Reply {
  const pull = call.repository.pulls.find(({ number }) => number === Number(call.params['pull_number']))
  return pull === undefined ? notFound() : { status: 200, body: renderPull(call, pull, 'pull-request') }
}

function listPulls(call: Call): Reply {
  const { state = 'open', head, base } = call.query
  const matching = call.repository.pulls
    .filter((pull) => state === 'all' || pull.state === state)
    .filter((pull) => head === undefined || `${ownerOfHead(pull)}:${pull.head.ref}` === head)
    .filter((pull) => base === undefined || pull.base.ref === base)
  return list(call, sort(call, matching))
}

function sort(call: Call, pulls: readonly PullState[]): PullState[] {
  const { sort: by = 'created', direction = by === 'created' ? 'desc' : 'asc' } = call.query
  const key = (pull: PullState): string => (by === 'updated' ? pull.updatedAt : String(pull.number).padStart(9, '0'))
  const ascending = pulls.toSorted((one, other) => key(one).localeCompare(key(other)))
  return direction === 'desc' ? ascending.toReversed() : ascending
}

/** As on GitHub: a commit that lives only in a fork is not associated with anything. */
function listForCommit(call: Call): Reply {
  const commit = call.params['commit_sha']
  const own = call.repository.pulls.filter((pull) => pull.head.repositoryId === call.repository.id)
  return list(
    call,
    own.filter((pull) => pull.head.sha === commit),
  )
}

function list(call: Call, pulls: readonly PullState[]): Reply {
  const page = paginate(call, pulls)
  const body = page.items.map((pull) => renderPull(call, pull, 'pull-request-simple'))
  return { status: 200, body, headers: page.headers }
}

function ownerOfHead(pull: PullState): string {
  return pull.head.repositoryName.split('/')[0] ?? ''
}

export function renderPull(call: Call, pull: PullState, component: string): Overlay {
  const { repository } = call
  return render(call, component, {
    id: 900_000 + pull.number,
    number: pull.number,
    title: pull.title,
    body: pull.body ?? null,
    state: pull.state,
    draft: pull.isDraft,
    url: apiAddress(call, `pulls/${pull.number}`),
    html_url: webAddress(call, `pull/${pull.number}`),
    updated_at: pull.updatedAt,
    merge_commit_sha: mergeCommitOf(call, pull),
    ...(component === 'pull-request' && { mergeable: mergeCommitOf(call, pull) !== null }),
    user: renderAccount(call, pull.author),
    ...(component === 'pull-request' && { comments: commentsOn(call, pull) }),
    labels: pull.labels.map((name, index) => ({
      id: index + 1,
      node_id: 'L',
      url: 'https://example.com/l',
      name,
      description: '',
      color: 'ededed',
      default: false,
    })),
    head: renderSide(call, pull.head, { id: pull.head.repositoryId, fullName: pull.head.repositoryName }),
    base: renderSide(call, pull.base, { id: repository.id, fullName: fullNameOf(repository) }),
  })
}

/** GitHub keeps its test merge under a ref of the repository. */
function mergeCommitOf({ repository: { gitPath } }: Call, { number }: PullState): string | null {
  return gitPath === null ? null : readRef(gitPath, `refs/pull/${number}/merge`)
}

function commentsOn({ repository }: Call, { number }: PullState): number {
  return repository.comments.filter(({ issueNumber }) => issueNumber === number).length
}

function renderSide(
  call: Call,
  side: { readonly sha: string; readonly ref: string },
  { id, fullName }: { readonly id: number; readonly fullName: string },
): Overlay {
  const [owner = '', name = ''] = fullName.split('/')
  const user = renderAccount(call, { id: 70_000 + id, login: owner, type: 'User' })
  const repo = render(call, 'repository', {
    id,
    name,
    full_name: fullName,
    fork: id !== call.repository.id,
    owner: user,
  })
  return { label: `${owner}:${side.ref}`, ref: side.ref, sha: side.sha, user, repo }
}
