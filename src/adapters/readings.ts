import type { JsonNode } from './json-node.ts'
import { type Axes, formatAxes } from '../domain/core/case.ts'
import { formatValue } from '../domain/core/errors.ts'
import type { Metric } from '../domain/core/metric.ts'
import type {
  BenchmarkReading,
  DeclaredSpread,
  FailedReading,
  MeasuredReading,
  ToolReading,
} from '../domain/trial/tool-reading.ts'

/** Time in seconds that the tool measured. */
export const time: Metric = { name: 'time', unit: 's', betterWhen: 'lower' }

const mostSubjects = 10
const mostReasons = 20

const nothingDeclared: DeclaredSpread = { standardDeviation: null, low: null, high: null, count: null, text: null }

/** Name and axes of a reading. */
export type ReadingKey = { readonly name: string; readonly axes?: Axes }

type Extras = Partial<Pick<MeasuredReading, 'iterations' | 'notes'>>

/** Creates a reading with raw samples, in the unit of the metric. */
export function createSampledReading(
  key: ReadingKey,
  metric: Metric,
  samples: readonly number[],
  extras: Extras = {},
): MeasuredReading {
  return createReading(key, metric, { samples, source: 'samples', declaredSpread: null }, extras)
}

/** Creates a reading of one value that the tool aggregated; its spread is declared, not measured. */
export function createAggregateReading(
  key: ReadingKey,
  metric: Metric,
  value: number,
  { spread = {}, ...extras }: Extras & { readonly spread?: Partial<DeclaredSpread> } = {},
): MeasuredReading {
  const declaredSpread = { ...nothingDeclared, ...spread }
  return createReading(key, metric, { samples: [value], source: 'aggregate', declaredSpread }, extras)
}

/**
 * Reads raw samples and converts them by `factor`. A value that is not a finite number, a time of 0 and an empty list
 * fail this benchmark, not the complete file.
 */
export function readSamples(
  key: ReadingKey,
  metric: Metric,
  values: readonly JsonNode[],
  { factor = 1, ...extras }: Extras & { readonly factor?: number } = {},
): BenchmarkReading {
  const samples = values.map(({ value }) => (typeof value === 'number' ? value * factor : Number.NaN))
  const faulty = values[samples.findIndex((sample) => !Number.isFinite(sample))]
  if (faulty) return createFailedReading(key, `${faulty.path} is ${showValue(faulty)}, not a finite number`)
  if (samples.length === 0) return createFailedReading(key, 'the file has no value of it')
  return rejectZeroTime(createSampledReading(key, metric, samples, extras))
}

/** Reads one aggregated value and its spread under the same rules as `readSamples`. */
export function readAggregate(
  key: ReadingKey,
  metric: Metric,
  value: JsonNode,
  { spread, factor = 1, ...extras }: Extras & { readonly spread?: Spread; readonly factor?: number } = {},
): BenchmarkReading {
  const [sample, read] = [value.value, readSamples(key, metric, [value], { factor, ...extras })]
  if (read.status === 'failed' || typeof sample !== 'number') return read
  const declared = spread ? readSpread(spread, factor) : {}
  return createAggregateReading(key, metric, sample * factor, { ...extras, spread: declared })
}

/** Where a file states the spread of a value. */
type Spread = Readonly<Partial<Record<'standardDeviation' | 'low' | 'high' | 'count', JsonNode>>> & {
  readonly text?: string
}

function readSpread({ text, count, ...amounts }: Spread, factor: number): Partial<DeclaredSpread> {
  const scaled = Object.entries(amounts).map(([name, node]) => {
    const amount = node.readOptionalAmount()
    return [name, amount === null ? null : amount * factor] as const
  })
  return { ...Object.fromEntries(scaled), count: count?.readOptionalAmount() ?? null, text: text ?? null }
}

function showValue({ value }: JsonNode): string {
  return typeof value === 'number' ? String(value) : formatValue(value)
}

/** Creates a reading of a benchmark that failed. `problem` is cut after 500 characters. */
export function createFailedReading({ name, axes = {} }: ReadingKey, problem: string): FailedReading {
  return { status: 'failed', name, axes, problem: problem.slice(0, 500) }
}

