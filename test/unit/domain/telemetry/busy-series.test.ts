import { describe, expect, test } from 'vitest'
import {
  addBusySample,
  computeBusyMs,
  computeInUseMs,
  computeMsUntilUse,
  createBusySeries,
  getLastSampleMs,
  markBusyGap,
  type BusySeries,
} from '../../../../src/domain/telemetry/busy-series.ts'

function aSeries(samples: readonly (readonly [timeMs: number, percent: number])[], maxPoints?: number): BusySeries {
  const series = createBusySeries(maxPoints)
  for (const [timeMs, percent] of samples) addBusySample(series, timeMs, percent)
  return series
}

describe('the integral', () => {
  test('a sample covers the time since the one before; the first one covers none', () => {
    const series = aSeries([
      [1000, 100],
      [1100, 50],
      [1300, 100],
    ])
    expect(computeBusyMs(series, { fromMs: 1000, toMs: 1300 })).toBe(50 + 200)
    expect(getLastSampleMs(series)).toBe(1300)
  })

  test('an edge inside a sample splits it proportionally', () => {
    const series = aSeries([
      [0, 0],
      [100, 80],
      [200, 20],
    ])
    expect(computeBusyMs(series, { fromMs: 50, toMs: 150 })).toBe(40 + 10)
    expect(computeBusyMs(series, { fromMs: 25, toMs: 75 })).toBe(40)
  })

  test.each([
    ['whole samples between others in use', [50, 10, 80, 60], 400],
    ['the part of an edge that is as busy as its neighbor', [0, 30, 60, 60, 15, 0], 50 + 100 + 100 + 25],
    ['no more than the sample at an edge', [0, 90, 60, 60, 0], 300],
    ['the busy part of a sample alone', [0, 20, 0, 0], 20],
    ['nothing while idle', [0, 0, 0], 0],
  ])('in use counts %s', (_, percents, inUse) => {
    for (const maxPoints of [undefined, 5]) {
      const series = aSeries(
        [[0, percents[0]!], ...percents.map((percent, index) => [100 * (index + 1), percent] as const)],
        maxPoints,
      )
      expect(computeInUseMs(series, { fromMs: 0, toMs: 100 * percents.length })).toBeCloseTo(inUse, 6)
    }
  })

  test.each([
    ['the end of the idle samples', [0, 0, 80, 80, 0], 200],
    ['the part of the first sample that is less busy than the next one', [0, 0, 20, 80, 80], 275],
    ['the busy end of a sample alone', [0, 10, 0, 0], 190],
    ['no time if it is in use from the start', [50, 50, 0], 0],
  ])('the first use comes after %s', (_, percents, untilMs) => {
    const samples = percents.map((percent, index) => [100 * (index + 1), percent] as const)
    const span = { fromMs: 0, toMs: 100 * percents.length }
    expect(computeMsUntilUse(aSeries([[0, 0], ...samples]), span)).toBeCloseTo(untilMs, 6)
  })

  test('the first use counts from the start of the span, and work before it does not count', () => {
    const percents = [60, 60, 0, 0, 60, 60]
    const series = aSeries([[0, 0], ...percents.map((percent, index) => [100 * (index + 1), percent] as const)])
    expect(computeMsUntilUse(series, { fromMs: 250, toMs: 600 })).toBeCloseTo(150, 6)
    expect(computeMsUntilUse(series, { fromMs: 150, toMs: 600 })).toBe(0)
    expect(computeMsUntilUse(series, { fromMs: 250, toMs: 450 })).toBeCloseTo(150, 6)
    expect(computeMsUntilUse(series, { fromMs: 200, toMs: 400 })).toBeNull()
    expect(computeMsUntilUse(series, { fromMs: 250, toMs: 601 })).toBeNull()
  })

  test('what the samples do not reach is not known', () => {
    const series = aSeries([
      [100, 0],
      [200, 50],
    ])
    expect(computeBusyMs(series, { fromMs: 99, toMs: 150 })).toBeNull()
    expect(computeBusyMs(series, { fromMs: 150, toMs: 201 })).toBeNull()
    expect(computeBusyMs(createBusySeries(), { fromMs: 0, toMs: 1 })).toBeNull()
  })

  test('a gap makes every span that touches it unknown, and no other', () => {
    const series = aSeries([
      [0, 0],
      [100, 100],
    ])
    addBusySample(series, 500, 0)
    markBusyGap(series, { fromMs: 100, toMs: 500 })
    addBusySample(series, 600, 100)
    expect(computeBusyMs(series, { fromMs: 0, toMs: 600 })).toBeNull()
    expect(computeBusyMs(series, { fromMs: 400, toMs: 550 })).toBeNull()
    expect(computeBusyMs(series, { fromMs: 0, toMs: 100 })).toBe(100)
    expect(computeBusyMs(series, { fromMs: 500, toMs: 600 })).toBe(100)
  })
})

describe('bounded memory', () => {
  test('the total of a week stays exact, and any part of it within one point', () => {
    const samples = 1_000_000
    const series = createBusySeries(129)
    let total = 0
    for (let index = 0; index <= samples; index += 1) {
      const percent = (index * 37) % 101
      addBusySample(series, index * 100, percent)
      if (index > 0) total += percent
    }
    expect(series.points).toBeLessThanOrEqual(129)
    expect(computeBusyMs(series, { fromMs: 0, toMs: samples * 100 })).toBeCloseTo(total, 3)
    const half = computeBusyMs(series, { fromMs: 0, toMs: samples * 50 })!
    expect(half / total).toBeCloseTo(0.5, 2)
  })

  test('a cap that cannot be halved is refused', () => {
    expect(() => createBusySeries(64)).toThrow(RangeError)
  })
})
