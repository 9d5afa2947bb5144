import { describe, expect, it } from 'vitest'
import { adjustForCovariate } from '../../../../../src/domain/detection/pair/covariate.ts'
import { judgePair, judgeMetric } from '../../../../../src/domain/detection/pair/judge-metric.ts'
import { computeMean } from '../../../../../src/domain/core/statistics.ts'
import { wallTime } from '../../../../../src/domain/core/metric.ts'
import { normals } from '../../noisy-series.ts'

// In logs, so that the exponentials below are what is measured.
const base = [0, 0.0488, 0.0953, 0.0198, 0.077]
const head = [0.0392, 0.1133, 0.0862, 0.1398, 0.0583]
const besideBase = [1, 1.5, 2.1, 1.2, 1.8]
const besideHead = [1.1, 2, 1.6, 2.2, 1.3]
/** Null: the samples stay as they are. */
const adjust = (
  one: readonly number[],
  other: readonly number[],
  covariateBase: readonly number[],
  covariateHead: readonly number[],
) => adjustForCovariate({ base: one, head: other, covariateBase, covariateHead })
const exp = (values: readonly number[]): number[] => values.map(Math.exp)

describe('adjustForCovariate', () => {
  // Least squares of y on an intercept, the side and the covariate; numpy 2 and SciPy 1.17.1.
  it('is the analysis of covariance: the difference of the sides and what is left of their spread', () => {
    const adjustment = adjust(exp(base), exp(head), exp(besideBase), exp(besideHead))!
    const [one, other] = [adjustment.base.map(Math.log), adjustment.head.map(Math.log)]
    expect(computeMean(other) - computeMean(one)).toBeCloseTo(0.0286317073, 6)
    expect(adjustment.correlation).toBeCloseTo(0.9963098156, 6)
    const squares = [one, other].flatMap((values) => values.map((value) => (value - computeMean(values)) ** 2))
    const standardError = Math.sqrt((computeMean(squares) * 10) / 8 / 2.5)
    // Two degrees of freedom are counted as spent where least squares counts one.
    expect(standardError).toBeCloseTo(0.0023434868 * Math.sqrt(7 / 6), 6)
  })

  it.each([
    ['too few runs', base.slice(1), head.slice(1), besideBase.slice(1), besideHead.slice(1)],
    ['a run without the covariate', base, head, besideBase.slice(1), besideHead],
    ['NaN (W50)', base, head, besideBase.with(0, Number.NaN), besideHead],
    ['a value without a logarithm', base.with(0, Number.NEGATIVE_INFINITY), head, besideBase, besideHead],
    ['a covariate that explains nothing', base, head, [1, 1, 2, 2, 1], [2, 1, 1, 1, 2]],
    ['a constant covariate', base, head, [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]],
    ['a covariate of another level on the other side', base, head, besideBase, besideHead.map((value) => value + 3)],
  ])('leaves the samples alone for %s', (...[, one, other, besideOne, besideOther]) => {
    expect(adjust(exp(one), exp(other), besideOne, besideOther)).toBeNull()
  })

  it('takes a covariate that can be zero as it is', () => {
    const fromZero = (values: readonly number[]): number[] => values.map((value) => value - 1)
    expect(adjust(exp(base), exp(head), fromZero(besideBase), fromZero(besideHead))).not.toBeNull()
  })
})

/** Shares of regressions among 1,500 pairs of five runs with noise of 5 %, judged as they are and adjusted. */
function regressions(correlation: number, slowdown: number): { plain: number; adjusted: number } {
  const next = normals(77)
  const own = Math.sqrt(1 - correlation ** 2)
  const side = (level: number) =>
    Array.from({ length: 5 }, () => {
      const beside = next()
      return { beside: Math.exp(0.1 * beside), value: level * Math.exp(0.05 * (correlation * beside + own * next())) }
    })
  const found = { plain: 0, adjusted: 0 }
  for (let pair = 0; pair < 1500; pair += 1) {
    const [one, other] = [side(1), side(1 + slowdown)]
    const request = { base: one.map(({ value }) => value), head: other.map(({ value }) => value), maxRuns: 5 }
    const beside = [one.map((run) => run.beside), other.map((run) => run.beside)] as const
    const adjustment = adjust(request.base, request.head, ...beside)
    const samples = adjustment ? { base: adjustment.base, head: adjustment.head } : {}
    found.plain += Number(judgePair(request).verdict === 'regression')
    found.adjusted += Number(judgeMetric(wallTime, { ...request, ...samples }).verdict === 'regression')
  }
  return { plain: found.plain / 1500, adjusted: found.adjusted / 1500 }
}

describe('simulated pairs', () => {
  it.each([0, 0.5, 0.9, 0.97])('false alarms keep their level with a covariate of r = %d', (correlation) => {
    const { plain, adjusted } = regressions(correlation, 0)
    expect(adjusted).toBeLessThanOrEqual(plain + 0.006)
    expect(adjusted).toBeLessThan(0.026)
  })

  it('slowdowns of 5 % are found several times as often with a covariate that explains the noise', () => {
    const { plain, adjusted } = regressions(0.95, 0.05)
    expect(plain).toBeLessThan(0.25)
    expect(adjusted).toBeGreaterThan(0.75)
  })
})
