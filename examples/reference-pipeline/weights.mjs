import { gaussians, seededRandom } from './random.mjs'

// The activation x / (1 + |x|) shrinks what passes through it; the gain keeps the deeper layers from fading out.
const gain = 2

/**
 * Derives the weights of an embedding model from its seed: a token table and square layers with orthogonal rows.
 * This is what "loading the model" costs here: no file is large enough to be worth reading, so the work is arithmetic.
 */
export function deriveEmbedding({ seed, vocabulary, width, layers }) {
  const random = seededRandom(seed)
  const table = new Float32Array(gaussians(random, vocabulary * width))
  return { width, table, layers: Array.from({ length: layers }, () => orthogonalRows(random, width, width)) }
}

/** `rows` × `columns` (rows ≤ columns) matrix, row by row, whose rows are orthogonal and of length `gain`. */
export function orthogonalRows(random, rows, columns) {
  const matrix = gaussians(random, rows * columns)
  for (let row = 0; row < rows; row += 1) {
    const current = matrix.subarray(row * columns, (row + 1) * columns)
    for (let other = 0; other < row; other += 1) {
      removeDirection(current, matrix.subarray(other * columns, (other + 1) * columns))
    }
    const length = Math.sqrt(dot(current, current))
    for (let column = 0; column < columns; column += 1) current[column] /= length
  }
  for (let index = 0; index < matrix.length; index += 1) matrix[index] *= gain
  return new Float32Array(matrix)
}

// One step of the modified Gram–Schmidt process; `direction` has length 1.
function removeDirection(vector, direction) {
  const share = dot(vector, direction)
  for (let index = 0; index < vector.length; index += 1) vector[index] -= share * direction[index]
}

function dot(one, other) {
  let sum = 0
  for (let index = 0; index < one.length; index += 1) sum += one[index] * other[index]
  return sum
}
