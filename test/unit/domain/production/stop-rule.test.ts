import { describe, expect, it } from 'vitest'
import { decideStop, findDueLook, type StopRule } from '../../../../src/domain/production/stop-rule.ts'
import { simulate, type Pace } from './a-pace.ts'

const rule: StopRule = { limitSeconds: 36_000, error: 0.05, firstLookSeconds: 600 }

/** Seconds after which the rule ended a run; null when it came through. */
function stoppedAfter(pace: Pace, { limitSeconds } = rule): number | null {
  const run = simulate(pace)
  let done = -1
  for (let seconds = 600; seconds < run.finish; seconds += 30) {
    const look = findDueLook(seconds, rule)
    if (look === null || look <= done) continue
    done = look
    if (decideStop(run.upTo(seconds), look, { ...rule, limitSeconds }).stop) return seconds
  }
  return null
}

describe('the early stop (F-15, PERF-01)', () => {
  it('ends at most 5 % of the runs that would just have met the goal, over all looks', () => {
    let wrong = 0
    const runs = 100
    for (let seed = 1; seed <= runs; seed += 1) {
      const { finish } = simulate({ seed })
      wrong += stoppedAfter({ seed }, { ...rule, limitSeconds: finish * 1.001 }) === null ? 0 : 1
    }
    expect(wrong / runs).toBeLessThanOrEqual(0.05)
  })

  it('ends a run that would take half as long again within its first hour', () => {
    const after = Array.from({ length: 25 }, (_, seed) => stoppedAfter({ seed: seed + 1, rate: 111 }))
    expect(after.filter((seconds) => seconds !== null && seconds <= 3600).length).toBeGreaterThanOrEqual(24)
  })

  it('never looks before the first look, and rarely after', () => {
    expect(findDueLook(599, rule)).toBeNull()
    expect([600, 899, 900, 1350, 36_000].map((seconds) => findDueLook(seconds, rule))).toEqual([0, 0, 1, 2, 10])
  })

  it('says what it saw, the confidence included', () => {
    const { reason, stop } = decideStop(simulate({ seed: 1, rate: 60, spread: 0.01 }).upTo(1800), 2, rule)
    expect(stop).toBe(true)
    expect(reason).toMatch(
      /^the run would end after 2[67]\.?\d* h at the earliest; the goal is 10\.0 h .*at most 5 % of runs/,
    )
  })

  it('lets a run live whose pipeline does not tell how much there is', () => {
    const curve = { ...simulate({ seed: 1, rate: 1 }).upTo(3600), total: null }
    expect(decideStop(curve, 3, rule)).toMatchObject({ stop: false, reason: expect.stringMatching(/does not report/) })
  })
})
