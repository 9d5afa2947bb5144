import { listProcesses, readEnvironmentEntry, readProcessStat, type ProcessStat } from './proc-files.ts'

/** Set by the process runner in the environment of every trial. */
const markerName = 'WARPGAUGE_TRIAL_ID'
/** Set for a monitor of one node: the trial id whose processes it attributes, instead of that of its command. */
const watchedName = 'WARPGAUGE_WATCHED_TRIAL'

/** The members of a followed process tree: descendants, processes of its session, and processes with its marker. */
export class ProcessFamily {
  readonly root: ProcessStat
  readonly #marker: string | null
  readonly #ever = new Set<number>()
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
    const present = listProcesses()
    const alive = new Map<number, ProcessStat>()
    for (const [pid, last] of before) {
      const stat = readProcessStat(pid)
      if (stat?.startTicks === last.startTicks) alive.set(pid, stat)
    }
    this.#adopt(present, alive)
    this.#members = alive
    for (const pid of alive.keys()) this.#ever.add(pid)
    const exited = [...before.values()].filter(({ pid, startTicks }) => alive.get(pid)?.startTicks !== startTicks)
    return { alive, exited }
  }

  /** Whether a process is or was a member. */
  has(pid: number): boolean {
    if (this.#ever.has(pid)) return true
    const stat = readProcessStat(pid)
    if (!stat || !this.#isMember(stat, this.#members)) return false
    this.#ever.add(pid)
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
    return this.#marker !== null && readEnvironmentEntry(stat.pid, markerName) === this.#marker
  }
}
