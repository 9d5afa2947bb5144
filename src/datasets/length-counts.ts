const directLengths = 1 << 16

/** Number of sequences by length, ascending by length. */
export type LengthCounts = readonly (readonly [length: number, count: number])[]

/** Counts lengths exactly. A file of n bases has at most √(2n) different lengths, so the memory stays small. */
export type LengthCounter = {
  add(length: number): void
  listCounts(): LengthCounts
}

/** Creates an empty counter. */
export function createLengthCounter(): LengthCounter {
  const short = new Uint32Array(directLengths)
  const long = new Map<number, number>()
  return {
    add: (length) => {
      if (length < directLengths) short[length] = (short[length] as number) + 1
      else long.set(length, (long.get(length) ?? 0) + 1)
    },
    listCounts: () => {
      const counts: [number, number][] = []
      for (const [length, count] of short.entries()) if (count > 0) counts.push([length, count])
      return [...counts, ...[...long].toSorted(([one], [other]) => one - other)]
    },
  }
}

/** Counts the lengths of a list of sequences. */
export function countLengths(lengths: Iterable<number>): LengthCounts {
  const counter = createLengthCounter()
  for (const length of lengths) counter.add(length)
  return counter.listCounts()
}

/** Sums the counts of all lengths. */
export function sumCounts(counts: LengthCounts): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}

/**
 * Computes the shortest length that at least this share of the sequences do not exceed; `share` from 0 (shortest) to 1.
 */
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
