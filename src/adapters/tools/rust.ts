import { UserError } from '../../domain/core/errors.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { splitBoundedLines } from '../bounded-lines.ts'
import { type JsonNode, parseJsonNode } from '../json-node.ts'
import { createTextReader, type OutputReader, parseEach } from '../output-reader.ts'
import {
  collectReadings,
  createAggregateReading,
  createFailedReading,
  createSampledReading,
  createSkippedReading,
  readAggregate,
  type Reading,
  type ReadingKey,
  readSamples,
  rejectZeroTime,
  time,
  toAxes,
  toBaseUnit,
} from '../readings.ts'

/** One file of criterion. `slot` is `new`, `base`, `change` or the name of a saved baseline. */
type CriterionFile = { readonly root: JsonNode; readonly benchmark: string; readonly slot: string }

const statistics = 'tukey.json'

/**
 * criterion, the JSON files of `target/criterion/**\/new`: `sample.json` has each sample, `estimates.json` the median,
 * `benchmark.json` the name. Times are in ns; a measurement other than wall time leaves no trace in the files, so it
 * must not be read by this reader. The throughput is a size divided by the time, so it is not a separate figure.
 */
export const criterion: OutputReader = {
  wants: 'the JSON files in the folders "new" below target/criterion',
  takes: 'files of one run',
  canRead: (head) =>
    /^\s*\{\s*"(?:group_id"\s*:|sampling_mode"\s*:|iters"\s*:\s*\[|[Mm]ean"\s*:\s*\{\s*"confidence_interval")/.test(
      head,
    ),
  isSidecar: (path) => path.split('/').at(-1) === statistics,
  read: async (files) => {
    const own = files.filter(({ path }) => !criterion.isSidecar?.(path))
    const parsed = await parseEach(own, locateFile)
    if (parsed.length === 0) throw new UserError(`only ${statistics} of criterion`, `Pass ${criterion.wants}`)
    const { benchmarks, problems } = collectReadings(
      [...Map.groupBy(parsed, ({ benchmark }) => benchmark).values()].flatMap(readSlots),
    )
    return { ...emptyReading, tool: 'criterion', benchmarks, problems }
  },
}

function locateFile(text: string, path: string): CriterionFile {
  const folders = path.split('/').slice(0, -1)
  return {
    root: parseJsonNode(text, path),
    benchmark: folders.slice(0, -1).join('/'),
    slot: folders.at(-1) ?? '',
  }
}

/** Reads the slot `new` of a benchmark, or a saved baseline where that is the only slot. */
function readSlots(files: readonly CriterionFile[]): Reading[] {
  const slots = Map.groupBy(files, ({ slot }) => slot)
  const hasNew = slots.has('new')
  return [...slots].flatMap(([slot, group]) => {
    const key = readCriterionKey(group)
    if (slot === 'change') return createSkippedReading(key, 'relative changes are not a measurement')
    if (hasNew && slot !== 'new') return createSkippedReading(key, `an earlier measurement (${slot}) is not read`)
    return readCriterion(key, group)
  })
}

/** Reads the name. Without `benchmark.json` only the folder shows it, in which criterion replaces some characters. */
function readCriterionKey(group: readonly CriterionFile[]): ReadingKey {
  const named = group.find(({ root }) => !root.get('group_id').isAbsent)?.root
  if (named) {
    const parts = ['group_id', 'function_id', 'value_str'].map((field) => named.get(field).readOptionalText())
    const full = named.get('full_id').readOptionalText() ?? parts.filter((part) => part !== null).join('/')
    const parameter = named.get('value_str')
    const end = `/${String(parameter.value)}`
    if (parameter.isAbsent || !full.endsWith(end)) return { name: full }
    return { name: full.slice(0, -end.length), axes: toAxes([['parameter', parameter]]) }
  }
  const [first] = group
  const folder = first?.benchmark.replace(/^(?:.*\/)?criterion\//, '') ?? ''
  if (folder !== '') return { name: folder }
  throw new UserError(`${first?.root.file} does not name its benchmark`, 'Also pass the benchmark.json next to it')
}

function readCriterion(key: ReadingKey, group: readonly CriterionFile[]): Reading {
  const find = (field: string): JsonNode | undefined => group.find(({ root }) => !root.get(field).isAbsent)?.root
  const sample = find('iters')
  if (sample) return readCriterionSample(key, sample)
  const estimates = find('median') ?? find('Median')
  if (!estimates) return createFailedReading(key, 'criterion left neither sample.json nor estimates.json')
  const readPoint = (...names: string[]): JsonNode =>
    (names.map((name) => estimates.get(name)).find((node) => !node.isAbsent) ?? estimates).get('point_estimate')
  return readAggregate(key, time, readPoint('median', 'Median'), {
    factor: 1e-9,
    spread: { standardDeviation: readPoint('std_dev', 'StdDev') },
    notes: ['the median of criterion; pass sample.json to keep each sample'],
  })
}

/** Each of `times` is the duration in ns of that many `iters`. */
function readCriterionSample(key: ReadingKey, sample: JsonNode): Reading {
  const [iterations, durations] = [sample.get('iters').readItems(), sample.get('times').readItems()]
  if (iterations.length !== durations.length)
    throw sample.get('times').createError(`${iterations.length} values, one for each of iters`)
  const values = durations.map((duration, index) => {
    const count = iterations[index]?.readOptionalAmount() ?? 0
    return duration.replaceValue(typeof duration.value === 'number' ? duration.value / count : duration.value)
  })
  return readSamples(key, time, values, { factor: 1e-9 })
}

const bytesPerSecond = { name: 'bytes_per_second', unit: 'B/s', betterWhen: 'higher' } as const
const libtestFigure = /bench:\s+([\d,.]+) (\S+) \(\+\/- ([\d,.]+)\)(?: = ([\d,.]+) MB\/s)?$/
const criterionFigure = /^(.*?)\s+time:\s+\[([\d.]+ \S+) ([\d.]+) (\S+) ([\d.]+ \S+)\]$/

/** State while the lines of `cargo bench` are read. */
type CargoLog = {
  readonly readings: Reading[]
  /** The last line that may be the name of the next criterion figure, without indentation. */
  title: string
  /** Name of a `test` line without an outcome yet. */
  open: string | null
  /** Benchmarks that criterion announced on standard error. */
  readonly started: Set<string>
  readonly finished: Set<string>
  /** The executable, from the line `Running` on standard error. */
  target: string
  /** Figures since `running N tests`; null outside such a section. */
  measured: number | null
}

/**
 * The text of `cargo bench`: lines of libtest (also of `--output-format bencher`) and of criterion. libtest prints the
 * median; criterion an estimate with its confidence interval. Names begin with the executable where the text has the
 * lines `Running`, which cargo prints on standard error. Passed tests are not measurements; throughputs of criterion
 * are sizes divided by the same time.
 */
export const cargoBench = createTextReader({
  wants: 'the output of cargo bench',
  isLog: true,
  canRead: (head) =>
    /^test .* \.\.\. bench:\s+[\d,.]+ \S+ \(\+\/- /m.test(head) ||
    /^(?:\S.*)?\s+time:\s+\[[\d.]+ [pnµum]?s [\d.]+ [pnµum]?s [\d.]+ [pnµum]?s\]\s*$/m.test(head),
  parse: (text, path) => {
    const log = createCargoLog()
    for (const line of splitBoundedLines(text)) readCargoLine(line.trimEnd(), log)
    closeTest(log)
    if (log.measured !== null)
      throw new UserError(`${path} ends before a line "test result"`, 'Pass the complete output of cargo bench')
    const lost = [...log.started].filter((name) => !log.finished.has(name))
    const failed = lost.map((name) => createFailedReading({ name }, 'criterion started it and printed no time'))
    if (log.readings.length + failed.length === 0)
      throw new UserError(`${path} contains no benchmark`, 'Check the filter and the target of cargo bench')
    return { tool: 'cargo bench', ...collectReadings([...log.readings, ...failed]) }
  },
})

function createCargoLog(): CargoLog {
  return {
    readings: [],
    title: '',
    open: null,
    started: new Set(),
    finished: new Set(),
    target: '',
    measured: null,
  }
}

/** What a line of each form means. The first match counts. */
const lineRules: readonly (readonly [RegExp, (log: CargoLog, found: RegExpExecArray) => void])[] = [
  [
    /^\s*Running (?:.*[/\\(])?deps[/\\](.+?)-[\da-f]{16}(?:\.exe)?\)?$/,
    (log, [, target = '']) => void (log.target = target),
  ],
  [
    /^Benchmarking (.+): (?:Warming up|Collecting|Analyzing)/,
    (log, [, name = '']) => void log.started.add(formatTitle(log, name)),
  ],
  [/^running \d+ tests?$/, (log) => void (log.measured = 0)],
  [/^test result: (\S+?)\. .*?(\d+) failed;.*?(\d+) measured/, endSection],
  [
    /^(?:thread '.*' .*panicked at|error: (?:bench failed|test failed|could not compile|aborting due to|process didn't exit|\d+ targets? failed))/,
    (log, { input }) => void log.readings.push(createFailedReading({ name: log.target || 'cargo bench' }, input)),
  ],
  [/^test (.+?) +\.\.\. ?(.*)$/, startTest],
  [criterionFigure, readCriterionFigure],
  [/^Benchmarking /, () => undefined],
  [/^\S/, (log, { input }) => readOutcome(log, input)],
]

function readCargoLine(line: string, log: CargoLog): void {
  for (const [form, read] of lineRules) {
    const found = form.exec(line)
    if (found) return read(log, found)
  }
}

function startTest(log: CargoLog, [, name = '', rest = '']: RegExpExecArray): void {
  closeTest(log)
  log.open = formatTitle(log, name)
  readOutcome(log, rest)
}

/** Reads what follows a name, on its line or after lines that the benchmark printed. */
function readOutcome(log: CargoLog, text: string): void {
  log.title = text
  if (log.open === null) return
  const key = { name: log.open }
  const [outcome] = /^(?:ok|ignored|FAILED|failed)(?=$|,| )/.exec(text) ?? []
  const figure = libtestFigure.exec(text)
  if (!figure && outcome === undefined) return
  log.open = null
  if (outcome === 'ignored') log.readings.push(createSkippedReading(key, text))
  else if (outcome?.toLowerCase() === 'failed') log.readings.push(createFailedReading(key, 'the benchmark failed'))
  else if (figure) readLibtestFigure(log, key, figure)
}

function readLibtestFigure(
  log: CargoLog,
  key: ReadingKey,
  [, value = '', unit = '', deviation = '', rate]: RegExpExecArray,
): void {
  if (log.measured !== null) log.measured += 1
  const printed = { value: parseFigure(value), unit, text: `± ${deviation} ${unit}` }
  log.readings.push(createTimeReading(key, printed, 'the median of libtest'))
  if (rate !== undefined) log.readings.push(createSampledReading(key, bytesPerSecond, [parseFigure(rate) * 1e6]))
}

function readCriterionFigure(log: CargoLog, figure: RegExpExecArray): void {
  const [, title = '', low, value = '', unit = '', high] = figure
  const name = formatTitle(log, title.trim() || log.title)
  log.finished.add(name)
  log.title = ''
  const printed = { value: Number(value), unit, text: `${low} to ${high}` }
  log.readings.push(createTimeReading({ name }, printed, 'the estimate of criterion; its JSON files have each sample'))
}

type PrintedTime = { readonly value: number; readonly unit: string; readonly text: string }

function createTimeReading(key: ReadingKey, { value, unit: printed, text }: PrintedTime, note: string): Reading {
  const { unit, factor } = toBaseUnit(printed.replace(/\/iter$/, ''))
  if (key.name === '') return createFailedReading({ name: 'cargo bench' }, `a time of ${value} ${printed} has no name`)
  if (unit !== 's') return createSkippedReading(key, `a value in ${printed} is not judged: its direction is unknown`)
  if (!Number.isFinite(value)) return createFailedReading(key, `${value} ${printed} is not a time`)
  return rejectZeroTime(createAggregateReading(key, time, value * factor, { spread: { text }, notes: [note] }))
}

function formatTitle({ target }: CargoLog, title: string): string {
  return target === '' || title === '' ? title : `${target}::${title}`
}

function parseFigure(text: string): number {
  return Number(text.replaceAll(',', ''))
}

function closeTest(log: CargoLog): void {
  if (log.open !== null) log.readings.push(createFailedReading({ name: log.open }, 'has a name and no result'))
  log.open = null
}

/** Compares the figures of a section with the number that libtest counted. */
function endSection(log: CargoLog, [line, result, failed, counted]: RegExpExecArray): void {
  closeTest(log)
  const isWhole = result === 'ok' && failed === '0' && Number(counted) <= (log.measured ?? 0)
  const problem = `"${line}", after ${log.measured ?? 0} figures`
  if (!isWhole) log.readings.push(createFailedReading({ name: log.target || 'cargo bench' }, problem))
  log.measured = null
}
