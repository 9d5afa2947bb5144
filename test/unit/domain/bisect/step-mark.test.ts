import { describe, expect, it } from 'vitest'
import { compareSamples, type Decision } from '../../../../src/domain/verdict/comparison.ts'
import { wallTime } from '../../../../src/domain/core/metric.ts'
import { computeStepEffect, decideMark } from '../../../../src/domain/bisect/search-bisect.ts'
import { createSeededRandom } from '../../../../src/domain/core/bootstrap.ts'
import { normals } from '../noisy-series.ts'

const decision = (verdict: Decision['verdict'], effect: number | null): Decision => ({
  verdict,
  effect,
  interval: effect === null ? null : [effect - 0.01, effect + 0.01],
  resolution: 0.01,
  excluded: null,
  base: null,
  head: null,
  reason: `said ${verdict}`,
})

describe('two questions about one commit', () => {
  it.each([
    { mark: 'bad', before: ['regression', 0.3], after: ['unchanged', 0] },
    { mark: 'good', before: ['unchanged', 0], after: ['regression', 0.3] },
    { mark: 'good', before: ['improvement', -0.1], after: ['regression', 0.4] },
    { mark: 'bad', before: ['regression', 0.4], after: ['improvement', -0.1] },
    { mark: 'bad', before: ['regression', 0.3], after: ['inconclusive', 0.02] },
    { mark: 'good', before: ['inconclusive', 0.02], after: ['regression', 0.3] },
    { mark: 'bad', before: ['inconclusive', 0.25], after: ['unchanged', 0.01] },
    { mark: 'good', before: ['unchanged', 0.01], after: ['inconclusive', 0.25] },
    { mark: 'undecided', before: ['inconclusive', 0.1], after: ['inconclusive', 0.1] },
    { mark: 'undecided', before: ['unchanged', 0.01], after: ['unchanged', 0.01] },
    { mark: 'undecided', before: ['not comparable', null], after: ['not comparable', null] },
  ] as const)(
    'is $mark when it is $before beside the good end and the bad end is $after beside it',
    ({ mark, before, after }) => {
      const answers = { againstGood: decision(before[0], before[1]), badAgainst: decision(after[0], after[1]) }
      expect(decideMark(answers)).toMatchObject({ mark, isBetween: false })
    },
  )

  it('does not take one decided answer when the figures say the opposite', () => {
    const half = { againstGood: decision('regression', 0.05), badAgainst: decision('inconclusive', 0.3) }
    expect(decideMark(half).mark).toBe('undecided')
    const other = { againstGood: decision('inconclusive', 0.3), badAgainst: decision('regression', 0.05) }
    expect(decideMark(other).mark).toBe('undecided')
  })

  it('follows the larger of two steps and says that there is another', () => {
    const late = decideMark({ againstGood: decision('regression', 0.1), badAgainst: decision('regression', 0.4) })
    expect(late).toMatchObject({ mark: 'good', isBetween: true })
    const early = decideMark({ againstGood: decision('regression', 0.4), badAgainst: decision('regression', 0.1) })
    expect(early).toMatchObject({ mark: 'bad', isBetween: true })
    expect(early.reason).toContain('more than one step')
  })

  it('reads rates the other way round by the verdicts alone', () => {
    const rate = { againstGood: decision('regression', -0.3), badAgainst: decision('inconclusive', -0.02) }
    expect(decideMark(rate).mark).toBe('bad')
    expect(decideMark({ againstGood: rate.badAgainst, badAgainst: rate.againstGood }).mark).toBe('good')
  })
})

describe('with the judge of pairs and noisy runs', () => {
  it('is hardly ever wrong, and rather says that it cannot tell', () => {
    const random = createSeededRandom(7)
    const normal = normals(8)
    const runs = (level: number, noise: number): number[] =>
      Array.from({ length: 8 }, () => level * (1 + noise * normal()))
    const counts = { right: 0, wrong: 0, undecided: 0 }
    for (let trial = 0; trial < 300; trial += 1) {
      const step = 0.05 + 0.25 * random()
      const noise = 0.005 + 0.06 * random()
      const isBad = random() < 0.5
      const rules = { minEffect: computeStepEffect(step) }
      const [good, own, bad] = [1, isBad ? 1 + step : 1, 1 + step].map((level) => runs(level, noise))
      const { mark } = decideMark({
        againstGood: compareSamples(wallTime, { base: good!, head: own! }, rules),
        badAgainst: compareSamples(wallTime, { base: own!, head: bad! }, rules),
      })
      if (mark === 'undecided') counts.undecided += 1
      else counts[(mark === 'bad') === isBad ? 'right' : 'wrong'] += 1
    }
    expect(counts.wrong).toBeLessThanOrEqual(6)
    expect(counts.right).toBeGreaterThan(150)
  })
})

it('asks for a third of the step, on the scale of ratios, and never for all or nothing', () => {
  expect(computeStepEffect(0.3)).toBeCloseTo(0.0837, 3)
  expect(computeStepEffect(-0.3)).toBeCloseTo(computeStepEffect(1 / 0.7 - 1), 10)
  expect(computeStepEffect(1e-9)).toBe(0.002)
  expect(computeStepEffect(1e9)).toBe(0.5)
})
