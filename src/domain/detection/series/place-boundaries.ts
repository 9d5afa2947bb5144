import { computeRangeMedian } from '../noise/order-statistics.ts'

const farthestMove = 6
const rounds = 2
/**
 * Costs within this share of the cap count as equal, so that rounding of the unit has no influence; the earlier
 * position wins.
 */
const tieShare = 1e-6

/**
 * Moves each boundary, by at most 6 values per round, to the position at which the adjacent values fit the two levels
 * best.
 */
export function placeBoundaries(values: Float64Array, starts: readonly number[], cap: number): number[] {
  const placed = [...starts]
  for (let round = 0; round < rounds; round++) {
    for (const [index, at] of placed.entries()) {
      const from = placed[index - 1] ?? 0
      const to = placed[index + 1] ?? values.length
      placed[index] = findBestPosition(values, { from, at, to }, cap)
    }
  }
  return placed
}

type BoundarySpan = { readonly from: number; readonly at: number; readonly to: number }

/**
 * Moving a boundary past a value changes the cost by that value's distance from the left level minus its distance from
 * the right level.
 */
function findBestPosition(values: Float64Array, { from, at, to }: BoundarySpan, cap: number): number {
  const left = computeRangeMedian(values, from, at)
  const right = computeRangeMedian(values, at, to)
  const first = Math.max(from + 1, at - farthestMove)
  const last = Math.min(to - 1, at + farthestMove)
  let best = { place: first, cost: 0 }
  let cost = 0
  for (let place = first + 1; place <= last; place++) {
    const value = values[place - 1] ?? 0
    cost += Math.min(Math.abs(value - left), cap) - Math.min(Math.abs(value - right), cap)
    if (cost < best.cost - cap * tieShare) best = { place, cost }
  }
  return best.place
}
