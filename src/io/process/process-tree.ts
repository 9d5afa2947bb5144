import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { findOrphans, isAlive, kill, readEntry, type ProcessEntry } from '../sandbox/orphans.ts'

/** The processes that one command left behind: its process group, all that carry the marker, and their children. */
export type ProcessTree = {
  /** Process id of the command, which leads a process group of its own. */
  readonly leader: number
  /** What `computeCurrentTicks` gave before its start: who was there earlier is no descendant. */
  readonly earliestTicks: number
  /** `NAME=value` as it stands in the environment of every descendant, also of those that left the group. */
  readonly marker: string
  /** The command is a sandbox: its end kills all at once, so that it must outlive the grace. Absent: it is not. */
  readonly isSandbox?: boolean
}

/** No process group has this number. */
const noGroup = -1
const graceMs = 2000
const deadlineMs = 4500
const pollMs = 20
const burstMs = 50
/** USER_HZ is 100 on every Linux for x86 and arm64. */
const tickMs = 10

/** Leaders of the commands that are running. */
export const runningLeaders = new Set<number>()

let ownStartTicks: number | null = null

/**
 * Ends every process of the tree: SIGTERM, up to `grace` milliseconds (2 s), SIGKILL; within 5 s in all. The grace ends early when none of
 * the processes that got SIGTERM is left: what runs then was started to get away. Returns the process ids that are still
 * alive then, which happens to a process that hangs inside the kernel or belongs to another user.
 */
export async function endProcessTree(tree: ProcessTree, grace = graceMs): Promise<number[]> {
  const known = new Map<number, string>()
  const startedAt = performance.now()
  let alive = findAlive(tree, known)
  const asked = new Set(alive)
  if (grace > 0) for (const pid of alive) if (!tree.isSandbox || pid !== tree.leader) kill(pid, 'SIGTERM')
  if (grace === 0) killAll(alive, tree, known)
  while (alive.length > 0 && performance.now() - startedAt < deadlineMs) {
    await delay(pollMs)
    alive = findAlive(tree, known)
    const isGraceOver = performance.now() - startedAt >= grace || !alive.some((pid) => asked.has(pid))
    if (isGraceOver) killAll(alive, tree, known)
  }
  return alive
}

function killAll(alive: readonly number[], tree: ProcessTree, known: ReadonlyMap<number, string>): void {
  for (const pid of alive) kill(pid, 'SIGKILL')
  const until = performance.now() + burstMs
  // Without a pause: a process that forks and exits at once is gone before a slower look reaches it.
  for (let orphans = listOwnOrphans(tree, known); orphans.length > 0; orphans = listOwnOrphans(tree, known)) {
    for (const { pid } of orphans) kill(pid, 'SIGKILL')
    if (performance.now() >= until) return
  }
}

/** Ends every process that has this in its environment, and its children, in the same way. Tells which there were. */
export async function endMarked(marker: string): Promise<{ readonly found: number[]; readonly alive: number[] }> {
  const tree = { leader: noGroup, earliestTicks: 0, marker }
  const found = findAlive(tree, new Map())
  return { found, alive: found.length === 0 ? [] : await endProcessTree(tree) }
}

/**
 * Clock ticks that have passed since boot, never too many: a process that starts from now on starts at this tick or
 * later. Our own start and the time since, because looking at the child itself would cost time while it runs; the
 * monotonic clock begins later than our start and stands still while the machine is suspended. 0 when not told.
 */
export function computeCurrentTicks(): number {
  ownStartTicks ??= Number(readStartTicks(process.pid) ?? 0)
  return ownStartTicks === 0 ? 0 : ownStartTicks + Math.floor(performance.now() / tickMs)
}

/** Start time of a living process in clock ticks since boot, which tells it from a later one of the same number. */
export function readStartTicks(pid: number): string | null {
  const entry = readEntry(pid)
  return entry && isAlive(entry) ? entry.startTicks : null
}

/** `known` remembers members with their start time: once its parent is dead, an orphan can no longer be traced. */
function findAlive(tree: ProcessTree, known: Map<number, string>): number[] {
  const entries = readProcesses().filter((entry) => isAlive(entry) && Number(entry.startTicks) >= tree.earliestTicks)
  // After the look at all processes: whoever changed places meanwhile is found here.
  const orphans = listOwnOrphans(tree, known)
  const members = new Map(entries.filter((entry) => isMember(entry, tree, known)).map((entry) => [entry.pid, entry]))
  for (const orphan of orphans) members.set(orphan.pid, orphan)
  for (const member of members.values()) {
    for (const entry of entries) if (entry.parent === member.pid) members.set(entry.pid, entry)
    known.set(member.pid, member.startTicks)
  }
  return [...members.keys()]
}

function isMember(entry: ProcessEntry, tree: ProcessTree, known: ReadonlyMap<number, string>): boolean {
  return entry.group === tree.leader || known.get(entry.pid) === entry.startTicks || hasMarker(entry.pid, tree.marker)
}

/**
 * Every orphan of this process is one of the command that runs, whatever it says of itself. While another command runs
 * nobody can tell whose it is, unless it is known or marked.
 */
function listOwnOrphans(tree: ProcessTree, known: ReadonlyMap<number, string>): ProcessEntry[] {
  if (!runningLeaders.has(tree.leader)) return []
  const isAlone = runningLeaders.size === 1
  return findOrphans(runningLeaders).filter(
    (entry) => Number(entry.startTicks) >= tree.earliestTicks && (isAlone || isMember(entry, tree, known)),
  )
}

function readProcesses(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d/.test(name))
    .flatMap((pid) => readEntry(Number(pid)) ?? [])
}

function hasMarker(pid: number, marker: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(marker)
  } catch {
    // Gone in the meantime, or of another user.
    return false
  }
}
