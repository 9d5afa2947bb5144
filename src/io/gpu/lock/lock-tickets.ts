import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readPidNamespace, type ProcessMark } from '../../process/process-mark.ts'

/** A file by which a process requests or holds a GPU. */
export type Ticket = Pick<ProcessMark, 'pid' | 'namespace'> & {
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

export function buildTicketPath(directory: string, lock: string, mark: ProcessMark, nonce: string): string {
  return join(directory, `${lock}~${mark.pid}-${mark.startTicks ?? '0'}-${mark.namespace}-${nonce}`)
}

/** Tickets for `lock`, split by whether their process is alive. Ignores other files. */
export function readTickets(directory: string, lock: string): { readonly live: Ticket[]; readonly stale: Ticket[] } {
  const tickets = readdirSync(directory).flatMap((name) => parseTicket(directory, name) ?? [])
  const own = tickets.filter((ticket) => ticket.lock === lock)
  return {
    live: own.filter(isLive),
    stale: own.filter((ticket) => !isLive(ticket)),
  }
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
  if (!isAlive(pid)) return false
  const ticks = readStartTicks(pid)
  // The start time is hidden (hidepid), so only liveness can be checked.
  if (ticks === null) return isAlive(pid)
  return ticks === startTicks && (readOwner(pid) ?? file.uid) === file.uid
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * The program name is in parentheses and can contain anything; the start time is the 20th field after it
 * (proc_pid_stat(5)).
 */
function readStartTicks(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? 'ended' : (rest[18] ?? null)
  } catch {
    return null
  }
}

function readOwner(pid: number): number | null {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? null
}
