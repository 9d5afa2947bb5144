import { join, resolve } from 'node:path'
import { type AdapterName, adapters, readers } from '../../programs/index.ts'
import type { OutputFile, OutputReader } from '../../adapters/reader.ts'
import type { PipelineTelemetry, TelemetryAdapter } from '../../adapters/pipeline/stages.ts'
import { fillPlaceholders } from '../../domain/core/command.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { BenchmarkReading } from '../../domain/trial/tool-reading.ts'
import { mergeStageTimes, refuseLongStages } from '../../domain/trial/pipeline-reading.ts'
import type { TelemetrySource } from '../../config/schema/pipeline-schema.ts'
import type { StageTime } from '../../record/telemetry.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { TrialPlace } from './trial-request.ts'

/** What the sources of `pipeline.telemetry` report about one trial; the GPU monitor is not one of them. */
export type TrialTelemetry = {
  /** Of the first source that has any; empty when none has. */
  readonly stages: readonly StageTime[]
  /** Whether a source has stages of an earlier run; such times are not a measurement. */
  readonly isResumed: boolean
  /** Figures that the program computed itself, from all sources. */
  readonly benchmarks: readonly BenchmarkReading[]
  /** Problems of the sources, as sentences. */
  readonly problems: readonly string[]
}

type TelemetryPlaces = Pick<TrialPlace, 'files' | 'values' | 'directory'>

// Telemetry takes a few lines per stage; larger output is not searched for stages.
const maxTelemetryBytes = 64 * 1024 * 1024
const maxFiles = 64

/**
 * Reads stage times from the first source that has any. Checks every source for a resume, because a state file cannot
 * show it but a log can. Missing or damaged telemetry is not a failure.
 *
 * @param wallSeconds of the run; null if its stages may have begun in an earlier execution
 */
export async function readTelemetry(
  sources: readonly TelemetrySource[],
  places: TelemetryPlaces,
  inspector: FileInspector,
  wallSeconds: number | null,
): Promise<TrialTelemetry> {
  const results: PipelineTelemetry[] = []
  for (const source of sources) {
    const found =
      typeof source === 'string'
        ? await readPlaced(source, places, inspector)
        : await readNamed(source, places, inspector)
    if (found) results.push(found)
  }
  const reported = results.find((result) => result.stages.length > 0)?.stages ?? []
  const { stages, problems } = refuseLongStages(reported, wallSeconds)
  return {
    stages,
    isResumed: results.some((result) => result.isResumed),
    benchmarks: results.flatMap(({ benchmarks = [] }) => benchmarks),
    problems: [...results.flatMap((result) => result.problems), ...problems],
  }
}

async function readPlaced(
  name: AdapterName,
  { files, values: { output } }: TelemetryPlaces,
  inspector: Pick<FileInspector, 'readText'>,
): Promise<PipelineTelemetry | null> {
  const adapter: TelemetryAdapter = adapters[name]
  const { source, path: named } = adapter
  const streams = source === 'stdout' ? [files.stdoutPath] : [files.stdoutPath, files.stderrPath]
  const file = named === undefined ? files.eventsPath : join(output, named)
  const texts: string[] = []
  try {
    for (const path of source === 'stdout' || source === 'streams' ? streams : [file])
      texts.push((await inspector.readText(path, maxTelemetryBytes)) ?? '')
  } catch (error) {
    // The other stream alone would give a part of the times.
    if (!(error instanceof UserError)) throw error
    const message = error.message
      .replace(files.stdoutPath, 'standard output')
      .replace(files.stderrPath, 'standard error')
      .replace(output, '{output}')
    return { stages: [], isResumed: false, problems: [`${name} was not read: ${message} (${error.hint})`] }
  }
  return adapter.parse(texts.join('\n'))
}

/** Reads the files that the config names; several, such as one per rank, count by their longest stage times. */
async function readNamed(
  { format, files }: Exclude<TelemetrySource, string>,
  { values, directory }: TelemetryPlaces,
  inspector: FileInspector,
): Promise<PipelineTelemetry> {
  const reader: OutputReader = readers[format]
  const parts: PipelineTelemetry[] = []
  try {
    for (const path of await findFiles(files, { values, directory }, inspector)) {
      const { pipeline, problems, benchmarks } = await reader.read([createInspectedFile(path, path, inspector)])
      const { stages = [], isResumed = false } = pipeline ?? {}
      // The figures of a profiler are those of a tool, not of the program.
      parts.push({ stages, isResumed, problems, benchmarks: format === 'transformers' ? benchmarks : [] })
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { stages: [], isResumed: false, problems: [`${format}: ${error.message} (${error.hint})`] }
  }
  return {
    stages: mergeStageTimes(parts.map(({ stages }) => stages)),
    isResumed: parts.some(({ isResumed }) => isResumed),
    problems: parts.flatMap(({ problems }) => problems),
    benchmarks: parts.flatMap(({ benchmarks = [] }) => benchmarks),
  }
}

async function findFiles(
  patterns: readonly string[],
  { values, directory }: Pick<TelemetryPlaces, 'values' | 'directory'>,
  inspector: FileInspector,
): Promise<string[]> {
  const found = new Set<string>()
  for (const pattern of patterns)
    for (const path of await inspector.find(resolve(directory, fillPlaceholders(pattern, values)))) found.add(path)
  if (found.size === 0) throw new UserError(`no file matches ${patterns.join(', ')}`, 'Check pipeline.telemetry')
  if (found.size > maxFiles)
    throw new UserError(`${found.size} files match ${patterns.join(', ')}`, `Name at most ${maxFiles} files`)
  return [...found]
}

/** An output file on disk; `shown` is its path in messages. */
export function createInspectedFile(path: string, shown: string, inspector: FileInspector): OutputFile {
  return {
    path: shown,
    readBytes: () => inspector.streamBytes(path),
    readTables: (selections) => inspector.readTables(path, selections),
  }
}
