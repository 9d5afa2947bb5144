import { formatPercent } from '../core/numbers.ts'
import { resample, createSeededRandom, computeSmallSampleWidening } from '../core/bootstrap.ts'
import { computeMean, computeQuantile, sumValues, type Interval } from '../core/statistics.ts'

/** Wall times of one GPU count. */
export type ScalingSamples = { readonly gpus: number; readonly seconds: readonly number[] }

/** C(n) = n / (1 + σ (n − 1) + κ n (n − 1)). */
export type ScalabilityLaw = {
  /** σ: contention, the serialized share. */
  readonly contention: number
  /** Null, as for the other: a count has a single run. */
  readonly contentionInterval: Interval | null
  /** κ: coherency, the cost of synchronization per pair of GPUs. */
  readonly coherency: number
  readonly coherencyInterval: Interval | null
  readonly peak: ScalabilityPeak
}

/** GPU count with the highest speed-up. */
export type ScalabilityPeak =
  | { readonly isIdentified: true; readonly gpus: number; readonly interval: Interval; readonly speedup: number }
  | { readonly isIdentified: false; readonly reason: string }

const draws = 1000
const fewestCounts = 3

type Parameters = { readonly contention: number; readonly coherency: number }

/**
 * Fits the Universal Scalability Law to the times of at least three GPU counts, including 1 (Gunther, Guerrilla
 * Capacity Planning, 2007): n·T(n)/T(1) − 1 = σ (n − 1) + κ n (n − 1). Least squares with weights for errors
 * proportional to the time, σ and κ not negative. Intervals from a seeded bootstrap over the runs of each count,
 * widened for few runs as in `computeEffectInterval`. Null with fewer counts or without a 1-GPU run.
 */
export function fitScalabilityLaw(points: readonly ScalingSamples[], confidence: number): ScalabilityLaw | null {
  const counts = points.filter(({ seconds }) => seconds.length > 0)
  if (new Set(counts.map(({ gpus }) => gpus)).size < fewestCounts || !counts.some(({ gpus }) => gpus === 1)) return null
  const fitted = fit(counts)
  const fewest = Math.min(...counts.map(({ seconds }) => seconds.length))
  const drawn = fewest < 2 ? null : drawFits(counts, 0x5ca1ab1e, fit)
  const total = counts.reduce((sum, { seconds }) => sum + seconds.length, 0)
  const widening = fewest < 2 ? 1 : computeSmallSampleWidening(fewest, total - counts.length, confidence)
  const computeInterval = (read: (one: Parameters) => number): Interval | null =>
    drawn && computeWidenedInterval(drawn.map(read), read(fitted), { confidence, widening, least: 0 })
  return {
    ...fitted,
    contentionInterval: computeInterval(({ contention }) => contention),
    coherencyInterval: computeInterval(({ coherency }) => coherency),
    peak: findPeak(fitted, drawn, { confidence, widening }),
  }
}

/** Speed-up predicted by the law for a number of GPUs. */
export function computeLawSpeedup({ contention, coherency }: Parameters, gpus: number): number {
  return gpus / (1 + contention * (gpus - 1) + coherency * gpus * (gpus - 1))
}

/** Fits a model to resampled times, as often as intervals need. */
export function drawFits<Item extends { readonly seconds: readonly number[] }, Fit>(
  items: readonly Item[],
  seed: number,
  fitItems: (items: readonly Item[]) => Fit,
): Fit[] {
  const random = createSeededRandom(seed)
  return Array.from({ length: draws }, () =>
    fitItems(items.map((item) => ({ ...item, seconds: resample(item.seconds, random) }))),
  )
}

function fit(points: readonly ScalingSamples[]): Parameters {
  const times = points.map(({ gpus, seconds }) => ({ gpus, time: Math.exp(computeMean(seconds.map(Math.log))) }))
  const one = times.find(({ gpus }) => gpus === 1)?.time ?? Number.NaN
  const rows = times
    .filter(({ gpus }) => gpus > 1)
    .map(({ gpus, time }) => {
      const cost = (gpus * time) / one
      return { a: (gpus - 1) / cost, b: (gpus * (gpus - 1)) / cost, y: (cost - 1) / cost }
    })
  // Least squares of y = σ a + κ b. If one of them is negative, it is set to 0 and the other is fitted alone.
  const sum = (read: (row: (typeof rows)[number]) => number): number => sumValues(rows.map(read))
  const [aa, bb, ab] = [sum(({ a }) => a * a), sum(({ b }) => b * b), sum(({ a, b }) => a * b)]
  const [ay, by] = [sum(({ a, y }) => a * y), sum(({ b, y }) => b * y)]
  const determinant = aa * bb - ab * ab
  const contention = (ay * bb - by * ab) / determinant
  const coherency = (by * aa - ay * ab) / determinant
  if (contention >= 0 && coherency >= 0) return { contention, coherency }
  const alone = [
    { contention: Math.max(0, ay / aa), coherency: 0 },
    { contention: 0, coherency: Math.max(0, by / bb) },
  ] as const
  const computeError = (other: Parameters): number =>
    sum(({ a, b, y }) => (y - other.contention * a - other.coherency * b) ** 2)
  return computeError(alone[0]) <= computeError(alone[1]) ? alone[0] : alone[1]
}

type Width = { readonly confidence: number; readonly widening: number }

/** A peak exists if κ is above 0. It is not identifiable if more resamples have no peak than the confidence allows. */
function findPeak(fitted: Parameters, drawn: readonly Parameters[] | null, width: Width): ScalabilityPeak {
  if (drawn === null) return refusePeak('single runs have no spread')
  const place = computePeakGpus(fitted)
  if (place === null) return refusePeak('the speed-up shows no saturation within the measured counts')
  const places = drawn.flatMap((one) => computePeakGpus(one) ?? [])
  const without = 1 - places.length / drawn.length
  if (without > (1 - width.confidence) / 2)
    return refusePeak(`${formatPercent(without, 0)} of the resampled runs have no peak`)
  const [low, high] = computeWidenedInterval(places.map(Math.log), Math.log(place), { ...width, least: 0 })
  return {
    isIdentified: true,
    gpus: place,
    interval: [Math.exp(low), Math.exp(high)],
    speedup: computeLawSpeedup(fitted, place),
  }
}

function refusePeak(reason: string): ScalabilityPeak {
  return { isIdentified: false, reason: `not identifiable: ${reason}` }
}

function computePeakGpus({ contention, coherency }: Parameters): number | null {
  return coherency > 0 && contention < 1 ? Math.sqrt((1 - contention) / coherency) : null
}

/** Interval of resampled values, widened around the center of the sample. */
export function computeWidenedInterval(
  values: readonly number[],
  center: number,
  { confidence, widening, least = Number.NEGATIVE_INFINITY }: Width & { readonly least?: number },
): Interval {
  const sorted = values.toSorted((a, b) => a - b)
  const edges = [(1 - confidence) / 2, (1 + confidence) / 2].map((share) => computeQuantile(sorted, share))
  const [low = center, high = center] = edges.map((edge) => Math.max(least, center + (edge - center) * widening))
  return [Math.min(low, center), Math.max(high, center)]
}
