import { missing } from './column-code.ts'

/** A column by itself, and then what 16, 256, 4096 … of its values in a row come to. */
export type ValueLevels = readonly Int32Array[]

/** What a few values in a row come to. */
export type Fold = (values: Int32Array, from: number, to: number) => number

const bits = 4
/** So many values of a level are one of the next. */
export const levelRadix = 1 << bits

/** All levels of a column. */
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

/** The level on which a stretch of `rows` values is at least two long, so that moving its ends to whole blocks shows nowhere. */
export function chooseLevel(rows: number): number {
  let level = 0
  for (let rest = rows; rest >= 2 * levelRadix; rest /= levelRadix) level += 1
  return level
}

/** `missing` stands where nothing was offered; it counts nowhere. */
export function findLowest(values: Int32Array, from: number, to: number): number {
  let found = missing
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? missing
    if (value !== missing && (found === missing || value < found)) found = value
  }
  return found
}

/** `missing` is less than every value. */
export function findHighest(values: Int32Array, from: number, to: number): number {
  let found = missing
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? missing
    if (value > found) found = value
  }
  return found
}

/** Every bit that is set in any of them. */
export function combineBits(values: Int32Array, from: number, to: number): number {
  let found = 0
  for (let index = from; index < to; index += 1) found |= values[index] ?? 0
  return found
}
