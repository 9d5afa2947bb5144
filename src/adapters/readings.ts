import { createHash } from 'node:crypto'
import { Faulty, type Figure, showValue } from './fields.ts'
import { type Axes, formatAxes } from '../domain/core/case.ts'
import type { Metric } from '../domain/core/metric.ts'
import type { ToolReading, BenchmarkReading, MeasuredReading } from '../domain/trial/tool-reading.ts'

/** Time in seconds that the tool measured. This module turns the rows of readers into readings with base units. */
export const time: Metric = { name: 'time', unit: 's', betterWhen: 'lower' }

/** Name and axes of a row. */
export type ReadingKey = { readonly name: string; readonly axes?: Axes }

/** What a reader finds for one benchmark: a figure, or why there is none. */
export type Row = ReadingKey &
  (
    | { readonly failed: string }
    /** A benchmark that did not fail: skipped on purpose, or of a kind that is not judged. */
    | { readonly skipped: string }
    | FigureRow
  )

type FigureRow = Pick<MeasuredReading, 'launches'> & {
  readonly metric: Metric
  /** Converts values to the unit of the metric. */
  readonly factor?: number
  /**
   * What a value of 0 does. A time of 0 s was not measured and would count as the largest improvement, so it fails the
   * benchmark. `skips`: a value of 0 is only left out, except for `time`: clocks are coarse, and some systems count no
   * memory or energy. `counts`: 0 and what is below are figures.
   */
  readonly zero?: 'skips' | 'counts'
} & (
    | { readonly samples: readonly Figure[] }
    /** A value that the tool computed from several. */
    | { readonly value: Figure }
  )

type Skipped = { readonly subject: string; readonly reason: string }

/** What rows of one identity are: samples of one run, or several runs in one file. */
export type Joins = 'samples' | 'runs'

/** Turns rows into readings with unique identities, and skipped rows into sentences. `isJoined`: runs were joined. */
export function buildReadings(
  rows: readonly Row[],
  joins?: Joins,
): Pick<ToolReading, 'benchmarks' | 'problems'> & { readonly isJoined: boolean } {
  const readings: BenchmarkReading[] = []
  const skipped: Skipped[] = []
  for (const row of rows) {
    const reading = buildReading(row)
    if ('reason' in reading) skipped.push(reading)
    else readings.push(reading)
  }
  const benchmarks = joins ? joinRepetitions(readings, skipped) : readings
  const isJoined = joins === 'runs' && benchmarks.length < readings.length
  return { benchmarks: failDuplicates(benchmarks), problems: listReasons(skipped), isJoined }
}

function buildReading(row: Row): BenchmarkReading | Skipped {
  const { axes = {} } = row
  const name = row.name.length > longestName ? shortenName(row.name) : row.name
  const found = 'metric' in row ? measure(row) : row
  if ('skipped' in found) return { subject: formatSubject({ ...row, name }), reason: found.skipped.slice(0, 500) }
  if ('failed' in found) return { status: 'failed', name, axes, problem: found.failed.slice(0, 500) }
  return { status: 'measured', name, axes, ...found }
}

/** Kernels of templates can have longer names, which a record does not keep. */
const longestName = 3500

/** Replaces the end of a name by its hash, which keeps it distinct. */
function shortenName(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return `${name.slice(0, longestName - 20)} … ${hash}`
}

function measure(row: FigureRow) {
  const { metric, factor = 1 } = row
  const given = 'value' in row ? [row.value] : row.samples
  const faulty = given.find((value) => value instanceof Faulty)
  if (faulty instanceof Faulty) return { failed: `${metric.name} is ${showValue(faulty.value)}, not a finite number` }
  const samples = given.map((value) => Number(value) * factor)
  if (samples.length === 0) return { failed: 'the file has no value of it' }
  const odd = samples.find((value) => !Number.isFinite(value))
  if (odd !== undefined) return { failed: `${metric.name} is ${odd}, not a finite number` }
  const { launches } = row
  const source: MeasuredReading['source'] = 'value' in row ? 'aggregate' : 'samples'
  return findImpossible(row, samples) ?? { metric, samples, source, ...(launches !== undefined && { launches }) }
}

