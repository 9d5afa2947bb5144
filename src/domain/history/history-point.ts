import { interpolateQuantile } from '../detection/noise/order-statistics.ts'

/** What one run measured of one metric of one case: the record that a history keeps per commit. */
export type HistoryPoint = {
  /** 40 hexadecimal digits. */
  readonly commit: string
  /** Place of the commit in the history of the default branch, ascending; commit times can run backwards. */
  readonly order: number
  /** When it was measured, ISO 8601, UTC. */
  readonly time: string
  /** The machine; see `Testbed.id`. */
  readonly testbedId: string
  /** All else that a figure depends on (dataset, command, driver …) as one string: where it differs, nothing is compared. */
  readonly conditions: string
  /** One value per trial that counted, in the unit of the metric. Empty: measured nothing, which is a gap and not zero. */
  readonly samples: readonly number[]
}

/** The figure of a run: the median of its finite samples; NaN where there is none. */
export function computePointValue({ samples }: Pick<HistoryPoint, 'samples'>): number {
  return interpolateQuantile(Float64Array.from(samples.filter(Number.isFinite)).toSorted(), 0.5)
}

/** Ascending by commit; runs of one commit by time. */
export function sortPoints(points: readonly HistoryPoint[]): HistoryPoint[] {
  return points.toSorted((one, other) => one.order - other.order || Date.parse(one.time) - Date.parse(other.time))
}
