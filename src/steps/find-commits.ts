import { UserError } from '../domain/errors.ts'
import type { RunContext } from '../domain/run-context.ts'
import type { GitRepository } from '../ports/git-repository.ts'
import type { KnownCommits } from '../domain/revision.ts'

/** The head to measure and its merge base with the branch it is meant for. */
export async function findCommits(context: RunContext, git: GitRepository): Promise<KnownCommits> {
  const ref = context.headCommit ?? 'HEAD'
  const commit = await git.resolve(ref)
  if (commit === null) {
    throw new UserError(
      `the head commit ${ref} is not in this clone and could not be fetched`,
      'Check the repository out with actions/checkout before this step; fetch-depth 1 is enough.',
    )
  }
  const baseCommit = await baseOf(context, git)
  const mergeBase = baseCommit === null ? null : await git.mergeBase(baseCommit, commit)
  if (baseCommit !== null && mergeBase === null) {
    throw new UserError(
      `${commit.slice(0, 7)} and its base ${baseCommit.slice(0, 7)} share no history`,
      'Check that the clone belongs to the repository of the pull request.',
    )
  }
  return { head: { ref: context.headCommit === null ? 'HEAD' : commit, commit }, mergeBase }
}

async function baseOf({ baseCommit, baseBranch }: RunContext, git: GitRepository): Promise<string | null> {
  if (baseCommit !== null || baseBranch === undefined) return baseCommit
  const tip =
    (await git.resolve(`refs/remotes/origin/${baseBranch}`)) ?? (await git.resolve(`refs/heads/${baseBranch}`))
  if (tip !== null) return tip
  throw new UserError(
    `the branch ${baseBranch} is not in this clone and could not be fetched`,
    'Check the repository out with `fetch-depth: 0`: the rules and the baselines come from where this commit left that branch.',
  )
}
