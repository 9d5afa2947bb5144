import { splitLine } from '../../domain/tables/delimited-line.ts'
import { UserError } from '../../domain/core/errors.ts'
import { emptyReading, type ToolReading } from '../../domain/trial/tool-reading.ts'
import { JsonNode, parseJsonNode } from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import {
  collectReadings,
  createAggregateReading,
  createSkippedReading,
  type Reading,
  rejectZeroTime,
} from '../readings.ts'
import { addEvent, createTraceAccumulator } from './trace-accumulator.ts'
import { buildGpuReadings, buildKernelReadings, computeTraceFigures, kernelTime } from './trace-figures.ts'

/**
 * rocprofv3 of ROCm: `*_kernel_trace.csv` and the JSON of a trace (kernels, busy and idle time of each GPU, by its agent
 * number), and `*_kernel_stats.csv` (total time of each kernel). The trace shows no launch, so it cannot say what a GPU
 * waited for. API calls and the sums of whole domains are no kernels.
 */
export const rocprof = createTextReader({
  wants: '*_kernel_trace.csv, *_kernel_stats.csv or the JSON of rocprofv3',
  canRead: (head) =>
    /^\uFEFF?(?:"?Guid"?,)?"?Kind"?,"?Agent_Id"?,/.test(head) ||
    isStatistics(head) ||
    /^\s*\{\s*"rocprofiler-sdk-tool"/.test(head),
  parse: (text, path) => {
    if (/^\s*\{/.test(text)) return readTrace(listDispatches(parseJsonNode(text, path)), path)
    const rows = readRows(text, path)
    return isStatistics(text) ? readStatistics(rows) : readTrace(listTraceRows(rows), path)
  },
})

function isStatistics(text: string): boolean {
  return /^\uFEFF?"?Name"?,"?Calls"?,"?TotalDurationNs"?,/.test(text)
}

/** A kernel that ran. Times are in nanoseconds since boot or the epoch, which may exceed the integers of a double. */
type Dispatch = {
  readonly name: string
  readonly gpu: number
  readonly stream: number
  readonly process: number
  readonly start: bigint
  readonly end: bigint
  readonly isKernel: boolean
}

function readTrace(dispatches: readonly Dispatch[], path: string): ToolReading {
  const valid = dispatches.filter(({ start, end }) => start > 0n && end > start)
  const [first] = valid
  if (!first) throw new UserError(`${path} has no kernel with a duration`, 'Run rocprofv3 with --kernel-trace')
  const origin = valid.reduce((least, { start }) => (start < least ? start : least), first.start)
  const accumulator = createTraceAccumulator()
  // Without a copy, the tool did not record copies: their time is not known.
  accumulator.hasCopyCalls = true
  for (const [index, one] of dispatches.entries()) {
    const isValid = one.start > 0n && one.end > one.start
    const value = {
      ph: 'X',
      cat: one.isKernel ? 'kernel' : 'gpu_memcpy',
      name: one.name,
      ts: isValid ? Number(one.start - origin) / 1e3 : Number.NaN,
      dur: Number(one.end - one.start) / 1e3,
      pid: one.process,
      args: { device: one.gpu, stream: one.stream },
    }
    addEvent(accumulator, { value, toNode: () => new JsonNode(path, `kernel ${index + 1}`, value) })
  }
  const figures = computeTraceFigures(accumulator)
  if (!figures) throw new UserError(`${path} has no kernel with a duration`, 'Run rocprofv3 with --kernel-trace')
  // Without launches, nothing shows that a GPU waited for the host, or that it did not.
  const trace = { ...figures.trace, gpus: figures.trace.gpus.map((one) => ({ ...one, hostBoundShare: null })) }
  const benchmarks = [...buildGpuReadings(trace), ...buildKernelReadings(figures)]
  const problems = [...figures.doubts, 'the trace has no launch of a kernel, so host_bound_share is not known']
  return { ...emptyReading, tool: 'rocprofv3', benchmarks, trace, problems }
}

/** Returns the text of a column of one row. */
type CellReader = (name: string) => string

function readRows(text: string, path: string): CellReader[] {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const columns = splitLine(header, ',') ?? []
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const cells = splitLine(line, ',')
    if (cells?.length !== columns.length)
      throw new UserError(`${path} line ${index + 2} is not complete`, 'Copy the file again; it may have been cut off')
    return [(name: string) => cells[columns.indexOf(name)] ?? '']
  })
}

