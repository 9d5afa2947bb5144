import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** The processes that one command left behind: its process group, all that carry the marker, and their children. */
export type ProcessTree = {
  /** Process id of the command, which leads a process group of its own. */
  readonly leader: number
  /** What `ticksByNow` gave before its start: who was there earlier is no descendant. */
  readonly earliestTicks: number
  /** `NAME=value` as it stands in the environment of every descendant, also of those that left the group. */
  readonly marker: string
}

type Entry = {
  readonly pid: number
  readonly state: string
  readonly parent: number
  readonly group: number
  readonly session: number
  readonly startTicks: string
}

const graceMs = 2000
const deadlineMs = 4500
const pollMs = 20
/** USER_HZ is 100 on every Linux for x86 and arm64. */
const tickMs = 10

/** Leaders of the commands that are running. */
export const runningLeaders = new Set<number>()

let ownStartTicks: number | null = null
let ownSession: number | null = null

/**
 * Ends every process of the tree: SIGTERM, up to 2 s of grace, SIGKILL; within 5 s in all. Returns the process ids
 * that are still alive then, which happens to a process that hangs inside the kernel.
 */
export async function endProcessTree(tree: ProcessTree): Promise<number[]> {
  const known = new Map<number, string>()
  const startedAt = performance.now()
  let alive = findAlive(tree, known)
  signalAll(alive, 'SIGTERM')
  while (alive.length > 0 && performance.now() - startedAt < deadlineMs) {
    await delay(pollMs)
    alive = findAlive(tree, known)
    if (performance.now() - startedAt >= graceMs) signalAll(alive, 'SIGKILL')
  }
  return alive
}

/**
 * Clock ticks that have passed since boot, never too many: a process that starts from now on starts at this tick or
 * later. Our own start and the time since, because looking at the child itself would cost time while it runs; the
 * monotonic clock begins later than our start and stands still while the machine is suspended. 0 when not told.
 */
export function ticksByNow(): number {
  ownStartTicks ??= Number(startTicksOf(process.pid) ?? 0)
  return ownStartTicks === 0 ? 0 : ownStartTicks + Math.floor(performance.now() / tickMs)
}

/** Start time of a living process in clock ticks since boot, which tells it from a later one of the same number. */
export function startTicksOf(pid: number): string | null {
  const entry = readEntry(pid)
  return entry && isAlive(entry) ? entry.startTicks : null
}

/** `known` remembers members with their start time: once its parent is dead, an orphan can no longer be traced. */
function findAlive(tree: ProcessTree, known: Map<number, string>): number[] {
  const { leader, marker, earliestTicks } = tree
  const entries = readProcesses().filter((entry) => isAlive(entry) && Number(entry.startTicks) >= earliestTicks)
  const isMember = (entry: Entry): boolean =>
    entry.group === leader ||
    isAdopted(entry, tree) ||
    known.get(entry.pid) === entry.startTicks ||
    hasMarker(entry.pid, marker)
  const members = new Set(entries.filter(isMember))
  for (const member of members) {
    for (const entry of entries) if (entry.parent === member.pid) members.add(entry)
    known.set(member.pid, member.startTicks)
  }
  return [...members].map((member) => member.pid)
}

/**
 * An orphan that came to us (`adoptOrphans`). A command leads a session of its own, and nobody can enter another's: what
 * is our child and not of our session is no tool that we started ourselves. While another command runs, or where it is
 * the other command itself, nobody can tell whose it is.
 */
function isAdopted({ pid, parent, session }: Entry, { leader, marker }: ProcessTree): boolean {
  if (parent !== process.pid || session === leader) return false
  ownSession ??= readEntry(process.pid)?.session ?? null
  const isAlone = [...runningLeaders].every((running) => running === leader)
  const name = marker.slice(0, marker.indexOf('=') + 1)
  return isAlone && ownSession !== null && session !== ownSession && !hasMarker(pid, name)
}

function readProcesses(): Entry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d/.test(name))
    .flatMap((pid) => readEntry(Number(pid)) ?? [])
}

/** Zombies hold nothing and wait only for their parent to notice. */
function isAlive({ state }: Entry): boolean {
  return state !== 'Z' && state !== 'X'
}

function readEntry(pid: number): Entry | null {
  const stat = readStat(pid)
  // The name of the program stands in parentheses and may hold anything; the fields after it are numbers (proc_pid_stat(5)).
  const [state, parent, group, session, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  const startTicks = rest[15]
  if (!state || !startTicks) return null
  return { pid, state, parent: Number(parent), group: Number(group), session: Number(session), startTicks }
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

function hasMarker(pid: number, marker: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(marker)
  } catch {
    // Gone in the meantime, or of another user.
    return false
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // Gone in the meantime; what cannot be signalled stays in the list of those alive.
    }
  }
}
