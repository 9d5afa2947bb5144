import type { Axes } from '../core/case.ts'
import type { Metric } from '../core/metric.ts'

/** How far a value varies by the word of the tool that printed it; nobody here measured it. In the unit of the metric. */
export type DeclaredSpread = {
  readonly standardDeviation: number | null
  readonly low: number | null
  readonly high: number | null
  /** How many values stand behind it. */
  readonly count: number | null
  /** The tool's own words where they are no figures, such as `± 3%`. */
  readonly text: string | null
}

/** Figures of one benchmark and metric. */
export type MeasuredReading = {
  readonly status: 'measured'
  readonly name: string
  readonly axes: Axes
  /** Times are in s, sizes in B, rates in 1/s; a unit that nobody knows stays as printed. */
  readonly metric: Metric
  /** At least one, all finite, in the order of the file. */
  readonly samples: readonly number[]
  /** `samples`: every value was taken by itself. `aggregate`: one value that the tool had already summed up. */
  readonly source: 'samples' | 'aggregate'
  readonly declaredSpread: DeclaredSpread | null
  /** Executions of the measured code behind each sample; null when the file does not tell. */
  readonly iterations: number | null
  readonly notes: readonly string[]
}

/** A benchmark that the file names and has no usable figure of. */
export type FailedReading = {
  readonly status: 'failed'
  readonly name: string
  readonly axes: Axes
  /** What the tool said or what was seen, in words. */
  readonly problem: string
}

export type BenchmarkReading = MeasuredReading | FailedReading
