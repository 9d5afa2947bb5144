import type { LoggedCommit } from '../domain/bisect/logged-commit.ts'

/** The commits between two others. */
export interface CommitRange {
  /**
   * What leads to `bad` and not to `good`, parents before their children and `bad` last. With `isFirstParent` merges are
   * taken as one step each: only the commits of the branch itself, each with the one before it for its parent.
   */
  listCommitsBetween(good: string, bad: string, isFirstParent: boolean): Promise<LoggedCommit[]>
}
