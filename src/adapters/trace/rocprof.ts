import { z } from 'zod'
import { splitLine } from '../../domain/tables/delimited-line.ts'
import { UserError } from '../../domain/core/errors.ts'
import * as field from '../fields.ts'
import { createTextReader, type Output } from '../reader.ts'
import type { Row } from '../readings.ts'
import { TraceAccumulator } from './trace-accumulator.ts'
import { buildGpuRows, buildKernelRows, computeTraceFigures, kernelTime } from './trace-figures.ts'

/**
 * rocprofv3 of ROCm: `*_kernel_trace.csv` and the JSON of a trace (kernels, busy and idle time of each GPU, by its agent
 * number), and `*_kernel_stats.csv` (total time of each kernel). The trace shows no launch, so it cannot say what a GPU
 * waited for. API calls and the sums of whole domains are no kernels.
 */
export const rocprof = createTextReader({
  wants: '*_kernel_trace.csv, *_kernel_stats.csv or the JSON of rocprofv3',
  detect: (head) =>
    /^(?:"?Guid"?,)?"?Kind"?,"?Agent_Id"?,/.test(head) ||
    isStatistics(head) ||
    /^\s*\{\s*"rocprofiler-sdk-tool"/.test(head),
  toReadings: (text, path) => {
    if (/^\s*\{/.test(text)) {
      // A number of JSON would be rounded.
      const exact = text.replaceAll(/("(?:start|end)_timestamp"\s*:\s*)(\d{16,20})(?!\d)/g, '$1"$2"')
      return readTrace(listDispatches(field.read(tools, field.parseJson(exact, path), path), path), path)
    }
    const rows = readRows(text, path)
    return isStatistics(text) ? readStatistics(rows, path) : readTrace(listTraceRows(rows), path)
  },
})

function isStatistics(text: string): boolean {
  return /^"?Name"?,"?Calls"?,"?TotalDurationNs"?,/.test(text)
}

/** A kernel that ran. Times are in nanoseconds since boot or the epoch, which may exceed the integers of a double. */
type Dispatch = {
  readonly name: string
  readonly gpu: number
  readonly process: number
  readonly start: bigint
  readonly end: bigint
  readonly isKernel: boolean
}

function readTrace(dispatches: readonly Dispatch[], path: string): Output {
  const valid = dispatches.filter(({ start, end }) => start > 0n && end > start)
  const origin = valid.reduce((least, { start }) => (start < least ? start : least), valid[0]?.start ?? 0n)
  const accumulator = new TraceAccumulator(path, (index) => `kernel ${index + 1}`)
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
      args: { device: one.gpu },
    }
    accumulator.add(value, index)
  }
  const figures = computeTraceFigures(accumulator)
  if (!figures) throw new UserError(`${path} has no kernel with a duration`, 'Run rocprofv3 with --kernel-trace')
  // Without launches, nothing shows that a GPU waited for the host, or that it did not.
  const trace = { ...figures.trace, gpus: figures.trace.gpus.map((one) => ({ ...one, hostBoundShare: null })) }
  const rows = [...buildGpuRows(trace), ...buildKernelRows(figures)]
  const problems = [...figures.doubts, 'the trace has no launch of a kernel, so host_bound_share is not known']
  return { tool: 'rocprofv3', rows, trace, problems }
}

/** Returns the text of a column of one row. */
type CellReader = (name: string) => string

function readRows(text: string, path: string): CellReader[] {
  const [header = '', ...lines] = text.split('\n')
  const columns = splitLine(header, ',') ?? []
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    if (line === header) throw new UserError(`${path} holds the tables of several runs`, 'Pass the table of one run')
    const cells = splitLine(line, ',')
    if (cells?.length !== columns.length)
      throw new UserError(`${path} line ${index + 2} is not complete`, 'Copy the file again; it may have been cut off')
    return [(name: string) => cells[columns.indexOf(name)] ?? '']
  })
}

