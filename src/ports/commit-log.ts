import type { Suspect } from '../domain/history/observe.ts'
import type { CommitPosition } from '../domain/history/history-records.ts'

/** Commits of the repository, from GitHub or a clone. */
export interface CommitLog {
  /** Position on its branch and time of a commit. Throws when there is no such commit. */
  locateCommit(commit: string): Promise<CommitPosition>
  /** The commits after `good` up to `bad`, oldest first, at most 250, and their total number; null when unknown. */
  listBetween(good: string, bad: string): Promise<{ readonly commits: Suspect[]; readonly total: number } | null>
  /** Whether a commit is `tip` or one of its ancestors; false for a tip that is on no branch. Null: unknown. */
  isAncestor(commit: string, tip: string): Promise<boolean | null>
  /** The tag of the latest release on GitHub, or the newest tag of a clone; null when there is none. */
  findLatestRelease(): Promise<string | null>
  /** The commit of a tag, branch or commit; null when there is none. */
  findCommit(ref: string): Promise<string | null>
}
