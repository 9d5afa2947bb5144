import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { adoptOrphans, reapChild } from '../process/own-process.ts'

/** A live process or zombie from `/proc/PID/stat` (proc_pid_stat(5)). */
export type ProcessEntry = {
  readonly pid: number
  readonly state: string
  readonly parent: number
  readonly group: number
  readonly session: number
  readonly startTicks: string
}

const maxSearchMs = 50
const pausesMs = 0.2

/** Children in their own session that belong to no command, such as a monitoring tool. */
const ownTools = new Set<number>()
let ownSession: number | null = null

/** Excludes a tool of this process from the search for orphans. */
export function keepTool(pid: number | undefined): void {
  if (pid !== undefined) ownTools.add(pid)
}

/**
 * Finds live children that this process did not start: orphans that it adopted as the reaper of its descendants
 * (`adoptOrphans`). Reaps exited ones, so that their pids are released.
 *
 * Correctness: the kernel reparents a child before its parent becomes a zombie, and a zombie stays in the list until it
 * is reaped here. So a live descendant always has an ancestor in this list, and an empty result proves that none is
 * left. Commands lead their own sessions, and no process can join an existing session: children in our session are our
 * own tools.
 *
 * `keep` holds the pids of running commands. Blocks this thread for up to 50 ms.
 */
export function findOrphans(keep: ReadonlySet<number>): ProcessEntry[] {
  ownSession ??= readEntry(process.pid)?.session ?? null
  const until = performance.now() + maxSearchMs
  for (;;) {
    const found = readChildren().flatMap((pid) => (keep.has(pid) || ownTools.has(pid) ? [] : (readEntry(pid) ?? [])))
    const orphans = found.filter(({ session }) => ownSession !== null && session !== ownSession)
    const alive = orphans.filter(isAlive)
    const reaped = orphans.filter(({ pid, state }) => state === 'Z' && reapChild(pid) === pid)
    // A child of a reaped zombie may have been reparented since the list was read, so read again.
    if (alive.length > 0 || reaped.length === 0) return alive
    if (performance.now() >= until) return reaped
  }
}

/**
 * Waits up to `limitMs` for an adopted process to be reaped, and blocks this thread. True also when the search for
 * orphans has reaped it. False: still running, or this process adopts none.
 */
export function awaitAdopted(pid: number, limitMs: number): boolean {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const until = performance.now() + limitMs
  for (;;) {
    const found = reapChild(pid)
    if (found !== 0) return found === pid || adoptOrphans()
    if (performance.now() >= until) return false
    Atomics.wait(pause, 0, 0, pausesMs)
  }
}

/** A zombie holds no resources and only waits to be reaped. */
export function isAlive({ state }: Pick<ProcessEntry, 'state'>): boolean {
  return state !== 'Z' && state !== 'X'
}

/** Null when the process has ended. */
export function readEntry(pid: number): ProcessEntry | null {
  const stat = readStat(pid)
  // The program name is in parentheses and can contain anything; the fields after it are numbers (proc_pid_stat(5)).
  const [state, parent, group, session, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  const startTicks = rest[15]
  if (!state || !startTicks) return null
  return { pid, state, parent: Number(parent), group: Number(group), session: Number(session), startTicks }
}

/** Sends a signal; ignores processes that have ended or belong to another user. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // A process that cannot be signalled stays in the list of live processes.
  }
}

/** Children of the main thread, which starts commands and adopts orphans (proc_tid_children(5)). */
function readChildren(): number[] {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim()
    return text === '' ? [] : text.split(' ').map(Number)
  } catch {
    return []
  }
}

/** A line has about 50 numbers of at most 20 digits. Querying the file size would take as long as reading it. */
const statLine = Buffer.alloc(4096)

function readStat(pid: number): string | null {
  try {
    const descriptor = openSync(`/proc/${pid}/stat`, 'r')
    try {
      return statLine.toString('latin1', 0, readSync(descriptor, statLine))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // The process has ended.
    return null
  }
}
