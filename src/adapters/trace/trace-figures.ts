import type { GpuColumns, GrowingColumn, TraceAccumulator } from './trace-accumulator.ts'
import { createAggregateReading, rejectZeroTime } from '../readings.ts'
import type { Axes } from '../../domain/core/case.ts'
import type { Metric } from '../../domain/core/metric.ts'
import type {
  BenchmarkReading,
  GpuTraceReading,
  IdleGap,
  IdleTime,
  KernelReading,
  StreamReading,
  TraceReading,
} from '../../domain/trial/tool-reading.ts'

const busyShare: Metric = { name: 'gpu_busy_share', unit: 'share', betterWhen: 'higher' }
const hostBoundShare: Metric = { name: 'host_bound_share', unit: 'share', betterWhen: 'lower' }
const idleTime: Metric = { name: 'gpu_idle_time', unit: 's', betterWhen: 'lower' }
/** Total time of a kernel. */
export const kernelTime: Metric = { name: 'kernel_time', unit: 's', betterWhen: 'lower' }

const totals: Readonly<Record<'kernelSeconds' | 'copySeconds', Metric>> = {
  kernelSeconds: { name: 'kernels', unit: 's', betterWhen: 'lower' },
  copySeconds: { name: 'copies', unit: 's', betterWhen: 'lower' },
}

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
    .map(([gpu, columns]) => sweepGpu(accumulator, gpu, columns))
  const doubts = listGpuDoubts(accumulator)
  const windowSeconds = windowMicros / microsPerSecond
  const whole = { rank, windowSeconds, events: accumulator.events }
  if (doubts.length > 0 || swept.length === 0) {
    const unknown = { gpus: [], streams: [], topKernels: [], kernelSeconds: null, copySeconds: null }
    return { trace: { ...whole, ...unknown }, kernels: [], doubts }
  }
  const [kernels = [], copies = []] = [true, false].map((isKernel) =>
    accumulator.names.filter((one) => one.isKernel === isKernel),
  )
  const byTime = listKernels(kernels, sumMicros(kernels))
  const isCopyLost = copies.length === 0 && accumulator.hasCopyCalls
  const trace = {
    ...whole,
    gpus: swept.map(({ gpu, total }) => computeGpuFigures(gpu, total, windowSeconds)),
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

type GpuSweep = { readonly gpu: number; readonly total: IdleSweep; readonly streams: readonly StreamReading[] }

/** Computes idle time of a GPU and of its streams in one pass by start time. */
function sweepGpu(accumulator: TraceAccumulator, gpu: number, columns: GpuColumns): GpuSweep {
  const { starts, ends, correlations, names, streams } = columns
  const total = createIdleSweep(accumulator.startMicros)
  const byStream = new Map<number, IdleSweep>()
  for (const row of sortRows(starts)) {
    const stream = streams.get(row)
    const own = byStream.get(stream) ?? createIdleSweep(accumulator.startMicros)
    byStream.set(stream, own)
    const activity = {
      startMicros: starts.get(row),
      endMicros: ends.get(row),
      launchMicros: accumulator.launches.findStart(correlations.get(row)),
      name: accumulator.names[names.get(row)]?.name ?? '',
    }
    total.add(activity)
    own.add(activity)
  }
  const rows = [...byStream].toSorted(([one], [other]) => one - other)
  const readings = rows.map(([stream, own]) => ({
    gpu,
    stream,
    busySeconds: own.getBusySeconds(),
    idle: own.computeIdleTime(),
  }))
  return { gpu, total, streams: readings }
}

/** Returns row indices sorted by start. Most traces are already sorted, and sorting millions of rows is slow. */
function sortRows(starts: GrowingColumn): Uint32Array {
  const rows = new Uint32Array(starts.getLength())
  let isSorted = true
  for (let row = 0; row < rows.length; row += 1) {
    rows[row] = row
    if (row > 0 && starts.get(row) < starts.get(row - 1)) isSorted = false
  }
  return isSorted ? rows : rows.toSorted((one, other) => starts.get(one) - starts.get(other) || one - other)
}

function computeGpuFigures(gpu: number, total: IdleSweep, windowSeconds: number): GpuTraceReading {
  const [busySeconds, idle] = [total.getBusySeconds(), total.computeIdleTime()]
  return {
    gpu,
    busySeconds,
    busyShare: busySeconds / windowSeconds,
    hostBoundShare: idle.withoutLaunch > 0 ? null : idle.hostSeconds / windowSeconds,
    idle,
  }
}

function listKernels(kernels: TraceAccumulator['names'], allMicros: number): KernelReading[] {
  const longest = kernels.toSorted((one, other) => other.micros - one.micros || (one.name < other.name ? -1 : 1))
  return longest.map(({ name, calls, micros }) => ({
    name,
    calls,
    seconds: micros / microsPerSecond,
    share: allMicros > 0 ? micros / allMicros : 0,
  }))
}

function sumMicros(names: TraceAccumulator['names']): number {
  return names.reduce((sum, { micros }) => sum + micros, 0)
}

/** Builds the time of all kernels and copies, and of each GPU its shares of the window of the trace and its idle time. */
export function buildGpuReadings({ gpus, ...trace }: TraceReading, axes: Axes = {}): BenchmarkReading[] {
  const sums = (['kernelSeconds', 'copySeconds'] as const).flatMap((name) =>
    trace[name] === null ? [] : createAggregateReading({ name: 'trace', axes }, totals[name], trace[name]),
  )
  const ofGpus = gpus.flatMap(({ gpu, busyShare: busy, hostBoundShare: host, idle }) => {
    const key = { name: 'trace', axes: { ...axes, gpu } }
    return [
      createAggregateReading(key, busyShare, busy),
      ...(host === null ? [] : [createAggregateReading(key, hostBoundShare, host)]),
      createAggregateReading(key, idleTime, idle.seconds),
    ]
  })
  return [...sums, ...ofGpus]
}

/** Builds the total time of all kernels: one that is short in the base can be the longest in the head. */
export function buildKernelReadings({ kernels }: TraceFigures, axes: Axes = {}): BenchmarkReading[] {
  return kernels.map(({ name, calls, seconds }) =>
    rejectZeroTime(createAggregateReading({ name, axes }, kernelTime, seconds, { iterations: calls })),
  )
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

/** Accumulates busy and idle time; both results are in seconds. */
type IdleSweep = {
  /** Adds an activity; call it in the order of start times. */
  add(activity: Activity): void
  getBusySeconds(): number
  computeIdleTime(): IdleTime
}

const shownGaps = 5
/** A GPU needs a few microseconds between two queued kernels; longer gaps have another cause. */
const longestHandoverMicros = 5

type IdleSums = { busy: number; host: number; kernel: number; other: number; gaps: number; withoutLaunch: number }

/**
 * Computes busy and idle time of one GPU or stream. A gap is bound by the host when the launch of the next kernel came
 * after the end of the previous one; this is the rule of Holistic Trace Analysis.
 */
function createIdleSweep(originMicros: number): IdleSweep {
  const sums: IdleSums = { busy: 0, host: 0, kernel: 0, other: 0, gaps: 0, withoutLaunch: 0 }
  let longest: IdleGap[] = []
  let reachedMicros: number | null = null
  return {
    add: (activity) => {
      const { startMicros, endMicros, name } = activity
      const reached = reachedMicros ?? startMicros
      const gapMicros = startMicros - reached
      if (gapMicros > 0) {
        addGap(sums, activity, gapMicros)
        const startSeconds = (reached - originMicros) / microsPerSecond
        if (longest.length < shownGaps || gapMicros / microsPerSecond > (longest.at(-1)?.seconds ?? 0)) {
          longest = [...longest, { startSeconds, seconds: gapMicros / microsPerSecond, before: name }]
            .toSorted((one, other) => other.seconds - one.seconds)
            .slice(0, shownGaps)
        }
      }
      sums.busy += Math.max(0, endMicros - Math.max(startMicros, reached))
      reachedMicros = Math.max(reached, endMicros)
    },
    getBusySeconds: () => sums.busy / microsPerSecond,
    computeIdleTime: () => ({
      seconds: (sums.host + sums.kernel + sums.other) / microsPerSecond,
      hostSeconds: sums.host / microsPerSecond,
      kernelSeconds: sums.kernel / microsPerSecond,
      otherSeconds: sums.other / microsPerSecond,
      withoutLaunch: sums.withoutLaunch,
      gaps: sums.gaps,
      longest,
    }),
  }
}

function addGap(sums: IdleSums, { startMicros, launchMicros }: Activity, gapMicros: number): void {
  sums.gaps += 1
  if (launchMicros === null) sums.withoutLaunch += 1
  const reached = startMicros - gapMicros
  if (launchMicros !== null && launchMicros > reached) sums.host += gapMicros
  else if (launchMicros !== null && gapMicros <= longestHandoverMicros) sums.kernel += gapMicros
  else sums.other += gapMicros
}
