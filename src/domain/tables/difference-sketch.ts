import type { ScoreFindings } from '../../record/tables.ts'

// Buckets of equal width in the logarithm give a relative error of 1 %, as in DDSketch (Masson, Rim, Lee 2019).
const growth = Math.log(1.02)
const smallest = 1e-30
const bucketCount = Math.ceil(Math.log(1e60) / growth)

/** Mean, maximum and quantiles of any number of differences in constant memory. */
export type DifferenceSketch = {
  /** Adds one finite, non-negative difference. */
  readonly add: (difference: number) => void
  /** Null before the first difference. */
  readonly summary: () => ScoreFindings['difference']
}

/** Creates an empty sketch. */
export function createDifferenceSketch(): DifferenceSketch {
  const counts = new Float64Array(bucketCount)
  let [zeros, count, sum, max] = [0, 0, 0, 0]
  const computeQuantile = (share: number): number => {
    let left = Math.ceil(share * count) - zeros
    if (left <= 0) return 0
    const bucket = counts.findIndex((inBucket) => (left -= inBucket) <= 0)
    return Math.min(max, smallest * Math.exp((bucket + 0.5) * growth))
  }
  return {
    add: (difference) => {
      count += 1
      sum += difference
      max = Math.max(max, difference)
      if (difference < smallest) zeros += 1
      else {
        const bucket = Math.min(bucketCount - 1, Math.floor(Math.log(difference / smallest) / growth))
        counts[bucket] = (counts[bucket] ?? 0) + 1
      }
    },
    summary: () => {
      if (count === 0) return null
      return { mean: Math.min(sum / count, max), median: computeQuantile(0.5), p99: computeQuantile(0.99), max }
    },
  }
}
