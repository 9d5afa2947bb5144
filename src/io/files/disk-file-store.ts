import { randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import {
  copyFile,
  link,
  open,
  readdir,
  rename,
  rm,
  stat,
  type FileHandle,
  realpath,
  lstat,
  chmod,
} from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { EnvironmentError, ExplainedError, hasErrorCode, UserError } from '../../domain/core/errors.ts'
import { createDirectory } from './create-directory.ts'
import { isBelow, openBelow, openRegular, readChunks } from './regular-file.ts'

/** Reads and writes files and directories by absolute paths. Throws an EnvironmentError if the file system refuses. */
export type FileStore = typeof diskFileStore

export const diskFileStore = {
  /** Null when the file does not exist. Throws a UserError for a file larger than `maxBytes`. */
  readText: (path: string, maxBytes: number) => readBounded(path, maxBytes, () => openRegular(path, true)),
  /** Like `readText` in an untrusted directory: throws a UserError for a symbolic link anywhere in `name`. */
  readForeignText: (folder: string, name: string, maxBytes: number) =>
    readBounded(join(folder, name), maxBytes, () => openBelow(folder, name)),
  /** Replaces the file atomically: a reader sees the old or the new text, also after a crash. */
  writeText: (path: string, text: string) =>
    explainErrors(`write ${path}`, () => replace(path, (draft) => writeDurably(draft, text))),
  /** Like `writeText`, and keeps the old content as `previous`, for recovery when the file is corrupt. */
  replaceText: (path: string, text: string, previous: string) =>
    explainErrors(`write ${path}`, async () => {
      await replace(previous, async (draft) => {
        try {
          return await link(path, draft)
        } catch (error) {
          // Otherwise the file system has no hard links.
          return hasErrorCode(error, 'ENOENT') ? null : await copyFile(path, draft)
        }
      })
      await replace(path, (draft) => writeDurably(draft, text))
    }),
  /** Streams a file to disk. Throws a UserError beyond `maxBytes` and then leaves no partial file. */
  writeBytes: (path: string, content: AsyncIterable<Uint8Array>, maxBytes: number) =>
    explainErrors(`write ${path}`, () =>
      replace(path, async (draft) => {
        await using file = await open(draft, 'wx')
        let size = 0
        for await (const chunk of content) {
          size += chunk.length
          if (size > maxBytes)
            throw new UserError(`${path} would have more than ${maxBytes} bytes`, 'Give a smaller file.')
          await file.writeFile(chunk)
        }
        await file.sync()
      }),
    ),
  /** Removes partial files from a directory that only the caller writes to. Elsewhere they expire by age. */
  removeDrafts: (directory: string) =>
    explainErrors(`clean ${directory}`, () => removeDraftsOlderThan(-Infinity, directory)),
  makeDirectory: (path: string) => explainErrors(`create ${path}`, () => createDirectory(path)),
  /**
   * Replaces `to` by a copy of the regular files of the directory `path` below `root`, which an untrusted program wrote,
   * completely or not at all. Leaves out links. False, and `to` stays, when there is no file to copy or a part of `path`
   * is a link.
   */
  replaceDirectory: (root: string, path: string, to: string) =>
    explainErrors(`copy ${join(root, path)}`, () => replaceDirectory(root, path, to)),
  /** Removes a file or directory tree; does nothing when it does not exist. */
  remove: (path: string) => explainErrors(`remove ${path}`, () => removeTree(path)),
  /** Removes what a later step that uploads the directory would follow or wait for: links out of it, pipes, devices. */
  removeLinksOut: (directory: string) => explainErrors(`clean ${directory}`, () => removeLinksOut(directory)),
  /** Entry names of a directory, sorted; empty when the directory does not exist. */
  async list(path: string): Promise<string[]> {
    const names = await readdir(path).catch(returnNullIfAbsent(path))
    return (names ?? []).toSorted()
  },
}

async function readBounded(path: string, maxBytes: number, opening: () => Promise<FileHandle>): Promise<string | null> {
  const file = await opening().catch((error: unknown) => {
    if (error instanceof UserError) throw error
    return returnNullIfAbsent(path)(error)
  })
  if (!file) return null
  try {
    const chunks: Buffer[] = []
    for await (const chunk of readChunks(file, path, { maxBytes, signal: null })) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    throw error instanceof ExplainedError ? error : createStoreError(`read ${path}`, error)
  } finally {
    await file.close()
  }
}

/** Age after which a draft must belong to a killed process. */
const [abandonedFileMs, abandonedDirectoryMs] = [600_000, 24 * 3_600_000]
const draftName = /^\.(.+)\.[0-9a-f-]{36}$/u
const swept = new Set<string>()

/**
 * Writes a draft next to the file and renames it. Flushes the draft before the rename and the directory after it, so
 * that a power failure leaves the old or the new file. Does nothing when `make` creates no draft.
 */
async function replace(path: string, make: (draft: string) => Promise<unknown>): Promise<void> {
  const directory = dirname(path)
  const draft = join(directory, `.${basename(path)}.${randomUUID()}`)
  await createDirectory(directory)
  // Cleanup only, so once per directory and process.
  if (!swept.has(directory)) await removeDraftsOlderThan(abandonedFileMs, directory)
  swept.add(directory)
  try {
    if ((await make(draft)) === null) return
    await rename(draft, path)
    await using opened = await open(directory, constants.O_RDONLY)
    // Not every file system can flush a directory.
    await opened.sync().catch(() => {})
  } finally {
    // Needed after a rename too: when both names are links to one file, rename(2) does nothing and leaves the draft.
    await rm(draft, { force: true }).catch(() => {})
  }
}

async function removeDraftsOlderThan(ageMs: number, directory: string): Promise<void> {
  for (const name of (await readdir(directory).catch(() => [])).filter((entry) => draftName.test(entry))) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => null)
    if (found?.isFile() && Date.now() - found.mtimeMs >= ageMs) await rm(path, { force: true }).catch(() => {})
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(text)
  await file.sync()
}

