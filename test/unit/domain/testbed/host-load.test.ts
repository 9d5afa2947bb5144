import { describe, expect, it } from 'vitest'
import { computeHostLoad, isCrowded, isMostlyTaken, formatLoad } from '../../../../src/domain/testbed/host-load.ts'
import { aTrial } from '../../a-run.ts'
import { aTrialHost } from '../../a-telemetry.ts'
import type { TrialHost } from '../../../../src/record/telemetry.ts'

/** A run of 10 s that used one of two processors. */
function ran(others: number, overrides: Partial<TrialHost> = {}) {
  return aTrial({ wallSeconds: 10, host: aTrialHost({ processors: 2, otherCpuSeconds: others * 10, ...overrides }) })
}

describe('computeHostLoad', () => {
  it('is the mean over the time of all trials', () => {
    const short = aTrial({ wallSeconds: 30, host: aTrialHost({ processors: 2, otherCpuSeconds: 15 }) })
    expect(computeHostLoad([ran(1.5), short])).toEqual({ processors: 2, others: 0.75, own: 0.5 })
  })

  it('counts what the hypervisor took as used by others', () => {
    expect(computeHostLoad([ran(0.5, { stolenCpuSeconds: 4 })])?.others).toBeCloseTo(0.9)
  })

  it('is unknown when one trial does not know it, and never 0', () => {
    expect(computeHostLoad([])).toBeNull()
    expect(computeHostLoad([ran(1), aTrial({ host: null })])).toBeNull()
    expect(computeHostLoad([ran(1), ran(1, { otherCpuSeconds: null })])).toBeNull()
    expect(computeHostLoad([ran(1), aTrial({ host: aTrialHost({ otherCpuSeconds: 10 }) })])).toBeNull()
    expect(computeHostLoad([ran(1), ran(1, { userCpuSeconds: null })])).toBeNull()
    expect(computeHostLoad([ran(1), aTrial({ ...ran(1), wallSeconds: null })])).toBeNull()
  })
})

describe('isCrowded', () => {
  it.each([
    ['two processors, one of them busy, and a program that waits for I/O', 2, 1, 0.3, false],
    ['two processors, most of both used by others', 2, 1.6, 0.35, true],
    ['two processors used by the program itself', 2, 0.05, 1.9, false],
    ['64 processors, 40 of them used by others, 20 idle', 64, 40, 4, false],
    ['64 processors, 40 of them used by others, the rest by the program', 64, 40, 20, true],
  ] as const)('%s', (...[, processors, others, own, expected]) => {
    expect(isCrowded({ processors, others, own })).toBe(expected)
  })

  it('needs no program of ours to say who has most processors', () => {
    expect(isMostlyTaken({ processors: 2, others: 1.2, own: 0 })).toBe(true)
    expect(isMostlyTaken({ processors: 2, others: 0.9, own: 0 })).toBe(false)
    expect(formatLoad({ processors: 2, others: 1.68, own: 0 })).toBe('1.7 of 2 processors')
  })
})
