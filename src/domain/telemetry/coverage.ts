import { computeArea, computeKnownMs, type TimeSpan } from './bucket-interval.ts'
import { gpuQuantityNames } from './gpu-quantities.ts'
import type { TimeBuckets } from './time-buckets.ts'
import { cutToProcess, type WorkTrack } from './gpu-work.ts'
import type { GpuUse } from '../../record/telemetry.ts'
import { observedQuantities, type ObservedQuantity } from '../../record/limits.ts'

/** Share of the trial in which each quantity was known, 0 to 1. */
export type Coverage = NonNullable<GpuUse['coverage']>

/** A quantity that was known for a smaller share of a trial was not observed. */
export const minCoverage = 0.5
/** Shorter gaps are normal: the first reading may be late, and the last one early. */
export const minBlindIntervals = 5

type CoverageSources = {
  readonly buckets: TimeBuckets
  readonly work: WorkTrack | null
  /** Time between two readings; absent: the GPU is read rarely, and its coverage is not judged. */
  readonly intervalMs?: number
}

/** Computes the coverage of the part of a span in which the trial's process ran; null if it is not judged. */
export function computeCoverage(sources: CoverageSources, span: TimeSpan): Coverage | null {
  const part = cutToTrial(sources, span)
  if (!part) return null
  const { buckets } = sources
  const durationMs = part.toMs - part.fromMs
  const known = gpuQuantityNames.map((name, index) => [name, computeArea(buckets, index, part).coveredMs] as const)
  const all = [...known, ['clocksEventReasons', computeKnownMs(buckets, 0, part)] as const]
  // Only what was never known is 0.
  return Object.fromEntries(all.map(([name, ms]) => [name, ms > 0 ? Math.max(0.001, roundShare(ms / durationMs)) : 0]))
}

/** Whether a quantity was known for long enough to represent the span. */
export function isObserved(
  sources: CoverageSources,
  span: TimeSpan,
  coverage: Coverage | null,
  name: ObservedQuantity,
): boolean {
  const part = cutToTrial(sources, span)
  // Memory of processes has a value while there is a process; whether that was looked at is `processes`.
  if (!part || !coverage || name === 'ownMemoryBytes') return true
  const share = coverage[name] ?? 0
  const blindMs = (1 - share) * (part.toMs - part.fromMs)
  return share >= minCoverage || blindMs < minBlindIntervals * (sources.intervalMs ?? 0)
}

/** Lists what was known for too small a part of the trial, though not never, with its share. */
export function listPartlySeen(use: GpuUse): (readonly [ObservedQuantity, number])[] {
  const values: Readonly<Record<string, unknown>> = { ...use, clocksEventReasons: use.clocksEventShares }
  return observedQuantities.flatMap((name) => {
    const share = use.coverage?.[name] ?? 0
    const isLost = name === 'processes' ? share < minCoverage : values[name] === null
    return share > 0 && share < minCoverage && isLost ? [[name, share] as const] : []
  })
}

/** `utilization`, `sm clock`, … */
export function formatQuantity(name: ObservedQuantity): string {
  const words = name.replace(/(?:Percent|Bytes|Watts|Mhz|Celsius|BytesPerSecond)$/, '')
  return words.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Rounds a share to a thousandth, and errors of the clock to at most 1. */
export function roundShare(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000
}

function cutToTrial({ work, intervalMs }: CoverageSources, span: TimeSpan): TimeSpan | null {
  if (intervalMs === undefined) return null
  const part = cutToProcess(span, work?.ranMs ?? null)
  return part.toMs > part.fromMs ? part : null
}
