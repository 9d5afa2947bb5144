import { basename, resolve } from 'node:path'
import { type BatchEvents, readBatchEvents, type BatchRows } from '../../adapters/pipeline/batch-events.ts'
import { findLineCount, joinFigures, type TrialOutput } from '../../adapters/pipeline/trial-output.ts'
import { countEventWork } from '../../adapters/pipeline/events.ts'
import { listFailedParts, readBatches, readLogs, readOutput } from '../../programs/index.ts'
import type { Config, ProofConfig } from '../../config/schema/schema.ts'
import { fillPlaceholders } from '../../domain/core/command.ts'
import { handleUserError, UserError } from '../../domain/core/errors.ts'
import { joinErrors } from '../../domain/trial/reported-errors.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import { createInspectedFile } from './read-telemetry.ts'
import { searchErrors, type KnownOutput } from './search-output.ts'
import type { TrialPlace, TrialRequest } from './trial-request.ts'
import type { WorkCount } from '../../record/run.ts'
import type { PipelineFigures, TrialMemory } from '../../record/pipeline.ts'
import { cutOutput } from '../../domain/trial/pipeline-reading.ts'
import { readerNames } from '../../config/schema/option-suites-schema.ts'
import { collectToolReadings, type ToolResult } from '../../judging/ingest/ingest.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { PlannedTool } from '../../record/readings.ts'

/** What a program printed, logged and sent as events in one trial, except its stage times. */
export type TrialFigures = {
  readonly pipeline: PipelineFigures
  readonly memory: Pick<TrialMemory, 'series' | 'visits'>
  /** The work that it counted, and the errors in its output and logs; absent: none. */
  readonly reported: Pick<Trial, 'work' | 'reportedErrors'>
  /** Empty unless kept. */
  readonly batches: BatchRows
  /** Failed parts of the run, as its logs report them. */
  readonly failedParts: readonly string[]
  /** What was not read, as sentences. */
  readonly problems: readonly string[]
}

// Larger files are not searched, and are reported as unread.
const maxBytes = 64 * 1024 * 1024
const maxLogs = 64

/** Reads all figures of a trial except stage times. Never throws for invalid content. */
export async function readFigures(
  request: TrialRequest,
  place: TrialPlace & KnownOutput,
  inspector: FileInspector,
): Promise<TrialFigures> {
  const { planned } = request.next
  const { config } = request.prepared
  const { files, startedMs } = place
  const { output } = place.values
  // The metrics of every batch of a long run are kept.
  const keepsBatches = planned.longRun !== undefined
  const readText = async (path: string) => await inspector.readText(path, maxBytes).catch(() => null)
  const read = async (where: string, path: string): Promise<TrialOutput> => ({ where, text: await readText(path) })
  const [stdout, stderr] = await Promise.all([
    read('standard output', files.stdoutPath),
    read('standard error', files.stderrPath),
  ])
  const logs: TrialOutput[] = []
  const found = await findLogs(config.pipeline.logs, place, inspector)
  const logPaths = found.slice(0, maxLogs)
  const shorten = (path: string) => (path.startsWith(`${output}/`) ? path.slice(output.length + 1) : path)
  for (const path of logPaths) logs.push(await read(shorten(path), path))
  const problems = describeMoreLogs(found.length)
  if (problems.length > 0) logs.push({ where: `${found.length - maxLogs} more logs`, text: null })
  const eventsText = await inspector.readText(files.eventsPath, maxBytes).catch(
    handleUserError(({ message, hint }) => {
      problems.push(`events was not read: ${message} (${hint})`)
      return null
    }),
  )
  const events =
    eventsText === null
      ? null
      : readBatchEvents(eventsText, { startedSeconds: startedMs / 1000, keepsRows: keepsBatches })
  const cut = place.isOutputTruncated ? [{ where: cutOutput, text: null }] : []
  const others = [stderr, ...logs, ...cut]
  const pipeline = joinFigures([stdout, ...others], await readLogs(stdout, others), events)
  const texts = { events: eventsText ?? '', logs: [stdout, stderr, ...logs].map(({ text }) => text ?? '') }
  const memory = { series: events?.memory ?? [], visits: events?.visits ?? [] }
  const batches = keepsBatches ? collectBatches(events, stdout, others) : { rows: [], dropped: 0 }
  const failedParts = [...new Set(texts.logs.flatMap(listFailedParts))]
  const work = planned.tool ? null : countWork(config.pipeline.throughput, texts)
  const errors = await searchErrors([files.stdoutPath, files.stderrPath, ...found], place, inspector)
  return { pipeline, memory, reported: joinReported(work, errors, request), batches, failedParts, problems }
}

