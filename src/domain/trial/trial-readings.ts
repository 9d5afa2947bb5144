import { formatAxes, type Axes } from '../core/case.ts'
import type { BenchmarkReading, MeasuredReading } from './benchmark-reading.ts'
import type { Metric } from '../core/metric.ts'
import { computeMedian } from '../core/statistics.ts'

/** A value of one benchmark from one process. */
export type ProcessReading = {
  readonly name: string
  readonly axes: Axes
  readonly metric: Metric
  /** Median of all values of the process. They depend on each other, so together they are one sample. */
  readonly median: number
  /** Number of values from the tool. */
  readonly count: number
  /** The values in order; evenly spaced ones if there are too many. */
  readonly samples: readonly number[]
  /** `aggregate`: one value that the tool computed from several. */
  readonly source: MeasuredReading['source']
}

/** Output of a tool for one trial, small enough for the run record. */
export type TrialReadings = {
  /** `pytest-benchmark 5.3.1`; null if the file does not state it. */
  readonly tool: string | null
  readonly benchmarks: readonly ProcessReading[]
  /** Machine facts and settings, as printed. */
  readonly context: Readonly<Record<string, string>>
  /** Problems, as sentences. */
  readonly problems: readonly string[]
}

/** Limits per process. */
export const readingLimits = { readings: 500, samples: 5000, facts: 50, problems: 50, text: 1000 } as const

/** Prefix of metrics that a tool printed. */
export const readingPrefix = 'bench:'

const nameLength = 200

/** Builds the metric of a reading: `bench:sort size=1024 time`; a name that is that of its metric appears once. */
export function buildReadingMetric({ name, axes, metric }: Pick<ProcessReading, 'name' | 'axes' | 'metric'>): Metric {
  const last = metric.name === name ? '' : metric.name
  const words = [`${readingPrefix}${name}`, formatAxes(axes), last].filter((word) => word !== '')
  return { ...metric, name: words.join(' ').slice(0, nameLength) }
}

/** Values within the limits of a record, and what was dropped. */
export type ReadingExcerpt = { readonly benchmarks: readonly ProcessReading[]; readonly problems: readonly string[] }

/** Limits the values of one process to the size of a record, and reports what was dropped. */
export function keepReadings(readings: readonly BenchmarkReading[]): ReadingExcerpt {
  const measured = readings.filter((reading) => reading.status === 'measured')
  const kept = measured.slice(0, readingLimits.readings)
  const share = Math.max(1, Math.floor(readingLimits.samples / Math.max(1, kept.length)))
  const left = measured.length - kept.length
  return {
    benchmarks: kept.map((reading) => keepOne(reading, share)),
    problems:
      left > 0 ? [`${left} of ${measured.length} values were dropped; a record holds ${readingLimits.readings}`] : [],
  }
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

function toOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, nameLength)
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
