import { z } from 'zod'
import { UserError } from '../../domain/core/errors.ts'
import { cpuTime, type Metric } from '../../domain/core/metric.ts'
import { splitLine } from '../../domain/tables/delimited-line.ts'
import * as field from '../fields.ts'
import { createTextReader } from '../reader.ts'
import { type Row, time, toBaseUnit } from '../readings.ts'

/** Times and built-in rate counters by their fields; the direction of other counters is unknown. */
const metrics = [
  ['real_time', time],
  ['cpu_time', cpuTime],
  ['bytes_per_second', { name: 'bytes_per_second', unit: 'B/s', betterWhen: 'higher' }],
  ['items_per_second', { name: 'items_per_second', unit: '1/s', betterWhen: 'higher' }],
] as const satisfies readonly (readonly [string, Metric])[]
const isRate = (name: string) => name.endsWith('_per_second')
/** Fields of a row that are not counters. */
const ownFields =
  /^(?:family_index|per_family_instance_index|repetitions|repetition_index|threads|iterations|real_time|cpu_time)$/

const rowFields = field.group({
  name: field.name,
  ...field.repeat(field.name.nullish(), 'run_name', 'aggregate_name'),
  ...field.repeat(field.anything, 'run_type', 'error_occurred', 'skipped', 'repetition_index'),
  ...field.repeat(field.maybeText, 'error_message', 'skip_message', 'time_unit'),
  repetitions: field.maybeAmount,
  ...field.repeat(field.maybeFigure, ...metrics.map(([name]) => name)),
})
/** A row of the file with its times in seconds and the names of its numbers. */
const tableRow = field.anything.transform((raw, context) => {
  const row = field.readInto(context, rowFields, raw, [])
  if (context.issues.length > 0) return z.NEVER
  const { unit, factor } = toBaseUnit(row.time_unit ?? '')
  const scale = (value: field.Figure | null) => {
    if (typeof value !== 'number') return value
    return unit === time.unit ? value * factor : new field.Faulty(`${value} ${row.time_unit ?? 'without time_unit'}`)
  }
  const numbers = Object.entries(raw ?? {}).flatMap(([name, value]) => (typeof value === 'number' ? [name] : []))
  return { ...row, real_time: scale(row.real_time), cpu_time: scale(row.cpu_time), numbers }
})
type Item = z.output<typeof tableRow>

/**
 * Google Benchmark, `--benchmark_out_format=json`, or `csv` of one run. Repetitions are samples. A file with aggregates
 * only (`--benchmark_report_aggregates_only`) gives its median.
 */
export const googleBenchmark = createTextReader({
  wants: 'the file of --benchmark_out with --benchmark_out_format=json or csv',
  detect: (head) =>
    (/"library_build_type"|"mhz_per_cpu"/.test(head) && head.includes('"context"')) || csvHeader.test(head),
  toReadings: (text, path) => {
    const { items, version, problems } = text.trimStart().startsWith('{') ? readJson(text, path) : readCsv(text, path)
    const lines = findAggregates(items).filter(({ aggregate }) => aggregate === null || !fits.includes(aggregate))
    const groups = Map.groupBy(lines, ({ name }) => name)
    const rows = [...groups].flatMap(([name, group]) => readGroup(name, group))
    return { tool: ['Google Benchmark', version], problems, rows }
  },
})

const jsonFile = field.group({
  context: field.group({
    library_version: field.maybeText,
    library_build_type: field.anything,
    cpu_scaling_enabled: field.anything,
  }),
  benchmarks: field.list(tableRow, 'The program ran no benchmark; check --benchmark_filter'),
})

/** Also lists warnings that the library otherwise prints only on the terminal. */
function readJson(text: string, path: string) {
  const { context, benchmarks } = field.read(jsonFile, field.parseJson(text, path), path)
  const warnings = [
    context.library_build_type === 'debug' &&
      'the benchmark library is a debug build, so times differ from a release build',
    context.cpu_scaling_enabled === true && 'CPU frequency scaling was enabled, so times have additional noise',
  ]
  return {
    items: benchmarks,
    version: context.library_version,
    problems: warnings.filter((warning) => warning !== false),
  }
}

const csvHeader = /^"?name"?,"?iterations"?,"?real_time"?,"?cpu_time"?,"?time_unit"?,/m
const textColumns = ['name', 'time_unit', 'label', 'error_message']

/** Reads CSV rows as the objects of the JSON format. Facts of the machine stand before the header. */
function readCsv(text: string, path: string) {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => csvHeader.test(line))
  if (start < 0) throw new UserError(`${path} has no header of Google Benchmark`, `Pass ${googleBenchmark.wants}`)
  const header = splitLine(lines[start] ?? '', ',') ?? []
  const items = lines.flatMap((line, index) => {
    if (index <= start || line === '' || line === lines[start]) return []
    const cells = splitLine(line, ',')
    // The row of an error, or of a benchmark that was skipped (`false`), ends with its message, before the counters.
    const hasMessage = (cells?.[header.indexOf('error_occurred')] ?? '') !== ''
    if (cells?.length === (hasMessage ? header.indexOf('error_message') + 1 : header.length))
      return field.read(tableRow, toRow(header, cells), path, `line ${index + 1}`)
    const found = cells === null ? 'has an open quote' : `has ${cells.length} fields instead of ${header.length}`
    const hint = 'The file is cut off, or the program prints into it; write it with --benchmark_out'
    throw new UserError(`${path}: line ${index + 1} ${found}`, hint)
  })
  if (items.length === 0)
    throw new UserError(`${path} has no row`, 'The program ran no benchmark; check --benchmark_filter')
  const problems = lines.slice(0, start).flatMap((line) => /^\*{3}WARNING\*{3} (.*)/.exec(line)?.[1] ?? [])
  return { items, version: null, problems }
}

