import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlFalseDiscovery } from '../../../../../src/domain/detection/noise/probabilities.ts'

describe('controlFalseDiscovery', () => {
  // SciPy 1.17.1, stats.false_discovery_control(p, method='bh') ≤ level.
  it.each([
    [0.05, [0.01, 0.04, 0.03, 0.005, 0.5], [true, true, true, true, false]],
    [0.049, [0.01, 0.04, 0.03, 0.005, 0.5], [true, false, false, true, false]],
    [
      0.05,
      [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205],
      [true, true, false, false, false, false, false, false],
    ],
    [0.1, [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205], [true, true, true, true, true, true, true, false]],
  ])('at level %d rejects what SciPy rejects', (level, pValues, rejected) => {
    expect(controlFalseDiscovery(pValues, level)).toEqual(rejected)
  })

  it('tells nothing of no metrics and nothing of what is not a number (W50)', () => {
    expect(controlFalseDiscovery([])).toEqual([])
    expect(controlFalseDiscovery([Number.NaN, 0.001])).toEqual([false, true])
  })

  it('never tells one metric and keeps back another with a smaller P value', () => {
    const pValue = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(pValue), (pValues) => {
        const told = controlFalseDiscovery(pValues)
        const largest = Math.max(-1, ...pValues.filter((_, index) => told[index]))
        expect(told).toEqual(pValues.map((value) => value <= largest))
      }),
    )
  })
})
