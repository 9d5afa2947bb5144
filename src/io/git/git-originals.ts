import { attempt, EnvironmentError, hasErrorCode } from '../../domain/core/errors.ts'
import {
  closeSync,
  constants,
  openSync,
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
import { decodePath, type TrackedTree } from '../../domain/core/tree-state.ts'
import { locate, parseStamp } from '../files/disk-tree-reader.ts'
import { readOwnFile } from '../files/regular-file.ts'
import { findObjectFormat, GitFailure } from './git-command.ts'
import { listCommitEntries, startBlobHash, type GitObjects } from './git-objects.ts'

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
export type TreeOriginals = Awaited<ReturnType<typeof keepOriginals>>

const maxCopiedBytes = 2 ** 30
/** Limits how many files are in memory at once. */
const filesPerBatch = 50

/**
 * Keeps the content of the tracked files of a checkout. It comes from objects of the clone where the commit has it,
 * otherwise from copies that this makes, up to 1 GiB. Both are verified against the object ids of the kept state, so a
 * program that changes either cannot change what is restored. `complete` fetches what a partial clone lacks. Returns
 * the function that restores files.
 */
export async function keepOriginals(objects: GitObjects, complete: () => Promise<void>, tree: KeptTree) {
  const { files: entries } = await listCommitEntries(objects, tree.commit).catch(async (error: unknown) => {
    if (!(error instanceof GitFailure)) throw error
    await complete()
    return await listCommitEntries(objects, tree.commit)
  })
  const { tracked, state } = tree.files
  const isCommitted = (path: string) => entries.get(path)?.id === state.get(path)?.id
  await copyFiles(
    tree,
    [...tracked].filter((path) => !isCommitted(path)),
  )
  const listIds = (paths: readonly string[]) => [...new Set(paths.flatMap((path) => state.get(path)?.id ?? []))]
  return {
    /**
     * Restores these paths, to the bytes, mode and mtime of the kept state, each as a new file. Removes what is in
     * their place, never follows links, and writes inside the checkout only. Removes paths that the kept state lacks;
     * leaves those whose content was not kept. Throws an EnvironmentError when a file cannot be read or written.
     */
    async restore(paths: readonly string[]): Promise<void> {
      for (let at = 0; at < paths.length; at += filesPerBatch) {
        const batch = paths.slice(at, at + filesPerBatch)
        const committed = listIds(batch.filter(isCommitted))
        if (committed.length > 0) await complete()
        // Verified content; an id without content is left out.
        const contents = new Map<string, Buffer>()
        for (const [id, { content }] of await objects.read(committed)) contents.set(id, content)
        for (const id of listIds(batch.filter((path) => !isCommitted(path)))) {
          const content = await readFile(join(tree.copies, id)).catch(() => null)
          if (content !== null && hashBlob(content, id) === id) contents.set(id, content)
        }
        for (const path of batch) restoreEntry(tree, path, contents)
      }
    },
  }
}

/** Files that change or cannot be read are not copied, and then not restored. */
async function copyFiles({ directory, files, copies }: KeptTree, paths: readonly string[]): Promise<void> {
  const copied = new Set<string>()
  let left = maxCopiedBytes
  for (const path of paths) {
    const file = files.state.get(path)
    if (!file || file.id === null || copied.has(file.id) || parseStamp(file).size > left) continue
    const place = locate(directory, path)
    const content =
      file.kind === 'link' ? attempt(() => readlinkSync(place, { encoding: 'buffer' })) : readOwnFile(place)
    if (content === null || hashBlob(content, file.id) !== file.id) continue
    copied.add(file.id)
    left -= content.length
    await mkdir(copies, { recursive: true })
    await writeFile(join(copies, file.id), content, { flag: 'wx' }).catch((error: unknown) => {
      if (!hasErrorCode(error, 'EEXIST')) throw error
    })
  }
}

function restoreEntry({ directory, files }: KeptTree, path: string, contents: ReadonlyMap<string, Buffer>): void {
  const original = files.state.get(path)
  try {
    const content = contents.get(original?.id ?? '')
    if (original && !content) return
    applyInParent(directory, path, (place) => {
      remove(place)
      if (!original || !content) return
      if (original.kind === 'link') symlinkSync(content, place)
      else writeNew(place, content, parseStamp(original))
    })
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

/** A new inode: an existing one can be linked to a file outside the directory. */
function writeNew(place: Buffer, content: Buffer, { mode, mtime }: ReturnType<typeof parseStamp>): void {
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
 * Works on an entry below an untrusted directory; its path is bytes in latin1. Opens every directory of the path
 * through the descriptor of its parent, as `openat` does, so that no link in the path is followed, even if a process
 * replaces directories at the same time. Creates missing directories, and replaces what is in their place.
 */
function applyInParent(directory: string, path: string, work: (place: Buffer) => void): void {
  const names = path.split('/')
  if (names.some((name) => name === '' || name === '.' || name === '..')) throw new Error('the path is invalid')
  const last = names.pop() ?? ''
  let parent = openDirectory(Buffer.from(directory))
  try {
    for (const name of names) {
      const place = buildEntryPath(parent, name)
      let next: number
      try {
        next = openDirectory(place)
      } catch (error) {
        if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) throw error
        remove(place)
        mkdirSync(place)
        next = openDirectory(place)
      }
      closeSync(parent)
      parent = next
    }
    work(buildEntryPath(parent, last))
  } finally {
    closeSync(parent)
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
    if (hasErrorCode(error, 'EISDIR', 'EPERM')) rmSync(place, { recursive: true })
    else if (!hasErrorCode(error, 'ENOENT')) throw error
  }
}
