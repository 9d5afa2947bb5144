const directLengths = 1 << 16

/** How many sequences have each length, by ascending length. */
export type LengthCounts = readonly (readonly [length: number, count: number])[]

/** Counts lengths exactly. A file of n bases has at most √(2n) different lengths, so this stays small. */
export type LengthCounter = {
  add(length: number): void
  listCounts(): LengthCounts
}

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

/** Counts the lengths of a list. */
export function countLengths(lengths: Iterable<number>): LengthCounts {
  const counter = createLengthCounter()
  for (const length of lengths) counter.add(length)
  return counter.listCounts()
}

export function sumCounts(counts: LengthCounts): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}

/** The shortest length that at least this share of the sequences do not exceed; `share` from 0 (shortest) to 1. */
export function computeLengthQuantile(counts: LengthCounts, share: number): number {
  const wanted = Math.max(1, Math.ceil(share * sumCounts(counts)))
  let reached = 0
  for (const [length, count] of counts) {
    reached += count
    if (reached >= wanted) return length
  }
  throw new RangeError('there is no length')
}

/**
 * The largest difference, over all lengths, between the shares of sequences that are no longer than that: the statistic
 * of Kolmogorov and Smirnov. 0 for equal distributions, 1 for distributions that lie apart.
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
