import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  utimesSync,
  writeSync,
  fstatSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { attempt, EnvironmentError } from '../../../domain/core/errors.ts'
import { createOwnMark, readPidNamespace, type ProcessMark } from '../../files/file-claims.ts'
import { isAlive } from '../../process/process-tree.ts'
import { readProcessStat } from '../../process/proc-files.ts'
import { join } from 'node:path'

export type GpuLock = ReturnType<typeof createGpuLock>

/** The holder of a GPU, as far as its lock file shows. */
export type GpuLockHolder = {
  readonly uuid: string
  readonly pid: number
  /** Written by the holder; null when unreadable. */
  readonly runId: string | null
  /** ISO 8601, UTC. */
  readonly since: string | null
}

/** GPUs reserved for this run on this host. Disposing releases them; a second dispose does nothing. */
export interface HeldGpuLock extends AsyncDisposable {
  readonly uuids: readonly string[]
}

/** The lock of all requested GPUs, or the runs that hold one of them. */
export type GpuLockAnswer =
  | { readonly status: 'held'; readonly lock: HeldGpuLock }
  | { readonly status: 'busy'; readonly holders: readonly GpuLockHolder[] }

/** Of all users and containers that share GPUs. */
const sharedDirectory = '/tmp/warpgauge-locks'
const touchMs = 20_000
/** How long the process that is first in order waits for the others to withdraw. */
const stepBackMs = 2000
const pollMs = 5

/**
 * Host-wide GPU locks, as files in a world-writable directory. Every process first writes its own ticket and then reads
 * all tickets; it holds the GPU only if no other live ticket exists. Of two concurrent processes the later one in order
 * withdraws. Tickets contain the pid and start time of their process, so those of killed processes are void; removing
 * them is cleanup only. proper-lockfile is not suitable: it expires locks by modification time, so a busy process loses
 * its lock, and it cannot take over another user's lock in a sticky directory.
 */
export function createGpuLock({ directory } = { directory: sharedDirectory }) {
  return {
    /** Locks all of the GPUs or none, without waiting. Throws an EnvironmentError when locks cannot be created. */
    tryHold: async (uuids: readonly string[], runId: string): Promise<GpuLockAnswer> => {
      prepareDirectory(directory)
      const tickets: string[] = []
      try {
        // A fixed order prevents deadlocks.
        for (const uuid of [...new Set(uuids)].toSorted()) {
          const holders = await take(uuid, directory, runId, tickets)
          if (holders.length === 0) continue
          tickets.forEach(removeTicket)
          return { status: 'busy', holders }
        }
        return { status: 'held', lock: hold(uuids, tickets) }
      } catch (error) {
        tickets.forEach(removeTicket)
        throw error
      }
    },
  }
}

/** Adds the path of its ticket to `tickets`; returns who holds the GPU instead. */
async function take(uuid: string, directory: string, runId: string, tickets: string[]): Promise<GpuLockHolder[]> {
  const lock = uuid.replaceAll(/[^\w.-]/g, '-').slice(0, 120)
  const path = buildTicketPath(directory, lock, createOwnMark(), randomBytes(6).toString('hex'))
  tickets.push(path)
  writeTicket(path, runId)
  const deadline = performance.now() + stepBackMs
  for (;;) {
    const { live, stale } = readTickets(directory, lock)
    stale.forEach((ticket) => removeTicket(ticket.path))
    const others = live.filter((ticket) => ticket.path !== path)
    const winner = others.find(({ isHeld }) => isHeld) ?? others.find((other) => other.path < path)
    if (others.length === 0) {
      chmodSync(path, heldMode)
      return []
    }
    if (winner || performance.now() > deadline)
      return (winner ? [winner] : others).map((other) => {
        return { uuid, pid: other.pid, ...(readNote(other.path) ?? { runId: null, since: null }) }
      })
    await delay(pollMs)
  }
}

/** Creates a file with an unpredictable name and never opens an existing file or link. */
function writeTicket(path: string, runId: string): void {
  const note = JSON.stringify({ pid: process.pid, runId, since: new Date().toISOString() })
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW
  try {
    const file = openSync(path, flags, 0o644)
    writeSync(file, `${note}\n`)
    closeSync(file)
  } catch (cause) {
    const message = `the lock ${path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`
    throw new EnvironmentError(message, 'Free space there, and set mode 1777 on its directory.', { cause })
  }
}

