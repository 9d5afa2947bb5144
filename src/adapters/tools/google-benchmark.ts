import { UserError } from '../../domain/core/errors.ts'
import { splitLine } from '../../domain/tables/delimited-line.ts'
import { cpuTime, type Metric } from '../../domain/core/metric.ts'
import {
  collectReadings,
  createAggregateReading,
  createFailedReading,
  createSampledReading,
  createSkippedReading,
  type Reading,
  rejectZero,
  type SkippedReading,
  time,
  toBaseUnit,
} from '../readings.ts'
import { JsonNode, parseJsonNode } from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'

const times = [
  ['real_time', time],
  ['cpu_time', cpuTime],
] as const
/** Built-in rate counters; the direction of other counters is unknown. */
const rates: readonly (readonly [string, Metric])[] = [
  ['bytes_per_second', { name: 'bytes_per_second', unit: 'B/s', betterWhen: 'higher' }],
  ['items_per_second', { name: 'items_per_second', unit: '1/s', betterWhen: 'higher' }],
]

/** Fields of a row that are not counters. */
const ownFields = new Set(
  ['family_index', 'per_family_instance_index', 'repetitions', 'repetition_index', 'threads', 'iterations'].concat(
    times.map(([field]) => field),
  ),
)

/**
 * Google Benchmark, `--benchmark_out_format=json`, or `csv` of one run. Repetitions are samples. A file with aggregates only
 * (`--benchmark_report_aggregates_only`) gives its median with the declared deviation.
 */
export const googleBenchmark = createTextReader({
  wants: 'the file of --benchmark_out with --benchmark_out_format=json or csv',
  canRead: (head) =>
    (/"library_build_type"|"mhz_per_cpu"/.test(head) && head.includes('"context"')) || csvHeader.test(head),
  parse: (text, path) => {
    const { items, version, warnings } = text.trimStart().startsWith('{') ? readJson(text, path) : readCsv(text, path)
    const rows = readRows(items).filter(({ aggregate }) => aggregate === null || !fits.includes(aggregate))
    const groups = Map.groupBy(rows, ({ name }) => name)
    const { benchmarks, problems } = collectReadings([...groups].flatMap(([name, group]) => readGroup(name, group)))
    return {
      tool: version === null ? 'Google Benchmark' : `Google Benchmark ${version}`,
      benchmarks,
      problems: [...warnings, ...problems],
    }
  },
})

type Output = { readonly items: JsonNode[]; readonly version: string | null; readonly warnings: readonly string[] }

function readJson(text: string, path: string): Output {
  const root = parseJsonNode(text, path)
  const context = root.get('context')
  return {
    items: root.get('benchmarks').readSomeItems('The program ran no benchmark; check --benchmark_filter'),
    version: context.get('library_version').readOptionalText(),
    warnings: listWarnings(context),
  }
}

const csvHeader = /^"?name"?,"?iterations"?,"?real_time"?,"?cpu_time"?,"?time_unit"?,/m
const textColumns = ['name', 'time_unit', 'label', 'error_message']

/** Reads CSV rows as the objects of the JSON format. Facts of the machine stand before the header. */
function readCsv(text: string, path: string): Output {
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => csvHeader.test(line))
  if (start < 0) throw new UserError(`${path} has no header of Google Benchmark`, `Pass ${googleBenchmark.wants}`)
  const header = splitLine(lines[start] ?? '', ',') ?? []
  const items = lines.flatMap((line, index) => {
    if (index <= start || line === '' || line === lines[start]) return []
    const fields = splitLine(line, ',')
    // The row of an error ends with its message, before the columns of counters.
    const isError = fields?.[header.indexOf('error_occurred')] === 'true'
    if (fields?.length === (isError ? header.indexOf('error_message') + 1 : header.length))
      return new JsonNode(path, `line ${index + 1}`, toRow(header, fields))
    const found = fields === null ? 'has an open quote' : `has ${fields.length} fields instead of ${header.length}`
    const hint = 'The file is cut off, or the program prints into it; write it with --benchmark_out'
    throw new UserError(`${path}: line ${index + 1} ${found}`, hint)
  })
  if (items.length === 0)
    throw new UserError(`${path} has no row`, 'The program ran no benchmark; check --benchmark_filter')
  const warnings = lines.slice(0, start).flatMap((line) => /^\*{3}WARNING\*{3} (.*)/.exec(line)?.[1] ?? [])
  return { items, version: null, warnings }
}

function toRow(header: readonly string[], fields: readonly string[]): Record<string, unknown> {
  const cells = header.map((column, index) => [column, fields[index] ?? ''] as const).filter(([, cell]) => cell !== '')
  return Object.fromEntries(
    cells.map(([column, cell]) => [
      column,
      column === 'error_occurred' ? cell === 'true' : textColumns.includes(column) ? cell : toNumber(cell),
    ]),
  )
}

/** Numbers of C may be `inf` and `-nan`. */
function toNumber(cell: string): number | string {
  if (/^[+-]?(?:inf|nan)/i.test(cell)) return Number.NaN
  return Number.isNaN(Number(cell)) ? cell : Number(cell)
}

/** Rows of `Complexity()`: a curve through several benchmarks, not a measurement. */
const fits: readonly string[] = ['BigO', 'RMS']

/** `aggregate`: `median`, `BigO`, …; null for a run. */
type Row = { readonly item: JsonNode; readonly name: string; readonly aggregate: string | null }

