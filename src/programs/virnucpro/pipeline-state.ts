import { isMap, parseJson, parseJsonText } from '../../adapters/fields.ts'
import {
  createStageReader,
  type PipelineTelemetry,
  StageTimes,
  type TelemetryAdapter,
} from '../../adapters/pipeline/stages.ts'
import { attempt } from '../../domain/core/errors.ts'

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
    const stages = listStages(attempt(() => parseJsonText(text)))
    return stages.length > 0 ? read(stages) : null
  },
}

/** Reads the same file as the output of a benchmark command, with the failed stages. */
export const pipelineStateReader = createStageReader({
  tool: 'pipeline state',
  adapter: pipelineState,
  wants: 'the .checkpoints/pipeline_state.json of the pipeline',
  detect: (head) => head.includes('"pipeline_config"') || /"CHUNKING"\s*:\s*\{\s*"status"/.test(head),
  readFigures: (text, path) => readPipelineStateFigures(parseJson(text, path)),
})

function listStages(state: unknown): [string, StageState][] {
  if (!isMap(state)) return []
  const stages = isMap(state['stages']) ? state['stages'] : state
  return Object.entries(stages).filter((entry): entry is [string, StageState] => isStageState(entry[1]))
}

function isStageState(value: unknown): value is StageState {
  return isMap(value) && statuses.includes(value['status'])
}

function read(states: readonly [string, StageState][]): PipelineTelemetry {
  const times = new StageTimes()
  for (const [key, state] of states) {
    const stage = virnucproStages.get(key) ?? key
    if (state.status !== 'not_started' && times.open(stage)) readStage(stage, state, times)
  }
  notePauses(states, times)
  return { stages: times.stages, isResumed: false, problems: times.problems }
}

function readStage(stage: string, state: StageState, times: StageTimes): void {
  if (state.status === 'failed') return times.note(`stage "${stage}" failed`)
  if (state.status === 'in_progress') return times.note(`stage "${stage}" started and did not end`)
  const seconds = state.duration_seconds
  if (typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0) {
    const [startedMs, endedMs] = [parseTime(state.started_at), parseTime(state.completed_at)]
    if (startedMs > 0 && endedMs >= startedMs) times.extendWindow(stage, startedMs, endedMs)
    return times.add(stage, seconds)
  }
  return times.note(`stage "${stage}" is completed, but its duration_seconds is not a number of seconds`)
}

function notePauses(states: readonly [string, StageState][], times: StageTimes): void {
  for (const [index, [key, state]] of states.entries()) {
    const before = states[index - 1]
    if (!before) continue
    const pauseSeconds = (parseTime(state.started_at) - parseTime(before[1].completed_at)) / 1000
    if (pauseSeconds > longestGapSeconds)
      times.note(`${Math.round(pauseSeconds)} s passed between ${before[0]} and ${key}; the run may have been resumed`)
  }
}

/** Returns milliseconds since the epoch; NaN when there is no time. The file contains UTC without a zone. */
function parseTime(value: unknown): number {
  return typeof value === 'string' && value.length < 40 ? Date.parse(`${value}Z`) : Number.NaN
}

const facts = ['model_path', 'expected_length', 'config_hash'] as const

/** Reads the failed stages, and the model, which decides which runs are comparable. */
function readPipelineStateFigures(root: unknown) {
  const state = isMap(root) ? root : {}
  const stages = state['stages'] ?? state
  const failed = Object.entries(isMap(stages) ? stages : {}).filter(
    ([, one]) => isMap(one) && one['status'] === 'failed',
  )
  const config = isMap(state['pipeline_config']) ? state['pipeline_config'] : {}
  const entries = facts.flatMap((name) => {
    const value = config[name]
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value).slice(0, 200)] as const] : []
  })
  return { invalid: failed.map(([name]) => `stage ${name} failed`), context: Object.fromEntries(entries) }
}

/** Keys of `pipeline_state.json` and the stage names in the log, in order. */
export const virnucproStages: ReadonlyMap<string, string> = new Map([
  ['CHUNKING', 'Sequence Chunking'],
  ['TRANSLATION', 'Six-Frame Translation'],
  ['NUCLEOTIDE_SPLITTING', 'Nucleotide File Splitting'],
  ['PROTEIN_SPLITTING', 'Protein File Splitting'],
  ['NUCLEOTIDE_FEATURES', 'DNABERT-S Feature Extraction'],
  ['PROTEIN_FEATURES', 'ESM-2 Feature Extraction'],
  ['FEATURE_MERGING', 'Feature Merging'],
  ['PREDICTION', 'Model Prediction'],
  ['CONSENSUS', 'Consensus Scoring'],
])
