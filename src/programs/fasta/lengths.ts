/** Number of sequences by length, ascending by length. */
export type LengthCounts = readonly (readonly [length: number, count: number])[]

/** Counts lengths exactly. A file of n bases has at most √(2n) different lengths, so the memory stays small. */
export class LengthCounter {
  readonly #counts = new Map<number, number>()

  add(length: number): void {
    this.#counts.set(length, (this.#counts.get(length) ?? 0) + 1)
  }

  listCounts(): LengthCounts {
    return [...this.#counts].toSorted(([one], [other]) => one - other)
  }
}

/** Counts the lengths of a list of sequences. */
export function countLengths(lengths: Iterable<number>): LengthCounts {
  const counter = new LengthCounter()
  for (const length of lengths) counter.add(length)
  return counter.listCounts()
}

/** Sums the counts of all lengths. */
export function sumCounts(counts: LengthCounts): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}

/** The shortest length that at least this share of the sequences do not exceed; `share` from 0 (shortest) to 1. */
export function computeLengthQuantile(counts: LengthCounts, share: number): number {
  const target = Math.max(1, Math.ceil(share * sumCounts(counts)))
  let reached = 0
  for (const [length, count] of counts) {
    reached += count
    if (reached >= target) return length
  }
  throw new RangeError('no lengths')
}

/**
 * Computes the Kolmogorov-Smirnov statistic: the largest difference between the two cumulative length distributions. 0
 * for equal distributions, 1 for disjoint ones.
 */
export function computeLargestDifference(one: LengthCounts, other: LengthCounts): number {
  const [oneTotal, otherTotal] = [sumCounts(one), sumCounts(other)]
  const steps = [
    ...one.map(([length, count]) => [length, count / oneTotal] as const),
    ...other.map(([length, count]) => [length, -count / otherTotal] as const),
  ].toSorted(([a], [b]) => a - b)
  let difference = 0
  let largest = 0
  for (const [index, [length, step]] of steps.entries()) {
    difference += step
    if (steps[index + 1]?.[0] !== length) largest = Math.max(largest, Math.abs(difference))
  }
  return largest
}

/** Sequences of a range of lengths, in bases or residues: their number in the source and in the sample. */
export type LengthStratum = {
  readonly minLength: number
  readonly maxLength: number
  readonly source: number
  readonly sample: number
}

/** One stratum per percentile is fine enough for any distribution. */
const mostStrata = 100

/**
 * Divides the lengths of a source into strata of at most one percent of its sequences (or one sequence of the sample,
 * if that is more) and allots `sampleSize` sequences to them. A single length with more sequences is its own stratum.
 * Rounding cumulative shares keeps the sample within half a sequence of the source at each boundary.
 */
export function planStrata(source: LengthCounts, sampleSize: number): LengthStratum[] {
  const total = sumCounts(source)
  const fullest = total / Math.min(mostStrata, sampleSize)
  const groups: { readonly minLength: number; maxLength: number; readonly start: number; end: number }[] = []
  let start = 0
  for (const [length, count] of source) {
    const end = start + count
    const open = groups.at(-1)
    if (open && end - open.start <= fullest) Object.assign(open, { maxLength: length, end })
    else groups.push({ minLength: length, maxLength: length, start, end })
    start = end
  }
  const countBefore = (place: number): number => Math.round((sampleSize * place) / total)
  return groups.map(({ minLength, maxLength, ...group }) => {
    const sample = countBefore(group.end) - countBefore(group.start)
    return { minLength, maxLength, source: group.end - group.start, sample }
  })
}
