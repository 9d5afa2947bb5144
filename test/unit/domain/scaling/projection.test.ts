import { describe, expect, it } from 'vitest'
import { fitCost, project } from '../../../../src/domain/scaling/projection.ts'

describe('project', () => {
  it('separates the fixed cost by two sizes', () => {
    const model = fitCost([
      { sequences: 1000, seconds: [12] },
      { sequences: 5000, seconds: [20] },
    ])
    expect(model.fixedSeconds).toBeCloseTo(10, 9)
    expect(model.secondsPerSequence).toBeCloseTo(0.002, 12)
  })

  it('projects in proportion, and says the fixed cost is unknown, from one size', () => {
    const projection = project([{ sequences: 1000, seconds: [7.2, 7.2] }], 1_000_000, 0.95)
    expect(projection.fixedSeconds).toBeNull()
    expect(projection.hours).toBeCloseTo(2, 9)
    expect(projection.extrapolation).toBe(1000)
  })

  it('reproduces a published projection: 1,000,000 sequences in 3200.6 s give 5.33 h for 6,000,000', () => {
    expect(project([{ sequences: 1_000_000, seconds: [3200.6] }], 6_000_000, 0.95).hours).toBeCloseTo(5.334, 3)
  })

  it('gives an interval that contains the projection and none for single runs', () => {
    const sizes = [
      { sequences: 100, seconds: [1.1, 1.2, 1.15] },
      { sequences: 1000, seconds: [5.1, 5.4, 5.2] },
    ]
    const projection = project(sizes, 100_000, 0.95)
    const [low, high] = projection.hoursInterval ?? [Number.NaN, Number.NaN]
    expect(low).toBeLessThan(projection.hours)
    expect(high).toBeGreaterThan(projection.hours)
    expect(project([{ sequences: 100, seconds: [1] }], 1000, 0.95).hoursInterval).toBeNull()
  })

  it('falls back to proportion when more sequences took less time', () => {
    expect(
      fitCost([
        { sequences: 100, seconds: [9] },
        { sequences: 1000, seconds: [8] },
      ]),
    ).toEqual({ fixedSeconds: null, secondsPerSequence: 0.008 })
  })
})
