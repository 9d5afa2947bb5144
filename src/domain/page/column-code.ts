import { appendVarint, getBytes, createByteList, type ByteList } from './byte-list.ts'

/** Marks a missing value. */
export const missing = -(2 ** 31)
const largest = 2 ** 31 - 1

/**
 * Encodes a column of integers as differences from the previous value, so that constant values take almost no space.
 */
export type ColumnWriter = { readonly list: ByteList; previous: number; length: number }

/** Creates an empty column. */
export function createColumnWriter(): ColumnWriter {
  return { list: createByteList(), previous: 0, length: 0 }
}

/** Appends a 32-bit integer or `missing`. Other values are clamped to the nearest valid one. */
export function appendValue(column: ColumnWriter, value: number): void {
  column.length += 1
  if (value === missing) {
    appendVarint(column.list, 0)
    return
  }
  const kept = Math.max(missing + 1, Math.min(largest, value))
  const step = kept - column.previous
  column.previous = kept
  appendVarint(column.list, step >= 0 ? step * 2 + 1 : -step * 2)
}

/** The encoded column, for `readColumn`. */
export function getColumnBytes(column: ColumnWriter): Uint8Array {
  return getBytes(column.list)
}

/**
 * Decodes the values of a column.
 *
 * @throws RangeError when the bytes end before the values do
 */
export function readColumn(bytes: Uint8Array, length: number): Int32Array {
  const values = new Int32Array(length)
  let at = 0
  let previous = 0
  for (let index = 0; index < length; index += 1) {
    let code = 0
    let unit = 1
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('the column is cut off')
      code += (byte & 127) * unit
      if (byte < 128) break
      unit *= 128
    }
    if (code === 0) values[index] = missing
    else {
      previous += code % 2 === 1 ? (code - 1) / 2 : -code / 2
      values[index] = previous
    }
  }
  return values
}
