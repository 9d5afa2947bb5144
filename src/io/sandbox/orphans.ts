import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { reapChild } from '../process/own-process.ts'

/** A living process or zombie, from `/proc/PID/stat` (proc_pid_stat(5)). */
export type ProcessEntry = {
  readonly pid: number
  readonly state: string
  readonly parent: number
  readonly group: number
  readonly session: number
  readonly startTicks: string
}

const longestMs = 50
const pausesMs = 0.2

/** Children of this process that lead a session of their own and are no part of any command, such as a monitoring tool. */
const ownTools = new Set<number>()
let ownSession: number | null = null

/** Excludes a tool that this process started in a session of its own from the search for orphans. */
export function keepTool(pid: number | undefined): void {
  if (pid !== undefined) ownTools.add(pid)
}

/**
 * Children of this process that it did not start: orphans that came to it as the reaper of its descendants
 * (`adoptOrphans`), as long as they live. Those that have ended are waited for, so that no zombie keeps its number.
 *
 * A descendant has an ancestor among these children until it has ended itself: the kernel gives a child to its new parent
 * before its old one becomes a zombie, and a zombie stays in the list until it is waited for here. Therefore an empty
 * answer proves that no descendant is left, however fast processes replace each other.
 *
 * Commands lead sessions of their own, and no process can enter a session that exists: what is in our session is a tool of
 * ours. `keep` holds process ids of commands that are still running. Blocks this thread for up to 50 ms.
 */
export function findOrphans(keep: ReadonlySet<number>): ProcessEntry[] {
  ownSession ??= readEntry(process.pid)?.session ?? null
  const until = performance.now() + longestMs
  for (;;) {
    const found = readChildren().flatMap((pid) => (keep.has(pid) || ownTools.has(pid) ? [] : (readEntry(pid) ?? [])))
    const orphans = found.filter(({ session }) => ownSession !== null && session !== ownSession)
    const alive = orphans.filter(isAlive)
    const reaped = orphans.filter(({ pid, state }) => state === 'Z' && reapChild(pid) === pid)
    // A zombie's own child has come to us since the list was read. Who always sees a new one has not seen the end.
    if (alive.length > 0 || reaped.length === 0) return alive
    if (performance.now() >= until) return reaped
  }
}

/**
 * Waits for a child that is ending, up to `limitMs`, and blocks this thread meanwhile. False: it is no child of this
 * process, or it has not ended.
 */
export function awaitChild(pid: number, limitMs: number): boolean {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const until = performance.now() + limitMs
  for (;;) {
    const found = reapChild(pid)
    if (found !== 0) return found === pid
    if (performance.now() >= until) return false
    Atomics.wait(pause, 0, 0, pausesMs)
  }
}

/** Zombies hold nothing and wait only for their parent. */
export function isAlive({ state }: Pick<ProcessEntry, 'state'>): boolean {
  return state !== 'Z' && state !== 'X'
}

/** Null when the process is gone. */
export function readEntry(pid: number): ProcessEntry | null {
  const stat = readStat(pid)
  // The name of the program stands in parentheses and may hold anything; the fields after it are numbers (proc_pid_stat(5)).
  const [state, parent, group, session, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  const startTicks = rest[15]
  if (!state || !startTicks) return null
  return { pid, state, parent: Number(parent), group: Number(group), session: Number(session), startTicks }
}

/** Sends a signal; a process that is gone or belongs to another user is left alone. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // What cannot be signalled stays in the list of those alive.
  }
}

/** Of the main thread: orphans are given to it, and commands are started by it (proc_tid_children(5)). */
function readChildren(): number[] {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim()
    return text === '' ? [] : text.split(' ').map(Number)
  } catch {
    return []
  }
}

/** A line has some 50 numbers of at most 20 digits. Without asking for its size, which takes as long as reading it. */
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
    // Gone in the meantime.
    return null
  }
}
