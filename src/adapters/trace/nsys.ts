import { UserError } from '../../domain/core/errors.ts'
import { silentPipeline } from '../../domain/trial/pipeline-reading.ts'
import type { TableRows, TableValue } from '../../domain/tables/database-table.ts'
import { createFileReader, type Output, type OutputFile } from '../reader.ts'
import type { Row } from '../readings.ts'
import { kernelTime } from './trace-figures.ts'
import { RegionAccumulator } from '../pipeline/stages.ts'

/** `eventType` of NvtxPushPopRange and NvtxStartEndRange. */
const rangeKinds: readonly TableValue[] = [59, 60]
const rangeColumns = ['start', 'end', 'eventType', 'text', 'textId']
const nanosecondsPerSecond = 1e9

/**
 * NVTX ranges of an SQLite file that Nsight Systems exported (`nsys export --type sqlite`) as stages: the time during
 * which at least one range of a name was open, on any thread; and launches and time of each kernel. Reads `NVTX_EVENTS`,
 * `CUPTI_ACTIVITY_KIND_KERNEL`, `CUPTI_ACTIVITY_KIND_GRAPH_TRACE`, `StringIds` and, for the clock,
 * `TARGET_INFO_SESSION_START_TIME`.
 */
export const nsys = createFileReader({
  wants: 'the .sqlite file that nsys exported',
  detect: (head) => head.startsWith('SQLite format 3\0'),
  toReadings: readExport,
})

async function readExport(file: OutputFile): Promise<Output> {
  const { ranges, names, session, sums, graphs } = await readTables(file)
  const kernels = readKernels(sums, graphs, names)
  const found = readStages(ranges, names, session)
  if (found.stages.length === 0 && kernels.rows.length === 0)
    throw new UserError(
      `${file.path} has ${kernels.problems[0] ?? 'no launch of a kernel'}, and ${found.missing}`,
      'Profile a run that uses the GPU, or mark each stage with one NVTX range name; if it did, this version of nsys exports another schema',
    )
  const pipeline = found.stages.length > 0 ? { ...silentPipeline, stages: found.stages } : null
  const problems = [...(pipeline ? found.problems : [`the file ${found.missing}`]), ...kernels.problems]
  return { tool: 'Nsight Systems', rows: kernels.rows, pipeline, problems }
}

/** Reads the tables. Files of old versions of nsys have no column `textId`. */
async function readTables(file: OutputFile) {
  const [full = null, withoutIds = null, strings = null, session = null, sums, graphs] =
    (await file.readTables?.([
      { table: 'NVTX_EVENTS', columns: rangeColumns },
      { table: 'NVTX_EVENTS', columns: rangeColumns.slice(0, 4) },
      { table: 'StringIds', columns: ['id', 'value'] },
      { table: 'TARGET_INFO_SESSION_START_TIME', columns: ['utcEpochNs'] },
      { table: 'CUPTI_ACTIVITY_KIND_KERNEL', columns: ['demangledName', 'start', 'end'], isSum: true },
      { table: 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE', columns: ['graphId', 'start', 'end'], isSum: true },
    ])) ?? []
  const names = new Map(strings?.map(([id = null, value = null]) => [id, value]))
  return { ranges: full ?? withoutIds, names, session, sums: sums ?? [], graphs: graphs ?? [] }
}

/** Reads stages; `missing` says why there are none. */
function readStages(ranges: TableRows, names: ReadonlyMap<TableValue, TableValue>, session: TableRows) {
  const columns = rangeColumns.slice(0, 4).join(', ')
  if (!ranges) return { stages: [], problems: [], missing: `has no table NVTX_EVENTS with the columns ${columns}` }
  const { regions, unnamed } = readRanges(ranges, names)
  const { stages, problems: unread } = regions.computeStages(readStartSeconds(session))
  const problems = [...unread, ...(unnamed > 0 ? [`${unnamed} ranges have no name, so they count for no stage`] : [])]
  return { stages, problems, missing: `has no NVTX range that can be read${formatProblem(problems)}` }
}

/**
 * Reads launches and total time of each kernel from rows of name id, launches, launches with a usable time, and
 * nanoseconds. None if a launch has no usable time, or if the kernels of a CUDA graph are not listed, as nsys does by
 * default: the sums would be smaller.
 */
function readKernels(
  sums: NonNullable<TableRows>,
  graphs: NonNullable<TableRows>,
  names: ReadonlyMap<TableValue, TableValue>,
) {
  const damaged = sums.reduce((sum, [, launches, timed]) => sum + Number(launches) - Number(timed), 0)
  const whole = graphs.reduce((sum, [, launches]) => sum + Number(launches), 0)
  const problem =
    damaged > 0
      ? `${damaged} launches of kernels have no usable time`
      : `the kernels of ${whole} launches of CUDA graphs are not listed; profile with --cuda-graph-trace=node`
  if (damaged + whole > 0) return { rows: [], problems: [`no figures of the GPUs: ${problem}`] }
  const rows = sums.map(([id = null, launches, , total]): Row => {
    const name = String(names.get(id) ?? `kernel ${String(id)}`).replaceAll(/\p{Cc}+/gu, ' ')
    const seconds = Number(total) / nanosecondsPerSecond
    return { name, metric: kernelTime, value: seconds, launches: Number(launches), zero: 'counts' }
  })
  return { rows, problems: [] }
}

function formatProblem([problem]: readonly string[]): string {
  return problem === undefined ? '' : `: ${problem}`
}

/** Start of the session in seconds since the epoch; 0 when the file does not state it. */
function readStartSeconds(session: TableRows): number {
  const [nanoseconds] = session?.at(0) ?? []
  return typeof nanoseconds === 'number' && nanoseconds > 0 ? nanoseconds / nanosecondsPerSecond : 0
}

function readRanges(ranges: NonNullable<TableRows>, names: ReadonlyMap<TableValue, TableValue>) {
  const regions = new RegionAccumulator()
  let unnamed = 0
  for (const [start, end, kind, text, textId] of ranges) {
    if (!rangeKinds.includes(kind ?? null)) continue
    const name = typeof text === 'string' ? text : names.get(textId ?? null)
    if (typeof name !== 'string') {
      unnamed += 1
      continue
    }
    const [from, to] = [start, end].map((time) => (typeof time === 'number' ? time / nanosecondsPerSecond : null))
    regions.add(name, from ?? Number.NaN, to ?? null)
  }
  return { regions, unnamed }
}
