import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../../../src/domain/core/bootstrap.ts'
import { computeInteractions } from '../../../../src/domain/sweep/interactions.ts'
import { listSettings, selectParetoFront, type Setting } from '../../../../src/domain/sweep/settings.ts'

const grid = { workers: [4, 8, 12], prefetch: [2, 4], budget: [4096, 8192] }

function measured(seconds: (setting: Setting) => number, noise: () => number, runs = 4) {
  return listSettings(grid).map((setting) => ({
    setting,
    samples: Array.from({ length: runs }, () => seconds(setting) * Math.exp(noise())),
  }))
}

function noiseOf(spread: number, seed: number): () => number {
  const random = createSeededRandom(seed)
  return () => spread * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

const separate = ({ workers, prefetch, budget }: Setting) =>
  (100 / Number(workers) ** 0.5) * (Number(prefetch) === 2 ? 1.3 : 1) * (Number(budget) === 4096 ? 1.1 : 1)
/** More workers help only where there is little prefetching. */
const joint = (setting: Setting) =>
  separate(setting) * (setting['workers'] !== 4 && setting['prefetch'] === 4 ? 1.5 : 1)

describe('two-way interactions on logarithms (F-29)', () => {
  it('has one row for every pair of varied parameters', () => {
    const found = computeInteractions({ ...grid, fixed: [1] }, measured(separate, noiseOf(0.01, 1)), 0.95)
    expect(found.map(({ parameters }) => parameters.join(' '))).toEqual([
      'workers prefetch',
      'workers budget',
      'prefetch budget',
    ])
  })

  it('gives the ratio of the two effects exactly where there is no noise', () => {
    const [found] = computeInteractions(
      grid,
      measured(joint, () => 0),
      0.95,
    )
    expect(found?.strongest?.dependence).toBeCloseTo(0.5, 9)
    const [at, then] = found?.strongest?.effects ?? []
    const [from, to] = found?.strongest?.first ?? []
    expect(at).toBeCloseTo(Math.sqrt(Number(from) / Number(to)), 9)
    expect(then).toBeCloseTo(1.5 * Math.sqrt(Number(from) / Number(to)), 9)
  })

  it('tells the planted one with an interval that holds it, and none of the others', () => {
    const found = computeInteractions(grid, measured(joint, noiseOf(0.02, 5)), 0.95)
    const told = found.map(
      ({ strongest }) => (strongest?.interval?.[0] ?? 0) > 0 || (strongest?.interval?.[1] ?? 0) < 0,
    )
    expect(told).toEqual([true, false, false])
    expect(found[0]?.strongest?.interval?.[0]).toBeLessThan(0.5)
    expect(found[0]?.strongest?.interval?.[1]).toBeGreaterThan(0.5)
  })

  it('tells one in at most 5 % of sweeps where there is none', () => {
    let alarms = 0
    for (let seed = 1; seed <= 400; seed += 1) {
      const found = computeInteractions(grid, measured(separate, noiseOf(0.05, seed), 3), 0.95)
      alarms += found.some(
        ({ strongest }) => (strongest?.interval?.[0] ?? 0) > 0 || (strongest?.interval?.[1] ?? 0) < 0,
      )
        ? 1
        : 0
    }
    expect(alarms).toBeLessThanOrEqual(28)
  })

  it('has no interval for single runs, and no contrast where settings are missing', () => {
    const [single] = computeInteractions(
      grid,
      measured(joint, () => 0, 1),
      0.95,
    )
    expect(single?.strongest?.interval).toBeNull()
    const onlyFew = measured(joint, () => 0).filter(({ setting }) => setting['prefetch'] === 2)
    const [lost] = computeInteractions(grid, onlyFew, 0.95)
    expect(lost).toMatchObject({ strongest: null, reason: 'no complete set of four settings was measured' })
  })
})

describe('the Pareto front', () => {
  it('keeps what nothing else beats in both, from the fastest on', () => {
    const points = [
      { cost: 3, price: 1 },
      { cost: 1, price: 9 },
      { cost: 2, price: 9 },
      { cost: 2, price: 4 },
      { cost: 4, price: 1 },
    ]
    expect(selectParetoFront(points)).toEqual([points[1], points[3], points[0]])
  })

  it('keeps equals and is empty without points', () => {
    const twins = [
      { cost: 1, price: 1 },
      { cost: 1, price: 1 },
    ]
    expect(selectParetoFront(twins)).toEqual(twins)
    expect(selectParetoFront([])).toEqual([])
  })
})
