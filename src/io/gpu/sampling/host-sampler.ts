import { roundShare } from '../../../domain/telemetry/coverage.ts'
import { availableParallelism } from 'node:os'
import {
  hostQuantityList,
  hostQuantityNames,
  type HostQuantityName,
  type HostTrack,
} from '../../../domain/telemetry/host-summary.ts'
import { appendSample, beginAverages, createTimeBuckets } from '../../../domain/telemetry/time-buckets.ts'
import {
  ProcessTreeUsage,
  type ProcessTreeTotals,
  readHostTicks,
  readPageBytes,
  readPageCacheBytes,
  readProcessStat,
  ProcessFamily,
} from '../../process/proc-files.ts'
import { readPidNamespace } from '../../files/file-claims.ts'
import type { GpuProcess } from '../../../domain/telemetry/gpu.ts'
import type { ForeignProcess } from '../../../record/telemetry.ts'

const maxRows = 8192

/** Samples a process tree and the host through /proc. */
export class HostSampler {
  readonly track: HostTrack
  readonly #ownPid: number
  readonly #pageBytes = readPageBytes()
  #family: ProcessFamily | null = null
  #usage: ProcessTreeUsage | null = null
  #totals: ProcessTreeTotals | null = null
  #lookedMs: number
  #hostTicks = readHostTicks()

  /** `ownPid`: the process that starts the sampled tree. */
  constructor(ownPid: number, timeMs: number) {
    this.#ownPid = ownPid
    this.#lookedMs = timeMs
    // The counters are cumulative, so a late sample loses nothing.
    const limits = { maxRows, maxGapMs: Number.POSITIVE_INFINITY }
    this.track = { buckets: createTimeBuckets(hostQuantityList, limits), cores: availableParallelism() }
    beginAverages(this.track.buckets, timeMs)
  }

  /** Starts to sample the tree below this process. False when the process has already ended. */
  follow(pid: number, timeMs: number): boolean {
    const root = readProcessStat(pid)
    if (!root) return false
    this.#family = new ProcessFamily(root)
    this.#usage = new ProcessTreeUsage(this.#family, this.#ownPid)
    this.#usage.update()
    // Includes what the process used before this time.
    this.#totals = { user: 0, system: 0, readBytes: 0, writtenBytes: 0, residentPages: 0 }
    this.#lookedMs = timeMs
    beginAverages(this.track.buckets, timeMs)
    return true
  }

  /** Whether a process belongs to the sampled tree; null while nothing is followed. */
  isOwn(pid: number): boolean | null {
    return this.#family ? this.#family.has(pid) : null
  }

