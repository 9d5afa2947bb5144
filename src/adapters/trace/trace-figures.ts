import type { GpuActivities, NumberColumn, TraceAccumulator } from './trace-accumulator.ts'
import type { Row } from '../readings.ts'
import { kernelTimeName } from '../../domain/kernels/kernel-table.ts'
import type { Metric } from '../../domain/core/metric.ts'
import type { IdleGap, IdleTime, KernelReading, TraceReading } from '../../domain/trial/tool-reading.ts'

const busyShare: Metric = { name: 'gpu_busy_share', unit: 'share', betterWhen: 'higher' }
const hostBoundShare: Metric = { name: 'host_bound_share', unit: 'share', betterWhen: 'lower' }
const idleTime: Metric = { name: 'gpu_idle_time', unit: 's', betterWhen: 'lower' }
/** Total time of a kernel. */
export const kernelTime: Metric = { name: kernelTimeName, unit: 's', betterWhen: 'lower' }

const kernelsTime: Metric = { name: 'kernels', unit: 's', betterWhen: 'lower' }
const copiesTime: Metric = { name: 'copies', unit: 's', betterWhen: 'lower' }

const shownKernels = 20
const microsPerSecond = 1e6

/** Figures of a trace, and why there are none of its GPUs, as sentences. */
export type TraceFigures = {
  readonly trace: TraceReading
  /** Longest first. */
  readonly kernels: readonly KernelReading[]
  readonly doubts: readonly string[]
}

/**
 * Computes the figures of a complete trace; null when no event has a duration. There are none of the GPUs when their
 * records are missing, incomplete, or of several processes. `rank` is that of the process in a distributed program.
 */
export function computeTraceFigures(accumulator: TraceAccumulator, rank: number | null = null): TraceFigures | null {
  const windowMicros = accumulator.endMicros - accumulator.startMicros
  if (!(windowMicros > 0)) return null
  const swept = [...accumulator.gpus]
    .toSorted(([one], [other]) => one - other)
    .map(([gpu, activities]) => sweepGpu(accumulator, gpu, activities))
  const doubts = listGpuDoubts(accumulator)
  const windowSeconds = windowMicros / microsPerSecond
  const whole = { rank, windowSeconds, events: accumulator.events }
  if (doubts.length > 0 || swept.length === 0) {
    const unknown = { gpus: [], streams: [], topKernels: [], kernelSeconds: null, copySeconds: null }
    return { trace: { ...whole, ...unknown }, kernels: [], doubts }
  }
  const { kernels = [], copies = [] } = Object.groupBy(accumulator.names, ({ isKernel }) =>
    isKernel ? 'kernels' : 'copies',
  )
  const byTime = listKernels(kernels)
  const isCopyLost = copies.length === 0 && accumulator.hasCopyCalls
  const trace = {
    ...whole,
    gpus: swept.map(({ gpu, total: { busySeconds, idle } }) => ({
      gpu,
      busySeconds,
      busyShare: busySeconds / windowSeconds,
      hostBoundShare: idle.withoutLaunch > 0 ? null : idle.hostSeconds / windowSeconds,
      idle,
    })),
    streams: swept.flatMap(({ streams }) => streams),
    topKernels: byTime.slice(0, shownKernels),
    kernelSeconds: kernels.length > 0 ? sumMicros(kernels) / microsPerSecond : null,
    copySeconds: isCopyLost ? null : sumMicros(copies) / microsPerSecond,
  }
  return { trace, kernels: byTime, doubts }
}

/** Call it after the sweeps, which look up the launches of the kernels. */
function listGpuDoubts({ gpus, launches, processes, unknownKinds, ...found }: TraceAccumulator): string[] {
  const { lost, shared } = launches.countFaults()
  const sharedGpus = [...gpus].flatMap(([gpu, { owners }]) => (owners.size > 1 ? [gpu] : []))
  const reasons = [
    [found.damagedActivities, 'kernels and copies have no usable time'],
    [lost, 'launches have no kernel in the trace: their records were lost, or they ran outside of the profiled steps'],
    [processes.size > 1 ? processes.size : 0, 'processes launched kernels; pass the trace of one rank'],
    [shared, 'launches have the correlation of another one, as in merged traces of several ranks'],
    [sharedGpus.length, 'GPUs belong to several processes of a merged trace'],
    [unknownKinds.size, `categories of GPU events are not known (${[...unknownKinds].join(', ')})`],
  ] as const
  return reasons.flatMap(([count, reason]) => (count > 0 ? [`no figures of the GPUs: ${count} ${reason}`] : []))
}

/** Computes idle time of a GPU and of its streams in one pass by start time. */
function sweepGpu(accumulator: TraceAccumulator, gpu: number, { starts, ends, ...own }: GpuActivities) {
  const total = new IdleSweep(accumulator.startMicros)
  const byStream = new Map<number, IdleSweep>()
  for (const row of sortRows(starts)) {
    const stream = own.streams.get(row)
    const sweep = byStream.get(stream) ?? new IdleSweep(accumulator.startMicros)
    byStream.set(stream, sweep)
    const activity = {
      startMicros: starts.get(row),
      endMicros: ends.get(row),
      launchMicros: accumulator.launches.findStart(own.correlations.get(row)),
      name: accumulator.names[own.names.get(row)]?.name ?? '',
    }
    total.add(activity)
    sweep.add(activity)
  }
  const streams = [...byStream].toSorted(([one], [other]) => one - other)
  return {
    gpu,
    total: total.summarize(),
    streams: streams.map(([stream, one]) => ({ gpu, stream, ...one.summarize() })),
  }
}

