import { describe, expect, it } from 'vitest'
import { weighEvidence, computeUncertainty } from '../../../../../src/domain/detection/pair/reach.ts'
import { throughput, wallTime, type Metric } from '../../../../../src/domain/core/metric.ts'

const base = [1, 1.02, 0.99, 1.01, 1]
const head = [1.03, 1.05, 1.02, 1.04, 1.06]
const slowed = (factor: number) => ({ base, head: base.map((value) => value * factor), maxRuns: 10 })
const unsure = (factor: number, minEffect = 0.03): number =>
  computeUncertainty(weighEvidence(wallTime, { ...slowed(factor), minEffect })!)

describe('weighEvidence', () => {
  // Estimate and standard error as in the tests of pairDifference; P = 1 − stats.t.cdf(t, 4.5) of SciPy 1.17.1.
  it('gives the estimate, its precision and one-sided P values that add up to one', () => {
    const evidence = weighEvidence(wallTime, { base, head })!
    expect(evidence.estimate).toBeCloseTo(0.0351877185377134, 12)
    expect(evidence.standardError).toBeCloseTo(0.005836066968077961, 12)
    expect(evidence.degreesOfFreedom).toBe(4.5)
    expect(evidence.slowerPValue).toBeCloseTo(0.0012947, 5)
    expect(evidence.slowerPValue + evidence.fasterPValue).toBeCloseTo(1, 9)
  })

  it('is turned so that larger is worse', () => {
    const asTime = weighEvidence(wallTime, { base, head })!
    const asRate = weighEvidence(throughput, { base, head })!
    expect(asRate.estimate).toBeCloseTo(-asTime.estimate, 12)
    expect(asRate.slowerPValue).toBeCloseTo(asTime.fasterPValue, 9)
  })

  it.each([
    [1.1, 'slower'],
    [1, 'not slower'],
    [0.9, 'faster'],
    [1.015, 'open'],
  ])('leans at a factor of %d to %s', (factor, leaning) => {
    expect(weighEvidence(wallTime, slowed(factor))!.leaning).toBe(leaning)
  })

  it('is in points for shares', () => {
    const idle: Metric = { name: 'idle', unit: '%', betterWhen: 'lower' }
    const evidence = weighEvidence(idle, { base: [10, 10.5, 10.2], head: [14, 14.5, 14.2], minEffect: 0.02 })!
    expect(evidence.estimate).toBeCloseTo(0.04, 9)
    expect(evidence.minEffect).toBe(0.02)
  })

  it.each([
    ['a single run', wallTime, [1], [1]],
    ['a value of zero', wallTime, [1, 0, 1], [1, 1, 1]],
    ['NaN (W50)', wallTime, [1, 1], [1, Number.NaN]],
    ['counts that never vary', { name: 'rows', unit: 'rows', betterWhen: 'higher' } as const, [5, 5, 5], [6, 6, 6]],
    ['memory by steps', { name: 'peak', unit: 'MiB', betterWhen: 'lower' } as const, [900, 902, 900], [900, 900, 900]],
  ])('is null for %s', (...[, metric, one, other]) => {
    expect(weighEvidence(metric, { base: one, head: other })).toBeNull()
  })
})

describe('uncertainty', () => {
  it('is a quarter at half of the minimum effect and falls to both sides', () => {
    expect(unsure(Math.sqrt(1.03))).toBeCloseTo(0.25, 6)
    expect(unsure(1.02)).toBeLessThan(unsure(1.016))
    expect(unsure(0.99)).toBeLessThan(unsure(1.01))
    expect(unsure(1.3)).toBeCloseTo(0, 3)
  })

  it('is larger for the noisier of two metrics that look unchanged', () => {
    const noisy = { base: [1, 1.2, 0.9, 1.1, 1], head: [1, 1.1, 0.9, 1.2, 1] }
    expect(computeUncertainty(weighEvidence(wallTime, noisy)!)).toBeGreaterThan(unsure(1))
  })
})
