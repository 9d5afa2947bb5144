import { sortPoints, type HistoryPoint } from './history-point.ts'

/** Points of a history that are comparable with each other. */
export type HistorySeries = {
  readonly testbedId: string
  readonly conditions: string
  /** In commit order. */
  readonly points: readonly HistoryPoint[]
}

/**
 * Splits a history into one series per testbed and conditions, in the order of their first commits, so that a
 * difference between machines, datasets or configs never counts as a change of the program. Two alternating runners
 * give two series; a runner that returns continues its own.
 */
export function splitByTestbed(points: readonly HistoryPoint[]): HistorySeries[] {
  const series = Map.groupBy(sortPoints(points), formatSeriesId)
  return [...series.values()].flatMap((own) => {
    const [first] = own
    return first ? [{ testbedId: first.testbedId, conditions: first.conditions, points: own }] : []
  })
}

/** Id of the series of a point; equal for comparable points. */
export function formatSeriesId({ testbedId, conditions }: Pick<HistoryPoint, 'testbedId' | 'conditions'>): string {
  return JSON.stringify([testbedId, conditions])
}
