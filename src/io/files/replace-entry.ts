import {
  closeSync,
  constants,
  fchmodSync,
  futimesSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'

/** A file or link to write. */
export type NewEntry = {
  /** Bytes, or the target of the link. */
  readonly content: Buffer
  readonly isLink: boolean
  /** Permissions of a file. */
  readonly mode: number
  /** In seconds since 1970. */
  readonly mtime: number
}

/**
 * Replaces what is at a path below an untrusted directory by a new file or link. Creates missing directories, and
 * replaces what is in their place. The path is bytes in latin1.
 */
export function replaceEntry(directory: string, path: string, entry: NewEntry): void {
  applyInParent(directory, path, (place) => {
    remove(place)
    if (entry.isLink) symlinkSync(entry.content, place)
    else writeNew(place, entry)
  })
}

/** Removes the file, link or directory at a path below an untrusted directory. */
export function removeEntry(directory: string, path: string): void {
  applyInParent(directory, path, remove)
}

/** A new inode: an existing one can be linked to a file outside the directory. */
function writeNew(place: Buffer, { content, mode, mtime }: NewEntry): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const descriptor = openSync(place, flags, 0o600)
  try {
    writeFileSync(descriptor, content)
    fchmodSync(descriptor, mode)
    futimesSync(descriptor, mtime, mtime)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Opens every directory of the path through the descriptor of its parent, as `openat` does, so that no link in the path
 * is followed, even if a process replaces directories at the same time.
 */
function applyInParent(directory: string, path: string, work: (place: Buffer) => void): void {
  const names = path.split('/')
  if (names.some((name) => name === '' || name === '.' || name === '..')) throw new Error('the path is invalid')
  const last = names.pop() ?? ''
  let parent = openDirectory(Buffer.from(directory))
  try {
    for (const name of names) {
      const next = enter(buildEntryPath(parent, name))
      closeSync(parent)
      parent = next
    }
    work(buildEntryPath(parent, last))
  } finally {
    closeSync(parent)
  }
}

function enter(place: Buffer): number {
  try {
    return openDirectory(place)
  } catch (error) {
    if (!hasCode(error, ['ENOENT', 'ENOTDIR', 'ELOOP'])) throw error
    remove(place)
    mkdirSync(place)
    return openDirectory(place)
  }
}

function openDirectory(place: Buffer): number {
  return openSync(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
}

/** The path of an entry in an open directory (Linux). */
function buildEntryPath(parent: number, name: string): Buffer {
  return Buffer.concat([Buffer.from(`/proc/self/fd/${parent}/`), Buffer.from(name, 'latin1')])
}

function remove(place: Buffer): void {
  try {
    unlinkSync(place)
  } catch (error) {
    if (hasCode(error, ['EISDIR', 'EPERM'])) rmSync(place, { recursive: true })
    else if (!hasCode(error, ['ENOENT'])) throw error
  }
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