/** Returns row indices sorted by start. Most traces are already sorted, and sorting millions of rows is slow. */
function sortRows(starts: NumberColumn): Uint32Array {
  const rows = new Uint32Array(starts.length).map((_, row) => row)
  const isSorted = rows.every((row) => row === 0 || starts.get(row) >= starts.get(row - 1))
  return isSorted ? rows : rows.toSorted((one, other) => starts.get(one) - starts.get(other) || one - other)
}

function listKernels(kernels: TraceAccumulator['names']): KernelReading[] {
  const allMicros = sumMicros(kernels)
  const longest = kernels.toSorted((one, other) => other.micros - one.micros || (one.name < other.name ? -1 : 1))
  return longest.map(({ name, calls, micros }) => {
    return { name, calls, seconds: micros / microsPerSecond, share: allMicros > 0 ? micros / allMicros : 0 }
  })
}

function sumMicros(names: TraceAccumulator['names']): number {
  return names.reduce((sum, { micros }) => sum + micros, 0)
}

/** Builds the time of all kernels and copies, and of each GPU its shares of the window of the trace and its idle time. */
export function buildGpuRows({ gpus, kernelSeconds, copySeconds }: TraceReading): Row[] {
  return [
    ...listRow(kernelsTime, kernelSeconds),
    ...listRow(copiesTime, copySeconds),
    ...gpus.flatMap(({ gpu, ...one }) => [
      ...listRow(busyShare, one.busyShare, { gpu }),
      ...listRow(hostBoundShare, one.hostBoundShare, { gpu }),
      ...listRow(idleTime, one.idle.seconds, { gpu }),
    ]),
  ]
}

function listRow(metric: Metric, value: number | null, axes = {}): Row[] {
  return value === null ? [] : [{ name: 'trace', axes, metric, value, zero: 'counts' }]
}

/** Builds the total time of all kernels: one that is short in the base can be the longest in the head. */
export function buildKernelRows({ kernels }: TraceFigures): Row[] {
  return kernels.map(({ name, calls, seconds }) => ({ name, metric: kernelTime, value: seconds, launches: calls }))
}

/**
 * Work on a GPU with the time of its launch by the host, in microseconds; `launchMicros` is null when the trace does
 * not show it.
 */
type Activity = {
  readonly startMicros: number
  readonly endMicros: number
  readonly launchMicros: number | null
  readonly name: string
}

const shownGaps = 5
/** A GPU needs a few microseconds between two queued kernels; longer gaps have another cause. */
const longestHandoverMicros = 5

/**
 * Accumulates busy and idle time of one GPU or stream. A gap is bound by the host when the launch of the next kernel
 * came after the end of the previous one; this is the rule of Holistic Trace Analysis.
 */
class IdleSweep {
  readonly #originMicros: number
  readonly #sums = { busy: 0, host: 0, kernel: 0, other: 0, gaps: 0, withoutLaunch: 0 }
  #longest: IdleGap[] = []
  #reachedMicros: number | null = null

  constructor(originMicros: number) {
    this.#originMicros = originMicros
  }

  /** Adds an activity; call it in the order of start times. */
  add(activity: Activity): void {
    const { startMicros, endMicros } = activity
    const reached = this.#reachedMicros ?? startMicros
    if (startMicros > reached) this.#addGap(activity, reached)
    this.#sums.busy += Math.max(0, endMicros - Math.max(startMicros, reached))
    this.#reachedMicros = Math.max(reached, endMicros)
  }

  #addGap({ startMicros, launchMicros, name }: Activity, reached: number): void {
    const [sums, gapMicros] = [this.#sums, startMicros - reached]
    sums.gaps += 1
    if (launchMicros === null) sums.withoutLaunch += 1
    if (launchMicros !== null && launchMicros > reached) sums.host += gapMicros
    else if (launchMicros !== null && gapMicros <= longestHandoverMicros) sums.kernel += gapMicros
    else sums.other += gapMicros
    const seconds = gapMicros / microsPerSecond
    if (this.#longest.length >= shownGaps && seconds <= (this.#longest.at(-1)?.seconds ?? 0)) return
    const gap = { startSeconds: (reached - this.#originMicros) / microsPerSecond, seconds, before: name }
    this.#longest = [...this.#longest, gap].toSorted((one, other) => other.seconds - one.seconds).slice(0, shownGaps)
  }

  summarize(): { busySeconds: number; idle: IdleTime } {
    const { busy, host, kernel, other, gaps, withoutLaunch } = this.#sums
    const idle = {
      seconds: (host + kernel + other) / microsPerSecond,
      hostSeconds: host / microsPerSecond,
      kernelSeconds: kernel / microsPerSecond,
      otherSeconds: other / microsPerSecond,
      withoutLaunch,
      gaps,
      longest: this.#longest,
    }
    return { busySeconds: busy / microsPerSecond, idle }
  }
}
