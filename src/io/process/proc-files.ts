import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { attempt } from '../../domain/core/errors.ts'
import { readText } from '../files/regular-file.ts'

/** A live process or zombie from `/proc/PID/stat` (proc_pid_stat(5)). CPU times in seconds. */
export type ProcessStat = NonNullable<ReturnType<typeof readProcessStat>>

/** Bytes read from and written to storage, including reaped children. */
type ProcessIo = { readonly readBytes: number; readonly writtenBytes: number }

/** USER_HZ: 100 on every Linux for x86 and arm64. */
export const ticksPerSecond = 100

/** A line has about 50 numbers of at most 20 digits. Querying the file size would take as long as reading it. */
const statLine = Buffer.alloc(4096)

/** Reads `/proc/PID/stat`. Null when there is no such process, or `/proc` hides it. */
export function readProcessStat(pid: number) {
  const descriptor = attempt(() => openSync(`/proc/${pid}/stat`, 'r'))
  if (descriptor === null) return null
  const text = attempt(() => statLine.toString('latin1', 0, readSync(descriptor, statLine)))
  closeSync(descriptor)
  if (text === null) return null
  // The program name is in parentheses and can contain anything; the fields after it are numbers.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const number = (index: number): number => Number(fields[index])
  const [state, startTicks] = [fields[0], fields[19]]
  if (!state || !startTicks) return null
  return {
    pid,
    state,
    parent: number(1),
    group: number(2),
    session: number(3),
    /** Start time in ticks since boot: distinguishes processes with the same pid. */
    startTicks,
    user: number(11) / ticksPerSecond,
    system: number(12) / ticksPerSecond,
    /** CPU time of reaped children, including their own. */
    childUser: number(13) / ticksPerSecond,
    childSystem: number(14) / ticksPerSecond,
    childMajorPageFaults: number(10),
    residentPages: number(21),
  }
}

function readProcessIo(pid: number): ProcessIo | null {
  const text = readText(`/proc/${pid}/io`)
  if (text === null) return null
  const [readBytes, writtenBytes] = [parseAmount(text, 'read_bytes'), parseAmount(text, 'write_bytes')]
  return readBytes === null || writtenBytes === null ? null : { readBytes, writtenBytes }
}

/** A variable of the initial environment of a process, as `NAME=value`. */
function readEnvironmentEntry(pid: number, name: string): string | null {
  const entries = readText(`/proc/${pid}/environ`)?.split('\0') ?? []
  return entries.find((entry) => entry.startsWith(`${name}=`)) ?? null
}

/** Number of processors that `readHostTicks` sums over; null when unavailable. */
export function countProcessors(): number | null {
  const count = readText('/proc/stat')?.match(/^cpu\d+ /gm)?.length ?? 0
  return count === 0 ? null : count
}

/**
 * Ticks of all processors since boot (proc_stat(5)). `ioWait`: idle while waiting for I/O; `stolen`: used by other virtual
 * machines. Null when unavailable.
 */
export function readHostTicks() {
  const fields = readText('/proc/stat')?.split('\n')[0]?.trim().split(/\s+/).slice(1, 9).map(Number)
  if (!fields || fields.length < 5) return null
  const all = fields.reduce((total, ticks) => total + ticks, 0)
  const getField = (index: number): number => fields[index] ?? 0
  return { all, busy: all - getField(3) - getField(4) - getField(7), ioWait: getField(4), stolen: getField(7) }
}

/**
 * Seconds since boot during which at least one task waited for this resource; null when the kernel does not count them
 * (Documentation/accounting/psi.rst).
 */
export function readStallSeconds(resource: 'cpu' | 'io' | 'memory'): number | null {
  const microseconds = /^some .*total=(\d+)/m.exec(readText(`/proc/pressure/${resource}`) ?? '')?.[1]
  return microseconds === undefined ? null : Number(microseconds) / 1e6
}

