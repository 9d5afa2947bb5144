import { readProcessIo, readProcessStat, type ProcessIo, type ProcessStat } from './proc-files.ts'
import type { ProcessFamily } from './process-family.ts'

/** Resource use of a process tree since it was first observed, in seconds and bytes. */
export type ProcessTreeTotals = {
  readonly user: number
  readonly system: number
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
    const io = [...this.#io.values(), this.#leftIo]
    return {
      ...cpu,
      readBytes: this.#isIoKnown ? io.reduce((bytes, { readBytes }) => bytes + readBytes, 0) : null,
      writtenBytes: this.#isIoKnown ? io.reduce((bytes, { writtenBytes }) => bytes + writtenBytes, 0) : null,
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
    if (io && io.readBytes + io.writtenBytes >= sumIo(this.#io.get(pid))) this.#io.set(pid, io)
  }

  /** The counters of a reaped child are included in those of its parent. */
  #settleIo(pid: number, alive: ReadonlyMap<number, ProcessStat>, ownIo: ProcessIo | null): void {
    const lastSeen = this.#io.get(pid) ?? { readBytes: 0, writtenBytes: 0 }
    this.#io.delete(pid)
    const parent = this.#before.get(pid)?.parent
    if (parent !== undefined && (alive.has(parent) || this.#before.has(parent))) return
    const inherited = parent === this.#ownPid ? increase(ownIo, this.#ownIoBefore) : lastSeen
    this.#leftIo = {
      readBytes: this.#leftIo.readBytes + Math.max(inherited.readBytes, lastSeen.readBytes),
      writtenBytes: this.#leftIo.writtenBytes + Math.max(inherited.writtenBytes, lastSeen.writtenBytes),
    }
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

function increase(now: ProcessIo | null, before: ProcessIo | null): ProcessIo {
  if (!now || !before) return { readBytes: 0, writtenBytes: 0 }
  return { readBytes: now.readBytes - before.readBytes, writtenBytes: now.writtenBytes - before.writtenBytes }
}

function sumIo(io: ProcessIo | undefined): number {
  return io ? io.readBytes + io.writtenBytes : 0
}
