import { formatAxes } from '../core/case.ts'
import type { BenchmarkReading, MeasuredReading } from './tool-reading.ts'
import type { Metric } from '../core/metric.ts'
import { formatNames } from '../core/errors.ts'
import { computeMedian } from '../core/statistics.ts'
import type { ProcessReading, TrialReadings } from '../../record/readings.ts'
import { readingLimits } from '../../record/limits.ts'

/** Prefix of metrics that a tool printed. */
export const readingPrefix = 'bench:'

/** Builds the metric of a reading: `bench:sort size=1024 time`; a name that is that of its metric appears once. */
export function buildReadingMetric({ name, axes, metric }: Pick<ProcessReading, 'name' | 'axes' | 'metric'>): Metric {
  const last = metric.name === name ? '' : metric.name
  const words = [`${readingPrefix}${name}`, formatAxes(axes), last].filter((word) => word !== '')
  return { ...metric, name: words.join(' ') }
}

/** Values within the limits of a record, and what was dropped. */
export type ReadingExcerpt = Pick<TrialReadings, 'benchmarks' | 'dropped'>

/** Limits the values of one process to the size of a record, and names what was dropped. */
export function keepReadings(readings: readonly BenchmarkReading[]): ReadingExcerpt {
  const kept: MeasuredReading[] = []
  const dropped: { readonly problem: string; readonly name: string }[] = []
  let characters = 0
  for (const reading of readings) {
    const problem = reading.status === 'failed' ? reading.problem : findDropReason(reading, kept.length, characters)
    if (problem !== null) dropped.push({ problem, name: reading.name })
    else if (reading.status === 'measured') {
      kept.push(reading)
      characters += buildReadingMetric(reading).name.length
    }
  }
  const share = Math.max(1, Math.floor(readingLimits.samples / Math.max(1, kept.length)))
  const sentences = [...Map.groupBy(dropped, ({ problem }) => problem)].map(
    ([problem, group]) => `${problem}: ${formatNames(group.map(({ name }) => name))}`,
  )
  return {
    benchmarks: kept.map((reading) => keepOne(reading, share)),
    ...(sentences.length > 0 && { dropped: keepSentences(sentences) }),
  }
}

/** Explains why the record has no place for a reading; null: it has. */
function findDropReason(reading: MeasuredReading, count: number, characters: number): string | null {
  const { name, unit, readings, names } = readingLimits
  const { length } = buildReadingMetric(reading).name
  if (!reading.samples.every(Number.isFinite)) return 'a value is not a finite number'
  if (length > name) return `a name has more than ${name} characters`
  if (reading.metric.unit.length > unit) return `a unit has more than ${unit} characters`
  if (count >= readings) return `one run keeps ${readings} values`
  return characters + length > names ? `one run keeps names of ${names} characters` : null
}

function keepOne({ name, axes, metric, samples, source }: MeasuredReading, most: number): ProcessReading {
  const { length } = samples
  const isCut = length > most
  const kept = isCut
    ? Array.from({ length: most }, (_, index) => samples[Math.floor((index * length) / most)])
    : samples
  return {
    name: toOneLine(name),
    axes: Object.fromEntries(Object.entries(axes).map(([axis, value]) => [toOneLine(axis), toAxis(value)])),
    metric: { ...metric, name: toOneLine(metric.name), unit: toOneLine(metric.unit) },
    median: computeMedian(samples),
    count: length,
    samples: kept.filter((value) => value !== undefined),
    source,
  }
}

function toAxis(value: string | number): string | number {
  return typeof value === 'number' ? value : toOneLine(value)
}

/** Also removes memory addresses, which differ in every process: `<function f at 0x7f…>`. */
function toOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/ at 0x[\da-f]+(?=>)/gi, '')
}

/** Limits the facts of a tool to the size of a record. */
export function keepFacts(context: Readonly<Record<string, string>>): Record<string, string> {
  const facts = Object.entries(context).slice(0, readingLimits.facts)
  return Object.fromEntries(facts.map(([name, value]) => [toOneLine(name), value.slice(0, readingLimits.text)]))
}

/** Limits sentences to the size of a record. */
export function keepSentences(sentences: readonly string[]): string[] {
  return [...new Set(sentences)].slice(0, readingLimits.problems).map((text) => text.slice(0, readingLimits.text))
}

/**
 * The value of one process, recomputed from its samples if the record has all of them, so that a forged median has no
 * effect.
 */
export function computeProcessValue({ samples, count, median: reported }: ProcessReading): number {
  return samples.length === count && count > 0 ? computeMedian(samples) : reported
}
