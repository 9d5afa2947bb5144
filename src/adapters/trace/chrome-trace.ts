import { z } from 'zod'
import * as field from '../fields.ts'
import { createFileReader, type Output, type OutputFile, readTextBytes } from '../reader.ts'
import { type Row, time } from '../readings.ts'
import { longestMicros, TraceAccumulator } from './trace-accumulator.ts'
import { buildGpuRows, buildKernelRows, computeTraceFigures, type TraceFigures } from './trace-figures.ts'
import { JsonListScan } from './json-list-scan.ts'
import { UserError } from '../../domain/core/errors.ts'
import { silentPipeline } from '../../domain/trial/pipeline-reading.ts'

/** Limit of unpacked bytes. Traces compress about 20 times; larger files are hostile. */
const maxBytes = 16 * 2 ** 30

/** The document without its events. */
const frame = field.group({
  /** Seconds since the epoch at time 0 of the trace; 0 when the trace does not state it. */
  baseTimeNanoseconds: z.transform((value) => (field.toAmount(value, 1e19) ?? 0) / 1e9),
  distributedInfo: field.group({ world_size: field.maybeAmount, rank: field.maybeAmount }),
  deviceProperties: field.listOptional(field.group({ id: field.anything, name: field.anything })),
})

/**
 * The Chrome trace of `torch.profiler` (`export_chrome_trace`), plain or gzip, read event by event: busy and idle time
 * of each GPU, kernels by time, and the regions of `record_function` as samples.
 */
export const chromeTrace = createFileReader({
  wants: 'the trace of torch.profiler, .json or .json.gz',
  detect: (head) => head.includes('"traceEvents"') || (/^\s*\[\s*\{/.test(head) && /"ph"\s*:\s*"/.test(head)),
  toReadings: readTrace,
})

async function readTrace(file: OutputFile): Promise<Output> {
  const accumulator = new TraceAccumulator(file.path, (index) => `traceEvents[${index}]`)
  const onItem = (value: unknown, index: number): void => accumulator.add(value, index)
  const scan = new JsonListScan({ file: file.path, key: 'traceEvents', onItem })
  let bytes = 0
  for await (const chunk of readTextBytes(file)) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new UserError(`${file.path} unpacks to more than ${maxBytes} bytes`, 'Profile fewer steps')
    scan.push(chunk)
  }
  const rest = field.read(frame, scan.end(), file.path)
  if (accumulator.known === 0)
    throw new UserError(`${file.path} has no event of torch.profiler`, 'Pass what export_chrome_trace wrote')
  // Other programs than distributed ones have no rank.
  const rank = (rest.distributedInfo.world_size ?? 0) > 1 ? rest.distributedInfo.rank : null
  const figures = computeTraceFigures(accumulator, rank)
  if (!figures) throw new UserError(`${file.path} has no event with a duration`, 'Profile at least one step')
  const { trace } = figures
  if (trace.windowSeconds > longestMicros / 1e6)
    throw new UserError(
      `${file.path} has events ${Math.round(trace.windowSeconds / 86_400)} days apart, so a ts in it is damaged`,
      'Profile again, for example with a newer profiler',
    )
  const { stages, problems: unread } = accumulator.stages.computeStages(rest.baseTimeNanoseconds)
  const regions = [...accumulator.regions].map(([name, micros]): Row => {
    return { name, metric: time, samples: micros.map((value) => value / 1e6) }
  })
  const axes = rank === null ? {} : { rank }
  const rows = [...regions, ...buildGpuRows(trace), ...buildKernelRows(figures)].map((row) => ({
    ...row,
    axes: { ...axes, ...row.axes },
  }))
  const problems = [...listProblems(accumulator, figures), ...unread]
  if (rows.length === 0)
    throw new UserError(`${file.path} has no figure: ${problems.join('; ')}`, 'Profile the steps of one rank on a GPU')
  const devices = rest.deviceProperties.flatMap(({ id, name }) =>
    typeof id === 'number' && typeof name === 'string' ? [[`gpu ${id}`, name.slice(0, 100)] as const] : [],
  )
  const pipeline = stages.length > 0 ? { ...silentPipeline, stages } : null
  return { tool: 'Chrome trace', pipeline, rows, trace, context: Object.fromEntries(devices), problems }
}

function listProblems(accumulator: TraceAccumulator, { trace, doubts }: TraceFigures): string[] {
  const calls = [...accumulator.unknownCalls].join(', ')
  const unseen = trace.gpus.reduce((sum, { withoutLaunch }) => sum + withoutLaunch, 0)
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
