import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { computeMedian } from '../../../src/domain/core/statistics.ts'
import { EdgeReadBudget } from '../../../src/io/gpu/sampling/edge-read-budget.ts'
import { readThreadCpuMs } from '../../../src/io/machine/thread-cpu-time.ts'

function burn(milliseconds: number): void {
  const start = process.threadCpuUsage()
  for (let spent = 0; spent < milliseconds * 1000;) {
    const { user, system } = process.threadCpuUsage(start)
    spent = user + system
  }
}

it('stops reads that took 50 ms of processor time, and allows 0.05 % of the time from then on', () => {
  const allowance = new EdgeReadBudget(50)
  let reads = 0
  const read = (): void => {
    reads += 1
    burn(30)
  }
  for (let edge = 0; edge < 10; edge += 1) allowance.attempt(1000, read)
  expect(reads).toBe(2)
  // 60 ms are spent: 50 ms and 0.05 % of 40 s allow one more.
  allowance.attempt(40_000, read)
  allowance.attempt(40_000, read)
  expect(reads).toBe(3)
})

it('counts reads that are shorter than a clock tick of the kernel', async () => {
  const allowance = new EdgeReadBudget(10)
  let reads = 0
  for (let edge = 0; edge < 200; edge += 1) {
    await delay(2)
    allowance.attempt(0, () => {
      reads += 1
      spin(0.5)
    })
  }
  // 10 ms are 20 reads; a read during which another process ran costs less.
  expect(reads).toBeGreaterThanOrEqual(15)
  expect(reads).toBeLessThan(60)
})

it('knows the processor time of spans that are shorter than a clock tick of the kernel', async () => {
  const shares: number[] = []
  for (let span = 0; span < 41; span += 1) {
    await delay(2)
    const startMs = readThreadCpuMs()
    const wallMs = spin(0.3)
    shares.push((readThreadCpuMs() - startMs) / wallMs)
  }
  expect(computeMedian(shares)).toBeGreaterThan(0.7)
  expect(computeMedian(shares)).toBeLessThan(1.3)
})

/** Keeps the processor busy until so many milliseconds have passed; returns how many did. */
function spin(milliseconds: number): number {
  const startMs = performance.now()
  for (;;) {
    const passedMs = performance.now() - startMs
    if (passedMs >= milliseconds) return passedMs
  }
}
