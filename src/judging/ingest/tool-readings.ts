import { listFigures } from '../../domain/trial/reading-figures.ts'
import type { ToolReading } from '../../domain/trial/tool-reading.ts'
import type { TrialFailure } from '../../domain/trial/trial.ts'
import { keepFacts, keepReadings, keepSentences, type TrialReadings } from '../../domain/trial/trial-readings.ts'

const maxShownFailures = 5

/** Result of parsing the output of a tool. */
export type ToolResult = {
  /** Null when the output could not be parsed. */
  readonly readings: TrialReadings | null
  /** Null: every benchmark in the output has figures. */
  readonly failure: TrialFailure | null
}

/** Collects the figures of a tool's output within the limits of a trial, and the failure when some are missing. */
export function collectToolReadings(reading: ToolReading): ToolResult {
  const figures = listFigures(reading)
  const readings: TrialReadings = {
    tool: reading.tool?.slice(0, 200) ?? null,
    context: keepFacts(reading.context),
    problems: keepSentences(reading.problems),
    ...keepReadings(figures),
  }
  return { readings, failure: findFailure(figures, reading) }
}

/** Collects the figures and problems that a pipeline reported within the limits of a trial; null without any. */
export function collectPipelineReadings(reading: Pick<ToolReading, 'benchmarks' | 'problems'>): TrialReadings | null {
  if (reading.benchmarks.length === 0 && reading.problems.length === 0) return null
  const problems = keepSentences(reading.problems)
  return { tool: null, context: {}, problems, ...keepReadings(reading.benchmarks) }
}

function findFailure(
  figures: ReturnType<typeof listFigures>,
  { pipeline, problems }: ToolReading,
): TrialFailure | null {
  const failed = figures.flatMap((reading) =>
    reading.status === 'failed' ? [`${reading.name}: ${reading.problem}`] : [],
  )
  if (failed.length > 0) {
    const more = failed.length > maxShownFailures ? `; and ${failed.length - maxShownFailures} more` : ''
    return { kind: 'failed-benchmark', detail: `${failed.slice(0, maxShownFailures).join('; ')}${more}`.slice(0, 3000) }
  }
  if (figures.length > 0) return null
  const stages = pipeline?.stages.length ? ['the suite command does not judge stage times; end-to-end does'] : []
  const detail = ['the output contains no benchmark figure', ...stages, ...problems].join('; ')
  return { kind: 'no-proof', detail: detail.slice(0, 3000) }
}
