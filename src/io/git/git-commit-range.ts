import type { LoggedCommit } from '../../domain/bisect/logged-commit.ts'
import type { GitCommand } from './git-command.ts'
import { requireCommitId } from './git-reference.ts'

/** Fields are separated by NUL, which no subject can contain. */
const format = ['%H', '%P', '%s', '%an', '%cI'].join('%x00')

/** The commits of `good..bad` in topological order, oldest first. */
export async function listCommitsBetween(
  git: GitCommand,
  good: string,
  bad: string,
  isFirstParent: boolean,
): Promise<LoggedCommit[]> {
  requireCommitId(good)
  requireCommitId(bad)
  const order = ['--topo-order', '--reverse', ...(isFirstParent ? ['--first-parent'] : [])]
  const text = await git('log', '-z', ...order, `--format=${format}`, '--end-of-options', bad, `^${good}`)
  const fields = text.split('\0')
  const commits = Array.from({ length: Math.floor(fields.length / 5) }, (_unused, index) =>
    toCommit(fields.slice(index * 5, index * 5 + 5)),
  )
  return isFirstParent ? commits.map((one) => ({ ...one, parents: one.parents.slice(0, 1) })) : commits
}

function toCommit([
  commit = '',
  parents = '',
  subject = '',
  author = '',
  committedAt = '',
]: readonly string[]): LoggedCommit {
  return { commit, parents: parents.split(' ').filter((id) => id !== ''), subject, author, committedAt }
}
