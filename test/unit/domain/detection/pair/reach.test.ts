import { describe, expect, it } from 'vitest'
import {
  computePValue,
  computeReachableEffect,
  computeUncertainty,
  explainOutOfReach,
} from '../../../../../src/domain/detection/pair/reach.ts'
import { judgePair, weighMetric } from '../../../../../src/domain/detection/pair/judge-metric.ts'
import type { MetricRequest } from '../../../../../src/domain/detection/pair/pair.ts'
import { throughput, wallTime, type Metric } from '../../../../../src/domain/core/metric.ts'
import { normals } from '../../noisy-series.ts'

const weigh = (metric: Metric, request: MetricRequest) => weighMetric(metric, request).measured

const looks = [3, 4, 5, 6, 8, 10, 13, 16, 20]
type Ended = { readonly verdict: string; readonly runs: number }
type World = { readonly cv: number; readonly slowdown: number; readonly minEffect: number; readonly maxRuns: number }

/** Measures a pair look by look until it is decided, as a run does. */
function measured(world: World, next: () => number, mayGiveUp = false): Ended {
  const { cv, slowdown, minEffect, maxRuns } = world
  const draw = (count: number, level = 1): number[] =>
    Array.from({ length: count }, () => level * Math.exp(cv * next()))
  const history = Array.from({ length: 5 }, () => draw(6))
  const [base, head] = [draw(maxRuns), draw(maxRuns, 1 + slowdown)]
  for (const runs of looks.filter((look) => look <= maxRuns)) {
    const request = {
      base: base.slice(0, runs),
      head: head.slice(0, runs),
      history,
      minEffect,
      maxRuns,
    }
    const { verdict } = judgePair(request)
    if (verdict !== 'inconclusive') return { verdict, runs }
    if (mayGiveUp && explainOutOfReach(weighMetric(wallTime, request), maxRuns)) return { verdict, runs }
  }
  return { verdict: 'inconclusive', runs: maxRuns }
}

function many(world: World, mayGiveUp = false): { found: number; runs: number } {
  const next = normals(20_251)
  const ended = Array.from({ length: 500 }, () => measured(world, next, mayGiveUp))
  return {
    found: ended.filter(({ verdict }) => verdict === 'regression').length / ended.length,
    runs: ended.reduce((sum, { runs }) => sum + runs, 0) / ended.length,
  }
}

describe('computeReachableEffect', () => {
  it.each([
    [5, 2.5],
    [10, 1.7],
    [20, 1.2],
  ])('with %d runs is %d times the noise', (maxRuns, multiple) => {
    expect(computeReachableEffect({ cv: 0.01 }, { maxRuns })! / 0.01).toBeCloseTo(multiple, 1)
  })

  it.each([5, 10, 20])('is found in about nine of ten simulated pairs of up to %d runs', (maxRuns) => {
    const minEffect = computeReachableEffect({ cv: 0.02 }, { maxRuns })!
    const { found } = many({ cv: 0.02, slowdown: minEffect, minEffect, maxRuns })
    expect(found).toBeGreaterThan(0.84)
    expect(found).toBeLessThan(0.97)
  })

  it('is further for less history, for more gates and for a base of another session', () => {
    const limits = { maxRuns: 10 }
    const plain = computeReachableEffect({ cv: 0.02 }, limits)!
    expect(computeReachableEffect({ cv: 0.02, degreesOfFreedom: 4 }, limits)).toBeGreaterThan(plain)
    expect(computeReachableEffect({ cv: 0.02 }, { maxRuns: 10, gates: 5 })).toBeGreaterThan(1.05 * plain)
    expect(computeReachableEffect({ cv: 0.02, sessionDeviation: 0.01 }, limits)).toBeGreaterThan(1.5 * plain)
  })

  it('is nothing with two runs, and everything without noise', () => {
    expect(computeReachableEffect({ cv: 0.02 }, { maxRuns: 2 })).toBeNull()
    expect(computeReachableEffect({ cv: 0 }, { maxRuns: 3 })).toBe(0)
  })
})