/** A benchmark without a figure that did not fail: skipped on purpose, or of a kind that is not judged. */
export type SkippedReading = { readonly status: 'skipped'; readonly subject: string; readonly reason: string }

/** What a reader finds for one benchmark. */
export type Reading = BenchmarkReading | SkippedReading

/** Creates a reading that is named in the report and does not fail the process. */
export function createSkippedReading({ name, axes = {} }: ReadingKey, reason: string): SkippedReading {
  return { status: 'skipped', subject: `${name} ${formatAxes(axes)}`.trim(), reason: reason.slice(0, 500) }
}

/** Separates skipped readings, as sentences, from the others, of which each identity must be unique. */
export function collectReadings(readings: readonly Reading[]): Pick<ToolReading, 'benchmarks' | 'problems'> {
  const skipped = Map.groupBy(
    readings.filter((one) => one.status === 'skipped'),
    ({ reason }) => reason,
  )
  return {
    benchmarks: failDuplicates(readings.filter((one) => one.status !== 'skipped')),
    problems: listReasons([...skipped]),
  }
}

function listReasons(skipped: readonly (readonly [string, readonly SkippedReading[]])[]): string[] {
  const sentences = skipped.map(([reason, group]) => `${listSubjects(group)}: ${reason}`)
  const more =
    sentences.length > mostReasons ? [`${sentences.length - mostReasons} more reasons of missing figures`] : []
  return [...sentences.slice(0, mostReasons), ...more]
}

function listSubjects(group: readonly SkippedReading[]): string {
  const subjects = [...new Set(group.map(({ subject }) => subject))]
  const more = subjects.length > mostSubjects ? ` and ${subjects.length - mostSubjects} more` : ''
  return `${subjects.slice(0, mostSubjects).join(', ')}${more}`
}

/**
 * Turns a time of 0 s or less into a failed reading: it was not measured, and would count as the largest improvement.
 */
export function rejectZeroTime(one: MeasuredReading): BenchmarkReading {
  const isWhole = one.metric.unit !== 's' || one.samples.every((value) => value > 0)
  return isWhole
    ? one
    : createFailedReading(one, `a ${one.metric.name} of ${Math.min(...one.samples)} s is not a measurement`)
}

/** Like `rejectZeroTime`; a CPU time or a size of 0 is only left out: clocks are coarse and some systems count none. */
export function rejectZero(one: MeasuredReading): Reading {
  const { name, unit } = one.metric
  if (name === time.name) return rejectZeroTime(one)
  const isWhole = !['s', 'B'].includes(unit) || one.samples.every((value) => value > 0)
  return isWhole ? one : createSkippedReading(one, `a ${name} of 0 is not a measurement`)
}

/**
 * Replaces readings with the same name, axes and metric by one failed reading: later steps cannot distinguish them.
 * Several failures of one benchmark are joined.
 */
export function failDuplicates(readings: readonly BenchmarkReading[]): BenchmarkReading[] {
  const groups = Map.groupBy(readings, formatKey)
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group
    if (!first || others.length === 0) return first ?? []
    const problems = group.flatMap((one) => (one.status === 'failed' ? one.problem : []))
    if (problems.length > 0) return createFailedReading(first, [...new Set(problems)].join('; '))
    const metric = first.status === 'measured' ? first.metric.name : ''
    return createFailedReading(first, `${metric} appears ${group.length} times; use distinct names or parameters`)
  })
}

/** Joins readings of one identity, such as those of the runs in one file, into one with all their samples. */
export function joinRepetitions(readings: readonly Reading[]): Reading[] {
  const groups = Map.groupBy(readings, (one) => (one.status === 'measured' ? formatKey(one) : one))
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.filter((one) => one.status === 'measured')
    if (!first || others.length === 0) return group
    const samples = [first, ...others].flatMap((one) => one.samples)
    return [createSampledReading(first, first.metric, samples, first)]
  })
}

