import { expect, it } from 'vitest'
import { computeRatioInterval } from '../../../../../src/domain/detection/series/describe-changes.ts'

const [numerator, denominator] = [
  { value: 6, variance: 0.09 },
  { value: 2, variance: 0.04 },
] as const

it('ends where the numerator less the ratio times the denominator is just significant', () => {
  for (const ratio of computeRatioInterval(numerator, denominator, 1.96)!) {
    const error = Math.sqrt(numerator.variance + ratio ** 2 * denominator.variance)
    expect(Math.abs(numerator.value - ratio * denominator.value) / error).toBeCloseTo(1.96, 10)
  }
})

it('is the plain interval of the numerator where the denominator is known', () => {
  const [low, high] = computeRatioInterval(numerator, { value: 2, variance: 0 }, 2)!
  expect([low, high]).toEqual([expect.closeTo(2.7, 12), expect.closeTo(3.3, 12)])
})

it('has no end where the denominator may be zero', () => {
  expect(computeRatioInterval(numerator, { value: 0.3, variance: 0.04 }, 1.96)).toBeNull()
  expect(computeRatioInterval(numerator, { value: 0, variance: 0 }, 1.96)).toBeNull()
})
