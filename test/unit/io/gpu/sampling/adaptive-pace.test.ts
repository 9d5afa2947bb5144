import { expect, it } from 'vitest'
import { AdaptivePace } from '../../../../../src/io/gpu/sampling/sampling-pace.ts'

const limits = { everyMs: 500, mostMs: 5000, share: 0.01 }

/** Looks that take so much processor time each. */
function looksOf(costMs: number, untilMs: number, firstMs = costMs): number {
  let cpuMs = 0
  let looks = 0
  const pace = new AdaptivePace(limits, () => cpuMs)
  for (let nowMs = 0; nowMs < untilMs; nowMs += 100)
    pace.attempt(nowMs, () => {
      looks += 1
      cpuMs += looks === 1 ? firstMs : costMs
    })
  return looks
}

/** Uses up so much processor time of this thread. */
function spend(ms: number): void {
  const { user, system } = process.threadCpuUsage()
  let now = process.threadCpuUsage({ user, system })
  while (now.user + now.system < ms * 1000) now = process.threadCpuUsage({ user, system })
}

it('looks at the pace that is asked for while that is cheap, and rarer where it is dear', () => {
  expect(looksOf(0, 10_000)).toBe(20)
  expect(looksOf(20, 10_000)).toBeLessThanOrEqual(6)
})

it('takes no notice of what the first look costs, which compiles the code', () => {
  expect(looksOf(0, 10_000, 60)).toBe(20)
})

it('looks all the same, however dear it is', () => {
  expect(looksOf(60, 20_000)).toBe(5)
})

it('counts processor time by default', () => {
  const pace = new AdaptivePace({ ...limits, everyMs: 0 })
  let looks = 0
  for (const nowMs of [0, 100, 200]) {
    pace.attempt(nowMs, () => {
      looks += 1
      spend(10)
    })
  }
  // The second look took 10 ms or more, so the third is due after a second.
  expect(looks).toBe(2)
})