/** Above these, an integer overflowed: 2⁶³ ns are 292 years, 2⁶³ bytes 8 exabytes. */
const limits = new Map([
  ['s', 9e9],
  ['B', 9e18],
])

/** Explains why samples cannot be those of the metric; null: they can. */
function findImpossible(row: FigureRow, samples: readonly number[]) {
  const { name, unit } = row.metric
  const least = samples.reduce((one, other) => Math.min(one, other))
  const most = samples.reduce((one, other) => Math.max(one, other))
  if ((least < 0 && isAmount(row)) || most > (limits.get(unit) ?? most))
    return { failed: `a ${name} of ${least < 0 ? least : most} ${unit} is not a measurement` }
  const isUnmeasured = row.zero === 'skips' || (unit === 's' && row.zero !== 'counts')
  if (least > 0 || !isUnmeasured) return null
  return row.zero === 'skips' && name !== time.name
    ? { skipped: 'a value of 0 is not a measurement' }
    : { failed: `a ${name} of 0 s is not a measurement` }
}

function isAmount({ metric: { unit }, zero }: FigureRow): boolean {
  return zero !== 'counts' && (limits.has(unit) || unit.endsWith('/s'))
}

const mostSubjects = 10
const mostReasons = 20

function listReasons(skipped: readonly Skipped[]): string[] {
  const sentences = [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, group]) => {
    const subjects = [...new Set(group.map(({ subject }) => subject))]
    const more = subjects.length > mostSubjects ? ` and ${subjects.length - mostSubjects} more` : ''
    return `${subjects.slice(0, mostSubjects).join(', ')}${more}: ${reason}`
  })
  const more =
    sentences.length > mostReasons ? [`${sentences.length - mostReasons} more reasons of missing figures`] : []
  return [...sentences.slice(0, mostReasons), ...more]
}

/**
 * Replaces readings with the same name, axes and metric by one failed reading: later steps cannot distinguish them.
 * Several failures of one benchmark are joined.
 */
export function failDuplicates(readings: readonly BenchmarkReading[]): BenchmarkReading[] {
  if (new Set(readings.map(formatKey)).size === readings.length) return [...readings]
  return [...Map.groupBy(readings, formatKey).values()].flatMap((group) => {
    const [first, ...others] = group
    if (!first || others.length === 0) return first ?? []
    const problems = new Set(group.flatMap((one) => (one.status === 'failed' ? one.problem : [])))
    const metric = first.status === 'measured' ? first.metric.name : ''
    const twice = `${metric} appears ${group.length} times; use distinct names or parameters`
    const problem = problems.size > 0 ? [...problems].join('; ') : twice
    return { status: 'failed', name: first.name, axes: first.axes, problem: problem.slice(0, 500) }
  })
}

/** Joins readings of one identity into one with all their samples, and skips those that some repetitions lack. */
function joinRepetitions(readings: readonly BenchmarkReading[], skipped: Skipped[]): BenchmarkReading[] {
  const groups = [...Map.groupBy(readings, (one) => (one.status === 'measured' ? formatKey(one) : one)).values()]
  const ofBenchmark = Map.groupBy(groups, ([one]) => one && formatBenchmark(one))
  return groups.flatMap((group): BenchmarkReading[] => {
    const [first, ...others] = group.filter((one) => one.status === 'measured')
    if (!first) return group
    const most = Math.max(...(ofBenchmark.get(formatBenchmark(first)) ?? []).map(({ length }) => length))
    if (group.length < most) {
      skipped.push({ subject: formatSubject(first), reason: 'some repetitions lack it' })
      return []
    }
    const samples = [first, ...others].flatMap((one) => one.samples)
    return others.length === 0 ? group : [{ ...first, samples, source: 'samples' }]
  })
}

function formatBenchmark({ name, axes = {} }: ReadingKey): string {
  return `${name} ${formatAxes(axes)}`.trim()
}

