import { computeHostLoad, isCrowded, formatLoad } from '../testbed/host-load.ts'
import { cpuTime, isGpuCounter, inferMetricKind, type Metric } from '../core/metric.ts'
import { isWellKnown, estimateNoiseFloor } from '../noise/noise-floor.ts'
import type { InterleavedRuns } from '../plan/interleaved-runs.ts'

/**
 * Fewer runs per side show too little of how the load changes from run to run. Of 204 overlapping comparisons of one program
 * with itself, next to others that used 1.6 of 2 processors, 9 showed a change; with at least 6 runs 5 did, 8 runs 3, 10 none.
 */
const fewestRuns = 10

/** The load of a host was seen to change medians of equal code by a third; a change by a factor of two is not its doing. */
const largestEffectOfLoad = Math.log(2)

/**
 * Why a change of this metric must not be reported from these runs yet: it is a time by the wall clock, others used the
 * processors, the sides have few runs, and no earlier session says how large the noise is. Null: nothing speaks against it.
 */
export function findBusyHostDoubt(
  metric: Metric,
  effect: number | null,
  { base, head }: InterleavedRuns,
  sessions: readonly (readonly number[])[],
): string | null {
  if (effect !== null && Math.abs(Math.log1p(effect)) >= largestEffectOfLoad) return null
  const runs = Math.min(base.length, head.length)
  if (runs >= fewestRuns || !isByWallClock(metric) || isWellKnown(estimateNoiseFloor(sessions))) return null
  const load = computeHostLoad([...base, ...head])
  if (load === null || !isCrowded(load)) return null
  return `other programs used ${formatLoad(load)} and the noise of this machine is not known: a change takes ${fewestRuns} runs per side there`
}

function isByWallClock(metric: Metric): boolean {
  const kind = inferMetricKind(metric)
  return (kind === 'duration' || kind === 'rate') && !isGpuCounter(metric.name) && metric.name !== cpuTime.name
}
