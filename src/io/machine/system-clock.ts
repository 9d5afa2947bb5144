import { performance } from 'node:perf_hooks'
import type { Clock } from '../../ports/clock.ts'

export const systemClock: Clock = {
  now: () => new Date(),
  readMonotonicMs: () => performance.now(),
}
