import { setTimeout as delay } from 'node:timers/promises'
import type { GpuReading } from '../../../domain/telemetry/gpu.ts'
import type { TimeSpan } from '../../../domain/telemetry/bucket-interval.ts'
import {
  explainMissingEnergy,
  explainMissingWork,
  type WorkSources,
  findBusyContradiction,
  type ActivityReading,
} from '../../../domain/telemetry/gpu-work.ts'
import type { GpuTrack } from '../../../domain/telemetry/telemetry-summary.ts'
import { BusyCollector } from './busy-collector.ts'
import { Budget, type ProblemList } from './sampling-pace.ts'
import type { GpuSource } from '../gpu-source.ts'

/** The driver's last sample arrives up to one period after the end of the process. */
const [lastSampleWaitMs, lastSampleStepMs] = [600, 120]
/** The energy counter takes up to 10 ms per GPU: two edges closer than this share a reading. */
const energyEdgeMs = 150
/** Likewise for the opening of the window and the start of the process. */
const openingEdgeMs = 100
/** In a shorter interval the GPM counters may not have been updated: the driver does so ten times a second. */
const minActivityMs = 200
const maxStageEdges = 2000
const samplesFailed = 'the utilization samples could not be read'

export type WorkCollectorOptions = {
  /** Null: an external tool pushes readings without counters. */
  readonly source: GpuSource | null
  readonly tracks: readonly GpuTrack[]
  /** Idle power of each GPU in watts; null: energy above idle is not computed. */
  readonly idleWatts: Readonly<Record<number, number>> | null
  /** Whether `begin` will be called next. */
  readonly isForProcess: boolean
  /** Ms since the epoch. */
  readonly now: () => number
  readonly problems: ProblemList
}

type GpuCollectorState = { readonly track: GpuTrack; readonly busy: BusyCollector | null; dueMs: number }

/**
 * Collects the counters from which the work of the trial's GPUs is computed: the driver's utilization buffer, GPM
 * activity and energy. They are expensive, so the buffer is read just often enough to lose nothing, and the others at
 * edges only.
 */
export class WorkCollector {
  readonly #options: WorkCollectorOptions
  readonly #watched: readonly GpuCollectorState[]
  readonly #budgets = { activity: createEdgeBudget(50), counters: createEdgeBudget(10), energy: createEdgeBudget(10) }
  /** Infinity until the expected process has started. */
  #beganMs = Number.POSITIVE_INFINITY
  #stageEdges = 0
  /** When the energy of the last GPU was read. */
  #energyReadMs = Number.NEGATIVE_INFINITY

