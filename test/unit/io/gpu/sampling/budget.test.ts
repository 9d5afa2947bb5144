import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Budget, readThreadCpuMs } from '../../../../../src/io/gpu/sampling/sampling-pace.ts'
import { spinFor } from '../../../../fakes/spin-for.ts'

/** Uses processor time of this thread. */
function burn(milliseconds: number): void {
  const endMs = readThreadCpuMs() + milliseconds
  while (readThreadCpuMs() < endMs);
}

describe('a budget of regular readings', () => {
  const limits = { everyMs: 500, mostMs: 5000, maxShare: 0.01 }

  /** When readings take place that take so much processor time each. */
  function listReadings(costMs: (timeMs: number) => number, untilMs: number): number[] {
    let cpuMs = 0
    const times: number[] = []
    const budget = new Budget(limits, () => cpuMs)
    for (let nowMs = 0; nowMs < untilMs; nowMs += 100)
      budget.attempt(nowMs, () => {
        times.push(nowMs)
        cpuMs += costMs(nowMs)
      })
    return times
  }

  it('keeps the pace that is asked for while that is cheap, and reads rarer where it is expensive', () => {
    expect(listReadings(() => 0, 10_000)).toHaveLength(20)
    expect(listReadings(() => 20, 10_000).length).toBeLessThanOrEqual(6)
  })

  it('takes no notice of what the first reading costs, which compiles the code', () => {
    expect(listReadings((timeMs) => (timeMs === 0 ? 60 : 0), 10_000)).toHaveLength(20)
  })

  it('reads all the same, however expensive it is', () => {
    expect(listReadings(() => 60, 20_000)).toHaveLength(5)
  })

  it('does not spend at once what it saved for minutes', () => {
    const times = listReadings((timeMs) => (timeMs < 600_000 ? 0 : 20), 660_000)
    expect(times.filter((timeMs) => timeMs >= 600_000).length).toBeLessThanOrEqual(34)
  })

  it('counts processor time by default, and gives what was read', () => {
    const budget = new Budget({ ...limits, everyMs: 0 })
    const read = (): number => (burn(10), 7)
    // The second reading took 10 ms or more, so the third is due after a second.
    expect([0, 100, 200].map((nowMs) => budget.attempt(nowMs, read))).toEqual([7, 7, null])
  })
})

describe('a budget of readings at stage edges', () => {
  const limits = { everyMs: Number.NEGATIVE_INFINITY, maxShare: 0.0005 }

  it('stops reads that took 50 ms of processor time, and allows 0.05 % of the time from then on', () => {
    const budget = new Budget({ ...limits, extraMs: 50 })
    let reads = 0
    const read = (): void => {
      reads += 1
      burn(30)
    }
    for (let edge = 0; edge < 10; edge += 1) budget.attempt(1000, read)
    expect(reads).toBe(2)
    // 60 ms are spent: 50 ms and 0.05 % of 40 s allow one more.
    budget.attempt(40_000, read)
    budget.attempt(40_000, read)
    expect(reads).toBe(3)
  })

  it('counts reads that are shorter than a clock tick of the kernel', async () => {
    const budget = new Budget({ ...limits, extraMs: 10 })
    let reads = 0
    for (let edge = 0; edge < 200; edge += 1) {
      await delay(2)
      budget.attempt(0, () => {
        reads += 1
        spinFor(0.5)
      })
    }
    // 10 ms are 20 reads; a read during which another process ran costs less.
    expect(reads).toBeGreaterThanOrEqual(15)
    expect(reads).toBeLessThan(60)
  })
})
