import { computeHostLoad, isCrowded, formatLoad } from '../testbed/host-load.ts'
import { cpuTime, isGpuCounter, inferMetricKind, type Metric } from '../core/metric.ts'
import { isWellKnown, estimateNoiseFloor } from '../noise/noise-floor.ts'
import type { InterleavedRuns } from '../plan/interleaved-runs.ts'

/**
 * Minimum runs per side on a loaded host. In 204 overlapping A/A comparisons next to programs that used 1.6 of 2
 * cores, 9 reported a change; with at least 6 runs 5, with 8 runs 3, with 10 runs none.
 */
const minRuns = 10

/** Host load changed medians of identical code by up to a third; a factor of two is not explained by it. */
const maxLoadEffect = Math.log(2)

/**
 * Explains why a change must not be reported yet: the metric is a wall-clock time, other programs used the cores, the
 * sides have few runs, and the noise is unknown. Null: the change can be reported.
 */
export function findBusyHostDoubt(
  metric: Metric,
  effect: number | null,
  { base, head }: InterleavedRuns,
  sessions: readonly (readonly number[])[],
): string | null {
  if (effect !== null && Math.abs(Math.log1p(effect)) >= maxLoadEffect) return null
  const runs = Math.min(base.length, head.length)
  if (runs >= minRuns || !isByWallClock(metric) || isWellKnown(estimateNoiseFloor(sessions))) return null
  const load = computeHostLoad([...base, ...head])
  if (load === null || !isCrowded(load)) return null
  return `other programs used ${formatLoad(load)} and the noise of this machine is unknown: reporting a change requires ${minRuns} runs per side`
}

function isByWallClock(metric: Metric): boolean {
  const kind = inferMetricKind(metric)
  return (kind === 'duration' || kind === 'rate') && !isGpuCounter(metric.name) && metric.name !== cpuTime.name
}