/** In a sticky directory only the owner can remove the file; the ticket is void anyway. */
function removeTicket(path: string): void {
  attempt(() => rmSync(path, { force: true }))
}

function hold(uuids: readonly string[], tickets: readonly string[]): HeldGpuLock {
  const release = (): void => tickets.forEach(removeTicket)
  const timer = setInterval(() => {
    // A ticket that was removed externally does not count, but the GPU still counts as held.
    for (const path of tickets) attempt(() => utimesSync(path, new Date(), new Date()))
  }, touchMs)
  timer.unref()
  process.once('exit', release)
  return {
    uuids,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      process.off('exit', release)
      release()
    },
  }
}

function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o1777 })
    // mkdir applies the umask.
    chmodSync(directory, 0o1777)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) {
      const message = `the directory for GPU locks cannot be created: ${cause instanceof Error ? cause.message : String(cause)}`
      throw new EnvironmentError(message, `Create ${directory} with mode 1777.`, { cause })
    }
    if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return
    const hint = `Remove it and find out what created it; warpgauge creates a directory with mode 1777.`
    throw new EnvironmentError(`${directory} is not a directory, so GPUs cannot be locked`, hint, { cause })
  }
}

/** A file by which a process requests or holds a GPU. */
type Ticket = Pick<ProcessMark, 'pid' | 'namespace'> & {
  readonly startTicks: string
  readonly path: string
  readonly lock: string
  /** The owner found no other ticket and holds the GPU; otherwise it is still checking. */
  readonly isHeld: boolean
}

/** File mode of a held ticket: chmod is atomic and keeps the name. */
export const heldMode = 0o444

const ticketName = /^([\w.-]{1,120})~(\d{1,10})-(\d{1,20})-(\d{1,20})-[0-9a-f]{12}$/
/** Processes of other containers are not visible; they touch their tickets every 20 s. */
const freshMs = 120_000
const maxNoteBytes = 4096

/** The name of a ticket says which process waits, so that others see whether it still runs. */
export function buildTicketPath(directory: string, lock: string, mark: ProcessMark, nonce: string): string {
  return join(directory, `${lock}~${mark.pid}-${mark.startTicks ?? '0'}-${mark.namespace}-${nonce}`)
}

/** Tickets for `lock`, split by whether their process is alive. Ignores other files. */
export function readTickets(directory: string, lock: string): { readonly live: Ticket[]; readonly stale: Ticket[] } {
  const tickets = readdirSync(directory).flatMap((name) => parseTicket(directory, name) ?? [])
  const { true: live = [], false: stale = [] } = Object.groupBy(
    tickets.filter((ticket) => ticket.lock === lock),
    (ticket) => `${isLive(ticket)}`,
  )
  return { live, stale }
}

/** The content of a ticket; null when it is not a plain file or is invalid. Does not follow links. */
export function readNote(path: string): { readonly runId: string; readonly since: string } | null {
  let file: number | null = null
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if (fstatSync(file).size > maxNoteBytes) return null
    const note: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof note !== 'object' || note === null || !('runId' in note) || !('since' in note)) return null
    const { runId, since } = note
    return typeof runId === 'string' && typeof since === 'string' ? { runId, since } : null
  } catch {
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}

function parseTicket(directory: string, name: string): Ticket | null {
  const [, lock, pid, startTicks, namespace] = ticketName.exec(name) ?? []
  if (lock === undefined || startTicks === undefined || namespace === undefined) return null
  const path = join(directory, name)
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return { path, lock, pid: Number(pid), startTicks, namespace, isHeld: (mode & 0o222) === 0 }
}

/**
 * A ticket is valid only as a plain file, owned by the user of a live process with that start time. So links are
 * ignored, and no user can hold GPUs on behalf of another process.
 */
function isLive({ path, pid, startTicks, namespace }: Ticket): boolean {
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (!file?.isFile()) return false
  if (namespace !== readPidNamespace()) return Date.now() - file.mtimeMs < freshMs
  const entry = readProcessStat(pid)
  // The start time is hidden (hidepid), so only liveness can be checked.
  if (entry === null) return isThere(pid)
  const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? file.uid
  return isAlive(entry) && entry.startTicks === startTicks && owner === file.uid
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
