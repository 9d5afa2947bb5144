import { performance } from 'node:perf_hooks'

/**
 * A monotonic clock in ms since the epoch, with µs resolution: the wall clock at the start plus the monotonic clock.
 */
export function startSamplingClock(): () => number {
  const offsetMs = Date.now() - performance.now()
  return () => Math.round((offsetMs + performance.now()) * 1000) / 1000
}
