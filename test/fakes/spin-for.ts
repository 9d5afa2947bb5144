/**
 * Keeps the processor busy for this wall time, as a call of a driver does; returns the milliseconds that passed. Does
 * not look at the processor time: on Linux that would update it.
 */
export function spinFor(milliseconds: number): number {
  const startMs = performance.now()
  for (;;) {
    const passedMs = performance.now() - startMs
    if (passedMs >= milliseconds) return passedMs
  }
}
