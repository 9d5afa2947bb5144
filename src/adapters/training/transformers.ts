import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { splitBoundedLines } from '../bounded-lines.ts'
import { parseJsonText } from '../json-node.ts'
import { createStageAccumulator } from '../pipeline/stage-accumulator.ts'
import type { PipelineTelemetry, TelemetryAdapter } from '../pipeline/telemetry-adapter.ts'
import { createSampledReading } from '../readings.ts'

const maxLogLines = 100_000
const name = /^([a-z]\w{0,60})_(runtime|samples_per_second|steps_per_second)$/i
/** `'train_runtime': 12.3` in a log; `'train_runtime': '12.3'` since version 5. */
const logged = /'(\w{1,80})': '?([^\s',{}]{0,40})'?([,}]?)/g

type Figures = { readonly runtimes: Map<string, number[]>; readonly rates: Map<string, number[]> }

/**
 * What the Hugging Face `Trainer` logs about its speed, from standard output, its `all_results.json` or its
 * `trainer_state.json`: run times of `train`, `eval` and `test` as stages, the sum where a stage ran several times, and
 * samples and steps per second as figures. The time of `train` includes evaluations during training.
 */
export const transformers: TelemetryAdapter = {
  source: 'streams',
  parse: (text) => {
    const { runtimes, rates } = readFigures(text)
    return runtimes.size > 0 ? buildTelemetry(runtimes, rates) : null
  },
}

function readFigures(text: string): Figures {
  const found: Figures = { runtimes: new Map(), rates: new Map() }
  for (const [key, value] of readJsonEntries(text) ?? readLogEntries(text)) addFigure(found, key, value)
  return found
}

/** Entries of a JSON file, or of what the state of the `Trainer` has logged; null when the text is no JSON object. */
function readJsonEntries(text: string): [key: string, value: unknown][] | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const root = parseJsonText(text)
    if (typeof root !== 'object' || root === null) return null
    const logs: unknown = 'log_history' in root ? root.log_history : null
    return (Array.isArray(logs) ? logs : [root]).flatMap((part: unknown) => Object.entries(part ?? {}))
  } catch {
    return null
  }
}

function* readLogEntries(text: string): Generator<[key: string, value: unknown]> {
  let lines = 0
  for (const line of splitBoundedLines(text)) {
    if (!line.includes('{') || !/_(?:runtime|per_second)':/.test(line)) continue
    lines += 1
    if (lines > maxLogLines) return
    // A value without an end was cut off.
    for (const [, key = '', value, end] of line.matchAll(logged))
      yield [key, value === '' || end === '' ? Number.NaN : Number(value)]
  }
}

/** A rate that is no number is left out; a run time that is none is kept as NaN, because the sum is not known. */
function addFigure({ runtimes, rates }: Figures, key: string, value: unknown): void {
  const [, stage, kind] = name.exec(key) ?? []
  const isUsable = typeof value === 'number' && Number.isFinite(value) && value >= 0
  if (stage === undefined || (!isUsable && kind !== 'runtime')) return
  const [group, place] = kind === 'runtime' ? [runtimes, stage] : [rates, `${stage} ${kind}`]
  const values = group.get(place) ?? []
  values.push(isUsable ? value : Number.NaN)
  group.set(place, values)
}

function buildTelemetry(runtimes: Figures['runtimes'], rates: Figures['rates']): PipelineTelemetry {
  const accumulator = createStageAccumulator()
  for (const [stage, seconds] of runtimes) {
    if (!accumulator.open(stage)) continue
    if (seconds.some(Number.isNaN)) accumulator.note(`${stage}_runtime is not a number of seconds`)
    else for (const one of seconds) accumulator.add(stage, one)
  }
  const benchmarks = [...rates].map(([key, values]) => buildRate(key, values))
  return { stages: accumulator.listStages(), isResumed: false, problems: accumulator.listProblems(), benchmarks }
}

function buildRate(key: string, values: readonly number[]): BenchmarkReading {
  const [stage = '', kind = ''] = key.split(' ')
  const unit = kind === 'steps_per_second' ? 'steps/s' : 'samples/s'
  return createSampledReading({ name: stage }, { name: kind, unit, betterWhen: 'higher' }, values)
}
