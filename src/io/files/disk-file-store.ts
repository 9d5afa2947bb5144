import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EnvironmentError, UserError } from '../../domain/core/errors.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { openBelow, openRegular, readChunks } from './regular-file.ts'
import { replaceDirectory } from './replace-directory.ts'
import { removeLinksOut, removeTree } from './written-tree.ts'

export const diskFileStore: FileStore = {
  readText: (path, maxBytes) => readBounded(path, maxBytes, () => openRegular(path, true)),

  readForeignText: (folder, name, maxBytes) => readBounded(join(folder, name), maxBytes, () => openBelow(folder, name)),

  writeText: (path, text) => explainErrors(`write ${path}`, () => replace(path, (draft) => writeDurably(draft, text))),

  replaceText: (path, text, previous) =>
    explainErrors(`write ${path}`, async () => {
      await replace(previous, (draft) => linkOrCopy(path, draft))
      await replace(path, (draft) => writeDurably(draft, text))
    }),

  writeBytes: (path, content, maxBytes) =>
    explainErrors(`write ${path}`, () => replace(path, (draft) => writeWithin(draft, path, { content, maxBytes }))),

  removeDrafts: (directory) => explainErrors(`clean ${directory}`, () => removeDraftsOlderThan(-Infinity, directory)),

  makeDirectory: (path) =>
    explainErrors(`create ${path}`, async () => {
      await mkdir(path, { recursive: true })
    }),

  copyDirectory: (root, path, to) =>
    explainErrors(`copy ${join(root, path)}`, () => replaceDirectory({ root, path }, to)),

  remove: (path) => explainErrors(`remove ${path}`, () => removeTree(path)),

  removeLinksOut: (directory) => explainErrors(`clean ${directory}`, () => removeLinksOut(directory)),

  async list(path) {
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
    throw isExplained(error) ? error : createStoreError(`read ${path}`, error)
  } finally {
    await file.close()
  }
}

/** Age after which a draft must belong to a killed process. */
const abandonedDraftMs = 600_000
const draftName = /^\.(.+)\.[0-9a-f-]{36}$/u
const swept = new Set<string>()

/**
 * Writes a draft next to the file and renames it. Flushes the draft before the rename and the directory after it, so
 * that a power failure leaves the old or the new file. Does nothing when `make` creates no draft.
 */
async function replace(path: string, make: (draft: string) => Promise<unknown>): Promise<void> {
  const directory = dirname(path)
  const draft = join(directory, `.${basename(path)}.${randomUUID()}`)
  await mkdir(directory, { recursive: true })
  await removeAbandonedDrafts(directory)
  try {
    if ((await make(draft)) === null) return
    await rename(draft, path)
    await flushDirectory(directory)
  } finally {
    // Needed after a rename too: when both names are links to one file, rename(2) does nothing and leaves the draft.
    await rm(draft, { force: true }).catch(() => {})
  }
}

/** Runs once per directory and process; cleanup only. */
async function removeAbandonedDrafts(directory: string): Promise<void> {
  if (swept.has(directory)) return
  swept.add(directory)
  await removeDraftsOlderThan(abandonedDraftMs, directory)
}

async function removeDraftsOlderThan(ageMs: number, directory: string): Promise<void> {
  for (const name of (await readdir(directory).catch(() => [])).filter((entry) => draftName.test(entry))) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => null)
    if (found?.isFile() && Date.now() - found.mtimeMs >= ageMs) await rm(path, { force: true }).catch(() => {})
  }
}

/** Copies where the file system has no hard links. Null when the file does not exist. */
async function linkOrCopy(path: string, draft: string): Promise<void | null> {
  try {
    await link(path, draft)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null
    await copyFile(path, draft)
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(text)
  await file.sync()
}

type BoundedContent = { readonly content: AsyncIterable<Uint8Array>; readonly maxBytes: number }

async function writeWithin(draft: string, path: string, { content, maxBytes }: BoundedContent): Promise<void> {
  await using file = await open(draft, 'wx')
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > maxBytes) throw new UserError(`${path} would have more than ${maxBytes} bytes`, 'Give a smaller file.')
    await file.writeFile(chunk)
  }
  await file.sync()
}

async function flushDirectory(path: string): Promise<void> {
  await using directory = await open(path, constants.O_RDONLY)
  // Not every file system can flush a directory.
  await directory.sync().catch(() => {})
}

/** Error handler for `catch`: returns null when the file does not exist, and throws an explained error otherwise. */
export function returnNullIfAbsent(path: string): (error: unknown) => null {
  return (error) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return null
    throw createStoreError(`read ${path}`, error)
  }
}

async function explainErrors<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isExplained(error) ? error : createStoreError(action, error)
  }
}

function isExplained(error: unknown): boolean {
  return error instanceof UserError || error instanceof EnvironmentError
}

function createStoreError(action: string, cause: unknown): EnvironmentError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new EnvironmentError(`cannot ${action}: ${reason}`, chooseHint(cause), { cause })
}

function chooseHint(error: unknown): string {
  if (isSystemError(error, 'ENOSPC', 'EDQUOT', 'EFBIG'))
    return 'Free space there (or raise the limit), then resume: completed trials are kept.'
  if (isSystemError(error, 'EROFS', 'EACCES', 'EPERM'))
    return 'Choose a directory that this user can write to, such as one below RUNNER_TEMP.'
  return 'Check free space and permissions of that directory.'
}

function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
