import { computeArea, type TimeSpan } from './bucket-interval.ts'
import { gpuQuantityNames } from './gpu-quantities.ts'
import { isPossible } from './impossible-values.ts'
import type { TimeBuckets } from './time-buckets.ts'

/** A reading of the driver's energy counter. */
export type EnergyReading = { readonly timeMs: number; readonly joules: number }

/** The data that the energy of a GPU is computed from. */
export type EnergySources = { readonly buckets: TimeBuckets; readonly energyReadings: readonly EnergyReading[] }

/** The counter is not read exactly at the edges. Larger offsets, as a share of the span, are rejected. */
const edgeShare = 0.05
/** Minimum share of the span with power samples for an energy value. */
const minCoveredShare = 0.9
/** Power × time of a shorter span is too rough to doubt a counter that moved. */
const minComparedMs = 2000
/** The least share of power × time that a counter gives; drivers differ by a few percent, and mean power lags. */
const minCountedShare = 0.25

/**
 * Computes the energy of a span from the counter, scaled from the reading times to the span; null if no readings are
 * close enough, if it ran backwards, or if it contradicts power.
 */
export function computeCountedJoules(sources: EnergySources, span: TimeSpan): number | null {
  return findEnergyContradiction(sources, span) === null ? readCounter(sources, span) : null
}

/** Explains why the counter cannot be right: it stood still, or gives other energy than power; null without a doubt. */
export function findEnergyContradiction(sources: EnergySources, span: TimeSpan): string | null {
  const counted = readCounter(sources, span)
  if (counted === null) return null
  if (counted === 0) return 'the energy counter did not move'
  const durationMs = span.toMs - span.fromMs
  const watts = counted / (durationMs / 1000)
  const integrated = durationMs < minComparedMs ? null : integrateJoules(sources, span)
  if (isPossible('powerWatts', watts) && counted >= minCountedShare * (integrated ?? 0)) return null
  const polled = integrated === null ? '' : ` and power gives ${Math.round(integrated)} J`
  return `the energy counter gives ${Math.round(counted)} J${polled} in ${(durationMs / 1000).toFixed(1)} s`
}

/** Lists the GPUs whose counter cannot be right, as sentences. */
export function listEnergyDoubts(
  tracks: readonly (EnergySources & { readonly gpu: number })[],
  span: TimeSpan,
): string[] {
  return tracks.flatMap((track) => {
    const doubt = findEnergyContradiction(track, span)
    return doubt === null ? [] : [`GPU ${track.gpu}: energy is not available: ${doubt}`]
  })
}

/** Integrates power by trapezoids, scaled up for the small uncovered part; null if the gap is too large. */
export function integrateJoules({ buckets }: EnergySources, span: TimeSpan): number | null {
  const durationMs = span.toMs - span.fromMs
  const { value, coveredMs } = computeArea(buckets, gpuQuantityNames.indexOf('powerWatts'), span)
  if (coveredMs === 0 || coveredMs < durationMs * minCoveredShare) return null
  return ((value / coveredMs) * durationMs) / 1000
}

function readCounter({ energyReadings }: EnergySources, { fromMs, toMs }: TimeSpan): number | null {
  const [first, last] = [findNearest(energyReadings, fromMs), findNearest(energyReadings, toMs)]
  if (!first || !last || last.timeMs <= first.timeMs) return null
  const between = energyReadings.filter(({ timeMs }) => timeMs >= first.timeMs && timeMs <= last.timeMs)
  if (between.some(({ joules }, index) => joules < (between[index - 1]?.joules ?? joules))) return null
  const offMs = Math.abs(first.timeMs - fromMs) + Math.abs(last.timeMs - toMs)
  if (offMs > (toMs - fromMs) * edgeShare) return null
  return (last.joules - first.joules) * ((toMs - fromMs) / (last.timeMs - first.timeMs))
}

/** The reading closest to a time. */
export function findNearest<Reading extends { readonly timeMs: number }>(
  readings: readonly Reading[],
  timeMs: number,
): Reading | undefined {
  return readings.toSorted((a, b) => Math.abs(a.timeMs - timeMs) - Math.abs(b.timeMs - timeMs))[0]
}
