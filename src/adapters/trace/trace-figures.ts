import type { GpuTraceReading, KernelReading, StreamReading, TraceReading } from '../../domain/trial/trace-reading.ts'
import type { GrowingColumn } from './growing-column.ts'
import { createIdleSweep, type IdleSweep } from './idle-sweep.ts'
import type { GpuColumns, TraceBook } from './trace-book.ts'

const shownKernels = 20
const microsPerSecond = 1e6

/** The figures of a trace that was read to its end; null when no event has a duration. */
export function traceFigures(book: TraceBook): TraceReading | null {
  const windowMicros = book.endMicros - book.startMicros
  if (!(windowMicros > 0)) return null
  const swept = [...book.gpus]
    .toSorted(([one], [other]) => one - other)
    .map(([gpu, columns]) => sweep(book, gpu, columns))
  const kernels = book.names.filter(({ isKernel }) => isKernel)
  const kernelMicros = sumMicros(kernels)
  return {
    windowSeconds: windowMicros / microsPerSecond,
    events: book.events,
    gpus: swept.map(({ gpu, whole }) => gpuFigures(gpu, whole, windowMicros / microsPerSecond)),
    streams: swept.flatMap(({ streams }) => streams),
    topKernels: topKernels(kernels, kernelMicros),
    kernelSeconds: kernelMicros / microsPerSecond,
    copySeconds: (sumMicros(book.names) - kernelMicros) / microsPerSecond,
  }
}

type Swept = { readonly gpu: number; readonly whole: IdleSweep; readonly streams: readonly StreamReading[] }

/** One pass in the order of starts serves the GPU and all of its streams. */
function sweep(book: TraceBook, gpu: number, columns: GpuColumns): Swept {
  const { starts, ends, correlations, names, streams } = columns
  const whole = createIdleSweep(book.startMicros)
  const byStream = new Map<number, IdleSweep>()
  for (const row of inOrder(starts)) {
    const stream = streams.at(row)
    const own = byStream.get(stream) ?? createIdleSweep(book.startMicros)
    byStream.set(stream, own)
    const activity = {
      startMicros: starts.at(row),
      endMicros: ends.at(row),
      launchMicros: book.launches.startOf(correlations.at(row)),
      name: book.names[names.at(row)]?.name ?? '',
    }
    whole.add(activity)
    own.add(activity)
  }
  const rows = [...byStream].toSorted(([one], [other]) => one - other)
  const readings = rows.map(([stream, own]) => ({ gpu, stream, busySeconds: own.busySeconds(), idle: own.idle() }))
  return { gpu, whole, streams: readings }
}

/** Rows by their start. Traces are written nearly in order, and sorting a few million rows is worth avoiding. */
function inOrder(starts: GrowingColumn): Uint32Array {
  const rows = new Uint32Array(starts.length())
  let isSorted = true
  for (let row = 0; row < rows.length; row += 1) {
    rows[row] = row
    if (row > 0 && starts.at(row) < starts.at(row - 1)) isSorted = false
  }
  return isSorted ? rows : rows.toSorted((one, other) => starts.at(one) - starts.at(other) || one - other)
}

function gpuFigures(gpu: number, whole: IdleSweep, windowSeconds: number): GpuTraceReading {
  const [busySeconds, idle] = [whole.busySeconds(), whole.idle()]
  return {
    gpu,
    busySeconds,
    busyShare: busySeconds / windowSeconds,
    hostBoundShare: idle.hostSeconds / windowSeconds,
    idle,
  }
}

function topKernels(kernels: TraceBook['names'], allMicros: number): KernelReading[] {
  const longest = kernels.toSorted((one, other) => other.micros - one.micros || (one.name < other.name ? -1 : 1))
  return longest.slice(0, shownKernels).map(({ name, calls, micros }) => ({
    name,
    calls,
    seconds: micros / microsPerSecond,
    share: allMicros > 0 ? micros / allMicros : 0,
  }))
}

function sumMicros(names: TraceBook['names']): number {
  return names.reduce((sum, { micros }) => sum + micros, 0)
}
