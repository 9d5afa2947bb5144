import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { splitBoundedLines } from '../bounded-lines.ts'
import { createStageAccumulator } from '../pipeline/stage-accumulator.ts'
import type { PipelineTelemetry, TelemetryAdapter } from '../pipeline/telemetry-adapter.ts'
import { createSampledReading } from '../readings.ts'

const maxLogLines = 100_000
const name = /^([a-z]\w{0,60})_(runtime|samples_per_second|steps_per_second)$/i
/** `'train_runtime': 12.3` in a log; `'train_runtime': '12.3'` since version 5. */
const logged = /'(\w{1,80})': '?(\d[\d.e+-]{0,24})'?(?=[,}])/g

type Figures = { readonly runtimes: Map<string, number[]>; readonly rates: Map<string, number[]> }

/**
 * What the Hugging Face `Trainer` logs about its speed, from standard output or from its `all_results.json`: run times
 * of `train`, `eval` and `test` as stages, the sum where a stage ran several times, and samples and steps per second as
 * figures. The time of `train` includes evaluations during training.
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

/** Entries of a JSON file such as `all_results.json`; null when the text is no JSON object. */
function readJsonEntries(text: string): [key: string, value: unknown][] | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const root: unknown = JSON.parse(text)
    return typeof root === 'object' && root !== null ? Object.entries(root) : null
  } catch {
    return null
  }
}

function* readLogEntries(text: string): Generator<[key: string, value: unknown]> {
  let lines = 0
  for (const line of splitBoundedLines(text)) {
    if (!/_(?:runtime|per_second)': /.test(line)) continue
    lines += 1
    if (lines > maxLogLines) return
    for (const [, key = '', value] of line.matchAll(logged)) yield [key, Number(value)]
  }
}

function addFigure({ runtimes, rates }: Figures, key: string, value: unknown): void {
  const [, stage, kind] = name.exec(key) ?? []
  if (stage === undefined || typeof value !== 'number' || !Number.isFinite(value) || value < 0) return
  const [group, place] = kind === 'runtime' ? [runtimes, stage] : [rates, `${stage} ${kind}`]
  const values = group.get(place)
  if (values) values.push(value)
  else group.set(place, [value])
}

function buildTelemetry(runtimes: Figures['runtimes'], rates: Figures['rates']): PipelineTelemetry {
  const accumulator = createStageAccumulator()
  for (const [stage, seconds] of runtimes) {
    if (!accumulator.open(stage)) continue
    for (const one of seconds) accumulator.add(stage, one)
  }
  const benchmarks = [...rates].slice(0, 100).map(([key, values]) => buildRate(key, values))
  return { stages: accumulator.listStages(), isResumed: false, problems: accumulator.listProblems(), benchmarks }
}

function buildRate(key: string, values: readonly number[]): BenchmarkReading {
  const [stage = '', kind = ''] = key.split(' ')
  const unit = kind === 'steps_per_second' ? 'steps/s' : 'samples/s'
  return createSampledReading({ name: stage }, { name: kind, unit, betterWhen: 'higher' }, values)
}
