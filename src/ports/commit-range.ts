import type { LoggedCommit } from '../domain/bisect/logged-commit.ts'

/** The commits between two others. */
export interface CommitRange {
  /**
   * The commits that `bad` reaches and `good` does not, parents before children, `bad` last. With `isFirstParent`, only
   * the commits of the branch itself, each with its first parent: a merge is one step.
   */
  listCommitsBetween(good: string, bad: string, isFirstParent: boolean): Promise<LoggedCommit[]>
}