function toRow(header: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const given = header.map((column, index) => [column, cells[index] ?? ''] as const).filter(([, cell]) => cell !== '')
  return Object.fromEntries(
    given.map(([column, cell]) => {
      if (column === 'error_occurred') return cell === 'true' ? [column, true] : ['skipped', true]
      if (column === 'error_message' && cells[header.indexOf('error_occurred')] === 'false')
        return ['skip_message', cell]
      // Numbers of C may be `inf` and `-nan`.
      const number = /^[+-]?(?:inf|nan)/i.test(cell) ? Number.NaN : Number.isNaN(Number(cell)) ? cell : Number(cell)
      return [column, textColumns.includes(column) ? cell : number]
    }),
  )
}

/** Rows of `Complexity()`: a curve through several benchmarks, not a measurement. */
const fits: readonly string[] = ['BigO', 'RMS']

/** `aggregate`: `median`, `BigO`, …; null for a run. */
type Line = { readonly item: Item; readonly name: string; readonly aggregate: string | null }

/** Finds the benchmark of each row. Before version 1.5 only the end of the name shows what is an aggregate. */
function findAggregates(items: readonly Item[]): Line[] {
  const all = new Set(items.map(({ name }) => name))
  return items.map((item) => {
    const { name, run_type: type, run_name: ofRun } = item
    if (!field.isAbsent(type)) {
      const aggregate = type === 'aggregate' ? (item.aggregate_name ?? '') : null
      return { item, name: ofRun ?? name, aggregate }
    }
    const [, stem = '', kind = ''] = /^(.*)_(mean|median|stddev|cv|BigO|RMS)$/.exec(name) ?? []
    const pair = fits.includes(kind) ? fits : ['mean', 'stddev']
    const isAggregate = kind !== '' && pair.every((other) => all.has(`${stem}_${other}`))
    return { item, name: isAggregate ? stem : name, aggregate: isAggregate ? kind : null }
  })
}

function readGroup(name: string, lines: readonly Line[]): Row[] {
  const items = lines.map(({ item }) => item)
  const fault = items.find((item) => item.error_occurred === true)
  if (fault) return [{ name, failed: fault.error_message ?? 'an error occurred' }]
  const skip = items.find((item) => item.skipped === true)
  if (skip) return [{ name, skipped: `skipped: ${skip.skip_message ?? 'no reason given'}` }]
  if (isAmbiguous(lines))
    return [{ name, failed: 'several benchmarks share this name; use distinct names or parameters' }]
  const runs = lines.flatMap(({ item, aggregate }) => (aggregate === null ? [item] : []))
  const asked = runs[0]?.repetitions ?? runs.length
  if (runs.length < asked) return [{ name, failed: `has ${runs.length} of ${asked} repetitions` }]
  const figures = runs.length > 0 ? readRuns(name, runs) : readAggregates(name, lines)
  return [...figures, ...listCounters(name, items, figures)]
}

/** Whether two benchmarks have one name: a repetition or an aggregate is there twice. */
function isAmbiguous(lines: readonly Line[]): boolean {
  const hasMean = lines.some(({ aggregate }) => aggregate === 'mean')
  // Before version 1.5 repetitions have no index; their mean shows that they are repetitions.
  const keys = lines.map(
    ({ item, aggregate }, index) => aggregate ?? item.repetition_index ?? (hasMean ? index : 'run'),
  )
  return new Set(keys).size < keys.length
}

/** Names the user counters, whose direction is unknown, and rates that some repetitions lack. */
function listCounters(name: string, items: readonly Item[], figures: readonly Row[]): Row[] {
  const read = new Set(figures.map((row) => ('metric' in row ? row.metric.name : '')))
  const counters = new Set(items.flatMap(({ numbers }) => numbers))
  const left = [...counters].filter((counter) => !ownFields.test(counter) && !read.has(counter))
  return left.map((counter) => {
    const isKnown = metrics.some(([one]) => one === counter)
    return { name, skipped: `${counter} is not judged: ${isKnown ? 'some runs lack it' : 'its direction is unknown'}` }
  })
}

function readRuns(name: string, runs: readonly Item[]) {
  const given = metrics.filter(([one]) => !isRate(one) || runs.every((run) => run[one] !== null))
  return given.map(([one, metric]) => ({
    name,
    metric,
    zero: 'skips' as const,
    samples: runs.map((run) => run[one] ?? new field.Faulty(null)),
  }))
}

function readAggregates(name: string, lines: readonly Line[]): Row[] {
  const find = (kind: string) => lines.find(({ aggregate }) => aggregate === kind)?.item
  const middle = find('median') ?? find('mean')
  if (!middle) return [{ name, failed: 'the file has neither runs nor their median or mean' }]
  return readRuns(name, [middle]).flatMap(({ samples, ...row }) => samples.map((value) => ({ ...row, value })))
}
