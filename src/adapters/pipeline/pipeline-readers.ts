import { UserError } from '../../domain/core/errors.ts'
import { silentPipeline, type PipelineReading } from '../../domain/trial/pipeline-reading.ts'
import { emptyReading, type ToolReading } from '../../domain/trial/tool-reading.ts'
import { events } from './events.ts'
import { readEventFigures } from './event-figures.ts'
import { parseJsonNode } from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import { readPipelineLogFigures } from './pipeline-log-figures.ts'
import { pipelineLog } from './pipeline-log.ts'
import { readPipelineStateFigures } from './pipeline-state-figures.ts'
import { pipelineState } from './pipeline-state.ts'
import type { PipelineTelemetry, TelemetryAdapter } from './telemetry-adapter.ts'

/** Standard output of a pipeline with a line at the start and end of each stage. */
export const pipelineLogReader = createTextReader({
  isLog: true,
  wants: 'the main log of the pipeline (standard output)',
  canRead: (head) => /=== Stage \d+: |PIPELINE SUMMARY| - virnucpro\.pipeline\.telemetry - /.test(head),
  parse: (text, path) => {
    const telemetry = parseTelemetry(pipelineLog, text, path)
    const { context, ...figures } = readPipelineLogFigures(text)
    return buildToolReading('pipeline log', telemetry, { figures, context })
  },
})

/** `.checkpoints/pipeline_state.json`. */
export const pipelineStateReader = createTextReader({
  wants: 'the .checkpoints/pipeline_state.json of the pipeline',
  canRead: (head) => head.includes('"pipeline_config"') || /"CHUNKING"\s*:\s*\{\s*"status"/.test(head),
  parse: (text, path) => {
    const telemetry = parseTelemetry(pipelineState, text, path)
    const { context, invalid } = readPipelineStateFigures(parseJsonNode(text, path))
    return buildToolReading('pipeline state', telemetry, { figures: { invalid }, context })
  },
})

/** JSON lines in the file named by `WARPGAUGE_EVENTS`. */
export const eventsReader = createTextReader({
  isLog: true,
  wants: 'the file that WARPGAUGE_EVENTS named',
  canRead: (head) => /^\s*\{[^\n]*"event"\s*:\s*"(?:stage-start|stage-end|batch|metric|progress)"/.test(head),
  parse: (text, path) => {
    const telemetry = parseTelemetry(events, text, path)
    const { benchmarks, problems: _, ...figures } = readEventFigures(text)
    const reading = buildToolReading('events', telemetry, { figures, context: {} })
    return { ...reading, benchmarks }
  },
})

/** Parses a file of which the stage times are required. */
export function parseTelemetry(adapter: TelemetryAdapter, text: string, path: string): PipelineTelemetry {
  const telemetry = adapter.parse(text)
  if (telemetry) return telemetry
  throw new UserError(`${path} does not match its adapter: it has no stage`, 'Use another adapter, or auto')
}

/**
 * Builds the reading of a file with stage times. An unfinished stage, or work taken from an earlier run, invalidates the
 * measurement.
 */
export function buildToolReading(
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
