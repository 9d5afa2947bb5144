import { describe, expect, it } from 'vitest'
import { findHistoryChanges, splitByTestbed } from '../../../../src/domain/history/shift.ts'
import { sortPoints, computePointValue, type HistoryPoint } from '../../../../src/domain/history/history-records.ts'
import { noisySeries, stairs } from '../noisy-series.ts'

function aPoint(order: number, samples: readonly number[], overrides: Partial<HistoryPoint> = {}): HistoryPoint {
  return {
    commit: order.toString(16).padStart(40, '0'),
    order,
    time: new Date(Date.UTC(2026, 0, 1, order)).toISOString(),
    testbedId: '1x-nvidia-h200',
    conditions: 'tiny',
    samples,
    ...overrides,
  }
}

function pointsOf(values: readonly number[], overrides: Partial<HistoryPoint> = {}): HistoryPoint[] {
  return values.map((value, order) => aPoint(order, [value], overrides))
}

describe('splitByTestbed', () => {
  it('never compares another testbed, data set or config (W48)', () => {
    const noise = { seed: 1, sigma: 0.003 }
    const points = [
      ...noisySeries(stairs([20, 100]), noise).map((value, index) => aPoint(index, [value])),
      ...noisySeries(stairs([20, 0.1]), noise).map((value, index) =>
        aPoint(20 + index, [value], { conditions: 'large' }),
      ),
      ...noisySeries(stairs([20, 60]), noise).map((value, index) =>
        aPoint(40 + index, [value], { testbedId: '8x-nvidia-h200' }),
      ),
    ]
    expect(
      splitByTestbed(points).map(({ testbedId, conditions, points: own }) => [testbedId, conditions, own.length]),
    ).toEqual([
      ['1x-nvidia-h200', 'tiny', 20],
      ['1x-nvidia-h200', 'large', 20],
      ['8x-nvidia-h200', 'tiny', 20],
    ])
    expect(findHistoryChanges(points, { minEffect: 0.03 })).toEqual([])
  })

  it('keeps two runners that take turns apart, and lets one that returns go on', () => {
    const values = noisySeries(stairs([30, 100], [30, 110]), { seed: 2, sigma: 0.003 })
    const points = values.map((value, order) =>
      order % 3 === 0 ? aPoint(order, [value * 2], { testbedId: 'other' }) : aPoint(order, [value]),
    )
    const changes = findHistoryChanges(points, { minEffect: 0.03 })
    expect(changes.map(({ point, previous, series }) => [series.testbedId, previous.order, point.order])).toEqual([
      ['other', 27, 30],
      ['1x-nvidia-h200', 29, 31],
    ])
  })

  it('does not mistake a separator in a name for the border between two', () => {
    const points = [
      aPoint(0, [1], { testbedId: 'a","b', conditions: 'c' }),
      aPoint(1, [1], { testbedId: 'a', conditions: 'b","c' }),
    ]
    expect(splitByTestbed(points)).toHaveLength(2)
  })

  it('orders points by commit, runs of one commit by time', () => {
    const points = [aPoint(2, [1]), aPoint(0, [2]), aPoint(1, [3], { time: '2026-02-01T00:00:00Z' }), aPoint(1, [4])]
    expect(sortPoints(points).map(({ samples }) => samples[0])).toEqual([2, 4, 3, 1])
    expect(splitByTestbed([])).toEqual([])
  })
})

describe('historyChanges', () => {
  const values = noisySeries(stairs([30, 100], [5, 110]), { seed: 3, sigma: 0.003 })

  it('names the run of the new level and the last one before it, gaps left out', () => {
    const points = pointsOf(values).map((point, index) => (index === 29 ? { ...point, samples: [] } : point))
    const [change] = findHistoryChanges(points, { minEffect: 0.03 })
    expect([change!.point.order, change!.previous.order]).toEqual([30, 28])
    expect(change!.effect).toBeCloseTo(0.1, 2)
  })

  it('is confirmed by an interleaved run of that commit', () => {
    const points = pointsOf(values)
    const confirmations = new Map([[points[30]!.commit, { verdict: 'regression', effect: 0.1 } as const]])
    expect(findHistoryChanges(points, { minEffect: 0.03 })).toMatchObject([{ status: 'candidate' }])
    expect(findHistoryChanges(points, { minEffect: 0.03, confirmations })).toMatchObject([{ status: 'confirmed' }])
  })
})

describe('a point', () => {
  it('has the median of its finite samples as its value, and none where there is none (F-36, W49, W50)', () => {
    expect(computePointValue(aPoint(0, [3, 1, 2]))).toBe(2)
    expect(computePointValue(aPoint(0, [3, Number.NaN, 1]))).toBe(2)
    expect(computePointValue(aPoint(0, []))).toBeNaN()
    expect(computePointValue(aPoint(0, [Number.NaN]))).toBeNaN()
  })

  it('without samples is a gap and no step to zero (W49)', () => {
    const points = pointsOf(noisySeries(stairs([30, 100]), { seed: 4, sigma: 0.003 })).map((point, index) =>
      index >= 20 ? { ...point, samples: [] } : point,
    )
    expect(findHistoryChanges(points, { minEffect: 0.03 })).toEqual([])
  })
})
