import { formatAxes, type Axes } from '../core/case.ts'
import type { BenchmarkReading, MeasuredReading } from './benchmark-reading.ts'
import type { Metric } from '../core/metric.ts'
import { computeMedian } from '../core/statistics.ts'

/** One figure of one benchmark that a tool printed in one process. */
export type ProcessReading = {
  readonly name: string
  readonly axes: Axes
  readonly metric: Metric
  /** The median of all values of this process: values of one process depend on each other and are one sample together. */
  readonly median: number
  /** How many values the tool gave. */
  readonly count: number
  /** The values in their order; evenly spaced ones where there are more than are kept. */
  readonly samples: readonly number[]
  /** `aggregate`: the tool gave one value that it had summed up itself. */
  readonly source: MeasuredReading['source']
}

/** What a tool said about its own run, small enough for the run record. */
export type TrialReadings = {
  /** `pytest-benchmark 5.3.1`; null when the file does not tell. */
  readonly tool: string | null
  readonly benchmarks: readonly ProcessReading[]
  /** Facts of the machine and the settings, as printed. */
  readonly context: Readonly<Record<string, string>>
  /** What was odd, as sentences. */
  readonly problems: readonly string[]
}

/** Most that is kept of one process. */
export const readingLimits = { readings: 500, samples: 5000, facts: 50, problems: 50, text: 1000 } as const

/** In front of the metrics that a tool printed itself. */
export const readingPrefix = 'bench:'

const nameLength = 200

/** `bench:sort size=1024 time`: how a reading is called among the metrics of its case. */
export function buildReadingMetric({ name, axes, metric }: Pick<ProcessReading, 'name' | 'axes' | 'metric'>): Metric {
  const words = [`${readingPrefix}${name}`, formatAxes(axes), metric.name].filter((word) => word !== '')
  return { ...metric, name: words.join(' ').slice(0, nameLength) }
}

export type ReadingExcerpt = { readonly benchmarks: readonly ProcessReading[]; readonly problems: readonly string[] }

/** Cuts the figures of one process to what a record can hold, and says what was left out. */
export function keepReadings(readings: readonly BenchmarkReading[]): ReadingExcerpt {
  const measured = readings.filter((reading) => reading.status === 'measured')
  const kept = measured.slice(0, readingLimits.readings)
  const share = Math.max(1, Math.floor(readingLimits.samples / Math.max(1, kept.length)))
  const left = measured.length - kept.length
  return {
    benchmarks: kept.map((reading) => keepOne(reading, share)),
    problems:
      left > 0 ? [`${left} of ${measured.length} figures are left out: ${readingLimits.readings} are kept`] : [],
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

/** Facts of a tool as a record can hold them. */
export function keepFacts(context: Readonly<Record<string, string>>): Record<string, string> {
  const facts = Object.entries(context).slice(0, readingLimits.facts)
  return Object.fromEntries(facts.map(([name, value]) => [toOneLine(name), value.slice(0, readingLimits.text)]))
}

/** Sentences as a record can hold them. */
export function keepSentences(sentences: readonly string[]): string[] {
  return [...new Set(sentences)].slice(0, readingLimits.problems).map((text) => text.slice(0, readingLimits.text))
}

/** The value of one process: from its samples where all are on record, so that nobody can claim another. */
export function computeProcessValue({ samples, count, median: told }: ProcessReading): number {
  return samples.length === count && count > 0 ? computeMedian(samples) : told
}
