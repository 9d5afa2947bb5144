import { resolve } from 'node:path'
import { readBatchEvents, type BatchEvents } from '../../adapters/pipeline/batch-events.ts'
import { findLineCount, joinFigures, type TrialOutput } from '../../adapters/pipeline/trial-output.ts'
import { countEventWork } from '../../adapters/pipeline/events.ts'
import type { BatchRows } from '../../adapters/pipeline/batch-events.ts'
import { listFailedParts, readBatches, readLogs } from '../../programs/index.ts'
import type { Config } from '../../config/schema/schema.ts'
import { fillPlaceholders, type CommandValues } from '../../domain/core/command.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { TrialFiles } from './read-telemetry.ts'
import type { WorkCount } from '../../record/run.ts'
import type { PipelineFigures, TrialMemory } from '../../record/pipeline.ts'

export type FiguresRequest = {
  /** From the config; absent: not counted. */
  readonly throughput?: Config['pipeline']['throughput']
  readonly files: TrialFiles
  /** Additional logs from the config. */
  readonly logs: readonly string[]
  readonly values: CommandValues
  /** Where the command ran. */
  readonly directory: string
  /** Milliseconds since the epoch. */
  readonly startedMs: number
  /** A stream exceeded its limit and was truncated. */
  readonly isOutputTruncated: boolean
  /** Whether the metrics of every batch are kept. */
  readonly keepsBatches: boolean
}

export type TrialFigures = {
  readonly pipeline: PipelineFigures
  readonly memory: Pick<TrialMemory, 'series' | 'visits'>
  /** Null: not configured or not reported. */
  readonly work: WorkCount | null
  /** Empty unless kept. */
  readonly batches: BatchRows
  /** Failed parts of the run, as its logs report them. */
  readonly failedParts: readonly string[]
}

// Larger files are not searched, and are reported as unread.
const maxBytes = 64 * 1024 * 1024
const maxLogs = 64

/** Reads all figures of a trial except stage times. Never throws for invalid content. */
export async function readFigures(request: FiguresRequest, inspector: FileInspector): Promise<TrialFigures> {
  const { files, startedMs, keepsBatches } = request
  const read = (where: string, path: string): Promise<TrialOutput> => readOutput(where, path, inspector)
  const [stdout, stderr] = await Promise.all([
    read('standard output', files.stdoutPath),
    read('standard error', files.stderrPath),
  ])
  const logs: TrialOutput[] = []
  for (const path of await findLogs(request, inspector))
    logs.push(await read(path.startsWith(`${files.output}/`) ? path.slice(files.output.length + 1) : path, path))
  const eventsText = await inspector.readText(files.eventsPath, maxBytes).catch(() => null)
  const events =
    eventsText === null
      ? null
      : readBatchEvents(eventsText, { startedSeconds: startedMs / 1000, keepsRows: keepsBatches })
  const cut = request.isOutputTruncated ? [{ where: 'the end of a truncated output', text: null }] : []
  const others = [stderr, ...logs, ...cut]
  const pipeline = joinFigures([stdout, ...others], await readLogs(stdout, others), events)
  const texts = { events: eventsText ?? '', logs: [stdout, stderr, ...logs].map(({ text }) => text ?? '') }
  const memory = { series: events?.memory ?? [], visits: events?.visits ?? [] }
  const batches = keepsBatches ? collectBatches(events, [stdout, ...others]) : noBatches
  const failedParts = [...new Set(texts.logs.flatMap(listFailedParts))]
  return { pipeline, memory, work: countWork(request.throughput, texts), batches, failedParts }
}

const noBatches: BatchRows = { rows: [], dropped: 0 }

/** The batches of events, else those that a known program logs. */
function collectBatches(events: BatchEvents | null, [stdout, ...others]: readonly TrialOutput[]): BatchRows {
  if (events && events.batches.rows.length > 0) return events.batches
  return stdout ? readBatches(stdout, others) : noBatches
}

type WorkTexts = { readonly events: string; readonly logs: readonly string[] }

function countWork(throughput: FiguresRequest['throughput'], { events, logs }: WorkTexts): WorkCount | null {
  if (!throughput) return null
  const { unit, event, line = '' } = throughput
  const counts = event === undefined ? logs.map((text) => findLineCount(text, line)) : [countEventWork(events, event)]
  const count = counts.find((one) => one !== null) ?? null
  return count === null ? null : { count, unit }
}

async function readOutput(where: string, path: string, inspector: FileInspector): Promise<TrialOutput> {
  const text = await inspector.readText(path, maxBytes).catch(() => null)
  return { where, text }
}

async function findLogs({ logs, values, directory }: FiguresRequest, inspector: FileInspector): Promise<string[]> {
  const found: string[] = []
  for (const log of logs) {
    const pattern = resolve(directory, fillPlaceholders(log, values))
    found.push(...(await inspector.find(pattern).catch(returnPatternIfTooMany(pattern))))
  }
  return found.slice(0, maxLogs)
}

/** Too many matches: reports the pattern as unread. */
function returnPatternIfTooMany(pattern: string): (error: unknown) => string[] {
  return (error) => {
    if (error instanceof UserError) return [pattern]
    throw error
  }
}
