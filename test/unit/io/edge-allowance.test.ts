import { expect, it } from 'vitest'
import { EdgeReadBudget } from '../../../src/io/gpu/sampling/edge-read-budget.ts'

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
