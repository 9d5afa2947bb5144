import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  fchmodSync,
  futimesSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { decodePath, type FileState, type TrackedTree } from '../../domain/core/tree-state.ts'
import { parseStamp } from '../files/disk-tree-reader.ts'
import { findObjectFormat, GitFailure } from './git-command.ts'
import { listCommitFiles, type GitEntry, startBlobHash, type GitObjects } from './git-objects.ts'

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

/** The clone that has the objects of a commit. */
type OriginalsSource = {
  readonly objects: GitObjects
  /** Fetches the objects of the commit that a partial clone lacks. */
  readonly complete: () => Promise<void>
}

const maxCopiedBytes = 2 ** 30
/** Limits how many files are in memory at once. */
const filesPerBatch = 50

/**
 * Content comes from objects of the clone where the commit has it, otherwise from copies. Both are verified against the
 * object ids of the kept state, so a program that changes either cannot change what is restored.
 */
export async function keepOriginals(source: OriginalsSource, tree: KeptTree): Promise<TreeOriginals> {
  const entries = await listEntries(source, tree.commit)
  const { tracked, state } = tree.files
  const isCommitted = (path: string) => entries.get(path)?.id === state.get(path)?.id
  await copyFiles(
    tree,
    [...tracked].filter((path) => !isCommitted(path)),
  )
  return {
    async restore(paths) {
      for (let at = 0; at < paths.length; at += filesPerBatch) {
        const batch = paths.slice(at, at + filesPerBatch)
        const contents = await readContents(source, tree, batch, isCommitted)
        for (const path of batch) restoreEntry(tree, path, contents)
      }
    },
  }
}

async function listEntries({ objects, complete }: OriginalsSource, commit: string): Promise<Map<string, GitEntry>> {
  try {
    return await listCommitFiles(objects, commit)
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    await complete()
    return await listCommitFiles(objects, commit)
  }
}

/** Files that change or cannot be read are not copied, and then not restored. */
async function copyFiles({ directory, files, copies }: KeptTree, paths: readonly string[]): Promise<void> {
  const copied = new Set<string>()
  let left = maxCopiedBytes
  for (const path of paths) {
    const file = files.state.get(path)
    if (!file || file.id === null || copied.has(file.id) || parseStamp(file).size > left) continue
    const content = readEntry(directory, path, file)
    if (content === null || hashBlob(content, file.id) !== file.id) continue
    copied.add(file.id)
    left -= content.length
    await mkdir(copies, { recursive: true })
    await writeFile(join(copies, file.id), content, { flag: 'wx' }).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

function readEntry(directory: string, path: string, { kind }: FileState): Buffer | null {
  const place = Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(path, 'latin1')])
  try {
    if (kind === 'link') return readlinkSync(place, { encoding: 'buffer' })
    const descriptor = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : null
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return null
  }
}

/** Verified content by object id; an id without content is left out. */
async function readContents(
  { objects, complete }: OriginalsSource,
  { files, copies }: KeptTree,
  paths: readonly string[],
  isCommitted: (path: string) => boolean,
): Promise<Map<string, Buffer>> {
  const list = (isWanted: (path: string) => boolean): string[] => [
    ...new Set(paths.filter(isWanted).flatMap((path) => files.state.get(path)?.id ?? [])),
  ]
  const contents = new Map<string, Buffer>()
  const committed = list(isCommitted)
  if (committed.length > 0) await complete()
  for (const [id, { content }] of await objects.read(committed)) contents.set(id, content)
  for (const id of list((path) => !isCommitted(path))) {
    const content = await readFile(join(copies, id)).catch(() => null)
    if (content !== null && hashBlob(content, id) === id) contents.set(id, content)
  }
  return contents
}

function restoreEntry({ directory, files }: KeptTree, path: string, contents: ReadonlyMap<string, Buffer>): void {
  const original = files.state.get(path)
  try {
    if (!original) return removeEntry(directory, path)
    const content = contents.get(original.id ?? '')
    if (content) replaceEntry(directory, path, { ...parseStamp(original), content, isLink: original.kind === 'link' })
  } catch (cause) {
    throw new EnvironmentError(
      `${decodePath(path)} in ${directory} cannot be restored: ${cause instanceof Error ? cause.message : String(cause)}`,
      'A trial changed this file: write output below {output}, or keep its directory writable and free space on the disk.',
      { cause },
    )
  }
}

/** The id of a blob in the format of another id. */
function hashBlob(content: Buffer, other: string): string {
  return startBlobHash(content.length, findObjectFormat(other)).update(content).digest('hex')
}

/** A file or link to write. */
type NewEntry = {
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
function replaceEntry(directory: string, path: string, entry: NewEntry): void {
  applyInParent(directory, path, (place) => {
    remove(place)
    if (entry.isLink) symlinkSync(entry.content, place)
    else writeNew(place, entry)
  })
}

/** Removes the file, link or directory at a path below an untrusted directory. */
function removeEntry(directory: string, path: string): void {
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
