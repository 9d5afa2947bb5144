import { formatNames } from './errors.ts'
/** File system metadata of one entry in a tree. Directories are not listed. */
export type FileState = {
  readonly kind: 'file' | 'program' | 'link' | 'other'
  /** Inode, size and mtime: the values that a program can forge. */
  readonly stamp: string
  /** ctime in nanoseconds: last change of bytes, name, owner or mode. Only root can forge it. */
  readonly changedNs: string
  /** Number of hard links. A new one changes `changedNs`. */
  readonly links: number
  /** Git object id of the bytes or of the link target; null for untracked files, which are not read. */
  readonly id: string | null
}

/** All entries of a tree by path. Paths are bytes in latin1, as git stores them. */
export type TreeState = ReadonlyMap<string, FileState>

/** A tree checked out from a commit. */
export type TrackedTree = {
  /** Paths in the commit. */
  readonly tracked: ReadonlySet<string>
  readonly state: TreeState
}

/** Whether the bytes of a file are certainly unchanged between two states. */
export function isUntouched(before: FileState, after: FileState): boolean {
  return before.kind === after.kind && before.stamp === after.stamp && before.changedNs === after.changedNs
}

/**
 * Lists the paths that differ between two states. Tracked files are compared by content, others by metadata. The
 * ctime of an untracked file with several hard links is ignored, because package managers link files from a cache.
 */
export function listChangedFiles(before: TreeState, after: TreeState): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => !isSame(before.get(path), after.get(path)))
}

/** Lists the changed files among those of the commit. */
export function listChangedTrackedFiles(tracked: ReadonlySet<string>, before: TreeState, after: TreeState): string[] {
  return [...tracked].filter((path) => !isSame(before.get(path), after.get(path)))
}

function isSame(before: FileState | undefined, after: FileState | undefined): boolean {
  if (!before || !after) return before === after
  if (before.kind !== after.kind) return false
  if (before.id !== null || after.id !== null) return before.id === after.id
  if (before.stamp !== after.stamp) return false
  return before.changedNs === after.changedNs || Math.max(before.links, after.links) > 1
}

/** Of the Git LFS pointers and submodules (`path/`) in a commit, lists those that a setup did not fill with content. */
export function listUnfilled(unfilled: readonly string[], before: TreeState, after: TreeState): string[] {
  const paths = [...after.keys()]
  return unfilled.filter((path) =>
    path.endsWith('/') ? !paths.some((one) => one.startsWith(path)) : isSame(before.get(path), after.get(path)),
  )
}

/** Names up to five files for a message. */
export function formatFileNames(paths: readonly string[]): string {
  return formatNames(paths.map((path) => JSON.stringify(decodePath(path)).slice(1, -1)))
}

/** Decodes a path of a tree, which is bytes in latin1, as UTF-8. */
export function decodePath(path: string): string {
  return new TextDecoder().decode(Uint8Array.from(path, (character) => character.charCodeAt(0)))
}
