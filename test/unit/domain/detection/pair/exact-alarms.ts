import { judgePair } from '../../../../../src/domain/detection/pair/judge-metric.ts'
import { isForwards } from '../../../../../src/domain/plan/run-order.ts'
import { normals } from '../../noisy-series.ts'

/** Noise of one run after the other. */
export type Noise = (normal: () => number) => () => number
export const wave =
  (period: number): Noise =>
  (normal) => {
    let place = Math.floor(Math.abs(normal()) * 100)
    return () => 0.05 * Number(place++ % period === 0) + 0.005 * normal()
  }

/** Share of 400 equal pairs that an exact confirmation calls a regression at one of its looks. */
export function measureAlarms(noise: Noise): number {
  const alarms = Array.from({ length: 400 }, (__, seed) => {
    const next = noise(normals(seed))
    const [base, head]: [number[], number[]] = [[], []]
    for (let pair = 0; pair < 10; pair += 1) {
      const isHeadFirst = isForwards(pair, seed * 7919, 'group', true)
      for (const isHead of [isHeadFirst, !isHeadFirst]) (isHead ? head : base).push(Math.exp(next()))
    }
    const verdicts = [7, 8, 10].map(
      (count) =>
        judgePair({ base: base.slice(0, count), head: head.slice(0, count), maxRuns: 10, confirm: 'exact' }).verdict,
    )
    return verdicts.find((verdict) => verdict !== 'inconclusive') === 'regression'
  })
  return alarms.filter(Boolean).length / alarms.length
}
