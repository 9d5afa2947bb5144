import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { EdgeReadBudget, readThreadCpuMs } from '../../../../../src/io/gpu/sampling/sampling-pace.ts'
import { spinFor } from '../../../../fakes/spin-for.ts'

/** Uses processor time of this thread. */
function burn(milliseconds: number): void {
  const endMs = readThreadCpuMs() + milliseconds
  while (readThreadCpuMs() < endMs);
}

it('stops reads that took 50 ms of processor time, and allows 0.05 % of the time from then on', () => {
  const budget = new EdgeReadBudget(50)
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
  const budget = new EdgeReadBudget(10)
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