/** Finds the benchmark of each row. Before version 1.5 only the end of the name shows what is an aggregate. */
function readRows(items: readonly JsonNode[]): Row[] {
  const names = items.map((item) => item.get('name').readName())
  const all = new Set(names)
  return items.map((item, index) => {
    const name = names[index] ?? ''
    if (!item.get('run_type').isAbsent) return readRun(item, name)
    const [, stem = '', kind = ''] = /^(.*)_(mean|median|stddev|cv|BigO|RMS)$/.exec(name) ?? []
    const pair = fits.includes(kind) ? fits : ['mean', 'stddev']
    const isAggregate = kind !== '' && pair.every((other) => all.has(`${stem}_${other}`))
    return { item, name: isAggregate ? stem : name, aggregate: isAggregate ? kind : null }
  })
}

function readRun(item: JsonNode, name: string): Row {
  const isAggregate = item.get('run_type').value === 'aggregate'
  const aggregate = isAggregate ? item.get('aggregate_name').readName() : null
  return { item, name: item.get('run_name').optional?.readName() ?? name, aggregate }
}

function readGroup(name: string, rows: readonly Row[]): Reading[] {
  const fault = rows.map(({ item }) => findFault(item)).find((text) => text !== null)
  if (fault !== undefined) return [createFailedReading({ name }, fault)]
  const skip = rows.map(({ item }) => findSkip(item)).find((text) => text !== null)
  if (skip !== undefined) return [createSkippedReading({ name }, skip)]
  if (isAmbiguous(rows))
    return [createFailedReading({ name }, 'several benchmarks share this name; use distinct names or parameters')]
  const runs = rows.flatMap(({ item, aggregate }) => (aggregate === null ? [item] : []))
  const readings = runs.length > 0 ? readRuns(name, runs) : readAggregates(name, rows)
  return [...readings, ...listCounters(name, rows, readings)]
}

function findFault(item: JsonNode): string | null {
  if (item.get('error_occurred').value !== true) return null
  return item.get('error_message').readOptionalText() ?? 'an error occurred'
}

function findSkip(item: JsonNode): string | null {
  if (item.get('skipped').value !== true) return null
  return `skipped: ${item.get('skip_message').readOptionalText() ?? 'no reason given'}`
}

/** Whether two benchmarks have one name: a repetition or an aggregate is there twice. */
function isAmbiguous(rows: readonly Row[]): boolean {
  const hasMean = rows.some(({ aggregate }) => aggregate === 'mean')
  const keys = rows.map(({ item, aggregate }, index) => {
    const repetition = item.get('repetition_index').value
    // Before version 1.5 repetitions have no index; their mean shows that they are repetitions.
    return aggregate ?? repetition ?? (hasMean ? index : 'run')
  })
  return new Set(keys).size < keys.length
}

/** Names the user counters, whose direction is unknown, and rates that some repetitions lack. */
function listCounters(name: string, rows: readonly Row[], readings: readonly Reading[]): SkippedReading[] {
  const read = new Set(readings.map((one) => (one.status === 'measured' ? one.metric.name : '')))
  const counters = new Set(
    rows.flatMap(({ item }) =>
      item.readEntries().flatMap(([field, { value }]) => (typeof value === 'number' ? [field] : [])),
    ),
  )
  const left = [...counters].filter((field) => !ownFields.has(field) && !read.has(field))
  return left.map((field) => {
    const reason = rates.some(([rate]) => rate === field) ? 'some runs lack it' : 'its direction is unknown'
    return createSkippedReading({ name }, `${field} is not judged: ${reason}`)
  })
}

function readRuns(name: string, runs: readonly JsonNode[]): Reading[] {
  const counts = new Set(runs.map((run) => run.get('iterations').readOptionalAmount()))
  const iterations = counts.size === 1 ? ([...counts][0] ?? null) : null
  const timed = times.map(([field, metric]) => {
    const samples = runs.map((run) => run.get(field).readAmount() * readTimeFactor(run))
    return rejectZero(createSampledReading({ name }, metric, samples, { iterations }))
  })
  const rated = rates.flatMap(([field, metric]) => {
    const given = runs.filter((run) => !run.get(field).isAbsent)
    if (given.length < runs.length) return []
    return createSampledReading(
      { name },
      metric,
      given.map((run) => run.get(field).readAmount()),
      { iterations },
    )
  })
  return [...timed, ...rated]
}

function readAggregates(name: string, rows: readonly Row[]): Reading[] {
  const findAggregate = (kind: string): JsonNode | undefined => rows.find(({ aggregate }) => aggregate === kind)?.item
  const median = findAggregate('median')
  const middle = median ?? findAggregate('mean')
  if (!middle) return [createFailedReading({ name }, 'the file has neither runs nor their median or mean')]
  const deviation = findAggregate('stddev')
  const count = middle.get('repetitions').readOptionalAmount()
  const notes = [`the ${median ? 'median' : 'mean'} of the repetitions`]
  const given = [...times, ...rates].filter(([field]) => !middle.get(field).isAbsent)
  return given.map(([field, metric]) => {
    const factor = metric.unit === 's' ? readTimeFactor(middle) : 1
    const declared = deviation ? deviation.get(field).readOptionalAmount() : null
    const spread = { standardDeviation: declared === null ? null : declared * factor, count }
    const value = middle.get(field).readAmount() * factor
    return rejectZero(createAggregateReading({ name }, metric, value, { spread, notes }))
  })
}

function readTimeFactor(run: JsonNode): number {
  const node = run.get('time_unit')
  const { unit, factor } = toBaseUnit(node.readText())
  if (unit !== 's') throw node.createError('a unit of time such as ns, us, ms or s')
  return factor
}

/** Lists warnings that the library otherwise prints only on the terminal. */
function listWarnings(context: JsonNode): string[] {
  return [
    context.get('library_build_type').value === 'debug'
      ? ['the benchmark library is a debug build, so times differ from a release build']
      : [],
    context.get('cpu_scaling_enabled').value === true
      ? ['CPU frequency scaling was enabled, so times have additional noise']
      : [],
  ].flat()
}
