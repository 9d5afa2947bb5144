import { describe, expect, it } from 'vitest'
import { ends, runsOf, shareOf } from '../unit/domain/stopping-loops.ts'

// Bounds lie three standard errors of 300 loops beyond what docs/statistics.md says.
describe('the whole loop from the first warm-up to the verdict, at a minimum effect of 3 %', () => {
  it.each([
    [0.002, 0.01, 1, 3],
    [0.01, 0.015, 0.97, 3.6],
    [0.02, 0.04, 0.78, 5.8],
    [0.05, 0.075, 0.2, 7.5],
  ])('on noise of %d: at most %d false alarms, %d cleared, in %d runs a side', (cv, alarms, cleared, runs) => {
    const same = ends(cv, 0)
    expect(shareOf(same, 'regression')).toBeLessThanOrEqual(alarms)
    expect(shareOf(same, 'unchanged')).toBeGreaterThanOrEqual(cleared)
    expect(runsOf(same)).toBeLessThanOrEqual(runs)
    expect(runsOf(same)).toBeGreaterThanOrEqual(3)
  })

  it.each([
    [0.002, 1, 1],
    [0.01, 0.95, 1],
    [0.02, 0.55, 0.97],
    [0.05, 0.08, 0.25],
  ])('on noise of %d: finds a slowdown of 0.03 in %d and one of 0.05 in %d of the cases', (cv, three, five) => {
    expect(shareOf(ends(cv, 0.03), 'regression')).toBeGreaterThanOrEqual(three)
    expect(shareOf(ends(cv, 0.05), 'regression')).toBeGreaterThanOrEqual(five)
  })
})
