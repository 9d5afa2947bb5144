import type { CommandAuthority, PullState } from '../../ports/command-authority.ts'
import { isRequestFailure } from './octokit-error.ts'
import { returnNullIfMissing, type Connection } from './octokit-connection.ts'

/**
 * Roles, heads and times from the REST API. Every method throws an EnvironmentError that names the missing permission.
 */
export function createCommandAuthority(connection: Connection): CommandAuthority {
  const { client, place, ask } = connection
  return {
    readRole: (login) =>
      ask(`ask for the role of ${login}`, 'metadata: read', async () => {
        const query = { ...place, username: login }
        const found = await returnNullIfMissing(() => client.rest.repos.getCollaboratorPermissionLevel(query))
        return found && { role: found.data.role_name, permission: found.data.permission }
      }),
    readPullRequest: (number) =>
      ask(`read pull request #${number}`, 'pull-requests: read', async () => {
        const found = await returnNullIfMissing(() => client.rest.pulls.get({ ...place, pull_number: number }))
        return found && toPullState(found.data)
      }),
    readHeadArrival: (pull) => readArrival(connection, pull),
    readBaseChange: (number) => readBaseChange(connection, number),
  }
}

type RawPull = {
  readonly number: number
  readonly state: string
  readonly head: {
    readonly sha: string
    readonly ref: string
    readonly repo: { readonly id: number; readonly name: string; readonly owner: { readonly login: string } } | null
  }
  readonly base: { readonly sha: string; readonly repo: { readonly id: number } }
}

function toPullState({ number, state, head, base }: RawPull): PullState {
  const { repo } = head
  return {
    number,
    isOpen: state === 'open',
    headCommit: head.sha,
    headBranch: head.ref,
    headRepository: repo && { owner: repo.owner.login, name: repo.name, id: repo.id },
    baseCommit: base.sha,
    isFork: repo?.id !== base.repo.id,
  }
}

type Activity = { readonly after: string; readonly timestamp: string }

/**
 * Commit dates are set by their author; only the push events of the repository show when a branch got its head. Null
 * when the events of a private fork are not readable, and when the last push is another commit: the events may lag
 * behind, and the same commit may have been the head before.
 */
function readArrival({ client, ask }: Connection, { headRepository, headBranch, headCommit }: PullState) {
  if (headRepository === null) return Promise.resolve(null)
  const { owner, name: repo } = headRepository
  const query = { owner, repo, ref: `refs/heads/${headBranch}`, direction: 'desc', per_page: 1 } as const
  return ask(`read when ${headCommit.slice(0, 7)} was pushed`, 'contents: read', async () => {
    const answer = await returnNullIfRefused(() => client.request('GET /repos/{owner}/{repo}/activity', query))
    const pushes: readonly Activity[] = answer?.data ?? []
    const [last] = pushes
    return last?.after === headCommit ? last.timestamp : null
  })
}

/** The base changes by an edit, or automatically when its branch is deleted. */
function readBaseChange({ client, place, ask }: Connection, number: number): Promise<string | null> {
  const changes = new Set(['base_ref_changed', 'automatic_base_change_succeeded'])
  const query = { ...place, issue_number: number, per_page: 100 }
  return ask(`read when #${number} got its base branch`, 'pull-requests: read', async () => {
    const events = await client.paginate(client.rest.issues.listEvents, query, ({ data }) =>
      data.filter(({ event }) => changes.has(event)).map(({ created_at }) => created_at),
    )
    return events.toSorted().at(-1) ?? null
  })
}

async function returnNullIfRefused<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (isRequestFailure(error) && [403, 404, 422].includes(error.status) && !/rate limit/iu.test(error.message))
      return null
    throw error
  }
}
