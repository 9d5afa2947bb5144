import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../../../src/domain/core/bootstrap.ts'
import { computeLawSpeedup, fitScalabilityLaw } from '../../../../src/domain/scaling/scalability-law.ts'

const law = { contention: 0.05, coherency: 0.01 }

/** Runs of a pipeline that follows a law, each off by up to `noise`. */
function runs(counts: readonly number[], truth: typeof law, noise = 0, repeats = 5) {
  const random = createSeededRandom(5)
  return counts.map((gpus) => ({
    gpus,
    seconds: Array.from(
      { length: repeats },
      () => (100 / computeLawSpeedup(truth, gpus)) * (1 + noise * (random() - 0.5)),
    ),
  }))
}

describe('the Universal Scalability Law', () => {
  it('finds the parameters it was made from, and the peak √((1 − σ)/κ)', () => {
    const fit = fitScalabilityLaw(runs([1, 2, 4, 8, 16], law, 0.001), 0.95)
    expect(fit?.contention).toBeCloseTo(0.05, 2)
    expect(fit?.coherency).toBeCloseTo(0.01, 3)
    expect(fit?.peak).toMatchObject({ isIdentified: true })
    if (!fit?.peak.isIdentified) throw new Error('the peak is identified')
    expect(fit.peak.gpus).toBeCloseTo(Math.sqrt(0.95 / 0.01), 0)
    expect(fit.peak.interval[0]).toBeLessThan(fit.peak.gpus)
    expect(fit.peak.interval[1]).toBeGreaterThan(fit.peak.gpus)
  })

  it('has a peak interval that holds the truth under noise', () => {
    const fit = fitScalabilityLaw(runs([1, 2, 4, 8, 16], law, 0.04, 8), 0.95)
    if (!fit?.peak.isIdentified) throw new Error('the peak is identified')
    expect(fit.peak.interval[0]).toBeLessThan(Math.sqrt(0.95 / 0.01))
    expect(fit.peak.interval[1]).toBeGreaterThan(Math.sqrt(0.95 / 0.01))
  })

  it('names no peak where there is no bend', () => {
    const fit = fitScalabilityLaw(runs([1, 2, 4], { contention: 0.1, coherency: 0 }, 0.02), 0.95)
    expect(fit?.peak).toMatchObject({ isIdentified: false, reason: expect.stringContaining('not identifiable') })
  })

  it('names no peak from single runs', () => {
    const fit = fitScalabilityLaw(runs([1, 2, 4, 8], law, 0, 1), 0.95)
    expect(fit?.peak).toMatchObject({ reason: 'not identifiable: single runs have no spread' })
    expect(fit?.contentionInterval).toBeNull()
  })

  it('needs three counts, one of them 1', () => {
    expect(fitScalabilityLaw(runs([1, 2], law), 0.95)).toBeNull()
    expect(fitScalabilityLaw(runs([2, 4, 8], law), 0.95)).toBeNull()
  })

  it('keeps its parameters at 0 or above for a pipeline that scales better than linearly', () => {
    const fit = fitScalabilityLaw(
      [1, 2, 4].map((gpus) => ({ gpus, seconds: [100 / gpus ** 1.1, 100.1 / gpus ** 1.1] })),
      0.95,
    )
    expect(fit).toMatchObject({ contention: 0, coherency: 0 })
  })
})
