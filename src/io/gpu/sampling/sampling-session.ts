import { basename } from 'node:path'
import { formatShare } from '../../../domain/core/numbers.ts'
import { formatQuantity, listPartlySeen } from '../../../domain/telemetry/coverage.ts'
import { listEnergyDoubts } from '../../../domain/telemetry/energy-reading.ts'
import type { TimeSpan } from '../../../domain/telemetry/bucket-interval.ts'
import { isSeen, type GpuReading } from '../../../domain/telemetry/gpu.ts'
import { ImpossibleValues } from '../../../domain/telemetry/impossible-values.ts'
import { summarizeHost, type HostTrack } from '../../../domain/telemetry/host-summary.ts'
import {
  createGpuTrack,
  forgetUnseenMemory,
  recordReading,
  summarizeGpu,
  type GpuTrack,
} from '../../../domain/telemetry/telemetry-summary.ts'
import {
  Budget,
  type BudgetLimits,
  createRotation,
  ProblemList,
  createReadingPace,
  slackMs,
  startSamplingClock,
  SamplingOverhead,
  startTicker,
  type Ticker,
} from './sampling-pace.ts'
import type { GpuSource } from '../gpu-source.ts'
import { HostSampler, GpuProcessAccumulator } from './host-sampler.ts'
import { SamplingLog } from './sampling-files.ts'
import { WorkCollector } from './work-collector.ts'
import type { GpuEvent, GpuUse, TelemetrySummary } from '../../../record/telemetry.ts'
import type { GpuWindowOptions } from '../../../ports/gpu-monitor.ts'
import { gpuQuantityNames } from '../../../domain/telemetry/gpu-quantities.ts'
import { createWorkTrack } from '../../../domain/telemetry/gpu-work.ts'
import { beginAverages } from '../../../domain/telemetry/time-buckets.ts'

/** Origin of the readings: a source opened inside the thread, or an external tool that pushes them. */
export type SourceChoice =
  | { readonly kind: 'nvml'; readonly libraryPath: string | null }
  /** A module that exports `openSource(options)`, which returns a GpuSource. */
  | { readonly kind: 'module'; readonly url: string; readonly options: unknown }
  | { readonly kind: 'pushed' }

/** All that the sampling thread needs for one window. */
export type SamplingRequest = GpuWindowOptions & {
  readonly source: SourceChoice
  /** Monitor name as stored in files: `nvidia-smi` etc. */
  readonly monitor: string
  /** Stored in the HDF5 file; null: unknown. */
  readonly runId: string | null
  /** Process that starts the trials: its reaped children give the final CPU time of the followed process. */
  readonly ownPid: number
}

/** The result of a window. */
export type Recording = {
  readonly summary: TelemetrySummary
  /** Empty when the sampling thread failed. */
  readonly tracks: readonly GpuTrack[]
  /** Null when the sampling thread failed. */
  readonly host: HostTrack | null
}

/** The first process poll of a trial, which may end before the regular interval. */
const earlyLookMs = 200
/** Readings are recorded together: what a tick does with cold caches costs a multiple. */
const recordMs = 500
/** Samples reach the disk within five seconds: each write wakes two threads. */
const flushMs = 5000
const maxEvents = 1000
const maxShare = 0.0003
/** A case that measures memory may use more processor time. */
const maxMemoryShare = 0.03

/** What a tick does when its budget allows it; `gpus`: those whose turn it is. */
type Probe = BudgetLimits & { readonly read: (timeMs: number, gpus: readonly number[]) => void }

/** Samples the GPUs, the host and the processes of one window, inside the sampling thread, and writes its log. */
export class SamplingSession {
  readonly problems = new ProblemList()
  readonly startedMs: number
  readonly #request: SamplingRequest
  readonly #source: GpuSource | null
  readonly #now = startSamplingClock()
  readonly #recorder: GpuRecorder
  readonly #pace: ReturnType<typeof createReadingPace>
  readonly #host: HostSampler
  readonly #processes: GpuProcessAccumulator
  readonly #work: WorkCollector
  readonly #log: SamplingLog | null
  readonly #events: GpuEvent[] = []
  readonly #impossible = new ImpossibleValues()
  readonly #ticker: Ticker
  readonly #overhead: SamplingOverhead
  readonly #probes: readonly (readonly [Budget, Probe['read']])[]
  /** GPUs of the trial. */
  readonly #own: readonly number[]
  readonly #rotation: ReturnType<typeof createRotation>
  readonly #others: readonly number[]
  #earlyLook: NodeJS.Timeout | null = null
  /** Readings that are not recorded yet. */
  #pending: GpuReading[] = []
  #recordedMs = 0
  #unread = 0
  #lastReadMs = 0
  #stage: string | null = null

