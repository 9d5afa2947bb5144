import type { GpuTraceReading, KernelReading, StreamReading, TraceReading } from '../../domain/trial/trace-reading.ts'
import type { GrowingColumn } from './growing-column.ts'
import { createIdleSweep, type IdleSweep } from './idle-sweep.ts'
import type { GpuColumns, TraceAccumulator } from './trace-accumulator.ts'

const shownKernels = 20
const microsPerSecond = 1e6

/** Figures of a trace, and why there are none of its GPUs, as sentences. */
export type TraceFigures = { readonly trace: TraceReading; readonly doubts: readonly string[] }

/**
 * Computes the figures of a complete trace; null when no event has a duration. There are none of the GPUs when their
 * records are missing, incomplete, or of several processes.
 */
export function computeTraceFigures(accumulator: TraceAccumulator): TraceFigures | null {
  const windowMicros = accumulator.endMicros - accumulator.startMicros
  if (!(windowMicros > 0)) return null
  const swept = [...accumulator.gpus]
    .toSorted(([one], [other]) => one - other)
    .map(([gpu, columns]) => sweepGpu(accumulator, gpu, columns))
  const doubts = listGpuDoubts(accumulator)
  const windowSeconds = windowMicros / microsPerSecond
  const whole = { windowSeconds, events: accumulator.events }
  if (doubts.length > 0 || swept.length === 0) {
    const unknown = { gpus: [], streams: [], topKernels: [], kernelSeconds: null, copySeconds: null }
    return { trace: { ...whole, ...unknown }, doubts }
  }
  const [kernels = [], copies = []] = [true, false].map((isKernel) =>
    accumulator.names.filter((one) => one.isKernel === isKernel),
  )
  const isCopyLost = copies.length === 0 && accumulator.hasCopyCalls
  const trace = {
    ...whole,
    gpus: swept.map(({ gpu, total }) => computeGpuFigures(gpu, total, windowSeconds)),
    streams: swept.flatMap(({ streams }) => streams),
    topKernels: selectTopKernels(kernels, sumMicros(kernels)),
    kernelSeconds: kernels.length > 0 ? sumMicros(kernels) / microsPerSecond : null,
    copySeconds: isCopyLost ? null : sumMicros(copies) / microsPerSecond,
  }
  return { trace, doubts }
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

function selectTopKernels(kernels: TraceAccumulator['names'], allMicros: number): KernelReading[] {
  const longest = kernels.toSorted((one, other) => other.micros - one.micros || (one.name < other.name ? -1 : 1))
  return longest.slice(0, shownKernels).map(({ name, calls, micros }) => ({
    name,
    calls,
    seconds: micros / microsPerSecond,
    share: allMicros > 0 ? micros / allMicros : 0,
  }))
}

function sumMicros(names: TraceAccumulator['names']): number {
  return names.reduce((sum, { micros }) => sum + micros, 0)
}
