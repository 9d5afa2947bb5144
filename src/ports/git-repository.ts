import type { TrackedTree } from '../domain/core/tree-state.ts'

/** A tree of one commit on disk, a repository of its own outside of the clone. Disposing removes it. */
export interface CheckedOutTree extends AsyncDisposable {
  readonly path: string
  /** As it was checked out: compared with the ids of the commit. */
  readonly files: TrackedTree
}

export interface GitRepository {
  /** The commit of a ref as 40 hexadecimal digits, fetched from the remote when it is not here; null when it exists nowhere. */
  resolve(ref: string): Promise<string | null>
  /** The parents of a commit in their order, also where a shallow clone lacks them. */
  listParents(commit: string): Promise<string[]>
  /** The tip of a branch as the remote has it now, fetched; as the clone remembers it where the remote cannot be asked. */
  findBranchTip(branch: string): Promise<string | null>
  /** Merge base of two commits, deepening a shallow clone as far as needed; null when they share no history. */
  findMergeBase(one: string, other: string): Promise<string | null>
  /**
   * The text of a file in a commit, by its path from the directory that was opened; null when the commit has no such
   * file. Symbolic links are not followed.
   */
  readAt(commit: string, path: string): Promise<string | null>
  /** The files of a commit at `directory`, which must be empty or not there. */
  checkOut(commit: string, directory: string): Promise<CheckedOutTree>
  /** Tag names of the repository and its remote. */
  listTags(): Promise<string[]>
  /** Files changed in the working tree against HEAD, at most a few, for a warning. */
  listUncommittedFiles(): Promise<string[]>
}
