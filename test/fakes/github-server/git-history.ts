import { findCommit } from './commits.ts'
import { readCommit } from './git-objects.ts'
import { settledText } from './git-plumbing.ts'
import { apiAddress, render } from './rendering.ts'
import { notFound, paginate } from './route.ts'
import type { Call, Reply, Route } from './route.ts'

/** The commits that lead to one, and the releases made of them. */
export const gitHistoryRoutes: Record<string, Route> = {
  'repos/list-commits': { permissions: ['contents:read'], answer: listCommits },
  'repos/get-latest-release': { permissions: ['contents:read'], answer: getLatestRelease },
}

async function listCommits(call: Call): Promise<Reply> {
  const { gitPath, defaultBranch } = call.repository
  const commit = await findCommit(call.repository, call.query['sha'] ?? defaultBranch)
  if (commit === null || gitPath === null) return notFound()
  const listed = (await settledText(gitPath, ['rev-list', commit])) ?? ''
  const page = paginate(call, listed.split('\n'))
  const body = await Promise.all(page.items.map((id) => renderCommit(call, gitPath, id)))
  return { status: 200, body, headers: page.headers }
}

/** A commit with the words of its author. */
export async function renderCommit(call: Call, gitPath: string, commit: string): Promise<unknown> {
  const found = await readCommit(gitPath, commit)
  const date = new Date((found?.committedAt ?? 0) * 1000).toISOString()
  const person = { name: found?.author ?? '', email: 'a@example.com', date }
  return render(call, 'commit', {
    sha: commit,
    url: apiAddress(call, `commits/${commit}`),
    commit: { message: found?.subject ?? '', author: person, committer: person },
  })
}

function getLatestRelease(call: Call): Reply {
  const { latestRelease } = call.repository
  if (latestRelease === undefined) return notFound()
  return { status: 200, body: render(call, 'release', { tag_name: latestRelease }) }
}
