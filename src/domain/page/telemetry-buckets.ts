/**
 * Quantities of a GPU that the page shows over time. The shown value is the logged value × `factor`. `column`: in the
 * log. `name`: that of `gpuQuantities`.
 */
export const telemetryQuantities = [
  { column: 'gpu_util', name: 'utilizationPercent', label: 'Utilization', unit: '%', factor: 1 },
  { column: 'sm_utilization_share', name: 'smUtilization', label: 'SM activity', unit: '%', factor: 100 },
  { column: 'memory_used_bytes', name: 'memoryUsedBytes', label: 'Memory', unit: 'GiB', factor: 1 / 2 ** 30 },
  { column: 'power_draw', name: 'powerWatts', label: 'Power', unit: 'W', factor: 1 },
  { column: 'sm_clock_mhz', name: 'smClockMhz', label: 'SM clock', unit: 'MHz', factor: 1 },
  { column: 'temperature', name: 'temperatureCelsius', label: 'Temperature', unit: '°C', factor: 1 },
] as const

/** The GPU readings of one run in time buckets of one length. */
export type BucketedTelemetry = {
  /** Start of bucket 0 in milliseconds since the epoch. */
  readonly startMs: number
  readonly bucketMs: number
  /** Typical time between two readings of a GPU. */
  readonly intervalMs: number
  /** Number of readings in all buckets. */
  readonly readings: number
  readonly tracks: readonly TelemetryTrack[]
}

/** The buckets of one GPU that have a reading. */
export type TelemetryTrack = {
  readonly gpu: number
  /** Numbers of the buckets, ascending. */
  readonly at: readonly number[]
  /** By bucket. Bit 0: the reasons are known. Bit n: reason n − 1 of `clocksEventReasons` was active. */
  readonly flags: readonly number[]
  /** By quantity of `telemetryQuantities`. */
  readonly values: readonly QuantityBuckets[]
}

/** One quantity by bucket, in its shown unit; null: not available. */
export type QuantityBuckets = {
  readonly low: readonly (number | null)[]
  readonly mean: readonly (number | null)[]
  readonly high: readonly (number | null)[]
}

/** Length of a bucket while the run is short. */
const firstBucketMs = 10
/** Maximum number of GPUs; a file with more is not telemetry. */
const maxGpus = 256
const quantities = telemetryQuantities.length

type Bucket = {
  at: number
  flags: number
  readonly counts: Float64Array
  readonly sums: Float64Array
  readonly lows: Float64Array
  readonly highs: Float64Array
}

type Track = { readonly gpu: number; buckets: Bucket[]; readings: number; firstMs: number; lastMs: number }

/**
 * Sums readings up one by one, so that a log of gigabytes never has to fit into memory. The buckets become twice as
 * long whenever the run would need more than `maxBuckets`.
 */
export class TelemetryBuckets {
  readonly #maxBuckets: number
  readonly #tracks = new Map<number, Track>()
  #startMs = Number.NaN
  #bucketMs = firstBucketMs

  constructor(maxBuckets: number) {
    this.#maxBuckets = maxBuckets
  }

  /** Adds one reading, by quantity, NaN where not available; false: refused, as back in time or of a 257th GPU. */
  add(gpu: number, timeMs: number, values: ArrayLike<number>, flags: number): boolean {
    if (Number.isNaN(this.#startMs)) this.#startMs = timeMs
    const sinceMs = timeMs - this.#startMs
    const track = sinceMs < 0 ? null : (this.#tracks.get(gpu) ?? this.#open(gpu, timeMs))
    if (!track || timeMs < track.lastMs) return false
    while (sinceMs >= this.#bucketMs * this.#maxBuckets) this.#mergeBuckets()
    const at = Math.floor(sinceMs / this.#bucketMs)
    const last = track.buckets.at(-1)
    const bucket =
      last?.at === at
        ? last
        : { at, flags: 0, counts: fill(0), sums: fill(0), lows: fill(Infinity), highs: fill(-Infinity) }
    if (bucket !== last) track.buckets.push(bucket)
    addReading(bucket, values, flags)
    track.readings += 1
    track.lastMs = timeMs
    return true
  }

  /** Returns the buckets; null without readings. */
  finish(): BucketedTelemetry | null {
    const tracks = [...this.#tracks.values()]
    const [longest] = tracks.toSorted((one, other) => other.readings - one.readings)
    if (!longest) return null
    return {
      startMs: this.#startMs,
      bucketMs: this.#bucketMs,
      intervalMs: Math.max(1, (longest.lastMs - longest.firstMs) / Math.max(1, longest.readings - 1)),
      readings: tracks.reduce((sum, { readings }) => sum + readings, 0),
      tracks: tracks.toSorted((one, other) => one.gpu - other.gpu).map(toTrack),
    }
  }

  #open(gpu: number, timeMs: number): Track | null {
    if (this.#tracks.size >= maxGpus) return null
    const track: Track = { gpu, buckets: [], readings: 0, firstMs: timeMs, lastMs: timeMs }
    this.#tracks.set(gpu, track)
    return track
  }

  #mergeBuckets(): void {
    this.#bucketMs *= 2
    for (const track of this.#tracks.values()) {
      const joined: Bucket[] = []
      for (const bucket of track.buckets) {
        bucket.at = Math.floor(bucket.at / 2)
        const last = joined.at(-1)
        if (last?.at === bucket.at) join(last, bucket)
        else joined.push(bucket)
      }
      track.buckets = joined
    }
  }
}

function fill(value: number): Float64Array {
  return new Float64Array(quantities).fill(value)
}

function addReading(bucket: Bucket, values: ArrayLike<number>, flags: number): void {
  bucket.flags |= flags
  for (let index = 0; index < quantities; index += 1) {
    const value = values[index] ?? Number.NaN
    if (!Number.isNaN(value)) widen(bucket, index, { count: 1, sum: value, low: value, high: value })
  }
}

function join(bucket: Bucket, { flags, counts, sums, lows, highs }: Bucket): void {
  bucket.flags |= flags
  for (const [index, count] of counts.entries())
    widen(bucket, index, {
      count,
      sum: sums[index] ?? 0,
      low: lows[index] ?? Infinity,
      high: highs[index] ?? -Infinity,
    })
}

type Part = { readonly count: number; readonly sum: number; readonly low: number; readonly high: number }

function widen({ counts, sums, lows, highs }: Bucket, index: number, { count, sum, low, high }: Part): void {
  counts[index] = (counts[index] ?? 0) + count
  sums[index] = (sums[index] ?? 0) + sum
  if (low < (lows[index] ?? Infinity)) lows[index] = low
  if (high > (highs[index] ?? -Infinity)) highs[index] = high
}

function toTrack({ gpu, buckets }: Track): TelemetryTrack {
  return {
    gpu,
    at: buckets.map(({ at }) => at),
    flags: buckets.map(({ flags }) => flags),
    values: telemetryQuantities.map((_, index) => ({
      low: buckets.map(({ lows }) => toStored(lows[index])),
      mean: buckets.map(({ sums, counts }) => toStored((sums[index] ?? 0) / (counts[index] ?? 0))),
      high: buckets.map(({ highs }) => toStored(highs[index])),
    })),
  }
}

/** Five digits are finer than any GPU reports. */
function toStored(value = Number.NaN): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(5)) : null
}
