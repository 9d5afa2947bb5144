import { describe, expect, it } from 'vitest'
import { drawsFrom } from '../../scripts/statistics/noise-families.ts'
import { processFamilies } from '../../scripts/statistics/noise-processes.ts'
import { checkRates, pullRequestOf } from '../../scripts/statistics/process-rates.ts'
import { revisionConfig, simulatePullRequest, type Side } from '../../scripts/statistics/simulated-pull-request.ts'

const config = revisionConfig(['gate: [wall_time]'])
const exact = { config, seconds: 10, tick: null, sessions: [], seed: 1 }

function family(name: string) {
  return processFamilies.find((item) => item.name === name)!
}

describe('a simulated pull request', () => {
  it('takes the noise in the order of execution, warm-ups included, and ends in the conclusion of the check', () => {
    const seen: [number, Side][] = []
    const outcome = simulatePullRequest({
      ...exact,
      slowdown: 0.05,
      noise: (order, side) => {
        seen.push([order, side])
        return 0.001 * (order % 2)
      },
    })
    expect(outcome).toMatchObject({ verdict: 'fail', runs: 6 })
    // One warm-up and six runs of each side: no earlier session tells how noisy the runs are.
    expect(seen.map(([order]) => order)).toEqual(Array.from({ length: 14 }, (_, order) => order))
    expect(seen.filter(([, side]) => side === 'base')).toHaveLength(7)
  })

  it('passes without a change on quiet runs and rounds to the ticks of its clock', () => {
    const quiet = { ...exact, slowdown: 0, noise: (order: number) => 0.001 * (order % 3) }
    expect(simulatePullRequest(quiet).verdict).toBe('pass')
    // 1 % of 0.5 s is below half a tick of 20 ms: the clock shows no change.
    const coarse = { ...exact, slowdown: 0.01, seconds: 0.5, tick: 0.02, noise: () => 0 }
    expect(simulatePullRequest(coarse).verdict).toBe('pass')
  })

  it('gives earlier sessions to the rules: what they claim of the noise changes the outcome', () => {
    const rates = ['white, 3 %', 'white, 3 %, history 10 ×'].map((name) =>
      checkRates(40, (seed) => pullRequestOf(family(name), { config, slowdown: 0, seed })),
    )
    expect(rates[0]).not.toEqual(rates[1])
  })

  it('is the same for the same seed', () => {
    const run = () =>
      simulatePullRequest({ ...exact, slowdown: 0.03, noise: family('AR(1), r = 0.5, 3 %').make(drawsFrom(5)) })
    expect(run()).toEqual(run())
  })
})

describe('the noise families', () => {
  it('have different names, since results are kept by name', () => {
    expect(new Set(processFamilies.map(({ name }) => name)).size).toBe(processFamilies.length)
  })

  it('repeat after their period and have the amplitude they claim', () => {
    const noise = family('one slow run, period 4, 5 %').make(drawsFrom(3))
    const values = Array.from({ length: 400 }, (_, order) => noise(order, 'base'))
    const means = [0, 1, 2, 3].map(
      (phase) => values.filter((_, order) => order % 4 === phase).reduce((sum, value) => sum + value, 0) / 100,
    )
    expect(Math.max(...means)).toBeCloseTo(0.05, 2)
    expect(means.filter((mean) => Math.abs(mean) < 0.005)).toHaveLength(3)
  })
})
