import { UserError } from '../../domain/core/errors.ts'
import type { Suspect } from '../../domain/tracking/regression-context.ts'
import type { CommitLog } from '../../ports/commit-log.ts'
import type { CommitPosition } from '../../domain/tracking/commit-position.ts'
import type { GitCommand } from './git-command.ts'
import { requireCommitId } from './git-reference.ts'
import { createGitCommand, openGitRepository } from './simple-git-repository.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

const maxCommits = 250

/**
 * Opens the commit log of a clone. Throws a UserError for a commit that is missing or whose history was not fetched.
 */
export async function openGitCommitLog(path: string, env: EnvironmentVariables = process.env): Promise<CommitLog> {
  const repository = await openGitRepository(path, { env })
  const git = createGitCommand(path, env, [])
  return {
    locateCommit: (commit) => readPlace(git, commit),
    isAncestor: (commit, tip) => isAncestor(git, commit, tip),
    listBetween: (good, bad) => readBetween(git, good, bad),
    findLatestRelease: async () => {
      const tags = await git(
        'for-each-ref',
        '--sort=-creatordate',
        '--count=1',
        '--format=%(refname:strip=2)',
        'refs/tags',
      )
      return tags.trim() || null
    },
    findCommit: (ref) => repository.resolve(ref),
  }
}

async function readPlace(git: GitCommand, commit: string): Promise<CommitPosition> {
  requireCommitId(commit)
  const shown = await git('show', '--no-patch', '--format=%cI', '--end-of-options', commit).catch(() => '')
  if (shown.trim() === '')
    throw new UserError(
      `the commit ${commit} is not in this clone`,
      'Fetch it, or start inside the clone it belongs to.',
    )
  if ((await git('rev-parse', '--is-shallow-repository')).trim() === 'true')
    throw new UserError(
      'this clone is shallow, so the position of a commit in its history is unknown',
      'Run `git fetch --unshallow` first, or set the position with --order.',
    )
  const order = Number((await git('rev-list', '--count', '--end-of-options', commit)).trim())
  return { order, committedAt: new Date(shown.trim()).toISOString() }
}

async function isAncestor(git: GitCommand, commit: string, tip: string): Promise<boolean | null> {
  requireCommitId(commit)
  requireCommitId(tip)
  const base = await git('merge-base', commit, tip).catch(() => null)
  return base === null ? null : base.trim() === commit
}

async function readBetween(git: GitCommand, good: string, bad: string) {
  requireCommitId(good)
  requireCommitId(bad)
  const range = `${good}..${bad}`
  const text = await git('log', '--reverse', '--format=%H%x00%s%x00%an', '--end-of-options', range).catch(() => null)
  if (text === null) return null
  const commits = text.split('\n').flatMap((line): Suspect[] => {
    const [commit, subject = '', author = ''] = line.split('\0')
    return commit ? [{ commit, subject, author }] : []
  })
  return { commits: commits.slice(-maxCommits), total: commits.length }
}
