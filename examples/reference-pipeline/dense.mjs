/**
 * Embeds a batch: one row of `width` features per token list, the mean over its tokens after all layers. The tokens of
 * the whole batch form one matrix, so a row of weights is read once for four tokens.
 */
export function embedBatch(weights, tokenLists, passes) {
  const rows = tokenLists.reduce((sum, tokens) => sum + tokens.length, 0)
  let activations = new Float32Array(0)
  for (let pass = 0; pass < passes; pass += 1) {
    activations = lookUp(weights, tokenLists, rows)
    let spare = new Float32Array(activations.length)
    for (const layer of weights.layers) {
      multiply(activations, layer, spare, weights.width)
      ;[activations, spare] = [spare, activations]
    }
  }
  return meanByList(activations, tokenLists, weights.width)
}

function lookUp({ table, width }, tokenLists, rows) {
  const matrix = new Float32Array(padded(rows) * width)
  let row = 0
  for (const tokens of tokenLists) {
    for (const token of tokens) {
      matrix.set(table.subarray(token * width, (token + 1) * width), row * width)
      row += 1
    }
  }
  return matrix
}

/** output = softsign(input × layerᵀ), four rows at a time. */
function multiply(input, layer, output, width) {
  for (let base = 0; base < input.length; base += 4 * width) {
    const second = base + width
    const third = second + width
    const fourth = third + width
    for (let column = 0; column < width; column += 1) {
      const offset = column * width
      let sum1 = 0
      let sum2 = 0
      let sum3 = 0
      let sum4 = 0
      for (let index = 0; index < width; index += 1) {
        const weight = layer[offset + index]
        sum1 += input[base + index] * weight
        sum2 += input[second + index] * weight
        sum3 += input[third + index] * weight
        sum4 += input[fourth + index] * weight
      }
      output[base + column] = softsign(sum1)
      output[second + column] = softsign(sum2)
      output[third + column] = softsign(sum3)
      output[fourth + column] = softsign(sum4)
    }
  }
}

function meanByList(activations, tokenLists, width) {
  const means = new Float32Array(tokenLists.length * width)
  let row = 0
  for (const [list, tokens] of tokenLists.entries()) {
    const sums = new Float64Array(width)
    for (let token = 0; token < tokens.length; token += 1, row += 1) {
      for (let column = 0; column < width; column += 1) sums[column] += activations[row * width + column]
    }
    for (let column = 0; column < width; column += 1) means[list * width + column] = sums[column] / (tokens.length || 1)
  }
  return means
}

function softsign(value) {
  return value / (1 + Math.abs(value))
}

function padded(rows) {
  return Math.ceil(rows / 4) * 4
}
