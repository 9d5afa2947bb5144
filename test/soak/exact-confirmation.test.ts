import { describe, expect, it } from 'vitest'
import { measureAlarms, wave, type Noise } from '../unit/domain/detection/pair/exact-alarms.ts'

describe('false alarms of an exact confirmation through all looks, seeded', () => {
  // The level is 0.8 %; three standard errors of 400 pairs are 1.3 %.
  it.each<[string, Noise]>([
    ['period 3', wave(3)],
    ['period 4', wave(4)],
    [
      'a ramp',
      (normal) => {
        let place = 0
        return () => 0.02 * place++ + 0.005 * normal()
      },
    ],
    [
      'a random walk',
      (normal) => {
        let place = 0
        return () => (place += 0.03 * normal())
      },
    ],
    ['two modes', (normal) => () => 0.13 * Number(normal() > 0) + 0.002 * normal()],
  ])('stay at their level on %s', (_, noise) => {
    expect(measureAlarms(noise)).toBeLessThanOrEqual(0.021)
  })
})
