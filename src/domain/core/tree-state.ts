/** What the disk says about one file, link or other entry of a tree. Directories are not listed. */
export type FileState = {
  readonly kind: 'file' | 'program' | 'link' | 'other'
  /** Inode, size and time of the last change of the bytes: whatever a program can choose itself. */
  readonly stamp: string
  /** Time of the last change of bytes, name, owner or mode, in nanoseconds. No program without root can choose it. */
  readonly changedNs: string
  /** Names of the file; a further one anywhere sets `changedNs`. */
  readonly links: number
  /** git's id of the bytes, or of the target of a link; null for files that git does not track: they are not read. */
  readonly id: string | null
}

/** Everything in a tree by its path. Paths are bytes as latin1 text, as git stores them. */
export type TreeState = ReadonlyMap<string, FileState>

/** A tree as it was checked out from a commit. */
export type TrackedTree = {
  /** Paths that the commit holds. */
  readonly tracked: ReadonlySet<string>
  readonly state: TreeState
}

/** Whether nobody can have changed the bytes of a file between two looks. */
export function isUntouched(before: FileState, after: FileState): boolean {
  return before.kind === after.kind && before.stamp === after.stamp && before.changedNs === after.changedNs
}

/**
 * Paths that differ between two states of a tree. Files that git tracks are compared by their bytes, others by what the
 * disk says. An untracked file with several names may get a further one elsewhere, as package managers do that link files
 * from a cache: its time of change is not compared.
 */
export function listChangedFiles(before: TreeState, after: TreeState): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => !isSame(before.get(path), after.get(path)))
}

/** The same for the files of the commit alone. */
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

const mostNamed = 5

/** Names a few of the files, as people write them. */
export function formatFileNames(paths: readonly string[]): string {
  const shown = paths.slice(0, mostNamed).map((path) => JSON.stringify(decodePath(path)).slice(1, -1))
  return paths.length > mostNamed ? `${shown.join(', ')} and ${paths.length - mostNamed} more` : shown.join(', ')
}

function decodePath(path: string): string {
  return new TextDecoder().decode(Uint8Array.from(path, (character) => character.charCodeAt(0)))
}
