import { expect, it } from 'vitest'
import { AdaptivePace } from '../../../../../src/io/gpu/sampling/adaptive-pace.ts'

const limits = { everyMs: 500, mostMs: 5000, share: 0.01 }

function spentMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** Looks that take so much processor time each. */
function looksOf(costMs: number, untilMs: number, firstMs = costMs): number {
  const pace = new AdaptivePace(limits)
  let looks = 0
  for (let nowMs = 0; nowMs < untilMs; nowMs += 100) {
    const start = process.threadCpuUsage()
    pace.attempt(nowMs, () => {
      looks += 1
      const ownMs = looks === 1 ? firstMs : costMs
      do {} while (spentMs(start) < ownMs)
    })
  }
  return looks
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
