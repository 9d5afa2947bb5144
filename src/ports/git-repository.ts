import type { TrackedTree } from '../domain/core/tree-state.ts'
import type { RepositoryFacts } from '../domain/doctor/facts.ts'

/** A checkout of one commit, as a separate repository outside the clone. Disposing removes it. */
export interface CheckedOutTree extends AsyncDisposable {
  readonly path: string
  /** The files as checked out, verified against the object ids of the commit. */
  readonly files: TrackedTree
  /** Git LFS pointers and, with `/` at their end, submodules whose content is not in the clone. */
  readonly unfilled: readonly string[]
}

/** A checkout whose files are to be kept. */
export type KeptTree = {
  readonly directory: string
  readonly commit: string
  /** The files of the commit and their state to restore. */
  readonly files: TrackedTree
  /** Directory for copies, outside of all checkouts; created when needed. */
  readonly copies: string
}

/** The original content of the tracked files of a checkout. */
export interface TreeOriginals {
  /**
   * Restores these paths, to the bytes, mode and mtime of the kept state, each as a new file. Removes what is in their
   * place, never follows links, and writes inside the checkout only. Leaves paths without an original as they are. Throws
   * an EnvironmentError when a file cannot be read or written.
   */
  restore(paths: readonly string[]): Promise<void>
}

export interface GitRepository {
  /**
   * The commit id of a ref (40 hexadecimal digits), fetched from the remote when missing locally; null when it exists
   * nowhere.
   */
  resolve(ref: string): Promise<string | null>
  /** The parents of a commit in order, also for commits that a shallow clone lacks. */
  listParents(commit: string): Promise<string[]>
  /** The tip of a branch, fetched from the remote; the last fetched tip when the remote is unreachable. */
  findBranchTip(branch: string): Promise<string | null>
  /** The merge base of two commits; deepens a shallow clone as needed. Null when they share no history. */
  findMergeBase(one: string, other: string): Promise<string | null>
  /**
   * The text of a file in a commit, by its path relative to the opened directory; null when the commit has no such
   * file. Symbolic links are not followed.
   */
  readAt(commit: string, path: string): Promise<string | null>
  /** Checks a commit out at `directory`, which must be empty or absent. */
  checkOut(commit: string, directory: string): Promise<CheckedOutTree>
  /** Copies the tracked files whose content is not in the commit, such as changes of a setup, up to 1 GiB. */
  keepOriginals(tree: KeptTree): Promise<TreeOriginals>
  /** Tag names of the repository and its remote. */
  listTags(): Promise<string[]>
  /** Credentials in the settings of the opened clone, without their values. */
  listCredentials(): RepositoryFacts['credentials']
  /** The first few files that differ from HEAD, for a warning. */
  listUncommittedFiles(): Promise<string[]>
}
