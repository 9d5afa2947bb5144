import { availableParallelism } from 'node:os'
import {
  hostQuantityList,
  hostQuantityNames,
  type HostQuantityName,
  type HostTrack,
} from '../../../domain/telemetry/host-summary.ts'
import { appendSample, beginAverages, createTimeBuckets } from '../../../domain/telemetry/time-buckets.ts'
import { ProcessTreeUsage, type ProcessTreeTotals } from './process-tree-usage.ts'
import { readHostTicks, readPageBytes, readPageCacheBytes, readProcessStat } from './proc-files.ts'
import { ProcessFamily } from './process-family.ts'

const maxRows = 8192

/** Samples a process tree and the host through /proc. */
export class HostSampler {
  readonly track: HostTrack
  readonly #ownPid: number
  readonly #pageBytes = readPageBytes()
  #family: ProcessFamily | null = null
  #book: ProcessTreeUsage | null = null
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
    this.#book = new ProcessTreeUsage(this.#family, this.#ownPid)
    this.#book.update()
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
    if (!this.#book || !before) return {}
    const now = clampTotals(this.#book.update(), before)
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
  return {
    user: Math.max(now.user, before.user),
    system: Math.max(now.system, before.system),
    readBytes: clampToMinimum(now.readBytes, before.readBytes),
    writtenBytes: clampToMinimum(now.writtenBytes, before.writtenBytes),
    residentPages: now.residentPages,
  }
}

function clampToMinimum(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : Math.max(now, before)
}