/** Names a benchmark, and its metric if there is one. */
function formatSubject(one: ReadingKey & { readonly metric?: Metric }): string {
  return one.metric ? `${formatBenchmark(one)} ${one.metric.name}` : formatBenchmark(one)
}

function formatKey(one: BenchmarkReading): string {
  return [one.name, one.status === 'measured' ? one.metric.name : '', formatAxes(one.axes)].join('\0')
}

/**
 * Converts parameters to axes: numbers and texts are kept whole, other values become JSON text. All names for the
 * number of GPUs become `gpus`. Drops a parameter without a name; of two with one name the last counts.
 */
export function toAxes(entries: Iterable<readonly [name: string, value: unknown]> | null | undefined): Axes {
  const axes: Record<string, string | number> = {}
  for (const [given, value] of entries ?? []) {
    const line = given.replaceAll(/\p{Cc}+/gu, ' ').trim()
    const name = isGpuCount(line) ? 'gpus' : line
    if (name !== '' && name !== '__proto__') axes[name] = toAxisValue(value)
  }
  return axes
}

/** Whether a parameter of this name is a number of GPUs; `gpu` alone names one GPU. */
export function isGpuCount(name: string): boolean {
  return /^(?:(?:num_?|n_?)gpus?|gpus|gpu_?count)$/i.test(name)
}

function toAxisValue(value: unknown): string | number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

/** A base unit and the factor that converts a printed value to it. */
type BaseUnit = { readonly unit: string; readonly factor: number }

const seconds = [
  [1e-12, 'ps'],
  [1e-9, 'ns nsec nanoseconds'],
  [1e-6, 'us µs μs usec microseconds'],
  [1e-3, 'ms msec milliseconds'],
  [1, 's sec secs second seconds'],
  [60, 'min minutes'],
  [3600, 'h hr hours'],
  [86_400, 'day days'],
] as const

/** Case matters: `MB` is bytes; `Mb` is bits and is not converted. */
const bytes = [
  [1, 'B byte bytes'],
  [1e3, 'kB KB kilobytes Kilobytes'],
  [1e6, 'MB megabytes Megabytes'],
  [1e9, 'GB gigabytes Gigabytes'],
  [1e12, 'TB'],
  [2 ** 10, 'KiB'],
  [2 ** 20, 'MiB'],
  [2 ** 30, 'GiB'],
  [2 ** 40, 'TiB'],
] as const

const simpleUnits = new Map(
  Object.entries({ s: seconds, B: bytes, J: [[1, 'J Joules']] as const }).flatMap(([unit, rows]) =>
    rows.flatMap(([factor, names]) => names.split(' ').map((name): [string, BaseUnit] => [name, { unit, factor }])),
  ),
)

/** Names of counted events; a rate of them has the unit `1/s`. */
const events = ['op', 'ops', 'iter', 'iters', 'iterations', 'item', 'items', '1']

/**
 * Converts a printed unit to its base unit: times and sizes to s and B, also those of an event (`ns/iter`), rates to
 * 1/s. An unknown unit is kept with factor 1.
 */
export function toBaseUnit(printed: string): BaseUnit {
  const kept = { unit: printed.trim(), factor: 1 }
  const [above = '', below, ...more] = kept.unit.split(/\s*\/\s*|\s+per\s+/)
  if (more.length > 0) return kept
  const amount = simpleUnits.get(above)
  if (below === undefined || events.includes(below)) return amount ?? kept
  const per = simpleUnits.get(below)
  if (per?.unit !== 's') return kept
  if (events.includes(above)) return { unit: '1/s', factor: 1 / per.factor }
  const { unit, factor } = amount ?? { unit: above, factor: 1 }
  return { unit: `${unit}/s`, factor: factor / per.factor }
}

/** Infers the direction from a base unit: lower for times and sizes, higher for rates; null for other units. */
export function inferDirection(unit: string): 'lower' | 'higher' | null {
  if (unit === 's' || unit === 'B') return 'lower'
  return /.\/s$/.test(unit) ? 'higher' : null
}
