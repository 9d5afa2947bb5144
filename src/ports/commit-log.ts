import type { Suspect } from '../domain/tracking/regression-story.ts'
import type { CommitPlace } from '../domain/tracking/commit-place.ts'

/** What the repository tells of its commits. */
export interface CommitLog {
  placeOf(commit: string): Promise<CommitPlace>
  /** The commits after `good` up to `bad`, oldest first, at most 250, and how many there are; null when nobody can tell. */
  between(good: string, bad: string): Promise<{ readonly commits: Suspect[]; readonly total: number } | null>
  /** The tag of the latest release; null when there is none. */
  latestRelease(): Promise<string | null>
  /** The commit of a tag, branch or commit; null when there is none. */
  commitOf(ref: string): Promise<string | null>
}