/** Error handler for `catch`: returns null when the file does not exist, and throws an explained error otherwise. */
export function returnNullIfAbsent(path: string): (error: unknown) => null {
  return (error) => {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null
    throw createStoreError(`read ${path}`, error)
  }
}

async function explainErrors<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ExplainedError ? error : createStoreError(action, error)
  }
}

function createStoreError(action: string, cause: unknown): EnvironmentError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const hint = hasErrorCode(cause, 'ENOSPC', 'EDQUOT', 'EFBIG')
    ? 'Free space there (or raise the limit), then resume: completed trials are kept.'
    : hasErrorCode(cause, 'EROFS', 'EACCES', 'EPERM')
      ? 'Choose a directory that this user can write to, such as one below RUNNER_TEMP.'
      : 'Check free space and permissions of that directory.'
  return new EnvironmentError(`cannot ${action}: ${reason}`, hint, { cause })
}

async function replaceDirectory(root: string, path: string, to: string): Promise<boolean> {
  const from = await realpath(join(root, path)).catch(() => null)
  if (from === null || from !== join(await realpath(root), path)) return false
  const parent = dirname(to)
  await createDirectory(parent)
  for (const name of (await readdir(parent)).filter((entry) => /\.[0-9a-f-]{36}\.draft$/.test(entry))) {
    const found = await stat(join(parent, name)).catch(() => null)
    if (found && Date.now() - found.mtimeMs > abandonedDirectoryMs) await removeTree(join(parent, name))
  }
  const draft = `${to}.${randomUUID()}.draft`
  try {
    await copyRegularFiles(from, draft, [])
    // Without a regular file there is no draft.
    if (!(await stat(draft).catch(() => null))) return false
    await removeTree(to)
    await rename(draft, to)
    return true
  } finally {
    await removeTree(draft)
  }
}

const maxFiles = 100_000
/** Limits the apparent size, because a copy can lose the holes of a sparse file. */
const maxTotalBytes = 64 * 2 ** 30

/**
 * Copies the regular files of an untrusted directory. Skips links, which could point outside the folder, devices, and
 * names that are not UTF-8. Returns the skipped paths, relative to `from`; `skip` names entries of the top level.
 *
 * @throws UserError beyond 100,000 files or 64 GiB
 */
export async function copyRegularFiles(from: string, to: string, skip: readonly string[]): Promise<string[]> {
  const copy = { leftOut: [] as string[], files: 0, bytes: 0 }
  await explainErrors(`copy ${from} to ${to}`, async () => {
    for (const name of (await readdir(from)).toSorted())
      if (!skip.includes(name)) await copyEntry(join(from, name), join(to, name), copy)
  })
  return copy.leftOut.map((path) => relative(from, path))
}

async function copyEntry(from: string, to: string, copy: { leftOut: string[]; files: number; bytes: number }) {
  const found = await lstat(from).catch((error: unknown) => {
    if (!hasErrorCode(error, 'ENOENT')) throw error
  })
  if (found?.isDirectory()) {
    for (const name of (await readdir(from)).toSorted()) await copyEntry(join(from, name), join(to, name), copy)
    return
  }
  if (!found?.isFile()) {
    copy.leftOut.push(from)
    return
  }
  copy.files += 1
  copy.bytes += found.size
  if (copy.files > maxFiles || copy.bytes > maxTotalBytes)
    throw new UserError(
      `${from} would be file ${copy.files} and byte ${copy.bytes} of a copy; at most ${maxFiles} files and ${maxTotalBytes} bytes are copied`,
      'Check the contents of this run folder; warpgauge writes far less.',
    )
  await createDirectory(dirname(to))
  await copyFile(from, to, constants.COPYFILE_FICLONE)
}

/** Removes a file or tree that a program wrote, including directories without owner permissions. */
export async function removeTree(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 })
  await remove().catch(async (error: unknown) => {
    if (!hasErrorCode(error, 'EACCES', 'EPERM')) throw error
    for await (const _ of listOpened(path)) continue
    await remove()
  })
}

async function removeLinksOut(directory: string): Promise<void> {
  const root = await realpath(directory).catch(() => null)
  if (root === null) return
  for await (const { path, entry } of listOpened(root)) {
    if (entry.isFile()) continue
    const target = entry.isSymbolicLink() ? await realpath(path).catch(() => null) : null
    if (target === null || !isBelow(target, [root])) await rm(path, { force: true })
  }
}

/**
 * Lists what a directory tree holds except directories, and grants the owner all permissions on each of these, top
 * down. Links are not followed. Paths are bytes, because a program can write names that are not UTF-8.
 */
async function* listOpened(root: string): AsyncGenerator<{ readonly path: Buffer; readonly entry: Dirent<Buffer> }> {
  const left = [Buffer.from(root)]
  for (let parent = left.pop(); parent !== undefined; parent = left.pop()) {
    const found = await lstat(parent).catch(() => null)
    if (!found?.isDirectory()) continue
    if ((found.mode & 0o700) !== 0o700) await chmod(parent, found.mode | 0o700)
    for (const entry of await readdir(parent, { encoding: 'buffer', withFileTypes: true })) {
      const path = Buffer.concat([parent, Buffer.from('/'), entry.name])
      if (entry.isDirectory()) left.push(path)
      else yield { path, entry }
    }
  }
}
