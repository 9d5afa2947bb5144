// Real work of a known amount: a loop of floating-point steps, counted, in the main thread before the pipeline starts.

/** Source of a module that does so many steps. */
export function loopOf(steps) {
  return `let value = 0.5
for (let step = 0; step < ${steps}; step += 1) value = value * 3.9 * (1 - value) + 1e-18 * step
if (value > 2) process.stdout.write('never')
`
}

/** Steps per second here: the best of several, since whatever else runs can only slow it down. */
export async function stepsPerSecond() {
  const steps = 40e6
  const times = []
  for (let round = 0; round < 8; round += 1) {
    const start = performance.now()
    await import(`data:text/javascript,${encodeURIComponent(`${loopOf(steps)}// ${round}`)}`)
    times.push((performance.now() - start) / 1000)
  }
  return steps / Math.min(...times)
}
