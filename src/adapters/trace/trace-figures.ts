import type { GpuActivities, NumberColumn, TraceAccumulator } from './trace-accumulator.ts'
import type { Row } from '../readings.ts'
import { kernelTimeName } from '../../domain/kernels/kernel-table.ts'
import type { Metric } from '../../domain/core/metric.ts'
import type { GpuTraceReading, KernelReading, TraceReading } from '../../domain/trial/tool-reading.ts'

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
  const gpus = [...accumulator.gpus]
    .toSorted(([one], [other]) => one - other)
    .map(([gpu, activities]) => sweepGpu(accumulator, gpu, activities))
  const doubts = listGpuDoubts(accumulator)
  const whole = { rank, windowSeconds: windowMicros / microsPerSecond }
  if (doubts.length > 0 || gpus.length === 0) {
    const unknown = { gpus: [], topKernels: [], kernelSeconds: null, copySeconds: null }
    return { trace: { ...whole, ...unknown }, kernels: [], doubts }
  }
  const { kernels = [], copies = [] } = Object.groupBy(accumulator.names, ({ isKernel }) =>
    isKernel ? 'kernels' : 'copies',
  )
  const byTime = listKernels(kernels)
  const isCopyLost = copies.length === 0 && accumulator.hasCopyCalls
  const trace = {
    ...whole,
    gpus,
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

/**
 * Computes busy and idle time of a GPU in one pass by start time. A gap is bound by the host when the launch of the next
 * kernel came after the end of the previous one; this is the rule of Holistic Trace Analysis.
 */
function sweepGpu(
  { startMicros, endMicros, launches }: TraceAccumulator,
  gpu: number,
  { starts, ends, correlations }: GpuActivities,
): GpuTraceReading {
  const windowMicros = endMicros - startMicros
  let [busy, host, idle, withoutLaunch, reached] = [0, 0, 0, 0, Number.NaN]
  for (const row of sortRows(starts)) {
    const [start, end, launch] = [starts.get(row), ends.get(row), launches.findStart(correlations.get(row))]
    if (start > reached) {
      idle += start - reached
      if (launch === null) withoutLaunch += 1
      else if (launch > reached) host += start - reached
    }
    busy += Math.max(0, end - (start < reached ? reached : start))
    reached = end < reached ? reached : end
  }
  return {
    gpu,
    busyShare: busy / windowMicros,
    hostBoundShare: withoutLaunch > 0 ? null : host / windowMicros,
    idleSeconds: idle / microsPerSecond,
    withoutLaunch,
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
      ...listRow(idleTime, one.idleSeconds, { gpu }),
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
