import { sortPoints, type HistoryPoint } from './history-point.ts'

/** The points of a history that may be compared with each other. */
export type HistorySeries = {
  readonly testbedId: string
  readonly conditions: string
  /** In order of their commits. */
  readonly points: readonly HistoryPoint[]
}

/**
 * One series per testbed and conditions, in the order of their first commits, so that a step between two machines, data
 * sets or configs is never taken for a change of the program. Two runners that take turns give two series; one that
 * comes back after an exchange goes on with its own.
 */
export function splitByTestbed(points: readonly HistoryPoint[]): HistorySeries[] {
  const series = Map.groupBy(sortPoints(points), formatSeriesId)
  return [...series.values()].flatMap((own) => {
    const [first] = own
    return first ? [{ testbedId: first.testbedId, conditions: first.conditions, points: own }] : []
  })
}

/** The same for points that may be compared. */
export function formatSeriesId({ testbedId, conditions }: Pick<HistoryPoint, 'testbedId' | 'conditions'>): string {
  return JSON.stringify([testbedId, conditions])
}
