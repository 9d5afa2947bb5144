import type { TimeSpan } from './bucket-interval.ts'

/** A reading of the driver's energy counter. */
export type EnergyReading = { readonly timeMs: number; readonly joules: number }

/** The counter is not read exactly at the edges. Larger offsets, as a share of the span, are rejected. */
const edgeShare = 0.05

/**
 * Computes the energy of a span from the counter, scaled from the reading times to the span; null if no readings are
 * close enough.
 */
export function computeCountedJoules(readings: readonly EnergyReading[], { fromMs, toMs }: TimeSpan): number | null {
  const [first, last] = [findNearest(readings, fromMs), findNearest(readings, toMs)]
  if (!first || !last || last.timeMs <= first.timeMs || last.joules < first.joules) return null
  const offMs = Math.abs(first.timeMs - fromMs) + Math.abs(last.timeMs - toMs)
  if (offMs > (toMs - fromMs) * edgeShare) return null
  return (last.joules - first.joules) * ((toMs - fromMs) / (last.timeMs - first.timeMs))
}

function findNearest(readings: readonly EnergyReading[], timeMs: number): EnergyReading | undefined {
  return readings.toSorted((a, b) => Math.abs(a.timeMs - timeMs) - Math.abs(b.timeMs - timeMs))[0]
}
