import type { z } from 'zod'
import { UserError } from '../../domain/core/errors.ts'
import type { Metric } from '../../domain/core/metric.ts'
import { splitBoundedLines } from '../bounded-lines.ts'
import * as field from '../fields.ts'
import { createRunReader, createTextReader, parseEach } from '../reader.ts'
import { type ReadingKey, type Row, time, toAxes, toBaseUnit } from '../readings.ts'

const estimate = field.group({ point_estimate: field.figure }).nullish()
const criterionFile = field
  .group({
    ...field.repeat(field.maybeText, 'group_id', 'function_id', 'full_id'),
    value_str: field.anything,
    iters: field.list(field.maybeAmount).nullish(),
    times: field.list(field.figure).nullish(),
    median: estimate,
  })
  .transform((file, context) => {
    const { iters, times } = file
    if (!iters) return { ...file, times: null }
    if (iters.length !== times?.length) {
      const expected = times ? `${iters.length} values, one for each of iters` : 'a list'
      field.refuse(context, times ?? undefined, expected, { path: ['times'] })
    }
    // Each of `times` is the duration in ns of that many `iters`.
    const toSample = (one: field.Figure, index: number) =>
      typeof one === 'number' ? field.figure.parse(one / (iters[index] ?? 0)) : one
    return { ...file, times: times?.map(toSample) ?? null }
  })

/** One file of criterion. `slot` is `new`, `base`, `change` or the name of a saved baseline. */
type CriterionFile = {
  readonly path: string
  readonly data: z.output<typeof criterionFile>
  readonly benchmark: string
  readonly slot: string
}

const statistics = 'tukey.json'
const isStatistics = (path: string) => path.split('/').at(-1) === statistics
const wants = 'the JSON files in the folders "new" below target/criterion'

/**
 * criterion, the JSON files of `target/criterion/**\/new`: `sample.json` has each sample, `estimates.json` the median,
 * `benchmark.json` the name. Times are in ns; a measurement other than wall time leaves no trace in the files, so it
 * must not be read by this reader. The throughput is a size divided by the time, so it is not a separate figure.
 */
