import { telemetryQuantities, type BucketedTelemetry, type TelemetryTrack } from '../domain/page/telemetry-buckets.ts'
import { clocksEventReasons } from '../record/limits.ts'
import { decodePart } from './dom.ts'

/** A pause of this many intervals, and of at least a second, is a gap. */
const gapIntervals = 5
const shortestGapMs = 1000

/** Reads the GPU readings of a part of this file. Throws when it is damaged. */
export async function readTelemetry(part: string): Promise<BucketedTelemetry> {
  const text = new TextDecoder().decode(await decodePart(part))
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- written by the program that made this file
  return JSON.parse(text) as BucketedTelemetry
}

/** The longest distance of two neighboring buckets between which the GPU was observed. */
export function computeGapBuckets({ intervalMs, bucketMs }: BucketedTelemetry): number {
  return Math.max(2, Math.max(shortestGapMs, gapIntervals * intervalMs) / bucketMs)
}

/** The maximum of a quantity over all GPUs; null: not available. */
export function findLargest({ tracks }: BucketedTelemetry, quantity: number): number | null {
  const values = tracks.flatMap(({ values: own }) => own[quantity]?.high.filter((value) => value !== null) ?? [])
  return values.length === 0 ? null : values.reduce((most, value) => Math.max(most, value), 0)
}

/** Lists the throttle reasons of a bucket. */
function listReasons(flags: number): string[] {
  return clocksEventReasons.filter((_, index) => (flags & (2 << index)) !== 0)
}

/** Formats every bucket as one line of CSV. */
export function formatCsv(telemetry: BucketedTelemetry): string {
  const titles = telemetryQuantities.flatMap(({ label, unit }) =>
    ['lowest', 'mean', 'highest'].map((figure) => `${label} (${unit}) ${figure}`),
  )
  const head = [`start of ${telemetry.bucketMs} ms (ms since the epoch)`, 'GPU', ...titles, 'clocks event reasons']
  return [head.join(','), ...telemetry.tracks.flatMap((track) => formatCsvLines(track, telemetry)), ''].join('\n')
}

function formatCsvLines({ gpu, at, flags, values }: TelemetryTrack, telemetry: BucketedTelemetry): string[] {
  return at.map((bucket, row) => {
    const cells = values.flatMap(({ low, mean, high }) => [low[row], mean[row], high[row]])
    const reasons = listReasons(flags[row] ?? 0).join(' ')
    return [telemetry.startMs + bucket * telemetry.bucketMs, gpu, ...cells, reasons].join(',')
  })
}
