import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { isGone, createOwnMark, parseMark } from '../process/process-mark.ts'

/** Liveness of a process in another container or host is unknown, and no run takes this long. */
const maxClaimMs = 48 * 3_600_000

export type Claims = typeof fileClaims

/** Locks on this machine that one process at a time can hold: files that contain the mark of their process. */
export const fileClaims = {
  /**
   * Claims the lock file at `path` until disposed; null when another process that may still run holds it. A claim of a
   * process that has ended is taken over.
   */
  async take(path: string): Promise<AsyncDisposable | null> {
    const draft = `${path}.${randomUUID()}`
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(draft, JSON.stringify({ ...createOwnMark(), claim: randomUUID() }))
    } catch (cause) {
      const message = `cannot write to ${dirname(path)}: ${cause instanceof Error ? cause.message : String(cause)}`
      throw new EnvironmentError(message, 'Check free space and permissions of that directory.', { cause })
    }
    try {
      await removeStale(path)
      return (await isLinked(draft, path)) ? { [Symbol.asyncDispose]: () => rm(path, { force: true }) } : null
    } finally {
      await rm(draft, { force: true })
    }
  },
}

/**
 * Links a complete draft: a file that is opened and then written is visible while incomplete. Copies where the file
 * system has no hard links.
 */
async function isLinked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error
      await copyFile(draft, path, constants.COPYFILE_EXCL)
    })
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false
    throw cause
  }
}

/**
 * Renames before removing: of two processes that find the claim stale, only one succeeds, and none removes a new claim.
 */
async function removeStale(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null || !(await isStale(path, text))) return
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

async function isStale(path: string, text: string): Promise<boolean> {
  const mark = parseMark(text)
  if (mark && isGone(mark)) return true
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > maxClaimMs
}
