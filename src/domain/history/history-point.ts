import { interpolateQuantile } from '../detection/noise/order-statistics.ts'

/** Result of one run for one metric of one case: the history keeps it per commit. */
export type HistoryPoint = {
  /** 40 hexadecimal digits. */
  readonly commit: string
  /** Position of the commit on the default branch, ascending; commit times are not monotonic. */
  readonly order: number
  /** Time of measurement, ISO 8601, UTC. */
  readonly time: string
  /** Testbed id; see `Testbed.id`. */
  readonly testbedId: string
  /**
   * All other conditions of a value (dataset, command, driver …) as one string. Values with different conditions are
   * not compared.
   */
  readonly conditions: string
  /** One value per counted trial, in the unit of the metric. Empty: a gap, not zero. */
  readonly samples: readonly number[]
}

/** Value of a run: the median of its finite samples; NaN without any. */
export function computePointValue({ samples }: Pick<HistoryPoint, 'samples'>): number {
  return interpolateQuantile(Float64Array.from(samples.filter(Number.isFinite)).toSorted(), 0.5)
}

/** Sorts ascending by commit; runs of one commit by time. */
export function sortPoints(points: readonly HistoryPoint[]): HistoryPoint[] {
  return points.toSorted((one, other) => one.order - other.order || Date.parse(one.time) - Date.parse(other.time))
}
