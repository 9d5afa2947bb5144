import { readFileSync, writeFileSync } from 'node:fs'

/** Writes rows of features as bare 32-bit floats, in the order of the records they belong to. */
export function writeFeatures(path, features) {
  writeFileSync(path, new Uint8Array(features.buffer, features.byteOffset, features.byteLength))
}

/** Reads what `writeFeatures` wrote. */
export function readFeatures(path) {
  const bytes = readFileSync(path)
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

/** Puts `left` and `right`, matrices of `rows` rows, side by side. */
export function mergeFeatures(left, right, rows) {
  const [leftWidth, rightWidth] = [left.length / rows, right.length / rows]
  const width = leftWidth + rightWidth
  const merged = new Float32Array(rows * width)
  for (let row = 0; row < rows; row += 1) {
    merged.set(left.subarray(row * leftWidth, (row + 1) * leftWidth), row * width)
    merged.set(right.subarray(row * rightWidth, (row + 1) * rightWidth), row * width + leftWidth)
  }
  return merged
}
