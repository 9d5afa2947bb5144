import { readlinkSync } from 'node:fs'
import type { GpuProcess } from '../../../domain/telemetry/gpu.ts'
import { readProcessStat } from './proc-files.ts'
import type { ForeignProcess } from '../../../record/telemetry.ts'

type ObservedProcess = ForeignProcess & {
  readonly isOwn: boolean
  readonly isVisible: boolean
  readonly wasBeforeTrial: boolean
}
export type LocatedProcess = GpuProcess & { readonly gpu: number }

const maxRemembered = 1000
/** Inode of the first PID namespace (PROC_PID_INIT_INO of the kernel). */
const firstNamespace = 'pid:[4026531836]'

/** Distinguishes the trial's processes on the GPUs from foreign ones. */
export class GpuProcessAccumulator {
  readonly #isOwn: (pid: number) => boolean | null
  readonly #ownPid: number
  readonly #seen = new Map<string, ObservedProcess>()
  /** Memory of own processes by GPU at the last poll; absent: unknown. A poll may cover only some GPUs. */
  readonly #own = new Map<number, number | null>()

  /** `isOwn` returns null while no trial runs; `ownPid` is warpgauge itself, which is never foreign. */
  constructor(isOwn: (pid: number) => boolean | null, ownPid: number) {
    this.#isOwn = isOwn
    this.#ownPid = ownPid
  }

  /** Records a poll of some GPUs with all processes on them. */
  record(gpus: readonly number[], processes: readonly LocatedProcess[]): void {
    for (const process of processes) this.#remember(process, this.#isOwn(process.pid))
    for (const gpu of gpus) this.#own.set(gpu, this.#sumOwnMemory(processes.filter((process) => process.gpu === gpu)))
  }

  /** Memory of the trial's processes on a GPU at the last poll; null when unknown. */
  getOwnMemoryBytes(gpu: number): number | null {
    return this.#own.get(gpu) ?? null
  }

  listForeign(): readonly ForeignProcess[] {
    const others = [...this.#seen.values()].filter(({ pid, isOwn }) => !isOwn && this.#isOwn(pid) !== true)
    return others.filter((observed) => !isUnattributable(observed)).map(toForeign)
  }

  /** Why some processes could not be attributed; null when all could. */
  describeProblem(): string | null {
    const unknown = [...this.#seen.values()].filter((observed) => !observed.isOwn && isUnattributable(observed))
    if (unknown.length === 0) return null
    const pids = unknown.map(({ pid }) => pid).join(', ')
    return `processes on the GPUs are not visible from this container and could not be attributed to the trial or to others: ${pids}`
  }

  #remember(process: LocatedProcess, isOwn: boolean | null): void {
    const { gpu, pid, name, memoryBytes } = process
    const key = `${gpu} ${pid}`
    const known = this.#seen.get(key)
    if (pid === this.#ownPid || (!known && this.#seen.size >= maxRemembered)) return
    const isVisible = readProcessStat(pid) !== null
    const observed = { gpu, pid, name, memoryBytes, isOwn: isOwn === true, isVisible, wasBeforeTrial: isOwn === null }
    this.#seen.set(key, known ? joinObservations(known, observed) : observed)
  }

  #sumOwnMemory(processes: readonly LocatedProcess[]): number | null {
    const own = processes.filter(({ pid }) => this.#isOwn(pid) === true)
    if (this.#isOwn(this.#ownPid) === null || own.some(({ memoryBytes }) => memoryBytes === null)) return null
    return own.reduce((sum, { memoryBytes }) => sum + (memoryBytes ?? 0), 0)
  }
}

function joinObservations(a: ObservedProcess, b: ObservedProcess): ObservedProcess {
  return {
    ...b,
    name: b.name ?? a.name,
    memoryBytes: pickLargest(a.memoryBytes, b.memoryBytes),
    isOwn: a.isOwn || b.isOwn,
    isVisible: a.isVisible || b.isVisible,
    wasBeforeTrial: a.wasBeforeTrial || b.wasBeforeTrial,
  }
}

/** In a container the driver may report pids of the host, including those of the trial. */
function isUnattributable({ isVisible, wasBeforeTrial }: ObservedProcess): boolean {
  return !isVisible && !wasBeforeTrial && isInContainer()
}

function isInContainer(): boolean {
  try {
    return readlinkSync('/proc/self/ns/pid') !== firstNamespace
  } catch {
    return true
  }
}

function toForeign({ gpu, pid, name, memoryBytes }: ObservedProcess): ForeignProcess {
  return { gpu, pid, name, memoryBytes }
}

function pickLargest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}