  /** `source` is null when readings are pushed. Opens the files and takes the first reading. */
  constructor(request: SamplingRequest, source: GpuSource | null) {
    const { gpus, intervalMs, monitor } = request
    this.#request = request
    this.#source = source
    this.#own = gpus.filter((gpu) => request.ownGpus?.includes(gpu) ?? true)
    this.#others = gpus.filter((gpu) => !this.#own.includes(gpu))
    this.#rotation = createRotation(this.#own, intervalMs)
    this.startedMs = this.#now()
    this.#overhead = new SamplingOverhead(this.startedMs)
    this.#recorder = new GpuRecorder(gpus, intervalMs, request.ownGpus)
    this.#pace = createReadingPace(intervalMs, this.#own, this.startedMs)
    this.#host = new HostSampler(request.ownPid, this.startedMs)
    this.#processes = new GpuProcessAccumulator((pid) => this.#host.isOwn(pid), request.ownPid)
    const head = { monitor, startedMs: this.startedMs, gpus }
    this.#log = this.problems.attempt('no log', () => new SamplingLog(request.logPath, head))
    this.#probes = this.#listProbes().map(({ read, ...limits }) => [new Budget(limits), read] as const)
    this.#work = new WorkCollector({
      source,
      tracks: this.#recorder.tracks.filter(({ work }) => work !== null),
      idleWatts: request.idleWatts ?? null,
      isForProcess: request.ownGpus !== undefined,
      now: this.#now,
      problems: this.problems,
    })
    this.#tick(this.#own)
    this.#work.open()
    this.#ticker = startTicker(this.#rotation.tickMs, () => this.#tick(this.#rotation.takeNext()))
  }

  /** The trial's process started at this time. */
  follow(pid: number, timeMs: number): void {
    this.#overhead.begin(this.#now())
    this.#work.begin(timeMs)
    this.#pace.begin(timeMs)
    if (!this.#host.follow(pid, this.#now())) this.problems.add(`process ${pid} exited before it could be followed`)
    clearTimeout(this.#earlyLook ?? undefined)
    // In addition to the regular ticks.
    this.#earlyLook = setTimeout(() => {
      this.#pollProcesses()
      this.#readOthers(this.#now())
      this.#sampleHost(this.#now())
    }, earlyLookMs)
  }

  /** The trial's process ended at this time. */
  markEnded(timeMs: number): void {
    this.#overhead.end(this.#now())
    this.#work.end(timeMs)
    this.#pace.end(timeMs)
  }

  /** Later rows belong to this stage. Counters are read at the edge, so that their values describe one stage. */
  stage(stage: string | null): void {
    this.#work.enterStage(() => this.#read(this.#own, 'readCounters'))
    this.#record()
    this.#stage = stage
  }

  /** Records readings of an external tool. */
  push(readings: readonly GpuReading[]): void {
    this.#accept(readings)
    this.#record()
  }

  /** Records why readings are missing. */
  report(problem: string): void {
    this.problems.add(problem)
  }

  /** Takes the last readings, completes the log and closes the source. Call once. */
  async close(): Promise<Recording> {
    this.#ticker[Symbol.dispose]()
    clearTimeout(this.#earlyLook ?? undefined)
    // Otherwise the counters miss the time since their last reading, which can be most of a short run.
    if (this.#source?.readCounters) this.#read(this.#own, 'readCounters')
    else if (this.#now() - this.#lastReadMs > this.#request.intervalMs / 2) this.#read(this.#own)
    this.#readOthers(this.#now())
    this.#readEvents()
    this.#work.close()
    this.#host.sample(this.#now())
    this.#pollProcesses()
    const endedMs = this.#now()
    this.#pace.close(endedMs)
    await this.#work.drain()
    this.problems.attempt('the GPU monitor did not close cleanly', () => this.#source?.[Symbol.dispose]())
    this.#overhead.end(endedMs)
    this.#work.complete(endedMs)
    const span = { fromMs: this.startedMs, toMs: endedMs }
    const foreignProcesses = this.#processes.listForeign()
    const gpus = this.#recorder.tracks
      .map((track) => this.#addProcessCoverage(summarizeGpu(track, span), span))
      .map((use) => forgetUnseenMemory(use, foreignProcesses))
    await this.#log?.close(endedMs, gpus)
    const doubts = [...this.#impossible.list(), ...gpus.flatMap(describePartlySeen)]
    const described = [this.#log?.problem ?? null, this.#processes.describeProblem(), ...doubts]
    for (const problem of [...described, ...listEnergyDoubts(this.#recorder.tracks, span)]) this.problems.add(problem)
    const { monitor, intervalMs } = this.#request
    const { tracks } = this.#recorder
    const host = this.#host.track
    return {
      tracks,
      host,
      summary: {
        monitor,
        intervalMs,
        startedMs: this.startedMs,
        endedMs,
        ...this.#countSamples(),
        overheadCpuShare: this.#overhead.cpuShare,
        gpus,
        host: summarizeHost(host, span),
        events: this.#events,
        foreignProcesses,
        logFile: this.#log && basename(this.#log.path),
        hdf5File: null,
        problems: this.problems.list(),
      },
    }
  }

  /**
   * What the ticks do, in this order. The longest interval of processes bounds how late another process is seen. A case
   * that measures memory reads that of its processes with every sample: a value that is repeated for seconds belongs to
   * another repeat or stage. The sums of the host stay complete at any interval.
   */
  #listProbes(): Probe[] {
    const keepsMemory = this.#request.keepsMemory ?? false
    const share = keepsMemory ? maxMemoryShare : maxShare
    return [
      { everyMs: keepsMemory ? 0 : 1000, mostMs: 3000, maxShare: share, read: () => this.#pollProcesses() },
      { everyMs: 0, read: (_timeMs, gpus) => this.#read(gpus) },
      { everyMs: recordMs, read: () => this.#readEvents() },
      { everyMs: 1000, mostMs: 5000, maxShare, read: (timeMs) => this.#readOthers(timeMs) },
      { everyMs: 500, mostMs: 5000, maxShare: share, read: (timeMs) => this.#sampleHost(timeMs) },
      { everyMs: flushMs, read: () => this.#log?.flush() },
    ]
  }

  #tick(gpus: readonly number[]): void {
    const timeMs = this.#now()
    for (const [budget, read] of this.#probes) budget.attempt(timeMs, () => read(timeMs, gpus))
    this.#work.tick(timeMs, this.#rotation.tickMs)
    if (timeMs - this.#recordedMs >= recordMs - slackMs) this.#record()
  }

  #sampleHost(timeMs: number): void {
    this.problems.attempt('the host could not be sampled', () => this.#host.sample(timeMs))
  }

  /** A failed source is read again at the next tick, because drivers can recover. */
  #read(gpus: readonly number[], method: 'read' | 'readCounters' = 'read'): void {
    const source = this.#source
    if (!source) return
    const timeMs = this.#now()
    this.#lastReadMs = timeMs
    const readings = this.problems.attempt('GPUs could not be read', () => source[method]?.(gpus, timeMs)) ?? []
    this.#unread += Math.max(0, gpus.length - readings.filter(isSeen).length)
    this.#accept(readings)
  }

  #readEvents(): void {
    const events = this.problems.attempt('GPU events could not be read', () => this.#source?.readEvents()) ?? []
    const free = maxEvents - this.#events.length
    this.#events.push(...events.slice(0, free))
    if (events.length > free) this.problems.add(`more than ${maxEvents} GPU events; the later ones were dropped`)
  }

  /** Detects use by the trial or by another process. */
  #readOthers(timeMs: number): void {
    const source = this.#source
    if (!source || this.#others.length === 0) return
    const read = (): readonly GpuReading[] =>
      source.readVitals?.(this.#others, timeMs) ?? source.read(this.#others, timeMs)
    this.#accept(this.problems.attempt('other GPUs could not be read', read) ?? [])
  }

  /** Work is computed at once: the clock of the driver shows only while its newest sample is fresh. */
  #accept(readings: readonly GpuReading[]): void {
    const possible = readings.map((reading) => this.#impossible.drop(reading))
    for (const reading of possible) this.#work.record(reading)
    this.#pending.push(...possible)
  }

  /** Records what was read since the last time, with the processes and the stage of that time. */
  #record(): void {
    const pending = this.#pending
    this.#pending = []
    this.#recordedMs = this.#now()
    for (const reading of pending) this.#recordOne(reading)
  }

  #recordOne(reading: GpuReading): void {
    this.#pace.record(reading)
    const { gpu, processes } = reading
    const located = processes?.map((process) => ({ ...process, gpu }))
    if (located) this.#processes.record([gpu], located, reading.timeMs)
    const ownMemoryBytes = this.#impossible.dropMemory(reading, this.#getOwnMemoryBytes(gpu))
    if (this.#recorder.add(reading, ownMemoryBytes)) this.#log?.append({ reading, ownMemoryBytes, stage: this.#stage })
  }

  /** A tool polls processes too rarely to prove that there are none: unseen memory is unknown, not 0. */
  #getOwnMemoryBytes(gpu: number): number | null {
    const bytes = this.#processes.getOwnMemoryBytes(gpu)
    return this.#source === null && bytes === 0 ? null : bytes
  }

  #pollProcesses(): void {
    this.#record()
    const source = this.#source
    if (!source) return
    const timeMs = this.#now()
    for (const gpu of this.#request.gpus) {
      const list = () => source.listProcesses([gpu])
      const found = this.problems.attempt('processes on the GPUs could not be listed', list)
      if (found) this.#processes.record([gpu], found, timeMs)
      else this.#processes.recordFailure(gpu, timeMs)
    }
  }

  #addProcessCoverage(use: GpuUse, { fromMs, toMs }: TimeSpan): GpuUse {
    const meanMs = ((use.utilizationPercent?.mean ?? 0) / 100) * (toMs - fromMs)
    const busyMs = Math.max(meanMs, 1000 * (use.work?.inUseSeconds ?? 0))
    const processes = this.#processes.computeCoverage(use.gpu, { fromMs, toMs, busyMs })
    return use.coverage ? { ...use, coverage: { ...use.coverage, processes } } : use
  }

  /** A tool pushes single readings. */
  #countSamples() {
    const pace = this.#source ? this.#ticker.pace : this.#pace.pace
    const count = (ticks: number): number => (this.#source ? this.#rotation.countReadings(ticks) : ticks)
    return {
      samples: this.#recorder.samples,
      lateSamples: count(pace.late),
      lostSamples: count(pace.lost) + this.#unread,
      longestGapMs: Math.max(pace.longestGapMs, this.#pace.pace.longestGapMs),
    }
  }
}

/** Lists the quantities that were lost during the trial, a sentence for those that were known for as long. */
function describePartlySeen(use: GpuUse): string[] {
  return [...Map.groupBy(listPartlySeen(use), ([, share]) => formatShare(share))].map(
    ([share, lost]) =>
      `GPU ${use.gpu}: known for ${share} of the run only: ${lost.map(([name]) => formatQuantity(name)).join(', ')}`,
  )
}

/** For all GPUs together: about 530 bytes per row with every quantity, at most 35 MB. */
const rowsOfAllGpus = 8 * 8192
const mostRows = 8192
const minRows = 512
/** GPUs that do not belong to the trial are read rarely. */
const otherGapMs = 15_000

/** Keeps the readings of several GPUs in bounded memory. */
export class GpuRecorder {
  readonly tracks: readonly GpuTrack[]
  /** Readings so far, over all GPUs. */
  samples = 0
  readonly #values = new Float64Array(gpuQuantityNames.length)

  /** `ownGpus`: GPUs whose work is computed; default: all. */
  constructor(gpus: readonly number[], intervalMs: number, ownGpus: readonly number[] = gpus) {
    const share = 2 * Math.floor(rowsOfAllGpus / Math.max(1, gpus.length) / 2)
    const maxRows = Math.min(mostRows, Math.max(minRows, share))
    const gapMs = Math.max(1000, 5 * intervalMs)
    this.tracks = gpus.map((gpu) => {
      if (ownGpus.includes(gpu))
        return createGpuTrack(gpu, { maxRows, maxGapMs: gapMs }, { work: createWorkTrack(), intervalMs })
      return createGpuTrack(gpu, { maxRows, maxGapMs: Math.max(gapMs, otherGapMs) }, { work: null })
    })
  }

  /** False when the GPU is not watched. */
  add(reading: GpuReading, ownMemoryBytes: number | null): boolean {
    const track = this.tracks.find(({ gpu }) => gpu === reading.gpu)
    if (!track) return false
    // Counters start with the first reading, whose values they lack.
    if (track.buckets.rows === 0) beginAverages(track.buckets, reading.timeMs)
    recordReading(track, reading, ownMemoryBytes, this.#values)
    this.samples += 1
    return true
  }
}
