import { JsonNode } from '../json-node.ts'
import { type OutputFile, type OutputReader, readPlainBytes } from '../output-reader.ts'
import { createSampledReading, rejectZeroTime, time } from '../readings.ts'
import { addEvent, createTraceAccumulator, longestMicros, type TraceAccumulator } from './trace-accumulator.ts'
import { buildGpuReadings, buildKernelReadings, computeTraceFigures, type TraceFigures } from './trace-figures.ts'
import { scanJsonList } from './json-list-scan.ts'
import type { Axes } from '../../domain/core/case.ts'
import { UserError } from '../../domain/core/errors.ts'
import { type BenchmarkReading, emptyReading, type ToolReading } from '../../domain/trial/tool-reading.ts'
import { silentPipeline } from '../../domain/trial/pipeline-reading.ts'

/** Limit of unpacked bytes. Traces compress about 20 times; larger files are hostile. */
const maxBytes = 16 * 2 ** 30

/**
 * The Chrome trace of `torch.profiler` (`export_chrome_trace`), plain or gzip, read event by event: busy and idle time
 * of each GPU and stream, kernels by time, and the regions of `record_function` as samples.
 */
export const chromeTrace: OutputReader = {
  wants: 'the trace of torch.profiler, .json or .json.gz',
  takes: 'one file',
  canRead: (head) => head.includes('"traceEvents"') || (/^\s*\[\s*\{/.test(head) && /"ph"\s*:\s*"/.test(head)),
  read: async (files) => {
    const [file] = files
    if (!file || files.length > 1)
      throw new UserError(`expected one trace, got ${files.length} files`, 'Pass one trace')
    return readTrace(file)
  },
}

async function readTrace(file: OutputFile): Promise<ToolReading> {
  const accumulator = createTraceAccumulator()
  const onItem = (value: unknown, index: number): void =>
    addEvent(accumulator, { value, toNode: () => new JsonNode(file.path, `traceEvents[${index}]`, value) })
  const scan = scanJsonList({ file: file.path, key: 'traceEvents', onItem })
  let bytes = 0
  for await (const chunk of readPlainBytes(file)) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new UserError(`${file.path} unpacks to more than ${maxBytes} bytes`, 'Profile fewer steps')
    scan.push(chunk)
  }
  const rest = new JsonNode(file.path, '', scan.end())
  if (accumulator.events > 0 && accumulator.known === 0)
    throw new UserError(`${file.path} has no event of torch.profiler`, 'Pass what export_chrome_trace wrote')
  const rank = readRank(rest)
  const figures = computeTraceFigures(accumulator, rank)
  if (!figures) throw new UserError(`${file.path} has no event with a duration`, 'Profile at least one step')
  const { trace } = figures
  if (trace.windowSeconds > longestMicros / 1e6)
    throw new UserError(
      `${file.path} has events ${Math.round(trace.windowSeconds / 86_400)} days apart, so a ts in it is damaged`,
      'Profile again, for example with a newer profiler',
    )
  const { stages, problems: unread } = accumulator.stages.computeStages(readBaseSeconds(rest))
  const axes = rank === null ? {} : { rank }
  const benchmarks = [
    ...buildRegionReadings(accumulator, axes),
    ...buildGpuReadings(trace, axes),
    ...buildKernelReadings(figures, axes),
  ]
  const problems = [...listProblems(accumulator, figures), ...unread]
  if (benchmarks.length === 0)
    throw new UserError(`${file.path} has no figure: ${problems.join('; ')}`, 'Profile the steps of one rank on a GPU')
  const pipeline = stages.length > 0 ? { ...silentPipeline, stages } : null
  return { ...emptyReading, tool: 'Chrome trace', pipeline, benchmarks, trace, context: readContext(rest), problems }
}

/** Seconds since the epoch at time 0 of the trace; 0 when the trace does not state it. */
function readBaseSeconds(rest: JsonNode): number {
  return (rest.get('baseTimeNanoseconds').readOptionalAmount(1e19) ?? 0) / 1e9
}

/** The rank of a process of a distributed program; null for other programs. */
function readRank(rest: JsonNode): number | null {
  const info = rest.get('distributedInfo')
  return (info.get('world_size').readOptionalAmount() ?? 0) > 1 ? info.get('rank').readOptionalAmount() : null
}

function buildRegionReadings({ regions }: TraceAccumulator, axes: Axes): BenchmarkReading[] {
  const notes = ['measured under the profiler, which slows the host']
  return [...regions].map(([name, micros]) =>
    rejectZeroTime(
      createSampledReading(
        { name, axes },
        time,
        micros.map((value) => value / 1e6),
        { iterations: 1, notes },
      ),
    ),
  )
}

function readContext(rest: JsonNode): Record<string, string> {
  const devices = rest.get('deviceProperties')
  const named = (devices.isAbsent ? [] : (devices.optional?.readItems() ?? [])).flatMap((device) => {
    const [id, name] = [device.get('id').value, device.get('name').value]
    return typeof id === 'number' && typeof name === 'string' ? [[`gpu ${id}`, name.slice(0, 100)] as const] : []
  })
  return Object.fromEntries(named)
}

function listProblems(accumulator: TraceAccumulator, { trace, doubts }: TraceFigures): string[] {
  const calls = [...accumulator.unknownCalls].join(', ')
  const unseen = trace.gpus.reduce((sum, { idle }) => sum + idle.withoutLaunch, 0)
  return [
    ...doubts,
    ...(accumulator.gpus.size === 0
      ? ['the trace has no GPU; record with ProfilerActivity.CUDA to get busy and idle time']
      : []),
    ...(accumulator.damaged > 0 ? [`${accumulator.damaged} events without a usable time were skipped`] : []),
    ...(accumulator.regionsLeftOut > 0 ? [`${accumulator.regionsLeftOut} regions above the limit were skipped`] : []),
    ...(unseen > 0 ? [`the trace has no launch for ${unseen} gaps, so host_bound_share is not known`] : []),
    ...(calls !== '' ? [`the categories ${calls} are not known; their events may be launches`] : []),
  ]
}