function createReading(
  { name, axes = {} }: ReadingKey,
  metric: Metric,
  values: Pick<MeasuredReading, 'samples' | 'source' | 'declaredSpread'>,
  { iterations = null, notes = [] }: Extras,
): MeasuredReading {
  return { status: 'measured', name, axes, metric, ...values, iterations, notes }
}

function formatKey(one: BenchmarkReading): string {
  return JSON.stringify([one.name, formatAxes(one.axes), one.status === 'measured' ? one.metric.name : ''])
}

/**
 * Converts parameters to axes: numbers and texts are kept whole, other values become JSON text. All names for the
 * number of GPUs become `gpus`.
 */
export function toAxes(entries: readonly (readonly [name: string, node: JsonNode])[]): Axes {
  const axes = entries.map(([name, { value }]) => [toAxisName(name), toAxisValue(value)] as const)
  return Object.fromEntries(axes.filter(([name]) => name !== '' && name !== '__proto__'))
}

/** Whether a parameter of this name is a number of GPUs; `gpu` alone names one GPU. */
export function isGpuCount(name: string): boolean {
  return /^(?:(?:num_?|n_?)gpus?|gpus|gpu_?count)$/i.test(name)
}

function toAxisName(name: string): string {
  const line = name.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return isGpuCount(line) ? 'gpus' : line
}

function toAxisValue(value: unknown): string | number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

/** A base unit and the factor that converts a printed value to it. */
type BaseUnit = {
  readonly unit: string
  readonly factor: number
}

const seconds = toFactors([
  [1e-12, 'ps'],
  [1e-9, 'ns nsec nanoseconds'],
  [1e-6, 'us µs μs usec microseconds'],
  [1e-3, 'ms msec milliseconds'],
  [1, 's sec secs second seconds'],
  [60, 'min minutes'],
  [3600, 'h hr hours'],
  [86_400, 'day days'],
])

/** Case matters: `MB` is bytes; `Mb` is bits and is not converted. */
const bytes = toFactors([
  [1, 'B byte bytes'],
  [1e3, 'kB KB kilobytes Kilobytes'],
  [1e6, 'MB megabytes Megabytes'],
  [1e9, 'GB gigabytes Gigabytes'],
  [1e12, 'TB'],
  [2 ** 10, 'KiB'],
  [2 ** 20, 'MiB'],
  [2 ** 30, 'GiB'],
  [2 ** 40, 'TiB'],
])

function toFactors(rows: readonly (readonly [factor: number, names: string])[]): ReadonlyMap<string, number> {
  return new Map(rows.flatMap(([factor, names]) => names.split(' ').map((name) => [name, factor])))
}

/** Names of counted events; a rate of them has the unit `1/s`. */
const events = ['op', 'ops', 'iter', 'iters', 'iterations', 'item', 'items', '1']

/**
 * Converts a printed unit to its base unit: times to s, sizes to B, rates to 1/s. An unknown unit is kept with factor
 * 1.
 */
export function toBaseUnit(printed: string): BaseUnit {
  const unit = printed.trim()
  const [above = '', below, ...more] = unit.split(/\s*\/\s*|\s+per\s+/)
  if (more.length > 0) return { unit, factor: 1 }
  if (below === undefined) return convertSimpleUnit(above) ?? { unit, factor: 1 }
  const perSecond = seconds.get(below)
  if (perSecond === undefined) return { unit, factor: 1 }
  if (events.includes(above)) return { unit: '1/s', factor: 1 / perSecond }
  const amount = convertSimpleUnit(above)
  return { unit: `${amount?.unit ?? above}/s`, factor: (amount?.factor ?? 1) / perSecond }
}

/** Infers the direction from a base unit: lower for times and sizes, higher for rates; null for other units. */
export function inferDirection(unit: string): 'lower' | 'higher' | null {
  if (unit === 's' || unit === 'B') return 'lower'
  return /.\/s$/.test(unit) ? 'higher' : null
}

function convertSimpleUnit(unit: string): BaseUnit | null {
  const factor = seconds.get(unit)
  if (factor !== undefined) return { unit: 's', factor }
  const size = bytes.get(unit)
  return size === undefined ? null : { unit: 'B', factor: size }
}