  /** Adds one sample of the host and of the followed tree to `track`. */
  sample(timeMs: number): void {
    const seconds = (timeMs - this.#lookedMs) / 1000
    if (seconds <= 0) return
    const found = { ...this.#sampleHost(), ...this.#sampleFamily(seconds) }
    const values = new Float64Array(hostQuantityNames.map((name) => found[name] ?? Number.NaN))
    appendSample(this.track.buckets, timeMs, values)
    this.#lookedMs = timeMs
  }

  #sampleHost(): Partial<Record<HostQuantityName, number | null>> {
    const [before, now] = [this.#hostTicks, readHostTicks()]
    this.#hostTicks = now
    const ticks = before && now ? now.all - before.all : 0
    // The kernel's I/O wait can decrease (proc_stat(5)).
    const ioWaitShare = before && now && ticks > 0 ? Math.max(0, now.ioWait - before.ioWait) / ticks : null
    return { ioWaitShare, pageCacheBytes: readPageCacheBytes() }
  }

  #sampleFamily(seconds: number): Partial<Record<HostQuantityName, number | null>> {
    const before = this.#totals
    if (!this.#usage || !before) return {}
    const now = clampTotals(this.#usage.update(), before)
    this.#totals = now
    const rate = (after: number | null, earlier: number | null): number | null =>
      after === null || earlier === null ? null : (after - earlier) / seconds
    return {
      cpuCores: rate(now.user + now.system, before.user + before.system),
      userCpuCores: rate(now.user, before.user),
      // Zero pages mean that every process has exited: the last sample comes after the end.
      residentBytes: now.residentPages === 0 ? null : now.residentPages * this.#pageBytes,
      readBytesPerSecond: rate(now.readBytes, before.readBytes),
      writtenBytesPerSecond: rate(now.writtenBytes, before.writtenBytes),
    }
  }
}

/** A sum over changing processes can decrease between samples; the totals must not. */
function clampTotals(now: ProcessTreeTotals, before: ProcessTreeTotals): ProcessTreeTotals {
  const clamp = (name: 'readBytes' | 'writtenBytes'): number | null => {
    const [after, earlier] = [now[name], before[name]]
    return after === null || earlier === null ? null : Math.max(after, earlier)
  }
  return {
    user: Math.max(now.user, before.user),
    system: Math.max(now.system, before.system),
    readBytes: clamp('readBytes'),
    writtenBytes: clamp('writtenBytes'),
    residentPages: now.residentPages,
  }
}

type ObservedProcess = ForeignProcess & {
  readonly isOwn: boolean
  readonly isVisible: boolean
  readonly wasBeforeTrial: boolean
}
export type LocatedProcess = GpuProcess & { readonly gpu: number }

const maxRemembered = 1000
/** Polls are up to 3 s apart, and a tool takes its time. */
const maxPollGapMs = 5000
/** Inode of the first PID namespace (PROC_PID_INIT_INO of the kernel). */
const firstNamespace = '4026531836'

/** Distinguishes the trial's processes on the GPUs from foreign ones. */
export class GpuProcessAccumulator {
  readonly #isOwn: (pid: number) => boolean | null
  readonly #ownPid: number
  readonly #seen = new Map<string, ObservedProcess>()
  #isFull = false
  /** Memory of own processes by GPU at the last poll; absent: unknown. A poll may cover only some GPUs. */
  readonly #own = new Map<number, number | null>()
  /** Of each GPU: when its processes were known last, since when they are unknown, and how long they were before. */
  readonly #polls = new Map<number, { lastMs: number | null; unknownMs: number | null; blindMs: number }>()

  /** `isOwn` returns null while no trial runs; `ownPid` is warpgauge itself, which is never foreign. */
  constructor(isOwn: (pid: number) => boolean | null, ownPid: number) {
    this.#isOwn = isOwn
    this.#ownPid = ownPid
  }

  /** Records a poll of some GPUs with all processes on them. */
  record(gpus: readonly number[], processes: readonly LocatedProcess[], timeMs: number): void {
    for (const process of processes) this.#remember(process, this.#isOwn(process.pid))
    for (const gpu of gpus) {
      this.#own.set(gpu, this.#sumOwnMemory(processes.filter((process) => process.gpu === gpu)))
      const blindMs = this.#computeBlindMs(gpu, timeMs)
      this.#polls.set(gpu, { lastMs: timeMs, unknownMs: null, blindMs })
    }
  }

  /** A poll of a GPU gave nothing. */
  recordFailure(gpu: number, timeMs: number): void {
    this.#own.delete(gpu)
    const poll = this.#polls.get(gpu)
    if (poll) poll.unknownMs ??= timeMs
    else this.#polls.set(gpu, { lastMs: null, unknownMs: timeMs, blindMs: 0 })
  }

  /**
   * Share of a span in which the processes of a GPU were known; 0: never, also if the list stayed empty while the GPU
   * worked for longer than polls are apart: amd-smi hides what its user may not see, and WSL lists nothing.
   */
  computeCoverage(
    gpu: number,
    { fromMs, toMs, busyMs }: { readonly fromMs: number; readonly toMs: number; readonly busyMs: number },
  ): number {
    if ((this.#polls.get(gpu)?.lastMs ?? null) === null) return 0
    const isHidden = busyMs > maxPollGapMs && [...this.#seen.values()].every((seen) => seen.gpu !== gpu)
    if (isHidden) return 0
    return roundShare(1 - this.#computeBlindMs(gpu, toMs) / Math.max(1, toMs - fromMs))
  }

  #computeBlindMs(gpu: number, timeMs: number): number {
    const { lastMs = null, unknownMs = null, blindMs = 0 } = this.#polls.get(gpu) ?? {}
    const fromMs = unknownMs ?? (lastMs ?? timeMs) + maxPollGapMs
    return blindMs + Math.max(0, timeMs - fromMs)
  }

  /** Memory of the trial's processes on a GPU at the last poll; null when unknown. */
  getOwnMemoryBytes(gpu: number): number | null {
    return this.#own.get(gpu) ?? null
  }

  /** Processes on the GPUs of neither the trial nor warpgauge; without those that `describeProblem` reports. */
  listForeign(): readonly ForeignProcess[] {
    const others = [...this.#seen.values()].filter(({ pid, isOwn }) => !isOwn && this.#isOwn(pid) !== true)
    const foreign = others.filter((observed) => !isUnattributable(observed))
    return foreign.map(({ gpu, pid, name, memoryBytes }) => ({ gpu, pid, name, memoryBytes }))
  }

  /** Why some processes could not be attributed; null when all could. */
  describeProblem(): string | null {
    if (this.#isFull)
      return `more than ${maxRemembered} processes used the GPUs; later ones were not attributed to the trial or to others`
    const unknown = [...this.#seen.values()].filter((observed) => !observed.isOwn && isUnattributable(observed))
    if (unknown.length === 0) return null
    const pids = unknown.map(({ pid }) => pid).join(', ')
    return `processes on the GPUs are not visible from this container and could not be attributed to the trial or to others: ${pids}`
  }

  #remember(process: LocatedProcess, isOwn: boolean | null): void {
    const { gpu, pid, name, memoryBytes } = process
    const key = `${gpu} ${pid}`
    const known = this.#seen.get(key)
    if (pid === this.#ownPid) return
    if (!known && this.#seen.size >= maxRemembered) {
      this.#isFull = true
      return
    }
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
    memoryBytes:
      a.memoryBytes === null || b.memoryBytes === null
        ? (a.memoryBytes ?? b.memoryBytes)
        : Math.max(a.memoryBytes, b.memoryBytes),
    isOwn: a.isOwn || b.isOwn,
    isVisible: a.isVisible || b.isVisible,
    wasBeforeTrial: a.wasBeforeTrial || b.wasBeforeTrial,
  }
}

/** In a container the driver may report pids of the host, including those of the trial. */
function isUnattributable({ isVisible, wasBeforeTrial }: ObservedProcess): boolean {
  return !isVisible && !wasBeforeTrial && readPidNamespace() !== firstNamespace
}
