import { createFloatColumn, createIntegerColumn, type GrowingColumn } from './growing-column.ts'

/** A call that starts work on a GPU; times are in microseconds. */
export type Launch = { readonly correlation: number; readonly startMicros: number; readonly isKernel: boolean }

/** Launch times by correlation id, in microseconds. */
export type Launches = {
  add(launch: Launch): void
  /** Adds the start or end of the capture of a graph: launches in between run no kernel. */
  addCapture(startMicros: number, isStart: boolean): void
  /** Finds the launch time; null when the id is unknown. The first call sorts, so add all launches before. */
  findStart(correlation: number): number | null
  /**
   * Counts the launches of kernels that no `findStart` asked for, and the ids that several launches of kernels share. An
   * id is unique in a process.
   */
  countFaults(): { readonly lost: number; readonly shared: number }
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
  const kernels = createIntegerColumn()
  const captures = { starts: createFloatColumn(), ends: createFloatColumn() }
  const found = new Set<number>()
  let sorted: Float64Array | null = null
  return {
    add: ({ correlation, startMicros, isKernel }) => {
      const index = keys.getLength()
      if (!Number.isInteger(correlation) || correlation < 1 || correlation >= idRange || index >= indexRange) return
      keys.push(correlation * indexRange + index)
      starts.push(startMicros)
      kernels.push(isKernel ? 1 : 0)
    },
    addCapture: (startMicros, isStart) => captures[isStart ? 'starts' : 'ends'].push(startMicros),
    findStart: (correlation) => {
      sorted ??= sortValues(keys)
      if (correlation >= idRange) return null
      const key = sorted[findFirstFrom(sorted, correlation * indexRange)]
      if (key === undefined || Math.floor(key / indexRange) !== correlation) return null
      found.add(correlation)
      return starts.get(key % indexRange)
    },
    countFaults: () => {
      sorted ??= sortValues(keys)
      const [begins, ends] = [sortValues(captures.starts), sortValues(captures.ends)]
      let [lost, shared, latest] = [0, 0, 0]
      for (const key of sorted) {
        const [correlation, index] = [Math.floor(key / indexRange), key % indexRange]
        const start = starts.get(index)
        if (kernels.get(index) === 0 || findFirstFrom(begins, start) > findFirstFrom(ends, start)) continue
        if (correlation === latest) shared += 1
        else if (!found.has(correlation)) lost += 1
        latest = correlation
      }
      return { lost, shared }
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