  /** Opens the window and reads every counter once. */
  constructor(options: WorkCollectorOptions) {
    this.#options = options
    const { source, tracks, now } = options
    const openedMs = now()
    if (!options.isForProcess) this.#beganMs = openedMs
    this.#watched = tracks.map((track) => {
      const { gpu } = track
      const read = source?.readUtilizationSamples?.bind(source, gpu)
      return { track, busy: read ? new BusyCollector(read, openedMs) : null, dueMs: openedMs }
    })
    for (const { track } of this.#watched) {
      if (track.work) track.work.idleWatts = options.idleWatts?.[track.gpu] ?? null
      this.#beginActivity(track)
    }
    this.#watched.forEach((watched, index) => {
      this.#readBusy(watched)
      // Staggers the GPUs, so that no tick has to read all of them.
      watched.dueMs = openedMs + ((index + 1) / tracks.length) * (watched.busy?.pauseMs ?? 0)
    })
  }

  /** Reads the energy counters last, because the process may start immediately. */
  open(): void {
    this.#readEnergies()
  }

  /** The trial's process has started; earlier activity is not attributed to it. */
  begin(timeMs: number): void {
    this.#beganMs = timeMs
    for (const { track } of this.#watched) {
      if (track.work) track.work.ranMs = { fromMs: timeMs, toMs: Number.POSITIVE_INFINITY }
      this.#beginActivity(track)
    }
    const isJustRead = this.#options.now() - this.#energyReadMs < openingEdgeMs
    if (!isJustRead) this.#readEnergies()
  }

  /**
   * A stage starts or ends. Reads within the budgets: activity first, then the more expensive energy. In between,
   * `readCounters` reads and records the counters, if the source has any.
   */
  enterStage(readCounters: () => void): void {
    const elapsedMs = this.#options.now() - this.#beganMs
    if (this.#stageEdges >= maxStageEdges || elapsedMs < 0) return
    this.#stageEdges += 1
    this.#budgets.activity.attempt(elapsedMs, () => this.#readActivities())
    if (this.#options.source?.readCounters) this.#budgets.counters.attempt(elapsedMs, readCounters)
    this.#budgets.energy.attempt(elapsedMs, () => this.#readEnergies())
  }

  /** The trial's process has ended. */
  end(timeMs: number): void {
    this.#readActivities()
    this.#readEnergies()
    for (const { track } of this.#watched)
      if (track.work?.ranMs) track.work.ranMs = { fromMs: track.work.ranMs.fromMs, toMs: timeMs }
  }

  /** A polled reading, taken between its timestamp and now. Of a busy GPU, also a moment to learn the driver's clock. */
  record({ gpu, timeMs, utilizationPercent }: GpuReading): void {
    const busy = this.#watched.find(({ track }) => track.gpu === gpu)?.busy
    const { now, problems } = this.#options
    if (!busy || utilizationPercent === null) return
    busy.recordPoll(timeMs, utilizationPercent, now())
    if (utilizationPercent > 0) problems.attempt(samplesFailed, () => busy.readForClock(now))
  }

  /** Reads the buffers that are due before the middle of the next tick. */
  tick(timeMs: number, tickMs: number): void {
    for (const watched of this.#watched) if (timeMs + tickMs / 2 >= watched.dueMs) this.#readBusy(watched)
  }

  /** Sampling ends: reads the counters. A process without a reported end counts as ended. */
  close(): void {
    const { now } = this.#options
    const isEnded = this.#watched.some(({ track }) => Number.isFinite(track.work?.ranMs?.toMs))
    if (isEnded) this.#readEnergies()
    else this.end(now())
  }

  /** Reads the buffers until they cover the end of the process; the driver's last sample is delayed. */
  async drain(): Promise<void> {
    const { now } = this.#options
    const ends = this.#watched.flatMap(({ track }) => track.work?.ranMs?.toMs ?? [])
    const endMs = Math.max(...ends)
    if (ends.length === 0) return
    const untilMs = now() + lastSampleWaitMs
    // Waiting for the next sample is cheaper than reading without one.
    await delay(Math.max(0, endMs + lastSampleStepMs - now()))
    for (;;) {
      const late = this.#watched.filter(({ busy }) => !isComplete(busy, endMs))
      for (const watched of late) this.#readBusy(watched)
      this.#poll(late.map(({ track }) => track.gpu))
      if (now() >= untilMs || late.every(({ busy }) => isComplete(busy, endMs))) return
      await delay(lastSampleStepMs)
    }
  }

  /** Polls utilization in addition to the ticks. */
  #poll(gpus: readonly number[]): void {
    const { source, now, problems } = this.#options
    if (!source || gpus.length === 0) return
    const timeMs = now()
    const read = (): readonly GpuReading[] => source.readVitals?.(gpus, timeMs) ?? source.read(gpus, timeMs)
    const readings = problems.attempt('GPUs could not be read', read) ?? []
    for (const reading of readings) this.record(reading)
  }

  /** Stores the results in the tracks. Call after the last poll. */
  complete(endedMs: number): void {
    const span = { fromMs: Number.NEGATIVE_INFINITY, toMs: endedMs }
    const reasons = new Map<string, number[]>()
    for (const { track, busy } of this.#watched) {
      const { work } = track
      if (!work) continue
      if (busy) this.#completeBusy(track, busy, endedMs)
      if (!work.ranMs) continue
      for (const reason of this.#explain({ ...track, work }, span))
        reasons.set(reason, [...(reasons.get(reason) ?? []), track.gpu])
    }
    for (const [reason, gpus] of reasons) this.#options.problems.add(`GPU ${gpus.join(', ')}: ${reason}`)
  }

  #explain(sources: WorkSources, span: TimeSpan): string[] {
    const energy = this.#options.idleWatts === null ? null : explainMissingEnergy(sources, span)
    return [...explainMissingWork(sources, span), ...(energy === null ? [] : [energy])]
  }

  #completeBusy(track: GpuTrack, collector: BusyCollector, endedMs: number): void {
    const { work } = track
    if (!work) return
    const { busy, fault } = collector.finish(endedMs)
    work.busy = busy
    work.busyFault = fault
    const span = work.ranMs ?? { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY }
    work.busyFault ??= findBusyContradiction({ ...track, work }, span)
    const { unavailable } = collector
    if (unavailable !== null) this.#options.problems.add(`GPU ${track.gpu}: no utilization samples: ${unavailable}`)
  }

  #readBusy(watched: GpuCollectorState): void {
    const { now, problems } = this.#options
    problems.attempt(samplesFailed, () => watched.busy?.read(now))
    watched.dueMs = now() + (watched.busy?.pauseMs ?? Number.POSITIVE_INFINITY)
  }

  #beginActivity({ gpu, work }: GpuTrack): void {
    const { source, now, problems } = this.#options
    if (!work) return
    const begin = (): string => source?.beginActivity?.(gpu, now) ?? ''
    const failed = 'the driver failed'
    const fault = source?.beginActivity
      ? (problems.attempt('GPM activity could not be read', begin) ?? failed)
      : 'this monitor has no such counters'
    work.activityFault = fault === '' ? null : fault
    work.activity = fault === '' ? [{ timeMs: now(), dramMs: 0, graphicsMs: 0 }] : []
  }

  #readActivities(): void {
    for (const { track } of this.#watched) this.#readActivity(track)
  }

  #readEnergies(): void {
    for (const { track } of this.#watched) this.#readEnergy(track)
    this.#energyReadMs = this.#options.now()
  }

  #readActivity({ gpu, work }: GpuTrack): void {
    const { source, now, problems } = this.#options
    if (!work || work.activityFault !== null) return
    const [first] = work.activity
    if (!first || now() - first.timeMs < minActivityMs) return
    const reading: ActivityReading | null = problems.attempt(
      'GPM activity could not be read',
      () => source?.readActivity?.(gpu, now) ?? null,
    )
    if (reading) work.activity.push(reading)
  }

  #readEnergy({ gpu, energyReadings }: GpuTrack): void {
    const { source, now, problems } = this.#options
    if (now() - (energyReadings.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY) < energyEdgeMs) return
    const joules = problems.attempt('the energy counter could not be read', () =>
      source?.readEnergyJoules([gpu]).get(gpu),
    )
    if (joules !== null && joules !== undefined) energyReadings.push({ timeMs: now(), joules })
  }
}

/** Limits the overhead of counter reads in a pipeline with many short stages. */
function createEdgeBudget(extraMs: number): Budget {
  return new Budget({ everyMs: Number.NEGATIVE_INFINITY, maxShare: 0.0005, extraMs })
}

function isComplete(busy: BusyCollector | null, endMs: number): boolean {
  return busy === null || busy.unavailable !== null || busy.hasReached(endMs)
}
