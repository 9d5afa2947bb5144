import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { PreparedDataset } from '../domain/core/dataset.ts'
import { EnvironmentError, hasErrorCode } from '../domain/core/errors.ts'

/** Cache directories: `readable` in search order, and `own` for writing. */
export type DatasetCaches = { readonly own: string; readonly readable: readonly string[] }

type CacheEntry = {
  /** Name of its directory. */
  readonly name: string
  /** Writes the dataset into an empty directory. */
  make(draft: string): Promise<PreparedDataset>
  /** Reads a cached dataset; null unless it is complete and unchanged. */
  read(directory: string): Promise<PreparedDataset | null>
}

/**
 * Reads a dataset from the first cache directory that holds it complete and unchanged; otherwise writes it to `own`, where it
 * replaces a damaged entry and deletes drafts that killed runs left a day ago. Returns its paths in the cache.
 */
export async function prepareCached({ own, readable }: DatasetCaches, entry: CacheEntry): Promise<PreparedDataset> {
  for (const cache of readable) {
    const cached = await entry.read(join(cache, entry.name))
    if (cached) return cached
  }
  const directory = join(own, entry.name)
  return await fillDraft(directory, '', async (draft) => {
    const { identity, files, paths, names } = await entry.make(draft)
    while (!(await isMoved(draft, directory))) {
      // Another process was faster, or the entry is damaged.
      const cached = await entry.read(directory)
      if (cached) return cached
      await rm(directory, { recursive: true, force: true })
    }
    const move = (path: string): string => join(directory, relative(draft, path))
    return { identity, files: files.map(move), ...(paths && { paths: paths.map(move) }), ...(names && { names }) }
  })
}

/**
 * Fills a draft directory and moves its files to the target when all are complete, so that a killed process leaves no
 * partial dataset. When files replace older ones, `last` is moved last.
 *
 * @throws EnvironmentError when the disk cannot be written
 */
export async function fillDirectory<Result>(
  path: string,
  last: string,
  fill: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = resolve(path)
  return await fillDraft(directory, `.${basename(directory)}.`, async (draft) => {
    const result = await fill(draft)
    if (await isMoved(draft, directory)) return result
    // Without its metadata the directory is no dataset during the exchange.
    await rm(join(directory, last), { force: true })
    const names = (await readdir(draft)).filter((name) => name !== last)
    for (const name of [...names, last]) await rename(join(draft, name), join(directory, name))
    return result
  })
}

/** Drafts older than this belong to killed runs and would fill the disk. */
const abandonedMs = 24 * 3_600_000

/** Lets `fill` use a draft beside the target, and removes what is left of it, and of the drafts of killed runs. */
async function fillDraft<Result>(directory: string, prefix: string, fill: (draft: string) => Promise<Result>) {
  const parent = dirname(directory)
  const draft = join(parent, `${prefix}${randomUUID()}.draft`)
  try {
    await makeWithParents(draft)
    for (const name of await readdir(parent).catch(() => [])) {
      if (!name.startsWith(prefix) || !name.endsWith('.draft')) continue
      const found = await stat(join(parent, name)).catch(() => null)
      if (found && Date.now() - found.mtimeMs > abandonedMs)
        await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
    }
    return await fill(draft)
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException
    if (code === undefined || syscall === undefined) throw cause
    const what = `The dataset cannot be written to ${directory} (${code})`
    throw new EnvironmentError(what, 'Free disk space, or choose a writable directory (XDG_CACHE_HOME)', { cause })
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => {})
  }
}

/** Without `recursive`, which never ends where the kernel says ENOENT below a directory that exists, as in /proc. */
async function makeWithParents(path: string): Promise<void> {
  const parent = dirname(path)
  if (!existsSync(parent))
    await makeWithParents(parent).catch((error: unknown) => {
      if (!hasErrorCode(error, 'EEXIST')) throw error
    })
  await mkdir(path)
}

/** Moves the directory in one step; false when the target exists. */
async function isMoved(draft: string, directory: string): Promise<boolean> {
  try {
    await rename(draft, directory)
    return true
  } catch (cause) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return false
    throw cause
  }
}
