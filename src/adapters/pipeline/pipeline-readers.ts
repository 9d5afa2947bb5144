import { UserError } from '../../domain/core/errors.ts'
import { silentPipeline, type PipelineReading } from '../../domain/trial/pipeline-reading.ts'
import { emptyReading, type ToolReading } from '../../domain/trial/tool-reading.ts'
import { events } from './events.ts'
import { eventFigures } from './event-figures.ts'
import { parsePlace } from '../json-place.ts'
import { textReader } from '../output-reader.ts'
import { pipelineLogFigures } from './pipeline-log-figures.ts'
import { pipelineLog } from './pipeline-log.ts'
import { pipelineStateFigures } from './pipeline-state-figures.ts'
import { pipelineState } from './pipeline-state.ts'
import type { PipelineTelemetry, TelemetryAdapter } from './telemetry-adapter.ts'

/** Standard output of a pipeline that prints a line at the start and end of each stage. */
export const pipelineLogReader = textReader({
  wants: 'the main log of the pipeline (standard output)',
  recognises: (head) => /=== Stage \d+: |PIPELINE SUMMARY| - virnucpro\.pipeline\.telemetry - /.test(head),
  parse: (text, path) => {
    const telemetry = told(pipelineLog, text, path)
    const { context, ...figures } = pipelineLogFigures(text)
    return toolReading('pipeline log', telemetry, { figures, context })
  },
})

/** `.checkpoints/pipeline_state.json`. */
export const pipelineStateReader = textReader({
  wants: 'the .checkpoints/pipeline_state.json of the pipeline',
  recognises: (head) => head.includes('"pipeline_config"') || /"CHUNKING"\s*:\s*\{\s*"status"/.test(head),
  parse: (text, path) => {
    const telemetry = told(pipelineState, text, path)
    const { context, invalid } = pipelineStateFigures(parsePlace(text, path))
    return toolReading('pipeline state', telemetry, { figures: { invalid }, context })
  },
})

/** The JSON lines that a pipeline wrote to the file that `WARPGAUGE_EVENTS` named. */
export const eventsReader = textReader({
  wants: 'the file that WARPGAUGE_EVENTS named',
  recognises: (head) => /^\s*\{[^\n]*"event"\s*:\s*"(?:stage-start|stage-end|batch|metric|progress)"/.test(head),
  parse: (text, path) => {
    const telemetry = told(events, text, path)
    const { benchmarks, problems, ...figures } = eventFigures(text)
    const reading = toolReading('events', telemetry, { figures, context: {} })
    return { ...reading, benchmarks, problems: [...reading.problems, ...problems] }
  },
})

function told(adapter: TelemetryAdapter, text: string, path: string): PipelineTelemetry {
  const telemetry = adapter.parse(text)
  if (telemetry) return telemetry
  throw new UserError(
    `${path} is not of the form that was named: no stage is in it`,
    'Name another adapter, or use auto',
  )
}

/** A stage that is open, and a run that took work from an earlier one, are no measurement (T7, T8). */
function toolReading(
  tool: string,
  { stages, isResumed, problems }: PipelineTelemetry,
  { figures, context }: { figures: Partial<PipelineReading>; context: Readonly<Record<string, string>> },
): ToolReading {
  const open = problems.filter((problem) => problem.endsWith('started and did not end'))
  const resumed = isResumed ? ['stages were taken from an earlier run'] : []
  const invalid = [...new Set([...(figures.invalid ?? []), ...resumed, ...open])]
  return {
    ...emptyReading,
    tool,
    pipeline: { ...silentPipeline, ...figures, stages, isResumed, invalid },
    context,
    problems,
  }
}