describe('explainOutOfReach', () => {
  const noisy = { base: [1, 1.15, 0.9, 1.07], head: [1.02, 0.95, 1.2, 1.07], minEffect: 0.03, maxRuns: 10 }

  it('gives up at hopeless noise and says what it would take', () => {
    const reach = explainOutOfReach(weighMetric(wallTime, noisy), 10)!
    expect(reach.runsNeeded).toBeGreaterThan(100)
    expect(reach.reachableEffect).toBeGreaterThan(0.1)
    expect(reach.reason).toMatch(
      /^out of reach at this noise: 10 runs per side can detect \d+\.\d %; detecting 3\.0 % needs about \d+$/,
    )
    expect(explainOutOfReach(weighMetric(wallTime, { ...noisy, minEffect: 0.001 }), 10)).toMatchObject({
      runsNeeded: null,
    })
  })

  it('tells how many runs reach the minimum effect, as the plan does for the same noise', () => {
    const { runsNeeded } = explainOutOfReach(weighMetric(wallTime, noisy), 10)!
    const { standardError, degreesOfFreedom } = weigh(wallTime, noisy)!.difference
    const cv = standardError * Math.sqrt(noisy.base.length / 2)
    const planned = (maxRuns: number) => computeReachableEffect({ cv, degreesOfFreedom }, { maxRuns })!
    expect(planned(runsNeeded! + 2)).toBeLessThan(0.03)
    expect(planned(runsNeeded! - 2)).toBeGreaterThan(0.03)
    expect(explainOutOfReach(weighMetric(wallTime, noisy), runsNeeded! * 2)).toBeNull()
  })

  it.each([
    ['a settled pair', { base: [1, 1.001, 1], head: [1, 1.001, 1], maxRuns: 10 }],
    ['quiet runs that need a few more', { base: [1, 1.01, 0.99], head: [1.02, 1.01, 1], maxRuns: 10 }],
    ['nothing to judge by', { base: [1], head: [1] }],
  ])('does not give up on %s', (_, request) => {
    expect(explainOutOfReach(weighMetric(wallTime, request), 10)).toBeNull()
  })

  it('does not give up for a history that is noisier than the runs', () => {
    const quiet = { base: [1, 1.01, 0.99], head: [1.02, 1.01, 1], minEffect: 0.03, maxRuns: 10 }
    const history = [1, 2, 3, 4, 5].map((seed) => [1, 1.4, 0.8, 1.2, 0.7].map((value) => value * (1 + seed / 1000)))
    expect(explainOutOfReach(weighMetric(wallTime, { ...quiet, history }), 10)).toBeNull()
    expect(explainOutOfReach(weighMetric(wallTime, { ...noisy, history }), 10)).not.toBeNull()
  })

  it('saves runs where the effect is out of reach, and costs no power where it is not', () => {
    const hopeless = { cv: 0.06, slowdown: 0, minEffect: 0.03, maxRuns: 10 }
    expect(many(hopeless, true).runs).toBeLessThan(0.83 * many(hopeless).runs)
    const reachable = { cv: 0.02, slowdown: 0.03, minEffect: 0.03, maxRuns: 10 }
    expect(many(reachable, true).found).toBeGreaterThan(many(reachable).found - 0.02)
  })
})

const base = [1, 1.02, 0.99, 1.01, 1]
const head = [1.03, 1.05, 1.02, 1.04, 1.06]
const slowed = (factor: number) => ({ base, head: base.map((value) => value * factor), maxRuns: 10 })
const unsure = (factor: number, minEffect = 0.03): number =>
  computeUncertainty(weigh(wallTime, { ...slowed(factor), minEffect })!)

describe('the evidence of a metric', () => {
  // Estimate and standard error as in the tests of pairDifference; P = 2 (1 − stats.t.cdf(t, 4.5)) of SciPy 1.17.1.
  it('has the estimate, its precision and a two-sided P value', () => {
    const evidence = weigh(wallTime, { base, head })!
    expect(evidence.difference.estimate).toBeCloseTo(0.0351877185377134, 12)
    expect(evidence.difference.standardError).toBeCloseTo(0.005836066968077961, 12)
    expect(evidence.difference.degreesOfFreedom).toBe(4.5)
    expect(computePValue(evidence)).toBeCloseTo(2 * 0.0012947, 5)
  })

  it('is turned so that larger is worse', () => {
    const [asTime, asRate] = [wallTime, throughput].map((metric) => weigh(metric, { base, head })!)
    expect(asRate!.difference.estimate).toBeCloseTo(-asTime!.difference.estimate, 12)
    expect(computePValue(asRate!)).toBeCloseTo(computePValue(asTime!), 9)
  })

  it('is in points for shares', () => {
    const idle: Metric = { name: 'idle', unit: '%', betterWhen: 'lower' }
    const evidence = weigh(idle, { base: [10, 10.5, 10.2], head: [14, 14.5, 14.2], minEffect: 0.02 })!
    expect(evidence.difference.estimate).toBeCloseTo(0.04, 9)
    expect(evidence.minEffect).toBe(0.02)
  })

  it.each([
    ['a single run', wallTime, [1], [1]],
    ['a value of zero', wallTime, [1, 0, 1], [1, 1, 1]],
    ['NaN (W50)', wallTime, [1, 1], [1, Number.NaN]],
    ['counts that never vary', { name: 'rows', unit: 'rows', betterWhen: 'higher' } as const, [5, 5, 5], [6, 6, 6]],
    ['memory by steps', { name: 'peak', unit: 'MiB', betterWhen: 'lower' } as const, [900, 902, 900], [900, 900, 900]],
  ])('is null for %s', (...[, metric, one, other]) => {
    expect(weigh(metric, { base: one, head: other })).toBeNull()
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
    expect(computeUncertainty(weigh(wallTime, noisy)!)).toBeGreaterThan(unsure(1))
  })
})