export const criterion = createRunReader({
  wants,
  detect: (head) =>
    /^\s*\{\s*"(?:group_id"\s*:|sampling_mode"\s*:|iters"\s*:\s*\[|mean"\s*:\s*\{\s*"confidence_interval")/.test(head),
  isSidecar: isStatistics,
  toReadings: async (files) => {
    const own = files.filter(({ path }) => !isStatistics(path))
    const parsed = await parseEach(own, (text, path): CriterionFile => {
      const [slot = '', ...folders] = path.split('/').toReversed().slice(1)
      const data = field.read(criterionFile, field.parseJson(text, path), path)
      return { path, data, benchmark: folders.toReversed().join('/'), slot }
    })
    if (parsed.length === 0) throw new UserError(`only ${statistics} of criterion`, `Pass ${wants}`)
    const rows = [...Map.groupBy(parsed, ({ benchmark }) => benchmark).values()].flatMap(readSlots)
    return { tool: 'criterion', rows }
  },
})

/** Reads the slot `new` of a benchmark, or a saved baseline where that is the only slot. */
function readSlots(files: readonly CriterionFile[]): Row[] {
  const slots = Map.groupBy(files, ({ slot }) => slot)
  return [...slots].map(([slot, group]) => {
    const key = readCriterionKey(group)
    if (slot === 'change') return { ...key, skipped: 'relative changes are not a measurement' }
    if (slots.has('new') && slot !== 'new') return { ...key, skipped: `an earlier measurement (${slot}) is not read` }
    return { ...key, ...readCriterion(group) }
  })
}

/** Reads the name. Without `benchmark.json` only the folder shows it, in which criterion replaces some characters. */
function readCriterionKey(group: readonly CriterionFile[]): ReadingKey {
  const named = group.find(({ data }) => data.group_id !== null)?.data
  if (named) {
    const parts = [named.group_id, named.function_id, field.toLine(named.value_str)]
    const full = named.full_id ?? parts.filter((part) => part !== null).join('/')
    const end = `/${String(named.value_str)}`
    if (!field.has(named, 'value_str') || !full.endsWith(end)) return { name: full }
    return { name: full.slice(0, -end.length), axes: toAxes([['parameter', named.value_str]]) }
  }
  const [first] = group
  const folder = first?.benchmark.replace(/^(?:.*\/)?criterion\//, '') ?? ''
  if (folder !== '') return { name: folder }
  throw new UserError(`${first?.path} does not name its benchmark`, 'Also pass the benchmark.json next to it')
}

function readCriterion(group: readonly CriterionFile[]) {
  const all = group.map(({ data }) => data)
  const samples = all.find(({ times }) => times)?.times
  if (samples) return { metric: time, factor: 1e-9, samples }
  const value = all.find(({ median }) => median)?.median?.point_estimate
  if (value === undefined) return { failed: 'criterion left neither sample.json nor estimates.json' }
  return { metric: time, factor: 1e-9, value }
}

const bytesPerSecond: Metric = { name: 'bytes_per_second', unit: 'B/s', betterWhen: 'higher' }
const libtestFigure = /bench:\s+([\d,.]+) (\S+) \(\+\/- [\d,.]+\)(?: = ([\d,.]+) MB\/s)?$/
/** A program without a line feed at its end continues the line. */
const criterionFigure = /^(.*?)\s+time:\s+\[[\d.]+ \S+ ([\d.]+) (\S+) [\d.]+ \S+?\]/

/** State while the lines of `cargo bench` are read. */
type CargoLog = {
  readonly rows: Row[]
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
  detect: (head) =>
    /^test .* \.\.\. bench:\s+[\d,.]+ \S+ \(\+\/- /m.test(head) ||
    /^(?:\S.*)?\s+time:\s+\[[\d.]+ [pnµum]?s [\d.]+ [pnµum]?s [\d.]+ [pnµum]?s\]\s*$/m.test(head),
  toReadings: (text, path) => {
    const sets = { started: new Set<string>(), finished: new Set<string>() }
    const log: CargoLog = { rows: [], title: '', open: null, target: '', measured: null, ...sets }
    for (const line of splitBoundedLines(text)) {
      const [form, read] = lineRules.find(([one]) => one.test(line.trimEnd())) ?? []
      const found = form?.exec(line.trimEnd())
      if (found) read?.(log, found)
    }
    closeTest(log)
    if (log.measured !== null)
      throw new UserError(`${path} ends before a line "test result"`, 'Pass the complete output of cargo bench')
    const lost = [...log.started].filter((name) => !log.finished.has(name))
    const rows = [...log.rows, ...lost.map((name) => ({ name, failed: 'criterion started it and printed no time' }))]
    if (rows.length === 0)
      throw new UserError(`${path} contains no benchmark`, 'Check the filter and the target of cargo bench')
    return { tool: 'cargo bench', rows }
  },
})

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
    (log, { input }) => void log.rows.push({ name: log.target || 'cargo bench', failed: input }),
  ],
  [
    /^test (.+?) +\.\.\. ?(.*)$/,
    (log, [, name = '', rest = '']) => {
      closeTest(log)
      log.open = formatTitle(log, name)
      readOutcome(log, rest)
    },
  ],
  [criterionFigure, readCriterionFigure],
  [
    /^(?!\s+(?:change|thrpt):)(.*?)\s+time:\s+\[[^\]%]*$/,
    (log, [, title = '']) => {
      const name = formatTitle(log, title.trim() || log.title) || 'cargo bench'
      log.rows.push({ name, failed: 'its time is cut off' })
    },
  ],
  [/^(?:Benchmarking |Found \d+ outliers )/, (log) => void (log.title = '')],
  [/^\S/, (log, { input }) => readOutcome(log, input)],
]

/** Reads what follows a name, on its line or after lines that the benchmark printed. */
function readOutcome(log: CargoLog, text: string): void {
  log.title = text
  if (log.open === null) return
  const name = log.open
  const [outcome] = /^(?:ok|ignored|FAILED|failed)(?=$|,| )/.exec(text) ?? []
  const figure = libtestFigure.exec(text)
  if (!figure && outcome === undefined) return
  log.open = null
  if (outcome === 'ignored') log.rows.push({ name, skipped: text })
  else if (outcome?.toLowerCase() === 'failed') log.rows.push({ name, failed: 'the benchmark failed' })
  else if (figure) readLibtestFigure(log, name, figure)
}

function readLibtestFigure(log: CargoLog, name: string, [, value = '', unit = '', rate]: RegExpExecArray): void {
  if (log.measured !== null) log.measured += 1
  log.rows.push(createTimeRow(name, value, unit))
  if (rate !== undefined) log.rows.push({ name, metric: bytesPerSecond, samples: [parseFigure(rate) * 1e6] })
}

function readCriterionFigure(log: CargoLog, [, title = '', value = '', unit = '']: RegExpExecArray): void {
  const name = formatTitle(log, title.trim() || log.title)
  log.finished.add(name)
  log.title = ''
  log.rows.push(createTimeRow(name, value, unit))
}

function createTimeRow(name: string, given: string, printed: string): Row {
  const { unit, factor } = toBaseUnit(printed)
  if (name === '') return { name: 'cargo bench', failed: `a time of ${given} ${printed} has no name` }
  if (unit !== 's') return { name, skipped: `a value in ${printed} is not judged: its direction is unknown` }
  const value = parseFigure(given)
  if (!Number.isFinite(value)) return { name, failed: `${given} ${printed} is not a time` }
  return { name, metric: time, value, factor }
}

function formatTitle({ target }: CargoLog, title: string): string {
  return target === '' || title === '' ? title : `${target}::${title}`
}

/** A number with groups of three digits; NaN for any other text. */
function parseFigure(text: string): number {
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

function closeTest(log: CargoLog): void {
  if (log.open !== null) log.rows.push({ name: log.open, failed: 'has a name and no result' })
  log.open = null
}

/** Compares the figures of a section with the number that libtest counted. */
function endSection(log: CargoLog, [line, result, failed, counted]: RegExpExecArray): void {
  closeTest(log)
  const isWhole = result === 'ok' && failed === '0' && Number(counted) <= (log.measured ?? 0)
  const problem = `"${line}", after ${log.measured ?? 0} figures`
  if (!isWhole) log.rows.push({ name: log.target || 'cargo bench', failed: problem })
  log.measured = null
}
