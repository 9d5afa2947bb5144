import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { computeMedian } from '../../../../src/domain/core/statistics.ts'
import { readThreadCpuMs } from '../../../../src/io/gpu/sampling/sampling-pace.ts'
import { spinFor } from '../../../fakes/spin-for.ts'

it('knows the processor time of spans that are shorter than a clock tick of the kernel', async () => {
  const shares: number[] = []
  for (let span = 0; span < 41; span += 1) {
    await delay(2)
    const startMs = readThreadCpuMs()
    const wallMs = spinFor(0.3)
    shares.push((readThreadCpuMs() - startMs) / wallMs)
  }
  expect(computeMedian(shares)).toBeGreaterThan(0.7)
  expect(computeMedian(shares)).toBeLessThan(1.3)
})