function listTraceRows(rows: readonly CellReader[]): Dispatch[] {
  const streams = new Map<string, number>()
  return rows.map((read) => ({
    name: read('Kernel_Name'),
    gpu: Number(/\d+$/.exec(read('Agent_Id'))?.[0]),
    stream: numberKey(streams, `${read('Agent_Id')} ${read('Stream_Id')} ${read('Queue_Id')}`),
    process: 0,
    start: parseNanoseconds(read('Start_Timestamp')),
    end: parseNanoseconds(read('End_Timestamp')),
    isKernel: true,
  }))
}

/** 0 for what is no time. */
function parseNanoseconds(text: string): bigint {
  return /^\d{1,20}$/.test(text) ? BigInt(text) : 0n
}

/** Numbers keys in the order of their appearance. */
function numberKey(known: Map<string, number>, key: string): number {
  const index = known.get(key) ?? known.size
  known.set(key, index)
  return index
}

/** Lists kernels and copies of the processes of a JSON file. */
function listDispatches(root: JsonNode): Dispatch[] {
  const streams = new Map<string, number>()
  return root
    .get('rocprofiler-sdk-tool')
    .readSomeItems('Run a program under rocprofv3')
    .flatMap((tool, process) => {
      const names = new Map(
        tool
          .get('kernel_symbols')
          .readItems()
          .map((symbol) => [symbol.get('kernel_id').value, readKernelName(symbol)]),
      )
      const nodes = new Map(
        tool
          .get('agents')
          .readItems()
          .map((agent) => [agent.get('id').get('handle').value, agent.get('node_id').readOptionalAmount()]),
      )
      const records = tool.get('buffer_records')
      const read = (record: JsonNode, agent: unknown, stream: string): Omit<Dispatch, 'name' | 'isKernel'> => ({
        gpu: nodes.get(agent) ?? [...nodes.keys()].indexOf(agent),
        stream: numberKey(streams, `${process} ${String(agent)} ${stream}`),
        process,
        start: BigInt(Math.round(record.get('start_timestamp').readAmount())),
        end: BigInt(Math.round(record.get('end_timestamp').readAmount())),
      })
      const kernels = (records.get('kernel_dispatch').optional?.readItems() ?? []).map((record) => {
        const info = record.get('dispatch_info')
        const name = names.get(info.get('kernel_id').value)
        if (name === undefined) throw info.get('kernel_id').createError('the id of a kernel symbol')
        const queue = String(info.get('queue_id').get('handle').value)
        return { ...read(record, info.get('agent_id').get('handle').value, queue), name, isKernel: true }
      })
      const copies = (records.get('memory_copy').optional?.readItems() ?? []).map((record) => {
        const [source, target] = ['src_agent_id', 'dst_agent_id'].map((key) => record.get(key).get('handle').value)
        return {
          ...read(record, target, `copy from ${String(source)}`),
          name: `copy ${String(source)} to ${String(target)}`,
          isKernel: false,
        }
      })
      return [...kernels, ...copies]
    })
}

function readKernelName(symbol: JsonNode): string {
  const fields = ['formatted_kernel_name', 'demangled_kernel_name', 'kernel_name'].map((key) =>
    symbol.get(key).readOptionalText(),
  )
  return fields.find((name) => name !== null) ?? 'unknown'
}

/** API calls, and the sums of whole domains in `*_domain_stats.csv`. */
const notKernels = /^(?:(?:hip|hsa_|roctx|rccl|nccl|rocdecode|rocjpeg|omp)\w*|[A-Z]+(?:_[A-Z]+)+)$/

function readStatistics(rows: readonly CellReader[]): ToolReading {
  const readings = rows.map((read): Reading => {
    const [name, total, calls] = [read('Name'), Number(read('TotalDurationNs')), Number(read('Calls'))]
    if (notKernels.test(name))
      return createSkippedReading({ name }, 'not judged: calls and whole domains are no kernels')
    if (!Number.isFinite(total)) return createSkippedReading({ name }, `${read('TotalDurationNs')} is not a duration`)
    return rejectZeroTime(
      createAggregateReading({ name }, kernelTime, total / 1e9, { iterations: calls > 0 ? calls : null }),
    )
  })
  return { ...emptyReading, tool: 'rocprofv3', ...collectReadings(readings) }
}
