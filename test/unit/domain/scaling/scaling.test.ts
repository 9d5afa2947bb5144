import { describe, expect, it } from 'vitest'
import {
  computeAmdahlCeiling,
  getMinimumSpeedup,
  scalingProfileNames,
  getUsualMaximum,
} from '../../../../src/domain/scaling/scaling.ts'

describe('scaling profiles (F-04)', () => {
  it('knows five', () => {
    expect(scalingProfileNames).toHaveLength(5)
  })

  it.each([
    ['perf-03', 2, 1.9],
    ['perf-03', 4, 3.6],
    ['perf-03', 8, 7.2],
    ['realistic', 2, 1.8],
    ['realistic', 4, 3.5],
    ['realistic', 8, 6.8],
    ['target', 2, 1.7],
    ['target', 4, 3.4],
    ['target', 8, 6.8],
    ['research-summary', 2, 1.8],
    ['research-summary', 4, 3.5],
    ['research-summary', 8, 7],
    ['legacy-range', 2, 1.6],
    ['legacy-range', 4, 3],
    ['legacy-range', 8, 6],
  ] as const)('%s asks %d GPUs for a speed-up of %d', (profile, gpus, limit) => {
    expect(getMinimumSpeedup(profile, gpus)).toBeCloseTo(limit, 12)
  })

  it('has no opinion on counts a profile does not name', () => {
    expect(getMinimumSpeedup('legacy-range', 3)).toBeNull()
    expect(getMinimumSpeedup('perf-03', 3)).toBeCloseTo(2.7, 12)
  })

  it('keeps the upper end of a band as a flag (W40)', () => {
    const listMaxima = (name: (typeof scalingProfileNames)[number]) =>
      [2, 4, 8, 3].map((gpus) => getUsualMaximum(name, gpus))
    expect(listMaxima('legacy-range')[0]).toBe(2)
    expect(listMaxima('perf-03')).toEqual([null, null, null, null])
    expect(listMaxima('realistic')).toEqual([1.95, 3.8, 7.4, null])
    expect(listMaxima('target')).toEqual([1.9, 3.8, 7.6, null])
  })

  it('takes the ceiling from the 1-GPU share: 81.0 % allows 1.68x on two GPUs, not 1.52x (W37)', () => {
    expect(computeAmdahlCeiling(0.81, 2)).toBeCloseTo(1.68, 2)
    expect(computeAmdahlCeiling(0.683, 2)).toBeCloseTo(1.52, 2)
  })
})
