import { findCommit } from './commits.ts'
import { renderCommit } from './git-history.ts'
import { readCommit } from './git-objects.ts'
import { settledText } from './git-plumbing.ts'
import { apiAddress, render } from './rendering.ts'
import { notFound, paginate, refusal } from './route.ts'
import type { Call, Reply, Route } from './route.ts'

/** How two commits stand to each other, from a real git repository or from what the test wrote down. */
export const comparisonRoutes: Record<string, Route> = {
  'repos/compare-commits-with-basehead': { permissions: ['contents:read'], answer: compare },
}

type Relation = { readonly base: string; readonly head: string; readonly mergeBase: string }

async function compare(call: Call): Promise<Reply> {
  const [baseRef = '', headRef = ''] = (call.params['basehead'] ?? '').split('...')
  const base = await findCommit(call.repository, baseRef)
  const head = await findCommit(call.repository, headRef)
  if (base === null || head === null) return notFound()
  const mergeBase = await findMergeBase(call, base, head)
  if (mergeBase === null) return refusal(404, `No common ancestor between ${baseRef} and ${headRef}.`)
  return await describe(call, { base, head, mergeBase })
}

async function findMergeBase(call: Call, base: string, head: string): Promise<string | null> {
  const { gitPath, mergeBases } = call.repository
  if (gitPath === null) return mergeBases.get(`${base}...${head}`) ?? null
  if (base === head || (await isParent(gitPath, base, head))) return base
  return await settledText(gitPath, ['merge-base', base, head])
}

/** Most commits that are compared are neighbours, and need no walk. */
async function isParent(gitPath: string, commit: string, child: string): Promise<boolean> {
  return (await readCommit(gitPath, child))?.parents.join(' ') === commit
}

async function describe(call: Call, { base, head, mergeBase }: Relation): Promise<Reply> {
  const { gitPath } = call.repository
  const commit = (sha: string): unknown => render(call, 'commit', { sha, url: apiAddress(call, `commits/${sha}`) })
  const ahead = await listCommits(call, mergeBase, head)
  const behind = await listCommits(call, mergeBase, base)
  const page = paginate(call, ahead)
  const body = render(call, 'commit-comparison', {
    base_commit: commit(base),
    merge_base_commit: commit(mergeBase),
    status: statusOf(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits:
      gitPath === null
        ? page.items.map(commit)
        : await Promise.all(page.items.map((sha) => renderCommit(call, gitPath, sha))),
    files: call.query['page'] === undefined || call.query['page'] === '1' ? await listFiles(call, mergeBase, head) : [],
  })
  return { status: 200, body, headers: page.headers }
}

function statusOf(ahead: number, behind: number): string {
  if (behind === 0) return ahead === 0 ? 'identical' : 'ahead'
  return ahead === 0 ? 'behind' : 'diverged'
}

/** Without a git repository only the ends are known. */
async function listCommits(call: Call, from: string, to: string): Promise<string[]> {
  const { gitPath } = call.repository
  if (from === to) return []
  if (gitPath === null || (await isParent(gitPath, from, to))) return [to]
  return linesOf(await settledText(gitPath, ['rev-list', '--reverse', `${from}..${to}`]))
}

async function listFiles(call: Call, mergeBase: string, head: string): Promise<unknown[]> {
  const { gitPath } = call.repository
  if (gitPath === null || mergeBase === head) return []
  const told = await settledText(gitPath, ['diff', '--raw', '--numstat', '--no-renames', mergeBase, head])
  const [raw, counted] = [
    linesOf(told).filter((line) => line.startsWith(':')),
    linesOf(told).filter((line) => !line.startsWith(':')),
  ]
  return raw.map((line, index) => {
    const [fields = '', filename = ''] = line.split('\t')
    const [additions = 0, deletions = 0] = (counted[index] ?? '').split('\t').map((count) => Number(count) || 0)
    const status = { A: 'added', D: 'removed', M: 'modified' }[fields.at(-1) ?? ''] ?? 'changed'
    return render(call, 'diff-entry', { filename, status, additions, deletions, changes: additions + deletions })
  })
}

function linesOf(text: string | null): string[] {
  return (text ?? '').split('\n').filter((line) => line !== '')
}
