import { floatColumn, type GrowingColumn } from './growing-column.ts'

/** When the host launched what, by correlation id. */
export type Launches = {
  add(correlation: number, startMicros: number): void
  /** Looks up many: sorts once, on the first call. Null when no launch of this id was seen. */
  startOf(correlation: number): number | null
}

/** Indices share a number with their id, so that the engine's own sort of numbers can be used. */
const indexRange = 2 ** 22
/** CUPTI counts correlations in 32 bits, of which the profiler uses 31. */
const idRange = 2 ** 31

/** Launches beyond these are not kept. */
export const mostLaunches = indexRange

export function createLaunches(): Launches {
  const keys = floatColumn()
  const starts = floatColumn()
  let sorted: Float64Array | null = null
  return {
    add: (correlation, startMicros) => {
      const index = keys.length()
      if (!Number.isInteger(correlation) || correlation < 0 || correlation >= idRange || index >= indexRange) return
      keys.push(correlation * indexRange + index)
      starts.push(startMicros)
    },
    startOf: (correlation) => {
      sorted ??= sortedValues(keys)
      if (correlation >= idRange) return null
      const key = sorted[firstFrom(sorted, correlation * indexRange)]
      if (key === undefined || Math.floor(key / indexRange) !== correlation) return null
      return starts.at(key % indexRange)
    },
  }
}

function sortedValues(column: GrowingColumn): Float64Array {
  const values = new Float64Array(column.length())
  for (let index = 0; index < values.length; index += 1) values[index] = column.at(index)
  return values.toSorted()
}

/** Index of the first value that is not below `bound`. */
function firstFrom(sorted: Float64Array, bound: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < bound) low = middle + 1
    else high = middle
  }
  return low
}
