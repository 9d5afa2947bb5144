import { performance } from 'node:perf_hooks'

/**
 * Milliseconds since the epoch that never jump: the wall clock as it was at the start, driven on by the monotonic
 * one; to the microsecond.
 */
export function startSamplingClock(): () => number {
  const offsetMs = Date.now() - performance.now()
  return () => Math.round((offsetMs + performance.now()) * 1000) / 1000
}
