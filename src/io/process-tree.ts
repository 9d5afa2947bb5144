import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** The processes that one command left behind: its process group, all that carry the marker, and their children. */
export type ProcessTree = {
  /** Process id of the command, which leads a process group of its own. */
  readonly leader: number
  /** `NAME=value` as it stands in the environment of every descendant, also of those that left the group. */
  readonly marker: string
}

type Entry = { readonly pid: number; readonly parent: number; readonly group: number; readonly startTicks: string }

const graceMs = 2000
const deadlineMs = 4500
const pollMs = 20

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

/** Start time of a living process in clock ticks since boot, which tells it from a later one of the same number. */
export function startTicksOf(pid: number): string | null {
  return readEntry(pid)?.startTicks ?? null
}

/** `known` remembers members with their start time: once its parent is dead, an orphan can no longer be traced. */
function findAlive(tree: ProcessTree, known: Map<number, string>): number[] {
  const entries = readProcesses()
  const isMember = (entry: Entry): boolean =>
    entry.group === tree.leader || known.get(entry.pid) === entry.startTicks || hasMarker(entry.pid, tree.marker)
  const members = new Set(entries.filter(isMember))
  for (const member of members) {
    for (const entry of entries) if (entry.parent === member.pid) members.add(entry)
    known.set(member.pid, member.startTicks)
  }
  return [...members].map((member) => member.pid)
}

/** All processes but zombies, which hold nothing and wait only for their parent to notice. */
function readProcesses(): Entry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readEntry(Number(pid)) ?? [])
}

function readEntry(pid: number): Entry | null {
  const stat = readProc(pid, 'stat')?.toString('latin1')
  // The name of the program stands in parentheses and may hold anything; the fields after it are numbers (proc_pid_stat(5)).
  const [state, parent, group, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  const startTicks = rest[16]
  if (!startTicks || state === 'Z' || state === 'X') return null
  return { pid, parent: Number(parent), group: Number(group), startTicks }
}

function hasMarker(pid: number, marker: string): boolean {
  return readProc(pid, 'environ')?.includes(marker) ?? false
}

function readProc(pid: number, file: string): Buffer | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`)
  } catch {
    // Gone in the meantime, or of another user.
    return null
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
