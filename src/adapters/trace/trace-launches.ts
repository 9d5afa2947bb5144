import { createFloatColumn, type GrowingColumn } from './growing-column.ts'

/** Launch times by correlation id, in microseconds. */
export type Launches = {
  add(correlation: number, startMicros: number): void
  /** Finds the launch time; null when the id is unknown. The first call sorts, so add all launches before. */
  findStart(correlation: number): number | null
}

/** Index and id share one number, so that the built-in numeric sort applies. */
const indexRange = 2 ** 22
/** CUPTI has 32-bit correlation ids; the profiler uses 31 bits. */
const idRange = 2 ** 31

/** Further launches are dropped. */
export const mostLaunches = indexRange

/** Creates an empty collection of launches. */
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

/** Returns the index of the first value of at least `bound`. */
function findFirstFrom(sorted: Float64Array, bound: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < bound) low = middle + 1
    else high = middle
  }
  return low
}
