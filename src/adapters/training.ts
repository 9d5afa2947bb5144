import { attempt } from '../domain/core/errors.ts'
import { splitBoundedLines } from './bounded-lines.ts'
import { isMap, parseJsonText } from './fields.ts'
import { createStageReader, StageTimes, type TelemetryAdapter } from './pipeline/stages.ts'
import { buildReadings, type Row } from './readings.ts'

/** Shorter actions, such as most callback hooks, are no stages. */
const leastShare = 0.01
/** `FIT Profiler Report`, and reports of other entry points. */
const title = /^[A-Z]{1,20} ?Profiler Report$/i
const actionLine =
  /^\|\s{1,4}(\S.{0,400}?)\s{0,400}\|\s{1,4}(\S{1,20})\s{1,40}\|\s{1,4}(\d{1,15})\s{1,40}\|\s{1,4}(\d\S{0,20})\s{1,40}\|\s{1,4}(\d[\d.e-]{0,20})(?: %)?\s{1,40}\|$/

type ActionRow = { readonly action: string; readonly seconds: number }

/**
 * The report of Lightning's simple profiler (`Trainer(profiler="simple")`), from the log or the file that it wrote:
 * total time of each action with at least 1 % of the run. Actions nest, so their times overlap. A later report of one
 * process includes earlier ones.
 */
export const lightning: TelemetryAdapter = {
  source: 'streams',
  parse: (text) => {
    const { rows, isCut } = readLastReport(text)
    const total = rows?.find(({ action }) => action === 'Total')?.seconds
    if (!rows || total === undefined) return null
    const times = new StageTimes()
    if (isCut) times.note('the report is cut off, so actions can be missing')
    for (const { action, seconds } of rows) {
      if (action === 'Total' || seconds < leastShare * total) continue
      if (times.has(action)) times.note(`action ${JSON.stringify(action.slice(0, 80))} appears twice`)
      else if (times.open(action)) times.add(action, seconds)
    }
    return { stages: times.stages, isResumed: false, problems: times.problems }
  },
}

/** Rows of the last report, null without any, and whether it ends before the line below its table. */
function readLastReport(text: string): { readonly rows: ActionRow[] | null; readonly isCut: boolean } {
  let [rows, isCut]: [ActionRow[] | null, boolean] = [null, false]
  for (const line of splitBoundedLines(text)) {
    if (title.test(line.trim())) [rows, isCut] = [[], true]
    if (/^-{9,}\s*$/.test(line)) isCut = false
    const [, action, , , total] = actionLine.exec(line.trimEnd()) ?? []
    if (action === undefined) continue
    isCut = true
    if (Number.isFinite(Number(total))) rows?.push({ action, seconds: Number(total) })
  }
  return { rows, isCut }
}

const figureKey = /^([a-z]\w{0,60})_(runtime|samples_per_second|steps_per_second)$/i
/** `'train_runtime': 12.3` in a log; `'train_runtime': '12.3'` since version 5. */
const loggedPair = /'(\w{1,80})': '?([^\s',{}]{0,40})'?([,}]?)/g

type Figures = { readonly runtimes: Map<string, number[]>; readonly rates: Map<string, number[]> }

/**
 * What the Hugging Face `Trainer` logs about its speed, from standard output, its `all_results.json` or its
 * `trainer_state.json`: run times of `train`, `eval` and `test` as stages, the sum where a stage ran several times, and
 * samples and steps per second as figures. The time of `train` includes evaluations during training.
 */
export const transformers: TelemetryAdapter = {
  source: 'streams',
  parse: (text) => {
    const found: Figures = { runtimes: new Map(), rates: new Map() }
    for (const [key, value] of readJsonEntries(text) ?? readLogEntries(text)) addFigure(found, key, value)
    if (found.runtimes.size === 0) return null
    const times = new StageTimes()
    for (const [stage, seconds] of found.runtimes) {
      if (!times.open(stage)) continue
      if (seconds.some(Number.isNaN)) times.note(`${stage}_runtime is not a number of seconds`)
      else for (const one of seconds) times.add(stage, one)
    }
    const rows = [...found.rates].map(([key, samples]): Row => {
      const [stage = '', kind = ''] = key.split(' ')
      const unit = kind === 'steps_per_second' ? 'steps/s' : 'samples/s'
      if (samples.some(Number.isNaN)) return { name: stage, skipped: `a value of ${kind} is not a number` }
      return { name: stage, metric: { name: kind, unit, betterWhen: 'higher' }, samples }
    })
    const { benchmarks, problems } = buildReadings(rows)
    return {
      stages: times.stages,
      isResumed: false,
      problems: [...times.problems, ...problems],
      benchmarks,
    }
  },
}

/** Entries of a JSON file, or of what the state of the `Trainer` has logged; null when the text is no JSON object. */
function readJsonEntries(text: string): [key: string, value: unknown][] | null {
  const root = text.trimStart().startsWith('{') ? attempt(() => parseJsonText(text)) : null
  if (!isMap(root)) return null
  const { log_history: logs } = root
  return (Array.isArray(logs) ? logs : [root]).flatMap((part: unknown) => Object.entries(part ?? {}))
}

function* readLogEntries(text: string): Generator<[key: string, value: unknown]> {
  for (const line of splitBoundedLines(text)) {
    if (!line.includes('{') || !/_(?:runtime|per_second)':/.test(line)) continue
    // A value without an end was cut off.
    for (const [, key = '', value, end] of line.matchAll(loggedPair))
      yield [key, value === '' || end === '' ? Number.NaN : Number(value)]
  }
}

/** Adds a figure; NaN for what is no number, because the others would hide it. */
function addFigure({ runtimes, rates }: Figures, key: string, value: unknown): void {
  const [, stage, kind] = figureKey.exec(key) ?? []
  const isUsable = typeof value === 'number' && Number.isFinite(value) && value >= 0
  if (stage === undefined) return
  const [group, place] = kind === 'runtime' ? [runtimes, stage] : [rates, `${stage} ${kind}`]
  const values = group.get(place) ?? []
  values.push(isUsable ? value : Number.NaN)
  group.set(place, values)
}

/** Reads the same report from the output of a benchmark command. */
export const lightningReader = createStageReader({
  tool: 'Lightning',
  adapter: lightning,
  isLog: true,
  wants: "the log with the report of Lightning's simple profiler, or the file that it wrote",
  detect: (head) => /^[A-Z]{1,20} ?Profiler Report\s*$/im.test(head),
})

/** Reads the same log or JSON from the output of a benchmark command. */
export const transformersReader = createStageReader({
  tool: 'Transformers',
  adapter: transformers,
  isLog: true,
  wants: 'the log of the Trainer, or its all_results.json',
  detect: (head) => /["'](?:train|eval|test)_runtime["']: /.test(head),
})
