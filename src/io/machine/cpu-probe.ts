import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'

const repeats = 5
const work = Buffer.alloc(512 * 1024, 'warpgauge')

/**
 * Seconds that one core needs right now for a SHA-256 of 512 KiB that stay in its cache, the fastest of five; 1 to 5 ms
 * in all. Native integer code on purpose: no compiler warms up under it, and it follows the clock of the core and what
 * is taken from it. It says nothing about the bandwidth of memory or storage.
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
