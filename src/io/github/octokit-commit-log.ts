import type { Suspect } from '../../domain/tracking/regression-context.ts'
import type { CommitLog } from '../../ports/commit-log.ts'
import type { CommitPosition } from '../../domain/tracking/commit-position.ts'
import type { GitHubClient, RepositoryName } from './octokit-client.ts'
import { returnNullIfMissing, type Connection } from './octokit-connection.ts'
import { isAncestor, readReferenceCommit } from './octokit-references.ts'

const pageSize = 100
const maxCommits = 250

/** The commit log over the REST API. Every method throws an EnvironmentError when GitHub refuses. */
export function createCommitLog({ client, place, ask }: Connection): CommitLog {
  const askForContents = <T>(action: string, call: () => Promise<T>): Promise<T> => ask(action, 'contents: read', call)
  return {
    locateCommit: (commit) => askForContents(`read the commit ${commit}`, () => readPlace(client, place, commit)),
    isAncestor: (commit, tip) =>
      askForContents(`compare ${commit} with ${tip}`, () => isAncestor(client, place, commit, tip)),
    listBetween: (good, bad) =>
      askForContents(`list the commits ${good}..${bad}`, () => readBetween(client, place, good, bad)),
    findLatestRelease: () =>
      askForContents('read the latest release', () =>
        returnNullIfMissing(async () => (await client.rest.repos.getLatestRelease(place)).data.tag_name),
      ),
    findCommit: (ref) => askForContents(`resolve ${ref}`, () => readReferenceCommit(client, place, ref)),
  }
}

/** With one commit per page, the number of the last page is the number of commits. */
async function readPlace(client: GitHubClient, place: RepositoryName, commit: string): Promise<CommitPosition> {
  const { data, headers } = await client.rest.repos.listCommits({ ...place, sha: commit, per_page: 1 })
  const last = /[?&]page=(\d+)[^>]*>; rel="last"/u.exec(headers.link ?? '')?.[1]
  const date = data[0]?.commit.committer?.date ?? data[0]?.commit.author?.date ?? new Date(0).toISOString()
  return { order: last === undefined ? data.length : Number(last), committedAt: new Date(date).toISOString() }
}

async function readBetween(client: GitHubClient, place: RepositoryName, good: string, bad: string) {
  return await returnNullIfMissing(async () => {
    const commits: Suspect[] = []
    for (let page = 1; ; page += 1) {
      const { commits: found, total_commits: total } = await compare(client, place, { good, bad, page })
      commits.push(...found.map(toLogged))
      const isAll = found.length < pageSize || commits.length >= Math.min(total, maxCommits)
      if (isAll) return { commits: commits.slice(0, maxCommits), total }
    }
  })
}

type Range = { readonly good: string; readonly bad: string; readonly page: number }

async function compare(client: GitHubClient, place: RepositoryName, { good, bad, page }: Range) {
  const query = { ...place, basehead: `${good}...${bad}`, per_page: good === bad ? 1 : pageSize, page }
  return (await client.rest.repos.compareCommitsWithBasehead(query)).data
}

type CommitData = {
  readonly sha: string
  readonly commit: { readonly message: string; readonly author: { readonly name?: string } | null }
}

function toLogged({ sha, commit }: CommitData): Suspect {
  return { commit: sha, subject: commit.message.split('\n', 1)[0] ?? '', author: commit.author?.name ?? 'unknown' }
}
