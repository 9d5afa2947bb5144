import type { Candidates } from './candidate-pool.ts'
import type { LengthStratum } from './length-strata.ts'

/** Chooses the records with the smallest priorities in each stratum; returns their indices, ascending. */
export function chooseRecords(candidates: Candidates, strata: readonly LengthStratum[]): Uint32Array {
  const { size, priorities, lengths } = candidates
  const strataByIndex = Uint32Array.from({ length: size }, (_, at) => findStratum(strata, lengths[at] as number))
  const order = Uint32Array.from({ length: size }, (_, at) => at).toSorted(
    (a, b) =>
      getValue(strataByIndex, a) - getValue(strataByIndex, b) ||
      getValue(priorities, a) - getValue(priorities, b) ||
      a - b,
  )
  const chosen = new Uint32Array(strata.reduce((sum, { sample }) => sum + sample, 0))
  const taken = new Uint32Array(strata.length)
  let count = 0
  for (const index of order) {
    const stratum = getValue(strataByIndex, index)
    if (getValue(taken, stratum) === (strata[stratum] as LengthStratum).sample) continue
    taken[stratum] = getValue(taken, stratum) + 1
    chosen[count] = index
    count += 1
  }
  return chosen.toSorted()
}

function getValue(values: Uint32Array, index: number): number {
  return values[index] as number
}

/** Finds the last stratum that starts at or before this length. */
function findStratum(strata: readonly LengthStratum[], length: number): number {
  let low = 0
  let high = strata.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((strata[middle] as LengthStratum).minLength <= length) low = middle
    else high = middle - 1
  }
  return low
}
