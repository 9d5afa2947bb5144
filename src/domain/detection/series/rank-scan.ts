import { createSeededRandom } from '../../core/bootstrap.ts'

const permutations = 999
const seed = 0x5eed
const rounding = 1e-9

/**
 * P value of the best split by ranks: the probability that values in random order have a split, with at least `fewest`
 * values on each side, whose mean ranks differ as much as at the best split of these values (Pettitt, Applied
 * Statistics 28, 1979, standardized by split). Valid for any noise without autocorrelation. Uses 999 seeded
 * permutations; the count stops above `level` and returns 1.
 */
export function computePermutationProbability(values: Float64Array, fewest: number, level: number): number {
  const ranks = computeCenteredMidranks(values)
  const observed = findLargestContrast(ranks, fewest) * (1 - rounding)
  const random = createSeededRandom(seed)
  let reached = 0
  for (let round = 0; round < permutations; round++) {
    shuffle(ranks, random)
    if (findLargestContrast(ranks, fewest) >= observed) reached += 1
    if (reached + 1 > level * (permutations + 1)) return 1
  }
  return (reached + 1) / (permutations + 1)
}

/** Midranks minus their mean; equal values share one rank. */
function computeCenteredMidranks(values: Float64Array): Float64Array {
  const sorted = values.toSorted()
  return values.map((value) => {
    let [below, equal] = [0, 0]
    for (const other of sorted) {
      if (other < value) below += 1
      else if (other === value) equal += 1
      else break
    }
    return below + (equal - 1) / 2 - (values.length - 1) / 2
  })
}

function findLargestContrast(ranks: Float64Array, fewest: number): number {
  let [sum, largest] = [0, 0]
  for (let count = 1; count <= ranks.length - fewest; count++) {
    sum += ranks[count - 1] ?? 0
    if (count >= fewest) largest = Math.max(largest, Math.abs(sum) / Math.sqrt(count * (ranks.length - count)))
  }
  return largest
}

/** In-place shuffle (Durstenfeld, Communications of the ACM 7, 1964). */
function shuffle(values: Float64Array, random: () => number): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const kept = values[last] ?? 0
    values[last] = values[other] ?? 0
    values[other] = kept
  }
}
