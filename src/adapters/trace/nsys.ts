import { UserError } from '../../domain/core/errors.ts'
import { silentPipeline } from '../../domain/trial/pipeline-reading.ts'
import type { TableRows, TableValue } from '../../domain/tables/database-table.ts'
import { createFileReader, type Output, type OutputFile } from '../reader.ts'
import { RegionAccumulator } from '../pipeline/stages.ts'

/** `eventType` of NvtxPushPopRange and NvtxStartEndRange. */
const rangeKinds: readonly TableValue[] = [59, 60]
const rangeColumns = ['start', 'end', 'eventType', 'text', 'textId']
const nanosecondsPerSecond = 1e9

/**
 * NVTX ranges of an SQLite file that Nsight Systems exported (`nsys export --type sqlite`) as stages: the time during
 * which at least one range of a name was open, on any thread. Reads `NVTX_EVENTS`, `StringIds` and, for the clock,
 * `TARGET_INFO_SESSION_START_TIME`.
 */
export const nsys = createFileReader({
  id: 'nsys',
  wants: 'the .sqlite file that nsys exported',
  detect: (head) => head.startsWith('SQLite format 3\0'),
  toReadings: readExport,
})

async function readExport(file: OutputFile): Promise<Output> {
  const [own = null, plain = null, strings = null, session = null] =
    (await file.readTables?.([
      { table: 'NVTX_EVENTS', columns: rangeColumns },
      { table: 'NVTX_EVENTS', columns: rangeColumns.slice(0, 4) },
      { table: 'StringIds', columns: ['id', 'value'] },
      { table: 'TARGET_INFO_SESSION_START_TIME', columns: ['utcEpochNs'] },
    ])) ?? []
  const ranges = own ?? plain
  if (!ranges)
    throw new UserError(
      `${file.path} has no table NVTX_EVENTS with the columns ${rangeColumns.slice(0, 4).join(', ')}`,
      'Mark each stage with an NVTX range; if the program does, this version of nsys exports another schema',
    )
  const { regions, unnamed } = readRanges(ranges, strings)
  const { stages, problems: unread } = regions.computeStages(readStartSeconds(session))
  const problems = [...unread, ...(unnamed > 0 ? [`${unnamed} ranges have no name, so they count for no stage`] : [])]
  if (stages.length === 0)
    throw new UserError(
      `${file.path} has no NVTX range that can be read${formatProblem(problems)}`,
      'Mark each stage with one range name',
    )
  return { tool: 'Nsight Systems', pipeline: { ...silentPipeline, stages }, problems }
}

function formatProblem([problem]: readonly string[]): string {
  return problem === undefined ? '' : `: ${problem}`
}

/** Start of the session in seconds since the epoch; 0 when the file does not state it. */
function readStartSeconds(session: TableRows): number {
  const [nanoseconds] = session?.at(0) ?? []
  return typeof nanoseconds === 'number' && nanoseconds > 0 ? nanoseconds / nanosecondsPerSecond : 0
}

function readRanges(
  ranges: NonNullable<TableRows>,
  strings: TableRows,
): { regions: RegionAccumulator; unnamed: number } {
  const names = new Map(strings?.map(([id, value]) => [id, value]))
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
