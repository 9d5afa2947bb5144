import { missing } from './column-code.ts'

/** A column, followed by its aggregates over 16, 256, 4096 … consecutive values. */
export type ValueLevels = readonly Int32Array[]

/** Aggregates consecutive values. */
export type Fold = (values: Int32Array, from: number, to: number) => number

const bits = 4
/** Number of values of a level per value of the next. */
export const levelRadix = 1 << bits

/** Builds all levels of a column. */
export function createLevels(values: Int32Array, fold: Fold): ValueLevels {
  const levels = [values]
  for (let level = values; level.length > levelRadix;) {
    const next = new Int32Array(Math.ceil(level.length / levelRadix))
    for (let index = 0; index < next.length; index += 1)
      next[index] = fold(level, index * levelRadix, Math.min(level.length, (index + 1) * levelRadix))
    levels.push(next)
    level = next
  }
  return levels
}

/**
 * Chooses the coarsest level on which `rows` values span at least two blocks, so that rounding the ends to blocks is
 * not visible.
 */
export function chooseLevel(rows: number): number {
  let level = 0
  for (let rest = rows; rest >= 2 * levelRadix; rest /= levelRadix) level += 1
  return level
}

/** Minimum of the values; `missing` values are ignored. */
export function findLowest(values: Int32Array, from: number, to: number): number {
  let found = missing
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? missing
    if (value !== missing && (found === missing || value < found)) found = value
  }
  return found
}

/** Maximum of the values; `missing` is smaller than every value. */
export function findHighest(values: Int32Array, from: number, to: number): number {
  let found = missing
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? missing
    if (value > found) found = value
  }
  return found
}

/** Bitwise OR of the values. */
export function combineBits(values: Int32Array, from: number, to: number): number {
  let found = 0
  for (let index = from; index < to; index += 1) found |= values[index] ?? 0
  return found
}
