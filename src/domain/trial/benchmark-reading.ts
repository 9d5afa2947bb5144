import type { Axes } from '../core/case.ts'
import type { Metric } from '../core/metric.ts'

/** Spread that the tool reported, in the unit of the metric. */
export type DeclaredSpread = {
  readonly standardDeviation: number | null
  readonly low: number | null
  readonly high: number | null
  /** Number of values behind it. */
  readonly count: number | null
  /** The tool's text if it is not numeric, such as `± 3%`. */
  readonly text: string | null
}

/** Values of one benchmark and metric. */
export type MeasuredReading = {
  readonly status: 'measured'
  readonly name: string
  readonly axes: Axes
  /** Times are in s, sizes in B, rates in 1/s; unknown units stay as printed. */
  readonly metric: Metric
  /** At least one, all finite, in file order. */
  readonly samples: readonly number[]
  /** `samples`: individual values. `aggregate`: one value that the tool computed from several. */
  readonly source: 'samples' | 'aggregate'
  readonly declaredSpread: DeclaredSpread | null
  /** Executions of the measured code per sample; null if the file does not state it. */
  readonly iterations: number | null
  readonly notes: readonly string[]
}

/** A benchmark without a usable value. */
export type FailedReading = {
  readonly status: 'failed'
  readonly name: string
  readonly axes: Axes
  /** The tool's message or a description. */
  readonly problem: string
}

/** Parsed result of one benchmark. */
export type BenchmarkReading = MeasuredReading | FailedReading
