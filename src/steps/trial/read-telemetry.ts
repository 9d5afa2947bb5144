import { join } from 'node:path'
import { adapters, type AdapterName } from '../../adapters/index.ts'
import type { TelemetryAdapter } from '../../adapters/pipeline/telemetry-adapter.ts'
import type { StageTime } from '../../domain/trial/stage-usage.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'

export type TrialTelemetry = {
  readonly stages: readonly StageTime[]
  readonly isResumed: boolean
}

/** What one trial left behind, as absolute paths. */
export type TrialFiles = {
  readonly stdoutPath: string
  readonly stderrPath: string
  readonly eventsPath: string
  readonly output: string
}

// Telemetry is a few lines per stage; a pipeline that prints more than this is not read for stages.
const maxTelemetryBytes = 64 * 1024 * 1024

/**
 * Stage times from the first source in order of preference that has any. Every source is asked whether the run was
 * resumed: the state file cannot tell, the log can. Absent telemetry is no failure.
 */
export async function readTelemetry(
  order: readonly AdapterName[],
  trial: TrialFiles,
  inspector: Pick<FileInspector, 'readText'>,
): Promise<TrialTelemetry> {
  const told: TrialTelemetry[] = []
  for (const name of order) {
    const adapter: TelemetryAdapter = adapters[name]
    const text = await inspector.readText(getPath(adapter, trial), maxTelemetryBytes).catch(() => null)
    const parsed = text === null ? null : adapter.parse(text)
    if (parsed) told.push(parsed)
  }
  const stages = told.find((source) => source.stages.length > 0)?.stages ?? []
  return { stages, isResumed: told.some((source) => source.isResumed) }
}

function getPath({ source, path }: TelemetryAdapter, trial: TrialFiles): string {
  if (source === 'stdout') return trial.stdoutPath
  return path === undefined ? trial.eventsPath : join(trial.output, path)
}
