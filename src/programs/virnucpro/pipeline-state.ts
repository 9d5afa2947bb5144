import { createTextReader } from '../../adapters/output-reader.ts'
import {
  buildToolReading,
  parseTelemetry,
  type PipelineTelemetry,
  StageTimes,
  type TelemetryAdapter,
} from '../../adapters/pipeline/stages.ts'
import { parseJsonNode, parseJsonText } from '../../adapters/json-node.ts'

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
    const stages = text.length > maxCharacters ? [] : listStages(text)
    return stages.length > 0 ? readStages(stages) : null
  },
}

/** `.checkpoints/pipeline_state.json`; reads also the failed stages, and the model, which decides which runs compare. */
export const pipelineStateReader = createTextReader({
  wants: 'the .checkpoints/pipeline_state.json of the pipeline',
  canRead: (head) => head.includes('"pipeline_config"') || /"CHUNKING"\s*:\s*\{\s*"status"/.test(head),
  parse: (text, path) => {
    const telemetry = parseTelemetry(pipelineState, text, path)
    const root = parseJsonNode(text, path)
    const { value: stages } = root.get('stages').isAbsent ? root : root.get('stages')
    const failed = Object.entries(isObject(stages) ? stages : {}).filter(
      ([, stage]) => isObject(stage) && stage['status'] === 'failed',
    )
    const facts = ['model_path', 'expected_length', 'config_hash'].flatMap((name) => {
      const { value } = root.get('pipeline_config').get(name)
      const isKnown = typeof value === 'string' || typeof value === 'number'
      return isKnown ? [[name, String(value).slice(0, 200)] as const] : []
    })
    const invalid = failed.map(([name]) => `stage ${name} failed`)
    return { ...buildToolReading('pipeline state', telemetry, { invalid }), context: Object.fromEntries(facts) }
  },
})

function listStages(text: string): [string, StageState][] {
  try {
    const state = parseJsonText(text)
    const stages = isObject(state) && isObject(state['stages']) ? state['stages'] : state
    return Object.entries(isObject(stages) ? stages : {}).filter((entry): entry is [string, StageState] => {
      return isObject(entry[1]) && statuses.includes(entry[1]['status'])
    })
  } catch {
    return []
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readStages(states: readonly [string, StageState][]): PipelineTelemetry {
  const times = new StageTimes()
  for (const [key, state] of states) {
    const stage = virnucproStages.get(key) ?? key
    if (state.status !== 'not_started' && times.open(stage)) readStage(stage, state, times)
  }
  for (const [index, [key, state]] of states.entries()) {
    const [before, { completed_at: ended = null } = {}] = states[index - 1] ?? []
    const pauseSeconds = (parseTime(state.started_at) - parseTime(ended)) / 1000
    if (pauseSeconds > longestGapSeconds)
      times.note(`${Math.round(pauseSeconds)} s passed between ${before} and ${key}; the run may have been resumed`)
  }
  return { stages: times.stages, isResumed: false, problems: times.problems }
}

function readStage(stage: string, state: StageState, times: StageTimes): void {
  if (state.status === 'failed') return times.note(`stage "${stage}" failed`)
  if (state.status === 'in_progress') return times.note(`stage "${stage}" started and did not end`)
  const seconds = state.duration_seconds
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0)
    return times.note(`stage "${stage}" is completed, but its duration_seconds is not a number of seconds`)
  const [startedMs, endedMs] = [parseTime(state.started_at), parseTime(state.completed_at)]
  if (startedMs > 0 && endedMs >= startedMs) times.extendWindow(stage, startedMs, endedMs)
  return times.add(stage, seconds)
}

/** Returns milliseconds since the epoch; NaN when there is no time. The file contains UTC without a zone. */
function parseTime(value: unknown): number {
  return typeof value === 'string' && value.length < 40 ? Date.parse(`${value}Z`) : Number.NaN
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
