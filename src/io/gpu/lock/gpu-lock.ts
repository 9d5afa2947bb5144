import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, rmSync, utimesSync, writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { EnvironmentError } from '../../../domain/core/errors.ts'
import type { GpuLock, GpuLockHolder, HeldGpuLock } from '../../../ports/gpu-lock.ts'
import { createOwnMark } from '../../process/process-mark.ts'
import { heldMode, readNote, readTickets, buildTicketPath, type Ticket } from './lock-tickets.ts'

export type GpuLockOptions = {
  /** Shared by all users and containers that share GPUs. */
  readonly directory: string
}

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
export function createGpuLock({ directory }: GpuLockOptions = { directory: sharedDirectory }): GpuLock {
  return {
    tryHold: async (uuids, runId) => {
      prepareDirectory(directory)
      const tickets: string[] = []
      try {
        const holders = await takeAll(uuids, { directory, runId, tickets })
        if (holders.length === 0) return { status: 'held', lock: hold(uuids, tickets) }
        tickets.forEach(removeTicket)
        return { status: 'busy', holders }
      } catch (error) {
        tickets.forEach(removeTicket)
        throw error
      }
    },
  }
}

type Claim = {
  readonly directory: string
  readonly runId: string
  /** Paths of the tickets written so far. */
  readonly tickets: string[]
}

/** Stops at the first GPU that is held; empty when all were locked. A fixed order prevents deadlocks. */
async function takeAll(uuids: readonly string[], claim: Claim): Promise<GpuLockHolder[]> {
  for (const uuid of [...new Set(uuids)].toSorted()) {
    const holders = await take(uuid, claim)
    if (holders.length > 0) return holders
  }
  return []
}

async function take(uuid: string, { directory, runId, tickets }: Claim): Promise<GpuLockHolder[]> {
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
      return (winner ? [winner] : others).map((other) => readHolder(uuid, other))
    await delay(pollMs)
  }
}

function readHolder(uuid: string, { path, pid }: Ticket): GpuLockHolder {
  return { uuid, pid, ...(readNote(path) ?? { runId: null, since: null }) }
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

function removeTicket(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // In a sticky directory only the owner can remove the file; the ticket is void anyway.
  }
}

function hold(uuids: readonly string[], tickets: readonly string[]): HeldGpuLock {
  const release = (): void => tickets.forEach(removeTicket)
  const timer = setInterval(() => touch(tickets), touchMs)
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

function touch(tickets: readonly string[]): void {
  for (const path of tickets) {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // The ticket was removed externally; the GPU still counts as held.
    }
  }
}

function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o1777 })
    // mkdir applies the umask.
    chmodSync(directory, 0o1777)
  } catch (cause) {
    if (isCode(cause, 'EEXIST')) return requireDirectory(directory)
    const message = `the directory for GPU locks cannot be created: ${cause instanceof Error ? cause.message : String(cause)}`
    throw new EnvironmentError(message, `Create ${directory} with mode 1777.`, { cause })
  }
}

function requireDirectory(directory: string): void {
  if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return
  const hint = `Remove it and find out what created it; warpgauge creates a directory with mode 1777.`
  throw new EnvironmentError(`${directory} is not a directory, so GPUs cannot be locked`, hint)
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
