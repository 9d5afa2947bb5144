import { expect, test } from 'vitest'
import { computeEffectiveMinEffect, type NoiseFloor } from '../../../../src/domain/noise/noise.ts'

function aFloor(cv: number, overrides: Partial<NoiseFloor> = {}): NoiseFloor {
  return { runs: 20, sessions: 1, cv, robustCv: cv, sessionDeviation: null, ...overrides }
}

test('leaves a gate alone that the noise allows, or whose noise is hardly known', () => {
  const asAsked = { minEffect: 0.03, note: null, reach: 'as asked' }
  expect(computeEffectiveMinEffect(0.03, aFloor(0.002), 10)).toEqual(asAsked)
  expect(computeEffectiveMinEffect(0.03, aFloor(0), 10)).toEqual(asAsked)
  expect(computeEffectiveMinEffect(0.03, null, 10)).toEqual(asAsked)
  expect(computeEffectiveMinEffect(0.03, aFloor(0.2, { runs: 4 }), 10)).toEqual(asAsked)
})

test('widens a gate that is tighter than about twice the noise, and says by how much and why', () => {
  const widened = computeEffectiveMinEffect(0.01, aFloor(0.02), 10)
  expect(widened.reach).toBe('widened')
  expect(widened.minEffect).toBeGreaterThan(0.033)
  expect(widened.minEffect).toBeLessThan(0.037)
  expect(widened.note).toMatch(
    /^1 % is below what 10 runs per side can detect here \(\S+ %\), because runs of the same code vary by 2 %: judged at \S+ %$/,
  )
  expect(computeEffectiveMinEffect(0.01, aFloor(0.02), 40).minEffect).toBeLessThan(0.025)
})

test('never widens a gate until it passes what everybody calls a regression', () => {
  const hopeless = computeEffectiveMinEffect(0.03, aFloor(0.17), 10)
  expect(hopeless).toMatchObject({ reach: 'out of reach', minEffect: 0.03 })
  expect(hopeless.note).toMatch(/out of reach; gate on a stage/)
  expect(computeEffectiveMinEffect(0.1, aFloor(0.07), 10)).toMatchObject({ reach: 'out of reach', minEffect: 0.1 })
})

test('says so where so few runs can tell nothing', () => {
  expect(computeEffectiveMinEffect(0.03, aFloor(0.001), 2)).toEqual({
    minEffect: 0.03,
    note: '2 runs per side cannot detect any change: set run.maxRepeats to 3 or more',
    reach: 'out of reach',
  })
})
