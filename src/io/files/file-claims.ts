import { attempt, EnvironmentError, hasErrorCode } from '../../domain/core/errors.ts'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { readStartTicks } from '../process/process-tree.ts'
import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createDirectory } from './create-directory.ts'

/** Identifies a process uniquely, as stored in a file: pids are reused, a pid with its start time is not. */
export type ProcessMark = ReturnType<typeof createOwnMark>

/** The pid is unique in its namespace only, whose inode is stored. The start is in clock ticks since boot. */
export function createOwnMark() {
  return { host: hostname(), namespace: readPidNamespace(), pid: process.pid, startTicks: readStartTicks(process.pid) }
}

/** Parses a stored mark; null when it is invalid, such as the partial file of a killed process. */
export function parseMark(text: string): ProcessMark | null {
  const { host, namespace, pid, startTicks } = attempt(() => JSON.parse(text)) ?? {}
  const isMark = typeof host === 'string' && Number.isInteger(pid) && typeof startTicks === 'string'
  return isMark ? { host, namespace: String(namespace), pid, startTicks } : null
}

/** Whether the process has certainly ended. False for other machines and containers, where that is unknown. */
export function isGone(mark: ProcessMark): boolean {
  return isVisible(mark) && readStartTicks(mark.pid) !== mark.startTicks
}

/** Whether this process can see if that one runs. */
function isVisible({ host, namespace }: ProcessMark): boolean {
  return host === hostname() && namespace === readPidNamespace()
}

/** Inode of the pid namespace of this process; 0 when it cannot be read. */
export function readPidNamespace(): string {
  return attempt(() => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]) ?? '0'
}

/** Age at which a claim is stale whose process is unknown: in another container or host, or of a torn file. */
const maxClaimMs = 48 * 3_600_000

/** Takes locks; see `fileClaims`. */
export type Claims = typeof fileClaims

/** Locks on this machine that one process at a time can hold: files that contain the mark of their process. */
export const fileClaims = {
  /**
   * Claims the lock file until disposed; null: a process that may still run holds it. Takes over stale claims; one of
   * another machine or container is stale after `maxUnseenMs`.
   */
  async take(path: string, maxUnseenMs = maxClaimMs): Promise<AsyncDisposable | null> {
    const draft = `${path}.${randomUUID()}`
    try {
      await createDirectory(dirname(path))
      await writeFile(draft, JSON.stringify({ ...createOwnMark(), claim: randomUUID() }))
    } catch (cause) {
      const message = `cannot write to ${dirname(path)}: ${cause instanceof Error ? cause.message : String(cause)}`
      throw new EnvironmentError(message, 'Check free space and permissions of that directory.', { cause })
    }
    try {
      await removeStale(path, maxUnseenMs)
      return (await isLinked(draft, path)) ? { [Symbol.asyncDispose]: () => rm(path, { force: true }) } : null
    } finally {
      await rm(draft, { force: true })
    }
  },
}

/** Links a complete draft, so that none sees a partial one. Copies where the file system has no hard links. */
async function isLinked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error
      await copyFile(draft, path, constants.COPYFILE_EXCL)
    })
    return true
  } catch (cause) {
    if (hasErrorCode(cause, 'EEXIST')) return false
    throw cause
  }
}

/** Renames before removing: of two processes, only one succeeds, and none removes a new claim. */
async function removeStale(path: string, maxUnseenMs: number): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => null)
  const found = await stat(path).catch(() => null)
  if (text === null || found === null) return
  const mark = parseMark(text)
  // The clock of a file server can be ahead.
  const isOld = maxUnseenMs === 0 || Date.now() - found.mtimeMs > maxUnseenMs
  const isStale = mark && isVisible(mark) ? isGone(mark) : isOld
  if (!isStale) return
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  const moved = await readFile(aside, 'utf8').catch(() => null)
  if (moved !== text) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
}
