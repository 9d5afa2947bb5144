import { expect, it } from 'vitest'
import { SparingPace } from '../../../../src/io/gpu/sparing-pace.ts'

const limits = { everyMs: 500, mostMs: 5000, share: 0.01 }

function spentMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** Looks that take so much processor time each. */
function looksOf(costMs: number, untilMs: number): number {
  const pace = new SparingPace(limits)
  let looks = 0
  for (let nowMs = 0; nowMs < untilMs; nowMs += 100) {
    const start = process.threadCpuUsage()
    pace.attempt(nowMs, () => {
      looks += 1
      do {} while (spentMs(start) < costMs)
    })
  }
  return looks
}

it('looks at the pace that is asked for while that is cheap, and rarer where it is dear', () => {
  expect(looksOf(0, 10_000)).toBe(20)
  expect(looksOf(20, 10_000)).toBeLessThanOrEqual(5)
})

it('looks all the same, however dear it is', () => {
  expect(looksOf(60, 20_000)).toBe(4)
})
