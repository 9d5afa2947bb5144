import { parseJsonText } from '../json-node.ts'
import { createStageAccumulator, type StageAccumulator } from './stage-accumulator.ts'
import type { PipelineTelemetry, TelemetryAdapter } from './telemetry-adapter.ts'
import { virnucproStages } from '../virnucpro/virnucpro-stages.ts'

const maxCharacters = 8 * 2 ** 20
const longestGapSeconds = 60
const statuses: readonly unknown[] = ['not_started', 'in_progress', 'completed', 'failed']

type StageState = {
  readonly status: unknown
  readonly started_at?: unknown
  readonly completed_at?: unknown
  readonly duration_seconds?: unknown
}

/**
 * The state file of a pipeline with checkpoints. Versions 1.0 and 2.0 both write it, so it is the only source that
 * compares their stages. Only completed stages have seconds. The file does not record resumes; a long pause between two
 * stages is reported as a problem.
 */
export const pipelineState: TelemetryAdapter = {
  source: 'file',
  path: '.checkpoints/pipeline_state.json',
  parse: (text) => {
    if (text.length > maxCharacters) return null
    const stages = listStages(parseJson(text))
    return stages.length > 0 ? read(stages) : null
  },
}

function parseJson(text: string): unknown {
  try {
    return parseJsonText(text)
  } catch {
    return null
  }
}

function listStages(state: unknown): [string, StageState][] {
  if (!isObject(state)) return []
  const stages = isObject(state['stages']) ? state['stages'] : state
  return Object.entries(stages).filter((entry): entry is [string, StageState] => isStageState(entry[1]))
}

function isStageState(value: unknown): value is StageState {
  return isObject(value) && statuses.includes(value['status'])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function read(states: readonly [string, StageState][]): PipelineTelemetry {
  const accumulator = createStageAccumulator()
  for (const [key, state] of states) {
    const stage = virnucproStages.get(key) ?? key
    if (state.status !== 'not_started' && accumulator.open(stage)) readStage(stage, state, accumulator)
  }
  notePauses(states, accumulator)
  return { stages: accumulator.listStages(), isResumed: false, problems: accumulator.listProblems() }
}

function readStage(stage: string, state: StageState, accumulator: StageAccumulator): void {
  if (state.status === 'failed') return accumulator.note(`stage "${stage}" failed`)
  if (state.status === 'in_progress') return accumulator.note(`stage "${stage}" started and did not end`)
  const seconds = state.duration_seconds
  if (typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0) {
    const [startedMs, endedMs] = [parseTime(state.started_at), parseTime(state.completed_at)]
    if (startedMs > 0 && endedMs >= startedMs) accumulator.extendWindow(stage, startedMs, endedMs)
    return accumulator.add(stage, seconds)
  }
  return accumulator.note(`stage "${stage}" is completed, but its duration_seconds is not a number of seconds`)
}

function notePauses(states: readonly [string, StageState][], accumulator: StageAccumulator): void {
  for (const [index, [key, state]] of states.entries()) {
    const before = states[index - 1]
    if (!before) continue
    const pauseSeconds = (parseTime(state.started_at) - parseTime(before[1].completed_at)) / 1000
    if (pauseSeconds > longestGapSeconds)
      accumulator.note(
        `${Math.round(pauseSeconds)} s passed between ${before[0]} and ${key}; the run may have been resumed`,
      )
  }
}

/** Returns milliseconds since the epoch; NaN when there is no time. The file contains UTC without a zone. */
function parseTime(value: unknown): number {
  return typeof value === 'string' && value.length < 40 ? Date.parse(`${value}Z`) : Number.NaN
}
