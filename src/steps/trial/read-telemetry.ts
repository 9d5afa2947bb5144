import { join } from 'node:path'
import { adapters, type AdapterName } from '../../adapters/index.ts'
import type { TelemetryAdapter } from '../../adapters/pipeline/telemetry-adapter.ts'
import type { StageTime } from '../../domain/trial/stage-usage.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'

export type TrialTelemetry = {
  readonly stages: readonly StageTime[]
  readonly isResumed: boolean
}

/** Output files of one trial, as absolute paths. */
export type TrialFiles = {
  readonly stdoutPath: string
  readonly stderrPath: string
  readonly eventsPath: string
  readonly output: string
}

// Telemetry takes a few lines per stage; larger output is not searched for stages.
const maxTelemetryBytes = 64 * 1024 * 1024

/**
 * Reads stage times from the first source that has any. Checks every source for a resume, because a state file cannot
 * show it but a log can. Missing telemetry is not a failure.
 */
export async function readTelemetry(
  order: readonly AdapterName[],
  trial: TrialFiles,
  inspector: Pick<FileInspector, 'readText'>,
): Promise<TrialTelemetry> {
  const results: TrialTelemetry[] = []
  for (const name of order) {
    const adapter: TelemetryAdapter = adapters[name]
    const text = await inspector.readText(getPath(adapter, trial), maxTelemetryBytes).catch(() => null)
    const parsed = text === null ? null : adapter.parse(text)
    if (parsed) results.push(parsed)
  }
  const stages = results.find((source) => source.stages.length > 0)?.stages ?? []
  return { stages, isResumed: results.some((source) => source.isResumed) }
}

function getPath({ source, path }: TelemetryAdapter, trial: TrialFiles): string {
  if (source === 'stdout') return trial.stdoutPath
  return path === undefined ? trial.eventsPath : join(trial.output, path)
}