function describeMoreLogs(count: number): string[] {
  if (count <= maxLogs) return []
  return [`${count - maxLogs} of ${count} logs were not read: at most ${maxLogs} may match pipeline.logs`]
}

type Texts = { readonly events: string; readonly logs: readonly string[] }

function joinReported(
  work: WorkCount | null,
  printed: readonly string[],
  { next: { planned }, prepared: { setupErrors } }: TrialRequest,
): TrialFigures['reported'] {
  const errors = joinErrors([...(setupErrors?.get(planned.revision) ?? []), ...printed])
  return { ...(work && { work }), ...(errors.length > 0 && { reportedErrors: errors }) }
}

/** The batches of events, else those that a known program logs. */
function collectBatches(events: BatchEvents | null, stdout: TrialOutput, others: readonly TrialOutput[]): BatchRows {
  return events && events.batches.rows.length > 0 ? events.batches : readBatches(stdout, others)
}

function countWork(throughput: Config['pipeline']['throughput'], { events, logs }: Texts): WorkCount | null {
  if (!throughput) return null
  const { unit, event, line = '' } = throughput
  const counts = event === undefined ? logs.map((text) => findLineCount(text, line)) : [countEventWork(events, event)]
  const count = counts.find((one) => one !== null) ?? null
  return count === null ? null : { count, unit }
}

async function findLogs(
  logs: readonly string[],
  { values, directory }: Pick<TrialPlace, 'values' | 'directory'>,
  inspector: FileInspector,
): Promise<string[]> {
  const found: string[] = []
  for (const log of logs) {
    const pattern = resolve(directory, fillPlaceholders(log, values))
    // With too many matches the pattern is reported as unread.
    found.push(...(await inspector.find(pattern).catch(handleUserError(() => [pattern]))))
  }
  return found
}

/** criterion writes four files for each benchmark. */
const maxFiles = 8192

/** The output files of a tool prove its work. */
export function buildToolProof({ files }: PlannedTool): ProofConfig {
  return { files: files.map((path) => ({ path, minBytes: 1 })), stdout: [] }
}

/** Reads the results of a tool from one process. No result, or any failed benchmark, fails the trial. */
export async function readTool(
  tool: PlannedTool,
  { values, directory }: Pick<TrialPlace, 'values' | 'directory'>,
  inspector: FileInspector,
): Promise<ToolResult> {
  const shorten = (path: string): string => {
    const place = [values.output, directory].find((parent) => path.startsWith(`${parent}/`))
    return place === undefined ? basename(path) : path.slice(place.length + 1)
  }
  const name = readerNames.find((known) => known === tool.adapter) ?? null
  try {
    // Each file once, in config order.
    const found: string[] = []
    for (const file of tool.files)
      found.push(...(await inspector.find(resolve(directory, fillPlaceholders(file, values)))))
    const paths = [...new Set(found)]
    const files = paths.map((path) => createInspectedFile(path, shorten(path), inspector))
    if (name === null) throw new UserError(`there is no adapter ${tool.adapter}`, 'Use one of those in docs/suites.md')
    if (paths.length > maxFiles) throw new UserError(`${paths.length} files match`, 'Name fewer files')
    return collectToolReadings(await readOutput(name, files))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { readings: null, failure: { kind: 'no-proof', detail: `${error.message} (${error.hint})`.slice(0, 3000) } }
  }
}