function listTraceRows(rows: readonly CellReader[]): Dispatch[] {
  return rows.map((read) => ({
    name: read('Kernel_Name'),
    gpu: Number(/\d+$/.exec(read('Agent_Id'))?.[0]),
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

const handle = field.group({ handle: field.anything })
const nanoseconds = z.transform((value) => parseNanoseconds(String(value)))
const interval = field.repeat(nanoseconds, 'start_timestamp', 'end_timestamp')
const tools = field.group({
  'rocprofiler-sdk-tool': field.list(
    field.group({
      kernel_symbols: field.list(
        field.group({
          kernel_id: field.anything,
          ...field.repeat(field.maybeText, 'formatted_kernel_name', 'demangled_kernel_name', 'kernel_name'),
        }),
      ),
      agents: field.list(field.group({ id: handle, node_id: field.maybeAmount })),
      buffer_records: field.group({
        kernel_dispatch: field.listOptional(
          field.group({
            ...interval,
            dispatch_info: field.group({ kernel_id: field.anything, agent_id: handle }),
          }),
        ),
        memory_copy: field.listOptional(field.group({ ...interval, src_agent_id: handle, dst_agent_id: handle })),
      }),
    }),
    'Run a program under rocprofv3',
  ),
})

/** Lists kernels and copies of the processes of a JSON file. */
function listDispatches(root: z.output<typeof tools>, path: string): Dispatch[] {
  return root['rocprofiler-sdk-tool'].flatMap(
    ({ kernel_symbols: symbols, agents, buffer_records: records }, process) => {
      const names = new Map(
        symbols.map((one) => [
          one.kernel_id,
          one.formatted_kernel_name ?? one.demangled_kernel_name ?? one.kernel_name ?? 'unknown',
        ]),
      )
      const nodes = new Map(agents.map(({ id, node_id: node }) => [id.handle, node]))
      const place = (one: { start_timestamp: bigint; end_timestamp: bigint }, agent: unknown) => ({
        gpu: nodes.get(agent) ?? [...nodes.keys()].indexOf(agent),
        process,
        start: one.start_timestamp,
        end: one.end_timestamp,
      })
      const kernels = records.kernel_dispatch.map((record, index) => {
        const { kernel_id: id, agent_id: agent } = record.dispatch_info
        const name = names.get(id)
        if (name !== undefined) return { ...place(record, agent.handle), name, isKernel: true }
        const at = `rocprofiler-sdk-tool[${process}].buffer_records.kernel_dispatch[${index}].dispatch_info.kernel_id`
        throw field.createError(path, at, id, 'the id of a kernel symbol')
      })
      const copies = records.memory_copy.map((record) => {
        const [source, target] = [record.src_agent_id.handle, record.dst_agent_id.handle]
        const name = `copy ${String(source)} to ${String(target)}`
        return { ...place(record, target), name, isKernel: false }
      })
      return [...kernels, ...copies]
    },
  )
}

/** API calls, and the sums of whole domains in `*_domain_stats.csv`. */
const notKernels = /^(?:(?:_*hip|hsa_|roctx|rccl|nccl|rocdecode|rocjpeg|omp)\w*|[A-Z]+(?:_[A-Z]+)+)$/

/** The percentages of a complete file add up to 100; none are printed to less than a hundredth. */
function readStatistics(rows: readonly CellReader[], path: string): Output {
  const percent = rows.reduce((sum, read) => sum + Number.parseFloat(read('Percentage')), 0)
  if (Math.abs(percent - 100) > 0.1 + rows.length / 100)
    throw new UserError(
      `${path} has ${percent.toFixed(1)} % of the time`,
      'Copy the file again; it may have been cut off',
    )
  const all = rows.map((read): Row => {
    const [name, total, calls] = [read('Name'), Number(read('TotalDurationNs')), Number(read('Calls'))]
    if (notKernels.test(name)) return { name, skipped: 'not judged: calls and whole domains are no kernels' }
    if (!Number.isFinite(total)) return { name, skipped: `${read('TotalDurationNs')} is not a duration` }
    return { name, metric: kernelTime, value: total / 1e9, launches: calls > 0 ? calls : undefined }
  })
  return { tool: 'rocprofv3', rows: all }
}
