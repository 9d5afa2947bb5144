import type { TimeSpan } from './bucket-interval.ts'

/** The driver's energy counter at one moment. */
export type EnergyReading = { readonly timeMs: number; readonly joules: number }

/** The counter cannot be read at the very edge; what is off by more than this share of the interval is no edge of it. */
const edgeShare = 0.05

/** Difference of the counter, scaled from the moments when it was read to the interval itself. */
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
