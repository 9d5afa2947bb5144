import type { ProgressCurve } from '../../record/pipeline.ts'
import { mostPoints } from '../../record/limits.ts'

/** Amount of work done at one time. */
type ProgressPoint = {
  /** Seconds since the start of the process. */
  readonly seconds: number
  readonly done: number
}

/** Adds one reading to the curves. A new stage, or a stage that restarts, gets a new curve. */
export function addProgressPoint(
  curves: readonly ProgressCurve[],
  { stage, total, seconds, done }: ProgressPoint & Pick<ProgressCurve, 'stage' | 'total'>,
): ProgressCurve[] {
  const current = curves.at(-1)
  const last = current?.points.at(-1)
  if (!current || !last || current.stage !== stage || done < last.done)
    return [...curves, { stage, total, points: [{ seconds, done }] }]
  if (seconds <= last.seconds) return [...curves]
  const points = [...current.points, { seconds, done }]
  const isFull = points.length > mostPoints
  // Every other inner point is dropped when there are too many; the first and the last stay.
  const kept = isFull ? points.filter((_, index) => index % 2 === 0 || index === points.length - 1) : points
  return [...curves.slice(0, -1), { stage, total, points: kept }]
}

/** Work per second in windows of equal length; empty unless there are more points than windows. */
export function computeWindowRates({ points }: ProgressCurve, windows: number): Float64Array {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length <= windows || last.seconds <= first.seconds) return new Float64Array()
  const length = (last.seconds - first.seconds) / windows
  // Between two readings the work is interpolated.
  const edges = Array.from({ length: windows + 1 }, (_, index) => {
    const seconds = first.seconds + index * length
    const after = points.findIndex((point) => point.seconds >= seconds)
    const [to, from] = [points.at(after), points[Math.max(0, after - 1)]]
    if (!to || !from || after <= 0) return to?.done ?? 0
    return from.done + ((to.done - from.done) * (seconds - from.seconds)) / (to.seconds - from.seconds)
  })
  return Float64Array.from({ length: windows }, (_, index) => ((edges[index + 1] ?? 0) - (edges[index] ?? 0)) / length)
}
