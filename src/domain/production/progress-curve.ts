import type { ProgressCurve } from '../../record/pipeline.ts'
import { mostPoints } from '../../record/limits.ts'

/** Amount of work done at one time. */
export type ProgressPoint = {
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
  return [...curves.slice(0, -1), { stage, total, points: downsamplePoints([...current.points, { seconds, done }]) }]
}

/** Drops every other inner point when there are too many; the first and the last stay. */
function downsamplePoints(points: readonly ProgressPoint[]): readonly ProgressPoint[] {
  if (points.length <= mostPoints) return points
  return points.filter((_, index) => index % 2 === 0 || index === points.length - 1)
}

/** Work per second in windows of equal length; empty with fewer points than windows. */
export function computeWindowRates({ points }: ProgressCurve, windows: number): Float64Array {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length <= windows || last.seconds <= first.seconds) return new Float64Array()
  const length = (last.seconds - first.seconds) / windows
  const edges = Array.from({ length: windows + 1 }, (_, index) =>
    interpolateDone(points, first.seconds + index * length),
  )
  return Float64Array.from({ length: windows }, (_, index) => ((edges[index + 1] ?? 0) - (edges[index] ?? 0)) / length)
}

/** Interpolates linearly between two readings. */
function interpolateDone(points: readonly ProgressPoint[], seconds: number): number {
  const after = points.findIndex((point) => point.seconds >= seconds)
  const [to, from] = [points.at(after), points[Math.max(0, after - 1)]]
  if (!to || !from || after <= 0) return to?.done ?? 0
  return from.done + ((to.done - from.done) * (seconds - from.seconds)) / (to.seconds - from.seconds)
}
