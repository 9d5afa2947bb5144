import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'

const repeats = 5
const work = Buffer.alloc(512 * 1024, 'warpgauge')

/**
 * Seconds for one core to hash 512 KiB with SHA-256 in its cache: the fastest of five, 1 to 5 ms in total. Native
 * integer code needs no JIT warm-up, and its speed follows the core clock and CPU contention. Does not measure memory
 * or storage bandwidth.
 */
export function probeCpuSeconds(): number {
  let fastestMs = Number.POSITIVE_INFINITY
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const startedMs = performance.now()
    createHash('sha256').update(work).digest()
    fastestMs = Math.min(fastestMs, performance.now() - startedMs)
  }
  return fastestMs / 1000
}
