import { createFloatColumn, type GrowingColumn } from './growing-column.ts'

/** When the host launched what, by correlation id. */
export type Launches = {
  add(correlation: number, startMicros: number): void
  /** Looks up many: sorts once, on the first call. Null when no launch of this id was seen. */
  findStart(correlation: number): number | null
}

/** Indices share a number with their id, so that the engine's own sort of numbers can be used. */
const indexRange = 2 ** 22
/** CUPTI counts correlations in 32 bits, of which the profiler uses 31. */
const idRange = 2 ** 31

/** Launches beyond these are not kept. */
export const mostLaunches = indexRange

export function createLaunches(): Launches {
  const keys = createFloatColumn()
  const starts = createFloatColumn()
  let sorted: Float64Array | null = null
  return {
    add: (correlation, startMicros) => {
      const index = keys.getLength()
      if (!Number.isInteger(correlation) || correlation < 0 || correlation >= idRange || index >= indexRange) return
      keys.push(correlation * indexRange + index)
      starts.push(startMicros)
    },
    findStart: (correlation) => {
      sorted ??= sortValues(keys)
      if (correlation >= idRange) return null
      const key = sorted[findFirstFrom(sorted, correlation * indexRange)]
      if (key === undefined || Math.floor(key / indexRange) !== correlation) return null
      return starts.get(key % indexRange)
    },
  }
}

function sortValues(column: GrowingColumn): Float64Array {
  const values = new Float64Array(column.getLength())
  for (let index = 0; index < values.length; index += 1) values[index] = column.get(index)
  return values.toSorted()
}

/** Index of the first value that is not below `bound`. */
function findFirstFrom(sorted: Float64Array, bound: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < bound) low = middle + 1
    else high = middle
  }
  return low
}
