import { createSeededRandom } from '../../../../src/domain/core/bootstrap.ts'
import { addProgressPoint } from '../../../../src/domain/production/progress-curve.ts'
import type { ProgressCurve } from '../../../../src/record/pipeline.ts'

export type Pace = {
  readonly total?: number
  /** Mean work per second. */
  readonly rate?: number
  /** Spread of the rate from minute to minute, as a share. */
  readonly spread?: number
  /** Correlation of neighbouring minutes. */
  readonly correlation?: number
  readonly seed: number
  /** What the rate is multiplied by at a share of the work. */
  readonly shape?: (share: number) => number
}

/** A run looked at twice a minute, with noise that lasts for minutes: true seconds to the end, and its curve up to any moment. */
export function simulate({
  total = 6_000_000,
  rate = 170,
  spread = 0.1,
  correlation = 0.5,
  seed,
  shape = () => 1,
}: Pace) {
  const random = createSeededRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const points = [{ seconds: 0, done: 0 }]
  let [done, seconds, noise] = [0, 0, spread * normal()]
  while (done < total) {
    noise = correlation * noise + Math.sqrt(1 - correlation ** 2) * spread * normal()
    const pace = Math.max(0, rate * shape(done / total) * (1 + noise))
    for (const _ of [1, 2]) {
      done += 30 * pace
      seconds += 30
      points.push({ seconds, done })
    }
  }
  const last = points.at(-1)!
  const before = points.at(-2)!
  const finish = before.seconds + (30 * (total - before.done)) / (last.done - before.done)
  let curves: ProgressCurve[] = []
  let taken = 0
  /** Goes on from the moment before, which never lies later. */
  const upTo = (until: number): ProgressCurve => {
    for (let point = points[taken]; point && point.seconds <= until; point = points[(taken += 1)])
      if (point.done <= total) curves = addProgressPoint(curves, { stage: null, total, ...point })
    return curves[0]!
  }
  return { finish, upTo }
}
