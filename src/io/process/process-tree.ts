import { attempt } from '../../domain/core/errors.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { ownTools, readProcessStat, type ProcessStat } from './proc-files.ts'
import { adoptOrphans, reapChild } from './own-process.ts'

/** The processes of one command: its process group, all processes with its marker, and their children. */
export type ProcessTree = {
  /** Process id of the command, which leads its own process group. */
  readonly leader: number
  /** Result of `computeCurrentTicks` before the start: processes that started earlier are not descendants. */
  readonly earliestTicks: number
  /** `NAME=value` in the environment of every descendant, including those that left the group. */
  readonly marker: string
  /** The command is a sandbox: its end kills all members, so it must outlive the grace period. Default: false. */
  readonly isSandbox?: boolean
}

const noGroup = -1
const graceMs = 2000
const deadlineMs = 4500
const pollMs = 20
const burstMs = 50
/** USER_HZ is 100 on every Linux for x86 and arm64. */
const tickMs = 10

/** Leaders of the running commands. */
export const runningLeaders = new Set<number>()

let ownStartTicks: number | null = null

/**
 * Ends every process of the tree: SIGTERM, up to `grace` ms (default 2 s), SIGKILL; within 5 s in total. The grace
 * period ends early when all processes that received SIGTERM have exited. Returns the pids that are still alive, such
 * as processes that hang in the kernel or belong to another user.
 */
export async function endProcessTree(tree: ProcessTree, grace = graceMs): Promise<number[]> {
  const known = new Map<number, string>()
  const startedAt = performance.now()
  let alive = findAlive(tree, known)
  const signalled = new Set(alive)
  if (grace > 0) for (const pid of alive) if (!tree.isSandbox || pid !== tree.leader) kill(pid, 'SIGTERM')
  if (grace === 0) killAll(alive, tree, known)
  while (alive.length > 0 && performance.now() - startedAt < deadlineMs) {
    await delay(pollMs)
    alive = findAlive(tree, known)
    const isGraceOver = performance.now() - startedAt >= grace || !alive.some((pid) => signalled.has(pid))
    if (isGraceOver) killAll(alive, tree, known)
  }
  return alive
}

function killAll(alive: readonly number[], tree: ProcessTree, known: ReadonlyMap<number, string>): void {
  for (const pid of alive) kill(pid, 'SIGKILL')
  const until = performance.now() + burstMs
  // Without a pause: processes that fork and exit immediately would escape a slower loop.
  for (let orphans = listOwnOrphans(tree, known); orphans.length > 0; orphans = listOwnOrphans(tree, known)) {
    for (const { pid } of orphans) kill(pid, 'SIGKILL')
    if (performance.now() >= until) return
  }
}

/** Ends every process with this environment entry, and its children. Returns the pids found, and those still alive. */
export async function endMarked(marker: string): Promise<{ readonly found: number[]; readonly alive: number[] }> {
  const tree = { leader: noGroup, earliestTicks: 0, marker }
  const found = findAlive(tree, new Map())
  return { found, alive: found.length === 0 ? [] : await endProcessTree(tree) }
}

/**
 * Clock ticks since boot, rounded down: later processes start at this tick or later. Computed from the start time of
 * this process and the time since, because reading the child would cost time. The monotonic clock begins later and
 * stops during suspend. 0 when unavailable.
 */
export function computeCurrentTicks(): number {
  ownStartTicks ??= Number(readStartTicks(process.pid) ?? 0)
  return ownStartTicks === 0 ? 0 : ownStartTicks + Math.floor(performance.now() / tickMs)
}

/** Start time of a live process in ticks since boot, which tells processes with one pid apart; null: none is alive. */
export function readStartTicks(pid: number): string | null {
  const entry = readProcessStat(pid)
  return entry && isAlive(entry) ? entry.startTicks : null
}

/** `known` stores members with their start time: an orphan cannot be traced after its parent has died. */
function findAlive(tree: ProcessTree, known: Map<number, string>): number[] {
  const entries = readdirSync('/proc')
    .filter((name) => /^\d/.test(name))
    .flatMap((pid) => readProcessStat(Number(pid)) ?? [])
    .filter((entry) => isAlive(entry) && Number(entry.startTicks) >= tree.earliestTicks)
  // After the scan of all processes, to find those that were reparented during it.
  const orphans = listOwnOrphans(tree, known)
  const members = new Map(entries.filter((entry) => isMember(entry, tree, known)).map((entry) => [entry.pid, entry]))
  for (const orphan of orphans) members.set(orphan.pid, orphan)
  for (const member of members.values()) {
    for (const entry of entries) if (entry.parent === member.pid) members.set(entry.pid, entry)
    known.set(member.pid, member.startTicks)
  }
  return [...members.keys()]
}

function isMember(entry: ProcessStat, tree: ProcessTree, known: ReadonlyMap<number, string>): boolean {
  if (entry.group === tree.leader || known.get(entry.pid) === entry.startTicks) return true
  // Unreadable: it has exited, or belongs to another user.
  return attempt(() => readFileSync(`/proc/${entry.pid}/environ`).includes(tree.marker)) ?? false
}

/** Every orphan belongs to the running command. While several run, only one that is known or marked. */
function listOwnOrphans(tree: ProcessTree, known: ReadonlyMap<number, string>): ProcessStat[] {
  if (!runningLeaders.has(tree.leader)) return []
  const isAlone = runningLeaders.size === 1
  return findOrphans(runningLeaders).filter(
    (entry) => Number(entry.startTicks) >= tree.earliestTicks && (isAlone || isMember(entry, tree, known)),
  )
}

const maxSearchMs = 50
const pausesMs = 0.2

let ownSession: number | null = null

/** Excludes a tool that this process started from the search for orphans. */
export function registerTool(pid: number | undefined): void {
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
export function findOrphans(keep: ReadonlySet<number>): ProcessStat[] {
  ownSession ??= readProcessStat(process.pid)?.session ?? null
  const until = performance.now() + maxSearchMs
  for (;;) {
    const found = readChildren().flatMap((pid) =>
      keep.has(pid) || ownTools.has(pid) ? [] : (readProcessStat(pid) ?? []),
    )
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
export function isAlive({ state }: Pick<ProcessStat, 'state'>): boolean {
  return state !== 'Z' && state !== 'X'
}

/** Sends a signal; ignores processes that have ended or belong to another user. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // A process that cannot be signalled stays in the list of live processes.
  }
}

/** Children of the main thread, which starts commands and adopts orphans (proc_tid_children(5)). */
function readChildren(): number[] {
  const text = attempt(() => readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim())
  return text ? text.split(' ').map(Number) : []
}
