import { inOrder, type HistoryPoint } from './history-point.ts'
import { seriesId } from './split-by-testbed.ts'

/** The history with one run more, in order. The same run told again takes the place of what was told before. */
export function recordPoint(points: readonly HistoryPoint[], point: HistoryPoint): HistoryPoint[] {
  const isSameRun = (other: HistoryPoint): boolean =>
    other.commit === point.commit && other.time === point.time && seriesId(other) === seriesId(point)
  return inOrder([...points.filter((other) => !isSameRun(other)), point])
}
