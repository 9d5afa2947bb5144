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
  const mergeBase = context.baseCommit === null ? null : await git.mergeBase(context.baseCommit, commit)
  if (context.baseCommit !== null && mergeBase === null) {
    throw new UserError(
      `${commit.slice(0, 7)} and its base ${context.baseCommit.slice(0, 7)} share no history`,
      'Check that the clone belongs to the repository of the pull request.',
    )
  }
  return { head: { ref: context.headCommit === null ? 'HEAD' : commit, commit }, mergeBase }
}
