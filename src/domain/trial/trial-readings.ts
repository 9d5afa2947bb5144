import { axesText, type Axes } from '../core/case.ts'
import type { BenchmarkReading, MeasuredReading } from './benchmark-reading.ts'
import type { Metric } from '../core/metric.ts'
import { median } from '../core/statistics.ts'

/** One figure of one benchmark that a tool printed in one process. */
export type KeptReading = {
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
  readonly benchmarks: readonly KeptReading[]
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
export function readingMetric({ name, axes, metric }: Pick<KeptReading, 'name' | 'axes' | 'metric'>): Metric {
  const words = [`${readingPrefix}${name}`, axesText(axes), metric.name].filter((word) => word !== '')
  return { ...metric, name: words.join(' ').slice(0, nameLength) }
}

export type Kept = { readonly benchmarks: readonly KeptReading[]; readonly problems: readonly string[] }

/** Cuts the figures of one process to what a record can hold, and says what was left out. */
export function keepReadings(readings: readonly BenchmarkReading[]): Kept {
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

function keepOne({ name, axes, metric, samples, source }: MeasuredReading, most: number): KeptReading {
  const { length } = samples
  const isCut = length > most
  const kept = isCut
    ? Array.from({ length: most }, (_, index) => samples[Math.floor((index * length) / most)])
    : samples
  return {
    name: oneLine(name),
    axes: Object.fromEntries(Object.entries(axes).map(([axis, value]) => [oneLine(axis), asAxis(value)])),
    metric: { ...metric, name: oneLine(metric.name), unit: oneLine(metric.unit) },
    median: median(samples),
    count: length,
    samples: kept.filter((value) => value !== undefined),
    source,
  }
}

function asAxis(value: string | number): string | number {
  return typeof value === 'number' ? value : oneLine(value)
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, nameLength)
}

/** Facts of a tool as a record can hold them. */
export function keepFacts(context: Readonly<Record<string, string>>): Record<string, string> {
  const facts = Object.entries(context).slice(0, readingLimits.facts)
  return Object.fromEntries(facts.map(([name, value]) => [oneLine(name), value.slice(0, readingLimits.text)]))
}

/** Sentences as a record can hold them. */
export function keepSentences(sentences: readonly string[]): string[] {
  return [...new Set(sentences)].slice(0, readingLimits.problems).map((text) => text.slice(0, readingLimits.text))
}

/** The value of one process: from its samples where all are on record, so that nobody can claim another. */
export function valueOfProcess({ samples, count, median: told }: KeptReading): number {
  return samples.length === count && count > 0 ? median(samples) : told
}
