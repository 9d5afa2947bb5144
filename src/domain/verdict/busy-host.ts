import { cpuTime, isGpuCounter, isTimed, type Metric } from '../core/metric.ts'
import { estimateNoiseFloor, isWellKnown } from '../noise/noise.ts'
import type { InterleavedRuns } from '../plan/interleaved-runs.ts'
import { computeHostLoad, formatLoad, isCrowded } from '../testbed/host-load.ts'

/**
 * Minimum runs per side on a loaded host. In 204 overlapping A/A comparisons next to programs that used 1.6 of 2
 * cores, 9 reported a change; with at least 6 runs 5, with 8 runs 3, with 10 runs none.
 */
const minRunsOnBusyHost = 10
/**
 * Runs per side on such a host before times of the host decide anything, if so many are allowed: of equal programs, three
 * runs gave 2.03 times slower (load 14 on 2 cores) and four runs 27 % less CPU time (load 13).
 */
const fewestOnBusyHost = 6
/**
 * Nominal confidence of the intervals of times of the host on such a host. Looks, mostly the first one that may decide,
 * and bursts of load make 95 % hold the truth in 90 to 98 % (docs/evidence/loaded-host).
 */
const busyHostConfidence = 0.98
/** Host load changed medians of identical code by up to a third from so many runs on, by a factor of two in fewer. */
const [maxLoadEffect, maxEffectOfFew] = [Math.log(2), Math.log(3)]

/** Whether the load of the host affects a metric: a time or rate that is not a GPU counter. */
export function isHostTime(metric: Metric): boolean {
  return isTimed(metric) && !isGpuCounter(metric.name)
}

/** Confidence of the interval of a metric; undefined: as usual. */
export function chooseConfidence(metric: Metric, runs: InterleavedRuns): number | undefined {
  return isHostTime(metric) && findCrowd(runs) !== null ? busyHostConfidence : undefined
}

/** The load of other programs during the runs, as words; null: the host was not busy. */
function findCrowd({ base, head }: InterleavedRuns): string | null {
  const load = computeHostLoad([...base, ...head])
  return load === null || !isCrowded(load) ? null : formatLoad(load)
}

/**
 * Explains why a change must not be reported yet: the metric is a wall-clock time, other programs used the cores, the
 * sides have few runs, and the noise is unknown. Null: the change can be reported. `sessions`: samples of the metric in
 * earlier sessions.
 */
export function findBusyHostDoubt(
  metric: Metric,
  effect: number | null,
  sides: InterleavedRuns,
  sessions: readonly (readonly number[])[],
): string | null {
  const runs = Math.min(sides.base.length, sides.head.length)
  const largest = runs >= fewestOnBusyHost ? maxLoadEffect : maxEffectOfFew
  if (effect !== null && Math.abs(Math.log1p(effect)) >= largest) return null
  const isByWallClock = isHostTime(metric) && metric.name !== cpuTime.name
  if (runs >= minRunsOnBusyHost || !isByWallClock || isWellKnown(estimateNoiseFloor(sessions))) return null
  const crowd = findCrowd(sides)
  return (
    crowd &&
    `other programs used ${crowd} and the noise of this machine is unknown: reporting a change requires ${minRunsOnBusyHost} runs per side`
  )
}

/** Explains why so few runs on a busy host decide nothing while more are allowed, not even by CPU time; null: they may. */
export function explainTooFewRuns(
  metric: Metric,
  effect: number | null,
  sides: InterleavedRuns,
  most: number,
): string | null {
  const wanted = Math.min(fewestOnBusyHost, most)
  if (!isHostTime(metric) || Math.min(sides.base.length, sides.head.length) >= wanted) return null
  if (effect !== null && Math.abs(Math.log1p(effect)) >= maxEffectOfFew) return null
  const crowd = findCrowd(sides)
  return crowd && `other programs used ${crowd}: a decision requires ${wanted} runs per side`
}
