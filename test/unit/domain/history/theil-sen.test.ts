import { describe, expect, it } from 'vitest'
import { fitTheilSen } from '../../../../src/domain/history/forecast.ts'

const counted = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const rising = [9.1, 9.4, 9.2, 9.9, 9.7, 10.3, 10.1, 10.8, 10.4, 11.2]
const gaps = [0, 1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 15]
const tied = [3, 3, 4, 3, 5, 5, 4, 6, 6, 30, 7, 7]
const level = [5.2, 5.1, 5.3, 5.2, 5.2, 5.1, 5.3, 5.2]
const falling = [
  100.002, 99.897, 98.052, 96.119, 96.291, 94.517, 95.92, 97.78, 93.416, 92.459, 93.98, 93.014, 91.811, 89.039, 90.141,
  90.891, 86.112, 87.185, 83.598, 84.121,
]
const fallen = [-0.8085555555555554, 99.94322222222222] as const

describe('theilSen (F-08)', () => {
  // scipy 1.10.1: stats.theilslopes(y, x, confidence, method='joint')
  it.each([
    ['rising', counted(10), rising, 0.95, [0.225, 9.1375, 0.15, 0.2666666666666669]],
    ['rising', counted(10), rising, 0.8, [0.225, 9.1375, 1 / 6, 0.25]],
    ['tied, with a wild value and gaps', gaps, tied, 0.95, [1 / 3, 3, 2 / 9, 0.5]],
    ['tied, with a wild value and gaps', gaps, tied, 0.8, [1 / 3, 3, 0.25, 0.375]],
    ['level', counted(8), level, 0.95, [0, 5.2, -0.05, 0.04]],
    ['level', counted(8), level, 0.8, [0, 5.2, -0.02, 1 / 30]],
    ['falling', counted(20), falling, 0.95, [...fallen, -0.9258571428571442, -0.6574444444444446]],
    ['falling', counted(20), falling, 0.8, [...fallen, -0.880500000000005, -0.700461538461538]],
  ] as const)('agrees with scipy on %s: %j, %j, %d', (...[, x, y, confidence, expected]) => {
    const { slope, intercept, slopeInterval } = fitTheilSen(Float64Array.from(x), Float64Array.from(y), { confidence })
    for (const [index, value] of [slope, intercept, ...slopeInterval].entries())
      expect(value).toBeCloseTo(expected[index]!, 10)
  })

  it('has a wider interval where neighbours go together', () => {
    const [x, y] = [Float64Array.from(counted(20)), Float64Array.from(falling)]
    const [plain, wide] = [1, 3].map(
      (longRunFactor) => fitTheilSen(x, y, { confidence: 0.95, longRunFactor }).slopeInterval,
    )
    expect(wide![0]).toBeLessThan(plain![0])
    expect(wide![1]).toBeGreaterThan(plain![1])
  })

  it('needs two different places', () => {
    expect(() => fitTheilSen(Float64Array.of(1, 1), Float64Array.of(1, 2), { confidence: 0.95 })).toThrow(RangeError)
    expect(() => fitTheilSen(Float64Array.of(1), Float64Array.of(1), { confidence: 0.95 })).toThrow(RangeError)
  })
})
