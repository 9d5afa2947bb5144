import type {
  BenchmarkReading,
  DeclaredSpread,
  FailedReading,
  MeasuredReading,
} from '../domain/trial/benchmark-reading.ts'
import { formatAxes, type Axes } from '../domain/core/case.ts'
import type { Metric } from '../domain/core/metric.ts'
import type { ToolReading } from '../domain/trial/tool-reading.ts'

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
