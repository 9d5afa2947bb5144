import { mkdir, open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { DataBranch, DataChange, DataEntry, DataSnapshot } from '../../ports/data-branch.ts'
import { diskFileStore, returnNullIfAbsent } from './disk-file-store.ts'
import { isGone, createOwnMark, parseMark } from '../process/process-mark.ts'

const maxFileBytes = 64 * 2 ** 20
const lockName = '.warpgauge-lock'
/** A write takes milliseconds, so an older lock without a readable owner belongs to a killed process. */
const staleLockMs = 30_000

type FileIds = Map<string, string>

/**
 * Data in a directory, such as a checkout of the data branch. Each file is replaced atomically, but a crash may leave
 * some of several changes unwritten. A lock file serializes writers.
 */
export function createDirectoryData(root: string): DataBranch {
  const snapshots = new WeakMap<DataSnapshot, FileIds>()
  return {
    async open() {
      const fileIds: FileIds = new Map()
      const snapshot: DataSnapshot = {
        list: (directory) => listDirectory(root, directory, fileIds),
        read: async ({ path }) => await readListed(root, path),
      }
      snapshots.set(snapshot, fileIds)
      return snapshot
    },
    async write(snapshot, changes) {
      return await runLocked(root, async () => {
        for (const { path } of changes) {
          const now = (await readIdentity(join(root, path)))?.id ?? null
          if (now !== (snapshots.get(snapshot)?.get(path) ?? null)) return 'moved'
        }
        for (const change of changes) await writeChange(root, change)
        return 'written'
      })
    },
  }
}

/** Fails when a listed file has vanished: reading it as empty would lose its records. */
async function readListed(root: string, path: string): Promise<string> {
  const text = await diskFileStore.readForeignText(root, path, maxFileBytes)
  if (text !== null) return text
  throw new EnvironmentError(
    `${join(root, path)} was removed before it could be read`,
    'Restore the file, or run the command again without it.',
  )
}

async function writeChange(root: string, { path, text }: DataChange): Promise<void> {
  await diskFileStore.writeText(join(root, path), text)
}

async function listDirectory(root: string, directory: string, fileIds: FileIds): Promise<DataEntry[]> {
  const place = join(root, directory)
  const entries = (await readdir(place, { withFileTypes: true }).catch(returnNullIfAbsent(place))) ?? []
  const found: DataEntry[] = []
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) found.push({ path, kind: 'directory', id: path, bytes: 0 })
    const now = entry.isFile() ? await readIdentity(join(root, path)) : null
    // The draft of another process may have been renamed since.
    if (now === null) continue
    fileIds.set(path, now.id)
    found.push({ path, kind: 'file', ...now })
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** Every write replaces the file, so inode, size and time identify the content. Null when the file does not exist. */
async function readIdentity(path: string): Promise<Pick<DataEntry, 'id' | 'bytes'> | null> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found === null ? null : { id: `${found.ino}-${found.size}-${found.mtimeNs}`, bytes: Number(found.size) }
}

async function runLocked<T>(root: string, work: () => Promise<T>): Promise<T | 'moved'> {
  const path = join(root, lockName)
  const lock = await openLock(path)
  if (!lock) {
    await dropStaleLock(path)
    return 'moved'
  }
  try {
    await lock.writeFile(JSON.stringify(createOwnMark()))
    return await work()
  } finally {
    await lock.close()
    await rm(path, { force: true })
  }
}

/** Null when another process holds the lock. */
async function openLock(path: string): Promise<FileHandle | null> {
  try {
    await mkdir(dirname(path), { recursive: true })
    return await open(path, 'wx')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return null
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EnvironmentError(`cannot write to ${dirname(path)}: ${reason}`, hintOfDirectory, { cause })
  }
}

const hintOfDirectory = 'Check free space and permissions of that directory.'

/** Removes the lock of a process that has exited; a lock without a readable owner expires by age. */
async function dropStaleLock(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found) return
  const mark = parseMark(await readFile(path, 'utf8').catch(() => ''))
  const isStale = mark ? isGone(mark) : Date.now() - found.mtimeMs > staleLockMs
  if (!isStale) return
  await rm(path, { force: true }).catch((cause: unknown) => {
    throw new EnvironmentError(`${path} cannot be removed`, 'Remove this lock file of a killed process manually.', {
      cause,
    })
  })
}