/**
 * Processes of this control group that the kernel has killed because memory ran out, since it was made; null: unknown.
 * In a container the path of the group may not be mounted, and the group is the root.
 */
export function readOutOfMemoryKills(read: (path: string) => string | null = readText): number | null {
  const groups = read('/proc/self/cgroup') ?? ''
  const unified = /^0::(\/.*)$/m.exec(groups)?.[1] ?? '/'
  const memory = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(\/.*)$/m.exec(groups)?.[1] ?? '/'
  const files = [
    ...[unified, '/'].map((path) => `/sys/fs/cgroup${path}/memory.events`),
    ...[memory, '/'].map((path) => `/sys/fs/cgroup/memory${path}/memory.oom_control`),
  ]
  for (const file of files) {
    const count = /^oom_kill (\d+)$/m.exec(read(file) ?? '')?.[1]
    if (count !== undefined) return Number(count)
  }
  return null
}

/** Page cache of the host in bytes; null when unknown. */
export function readPageCacheBytes(): number | null {
  const kibibytes = parseAmount(readText('/proc/meminfo') ?? '', 'Cached')
  return kibibytes === null ? null : kibibytes * 1024
}

/** Page size in bytes: the memory of this process in KiB divided by its pages, rounded to a power of two. */
export function readPageBytes(): number {
  const kibibytes = parseAmount(readText('/proc/self/status') ?? '', 'VmRSS')
  const pages = Number(readText('/proc/self/statm')?.split(' ')[1])
  return kibibytes !== null && pages > 0 ? 2 ** Math.round(Math.log2((kibibytes * 1024) / pages)) : 4096
}

function parseAmount(text: string, name: string): number | null {
  const found = new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)
  return found ? Number(found[1]) : null
}

/** Children in their own session that belong to no command, such as a monitoring tool. */
export const ownTools = new Set<number>()

/** Set by the process runner in the environment of every trial. */
const markerName = 'WARPGAUGE_TRIAL_ID'
/** Set for a monitor of one node: the trial id whose processes it attributes, instead of that of its command. */
const watchedName = 'WARPGAUGE_WATCHED_TRIAL'

/** The members of a followed process tree: descendants, processes of its session, and processes with its marker. */
export class ProcessFamily {
  readonly root: ProcessStat
  readonly #marker: string | null
  readonly #ownSession = readProcessStat(process.pid)?.session
  /** Start times by pid, which the kernel uses again. */
  readonly #ever = new Map<number, string>()
  #members = new Map<number, ProcessStat>()
  /** Processes that were checked once and are foreign. */
  #strangers = new Set<number>()

  constructor(root: ProcessStat) {
    this.root = root
    const watched = readEnvironmentEntry(root.pid, watchedName)
    this.#marker = watched?.replace(watchedName, markerName) ?? readEnvironmentEntry(root.pid, markerName)
  }

  /** Current members, including zombies, and members that have exited since the last update. */
  update(): { readonly alive: ReadonlyMap<number, ProcessStat>; readonly exited: readonly ProcessStat[] } {
    const before = this.#members
    const present = (attempt(() => readdirSync('/proc')) ?? []).filter((name) => /^\d/.test(name)).map(Number)
    const alive = new Map<number, ProcessStat>()
    for (const [pid, last] of before) {
      const stat = readProcessStat(pid)
      if (stat?.startTicks === last.startTicks) alive.set(pid, stat)
    }
    this.#adopt(present, alive)
    this.#members = alive
    for (const { pid, startTicks } of alive.values()) this.#ever.set(pid, startTicks)
    const exited = [...before.values()].filter(({ pid, startTicks }) => alive.get(pid)?.startTicks !== startTicks)
    return { alive, exited }
  }

