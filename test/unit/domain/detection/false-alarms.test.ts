import { describe, expect, it } from 'vitest'
import { judgePair } from '../../../../src/domain/detection/pair/judge-metric.ts'
import { noisySeries } from '../noisy-series.ts'

const looks = [3, 4, 5, 6, 8, 10]

/** Shares of false alarms among pairs without a difference that are looked at until they are settled. */
function falseAlarms(noise: { base: number; head: number; history: number | null }): number {
  const pairs = Array.from({ length: 400 }, (_, seed) => {
    const runsOf = (count: number, sigma: number, stream: number): number[] =>
      noisySeries(Array<number>(count).fill(1), { seed: 1000 * seed + stream, sigma })
    const [base, head] = [runsOf(10, noise.base, 1), runsOf(10, noise.head, 2)]
    const sigma = noise.history
    const history = sigma === null ? [] : [3, 4, 5, 6, 7].map((stream) => runsOf(5, sigma, stream))
    const verdicts = looks.map(
      (runs) => judgePair({ base: base.slice(0, runs), head: head.slice(0, runs), history, maxRuns: 10 }).verdict,
    )
    return verdicts.find((verdict) => verdict !== 'inconclusive') === 'regression'
  })
  return pairs.filter(Boolean).length / pairs.length
}

describe('false alarms of the whole loop, seeded', () => {
  it.each([
    ['the history is ten times quieter than today', { base: 0.05, head: 0.05, history: 0.005 }, 0.06],
    ['the history is as noisy as today', { base: 0.05, head: 0.05, history: 0.05 }, 0.02],
    ['only the head is noisy', { base: 0.005, head: 0.05, history: null }, 0.08],
    ['only the head is noisy, and the history is quiet', { base: 0.005, head: 0.05, history: 0.005 }, 0.08],
  ])('stay few where %s', (_, noise, most) => {
    expect(falseAlarms(noise)).toBeLessThanOrEqual(most)
  })
})