  /** Whether the process with this pid is a member, or the last one with it was. */
  has(pid: number): boolean {
    const stat = readProcessStat(pid)
    if (!stat || this.#ever.get(pid) === stat.startTicks) return this.#ever.has(pid)
    this.#ever.delete(pid)
    if (!this.#isMember(stat, this.#members)) return false
    this.#ever.set(pid, stat.startTicks)
    this.#strangers.delete(pid)
    return true
  }

  /** Reads new processes only: reading every process of a host each time would cost more than sampling the GPUs. */
  #adopt(present: readonly number[], alive: Map<number, ProcessStat>): void {
    const strangers = new Set(present.filter((pid) => this.#strangers.has(pid)))
    let unknown = present.flatMap((pid) => (alive.has(pid) || strangers.has(pid) ? [] : (readProcessStat(pid) ?? [])))
    for (let isGrowing = true; isGrowing;) {
      const found = unknown.filter((stat) => this.#isMember(stat, alive))
      for (const stat of found) alive.set(stat.pid, stat)
      unknown = unknown.filter((stat) => !found.includes(stat))
      isGrowing = found.length > 0
    }
    for (const { pid } of unknown) strangers.add(pid)
    this.#strangers = strangers
  }

  #isMember(stat: ProcessStat, members: ReadonlyMap<number, ProcessStat>): boolean {
    const { pid, startTicks } = this.root
    if (stat.pid === pid) return stat.startTicks === startTicks
    if (members.has(stat.parent)) return true
    // A session or group that the root does not lead belongs to its starter.
    if (stat.session === pid || stat.group === pid) return true
    // An orphan that this process adopted: other programs that it starts during a trial stay in its session, or are tools.
    const isLater = Number(stat.startTicks) > Number(startTicks) && !ownTools.has(stat.pid)
    if (isLater && stat.parent === process.pid && stat.session !== this.#ownSession) return true
    return this.#marker !== null && readEnvironmentEntry(stat.pid, markerName) === this.#marker
  }
}

/** Resource use of a process tree since it was first observed, in seconds and bytes. */
export type ProcessTreeTotals = {
  readonly user: number
  readonly system: number
  /** From and to storage; null when `/proc` shows it of no process. */
  readonly readBytes: number | null
  readonly writtenBytes: number | null
  /** Current value; shared pages count once per process. */
  readonly residentPages: number
}

type Cpu = { readonly user: number; readonly system: number }

const nothing: Cpu = { user: 0, system: 0 }

/**
 * Accumulates the resource use of a process tree. The kernel adds the CPU time of an exited child to the parent that
 * waited for it, so this looks for it in the nearest live ancestor (for the root: `ownPid`, which started it). Time
 * that does not appear there, because the parent died or did not wait, keeps its last value.
 */
export class ProcessTreeUsage {
  readonly #family: ProcessFamily
  readonly #ownPid: number
  #before = new Map<number, ProcessStat>()
  #ownBefore: ProcessStat | null
  #ownIoBefore: ProcessIo | null
  #left: Cpu = nothing
  readonly #io = new Map<number, ProcessIo>()
  #isIoKnown = false
  #leftIo: ProcessIo = { readBytes: 0, writtenBytes: 0 }

  constructor(family: ProcessFamily, ownPid: number) {
    this.#family = family
    this.#ownPid = ownPid
    this.#ownBefore = readProcessStat(ownPid)
    this.#ownIoBefore = readProcessIo(ownPid)
  }

  update(): ProcessTreeTotals {
    const { alive, exited } = this.#family.update()
    const own = readProcessStat(this.#ownPid)
    const ownIo = readProcessIo(this.#ownPid)
    for (const ancestor of this.#groupByLivingAncestor(exited, alive)) this.#settleCpu(ancestor, alive, own)
    for (const { pid } of alive.values()) this.#recordIo(pid)
    for (const { pid } of exited) this.#settleIo(pid, alive, ownIo)
    this.#before = new Map(alive)
    this.#ownBefore = own
    this.#ownIoBefore = ownIo
    return this.#computeTotals([...alive.values()])
  }

  #computeTotals(alive: readonly ProcessStat[]): ProcessTreeTotals {
    const cpu = sum(this.#left, ...alive.map(withChildren))
    const sumIo = (name: keyof ProcessIo): number | null =>
      this.#isIoKnown ? [...this.#io.values()].reduce((bytes, io) => bytes + io[name], this.#leftIo[name]) : null
    return {
      ...cpu,
      readBytes: sumIo('readBytes'),
      writtenBytes: sumIo('writtenBytes'),
      residentPages: alive.reduce((pages, { residentPages }) => pages + residentPages, 0),
    }
  }

  /** Exited processes, grouped by the live ancestor that should have waited for them; null when none is left. */
  #groupByLivingAncestor(exited: readonly ProcessStat[], alive: ReadonlyMap<number, ProcessStat>) {
    const byAncestor = new Map<number | null, ProcessStat[]>()
    for (const member of exited) {
      let parent = member.parent
      for (let up = this.#before.get(parent); up && !alive.has(parent); up = this.#before.get(parent))
        parent = up.parent
      const ancestor = alive.has(parent) || parent === this.#ownPid ? parent : null
      byAncestor.set(ancestor, [...(byAncestor.get(ancestor) ?? []), member])
    }
    return byAncestor
  }

  #settleCpu(
    [ancestor, exited]: readonly [number | null, readonly ProcessStat[]],
    alive: ReadonlyMap<number, ProcessStat>,
    own: ProcessStat | null,
  ): void {
    const lastSeen = sum(...exited.map(withChildren))
    if (ancestor !== null && ancestor === this.#ownPid) {
      // The total of the root arrives here at once, including its last moments.
      const inherited = subtract(getChildTimes(own), getChildTimes(this.#ownBefore))
      this.#left = sum(this.#left, pickLarger(inherited, lastSeen))
      return
    }
    const inherited =
      ancestor === null
        ? nothing
        : subtract(getChildTimes(alive.get(ancestor)), getChildTimes(this.#before.get(ancestor)))
    this.#left = sum(this.#left, pickLarger(subtract(lastSeen, inherited), nothing))
  }

  #recordIo(pid: number): void {
    const io = readProcessIo(pid)
    if (io) this.#isIoKnown = true
    // A zombie no longer reports its I/O.
    const known = this.#io.get(pid)
    if (io && io.readBytes + io.writtenBytes >= (known ? known.readBytes + known.writtenBytes : 0))
      this.#io.set(pid, io)
  }

  /** The counters of a reaped child are included in those of its parent. */
  #settleIo(pid: number, alive: ReadonlyMap<number, ProcessStat>, ownIo: ProcessIo | null): void {
    const lastSeen = this.#io.get(pid) ?? { readBytes: 0, writtenBytes: 0 }
    this.#io.delete(pid)
    const parent = this.#before.get(pid)?.parent
    if (parent !== undefined && (alive.has(parent) || this.#before.has(parent))) return
    const before = this.#ownIoBefore
    const computeLeft = (name: keyof ProcessIo): number => {
      const inherited = parent === this.#ownPid && ownIo && before ? ownIo[name] - before[name] : 0
      return this.#leftIo[name] + Math.max(inherited, lastSeen[name])
    }
    this.#leftIo = { readBytes: computeLeft('readBytes'), writtenBytes: computeLeft('writtenBytes') }
  }
}

function withChildren(stat: ProcessStat): Cpu {
  return { user: stat.user + stat.childUser, system: stat.system + stat.childSystem }
}

function getChildTimes(stat: ProcessStat | null | undefined): Cpu {
  return stat ? { user: stat.childUser, system: stat.childSystem } : nothing
}

function sum(...parts: readonly Cpu[]): Cpu {
  return parts.reduce((all, part) => ({ user: all.user + part.user, system: all.system + part.system }), nothing)
}

function subtract(a: Cpu, b: Cpu): Cpu {
  return { user: a.user - b.user, system: a.system - b.system }
}

function pickLarger(a: Cpu, b: Cpu): Cpu {
  return { user: Math.max(a.user, b.user), system: Math.max(a.system, b.system) }
}
